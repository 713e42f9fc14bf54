//! Lanes of links against the transfers that they stand for.

use proptest::prelude::*;

use super::*;
use crate::chapters::{data, kinds};
use crate::scenario::Scenario;
use crate::show;
use kitchen_core::sim::task::{self, Label, TaskGraph};
use kitchen_core::sim::{self, Options, Record};
use kitchen_core::topology::{self, ClusterSpec, Missing, Part, Router};
use kitchen_text::Lang;

/// A run of transfers (from, to, bytes), all at once, on so many nodes of a system.
fn sent(system: &str, nodes: u32, missing: &[&str], transfers: &[(u32, u32, u64)]) -> Show {
    let parts: Vec<Part> = missing.iter().map(|part| Part::parse(part).unwrap()).collect();
    let spec = ClusterSpec {
        missing: Missing::of(&parts).unwrap(),
        ..ClusterSpec::new(topology::system(system).unwrap(), nodes)
    };
    let topology = topology::build(&spec).unwrap();
    let mut graph = TaskGraph::new();
    for &(src, dst, bytes) in transfers {
        let route = graph.add_route(Router::new(&topology).route(src, dst).unwrap());
        let send = Work::Transfer { src, dst, route, bytes: Bytes(bytes) };
        graph.add(send, Label::new(task::Kind::SendCopy), &[]);
    }
    let options = Options { record: Record::Segments, ..Options::default() };
    let trace = sim::run(&graph, &topology.capacities(), topology.gpus.len(), &options).unwrap();
    Show { scenario: Scenario::default_for(data::KIND), runs: vec![Run::new(topology, graph, trace)] }
}

fn names(show: &Show, layer: Layer) -> Vec<String> {
    chart(show).lanes.iter().map(|lane| lane.name(layer).say(Lang::En)).collect()
}

fn check(show: &Show, kitchen: &[&str], xray: &[&str]) {
    assert_eq!(names(show, Layer::Kitchen), kitchen);
    assert_eq!(names(show, Layer::XRay), xray);
}

#[test]
fn a_lane_is_a_link_and_lines_that_do_the_same_share_it() {
    check(&sent("dgx1-v100", 1, &[], &[(0, 1, 100)]), &["Chef 1 ⇄ Chef 2"], &["GPU 1 ⇄ GPU 2"]);
    // The busier first, by the busier direction; a link that carries nothing has no lane.
    check(
        &sent("dgx-h100", 1, &[], &[(3, 5, 100_000), (5, 2, 900_000)]),
        &["Chef 3 ⇄ chips 1–4", "Chef 6 ⇄ chips 1–4", "Chef 4 ⇄ chips 1–4"],
        &["GPU 3 ⇄ NVSwitch 1–4", "GPU 6 ⇄ NVSwitch 1–4", "GPU 4 ⇄ NVSwitch 1–4"],
    );
    let torn = sent("dgx-h100", 1, &["chip:0.1"], &[(0, 1, 1_000)]);
    let lines = ["Chef 1 ⇄ chip 1", "Chef 1 ⇄ chips 3–4", "Chef 2 ⇄ chip 1", "Chef 2 ⇄ chips 3–4"];
    assert_eq!(names(&torn, Layer::Kitchen), lines);
    check(&sent("dgx-h100", 1, &[], &[(0, 1, 0)]), &[], &[]);
}

#[test]
fn above_the_most_lanes_links_are_grouped_by_kitchen_and_then_by_kind() {
    let ring = |gpus: u32| -> Vec<_> { (0..gpus).map(|gpu| (gpu, (gpu + 1) % gpus, 1 << 20)).collect() };
    let small = chart(&sent("dgx-h100", 1, &[], &ring(8)));
    assert!(small.lanes.len() == 8 && small.lanes.iter().all(|lane| !lane.carrier.unwrap().together));
    let some = sent("dgx-h100", 12, &[], &ring(96));
    let kitchens = names(&some, Layer::Kitchen);
    assert!(kitchens.iter().any(|name| name == "Kitchen 12: telephone exchange"), "{kitchens:?}");
    let many = names(&sent("dgx-h100", 40, &[], &ring(320)), Layer::XRay);
    assert!(many.iter().any(|name| name == "DGX H100 × 40: NVSwitch"), "{many:?}");
    for names in [kitchens, many] {
        assert!(names.len() <= MOST_LANES, "{names:?}");
    }
}

/// Every byte of every transfer, on every link of its way.
fn bytes_sent(show: &Show) -> f64 {
    let mut sum = 0.0;
    for run in &show.runs {
        for work in &run.graph.work {
            let Work::Transfer { route, bytes, .. } = *work else { continue };
            let route = &run.graph.routes[route as usize];
            sum += route.hops.iter().map(|hop| route.load(hop) * bytes.0 as f64).sum::<f64>();
        }
    }
    sum
}

