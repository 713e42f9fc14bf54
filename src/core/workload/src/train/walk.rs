//! The lanes walked through without a simulation, where nobody meets on a link: then each hand-over takes what it takes alone, and
//! times follow from one another in the order in which the lanes are laid. To the picosecond what the simulator finds
//! (`a_walk_is_the_simulation`), in a tenth of its time; where two hand-overs would share a link, there is no walk.

use kitchen_sim::{self as sim, Options, Record};
use kitchen_task::{Kind, Label, LinkCapacity, TaskGraph, Work};
use kitchen_units::{Bytes, Time};

use super::collective_times::used;
use super::host_link::Swap;
use super::lanes::{Lanes, Mark, NOTHING, Sink, Updates};
use super::streams::{Part, Pass};

/// The part of a link beyond which flows on it may feel each other.
const ROOM: f64 = 1.0 - 1e-6;

/// What the lanes come to, as the simulation and its attribution tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Walked {
    /// The step: from its begin to its end, or where stages follow one another, of the stage that is the longest at it.
    pub step: Time,
    /// Picoseconds of all stages together in which they compute, wait for communication, and wait for each other.
    pub compute: u128,
    pub exposed: u128,
    pub bubble: u128,
    /// What a graph of them would have.
    pub tasks: usize,
    /// As [`super::lanes::Step::parts`].
    pub parts: Vec<[u128; Part::ALL.len()]>,
}

/// Walks through the lanes. `None` where hand-overs may share a link, or it would take longer than the simulator simulates.
///
/// # Complexity
/// O(passes), and for each two ways that share a link O(hand-overs on them).
pub(super) fn walk(lanes: &Lanes<'_>, links: &[LinkCapacity]) -> Option<Walked> {
    let most = Options::default().limits.tasks;
    if lanes.passes() > most / 2 {
        return None;
    }
    let stages = lanes.stages();
    let ways = ways(lanes, links)?;
    let mut walk = Walk { stages: vec![Stage::default(); stages], ways, end: 0, tasks: 0 };
    let parts = lanes.lay(&mut walk);
    let is_timely = walk.end < u64::MAX / 4;
    if !is_timely || walk.tasks > most || !walk.is_undisturbed(&meets(lanes, links)) {
        return None;
    }
    let makespan = walk.end;
    let compute = walk.stages.iter().map(|stage| stage.computes).sum();
    let exposed = (0..stages).map(|stage| walk.exposed(stage)).sum();
    let own = |stage: &Stage| stage.last - stage.begins.unwrap_or(0);
    let longest = walk.stages.iter().map(own).max().unwrap_or(0);
    let step = if lanes.is_checked_later { longest } else { makespan };
    let bubble = (stages as u128 * u128::from(step)).saturating_sub(compute + exposed);
    Some(Walked { step: Time(step), compute, exposed, bubble, tasks: walk.tasks, parts })
}

/// A way from stage to stage, and what went over it.
#[derive(Clone, Debug, Default)]
struct Way {
    /// Picoseconds until the last byte has left, and until it has arrived.
    leaves: u64,
    arrives: u64,
    /// The stages at its ends.
    ends: [u32; 2],
    /// When each hand-over began; in order, since its stage takes one pass at a time.
    begun: Vec<u64>,
}

/// What each way takes alone: a run in which one follows the other.
fn ways(lanes: &Lanes<'_>, links: &[LinkCapacity]) -> Option<Vec<Way>> {
    let mut graph = TaskGraph::new();
    graph.routes.clone_from(&lanes.routes);
    let links = used(&mut graph.routes, links);
    for route in 0..lanes.routes.len() as u32 {
        let work = Work::Transfer { src: 0, dst: 0, route, bytes: lanes.bytes };
        graph.add(work, Label::new(Kind::Activation), route.checked_sub(1).as_slice());
    }
    let options = Options { record: Record::Spans, ..Options::default() };
    let trace = sim::run(&graph, &links, 1, &options).ok()?;
    let way = |(route, (start, end)): (&kitchen_task::Route, (&Time, &Time))| {
        let arrives = end.saturating_sub(*start).0;
        Way { leaves: arrives.saturating_sub(route.latency.0), arrives, ..Way::default() }
    };
    Some(lanes.routes.iter().zip(trace.start.iter().zip(&trace.end)).map(way).collect())
}

