//! Judges of what the gallery says.

use std::collections::BTreeSet;

use super::board::Board;
use super::params::Params;
use crate::sentences::Named as _;
use crate::tests::instant::Claim;
use crate::tests::instant::world::{Span, World, alike};
use kitchen_core::collective::{Algorithm, Op};
use kitchen_core::sim::task::{GpuId, Kind};
use kitchen_core::units::Time;
use kitchen_text::{Key, key};

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    promises(claim)
        .or_else(|| ways(claim))
        .or_else(|| slips(claim))
        .or_else(|| places_told(claim))
        .or_else(|| crowds(claim))
}

/// What lies on the shelves.
fn gallery(world: &World<'_>) -> Board {
    Board::new(world.run(), Params::of(&world.show.scenario).op).expect("a gallery")
}

/// What shall be, and what has been done.
fn promises(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    let board = || gallery(world);
    let end = world.show.makespan();
    Some(match claim.line.key {
        // What shall be, told before anything has come.
        key::COLLECTIVES_START_ALL_REDUCE
        | key::COLLECTIVES_START_REDUCE_SCATTER
        | key::COLLECTIVES_START_ALL_GATHER
        | key::COLLECTIVES_START_BROADCAST
        | key::COLLECTIVES_START_REDUCE
        | key::COLLECTIVES_START_ALL_TO_ALL
        | key::COLLECTIVES_START_SEND_RECV
        | key::COLLECTIVES_START_SCATTER
        | key::COLLECTIVES_START_GATHER
        | key::COLLECTIVES_START_BARRIER => meant(claim)[0] == claim.line.key && shape(claim) && arrived(world, t) == 0,
        key::COLLECTIVES_END_ALL_REDUCE
        | key::COLLECTIVES_END_REDUCE_SCATTER
        | key::COLLECTIVES_END_ALL_GATHER
        | key::COLLECTIVES_END_BROADCAST
        | key::COLLECTIVES_END_REDUCE
        | key::COLLECTIVES_END_ALL_TO_ALL
        | key::COLLECTIVES_END_SEND_RECV
        | key::COLLECTIVES_END_SCATTER
        | key::COLLECTIVES_END_GATHER
        | key::COLLECTIVES_END_BARRIER => {
            let all = places(&board(), t);
            meant(claim)[1] == claim.line.key && shape(claim) && all.iter().all(|&(whole, _)| whole)
        }
        key::COLLECTIVES_DONE => claim.part("what").holds()? && claim.part("time").holds()?,
        key::COLLECTIVES_TIME => claim.time("time") == end && t >= end,
        key::COLLECTIVES_XRAY_START => shape(claim) && meant(claim)[2] == claim.key("op"),
        key::COLLECTIVES_XRAY_DONE => t >= end && claim.time("time") == end && busbw(claim),
        key::VALUE_OF => claim.key("name") == meant(claim)[2] && claim.time("value") == end && t >= end,
        _ => return None,
    })
}

/// How slips travel, whatever the instant.
fn ways(claim: Claim<'_>) -> Option<bool> {
    let world = claim.world;
    Some(match claim.line.key {
        key::COLLECTIVES_WAY_RING => {
            let next = |gpu: usize| {
                world.all().iter().filter(|s| s.travels() && s.gpu == gpu).map(|s| s.to).collect::<BTreeSet<_>>().len()
            };
            algorithm(world) == Algorithm::Ring && (0..world.gpus()).all(|gpu| next(gpu) <= 1)
        }
        key::COLLECTIVES_WAY_TREE => algorithm(world) == Algorithm::Tree,
        key::COLLECTIVES_WAY_DOUBLE_BINARY_TREE => algorithm(world) == Algorithm::DoubleBinaryTree,
        key::COLLECTIVES_WAY_IN_NETWORK => {
            algorithm(world) == Algorithm::InNetwork
                && world.all().iter().any(|s| s.label.kind == Kind::SwitchMulticast)
        }
        key::COLLECTIVES_WAY_HALVING_DOUBLING => algorithm(world) == Algorithm::HalvingDoubling,
        key::COLLECTIVES_WAY_BINOMIAL => algorithm(world) == Algorithm::Binomial,
        key::COLLECTIVES_WAY_BRUCK => algorithm(world) == Algorithm::Bruck,
        key::COLLECTIVES_WAY_PAIRWISE => algorithm(world) == Algorithm::Pairwise,
        key::COLLECTIVES_WAY_PAT => algorithm(world) == Algorithm::Pat,
        key::COLLECTIVES_WAY_DIRECT => !world.all().iter().any(|s| s.label.kind == Kind::SwitchReduce),
        _ => return None,
    })
}

