//! What a task of a run is called: the table of the trace and the timeline use the same words.

use kitchen_core::show::Run;
use kitchen_core::sim::task::{Kind, NONE, TaskId, Work};
use kitchen_core::text::{Key, Line, key};
use kitchen_core::units::Time;

/// Who does it: a chef, or the way between two.
pub fn who(run: &Run, task: TaskId) -> Option<Line> {
    let chef = |gpu: u32| i64::from(gpu) + 1;
    match run.graph.work.get(task as usize)? {
        Work::Compute { gpu, .. } | Work::Delay { gpu, .. } => Some(Line::new(key::CHEF_NUMBER).int("n", chef(*gpu))),
        Work::Transfer { src, dst, .. } => {
            Some(Line::new(key::SHELL_WAY).int("from", chef(*src)).int("to", chef(*dst)))
        }
        Work::Join => None,
    }
}

/// What it is.
pub const fn what(kind: Kind) -> Key {
    match kind {
        Kind::Forward => key::SHELL_TASK_FORWARD,
        Kind::Backward => key::SHELL_TASK_BACKWARD,
        Kind::Update => key::SHELL_TASK_UPDATE,
        Kind::Reduce => key::SHELL_TASK_REDUCE,
        Kind::Launch => key::SHELL_TASK_LAUNCH,
        Kind::Activation => key::SHELL_TASK_ACTIVATION,
        Kind::ActivationGradient => key::SHELL_TASK_ACTIVATION_GRADIENT,
        Kind::SendReduce => key::SHELL_TASK_SEND_REDUCE,
        Kind::SendCopy => key::SHELL_TASK_SEND_COPY,
        Kind::SwitchReduce => key::SHELL_TASK_SWITCH_REDUCE,
        Kind::SwitchMulticast => key::SHELL_TASK_SWITCH_MULTICAST,
        Kind::Join => key::SHELL_TASK_JOIN,
    }
}

/// The number of its bowl, from 1.
pub fn bowl(run: &Run, task: TaskId) -> Option<i64> {
    let label = run.graph.labels.get(task as usize)?;
    (label.micro_batch != NONE).then(|| i64::from(label.micro_batch) + 1)
}

/// From when to when.
pub fn span(run: &Run, task: TaskId) -> Option<(Time, Time)> {
    let (start, end) = (*run.trace.start.get(task as usize)?, *run.trace.end.get(task as usize)?);
    (end != Time::MAX).then_some((start, end))
}
