//! The answers on the keys, computed once more by other ways: the textbooks' forms and hand sums.

use kitchen_core::collective::Op;
use kitchen_core::workload::model;
use kitchen_text::Lang;

use super::*;
use crate::relay::Timetable;

#[test]
fn the_relay_s_timetables_are_the_textbook_s() {
    let check = |schedule: &'static str, squares: u64, shelf: usize| {
        let timetable = Timetable::of(schedule).expect("a timetable");
        assert_eq!((timetable.squares, timetable.shelf(0)), (squares, shelf), "{schedule}");
        // Nobody does two things at once, and everyone does everything once.
        for (at, pass) in timetable.passes.iter().enumerate() {
            for other in &timetable.passes[..at] {
                let apart = pass.end <= other.start || other.end <= pass.start;
                assert!(pass.chef != other.chef || apart, "{schedule}: {pass:?} {other:?}");
            }
        }
        assert_eq!(timetable.passes.len(), 3 * 4 * 2, "{schedule}");
    };
    // (m + p − 1) × 3 squares, m × p × 3 for one bowl at a time; shelves of m, p and 1.
    check("gpipe", (4 + 3 - 1) * 3, 4);
    check("1f1b", (4 + 3 - 1) * 3, 3);
    check("naive", 4 * 3 * 3, 1);
    let bubble = Timetable::of("gpipe").expect("a timetable").bubble();
    assert!((bubble - 2.0 / 6.0).abs() < 1e-12, "{bubble}");
}

#[test]
fn the_step_by_hand_adds_up() {
    let descent = step::descent(0.1).expect("a descent");
    let tasters = descent.plan.dataset.samples();
    let grams = [7.5, 5.0, 0.0];
    let mut slopes = [0.0; 3];
    let mut loss = 0.0;
    for (at, taster) in tasters.iter().enumerate() {
        let taste = 2.0 + (0..3).map(|one| grams[one] * taster.inputs[one]).sum::<f64>();
        let error = taste - taster.target;
        assert!((step::row(&descent, at)[1] - error).abs() < 1e-9);
        loss += error * error / 6.0;
        for (slope, sense) in slopes.iter_mut().zip(taster.inputs) {
            *slope += 2.0 / 6.0 * error * sense;
        }
    }
    assert!((descent.steps[0].loss - loss).abs() < 1e-9);
    for one in 0..3 {
        assert!((descent.steps[1].parameters[one] - (grams[one] - 0.1 * slopes[one])).abs() < 1e-9);
    }
}

#[test]
fn after_the_ring_every_place_is_the_sum() {
    let plan = ring::plan().expect("a plan");
    let boards = ring::boards(&plan);
    assert_eq!(boards.len(), 1 + 2 * (ring::N - 1));
    let (last, _) = boards.last().expect("boards");
    for chef in last {
        for (place, value) in chef.iter().enumerate() {
            assert_eq!(*value, ring::START.iter().map(|row| row[place]).sum::<u32>());
        }
    }
    // What one chef sends, in quarters of what it brought.
    let sent = plan.moves.iter().filter(|one| one.from == kitchen_core::collective::plan::Place::Rank(0)).count();
    assert!((sent as f64 / ring::N as f64 - Op::AllReduce.bus_factor(4)).abs() < 1e-12);
}

/// The paper's own table (arXiv:1910.02054, figure 1): 7.5 billion numbers among 64 chefs, GB each.
#[test]
fn shelves_are_the_paper_s() {
    let bytes = shelves::Bytes::counted().expect("bytes");
    assert_eq!((bytes.recipe, bytes.report, bytes.notebooks), (2.0, 2.0, 12.0));
    let check = |stage: usize, expected: f64| {
        let own = 7.5 * bytes.shared(stage, 64).iter().sum::<f64>();
        assert!((own - expected).abs() < 0.06, "stage {stage}: {own}");
    };
    check(0, 120.0);
    check(1, 31.4);
    check(2, 16.6);
    check(3, 1.9);
    let large = model("llama2-70b").expect("a model");
    assert_eq!(shelves::shelves(large, bytes, 80.0), 14);
}

#[test]
fn a_word_waits_for_the_shelf_and_an_order_for_the_hand() {
    let jobs = roof::Jobs::new().expect("jobs");
    let sides = jobs.passes.map(|pass| jobs.waits_for_the_shelf(&pass));
    assert_eq!(sides, [true, true, false]);
    for pass in &jobs.passes {
        let least = jobs.least_ms(pass).into_iter().fold(0.0, f64::max);
        assert!(pass.time().as_secs() * 1e3 >= least, "nothing is faster than its roof");
    }
}

#[test]
fn a_sheet_hides_what_its_key_says() {
    for lang in Lang::WHOLE {
        let page = write(lang).expect("a page");
        let (sheets, keys) = page.split_once("<article class=\"sheet answers\"").expect("answers");
        assert_eq!(sheets.matches("<article class=\"sheet\"").count(), SHEETS.len());
        assert_eq!(keys.matches("<article class=\"sheet answers\"").count() + 1, SHEETS.len());
        assert!(!sheets.contains("class=\"answer\"") && !keys.contains("class=\"blank\""));
        assert!(!page.contains("style="), "no inline style");
    }
}
