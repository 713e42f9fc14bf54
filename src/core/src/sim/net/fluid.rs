//! The fluid network: a flow is a rate, and flows that share links share them max-min fairly.
//!
//! # Model
//! A flow of `B` bytes starts when its task is ready. It drains at the rate that [`maxmin`](super::maxmin) gives it, which
//! changes whenever a flow that it shares a link with, directly or through others, starts or drains. The flow's last byte has
//! left once the integral of its rate is `B`, rounded up to a picosecond; then it frees its links. The task ends one latency
//! of the route later, when the last byte arrives: latency is paid once a flow, and occupies nothing.
//!
//! # Cost
//! * Links that always carry the same are one, and a link that one route has to itself is a ceiling
//!   ([`fold`](super::fold)).
//! * Flows on one route always go equally fast, so routes, not flows, are solved for.
//! * Only the connected component of routes around those that changed is solved again. A route that shares no link costs
//!   O(path), without the solver.
//! * Flows that start or drain at the same picosecond change rates once, in [`Network::settle`].
//! * A network that was solved lately as a whole is not solved again ([`memo`](super::memo)).
//! * A flow that has slowed down keeps its old event, which puts itself off when it comes due.

use crate::sim::net::fold::fold;
use crate::sim::net::maxmin::Solver;
use crate::sim::net::memo::{Memo, Solved};
use crate::sim::net::{Drained, Network, token};
use crate::sim::queue::EventQueue;
use crate::sim::task::{LinkCapacity, Route, RouteId, TaskId};
use crate::sim::{Options, Record, SimError};
use crate::trace::RateSegment;
use crate::units::{Rate, Time};

/// No slot, no hop, no time.
const NONE: u32 = u32::MAX;
const NEVER: u64 = u64::MAX;

/// Picoseconds in a second.
const PS: f64 = 1e12;

/// Later than this the clock could run over: about 106 days.
pub(in crate::sim) const HORIZON: u64 = u64::MAX / 2;

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

/// A route's unchanging part and its flows.
#[derive(Clone, Copy, Debug)]
struct Way {
    hops: (u32, u32),
    latency: Time,
    ceiling: f64,
    /// The rate that all flows of a route alone on its links have together.
    alone: f64,
    /// Its flows, newest first.
    first: u32,
    flows: u32,
    rate: f64,
    /// The pass that saw this route last.
    seen: u32,
    /// In `changed`.
    is_changed: bool,
}

/// A route's use of a link, in the list of the link's busy routes.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    link: u32,
    route: RouteId,
    share: f64,
    next: u32,
    prev: u32,
}

#[derive(Clone, Copy, Debug)]
struct Street {
    capacity: f64,
    /// Its busy crossings.
    first: u32,
    /// The pass that saw this link last.
    seen: u32,
    /// The solve that stated this link last, and the link's index in it.
    posed: u32,
    index: u32,
}

/// The network of one run. See the module's documentation.
#[derive(Debug)]
pub struct Fluid {
    ways: Vec<Way>,
    hops: Vec<Crossing>,
    streets: Vec<Street>,
    flows: Vec<Flow>,
    free: Vec<u32>,
    /// Routes on which a flow has started or drained since the last settling.
    changed: Vec<RouteId>,
    pass: u32,
    posing: u32,
    component: Vec<RouteId>,
    /// The last (bytes left, rate) and its wait: flows that are equal ask the same again and again.
    last: ((f64, f64), u64),
    solver: Solver,
    /// Busy routes, and the sum of their flows' parts of the fingerprint.
    busy: usize,
    fingerprint: u64,
    memo: Memo,
    /// Routes given a rate in this settling.
    settled: Vec<RouteId>,
    segments: Vec<RateSegment>,
    is_recording: bool,
    max_segments: usize,
    limit_mib: u64,
}

