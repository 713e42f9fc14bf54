//! Judges of what the race over links says.

use super::params::Params;
use crate::sentences::Named as _;
use crate::tests::instant::Claim;
use crate::tests::instant::common::busbw;
use crate::tests::instant::world::names;
use kitchen_core::sim::task::Kind;
use kitchen_core::topology::LinkClass;
use kitchen_text::key;

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    let (show, runs) = (world.show, world.show.runs.len());
    let end = |run: usize| show.runs[run].trace.makespan;
    let racer = || (0..runs).find(|&run| named(claim, "machine", run));
    let done = |place: usize| {
        racer().is_some_and(|run| world.ahead_of(run) + 1 == place && claim.time("time") == end(run) && t >= end(run))
    };
    // In the table kitchens are counted from 1; two that race are nobody's own.
    let own = || (Params::of(&show.scenario).home as usize).checked_sub(1).filter(|_| runs == 6);
    let bytes = || claim.bytes("bytes") == Params::of(&show.scenario).bytes;
    Some(match claim.line.key {
        key::LINKS_BEAT_START => claim.count("machines") == runs && bytes(),
        key::LINKS_BEAT_START_OWN => claim.count("machines") == runs && bytes() && named(claim, "machine", own()?),
        key::LINKS_BEAT_END_FASTER | key::LINKS_BEAT_END_SLOWER => {
            let (own, left) = (own()?, Params::of(&show.scenario).left as usize - 1);
            let is_faster = claim.line.key == key::LINKS_BEAT_END_FASTER;
            let (slow, fast) = if is_faster { (left, own) } else { (own, left) };
            let times = end(slow).0 as f64 / end(fast).0 as f64;
            t >= show.makespan()
                && named(claim, "machine", own)
                && claim.time("time") == end(own)
                && named(claim, "left", left)
                && claim.time("left_time") == end(left)
                && times > 1.0
                && (times - claim.number("ratio")).abs() < 0.05 + 1e-9
        }
        key::LINKS_BEAT_END_OWN => {
            let own = own()?;
            t >= show.makespan()
                && named(claim, "machine", own)
                && claim.time("time") == end(own)
                && world.ahead_of(own) + 1 == claim.count("place")
                && claim.count("machines") == runs
        }
        key::LINKS_XRAY_START => claim.key("op") == Params::of(&show.scenario).op.name() && bytes(),
        key::LINKS_BEAT_CROWD | key::LINKS_XRAY_CROWD => (0..runs).any(|run| world.sharing(run, t) == claim.count("n")),
        key::LINKS_BEAT_CROWD_AT_TIMES | key::LINKS_XRAY_CROWD_AT_TIMES => {
            let run = racer()?;
            let most = world.spans[run].iter().map(|span| world.sharing(run, span.start)).max();
            t < end(run) && most == Some(claim.count("n"))
        }
        key::LINKS_BEAT_FIRST => done(1) && how(claim.part("how"), racer()?),
        key::LINKS_BEAT_DONE => done(claim.count("place")) && how(claim.part("how"), racer()?),
        key::LINKS_BEAT_END | key::LINKS_BEAT_END_SMALL => {
            let first = (0..runs).find(|&run| world.ahead_of(run) == 0)?;
            let times = show.makespan().0 as f64 / end(first).0 as f64;
            let Params { op, bytes, .. } = Params::of(&show.scenario);
            let held_up = |run: usize| {
                let chefs = show.runs[run].topology.len();
                op.busbw(chefs, bytes, end(run)).as_gb_per_s() * 2.0 < way_of(claim, run)
            };
            let is_small = claim.line.key == key::LINKS_BEAT_END_SMALL;
            is_small == (0..runs).all(held_up)
                && done(runs)
                && named(claim, "first", first)
                && (times - claim.number("ratio")).abs() < 0.05 + 1e-9
        }
        key::LINKS_XRAY_DONE => {
            racer().is_some_and(|run| t >= end(run) && claim.time("time") == end(run) && busbw(claim, run))
        }
        key::LINKS_BEAT_BEHIND | key::LINKS_XRAY_BEHIND => racer().is_some_and(|run| {
            let first = (0..runs).map(end).min().unwrap_or_default();
            let times = t.0 as f64 / first.0 as f64;
            // Both have passed: rounded down.
            let passed = |real: f64, said: f64, step: f64| said <= real + 1e-9 && real < said + step;
            passed(t.0 as f64 / end(run).0 as f64, claim.percent("share"), 0.001)
                && passed(times, claim.number("ratio"), 0.1)
        }),
        _ => return None,
    })
}

/// Whether an argument is the name of that run's kitchen; of several, how many they are and what joins them.
fn named(claim: Claim<'_>, name: &str, run: usize) -> bool {
    let (said, topology) = (claim.part(name), &claim.world.show.runs[run].topology);
    if said.key("name") != topology.preset().name() {
        return false;
    }
    match said.line.key {
        key::LINKS_MACHINE => topology.nodes == 1,
        key::LINKS_MACHINES => {
            let nodes = topology.nodes as usize;
            nodes > 1 && said.count("nodes") == nodes && said.key("link") == names(slowest(said, run))[1]
        }
        _ => false,
    }
}

/// The slowest kind of link that anything crosses.
fn slowest(claim: Claim<'_>, run: usize) -> Option<LinkClass> {
    let moves = claim.world.spans[run].iter().filter(|span| span.travels());
    moves.filter_map(|span| claim.world.class(run, span.task)).max_by_key(|class| class.slowness())
}

/// Which way the slips went; that the exchange added.
fn how(said: Claim<'_>, run: usize) -> bool {
    let adds = said.world.spans[run].iter().any(|span| span.label.kind == Kind::SwitchReduce);
    match said.line.key {
        key::LINKS_HOW_ADDED => adds && way(said, run),
        key::LINKS_HOW_WAY => names(slowest(said, run))[0] == said.key("way") && way(said, run),
        _ => false,
    }
}

/// What a chef has in all, by the data sheet: its share of the kitchen's network cards where the meeting goes that way, else
/// its NVLinks or, without any, its PCIe link, added up.
fn way(claim: Claim<'_>, run: usize) -> bool {
    let real = way_of(claim, run);
    (claim.rate("rate").as_gb_per_s() - real).abs() < 0.01 * real
}

fn way_of(claim: Claim<'_>, run: usize) -> f64 {
    let topology = &claim.world.show.runs[run].topology;
    let moves = || claim.world.spans[run].iter().filter(|span| span.travels());
    let outside = moves().any(|span| claim.world.class(run, span.task).is_some_and(LinkClass::is_network));
    let own = || topology.graph.edges(topology.gpus[0]).map(|edge| edge.weight());
    let sum = |nvlink: bool| -> f64 {
        own().filter(|link| link.class.is_nvlink() == nvlink).map(|link| link.nominal.as_gb_per_s()).sum()
    };
    match (outside, sum(true) > 0.0) {
        (true, _) => {
            topology.nic_rate().0.as_gb_per_s() * f64::from(topology.nics_per_node())
                / f64::from(topology.gpus_per_node())
        }
        (false, nvlink) => sum(nvlink),
    }
}
