//! What the library's own tuner makes of a chapter's meeting: the second half of "why this number".

use kitchen_core::collective::{Op, tuner};
use kitchen_core::sim::task::GpuId;
use kitchen_core::topology::Topology;
use kitchen_core::units::Bytes;
use kitchen_text::{Line, msg};

/// How many of the tuner's pairs are told: the rest are far behind.
const TOLD: usize = 4;

/// The pairs of algorithm and protocol that NCCL weighs for a meeting of all GPUs, the fastest by its own reckoning first;
/// none where it does not tune (all-to-all, AMD's links).
pub(crate) fn weighed(topology: &Topology, op: Op, bytes: Bytes) -> Vec<Line> {
    let group: Vec<GpuId> = (0..topology.len()).collect();
    let Ok(Some(tuning)) = tuner::explain(topology, &group, op, bytes) else { return Vec::new() };
    let mut pairs = tuning.candidates;
    kitchen_core::order::sort_by_key(&mut pairs, |pair| pair.time);
    let line = |pair: &tuner::Candidate| {
        Line::from(msg::TunerPair {
            algorithm: pair.family.name().into(),
            protocol: pair.protocol.name().into(),
            time: pair.time,
        })
    };
    pairs.iter().take(TOLD).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kitchen_core::topology::{self, ClusterSpec};
    use kitchen_text::Lang;

    /// The first pair told for a server, and how many are.
    fn check(system: &str, op: Op, bytes: Bytes, expected: (Option<&str>, usize)) {
        let topology = topology::build(&ClusterSpec::new(topology::system(system).unwrap(), 1)).unwrap();
        let told: Vec<String> = weighed(&topology, op, bytes).iter().map(|line| line.say(Lang::En)).collect();
        let first = told.first().map(|line| line.split(':').next().unwrap_or_default());
        assert_eq!((first, told.len()), expected, "{told:?}");
    }

    #[test]
    fn the_fastest_pair_is_told_first_and_none_where_nothing_is_tuned() {
        check("dgx-h100", Op::AllReduce, Bytes::gib(1), (Some("NVLS, Simple"), TOLD));
        check("dgx-h100", Op::AllReduce, Bytes(8), (Some("Ring, LL"), TOLD));
        check("dgx-a100", Op::AllGather, Bytes::gib(1), (Some("Ring, Simple"), 3));
        check("dgx-h100", Op::AllToAll, Bytes::gib(1), (None, 0));
    }
}
