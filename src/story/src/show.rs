//! A scenario that has been run: everything a story, a picture or an export is made from.

use kitchen_core::run::Run;
use kitchen_core::topology::ClusterSpec;
use kitchen_core::units::Time;
use kitchen_text::Line;

use crate::scenario::{Draft, Scenario};

/// A scenario and its runs: one, or several raced on one clock.
#[derive(Clone, Debug)]
pub struct Show {
    pub scenario: Scenario,
    pub runs: Vec<Run>,
}

impl Show {
    /// When the last run ends.
    pub fn makespan(&self) -> Time {
        self.runs.iter().map(|run| run.trace.makespan).max().unwrap_or(Time::ZERO)
    }

    /// Whether its GPUs send nothing to each other: there are no links to look at.
    pub fn is_alone(&self) -> bool {
        self.runs.iter().all(|run| run.graph.routes.is_empty())
    }
}

/// Runs a scenario.
///
/// # Errors
/// A sentence for the reader, where the scenario asks for something that its system cannot do, or a limit is reached.
pub fn run(scenario: &Scenario) -> Result<Show, Line> {
    perform(scenario, (scenario.kind.prepare)(scenario)?)
}

/// Simulates what was prepared for a scenario.
///
/// # Errors
/// Those of [`Draft::simulate`].
pub fn perform(scenario: &Scenario, drafts: Vec<Draft>) -> Result<Show, Line> {
    let runs = drafts.into_iter().map(Draft::simulate).collect::<Result<_, _>>()?;
    Ok(Show { scenario: scenario.clone(), runs })
}

/// GPUs in all of a scenario's runs above which it is heavy: what they do may be thousands of tasks, and takes longer than a
/// page may stop for.
const HEAVY_GPUS: u32 = 64;

/// Whether a scenario belongs to a thread of its own. Told from its machines, before anything is planned.
pub fn is_heavy(scenario: &Scenario) -> bool {
    if (scenario.kind.is_heavy)(scenario) {
        return true;
    }
    let gpus = |spec: &ClusterSpec| spec.gpus.unwrap_or(spec.nodes.saturating_mul(spec.system.gpus_per_node));
    (scenario.kind.clusters)(scenario).iter().map(gpus).fold(0, u32::saturating_add) > HEAVY_GPUS
}
