//! What a frame asks of a trace: `cargo bench -p kitchen-core --bench reader`. The table counts allocations: none a frame.
//!
//! The run is a ring all-reduce among `ranks`, each rank with its own link out and in; a frame asks for the tasks under way,
//! the progress of each, the use of every link, and the events next to the playhead.

#![allow(missing_docs)]

use divan::{AllocProfiler, Bencher, black_box};
use kitchen_core::analysis::{attribution, critical_path};
use kitchen_core::sim::task::{Hop, Kind, Label, LinkCapacity, Route, TaskGraph, TaskId, Work};
use kitchen_core::sim::{self, Options};
use kitchen_core::trace::{Index, Trace};
use kitchen_core::units::{Bytes, Rate, Time};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

fn ring(ranks: u32) -> (TaskGraph, Trace, Vec<LinkCapacity>) {
    let mut graph = TaskGraph::new();
    let links = vec![LinkCapacity { rate: Rate::gb_per_s(450.0) }; ranks as usize * 2];
    for rank in 0..ranks {
        let hops = [rank * 2, (rank + 1) % ranks * 2 + 1].map(|link| Hop { link, share: 1.0 }).to_vec();
        graph.add_route(Route { hops, latency: Time::from_ns(900), ceiling: None, efficiency: 1.0 });
    }
    let mut before: Vec<Vec<TaskId>> = vec![Vec::new(); ranks as usize];
    for _ in 0..2 * (ranks - 1) {
        let mut after = before.clone();
        for rank in 0..ranks {
            let dst = (rank + 1) % ranks;
            // Sizes differ, so that instants do.
            let bytes = Bytes(1 << 20 | u64::from(rank * 4_099));
            let send = Work::Transfer { src: rank, dst, route: rank, bytes };
            let sent = graph.add(send, Label::new(Kind::SendReduce), &before[rank as usize]);
            let add = Work::Compute { gpu: dst, duration: Time::from_ns(300) };
            after[dst as usize] = vec![graph.add(add, Label::new(Kind::Reduce), &[sent])];
        }
        before = after;
    }
    let trace = sim::run(&graph, &links, ranks as usize, &Options::default()).unwrap_or_default();
    (graph, trace, links)
}

#[divan::bench(args = [8, 72, 256])]
fn frame(bencher: Bencher, ranks: u32) {
    let (graph, trace, links) = ring(ranks);
    let index = Index::new(&graph, &trace, ranks as usize);
    let read = index.read(&graph, &trace);
    let mut carried = Vec::with_capacity(links.len());
    let mut at = 0_u64;
    bencher.bench_local(move || {
        at = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let t = Time((at >> 16) % trace.makespan.0.max(1));
        let progress: f32 = read.transfers_at(t).map(|task| read.progress(task, t)).sum();
        read.carried(t, links.len(), &mut carried);
        black_box((progress, carried.len()))
    });
}

#[divan::bench(args = [8, 72, 256], sample_count = 10)]
fn index(bencher: Bencher, ranks: u32) {
    let (graph, trace, _) = ring(ranks);
    bencher.bench_local(|| Index::new(&graph, &trace, ranks as usize));
}

#[divan::bench(args = [8, 72, 256], sample_count = 10)]
fn attribute(bencher: Bencher, ranks: u32) {
    let (graph, trace, _) = ring(ranks);
    bencher.bench_local(|| attribution(&graph, &trace, ranks as usize));
}

#[divan::bench(args = [8, 72, 256], sample_count = 10)]
fn find_critical_path(bencher: Bencher, ranks: u32) {
    let (graph, trace, _) = ring(ranks);
    bencher.bench_local(|| critical_path(&graph, &trace));
}

#[divan::bench(args = [8, 72, 256], sample_count = 10)]
fn digest(bencher: Bencher, ranks: u32) {
    let (_, trace, _) = ring(ranks);
    bencher.bench_local(|| trace.digest());
}
