//! What the fullest GPU of a step holds: model state by ZeRO, experts by their own ways, and activations.

use kitchen_hardware::Gpu;
use kitchen_topology::ClusterSpec;
use kitchen_units::Bytes;

use super::host_link::{AT_ONCE, PIECES};
use crate::cost;
use crate::held_parameters::{self, Held};
use crate::layout::{Layout, Recompute};
use crate::memory::{Memory, PerParameter, State, activations, layer_activation_bytes};
use crate::model::{LayerKind, Model};

/// The contents of a GPU's memory at its fullest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PeakMemory {
    /// Which stage it belongs to.
    pub stage: u32,
    /// Parameters of it, by who shares them.
    pub held: Held,
    /// Bytes of what the model and its optimizer are.
    pub state: State,
    /// Bytes that one layer keeps of one micro-batch; of several kinds the most.
    pub layer: Bytes,
    /// Activations of all layers and micro-batches in flight.
    pub activations: Bytes,
    /// What the end of the model keeps of one micro-batch: its inputs and the logits.
    pub head: Bytes,
    /// What a GPU of the stage that keeps the most there has in its host's memory.
    pub away: Bytes,
}

impl PeakMemory {
    /// All of it.
    pub fn memory(&self) -> Memory {
        Memory { state: self.state.total(), activations: Bytes(self.activations.0 + self.head.0) }
    }

    /// What the host of a full node holds.
    pub fn host_memory(&self, spec: &ClusterSpec) -> Bytes {
        let per_node = spec.system.gpus_per_node;
        let used = spec.gpus.map_or(per_node, |gpus| gpus.div_ceil(spec.nodes.max(1)).min(per_node));
        Bytes(self.away.0.saturating_mul(u64::from(used)))
    }

    /// Whether that is there; where its memory is not known, nothing may be moved to it.
    pub fn host_fits(&self, spec: &ClusterSpec) -> bool {
        let have = spec.system.host.memory_gb.map_or(0.0, |gb| gb * 1e9);
        self.away == Bytes::ZERO || self.host_memory(spec).0 as f64 <= have
    }
}

/// Bytes that one layer of that kind keeps for a micro-batch. For GPT shapes `sbh (10 + 24/t + 5as/ht)`
/// (arXiv:2205.05198 eqs. 1-4): 10 are the norms' inputs, the inputs of both blocks and dropout's masks; 24 the queries, keys,
/// values and their result (8) and both sides of the MLP (16); a fused kernel keeps no scores ([`cost::is_fused`]), and the context ways
/// share everything. Of a sparse layer a gated MLP keeps three tensors of its width, and each expert's tokens a copy of themselves: on the GPU
/// whose experts are asked for most, as many as the recipe's imbalance says.
pub fn layer_bytes(gpu: &Gpu, model: &Model, layout: &Layout, kind: LayerKind) -> f64 {
    let (h, t) = (f64::from(model.hidden), f64::from(layout.tensor));
    let tokens = f64::from(model.seq) * f64::from(layout.micro_batch) / f64::from(layout.context);
    if layout.recompute == Recompute::Full {
        return 2.0 * tokens * h / if layout.sequence_parallel { t } else { 1.0 };
    }
    let is_fused = cost::is_fused(gpu, layout);
    if !kind.sparse && model.latent.is_none() {
        // Dense layers by the published formula, whatever their MLP is like.
        let recompute = if is_fused { Recompute::Selective } else { layout.recompute };
        return layer_activation_bytes(model, &Layout { recompute, ..*layout }) / f64::from(layout.context);
    }
    let outside = 10.0 * h / if layout.sequence_parallel { t } else { 1.0 };
    let mixing = 2.0 * (model.qkv() + model.results()) as f64;
    let sides = if model.gated { 6.0 } else { 4.0 };
    let mlp = match model.experts.filter(|_| kind.sparse) {
        None => sides * f64::from(model.ffn),
        Some(experts) => {
            let (top, width) = (f64::from(experts.top), f64::from(experts.width));
            let busiest = if layout.expert > 1 { f64::from(layout.recipe.imbalance) / 100.0 } else { 1.0 };
            top * busiest * (sides * width + 2.0 * h) + sides * f64::from(experts.shared)
        }
    };
    let scores = if layout.recompute == Recompute::None && !is_fused {
        5.0 * f64::from(model.heads) * f64::from(model.seq) / t
    } else {
        0.0
    };
    tokens * (outside + (mixing + mlp) / t + scores)
}

/// Layers whose activations are on the GPU while they are taken away or brought back: at work, going, and coming.
const OFFLOADED_AT_ONCE: f64 = 3.0;

