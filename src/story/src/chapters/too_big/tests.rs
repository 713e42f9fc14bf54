use super::kind::KIND;
use super::run::Step;
use super::telling;
use crate::scenario::Scenario;
use crate::show;
use crate::story::Right;
use crate::tests::telling::tell;
use kitchen_core::workload::memory::TrainingStep;

fn step(settings: &[(&str, &str)]) -> Step {
    let scenario = settings.iter().fold(Scenario::default_for(KIND), |all, (id, choice)| all.with_choice(id, choice));
    Step::of(&show::run(&scenario).unwrap()).unwrap()
}

#[test]
fn the_show_runs_as_the_engine_alone_does() {
    let step = step(&[]);
    let alone = TrainingStep::run(step.ask()).unwrap();
    assert_eq!((&alone.trace.start, &alone.trace.end), (&step.lesson.trace.start, &step.lesson.trace.end));
}

/// What the chapter is there to show, at its default.
#[test]
fn learning_needs_six_times_the_shelf_of_reading() {
    let Right::Number(times) = telling::verdict(&Scenario::default_for(KIND)).unwrap().right else {
        panic!("a number")
    };
    assert!((5.5..6.5).contains(&times), "{times}");
    let step = step(&[]);
    let [read, learn] = [step.read.1, step.peak.1].map(|contents| contents.total().0 as f64 / 1e9);
    assert!(read < 20.0 && learn > 110.0, "{read} {learn}");
    assert!(step.over.is_some_and(|over| over >= step.turn), "reading has room, learning has not");
}

/// Whether a step has room.
fn check(settings: &[(&str, &str)], has_room: bool) {
    assert_eq!(step(settings).over.is_none(), has_room, "{settings:?}");
}

#[test]
fn sharing_and_the_pantry_make_room() {
    check(&[], false);
    check(&[("sharing", "zero-0")], false);
    check(&[("sharing", "zero-3")], true);
    check(&[("relief", "notebooks")], true);
    check(&[("relief", "full")], false);
    check(&[("gpu", "h200")], true);
    check(&[("gpu", "p100"), ("model", "megatron-1t"), ("sharing", "zero-3")], false);
}

#[test]
fn every_model_can_be_told_on_every_gpu_with_every_way_out() {
    for settings in [
        [("model", "megatron-1t"), ("gpu", "p100"), ("sharing", "zero-3"), ("relief", "both")],
        [("model", "gpt3-1.3b"), ("gpu", "b200"), ("sharing", "alone"), ("relief", "half")],
        [("model", "llama2-70b"), ("gpu", "v100"), ("sharing", "zero-2"), ("relief", "bowls")],
        [("model", "gpt3-13b"), ("gpu", "a100"), ("sharing", "zero-1"), ("relief", "notebooks")],
        [("model", "gpt3-175b"), ("gpu", "h200"), ("sharing", "zero-0"), ("relief", "full")],
    ] {
        let scenario =
            settings.iter().fold(Scenario::default_for(KIND), |all, (id, choice)| all.with_choice(id, choice));
        tell("too-big", &scenario);
    }
}
