//! The same model on the same GPU, answering and learning: how long, how many FLOPs and bytes, what the memory holds.
//!
//! * [`Ask`] and [`Server`]: requests' prompts are read in one pass (prefill), then every further token costs a pass over one
//!   token of each request (decode), which reads all weights and all keys and values so far;
//! * [`mod@learn`]: forward, backward and update over the same kind of sequences, as [`mod@super::train`] computes them;
//! * [`Roofline`] and [`Point`]: how much arithmetic each byte brings;
//! * [`Clock`]: both as one task graph and trace, with the spans and what the memory holds at any time.
//!
//! # Conventions
//! Everything is of one GPU. FLOPs count attention over new tokens in full, as in training. All requests have prompts and
//! answers of one length and are served together; a prompt is read in one pass, whatever its length.
//!
//! # Example
//! ```
//! use kitchen_hardware as hardware;
//! use kitchen_workload::infer::{Ask, Clock, Lesson, Phase, Precision, clock, learn, shape};
//! use kitchen_workload::{Model, Recompute};
//!
//! let (shape, gpu) = (shape("llama3-8b").unwrap(), hardware::gpu("h100-sxm").unwrap());
//! let precision = Precision::BITS_16;
//! let ask = Ask { shape, gpu, system: None, precision, batch: 1, prompt: 512, output: 16, tensor: 1 };
//! let server = ask.serve().unwrap();
//! // The same tokens to learn from.
//! let shape = kitchen_workload::infer::Shape { model: Model { seq: 512, ..shape.model }, ..shape };
//! let lesson = Lesson { shape, gpu, system: None, sequences: 1, tensor: 1, recompute: Recompute::Selective };
//! let learned = learn(&lesson).unwrap();
//! let both = Clock::run(&server, &learned, 1).unwrap();
//! assert_eq!((both.spans[0].phase, both.spans[1].phase), (Phase::Prefill, Phase::Decode(0)));
//! let (roof, decode) = (server.roofline(), both.spans[1].part.point());
//! assert!(decode.intensity < roof.ridge() && decode.attained < roof.roof(decode.intensity));
//! let end = both.trace.makespan;
//! assert!(both.contents(clock::LEARNS, end).total() > both.contents(clock::ANSWERS, end).total());
//! ```

pub mod clock;
pub mod contents;
pub mod cost;
pub mod learn;
pub mod roofline;
pub mod shapes;

pub use clock::{Clock, Phase, Span};
pub use contents::Contents;
pub use cost::{Pass, Precision, is_held_back};
pub use learn::{Learned, Lesson, Part, learn};
pub use roofline::{Point, Roofline};
pub use shapes::{FURTHER_SHAPES, QWEN25_0_5B, Shape, shape, shapes};

use kitchen_collective::{Algorithm, Call, Launch, Op, measure_group};
use kitchen_hardware::Gpu;
use kitchen_topology::{self as topology, ClusterSpec, System};
use kitchen_units::{Bytes, Time};

use super::error::TrainError;
use super::layout::LayoutError;

/// The most requests, tokens of a prompt, tokens of an answer, and tensor ways: they bound the work of an answer.
pub const MAX_BATCH: u32 = 1 << 14;
pub const MAX_PROMPT: u32 = 1 << 20;
pub const MAX_OUTPUT: u32 = 1 << 15;
pub const MAX_TENSOR: u32 = 256;

/// What is asked of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ask {
    pub shape: Shape,
    pub gpu: &'static Gpu,
    /// Whose links join the tensor-parallel GPUs; without one there is a single GPU.
    pub system: Option<&'static System>,
    pub precision: Precision,
    /// Requests served together.
    pub batch: u32,
    /// Tokens of each request's prompt.
    pub prompt: u32,
    /// Tokens of each answer; the first comes out of the prefill.
    pub output: u32,
    /// GPUs that share every layer.
    pub tensor: u32,
}

/// What an answer comes to, on each GPU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answered {
    /// From the prompts to the first token of each answer.
    pub prefill: Pass,
    /// All further tokens together.
    pub decode: Pass,
    /// How many passes those were.
    pub steps: u32,
    /// Until the last token is out.
    pub total: Time,
    /// What the memory holds at the end, when it is fullest of keys and values, with the working space of the larger pass.
    pub contents: Contents,
}

impl Answered {
    /// The mean time between tokens; none where the prefill is all.
    pub fn per_token(&self) -> Option<Time> {
        (self.steps > 0).then(|| Time((self.total.0 - self.prefill.time().0) / u64::from(self.steps)))
    }
}

/// A model ready to answer: what every pass needs is known.
#[derive(Clone, Copy, Debug)]
pub struct Server {
    ask: Ask,
    /// Seconds of one sum of the activations of a prefill, and of a decode step.
    meetings: [f64; 2],
}

impl Ask {
    /// Measures how long its GPUs take to sum, by simulation on the system's links.
    ///
    /// # Errors
    /// A count is out of range, the ways do not divide the model, or no system joins so many GPUs.
    pub fn serve(&self) -> Result<Server, TrainError> {
        self.check()?;
        let tokens = [u64::from(self.batch) * u64::from(self.prompt), u64::from(self.batch)];
        let mut meetings = [0.0; 2];
        for (meeting, tokens) in meetings.iter_mut().zip(tokens) {
            let bytes = Bytes(2 * tokens * u64::from(self.shape.model.hidden));
            *meeting = sum(self.system, self.tensor, bytes)?.as_secs();
        }
        Ok(Server { ask: *self, meetings })
    }

