//! Training steps of a GPT through a line of stages, one GPU each: one step, or one step by each schedule in turn.

use crate::scenario::Scenario;
use kitchen_core::hardware::Gpu;
use kitchen_core::sim::task::{TaskGraph, TaskId};
use kitchen_core::topology::{self, ClusterSpec, DGX_H100, Router, System, Topology};
use kitchen_core::units::{Bytes, Time};
use kitchen_core::workload::pipeline::{Boundary, Chunk, Line as Stages, Stage, append};
use kitchen_core::workload::schedule::{self, HandMade, Placement, Rules};
use kitchen_core::workload::{Layout, Model, Recompute, Schedule, cost, memory, model::MEGATRON_3_6B};
use kitchen_text::Line;

use crate::scenario::Draft;
use crate::scenario::presets::{DGX_H100_ONE, DGX_H100_OVER_PCIE};
use crate::sentences::Sentence as _;

use super::made;
use super::params::{Link, Order, Params, Pot};
use super::passes;

/// The schedules that the choice `in-turn` runs, one step after the other.
pub(crate) const IN_TURN: [Schedule; 3] = [Schedule::Naive, Schedule::GPipe, Schedule::OneFOneB];

/// The model of a pipeline scenario and how it is cut: micro-batches of a few sequences, attention recomputed. The first
/// stage also holds the embedding, the last one the vocabulary projection and the loss.
pub(crate) struct Plan {
    pub model: &'static Model,
    pub layout: Layout,
    /// Layers of each stage, where each has one stretch of the recipe.
    pub layers: Vec<u32>,
    /// The orders of each step.
    pub relays: Vec<Relay>,
    pub gpu: &'static Gpu,
}

/// How the recipe lies along the line: which stretches of it a stage holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    placement: Placement,
    /// Stretches with each stage.
    pub chunks: u32,
    stages: u32,
}

impl Cut {
    fn of(orders: &schedule::Plan) -> Cut {
        Cut { placement: orders.placement, chunks: orders.chunks, stages: orders.stages() }
    }

    /// Stretches that the recipe is cut into.
    pub(crate) fn parts(self) -> u32 {
        match self.placement {
            Placement::Line | Placement::BothEnds => self.stages,
            Placement::Around | Placement::Fold => self.stages * self.chunks,
        }
    }

    /// Which of them a stage's chunk is.
    pub(crate) fn part(self, stage: u32, chunk: u32) -> u32 {
        match (self.placement, chunk) {
            (Placement::Around, _) => chunk * self.stages + stage,
            (Placement::Fold, 1..) => 2 * self.stages - 1 - stage,
            (Placement::BothEnds, 1..) => self.stages - 1 - stage,
            _ => stage,
        }
    }

    /// Whether a chunk is a part of what a stage would have alone: then what it keeps of a bowl is a part of a bowl.
    pub(crate) fn halves(self) -> bool {
        self.parts() > self.stages
    }
}

/// A step's orders, and whose they are; none: the reader's own.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Relay {
    pub schedule: Option<Schedule>,
    pub orders: schedule::Plan,
}

/// The reader's own order, where it is whole and of so many stages and bowls; 1F1B's, before anything of it has been moved.
pub(super) fn own(scenario: &Scenario) -> Option<HandMade> {
    let Params { stages, batches, .. } = Params::of(scenario);
    if scenario.made.is_empty() {
        let rules = Rules { stages, micro_batches: batches, chunks: 1, splits: false, places: None };
        return passes::played(rules, &Schedule::OneFOneB.plan(stages, batches).ok()?.orders);
    }
    made::board(&scenario.made, stages, batches)
}

/// The orders of a scenario's steps. What has none for its size is 1F1B's: links and controls never ask for it.
fn relays(scenario: &Scenario) -> Vec<Relay> {
    let Params { stages, batches, schedule, .. } = Params::of(scenario);
    let of = |schedule: Schedule| {
        let schedule = if schedule.check(stages, batches).is_ok() { schedule } else { Schedule::OneFOneB };
        let orders = schedule.plan(stages, batches).ok()?;
        Some(Relay { schedule: Some(schedule), orders })
    };
    match schedule {
        Order::InTurn => IN_TURN.into_iter().filter_map(of).collect(),
        Order::Of(schedule) => of(schedule).into_iter().collect(),
        Order::Own => match own(scenario) {
            Some(board) => vec![Relay { schedule: None, orders: board.plan() }],
            None => of(Schedule::OneFOneB).into_iter().collect(),
        },
    }
}

