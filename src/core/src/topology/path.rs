//! Numbered GPUs and links, and how bytes get from one GPU to another: all that the simulator knows of a topology.

use crate::parcel::parcel;
use crate::units::{Rate, Time};

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

/// A share of a flow that crosses one link: 1.0 on a single path, 1/6 on each of six parallel switch chips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hop {
    pub link: LinkId,
    pub share: f64,
}

/// How bytes get from one GPU to another: the links with the share of the flow on each, the latency that the first
/// byte sees (links, switches and software), and an upper bound of the flow's own (a copy engine, a protocol).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    pub hops: Vec<Hop>,
    pub latency: Time,
    pub ceiling: Option<Rate>,
}

parcel!(Route { hops, latency, ceiling });
parcel!(Hop { link, share });
