//! One collective on an idle cluster, as nccl-tests measures it: by the discrete-event simulation.

use crate::collective::choose::{self, Choice};
use crate::collective::error::CollectiveError;
use crate::collective::lower::{self, Call, append_choice};
use crate::collective::shape::Shape;
use crate::collective::{Algorithm, Op, calibration as cal};
use crate::sim::task::{GpuId, TaskGraph};
use crate::sim::{self, Options, Record};
use crate::topology::{Router, Topology};
use crate::units::{Bytes, Rate, Time};

/// How processes drive the GPUs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Launch {
    /// One process a GPU.
    #[default]
    ProcessPerGpu,
    /// One process drives all GPUs of a server, one after the other (nccl-tests `-g 8`).
    OneProcess,
}

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    pub time: Time,
    /// Bytes over time; 0 for a barrier, which has none.
    pub algbw: Rate,
    /// algbw times [`Op::bus_factor`].
    pub busbw: Rate,
    /// What was chosen, never [`Algorithm::Auto`].
    pub algorithm: Algorithm,
    pub choice: Choice,
    /// Tasks simulated.
    pub tasks: usize,
}

/// Simulates one collective over all GPUs of a topology.
///
/// # Errors
/// [`CollectiveError`]: the algorithm cannot, the plan is too large, or the simulator refuses.
pub fn measure(topology: &Topology, op: Op, algorithm: Algorithm, bytes: Bytes) -> Result<Measured, CollectiveError> {
    let group: Vec<GpuId> = (0..topology.len()).collect();
    measure_group(topology, &Call::new(op, algorithm, bytes, &group), Launch::ProcessPerGpu)
}

/// [`measure`] for some of the GPUs, driven as `launch` says.
///
/// # Errors
/// See [`measure`].
pub fn measure_group(topology: &Topology, call: &Call<'_>, launch: Launch) -> Result<Measured, CollectiveError> {
    let router = Router::new(topology);
    let shape = Shape::of(topology, &router, call.group)?;
    let choice = choose::choose(&shape, call.op, call.algorithm, call.bytes)?;
    let mut graph = TaskGraph::new();
    let host = match launch {
        Launch::ProcessPerGpu => Time::ZERO,
        Launch::OneProcess => {
            let each = cal::LAUNCH_PER_GPU_IN_ONE_PROCESS + lower::peers(call.op, &shape);
            Time(each.0.saturating_mul(u64::from(shape.members())))
        }
    };
    append_choice(&mut graph, &router, topology, &shape, call, &choice, host, &[])?;
    let options = Options { record: Record::Makespan, ..Options::default() };
    let trace = sim::run(&graph, &topology.capacities(), topology.len() as usize, &options)?;
    let time = trace.makespan;
    let algbw = Rate::bytes_per_s(call.op.payload(call.bytes).0 as f64 / time.as_secs());
    let busbw = Rate::bytes_per_s(algbw.as_bytes_per_s() * call.op.bus_factor(shape.ranks));
    Ok(Measured { time, algbw, busbw, algorithm: choice.algorithm, choice, tasks: graph.len() })
}
