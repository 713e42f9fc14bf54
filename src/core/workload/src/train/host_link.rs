//! What goes to the host's memory and comes back in a step: the optimizer's state once, activations in every pass.
//!
//! * The state stays in the host (`ZeRO-Offload`, arXiv:2101.06840, keeps it there) and is updated on the GPU: piece by piece it is
//!   brought, updated and taken back, the next piece on its way meanwhile. `ZeRO-Offload` updates it on the CPU instead: 4 bytes of a
//!   parameter cross then, gradients there and weights back, in place of [`STATE_BYTES`] each way; how quickly a node's CPUs update, no
//!   data sheet says. So this is the slower of the two wherever the CPUs keep up with the link.
//! * What a layer keeps goes away while the next layer is at work and comes back while the layer after it is, but for the last layer of
//!   a pass (as `TransformerEngine`'s `cpu_offload` and Megatron Core's activation offloading do).
//!
//! All GPUs of a node do the same at once, over the node's own links: a PCIe switch that two GPUs share is shared.

use kitchen_task::{Kind, Label, TaskGraph, Work};
use kitchen_units::{Bytes, Time};

use super::collective_times::{CollectiveTimes, Simulated};
use super::lanes::{Cut, owned};
use super::peak_memory::layer_bytes;
use super::place::Place;
use crate::cost;
use crate::error::TrainError;
use crate::held_parameters;
use crate::memory::{PerParameter, host};
use crate::model::Model;

/// Pieces that the state of a GPU comes and goes in.
pub(super) const PIECES: u32 = 8;
/// Pieces that are on the GPU at once: one at work, one on its way in, one on its way out.
pub(super) const AT_ONCE: u64 = 3;
/// Bytes of state a parameter that cross each way.
pub(super) const STATE_BYTES: u64 = PerParameter::MIXED.optimizer;

/// A piece of the optimizer's state: how long it takes to come, to be updated and to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Swap {
    pub load: Time,
    pub update: Time,
    pub store: Time,
}

/// When a piece comes, is updated, and goes: from and until, in picoseconds from the update's begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    pub load: [u64; 2],
    pub update: [u64; 2],
    pub store: [u64; 2],
}

impl Swap {
    /// All pieces, none of them held up by anything else.
    pub(super) fn pieces(&self) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        let from = |begin: u64, time: Time| [begin, begin.saturating_add(time.0)];
        for at in 0..PIECES as usize {
            let before = at.checked_sub(1).map(|before| pieces[before]).unwrap_or_default();
            let room = at.checked_sub(2).map_or(0, |two| pieces[two].store[1]);
            let load = from(before.load[1].max(room), self.load);
            let update = from(load[1].max(before.update[1]), self.update);
            let store = from(update[1].max(before.store[1]), self.store);
            pieces.push(Piece { load, update, store });
        }
        pieces
    }

    /// From its begin to the last update, and to the last piece's end.
    pub(super) fn ends(&self) -> [u64; 2] {
        self.pieces().last().map_or([0; 2], |last| [last.update[1], last.store[1]])
    }
}

impl Simulated<'_, '_, '_> {
    /// What the layout moves to the host.
    pub(super) fn offload(
        &mut self,
        model: &Model,
        place: &Place<'_>,
        times: &mut CollectiveTimes,
    ) -> Result<(), TrainError> {
        let (layout, gpu) = (place.layout, self.ground.topology.preset().gpu);
        if layout.offload.activations() {
            for (kind, _) in held_parameters::kinds(model, &(0..model.all_layers())) {
                let bytes = Bytes(layer_bytes(gpu, model, layout, kind) as u64);
                times.away.push((kind, [self.haul(place, bytes, 0)?, self.haul(place, bytes, 1)?]));
            }
        }
        if layout.offload.optimizer() {
            let cut = Cut::of(model, layout);
            for stage in 0..layout.pipeline {
                let mine = owned(model, layout, &cut, stage).div_ceil(u64::from(PIECES));
                let bytes = Bytes(STATE_BYTES * mine);
                times.swaps.push(Swap {
                    load: self.haul(place, bytes, 1)?,
                    update: Time::from_secs_f64(cost::update_seconds(gpu, mine as f64)),
                    store: self.haul(place, bytes, 0)?,
                });
            }
        }
        Ok(())
    }

    /// How long every GPU of a node takes to send its host so many bytes (0), or to get them (1), all at once.
    fn haul(&mut self, place: &Place<'_>, bytes: Bytes, way: usize) -> Result<Time, TrainError> {
        let gpus = place.used.min(place.layout.gpus()).min(self.ground.topology.len());
        // Beside the operations' own numbers.
        let name = (u8::MAX - way as u8, bytes.0, 0, 0, gpus as usize, 0);
        if let Some(&time) = self.known.times.get(&name) {
            return Ok(time);
        }
        let mut graph = TaskGraph::new();
        for gpu in 0..gpus {
            let [there, back] = host::both_ways(self.ground.topology, gpu);
            let route = graph.add_route(if way == 0 { there } else { back });
            let kind = if way == 0 { Kind::Store } else { Kind::Load };
            graph.add(Work::Transfer { src: gpu, dst: gpu, route, bytes }, Label::new(kind), &[]);
        }
        let time = self.ground.run(graph, &self.ground.links)?;
        self.known.times.insert(name, time);
        Ok(time)
    }
}
