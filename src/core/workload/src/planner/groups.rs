//! Who talks to whom: the groups in which a GPU stands, and what each group moves in a step.

use kitchen_task::Work;
use kitchen_units::{Bytes, Time};

use crate::cost;
use crate::held_parameters::{self, Held};
use crate::layout::{Layout, Recompute, Zero};
use crate::model::Model;
use crate::schedule::Placement;
use crate::train::{Part, Traced};

/// Bytes of a weight or an activation value.
const VALUE_BYTES: u64 = 2;

/// A group in which a GPU stands: `size` ranks, each `stride` behind the one before. For [`Part::HandOver`] these are the stages, of
/// which a GPU talks to its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// What is moved in it.
    pub part: Part,
    /// Its ranks.
    pub size: u32,
    /// From each to the next.
    pub stride: u32,
    /// What a step moves in it: for collectives the sizes of their buffers, all calls together, and for hand-overs what one GPU sends.
    pub bytes: Bytes,
    /// Calls of a step, as the step was simulated. Nothing where they are counted with another group of the same part.
    pub calls: u32,
    /// How long they were on their way, all together.
    pub busy: Time,
}

/// Of `size` ranks that are `stride` apart those that `rank` has to do with, in their order: all of them, itself among them, or where they
/// hand on to one another its neighbours alone.
pub fn members(size: u32, stride: u32, line: Option<Line>, rank: u32) -> Vec<u32> {
    let (size, stride) = (size.max(1), stride.max(1));
    let place = rank / stride % size;
    let first = rank - place * stride;
    let Some(line) = line else { return (0..size).map(|at| first + at * stride).collect() };
    let around = [place + size - 1, place + 1].map(|at| at % size);
    let is_next = |at: &u32| line == Line::Closed || at.abs_diff(place) == 1;
    let mut all: Vec<u32> = around.into_iter().filter(is_next).map(|at| first + at * stride).collect();
    all.dedup();
    all
}

/// How ranks hand on to one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// From the first to the last.
    Open,
    /// From the last to the first, too.
    Closed,
}

impl Group {
    /// How its ranks hand on; none where all of them talk with all.
    pub fn line(&self, layout: &Layout) -> Option<Line> {
        let is_closed = layout.schedule.parts() > 1 && layout.schedule.placement() == Placement::Around;
        (self.part == Part::HandOver).then_some(if is_closed { Line::Closed } else { Line::Open })
    }

    /// The ranks of the group in which `rank` stands, as [`members`] has them.
    pub fn members(&self, layout: &Layout, rank: u32) -> Vec<u32> {
        members(self.size, self.stride, self.line(layout), rank)
    }
}

/// What the tasks of a stage come to, by part: how many there were, how long, and what was sent.
#[derive(Clone, Copy, Default)]
struct Sum {
    calls: u32,
    busy: Time,
    bytes: u64,
}

fn sums(traced: &Traced, stage: u32) -> [Sum; Part::ALL.len()] {
    let mut sums = [Sum::default(); Part::ALL.len()];
    for (task, work) in traced.graph.work.iter().enumerate() {
        let &Work::Transfer { src, dst, bytes, .. } = work else { continue };
        let (Some(&start), Some(&end)) = (traced.trace.start.get(task), traced.trace.end.get(task)) else { continue };
        let Some(&part) = traced.parts.get(task).filter(|_| src == stage && start < end) else { continue };
        if (part == Part::HandOver) == (src != dst) {
            let sum = &mut sums[part as usize];
            sum.calls += 1;
            sum.busy += end - start;
            sum.bytes += bytes.0;
        }
    }
    sums
}

/// What one GPU of a stage holds, by the schedule's placement, where nothing is sharded.
fn held(model: &Model, layout: &Layout, stage: u32) -> Held {
    let of_stage = held_parameters::layers_of(model, layout.pipeline);
    let one = |stage: u32| {
        let ends = held_parameters::of_ends(model, layout, stage == 0, stage + 1 == layout.pipeline);
        let layers = of_stage.get(stage as usize).cloned().unwrap_or(0..0);
        held_parameters::of_layers(model, layout, &layers) + ends
    };
    match layout.schedule.placement() {
        Placement::BothEnds => one(stage) + one(layout.pipeline - 1 - stage),
        _ => one(stage),
    }
}

