//! A plan as ASTRA-sim's endpoints carry it out: whole messages, what each waits for, and what each is charged.

use kitchen_collective::Op;
use kitchen_collective::plan::{Action, Place, Plan};
use kitchen_collective::plans::{direct, halving_doubling, pass_along, ring, tree};

use crate::{Algorithm, AstraError};

/// What an endpoint does with what comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// Takes one message after the other: ring, halving-doubling.
    InTurn,
    /// Takes all at once, and begins the second half of an all-reduce at a gate: direct.
    AtOnce,
    /// Takes all at once, and sends only what it has been sent, leaves apart: trees.
    Tree,
}

/// One message. Ranks are members of the group, sizes are parts of the buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) parts: u32,
    /// Whether the receiver adds it to what it holds.
    pub(super) adds: bool,
    /// Parts that the receiver is charged a sum of.
    pub(super) summed: u32,
    /// Messages that the sender must have received.
    pub(super) after: Vec<u32>,
    /// Whether it belongs to the second half of a direct all-reduce.
    pub(super) is_second: bool,
}

/// So many of all parts, in whole bytes.
pub(super) fn share(total: u128, some: u32, parts: u32) -> u64 {
    (total * u128::from(some) / u128::from(parts.max(1))) as u64
}

/// All messages of a phase, each after those it waits for.
#[derive(Clone, Debug)]
pub(super) struct Script {
    pub(super) ranks: u32,
    /// The parts of the whole buffer.
    pub(super) parts: u32,
    pub(super) pace: Pace,
    /// Whether the last bit of a part's size is lost: an all-reduce by halving halves once too often, then doubles back.
    is_even: bool,
    pub(super) messages: Vec<Message>,
}

impl Script {
    /// The bytes of a message where all parts make up `total`: ASTRA-sim halves what is left, and doubles what remains.
    pub(super) fn bytes(&self, message: &Message, total: u128) -> u64 {
        if message.adds {
            return share(total, message.parts, self.parts);
        }
        let part = share(total, 1, self.parts);
        let part = if self.is_even { part & !1 } else { part };
        part.saturating_mul(message.parts.into())
    }

    /// # Arguments
    /// * `turn`: how many phases have run on this dimension's pair of trees; they take turns.
    ///
    /// # Errors
    /// [`AstraError::Unsupported`], [`AstraError::PowerOfTwo`].
    pub(super) fn new(op: Op, algorithm: Algorithm, npus: u32, turn: u32) -> Result<Script, AstraError> {
        if matches!(algorithm, Algorithm::HalvingDoubling | Algorithm::DoubleBinaryTree) && !npus.is_power_of_two() {
            return Err(AstraError::PowerOfTwo { npus });
        }
        let unsupported = AstraError::Unsupported { op, algorithm };
        let mut script = Script { ranks: npus, parts: 1, pace: pace(algorithm), is_even: false, messages: Vec::new() };
        script.is_even = algorithm == Algorithm::HalvingDoubling && op == Op::AllReduce;
        match algorithm {
            // The second half begins at a gate, so it needs no more of the first than that.
            Algorithm::Direct if op == Op::AllReduce => {
                script.write(&direct::plan(Op::ReduceScatter, npus), |_| true, false);
                script.write(&direct::plan(Op::AllGather, npus), |_| true, true);
            }
            Algorithm::Direct => script.write(&direct::plan(op, npus), |_| true, false),
            Algorithm::Ring if op == Op::AllToAll => script.write(&pass_along::plan(npus), |_| true, false),
            Algorithm::Ring => {
                let plan = ring::plan(op, &[(0..npus).collect()], 1).ok_or(unsupported)?;
                script.write(&plan, |_| true, false);
            }
            Algorithm::HalvingDoubling => {
                // Its halves in the all-reduce's order, near partners first: ASTRA-sim does not mind whose shard ends where.
                let plan = halving_doubling::plan(Op::AllReduce, npus).ok_or(unsupported)?;
                match op {
                    Op::AllReduce => script.write(&plan, |_| true, false),
                    Op::ReduceScatter => script.write(&plan, |action| action == Action::Reduce, false),
                    Op::AllGather => script.write(&plan, |action| action == Action::Copy, false),
                    _ => return Err(unsupported),
                }
            }
            // Whatever the phase asks for, ASTRA-sim's trees reduce and broadcast.
            Algorithm::DoubleBinaryTree => script.write(&one_tree(npus, turn).ok_or(unsupported)?, |_| true, false),
        }
        script.charge(algorithm);
        Ok(script)
    }

