//! The small graph against a run that has every GPU in it, each with its passes' operations, and every collective of every group as
//! transfers on the real network: to the picosecond, but where a hand-over stays in a server in which tensor ranks meet beside it.
//! The small graph gives each the links to itself. Bytes on a link are not lost by sharing it, so a pass's meetings end later by at
//! most what a hand-over takes alone, and the full run is longer by at most that for each pass on its way (`check_within`); it was
//! 0.2 % of a step at most. Layouts whose stages are whole servers, as all large ones are, have none of it.
//!
//! What the step takes for a part of a longer meeting (buckets of a whole step, the ends of the model beside a layer) has no transfers of
//! its own and is waited for; stages of one layer have buckets of one layer.

use std::collections::BTreeMap;

use kitchen_collective::{self as collective, Algorithm, Call, Op};
use kitchen_sim as sim;
use kitchen_task::{GpuId, Kind, Label, TaskGraph, TaskId, Work};
use kitchen_topology::{self as topology, ClusterSpec, Router, Topology};
use kitchen_units::{Bytes, Time};

use super::collective_times::{self, CollectiveTimes, Ground, Known};
use super::lanes::{Cut, Detail};
use super::passes::{At, Passes, Shop};
use super::place::Place;
use super::streams::{Part, Pass};
use super::{simulate, train};
use crate::cost;
use crate::held_parameters::{self, Held};
use crate::layout::{Layout, Recipe, Recompute, Sharding, Zero};
use crate::model::{Model, published};
use crate::schedule::{self, Placement, Schedule};

/// A collective of every group of a stage: so many ranks, so far apart.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    op: Op,
    bytes: u64,
    size: u32,
    stride: u32,
}

/// The meetings, one after the other, that an operation of the network's stream stands for, by its purpose and its time.
type Real = BTreeMap<(&'static str, Time), Vec<Meeting>>;

fn real(model: &Model, layout: &Layout, times: &CollectiveTimes) -> Real {
    let (t, r, s) = (layout.tensor, layout.replicas(), layout.shards());
    let values = cost::boundary_bytes(model, layout).0;
    let one = held_parameters::of_layer(model, layout, model.kind(0));
    let gradient = u64::from(layout.recipe.gradient_bytes);
    let alike = t * r / layout.expert;
    let about = |op, held: Held, bytes: u64, size: u32, alike: u32| {
        let mut all = vec![Meeting { op, bytes: held.shared * bytes, size, stride: t }];
        if held.experts > 0 && alike > 1 {
            all.push(Meeting { op, bytes: held.experts * bytes, size: alike, stride: layout.expert });
        }
        all
    };
    let simple = |op, bytes, size, stride| vec![Meeting { op, bytes, size, stride }];
    let kv = 2 * model.kept_kv() / u64::from(t).min(u64::from(model.kv_heads));
    let tokens = u64::from(layout.micro_batch) * u64::from(model.seq) / u64::from(layout.context);
    let ring = simple(Op::SendRecv, kv * tokens, layout.context, t);
    let handed = 2 * (cost::tokens_handed_out(model, layout) * f64::from(model.hidden)) as u64;
    let layer = times.of(model.kind(0));
    let sum = if layout.sharding.zero == Zero::Optimizer { Op::ReduceScatter } else { Op::AllReduce };
    let between = (one.shared + one.experts) / u64::from(s) * gradient;
    let sharded = layout.sharding.zero == Zero::Parameters;
    let (over, few) = if sharded { (s, alike.min(s)) } else { (r, alike) };
    let all = [
        (Part::Tensor, times.tensor, simple(Op::AllReduce, values, t, 1)),
        (Part::Tensor, times.gather, simple(Op::AllGather, values, t, 1)),
        (Part::Context, times.ring, ring.clone()),
        (Part::Context, times.ring + times.ring, [ring.clone(), ring].concat()),
        (Part::Expert, times.exchange, simple(Op::AllToAll, handed, layout.expert, 1)),
        (Part::Weights, layer.refresh, about(Op::AllGather, one, 2, r, alike)),
        (Part::Weights, layer.gather, about(Op::AllGather, one, 2, s, alike.min(s))),
        (Part::Gradients, layer.scatter, about(Op::ReduceScatter, one, gradient, over, few)),
        (Part::Gradients, layer.sum, about(sum, one, gradient, r, alike)),
        (Part::Gradients, layer.between, simple(Op::AllReduce, between, r / s, t * s)),
    ];
    all.into_iter()
        .filter(|(_, time, _)| *time > Time::ZERO)
        .map(|(part, time, list)| ((part.id(), time), list))
        .collect()
}

struct Whole<'a> {
    graph: TaskGraph,
    router: Router<'a>,
    topology: &'a Topology,
    layout: &'a Layout,
    real: Real,
    /// Collectives that ran on the network.
    met: usize,
}

