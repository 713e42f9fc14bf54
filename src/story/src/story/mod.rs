//! The story: which chapters there are, which moments of a trace are worth a pause, and what is said then.
//!
//! * `said`: a sentence, and until when it is true; `facts`, `live`: what a run looks like at an instant; `roles`: who is who;
//!   `ledger`: the numbers that chefs hold;
//! * `pace`: how fast the run is played, moment by moment; `playhead`: where in it the reader is;
//! * `figure`: a number with its reason; `account`: where the time went; `sums`: parts that are written so that they add up;
//!   `beside`: what was measured of it; `choices`: what the library's tuner would choose;
//! * `act`: a chapter's runs, one after the other, and what each leaves; `judged`: how a task was done; `heard`: what a run
//!   sounds like; `gate`: the question and how a guess is judged; `terms`: words that lead to the glossary.
//!
//! Architecture Invariant: a caption is made from the trace and true at every instant at which it stands (see [`Said`]);
//! nothing here is timed by hand, nothing here draws.

pub mod account;
pub mod act;
mod beside;
pub(crate) mod choices;
pub(crate) mod facts;
mod figure;
pub mod gate;
pub mod heard;
pub mod judged;
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
wire!(Script { beats, meanwhile });

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

/// What is going on is said where it can stand for this long.
const REST_MS: f64 = 2_000.0;

/// The beats of one show in order of time; the first is at zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    pub beats: Vec<Beat>,
    /// What is going on, true at every instant of the run: said where nothing newer is.
    meanwhile: Option<Layered>,
}

impl Script {
    /// The beat that holds at `t`: the last one not later.
    pub fn beat_at(&self, t: Time) -> Option<usize> {
        self.beats.partition_point(|beat| beat.at <= t).checked_sub(1)
    }

    /// The same with few beats up to the last of these: those of these ids, and the first, which says what stands there at the start.
    fn only(&self, ids: &[&str]) -> Script {
        let is_told = |beat: &Beat| ids.contains(&beat.id.as_str());
        let last = self.beats.iter().rposition(is_told).unwrap_or(0);
        let told = |(at, beat): &(usize, &Beat)| *at == 0 || *at > last || is_told(beat);
        let beats = self.beats.iter().enumerate().filter(told).map(|(_, beat)| beat.clone()).collect();
        Script { beats, meanwhile: self.meanwhile.clone() }
    }

    /// What is said at `t`: the one answer for the page, for pictures, for scripts and for tests.
    pub fn line_at(&self, t: Time, layer: Layer) -> Option<Line> {
        Some(self.said_at(self.beat_at(t)?, t, layer).line(t))
    }

    /// Equal at two instants where the same is said: see [`Said::stamp`]. Allocates nothing.
    pub fn stamp_at(&self, t: Time, layer: Layer) -> Option<(usize, u64)> {
        let beat = self.beat_at(t)?;
        let rests = u64::from(self.rest(beat, layer).is_some_and(|rest| rest <= t));
        Some((beat, self.said_at(beat, t, layer).stamp(t) ^ rests << 63))
    }

    /// What holds at `t` after the beat's instant.
    pub(crate) fn said_at(&self, beat: usize, t: Time, layer: Layer) -> &Said {
        let rest = self.rest(beat, layer).filter(|&rest| rest <= t);
        rest.and(self.meanwhile.as_ref()).map_or_else(|| self.beats[beat].said(layer), |now| now.said(layer))
    }

    /// From when on what is going on is said instead of what the beat says.
    fn rest(&self, beat: usize, layer: Layer) -> Option<Time> {
        self.meanwhile.as_ref().and(self.beats[beat].said(layer).rest())
    }

    /// Each sentence of a beat that gets to be said until the next, at the instant from which it holds, and whether it is about what
    /// is over.
    fn lines(&self, beat: usize, layer: Layer) -> Vec<(Time, Line, bool)> {
        let (from, next) = (self.beats[beat].at, self.beats.get(beat + 1).map_or(Time::MAX, |next| next.at));
        let said = self.beats[beat].said(layer);
        let (past, rest) = (said.past(), self.rest(beat, layer).unwrap_or(next));
        let own = said.lines().map(|(at, line)| (at.max(from), line, past == Some(at)));
        let mut all: Vec<(Time, Line, bool)> = own.filter(|one| one.0 < rest).collect();
        if let Some(now) = self.meanwhile.as_ref().filter(|_| rest < next) {
            let later = now.said(layer).lines().map(|(at, _)| at).filter(|&at| at > rest && at < next);
            let said = |at: Time| (at, now.said(layer).line(at), false);
            all.extend(std::iter::once(rest).chain(later).map(said));
        }
        all
    }

    /// Ends what is over after [`pace::FRESH_MS`] of the screen, where the beat holds on for long enough to say what is going on:
    /// `pace` is that of the run alone.
    fn settle(&mut self, pace: &pace::Pace, end: Time) {
        let next: Vec<Time> = self.beats.iter().skip(1).map(|beat| beat.at).chain([end]).collect();
        for (beat, next) in self.beats.iter_mut().zip(next) {
            for said in [&mut beat.caption, &mut beat.xray] {
                let rest = said.past().map(|from| pace.advance(from.max(beat.at), pace::FRESH_MS, 0.0).0);
                let is_long = |&rest: &Time| pace.screen_ms(next) - pace.screen_ms(rest) >= REST_MS;
                said.rest_from(rest.filter(|rest| *rest < next).filter(is_long));
            }
        }
    }
}

/// Runs a scenario for a verdict.
pub(crate) fn rehearse(scenario: &Scenario) -> Result<Show, Line> {
    crate::show::run(scenario)
}
