//! One training step of a model on a cluster: how long it takes, and where the time goes.
//!
//! # Small graph by symmetry
//! Data-parallel replicas do the same work on GPUs that stand alike, and the ranks of a tensor-parallel group do the same
//! work in lockstep; so one replica is simulated with one lane for each stage. What the lanes share with the others is
//! not left out: each collective's time is that of all groups of a server meeting at once, simulated on the real topology;
//! and a hand-over between servers gets its share of the network card. `small_graph_is_the_full_run` compares this with a
//! run that has every GPU in it.
//!
//! # Streams
//! A pass is a list of kernels and collectives, each after what it needs, on the compute stream or one of the network's (`streams.rs`); so
//! what a framework overlaps does overlap, and what is waited for is known by its purpose. Passes of one kind are alike,
//! so the graph has one task for each ([`train`]), or every operation of it ([`traced`]); `a_pass_is_the_sum_of_its_operations`
//! holds both to the same picosecond and the same attribution.
//!
//! # Walked or simulated
//! Where no two hand-overs can feel each other on a link, times follow from one another and need no events (`walk.rs`);
//! elsewhere, and where the trace is asked for, the graph is simulated. `a_walk_is_the_simulation` holds both to the same.
//!
//! # Conventions
//! `flops_per_gpu` and `mfu` count model FLOPs, `72 B l s h² (1 + s/6h + V/12lh)` for GPT shapes: attention in full, no
//! recomputation (arXiv:2205.05198 eq. 7). `hardware_flops_per_gpu` adds the forward FLOPs that are computed again; with
//! full recomputation that is arXiv:2104.04473 eq. 3, `96 B l s h² (1 + s/6h + V/16lh)`.

mod collective_times;
mod drawn;
mod host_link;
mod lanes;
mod lower_bound;
mod packet_network;
mod passes;
mod peak_memory;
mod place;
mod streams;
mod walk;

pub use lower_bound::lower_bound;
pub use packet_network::{Cabling, Carried, MOST_HOPS, PacketNetwork};
pub use peak_memory::{PeakMemory, layer_bytes, peak_memory};
pub use streams::Part;

use kitchen_analysis::attribution;
use kitchen_hardware::Gpu;
use kitchen_sim as sim;
use kitchen_task::{NONE, TaskGraph, Work};
use kitchen_topology::{self as topology, ClusterSpec, Topology, TopologyError};
use kitchen_trace::Trace;
use kitchen_units::progress::Progress;
use kitchen_units::{Bytes, Time};

use super::error::TrainError;
use super::layout::{Layout, LayoutError, Recompute};
use super::memory::{Memory, USABLE_MEMORY};
use super::model::{LayerKind, Model};
use collective_times::{Carrier, CollectiveTimes, Ground, Known, Measure};
use lanes::{Detail, Lanes, Step};
use packet_network::PacketRuns;
use place::Place;
use walk::Walked;

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
    /// The same in its parts.
    pub peak_memory: PeakMemory,
    /// What a node's host holds of it.
    pub host_memory: Bytes,
    /// Whether the fullest GPU's memory is enough, and where something is moved there, the host's.
    pub fits: bool,
    /// Tasks simulated for the replica.
    pub tasks: usize,
}

/// The least recomputation with which the step fits in memory; full where nothing does.
pub fn least_recompute(model: &Model, spec: &ClusterSpec, layout: &Layout) -> Recompute {
    least_recompute_in(usable(spec), spec.system.gpu, model, layout).0
}

/// [`least_recompute`] in so many bytes, and what the fullest GPU then holds.
pub fn least_recompute_in(bytes: Bytes, gpu: &Gpu, model: &Model, layout: &Layout) -> (Recompute, Memory) {
    let held = |recompute: Recompute| (recompute, peak_memory(gpu, model, &Layout { recompute, ..*layout }).memory());
    let fits = |(_, memory): &(Recompute, Memory)| memory.total() <= bytes;
    Recompute::ALL.into_iter().map(held).find(fits).unwrap_or_else(|| held(Recompute::Full))
}

