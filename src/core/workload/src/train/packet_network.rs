//! A step's collectives on a network simulated packet by packet ([`kitchen_packet`]), instead of the usual fluid network.
//!
//! What a collective puts between servers, by all its groups at once (those of the other rails and replicas, too), is taken out of its
//! task graph as streams from card to card, one for each channel, and these are run on the packet network: hashes collide, queues fill,
//! pauses spread. The stream that took the longest says how much slower than the fluid network the packets are; the collective is
//! then simulated with links between servers that much slower, so that its own order, its latencies and what goes on inside servers
//! stay what they are, and the step overlaps it with computing as before.
//!
//! Streams are long; of each the same part is run, as many packets as [`MOST_HOPS`] allow, and the rest is taken to go on alike. The
//! way's own latency is not counted twice: the task graph has it.
//!
//! What is left fluid: hand-overs from stage to stage, and what other stages do meanwhile.

use std::collections::BTreeMap;

use kitchen_collective::{Op, Split};
use kitchen_hardware::TOMAHAWK_5;
use kitchen_packet::dcqcn::Dcqcn;
use kitchen_packet::ecn::Ecn;
use kitchen_packet::fabrics::{Rails, Spec};
use kitchen_packet::loss::Loss;
use kitchen_packet::plan::{MTU, OVERHEAD};
use kitchen_packet::{self as packet, Flow, LeafSpine, LoadBalancing, PacketError, Plan, Queueing, Report, Transport};
use kitchen_sim::{self as sim, Options, Record, SimError};
use kitchen_task::{Hop, Kind, Label, LinkCapacity, LinkId, NONE, Route, TaskGraph, Work};
use kitchen_topology::{Topology, Vertex};
use kitchen_units::progress::{Progress, Watcher};
use kitchen_units::{Bytes, Rate, Time};

use super::collective_times::{Carrier, Ground};
use super::place::Groups;
use crate::error::TrainError;

/// Packet hops of one collective's run at most: some seconds natively.
pub const MOST_HOPS: u64 = 16_000_000;

/// Ports of a first-level switch towards servers: half of 64 (as [`kitchen_topology`] builds them).
const LEAF_DOWN: u32 = 32;

/// How cards are plugged in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cabling {
    /// Card `i` of each server of a group on the group's leaf `i`.
    Rails,
    /// All cards of a server on one leaf.
    Racks,
}

impl Cabling {
    pub const ALL: [Cabling; 2] = [Cabling::Rails, Cabling::Racks];

    pub const fn id(self) -> &'static str {
        match self {
            Cabling::Rails => "rails",
            Cabling::Racks => "leaf-spine",
        }
    }

    pub fn from_id(id: &str) -> Option<Cabling> {
        Cabling::ALL.into_iter().find(|wires| wires.id() == id)
    }
}

/// The packet network between a step's servers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PacketNetwork {
    pub wires: Cabling,
    /// Second-level switches; none asked for are as many as keep the leaves from being oversubscribed.
    pub spines: Option<u32>,
    pub rule: LoadBalancing,
    /// Of the hashes.
    pub seed: u64,
    /// Flows that each stream is cut into: a connection's queue pairs.
    pub pairs: u32,
    pub queueing: Queueing,
    /// Rate control, with marks where there is one.
    pub dcqcn: Option<Dcqcn>,
    pub transport: Option<Transport>,
    /// The chance that a link loses a packet.
    pub loss: f64,
    /// Packet hops of one collective's run at most.
    pub hops: u64,
}

impl PacketNetwork {
    /// Rails, hashed, lossless.
    pub const HASHED: PacketNetwork = PacketNetwork {
        wires: Cabling::Rails,
        spines: None,
        rule: LoadBalancing::Ecmp,
        seed: 1,
        pairs: 1,
        queueing: Queueing::LOSSLESS,
        dcqcn: None,
        transport: None,
        loss: 0.0,
        hops: MOST_HOPS,
    };

    /// The switches that join a cluster's cards; card `c` of server `s` is host `s x cards + c`.
    fn spec(&self, topology: &Topology) -> Spec {
        let fabric = topology.spec.fabric;
        let (cards, gbit) = (topology.nics_per_node(), fabric.gbit_per_nic);
        let (leaves, down, servers) = match self.wires {
            Cabling::Rails => {
                let servers = topology.nodes.clamp(1, LEAF_DOWN);
                (topology.nodes.div_ceil(servers), servers, servers)
            }
            Cabling::Racks => {
                let servers = (LEAF_DOWN / cards.max(1)).clamp(1, topology.nodes.max(1));
                (topology.nodes.div_ceil(servers), servers.saturating_mul(cards), servers)
            }
        };
        let spines = self.spines.unwrap_or(down);
        let wires =
            LeafSpine { chip: &TOMAHAWK_5, leaves, spines, hosts_per_leaf: down, host_gbit: gbit, spine_gbit: gbit };
        match self.wires {
            Cabling::Rails => Spec::Rails(Rails { groups: leaves, servers, rails: cards, switches: wires }),
            Cabling::Racks => Spec::LeafSpine(wires),
        }
    }
}

