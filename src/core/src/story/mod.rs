//! The story: which chapters there are, which moments of a trace are worth a pause, and what is said then.
//!
//! Architecture Invariant: a caption is made from the trace; nothing here is timed by hand, nothing here draws.

pub mod chapters;
mod choices;
mod contents;
mod facts;
pub mod numbers;
pub mod playhead;
pub mod slow_motion;

#[cfg(test)]
mod tests;

pub use contents::{Entry, Role, cast, contents};

use crate::scenario::{Kind, ParamId, Scenario};
use crate::show::Show;
use crate::sim::task::TaskId;
use crate::text::{Key, Line};
use crate::units::Time;

pub(crate) use facts::way_name;

pub use crate::scenario::link::Layer;

/// A moment worth a pause.
#[derive(Clone, Debug, PartialEq)]
pub struct Beat {
    /// Stable inside the chapter, so that a changed control can keep the playhead "at the same beat".
    pub id: String,
    pub at: Time,
    /// What the kitchen layer says: one thing that is true at this very moment.
    pub caption: Line,
    /// The same in the x-ray layer: GPUs, links, bytes, rates.
    pub xray: Line,
    /// The task that the caption speaks of: its run and its id.
    pub focus: Option<(usize, TaskId)>,
}

impl Beat {
    /// The caption for a layer.
    pub fn line(&self, layer: Layer) -> &Line {
        match layer {
            Layer::Kitchen => &self.caption,
            Layer::XRay => &self.xray,
        }
    }
}

/// The beats of one show in order of time; the first is at zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    pub beats: Vec<Beat>,
}

impl Script {
    /// The beat that holds at `t`: the last one not later.
    pub fn beat_at(&self, t: Time) -> Option<usize> {
        self.beats.partition_point(|beat| beat.at <= t).checked_sub(1)
    }
}

/// A number on the screen with its "why this number".
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub name: Line,
    pub value: Line,
    /// The formula in symbols, the same with the chapter's numbers filled in, and where it comes from.
    pub formula: Line,
    pub filled: Line,
    pub source: Line,
}

/// The readout: the chapter's main figure first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Readout {
    pub figures: Vec<Figure>,
    /// What the library's tuner weighs for the chapter's meeting, the fastest by its own reckoning first.
    pub tuner: Vec<Line>,
    /// The figures that answer the chapter's question: figure `i` is bit `i`. They stay covered while it is open, so that what
    /// is shown holds at most one of the numbers that the verdict compares.
    pub answers: u32,
}

impl Readout {
    /// Whether figure `index` answers the chapter's question.
    pub fn is_answer(&self, index: usize) -> bool {
        self.answers >> index.min(31) & 1 == 1
    }
}

/// A question asked before the reveal.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    pub question: Line,
    pub options: Vec<Line>,
}

/// The options of a [`Gate`] that count as right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers {
    /// Option `i` is bit `i`.
    pub bits: u32,
}

/// How much farther off than the best an option may be that still counts as right: no reader could tell the two apart.
const AS_GOOD: f64 = 1.02;

impl Answers {
    pub fn one(option: usize) -> Answers {
        Answers { bits: 1 << option }
    }

    /// The option with the least number, and every other within 2 % of it; the numbers are times, or how far guesses are off.
    fn least(numbers: &[f64]) -> Answers {
        let least = numbers.iter().fold(f64::MAX, |least, &number| least.min(number));
        let right = (0..).zip(numbers).filter(|&(_, &number)| number <= least * AS_GOOD);
        Answers { bits: right.fold(0, |bits, (option, _): (u32, _)| bits | 1 << option) }
    }

    /// The guesses at a ratio that come nearest: twice as long is as far from "the same" as half as long.
    fn nearest(ratio: f64, guesses: &[f64]) -> Answers {
        let far = |&guess: &f64| if ratio > guess { ratio / guess } else { guess / ratio.max(1e-12) };
        Answers::least(&guesses.iter().map(far).collect::<Vec<f64>>())
    }

    pub fn holds(self, option: usize) -> bool {
        self.bits >> option & 1 == 1
    }

    /// Whether more than one option is right.
    pub fn is_tie(self) -> bool {
        self.bits.count_ones() > 1
    }
}

/// The simulator's answer to a [`Gate`]: the right options and the sentence with the computed numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    pub right: Answers,
    pub reveal: Line,
}

/// One chapter: what `story.md` asks of each. Everything that depends on the run is a function of the show.
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    /// Stable: it is used in links.
    pub id: &'static str,
    /// Its number in the table of contents, from 1.
    pub number: u8,
    /// The short name ("工程のリレー — パイプライン並列").
    pub name: Key,
    /// The headline over the story text.
    pub title: Key,
    /// Two sentences for the home page and the first screen.
    pub hook: Key,
    /// The story's paragraphs.
    pub paragraphs: &'static [Key],
    /// Where the metaphor breaks.
    pub not_like: &'static [Key],
    /// Goal, two questions, timing.
    pub teacher: &'static [Key],
    pub kind: Kind,
    /// The two to four parameters that the reader may change.
    pub controls: &'static [ParamId],
    /// How long the whole run takes on the screen at the normal speed, in seconds.
    pub screen_s: u8,
    /// Sentences for the first frame that teach without a click; print and no-script pages show them.
    pub opening: fn(&Show) -> Vec<Line>,
    pub script: fn(&Show) -> Script,
    pub readout: fn(&Show) -> Readout,
    pub gate: fn(&Scenario) -> Gate,
    /// Runs the simulator for the gate's alternatives; an error is a sentence for the reader.
    pub verdict: fn(&Scenario) -> Result<Verdict, Line>,
}

/// The chapters that are open, in order.
pub fn chapters() -> &'static [Chapter] {
    &OPEN
}

/// The open chapter with that id.
pub fn chapter(id: &str) -> Option<&'static Chapter> {
    chapters().iter().find(|chapter| chapter.id == id)
}

static OPEN: [Chapter; 6] = [
    chapters::pipeline::CHAPTER,
    chapters::tensor::CHAPTER,
    chapters::data::CHAPTER,
    chapters::collectives::CHAPTER,
    chapters::links::CHAPTER,
    chapters::generations::CHAPTER,
];

/// Runs a scenario for a verdict.
fn rehearse(scenario: &Scenario) -> Result<Show, Line> {
    crate::scenario::run(scenario)
}
