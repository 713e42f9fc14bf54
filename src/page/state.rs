//! What is shown, in one place, and the one function that changes it.

use std::rc::Rc;

use kitchen_core::units::Time;
use kitchen_story::chapters::{self, prologue};
use kitchen_story::scenario::Scenario;
use kitchen_story::scenario::link::{Address, Look, Theme};
use kitchen_story::scenario::raw::reconcile;
use kitchen_story::story::Layer;
use kitchen_story::story::playhead::{Playhead, Speed, Way};
use kitchen_text::{Lang, Line};

mod acts;
mod queries;

pub use acts::{Row, Under};

use super::action::{Action, Ask, Click, Command, Effect, Key, Run, System, Wish};
use super::address::{self, Asked};
use super::delay::Delay;
use super::first::{First, Phase};
use super::next::Next;
use super::question::Question;
use super::room::Room;

/// The scrubber's positions, from 0 to this.
pub const SCRUBBER_STEPS: u32 = 100_000;
/// Seconds between two writes of the address: browsers refuse more than some hundred in half a minute.
const SAVE_EVERY_S: f64 = 0.5;
/// Seconds that a still picture stays at least when motion is reduced; a long caption keeps it longer.
const STILL_S: f64 = 4.0;

/// What the play bar shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Status {
    pub playing: bool,
    pub guided: bool,
    pub speed: Speed,
    /// The run has come to the chapter's open question.
    pub asking: bool,
    /// Something later was asked for, and waits for its answer.
    pub held: bool,
    /// What the one button under the stage does.
    pub next: Next,
}

/// What a control was asked for and cannot have.
#[derive(Clone, Debug, PartialEq)]
pub struct Clash {
    /// The control that was moved, by its parameter's place.
    pub place: usize,
    /// What does not go together, and what is taken instead.
    pub line: Line,
    /// What was chosen before, where that is not what stands there now.
    pub before: Option<Scenario>,
}

/// What is shown. It is held in a [`Store`](super::store::Store), so that [`State::reduce`] alone changes it.
#[derive(Clone, Debug)]
pub struct State {
    /// What the link asked for: how it is shown, and the moment with which it opened.
    opened: Address,
    pub chapter: Option<&'static str>,
    pub lang: Lang,
    /// What the controls say; its run may be on the way.
    pub scenario: Scenario,
    pub run: Option<Run>,
    pub head: Playhead,
    question: Question,
    acts: acts::Acts,
    /// The reader would rather see the numbers than predict them.
    numbers: bool,
    /// When the chapter asks its question, while that is open.
    gate: Option<Time>,
    pub problems: Vec<Line>,
    /// How long the reader has waited for what comes next.
    pub delay: Delay,
    /// What was chosen last and does not go together.
    pub clash: Option<Clash>,
    /// The control that was moved last, by its place.
    moved: usize,
    /// Keys of one letter are heard.
    pub letters: bool,
    /// Bells and knocks are heard: only after the reader asked for it, in this visit.
    pub sound: bool,
    /// The menu of narrow screens is open.
    pub menu: bool,
    /// The moment to share.
    pub share: Option<Address>,
    /// Someone presents; then which palette was chosen before.
    presenting: Option<Theme>,
    pub black: bool,
    /// The browser has stopped the notes' window.
    pub blocked: bool,
    pub room: Room,
    /// The option that the reader chose in the first minute.
    pub guess: Option<usize>,
    /// Whether the place may be kept on this device; none where it cannot.
    pub keeps: Option<bool>,
    /// Where the reader left off, as far as that was kept: a chapter, and its moment as a link's hash.
    left_off: Option<(&'static str, String)>,
    pub system: System,
    /// Counts the pages opened, so that each is built anew.
    pub pages: u32,
    /// Counts the changes that are seen around the stage.
    pub version: u32,
    status: Status,
    left: bool,
    unsaved: bool,
    saved_at_s: f64,
    still_since_s: f64,
}

impl State {
    /// Before any address was read.
    pub(super) fn new() -> State {
        let opened = Address::open(Look::default(), chapters::USUAL);
        State {
            scenario: opened.scenario.clone(),
            opened,
            chapter: None,
            lang: Lang::default(),
            run: None,
            head: Playhead::default(),
            question: Question::default(),
            acts: acts::Acts::default(),
            numbers: false,
            gate: None,
            problems: Vec::new(),
            delay: Delay::None,
            clash: None,
            moved: 0,
            letters: true,
            sound: false,
            menu: false,
            share: None,
            presenting: None,
            black: false,
            blocked: false,
            room: Room::Study,
            guess: None,
            keeps: None,
            left_off: None,
            system: System::default(),
            pages: 0,
            version: 0,
            status: Status::default(),
            left: false,
            unsaved: false,
            saved_at_s: 0.0,
            still_since_s: 0.0,
        }
    }

