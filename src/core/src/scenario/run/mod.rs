//! A valid scenario becomes a show: topology, task graph, simulated trace.

mod data;
mod pipeline;
mod presets;
mod race;
mod tensor;

use crate::show::{Run, Show};
use crate::sim::{self, task::TaskGraph};
use crate::text::Line;
use crate::topology::{self, System, Topology};

use super::params::{Kind, Scenario};

/// Simulates a scenario, with the rate of every flow over time.
///
/// # Errors
/// A sentence for the reader, where the scenario asks for something that its system cannot do.
pub fn run(scenario: &Scenario) -> Result<Show, Line> {
    let runs = match scenario.kind {
        Kind::Pipeline => vec![pipeline::run(scenario)?],
        Kind::Tensor => vec![tensor::run(scenario)?],
        Kind::Data => vec![data::run(scenario)?],
        Kind::Race => race::run(scenario)?,
    };
    Ok(Show { scenario: scenario.clone(), runs })
}

fn simulate(topology: Topology, graph: TaskGraph) -> Result<Run, Line> {
    let options = sim::Options::default();
    let trace =
        sim::run(&graph, &topology.capacities(), topology.gpus.len(), &options).map_err(|error| error.line())?;
    Ok(Run { topology, graph, trace })
}

/// A preset that the parameter table names.
fn system(id: &str) -> &'static System {
    topology::system(id).unwrap_or(&topology::systems()[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Range;
    use crate::text::Lang;
    use crate::units::Time;

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
