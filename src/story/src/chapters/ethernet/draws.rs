//! One town alone: where each parcel is sent, as it stands before anything moves, and beside it how the draws so far fell.

use kitchen_text::{format, key, tr};

use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle};
use crate::scene::geom::{Area, Within as _};
use crate::scene::packets::Parcel;
use crate::scene::palette::Token;
use crate::scene::stage::View;

use super::kept::Both;
use super::params::Zoom;
use super::parts::Parts;
use super::run::{DRAWS, Laid, ROW, STREETS, WORST, drawn};

/// The most parcels that go one way.
pub(super) fn fullest(laid: &Laid) -> usize {
    let of = |street: u32| laid.iter().filter(|&&at| at == street).count();
    (0..STREETS).map(of).max().unwrap_or(0)
}

/// How the draws from 1 to the reader's fell, by the fullest street's parcels; all hundred beside the one that was picked.
pub(super) fn fallen(draw: u32) -> [u32; ROW as usize + 1] {
    let mut rows = [0; ROW as usize + 1];
    for seed in 1..=last(draw) {
        rows[fullest(&drawn(seed.into()))] += 1;
    }
    rows
}

/// The last draw that is told of.
fn last(draw: u32) -> u32 {
    if draw == 0 { DRAWS } else { draw }
}

/// Where the draws are told: at the right, on small stages below.
pub(super) fn panel(view: &View<'_>, parts: &Parts) -> Area {
    let [w, h] = view.size;
    if view.compact() {
        let y = parts.body.bottom() + 4.0;
        return Area::new(4.0, y, w - 8.0, (h - y - 4.0).max(1.0));
    }
    let x = parts.body.right() + 12.0;
    Area::new(x, parts.title.y + 4.0, w - x - 10.0, (parts.body.bottom() - parts.title.y - 4.0).max(1.0))
}

pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, both: &Both, run: usize, parts: &Parts) {
    if both.params.closed > 0 && run == 0 {
        closed(list, parts, both.params.closed as usize - 1);
    }
    if both.params.zoom != Zoom::Draws {
        return;
    }
    let Some(laid) = both.laid else { return };
    bars(list, both, parts);
    let size = parts.slot_size();
    for (kitchen, &street) in laid.iter().enumerate() {
        let [x, y] = parts.slot(kitchen, street as usize);
        let plate = Style::fill(Token::SlateLine).outline(Token::Ink, 1.0).alpha(0.5);
        list.rect(x - size * 0.62, y - size * 0.62, size * 1.24, size * 1.24, size * 0.16, plate);
        let parcel = Parcel { from: kitchen, is_numbered: true, is_marked: false };
        parcel.draw(list, [x - size / 2.0, y - size / 2.0], size);
    }
    tell(view, list, both, &laid, panel(view, parts));
}

/// A bar at the end of each street: up where it is open.
fn bars(list: &mut DisplayList, both: &Both, parts: &Parts) {
    for street in 0..STREETS as usize {
        if both.params.closed as usize == street + 1 {
            continue;
        }
        let [x, y] = parts.bar(street);
        let h = parts.lane() * 0.17;
        list.rect(x - 2.5, y - h - 22.0, 5.0, 22.0, 1.0, Style::fill(Token::Hue1).outline(Token::Ink, 1.0));
        list.rect(x - 4.0, y - h - 4.0, 8.0, 8.0, 2.0, Style::fill(Token::Steel).outline(Token::Ink, 1.0));
    }
}

/// The bar across a street that nobody may take.
fn closed(list: &mut DisplayList, parts: &Parts, street: usize) {
    let [[from, y], _] = parts.half(street, false);
    let h = parts.lane() * 0.42;
    for x in [from + 8.0, parts.far.x - 10.0] {
        list.rect(x - 3.5, y - h, 7.0, h * 2.0, 2.0, Style::fill(Token::Cloth).outline(Token::Ink, 1.2));
        let step = h * 0.5;
        for at in 0..4 {
            if at % 2 == 0 {
                list.rect(x - 3.5, y - h + step * at as f32, 7.0, step, 1.0, Style::fill(Token::Hue1));
            }
        }
    }
}

