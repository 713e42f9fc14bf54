//! Training and inference: layouts that do not divide, schedules without an order, graphs that cannot be cut.

use kitchen_core::topology::ClusterSpec;
use kitchen_core::workload::graph::CutError;
use kitchen_core::workload::planner::PlanError;
use kitchen_core::workload::routing::DeliveryError;
use kitchen_core::workload::schedule::{MAX_CHUNKS, ScheduleError};
use kitchen_core::workload::{LayoutError, TrainError, Trained};
use kitchen_text::{Arg, Line, key};

use super::Sentence;

impl Sentence for LayoutError {
    fn line(&self) -> Line {
        match *self {
            LayoutError::Count { what, value, max } => {
                Line::new(key::ERR_LAYOUT_COUNT).text("what", what).int("value", value.into()).int("max", max.into())
            }
            LayoutError::Gpus { gpus, tensor, pipeline } => Line::new(key::ERR_LAYOUT_GPUS)
                .int("gpus", gpus.into())
                .int("tensor", tensor.into())
                .int("pipeline", pipeline.into()),
            LayoutError::Tensor { ways, what, value } => {
                Line::new(key::ERR_LAYOUT_TENSOR).int("ways", ways.into()).text("what", what).int("value", value.into())
            }
            LayoutError::Divide { what, ways, of, value } => Line::new(key::ERR_LAYOUT_DIVIDE)
                .text("what", what)
                .int("ways", ways.into())
                .text("of", of)
                .int("value", value.into()),
            LayoutError::NoExperts { ways } => Line::new(key::ERR_LAYOUT_NO_EXPERTS).int("ways", ways.into()),
            LayoutError::Stages { stages, layers } => {
                Line::new(key::ERR_LAYOUT_STAGES).int("stages", stages.into()).int("layers", layers.into())
            }
            LayoutError::Batch { global, data, micro } => Line::new(key::ERR_LAYOUT_BATCH)
                .int("global", global.into())
                .int("data", data.into())
                .int("micro", micro.into()),
            LayoutError::Schedule(error) => error.line(),
        }
    }
}

impl Sentence for ScheduleError {
    fn line(&self) -> Line {
        match *self {
            ScheduleError::Groups { stages, micro_batches } => {
                let nearest = micro_batches.div_ceil(stages.max(1)) * stages;
                Line::new(key::ERR_SCHEDULE_GROUPS)
                    .int("stages", stages.into())
                    .int("batches", micro_batches.into())
                    .int("nearest", nearest.into())
            }
            ScheduleError::Chunks { chunks } => {
                Line::new(key::ERR_SCHEDULE_CHUNKS).int("chunks", chunks.into()).int("max", MAX_CHUNKS.into())
            }
            ScheduleError::BothEnds { stages, micro_batches } => Line::new(key::ERR_SCHEDULE_BOTH_ENDS)
                .int("stages", stages.into())
                .int("batches", micro_batches.into())
                .int("least", (2 * stages).into()),
        }
    }
}

impl Sentence for TrainError {
    fn line(&self) -> Line {
        match self {
            TrainError::Layout(error) => error.line(),
            TrainError::Topology(error) => error.line(),
            TrainError::Collective(error) => error.line(),
            TrainError::Sim(error) => error.line(),
            TrainError::Packets(error) => error.line(),
        }
    }
}

impl Sentence for PlanError {
    fn line(&self) -> Line {
        match self {
            PlanError::Topology(error) => error.line(),
            PlanError::Train(error) => error.line(),
            &PlanError::NoLayout { gpus, batch } => {
                Line::new(key::ERR_PLAN_NO_LAYOUT).int("gpus", gpus.into()).int("batch", batch.into())
            }
            &PlanError::NothingFits { least, have } => Line::new(key::ERR_PLAN_NOTHING_FITS)
                .arg("least", Arg::BytesDecimal(least))
                .arg("have", Arg::BytesDecimal(have)),
        }
    }
}

impl Sentence for DeliveryError {
    fn line(&self) -> Line {
        match self {
            DeliveryError::Topology(error) => error.line(),
            DeliveryError::Sim(error) => error.line(),
        }
    }
}

/// Devices are counted from 1.
impl Sentence for CutError {
    fn line(&self) -> Line {
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        match *self {
            CutError::Unplaced { placed, operators } => {
                Line::new(key::ERR_CUT_UNPLACED).int("placed", count(placed)).int("operators", count(operators))
            }
            CutError::Device { device, devices } => {
                Line::new(key::ERR_CUT_DEVICE).int("device", i64::from(device) + 1).int("devices", i64::from(devices))
            }
            CutError::Circle => Line::new(key::ERR_CUT_CIRCLE),
            CutError::Returns { from, to } => {
                Line::new(key::ERR_CUT_RETURNS).int("from", i64::from(from) + 1).int("to", i64::from(to) + 1)
            }
        }
    }
}

/// A sentence about a model that does not fit.
pub fn does_not_fit(step: &Trained, spec: &ClusterSpec) -> Option<Line> {
    let line = || {
        Line::new(key::ERR_DOES_NOT_FIT)
            .arg("need", Arg::BytesDecimal(step.memory.total()))
            .arg("have", Arg::BytesDecimal(spec.system.gpu.hbm))
    };
    (!step.fits).then(line)
}
