//! What one training step works on, and its blocks: the embedding, the layers, the vocabulary projection.

use kitchen_hardware::{Generation, Gpu};
use kitchen_topology::System;
use kitchen_units::Bytes;

use super::activations::{embedding_bytes, head_bytes, whole};
use super::state::{PerParameter, State};
use super::timeline::Contents;
use super::{USABLE_MEMORY, layer_activation_bytes};
use crate::cost;
use crate::layout::{Layout, LayoutError, Recompute, Sharding, Zero};
use crate::model::Model;

/// One training step on one GPU, or on several of a server, each with texts of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ask {
    /// Its `seq` says how many tokens a text has.
    pub model: Model,
    /// Whose GPU, links and host it is.
    pub system: &'static System,
    /// Data-parallel GPUs.
    pub ways: u32,
    /// Texts in the step of each GPU.
    pub sequences: u32,
    /// Bytes that a parameter takes.
    pub each: PerParameter,
    /// What the GPUs share out instead of held_parameters it each.
    pub zero: Zero,
    pub recompute: Recompute,
    /// Layers, from the first, that are recomputed in full although `recompute` keeps more of the others.
    pub redone: u32,
    pub offload: Offload,
}

/// What lies in the host's memory while it is not needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Offload {
    #[default]
    Nothing,
    /// The optimizer's state: each block's is brought for its update and taken back.
    Optimizer,
    /// What forward keeps: each layer's is taken away after forward and brought for backward.
    Activations,
    /// Both.
    Both,
}

impl Offload {
    /// From nothing to both.
    pub const ALL: [Offload; 4] = [Offload::Nothing, Offload::Optimizer, Offload::Activations, Offload::Both];

    /// Stable id, as in flags.
    pub const fn id(self) -> &'static str {
        match self {
            Offload::Nothing => "none",
            Offload::Optimizer => "optimizer",
            Offload::Activations => "activations",
            Offload::Both => "both",
        }
    }

    /// Whether the optimizer's state is kept away.
    pub fn optimizer(self) -> bool {
        matches!(self, Offload::Optimizer | Offload::Both)
    }

    /// Whether activations are.
    pub fn activations(self) -> bool {
        matches!(self, Offload::Activations | Offload::Both)
    }
}

/// A part of the model that is read, kept and written as one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Block {
    pub parameters: u64,
    /// Seconds of each pass.
    pub forward: f64,
    pub backward: f64,
    /// Bytes kept from forward to backward.
    pub kept: u64,
    /// Bytes that are there only while the block is worked on: what is recomputed rather than kept.
    pub remade: u64,
    /// Parameters gathered for it, where weights are shared out: a tied projection has the embedding's.
    pub gathered: u64,
}

/// The most GPUs of a server that are simulated.
pub const MAX_WAYS: u32 = 16;

