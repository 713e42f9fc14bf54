//! The kitchens of ten years: what each panel says, and where a part is missing.

use crate::scenario::Scenario;
use crate::scene::display::{DisplayList, TextStyle, text_width};
use crate::scene::geom::Area;
use crate::scene::handle::Handle;
use crate::scene::hub::Set;
use crate::scene::index::RunIndex;
use crate::scene::palette::Token;
use crate::scene::race::{self, Looks, Panel};
use crate::scene::ruler;
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::sentences::Named as _;
use crate::show::Show;
use kitchen_core::hardware::nvlink;
use kitchen_core::units::Rate;
use kitchen_text::{format, msg, tr};

use super::hands;
use super::params::Params;
use super::run::year;

pub(super) const LOOKS: Looks = Looks { columns: 4, letters: 24.5, chips: true, names, over: race::missing, own };

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

/// The year and the machine; NVLink's generation and how many meet; how many links one has, and their rate. In a narrow
/// panel the machine first, then the year and the links.
fn names(view: &View<'_>, list: &mut DisplayList, set: &Set<'_>, panel: &Panel) {
    use std::fmt::Write as _;
    let unit = panel.unit;
    let Area { x, w, .. } = panel.text;
    let system = set.run.topology.preset();
    let narrow = panel.narrow.is_some();
    let title = TextStyle::new(unit * 1.1, Token::Text).bold().within(w);
    let (before, from) = (list.items.len(), list.text.len());
    list.write_with(title, x, panel.line(0), |out| {
        if !narrow {
            let _ = write!(out, "{} · ", year(system.id));
        }
        out.push_str(tr(view.lang, system.name()));
    });
    let said = text_width(&list.text[from..], unit * 1.1, true);
    race::sign(view, &LOOKS, list, (set, panel), said);
    if panel.narrow == Some(1) {
        if list.items.len() == before {
            list.write(title, x, panel.line(0), format_args!("{}", year(system.id)));
        }
        return;
    }
    let below = panel.line(1);
    let soft = TextStyle::new(unit * 0.92, Token::TextSoft).within(if panel.stacked { w * 0.5 } else { w });
    list.write_with(soft, x, below, |out| {
        if narrow {
            let _ = write!(out, "{}", year(system.id));
            return;
        }
        msg::GenerationsPanelLink { generation: i64::from(system.gpu.nvlink) }.say_into(view.lang, out);
        out.push_str(" · ");
        let chefs = i64::from(set.run.topology.len());
        if set.xray {
            msg::GenerationsPanelGpus { chefs }.say_into(view.lang, out);
        } else {
            msg::GenerationsPanelChefs { chefs }.say_into(view.lang, out);
        }
    });
    let Some(link) = nvlink(system.gpu.nvlink) else { return };
    let strong = TextStyle::new(unit * 0.92, Token::TunnelText).bold();
    let (style, at, line) = if panel.stacked {
        (strong.end().within(w * if narrow { 0.76 } else { 0.47 }), x + w, below)
    } else {
        (strong.within(w), x, panel.line(2))
    };
    let all = system.nvlink_lanes_per_gpu();
    let left = (set.run.topology.nvlink_rate(0).0.as_gb_per_s() / link.link_gb_per_s + 0.5) as u32;
    list.write_with(style, at, line, |out| {
        if left < all {
            let _ = write!(out, "{left}/");
        }
        // One measure for all panels: what one chef has in all.
        let _ = write!(out, "{all} × ");
        format::push_number(out, link.link_gb_per_s, u8::from(link.link_gb_per_s.fract() > 0.0));
        out.push_str(" = ");
        format::push_rate(out, Rate::gb_per_s(link.link_gb_per_s * f64::from(left)));
    });
}
