//! The fastest layout of a model on a cluster: every layout that fits is bounded from below, and simulated in the order of its
//! bound until no other can be faster.
//!
//! Best-first branch and bound (Lawler and Wood, "Branch-and-Bound Methods: A Survey", Operations Research 14, 1966): the bound is
//! [`train::lower_bound`], of those that it does not rule out [`Trials::bound`], which knows of the network, and the value is
//! [`train::train`]. Where the search is not cut short, its first answers are the best of all candidates of the [`Space`], and no
//! faster one was passed over.

mod account;
mod candidates;
mod groups;
mod stretches;

pub use account::{Account, accounts};
pub use candidates::{Cuts, MOST_STAGES, Reach, Space, Wish, candidates};
pub use groups::{Group, Line, groups, members};
pub use stretches::{Doing, Handed, Stretch, handed, meetings, stretches};

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use kitchen_topology::TopologyError;
use kitchen_units::order;
use kitchen_units::{Bytes, Time};

use super::TrainError;
use super::layout::{Layout, LayoutError};
use super::train::{self, Site, Trained, Trials};

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many of the fastest are wanted, at least one.
    pub wanted: usize,
    /// Layouts that are simulated at most, at least one.
    pub simulated: usize,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The fastest, fastest first.
    pub best: Vec<Trained>,
    /// How many layouts suit the model and the cluster.
    pub legal: usize,
    /// How many of these fit in memory.
    pub fit: usize,
    /// How many of these were simulated.
    pub simulated: usize,
    /// How many would be among the best by their bound and cannot be simulated, each by itself too large for the simulator.
    pub refused: usize,
    /// The lowest bound of those that were not simulated: nothing that was left out takes less.
    pub left_out: Option<Time>,
}

impl Found {
    /// Whether none of the layouts left out can be faster than the first.
    pub fn is_proven(&self) -> bool {
        match (self.left_out, self.best.first()) {
            (Some(bound), Some(best)) => bound >= best.iteration,
            _ => true,
        }
    }
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq)]
pub enum PlanError {
    /// The cluster cannot be built.
    Topology(TopologyError),
    /// No layout divides model, batch and GPUs.
    NoLayout { gpus: u32, batch: u32 },
    /// Every layout is too large for a GPU: the least that one of them holds.
    NothingFits { least: Bytes, have: Bytes },
    /// None of the layouts that fit can be simulated: what the first says.
    Train(TrainError),
}

/// A layout with the bound below its step, and whether that knows of the network.
#[derive(Clone, Copy, Debug)]
struct Bounded {
    least: Time,
    is_close: bool,
    layout: Layout,
}

/// Searches. `told` hears after each simulation how many are done and how many are left at most.
///
/// # Errors
/// [`PlanError`].
///
/// # Complexity
/// One bound a layout that fits, O(layers); for each whose bound is below what was found by then its collectives, of which those that
/// are alike are simulated once; for each whose closer bound is, too, one simulation.
///
/// # Example
/// ```
/// use kitchen_topology::{self as topology, ClusterSpec};
/// use kitchen_workload::model;
/// use kitchen_workload::planner::{self, Limits, Wish};
///
/// let spec = ClusterSpec::new(topology::system("dgx-h100").unwrap(), 1);
/// let wish = Wish::new(model("gpt3-6.7b").unwrap(), spec, 32);
/// let found = planner::search(&wish, Limits { wanted: 3, simulated: 50 }, &mut |_, _| ()).unwrap();
/// assert!(found.is_proven() && found.simulated < found.fit);
/// ```
pub fn search(wish: &Wish<'_>, limits: Limits, told: &mut dyn FnMut(usize, usize)) -> Result<Found, PlanError> {
    search_on(&Site::of(&wish.spec).map_err(PlanError::Topology)?, wish, limits, told)
}

/// [`search`] on the cluster as it is built already.
///
/// # Errors
/// [`PlanError`].
pub fn search_on(
    site: &Site,
    wish: &Wish<'_>,
    limits: Limits,
    told: &mut dyn FnMut(usize, usize),
) -> Result<Found, PlanError> {
    let gpus = site.gpus();
    let legal = candidates(wish, gpus);
    if legal.is_empty() {
        return Err(PlanError::NoLayout { gpus, batch: wish.global_batch });
    }
    let (queue, least_held) = bounded(wish, &legal)?;
    if queue.is_empty() {
        return Err(PlanError::NothingFits { least: least_held, have: wish.memory() });
    }
    let (legal, fit) = (legal.len(), queue.len());
    let mut found = Found { best: Vec::new(), legal, fit, simulated: 0, refused: 0, left_out: None };
    let mut trials = Trials::on(site, wish.model);
    let mut refusal = None;
    // The coarse bounds in their order, and beside them those that have been looked at closely.
    let mut rest = queue.iter().copied().peekable();
    let (mut looked, mut close) = (Vec::new(), BinaryHeap::new());
    loop {
        let coarse = rest.peek().map(simpler);
        let from_close = match (coarse, close.peek()) {
            (Some(coarse), Some(&Reverse((key, _)))) => key < coarse,
            (None, None) => break,
            (coarse, _) => coarse.is_none(),
        };
        let next = if from_close { close.pop() } else { None };
        let one = next.map_or_else(|| rest.next(), |Reverse((_, place))| looked.get(place).copied());
        let Some(one) = one else { break };
        if !found.may_hold(&one, limits) || found.simulated >= limits.simulated.max(1) {
            found.leave(one.least);
            break;
        }
        let outcome = if one.is_close {
            found.simulate(&mut trials, &one, limits)
        } else {
            // A bound knows one part and not another: the larger holds.
            trials.bound(&one.layout).map(|least| {
                let one = Bounded { least: least.max(one.least), is_close: true, ..one };
                // Of equal bounds the one that was looked at first.
                close.push(Reverse((simpler(&one), looked.len())));
                looked.push(one);
            })
        };
        if let Err(error) = outcome {
            found.refused += 1;
            found.leave(one.least);
            refusal.get_or_insert(error);
        }
        told(found.simulated, fit);
    }
    match refusal {
        Some(error) if found.best.is_empty() => Err(PlanError::Train(error)),
        _ => Ok(found),
    }
}

