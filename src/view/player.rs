//! The frame loop's state: it advances the playhead, paints the stage and writes the caption, the time and the
//! scrubber straight into their nodes, all in the same frame. Nothing is written or painted that has not changed.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use kitchen_core::scenario::Scenario;
use kitchen_core::scenario::link::{Address, Lanes as Which, Look};
use kitchen_core::show::Show;
use kitchen_core::story::playhead::{Playhead, Speed, Timeline, Way};
use kitchen_core::story::{Layer, Script};
use kitchen_core::text::{Lang, Line, format, key};
use kitchen_core::units::Time;
use web_sys::{Element, HtmlInputElement};
use yew::Callback;

use super::lanes::Lanes;
use super::pictures::{Pictures, Sight};
use crate::web::frames::Frames;
use crate::web::times::Times;
use crate::web::{dom, location, media, watch};

/// The scrubber's positions, from 0 to this.
pub const SCRUBBER_STEPS: u32 = 100_000;
/// Seconds between two writes of the address: browsers refuse more than some hundred in half a minute.
const SAVE_EVERY_S: f64 = 0.5;
/// Seconds that a still picture stays when motion is reduced.
const STILL_S: f64 = 4.0;

/// What the reader asks of the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Command {
    Toggle,
    Pause,
    Restart,
    End,
    Step(Way),
    Beat(Way),
    Seek(Time),
    /// To a position of the scrubber.
    Scrub(u32),
    Speed(Speed),
    Faster,
    Slower,
    Guide(bool),
}

/// What the play bar shows and yew renders; it changes only when the reader does something or play stops.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Status {
    pub playing: bool,
    pub guided: bool,
    pub speed: Speed,
}

/// The run that is played, ready to be drawn.
#[derive(Clone, Debug)]
pub struct Playing {
    pub scenario: Scenario,
    pub show: Rc<Show>,
    pub script: Rc<Script>,
    pub timeline: Rc<Timeline>,
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
    pub time: Element,
    pub scale: Element,
    /// Shown while the run is slowed down to be seen.
    pub slow: Element,
    pub scrubber: HtmlInputElement,
}

