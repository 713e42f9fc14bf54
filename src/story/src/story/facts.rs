//! What a run looks like at an instant: who is busy, what travels, which way. Captions are made from these answers, so
//! that a sentence is told only where it is true.

use std::rc::Rc;

use petgraph::graph::EdgeIndex;

use super::{Beat, Layered, Said, Script};
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, Label, NONE, TaskId, Work};
use kitchen_core::topology::{Link, LinkClass};
use kitchen_core::trace;
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_text::{Key, Line, Meter, key, msg};

/// A task with its times, borrowed from a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Event {
    pub(crate) task: TaskId,
    pub(crate) label: Label,
    /// The GPU that computes, or that sends.
    pub(crate) gpu: GpuId,
    /// The receiver; `gpu` itself where nothing travels.
    pub(crate) to: GpuId,
    pub(crate) bytes: Bytes,
    pub(crate) start: Time,
    pub(crate) end: Time,
}

impl Event {
    /// The chef's number on the apron, from 1.
    pub(crate) fn chef(&self) -> i64 {
        i64::from(self.gpu) + 1
    }

    pub(crate) fn receiver(&self) -> i64 {
        i64::from(self.to) + 1
    }

    /// The bowl's number, from 1; 1 where there is but one.
    pub(crate) fn bowl(&self) -> i64 {
        if self.label.micro_batch == NONE { 1 } else { i64::from(self.label.micro_batch) + 1 }
    }

    pub(crate) fn duration(&self) -> Time {
        self.end.saturating_sub(self.start)
    }

    /// Half way: where a still shows best what a transfer is.
    pub(crate) fn middle(&self) -> Time {
        Time(self.start.0 + self.duration().0 / 2)
    }
}

/// The tasks of a run that took time, in order of start.
#[derive(Debug)]
pub(crate) struct Facts<'a> {
    pub(crate) run: &'a Run,
    pub(crate) events: Vec<Event>,
    index: Rc<trace::Index>,
}

impl<'a> Facts<'a> {
    pub(crate) fn new(run: &'a Run) -> Facts<'a> {
        let count = run.graph.len().min(run.trace.start.len()).min(run.trace.end.len());
        let mut events: Vec<Event> = (0..count)
            .filter_map(|task| {
                let (gpu, to, bytes) = match run.graph.work[task] {
                    Work::Compute { gpu, .. } | Work::Delay { gpu, .. } => (gpu, gpu, Bytes::ZERO),
                    Work::Transfer { src, dst, bytes, .. } => (src, dst, bytes),
                    Work::Join => return None,
                };
                let (start, end) = (run.trace.start[task], run.trace.end[task]);
                let label = run.graph.labels[task];
                Some(Event { task: task as TaskId, label, gpu, to, bytes, start, end })
            })
            .collect();
        kitchen_core::order::sort_by_key(&mut events, |event| (event.start, event.task));
        let index = trace::Index::new(&run.graph, &run.trace, run.topology.gpus.len());
        Facts { run, events, index: Rc::new(index) }
    }

    /// The events that begin in a part of the run.
    pub(crate) fn part(&self, from: Time, to: Time) -> Facts<'a> {
        let events = self.events.iter().filter(|event| event.start >= from && event.start < to).copied().collect();
        Facts { run: self.run, events, index: self.index.clone() }
    }

