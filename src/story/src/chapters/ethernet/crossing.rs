//! The nearest look at the map: one crossing of each town. At the left what it holds of each way in, with the line at which that
//! way is told to stop; then its room, which all share; at the right its queues, drawn to scale, and the streets they leave by.

use kitchen_core::packet::Report;
use kitchen_core::units::Bytes;
use kitchen_text::{Line, format, key, msg, tr};

use crate::scene::art::props;
use crate::scene::cast;
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Way, Within as _};
use crate::scene::handle::{Grip, Handle};
use crate::scene::packets::{Kept, Place, road};
use crate::scene::palette::{Token, hue};
use crate::scene::stage::View;
use crate::scene::ways::{self, Surface};

use super::course::victim;
use super::kept::{Both, Yard};
use super::params::{At, Choice};
use super::parts::{Parts, plate};
use super::run::{PIECE, ROW, choice};

/// Where the parts of the picture lie.
struct Floor {
    heads: f32,
    size: f32,
    ledger: Area,
    room: Area,
    queues: Area,
    streets: Area,
}

impl Floor {
    fn new(view: &View<'_>, parts: &Parts) -> Floor {
        let body = parts.body;
        let size = (parts.words * 0.82).max(LEAST_TEXT);
        let heads = size * 1.35;
        let gap = if view.compact() { 4.0 } else { 14.0 };
        let (top, h) = (body.y + heads, (body.h - heads).max(1.0));
        let ledger = Area::new(body.x, top, body.w * 0.3, h);
        let room = Area::new(ledger.right() + gap, top, body.w * 0.09, h);
        let street = body.w * 0.12;
        let x = room.right() + gap;
        let queues = Area::new(x, top, (body.right() - street - x).max(1.0), h);
        Floor { heads, size, ledger, room, queues, streets: Area::new(queues.right(), top, street, h) }
    }

    /// A queue's lane.
    fn lane(&self, at: usize, of: usize) -> Area {
        let h = self.queues.h / of.max(1) as f32;
        Area::new(self.queues.x, self.queues.y + h * at as f32, self.queues.w, h)
    }

    /// The ground on which what came over a way in is piled up, from its label upwards.
    fn pile(&self, at: usize, of: usize) -> Area {
        let foot = self.size * 1.25;
        let w = self.ledger.w / of.max(1) as f32;
        let area = Area::new(self.ledger.x + w * at as f32, self.ledger.y, w, (self.ledger.h - foot).max(1.0));
        area.inset((w * 0.1).min(4.0), 0.0)
    }
}

fn surface(both: &Both, run: usize) -> Surface {
    if choice(both.params, run) == Choice::Railway { Surface::Rails } else { Surface::Street }
}

/// The number under a pile, or on a street: a kitchen's, a street's, a door's.
fn number(yard: &Yard, at: usize, is_out: bool) -> usize {
    if is_out && yard.leg == 3 { at + 1 + ROW as usize } else { at + 1 }
}

pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, both: &Both, run: usize, parts: &Parts) {
    let (floor, yard) = (Floor::new(view, parts), &both.yards[run]);
    let is_xray = view.is_xray();
    let (paved, edge) = if is_xray { (Token::Chip, Token::ChipEdge) } else { (Token::Slate, Token::Ink) };
    let of = yard.outs.len();
    for at in 0..of {
        let lane = floor.lane(at, of);
        let way = Way::straight([[floor.streets.x + 1.0, lane.cy()], [floor.streets.right(), lane.cy()]]);
        road(view, list, &way, surface(both, run), (lane.h * 0.5).within(4.0, 26.0));
    }
    for area in [floor.ledger, floor.room, floor.queues] {
        list.rect(area.x, area.y, area.w, area.h, 4.0, Style::fill(paved).outline(edge, 1.6));
    }
    for at in 1..of {
        let lane = floor.lane(at, of);
        list.move_to(lane.x + 4.0, lane.y);
        list.line_to(lane.right() - 2.0, lane.y);
    }
    list.paint(Style::line(Token::SlateLine, 1.0).alpha(0.5));
    let heads = [
        (floor.ledger, key::ETHERNET_HEAD_LEDGER),
        (floor.room, key::ETHERNET_HEAD_ROOM),
        (floor.queues, if yard.leg == 3 { key::ETHERNET_HEAD_DOORS } else { key::ETHERNET_HEAD_QUEUES }),
    ];
    for (area, key) in heads {
        if text_width(tr(view.lang, key), floor.size, false) <= area.w {
            let style = TextStyle::new(floor.size, Token::Text).middle().within(area.w);
            list.say(style, area.cx(), area.y - floor.heads * 0.28, view.lang, key);
        }
    }
}

