//! A simulated run: what was asked of the machine, and what happened.

use crate::task::TaskGraph;
use crate::topology::Topology;
use crate::trace::Trace;

/// One simulated run: everything that an export, an analysis or a picture is made from.
#[derive(Clone, Debug)]
pub struct Run {
    pub topology: Topology,
    pub graph: TaskGraph,
    pub trace: Trace,
}
