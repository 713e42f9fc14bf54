//! What a scenario simulates, before it is simulated.

use kitchen_core::packet::{self, Plan};
use kitchen_core::run::Run;
use kitchen_core::sim::{self, task::TaskGraph};
use kitchen_core::text::Line;
use kitchen_core::topology::Topology;

/// A machine, and what it is asked to do.
#[derive(Clone, Debug)]
pub struct Draft {
    pub topology: Topology,
    pub graph: TaskGraph,
    /// What carries its transfers packet by packet, where flows that share links do not say enough: a flow for each of the
    /// graph's transfers, in their order.
    pub packets: Option<Box<Plan>>,
}

impl Draft {
    /// Its flows share links.
    pub const fn new(topology: Topology, graph: TaskGraph) -> Draft {
        Draft { topology, graph, packets: None }
    }

    /// Simulates it, with the rate of every flow over time.
    ///
    /// # Errors
    /// A sentence for the reader, where a limit is reached.
    pub fn simulate(self) -> Result<Run, Line> {
        let Draft { topology, graph, packets } = self;
        if let Some(plan) = packets {
            let report = packet::run(&plan).map_err(|error| error.line())?;
            let trace = packet::trace(&graph, &report);
            return Ok(Run { topology, graph, trace, packets: Some(Box::new(report)) });
        }
        let options = sim::Options::default();
        let trace =
            sim::run(&graph, &topology.capacities(), topology.gpus.len(), &options).map_err(|error| error.line())?;
        Ok(Run::new(topology, graph, trace))
    }
}
