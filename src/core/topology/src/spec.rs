//! What a cluster is built from.

use super::fabric::Fabric;
use super::missing::Missing;
use super::system::System;

/// What to build.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusterSpec {
    /// What each node is.
    pub system: &'static System,
    /// How many of them, from 1 to the system's limit.
    pub nodes: u32,
    /// The first so many GPUs of the cluster, all where absent. Nodes that none of them stands in are not built.
    pub gpus: Option<u32>,
    /// What joins them; without effect in one node.
    pub fabric: Fabric,
    /// Parts that are not there.
    pub missing: Missing,
}

impl ClusterSpec {
    /// `nodes` whole nodes behind the system's own fabric.
    pub const fn new(system: &'static System, nodes: u32) -> ClusterSpec {
        ClusterSpec { system, nodes, gpus: None, fabric: system.default_fabric, missing: Missing::NONE }
    }
}
