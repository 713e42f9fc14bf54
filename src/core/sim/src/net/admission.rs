//! Admission to a network: semaphores and gates at which a transfer without links waits until it is admitted.
//!
//! A collective library keeps chunks in queues and lets only so many of a queue be under way; which chunk goes next is
//! known only while it runs. So it cannot be an edge of the task graph. It is a transfer on a route that stands for a
//! [`Control`]: the task ends when it is admitted, and what waits for it follows. Everything else goes to the network inside.
//!
//! * A **semaphore** has room for so many. [`Control::Acquire`] waits, first come first served, until there is room;
//!   [`Control::Release`] makes room.
//! * A **gate** lets one pass ([`Control::Pass`], first come first served) for each [`Control::Grant`], but lets none pass before
//!   it has had so many [`Control::Notify`]s. It looks only when a grant has come, and then sees all notifications of the instant.

use std::collections::VecDeque;

use kitchen_task::{RouteId, TaskId};
use kitchen_trace::RateSegment;
use kitchen_units::Time;

use crate::SimError;
use crate::net::{Drained, Network, token};
use crate::queue::EventQueue;

/// What a route of the graph stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Links: the network inside carries it.
    None,
    /// Waits for room in this semaphore.
    Acquire(u32),
    /// Makes room in this semaphore.
    Release(u32),
    /// Tells this gate that something has come.
    Notify(u32),
    /// Tells this gate that one more may pass.
    Grant(u32),
    /// Waits to pass this gate.
    Pass(u32),
}

#[derive(Clone, Debug, Default)]
struct Semaphore {
    room: u32,
    waiting: VecDeque<TaskId>,
}

#[derive(Clone, Debug, Default)]
struct Gate {
    /// Notifications still to come.
    missing: u32,
    grants: u32,
    waiting: VecDeque<TaskId>,
}

/// The token of a task that was admitted; the network inside counts its own from 0.
const THROUGH: u32 = (1 << 31) - 1;

/// A network behind semaphores and gates. See the module's documentation.
#[derive(Debug)]
pub struct Admission<N> {
    inside: N,
    /// By route.
    controls: Vec<Control>,
    semaphores: Vec<Semaphore>,
    gates: Vec<Gate>,
    /// Gates that were given a grant at this instant.
    granted: Vec<u32>,
    /// Tasks that were let through, of which the first `announced` have their event in the queue.
    through: VecDeque<TaskId>,
    announced: usize,
    waiting: usize,
    is_stuck: bool,
}

