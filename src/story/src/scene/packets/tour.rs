//! Where a followed packet is at a time.

use kitchen_core::packet::fabric::{Node, PortId};
use kitchen_core::packet::report::TracedPacket;
use kitchen_core::packet::{Plan, Report};
use kitchen_core::units::Time;

/// The most links of a way between two rows of kitchens: to the first crossing, into a street, out of it, to the door.
pub(crate) const LEGS: usize = 4;

/// A followed packet's way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tour {
    /// Who sends its flow, and to whom.
    pub from: usize,
    pub to: usize,
    /// By leg: its port; when it came before that link, left, and was at its end.
    pub ports: [PortId; LEGS],
    pub times: [[Time; 3]; LEGS],
    pub legs: usize,
    /// Whether its last leg does not end at a kitchen.
    pub is_lost: bool,
    /// The leg from which on it carries a mark; none where it gets none.
    pub marked: Option<usize>,
}

/// Where a followed packet is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    Home,
    /// Waiting before a leg.
    Queue(usize),
    /// On a leg, so far.
    On(usize, f32),
    /// Lost at the end of a leg.
    Lost(usize),
    There,
}

impl Tour {
    /// Nothing of one that had not left when the run ended.
    pub(crate) fn new(plan: &Plan, report: &Report, courier: &TracedPacket) -> Option<Tour> {
        let flow = plan.flows.get(courier.flow as usize)?;
        let mut tour = Tour { from: flow.src as usize, to: flow.dst as usize, ..Tour::default() };
        for leg in report.hops_of(courier).take(LEGS) {
            let at = tour.legs;
            tour.ports[at] = leg.port;
            tour.times[at] = [leg.enqueued, leg.dequeued, leg.arrived];
            if leg.is_marked && tour.marked.is_none() {
                tour.marked = Some(at);
            }
            tour.legs += 1;
        }
        let last = tour.legs.checked_sub(1)?;
        tour.is_lost = matches!(plan.fabric.links[tour.ports[last] as usize].to, Node::Switch(_));
        Some(tour)
    }

    /// When it left its sender.
    pub(crate) fn sent(&self) -> Time {
        self.times[0][1]
    }

    /// When it was at the end of its last link, there or not.
    pub(crate) fn done(&self) -> Time {
        self.legs.checked_sub(1).map_or(Time::ZERO, |last| self.times[last][2])
    }

    pub(crate) fn place(&self, t: Time) -> Place {
        if t < self.sent() {
            return Place::Home;
        }
        for (leg, [_, left, done]) in self.times[..self.legs].iter().enumerate() {
            if t < *left {
                return Place::Queue(leg);
            }
            if t < *done {
                return Place::On(leg, ((t.0 - left.0) as f64 / (done.0 - left.0).max(1) as f64) as f32);
            }
        }
        if self.is_lost { Place::Lost(self.legs.saturating_sub(1)) } else { Place::There }
    }

    /// How many of these stand before the same gate, nearer to it.
    pub(crate) fn rank(&self, all: &[Tour], leg: usize, t: Time) -> usize {
        let is_before = |other: &&Tour| {
            other.ports[leg] == self.ports[leg]
                && other.place(t) == Place::Queue(leg)
                && other.times[leg][1] < self.times[leg][1]
        };
        all.iter().filter(is_before).count()
    }

    pub(crate) fn is_marked(&self, t: Time) -> bool {
        self.marked.is_some_and(|leg| self.times[leg][1] <= t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tour(legs: usize, is_lost: bool) -> Tour {
        let times = [[0, 10, 20], [20, 30, 40], [40, 40, 60], [60, 60, 80]].map(|leg| leg.map(Time));
        Tour { times, legs, is_lost, ..Tour::default() }
    }

    fn check(tour: Tour, t: u64, expected: Place) {
        assert_eq!(tour.place(Time(t)), expected, "{t} of {tour:?}");
    }

    #[test]
    fn it_is_where_its_legs_say() {
        check(tour(4, false), 9, Place::Home);
        check(tour(4, false), 15, Place::On(0, 0.5));
        check(tour(4, false), 25, Place::Queue(1));
        check(tour(4, false), 40, Place::On(2, 0.0));
        check(tour(4, false), 80, Place::There);
        check(tour(2, true), 39, Place::On(1, 0.9));
        check(tour(2, true), 40, Place::Lost(1));
    }
}
