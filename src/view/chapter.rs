//! A chapter's page: story, stage, play bar, timeline, numbers and controls around one player.

use std::rc::Rc;

use kitchen_core::wire;
use kitchen_story::chapter::Chapter;
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::scenario::link::{DRAWERS, Drawer};
use kitchen_story::show::{self, Show};
use kitchen_story::staged::{Arriving, Making, Part, Staged};
use kitchen_story::story::{Beside, Readout};
use kitchen_text::{Lang, Line, key, msg, tr};
use web_sys::{Element, HtmlCanvasElement};
use yew::prelude::*;

use super::bar::{Marks, bar};
use super::controls::controls;
use super::embed::{self, Credit};
use super::foot::{drawers, foot};
use super::gantt::Gantt;
use super::gate::{self, Gate};
use super::hands::Hands;
use super::lanes::Lanes;
use super::player::Handle;
use super::playing::{Network, Playing, SteppedDrop};
use super::reading::reading;
use super::readout::figures;
use super::stage::{Refs, Stage};
use super::table::Shared;
use super::tally::tally;
use super::waiting::{self, Silence};
use super::{own, recall};
use crate::page::action::{Action, Ask, Wish};
use crate::page::room::Room;
use crate::page::state::State;
use crate::page::waiting::Waiting;
use crate::web::later::after_ms;
use crate::web::watch::{Listener, Resize};
use crate::web::worker::What;
use crate::web::worker_client::{Came, HEAVY_TASKS, WorkerClient};
use crate::web::{dom, media};

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// The state's: what is shown has changed.
    pub version: u32,
    pub player: Handle,
    pub worker_client: WorkerClient,
    pub on_open: Callback<Option<&'static str>>,
    pub on_wish: Callback<Wish>,
}

/// Seconds of a task after which the next step of a show waits for another task.
const STEPS_S: f64 = 0.008;

pub enum Message {
    /// Of the show of that number, which the worker makes.
    Came(u32, Came),
    /// The next step of the show of that number that is made here.
    Make(u32),
    /// The show of that number is made, and goes on the stage.
    Stage(u32),
    /// The reader does not want to wait for the run that is on its way.
    Stop,
    /// The worker is to make it once more.
    Again,
    /// The page is to make it itself, however long it stands still.
    Here,
    /// The window or its letters have another size.
    Resized,
}

/// What is made once for each run.
struct Derived {
    show: Rc<SteppedDrop>,
    readout: Rc<Readout>,
    beside: Vec<Beside>,
    opening: Vec<Line>,
    /// It came from the worker.
    is_heavy: bool,
    /// The timeline of its links is there, or made when it is asked for.
    has_network: bool,
}

pub struct ChapterPage {
    refs: Refs,
    /// The scenario whose run is there, or on its way.
    scenario: Scenario,
    derived: Option<Derived>,
    /// The show that is being made here.
    making: Option<Making>,
    /// The show that is made and not on the stage yet, with the timeline of its links.
    made: Option<(Box<Staged>, Network)>,
    /// The show that the worker is making, and how far it is.
    arriving: Option<(Arriving, Waiting)>,
    /// What has become of the workers that were to make it.
    silence: Silence,
    /// The bar that shows it.
    waiting: NodeRef,
    /// Counts the shows that were begun: what was to be done for another one is not done any more.
    turn: u32,
    /// What stands beside the stage is there, too: it comes with the first run.
    whole: bool,
    /// What had the focus before the page changed.
    held: Option<Element>,
    watching: Option<(Resize, Listener)>,
}

impl Component for ChapterPage {
    type Message = Message;
    type Properties = Props;

    fn create(ctx: &Context<ChapterPage>) -> ChapterPage {
        let player = &ctx.props().player;
        player.dispatch(Action::Room(media::room()));
        let scenario = player.state().scenario.clone();
        let refs = Refs::default();
        let page = ChapterPage {
            refs,
            scenario,
            derived: None,
            making: None,
            made: None,
            arriving: None,
            silence: Silence::None,
            waiting: NodeRef::default(),
            turn: 0,
            whole: false,
            held: None,
            watching: None,
        };
        // After the page that was there is gone and the stage is there.
        later(ctx, Message::Make(page.turn));
        page
    }

