//! Links that are never shared: a message takes what it would take alone.
//!
//! # Model
//! A message of `m` bytes over a route of latency `L` whose slowest link carries `B` ends after floor(L + m / B) whole
//! nanoseconds, however many others cross the same links. This is what ASTRA-sim calls its congestion-unaware analytical
//! backend, where `L` is the number of hops times a hop's latency.
//!
//! # Literature
//! W. Won, T. Heo, S. Rashidi, S. Sridharan, S. Srinivasan, T. Krishna: ASTRA-sim2.0: Modeling Hierarchical Networks and
//! Disaggregated Systems for Large-model Training at Scale. ISPASS 2023.

use kitchen_task::{LinkCapacity, Route, RouteId, TaskId};
use kitchen_trace::RateSegment;
use kitchen_units::Time;

use crate::SimError;
use crate::net::fluid::HORIZON;
use crate::net::{Drained, Network, token};
use crate::queue::EventQueue;

/// Picoseconds in the clock's tick of both whole-message models: they count nanoseconds.
pub(super) const TICK: u64 = 1_000;

/// What a route costs a message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cost {
    pub(super) latency_ns: f64,
    pub(super) bytes_per_ns: f64,
}

impl Cost {
    /// Whole ticks, in picoseconds, that `bytes` take after a latency of `latency_ns`; beyond the horizon, the horizon.
    pub(super) fn of(latency_ns: f64, bytes: u64, bytes_per_ns: f64) -> u64 {
        // The cast takes the floor, and the largest number where the quotient is none.
        let ns = (latency_ns + bytes as f64 / bytes_per_ns) as u64;
        ns.saturating_mul(TICK).min(HORIZON)
    }
}

/// The network of one run. See the module's documentation.
#[derive(Debug)]
pub struct Unshared {
    costs: Vec<Cost>,
    /// Messages that began at this instant, in order.
    begun: Vec<(TaskId, RouteId, u64)>,
}

impl Unshared {
    /// The network of a graph's routes. A route without links takes its latency alone.
    ///
    /// # Complexity
    /// O(hops).
    pub fn new(routes: &[Route], links: &[LinkCapacity]) -> Unshared {
        let rate = |route: &Route| {
            let rates = route.hops.iter().filter_map(|hop| links.get(hop.link as usize));
            rates.map(|link| link.rate.as_bytes_per_s() / 1e9).fold(f64::INFINITY, f64::min)
        };
        let cost = |route: &Route| Cost { latency_ns: route.latency.0 as f64 / 1e3, bytes_per_ns: rate(route) };
        Unshared { costs: routes.iter().map(cost).collect(), begun: Vec::new() }
    }
}

impl Network for Unshared {
    fn start(&mut self, _now: u64, task: TaskId, route: RouteId, bytes: u64) {
        self.begun.push((task, route, bytes));
    }

    /// An event is the end of the task that it names.
    fn event(&mut self, _now: u64, task: u32, _queue: &mut EventQueue) -> Option<Drained> {
        Some(Drained { task, latency: Time::ZERO })
    }

    fn settle(&mut self, now: u64, queue: &mut EventQueue) -> Result<(), SimError> {
        for (task, route, bytes) in self.begun.drain(..) {
            let cost = self.costs[route as usize];
            let wait = Cost::of(cost.latency_ns, bytes, cost.bytes_per_ns);
            if wait >= HORIZON - now {
                return Err(SimError::TooLong { task });
            }
            queue.push(now + wait, token(task));
        }
        Ok(())
    }

    fn into_segments(self) -> Vec<RateSegment> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use kitchen_task::{Hop, Kind, Label, TaskGraph, Work};
    use kitchen_units::{Bytes, Rate};

    use super::*;
    use crate::{Options, run_on};

    /// Messages of these bytes, all at once over one link of 10 bytes a nanosecond that is `latency_ns` away, and when the
    /// last has arrived.
    fn check(latency_ns: u64, bytes: &[u64], expected_ns: u64) {
        let mut graph = TaskGraph::new();
        let hops = vec![Hop { link: 0, share: 1.0 }];
        let route = graph.add_route(Route { hops, latency: Time::from_ns(latency_ns), ceiling: None, efficiency: 1.0 });
        for &bytes in bytes {
            let work = Work::Transfer { src: 0, dst: 1, route, bytes: Bytes(bytes) };
            graph.add(work, Label::new(Kind::SendCopy), &[]);
        }
        let links = [LinkCapacity { rate: Rate::gb_per_s(10.0) }];
        let network = Unshared::new(&graph.routes, &links);
        let trace = run_on(&graph, &links, 2, &Options::default(), network).unwrap();
        assert_eq!(trace.makespan, Time::from_ns(expected_ns), "{latency_ns} ns, {bytes:?}");
    }

    #[test]
    fn a_message_takes_what_it_takes_alone_in_whole_nanoseconds() {
        check(0, &[1_000], 100);
        check(500, &[1_009], 600);
        check(500, &[1_000, 1_000, 20], 600);
        check(7, &[1], 7);
    }
}
