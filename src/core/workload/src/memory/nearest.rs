//! The nearest layouts of a model that does not fit.

use super::plan::{Ask, Offload};
use crate::layout::{Recompute, Zero};

/// The most GPUs that a layout is looked for with.
pub const MOST_WAYS: u32 = 1 << 16;

/// Layouts of the same model that fit, by [`Ask::estimate`], each another way out and each with as little of it as is enough:
/// on the GPUs there are by sharing out, by recomputing, by offloading to the host; then on more GPUs. The first is the nearest.
/// At most four; none where even one layer is too large.
pub fn nearest(ask: &Ask) -> Vec<Ask> {
    // What the estimate may be short of the run.
    let fits = |ask: &Ask| ask.estimate().total().0 as f64 * 1.02 <= ask.gpu().hbm.0 as f64;
    let mut found: Vec<Ask> = Vec::new();
    let mut keep = |candidate: Option<Ask>| {
        if let Some(candidate) = candidate.filter(|one| found.len() < 4 && !found.contains(one)) {
            found.push(candidate);
        }
    };
    let recomputed = |ask: Ask| [ask, Ask { recompute: Recompute::Full, ..ask }];
    if ask.ways > 1 {
        let stages = Zero::ALL.into_iter().filter(|&zero| zero > ask.zero).map(|zero| Ask { zero, ..*ask });
        keep(stages.flat_map(recomputed).find(fits));
    }
    keep(Some(recomputed(*ask)[1]).filter(fits));
    let away = Offload::ALL.into_iter().filter(|&offload| offload > ask.offload);
    keep(away.map(|offload| Ask { offload, ..*ask }).flat_map(recomputed).find(fits));
    let more = |recompute: Recompute| {
        let ways = std::iter::successors(Some(ask.ways.max(1).next_power_of_two().max(2)), |&ways| ways.checked_mul(2));
        let ways = ways.take_while(|&ways| ways <= MOST_WAYS);
        ways.map(|ways| Ask { ways, zero: Zero::Parameters, recompute, ..*ask }).find(fits)
    };
    let (plain, redone) = (more(ask.recompute), more(Recompute::Full));
    let fewer = redone.filter(|redone| plain.is_none_or(|plain| redone.ways < plain.ways));
    keep(plain);
    keep(fewer);
    found
}