    fn update(&mut self, ctx: &Context<ChapterPage>, message: Message) -> bool {
        match message {
            Message::Resized => {
                let room = media::room();
                if room != ctx.props().player.state().room {
                    self.held = dom::focused();
                    ctx.props().player.dispatch(Action::Room(room));
                }
                false
            }
            Message::Came(turn, _) if turn != self.turn => false,
            Message::Came(_, Came::Part(Part::Progress(progress))) => {
                if let Some((_, waiting)) = &mut self.arriving {
                    waiting.progress(progress);
                    waiting::advance(ctx.props().player.state().lang, *waiting, &self.waiting);
                }
                false
            }
            Message::Came(_, came) => {
                self.take(ctx, came);
                true
            }
            Message::Stop => {
                self.give_up(ctx);
                true
            }
            Message::Again => {
                // The button goes.
                dom::focus_by_id("stage");
                self.run(ctx);
                true
            }
            Message::Here => {
                dom::focus_by_id("stage");
                self.silence = Silence::None;
                self.finish(ctx, show::run(&self.scenario));
                true
            }
            Message::Make(turn) | Message::Stage(turn) if turn != self.turn => false,
            Message::Make(_) if self.making.is_some() => {
                self.make(ctx, dom::seconds());
                false
            }
            Message::Make(_) => {
                self.run(ctx);
                self.arriving.is_some()
            }
            Message::Stage(_) => {
                self.stage(ctx);
                false
            }
        }
    }

    fn changed(&mut self, ctx: &Context<ChapterPage>, _old: &Props) -> bool {
        // What has the focus may be made anew.
        self.held = self.held.take().or_else(dom::focused);
        let scenario = ctx.props().player.state().scenario.clone();
        if !scenario.runs_as(&self.scenario) {
            self.scenario = scenario;
            self.run(ctx);
        }
        true
    }

    fn view(&self, ctx: &Context<ChapterPage>) -> Html {
        let Props { player, on_open, on_wish, .. } = ctx.props();
        let state = player.state();
        let (lang, layer, look, room) = (state.lang, state.layer(), state.look(), state.room);
        let Some(chapter) = state.chapter.and_then(chapters::chapter) else { return html! { <main></main> } };
        let hands = html! { <Hands {lang} version={ctx.props().version} player={player.clone()} /> };
        let stage = html! {
            <Stage {hands} {lang} {layer} refs={self.refs.clone()} player={player.clone()} summary={self.summary(&state, chapter)} caption={look.embed}>
                {tally(lang, &state)}
                {self.card(ctx, &state, chapter)}
                // Where nothing is on the stage yet, it says there how far it is.
                {self.waiting(ctx, lang, false)}
                <p class="hidden-visually" role="status" aria-live="polite" data-testid="gate-spoken">{self.asked(&state, chapter)}</p>
            </Stage>
        };
        let marks = state.run.as_ref().map(|run| Marks::new(&run.script, &run.timeline));
        let bar = bar(lang, state.status(), marks.as_ref(), &self.refs, player, look.embed);
        if look.embed {
            return self.embed(ctx, &state, chapter, stage, bar);
        }
        let opened = |drawer: Drawer| look.drawers.holds(drawer);
        // A chapter of one picture high is given more room on phones.
        let mut class = classes!("chapter", state.is_wide().then_some("wide"));
        class.extend(DRAWERS.iter().filter(|(_, drawer)| opened(*drawer)).map(|(name, _)| format!("with-{name}")));
        let work = html! {
            <div key="work" class="work">
                {stage}
                {foot(lang, state.status().next, marks.as_ref(), &self.refs, player)}
                {self.progress(ctx, lang)}
                {if room.has_side() { html! {} } else { drawers(lang, look, on_wish, own::button(lang, player, Some(chapter.id))) }}
                <section class="timeline" data-testid="timeline" hidden={!opened(Drawer::Timeline)} aria-label={tr(lang, key::SHELL_DRAWER_TIMELINE)}>
                    {bar}
                    <Gantt {lang} {layer} lanes={look.lanes} refs={self.refs.clone()} player={player.clone()} show={self.shared()} has_network={self.has_network()} covered={self.is_covered(&state)}
                        on_wish={on_wish.clone()} />
                </section>
            </div>
        };
        let side = if self.whole {
            self.side(ctx, &state, chapter)
        } else {
            html! { <aside key="side" class="side" hidden=true></aside> }
        };
        let reading = if self.whole {
            let script = state.run.as_ref().map(|run| run.script.as_ref());
            reading(lang, chapter, !opened(Drawer::Read), script, on_open)
        } else {
            html! { <article key="reading" class="reading" hidden=true></article> }
        };
        // Where the story is on the left it comes first.
        let parts = if room == Room::Study { [reading, work, side] } else { [work, side, reading] };
        html! {
            <main {class} data-room={room.name()} id="main" tabindex="-1">
                <h1 key="title" class="hidden-visually">{tr(lang, chapter.page.title)}</h1>
                {for parts}
            </main>
        }
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
        let covered = self.is_covered(&ctx.props().player.state());
        ctx.props().player.with_timeline(|timeline, _| timeline.cover(covered));
    }

