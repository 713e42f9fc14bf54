//! A city in the dialog of what the reader brings: three canvases one over another, of which the middle one moves; zoom by buttons, wheel,
//! pinch and keys; under it the sentence of the instant, a clock, and with whom the chosen chef talks.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use kitchen_core::units::Time;
use kitchen_story::brought::{Chosen, City, CitySheet, CitySight, Door, Seen, Sheet as Words};
use kitchen_story::scenario::Scenario;
use kitchen_story::scenario::link::Address;
use kitchen_story::scene::palette::Palette;
use kitchen_story::staged::Part;
use kitchen_story::story::Layer;
use kitchen_text::Lang;
use web_sys::{Element, HtmlInputElement, KeyboardEvent, PointerEvent, WheelEvent};
use yew::prelude::*;

use super::clock::{Clock, STEPS};
use super::header::flag;
use super::night::Sheet;
use super::player::Handle;
use crate::web::frames::Frames;
use crate::web::watch::Resize;
use crate::web::worker::What;
use crate::web::worker_client::{Came, WorkerClient};
use crate::web::{dom, media};

/// How long the step takes on the screen, in seconds.
const SCREEN_S: f64 = 16.0;
/// One press of a button, and a hundred pixels of a wheel, come so much nearer.
const NEARER: f32 = 1.8;
/// An arrow key moves so much of the stage.
const STEP: f32 = 0.2;
/// A press that moves less than so many pixels is a press, not a pull.
const STILL: f32 = 5.0;

/// A city. There is one a dialog.
#[derive(Clone, Debug)]
pub struct Town(pub Rc<dyn City>);

impl PartialEq for Town {
    fn eq(&self, other: &Town) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// A city that is looked at, or on its way.
#[derive(Default)]
pub struct Building {
    title: String,
    town: Option<Town>,
    /// Why there is none.
    refused: String,
    is_awaited: bool,
    /// Whose it is, and whether it is that after the purchase.
    of: Option<(Scenario, bool)>,
    /// Counts them: what comes late of one is not the next one's.
    count: u32,
    worker: WorkerClient,
}

impl Building {
    /// Has a city built; `told` hears what comes of the one of a number.
    pub fn build(
        &mut self,
        title: String,
        address: &Address,
        of: (Scenario, bool),
        told: impl Fn(u32, Came) + 'static,
    ) {
        self.close();
        let (what, count) = (if of.1 { What::CityBought } else { What::City }, self.count);
        (self.title, self.is_awaited, self.of) = (title, true, Some(of));
        // What is called at once may ask for what is here.
        self.worker.clone().stage(what, address, move |came| told(count, came));
    }

    /// Something came. Answers whether anything is seen of it.
    pub fn came(&mut self, door: &Door, count: u32, came: Came, lang: Lang) -> bool {
        if count != self.count || !self.is_awaited || matches!(came, Came::Again) {
            return false;
        }
        self.is_awaited = false;
        let bytes = match (came, self.of.take()) {
            (Came::Part(Part::Run { bytes, .. }), _) => bytes,
            // There is no worker: it is computed here.
            (Came::Nothing, Some((scenario, is_bought))) => (door.city)(&scenario, is_bought),
            _ => Vec::new(),
        };
        match (door.town)(&bytes, lang) {
            Ok(town) => self.town = Some(Town(Rc::from(town))),
            Err(why) => self.refused = why,
        }
        true
    }

    pub fn close(&mut self) {
        self.worker.dismiss();
        let (count, worker) = (self.count.wrapping_add(1), self.worker.clone());
        *self = Building { count, worker, ..Building::default() };
    }