impl Whole<'_> {
    /// The GPUs of a stage in the order of their ranks.
    fn gpus(&self, stage: u32) -> Vec<GpuId> {
        let size = self.layout.tensor * self.layout.replicas();
        (stage * size..(stage + 1) * size).collect()
    }

    /// A task for each GPU, after its own.
    fn each(&mut self, gpus: &[GpuId], after: &[Vec<TaskId>], work: impl Fn(GpuId) -> Work, kind: Kind) -> Vec<TaskId> {
        gpus.iter().zip(after).map(|(&gpu, after)| self.graph.add(work(gpu), Label::new(kind), after)).collect()
    }

    /// A meeting of all groups of those GPUs.
    fn meet(&mut self, gpus: &[GpuId], meeting: Meeting, after: &[Vec<TaskId>]) -> Vec<TaskId> {
        let Meeting { op, bytes, size, stride } = meeting;
        let mut done = vec![0; gpus.len()];
        let block = (size * stride) as usize;
        for first in (0..gpus.len()).step_by(block).flat_map(|start| start..start + stride as usize) {
            let ranks: Vec<usize> = (0..size as usize).map(|i| first + i * stride as usize).collect();
            let group: Vec<GpuId> = ranks.iter().map(|&rank| gpus[rank]).collect();
            let waits: Vec<Vec<TaskId>> = ranks.iter().map(|&rank| after[rank].clone()).collect();
            let call = Call::new(op, Algorithm::Auto, Bytes(bytes), &group);
            let ends = collective::append(&mut self.graph, &self.router, self.topology, &call, &waits).unwrap();
            for (&rank, end) in ranks.iter().zip(ends) {
                done[rank] = end;
            }
            self.met += 1;
        }
        done
    }

    fn meet_all(&mut self, gpus: &[GpuId], list: &[Meeting], after: &[Vec<TaskId>]) -> Vec<TaskId> {
        let mut after = after.to_vec();
        for &meeting in list {
            after = self.meet(gpus, meeting, &after).into_iter().map(|task| vec![task]).collect();
        }
        after.into_iter().map(|tasks| tasks[0]).collect()
    }

    /// A pass on all GPUs of a stage; each begins after its own.
    fn pass(&mut self, gpus: &[GpuId], pass: &Pass, after: &[Vec<TaskId>]) -> Vec<TaskId> {
        let begin = self.each(gpus, after, |_| Work::Join, Kind::Join);
        let mut before = [begin.clone(), begin.clone(), begin];
        let mut ops: Vec<Vec<TaskId>> = Vec::new();
        for ran in &pass.ran {
            let duration = ran.end.saturating_sub(ran.start);
            let stream = ran.part.stream();
            let waits = |rank: usize| {
                let needed = ran.after.iter().flatten().map(|&op| ops[op as usize][rank]);
                std::iter::once(before[stream][rank]).chain(needed).collect()
            };
            let after: Vec<Vec<TaskId>> = (0..gpus.len()).map(waits).collect();
            let done = if ran.part.is_compute() {
                self.each(gpus, &after, |gpu| Work::Compute { gpu, duration }, Kind::Forward)
            } else if let Some(list) = self.real.get(&(ran.part.id(), duration)).cloned() {
                self.meet_all(gpus, &list, &after)
            } else {
                self.each(gpus, &after, |gpu| Work::Delay { gpu, duration }, Kind::Launch)
            };
            before[stream].clone_from(&done);
            ops.push(done);
        }
        let ends: Vec<Vec<TaskId>> =
            (0..gpus.len()).map(|rank| before.iter().map(|stream| stream[rank]).collect()).collect();
        self.each(gpus, &ends, |_| Work::Join, Kind::Join)
    }

    /// What a pass made, on its way to the same ranks of another stage.
    fn hand_on(&mut self, from: &[GpuId], to: &[GpuId], bytes: Bytes, after: &[TaskId]) -> Vec<TaskId> {
        if from == to {
            return after.to_vec();
        }
        let send = |((&src, &dst), &after): ((&GpuId, &GpuId), &TaskId)| {
            let route = self.graph.add_route(self.router.route(src, dst).unwrap());
            self.graph.add(Work::Transfer { src, dst, route, bytes }, Label::new(Kind::Activation), &[after])
        };
        from.iter().zip(to).zip(after).map(send).collect()
    }
}

