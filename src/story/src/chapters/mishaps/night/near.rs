//! One kitchen of the city looked into: its eight chefs do what the city does, or are away while it is closed.

use kitchen_core::faults::Activity;
use kitchen_core::units::Time;
use kitchen_text::{Key, key, msg, tr};

use super::Night;
use super::scene::{is_in, now, state};
use crate::chapters::mishaps::scene::size;
use crate::scene::art::chef::Posture;
use crate::scene::cast::{self, Doing};
use crate::scene::display::{DisplayList, Style, TextStyle};
use crate::scene::geom::Area;
use crate::scene::palette::Token;
use crate::scene::stage::View;

/// Chefs of a kitchen.
const CHEFS: usize = 8;

/// What a kitchen is at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::chapters::mishaps) enum Kitchen {
    /// It does what the city does.
    Works,
    Repair,
    Reserve,
}

/// What kitchen `of` is at `t`, counted from 0.
pub(in crate::chapters::mishaps) fn kitchen(night: &Night, of: u32, t: Time) -> Kitchen {
    let life = night.chosen();
    let mut is = if of < night.params.kitchens { Kitchen::Works } else { Kitchen::Reserve };
    for closed in life.closed.iter().filter(|closed| closed.at <= t) {
        if closed.kitchen == of {
            is = if t < closed.back { Kitchen::Repair } else { Kitchen::Reserve };
        }
        if closed.by == Some(of) && is_in(life, closed.at, t) {
            is = Kitchen::Works;
        }
    }
    is
}

/// The kitchen as it is now, in its place below the town, with a thread to its window.
pub(super) fn draw(view: &View<'_>, list: &mut DisplayList, night: &Night, (area, window): (Area, Area)) {
    let of = night.params.near.saturating_sub(1);
    let (t, unit) = (view.playhead, size(view));
    let is = kitchen(night, of, t);
    let what = now(night.chosen(), t);
    list.move_to(window.cx(), window.bottom());
    list.line_to(area.cx(), area.y);
    list.paint(Style::line(Token::Hue2, 2.0));
    list.rect(window.x - 3.0, window.y - 3.0, window.w + 6.0, window.h + 6.0, 2.0, Style::line(Token::Hue2, 2.4));
    let (fill, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Card, Token::CardLine) };
    list.rect(area.x, area.y, area.w, area.h, 6.0, Style::fill(fill).outline(edge, 1.6));
    let said: Key = match is {
        Kitchen::Works => state(what, view.is_xray()),
        Kitchen::Repair => key::MISHAPS_NEAR_REPAIR,
        Kitchen::Reserve => key::MISHAPS_NEAR_RESERVE,
    };
    let style = TextStyle::new(unit, Token::Text).bold().within(area.w - 12.0);
    let name = i64::from(of) + 1;
    list.write_with(style, area.x + 6.0, area.y + unit * 1.15, |out| {
        if view.is_xray() {
            msg::MishapsNearTitleXray { kitchen: name, doing: tr(view.lang, said).into() }.say_into(view.lang, out);
        } else {
            msg::MishapsNearTitle { kitchen: name, doing: tr(view.lang, said).into() }.say_into(view.lang, out);
        }
    });
    if is == Kitchen::Repair {
        let dark = Area::new(area.x + 4.0, area.y + unit * 1.5, area.w - 8.0, area.h - unit * 1.5 - 4.0);
        list.rect(dark.x, dark.y, dark.w, dark.h, 4.0, Style::fill(Token::Hue1).alpha(0.3));
        return;
    }
    let posture = match (is, what) {
        (Kitchen::Works, Some(Activity::Work | Activity::Lost)) => Posture::Stirring,
        (Kitchen::Works, Some(Activity::Write)) => Posture::Writing,
        (Kitchen::Works, Some(Activity::Detect | Activity::Wait)) => Posture::Waiting,
        (Kitchen::Works, None) => Posture::Done,
        _ => Posture::Ready,
    };
    chefs(view, list, (area, unit * 1.5), posture);
}

fn chefs(view: &View<'_>, list: &mut DisplayList, (area, title): (Area, f32), posture: Posture) {
    let ground = Area::new(area.x + 4.0, area.y + title, area.w - 8.0, (area.h - title - 3.0).max(4.0));
    // One row, or two, whichever makes them larger.
    let scale = |rows: usize| {
        let columns = CHEFS.div_ceil(rows) as f32;
        (ground.w / columns / cast::BUST[0]).min(ground.h / rows as f32 / cast::BUST[1])
    };
    let rows = if scale(2) > scale(1) { 2 } else { 1 };
    let columns = CHEFS / rows;
    let (w, h) = (ground.w / columns as f32, ground.h / rows as f32);
    for at in 0..CHEFS {
        let (x, y) = (ground.x + w * (at % columns) as f32, ground.y + h * (at / columns) as f32);
        let doing = Doing { batch: Some(3), ..Doing::new(posture) };
        if view.is_xray() {
            let side = (w * 0.9).min(h * 1.3);
            let chip = Area::new(x + (w - side) / 2.0, y + h / 2.0 - side * 0.36, side, side * 0.72);
            cast::chip(list, view.lang, chip, at, doing, 1, None);
        } else {
            cast::chef_bust(list, x + w / 2.0, y + h - 1.0, scale(rows), at, doing);
        }
    }
}
