//! Recursive halving and doubling: exchanges with log2 n partners, each at twice the distance of the last.

use crate::Op;
use crate::plan::{Action, Plan};
use crate::plans::rounds::Rounds;

/// Compiles `op` into exchanges between partners whose numbers differ in one bit.
///
/// A reduce-scatter halves: partners hand each other the half of the buffer that they give up and add, then go on with
/// half as much. An all-gather doubles: partners hand each other all they have. An all-reduce is the one after the other.
/// Partners are nearest while parts are large, so that most bytes stay in a server. In an all-reduce any part may end up
/// anywhere on the way, so each half is in one piece; shards that belong to ranks in their order lie here and there.
///
/// With a number of ranks that is no power of two, p being the power below it, the first n - p pairs of neighbours
/// fold: one of each hands all it has to the other, waits, and gets its result.
///
/// # Arguments
/// * `n`: ranks.
///
/// # Returns
/// The plan, or `None` for operations other than all-reduce, barrier, reduce-scatter and all-gather.
///
/// # Complexity
/// 2 p log2 p + 2 (n - p) moves for an all-reduce in 2 log2 p + 2 steps; each of the p ranks sends 2 (p - 1) / p of the buffer, as
/// in a ring, and those that fold the whole buffer once more. A reduce-scatter or an all-gather has as many messages in
/// half of the steps, of up to p (n - 1) moves together.
///
/// # Example
/// ```
/// use kitchen_collective::{Op, check, halving_doubling};
/// let plan = halving_doubling::plan(Op::AllReduce, 8).unwrap();
/// assert_eq!(plan.moves.len(), 2 * 8 * 3);
/// assert_eq!(check::check(&plan), Ok(()));
/// ```
///
/// # Literature
/// R. Rabenseifner: Optimization of collective reduction operations. ICCS 2004. R. Thakur, R. Rabenseifner, W. Gropp:
/// Optimization of collective communication operations in MPICH. IJHPCA 19 (2005).
pub fn plan(op: Op, n: u32) -> Option<Plan> {
    let whole = match op {
        Op::AllReduce | Op::Barrier => true,
        Op::ReduceScatter | Op::AllGather => false,
        _ => return None,
    };
    let mut writer = Writer::new(op, n, whole);
    let rounds = writer.pairs.ilog2();
    writer.fold();
    if whole {
        (0..rounds).for_each(|bit| writer.exchange(bit, Action::Reduce, |_, at| kept(at ^ 1 << bit, bit, rounds)));
        (0..rounds).rev().for_each(|bit| writer.exchange(bit, Action::Copy, |_, at| kept(at, bit, rounds)));
    } else if op == Op::ReduceScatter {
        (0..rounds).for_each(|bit| writer.swap(bit, Action::Reduce, 1 << bit));
    } else {
        (0..rounds).rev().for_each(|bit| writer.swap(bit, Action::Copy, 0));
    }
    writer.unfold();
    Some(writer.rounds.finish())
}

/// The moves of [`plan`], counted without writing it: at most.
pub(crate) fn moves(op: Op, n: u32) -> u64 {
    let pairs = 1_u64 << n.max(1).ilog2();
    let folded = u64::from(n) - pairs;
    let exchanged = match op {
        Op::AllReduce | Op::Barrier => 2 * pairs * u64::from(pairs.ilog2()),
        _ => pairs * u64::from(n),
    };
    // A gathered buffer comes back in two pieces, from behind the rank's own shard and from before it.
    exchanged + 3 * folded
}

/// What place `at` keeps after it has met its partners up to `bit`; its partner keeps what it gives up.
fn kept(at: u32, bit: u32, rounds: u32) -> (u32, u32) {
    let first = (0..=bit).map(|b| (at >> b & 1) << (rounds - 1 - b)).sum();
    (first, 1 << (rounds - 1 - bit))
}

/// The plan being written. Of `n` ranks the largest power of two take part in exchanges, by their place among these.
struct Writer {
    rounds: Rounds,
    op: Op,
    n: u32,
    /// Ranks that exchange: a power of two.
    pairs: u32,
    chunks: u32,
}

impl Writer {
    fn new(op: Op, n: u32, whole: bool) -> Writer {
        let pairs = 1 << n.max(1).ilog2();
        let chunks = if whole { pairs } else { n };
        Writer { rounds: Rounds::new(op, n, chunks), op, n, pairs, chunks }
    }