    pub fn view(&self, player: &Handle, lang: Lang, words: &Words, on_close: Callback<MouseEvent>) -> Html {
        let (layer, theme) = (player.state().layer(), player.state().theme());
        let [_, wait, own @ ..] = words.city.clone();
        let [play, stop, clock, ..] = words.night.clone();
        html! {
            <>
                if self.is_awaited { <label class="own-progress">{wait}<progress data-testid="city-building" /></label> }
                if !self.refused.is_empty() { <p role="status" data-testid="city-refused">{self.refused.clone()}</p> }
                if let Some(town) = self.town.clone() {
                    <Stage {lang} {layer} {theme} {town} title={self.title.clone()} night={[play, stop, clock]} words={own} {on_close} />
                }
            </>
        }
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub layer: Layer,
    pub theme: &'static str,
    pub town: Town,
    /// Whose city it is.
    pub title: String,
    /// Play, stop, the clock.
    pub night: [String; 3],
    /// Nearer, farther, all of it, the chef's number, close.
    pub words: [String; 5],
    pub on_close: Callback<MouseEvent>,
}

/// What each frame reads and writes.
struct State {
    town: RefCell<Town>,
    frame: NodeRef,
    sheets: [Sheet; 3],
    clock: Clock,
    seen: Cell<Seen>,
    theme: Cell<&'static str>,
    playing: Cell<bool>,
    last_s: Cell<Option<f64>>,
    /// What stands still has changed.
    is_stale: Cell<bool>,
    ended: RefCell<Option<Callback<()>>>,
}

impl State {
    /// One frame; answers whether another is wanted.
    fn frame(&self, now_s: f64) -> bool {
        let town = self.town.borrow().clone();
        let (mut seen, whole) = (self.seen.get(), town.0.whole());
        if self.playing.get() {
            let passed = self.last_s.get().map_or(0.0, |last| (now_s - last).clamp(0.0, 0.25));
            seen.at = Time((seen.at.0 + (passed / SCREEN_S * whole.0 as f64) as u64).min(whole.0));
            if seen.at >= whole {
                self.playing.set(false);
                if let Some(ended) = self.ended.borrow().as_ref() {
                    ended.emit(());
                }
            }
        }
        self.last_s.set(self.playing.get().then_some(now_s));
        if let Some(frame) = self.frame.cast::<Element>() {
            seen.size = [frame.client_width() as f32, frame.client_height() as f32];
        }
        self.seen.set(seen);
        let is_stale = self.is_stale.replace(false);
        for (sheet, of) in self.sheets.iter().zip([CitySheet::Ground, CitySheet::Moving, CitySheet::Marks]) {
            if is_stale || of == CitySheet::Moving {
                sheet.paint(self.theme.get(), |size, list| town.0.compose(&Seen { size, ..seen }, of, list));
            }
        }
        self.clock.write(seen.at, seen.at.0 as f64 / whole.0.max(1) as f64, town.0.says(&seen));
        self.playing.get()
    }
}

/// A pointer that is down: where it came down, and where it is.
#[derive(Clone, Copy)]
struct Finger {
    id: i32,
    from: [f32; 2],
    at: [f32; 2],
}

pub struct Stage {
    state: Rc<State>,
    frames: Frames,
    fingers: Vec<Finger>,
    /// Whether what is down has pulled or pinched, and so chooses nobody.
    has_moved: bool,
    watching: Option<Resize>,
}

pub enum Message {
    Toggle,
    Ended,
    Seek(f64),
    /// So many times as near, around a place of the stage, or around its middle.
    Zoom(f32, Option<[f32; 2]>),
    All,
    /// By so much of the stage.
    Move([f32; 2]),
    Down(i32, [f32; 2]),
    Pull(i32, [f32; 2]),
    Up(i32),
    /// A chef, by its number as it is told.
    Choose(String),
}

impl Component for Stage {
    type Message = Message;
    type Properties = Props;

    fn create(ctx: &Context<Stage>) -> Stage {
        let Props { lang, layer, theme, town, .. } = ctx.props();
        let seen =
            Seen { at: Time::ZERO, sight: CitySight::WHOLE, chef: Some(0), size: [0.0; 2], lang: *lang, layer: *layer };
        let state = Rc::new(State {
            town: RefCell::new(town.clone()),
            frame: NodeRef::default(),
            sheets: Default::default(),
            clock: Clock::default(),
            seen: Cell::new(seen),
            theme: Cell::new(theme),
            playing: Cell::new(false),
            last_s: Cell::new(None),
            is_stale: Cell::new(true),
            ended: RefCell::new(Some(ctx.link().callback(|()| Message::Ended))),
        });
        let weak = Rc::downgrade(&state);
        let frames = Frames::new(move |now_s| weak.upgrade().is_some_and(|state| state.frame(now_s)));
        Stage { state, frames, fingers: Vec::new(), has_moved: false, watching: None }
    }

