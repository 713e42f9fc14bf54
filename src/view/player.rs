//! The frame loop: it takes what the reader does to the page's state, paints the stage and writes the caption, the time and
//! the scrubber straight into their nodes, all in the same frame. Nothing is written or painted that has not changed.

use std::cell::{Ref, RefCell};
use std::fmt;
use std::rc::Rc;

use kitchen_core::units::Time;
use kitchen_story::scenario::link::Lanes as Which;
use kitchen_story::scene::handle::Handle as StageHandle;
use kitchen_story::story::Layer;
use kitchen_story::story::heard::{self, Sound};
use kitchen_story::story::pace::Mark;
use kitchen_text::{Lang, Line, format, key, msg, tr};
use web_sys::{Element, HtmlInputElement};
use yew::Callback;

use super::lanes::Lanes;
use super::pictures::Pictures;
use super::playing::{Network, Playing, Sight};
use crate::page::action::System;
use crate::page::action::{Action, Command, Effect, Run};
use crate::page::state::{SCRUBBER_STEPS, State, Under};
use crate::page::store::Store;
use crate::web::frames::Frames;
use crate::web::sound::Speaker;
use crate::web::times::Times;
use crate::web::{dom, keep, location, media, poster, watch};

/// Seconds of a frame that may go into art that no frame has shown before.
const ART_S: f64 = 0.006;

/// In place of a beat's number: an act's own sentence stands under the stage, or what is said of its run.
const RESTS: usize = usize::MAX;
const JUDGED: usize = usize::MAX - 1;

/// From which on nothing is called slow.
const A_SECOND: Time = Time(1_000_000_000_000);

/// Milliseconds that each frame of a benchmark took.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Bench {
    /// Composing the display list.
    pub build: Vec<f64>,
    /// Painting it.
    pub paint: Vec<f64>,
}

/// The nodes that the frame loop writes to.
#[derive(Clone, Debug)]
pub struct Nodes {
    pub stage: Element,
    pub caption: Element,
    /// Speaks the caption to those who do not see it: once a beat, not with every number that counts.
    pub spoken: Element,
    /// Not on the home page, nor the scrubber.
    pub time: Option<Element>,
    pub scale: Element,
    /// Says when the run is slowed down or cut short; the clock on the stage shows the same.
    pub slow: Element,
    pub scrubber: Option<HtmlInputElement>,
}

/// What the nodes hold now.
#[derive(Default)]
#[allow(clippy::option_option, reason = "not written yet is not the same as no beat")]
struct Written {
    at: Option<Time>,
    /// What stood under the stage: [`RESTS`], [`JUDGED`], or the run's own sentences.
    rests: usize,
    /// The beat whose words stand there and what they were made from; `None` inside is before the first beat.
    #[allow(clippy::option_option)]
    said: Option<Option<(usize, u64)>>,
    caption: String,
    spoken: String,
    time: String,
    scale: String,
    mark: Option<Mark>,
    value_text: String,
}

/// Which of the places of [`Written::rests`] that is.
const fn place(under: Option<Under<'_>>) -> usize {
    match under {
        Some(Under::Act(_)) => RESTS,
        Some(Under::Judged(_)) => JUDGED,
        None => 0,
    }
}

struct Player {
    state: Store,
    playing: Option<Playing>,
    nodes: Option<Nodes>,
    pictures: Option<Pictures>,
    written: Written,
    buffer: String,
    on_change: Callback<Vec<Effect>>,
    in_view: bool,
    last_frame_s: Option<f64>,
    /// The timeline changed by itself.
    stale: bool,
    /// Something of this moment is still to be painted.
    unfinished: bool,
    /// The page's first picture is there.
    ready: bool,
    /// Where sound comes from, once it was asked for.
    speaker: Option<Speaker>,
    /// What is heard of the run; nothing without a speaker.
    heard: Vec<(Time, Sound)>,
    /// Where a benchmark wants the times of each frame.
    times: Option<Times>,
}