fn bytes_shown(chart: &Chart) -> f64 {
    chart.spans.iter().map(|span| span.load.unwrap().bytes.0 as f64).sum()
}

#[test]
fn the_lanes_of_every_chapter_hold_every_byte_within_what_links_can_carry() {
    for kind in kinds() {
        let show = show::run(&Scenario::default_for(kind)).unwrap();
        let chart = chart(&show);
        let (shown, sent) = (bytes_shown(&chart), bytes_sent(&show));
        let rounding = chart.spans.len() as f64 + sent * 1e-6;
        let alone = show.is_alone();
        assert!((shown - sent).abs() <= rounding && (sent > 0.0) != alone, "{}: {shown} of {sent}", kind.id);
        assert!(chart.lanes.len() <= MOST_LANES && chart.lanes.is_empty() == alone);
        if alone {
            continue;
        }
        for span in &chart.spans {
            let (load, carrier) = (span.load.unwrap(), chart.lanes[span.lane].carrier.unwrap());
            let most = carrier.most(&load).as_bytes_per_s();
            assert!(load.rate.as_bytes_per_s() <= most * 1.000_001, "{} {span:?} of {most}", kind.id);
            assert!(load.full <= carrier.links && span.start < span.end && span.end <= chart.end);
        }
        let strain: Vec<f64> = chart.lanes.iter().map(|lane| lane.carrier.unwrap().strain).collect();
        assert!(strain.windows(2).all(|pair| pair[0] >= pair[1] - 1e-3) && strain[0] <= 1.000_001, "{strain:?}");
    }
}

#[test]
fn a_full_link_is_busy_for_its_bytes_over_its_rate() {
    let show = sent("dgx1-v100", 1, &[], &[(0, 1, 1 << 20), (1, 0, 1 << 18)]);
    let chart = chart(&show);
    let carrier = chart.lanes[0].carrier.unwrap();
    for (span, bytes) in chart.spans.iter().zip([1 << 20, 1 << 18]) {
        let load = span.load.unwrap();
        assert_eq!((load.full, load.back, load.alone), (1, bytes == 1 << 18, true), "{span:?}");
        assert_eq!(load.bytes, Bytes(bytes));
        let busy = carrier.most(&load).time_for(Bytes(bytes));
        assert!((span.end - span.start).0.abs_diff(busy.0) <= 1, "{span:?} of {busy}");
    }
    assert_eq!(carrier.full, chart.spans[0].end - chart.spans[0].start);
}

#[test]
fn a_span_is_told_in_words_and_as_cells() {
    let show = sent("dgx1-v100", 1, &[], &[(0, 1, 1 << 20), (1, 0, 1 << 18)]);
    let chart = chart(&show);
    let check = |what, layer, expected: &[&str]| {
        let told = tell(&chart, &show, what, layer);
        let told: Vec<String> = told.iter().map(|line| line.say(Lang::En).replace('\u{a0}', " ")).collect();
        assert!(told.len() >= expected.len(), "{told:?}");
        for (told, expected) in told.iter().zip(expected) {
            assert!(told.starts_with(expected), "{told}");
        }
    };
    check(Tell::All, Layer::Kitchen, &["Busiest: Chef 1 ⇄ Chef 2, "]);
    let back = ["GPU 2 → GPU 1: 256 KiB at ", "From GPU 2 to GPU 1."];
    check(Tell::Span(1), Layer::XRay, &back);
    check(
        Tell::Row(0),
        Layer::Kitchen,
        &["0 s", "", "", "Chef 1 → Chef 2", "1 MiB", "", "", "Full", "Chef 1 → Chef 2"],
    );
    assert_eq!(tell(&chart, &show, Tell::Row(0), Layer::XRay).len(), super::super::COLUMNS.len());
    check(Tell::Span(9), Layer::XRay, &[]);
}

proptest! {
    #[test]
    fn no_byte_is_lost_whatever_is_sent(
        system in prop::sample::select(vec!["dgx1-v100", "dgx2", "pcie-8", "dgx-h100"]),
        nodes in 1_u32..4,
        transfers in prop::collection::vec((0_u32..8, 1_u32..8, 0_u64..10_000_000), 1..20),
    ) {
        let transfers: Vec<_> = transfers.into_iter().map(|(src, by, bytes)| (src, (src + by) % 8, bytes)).collect();
        let show = sent(system, nodes, &[], &transfers);
        let chart = chart(&show);
        let (shown, sent) = (bytes_shown(&chart), bytes_sent(&show));
        prop_assert!((shown - sent).abs() <= chart.spans.len() as f64 + sent * 1e-6, "{shown} of {sent}");
    }
}
