//! The time that no run of a step can be below: its kernels alone, with nobody to wait for.

use kitchen_topology::ClusterSpec;
use kitchen_units::Time;

use super::super::layout::{Layout, LayoutError};
use super::collective_times::CollectiveTimes;
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
    let meetings = CollectiveTimes::default();
    let shop = Shop { gpu: spec.system.gpu, model, layout, meetings: &meetings };
    let schedule = layout.schedule;
    let parts = layout.pipeline * schedule.parts();
    let layers = held_parameters::layers_of(model, parts);
    let mut known: Vec<((bool, bool, Vec<_>), [u64; 2])> = Vec::new();
    // Forward, and all that comes after it, of each part of the model.
    let times: Vec<[u64; 2]> = (0..parts)
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
    let goes_down = matches!(schedule.placement(), Placement::Line | Placement::Around);
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
        let work: u64 = own.map(|part| times[part as usize].iter().sum::<u64>()).sum();
        let work = work * u64::from(layout.micro_batches()) / copies.max(1);
        let ends = if goes_down { before[0] } else { 0 } + if returns { before[1] } else { 0 };
        longest = longest.max(work + ends);
        let [forward, backward] = times[stage as usize];
        before = [before[0] + forward, before[1] + backward];
    }
    Ok(Time(longest))
}

/// Forward, and backward with the weights' gradients where they are a pass of their own.
fn of(passes: &Passes) -> [u64; 2] {
    [passes.forward.whole.0, passes.backward.whole.0 + passes.weight.whole.0]
}
