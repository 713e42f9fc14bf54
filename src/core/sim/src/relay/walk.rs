//! A relay walked through without events, where no runner feels another on a link: then each hands on at its own pace, and times
//! follow from one another,
//!
//! ```text
//! begins(i, r + 1) = max(begins(i, r) + leaves(i), begins(i - 1, r) + arrives(i - 1))
//! ```
//!
//! a linear system in max and plus. Runners that stand alike begin alike: where a ring is the same `l` runners over and over, `l` of
//! them are walked for all. And where all begin later by the same after so many rounds, they do for ever
//! (F. Baccelli et al.: Synchronization and Linearity, 1992, theorem 3.109), so the rest of the rounds is a multiplication.

use kitchen_task::{Kind, Label, LinkCapacity, Route, TaskGraph, Work};
use kitchen_units::{Bytes, Rate, Time};

use super::Relay;
use crate::{Limits, Options, Record, run};

/// Of more transfers than this, items that differ by their bytes are all taken for as long as the longest: those of a collective
/// differ by one byte.
const EQUAL_FROM: u64 = 4_000_000;

/// What of a link flows may take together without feeling each other: rates are sums of floats.
const ROOM: f64 = 1.0 + 1e-9;

/// How a runner hands on: picoseconds until the item has left, and until it has arrived.
type Pace = (u64, u64);

/// How long the relay takes; `None` where runners may feel each other, or items are of different lengths.
pub(super) fn walk(relay: &Relay, links: &[LinkCapacity], limits: Limits) -> Option<Time> {
    let bytes = relay.bytes.iter().copied().max()?;
    let are_equal = relay.bytes.iter().all(|&one| one == bytes);
    if relay.rounds == 0 || !(are_equal || relay.transfers() > EQUAL_FROM) {
        return None;
    }
    let rates = rates(relay, links)?;
    let paces = paces(relay, links, &rates, bytes, limits)?;
    let launch = relay.launch.0;
    let longest = rings(relay, &paces).iter().map(|ring| after(ring, launch, relay.rounds)).max()?;
    (longest < u64::MAX / 4).then_some(Time(longest))
}

/// What each runner would send at if it were alone, bytes per second; `None` where some link does not carry all of its runners so.
fn rates(relay: &Relay, links: &[LinkCapacity]) -> Option<Vec<f64>> {
    let capacity = |link: u32| links.get(link as usize).map(|link| link.rate.as_bytes_per_s());
    let mut used = vec![0.0; links.len()];
    let mut rates = Vec::with_capacity(relay.runners.len());
    for runner in &relay.runners {
        let route = relay.routes.get(runner.route as usize)?;
        let mut rate = route.ceiling.map_or(f64::INFINITY, Rate::as_bytes_per_s);
        for hop in &route.hops {
            rate = rate.min(capacity(hop.link)? / route.load(hop));
        }
        for hop in route.hops.iter().filter(|_| rate.is_finite()) {
            used[hop.link as usize] += rate * route.load(hop);
        }
        rates.push(rate);
    }
    let fits = |(used, link): (&f64, &LinkCapacity)| *used <= link.rate.as_bytes_per_s() * ROOM;
    used.iter().zip(links).all(fits).then_some(rates)
}

/// The pace of each runner, by a run in which one of each kind sends after the other.
fn paces(relay: &Relay, links: &[LinkCapacity], rates: &[f64], bytes: Bytes, limits: Limits) -> Option<Vec<Pace>> {
    let mut kinds: Vec<((u64, u64), u32)> = relay
        .runners
        .iter()
        .zip(rates)
        .map(|(runner, rate)| (kind(relay, runner.route, *rate), runner.route))
        .collect();
    kitchen_units::order::sort(&mut kinds);
    kinds.dedup_by_key(|one| one.0);
    let mut graph = TaskGraph::new();
    for (at, &(_, route)) in (0_u32..).zip(&kinds) {
        let route = graph.add_route(relay.routes[route as usize].clone());
        let work = Work::Transfer { src: 0, dst: 0, route, bytes };
        graph.add(work, Label::new(Kind::SendCopy), at.checked_sub(1).as_slice());
    }
    let trace = run(&graph, links, 1, &Options { record: Record::Spans, limits }).ok()?;
    let pace = |at: usize| {
        let arrives = trace.end[at].saturating_sub(trace.start[at]).0;
        (arrives.saturating_sub(graph.routes[at].latency.0), arrives)
    };
    let of = |(runner, rate): (&super::Runner, &f64)| {
        let kind = kind(relay, runner.route, *rate);
        kinds.binary_search_by_key(&kind, |one| one.0).ok().map(pace)
    };
    relay.runners.iter().zip(rates).map(of).collect()
}

/// What a pace follows from.
fn kind(relay: &Relay, route: u32, rate: f64) -> (u64, u64) {
    (rate.to_bits(), relay.routes.get(route as usize).map_or(0, |route: &Route| route.latency.0))
}

/// The paces of each ring in the order in which it hands on, as often as it takes to have them all once.
fn rings(relay: &Relay, paces: &[Pace]) -> Vec<Vec<Pace>> {
    let mut seen = vec![false; paces.len()];
    let mut rings: Vec<Vec<Pace>> = Vec::new();
    for start in 0..paces.len() {
        let mut ring = Vec::new();
        let mut at = start;
        while !std::mem::replace(&mut seen[at], true) {
            ring.push(paces[at]);
            at = relay.runners[at].next as usize;
        }
        if ring.is_empty() {
            continue;
        }
        let turn = period(&ring);
        ring.truncate(turn);
        if !rings.contains(&ring) {
            rings.push(ring);
        }
    }
    rings
}

/// The fewest elements that the list repeats, whole times.
fn period(ring: &[Pace]) -> usize {
    let count = ring.len();
    let repeats = |turn: &usize| ring.iter().zip(&ring[*turn..]).all(|(one, other)| one == other);
    (1..count).filter(|&turn| count.is_multiple_of(turn)).find(repeats).unwrap_or(count)
}

/// When the last item has arrived on a ring of such turns.
fn after(turn: &[Pace], launch: u64, rounds: u32) -> u64 {
    let count = turn.len();
    let arrived = |begins: &[u64]| begins.iter().zip(turn).map(|(begin, pace)| begin.saturating_add(pace.1)).max();
    let mut begins = vec![launch; count];
    let mut next = begins.clone();
    let mut known = begins.clone();
    let mut left = u64::from(rounds) - 1;
    let mut since = 0;
    while left > 0 {
        for at in 0..count {
            let before = if at == 0 { count - 1 } else { at - 1 };
            let own = begins[at].saturating_add(turn[at].0);
            next[at] = own.max(begins[before].saturating_add(turn[before].1));
        }
        std::mem::swap(&mut begins, &mut next);
        left -= 1;
        since += 1;
        if since == count as u64 {
            let by = begins[0] - known[0];
            if begins.iter().zip(&known).all(|(now, then)| now - then == by) {
                let turns = left / since;
                for begin in &mut begins {
                    *begin = begin.saturating_add(by.saturating_mul(turns));
                }
                left %= since;
            }
            known.clone_from(&begins);
            since = 0;
        }
    }
    arrived(&begins).unwrap_or(launch)
}
