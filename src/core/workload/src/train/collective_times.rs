//! How long the collectives of a step take, by simulation on the cluster's own topology.

use std::collections::BTreeMap;

use kitchen_collective::{
    self as collective, Algorithm, Call, CollectiveError, Launch, Op, Skew, Split, measure_routed,
};
use kitchen_sim::{self as sim, Options, Record};
use kitchen_task::{GpuId, LinkCapacity, LinkId, Route, TaskGraph};
use kitchen_topology::{Router, Topology};
use kitchen_units::{Bytes, Time};

use super::host_link::Swap;
use super::place::{Groups, Place};
use crate::cost;
use crate::error::TrainError;
use crate::held_parameters::{self, Held};
use crate::layout::Zero;
use crate::model::{LayerKind, Model};
use crate::schedule::Placement;

/// Bytes of a weight or an activation value.
const VALUE_BYTES: u64 = 2;

/// The load of a receiver that gets no more than the others, in hundredths.
const EVEN: u32 = 100;

/// A group of more ranks that meets alone is measured as a collective of its own, where rings go by a rule: they are not written out.
const LONG: usize = 256;

/// Times of the collectives.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CollectiveTimes {
    /// The tensor-parallel sum of one micro-batch's activations (or, by sequence, its two halves).
    pub tensor: Time,
    /// Putting a hand-over together again that each tensor rank received a part of.
    pub gather: Time,
    /// One micro-batch's tokens handed to their experts, or back.
    pub exchange: Time,
    /// Keys and values of a context rank handed to the next.
    pub ring: Time,
    /// By stage: the sum of its gradients, where it comes after all passes; of two copies that meet, what is left of it then.
    pub gradients: Vec<Time>,
    /// By stage: the gather of its weights that were updated by shards, where that comes after the optimizer's step.
    pub weights: Vec<Time>,
    /// Of one layer, by its kind.
    pub layers: Vec<(LayerKind, OfLayer)>,
    /// Of as many parameters as a layer has beside its experts.
    pub ends: OfLayer,
    /// What a layer of a kind keeps for a micro-batch, on its way to the host and back.
    pub away: Vec<(LayerKind, [Time; 2])>,
    /// By stage: a piece of the optimizer's state, from the host, updated, and back. None where it stays.
    pub swaps: Vec<Swap>,
}

/// Times of the data-parallel collectives of one layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OfLayer {
    /// Weights that were updated by shards, gathered for the whole step.
    pub refresh: Time,
    /// Weights gathered for one pass.
    pub gather: Time,
    /// Gradients of one pass, summed by shards.
    pub scatter: Time,
    /// Gradients of the whole step, summed in one of many buckets.
    pub sum: Time,
    /// Gradients of the whole step, summed over the groups of hybrid shards.
    pub between: Time,
}

impl CollectiveTimes {
    pub(super) fn of(&self, kind: LayerKind) -> OfLayer {
        self.layers.iter().find(|(known, _)| *known == kind).map(|(_, times)| *times).unwrap_or_default()
    }
}

/// Another network than the fluid one for what goes between servers.
pub(super) trait Carrier {
    /// The time until all groups, starting at once, are done.
    fn meet(
        &mut self,
        ground: &Ground<'_>,
        call: (Op, Bytes, Split<'_>),
        groups: &Groups<'_>,
    ) -> Result<Time, TrainError>;
}

/// How the collective of a long group is measured.
pub(super) type Measure = fn(&Router<'_>, &[LinkCapacity], &Call<'_>) -> Result<Time, CollectiveError>;

/// By itself, where rings go by a rule.
pub(super) fn by_rule(router: &Router<'_>, links: &[LinkCapacity], call: &Call<'_>) -> Result<Time, CollectiveError> {
    Ok(measure_routed(router, links, call, Launch::ProcessPerGpu)?.time)
}

/// The cluster on which the collectives run.
#[derive(Debug)]
pub(super) struct Ground<'a> {
    pub topology: &'a Topology,
    pub router: Router<'a>,
    pub links: Vec<LinkCapacity>,
    /// What measures long groups; without it they are written out as all others.
    long: Option<Measure>,
}

