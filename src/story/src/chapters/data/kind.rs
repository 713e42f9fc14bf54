//! The kind of scenario that the chapter shows.

use kitchen_core::collective::{Algorithm, Op};
use kitchen_core::topology::Wiring;
use kitchen_text::{Line, key, msg};

use crate::scenario::{Kind, Meeting, Scenario, Schema, size};
use crate::sentences::Named as _;

use super::params::{At, MODELS, PARAMS, Params};
use super::run::{self, Plan};

/// One training step of the same model on several GPUs, the gradients summed bundle by bundle.
pub const KIND: Kind = &Schema {
    is_used: |scenario, place| {
        let params = Params::of(scenario);
        match place {
            // One bundle waits for no bell.
            _ if place == At::bell as usize => params.buckets > 1,
            // Several kitchens are whole.
            _ if place == At::chefs as usize => params.kitchens == 1,
            _ => true,
        }
    },
    follower: Some(At::algorithm as usize),
    replaced: gradient_size,
    reconcile: with_adding,
    meeting: |scenario| Some(first_bundle(scenario)),
    ..Schema::new(("data", "data"), PARAMS, run::clusters, run::prepare)
};

/// Sums in the network need switches that add: another system takes a ring.
fn with_adding(scenario: &Scenario) -> Option<(Scenario, Line)> {
    let params = Params::of(scenario);
    let adds = matches!(params.system.wiring, Wiring::Switched { in_network: true, .. });
    if adds || params.algorithm != Algorithm::InNetwork {
        return None;
    }
    let line = Line::from(msg::ErrNoAdding { system: params.system.name().into(), used: key::ALGORITHM_RING.into() });
    Some((Params { algorithm: Algorithm::Ring, ..params }.scenario(KIND), line))
}

/// Gradients had a size of their own before they were a model's.
fn gradient_size(name: &str, text: &str) -> Option<(usize, i64, Line)> {
    let asked = size::parse(text).filter(|_| name == "bytes")?;
    let index = run::model_of(asked);
    let line = Line::from(msg::ErrGradientSize { asked, used: MODELS[index].1.into() });
    Some((At::model as usize, index as i64, line))
}

/// The gradients meet in bundles, one after the other; what others measured is one meeting alone.
fn first_bundle(scenario: &Scenario) -> Meeting {
    let (algorithm, bytes) = (Params::of(scenario).algorithm, Plan::of(scenario).bytes(0));
    Meeting { op: Op::AllReduce, algorithm, bytes, is_part: true }
}
