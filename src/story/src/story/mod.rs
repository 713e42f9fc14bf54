//! The story: which chapters there are, which moments of a trace are worth a pause, and what is said then.
//!
//! Architecture Invariant: a caption is made from the trace and true at every instant at which it stands (see [`Said`]);
//! nothing here is timed by hand, nothing here draws.

mod beside;
pub mod chapters;
mod choices;
mod contents;
mod facts;
pub mod gate;
mod live;
pub mod numbers;
pub mod pace;
pub mod playhead;
mod said;

#[cfg(test)]
mod instant_tests;
#[cfg(test)]
mod tests;

pub use beside::{Beside, beside};
pub use contents::{Entry, Role, cast, contents};
pub use gate::{Answers, Ask, Case, Dial, Gate, Right, Unit, Verdict};
pub use said::{Meter, Said};

use crate::scenario::{Kind, ParamId, Scenario};
use crate::show::Show;
use kitchen_core::parcel::parcel;
use kitchen_core::sim::task::TaskId;
use kitchen_core::text::{Key, Line};
use kitchen_core::units::Time;

pub(crate) use facts::{chef_way, link_name, way_name};

pub use crate::scenario::link::Layer;

/// A moment worth a pause.
#[derive(Clone, Debug, PartialEq)]
pub struct Beat {
    /// Stable inside the chapter, so that a changed control can keep the playhead "at the same beat".
    pub id: String,
    pub at: Time,
    /// What the kitchen layer says from this moment on, until the next beat.
    pub caption: Said,
    /// The same in the x-ray layer: GPUs, links, bytes, rates.
    pub xray: Said,
    /// The task that the caption speaks of: its run and its id.
    pub focus: Option<(usize, TaskId)>,
}

parcel!(Beat { id, at, caption, xray, focus });
parcel!(Script { beats });
parcel!(Figure { name, value, formula, filled, source });
parcel!(Readout { figures, tuner, answers });

impl Beat {
    /// What is said in a layer while the beat holds.
    pub fn said(&self, layer: Layer) -> &Said {
        match layer {
            Layer::Kitchen => &self.caption,
            Layer::XRay => &self.xray,
        }
    }

    /// What is said at the beat itself.
    pub fn line(&self, layer: Layer) -> Line {
        self.said(layer).line(self.at)
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

    /// What is said at `t`: the one answer for the page, for pictures, for scripts and for tests.
    pub fn line_at(&self, t: Time, layer: Layer) -> Option<Line> {
        Some(self.beats[self.beat_at(t)?].said(layer).line(t))
    }

    /// Equal at two instants where the same is said: see [`Said::stamp`]. Allocates nothing.
    pub fn stamp_at(&self, t: Time, layer: Layer) -> Option<(usize, u64)> {
        let beat = self.beat_at(t)?;
        Some((beat, self.beats[beat].said(layer).stamp(t)))
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
