//! What a scenario simulates, before it is simulated.

use kitchen_core::run::Run;
use kitchen_core::sim::{self, task::TaskGraph};
use kitchen_core::text::Line;
use kitchen_core::topology::Topology;

/// A machine, and what it is asked to do.
#[derive(Clone, Debug)]
pub struct Draft {
    pub topology: Topology,
    pub graph: TaskGraph,
}

impl Draft {
    /// Simulates it, with the rate of every flow over time.
    ///
    /// # Errors
    /// A sentence for the reader, where a limit is reached.
    pub fn simulate(self) -> Result<Run, Line> {
        let Draft { topology, graph } = self;
        let options = sim::Options::default();
        let trace =
            sim::run(&graph, &topology.capacities(), topology.gpus.len(), &options).map_err(|error| error.line())?;
        Ok(Run { topology, graph, trace })
    }
}
