use kitchen_core::topology::{DGX_A100, DGX_H100, DGX_H200, System};

use super::kind::KIND;
use super::params::Params;
use super::run::Both;
use super::telling;
use crate::scenario::Scenario;
use crate::show;
use crate::story::Right;
use crate::tests::telling::{all_choices, tell};
use kitchen_core::workload::infer::Clock;

#[test]
fn both_faces_can_be_told_for_every_choice() {
    for scenario in all_choices(Scenario::default_for(KIND)) {
        tell("two-faces", &scenario);
    }
}

#[test]
fn the_show_runs_as_the_engine_alone_does() {
    let show = show::run(&Scenario::default_for(KIND)).unwrap();
    let both = Both::of(&show).unwrap();
    let alone = Clock::run(&both.server, &both.learned, 1).unwrap();
    assert_eq!((&alone.trace.start, &alone.trace.end), (&both.clock.trace.start, &both.clock.trace.end));
}

/// What the chapter is there to show, at its default.
#[test]
fn a_hundred_guests_cost_hardly_more_than_one_and_learning_much_more() {
    let Right::Number(times) = telling::verdict(&Scenario::default_for(KIND)).unwrap().right else {
        panic!("a number")
    };
    assert!((1.0..1.2).contains(&times), "{times}");
    let both = Both::plan(Params::default()).unwrap();
    let work = both.learned.step().flops / both.server.prefill().flops;
    assert!((3.0..3.5).contains(&work), "{work}");
    let shelf = both.learned.contents.total().0 as f64 / both.server.answer().contents.total().0 as f64;
    assert!((7.0..9.0).contains(&shelf), "{shelf}");
}

/// Learning fits where the chapter opens, and not on the GPU before it.
fn check_over(gpu: &'static System, is_over: bool) {
    let both = Both::plan(Params { gpu, ..Params::default() }).unwrap();
    assert_eq!(both.over() > 0, is_over, "{}", gpu.id);
}

#[test]
fn an_h100_has_no_room_to_learn_what_an_h200_can() {
    check_over(&DGX_H200, false);
    check_over(&DGX_H100, true);
    check_over(&DGX_A100, true);
}
