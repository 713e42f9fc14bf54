//! Store and forward: a link carries one whole message at a time, first come first served.
//!
//! # Model
//! A message of `m` bytes crosses its links one after the other, and the next only once it has arrived whole. A link of
//! `B` is busy with it for floor(m / B) nanoseconds, and it arrives floor(L + m / B) after it began, `L` being the link's
//! latency: the route's, in equal shares. A message that meets a busy link waits behind those that came before it. This is
//! what ASTRA-sim calls its congestion-aware analytical backend.
//!
//! First come first served needs no line of those who wait: when a message comes, it is known when the link will be free.
//!
//! # Literature
//! As for [`unshared`](super::unshared).

use kitchen_task::{LinkCapacity, LinkId, Route, RouteId, TaskId};
use kitchen_trace::RateSegment;
use kitchen_units::Time;

use crate::SimError;
use crate::net::fluid::HORIZON;
use crate::net::unshared::Cost;
use crate::net::{Drained, Network, token};
use crate::queue::EventQueue;

/// A message under way, in a slot that is used again after it.
#[derive(Clone, Copy, Debug)]
struct Message {
    task: TaskId,
    route: RouteId,
    bytes: u64,
    /// Links crossed.
    hop: u32,
}

/// The links of a route, and the latency of each.
#[derive(Clone, Debug)]
struct Path {
    links: Vec<LinkId>,
    latency_ns: f64,
}

/// The network of one run. See the module's documentation.
#[derive(Debug)]
pub struct StoreForward {
    ways: Vec<Path>,
    bytes_per_ns: Vec<f64>,
    /// When each link is free again.
    free_at: Vec<u64>,
    /// When each link was last come to.
    came_at: Vec<u64>,
    ties: u64,
    messages: Vec<Message>,
    free: Vec<u32>,
    /// Slots of messages that stand before a link at this instant, in order.
    arrived: Vec<u32>,
}

impl StoreForward {
    /// The network of a graph's routes, which must have passed [`check`](crate::check()).
    ///
    /// # Complexity
    /// O(links + hops).
    pub fn new(routes: &[Route], links: &[LinkCapacity]) -> StoreForward {
        let way = |route: &Route| Path {
            links: route.hops.iter().map(|hop| hop.link).collect(),
            latency_ns: route.latency.0 as f64 / 1e3 / route.hops.len().max(1) as f64,
        };
        StoreForward {
            ways: routes.iter().map(way).collect(),
            bytes_per_ns: links.iter().map(|link| link.rate.as_bytes_per_s() / 1e9).collect(),
            free_at: vec![0; links.len()],
            came_at: vec![u64::MAX; links.len()],
            ties: 0,
            messages: Vec::new(),
            free: Vec::new(),
            arrived: Vec::new(),
        }
    }

    /// Messages that came to a link in the same instant as another before them.
    pub fn ties(&self) -> u64 {
        self.ties
    }
}

impl Network for StoreForward {
    fn start(&mut self, _now: u64, task: TaskId, route: RouteId, bytes: u64) {
        let message = Message { task, route, bytes, hop: 0 };
        let slot = if let Some(slot) = self.free.pop() {
            self.messages[slot as usize] = message;
            slot
        } else {
            self.messages.push(message);
            self.messages.len() as u32 - 1
        };
        self.arrived.push(slot);
    }

    /// A message has crossed a link.
    fn event(&mut self, _now: u64, slot: u32, _queue: &mut EventQueue) -> Option<Drained> {
        let message = &mut self.messages[slot as usize];
        message.hop += 1;
        if (message.hop as usize) < self.ways[message.route as usize].links.len() {
            self.arrived.push(slot);
            return None;
        }
        self.free.push(slot);
        Some(Drained { task: message.task, latency: Time::ZERO })
    }

