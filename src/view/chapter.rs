//! A chapter's page: story, stage, play bar, timeline, numbers and controls around one player.

use std::rc::Rc;

use kitchen_core::text::{Lang, Line, key, tr};
use kitchen_core::units::Time;
use kitchen_story::chapter::Chapter;
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::scenario::link::{Address, Look};
use kitchen_story::scenario::raw::reconcile;
use kitchen_story::show::{self, Show};
use kitchen_story::staged::{Arriving, Part, Staged};
use kitchen_story::story::playhead::Playhead;
use kitchen_story::story::{self, Beside, Layer, Readout, Script};
use web_sys::{Element, HtmlCanvasElement, HtmlInputElement};
use yew::prelude::*;

use super::bar::{Marks, bar};
use super::controls::controls;
use super::embed::{self, Credit};
use super::gantt::Gantt;
use super::gate::Gate;
use super::header::Wish;
use super::lanes::Lanes;
use super::pictures::Pictures;
use super::player::{Handle, Nodes, Status, speed_from_percent};
use super::playing::{Kept, Playing};
use super::reading::{headline, reading};
use super::readout::{figures, headline_figure};
use super::room::Room;
use super::stage::{Refs, Stage};
use super::table::Shared;
use crate::web::desk::{Came, Desk, HEAVY_TASKS};
use crate::web::dom;
use crate::web::watch::{Listener, Resize};

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub chapter: &'static str,
    /// How it is shown.
    pub look: Look,
    pub lang: Lang,
    pub layer: Layer,
    /// The palette's name.
    pub theme: &'static str,
    /// What the link asked for when the chapter was opened.
    pub start: Rc<Address>,
    pub player: Handle,
    pub desk: Desk,
    pub on_open: Callback<Option<&'static str>>,
    pub on_problem: Callback<Vec<Line>>,
    pub on_wish: Callback<Wish>,
}

pub enum Message {
    Status(Status),
    Scenario(Scenario),
    /// Of the show that the worker makes.
    Came(Came),
    /// The question of this scenario has its answer.
    Answered,
    /// The numbers are asked for, now and from now on, whatever the question.
    Show,
    /// The window or its letters have another size.
    Resized,
    /// The question is wanted now.
    Ask,
    /// Whoever presents goes on: from the question to its answer, from the answer to the stage.
    GoOn,
}

/// What is made once for each run.
struct Derived {
    playing: Playing,
    readout: Readout,
    beside: Vec<Beside>,
    opening: Vec<Line>,
    marks: Marks,
    /// It came from the worker.
    is_heavy: bool,
}

impl Derived {
    /// Other captions take other times to read.
    fn retell(&mut self, voice: (Lang, Layer)) {
        let timeline = self.playing.timeline.told(&self.playing.script, voice);
        self.marks = Marks::new(&self.playing.script, &timeline);
        self.playing.timeline = Rc::new(timeline);
    }
}

pub struct ChapterPage {
    refs: Refs,
    status: Status,
    scenario: Scenario,
    derived: Option<Derived>,
    /// The show that the worker is making, and how many of how many runs are done.
    arriving: Option<(Arriving, [u32; 2])>,
    /// The chapter's question has been answered for this scenario.
    answered: bool,
    /// The reader would rather see the numbers than predict them.
    shown: bool,
    room: Room,
    /// What had the focus before the parts of the page changed their order.
    held: Option<Element>,
    watching: Option<(Resize, Listener)>,
    card: Card,
    /// The focus goes to the question once it is there.
    to_card: bool,
    on_answer: Callback<()>,
    on_show: Callback<MouseEvent>,
    on_ask: Callback<MouseEvent>,
    on_close: Callback<MouseEvent>,
    on_card: Callback<()>,
}

/// The question on the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Card {
    /// It was asked for before its moment.
    wanted: bool,
    /// Its answer is wanted without a guess.
    reveal: bool,
    /// Its answer has been seen.
    closed: bool,
}

impl Component for ChapterPage {
    type Message = Message;
    type Properties = Props;