/// What the nodes hold now.
#[derive(Default)]
#[allow(clippy::option_option, reason = "not written yet is not the same as no beat")]
struct Written {
    at: Option<Time>,
    /// The beat whose caption stands there; `None` inside is before the first.
    #[allow(clippy::option_option)]
    beat: Option<Option<usize>>,
    caption: String,
    time: String,
    scale: String,
    slow: Option<bool>,
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
    in_view: bool,
    last_frame_s: Option<f64>,
    still_since_s: f64,
    saved_at_s: f64,
    unsaved: bool,
    /// The timeline changed by itself.
    stale: bool,
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
    }

    /// Changes how the run is shown, not which moment.
    pub fn show_as(&self, look: Look, lang: Lang, layer: Layer, theme: &'static str) {
        let mut player = self.player.borrow_mut();
        player.theme = theme;
        if look.lanes != player.look.lanes {
            player.turn_to(look.lanes);
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
        for frame in 0..frames {
            let at = Time((playing.timeline.end.0 as f64 * f64::from(frame) / f64::from(frames)) as u64);
            let (build_ms, paint_ms) = pictures.draw(playing, &Sight { at, ..sight });
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
        let beat = playing.script.beat_at(player.head.at());
        beat.map_or_else(String::new, |beat| playing.script.beats[beat].line(player.layer).say(player.lang))
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
            in_view: true,
            last_frame_s: None,
            still_since_s: 0.0,
            saved_at_s: 0.0,
            unsaved: false,
            stale: false,
            ready: false,
            times: location::wants_bench().then(Times::publish),
        }
    }

    fn status_now(&self) -> Status {
        Status { playing: self.head.playing, guided: self.head.guided, speed: self.head.speed }
    }

    /// Gives the timeline other lanes, of the same window.
    fn turn_to(&mut self, lanes: Which) {
        let timeline = self.pictures.as_mut().and_then(|pictures| pictures.timeline.as_mut());
        if let Some((timeline, playing)) = timeline.zip(self.playing.as_ref()) {
            timeline.turn_to(&playing.show, lanes);
        }
    }

    /// Makes the next frame write and paint everything.
    fn refresh(&mut self) {
        self.written = Written::default();
        self.unsaved = true;
    }

    fn act(&mut self, command: Command) {
        let Some(playing) = &self.playing else { return };
        let timeline = Rc::clone(&playing.timeline);
        let head = &mut self.head;
        match command {
            // With less motion and the guide on, play is a step to the next still.
            Command::Toggle if media::prefers_reduced_motion() && head.guided && head.at() < timeline.end => {
                head.step_beat(&timeline, Way::Forward);
            }
            Command::Toggle => {
                head.toggle(&timeline);
                self.still_since_s = dom::seconds();
            }
            Command::Pause => head.pause(),
            Command::Restart => head.restart(&timeline),
            Command::End => {
                head.pause();
                head.seek(&timeline, timeline.end);
            }
            Command::Step(way) => head.step_event(&timeline, way),
            Command::Beat(way) => head.step_beat(&timeline, way),
            Command::Seek(at) => head.seek(&timeline, at),
            Command::Scrub(position) => {
                let share = f64::from(position.min(SCRUBBER_STEPS)) / f64::from(SCRUBBER_STEPS);
                head.seek(&timeline, Time((timeline.end.0 as f64 * share) as u64));
            }
            Command::Speed(speed) => head.speed = speed,
            Command::Faster => head.speed = head.speed.faster(),
            Command::Slower => head.speed = head.speed.slower(),
            Command::Guide(guided) => head.guided = guided,
        }
        self.unsaved = true;
    }

    /// One frame. Answers whether another is wanted, and what yew should hear.
    fn frame(&mut self, now_s: f64) -> (bool, Option<(Callback<Status>, Status)>) {
        let elapsed_ms = self.last_frame_s.map_or(0.0, |last| (now_s - last).max(0.0) * 1e3);
        let runs = self.in_view && !watch::hidden();
        if runs {
            self.advance(now_s, elapsed_ms);
        }
        self.draw();
        self.save(now_s);
        let again = (self.head.playing && runs) || self.unsaved;
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
            if now_s - self.still_since_s >= STILL_S / self.head.speed.factor().max(0.25) {
                self.still_since_s = now_s;
                self.head.step_beat(&playing.timeline, Way::Forward);
                self.head.playing = self.head.at() < playing.timeline.end;
            }
        } else {
            self.head.tick(&playing.timeline, elapsed_ms);
        }
    }

    fn draw(&mut self) {
        let (Some(playing), Some(nodes)) = (&self.playing, &self.nodes) else { return };
        let sight = self.sight();
        let Sight { at, scale, .. } = sight;
        self.buffer.clear();
        push_line_time(&mut self.buffer, key::SHELL_SCALE, scale, self.lang);
        dom::set_text(&nodes.scale, &mut self.written.scale, &self.buffer);
        let slow = scale < playing.timeline.scale(self.head.speed, Time::MAX);
        if self.written.slow != Some(slow) {
            self.written.slow = Some(slow);
            let _ = nodes.slow.toggle_attribute_with_force("hidden", !slow);
        }
        if std::mem::take(&mut self.stale)
            && let Some(timeline) = self.pictures.as_mut().and_then(|pictures| pictures.timeline.as_mut())
        {
            timeline.draw(&sight, self.head.playing);
        }
        if self.written.at == Some(at) {
            return;
        }
        self.written.at = Some(at);
        if let Some(pictures) = &mut self.pictures {
            let (build_ms, paint_ms) = pictures.draw(playing, &sight);
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
        let beat = playing.script.beat_at(at);
        if self.written.beat != Some(beat) {
            self.written.beat = Some(beat);
            self.buffer.clear();
            if let Some(beat) = beat {
                playing.script.beats[beat].line(self.layer).say_into(self.lang, &mut self.buffer);
            }
            dom::set_text(&nodes.caption, &mut self.written.caption, &self.buffer);
        }
        self.buffer.clear();
        format::push_time(&mut self.buffer, at);
        dom::set_text(&nodes.time, &mut self.written.time, &self.buffer);
        self.write_scrubber(at, beat);
    }

    fn sight(&self) -> Sight {
        let scale =
            self.playing.as_ref().map_or(Time::ZERO, |playing| playing.timeline.scale(self.head.speed, self.head.at()));
        Sight { at: self.head.at(), scale, lang: self.lang, layer: self.layer, theme: self.theme }
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
        if let Some(address) = self.address() {
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
