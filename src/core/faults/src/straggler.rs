//! A step with a straggler: the rate of one GPU or link is changed, and the step is simulated as usual. No result is scaled afterwards.

use kitchen_task::{GpuId, TaskGraph, Work};
use kitchen_topology::{Missing, Part, System, TopologyError, Wiring};
use kitchen_units::Time;

/// GPU `gpu` computes at `percent` of its speed: every task of it takes 100 ÷ `percent` as long, rounded to the picosecond.
/// `percent` from 1 to 100.
pub fn slow_gpu(graph: &mut TaskGraph, gpu: GpuId, percent: u32) {
    let percent = u64::from(percent.clamp(1, 100));
    for work in &mut graph.work {
        if let Work::Compute { gpu: of, duration } = work
            && *of == gpu
        {
            *duration = Time(duration.0.saturating_mul(100) / percent);
        }
    }
}

/// A server's GPU without any of its NVLinks to switch chips, `gpu` counted inside node `node`: what it sends takes another path.
///
/// # Errors
/// [`TopologyError::TooManyMissing`].
pub fn without_nvlinks(system: &System, node: u32, gpu: u32) -> Result<Missing, TopologyError> {
    let parts: Vec<Part> = match system.wiring {
        Wiring::Switched { chips, .. } => {
            (0..).zip(chips).map(|(chip, lanes)| Part::Link { node, gpu, chip, lanes: u32::from(*lanes) }).collect()
        }
        Wiring::Mesh(_) => (0..system.gpus_per_node)
            .filter(|&other| other != gpu && system.mesh_lanes(gpu, other) > 0)
            .map(|other| Part::Tunnel { node, a: gpu, b: other, lanes: system.mesh_lanes(gpu, other) })
            .collect(),
        Wiring::Pcie => Vec::new(),
    };
    Missing::of(&parts)
}
