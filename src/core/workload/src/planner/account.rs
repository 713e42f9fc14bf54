//! Where a stage's time went, to the picosecond.

use kitchen_task::Work;
use kitchen_units::{Time, order};

use crate::train::{Part, Traced};

/// What the time of one stage's GPU went into. All of it together is the step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// By [`Part`], in the order of [`Part::ALL`]: computing; and waiting while nothing was computed.
    pub parts: [Time; Part::ALL.len()],
    /// Nothing was computed, and nothing of the stage's own was on its way: it waited for other stages.
    pub bubble: Time,
}

impl Account {
    /// The step.
    pub fn whole(&self) -> Time {
        self.parts.iter().fold(self.bubble, |sum, &time| sum + time)
    }

    /// What a part took.
    pub fn of(&self, part: Part) -> Time {
        self.parts[part as usize]
    }

    /// What was computed.
    pub fn computing(&self) -> Time {
        Part::ALL.into_iter().filter(|part| part.is_compute()).fold(Time::ZERO, |sum, part| sum + self.of(part))
    }
}

/// What a picosecond is told of where several things go on at once, the foremost last: what is computed hides every wait, and of waits
/// the innermost counts, as whoever stands between two kernels of a layer waits for that layer's own exchange first.
const fn rank(part: Part) -> u8 {
    match part {
        Part::HandOver => 0,
        Part::Gradients => 1,
        Part::Weights => 2,
        Part::Offload => 3,
        Part::Host => 4,
        Part::Context => 5,
        Part::Expert => 6,
        Part::Tensor => 7,
        _ => 8,
    }
}

/// The accounts of all stages, in their order.
///
/// # Complexity
/// O(n log n) in the operations.
pub fn accounts(traced: &Traced) -> Vec<Account> {
    let stages = traced.step.layout.pipeline as usize;
    let mut edges: Vec<Vec<(Time, i32, Part)>> = vec![Vec::new(); stages];
    let mut note = |stage: u32, span: (Time, Time), part: Part| {
        if let Some(edges) = edges.get_mut(stage as usize).filter(|_| span.0 < span.1) {
            edges.extend([(span.0, 1, part), (span.1, -1, part)]);
        }
    };
    for (task, work) in traced.graph.work.iter().enumerate() {
        let (Some(&start), Some(&end)) = (traced.trace.start.get(task), traced.trace.end.get(task)) else { continue };
        let Some(&part) = traced.parts.get(task) else { continue };
        match *work {
            Work::Compute { gpu, .. } => note(gpu, (start, end), part),
            // What comes from another stage is waited for there where it goes.
            Work::Transfer { dst, .. } => note(dst, (start, end), part),
            _ => {}
        }
    }
    edges.into_iter().map(|edges| account(edges, traced.step.iteration)).collect()
}

fn account(mut edges: Vec<(Time, i32, Part)>, whole: Time) -> Account {
    order::sort_by_number(&mut edges, |edge| edge.0.0);
    let (mut account, mut open, mut at) = (Account::default(), [0_i32; Part::ALL.len()], Time::ZERO);
    let mut book = |open: &[i32], until: Time, at: &mut Time| {
        let took = until.min(whole).saturating_sub(*at);
        let foremost = Part::ALL.into_iter().filter(|&part| open[part as usize] > 0).max_by_key(|&part| rank(part));
        match foremost {
            Some(part) => account.parts[part as usize] += took,
            None => account.bubble += took,
        }
        *at = until.min(whole).max(*at);
    };
    for (now, change, part) in edges {
        book(&open, now, &mut at);
        open[part as usize] += change;
    }
    book(&open, whole, &mut at);
    account
}

#[cfg(test)]
mod tests {
    use kitchen_topology::{ClusterSpec, system};

    use super::*;
    use crate::layout::{Layout, Recipe, Sharding, Zero};
    use crate::model::published;
    use crate::train::{explained, traced};

    /// Every stage's account is the step, to the picosecond; what was computed is what the step's own account says, part by part;
    /// and these are the parts that are waited for.
    fn check(id: &str, (nodes, layout): (u32, Layout), waits: &[Part]) {
        let recipe = Recipe { overlap_data: true, ..Recipe::PLAIN };
        let layout = Layout { recipe, ..layout };
        let (model, spec) = (published::model(id).unwrap(), ClusterSpec::new(system("dgx-h100").unwrap(), nodes));
        let whole = traced(model, &spec, &layout).unwrap();
        let (step, lane) = explained(model, &spec, &layout).unwrap();
        let all = accounts(&whole);
        assert_eq!(all.len(), layout.pipeline as usize);
        for (stage, one) in all.iter().enumerate() {
            assert_eq!(one.whole(), step.iteration, "{id}, stage {stage}");
        }
        let one = &all[lane.stage as usize];
        for part in Part::ALL.into_iter().filter(|part| part.is_compute()) {
            let told = lane.parts.iter().find(|(told, _)| *told == part).map_or(Time::ZERO, |told| told.1);
            assert!(
                one.of(part).0.abs_diff(told.0) <= told.0 / 1_000,
                "{id}, {part:?}: {:?} against {told:?}",
                one.of(part)
            );
        }
        let waited: Vec<Part> =
            Part::ALL.into_iter().filter(|part| !part.is_compute() && one.of(*part) > Time::ZERO).collect();
        assert_eq!(waited, waits, "{id}: {one:?}");
    }

    #[test]
    fn a_stage_s_account_is_all_of_its_time() {
        let zero = Sharding::over_all(Zero::Optimizer);
        let first = Layout { tensor: 2, data: 2, pipeline: 4, global_batch: 16, sharding: zero, ..Layout::ONE };
        check("llama3-8b", (2, first), &[Part::Tensor, Part::Weights, Part::Gradients, Part::HandOver]);
        let alone = Layout { data: 16, global_batch: 32, micro_batch: 2, ..Layout::ONE };
        check("llama3-8b", (2, alone), &[Part::Gradients]);
        let one = Layout { tensor: 8, global_batch: 8, sequence_parallel: true, ..Layout::ONE };
        check("gpt3-6.7b", (1, one), &[Part::Tensor]);
    }
}