/// Sequences in a bowl: for the chapter's own model so many that 1F1B's shelf fits into 80 GB with any number of stages, and
/// GPipe's does not (a test holds both); else one.
fn sequences(model: &Model) -> u32 {
    if *model == MEGATRON_3_6B { 6 } else { 1 }
}

/// Bowls of the usual size in the one pot that is cut.
const POT_BOWLS: u32 = 8;

/// Sequences in the one pot.
fn pot(model: &Model) -> u32 {
    sequences(model) * POT_BOWLS
}

/// Sequences in all of a step's bowls.
pub(super) fn dishes(scenario: &Scenario) -> u32 {
    let Params { model, batches, pot: how, .. } = Params::of(scenario);
    match how {
        Pot::Each => sequences(model) * batches,
        Pot::Cut => pot(model),
    }
}

/// Whether the pot can be cut into so many equal bowls; any number can be filled.
pub(super) fn is_even(params: Params) -> bool {
    params.pot == Pot::Each || pot(params.model).is_multiple_of(params.batches.max(1))
}

/// The number of bowls nearest to the one asked for into which the pot can be cut, and whose order there is.
pub(super) fn nearest_cut(params: Params) -> Option<u32> {
    let whole = pot(params.model);
    let goes = |&bowls: &u32| {
        let order = match params.schedule {
            Order::Of(schedule) => schedule.check(params.stages, bowls).is_ok(),
            Order::InTurn | Order::Own => true,
        };
        whole.is_multiple_of(bowls) && order
    };
    (1..=whole.min(32)).filter(goes).min_by_key(|&bowls| bowls.abs_diff(params.batches))
}

impl Plan {
    pub(crate) fn of(scenario: &Scenario) -> Plan {
        let params = Params::of(scenario);
        let model = params.model;
        let relays = relays(scenario);
        let micro_batch = match params.pot {
            Pot::Each => sequences(model),
            Pot::Cut => (pot(model) / params.batches.max(1)).max(1),
        };
        let layout = Layout {
            pipeline: params.stages,
            micro_batch,
            global_batch: params.batches * micro_batch,
            schedule: Schedule::OneFOneB,
            recompute: Recompute::Selective,
            ..Layout::ONE
        };
        let gpu = cluster(params).system.gpu;
        Plan { model, layout, layers: cost::balanced_layers(gpu, model, &layout), relays, gpu }
    }

    /// How the recipe lies along the line.
    pub(crate) fn cut(&self) -> Cut {
        let alone = Cut { placement: Placement::Line, chunks: 1, stages: self.layout.pipeline };
        self.relays.last().map_or(alone, |relay| Cut::of(&relay.orders))
    }

    /// Layers of one of a stage's chunks: the first has what is left over. Where the line folds, the first stage ends with the
    /// vocabulary, and its second stretch has the layers that this takes as long as fewer.
    pub(crate) fn layers_of(&self, stage: u32, chunk: u32, cut: Cut) -> u32 {
        let mirrored = self.layout.pipeline - 1 - stage;
        match cut.placement {
            Placement::Line | Placement::Around => {
                let all = self.layers[stage as usize];
                all / cut.chunks + u32::from(chunk < all % cut.chunks)
            }
            Placement::BothEnds => self.layers[if chunk == 0 { stage } else { mirrored } as usize],
            Placement::Fold => {
                let all = self.layers[mirrored as usize];
                let longest = self.layers.iter().copied().max().unwrap_or(all);
                let first = if stage == 0 { longest.div_ceil(2).min(all) } else { all.div_ceil(2) };
                if chunk == 0 { first } else { all - first }
            }
        }
    }

    fn parameters(&self, stage: u32) -> u64 {
        let (of, mirrored) = (|stage: u32| self.layers[stage as usize], self.layout.pipeline - 1 - stage);
        let whole = |stage: u32| memory::parameters_of(self.model, &self.layout, stage, of(stage));
        match self.cut().placement {
            Placement::Line | Placement::Around => whole(stage),
            // Each stretch lies there twice.
            Placement::BothEnds => whole(stage) + whole(mirrored),
            Placement::Fold => {
                // The first stage's embedding is the last product's, too, where the model has one for both.
                let head = if self.model.gated { self.model.head_parameters() } else { 0 };
                let ends = if stage == 0 { self.model.embedding_parameters() + head } else { 0 };
                u64::from(of(mirrored)) * self.model.layer_parameters() + ends
            }
        }
    }