/// Slips on their way and arrived, and what they made.
fn slips(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    let board = || gallery(world);
    Some(match claim.line.key {
        key::COLLECTIVES_BEAT_SLIP | key::COLLECTIVES_BEAT_SLIP_SWITCH => slip(claim, |s| s.holds(t)) && says(claim),
        key::COLLECTIVES_BEAT_SLIPS | key::COLLECTIVES_BEAT_SLIPS_SWITCH => slip(claim, |s| s.holds(t)),
        key::COLLECTIVES_BEAT_MARK | key::COLLECTIVES_BEAT_MARK_SWITCH => slip(claim, |s| s.holds(t)),
        // Told of its instant.
        key::COLLECTIVES_BEAT_ADD => {
            let (to, row, at) = (claim.index("to") as GpuId, claim.row("place"), claim.time("time"));
            let ledger = &board().ledger;
            let two = |&chunk: &u32| {
                board().row_of(to, chunk) == row
                    && ledger.voices_at(at, to, chunk) == 2
                    && ledger.value_at(at, to, chunk) == claim.int("sum")
                    && ledger.value_at(Time(at.0 - 1), to, chunk) == claim.int("own")
            };
            let makes = claim.int("own") + claim.int("got") == claim.int("sum");
            at <= t && makes && (0..ledger.chunks()).any(|chunk| two(&chunk))
        }
        key::COLLECTIVES_BEAT_SWITCH_ADD_CAME => {
            let end = claim.time("time");
            let out = |s: &&Span| s.label.kind == Kind::SwitchMulticast && s.end == end && s.to == claim.index("to");
            let sum = |s: &Span| board().slip(s.task as u32, s.label).map(|(value, ..)| value);
            let sums = world.all().iter().filter(out).any(|s| sum(s) == Some(claim.int("sum")));
            end <= t && claim.count("n") == world.gpus() && sums
        }
        key::COLLECTIVES_BEAT_SWITCH_ADD => {
            let out = |s: &&Span| s.label.kind == Kind::SwitchMulticast && s.holds(t);
            let sum = |s: &Span| board().slip(s.task as u32, s.label).map(|(value, ..)| value);
            claim.count("n") == world.gpus() && world.all().iter().filter(out).any(|s| sum(s) == Some(claim.int("sum")))
        }
        key::COLLECTIVES_BEAT_SLIP_CAME | key::COLLECTIVES_BEAT_SLIP_SWITCH_CAME => came(claim) && says(claim),
        key::COLLECTIVES_BEAT_SLIPS_CAME
        | key::COLLECTIVES_BEAT_SLIPS_SWITCH_CAME
        | key::COLLECTIVES_BEAT_MARK_CAME
        | key::COLLECTIVES_BEAT_MARK_SWITCH_CAME => came(claim),
        _ => return None,
    })
}

