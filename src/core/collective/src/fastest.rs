//! Every way of carrying out a call, simulated, and the fastest of them; and where NCCL takes another way.
//!
//! [`Algorithm::Auto`] imitates NCCL, whose tuner goes by tables and may be wrong by far. Here each algorithm that can carry
//! the call out runs with each protocol, its pipeline as deep as the closed forms find best.

use kitchen_topology::{Router, Topology};
use kitchen_units::Bytes;

use crate::error::CollectiveError;
use crate::lowering::Call;
use crate::measure::{Launch, Measured, Site};
use crate::nccl::choice::Choice;
use crate::nccl::communicator::Communicator;
use crate::nccl::{choose, messages, nvls};
use crate::{Algorithm, Op};

/// The most moves of a way that is tried: each takes less than a second.
const MOST_MOVES: u64 = 300_000;

/// All ways of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trials {
    /// What was simulated: the fastest first, of equals the one named first in [`Algorithm::ALL`] and by the protocols.
    pub done: Vec<Measured>,
    /// What can carry the call out, but in too many moves to be tried.
    pub left_out: Vec<Choice>,
}

/// Simulates all ways of a call; its algorithm is not looked at.
///
/// # Errors
/// [`CollectiveError`]: the group or the call is wrong, or no way can carry it out within bounds.
pub fn trials(topology: &Topology, call: &Call<'_>, launch: Launch) -> Result<Trials, CollectiveError> {
    let (router, links) = (Router::new(topology), topology.capacities());
    let site = Site::of(&router, call)?;
    let mut trials = Trials::default();
    let mut refusal = CollectiveError::Unsupported { op: call.op, algorithm: Algorithm::Auto };
    for choice in choose::each(site.comm(), call.op, call.bytes) {
        if site.moves(call, &choice) > MOST_MOVES {
            trials.left_out.push(choice);
            continue;
        }
        match site.simulate(&links, call, &choice, launch) {
            Ok(measured) => trials.done.push(measured),
            Err(error) => {
                trials.left_out.push(choice);
                refusal = error;
            }
        }
    }
    // Stable: of equals the first stays first.
    kitchen_units::order::sort_by_key(&mut trials.done, |measured| measured.time);
    if trials.done.is_empty() { Err(refusal) } else { Ok(trials) }
}

/// Where the nearest calls of fewer and of more bytes are that NCCL carries out another way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Changes {
    /// The most bytes below, and how those go.
    pub below: Option<(Bytes, Choice)>,
    /// The fewest bytes above, and how those go.
    pub above: Option<(Bytes, Choice)>,
    /// Where a message between servers, or what a head owns of a sum, goes in chunks of another size: the chunk here, and the most bytes below and the
    /// fewest above that do. In one domain it is the switch's.
    pub chunk: Option<(u64, [Option<Bytes>; 2])>,
}

impl Changes {
    /// Whether one of them is at most so many bytes away from a call of `bytes`.
    pub fn are_within(&self, bytes: u64, most: u64) -> bool {
        let ways = self.below.into_iter().chain(self.above).map(|(other, _)| other);
        let chunks = self.chunk.into_iter().flat_map(|(_, others)| others).flatten();
        ways.chain(chunks).any(|other| bytes.abs_diff(other.0) <= most)
    }
}

/// The largest call that is looked at.
const MOST_BYTES: u64 = 1 << 40;

/// Where NCCL changes its way around a call: there its time may jump, up or down, from one byte to the next.
///
/// # Errors
/// See [`choose::choose`].
pub fn changes(topology: &Topology, call: &Call<'_>) -> Result<Changes, CollectiveError> {
    let router = Router::new(topology);
    let site = Site::of(&router, call)?;
    let comm = site.comm();
    let choice_at = |bytes: u64| choose_at(comm, call.op, call.algorithm, Bytes(bytes));
    let here = choice_at(call.bytes.0)?;
    let differs = |bytes: u64| {
        choice_at(bytes).is_ok_and(|other| (other.algorithm, other.protocol) != (here.algorithm, here.protocol))
    };
    let [below, above] = nearest(call.bytes.0, &differs);
    let told = |bytes: Option<u64>| bytes.and_then(|bytes| Some((Bytes(bytes), choice_at(bytes).ok()?)));
    let chunk_at = |bytes: u64| {
        let message = || messages::chunk_of(comm, call.op, &here, Bytes(bytes));
        nvls::chunk(comm, call.op, &here, Bytes(bytes)).or_else(message)
    };
    let chunk = chunk_at(call.bytes.0).map(|chunk| {
        let other = |bytes: u64| chunk_at(bytes) != Some(chunk);
        (chunk, nearest(call.bytes.0, &other).map(|bytes| bytes.map(Bytes)))
    });
    Ok(Changes { below: told(below), above: told(above), chunk })
}

fn choose_at(comm: &Communicator, op: Op, algorithm: Algorithm, bytes: Bytes) -> Result<Choice, CollectiveError> {
    choose::choose_with(comm, op, algorithm, bytes, choose::light_rings(op))
}

/// The nearest numbers below and above `here` for which `differs` holds, looked for by doubling and then by halves.
fn nearest(here: u64, differs: &dyn Fn(u64) -> bool) -> [Option<u64>; 2] {
    let bisect = |mut same: u64, mut other: u64| {
        while same.abs_diff(other) > 1 {
            let middle = u64::midpoint(same, other);
            if differs(middle) { other = middle } else { same = middle }
        }
        other
    };
    let mut found = [None, None];
    let mut same = here;
    for bytes in std::iter::successors(Some(here / 2), |bytes| Some(bytes / 2)).take_while(|&bytes| bytes > 0) {
        if differs(bytes) {
            found[0] = Some(bisect(same, bytes));
            break;
        }
        same = bytes;
    }
    same = here;
    for bytes in std::iter::successors(Some(here.saturating_mul(2)), |bytes| bytes.checked_mul(2)) {
        if bytes > MOST_BYTES || bytes == 0 {
            break;
        }
        if differs(bytes) {
            found[1] = Some(bisect(same, bytes));
            break;
        }
        same = bytes;
    }
    found
}

#[cfg(test)]
#[path = "fastest_tests.rs"]
mod tests;
