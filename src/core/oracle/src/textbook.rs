//! Each collective as textbooks count it: t = t0 + a alpha + b S / B, with alpha one hop's latency, S the buffer, B what
//! one rank sends at once; on a crossbar, where no two messages between other ranks share a link.

use kitchen_collective::{Algorithm, Op};

/// The two factors, as numbers and as a formula in n ranks and k slices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Hops one after the other.
    pub a: f64,
    /// Buffers that pass the busiest line one after the other.
    pub b: f64,
    /// [`Cost::a`] as a formula.
    pub a_text: &'static str,
    /// [`Cost::b`] as a formula.
    pub b_text: &'static str,
}

const fn cost(a: f64, a_text: &'static str, b: f64, b_text: &'static str) -> Cost {
    Cost { a, b, a_text, b_text }
}

/// The cost of `op` by `algorithm`, for the choices of [`kitchen_collective::choose()`] inside one domain.
///
/// # Arguments
/// * `ranks`: n, at least 2.
/// * `slices`: k, parts in the pipeline of all trees together, at least 1.
///
/// # Returns
/// `None` for [`Algorithm::Auto`] and for hierarchies.
///
/// # Literature
/// R. Thakur, R. Rabenseifner, W. Gropp: Optimization of collective communication operations in MPICH. IJHPCA 19 (2005);
/// E. Chan, M. Heimlich, A. Purkayastha, R. van de Geijn: Collective communication: theory, practice, and experience.
/// Concurrency and Computation 19 (2007); P. Sanders, J. Speck, J. L. Traeff (2009) for the two trees; B. Klenk et al.
/// (2020) for sums in the network.
pub fn cost_of(op: Op, algorithm: Algorithm, ranks: u32, slices: u32) -> Option<Cost> {
    let (n, k) = (f64::from(ranks.max(2)), f64::from(slices.max(1)));
    let depth = f64::from(depth(ranks));
    let both = matches!(op, Op::AllReduce | Op::Barrier);
    let rooted = matches!(op, Op::Broadcast | Op::Reduce);
    let share = (n - 1.0) / n;
    Some(match algorithm {
        Algorithm::Ring if rooted => cost(n - 1.0, "(n − 1)", (n + k - 2.0) / k, "(n + k − 2)/k"),
        Algorithm::Ring if both => cost(2.0 * (n - 1.0), "2(n − 1)", 2.0 * share, "2(n − 1)/n"),
        Algorithm::Ring | Algorithm::Pairwise => cost(n - 1.0, "(n − 1)", share, "(n − 1)/n"),
        Algorithm::Direct if rooted => cost(1.0, "1", n - 1.0, "(n − 1)"),
        Algorithm::Direct if both => cost(2.0, "2", 2.0 * share, "2(n − 1)/n"),
        Algorithm::Direct if op == Op::SendRecv => cost(1.0, "1", 1.0, "1"),
        Algorithm::Direct => cost(1.0, "1", share, "(n − 1)/n"),
        Algorithm::HalvingDoubling => return Some(halving_doubling(both, ranks)),
        Algorithm::Tree => return Some(tree(both, ranks, k)),
        // Half of the slices go down each tree; who is inside one is a leaf of the other.
        Algorithm::DoubleBinaryTree if both => return Some(two_trees(ranks, k)),
        Algorithm::DoubleBinaryTree => cost(depth + 1.0, "(log₂n + 1)", (depth + k - 1.0) / k, "(log₂n + k − 1)/k"),
        Algorithm::Binomial if both => cost(2.0 * depth, "2·log₂n", 2.0 * depth, "2·log₂n"),
        Algorithm::Binomial if rooted => cost(depth, "log₂n", depth, "log₂n"),
        Algorithm::Bruck if op == Op::AllToAll => {
            // A part goes as many times as its distance has ones.
            let hops: u32 = (1..ranks).map(u32::count_ones).sum();
            let text = if ranks.is_power_of_two() { "(log₂n)/2" } else { "≈ (log₂n)/2" };
            cost(depth, "log₂n", f64::from(hops) / n, text)
        }
        Algorithm::Binomial | Algorithm::Bruck | Algorithm::Pat => cost(depth, "log₂n", share, "(n − 1)/n"),
        // A switch sums slice after slice, each with its own wait.
        Algorithm::InNetwork => cost(k + 1.0, "(k + 1)", (k + 1.0) / k, "(k + 1)/k"),
        Algorithm::Auto | Algorithm::Hierarchical | Algorithm::InFabric => return None,
    })
}

/// Levels of a binary tree over `n`: log2 n rounded up.
fn depth(n: u32) -> u32 {
    n.max(1).next_power_of_two().trailing_zeros()
}

/// k slices in a pipeline. Inside the tree a rank's line carries up to three slices at once: one up, and one down to each of
/// two children; with fewer than four ranks nobody has two.
fn tree(both: bool, ranks: u32, k: f64) -> Cost {
    let depth = f64::from(depth(ranks));
    match (both, ranks) {
        (true, 0..=2) => cost(2.0, "2", (k + 1.0) / k, "(k + 1)/k"),
        (true, 3) => cost(4.0, "4", (4.0 + 2.0 * (k - 1.0)) / k, "(4 + 2(k − 1))/k"),
        (true, _) => cost(2.0 * depth, "2·log₂n", (4.0 * depth + 3.0 * (k - 1.0)) / k, "(4·log₂n + 3(k − 1))/k"),
        (false, 0..=3) => cost(depth, "log₂n", (depth + k - 1.0) / k, "(log₂n + k − 1)/k"),
        (false, _) => cost(depth, "log₂n", 2.0 * (depth + k - 1.0) / k, "2(log₂n + k − 1)/k"),
    }
}

