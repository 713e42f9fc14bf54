//! What to buy first: each thing that would make a step faster, with the best plan that there is for it, beside the best plan now.
//!
//! * [`offers`]: what can be had in place of a cluster's network, links, GPUs, memory and nodes, or why it cannot;
//! * [`plain`]: the plan that one would begin with, which a better one is compared with;
//! * [`compared`]: all of it, searched.
//!
//! One thing changes at a time: whoever buys GPUs keeps the network that there is. Prices are nobody's formula and stand elsewhere.

mod offers;
mod plain;

pub use offers::{Missing, Offer, Purchase, offers};
pub use plain::plain;

use kitchen_topology::ClusterSpec;

use super::planner::{self, Found, Limits, PlanError, Wish};
use super::train::Trained;

/// A purchase, and the step with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Bought {
    pub what: Purchase,
    pub spec: ClusterSpec,
    /// The step that it is compared with: of the best plan now, or for a better plan of the plain one.
    pub before: Trained,
    pub after: Trained,
    /// Whether no plan of the space is faster than either.
    pub is_proven: bool,
}

impl Bought {
    /// How many times as many tokens a second.
    pub fn gain(&self) -> f64 {
        let a_step = |step: &Trained| f64::from(step.layout.global_batch) / step.iteration.as_secs();
        a_step(&self.after) / a_step(&self.before)
    }
}

/// What became of each purchase.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Bought(Box<Bought>),
    /// It is not to be had.
    Missing(Purchase, Missing),
    /// Nothing can be planned with it.
    Unplanned(Purchase, PlanError),
}

/// Every purchase with its own best plan, the largest gain first, then what is not to be had; and what was found for now.
///
/// # Errors
/// There is no plan now.
pub fn compared(
    wish: &Wish<'_>,
    limits: Limits,
    told: &mut dyn FnMut(Purchase, usize, usize),
) -> Result<(Found, Vec<Outcome>), PlanError> {
    let limits = Limits { wanted: 1, ..limits };
    let now = planner::search(wish, limits, &mut |done, of| told(Purchase::Plan, done, of))?;
    let Some(&best) = now.best.first() else { return Err(PlanError::NoLayout { gpus: 0, batch: wish.global_batch }) };
    let mut bought: Vec<Bought> = Vec::new();
    let mut others: Vec<Outcome> = Vec::new();
    match plain(wish) {
        Some(before) => bought.push(Bought {
            what: Purchase::Plan,
            spec: wish.spec,
            before,
            after: best,
            is_proven: now.is_proven(),
        }),
        None => others.push(Outcome::Missing(Purchase::Plan, Missing::NoPlainPlan)),
    }
    for (what, offer) in offers(&wish.spec) {
        let Offer { spec } = match offer {
            Ok(offer) => offer,
            Err(missing) => {
                others.push(Outcome::Missing(what, missing));
                continue;
            }
        };
        // What limited the memory that there is says nothing of another GPU's.
        let memory = wish.memory.filter(|_| spec.system.gpu.hbm == wish.spec.system.gpu.hbm);
        let found = planner::search(&Wish { spec, memory, ..*wish }, limits, &mut |done, of| told(what, done, of));
        match found {
            Ok(found) => bought.extend(found.best.first().map(|&after| Bought {
                what,
                spec,
                before: best,
                after,
                is_proven: now.is_proven() && found.is_proven(),
            })),
            Err(error) => others.push(Outcome::Unplanned(what, error)),
        }
    }
    // By whole millionths of the gain: floats have no order.
    kitchen_units::order::sort_by_key(&mut bought, |one| u64::MAX - (one.gain() * 1e6) as u64);
    let bought = bought.into_iter().map(|one| Outcome::Bought(Box::new(one)));
    Ok((now, bought.chain(others).collect()))
}

#[cfg(test)]
mod tests;
