//! What is simulated: a step in two kitchens of eight chefs, one of them with a mishap; parcels in two districts, in one of which
//! something breaks; or three cities over three days.

use kitchen_core::topology::ClusterSpec;
use kitchen_text::Line;

use crate::scenario::{Draft, Scenario};

use super::night::{city, closing};
use super::params::{Mishap, Params};
use super::{step, streets};

pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    let params = Params::of(scenario);
    match params.mishap {
        Mishap::Kitchen => vec![city::cluster()],
        mishap if mishap.is_step() => vec![step::cluster(mishap, params.slow - 1)],
        _ => vec![streets::cluster(), streets::cluster()],
    }
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    let params = Params::of(scenario);
    match params.mishap {
        Mishap::Kitchen => Ok(vec![city::draft(params, &closing::read(scenario))?]),
        mishap if mishap.is_step() => Ok(vec![step::draft(params)?]),
        _ => (0..streets::RUNS).map(|run| streets::draft(params, run)).collect(),
    }
}
