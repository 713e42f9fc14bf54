//! The fabric that the words of a row describe, and what they leave open.

use kitchen_core::hardware::Generation::{Pascal, Volta};
use kitchen_core::hardware::PcieGeneration::{Gen3, Gen4};
use kitchen_core::text::{Key, key};
use kitchen_core::topology::{Fabric, Layout, PORT_RATES, System, Technology, Transport};

use super::presets::rented;
use super::rows::Row;
use super::words::{self, Cards, has, named, off, plain};

/// Trays of a rack, and the GPUs of one.
const TRAYS: u32 = 18;
pub(crate) const TRAY: u32 = 4;

/// What joins the servers of a row, and what had to be assumed of it.
pub(crate) fn fabric(row: &Row, system: &System, rack: bool) -> (Fabric, Vec<Key>) {
    let text = plain(&row.inter);
    let default = rented(&plain(&row.system), system.id).map_or(system.default_fabric, |cloud| cloud.default_fabric);
    let read = together(words::cards(&row.inter), &default, system);
    let silent = ["NONE", "UNKNOWN", "N/A", "NOT STATED", "NOT PRINTED", "NOT GIVEN", "?", "-", "UNSPECIFIED"];
    if text.is_empty() || (silent.iter().any(|word| text.starts_with(word)) && read == Cards::default()) {
        return (default, vec![key::VALIDATE_USUAL_NETWORK]);
    }
    let (said, technology) = driven(&text, &default);
    let (transport, mut assumed) = settled(row, system, &default, said, read);
    // One socket path where nothing is counted: the interface that the library finds first; bonded cards are one.
    let usual = match read.count {
        _ if transport != Transport::Sockets => read,
        Some(count) if has(&text, &["BOND", "LACP"]) => {
            Cards { count: Some(1), gbit: read.gbit.map(|gbit| gbit.saturating_mul(count)), ..read }
        }
        count => Cards { count: count.or(Some(1)), ..read },
    };
    let (nics, gbit) = fill(usual, &default, system, rack);
    if read.count.is_none() && read.total_gbit.is_none() && !read.each_gpu {
        assumed.insert(0, key::VALIDATE_USUAL_CARDS);
    }
    let fabric = default.with_nics(nics, gbit).over(technology, transport).laid_out(Layout::Rail);
    (if adds(row) && technology == Technology::InfiniBand { fabric.adding() } else { fabric }, assumed)
}

/// Whether the switches between servers add, as the columns say.
fn adds(row: &Row) -> bool {
    let words = plain(&format!("{} {} {}", row.inter, row.algorithm, row.notes));
    // A tray's total cannot be told from a server's, so sums are of whole presets.
    has(&words, &["SHARP", "COLLNET"]) && !off(&words, &["SHARP", "COLLNET"]) && !words.contains("NVLINK SHARP")
}

/// How cards are driven in the end: by the library's settings in the notes, by the GPU, and by their rate.
fn settled(
    row: &Row,
    system: &System,
    default: &Fabric,
    said: Option<Transport>,
    read: Cards,
) -> (Transport, Vec<Key>) {
    let slow = read.gbit.is_some_and(|gbit| gbit < 100) && !read.each_gpu;
    let slow_ethernet = slow && named(&plain(&row.inter), &ETHERNET);
    let settings = plain(&format!("{} {}", row.inter, row.notes));
    let sockets = has(&settings, &["IB_DISABLE=1", "NCCL_NET=SOCKET", "NCCL_NET=\"SOCKET\""]);
    let staged = off(&settings, &["GPUDIRECT", "GPUDIRECT RDMA", "GDR", "PEERMEM", "NV_PEER_MEM", "NET_GDR_LEVEL"])
        || settings.contains("GDR_LEVEL=LOC");
    let usual = default.transport;
    match said.unwrap_or(usual) {
        Transport::Rdma | Transport::Efa if sockets => (Transport::Sockets, vec![]),
        // Amazon's adapter reads no memory of GPUs before Ampere.
        Transport::Efa if matches!(system.gpu.generation, Pascal | Volta) => (Transport::EfaHost, vec![]),
        Transport::Rdma | Transport::Efa if staged => (Transport::EfaHost, vec![key::VALIDATE_STAGED]),
        Transport::Rdma if said.is_none() && slow_ethernet => (Transport::Sockets, vec![key::VALIDATE_USUAL_SOCKETS]),
        transport => (transport, vec![]),
    }
}

#[rustfmt::skip]
const ETHERNET: [&str; 22] = [
    "ROCE", "ROCEV", "ETHERNET", "ETH", "GBE", "GIGE", "EFA", "EFAV", "TCPX", "TCPXO", "GIB",
    "SLINGSHOT", "CXI", "SPECTRUM", "POLLARA", "THOR", "BNXT", "ENA", "GVNIC", "FASTRAK", "IRDMA", "ERDMA",
];
const INFINIBAND: [&str; 12] =
    ["IB", "IPOIB", "INFINIBAND", "QUANTUM", "EDR", "HDR", "NDR", "XDR", "FDR", "QDR", "OMNI", "OPA"];