    fn read(&self) -> trace::Reader<'_> {
        self.index.read(&self.run.graph, &self.run.trace)
    }

    pub(crate) fn of(&self, kind: Kind) -> impl DoubleEndedIterator<Item = &Event> + '_ {
        self.events.iter().filter(move |event| event.label.kind == kind)
    }

    /// The first task of a kind, by start.
    pub(crate) fn first(&self, kind: Kind) -> Option<&Event> {
        self.of(kind).next()
    }

    /// The task of a kind that ends last.
    pub(crate) fn last_to_end(&self, kind: Kind) -> Option<&Event> {
        self.of(kind).max_by_key(|event| event.end)
    }

    /// How many GPUs compute at `t` (from its start on, until just before its end).
    pub(crate) fn busy(&self, t: Time) -> usize {
        let gpus = 0..self.run.topology.gpus.len() as GpuId;
        gpus.filter(|&gpu| self.read().compute_at(gpu, t).is_some()).count()
    }

    /// What one GPU computes at `t`.
    pub(crate) fn doing(&self, gpu: GpuId, t: Time) -> Option<&Event> {
        let task = self.read().compute_at(gpu, t)?;
        self.events.iter().find(|event| event.task == task)
    }

    /// Computing time of all GPUs together.
    pub(crate) fn compute_time(&self) -> Time {
        let total = self.events.iter().filter(|event| event.label.kind.is_compute());
        total.fold(Time::ZERO, |sum, event| sum + event.duration())
    }

    /// The first instant at which `count` GPUs compute at once.
    pub(crate) fn first_with_busy(&self, count: usize) -> Option<Time> {
        self.events.iter().filter(|e| e.label.kind.is_compute()).map(|e| e.start).find(|&t| self.busy(t) >= count)
    }

    /// Until when at least `count` GPUs compute without a break from `at` on; `at` itself where they do not.
    pub(crate) fn busy_until(&self, at: Time, count: usize) -> Time {
        let mut ends: Vec<Time> = self.events.iter().map(|event| event.end).filter(|&end| end > at).collect();
        kitchen_core::order::sort(&mut ends);
        std::iter::once(at).chain(ends).find(|&t| self.busy(t) < count).unwrap_or(Time::MAX)
    }

    /// The rate of a transfer when its bytes begin to move.
    pub(crate) fn rate(&self, event: &Event) -> Rate {
        let first = self.read().segments(event.task).find(|segment| segment.rate > 0.0);
        let mean = || event.bytes.0 as f64 / event.duration().as_secs().max(1e-15);
        Rate::bytes_per_s(first.map_or_else(mean, |segment| segment.rate))
    }

    /// The rate of a transfer at `t`; 0 while its first byte is still on the way.
    pub(crate) fn rate_at(&self, event: &Event, t: Time) -> Rate {
        Rate::bytes_per_s(self.read().rate(event.task, t))
    }

    /// The slowest kind of link that a transfer crosses.
    pub(crate) fn way(&self, event: &Event) -> Option<LinkClass> {
        let Work::Transfer { route, .. } = self.run.graph.work[event.task as usize] else { return None };
        let hops = &self.run.graph.routes.get(route as usize)?.hops;
        let class = |link: u32| self.run.topology.graph.edge_weight(EdgeIndex::new(link as usize)).map(|l| l.class);
        hops.iter().filter_map(|hop| class(hop.link)).max_by_key(|class| class.slowness())
    }
}

/// The way's name in the kitchen.
pub(crate) fn way_name(class: Option<LinkClass>) -> Key {
    match class {
        Some(LinkClass::NvLink) | None => key::WAY_TUNNEL,
        Some(LinkClass::NvSwitch) => key::WAY_EXCHANGE,
        Some(LinkClass::Pcie | LinkClass::Socket) => key::WAY_CORRIDOR,
        Some(LinkClass::InfiniBand) => key::WAY_RAILWAY,
        Some(LinkClass::Ethernet) => key::WAY_STREET,
    }
}

/// The way's name in the x-ray.
pub(crate) fn link_name(class: Option<LinkClass>) -> Key {
    match class {
        Some(LinkClass::NvLink) | None => key::LINK_NVLINK,
        Some(LinkClass::NvSwitch) => key::LINK_NVSWITCH,
        Some(LinkClass::Pcie) => key::LINK_PCIE,
        Some(LinkClass::Socket) => key::LINK_SOCKET,
        Some(LinkClass::InfiniBand) => key::LINK_INFINIBAND,
        Some(LinkClass::Ethernet) => key::LINK_ETHERNET,
    }
}

/// What a transfer carries, where its kind says it.
pub(crate) fn cargo(event: &Event) -> Key {
    match event.label.kind {
        Kind::Activation => key::WHAT_ACTIVATION,
        Kind::ActivationGradient => key::WHAT_ACTIVATION_GRADIENT,
        Kind::SendReduce | Kind::SwitchReduce => key::WHAT_PARTIAL_SUM,
        _ => key::WHAT_SUM,
    }
}