impl<N: Network> Admission<N> {
    /// # Arguments
    /// * `controls`: what each route of the graph stands for. A control's route has no hop and a ceiling, and its transfer one
    ///   byte, so that the engine hands it to the network.
    /// * `semaphores`: the room of each semaphore.
    /// * `gates`: the notes that each gate waits for.
    pub fn new(inside: N, controls: Vec<Control>, semaphores: &[u32], gates: &[u32]) -> Admission<N> {
        Admission {
            inside,
            controls,
            semaphores: semaphores.iter().map(|&room| Semaphore { room, ..Semaphore::default() }).collect(),
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

    fn step(&mut self, task: TaskId, control: Control) {
        match control {
            Control::None => {}
            Control::Acquire(semaphore) => {
                let semaphore = &mut self.semaphores[semaphore as usize];
                if semaphore.room > 0 {
                    semaphore.room -= 1;
                    self.through.push_back(task);
                } else {
                    semaphore.waiting.push_back(task);
                    self.waiting += 1;
                }
            }
            Control::Release(semaphore) => {
                self.through.push_back(task);
                let semaphore = &mut self.semaphores[semaphore as usize];
                match semaphore.waiting.pop_front() {
                    Some(next) => {
                        self.waiting -= 1;
                        self.through.push_back(next);
                    }
                    None => semaphore.room += 1,
                }
            }
            Control::Notify(gate) => {
                self.through.push_back(task);
                let gate = &mut self.gates[gate as usize];
                gate.missing = gate.missing.saturating_sub(1);
            }
            Control::Grant(gate) => {
                self.through.push_back(task);
                self.gates[gate as usize].grants += 1;
                self.granted.push(gate);
            }
            Control::Pass(gate) => {
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

/// By reference, so that who runs it can ask [`Admission::is_stuck`] afterwards.
impl<N: Network> Network for &mut Admission<N> {
    fn start(&mut self, now: u64, task: TaskId, route: RouteId, bytes: u64) {
        match self.controls.get(route as usize) {
            None | Some(Control::None) => self.inside.start(now, task, route, bytes),
            Some(&control) => self.step(task, control),
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
    use kitchen_task::{Kind, Label, Route, TaskGraph, Work};
    use kitchen_units::{Bytes, Rate};

    use super::*;
    use crate::net::unshared::Unshared;
    use crate::{Options, run_on};

    /// What each task does: it waits for a control point, or takes so many nanoseconds.
    enum Do {
        Wait(Control),
        Take(u64),
    }

    /// When each task ends, in nanoseconds, and whether some never do.
    fn check(semaphores: &[u32], gates: &[u32], tasks: &[(Do, &[TaskId])], expected_ns: &[u64], is_stuck: bool) {
        let mut graph = TaskGraph::new();
        let mut controls = Vec::new();
        for (what, deps) in tasks {
            let work = match *what {
                Do::Take(ns) => Work::Delay { gpu: 0, duration: Time::from_ns(ns) },
                Do::Wait(control) => {
                    controls.push(control);
                    let ceiling = Some(Rate::bytes_per_s(1.0));
                    let route = graph.add_route(Route { ceiling, ..Route::default() });
                    Work::Transfer { src: 0, dst: 0, route, bytes: Bytes(1) }
                }
            };
            graph.add(work, Label::new(Kind::Join), deps);
        }
        let mut admission = Admission::new(Unshared::new(&graph.routes, &[]), controls, semaphores, gates);
        let trace = run_on(&graph, &[], 1, &Options::default(), &mut admission).unwrap();
        let ends: Vec<u64> = trace.end.iter().map(|end| end.0 / 1_000).collect();
        assert_eq!(ends, expected_ns);
        assert_eq!(admission.is_stuck(), is_stuck);
    }

    #[test]
    fn a_semaphore_admits_as_many_as_it_has_room_for_first_come_first_served() {
        use self::Control::{Acquire, Release};
        use Do::{Take, Wait};
        let three = [
            (Wait(Acquire(0)), &[][..]),
            (Take(10), &[0]),
            (Wait(Release(0)), &[1]),
            (Wait(Acquire(0)), &[]),
            (Take(30), &[3]),
            (Wait(Release(0)), &[4]),
            (Wait(Acquire(0)), &[]),
            (Take(5), &[6]),
        ];
        check(&[1], &[], &three, &[0, 10, 10, 10, 40, 40, 40, 45], false);
        check(&[2], &[], &three, &[0, 10, 10, 0, 30, 30, 10, 15], false);
        check(&[3], &[], &three, &[0, 10, 10, 0, 30, 30, 0, 5], false);
        check(&[1], &[], &[(Wait(Acquire(0)), &[]), (Wait(Acquire(0)), &[])], &[0, 0], true);
    }

    #[test]
    fn a_gate_opens_with_the_notifications_and_passes_one_for_each_grant() {
        use self::Control::{Grant, Notify, Pass};
        use Do::{Take, Wait};
        let tasks = |grants: [u64; 2], note: u64| {
            [
                (Wait(Pass(0)), &[][..]),
                (Wait(Pass(0)), &[]),
                (Take(grants[0]), &[]),
                (Wait(Grant(0)), &[2]),
                (Take(grants[1]), &[]),
                (Wait(Grant(0)), &[4]),
                (Take(note), &[]),
                (Wait(Notify(0)), &[6]),
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
