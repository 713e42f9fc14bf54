//! The fluid network: a flow is a rate, and flows that share links share them max-min fairly.
//!
//! # Model
//! A flow of `B` bytes starts when its task is ready. It drains at the rate that [`maxmin`](super::maxmin) gives it, which
//! changes whenever a flow that it shares a link with, directly or through others, starts or drains. The flow's last byte has
//! left once the integral of its rate is `B`, rounded up to a picosecond; then it frees its links. The task ends one latency
//! of the route later, when the last byte arrives: latency is paid once a flow, and occupies nothing.
//!
//! # Cost
//! * Flows on one route always go equally fast, so routes, not flows, are solved for.
//! * Links that always carry the same are one, and a link that one route has to itself is a ceiling
//!   ([`fold`](super::fold)).
//! * Only a region around the routes that changed is solved again ([`sharing`](super::sharing)); a route that shares no
//!   link costs O(path), without the solver; and a network that was solved lately as a whole is not solved again
//!   ([`memo`](super::memo)).
//! * Flows that start or drain at the same picosecond change rates once, in [`Network::settle`].
//! * A flow that has slowed down keeps its old event, which puts itself off when it comes due.

use kitchen_task::{LinkCapacity, Route, RouteId, TaskId};
use kitchen_trace::RateSegment;
use kitchen_units::Time;

use crate::net::sharing::Sharing;
use crate::net::{Drained, Network, token};
use crate::queue::EventQueue;
use crate::{Options, Record, SimError};

/// No slot, no hop, no time.
const NONE: u32 = u32::MAX;
const NEVER: u64 = u64::MAX;

/// Picoseconds in a second.
const PS: f64 = 1e12;

/// Later than this the clock could run over: about 106 days.
pub(crate) const HORIZON: u64 = u64::MAX / 2;

/// Parts of a duration given away before it is rounded up, so that last bits do not part flows that are equal.
const SLACK: f64 = 1e-12;

/// Rates closer than this, relative to their size, are the same rate.
const SAME: f64 = 1e-12;

/// A flow under way, in a slot that is used again after it.
#[derive(Clone, Copy, Debug)]
struct Flow {
    task: TaskId,
    route: RouteId,
    bytes: f64,
    /// Bytes that had left at `since`.
    done: f64,
    since: u64,
    /// When the last byte leaves at the present rate; `NEVER` before the first settling.
    due: u64,
    /// The earliest event in the queue for this slot.
    queued: u64,
    /// The flow's open rate segment.
    segment: u32,
    next: u32,
    prev: u32,
}

/// The flows of a route.
#[derive(Clone, Copy, Debug)]
struct Lane {
    latency: Time,
    /// The rate of each.
    rate: f64,
    /// Newest first.
    first: u32,
}

/// The network of one run. See the module's documentation.
#[derive(Debug)]
pub struct Fluid {
    sharing: Sharing,
    lanes: Vec<Lane>,
    flows: Vec<Flow>,
    free: Vec<u32>,
    /// The last (bytes left, rate) and its wait: flows that are equal ask the same again and again.
    last: ((f64, f64), u64),
    segments: Vec<RateSegment>,
    is_recording: bool,
    max_segments: usize,
    limit_mib: u64,
    max_work: u64,
}

impl Fluid {
    /// The routes must have passed [`check`](crate::check()).
    pub fn new(routes: &[Route], links: &[LinkCapacity], options: &Options) -> Fluid {
        Fluid {
            sharing: Sharing::new(routes, links),
            lanes: routes.iter().map(|route| Lane { latency: route.latency, rate: 0.0, first: NONE }).collect(),
            flows: Vec::new(),
            free: Vec::new(),
            last: ((0.0, 0.0), 0),
            segments: Vec::new(),
            is_recording: options.record == Record::Segments,
            max_segments: (options.limits.memory.0 as usize / size_of::<RateSegment>()).min(NONE as usize - 1),
            limit_mib: options.limits.memory.0 >> 20,
            max_work: options.limits.work,
        }
    }