/// The x-ray words of a transfer: who to whom, what, how much, over what, how fast, and when it was done.
pub(crate) fn transfer_line(facts: &Facts<'_>, event: &Event) -> Said {
    facts.transfer(event, cargo(event))
}

/// The x-ray line of a transfer at a rate: who to whom, `what`, how much, over what.
pub(super) fn sent(facts: &Facts<'_>, event: &Event, what: Key, rate: Meter) -> Line {
    let (what, bytes, link) = (what.into(), event.bytes, link_name(facts.way(event)).into());
    let (from, to) = (event.chef(), event.receiver());
    match event.label.kind {
        Kind::SwitchReduce => msg::XrayToSwitch { from, what, bytes, link, rate }.into(),
        Kind::SwitchMulticast => msg::XrayFromSwitch { to, what, bytes, link, rate }.into(),
        _ => msg::XrayTransfer { from, to, what, bytes, link, rate }.into(),
    }
}

/// The x-ray line of a computing task.
pub(crate) fn compute_line(event: &Event) -> Line {
    let what = match event.label.kind {
        Kind::Forward => key::WHAT_FORWARD,
        Kind::Backward => key::WHAT_BACKWARD,
        Kind::BackwardInput => key::WHAT_BACKWARD_INPUT,
        Kind::BackwardWeight => key::WHAT_BACKWARD_WEIGHT,
        Kind::Update => key::WHAT_UPDATE,
        _ => key::WHAT_ADD,
    };
    let (gpu, what, time) = (event.chef(), what.into(), event.duration());
    if event.label.micro_batch == NONE {
        msg::XrayCompute { gpu, what, time }.into()
    } else {
        msg::XrayComputeBatch { gpu, what, n: event.bowl(), time }.into()
    }
}

/// What the x-ray says of something under way; once it has ended, the same with the time of its end. Words that know their
/// end, as a [`transfer_line`] does, stay as they are.
pub(crate) fn while_it_lasts(event: &Event, words: impl Into<Said>) -> Said {
    let said = words.into();
    if said.turns_at(event.end) {
        return said;
    }
    let done = Line::from(msg::XrayDone { what: said.line(event.start).into(), time: event.end });
    said.until(event.end, done)
}

/// What one chef has over the way that is told of a run, all its links together, one direction, by the data sheet; and that
/// way: between the kitchens where the run goes there, else the chef's own.
pub(crate) fn chef_way(run: &Run) -> (Option<LinkClass>, Rate) {
    let topology = &run.topology;
    let crossed = run.graph.routes.iter().flat_map(|route| &route.hops);
    let classes = crossed.filter_map(|hop| topology.link(hop.link)).map(|link| link.class);
    let slowest = classes.max_by_key(|class| class.slowness());
    if slowest.is_some_and(LinkClass::is_network) {
        let cards = f64::from(topology.nics_per_node()) / f64::from(topology.gpus_per_node().max(1));
        return (slowest, Rate::bytes_per_s(topology.nic_rate().0.as_bytes_per_s() * cards));
    }
    (own_link(run, 0), egress_nominal(run, 0))
}

/// What a GPU can send at once over its fastest kind of link: the sum of the links' effective rates.
pub(crate) fn egress(run: &Run, gpu: GpuId) -> Rate {
    sum_of_best(run, gpu, |link| link.effective)
}

/// The same by the data sheet.
pub(crate) fn egress_nominal(run: &Run, gpu: GpuId) -> Rate {
    sum_of_best(run, gpu, |link| link.nominal)
}

/// The fastest kind of link that a GPU has of its own.
pub(crate) fn own_link(run: &Run, gpu: GpuId) -> Option<LinkClass> {
    let &vertex = run.topology.gpus.get(gpu as usize)?;
    run.topology.graph.edges(vertex).map(|edge| edge.weight().class).min_by_key(|class| class.slowness())
}