/// Places as promised, and chefs who have all of theirs.
fn places_told(claim: Claim<'_>) -> Option<bool> {
    let end = claim.world.show.makespan();
    let (world, t) = (claim.world, claim.t);
    let board = || gallery(world);
    Some(match claim.line.key {
        key::COLLECTIVES_BEAT_WHOLE => {
            let first = board().arrivals().first().map_or(Time::MAX, |arrival| arrival.0);
            let (chef, row) = (claim.index("chef") as GpuId, claim.row("place"));
            let at_once = board().arrivals().iter().filter(|arrival| arrival.0 == first).count();
            let cell = board().cell(t, chef, row);
            t >= first
                && claim.time("time") == first
                && at_once == claim.count("count")
                && cell.whole
                && cell.value == claim.int("value")
        }
        key::COLLECTIVES_BEAT_HALF | key::COLLECTIVES_XRAY_HALF => {
            let at_first = places(&board(), Time::ZERO);
            let waiting = |t| {
                let now = places(&board(), t);
                now.iter().zip(&at_first).filter(|(now, first)| now.0 && !first.0).count()
            };
            waiting(t) == claim.count("done") && waiting(end) == claim.count("all")
        }
        key::COLLECTIVES_BEAT_FIRST | key::COLLECTIVES_BEAT_KNOWS => {
            full(&board(), claim.index("chef") as GpuId, t) && left(&board(), t) == claim.count("left")
        }
        key::COLLECTIVES_XRAY_FIRST => {
            full(&board(), claim.index("gpu") as GpuId, t) && left(&board(), t) == claim.count("left")
        }
        key::COLLECTIVES_XRAY_ADD => {
            let at = claim.time("time");
            let came = |s: &&Span| s.label.kind == Kind::SendReduce && s.to == claim.index("gpu") && s.end == at;
            at <= t && world.all().iter().filter(came).any(|s| s.bytes == claim.bytes("bytes"))
        }
        key::COLLECTIVES_XRAY_WHOLE => {
            let (gpu, row) = (claim.index("gpu"), claim.row("place"));
            gpu < world.gpus() && board().cell(t, gpu as GpuId, row).whole
        }
        _ => return None,
    })
}

/// How much goes on, and what is left.
fn crowds(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    Some(match claim.line.key {
        key::COLLECTIVES_BEAT_ALL_LINES => world.ends(t) == [claim.count("n"); 2] && claim.count("n") == world.gpus(),
        key::COLLECTIVES_BEAT_SOME_LINES => world.ends(t) == [claim.count("n"), claim.count("receivers")],
        key::COLLECTIVES_XRAY_LINES => {
            world.moving(t).count() == claim.count("moving") && alike(world.total_rate(t), claim.rate("rate"))
        }
        key::COLLECTIVES_BEAT_SUMS_DONE => sums_done(world, t) && copies(world, t) > 0,
        key::COLLECTIVES_XRAY_SUMS_DONE => sums_done(world, t) && copies(world, t) == claim.count("left"),
        _ => return None,
    })
}

fn algorithm(world: &World<'_>) -> Algorithm {
    Params::of(&world.show.scenario).algorithm
}

/// What the meeting's operation says at its start and at its end, and its name.
fn meant(claim: Claim<'_>) -> [Key; 3] {
    let op = Params::of(&claim.world.show.scenario).op;
    let [start, end] = match op {
        Op::AllReduce => [key::COLLECTIVES_START_ALL_REDUCE, key::COLLECTIVES_END_ALL_REDUCE],
        Op::AllGather => [key::COLLECTIVES_START_ALL_GATHER, key::COLLECTIVES_END_ALL_GATHER],
        Op::ReduceScatter => [key::COLLECTIVES_START_REDUCE_SCATTER, key::COLLECTIVES_END_REDUCE_SCATTER],
        Op::Broadcast => [key::COLLECTIVES_START_BROADCAST, key::COLLECTIVES_END_BROADCAST],
        Op::Reduce => [key::COLLECTIVES_START_REDUCE, key::COLLECTIVES_END_REDUCE],
        Op::Scatter => [key::COLLECTIVES_START_SCATTER, key::COLLECTIVES_END_SCATTER],
        Op::Gather => [key::COLLECTIVES_START_GATHER, key::COLLECTIVES_END_GATHER],
        Op::AllToAll | Op::AllToAllV => [key::COLLECTIVES_START_ALL_TO_ALL, key::COLLECTIVES_END_ALL_TO_ALL],
        Op::Barrier => [key::COLLECTIVES_START_BARRIER, key::COLLECTIVES_END_BARRIER],
        Op::SendRecv => [key::COLLECTIVES_START_SEND_RECV, key::COLLECTIVES_END_SEND_RECV],
    };
    [start, end, op.name()]
}