pub(super) fn frame(view: &View<'_>, list: &mut DisplayList, both: &Both, run: usize, parts: &Parts) {
    let Some(report) = view.show.runs.get(run).and_then(|run| run.packets.as_deref()) else { return };
    let (floor, kept, yard) = (Floor::new(view, parts), &both.towns[run], &both.yards[run]);
    let used = yard.used(report, view.playhead);
    ledger(view, list, (kept, yard), &floor, used);
    room(view, list, yard, &floor, used);
    rim(list, yard, &floor);
    let most = both.yards.iter().map(|yard| yard.most).max().unwrap_or(1);
    let most = most.max(yard.ecn.map_or(0, |ecn| ecn.kmax * 5 / 4)).max(1);
    for at in 0..yard.outs.len() {
        queue(view, list, (kept, yard), report, (&floor, at, most));
    }
    limits(view, list, yard, &floor, most);
}

/// What is held of each way in, box by box, and the line at which it is told to stop.
fn ledger(view: &View<'_>, list: &mut DisplayList, (kept, yard): (&Kept, &Yard), floor: &Floor, used: u64) {
    let t = view.playhead;
    // Above the highest line there is room for its name.
    let highest = (yard.shared >> yard.shift).max(1) as f32 * 1.4;
    let each = PIECE.0 as f32;
    for (at, &port) in yard.ins.iter().enumerate() {
        let pile = floor.pile(at, yard.ins.len());
        let h = each / highest * pile.h;
        let mut count = 0.0_f32;
        for tour in &kept.tours {
            let is_here = tour.ports[yard.leg - 1] == port && tour.place(t) == Place::Queue(yard.leg);
            // Couriers are samples: one more than there is room for is left out.
            if is_here && h * (count + 1.0) <= pile.h {
                count += 1.0;
                let style = Style::fill(hue(tour.from)).outline(Token::Ink, (h * 0.1).within(0.4, 1.2));
                list.rect(pile.x, pile.bottom() - h * count, pile.w, h, 1.0, style);
            }
        }
        label(view, list, floor, pile, number(yard, at, false), kept.lights.red(port, t));
    }
    let line = yard.line(used);
    let area = floor.pile(0, 1);
    let y = area.bottom() - (line as f32 / highest).within(0.0, 1.0) * area.h;
    list.move_to(floor.ledger.x + 2.0, y);
    list.line_to(floor.ledger.right() - 2.0, y);
    list.paint(Style::line(Token::SlateLine, 3.4));
    list.move_to(floor.ledger.x + 2.0, y);
    list.line_to(floor.ledger.right() - 2.0, y);
    list.paint(Style::line(Token::Hue1, 2.0).dash(6.0, 3.0));
    let what = match (yard.credits, yard.has_classes) {
        (Some(_), _) => key::ETHERNET_LINE_CREDIT,
        (None, false) => key::ETHERNET_LINE_STOP,
        (None, true) => key::ETHERNET_LINE_CLASS,
    };
    let style = TextStyle::new(floor.size, Token::Text).bold().within(floor.ledger.w * 0.9);
    let words_y = if y < floor.ledger.y + floor.size * 1.6 { y + floor.size * 1.35 } else { y - floor.size * 0.5 };
    list.write_on_card(style, floor.ledger.x + 6.0, words_y, |out| {
        out.push_str(tr(view.lang, what));
        out.push(' ');
        format::push_bytes(out, Bytes(line));
    });
}

