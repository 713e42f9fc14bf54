//! Where each bundle of a step's gradients is at every instant: being written, full, at the meeting, agreed on.

use std::ops::Range;

use crate::show::Show;
use kitchen_core::sim::task::{GpuId, Kind, Work};
use kitchen_core::units::Time;

use super::kind::KIND;
use super::run::Plan;

/// What a GPU's part of a bundle has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Its last gradient is not there yet.
    Unwritten,
    /// It waits for the bundle before it.
    Full,
    /// Its all-reduce is under way, the launch included.
    Meeting,
    /// It holds the sums.
    Agreed,
}

/// One GPU's part of one bundle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Part {
    written: Time,
    begin: Time,
    end: Time,
}

/// What one GPU's step consists of, one after the other, and how long its meetings took in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Times {
    pub(super) forward: Time,
    pub(super) backward: Time,
    /// From the last page to the update.
    pub(super) wait: Time,
    pub(super) update: Time,
    /// All its meetings, side by side with the backward pass or not.
    pub(super) meetings: Time,
}

/// The bundles of one step. Queries allocate nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bundles {
    count: u32,
    gpus: u32,
    tokens: u64,
    /// By bundle, then GPU.
    parts: Vec<Part>,
    /// By bundle: its first place on the report; one more for where the last ends.
    places: Vec<u32>,
    /// By GPU: when its forward pass, its backward pass, its wait and its update ended.
    ends: Vec<[Time; 4]>,
}

impl Bundles {
    /// The bundles of a show of data parallelism; `None` for any other.
    pub(super) fn new(show: &Show) -> Option<Bundles> {
        let run = show.runs.first().filter(|_| show.scenario.kind == KIND)?;
        let plan = Plan::of(&show.scenario);
        let (count, gpus, pages) = (plan.bundles, run.topology.len(), plan.model.layers);
        let mut bundles = Bundles {
            count,
            gpus,
            tokens: plan.tokens,
            parts: vec![Part::default(); (count * gpus) as usize],
            places: vec![0; count as usize + 1],
            ends: vec![[Time::ZERO; 4]; gpus as usize],
        };
        let mut wrote = vec![Time::ZERO; (pages * gpus) as usize];
        for (task, (work, label)) in run.graph.work.iter().zip(&run.graph.labels).enumerate() {
            let (start, end) = (*run.trace.start.get(task)?, *run.trace.end.get(task)?);
            match *work {
                Work::Compute { gpu, .. } => {
                    let ends = &mut bundles.ends[gpu as usize];
                    match label.kind {
                        Kind::Forward => ends[0] = ends[0].max(end),
                        Kind::Backward => ends[1] = ends[1].max(end),
                        _ => (ends[2], ends[3]) = (start, end),
                    }
                    if label.kind == Kind::Backward && u32::from(label.step) < pages {
                        wrote[(u32::from(label.step) * gpus + gpu) as usize] = end;
                    }
                }
                Work::Transfer { src, dst, .. } => {
                    let bundle = u32::from(label.micro_batch);
                    for gpu in [src, dst] {
                        let part = &mut bundles.parts[(bundle * gpus + gpu) as usize];
                        part.end = part.end.max(end);
                    }
                    let last = &mut bundles.places[bundle as usize + 1];
                    *last = (*last).max(label.chunk + label.chunks);
                }
                Work::Delay { .. } | Work::Join => {}
            }
        }
        for gpu in 0..gpus {
            // No meeting before the bell.
            let mut before = plan.bell.map_or(Time::ZERO, |page| wrote[(page * gpus + gpu) as usize]);
            for bundle in 0..count {
                let part = &mut bundles.parts[(bundle * gpus + gpu) as usize];
                part.written = wrote[(plan.last_page(bundle) * gpus + gpu) as usize];
                part.begin = part.written.max(before);
                if bundle + 1 == count {
                    part.end = bundles.ends[gpu as usize][2];
                }
                before = part.end;
            }
        }
        Some(bundles)
    }

    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Tokens in each GPU's batch.
    pub(super) fn tokens(&self) -> u64 {
        self.tokens
    }

    /// The places of a bundle on the report.
    pub(super) fn places(&self, bundle: u32) -> Range<u32> {
        match self.places.get(bundle as usize..) {
            Some(&[first, end, ..]) => first..end,
            _ => 0..0,
        }
    }

    /// What has become of a GPU's part of a bundle.
    pub(super) fn stage(&self, t: Time, gpu: GpuId, bundle: u32) -> Stage {
        let part = self.part(gpu, bundle);
        match t {
            _ if t < part.written => Stage::Unwritten,
            _ if t < part.begin => Stage::Full,
            _ if t < part.end => Stage::Meeting,
            _ => Stage::Agreed,
        }
    }