impl Fluid {
    /// The routes must have passed [`TaskGraph::check`](crate::sim::task::TaskGraph::check).
    pub fn new(routes: &[Route], links: &[LinkCapacity], options: &Options) -> Fluid {
        let folded = fold(routes, links);
        let mut hops = Vec::with_capacity(folded.hops.len());
        let mut ways = Vec::with_capacity(routes.len());
        for (id, route) in routes.iter().enumerate() {
            let (begin, end) = (folded.start[id], folded.start[id + 1]);
            let kept = &folded.hops[begin as usize..end as usize];
            let crossing = |&(link, share)| Crossing { link, route: id as RouteId, share, next: NONE, prev: NONE };
            hops.extend(kept.iter().map(crossing));
            ways.push(Way {
                hops: (begin, end),
                latency: route.latency,
                ceiling: route.ceiling.map_or(f64::INFINITY, Rate::as_bytes_per_s),
                alone: folded.alone[id],
                first: NONE,
                flows: 0,
                rate: 0.0,
                seen: 0,
                is_changed: false,
            });
        }
        let street = |link: &LinkCapacity| Street {
            capacity: link.rate.as_bytes_per_s(),
            first: NONE,
            seen: 0,
            posed: 0,
            index: 0,
        };
        Fluid {
            ways,
            hops,
            streets: links.iter().map(street).collect(),
            flows: Vec::new(),
            free: Vec::new(),
            changed: Vec::new(),
            pass: 0,
            posing: 0,
            component: Vec::new(),
            last: ((0.0, 0.0), 0),
            solver: Solver::new(),
            busy: 0,
            fingerprint: 0,
            memo: Memo::default(),
            settled: Vec::new(),
            segments: Vec::new(),
            is_recording: options.record == Record::Segments,
            max_segments: (options.limits.memory.0 as usize / size_of::<RateSegment>()).min(NONE as usize - 1),
            limit_mib: options.limits.memory.0 >> 20,
        }
    }

    /// Puts the hops of a route that has got its first flow into the lists of their links.
    fn occupy(&mut self, route: RouteId) {
        let (begin, end) = self.ways[route as usize].hops;
        for h in begin..end {
            let hop = &mut self.hops[h as usize];
            let first = std::mem::replace(&mut self.streets[hop.link as usize].first, h);
            hop.next = first;
            hop.prev = NONE;
            if first != NONE {
                self.hops[first as usize].prev = h;
            }
        }
    }

    /// Takes the hops of a route that has lost its last flow out of the lists of their links. Whether others were there.
    fn vacate(&mut self, route: RouteId) -> bool {
        let (begin, end) = self.ways[route as usize].hops;
        let mut others = false;
        for h in begin..end {
            let Crossing { link, next, prev, .. } = self.hops[h as usize];
            if prev == NONE {
                self.streets[link as usize].first = next;
            } else {
                self.hops[prev as usize].next = next;
            }
            if next != NONE {
                self.hops[next as usize].prev = prev;
            }
            others |= next != NONE || prev != NONE;
        }
        others
    }

    /// Whether no other route is busy on the links of `route`, which is.
    fn is_alone(&self, route: RouteId) -> bool {
        let (begin, end) = self.ways[route as usize].hops;
        self.hops[begin as usize..end as usize].iter().all(|hop| hop.next == NONE && hop.prev == NONE)
    }

    fn mark_changed(&mut self, route: RouteId) {
        if !std::mem::replace(&mut self.ways[route as usize].is_changed, true) {
            self.changed.push(route);
        }
    }

    /// Gathers into `component` the busy routes connected to `route`, which is busy, by links they share.
    fn gather(&mut self, route: RouteId) {
        self.component.clear();
        self.component.push(route);
        self.ways[route as usize].seen = self.pass;
        let mut at = 0;
        while at < self.component.len() {
            let (begin, end) = self.ways[self.component[at] as usize].hops;
            at += 1;
            for h in begin..end {
                let street = &mut self.streets[self.hops[h as usize].link as usize];
                if street.seen == self.pass {
                    continue;
                }
                street.seen = self.pass;
                let mut other = street.first;
                while other != NONE {
                    let crossing = self.hops[other as usize];
                    let way = &mut self.ways[crossing.route as usize];
                    if way.seen != self.pass {
                        way.seen = self.pass;
                        self.component.push(crossing.route);
                    }
                    other = crossing.next;
                }
            }
        }
    }

    /// Works out the rates of the component around `route` and puts them into effect. Whether it took the solver.
    fn solve_around(&mut self, now: u64, route: RouteId, queue: &mut EventQueue) -> Result<bool, SimError> {
        if self.is_alone(route) {
            let way = &mut self.ways[route as usize];
            way.seen = self.pass;
            let part = if way.flows == 1 { way.alone } else { way.alone / f64::from(way.flows) };
            let rate = way.ceiling.min(part);
            self.settled.push(route);
            self.apply(now, route, rate, queue)?;
            return Ok(false);
        }
        self.gather(route);
        // The order of discovery depends on history; the order of ids does not.
        self.component.sort_unstable();
        self.settled.extend_from_slice(&self.component);
        self.pose();
        self.solver.solve();
        for i in 0..self.component.len() {
            let rate = self.solver.rates()[i];
            self.apply(now, self.component[i], rate, queue)?;
        }
        Ok(true)
    }

