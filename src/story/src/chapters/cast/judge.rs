//! Judges of what the cast says.

use super::run::{BOWLS, KITCHENS, Plan, STAGES};
use crate::sentences::Named as _;
use crate::tests::instant::Claim;
use crate::tests::instant::world::{Span, World};
use kitchen_core::sim::task::Kind;
use kitchen_core::units::{Bytes, Time};
use kitchen_text::key;

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let (world, t, plan) = (claim.world, claim.t, Plan::new());
    let first = |kind: Kind, gpu: usize| world.of(kind).filter(|s| s.gpu == gpu).min_by_key(|s| s.start);
    let done = |span: &Span| span.end <= t && claim.time("time") == span.end;
    let pages = || claim.count("last") == plan.layers[0] as usize;
    Some(match claim.line.key {
        key::CAST_BEAT_START => kitchens(claim),
        key::CAST_XRAY_START => {
            kitchens(claim)
                && claim.key("machine") == world.run().topology.preset().name()
                && claim.int("tokens") == 4 * i64::from(plan.model.seq)
        }
        key::CAST_BEAT_COOK => {
            pages() && [0, 2].iter().all(|&gpu| first(Kind::Forward, gpu).is_some_and(|s| s.holds(t)))
        }
        key::CAST_BEAT_COOKED => pages() && [0, 2].iter().all(|&gpu| first(Kind::Forward, gpu).is_some_and(done)),
        key::CAST_BEAT_BOWL => world.moving(t).any(|s| s.label.kind == Kind::Activation && bowl_1(s, 0, 1)),
        key::CAST_BEAT_BOWL_CAME => world.of(Kind::Activation).any(|s| bowl_1(s, 0, 1) && done(s)),
        key::CAST_BEAT_SHELF => claim.count("n") == jars(world, t),
        key::CAST_XRAY_SHELF => claim.bytes("bytes") == Bytes(plan.kept(0).0 * jars(world, t) as u64),
        key::CAST_BEAT_TASTE => {
            first(Kind::Forward, 1).is_some_and(|s| t >= Time(s.end.0 - plan.tasting().0) && t < s.end)
        }
        key::CAST_BEAT_TASTED => first(Kind::Forward, 1).is_some_and(done),
        key::CAST_XRAY_TASTE => {
            let tasting = |s: &Span| t >= Time(s.end.0 - plan.tasting().0) && t < s.end;
            claim.time("time") == plan.tasting() && first(Kind::Forward, 1).is_some_and(tasting)
        }
        key::CAST_BEAT_REPORT => first(Kind::Backward, 1).is_some_and(|s| s.holds(t)),
        key::CAST_BEAT_WRITTEN => first(Kind::Backward, 1).is_some_and(done),
        key::CAST_BEAT_WAIT | key::CAST_XRAY_WAIT => idle(world, claim.time("from"), t) && claim.time("from") <= t,
        key::CAST_BEAT_WAITED | key::CAST_XRAY_WAITED => {
            let to = claim.time("time");
            let next = world.all().iter().any(|s| s.computes() && s.gpu == 0 && s.start == to);
            to <= t && next && idle(world, claim.time("from"), Time(to.0 - 1))
        }
        key::CAST_BEAT_BACK => world.moving(t).any(|s| s.label.kind == Kind::ActivationGradient && bowl_1(s, 1, 0)),
        key::CAST_BEAT_BACK_CAME => world.of(Kind::ActivationGradient).any(|s| bowl_1(s, 1, 0) && done(s)),
        key::CAST_BEAT_MEET => slips(claim).any(|s| s.holds(t)),
        key::CAST_BEAT_MET => {
            let end = slips(claim).map(|s| s.end).max()?;
            // Two halves, each added up at one chef and brought back to the other.
            end <= t && end == claim.time("time") && slips(claim).count() == 4
        }
        key::CAST_BEAT_EDIT => first(Kind::Update, claim.index("chef")).is_some_and(|s| s.holds(t)),
        key::CAST_BEAT_EDITED => first(Kind::Update, claim.index("chef")).is_some_and(done),
        key::CAST_BEAT_END => {
            let chefs = world.gpus();
            let edited = |gpu: usize| first(Kind::Update, gpu).is_some_and(|s| s.end <= t);
            claim.count("n") == chefs && claim.time("time") == world.show.makespan() && (0..chefs).all(edited)
        }
        _ => return None,
    })
}

/// Two kitchens, alike, with so many bowls each and none of them in both.
fn kitchens(claim: Claim<'_>) -> bool {
    let world = claim.world;
    let of_kitchen = |kitchen: usize| {
        let starts = world.of(Kind::Forward).filter(move |s| s.gpu == kitchen * STAGES as usize);
        starts.map(|s| s.label.micro_batch).collect::<Vec<_>>()
    };
    let bowls: Vec<Vec<u16>> = (0..KITCHENS as usize).map(of_kitchen).collect();
    claim.count("kitchens") == bowls.len()
        && bowls.iter().all(|own| own.len() == claim.count("bowls") && own.len() == BOWLS as usize)
        && bowls[0].iter().all(|bowl| !bowls[1].contains(bowl))
}

fn bowl_1(span: &Span, from: usize, to: usize) -> bool {
    span.label.micro_batch == 0 && (span.gpu, span.to) == (from, to)
}

/// Forward passes of chef 1 that have ended, without those whose backward pass has too.
fn jars(world: &World<'_>, t: Time) -> usize {
    let ended = |kind: Kind| world.of(kind).filter(|s| s.gpu == 0 && s.end <= t).count();
    ended(Kind::Forward) - ended(Kind::Backward)
}

/// Chef 1 has had nothing in hand since `from`, when it put something down.
fn idle(world: &World<'_>, from: Time, t: Time) -> bool {
    let own = || world.all().iter().filter(|s| s.computes() && s.gpu == 0);
    own().any(|s| s.end == from) && own().all(|s| s.end <= from || s.start > t)
}

/// What the two chefs named send each other at their meeting.
fn slips(claim: Claim<'_>) -> impl Iterator<Item = &Span> {
    let pair = [claim.index("a"), claim.index("b")];
    let meets = |s: &&Span| matches!(s.label.kind, Kind::SendReduce | Kind::SendCopy);
    claim.world.all().iter().filter(meets).filter(move |s| pair.contains(&s.gpu) && pair.contains(&s.to))
}
