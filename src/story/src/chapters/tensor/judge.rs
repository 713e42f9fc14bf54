//! Judges of what the shared pot says.

use std::ops::Range;

use super::pot::Pot;
use crate::tests::instant::Claim;
use crate::tests::instant::reports::Reports;
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
            let parts = [0, 1].map(|chef| part(own_spices(chef, n), 0));
            parts == [claim.int("first"), claim.int("second")] && forward_done() && !came(world, t)
        }
        key::TENSOR_BEAT_WHOLE_ALONE => n == 1 && forward_done() && part(0..Pot::SPICES, 0) == claim.int("z"),
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
            let reports = reports(world);
            let switch = claim.line.key == key::TENSOR_BEAT_SLIP_SWITCH_DONE;
            claim.time("time") <= t
                && world.all().iter().any(|s| {
                    s.gpu == claim.index("from")
                        && s.end == claim.time("time")
                        && (switch || s.to == claim.index("to"))
                        && switch == (s.label.kind == Kind::SwitchReduce)
                        && reports.say(s, claim.int("value"))
                })
        }
        key::TENSOR_BEAT_SWITCH_ADDED => {
            let reports = reports(world);
            claim.time("time") <= t
                && claim.count("n") == n
                && world
                    .of(Kind::SwitchMulticast)
                    .any(|s| s.end == claim.time("time") && reports.say(s, claim.int("sum")))
        }
        key::TENSOR_BEAT_SWITCH_ADD => slip(world, t, |s| s.label.kind == Kind::SwitchMulticast, claim.int("sum")),
        key::TENSOR_BEAT_ADD => {
            let reports = reports(world);
            let (to, got) = (claim.index("to"), claim.int("got"));
            let sum = |s: &Span| reports.at(s.end, to, s.label.chunk).value == claim.int("sum");
            claim.int("own") + got == claim.int("sum")
                && world.of(Kind::SendReduce).any(|s| s.to == to && s.end <= t && reports.say(s, got) && sum(s))
        }
        key::TENSOR_BEAT_WAIT => world.busy(t) == 0 && world.moving(t).count() > 0 && claim.count("n") == n,
        key::TENSOR_BEAT_AGREED => {
            let reports = reports(world);
            reports.agreed()? <= t
                && (0..n).all(|chef| reports.at(t, chef, 0).value == claim.int("z"))
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

/// The spices of a chef: as many as anyone's.
fn own_spices(chef: usize, chefs: usize) -> Range<usize> {
    let each = Pot::SPICES / chefs;
    chef * each..(chef + 1) * each
}

/// What is left after the sieve of a row's product with a spice's column.
fn sieved(row: usize, spice: usize) -> i64 {
    let pot = Pot::new(1);
    (0..3).map(|at| pot.x.get(row, at) * pot.a.get(at, spice)).sum::<i64>().max(0)
}

/// What those spices make of an entry of the dish, which has two a row.
fn part(spices: Range<usize>, entry: usize) -> i64 {
    let pot = Pot::new(1);
    spices.map(|spice| sieved(entry / 2, spice) * pot.b.get(spice, entry % 2)).sum()
}

/// The numbers of the meeting on the way out, whose slips stand before the way back.
fn reports(world: &World<'_>) -> Reports {
    let back = world.of(Kind::Backward).map(|span| span.task).min().unwrap_or(usize::MAX);
    let chefs = world.gpus();
    let first = |chef: usize, place: u32| part(own_spices(chef, chefs), place as usize % 4);
    Reports::of(world.all().iter().filter(|span| span.task < back), chefs, first)
}

/// Whether the spices named are chef 1's.
fn spices(claim: Claim<'_>) -> bool {
    let last = match claim.world.gpus() {
        2 => 'M',
        4 => 'G',
        8 => 'C',
        _ => return false,
    };
    claim.text("spices") == format!("A–{last}")
}

/// Whether the numbers named are the first row of chef 1's columns, sieved.
fn columns(claim: Claim<'_>) -> bool {
    let row = own_spices(0, claim.world.gpus()).map(|spice| sieved(0, spice).to_string());
    claim.text("row") == row.collect::<Vec<_>>().join(", ")
}

/// Whether anything has arrived.
fn came(world: &World<'_>, t: Time) -> bool {
    world.all().iter().any(|s| s.travels() && s.end <= t)
}

/// Whether a slip with that number travels.
fn slip(world: &World<'_>, t: Time, fits: impl Fn(&Span) -> bool, value: i64) -> bool {
    let reports = reports(world);
    world.moving(t).any(|s| fits(s) && reports.say(s, value))
}
