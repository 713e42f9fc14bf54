//! What the pictures ask of both runs, kept so that a frame asks for nothing that takes long.

use kitchen_core::packet::Report;
use kitchen_core::packet::ecn::Ecn;
use kitchen_core::packet::fabric::{BUFFER, Link, PortId};
use kitchen_core::packet::pfc::{headroom, threshold};
use kitchen_core::packet::plan::{MTU, OVERHEAD};
use kitchen_core::units::Time;

use crate::scene::packets::{Kept, Town};
use crate::show::Show;

use super::course::{City, Course};
use super::params::{Load, Params, Zoom};
use super::run::{Laid, ROW, RUNS};

/// The crossing that is looked at from near: before the streets, or where all go to one door the one before the doors.
#[derive(Debug)]
pub(super) struct Yard {
    /// Ports that lead to it, and those that it sends from.
    pub(super) ins: Vec<PortId>,
    pub(super) outs: Vec<PortId>,
    /// A courier's leg out of it.
    pub(super) leg: usize,
    /// What its ports share, headrooms taken off, bytes; and what of the free part one way in may take, as a shift.
    pub(super) shared: u64,
    pub(super) shift: u8,
    /// Room for each way in, where its sender counts it; then nobody is told to stop.
    pub(super) credits: Option<u64>,
    /// Whether each way in has that room for each of two classes.
    pub(super) has_classes: bool,
    pub(super) ecn: Option<Ecn>,
    /// The most that ever waited in one of its queues, bytes.
    pub(super) most: u64,
}

impl Yard {
    fn new(town: &Town, is_crowd: bool) -> Yard {
        let (plan, report, row) = (&town.plan, &town.report, town.came.len());
        let [near, far] =
            [0, 1].map(|end: usize| -> Vec<PortId> { town.streets.iter().map(|ports| ports[end]).collect() });
        let (ins, outs, leg) = if is_crowd {
            (far, town.houses[row..].iter().map(|ports| ports[1]).collect(), 3)
        } else {
            (town.houses[..row].iter().map(|ports| ports[0]).collect(), near, 1)
        };
        let own = |link: &&Link| outs.first().is_some_and(|&out| link.to == plan.fabric.links[out as usize].from);
        let room = |link: &Link| headroom(link, link, MTU + OVERHEAD);
        let classes = plan.classes.len().max(1) as u64;
        let kept = plan.fabric.links.iter().filter(own).map(room).sum::<u64>() * classes;
        let queueing = &plan.queueing;
        let kept = if queueing.credits.is_some() { 0 } else { kept };
        let longest = |port: &PortId| report.ports[*port as usize].max_queue_bytes;
        let most = outs.iter().map(longest).max().unwrap_or(0);
        Yard {
            leg,
            shared: BUFFER.saturating_sub(kept),
            shift: queueing.alpha_shift,
            credits: queueing.credits,
            has_classes: classes > 1,
            ecn: queueing.ecn,
            most,
            ins,
            outs,
        }
    }

    /// Bytes that wait in it at about `t`.
    pub(super) fn used(&self, report: &Report, t: Time) -> u64 {
        self.outs.iter().map(|&port| report.queued_at(port, t)).sum()
    }

    /// What one way in may hold before it is told to stop, as the room is at about `t`; where senders count, their count.
    pub(super) fn line(&self, used: u64) -> u64 {
        self.credits.unwrap_or(threshold(self.shared.saturating_sub(used), self.shift))
    }
}

/// Both runs.
pub(super) struct Both {
    pub(super) params: Params,
    pub(super) towns: [Kept; RUNS],
    pub(super) yards: [Yard; RUNS],
    pub(super) railway: Option<Kept>,
    pub(super) city: Option<[City; RUNS]>,
    /// Where each parcel of the town above goes, where all of it goes one way.
    pub(super) laid: Option<Laid>,
}

impl Both {
    pub(super) fn town(&self, run: usize) -> &Kept {
        self.railway.as_ref().filter(|_| run == RUNS).unwrap_or(&self.towns[run.min(RUNS - 1)])
    }

    /// How many towns are seen.
    pub(super) fn seen(&self) -> usize {
        match self.params.zoom {
            Zoom::Draws => 1,
            _ => RUNS + usize::from(self.railway.is_some()),
        }
    }
}

pub(super) fn prepare(show: &Show) -> Option<Both> {
    let Course { params, towns, railway, city } = Course::of(show)?;
    let yards = [0, 1].map(|run: usize| Yard::new(&towns[run], params.load != Load::Parcels));
    let towns = towns.map(|town| Kept::new(town, show.makespan()));
    let railway = railway.map(|town| Kept::new(town, show.makespan()));
    let laid = params.is_plain().then(|| streets_of(&towns[0]));
    Some(Both { params, towns, yards, railway, city, laid })
}

/// By kitchen: the street that its parcel took.
fn streets_of(town: &Kept) -> Laid {
    let mut laid = [0; ROW as usize];
    for tour in &town.tours {
        laid[tour.from] = town.streets.iter().position(|ports| ports[0] == tour.ports[1]).unwrap_or(0) as u32;
    }
    laid
}