impl<'a> Ground<'a> {
    pub(super) fn of(topology: &'a Topology, long: Option<Measure>) -> Ground<'a> {
        Ground { topology, router: Router::new(topology), links: topology.capacities(), long }
    }
}

/// What is known of collectives on a cluster, whoever asked: who stands alike meets alike.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Where groups are, or how they stand (`Topology::shape_of`), each with a number.
    shapes: BTreeMap<Vec<[u32; 3]>, u32>,
    pub times: BTreeMap<Meeting, Time>,
}

/// Operation, bytes, load of the busiest receiver in hundredths; the first group's shape, how many groups meet at once, and how far
/// apart their ranks are.
type Meeting = (u8, u64, u32, u32, usize, u32);

/// Simulates collectives, each once.
pub(super) struct Simulated<'g, 'a, 'c> {
    pub ground: &'g Ground<'a>,
    carrier: Option<&'c mut dyn Carrier>,
    pub known: &'g mut Known,
}

/// Simulates the collectives of a layout.
pub(super) fn measure(
    model: &Model,
    place: &Place<'_>,
    ground: &Ground<'_>,
    known: &mut Known,
    carrier: Option<&mut dyn Carrier>,
) -> Result<CollectiveTimes, TrainError> {
    let layout = place.layout;
    let mut simulated = Simulated { ground, carrier, known };
    let values = cost::boundary_bytes(model, layout);
    let mut times = CollectiveTimes::default();
    if layout.tensor > 1 {
        let tensor = place.together(layout.tensor, 1);
        if layout.sequence_parallel {
            // Hand-overs are already split by sequence and need no gathering.
            times.tensor =
                simulated.meet(Op::AllGather, values, &tensor)? + simulated.meet(Op::ReduceScatter, values, &tensor)?;
        } else {
            times.tensor = simulated.meet(Op::AllReduce, values, &tensor)?;
            times.gather = simulated.meet(Op::AllGather, values, &tensor)?;
        }
    }
    if layout.context > 1 {
        let per_token = VALUE_BYTES * model.kept_kv() / u64::from(layout.tensor).min(u64::from(model.kv_heads));
        let tokens = u64::from(layout.micro_batch) * u64::from(model.seq) / u64::from(layout.context);
        times.ring =
            simulated.meet(Op::SendRecv, Bytes(tokens * per_token), &place.together(layout.context, layout.tensor))?;
    }
    if layout.expert > 1 {
        let handed = cost::tokens_handed_out(model, layout) * f64::from(model.hidden);
        let bytes = Bytes(VALUE_BYTES * handed as u64);
        times.exchange = simulated.exchange(bytes, layout.recipe.imbalance, &place.together(layout.expert, 1))?;
    }
    if layout.replicas() > 1 || layout.schedule.placement() == Placement::BothEnds {
        simulated.replicas(model, place, &mut times)?;
    } else {
        times.gradients = vec![Time::ZERO; layout.pipeline as usize];
    }
    simulated.offload(model, place, &mut times)?;
    Ok(times)
}

