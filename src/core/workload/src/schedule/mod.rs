//! Pipeline schedules: in which order each stage takes up its forward and backward passes.
//!
//! A schedule is an order for each stage and nothing else; when an operation runs follows from the order, the stage's
//! own clock and the arrival of its input. Where the parts of the model sit ([`Placement`]) belongs to it.

mod dual_pipe;
mod dual_pipe_v;
mod gpipe;
mod hand_made;
mod interleaved;
mod interleaved_zb;
mod naive;
mod one_f_one_b;
mod placement;
mod split;
mod zb_h1;
mod zb_h2;
mod zb_v;

#[cfg(test)]
mod tests;
use kitchen_units::wire::Wire;

pub use hand_made::{HandMade, MOST_MICRO_BATCHES, MOST_STAGES, Refusal, Rules};
pub use placement::{Place, Placement};

/// A schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Schedule {
    /// One micro-batch at a time through the whole line and back.
    Naive,
    /// All forward passes, then all backward passes (arXiv:1811.06965).
    GPipe,
    /// After a warm-up, one forward and one backward in turn (arXiv:1806.03377, arXiv:2104.04473).
    OneFOneB,
    /// 1F1B, with the gradient of the input handed on before those of the weights are computed.
    Split,
    /// 1F1B with so many chunks of the model on each stage (arXiv:2104.04473).
    Interleaved(u32),
    /// Weight gradients fill the drain, in 1F1B's memory (arXiv:2401.10241).
    ZbH1,
    /// And forward passes the warm-up, in about twice that (arXiv:2401.10241).
    ZbH2,
    /// Down the line and back up, without a bubble in 1F1B's memory where the passes are equal (arXiv:2401.10241).
    ZbV,
    /// From both ends at once (arXiv:2412.19437).
    DualPipe,
    /// [`Schedule::Interleaved`] with weight gradients in the drain (ZB1P of arXiv:2401.10241 with chunks, as PyTorch has it).
    InterleavedZb(u32),
    /// DualPipe folded: down the line and back up, a forward and a backward pass at a time, no parameter twice (DeepSeek's DualPipe).
    DualPipeV,
}

impl Wire for Schedule {
    fn put(&self, out: &mut Vec<u8>) {
        let place = Schedule::ALL.iter().position(|known| known.id() == self.id()).unwrap_or(0);
        (place as u8, self.chunks()).put(out);
    }

    fn take(from: &mut &[u8]) -> Option<Schedule> {
        let (place, chunks) = <(u8, u32)>::take(from)?;
        let schedule = *Schedule::ALL.get(usize::from(place))?;
        Some(schedule.with_chunks(chunks))
    }
}

/// What a stage does with a micro-batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pass {
    /// Forward.
    Forward,
    /// The gradients of its input and of its weights at once.
    Backward,
    /// The gradient of its input alone, which the stage before waits for ("B" where the gradient is split).
    Input,
    /// The gradients of its weights alone, which nobody waits for but the optimizer ("W").
    Weight,
}

/// One operation of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// What is done.
    pub pass: Pass,
    /// On which micro-batch, from 0.
    pub micro_batch: u32,
    /// With which of the stage's chunks of the model, from 0.
    pub chunk: u32,
    /// Taken up together with the next operation: both begin when both have their input, and both hand on when both are done.
    pub joined: bool,
}

impl Step {
    /// A pass over a micro-batch with the stage's only (or first) chunk.
    pub const fn of(pass: Pass, micro_batch: u32) -> Step {
        Step { pass, micro_batch, chunk: 0, joined: false }
    }

    /// [`Step::of`] a forward pass.
    pub const fn forward(micro_batch: u32) -> Step {
        Step::of(Pass::Forward, micro_batch)
    }

    /// [`Step::of`] a whole backward pass.
    pub const fn backward(micro_batch: u32) -> Step {
        Step::of(Pass::Backward, micro_batch)
    }
}

/// An order for each stage, and where the model's chunks sit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The way of a micro-batch through the stages.
    pub placement: Placement,
    /// Chunks of the model on each stage.
    pub chunks: u32,
    /// How many micro-batches there are.
    pub micro_batches: u32,
    /// By stage.
    pub orders: Vec<Vec<Step>>,
}

impl Plan {
    /// How many stages there are.
    pub fn stages(&self) -> u32 {
        self.orders.len() as u32
    }

    /// The most chunks' activations that a stage holds at once: from the forward pass to the last of the gradients.
    pub fn peak_chunks(&self, stage: u32) -> u32 {
        let (mut held, mut peak) = (0_u32, 0);
        for step in self.orders.get(stage as usize).into_iter().flatten() {
            match step.pass {
                Pass::Forward => held += 1,
                Pass::Backward | Pass::Weight => held = held.saturating_sub(1),
                Pass::Input => {}
            }
            peak = peak.max(held);
        }
        peak
    }
}

