//! Turnstiles before a network: places where a transfer of no links waits for its turn.
//!
//! A collective library keeps chunks in queues and lets only so many of a queue be under way; which chunk goes next is
//! known only while it runs. So it cannot be an edge of the task graph. It is a transfer on a route that stands for a
//! [`Stop`]: the task ends when the stop lets it through, and what waits for it follows. Everything else goes to the
//! network inside.
//!
//! * A **lane** has room for so many. [`Stop::Enter`] waits, first come first served, until there is room;
//!   [`Stop::Leave`] makes room.
//! * A **gate** lets one pass ([`Stop::Pass`], first come first served) for each [`Stop::Grant`], but lets none pass before
//!   it has had so many [`Stop::Note`]s. It looks only when a grant has come, and then sees all notes of the instant.

use std::collections::VecDeque;

use crate::sim::SimError;
use crate::sim::net::{Drained, Network, token};
use crate::sim::queue::EventQueue;
use crate::task::{RouteId, TaskId};
use crate::trace::RateSegment;
use crate::units::Time;

/// What a route of the graph stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Links: the network inside carries it.
    Wire,
    /// Waits for room in this lane.
    Enter(u32),
    /// Makes room in this lane.
    Leave(u32),
    /// Tells this gate that something has come.
    Note(u32),
    /// Tells this gate that one more may pass.
    Grant(u32),
    /// Waits to pass this gate.
    Pass(u32),
}

#[derive(Clone, Debug, Default)]
struct Lane {
    room: u32,
    waiting: VecDeque<TaskId>,
}

#[derive(Clone, Debug, Default)]
struct Gate {
    /// Notes still to come.
    missing: u32,
    grants: u32,
    waiting: VecDeque<TaskId>,
}

/// The token of a task that was let through; the network inside counts its own from 0.
const THROUGH: u32 = (1 << 31) - 1;

/// A network behind turnstiles. See the module's documentation.
#[derive(Debug)]
pub struct Turnstile<N> {
    inside: N,
    /// By route.
    stops: Vec<Stop>,
    lanes: Vec<Lane>,
    gates: Vec<Gate>,
    /// Gates that were given a grant at this instant.
    granted: Vec<u32>,
    /// Tasks that were let through, of which the first `announced` have their event in the queue.
    through: VecDeque<TaskId>,
    announced: usize,
    waiting: usize,
    is_stuck: bool,
}

impl<N: Network> Turnstile<N> {
    /// # Arguments
    /// * `stops`: what each route of the graph stands for. A stop's route has no hop and a ceiling, and its transfer one
    ///   byte, so that the engine hands it to the network.
    /// * `lanes`: the room of each lane.
    /// * `gates`: the notes that each gate waits for.
    pub fn new(inside: N, stops: Vec<Stop>, lanes: &[u32], gates: &[u32]) -> Turnstile<N> {
        Turnstile {
            inside,
            stops,
            lanes: lanes.iter().map(|&room| Lane { room, ..Lane::default() }).collect(),
            gates: gates.iter().map(|&missing| Gate { missing, ..Gate::default() }).collect(),
            granted: Vec::new(),
            through: VecDeque::new(),
            announced: 0,
            waiting: 0,
            is_stuck: false,
        }
    }

    /// Whether the run ended while tasks waited for a turn that nobody could give them.
    pub fn is_stuck(&self) -> bool {
        self.is_stuck
    }

    /// The network inside, after a run.
    pub fn into_inside(self) -> N {
        self.inside
    }

    fn step(&mut self, task: TaskId, stop: Stop) {
        match stop {
            Stop::Wire => {}
            Stop::Enter(lane) => {
                let lane = &mut self.lanes[lane as usize];
                if lane.room > 0 {
                    lane.room -= 1;
                    self.through.push_back(task);
                } else {
                    lane.waiting.push_back(task);
                    self.waiting += 1;
                }
            }
            Stop::Leave(lane) => {
                self.through.push_back(task);
                let lane = &mut self.lanes[lane as usize];
                match lane.waiting.pop_front() {
                    Some(next) => {
                        self.waiting -= 1;
                        self.through.push_back(next);
                    }
                    None => lane.room += 1,
                }
            }
            Stop::Note(gate) => {
                self.through.push_back(task);
                let gate = &mut self.gates[gate as usize];
                gate.missing = gate.missing.saturating_sub(1);
            }
            Stop::Grant(gate) => {
                self.through.push_back(task);
                self.gates[gate as usize].grants += 1;
                self.granted.push(gate);
            }
            Stop::Pass(gate) => {
                self.gates[gate as usize].waiting.push_back(task);
                self.waiting += 1;
            }
        }
    }

    /// Lets through the gates what the grants of this instant allow.
    fn open_gates(&mut self) {
        for gate in self.granted.drain(..) {
            let gate = &mut self.gates[gate as usize];
            while gate.missing == 0 && gate.grants > 0 {
                let Some(next) = gate.waiting.pop_front() else { break };
                gate.grants -= 1;
                self.waiting -= 1;
                self.through.push_back(next);
            }
        }
    }
}

