//! Questions to small runs, and the reader against a plain search.

use kitchen_task::{Hop, Kind, Label, LinkCapacity, Route, TaskGraph, TaskId, Work};
use kitchen_trace::*;
use kitchen_units::{Bytes, Rate, Time};
use proptest::prelude::*;

use crate::{self as sim, Options, Record};

fn links() -> Vec<LinkCapacity> {
    [10.0, 20.0].iter().map(|&rate| LinkCapacity { rate: Rate::gb_per_s(rate) }).collect()
}

struct Played {
    graph: TaskGraph,
    trace: Trace,
    index: Index,
}

impl Played {
    fn new(graph: TaskGraph, record: Record) -> Played {
        let options = Options { record, ..Options::default() };
        let trace = sim::run(&graph, &links(), 2, &options).unwrap();
        let index = Index::new(&graph, &trace, 2);
        Played { graph, trace, index }
    }

    fn read(&self) -> Reader<'_> {
        self.index.read(&self.graph, &self.trace)
    }
}

fn ns(ns: u64) -> Time {
    Time::from_ns(ns)
}

fn compute(gpu: u32, nanos: u64) -> (Work, Label) {
    (Work::Compute { gpu, duration: ns(nanos) }, Label::new(Kind::Forward))
}

/// Two passes on GPU 0 (0..100, 100..150); after the first, 1,000 bytes to GPU 1 at 10 GB/s with 50 ns of latency
/// (100..250); GPU 1 computes 250..300.
fn relay(record: Record) -> Played {
    let mut graph = TaskGraph::new();
    let hops = vec![Hop { link: 0, share: 1.0 }];
    let route = graph.add_route(Route { hops, latency: ns(50), ceiling: None, efficiency: 1.0 });
    let mut add = |(work, label), deps: &[TaskId]| graph.add(work, label, deps);
    let first = add(compute(0, 100), &[]);
    add(compute(0, 50), &[]);
    let send = Work::Transfer { src: 0, dst: 1, route, bytes: Bytes(1_000) };
    let send = add((send, Label::new(Kind::Activation)), &[first]);
    add(compute(1, 50), &[send]);
    Played::new(graph, record)
}

#[test]
fn a_task_is_not_ready_then_waits_then_runs_then_is_done() {
    let played = relay(Record::Segments);
    let check = |task, at, expected| assert_eq!(played.read().state(task, ns(at)), expected, "task {task} at {at} ns");
    check(1, 0, State::Waiting { since: ns(0) });
    check(1, 99, State::Waiting { since: ns(0) });
    check(1, 100, State::Running { progress: 0.0 });
    check(1, 125, State::Running { progress: 0.5 });
    check(1, 150, State::Done);
    check(3, 249, State::NotReady);
    check(9, 0, State::NotReady);
}

#[test]
fn a_transfer_drains_then_flies() {
    for record in [Record::Segments, Record::Spans] {
        let played = relay(record);
        let read = played.read();
        let check = |at, progress: f32, remaining: u64| {
            assert!((read.progress(2, ns(at)) - progress).abs() < 1e-6, "at {at}: {}", read.progress(2, ns(at)));
            if record == Record::Segments {
                assert_eq!(read.remaining(2, ns(at)), Bytes(remaining), "at {at}");
            }
        };
        // Its bytes take 100 ns, the last of them 50 more.
        check(50, 0.0, 1_000);
        check(100, 0.0, 1_000);
        check(125, 1.0 / 6.0, 750);
        check(200, 2.0 / 3.0, 0);
        check(225, 5.0 / 6.0, 0);
        check(250, 1.0, 0);
    }
}

#[test]
fn links_carry_while_a_transfer_drains() {
    let played = relay(Record::Segments);
    let read = played.read();
    let mut carried = Vec::new();
    let mut check = |at, expected: [f32; 2]| {
        read.carried(ns(at), 2, &mut carried);
        assert_eq!(carried, expected, "at {at} ns");
    };
    check(99, [0.0, 0.0]);
    check(100, [1e10, 0.0]);
    check(199, [1e10, 0.0]);
    check(200, [0.0, 0.0]);
}

