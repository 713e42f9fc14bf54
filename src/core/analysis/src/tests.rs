//! Small runs whose time can be told apart by eye, and sums that must hold for any run.

use kitchen_sim::{self as sim, Options};
use kitchen_task::{Hop, Kind, Label, LinkCapacity, Route, TaskGraph, TaskId, Work};
use kitchen_trace::Trace;
use kitchen_units::{Bytes, Rate, Time};
use proptest::prelude::*;

use super::*;

const GPUS: usize = 3;

/// A graph with route 0 at 10 GB/s, and 20 ns of latency.
fn empty() -> TaskGraph {
    let mut graph = TaskGraph::new();
    let hops = vec![Hop { link: 0, share: 1.0 }];
    graph.add_route(Route { hops, latency: Time::from_ns(20), ceiling: None, efficiency: 1.0 });
    graph
}

fn compute(graph: &mut TaskGraph, gpu: u32, ns: u64, deps: &[TaskId]) -> TaskId {
    graph.add(Work::Compute { gpu, duration: Time::from_ns(ns) }, Label::new(Kind::Forward), deps)
}

fn reduce(graph: &mut TaskGraph, gpu: u32, ns: u64, deps: &[TaskId]) -> TaskId {
    graph.add(Work::Compute { gpu, duration: Time::from_ns(ns) }, Label::new(Kind::Reduce), deps)
}

fn send(graph: &mut TaskGraph, kind: Kind, [src, dst]: [u32; 2], bytes: u64, deps: &[TaskId]) -> TaskId {
    graph.add(Work::Transfer { src, dst, route: 0, bytes: Bytes(bytes) }, Label::new(kind), deps)
}

fn run(graph: &TaskGraph) -> Trace {
    sim::run(graph, &[LinkCapacity { rate: Rate::gb_per_s(10.0) }], GPUS, &Options::default()).unwrap()
}

/// (compute, exposed communication, bubble) in nanoseconds, by GPU.
fn check(graph: &TaskGraph, expected_ns: [(u128, u128, u128); GPUS]) {
    let found = attribution(graph, &run(graph), GPUS);
    let parts = |gpu: usize| {
        let parts = found.gpus[gpu];
        (parts.compute / 1_000, parts.exposed_comm / 1_000, parts.bubble / 1_000)
    };
    assert_eq!([parts(0), parts(1), parts(2)], expected_ns);
}

#[test]
fn sender_and_receiver_are_exposed_and_a_bystander_has_a_bubble() {
    let mut graph = empty();
    let first = compute(&mut graph, 0, 50, &[]);
    let moved = send(&mut graph, Kind::Activation, [0, 1], 1_000, &[first]); // 50..170
    compute(&mut graph, 1, 30, &[moved]);
    check(&graph, [(50, 120, 30), (30, 120, 50), (0, 0, 200)]);
}

#[test]
fn communication_under_compute_is_not_exposed() {
    let mut graph = empty();
    send(&mut graph, Kind::Activation, [0, 1], 1_000, &[]); // 0..120
    compute(&mut graph, 0, 100, &[]);
    check(&graph, [(100, 20, 0), (0, 120, 0), (0, 0, 120)]);
}

#[test]
fn all_that_take_part_in_a_collective_wait_for_it() {
    // 0 -> 1, added there, 1 -> 2: GPU 0 is done first, and waits for the others.
    let mut graph = empty();
    let first = send(&mut graph, Kind::SendReduce, [0, 1], 1_000, &[]); // 0..120
    let added = reduce(&mut graph, 1, 40, &[first]); // 120..160
    let join = graph.add(Work::Join, Label::new(Kind::Join), &[added]);
    let last = send(&mut graph, Kind::SendCopy, [1, 2], 1_000, &[join]); // 160..280
    compute(&mut graph, 2, 20, &[last]);
    check(&graph, [(0, 280, 20), (0, 280, 20), (20, 280, 0)]);
}

