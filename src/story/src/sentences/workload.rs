//! Training and inference: layouts that do not divide, schedules without an order, graphs that cannot be cut.

use kitchen_core::topology::ClusterSpec;
use kitchen_core::units::Bytes;
use kitchen_core::workload::graph::CutError;
use kitchen_core::workload::planner::PlanError;
use kitchen_core::workload::routing::DeliveryError;
use kitchen_core::workload::schedule::{MAX_CHUNKS, ScheduleError};
use kitchen_core::workload::train::usable;
use kitchen_core::workload::{LayoutError, TrainError, Trained};
use kitchen_text::{BytesDecimal, Line, count, key, msg};

use super::Sentence;

impl Sentence for LayoutError {
    fn line(&self) -> Line {
        match *self {
            LayoutError::Count { what, value, max } => {
                Line::from(msg::ErrLayoutCount { what: what.into(), value: value.into(), max: max.into() })
            }
            LayoutError::Gpus { gpus, tensor, pipeline } => {
                Line::from(msg::ErrLayoutGpus { gpus: gpus.into(), tensor: tensor.into(), pipeline: pipeline.into() })
            }
            LayoutError::Tensor { ways, what, value } => {
                Line::from(msg::ErrLayoutTensor { ways: ways.into(), what: what.into(), value: value.into() })
            }
            LayoutError::Divide { what, ways, of, value } => Line::from(msg::ErrLayoutDivide {
                what: what.into(),
                ways: ways.into(),
                of: of.into(),
                value: value.into(),
            }),
            LayoutError::NoExperts { ways } => Line::from(msg::ErrLayoutNoExperts { ways: ways.into() }),
            LayoutError::Stages { stages, layers } => {
                Line::from(msg::ErrLayoutStages { stages: stages.into(), layers: layers.into() })
            }
            LayoutError::Batch { global, data, micro } => {
                Line::from(msg::ErrLayoutBatch { global: global.into(), data: data.into(), micro: micro.into() })
            }
            LayoutError::Schedule(error) => error.line(),
            LayoutError::Offload { schedule } => Line::from(msg::ErrLayoutOffload { schedule: schedule.id().into() }),
        }
    }
}

impl Sentence for ScheduleError {
    fn line(&self) -> Line {
        match *self {
            ScheduleError::EqualGroups { stages, micro_batches, nearest } => Line::from(msg::ErrScheduleEqualGroups {
                stages: stages.into(),
                batches: micro_batches.into(),
                nearest: nearest.into(),
            }),
            ScheduleError::Folded { stages, micro_batches } => Line::from(msg::ErrScheduleFolded {
                stages: stages.into(),
                batches: micro_batches.into(),
                least: stages.saturating_mul(2).into(),
            }),
            ScheduleError::Chunks { chunks } => {
                Line::from(msg::ErrScheduleChunks { chunks: chunks.into(), max: MAX_CHUNKS.into() })
            }
            ScheduleError::BothEnds { stages, micro_batches } => Line::from(msg::ErrScheduleBothEnds {
                stages: stages.into(),
                batches: micro_batches.into(),
                least: (2 * stages).into(),
            }),
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
                Line::from(msg::ErrPlanNoLayout { gpus: gpus.into(), batch: batch.into() })
            }
            &PlanError::NothingFits { least, have } => {
                Line::from(msg::ErrPlanNothingFits { least: BytesDecimal(least), have: BytesDecimal(have) })
            }
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
        match *self {
            CutError::Unplaced { placed, operators } => {
                Line::from(msg::ErrCutUnplaced { placed: count(placed), operators: count(operators) })
            }
            CutError::Device { device, devices } => {
                Line::from(msg::ErrCutDevice { device: i64::from(device) + 1, devices: i64::from(devices) })
            }
            CutError::Circle => Line::new(key::ERR_CUT_CIRCLE),
            CutError::Returns { from, to } => {
                Line::from(msg::ErrCutReturns { from: i64::from(from) + 1, to: i64::from(to) + 1 })
            }
        }
    }
}

/// A sentence about what a node's host cannot hold, or whose memory is not known.
pub fn host_does_not_fit(step: &Trained, spec: &ClusterSpec) -> Option<Line> {
    let need = BytesDecimal(step.host_memory);
    let line = || match spec.system.host.memory_gb {
        Some(gb) => {
            let have = BytesDecimal(Bytes((gb * 1e9) as u64));
            Line::from(msg::ErrHostDoesNotFit { need, have })
        }
        None => Line::from(msg::ErrHostUnknown { need }),
    };
    (!step.peak_memory.host_fits(spec)).then(line)
}

/// A sentence about a model that does not fit.
pub fn does_not_fit(step: &Trained, spec: &ClusterSpec) -> Option<Line> {
    let line = || {
        Line::from(msg::ErrDoesNotFit {
            need: BytesDecimal(step.memory.total()),
            have: BytesDecimal(spec.system.gpu.hbm),
        })
    };
    let is_over = step.memory.total() > usable(spec);
    is_over.then(line)
}
