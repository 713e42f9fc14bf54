use super::kind::KIND;
use super::params::Params;
use crate::scenario::Scenario;
use crate::tests::telling::{all_choices, tell};

#[test]
fn every_race_can_be_told() {
    for start in [10, 20, 30, 34].map(|log| Scenario::default_for(KIND).with("bytes", 1 << log)) {
        for scenario in all_choices(start) {
            // 72 chefs take the simulator seconds without optimisation; the same code tells 16.
            if Params::of(&scenario).chefs < 72 {
                tell("links", &scenario);
            }
        }
    }
}
