//! The kind of scenario that the chapter shows.

use kitchen_core::sim::task::Kind as Task;
use kitchen_text::{Key, Line, key};

use crate::scenario::{Kind, Scenario, Schema};

use super::own;
use super::params::{Buy, LARGEST, PARAMS};
use super::run;
use super::today::Today;

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

/// Of one's own, by how many are drawn today; after a purchase it is four at most.
static OWN: [&[Key]; 4] = [
    &[NOW[0], THEN[0], THEN[1], THEN[2], THEN[3]],
    &TWO_FOUR,
    &[NOW[0], NOW[1], NOW[2], THEN[0], THEN[1], THEN[2], THEN[3]],
    &FOUR,
];

/// A step in today's restaurant beside one after a purchase.
pub const KIND: Kind = &Schema {
    lanes: |scenario| {
        let today = Today::of(scenario);
        if today.own.is_some() {
            let [now, then] = [None, Some(today.params.buy)].map(|buy| today.drawn(buy) as usize);
            return OWN.get(now.wrapping_sub(1)).and_then(|lanes| lanes.get(..now + then)).unwrap_or(&FOUR);
        }
        match (today.params.kitchens, today.params.buy) {
            (2, Buy::Kitchens) => &TWO_FOUR,
            (2, _) => &TWO,
            (_, Buy::Kitchens) => &FOUR_EIGHT,
            _ => &FOUR,
        }
    },
    called: |_, task| (task == Task::Launch).then_some(key::LAB_TASK_WAITS),
    reconcile: possible,
    made: Some((own::MADE, |scenario| Today::of(scenario).own.is_some())),
    // Two searches, each of dozens of runs.
    is_heavy: |_| true,
    ..Schema::new(("lab", "lab"), PARAMS, run::clusters, run::prepare)
};

/// What can neither be held nor bought becomes the nearest that can.
fn possible(scenario: &Scenario) -> Option<(Scenario, Line)> {
    let (mut today, mut why) = (Today::of(scenario), None);
    if !scenario.made.is_empty() && today.own.is_none() {
        return Some((scenario.clone().making(String::new()), Line::new(key::LAB_OWN_UNREADABLE)));
    }
    if !today.is_offered(today.params.buy) {
        why = Some(match (today.own, today.params.buy) {
            (Some(_), _) => key::LAB_OWN_NOT_SOLD,
            (None, Buy::Tunnel) => key::LAB_HAS_TUNNELS,
            (None, _) => key::LAB_HAS_CHEFS,
        });
        // Where nothing at all is sold, both sides are today's.
        match Buy::ALL.into_iter().find(|&buy| today.is_offered(buy)) {
            Some(buy) => today.params.buy = buy,
            None => why = None,
        }
    }
    if today.own.is_none() && today.params.model == LARGEST && today.params.kitchens == 2 {
        why = Some(key::LAB_TOO_LARGE);
        today.params.kitchens = 4;
    }
    let mut why = why.map(Line::new);
    if let Some(line) = run::uncuttable(&today) {
        (today.params, why) = (today.params.planned(), Some(line));
    }
    Some((today.scenario(KIND), why?))
}