/// Ways, two and two, that would feel each other: on a link that does not carry all of its ways at once.
fn meets(lanes: &Lanes<'_>, links: &[LinkCapacity]) -> Vec<(u32, u32)> {
    if lanes.bytes == Bytes::ZERO {
        return Vec::new();
    }
    let mut uses: Vec<(u32, u32, f64)> = Vec::new();
    for (way, route) in (0..).zip(&lanes.routes) {
        let carries = |hop: &kitchen_task::Hop| {
            let link = links.get(hop.link as usize).map_or(0.0, |link| link.rate.as_bytes_per_s());
            link / route.load(hop)
        };
        let ceiling = route.ceiling.map_or(f64::INFINITY, kitchen_units::Rate::as_bytes_per_s);
        let rate = route.hops.iter().map(carries).fold(ceiling, f64::min);
        uses.extend(route.hops.iter().map(|hop| (hop.link, way, rate * route.load(hop))));
    }
    kitchen_units::order::sort_by_number(&mut uses, |&(link, way, _)| u64::from(link) << 32 | u64::from(way));
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    for on_link in uses.chunk_by(|a, b| a.0 == b.0) {
        let rate = links.get(on_link[0].0 as usize).map_or(0.0, |link| link.rate.as_bytes_per_s());
        if on_link.iter().map(|&(_, _, use_of)| use_of).sum::<f64>() <= rate * ROOM {
            continue;
        }
        for (at, &(_, one, _)) in on_link.iter().enumerate() {
            pairs.extend(on_link[at + 1..].iter().filter(|other| other.1 != one).map(|other| (one, other.1)));
        }
    }
    kitchen_units::order::sort_by_number(&mut pairs, |&(one, other)| u64::from(one) << 32 | u64::from(other));
    pairs.dedup();
    pairs
}

/// How far a stage has come.
#[derive(Clone, Debug, Default)]
struct Stage {
    /// The end of what it did last.
    last: u64,
    /// Picoseconds in which it computed.
    computes: u128,
    /// When it stood still.
    gaps: Vec<(u64, u64)>,
    /// When its first pass began; none before it.
    begins: Option<u64>,
    /// When what its network does beside its passes began, and how long it took.
    meets: Vec<([u64; 1], u64)>,
}

impl Stage {
    /// It computes for so long from `start` on.
    fn compute(&mut self, start: u64, time: u64) -> u64 {
        self.begins.get_or_insert(start);
        if start > self.last {
            self.gaps.push((self.last, start));
        }
        self.computes += u128::from(time);
        self.last = start.saturating_add(time);
        self.last
    }

    /// It updates piece by piece what comes from the host and goes there again; until when the last goes.
    fn swap(&mut self, start: u64, swap: &Swap) -> u64 {
        let mut gone = start;
        for piece in swap.pieces() {
            self.meets.push(([start + piece.load[0]], swap.load.0));
            self.compute(start + piece.update[0], swap.update.0);
            self.meets.push(([start + piece.store[0]], swap.store.0));
            gone = start + piece.store[1];
        }
        gone
    }

    /// It stands still until then, where it has not come so far.
    fn until(&mut self, time: u64) {
        if time > self.last {
            self.gaps.push((self.last, time));
            self.last = time;
        }
    }

    /// It stands still for so long while its network works.
    fn wait(&mut self, time: u64) {
        let until = self.last.saturating_add(time);
        self.meets.push(([self.last], time));
        self.gaps.push((self.last, until));
        self.last = until;
    }
}

struct Walk {
    stages: Vec<Stage>,
    ways: Vec<Way>,
    end: u64,
    tasks: usize,
}

/// When all of those are done.
fn later(marks: &[Mark]) -> u64 {
    marks.iter().copied().filter(|&mark| mark != NOTHING).fold(0, u64::max)
}

