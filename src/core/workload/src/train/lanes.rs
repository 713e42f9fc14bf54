//! The lanes of one replica: a stage each, its passes in the schedule's order, and what crosses from stage to stage.

use kitchen_task::{Kind, Label, Route, RouteId, TaskGraph, Work};
use kitchen_topology::{Router, Topology, TopologyError};
use kitchen_units::{Bytes, Rate, Time};

use super::collective_times::CollectiveTimes;
use super::drawn::Drawn;
use super::host_link::{PIECES, Swap};
use super::passes::{At, Passes, Shop};
use super::place::Place;
use super::streams::{Part, Pass};
use crate::cost;
use crate::error::TrainError;
use crate::held_parameters::{self, Held};
use crate::layout::{Layout, LayoutError, Zero};
use crate::model::Model;
use crate::schedule::{self, Placement, Plan};

/// How much of a pass becomes a task of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// A pass is one task of the compute stream, what it waits for inside included.
    Passes,
    /// Every kernel and every collective is one.
    Operations,
}

/// When something is done: the task that ends then, or the time.
pub(super) type Mark = u64;

/// Nothing that could be waited for.
pub(super) const NOTHING: Mark = Mark::MAX;

/// What becomes of the lanes as they are laid out: a graph to be simulated, or times at once.
pub(super) trait Sink {
    /// A pass of a stage, after what it waits for.
    fn pass(&mut self, pass: &Pass, label: Label, after: [Mark; 2]) -> Mark;

    /// What a pass made, on its way from stage to stage.
    fn send(&mut self, work: Work, label: Label, after: Mark) -> Mark;

    /// What a stage's network does beside its passes: gathers weights from the step's begin on, sums gradients.
    fn meet(&mut self, part: Part, time: Time, label: Label, after: &[Mark]) -> Mark;

    /// When both are done.
    fn both(&mut self, label: Label, marks: [Mark; 2]) -> Mark;

    /// All stages' updates, after all of these; or each after its own, piece by piece where the state comes from the host. Then each
    /// gathers for so long what was updated by shards.
    fn update(&mut self, updates: &Updates<'_>, after: &[Mark], apart: bool);
}

/// The end of a step, by stage.
pub(super) struct Updates<'a> {
    /// The optimizer's step.
    pub times: &'a [Time],
    /// In what pieces, where the state comes from the host for it; else empty.
    pub swaps: &'a [Swap],
    /// What is gathered then.
    pub gathers: &'a [Time],
}

/// The graph of one replica. GPU `i` of the graph is stage `i`.
pub(super) struct Step {
    pub graph: TaskGraph,
    /// By stage and [`Part`]: what its passes and its optimizer's step are made of, in picoseconds.
    pub parts: Vec<[u128; Part::ALL.len()]>,
    /// What a task is for, where it is not a hand-over.
    pub of_task: Vec<Part>,
    /// By stage: how long weights are gathered from the step's begin on. The tasks of these gathers last until their first pass has ended.
    pub gathered: Vec<Time>,
}

/// The layers of each part of the model, and the part that a stage's chunk is.
pub(super) struct Cut {
    pub layers: Vec<std::ops::Range<u32>>,
    pub placement: Placement,
    pub stages: u32,
}

impl Cut {
    pub(super) fn of(model: &Model, layout: &Layout) -> Cut {
        let schedule = layout.schedule;
        let layers = held_parameters::layers_of(model, layout.pipeline * schedule.parts());
        Cut { layers, placement: schedule.placement(), stages: layout.pipeline }
    }

    pub(super) fn part(&self, stage: u32, chunk: u32) -> u32 {
        let last = self.stages - 1;
        match self.placement {
            Placement::Line => stage,
            Placement::Around => chunk * self.stages + stage,
            Placement::Fold => {
                if chunk == 0 {
                    stage
                } else {
                    2 * self.stages - 1 - stage
                }
            }
            Placement::BothEnds => {
                if chunk == 0 {
                    stage
                } else {
                    last - stage
                }
            }
        }
    }
}

/// The lanes of one replica before anything has run.
pub(super) struct Lanes<'a> {
    plan: Plan,
    /// By stage and chunk.
    made: Vec<Vec<Passes>>,
    updates: Vec<Time>,
    /// Whether a stage updates without waiting for the others.
    pub is_checked_later: bool,
    meetings: &'a CollectiveTimes,
    /// What crosses from stage to stage.
    pub bytes: Bytes,
    /// The ways that it takes.
    pub routes: Vec<Route>,
    /// By stage: to the next, and from it back; the last stage's next is the first.
    ways: Vec<[Option<RouteId>; 2]>,
}