    /// Takes one action.
    pub(super) fn reduce(&mut self, action: Action) -> Vec<Effect> {
        let mut effects = Vec::new();
        let is_seen = match &action {
            Action::Play(_) | Action::Tick { .. } | Action::Leave => false,
            Action::System(system) => *system != self.system,
            _ => true,
        };
        self.take(action, &mut effects);
        if is_seen {
            self.gate = self.gate_at();
        }
        self.hold();
        self.keep_row();
        let status = self.status();
        if is_seen || status != self.status {
            self.version = self.version.wrapping_add(1);
            self.status = status;
        }
        effects
    }

    fn take(&mut self, action: Action, effects: &mut Vec<Effect>) {
        match action {
            Action::Arrive(asked) => self.arrive(asked),
            Action::Open(chapter) => self.open(chapter, effects),
            Action::Leave => self.left = true,
            Action::System(system) => self.system = system,
            Action::Wish(wish) => self.grant(wish, effects),
            Action::Key(key) => self.key(key, effects),
            Action::Click(click) => self.click(click, effects),
            Action::Next => self.go_on(effects),
            Action::Back if self.back(effects) => {}
            Action::Back => self.play(Command::Beat(Way::Back), effects),
            Action::Act(number) => {
                self.go_to_act(number, false, effects);
            }
            Action::Hand(hand) => self.hand(hand, effects),
            Action::Recall(act, scenario, left) => self.recall(act, scenario, left),
            Action::Play(command) => self.play(command, effects),
            Action::Tick { now_s, elapsed_ms, seen } => {
                if seen && self.head.playing {
                    self.advance(now_s, elapsed_ms);
                }
                self.save(now_s, effects);
            }
            Action::Ask(ask) => self.ask(ask, effects),
            Action::First(first) => self.first(first, effects),
            Action::Kept(can, place) => {
                self.keeps = can.then_some(place.is_some());
                self.left_off = place.as_deref().and_then(address::place);
            }
            Action::Keep(keep) => {
                self.keeps = self.keeps.map(|_| keep);
                self.left_off = None;
                effects.push(Effect::Keep(keep.then(|| address::NOWHERE.to_owned())));
            }
            Action::Set(scenario) => self.set(scenario),
            // What is on the stage stays what it is, and nothing moves there: no frame would write it.
            Action::Refuse(line) => self.refuse(line),
            Action::Stop => {
                self.clash = None;
                self.forget_fresh();
                if let Some(run) = &self.run {
                    self.scenario = run.scenario.clone();
                }
                // The button that was pressed goes away.
                effects.push(Effect::Focus("stage"));
            }
            Action::Load(run) => self.load(run),
            Action::Problems(lines) => self.problems = lines,
            Action::Delay(delay) => self.delay = delay,
            Action::Dismiss => {
                self.problems.clear();
                effects.push(Effect::FocusThen("main"));
            }
            Action::CloseShare => self.share = None,
            Action::Block(blocked) => self.blocked = blocked,
            Action::Room(room) => self.room = room,
        }
    }

    /// A control was moved. Values that do not go together give way to the nearest that do, and the control says so.
    fn set(&mut self, asked: Scenario) {
        let moved = asked.moved_from(&self.scenario);
        self.moved = moved.unwrap_or(self.moved);
        let (scenario, problem) = reconcile(asked);
        let clash = |line| Clash { place: self.moved, line, before: Some(self.scenario.clone()) };
        self.clash = problem.map(clash);
        let is_asked_once = self.act().is_some() && !self.question.is_open();
        if !scenario.runs_as(&self.scenario) {
            // In an act the question is asked once: a hand on the picture puts its answer away.
            self.question =
                if is_asked_once { Question { closed: true, ..self.question } } else { Question::default() };
        }
        self.scenario = scenario;
    }