/// What an action brought: whether the page around the stage changes, what is to be done, and who is told.
type Brought = (bool, Vec<Effect>, Callback<Vec<Effect>>);

/// The page's state with its frame loop, as components, keys and scripts hold it.
#[derive(Clone)]
pub struct Handle {
    player: Rc<RefCell<Player>>,
    frames: Frames,
}

impl PartialEq for Handle {
    fn eq(&self, other: &Handle) -> bool {
        Rc::ptr_eq(&self.player, &other.player)
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("player::Handle")
    }
}

impl Handle {
    /// `on_change` hears when the page around the stage changes, and what is to be done for it.
    pub fn new(on_change: Callback<Vec<Effect>>) -> Handle {
        let player = Rc::new(RefCell::new(Player::new(on_change)));
        let weak = Rc::downgrade(&player);
        let frames = Frames::new(move |now_s| {
            let Some(player) = weak.upgrade() else { return false };
            let (again, brought) = player.borrow_mut().frame(now_s);
            tell(&player, brought);
            again
        });
        Handle { player, frames }
    }

    /// What is shown.
    pub fn state(&self) -> Ref<'_, State> {
        Ref::map(self.player.borrow(), |player| &*player.state)
    }

    /// Does what the reader, or the page itself, asks for.
    pub fn dispatch(&self, action: Action) {
        let brought = self.player.borrow_mut().take(action);
        tell(&self.player, brought);
        self.wake();
    }

    pub fn act(&self, command: Command) {
        self.dispatch(Action::Play(command));
    }

    /// Plays another run.
    pub fn load(&self, playing: Playing, run: Run) {
        let mut player = self.player.borrow_mut();
        let lanes = player.state.look().lanes;
        if let Some(pictures) = &mut player.pictures {
            pictures.load(&playing, lanes);
        }
        player.playing = Some(playing);
        player.listen();
        player.written = Written::default();
        drop(player);
        self.dispatch(Action::Load(run));
    }

    /// Takes the timeline of the run's links, which comes late.
    pub fn take_network(&self, network: Network) {
        let mut player = self.player.borrow_mut();
        let Player { state, playing, pictures, .. } = &mut *player;
        let Some(playing) = playing else { return };
        playing.network = network;
        if let Some(pictures) = pictures.as_mut().filter(|_| state.look().lanes == Which::Links) {
            pictures.turn_to(playing, Which::Links);
        }
        drop(player);
        self.wake();
    }

    /// Connects the player to the page, once the nodes exist.
    pub fn attach(&self, nodes: Nodes, mut pictures: Pictures) {
        let mut player = self.player.borrow_mut();
        if let Some(playing) = &player.playing {
            pictures.load(playing, player.state.look().lanes);
        }
        player.nodes = Some(nodes);
        player.pictures = Some(pictures);
        player.in_view = true;
        player.written = Written::default();
        drop(player);
        self.wake();
    }

    /// Lets go of the page's nodes.
    pub fn detach(&self) {
        let mut player = self.player.borrow_mut();
        (player.nodes, player.pictures) = (None, None);
    }

    /// The layout gave the canvases another size.
    pub fn resize(&self) {
        let mut player = self.player.borrow_mut();
        if let Some(pictures) = &mut player.pictures {
            pictures.resize();
        }
        player.written.at = None;
        drop(player);
        self.wake();
    }

    /// Works on the timeline (with the playhead's instant), and redraws it.
    pub fn with_timeline<T>(&self, work: impl FnOnce(&mut Lanes, Time) -> T) -> Option<T> {
        let mut player = self.player.borrow_mut();
        let at = player.state.head.at();
        let result = work(player.pictures.as_mut()?.timeline.as_mut()?, at);
        player.stale = true;
        drop(player);
        self.wake();
        Some(result)
    }

    /// Play stops while the stage is out of sight, and goes on when it is back.
    pub fn set_in_view(&self, in_view: bool) {
        self.player.borrow_mut().in_view = in_view;
        self.wake();
    }

    /// What of the picture can be taken in hand now: in an act what belongs to it, and nothing before its question is answered. `chosen`:
    /// which hands hold another than their usual thing.
    pub fn hands(&self, chosen: &[(&'static str, usize)]) -> Vec<StageHandle> {
        let mut player = self.player.borrow_mut();
        let sight = player.sight();
        let Player { state, playing, pictures, .. } = &mut *player;
        let Some(((playing, pictures), run)) = playing.as_ref().zip(pictures.as_mut()).zip(state.run.as_ref()) else {
            return Vec::new();
        };
        if state.look().embed || state.act().is_some_and(|act| act.hands.is_empty() || act.asks && state.is_open()) {
            return Vec::new();
        }
        let mut hands = pictures.hands(playing, (&run.script, &sight), chosen);
        hands.retain(|hand| state.act().is_none_or(|act| act.hands.contains(&hand.id)));
        hands
    }

    pub fn playing(&self) -> Option<Playing> {
        self.player.borrow().playing.clone()
    }

    /// Composes and paints so many frames spread over the run, and says how long each took.
    pub fn bench(&self, frames: u32) -> Option<Bench> {
        let mut player = self.player.borrow_mut();
        let sight = player.sight();
        let Player { state, playing, pictures, .. } = &mut *player;
        let (playing, pictures) = playing.as_ref().zip(pictures.as_mut())?;
        let run = state.run.as_ref()?;
        let mut bench = Bench::default();
        // Whatever is still to be drawn once.
        pictures.draw(playing, &run.script, &sight, f64::INFINITY);
        for frame in 0..frames {
            let at = Time((run.timeline.end.0 as f64 * f64::from(frame) / f64::from(frames)) as u64);
            let (build_ms, paint_ms) = pictures.draw(playing, &run.script, &Sight { at, ..sight }, f64::INFINITY)?;
            bench.build.push(build_ms);
            bench.paint.push(paint_ms);
        }
        player.written.at = None;
        drop(player);
        self.wake();
        Some(bench)
    }

    /// The caption of this moment, in the reader's language.
    pub fn caption(&self) -> String {
        let state = self.state();
        match state.under() {
            Some(Under::Act(key)) => return tr(state.lang, key).to_owned(),
            Some(Under::Judged(line)) => return line.say(state.lang),
            None => {}
        }
        let line = state.run.as_ref().and_then(|run| run.script.line_at(state.head.at(), state.layer()));
        line.map_or_else(String::new, |line| line.say(state.lang))
    }

    fn wake(&self) {
        self.frames.request();
    }
}

/// Does what an action brought, and tells who listens of the rest. Outside the borrow: what listens may ask the player something.
fn tell(player: &RefCell<Player>, (changed, mut effects, on_change): Brought) {
    effects.retain(|effect| match effect {
        Effect::Write { push: true, query, hash } => {
            location::push(query, hash);
            false
        }
        Effect::Write { push: false, query, hash } => {
            location::replace(query, hash);
            false
        }
        Effect::Focus(id) => {
            dom::focus_by_id(id);
            false
        }
        Effect::Top => {
            dom::scroll_to_top();
            false
        }
        Effect::Draw => {
            player.borrow_mut().draw();
            false
        }
        Effect::Keep(place) => {
            keep::put(place.as_deref());
            false
        }
        Effect::FocusThen(_) | Effect::Open(_) | Effect::CloseNotes => true,
    });
    if changed || !effects.is_empty() {
        on_change.emit(effects);
    }
}

impl Player {
    fn new(on_change: Callback<Vec<Effect>>) -> Player {
        Player {
            state: Store::new(),
            playing: None,
            nodes: None,
            pictures: None,
            written: Written::default(),
            buffer: String::new(),
            on_change,
            in_view: true,
            last_frame_s: None,
            stale: false,
            unfinished: false,
            ready: false,
            speaker: None,
            heard: Vec::new(),
            times: location::wants_bench().then(Times::publish),
        }
    }

    fn take(&mut self, action: Action) -> Brought {
        let before = (self.state.version, self.looks());
        self.state.reduce(Action::System(media::system()));
        let effects = self.state.reduce(action);
        if self.state.run.is_none() {
            self.playing = None;
        }
        if self.state.status().held {
            // The slider goes back to where the playhead stayed.
            self.written.at = None;
        }
        if self.state.sound != self.speaker.is_some() {
            // Asked for by a press, without which browsers keep silent.
            self.speaker = if self.state.sound { Speaker::new() } else { None };
            self.listen();
        }
        let looks = self.looks();
        if before.1 != looks {
            self.written = Written::default();
        }
        if before.1.3 != looks.3
            && let Some((playing, pictures)) = self.playing.as_ref().zip(self.pictures.as_mut())
        {
            pictures.turn_to(playing, looks.3);
        }
        (before.0 != self.state.version, effects, self.on_change.clone())
    }

    /// What all of the picture depends on.
    fn looks(&self) -> (Lang, Layer, &'static str, Which) {
        (self.state.lang, self.state.layer(), self.state.theme(), self.state.look().lanes)
    }

    /// One frame. Answers whether another is wanted.
    fn frame(&mut self, now_s: f64) -> (bool, Brought) {
        let elapsed_ms = self.last_frame_s.map_or(0.0, |last| (now_s - last).max(0.0) * 1e3);
        let seen = self.in_view && !watch::hidden();
        let version = self.state.version;
        if self.state.head.playing {
            let still = media::prefers_reduced_motion();
            self.state.reduce(Action::System(System { still, ..self.state.system }));
        }
        let before = self.state.head.at();
        let effects = self.state.reduce(Action::Tick { now_s, elapsed_ms, seen });
        if let Some(speaker) = &mut self.speaker {
            heard::between(&self.heard, before, self.state.head.at()).for_each(|sound| speaker.play(sound));
        }
        self.unfinished = false;
        self.draw();
        let again = self.state.is_restless(seen) || self.unfinished;
        self.last_frame_s = again.then_some(now_s);
        (again, (version != self.state.version, effects, self.on_change.clone()))
    }

    fn draw(&mut self) {
        let (Some(playing), Some(run), Some(nodes)) = (&self.playing, &self.state.run, &self.nodes) else { return };
        let sight = self.sight();
        let Sight { at, scale, mark, lang, layer, .. } = sight;
        let is_playing = self.state.head.playing;
        self.buffer.clear();
        msg::ShellScale { time: scale }.say_into(lang, &mut self.buffer);
        dom::set_text(&nodes.scale, &mut self.written.scale, &self.buffer);
        if self.written.mark != Some(mark) {
            self.written.mark = Some(mark);
            nodes.slow.set_text_content(Some(match mark {
                Mark::Usual => "",
                Mark::Slow => tr(lang, key::SHELL_SLOW),
                Mark::Compressed => tr(lang, key::SHELL_COMPRESSED),
            }));
        }
        if let Some(pictures) = &mut self.pictures {
            if pictures.settle(&sight, is_playing) {
                self.unfinished = true;
                return;
            }
            if std::mem::take(&mut self.stale)
                && let Some(timeline) = &mut pictures.timeline
            {
                timeline.draw(&sight, is_playing);
            }
        }
        let rests = place(self.state.under());
        if self.written.at == Some(at) && self.written.rests == rests {
            return;
        }
        self.written.rests = rests;
        if let Some(pictures) = &mut self.pictures {
            let Some((build_ms, paint_ms)) = pictures.draw(playing, &run.script, &sight, dom::seconds() + ART_S) else {
                self.unfinished = true;
                return;
            };
            if let Some(timeline) = &mut pictures.timeline {
                timeline.draw(&sight, is_playing);
            }
            if let Some(times) = &self.times {
                times.push(build_ms, paint_ms);
            }
            if !self.ready {
                self.ready = true;
                poster::lift();
                dom::set_ready();
            }
        }
        self.written.at = Some(at);
        // Until the run starts the act's own sentence holds; once it is over, what is said of it.
        let under = self.state.under();
        let said = match under {
            Some(_) => Some((rests, self.state.act_number().map_or(0, |number| number as u64))),
            None => run.script.stamp_at(at, layer),
        };
        let beat = said.map(|(beat, _)| beat).filter(|&beat| beat < JUDGED);
        if self.written.said != Some(said) {
            let same_beat = self.written.said.is_some_and(|old| old.map(|(beat, _)| beat) == beat);
            self.written.said = Some(said);
            self.buffer.clear();
            match under {
                Some(Under::Act(key)) => self.buffer.push_str(tr(lang, key)),
                Some(Under::Judged(line)) => line.say_into(lang, &mut self.buffer),
                None => {
                    if let Some(line) = run.script.line_at(at, layer) {
                        line.say_into(lang, &mut self.buffer);
                    }
                }
            }
            dom::set_text(&nodes.caption, &mut self.written.caption, &self.buffer);
            // What is no longer so leaves without a word.
            let spoken = if same_beat { "" } else { self.buffer.as_str() };
            dom::set_text(&nodes.spoken, &mut self.written.spoken, spoken);
        }
        self.buffer.clear();
        format::push_time(&mut self.buffer, at);
        if let Some(time) = &nodes.time {
            dom::set_text(time, &mut self.written.time, &self.buffer);
        }
        self.write_scrubber(at, beat);
    }

    /// Reads what is heard of the run, where anybody listens.
    fn listen(&mut self) {
        let playing = self.playing.as_ref().filter(|_| self.speaker.is_some());
        self.heard = playing.map(|playing| heard::of(&playing.show)).unwrap_or_default();
    }

    fn sight(&self) -> Sight {
        let State { head, lang, .. } = *self.state;
        let at = head.at();
        let told = |run: &Run| (run.timeline.scale(head.speed, at), run.timeline.mark(at));
        let (scale, mark) = self.state.run.as_ref().map_or_else(Default::default, told);
        // Nothing is slow that stands still, or of which a second here is a second or more there.
        let is_slow = head.playing && scale < A_SECOND;
        let mark = if mark == Mark::Slow && !is_slow { Mark::Usual } else { mark };
        Sight { at, scale, mark, lang, layer: self.state.layer(), theme: self.state.theme() }
    }

    fn write_scrubber(&mut self, at: Time, beat: Option<usize>) {
        let (Some(run), Some(nodes)) = (&self.state.run, &self.nodes) else { return };
        let end = run.timeline.end;
        let share = if end > Time::ZERO { at.0 as f64 / end.0 as f64 } else { 0.0 };
        dom::set_attribute(&nodes.stage, "data-time", &at.0.to_string());
        dom::set_attribute(&nodes.stage, "data-end", &end.0.to_string());
        let Some(scrubber) = &nodes.scrubber else { return };
        scrubber.set_value_as_number((share * f64::from(SCRUBBER_STEPS)).round());
        dom::set_style(scrubber, "--at", &dom::css_number(share));
        let value_text = Line::from(msg::ShellScrubberValue {
            time: self.written.time.as_str().into(),
            total: end,
            beat: beat.map_or(0, |beat| beat as i64 + 1),
            beats: run.script.beats.len() as i64,
            caption: self.written.caption.as_str().into(),
        });
        self.buffer.clear();
        value_text.say_into(self.state.lang, &mut self.buffer);
        if self.buffer != self.written.value_text {
            dom::set_attribute(scrubber, "aria-valuetext", &self.buffer);
            std::mem::swap(&mut self.buffer, &mut self.written.value_text);
        }
    }
}