impl Ask {
    /// Whose memory is filled.
    pub fn gpu(&self) -> &'static Gpu {
        self.system.gpu
    }

    /// Whether it can be simulated.
    ///
    /// # Errors
    /// A count is zero or beyond its limit.
    pub fn check(&self) -> Result<(), LayoutError> {
        let most = MAX_WAYS.min(self.system.gpus_per_node);
        if self.ways == 0 || self.ways > most {
            return Err(LayoutError::Count { what: "data", value: self.ways, max: most });
        }
        self.layout().check(&self.model)
    }

    /// The same as a layout, for what a layer costs.
    pub fn layout(&self) -> Layout {
        Layout {
            data: self.ways,
            sharding: Sharding::over_all(self.zero),
            micro_batch: self.sequences,
            global_batch: self.sequences.saturating_mul(self.ways),
            recompute: self.recompute,
            ..Layout::ONE
        }
    }

    /// Bytes that a layer keeps under that recomputation. A fused attention kernel keeps no scores, whatever is asked for.
    pub fn layer_kept(&self, recompute: Recompute) -> u64 {
        let fused = !matches!(self.gpu().generation, Generation::Pascal | Generation::Volta | Generation::Ampere);
        let recompute = if fused && recompute == Recompute::None { Recompute::Selective } else { recompute };
        whole(layer_activation_bytes(&self.model, &Layout { recompute, ..self.layout() })).0
    }

    /// Layers that are recomputed in full.
    pub fn layers_redone(&self) -> u32 {
        if self.recompute == Recompute::Full { self.model.layers } else { self.redone.min(self.model.layers) }
    }

    /// The embedding, the layers, the vocabulary projection.
    pub(crate) fn blocks(&self) -> Vec<Block> {
        let (model, gpu, layout) = (&self.model, self.gpu(), self.layout());
        let values = f64::from(self.sequences) * f64::from(model.seq) * f64::from(model.hidden);
        let table = model.embedding_parameters();
        let mut blocks = vec![Block {
            parameters: table,
            // Rows read and written; backward clears the table's gradient and adds to its rows.
            forward: cost::streaming(gpu, 4.0 * values, 1.0),
            backward: cost::streaming(gpu, 2.0 * table as f64 + 6.0 * values, 2.0),
            // Models with a gated MLP are trained without dropout.
            kept: if model.gated { 0 } else { whole(embedding_bytes(model, self.sequences, 1)).0 },
            remade: 0,
            gathered: table,
        }];
        let partly = if self.recompute == Recompute::Full { Recompute::Selective } else { self.recompute };
        let usual = cost::layer(gpu, model, &Layout { recompute: partly, ..layout });
        let again = cost::layer(gpu, model, &Layout { recompute: Recompute::Full, ..layout });
        let (kept, least) = (self.layer_kept(partly), self.layer_kept(Recompute::Full));
        for layer in 0..model.layers {
            let redone = layer < self.layers_redone();
            blocks.push(Block {
                parameters: model.layer_parameters(),
                forward: usual.forward,
                backward: if redone { again.backward } else { usual.backward },
                kept: if redone { least } else { kept },
                remade: if redone { kept - least } else { 0 },
                gathered: model.layer_parameters(),
            });
        }
        let head = cost::head(gpu, model, &layout);
        blocks.push(Block {
            parameters: if model.gated { model.head_parameters() } else { 0 },
            forward: head.forward,
            backward: head.backward,
            kept: whole(head_bytes(model, self.sequences)).0,
            remade: 0,
            gathered: model.head_parameters(),
        });
        blocks
    }

    /// All parameters, as many as the blocks hold.
    pub fn parameters(&self) -> u64 {
        self.model.parameters()
    }

    /// Model state of one GPU, wherever it lies.
    pub fn state(&self) -> State {
        State::of(self.parameters(), &self.each, self.zero, self.ways)
    }

    /// What no tensor may have: the context, libraries, and what lies between tensors ([`USABLE_MEMORY`]).
    pub fn reserved(&self) -> Bytes {
        let hbm = self.gpu().hbm.0;
        Bytes(hbm - (hbm as f64 * USABLE_MEMORY) as u64)
    }

    /// The share of a block that comes from the others, where weights or gradients are shared out.
    pub(super) fn foreign(&self, bytes: u64) -> u64 {
        bytes - bytes.div_ceil(u64::from(self.ways.max(1)))
    }

    /// FLOPs that recomputation adds to the step of one GPU.
    pub fn recomputed_flops(&self) -> f64 {
        let tokens = u64::from(self.sequences) * u64::from(self.model.seq);
        f64::from(self.layers_redone()) * self.model.layer_forward_flops(tokens)
    }

    /// The fullest moment without a run, for a search over many layouts: the fuller of the turn from forward to backward, when
    /// all that is kept is there, and of the end of backward, when all gradients are. Rather too much than too little; a test
    /// holds it to the run.
    pub fn estimate(&self) -> Contents {
        let (blocks, state) = (self.blocks(), self.state());
        let layers = &blocks[1..blocks.len() - 1];
        let (head, first) = (blocks[blocks.len() - 1], blocks[0]);
        let widest = |value: fn(&Block) -> u64| blocks.iter().map(value).max().unwrap_or(0);
        let layer = blocks[1].parameters;
        let at_work: u64 = layers.iter().map(|block| block.remade).max().unwrap_or(0);
        let kept: u64 = if self.offload.activations() {
            // The layer at work, the one on its way out or in, and the next.
            layers.iter().map(|block| block.kept).max().unwrap_or(0) * OFFLOADED_AT_ONCE
        } else {
            layers.iter().map(|block| block.kept).sum()
        };
        let mut contents = Contents { weights: state.weights.0, reserved: self.reserved().0, ..Contents::default() };
        if self.zero == Zero::Parameters {
            // The block at work and the next.
            contents.buffers += self.each.weights * self.foreign(layer + widest(|block| block.gathered).max(layer));
        }
        if self.offload.optimizer() {
            let share = u64::from(if self.zero >= Zero::Optimizer { self.ways.max(1) } else { 1 });
            let chunks = self.each.optimizer * (layer + widest(|block| block.parameters)) / share;
            // Brought only when backward has left the rest of the memory empty.
            let backward = state.gradients.0.max(kept);
            contents.buffers = contents.buffers.max((state.gradients.0 + chunks).saturating_sub(backward));
        } else {
            contents.optimizer = state.optimizer.0;
        }
        if self.zero >= Zero::Gradients {
            // The block whose gradients are on their way, and the widest, which is on its way longest.
            contents.buffers += self.each.gradients * self.foreign(layer + widest(|block| block.parameters));
        }
        let turn = first.kept + kept + head.kept;
        let end = state.gradients.0 + first.kept + at_work;
        if turn + at_work > end {
            contents.activations = turn + at_work;
        } else {
            contents.activations = first.kept + at_work;
            contents.gradients = state.gradients.0;
        }
        contents
    }
}

/// Layers whose activations are on the GPU at once while they are taken away and brought back.
const OFFLOADED_AT_ONCE: u64 = 3;
