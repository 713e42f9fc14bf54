//! One training step in which some of what a GPU's memory holds lies in a memory pool beyond the network (disaggregated memory).
//!
//! The pool is where ASTRA-sim 2.0 puts it (arXiv:2303.14006 section IV): each GPU has a way of its own there, a transfer costs the
//! pool's latency and its bytes over the rate, and a switch before the pool may add what several GPUs send (in-network sums).
//! What is asked for is what `ZeRO-Infinity` asks for (arXiv:2104.07857 sections 4 and 5): weights before each pass, gradients after
//! backward, activations out and in, the optimizer's state once a step; always one piece ahead of the work.

mod demand;
mod step;

pub use demand::{Demand, demand, estimate, expected};
pub use step::{Doing, POOLED, Step, WHOLE, join};

use kitchen_topology::{LinkClass, System};
use kitchen_units::{Bytes, Rate, Time};

use super::layout::{LayoutError, Recompute, Zero};
use super::memory::{self, Contents, MemoryKind, PerParameter};
use super::model::Model;

/// Bytes that a GPU may have asked for and not yet got. Sixteen reads in flight are what common cards allow a connection
/// (`max_qp_rd_atom` 16 in `ibv_devinfo` of a ConnectX); of a mebibyte each is assumed.
pub const IN_FLIGHT: Bytes = Bytes(16 << 20);

/// Pieces that the model's layers come and go in.
pub const PIECES: usize = 8;

/// The most rounds of a step.
pub const MAX_ROUNDS: u32 = 64;

/// What lies in the pool instead of the GPU's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Away {
    pub weights: bool,
    pub gradients: bool,
    pub optimizer: bool,
    pub activations: bool,
}

impl Away {
    /// Nothing.
    pub const NOTHING: Away = Away { weights: false, gradients: false, optimizer: false, activations: false };

    /// The kinds that can lie there.
    pub const KINDS: [MemoryKind; 4] =
        [MemoryKind::Weights, MemoryKind::Gradients, MemoryKind::Optimizer, MemoryKind::Activations];

    /// One kind alone.
    pub fn only(what: MemoryKind) -> Away {
        Away {
            weights: what == MemoryKind::Weights,
            gradients: what == MemoryKind::Gradients,
            optimizer: what == MemoryKind::Optimizer,
            activations: what == MemoryKind::Activations,
        }
    }

    /// Whether a kind lies there.
    pub fn holds(self, what: MemoryKind) -> bool {
        match what {
            MemoryKind::Weights => self.weights,
            MemoryKind::Gradients => self.gradients,
            MemoryKind::Optimizer => self.optimizer,
            MemoryKind::Activations => self.activations,
            MemoryKind::Buffers | MemoryKind::Reserved => false,
        }
    }
}

/// The pool, as one GPU sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pool {
    /// What its way there is made of.
    pub class: LinkClass,
    /// What that carries, each way.
    pub rate: Rate,
    /// From asking for a byte until it is there.
    pub round_trip: Time,
    /// Whether the switch before the pool adds gradients on their way in.
    pub adds: bool,
}

impl Pool {
    /// What arrives: the way's rate, or what may be in flight over the time that it is (Little's law).
    pub fn effective(&self) -> Rate {
        let far = IN_FLIGHT.0 as f64 / self.round_trip.as_secs().max(1e-12);
        Rate::bytes_per_s(self.rate.as_bytes_per_s().min(far))
    }
}

/// One step of one of several GPUs that do the same, each on its own texts and its own way to the pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ask {
    /// Its `seq` says how many tokens a text has.
    pub model: Model,
    /// Whose GPUs and whose links between them.
    pub system: &'static System,
    /// GPUs that share the step; each holds its part of the optimizer's state.
    pub gpus: u32,
    /// Texts of a micro-batch.
    pub sequences: u32,
    /// Micro-batches of a step.
    pub rounds: u32,
    pub away: Away,
    pub pool: Pool,
}

/// A piece of the model: some layers that come and go together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Piece {
    pub parameters: u64,
    /// Parameters that it reads: a tied projection reads the embedding's.
    pub read: u64,
    /// Seconds of each pass over a micro-batch.
    pub forward: f64,
    pub backward: f64,
    /// Bytes kept from forward to backward of a micro-batch.
    pub kept: u64,
}

impl Piece {
    /// Parameters whose optimizer state one GPU holds.
    pub fn owned(&self, gpus: u32) -> u64 {
        self.parameters.div_ceil(u64::from(gpus.max(1)))
    }
}

impl Ask {
    /// The same step without a pool.
    fn lesson(&self) -> memory::Ask {
        memory::Ask {
            model: self.model,
            system: self.system,
            ways: self.gpus,
            sequences: self.sequences,
            each: PerParameter::MIXED,
            zero: Zero::Optimizer,
            recompute: Recompute::Selective,
            redone: 0,
            offload: memory::Offload::Nothing,
        }
    }

    /// Whether it can be simulated.
    ///
    /// # Errors
    /// A count of zero or beyond its limit, or no way to the pool.
    pub fn check(&self) -> Result<(), LayoutError> {
        self.lesson().check()?;
        let count = |what, value, max| LayoutError::Count { what, value, max };
        if self.rounds == 0 || self.rounds > MAX_ROUNDS {
            return Err(count("micro-batches", self.rounds, MAX_ROUNDS));
        }
        if self.gpus < 2 {
            return Err(count("data", self.gpus, self.system.gpus_per_node));
        }
        Ok(())
    }

    /// Bytes that a parameter takes.
    pub const fn each(&self) -> PerParameter {
        PerParameter::MIXED
    }

    /// Bytes that no allocation may have.
    pub fn reserved(&self) -> Bytes {
        self.lesson().reserved()
    }

    /// All parameters.
    pub fn parameters(&self) -> u64 {
        self.model.parameters()
    }

    /// The pieces, from the first: the embedding goes with the first, the vocabulary projection with the last.
    pub fn pieces(&self) -> Vec<Piece> {
        let pages = self.lesson().blocks();
        let layers = pages.len().saturating_sub(2);
        let mut pieces = vec![Piece::default(); PIECES];
        for (at, page) in pages.iter().enumerate() {
            let layer = at.saturating_sub(1).min(layers.saturating_sub(1));
            let piece = &mut pieces[(layer * PIECES / layers.max(1)).min(PIECES - 1)];
            piece.parameters += page.parameters;
            piece.read += page.gathered;
            piece.forward += page.forward;
            piece.backward += page.backward;
            piece.kept += page.kept;
        }
        pieces
    }

    /// What one GPU's memory would hold at its fullest with everything at hand, without a run.
    pub fn at_hand(&self) -> Contents {
        let (parameters, each) = (self.parameters(), self.each());
        let pieces = self.pieces();
        Contents {
            weights: each.weights * parameters,
            gradients: each.gradients * parameters,
            optimizer: pieces.iter().map(|piece| each.optimizer * piece.owned(self.gpus)).sum(),
            activations: pieces.iter().map(|piece| piece.kept).sum(),
            buffers: 0,
            reserved: self.reserved().0,
        }
    }
}

#[cfg(test)]
mod tests;
