//! A valid scenario becomes a show: topology, task graph, simulated trace.

mod pipeline;
mod presets;

use crate::show::{Run, Show};
use crate::sim::{self, task::TaskGraph};
use crate::text::Line;
use crate::topology::Topology;

use super::params::{Kind, Scenario};

/// Simulates a scenario, with the rate of every flow over time.
///
/// # Errors
/// A sentence for the reader, where the scenario asks for something that its system cannot do.
pub fn run(scenario: &Scenario) -> Result<Show, Line> {
    let runs = match scenario.kind {
        Kind::Pipeline => vec![pipeline::run(scenario)?],
        Kind::Tensor | Kind::Data | Kind::Race => Vec::new(),
    };
    Ok(Show { scenario: scenario.clone(), runs })
}

fn simulate(topology: Topology, graph: TaskGraph) -> Result<Run, Line> {
    let options = sim::Options::default();
    let trace =
        sim::run(&graph, &topology.capacities(), topology.gpus.len(), &options).map_err(|error| error.line())?;
    Ok(Run { topology, graph, trace })
}
