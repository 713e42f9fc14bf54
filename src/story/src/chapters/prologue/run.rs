//! One batch of text read through a small GPT, three times in turn: by one GPU; by two, each with half of the layers; by the
//! same two, the batch cut into micro-batches. Forward passes alone: nothing is learned yet.

use kitchen_core::hardware::Gpu;
use kitchen_core::run::Run;
use kitchen_core::task::{Kind, Label, TaskGraph, TaskId, Work};
use kitchen_core::topology::{self, ClusterSpec, Router};
use kitchen_core::units::Time;
use kitchen_core::workload::{Layout, Model, Recompute, cost, model::GPT3_1_3B};
use kitchen_text::Line;

use crate::scenario::presets::HGX_H100_4;
use crate::scenario::{Draft, Scenario};
use crate::sentences::Sentence as _;

/// Sequences of the dish.
pub(super) const SEQUENCES: u32 = 8;
/// Bowls that it is cut into at last.
pub(super) const BOWLS: u32 = 4;
pub(super) const CHEFS: u32 = 2;

/// How an act cooks the dish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Act {
    pub(super) chefs: u32,
    pub(super) bowls: u32,
}

/// One chef; two; two with bowls.
pub(super) const ACTS: [Act; 3] =
    [Act { chefs: 1, bowls: 1 }, Act { chefs: CHEFS, bowls: 1 }, Act { chefs: CHEFS, bowls: BOWLS }];

/// When each act begins and ends in the run: the next begins as one ends.
pub(super) fn spans(run: &Run) -> [(Time, Time); 3] {
    let first_end = |gpu: u32| {
        let is_it = |&task: &usize| matches!(run.graph.work[task], Work::Compute { gpu: of, .. } if of == gpu);
        let task = (0..run.graph.len()).find(is_it);
        task.and_then(|task| run.trace.end.get(task)).copied().unwrap_or_default()
    };
    // Chef 1 cooks the first act alone, and the second ends with the first thing that chef 2 cooks.
    let (one, two) = (first_end(0), first_end(1));
    [(Time::ZERO, one), (one, two), (two, run.trace.makespan)]
}

/// What is cooked, on what.
pub(super) struct Plan {
    pub(super) model: &'static Model,
    gpu: &'static Gpu,
}

impl Plan {
    pub(super) fn new() -> Plan {
        Plan { model: &GPT3_1_3B, gpu: HGX_H100_4.gpu }
    }

    fn layout(act: Act) -> Layout {
        Layout {
            pipeline: act.chefs,
            micro_batch: SEQUENCES / act.bowls,
            global_batch: SEQUENCES,
            recompute: Recompute::None,
            ..Layout::ONE
        }
    }

    /// Layers of each chef's part of the book.
    pub(super) fn layers(&self, act: Act) -> Vec<u32> {
        cost::balanced_layers(self.gpu, self.model, &Plan::layout(act))
    }

    /// How long a chef cooks a bowl: its layers, and at the end of the book the vocabulary and the loss.
    fn pass(&self, act: Act, chef: u32, layers: u32) -> Time {
        let layout = Plan::layout(act);
        let head = if chef + 1 == act.chefs { cost::head(self.gpu, self.model, &layout).forward } else { 0.0 };
        Time::from_secs_f64(f64::from(layers) * cost::layer(self.gpu, self.model, &layout).forward + head)
    }
}

/// Two of four H100 that are joined by NVLink without a switch.
pub(super) fn cluster() -> ClusterSpec {
    ClusterSpec { gpus: Some(CHEFS), ..ClusterSpec::new(&HGX_H100_4, 1) }
}

pub(super) fn prepare(_: &Scenario) -> Result<Vec<Draft>, Line> {
    Ok(vec![draft(&ACTS)?])
}

/// These acts, one after the other.
pub(super) fn draft(acts: &[Act]) -> Result<Draft, Line> {
    let plan = Plan::new();
    let topology = topology::build(&cluster()).map_err(|error| error.line())?;
    let mut graph = TaskGraph::new();
    let route = Router::new(&topology).route(0, 1).map_err(|error| error.line())?;
    let route = graph.add_route(route);
    let mut served: Option<TaskId> = None;
    for &act in acts {
        let layers = plan.layers(act);
        let begin = served;
        for bowl in 0..act.bowls {
            let mut after: Vec<TaskId> = begin.into_iter().collect();
            for (chef, &layers) in (0..).zip(&layers) {
                let label = |kind| Label::new(kind).micro_batch(bowl as u16).step(chef as u16);
                if let (Some(src), [cooked]) = (u32::checked_sub(chef, 1), after.as_slice()) {
                    let bytes = cost::boundary_bytes(plan.model, &Plan::layout(act));
                    let handed = graph.add(
                        Work::Transfer { src, dst: chef, route, bytes },
                        Label::new(Kind::Activation).micro_batch(bowl as u16).step(src as u16),
                        &[*cooked],
                    );
                    after = vec![handed];
                }
                let duration = plan.pass(act, chef, layers);
                after = vec![graph.add(Work::Compute { gpu: chef, duration }, label(Kind::Forward), &after)];
            }
            served = after.first().copied();
        }
    }
    Ok(Draft::new(topology, graph))
}
