//! What a scenario simulates, before it is simulated.

use std::fmt;

use crate::sentences::Sentence as _;
use kitchen_core::packet::{self, Plan, Report};
use kitchen_core::progress::{self, Watcher};
use kitchen_core::run::Run;
use kitchen_core::sim::{self, task::TaskGraph};
use kitchen_core::topology::Topology;
use kitchen_core::trace::Trace;
use kitchen_text::Line;

/// A machine, and what it is asked to do.
#[derive(Clone, Debug)]
pub struct Draft {
    pub topology: Topology,
    pub graph: TaskGraph,
    /// What carries its transfers packet by packet, where flows that share links do not say enough.
    pub packets: Option<Box<dyn Carrier>>,
}

/// What carries a graph's transfers. An object, so that the engine behind it comes with the chapters that make one, and with no other.
pub trait Carrier {
    /// Runs a graph, and tells how much of it has arrived.
    ///
    /// # Errors
    /// A sentence for the reader, where a limit is reached.
    fn carry(&self, graph: &TaskGraph, watcher: &mut Watcher<'_>) -> Result<(Trace, Report), Line>;

    /// How much there is to carry, beside others of its kind: bytes.
    fn weight(&self) -> u64;

    /// Another of the same.
    fn again(&self) -> Box<dyn Carrier>;
}

/// A flow for each of the graph's transfers, in their order.
impl Carrier for Plan {
    fn carry(&self, graph: &TaskGraph, watcher: &mut Watcher<'_>) -> Result<(Trace, Report), Line> {
        let report = packet::watched(self, watcher).map_err(|error| error.line())?;
        Ok((packet::trace(graph, &report), report))
    }

    fn weight(&self) -> u64 {
        self.flows.iter().map(|flow| flow.bytes.0).fold(0, u64::saturating_add)
    }

    fn again(&self) -> Box<dyn Carrier> {
        Box::new(self.clone())
    }
}

/// By hand: a carrier that had to write itself out would bring all that writes floats into the page.
impl fmt::Debug for dyn Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Carrier").field("weight", &self.weight()).finish_non_exhaustive()
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
        self.watched(&mut progress::ignored)
    }

    /// How much there is to simulate, beside other drafts of its scenario: tasks, or bytes where packets carry them.
    pub fn weight(&self) -> u64 {
        self.packets.as_ref().map_or(self.graph.len() as u64, |carrier| carrier.weight())
    }

    /// [`Draft::simulate`], and tells how much of it is done.
    ///
    /// # Errors
    /// Those of [`Draft::simulate`].
    pub fn watched(self, watcher: &mut Watcher<'_>) -> Result<Run, Line> {
        let Draft { topology, graph, packets } = self;
        if let Some(carrier) = packets {
            let (trace, report) = carrier.carry(&graph, watcher)?;
            return Ok(Run { topology, graph, trace, packets: Some(Box::new(report)) });
        }
        let options = sim::Options::default();
        let trace = sim::watched(&graph, &topology.capacities(), topology.gpus.len(), &options, watcher)
            .map_err(|error| error.line())?;
        Ok(Run::new(topology, graph, trace))
    }
}
