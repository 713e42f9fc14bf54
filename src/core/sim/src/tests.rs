//! Whole runs small enough to be worked out by hand.

use kitchen_task::{Hop, Kind, Label, Route, TaskId, Work};
use kitchen_units::{Rate, Time};
use proptest::prelude::*;

use super::*;
use crate::successors::{Successors, View};

/// Links of these GB/s (= bytes a nanosecond), and a route over each alone, without latency.
#[derive(Debug)]
struct Case {
    graph: TaskGraph,
    links: Vec<LinkCapacity>,
}

impl Case {
    fn new(gb_per_s: &[f64]) -> Case {
        let mut graph = TaskGraph::new();
        for link in 0..gb_per_s.len() as u32 {
            graph.add_route(Route { hops: vec![Hop { link, share: 1.0 }], ..Route::default() });
        }
        let links = gb_per_s.iter().map(|&rate| LinkCapacity { rate: Rate::gb_per_s(rate) }).collect();
        Case { graph, links }
    }

    fn route(&mut self, links: &[u32], latency: Time, ceiling: Option<f64>) -> u32 {
        let hops = links.iter().map(|&link| Hop { link, share: 1.0 }).collect();
        self.graph.add_route(Route { hops, latency, ceiling: ceiling.map(Rate::gb_per_s), efficiency: 1.0 })
    }

    fn send(&mut self, route: u32, bytes: u64, deps: &[TaskId]) -> TaskId {
        let work = Work::Transfer { src: 0, dst: 1, route, bytes: Bytes(bytes) };
        self.graph.add(work, Label::new(Kind::SendCopy), deps)
    }

    fn delay(&mut self, ns: u64, deps: &[TaskId]) -> TaskId {
        self.graph.add(Work::Delay { gpu: 0, duration: Time::from_ns(ns) }, Label::new(Kind::Launch), deps)
    }

    fn compute(&mut self, gpu: u32, ns: u64, deps: &[TaskId]) -> TaskId {
        self.graph.add(Work::Compute { gpu, duration: Time::from_ns(ns) }, Label::new(Kind::Forward), deps)
    }

    fn run(&self) -> Trace {
        run(&self.graph, &self.links, 4, &Options::default()).unwrap()
    }

    /// Start and end of each task, in nanoseconds.
    fn check(&self, expected_ns: &[(u64, u64)]) {
        let trace = self.run();
        let found: Vec<(u64, u64)> = trace.start.iter().zip(&trace.end).map(|(s, e)| (s.0, e.0)).collect();
        let expected: Vec<(u64, u64)> = expected_ns.iter().map(|(s, e)| (s * 1_000, e * 1_000)).collect();
        assert_eq!(found, expected);
        assert_eq!(trace.makespan.0, expected.iter().map(|span| span.1).max().unwrap_or(0));
    }
}

#[test]
fn nothing_takes_no_time() {
    Case::new(&[]).check(&[]);
}

#[test]
fn two_flows_on_one_link_take_twice_as_long() {
    let mut case = Case::new(&[10.0]);
    case.send(0, 1_000, &[]);
    case.send(0, 1_000, &[]);
    case.check(&[(0, 200), (0, 200)]);
}

#[test]
fn a_late_flow_slows_the_first_only_while_both_are_under_way() {
    // 0..50 alone: 500 bytes. 50..150 shared: 500 each. 150..200 the second alone: 500.
    let mut case = Case::new(&[10.0]);
    case.send(0, 1_000, &[]);
    let wait = case.delay(50, &[]);
    case.send(0, 1_000, &[wait]);
    case.check(&[(0, 150), (0, 50), (50, 200)]);
}

#[test]
fn a_flow_under_its_ceiling_leaves_the_rest_of_the_link() {
    let mut case = Case::new(&[10.0]);
    let slow = case.route(&[0], Time::ZERO, Some(2.0));
    case.send(slow, 200, &[]);
    case.send(0, 1_600, &[]);
    // 2 and 8 GB/s for 100 ns, then the second alone at 10 for its last 800 bytes.
    case.check(&[(0, 100), (0, 180)]);
}

#[test]
fn latency_is_paid_once_and_holds_no_link() {
    let mut case = Case::new(&[10.0]);
    let far = case.route(&[0], Time::from_ns(500), None);
    let first = case.send(far, 1_000, &[]);
    let wait = case.delay(100, &[]);
    case.send(0, 1_000, &[wait]);
    case.send(0, 10, &[first]);
    case.check(&[(0, 600), (0, 100), (100, 200), (600, 601)]);
}