impl<'a> Lanes<'a> {
    /// Builds the lanes.
    pub(super) fn of(
        model: &Model,
        place: &Place<'_>,
        router: &Router<'_>,
        meetings: &'a CollectiveTimes,
    ) -> Result<Lanes<'a>, TrainError> {
        let (layout, topology) = (place.layout, router.topology());
        let plan = layout.schedule.plan(layout.pipeline, layout.micro_batches()).map_err(LayoutError::from)?;
        let parts = layout.pipeline * layout.schedule.parts();
        let cut = Cut {
            layers: held_parameters::layers_of(model, parts),
            placement: plan.placement,
            stages: layout.pipeline,
        };
        let shop = Shop { gpu: topology.preset().gpu, model, layout, meetings };
        let mut made: Vec<Vec<Passes>> = Vec::new();
        let mut known: Vec<(At, std::ops::Range<u32>, Passes)> = Vec::new();
        for stage in 0..layout.pipeline {
            let chunks = (0..plan.chunks).map(|chunk| {
                let at = At { part: cut.part(stage, chunk), parts };
                passes_of(&shop, &mut known, at, &cut.layers[at.part as usize])
            });
            made.push(chunks.collect());
        }
        let updates = updates(&shop);
        let bytes = Bytes(cost::boundary_bytes(model, layout).0.div_ceil(u64::from(layout.tensor)));
        let (routes, ways) = boundaries(place, router, plan.placement)?;
        let is_checked_later = layout.schedule.is_checked_later();
        Ok(Lanes { plan, made, updates, is_checked_later, meetings, bytes, routes, ways })
    }

    /// How many stages there are.
    pub(super) fn stages(&self) -> usize {
        self.made.len()
    }

    /// Passes of all stages together.
    pub(super) fn passes(&self) -> usize {
        self.plan.orders.iter().map(Vec::len).sum()
    }

    /// The graph of them.
    pub(super) fn graph(&self, detail: Detail) -> Step {
        let mut graph = TaskGraph::new();
        graph.routes.clone_from(&self.routes);
        let mut drawn = Drawn { graph, detail, waits: Vec::new(), of_task: Vec::new() };
        let parts = self.lay(&mut drawn);
        let gathers = |made: &Vec<Passes>| made.iter().fold(Time::ZERO, |sum, passes| sum + passes.gather);
        let gathered = self.made.iter().map(gathers).collect();
        Step { graph: drawn.graph, parts, of_task: drawn.of_task, gathered }
    }

    /// Hands the sink every pass and what crosses, each after what it waits for; gives what the stages' time goes into.
    pub(super) fn lay(&self, sink: &mut dyn Sink) -> Vec<[u128; Part::ALL.len()]> {
        let mut build = Build::new(self, sink);
        build.place();
        build.finish();
        (0..self.stages()).map(|stage| build.parts(stage)).collect()
    }
}

/// The passes of a chunk; those of chunks in the middle with the same kinds of layers are the same.
fn passes_of(
    shop: &Shop<'_>,
    known: &mut Vec<(At, std::ops::Range<u32>, Passes)>,
    at: At,
    layers: &std::ops::Range<u32>,
) -> Passes {
    let same = |one: &&(At, std::ops::Range<u32>, Passes)| {
        let ends = (one.0.is_first(), one.0.is_last()) == (at.is_first(), at.is_last());
        ends && one.1.len() == layers.len()
            && one.1.clone().zip(layers.clone()).all(|(a, b)| shop.model.kind(a) == shop.model.kind(b))
    };
    if let Some((_, _, passes)) = known.iter().find(same) {
        return passes.clone();
    }
    let passes = shop.passes(at, layers);
    known.push((at, layers.clone(), passes.clone()));
    passes
}

/// The optimizer's step of each stage.
pub(super) fn updates(shop: &Shop<'_>) -> Vec<Time> {
    let cut = Cut::of(shop.model, shop.layout);
    let update = |stage: u32| match shop.meetings.swaps.get(stage as usize) {
        Some(swap) => Time(swap.update.0 * u64::from(PIECES)),
        None => Time::from_secs_f64(cost::update_seconds(shop.gpu, owned(shop.model, shop.layout, &cut, stage) as f64)),
    };
    (0..shop.layout.pipeline).map(update).collect()
}