/// The stage whose GPUs hold the most.
pub fn peak_memory(gpu: &Gpu, model: &Model, layout: &Layout) -> PeakMemory {
    let parts = layout.pipeline * layout.schedule.parts();
    let layers = held_parameters::layers_of(model, parts);
    let each = if layout.recipe.gradient_bytes == 4 { PerParameter::GRADIENTS_32 } else { PerParameter::MIXED };
    let kinds = held_parameters::kinds(model, &(0..model.all_layers()));
    let layer = kinds.iter().map(|&(kind, _)| layer_bytes(gpu, model, layout, kind)).fold(0.0, f64::max);
    let of = |stage: u32| {
        // A part of the model in every chunk that goes down the line; where it folds or meets, both ends are counted.
        let own = (0..layout.schedule.chunks()).map(|chunk| place(layout, stage, chunk, parts));
        let mut held = Held::default();
        let (mut kept, mut stays) = (0.0, 0.0);
        let mut ends = 0_u32;
        for part in own {
            ends += u32::from(part + 1 == parts);
            let range = &layers[part as usize];
            held = held
                + held_parameters::of_layers(model, layout, range)
                + held_parameters::of_ends(model, layout, part == 0, part + 1 == parts);
            kept += held_parameters::kinds(model, range)
                .into_iter()
                .map(|(kind, count)| f64::from(count) * layer_bytes(gpu, model, layout, kind))
                .sum::<f64>();
            let last =
                range.clone().next_back().map_or(0.0, |index| layer_bytes(gpu, model, layout, model.kind(index)));
            stays += last;
        }
        // Of one micro-batch a stage keeps its layers once, or of several chunks their share.
        let chunks = f64::from(layout.schedule.chunks()) / f64::from(layout.schedule.parts());
        let in_flight = layout.schedule.in_flight(stage, layout.pipeline, layout.micro_batches());
        let zero = layout.sharding.zero;
        let alike = (layout.tensor * layout.replicas() / layout.expert).min(layout.shards()).max(1);
        let (shared, experts) =
            (State::of(held.shared, &each, zero, layout.shards()), State::of(held.experts, &each, zero, alike));
        let state = State {
            weights: Bytes(shared.weights.0 + experts.weights.0),
            gradients: Bytes(shared.gradients.0 + experts.gradients.0),
            optimizer: Bytes(shared.optimizer.0 + experts.optimizer.0),
        };
        let all = kept / chunks * in_flight;
        // Of what is moved away the last layer of a pass stays, and so much is on its way.
        let left = if layout.offload.activations() {
            (stays / chunks * in_flight + OFFLOADED_AT_ONCE * layer).min(all)
        } else {
            all
        };
        let activations = Bytes(left as u64);
        // The last stage of the model turns round with one micro-batch at a time.
        let head = if ends > 0 { head_bytes(model, layout) as u64 } else { 0 };
        let mut away = (all - left) as u64;
        let mut state = state;
        if layout.offload.optimizer() {
            away += state.optimizer.0;
            // Pieces are brought for the update, when what was kept from forward to backward has gone.
            let here = state.optimizer.0 * AT_ONCE / u64::from(PIECES);
            state.optimizer = Bytes(here.saturating_sub(activations.0 + head));
        }
        PeakMemory { stage, held, state, layer: Bytes(layer as u64), activations, head: Bytes(head), away: Bytes(away) }
    };
    let stages: Vec<PeakMemory> = (0..layout.pipeline).map(of).collect();
    let away = stages.iter().map(|one| one.away).max().unwrap_or_default();
    let fullest = stages.into_iter().max_by_key(|one| (one.memory().total(), u32::MAX - one.stage));
    PeakMemory { away, ..fullest.unwrap_or_default() }
}

/// `4sbh(1 + V/h)`, by tensor and context ways: see [`activations::head_bytes`].
fn head_bytes(model: &Model, layout: &Layout) -> f64 {
    activations::head_bytes(model, layout.micro_batch) / f64::from(layout.tensor) / f64::from(layout.context)
}

