//! The frame loop's state: it advances the playhead, paints the stage and writes the caption, the time and the
//! scrubber straight into their nodes, all in the same frame. Nothing is written or painted that has not changed.

mod asking;
mod command;

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use kitchen_core::text::{Lang, Line, format, key, tr};
use kitchen_core::units::Time;
use kitchen_story::scenario::link::{Address, Look};
use kitchen_story::story::Layer;
use kitchen_story::story::pace::Mark;
use kitchen_story::story::playhead::{Playhead, Speed, Timeline, Way};
use web_sys::{Element, HtmlInputElement};
use yew::Callback;

pub use command::Command;

use super::lanes::Lanes;
use super::pictures::Pictures;
use super::playing::{Playing, Sight};
use crate::web::frames::Frames;
use crate::web::times::Times;
use crate::web::{dom, location, media, watch};

/// The scrubber's positions, from 0 to this.
pub const SCRUBBER_STEPS: u32 = 100_000;
/// Seconds between two writes of the address: browsers refuse more than some hundred in half a minute.
const SAVE_EVERY_S: f64 = 0.5;
/// Seconds that a still picture stays at least when motion is reduced; a long caption keeps it longer.
const STILL_S: f64 = 4.0;

/// Seconds of a frame that may go into art that no frame has shown before.
const ART_S: f64 = 0.012;

/// What the play bar shows and yew renders; it changes only when the reader does something or play stops.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Status {
    pub playing: bool,
    pub guided: bool,
    pub speed: Speed,
    /// The run has come to the chapter's open question.
    pub asking: bool,
}

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
    pub time: Element,
    pub scale: Element,
    /// Says when the run is slowed down or cut short; the clock on the stage shows the same.
    pub slow: Element,
    pub scrubber: HtmlInputElement,
}

/// What the nodes hold now.
#[derive(Default)]
#[allow(clippy::option_option, reason = "not written yet is not the same as no beat")]
struct Written {
    at: Option<Time>,
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

#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
struct Player {
    playing: Option<Playing>,
    head: Playhead,
    look: Look,
    lang: Lang,
    layer: Layer,
    theme: &'static str,
    nodes: Option<Nodes>,
    pictures: Option<Pictures>,
    written: Written,
    buffer: String,
    status: Status,
    on_status: Callback<Status>,
    /// When the chapter asks its question, while that is open.
    gate: Option<Time>,
    /// Where a question or its answer stands on the stage, going on is told here first.
    card: Option<Callback<()>>,
    in_view: bool,
    last_frame_s: Option<f64>,
    still_since_s: f64,
    saved_at_s: f64,
    unsaved: bool,
    /// The reader is on the way to another page, and the address is that page's already.
    left: bool,
    /// The timeline changed by itself.
    stale: bool,
    /// Something of this moment is still to be painted.
    unfinished: bool,
    /// The page's first picture is there.
    ready: bool,
    /// Where a benchmark wants the times of each frame.
    times: Option<Times>,
}

/// The player as components, keys and scripts hold it.
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

impl Default for Handle {
    fn default() -> Handle {
        Handle::new()
    }
}

impl Handle {
    pub fn new() -> Handle {
        let player = Rc::new(RefCell::new(Player::new()));
        let weak = Rc::downgrade(&player);
        let frames = Frames::new(move |now_s| {
            let Some(player) = weak.upgrade() else { return false };
            let (again, note) = player.borrow_mut().frame(now_s);
            // Told outside the borrow: what listens may ask the player something.
            if let Some((on_status, status)) = note {
                on_status.emit(status);
            }
            again
        });
        Handle { player, frames }
    }

    /// Plays another run; `head` says from where.
    pub fn load(&self, playing: Playing, head: Playhead) {
        let mut player = self.player.borrow_mut();
        let lanes = player.look.lanes;
        if let Some(pictures) = &mut player.pictures {
            pictures.load(&playing, lanes);
        }
        player.playing = Some(playing);
        player.head = head;
        player.refresh();
        drop(player);
        self.wake();
    }