/// A way's number, on red for the share of the time in which it was told to stop.
fn label(view: &View<'_>, list: &mut DisplayList, floor: &Floor, pile: Area, n: usize, red: f32) {
    let y = floor.ledger.bottom() - floor.size * 1.2;
    if red > 0.01 {
        list.rect(pile.x, y, pile.w, floor.size * 1.12, 2.0, Style::fill(Token::Hue1).alpha(red));
    }
    if pile.w >= floor.size * 0.6 {
        let token = if view.is_xray() { Token::OnChip } else { Token::OnApron };
        let style = TextStyle::new(floor.size, token).bold().middle().within(pile.w + 3.0);
        list.write(style, pile.cx(), floor.ledger.bottom() - floor.size * 0.35, format_args!("{n}"));
    }
}

/// The room that all queues share, filled from the ground.
fn room(view: &View<'_>, list: &mut DisplayList, yard: &Yard, floor: &Floor, used: u64) {
    let area = floor.room.inset(3.0, 3.0);
    let part = (used as f32 / yard.shared.max(1) as f32).within(0.0, 1.0);
    list.rect(area.x, area.bottom() - area.h * part, area.w, area.h * part, 2.0, Style::fill(Token::Hue2));
    let style = TextStyle::new(floor.size, Token::Text).bold().middle().within(area.w * 1.1);
    if text_width("100 %", LEAST_TEXT, true) < area.w * 1.1 {
        list.write_on_card(style, area.cx(), area.cy() + floor.size * 0.36, |out| {
            format::push_percent(out, f64::from(part));
        });
    } else if view.is_xray() {
        list.rect(area.x, area.y, area.w, 1.0, 0.0, Style::fill(Token::OnChipSoft));
    }
}

/// A queue to scale, its head at the right, and the street that it leaves by.
fn queue(
    view: &View<'_>,
    list: &mut DisplayList,
    (kept, yard): (&Kept, &Yard),
    report: &Report,
    (floor, at, most): (&Floor, usize, u64),
) {
    let t = view.playhead;
    let (port, lane) = (yard.outs[at], floor.lane(at, yard.outs.len()));
    let scale = lane.w * 0.94 / most as f32;
    let bytes = report.queued_at(port, t);
    let bar = lane.inset(3.0, (lane.h * 0.16).min(8.0));
    let w = bytes as f32 * scale;
    list.rect(bar.right() - w, bar.y, w, bar.h, 1.0, Style::fill(Token::SlateLine).alpha(0.4));
    let each = PIECE.0 as f32 * scale;
    let mut count = 0;
    for tour in &kept.tours {
        if tour.ports[yard.leg] != port || tour.place(t) != Place::Queue(yard.leg) {
            continue;
        }
        count += 1;
        let x = bar.right() - each * (tour.rank(&kept.tours, yard.leg, t) as f32 + 1.0);
        let style = Style::fill(hue(tour.from)).outline(Token::Ink, (each * 0.12).within(0.3, 1.2));
        list.rect(x, bar.y, each, bar.h, 1.0, style);
        if tour.is_marked(t) {
            list.rect(x, bar.y + bar.h * 0.72, each, bar.h * 0.28, 0.0, Style::fill(Token::Cloth));
        }
    }
    street(view, list, (kept, yard), report, (floor, at, lane));
    if lane.h < floor.size * 1.1 || bytes == 0 || count == 0 && !view.is_xray() {
        return;
    }
    let style = TextStyle::new(floor.size, Token::Text).bold();
    list.write_on_card(style, lane.x + floor.size * 0.6, lane.cy() + floor.size * 0.36, |out| {
        if view.is_xray() {
            format::push_bytes(out, Bytes(bytes));
        } else {
            format::push_number(out, f64::from(count), 0);
        }
    });
}

