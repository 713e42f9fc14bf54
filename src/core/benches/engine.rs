//! How fast the simulator is: `cargo bench -p kitchen-core --bench engine`.
//!
//! Rings are synthetic: rank `r` sends to `r + 1` over its own links, as many steps as an all-reduce takes. In the plain
//! ring each flow crosses one link out and one in; in the spread ring each crosses eight (four switch chips). A second
//! channel goes to `r + 3` over the same links, so that the solver has work.

#![allow(missing_docs)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use kitchen_core::sim::net::maxmin::Solver;
use kitchen_core::sim::queue::EventQueue;
use kitchen_core::sim::task::{Hop, Kind, Label, LinkCapacity, Route, TaskGraph, TaskId, Work};
use kitchen_core::sim::{self, Options, Record};
use kitchen_core::units::{Bytes, Rate, Time};

#[path = "loads/held.rs"]
mod held;
#[path = "loads/solve.rs"]
mod solve;
use held::Held;
use solve::solve;

fn main() {
    divan::main();
}

/// A ring of `ranks` with `channels` flows between neighbours, each spread over `chips` links out of a rank and `chips`
/// into the next; `steps` steps; with a reduction after each arrival if `adds`.
fn ring(ranks: u32, steps: u32, channels: u32, chips: u32, adds: bool) -> (TaskGraph, Vec<LinkCapacity>) {
    let mut graph = TaskGraph::new();
    let links = vec![LinkCapacity { rate: Rate::gb_per_s(450.0 / f64::from(chips)) }; (ranks * chips * 2) as usize];
    let share = 1.0 / f64::from(chips);
    for route in 0..ranks * channels {
        let (channel, rank) = (route / ranks, route % ranks);
        let next = (rank + 1 + channel * 2) % ranks;
        let out = (0..chips).map(|chip| Hop { link: rank * chips * 2 + chip, share });
        let into = (0..chips).map(|chip| Hop { link: next * chips * 2 + chips + chip, share });
        let hops = out.chain(into).collect();
        graph.add_route(Route { hops, latency: Time::from_ns(900), ceiling: None, efficiency: 1.0 });
    }
    let mut before: Vec<TaskId> = vec![0; (ranks * channels) as usize];
    let mut after = before.clone();
    for step in 0..steps {
        for channel in 0..channels {
            for rank in 0..ranks {
                let from = (channel * ranks + rank) as usize;
                let dst = (rank + 1 + channel * 2) % ranks;
                let to = (channel * ranks + dst) as usize;
                let deps: &[TaskId] = if step == 0 { &[] } else { &before[from..=from] };
                let route = channel * ranks + rank;
                let send = Work::Transfer { src: rank, dst, route, bytes: Bytes::mib(1) };
                after[to] = graph.add(send, Label::new(Kind::SendReduce), deps);
                if adds {
                    let add = Work::Compute { gpu: dst, duration: Time::from_ns(300) };
                    after[to] = graph.add(add, Label::new(Kind::Reduce), &[after[to]]);
                }
            }
        }
        std::mem::swap(&mut before, &mut after);
    }
    (graph, links)
}

fn run(bencher: Bencher, (graph, links): &(TaskGraph, Vec<LinkCapacity>), ranks: u32, record: Record) {
    let options = Options { record, ..Options::default() };
    bencher
        .counter(ItemsCount::new(graph.len()))
        .bench_local(|| sim::run(black_box(graph), links, ranks as usize, &options).map(|trace| trace.makespan));
}

#[divan::bench(args = [8, 72, 1024], sample_count = 10)]
fn ring_makespan(bencher: Bencher, ranks: u32) {
    run(bencher, &ring(ranks, 2 * (ranks - 1), 1, 1, false), ranks, Record::Makespan);
}

#[divan::bench(args = [8, 72, 1024], sample_count = 10)]
fn ring_spans(bencher: Bencher, ranks: u32) {
    run(bencher, &ring(ranks, 2 * (ranks - 1), 1, 1, false), ranks, Record::Spans);
}

#[divan::bench(args = [8, 72, 1024], sample_count = 10)]
fn ring_segments(bencher: Bencher, ranks: u32) {
    run(bencher, &ring(ranks, 2 * (ranks - 1), 1, 1, false), ranks, Record::Segments);
}

#[divan::bench(args = [8, 72, 1024], sample_count = 10)]
fn spread_ring_of_two_channels(bencher: Bencher, ranks: u32) {
    run(bencher, &ring(ranks, ranks - 1, 2, 4, false), ranks, Record::Makespan);
}

#[divan::bench(args = [8, 72, 1024], sample_count = 10)]
fn ring_with_reductions(bencher: Bencher, ranks: u32) {
    run(bencher, &ring(ranks, ranks - 1, 1, 1, true), ranks, Record::Makespan);
}

/// Every rank sends to every other at once, over its own link out and in: the solver's one big component.
#[divan::bench(args = [8, 72, 256], sample_count = 10)]
fn all_to_all(bencher: Bencher, ranks: u32) {
    let mut graph = TaskGraph::new();
    let links = vec![LinkCapacity { rate: Rate::gb_per_s(450.0) }; ranks as usize * 2];
    for src in 0..ranks {
        for dst in (0..ranks).filter(|&dst| dst != src) {
            let hops = [src * 2, dst * 2 + 1].map(|link| Hop { link, share: 1.0 }).to_vec();
            let route = graph.add_route(Route { hops, ..Route::default() });
            // Sizes differ, so that flows drain one after another and rates are solved again and again.
            let bytes = Bytes(1 << 20 | u64::from((src * 7 + dst * 13) % 16) << 12);
            graph.add(Work::Transfer { src, dst, route, bytes }, Label::new(Kind::SendCopy), &[]);
        }
    }
    run(bencher, &(graph, links), ranks, Record::Makespan);
}

#[divan::bench(args = [10, 1_000, 100_000])]
fn queue_push_pop(bencher: Bencher, held: u32) {
    let mut held = Held::new(held);
    bencher.counter(ItemsCount::new(1_000_u32)).bench_local(|| held.turn(1_000));
}

#[divan::bench(args = [1_000])]
fn queue_push_pop_in_batches(bencher: Bencher, batch: u32) {
    let mut queue = EventQueue::new();
    let mut time = 0;
    bencher.counter(ItemsCount::new(batch)).bench_local(|| {
        time += 1;
        for event in 0..batch {
            queue.push(time, event);
        }
        while let Some(event) = queue.pop_at(time) {
            black_box(event);
        }
    });
}

/// `flows` flows over `flows / 4` links of different capacity, three links each.
#[divan::bench(args = [16, 256, 4_096])]
fn maxmin(bencher: Bencher, flows: u32) {
    let mut solver = Solver::new();
    bencher.counter(ItemsCount::new(flows)).bench_local(|| black_box(solve(&mut solver, flows)));
}