    /// Plays the run of a changed scenario, from the same beat where it has it.
    pub fn reload(&self, playing: Playing) {
        let head = {
            let player = self.player.borrow();
            match &player.playing {
                Some(old) => player.head.carried((&old.script, &old.timeline), (&playing.script, &playing.timeline)),
                None => player.head,
            }
        };
        self.load(playing, head);
    }

    /// Plays the same run at the pace of other captions: those of another language or layer.
    pub fn retell(&self, timeline: Rc<Timeline>) {
        if let Some(playing) = &mut self.player.borrow_mut().playing {
            playing.timeline = timeline;
        }
    }

    /// Connects the player to the page, once the nodes exist.
    pub fn attach(&self, nodes: Nodes, mut pictures: Pictures, on_status: Callback<Status>) {
        let mut player = self.player.borrow_mut();
        if let Some(playing) = &player.playing {
            pictures.load(playing, player.look.lanes);
        }
        player.nodes = Some(nodes);
        player.pictures = Some(pictures);
        player.on_status = on_status;
        player.in_view = true;
        player.refresh();
        drop(player);
        self.wake();
    }

    /// Lets go of the page's nodes and of the run.
    pub fn detach(&self) {
        let mut player = self.player.borrow_mut();
        player.nodes = None;
        player.pictures = None;
        player.playing = None;
        player.head = Playhead::default();
        player.on_status = Callback::noop();
        (player.gate, player.card) = (None, None);
    }

    /// Changes how the run is shown, not which moment.
    pub fn show_as(&self, look: Look, lang: Lang, layer: Layer, theme: &'static str) {
        let mut player = self.player.borrow_mut();
        player.theme = theme;
        let Player { playing, pictures, look: last, .. } = &mut *player;
        if let Some((playing, pictures)) = playing.as_ref().zip(pictures.as_mut())
            && look.lanes != last.lanes
        {
            pictures.turn_to(&playing.show, look.lanes);
        }
        player.look = look;
        player.lang = lang;
        player.layer = layer;
        player.refresh();
        drop(player);
        self.wake();
    }

