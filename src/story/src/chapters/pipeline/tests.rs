use proptest::prelude::*;

use crate::tests::telling::{scenario, tell};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_relay_can_be_told_for_any_parameters(scenario in scenario("pipeline")) {
        tell("pipeline", &scenario);
    }
}
