//! Judges of what the shared pot says.

use super::telling::{ledger, pot};
use crate::tests::instant::Claim;
use crate::tests::instant::world::{Span, World, names};
use kitchen_core::sim::task::Kind;
use kitchen_core::units::Time;
use kitchen_text::key;

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    let n = world.gpus();
    let end = world.show.makespan();
    let own = |kind| world.of(kind).filter(|s| s.gpu == 0).collect::<Vec<_>>();
    let forward_done = || world.of(Kind::Forward).all(|s| s.end <= t);
    Some(match claim.line.key {
        key::TENSOR_BEAT_START => claim.count("n") == n && spices(claim),
        key::TENSOR_BEAT_START_THOUGHT => {
            claim.count("n") == n && spices(claim) && world.run().topology.preset().id == "h100-cube-mesh"
        }
        key::TENSOR_BEAT_SIEVE => own(Kind::Forward).get(1)?.start <= t && n > 1,
        key::TENSOR_BEAT_SIEVE_ALONE => own(Kind::Forward).get(1)?.start <= t && n == 1,
        key::TENSOR_XRAY_SIEVE => {
            own(Kind::Forward).get(1).is_some_and(|s| s.holds(t) && Time(s.end.0 - s.start.0) == claim.time("time"))
        }
        key::TENSOR_BEAT_START_ALONE => n == 1,
        key::TENSOR_BEAT_COLUMNS => own(Kind::Forward).get(1)?.end <= t && !came(world, t) && columns(claim),
        key::TENSOR_BEAT_COLUMNS_ALONE => own(Kind::Forward).get(1)?.end <= t && n == 1 && columns(claim),
        key::TENSOR_BEAT_PARTS => {
            let shares = &pot(world.run()).shares;
            let parts = [0, 1].map(|chef| shares[chef].partial.get(0, 0));
            parts == [claim.int("first"), claim.int("second")] && forward_done() && !came(world, t)
        }
        key::TENSOR_BEAT_WHOLE_ALONE => n == 1 && forward_done() && pot(world.run()).z.get(0, 0) == claim.int("z"),
        key::TENSOR_BEAT_SLIP => slip(
            world,
            t,
            |s| {
                s.gpu == claim.index("from")
                    && s.to == claim.index("to")
                    && names(world.class(0, s.task))[0] == claim.key("way")
            },
            claim.int("value"),
        ),
        key::TENSOR_BEAT_SLIP_SWITCH => {
            slip(world, t, |s| s.gpu == claim.index("from") && s.label.kind == Kind::SwitchReduce, claim.int("value"))
        }
        key::TENSOR_BEAT_SLIP_DONE | key::TENSOR_BEAT_SLIP_SWITCH_DONE => {
            let numbers = ledger(world.run())?;
            let switch = claim.line.key == key::TENSOR_BEAT_SLIP_SWITCH_DONE;
            claim.time("time") <= t
                && world.all().iter().any(|s| {
                    s.gpu == claim.index("from")
                        && s.end == claim.time("time")
                        && (switch || s.to == claim.index("to"))
                        && switch == (s.label.kind == Kind::SwitchReduce)
                        && numbers.payload(s.task as u32).contains(&claim.int("value"))
                })
        }
        key::TENSOR_BEAT_SWITCH_ADDED => {
            let numbers = ledger(world.run())?;
            claim.time("time") <= t
                && claim.count("n") == n
                && world
                    .of(Kind::SwitchMulticast)
                    .any(|s| s.end == claim.time("time") && numbers.payload(s.task as u32).contains(&claim.int("sum")))
        }
        key::TENSOR_BEAT_SWITCH_ADD => slip(world, t, |s| s.label.kind == Kind::SwitchMulticast, claim.int("sum")),
        key::TENSOR_BEAT_ADD => {
            let numbers = ledger(world.run())?;
            let (to, got) = (claim.index("to"), claim.int("got"));
            let sum = |s: &Span| numbers.value_at(s.end, to as u32, s.label.chunk) == claim.int("sum");
            claim.int("own") + got == claim.int("sum")
                && world
                    .of(Kind::SendReduce)
                    .any(|s| s.to == to && s.end <= t && numbers.payload(s.task as u32).contains(&got) && sum(s))
        }
        key::TENSOR_BEAT_WAIT => world.busy(t) == 0 && world.moving(t).count() > 0 && claim.count("n") == n,
        key::TENSOR_BEAT_AGREED => {
            let numbers = ledger(world.run())?;
            numbers.agreed()? <= t
                && (0..n as u32).all(|chef| numbers.value_at(t, chef, 0) == claim.int("z"))
                && claim.count("n") == n
        }
        key::TENSOR_XRAY_AGREED => !world.moving(t).any(|_| true) || world.of(Kind::Backward).any(|s| s.start <= t),
        key::TENSOR_BEAT_BACK => world.of(Kind::Backward).any(|s| s.start <= t),
        key::TENSOR_BEAT_BESIDE => world.busy(t) > 0 && world.moving(t).count() > 0,
        key::TENSOR_BEAT_SECOND => world.moving(t).count() > 0,
        key::TENSOR_BEAT_TAIL | key::TENSOR_XRAY_TAIL => {
            let hands = world.of(Kind::Backward).map(|s| s.end).max()?;
            hands <= t && hands == claim.time("hands") && Time(end.0 - hands.0) == claim.time("time")
        }
        key::TENSOR_BEAT_HIDDEN => world.moving(t).count() == 0,
        key::TENSOR_BEAT_END | key::TENSOR_BEAT_END_ALONE => claim.time("time") == end && t >= end,
        key::TENSOR_XRAY_PARTS => forward_done() && claim.count("n") == n && !came(world, t),
        key::TENSOR_XRAY_WHOLE => forward_done() && n == 1,
        _ => return None,
    })
}

/// Whether the spices named are chef 1's.
fn spices(claim: Claim<'_>) -> bool {
    let own = &pot(claim.world.run()).shares[0].spices;
    let last = own.end.to_string();
    claim.text("spices") == if own.len() == 1 { last } else { format!("1–{last}") }
}

/// Whether the numbers named are the first row of chef 1's columns, sieved.
fn columns(claim: Claim<'_>) -> bool {
    let pot = pot(claim.world.run());
    let row = pot.shares[0].spices.clone().map(|column| pot.raw.get(0, column).max(0).to_string());
    claim.text("row") == row.collect::<Vec<_>>().join(", ")
}

/// Whether anything has arrived.
fn came(world: &World<'_>, t: Time) -> bool {
    world.all().iter().any(|s| s.travels() && s.end <= t)
}

/// Whether a slip with that number travels.
fn slip(world: &World<'_>, t: Time, fits: impl Fn(&Span) -> bool, value: i64) -> bool {
    let Some(numbers) = ledger(world.run()) else { return false };
    world.moving(t).any(|s| fits(s) && numbers.payload(s.task as u32).contains(&value))
}
