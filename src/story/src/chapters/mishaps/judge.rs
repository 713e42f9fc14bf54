//! Who judges the sentences of what a scenario is about.

use super::params::{Mishap, Params};
use super::{night, step, streets};
use crate::tests::instant::Claim;

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let params = Params::of(&claim.world.show.scenario);
    match params.mishap {
        Mishap::Kitchen => night::judge::judge(claim, params),
        mishap if mishap.is_step() => step::judge::judge(claim, params),
        _ => streets::judge::judge(claim, params),
    }
}
