//! The rails of the city's picture, and what the reader will have closed.

use kitchen_core::units::Time;
use kitchen_text::{format, key, pair, tr};

use super::Night;
use super::scene::{Grid, Parts, Strip};
use crate::chapters::mishaps::params::MINUTES;
use crate::chapters::mishaps::scene::size;
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Within as _};
use crate::scene::palette::Token;
use crate::scene::stage::View;

/// A rail with the values under it.
pub(super) fn rail_height(view: &View<'_>) -> f32 {
    if view.compact() { 30.0 } else { (view.size[1] * 0.105).within(34.0, 74.0) }
}

/// What the name before a rail takes of it.
pub(super) fn name_width(view: &View<'_>) -> f32 {
    // On a small stage letters are as large as they are on a larger one, and the rail begins nearer its end.
    size(view) * if view.compact() { 3.4 } else { 2.6 }
}

/// The rail of the times between two checkpoints, where the row's name leaves room for it.
pub(super) fn marks(view: &View<'_>, list: &mut DisplayList, night: &Night, parts: &Parts) {
    let strip = Strip::new(view, parts.middle());
    let (minutes, is_xray) = (i64::from(night.params.period), view.is_xray());
    let wide = list.width_of(strip.unit, |out| pair::MishapsRow { minutes }.say_into(is_xray, view.lang, out));
    if !view.compact() && strip.bar.w > 480.0 && wide < strip.bar.w * 0.33 {
        rail(view, list, parts.marks(view), &MINUTES);
    }
}

/// What the two rails below the town set.
pub(super) fn named(view: &View<'_>, list: &mut DisplayList, parts: &Parts) {
    for (at, name) in [key::MISHAPS_RAIL_KITCHENS, key::MISHAPS_RAIL_SPARES].into_iter().enumerate() {
        let [_, y] = on_rail(parts.rail(view, at), 0, 2);
        let unit = size(view);
        let style = TextStyle::new(unit, Token::Text).bold();
        if text_width(tr(view.lang, name), unit, true) <= name_width(view) + unit * 0.8 {
            list.say(style, parts.left(), y + unit * 0.36, view.lang, name);
        }
    }
}

/// Where on a rail a value stands.
pub(in crate::chapters::mishaps) fn on_rail(rail: Area, at: usize, of: usize) -> [f32; 2] {
    let side = (rail.w * 0.07).within(14.0, 34.0);
    let x = rail.x + side + (rail.w - 2.0 * side) * at as f32 / (of - 1).max(1) as f32;
    [x, rail.y + rail.h * 0.4]
}

/// From a rail to what is written over it: a hand on it, half a finger high, covers nothing.
const HAND: f32 = 25.0;

/// A rail of so many places, each with its number.
pub(super) fn rail(view: &View<'_>, list: &mut DisplayList, rail: Area, values: &[u32]) {
    let of = values.len();
    let ([from, y], [to, _]) = (on_rail(rail, 0, of), on_rail(rail, of - 1, of));
    let (fill, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Wood, Token::Ink) };
    list.rect(from - 8.0, y - 4.0, to - from + 16.0, 8.0, 4.0, Style::fill(fill).outline(edge, 1.2));
    let style = TextStyle::new((size(view) * 0.78).max(LEAST_TEXT), Token::Text).middle().within(40.0);
    for (at, &value) in values.iter().enumerate() {
        let [x, y] = on_rail(rail, at, of);
        list.ellipse(x, y, 3.5, 3.5, Style::fill(Token::Cloth).outline(Token::Ink, 1.0));
        // Under it, where there is room; else over it, where nothing else is written.
        let foot = if rail.h > 44.0 { rail.bottom() - 3.0 } else { y - HAND };
        if !view.compact() && (rail.h > 44.0 || rail.h <= 30.0) {
            list.write_with(style, x, foot, |out| {
                format::push_number(out, f64::from(value), 0);
            });
        }
    }
}

/// A kitchen that the reader will have closed: dashed, until it is.
pub(super) fn by_hand(list: &mut DisplayList, night: &Night, grid: &Grid, t: Time) {
    for closing in night.closings.iter().filter(|closing| t < closing.at()) {
        let Area { x, y, w, h } = grid.place(closing.kitchen).inset(-2.0, -2.0);
        for [a, b] in
            [[[x, y], [x + w, y]], [[x + w, y], [x + w, y + h]], [[x + w, y + h], [x, y + h]], [[x, y + h], [x, y]]]
        {
            dashed(list, a, b);
        }
        list.paint(Style::line(Token::Accent, 2.4));
    }
}

pub(super) fn dashed(list: &mut DisplayList, [ax, ay]: [f32; 2], [bx, by]: [f32; 2]) {
    let long = ((bx - ax).abs() + (by - ay).abs()).max(1.0);
    let at = |part: f32| [ax + (bx - ax) * part.min(1.0), ay + (by - ay) * part.min(1.0)];
    let mut from = 0.0;
    while from < long {
        let ([x, y], [to_x, to_y]) = (at(from / long), at((from + 6.0) / long));
        list.move_to(x, y);
        list.line_to(to_x, to_y);
        from += 10.0;
    }
}