    /// Weights, gradients and optimizer state of a stage.
    pub(crate) fn state(&self, stage: u32) -> Bytes {
        Bytes(self.parameters(stage) * memory::STATE_BYTES)
    }

    /// Activations that a stage keeps of one micro-batch between its passes, of its longest chunk where it has several.
    pub(crate) fn bowl(&self, stage: u32) -> Bytes {
        let kept = memory::layer_activation_bytes(self.model, &self.layout);
        let cut = self.cut();
        let longest = (0..cut.chunks).map(|chunk| self.layers_of(stage, chunk, cut)).max().unwrap_or(0);
        Bytes((kept * f64::from(longest)) as u64)
    }

    /// How many micro-batches' activations find room beside the model state.
    pub(crate) fn places(&self, stage: u32) -> u64 {
        self.gpu.hbm.0.saturating_sub(self.state(stage).0) / self.bowl(stage).0.max(1)
    }
}

pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    vec![cluster(Params::of(scenario))]
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    Ok(vec![draft(scenario)?])
}

fn draft(scenario: &Scenario) -> Result<Draft, Line> {
    let plan = Plan::of(scenario);
    plan.layout.check(plan.model).map_err(|error| error.line())?;
    let topology = topology::build(&cluster(Params::of(scenario))).map_err(|error| error.line())?;
    let mut graph = TaskGraph::new();
    let stages = stages(&plan, plan.cut());
    let boundaries = boundaries(&topology, &mut graph, plan.cut())?;
    let bytes = cost::boundary_bytes(plan.model, &plan.layout);
    let mut last: Vec<TaskId> = Vec::new();
    for (step, relay) in (0..).zip(&plan.relays) {
        let first = step * plan.layout.micro_batches();
        let (stages, boundaries, orders) = (&stages, &boundaries, &relay.orders);
        last = append(&mut graph, &Stages { stages, boundaries, bytes, plan: orders, first, after: &last });
    }
    Ok(Draft::new(topology, graph))
}

/// The ways between stages; where bowls go round, one leads from the last to the first.
fn boundaries(topology: &Topology, graph: &mut TaskGraph, cut: Cut) -> Result<Vec<Boundary>, Line> {
    let (router, count) = (Router::new(topology), topology.len());
    let goes_round = cut.placement == Placement::Around && count > 2;
    let mut way = |src, dst| match router.route(src, dst) {
        Ok(route) => Ok(graph.add_route(route)),
        Err(error) => Err(error.line()),
    };
    (1..count + u32::from(goes_round))
        .map(|stage| {
            let next = stage % count;
            Ok(Boundary { forward: way(stage - 1, next)?, backward: way(next, stage - 1)? })
        })
        .collect()
}

/// The machine of each way; the GPU is the same in all.
fn cluster(Params { link, stages, .. }: Params) -> ClusterSpec {
    let whole = |system: &'static System| ClusterSpec { gpus: Some(stages), ..ClusterSpec::new(system, 1) };
    match link {
        Link::NvLink => whole(&DGX_H100),
        Link::Pcie => whole(&DGX_H100_OVER_PCIE),
        Link::InfiniBand => ClusterSpec::new(&DGX_H100_ONE, stages),
    }
}

