//! One step of two kitchens of eight chefs on one clock: in the first all is well, in the second one stove burns low, or one chef's
//! tunnels have fallen. The step is simulated with the changed rate; nothing is scaled.

#[cfg(test)]
pub(super) mod judge;
pub(super) mod scene;
pub(super) mod telling;

use kitchen_core::collective::{self, Algorithm, Call, Op};
use kitchen_core::faults::straggler;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, Label, TaskGraph, TaskId, Work};
use kitchen_core::topology::{self, ClusterSpec, DGX_H100, Router};
use kitchen_core::units::{Bytes, Time};
use kitchen_core::workload::{Layout, Model, Recompute, cost, model::GPT3_1_3B};
use kitchen_text::Line;

use crate::scenario::Draft;
use crate::sentences::Sentence as _;
use crate::show::Show;

use super::params::{Mishap, Params};

/// Chefs of a kitchen.
pub(super) const CHEFS: GpuId = 8;
/// Sequences of each chef.
const SEQUENCES: u32 = 4;
/// Bytes of a gradient.
const VALUE_BYTES: u64 = 2;

pub(super) fn recipe() -> &'static Model {
    &GPT3_1_3B
}

/// What the meeting is about.
pub(super) fn report() -> Bytes {
    Bytes(VALUE_BYTES * recipe().parameters())
}

pub(super) fn cluster(mishap: Mishap, slow: GpuId) -> ClusterSpec {
    let system = &DGX_H100;
    let whole = ClusterSpec::new(system, 2);
    let missing = straggler::without_nvlinks(system, 1, slow.saturating_sub(CHEFS));
    match (mishap, missing) {
        (Mishap::Tunnel, Ok(missing)) => ClusterSpec { missing, ..whole },
        _ => whole,
    }
}

pub(super) fn draft(params: Params) -> Result<Draft, Line> {
    let (mishap, slow) = (params.mishap, params.slow - 1);
    let topology = topology::build(&cluster(mishap, slow)).map_err(|error| error.line())?;
    let router = Router::new(&topology);
    let layout =
        Layout { micro_batch: SEQUENCES, global_batch: SEQUENCES, recompute: Recompute::Selective, ..Layout::ONE };
    let (gpu, model) = (topology.preset().gpu, recipe());
    let (layer, head) = (cost::layer(gpu, model, &layout), cost::head(gpu, model, &layout));
    let layers = f64::from(model.layers);
    let update = cost::update_seconds(gpu, model.parameters() as f64);
    let [forward, backward, update] =
        [layers * layer.forward + head.forward, layers * layer.backward + head.backward, update]
            .map(Time::from_secs_f64);
    let mut graph = TaskGraph::new();
    for first in [0, CHEFS] {
        let group: Vec<GpuId> = (first..first + CHEFS).collect();
        let mut cooked: Vec<Vec<TaskId>> = Vec::new();
        for &gpu in &group {
            let there = Work::Compute { gpu, duration: forward };
            let there = graph.add(there, Label::new(Kind::Forward).micro_batch(0), &[]);
            let back = Work::Compute { gpu, duration: backward };
            cooked.push(vec![graph.add(back, Label::new(Kind::Backward).micro_batch(0), &[there])]);
        }
        let call = Call::new(Op::AllReduce, Algorithm::Ring, report(), &group);
        let met = collective::append(&mut graph, &router, &topology, &call, &cooked).map_err(|error| error.line())?;
        for (&gpu, task) in group.iter().zip(met) {
            graph.add(Work::Compute { gpu, duration: update }, Label::new(Kind::Update), &[task]);
        }
    }
    if mishap == Mishap::Stove {
        straggler::slow_gpu(&mut graph, slow, params.pace);
    }
    drop(router);
    Ok(Draft::new(topology, graph))
}

/// A kitchen's step by its trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Half {
    /// Of a chef that nothing happened to: its two passes, and what it waited for the last of the others.
    pub(super) forward: Time,
    pub(super) backward: Time,
    pub(super) wait: Time,
    /// From the last report to the first pencil.
    pub(super) meeting: Time,
    pub(super) update: Time,
    /// When the first and the last chef had written its report.
    pub(super) ready: [Time; 2],
    /// When the last page was changed.
    pub(super) end: Time,
}

/// Both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    pub(super) mishap: Mishap,
    /// The pace of the low stove, in percent.
    pub(super) pace: u32,
    /// Who meets with the mishap, of the second kitchen.
    pub(super) slow: GpuId,
    pub(super) halves: [Half; 2],
}

impl Steps {
    /// Of a show of steps.
    pub(super) fn of(show: &Show) -> Option<Steps> {
        let Params { mishap, pace, slow, .. } = Params::of(&show.scenario);
        let run = show.runs.first().filter(|_| mishap.is_step())?;
        Some(Steps { mishap, pace, slow: slow - 1, halves: [0, CHEFS].map(|first| half(run, first, slow - 1)) })
    }

    /// The chef of each kitchen of whom the times are told: the first that nothing happened to.
    pub(super) fn usual(&self, half: usize) -> GpuId {
        usual([0, CHEFS][half.min(1)], self.slow)
    }

    /// How much longer the second kitchen's step is than the first's: a share.
    pub(super) fn longer(&self) -> f64 {
        let [whole, hurt] = self.halves.map(|half| half.end.as_secs());
        hurt / whole.max(1e-12) - 1.0
    }
}

fn usual(first: GpuId, slow: GpuId) -> GpuId {
    first + GpuId::from(first == slow)
}

fn half(run: &Run, first: GpuId, slow: GpuId) -> Half {
    let usual = usual(first, slow);
    let mut half = Half { ready: [Time::MAX, Time::ZERO], ..Half::default() };
    let mut updates = Time::MAX;
    for (task, (work, label)) in run.graph.work.iter().zip(&run.graph.labels).enumerate() {
        let Work::Compute { gpu, duration } = *work else { continue };
        let (Some(&start), Some(&end)) = (run.trace.start.get(task), run.trace.end.get(task)) else { continue };
        if !(first..first + CHEFS).contains(&gpu) {
            continue;
        }
        match label.kind {
            Kind::Forward if gpu == usual => half.forward = duration,
            Kind::Backward => {
                half.ready = [half.ready[0].min(end), half.ready[1].max(end)];
                if gpu == usual {
                    half.backward = duration;
                }
            }
            Kind::Update => {
                updates = updates.min(start);
                half.end = half.end.max(end);
            }
            _ => {}
        }
    }
    half.wait = half.ready[1].saturating_sub(half.ready[0]);
    half.meeting = updates.saturating_sub(half.ready[1]);
    half.update = half.end.saturating_sub(updates);
    half
}
