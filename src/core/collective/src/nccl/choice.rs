//! How a collective is carried out, once that is settled: what a plan, its routes and its closed form are made for.

use kitchen_units::{Bytes, Time};

use crate::nccl::protocol::Protocol;
use crate::{Algorithm, Op};

/// How a call is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Never [`Algorithm::Auto`].
    pub algorithm: Algorithm,
    /// NCCL's way of moving the bytes.
    pub protocol: Protocol,
    /// Parts in the pipeline.
    pub slices: u32,
    /// The closed form's time, launch included.
    pub estimate: Time,
}

impl Choice {
    /// The bytes that a buffer of `bytes` is cut as: in a pipeline all slices but the last are full, and a full one is a
    /// power-of-two part of the next power of two. So a byte more or less never makes all slices larger or smaller.
    pub fn cut_as(&self, bytes: Bytes) -> Bytes {
        let full = slice(bytes, self.slices.next_power_of_two());
        let whole = full.saturating_mul(u64::from(self.slices));
        // A depth that was not found so (rounds of a switch's chunks) cuts equally.
        if self.slices > 1 && (full.saturating_mul(u64::from(self.slices - 1))..=whole).contains(&bytes.0) {
            Bytes(whole)
        } else {
            bytes
        }
    }

    /// How many slices `bytes` make in a pipeline of at most `deep` of them, a power of two.
    pub(crate) fn slices_of(bytes: Bytes, deep: u32) -> u32 {
        bytes.0.div_ceil(slice(bytes, deep)).clamp(1, u64::from(deep)) as u32
    }
}

/// The full slice of a pipeline of `deep` slices, a power of two.
pub(crate) fn slice(bytes: Bytes, deep: u32) -> u64 {
    let whole = bytes.0.max(1).checked_next_power_of_two().unwrap_or(u64::MAX);
    whole.div_ceil(u64::from(deep)).max(1)
}

/// What a buffer is cut as, see [`Choice::cut_as`].
pub(crate) fn cut_as(op: Op, choice: &Choice, bytes: Bytes) -> Bytes {
    if is_sliced(op, choice.algorithm) && is_filled(choice.algorithm) { choice.cut_as(bytes) } else { bytes }
}

/// Whether a pipeline's slices are full but for the last, so that a byte more never makes all of them smaller. Along chains
/// each follows the one before; where slices only queue, a small one would overtake. Rounds of a switch's chunks are equal.
pub(crate) fn is_filled(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::Ring | Algorithm::Tree | Algorithm::DoubleBinaryTree)
}

/// Whether more slices change the plan.
pub(crate) fn is_sliced(op: Op, algorithm: Algorithm) -> bool {
    match algorithm {
        Algorithm::Ring => matches!(op, Op::Broadcast | Op::Reduce),
        Algorithm::Tree | Algorithm::DoubleBinaryTree | Algorithm::InNetwork | Algorithm::Hierarchical => true,
        Algorithm::InFabric => !matches!(op, Op::AllGather | Op::ReduceScatter),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Algorithm;

    fn check(bytes: u64, deep: u32, slices: u32, cut_as: u64) {
        let slices_of = Choice::slices_of(Bytes(bytes), deep);
        let (algorithm, protocol, estimate) = (Algorithm::Ring, Protocol::Simple, Time::ZERO);
        let choice = Choice { algorithm, protocol, slices: slices_of, estimate };
        assert_eq!((slices_of, choice.cut_as(Bytes(bytes)).0), (slices, cut_as), "{bytes} bytes, {deep} deep");
    }

    #[test]
    fn all_slices_but_the_last_are_full() {
        check(1 << 20, 1, 1, 1 << 20);
        check(1 << 20, 8, 8, 1 << 20);
        check((1 << 20) - 1, 8, 8, 1 << 20);
        check((1 << 19) + 1, 8, 5, 5 << 17);
        check((1 << 19) + 1, 2, 2, 1 << 20);
        check(3, 8, 3, 3);
        check(0, 8, 1, 0);
        check(u64::MAX, 2, 2, u64::MAX);
    }
}
