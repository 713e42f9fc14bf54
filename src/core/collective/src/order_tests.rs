//! Results do not depend on the order in which independent tasks were added.
//!
//! Two tasks that wait for the same compute stream since the same instant are not independent: they go first come, first
//! served. The graphs here have none.

use kitchen_sim::{Options, run};
use kitchen_task::{GpuId, Hop, Kind, Label, LinkCapacity, Route, TaskGraph, TaskId, Work};
use kitchen_topology::{self as topology, ClusterSpec, Router};
use kitchen_units::{Rate, Time};
use proptest::prelude::*;

use super::{Algorithm, Call, Op, append};

/// The same graph with its tasks in another order that the dependencies allow: of those that could come next, the one that
/// `pick` says. Returns it with each old task's new number.
fn permuted(graph: &TaskGraph, mut pick: impl FnMut(usize) -> usize) -> (TaskGraph, Vec<TaskId>) {
    let count = graph.len();
    let before = |task: TaskId| graph.deps(task).iter().copied().chain(graph.ahead(task));
    let mut missing: Vec<usize> = (0..count as TaskId).map(|task| before(task).count()).collect();
    let mut next: Vec<Vec<TaskId>> = vec![Vec::new(); count];
    for task in 0..count as TaskId {
        before(task).for_each(|dep| next[dep as usize].push(task));
    }
    let mut open: Vec<TaskId> = (0..count as TaskId).filter(|&task| missing[task as usize] == 0).collect();
    let mut out = TaskGraph::new();
    graph.routes.iter().for_each(|route| _ = out.add_route(route.clone()));
    let mut renamed = vec![0; count];
    while !open.is_empty() {
        let task = open.swap_remove(pick(open.len()));
        let deps: Vec<TaskId> = graph.deps(task).iter().map(|&dep| renamed[dep as usize]).collect();
        let (work, ahead) = (graph.work[task as usize], graph.ahead(task).map(|ahead| renamed[ahead as usize]));
        renamed[task as usize] = out.add_behind(work, graph.labels[task as usize], &deps, ahead);
        for &after in &next[task as usize] {
            missing[after as usize] -= 1;
            if missing[after as usize] == 0 {
                open.push(after);
            }
        }
    }
    (out, renamed)
}

/// Every task starts and ends when it does in the order in which the graph was written, to the picosecond.
fn check(graph: &TaskGraph, links: &[LinkCapacity], gpus: usize, pick: impl FnMut(usize) -> usize) {
    let (other, renamed) = permuted(graph, pick);
    let (one, two) =
        (run(graph, links, gpus, &Options::default()).unwrap(), run(&other, links, gpus, &Options::default()).unwrap());
    for (task, &new) in renamed.iter().enumerate() {
        let new = new as usize;
        assert_eq!((one.start[task], one.end[task]), (two.start[new], two.end[new]), "task {task}");
    }
}

/// Numbers that look drawn by lot.
fn lots(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    }
}

/// A task to draw: what it is, on which route, how large, and the tasks before it, by their distance. The transfers of every
/// other route are in a queue.
type Draw = (u8, u32, u64, Vec<usize>);

fn drawn(draws: &[Draw], routes: u32) -> TaskGraph {
    let mut graph = TaskGraph::new();
    for route in 0..routes {
        // Each crosses two of the links, with a latency of its own.
        let hops = [route % LINKS, (route * 3 + 1) % LINKS];
        let hops = hops.into_iter().enumerate().filter(|&(at, link)| at == 0 || link != hops[0]);
        let hops = hops.map(|(_, link)| Hop { link, share: 1.0 }).collect();
        graph.add_route(Route { hops, latency: Time::from_ns(u64::from(route) * 70), ceiling: None, efficiency: 1.0 });
    }
    let mut last: Vec<Option<TaskId>> = vec![None; routes as usize];
    for (index, (kind, route, size, before)) in draws.iter().enumerate() {
        let mut deps: Vec<TaskId> =
            before.iter().filter(|&&back| back < index).map(|back| (index - 1 - back) as TaskId).collect();
        deps.sort_unstable();
        deps.dedup();
        let work = match kind {
            0 => Work::Join,
            1 => Work::Delay { gpu: 0, duration: Time::from_ns(*size % 5_000) },
            _ => Work::Transfer { src: 0, dst: 1, route: route % routes, bytes: kitchen_units::Bytes(*size) },
        };
        let ahead = match work {
            Work::Transfer { route, .. } if route % 2 == 0 => last[route as usize].replace(index as TaskId),
            _ => None,
        };
        graph.add_behind(work, Label::new(Kind::SendCopy), &deps, ahead);
    }
    graph
}

/// What is in a queue starts when what is ahead has left, and ends after it; all bytes of all leave.
fn check_queues(graph: &TaskGraph, links: &[LinkCapacity], gpus: usize) {
    let trace = run(graph, links, gpus, &Options::default()).unwrap();
    let mut left = vec![0.0; graph.len()];
    for segment in &trace.segments {
        left[segment.task as usize] += segment.rate * segment.end.saturating_sub(segment.start).as_secs();
    }
    for (left, work) in left.iter().zip(&graph.work) {
        let bytes = if let Work::Transfer { bytes, .. } = *work { bytes.0 as f64 } else { 0.0 };
        // Ends are rounded up to a picosecond, in which 28 GB/s carry less than a tenth of a byte.
        assert!((left - bytes).abs() <= 0.1 + bytes * 1e-9, "{left} of {bytes} bytes");
    }
    for task in 0..graph.len() {
        let Some(ahead) = graph.ahead(task as TaskId) else { continue };
        let (Work::Transfer { route, .. }, end) = (graph.work[ahead as usize], trace.end[ahead as usize]) else {
            unreachable!("only transfers are ahead")
        };
        assert!(trace.end[task] >= end, "task {task} ends before the one ahead");
        let deps = graph.deps(task as TaskId).iter().map(|&dep| trace.end[dep as usize]).max().unwrap_or_default();
        let left = end.saturating_sub(graph.routes[route as usize].latency);
        assert_eq!(trace.start[task], deps.max(left), "task {task} waits for these two alone");
    }
}

const LINKS: u32 = 4;

proptest! {
    #[test]
    fn any_graph(
        draws in prop::collection::vec((0u8..5, 0u32..6, 0u64..200_000, prop::collection::vec(0usize..12, 0..3)), 1..60),
        seed: u64,
    ) {
        let links: Vec<LinkCapacity> =
            (1..=LINKS).map(|rate| LinkCapacity { rate: Rate::gb_per_s(f64::from(rate) * 7.0) }).collect();
        let graph = drawn(&draws, 6);
        check(&graph, &links, 2, lots(seed));
        check_queues(&graph, &links, 2);
    }
}

/// A collective, permuted a few times.
fn check_collective(op: Op, algorithm: Algorithm) {
    let spec = ClusterSpec::new(topology::system("dgx-h100").unwrap(), 2);
    let topology = topology::build(&ClusterSpec { fabric: spec.fabric.adding(), ..spec }).unwrap();
    let group: Vec<GpuId> = (0..topology.len()).collect();
    let mut graph = TaskGraph::new();
    let call = Call::new(op, algorithm, kitchen_units::Bytes((1 << 24) + 13), &group);
    append(&mut graph, &Router::new(&topology), &topology, &call, &[]).unwrap();
    for seed in 0..3 {
        check(&graph, &topology.capacities(), 16, lots(seed));
    }
}

#[test]
fn any_collective() {
    for op in Op::ALL {
        for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.carries(op)) {
            check_collective(op, algorithm);
        }
    }
}