/// The start of a street: its number, who drives on it, and in the x-ray how full it is.
fn street(
    view: &View<'_>,
    list: &mut DisplayList,
    (kept, yard): (&Kept, &Yard),
    report: &Report,
    (floor, at, lane): (&Floor, usize, Area),
) {
    let (port, t) = (yard.outs[at], view.playhead);
    let h = (lane.h * 0.7).min(floor.size * 1.5);
    let plate = Area::new(floor.streets.right() - h * 1.2, lane.cy() - h / 2.0, h * 1.2, h);
    let used = kept.used(report, port, t);
    let way = Way::straight([[floor.streets.x + 1.0, lane.cy()], [plate.x, lane.cy()]]);
    ways::glow(list, &way, Surface::Street, (lane.h * 0.5).within(4.0, 26.0), used, view.is_xray());
    for tour in &kept.tours {
        if let Place::On(leg, part) = tour.place(t)
            && leg == yard.leg
            && tour.ports[leg] == port
            && !view.is_xray()
        {
            let x = floor.streets.x + (plate.x - floor.streets.x) * part;
            let scale = (lane.h / 60.0).within(0.25, 0.8);
            list.art(&props::SCOOTER, x, lane.cy() - 4.0 * scale, scale, cast::pair(tour.from));
        }
    }
    if h >= LEAST_TEXT {
        self::plate(list, plate, number(yard, at, true), None, view.is_xray());
    }
    if view.is_xray() && lane.h > floor.size * 2.2 {
        let style = TextStyle::new(floor.size, Token::Text).middle().within((plate.x - floor.streets.x) * 0.96);
        list.write_with(style, f32::midpoint(floor.streets.x, plate.x), lane.bottom() - floor.size * 0.1, |out| {
            format::push_percent(out, f64::from(used));
        });
    }
}

/// Where marks begin and where all get one, across the queues.
fn limits(view: &View<'_>, list: &mut DisplayList, yard: &Yard, floor: &Floor, most: u64) {
    let Some(ecn) = yard.ecn else { return };
    let area = floor.queues;
    let scale = area.w * 0.94 / most as f32;
    for (bytes, key) in [(ecn.kmin, key::ETHERNET_MARK_MIN), (ecn.kmax, key::ETHERNET_MARK_MAX)] {
        let x = area.right() - 3.0 - bytes as f32 * scale;
        list.move_to(x, area.y + 2.0);
        list.line_to(x, area.bottom() - 2.0);
        list.paint(Style::line(Token::Hue2, 2.0).dash(5.0, 3.0));
        let words = tr(view.lang, key);
        let width = text_width(words, floor.size, true);
        // Left of their lines, one above the other.
        let y = area.bottom() - floor.size * if bytes == ecn.kmax { 0.6 } else { 2.0 };
        if width + 12.0 < x - area.x {
            let style = TextStyle::new(floor.size, Token::Text).bold().end();
            list.write_on_card(style, x - 6.0, y, |out| out.push_str(words));
        }
    }
}

/// Where the first crossing's room has its edge: what one way in may take of it, from the ground, while it is empty.
fn edge_at(floor: &Floor, shift: u8) -> [f32; 2] {
    let area = floor.room.inset(3.0, 3.0);
    [floor.room.right() + 2.0, area.bottom() - area.h / f32::from(1_u16 << shift)]
}

/// The edge as a thing that can be pulled.
pub(super) fn edge(view: &View<'_>, both: &Both, parts: &Parts) -> Option<Handle> {
    let yard = &both.yards[0];
    if yard.credits.is_some() {
        return None;
    }
    let floor = Floor::new(view, parts);
    let shifts = [4_u8, 3, 2, 1, 0];
    let at = |place: i64| Some(edge_at(&floor, *shifts.get(usize::try_from(place).ok()?)?));
    let share = |place: i64| {
        let shift = usize::try_from(place).ok().and_then(|at| shifts.get(at)).copied().unwrap_or(0);
        Line::from(msg::EthernetHandleEdgeAt { bytes: Bytes(yard.shared >> shift) })
    };
    let came = victim(both.params).map(|(one, _)| both.towns[0].came[one as usize]).unwrap_or_default();
    let of = ("edge", key::ETHERNET_HANDLE_EDGE, Grip::Along);
    let handle = Handle::of_param(of, (view, At::edge as usize), at, share);
    Some(handle.with_effect(Line::from(msg::EthernetEffectElsewhere { time: came })))
}

/// The edge of the room, drawn across it and a little beyond.
fn rim(list: &mut DisplayList, yard: &Yard, floor: &Floor) {
    if yard.credits.is_some() {
        return;
    }
    let [_, y] = edge_at(floor, yard.shift);
    list.move_to(floor.room.x - 4.0, y);
    list.line_to(floor.room.right() + 4.0, y);
    list.paint(Style::line(Token::Hue1, 3.0));
}
