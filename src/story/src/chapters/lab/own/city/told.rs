//! An instant of the city in a sentence, and a chef's groups as a table: with whom it talks, over which way, how much, how long.

use kitchen_core::units::{Bytes, Time};
use kitchen_text::{BytesDecimal, Key, Lang, Line, Pair, key, msg, pair, tr};

use super::picture;
use super::{Circle, DOINGS, Talk, Town};
use crate::brought::{Chosen, ChosenRow, Seen};
use crate::chapters::lab::scene::called;
use crate::story::Layer;

/// The sentence of a layer.
fn said(pair: impl Into<Pair>, is_xray: bool) -> Line {
    let Pair { kitchen, xray } = pair.into();
    if is_xray { xray } else { kitchen }
}

/// How many chefs do what.
pub(super) fn instant(town: &Town, seen: &Seen) -> String {
    let mut counts = [0_i64; DOINGS.len()];
    for stage in 0..town.stages.len() {
        if let Some(piece) = town.piece(stage, seen.at) {
            counts[usize::from(piece.doing).min(DOINGS.len() - 1)] += i64::from(town.of_stage);
        }
    }
    let is_xray = seen.layer == Layer::XRay;
    let told: Vec<String> = counts
        .iter()
        .zip(DOINGS)
        .filter(|(count, _)| **count > 0)
        .map(|(&count, doing)| {
            said(pair::OwnCityCount { what: called(doing, is_xray).into(), count }, is_xray).say(seen.lang)
        })
        .collect();
    if told.is_empty() {
        return tr(seen.lang, key::OWN_CITY_DONE).to_owned();
    }
    told.join(" · ")
}

/// A chef, where it stands, and its groups.
pub(super) fn chef(town: &Town, chef: u32, lang: Lang, layer: Layer) -> Chosen {
    let is_xray = layer == Layer::XRay;
    let (kitchen, stage) = (chef / town.each, town.stage_of(chef));
    let title = said(
        pair::OwnCityChef {
            chef: i64::from(chef) + 1,
            rank: chef.into(),
            kitchen: i64::from(kitchen) + 1,
            kitchens: town.kitchens().into(),
            stage: stage as i64 + 1,
            stages: town.stages.len() as i64,
        },
        is_xray,
    );
    let circles = town.stages.get(stage).map_or(&[][..], |stage| &stage.circles);
    let rows: Vec<ChosenRow> = circles.iter().map(|circle| row(town, (circle, chef), lang, is_xray)).collect();
    let layer = usize::from(is_xray);
    let none = rows.is_empty().then_some([key::OWN_CITY_ALONE, key::OWN_CITY_ALONE_XRAY][layer]);
    let notes = [
        none,
        (!rows.is_empty()).then_some([key::OWN_CITY_BYTES, key::OWN_CITY_BYTES_XRAY][layer]),
        Some([key::OWN_CITY_NOTE, key::OWN_CITY_NOTE_XRAY][layer]),
    ];
    Chosen {
        title: title.say(lang),
        head: [
            key::OWN_CITY_HEAD_WHAT,
            key::OWN_CITY_HEAD_WHO,
            key::OWN_CITY_HEAD_WAY,
            key::OWN_CITY_HEAD_BYTES,
            key::OWN_CITY_HEAD_BUSY,
        ]
        .map(|key| tr(lang, key).to_owned())
        .to_vec(),
        rows,
        notes: notes.into_iter().flatten().map(|key| tr(lang, key).to_owned()).collect(),
    }
}