/// What a model may fill of a GPU's memory; the rest is the framework's.
pub fn usable(spec: &ClusterSpec) -> Bytes {
    Bytes((spec.system.gpu.hbm.0 as f64 * USABLE_MEMORY) as u64)
}

/// Whether a GPU of the cluster holds so much beside what the framework takes.
pub fn fits(memory: &Memory, spec: &ClusterSpec) -> bool {
    memory.total() <= usable(spec)
}

/// Simulates one training step of `model` on the whole of a cluster.
///
/// # Errors
/// [`TrainError`]: the layout does not suit the model or the cluster, or a part of the step cannot be simulated.
///
/// # Example
/// ```
/// use kitchen_topology::{self as topology, ClusterSpec};
/// use kitchen_workload::{self as workload, Layout};
///
/// let spec = ClusterSpec::new(topology::system("dgx-a100").unwrap(), 1);
/// let layout = Layout { tensor: 2, data: 2, pipeline: 2, global_batch: 32, ..Layout::ONE };
/// let step = workload::train(workload::model("gpt3-6.7b").unwrap(), &spec, &layout).unwrap();
/// assert!(step.mfu > 0.2 && step.mfu < 0.7);
/// ```
pub fn train(model: &Model, spec: &ClusterSpec, layout: &Layout) -> Result<Trained, TrainError> {
    let site = Site::of(spec)?;
    Trials::on(&site, model).train(layout)
}

/// Where one stage's time went; all of it sums to the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The stage.
    pub stage: u32,
    /// By what it was for: computing, or waiting for communication or for the host; the optimizer's step is a part of computing.
    pub parts: Vec<(Part, Time)>,
    /// Waiting for other stages.
    pub bubble: Time,
    /// The step.
    pub whole: Time,
}

/// [`train`], and where the time of the stage went that computes the longest.
///
/// # Errors
/// Those of [`train`].
pub fn explained(model: &Model, spec: &ClusterSpec, layout: &Layout) -> Result<(Trained, Lane), TrainError> {
    let (trained, step, trace) = simulate(&Site::of(spec)?, (model, layout), Detail::Passes, None)?;
    Ok((trained, lane(&trained, &step, &trace)))
}

/// [`explained`], with the collectives between servers carried by packets, and what was run so. `watcher` hears which of these runs
/// is on its way, from 1 on, and how much of it has arrived: how many there will be is not known before.
///
/// # Errors
/// Those of [`train`], and [`TrainError::Packets`] where the packet network cannot carry them.
#[inline] // Made by whoever calls it: else the linker keeps the packet network for programs that never ask for it.
pub fn over_packets(
    model: &Model,
    spec: &ClusterSpec,
    layout: &Layout,
    network: &PacketNetwork,
    watcher: &mut dyn FnMut(usize, Progress),
) -> Result<(Trained, Lane, Vec<Carried>), TrainError> {
    let mut packets = PacketRuns { network, told: Vec::new(), watcher };
    let (trained, step, trace) = simulate(&Site::of(spec)?, (model, layout), Detail::Passes, Some(&mut packets))?;
    Ok((trained, lane(&trained, &step, &trace), packets.told))
}

/// Where the time of the stage went that computes the longest.
fn lane(trained: &Trained, step: &Step, trace: &Trace) -> Lane {
    let computes = |stage: &usize| -> u128 {
        Part::ALL.iter().zip(&step.parts[*stage]).filter(|(part, _)| part.is_compute()).map(|(_, &time)| time).sum()
    };
    let stage = (0..step.parts.len()).max_by_key(|stage| (computes(stage), usize::MAX - stage)).unwrap_or(0);
    let time = |picoseconds: u128| Time(u64::try_from(picoseconds).unwrap_or(u64::MAX));
    let outside = outside(step, trace, stage);
    let parts =
        Part::ALL.iter().zip(&step.parts[stage]).map(|(&part, &inside)| (part, time(inside + outside[part as usize])));
    let parts: Vec<(Part, Time)> = parts.filter(|&(_, time)| time > Time::ZERO).collect();
    let told = parts.iter().fold(Time::ZERO, |sum, &(_, time)| sum + time);
    Lane { stage: stage as u32, parts, bubble: trained.iteration.saturating_sub(told), whole: trained.iteration }
}

