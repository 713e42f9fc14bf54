use super::board::Board;
use super::kind::KIND;
use super::params::Params;
use crate::scenario::Scenario;
use crate::scenario::raw::reconcile;
use crate::show;
use crate::tests::telling::{all_choices, tell};
use kitchen_core::units::Time;

/// Every operation by every way, for some numbers of chefs and sizes: told, and kept.
#[test]
fn every_meeting_of_the_gallery_can_be_told() {
    for (chefs, bytes) in [(8, 1 << 30), (7, 64 << 20), (2, 1 << 10)] {
        let usual = Scenario::default_for(KIND).with("chefs", chefs).with("bytes", bytes);
        for scenario in all_choices(usual).into_iter().filter(|scenario| reconcile(scenario.clone()).1.is_none()) {
            tell("collectives", &scenario);
            let show = show::run(&scenario).expect("the scenario runs");
            let op = Params::of(&scenario).op;
            let board = Board::new(&show.runs[0], op).expect("small enough for numbers");
            let places = |t: Time| {
                let places =
                    (0..board.ranks() * board.rows()).map(|i| board.cell(t, i / board.rows(), i % board.rows()));
                places.filter(|place| place.promised).collect::<Vec<_>>()
            };
            assert!(places(show.makespan()).iter().all(|place| place.whole), "{scenario:?}");
            assert!(places(Time::ZERO).iter().any(|place| !place.whole), "{scenario:?}");
        }
    }
}
