//! The matrix that `nvidia-smi topo -m` prints: GPUs and network cards against each other.

use super::{MOST_NVLINKS, Topology};
use crate::problem::Problem;

/// The most GPUs of a matrix, and the longest row.
const MOST_GPUS: usize = 256;

/// How two devices are joined, by their words; `SOC` is the old word for `SYS`.
const WORDS: [&str; 8] = ["X", "SYS", "NODE", "PHB", "PXB", "PIX", "PXN", "SOC"];

pub(crate) fn is(text: &str) -> bool {
    text.contains("GPU0") && text.lines().any(|line| row(&plain(line)).is_some())
}

/// The first matrix of the text.
pub(crate) fn read(text: &str) -> Result<Topology, Problem> {
    // Named in the first line, though their rows may be cut off; names may run together.
    let mut named = 0;
    let mut rows: Vec<(usize, Vec<String>)> = Vec::new();
    for line in text.lines() {
        let line = plain(line);
        match row(&line) {
            // A further matrix begins.
            Some((0, _)) if !rows.is_empty() => break,
            Some((gpu, cells)) if gpu < MOST_GPUS && cells.len() <= 4 * MOST_GPUS => rows.push((gpu, cells)),
            Some(_) => return Err(Problem::Many { what: "GPUs", most: MOST_GPUS as u64 }),
            None if rows.is_empty() && line.contains("GPU0") => named = columns(&line),
            None => {}
        }
    }
    let last = rows.iter().map(|(gpu, _)| gpu + 1).max().unwrap_or(0);
    let gpus = last.max(named);
    if rows.is_empty() {
        return Err(Problem::Nothing { what: "GPUs" });
    }
    if gpus > MOST_GPUS {
        return Err(Problem::Many { what: "GPUs", most: MOST_GPUS as u64 });
    }
    let nics = rows.iter().map(|(_, cells)| cells.len().saturating_sub(gpus)).max().unwrap_or(0);
    let mut found =
        Topology { format: "nvidia-smi", gpus: Some(gpus as u64), nics: Some(nics as u64), ..Topology::default() };
    let between = |a: usize, b: usize| rows.iter().find(|(gpu, _)| *gpu == a).and_then(|(_, cells)| cells.get(b));
    let mut of_gpu = vec![0_u64; gpus];
    for a in 0..gpus {
        for b in a + 1..gpus {
            let Some(word) = between(a, b).or_else(|| between(b, a)) else { continue };
            let lanes = nvlinks(word).unwrap_or(0);
            of_gpu[a] += lanes;
            of_gpu[b] += lanes;
            *found.pairs.entry(word.clone()).or_default() += 1;
        }
    }
    // More than a GPU has: each pair uses the same ones, which lead to switches.
    found.is_switched = of_gpu.iter().any(|lanes| *lanes > MOST_NVLINKS);
    let widest = found.pairs.keys().filter_map(|word| nvlinks(word)).max().unwrap_or(0);
    let links = if found.is_switched { widest * gpus as u64 } else { of_gpu.iter().sum::<u64>() / 2 };
    found.links = Some(links);
    Ok(found)
}

/// The number in `NV12`.
fn nvlinks(word: &str) -> Option<u64> {
    word.strip_prefix("NV")?.parse().ok().filter(|lanes| *lanes <= 1024)
}

/// The number of a GPU and the words behind it.
fn row(line: &str) -> Option<(usize, Vec<String>)> {
    let mut words = line.split_whitespace();
    let gpu = words.next()?.strip_prefix("GPU")?.parse().ok()?;
    let is_join = |word: &&str| WORDS.contains(word) || nvlinks(word).is_some();
    let cells: Vec<String> = words.take_while(is_join).map(str::to_owned).collect();
    (!cells.is_empty()).then_some((gpu, cells))
}

/// How many GPUs a first line names: `GPU0 GPU1`, or `GPU0GPU1`; not `GPU NUMA ID`.
fn columns(line: &str) -> usize {
    line.split("GPU").skip(1).filter(|behind| behind.starts_with(|c: char| c.is_ascii_digit())).count()
}

/// The line without the marks that underline a terminal's text.
fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('[') {
        out.push_str(rest[..at].trim_end_matches('\u{1b}'));
        let behind = rest[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        match behind.strip_prefix('m') {
            Some(after) => rest = after,
            None => {
                out.push('[');
                rest = &rest[at + 1..];
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, gpus: u64, nics: u64, links: u64, is_switched: bool) {
        let found = read(text).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
        let expected = (Some(gpus), Some(nics), Some(links), is_switched);
        assert_eq!((found.gpus, found.nics, found.links, found.is_switched), expected, "{text}");
        assert!(is(text), "{text}");
    }

    #[test]
    fn matrices_are_read() {
        let mesh = "\tGPU0\tGPU1\tGPU2\tNIC0\tCPU Affinity\tGPU NUMA ID\nGPU0\t X \tNV2\tNV1\tPIX\t0-9\nGPU1\tNV2\t X \tSYS\tSYS\t0-9\n\
            GPU2\tNV1\tSYS\t X \tSYS\t0-9\nNIC0\tPIX\tSYS\tSYS\t X\n\nLegend:\n  X = Self\n";
        check(mesh, 3, 1, 3, false);
        check(&mesh.replace("\tGPU0\tGPU1\tGPU2", "\t\u{1b}[4mGPU0GPU1GPU2"), 3, 1, 3, false);
        // The last row is cut off.
        check(&mesh.replace("GPU2\tNV1", "..."), 3, 1, 3, false);
        let row = |gpu: usize| {
            let cells: Vec<&str> = (0..8).map(|other| if other == gpu { "X" } else { "NV12" }).collect();
            format!("GPU{gpu} {}\n", cells.join(" "))
        };
        check(&(0..8).map(row).collect::<String>(), 8, 0, 96, true);
        check("GPU0 X NODE\nGPU1 NODE X\n$ again\nGPU0 X\n", 2, 0, 0, false);
    }
}
