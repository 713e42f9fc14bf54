//! Tensor parallelism: one MLP block of a transformer, cut over several GPUs (arXiv:1909.08053).
//!
//! The first matrix (page 0) is cut by columns, the second (page 1) by rows, so that each GPU ends with a partial sum of
//! the whole output; between them, the activation function ([`SIEVE`]) works on each value alone, so that it needs whole
//! values and no others; an all-reduce adds them. Backward the same happens at the block's input, where the all-reduce runs
//! beside the gradient of the first matrix's weights.

use crate::scenario::Scenario;
use kitchen_core::collective::{self, Algorithm, Call, Op};
use kitchen_core::hardware::Gpu;
use kitchen_core::sim::task::{GpuId, Kind, Label, TaskGraph, TaskId, Work};
use kitchen_core::topology::{self, ClusterSpec, DGX_H100, Router, System};
use kitchen_core::units::{Bytes, Time};
use kitchen_core::workload::cost;
use kitchen_text::Line;

use crate::scenario::Draft;
use crate::scenario::presets::{DGX_H100_OVER_PCIE, EIGHT_H100_MESHED, HGX_H100_4};
use crate::sentences::Sentence as _;

use super::params::{Link, Params};

/// Tokens in the micro-batch: one sequence of GPT-3.
const TOKENS: u64 = 2048;

/// The activation function between the two pages, as the step of a label.
pub(crate) const SIEVE: u16 = 2;

/// How long each product of the block takes on one GPU.
struct Block {
    /// Forward: page 0, the activation function, page 1.
    forward: [(u16, Time); 3],
    /// Backward: page 1's input and weights, page 0's input, page 0's weights.
    backward: [(u16, Time); 3],
}

fn block(gpu: &Gpu, hidden: u64, ways: u64) -> Block {
    let (n, h, wide) = (TOKENS as f64, hidden as f64, (4 * hidden / ways) as f64);
    // The activation function reads and writes 2 bytes for each value.
    let activation = cost::streaming(gpu, 4.0 * n * wide, 1.0);
    let product = |m, n, k| cost::gemm(gpu, m, n, k, 1.0);
    let time = Time::from_secs_f64;
    Block {
        forward: [(0, time(product(n, wide, h))), (SIEVE, time(activation)), (1, time(product(n, h, wide)))],
        backward: [
            (1, time(product(n, wide, h) + product(wide, h, n) + 1.5 * activation)),
            (0, time(product(n, h, wide))),
            (0, time(product(h, wide, n))),
        ],
    }
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    Ok(vec![draft(scenario)?])
}

/// The machine of each way; the GPU is the same in all.
fn machine(params: Params) -> &'static System {
    match params.link {
        Link::Corridor => &DGX_H100_OVER_PCIE,
        Link::Exchange => &DGX_H100,
        Link::Tunnel if params.ways > 4 => &EIGHT_H100_MESHED,
        Link::Tunnel => &HGX_H100_4,
    }
}

/// Whether the machine of a scenario is one that nobody sells, put together from real parts.
pub(crate) fn is_thought_experiment(scenario: &Scenario) -> bool {
    machine(Params::of(scenario)).id == EIGHT_H100_MESHED.id
}

/// The GPUs that take part.
fn cluster(scenario: &Scenario) -> ClusterSpec {
    let params = Params::of(scenario);
    ClusterSpec { gpus: Some(params.ways), ..ClusterSpec::new(machine(params), 1) }
}

pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    vec![cluster(scenario)]
}

fn draft(scenario: &Scenario) -> Result<Draft, Line> {
    let Params { ways, hidden, .. } = Params::of(scenario);
    let spec = cluster(scenario);
    let topology = topology::build(&spec).map_err(|error| error.line())?;
    let router = Router::new(&topology);
    let group: Vec<GpuId> = (0..ways).collect();
    let call = Call::new(Op::AllReduce, Algorithm::Auto, Bytes(2 * TOKENS * hidden), &group);
    let block = block(spec.system.gpu, hidden, u64::from(ways));
    let mut graph = TaskGraph::new();
    let meet = |graph: &mut TaskGraph, after: &[TaskId]| {
        if ways == 1 {
            return Ok(after.to_vec());
        }
        let after: Vec<Vec<TaskId>> = after.iter().map(|&task| vec![task]).collect();
        collective::append(graph, &router, &topology, &call, &after).map_err(|error| error.line())
    };
    let mut done = Vec::new();
    for (step, time) in block.forward {
        done = each(&mut graph, &group, Kind::Forward, step, time, &done);
    }
    done = meet(&mut graph, &done)?;
    let [both, input, weights] = block.backward;
    done = each(&mut graph, &group, Kind::Backward, both.0, both.1, &done);
    done = each(&mut graph, &group, Kind::Backward, input.0, input.1, &done);
    meet(&mut graph, &done)?;
    each(&mut graph, &group, Kind::Backward, weights.0, weights.1, &done);
    drop(router);
    Ok(Draft::new(topology, graph))
}

/// The same work on each GPU, after its own task before.
fn each(
    graph: &mut TaskGraph,
    group: &[GpuId],
    kind: Kind,
    page: u16,
    duration: Time,
    after: &[TaskId],
) -> Vec<TaskId> {
    let label = Label::new(kind).step(page);
    let add = |(rank, &gpu): (usize, &GpuId)| {
        graph.add(Work::Compute { gpu, duration }, label, after.get(rank).map_or(&[], std::slice::from_ref))
    };
    group.iter().enumerate().map(add).collect()
}

#[cfg(test)]
mod tests {
    use super::super::kind::KIND;
    use super::*;

    /// The block's time with so many ways over one with half of them.
    fn check(link: &str, ways: &str, half: &str, low: f64, high: f64) {
        let time = |ways: &str| {
            let scenario = Scenario::default_for(KIND).with_choice("link", link);
            draft(&scenario.with_choice("ways", ways)).unwrap().simulate().unwrap().trace.makespan.as_secs()
        };
        let ratio = time(ways) / time(half);
        assert!((low..high).contains(&ratio), "{link} {half} to {ways}: {ratio}");
    }

    #[test]
    fn the_exchange_pays_and_the_corridor_does_not_for_long() {
        check("exchange", "2", "1", 0.45, 0.6);
        check("tunnel", "2", "1", 0.45, 0.7);
        check("corridor", "2", "1", 0.65, 0.95);
        check("corridor", "8", "4", 0.9, 2.0);
    }

    #[test]
    fn the_way_changes_and_the_gpu_does_not() {
        for link in ["corridor", "tunnel", "exchange"] {
            for ways in ["1", "2", "4", "8"] {
                let usual = Scenario::default_for(KIND);
                let scenario = usual.with_choice("link", link).with_choice("ways", ways);
                let gpu = draft(&scenario).unwrap().topology.preset().gpu;
                assert_eq!((gpu.id, gpu.peak_flops), ("h100-sxm", DGX_H100.gpu.peak_flops), "{link} {ways}");
            }
        }
    }
}