    /// [`Ask::serve`] for one GPU, which has nobody to meet: a program that asks for no more carries no network.
    ///
    /// # Errors
    /// A count is out of range, or more than one GPU is asked for.
    pub fn serve_alone(&self) -> Result<Server, TrainError> {
        self.check()?;
        if self.tensor > 1 {
            return Err(LayoutError::Gpus { gpus: 1, tensor: self.tensor, pipeline: 1 }.into());
        }
        Ok(Server { ask: *self, meetings: [0.0; 2] })
    }

    fn check(&self) -> Result<(), LayoutError> {
        let model = &self.shape.model;
        let counts = [
            ("batch", self.batch, MAX_BATCH),
            ("prompt", self.prompt, MAX_PROMPT),
            ("output", self.output, MAX_OUTPUT),
            ("tensor", self.tensor, MAX_TENSOR),
        ];
        for (what, value, max) in counts {
            if value == 0 || value > max {
                return Err(LayoutError::Count { what, value, max });
            }
        }
        for (what, value) in [("heads", model.heads), ("MLP", model.ffn)] {
            if !value.is_multiple_of(self.tensor) {
                return Err(LayoutError::Tensor { ways: self.tensor, what, value });
            }
        }
        Ok(())
    }
}

/// How long the first `tensor` GPUs of a server take to sum `bytes` that each of them holds.
fn sum(system: Option<&'static System>, tensor: u32, bytes: Bytes) -> Result<Time, TrainError> {
    if tensor == 1 {
        return Ok(Time::ZERO);
    }
    let too_few = |gpus| LayoutError::Gpus { gpus, tensor, pipeline: 1 };
    let system = system.ok_or(too_few(1))?;
    if tensor > system.gpus_per_node {
        return Err(too_few(system.gpus_per_node).into());
    }
    let topology = topology::build(&ClusterSpec::new(system, 1))?;
    let group: Vec<u32> = (0..tensor).collect();
    let call = Call::new(Op::AllReduce, Algorithm::Auto, bytes, &group);
    Ok(measure_group(&topology, &call, Launch::ProcessPerGpu)?.time)
}

impl Server {
    pub fn ask(&self) -> &Ask {
        &self.ask
    }

    /// Reading all prompts.
    pub fn prefill(&self) -> Pass {
        self.pass(self.ask.prompt, 0, self.meetings[0])
    }

    /// The pass after `step` others have followed the prefill.
    pub fn decode(&self, step: u32) -> Pass {
        self.pass(1, self.ask.prompt + step, self.meetings[1])
    }

    fn pass(&self, new: u32, before: u32, meeting: f64) -> Pass {
        let ask = &self.ask;
        let machine =
            cost::Machine { gpu: ask.gpu, shape: &ask.shape, precision: ask.precision, tensor: f64::from(ask.tensor) };
        let tokens = cost::Tokens { sequences: f64::from(ask.batch), new: f64::from(new), before: f64::from(before) };
        machine.pass(&tokens, meeting)
    }

    /// Everything from the prompts to the last token.
    pub fn answer(&self) -> Answered {
        let prefill = self.prefill();
        let (mut decode, mut total) = (Pass::default(), prefill.time());
        let steps = self.ask.output - 1;
        for step in 0..steps {
            let pass = self.decode(step);
            decode.add(&pass, 1.0);
            total += pass.time();
        }
        let contents = self.contents(self.ask.prompt + steps, self.ask.prompt);
        Answered { prefill, decode, steps, total, contents }
    }

    /// What each GPU holds when so many tokens of each request have keys and values, during a pass over `new` tokens of each.
    pub fn contents(&self, tokens: u32, new: u32) -> Contents {
        let ask = &self.ask;
        let requests = u64::from(ask.batch);
        let kv = contents::kv_bytes(&ask.shape, &ask.precision, ask.tensor).0;
        Contents {
            weights: contents::weight_bytes(&ask.shape, &ask.precision, ask.tensor),
            kv_cache: Bytes(requests * u64::from(tokens) * kv),
            activations: contents::working_bytes(&ask.shape, requests * u64::from(new), requests, ask.tensor),
            ..Contents::default()
        }
    }

    /// The fewest requests, of 1, 2, 4 and so on, for whom a decode step waits longer for arithmetic than for memory; none where
    /// keys and values are read so much that no number of requests changes that.
    pub fn turning_point(&self) -> Option<u32> {
        let mut server = *self;
        (0..=MAX_BATCH.ilog2()).map(|power| 1 << power).find(|&batch| {
            server.ask.batch = batch;
            let pass = server.decode(0);
            pass.arithmetic > pass.memory
        })
    }

    /// The roof above every pass.
    pub fn roofline(&self) -> Roofline {
        Roofline::of(self.ask.gpu, &self.ask.precision)
    }
}

#[cfg(test)]
mod tests;
