//! The operators of a transformer layer stack, what each costs on a GPU, and the tensors that flow between them.

use kitchen_hardware::Gpu;
use kitchen_units::{Bytes, Time};
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef as _;

use crate::cost::{gemm, streaming};
use crate::layout::LayoutError;
use crate::model::Model;

/// What an operator does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// The tokens' numbers arrive.
    Tokens,
    /// Each number becomes a row of the embedding table.
    Embed,
    /// The norm before attention.
    AttentionNorm,
    /// Queries, keys and values in one product.
    Qkv,
    /// Queries times keys: `s × s` for each head.
    Scores,
    /// Each row of scores becomes shares (with dropout where the model learns).
    Softmax,
    /// Values weighted by the shares and summed.
    Mix,
    /// The heads' results, put together in one product.
    Project,
    /// What attention found, added to the residual stream.
    AttentionAdd,
    /// The norm before the MLP.
    MlpNorm,
    /// Up (and gate).
    Up,
    /// The activation function (times the gate).
    Activate,
    /// Back to the width of the residual stream.
    Down,
    /// What the MLP found, added to the residual stream.
    MlpAdd,
    /// The norm after the last layer.
    FinalNorm,
    /// A number for each word of the vocabulary.
    Logits,
    /// How far off they are.
    Loss,
}

/// The operators of one layer, in order.
pub const LAYER: [Op; 12] = [
    Op::AttentionNorm,
    Op::Qkv,
    Op::Scores,
    Op::Softmax,
    Op::Mix,
    Op::Project,
    Op::AttentionAdd,
    Op::MlpNorm,
    Op::Up,
    Op::Activate,
    Op::Down,
    Op::MlpAdd,
];

/// What a tensor holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Numbers of tokens, in 32 bits: the only tensor without a gradient.
    Tokens,
    /// The residual stream.
    Residual,
    /// After a norm.
    Normed,
    /// For scores.
    Queries,
    /// For scores.
    Keys,
    /// To be weighted.
    Values,
    /// `s × s` for each head.
    Scores,
    /// The same after the softmax.
    Shares,
    /// The heads' weighted sums.
    Mixed,
    /// What goes to the addition after attention.
    Projected,
    /// The gate of the MLP, where it has one.
    Gate,
    /// The wide side of the MLP.
    Up,
    /// The same after the activation function.
    Active,
    /// What goes to the addition after the MLP.
    Narrowed,
    /// A number for each word of the vocabulary.
    Logits,
}

impl Value {
    /// Whether a gradient comes back for it.
    pub const fn learns(self) -> bool {
        !matches!(self, Value::Tokens)
    }

    /// Bytes of one of its entries.
    const fn width(self) -> u64 {
        if matches!(self, Value::Tokens) { 4 } else { 2 }
    }
}

/// One way through an operator on one GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// How long it takes.
    pub time: Time,
    /// Floating-point operations of its matrix products; nothing else is counted.
    pub flops: f64,
}

/// One operator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operator {
    /// What it does.
    pub op: Op,
    /// Its layer, from 0; before the first one 0, after the last one their number.
    pub layer: u32,
    /// On the way out.
    pub forward: Effort,
    /// On the way back; nothing where there is nothing to learn.
    pub backward: Effort,
    /// Bytes of its weights. The vocabulary projection has weights of its own, also where the model reuses the embedding's: both
    /// ends hold a copy, as in Megatron-LM (arXiv:1909.08053).
    pub weights: Bytes,
}

/// One tensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tensor {
    /// What it holds.
    pub value: Value,
    /// Who makes it.
    pub from: NodeIndex,
    /// How often, rows, columns: `[heads × sequences, s, s]` for scores, `[sequences, s, width]` for the others.
    pub shape: [u64; 3],
    /// Its size in memory.
    pub bytes: Bytes,
}

/// Operators, joined by the tensors that flow from one to the other: an edge's weight is the tensor's place in `tensors`.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The operators.
    pub dag: DiGraph<Operator, u32>,
    /// The tensors that anybody uses.
    pub tensors: Vec<Tensor>,
}