/// What a stage waits for outside its passes, by what is on its way meanwhile: hand-overs, and before these sums of gradients, and
/// before these weights.
fn outside(step: &Step, trace: &Trace, stage: usize) -> [u128; Part::ALL.len()] {
    let mut edges: Vec<(Time, i32, usize)> = Vec::new();
    for (task, work) in step.graph.work.iter().enumerate() {
        let class = match *work {
            Work::Compute { gpu, .. } if gpu as usize == stage => 4,
            Work::Transfer { src, dst, .. } if [src, dst].contains(&(stage as u32)) => match step.of_task[task] {
                Part::Offload => 3,
                Part::Weights => 2,
                Part::Gradients => 1,
                _ => 0,
            },
            _ => continue,
        };
        edges.extend([(trace.start[task], 1, class), (trace.end[task], -1, class)]);
    }
    kitchen_units::order::sort_by_number(&mut edges, |edge| edge.0.0);
    let (mut open, mut waits, mut at) = ([0; 5], [0; Part::ALL.len()], Time::ZERO);
    for (now, change, class) in edges {
        let of = [Part::HandOver, Part::Gradients, Part::Weights, Part::Offload];
        if let Some(highest) = open.iter().rposition(|&count| count > 0).filter(|&class| class < 4) {
            waits[of[highest] as usize] += u128::from((now - at).0);
        }
        open[class] += change;
        at = now;
    }
    waits
}

/// A step in every operation: the stages' lanes, where GPU `i` is stage `i` of one replica, and what each task is for.
#[derive(Clone, Debug)]
pub struct Traced {
    /// The step.
    pub step: Trained,
    /// A GPU for each stage.
    pub topology: Topology,
    /// Its lanes.
    pub graph: TaskGraph,
    /// When each task ran.
    pub trace: Trace,
    /// By task.
    pub parts: Vec<Part>,
    /// By stage: how long weights that were updated by shards are gathered beside the first passes.
    pub gathered: Vec<Time>,
}

/// [`train`], with every kernel and every collective of one replica as a task of its own. The collectives' times are those
/// that all groups together take on the cluster.
///
/// # Errors
/// Those of [`train`], and of the simulator where there are too many operations.
pub fn traced(model: &Model, spec: &ClusterSpec, layout: &Layout) -> Result<Traced, TrainError> {
    Site::of(spec)?.traced(model, layout)
}

/// A cluster on which steps are simulated.
#[derive(Clone, Debug)]
pub struct Site {
    spec: ClusterSpec,
    topology: Topology,
    /// GPUs of a node that are used.
    used: u32,
    gpus: u32,
    long: Option<Measure>,
}

impl Site {
    /// Builds the cluster.
    ///
    /// # Errors
    /// It cannot be built.
    pub fn of(spec: &ClusterSpec) -> Result<Site, TopologyError> {
        Ok(Site { long: Some(collective_times::by_rule), ..Site::small(spec)? })
    }

    /// The same for a cluster of few GPUs: each collective is written out as tasks, however long its group is. Whoever asks for no
    /// other has nothing in the program that measures groups by a rule.
    ///
    /// # Errors
    /// It cannot be built.
    pub fn small(spec: &ClusterSpec) -> Result<Site, TopologyError> {
        let (spread, used) = place::spread(spec);
        let topology = topology::build(&spread)?;
        let gpus = if spread == *spec { topology.len() } else { used * spread.nodes };
        Ok(Site { spec: *spec, topology, used, gpus, long: None })
    }

    /// [`traced`] here.
    ///
    /// # Errors
    /// Those of [`traced`].
    pub fn traced(&self, model: &Model, layout: &Layout) -> Result<Traced, TrainError> {
        let (step, lanes, trace) = simulate(self, (model, layout), Detail::Operations, None)?;
        let per_node = self.spec.system.gpus_per_node;
        let (nodes, gpus) = (layout.pipeline.div_ceil(per_node), Some(layout.pipeline));
        let topology = topology::build(&ClusterSpec { nodes, gpus, ..self.spec })?;
        Ok(Traced { step, topology, graph: lanes.graph, trace, parts: lanes.of_task, gathered: lanes.gathered })
    }