impl Sink for Walk {
    fn pass(&mut self, pass: &Pass, label: Label, [own, input]: [Mark; 2]) -> Mark {
        self.tasks += 1;
        self.stages[usize::from(label.step)].compute(later(&[own, input]), pass.whole.0)
    }

    fn send(&mut self, work: Work, _: Label, after: Mark) -> Mark {
        let Work::Transfer { src, dst, route, .. } = work else { return after };
        let way = &mut self.ways[route as usize];
        way.ends = [src, dst];
        way.begun.push(after);
        self.tasks += 1;
        after.saturating_add(way.arrives).min(NOTHING - 1)
    }

    fn meet(&mut self, _: Part, time: Time, label: Label, after: &[Mark]) -> Mark {
        let after = later(after);
        self.stages[usize::from(label.step)].meets.push(([after], time.0));
        self.tasks += 1;
        after.saturating_add(time.0).min(NOTHING - 1)
    }

    fn both(&mut self, _: Label, marks: [Mark; 2]) -> Mark {
        self.tasks += 1;
        later(&marks)
    }

    fn update(&mut self, updates: &Updates<'_>, after: &[Mark], apart: bool) {
        let norm = after.iter().copied().fold(0, u64::max);
        self.tasks += usize::from(!apart);
        for (stage, time) in updates.times.iter().enumerate() {
            let own = if apart { after.get(stage).copied().unwrap_or(0) } else { norm };
            let of_stage = &mut self.stages[stage];
            let mut gone = 0;
            match updates.swaps.get(stage) {
                Some(swap) => {
                    gone = of_stage.swap(own, swap);
                    self.tasks += 3 * swap.pieces().len();
                }
                None => {
                    of_stage.compute(own, time.0);
                    self.tasks += 1;
                }
            }
            if let Some(gather) = updates.gathers.get(stage).filter(|&&gather| gather > Time::ZERO) {
                of_stage.wait(gather.0);
                self.tasks += 1;
            }
            of_stage.until(gone);
            self.end = self.end.max(of_stage.last);
        }
    }
}

impl Walk {
    /// Whether no hand-over began before another had left that would have felt it.
    fn is_undisturbed(&self, meets: &[(u32, u32)]) -> bool {
        let in_line = |way: &Way| way.begun.windows(2).all(|two| two[0].saturating_add(way.leaves) <= two[1]);
        let apart = |&(one, other): &(u32, u32)| {
            let (one, other) = (&self.ways[one as usize], &self.ways[other as usize]);
            let mut others = other.begun.iter().peekable();
            one.begun.iter().all(|&begun| {
                while others.next_if(|&&other_begun| other_begun + other.leaves <= begun).is_some() {}
                others.peek().is_none_or(|&&other_begun| begun + one.leaves <= other_begun)
            })
        };
        self.ways.iter().all(in_line) && meets.iter().all(apart)
    }

    /// Picoseconds in which a stage stands still while something of its own is on its way.
    fn exposed(&self, stage: usize) -> u128 {
        let Stage { gaps, meets, .. } = &self.stages[stage];
        let own = self.ways.iter().filter(|way| way.ends.contains(&(stage as u32)));
        let mut spans: Vec<(&[u64], u64)> = own.map(|way| (&way.begun[..], way.arrives)).collect();
        spans.extend(meets.iter().map(|(begun, time)| (&begun[..], *time)));
        let mut exposed = 0;
        for &(begin, end) in gaps {
            let mut now = begin;
            while now < end {
                let (mut until, mut next) = (now, end);
                for (begun, time) in &mut spans {
                    while begun.first().is_some_and(|&begun| begun + *time <= now) {
                        *begun = &begun[1..];
                    }
                    match begun.first() {
                        Some(&begun) if begun <= now => until = until.max(begun + *time),
                        Some(&begun) => next = next.min(begun),
                        None => {}
                    }
                }
                if until > now {
                    exposed += u128::from(until.min(end) - now);
                }
                now = if until > now { until } else { next };
            }
        }
        exposed
    }
}
