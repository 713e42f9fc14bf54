//! What links carry, as stretches of time with one rate: the network's side of a trace.

use kitchen_task::{GpuId, LinkId, TaskGraph, TaskId, Work};
use kitchen_units::order;
use kitchen_units::{Bytes, Time};

use crate::Trace;

/// How much of its rate a link has to carry to be full: what rounding leaves is not room.
const FULL: f64 = 0.999;

/// Where the bytes of a directed link count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// The way that the link is a part of, a number of the caller's.
    pub way: u32,
    /// How often its bytes count: more than once where other links carry their part of the same flows.
    pub times: f64,
    /// What it can carry, in bytes per second.
    pub capacity: f64,
}

/// A stretch of time in which a way carries bytes at one rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// See [`Counted::way`].
    pub way: u32,
    /// When it begins.
    pub start: Time,
    /// When it ends.
    pub end: Time,
    /// Bytes per second, of all the way's links together.
    pub rate: u64,
    /// How many of its counted links are full.
    pub full: u32,
    /// A transfer that is on it.
    pub task: TaskId,
    /// Whether all the bytes have that transfer's sender and receiver.
    pub alone: bool,
    /// Whether a transfer of the critical path is among them.
    pub critical: bool,
}

impl Stretch {
    /// Bytes carried: rate times length.
    pub fn bytes(&self) -> Bytes {
        Bytes((self.rate as f64 * self.end.saturating_sub(self.start).as_secs() + 0.5) as u64)
    }
}

/// What the ways carry, without the times at which they carry nothing.
///
/// # Arguments
/// * `graph`, `trace`: the run.
/// * `links`: by link, where its bytes count; a link without, or past the end, counts nowhere.
/// * `critical`: by task, whether it is on the critical path.
///
/// # Returns
/// Stretches by way, then by start. Neighbours of equal rate that carry bytes between the same two are one. Where the run
/// was recorded without rates, a transfer is taken to leave evenly from its start until its last byte leaves.
///
/// # Complexity
/// O(n log n) for n = rate segments times hops; memory O(n).
///
/// # Example
/// One transfer of 1,000 bytes at 10 GB/s is one stretch of 100 ns on each link of its route.
pub fn stretches(graph: &TaskGraph, trace: &Trace, links: &[Option<Counted>], critical: &[bool]) -> Vec<Stretch> {
    let mut events: Vec<Event> = Vec::new();
    let mut add = |task: TaskId, start: Time, end: Time, rate: f64| {
        let Some(Work::Transfer { route, .. }) = graph.work.get(task as usize) else { return };
        let Some(route) = graph.routes.get(*route as usize) else { return };
        for hop in route.hops.iter().filter(|_| start < end) {
            let Some(counted) = links.get(hop.link as usize).copied().flatten() else { continue };
            let rate = rate * route.load(hop);
            let id = events.len() as u32;
            let event = Event { way: counted.way, at: start, begins: true, id, link: hop.link, task, rate };
            events.extend([event, Event { at: end, begins: false, ..event }]);
        }
    };
    for segment in &trace.segments {
        add(segment.task, segment.start, segment.end, segment.rate);
    }
    if trace.segments.is_empty() {
        for (task, (&start, &end)) in (0..).zip(trace.start.iter().zip(&trace.end)) {
            let Some(Work::Transfer { route, bytes, .. }) = graph.work.get(task as usize) else { continue };
            let latency = graph.routes.get(*route as usize).map_or(Time::ZERO, |route| route.latency);
            let length = end.saturating_sub(start).saturating_sub(latency);
            if end != Time::MAX && length > Time::ZERO {
                add(task, start, start + length, bytes.0 as f64 / length.as_secs());
            }
        }
    }
    // At one instant what ends makes room for what begins.
    let events = order::by_numbers(&events, |event| {
        [event.way.into(), event.at.0, u64::from(event.begins) << 32 | u64::from(event.id)]
    });
    let mut sweep = Sweep {
        graph,
        links,
        critical,
        load: vec![0; links.len()],
        ended: vec![false; events.len()],
        queue: Vec::new(),
        next: 0,
        rate: 0,
        full: 0,
        active: 0,
        urgent: 0,
        pairs: 0,
    };
    let mut out: Vec<Stretch> = Vec::new();
    for pair in events.windows(2) {
        sweep.take(&pair[0]);
        if pair[0].at < pair[1].at && pair[0].way == pair[1].way && sweep.rate > 0 {
            let stretch = sweep.stretch(pair[0].way, pair[0].at, pair[1].at);
            match out.last_mut().filter(|last| sweep.goes_on(last, &stretch)) {
                Some(last) => {
                    last.end = stretch.end;
                    last.critical |= stretch.critical;
                }
                None => out.push(stretch),
            }
        } else if pair[0].way != pair[1].way {
            // The way's last event, at which all has ended.
            sweep.next = sweep.queue.len();
        }
    }
    out
}