/// What a stage's network does beside its passes: until when weights are gathered, and by GPU the last sum of gradients.
#[derive(Clone, Debug, Default)]
struct Rest {
    gathered: Time,
    summing: Vec<TaskId>,
}

impl Whole<'_> {
    /// What goes on beside the first and the last pass of a chunk; parts of longer meetings, which are waited for. What the pass made
    /// can be handed on after what this gives.
    fn beside(
        &mut self,
        gpus: &[GpuId],
        passes: &Passes,
        (step, begun, all): (schedule::Step, [u32; 2], u32),
        done: Vec<TaskId>,
        rest: &mut Rest,
    ) -> Vec<TaskId> {
        let is_forward = step.pass == schedule::Pass::Forward;
        if is_forward && begun[0] == 1 && passes.first > Time::ZERO {
            let duration = rest.gathered + passes.first;
            rest.gathered += passes.gather;
            let nothing = vec![Vec::new(); gpus.len()];
            let gathered = self.each(gpus, &nothing, |gpu| Work::Delay { gpu, duration }, Kind::Launch);
            let both: Vec<Vec<TaskId>> = done.iter().zip(gathered).map(|(&one, other)| vec![one, other]).collect();
            return self.each(gpus, &both, |_| Work::Join, Kind::Join);
        }
        if !is_forward && step.pass != schedule::Pass::Weight && begun[1] == all && passes.tail > Time::ZERO {
            let after = |(rank, &own): (usize, &TaskId)| {
                std::iter::once(own).chain(rest.summing.get(rank).copied()).collect::<Vec<TaskId>>()
            };
            let after: Vec<Vec<TaskId>> = done.iter().enumerate().map(after).collect();
            let duration = passes.tail;
            rest.summing = self.each(gpus, &after, |gpu| Work::Delay { gpu, duration }, Kind::Launch);
        }
        done
    }
}

/// The pass that a step of a schedule is.
fn pass_of<'p>(
    (passes, first): &'p (Passes, Option<Pass>),
    step: schedule::Step,
    begun: &mut [u32; 2],
    all: u32,
) -> &'p Pass {
    match step.pass {
        schedule::Pass::Forward => {
            begun[0] += 1;
            first.as_ref().filter(|_| begun[0] == 1).unwrap_or(&passes.forward)
        }
        schedule::Pass::Backward | schedule::Pass::Input => {
            begun[1] += 1;
            let is_last = begun[1] == all;
            match &passes.both {
                Some(both) if step.pass == schedule::Pass::Backward => &both[usize::from(is_last)],
                _ => passes.last.as_ref().filter(|_| is_last).unwrap_or(&passes.backward),
            }
        }
        schedule::Pass::Weight => &passes.weight,
    }
}

