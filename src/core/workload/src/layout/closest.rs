//! The layout nearest to one that does not work: the same GPUs, and as little changed as can be.

use super::{Layout, MAX_BATCH};
use crate::model::Model;
use crate::schedule::{Schedule, ScheduleError};

/// The most ways of one dimension that are tried.
const MOST_WAYS: u32 = 4096;

/// Layouts of `gpus` GPUs that [`Layout::check`] accepts, the one that differs least from `asked`: ratios of what was asked to
/// what is taken are summed over tensor, context, expert, pipeline and data ways and the batch. None where nothing works.
pub fn nearest(asked: &Layout, model: &Model, gpus: u32) -> Option<Layout> {
    let mut best: Option<(f64, Layout)> = None;
    let near = |ways: u32, of: u32| ways <= MOST_WAYS && of.is_multiple_of(ways);
    for tensor in (1..=gpus.min(MOST_WAYS)).filter(|&ways| near(ways, gpus)) {
        let left = gpus / tensor;
        for pipeline in (1..=left.min(model.layers.max(1))).filter(|&ways| near(ways, left)) {
            let left = left / pipeline;
            for context in [asked.context, 1].into_iter().filter(|&ways| ways > 0 && left.is_multiple_of(ways)) {
                let data = left / context;
                for layout in completed(asked, model, [tensor, context, pipeline, data]) {
                    let off = distance(asked, &layout);
                    if best.is_none_or(|(least, _)| off < least) && layout.check(model).is_ok() {
                        best = Some((off, layout));
                    }
                }
            }
        }
    }
    best.map(|(_, layout)| layout)
}

/// What suits the ways: expert ways, micro-batch, and batch.
fn completed(asked: &Layout, model: &Model, [tensor, context, pipeline, data]: [u32; 4]) -> Vec<Layout> {
    let room = tensor.saturating_mul(context).saturating_mul(data);
    let count = model.experts.map_or(1, |experts| experts.count);
    let fits = |ways: &u32| room.is_multiple_of(*ways) && count.is_multiple_of(*ways);
    // The most expert ways up to those asked for.
    let expert = (1..=asked.expert.min(room).clamp(1, MOST_WAYS)).rev().find(fits).unwrap_or(1);
    let group = asked.sharding.group.filter(|&group| group > 0 && (data * context).is_multiple_of(group));
    let sharding = super::Sharding { group, ..asked.sharding };
    let mut all = Vec::new();
    for micro_batch in [asked.micro_batch.max(1), 1] {
        for schedule in [asked.schedule, Schedule::OneFOneB] {
            let each = u64::from(data) * u64::from(micro_batch);
            let many = u64::from(asked.global_batch.max(1)).div_ceil(each).max(1);
            // As many micro-batches, or the nearest number that the schedule has an order for.
            let beside = match u32::try_from(many).map(|many| schedule.check(pipeline, many)) {
                Ok(Err(ScheduleError::EqualGroups { nearest, .. })) => u64::from(nearest),
                _ => many.next_multiple_of(u64::from(pipeline)),
            };
            for many in [many, beside] {
                let global = many.saturating_mul(each).min(u64::from(MAX_BATCH) + 1);
                let Ok(global_batch) = u32::try_from(global) else { continue };
                let ways = Layout { tensor, context, expert, data, sharding, pipeline, ..*asked };
                all.push(Layout { micro_batch, global_batch, schedule, ..ways });
            }
        }
    }
    all
}

fn distance(asked: &Layout, taken: &Layout) -> f64 {
    let ratio = |a: u32, b: u32| {
        let (a, b) = (f64::from(a.max(1)), f64::from(b.max(1)));
        a.max(b) / a.min(b) - 1.0
    };
    ratio(asked.tensor, taken.tensor)
        + ratio(asked.context, taken.context)
        + ratio(asked.expert, taken.expert)
        + ratio(asked.pipeline, taken.pipeline)
        + ratio(asked.micro_batch, taken.micro_batch)
        + ratio(asked.global_batch, taken.global_batch)
        + if asked.schedule == taken.schedule { 0.0 } else { 1.0 }
        + if asked.sharding == taken.sharding { 0.0 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::published::model;

    /// Tensor, pipeline and data ways, micro-batch and batch.
    fn check(id: &str, gpus: u32, asked: Layout, expected: Option<[u32; 5]>) {
        let found = nearest(&asked, model(id).unwrap(), gpus);
        let told = found.map(|one| [one.tensor, one.pipeline, one.data, one.micro_batch, one.global_batch]);
        assert_eq!(told, expected, "{id} {asked:?}");
        if let Some(found) = found {
            assert_eq!((found.gpus(), found.check(model(id).unwrap())), (gpus, Ok(())));
        }
    }

    #[test]
    fn as_little_is_changed_as_can_be() {
        let one = Layout { tensor: 8, pipeline: 16, data: 8, global_batch: 1536, ..Layout::ONE };
        check("gpt3-175b", 1024, one, Some([8, 16, 8, 1, 1536]));
        check("gpt3-175b", 1024, Layout { tensor: 7, ..one }, Some([8, 16, 8, 1, 1536]));
        check("gpt3-175b", 1024, Layout { micro_batch: 5, ..one }, Some([8, 16, 8, 5, 1560]));
        check("gpt3-175b", 1024, Layout { pipeline: 97, ..one }, Some([8, 64, 2, 1, 1536]));
        check("gpt3-175b", 1024, Layout { global_batch: 1537, ..one }, Some([8, 16, 8, 1, 1544]));
        let chunked = |schedule| Layout { tensor: 2, pipeline: 4, global_batch: 9, schedule, ..Layout::ONE };
        check("llama3-8b", 8, chunked(Schedule::Interleaved(2)), Some([2, 4, 1, 1, 9]));
        check("llama3-8b", 8, chunked(Schedule::InterleavedZb(2)), Some([2, 4, 1, 1, 10]));
        let experts = Layout { data: 16, expert: 5, global_batch: 16, ..Layout::ONE };
        let found = nearest(&experts, model("mixtral-8x7b").unwrap(), 16).unwrap();
        assert_eq!(found.expert, 4);
        check("gpt3-175b", 0, one, None);
    }
}
