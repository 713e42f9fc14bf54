//! The race by different ways: what each panel says.

use crate::scenario::Scenario;
use crate::scene::display::{DisplayList, LEAST_TEXT, TextStyle, text_width};
use crate::scene::geom::Area;
use crate::scene::handle::Handle;
use crate::scene::hub::Set;
use crate::scene::index::RunIndex;
use crate::scene::machine::Hub;
use crate::scene::palette::Token;
use crate::scene::race::{self, Looks, Panel};
use crate::scene::ruler;
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::scene::ways::Surface;
use crate::sentences::Named as _;
use crate::show::Show;
use crate::story::link_name;
use kitchen_text::{Line, key, msg, tr};

use super::hands;
use super::params::Params;

pub(super) const LOOKS: Looks = Looks { columns: 3, letters: 28.0, chips: false, names, over: race::missing, own };

fn own(scenario: &Scenario) -> Option<usize> {
    Params::of(scenario).own()
}

pub(super) const PICTURE: Prepare = stage::prepare::<Race>;

/// Nothing is asked of the show that its runs do not know.
struct Race;

impl Picture for Race {
    fn prepare(_: &Show, _: &mut [RunIndex]) -> Option<Race> {
        Some(Race)
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        let (above, strip) = ruler::split(view);
        race::backdrop(&above, list, &LOOKS);
        hands::draw(view, list, strip);
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        race::frame(&ruler::split(view).0, list, &LOOKS);
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        hands::hands(view)
    }
}

/// The machine's names: in the kitchen, in the catalogue, and the link's rate; as far as a narrow panel has lines for them.
fn names(view: &View<'_>, list: &mut DisplayList, set: &Set<'_>, panel: &Panel) {
    let unit = panel.unit;
    let Area { x, w, .. } = panel.text;
    let way = way_name(set);
    let title = TextStyle::new(unit * 1.1, Token::Text).bold().within(w);
    let lines = panel.narrow.unwrap_or(3);
    let system = set.run.topology.preset().name();
    let kitchens = set.index.nodes;
    if lines == 1 {
        // Two go the same way: the machine's name tells them apart, where it can be read.
        let fits = text_width(tr(view.lang, system), LEAST_TEXT, true) < w;
        return list.say(title, x, panel.line(0), view.lang, if fits { system } else { way });
    }
    list.say(title, x, panel.line(0), view.lang, way);
    race::sign(view, &LOOKS, list, (set, panel), text_width(tr(view.lang, way), unit * 1.1, true));
    let halves = panel.stacked && panel.narrow.is_none();
    // One measure for all panels: what one chef has in all.
    let label = set.index.chef_way.map(|(class, rate)| {
        let line = Line::from(msg::SceneChefWay { link: link_name(Some(class)).into(), rate });
        let room = if panel.stacked && panel.narrow.is_none() { w * 0.46 } else { w };
        // In the x-ray the title is the link's name.
        let fits = !set.xray && text_width(&line.say(view.lang), unit * 0.92, true) < room;
        let line = match () {
            () if fits => line,
            () if set.xray => Line::from(msg::SceneGpuRate { rate }),
            () => Line::from(msg::SceneChefRate { rate }),
        };
        (line, Surface::of(class).text())
    });
    let soft = TextStyle::new(unit * 0.92, Token::TextSoft).within(if halves { w * 0.53 } else { w });
    list.write_with(soft, x, panel.line(1), |out| {
        use std::fmt::Write as _;
        out.push_str(tr(view.lang, system));
        if kitchens > 1 {
            let _ = write!(out, " ×{kitchens}");
        }
    });
    let Some((line, token)) = label.filter(|_| lines > 2) else { return };
    let style = TextStyle::new(unit * 0.92, token).bold();
    if halves {
        list.write_with(style.end().within(w * 0.46), x + w, panel.line(1), |out| line.say_into(view.lang, out));
    } else {
        list.write_with(style.within(w), x, panel.line(2), |out| line.say_into(view.lang, out));
    }
}

/// What the meeting goes through: inside a kitchen, or on the street where that is what is raced.
fn way_name(set: &Set<'_>) -> kitchen_text::Key {
    let on_street = set.index.nodes > 1 && set.index.street == Some(kitchen_core::topology::LinkClass::Ethernet);
    if set.xray {
        return match set.machine.hub {
            _ if on_street => key::LINK_ETHERNET,
            Hub::Corridor => key::LINK_PCIE,
            Hub::Tunnels => key::LINK_NVLINK,
            Hub::Exchange if set.index.adds => key::SCENE_SWITCH_ADDS,
            Hub::Exchange => key::SCENE_SWITCH,
        };
    }
    match set.machine.hub {
        _ if on_street => key::SCENE_WAY_STREET,
        Hub::Corridor => key::SCENE_WAY_CORRIDOR,
        Hub::Tunnels => key::SCENE_WAY_TUNNELS,
        Hub::Exchange if set.index.adds => key::SCENE_WAY_ADDER,
        Hub::Exchange => key::SCENE_WAY_EXCHANGE,
    }
}