    fn destroy(&mut self, ctx: &Context<ChapterPage>) {
        ctx.props().worker_client.dismiss();
        ctx.props().player.detach();
    }
}

impl ChapterPage {
    /// Makes the scenario's show, or asks the worker for it. A scenario that cannot run leaves the last run on the stage, and
    /// says why.
    fn run(&mut self, ctx: &Context<ChapterPage>) {
        let start_s = dom::seconds();
        self.turn = self.turn.wrapping_add(1);
        (self.making, self.made, self.arriving, self.silence) = (None, None, None, Silence::None);
        ctx.props().worker_client.dismiss();
        if show::is_heavy(&self.scenario) {
            return self.send_for(ctx);
        }
        match Making::new(&self.scenario) {
            Ok(making) if making.tasks() >= HEAVY_TASKS => self.send_for(ctx),
            Ok(making) => {
                self.making = Some(making);
                self.make(ctx, start_s);
            }
            Err(line) => self.refuse(ctx, line),
        }
    }

    /// Gets on with the show that is made here, in a task that began then: what takes long is done in several.
    fn make(&mut self, ctx: &Context<ChapterPage>, start_s: f64) {
        let chapter = chapters::of(&self.scenario);
        while let Some(making) = &mut self.making {
            match making.step(chapter) {
                Ok(staged) => self.made = staged.map(|staged| (Box::new(staged), Network::Small)),
                Err(line) => {
                    self.making = None;
                    return self.refuse(ctx, line);
                }
            }
            let is_late = dom::seconds() > start_s + STEPS_S;
            if self.made.is_some() {
                self.making = None;
                return if is_late { later(ctx, Message::Stage(self.turn)) } else { self.stage(ctx) };
            }
            if is_late {
                return later(ctx, Message::Make(self.turn));
            }
        }
    }

    /// Asks the worker for the show.
    fn send_for(&mut self, ctx: &Context<ChapterPage>) {
        self.arriving = Some((Arriving::new(&self.scenario), Waiting::default()));
        self.whole = true;
        let (address, link, turn) = (ctx.props().player.state().asked(), ctx.link().clone(), self.turn);
        ctx.props().worker_client.stage(What::Show, &address, move |came| link.send_message(Message::Came(turn, came)));
    }

    /// Takes what the worker sends. Where it cannot, the page makes the show itself.
    fn take(&mut self, ctx: &Context<ChapterPage>, came: Came) {
        let Some((arriving, waiting)) = &mut self.arriving else {
            if matches!(came, Came::Again) {
                // All but the links' timeline is here, and that can be made when it is asked for.
                ctx.props().worker_client.dismiss();
            }
            let chart = match came {
                Came::Part(Part::Network(bytes)) => wire::unpack(&bytes),
                _ => None,
            };
            let network = chart.map_or(Network::Small, |chart| Network::Here(Rc::new(chart)));
            if let Some((_, coming)) = &mut self.made {
                *coming = network;
                return;
            }
            if let Some(derived) = &mut self.derived {
                derived.has_network = true;
            }
            return ctx.props().player.take_network(network);
        };
        let staged = match came {
            Came::Part(Part::Run { bytes, done, all }) => {
                waiting.run(done, all);
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
                return self.refuse(ctx, line);
            }
            Came::Again => {
                (*arriving, *waiting) = (Arriving::new(&self.scenario), Waiting::default());
                self.silence = Silence::Again;
                return;
            }
            Came::Silent => {
                (self.arriving, self.silence) = (None, Silence::Over);
                return;
            }
            Came::Part(Part::Progress(_)) => return,
            Came::Part(Part::Network(_)) | Came::Nothing => None,
        };
        (self.arriving, self.silence) = (None, Silence::None);
        match staged {
            Some(staged) => {
                self.made = Some((Box::new(staged), Network::Coming));
                later(ctx, Message::Stage(self.turn));
            }
            None => self.finish(ctx, show::run(&self.scenario)),
        }
    }

