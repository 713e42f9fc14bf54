//! What the reader may take in hand: the knife, how many words there are, and the road.

use kitchen_core::units::Bytes;
use kitchen_core::workload::graph::Cut;
use kitchen_text::{Line, Number, key, msg};

use super::cards::COUNT;
use super::hands::Hands;
use super::map::Map;
use super::own::Own;
use super::params::{At, WORDS};
use super::run::Plan;
use super::words;
use crate::scene::handle::{Grip, Handle};
use crate::scene::stage::View;

/// What would cross at each place of the knife; the first is none.
pub(super) fn crossing(plan: &Plan) -> [Bytes; COUNT] {
    let mut all = [Bytes::ZERO; COUNT];
    for (knife, bytes) in all.iter_mut().enumerate().skip(1) {
        *bytes = Cut::prefix(&plan.graph, plan.fold.before(knife as u32)).bytes(&plan.graph);
    }
    all
}

/// The bytes of the worst cut with as many words as a usual job has, or with these where they are more: so that fewer words are seen to
/// be less.
pub(super) fn scale(plan: &Plan) -> u64 {
    let all = crossing(plan).iter().map(|bytes| bytes.0).max().unwrap_or(1);
    // A table of matches grows with the square of its words.
    let times = (USUAL / u64::from(plan.params.words.max(1))).max(1);
    all * times * times
}

/// Words of a usual job.
const USUAL: u64 = 4096;

pub(super) fn hands(view: &View<'_>, map: &Map, strip: &Hands, own: &Own) -> Vec<Handle> {
    let time = view.show.makespan();
    let cut = |knife: i64| {
        let at = usize::try_from(knife).unwrap_or(0).min(COUNT - 1);
        let here = words::place(&own.plan, at as u32, view.is_xray());
        Line::from(msg::GraphHandCut { here: here.into(), bytes: own.crossing[at] })
    };
    let many = |choice: i64| {
        let count = WORDS.get(usize::try_from(choice).unwrap_or(0)).map_or(0, |one| one.2);
        Line::from(msg::GraphHandMany { n: Number(f64::from(count), 0) })
    };
    let knife = Handle::of_param(
        ("knife", key::GRAPH_HAND_KNIFE, map.grip()),
        (view, At::knife as usize),
        |knife| map.handle(usize::try_from(knife).ok()?),
        cut,
    );
    let count = Handle::of_param(
        ("words", key::GRAPH_HAND_WORDS, Grip::Across),
        (view, At::words as usize),
        |choice| map.mark(usize::try_from(choice).ok()?),
        many,
    );
    let crosses = Line::from(msg::GraphHandCrosses { bytes: own.plan.here.weighed.bytes });
    let link = Handle::of_param(
        ("link", key::GRAPH_HAND_LINK, Grip::Press),
        (view, At::link as usize),
        |_| Some(strip.sign()),
        |link| Line::new(view.show.scenario.set(At::link as usize, link).said(At::link as usize)),
    );
    let done = || Line::from(msg::GraphHandTime { time });
    vec![knife.with_effect(done()), count.with_effect(crosses), link.with_effect(done())]
}