/// k slices, half of them down each tree: a rank's line carries one slice of the tree in which it is a leaf beside three of
/// the other, and each slice is half of what one tree's would be.
fn two_trees(ranks: u32, k: f64) -> Cost {
    let depth = f64::from(depth(ranks));
    match ranks {
        0..=2 => cost(2.0, "2", 1.0, "1"),
        3 => cost(4.0, "4", (4.0 + 1.5 * (k - 2.0)) / k, "(4 + 3(k − 2)/2)/k"),
        _ => cost(2.0 * depth, "2·log₂n", (2.0 * depth + 2.0 * (k - 2.0)) / k, "(2·log₂n + 2(k − 2))/k"),
    }
}

/// p ranks, the power of two up to n, exchange; the others hand over what they have and get what is theirs.
fn halving_doubling(both: bool, ranks: u32) -> Cost {
    let pairs = 1_u32 << ranks.max(2).ilog2();
    let (n, p, rounds) = (f64::from(ranks.max(2)), f64::from(pairs), f64::from(pairs.ilog2()));
    match (both, pairs == ranks.max(2)) {
        (true, true) => cost(2.0 * rounds, "2·log₂n", 2.0 * (n - 1.0) / n, "2(n − 1)/n"),
        (true, false) => cost(2.0 * rounds + 2.0, "(2·log₂p + 2)", 2.0 * (p - 1.0) / p + 2.0, "(2(p − 1)/p + 2)"),
        (false, true) => cost(rounds, "log₂n", (n - 1.0) / n, "(n − 1)/n"),
        (false, false) => cost(rounds + 2.0, "(log₂p + 2)", (n - 1.0) / n + 1.0, "((n − 1)/n + 1)"),
    }
}

#[cfg(test)]
mod tests {
    use kitchen_collective::measure;
    use kitchen_topology::{self as topology, ClusterSpec};
    use kitchen_units::Bytes;

    use super::*;

    /// Hops and buffers of `op` among `n` ranks in `k` slices.
    fn check(op: Op, algorithm: Algorithm, (n, k): (u32, u32), expected: [f64; 2]) {
        let cost = cost_of(op, algorithm, n, k).expect("a known form");
        let close = (cost.a - expected[0]).abs() < 1e-9 && (cost.b - expected[1]).abs() < 1e-9;
        assert!(close, "{op:?} by {algorithm:?}: {cost:?}");
    }

    #[test]
    fn costs_are_those_of_the_books() {
        check(Op::AllReduce, Algorithm::Ring, (8, 8), [14.0, 1.75]);
        check(Op::AllGather, Algorithm::Ring, (4, 4), [3.0, 0.75]);
        check(Op::AllReduce, Algorithm::HalvingDoubling, (8, 8), [6.0, 1.75]);
        check(Op::ReduceScatter, Algorithm::HalvingDoubling, (8, 8), [3.0, 0.875]);
        check(Op::Broadcast, Algorithm::Binomial, (8, 1), [3.0, 3.0]);
        check(Op::Scatter, Algorithm::Binomial, (8, 8), [3.0, 0.875]);
        check(Op::AllToAll, Algorithm::Bruck, (8, 64), [3.0, 1.5]);
        check(Op::AllToAll, Algorithm::Pairwise, (8, 64), [7.0, 0.875]);
        check(Op::AllReduce, Algorithm::Tree, (2, 1), [2.0, 2.0]);
        check(Op::AllReduce, Algorithm::InNetwork, (8, 1), [2.0, 2.0]);
    }

    /// What each further byte takes on eight ranks at a crossbar is b / B, by the simulation too: B is the same for all
    /// algorithms of messages between two ranks.
    #[test]
    fn the_simulation_takes_for_each_byte_what_the_books_say() {
        let topology = topology::build(&ClusterSpec::new(topology::system("dgx-a100").unwrap(), 1)).unwrap();
        let rate = |op, algorithm| {
            let time = |mib| measure(&topology, op, algorithm, Bytes::mib(mib)).unwrap().time.as_secs();
            let b = cost_of(op, algorithm, 8, 8).map_or(0.0, |cost| cost.b);
            b * Bytes::mib(512).0 as f64 / (time(1024) - time(512))
        };
        let expected = rate(Op::AllToAll, Algorithm::Pairwise);
        for (op, algorithm) in [
            (Op::AllReduce, Algorithm::HalvingDoubling),
            (Op::ReduceScatter, Algorithm::HalvingDoubling),
            (Op::AllReduce, Algorithm::Direct),
            (Op::AllToAll, Algorithm::Direct),
            (Op::AllToAll, Algorithm::Bruck),
            (Op::AllGather, Algorithm::Bruck),
            (Op::AllGather, Algorithm::Pat),
            (Op::Broadcast, Algorithm::Binomial),
            (Op::Scatter, Algorithm::Binomial),
        ] {
            let rate = rate(op, algorithm);
            assert!(
                (rate / expected - 1.0).abs() < 1e-3,
                "{op:?} by {algorithm:?}: {rate}, not {expected} bytes a second"
            );
        }
    }

    #[test]
    fn long_pipelines_come_near_their_limit() {
        let limit = |algorithm| cost_of(Op::AllReduce, algorithm, 8, 100_000).map_or(0.0, |cost| cost.b);
        assert!((limit(Algorithm::Tree) - 3.0).abs() < 0.01);
        assert!((limit(Algorithm::DoubleBinaryTree) - 2.0).abs() < 0.01);
        assert!((limit(Algorithm::InNetwork) - 1.0).abs() < 0.01);
        assert_eq!(cost_of(Op::AllReduce, Algorithm::Auto, 8, 1), None);
    }
}