/// The groups of a GPU of `stage`, the nearest first. What talks to nobody is in none.
///
/// Buffers are those of [`mod@crate::train`]: a tensor meeting is about a micro-batch's activations, `2 · tokens · hidden` bytes; a context
/// rank passes its keys and values round, and in the backward pass their gradients with them; experts exchange the tokens handed to them
/// there and back; gradients are summed once a step, or by shards in every backward pass; sharded weights are gathered once a step, or
/// for every pass.
///
/// # Complexity
/// O(tasks).
pub fn groups(traced: &Traced, model: &Model, stage: u32) -> Vec<Group> {
    let layout = &traced.step.layout;
    let mut sums = sums(traced, stage);
    // The tasks of these gathers last until their passes have ended.
    if let Some(&gathered) = traced.gathered.get(stage as usize).filter(|&&gathered| gathered > Time::ZERO) {
        sums[Part::Weights as usize].busy = gathered;
    }
    let of = |part: Part| sums[part as usize];
    let stage_ranks = layout.tensor * layout.replicas();
    let mut all: Vec<Group> = Vec::new();
    let mut add = |part: Part, [size, stride]: [u32; 2], bytes: u64, sum: Sum| {
        if size > 1 && (bytes > 0 || sum.calls > 0) {
            all.push(Group { part, size, stride, bytes: Bytes(bytes), calls: sum.calls, busy: sum.busy });
        }
    };
    let values = cost::boundary_bytes(model, layout).0;
    let mut tensor = of(Part::Tensor);
    if layout.recipe.overlap_tensor {
        // Each meeting is written as what is needed at once and what goes on beside the products.
        tensor.calls = tensor.calls.div_ceil(2);
    }
    add(Part::Tensor, [layout.tensor, 1], u64::from(tensor.calls) * values, tensor);
    let ring = of(Part::Context);
    let once = VALUE_BYTES * model.kept_kv() / u64::from(layout.tensor).min(u64::from(model.kv_heads)).max(1)
        * (u64::from(layout.micro_batch) * u64::from(model.seq) / u64::from(layout.context));
    // As many backward as forward, and as many again where these are computed again; backward twice as much.
    let [turns, passes] = if layout.recompute == Recompute::Full { [4, 3] } else { [3, 2] };
    add(Part::Context, [layout.context, layout.tensor], u64::from(ring.calls) * once * turns / passes, ring);
    let exchange = of(Part::Expert);
    let handed = (cost::tokens_handed_out(model, layout) * f64::from(model.hidden)) as u64 * VALUE_BYTES;
    add(Part::Expert, [layout.expert, 1], u64::from(exchange.calls) * handed, exchange);
    if layout.replicas() > 1 {
        let held = held(model, layout, stage);
        let passes = u64::from(layout.micro_batches());
        let (shards, zero) = (layout.shards(), layout.sharding.zero);
        let gradient = u64::from(layout.recipe.gradient_bytes);
        let is_sharded = zero == Zero::Parameters && shards > 1;
        let sums_of_step = if zero >= Zero::Gradients && shards > 1 { passes } else { 1 };
        let gathers = match zero {
            _ if shards == 1 => 0,
            Zero::None => 0,
            Zero::Optimizer | Zero::Gradients => 1,
            Zero::Parameters => 2 * passes,
        };
        let alone = if is_sharded { shards } else { layout.replicas() };
        let alike = (stage_ranks / layout.expert).min(if is_sharded { shards } else { u32::MAX });
        let of_experts = if alike > 1 { held.experts } else { 0 };
        for (part, times) in [(Part::Weights, gathers * VALUE_BYTES), (Part::Gradients, sums_of_step * gradient)] {
            add(part, [alone, layout.tensor], held.shared * times, of(part));
            add(part, [alike, layout.expert], of_experts * times, Sum::default());
        }
        let between = layout.replicas() / shards.max(1);
        if is_sharded && between > 1 {
            let own = (held.shared + held.experts) / u64::from(shards) * gradient;
            add(Part::Gradients, [between, layout.tensor * shards], own, Sum::default());
        }
    }
    let relay = of(Part::HandOver);
    add(Part::HandOver, [layout.pipeline, stage_ranks], relay.bytes, relay);
    all
}