/// By reference, so that who runs it can ask [`Turnstile::is_stuck`] afterwards.
impl<N: Network> Network for &mut Turnstile<N> {
    fn start(&mut self, now: u64, task: TaskId, route: RouteId, bytes: u64) {
        match self.stops.get(route as usize) {
            None | Some(Stop::Wire) => self.inside.start(now, task, route, bytes),
            Some(&stop) => self.step(task, stop),
        }
    }

    fn event(&mut self, now: u64, token: u32, queue: &mut EventQueue) -> Option<Drained> {
        if token != THROUGH {
            return self.inside.event(now, token, queue);
        }
        self.announced -= 1;
        self.through.pop_front().map(|task| Drained { task, latency: Time::ZERO })
    }

    fn settle(&mut self, now: u64, queue: &mut EventQueue) -> Result<(), SimError> {
        self.open_gates();
        while self.announced < self.through.len() {
            self.announced += 1;
            queue.push(now, token(THROUGH));
        }
        self.inside.settle(now, queue)?;
        self.is_stuck = queue.is_empty() && self.waiting > 0;
        Ok(())
    }

    fn into_segments(self) -> Vec<RateSegment> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::net::unshared::Unshared;
    use crate::sim::{Options, run_on};
    use crate::task::{Kind, Label, Route, TaskGraph, Work};
    use crate::units::{Bytes, Rate};

    /// What each task does: stop there, or take so many nanoseconds; and whom it waits for.
    enum Do {
        Stop(Stop),
        Take(u64),
    }

    /// When each task ends, in nanoseconds, and whether some never do.
    fn check(lanes: &[u32], gates: &[u32], tasks: &[(Do, &[TaskId])], expected_ns: &[u64], is_stuck: bool) {
        let mut graph = TaskGraph::new();
        let mut stops = Vec::new();
        for (what, deps) in tasks {
            let work = match *what {
                Do::Take(ns) => Work::Delay { gpu: 0, duration: Time::from_ns(ns) },
                Do::Stop(stop) => {
                    stops.push(stop);
                    let ceiling = Some(Rate::bytes_per_s(1.0));
                    let route = graph.add_route(Route { ceiling, ..Route::default() });
                    Work::Transfer { src: 0, dst: 0, route, bytes: Bytes(1) }
                }
            };
            graph.add(work, Label::new(Kind::Join), deps);
        }
        let mut turnstile = Turnstile::new(Unshared::new(&graph.routes, &[]), stops, lanes, gates);
        let trace = run_on(&graph, &[], 1, &Options::default(), &mut turnstile).unwrap();
        let ends: Vec<u64> = trace.end.iter().map(|end| end.0 / 1_000).collect();
        assert_eq!(ends, expected_ns);
        assert_eq!(turnstile.is_stuck(), is_stuck);
    }

    #[test]
    fn a_lane_lets_in_as_many_as_it_has_room_for_first_come_first_served() {
        use self::Stop::{Enter, Leave};
        use Do::{Stop, Take};
        let three = [
            (Stop(Enter(0)), &[][..]),
            (Take(10), &[0]),
            (Stop(Leave(0)), &[1]),
            (Stop(Enter(0)), &[]),
            (Take(30), &[3]),
            (Stop(Leave(0)), &[4]),
            (Stop(Enter(0)), &[]),
            (Take(5), &[6]),
        ];
        check(&[1], &[], &three, &[0, 10, 10, 10, 40, 40, 40, 45], false);
        check(&[2], &[], &three, &[0, 10, 10, 0, 30, 30, 10, 15], false);
        check(&[3], &[], &three, &[0, 10, 10, 0, 30, 30, 0, 5], false);
        check(&[1], &[], &[(Stop(Enter(0)), &[]), (Stop(Enter(0)), &[])], &[0, 0], true);
    }

    #[test]
    fn a_gate_opens_with_the_notes_and_lets_one_through_for_each_grant() {
        use self::Stop::{Grant, Note, Pass};
        use Do::{Stop, Take};
        let tasks = |grants: [u64; 2], note: u64| {
            [
                (Stop(Pass(0)), &[][..]),
                (Stop(Pass(0)), &[]),
                (Take(grants[0]), &[]),
                (Stop(Grant(0)), &[2]),
                (Take(grants[1]), &[]),
                (Stop(Grant(0)), &[4]),
                (Take(note), &[]),
                (Stop(Note(0)), &[6]),
            ]
        };
        check(&[], &[1], &tasks([10, 20], 5), &[10, 20, 10, 10, 20, 20, 5, 5], false);
        // The first grant came before the note: only the second has the gate look, and then both pass.
        check(&[], &[1], &tasks([10, 20], 15), &[20, 20, 10, 10, 20, 20, 15, 15], false);
        // A note of the same instant counts.
        check(&[], &[1], &tasks([10, 20], 10), &[10, 20, 10, 10, 20, 20, 10, 10], false);
        check(&[], &[2], &tasks([10, 20], 5), &[0, 0, 10, 10, 20, 20, 5, 5], true);
    }
}