    /// The bundle whose numbers a GPU has before it: the one at the meeting, or the last that was.
    pub(super) fn shown(&self, t: Time, gpu: GpuId) -> u32 {
        (1..self.count).rev().find(|&bundle| self.part(gpu, bundle).begin <= t).unwrap_or(0)
    }

    /// When the first GPU's part of a bundle goes to its meeting.
    pub(super) fn leaves(&self, bundle: u32) -> Time {
        (0..self.gpus).map(|gpu| self.part(gpu, bundle).begin).min().unwrap_or_default()
    }

    /// Whether the first bundle waits for the bell.
    pub(super) fn is_held(&self) -> bool {
        let first = self.part(0, 0);
        first.written < first.begin
    }

    /// When the last GPU has the sums of a bundle.
    pub(super) fn agreed(&self, bundle: u32) -> Time {
        (0..self.gpus).map(|gpu| self.part(gpu, bundle).end).max().unwrap_or_default()
    }

    /// When a GPU has cooked all pages and tasted.
    pub(super) fn tasted(&self, gpu: GpuId) -> Time {
        self.ends_of(gpu)[0]
    }

    /// When a GPU has written its last page.
    pub(super) fn stove_off(&self, gpu: GpuId) -> Time {
        self.ends_of(gpu)[1]
    }

    /// The GPU that waits longest.
    pub(super) fn last(&self) -> GpuId {
        (0..self.gpus).max_by_key(|&gpu| (self.times(gpu).wait, std::cmp::Reverse(gpu))).unwrap_or(0)
    }

    /// Where a GPU's time went.
    pub(super) fn times(&self, gpu: GpuId) -> Times {
        let [forward, backward, wait, update] = self.ends_of(gpu);
        let meetings = (0..self.count).map(|bundle| self.part(gpu, bundle));
        Times {
            forward,
            backward: backward.saturating_sub(forward),
            wait: wait.saturating_sub(backward),
            update: update.saturating_sub(wait),
            meetings: meetings.fold(Time::ZERO, |sum, part| sum + part.end.saturating_sub(part.begin)),
        }
    }

    fn ends_of(&self, gpu: GpuId) -> [Time; 4] {
        self.ends.get(gpu as usize).copied().unwrap_or_default()
    }

    fn part(&self, gpu: GpuId, bundle: u32) -> Part {
        let inside = gpu < self.gpus && bundle < self.count;
        if inside { self.parts[(bundle * self.gpus + gpu) as usize] } else { Part::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::kind::KIND;
    use super::*;
    use crate::scenario::Scenario;
    use crate::show;

    fn check(system: &str, chefs: i64, buckets: i64) {
        let usual = Scenario::default_for(KIND).with_choice("system", system);
        check_of(&usual.with("chefs", chefs).with("buckets", buckets));
    }

    fn check_bell(bell: &str, buckets: i64) {
        check_of(&Scenario::default_for(KIND).with_choice("bell", bell).with("buckets", buckets));
    }

    fn check_of(scenario: &Scenario) {
        let chefs = scenario.at(super::super::params::At::chefs as usize, 0);
        let show = show::run(scenario).unwrap();
        let bundles = Bundles::new(&show).unwrap();
        for gpu in 0..chefs as u32 {
            let times = bundles.times(gpu);
            assert!(times.wait > Time::ZERO && times.wait <= times.meetings, "{times:?}");
            let all = times.forward + times.backward + times.wait + times.update;
            assert_eq!(bundles.ends_of(gpu)[3], all, "nothing is left over");
            let mut order = Time::ZERO;
            for bundle in 0..bundles.count() {
                let part = bundles.part(gpu, bundle);
                assert!(order <= part.begin && part.written <= part.begin && part.begin < part.end, "{part:?}");
                order = part.end;
                let stages = [Time::ZERO, part.written, part.begin, part.end].map(|t| bundles.stage(t, gpu, bundle));
                assert_eq!((stages[0], stages[2], stages[3]), (Stage::Unwritten, Stage::Meeting, Stage::Agreed));
                assert_eq!(bundles.shown(part.begin, gpu), bundle);
                assert!(!bundles.places(bundle).is_empty());
            }
        }
    }

    #[test]
    fn every_instant_of_every_bundle_has_a_stage() {
        check("dgx-h100", 4, 8);
        check("dgx-h100", 2, 1);
        check("pcie-8", 3, 16);
        check("dgx1-v100", 8, 2);
        for bell in ["1", "3", "4"] {
            check_bell(bell, 8);
        }
    }
}