    /// Gives the flows of `route` their rate from `now` on. When it is the rate they had, only new flows are touched.
    fn apply(&mut self, now: u64, route: RouteId, rate: f64, queue: &mut EventQueue) -> Result<(), SimError> {
        let lane = &mut self.lanes[route as usize];
        let old = lane.rate;
        let is_same = (rate - old).abs() <= old * SAME;
        let rate = if is_same { old } else { rate };
        lane.rate = rate;
        let mut slot = lane.first;
        while slot != NONE {
            let flow = &mut self.flows[slot as usize];
            let is_new = flow.due == NEVER;
            if is_same && !is_new {
                break; // Newest first: the rest go on as they did.
            }
            if !is_new {
                flow.done = (flow.done + old * (now - flow.since) as f64 / PS).min(flow.bytes);
                flow.since = now;
            }
            let left = flow.bytes - flow.done;
            if (left, rate) != self.last.0 {
                self.last = ((left, rate), wait_for(left, rate));
            }
            let wait = self.last.1;
            if wait >= HORIZON - now {
                return Err(SimError::TooLong { task: flow.task });
            }
            flow.due = now + wait;
            if flow.due < flow.queued {
                flow.queued = flow.due;
                queue.push(flow.due, token(slot));
            }
            if self.is_recording {
                let (task, done) = (flow.task, flow.done);
                if flow.segment != NONE {
                    self.segments[flow.segment as usize].end = Time(now);
                }
                if self.segments.len() >= self.max_segments {
                    return Err(SimError::TooMuchMemory { limit_mib: self.limit_mib });
                }
                flow.segment = self.segments.len() as u32;
                self.segments.push(RateSegment { task, start: Time(now), end: Time(now), rate, done });
            }
            slot = flow.next;
        }
        Ok(())
    }
}

/// Picoseconds in which `left` bytes leave at `rate`, rounded up; at least one, at most the horizon.
fn wait_for(left: f64, rate: f64) -> u64 {
    let wait = left / rate * PS;
    let wait = wait - wait * SLACK;
    let whole = wait as u64;
    // Not `ceil`: a library call on this path, on machines that lack the instruction.
    let up = u64::from((whole as f64) < wait);
    (whole.min(HORIZON) + up).max(1)
}

impl Network for Fluid {
    fn start(&mut self, now: u64, task: TaskId, route: RouteId, bytes: u64) {
        self.sharing.join(route);
        let lane = &mut self.lanes[route as usize];
        let next = lane.first;
        if next == NONE {
            lane.rate = 0.0;
        }
        let flow = Flow {
            task,
            route,
            bytes: bytes as f64,
            done: 0.0,
            since: now,
            due: NEVER,
            queued: NEVER,
            segment: NONE,
            next,
            prev: NONE,
        };
        let slot = if let Some(slot) = self.free.pop() {
            self.flows[slot as usize] = flow;
            slot
        } else {
            self.flows.push(flow);
            self.flows.len() as u32 - 1
        };
        if next != NONE {
            self.flows[next as usize].prev = slot;
        }
        lane.first = slot;
    }

    fn event(&mut self, now: u64, slot: u32, queue: &mut EventQueue) -> Option<Drained> {
        let flow = self.flows[slot as usize];
        if flow.due != now {
            // The flow has slowed down since; or this is left over from an earlier flow of the slot.
            if flow.queued == now {
                self.flows[slot as usize].queued = flow.due;
                queue.push(flow.due, token(slot));
            }
            return None;
        }
        if flow.prev == NONE {
            self.lanes[flow.route as usize].first = flow.next;
        } else {
            self.flows[flow.prev as usize].next = flow.next;
        }
        if flow.next != NONE {
            self.flows[flow.next as usize].prev = flow.prev;
        }
        if flow.segment != NONE {
            self.segments[flow.segment as usize].end = Time(now);
        }
        self.flows[slot as usize].due = 0; // Not now, not ever: events left over find nothing due.
        self.flows[slot as usize].queued = NEVER;
        self.free.push(slot);
        self.sharing.leave(flow.route);
        Some(Drained { task: flow.task, latency: self.lanes[flow.route as usize].latency })
    }

    fn settle(&mut self, now: u64, queue: &mut EventQueue) -> Result<(), SimError> {
        let changes = self.sharing.settle().len();
        if self.sharing.work() > self.max_work {
            return Err(SimError::TooMuchWork { limit: self.max_work });
        }
        for i in 0..changes {
            let (route, rate) = self.sharing.news()[i];
            self.apply(now, route, rate, queue)?;
        }
        Ok(())
    }

    fn into_segments(self) -> Vec<RateSegment> {
        self.segments
    }
}
