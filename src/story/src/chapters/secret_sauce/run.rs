//! Gradient descent on a small sauce, kernel by kernel on one GPU: every number is the engine's, and every step takes as long as
//! its kernels do. The products are so few that starting the kernels is all of the time.

use kitchen_core::descent::model::{Dataset, Model};
use kitchen_core::descent::{Batch, Descent, End, Plan};
use kitchen_core::hardware::Gpu;
use kitchen_core::sim::task::{Kind, Label, TaskGraph, TaskId, Work};
use kitchen_core::topology::{self, ClusterSpec};
use kitchen_core::units::Time;
use kitchen_core::workload::cost;
use kitchen_text::Line;

use crate::scenario::presets::DGX_H100_ONE;
use crate::scenario::{Draft, Scenario};
use crate::sentences::Sentence as _;

use super::own;
use super::params::{Params, Start, Tasters};

/// The step of a label: cooking and tasting, and the loss made from it. Both are part of the forward pass.
pub(super) const TASTE: u16 = 0;
pub(super) const LOSS: u16 = 1;

/// The most steps of a run.
pub(super) const MOST: u32 = 30;

/// A run has come down where its loss stays so near the least one, as a share of what it stood above it at the start.
pub(super) const NEAR: f64 = 0.01;

/// Steps that are still taken after that, so that it is seen to stay.
const AFTER: u32 = 2;

/// Grams of salt, vinegar and sugar on a first page that is far too sweet, and on one that is nearly right.
pub(super) const SWEET: [f64; 3] = [0.0, 1.0, 8.0];
pub(super) const NEAR_BEST: [f64; 3] = [4.0, 2.5, 4.0];

/// Grams of vinegar on a first page of the reader's own.
pub(super) const OWN_VINEGAR: f64 = 1.0;

/// The draw of the taster who is asked.
const SEED: u64 = 1;

/// What the reader's choices are to the engine. What begins elsewhere is said on the stage: tongues that are alike make a valley,
/// which is shown from its wall, and two pages have other parameters.
pub(super) fn plan(scenario: &Scenario) -> Plan {
    let params = Params::of(scenario);
    let panel = if params.tasters == Tasters::Alike { Dataset::Alike } else { Dataset::Different };
    let batch = if params.tasters == Tasters::One { Batch::One { seed: SEED } } else { Batch::All };
    let (rate, momentum) = (params.rate, params.momentum);
    let usual = Plan::of(params.recipe(), panel);
    let start = match params.start {
        Start::Salty | Start::TwoLayer => usual.start.clone(),
        Start::Sweet => SWEET.to_vec(),
        Start::Near => NEAR_BEST.to_vec(),
        Start::Own => vec![f64::from(params.salt), OWN_VINEGAR, f64::from(params.sugar)],
    };
    let plan = Plan { rate, momentum, batch, start, steps: MOST, ..usual };
    Plan { first: own::read(scenario).and_then(|to| own::page(&plan, to)), ..plan }
}

/// The run, ended soon after it has come down.
///
/// # Errors
/// None for what the reader may choose; the sentence is the engine's.
pub(super) fn descend(scenario: &Scenario) -> Result<Descent, Line> {
    let whole = plan(scenario).run().map_err(|error| error.line())?;
    let Some(settled) = settled(&whole) else { return Ok(whole) };
    Plan { steps: (settled as u32 + AFTER).min(MOST), ..plan(scenario) }.run().map_err(|error| error.line())
}

/// The step from which on a run stays down. One taster at a time never does: what looks like it is luck.
pub(super) fn settled(descent: &Descent) -> Option<usize> {
    descent.settled(NEAR).filter(|_| descent.plan.batch == Batch::All)
}

/// A part of a step: its label without the batch, and how many kernels it takes, one for each operation on whole vectors.
pub(super) struct Phase {
    pub(super) label: Label,
    pub(super) kernels: u32,
}

/// The parts of a step, in order.
pub(super) fn phases(params: Params) -> [Phase; 4] {
    let phase = |label, kernels| Phase { label, kernels };
    let forward = Label::new(Kind::Forward);
    // Forward: the product of senses and grams; with pots, softsign and the product with the mix after it.
    // Loss: taste − wish; the mean of the squares.
    // Backward: by the taste, then by the grams; with pots also by the mix, the bias, the softsign and the pots.
    // Update: one kernel; with momentum one more, for what carries on.
    let (tasting, back) = match params.recipe() {
        Model::OneLayer => (1, 2),
        Model::TwoLayer => (3, 6),
    };
    [
        phase(forward.step(TASTE), tasting),
        phase(forward.step(LOSS), 2),
        phase(Label::new(Kind::Backward), back),
        phase(Label::new(Kind::Update), if params.momentum > 0.0 { 2 } else { 1 }),
    ]
}

/// Multiplications and additions of a whole step; the vectors' lengths are the tape's.
pub(super) fn operations(params: Params) -> f64 {
    let count = params.recipe().parameters().len() as f64;
    // Forward and backward are products with the same matrix of six tasters; the rest is a handful for each vector.
    let (tasters, senses) = (6.0, if params.recipe() == Model::OneLayer { 3.0 } else { 8.0 });
    2.0 * tasters * senses * if params.recipe() == Model::OneLayer { 2.0 } else { 3.0 } + 4.0 * tasters + 2.0 * count
}

fn cluster() -> ClusterSpec {
    ClusterSpec { gpus: Some(1), ..ClusterSpec::new(&DGX_H100_ONE, 1) }
}

pub(super) fn clusters(_: &Scenario) -> Vec<ClusterSpec> {
    vec![cluster()]
}

/// How long a part takes: its kernels' starts, and the few bytes that they read and write.
fn duration(gpu: &Gpu, params: Params, phase: &Phase) -> Time {
    // Senses, wishes and tastes of six tasters, the parameters and their slopes, 4 bytes each.
    let bytes = 4.0 * (6.0 * 5.0 + 3.0 * params.recipe().parameters().len() as f64);
    Time::from_secs_f64(cost::streaming(gpu, bytes, f64::from(phase.kernels)))
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    let params = Params::of(scenario);
    let descent = descend(scenario)?;
    let is_spilled = matches!(descent.end, End::Diverged { .. });
    let spec = cluster();
    let topology = topology::build(&spec).map_err(|error| error.line())?;
    let mut graph = TaskGraph::new();
    let mut before: Vec<TaskId> = Vec::new();
    let rounds = descent.steps.len();
    for round in 0..rounds {
        let is_last = round + 1 == rounds;
        // What has spilled is not tasted; what has come down is tasted once more, and left.
        let parts = match (is_last, is_spilled) {
            (false, _) => 4,
            (true, false) => 2,
            (true, true) => 0,
        };
        for phase in phases(params).iter().take(parts) {
            let work = Work::Compute { gpu: 0, duration: duration(spec.system.gpu, params, phase) };
            before = vec![graph.add(work, phase.label.micro_batch(round as u16), &before)];
        }
    }
    Ok(vec![Draft::new(topology, graph)])
}
