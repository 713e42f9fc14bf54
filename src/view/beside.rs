//! The runs behind a verdict, beside each other on one clock: a row of lanes for each, drawn as far as the clock has come.

use std::cell::Cell;
use std::rc::Rc;

use kitchen_core::units::Time;
use kitchen_text::{Lang, Line, format, key, msg, tr};
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use crate::page::verdict::{Part, Shown};
use crate::web::frames::Frames;
use crate::web::{dom, media};

/// How long the longest of the runs takes on the screen, in seconds.
const SCREEN_S: f64 = 6.0;
const STEPS: f64 = 1000.0;
/// A lane's height in the drawing, and the room below it.
const LANE: usize = 14;
const GAP: usize = 4;
/// Rows at most.
const ROWS: usize = 4;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub cases: Rc<Vec<Shown>>,
}

/// What each frame writes to.
struct State {
    covers: [NodeRef; ROWS],
    slider: NodeRef,
    clock: NodeRef,
    /// How much of the longest run has passed.
    share: Cell<f64>,
    whole: Cell<f64>,
    playing: Cell<bool>,
    last_s: Cell<Option<f64>>,
}

impl State {
    fn draw(&self) {
        let share = self.share.get();
        for cover in &self.covers {
            if let Some(cover) = cover.cast::<Element>() {
                dom::set_attribute(&cover, "x", &dom::css_number(share * STEPS));
            }
        }
        let mut time = String::new();
        format::push_time(&mut time, Time((self.whole.get() * share) as u64));
        if let Some(slider) = self.slider.cast::<HtmlInputElement>() {
            slider.set_value_as_number((share * STEPS).round());
            dom::set_attribute(&slider, "aria-valuetext", &time);
        }
        if let Some(clock) = self.clock.cast::<Element>() {
            clock.set_text_content(Some(&time));
        }
    }

    /// One frame; answers whether another is wanted.
    fn frame(&self, now_s: f64) -> bool {
        if self.playing.get() {
            let passed = self.last_s.get().map_or(0.0, |last| (now_s - last).clamp(0.0, 0.25));
            self.share.set((self.share.get() + passed / SCREEN_S).min(1.0));
            self.playing.set(self.share.get() < 1.0);
        }
        self.last_s.set(self.playing.get().then_some(now_s));
        self.draw();
        self.playing.get()
    }
}

pub struct Beside {
    state: Rc<State>,
    frames: Frames,
}

pub enum Message {
    Run,
    Seek(f64),
}

impl Component for Beside {
    type Message = Message;
    type Properties = Props;

    fn create(_ctx: &Context<Beside>) -> Beside {
        let state = Rc::new(State {
            covers: Default::default(),
            slider: NodeRef::default(),
            clock: NodeRef::default(),
            share: Cell::new(0.0),
            whole: Cell::new(0.0),
            playing: Cell::new(false),
            last_s: Cell::new(None),
        });
        let weak = Rc::downgrade(&state);
        let frames = Frames::new(move |now_s| weak.upgrade().is_some_and(|state| state.frame(now_s)));
        Beside { state, frames }
    }

    fn update(&mut self, _ctx: &Context<Beside>, message: Message) -> bool {
        match message {
            // With less motion both stand there whole; the slider shows any moment of them.
            Message::Run if media::prefers_reduced_motion() => self.state.share.set(1.0),
            Message::Run => {
                self.state.share.set(0.0);
                self.state.playing.set(true);
            }
            Message::Seek(share) => {
                self.state.playing.set(false);
                self.state.share.set(share.clamp(0.0, 1.0));
            }
        }
        self.frames.request();
        false
    }

