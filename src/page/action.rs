//! What is asked of the page, and what the page asks for in turn: plain values.

use std::rc::Rc;

use kitchen_core::units::Time;
use kitchen_story::scenario::Scenario;
use kitchen_story::scenario::link::{Drawer, Lanes, Look, Theme};
use kitchen_story::story::act::Brief;
use kitchen_story::story::judged::Left;
use kitchen_story::story::playhead::{Speed, Timeline, Way};
use kitchen_story::story::{Layer, Script};
use kitchen_text::{Lang, Line};

use super::address::Asked;
use super::delay::Delay;
use super::first::First;
use super::room::Room;

/// What the reader asked of the system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct System {
    /// Dark colours.
    pub dark: bool,
    /// Less motion.
    pub still: bool,
}

/// What the reader asks of the play bar.
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

/// How the reader wants things shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    Lang(Lang),
    Layer(Layer),
    Lanes(Lanes),
    Theme(Theme),
    Letters(bool),
    /// Bells and knocks are heard.
    Sound(bool),
    Menu(bool),
    /// A drawer is opened or closed.
    Drawer(Drawer, bool),
    Share,
    /// Presenter mode, on and off.
    Present(bool),
}

impl Wish {
    /// Writes into a look what the wish changes of it.
    pub fn write(self, look: &mut Look) {
        match self {
            Wish::Lang(lang) => look.lang = Some(lang),
            Wish::Layer(layer) => look.layer = layer,
            Wish::Lanes(lanes) => look.lanes = lanes,
            Wish::Theme(theme) => look.theme = theme,
            Wish::Drawer(drawer, open) => look.drawers = look.drawers.with(drawer, open),
            Wish::Letters(_) | Wish::Sound(_) | Wish::Menu(_) | Wish::Share | Wish::Present(_) => {}
        }
    }
}

/// What a key asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Key {
    Play(Command),
    /// The one button under the stage.
    Next,
    Hand(Hand),
    /// Kitchen to x-ray and back.
    Layer,
    Guide,
    /// The link to this moment, with its QR code.
    Share,
    /// The projector's palette and back.
    Projector,
}

/// What a clicker asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Click {
    On,
    Back,
    /// A black screen, and the picture again.
    Black,
    Leave,
}

/// What happens to the chapter's question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// It is wanted now.
    Now,
    /// It has its answer.
    Answered,
    /// The numbers are asked for, now and from now on, whatever the question.
    Show,
    /// From the question to its answer, from the answer to the stage.
    GoOn,
}

/// What the reader's hand did on the stage. What it leads to comes as [`Action::Set`], as it moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Hand {
    /// It let go, or made a step by keys: what stood there before, and the handle and the second of the browser's clock.
    Moved {
        before: Scenario,
        by_keys: Option<(&'static str, f64)>,
    },
    Undo,
    Redo,
    /// Everything of this act is taken back.
    AsItWas,
}

/// Everything that changes what is shown.
#[derive(Clone, Debug)]
pub enum Action {
    /// The address says what is shown.
    Arrive(Asked),
    /// The reader opens a chapter or, with nothing, the home page.
    Open(Option<&'static str>),
    /// The address belongs to another page from now on, which may take its time to come: what still plays no longer writes it.
    Leave,
    /// What the reader asked of the system.
    System(System),
    Wish(Wish),
    Key(Key),
    Click(Click),
    /// The one button under the stage.
    Next,
    /// The way back beside it: to the act's start, or to the act before.
    Back,
    /// To an act, by its number from 0.
    Act(usize),
    Hand(Hand),
    /// What an act leaves that was not played here.
    Recall(usize, Scenario, Left),
    Play(Command),
    /// A frame at that second of the browser's clock, so many milliseconds after the last; whether the page is seen.
    Tick {
        now_s: f64,
        elapsed_ms: f64,
        seen: bool,
    },
    Ask(Ask),
    /// The reader is in the first minute.
    First(First),
    /// Whether this browser can keep a place, and the one that it kept.
    Kept(bool, Option<String>),
    /// The reader allows it to be kept, or no longer.
    Keep(bool),
    /// A control was moved.
    Set(Scenario),
    /// The scenario cannot run.
    Refuse(Line),
    /// The run that the controls ask for is not waited for.
    Stop,
    /// The scenario's run is there.
    Load(Run),
    Problems(Vec<Line>),
    /// What the reader wants is on its way, for so long.
    Delay(Delay),
    Dismiss,
    CloseShare,
    /// The browser has stopped the notes' window, or not.
    Block(bool),
    Room(Room),
}

/// What has to be done outside, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The address becomes this query and hash: as a new entry of the history, or in place of the last.
    Write {
        push: bool,
        query: String,
        hash: String,
    },
    /// The focus goes to that element before the page changes.
    Focus(&'static str),
    /// The focus goes to that element once it is there.
    FocusThen(&'static str),
    /// A picture at once: it shows what the reader did.
    Draw,
    /// The page is shown from its top.
    Top,
    /// The place is to be kept on this device; with nothing, whatever was kept there is to be forgotten.
    Keep(Option<String>),
    /// A chapter is wanted; its texts may have to come first.
    Open(Option<&'static str>),
    CloseNotes,
}

/// What is told of the run on the stage.
#[derive(Clone, Debug)]
pub struct Run {
    pub scenario: Scenario,
    pub script: Rc<Script>,
    pub timeline: Rc<Timeline>,
    /// What it leaves in the tally, by the act's number: two acts may show parts of one run.
    pub left: Vec<(usize, Left)>,
    /// All that can be told of it, in no language yet.
    whole: (Rc<Script>, Timeline),
    /// How it is told now.
    voice: Voice,
}

/// In which language and layer a run is told, and whether in brief.
pub type Voice = (Lang, Layer, Option<Brief>);

impl Run {
    /// `timeline` is not told yet.
    pub fn new(scenario: Scenario, script: Script, timeline: Timeline, left: Vec<(usize, Left)>, voice: Voice) -> Run {
        let whole = (Rc::new(script), timeline);
        let (script, timeline) = told(&whole, voice);
        Run { scenario, script, timeline, left, whole, voice }
    }

    /// Tells it so from now on. Other captions take other times to read.
    pub fn tell(&mut self, voice: Voice) {
        if voice != self.voice {
            self.voice = voice;
            (self.script, self.timeline) = told(&self.whole, voice);
        }
    }
}

fn told((script, timeline): &(Rc<Script>, Timeline), (lang, layer, brief): Voice) -> (Rc<Script>, Rc<Timeline>) {
    let (script, timeline) = match brief {
        Some(brief) => {
            let (script, timeline) = brief.of(script, timeline);
            (Rc::new(script), timeline)
        }
        None => (Rc::clone(script), timeline.clone()),
    };
    let timeline = Rc::new(timeline.told(&script, (lang, layer)));
    (script, timeline)
}