/// Bounds that keep a hostile shape from building a huge graph.
const MAX_LAYERS: u32 = 1024;
const MAX_SEQ: u32 = 1 << 20;
const MAX_SEQUENCES: u32 = 1024;

impl Graph {
    /// The graph of `model` for so many sequences of its length, costed on `gpu` in 16 bits.
    ///
    /// # Errors
    /// A count is zero or too large, by name.
    pub fn of(model: &Model, gpu: &Gpu, sequences: u32) -> Result<Graph, LayoutError> {
        let counts = [
            ("batch", sequences, MAX_SEQUENCES),
            ("sequence", model.seq, MAX_SEQ),
            ("layers", model.layers, MAX_LAYERS),
            ("heads", model.heads, model.hidden),
        ];
        for (what, value, max) in counts {
            if value == 0 || value > max {
                return Err(LayoutError::Count { what, value, max });
            }
        }
        let mut build = Build::new(model, gpu, sequences);
        let mut stream = build.entrance();
        for layer in 0..model.layers {
            stream = build.attention(layer, stream);
            stream = build.mlp(layer, stream);
        }
        build.exit(stream);
        Ok(build.graph)
    }

    /// The operators so that each comes after those that it needs; among those that could be next the first by layer and kind. It
    /// does not depend on how nodes are numbered. Shorter than the graph where operators wait for each other in a circle.
    pub fn order(&self) -> Vec<NodeIndex> {
        let key = |node: NodeIndex| (self.dag[node].layer, self.dag[node].op);
        let mut missing: Vec<usize> =
            self.dag.node_indices().map(|node| self.dag.edges_directed(node, Direction::Incoming).count()).collect();
        let mut ready: Vec<NodeIndex> = self.dag.node_indices().filter(|node| missing[node.index()] == 0).collect();
        let mut order = Vec::with_capacity(missing.len());
        while let Some(at) = (0..ready.len()).min_by_key(|&at| key(ready[at])) {
            let node = ready.swap_remove(at);
            order.push(node);
            for edge in self.dag.edges(node) {
                let left = &mut missing[edge.target().index()];
                *left -= 1;
                if *left == 0 {
                    ready.push(edge.target());
                }
            }
        }
        order
    }

    /// By node: its place in [`Graph::order`].
    pub fn ranks(&self) -> Vec<usize> {
        let mut ranks = vec![usize::MAX; self.dag.node_count()];
        for (rank, node) in self.order().into_iter().enumerate() {
            ranks[node.index()] = rank;
        }
        ranks
    }

    /// Where an operator stands in [`Graph::order`].
    pub fn place_of(&self, layer: u32, op: Op) -> Option<usize> {
        let is_it = |node: &NodeIndex| (self.dag[*node].layer, self.dag[*node].op) == (layer, op);
        self.order().iter().position(is_it)
    }

    /// A tensor's operators.
    pub fn users(&self, tensor: u32) -> impl Iterator<Item = NodeIndex> + '_ {
        let from = self.tensors[tensor as usize].from;
        self.dag.edges(from).filter(move |edge| *edge.weight() == tensor).map(|edge| edge.target())
    }
}

/// A matrix product: how many of them, rows, columns, inner dimension.
#[derive(Clone, Copy)]
struct Product {
    batch: f64,
    m: f64,
    n: f64,
    k: f64,
}

/// What an operator does besides: bytes that kernels move, on the way out and back.
#[derive(Clone, Copy, Default)]
struct Moved {
    forward: (f64, f64),
    backward: (f64, f64),
}

struct Build<'a> {
    graph: Graph,
    model: &'a Model,
    gpu: &'a Gpu,
    sequences: u64,
    /// Tokens, width, width of a head.
    n: f64,
    h: f64,
    head: f64,
}

