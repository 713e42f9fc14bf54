//! The packet network beside closed forms that share no code with it: what a hash does with flows, and what loss leaves of a wire.

use kitchen_core::oracle::{bins, recovery};
use kitchen_core::packet::loss::Loss;
use kitchen_core::packet::plan::OVERHEAD;
use kitchen_core::packet::transport::{Recovery, Transport, round_trip};
use kitchen_core::packet::{self, Flow, LeafSpine, PacketError, Plan, Queueing};
use kitchen_core::units::Bytes;
use serde::Serialize;

use super::kit::{first_link, flow, plan};

/// A share of the wire, by the book and simulated.
#[derive(Serialize)]
pub(super) struct Law {
    /// Which: `bins`, `go-back-n` or `selective`.
    #[serde(rename = "law")]
    pub id: &'static str,
    /// Flows and ways, or the chance of a loss.
    pub name: String,
    pub book: f64,
    pub simulated: f64,
}

pub(super) fn all() -> Result<Vec<Law>, PacketError> {
    let mut laws = Vec::new();
    for (flows, ways) in [(4, 4), (8, 4), (8, 8), (16, 8), (16, 16), (32, 16), (32, 32)] {
        laws.push(hashed(flows, ways)?);
    }
    for recovery in Recovery::ALL {
        for (loss, bytes) in [(1e-6, 256), (1e-5, 256), (1e-4, 128), (3e-4, 128), (1e-3, 128), (3e-3, 64), (1e-2, 32)] {
            laws.push(lossy(recovery, loss, Bytes::mib(bytes))?);
        }
    }
    Ok(laws)
}

/// Draws of the hashes.
const DRAWS: u64 = 200;

/// As many hosts of a leaf as `flows` send to another leaf over `ways`: an even share over what the busiest way carried, on average.
fn hashed(flows: u32, ways: u32) -> Result<Law, PacketError> {
    let all: Vec<Flow> = (0..flows).map(|src| flow(src, src + flows, Bytes::kib(64))).collect();
    let first = plan(LeafSpine::new(2, ways, flows), all)?;
    let up: Vec<usize> = first.fabric.paths(0, flows).map(|way| first.fabric.path(way).links()[0] as usize).collect();
    let (mut busiest, mut whole) = (0, 0);
    for seed in 1..=DRAWS {
        let report = packet::run(&Plan { seed, ..first.clone() })?;
        let carried = || up.iter().map(|&port| report.ports[port].bytes);
        busiest += carried().max().unwrap_or(0);
        whole += carried().sum::<u64>();
    }
    let even = f64::from(flows) / f64::from(ways);
    let simulated = whole as f64 / f64::from(ways) / busiest.max(1) as f64;
    Ok(Law { id: "bins", name: format!("{flows} / {ways}"), book: even / bins::fullest(flows, ways), simulated })
}

/// One flow at 400 Gbit/s over 2 km, one of whose links loses packets: the share of the wire that is left.
fn lossy(recovery: Recovery, loss: f64, bytes: Bytes) -> Result<Law, PacketError> {
    let mut plan = plan(LeafSpine::new(2, 1, 1), vec![flow(0, 1, bytes)])?;
    for link in plan.fabric.links.iter_mut().skip(4) {
        link.latency += kitchen_core::units::Time::from_us(5);
    }
    let link = first_link(&plan.fabric, 0, 1);
    plan.queueing = Queueing::LOSSY;
    plan.transport = Some(Transport::nic(recovery));
    plan.losses = vec![Loss { link: Some(link), ..Loss::random(loss) }];
    let each = plan.fabric.links[link as usize].sending(plan.mtu + OVERHEAD);
    let report = packet::run(&plan)?;
    let round = round_trip(&plan, 0).0;
    let packets = bytes.0.div_ceil(plan.mtu.into());
    let simulated = (each * packets) as f64 / report.flows[0].finish.0.saturating_sub(round).max(1) as f64;
    let timeout = plan.transport.map_or(0.0, |one| one.timeout.0 as f64 / each as f64);
    let book = match recovery {
        Recovery::GoBackN => recovery::go_back_n_asking_once(loss, (round / each) as u32 + 2, loss * loss * timeout),
        Recovery::Selective => recovery::selective(loss),
    };
    Ok(Law { id: recovery.id(), name: format!("{loss}"), book, simulated: simulated.min(1.0) })
}
