//! What the reader takes in hand: the cuts in the report, when the bell rings, how many cook, in how many kitchens, and the way that the reports go.

use kitchen_text::{Line, Number, key, msg};

use crate::scene::display::{DisplayList, Style};
use crate::scene::geom::Area;
use crate::scene::handle::Handle;
use crate::scene::palette::{Token, hue};
use crate::scene::ruler::{self, Rail};
use crate::scene::stage::View;

use super::bundles::Bundles;
use super::params::{At, Params};

/// Bundles that the rail offers.
const CUTS: [i64; 8] = [1, 2, 3, 4, 6, 8, 12, 16];
const CHEFS: [i64; 7] = [2, 3, 4, 5, 6, 7, 8];
/// Kitchens that the rail offers, where there are several.
const KITCHENS: [i64; 6] = [2, 4, 8, 16, 32, 64];
/// The corridor and the exchange between the same GPUs: places in the table.
const WAYS: [i64; 2] = [5, 3];
/// Of the strip's width.
const SHARES: [f32; 4] = [5.2, 2.6, 2.4, 1.6];
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
        // In several kitchens stand as many as there are places.
        if Params::of(&view.show.scenario).kitchens > 1 {
            of(2, "kitchens", key::DATA_HAND_KITCHENS, At::kitchens, &KITCHENS, &|n| msg::DataHandPlaces { n }.into())
        } else {
            of(2, "chefs", key::DATA_HAND_CHEFS, At::chefs, &CHEFS, &|n| msg::DataHandNumber { n }.into())
        },
        of(3, "way", key::DATA_HAND_WAY, At::system, &WAYS, &way),
    ]
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