/// Whether any layout of a wish suits so many GPUs and fits: what a search would find out first, without its bounds.
///
/// # Errors
/// [`PlanError::NoLayout`] or [`PlanError::NothingFits`].
pub fn fits(wish: &Wish<'_>, gpus: u32) -> Result<(), PlanError> {
    let legal = candidates(wish, gpus);
    if legal.is_empty() {
        return Err(PlanError::NoLayout { gpus, batch: wish.global_batch });
    }
    let mut least = Bytes(u64::MAX);
    for layout in &legal {
        match held(wish, layout) {
            (_, Some(_)) => return Ok(()),
            (holds, None) => least = least.min(holds),
        }
    }
    Err(PlanError::NothingFits { least, have: wish.memory() })
}

impl Found {
    /// Whether a layout may be among the wanted, by its bound.
    fn may_hold(&self, one: &Bounded, limits: Limits) -> bool {
        self.best.get(limits.wanted.max(1) - 1).is_none_or(|last| one.least < last.iteration)
    }

    /// Notes what a layout takes at least that is not simulated.
    fn leave(&mut self, least: Time) {
        self.left_out = Some(self.left_out.map_or(least, |known| known.min(least)));
    }

    fn simulate(&mut self, trials: &mut Trials<'_>, one: &Bounded, limits: Limits) -> Result<(), TrainError> {
        let step = trials.train(&one.layout)?;
        let place = self.best.partition_point(|other| other.iteration <= step.iteration);
        self.best.insert(place, step);
        self.best.truncate(limits.wanted.max(1));
        self.simulated += 1;
        Ok(())
    }
}

/// What a layout holds on its fullest GPU, and with the least recomputation itself, where it fits there and in the host.
fn held(wish: &Wish<'_>, layout: &Layout) -> (Bytes, Option<Layout>) {
    let (have, gpu) = (wish.space().memory, wish.spec.system.gpu);
    let (recompute, memory) = train::least_recompute_in(have, gpu, wish.model, layout);
    let layout = Layout { recompute, ..*layout };
    let fits = memory.total() <= have && train::peak_memory(gpu, wish.model, &layout).host_fits(&wish.spec);
    (memory.total(), fits.then_some(layout))
}

/// The layouts that fit, lowest bound first; of equal ones the simpler. Beside them the least that any layout holds.
fn bounded(wish: &Wish<'_>, legal: &[Layout]) -> Result<(Vec<Bounded>, Bytes), PlanError> {
    let mut least_held = Bytes(u64::MAX);
    let mut queue: Vec<Bounded> = Vec::new();
    let mut before: Option<Bounded> = None;
    for layout in legal {
        let (holds, fitting) = held(wish, layout);
        least_held = least_held.min(holds);
        let Some(layout) = fitting else { continue };
        // Kernels do not know what is sharded, or moved to the host.
        let (sharding, offload) = (layout.sharding, layout.offload);
        let alike = |known: &Bounded| Layout { sharding, offload, ..known.layout } == layout;
        let least = match before.filter(alike) {
            Some(known) => known.least,
            None => {
                let wrong = |error: LayoutError| PlanError::Train(error.into());
                train::lower_bound(wish.model, &wish.spec, &layout).map_err(wrong)?
            }
        };
        let one = Bounded { least, is_close: false, layout };
        before = Some(one);
        queue.push(one);
    }
    order::sort_by_key(&mut queue, simpler);
    Ok((queue, least_held))
}

/// The order in which layouts are looked at.
type Key = (Time, u32, u32, u32, u32, u32);

/// The bound, then how much is split.
fn simpler(one: &Bounded) -> Key {
    let Layout { pipeline, tensor, context, sharding, offload, .. } = one.layout;
    (one.least, pipeline, tensor, context, sharding.zero.stage(), offload as u32)
}

#[cfg(test)]
mod tests;
