//! One training step of a model on a cluster: how long it takes, and where the time goes.
//!
//! # Small graph by symmetry
//! Data-parallel replicas do the same work on GPUs that stand alike, and the ranks of a tensor-parallel group do the same
//! work in lockstep; so one replica is simulated with one lane for each stage. What the lanes share with the others is
//! not left out: a tensor-parallel meeting's time is that of all groups of a server meeting at once, simulated on the
//! real topology; the gradients' all-reduce that of a stage's groups all at once; and a hand-over between servers gets
//! its share of the network card. `small_graph_is_the_full_run` compares this with a run that has every GPU in it.
//!
//! # Conventions
//! `flops_per_gpu` and `mfu` count model FLOPs, `72 B l s h² (1 + s/6h + V/12lh)` for GPT shapes: attention in full, no
//! recomputation (arXiv:2205.05198 eq. 7). `hardware_flops_per_gpu` adds the forward FLOPs that are computed again; with
//! full recomputation that is arXiv:2104.04473 eq. 3, `96 B l s h² (1 + s/6h + V/16lh)`.

mod meetings;
mod steps;

use crate::analysis::attribution;
use crate::collective::CollectiveError;
use crate::sim::{self, SimError};
use crate::text::{Line, key};
use crate::topology::{self, ClusterSpec, TopologyError};
use crate::units::Time;

use super::layout::{Layout, LayoutError, Recompute};
use super::memory::{self, Memory, USABLE_MEMORY};
use super::model::Model;

/// What one step comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trained {
    /// The time of one step, optimizer included.
    pub iteration: Time,
    /// How many GPUs take part.
    pub gpus: u32,
    /// The layout, with the recomputation that was chosen where none was asked for.
    pub layout: Layout,
    /// Model FLOPs a second and GPU.
    pub flops_per_gpu: f64,
    /// FLOPs a second and GPU, with what is recomputed.
    pub hardware_flops_per_gpu: f64,
    /// Model FLOPs over the data sheet's dense peak.
    pub mfu: f64,
    /// Shares of all GPUs' time; they sum to 1.
    pub compute_fraction: f64,
    /// Waiting for communication alone.
    pub exposed_comm_fraction: f64,
    /// Waiting for anything else.
    pub bubble_fraction: f64,
    /// What the fullest GPU holds.
    pub memory: Memory,
    /// Whether the fullest GPU's memory is enough.
    pub fits: bool,
    /// Tasks simulated for the replica.
    pub tasks: usize,
}

/// Why a step cannot be computed.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainError {
    /// The layout does not fit.
    Layout(LayoutError),
    /// The cluster cannot be built.
    Topology(TopologyError),
    /// A collective cannot be carried out.
    Collective(CollectiveError),
    /// The simulator refuses.
    Sim(SimError),
}

impl TrainError {
    /// The sentence for the reader.
    pub fn line(&self) -> Line {
        match self {
            TrainError::Layout(error) => error.line(),
            TrainError::Topology(error) => error.line(),
            TrainError::Collective(error) => error.line(),
            TrainError::Sim(error) => error.line(),
        }
    }
}

impl From<LayoutError> for TrainError {
    fn from(error: LayoutError) -> TrainError {
        TrainError::Layout(error)
    }
}

impl From<TopologyError> for TrainError {
    fn from(error: TopologyError) -> TrainError {
        TrainError::Topology(error)
    }
}

impl From<CollectiveError> for TrainError {
    fn from(error: CollectiveError) -> TrainError {
        TrainError::Collective(error)
    }
}

impl From<SimError> for TrainError {
    fn from(error: SimError) -> TrainError {
        TrainError::Sim(error)
    }
}

/// The least recomputation with which the step fits in memory; full where nothing does.
pub fn least_recompute(model: &Model, spec: &ClusterSpec, layout: &Layout) -> Recompute {
    let fits = |&recompute: &Recompute| fits(&memory::estimate(model, &Layout { recompute, ..*layout }), spec);
    Recompute::ALL.into_iter().find(fits).unwrap_or(Recompute::Full)
}

fn fits(memory: &Memory, spec: &ClusterSpec) -> bool {
    memory.total().0 as f64 <= spec.system.gpu.hbm.0 as f64 * USABLE_MEMORY
}