fn name(circle: &Circle, is_xray: bool) -> Key {
    let [kitchen, xray] = match (circle.kind, circle.is_further) {
        (Talk::Tensor, _) => [key::OWN_CITY_TENSOR, key::OWN_CITY_TENSOR_XRAY],
        (Talk::Context, _) => [key::OWN_CITY_CONTEXT, key::OWN_CITY_CONTEXT_XRAY],
        (Talk::Expert, _) => [key::OWN_CITY_EXPERT, key::OWN_CITY_EXPERT_XRAY],
        (Talk::Weights, false) => [key::OWN_CITY_WEIGHTS, key::OWN_CITY_WEIGHTS_XRAY],
        (Talk::Gradients, false) => [key::OWN_CITY_GRADIENTS, key::OWN_CITY_GRADIENTS_XRAY],
        (Talk::Weights, true) => [key::OWN_CITY_WEIGHTS_ALSO, key::OWN_CITY_WEIGHTS_ALSO_XRAY],
        (Talk::Gradients, true) => [key::OWN_CITY_GRADIENTS_ALSO, key::OWN_CITY_GRADIENTS_ALSO_XRAY],
        (Talk::Relay, _) => [key::OWN_CITY_RELAY, key::OWN_CITY_RELAY_XRAY],
    };
    if is_xray { xray } else { kitchen }
}

/// The way that they take, and in how many kitchens they stand.
fn way(town: &Town, members: &[u32], chef: u32, is_xray: bool) -> Line {
    let mut kitchens: Vec<u32> = members.iter().chain([&chef]).map(|one| one / town.each).collect();
    kitchen_core::order::sort(&mut kitchens);
    kitchens.dedup();
    let has_tunnels = town.restaurant().is_some_and(|own| own.has_tunnels());
    let inside = match (has_tunnels, is_xray) {
        (true, false) => key::LAB_WAY_TUNNEL,
        (true, true) => key::LAB_WAY_TUNNEL_XRAY,
        (false, false) => key::LAB_WAY_CORRIDOR,
        (false, true) => key::LAB_WAY_CORRIDOR_XRAY,
    };
    let street = if is_xray { key::LAB_WAY_STREET_XRAY } else { key::LAB_WAY_STREET };
    if let [_] = kitchens.as_slice() {
        return said(pair::OwnCityInside { way: inside.into() }, is_xray);
    }
    let count = kitchens.len() as i64;
    // Where more than one of them share a kitchen, they take its own way as well.
    if members.len() > kitchens.len() {
        said(pair::OwnCityBoth { way: street.into(), inside: inside.into(), count }, is_xray)
    } else {
        said(pair::OwnCityOutside { way: street.into(), count }, is_xray)
    }
}

fn row(town: &Town, (circle, chef): (&Circle, u32), lang: Lang, is_xray: bool) -> ChosenRow {
    let members = circle.members(chef);
    let (first, last) = (members.first().copied().unwrap_or(chef), members.last().copied().unwrap_or(chef));
    let number = |chef: u32| i64::from(chef) + 1;
    let who: Line = match members.as_slice() {
        _ if circle.kind != Talk::Relay => said(
            pair::OwnCityWho {
                count: members.len() as i64,
                first: number(first),
                last: number(last),
                stride: circle.stride.into(),
            },
            is_xray,
        ),
        [one] => said(pair::OwnCityOne { chef: number(*one) }, is_xray),
        _ => said(pair::OwnCityTwo { first: number(first), last: number(last) }, is_xray),
    };
    let bytes = BytesDecimal(Bytes(circle.bytes));
    let moved: Line = if circle.calls > 0 {
        msg::OwnCityMoved { bytes, calls: circle.calls.into() }.into()
    } else {
        msg::OwnCityMovedAlso { bytes }.into()
    };
    let busy = if circle.busy > Time::ZERO {
        Line::from(msg::OwnTime { time: circle.busy }).say(lang)
    } else {
        tr(lang, key::OWN_CITY_WITH).to_owned()
    };
    ChosenRow {
        mark: picture::mark_of(circle.kind),
        cells: vec![
            tr(lang, name(circle, is_xray)).to_owned(),
            who.say(lang),
            way(town, &members, chef, is_xray).say(lang),
            moved.say(lang),
            busy,
        ],
    }
}
