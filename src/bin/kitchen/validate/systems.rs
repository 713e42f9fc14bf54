//! From a row's description of a machine to a preset and a fabric: by the words in the columns, never by the row's id.

use kitchen_core::collective::{Algorithm, Launch};
use kitchen_core::hardware::Generation::{Pascal, Volta};
use kitchen_core::sim::task::GpuId;
use kitchen_core::text::{Key, Line, key};
use kitchen_core::topology::{self, ClusterSpec, Fabric, Layout, PORT_RATES, System, Technology, Transport};

use super::rows::Row;
use super::words::{self, Cards, has, model, plain};

/// The machine that stands for a row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mapped {
    pub(crate) spec: ClusterSpec,
    /// The ranks that take part, server by server or rack by rack.
    pub(crate) group: Vec<GpuId>,
    pub(crate) launch: Launch,
    /// What the row says was forced, the fastest of them; else what the library would choose.
    pub(crate) algorithms: &'static [Algorithm],
    /// What the row does not say and was taken as usual.
    pub(crate) assumed: Option<Key>,
}

/// Trays of a rack.
const TRAYS: u32 = 18;

/// Finds the preset, the fabric and the group of a row.
///
/// # Errors
/// Why there is none, in a few words; rows with the same words are counted together.
pub(crate) fn map(row: &Row) -> Result<Mapped, Line> {
    let unknown = || Line::new(key::VALIDATE_NO_PRESET).text("gpu", short(&row.gpu)).text("link", short(&row.intra));
    let id = preset(row).ok_or_else(unknown)?;
    let system = topology::find_system(id).ok_or_else(unknown)?;
    let per_node = system.gpus_per_node;
    let rack = per_node > 16;
    let nodes = if rack { racks(row, per_node) } else { row.nodes };
    let uneven = || {
        let line = Line::new(key::VALIDATE_NO_SPREAD).int("gpus", row.gpus.into()).int("nodes", nodes.into());
        line.text("id", id)
    };
    let counts = spread(row.gpus, nodes, per_node).ok_or_else(uneven)?;
    let (fabric, assumed) = if nodes == 1 { (system.default_fabric, None) } else { fabric(row, system, rack) };
    // Where the last server is not full, no GPU after the last rank is built.
    let gpus = (nodes == 1).then_some(row.gpus);
    let spec = ClusterSpec { gpus, fabric, ..ClusterSpec::new(system, nodes) };
    let group = counts
        .iter()
        .zip(0..)
        .flat_map(|(&count, node)| (0..count).map(move |index| node * per_node + index))
        .collect();
    Ok(Mapped { spec, group, launch: launch(&row.notes), algorithms: algorithms(row, nodes), assumed })
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A rack is one NVLink domain, and the column counts its trays: ranks are spread over as few racks as hold them, or over as
/// many as the text counts. Trays whose NVLink does not leave them are apart.
fn racks(row: &Row, per_node: u32) -> u32 {
    let text = plain(&format!("{} {} {}", row.intra, row.inter, row.notes));
    if has(&text, &["NO MNNVL", "MNNVL DISABLED", "MNNVL OFF", "MNNVL_ENABLE=0", "WITHOUT MNNVL"]) {
        return row.nodes;
    }
    let stated = [&row.inter, &row.system, &row.notes].into_iter().find_map(|text| words::racks(text)).unwrap_or(1);
    row.gpus.div_ceil(per_node).max(stated.min(row.nodes))
}

/// How many ranks each node has: equally many, or one more in the first ones; `None` where they do not fit.
fn spread(gpus: u32, nodes: u32, per_node: u32) -> Option<Vec<u32>> {
    let (each, rest) = (gpus.checked_div(nodes)?, gpus.checked_rem(nodes)?);
    let most = each + u32::from(rest > 0);
    (each > 0 && most <= per_node).then(|| (0..nodes).map(|node| each + u32::from(node < rest)).collect())
}

/// nccl-tests' `-g N` drives N GPUs by one process.
fn launch(notes: &str) -> Launch {
    let text = plain(notes);
    let driven = text.match_indices("-G ").any(|(at, _)| {
        let digits: String = text[at + 3..].chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().is_ok_and(|gpus| gpus > 1)
    });
    let one = driven || has(&text, &["SINGLE PROCESS", "SINGLE-PROCESS", "ONE PROCESS"]);
    match () {
        () if one && !has(&text, &["PROCESS PER GPU", "PROCESS A GPU"]) => Launch::OneProcess,
        () if has(&text, &["ALL_REDUCE_BENCH.PY", "PYTORCH", "TORCH."]) => Launch::Framework,
        () => Launch::ProcessPerGpu,
    }
}

/// What a source forced or left out, by its column for the algorithm and by the library's settings in its notes; guesses
/// ("probably", "at large sizes", two of them) do not count.
fn algorithms(row: &Row, nodes: u32) -> &'static [Algorithm] {
    const RING: &[Algorithm] = &[Algorithm::Ring];
    const TREE: &[Algorithm] = &[Algorithm::DoubleBinaryTree];
    const EITHER: &[Algorithm] = &[Algorithm::Ring, Algorithm::DoubleBinaryTree];
    let notes = plain(&row.notes);
    let set = notes.split("NCCL_ALGO=").nth(1).map(|set| set.split([' ', ';', ',']).next().unwrap_or_default());
    let known = plain(&row.algorithm);
    let guessed = has(&known, &["PROBABLY", "AT LARGE", "MAYBE", "?"]);
    // "NCCL_TREE_THRESHOLD=0" in brackets names no second one.
    let said = set.unwrap_or_else(|| if guessed { "" } else { known.split('(').next().unwrap_or_default() });
    let named = |name: &str| said.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == name);
    match (named("RING"), named("TREE")) {
        (true, false) => RING,
        (false, true) => TREE,
        // NVLS is never forced alone: it has no small messages. Without it the fastest of the others stands.
        _ if has(&notes, &["NVLS_ENABLE=0", "NVLS OFF", "NVLS DISABLED", "NO NVLS", "WITHOUT NVLS"]) => {
            if nodes == 1 {
                RING
            } else {
                EITHER
            }
        }
        _ => &[Algorithm::Auto],
    }
}