    /// The scenario cannot run. Where a run stays on the stage, a control asked for it, and answers; else the link did.
    fn refuse(&mut self, line: Line) {
        self.forget_fresh();
        if let Some(run) = &self.run {
            self.scenario = run.scenario.clone();
            self.clash = Some(Clash { place: self.moved, line, before: None });
            return;
        }
        self.problems = vec![line];
        if let Some(chapter) = self.chapter.and_then(chapters::chapter) {
            self.scenario = Scenario::default_for(chapter.kind);
        }
    }

    fn arrive(&mut self, asked: Asked) {
        let Asked { address, chapter, lang, problems } = asked;
        let is_same = self.chapter == chapter;
        (self.chapter, self.lang, self.problems) = (chapter, lang, problems);
        let scenario = match chapter {
            Some(_) => address.scenario.clone(),
            None => Scenario::default_for(prologue::KIND),
        };
        (self.scenario, self.run, self.head, self.guess) = (scenario, None, Playhead::default(), None);
        // An embedded page asks nothing.
        (self.question, self.numbers) = (Question::default(), address.look.embed);
        (self.share, self.menu, self.left, self.clash) = (None, false, false, None);
        self.opened = address;
        if self.opened.look.present && !self.opened.look.embed {
            self.presenting.get_or_insert(Theme::Auto);
        }
        self.opened.look.present = self.presenting.is_some();
        let act = self.opened.act.clone();
        self.arrive_act(act.as_deref(), is_same);
        self.pages += 1;
    }

    fn open(&mut self, chapter: Option<&'static str>, effects: &mut Vec<Effect>) {
        let look = Look { scene: chapter.map(str::to_owned), ..self.look().clone() };
        let kind = chapter.and_then(chapters::chapter).map_or(chapters::USUAL, |chapter| chapter.kind);
        let mut address = Address::open(look, kind);
        address::open_first_act(&mut address, chapter);
        effects.push(Effect::Write { push: true, query: address.encode().0, hash: String::new() });
        self.arrive(Asked { address, chapter, lang: self.lang, problems: Vec::new() });
        effects.extend([Effect::Top, Effect::FocusThen("main")]);
    }

    fn grant(&mut self, wish: Wish, effects: &mut Vec<Effect>) {
        wish.write(&mut self.opened.look);
        match wish {
            Wish::Lang(lang) => self.lang = lang,
            Wish::Layer(_) | Wish::Lanes(_) | Wish::Theme(_) | Wish::Drawer(..) => {}
            Wish::Letters(on) => self.letters = on,
            Wish::Sound(on) => self.sound = on,
            Wish::Menu(open) => self.menu = open,
            Wish::Present(on) => self.present(on, effects),
            Wish::Share => {
                self.head.pause();
                let mut address = self.address();
                address.look.present = false;
                self.share = Some(address);
            }
        }
        self.retell();
        self.unsaved = true;
        self.write_home(effects);
    }

    /// The home page has no frames that write the address.
    fn write_home(&self, effects: &mut Vec<Effect>) {
        if self.chapter.is_none() && !self.left {
            effects.push(Effect::Write { push: false, query: self.opened.encode().0, hash: String::new() });
        }
    }

    /// Turns presenter mode on and off: the projector's palette comes with it, and the reader's own comes back.
    fn present(&mut self, on: bool, effects: &mut Vec<Effect>) {
        let look = &mut self.opened.look;
        if on && self.presenting.is_none() {
            self.presenting = Some(look.theme);
            look.theme = Theme::Projector;
        } else if let (false, Some(theme)) = (on, self.presenting.take()) {
            look.theme = theme;
            effects.push(Effect::CloseNotes);
        }
        look.present = self.presenting.is_some();
        // Before a class each beat waits for its word.
        if self.act().is_some() {
            self.head.guided = on;
        }
        (self.black, self.blocked, self.menu) = (false, false, false);
    }

    fn key(&mut self, key: Key, effects: &mut Vec<Effect>) {
        let theme = if self.look().theme == Theme::Projector { Theme::Auto } else { Theme::Projector };
        let layer = if self.layer() == Layer::Kitchen { Layer::XRay } else { Layer::Kitchen };
        match key {
            Key::Play(command) => self.play(command, effects),
            Key::Guide => self.play(Command::Guide(!self.head.guided), effects),
            Key::Next => self.go_on(effects),
            Key::Hand(hand) => self.hand(hand, effects),
            Key::Share => self.grant(Wish::Share, effects),
            Key::Projector => self.grant(Wish::Theme(theme), effects),
            Key::Layer => self.grant(Wish::Layer(layer), effects),
        }
    }