    pub fn act(&self, command: Command) {
        let mut player = self.player.borrow_mut();
        player.act(command);
        // A step is seen at once; what comes many times a frame waits for the frame.
        if matches!(command, Command::Step(_) | Command::Beat(_) | Command::Restart | Command::End) {
            player.draw();
        }
        drop(player);
        self.wake();
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
        let at = player.head.at();
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

    pub fn status(&self) -> Status {
        self.player.borrow().status_now()
    }

    pub fn at(&self) -> Time {
        self.player.borrow().head.at()
    }

    pub fn playing(&self) -> Option<Playing> {
        self.player.borrow().playing.clone()
    }

    /// The link to this moment.
    pub fn address(&self) -> Option<Address> {
        self.player.borrow().address()
    }

    /// Composes and paints so many frames spread over the run, and says how long each took.
    pub fn bench(&self, frames: u32) -> Option<Bench> {
        let mut player = self.player.borrow_mut();
        let sight = player.sight();
        let Player { playing, pictures, .. } = &mut *player;
        let (playing, pictures) = playing.as_ref().zip(pictures.as_mut())?;
        let mut bench = Bench::default();
        // Whatever is still to be drawn once.
        pictures.draw(playing, &sight, f64::INFINITY);
        for frame in 0..frames {
            let at = Time((playing.timeline.end.0 as f64 * f64::from(frame) / f64::from(frames)) as u64);
            let (build_ms, paint_ms) = pictures.draw(playing, &Sight { at, ..sight }, f64::INFINITY)?;
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
        let player = self.player.borrow();
        let Some(playing) = &player.playing else { return String::new() };
        let line = playing.script.line_at(player.head.at(), player.layer);
        line.map_or_else(String::new, |line| line.say(player.lang))
    }

    fn wake(&self) {
        self.frames.request();
    }
}

impl Player {
    fn new() -> Player {
        Player {
            playing: None,
            head: Playhead::default(),
            look: Look::default(),
            lang: Lang::default(),
            layer: Layer::default(),
            theme: "light",
            nodes: None,
            pictures: None,
            written: Written::default(),
            buffer: String::new(),
            status: Status::default(),
            on_status: Callback::noop(),
            gate: None,
            card: None,
            in_view: true,
            last_frame_s: None,
            still_since_s: 0.0,
            saved_at_s: 0.0,
            unsaved: false,
            left: false,
            stale: false,
            unfinished: false,
            ready: false,
            times: location::wants_bench().then(Times::publish),
        }
    }

    fn status_now(&self) -> Status {
        let asking = self.gate.is_some_and(|gate| self.head.at() >= gate);
        Status { playing: self.head.playing, guided: self.head.guided, speed: self.head.speed, asking }
    }

    /// Makes the next frame write and paint everything.
    fn refresh(&mut self) {
        self.written = Written::default();
        self.unsaved = true;
    }

    /// One frame. Answers whether another is wanted, and what yew should hear.
    fn frame(&mut self, now_s: f64) -> (bool, Option<(Callback<Status>, Status)>) {
        let elapsed_ms = self.last_frame_s.map_or(0.0, |last| (now_s - last).max(0.0) * 1e3);
        let runs = self.in_view && !watch::hidden();
        if runs {
            self.advance(now_s, elapsed_ms);
        }
        self.unfinished = false;
        self.draw();
        self.save(now_s);
        let again = (self.head.playing && runs) || self.unsaved || self.unfinished;
        self.last_frame_s = again.then_some(now_s);
        let status = self.status_now();
        let note = (status != self.status).then(|| (self.on_status.clone(), status));
        self.status = status;
        (again, note)
    }

    fn advance(&mut self, now_s: f64, elapsed_ms: f64) {
        let Some(playing) = &self.playing else { return };
        if !self.head.playing {
            return;
        }
        self.unsaved = true;
        if media::prefers_reduced_motion() {
            let still_s = STILL_S.max(playing.timeline.reading_ms(self.head.at()) / 1e3);
            if now_s - self.still_since_s >= still_s / self.head.speed.factor().max(0.25) {
                self.still_since_s = now_s;
                self.head.step_beat(&playing.timeline, Way::Forward);
                self.head.playing = self.head.at() < playing.timeline.end;
            }
        } else {
            let from = self.head.at();
            self.head.tick(&playing.timeline, elapsed_ms);
            // The question is asked at its moment, whether play pauses at beats or not.
            if let Some(gate) = self.gate.filter(|&gate| from < gate && self.head.at() >= gate) {
                self.head.pause();
                self.head.seek(&playing.timeline, gate);
            }
        }
    }

    fn draw(&mut self) {
        let (Some(playing), Some(nodes)) = (&self.playing, &self.nodes) else { return };
        let sight = self.sight();
        let Sight { at, scale, mark, .. } = sight;
        self.buffer.clear();
        push_line_time(&mut self.buffer, key::SHELL_SCALE, scale, self.lang);
        dom::set_text(&nodes.scale, &mut self.written.scale, &self.buffer);
        if self.written.mark != Some(mark) {
            self.written.mark = Some(mark);
            nodes.slow.set_text_content(Some(match mark {
                Mark::Usual => "",
                Mark::Slow => tr(self.lang, key::SHELL_SLOW),
                Mark::Compressed => tr(self.lang, key::SHELL_COMPRESSED),
            }));
        }
        if let Some(pictures) = &mut self.pictures {
            if pictures.settle(&sight, self.head.playing) {
                self.unfinished = true;
                return;
            }
            if std::mem::take(&mut self.stale)
                && let Some(timeline) = &mut pictures.timeline
            {
                timeline.draw(&sight, self.head.playing);
            }
        }
        if self.written.at == Some(at) {
            return;
        }
        if let Some(pictures) = &mut self.pictures {
            let Some((build_ms, paint_ms)) = pictures.draw(playing, &sight, dom::seconds() + ART_S) else {
                self.unfinished = true;
                return;
            };
            if let Some(timeline) = &mut pictures.timeline {
                timeline.draw(&sight, self.head.playing);
            }
            if let Some(times) = &self.times {
                times.push(build_ms, paint_ms);
            }
            if !self.ready {
                self.ready = true;
                dom::set_ready();
            }
        }
        self.written.at = Some(at);
        let said = playing.script.stamp_at(at, self.layer);
        let beat = said.map(|(beat, _)| beat);
        if self.written.said != Some(said) {
            let same_beat = self.written.said.is_some_and(|old| old.map(|(beat, _)| beat) == beat);
            self.written.said = Some(said);
            self.buffer.clear();
            if let Some(line) = playing.script.line_at(at, self.layer) {
                line.say_into(self.lang, &mut self.buffer);
            }
            dom::set_text(&nodes.caption, &mut self.written.caption, &self.buffer);
            // What is no longer so leaves without a word.
            let spoken = if same_beat { "" } else { self.buffer.as_str() };
            dom::set_text(&nodes.spoken, &mut self.written.spoken, spoken);
        }
        self.buffer.clear();
        format::push_time(&mut self.buffer, at);
        dom::set_text(&nodes.time, &mut self.written.time, &self.buffer);
        self.write_scrubber(at, beat);
    }

    fn sight(&self) -> Sight {
        let at = self.head.at();
        let told = |playing: &Playing| (playing.timeline.scale(self.head.speed, at), playing.timeline.mark(at));
        let (scale, mark) = self.playing.as_ref().map_or_else(Default::default, told);
        Sight { at, scale, mark, lang: self.lang, layer: self.layer, theme: self.theme }
    }

    fn write_scrubber(&mut self, at: Time, beat: Option<usize>) {
        let (Some(playing), Some(nodes)) = (&self.playing, &self.nodes) else { return };
        let end = playing.timeline.end;
        let share = if end > Time::ZERO { at.0 as f64 / end.0 as f64 } else { 0.0 };
        nodes.scrubber.set_value_as_number((share * f64::from(SCRUBBER_STEPS)).round());
        dom::set_style(&nodes.scrubber, "--at", &dom::css_number(share));
        dom::set_attribute(&nodes.stage, "data-time", &at.0.to_string());
        dom::set_attribute(&nodes.stage, "data-end", &end.0.to_string());
        let value_text = Line::new(key::SHELL_SCRUBBER_VALUE)
            .text("time", self.written.time.as_str())
            .time("total", end)
            .int("beat", beat.map_or(0, |beat| beat as i64 + 1))
            .int("beats", playing.script.beats.len() as i64)
            .text("caption", self.written.caption.as_str());
        self.buffer.clear();
        value_text.say_into(self.lang, &mut self.buffer);
        if self.buffer != self.written.value_text {
            dom::set_attribute(&nodes.scrubber, "aria-valuetext", &self.buffer);
            std::mem::swap(&mut self.buffer, &mut self.written.value_text);
        }
    }

    /// Writes the moment into the address, from time to time and when play stops.
    fn save(&mut self, now_s: f64) {
        if !self.unsaved || now_s - self.saved_at_s < SAVE_EVERY_S {
            return;
        }
        if let Some(address) = self.address().filter(|_| !self.left) {
            let (query, hash) = address.encode();
            location::replace(&query, &hash);
        }
        self.saved_at_s = now_s;
        self.unsaved = false;
    }

    fn address(&self) -> Option<Address> {
        let playing = self.playing.as_ref()?;
        Some(Address {
            look: self.look.clone(),
            scenario: playing.scenario.clone(),
            t: self.head.at(),
            speed: (self.head.speed.factor() * 100.0).round() as u32,
            guide: self.head.guided,
        })
    }
}

fn push_line_time(out: &mut String, key: kitchen_core::text::Key, time: Time, lang: Lang) {
    Line::new(key).time("time", time).say_into(lang, out);
}

/// The speed nearest to so many percent of the normal one.
pub fn speed_from_percent(percent: u32) -> Speed {
    let target = f64::from(percent) / 100.0;
    (Speed::MIN.step()..=Speed::MAX.step())
        .map(|step| Speed::from_step(step.into()))
        .min_by(|a, b| (a.factor() / target - 1.0).abs().total_cmp(&(b.factor() / target - 1.0).abs()))
        .unwrap_or_default()
}