/// What was run for one collective.
#[derive(Clone, Debug, PartialEq)]
pub struct Carried {
    /// The operation's id, and what each rank holds.
    pub op: &'static str,
    pub bytes: Bytes,
    pub flows: usize,
    /// What all flows together carry, and the part of it that was run.
    pub carried: Bytes,
    pub part: f64,
    /// How long it takes by the fluid network and by packets, of the streams alone and of the whole collective.
    pub fluid: [Time; 2],
    pub packets: [Time; 2],
    /// Packets sent, marked, dropped; pauses.
    pub sent: u64,
    pub marks: u64,
    pub drops: u64,
    pub pauses: u64,
}

/// Of a route: cards that it leaves by, cards that it comes in by, each with its share, and its links between servers.
type Ends = (Vec<(u32, f64)>, Vec<(u32, f64)>, Vec<(LinkId, u64)>);

/// What goes from card to card: by the cards and the channel, bytes as they are on the wire.
#[derive(Clone, Debug, Default)]
pub(super) struct Streams {
    by_card: BTreeMap<(u32, u32, u16), f64>,
    /// By the links between servers that a route takes: bytes.
    by_route: BTreeMap<Vec<(LinkId, u64)>, f64>,
}

impl Streams {
    /// Whether some of it ends in switches that add.
    fn is_added(graph: &TaskGraph) -> bool {
        graph.labels.iter().any(|label| matches!(label.kind, Kind::SwitchReduce | Kind::SwitchMulticast))
    }

    /// Adds what a graph's transfers put between servers.
    pub(super) fn add(&mut self, topology: &Topology, graph: &TaskGraph) {
        let cards = topology.nics_per_node();
        let ends = |route: &Route| -> Ends {
            let (mut out, mut into, mut over) = (Vec::new(), Vec::new(), Vec::new());
            for hop in &route.hops {
                if !topology.link(hop.link).is_some_and(|link| link.class.is_network()) {
                    continue;
                }
                over.push((hop.link, route.load(hop).to_bits()));
                match topology.ends(hop.link) {
                    Some((Vertex::Nic { node, index }, _)) => out.push((node * cards + index, route.load(hop))),
                    Some((_, Vertex::Nic { node, index })) => into.push((node * cards + index, route.load(hop))),
                    _ => {}
                }
            }
            (out, into, over)
        };
        let routes: Vec<Ends> = graph.routes.iter().map(ends).collect();
        for (work, label) in graph.work.iter().zip(&graph.labels) {
            let Work::Transfer { route, bytes, .. } = *work else { continue };
            let (out, into, over) = &routes[route as usize];
            if out.is_empty() || into.is_empty() {
                continue;
            }
            let bytes = bytes.0 as f64;
            *self.by_route.entry(over.clone()).or_default() += bytes;
            let channel = channel(label);
            let whole: f64 = into.iter().map(|end| end.1).sum();
            if out.len() == into.len() {
                for (&(src, share), &(dst, _)) in out.iter().zip(into) {
                    *self.by_card.entry((src, dst, channel)).or_default() += bytes * share;
                }
                continue;
            }
            for &(src, share) in out {
                for &(dst, part) in into {
                    *self.by_card.entry((src, dst, channel)).or_default() += bytes * share * part / whole;
                }
            }
        }
    }

    /// How long all of it takes on links that are shared max-min fairly, all at once.
    fn fluid(&self, links: &[LinkCapacity]) -> Result<Time, SimError> {
        let mut graph = TaskGraph::new();
        for (over, &bytes) in &self.by_route {
            let hops = over.iter().map(|&(link, share)| Hop { link, share: f64::from_bits(share) }).collect();
            let route = graph.add_route(Route { hops, ..Route::default() });
            let work = Work::Transfer { src: 0, dst: 0, route, bytes: Bytes(bytes as u64) };
            graph.add(work, Label::new(Kind::SendCopy), &[]);
        }
        let options = Options { record: Record::Makespan, ..Options::default() };
        Ok(sim::run(&graph, links, 1, &options)?.makespan)
    }