    fn click(&mut self, click: Click, effects: &mut Vec<Effect>) {
        let at_end = self.is_over();
        let in_first_minute = self.chapter.is_none() && !at_end;
        match click {
            Click::Black if self.presenting.is_none() => self.grant(Wish::Present(true), effects),
            Click::Black => self.black = !self.black,
            Click::Leave => self.grant(Wish::Present(false), effects),
            _ if self.black => self.black = false,
            Click::Back if self.act_number().is_some_and(|now| now > 0) && self.head.at() <= self.act_start() => {
                self.back(effects);
            }
            Click::Back if self.head.at() == Time::ZERO => effects.extend(self.neighbour(-1)),
            Click::Back => self.play(Command::Beat(Way::Back), effects),
            // The same as the one button, so that a lesson takes as many presses.
            Click::On if self.has_card() || self.act().is_some() && !self.head.playing => self.go_on(effects),
            // An act that plays is cut short.
            Click::On if in_first_minute && !self.head.playing => self.play(Command::Toggle, effects),
            // From the first minute's end to the first chapter, and from each chapter's end to the next.
            Click::On if at_end => effects.extend(self.neighbour(1)),
            Click::On => self.play(Command::Beat(Way::Forward), effects),
        }
    }

    fn go_on(&mut self, effects: &mut Vec<Effect>) {
        match self.next() {
            Next::Wait => {}
            Next::Ask => self.ask(Ask::Now, effects),
            Next::Begin(_) if self.lend_hand() => {}
            Next::Begin(_) | Next::GoOn | Next::Pause => self.play(Command::Toggle, effects),
            Next::Act(_) => {
                let number = self.act_number().map_or(0, |now| now + 1);
                self.go_to_act(number, true, effects);
            }
            Next::Show => self.ask(Ask::GoOn, effects),
            Next::Seen => {
                self.ask(Ask::GoOn, effects);
                // What was asked at the act's start is answered by the run that its hand makes.
                if !self.lend_hand() && self.head.at() < self.act_end() {
                    self.play(Command::Toggle, effects);
                }
            }
            Next::Chapter(chapter) => effects.push(Effect::Open(Some(chapter))),
            Next::Contents => effects.push(Effect::Open(None)),
        }
    }

