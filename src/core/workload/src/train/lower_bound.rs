//! The time that no run of a step can be below: its kernels alone, with nobody to wait for.

use kitchen_topology::ClusterSpec;
use kitchen_units::Time;

use super::super::layout::{Layout, LayoutError};
use super::collective_times::CollectiveTimes;
use super::host_link::Swap;
use super::lanes::updates;
use super::passes::{At, Passes, Shop};
use crate::held_parameters;
use crate::model::Model;
use crate::schedule::Placement;

/// A lower bound on [`super::train`]'s step, without simulating anything: a stage cannot begin before its first micro-batch
/// has come down the line, then has all its passes to do, and after its last one the gradients go back up the line.
/// Collectives, hand-overs and the optimizer's step are left out. `Σ_{j<s} F_j + m (F_s + B_s) + Σ_{j<s} B_j`, the largest
/// over stages `s` (arXiv:1811.06965 section 2.3 with unequal stages); in chunks the ends are those of one chunk.
///
/// # Errors
/// The layout does not suit the model.
pub fn lower_bound(model: &Model, spec: &ClusterSpec, layout: &Layout) -> Result<Time, LayoutError> {
    layout.check(model)?;
    Ok(of_passes(&Shop { gpu: spec.system.gpu, model, layout, meetings: &CollectiveTimes::default() }, &|_| 0))
}

/// [`lower_bound`] with what passes wait for inside, and after them the sum of a stage's gradients and its optimizer's step, which
/// nobody does before the end of its own passes.
pub(super) fn with(model: &Model, spec: &ClusterSpec, layout: &Layout, meetings: &CollectiveTimes) -> Time {
    let shop = Shop { gpu: spec.system.gpu, model, layout, meetings };
    let updates = updates(&shop);
    let after = |stage: usize| {
        let sum = meetings.gradients.get(stage).copied().unwrap_or_default();
        let gather = meetings.weights.get(stage).copied().unwrap_or_default();
        let update = updates.get(stage).copied().unwrap_or_default().0;
        let [update, gone] = meetings.swaps.get(stage).map_or([update; 2], Swap::ends);
        sum.0 + gone.max(update + gather.0)
    };
    of_passes(&shop, &after)
}

/// The bound of those passes, with what comes after a stage's last.
fn of_passes(shop: &Shop<'_>, after: &dyn Fn(usize) -> u64) -> Time {
    let (model, layout) = (shop.model, shop.layout);
    let schedule = layout.schedule;
    let parts = layout.pipeline * schedule.parts();
    let layers = held_parameters::layers_of(model, parts);
    let mut known: Vec<((bool, bool, Vec<_>), [u64; 4])> = Vec::new();
    // Forward, and all that comes after it, of each part of the model.
    let times: Vec<[u64; 4]> = (0..parts)
        .map(|part| {
            let at = At { part, parts };
            let kinds: Vec<_> = layers[part as usize].clone().map(|index| model.kind(index)).collect();
            let alike = (at.is_first(), at.is_last(), kinds);
            if let Some((_, times)) = known.iter().find(|(one, _)| *one == alike) {
                return *times;
            }
            let times = of(&shop.passes(at, &layers[part as usize]));
            known.push((alike, times));
            times
        })
        .collect();
    // Where stages follow one another, each counts from its own begin.
    let is_apart = schedule.is_checked_later();
    let goes_down = matches!(schedule.placement(), Placement::Line | Placement::Around) && !is_apart;
    let returns = goes_down && !schedule.splits();
    let (mut longest, mut before) = (0, [0; 2]);
    for stage in 0..layout.pipeline {
        let own = (0..schedule.chunks()).map(|chunk| match (schedule.placement(), chunk) {
            (Placement::Around, _) => chunk * layout.pipeline + stage,
            (Placement::Fold, 1..) => parts - 1 - stage,
            (Placement::BothEnds, 1..) => layout.pipeline - 1 - stage,
            _ => stage,
        });
        // Of two copies that meet, each takes half of the micro-batches.
        let copies = u64::from(schedule.chunks() / schedule.parts());
        let own: Vec<[u64; 4]> = own.map(|part| times[part as usize]).collect();
        let work: u64 = own.iter().map(|[forward, backward, ..]| forward + backward).sum();
        let work = work * u64::from(layout.micro_batches()) / copies.max(1);
        let begins = if goes_down { before[0] } else { 0 };
        // Weights are gathered from the step's begin on; where nothing is put off, a sum comes after the last pass.
        let late = own.first().filter(|_| !is_apart).map_or(0, |times| times[2]).saturating_sub(begins);
        let sums = if schedule.splits() { 0 } else { own.iter().map(|times| times[3]).min().unwrap_or(0) };
        let work = work + begins + late;
        // Down the line and back to the first stage, or no further than here.
        longest = longest.max(work + sums + after(stage as usize));
        longest = longest.max(work + if returns { before[1] + after(0) } else { 0 });
        let [forward, backward, ..] = times[stage as usize];
        before = [before[0] + forward, before[1] + backward];
    }
    Time(longest)
}

/// Forward, and backward with the weights' gradients where they are a pass of their own, as short as any of the step; by how much the
/// first pass ends later if it begins with the step, and what is left to be summed after a last one.
fn of(passes: &Passes) -> [u64; 4] {
    let last = passes.last.as_ref().map_or(passes.backward.whole, |last| last.whole.min(passes.backward.whole));
    let late = passes.first.saturating_sub(passes.forward.whole).0;
    [passes.forward.whole.0, last.0 + passes.weight.whole.0, late, passes.tail.0]
}
