//! From the words of a row to the preset with that GPU and those links. Systems with the same links as a preset count as it.

use kitchen_core::text::{Key, key};
use kitchen_core::topology::{self, System};

use super::rows::Row;
use super::words::{has, model, named, off, plain};

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

/// Machines whose servers hold four GPUs, each joined to each (memory).
const FOURS: [&str; 5] = ["PERLMUTTER", "LEONARDO", "JUWELS", "MARENOSTRUM", "POLARIS"];

impl Wires {
    fn of(row: &Row) -> Wires {
        let (gpu, system, intra) = (plain(&row.gpu), plain(&row.system), plain(&row.intra));
        let cut = off(&intra, &["NVLINK"]) || without_peers(row);
        let nvlink = has(&intra, &["NVLINK", "NVSWITCH", "NVL72"]) && !cut;
        let switched = has(&intra, &["NVSWITCH", "NVSW"]) && !cut;
        let card = has(&gpu, &["PCIE", "PCI-E"]);
        let bridge = !cut && (intra.contains("BRIDGE") || (card && nvlink && !switched));
        let mesh = ["ALL-TO-ALL", "ALL TO ALL", "FULL MESH", "FULLY CONNECTED", "FULLY-CONNECTED", "PER PAIR"];
        Wires {
            bridge,
            pcie: cut || (!bridge && !switched && (card || (has(&intra, &["PCIE", "PCI-E"]) && !nvlink))),
            direct: has(&intra, &mesh) || named(&intra, &["DIRECT"]) || has(&system, &FOURS),
            switched,
            // Servers hold eight unless something says otherwise.
            each: row.nodes.map_or(row.gpus.min(8), |nodes| row.gpus.div_ceil(nodes.max(1))),
        }
    }
}

/// Whether the library was told not to let GPUs write to each other: then bytes pass through host memory.
fn without_peers(row: &Row) -> bool {
    let text = plain(&format!("{} {}", row.intra, row.notes));
    off(&text, &["P2P", "P2P_LEVEL"]) || has(&text, &["P2P_DISABLE=1", "P2P_LEVEL=LOC"])
}

/// Machines whose names say the GPU; the longer names first.
const MACHINES: [(&str, &str); 39] = [
    ("DGX-2", "V100-SXM3"),
    ("DGX2", "V100-SXM3"),
    ("DGX-1P", "P100"),
    ("DGX-1", "V100"),
    ("DGX1", "V100"),
    ("P3DN", "V100"),
    ("P3.", "V100"),
    ("P4D", "A100"),
    ("P5EN", "H200"),
    ("P5E", "H200"),
    ("P5.", "H100"),
    ("A2-", "A100"),
    ("A3 ULTRA", "H200"),
    ("A3-ULTRA", "H200"),
    ("A3 ", "H100"),
    ("A3-", "H100"),
    ("A4X", "GB200"),
    ("GCP A4", "B200"),
    ("A4-HIGH", "B200"),
    ("NDV2", "V100"),
    ("ND40RS", "V100"),
    ("NDV4", "A100"),
    ("ND96AS", "A100"),
    ("ND96AMS", "A100"),
    ("GPU3.", "V100"),
    ("GPU4.", "A100"),
    ("GPU.B4.", "A100"),
    ("G5.", "A10"),
    ("G6E.", "L40S"),
    ("G6.", "L4"),
    ("FRONTIER", "MI250X"),
    ("LUMI", "MI250X"),
    ("EL CAPITAN", "MI300A"),
    ("ALPS", "GH200"),
    ("ISAMBARD", "GH200"),
    ("PERLMUTTER", "A100"),
    ("LEONARDO", "A100"),
    ("JUWELS", "A100"),
    ("SELENE", "A100"),
];

/// What stands for a generation named alone, or a vendor: its first with such links.
const VAGUE: [(&str, &str); 6] = [
    ("BLACKWELL", "B200"),
    ("HOPPER", "H100"),
    ("AMPERE", "A100"),
    ("VOLTA", "V100"),
    ("PASCAL", "P100"),
    ("INSTINCT", "MI300X"),
];

