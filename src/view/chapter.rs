//! A chapter's page: story, stage, play bar, timeline, numbers and controls around one player.

use std::rc::Rc;

use js_sys::Array;
use kitchen_core::scenario::link::{Address, Look};
use kitchen_core::scenario::raw::reconcile;
use kitchen_core::scenario::{self, Draft, Kind, Scenario};
use kitchen_core::show::{Run, Show};
use kitchen_core::story::playhead::{Playhead, Timeline};
use kitchen_core::story::{self, Chapter, Layer, Readout, Script};
use kitchen_core::text::{Lang, Line, key, tr};
use kitchen_core::units::Time;
use wasm_bindgen::JsValue;
use web_sys::{Element, HtmlCanvasElement, HtmlInputElement};
use yew::prelude::*;

use super::bar::bar;
use super::controls::controls;
use super::gantt::Gantt;
use super::gate::Gate;
use super::header::Wish;
use super::lanes::Lanes;
use super::pictures::Pictures;
use super::player::{Handle, Nodes, Playing, Status, speed_from_percent};
use super::reading::{headline, reading};
use super::readout::figures;
use super::stage::{Refs, Stage};
use super::table::Shared;
use crate::web::columns;
use crate::web::desk::{Desk, HEAVY_TASKS};
use crate::web::worker::What;

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
    /// The worker's traces for a scenario, if it could.
    Traced(Scenario, Option<JsValue>),
    /// The question of this scenario has its answer.
    Answered,
    /// The numbers are asked for, now and from now on, whatever the question.
    Show,
}

/// What is made once for each run.
struct Derived {
    playing: Playing,
    readout: Readout,
    marks: Vec<f64>,
}

pub struct ChapterPage {
    refs: Refs,
    status: Status,
    scenario: Scenario,
    derived: Option<Derived>,
    /// What the worker is simulating.
    drafts: Vec<Draft>,
    /// The chapter's question has been answered for this scenario.
    answered: bool,
    /// The reader would rather see the numbers than predict them.
    shown: bool,
    on_answer: Callback<()>,
    on_show: Callback<MouseEvent>,
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
            drafts: Vec::new(),
            answered: false,
            shown: false,
            on_answer: ctx.link().callback(|()| Message::Answered),
            on_show: ctx.link().callback(|_| Message::Show),
        };
        Self::show_as(ctx);
        page.run(ctx);
        page.load(ctx);
        page.status = player.status();
        page
    }

    fn update(&mut self, ctx: &Context<ChapterPage>, message: Message) -> bool {
        match message {
            Message::Status(status) => self.status = status,
            Message::Answered => self.answered = true,
            Message::Show => self.shown = true,
            Message::Scenario(scenario) => {
                let (scenario, problem) = reconcile(scenario);
                if let Some(line) = problem {
                    ctx.props().on_problem.emit(vec![line]);
                }
                self.answered &= self.scenario == scenario;
                self.scenario = scenario;
                let is_first = self.derived.is_none();
                self.run(ctx);
                self.reload(ctx, is_first);
            }
            Message::Traced(scenario, traces) => {
                // The reader may have asked for something else since.
                if self.scenario == scenario && !self.drafts.is_empty() {
                    let is_first = self.derived.is_none();
                    self.finish(ctx, traces.as_ref());
                    self.reload(ctx, is_first);
                }
            }
        }
        true
    }

    fn changed(&mut self, ctx: &Context<ChapterPage>, _old: &Props) -> bool {
        Self::show_as(ctx);
        true
    }

    fn view(&self, ctx: &Context<ChapterPage>) -> Html {
        let Props { chapter, look, lang, layer, player, desk, on_open, on_wish, .. } = ctx.props();
        let (lang, layer) = (*lang, *layer);
        let Some(chapter) = story::chapter(chapter) else { return html! { <main></main> } };
        let marks = self.derived.as_ref().map_or(&[][..], |derived| &derived.marks);
        let stage = html! {
            <Stage {lang} {layer} refs={self.refs.clone()} player={player.clone()} summary={self.summary(ctx)} />
        };
        let bar = bar(lang, self.status, marks, &self.refs, player);
        if look.embed {
            return html! { <main class="embed" id="main" tabindex="-1">{stage}{bar}</main> };
        }
        let wide = self.is_wide();
        let class = match (look.controls, wide) {
            (true, false) => "chapter",
            (true, true) => "chapter wide",
            (false, false) => "chapter plain",
            (false, true) => "chapter plain wide",
        };
        let gate = html! { <Gate {lang} chapter={chapter.id} scenario={self.scenario.clone()} desk={desk.clone()} heavy={self.is_heavy()} on_answer={self.on_answer.clone()} /> };
        html! {
            <main {class} id="main" tabindex="-1">
                <div class="work">
                    {if wide { headline(lang, chapter) } else { html! {} }}
                    {stage}
                    {bar}
                    <Gantt {lang} {layer} lanes={look.lanes} refs={self.refs.clone()} player={player.clone()} show={self.shared()}
                        on_wish={on_wish.clone()} />
                    {if look.controls { self.side(ctx, chapter) } else { html! {} }}
                </div>
                {reading(lang, chapter, !wide, if look.controls { gate } else { html! {} }, self.script(), on_open)}
            </main>
        }
    }

    fn rendered(&mut self, ctx: &Context<ChapterPage>, first: bool) {
        if first {
            self.attach(ctx);
        }
        let covered = self.is_wide() && self.is_covered();
        ctx.props().player.with_timeline(|timeline, _| timeline.cover(covered));
    }

    fn destroy(&mut self, ctx: &Context<ChapterPage>) {
        ctx.props().player.detach();
    }
}