    /// Takes all rates from an earlier solution of the same network, if there is one.
    fn recall(&mut self, now: u64, queue: &mut EventQueue) -> Result<bool, SimError> {
        let memo = std::mem::take(&mut self.memo);
        let found = memo.find(self.fingerprint, self.busy);
        // As many routes as are busy, each with as many flows: the same network.
        let found = found.filter(|all| all.iter().all(|one| self.ways[one.route as usize].flows == one.flows));
        for one in found.unwrap_or_default() {
            self.apply(now, one.route, one.rate, queue)?;
        }
        let is_found = found.is_some();
        if is_found {
            for i in 0..self.changed.len() {
                self.ways[self.changed[i] as usize].is_changed = false;
            }
            self.changed.clear();
        }
        self.memo = memo;
        Ok(is_found)
    }

    /// States the component to the solver. A link that one route has to itself is a ceiling of that route.
    fn pose(&mut self) {
        self.posing += 1;
        self.solver.clear();
        for &route in &self.component {
            let way = self.ways[route as usize];
            let ceiling = way.ceiling.min(way.alone / f64::from(way.flows));
            let (begin, end) = way.hops;
            for hop in &self.hops[begin as usize..end as usize] {
                let street = &mut self.streets[hop.link as usize];
                let is_shared = hop.next != NONE || hop.prev != NONE;
                if is_shared && street.posed != self.posing {
                    street.posed = self.posing;
                    street.index = self.solver.link(street.capacity);
                }
            }
            self.solver.class(way.flows, ceiling);
            for hop in &self.hops[begin as usize..end as usize] {
                if hop.next != NONE || hop.prev != NONE {
                    self.solver.on(self.streets[hop.link as usize].index, hop.share);
                }
            }
        }
    }

    /// Gives the flows of `route` their rate from `now` on. When it is the rate they had, only new flows are touched.
    fn apply(&mut self, now: u64, route: RouteId, rate: f64, queue: &mut EventQueue) -> Result<(), SimError> {
        let way = &mut self.ways[route as usize];
        let old = way.rate;
        let is_same = (rate - old).abs() <= old * SAME;
        let rate = if is_same { old } else { rate };
        way.rate = rate;
        let mut slot = way.first;
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
        let way = &mut self.ways[route as usize];
        let next = way.first;
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
        way.first = slot;
        way.flows += 1;
        self.fingerprint = self.fingerprint.wrapping_add(Memo::part(route));
        if way.flows == 1 {
            way.rate = 0.0;
            self.busy += 1;
            self.occupy(route);
        }
        self.mark_changed(route);
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
            self.ways[flow.route as usize].first = flow.next;
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
        let way = &mut self.ways[flow.route as usize];
        let drained = Drained { task: flow.task, latency: way.latency };
        way.flows -= 1;
        let is_idle = way.flows == 0;
        self.busy -= usize::from(is_idle);
        self.fingerprint = self.fingerprint.wrapping_sub(Memo::part(flow.route));
        if !is_idle || self.vacate(flow.route) {
            self.mark_changed(flow.route);
        }
        Some(drained)
    }

    fn settle(&mut self, now: u64, queue: &mut EventQueue) -> Result<(), SimError> {
        // Worth a look when most of the network has changed.
        let is_large = self.busy > 1 && self.changed.len() >= self.busy / 2;
        if is_large && self.recall(now, queue)? {
            return Ok(());
        }
        self.pass += 1;
        self.settled.clear();
        let mut is_solved = false;
        for i in 0..self.changed.len() {
            let route = self.changed[i];
            let way = &mut self.ways[route as usize];
            way.is_changed = false;
            let Way { flows, seen, hops: (begin, end), .. } = *way;
            if flows > 0 {
                if seen != self.pass {
                    is_solved |= self.solve_around(now, route, queue)?;
                }
                continue;
            }
            for h in begin..end {
                // The route has left this link to others, if there are any.
                let first = self.streets[self.hops[h as usize].link as usize].first;
                if first == NONE {
                    continue;
                }
                let other = self.hops[first as usize].route;
                if self.ways[other as usize].seen != self.pass {
                    is_solved |= self.solve_around(now, other, queue)?;
                }
            }
        }
        self.changed.clear();
        if is_large && is_solved && self.settled.len() == self.busy {
            let solved = |&route: &RouteId| {
                let Way { flows, rate, .. } = self.ways[route as usize];
                Solved { route, flows, rate }
            };
            self.memo.keep(self.fingerprint, self.settled.iter().map(solved));
        }
        Ok(())
    }

    fn into_segments(self) -> Vec<RateSegment> {
        self.segments
    }
}
