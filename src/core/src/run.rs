//! A simulated run: what was asked of the machine, and what happened.

use crate::packet::Report;
use crate::task::TaskGraph;
use crate::topology::Topology;
use crate::trace::Trace;

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
