//! What the parts of a call weigh: equal shares of a buffer, or the unequal messages of an all-to-all-v.

use kitchen_units::Bytes;

use crate::plan::{Move, Plan};
use crate::{CollectiveError, Op};

/// How much more the busiest receiver gets than its even share, in hundredths: 100 is even, 150 half as much again. It is
/// what papers on mixtures of experts call the load imbalance: the largest load over the mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Skew(u32);

impl Skew {
    /// A skew in hundredths; `None` below 100.
    pub const fn percent(percent: u32) -> Option<Skew> {
        if percent >= 100 { Some(Skew(percent)) } else { None }
    }
}

/// The sizes of the messages of an all-to-all-v.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split<'a> {
    /// Each rank's bytes in equal parts for all, itself included.
    #[default]
    Even,
    /// From each rank, rank 0 gets so much more than its even share, and the others share the rest evenly.
    Skewed(Skew),
    /// Bytes from each rank to each, row by row, one row a sender; the call's bytes are not used.
    Table(&'a [u64]),
}

/// Where each part of a plan begins in a buffer of some bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parts {
    /// So many parts of a buffer of so many bytes, equal but for rounding.
    Equal { chunks: u32, bytes: u64 },
    /// [`Parts::Equal`] of a buffer that has only so many bytes: the last parts are smaller.
    Full { chunks: u32, bytes: u64, held: u64 },
    /// Where each part begins, and at the end where the last one ends, bytes.
    Table(Vec<u64>),
}

impl Parts {
    /// The parts of `plan` where a rank holds `bytes`.
    ///
    /// # Errors
    /// [`CollectiveError::Split`] where an all-to-all-v's sizes do not fit the plan, or sum to more than a `u64` holds.
    pub fn of(plan: &Plan, bytes: Bytes, split: &Split<'_>) -> Result<Parts, CollectiveError> {
        let bytes = plan.op.payload(bytes).0;
        // Where each rank has a buffer of its own to send, the parts are those of all ranks together.
        let buffers = if plan.op.is_exchange() { u64::from(plan.ranks) } else { 1 };
        let refusal = CollectiveError::Split { ranks: plan.ranks };
        let total = bytes.checked_mul(buffers).ok_or(CollectiveError::Size)?;
        match split {
            Split::Skewed(skew) if plan.op == Op::AllToAllV => {
                if u64::from(skew.0) > 100 * u64::from(plan.ranks) {
                    return Err(refusal);
                }
                Ok(Parts::Table(skewed(plan.ranks, bytes, *skew)))
            }
            Split::Table(sizes) if plan.op == Op::AllToAllV => {
                if sizes.len() != plan.chunks as usize {
                    return Err(refusal);
                }
                let mut offsets = vec![0_u64];
                for &size in *sizes {
                    let end = offsets[offsets.len() - 1].checked_add(size).ok_or(CollectiveError::Size)?;
                    offsets.push(end);
                }
                Ok(Parts::Table(offsets))
            }
            _ => Ok(Parts::Equal { chunks: plan.chunks, bytes: total }),
        }
    }

    /// Equal parts as those of a buffer of `bytes`, of which there are no more than are held.
    #[must_use]
    pub fn cut_as(self, bytes: Bytes) -> Parts {
        match self {
            Parts::Equal { chunks, bytes: held } if bytes.0 > held => Parts::Full { chunks, bytes: bytes.0, held },
            other => other,
        }
    }

    /// The parts of a buffer that goes in rounds of `full` bytes on each of `lines` lines, which take turns: all rounds are full but the
    /// last, and the parts of a line's round are equal.
    pub(crate) fn in_rounds(plan: &Plan, slices: u32, (lines, full): (u64, u64), bytes: Bytes) -> Parts {
        let each = u64::from(plan.chunks / slices.max(1)).max(1);
        let mut offsets = vec![0_u64];
        let mut end = 0;
        for slice in 0..u64::from(slices) {
            let (line, round) = (slice % lines, slice / lines);
            let own = bytes.0 * (line + 1) / lines - bytes.0 * line / lines;
            let held = own.saturating_sub(round * full).min(full);
            offsets.extend((1..=each).map(|part| end + held * part / each));
            end += held;
        }
        Parts::Table(offsets)
    }