/// Why a schedule has no order for so many stages and micro-batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleError {
    /// Interleaved zero bubble goes in equal groups of at least as many micro-batches as there are stages.
    EqualGroups { stages: u32, micro_batches: u32, nearest: u32 },
    /// The stages' chunks are none, or beyond the limit.
    Chunks { chunks: u32 },
    /// From both ends: an even number of stages and of micro-batches, at least twice as many of these.
    BothEnds { stages: u32, micro_batches: u32 },
    /// Down and back up in pairs: at least twice as many micro-batches as stages.
    Folded { stages: u32, micro_batches: u32 },
}

/// The most chunks of the model on a stage.
pub const MAX_CHUNKS: u32 = 64;

impl Schedule {
    /// All, the simplest first; interleaved with two chunks.
    pub const ALL: [Schedule; 11] = [
        Schedule::Naive,
        Schedule::GPipe,
        Schedule::OneFOneB,
        Schedule::Split,
        Schedule::Interleaved(2),
        Schedule::ZbH1,
        Schedule::ZbH2,
        Schedule::ZbV,
        Schedule::DualPipe,
        Schedule::InterleavedZb(2),
        Schedule::DualPipeV,
    ];

    /// Stable id, as in links and flags.
    pub const fn id(self) -> &'static str {
        match self {
            Schedule::Naive => "naive",
            Schedule::GPipe => "gpipe",
            Schedule::OneFOneB => "1f1b",
            Schedule::Split => "1f1b-split",
            Schedule::Interleaved(_) => "interleaved",
            Schedule::ZbH1 => "zb-h1",
            Schedule::ZbH2 => "zb-h2",
            Schedule::ZbV => "zb-v",
            Schedule::DualPipe => "dualpipe",
            Schedule::InterleavedZb(_) => "interleaved-zb",
            Schedule::DualPipeV => "dualpipe-v",
        }
    }

    /// The schedule with that id.
    pub fn from_id(id: &str) -> Option<Schedule> {
        Schedule::ALL.into_iter().find(|schedule| schedule.id() == id)
    }

    /// The same with so many chunks on each stage, where that can be chosen.
    #[must_use]
    pub const fn with_chunks(self, chunks: u32) -> Schedule {
        match self {
            Schedule::Interleaved(_) => Schedule::Interleaved(chunks),
            Schedule::InterleavedZb(_) => Schedule::InterleavedZb(chunks),
            other => other,
        }
    }

    /// Whether the number of chunks can be chosen.
    pub const fn is_interleaved(self) -> bool {
        matches!(self, Schedule::Interleaved(_) | Schedule::InterleavedZb(_))
    }

    /// Chunks of the model that each stage holds.
    pub const fn chunks(self) -> u32 {
        match self {
            Schedule::Interleaved(chunks) | Schedule::InterleavedZb(chunks) => chunks,
            Schedule::ZbV | Schedule::DualPipe | Schedule::DualPipeV => 2,
            _ => 1,
        }
    }

    /// Where the chunks sit.
    pub const fn placement(self) -> Placement {
        match self {
            Schedule::Interleaved(_) | Schedule::InterleavedZb(_) => Placement::Around,
            Schedule::ZbV | Schedule::DualPipeV => Placement::Fold,
            Schedule::DualPipe => Placement::BothEnds,
            _ => Placement::Line,
        }
    }

    /// Into how many parts the model's layers are cut for each stage: a chunk is that part of what a stage would have alone.
    /// DualPipe's two chunks are whole: every parameter is there twice.
    pub const fn parts(self) -> u32 {
        match self {
            Schedule::DualPipe => 1,
            _ => self.chunks(),
        }
    }

    /// Whether it computes the gradients of inputs and of weights apart.
    pub const fn splits(self) -> bool {
        !matches!(self, Schedule::Naive | Schedule::GPipe | Schedule::OneFOneB | Schedule::Interleaved(_))
    }

    /// Whether it takes up a forward and a backward pass together, and splits some gradients and not others.
    pub const fn mixes(self) -> bool {
        matches!(self, Schedule::DualPipe | Schedule::DualPipeV)
    }

    /// Whether a stage updates as soon as its own gradients are there, and what the norm of all would have changed is undone
    /// afterwards, which is rare (post-validation, arXiv:2401.10241 section 4). Then stages begin and end one after the other, and a
    /// step is as long as the stage that is the longest at it from its first operation to its last.
    pub const fn is_checked_later(self) -> bool {
        matches!(self, Schedule::ZbH1 | Schedule::ZbH2 | Schedule::ZbV | Schedule::InterleavedZb(_))
    }

    /// Whether there is an order for so many stages and micro-batches.
    ///
    /// # Errors
    /// What the schedule asks of them.
    pub fn check(self, stages: u32, micro_batches: u32) -> Result<(), ScheduleError> {
        match self {
            Schedule::Interleaved(chunks) | Schedule::InterleavedZb(chunks) if chunks == 0 || chunks > MAX_CHUNKS => {
                Err(ScheduleError::Chunks { chunks })
            }
            Schedule::InterleavedZb(_) if interleaved_zb::group(stages, micro_batches).is_none() => {
                let nearest = interleaved_zb::nearest(stages, micro_batches);
                Err(ScheduleError::EqualGroups { stages, micro_batches, nearest })
            }
            Schedule::DualPipeV if stages == 0 || micro_batches < 2 * stages => {
                Err(ScheduleError::Folded { stages, micro_batches })
            }
            Schedule::DualPipe
                if stages == 0
                    || !stages.is_multiple_of(2)
                    || !micro_batches.is_multiple_of(2)
                    || micro_batches < 2 * stages =>
            {
                Err(ScheduleError::BothEnds { stages, micro_batches })
            }
            _ => Ok(()),
        }
    }

    /// The order of `stage` (from 0) among `stages` for `micro_batches`. One that [`Schedule::check`] refuses is not a whole
    /// step's.
    pub fn order(self, stage: u32, stages: u32, micro_batches: u32) -> Vec<Step> {
        match self {
            Schedule::Naive => naive::order(micro_batches),
            Schedule::GPipe => gpipe::order(micro_batches),
            Schedule::OneFOneB => one_f_one_b::order(stage, stages, micro_batches),
            Schedule::Split => split::order(stage, stages, micro_batches),
            Schedule::Interleaved(chunks) => interleaved::order(stage, (stages, chunks), micro_batches),
            Schedule::ZbH1 => zb_h1::order(stage, stages, micro_batches),
            Schedule::ZbH2 => zb_h2::order(stage, stages, micro_batches),
            Schedule::ZbV => zb_v::order(stage, stages, micro_batches),
            Schedule::DualPipe => dual_pipe::order(stage, stages, micro_batches),
            Schedule::InterleavedZb(chunks) => interleaved_zb::order(stage, (stages, chunks), micro_batches),
            Schedule::DualPipeV => dual_pipe_v::order(stage, stages, micro_batches),
        }
    }

    /// The orders of all stages.
    ///
    /// # Errors
    /// Those of [`Schedule::check`].
    pub fn plan(self, stages: u32, micro_batches: u32) -> Result<Plan, ScheduleError> {
        self.check(stages, micro_batches)?;
        let orders = (0..stages).map(|stage| self.order(stage, stages, micro_batches)).collect();
        Ok(Plan { placement: self.placement(), chunks: self.chunks(), micro_batches, orders })
    }

    /// The most chunks' activations that a stage holds at once; see [`Schedule::parts`] for how much a chunk is.
    pub fn peak_chunks(self, stage: u32, stages: u32, micro_batches: u32) -> u32 {
        match self {
            Schedule::Naive => 1.min(micro_batches),
            Schedule::GPipe => micro_batches,
            Schedule::OneFOneB | Schedule::Split => (stages - stage).min(micro_batches),
            Schedule::Interleaved(chunks) => {
                let shape = (stages, chunks);
                (interleaved::warm_up(stage, shape, micro_batches) + 1).min(micro_batches * chunks)
            }
            Schedule::ZbH1 => stages.min(micro_batches),
            Schedule::ZbH2 => (2 * stages - 1).min(micro_batches),
            Schedule::ZbV if micro_batches >= 2 * stages - 1 => 2 * stages,
            Schedule::ZbV => {
                // Some of the warm-up is missing: counted.
                let orders = vec![self.order(stage, stages, micro_batches)];
                Plan { placement: self.placement(), chunks: 2, micro_batches, orders }.peak_chunks(0)
            }
            Schedule::DualPipe => stages + 1,
            Schedule::InterleavedZb(chunks) => interleaved_zb::peak_chunks((stages, chunks), micro_batches),
            Schedule::DualPipeV => 2 * stages + 1,
        }
    }

    /// The most micro-batches whose activations a stage holds at once, a chunk counted as its part of one.
    pub fn in_flight(self, stage: u32, stages: u32, micro_batches: u32) -> f64 {
        f64::from(self.peak_chunks(stage, stages, micro_batches)) / f64::from(self.parts())
    }
}
