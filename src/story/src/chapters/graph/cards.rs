//! The map's cards: every operator before and after the layers, one layer operator by operator, and the layers before and after
//! that one folded into a card each.

use std::ops::Range;

use kitchen_core::workload::graph::{LAYER, Op};

/// A card of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Card {
    /// One operator.
    Step(Op),
    /// All layers before the open one.
    Before,
    /// All layers after it.
    After,
}

/// The cards in their order.
pub(super) const COUNT: usize = 19;
pub(super) const CARDS: [Card; COUNT] = [
    Card::Step(Op::Tokens),
    Card::Step(Op::Embed),
    Card::Before,
    Card::Step(LAYER[0]),
    Card::Step(LAYER[1]),
    Card::Step(LAYER[2]),
    Card::Step(LAYER[3]),
    Card::Step(LAYER[4]),
    Card::Step(LAYER[5]),
    Card::Step(LAYER[6]),
    Card::Step(LAYER[7]),
    Card::Step(LAYER[8]),
    Card::Step(LAYER[9]),
    Card::Step(LAYER[10]),
    Card::Step(LAYER[11]),
    Card::After,
    Card::Step(Op::FinalNorm),
    Card::Step(Op::Logits),
    Card::Step(Op::Loss),
];

/// Cards before the open layer, and before what follows it.
pub(super) const LAYER_FROM: usize = 3;
pub(super) const LAYER_TO: usize = LAYER_FROM + LAYER.len();
/// The knife's place that cuts most: between scores and softmax.
pub(super) const WORST: u32 = 6;

/// Tensors that go past cards: from before one card to another, and how far from the cards' middle (up is less than zero).
pub(super) const PAST: [(usize, usize, f32); 3] = [
    (LAYER_FROM, LAYER_FROM + 6, 0.4),
    (LAYER_FROM + 7, LAYER_FROM + 11, 0.4),
    (LAYER_FROM + 2, LAYER_FROM + 4, -0.36),
];

/// How the operators of a model stand on the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fold {
    pub layers: u32,
    /// The layer that is drawn operator by operator, from 0; neither the first nor the last.
    pub open: u32,
}

impl Fold {
    /// The operators on a card, by their places in the graph's order.
    pub(super) fn operators(self, card: usize) -> Range<usize> {
        let of_layer = |layer: u32| 2 + LAYER.len() * layer as usize;
        match card {
            0 | 1 => card..card + 1,
            2 => 2..of_layer(self.open),
            LAYER_FROM..LAYER_TO => {
                let at = of_layer(self.open) + card - LAYER_FROM;
                at..at + 1
            }
            LAYER_TO => of_layer(self.open + 1)..of_layer(self.layers),
            _ => {
                let at = of_layer(self.layers) + card - LAYER_TO - 1;
                at..at + 1
            }
        }
    }

    /// The layer that is open where the knife should be able to cut after so many operators.
    pub(super) fn around(layers: u32, operators: usize) -> Fold {
        let layer = operators.saturating_sub(3) / LAYER.len();
        Fold { layers, open: (layer as u32).max(1).min(layers.saturating_sub(2)) }
    }

    /// Operators before the knife.
    pub(super) fn before(self, knife: u32) -> usize {
        self.operators((knife as usize).min(COUNT - 1)).start
    }

    /// The knife's place with so many operators before it, if it can be put there.
    pub(super) fn knife(self, operators: usize) -> Option<u32> {
        (1..COUNT as u32).find(|&knife| self.before(knife) == operators)
    }
}