    /// The rank at place `at` of those that exchange; a folded one is the rank before it.
    fn rank(&self, at: u32) -> u32 {
        let folded = self.n - self.pairs;
        if at < folded { 2 * at + 1 } else { at + folded }
    }

    /// Where the shards of place `at` begin: its own, after that of the rank folded into it.
    fn shards(&self, at: u32) -> u32 {
        let folded = self.n - self.pairs;
        if at < folded { 2 * at } else { at + folded }
    }

    /// Every place sends its partner the shards of the places that agree with it (with `turned` bits turned round) in the
    /// bits up to this one: those that only the partner can still bring home, or all that have come so far.
    fn swap(&mut self, bit: u32, action: Action, turned: u32) {
        for at in 0..self.pairs {
            let places = ((at ^ turned) % (2 << bit)..self.pairs).step_by(2 << bit);
            let shards: Vec<u32> = places.flat_map(|place| self.shards(place)..self.shards(place + 1)).collect();
            self.rounds.send_all(self.rank(at), self.rank(at ^ 1 << bit), shards.into_iter(), action);
        }
        self.rounds.next();
    }

    /// Every place sends `part` to its partner.
    fn exchange(&mut self, bit: u32, action: Action, part: impl Fn(&Writer, u32) -> (u32, u32)) {
        for at in 0..self.pairs {
            let part = part(self, at);
            self.rounds.send(self.rank(at), self.rank(at ^ 1 << bit), part, action);
        }
        self.rounds.next();
    }

    /// Folded ranks hand over what they have.
    fn fold(&mut self) {
        for at in 0..self.n - self.pairs {
            let (part, action) = match self.op {
                Op::AllGather => ((2 * at, 1), Action::Copy),
                _ => ((0, self.chunks), Action::Reduce),
            };
            self.rounds.send(2 * at, 2 * at + 1, part, action);
        }
        if self.n > self.pairs {
            self.rounds.next();
        }
    }

    /// Folded ranks get their result, less what they handed over.
    fn unfold(&mut self) {
        for own in (0..self.n - self.pairs).map(|at| 2 * at) {
            let (first, count) = match self.op {
                Op::ReduceScatter => (own, 1),
                // From behind its own shard round to before it.
                Op::AllGather => (own + 1, self.n - 1),
                _ => (0, self.chunks),
            };
            self.rounds.send_round(own + 1, own, (first, count), self.chunks);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::plan::Place;

    /// The plan is right, has so many moves as counted, and takes as many steps as the books say.
    fn runs(op: Op, n: u32, steps: u16) {
        let plan = plan(op, n).unwrap();
        assert_eq!(check(&plan), Ok(()), "{op:?}, {n} ranks");
        assert!(plan.moves.len() as u64 <= moves(op, n), "{op:?}, {n} ranks");
        let messages = (0..plan.moves.len()).filter(|&index| plan.leader(index) == index).count();
        assert!(messages as u32 <= n * u32::from(steps), "{op:?}, {n} ranks");
        assert_eq!(plan.moves.iter().map(|moved| moved.step + 1).max().unwrap_or(0), steps, "{op:?}, {n} ranks");
    }

    #[test]
    fn partners_meet_in_logarithmic_steps() {
        runs(Op::AllReduce, 1, 0);
        runs(Op::AllReduce, 2, 2);
        runs(Op::AllReduce, 64, 12);
        runs(Op::ReduceScatter, 64, 6);
        runs(Op::AllGather, 64, 6);
        runs(Op::Barrier, 16, 8);
    }

    #[test]
    fn other_numbers_of_ranks_fold_first() {
        runs(Op::AllReduce, 3, 4);
        runs(Op::AllReduce, 63, 12);
        runs(Op::ReduceScatter, 13, 5);
        runs(Op::AllGather, 13, 5);
        assert_eq!(super::plan(Op::Broadcast, 8), None);
    }

    #[test]
    fn the_largest_parts_stay_near() {
        for op in [Op::AllReduce, Op::ReduceScatter, Op::AllGather] {
            let plan = plan(op, 16).unwrap();
            let mut sent = [0; 16];
            for moved in &plan.moves {
                let (Place::Rank(a), Place::Rank(b)) = (moved.from, moved.to) else { panic!("no switch takes part") };
                sent[a.abs_diff(b) as usize] += moved.chunks;
            }
            assert!(sent[1] == 2 * sent[2] && sent[2] == 2 * sent[4] && sent[4] == 2 * sent[8], "{op:?}: {sent:?}");
        }
    }
}