fn stages(plan: &Plan, cut: Cut) -> Vec<Stage> {
    let layer = cost::layer(plan.gpu, plan.model, &plan.layout);
    let head = cost::head(plan.gpu, plan.model, &plan.layout);
    (0..plan.layout.pipeline)
        .map(|stage| {
            let chunk = |chunk: u32| {
                let count = f64::from(plan.layers_of(stage, chunk, cut));
                // The recipe's last stretch ends with the vocabulary.
                let last = if cut.part(stage, chunk) + 1 == cut.parts() { 1.0 } else { 0.0 };
                let time = |layer: f64, head: f64| Time::from_secs_f64(count * layer + last * head);
                Chunk {
                    forward: time(layer.forward, head.forward),
                    backward: time(layer.backward, head.backward),
                    weight: time(layer.weight, head.weight),
                }
            };
            let update = Time::from_secs_f64(cost::update_seconds(plan.gpu, plan.parameters(stage) as f64));
            Stage { gpu: stage, chunks: (0..cut.chunks).map(chunk).collect(), update: Some(update) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::kind::KIND;
    use super::super::params::MODELS;
    use super::*;
    use kitchen_core::oracle;

    fn usual(stages: i64, micro_batches: i64, schedule: &str) -> Scenario {
        Scenario::default_for(KIND)
            .with("stages", stages)
            .with("batches", micro_batches)
            .with_choice("schedule", schedule)
    }

    /// The share of the stages' time without compute, against the closed form, which knows equal stages alone.
    fn check(stages: i64, micro_batches: i64, schedule: &str, tolerance: f64) {
        let scenario = usual(stages, micro_batches, schedule);
        let run = draft(&scenario).unwrap().simulate().unwrap();
        let busy: u64 = (0..run.graph.len())
            .filter(|&task| run.graph.labels[task].kind.is_compute())
            .map(|task| (run.trace.end[task] - run.trace.start[task]).0)
            .sum();
        let idle = 1.0 - busy as f64 / (stages as f64 * run.trace.makespan.0 as f64);
        let layout = Plan::of(&scenario).layout;
        let closed = oracle::pipeline::bubble_fraction(
            Schedule::from_id(schedule).unwrap(),
            layout.pipeline,
            layout.micro_batches(),
        );
        assert!((idle - closed).abs() < tolerance, "{scenario:?}: idle {idle}, closed form {closed}");
    }

    #[test]
    fn the_bubble_is_near_the_closed_form() {
        check(4, 8, "1f1b", 0.02);
        check(4, 8, "gpipe", 0.02);
        check(4, 8, "naive", 0.02);
        check(4, 32, "1f1b", 0.02);
        check(8, 32, "1f1b", 0.03);
    }

    #[test]
    fn the_vocabulary_counts_as_layers() {
        let check = |stages: i64, expected: &[u32]| {
            assert_eq!(Plan::of(&usual(stages, 8, "1f1b")).layers, expected, "{stages} stages");
        };
        check(4, &[8, 8, 8, 6]);
        check(8, &[4, 4, 4, 4, 4, 4, 4, 2]);
        for (model, ..) in MODELS {
            for stages in 2..=8 {
                let plan = Plan::of(&usual(stages, 8, "1f1b").with_choice("model", model));
                assert_eq!(plan.layers.iter().sum::<u32>(), plan.model.layers, "{model} {stages}");
                assert!(plan.layers.iter().all(|&layers| layers > 0), "{model} {stages}");
            }
        }
    }

    #[test]
    fn one_f_one_b_fits_where_gpipe_does_not() {
        for stages in 2..=8 {
            let plan = Plan::of(&usual(stages, 32, "1f1b"));
            for stage in 0..plan.layout.pipeline {
                let held = u64::from(plan.layout.pipeline - stage);
                assert!(held <= plan.places(stage), "{stages} stages: {held} bowls of stage {stage}");
            }
        }
        let usual = Plan::of(&Scenario::default_for(KIND));
        assert_eq!(usual.places(0), 6);
        assert!(usual.places(0) < u64::from(usual.layout.micro_batches()));
    }

    #[test]
    fn the_way_changes_and_the_gpu_does_not() {
        for link in ["nvlink", "pcie", "infiniband"] {
            let scenario = Scenario::default_for(KIND).with_choice("link", link);
            let topology = draft(&scenario).unwrap().topology;
            assert_eq!(topology.preset().gpu.id, "h100-sxm", "{link}");
            assert_eq!(topology.preset().gpu.peak_flops, Plan::of(&scenario).gpu.peak_flops, "{link}");
        }
    }

    #[test]
    fn each_schedule_has_its_step() {
        let run = draft(&Scenario::default_for(KIND)).unwrap().simulate().unwrap();
        let apart: Vec<Time> = ["naive", "gpipe", "1f1b"]
            .into_iter()
            .map(|schedule| draft(&usual(4, 8, schedule)).unwrap().simulate().unwrap().trace.makespan)
            .collect();
        let sum = apart.iter().fold(Time::ZERO, |sum, &time| sum + time);
        assert_eq!(run.trace.makespan, sum, "three steps, one after the other, none slower for it");
    }
}
