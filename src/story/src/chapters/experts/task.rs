//! The task: points taken from each page's favourite until nobody is waited for, with no bowl passed by.

use kitchen_core::workload::routing::Routing;
use kitchen_text::{Line, Number, count, key, msg, pair};

use crate::show::Show;
use crate::story::act::Kept;
use crate::story::judged::Judged;

use super::points;
use super::run::{Plan, liked};

/// The most that the busiest chef may have over the mean.
const LIMIT: f64 = 1.1;

pub(super) fn judge(show: &Show) -> Option<Judged> {
    let plan = Plan::of(show);
    let time = show.makespan();
    let passed: u64 = plan.pages.iter().map(Routing::passed_by).sum();
    let imbalance = |page: &usize| plan.pages[*page].imbalance();
    let worst = (0..plan.pages.len()).max_by(|a, b| imbalance(a).total_cmp(&imbalance(b)))?;
    let routing = &plan.pages[worst];
    let is_met = passed == 0 && routing.imbalance() <= LIMIT;
    let (page, chef) = (count(worst + 1), routing.busiest() as i64 + 1);
    let times = Number(routing.imbalance(), 2);
    let said = if passed > 0 {
        pair::ExpertsTaskPassed { passed: Number(passed as f64, 0) }.into()
    } else if is_met {
        pair::ExpertsTaskMet { times, time }.into()
    } else if routing.popularity(liked(plan.model, worst)) > 1.0 {
        pair::ExpertsTaskShort { page, chef, times }.into()
    } else {
        pair::ExpertsTaskFar { page, chef, times }.into()
    };
    let goal = Kept {
        name: Line::new(key::EXPERTS_TASK_GOAL),
        value: Line::from(msg::ExpertsTaskLimit { limit: Number(LIMIT, 1) }),
        size: None,
        lost: 0.0,
    };
    let cost = if passed > 0 { f64::INFINITY } else { time.as_secs() };
    Some(Judged { cost, is_met, said, bound: Some(goal) })
}

/// What a try leaves: as in the other acts, called by the points.
pub(super) fn kept(show: &Show) -> Option<Kept> {
    let kept = super::acts::kept(show)?;
    Some(Kept { name: points::name(&show.scenario).unwrap_or(kept.name), ..kept })
}
