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
    fn the_pot_can_be_told_for_any_parameters(scenario in scenario("tensor")) {
        tell("tensor", &scenario);
    }
}

#[test]
fn every_pot_ends_as_the_one_cooked_alone() {
    for scenario in all_choices(Scenario::default_for(KIND)) {
        let show = show::run(&scenario).expect("the pot is cooked");
        let run = &show.runs[0];
        let pot = telling::pot(run);
        let Some(ledger) = telling::ledger(run) else {
            assert_eq!(Params::of(&scenario).ways, 1, "only one chef needs no meeting");
            continue;
        };
        let agreed = ledger.agreed().unwrap_or_else(|| panic!("all plates say the same in the end: {scenario:?}"));
        for chunk in 0..ledger.chunks() {
            let entry = pot.z.entries()[chunk as usize % pot.z.entries().len()];
            for rank in 0..ledger.ranks() {
                assert_eq!(ledger.value_at(agreed, rank, chunk), entry, "{scenario:?}");
            }
        }
    }
}