fn sum_of_best(run: &Run, gpu: GpuId, rate: fn(&Link) -> Rate) -> Rate {
    let Some(&vertex) = run.topology.gpus.get(gpu as usize) else { return Rate::ZERO };
    let best = own_link(run, gpu);
    let links = run.topology.graph.edges(vertex).map(|edge| edge.weight()).filter(|link| Some(link.class) == best);
    Rate::bytes_per_s(links.map(|link| rate(link).as_bytes_per_s()).sum())
}

/// Collects the beats of a show.
#[derive(Debug, Default)]
pub(crate) struct Teller {
    beats: Vec<(Beat, bool)>,
    meanwhile: Option<Layered>,
}

impl Teller {
    /// A beat that the chapter cannot do without; `id` is stable inside the chapter.
    pub(crate) fn must_say(&mut self, id: &str, at: Time, told: impl Into<Layered>, focus: Option<(usize, TaskId)>) {
        let Layered { caption, xray } = told.into();
        self.push(true, id, at, [caption, xray], focus);
    }

    /// A beat that gives way where beats crowd. What it says: see [`Said`].
    pub(crate) fn may_say(&mut self, id: &str, at: Time, told: impl Into<Layered>, focus: Option<(usize, TaskId)>) {
        let Layered { caption, xray } = told.into();
        self.push(false, id, at, [caption, xray], focus);
    }

    /// What is going on, true at every instant: it counts along with the run, and takes the place of a sentence about something that
    /// was over four seconds of the screen ago.
    pub(crate) fn meanwhile(&mut self, told: impl Into<Layered>) {
        self.meanwhile = Some(told.into());
    }

    fn push(&mut self, must: bool, id: &str, at: Time, [caption, xray]: [Said; 2], focus: Option<(usize, TaskId)>) {
        self.beats.push((Beat { id: id.to_owned(), at, caption, xray, focus }, must));
    }

    /// In order of time, one at an instant (a necessary one first, else the earlier told), and none closer to its
    /// neighbours than a fortieth of the run unless it is necessary: a caption needs time to be read.
    pub(crate) fn finish(mut self, makespan: Time) -> Script {
        kitchen_core::order::sort_by_key(&mut self.beats, |(beat, must)| (beat.at, !must));
        self.beats.dedup_by(|later, earlier| later.0.at == earlier.0.at);
        let near = makespan.0 / 40;
        let mut kept: Vec<(Beat, bool)> = Vec::with_capacity(self.beats.len());
        for (beat, must) in self.beats {
            let crowded = |last: &(Beat, bool)| beat.at.0 - last.0.at.0 < near;
            if must {
                while kept.last().is_some_and(|last| !last.1 && crowded(last)) {
                    kept.pop();
                }
            } else if kept.last().is_some_and(crowded) {
                continue;
            }
            kept.push((beat, must));
        }
        Script { beats: kept.into_iter().map(|(beat, _)| beat).collect(), meanwhile: self.meanwhile }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beats as (id, time, necessary) in, ids out, in a run of 4,000.
    fn check(beats: &[(&str, u64, bool)], expected: &[&str]) {
        let mut teller = Teller::default();
        let line = || Line::from(msg::ChefNumber { n: 1 });
        for &(id, at, must) in beats {
            if must {
                teller.must_say(id, Time(at), Layered::of(line(), line()), None);
            } else {
                teller.may_say(id, Time(at), Layered::of(line(), line()), None);
            }
        }
        let script = teller.finish(Time(4_000));
        assert_eq!(script.beats.iter().map(|beat| beat.id.as_str()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn beats_come_in_order_with_time_to_read() {
        check(&[("b", 500, false), ("a", 0, true)], &["a", "b"]);
        check(&[("a", 0, true), ("b", 99, false), ("c", 100, false)], &["a", "c"]);
        check(&[("a", 0, true), ("b", 10, true)], &["a", "b"]);
        check(&[("a", 0, true), ("b", 1_000, false), ("c", 1_050, true)], &["a", "c"]);
        check(&[("a", 7, false), ("b", 7, true), ("c", 7, false)], &["b"]);
    }
}
