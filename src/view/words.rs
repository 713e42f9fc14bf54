//! What a task of a run is called: the table of the trace and the timeline use the same words.

use kitchen_core::run::Run;
use kitchen_core::sim::task::{Kind, NONE, TaskId, Work};
use kitchen_core::units::{Bytes, Time};
use kitchen_story::scenario::Scenario;
use kitchen_story::scene::gantt;
use kitchen_story::story::Layer;
use kitchen_text::{Key, Line, Words, key, msg};

/// Who does it: a chef, or what its lane is named for, or the way between two.
pub fn who(scenario: &Scenario, run: &Run, task: TaskId, layer: Layer) -> Option<Line> {
    let lanes = (scenario.kind.lanes)(scenario);
    // Where there are more GPUs than names, the names are those of several runs.
    let lanes = if run.topology.len() as usize > lanes.len() { &[] } else { lanes };
    let chef = |gpu: u32| match lanes.get(gpu as usize) {
        Some(&name) => Line::new(name),
        None => gantt::chef(gpu, layer == Layer::XRay),
    };
    match run.graph.work.get(task as usize)? {
        Work::Compute { gpu, .. } | Work::Delay { gpu, .. } => Some(chef(*gpu)),
        Work::Transfer { src, dst, .. } => {
            Some(Line::from(msg::ShellWay { from: Words::from(chef(*src)), to: Words::from(chef(*dst)) }))
        }
        Work::Join => None,
    }
}

/// Whether somebody does it.
pub fn is_somebodys(run: &Run, task: TaskId) -> bool {
    run.graph.work.get(task as usize).is_some_and(|work| *work != Work::Join)
}

/// What it is, with the number of its bowl where it has one.
pub fn doing(scenario: &Scenario, run: &Run, task: TaskId) -> Option<Line> {
    let kind = run.graph.labels.get(task as usize)?.kind;
    if let Some(called) = (scenario.kind.called)(scenario, kind) {
        return Some(Line::new(called));
    }
    let numbered = |n: i64| -> Option<Line> {
        Some(match kind {
            Kind::Forward => msg::ShellTaskForwardOf { n }.into(),
            Kind::Backward if in_bundles(run) => msg::ShellTaskBundleOf { n }.into(),
            Kind::Backward => msg::ShellTaskBackwardOf { n }.into(),
            Kind::BackwardInput => msg::ShellTaskBackwardInputOf { n }.into(),
            Kind::BackwardWeight => msg::ShellTaskBackwardWeightOf { n }.into(),
            Kind::Activation => msg::ShellTaskActivationOf { n }.into(),
            Kind::ActivationGradient => msg::ShellTaskActivationGradientOf { n }.into(),
            _ => return None,
        })
    };
    Some(bowl(run, task).and_then(numbered).unwrap_or_else(|| Line::new(chefs(kind))))
}

/// How much it carries.
pub fn bytes(run: &Run, task: TaskId) -> Option<Bytes> {
    match run.graph.work.get(task as usize)? {
        Work::Transfer { bytes, .. } => Some(*bytes),
        _ => None,
    }
}

/// The chunks that it moves, from 1: the first and the last.
pub fn chunks(run: &Run, task: TaskId) -> Option<(u32, u32)> {
    let label = run.graph.labels.get(task as usize)?;
    (label.chunks > 0).then(|| (label.chunk + 1, label.chunk + label.chunks))
}

/// What it is.
pub fn what(scenario: &Scenario, kind: Kind) -> Key {
    (scenario.kind.called)(scenario, kind).unwrap_or(chefs(kind))
}

/// What it is in a chef's hands.
const fn chefs(kind: Kind) -> Key {
    match kind {
        Kind::Forward => key::SHELL_TASK_FORWARD,
        Kind::Backward => key::SHELL_TASK_BACKWARD,
        Kind::BackwardInput => key::SHELL_TASK_BACKWARD_INPUT,
        Kind::BackwardWeight => key::SHELL_TASK_BACKWARD_WEIGHT,
        Kind::Update => key::SHELL_TASK_UPDATE,
        Kind::Reduce => key::SHELL_TASK_REDUCE,
        Kind::Launch => key::SHELL_TASK_LAUNCH,
        Kind::Activation => key::SHELL_TASK_ACTIVATION,
        Kind::ActivationGradient => key::SHELL_TASK_ACTIVATION_GRADIENT,
        Kind::SendReduce => key::SHELL_TASK_SEND_REDUCE,
        Kind::SendCopy => key::SHELL_TASK_SEND_COPY,
        Kind::SwitchReduce => key::SHELL_TASK_SWITCH_REDUCE,
        Kind::SwitchMulticast => key::SHELL_TASK_SWITCH_MULTICAST,
        Kind::Store => key::SHELL_TASK_STORE,
        Kind::Load => key::SHELL_TASK_LOAD,
        Kind::Join => key::SHELL_TASK_JOIN,
    }
}

/// Whether the numbers of bowls are those of bundles of gradients: nothing is cooked in bowls there.
pub fn in_bundles(run: &Run) -> bool {
    run.graph.labels.first().is_some_and(|label| label.kind == Kind::Forward && label.micro_batch == NONE)
}

/// The number of its bowl or bundle, from 1.
pub fn bowl(run: &Run, task: TaskId) -> Option<i64> {
    let label = run.graph.labels.get(task as usize)?;
    (label.micro_batch != NONE).then(|| i64::from(label.micro_batch) + 1)
}

/// From when to when.
pub fn span(run: &Run, task: TaskId) -> Option<(Time, Time)> {
    let (start, end) = (*run.trace.start.get(task as usize)?, *run.trace.end.get(task as usize)?);
    (end != Time::MAX).then_some((start, end))
}
