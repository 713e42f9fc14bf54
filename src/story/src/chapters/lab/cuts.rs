//! The cuts of today's plan as the reader drags them: how many chefs to a pot, how many stages of the relay. The groups alike are what is
//! left of the chefs, and the search finds the rest of the plan.

use kitchen_core::workload::planner::MOST_STAGES;
use kitchen_text::Line;

use crate::scenario::Scenario;

use super::course::Course;
use super::kind::KIND;
use super::params::Params;
use super::run::{self, fact};
use super::today::Today;

/// Chefs to a pot that are looked at, at most.
const MOST_TENSOR: u32 = 16;

/// A rail of places, each with the scenario to which it leads, or why it cannot.
#[derive(Clone, Debug)]
pub(super) struct Rail {
    pub(super) ways: Vec<u32>,
    pub(super) leads: Vec<Result<Scenario, Line>>,
    pub(super) here: usize,
}

/// The two of today's plan.
pub(super) fn rails(course: &Course) -> [Rail; 2] {
    let today = &course.today;
    let [tensor, stages] = [fact::TENSOR, fact::PIPELINE].map(|at| course.sides[0].facts[at]);
    let chefs = today.kitchens(None) * today.chefs_each();
    let cut = |tensor: u32, stages: u32| Today { params: Params { tensor, stages, ..today.params }, ..*today };
    let pots = ways(MOST_TENSOR.min(today.chefs_each()), tensor);
    let relays = ways(MOST_STAGES.min(chefs), stages);
    [rail(pots, tensor, |ways| cut(ways, stages)), rail(relays, stages, |ways| cut(tensor, ways))]
}

/// Powers of two, and where the plan is now.
fn ways(most: u32, here: u32) -> Vec<u32> {
    let mut all: Vec<u32> = (0..32).map(|power| 1_u32 << power).take_while(|&ways| ways <= most).collect();
    if !all.contains(&here) {
        let place = all.partition_point(|&ways| ways < here);
        all.insert(place, here);
    }
    all
}

fn rail(ways: Vec<u32>, here: u32, cut: impl Fn(u32) -> Today) -> Rail {
    let leads = |&ways: &u32| {
        let today = cut(ways);
        match run::uncuttable(&today) {
            None => Ok(today.scenario(KIND)),
            Some(why) => Err(why),
        }
    };
    Rail { leads: ways.iter().map(leads).collect(), here: ways.iter().position(|&one| one == here).unwrap_or(0), ways }
}