    fn changed(&mut self, ctx: &Context<Stage>, old: &Props) -> bool {
        let Props { lang, layer, theme, town, .. } = ctx.props();
        let mut seen = self.state.seen.get();
        (seen.lang, seen.layer) = (*lang, *layer);
        if *town != old.town {
            (seen.at, seen.sight, seen.chef) = (Time::ZERO, CitySight::WHOLE, Some(0));
            self.state.town.replace(town.clone());
            self.state.playing.set(false);
        }
        self.state.seen.set(seen);
        self.state.theme.set(theme);
        self.state.is_stale.set(true);
        true
    }

    fn update(&mut self, _ctx: &Context<Stage>, message: Message) -> bool {
        let mut seen = self.state.seen.get();
        let town = self.state.town.borrow().clone();
        let whole = town.0.whole();
        let mut is_told = false;
        match message {
            Message::Toggle if self.state.playing.get() => {
                self.state.playing.set(false);
                is_told = true;
            }
            // With less motion it goes on by a twentieth of the step at a press.
            Message::Toggle if media::prefers_reduced_motion() => {
                let next = seen.at.0 + whole.0 / 20;
                seen.at = if seen.at >= whole { Time::ZERO } else { Time(next.min(whole.0)) };
            }
            Message::Toggle => {
                if seen.at >= whole {
                    seen.at = Time::ZERO;
                }
                self.state.playing.set(true);
                is_told = true;
            }
            Message::Ended => is_told = true,
            Message::Seek(share) => {
                is_told = self.state.playing.replace(false);
                seen.at = Time((share.clamp(0.0, 1.0) * whole.0 as f64) as u64);
            }
            Message::Zoom(by, place) => zoom(&mut seen, &town, by, place),
            Message::All => seen.sight = CitySight::WHOLE,
            Message::Move([x, y]) => {
                let near = seen.sight.zoom.max(1.0);
                shift(&mut seen, [x / near, y / near]);
            }
            Message::Down(id, at) => {
                if self.fingers.is_empty() {
                    self.has_moved = false;
                }
                self.fingers.retain(|finger| finger.id != id);
                self.fingers.truncate(1);
                self.fingers.push(Finger { id, from: at, at });
                return false;
            }
            Message::Pull(id, at) => {
                if !self.pull(&mut seen, &town, id, at) {
                    return false;
                }
            }
            Message::Up(id) => {
                let Some(place) = self.fingers.iter().position(|finger| finger.id == id) else { return false };
                let finger = self.fingers.remove(place);
                if self.has_moved {
                    return false;
                }
                let Some(chef) = town.0.at(&seen, finger.at) else { return false };
                seen.chef = Some(chef);
                is_told = true;
            }
            Message::Choose(text) => {
                let number = text.trim().parse::<u32>().ok().and_then(|number| number.checked_sub(1));
                if let Some(chef) = number {
                    let chef = chef.min(town.0.chefs().saturating_sub(1));
                    seen.chef = Some(chef);
                    seen.sight.center = town.0.place_of(&seen, chef);
                }
                is_told = true;
            }
        }
        self.state.seen.set(seen);
        self.state.is_stale.set(true);
        self.frames.request();
        is_told
    }

    fn view(&self, ctx: &Context<Stage>) -> Html {
        let Props { title, on_close, words, .. } = ctx.props();
        let seen = self.state.seen.get();
        let town = self.state.town.borrow().clone();
        let told = seen.chef.map(|chef| town.0.told(chef, seen.lang, seen.layer)).unwrap_or_default();
        html! {
            <section class="city" data-testid="city" data-chefs={town.0.chefs().to_string()}>
                <h3>{title.clone()}</h3>
                {self.stage(ctx)}
                {self.bar(ctx)}
                {self.chosen(ctx, &told)}
                <button type="button" class="text-button" data-testid="city-close" onclick={on_close.clone()}>{words[4].clone()}</button>
            </section>
        }
    }