/// Which part of the model a chunk is; see [`crate::schedule::Placement`].
fn place(layout: &Layout, stage: u32, chunk: u32, parts: u32) -> u32 {
    use crate::schedule::Placement;
    match (layout.schedule.placement(), chunk) {
        (Placement::Around, _) => chunk * layout.pipeline + stage,
        (Placement::Fold, 1..) => parts - 1 - stage,
        (Placement::BothEnds, 1..) => layout.pipeline - 1 - stage,
        _ => stage,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Kernel, Recipe, Sharding, Zero};
    use crate::memory;
    use crate::model::published::model;
    use crate::schedule::Schedule;

    fn gpu(id: &str) -> &'static Gpu {
        kitchen_hardware::gpu(id).unwrap()
    }

    /// From Hopper on the usual kernel is fused, in memory as in time; before, the scores are kept.
    #[test]
    fn what_is_timed_as_fused_is_kept_as_fused() {
        let model = model("llama3-8b").unwrap();
        let held = |id: &str, attention: Kernel| {
            let layout = Layout { recipe: Recipe { attention, ..Recipe::PLAIN }, ..Layout::ONE };
            peak_memory(gpu(id), model, &layout).memory()
        };
        for id in ["h100-sxm", "b200-sxm"] {
            assert_eq!(held(id, Kernel::ByGpu), held(id, Kernel::Fused), "{id}");
        }
        assert_eq!(held("a100-sxm", Kernel::ByGpu), held("a100-sxm", Kernel::Separate));
        assert!(held("h100-sxm", Kernel::Separate).activations > held("h100-sxm", Kernel::Fused).activations);
    }

    /// The last stage keeps 4 bytes for each of a micro-batch's tokens, words and values of its width; each tensor and context rank
    /// its part.
    #[test]
    fn the_end_of_the_model_keeps_its_logits() {
        let model = model("llama3-8b").unwrap();
        let head = |layout: Layout| peak_memory(gpu("h100-sxm"), model, &layout).head.0;
        let (tokens, values) = (u64::from(model.seq), u64::from(model.vocab + model.hidden));
        assert_eq!(head(Layout::ONE), 4 * tokens * values);
        assert_eq!(head(Layout { micro_batch: 2, ..Layout::ONE }), 8 * tokens * values);
        assert_eq!(head(Layout { tensor: 4, context: 2, ..Layout::ONE }), 4 * tokens * values / 8);
        // The first of several stages is the fullest, and has none.
        assert_eq!(head(Layout { pipeline: 4, global_batch: 8, ..Layout::ONE }), 0);
    }

    /// Of dense layers, nothing sharded: arXiv:2205.05198 eqs. 1-5 beside 16 bytes a parameter.
    fn formula(model: &Model, layout: &Layout) -> Memory {
        let layers = memory::stage_layers(model.layers, layout.pipeline);
        let of = |stage: u32| {
            let kept = layer_activation_bytes(model, layout) * f64::from(layers[stage as usize]);
            let in_flight = f64::from(layout.micro_batches().min(layout.pipeline - stage));
            Memory {
                state: Bytes(memory::stage_parameters(model, layout, stage) * memory::STATE_BYTES),
                activations: Bytes((kept * in_flight) as u64),
            }
        };
        (0..layout.pipeline).map(of).max_by_key(Memory::total).unwrap()
    }

    #[test]
    fn gpt_shapes_hold_what_the_published_formulas_say() {
        for recompute in Recompute::ALL {
            for sequence_parallel in [false, true] {
                let model = model("gpt3-175b").unwrap();
                let usual = Layout { tensor: 8, pipeline: 8, global_batch: 64, ..Layout::ONE };
                let layout = Layout { recompute, sequence_parallel, ..usual };
                let (own, formula) = (peak_memory(gpu("a100-sxm"), model, &layout).memory(), formula(model, &layout));
                assert!(own.total().0.abs_diff(formula.total().0) < 1000, "{layout:?}: {own:?} against {formula:?}");
            }
        }
    }

    /// The busiest GPU keeps what its experts' tokens leave, in proportion; a GPU with all experts has its own tokens alone.
    #[test]
    fn a_favourite_fills_its_gpu() {
        let model = model("mixtral-8x7b").unwrap();
        let kept = |expert: u32, imbalance: u32| {
            let recipe = Recipe { imbalance, attention: Kernel::Fused, ..Recipe::PLAIN };
            peak_memory(gpu("a100-sxm"), model, &Layout { expert, data: 8, global_batch: 8, recipe, ..Layout::ONE })
                .activations
                .0 as f64
        };
        let [even, half, twice] = [100, 150, 200].map(|imbalance| kept(8, imbalance));
        assert!(half > 1.2 * even && twice < 2.0 * even, "{even} {half} {twice}");
        assert!(((twice - even) / (half - even) - 2.0).abs() < 1e-6);
        assert!((kept(1, 100) - kept(1, 200)).abs() < 1.0);
    }

    #[test]
    fn shards_experts_and_context_ways_hold_less() {
        let check = |id: &str, less: Layout, more: Layout| {
            let [less, more] =
                [less, more].map(|layout| peak_memory(gpu("a100-sxm"), model(id).unwrap(), &layout).memory().total());
            assert!(less < more, "{id}: {less:?} against {more:?}");
        };
        let one = Layout { data: 8, global_batch: 8, ..Layout::ONE };
        let sharded = |zero| Layout { sharding: Sharding::over_all(zero), ..one };
        check("llama3-8b", sharded(Zero::Optimizer), one);
        check("llama3-8b", sharded(Zero::Gradients), sharded(Zero::Optimizer));
        check("llama3-8b", sharded(Zero::Parameters), sharded(Zero::Gradients));
        check("mixtral-8x7b", Layout { expert: 8, ..one }, one);
        check("llama3-8b", Layout { context: 4, data: 2, ..one }, one);
        let recipe = Recipe { attention: Kernel::Fused, ..Recipe::PLAIN };
        check("llama3-8b", Layout { recipe, ..one }, one);
        let staged = Layout { pipeline: 4, data: 2, global_batch: 16, ..Layout::ONE };
        check("llama3-8b", staged, Layout { schedule: Schedule::Interleaved(2), ..staged });
    }
}