    fn settle(&mut self, now: u64, queue: &mut EventQueue) -> Result<(), SimError> {
        for slot in self.arrived.drain(..) {
            let Message { task, route, bytes, hop } = self.messages[slot as usize];
            let way = &self.ways[route as usize];
            // A route with a ceiling and no link is crossed at once.
            let Some(&link) = way.links.get(hop as usize) else {
                queue.push(now, token(slot));
                continue;
            };
            let rate = self.bytes_per_ns[link as usize];
            self.ties += u64::from(std::mem::replace(&mut self.came_at[link as usize], now) == now);
            let start = self.free_at[link as usize].max(now);
            let arrival = Cost::of(way.latency_ns, bytes, rate);
            if arrival >= HORIZON - start {
                return Err(SimError::TooLong { task });
            }
            self.free_at[link as usize] = start + Cost::of(0.0, bytes, rate);
            queue.push(start + arrival, token(slot));
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
    use proptest::prelude::*;

    use super::*;
    use crate::net::unshared::Unshared;
    use crate::{Options, run_on};

    /// Links of 10 bytes a nanosecond, and messages: when ready, over which links, of how many bytes.
    #[derive(Clone, Debug)]
    struct Case {
        latency_ns: u64,
        messages: Vec<(u64, Vec<LinkId>, u64)>,
    }

    const LINKS: [LinkCapacity; 4] = [LinkCapacity { rate: Rate::gb_per_s(10.0) }; 4];

    impl Case {
        /// The graph, and the task of each message.
        fn graph(&self) -> (TaskGraph, Vec<TaskId>) {
            let mut graph = TaskGraph::new();
            let mut tasks = Vec::new();
            for (ready_ns, links, bytes) in &self.messages {
                let hops: Vec<Hop> = links.iter().map(|&link| Hop { link, share: 1.0 }).collect();
                let latency = Time::from_ns(self.latency_ns * hops.len() as u64);
                let route = graph.add_route(Route { hops, latency, ceiling: None, efficiency: 1.0 });
                let duration = Time::from_ns(*ready_ns);
                let ready = graph.add(Work::Delay { gpu: 0, duration }, Label::new(Kind::Launch), &[]);
                let work = Work::Transfer { src: 0, dst: 1, route, bytes: Bytes(*bytes) };
                tasks.push(graph.add(work, Label::new(Kind::SendCopy), &[ready]));
            }
            (graph, tasks)
        }

        fn ends<N: Network>(&self, network: impl Fn(&[Route]) -> N) -> Vec<u64> {
            let (graph, tasks) = self.graph();
            let trace = run_on(&graph, &LINKS, 2, &Options::default(), network(&graph.routes)).unwrap();
            tasks.iter().map(|&task| trace.end[task as usize].0 / 1_000).collect()
        }

        fn shared(&self) -> Vec<u64> {
            self.ends(|routes| StoreForward::new(routes, &LINKS))
        }
    }

    fn check(latency_ns: u64, messages: &[(u64, &[LinkId], u64)], expected_ns: &[u64]) {
        let messages = messages.iter().map(|&(ready, links, bytes)| (ready, links.to_vec(), bytes)).collect();
        let case = Case { latency_ns, messages };
        assert_eq!(case.shared(), expected_ns, "{case:?}");
    }

    #[test]
    fn a_link_carries_one_message_at_a_time_and_hands_it_on_whole() {
        check(500, &[(0, &[0], 1_000)], &[600]);
        // Twice 500 + 100: the second link begins when all has come.
        check(500, &[(0, &[0, 1], 1_000)], &[1_200]);
        // The second waits until the link is free at 100, not until the first has arrived.
        check(500, &[(0, &[0], 1_000), (0, &[0], 200)], &[600, 620]);
        check(500, &[(0, &[0], 1_000), (150, &[0], 200)], &[600, 670]);
        // At link 1 the forwarded message comes at 600 and finds it busy from 590 until 690.
        check(500, &[(0, &[0, 1], 1_000), (590, &[1], 1_000)], &[1_290, 1_190]);
        check(0, &[(0, &[0, 1, 2, 3], 9)], &[0]);
    }

    #[test]
    fn ties_are_counted() {
        let case = |ready: [u64; 2]| Case { latency_ns: 0, messages: ready.map(|at| (at, vec![0], 10)).to_vec() };
        let ties = |case: Case| {
            let (graph, _) = case.graph();
            let mut admission =
                crate::net::admission::Admission::new(StoreForward::new(&graph.routes, &LINKS), Vec::new(), &[], &[]);
            run_on(&graph, &LINKS, 2, &Options::default(), &mut admission).unwrap();
            admission.into_inside().ties()
        };
        assert_eq!((ties(case([5, 5])), ties(case([5, 6]))), (1, 0));
    }

    fn messages() -> impl Strategy<Value = Vec<(u64, Vec<LinkId>, u64)>> {
        let links = prop::collection::vec(0_u32..4, 1..4);
        prop::collection::vec((0_u64..300, links, 0_u64..4_000), 1..40)
    }

    proptest! {
        #[test]
        fn no_message_is_faster_than_where_links_are_not_shared(latency_ns in 0_u64..400, messages in messages()) {
            let case = Case { latency_ns, messages };
            let alone = case.ends(|routes| Unshared::new(routes, &LINKS));
            for (shared, alone) in case.shared().iter().zip(alone) {
                prop_assert!(*shared >= alone);
            }
        }

        /// Conservation: a link's messages, one after the other, take their bytes' time.
        #[test]
        fn a_link_is_busy_for_all_its_bytes(latency_ns in 0_u64..400, messages in messages()) {
            let case = Case { latency_ns, messages };
            let last = case.shared().into_iter().max().unwrap_or(0);
            for link in 0..4 {
                let crossed = |links: &[LinkId]| links.iter().filter(|&&other| other == link).count() as u64;
                let busy: u64 = case.messages.iter().map(|(_, links, bytes)| crossed(links) * (bytes / 10)).sum();
                prop_assert!(last >= busy);
            }
        }

        #[test]
        fn whoever_is_alone_keeps_to_whole_hops(latency_ns in 0_u64..400, bytes in 1_u64..4_000, hops in 1_usize..4) {
            let case = Case { latency_ns, messages: vec![(0, (0..hops as u32).collect(), bytes)] };
            prop_assert_eq!(case.shared(), vec![hops as u64 * (latency_ns + bytes / 10)]);
        }
    }
}
