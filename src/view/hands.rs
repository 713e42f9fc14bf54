//! What can be taken in hand on the stage, for all chapters alike: mouse, finger, pen, keyboard and those who hear the page. A scene says
//! as data where a handle lies, what its places are and where each leads; an element of the browser's own lies over each.

use kitchen_story::scenario::Scenario;
use kitchen_story::scene::handle::{Grip, Handle, Stop};
use kitchen_text::{Lang, key, tr};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::player;
use crate::page::action::{Action, Hand};
use crate::web::dom;
use crate::web::watch::{Listener, Resize};

/// Seconds after which another digit begins another number.
const TYPED_S: f64 = 1.5;
/// Pixels that a mouse, and a finger or pen, may tremble before it drags.
const TREMBLE: [f32; 2] = [3.0, 6.0];
/// The class of a strip of things.
const THINGS: &str = "hand-things";

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    /// The state's: what is shown has changed.
    pub version: u32,
    pub player: player::Handle,
}

/// What is held.
struct Held {
    /// As it was when it was taken: nothing moves under the hand.
    handle: Handle,
    before: Scenario,
    pointer: i32,
    /// From the pointer to the handle's middle.
    offset: [f32; 2],
    down: [f32; 2],
    /// The pointer has moved more than a hand trembles.
    moves: bool,
    /// Where the handle is drawn.
    at: [f32; 2],
    aim: usize,
}

/// What stands in the card beside a handle.
struct Told {
    id: &'static str,
    before: Option<String>,
    refused: Option<String>,
    /// What it holds now, where that is another thing than before.
    other: Option<String>,
}

