//! A measured run on a stage of its own, in the dialog of what the reader brings: a canvas for what stands still, one over it for what
//! moves, the sentence of the instant, a clock to play it by; under it what is said of it, each meeting with a button to look at it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use kitchen_core::units::Time;
use kitchen_story::brought::{Look, Measured, MeasuredPart, MeasuredRow, Night};
use kitchen_story::scenario::Scenario;
use kitchen_story::scene::display::DisplayList;
use kitchen_story::scene::palette::Palette;
use kitchen_story::story::Layer;
use kitchen_text::Lang;
use web_sys::{Element, HtmlCanvasElement, HtmlInputElement, PointerEvent};
use yew::prelude::*;

use super::clock::{Clock, STEPS};
use super::header::flag;
use crate::web::canvas;
use crate::web::frames::Frames;
use crate::web::painter::Painter;
use crate::web::watch::Resize;
use crate::web::{dom, media};

/// How long what the lanes show takes on the screen, in seconds.
const SCREEN_S: f64 = 12.0;
/// How high a measured curve is drawn, CSS pixels.
const CURVE: f32 = 240.0;
/// What is looked at has so much of its own length before and behind it.
const ROUND: u64 = 3;

/// What the reader measured. There is one a dialog.
#[derive(Clone, Debug)]
pub struct Shared(pub Rc<RefCell<Box<dyn Night>>>);

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub layer: Layer,
    pub theme: &'static str,
    pub night: Shared,
    /// Counts the files that came: another one is another run.
    pub files: u32,
    /// The restaurant that it is compared with.
    pub scenario: Scenario,
    /// Play, stop, the clock, all of the run, look at one, clear.
    pub words: [String; 6],
    pub on_clear: Callback<MouseEvent>,
}

/// A canvas and what paints on it.
#[derive(Default)]
pub(super) struct Sheet {
    pub(super) node: NodeRef,
    kept: RefCell<Option<(Painter, DisplayList)>>,
}

impl Sheet {
    /// Paints what `compose` draws on a canvas of that height.
    pub(super) fn paint(&self, theme: &str, compose: impl FnOnce([f32; 2], &mut DisplayList)) {
        let Some(canvas) = self.node.cast::<HtmlCanvasElement>() else { return };
        let mut kept = self.kept.borrow_mut();
        if kept.is_none() {
            *kept = canvas::context(&canvas).map(|context| (Painter::new(context), DisplayList::new()));
        }
        let Some((painter, list)) = kept.as_mut() else { return };
        let size = canvas::layout_size(&canvas);
        let Some(palette) = Palette::named(theme).filter(|_| size.width >= 1.0) else { return };
        canvas::fit(&canvas, size);
        compose([size.width as f32, size.height as f32], list);
        painter.paint(list, &palette, size.scale);
    }
}

/// What each frame reads and writes.
struct State {
    night: Shared,
    frame: NodeRef,
    back: Sheet,
    front: Sheet,
    curve: Sheet,
    clock: Clock,
    sight: Cell<Look>,
    theme: Cell<&'static str>,
    playing: Cell<bool>,
    last_s: Cell<Option<f64>>,
    /// What stands still has changed.
    is_stale: Cell<bool>,
    /// Tells the component that it has come to its end.
    ended: RefCell<Option<Callback<()>>>,
}

impl State {
    /// One frame; answers whether another is wanted.
    fn frame(&self, now_s: f64) -> bool {
        let mut look = self.sight.get();
        let [from, to] = look.window;
        let whole = to.0.saturating_sub(from.0);
        if self.playing.get() {
            let passed = self.last_s.get().map_or(0.0, |last| (now_s - last).clamp(0.0, 0.25));
            look.at = Time((look.at.0 + (passed / SCREEN_S * whole as f64) as u64).clamp(from.0, to.0));
            if look.at >= to {
                self.playing.set(false);
                if let Some(ended) = self.ended.borrow().as_ref() {
                    ended.emit(());
                }
            }
        }
        self.last_s.set(self.playing.get().then_some(now_s));
        look.per_second = Time((whole as f64 / SCREEN_S) as u64);
        self.sight.set(look);
        self.draw(look);
        self.playing.get()
    }

    fn draw(&self, mut look: Look) {
        let night = self.night.0.borrow();
        if night.whole() > Time::ZERO {
            if self.is_stale.replace(false) {
                if let Some(frame) = self.frame.cast::<Element>() {
                    let height = night.height(f64::from(frame.client_width()) as f32);
                    dom::set_style(&frame, "--height", &dom::css_px(height));
                }
                self.back.paint(self.theme.get(), |size, list| {
                    look.size = size;
                    night.compose(&look, false, list);
                });
            }
            self.front.paint(self.theme.get(), |size, list| {
                look.size = size;
                night.compose(&look, true, list);
            });
            let [from, to] = look.window;
            let share = look.at.0.saturating_sub(from.0) as f64 / to.0.saturating_sub(from.0).max(1) as f64;
            self.clock.write(look.at, share, night.says(&look));
        }
    }
}

