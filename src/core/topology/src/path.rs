//! Numbered GPUs and links, and how bytes get from one GPU to another: all that the simulator knows of a topology.

use kitchen_units::wire::wire;
use kitchen_units::{Rate, Time};

/// A GPU's index in its topology (its rank), from 0.
pub type GpuId = u32;
/// A directed link's index in its topology.
pub type LinkId = u32;

/// One directed link as the network model sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkCapacity {
    /// What the link carries in this direction once protocol efficiency is taken off.
    pub rate: Rate,
}

/// A link that a flow crosses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hop {
    /// Which.
    pub link: LinkId,
    /// The share of the flow on it: 1.0 on a single path, 1/6 on each of six parallel switch chips; the number of flows where
    /// one stands for many.
    pub share: f64,
}

/// How bytes get from one GPU to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The links, each with the share of the flow on it.
    pub hops: Vec<Hop>,
    /// What the first byte sees of links, switches and software.
    pub latency: Time,
    /// An upper bound of the flow's own (a copy engine, a protocol that is alone on its links), payload.
    pub ceiling: Option<Rate>,
    /// Of the bytes that the flow puts on its links, the share that is payload, up to 1; the rest is its protocol's (flags,
    /// headers, multicast commands).
    pub efficiency: f64,
}

impl Default for Route {
    fn default() -> Route {
        Route { hops: Vec::new(), latency: Time::ZERO, ceiling: None, efficiency: 1.0 }
    }
}

impl Route {
    /// The bytes that a link carries for each byte of the flow's payload.
    pub fn load(&self, hop: &Hop) -> f64 {
        hop.share / self.efficiency
    }
}

wire!(Route { hops, latency, ceiling, efficiency });
wire!(Hop { link, share });