    fn create(ctx: &Context<ChapterPage>) -> ChapterPage {
        let Props { start, player, .. } = ctx.props();
        let mut page = ChapterPage {
            refs: Refs::default(),
            status: Status::default(),
            scenario: start.scenario.clone(),
            derived: None,
            arriving: None,
            answered: false,
            // An embedded page asks nothing.
            shown: ctx.props().look.embed,
            room: Room::now(),
            held: None,
            watching: None,
            on_answer: ctx.link().callback(|()| Message::Answered),
            card: Card::default(),
            to_card: false,
            on_show: ctx.link().callback(|_| Message::Show),
            on_ask: ctx.link().callback(|_| Message::Ask),
            on_close: ctx.link().callback(|_| Message::GoOn),
            on_card: ctx.link().callback(|()| Message::GoOn),
        };
        Self::show_as(ctx);
        page.run(ctx);
        page.load(ctx);
        page.ask(ctx);
        page.status = player.status();
        page
    }

    fn update(&mut self, ctx: &Context<ChapterPage>, message: Message) -> bool {
        match message {
            Message::Status(status) => self.status = status,
            Message::Answered => self.answered = true,
            Message::Show => {
                // The button that was pressed goes away.
                dom::focus_by_id(if self.has_card(ctx) { "stage" } else { "readout" });
                self.shown = true;
            }
            Message::Resized => {
                let room = Room::now();
                if room == self.room {
                    return false;
                }
                self.room = room;
                self.held = dom::focused();
            }
            Message::Ask => {
                self.card.wanted = true;
                self.to_card = true;
            }
            Message::GoOn if self.is_open() => self.card.reveal = true,
            Message::GoOn => {
                self.card.closed = true;
                dom::focus_by_id("stage");
            }
            Message::Scenario(scenario) => {
                let (scenario, problem) = reconcile(scenario);
                if let Some(line) = problem {
                    ctx.props().on_problem.emit(vec![line]);
                }
                if self.scenario != scenario {
                    (self.answered, self.card) = (false, Card::default());
                }
                self.scenario = scenario;
                let is_first = self.derived.is_none();
                self.run(ctx);
                self.reload(ctx, is_first);
            }
            Message::Came(came) => self.take(ctx, came),
        }
        self.ask(ctx);
        self.status = ctx.props().player.status();
        true
    }

    fn changed(&mut self, ctx: &Context<ChapterPage>, old: &Props) -> bool {
        let Props { lang, layer, player, .. } = ctx.props();
        if let Some(derived) = self.derived.as_mut().filter(|_| (lang, layer) != (&old.lang, &old.layer)) {
            derived.retell((*lang, *layer));
            player.retell(Rc::clone(&derived.playing.timeline));
        }
        Self::show_as(ctx);
        true
    }

    fn view(&self, ctx: &Context<ChapterPage>) -> Html {
        let Props { chapter, look, lang, layer, player, on_open, on_wish, .. } = ctx.props();
        let (lang, layer) = (*lang, *layer);
        let Some(chapter) = chapters::chapter(chapter) else { return html! { <main></main> } };
        let stage = html! {
            <Stage {lang} {layer} refs={self.refs.clone()} player={player.clone()} summary={self.summary(ctx)}>
                {self.card(ctx, chapter)}
            </Stage>
        };
        let bar = bar(lang, self.status, self.derived.as_ref().map(|derived| &derived.marks), &self.refs, player);
        if look.embed {
            return self.embed(ctx, chapter, stage, bar);
        }
        let wide = self.is_wide();
        let class = match (look.controls, wide) {
            (true, false) => "chapter",
            (true, true) => "chapter wide",
            (false, false) => "chapter plain",
            (false, true) => "chapter plain wide",
        };
        // A headline over the stage where there is room for it.
        let over = wide && self.room.has_side();
        let work = html! {
            <div key="work" class="work">
                {if over { headline(lang, chapter) } else { html! {} }}
                {stage}
                {bar}
                {if look.controls && self.has_main_beside_stage() { self.main_figure(lang) } else { html! {} }}
                <Gantt {lang} {layer} lanes={look.lanes} refs={self.refs.clone()} player={player.clone()} show={self.shared()} covered={self.is_covered()}
                    on_wish={on_wish.clone()} />
            </div>
        };
        let side = if look.controls {
            self.side(ctx, chapter)
        } else {
            html! { <i key="side" hidden=true></i> }
        };
        let reading = reading(lang, chapter, !over, html! {}, self.script(), on_open);
        // Where the story is on the left it comes first.
        let parts = if self.room == Room::Study && !wide { [reading, work, side] } else { [work, side, reading] };
        html! { <main {class} data-room={self.room.name()} id="main" tabindex="-1">{for parts}</main> }
    }

