//! What links carried, against a plain sum over the transfers.

use kitchen_task::{Hop, Kind, Label, LinkCapacity, Route, TaskGraph, Work};
use kitchen_trace::{Counted, Stretch, Trace, stretches};
use kitchen_units::{Bytes, Rate, Time};
use proptest::prelude::*;

use crate::{self as sim, Options, Record};

const GB_PER_S: [f64; 3] = [10.0, 20.0, 40.0];

/// Transfers (first link, bytes, how many picoseconds the one before it delays it) over two links each.
fn run(transfers: &[(u32, u64, u64)], record: Record) -> (TaskGraph, Trace) {
    let mut graph = TaskGraph::new();
    let routes: Vec<u32> = (0..2)
        .map(|first| {
            let hops = vec![Hop { link: first, share: 1.0 }, Hop { link: first + 1, share: 0.5 }];
            graph.add_route(Route { hops, latency: Time(7), ceiling: None, efficiency: 1.0 })
        })
        .collect();
    let mut before = Vec::new();
    for &(first, bytes, wait) in transfers {
        let delay = Work::Delay { gpu: 0, duration: Time(wait) };
        before = vec![graph.add(delay, Label::new(Kind::Launch), &before)];
        let send = Work::Transfer { src: first, dst: 2, route: routes[first as usize], bytes: Bytes(bytes) };
        graph.add(send, Label::new(Kind::SendCopy), &before);
    }
    let links: Vec<LinkCapacity> = GB_PER_S.iter().map(|&rate| LinkCapacity { rate: Rate::gb_per_s(rate) }).collect();
    let trace = sim::run(&graph, &links, 3, &Options { record, ..Options::default() }).unwrap();
    (graph, trace)
}

/// Each link a way of its own.
fn apart() -> Vec<Option<Counted>> {
    (0..).zip(GB_PER_S).map(|(way, rate)| Some(Counted { way, times: 1.0, capacity: rate * 1e9 })).collect()
}

/// Expects (way, start and end in picoseconds, MB/s, full links, one sender alone).
fn check(transfers: &[(u32, u64, u64)], expected: &[(u32, u64, u64, u64, u32, bool)]) {
    for record in [Record::Segments, Record::Spans] {
        let (graph, trace) = run(transfers, record);
        let found = stretches(&graph, &trace, &apart(), &[]);
        let plain = |stretch: &Stretch| {
            let Stretch { way, start, end, rate, full, alone, .. } = *stretch;
            (way, start.0, end.0, (rate + 500_000) / 1_000_000, full, alone)
        };
        assert_eq!(found.iter().map(plain).collect::<Vec<_>>(), expected, "{transfers:?}");
    }
}

#[test]
fn a_link_is_busy_for_bytes_over_rate() {
    check(&[], &[]);
    check(&[(0, 1_000, 5)], &[(0, 5, 100_005, 10_000, 1, true), (1, 5, 100_005, 5_000, 0, true)]);
    // Where both cross, the first takes half of what fills its first link, the second the rest: 1,000 bytes at 15 GB/s.
    check(
        &[(0, 1_000, 0), (1, 1_000, 0)],
        &[
            (0, 0, 100_000, 10_000, 1, true),
            (1, 0, 66_667, 20_000, 1, false),
            (1, 66_667, 100_000, 5_000, 0, true),
            (2, 0, 66_667, 7_500, 0, true),
        ],
    );
}

proptest! {
    #[test]
    fn no_byte_is_lost_and_no_link_carries_more_than_it_can(
        transfers in prop::collection::vec((0_u32..2, 0_u64..100_000, 0_u64..2_000_000), 0..40),
    ) {
        for record in [Record::Segments, Record::Spans] {
            let (graph, trace) = run(&transfers, record);
            let mut expected = [0.0; 3];
            for &(first, bytes, _) in &transfers {
                expected[first as usize] += bytes as f64;
                expected[first as usize + 1] += bytes as f64 / 2.0;
            }
            let mut carried = [0.0; 3];
            let mut end = [Time::ZERO; 3];
            for stretch in stretches(&graph, &trace, &apart(), &[]) {
                let way = stretch.way as usize;
                prop_assert!(end[way] <= stretch.start && stretch.start < stretch.end, "{stretch:?}");
                let full = GB_PER_S[way] * 1e9;
                prop_assert!(record == Record::Spans || stretch.rate as f64 <= full * 1.000_001, "{stretch:?}");
                end[way] = stretch.end;
                carried[way] += stretch.rate as f64 * (stretch.end - stretch.start).as_secs();
            }
            for (carried, expected) in carried.iter().zip(expected) {
                prop_assert!((carried - expected).abs() <= 1.0 + expected * 1e-6, "{carried} of {expected}");
            }
            // One way for all of them carries the same.
            let one: Vec<_> = apart().into_iter().map(|link| link.map(|link| Counted { way: 0, ..link })).collect();
            let all: f64 = stretches(&graph, &trace, &one, &[])
                .iter()
                .map(|stretch| stretch.rate as f64 * (stretch.end - stretch.start).as_secs())
                .sum();
            let expected: f64 = expected.iter().sum();
            prop_assert!((all - expected).abs() <= 1.0 + expected * 1e-6, "{all} of {expected}");
        }
    }
}