pub struct Stage {
    state: Rc<State>,
    frames: Frames,
    measured: Option<Measured>,
    watching: Option<Resize>,
}

pub enum Message {
    Toggle,
    Ended,
    Seek(f64),
    /// The picture was pressed there, or the press moved.
    Press([f64; 2]),
    Show(Option<[Time; 2]>),
}

impl Component for Stage {
    type Message = Message;
    type Properties = Props;

    fn create(ctx: &Context<Stage>) -> Stage {
        let Props { lang, layer, theme, night, .. } = ctx.props();
        let whole = night.0.borrow().whole();
        let sight = Look {
            at: Time::ZERO,
            window: [Time::ZERO, whole],
            per_second: Time::ZERO,
            size: [0.0; 2],
            lang: *lang,
            layer: *layer,
        };
        let state = Rc::new(State {
            night: night.clone(),
            frame: NodeRef::default(),
            back: Sheet::default(),
            front: Sheet::default(),
            curve: Sheet::default(),
            clock: Clock::default(),
            sight: Cell::new(sight),
            theme: Cell::new(theme),
            playing: Cell::new(false),
            last_s: Cell::new(None),
            is_stale: Cell::new(true),
            ended: RefCell::new(Some(ctx.link().callback(|()| Message::Ended))),
        });
        let weak = Rc::downgrade(&state);
        let frames = Frames::new(move |now_s| weak.upgrade().is_some_and(|state| state.frame(now_s)));
        let mut stage = Stage { state, frames, measured: None, watching: None };
        stage.tell(ctx.props());
        stage
    }

    fn changed(&mut self, ctx: &Context<Stage>, old: &Props) -> bool {
        let props = ctx.props();
        let mut look = self.state.sight.get();
        (look.lang, look.layer) = (props.lang, props.layer);
        if props.files != old.files {
            let whole = props.night.0.borrow().whole();
            (look.at, look.window) = (Time::ZERO, [Time::ZERO, whole]);
            self.state.playing.set(false);
        }
        self.state.sight.set(look);
        self.state.theme.set(props.theme);
        self.state.is_stale.set(true);
        self.tell(props);
        true
    }

    fn update(&mut self, ctx: &Context<Stage>, message: Message) -> bool {
        let mut look = self.state.sight.get();
        let [from, to] = look.window;
        match message {
            Message::Toggle if self.state.playing.get() => self.state.playing.set(false),
            // With less motion it goes on by what happens: to the end of the next meeting.
            Message::Toggle if media::prefers_reduced_motion() => look.at = self.next_end(look.at).unwrap_or(from),
            Message::Toggle => {
                if look.at >= to {
                    look.at = from;
                }
                self.state.playing.set(true);
            }
            Message::Ended => {}
            Message::Seek(share) => {
                self.state.playing.set(false);
                let whole = to.0.saturating_sub(from.0) as f64;
                look.at = Time(from.0 + (share.clamp(0.0, 1.0) * whole) as u64);
            }
            Message::Press([x, y]) => {
                let Some(frame) = self.state.frame.cast::<Element>() else { return false };
                look.size = [frame.client_width() as f32, frame.client_height() as f32];
                let at = self.state.night.0.borrow().instant(&look, [x as f32, y as f32]);
                let Some(at) = at else { return false };
                self.state.playing.set(false);
                look.at = at;
            }
            Message::Show(span) => {
                let whole = ctx.props().night.0.borrow().whole();
                look.window = span.map_or([Time::ZERO, whole], |[start, end]| {
                    let round = end.0.saturating_sub(start.0).max(1_000_000) / ROUND;
                    [Time(start.0.saturating_sub(round)), Time((end.0 + round).min(whole.0))]
                });
                look.at = span.map_or(look.at, |[start, _]| start);
                self.state.playing.set(false);
                self.state.is_stale.set(true);
                if let Some(stage) = self.state.frame.cast::<Element>().filter(|_| span.is_some()) {
                    stage.scroll_into_view_with_bool(false);
                }
            }
        }
        self.state.sight.set(look);
        self.frames.request();
        true
    }

    fn view(&self, ctx: &Context<Stage>) -> Html {
        let Some(measured) = &self.measured else { return html! {} };
        let clear = &ctx.props().words[5];
        let has_run = self.state.night.0.borrow().whole() > Time::ZERO;
        html! {
            <section class="night" data-testid="night">
                if has_run { {self.stage(ctx)} }
                <canvas class="night-curve" aria-hidden="true" data-testid="night-curve" ref={self.state.curve.node.clone()}
                    ~style={format!("--height:{}", dom::css_px(CURVE))}></canvas>
                {for measured.parts.iter().map(|one| part(ctx, one))}
                <button type="button" class="text-button" data-testid="night-clear" onclick={ctx.props().on_clear.clone()}>{clear.clone()}</button>
            </section>
        }
    }

