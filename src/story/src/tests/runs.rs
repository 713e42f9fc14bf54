//! Every setting runs, or says why not.

use super::{COLLECTIVES, DATA, GENERATIONS, PIPELINE, RACE, TENSOR};
use crate::chapters::kinds;
use crate::scenario::{Kind, Range, Scenario};
use crate::show::run;
use kitchen_core::units::Time;
use kitchen_text::Lang;

/// Every value of every parameter runs, one at a time; what cannot is said in a sentence.
fn check(kind: Kind, refused: &[(&str, &str)]) {
    let usual = Scenario::default_for(kind);
    for param in kind.params {
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
    check(PIPELINE, &[]);
    check(TENSOR, &[]);
    check(DATA, &[]);
    check(RACE, &[]);
    // What the default, an all-reduce by a ring, does not go with.
    let algorithms = ["bruck", "pairwise", "pat"].map(|id| ("algorithm", id));
    check(COLLECTIVES, &[&[("op", "all-to-all"), ("op", "send-recv")], &algorithms[..]].concat());
    check(GENERATIONS, &[]);
}

#[test]
fn what_a_system_cannot_do_is_said() {
    let scenario = Scenario::default_for(DATA).with_choice("system", "dgx-a100");
    let error = run(&scenario.with_choice("algorithm", "in-network")).unwrap_err();
    assert!(error.say(Lang::En).contains("cannot add"), "{}", error.say(Lang::En));
}

#[test]
fn equal_scenarios_give_equal_traces() {
    for kind in kinds() {
        let digests = || -> Vec<u64> {
            run(&Scenario::default_for(kind)).unwrap().runs.iter().map(|run| run.trace.digest()).collect()
        };
        assert_eq!(digests(), digests());
    }
}
