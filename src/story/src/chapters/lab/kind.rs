//! The kind of scenario that the chapter shows.

use kitchen_core::sim::task::Kind as Task;
use kitchen_text::{Key, Line, key};

use crate::scenario::{Kind, Scenario, Schema};

use super::params::{Buy, LARGEST, PARAMS, Params};
use super::run;

const NOW: [Key; 4] = [key::LAB_LANE_NOW_1, key::LAB_LANE_NOW_2, key::LAB_LANE_NOW_3, key::LAB_LANE_NOW_4];
const THEN: [Key; 8] = [
    key::LAB_LANE_THEN_1,
    key::LAB_LANE_THEN_2,
    key::LAB_LANE_THEN_3,
    key::LAB_LANE_THEN_4,
    key::LAB_LANE_THEN_5,
    key::LAB_LANE_THEN_6,
    key::LAB_LANE_THEN_7,
    key::LAB_LANE_THEN_8,
];
static TWO: [Key; 4] = [NOW[0], NOW[1], THEN[0], THEN[1]];
static TWO_FOUR: [Key; 6] = [NOW[0], NOW[1], THEN[0], THEN[1], THEN[2], THEN[3]];
static FOUR: [Key; 8] = [NOW[0], NOW[1], NOW[2], NOW[3], THEN[0], THEN[1], THEN[2], THEN[3]];
static FOUR_EIGHT: [Key; 12] =
    [NOW[0], NOW[1], NOW[2], NOW[3], THEN[0], THEN[1], THEN[2], THEN[3], THEN[4], THEN[5], THEN[6], THEN[7]];

/// A step in today's restaurant beside one after a purchase.
pub const KIND: Kind = &Schema {
    lanes: |scenario| {
        let params = Params::of(scenario);
        match (params.kitchens, params.buy) {
            (2, Buy::Kitchens) => &TWO_FOUR,
            (2, _) => &TWO,
            (_, Buy::Kitchens) => &FOUR_EIGHT,
            _ => &FOUR,
        }
    },
    called: |_, task| (task == Task::Launch).then_some(key::LAB_TASK_WAITS),
    reconcile: possible,
    // Two searches, each of dozens of runs.
    is_heavy: |_| true,
    ..Schema::new(("lab", "lab"), PARAMS, run::clusters, run::prepare)
};

/// What can neither be held nor bought becomes the nearest that can.
fn possible(scenario: &Scenario) -> Option<(Scenario, Line)> {
    let (mut params, mut why) = (Params::of(scenario), None);
    if !params.is_offered(params.buy) {
        why = Some(if params.buy == Buy::Tunnel { key::LAB_HAS_TUNNELS } else { key::LAB_HAS_CHEFS });
        params.buy = Buy::Street;
    }
    if params.model == LARGEST && params.kitchens == 2 {
        why = Some(key::LAB_TOO_LARGE);
        params.kitchens = 4;
    }
    Some((params.scenario(KIND), Line::new(why?)))
}