/// The preset of a row, and what had to be assumed of it.
pub(crate) fn preset(row: &Row) -> Option<(&'static str, Option<Key>)> {
    let wires = Wires::of(row);
    let (intra, system) = (plain(&row.intra), plain(&row.system));
    // Where the column names no model, the system's name may.
    let texts = [plain(&row.gpu), system.clone()];
    let by = |known: &[(&str, &str)], text: &str| {
        known.iter().find(|(word, _)| text.contains(word)).and_then(|(_, gpu)| find(gpu, &intra, &wires))
    };
    let model = |text: &str| find(text, &intra, &wires);
    let said = model(&texts[0]).or_else(|| by(&MACHINES, &system)).or_else(|| model(&system));
    let id = said.map(|id| (id, None)).or_else(|| {
        let guess = texts.iter().find_map(|text| by(&VAGUE, text))?;
        Some((guess, Some(key::VALIDATE_USUAL_GPU)))
    })?;
    let through_host = without_peers(row).then_some(key::VALIDATE_NO_PEERS);
    Some((id.0, through_host.or(id.1)))
}

fn find(text: &str, intra: &str, wires: &Wires) -> Option<&'static str> {
    let is = |names: &[&str]| names.iter().any(|name| model(text, name).is_some());
    let boards = ["RTX", "GTX", "GEFORCE", "QUADRO", "TITAN", "L40", "A6000", "A5000", "A4000", "A40", "A10", "A30"];
    if (has(text, &boards) && !is(&["A100"])) || is(&["L4", "L20", "T4", "A2", "A16", "5090", "4090", "3090", "2080"]) {
        return Some(card(text, intra, wires));
    }
    let found = match () {
        () if is(&["VR200", "RUBIN"]) => "vr-nvl72",
        () if is(&["GB200", "GB300"]) && model(intra, "NVL4").is_some() => "gb200-nvl4",
        () if is(&["GB300"]) || (is(&["B300"]) && intra.contains("NVL72")) => "gb300-nvl72",
        () if is(&["GB200"]) || (is(&["B200"]) && intra.contains("NVL72")) => "gb200-nvl72",
        () if is(&["GH200"]) && (text.contains("NVL2") || intra.contains("NVL2")) => "gh200-nvl2",
        () if is(&["GH200"]) => "gh200-4",
        () if wires.pcie && is(&["B200", "B300", "B100"]) => "rtx-6000d-8",
        () if is(&["B300"]) => "hgx-b300",
        () if is(&["B200", "B100"]) => "dgx-b200",
        () if is(&["H100", "H200", "H800", "H20"]) => hopper(text, intra, wires),
        () if is(&["A100", "A800"]) => ampere(text, wires),
        () if is(&["V100", "V100S"]) => volta(text, wires),
        () if is(&["P100"]) && !wires.pcie => "dgx1-p100",
        () if is(&["P100", "P40", "P4", "K80", "M40"]) => "v100-pcie-8",
        () => return amd(text, intra, wires),
    };
    Some(found)
}

fn hopper(text: &str, intra: &str, wires: &Wires) -> &'static str {
    let is = |name: &str| model(text, name).is_some();
    let nvl = has(text, &[" NVL", "-NVL"]) && !wires.switched;
    match () {
        () if is("H200") && (wires.bridge || nvl) && (wires.each > 2 || has(intra, &["4-WAY", "4 WAY"])) => {
            "h200-nvl-8"
        }
        () if (wires.bridge || (nvl && !wires.pcie)) && wires.each <= 2 => "h100-pcie-2",
        () if wires.bridge || (nvl && !wires.pcie) => "h100-nvl-8",
        () if wires.pcie => "h100-pcie-8",
        () if is("H100") && intra.contains("NVLINK SWITCH SYSTEM") => "dgx-h100-nvlink",
        () if wires.direct && wires.each <= 4 && !wires.switched => "hgx-h100-4",
        () if is("H100") => "dgx-h100",
        () if is("H200") => "dgx-h200",
        () if is("H800") => "hgx-h800",
        () => "hgx-h20",
    }
}

fn ampere(text: &str, wires: &Wires) -> &'static str {
    match () {
        () if wires.bridge && wires.each <= 2 => "a100-pcie-2",
        () if wires.bridge => "a100-pcie-pairs-8",
        () if wires.pcie => "pcie-8",
        () if wires.direct && wires.each <= 4 && !wires.switched => "hgx-a100-4",
        () if wires.each > 8 => "hgx-a100-16",
        () if model(text, "A100").is_some() => "dgx-a100",
        () => "hgx-a800",
    }
}

fn volta(text: &str, wires: &Wires) -> &'static str {
    match () {
        () if wires.pcie => "v100-pcie-8",
        () if wires.switched || wires.each > 8 || text.contains("SXM3") => "dgx2",
        () if wires.direct && wires.each <= 4 => "hgx-v100-4",
        () => "dgx1-v100",
    }
}

