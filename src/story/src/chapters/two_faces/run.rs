//! The same model on the same kind of GPU: the first answers its guests, the second learns from the words of one of them.

use kitchen_core::hardware::Gpu;
use kitchen_core::topology::{self, ClusterSpec};
use kitchen_core::workload::infer::{Ask, Clock, Learned, Lesson, Precision, Server, Shape, learn};
use kitchen_core::workload::{Model, Recompute};
use kitchen_text::Line;

use crate::scenario::{Draft, Scenario};
use crate::sentences::Sentence as _;
use crate::show::Show;

use super::params::Params;

/// Tokens of each guest's order.
pub(super) const PROMPT: u32 = 128;
/// Tokens of each answer; the first comes out of the prefill.
pub(super) const WORDS: u32 = 16;

/// Both runs with what they are made of.
#[derive(Clone, Debug)]
pub(super) struct Both {
    pub params: Params,
    pub gpu: &'static Gpu,
    pub server: Server,
    pub learned: Learned,
    pub clock: Clock,
}

impl Both {
    /// Planned, not yet simulated.
    pub(super) fn plan(params: Params) -> Result<Both, Line> {
        let gpu = params.gpu.gpu;
        let shape = shape(params);
        let server = ask(params, PROMPT, WORDS).serve_alone().map_err(|error| error.line())?;
        // A GPT shape learns as many positions as the text has words.
        let text = Shape { model: Model { seq: params.text, ..shape.model }, ..shape };
        let lesson =
            Lesson { shape: text, gpu, system: None, sequences: 1, tensor: 1, recompute: Recompute::Selective };
        let learned = learn(&lesson).map_err(|error| error.line())?;
        let clock = Clock::new(&server, &learned, 1);
        Ok(Both { params, gpu, server, learned, clock })
    }

    /// As a show's run went.
    pub(super) fn of(show: &Show) -> Option<Both> {
        let mut both = Both::plan(Params::of(&show.scenario)).ok()?;
        both.clock.trace = show.runs.first()?.trace.clone();
        Some(both)
    }

    /// Bytes that learning needs beyond the GPU's memory.
    pub(super) fn over(&self) -> u64 {
        let need = self.learned.contents.total().0;
        if self.learned.contents.fit(self.gpu) { 0 } else { need.saturating_sub(self.gpu.hbm.0) }
    }
}

fn shape(params: Params) -> Shape {
    Shape::of(params.model)
}

/// The guests' question to the model, in 16 bits.
pub(super) fn ask(params: Params, prompt: u32, output: u32) -> Ask {
    Ask {
        shape: shape(params),
        gpu: params.gpu.gpu,
        system: None,
        precision: Precision::BITS_16,
        batch: params.guests,
        prompt,
        output,
        tensor: 1,
    }
}

/// Two of a server's GPUs.
pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    vec![ClusterSpec { gpus: Some(2), ..ClusterSpec::new(Params::of(scenario).gpu, 1) }]
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    let both = Both::plan(Params::of(scenario))?;
    let drafts = clusters(scenario).into_iter().map(|spec| {
        let topology = topology::build(&spec).map_err(|error| error.line())?;
        Ok(Draft::new(topology, both.clock.graph.clone()))
    });
    drafts.collect()
}
