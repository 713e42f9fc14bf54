//! What the experiments share.

use kitchen_core::packet::{Fabric, Flow, LeafSpine, PacketError, Plan, Report};
use kitchen_core::units::{Bytes, Time};

pub(super) fn gbit(bytes_per_s: f64) -> f64 {
    bytes_per_s * 8e-9
}

pub(super) fn slowest(report: &Report) -> f64 {
    report.flows.iter().map(|flow| gbit(flow.rate().as_bytes_per_s())).fold(f64::MAX, f64::min)
}

pub(super) fn plan(spec: LeafSpine, flows: Vec<Flow>) -> Result<Plan, PacketError> {
    Ok(Plan::new(spec.build()?, flows))
}

/// A flow from the start on.
pub(super) fn flow(src: u32, dst: u32, bytes: Bytes) -> Flow {
    Flow { src, dst, bytes, start: Time::ZERO }
}

/// What a flow had got when the first of all was done, Gbit/s.
pub(super) fn early(report: &Report, flow: usize) -> f64 {
    let done = report.flows.iter().map(|flow| flow.finish).min().unwrap_or(Time::ZERO);
    gbit(report.flows[flow].bytes_at_first_finish.0 as f64 / done.as_secs())
}

/// Payload of a link of 1 Gbit/s, Gbit/s.
pub(super) const PAYLOAD: f64 = 4096.0 / 4178.0;

/// The first link of the first way between two hosts.
pub(super) fn first_link(fabric: &Fabric, src: u32, dst: u32) -> u32 {
    fabric.path(fabric.paths(src, dst).start).links().first().copied().unwrap_or(0)
}
