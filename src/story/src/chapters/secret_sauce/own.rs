//! A step that the reader takes by hand, from the first page to another one: as links hold it, and how it does beside the report's.

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

/// The losses on the first page, where the reader steps to, and where the report does. The reader's step leaves the vinegar as it is.
pub(super) fn losses(course: &Course, [salt, sugar]: [u32; 2]) -> Option<[f64; 3]> {
    let (plan, steps) = (&course.descent.plan, &course.descent.steps);
    let mut there = steps.first()?.parameters.clone();
    *there.get_mut(0)? = f64::from(salt);
    *there.get_mut(2)? = f64::from(sugar);
    Some([steps.first()?.loss, plan.model.loss(&there, plan.dataset), steps.get(1)?.loss])
}