/// Parameters that a GPU of a stage updates: of all its chunks, or its shard of them.
pub(super) fn owned(model: &Model, layout: &Layout, cut: &Cut, stage: u32) -> u64 {
    let parts = cut.layers.len() as u32;
    let of_chunk = |chunk| {
        let at = At { part: cut.part(stage, chunk), parts };
        held_parameters::of_layers(model, layout, &cut.layers[at.part as usize])
            + held_parameters::of_ends(model, layout, at.is_first(), at.is_last())
    };
    let held = (0..layout.schedule.chunks()).map(of_chunk).fold(Held::default(), |sum, one| sum + one);
    let shards = u64::from(layout.shards());
    let alike = u64::from(layout.tensor * layout.replicas() / layout.expert).min(shards);
    let experts = if layout.sharding.zero == Zero::None { 1 } else { alike.max(1) };
    held.shared / shards + held.experts / experts
}

/// The routes of the first tensor rank of the first replica, and by stage which leads to the next and which from it back; each
/// rank hands over its part of the activations.
fn boundaries(
    place: &Place<'_>,
    router: &Router<'_>,
    placement: Placement,
) -> Result<(Vec<Route>, Vec<[Option<RouteId>; 2]>), TopologyError> {
    let (layout, topology) = (place.layout, router.topology());
    let goes_round = placement == Placement::Around;
    let (mut routes, mut ways) = (Vec::new(), vec![[None; 2]; layout.pipeline as usize]);
    for stage in 0..layout.pipeline {
        let next = if stage + 1 < layout.pipeline { stage + 1 } else { 0 };
        if next == stage || (next == 0 && !goes_round) {
            continue;
        }
        let [here, there] = [stage, next].map(|stage| place.gpu(layout.rank(stage, 0, 0)));
        for (slot, (src, dst)) in [(here, there), (there, here)].into_iter().enumerate() {
            let route = router.route(src, dst)?;
            let leaves = topology.node_of(src) != topology.node_of(dst);
            ways[stage as usize][slot] = Some(routes.len() as RouteId);
            routes.push(share_of_card(topology, place, route, leaves));
        }
    }
    Ok((routes, ways))
}

struct Build<'a> {
    lanes: &'a Lanes<'a>,
    sink: &'a mut dyn Sink,
    /// By stage, slot and direction: what has arrived.
    arrived: Vec<[Mark; 2]>,
    last: Vec<Mark>,
    /// By stage: its last hand-over.
    sent: Vec<Mark>,
    /// By stage: until when weights are gathered, as far as is known, and the last sum of gradients.
    gathered: Vec<Time>,
    summing: Vec<Mark>,
    /// Which passes of a stage have been added, by chunk: forward, backward, of the weights alone.
    begun: Vec<Vec<[u32; 3]>>,
}