impl Simulated<'_, '_, '_> {
    /// The data-parallel collectives: after all passes, or layer by layer beside them.
    fn replicas(&mut self, model: &Model, place: &Place<'_>, times: &mut CollectiveTimes) -> Result<(), TrainError> {
        let layout = place.layout;
        let of_stage = held_parameters::layers_of(model, layout.pipeline);
        let bytes = u64::from(layout.recipe.gradient_bytes);
        let is_scattered = layout.sharding.zero >= Zero::Gradients && layout.shards() > 1;
        for (stage, layers) in (0..).zip(&of_stage) {
            let (is_first, is_last) = (stage == 0, stage + 1 == layout.pipeline);
            let held = held_parameters::of_layers(model, layout, layers)
                + held_parameters::of_ends(model, layout, is_first, is_last);
            let after = !is_scattered && !layout.recipe.overlap_data;
            let has_shards = layout.shards() > 1 && !layout.recipe.overlap_data;
            let mut all = held;
            times.gradients.push(match layout.schedule.placement() {
                Placement::BothEnds => {
                    let mirror = layout.pipeline - 1 - stage;
                    let other = held_parameters::of_layers(model, layout, &of_stage[mirror as usize])
                        + held_parameters::of_ends(model, layout, is_last, is_first);
                    all = held + other;
                    self.copies(place, [stage, mirror], all, after)?
                }
                _ if after && has_shards => self.over(Op::ReduceScatter, place, stage, held, bytes)?,
                _ if after => self.over(Op::AllReduce, place, stage, held, bytes)?,
                _ => Time::ZERO,
            });
            times.weights.push(match layout.sharding.zero {
                // The sum over both copies is whole on each.
                Zero::Optimizer if layout.schedule.placement() == Placement::BothEnds => Time::ZERO,
                Zero::Optimizer | Zero::Gradients if has_shards => {
                    self.over(Op::AllGather, place, stage, all, VALUE_BYTES)?
                }
                _ => Time::ZERO,
            });
        }
        let Some(layers) = of_stage.first().filter(|_| layout.replicas() > 1) else { return Ok(()) };
        if !is_scattered && !layout.recipe.overlap_data {
            return Ok(());
        }
        let many = u64::from(layers.end - layers.start).max(1);
        let kinds: Vec<LayerKind> =
            held_parameters::kinds(model, &(0..model.all_layers())).into_iter().map(|(kind, _)| kind).collect();
        for kind in kinds {
            let one = held_parameters::of_layer(model, layout, kind);
            let time = self.of_layer(place, one, many)?;
            times.layers.push((kind, time));
        }
        let alone = Held { experts: 0, ..held_parameters::of_layer(model, layout, model.kind(0)) };
        times.ends = self.of_layer(place, alone, many)?;
        Ok(())
    }

    /// The collectives of a layer that holds so much, `many` of which are in a stage: buckets of a whole step are as long as
    /// the framework likes, so their time is the part of a collective about all of them.
    fn of_layer(&mut self, place: &Place<'_>, one: Held, many: u64) -> Result<OfLayer, TrainError> {
        let layout = place.layout;
        let gradient = u64::from(layout.recipe.gradient_bytes);
        let zero = layout.sharding.zero;
        let all = Held { shared: one.shared * many, experts: one.experts * many };
        let mut times = OfLayer::default();
        let part = |time: Time| Time(time.0 / many);
        match zero {
            Zero::None => times.sum = part(self.over(Op::AllReduce, place, 0, all, gradient)?),
            Zero::Optimizer => {
                times.sum = part(self.over(Op::ReduceScatter, place, 0, all, gradient)?);
                times.refresh = part(self.over(Op::AllGather, place, 0, all, VALUE_BYTES)?);
            }
            Zero::Gradients => {
                times.scatter = part(self.over(Op::ReduceScatter, place, 0, all, gradient)?);
                times.refresh = part(self.over(Op::AllGather, place, 0, all, VALUE_BYTES)?);
            }
            Zero::Parameters => {
                times.gather = self.sharded(Op::AllGather, place, one, VALUE_BYTES)?;
                times.scatter = self.sharded(Op::ReduceScatter, place, one, gradient)?;
                let (shards, replicas) = (layout.shards(), layout.replicas());
                if shards < replicas {
                    let groups = place.of_stage(0, replicas / shards, layout.tensor * shards);
                    let bytes = Bytes((all.shared + all.experts) / u64::from(shards) * gradient);
                    times.between = part(self.meet(Op::AllReduce, bytes, &groups)?);
                }
            }
        }
        Ok(times)
    }

    /// A collective of all replicas of a stage about what each holds: those of the same tensor rank about what they share, those
    /// with the same experts about these.
    fn over(&mut self, op: Op, place: &Place<'_>, stage: u32, held: Held, bytes: u64) -> Result<Time, TrainError> {
        let layout = place.layout;
        let shared = place.of_stage(stage, layout.replicas(), layout.tensor);
        let mut time = self.meet(op, Bytes(held.shared * bytes), &shared)?;
        let alike = place.stage() / layout.expert;
        if held.experts > 0 && alike > 1 {
            time += self.meet(op, Bytes(held.experts * bytes), &place.of_stage(stage, alike, layout.expert))?;
        }
        Ok(time)
    }

    /// Two stages hold copies of the same two parts of the model, each with the gradients of half of the micro-batches
    /// (arXiv:2412.19437 section 3.2.1; the sum over both copies is that of bidirectional pipelines, arXiv:2107.06925 section 3.2).
    /// After all passes all who hold a part sum it at once. What replicas have summed, or split, beside the passes each then
    /// exchanges with its own counterpart.
    ///
    /// `held` is what a GPU holds of both parts.
    fn copies(&mut self, place: &Place<'_>, stages: [u32; 2], held: Held, after: bool) -> Result<Time, TrainError> {
        let (layout, bytes) = (place.layout, u64::from(place.layout.recipe.gradient_bytes));
        let alike = place.stage() / layout.expert;
        if after || layout.replicas() == 1 {
            let shared = place.of_pair(stages, layout.replicas(), layout.tensor);
            let mut time = self.meet(Op::AllReduce, Bytes(held.shared * bytes), &shared)?;
            if held.experts > 0 {
                let groups = place.of_pair(stages, alike, layout.expert);
                time += self.meet(Op::AllReduce, Bytes(held.experts * bytes), &groups)?;
            }
            return Ok(time);
        }
        let shards = u64::from(layout.shards());
        let own = held.shared / shards + held.experts / u64::from(alike).min(shards).max(1);
        self.meet(Op::AllReduce, Bytes(own * bytes), &place.of_pair(stages, 1, place.stage()))
    }

    /// A collective of the ranks that hold one copy between them.
    fn sharded(&mut self, op: Op, place: &Place<'_>, held: Held, bytes: u64) -> Result<Time, TrainError> {
        let (layout, shards) = (place.layout, place.layout.shards());
        let mut time = self.meet(op, Bytes(held.shared * bytes), &place.of_stage(0, shards, layout.tensor))?;
        let alike = (place.stage() / layout.expert).min(shards);
        if held.experts > 0 && alike > 1 {
            time += self.meet(op, Bytes(held.experts * bytes), &place.of_stage(0, alike, layout.expert))?;
        }
        Ok(time)
    }

    /// The time until all groups, starting at once, are done.
    fn meet(&mut self, op: Op, bytes: Bytes, groups: &Groups<'_>) -> Result<Time, TrainError> {
        self.at_once(op, bytes, EVEN, groups)
    }

    /// An all-to-all in which the busiest receiver gets so many hundredths of its even share.
    fn exchange(&mut self, bytes: Bytes, imbalance: u32, groups: &Groups<'_>) -> Result<Time, TrainError> {
        let op = if imbalance > EVEN { Op::AllToAllV } else { Op::AllToAll };
        self.at_once(op, bytes, imbalance.max(EVEN), groups)
    }

    fn at_once(&mut self, op: Op, bytes: Bytes, load: u32, groups: &Groups<'_>) -> Result<Time, TrainError> {
        let Some(first) = groups.near.first() else { return Ok(Time::ZERO) };
        let place = Op::ALL.iter().position(|&known| known == op).unwrap_or(0) as u8;
        let name = (place, bytes.0, load, self.shape(first), groups.near.len(), groups.stride);
        if let Some(&time) = self.known.times.get(&name) {
            return Ok(time);
        }
        let ground = self.ground;
        let skew = Skew::percent(load).filter(|_| load > EVEN);
        let split = skew.as_ref().map_or(Split::Even, |skew| Split::Skewed(*skew));
        let time = match &mut self.carrier {
            Some(carrier) => carrier.meet(ground, (op, bytes, split), groups)?,
            None => match ground.long.filter(|_| groups.near.len() == 1 && first.len() > LONG) {
                Some(long) => {
                    let call = Call { split, ..Call::new(op, Algorithm::Auto, bytes, first) };
                    long(&ground.router, &ground.links, &call)?
                }
                None => ground.run(ground.graph((op, bytes, split), &groups.near)?, &ground.links)?,
            },
        };
        self.known.times.insert(name, time);
        Ok(time)
    }

    /// The number of how a group stands.
    fn shape(&mut self, group: &[GpuId]) -> u32 {
        let stands = self.ground.topology.shape_of(group);
        let stands = stands.unwrap_or_else(|| group.iter().map(|&gpu| [u32::MAX, 0, gpu]).collect());
        let next = self.known.shapes.len() as u32;
        *self.known.shapes.entry(stands).or_insert(next)
    }
}