    fn rendered(&mut self, ctx: &Context<ChapterPage>, first: bool) {
        if first {
            self.attach(ctx);
            self.watch(ctx);
        }
        if let Some(held) = self.held.take()
            && dom::focused().is_none()
        {
            dom::focus(&held);
        }
        if std::mem::take(&mut self.to_card) {
            dom::focus_by_id("gate-title");
        }
        let covered = self.is_covered();
        ctx.props().player.with_timeline(|timeline, _| timeline.cover(covered));
    }

    fn destroy(&mut self, ctx: &Context<ChapterPage>) {
        ctx.props().desk.dismiss();
        ctx.props().player.detach();
    }
}

impl ChapterPage {
    /// Makes the scenario's show, or asks the worker for it. A scenario that cannot run leaves the last run on the stage, and
    /// says why.
    fn run(&mut self, ctx: &Context<ChapterPage>) {
        self.arriving = None;
        ctx.props().desk.dismiss();
        if show::is_heavy(&self.scenario) {
            return self.send_for(ctx);
        }
        match (self.scenario.kind.prepare)(&self.scenario) {
            Ok(drafts) if drafts.iter().map(|draft| draft.graph.len()).sum::<usize>() >= HEAVY_TASKS => {
                self.send_for(ctx);
            }
            Ok(drafts) => self.finish(ctx, show::perform(&self.scenario, drafts)),
            Err(line) => self.refuse(ctx, line),
        }
    }

    /// Asks the worker for the show.
    fn send_for(&mut self, ctx: &Context<ChapterPage>) {
        self.arriving = Some((Arriving::new(&self.scenario), [0; 2]));
        let (address, link) = (self.address(ctx), ctx.link().clone());
        ctx.props().desk.stage(&address, move |came| link.send_message(Message::Came(came)));
    }

    /// Takes what the worker sends. Where it cannot, the page makes the show itself.
    fn take(&mut self, ctx: &Context<ChapterPage>, came: Came) {
        let Some((arriving, progress)) = &mut self.arriving else { return };
        let is_first = self.derived.is_none();
        let staged = match came {
            Came::Part(Part::Run { bytes, done, all }) => {
                *progress = [done, all];
                match arriving.run(&bytes) {
                    Some(()) => return,
                    None => None,
                }
            }
            Came::Part(Part::Told(bytes)) => {
                self.arriving.take().and_then(|(arriving, _)| arriving.finish(chapters::of(&self.scenario), &bytes))
            }
            Came::Refused(line) => {
                self.arriving = None;
                self.refuse(ctx, line);
                return self.reload(ctx, is_first);
            }
            Came::Nothing => None,
        };
        self.arriving = None;
        match staged {
            Some(staged) => self.derived = Some(derive(staged, true, voice(ctx))),
            None => self.finish(ctx, show::run(&self.scenario)),
        }
        self.reload(ctx, is_first);
    }

    /// From a run to what is made of it, here.
    fn finish(&mut self, ctx: &Context<ChapterPage>, show: Result<Show, Line>) {
        let Some(chapter) = chapters::chapter(ctx.props().chapter) else { return };
        match show {
            Ok(show) => self.derived = Some(derive(Staged::new(chapter, show), false, voice(ctx))),
            Err(line) => self.refuse(ctx, line),
        }
    }

    fn refuse(&mut self, ctx: &Context<ChapterPage>, line: Line) {
        let Some(chapter) = chapters::chapter(ctx.props().chapter) else { return };
        ctx.props().on_problem.emit(vec![line]);
        let usual = Scenario::default_for(chapter.kind);
        if self.derived.is_none() && self.scenario != usual {
            self.scenario = usual;
            self.run(ctx);
        } else if let Some(derived) = &self.derived {
            self.scenario = derived.playing.scenario.clone();
        }
    }

    /// The first run starts where the link says; later ones keep the moment.
    fn reload(&mut self, ctx: &Context<ChapterPage>, is_first: bool) {
        if is_first {
            self.load(ctx);
        } else if let Some(derived) = &self.derived {
            ctx.props().player.reload(derived.playing.clone());
        }
        self.status = ctx.props().player.status();
    }