/// The step with every GPU and every collective in it, and how many collectives that were.
fn whole(model: &Model, spec: &ClusterSpec, layout: &Layout) -> (Time, usize) {
    let topology = topology::build(spec).unwrap();
    let place = Place { layout, per_node: topology.gpus_per_node(), used: topology.gpus_per_node() };
    let ground = Ground::of(&topology, Some(collective_times::by_rule));
    let times = collective_times::measure(model, &place, &ground, &mut Known::default(), None).unwrap();
    let shop = Shop { gpu: topology.preset().gpu, model, layout, meetings: &times };
    let plan = layout.schedule.plan(layout.pipeline, layout.micro_batches()).unwrap();
    let stages = layout.pipeline;
    let parts = stages * layout.schedule.parts();
    let cut = Cut { layers: held_parameters::layers_of(model, parts), placement: plan.placement, stages };
    let made = |stage: u32, chunk: u32| {
        let part = cut.part(stage, chunk);
        let at = At { part, parts };
        let passes = shop.passes(at, &cut.layers[part as usize]);
        if stages > 1 {
            return (passes, None);
        }
        // Alone, a stage waits for all of its meetings, which are real ones.
        let [first, last] = shop.whole(at, &cut.layers[part as usize]);
        let (first, last) = ((passes.first > Time::ZERO).then_some(first), passes.last.as_ref().map(|_| last));
        (Passes { last, tail: Time::ZERO, first: Time::ZERO, ..passes }, first)
    };
    let made: Vec<Vec<(Passes, Option<Pass>)>> =
        (0..stages).map(|stage| (0..plan.chunks).map(|chunk| made(stage, chunk)).collect()).collect();
    let (graph, real) = (TaskGraph::new(), real(model, layout, &times));
    let mut run = Whole { graph, router: Router::new(&topology), topology: &topology, layout, real, met: 0 };
    let bytes = Bytes(cost::boundary_bytes(model, layout).0.div_ceil(u64::from(layout.tensor)));
    let mut next = vec![0; stages as usize];
    let mut last: Vec<Vec<Vec<TaskId>>> = (0..stages).map(|stage| vec![Vec::new(); run.gpus(stage).len()]).collect();
    let mut handed: Vec<Vec<TaskId>> = vec![Vec::new(); stages as usize];
    let halves = if plan.placement == Placement::BothEnds { 2 } else { 1 };
    let through = plan.micro_batches / halves;
    let mut begun = vec![vec![[0; 2]; plan.chunks as usize]; stages as usize];
    let mut inbox: BTreeMap<(u32, u32, u32, bool), Vec<TaskId>> = BTreeMap::new();
    let mut first: Vec<Option<usize>> = vec![None; stages as usize];
    let mut rest: Vec<Rest> = vec![Rest::default(); stages as usize];
    while next.iter().zip(&plan.orders).any(|(&at, order)| at < order.len()) {
        let done_before = next.clone();
        for stage in 0..stages {
            let Some(&step) = plan.orders[stage as usize].get(next[stage as usize]) else { continue };
            let here = (stage, step.chunk);
            let is_back = step.pass != schedule::Pass::Forward;
            let before = plan.placement.before(here, stages);
            let after = plan.placement.after(here, stages, plan.chunks);
            let (from, to) = match step.pass {
                schedule::Pass::Forward => (before, after),
                schedule::Pass::Backward | schedule::Pass::Input => (after, before),
                schedule::Pass::Weight => (None, None),
            };
            let arrived = match from {
                Some(_) => match inbox.remove(&(stage, step.chunk, step.micro_batch, is_back)) {
                    Some(tasks) => tasks.into_iter().map(|task| vec![task]).collect(),
                    None => continue,
                },
                None => vec![Vec::new(); last[stage as usize].len()],
            };
            next[stage as usize] += 1;
            let gpus = run.gpus(stage);
            let waits: Vec<Vec<TaskId>> =
                last[stage as usize].iter().zip(arrived).map(|(own, came)| [own.clone(), came].concat()).collect();
            let of_chunk = &mut begun[stage as usize][step.chunk as usize];
            let pass = pass_of(&made[stage as usize][step.chunk as usize], step, of_chunk, through);
            first[stage as usize].get_or_insert(run.graph.len());
            let done = run.pass(&gpus, pass, &waits);
            let (chunk, begun) = (&made[stage as usize][step.chunk as usize].0, *of_chunk);
            let done = run.beside(&gpus, chunk, (step, begun, through), done, &mut rest[stage as usize]);
            if let Some((to, chunk)) = to {
                let there = run.gpus(to);
                let sent = run.hand_on(&gpus, &there, bytes, &done);
                if to != stage {
                    handed[stage as usize].clone_from(&sent);
                }
                inbox.insert((to, chunk, step.micro_batch, is_back), sent);
            }
            last[stage as usize] = done.into_iter().map(|task| vec![task]).collect();
        }
        assert_ne!(next, done_before, "the schedule is stuck");
    }
    for ((last, handed), rest) in last.iter_mut().zip(handed).zip(rest) {
        for (own, sent) in last.iter_mut().zip(handed) {
            own.push(sent);
        }
        for (own, sum) in last.iter_mut().zip(rest.summing) {
            own.push(sum);
        }
    }
    let updates = finish(&mut run, model, spec, &times, last);
    (lasts(&run, (&first, &updates)), run.met)
}