#[cfg(test)]
mod tests {
    use kitchen_topology::{ClusterSpec, system};

    use super::*;
    use crate::layout::{Recipe, Sharding};
    use crate::model::published;
    use crate::schedule::Schedule;
    use crate::train::traced;

    /// The groups of a stage on so many DGX H100, each as its part, size, stride, bytes and calls. Whoever is in a group has it for its
    /// own, and the groups of a part take every rank in.
    fn check(id: &str, (nodes, layout, stage): (u32, Layout, u32), expected: &[(Part, u32, u32, u64, u32)]) {
        let (model, spec) = (published::model(id).unwrap(), ClusterSpec::new(system("dgx-h100").unwrap(), nodes));
        let whole = traced(model, &spec, &layout).unwrap();
        let all = groups(&whole, model, stage);
        let told: Vec<(Part, u32, u32, u64, u32)> =
            all.iter().map(|one| (one.part, one.size, one.stride, one.bytes.0, one.calls)).collect();
        assert_eq!(told, expected, "{id}");
        for one in all {
            assert_eq!(one.calls > 0, one.busy > Time::ZERO, "{one:?}");
            for rank in 0..layout.gpus() {
                let members = one.members(&layout, rank);
                assert!(members.iter().all(|&other| other < layout.gpus()), "{one:?} {rank} {members:?}");
                for &other in &members {
                    let back = one.members(&layout, other);
                    let is_mutual = if one.part == Part::HandOver { back.contains(&rank) } else { back == members };
                    assert!(is_mutual, "{one:?}: {rank} talks to {other}");
                }
                assert_eq!(members.contains(&rank), one.part != Part::HandOver, "{one:?} {rank}");
            }
        }
    }

    #[test]
    fn everybody_has_its_groups() {
        use Part::{Gradients, HandOver, Tensor, Weights};
        let recipe = Recipe { overlap_data: true, ..Recipe::PLAIN };
        let zero = Sharding::over_all(Zero::Optimizer);
        let layout =
            Layout { tensor: 2, data: 2, pipeline: 4, global_batch: 16, sharding: zero, recipe, ..Layout::ONE };
        // Eight layers of a stage for eight micro-batches: two meetings forward and two back, and one to put together what came each way.
        let values = 2 * 8192 * 4096;
        let model = published::model("llama3-8b").unwrap();
        let held = held_parameters::of_layers(model, &layout, &(8..16)).shared;
        check(
            "llama3-8b",
            (2, layout, 1),
            &[
                (Tensor, 2, 1, 8 * (8 * 4 + 2) * values, 8 * (8 * 4 + 2)),
                (Weights, 2, 2, held * 2, 1),
                (Gradients, 2, 2, held * 2, 8),
                (HandOver, 4, 4, 16 * values / 2, 16),
            ],
        );
        // All weights are gathered for both passes of each micro-batch, and their gradients summed by shards; the last two sums, after
        // the last pass, are simulated as one.
        let layout = Layout {
            data: 16,
            global_batch: 32,
            sharding: Sharding::over_all(Zero::Parameters),
            recipe,
            ..Layout::ONE
        };
        let all = held_parameters::of_layers(model, &layout, &(0..32)).shared
            + held_parameters::of_ends(model, &layout, true, true).shared;
        check(
            "llama3-8b",
            (2, layout, 0),
            &[(Weights, 16, 1, all * 2 * 2 * 2, 2 * (32 + 32 + 1)), (Gradients, 16, 1, all * 2 * 2, 2 * (32 + 2) - 1)],
        );
        // The last stage's chunks hand on to the first's.
        let layout =
            Layout { pipeline: 4, data: 2, global_batch: 16, schedule: Schedule::Interleaved(2), ..Layout::ONE };
        let group = Group { part: HandOver, size: 4, stride: 2, bytes: Bytes(1), calls: 1, busy: Time(1) };
        assert_eq!(group.members(&layout, 7), [5, 1]);
        assert_eq!(group.members(&Layout { schedule: Schedule::OneFOneB, ..layout }, 7), [5]);
    }
}