impl Ground<'_> {
    /// The task graph of a collective of some groups.
    pub(super) fn graph(
        &self,
        (op, bytes, split): (Op, Bytes, Split<'_>),
        groups: &[Vec<GpuId>],
    ) -> Result<TaskGraph, CollectiveError> {
        let mut graph = TaskGraph::new();
        for group in groups {
            let call = Call { split, ..Call::new(op, Algorithm::Auto, bytes, group) };
            collective::append(&mut graph, &self.router, self.topology, &call, &[])?;
        }
        Ok(graph)
    }

    /// How long a graph takes on these links.
    pub(super) fn run(&self, mut graph: TaskGraph, links: &[LinkCapacity]) -> Result<Time, CollectiveError> {
        let options = Options { record: Record::Makespan, ..Options::default() };
        let links = used(&mut graph.routes, links);
        Ok(sim::run(&graph, &links, self.topology.len() as usize, &options)?.makespan)
    }
}

/// The links that some route uses, in their order; the routes then name these: a collective uses few of a large cluster's.
pub(super) fn used(routes: &mut [Route], links: &[LinkCapacity]) -> Vec<LinkCapacity> {
    let mut names: Vec<LinkId> = routes.iter().flat_map(|route| &route.hops).map(|hop| hop.link).collect();
    kitchen_units::order::sort_by_number(&mut names, |&link| u64::from(link));
    names.dedup();
    for hop in routes.iter_mut().flat_map(|route| &mut route.hops) {
        hop.link = names.partition_point(|&link| link < hop.link) as LinkId;
    }
    names.iter().map(|&link| links[link as usize]).collect()
}

