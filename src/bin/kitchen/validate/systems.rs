//! From a row's description of a machine to a preset and a fabric: by the words in the columns, never by the row's id.

use kitchen_core::collective::{Algorithm, Launch};
use kitchen_core::sim::task::GpuId;
use kitchen_core::text::{Key, Line, key, msg};
use kitchen_core::topology::{self, ClusterSpec};

use super::fabrics::{TRAY, fabric};
use super::presets::preset;
use super::rows::Row;
use super::words::{self, Racks, has, off, plain};

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
    pub(crate) assumed: Vec<Key>,
}

/// Finds the preset, the fabric and the group of a row.
///
/// # Errors
/// Why there is none, in a few words; rows with the same words are counted together.
pub(crate) fn map(row: &Row) -> Result<Mapped, Line> {
    let unknown = || Line::from(msg::ValidateNoPreset { gpu: short(&row.gpu).into(), link: short(&row.intra).into() });
    let (id, guessed) = preset(row).ok_or_else(unknown)?;
    let system = topology::find_system(id).ok_or_else(unknown)?;
    let per_node = system.gpus_per_node;
    let rack = per_node > 16;
    let least = row.gpus.div_ceil(per_node);
    let (counts, counted) = match row.nodes {
        _ if rack => (in_racks(row, per_node), None),
        Some(nodes) if nodes >= least => (spread(row.gpus, nodes), None),
        _ => (spread(row.gpus, least), Some(key::VALIDATE_USUAL_NODES)),
    };
    if counts.is_empty() {
        let line = Line::new(key::VALIDATE_NO_SPREAD).int("gpus", row.gpus.into());
        return Err(line.int("nodes", row.nodes.unwrap_or(least).into()).text("id", id));
    }
    let nodes = counts.len() as u32;
    let (fabric, open) = if nodes == 1 { (system.default_fabric, vec![]) } else { fabric(row, system, rack) };
    // Where the last server is not full, no GPU after the last rank is built.
    let gpus = (nodes == 1).then_some(row.gpus);
    let spec = ClusterSpec { gpus, fabric, ..ClusterSpec::new(system, nodes) };
    let group = counts
        .iter()
        .zip(0..)
        .flat_map(|(&count, node)| (0..count).map(move |index| node * per_node + index))
        .collect();
    let assumed = guessed.into_iter().chain(counted).chain(open).collect();
    Ok(Mapped { spec, group, launch: launch(&row.notes), algorithms: algorithms(row, nodes), assumed })
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A rack is one NVLink domain, and the column counts its trays: ranks are spread over as few racks as hold them, or over as
/// many as the text counts, whole trays each. Trays whose NVLink does not leave them are apart.
fn in_racks(row: &Row, per_node: u32) -> Vec<u32> {
    let text = plain(&format!("{} {} {}", row.intra, row.inter, row.notes));
    let trays = row.nodes.filter(|&trays| trays <= row.gpus && row.gpus.div_ceil(trays) <= TRAY);
    if off(&text, &["MNNVL", "IMEX"]) {
        return spread(row.gpus, trays.unwrap_or(row.gpus.div_ceil(TRAY)));
    }
    let stated = [&row.inter, &row.system, &row.notes].into_iter().find_map(|text| words::racks(text));
    let Racks { count, partial } = stated.unwrap_or(Racks { count: 1, partial: false });
    let racks = row.gpus.div_ceil(per_node).max(count.min(row.nodes.unwrap_or(count))).min(row.gpus);
    if partial && racks == row.gpus.div_ceil(per_node) {
        // "1.5 racks": the last one is not full.
        return (0..racks).map(|rack| per_node.min(row.gpus - rack * per_node)).collect();
    }
    match trays {
        Some(trays) if row.gpus.is_multiple_of(trays) && trays >= racks => {
            let each = row.gpus / trays;
            spread(trays, racks).into_iter().map(|trays| trays * each).collect()
        }
        _ => spread(row.gpus, racks),
    }
}

/// How many of `count` each of `nodes` has: equally many, or one more in the first ones; none where some would have none.
fn spread(count: u32, nodes: u32) -> Vec<u32> {
    let (Some(each), Some(rest)) = (count.checked_div(nodes), count.checked_rem(nodes)) else { return vec![] };
    if each == 0 { vec![] } else { (0..nodes).map(|node| each + u32::from(node < rest)).collect() }
}

/// nccl-tests' `-g N` drives N GPUs by one process.
fn launch(notes: &str) -> Launch {
    let text = plain(notes);
    let many = |rest: &str| {
        let digits: String = rest.trim_start_matches([' ', '=']).chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().is_ok_and(|gpus| gpus > 1)
    };
    let driven =
        ["-G", "--NGPUS"].iter().any(|flag| words::whole(&text, flag).is_some_and(|at| many(&text[at + flag.len()..])));
    let one =
        driven || has(&text, &["SINGLE PROCESS", "SINGLE-PROCESS", "ONE PROCESS", "GPUS PER PROCESS", "GPUS/PROCESS"]);
    match () {
        () if one && !has(&text, &["PROCESS PER GPU", "PROCESS A GPU"]) => Launch::OneProcess,
        () if has(&text, &["ALL_REDUCE_BENCH.PY", "PYTORCH", "TORCH."]) => Launch::Framework,
        () => Launch::ProcessPerGpu,
    }
}

/// Whether a text has no other words than these.
fn alone(text: &str, words: &[&str]) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).all(|word| word.is_empty() || words.contains(&word))
}