/// How the GPUs of a server are joined, as the columns say.
struct Wires {
    bridge: bool,
    pcie: bool,
    /// Each GPU straight to each other.
    direct: bool,
    switched: bool,
    /// GPUs of a server that take part.
    each: u32,
}

impl Wires {
    fn of(row: &Row) -> Wires {
        let intra = plain(&row.intra);
        let gpu = plain(&row.gpu);
        let nvlink = has(&intra, &["NVLINK", "NVSWITCH", "NVL72"]);
        let bridge = intra.contains("BRIDGE");
        Wires {
            bridge,
            pcie: !bridge && (has(&gpu, &["PCIE", "PCI-E"]) || (has(&intra, &["PCIE", "PCI-E"]) && !nvlink)),
            direct: has(&intra, &["ALL-TO-ALL", "ALL TO ALL", "FULL MESH", "FULLY CONNECTED", "PER PAIR", "DIRECT"]),
            switched: has(&intra, &["NVSWITCH", "NVSW"]),
            each: row.gpus.div_ceil(row.nodes.max(1)),
        }
    }
}

/// The preset with that GPU and those links. Systems with the same links as a preset count as it.
fn preset(row: &Row) -> Option<&'static str> {
    let wires = Wires::of(row);
    // Where the column names no model, the system's name may.
    [&row.gpu, &row.system].into_iter().find_map(|text| named(&plain(text), &plain(&row.intra), &wires))
}