    /// The same packet by packet: how long it takes without the way's own latency, with what was seen.
    fn packets(
        &self,
        network: &PacketNetwork,
        topology: &Topology,
        watcher: &mut Watcher<'_>,
    ) -> Result<(Time, f64, usize, Report), PacketError> {
        let fabric = network.spec(topology).build()?;
        let mtu = MTU;
        let pairs = u64::from(network.pairs.max(1));
        let whole: f64 = self.by_card.values().sum();
        // Up, over two links between switches, down.
        let hops = 4.0 * whole / f64::from(mtu);
        let part = (network.hops as f64 / hops.max(1.0)).min(1.0);
        let mut flows = Vec::new();
        for (&(src, dst, _), &bytes) in &self.by_card {
            let each = Bytes(((bytes * part) as u64 / pairs).max(1));
            flows.extend((0..pairs).map(|_| Flow { src, dst, bytes: each, start: Time::ZERO }));
        }
        let mut plan = Plan::new(fabric, flows);
        plan.load_balancing = network.rule;
        plan.seed = network.seed;
        plan.queueing = network.queueing;
        plan.dcqcn = network.dcqcn;
        plan.queueing.ecn = network.dcqcn.map(|_| Ecn::simai(topology.spec.fabric.gbit_per_nic));
        plan.transport = network.transport;
        if network.loss > 0.0 {
            plan.losses = vec![Loss::random(network.loss)];
        }
        let report = packet::watched(&plan, watcher)?;
        if report.unfinished > 0 {
            return Err(PacketError::Unfinished { flows: report.unfinished as u32 });
        }
        let longest = report.flows.iter().zip(&plan.flows).map(|(told, flow)| {
            let way = plan.fabric.paths(flow.src, flow.dst).start;
            let links =
                plan.fabric.path(way).links().iter().copied().chain([plan.fabric.hosts[flow.dst as usize].downlink]);
            // All links but the first send the last packet once more.
            let last = u32::try_from(flow.bytes.0.min(mtu.into())).unwrap_or(mtu) + OVERHEAD;
            let again: u64 = links.map(|link| plan.fabric.links[link as usize].sending(last)).sum();
            let alone = plan.fabric.latency(flow.src, flow.dst, way).0 + again;
            told.finish.0.saturating_sub(alone).max(1)
        });
        let longest = longest.max().unwrap_or(1);
        Ok((Time((longest as f64 / part) as u64), part, plan.flows.len(), report))
    }
}

/// Times collectives by packets, and keeps a record of each run.
pub(super) struct PacketRuns<'s> {
    pub network: &'s PacketNetwork,
    pub told: Vec<Carried>,
    /// Hears which run it is, from 1 on, and how much of it has arrived.
    pub watcher: &'s mut dyn FnMut(usize, Progress),
}

impl Carrier for PacketRuns<'_> {
    fn meet(
        &mut self,
        ground: &Ground<'_>,
        call: (Op, Bytes, Split<'_>),
        groups: &Groups<'_>,
    ) -> Result<Time, TrainError> {
        let near = ground.graph(call, &groups.near)?;
        let mut streams = Streams::default();
        for group in groups.all() {
            streams.add(ground.topology, &ground.graph(call, &[group])?);
        }
        let alone = ground.run(near.clone(), &ground.links)?;
        if streams.by_card.is_empty() {
            return Ok(alone);
        }
        if ground.topology.spec.fabric.adds && Streams::is_added(&near) {
            return Err(PacketError::Adds.into());
        }
        let fluid = streams.fluid(&ground.links)?;
        let (packets, part, flows, report) = {
            let which = self.told.len() + 1;
            streams.packets(self.network, ground.topology, &mut |done| (self.watcher)(which, done))?
        };
        let times = packets.0 as f64 / fluid.0.max(1) as f64;
        let time = ground.run(near, &slowed(ground.topology, &ground.links, times))?;
        self.told.push(Carried {
            op: call.0.id(),
            bytes: call.1,
            flows,
            carried: Bytes(streams.by_card.values().sum::<f64>() as u64),
            part,
            fluid: [fluid, alone],
            packets: [packets, time],
            sent: report.sent,
            marks: report.ports.iter().map(|port| port.marks).sum(),
            drops: report.dropped,
            pauses: report.ports.iter().map(|port| u64::from(port.pauses)).sum(),
        });
        Ok(time)
    }
}

/// Links with those between servers so many times slower.
pub(super) fn slowed(topology: &Topology, links: &[LinkCapacity], times: f64) -> Vec<LinkCapacity> {
    let slow = |(at, link): (usize, &LinkCapacity)| {
        let is_street = topology.link(at as LinkId).is_some_and(|link| link.class.is_network());
        let rate = if is_street { Rate::bytes_per_s(link.rate.as_bytes_per_s() / times) } else { link.rate };
        LinkCapacity { rate }
    };
    links.iter().enumerate().map(slow).collect()
}

const fn channel(label: &Label) -> u16 {
    if label.channel == NONE { 0 } else { label.channel }
}