#[test]
fn a_launch_belongs_to_the_transfer_it_launches() {
    let mut graph = empty();
    let delay = |graph: &mut TaskGraph, gpu| {
        graph.add(Work::Delay { gpu, duration: Time::from_ns(10) }, Label::new(Kind::Launch), &[])
    };
    let launch = delay(&mut graph, 0);
    delay(&mut graph, 2);
    send(&mut graph, Kind::SendCopy, [0, 1], 1_000, &[launch]); // 10..130
    check(&graph, [(0, 130, 0), (0, 120, 10), (0, 0, 130)]);
}

#[test]
fn the_slowest_class_in_flight_has_the_time() {
    let mut graph = empty();
    send(&mut graph, Kind::Activation, [0, 1], 500, &[]); // Both share the link: 0..120, class 0.
    send(&mut graph, Kind::Activation, [0, 2], 500, &[]); // 0..120, class 1.
    let found = attribution_by(&graph, &run(&graph), GPUS, 2, |task| task as usize);
    assert_eq!(found.exposed_by_class, [120_000, 240_000]);
}

#[test]
fn the_critical_path_goes_through_predecessors_and_through_the_engine() {
    let mut graph = empty();
    let long = compute(&mut graph, 0, 100, &[]);
    let queued = compute(&mut graph, 0, 50, &[]); // Waits for the engine.
    compute(&mut graph, 1, 90, &[]);
    let moved = send(&mut graph, Kind::Activation, [0, 1], 1_000, &[queued]);
    let last = compute(&mut graph, 1, 10, &[moved]);
    assert_eq!(critical_path(&graph, &run(&graph)), [long, queued, moved, last]);
    assert_eq!(critical_path(&empty(), &run(&empty())), [] as [TaskId; 0]);
}

fn graphs() -> impl Strategy<Value = TaskGraph> {
    let task = (0_u8..5, 0_u32..3, 0_u32..3, 0_u64..500, prop::collection::vec(any::<prop::sample::Index>(), 0..3));
    prop::collection::vec(task, 0..80).prop_map(|tasks| {
        let mut graph = empty();
        for (i, (what, a, b, size, deps)) in tasks.into_iter().enumerate() {
            let deps: Vec<TaskId> = if i == 0 { vec![] } else { deps.iter().map(|d| d.index(i) as TaskId).collect() };
            match what {
                0 => compute(&mut graph, a, size, &deps),
                1 => reduce(&mut graph, a, size, &deps),
                2 => graph.add(Work::Join, Label::new(Kind::Join), &deps),
                3 => send(&mut graph, Kind::Activation, [a, b], size * 10, &deps),
                _ => send(&mut graph, Kind::SendReduce, [a, b], size * 10, &deps),
            };
        }
        graph
    })
}

proptest! {
    #[test]
    fn the_parts_sum_to_the_whole(graph in graphs()) {
        let trace = run(&graph);
        let found = attribution_by(&graph, &trace, GPUS, 3, |task| task as usize % 3);
        let whole = u128::from(trace.makespan.0);
        prop_assert_eq!(found.parts().total(), whole * GPUS as u128);
        prop_assert!(found.gpus.iter().all(|gpu| gpu.total() == whole));
        prop_assert_eq!(found.exposed_by_class.iter().sum::<u128>(), found.exposed_comm);
        prop_assert_eq!(found.parts(), attribution(&graph, &trace, GPUS).parts());
    }

    #[test]
    fn compute_is_the_time_of_the_compute_stream(graph in graphs()) {
        let trace = run(&graph);
        let busy = |(work, label): (&Work, &Label)| match *work {
            Work::Compute { duration, .. } if label.kind != Kind::Reduce => u128::from(duration.0),
            _ => 0,
        };
        let expected: u128 = graph.work.iter().zip(&graph.labels).map(busy).sum();
        prop_assert_eq!(attribution(&graph, &trace, GPUS).compute, expected);
    }

    #[test]
    fn the_critical_path_is_as_long_as_the_run(graph in graphs()) {
        let trace = run(&graph);
        let path = critical_path(&graph, &trace);
        let spans = path.iter().map(|&task| (trace.start[task as usize], trace.end[task as usize]));
        let mut at = Time::ZERO;
        for (start, end) in spans {
            prop_assert_eq!(start, at);
            at = end;
        }
        prop_assert_eq!(at, trace.makespan);
    }
}
