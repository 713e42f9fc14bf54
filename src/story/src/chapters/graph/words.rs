//! The names of cards, tensors and places of the knife, in the kitchen and in the x-ray.

use kitchen_core::workload::graph::{Op, Value};
use kitchen_text::{Key, Line, key, msg};

use super::cards::{CARDS, Card, LAYER_FROM, LAYER_TO};
use super::run::Plan;

/// A card's name; folded layers have theirs from [`fold`].
pub(super) const fn card(op: Op, xray: bool) -> Key {
    let [kitchen, x] = match op {
        Op::Tokens => [key::GRAPH_CARD_TOKENS, key::GRAPH_XCARD_TOKENS],
        Op::Embed => [key::GRAPH_CARD_EMBED, key::GRAPH_XCARD_EMBED],
        Op::AttentionNorm | Op::MlpNorm | Op::FinalNorm => [key::GRAPH_CARD_NORM, key::GRAPH_XCARD_NORM],
        Op::Qkv => [key::GRAPH_CARD_QKV, key::GRAPH_XCARD_QKV],
        Op::Scores => [key::GRAPH_CARD_SCORES, key::GRAPH_XCARD_SCORES],
        Op::Softmax => [key::GRAPH_CARD_SOFTMAX, key::GRAPH_XCARD_SOFTMAX],
        Op::Mix => [key::GRAPH_CARD_MIX, key::GRAPH_XCARD_MIX],
        Op::Project => [key::GRAPH_CARD_PROJECT, key::GRAPH_XCARD_PROJECT],
        Op::AttentionAdd | Op::MlpAdd => [key::GRAPH_CARD_ADD, key::GRAPH_CARD_ADD],
        Op::Up => [key::GRAPH_CARD_UP, key::GRAPH_XCARD_UP],
        Op::Activate => [key::GRAPH_CARD_ACTIVATE, key::GRAPH_XCARD_ACTIVATE],
        Op::Down => [key::GRAPH_CARD_DOWN, key::GRAPH_XCARD_DOWN],
        Op::Logits => [key::GRAPH_CARD_LOGITS, key::GRAPH_XCARD_LOGITS],
        Op::Loss => [key::GRAPH_CARD_LOSS, key::GRAPH_XCARD_LOSS],
    };
    if xray { x } else { kitchen }
}

/// A tensor's name.
pub(super) const fn tensor(value: Value, xray: bool) -> Key {
    let [kitchen, x] = match value {
        Value::Tokens => [key::GRAPH_BOWL_TOKENS, key::GRAPH_TENSOR_TOKENS],
        Value::Residual => [key::GRAPH_BOWL_RESIDUAL, key::GRAPH_TENSOR_RESIDUAL],
        Value::Normed => [key::GRAPH_BOWL_NORMED, key::GRAPH_TENSOR_NORMED],
        Value::Queries => [key::GRAPH_BOWL_QUERIES, key::GRAPH_TENSOR_QUERIES],
        Value::Keys => [key::GRAPH_BOWL_KEYS, key::GRAPH_TENSOR_KEYS],
        Value::Values => [key::GRAPH_BOWL_VALUES, key::GRAPH_TENSOR_VALUES],
        Value::Scores => [key::GRAPH_BOWL_SCORES, key::GRAPH_TENSOR_SCORES],
        Value::Shares => [key::GRAPH_BOWL_SHARES, key::GRAPH_TENSOR_SHARES],
        Value::Mixed => [key::GRAPH_BOWL_MIXED, key::GRAPH_TENSOR_MIXED],
        Value::Projected => [key::GRAPH_BOWL_PROJECTED, key::GRAPH_TENSOR_PROJECTED],
        Value::Gate => [key::GRAPH_BOWL_GATE, key::GRAPH_TENSOR_GATE],
        Value::Up => [key::GRAPH_BOWL_UP, key::GRAPH_TENSOR_UP],
        Value::Active => [key::GRAPH_BOWL_ACTIVE, key::GRAPH_TENSOR_ACTIVE],
        Value::Narrowed => [key::GRAPH_BOWL_NARROWED, key::GRAPH_TENSOR_NARROWED],
        Value::Logits => [key::GRAPH_BOWL_LOGITS, key::GRAPH_TENSOR_LOGITS],
    };
    if xray { x } else { kitchen }
}

/// The cards on both sides of a cut, in few words.
pub(super) fn cut(plan: &Plan, knife: u32) -> Line {
    let (knife, layer) = (knife as usize, i64::from(plan.fold.open) + 1);
    let side = |at: usize| match CARDS[at] {
        _ if at + 1 == LAYER_FROM => Line::from(msg::GraphLayer { n: layer - 1 }),
        _ if at == LAYER_TO => Line::from(msg::GraphLayer { n: layer + 1 }),
        _ if at == LAYER_FROM && knife == LAYER_FROM => Line::from(msg::GraphLayer { n: layer }),
        _ if at + 1 == LAYER_TO && knife == LAYER_TO => Line::from(msg::GraphLayer { n: layer }),
        Card::Step(op) => Line::new(card(op, false)),
        Card::Before | Card::After => Line::from(msg::GraphLayer { n: layer }),
    };
    Line::from(msg::GraphCut { a: side(knife - 1).into(), b: side(knife).into() })
}

/// Where the knife is.
pub(super) fn place(plan: &Plan, knife: u32, xray: bool) -> Line {
    let knife = knife as usize;
    let layer = i64::from(plan.fold.open) + 1;
    if knife == LAYER_FROM {
        return Line::from(msg::GraphPlaceLayers { a: layer - 1, b: layer });
    }
    if knife == LAYER_TO {
        return Line::from(msg::GraphPlaceLayers { a: layer, b: layer + 1 });
    }
    let name = |at: usize| match CARDS[at] {
        Card::Step(op) => Line::new(card(op, xray)),
        Card::Before => Line::from(msg::GraphLayer { n: 1 }),
        Card::After => Line::from(msg::GraphLayer { n: i64::from(plan.fold.layers) }),
    };
    let (a, b) = (name(knife - 1).into(), name(knife).into());
    if (LAYER_FROM..LAYER_TO).contains(&knife) {
        Line::from(msg::GraphPlaceInside { a, b, n: layer })
    } else {
        Line::from(msg::GraphPlaceOutside { a, b })
    }
}