impl<'a> Build<'a> {
    fn new(model: &'a Model, gpu: &'a Gpu, sequences: u32) -> Build<'a> {
        let n = f64::from(sequences) * f64::from(model.seq);
        let head = f64::from(model.hidden / model.heads);
        let (h, sequences) = (f64::from(model.hidden), u64::from(sequences));
        Build { graph: Graph::default(), model, gpu, sequences, n, h, head }
    }

    /// Adds an operator that uses `inputs`.
    fn add(&mut self, (layer, op): (u32, Op), product: Option<Product>, moved: Moved, inputs: &[u32]) -> NodeIndex {
        let (mut out, mut back, mut flops, mut weights) = (0.0, 0.0, 0.0, 0.0);
        if let Some(Product { batch, m, n, k }) = product {
            out = gemm(self.gpu, m, n, k, batch);
            flops = 2.0 * batch * m * n * k;
            // The gradients of both factors. For attention as `cost` has it: twice the product.
            back = if batch > 1.0 { 2.0 * out } else { gemm(self.gpu, m, k, n, 1.0) + gemm(self.gpu, k, n, m, 1.0) };
            weights = if batch > 1.0 { 0.0 } else { k * n };
        }
        let stream = |(bytes, kernels): (f64, f64)| streaming(self.gpu, bytes, kernels);
        let forward = Effort { time: Time::from_secs_f64(out + stream(moved.forward)), flops };
        // The gradients of weights are added to those held.
        let (bytes, kernels) = moved.backward;
        let again = stream((bytes + if is_layer(op) { 4.0 * weights } else { 0.0 }, kernels));
        let backward = Effort { time: Time::from_secs_f64(back + again), flops: 2.0 * flops };
        let weights = Bytes(2 * weights as u64);
        let node = self.graph.dag.add_node(Operator { op, layer, forward, backward, weights });
        for &tensor in inputs {
            self.graph.dag.add_edge(self.graph.tensors[tensor as usize].from, node, tensor);
        }
        node
    }

    fn tensor(&mut self, from: NodeIndex, value: Value, shape: [u64; 3]) -> u32 {
        let bytes = Bytes(shape.iter().fold(value.width(), |all, &side| all.saturating_mul(side)));
        self.graph.tensors.push(Tensor { value, from, shape, bytes });
        self.graph.tensors.len() as u32 - 1
    }

    /// A tensor with so many numbers for each token.
    fn wide(&mut self, from: NodeIndex, value: Value, width: u64) -> u32 {
        self.tensor(from, value, [self.sequences, u64::from(self.model.seq), width])
    }

    fn entrance(&mut self) -> u32 {
        let (n, h) = (self.n, self.h);
        // 4 bytes a token, read and written.
        let node = self.add((0, Op::Tokens), None, Moved { forward: (8.0 * n, 1.0), ..Moved::default() }, &[]);
        let tokens = self.wide(node, Value::Tokens, 1);
        // A row read and written; back, the gradient read and a row read and written.
        let moved = Moved { forward: (4.0 * n * h, 1.0), backward: (6.0 * n * h, 1.0) };
        let node = self.add((0, Op::Embed), None, moved, &[tokens]);
        self.graph.dag[node].weights = Bytes(2 * self.model.embedding_parameters());
        self.wide(node, Value::Residual, u64::from(self.model.hidden))
    }

    /// Bytes of [`crate::cost`]: a norm 4 a value, an addition 7, the heads' transposition 12, back half as much again.
    fn passes(bytes: f64, kernels: f64, back: f64) -> Moved {
        Moved { forward: (bytes, kernels), backward: (1.5 * bytes, back) }
    }

    fn norm(&mut self, at: (u32, Op), stream: u32) -> u32 {
        let node = self.add(at, None, Build::passes(4.0 * self.n * self.h, 1.0, 2.0), &[stream]);
        self.wide(node, Value::Normed, u64::from(self.model.hidden))
    }

    fn sum(&mut self, at: (u32, Op), stream: u32, found: u32) -> u32 {
        let node = self.add(at, None, Build::passes(7.0 * self.n * self.h, 1.0, 1.0), &[stream, found]);
        self.wide(node, Value::Residual, u64::from(self.model.hidden))
    }

    fn attention(&mut self, layer: u32, stream: u32) -> u32 {
        let (n, h, s) = (self.n, self.h, f64::from(self.model.seq));
        let one = |m, n, k| Some(Product { batch: 1.0, m, n, k });
        let normed = self.norm((layer, Op::AttentionNorm), stream);
        let qkv = one(n, self.model.qkv() as f64, h);
        let node = self.add((layer, Op::Qkv), qkv, Build::passes(12.0 * n * h, 2.0, 2.0), &[normed]);
        let hidden = u64::from(self.model.hidden);
        let side = (self.model.qkv() - hidden) / 2;
        let queries = self.wide(node, Value::Queries, hidden);
        let keys = self.wide(node, Value::Keys, side);
        let values = self.wide(node, Value::Values, side);
        let batch = self.sequences as f64 * f64::from(self.model.heads);
        let scores = Product { batch, m: s, n: s, k: self.head };
        let node = self.add((layer, Op::Scores), Some(scores), Moved::default(), &[queries, keys]);
        let square =
            [self.sequences * u64::from(self.model.heads), u64::from(self.model.seq), u64::from(self.model.seq)];
        let scores = self.tensor(node, Value::Scores, square);
        // As `cost` has it: 9 bytes a score on the way out, 11 on the way back.
        let of = batch * s * s;
        let moved = Moved { forward: (9.0 * of, 2.0), backward: (11.0 * of, 2.0) };
        let node = self.add((layer, Op::Softmax), None, moved, &[scores]);
        let shares = self.tensor(node, Value::Shares, square);
        let mix = Product { batch, m: s, n: self.head, k: s };
        let node = self.add((layer, Op::Mix), Some(mix), Moved::default(), &[shares, values]);
        let mixed = self.wide(node, Value::Mixed, hidden);
        let node = self.add((layer, Op::Project), one(n, h, h), Moved::default(), &[mixed]);
        let projected = self.wide(node, Value::Projected, hidden);
        self.sum((layer, Op::AttentionAdd), stream, projected)
    }

    fn mlp(&mut self, layer: u32, stream: u32) -> u32 {
        let (n, h, ffn) = (self.n, self.h, f64::from(self.model.ffn));
        let one = |m, n, k| Some(Product { batch: 1.0, m, n, k });
        let normed = self.norm((layer, Op::MlpNorm), stream);
        let wide = if self.model.gated { 2.0 * ffn } else { ffn };
        let node = self.add((layer, Op::Up), one(n, wide, h), Moved::default(), &[normed]);
        let columns = u64::from(self.model.ffn);
        let mut inputs = vec![self.wide(node, Value::Up, columns)];
        if self.model.gated {
            inputs.push(self.wide(node, Value::Gate, columns));
        }
        let node = self.add((layer, Op::Activate), None, Build::passes(4.0 * n * wide, 1.0, 1.0), &inputs);
        let active = self.wide(node, Value::Active, columns);
        let node = self.add((layer, Op::Down), one(n, h, ffn), Moved::default(), &[active]);
        let narrowed = self.wide(node, Value::Narrowed, u64::from(self.model.hidden));
        self.sum((layer, Op::MlpAdd), stream, narrowed)
    }

    fn exit(&mut self, stream: u32) {
        let (n, h, v, end) = (self.n, self.h, f64::from(self.model.vocab), self.model.layers);
        let normed = self.norm((end, Op::FinalNorm), stream);
        let product = Product { batch: 1.0, m: n, n: v, k: h };
        let node = self.add((end, Op::Logits), Some(product), Moved::default(), &[normed]);
        let logits = self.wide(node, Value::Logits, u64::from(self.model.vocab));
        let moved = Moved { forward: (14.0 * n * v, 4.0), backward: (8.0 * n * v, 2.0) };
        self.add((end, Op::Loss), None, moved, &[logits]);
    }
}

/// Whether it is one of a layer's: `cost` counts the sums of weights' gradients there.
fn is_layer(op: Op) -> bool {
    op > Op::Embed && op < Op::FinalNorm
}
