//! What each card of the shop sells, as a small picture of the thing itself: the street, the tunnel, the chef.

use crate::scene::art::chef::Posture;
use crate::scene::cast::{self, Doing};
use crate::scene::display::{DisplayList, Style};
use crate::scene::geom::{Area, Way};
use crate::scene::palette::{Token, hue};
use crate::scene::stage::View;
use crate::scene::ways::Surface;

use super::params::Buy;
use super::scene::draw_way;

/// Lower than this nothing would be told apart.
const LEAST: f32 = 16.0;

/// The thing in the middle of its card's room.
pub(super) fn draw(view: &View<'_>, list: &mut DisplayList, buy: Buy, room: Area) {
    if room.h < LEAST || room.w < LEAST {
        return;
    }
    match buy {
        Buy::Street => way(view, list, room, (Surface::Street, 6)),
        Buy::Tunnel => way(view, list, room, (Surface::Tunnel, 6)),
        Buy::Chef => chef(view, list, room),
        Buy::Shelf => shelf(view, list, room),
        Buy::Kitchens => kitchens(view, list, room),
        Buy::Plan => plan(list, room),
    }
}

fn way(view: &View<'_>, list: &mut DisplayList, room: Area, (surface, lanes): (Surface, u32)) {
    let wide = (room.h * 0.5).min(24.0);
    let mut way = Way::new();
    way.push([room.x + wide * 0.5, room.cy()]);
    way.push([room.right() - wide * 0.5, room.cy()]);
    draw_way(view, list, &way, surface, (lanes, wide));
}

fn chef(view: &View<'_>, list: &mut DisplayList, room: Area) {
    if view.is_xray() {
        let [w, h] = [(room.h * 1.3).min(room.w), room.h];
        let doing = Doing::new(Posture::Ready);
        return cast::chip(list, view.lang, Area::new(room.cx() - w / 2.0, room.y, w, h), 0, doing, 6, None);
    }
    // Whole, a chef of this size would have no face.
    cast::portrait(list, [room.cx(), room.y], room.h, 1);
}

/// A shelf of three boards; in the x-ray the stacks of memory.
fn shelf(view: &View<'_>, list: &mut DisplayList, room: Area) {
    let [w, h] = [(room.h * 1.25).min(room.w), room.h];
    let left = room.cx() - w / 2.0;
    if view.is_xray() {
        for stack in 0..4_u8 {
            let x = left + w * (0.04 + 0.24 * f32::from(stack));
            let skin = Style::fill(hue(3)).outline(Token::ChipEdge, 1.2);
            list.rect(x, room.y, w * 0.2, h, 1.5, skin);
        }
        return;
    }
    list.rect(left, room.y, w, h, 2.0, Style::fill(Token::WoodLight).outline(Token::Ink, 1.4));
    for board in 1..=3_u8 {
        let y = room.y + h * f32::from(board) / 3.0;
        for jar in 0..4_u8 {
            let x = left + w * (0.08 + 0.23 * f32::from(jar));
            let skin = Style::fill(hue(usize::from(board * 2 + jar) % 8));
            list.rect(x, y - h * 0.24, w * 0.15, h * 0.2, 1.0, skin);
        }
        list.rect(left, y - h * 0.05, w, h * 0.05, 0.0, Style::fill(Token::WoodDark));
    }
}

/// A kitchen and the same again: a room with its door, in the x-ray a server with its eight GPUs.
fn kitchens(view: &View<'_>, list: &mut DisplayList, room: Area) {
    let w = (room.h * 1.2).min(room.w * 0.42);
    for side in [-1.1, 0.1] {
        let x = room.cx() + w * side;
        let (fill, edge) = if view.is_xray() { (Token::Bench, Token::ChipEdge) } else { (Token::Wall, Token::Ink) };
        let top = if view.is_xray() { 0.0 } else { room.h * 0.32 };
        list.rect(x, room.y + top, w, room.h - top, 1.5, Style::fill(fill).outline(edge, 1.4));
        if view.is_xray() {
            for gpu in 0..8_u8 {
                let [column, row] = [gpu % 4, gpu / 4].map(f32::from);
                let [gx, gy] = [x + w * (0.1 + 0.21 * column), room.y + room.h * (0.16 + 0.4 * row)];
                list.rect(gx, gy, w * 0.16, room.h * 0.28, 1.0, Style::fill(Token::Chip).outline(Token::ChipEdge, 1.0));
            }
            continue;
        }
        list.move_to(x - w * 0.06, room.y + top);
        list.line_to(x + w * 0.5, room.y);
        list.line_to(x + w * 1.06, room.y + top);
        list.close();
        list.paint(Style::fill(Token::WoodDark).outline(Token::Ink, 1.4));
        let door = room.h * 0.36;
        list.rect(x + w * 0.38, room.bottom() - door, w * 0.24, door, 1.0, Style::fill(Token::Apron));
    }
}

/// The same work, cut another way.
fn plan(list: &mut DisplayList, room: Area) {
    let (w, h) = (room.w * 0.8, room.h * 0.34);
    let left = room.cx() - w / 2.0;
    for (row, cuts) in [(0.0, &[0.2, 0.36, 0.44][..]), (1.0, &[0.5, 0.5][..])] {
        let mut x = left;
        for (at, part) in cuts.iter().enumerate() {
            let y = room.y + room.h * (0.08 + 0.48 * row);
            list.rect(x + 1.0, y, w * part - 2.0, h, 2.0, Style::fill(hue([2, 6, 1][at % 3])).outline(Token::Ink, 1.2));
            x += w * part;
        }
    }
}
