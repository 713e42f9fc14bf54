//! What a scenario simulates, before it is simulated.

use std::fmt;

use kitchen_core::packet::{self, Plan, Report};
use kitchen_core::run::Run;
use kitchen_core::sim::{self, task::TaskGraph};
use kitchen_core::text::Line;
use kitchen_core::topology::Topology;
use kitchen_core::trace::Trace;

/// A machine, and what it is asked to do.
#[derive(Clone, Debug)]
pub struct Draft {
    pub topology: Topology,
    pub graph: TaskGraph,
    /// What carries its transfers packet by packet, where flows that share links do not say enough.
    pub packets: Option<Box<dyn Carrier>>,
}

/// What carries a graph's transfers. An object, so that the engine behind it comes with the chapters that make one, and with no other.
pub trait Carrier: fmt::Debug {
    /// Runs a graph.
    ///
    /// # Errors
    /// A sentence for the reader, where a limit is reached.
    fn carry(&self, graph: &TaskGraph) -> Result<(Trace, Report), Line>;

    /// Another of the same.
    fn again(&self) -> Box<dyn Carrier>;
}

/// A flow for each of the graph's transfers, in their order.
impl Carrier for Plan {
    fn carry(&self, graph: &TaskGraph) -> Result<(Trace, Report), Line> {
        let report = packet::run(self).map_err(packet::PacketError::line)?;
        Ok((packet::trace(graph, &report), report))
    }

    fn again(&self) -> Box<dyn Carrier> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Carrier> {
    fn clone(&self) -> Box<dyn Carrier> {
        self.again()
    }
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
        if let Some(carrier) = packets {
            let (trace, report) = carrier.carry(&graph)?;
            return Ok(Run { topology, graph, trace, packets: Some(Box::new(report)) });
        }
        let options = sim::Options::default();
        let trace =
            sim::run(&graph, &topology.capacities(), topology.gpus.len(), &options).map_err(|error| error.line())?;
        Ok(Run::new(topology, graph, trace))
    }
}
