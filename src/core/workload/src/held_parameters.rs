//! Which layers a GPU holds, and how many of their parameters.

use std::ops::Range;

use super::layout::{Layout, ends_count};
use super::memory::stage_layers;
use super::model::{LayerKind, Model};

/// Parameters that one GPU holds where nothing is sharded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Those that all replicas hold: everything but experts, by tensor ways.
    pub shared: u64,
    /// Those of its experts, which as many GPUs hold as the expert ways leave of the stage.
    pub experts: u64,
}

impl Held {
    /// All of them.
    pub fn all(&self) -> u64 {
        self.shared + self.experts
    }
}

impl std::ops::Add for Held {
    type Output = Held;

    fn add(self, other: Held) -> Held {
        Held { shared: self.shared + other.shared, experts: self.experts + other.experts }
    }
}

/// The layers of each of so many parts of the model, as equal as they go, further predictors in the last one.
pub fn layers_of(model: &Model, parts: u32) -> Vec<Range<u32>> {
    let mut start = 0;
    let mut all: Vec<Range<u32>> = Vec::new();
    let counts = if ends_count(model.layers, parts) {
        let each = (model.layers + 2) / parts;
        (0..parts).map(|part| each - u32::from(part == 0 || part + 1 == parts)).collect()
    } else {
        stage_layers(model.layers, parts)
    };
    for count in counts {
        all.push(start..start + count);
        start += count;
    }
    if let Some(last) = all.last_mut() {
        last.end = model.all_layers();
    }
    all
}

/// The kinds of those layers and how many there are of each, in the order in which they first come.
pub fn kinds(model: &Model, layers: &Range<u32>) -> Vec<(LayerKind, u32)> {
    let mut kinds: Vec<(LayerKind, u32)> = Vec::new();
    for index in layers.clone() {
        let kind = model.kind(index);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    kinds
}

/// Of one layer, on one GPU.
pub fn of_layer(model: &Model, layout: &Layout, kind: LayerKind) -> Held {
    Held {
        shared: model.shared_parameters(kind) / u64::from(layout.tensor),
        experts: model.expert_parameters(kind) / u64::from(layout.expert),
    }
}

/// What the first and the last stage hold beside their layers.
pub fn of_ends(model: &Model, layout: &Layout, is_first: bool, is_last: bool) -> Held {
    let mut parameters = 0;
    if is_first {
        parameters += model.embedding_parameters();
    }
    // A last stage that is not the first needs a copy of the embedding that it projects with.
    if is_last && (!model.tied || !is_first) {
        parameters += model.head_parameters();
    }
    Held { shared: parameters / u64::from(layout.tensor), experts: 0 }
}

/// Of those layers, on one GPU.
pub fn of_layers(model: &Model, layout: &Layout, layers: &Range<u32>) -> Held {
    let all = kinds(model, layers).into_iter();
    let of = |(kind, count): (LayerKind, u32)| {
        let one = of_layer(model, layout, kind);
        Held { shared: one.shared * u64::from(count), experts: one.experts * u64::from(count) }
    };
    all.map(of).fold(Held::default(), |sum, one| sum + one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::published::{model, models};

    #[test]
    fn gpus_hold_the_model_between_them() {
        for model in models() {
            let held = of_layers(model, &Layout::ONE, &(0..model.layers)) + of_ends(model, &Layout::ONE, true, true);
            assert_eq!(held.all(), model.parameters(), "{}", model.id);
        }
    }

    #[test]
    fn parts_are_as_equal_as_they_go() {
        let check = |id: &str, parts, expected: &[u32]| {
            let layers = layers_of(model(id).unwrap(), parts);
            let counts: Vec<u32> = layers.iter().map(|range| range.end - range.start).collect();
            assert_eq!(counts, expected, "{id}");
        };
        check("gpt3-175b", 5, &[20, 19, 19, 19, 19]);
        check("deepseek-v3", 4, &[16, 15, 15, 16]);
        check("bloom-176b", 12, &[5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 5]);
        check("gpt3-125m", 7, &[1, 2, 2, 2, 2, 2, 1]);
    }
}
