use kitchen_core::analysis::Bubble;
use kitchen_core::oracle;
use kitchen_core::workload::Schedule;
use proptest::prelude::*;

use super::KIND;
use super::shape::{causes, peak, relays, steps};
use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::rehearse;

use crate::tests::telling::{scenario, tell};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_relay_can_be_told_for_any_parameters(scenario in scenario("pipeline")) {
        tell("pipeline", &scenario);
    }
}

/// The run of a schedule with these settings, over that link. Numbers first: what a schedule asks of them is not in the way.
fn show(settings: &[(&str, i64)], link: &str, schedule: &str) -> Show {
    let scenario = settings.iter().fold(Scenario::default_for(KIND), |scenario, &(id, value)| scenario.with(id, value));
    rehearse(&scenario.with_choice("schedule", schedule).with_choice("link", link)).expect("the relay runs")
}

/// The most on the shelf, and a bubble whose terms add up as they are shown. A chef may begin later and end later than another:
/// the share is of the longest that one is in the relay.
fn check_two(settings: &[(&str, i64)], link: &str, schedule: &str, held: i64) -> Bubble {
    let show = show(settings, link, schedule);
    let step = &steps(&show.runs[0])[0];
    assert_eq!(peak(step).0, held, "{settings:?} {link} {schedule}");
    let bubble = causes(step, &relays(&show)[0]);
    let [ideal, unequal, hand_over, sum] = bubble.in_view().map(|percent| (percent * 100.0).round() as i64);
    assert_eq!(ideal + unequal + hand_over, sum);
    assert!(bubble.hand_over >= 0.0 && bubble.share < 0.5, "{settings:?} {link} {schedule}: {bubble:?}");
    bubble
}

/// Halves of bowls in ZB-V and whole bowls in DualPipe, as published, for as many bowls as their orders are made for.
#[test]
fn two_stretches_a_chef_hold_what_was_published() {
    for link in ["nvlink", "pcie", "infiniband"] {
        for (p, m) in [(2, 4), (2, 8), (4, 8), (4, 16), (6, 12), (8, 16), (8, 32)] {
            let settings = [("stages", p), ("batches", m)];
            check_two(&settings, link, "dualpipe", p + 1);
            check_two(&settings, link, "zb-v", 2 * p);
        }
    }
    for (p, m) in [(2, 1), (3, 2), (4, 5), (5, 4), (8, 3), (8, 9)] {
        let settings = [("stages", p), ("batches", m)];
        let show = show(&settings, "nvlink", "zb-v");
        let steps = steps(&show.runs[0]);
        let said = oracle::pipeline::peak(Schedule::ZbV, p as u32, m as u32);
        assert!(peak(&steps[0]).0 as f64 / 2.0 <= said, "{p} {m}: {} {said}", peak(&steps[0]).0);
    }
}

#[test]
fn what_two_stretches_leave_idle_is_near_the_formula() {
    for (p, m) in [(4, 8), (4, 32), (8, 16), (8, 32)] {
        let dual = check_two(&[("stages", p), ("batches", m)], "nvlink", "dualpipe", p + 1);
        assert!(dual.unequal.abs() < 0.04 && dual.hand_over < 0.02, "{p} {m}: {dual:?}");
        let one = check_two(&[("stages", p), ("batches", m)], "nvlink", "1f1b", m.min(p));
        let folded = check_two(&[("stages", p), ("batches", m)], "nvlink", "zb-v", 2 * p);
        assert!(
            folded.share < one.share && dual.share < one.share,
            "{p} {m}: {} {} {}",
            folded.share,
            dual.share,
            one.share
        );
    }
}
