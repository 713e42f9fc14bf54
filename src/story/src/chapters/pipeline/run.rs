//! Training steps of a GPT through a line of stages, one GPU each: one step, or one step by each schedule in turn.

use crate::scenario::Scenario;
use kitchen_core::hardware::Gpu;
use kitchen_core::sim::task::{TaskGraph, TaskId};
use kitchen_core::text::Line;
use kitchen_core::topology::{self, ClusterSpec, Router, System};
use kitchen_core::units::{Bytes, Time};
use kitchen_core::workload::pipeline::{Boundary, Line as Stages, Stage, append};
use kitchen_core::workload::{Layout, Model, Recompute, Schedule, cost, memory, model};

use crate::scenario::Draft;
use crate::scenario::presets::system;
use crate::scenario::presets::{DGX_H100_ONE, DGX_H100_OVER_PCIE};

use super::params::{Link, Params};

/// The schedules that the choice `in-turn` runs, one step after the other.
pub(crate) const IN_TURN: [Schedule; 3] = [Schedule::Naive, Schedule::GPipe, Schedule::OneFOneB];

/// The model of a pipeline scenario and how it is cut: micro-batches of a few sequences, attention recomputed. The first
/// stage also holds the embedding, the last one the vocabulary projection and the loss.
pub(crate) struct Plan {
    pub model: &'static Model,
    /// Of the last step.
    pub layout: Layout,
    /// Layers of each stage.
    pub layers: Vec<u32>,
    /// The schedule of each step.
    pub schedules: Vec<Schedule>,
    pub gpu: &'static Gpu,
}

/// Sequences in a bowl: for the chapter's own model so many that 1F1B's shelf fits into 80 GB with any number of stages, and
/// GPipe's does not (a test holds both); else one.
fn sequences(model: &Model) -> u32 {
    if model.id == "megatron-3.6b" { 6 } else { 1 }
}

impl Plan {
    pub(crate) fn of(scenario: &Scenario) -> Plan {
        let params = Params::of(scenario);
        let model = model(params.model).unwrap_or(&kitchen_core::workload::MODELS[0]);
        let schedules = params.schedule.map_or_else(|| IN_TURN.to_vec(), |schedule| vec![schedule]);
        let micro_batch = sequences(model);
        let layout = Layout {
            pipeline: params.stages,
            micro_batch,
            global_batch: params.batches * micro_batch,
            schedule: *schedules.last().unwrap_or(&Schedule::OneFOneB),
            recompute: Recompute::Selective,
            ..Layout::ONE
        };
        let gpu = cluster(params).system.gpu;
        Plan { model, layout, layers: cost::balanced_layers(gpu, model, &layout), schedules, gpu }
    }

    fn parameters(&self, stage: u32) -> u64 {
        memory::parameters_of(self.model, &self.layout, stage, self.layers[stage as usize])
    }

    /// Weights, gradients and optimizer state of a stage.
    pub(crate) fn state(&self, stage: u32) -> Bytes {
        Bytes(self.parameters(stage) * memory::STATE_BYTES)
    }

    /// Activations that a stage keeps of one micro-batch between its passes.
    pub(crate) fn bowl(&self, stage: u32) -> Bytes {
        let kept = memory::layer_activation_bytes(self.model, &self.layout);
        Bytes((kept * f64::from(self.layers[stage as usize])) as u64)
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
    let layout = &plan.layout;
    layout.check(plan.model).map_err(|error| error.line())?;
    let topology = topology::build(&cluster(Params::of(scenario))).map_err(|error| error.line())?;
    let mut graph = TaskGraph::new();
    let stages = stages(&plan);
    let router = Router::new(&topology);
    let mut boundaries = Vec::new();
    for stage in 1..layout.pipeline {
        let mut way = |src, dst| router.route(src, dst).map(|route| graph.add_route(route));
        let forward = way(stage - 1, stage).map_err(|error| error.line())?;
        let backward = way(stage, stage - 1).map_err(|error| error.line())?;
        boundaries.push(Boundary { forward, backward });
    }
    let mut last: Vec<TaskId> = Vec::new();
    for (step, &schedule) in (0..).zip(&plan.schedules) {
        let relay = schedule.plan(layout.pipeline, layout.micro_batches()).map_err(|error| error.line())?;
        let line = Stages {
            stages: &stages,
            boundaries: &boundaries,
            bytes: cost::boundary_bytes(plan.model, layout),
            plan: &relay,
            first: step * layout.micro_batches(),
            after: &last,
        };
        last = append(&mut graph, &line);
    }
    drop(router);
    Ok(Draft { topology, graph })
}

/// The machine of each way; the GPU is the same in all.
fn cluster(Params { link, stages, .. }: Params) -> ClusterSpec {
    let whole = |system: &'static System| ClusterSpec { gpus: Some(stages), ..ClusterSpec::new(system, 1) };
    match link {
        Link::NvLink => whole(system("dgx-h100")),
        Link::Pcie => whole(&DGX_H100_OVER_PCIE),
        Link::InfiniBand => ClusterSpec::new(&DGX_H100_ONE, stages),
    }
}

fn stages(plan: &Plan) -> Vec<Stage> {
    let layer = cost::layer(plan.gpu, plan.model, &plan.layout);
    let head = cost::head(plan.gpu, plan.model, &plan.layout);
    (0..plan.layout.pipeline)
        .map(|stage| {
            let count = f64::from(plan.layers[stage as usize]);
            let last = if stage + 1 == plan.layout.pipeline { 1.0 } else { 0.0 };
            let parameters = plan.parameters(stage) as f64;
            let forward = Time::from_secs_f64(count * layer.forward + last * head.forward);
            let backward = Time::from_secs_f64(count * layer.backward + last * head.backward);
            let update = Time::from_secs_f64(cost::update_seconds(plan.gpu, parameters));
            Stage::whole(stage, forward, backward, Some(update))
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
        let closed = oracle::pipeline::bubble_fraction(layout.schedule, layout.pipeline, layout.micro_batches());
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
