//! Work for the event queue and the solver, the same wherever their speed is measured: in the benchmarks and in the browser.

use kitchen_core::packet::fabrics::FatTree;
use kitchen_core::packet::load::drawn;
use kitchen_core::packet::{Plan, Rule};
use kitchen_core::sim::net::maxmin::Solver;
use kitchen_core::sim::queue::EventQueue;
use kitchen_core::text::Lang;
use kitchen_core::units::Bytes;

/// A queue that holds so many events at random times.
pub(crate) struct Held {
    /// The queue itself.
    pub(crate) queue: EventQueue,
    random: u64,
}

impl Held {
    /// Fills it.
    pub(crate) fn new(events: u32) -> Held {
        let mut held = Held { queue: EventQueue::new(), random: 1 };
        for event in 0..events {
            let time = held.next();
            held.queue.push(time, event);
        }
        held
    }

    fn next(&mut self) -> u64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.random >> 40
    }

    /// Takes the next event and puts it back later, so many times.
    pub(crate) fn turn(&mut self, times: u32) {
        for _ in 0..times {
            if let Some((time, event)) = self.queue.pop() {
                let later = time + self.next();
                self.queue.push(later, event);
            }
        }
    }
}

/// Shares `flows / 4` links of different capacity among `flows` flows, three links each; gives the first one's rate.
#[allow(dead_code)] // not all that share this file
pub(crate) fn solve(solver: &mut Solver, flows: u32) -> f64 {
    solver.clear();
    let links = flows / 4;
    for link in 0..links {
        solver.link(100.0 + f64::from(link * 37 % 101));
    }
    for flow in 0..flows {
        solver.class(1, f64::INFINITY);
        for hop in 0..3 {
            solver.on((flow * 7 + hop * (links / 3)) % links, 1.0);
        }
    }
    solver.solve()[0]
}

/// A drawn permutation of the hosts of a fat tree without oversubscription, `mib` MiB a flow; `hosts` is 16, 128 or 1,024.
///
/// # Panics
/// Where no fat tree has that many hosts.
#[allow(dead_code)] // not all that share this file
pub(crate) fn packets(hosts: u32, rule: Rule, mib: u64) -> Plan {
    let ports = (4..=16).step_by(2).find(|ports| ports * ports * ports / 4 >= hosts).unwrap_or(16);
    let fabric = FatTree::of(ports, 400).build();
    let fabric = fabric.unwrap_or_else(|error| panic!("{}", error.line().say(Lang::En)));
    Plan { rule, ..Plan::new(fabric, drawn(hosts, Bytes::mib(mib), 1)) }
}
