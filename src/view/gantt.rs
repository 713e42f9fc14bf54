//! The timeline under the stage: its tools, what the reader points at, and the way to the table.

use kitchen_story::scenario::link::Lanes;
use kitchen_story::story::Layer;
use kitchen_text::{Key, Lang, key, tr};
use web_sys::Element;
use yew::prelude::*;

use super::header::flag;
use super::icons::{Icon, icon};
use super::player::Handle;
use super::stage::Refs;
use super::table::{Shared, Table};
use crate::page::action::{Command, Wish};
use crate::page::window::{Shown, Turn};
use crate::web::watch::Resize;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub layer: Layer,
    /// What each lane is of.
    pub lanes: Lanes,
    pub refs: Refs,
    pub player: Handle,
    /// The run: what was pointed at belongs to it.
    pub show: Option<Shared>,
    /// Whether the lanes of links are those asked for: until then they are of chefs.
    pub has_network: bool,
    /// Its times answer an open question: the table waits.
    pub covered: bool,
    pub on_wish: Callback<Wish>,
}

pub enum Message {
    Point(PointerEvent),
    Press(PointerEvent),
    Release,
    Leave,
    Turn(Turn),
    /// To the beginning of the selected span.
    Go,
    Unselect,
    Zoom(bool),
    Pan(bool),
    Fit,
    Critical,
    Table(bool),
    Lanes(Lanes),
    /// The timeline is there.
    Look,
}

#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Gantt {
    /// What the reader points at.
    info: Option<String>,
    critical: bool,
    zoomed: bool,
    dragging: bool,
    table: bool,
    resize: Option<Resize>,
}

/// Whether the run has no links to look at.
fn is_alone(props: &Props) -> bool {
    props.show.as_ref().is_some_and(|show| show.0.is_alone())
}

impl Component for Gantt {
    type Message = Message;
    type Properties = Props;

    fn create(_ctx: &Context<Gantt>) -> Gantt {
        Gantt { info: None, critical: false, zoomed: false, dragging: false, table: false, resize: None }
    }

    fn changed(&mut self, ctx: &Context<Gantt>, _old: &Props) -> bool {
        self.look(ctx);
        true
    }

    fn update(&mut self, ctx: &Context<Gantt>, message: Message) -> bool {
        let player = &ctx.props().player;
        match message {
            Message::Point(event) if self.dragging => {
                seek(player, event.offset_x() as f32);
                return false;
            }
            Message::Point(event) => {
                let (x, y) = (event.offset_x() as f32, event.offset_y() as f32);
                player.with_timeline(|timeline, _| timeline.point(x, y));
                return self.look(ctx);
            }
            Message::Press(event) => {
                let (x, y) = (event.offset_x() as f32, event.offset_y() as f32);
                self.dragging = true;
                if let Some(target) = event.target_dyn_into::<Element>() {
                    let _ = target.set_pointer_capture(event.pointer_id());
                }
                player.with_timeline(|timeline, _| timeline.point(x, y));
                seek(player, x);
            }
            Message::Release => self.dragging = false,
            Message::Leave => {
                self.dragging = false;
                player.with_timeline(|timeline, _| timeline.unselect());
            }
            Message::Turn(turn) => {
                player.with_timeline(|timeline, at| timeline.turn(turn, at));
            }
            Message::Go => {
                if let Some(start) = player.with_timeline(|timeline, _| timeline.selected_start()).flatten() {
                    player.act(Command::Seek(start));
                }
            }
            Message::Unselect => {
                player.with_timeline(|timeline, _| timeline.unselect());
            }
            Message::Zoom(closer) => {
                player.with_timeline(|timeline, at| timeline.show(timeline.shown().zoomed(closer, at)));
            }
            Message::Pan(later) => {
                player.with_timeline(|timeline, _| timeline.show(timeline.shown().moved(later)));
            }
            Message::Fit => {
                player.with_timeline(|timeline, _| timeline.show(Shown::whole(timeline.shown().end)));
            }
            Message::Critical => {
                self.critical = !self.critical;
                let critical = self.critical;
                player.with_timeline(|timeline, _| timeline.set_critical(critical));
            }
            Message::Table(open) => self.table = open,
            Message::Lanes(lanes) => {
                ctx.props().on_wish.emit(Wish::Lanes(lanes));
                return false;
            }
            Message::Look => {}
        }
        self.look(ctx);
        true
    }

    fn view(&self, ctx: &Context<Gantt>) -> Html {
        let Props { lang, layer, lanes, refs, show, .. } = ctx.props();
        let (lang, layer) = (*lang, *layer);
        let lanes = if is_alone(ctx.props()) { Lanes::Chefs } else { *lanes };
        let title = match (lanes, layer) {
            (Lanes::Links, _) => key::SHELL_GANTT_OF_LINKS,
            (Lanes::Chefs, Layer::Kitchen) => key::SHELL_GANTT,
            (Lanes::Chefs, Layer::XRay) => key::SHELL_GANTT_OF_GPUS,
        };
        let link = ctx.link();
        html! {
            <section class="gantt" aria-labelledby="gantt-title">
                <h2 id="gantt-title" class="hidden-visually">{tr(lang, title)}</h2>
                <div class="gantt-frame" tabindex="0" role="group" data-testid="gantt" aria-labelledby="gantt-title" aria-describedby="gantt-keys gantt-info"
                    onkeydown={on_key(link)}>
                    <canvas class="gantt-canvas" aria-hidden="true" ref={refs.gantt.clone()}
                        onpointermove={link.callback(Message::Point)} onpointerdown={link.callback(Message::Press)}
                        onpointerup={link.callback(|_| Message::Release)} onpointercancel={link.callback(|_| Message::Release)}
                        onpointerleave={link.callback(|_| Message::Leave)}></canvas>
                    <i class="gantt-line" aria-hidden="true" ref={refs.gantt_line.clone()}></i>
                </div>
                <p id="gantt-keys" class="hidden-visually">{tr(lang, key::SHELL_GANTT_KEYS)}</p>
                <div class="gantt-tools">
                    <div class="gantt-buttons">{self.tools(ctx, lang)}</div>
                    <p id="gantt-info" role="status">{self.info.clone().unwrap_or_else(|| tr(lang, key::SHELL_GANTT_NONE).to_owned())}</p>
                </div>
                if let Some(show) = show.clone().filter(|_| self.table) {
                    <Table {lang} {layer} {show} player={ctx.props().player.clone()} on_close={link.callback(|()| Message::Table(false))} />
                }
            </section>
        }
    }

