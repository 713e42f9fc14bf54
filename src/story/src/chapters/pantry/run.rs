//! The run: one of eight chefs with a pantry down the street, and one who has everything at hand.

use kitchen_core::topology::{ClusterSpec, DGX_H100, Topology};
use kitchen_core::units::{Rate, Time};
use kitchen_core::workload::Model;
use kitchen_core::workload::memory_pool::{self, Ask, Away, Pool};
use kitchen_text::Line;

use crate::scenario::{Draft, Scenario};
use crate::sentences::Sentence as _;

use super::again;
use super::params::Params;

/// Chefs of the kitchen, who share the step.
pub(super) const CHEFS: u32 = 8;
/// Bowls of a step, one after the other.
pub(super) const ROUNDS: u32 = 4;
/// Tokens of a text.
pub(super) const WORDS: u32 = 4096;

/// What of the parameters the engine is asked for.
pub(super) fn ask(params: Params) -> Ask {
    let pool = Pool {
        class: params.road.class,
        rate: Rate::gb_per_s(params.road.gb_per_s),
        round_trip: Time::from_ns(params.distance),
        adds: params.away.adds,
    };
    Ask {
        // A GPT shape learns as many positions as the text has words.
        model: Model { seq: WORDS, ..*params.model },
        system: &DGX_H100,
        gpus: CHEFS,
        sequences: params.texts,
        rounds: ROUNDS,
        away: params.away.away,
        pool,
    }
}

/// The same with other jars away, none of which is summed on its way.
pub(super) fn with(params: Params, away: Away) -> Ask {
    let ask = ask(params);
    Ask { away, pool: Pool { adds: false, ..ask.pool }, ..ask }
}

pub(super) fn clusters(_scenario: &Scenario) -> Vec<ClusterSpec> {
    vec![ClusterSpec { gpus: Some(2), ..ClusterSpec::new(&DGX_H100, 1) }]
}

/// The pool and the street there.
pub(super) fn extend(scenario: &Scenario, topology: &mut Topology) {
    memory_pool::join(&ask(Params::of(scenario)), topology);
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    let params = Params::of(scenario);
    let (topology, step) = again::plan(params, &ask(params)).map_err(|error| error.line())?;
    Ok(vec![Draft::new(topology, step.graph)])
}
