//! A valid scenario becomes a show: topology, task graph, simulated trace.

mod collectives;
mod data;
pub mod generations;
mod links;
mod pipeline;
mod presets;
mod tensor;

use kitchen_core::run::Run;

use crate::show::Show;
use kitchen_core::sim::{self, task::TaskGraph};
use kitchen_core::text::Line;
use kitchen_core::topology::{self, ClusterSpec, System, Topology};

pub(crate) use data::Plan as DataPlan;
pub(super) use data::model_of;
pub(crate) use pipeline::Plan as PipelinePlan;
pub(crate) use tensor::{SIEVE, is_thought_experiment};

use super::params::{Kind, Scenario};

/// What a scenario simulates, before it is simulated.
#[derive(Clone, Debug)]
pub struct Draft {
    pub topology: Topology,
    pub graph: TaskGraph,
}

impl Draft {
    /// Simulates it, with the rate of every flow over time.
    ///
    /// # Errors
    /// A sentence for the reader, where a limit is reached.
    pub fn simulate(self) -> Result<Run, Line> {
        let Draft { topology, graph } = self;
        let options = sim::Options::default();
        let trace =
            sim::run(&graph, &topology.capacities(), topology.gpus.len(), &options).map_err(|error| error.line())?;
        Ok(Run { topology, graph, trace })
    }
}

/// The machines and task graphs of a scenario.
///
/// # Errors
/// A sentence for the reader, where the scenario asks for something that its system cannot do.
pub fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    PREPARE[scenario.kind as usize](scenario)
}

/// The machines of a scenario, one for each run: known without planning what they do.
pub fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    CLUSTERS[scenario.kind as usize](scenario)
}

/// By kind.
static CLUSTERS: [fn(&Scenario) -> Vec<ClusterSpec>; Kind::ALL.len()] = [
    pipeline::clusters,
    tensor::clusters,
    data::clusters,
    links::clusters,
    collectives::clusters,
    generations::clusters,
];

/// GPUs in all of a scenario's runs above which it is heavy: what they do may be thousands of tasks, and takes longer than a
/// page may stop for.
const HEAVY_GPUS: u32 = 64;

/// Whether a scenario belongs to a thread of its own. Told from its machines, before anything is planned.
pub fn is_heavy(scenario: &Scenario) -> bool {
    let gpus = |spec: &ClusterSpec| spec.gpus.unwrap_or(spec.nodes.saturating_mul(spec.system.gpus_per_node));
    clusters(scenario).iter().map(gpus).fold(0, u32::saturating_add) > HEAVY_GPUS
}

type Prepare = fn(&Scenario) -> Result<Vec<Draft>, Line>;

/// By kind. A table and no `match`: each stands in a module named as its chapter, and the released page fetches it with that.
static PREPARE: [Prepare; Kind::ALL.len()] =
    [pipeline::prepare, tensor::prepare, data::prepare, links::prepare, collectives::prepare, generations::prepare];

/// [`prepare`], then [`Draft::simulate`].
///
/// # Errors
/// Those of both.
pub fn run(scenario: &Scenario) -> Result<Show, Line> {
    perform(scenario, prepare(scenario)?)
}

/// Simulates what was prepared for a scenario.
///
/// # Errors
/// Those of [`Draft::simulate`].
pub fn perform(scenario: &Scenario, drafts: Vec<Draft>) -> Result<Show, Line> {
    let runs = drafts.into_iter().map(Draft::simulate).collect::<Result<_, _>>()?;
    Ok(Show { scenario: scenario.clone(), runs })
}

/// A preset that the parameter table names.
fn system(id: &str) -> &'static System {
    topology::system(id).unwrap_or(&topology::systems()[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Range;
    use kitchen_core::text::Lang;
    use kitchen_core::units::Time;

    /// Every value of every parameter runs, one at a time; what cannot is said in a sentence.
    fn check(kind: Kind, refused: &[(&str, &str)]) {
        let usual = Scenario::default_for(kind);
        for param in kind.params() {
            let values = match param.range {
                Range::Int { min, max } => vec![min, max],
                Range::Bytes { min, max } => vec![min as i64, max as i64],
                Range::Choice(list) => (0..list.len() as i64).collect(),
            };
            for value in values {
                let scenario = usual.with(param.id, value);
                let expected = !refused.contains(&(param.id, param.write(value).as_str()));
                match run(&scenario) {
                    Ok(show) => {
                        assert!(expected, "{scenario:?} runs");
                        assert!(show.makespan() > Time::ZERO, "{scenario:?}");
                    }
                    Err(line) => assert!(!expected, "{scenario:?}: {}", line.say(Lang::En)),
                }
            }
        }
    }

    #[test]
    fn every_setting_runs() {
        check(Kind::Pipeline, &[]);
        check(Kind::Tensor, &[]);
        check(Kind::Data, &[]);
        check(Kind::Race, &[]);
        // What the default, an all-reduce by a ring, does not go with.
        let algorithms = ["bruck", "pairwise", "pat"].map(|id| ("algorithm", id));
        check(Kind::Collectives, &[&[("op", "all-to-all"), ("op", "send-recv")], &algorithms[..]].concat());
        check(Kind::Generations, &[]);
    }

    #[test]
    fn what_a_system_cannot_do_is_said() {
        let scenario = Scenario::default_for(Kind::Data).with_choice("system", "dgx-a100");
        let error = run(&scenario.with_choice("algorithm", "in-network")).unwrap_err();
        assert!(error.say(Lang::En).contains("cannot add"), "{}", error.say(Lang::En));
    }

    #[test]
    fn equal_scenarios_give_equal_traces() {
        for kind in Kind::ALL {
            let digests = || -> Vec<u64> {
                run(&Scenario::default_for(kind)).unwrap().runs.iter().map(|run| run.trace.digest()).collect()
            };
            assert_eq!(digests(), digests());
        }
    }
}
