//! The task: the fewest steps to the bottom, by the step's length and what carries on. All of them are tried, so that the least is known.

use kitchen_text::{Line, Number, count, key, msg, pair};

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::act::Kept;
use crate::story::judged::Judged;

use super::KIND;
use super::course::Course;
use super::params::{MOMENTA, Params, RATES};
use super::run::{plan, settled};
use super::telling::rate;

/// The fewest steps from the same first page with any of the lengths and of what carries on.
fn fewest(scenario: &Scenario) -> Option<usize> {
    let params = Params::of(scenario);
    let all = RATES.iter().flat_map(|rate| MOMENTA.iter().map(move |momentum| (rate.2, momentum.2)));
    let steps = |(rate, momentum)| {
        let other = Params { rate, momentum, ..params }.scenario(KIND).making(scenario.made.clone());
        settled(&plan(&other).run().ok()?)
    };
    all.filter_map(steps).min()
}

pub(super) fn judge(show: &Show) -> Option<Judged> {
    let course = Course::of(show)?;
    let fewest = fewest(&show.scenario)?;
    let leaps = course.rose().is_some();
    let is_met = course.settled().is_some_and(|n| n <= fewest);
    let least = count(fewest);
    let said = match (course.settled(), course.spilled()) {
        (Some(n), _) if is_met => pair::SecretSauceTaskMet { n: count(n) }.into(),
        (Some(n), _) if leaps => pair::SecretSauceTaskLeaps { n: count(n), fewest: least }.into(),
        (Some(n), _) => pair::SecretSauceTaskSlow { n: count(n), fewest: least }.into(),
        (None, Some(_)) => pair::SecretSauceTaskSpilled { fewest: least }.into(),
        (None, None) if leaps => pair::SecretSauceTaskSwings { fewest: least }.into(),
        (None, None) => pair::SecretSauceTaskShort { fewest: least }.into(),
    };
    let bound = Kept {
        name: Line::new(key::SECRET_SAUCE_TASK_BOUND),
        value: msg::SecretSauceKeptSteps { n: least }.into(),
        size: Some(fewest as f64),
        lost: 0.0,
    };
    let cost = course.settled().map_or(f64::INFINITY, |n| n as f64);
    Some(Judged { cost, is_met, said, bound: Some(bound) })
}

/// What a try is called: both of what it was made with.
pub(super) fn name(show: &Show) -> Line {
    let params = Params::of(&show.scenario);
    msg::SecretSauceTaskKept { rate: rate(params.rate), momentum: Number(params.momentum, 1) }.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show;
    use kitchen_text::Key;

    /// What is said of a step so long, with so much that carries on, from the last act's first page.
    fn check(rate: f64, momentum: f64, expected: Key) {
        let turn = super::super::CHAPTER.acts.last().expect("an act").scenario(KIND);
        let scenario = Params { rate, momentum, ..Params::of(&turn) }.scenario(KIND);
        let judged = judge(&show::run(&scenario).expect("a run")).expect("judged");
        assert_eq!(judged.said.kitchen.key, expected, "{rate} {momentum}: {:?}", judged.said.kitchen);
        assert_eq!(judged.is_met, expected == pair::SecretSauceTaskMet::KITCHEN);
        let bound = judged.bound.and_then(|bound| bound.size).expect("a bound");
        assert!(judged.cost >= bound, "{rate} {momentum}: {} {bound}", judged.cost);
    }

    #[test]
    fn a_way_down_is_judged_by_its_steps() {
        let (slow, leaps) = (pair::SecretSauceTaskSlow::KITCHEN, pair::SecretSauceTaskLeaps::KITCHEN);
        check(0.02, 0.0, pair::SecretSauceTaskShort::KITCHEN);
        check(0.05, 0.0, slow);
        check(0.1, 0.0, slow);
        check(0.2, 0.0, pair::SecretSauceTaskSpilled::KITCHEN);
        check(0.02, 0.6, slow);
        check(0.05, 0.6, pair::SecretSauceTaskMet::KITCHEN);
        check(0.1, 0.6, leaps);
        check(0.2, 0.6, leaps);
        check(0.05, 0.9, pair::SecretSauceTaskSwings::KITCHEN);
    }
}
