//! What is simulated: a step in two kitchens of eight chefs, one of them with a mishap; or three cities over three days.

use kitchen_core::text::Line;
use kitchen_core::topology::ClusterSpec;

use crate::scenario::{Draft, Scenario};

use super::params::{Mishap, Params};
use super::{city, step};

pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    let params = Params::of(scenario);
    vec![match params.mishap {
        Mishap::Kitchen => city::cluster(),
        Mishap::Stove | Mishap::Tunnel => step::cluster(params.mishap),
    }]
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    let params = Params::of(scenario);
    let draft = match params.mishap {
        Mishap::Kitchen => city::draft(params)?,
        Mishap::Stove | Mishap::Tunnel => step::draft(params.mishap)?,
    };
    Ok(vec![draft])
}
