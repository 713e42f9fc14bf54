//! A courier: a packet that is followed, and where it is at a time.

use kitchen_core::packet::Report;
use kitchen_core::packet::fabric::PortId;
use kitchen_core::packet::report::TracedPacket;
use kitchen_core::units::Time;

use super::course::Town;

/// Legs of a courier: to the first crossing, into the street, out of it, to the door.
pub(super) const LEGS: usize = 4;

/// A followed packet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ride {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) street: usize,
    pub(super) ports: [PortId; LEGS],
    /// By leg: it came before that link, left, and was at its end.
    pub(super) times: [[Time; 3]; LEGS],
    /// The leg from which on it carries a mark; none where it gets none.
    pub(super) marked: Option<usize>,
}

/// Where a courier is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    Home,
    /// Waiting before leg 1, 2 or 3.
    Queue(usize),
    /// On a leg, so far.
    On(usize, f32),
    There,
}

impl Ride {
    pub(super) fn new(town: &Town, report: &Report, courier: &TracedPacket) -> Option<Ride> {
        let flow = town.plan.flows.get(courier.flow as usize)?;
        let mut ride = Ride {
            from: flow.src,
            to: flow.dst,
            street: 0,
            ports: [0; LEGS],
            times: [[Time::ZERO; 3]; LEGS],
            marked: None,
        };
        let mut legs = 0;
        for (at, leg) in report.hops_of(courier).take(LEGS).enumerate() {
            ride.ports[at] = leg.port;
            ride.times[at] = [leg.enqueued, leg.dequeued, leg.arrived];
            if leg.is_marked && ride.marked.is_none() {
                ride.marked = Some(at);
            }
            legs = at + 1;
        }
        ride.street = town.streets.iter().position(|ports| ports[0] == ride.ports[1])?;
        (legs == LEGS).then_some(ride)
    }

    pub(super) fn place(&self, t: Time) -> Place {
        if t < self.times[0][1] {
            return Place::Home;
        }
        for (leg, [_, left, done]) in self.times.iter().enumerate() {
            if t < *left {
                return Place::Queue(leg);
            }
            if t < *done {
                return Place::On(leg, ((t.0 - left.0) as f64 / (done.0 - left.0).max(1) as f64) as f32);
            }
        }
        Place::There
    }

    pub(super) fn is_marked(&self, t: Time) -> bool {
        self.marked.is_some_and(|leg| self.times[leg][1] <= t)
    }
}