    fn rendered(&mut self, _ctx: &Context<Stage>, first: bool) {
        if let Some(frame) = self.state.frame.cast::<Element>().filter(|_| self.watching.is_none()) {
            let (state, frames) = (Rc::downgrade(&self.state), self.frames.clone());
            self.watching = Some(Resize::new(&frame, move || {
                if let Some(state) = state.upgrade() {
                    state.is_stale.set(true);
                    frames.request();
                }
            }));
            if first {
                frame.scroll_into_view();
            }
        }
        self.state.is_stale.set(true);
        self.frames.request();
    }
}

/// Comes nearer, so that what is under the place stays there. Without a place it goes to the chosen chef, from where the whole city was
/// seen.
fn zoom(seen: &mut Seen, town: &Town, by: f32, place: Option<[f32; 2]>) {
    let (most, before) = (town.0.most_zoom(seen), seen.sight.zoom);
    if let Some(chef) = seen.chef.filter(|_| place.is_none() && before <= 1.0 && by > 1.0) {
        seen.sight.center = town.0.place_of(seen, chef);
    }
    let next = (before * by).clamp(1.0, most);
    seen.sight.zoom = next;
    if let Some(place) = place {
        let off = [0, 1].map(|axis| (place[axis] / seen.size[axis].max(1.0) - 0.5) * (1.0 / before - 1.0 / next));
        seen.sight.center = [0, 1].map(|axis| (seen.sight.center[axis] + off[axis]).clamp(0.0, 1.0));
    }
    if next <= 1.0 {
        seen.sight = CitySight::WHOLE;
    }
}

/// Moves by parts of the city, no farther than its edge.
fn shift(seen: &mut Seen, by: [f32; 2]) {
    let half = (0.5 / seen.sight.zoom.max(1.0)).min(0.5);
    seen.sight.center = [0, 1].map(|axis| (seen.sight.center[axis] + by[axis]).clamp(half, 1.0 - half));
}

impl Stage {
    /// A pointer that is down moves: one pulls the city along, two pinch it. Answers whether anything is seen of it.
    fn pull(&mut self, seen: &mut Seen, town: &Town, id: i32, at: [f32; 2]) -> bool {
        let before: Vec<[f32; 2]> = self.fingers.iter().map(|finger| finger.at).collect();
        let Some(finger) = self.fingers.iter_mut().find(|finger| finger.id == id) else { return false };
        let went = (finger.from[0] - at[0]).abs() + (finger.from[1] - at[1]).abs();
        let last = std::mem::replace(&mut finger.at, at);
        self.has_moved |= went > STILL;
        if !self.has_moved {
            return false;
        }
        if let ([a, b], [one, two]) = (before.as_slice(), self.fingers.as_slice()) {
            let apart = |a: [f32; 2], b: [f32; 2]| ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt().max(1.0);
            let middle = [0, 1].map(|axis| f32::midpoint(one.at[axis], two.at[axis]));
            zoom(seen, town, apart(one.at, two.at) / apart(*a, *b), Some(middle));
            return true;
        }
        let near = seen.sight.zoom.max(1.0);
        shift(seen, [0, 1].map(|axis| (last[axis] - at[axis]) / seen.size[axis].max(1.0) / near));
        true
    }

    fn stage(&self, ctx: &Context<Stage>) -> Html {
        let link = ctx.link();
        let place = |event: &PointerEvent| [event.offset_x() as f32, event.offset_y() as f32];
        let down = link.callback(move |event: PointerEvent| {
            if let Some(target) = event.target_dyn_into::<Element>() {
                let _ = target.set_pointer_capture(event.pointer_id());
            }
            Message::Down(event.pointer_id(), place(&event))
        });
        let pull = link.batch_callback(move |event: PointerEvent| {
            (event.buttons() & 1 == 1).then(|| Message::Pull(event.pointer_id(), place(&event)))
        });
        let up = link.callback(|event: PointerEvent| Message::Up(event.pointer_id()));
        let gone = link.callback(|event: PointerEvent| Message::Up(event.pointer_id()));
        let onwheel = link.batch_callback(|event: WheelEvent| {
            // A plain wheel scrolls the page; with Ctrl, as a pad's pinch has it, it zooms.
            if !event.ctrl_key() {
                return None;
            }
            event.prevent_default();
            let by = NEARER.powf((-event.delta_y() / 100.0).clamp(-3.0, 3.0) as f32);
            Some(Message::Zoom(by, Some([event.offset_x() as f32, event.offset_y() as f32])))
        });
        let onkeydown = link.batch_callback(|event: KeyboardEvent| {
            let message = match event.key().as_str() {
                "+" | "=" => Message::Zoom(NEARER, None),
                "-" => Message::Zoom(1.0 / NEARER, None),
                "0" => Message::All,
                "ArrowLeft" => Message::Move([-STEP, 0.0]),
                "ArrowRight" => Message::Move([STEP, 0.0]),
                "ArrowUp" => Message::Move([0.0, -STEP]),
                "ArrowDown" => Message::Move([0.0, STEP]),
                _ => return None,
            };
            event.prevent_default();
            event.stop_propagation();
            Some(message)
        });
        let is_near = self.state.seen.get().sight.zoom > 1.0;
        html! {
            <div class={classes!("city-stage", is_near.then_some("near"))} data-testid="city-stage" tabindex="0" role="group"
                aria-label={ctx.props().title.clone()} ref={self.state.frame.clone()}
                onpointerdown={down} onpointermove={pull} onpointerup={up} onpointercancel={gone} {onwheel} {onkeydown}>
                {for self.state.sheets.iter().map(|sheet| html! { <canvas aria-hidden="true" ref={sheet.node.clone()}></canvas> })}
            </div>
        }
    }

