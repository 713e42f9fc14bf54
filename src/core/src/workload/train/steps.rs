//! The lanes of one replica: a stage each, with its tensor-parallel meetings inside the passes.

use crate::task::{Route, TaskGraph, TaskId};
use crate::topology::{Router, Topology, TopologyError};
use crate::units::{Bytes, Rate, Time};
use crate::workload::cost;
use crate::workload::layout::{Layout, LayoutError, Recompute};
use crate::workload::memory::stage_layers;
use crate::workload::model::Model;
use crate::workload::pipeline::{Boundary, Line, Stage, append};

use super::TrainError;
use super::meetings::Meetings;

/// The graph of one replica. GPU `i` of the graph is stage `i`.
pub(super) struct Step {
    pub graph: TaskGraph,
    /// The last task of each stage.
    pub last: Vec<TaskId>,
    /// Of all lanes' passes together, in picoseconds: what is tensor-parallel communication, not compute.
    pub met: u128,
    /// The longest optimizer step.
    pub update: Time,
}

/// Meetings of a pass: in a layer one after attention and one after the MLP, each way; again where the forward pass is
/// computed again.
fn meetings_a_layer(recompute: Recompute) -> (u64, u64) {
    match recompute {
        Recompute::None | Recompute::Selective => (2, 2),
        Recompute::Full => (2, 4),
    }
}

pub(super) fn lanes(
    model: &Model,
    layout: &Layout,
    topology: &Topology,
    meetings: &Meetings,
) -> Result<Step, TrainError> {
    let gpu = topology.preset().gpu;
    let (layer, head) = (cost::layer(gpu, model, layout), cost::head(gpu, model, layout));
    let (forward_meets, backward_meets) = meetings_a_layer(layout.recompute);
    let mut met = 0u128;
    let stages: Vec<Stage> = (0..layout.pipeline)
        .zip(stage_layers(model.layers, layout.pipeline))
        .map(|(stage, layers)| {
            let (is_first, is_last) = (stage == 0, stage + 1 == layout.pipeline);
            let heads = if is_last { 1.0 } else { 0.0 };
            let pass = |layer: f64, head: f64, meets: u64, gathers: bool| {
                let computed = Time::from_secs_f64(f64::from(layers) * layer + heads * head);
                let gathered = if gathers { meetings.gather } else { Time::ZERO };
                let met = Time(meetings.tensor.0.saturating_mul(meets)) + gathered;
                (computed + met, met)
            };
            // The embedding is summed once forward; the vocabulary projection's input gradient once backward.
            let layers = u64::from(layers);
            let (forward, met_forward) =
                pass(layer.forward, head.forward, layers * forward_meets + u64::from(is_first), !is_first);
            let (backward, met_backward) =
                pass(layer.backward, head.backward, layers * backward_meets + u64::from(is_last), !is_last);
            met += u128::from((met_forward + met_backward).0) * u128::from(layout.micro_batches());
            Stage::whole(stage, forward, backward, None)
        })
        .collect();
    let mut graph = TaskGraph::new();
    let boundaries = boundaries(layout, topology, &mut graph)?;
    let bytes = Bytes(cost::boundary_bytes(model, layout).0.div_ceil(u64::from(layout.tensor)));
    let plan = layout.schedule.plan(layout.pipeline, layout.micro_batches()).map_err(LayoutError::from)?;
    let line = Line { stages: &stages, boundaries: &boundaries, bytes, plan: &plan, first: 0, after: &[] };
    let last = append(&mut graph, &line);
    let update = (0..layout.pipeline).map(|stage| cost::update(gpu, model, layout, stage)).max();
    Ok(Step { graph, last, met, update: update.unwrap_or(Time::ZERO) })
}

/// The routes of the first tensor rank of the first replica; each rank hands over its part of the activations.
fn boundaries(layout: &Layout, topology: &Topology, graph: &mut TaskGraph) -> Result<Vec<Boundary>, TopologyError> {
    let router = Router::new(topology);
    let mut way = |from: u32, to: u32| -> Result<u32, TopologyError> {
        let (src, dst) = (layout.rank(from, 0, 0), layout.rank(to, 0, 0));
        let route = router.route(src, dst)?;
        Ok(graph.add_route(share_of_card(topology, route, topology.node_of(src) != topology.node_of(dst))))
    };
    (1..layout.pipeline)
        .map(|stage| Ok(Boundary { forward: way(stage - 1, stage)?, backward: way(stage, stage - 1)? }))
        .collect()
}

/// All GPUs of a server hand over at the same time: each gets its share of the cards.
fn share_of_card(topology: &Topology, route: Route, leaves_node: bool) -> Route {
    if !leaves_node {
        return route;
    }
    let cards = f64::from(topology.nics_per_node()) * topology.nic_rate().1.as_bytes_per_s();
    Route { ceiling: Some(Rate::bytes_per_s(cards / f64::from(topology.gpus_per_node()))), ..route }
}