/// What a source forced or left out, by its column for the algorithm and by the library's settings in its notes; guesses
/// ("probably", "at large sizes", two of them) do not count.
fn algorithms(row: &Row, nodes: u32) -> &'static [Algorithm] {
    const RING: &[Algorithm] = &[Algorithm::Ring];
    const TREE: &[Algorithm] = &[Algorithm::DoubleBinaryTree];
    const EITHER: &[Algorithm] = &[Algorithm::Ring, Algorithm::DoubleBinaryTree];
    const DOUBLING: &[Algorithm] = &[Algorithm::HalvingDoubling];
    const PAT: &[Algorithm] = &[Algorithm::Pat];
    const NVLS: &[Algorithm] = &[Algorithm::InNetwork];
    const SHARP: &[Algorithm] = &[Algorithm::InFabric];
    let notes = plain(&row.notes);
    let set = ["NCCL_ALGO=", " ALGO=", "NCCL_ALGO "].iter().find_map(|name| notes.split(name).nth(1));
    let set = set.map(|set| set.split([' ', ';', ')']).next().unwrap_or_default());
    let known = plain(&row.algorithm);
    let guesses = ["PROBABLY", "LIKELY", "MAYBE", "?", "AT LARGE", "AT SMALL", "ABOVE", "BELOW", "INFERRED", "GUESS"];
    let guessed = has(&known, &guesses);
    // "NCCL_TREE_THRESHOLD=0" in brackets names no second one.
    let said = set.unwrap_or_else(|| if guessed { "" } else { known.split('(').next().unwrap_or_default() });
    let word = |name: &str| said.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == name);
    match (word("RING"), word("TREE")) {
        // The benchmark `hypercube` gathers in rounds of doubling distance (nccl-tests src/hypercube.cu).
        _ if word("HYPERCUBE") || said.starts_with("RECURSIVE DOUBLING") => DOUBLING,
        _ if word("PAT") && !word("RING") => PAT,
        (true, false) if !said.contains("NVLS") => RING,
        (false, true) if !said.contains("NVLS") => TREE,
        // Without NVLS the fastest of the others stands.
        _ if off(&notes, &["NVLS"]) || off(&known, &["NVLS"]) || said.starts_with("^NVLS") => {
            if nodes == 1 {
                RING
            } else {
                EITHER
            }
        }
        // Forced alone they carry small messages, too; "NVLS on" only lets the library take them.
        (false, false)
            if said.starts_with("NVLS") && alone(said, &["NVLS", "NVLSTREE", "SIMPLE", "FORCED", "ONLY"]) =>
        {
            NVLS
        }
        (false, false) if set.is_some() && said.starts_with("COLLNET") => SHARP,
        _ => &[Algorithm::Auto],
    }
}

#[cfg(test)]
#[path = "systems_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "wording_tests.rs"]
mod wordings;