    fn bar(&self, ctx: &Context<Stage>) -> Html {
        let Props { night: [play, stop, clock], words: [nearer, farther, all, ..], .. } = ctx.props();
        let link = ctx.link();
        let is_playing = self.state.playing.get();
        let oninput = link.callback(|event: InputEvent| {
            Message::Seek(event.target_unchecked_into::<HtmlInputElement>().value_as_number() / STEPS)
        });
        html! {
            <>
                <p class="city-caption" data-testid="city-caption" ref={self.state.clock.caption.clone()}></p>
                <div class="row city-bar">
                    <button type="button" class="button primary" data-testid="city-play" aria-pressed={flag(is_playing)}
                        onclick={link.callback(|_: MouseEvent| Message::Toggle)}>{if is_playing { stop.clone() } else { play.clone() }}</button>
                    <input type="range" class="range" min="0" max={dom::css_number(STEPS)} step="1" data-testid="city-clock"
                        aria-label={clock.clone()} ref={self.state.clock.slider.clone()} {oninput} />
                    <output aria-live="off" data-testid="city-time" ref={self.state.clock.time.clone()}></output>
                    <span class="row city-zoom">
                        <button type="button" class="button" data-testid="city-nearer"
                            onclick={link.callback(|_: MouseEvent| Message::Zoom(NEARER, None))}>{nearer.clone()}</button>
                        <button type="button" class="button" data-testid="city-farther"
                            onclick={link.callback(|_: MouseEvent| Message::Zoom(1.0 / NEARER, None))}>{farther.clone()}</button>
                        <button type="button" class="button" data-testid="city-all"
                            onclick={link.callback(|_: MouseEvent| Message::All)}>{all.clone()}</button>
                    </span>
                </div>
            </>
        }
    }

    /// With whom the chosen chef talks.
    fn chosen(&self, ctx: &Context<Stage>, told: &Chosen) -> Html {
        let Props { words: [.., choose, _], theme, town, .. } = ctx.props();
        let palette = Palette::named(theme);
        let swatch = |mark| palette.map_or(String::new(), |palette| format!("background:#{:06X}", palette.rgb(mark)));
        let chef = self.state.seen.get().chef.map_or(1, |chef| chef + 1);
        let onchange = ctx
            .link()
            .callback(|event: Event| Message::Choose(event.target_unchecked_into::<HtmlInputElement>().value()));
        html! {
            <>
                <div class="row city-choose">
                    <label for="city-chef">{choose.clone()}</label>
                    <input type="number" id="city-chef" data-testid="city-chef" min="1" max={town.0.chefs().to_string()} value={chef.to_string()} {onchange} />
                </div>
                <p class="city-title" role="status" data-testid="city-title">{told.title.clone()}</p>
                if !told.rows.is_empty() {
                    <div class="own-table night-table" tabindex="0">
                        <table data-testid="city-groups">
                            <thead><tr>{for told.head.iter().map(|head| html! { <th scope="col">{head.clone()}</th> })}</tr></thead>
                            <tbody>{for told.rows.iter().map(|row| html! {
                                <tr>{for row.cells.iter().enumerate().map(|(at, cell)| if at == 0 {
                                    html! { <th scope="row"><span class="city-mark" ~style={swatch(row.mark)}></span>{cell.clone()}</th> }
                                } else {
                                    html! { <td>{cell.clone()}</td> }
                                })}</tr>
                            })}</tbody>
                        </table>
                    </div>
                }
                {for told.notes.iter().map(|note| html! { <p class="night-note">{note.clone()}</p> })}
            </>
        }
    }
}