    /// Adds the plan's messages of the actions that it `keeps`.
    fn write(&mut self, plan: &Plan, keeps: impl Fn(Action) -> bool, is_second: bool) {
        self.parts = plan.chunks;
        let mut place: Vec<Option<u32>> = vec![None; plan.moves.len()];
        for index in order(plan, self.pace, keeps) {
            let moved = &plan.moves[index];
            let parts = plan.message(index).map(|at| plan.moves[at].chunks).sum();
            let (Place::Rank(from), Place::Rank(to)) = (moved.from, moved.to) else { continue };
            // What a sender waits for is what it has received; ASTRA-sim does not wait for what it has sent.
            let received = |&&dep: &&u32| plan.moves[dep as usize].to == moved.from;
            let deps = plan.deps(index).iter().filter(received);
            let mut after: Vec<u32> = deps.filter_map(|&dep| place[dep as usize]).collect();
            if self.pace == Pace::InTurn {
                // Those before have been taken before.
                after = after.into_iter().max().into_iter().collect();
            }
            place[index] = Some(self.messages.len() as u32);
            let adds = moved.action == Action::Reduce;
            let summed = if adds { parts } else { 0 };
            self.messages.push(Message { from, to, parts, adds, summed, after, is_second });
        }
    }

    /// Where ASTRA-sim charges other sums than are made.
    fn charge(&mut self, algorithm: Algorithm) {
        // What is sent on once a message is in: its parts, and whether they will be added.
        let mut sent_on: Vec<Option<(u32, bool)>> = vec![None; self.messages.len()];
        for message in &self.messages {
            for &before in &message.after {
                sent_on[before as usize].get_or_insert((message.parts, message.adds));
            }
        }
        for (message, sent_on) in self.messages.iter_mut().zip(sent_on) {
            message.summed = match (algorithm, sent_on) {
                // By the size of what is sent on to be added, so not at all for the last.
                (Algorithm::HalvingDoubling, Some((parts, true))) => parts,
                (Algorithm::HalvingDoubling, _) => 0,
                // Also where an inner node of a tree hands the result down.
                (Algorithm::DoubleBinaryTree, Some(_)) => message.parts,
                _ => message.summed,
            };
        }
    }
}

fn pace(algorithm: Algorithm) -> Pace {
    match algorithm {
        Algorithm::Ring | Algorithm::HalvingDoubling => Pace::InTurn,
        Algorithm::Direct => Pace::AtOnce,
        Algorithm::DoubleBinaryTree => Pace::Tree,
    }
}

/// The moves to keep, by index, in the order in which ASTRA-sim sends them.
fn order(plan: &Plan, pace: Pace, keeps: impl Fn(Action) -> bool) -> Vec<usize> {
    let leads = |at: usize| plan.leader(at) == at && keeps(plan.moves[at].action);
    let mut order: Vec<usize> = (0..plan.moves.len()).filter(|&at| leads(at)).collect();
    if pace == Pace::Tree {
        // An inner node hands the result to its left child first; siblings are neighbours in the plan.
        let ends = |at: usize| (plan.moves[at].from, plan.moves[at].to);
        for at in 1..order.len() {
            let (a, b) = (ends(order[at - 1]), ends(order[at]));
            if a.0 == b.0 && a.1 > b.1 {
                order.swap(at - 1, at);
            }
        }
    }
    order
}

/// One of two binary trees that are each other's mirror image; the whole buffer goes over it.
fn one_tree(npus: u32, turn: u32) -> Option<Plan> {
    let alone = |rank| vec![rank];
    let places: Vec<Vec<u32>> =
        if turn.is_multiple_of(2) { (0..npus).rev().map(alone).collect() } else { (0..npus).map(alone).collect() };
    tree::plan(Op::AllReduce, &[places], 1)
}