impl<'a> Build<'a> {
    fn new(lanes: &'a Lanes<'a>, sink: &'a mut dyn Sink) -> Build<'a> {
        let (plan, count) = (&lanes.plan, lanes.stages());
        let slots = (plan.chunks * plan.micro_batches) as usize;
        Build {
            lanes,
            sink,
            arrived: vec![[NOTHING; 2]; slots * count],
            last: vec![NOTHING; count],
            sent: vec![NOTHING; count],
            gathered: vec![Time::ZERO; count],
            summing: vec![NOTHING; count],
            begun: vec![vec![[0; 3]; plan.chunks as usize]; count],
        }
    }

    /// Adds, round by round, what has its input; a legal schedule always has something to add.
    fn place(&mut self) {
        let orders = &self.lanes.plan.orders;
        let mut next = vec![0; orders.len()];
        loop {
            let mut moved = false;
            for (stage, order) in orders.iter().enumerate() {
                while let Some(&step) = order.get(next[stage]) {
                    let input = self.input(stage, step);
                    if input == NOTHING && self.from(stage, step) {
                        break;
                    }
                    self.add(stage, step, input);
                    next[stage] += 1;
                    moved = true;
                }
            }
            if !moved {
                break;
            }
        }
        debug_assert!(next.iter().zip(orders).all(|(&next, order)| next == order.len()), "the schedule is stuck");
    }

    /// Whether an operation's input comes from elsewhere.
    fn from(&self, stage: usize, step: schedule::Step) -> bool {
        let (plan, here) = (&self.lanes.plan, (stage as u32, step.chunk));
        match step.pass {
            schedule::Pass::Forward => plan.placement.before(here, plan.stages()).is_some(),
            schedule::Pass::Backward | schedule::Pass::Input => {
                plan.placement.after(here, plan.stages(), plan.chunks).is_some()
            }
            schedule::Pass::Weight => false,
        }
    }

    fn slot(&self, stage: usize, chunk: u32, micro_batch: u32) -> usize {
        let plan = &self.lanes.plan;
        (stage * plan.chunks as usize + chunk as usize) * plan.micro_batches as usize + micro_batch as usize
    }

    /// What an operation waits for beside its stage.
    fn input(&self, stage: usize, step: schedule::Step) -> Mark {
        let arrived = self.arrived[self.slot(stage, step.chunk, step.micro_batch)];
        match step.pass {
            schedule::Pass::Forward => arrived[0],
            schedule::Pass::Backward | schedule::Pass::Input => arrived[1],
            schedule::Pass::Weight => NOTHING,
        }
    }

    /// Micro-batches that pass a chunk.
    fn through_chunk(&self) -> u32 {
        let plan = &self.lanes.plan;
        if plan.placement == Placement::BothEnds { plan.micro_batches / 2 } else { plan.micro_batches }
    }

    /// The pass that an operation is: the last backward of a chunk is not like the others.
    fn pass(&mut self, stage: usize, step: schedule::Step) -> (&'a Pass, Kind) {
        let passes: &'a Passes = &self.lanes.made[stage][step.chunk as usize];
        let all = self.through_chunk();
        let begun = &mut self.begun[stage][step.chunk as usize];
        match step.pass {
            schedule::Pass::Forward => {
                begun[0] += 1;
                (&passes.forward, Kind::Forward)
            }
            schedule::Pass::Backward | schedule::Pass::Input => {
                begun[1] += 1;
                let is_last = begun[1] == all;
                // A whole one has the weights' inside.
                begun[2] += u32::from(passes.both.is_some() && step.pass == schedule::Pass::Backward);
                let pass = match &passes.both {
                    Some(both) if step.pass == schedule::Pass::Backward => &both[usize::from(is_last)],
                    _ => passes.last.as_ref().filter(|_| is_last).unwrap_or(&passes.backward),
                };
                (pass, Kind::Backward)
            }
            schedule::Pass::Weight => {
                begun[2] += 1;
                (&passes.weight, Kind::Backward)
            }
        }
    }

    fn add(&mut self, stage: usize, step: schedule::Step, input: Mark) {
        let (pass, kind) = self.pass(stage, step);
        let label = Label::new(kind).micro_batch(step.micro_batch as u16).step(stage as u16);
        let done = self.sink.pass(pass, label, [self.last[stage], input]);
        let done = self.beside(done, label, stage, step);
        self.last[stage] = done;
        self.hand_on(done, stage, step);
    }

    /// What goes on beside the first and the last pass of a chunk, and when what the pass made can be handed on. Weights that were updated
    /// by shards are gathered from the step's begin on, wherever the stage stands; sums of gradients hold up the optimizer alone.
    fn beside(&mut self, done: Mark, label: Label, stage: usize, step: schedule::Step) -> Mark {
        let passes: &Passes = &self.lanes.made[stage][step.chunk as usize];
        let [forward, backward, _] = self.begun[stage][step.chunk as usize];
        match step.pass {
            schedule::Pass::Forward if forward == 1 && passes.first > Time::ZERO => {
                let until = self.gathered[stage] + passes.first;
                self.gathered[stage] += passes.gather;
                let gathered = self.sink.meet(Part::Weights, until, label, &[]);
                self.sink.both(label, [done, gathered])
            }
            schedule::Pass::Backward | schedule::Pass::Input
                if backward == self.through_chunk() && passes.tail > Time::ZERO =>
            {
                let after = [done, self.summing[stage]];
                self.summing[stage] = self.sink.meet(Part::Gradients, passes.tail, label, &after);
                done
            }
            _ => done,
        }
    }

    /// Hands over what a pass made; to a chunk of the same stage nothing travels.
    fn hand_on(&mut self, done: Mark, stage: usize, step: schedule::Step) {
        let (lanes, here) = (self.lanes, (stage as u32, step.chunk));
        let plan = &lanes.plan;
        let is_back = step.pass != schedule::Pass::Forward;
        let to = match step.pass {
            schedule::Pass::Forward => plan.placement.after(here, plan.stages(), plan.chunks),
            schedule::Pass::Backward | schedule::Pass::Input => plan.placement.before(here, plan.stages()),
            schedule::Pass::Weight => None,
        };
        let Some((to, chunk)) = to else { return };
        let count = lanes.ways.len();
        let way = match to as usize {
            to if to == stage => None,
            to if to == (stage + 1) % count && (to != 0 || !is_back || count > 2) && lanes.ways[stage][0].is_some() => {
                lanes.ways[stage][0]
            }
            to => lanes.ways[to][1],
        };
        let sent = match way {
            None => done,
            Some(route) => {
                let kind = if is_back { Kind::ActivationGradient } else { Kind::Activation };
                let work = Work::Transfer { src: stage as u32, dst: to, route, bytes: lanes.bytes };
                let label = Label::new(kind).micro_batch(step.micro_batch as u16).step(stage as u16);
                self.sent[stage] = self.sink.send(work, label, done);
                self.sent[stage]
            }
        };
        let slot = self.slot(to as usize, chunk, step.micro_batch);
        self.arrived[slot][usize::from(is_back)] = sent;
    }

    /// Each stage sums its gradients when it is done and has handed on its last (frameworks wait for their sends before: Megatron-LM's
    /// and `PyTorch`'s pipeline schedules); where its copy is on another stage, too, when that is done as well. Their norm makes all
    /// wait for the last, and then all update; or each updates and is checked afterwards ([`schedule::Schedule::is_checked_later`]).
    fn finish(&mut self) {
        let lanes = self.lanes;
        let mut summed: Vec<Mark> = Vec::new();
        for (stage, &last) in self.last.iter().enumerate().filter(|(_, last)| **last != NOTHING) {
            let time = lanes.meetings.gradients.get(stage).copied().unwrap_or(Time::ZERO);
            let label = Label::new(Kind::SendReduce).step(stage as u16);
            let mirror = match lanes.plan.placement {
                Placement::BothEnds => self.last.len() - 1 - stage,
                _ => stage,
            };
            let [own, other] = [stage, mirror].map(|one| [self.last[one], self.sent[one], self.summing[one]]);
            let after = if mirror == stage { own.to_vec() } else { [own, other].concat() };
            summed.push(match (time, self.summing[stage]) {
                (Time::ZERO, NOTHING) => last,
                (Time::ZERO, summing) => self.sink.both(label, [last, summing]),
                _ => self.sink.meet(Part::Gradients, time, label, &after),
            });
        }
        let meetings = lanes.meetings;
        let updates = Updates { times: &lanes.updates, swaps: &meetings.swaps, gathers: &meetings.weights };
        self.sink.update(&updates, &summed, lanes.is_checked_later);
    }

    /// What a stage's time went into.
    fn parts(&self, stage: usize) -> [u128; Part::ALL.len()] {
        let mut sums = [0; Part::ALL.len()];
        let mut add = |pass: &Pass, times: u32| {
            for (sum, time) in sums.iter_mut().zip(&pass.by_part) {
                *sum += u128::from(time.0) * u128::from(times);
            }
        };
        let all = self.through_chunk();
        for (passes, &[forward, backward, weight]) in self.lanes.made[stage].iter().zip(&self.begun[stage]) {
            let last = passes.last.as_ref().filter(|_| backward >= all && all > 0);
            if let Some(pass) = last {
                add(pass, 1);
            }
            add(&passes.forward, forward);
            add(&passes.backward, backward - u32::from(last.is_some()));
            add(&passes.weight, weight);
        }
        sums[Part::Update as usize] += u128::from(self.lanes.updates[stage].0);
        sums
    }
}

/// All GPUs of a server hand over at the same time: each gets its share of the cards.
fn share_of_card(topology: &Topology, place: &Place<'_>, route: Route, leaves_node: bool) -> Route {
    if !leaves_node {
        return route;
    }
    let cards = f64::from(topology.nics_per_node()) * topology.nic_rate().1.as_bytes_per_s();
    Route { ceiling: Some(Rate::bytes_per_s(cards / f64::from(place.used.min(topology.gpus_per_node())))), ..route }
}
