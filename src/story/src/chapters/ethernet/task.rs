//! The task: parcels into streets by hand until no street gets more than its share. The run says how long it takes; nothing is faster than
//! all streets full all the time.

use kitchen_core::units::Time;
use kitchen_text::{Line, Number, key, msg, pair};

use crate::show::Show;
use crate::story::act::Kept;
use crate::story::judged::Judged;

use super::course::Course;
use super::run::{ROW, STREETS};

/// A street's share of the parcels.
const FAIR: u32 = ROW / STREETS;

/// How many parcels each street got.
fn parcels(course: &Course) -> Vec<u32> {
    let bytes = course.towns[0].street_bytes();
    let each = bytes.iter().sum::<u64>() / u64::from(ROW);
    bytes.iter().map(|bytes| ((bytes + each / 2) / each.max(1)) as u32).collect()
}

/// When all would be there with no street empty for a moment: an even share sent, and a packet's way.
fn soonest(course: &Course) -> Time {
    let parts = course.towns[0].parts();
    let even = course.towns[0].street_bytes().iter().sum::<u64>() / u64::from(STREETS);
    let sending = u128::from(parts.sending.0) * u128::from(even) / u128::from(parts.bytes.max(1));
    Time(sending as u64) + parts.way
}

pub(super) fn judge(show: &Show) -> Option<Judged> {
    let course = Course::of(show)?;
    let taken = parcels(&course);
    let (street, &most) =
        taken.iter().enumerate().max_by_key(|&(street, &count)| (count, std::cmp::Reverse(street)))?;
    let (time, soonest) = (course.towns[0].end(), soonest(&course));
    let is_met = most <= FAIR;
    let said = if is_met {
        pair::EthernetTaskMet { fair: FAIR.into(), time }.into()
    } else {
        let times = Number(time.as_secs() / soonest.as_secs().max(1e-12), 1);
        pair::EthernetTaskCrowded { street: street as i64 + 1, count: most.into(), time, times }.into()
    };
    let bound = Kept {
        name: Line::new(key::ETHERNET_TASK_BOUND),
        value: Line::from(msg::Value { value: soonest.into() }),
        size: Some(soonest.as_secs()),
        lost: 0.0,
    };
    Some(Judged { cost: time.as_secs(), is_met, said, bound: Some(bound) })
}

#[cfg(test)]
mod tests {
    use super::super::{CHAPTER, KIND};
    use super::*;
    use crate::show;

    /// The most that a street got with the parcels in those streets, and how many times the soonest it took.
    fn check(streets: &str, expected: u32, times: std::ops::Range<f64>) {
        let turn = CHAPTER.acts.last().expect("an act").scenario(KIND).making(streets.to_owned());
        let show = show::run(&turn).expect("a run");
        let course = Course::of(&show).expect("a course");
        let judged = judge(&show).expect("judged");
        assert_eq!(parcels(&course).into_iter().max(), Some(expected), "{streets}");
        assert_eq!(judged.is_met, expected == FAIR, "{streets}");
        let found = judged.cost / soonest(&course).as_secs();
        assert!(times.contains(&found), "{streets}: {found}");
    }

    #[test]
    fn streets_are_judged_by_what_they_got() {
        check("12341234", 2, 1.0..1.05);
        check("11223344", 2, 1.0..1.05);
        check("11123344", 3, 1.4..1.6);
        check("11111111", 8, 3.8..4.1);
        // What the hash draws leaves some street with more than its share.
        let drawn = judge(&show::run(&CHAPTER.acts.last().expect("an act").scenario(KIND)).expect("a run"));
        assert!(!drawn.expect("judged").is_met);
    }
}