/// How the text says that the cards are driven, if it does, and over what.
fn driven(text: &str, default: &Fabric) -> (Option<Transport>, Technology) {
    let networks = ["TCPXO", "TCPX", "EFA", "IB", "INFINIBAND", "ROCE", "CXI", "RDMA", "FASTRAK"];
    let (text, denied) = without(text, &networks);
    let text = text.as_str();
    let remote = ["RDMA", "CX-", "CONNECTX", "MLX", "BLUEFIELD", "BF", "ROCE", "ROCEV", "GIB", "SPECTRUM", "POLLARA"];
    let aside = has(text, &["BOOTSTRAP", "OUT-OF-BAND", "OOB"]);
    let sockets = ["SOCKET", "SOCKETS", "TCP", "IPOIB", "ENA", "GVNIC", "VIRTIO"];
    let driven = match () {
        () if has(text, &["TCPXO", "FASTRAK", "FASTTRAK"]) => Some(Transport::Tcp),
        () if has(text, &["TCPX"]) => Some(Transport::Tcpx),
        () if has(text, &["NO TCP", "NOT TCP"]) => Some(Transport::Rdma),
        () if named(text, &sockets) && !aside => Some(Transport::Sockets),
        () if named(text, &["EFA", "EFAV"]) => Some(Transport::Efa),
        () if named(text, &["SLINGSHOT", "CXI", "SS"]) => Some(Transport::Slingshot),
        () if named(text, &INFINIBAND) || named(text, &remote) || named(text, &["THOR", "BNXT", "IRDMA", "ERDMA"]) => {
            Some(Transport::Rdma)
        }
        () => denied.then_some(Transport::Sockets),
    };
    let first = |words: &[&str]| words.iter().filter_map(|word| words::whole(text, word)).min().unwrap_or(usize::MAX);
    let technology = match () {
        // Of "IB ... or RoCE ..." the first counts.
        () if first(&INFINIBAND) < first(&ETHERNET) => Technology::InfiniBand,
        () if first(&ETHERNET) < usize::MAX => Technology::Ethernet,
        () => default.technology,
    };
    (driven, technology)
}

/// A text without the networks that it says were not there ("no RDMA", "without EFA"), and whether there were such.
fn without(text: &str, networks: &[&str]) -> (String, bool) {
    let mut left = text.to_owned();
    for network in networks {
        for word in ["NO ", "WITHOUT ", "NON-"] {
            let said = format!("{word}{network}");
            if let Some(at) = words::whole(&left, &said) {
                left.replace_range(at..at + said.len(), "");
            }
        }
        let gone = [" OFF", " DISABLED"].map(|word| format!("{network}{word}"));
        for said in gone {
            if let Some(at) = words::whole(&left, &said).filter(|&at| !left[..at].ends_with("GPUDIRECT ")) {
                left.replace_range(at..at + said.len(), "");
            }
        }
    }
    let denied = left.len() < text.len();
    (left, denied)
}

/// Count and rate of a node's cards; what was not stated as in `default`.
fn fill(read: Cards, default: &Fabric, system: &System, rack: bool) -> (u32, u32) {
    let gpus = system.gpus_per_node;
    let parts = if rack { TRAYS } else { 1 };
    // "8x400G, one NIC per GPU" counts the server's cards.
    let of_each = |count: u32| read.each_gpu && count < if rack { TRAY } else { gpus };
    let whole = |count: u32| match () {
        () if of_each(count) => count.saturating_mul(gpus),
        // "72x400G" of a rack counts the rack's cards, not a tray's.
        () if rack && count >= gpus / 2 => count,
        () => count.saturating_mul(parts),
    };
    let count = match (read.count, read.each_gpu) {
        (Some(count), _) => whole(count),
        (None, true) => gpus,
        (None, false) => default.nics_per_node,
    };
    let total = read.total_gbit.map(|total| if rack { total.saturating_mul(parts) } else { total });
    let (count, gbit) = match (read.count, read.gbit, total) {
        (_, Some(gbit), None) | (Some(_), Some(gbit), _) => (count, gbit),
        (Some(_), None, Some(total)) => (count, total / count.max(1)),
        (None, Some(gbit), Some(total)) => ((total / gbit.max(1)).max(1), gbit),
        (None, None, Some(total)) => {
            // As many cards as the preset has, if such were ever sold; else of the preset's rate.
            let each = total / count.max(1);
            if PORT_RATES.contains(&each) {
                (count, each)
            } else {
                ((total / default.gbit_per_nic).max(1), default.gbit_per_nic)
            }
        }
        (_, None, None) => (count, default.gbit_per_nic),
    };
    let gbit = PORT_RATES.into_iter().filter(|&rate| rate <= gbit).fold(PORT_RATES[0], u32::max);
    (count.clamp(1, gpus.saturating_mul(4)), gbit)
}

/// A rate that no card in such a slot can have is of all cards together: "EFA, 400 Gbps" of a server with PCIe Gen4.
fn together(read: Cards, default: &Fabric, system: &System) -> Cards {
    let slot = match system.host.pcie {
        Gen3 => 100,
        Gen4 => 200,
        _ => 400,
    };
    match read {
        Cards { count: None, gbit: Some(gbit), total_gbit: None, each_gpu: false }
            if gbit > slot.max(default.gbit_per_nic) =>
        {
            Cards { gbit: None, total_gbit: Some(gbit), ..read }
        }
        _ => read,
    }
}
