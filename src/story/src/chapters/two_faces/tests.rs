use super::kind::KIND;
use crate::scenario::Scenario;
use crate::tests::telling::{all_choices, tell};

#[test]
fn both_faces_can_be_told_for_every_choice() {
    for scenario in all_choices(Scenario::default_for(KIND)) {
        tell("two-faces", &scenario);
    }
}