#[test]
fn a_gpu_computes_one_task_at_a_time() {
    let played = relay(Record::Spans);
    let read = played.read();
    assert_eq!(read.computes(0), [0, 1]);
    assert_eq!(read.computes(1), [3]);
    assert_eq!(read.computes(7), [] as [TaskId; 0]);
    assert_eq!(read.compute_at(0, ns(120)), Some(1));
    assert_eq!(read.compute_at(0, ns(150)), None);
}

#[test]
fn a_trace_without_spans_answers_that_nothing_happens() {
    let played = relay(Record::Makespan);
    assert_eq!(played.trace.makespan, ns(300));
    assert_eq!(played.read().state(0, ns(10)), State::NotReady);
    assert_eq!(played.read().transfers_at(ns(10)).count(), 0);
}

#[test]
fn the_digest_is_the_same_everywhere_and_feels_every_column() {
    let trace = relay(Record::Segments).trace;
    // Golden: also computed in the wasm tests. It changes only with the meaning of a trace.
    assert_eq!(trace.digest(), 18_099_873_010_164_871_360);
    let changed = |change: fn(&mut Trace)| {
        let mut other = trace.clone();
        change(&mut other);
        assert_ne!(other.digest(), trace.digest());
    };
    changed(|trace| trace.makespan.0 += 1);
    changed(|trace| trace.ready[0].0 += 1);
    changed(|trace| trace.start[1].0 += 1);
    changed(|trace| trace.end[2].0 += 1);
    changed(|trace| trace.segments[0].rate += 1.0);
    changed(|trace| trace.segments[0].done += 1.0);
    changed(|trace| trace.segments.clear());
}

/// Tasks of any kind with any spans: (kind, size, wait before).
fn runs() -> impl Strategy<Value = Played> {
    prop::collection::vec((0_u8..3, 0_u64..400, 0_u64..200), 1..300).prop_map(|tasks| {
        let mut graph = TaskGraph::new();
        let hops = vec![Hop { link: 0, share: 1.0 }, Hop { link: 1, share: 0.5 }];
        let route = graph.add_route(Route { hops, latency: ns(20), ceiling: None, efficiency: 1.0 });
        let mut last = Vec::new();
        for (kind, size, wait) in tasks {
            let delay = Work::Delay { gpu: 0, duration: ns(wait) };
            last = vec![graph.add(delay, Label::new(Kind::Launch), &last)];
            match kind {
                0 => graph.add(Work::Compute { gpu: 0, duration: ns(size) }, Label::new(Kind::Forward), &last),
                1 => graph.add(Work::Delay { gpu: 0, duration: ns(size * 20) }, Label::new(Kind::Launch), &last),
                _ => {
                    let send = Work::Transfer { src: 0, dst: 1, route, bytes: Bytes(size * 30) };
                    graph.add(send, Label::new(Kind::SendCopy), &last)
                }
            };
        }
        Played::new(graph, Record::Segments)
    })
}

impl std::fmt::Debug for Played {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.graph.work.fmt(f)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_transfers_under_way_are_those_a_plain_search_finds(played in runs(), parts in prop::collection::vec(0.0..1.1_f64, 20)) {
        for part in parts {
            let t = Time((played.trace.makespan.0 as f64 * part) as u64);
            let mut active: Vec<TaskId> = played.read().transfers_at(t).collect();
            active.sort_unstable();
            let is_active = |&task: &TaskId| {
                let travels = matches!(played.graph.work[task as usize], Work::Transfer { .. });
                travels && played.trace.start[task as usize] <= t && t < played.trace.end[task as usize]
            };
            let expected: Vec<TaskId> = (0..played.graph.len() as TaskId).filter(is_active).collect();
            prop_assert_eq!(&active, &expected);
        }
    }

    #[test]
    fn progress_rises_from_zero_to_one(played in runs(), pick in any::<prop::sample::Index>()) {
        let task = pick.index(played.graph.len()) as TaskId;
        let (start, end) = (played.trace.start[task as usize], played.trace.end[task as usize]);
        let mut last = 0.0_f32;
        for i in 0..=50 {
            let t = Time(start.0 + (end - start).0 * i / 50);
            let progress = played.read().progress(task, t);
            prop_assert!(progress >= last - 1e-6 && progress <= 1.0, "{last} then {progress}");
            last = progress;
        }
        prop_assert!(last >= 1.0 || start == end);
    }
}
