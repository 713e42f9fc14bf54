//! How long whole collectives take to simulate: `cargo bench -p kitchen-core --bench meetings`.
//!
//! An all-reduce of 1 GiB on DGX H100 servers, from building the cluster to the answer, as `kitchen collective` does it. A
//! ring of 16,384 ranks would have 537 million transfers and is refused; direct is refused there too.

#![allow(missing_docs)]

use divan::{Bencher, black_box};
use kitchen_core::collective::{Algorithm, Op, measure};
use kitchen_core::topology::{self, ClusterSpec};
use kitchen_core::units::Bytes;

fn main() {
    divan::main();
}

fn run(bencher: Bencher, algorithm: Algorithm, ranks: u32) {
    bencher.bench_local(|| {
        let system = topology::system("dgx-h100")?;
        let topology = topology::build(&ClusterSpec::new(system, ranks / system.gpus_per_node)).ok()?;
        measure(black_box(&topology), Op::AllReduce, algorithm, Bytes::gib(1)).ok()
    });
}

#[divan::bench(args = [8, 64, 256, 1_024, 4_096], sample_count = 3)]
fn ring(bencher: Bencher, ranks: u32) {
    run(bencher, Algorithm::Ring, ranks);
}

#[divan::bench(args = [8, 64, 256, 1_024, 4_096, 16_384], sample_count = 3)]
fn halving_doubling(bencher: Bencher, ranks: u32) {
    run(bencher, Algorithm::HalvingDoubling, ranks);
}

#[divan::bench(args = [8, 64, 256, 1_024, 4_096], sample_count = 3)]
fn direct(bencher: Bencher, ranks: u32) {
    run(bencher, Algorithm::Direct, ranks);
}

/// One training step of a trillion parameters on 3,072 GPUs with 512 micro-batches, from building the cluster to the answer.
#[divan::bench(sample_count = 20)]
fn trillion(bencher: Bencher) {
    use kitchen_core::workload::{Layout, Recompute, model, train};
    let layout =
        Layout { tensor: 8, data: 6, pipeline: 64, global_batch: 3072, recompute: Recompute::Full, ..Layout::ONE };
    bencher.bench_local(|| {
        let spec = ClusterSpec::new(topology::system("dgx-a100")?, 384);
        train(black_box(model("megatron-1t")?), &spec, &layout).ok()
    });
}