fn named(text: &str, intra: &str, wires: &Wires) -> Option<&'static str> {
    let is = |names: &[&str]| names.iter().any(|name| model(text, name).is_some());
    let pairs = wires.each <= 2;
    if has(text, &["RTX", "GEFORCE", "QUADRO", "L40", "A6000", "A5000", "A4000", "A40", "A10", "A30", "TITAN"])
        && !is(&["A100"])
        || is(&["L4", "L20", "T4"])
    {
        return card(text, intra);
    }
    let h100_card = || if pairs { "h100-pcie-2" } else { "h100-nvl-8" };
    let found = match () {
        () if is(&["GB300"]) => "gb300-nvl72",
        () if is(&["GB200"]) || (is(&["B200"]) && intra.contains("NVL72")) => "gb200-nvl72",
        () if is(&["GH200"]) => "gh200-4",
        () if is(&["B300"]) => "hgx-b300",
        () if is(&["B200", "B100"]) => "dgx-b200",
        () if is(&["H100", "H200", "H800", "H20"]) && wires.bridge => h100_card(),
        () if is(&["H100", "H800", "H200", "H20"]) && wires.pcie => "h100-pcie-8",
        () if is(&["H100", "H200"]) && has(text, &[" NVL", "-NVL"]) && !wires.switched => h100_card(),
        () if is(&["H100", "H200"]) && wires.direct && wires.each <= 4 && !wires.switched => "hgx-h100-4",
        () if is(&["H100"]) => "dgx-h100",
        () if is(&["H200"]) => "dgx-h200",
        () if is(&["H800"]) => "hgx-h800",
        () if is(&["H20"]) => "hgx-h20",
        () if is(&["A100", "A800"]) && wires.bridge && pairs => "a100-pcie-2",
        () if is(&["A100", "A800"]) && (wires.pcie || wires.bridge) => "pcie-8",
        () if is(&["A100"]) && wires.direct && wires.each <= 4 && !wires.switched => "hgx-a100-4",
        () if is(&["A100"]) && wires.each > 8 => "hgx-a100-16",
        () if is(&["A100"]) => "dgx-a100",
        () if is(&["A800"]) => "hgx-a800",
        () if is(&["V100", "V100S"]) && wires.pcie => "v100-pcie-8",
        () if is(&["V100"]) && (wires.switched || wires.each > 8 || text.contains("SXM3")) => "dgx2",
        () if is(&["V100"]) => "dgx1-v100",
        () if is(&["P100"]) && !wires.pcie => "dgx1-p100",
        () if is(&["P100", "T4", "K80"]) => "v100-pcie-8",
        () if is(&["MI355X", "MI355", "MI350X", "MI350"]) => "mi355x-8",
        () if is(&["MI325X", "MI325"]) => "mi325x-8",
        () if is(&["MI300A"]) => "mi300a-4",
        () if is(&["MI300X", "MI300", "MI308X"]) => "mi300x-8",
        // "AMD Instinct" alone: the first with such a mesh.
        () if has(text, &["INSTINCT", "AMD"]) && !text.contains("MI2") && has(intra, &["MESH", "XGMI"]) => "mi300x-8",
        () => return None,
    };
    Some(found)
}

/// Servers with PCIe alone differ by its generation: the preset of that generation stands for cards of other models.
fn card(text: &str, intra: &str) -> Option<&'static str> {
    if has(intra, &["NVLINK", "BRIDGE"]) {
        return None;
    }
    let generation = ["GEN3", "GEN4", "GEN5"].iter().position(|word| has(&intra.replace("GEN ", "GEN"), &[word]));
    let of_card = || match () {
        () if has(text, &["6000D", "PRO 6000", "6000 BLACKWELL", "PRO 5000", "50"]) => 2,
        () if has(text, &["TITAN", "2080", "QUADRO", "T4"]) => 0,
        () => 1,
    };
    let ids = if has(text, &["6000D", "PRO 6000"]) {
        ["v100-pcie-8", "l40s-8", "rtx-6000d-8"]
    } else {
        ["v100-pcie-8", "l40s-8", "rtx-5090-8"]
    };
    ids.get(generation.unwrap_or_else(of_card)).copied()
}

/// The fabric that the text of `inter_link` describes, and what had to be assumed.
fn fabric(row: &Row, system: &System, rack: bool) -> (Fabric, Option<Key>) {
    let text = plain(&row.inter);
    let default = rented(&plain(&row.system), system.id).map_or(system.default_fabric, |cloud| cloud.default_fabric);
    if text.is_empty() || text.starts_with("NONE") || text == "UNKNOWN" {
        return (default, Some(key::VALIDATE_USUAL_NETWORK));
    }
    let disabled = plain(&row.notes).contains("IB_DISABLE=1");
    let (transport, technology) = match driven(&text, &default) {
        (Transport::Rdma, technology) if disabled => (Transport::Sockets, technology),
        // Amazon's adapter reads no memory of GPUs before Ampere.
        (Transport::Efa, technology) if matches!(system.gpu.generation, Pascal | Volta) => {
            (Transport::EfaHost, technology)
        }
        found => found,
    };
    let read = words::cards(&row.inter);
    // One socket path where nothing is counted: the interface that the library finds first.
    let usual = if transport == Transport::Sockets { Cards { count: Some(1), ..read } } else { read };
    let (nics, gbit, assumed) = fill(usual, &default, system.gpus_per_node, rack);
    let assumed = if read.count.is_some() || read.total_gbit.is_some() { None } else { assumed };
    let words = plain(&format!("{} {} {}", row.inter, row.algorithm, row.notes));
    let without = ["NO SHARP", "WITHOUT SHARP", "SHARP OFF", "SHARP DISABLED", "NON-SHARP", "COLLNET_ENABLE=0"];
    let adds = has(&words, &["SHARP", "COLLNET"]) && !has(&words, &without) && !words.contains("NVLINK SHARP");
    // A tray's total cannot be told from a server's, so sums are of whole presets.
    let fabric = default.with_nics(nics, gbit).over(technology, transport).laid_out(Layout::Rail);
    (if adds && technology == Technology::InfiniBand { fabric.adding() } else { fabric }, assumed)
}