#[test]
fn a_transfer_of_nothing_takes_its_latency() {
    let mut case = Case::new(&[10.0]);
    let far = case.route(&[0], Time::from_ns(5), None);
    case.send(far, 0, &[]);
    case.check(&[(0, 5)]);
}

#[test]
fn a_route_inside_one_gpu_takes_its_latency_whatever_the_bytes() {
    let mut case = Case::new(&[]);
    let here = case.route(&[], Time::from_ns(5), None);
    case.send(here, 1 << 30, &[]);
    case.check(&[(0, 5)]);
}

#[test]
fn a_route_named_over_the_same_link_twice_uses_it_twice() {
    let mut case = Case::new(&[10.0]);
    let twice = case.route(&[0, 0], Time::ZERO, None);
    case.send(twice, 1_000, &[]);
    case.check(&[(0, 200)]);
}

#[test]
fn flows_through_others_feel_each_other() {
    // Over link 0 and 1, 0 alone, 1 alone. Link 0 gives 5 each; link 1 gives the third the other 15.
    let mut case = Case::new(&[10.0, 20.0]);
    let both = case.route(&[0, 1], Time::ZERO, None);
    case.send(both, 500, &[]);
    case.send(0, 500, &[]);
    case.send(1, 1_500, &[]);
    case.check(&[(0, 100), (0, 100), (0, 100)]);
}

#[test]
fn a_stream_serves_in_order_of_readiness_then_of_id() {
    let mut case = Case::new(&[]);
    let wait = case.delay(10, &[]);
    case.compute(0, 20, &[wait]); // Ready at 10.
    case.compute(0, 30, &[]); // Ready at 0, and before the next by its id.
    case.compute(0, 40, &[]);
    case.compute(1, 5, &[]); // Another GPU does not wait.
    case.check(&[(0, 10), (70, 90), (0, 30), (30, 70), (0, 5)]);
}

#[test]
fn a_reduction_overlaps_a_pass_and_two_reductions_do_not_overlap() {
    let mut case = Case::new(&[]);
    case.compute(0, 100, &[]);
    for _ in 0..2 {
        let work = Work::Compute { gpu: 0, duration: Time::from_ns(10) };
        case.graph.add(work, Label::new(Kind::Reduce), &[]);
    }
    case.check(&[(0, 100), (0, 10), (10, 20)]);
}

#[test]
fn joins_and_tasks_of_no_duration_happen_in_one_instant() {
    let mut case = Case::new(&[]);
    let a = case.compute(0, 10, &[]);
    let b = case.graph.add(Work::Join, Label::new(Kind::Join), &[a, a]);
    let c = case.compute(0, 0, &[b]);
    let d = case.graph.add(Work::Join, Label::new(Kind::Join), &[c, b]);
    case.compute(0, 1, &[d]);
    case.check(&[(0, 10), (10, 10), (10, 10), (10, 10), (10, 11)]);
}

#[test]
fn a_transfer_ends_on_the_picosecond_its_last_byte_fits() {
    let mut case = Case::new(&[3.0]);
    case.send(0, 1, &[]);
    assert_eq!(case.run().end[0], Time(334));
}

fn refused(case: &Case, options: &Options, expected: SimError) {
    let found = run(&case.graph, &case.links, 2, options);
    assert_eq!(found, Err(expected));
}