    /// Hands the elements that are painted on to the player.
    fn attach(&self, ctx: &Context<ChapterPage>) {
        let refs = &self.refs;
        let canvas = |node: &NodeRef| node.cast::<HtmlCanvasElement>();
        let nodes = (|| {
            Some(Nodes {
                stage: refs.stage.cast::<Element>()?,
                caption: refs.caption.cast::<Element>()?,
                spoken: refs.spoken.cast::<Element>()?,
                time: refs.time.cast::<Element>()?,
                scale: refs.scale.cast::<Element>()?,
                slow: refs.slow.cast::<Element>()?,
                scrubber: refs.scrubber.cast::<HtmlInputElement>()?,
            })
        })();
        let pictures =
            canvas(&refs.backdrop).zip(canvas(&refs.front)).and_then(|(back, front)| Pictures::new(back, front));
        let timeline = canvas(&refs.gantt).zip(refs.gantt_line.cast::<Element>());
        if let (Some(nodes), Some(mut pictures)) = (nodes, pictures) {
            pictures.timeline = timeline.and_then(|(canvas, line)| Lanes::new(canvas, line));
            ctx.props().player.attach(nodes, pictures, ctx.link().callback(Message::Status));
        }
    }

    fn load(&self, ctx: &Context<ChapterPage>) {
        let Props { start, player, .. } = ctx.props();
        if let Some(derived) = &self.derived {
            let mut head = Playhead::default();
            head.speed = speed_from_percent(start.speed);
            head.guided = start.guide;
            head.seek(&derived.playing.timeline, start.t);
            player.load(derived.playing.clone(), head);
        }
    }

    /// The link to this scenario, at its start.
    fn address(&self, ctx: &Context<ChapterPage>) -> Address {
        Address { look: ctx.props().look.clone(), scenario: self.scenario.clone(), ..(*ctx.props().start).clone() }
    }

    /// Several kitchens need the whole width; the story goes below them.
    fn is_wide(&self) -> bool {
        chapters::of(&self.scenario).is_wide
    }

    /// Whether the main figure stands by the stage: where the numbers have no column of their own.
    fn has_main_beside_stage(&self) -> bool {
        !self.room.has_side()
    }

    /// Hears of another size of the window, and of other letters, which change the page's height.
    fn watch(&mut self, ctx: &Context<ChapterPage>) {
        let link = ctx.link().clone();
        let on_window = Listener::on_window("resize", move |_| link.send_message(Message::Resized));
        let link = ctx.link().clone();
        let main = dom::document().get_element_by_id("main");
        self.watching = main.map(|main| (Resize::new(&main, move || link.send_message(Message::Resized)), on_window));
    }

    /// Whether a scenario like this one is the worker's.
    fn is_heavy(&self) -> bool {
        self.arriving.is_some() || self.derived.as_ref().is_some_and(|derived| derived.is_heavy)
    }

    /// Whether the chapter's question waits for its answer.
    fn is_open(&self) -> bool {
        !self.answered && !self.shown
    }

    /// Whether the question or its answer stands on the stage.
    fn has_card(&self, ctx: &Context<ChapterPage>) -> bool {
        let Look { controls, embed, .. } = ctx.props().look;
        let asks =
            if self.is_open() { self.card.wanted || self.status.asking } else { self.answered && !self.card.closed };
        asks && controls && !embed && self.derived.is_some()
    }

    /// Tells the player when the question is asked, and whether going on concerns it first.
    fn ask(&mut self, ctx: &Context<ChapterPage>) {
        let Props { chapter, look, player, .. } = ctx.props();
        let at = self.derived.as_ref().zip(chapters::chapter(chapter)).map(|(derived, chapter)| {
            let id = (chapter.gate)(&self.scenario).at;
            let beats = &derived.playing.script.beats;
            beats.iter().find(|beat| beat.id == id).map_or(Time::ZERO, |beat| beat.at)
        });
        player.set_gate(at.filter(|_| self.is_open() && look.controls && !look.embed));
        self.status = player.status();
        player.set_card(self.has_card(ctx).then(|| self.on_card.clone()));
    }

    fn card(&self, ctx: &Context<ChapterPage>, chapter: &Chapter) -> Html {
        let Props { lang, desk, .. } = ctx.props();
        if !self.has_card(ctx) {
            return html! {};
        }
        html! {
            <Gate lang={*lang} chapter={chapter.id} scenario={self.scenario.clone()} desk={desk.clone()} heavy={self.is_heavy()}
                folded={self.status.playing} reveal={self.card.reveal} on_answer={self.on_answer.clone()}
                on_show={self.on_show.clone()} on_close={self.on_close.clone()} />
        }
    }

    /// Whether something of the run answers the open question.
    fn is_covered(&self) -> bool {
        self.is_open() && self.derived.as_ref().is_some_and(|derived| derived.readout.answers != 0)
    }

    fn script(&self) -> Option<&Script> {
        self.derived.as_ref().map(|derived| derived.playing.script.as_ref())
    }

    fn shared(&self) -> Option<Shared> {
        self.derived.as_ref().map(|derived| Shared(Rc::clone(&derived.playing.show)))
    }