    fn view(&self, ctx: &Context<Beside>) -> Html {
        let Props { lang, cases } = ctx.props();
        let whole = cases.iter().map(|case| case.end.0).max().unwrap_or_default().max(1) as f64;
        self.state.whole.set(whole);
        let scale = range(cases);
        let onclick = ctx.link().callback(|_: MouseEvent| Message::Run);
        let oninput = ctx.link().callback(|event: InputEvent| {
            Message::Seek(event.target_unchecked_into::<HtmlInputElement>().value_as_number() / STEPS)
        });
        html! {
            <div class="beside" data-testid="beside">
                {for cases.iter().zip(&self.state.covers).map(|(case, cover)| row(*lang, case, (whole, scale), cover))}
                <div class="beside-clock">
                    <button type="button" class="text-button" data-testid="beside-run" {onclick}>{tr(*lang, key::SHELL_GATE_BOTH)}</button>
                    <input type="range" class="range" min="0" max={dom::css_number(STEPS)} step="1" data-testid="beside-clock"
                        aria-label={tr(*lang, key::SHELL_GATE_CLOCK)} ref={self.state.slider.clone()} {oninput} />
                    <output aria-live="off" ref={self.state.clock.clone()}></output>
                </div>
            </div>
        }
    }

    fn rendered(&mut self, ctx: &Context<Beside>, first: bool) {
        if first {
            ctx.link().send_message(Message::Run);
        } else {
            self.frames.request();
        }
    }
}

/// How high a curve is drawn.
const TALL: usize = 44;

/// The highest and the least of all curves: each on the same scale.
fn range(cases: &[Shown]) -> [f64; 2] {
    let all = || cases.iter().flat_map(|case| case.curve.iter().copied()).filter(|value| *value > 0.0);
    [all().fold(f64::MAX, f64::min), all().fold(f64::MIN_POSITIVE, f64::max)]
}

/// A curve from left to right in equal parts of its time, as high as so many times the least.
fn curve(case: &Shown, whole: f64, [least, most]: [f64; 2]) -> Html {
    let tens = |value: f64| (value.max(least) / least.max(f64::MIN_POSITIVE)).log10();
    let (high, last) = (tens(most).max(1e-9), case.curve.len().max(2) - 1);
    let mut points = String::new();
    for (at, &value) in case.curve.iter().enumerate() {
        let x = case.end.0 as f64 / whole * STEPS * at as f64 / last as f64;
        let y = (TALL as f64 - 3.0) * (1.0 - tens(value) / high) + 1.5;
        points.push_str(&[&dom::css_number(x), ",", &dom::css_number(y), " "].concat());
    }
    html! { <polyline class="curve" {points} /> }
}

fn row(lang: Lang, case: &Shown, (whole, range): (f64, [f64; 2]), cover: &NodeRef) -> Html {
    let is_curve = !case.curve.is_empty();
    let height = if is_curve { TALL } else { case.lanes.len() * (LANE + GAP) + GAP };
    let lane = |(at, lane): (usize, &Vec<Part>)| {
        let y = at * (LANE + GAP) + GAP;
        let part = move |part: &Part| {
            let place = |at: Time| at.0 as f64 / whole * STEPS;
            let (x, w) = (place(part.start), (place(part.end) - place(part.start)).max(0.6));
            let class = ["forward", "backward", "other", "sending"][usize::from(part.tone).min(3)];
            let (y, h) = if class == "sending" { (y + LANE / 3, LANE / 3) } else { (y, LANE) };
            html! { <rect {class} x={dom::css_number(x)} y={y.to_string()} width={dom::css_number(w)} height={h.to_string()} /> }
        };
        lane.iter().map(part).collect::<Html>()
    };
    let said = if case.is_race {
        Line::from(msg::ShellGateCase { name: case.name.as_str().into(), time: case.end }).say(lang)
    } else {
        case.name.clone()
    };
    let end = dom::css_number(case.end.0 as f64 / whole * STEPS);
    html! {
        <figure class="beside-row">
            <figcaption>{said}</figcaption>
            <svg viewBox={format!("0 0 1000 {height}")} preserveAspectRatio="none" aria-hidden="true">
                if is_curve { {curve(case, whole, range)} } else { {for case.lanes.iter().enumerate().map(lane)} }
                <line class="end" x1={end.clone()} x2={end} y1="0" y2={height.to_string()} />
                <rect class="cover" ref={cover.clone()} x="0" y="0" width="1002" height={height.to_string()} />
            </svg>
        </figure>
    }
}
