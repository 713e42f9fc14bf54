//! A step whose collectives go over streets packet by packet: its flags, and what is told of it.

use std::fmt::Write as _;

use clap::Args;
use kitchen_core::packet::{LoadBalancing, Queueing};
use kitchen_core::topology::ClusterSpec;
use kitchen_core::workload::train::{Cabling, Carried, PacketNetwork};
use kitchen_text::{Lang, Line, key, tr};
use serde::Serialize;

use crate::cards::{self, NONE, Own};
use crate::say::{self, Failure, left, right, round};

/// The networks that a step may have.
pub(crate) const NETWORKS: [&str; 2] = ["fluid", "packet"];

#[derive(Args, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Flags {
    #[arg(long, default_value = "fluid")]
    pub network: String,
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    wires: Option<String>,
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    spines: Option<u32>,
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    #[arg(long, alias = "draw")]
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u32>,
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<u32>,
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    dcqcn: Option<String>,
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    transport: Option<String>,
}

/// The most queue pairs of a stream.
const MOST_PAIRS: u32 = 64;

/// The streets that were asked for, if any.
pub(super) fn chosen(flags: &Flags, spec: &ClusterSpec) -> Result<Option<PacketNetwork>, Failure> {
    let given = [
        ("--wires", flags.wires.is_some()),
        ("--spines", flags.spines.is_some()),
        ("--rule", flags.rule.is_some()),
        ("--seed", flags.seed.is_some()),
        ("--pairs", flags.pairs.is_some()),
        ("--dcqcn", flags.dcqcn.is_some()),
        ("--transport", flags.transport.is_some()),
    ];
    if flags.network == "fluid" {
        return match given.into_iter().find(|(_, is_given)| *is_given) {
            None => Ok(None),
            Some((flag, _)) => Err(cards::needs(flag, "--network packet")),
        };
    }
    if flags.network != "packet" {
        return Err(say::unknown("--network", &flags.network, NETWORKS.into_iter()));
    }
    if spec.nodes < 2 {
        return Err(Failure::new("--network packet", Line::new(key::TRAIN_ONE_SERVER)));
    }
    let text = |text: &Option<String>, usual: &'static str| text.clone().unwrap_or_else(|| usual.to_owned());
    let (wires, rule) = (text(&flags.wires, "rails"), text(&flags.rule, "ecmp"));
    let all = Cabling::ALL.into_iter().map(Cabling::id);
    let wires = Cabling::from_id(&wires).ok_or_else(|| say::unknown("--wires", &wires, all))?;
    let all = LoadBalancing::ALL.iter().map(|rule| rule.id());
    let rule = LoadBalancing::from_id(&rule).ok_or_else(|| say::unknown("--rule", &rule, all))?;
    let pairs = flags.pairs.unwrap_or(1);
    if !(1..=MOST_PAIRS).contains(&pairs) {
        return Err(say::out_of_range("--pairs", pairs.to_string(), format!("1-{MOST_PAIRS}")));
    }
    let mtu = kitchen_core::packet::plan::MTU;
    let dcqcn = cards::control(&text(&flags.dcqcn, NONE), spec.fabric.gbit_per_nic)?;
    let transport = cards::transport(&text(&flags.transport, NONE), &Own::default(), mtu)?;
    cards::agree(transport.as_ref(), dcqcn.as_ref())?;
    // Transports that live with loss are given switches that drop.
    let lives_with_loss = transport.is_some_and(|one| one.congestion_control.is_some() || one.entropy_values > 1);
    let queueing = if lives_with_loss { Queueing::LOSSY } else { Queueing::LOSSLESS };
    let seed = u64::from(flags.seed.unwrap_or(1));
    Ok(Some(PacketNetwork {
        wires,
        spines: flags.spines,
        rule,
        seed,
        pairs,
        queueing,
        dcqcn,
        transport,
        ..PacketNetwork::HASHED
    }))
}

/// A collective that was run by packets, as it is printed.
#[derive(Serialize)]
pub(super) struct Row {
    op: &'static str,
    bytes: u64,
    flows: usize,
    carried_bytes: u64,
    /// Of each stream, the part that was run.
    part: f64,
    /// Alone, and within the collective.
    streams_fluid_ms: f64,
    streams_packet_ms: f64,
    fluid_ms: f64,
    packet_ms: f64,
    packets: u64,
    marks: u64,
    drops: u64,
    pauses: u64,
}

pub(super) fn row(one: &Carried) -> Row {
    let ms = |time: kitchen_core::units::Time| round(time.as_secs() * 1e3, 3);
    Row {
        op: one.op,
        bytes: one.bytes.0,
        flows: one.flows,
        carried_bytes: one.carried.0,
        part: round(one.part, 6),
        streams_fluid_ms: ms(one.fluid[0]),
        streams_packet_ms: ms(one.packets[0]),
        fluid_ms: ms(one.fluid[1]),
        packet_ms: ms(one.packets[1]),
        packets: one.sent,
        marks: one.marks,
        drops: one.drops,
        pauses: one.pauses,
    }
}

/// What was run by packets, and how.
pub(super) fn table(rows: &[Row], lang: Lang) -> String {
    let mut out = format!("\n{}\n", tr(lang, key::TRAIN_BY_PACKETS));
    if rows.is_empty() {
        let _ = writeln!(out, "{}", tr(lang, key::TRAIN_NO_PACKETS));
        return out;
    }
    let heads = ["MB", "flows", "run_%", "fluid_ms", "packet_ms", "packets", "marks", "drops", "pauses"];
    let _ = writeln!(out, "{}{}", left("", 15), heads.map(|head| right(head, 11)).concat());
    for row in rows {
        let cells = [
            round(row.bytes as f64 / 1e6, 1).to_string(),
            row.flows.to_string(),
            round(100.0 * row.part, 2).to_string(),
            row.fluid_ms.to_string(),
            row.packet_ms.to_string(),
            row.packets.to_string(),
            row.marks.to_string(),
            row.drops.to_string(),
            row.pauses.to_string(),
        ];
        let _ = writeln!(out, "{}{}", left(row.op, 15), cells.map(|cell| right(&cell, 11)).concat());
    }
    let _ = writeln!(out, "{}", tr(lang, key::TRAIN_LEFT_FLUID));
    out
}
