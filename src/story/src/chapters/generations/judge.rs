//! Judges of what the years of tunnels say.

use super::params::Params;
use super::run::year;
use crate::sentences::Named as _;
use crate::tests::instant::Claim;
use crate::tests::instant::common::busbw;
use kitchen_core::sim::task::Kind;
use kitchen_core::topology::Part;
use kitchen_text::key;

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    let (show, runs) = (world.show, world.show.runs.len());
    let end = |run: usize| show.runs[run].trace.makespan;
    let preset = |run: usize| show.runs[run].topology.preset();
    let kitchen = || (0..runs).find(|&run| preset(run).name() == claim.key("machine"));
    let in_year = |run: usize| claim.text("year") == year(preset(run).id).to_string();
    let done = || kitchen().is_some_and(|run| claim.time("time") == end(run) && t >= end(run));
    let bytes = || claim.bytes("bytes") == Params::of(&show.scenario).bytes;
    let years = |name: &str, run: usize| claim.text(name) == year(preset(run).id).to_string();
    // Rounded down, as the bars have it.
    let passed = |run: usize| {
        let (real, said) = (t.0 as f64 / end(run).0 as f64, claim.percent("share"));
        said <= real + 1e-9 && real < said + 0.001
    };
    Some(match claim.line.key {
        key::GENERATIONS_BEAT_START => {
            claim.count("machines") == runs && bytes() && years("first", 0) && years("last", runs - 1)
        }
        key::GENERATIONS_BEAT_START_CHIP => {
            bytes() && years("first", 0) && missing(claim, |part| matches!(part, Part::Chip { .. }))
        }
        key::GENERATIONS_BEAT_START_LINK => bytes() && missing(claim, |part| !matches!(part, Part::Chip { .. })),
        key::GENERATIONS_XRAY_START => claim.key("op") == Params::of(&show.scenario).op.name() && bytes(),
        key::GENERATIONS_BEAT_DONE | key::GENERATIONS_BEAT_DONE_LESS => {
            let run = kitchen()?;
            done()
                && in_year(run)
                && claim.count("chefs") == show.runs[run].topology.gpus.len()
                && how(claim.part("how"), run)
                && lanes(claim, run)
        }
        key::GENERATIONS_BEAT_END_OWN => {
            let Params { home, left, .. } = Params::of(&show.scenario);
            let [own, from] = [home, left].map(|kitchen| kitchen as usize - 1);
            let times = end(from).0 as f64 / end(own).0 as f64;
            t >= show.makespan()
                && own < runs
                && from < runs
                && done()
                && kitchen() == Some(own)
                && in_year(own)
                && claim.key("from") == preset(from).name()
                && years("past", from)
                && claim.time("before") == end(from)
                && (claim.number("times") - times).abs() < 0.005 + 1e-9
        }
        key::GENERATIONS_XRAY_DONE => done() && busbw(claim, kitchen()?) && lanes(claim, kitchen()?),
        key::GENERATIONS_BEAT_BEHIND => {
            let run = kitchen()?;
            let others = (0..runs).filter(|&other| other != run && t >= end(other)).count();
            in_year(run) && others == claim.count("others") && others == runs - 1 && passed(run)
        }
        key::GENERATIONS_XRAY_BEHIND => passed(kitchen()?),
        key::GENERATIONS_BEAT_END | key::GENERATIONS_BEAT_END_SMALL => {
            let first = (0..runs).map(end).min()?;
            let Params { op, bytes, .. } = Params::of(&show.scenario);
            let held_up = |run: usize| {
                let topology = &show.runs[run].topology;
                let busbw = op.busbw(topology.len(), bytes, end(run)).as_gb_per_s();
                busbw * 2.0 < topology.nvlink_rate(0).0.as_gb_per_s()
            };
            let is_small = claim.line.key == key::GENERATIONS_BEAT_END_SMALL;
            let first_name = (0..runs).any(|run| end(run) == first && preset(run).name() == claim.key("first"));
            let times = show.makespan().0 as f64 / first.0 as f64;
            done()
                && is_small == (0..runs).all(held_up)
                && world.ahead_of(kitchen()?) == runs - 1
                && first_name
                && (times - claim.number("ratio")).abs() < 0.05 + 1e-9
        }
        _ => return None,
    })
}

/// Chef 1's tunnels: their number times their rate is what its way gives by the data sheet.
fn lanes(claim: Claim<'_>, run: usize) -> bool {
    let way = claim.world.show.runs[run].topology.nvlink_rate(0).0.as_gb_per_s();
    (claim.int("links") as f64 * claim.rate("rate").as_gb_per_s() - way).abs() < 0.01 * way
        && (claim.rate("way").as_gb_per_s() - way).abs() < 0.01 * way
}

fn missing(claim: Claim<'_>, fits: impl Fn(&Part) -> bool) -> bool {
    let mut parts = claim.world.show.runs.iter().flat_map(|run| run.topology.spec.missing.parts());
    parts.any(fits)
}

fn how(said: Claim<'_>, run: usize) -> bool {
    let of = &said.world.show.runs[run];
    let adds = said.world.spans[run].iter().any(|span| span.label.kind == Kind::SwitchReduce);
    let gone = of.topology.spec.missing.parts().iter().filter(|part| matches!(part, Part::Chip { .. })).count();
    let chips = of.topology.preset().switch_chips() as usize - gone;
    match said.line.key {
        key::GENERATIONS_HOW_ADDED => adds && said.count("chips") == chips,
        key::GENERATIONS_HOW_CHIPS => !adds && said.count("chips") == chips,
        key::GENERATIONS_HOW_ACROSS => {
            chips == 0 && said.world.spans[run].iter().filter(|s| s.travels()).all(|s| s.label.channel == 0)
        }
        key::GENERATIONS_HOW_RINGS => {
            let channels = said.world.spans[run].iter().filter(|s| s.travels()).map(|s| s.label.channel);
            chips == 0 && channels.collect::<std::collections::BTreeSet<_>>().len() == said.count("rings")
        }
        _ => false,
    }
}
