use super::CHAPTER;
use super::kind::KIND;
use crate::scenario::Scenario;
use crate::show;
use crate::story::Layer;
use crate::tests::telling::tell;
use kitchen_text::{Key, key};

#[test]
fn every_year_can_be_told() {
    let usual = Scenario::default_for(KIND);
    for (size, op, missing) in [
        (10, "all-reduce", "nothing"),
        (34, "all-gather", "chip"),
        (30, "reduce-scatter", "link"),
        (20, "broadcast", "chip"),
    ] {
        let scenario = usual.with("bytes", 1 << size).with_choice("op", op).with_choice("missing", missing);
        tell("generations", &scenario);
    }
}

/// What is said in the end of chefs in that year's kitchen who came from the other.
fn check_move(home: i64, left: i64, until: &str, expected: Key) {
    let scenario = Scenario::default_for(KIND).with("home", home).with("left", left).with_choice("until", until);
    tell("generations", &scenario);
    let show = show::run(&scenario).unwrap();
    let line = CHAPTER.script(&show).line_at(show.makespan(), Layer::Kitchen);
    assert_eq!(line.map(|line| line.key), Some(expected), "{home} {left} {until}");
}

#[test]
fn the_chefs_go_to_any_year_that_races() {
    check_move(5, 1, "2024", key::GENERATIONS_BEAT_END_OWN);
    check_move(1, 5, "2022", key::GENERATIONS_BEAT_END_OWN);
    check_move(5, 0, "2022", key::GENERATIONS_BEAT_END);
    // Years that do not race have nobody's own chefs.
    check_move(5, 1, "2018", key::GENERATIONS_BEAT_END);
    check_move(1, 5, "2018", key::GENERATIONS_BEAT_END);
}