#[test]
fn malformed_graphs_and_runs_beyond_the_limits_are_refused() {
    let default = Options::default();
    let mut case = Case::new(&[1.0]);
    case.compute(2, 1, &[]);
    refused(&case, &default, SimError::NoSuchGpu { task: 0, gpu: 2 });

    let mut case = Case::new(&[1.0]);
    case.send(9, 1, &[]);
    refused(&case, &default, SimError::NoSuchRoute { task: 0, route: 9 });

    let mut case = Case::new(&[1.0]);
    case.route(&[1], Time::ZERO, None);
    refused(&case, &default, SimError::NoSuchLink { route: 1, link: 1 });

    refused(&Case::new(&[0.0]), &default, SimError::NoRate { route: 0 });

    let mut case = Case::new(&[1.0]);
    case.route(&[0], Time::ZERO, Some(0.0));
    refused(&case, &default, SimError::NoRate { route: 1 });

    for share in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let mut case = Case::new(&[1.0]);
        case.graph.add_route(Route { hops: vec![Hop { link: 0, share }], ..Route::default() });
        refused(&case, &default, SimError::BadShare { route: 1, link: 0 });
    }

    let mut case = Case::new(&[1e-9]); // One byte a second.
    case.send(0, u64::MAX, &[]);
    refused(&case, &default, SimError::TooLong { task: 0 });

    let mut case = Case::new(&[]);
    let first = case.graph.add(Work::Delay { gpu: 0, duration: Time::MAX }, Label::new(Kind::Launch), &[]);
    refused(&case, &default, SimError::TooLong { task: first });

    let mut case = Case::new(&[]);
    case.delay(1, &[]);
    case.delay(1, &[]);
    let limits = |limits: Limits| Options { limits, ..default };
    refused(&case, &limits(Limits { tasks: 1, ..default.limits }), SimError::TooManyTasks { tasks: 2, limit: 1 });
    refused(&case, &limits(Limits { events: 1, ..default.limits }), SimError::TooManyEvents { limit: 1 });
    refused(&case, &limits(Limits { memory: Bytes(1), ..default.limits }), SimError::TooMuchMemory { limit_mib: 0 });

    let mut case = Case::new(&[1.0]);
    let other = case.route(&[0], Time::ZERO, None);
    case.send(0, 8, &[]);
    case.send(other, 8, &[]);
    refused(&case, &limits(Limits { work: 1, ..default.limits }), SimError::TooMuchWork { limit: 1 });
}

#[test]
#[cfg(not(debug_assertions))]
fn a_task_that_waits_for_a_later_one_is_refused() {
    let mut case = Case::new(&[]);
    case.delay(1, &[0]);
    refused(&case, &Options::default(), SimError::DependencyOrder { task: 0, dep: 0 });
}

/// Any graph: tasks over a few links, routes and GPUs, each waiting for some before it.
fn cases() -> impl Strategy<Value = Case> {
    let task = (0_u8..4, 0_u32..6, 0_u64..5_000, prop::collection::vec(any::<prop::sample::Index>(), 0..3));
    prop::collection::vec(task, 1..60).prop_map(|tasks| {
        let mut case = Case::new(&[10.0, 7.0, 3.0]);
        case.route(&[0, 1], Time::from_ns(100), None);
        case.route(&[1, 2], Time::from_ns(30), Some(2.0));
        let spread = [(0, 0.5), (2, 0.5)].map(|(link, share)| Hop { link, share }).to_vec();
        case.graph.add_route(Route { hops: spread, ..Route::default() });
        for (i, (what, which, size, deps)) in tasks.into_iter().enumerate() {
            let deps: Vec<TaskId> = if i == 0 { vec![] } else { deps.iter().map(|d| d.index(i) as TaskId).collect() };
            match what {
                0 => case.compute(which % 4, size, &deps),
                1 => case.delay(size, &deps),
                _ => case.send(which, size, &deps),
            };
        }
        case
    })
}