/// How long the step lasts; where the update is checked later, as long as its slowest stage.
fn lasts(run: &Whole<'_>, (first, updates): (&[Option<usize>], &[(u32, TaskId)])) -> Time {
    let (topology, layout) = (run.topology, run.layout);
    let options = sim::Options { record: sim::Record::Spans, ..sim::Options::default() };
    let trace = sim::run(&run.graph, &topology.capacities(), topology.len() as usize, &options).unwrap();
    let spans = (0..layout.pipeline).map(|stage| {
        let count = run.gpus(stage).len();
        let begins = first[stage as usize].map(|first| &trace.start[first..first + count]).unwrap_or_default();
        let ends = updates.iter().filter(|one| one.0 == stage).map(|one| trace.end[one.1 as usize]);
        ends.max().unwrap().saturating_sub(*begins.iter().min().unwrap())
    });
    let longest = spans.max().unwrap();
    if layout.schedule.is_checked_later() { longest } else { trace.makespan }
}

/// The gradients' sums where they come last, the norm that all wait for, and the updates by stage.
fn finish(
    run: &mut Whole<'_>,
    model: &Model,
    spec: &ClusterSpec,
    times: &CollectiveTimes,
    mut last: Vec<Vec<Vec<TaskId>>>,
) -> Vec<(u32, TaskId)> {
    let layout = run.layout;
    let bytes = u64::from(layout.recipe.gradient_bytes);
    if layout.schedule.placement() == Placement::BothEnds {
        copies(run, model, &mut last);
    }
    let of_line = layout.schedule.placement() != Placement::BothEnds;
    for stage in (0..layout.pipeline).filter(|&stage| of_line && times.gradients[stage as usize] > Time::ZERO) {
        let held = of_stage(model, layout, stage);
        let op = if layout.shards() > 1 { Op::ReduceScatter } else { Op::AllReduce };
        let gpus = run.gpus(stage);
        let done = run.meet_all(&gpus, &over_replicas(layout, op, held, bytes), &last[stage as usize]);
        last[stage as usize] = done.into_iter().map(|task| vec![task]).collect();
    }
    let all: Vec<TaskId> = last.iter().flatten().flatten().copied().collect();
    let norm = run.graph.add(Work::Join, Label::new(Kind::Join), &all);
    let mut updates = Vec::new();
    let (_, lanes, _) = simulate(&super::Site::of(spec).unwrap(), (model, layout), Detail::Passes, None).unwrap();
    for (work, label) in
        lanes.graph.work.iter().zip(&lanes.graph.labels).filter(|(_, label)| label.kind == Kind::Update)
    {
        let &Work::Compute { duration, .. } = work else { continue };
        let stage = u32::from(label.step);
        let gpus = run.gpus(stage);
        let mut done: Vec<TaskId> = Vec::new();
        for (rank, &gpu) in gpus.iter().enumerate() {
            let own = &last[stage as usize][rank];
            let after = if layout.schedule.is_checked_later() { own.as_slice() } else { &[norm] };
            done.push(run.graph.add(Work::Compute { gpu, duration }, *label, after));
        }
        if times.weights.get(stage as usize).is_some_and(|&time| time > Time::ZERO) {
            let after: Vec<Vec<TaskId>> = done.into_iter().map(|task| vec![task]).collect();
            let held = of_stage(model, layout, stage);
            let other = if of_line { Held::default() } else { of_stage(model, layout, layout.pipeline - 1 - stage) };
            done = run.meet_all(&gpus, &over_replicas(layout, Op::AllGather, held + other, 2), &after);
        }
        updates.extend(done.into_iter().map(|task| (stage, task)));
    }
    updates
}

