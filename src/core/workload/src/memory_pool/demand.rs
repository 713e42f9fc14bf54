//! What is asked of the pool in one step, and the time that must come of it, in closed form.

use kitchen_units::{Bytes, Rate, Time};

use super::{Ask, PIECES, Piece};
use crate::cost;
use crate::memory::{Contents, MemoryKind};

/// What one GPU asks of the pool for one kind in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Demand {
    /// How often all of the kind crosses the network in a step, in or out.
    pub times: u32,
    /// Bytes that come, and bytes that go, in the whole step.
    pub bytes_in: Bytes,
    pub bytes_out: Bytes,
    /// The rate that the busier direction must have so that forward, and backward, never wait; zero where nothing is asked then.
    pub forward: Rate,
    pub backward: Rate,
}

fn rate(bytes: u64, seconds: f64) -> Rate {
    Rate::bytes_per_s(bytes as f64 / seconds.max(1e-15))
}

/// Bytes of the weights that a pass loads: all but the piece that the pass before ended with.
fn weights_again(ask: &Ask, pieces: &[Piece], ended: usize) -> u64 {
    let all: u64 = pieces.iter().map(|piece| piece.read).sum();
    ask.each().weights * (all - pieces[ended].read)
}

/// Bytes of activations that go away and come back for a micro-batch: the last piece's are needed at once and stay.
fn kept(pieces: &[Piece]) -> u64 {
    pieces.iter().take(PIECES - 1).map(|piece| piece.kept).sum()
}

/// What one kind asks for, were it alone in the pool.
pub fn demand(ask: &Ask, what: MemoryKind) -> Demand {
    let (pieces, each, rounds) = (ask.pieces(), ask.each(), u64::from(ask.rounds));
    let forward: f64 = pieces.iter().map(|piece| piece.forward).sum();
    let backward: f64 = pieces.iter().map(|piece| piece.backward).sum();
    let owned: u64 = pieces.iter().map(|piece| piece.owned(ask.gpus)).sum();
    let rounds_again = u64::from(ask.rounds - 1);
    match what {
        MemoryKind::Weights => {
            let all = each.weights * pieces.iter().map(|piece| piece.read).sum::<u64>();
            let [there, back] = [0, PIECES - 1].map(|ended| weights_again(ask, &pieces, ended));
            Demand {
                times: 2 * ask.rounds,
                bytes_in: Bytes(all + rounds_again * there + rounds * back),
                bytes_out: Bytes(each.weights * owned),
                forward: rate(there, forward),
                backward: rate(back, backward),
            }
        }
        MemoryKind::Gradients => {
            let all = each.gradients * ask.parameters();
            let (bytes_in, bytes_out) = if ask.pool.adds {
                (each.gradients * owned, rounds * all)
            } else {
                (rounds_again * all, rounds_again * all)
            };
            let times = if ask.pool.adds { ask.rounds + 1 } else { 2 * (ask.rounds - 1) };
            let backward = if bytes_out == 0 { Rate::ZERO } else { rate(all, backward) };
            Demand { times, bytes_in: Bytes(bytes_in), bytes_out: Bytes(bytes_out), forward: Rate::ZERO, backward }
        }
        MemoryKind::Optimizer => {
            let all = Bytes(each.optimizer * owned);
            Demand { times: 2, bytes_in: all, bytes_out: all, ..Demand::default() }
        }
        MemoryKind::Activations => {
            let all = kept(&pieces);
            Demand {
                times: 2 * ask.rounds,
                bytes_in: Bytes(rounds * all),
                bytes_out: Bytes(rounds * all),
                forward: rate(all, forward),
                backward: rate(all, backward),
            }
        }
        MemoryKind::Buffers | MemoryKind::Reserved => Demand::default(),
    }
}

/// The step by a closed form: each pass takes as long as the slower of its work and its busier direction of its link, the update
/// as long as the slower of its own; nothing is overlapped from one to the next, and no first piece is waited for. A test holds
/// the simulation to it.
pub fn expected(ask: &Ask) -> Time {
    let (pieces, each, away) = (ask.pieces(), ask.each(), ask.away);
    let street = ask.pool.effective().as_bytes_per_s();
    let sum = |part: fn(&Piece) -> f64| -> f64 { pieces.iter().map(part).sum() };
    let bytes = |is: bool, bytes: u64| if is { bytes as f64 } else { 0.0 };
    let owned: u64 = pieces.iter().map(|piece| piece.owned(ask.gpus)).sum();
    let all = each.gradients * ask.parameters();
    let [there, back] = [0, PIECES - 1].map(|ended| bytes(away.weights, weights_again(ask, &pieces, ended)));
    let bowls = bytes(away.activations, kept(&pieces));
    let (forward, backward) = (sum(|piece| piece.forward), sum(|piece| piece.backward));
    let mut seconds = 0.0;
    for round in 0..ask.rounds {
        let first = round == 0;
        let last = round + 1 == ask.rounds;
        seconds += forward.max(there / street).max(bowls / street);
        let sums_in = bytes(away.gradients && !ask.pool.adds && !first, all);
        let sums_out = bytes(away.gradients && (ask.pool.adds || !last), all);
        seconds += backward.max((back + bowls + sums_in) / street).max(sums_out / street);
    }
    let moved = cost::OPTIMIZER_BYTES;
    let update = cost::streaming(ask.system.gpu, owned as f64 * moved, 4.0 * PIECES as f64);
    let brought =
        bytes(away.optimizer, each.optimizer * owned) + bytes(away.gradients && ask.pool.adds, each.gradients * owned);
    let taken = bytes(away.optimizer, each.optimizer * owned) + bytes(away.weights, each.weights * owned);
    seconds += update.max(brought / street).max(taken / street);
    Time::from_secs_f64(seconds)
}

/// The fullest moment without a run: rather too much than too little; a test holds it to the run. Of what lies in the pool, what is
/// under way and at work is in the GPU's memory.
pub fn estimate(ask: &Ask) -> Contents {
    let (pieces, each, away) = (ask.pieces(), ask.each(), ask.away);
    // The most of neighbours in the order of the step: what is at work, and what is on its way.
    let most = |size: usize, of: &[Piece], part: fn(&Piece) -> u64| {
        let all = |pieces: &[Piece]| pieces.iter().map(part).sum::<u64>();
        of.windows(size.min(of.len()).max(1)).map(all).max().unwrap_or(0)
    };
    let mut contents = ask.at_hand();
    if away.weights {
        contents.weights = each.weights * most(2, &pieces, |piece| piece.read);
    }
    if away.gradients {
        // The piece at work, those that have not left, and in the last micro-batch the own part of the sum.
        let owned: u64 = pieces.iter().map(|piece| piece.owned(ask.gpus)).sum();
        contents.gradients = each.gradients * (most(3, &pieces, |piece| piece.parameters) + owned);
    }
    if away.optimizer {
        contents.optimizer = 0;
    }
    if away.activations {
        // The last piece's stay.
        let (stays, others) = pieces.split_last().map_or((0, &pieces[..]), |(last, others)| (last.kept, others));
        contents.activations = (stays + most(2, others, |piece| piece.kept)).max(most(3, &pieces, |piece| piece.kept));
    }
    contents
}
