//! A simulated run: what was asked of the machine, and what happened.

use kitchen_packet::Report;
use kitchen_task::TaskGraph;
use kitchen_topology::Topology;
use kitchen_trace::Trace;

/// One simulated run: everything that an export, an analysis or a picture is made from.
#[derive(Clone, Debug)]
pub struct Run {
    pub topology: Topology,
    pub graph: TaskGraph,
    pub trace: Trace,
    /// What the network wrote down where it was run packet by packet.
    pub packets: Option<Box<Report>>,
}

impl Run {
    /// A run whose flows shared links.
    pub const fn new(topology: Topology, graph: TaskGraph, trace: Trace) -> Run {
        Run { topology, graph, trace, packets: None }
    }
}
