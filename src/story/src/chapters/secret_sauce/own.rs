//! A step that the reader takes by hand, from the first page to another one, from where the run goes on: as links hold it, and how it does
//! beside the report's.

use kitchen_core::descent::Plan;
use kitchen_core::descent::model::Model;

use super::course::Course;
use crate::scenario::Scenario;

/// The name in links.
pub(super) const MADE: &str = "step";
/// The most grams of salt and of sugar.
const MOST: u32 = 12;

/// Grams of salt and of sugar to which the reader steps.
pub(super) fn read(scenario: &Scenario) -> Option<[u32; 2]> {
    let (salt, sugar) = scenario.made.split_once('-')?;
    let to = [salt.parse().ok()?, sugar.parse().ok()?];
    to.iter().all(|&grams| grams <= MOST).then_some(to)
}

pub(super) fn write(scenario: &Scenario, to: Option<[u32; 2]>) -> Scenario {
    let made = to.map_or_else(String::new, |[salt, sugar]| [salt.to_string(), sugar.to_string()].join("-"));
    scenario.clone().making(made)
}

/// The page to which that step leads from the first one: the vinegar stays as it is. None for a recipe of two pages.
pub(super) fn page(plan: &Plan, [salt, sugar]: [u32; 2]) -> Option<Vec<f64>> {
    let mut there = plan.start.clone();
    *there.get_mut(0)? = f64::from(salt);
    *there.get_mut(2)? = f64::from(sugar);
    (plan.model == Model::OneLayer).then_some(there)
}

/// The losses on the first page, where the reader steps to, and where the report would.
pub(super) fn losses(course: &Course) -> Option<[f64; 3]> {
    let (plan, first) = (&course.descent.plan, course.descent.steps.first()?);
    let of = |parameters: &[f64]| plan.model.loss(parameters, plan.dataset);
    Some([first.loss, of(plan.first.as_ref()?), of(&plan.by_report(first))])
}