/// Simulates one training step of `model` on the whole of a cluster.
///
/// # Errors
/// [`TrainError`]: the layout does not suit the model or the cluster, or a part of the step cannot be simulated.
///
/// # Example
/// ```
/// use kitchen_core::topology::{self, ClusterSpec};
/// use kitchen_core::workload::{self, Layout};
///
/// let spec = ClusterSpec::new(topology::system("dgx-a100").unwrap(), 1);
/// let layout = Layout { tensor: 2, data: 2, pipeline: 2, global_batch: 32, ..Layout::ONE };
/// let step = workload::train(workload::model("gpt3-6.7b").unwrap(), &spec, &layout).unwrap();
/// assert!(step.mfu > 0.2 && step.mfu < 0.7);
/// ```
pub fn train(model: &Model, spec: &ClusterSpec, layout: &Layout) -> Result<Trained, TrainError> {
    layout.check(model)?;
    let topology = topology::build(spec)?;
    let gpus = topology.len();
    if layout.gpus() != gpus {
        return Err(LayoutError::Gpus { gpus, tensor: layout.tensor, pipeline: layout.pipeline }.into());
    }
    let meetings = meetings::measure(model, layout, &topology)?;
    let step = steps::lanes(model, layout, &topology, &meetings)?;
    let options = sim::Options { record: sim::Record::Spans, ..sim::Options::default() };
    let trace = sim::run(&step.graph, &topology.capacities(), layout.pipeline as usize, &options)?;

    // Each stage sums its gradients when it is done; the gradients' norm makes all wait for the last; then all update.
    let ends = step.last.iter().map(|&task| trace.end[task as usize]);
    let summed = ends.zip(&meetings.gradients).map(|(end, &sum)| end + sum).max().unwrap_or(Time::ZERO);
    let iteration = summed + step.update;

    let lanes = u128::from(layout.pipeline);
    let whole = lanes * u128::from(iteration.0);
    let parts = attribution(&step.graph, &trace, layout.pipeline as usize);
    let compute = parts.compute.saturating_sub(step.met) + lanes * u128::from(step.update.0);
    let gradients: u128 = meetings.gradients.iter().map(|time| u128::from(time.0)).sum();
    let exposed = parts.exposed_comm + step.met + gradients;
    let share = |part: u128| part as f64 / whole as f64;

    let flops = model.step_flops(u64::from(layout.global_batch));
    let a_second = 1.0 / (iteration.as_secs() * f64::from(gpus));
    let memory = memory::estimate(model, layout);
    Ok(Trained {
        iteration,
        gpus,
        layout: *layout,
        flops_per_gpu: flops * a_second,
        hardware_flops_per_gpu: (flops + recomputed_flops(model, layout)) * a_second,
        mfu: flops * a_second / spec.system.gpu.peak_flops,
        compute_fraction: share(compute),
        exposed_comm_fraction: share(exposed),
        bubble_fraction: share(whole.saturating_sub(compute + exposed)),
        memory,
        fits: fits(&memory, spec),
        tasks: step.graph.len(),
    })
}

/// FLOPs of a step that compute again what was computed before.
fn recomputed_flops(model: &Model, layout: &Layout) -> f64 {
    let tokens = u64::from(layout.global_batch) * u64::from(model.seq);
    let layers = f64::from(model.layers);
    match layout.recompute {
        Recompute::None => 0.0,
        Recompute::Selective => layers * 4.0 * tokens as f64 * f64::from(model.seq) * f64::from(model.hidden),
        Recompute::Full => layers * model.layer_forward_flops(tokens),
    }
}

/// A sentence about a model that does not fit.
pub fn does_not_fit(step: &Trained, spec: &ClusterSpec) -> Option<Line> {
    let line = || {
        Line::new(key::ERR_DOES_NOT_FIT)
            .arg("need", crate::text::Arg::BytesDecimal(step.memory.total()))
            .arg("have", crate::text::Arg::BytesDecimal(spec.system.gpu.hbm))
    };
    (!step.fits).then(line)
}

#[cfg(test)]
mod tests;