    /// From a run to what is made of it, here: the worker could not.
    fn finish(&mut self, ctx: &Context<ChapterPage>, show: Result<Show, Line>) {
        let Some(chapter) = ctx.props().player.state().chapter.and_then(chapters::chapter) else { return };
        match show {
            Ok(show) => {
                self.made = Some((Box::new(Staged::new(chapter, show)), Network::Small));
                self.stage(ctx);
            }
            Err(line) => self.refuse(ctx, line),
        }
    }

    /// Puts the run that is made on the stage.
    fn stage(&mut self, ctx: &Context<ChapterPage>) {
        let Some((staged, network)) = self.made.take() else { return };
        self.whole = true;
        let player = &ctx.props().player;
        let is_heavy = !matches!(network, Network::Small);
        let has_network = !matches!(network, Network::Coming);
        let (playing, run, told) = Playing::of(*staged, network, &player.state());
        let show = Rc::clone(&playing.show);
        self.derived = Some(Derived {
            show,
            readout: Rc::clone(&playing.readout),
            beside: told.beside,
            opening: told.opening,
            is_heavy,
            has_network,
        });
        player.load(playing, run);
        recall::earlier(player);
    }

    /// Lets go of the run that is on its way: the last one's controls are back, and its run never left the stage.
    fn give_up(&mut self, ctx: &Context<ChapterPage>) {
        let Props { player, worker_client, .. } = ctx.props();
        self.turn = self.turn.wrapping_add(1);
        (self.making, self.made, self.arriving, self.silence) = (None, None, None, Silence::None);
        worker_client.dismiss();
        player.dispatch(Action::Stop);
        self.scenario = player.state().scenario.clone();
    }

    fn refuse(&mut self, ctx: &Context<ChapterPage>, line: Line) {
        self.whole = true;
        let player = &ctx.props().player;
        player.dispatch(Action::Refuse(line));
        if self.derived.is_some() {
            // The last run's is back, and stands there.
            self.scenario = player.state().scenario.clone();
        }
    }