#[cfg(test)]
mod tests {
    use kitchen_topology::{self as topology, ClusterSpec};

    use super::*;
    use crate::layout::Layout;

    /// Collectives of so many GPUs, as far apart: wherever they stand, they take what those take that stand alike.
    fn check(system: &str, nodes: u32, layout: Layout) {
        let spec = ClusterSpec::new(topology::system(system).unwrap(), nodes);
        let topology = topology::build(&spec).unwrap();
        let place = Place { layout: &layout, per_node: topology.gpus_per_node(), used: topology.gpus_per_node() };
        let (ground, mut known) = (Ground::of(&topology, Some(by_rule)), Known::default());
        let mut simulated = Simulated { ground: &ground, carrier: None, known: &mut known };
        for stage in 0..layout.pipeline {
            let groups = place.of_stage(stage, layout.data, layout.tensor);
            for op in [Op::AllReduce, Op::AllGather, Op::AllToAll] {
                let graph = simulated.ground.graph((op, Bytes::mib(96), Split::Even), &groups.near).unwrap();
                let alone = simulated.ground.run(graph, &simulated.ground.links).unwrap();
                let known = simulated.meet(op, Bytes::mib(96), &groups).unwrap();
                assert_eq!(known, alone, "{system} stage {stage} {op:?}");
            }
        }
        assert!(simulated.known.times.len() < 3 * layout.pipeline as usize, "{system}: nothing stood alike");
    }

    #[test]
    fn who_stands_alike_meets_alike() {
        let layout = |tensor, data, pipeline| Layout { tensor, data, pipeline, ..Layout::ONE };
        check("dgx-a100", 42, layout(8, 6, 7));
        check("dgx-h100", 36, layout(4, 6, 12));
        check("gb200-nvl72", 4, layout(8, 3, 12));
        check("dgx1-v100", 12, layout(2, 6, 8));
    }
}
