//! A relay on ways of its own: each hand-over takes the same time and waits for no other. An operation starts at the later of
//! its stage's end before and its input's end plus the hand-over, which is how papers compare schedules (arXiv:2401.10241,
//! appendix); it runs on the same simulator as everything else.

use kitchen_sim::{self as sim, Options, Record, SimError};
use kitchen_task::{Route, TaskGraph, Work};
use kitchen_units::{Bytes, Time};

use super::pipeline::{Boundary, Chunk, Line, Stage, append};
use super::schedule::Plan;

/// What each stage's operations take for one micro-batch and one chunk of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// A forward pass.
    pub forward: Time,
    /// The input's gradient.
    pub input: Time,
    /// The weights' gradient.
    pub weight: Time,
    /// From the end of an operation to its result's arrival at another stage.
    pub hand_over: Time,
}

/// What a relay comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relay {
    /// From the first operation of all to the last end of all.
    pub makespan: Time,
    /// The longest that a stage takes from its first start to its last end: stages that begin later may end later, as they do
    /// when step follows step.
    pub cost: Time,
    /// Operations and hand-overs simulated.
    pub tasks: usize,
}

/// Simulates one step of equal stages.
///
/// # Errors
/// Those of the simulator, where a limit is reached.
pub fn relay(plan: &Plan, costs: Costs) -> Result<Relay, SimError> {
    let mut graph = TaskGraph::new();
    let chunk = Chunk { forward: costs.forward, backward: costs.input + costs.weight, weight: costs.weight };
    let stages: Vec<Stage> = (0..plan.stages()).map(|gpu| Stage { gpu, chunks: vec![chunk], update: None }).collect();
    // Without links a way takes its latency and nothing else.
    let way = graph.add_route(Route { hops: Vec::new(), latency: costs.hand_over, ceiling: None, efficiency: 1.0 });
    let boundaries = vec![Boundary { forward: way, backward: way }; stages.len()];
    let line = Line { stages: &stages, boundaries: &boundaries, bytes: Bytes(1), plan, first: 0, after: &[] };
    append(&mut graph, &line);
    let options = Options { record: Record::Spans, ..Options::default() };
    let trace = sim::run(&graph, &[], stages.len(), &options)?;
    let mut spans: Vec<Option<(Time, Time)>> = vec![None; stages.len()];
    for (task, work) in graph.work.iter().enumerate() {
        if let Work::Compute { gpu, .. } = *work {
            let (start, end) = (trace.start[task], trace.end[task]);
            let span = &mut spans[gpu as usize];
            *span = Some(span.map_or((start, end), |(first, last)| (first.min(start), last.max(end))));
        }
    }
    let cost = spans.into_iter().flatten().map(|(first, last)| last.saturating_sub(first)).max().unwrap_or_default();
    Ok(Relay { makespan: trace.makespan, cost, tasks: graph.len() })
}