    /// Hands the elements that are painted on to the player.
    fn attach(&self, ctx: &Context<ChapterPage>) {
        let refs = &self.refs;
        let timeline = refs.gantt.cast::<HtmlCanvasElement>().zip(refs.gantt_line.cast::<Element>());
        if let (Some(nodes), Some(mut pictures)) = (refs.nodes(), refs.pictures()) {
            pictures.timeline = timeline.and_then(|(canvas, line)| Lanes::new(canvas, line));
            ctx.props().player.attach(nodes, pictures);
        }
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

    fn card(&self, ctx: &Context<ChapterPage>, state: &State, chapter: &Chapter) -> Html {
        if !state.has_card() {
            return html! {};
        }
        let Props { player, worker_client, .. } = ctx.props();
        html! {
            <Gate lang={state.lang} chapter={chapter.id} scenario={self.scenario.clone()} worker_client={worker_client.clone()} heavy={self.is_heavy()}
                folded={state.head.playing} held={state.status().held} reveal={state.is_revealed()} on_answer={asks(player, Ask::Answered)}
                on_show={asks(player, Ask::Show)} />
        }
    }

    /// The question as it is spoken. Its place is always there, for what comes with its place is not always heard.
    fn asked(&self, state: &State, chapter: &Chapter) -> String {
        let is_asked = state.has_card() && state.is_open();
        let asked = || gate::spoken(state.lang, chapter, &self.scenario, state.status().held);
        if is_asked { asked() } else { String::new() }
    }

    /// Whether something of the run answers the open question.
    fn is_covered(&self, state: &State) -> bool {
        state.is_open() && self.derived.as_ref().is_some_and(|derived| derived.readout.has_answers())
    }

    fn has_network(&self) -> bool {
        self.derived.as_ref().is_some_and(|derived| derived.has_network)
    }

    fn shared(&self) -> Option<Shared> {
        self.derived.as_ref().map(|derived| Shared(Rc::clone(&derived.show)))
    }

    fn summary(&self, state: &State, chapter: &Chapter) -> AttrValue {
        let (Some(derived), Some(run)) = (&self.derived, &state.run) else { return AttrValue::default() };
        let lang = state.lang;
        // While the question is open, those who hear the stage are told no more than those who see it.
        if self.is_covered(state) {
            let mut text = tr(lang, chapter.page.name).to_owned();
            for line in (chapter.opening)(&derived.show).iter().take(1) {
                text.push_str(". ");
                line.say_into(lang, &mut text);
            }
            return text.into();
        }
        let mut text = Line::from(msg::ShellSummary {
            name: chapter.page.name.into(),
            total: run.timeline.end,
            beats: run.script.beats.len() as i64,
        })
        .say(lang);
        for line in &derived.opening {
            text.push(' ');
            line.say_into(lang, &mut text);
        }
        text.into()
    }

    /// In another page: the title above the stage, and below it what the link asks for.
    fn embed(&self, ctx: &Context<ChapterPage>, state: &State, chapter: &Chapter, stage: Html, bar: Html) -> Html {
        let Props { player, on_wish, .. } = ctx.props();
        let (lang, layer, look) = (state.lang, state.layer(), state.look());
        let class = if look.controls { "embed beside" } else { "embed" };
        html! {
            <main {class} id="main" tabindex="-1" aria-labelledby="title">
                {embed::head(lang, chapter, look.switch.then_some(layer), on_wish)}
                {stage}
                {bar}
                if look.gantt {
                    <Gantt {lang} {layer} lanes={look.lanes} refs={self.refs.clone()} player={player.clone()} show={self.shared()} has_network={self.has_network()} covered={false}
                        on_wish={on_wish.clone()} />
                }
                if look.controls { {self.side(ctx, state, chapter)} }
                <Credit {lang} player={player.clone()} />
            </main>
        }
    }

    /// How far the run on its way is, where another one is on the stage or where none is; or that it does not come.
    fn waiting(&self, ctx: &Context<ChapterPage>, lang: Lang, is_beside: bool) -> Html {
        let (again, here) = (ctx.link().callback(|_| Message::Again), ctx.link().callback(|_| Message::Here));
        match &self.arriving {
            _ if self.derived.is_some() != is_beside => html! {},
            // A bar for each worker: a fresh one begins anew.
            Some((_, at)) => waiting::bar(lang, *at, (self.turn, self.silence), &self.waiting),
            None => waiting::over(lang, self.silence, &again, &here),
        }
    }

    /// A run on its way while another stands on the stage: how far it is, and the way back.
    fn progress(&self, ctx: &Context<ChapterPage>, lang: Lang) -> Html {
        let is_coming = self.arriving.is_some();
        let stops = (is_coming || self.silence == Silence::Over) && self.derived.is_some();
        let on_stop = stops.then(|| ctx.link().callback(|_| Message::Stop));
        waiting::progress(lang, (is_coming, self.silence), self.waiting(ctx, lang, true), on_stop)
    }

    /// The numbers, and what can be tried: on a page of its own as far as their drawers are open.
    fn side(&self, ctx: &Context<ChapterPage>, state: &State, chapter: &Chapter) -> Html {
        let (lang, player, look) = (state.lang, &ctx.props().player, state.look());
        let shows = |drawer: Drawer| look.controls && (look.embed || look.drawers.holds(drawer));
        let [numbers, tries] = [Drawer::Numbers, Drawer::Try].map(shows);
        let figures = |derived: &Derived| {
            let on = (&asks(player, Ask::Now), &asks(player, Ask::Show));
            figures((lang, state.layer()), &derived.readout, &derived.beside, state.is_open(), on)
        };
        let figures = self.derived.as_ref().map_or_else(Html::default, figures);
        let on_set = {
            let player = player.clone();
            Callback::from(move |scenario: Scenario| player.dispatch(Action::Set(scenario)))
        };
        html! {
            <aside key="side" class="side" aria-label={tr(lang, key::SHELL_SIDE)} hidden={!numbers && !tries}>
                if look.embed { {self.progress(ctx, lang)} }
                <div class="numbers" hidden={!numbers}>{figures}</div>
                <div class="tries" hidden={!tries}>
                    {controls(lang, chapter, &state.scenario, state.clash.as_ref(), &on_set)}
                </div>
            </aside>
        }
    }
}

/// Comes back to it in a task of its own.
fn later(ctx: &Context<ChapterPage>, message: Message) {
    let link = ctx.link().clone();
    after_ms(0, move || link.send_message(message));
}

/// Tells what happens to the question, whatever made it happen.
fn asks<T>(player: &Handle, ask: Ask) -> Callback<T> {
    let player = player.clone();
    Callback::from(move |_| player.dispatch(Action::Ask(ask)))
}