impl ChapterPage {
    /// Simulates the scenario. A scenario that cannot run leaves the last run on the stage, and says why.
    fn run(&mut self, ctx: &Context<ChapterPage>) {
        match scenario::prepare(&self.scenario) {
            Ok(drafts) if drafts.iter().map(|draft| draft.graph.len()).sum::<usize>() >= HEAVY_TASKS => {
                self.drafts = drafts;
                let address = self.address(ctx);
                let scenario = self.scenario.clone();
                let link = ctx.link().clone();
                ctx.props()
                    .desk
                    .ask(What::Traces, &address, move |traces| link.send_message(Message::Traced(scenario, traces)));
            }
            Ok(drafts) => {
                self.drafts = drafts;
                self.finish(ctx, None);
            }
            Err(line) => self.refuse(ctx, line),
        }
    }

    /// From drafts to a run: with the worker's traces, or simulated here.
    fn finish(&mut self, ctx: &Context<ChapterPage>, traces: Option<&JsValue>) {
        let Some(chapter) = story::chapter(ctx.props().chapter) else { return };
        let traces = traces.map(Array::from);
        let runs: Result<Vec<Run>, Line> = (0..)
            .zip(self.drafts.drain(..))
            .map(|(index, draft)| {
                let traced = traces.as_ref().and_then(|traces| columns::unpack(&traces.get(index), draft.graph.len()));
                match traced {
                    Some(trace) => Ok(Run { topology: draft.topology, graph: draft.graph, trace }),
                    None => draft.simulate(),
                }
            })
            .collect();
        match runs {
            Ok(runs) => {
                let show = Show { scenario: self.scenario.clone(), runs };
                self.derived = Some(derive(chapter, self.scenario.clone(), show));
            }
            Err(line) => self.refuse(ctx, line),
        }
    }

    fn refuse(&mut self, ctx: &Context<ChapterPage>, line: Line) {
        let Some(chapter) = story::chapter(ctx.props().chapter) else { return };
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
        matches!(self.scenario.kind, Kind::Race | Kind::Generations)
    }

    /// Whether a scenario like this one is the worker's.
    fn is_heavy(&self) -> bool {
        let tasks = |derived: &Derived| derived.playing.show.runs.iter().map(|run| run.graph.len()).sum::<usize>();
        !self.drafts.is_empty() || self.derived.as_ref().is_some_and(|derived| tasks(derived) >= HEAVY_TASKS)
    }

    /// Whether the chapter's question waits for its answer.
    fn is_open(&self) -> bool {
        !self.answered && !self.shown
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
        let (Some(chapter), Some(derived)) = (story::chapter(chapter), &self.derived) else {
            return AttrValue::default();
        };
        let mut text = Line::new(key::SHELL_SUMMARY)
            .key("name", chapter.name)
            .time("total", derived.playing.timeline.end)
            .int("beats", derived.playing.script.beats.len() as i64)
            .say(*lang);
        // While the question is open, those who hear the stage are told no more than those who see it.
        let told = if self.is_covered() { 1 } else { usize::MAX };
        for line in (chapter.opening)(&derived.playing.show).iter().take(told) {
            text.push(' ');
            line.say_into(*lang, &mut text);
        }
        text.into()
    }

    fn side(&self, ctx: &Context<ChapterPage>, chapter: &Chapter) -> Html {
        let lang = ctx.props().lang;
        let is_open = self.is_open();
        let figures = |derived: &Derived| figures(lang, &derived.readout, is_open, &self.on_show);
        let figures = self.derived.as_ref().map_or_else(Html::default, figures);
        html! {
            <aside class="side">
                <p class="busy" role="status" data-testid="busy">{if self.drafts.is_empty() { "" } else { tr(lang, key::WORKER_BUSY) }}</p>
                {figures}
                {controls(lang, chapter, &self.scenario, &ctx.link().callback(Message::Scenario))}
            </aside>
        }
    }
}

fn derive(chapter: &Chapter, scenario: Scenario, show: kitchen_core::show::Show) -> Derived {
    let script = (chapter.script)(&show);
    let timeline = Timeline::new(&show, &script, chapter.screen_s);
    let readout = (chapter.readout)(&show);
    let end = timeline.end.max(Time(1));
    let marks = script.beats.iter().map(|beat| beat.at.0 as f64 / end.0 as f64).collect();
    let playing = Playing { scenario, show: Rc::new(show), script: Rc::new(script), timeline: Rc::new(timeline) };
    Derived { playing, readout, marks }
}
