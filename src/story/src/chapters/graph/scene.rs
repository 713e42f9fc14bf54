//! The recipe as a map of steps, cut by the knife, and under it the two chefs who share it.

use crate::scene::display::DisplayList;
use crate::scene::geom::Area;
use crate::scene::handle::Handle;
use crate::scene::index::RunIndex;
use crate::scene::label;
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::show::Show;
use kitchen_core::sim::task::TaskId;
use kitchen_core::units::{Bytes, Time};
use kitchen_core::workload::graph::{Graph, Step, Tensor};
use kitchen_text::{Line, format, msg};
use petgraph::graph::NodeIndex;

use super::cards::{COUNT, PAST};
use super::hands::{self, Hands};
use super::held;
use super::map::{self, Map};
use super::own::{Own, Sent};
use super::run::{Plan, work};
use super::three;

/// Cut for two, or for three.
enum Kept {
    Two(Box<Own>),
    Three(Box<three::scene::Own>),
}

pub(super) const PICTURE: Prepare = stage::prepare::<Kept>;

impl Picture for Kept {
    fn prepare(show: &Show, _: &mut [RunIndex]) -> Option<Kept> {
        if let Some(own) = three::scene::prepare(show) {
            return Some(Kept::Three(Box::new(own)));
        }
        prepare(show).map(|own| Kept::Two(Box::new(own)))
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        match self {
            Kept::Two(own) => backdrop(view, list, own),
            Kept::Three(own) => three::scene::backdrop(view, list, own),
        }
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        match self {
            Kept::Two(own) => frame(view, list, own),
            Kept::Three(own) => three::scene::frame(view, list, own),
        }
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        match self {
            Kept::Two(own) => {
                let (map, strip) = parts(view, own);
                held::hands(view, &map, &strip, own)
            }
            Kept::Three(own) => three::scene::hands(view, own),
        }
    }
}

fn prepare(show: &Show) -> Option<Own> {
    let (Some(plan), Some(run)) = (Plan::of(show), show.runs.first()) else { return None };
    let Ok(placed) = plan.placed(&run.topology) else { return None };
    let order = plan.graph.order();
    let mut own = Own {
        times: [[Time::MAX, Time::ZERO]; COUNT],
        details: Default::default(),
        flows: [0; COUNT],
        past: [0; PAST.len()],
        work: [work(run, 0), work(run, 1)],
        sends: Vec::new(),
        piles: [plan.fold.open, plan.fold.layers - plan.fold.open - 1]
            .map(|n| Line::from(msg::GraphPile { n: i64::from(n) })),
        crossing: held::crossing(&plan),
        scale: held::scale(&plan),
        plan,
    };
    let fold = own.plan.fold;
    let ranks = own.plan.graph.ranks();
    let mut flops = [0.0; COUNT];
    for (task, step) in placed.steps.iter().enumerate().take(run.trace.start.len()) {
        let (start, end) = (run.trace.start[task], run.trace.end[task]);
        match *step {
            Step::Compute { node, .. } => {
                let rank = ranks[node.index()];
                let Some(card) = (0..COUNT).find(|&card| fold.operators(card).contains(&rank)) else { continue };
                own.times[card] = [own.times[card][0].min(start), own.times[card][1].max(end)];
                flops[card] += own.plan.graph.dag[node].forward.flops;
            }
            Step::Send { crossing, .. } => {
                let crossing = own.plan.here.crossings[crossing as usize];
                let value = own.plan.graph.tensors[crossing.tensor as usize].value;
                own.sends.push(Sent { task: task as TaskId, value, bytes: crossing.bytes, start, end });
            }
            Step::Recv { .. } => {}
        }
    }
    let ends = |card: usize| [order[fold.operators(card).start], order[fold.operators(card).end - 1]];
    for card in 1..COUNT {
        own.flows[card] = between(&own.plan.graph, ends(card - 1)[1], ends(card)[0]);
    }
    for (past, (from, to, _)) in own.past.iter_mut().zip(PAST) {
        *past = between(&own.plan.graph, ends(from - 1)[1], ends(to)[0]);
    }
    for (card, flops) in flops.into_iter().enumerate() {
        own.details[card] = details(&own.plan.graph, ends(card)[1], flops);
    }
    Some(own)
}

/// What is said of a card, and what its last operator makes.
fn details(graph: &Graph, last: NodeIndex, flops: f64) -> [String; 3] {
    let mut made = graph.tensors.iter().filter(|tensor| tensor.from == last).peekable();
    let [mut both, mut bytes, mut shape] = [const { String::new() }; 3];
    if flops > 0.0 {
        format::push_flops(&mut both, flops);
        both.push_str(" · ");
    }
    let Some(&&Tensor { shape: sides, .. }) = made.peek() else { return [both, bytes, shape] };
    format::push_bytes(&mut bytes, Bytes(made.map(|tensor| tensor.bytes.0).sum()));
    both.push_str(&bytes);
    for side in sides.into_iter().skip_while(|&side| side == 1) {
        if !shape.is_empty() {
            shape.push_str(" × ");
        }
        format::push_number(&mut shape, side as f64, 0);
    }
    [both, bytes, shape]
}

/// Bytes of the tensors that go from one operator to another.
fn between(graph: &Graph, from: NodeIndex, to: NodeIndex) -> u64 {
    graph.dag.edges_connecting(from, to).map(|edge| graph.tensors[*edge.weight() as usize].bytes.0).sum()
}

/// The map above, the chefs below.
fn parts(view: &View<'_>, own: &Own) -> (Map, Hands) {
    let [w, h] = view.size;
    let header = stage::header_height(view.size);
    let label = if view.compact() { 2.0 } else { view.text_size() * 2.2 };
    let body = Area::new(10.0, header + 2.0, w - 20.0, (h - header - 2.0 - label).max(1.0));
    let strip = (body.h * 0.34).max(66.0).min(w * 0.34);
    let strip = if body.w >= 900.0 { strip.min(body.h * 0.28) } else { strip };
    let map = Map::new(view, Area { h: body.h - strip - 6.0, ..body }, own);
    (map, Hands::new(view, Area::new(body.x, body.bottom() - strip, body.w, strip), own.sends.len()))
}

fn backdrop(view: &View<'_>, list: &mut DisplayList, own: &Own) {
    let header = stage::header_height(view.size);
    stage::room(view, list, view.area(), header + (view.size[1] - header) * 0.72);
    let (map, hands) = parts(view, own);
    map::backdrop(view, list, &map, own);
    hands::backdrop(view, list, &hands, own);
    if let Some(facts) = view.index.runs.first().and_then(|run| run.first_way) {
        label::ways(view, list, &facts);
    }
}

fn frame(view: &View<'_>, list: &mut DisplayList, own: &Own) {
    let (map, hands) = parts(view, own);
    map::frame(view, list, &map, own);
    hands::frame(view, list, &hands, own);
    stage::clock(view, list);
}