/// How the cards are driven, and over what.
fn driven(text: &str, default: &Fabric) -> (Transport, Technology) {
    let transport = match () {
        () if has(text, &["TCPXO", "FASTRAK", "FASTTRAK"]) => Transport::Tcp,
        () if has(text, &["TCPX"]) => Transport::Tcpx,
        () if has(text, &["NO TCP", "NOT TCP"]) => Transport::Rdma,
        () if has(text, &["SOCKET", "TCP", "IPOIB", "NO RDMA", "WITHOUT RDMA", "ENA ", "GVNIC"]) => Transport::Sockets,
        () if has(text, &["EFA"]) => Transport::Efa,
        () if has(text, &["SLINGSHOT", "CXI"]) => Transport::Slingshot,
        () if has(text, &["IB", "INFINIBAND", "ROCE", "RDMA", "DR", "SPECTRUM", "CX-", "CONNECTX"]) => Transport::Rdma,
        () => default.transport,
    };
    let ethernet = ["ROCE", "ETHERNET", "GBE", "EFA", "TCPX", "SLINGSHOT", "CXI", "SPECTRUM", "POLLARA", "THOR", "ENA"];
    let infiniband = ["IB", "INFINIBAND", "EDR", "HDR", "NDR", "XDR", "FDR", "OMNI"];
    let technology = match () {
        // Of "IB ... or RoCE ..." the first counts.
        () if first(text, &infiniband) < first(text, &ethernet) => Technology::InfiniBand,
        () if first(text, &ethernet) < usize::MAX => Technology::Ethernet,
        () => default.technology,
    };
    (transport, technology)
}

fn first(text: &str, words: &[&str]) -> usize {
    words.iter().filter_map(|word| text.find(word)).min().unwrap_or(usize::MAX)
}

/// Count and rate of a node's cards, with what was not stated.
fn fill(read: Cards, default: &Fabric, gpus: u32, rack: bool) -> (u32, u32, Option<Key>) {
    let parts = if rack { TRAYS } else { 1 };
    let whole = |count: u32| {
        let count = if read.each_gpu { count.saturating_mul(gpus) } else { count.saturating_mul(parts) };
        // "72x400G" of a rack counts the rack's cards, not a tray's.
        if rack && !read.each_gpu && count / parts >= gpus / 2 { count / parts } else { count }
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
    let gbit = PORT_RATES.into_iter().filter(|&rate| rate <= gbit).max().unwrap_or(PORT_RATES[0]);
    let assumed = if read.each_gpu { None } else { Some(key::VALIDATE_USUAL_CARDS) };
    (count.max(1), gbit, assumed)
}

/// The cloud's preset that a system's name says, where it has the same servers.
fn rented(name: &str, base: &str) -> Option<&'static System> {
    const NAMES: [(&str, &str, &str); 16] = [
        ("P3DN", "aws-p3dn", "dgx1-v100"),
        ("P4D", "aws-p4d", "dgx-a100"),
        ("P5EN", "aws-p5en", "dgx-h200"),
        ("P5E", "aws-p5e", "dgx-h200"),
        ("P5", "aws-p5", "dgx-h100"),
        ("P6-B200", "aws-p6-b200", "dgx-b200"),
        ("P6-B300", "aws-p6-b300", "hgx-b300"),
        ("A3 HIGH", "gcp-a3-high", "dgx-h100"),
        ("A3 MEGA", "gcp-a3-mega", "dgx-h100"),
        ("A3 ULTRA", "gcp-a3-ultra", "dgx-h200"),
        ("GCP A4", "gcp-a4", "dgx-b200"),
        ("GPU.B4", "oci-a100", "dgx-a100"),
        ("GPU.H100", "oci-h100", "dgx-h100"),
        ("GPU.H200", "oci-h200", "dgx-h200"),
        ("GPU.GB200", "oci-gb200", "gb200-nvl72"),
        ("GPU.GB300", "oci-gb300", "gb300-nvl72"),
    ];
    let (_, id, _) = NAMES.iter().find(|(word, _, of)| name.contains(word) && *of == base)?;
    topology::find_system(id)
}

#[cfg(test)]
#[path = "systems_tests.rs"]
mod tests;
