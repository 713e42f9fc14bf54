use proptest::prelude::*;

use super::kind::KIND;
use super::params::Params;
use super::telling;
use crate::scenario::Scenario;
use crate::show;
use crate::tests::telling::{all_choices, scenario, tell};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_meeting_can_be_told_for_any_parameters(scenario in scenario("data")) {
        // Only NVSwitch 3 and later add; where they cannot, the scenario says so instead of running.
        prop_assume!(show::run(&scenario).is_ok());
        prop_assume!(telling::verdict(&scenario).is_ok());
        tell("data", &scenario);
    }
}

#[test]
fn every_meeting_ends_with_one_recipe() {
    let mut held = 0;
    for chefs in 2..=8 {
        let usual = Scenario::default_for(KIND).with("chefs", chefs).with("buckets", 2);
        // The model sets how much is carried, not how.
        let small = |scenario: &Scenario| Params::of(scenario).model.id == "gpt3-350m";
        for scenario in all_choices(usual).into_iter().filter(small) {
            let Ok(show) = show::run(&scenario) else { continue };
            let ledger = telling::ledger(&show.runs[0]).expect("small enough for numbers");
            let agreed = ledger.agreed().expect("all agree in the end");
            for chunk in 0..ledger.chunks() {
                let sum = ledger.total(chunk);
                assert!((0..ledger.ranks()).all(|rank| ledger.value_at(agreed, rank, chunk) == sum), "{scenario:?}");
            }
            held += 1;
        }
    }
    assert!(held > 100, "only {held} of the meetings can be held");
}