    /// The first byte of a part, or the end of the last. Equal parts differ by at most one byte.
    fn offset(&self, chunk: u32) -> u64 {
        let of = |bytes: u64, chunks: u32| (u128::from(bytes) * u128::from(chunk) / u128::from(chunks.max(1))) as u64;
        match self {
            Parts::Equal { chunks, bytes } => of(*bytes, *chunks),
            Parts::Full { chunks, bytes, held } => of(*bytes, *chunks).min(*held),
            Parts::Table(offsets) => offsets[chunk as usize],
        }
    }

    /// The bytes that a move carries.
    pub fn of_move(&self, moved: &Move) -> Bytes {
        self.of_range(moved.chunk, moved.chunks)
    }

    /// The bytes of `chunks` neighbouring parts.
    pub fn of_range(&self, chunk: u32, chunks: u32) -> Bytes {
        Bytes(self.offset(chunk + chunks) - self.offset(chunk))
    }
}

/// Offsets of parts s n + d: d = 0 gets `skew` times an even share of the sender's bytes.
fn skewed(ranks: u32, bytes: u64, skew: Skew) -> Vec<u64> {
    let n = u64::from(ranks);
    let share =
        |whole: u64, parts: u64, of: u64| (u128::from(whole) * u128::from(parts) / u128::from(of.max(1))) as u64;
    let busiest = share(bytes, u64::from(skew.0), 100 * n);
    let others = |count: u64| share(bytes - busiest, count, n - 1);
    let mut offsets = Vec::with_capacity((n * n) as usize + 1);
    for sender in 0..n {
        offsets.push(sender * bytes);
        offsets.extend((0..n - 1).map(|before| sender * bytes + busiest + others(before)));
    }
    offsets.push(n * bytes);
    offsets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plans::direct;
    use proptest::prelude::*;

    /// The sizes from each rank to each.
    fn sizes(ranks: u32, bytes: u64, split: &Split<'_>) -> Result<Vec<u64>, CollectiveError> {
        let plan = direct::plan(Op::AllToAllV, ranks);
        let parts = Parts::of(&plan, Bytes(bytes), split)?;
        Ok((0..plan.chunks).map(|chunk| parts.offset(chunk + 1) - parts.offset(chunk)).collect())
    }

    fn check(ranks: u32, bytes: u64, percent: u32, expected: &[u64]) {
        assert_eq!(sizes(ranks, bytes, &Split::Skewed(Skew::percent(percent).unwrap())).unwrap(), expected);
    }

    #[test]
    fn the_busiest_receiver_gets_its_multiple_of_an_even_share() {
        check(2, 100, 100, &[50, 50, 50, 50]);
        check(2, 100, 150, &[75, 25, 75, 25]);
        check(4, 100, 400, &[100, 0, 0, 0, 100, 0, 0, 0, 100, 0, 0, 0, 100, 0, 0, 0]);
        check(1, 100, 100, &[100]);
        assert_eq!(Skew::percent(99), None);
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        let refused = |ranks| Err(CollectiveError::Split { ranks });
        assert_eq!(sizes(4, 100, &Split::Skewed(Skew(401))), refused(4));
        assert_eq!(sizes(2, 100, &Split::Table(&[1, 2, 3])), refused(2));
        assert_eq!(sizes(2, 100, &Split::Table(&[u64::MAX, 1, 0, 0])), Err(CollectiveError::Size));
        assert_eq!(sizes(2, u64::MAX, &Split::Even), Err(CollectiveError::Size));
        assert_eq!(sizes(2, 100, &Split::Table(&[1, 2, 3, 4])), Ok(vec![1, 2, 3, 4]));
    }

    proptest! {
        #[test]
        fn every_byte_of_every_rank_is_in_one_part(ranks in 1u32..=40, bytes in 0u64..1 << 40, percent in 100u32..=4000) {
            if let Ok(sizes) = sizes(ranks, bytes, &Split::Skewed(Skew(percent))) {
                for row in sizes.chunks(ranks as usize) {
                    prop_assert_eq!(row.iter().sum::<u64>(), bytes);
                }
            } else {
                prop_assert!(percent > 100 * ranks);
            }
        }
    }
}
