//! What a meeting should take: simulated on the restaurant that is chosen, and remembered.

use std::collections::BTreeMap;

use kitchen_core::collective::{Algorithm, Call, Launch, Op, measure_group};
use kitchen_core::topology::{self, ClusterSpec};
use kitchen_core::units::{Bytes, Time};

use super::bytes;
use crate::chapters::lab::own::Own;

/// So many different meetings are simulated of one thing that is told: the page computes them between two frames.
const MOST_ASKED: usize = 48;
/// The largest group.
const MOST_RANKS: u32 = 256;

/// The answers so far, by the restaurant, the operation, the ranks and the bytes.
#[derive(Debug, Default)]
pub(super) struct Expected {
    known: BTreeMap<(String, Op, u32, u64), Option<Answer>>,
}

/// What is expected of a meeting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Answer {
    /// From the call to the last rank's end.
    pub(super) time: Time,
    pub(super) algorithm: &'static str,
    pub(super) protocol: &'static str,
}

/// A count of what may still be simulated.
#[derive(Debug)]
pub(super) struct Left(usize);

impl Default for Left {
    fn default() -> Left {
        Left(MOST_ASKED)
    }
}

impl Expected {
    /// What is expected of one call; nothing where it cannot be simulated here.
    pub(super) fn of(&mut self, own: &Own, op: Op, ranks: u32, size: u64, left: &mut Left) -> Option<Answer> {
        let question = (own.ground_written(), op, ranks, size);
        if let Some(known) = self.known.get(&question) {
            return *known;
        }
        if !(2..=MOST_RANKS).contains(&ranks) || left.0 == 0 {
            return None;
        }
        left.0 -= 1;
        let answer = ask(own, op, ranks, bytes(size));
        self.known.insert(question, answer);
        answer
    }
}

/// Simulates a call of so many ranks, who stand side by side.
fn ask(own: &Own, op: Op, ranks: u32, bytes: Bytes) -> Option<Answer> {
    let nodes = ranks.div_ceil(own.system.gpus_per_node.max(1)).min(own.system.max_nodes.max(1));
    let topology = topology::build(&ClusterSpec { nodes, ..own.ground() }).ok()?;
    if ranks > topology.len() {
        return None;
    }
    let group: Vec<u32> = (0..ranks).collect();
    let call = Call::new(op, Algorithm::Auto, bytes, &group);
    let measured = measure_group(&topology, &call, Launch::ProcessPerGpu).ok()?;
    let (algorithm, protocol) = (measured.algorithm.id(), measured.choice.protocol.name());
    Some(Answer { time: measured.time, algorithm, protocol })
}