proptest! {
    #[test]
    fn petgraph_finds_an_order_and_the_trace_keeps_it(case in cases()) {
        let successors = Successors::of(&case.graph);
        let order = petgraph::algo::toposort(View { graph: &case.graph, successors: &successors }, None);
        prop_assert_eq!(order.map(|tasks| tasks.len()).ok(), Some(case.graph.len()));
        let trace = case.run();
        for task in 0..case.graph.len() {
            let ready = case.graph.deps(task as TaskId).iter().map(|&dep| trace.end[dep as usize]).max();
            prop_assert_eq!(trace.ready[task], ready.unwrap_or(Time::ZERO));
            prop_assert!(trace.ready[task] <= trace.start[task] && trace.start[task] <= trace.end[task]);
        }
    }

    #[test]
    fn bytes_are_conserved_and_links_are_never_overfull(case in cases()) {
        let trace = case.run();
        for (task, work) in (0..).zip(&case.graph.work) {
            let Work::Transfer { bytes, .. } = *work else { continue };
            let pieces: Vec<_> = trace.segments.iter().filter(|segment| segment.task == task).collect();
            let carried: f64 = pieces.iter().map(|s| s.rate * (s.end - s.start).0 as f64 / 1e12).sum();
            // The last picosecond may not be used up.
            let last = pieces.last().map_or(0.0, |s| s.rate / 1e12);
            prop_assert!(carried >= bytes.0 as f64 - 1e-6 && carried <= bytes.0 as f64 + last + 1e-6);
        }
        for at in &trace.segments {
            let mut load = vec![0.0; case.links.len()];
            for s in trace.segments.iter().filter(|s| s.start <= at.start && at.start < s.end) {
                let Work::Transfer { route, .. } = case.graph.work[s.task as usize] else { continue };
                let route = &case.graph.routes[route as usize];
                for hop in &route.hops {
                    load[hop.link as usize] += s.rate * route.load(hop);
                }
            }
            for (load, link) in load.iter().zip(&case.links) {
                prop_assert!(*load <= link.rate.as_bytes_per_s() * (1.0 + 1e-9));
            }
        }
    }

    /// Only what changed is solved again, and networks seen before are not; the rates are as if all were solved always.
    #[test]
    fn rates_at_any_instant_are_those_of_the_whole_network_solved_afresh(case in cases()) {
        let trace = case.run();
        let mut solver = net::maxmin::Solver::new();
        for at in &trace.segments {
            let under_way: Vec<_> = trace.segments.iter().filter(|s| s.start <= at.start && at.start < s.end).collect();
            solver.clear();
            for link in &case.links {
                solver.link(link.rate.as_bytes_per_s());
            }
            for segment in &under_way {
                let Work::Transfer { route, .. } = case.graph.work[segment.task as usize] else { continue };
                let route = &case.graph.routes[route as usize];
                solver.class(1, route.ceiling.map_or(f64::INFINITY, Rate::as_bytes_per_s));
                for hop in &route.hops {
                    solver.on(hop.link, hop.share);
                }
            }
            for (segment, rate) in under_way.iter().zip(solver.solve()) {
                prop_assert!((segment.rate - rate).abs() <= rate * 1e-9, "{segment:?} should go at {rate}");
            }
        }
    }

    #[test]
    fn the_order_in_which_flows_are_added_changes_nothing(
        flows in prop::collection::vec((0_u32..6, 1_u64..50_000, 0_u64..2_000), 1..30),
        turn in 0_usize..30,
    ) {
        let ends = |flows: &[(u32, u64, u64)]| -> Vec<Time> {
            let mut case = Case::new(&[10.0, 7.0, 3.0]);
            case.route(&[0, 1], Time::from_ns(100), None);
            case.route(&[1, 2], Time::from_ns(30), Some(2.0));
            case.route(&[0, 2], Time::ZERO, None);
            let sent: Vec<TaskId> = flows.iter().map(|&(route, bytes, wait)| {
                let wait = case.delay(wait, &[]);
                case.send(route, bytes, &[wait])
            }).collect();
            let trace = case.run();
            sent.iter().map(|&task| trace.end[task as usize]).collect()
        };
        let turn = turn % flows.len();
        let mut turned = flows.clone();
        turned.rotate_left(turn);
        let mut expected = ends(&flows);
        expected.rotate_left(turn);
        prop_assert_eq!(ends(&turned), expected);
    }

    #[test]
    fn what_is_recorded_does_not_change_what_happens(case in cases()) {
        let full = case.run();
        let run = |record| run(&case.graph, &case.links, 4, &Options { record, ..Options::default() }).unwrap();
        let (spans, makespan) = (run(Record::Spans), run(Record::Makespan));
        prop_assert_eq!(makespan.makespan, full.makespan);
        prop_assert!(makespan.end.is_empty() && spans.segments.is_empty());
        prop_assert_eq!((spans.ready, spans.start, spans.end), (full.ready, full.start, full.end));
    }
}

/// Tells nothing of a run that it does not do, in order, and ends with the whole.
#[test]
fn a_run_tells_how_much_of_it_is_done() {
    let mut case = Case::new(&[1.0, 2.0]);
    let mut last: Vec<TaskId> = Vec::new();
    for at in 0..10_000 {
        let task = match at % 3 {
            0 => case.send(at % 2, 1_000 + u64::from(at), &last),
            1 => case.compute(at % 4, 20, &last),
            _ => case.delay(1, &[]),
        };
        last = vec![task];
    }
    let mut shares = Vec::new();
    let mut watch = |progress: kitchen_units::progress::Progress| shares.push(progress.of(1_000));
    let trace = watched(&case.graph, &case.links, 4, &Options::default(), &mut watch).unwrap();
    assert_eq!(trace.digest(), case.run().digest());
    assert!(shares.is_sorted() && shares.len() > 2, "{shares:?}");
    assert_eq!(shares.pop(), Some(1_000));
    assert!(shares.iter().all(|&share| share < 1_000), "{shares:?}");
}
