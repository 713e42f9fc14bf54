//! What the reader takes in hand: the cuts in the report, when the bell rings, how many cook, in how many kitchens, and the way that the reports go.

use kitchen_text::{Line, Number, key, msg};

use crate::scenario::Scenario;
use crate::scene::display::{DisplayList, Style};
use crate::scene::geom::Area;
use crate::scene::handle::{Handle, leads};
use crate::scene::palette::{Token, hue};
use crate::scene::ruler::{self, Rail};
use crate::scene::stage::View;

use super::bundles::Bundles;
use super::params::{At, Params};

/// Bundles that the rail offers.
const CUTS: [i64; 8] = [1, 2, 3, 4, 6, 8, 12, 16];
/// How many cook, on one rail: chefs of one kitchen, then kitchens of all their chefs.
const CHEFS: [i64; 3] = [2, 4, 8];
const KITCHENS: [i64; 6] = [2, 4, 8, 16, 32, 64];
/// The corridor and the exchange between the same GPUs: places in the table.
const WAYS: [i64; 2] = [5, 3];
/// Of the strip's width.
const SHARES: [f32; 4] = [4.6, 2.4, 3.2, 1.6];
/// From at once to when all is written.
const BELLS: [i64; 5] = [0, 1, 2, 3, 4];

fn rails(view: &View<'_>, strip: Area) -> [(Rail, Handle); 4] {
    let of = |at: usize, id, name, place: At, values: &[i64], text: &dyn Fn(i64) -> Line| {
        ruler::railed((view, strip), (&SHARES, at), (id, name), (place as usize, values), text)
    };
    let way = |value| Line::new(if value == WAYS[0] { key::DATA_HAND_CORRIDOR } else { key::DATA_HAND_EXCHANGE });
    [
        of(0, "cuts", key::DATA_HAND_CUTS, At::buckets, &CUTS, &|n| msg::DataHandBundles { n }.into()),
        of(1, "bell", key::DATA_HAND_BELL, At::bell, &BELLS, &|bell| ruler::choice(view, At::bell as usize, bell)),
        cooks(view, strip),
        of(3, "way", key::DATA_HAND_WAY, At::system, &WAYS, &way),
    ]
}

/// The rail of all who cook: beyond the chefs of one kitchen lie more kitchens.
fn cooks(view: &View<'_>, strip: Area) -> (Rail, Handle) {
    let now = &view.show.scenario;
    let params = Params::of(now);
    // Places in the order of their numbers, which are set below.
    let places: Vec<i64> = (0..(CHEFS.len() + KITCHENS.len()) as i64).collect();
    let named = ("chefs", key::DATA_HAND_CHEFS);
    let (rail, mut handle) = ruler::railed((view, strip), (&SHARES, 2), named, (At::chefs as usize, &places), |n| {
        msg::DataHandNumber { n }.into()
    });
    let in_one = |&chefs: &i64| (chefs, now.set(At::kitchens as usize, 1).set(At::chefs as usize, chefs));
    let in_all = |&kitchens: &i64| {
        let chefs = kitchens * i64::from(params.system.gpus_per_node);
        (chefs, now.set(At::kitchens as usize, kitchens))
    };
    let said = |chefs: i64, kitchens: u32| {
        if kitchens > 1 {
            msg::DataHandPlaces { chefs, kitchens: kitchens.into() }.into()
        } else {
            Line::from(msg::DataHandNumber { n: chefs })
        }
    };
    let cook = i64::from(view.show.runs.first().map_or(0, |run| run.topology.len()));
    let all: Vec<(i64, Scenario)> = CHEFS.iter().map(in_one).chain(KITCHENS.iter().map(in_all)).collect();
    handle.here = (0..all.len()).min_by_key(|&at| (all[at].0 - cook).abs()).unwrap_or(0);
    for (at, (stop, (chefs, asked))) in handle.stops.iter_mut().zip(all).enumerate() {
        // A link may hold a number between the stops: the handle stands at the nearest, and says what is.
        let (chefs, asked) = if at == handle.here { (cook, now.clone()) } else { (chefs, asked) };
        (stop.text, stop.leads) = (said(chefs, Params::of(&asked).kitchens), leads(asked));
    }
    (rail, handle)
}

pub(super) fn draw(view: &View<'_>, list: &mut DisplayList, strip: Option<Area>) {
    let Some(strip) = strip else { return };
    let rails = rails(view, strip);
    ruler::draw(view, list, &rails);
    report(view, list, &rails[0].0);
}

/// The report that lies on the rail, cut into its bundles.
fn report(view: &View<'_>, list: &mut DisplayList, rail: &Rail) {
    let bundles = Params::of(&view.show.scenario).buckets.max(1);
    let ([left, y], [right, _]) = (rail.at(0), rail.at(CUTS.len() - 1));
    let (each, edge) = ((right - left) / bundles as f32, if view.is_xray() { Token::ChipEdge } else { Token::Ink });
    for bundle in 0..bundles {
        let x = left + each * bundle as f32;
        let style = Style::fill(hue(bundle as usize)).outline(edge, 1.2);
        list.rect(x, y - 10.0, (each - 2.0).max(1.0), 20.0, 2.0, style);
    }
}

pub(super) fn hands(view: &View<'_>, bundles: &Bundles) -> Vec<Handle> {
    let Some(strip) = ruler::split(view).1 else { return Vec::new() };
    let wait = bundles.times(bundles.last()).wait.as_secs() * 1e3;
    let step = view.show.makespan().as_secs() * 1e3;
    let effect = || Line::from(msg::DataHandEffect { step: Number(step, 1), wait: Number(wait, 1) });
    rails(view, strip).into_iter().map(|(_, handle)| handle.with_effect(effect())).collect()
}