/// A transfer's rate on a link begins or ends.
#[derive(Clone, Copy)]
struct Event {
    way: u32,
    at: Time,
    begins: bool,
    /// Of the pair of events.
    id: u32,
    link: LinkId,
    task: TaskId,
    rate: f64,
}

/// What is on a way at an instant. Whole bytes per second, so that nothing remains when all has ended.
struct Sweep<'a> {
    graph: &'a TaskGraph,
    links: &'a [Option<Counted>],
    critical: &'a [bool],
    /// By link.
    load: Vec<u64>,
    /// By pair of events.
    ended: Vec<bool>,
    /// The pairs that have begun, by when; those before `next` have ended.
    queue: Vec<(u32, TaskId)>,
    next: usize,
    rate: u64,
    full: u32,
    active: u64,
    /// How many of them are critical.
    urgent: u32,
    /// The sum of what [`mixed`] makes of their senders and receivers.
    pairs: u64,
}

impl Sweep<'_> {
    fn take(&mut self, event: &Event) {
        let Some(counted) = self.links.get(event.link as usize).copied().flatten() else { return };
        let (on_link, on_way) = (whole(event.rate), whole(event.rate * counted.times));
        let pair = mixed(self.ends(event.task));
        let urgent = u32::from(self.critical.get(event.task as usize).copied().unwrap_or(false));
        let load = &mut self.load[event.link as usize];
        let is_full = |load: u64| u32::from(load > 0 && load as f64 >= counted.capacity * FULL);
        self.full -= is_full(*load);
        if event.begins {
            *load += on_link;
            self.rate += on_way;
            self.active += 1;
            self.urgent += urgent;
            self.pairs = self.pairs.wrapping_add(pair);
            self.queue.push((event.id, event.task));
        } else {
            *load -= on_link;
            self.rate -= on_way;
            self.active -= 1;
            self.urgent -= urgent;
            self.pairs = self.pairs.wrapping_sub(pair);
            self.ended[event.id as usize] = true;
        }
        self.full += is_full(*load);
        while self.queue.get(self.next).is_some_and(|&(id, _)| self.ended[id as usize]) {
            self.next += 1;
        }
    }

    fn stretch(&self, way: u32, start: Time, end: Time) -> Stretch {
        let task = self.queue.get(self.next).map_or(0, |&(_, task)| task);
        let alone = self.pairs == mixed(self.ends(task)).wrapping_mul(self.active);
        Stretch { way, start, end, rate: self.rate, full: self.full, task, alone, critical: self.urgent > 0 }
    }

    /// Whether `next` looks like more of `last`.
    fn goes_on(&self, last: &Stretch, next: &Stretch) -> bool {
        (last.way, last.end, last.full, last.alone) == (next.way, next.start, next.full, next.alone)
            && last.rate.abs_diff(next.rate) <= last.rate / 1_000_000
            && (!last.alone || self.ends(last.task) == self.ends(next.task))
    }

    fn ends(&self, task: TaskId) -> (GpuId, GpuId) {
        match self.graph.work.get(task as usize) {
            Some(&Work::Transfer { src, dst, .. }) => (src, dst),
            _ => (0, 0),
        }
    }
}

fn whole(rate: f64) -> u64 {
    (rate + 0.5) as u64
}

/// Sender and receiver as a number that looks like chance (the finalizer of SplitMix64, Steele et al. 2014), so that only
/// equal ones add up to a multiple of one.
const fn mixed((src, dst): (GpuId, GpuId)) -> u64 {
    let mut x = ((src as u64) << 32 | dst as u64).wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