    fn ground(&self) -> Ground<'_> {
        Ground::of(&self.topology, self.long)
    }

    /// How many GPUs take part.
    pub fn gpus(&self) -> u32 {
        self.gpus
    }

    /// Whether the layout suits the model and the cluster.
    fn check(&self, model: &Model, layout: &Layout) -> Result<(), LayoutError> {
        layout.check(model)?;
        if layout.gpus() != self.gpus {
            let Layout { tensor, pipeline, .. } = *layout;
            return Err(LayoutError::Gpus { gpus: self.gpus, tensor, pipeline });
        }
        Ok(())
    }

    fn place<'a>(&self, layout: &'a Layout) -> Place<'a> {
        Place { layout, per_node: self.topology.gpus_per_node(), used: self.used }
    }
}

/// Many layouts of a model on a cluster: a collective that several of them have is simulated once.
#[derive(Debug)]
pub struct Trials<'a> {
    model: &'a Model,
    site: &'a Site,
    ground: Ground<'a>,
    known: Known,
}

impl<'a> Trials<'a> {
    /// Before the first.
    pub fn on(site: &'a Site, model: &'a Model) -> Trials<'a> {
        Trials { model, site, ground: site.ground(), known: Known::default() }
    }

    /// The times of a layout's collectives.
    fn meetings(&mut self, layout: &Layout) -> Result<CollectiveTimes, TrainError> {
        self.site.check(self.model, layout)?;
        collective_times::measure(self.model, &self.site.place(layout), &self.ground, &mut self.known, None)
    }

    /// [`train`].
    ///
    /// # Errors
    /// Those of [`train`].
    pub fn train(&mut self, layout: &Layout) -> Result<Trained, TrainError> {
        let meetings = self.meetings(layout)?;
        let (model, spec, place) = (self.model, &self.site.spec, self.site.place(layout));
        let lanes = Lanes::of(model, &place, &self.ground.router, &meetings)?;
        match walk::walk(&lanes, &self.ground.links) {
            Some(walked) => Ok(trained(model, spec, layout, &walked)),
            None => Ok(simulated(model, spec, layout, (&self.ground, &lanes), Detail::Passes)?.0),
        }
    }

    /// [`lower_bound`] with what passes wait for inside, the sums after them and the optimizer's step: closer, and dearer.
    ///
    /// # Errors
    /// Those of [`train`].
    pub fn bound(&mut self, layout: &Layout) -> Result<Time, TrainError> {
        let meetings = self.meetings(layout)?;
        Ok(lower_bound::with(self.model, &self.site.spec, layout, &meetings))
    }
}

/// What one step is, and how it went: the stages' lanes, and every task of them.
fn simulate(
    site: &Site,
    (model, layout): (&Model, &Layout),
    detail: Detail,
    carrier: Option<&mut dyn Carrier>,
) -> Result<(Trained, Step, Trace), TrainError> {
    site.check(model, layout)?;
    let (place, ground) = (site.place(layout), site.ground());
    let meetings = collective_times::measure(model, &place, &ground, &mut Known::default(), carrier)?;
    let lanes = Lanes::of(model, &place, &ground.router, &meetings)?;
    simulated(model, &site.spec, layout, (&ground, &lanes), detail)
}

