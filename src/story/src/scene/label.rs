//! The sign that names a picture's ways: the link, its lanes and its rate.

use super::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use super::index::WayFacts;
use super::palette::Token;
use super::stage::View;
use super::ways::Surface;
use kitchen_core::topology::LinkClass;
use kitchen_core::units::Rate;
use kitchen_text::{Key, Line, key, msg, tr};

/// What the ways are: the link's name, its lanes and its rate, once.
pub(crate) fn ways(view: &View<'_>, list: &mut DisplayList, facts: &WayFacts) {
    ways_beside(view, list, facts, None, 0.0);
}

/// [`ways`] with the machine that they are in, and beside something so wide.
pub(crate) fn ways_beside(
    view: &View<'_>,
    list: &mut DisplayList,
    facts: &WayFacts,
    machine: Option<Key>,
    beside: f32,
) {
    let unit = view.text_size();
    let surface = Surface::of(facts.class);
    let compact = view.compact();
    // The kitchen's words for ways stay in the kitchen.
    let line = link_label(facts, compact || view.is_xray() && machine.is_some());
    let size = (unit * 0.95).max(11.0);
    let (x, y) = if compact {
        (12.0, if view.is_xray() || machine.is_some() { 18.0 } else { 24.0 })
    } else {
        (unit, view.size[1] - unit * 0.8)
    };
    let text = TextStyle::new(size, Token::Text).bold();
    let mut said = line.say(view.lang);
    if let Some(machine) = machine.filter(|_| !compact) {
        said.push_str(" · ");
        said.push_str(tr(view.lang, machine));
    }
    let room = match (compact, beside > 0.0) {
        (true, _) => view.size[0] - 168.0,
        (false, true) => view.size[0] - beside - unit - 44.0,
        (false, false) => view.size[0] * 0.66,
    };
    if let Some(machine) = machine.filter(|_| !compact && text_width(&said, LEAST_TEXT, true) > room) {
        said = link_label(facts, true).say(view.lang);
        said.push_str(" · ");
        said.push_str(tr(view.lang, machine));
    }
    let w = text_width(&said, size, true).min(room);
    list.rect(
        x - 7.0,
        y - size * 1.15,
        w + 26.0,
        size * 1.65,
        size * 0.4,
        Style::fill(Token::Card).outline(Token::CardLine, 1.0),
    );
    list.rect(x - 1.0, y - size * 0.72, 10.0, 10.0, 2.0, Style::fill(surface_token(surface)));
    list.write(text.within(w), x + 14.0, y, format_args!("{said}"));
    // What percentages are of; on a phone the machine, which says more.
    let below = if compact { machine } else { None }.or(view.is_xray().then_some(key::SCENE_SHARE));
    if let Some(below) = below {
        let soft = TextStyle::new((size * 0.9).max(11.0), Token::TextSoft);
        let (x, y, room) =
            if compact { (8.0, y + size * 1.5, view.size[0] - 156.0) } else { (x + w + 30.0, y, view.size[0] * 0.26) };
        list.say(soft.within(room), x, y, view.lang, below);
    }
}

/// A link's name with its lanes and rate; without the kitchen's word for it where there is little room.
fn link_label(facts: &WayFacts, short: bool) -> Line {
    let (lanes, rate) = (i64::from(facts.lanes), Rate::gb_per_s(facts.gb_per_s));
    match (facts.class, short) {
        (LinkClass::NvLink | LinkClass::NvSwitch, false) if facts.exchange => {
            msg::SceneLabelExchange { lanes, rate }.into()
        }
        (LinkClass::NvLink | LinkClass::NvSwitch, false) => msg::SceneLabelNvlink { lanes, rate }.into(),
        (LinkClass::NvLink | LinkClass::NvSwitch, true) => msg::SceneShortNvlink { lanes, rate }.into(),
        (LinkClass::Pcie | LinkClass::Socket, false) => msg::SceneLabelPcie { rate }.into(),
        (LinkClass::Pcie | LinkClass::Socket, true) => msg::SceneShortPcie { rate }.into(),
        (LinkClass::InfiniBand, false) => msg::SceneLabelInfiniband { rate }.into(),
        (LinkClass::InfiniBand, true) => msg::SceneShortInfiniband { rate }.into(),
        (LinkClass::Ethernet, false) => msg::SceneLabelEthernet { rate }.into(),
        (LinkClass::Ethernet, true) => msg::SceneShortEthernet { rate }.into(),
    }
}

fn surface_token(surface: Surface) -> Token {
    match surface {
        Surface::Tunnel => Token::Tunnel,
        Surface::Corridor => Token::SandText,
        Surface::Street => Token::Slate,
        Surface::Rails => Token::Plum,
    }
}