pub enum Message {
    Down(&'static str, PointerEvent),
    /// One of the things is taken that a handle may hold.
    Thing(&'static str, PointerEvent),
    /// The handle holds the thing after, or before, the one that it holds.
    Beside(&'static str, bool),
    Move(PointerEvent),
    /// It is let go, or taken away: then what it changed is undone.
    Up {
        keeps: bool,
    },
    /// To a place: by keys, or by a tap on it.
    Go(&'static str, usize),
    Press(&'static str),
    Focus(&'static str),
    Blur,
    Key(&'static str, KeyboardEvent),
    Resized,
}

/// The handles over the stage.
pub struct Hands {
    layer: NodeRef,
    handles: Vec<Handle>,
    held: Option<Held>,
    /// Handles that hold another thing than their usual one, and which.
    chosen: Vec<(&'static str, usize)>,
    /// The handle whose places are shown after a tap, or that has the focus.
    open: Option<&'static str>,
    told: Option<Told>,
    /// The value that is being typed at a handle, and when its last digit came, in seconds.
    typed: (String, f64),
    watching: Option<(Resize, Listener)>,
}

impl Component for Hands {
    type Message = Message;
    type Properties = Props;

    fn create(_: &Context<Hands>) -> Hands {
        let (handles, typed) = (Vec::new(), (String::new(), 0.0));
        let chosen = Vec::new();
        Hands { layer: NodeRef::default(), handles, held: None, chosen, open: None, told: None, typed, watching: None }
    }

    fn changed(&mut self, ctx: &Context<Hands>, _: &Props) -> bool {
        self.look(ctx);
        true
    }

    fn update(&mut self, ctx: &Context<Hands>, message: Message) -> bool {
        match message {
            Message::Resized => {
                // Whoever watches the stage may hear of it later.
                ctx.props().player.resize();
                self.look(ctx);
            }
            Message::Down(id, event) => self.take(ctx, id, &event),
            Message::Thing(id, event) => {
                let thing = self.point(&event).and_then(|point| self.handle(id)?.thing_at(point));
                if let Some(thing) = thing.filter(|_| self.held.is_none() && event.is_primary() && event.button() == 0)
                {
                    self.choose(ctx, id, thing);
                }
                self.take(ctx, id, &event);
            }
            Message::Beside(id, is_after) => {
                let chosen = self.chosen.iter().find(|(other, _)| *other == id).map(|(_, thing)| *thing);
                if let Some(thing) = self.handle(id).and_then(|handle| handle.thing_beside(chosen, is_after)) {
                    self.choose(ctx, id, thing);
                }
            }
            Message::Move(event) => return self.follow(ctx, &event),
            Message::Up { keeps } => self.release(ctx, keeps),
            Message::Go(id, place) => self.go(ctx, id, place),
            Message::Press(id) => {
                if let Some(handle) = self.handle(id) {
                    let next = (handle.here + 1) % handle.stops.len().max(1);
                    self.go(ctx, id, next);
                }
            }
            Message::Focus(id) => self.open = Some(id),
            Message::Blur => (self.open, self.told) = (None, None),
            Message::Key(id, event) => return self.key(ctx, id, &event),
        }
        true
    }

    fn view(&self, ctx: &Context<Hands>) -> Html {
        html! {
            <div class="hands" ref={self.layer.clone()}>
                {for self.handles.iter().map(|handle| self.hand(ctx, handle))}
                <p class="hidden-visually" role="status" aria-live="polite" data-testid="hand-spoken">{self.spoken(ctx.props().lang)}</p>
            </div>
        }
    }

    fn rendered(&mut self, ctx: &Context<Hands>, first: bool) {
        let Some(layer) = self.layer.cast::<Element>().filter(|_| first) else { return };
        let (on_size, on_blur) = (ctx.link().clone(), ctx.link().clone());
        // Whatever takes the pointer away from the page lets go.
        let blur = Listener::on_window("blur", move |_| on_blur.send_message(Message::Up { keeps: false }));
        self.watching = Some((Resize::new(&layer, move || on_size.send_message(Message::Resized)), blur));
    }
}

impl Hands {
    /// Asks the picture what of it can be taken in hand now.
    fn look(&mut self, ctx: &Context<Hands>) {
        self.handles = ctx.props().player.hands(&self.chosen);
        let holds =
            |id: &str, thing: usize| self.handles.iter().any(|handle| handle.id == id && thing < handle.things.len());
        self.chosen.retain(|(id, thing)| holds(id, *thing));
        let is_there = |id: &&'static str| self.handles.iter().any(|handle| handle.id == *id);
        self.open = self.open.filter(is_there);
        if self.held.as_ref().is_some_and(|held| !self.handles.iter().any(|handle| handle.id == held.handle.id)) {
            self.held = None;
        }
    }

    fn handle(&self, id: &str) -> Option<&Handle> {
        self.handles.iter().find(|handle| handle.id == id)
    }

    /// A handle holds that thing from now on.
    fn choose(&mut self, ctx: &Context<Hands>, id: &'static str, thing: usize) {
        self.chosen.retain(|(other, _)| *other != id);
        self.chosen.push((id, thing));
        self.look(ctx);
        let lang = ctx.props().lang;
        let holds = self
            .handle(id)
            .and_then(|handle| Some([handle.name.say(lang), handle.stops.get(handle.here)?.text.say(lang)].join(", ")));
        self.told = Some(Told { id, before: None, refused: None, other: holds });
    }

    /// A place of the pointer on the stage.
    fn point(&self, event: &PointerEvent) -> Option<[f32; 2]> {
        let bounds = self.layer.cast::<Element>()?.get_bounding_client_rect();
        Some(
            [f64::from(event.client_x()) - bounds.left(), f64::from(event.client_y()) - bounds.top()].map(|v| v as f32),
        )
    }

    fn take(&mut self, ctx: &Context<Hands>, id: &'static str, event: &PointerEvent) {
        if self.held.is_some() {
            // A second finger lets go: it wants to zoom.
            return self.release(ctx, false);
        }
        let (Some(handle), Some(point)) = (self.handle(id).cloned(), self.point(event)) else { return };
        let Some(at) = handle.stops.get(handle.here).map(|stop| stop.at) else { return };
        if !event.is_primary() || event.button() != 0 {
            return;
        }
        event.prevent_default();
        if let Some(element) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
            let _ = element.set_pointer_capture(event.pointer_id());
            // A thing that the handle may hold lies before it.
            let is_thing = element.class_name() == THINGS;
            let grip = if is_thing { element.next_element_sibling() } else { Some(element.into()) };
            let _ = grip.and_then(|grip| grip.dyn_into::<HtmlElement>().ok()).map(|grip| grip.focus());
        }
        let lang = ctx.props().lang;
        let before = ctx.props().player.state().scenario.clone();
        let effect = handle.effect.as_ref().map(|line| line.say(lang));
        self.told = Some(Told { id, before: effect, refused: None, other: None });
        self.open = Some(id);
        self.held = Some(Held {
            before,
            pointer: event.pointer_id(),
            offset: [at[0] - point[0], at[1] - point[1]],
            down: point,
            moves: false,
            at,
            aim: handle.here,
            handle,
        });
    }

    fn follow(&mut self, ctx: &Context<Hands>, event: &PointerEvent) -> bool {
        let point = self.point(event);
        let Some((held, point)) = self.held.as_mut().zip(point) else { return false };
        if held.pointer != event.pointer_id() {
            return false;
        }
        if event.buttons() == 0 {
            self.release(ctx, true);
            return true;
        }
        let tremble = TREMBLE[usize::from(event.pointer_type() != "mouse")];
        held.moves |= (point[0] - held.down[0]).abs().max((point[1] - held.down[1]).abs()) >= tremble;
        if !held.moves {
            return false;
        }
        let wish = [point[0] + held.offset[0], point[1] + held.offset[1]];
        let aim = held.handle.nearest(wish);
        held.at = held.handle.grip_at(wish);
        if aim == held.aim {
            return true;
        }
        held.aim = aim;
        let leads = held.handle.stops[aim].leads.clone();
        self.lead(ctx, leads);
        true
    }

    /// What a place leads to goes on the stage, or its refusal into the card.
    fn lead(&mut self, ctx: &Context<Hands>, leads: Result<Scenario, kitchen_text::Line>) {
        let refused = leads.as_ref().err().map(|line| line.say(ctx.props().lang));
        if let Some(told) = &mut self.told {
            (told.refused, told.other) = (refused, None);
        }
        if let Ok(scenario) = leads {
            ctx.props().player.dispatch(Action::Set(scenario));
        }
    }

    fn release(&mut self, ctx: &Context<Hands>, keeps: bool) {
        let Some(held) = self.held.take() else { return };
        let player = &ctx.props().player;
        if !keeps {
            player.dispatch(Action::Set(held.before));
            return;
        }
        if !held.moves && held.handle.grip == Grip::Press {
            return ctx.link().send_message(Message::Press(held.handle.id));
        }
        let is_changed = player.state().scenario != held.before;
        if is_changed {
            player.dispatch(Action::Hand(Hand::Moved { before: held.before, by_keys: None }));
        }
    }

    /// One gesture: to a place, or to the next one beyond it that can be.
    fn go(&mut self, ctx: &Context<Hands>, id: &'static str, place: usize) {
        let Some(handle) = self.handle(id).cloned() else { return };
        if self.held.is_some() || place == handle.here {
            return;
        }
        let lang = ctx.props().lang;
        if self.told.as_ref().is_none_or(|told| told.id != id) {
            let before = handle.effect.as_ref().map(|line| line.say(lang));
            self.told = Some(Told { id, before, refused: None, other: None });
        }
        let beyond: Box<dyn Iterator<Item = usize>> = match handle.grip {
            Grip::Press => Box::new((place..handle.stops.len()).chain(0..place)),
            _ if place > handle.here => Box::new(place..handle.stops.len()),
            _ => Box::new((0..=place).rev()),
        };
        let first_refusal = handle.stops.get(place).and_then(|stop| stop.leads.clone().err());
        let can =
            |place: &usize| *place != handle.here && handle.stops.get(*place).is_some_and(|stop| stop.leads.is_ok());
        let to = { beyond }.find(can);
        let before = ctx.props().player.state().scenario.clone();
        match (to.and_then(|to| handle.stops[to].leads.clone().ok()), first_refusal) {
            (Some(scenario), _) => {
                self.lead(ctx, Ok(scenario));
                let by_keys = Some((id, dom::seconds()));
                ctx.props().player.dispatch(Action::Hand(Hand::Moved { before, by_keys }));
            }
            (None, Some(line)) => self.lead(ctx, Err(line)),
            (None, None) => {}
        }
    }

    fn key(&mut self, ctx: &Context<Hands>, id: &'static str, event: &KeyboardEvent) -> bool {
        match event.key().as_str() {
            "Escape" if self.held.is_some() => {
                event.prevent_default();
                self.release(ctx, false);
            }
            "Escape" => {
                event.prevent_default();
                dom::focus_by_id("next");
            }
            key @ ("ArrowUp" | "ArrowDown") if self.handle(id).is_some_and(|handle| !handle.things.is_empty()) => {
                event.prevent_default();
                ctx.link().send_message(Message::Beside(id, key == "ArrowDown"));
            }
            "Delete" => ctx.props().player.dispatch(Action::Hand(Hand::AsItWas)),
            digit if digit.len() == 1 && digit.starts_with(|c: char| c.is_ascii_digit() || c == '.') => {
                event.prevent_default();
                self.type_in(ctx, id, digit);
            }
            // Shown while keys move it, too.
            _ => {
                self.typed.0.clear();
                self.open = Some(id);
                return false;
            }
        }
        true
    }

    /// A digit is typed: to the place that has the number which has been typed so far.
    fn type_in(&mut self, ctx: &Context<Hands>, id: &'static str, digit: &str) {
        let now_s = dom::seconds();
        if now_s - self.typed.1 > TYPED_S {
            self.typed.0.clear();
        }
        self.typed.0.push_str(digit);
        self.typed.1 = now_s;
        let (lang, typed) = (ctx.props().lang, self.typed.0.as_str());
        let place = |handle: &Handle| handle.stops.iter().position(|stop| number(&stop.text.say(lang)) == typed);
        if let Some(place) = self.handle(id).and_then(place) {
            self.go(ctx, id, place);
        }
    }

    /// One handle: what is pressed and heard, what is seen, and what is said beside it.
    fn hand(&self, ctx: &Context<Hands>, handle: &Handle) -> Html {
        let (lang, link) = (ctx.props().lang, ctx.link());
        let id = handle.id;
        let held = self.held.as_ref().filter(|held| held.handle.id == id);
        let shown = held.map_or(handle, |held| &held.handle);
        let place = held.map_or(handle.here, |held| held.aim);
        let Some(stop) = shown.stops.get(place) else { return html! {} };
        let at = held.filter(|held| held.moves).map_or(stop.at, |held| held.at);
        let style = spot(at);
        let text = stop.text.say(lang);
        let name = handle.name.say(lang);
        let down = link.callback(move |event| Message::Down(id, event));
        let on = (
            link.callback(Message::Move),
            link.callback(|_: PointerEvent| Message::Up { keeps: true }),
            link.callback(|_: PointerEvent| Message::Up { keeps: false }),
        );
        let (focus, blur) =
            (link.callback(move |_: FocusEvent| Message::Focus(id)), link.callback(|_: FocusEvent| Message::Blur));
        let key = link.callback(move |event| Message::Key(id, event));
        let element = if handle.grip == Grip::Press {
            let onclick = link.callback(move |_: MouseEvent| Message::Press(id));
            html! {
                <button type="button" class="hand-grip" data-hand={id} ~style={style.clone()} aria-label={[&name, ": ", &text].concat()} {onclick} onfocus={focus} onblur={blur}></button>
            }
        } else {
            let oninput = link.batch_callback(move |event: InputEvent| {
                let field = event.target()?.dyn_into::<HtmlInputElement>().ok()?;
                let to = field.value_as_number();
                (to >= 0.0).then_some(Message::Go(id, to as usize))
            });
            let max = (handle.stops.len().max(1) - 1).to_string();
            html! {
                <input type="range" class="hand-grip" data-hand={id} ~style={style.clone()} min="0" {max} step="1" ~value={place.to_string()}
                    aria-label={name} aria-valuetext={text.clone()} aria-orientation={(handle.grip == Grip::Along).then_some("vertical")} {oninput}
                    onpointerdown={down} onpointermove={on.0} onpointerup={on.1} onpointercancel={on.2} onfocus={focus} onblur={blur} onkeydown={key}
                    onmousedown={Callback::from(|event: MouseEvent| event.prevent_default())} />
            }
        };
        let is_open = held.is_some() || self.open == Some(id);
        let has_things = !shown.things.is_empty();
        html! {
            <div key={id} class="hand" data-grip={grip(handle.grip)} data-held={held.is_some().then_some("true")} data-things={has_things.then_some("true")}>
                if handle.grip == Grip::Among || is_open && handle.grip != Grip::Press {
                    {for shown.stops.iter().enumerate().map(|(number, stop)| place_mark(ctx, (id, number), stop, number == place))}
                }
                if has_things { {things(ctx, shown)} }
                {element}
                <span class="hand-disc" ~style={style} aria-hidden="true">{sign(handle.grip)}</span>
                if is_open { {self.card(lang, handle, at, &text)} }
            </div>
        }
    }

    /// The value, then one consequence: what it was, and what it is.
    fn card(&self, lang: Lang, handle: &Handle, at: [f32; 2], text: &str) -> Html {
        let told = self.told.as_ref().filter(|told| told.id == handle.id);
        let refused = told.and_then(|told| told.refused.as_ref());
        let effect = handle.effect.as_ref().map(|line| line.say(lang));
        let before = told.and_then(|told| told.before.as_ref()).filter(|before| Some(*before) != effect.as_ref());
        let class = if at[1] < 120.0 { "hand-card under" } else { "hand-card" };
        html! {
            <p {class} ~style={spot(at)} aria-hidden="true" data-testid="hand-card">
                if !handle.things.is_empty() { <small>{handle.name.say(lang)}{" "}<kbd>{"↑ ↓"}</kbd></small> }
                <b>{text}</b>
                if let Some(refused) = refused { <span class="hand-refused">{refused.clone()}</span> }
                else if let Some(effect) = effect {
                    <span>if let Some(before) = before { <s>{before.clone()}</s>{" → "} }<em>{effect}</em></span>
                }
            </p>
        }
    }

    /// What is said once a hand rests.
    fn spoken(&self, lang: Lang) -> String {
        let Some(told) = self.told.as_ref().filter(|_| self.held.is_none()) else { return String::new() };
        if let Some(refused) = &told.refused {
            return refused.clone();
        }
        if let Some(other) = &told.other {
            return other.clone();
        }
        let effect = self.handle(told.id).and_then(|handle| handle.effect.as_ref());
        effect.map_or_else(String::new, |line| line.say(lang))
    }
}

/// The strip in which the things lie that a handle may hold: the one under the pointer is taken.
fn things(ctx: &Context<Hands>, handle: &Handle) -> Html {
    let link = ctx.link();
    let id = handle.id;
    let bounds =
        handle.things.iter().fold((f32::MAX, f32::MIN), |(least, most), at| (least.min(at[0]), most.max(at[0])));
    let y = handle.things.first().map_or(0.0, |at| at[1]);
    let style = [spot([bounds.0, y]), [";--w:", &dom::css_px(bounds.1 - bounds.0)].concat()].concat();
    let onpointerdown = link.callback(move |event| Message::Thing(id, event));
    let onpointermove = link.callback(Message::Move);
    let onpointerup = link.callback(|_: PointerEvent| Message::Up { keeps: true });
    let onpointercancel = link.callback(|_: PointerEvent| Message::Up { keeps: false });
    let onmousedown = Callback::from(|event: MouseEvent| event.prevent_default());
    html! { <i class={THINGS} ~style={style} aria-hidden="true" {onpointerdown} {onpointermove} {onpointerup} {onpointercancel} {onmousedown}></i> }
}

/// A place where it may go, or may not.
fn place_mark(ctx: &Context<Hands>, (id, number): (&'static str, usize), stop: &Stop, is_here: bool) -> Html {
    // A press on it must not take the focus from the handle.
    let onpointerdown = ctx.link().callback(move |event: PointerEvent| {
        event.prevent_default();
        Message::Go(id, number)
    });
    let onmousedown = Callback::from(|event: MouseEvent| event.prevent_default());
    html! {
        <i class="hand-place" ~style={spot(stop.at)} data-refused={stop.leads.is_err().then_some("true")} data-here={is_here.then_some("true")} aria-hidden="true"
            {onpointerdown} {onmousedown}></i>
    }
}

/// "Undo" and "as it was", while there is something to take back.
pub fn undo(lang: Lang, player: &player::Handle) -> Html {
    if !player.state().can_undo() {
        return html! {};
    }
    let does = |hand: Hand| {
        let player = player.clone();
        Callback::from(move |_: MouseEvent| player.dispatch(Action::Hand(hand.clone())))
    };
    html! {
        <button type="button" class="button undo" data-testid="undo" title={tr(lang, key::SHELL_UNDO_KEYS)} onclick={does(Hand::Undo)}>{tr(lang, key::SHELL_UNDO)}</button>
    }
}

/// The first number in a text, as it would be typed.
fn number(text: &str) -> String {
    let digits =
        text.chars().skip_while(|c| !c.is_ascii_digit()).take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    digits.filter(|c| *c != ',').collect()
}

/// Where an element's middle lies on the stage.
fn spot([x, y]: [f32; 2]) -> String {
    ["--x:", &dom::css_px(x), ";--y:", &dom::css_px(y)].concat()
}

const fn grip(grip: Grip) -> &'static str {
    match grip {
        Grip::Across => "across",
        Grip::Along => "along",
        Grip::Carry => "carry",
        Grip::Among => "among",
        Grip::Press => "press",
    }
}

/// The ways in which it may go.
fn sign(grip: Grip) -> Html {
    let d = match grip {
        Grip::Across => "M4 12h16M8 7l-5 5 5 5M16 7l5 5-5 5",
        Grip::Along => "M12 4v16M7 8l5-5 5 5M7 16l5 5 5-5",
        Grip::Carry | Grip::Among => "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
        Grip::Press => "M12 10a2 2 0 1 0 .01 0M12 5a7 7 0 1 0 .01 0",
    };
    html! { <svg viewBox="0 0 24 24" width="24" height="24"><path {d} fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" /></svg> }
}
