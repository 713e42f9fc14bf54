//! The kind of scenario that the chapter shows.

use kitchen_core::collective::Op;
use kitchen_text::{Line, msg};

use crate::scenario::{Kind, Meeting, Scenario, Schema};
use crate::sentences::Named as _;

use super::params::{At, PARAMS, Params, ways};
use super::run;

/// One collective by one algorithm inside a DGX H100.
pub const KIND: Kind = &Schema {
    follower: Some(At::algorithm as usize),
    reconcile: with_a_way,
    // A barrier carries nothing, and so has no size.
    is_used: |scenario, place| place != At::bytes as usize || Params::of(scenario).op != Op::Barrier,
    meeting: |scenario| {
        let Params { op, algorithm, bytes, .. } = Params::of(scenario);
        Some(Meeting { op, algorithm, bytes, is_part: false })
    },
    ..Schema::new(("collectives", "collectives"), PARAMS, run::clusters, run::prepare)
};

/// An operation by an algorithm that can carry it out: the first in the table otherwise.
fn with_a_way(scenario: &Scenario) -> Option<(Scenario, Line)> {
    let params = Params::of(scenario);
    if ways(params.op).any(|way| way == params.algorithm) {
        return None;
    }
    let used = ways(params.op).next()?;
    let line = Line::from(msg::ErrNoWay {
        op: params.op.name().into(),
        algorithm: params.algorithm.name().into(),
        used: used.name().into(),
    });
    Some((Params { algorithm: used, ..params }.scenario(KIND), line))
}