/// What a GPU of a stage holds of its layers and of the model's ends.
fn of_stage(model: &Model, layout: &Layout, stage: u32) -> Held {
    let layers = held_parameters::layers_of(model, layout.pipeline);
    held_parameters::of_layers(model, layout, &layers[stage as usize])
        + held_parameters::of_ends(model, layout, stage == 0, stage + 1 == layout.pipeline)
}

/// What replicas do about all that a stage holds: about what they share, and about the experts that are the same.
fn over_replicas(layout: &Layout, op: Op, held: Held, bytes: u64) -> Vec<Meeting> {
    let (t, r) = (layout.tensor, layout.replicas());
    let mut list = vec![Meeting { op, bytes: held.shared * bytes, size: r, stride: t }];
    let alike = t * r / layout.expert;
    if held.experts > 0 && alike > 1 {
        list.push(Meeting { op, bytes: held.experts * bytes, size: alike, stride: layout.expert });
    }
    list
}

/// What stages that hold copies of the same sum between them.
fn copies(run: &mut Whole<'_>, model: &Model, last: &mut [Vec<Vec<TaskId>>]) {
    let layout = run.layout;
    let (t, r, bytes) = (layout.tensor, layout.replicas(), u64::from(layout.recipe.gradient_bytes));
    let of_stage = held_parameters::layers_of(model, layout.pipeline);
    let (alike, shards) = (t * r / layout.expert, layout.shards());
    for stage in 0..layout.pipeline / 2 {
        let mirror = layout.pipeline - 1 - stage;
        let held = held_parameters::of_layers(model, layout, &of_stage[stage as usize])
            + held_parameters::of_layers(model, layout, &of_stage[mirror as usize])
            + held_parameters::of_ends(model, layout, stage == 0, false)
            + held_parameters::of_ends(model, layout, false, stage == 0);
        let gpus = [run.gpus(stage), run.gpus(mirror)].concat();
        let is_beside = layout.sharding.zero >= Zero::Gradients || layout.recipe.overlap_data;
        let list = if is_beside && r > 1 {
            let own = held.shared / u64::from(shards) + held.experts / u64::from(alike.min(shards).max(1));
            vec![Meeting { op: Op::AllReduce, bytes: own * bytes, size: 2, stride: t * r }]
        } else {
            let of = |bytes, size, stride| Meeting { op: Op::AllReduce, bytes, size, stride };
            let mut list = vec![of(held.shared * bytes, 2 * r, t)];
            if held.experts > 0 {
                list.push(of(held.experts * bytes, 2 * alike, layout.expert));
            }
            list
        };
        let waits = [last[stage as usize].clone(), last[mirror as usize].clone()].concat();
        let done = run.meet_all(&gpus, &list, &waits);
        let half = done.len() / 2;
        for (stage, done) in [(stage, &done[..half]), (mirror, &done[half..])] {
            last[stage as usize] = done.iter().map(|&task| vec![task]).collect();
        }
    }
}