    fn play(&mut self, command: Command, effects: &mut Vec<Effect>) {
        let Some(run) = &self.run else { return };
        let timeline = Rc::clone(&run.timeline);
        let (start, end) = (self.act_start(), self.act_end());
        self.question.held = None;
        if command == Command::Toggle && !self.head.playing && self.gate == Some(self.head.at()) && !self.is_over() {
            self.question.held = Some(command);
            return;
        }
        let head = &mut self.head;
        match command {
            // With less motion and the guide on, play is a step to the next still.
            Command::Toggle if self.system.still && head.guided && head.at() < timeline.end => {
                head.step_beat(&timeline, Way::Forward);
            }
            Command::Toggle => {
                head.toggle(&timeline);
                self.still_since_s = f64::INFINITY;
            }
            Command::Pause => head.pause(),
            // First the act's own start and end, from there the run's.
            Command::Restart => {
                let to = if head.at() > start { start } else { Time::ZERO };
                head.restart(&timeline);
                head.seek(&timeline, to);
            }
            Command::End => {
                head.pause();
                head.seek(&timeline, if head.at() < end { end } else { timeline.end });
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
        // What comes many times a frame waits for the frame.
        if matches!(command, Command::Step(_) | Command::Beat(_) | Command::Restart | Command::End) {
            effects.push(Effect::Draw);
        }
    }

    /// While its question is unanswered, nothing of a run is shown that is later than the question: whatever leads there, a jump,
    /// a step or another scenario, comes to the question, and waits.
    fn hold(&mut self) {
        let later = self.gate.filter(|&gate| self.head.at() > gate);
        if let Some((gate, run)) = later.zip(self.run.as_ref()) {
            self.question.held = Some(Command::Seek(self.head.at()));
            self.head.pause();
            self.head.seek(&run.timeline, gate);
            self.unsaved = true;
        }
    }

    fn advance(&mut self, now_s: f64, elapsed_ms: f64) {
        let act_end = self.act_end();
        let Some(run) = &self.run else { return };
        let (head, timeline) = (&mut self.head, &run.timeline);
        self.unsaved = true;
        if self.system.still {
            // The first still stays from the first frame on.
            self.still_since_s = self.still_since_s.min(now_s);
            let still_s = STILL_S.max(timeline.reading_ms(head.at()) / 1e3);
            if now_s - self.still_since_s >= still_s / head.speed.factor().max(0.25) {
                self.still_since_s = now_s;
                head.step_beat(timeline, Way::Forward);
                head.playing = head.at() < act_end;
            }
            return;
        }
        let from = head.at();
        head.tick(timeline, elapsed_ms);
        if from < act_end && head.at() >= act_end {
            head.pause();
            head.seek(timeline, act_end);
        }
        // The question is asked at its moment, whether play pauses at beats or not.
        if let Some(gate) = self.gate.filter(|&gate| from < gate && head.at() >= gate) {
            head.pause();
            head.seek(timeline, gate);
        }
    }

    /// Writes the moment into the address, from time to time and when play stops.
    fn save(&mut self, now_s: f64, effects: &mut Vec<Effect>) {
        if !self.unsaved || now_s - self.saved_at_s < SAVE_EVERY_S {
            return;
        }
        if let (Some(chapter), true, false) = (self.chapter, self.run.is_some(), self.left) {
            let (query, hash) = self.address().encode();
            if self.keeps == Some(true) {
                effects.push(Effect::Keep(Some(address::kept(chapter, &hash))));
                self.left_off = Some((chapter, hash.clone()));
            }
            effects.push(Effect::Write { push: false, query, hash });
        }
        (self.saved_at_s, self.unsaved) = (now_s, false);
    }

    fn ask(&mut self, ask: Ask, effects: &mut Vec<Effect>) {
        match ask {
            Ask::Now => {
                self.question.wanted = true;
                effects.push(Effect::FocusThen("gate-title"));
            }
            Ask::Answered => (self.question.answered, self.question.held) = (true, None),
            Ask::Show => {
                // The button that was pressed goes away.
                effects.push(Effect::Focus(if self.has_card() { "stage" } else { "readout" }));
                self.numbers = true;
                // No question stands any more before what was asked for.
                self.gate = None;
                if let Some(held) = self.question.held {
                    self.play(held, effects);
                }
            }
            Ask::GoOn if self.is_open() => self.question.reveal = true,
            Ask::GoOn => {
                self.question.closed = true;
                effects.push(Effect::Focus("stage"));
            }
        }
    }

    fn first(&mut self, first: First, effects: &mut Vec<Effect>) {
        match first {
            First::Press => self.play(Command::Toggle, effects),
            First::Guess(option) if self.phase() == Some(Phase::Ask) => {
                self.guess = Some(option);
                self.play(Command::Toggle, effects);
            }
            First::Guess(_) => {}
            First::Again => {
                self.guess = None;
                self.play(Command::Restart, effects);
            }
        }
    }

    /// The first run starts where the link says; later ones keep the beat.
    fn load(&mut self, mut run: Run) {
        run.tell(self.voice());
        let is_first = self.run.is_none();
        match &self.run {
            Some(old) => {
                self.head = self.head.carried((&old.script, &old.timeline), (&run.script, &run.timeline));
            }
            None if self.chapter.is_none() => self.head = Playhead::default(),
            None => {
                self.head = Playhead::default();
                self.head.speed = Speed::from_percent(self.opened.speed);
                self.head.guided = self.opened.guide || self.presenting.is_some();
                self.head.seek(&run.timeline, self.opened.t);
            }
        }
        self.run = Some(run);
        self.start_fresh();
        self.unsaved = true;
        // Who wrote the link shows that moment: there the question has passed.
        let moment = self.head.at();
        self.question.passed |= is_first && self.gate_at().is_some_and(|gate| moment > gate);
    }

    /// When the open question is asked; none while the run is still another scenario's.
    fn gate_at(&self) -> Option<Time> {
        let Look { controls, embed, .. } = *self.look();
        let (run, chapter) = self.run.as_ref().zip(self.chapter.and_then(chapters::chapter))?;
        if !self.is_open() || !self.asks_here() || !controls || embed || !run.scenario.runs_as(&self.scenario) {
            return None;
        }
        let id = (chapter.gate)(&self.scenario).at;
        Some(run.script.beats.iter().find(|beat| beat.id == id).map_or(Time::ZERO, |beat| beat.at))
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