    fn rendered(&mut self, ctx: &Context<Gantt>, first: bool) {
        if let Some(frame) = ctx.props().refs.gantt.cast::<Element>().and_then(|canvas| canvas.parent_element())
            && first
        {
            let player = ctx.props().player.clone();
            ctx.link().send_message(Message::Look);
            let link = ctx.link().clone();
            self.resize = Some(Resize::new(&frame, move || {
                player.resize();
                // What it shows may be made only now.
                link.send_message(Message::Look);
            }));
        }
    }
}

impl Gantt {
    /// Takes over what the timeline says now; answers whether that is something else.
    fn look(&mut self, ctx: &Context<Gantt>) -> bool {
        let Props { lang, layer, player, show, .. } = ctx.props();
        let said = player.with_timeline(|timeline, _| {
            let info = show.as_ref().and_then(|show| timeline.describe(&show.0, *lang, *layer));
            (info, timeline.shown().is_zoomed())
        });
        let (info, zoomed) = said.unwrap_or_default();
        let changed = info != self.info || zoomed != self.zoomed;
        (self.info, self.zoomed) = (info, zoomed);
        changed
    }

    fn tools(&self, ctx: &Context<Gantt>, lang: Lang) -> Html {
        let pill = |name: Key, test: &'static str, pressed: Option<bool>, disabled: bool, message: fn() -> Message| {
            let onclick = ctx.link().batch_callback(move |_: MouseEvent| (!disabled).then(message));
            html! {
                <button type="button" class="pill" data-testid={test} aria-pressed={pressed.map(flag)} aria-disabled={off(disabled)} {onclick}>{tr(lang, name)}</button>
            }
        };
        let of_links = ctx.props().lanes == Lanes::Links;
        let xray = ctx.props().layer == Layer::XRay;
        let by_chef = if xray { key::SHELL_GANTT_BY_GPU } else { key::SHELL_GANTT_BY_CHEF };
        let button = |name: Key, drawing: Icon, disabled: bool, message: fn() -> Message| {
            let onclick = ctx.link().batch_callback(move |_: MouseEvent| (!disabled).then(message));
            html! {
                <button type="button" class="round small" aria-disabled={off(disabled)} aria-label={tr(lang, name)} title={tr(lang, name)} {onclick}>
                    {icon(drawing)}
                </button>
            }
        };
        let has_links = !is_alone(ctx.props());
        html! {
            <>
                if has_links {
                    <div class="gantt-lanes" role="group" aria-label={tr(lang, key::SHELL_GANTT_LANES)}>
                        {pill(by_chef, "lanes-chefs", Some(!of_links), false, || Message::Lanes(Lanes::Chefs))}
                        {pill(key::SHELL_GANTT_BY_LINK, "lanes-links", Some(of_links), false, || Message::Lanes(Lanes::Links))}
                    </div>
                }
                {button(key::SHELL_GANTT_ZOOM_IN, Icon::Plus, false, || Message::Zoom(true))}
                {button(key::SHELL_GANTT_ZOOM_OUT, Icon::Minus, !self.zoomed, || Message::Zoom(false))}
                {button(key::SHELL_GANTT_EARLIER, Icon::Left, !self.zoomed, || Message::Pan(false))}
                {button(key::SHELL_GANTT_LATER, Icon::Right, !self.zoomed, || Message::Pan(true))}
                {pill(key::SHELL_GANTT_FIT, "fit", None, !self.zoomed, || Message::Fit)}
                {pill(key::SHELL_GANTT_CRITICAL, "critical", Some(self.critical), false, || Message::Critical)}
                {pill(key::SHELL_TABLE, "table", None, ctx.props().covered, || Message::Table(true))}
            </>
        }
    }
}

/// A button that does nothing now keeps the focus: `disabled` would drop it.
fn off(disabled: bool) -> Option<&'static str> {
    disabled.then_some("true")
}

/// Moves the playhead to a place of the timeline.
fn seek(player: &Handle, x: f32) {
    if let Some(at) = player.with_timeline(|timeline, _| timeline.time_at(x)) {
        player.act(Command::Seek(at));
    }
}

/// Arrows walk from span to span, Enter moves the playhead there, plus and minus magnify.
fn on_key(link: &yew::html::Scope<Gantt>) -> Callback<KeyboardEvent> {
    let link = link.clone();
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let message = match event.key().as_str() {
            "ArrowLeft" => Message::Turn(Turn::Earlier),
            "ArrowRight" => Message::Turn(Turn::Later),
            "ArrowUp" => Message::Turn(Turn::Up),
            "ArrowDown" => Message::Turn(Turn::Down),
            "Enter" => Message::Go,
            "Escape" => Message::Unselect,
            "+" => Message::Zoom(true),
            "-" => Message::Zoom(false),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        link.send_message(message);
    })
}