/// [`simulate`] of lanes on a topology.
fn simulated(
    model: &Model,
    spec: &ClusterSpec,
    layout: &Layout,
    (ground, lanes): (&Ground<'_>, &Lanes<'_>),
    detail: Detail,
) -> Result<(Trained, Step, Trace), TrainError> {
    let step = lanes.graph(detail);
    let options = sim::Options { record: sim::Record::Spans, ..sim::Options::default() };
    let stages = layout.pipeline as usize;
    let trace = sim::run(&step.graph, &ground.links, stages, &options)?;
    let found = attribution(&step.graph, &trace, stages);
    // Passes that are one task hold what they wait for inside; of operations each is a task.
    let nothing = || vec![[0; Part::ALL.len()]; stages];
    let length = if lanes.is_checked_later { longest(&step, &trace, stages) } else { trace.makespan };
    let whole = stages as u128 * u128::from(length.0);
    let walked = Walked {
        step: length,
        compute: found.compute,
        exposed: found.exposed_comm,
        bubble: whole.saturating_sub(found.compute + found.exposed_comm),
        tasks: step.graph.len(),
        parts: if detail == Detail::Passes { step.parts.clone() } else { nothing() },
    };
    Ok((trained(model, spec, layout, &walked), step, trace))
}

/// The longest that a stage takes from its first pass to its update.
fn longest(step: &Step, trace: &Trace, stages: usize) -> Time {
    let mut spans = vec![(Time::MAX, Time::ZERO); stages];
    for (task, (work, label)) in step.graph.work.iter().zip(&step.graph.labels).enumerate() {
        // In operations a pass begins with a join.
        let is_begin = matches!(work, Work::Join) && label.micro_batch != NONE;
        // What is gathered after an update belongs to no micro-batch.
        let is_gather = matches!(step.of_task[task], Part::Weights | Part::Offload) && label.micro_batch == NONE;
        let is_own = matches!(work, Work::Compute { .. }) || is_begin || is_gather;
        if let Some((begin, end)) = spans.get_mut(usize::from(label.step)).filter(|_| is_own) {
            *begin = trace.start[task].min(*begin);
            *end = trace.end[task].max(*end);
        }
    }
    spans.iter().map(|(begin, end)| end.saturating_sub(*begin)).max().unwrap_or_default()
}

/// What a step comes to whose lanes went like that.
fn trained(model: &Model, spec: &ClusterSpec, layout: &Layout, walked: &Walked) -> Trained {
    let iteration = walked.step;
    let whole = u128::from(layout.pipeline) * u128::from(iteration.0);
    let waits = |parts: &[u128; Part::ALL.len()]| -> u128 {
        Part::ALL.iter().zip(parts).filter(|(part, _)| !part.is_compute()).map(|(_, &time)| time).sum()
    };
    let waited: u128 = walked.parts.iter().map(waits).sum();
    let share = |part: u128| part as f64 / whole as f64;
    let flops = model.step_flops(u64::from(layout.global_batch));
    let a_second = 1.0 / (iteration.as_secs() * f64::from(layout.gpus()));
    let peak = peak_memory(spec.system.gpu, model, layout);
    let memory = peak.memory();
    Trained {
        iteration,
        gpus: layout.gpus(),
        layout: *layout,
        flops_per_gpu: flops * a_second,
        hardware_flops_per_gpu: (flops + recomputed_flops(model, layout)) * a_second,
        mfu: flops * a_second / spec.system.gpu.peak_flops,
        compute_fraction: share(walked.compute.saturating_sub(waited)),
        exposed_comm_fraction: share(walked.exposed + waited),
        bubble_fraction: share(walked.bubble),
        memory,
        peak_memory: peak,
        host_memory: peak.host_memory(spec),
        fits: fits(&memory, spec) && peak.host_fits(spec),
        tasks: walked.tasks,
    }
}

/// FLOPs of a step that compute again what was computed before.
fn recomputed_flops(model: &Model, layout: &Layout) -> f64 {
    let tokens = u64::from(layout.global_batch) * u64::from(model.seq);
    let over = |of: &dyn Fn(LayerKind) -> f64| (0..model.all_layers()).map(|index| of(model.kind(index))).sum();
    match layout.recompute {
        Recompute::None => 0.0,
        Recompute::Selective => over(&|kind| model.attention_forward_flops(tokens, kind)),
        Recompute::Full => over(&|kind| model.forward_flops_of(tokens, kind)),
    }
}

#[cfg(test)]
mod offload_tests;
#[cfg(test)]
mod packet_network_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod whole_tests;
