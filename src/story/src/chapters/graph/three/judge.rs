//! Judges of what is said of two knives: by the raw spans, and by weighing pairs anew.

use kitchen_core::units::Time;
use kitchen_core::workload::graph::Cut;
use kitchen_text::key;

use super::{Knives, before, place_name, places};
use crate::tests::instant::Claim;
use crate::tests::instant::world::Span;

pub(in crate::chapters::graph) fn judge(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    let knives = Knives::of(world.show).expect("two knives");
    let of = |gpu: usize| -> Vec<&Span> { world.all().iter().filter(|s| s.computes() && s.gpu == gpu).collect() };
    let begins = |gpu: usize| of(gpu).iter().map(|s| s.start).min().unwrap_or(Time::MAX);
    let work = [0, 1, 2].map(|gpu| of(gpu).iter().map(|s| s.end.0 - s.start.0).sum::<u64>());
    let shares = || {
        let all: u64 = work.iter().sum();
        ["first", "second", "third"]
            .iter()
            .zip(work)
            .all(|(name, own)| (claim.percent(name) - own as f64 / all as f64).abs() < 1e-9)
    };
    let road = kitchen_core::workload::graph::Road::of(
        &world.run().topology,
        &kitchen_core::topology::Router::new(&world.run().topology).route(0, 1).ok()?,
    );
    // A pair's pace by its crossings, each chef's by itself.
    let pace = |pair: [u32; 2]| -> u64 {
        let places = pair.map(|place| before(&knives.model, place));
        let cut = Cut::stages(&knives.graph, &places);
        let mut sums = [[0_u64; 3]; 3];
        for crossing in cut.crossings(&knives.graph) {
            sums[usize::from(crossing.from)][usize::from(crossing.to)] += crossing.bytes.0;
        }
        let time = |bytes: u64| {
            if bytes == 0 { 0 } else { road.latency.0 + road.rate.time_for(kitchen_core::units::Bytes(bytes)).0 }
        };
        let own = |device: u8| -> u64 {
            let nodes = knives.graph.dag.node_indices().filter(|&node| cut.device(node) == device);
            nodes.map(|node| knives.graph.dag[node].forward.time.0).sum()
        };
        let all = (0..3).map(|chef: u8| {
            let at = usize::from(chef);
            let sends: u64 = (0..3).map(|other| time(sums[at][other]) + time(sums[other][at])).sum();
            own(chef) + sends
        });
        all.max().unwrap_or(0)
    };
    let near = |name: &str, expected: u64| claim.time(name).0.abs_diff(expected) < 10;
    Some(match claim.line.key {
        key::GRAPH_BEAT_THREE | key::GRAPH_XRAY_THREE => {
            let [a, b] = knives.here.places;
            let named = |name: &str, place: u32| {
                [false, true].iter().any(|&xray| claim.part(name).line == &place_name(&knives.model, place, xray))
            };
            // The knives are where the spans change hands.
            let counts = [0, 1, 2].map(|gpu| of(gpu).len());
            named("a", a)
                && named("b", b)
                && counts[0] == before(&knives.model, a)
                && counts[0] + counts[1] == before(&knives.model, b)
        }
        key::GRAPH_BEAT_THREE_NEXT | key::GRAPH_XRAY_THREE_NEXT => {
            let begin = begins(claim.index("chef"));
            begin <= t && claim.time("time") == begin
        }
        key::GRAPH_BEAT_THREE_BOUND | key::GRAPH_XRAY_THREE_BOUND => {
            let most = places(&knives.model);
            // No pair of places between layers is better than what is called the best.
            let between: Vec<u32> = (1..=most).step_by(3).collect();
            let none_better = between.iter().flat_map(|&b| between.iter().map(move |&a| [a, b])).filter(|[a, b]| a < b);
            let best = claim.time("best").0;
            shares()
                && near("pace", pace(knives.here.places))
                && near("best", pace(knives.best.places))
                && best < claim.time("pace").0 + 10
                && none_better.step_by(7).all(|pair| pace(pair) + 10 > best)
                && claim.number("n") == f64::from(most * (most - 1) / 2)
        }
        key::GRAPH_BEAT_THREE_BEST | key::GRAPH_XRAY_THREE_BEST => {
            shares() && near("pace", pace(knives.here.places)) && knives.here.places == knives.best.places
        }
        key::GRAPH_BEAT_THREE_END | key::GRAPH_XRAY_THREE_END => {
            let end = world.show.makespan();
            let sent: u64 = world.all().iter().filter(|s| s.travels()).map(|s| s.bytes.0).sum();
            t >= end && claim.time("time") == end && claim.bytes("bytes").0 == sent
        }
        _ => return None,
    })
}
