//! Judges of what the first minute says.

use crate::tests::instant::Claim;
use crate::tests::instant::world::{Span, World};
use kitchen_core::sim::task::Kind;
use kitchen_core::units::Time;
use kitchen_text::{format, key};

use super::run::{BOWLS, Plan, SEQUENCES};

/// When the dish was served, once by one chef and twice by two: chef 1 is the last to touch it once, chef 2 from then on.
fn served(world: &World<'_>) -> [Time; 3] {
    let first = |gpu: usize| {
        let ends = world.of(Kind::Forward).filter(|s| s.gpu == gpu).map(|s| (s.start, s.end));
        ends.min().expect("each chef cooks").1
    };
    [first(0), first(1), world.show.makespan()]
}

/// Whether everything that a chef cooks between two instants is cooked with nobody beside.
fn alone(world: &World<'_>, from: Time, to: Time) -> bool {
    let own: Vec<&Span> = world.of(Kind::Forward).filter(|s| s.start >= from && s.end <= to).collect();
    own.iter().all(|a| own.iter().all(|b| a.task == b.task || a.end <= b.start || b.end <= a.start))
}

fn idle(world: &World<'_>, from: Time, to: Time) -> f64 {
    let own = world.of(Kind::Forward).filter(|s| s.start >= from && s.end <= to);
    let busy: u64 = own.map(|s| s.end.0 - s.start.0).sum();
    1.0 - busy as f64 / (2.0 * (to.0 - from.0) as f64)
}

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    let [one, two, end] = served(world);
    let whole = |time: Time| format::time(claim.time("time")) == format::time(time);
    Some(match claim.line.key {
        key::PROLOGUE_BEAT_ONE => t < one && world.all().iter().all(|s| s.start >= one || s.gpu == 0 && s.computes()),
        key::PROLOGUE_BEAT_COOKED => t >= one && whole(one),
        key::PROLOGUE_XRAY_COOKED => {
            let model = Plan::new().model;
            let said = [claim.count("layers"), claim.count("sequences"), claim.count("tokens")];
            t >= one && whole(one) && said == [model.layers, SEQUENCES, model.seq].map(|count| count as usize)
        }
        key::PROLOGUE_BEAT_TWO | key::PROLOGUE_XRAY_TWO => {
            let cooked: Vec<&Span> = world.of(Kind::Forward).filter(|s| s.start >= one && s.end <= two).collect();
            // One dish, each half of it by another chef.
            let halves = cooked.iter().map(|s| (s.end.0 - s.start.0) as f64 / (one.0 as f64 / 2.0));
            t > one
                && cooked.len() == 2
                && cooked[0].gpu != cooked[1].gpu
                && halves.into_iter().all(|half| (half - 1.0).abs() < 0.1)
        }
        key::PROLOGUE_BEAT_SAME | key::PROLOGUE_XRAY_SAME => {
            let cooked = world.of(Kind::Forward).filter(|s| s.start >= one && s.end <= two);
            t >= two && whole(Time(two.0 - one.0)) && alone(world, one, two) && cooked.count() == 2
        }
        key::PROLOGUE_BEAT_END | key::PROLOGUE_XRAY_END => {
            let bowls = world.of(Kind::Forward).filter(|s| s.start >= two && s.gpu == 0).count();
            let gain = one.0 as f64 / (end.0 - two.0) as f64;
            t >= end
                && whole(Time(end.0 - two.0))
                && bowls == claim.count("bowls")
                && bowls == BOWLS as usize
                && (claim.number("gain") - gain).abs() < 0.01
                && (claim.percent("idle") - idle(world, two, end)).abs() < 1e-9
        }
        _ => return None,
    })
}