fn check(id: &str, layers: u32, system: &str, nodes: u32, layout: Layout) {
    let off = beyond(id, layers, system, nodes, layout);
    assert_eq!(off, 0, "{id}, {layers} layers, {nodes} x {system}, {layout:?}: ps");
}

/// How much longer the full run is, in picoseconds.
fn beyond(id: &str, layers: u32, system: &str, nodes: u32, layout: Layout) -> i64 {
    let model = Model { layers, ..*published::model(id).unwrap() };
    let spec = ClusterSpec::new(topology::system(system).unwrap(), nodes);
    let small = train(&model, &spec, &layout).unwrap().iteration;
    let (full, met) = whole(&model, &spec, &layout);
    assert!(met > 0 || layout.tensor * layout.replicas() == 1, "{id} {layout:?}: nobody met");
    full.0 as i64 - small.0 as i64
}

/// Hand-overs and meetings of tensor ranks share the links of one server: the full run takes no less, and for each pass on its way at
/// most a hand-over longer.
fn check_within(id: &str, layers: u32, system: &str, layout: Layout) {
    let model = published::model(id).unwrap();
    let topology = topology::build(&ClusterSpec::new(topology::system(system).unwrap(), 1)).unwrap();
    let bytes = Bytes(cost::boundary_bytes(model, &layout).0.div_ceil(u64::from(layout.tensor)));
    let mut graph = TaskGraph::new();
    let route = graph.add_route(Router::new(&topology).route(0, layout.tensor * layout.replicas()).unwrap());
    graph.add(Work::Transfer { src: 0, dst: 0, route, bytes }, Label::new(Kind::Activation), &[]);
    let hand_over = sim::run(&graph, &topology.capacities(), 1, &sim::Options::default()).unwrap().makespan;
    // The passes of a stage, and as many of others as the line is long, down and back.
    let passes = 2 * (layout.micro_batches() * layout.schedule.chunks() + layout.pipeline);
    let off = beyond(id, layers, system, 1, layout);
    let most = i64::from(passes) * hand_over.0 as i64;
    assert!((0..most).contains(&off), "{id}, {system}, {layout:?}: {off} ps, at most {most}");
}

const ONE: Layout = Layout { recompute: Recompute::None, global_batch: 16, ..Layout::ONE };
const OVERLAPPED: Recipe = Recipe { overlap_data: true, ..Recipe::PLAIN };

#[test]
fn shards_are_the_full_run() {
    for recipe in [Recipe::PLAIN, OVERLAPPED] {
        for zero in Zero::ALL {
            let sharding = Sharding::over_all(zero);
            check("gpt3-1.3b", 1, "dgx-a100", 1, Layout { data: 8, sharding, recipe, ..ONE });
            check("gpt3-1.3b", 1, "dgx-h100", 2, Layout { data: 16, sharding, recipe, ..ONE });
        }
        let sharding = Sharding::over_all(Zero::Parameters);
        check("gpt3-1.3b", 3, "dgx-a100", 1, Layout { data: 8, sharding, recipe, ..ONE });
        check("gpt3-1.3b", 3, "dgx-h100", 1, Layout { data: 4, tensor: 2, sharding, recipe, ..ONE });
        let hybrid = Sharding { zero: Zero::Parameters, group: Some(4) };
        check("gpt3-1.3b", 1, "dgx-a100", 1, Layout { data: 8, sharding: hybrid, recipe, ..ONE });
    }
}