    fn show_as(ctx: &Context<ChapterPage>) {
        let Props { look, lang, layer, theme, player, .. } = ctx.props();
        player.show_as(look.clone(), *lang, *layer, theme);
    }

    fn summary(&self, ctx: &Context<ChapterPage>) -> AttrValue {
        let Props { chapter, lang, .. } = ctx.props();
        let (Some(chapter), Some(derived)) = (chapters::chapter(chapter), &self.derived) else {
            return AttrValue::default();
        };
        // While the question is open, those who hear the stage are told no more than those who see it.
        if self.is_covered() {
            let mut text = tr(*lang, chapter.name).to_owned();
            for line in (chapter.opening)(&derived.playing.show).iter().take(1) {
                text.push_str(". ");
                line.say_into(*lang, &mut text);
            }
            return text.into();
        }
        let mut text = Line::new(key::SHELL_SUMMARY)
            .key("name", chapter.name)
            .time("total", derived.playing.timeline.end)
            .int("beats", derived.playing.script.beats.len() as i64)
            .say(*lang);
        for line in &derived.opening {
            text.push(' ');
            line.say_into(*lang, &mut text);
        }
        text.into()
    }

    /// In another page: the title above the stage, and below it what the link asks for.
    fn embed(&self, ctx: &Context<ChapterPage>, chapter: &Chapter, stage: Html, bar: Html) -> Html {
        let Props { look, lang, layer, start, player, on_wish, .. } = ctx.props();
        let (lang, layer) = (*lang, *layer);
        let class = if look.controls { "embed beside" } else { "embed" };
        html! {
            <main {class} id="main" tabindex="-1" aria-labelledby="title">
                {embed::head(lang, chapter, look.switch.then_some(layer), on_wish)}
                {stage}
                {bar}
                if look.gantt {
                    <Gantt {lang} {layer} lanes={look.lanes} refs={self.refs.clone()} player={player.clone()} show={self.shared()} covered={false}
                        on_wish={on_wish.clone()} />
                }
                if look.controls { {self.side(ctx, chapter)} }
                <Credit {lang} start={(**start).clone()} player={player.clone()} />
            </main>
        }
    }

    fn main_figure(&self, lang: Lang) -> Html {
        let figure = |derived: &Derived| headline_figure(lang, &derived.readout, self.is_open());
        self.derived.as_ref().map_or_else(Html::default, figure)
    }

    /// How far the worker is.
    fn busy(&self, lang: Lang) -> String {
        match self.arriving {
            None => String::new(),
            Some((_, [_, 0])) => tr(lang, key::WORKER_BUSY).to_owned(),
            Some((_, [done, all])) => {
                Line::new(key::WORKER_PROGRESS).int("done", done.into()).int("all", all.into()).say(lang)
            }
        }
    }

    fn side(&self, ctx: &Context<ChapterPage>, chapter: &Chapter) -> Html {
        let lang = ctx.props().lang;
        let is_open = self.is_open();
        let with_main = ctx.props().look.embed || !self.has_main_beside_stage();
        let figures = |derived: &Derived| {
            let on = (&self.on_ask, &self.on_show);
            figures(lang, &derived.readout, &derived.beside, with_main, is_open, on)
        };
        let figures = self.derived.as_ref().map_or_else(Html::default, figures);
        html! {
            <aside key="side" class="side" aria-label={tr(lang, key::SHELL_SIDE)}>
                <p class="busy" role="status" data-testid="busy">{self.busy(lang)}</p>
                {figures}
                {controls(lang, chapter, &self.scenario, &ctx.link().callback(Message::Scenario))}
            </aside>
        }
    }
}

/// In which the captions are read.
fn voice(ctx: &Context<ChapterPage>) -> (Lang, Layer) {
    (ctx.props().lang, ctx.props().layer)
}

fn derive(staged: Staged, is_heavy: bool, voice: (Lang, Layer)) -> Derived {
    let beside = story::beside(&staged.show);
    let Staged { show, index, told } = staged;
    let timeline = told.timeline.told(&told.script, voice);
    let marks = Marks::new(&told.script, &timeline);
    let playing = Playing {
        scenario: show.scenario.clone(),
        show: Rc::new(Kept::new(show)),
        index: Rc::new(index),
        script: Rc::new(told.script),
        timeline: Rc::new(timeline),
    };
    Derived { playing, readout: told.readout, opening: told.opening, beside, marks, is_heavy }
}
