//! The fastest layout of a model on a cluster: every layout that fits is bounded from below, and simulated in the order of its
//! bound until no other can be faster.
//!
//! Best-first branch and bound (Lawler and Wood, "Branch-and-Bound Methods: A Survey", Operations Research 14, 1966): the bound is
//! [`train::lower_bound`], the value is [`train::train`]. Where the search is not cut short, its first answers are the best of all
//! candidates, and no faster one was passed over.

mod candidates;
mod stretches;

pub use candidates::{MOST_STAGES, Wish, candidates};
pub use stretches::{Doing, Handed, Stretch, handed, meetings, stretches};

use kitchen_topology::{self as topology, TopologyError};
use kitchen_units::order;
use kitchen_units::{Bytes, Time};

use super::TrainError;
use super::layout::{Layout, LayoutError};
use super::train::{self, Trained};

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
    /// A layout cannot be simulated.
    Train(TrainError),
}

/// A layout with the bound below its step.
struct Bounded {
    least: Time,
    layout: Layout,
}

/// Searches. `told` hears after each simulation how many are done and how many are left at most.
///
/// # Errors
/// [`PlanError`].
///
/// # Complexity
/// One bound a layout that fits, O(layers); one simulation for each whose bound is below what was found by then.
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
    let topology = topology::build(&wish.spec).map_err(PlanError::Topology)?;
    let gpus = topology.len();
    let legal = candidates(wish, gpus);
    if legal.is_empty() {
        return Err(PlanError::NoLayout { gpus, batch: wish.global_batch });
    }
    let (queue, least_held) = bounded(wish, &legal)?;
    if queue.is_empty() {
        return Err(PlanError::NothingFits { least: least_held, have: wish.spec.system.gpu.hbm });
    }
    let mut found = Found { best: Vec::new(), legal: legal.len(), fit: queue.len(), simulated: 0, left_out: None };
    let mut left: Vec<&Bounded> = queue.iter().collect();
    if queue.len() > limits.simulated {
        // A bound says nothing of the network: so that a search cut short has seen each way to split, the best bound of each first.
        let scouts = scouts(&queue, limits.simulated / 2);
        for &at in &scouts {
            let one = &queue[at];
            if !found.may_hold(one, limits) {
                continue;
            }
            found.simulate(wish, one, limits)?;
            left.retain(|other| !std::ptr::eq(*other, one));
            told(found.simulated, queue.len());
        }
    }
    for one in left {
        if !found.may_hold(one, limits) || found.simulated >= limits.simulated.max(1) {
            found.left_out = Some(one.least);
            break;
        }
        found.simulate(wish, one, limits)?;
        told(found.simulated, queue.len());
    }
    Ok(found)
}

impl Found {
    /// Whether a layout may be among the wanted, by its bound.
    fn may_hold(&self, one: &Bounded, limits: Limits) -> bool {
        self.best.get(limits.wanted.max(1) - 1).is_none_or(|last| one.least < last.iteration)
    }

    fn simulate(&mut self, wish: &Wish<'_>, one: &Bounded, limits: Limits) -> Result<(), PlanError> {
        let step = train::train(wish.model, &wish.spec, &one.layout).map_err(PlanError::Train)?;
        let place = self.best.partition_point(|other| other.iteration <= step.iteration);
        self.best.insert(place, step);
        self.best.truncate(limits.wanted.max(1));
        self.simulated += 1;
        Ok(())
    }
}

/// The first of each tensor and pipeline ways in a queue, at most so many.
fn scouts(queue: &[Bounded], most: usize) -> Vec<usize> {
    let mut seen: Vec<(u32, u32)> = Vec::new();
    let mut all = Vec::new();
    for (at, one) in queue.iter().enumerate() {
        let ways = (one.layout.tensor, one.layout.pipeline);
        if all.len() < most && !seen.contains(&ways) {
            seen.push(ways);
            all.push(at);
        }
    }
    all
}

/// The layouts that fit, lowest bound first; of equal ones the simpler. Beside them the least that any layout holds.
fn bounded(wish: &Wish<'_>, legal: &[Layout]) -> Result<(Vec<Bounded>, Bytes), PlanError> {
    let mut least_held = Bytes(u64::MAX);
    let mut queue = Vec::new();
    for layout in legal {
        let recompute = train::least_recompute(wish.model, &wish.spec, layout);
        let layout = Layout { recompute, ..*layout };
        let memory = train::peak_memory(wish.model, &layout).memory();
        least_held = least_held.min(memory.total());
        if !train::fits(&memory, &wish.spec) {
            continue;
        }
        let wrong = |error: LayoutError| PlanError::Train(error.into());
        queue.push(Bounded { least: train::lower_bound(wish.model, &wish.spec, &layout).map_err(wrong)?, layout });
    }
    order::sort_by_key(&mut queue, simpler);
    Ok((queue, least_held))
}

/// The bound, then how much is split.
fn simpler(one: &Bounded) -> (Time, u32, u32, u32) {
    (one.least, one.layout.pipeline, one.layout.tensor, one.layout.context)
}

#[cfg(test)]
mod tests;
