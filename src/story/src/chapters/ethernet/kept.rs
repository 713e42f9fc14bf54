//! What the pictures ask of both runs, kept so that a frame asks for nothing that takes long.

use kitchen_core::packet::Report;
use kitchen_core::packet::ecn::Ecn;
use kitchen_core::packet::fabric::{BUFFER, Link, PortId};
use kitchen_core::packet::pfc::{headroom, threshold};
use kitchen_core::packet::plan::{MTU, OVERHEAD};
use kitchen_core::units::Time;

use crate::scene::geom::Within as _;
use crate::scene::index::Index;
use crate::show::Show;

use super::course::{City, Course, Town};
use super::params::{Load, Params};
use super::ride::Ride;
use super::run::{ROW, RUNS, STREETS};

/// Instants at which a light's share of red is kept.
const STEPS: usize = 96;
/// A run as the picture asks for it.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) rides: Vec<Ride>,
    /// By port, from equal steps of the whole time: how much of each step it was told to stand still.
    red: Vec<[f32; STEPS]>,
    /// By parcel: when its last packet was there.
    pub(super) came: [Time; ROW as usize],
    pub(super) streets: [[PortId; 2]; STREETS as usize],
    /// By kitchen on both sides: its port out, its door.
    pub(super) houses: [[PortId; 2]; 2 * ROW as usize],
    pub(super) gbit: Vec<u32>,
    pub(super) yard: Yard,
}

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
        let (plan, report) = (&town.plan, &town.report);
        let [near, far] = [0, 1].map(|end: usize| town.streets.map(|ports| ports[end]).to_vec());
        let (ins, outs, leg) = if is_crowd {
            (far, (ROW..2 * ROW).map(|house| town.house(house)[1]).collect(), 3)
        } else {
            ((0..ROW).map(|house| town.house(house)[0]).collect(), near, 1)
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
    pub(super) city: Option<[City; RUNS]>,
    pub(super) makespan: Time,
}

pub(super) fn index(show: &Show, index: &mut Index) {
    let Some(course) = Course::of(show) else { return };
    let makespan = show.makespan();
    let towns = [0, 1].map(|run: usize| Kept::new(&course.towns[run], makespan, course.params.load != Load::Parcels));
    index.keep(Both { params: course.params, towns, city: course.city, makespan });
}

impl Kept {
    fn new(town: &Town, makespan: Time, is_crowd: bool) -> Kept {
        let report = &town.report;
        let rides = report.traced_packets.iter().filter_map(|courier| Ride::new(town, report, courier)).collect();
        let mut red = vec![[0.0_f32; STEPS]; report.ports.len()];
        let step = (makespan.0 / STEPS as u64).max(1);
        for pause in &report.pauses {
            let steps = &mut red[pause.port as usize];
            let (mut from, end) = (pause.start.0, pause.end.0);
            while from < end {
                let at = ((from / step) as usize).min(STEPS - 1);
                let to = if at + 1 == STEPS { end } else { end.min((at as u64 + 1) * step) };
                steps[at] += (to - from) as f32 / step as f32;
                from = to;
            }
        }
        let mut houses = [[0; 2]; 2 * ROW as usize];
        for (house, ports) in (0..).zip(&mut houses) {
            *ports = town.house(house);
        }
        let gbit = town.plan.fabric.links.iter().map(|link| link.gbit_per_s).collect();
        let yard = Yard::new(town, is_crowd);
        Kept { yard, rides, red, came: town.came, streets: town.streets, houses, gbit }
    }

    /// How red a port's light is: the share of the time around `t` in which it was told to stand still. Pauses are too short to
    /// be shown one by one; between steps it changes evenly.
    pub(super) fn red(&self, port: PortId, t: Time, makespan: Time) -> f32 {
        let Some(steps) = self.red.get(port as usize) else { return 0.0 };
        let at = t.0 as f32 / (makespan.0 / STEPS as u64).max(1) as f32 - 0.5;
        let low = at.within(0.0, STEPS as f32 - 1.0);
        let (a, part) = (low as usize, low - (low as usize) as f32);
        let b = (a + 1).min(STEPS - 1);
        (steps[a] * (1.0 - part) + steps[b] * part).within(0.0, 1.0)
    }
}
