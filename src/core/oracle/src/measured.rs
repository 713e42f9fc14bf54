//! What others measured of the chapters' collectives, to stand beside what is simulated. No constant is taken from here.

use kitchen_collective::Op;
use kitchen_units::{Bytes, Rate};

/// `reference/collectives.txt`: its first lines say what is in it.
const SWEEPS: &str = include_str!("../reference/collectives.txt");

/// How many times the measured buffer may be the asked one, or the other way round, and still be told.
const NEAR: u64 = 8;

/// A measured row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Of the call, as nccl-tests counts them.
    pub bytes: Bytes,
    /// Bus bandwidth.
    pub busbw: Rate,
    /// The document.
    pub source: &'static str,
}

/// The row of the nearest size that was measured of `op` on so many GPUs in so many servers of a preset behind its usual
/// network; none where nobody did, or only sizes far away.
pub fn measured(system: &str, nodes: u32, gpus: u32, op: Op, bytes: Bytes) -> Option<Measured> {
    let mut source = None;
    let mut nearest: Option<Measured> = None;
    for line in SWEEPS.lines() {
        if let Some(named) = sweep(line) {
            source = (named.of == (system, nodes, gpus) && Op::from_id(named.op) == Some(op)).then_some(named.source);
        } else if let (Some(source), Some((size, busbw))) = (source, row(line)) {
            let row = Measured { bytes: size, busbw, source };
            if nearest.is_none_or(|best| times(size, bytes) < times(best.bytes, bytes)) {
                nearest = Some(row);
            }
        }
    }
    nearest.filter(|row| times(row.bytes, bytes) <= (NEAR, 0))
}

/// How many times the larger is the smaller; whole, and the rest in the smaller's bytes.
fn times(a: Bytes, b: Bytes) -> (u64, u64) {
    let (small, large) = (a.0.min(b.0).max(1), a.0.max(b.0));
    (large / small, large % small)
}

struct Sweep {
    of: (&'static str, u32, u32),
    op: &'static str,
    source: &'static str,
}

fn sweep(line: &'static str) -> Option<Sweep> {
    let mut cells = line.split('|');
    let (_, system, nodes, gpus) = (cells.next()?, cells.next()?, cells.next()?, cells.next()?);
    let (op, source) = (cells.next()?, cells.next()?);
    Some(Sweep { of: (system, nodes.parse().ok()?, gpus.parse().ok()?), op, source })
}

fn row(line: &str) -> Option<(Bytes, Rate)> {
    let (bytes, busbw) = line.split_once(' ')?;
    Some((Bytes(bytes.parse().ok()?), Rate::bytes_per_s(f64::from(busbw.parse::<u32>().ok()?) * 1e6)))
}

#[cfg(test)]
mod tests {
    use kitchen_topology as topology;

    use super::*;

    fn check(system: &str, gpus: u32, op: Op, bytes: Bytes, expected: Option<(Bytes, f64)>) {
        let per_node = topology::system(system).expect("a preset").gpus_per_node;
        let found = measured(system, gpus.div_ceil(per_node), gpus, op, bytes);
        assert_eq!(found.map(|row| (row.bytes, row.busbw.as_gb_per_s())), expected, "{system} {gpus} {op:?} {bytes:?}");
    }

    #[test]
    fn a_row_is_found_where_the_same_was_measured() {
        let gib = Bytes::gib;
        check("dgx-h100", 8, Op::AllReduce, gib(1), Some((gib(1), 466.33)));
        check("dgx-a100", 8, Op::AllToAll, gib(1), Some((gib(1), 216.71)));
        check("gb200-nvl72", 72, Op::AllReduce, Bytes(128 << 20), Some((Bytes(512 << 20), 586.06)));
        check("gb200-nvl72", 72, Op::AllReduce, Bytes(1 << 20), None);
        check("dgx-h100", 4, Op::AllReduce, gib(1), None);
        check("dgx-h100", 8, Op::Broadcast, gib(1), None);
    }

    #[test]
    fn every_line_is_a_sweep_of_a_preset_a_row_or_a_comment() {
        for line in SWEEPS.lines().filter(|line| !line.starts_with('#')) {
            let named = sweep(line);
            let is_sweep = named.is_some_and(|named| {
                topology::system(named.of.0).is_some() && Op::from_id(named.op).is_some() && !named.source.is_empty()
            });
            assert!(is_sweep != row(line).is_some(), "{line}");
        }
    }
}
