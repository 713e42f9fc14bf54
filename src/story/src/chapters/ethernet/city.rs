//! The widest look at the map: all districts of the city with their streets, coloured and widened by their use, and between them the
//! main crossings. The first district is the one that is told of.

use kitchen_core::packet::Report;
use kitchen_core::packet::fabric::PortId;
use kitchen_text::{key, tr};

use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Point, Within as _};
use crate::scene::packets::used;
use crate::scene::palette::{Token, hue};
use crate::scene::stage::View;

use super::kept::Both;
use super::parts::Parts;
use super::run::{DISTRICTS, HOUSES, MAINS, ROW, RUNS, STREET_GBIT, STREETS, city_main, city_street};

/// Districts side by side.
const COLUMNS: u32 = 8;

/// Where the city's parts lie.
struct Plan {
    body: Area,
    /// The main crossings, between two rows of districts.
    mains: Area,
    tile: [f32; 2],
    gap: f32,
}

impl Plan {
    fn new(view: &View<'_>, parts: &Parts) -> Plan {
        let body = parts.body;
        let gap = if view.compact() { 3.0 } else { 9.0 };
        let h = body.h * 0.12;
        let stub = body.h * 0.05;
        let tile_h = (body.h - h) / 2.0 - stub;
        let mains = Area::new(body.x, body.y + tile_h + stub, body.w, h);
        Plan { body, mains, tile: [body.w / COLUMNS as f32 - gap, tile_h], gap }
    }

    fn tile(&self, district: u32) -> Area {
        let [w, h] = self.tile;
        let x = self.body.x + (w + self.gap) * (district % COLUMNS) as f32 + self.gap / 2.0;
        let y = if district < COLUMNS { self.body.y } else { self.body.bottom() - h };
        Area::new(x, y, w, h)
    }

    /// A district's street: from its first crossing to the one in the middle, and on to the second.
    fn street(&self, district: u32, street: u32) -> [Point; 3] {
        let tile = self.tile(district);
        let y = tile.y + tile.h * (street as f32 + 0.5) / STREETS as f32;
        [[tile.x + tile.w * 0.3, y], [tile.cx(), y], [tile.right() - tile.w * 0.3, y]]
    }

    /// Between a district and the main crossings: up at the left of its middle, down at the right.
    fn main(&self, district: u32, is_down: bool) -> [Point; 2] {
        let tile = self.tile(district);
        let x = tile.cx() + tile.w * if is_down { 0.08 } else { -0.08 };
        if district < COLUMNS {
            [[x, tile.bottom()], [x, self.mains.y]]
        } else {
            [[x, self.mains.bottom()], [x, tile.y]]
        }
    }

    /// A kitchen: those that send at the left, two in a row, the doors at the right.
    fn house(&self, district: u32, house: u32) -> Area {
        let tile = self.tile(district);
        let (side, at) = (house / ROW, house % ROW);
        let w = tile.w * 0.11;
        let h = tile.h / 4.0;
        let s = (w * 0.86).min(h * 0.8);
        let x = if side == 0 { tile.x + tile.w * 0.03 } else { tile.right() - tile.w * 0.03 - 2.0 * w };
        let (column, row) = ((at % 2) as f32, (at / 2) as f32);
        Area::new(x + w * column + (w - s) / 2.0, tile.y + h * row + (h - s) / 2.0, s, s)
    }
}

pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, _: &Both, run: usize, parts: &Parts) {
    let plan = Plan::new(view, parts);
    let (paved, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Slate, Token::Ink) };
    for district in 0..DISTRICTS {
        let tile = plan.tile(district);
        // The district that is told of.
        let (token, width) = if district == 0 { (Token::Accent, 3.0) } else { (Token::CardLine, 1.0) };
        list.rect(tile.x, tile.y, tile.w, tile.h, 3.0, Style::fill(Token::Card).outline(token, width));
        let w = tile.w * 0.035;
        for x in [tile.x + tile.w * 0.28, tile.right() - tile.w * 0.28 - w] {
            list.rect(x, tile.y + tile.h * 0.05, w, tile.h * 0.9, 1.0, Style::fill(paved));
        }
    }
    let mains = plan.mains;
    let (count, each) = (STREETS * MAINS, mains.w / (STREETS * MAINS) as f32);
    for at in 0..count {
        let x = mains.x + each * at as f32;
        list.rect(x + 1.0, mains.y, each - 2.0, mains.h, 2.0, Style::fill(paved).outline(edge, 1.0));
    }
    if run == 0 {
        let size = (parts.words * 0.85).max(LEAST_TEXT);
        let (words, room) = (tr(view.lang, key::ETHERNET_CITY_LEGEND), parts.title.w * 0.3);
        if text_width(words, size, false) < room {
            let style = TextStyle::new(size, Token::Text).middle().within(room);
            list.say(style, parts.title.cx(), parts.title.y + parts.words * 1.1, view.lang, key::ETHERNET_CITY_LEGEND);
        }
    }
}

pub(super) fn frame(view: &View<'_>, list: &mut DisplayList, both: &Both, run: usize, parts: &Parts) {
    let report = |run: usize| view.show.runs.get(run).and_then(|run| run.packets.as_deref());
    let (Some(own), Some(all), Some(city)) = (report(run), report(RUNS + run), &both.city) else { return };
    let plan = Plan::new(view, parts);
    let full = |report: &Report, port: PortId| used(STREET_GBIT, report, port, view.playhead);
    let width = (plan.tile[1] * 0.13).within(2.0, 16.0);
    for district in 0..DISTRICTS {
        for street in 0..STREETS {
            // The first district's are the ones that are told of.
            let (report, ports) = if district == 0 {
                (own, both.towns[run].streets[street as usize])
            } else {
                (all, city_street(district, street))
            };
            let ends = plan.street(district, street);
            for (half, port) in ports.into_iter().enumerate() {
                line(list, [ends[half], ends[half + 1]], width, full(report, port));
            }
        }
        for is_down in [false, true] {
            let mut sum = 0.0;
            for at in 0..STREETS * MAINS {
                sum += full(all, city_main(district, at / MAINS, at % MAINS)[usize::from(is_down)]);
            }
            line(list, plan.main(district, is_down), width * 1.2, sum / (STREETS * MAINS) as f32);
        }
    }
    for &(from, to, at) in &city[run].came {
        let is_there = at <= view.playhead;
        for (house, is_full) in [(from, !is_there), (to, is_there)] {
            let area = plan.house(house / HOUSES, house % HOUSES);
            let fill = if is_full { hue((from % HOUSES) as usize) } else { Token::Track };
            list.rect(area.x, area.y, area.w, area.h, 1.0, Style::fill(fill).outline(Token::Ink, 0.7));
        }
    }
}

/// A street: a thin line where it is empty, wide and red where it is full.
fn line(list: &mut DisplayList, [a, b]: [Point; 2], width: f32, used: f32) {
    list.move_to(a[0], a[1]);
    list.line_to(b[0], b[1]);
    list.paint(Style::line(Token::Slate, (width * 0.3).max(1.0)));
    if used > 0.02 {
        list.move_to(a[0], a[1]);
        list.line_to(b[0], b[1]);
        let token = if used < 0.4 {
            Token::Hue7
        } else if used < 0.8 {
            Token::Hue2
        } else {
            Token::Hue1
        };
        list.paint(Style::line(token, width * (0.35 + 0.65 * used)));
    }
}
