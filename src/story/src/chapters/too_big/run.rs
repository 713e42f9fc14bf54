//! The run: a text is read first, then learnt from, and every jar on the shelf comes and goes with a task.

use kitchen_core::hardware::Gpu;
use kitchen_core::topology::ClusterSpec;
use kitchen_core::units::{Bytes, Time};
use kitchen_core::workload::memory::{Ask, Contents, Doing, MemoryTimeline, Offload, TrainingStep};
use kitchen_core::workload::{Model, Recompute, Zero};
use kitchen_text::Line;

use crate::scenario::{Draft, Scenario};
use crate::sentences::Sentence as _;
use crate::show::Show;

use super::params::{Params, Relief};

/// What of the parameters the engine is asked for.
pub(super) fn ask(params: Params) -> Ask {
    let shape = params.model;
    let (recompute, redone) = match params.relief {
        Relief::Half => (Recompute::Selective, shape.layers / 2),
        Relief::Full | Relief::AwayRedone(_) => (Recompute::Full, shape.layers),
        Relief::Nothing | Relief::Away(_) => (Recompute::Selective, 0),
    };
    Ask {
        // A GPT shape learns as many positions as the text has words.
        model: Model { seq: params.words, ..*shape },
        system: params.gpu,
        ways: if params.sharing.is_some() { params.chefs } else { 1 },
        sequences: params.texts,
        each: params.digits,
        zero: params.sharing.unwrap_or(Zero::None),
        recompute,
        redone,
        offload: match params.relief {
            Relief::Away(offload) | Relief::AwayRedone(offload) => offload,
            _ => Offload::Nothing,
        },
    }
}

/// As many of a server's GPUs as there are chefs.
pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    let ask = ask(Params::of(scenario));
    vec![ClusterSpec { gpus: Some(ask.ways), ..ClusterSpec::new(ask.system, 1) }]
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    let (topology, lesson) = TrainingStep::plan(&ask(Params::of(scenario))).map_err(|error| error.line())?;
    Ok(vec![Draft::new(topology, lesson.graph)])
}

/// A show's step with its shelves.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub lesson: TrainingStep,
    /// By chef; of the first alone where no more was asked for.
    pub shelves: Vec<MemoryTimeline>,
    /// When reading ended.
    pub turn: Time,
    /// The fullest instant of reading and of learning.
    pub read: (Time, Contents),
    pub peak: (Time, Contents),
    /// The first instant at which something found no room.
    pub over: Option<Time>,
}

impl Step {
    /// As a show's run went, with the first chef's shelf.
    pub(super) fn of(show: &Show) -> Option<Step> {
        Step::with_shelves(show, 1)
    }

    /// The same with the shelves of so many chefs, as far as there are.
    pub(super) fn with_shelves(show: &Show, chefs: u32) -> Option<Step> {
        let mut lesson = TrainingStep::plan(&ask(Params::of(&show.scenario))).ok()?.1;
        lesson.trace = show.runs.first()?.trace.clone();
        let shelves: Vec<MemoryTimeline> = (0..lesson.ask.ways.min(chefs)).map(|gpu| lesson.timeline(gpu)).collect();
        let (first, turn) = (shelves.first()?, lesson.turn());
        let read = first.peak(Time::ZERO, turn);
        let peak = first.peak(turn, Time::MAX);
        let over = first.overflows(lesson.ask.gpu());
        Some(Step { lesson, shelves, turn, read, peak, over })
    }

    pub(super) fn ask(&self) -> &Ask {
        &self.lesson.ask
    }

    pub(super) fn gpu(&self) -> &'static Gpu {
        self.lesson.ask.gpu()
    }

    /// Of the first chef.
    pub(super) fn shelf(&self) -> &MemoryTimeline {
        &self.shelves[0]
    }

    /// The first chef's: from the first start to the last end of a kind of work while learning.
    pub(super) fn learning(&self, doing: Doing) -> Option<(Time, Time)> {
        let trace = &self.lesson.trace;
        let tasks = self.lesson.tasks(0, doing).map(|task| (trace.start[task as usize], trace.end[task as usize]));
        tasks.filter(|span| span.0 >= self.turn).reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)))
    }

    /// When the step begins: with its forward pass.
    pub(super) fn begins(&self) -> Time {
        self.learning(Doing::Forward).map_or(self.turn, |span| span.0)
    }

    /// How many times as much is on the shelf when learning as when reading.
    pub(super) fn times(&self) -> f64 {
        self.peak.1.total().0 as f64 / self.read.1.total().0.max(1) as f64
    }

    /// Bytes that find no room at the fullest.
    pub(super) fn spilled(&self) -> Bytes {
        self.peak.1.over(self.gpu())
    }
}
