//! How fast packets are simulated, beside a bare event queue in the same run: `cargo bench -p kitchen-core --bench packets`.
//!
//! Items are links crossed by data packets; those of the queue are events taken and put back. Hosts of a fat tree of three tiers send 1 MiB
//! and more each to a host that is drawn, over ways drawn by a hash or sprayed; switches are lossless, links 400 Gbit/s.

#![allow(missing_docs)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use kitchen_core::packet::{LoadBalancing, run};

#[path = "loads/held.rs"]
mod held;
#[path = "loads/packets.rs"]
mod packets;
use held::Held;
use packets::packets;

fn main() {
    divan::main();
}

fn fat_tree(bencher: Bencher, hosts: u32, rule: LoadBalancing) {
    let plan = packets(hosts, rule, 4);
    let hops = run(&plan).map_or(0, |report| report.hops);
    bencher.counter(ItemsCount::new(hops)).bench_local(|| run(black_box(&plan)).map(|report| report.makespan));
}

#[divan::bench(args = [128, 1_024], sample_count = 5, sample_size = 1)]
fn hops_hashed(bencher: Bencher, hosts: u32) {
    fat_tree(bencher, hosts, LoadBalancing::Ecmp);
}

#[divan::bench(args = [128, 1_024], sample_count = 5, sample_size = 1)]
fn hops_sprayed(bencher: Bencher, hosts: u32) {
    fat_tree(bencher, hosts, LoadBalancing::Spray);
}

#[divan::bench(args = [1_000, 10_000])]
fn bare_queue(bencher: Bencher, held: u32) {
    let mut held = Held::new(held);
    bencher.counter(ItemsCount::new(1_000_u32)).bench_local(|| held.turn(1_000));
}
