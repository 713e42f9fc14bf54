//! Two knives and three chefs: each place where the two can be put together, what it comes to, and the best and the worst of them.

#[cfg(test)]
pub(super) mod judge;
pub(super) mod scene;
pub(super) mod telling;

use kitchen_core::topology::{Router, Topology};
use kitchen_core::units::Bytes;
use kitchen_core::workload::Model;
use kitchen_core::workload::graph::{Blades, Cut, Graph, LAYER, Passes, Placed, Road, Trio, place};
use kitchen_text::{Line, key, msg};

use super::params::Params;
use super::words;
use crate::scenario::Scenario;
use crate::sentences::Sentence as _;
use crate::show::Show;

/// Where in a layer a knife can be put, by its operators: before it, through the table of matches, through the widest part.
const IN_A_LAYER: [usize; 3] = [0, 3, 9];
/// Cards before the first layer.
const ENTRANCE: usize = 2;

/// How many places there are for knives in a model; they are counted from 1.
pub(super) fn places(model: &Model) -> u32 {
    (IN_A_LAYER.len() as u32) * model.layers + 3
}

/// Operators before a place.
pub(super) fn before(model: &Model, place: u32) -> usize {
    let at = place.saturating_sub(1) as usize;
    let (layer, part) = (at / IN_A_LAYER.len(), at % IN_A_LAYER.len());
    let layers = model.layers as usize;
    if layer < layers {
        return ENTRANCE + LAYER.len() * layer + IN_A_LAYER[part];
    }
    // After the last layer: before the norm, the words, and the tasting.
    ENTRANCE + LAYER.len() * layers + part
}

/// Where a knife is, in words.
pub(super) fn place_name(model: &Model, place: u32, xray: bool) -> Line {
    use kitchen_core::workload::graph::Op;
    let at = i64::from(place.saturating_sub(1));
    let (layer, part) = (at / IN_A_LAYER.len() as i64, at % IN_A_LAYER.len() as i64);
    let layers = i64::from(model.layers);
    let inside = |a: Op, b: Op| {
        let [a, b] = [a, b].map(|op| words::card(op, xray).into());
        Line::from(msg::GraphPlaceInside { a, b, n: layer + 1 })
    };
    let outside = |a: Line, b: Line| Line::from(msg::GraphPlaceOutside { a: a.into(), b: b.into() });
    let card = |op: Op| Line::new(words::card(op, xray));
    let of_layer = |n: i64| Line::from(msg::GraphLayer { n });
    match (layer, part) {
        (0, 0) => outside(card(Op::Embed), of_layer(1)),
        (layer, 0) if layer == layers => outside(of_layer(layers), card(Op::FinalNorm)),
        (layer, 1) if layer == layers => outside(card(Op::FinalNorm), card(Op::Logits)),
        (layer, _) if layer >= layers => outside(card(Op::Logits), card(Op::Loss)),
        (layer, 0) => Line::from(msg::GraphPlaceLayers { a: layer, b: layer + 1 }),
        (_, 1) => inside(Op::Scores, Op::Softmax),
        _ => inside(Op::Up, Op::Activate),
    }
}

/// Two knives that cannot be put so: the nearest pair that can, and why.
pub(super) fn reconcile(params: Params) -> Option<(Params, Line)> {
    if params.second == 0 {
        return None;
    }
    let most = places(params.model);
    let second = params.second.min(most).max(2);
    let first = params.first.clamp(1, second - 1);
    let nearest = Params { first, second, ..params };
    (nearest != params).then(|| (nearest, Line::new(key::GRAPH_KNIVES_ORDER)))
}

/// A pair of places and what it comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub places: [u32; 2],
    pub trio: Trio,
}

/// What a scenario of two knives runs, and the best and the worst pair beside it.
#[derive(Clone, Debug)]
pub(super) struct Knives {
    pub params: Params,
    /// With the sequence that was asked for.
    pub model: Model,
    pub graph: Graph,
    pub blades: Blades,
    pub cut: Cut,
    pub here: Pair,
    pub best: Pair,
    pub worst: Pair,
    /// Pairs that were weighed for that: all that there are.
    pub pairs: u32,
}

impl Knives {
    /// Of a show of three chefs.
    pub(super) fn of(show: &Show) -> Option<Knives> {
        let params = Params::of(&show.scenario);
        if params.second == 0 {
            return None;
        }
        Knives::on(params, &show.runs.first()?.topology).ok()
    }

    pub(super) fn on(params: Params, topology: &Topology) -> Result<Knives, Line> {
        let model = Model { seq: params.words, ..*params.model };
        let gpu = topology.preset().gpu;
        let graph = Graph::of(&model, gpu, 1).map_err(|error| error.line())?;
        let router = Router::new(topology);
        let route = router.route(0, 1).map_err(|error| error.line())?;
        let road = Road::of(topology, &route);
        let blades = Blades::new(&graph);
        let pair = |places: [u32; 2]| Pair { places, trio: blades.weigh(places.map(|one| before(&model, one)), &road) };
        let here = pair([params.first, params.second]);
        let (mut best, mut worst, mut pairs) = (here, here, 0);
        for second in 2..=places(&model) {
            for first in 1..second {
                let one = pair([first, second]);
                pairs += 1;
                let rank = |pair: &Pair| (pair.trio.pace(), pair.trio.sent(), pair.places);
                if rank(&one) < rank(&best) {
                    best = one;
                }
                if rank(&one) > rank(&worst) {
                    worst = one;
                }
            }
        }
        let cut = Cut::stages(&graph, &here.places.map(|one| before(&model, one)));
        Ok(Knives { params, model, graph, blades, cut, here, best, worst, pairs })
    }

    pub(super) fn placed(&self, topology: &Topology) -> Result<Placed, Line> {
        place(&self.graph, &self.cut, &Router::new(topology), &[0, 1, 2], Passes::Forward).map_err(|error| error.line())
    }

    /// Each chef's part of the work.
    pub(super) fn shares(pair: &Pair) -> [f64; 3] {
        let all: u64 = pair.trio.work.iter().map(|work| work.0).sum();
        pair.trio.work.map(|work| work.0 as f64 / all.max(1) as f64)
    }

    /// What goes over the road after each of the first two chefs: what the third is sent by the first goes over both.
    pub(super) fn roads(&self) -> [Bytes; 2] {
        let [ab, bc, ac] = self.here.trio.bytes;
        [Bytes(ab.0 + ac.0), Bytes(bc.0 + ac.0)]
    }
}

/// Whether a scenario is cut for three.
pub(super) fn is_three(scenario: &Scenario) -> bool {
    Params::of(scenario).second > 0
}
