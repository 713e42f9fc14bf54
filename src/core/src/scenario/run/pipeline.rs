//! One training step of a GPT through a line of stages, one GPU each.

use crate::scenario::params::Scenario;
use crate::sim::task::TaskGraph;
use crate::text::Line;
use crate::topology::{self, ClusterSpec, Router, System};
use crate::units::Time;
use crate::workload::pipeline::{Boundary, Line as Stages, Stage, append};
use crate::workload::{Layout, Model, Recompute, Schedule, cost, memory, model};

use super::presets::DGX_H100_ONE;
use super::{Draft, system};

/// The model and the layout of a pipeline scenario: micro-batches of one sequence, layers spread evenly, attention
/// recomputed. The first stage also holds the embedding, the last one the vocabulary projection and the loss.
pub(crate) fn plan(scenario: &Scenario) -> (&'static Model, Layout) {
    let model = model(scenario.get_choice("model")).unwrap_or(&crate::workload::MODELS[0]);
    let layout = Layout {
        tensor: 1,
        data: 1,
        pipeline: scenario.get_int("stages") as u32,
        micro_batch: 1,
        global_batch: scenario.get_int("micro-batches") as u32,
        schedule: Schedule::from_id(scenario.get_choice("schedule")).unwrap_or(Schedule::OneFOneB),
        recompute: Recompute::Selective,
        sequence_parallel: false,
    };
    (model, layout)
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    Ok(vec![draft(scenario)?])
}

fn draft(scenario: &Scenario) -> Result<Draft, Line> {
    let (model, layout) = plan(scenario);
    layout.check(model).map_err(|error| error.line())?;
    let spec = cluster(scenario, layout.pipeline);
    let topology = topology::build(&spec).map_err(|error| error.line())?;
    let mut graph = TaskGraph::new();
    let stages = stages(spec.system, model, &layout);
    let router = Router::new(&topology);
    let mut boundaries = Vec::new();
    for stage in 1..layout.pipeline {
        let mut way = |src, dst| router.route(src, dst).map(|route| graph.add_route(route));
        let forward = way(stage - 1, stage).map_err(|error| error.line())?;
        let backward = way(stage, stage - 1).map_err(|error| error.line())?;
        boundaries.push(Boundary { forward, backward });
    }
    let line = Stages {
        stages: &stages,
        boundaries: &boundaries,
        bytes: cost::boundary_bytes(model, &layout),
        schedule: layout.schedule,
        micro_batches: layout.micro_batches(),
    };
    append(&mut graph, &line);
    drop(router);
    Ok(Draft { topology, graph })
}

fn cluster(scenario: &Scenario, stages: u32) -> ClusterSpec {
    let whole = |id| ClusterSpec { gpus: Some(stages), ..ClusterSpec::new(system(id), 1) };
    match scenario.get_choice("link") {
        "pcie" => whole("pcie-8"),
        "infiniband" => ClusterSpec::new(&DGX_H100_ONE, stages),
        _ => whole("dgx-h100"),
    }
}

fn stages(system: &System, model: &Model, layout: &Layout) -> Vec<Stage> {
    let layer = cost::layer(system.gpu, model, layout);
    let head = cost::head(system.gpu, model, layout);
    let layers = memory::stage_layers(model.layers, layout.pipeline);
    (0..layout.pipeline)
        .map(|stage| {
            let count = f64::from(layers[stage as usize]);
            let last = if stage + 1 == layout.pipeline { 1.0 } else { 0.0 };
            Stage {
                gpu: stage,
                forward: Time::from_secs_f64(count * layer.forward + last * head.forward),
                backward: Time::from_secs_f64(count * layer.backward + last * head.backward),
                update: Some(cost::update(system.gpu, model, layout, stage)),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::scenario::Kind;

    /// The share of the stages' time without compute, against the closed form, which knows equal stages alone.
    fn check(stages: i64, micro_batches: i64, schedule: &str, tolerance: f64) {
        let scenario = Scenario::default_for(Kind::Pipeline)
            .with("stages", stages)
            .with("micro-batches", micro_batches)
            .with_choice("schedule", schedule);
        let run = draft(&scenario).unwrap().simulate().unwrap();
        let busy: u64 = (0..run.graph.len())
            .filter(|&task| run.graph.labels[task].kind.is_compute())
            .map(|task| (run.trace.end[task] - run.trace.start[task]).0)
            .sum();
        let idle = 1.0 - busy as f64 / (stages as f64 * run.trace.makespan.0 as f64);
        let layout = plan(&scenario).1;
        let closed = oracle::pipeline::bubble_fraction(layout.schedule, layout.pipeline, layout.micro_batches());
        assert!((idle - closed).abs() < tolerance, "{scenario:?}: idle {idle}, closed form {closed}");
    }

    #[test]
    fn the_bubble_is_near_the_closed_form() {
        check(4, 6, "1f1b", 0.05);
        check(4, 6, "gpipe", 0.05);
        check(4, 6, "naive", 0.05);
        check(8, 32, "1f1b", 0.12);
    }
}
