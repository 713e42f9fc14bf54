//! The task: names and a bundle with which one core keeps the road full. The run says whether it does.

use kitchen_core::packet::Plan;
use kitchen_core::packet::plan::OVERHEAD;
use kitchen_core::packet::transport::config::DECISION;
use kitchen_core::units::Time;
use kitchen_text::{Line, Percent, key, msg, pair};

use crate::show::Show;
use crate::story::act::Kept;
use crate::story::judged::Judged;

use super::course::Course;
use super::run::{OURS, PARCEL};
use super::telling::fullest;

/// The share of the road that is to be of use.
const WANTED: f64 = 0.95;

/// How long a card sends a bundle.
fn sending(plan: &Plan, bundle: u32) -> Time {
    let link = plan.fabric.links[plan.fabric.hosts[OURS as usize].uplink as usize];
    Time(link.sending(PARCEL + OVERHEAD) * u64::from(bundle))
}

/// The share of the road that a core allows: of the same time as [`Course::share`], to the last parcel's end.
fn pace(course: &Course, send: Time) -> f64 {
    let bundles = u64::from(course.parcels.div_ceil(course.bundle().max(1)));
    let allowed = Time(send.max(DECISION).0 * bundles) + course.one_way();
    (course.at_best().as_secs() / allowed.as_secs()).min(1.0)
}

pub(super) fn judge(show: &Show) -> Option<Judged> {
    let course = Course::of(show)?;
    let report = show.runs.first()?.packets.as_deref()?;
    let (share, busiest) = (course.share(), fullest(report, &course));
    let send = sending(&course.plan, course.bundle());
    let said = if share >= WANTED {
        pair::TransportTaskMet { share: Percent(share) }.into()
    } else if pace(&course, send) < WANTED {
        pair::TransportTaskHeld { send, each: DECISION, share: Percent(pace(&course, send)) }.into()
    } else if busiest * 2.0 * WANTED > 1.0 {
        // Two kitchens' parcels are two streets' worth: more than one can carry at the pace that is wanted.
        pair::TransportTaskCrowded { busiest: Percent(busiest) }.into()
    } else {
        let again = course.answered.sent_by_then.saturating_sub(course.parcels);
        pair::TransportTaskCosts { lost: course.lost.into(), again: again.into() }.into()
    };
    Some(Judged {
        cost: 1.0 - share,
        is_met: share >= WANTED,
        said,
        bound: Some(row(Line::new(key::TRANSPORT_TASK_GOAL), WANTED)),
    })
}

/// What a try leaves: the useful share of the road, called by what was set.
pub(super) fn kept(show: &Show) -> Option<Kept> {
    let course = Course::of(show)?;
    let name = msg::TransportTaskKept { names: course.params.paths.into(), bundle: course.bundle().into() };
    Some(row(name.into(), course.share()))
}

fn row(name: Line, share: f64) -> Kept {
    let value = Line::from(msg::TransportKeptShare { share: Percent(share) });
    Kept { name, value, size: Some(1.0), lost: (1.0 - share).max(0.0) }
}

#[cfg(test)]
mod tests {
    use super::super::{CHAPTER, KIND};
    use super::*;
    use crate::show;
    use crate::tests::telling::tell;
    use kitchen_text::Key;

    /// What is said of so many names and such a bundle in the last act.
    fn check(names: &str, bundle: &str, expected: Key) {
        let turn = CHAPTER.acts.last().expect("an act").scenario(KIND);
        let scenario = turn.with_choice("paths", names).making(bundle.to_owned());
        tell("transport", &scenario);
        let judged = judge(&show::run(&scenario).expect("a run")).expect("judged");
        assert_eq!(judged.said.kitchen.key, expected, "{names} {bundle}: {:?}", judged.said.kitchen);
        assert_eq!(judged.is_met, expected == pair::TransportTaskMet::KITCHEN);
    }

    #[test]
    fn a_try_is_judged_by_its_run() {
        let (met, held) = (pair::TransportTaskMet::KITCHEN, pair::TransportTaskHeld::KITCHEN);
        let (crowded, costs) = (pair::TransportTaskCrowded::KITCHEN, pair::TransportTaskCosts::KITCHEN);
        check("1", "1", held);
        check("1", "32", crowded);
        check("256", "8", held);
        check("256", "32", met);
        check("256", "512", costs);
    }
}