#[test]
fn context_and_experts_are_the_full_run() {
    check("gpt3-1.3b", 2, "dgx-a100", 1, Layout { tensor: 2, context: 2, data: 2, ..ONE });
    check("llama3-8b", 2, "dgx-h100", 1, Layout { context: 8, ..ONE });
    check("mixtral-8x7b", 2, "dgx-h100", 1, Layout { expert: 8, data: 8, ..ONE });
    check("mixtral-8x7b", 2, "dgx-h100", 1, Layout { expert: 4, data: 4, tensor: 2, ..ONE });
    for zero in [Zero::Optimizer, Zero::Gradients] {
        let sharding = Sharding::over_all(zero);
        check("mixtral-8x7b", 1, "dgx-h100", 2, Layout { expert: 4, data: 16, sharding, ..ONE });
    }
}

/// Without overlap what was updated by shards is gathered after the step: each stage its own.
#[test]
fn shards_of_stages_are_the_full_run() {
    for zero in [Zero::Optimizer, Zero::Gradients] {
        let line = Layout { pipeline: 4, data: 8, global_batch: 64, sharding: Sharding::over_all(zero), ..ONE };
        for schedule in [Schedule::OneFOneB, Schedule::ZbH1, Schedule::ZbH2] {
            check("gpt3-1.3b", 4, "dgx-h100", 4, Layout { schedule, ..line });
        }
    }
}

#[test]
fn stages_are_the_full_run() {
    for schedule in Schedule::ALL.into_iter().filter(|&schedule| schedule != Schedule::DualPipe) {
        let line = Layout { pipeline: 4, schedule, ..ONE };
        let layers = 8 * schedule.parts();
        check("gpt3-1.3b", layers, "dgx-a100", 1, Layout { pipeline: 8, ..line });
        check("gpt3-1.3b", 8, "dgx-a100", 1, Layout { data: 2, ..line });
        check("gpt3-1.3b", 8, "dgx-h100", 4, Layout { tensor: 8, ..line });
        check("gpt3-1.3b", 8, "dgx-a100", 2, Layout { tensor: 4, data: 2, pipeline: 2, ..line });
        check("gpt3-1.3b", 8, "dgx-h100", 4, Layout { tensor: 8, data: 2, pipeline: 2, ..line });
        check_within("gpt3-1.3b", 8, "dgx-a100", Layout { tensor: 2, ..line });
        check_within("gpt3-1.3b", 8, "dgx-h100", Layout { data: 2, tensor: 2, pipeline: 2, ..line });
        check_within("gpt3-1.3b", 8, "dgx-h100", Layout { tensor: 4, pipeline: 2, ..line });
    }
}

/// Both copies of a part sum its gradients: all who hold it at once, or, where replicas have done so beside the passes, two by two. A copy
/// that is done picoseconds earlier sets out earlier.
#[test]
fn two_copies_are_the_full_run() {
    let line = Layout { pipeline: 4, schedule: Schedule::DualPipe, ..ONE };
    let check = |id: &str, layers: u32, system: &str, nodes: u32, layout: Layout| {
        let off = beyond(id, layers, system, nodes, layout);
        assert!(off.abs() <= 10, "{id}, {layers} layers, {nodes} x {system}, {layout:?}: {off} ps");
    };
    check("gpt3-1.3b", 8, "dgx-a100", 1, Layout { data: 2, ..line });
    check("gpt3-1.3b", 8, "dgx-a100", 1, Layout { pipeline: 8, ..line });
    check("gpt3-1.3b", 8, "dgx-h100", 4, Layout { tensor: 8, ..line });
    let many = Layout { data: 8, global_batch: 64, ..line };
    check("gpt3-1.3b", 8, "dgx-h100", 4, many);
    check("mixtral-8x7b", 8, "dgx-h100", 2, Layout { expert: 8, pipeline: 2, ..many });
    // Buckets of a whole stage are of one layer where it has one.
    for zero in Zero::ALL {
        if zero != Zero::Parameters {
            check("gpt3-1.3b", 4, "dgx-h100", 4, Layout { sharding: Sharding::over_all(zero), ..many });
        }
        check("gpt3-1.3b", 4, "dgx-h100", 4, Layout { sharding: Sharding::over_all(zero), recipe: OVERLAPPED, ..many });
    }
}
