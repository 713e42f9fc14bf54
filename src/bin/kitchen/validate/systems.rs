//! From a row's description of a machine to a preset: by the words in the columns, never by the row's id.

use kitchen_core::collective::Launch;
use kitchen_core::sim::task::GpuId;
use kitchen_core::topology::{self, ClusterSpec, Fabric, Layout, Technology, Transport};

use super::rows::Row;

/// The machine that stands for a row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mapped {
    pub(crate) spec: ClusterSpec,
    /// The ranks that take part: as many in each server or rack.
    pub(crate) group: Vec<GpuId>,
    pub(crate) launch: Launch,
}

/// Finds the preset, the fabric and the group of a row.
///
/// # Errors
/// Why there is none, in a few words; rows with the same words are counted together.
pub(crate) fn map(row: &Row) -> Result<Mapped, String> {
    let id = preset(&row.gpu, &row.intra).ok_or_else(|| format!("no preset for {}", short(&row.gpu)))?;
    let system = topology::system(id).ok_or_else(|| format!("no preset {id}"))?;
    let per_node = system.gpus_per_node;
    // A rack is one NVLink domain; the column counts its trays. Ranks are spread evenly over as few racks as hold them.
    let rack = per_node > 16;
    let nodes = if rack { row.gpus.div_ceil(per_node) } else { row.nodes };
    let each = row.gpus / nodes.max(1);
    if each == 0 || each > per_node || each * nodes != row.gpus {
        return Err(format!("{} GPUs do not spread over {nodes} x {id}", row.gpus));
    }
    let fabric = if nodes == 1 { system.default_fabric } else { fabric(row, system.default_fabric, rack)? };
    // Where the last server is not full, no GPU after the last rank is built.
    let gpus = (nodes == 1).then_some(each);
    let spec = ClusterSpec { system, nodes, gpus, fabric };
    let group = (0..nodes).flat_map(|node| (0..each).map(move |index| node * per_node + index)).collect();
    let one = ["-g 8", "-g 4", "-g 2", "-g 16", "single process"].iter().any(|words| row.notes.contains(words));
    let launch = if one { Launch::OneProcess } else { Launch::ProcessPerGpu };
    Ok(Mapped { spec, group, launch })
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The preset with that GPU and those links. Systems with the same NVLink and switches as a preset count as it (HGX B300
/// as B200); other ways to join the GPU (PCIe cards, bridges, Grace Hopper) have none.
fn preset(gpu: &str, intra: &str) -> Option<&'static str> {
    let gpu = gpu.to_uppercase();
    if gpu.contains("A100") && gpu.contains("PCIE") && intra.contains("PCIe") && !intra.contains("bridge") {
        return Some("pcie-8");
    }
    if gpu.ends_with(" NVL")
        || ["PCIE", "GH200", "NVL ", "RTX"].iter().any(|other| gpu.contains(other))
        || intra.contains("bridge")
    {
        return None;
    }
    let switched = intra.contains("NVSwitch");
    let rack = intra.contains("NVL72");
    match () {
        () if gpu.contains("GB300") => Some("gb300-nvl72"),
        () if gpu.contains("GB200") => Some("gb200-nvl72"),
        () if gpu.contains("B200") || gpu.contains("B300") => (switched && !rack).then_some("dgx-b200"),
        () if gpu.contains("H200") && !gpu.contains("H100") => switched.then_some("dgx-h200"),
        () if gpu.contains("H100") => switched.then_some("dgx-h100"),
        () if gpu.contains("A100") => switched.then_some("dgx-a100"),
        () if gpu.contains("V100") && switched => Some("dgx2"),
        () if gpu.contains("V100") && intra.contains("mesh") => Some("dgx1-v100"),
        () if gpu.contains("P100") && intra.contains("mesh") => Some("dgx1-p100"),
        () => None,
    }
}

/// The fabric that the text of `inter_link` describes.
fn fabric(row: &Row, default: Fabric, rack: bool) -> Result<Fabric, String> {
    let text = row.inter.as_str();
    let upper = text.to_uppercase();
    let has = |words: &[&str]| words.iter().any(|word| upper.contains(word));
    if has(&["SHARP"]) && !has(&["NO SHARP"]) {
        return Err("the network adds (SHARP), which is not modelled yet".to_owned());
    }
    let sockets = has(&["SOCKET", "TCP FALLBACK", "IPOIB"]);
    let (nics, gbit) = match cards(text) {
        Some((nics, gbit)) => (if rack { nics.saturating_mul(18) } else { nics }, gbit),
        // The kernel's own TCP copies through the CPU: one connection's worth of a core, about a 25 Gbit/s port.
        None if sockets => (1, 25),
        None => return Err("number or rate of cards not stated".to_owned()),
    };
    let infiniband = has(&["IB", "INFINIBAND", "EDR", "HDR", "NDR"]) && !has(&["ROCE", "ETHERNET", "GBE"]);
    let technology = if infiniband { Technology::InfiniBand } else { Technology::Ethernet };
    let transport = match () {
        () if sockets || has(&["TCP"]) => Transport::Tcp,
        () if has(&["EFA"]) => Transport::Efa,
        () => Transport::Rdma,
    };
    Ok(default.with_nics(nics, gbit).over(technology, transport).laid_out(Layout::Rail))
}

/// The first "8x200G", "8 x 200G" or "8x HDR" in a text: how many cards, and Gbit/s of each.
fn cards(text: &str) -> Option<(u32, u32)> {
    let text: String = text.replace('×', "x").chars().filter(|c| !c.is_whitespace()).collect();
    text.match_indices('x').find_map(|(at, _)| {
        let before = text[..at].trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let nics: u32 = text[before..at].parse().ok()?;
        let after = &text[at + 1..];
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 && after[digits..].starts_with('G') {
            return Some((nics, after[..digits].parse().ok()?));
        }
        let named = [("EDR", 100), ("HDR", 200), ("NDR", 400), ("XDR", 800)];
        named.into_iter().find(|(name, _)| after.starts_with(name)).map(|(_, gbit)| (nics, gbit))
    })
}

#[cfg(test)]
mod tests {
    use kitchen_core::collective::Op;

    use super::*;

    fn row(gpu: &str, nodes: u32, gpus: u32, intra: &str, inter: &str) -> Row {
        Row {
            line: 2,
            id: "any".to_owned(),
            gpu: gpu.to_owned(),
            nodes,
            gpus,
            intra: intra.to_owned(),
            inter: inter.to_owned(),
            op: Op::AllReduce,
            bytes: 8,
            time_us: 1.0,
            notes: String::new(),
        }
    }

    fn check(row: &Row, expected: Result<(&str, u32, u32, u32, Transport), &str>) {
        let found = map(row).map(|mapped| {
            let fabric = mapped.spec.fabric;
            (mapped.spec.system.id, mapped.spec.nodes, fabric.nics_per_node, fabric.gbit_per_nic, fabric.transport)
        });
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(found), Err(expected)) => assert!(found.contains(expected), "{found}"),
            (found, expected) => panic!("{found:?}, expected {expected:?}"),
        }
    }

    const NVSWITCH: &str = "NVLink4/NVSwitch 450 GB/s/dir/GPU";
    const MESH: &str = "NVLink2 hybrid cube mesh 150 GB/s/dir/GPU";

    #[test]
    fn words_become_presets_and_fabrics() {
        use Transport::{Efa, Rdma, Tcp};
        check(&row("H100-80GB", 2, 16, NVSWITCH, "8x400G NDR IB"), Ok(("dgx-h100", 2, 8, 400, Rdma)));
        check(&row("H100-80GB", 2, 16, NVSWITCH, "8x200G TCPXO (FasTrak)"), Ok(("dgx-h100", 2, 8, 200, Tcp)));
        check(&row("V100-SXM2-32GB", 2, 16, MESH, "2x100GbE RoCE (CX-5, SN2700)"), Ok(("dgx1-v100", 2, 2, 100, Rdma)));
        check(&row("V100-SXM2-32GB", 2, 16, MESH, "1x100G EFA v1"), Ok(("dgx1-v100", 2, 1, 100, Efa)));
        check(
            &row("A100-SXM4", 2, 16, NVSWITCH, "RoCE, 1.6 Tb/s per node (16x100G)"),
            Ok(("dgx-a100", 2, 16, 100, Rdma)),
        );
        check(&row("A100", 2, 16, NVSWITCH, "IPoIB sockets (no RDMA)"), Ok(("dgx-a100", 2, 1, 25, Tcp)));
        check(&row("GB200", 32, 128, "NVLink5 NVL72", "8x400G RoCE per tray"), Ok(("gb200-nvl72", 2, 144, 400, Rdma)));
        check(&row("GB200", 18, 72, "NVLink5 NVL72", "none"), Ok(("gb200-nvl72", 1, 72, 400, Rdma)));
        check(&row("H100", 2, 16, NVSWITCH, "8 x HDR InfiniBand"), Ok(("dgx-h100", 2, 8, 200, Rdma)));
        check(&row("H100", 2, 16, NVSWITCH, "8×400G NDR"), Ok(("dgx-h100", 2, 8, 400, Rdma)));
        check(&row("A100 PCIe", 1, 8, "PCIe Gen4", ""), Ok(("pcie-8", 1, 2, 200, Rdma)));
        check(&row("A100", 16, 128, NVSWITCH, "HDR IB"), Err("not stated"));
        check(&row("MI300X", 2, 16, "xGMI full mesh", "8x400G RoCE"), Err("no preset"));
        check(&row("H100 PCIe", 1, 2, "NVLink bridge", ""), Err("no preset"));
        check(&row("H100", 3, 16, NVSWITCH, "8x400G"), Err("do not spread"));
        check(&row("H100", 2, 16, NVSWITCH, "99999999999x400G xG x"), Err("not stated"));
    }
}