/// The number of chefs and the size that is brought, where they are said.
fn shape(claim: Claim<'_>) -> bool {
    let scenario = &claim.world.show.scenario;
    let bytes = Params::of(scenario).op.payload(Params::of(scenario).bytes);
    let has = |name: &str| claim.line.args.iter().any(|(known, _)| *known == name);
    (!has("n") || claim.count("n") == claim.world.gpus()) && (!has("bytes") || claim.bytes("bytes") == bytes)
}

fn arrived(world: &World<'_>, t: Time) -> usize {
    world.all().iter().filter(|span| span.travels() && span.end <= t).count()
}

fn came(claim: Claim<'_>) -> bool {
    claim.time("time") <= claim.t && slip(claim, |span| span.end == claim.time("time"))
}

/// Whether there is such a slip: to the exchange where no chef is named.
fn slip(claim: Claim<'_>, when: impl Fn(&Span) -> bool) -> bool {
    let to_switch = !claim.line.args.iter().any(|(name, _)| *name == "to");
    claim
        .world
        .all()
        .iter()
        .filter(|s| s.travels() && s.gpu == claim.index("from") && when(s))
        .any(|s| if to_switch { s.label.kind == Kind::SwitchReduce } else { s.to == claim.index("to") })
}

/// Whether a slip of that chef says the number.
fn says(claim: Claim<'_>) -> bool {
    let board = gallery(claim.world);
    let own = claim.world.all().iter().filter(|s| s.travels() && s.gpu == claim.index("from"));
    own.filter_map(|s| board.slip(s.task as u32, s.label)).any(|(value, ..)| value == claim.int("value"))
}

/// Every promised place: whether it is as promised, and whose it is.
fn places(board: &Board, t: Time) -> Vec<(bool, GpuId)> {
    let all = (0..board.ranks()).flat_map(|rank| (0..board.rows()).map(move |row| (rank, row)));
    all.map(|(rank, row)| (board.cell(t, rank, row), rank))
        .filter(|(c, _)| c.promised)
        .map(|(c, rank)| (c.whole, rank))
        .collect()
}

fn full(board: &Board, chef: GpuId, t: Time) -> bool {
    chef < board.ranks() && places(board, t).iter().filter(|place| place.1 == chef).all(|place| place.0)
}

/// Chefs who wait for something.
fn left(board: &Board, t: Time) -> usize {
    (0..board.ranks()).filter(|&chef| !full(board, chef, t)).count()
}

fn sums_done(world: &World<'_>, t: Time) -> bool {
    !world.of(Kind::SendReduce).any(|span| span.end > t)
}

fn copies(world: &World<'_>, t: Time) -> usize {
    world.of(Kind::SendCopy).filter(|span| span.end > t).count()
}

/// As nccl-tests defines it: bytes ÷ time × the operation's factor.
fn busbw(claim: Claim<'_>) -> bool {
    let scenario = &claim.world.show.scenario;
    let (op, n) = (Params::of(scenario).op, claim.world.gpus() as f64);
    let factor = match op {
        Op::AllReduce => 2.0 * (n - 1.0) / n,
        Op::Broadcast | Op::Reduce | Op::SendRecv => 1.0,
        _ => (n - 1.0) / n,
    };
    let seconds = claim.time("time").0 as f64 / 1e12;
    let bytes = op.payload(Params::of(scenario).bytes).0 as f64;
    alike(kitchen_core::units::Rate::bytes_per_s(bytes / seconds * factor), claim.rate("busbw"))
}
