//! The race by different ways: what each panel says.

use super::display::{DisplayList, TextStyle};
use super::geom::Area;
use super::hub::Set;
use super::machine::Hub;
use super::palette::Token;
use super::pipeline;
use super::race::{self, Looks, Panel};
use super::stage::View;
use super::ways::Surface;
use crate::text::{Line, key, tr};
use crate::units::Rate;

const LOOKS: Looks = Looks { columns: 3, letters: 28.0, chips: false, names, over: |_, _| {} };

pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList) {
    race::backdrop(view, list, &LOOKS);
}

pub(super) fn frame(view: &View<'_>, list: &mut DisplayList) {
    race::frame(view, list, &LOOKS);
}

/// The machine's names: in the kitchen, in the catalogue, and the link's rate.
fn names(view: &View<'_>, list: &mut DisplayList, set: &Set<'_>, panel: &Panel) {
    let unit = panel.unit;
    let Area { x, y, w, h } = panel.text;
    let way = way_name(set);
    let title = TextStyle::new(unit * 1.1, Token::Text).bold().within(w);
    list.say(title, x, y + unit * 1.05, view.lang, way);
    let system = set.run.topology.preset().name;
    let kitchens = set.index.nodes;
    let label = set.index.narrow_way.map(|facts| {
        let line = Line::new(pipeline::link_label(&facts, true))
            .int("lanes", i64::from(facts.lanes))
            .rate("rate", Rate::gb_per_s(facts.gb_per_s));
        (line, Surface::of(facts.class).text())
    });
    let soft = TextStyle::new(unit * 0.92, Token::TextSoft).within(if panel.stacked { w * 0.5 } else { w });
    let low = h < unit * 4.0 && !panel.stacked;
    let below = y + unit * if low { 2.2 } else { 2.35 };
    list.write_with(soft, x, below, |out| {
        use std::fmt::Write as _;
        out.push_str(tr(view.lang, system));
        if kitchens > 1 {
            let _ = write!(out, " ×{kitchens}");
        }
    });
    let Some((line, token)) = label.filter(|_| !low) else { return };
    let style = TextStyle::new(unit * 0.92, token).bold();
    if panel.stacked {
        list.write_with(style.end().within(w * 0.47), x + w, below, |out| line.say_into(view.lang, out));
    } else {
        list.write_with(style.within(w), x, y + unit * 3.6, |out| line.say_into(view.lang, out));
    }
}

/// What the meeting goes through: inside a kitchen, or on the street where that is what is raced.
fn way_name(set: &Set<'_>) -> crate::text::Key {
    let on_street = set.index.nodes > 1 && set.index.street == Some(crate::topology::LinkClass::Ethernet);
    match set.machine.hub {
        _ if on_street => key::SCENE_WAY_STREET,
        Hub::Corridor => key::SCENE_WAY_CORRIDOR,
        Hub::Tunnels => key::SCENE_WAY_TUNNELS,
        Hub::Exchange if set.index.adds => key::SCENE_WAY_ADDER,
        Hub::Exchange => key::SCENE_WAY_EXCHANGE,
    }
}