    fn rendered(&mut self, ctx: &Context<Stage>, _first: bool) {
        if let Some(frame) = self.state.frame.cast::<Element>().filter(|_| self.watching.is_none()) {
            let (state, frames) = (Rc::downgrade(&self.state), self.frames.clone());
            self.watching = Some(Resize::new(&frame, move || {
                if let Some(state) = state.upgrade() {
                    state.is_stale.set(true);
                    frames.request();
                }
            }));
        }
        let look = self.state.sight.get();
        let mut is_drawn = false;
        if let Ok(mut night) = self.state.night.0.try_borrow_mut() {
            self.state.curve.paint(ctx.props().theme, |size, list| {
                is_drawn = night.curve(&ctx.props().scenario, &Look { size, ..look }, list);
            });
        }
        if let Some(canvas) = self.state.curve.node.cast::<Element>() {
            let _ = canvas.toggle_attribute_with_force("data-empty", !is_drawn);
        }
        self.state.is_stale.set(true);
        self.frames.request();
    }
}

impl Stage {
    fn tell(&mut self, props: &Props) {
        self.measured = props.night.0.borrow_mut().told(&props.scenario, props.lang);
    }

    /// The end of the meeting that ends next.
    fn next_end(&self, at: Time) -> Option<Time> {
        let rows = self.measured.iter().flat_map(|all| &all.parts).flat_map(|part| &part.rows);
        rows.filter_map(|row| row.span).map(|[_, end]| end).filter(|end| *end > at).min()
    }

    fn stage(&self, ctx: &Context<Stage>) -> Html {
        let Props { words: [play, stop, clock, all, ..], .. } = ctx.props();
        let is_playing = self.state.playing.get();
        let oninput = ctx.link().callback(|event: InputEvent| {
            Message::Seek(event.target_unchecked_into::<HtmlInputElement>().value_as_number() / STEPS)
        });
        let pressed = |is_move: bool| {
            ctx.link().batch_callback(move |event: PointerEvent| {
                let is_held = event.buttons() & 1 == 1;
                let place = [f64::from(event.offset_x()), f64::from(event.offset_y())];
                (is_held || !is_move).then_some(Message::Press(place))
            })
        };
        html! {
            <>
                <div class="night-stage" data-testid="night-stage" ref={self.state.frame.clone()}
                    onpointerdown={pressed(false)} onpointermove={pressed(true)}>
                    <canvas aria-hidden="true" ref={self.state.back.node.clone()}></canvas>
                    <canvas aria-hidden="true" ref={self.state.front.node.clone()}></canvas>
                </div>
                <p class="night-caption" role="status" data-testid="night-caption" ref={self.state.clock.caption.clone()}></p>
                <div class="row night-bar">
                    <button type="button" class="button primary" data-testid="night-play" aria-pressed={flag(is_playing)}
                        onclick={ctx.link().callback(|_: MouseEvent| Message::Toggle)}>{if is_playing { stop.clone() } else { play.clone() }}</button>
                    <input type="range" class="range" min="0" max={dom::css_number(STEPS)} step="1" data-testid="night-clock"
                        aria-label={clock.clone()} ref={self.state.clock.slider.clone()} {oninput} />
                    <output aria-live="off" data-testid="night-time" ref={self.state.clock.time.clone()}></output>
                    <button type="button" class="button" data-testid="night-all"
                        onclick={ctx.link().callback(|_: MouseEvent| Message::Show(None))}>{all.clone()}</button>
                </div>
            </>
        }
    }
}

fn part(ctx: &Context<Stage>, part: &MeasuredPart) -> Html {
    html! {
        <section data-testid="night-part">
            <h3>{part.title.clone()}</h3>
            {for part.lines.iter().map(|line| html! { <p data-testid="night-line">{line.clone()}</p> })}
            if !part.rows.is_empty() {
                <div class="own-table night-table" tabindex="0">
                    <table data-testid="night-table">
                        <thead><tr>{for part.head.iter().map(|head| html! { <th scope="col">{head.clone()}</th> })}<td></td></tr></thead>
                        <tbody>{for part.rows.iter().map(|one| row(ctx, one))}</tbody>
                    </table>
                </div>
            }
            {for part.notes.iter().map(|note| html! { <p class="night-note">{note.clone()}</p> })}
        </section>
    }
}

fn row(ctx: &Context<Stage>, row: &MeasuredRow) -> Html {
    let look = |span: [Time; 2]| {
        let onclick = ctx.link().callback(move |_: MouseEvent| Message::Show(Some(span)));
        let word = ctx.props().words[4].clone();
        html! { <button type="button" class="text-button" data-testid="night-look" {onclick}>{word}</button> }
    };
    html! {
        <tr>
            {for row.cells.iter().enumerate().map(|(at, cell)| if at == 0 {
                html! { <th scope="row">{cell.clone()}<span class="own-bar" ~style={format!("--at:{}", dom::css_number(row.share))}></span></th> }
            } else {
                html! { <td>{cell.clone()}</td> }
            })}
            <td>{for row.span.map(look)}</td>
        </tr>
    }
}