fn amd(text: &str, intra: &str, wires: &Wires) -> Option<&'static str> {
    let is = |names: &[&str]| names.iter().any(|name| model(text, name).is_some());
    match () {
        () if wires.pcie && is(&["MI300X", "MI250X", "MI250", "MI210", "MI100"]) => Some("pcie-8"),
        () if is(&["MI355X", "MI355", "MI350X", "MI350"]) => Some("mi355x-8"),
        () if is(&["MI325X", "MI325"]) => Some("mi325x-8"),
        () if is(&["MI300A"]) => Some("mi300a-4"),
        () if is(&["MI300X", "MI300", "MI308X"]) => Some("mi300x-8"),
        () if is(&["MI250X", "MI250"]) => Some("mi250x-8"),
        () if is(&["MI210", "MI100", "MI60", "MI50"]) => Some("pcie-8"),
        () if has(text, &["AMD"]) && has(intra, &["MESH", "XGMI"]) => Some("mi300x-8"),
        () => None,
    }
}

/// Servers with PCIe alone differ by its generation: the preset of that generation stands for cards of other models.
fn card(text: &str, intra: &str, wires: &Wires) -> &'static str {
    if wires.bridge || (!wires.pcie && has(intra, &["NVLINK"])) {
        return "rtx-a6000-8";
    }
    if wires.each > 8 {
        return "l40s-16";
    }
    let is = |names: &[&str]| names.iter().any(|name| model(text, name).is_some());
    let generation = ["GEN3", "GEN4", "GEN5"].iter().position(|word| has(&intra.replace("GEN ", "GEN"), &[word]));
    let professional = has(text, &["6000D", "PRO 6000", "6000 BLACKWELL", "PRO 5000", "PRO 4500"]);
    let of_card = || match () {
        () if professional || is(&["5090", "5080", "5070"]) => 2,
        () if has(text, &["TITAN", "GTX", "QUADRO"]) || is(&["2080", "T4"]) => 0,
        () => 1,
    };
    // Eight lanes carry what sixteen of the generation before do.
    let narrow = usize::from(named(intra, &["X8"]));
    let newest = if professional { "rtx-6000d-8" } else { "rtx-5090-8" };
    ["v100-pcie-8", "l40s-8", newest][generation.unwrap_or_else(of_card).saturating_sub(narrow)]
}

/// The cloud's preset that a system's name says, where it has the same servers.
pub(crate) fn rented(name: &str, base: &str) -> Option<&'static System> {
    const NAMES: [(&str, &str, &str); 27] = [
        ("P3DN", "aws-p3dn", "dgx1-v100"),
        ("P3.", "aws-p3", "dgx1-v100"),
        ("P4D", "aws-p4d", "dgx-a100"),
        ("P5EN", "aws-p5en", "dgx-h200"),
        ("P5E", "aws-p5e", "dgx-h200"),
        ("P5", "aws-p5", "dgx-h100"),
        ("P6-B200", "aws-p6-b200", "dgx-b200"),
        ("P6-B300", "aws-p6-b300", "hgx-b300"),
        ("P6E", "aws-p6e-gb200", "gb200-nvl72"),
        ("A2-", "gcp-a2", "dgx-a100"),
        ("A3 HIGH", "gcp-a3-high", "dgx-h100"),
        ("A3-HIGH", "gcp-a3-high", "dgx-h100"),
        ("A3 MEGA", "gcp-a3-mega", "dgx-h100"),
        ("A3-MEGA", "gcp-a3-mega", "dgx-h100"),
        ("A3 ULTRA", "gcp-a3-ultra", "dgx-h200"),
        ("A3-ULTRA", "gcp-a3-ultra", "dgx-h200"),
        ("A4X", "gcp-a4x", "gb200-nvl72"),
        ("GCP A4", "gcp-a4", "dgx-b200"),
        ("A4-HIGH", "gcp-a4", "dgx-b200"),
        ("NDV2", "azure-nd-v2", "dgx1-v100"),
        ("GPU.B4", "oci-a100", "dgx-a100"),
        ("GPU4.", "oci-a100", "dgx-a100"),
        ("GPU.A100", "oci-a100", "dgx-a100"),
        ("GPU.H100", "oci-h100", "dgx-h100"),
        ("GPU.H200", "oci-h200", "dgx-h200"),
        ("GPU.GB200", "oci-gb200", "gb200-nvl72"),
        ("GPU.GB300", "oci-gb300", "gb300-nvl72"),
    ];
    let (_, id, _) = NAMES.iter().find(|(word, _, of)| name.contains(word) && *of == base)?;
    topology::find_system(id)
}
