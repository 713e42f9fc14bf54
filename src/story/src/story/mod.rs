//! The story: which chapters there are, which moments of a trace are worth a pause, and what is said then.
//!
//! * `said`: a sentence, and until when it is true; `facts`, `live`: what a run looks like at an instant; `roles`: who is who;
//!   `ledger`: the numbers that chefs hold;
//! * `pace`: how fast the run is played, moment by moment; `playhead`: where in it the reader is;
//! * `figure`: a number with its reason; `sums`: parts that are written so that they add up; `beside`: what was measured of it;
//!   `choices`: what the library's tuner would choose;
//! * `gate`: the question and how a guess is judged; `hand`: what is done by hand, a step or, on a `board`, a game; `terms`: words
//!   that lead to the glossary.
//!
//! Architecture Invariant: a caption is made from the trace and true at every instant at which it stands (see [`Said`]);
//! nothing here is timed by hand, nothing here draws.

mod beside;
pub mod board;
pub(crate) mod choices;
pub(crate) mod facts;
mod figure;
pub mod gate;
pub mod hand;
pub mod ledger;
pub(crate) mod live;
pub mod pace;
pub mod playhead;
mod roles;
mod said;
pub(crate) mod sums;
pub mod terms;

pub use beside::{Beside, beside};
pub use figure::{Figure, Readout};
pub use gate::{Answers, Ask, Case, Dial, Gate, Right, Unit, Verdict};
pub use kitchen_text::Meter;
pub use roles::{Role, roles};
pub use said::{Layered, Said};

use crate::scenario::Scenario;
use crate::show::Show;
use kitchen_core::sim::task::TaskId;
use kitchen_core::units::Time;
use kitchen_core::wire::wire;
use kitchen_text::Line;

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

wire!(Beat { id, at, caption, xray, focus });
wire!(Script { beats });

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

/// Runs a scenario for a verdict.
pub(crate) fn rehearse(scenario: &Scenario) -> Result<Show, Line> {
    crate::show::run(scenario)
}