/// A row for each number of parcels in the fullest street, a square for each draw.
fn tell(view: &View<'_>, list: &mut DisplayList, both: &Both, laid: &Laid, panel: Area) {
    let size = (view.text_size() * 0.9).max(LEAST_TEXT);
    list.rect(panel.x, panel.y, panel.w, panel.h, 6.0, Style::fill(Token::Card).outline(Token::CardLine, 1.2));
    let inner = panel.inset(size * 0.5, size * 0.35);
    let draw = both.params.draw;
    let style = TextStyle::new(size, Token::Text).bold().within(inner.w);
    list.write_with(style, inner.x, inner.y + size, |out| {
        out.push_str(tr(view.lang, key::ETHERNET_DRAWS_HEAD));
        out.push(' ');
        format::push_number(out, f64::from(last(draw)), 0);
    });
    let (rows, now, first) = (fallen(draw), fullest(laid), (ROW / STREETS) as usize);
    if panel.w > panel.h * 1.2 {
        let top = inner.y + size * 1.3;
        let room = Area::new(inner.x, top, inner.w, (inner.bottom() - top).max(1.0));
        return columns(list, room, size, (&rows[first..], first, now));
    }
    let note = TextStyle::new((size * 0.82).max(LEAST_TEXT), Token::TextSoft).within(inner.w);
    list.say(note, inner.x, inner.y + size * 2.1, view.lang, key::ETHERNET_DRAWS_NOTE);
    let top = inner.y + size * 2.5;
    let h = (inner.bottom() - top) / (ROW as usize + 1 - first) as f32;
    for (row, &count) in rows.iter().enumerate().skip(first) {
        let area = Area::new(inner.x, top + h * (row - first) as f32, inner.w, h);
        squares(list, area, size, (row, count), (row == now, is_picked(both) && row == ROW as usize));
    }
}

/// The same where there is little height: a bar for each number, as high as its draws.
fn columns(list: &mut DisplayList, room: Area, size: f32, (rows, first, now): (&[u32], usize, usize)) {
    let w = room.w / rows.len() as f32;
    let foot = size.max(LEAST_TEXT) * 1.15;
    let all = rows.iter().sum::<u32>().max(1) as f32;
    let tall = room.h - foot - 3.0;
    if tall < 6.0 {
        return;
    }
    for (at, &count) in rows.iter().enumerate() {
        let x = room.x + w * at as f32;
        let h = tall * count as f32 / all;
        let fill = if at + first == now { Token::Accent } else { Token::Slate };
        list.rect(x + w * 0.2, room.y + tall - h, w * 0.6, h.max(1.0), 1.5, Style::fill(fill));
        let style = TextStyle::new(size.max(LEAST_TEXT), Token::Text).bold().middle().within(w);
        list.write(style, x + w / 2.0, room.bottom() - 2.0, format_args!("{}", at + first));
    }
}

/// Whether the draw that was picked on purpose is seen.
fn is_picked(both: &Both) -> bool {
    both.params.draw == 0 && both.laid == Some(drawn(WORST))
}

/// A row: its number, its squares, how many they are; framed where the town's draw belongs to it.
fn squares(
    list: &mut DisplayList,
    area: Area,
    size: f32,
    (row, count): (usize, u32),
    (is_now, has_picked): (bool, bool),
) {
    let size = size.min(area.h * 0.8).max(LEAST_TEXT);
    if is_now {
        let frame = Style::line(Token::Accent, 2.0);
        list.rect(area.x - 4.0, area.y + 1.0, area.w + 8.0, area.h - 2.0, 4.0, frame);
    }
    let y = area.cy() + size * 0.36;
    let style = TextStyle::new(size, Token::Text).bold().within(size * 1.4);
    list.write(style, area.x + 2.0, y, format_args!("{row}"));
    let room = Area::new(area.x + size * 1.6, area.y + 3.0, area.w - size * 4.2, area.h - 6.0);
    let all = count + u32::from(has_picked);
    if all > 0 {
        let end = TextStyle::new(size, Token::Text).end().within(size * 2.4);
        list.write(end, area.right() - 2.0, y, format_args!("{all}"));
    }
    // As large as all hundred have room in one row.
    let side = ((room.w * room.h / DRAWS as f32).sqrt() * 0.94).within(2.0, size);
    let columns = ((room.w / side) as u32).max(1);
    let lines = all.div_ceil(columns);
    for at in 0..all {
        let x = room.x + side * (at % columns) as f32;
        let y = room.cy() - side * lines as f32 / 2.0 + side * (at / columns) as f32;
        let fill = if is_now && at + 1 == all { Token::Accent } else { Token::Slate };
        let edge = Style::fill(fill).outline(Token::Ink, (side * 0.08).within(0.3, 1.0));
        list.rect(x, y, side * 0.84, side * 0.84, 1.5, edge);
    }
}
