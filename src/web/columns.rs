//! A trace's columns as typed arrays, to cross from the worker to the page in one copy.

use js_sys::{Array, BigUint64Array, Float64Array, Uint32Array};
use kitchen_core::trace::{RateSegment, Trace};
use kitchen_core::units::Time;
use wasm_bindgen::{JsCast, JsValue};

/// Ready, start, end of each task; task, start, end, rate, done of each segment; the makespan.
const COLUMNS: u32 = 9;

pub fn pack(trace: &Trace) -> Array {
    let times = |column: &[Time]| times(column.iter().copied());
    let segments = &trace.segments;
    let numbers =
        |of: fn(&RateSegment) -> f64| Float64Array::from(segments.iter().map(of).collect::<Vec<_>>().as_slice());
    let tasks: Vec<u32> = segments.iter().map(|segment| segment.task).collect();
    Array::from_iter([
        JsValue::from(times(&trace.ready)),
        times(&trace.start).into(),
        times(&trace.end).into(),
        Uint32Array::from(tasks.as_slice()).into(),
        self::times(segments.iter().map(|segment| segment.start)).into(),
        self::times(segments.iter().map(|segment| segment.end)).into(),
        numbers(|segment| segment.rate).into(),
        numbers(|segment| segment.done).into(),
        self::times([trace.makespan].into_iter()).into(),
    ])
}

fn times(column: impl Iterator<Item = Time>) -> BigUint64Array {
    BigUint64Array::from(column.map(|time| time.0).collect::<Vec<_>>().as_slice())
}

/// The trace of a run of `tasks` tasks; none where the message is not one.
pub fn unpack(message: &JsValue, tasks: usize) -> Option<Trace> {
    let columns: &Array = message.dyn_ref()?;
    let times = |index: u32| -> Option<Vec<Time>> {
        let column: BigUint64Array = columns.get(index).dyn_into().ok()?;
        Some(column.to_vec().into_iter().map(Time).collect())
    };
    let numbers =
        |index: u32| -> Option<Vec<f64>> { Some(columns.get(index).dyn_into::<Float64Array>().ok()?.to_vec()) };
    if columns.length() != COLUMNS {
        return None;
    }
    let (ready, start, end) = (times(0)?, times(1)?, times(2)?);
    let of: Vec<u32> = columns.get(3).dyn_into::<Uint32Array>().ok()?.to_vec();
    let (from, to, rate, done) = (times(4)?, times(5)?, numbers(6)?, numbers(7)?);
    let makespan = *times(8)?.first()?;
    let same = [ready.len(), start.len(), end.len()].iter().all(|&len| len == tasks)
        && [from.len(), to.len(), rate.len(), done.len()].iter().all(|&len| len == of.len())
        && of.iter().all(|&task| (task as usize) < tasks);
    let segment = |i: usize| RateSegment { task: of[i], start: from[i], end: to[i], rate: rate[i], done: done[i] };
    same.then(|| Trace { ready, start, end, segments: (0..of.len()).map(segment).collect(), makespan })
}
