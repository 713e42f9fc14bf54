//! What is simulated packet by packet, as chapters ask for it: servers of one GPU and one card each, and a transfer for each flow.

use crate::sentences::Sentence as _;
use kitchen_core::packet::Plan;
use kitchen_core::sim::task::{Kind, Label, TaskGraph, Work};
use kitchen_core::topology::{self, ClusterSpec, Router, Technology, Transport};
use kitchen_text::Line;

use super::Draft;
use super::presets::DGX_H100_ONE;

/// One parcel from each sender.
pub(crate) fn parcel(_: u16) -> Label {
    Label::new(Kind::SendCopy)
}

/// So many servers of one GPU and one card each.
pub(crate) fn servers(count: u32, gbit: u32, technology: Technology, transport: Transport) -> ClusterSpec {
    let fabric = DGX_H100_ONE.default_fabric.with_nics(1, gbit).over(technology, transport);
    ClusterSpec { fabric, ..ClusterSpec::new(&DGX_H100_ONE, count) }
}

/// A plan on a machine, with what each flow is called by how many of its sender's come before it: those all go one way.
///
/// # Errors
/// The engine's sentence, where there is no such machine or no way.
pub(crate) fn draft(cluster: &ClusterSpec, plan: Plan, label: fn(u16) -> Label) -> Result<Draft, Line> {
    let topology = topology::build(cluster).map_err(|error| error.line())?;
    let mut graph = TaskGraph::new();
    {
        let router = Router::new(&topology);
        // By sender: its route, and how many of its flows there are.
        let mut routes = vec![(None, 0_u16); plan.fabric.hosts.len()];
        for flow in &plan.flows {
            let (known, before) = routes[flow.src as usize];
            let route = match known {
                Some(route) => route,
                None => graph.add_route(router.route(flow.src, flow.dst).map_err(|error| error.line())?),
            };
            routes[flow.src as usize] = (Some(route), before + 1);
            let work = Work::Transfer { src: flow.src, dst: flow.dst, route, bytes: flow.bytes };
            graph.add(work, label(before), &[]);
        }
    }
    Ok(Draft { packets: Some(Box::new(plan)), ..Draft::new(topology, graph) })
}
