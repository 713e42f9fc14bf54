//! Two restaurants side by side: today's, and the same after a purchase. In every kitchen its first chef, who stands for eight; the way
//! that they share under its feet; the street that joins the kitchens. Below, where the time of both went.

use std::cell::OnceCell;

use kitchen_core::topology::LinkClass;
use kitchen_core::units::Time;
use kitchen_core::workload::planner::Doing;
use kitchen_text::{Key, key, msg, pair, tr};

use crate::scene::art::chef::Posture;
use crate::scene::cast::{self, BUST};
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Way, Within as _};
use crate::scene::handle::Handle;
use crate::scene::index::RunIndex;
use crate::scene::palette::{Token, hue};
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::scene::ways::{self, Surface};
use crate::show::Show;

use super::course::{Course, Part, Side};
use super::cuts::{self, Rail};
use super::hands;
use super::params::{BATCHES, Buy};
use super::run::{self, fact};
use super::shop;

/// In the order of the figures.
const DOINGS: [Doing; 6] =
    [Doing::Forward, Doing::Backward, Doing::Update, Doing::Inside, Doing::Meeting, Doing::Relay];

pub(super) const fn fill(doing: Doing) -> Token {
    match doing {
        Doing::Forward => hue(2),
        Doing::Backward => hue(6),
        Doing::Update => hue(4),
        Doing::Inside => hue(1),
        Doing::Meeting => hue(3),
        Doing::Relay => hue(0),
    }
}

pub(super) fn called(doing: Doing, xray: bool) -> Key {
    let keys = match doing {
        Doing::Forward => [key::LAB_DOES_FORWARD, key::LAB_DOES_FORWARD_XRAY],
        Doing::Backward => [key::LAB_DOES_BACK, key::LAB_DOES_BACK_XRAY],
        Doing::Update => [key::LAB_DOES_UPDATE, key::LAB_DOES_UPDATE_XRAY],
        Doing::Inside => [key::LAB_DOES_INSIDE, key::LAB_DOES_INSIDE_XRAY],
        Doing::Meeting => [key::LAB_DOES_MEETING, key::LAB_DOES_MEETING_XRAY],
        Doing::Relay => [key::LAB_DOES_RELAY, key::LAB_DOES_RELAY_XRAY],
    };
    keys[usize::from(xray)]
}

/// What the picture alone asks of a show.
struct Kept {
    course: Course,
    /// Made when they are first asked for.
    rails: OnceCell<[Rail; 2]>,
}

impl Kept {
    /// Those of the cuts stand where a better plan is what is bought.
    fn rails(&self) -> Option<&[Rail; 2]> {
        let is_asked = self.course.today.params.buy == Buy::Plan;
        is_asked.then(|| self.rails.get_or_init(|| cuts::rails(&self.course)))
    }
}

pub(super) const PICTURE: Prepare = stage::prepare::<Kept>;

impl Picture for Kept {
    fn prepare(show: &Show, _: &mut [RunIndex]) -> Option<Kept> {
        Course::of(show).map(|course| Kept { course, rails: OnceCell::new() })
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        backdrop(view, list, self);
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        frame(view, list, self);
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        hands::hands(view, &self.course, self.rails())
    }
}

/// The height of the rail of batches on a tall stage.
const RAIL_H: f32 = 44.0;
/// And that of a card there: as high as what takes it in hand.
const CARD_H: f32 = 62.0;

/// Between the two rails of cuts.
const CUT_GAP: f32 = 16.0;

/// Where things stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub(super) unit: f32,
    halves: [Area; 2],
    rows: [Area; 2],
    /// Kitchens beside one another in each half.
    across: [usize; 2],
    /// What may be bought, and how much is cooked in a step.
    pub(super) shop: Area,
    /// On a tall stage the rail is over the cards, which stand in two rows.
    pub(super) is_tall: bool,
}

impl Parts {
    pub(super) fn new(view: &View<'_>, course: &Course) -> Parts {
        let [w, h] = view.size;
        let unit = view.text_size().max(LEAST_TEXT);
        let header = stage::header_height(view.size) + 2.0;
        let body = Area::new(8.0, header, w - 16.0, (h - header - 4.0).max(1.0));
        let is_tall = view.compact() && h > w;
        let bar = if is_tall { body.h * 0.1 } else { (body.h * 0.055).within(6.0, 30.0) };
        let row = unit * 1.35 + bar;
        let low = row * 2.0 + 6.0;
        let rows = [0.0, 1.0].map(|at| Area::new(body.x, body.bottom() - low + (row + 3.0) * at, body.w, row));
        let gap = unit * 0.7;
        let half = (body.w - gap) / 2.0;
        let across = [0, 1].map(|side: usize| course.sides[side].lanes.len().min(4));
        let shop = if is_tall {
            // Kitchens are no higher than their chefs ask for: what is left is the shop's.
            let needed = |side: usize| {
                let lines = course.sides[side].lanes.len().div_ceil(across[side].max(1)) as f32;
                let chef = half / across[side].max(1) as f32 * 0.9 / BUST[0] * BUST[1];
                unit * 2.75 + lines * (chef * 1.12 + 44.0)
            };
            (body.h - low - 6.0 - needed(0).max(needed(1))).max(body.h * 0.16).min(RAIL_H + 2.0 * CARD_H)
        } else if view.compact() {
            34.0
        } else {
            (body.h * 0.13).within(30.0, 74.0)
        };
        let high = (body.h - low - shop - 6.0).max(1.0);
        let shop = Area::new(body.x, body.y + high + 2.0, body.w, shop);
        let halves = [0.0, 1.0].map(|at| Area::new(body.x + (half + gap) * at, body.y, half, high));
        Parts { unit, halves, rows, across, shop, is_tall }
    }

    /// The part of a half above which its name and its plan stand.
    fn floor(&self, side: usize) -> Area {
        let half = self.halves[side];
        let top = self.unit * 2.75;
        Area::new(half.x, half.y + top, half.w, (half.h - top).max(1.0))
    }

    fn wide(&self) -> f32 {
        (self.halves[0].h * 0.09).within(9.0, 34.0)
    }

    /// Rows of kitchens, each above a street of its own.
    fn lines(&self, side: &Side, at: usize) -> usize {
        side.lanes.len().div_ceil(self.across[at].max(1)).max(1)
    }

    fn kitchen(&self, side: &Side, at: usize, kitchen: usize) -> Area {
        let (floor, across) = (self.floor(at), self.across[at].max(1));
        let lines = self.lines(side, at);
        let tall = floor.h / lines as f32;
        let step = floor.w / across as f32;
        let (column, line) = (kitchen % across, kitchen / across);
        let pad = (step * 0.05).min(8.0);
        let high = (tall - self.wide() * 1.5 - 3.0).max(1.0);
        Area::new(floor.x + step * column as f32 + pad, floor.y + tall * line as f32, step - 2.0 * pad, high)
    }

    /// The street under a row of kitchens.
    fn street(&self, side: &Side, at: usize, line: usize) -> Way {
        let floor = self.floor(at);
        let tall = floor.h / self.lines(side, at) as f32;
        let y = floor.y + tall * (line + 1) as f32 - self.wide() * 0.8;
        let mut way = Way::new();
        way.push([floor.x + 4.0, y]);
        way.push([floor.right() - 4.0, y]);
        way
    }

    /// A card of what may be bought.
    pub(super) fn card(&self, at: usize) -> Area {
        if self.is_tall {
            let (columns, top) = (Buy::ALL.len().div_ceil(2), self.shop.y + RAIL_H);
            let (w, h) = (self.shop.w / columns as f32, (self.shop.bottom() - top) / 2.0);
            let [column, row] = [at % columns, at / columns].map(|place| place as f32);
            return Area::new(self.shop.x + w * column + 2.0, top + h * row + 2.0, w - 4.0, h - 4.0);
        }
        let w = self.shop.w * 0.66 / Buy::ALL.len() as f32;
        Area::new(self.shop.right() - self.shop.w * 0.66 + w * at as f32, self.shop.y, w - 4.0, self.shop.h)
    }

    /// Where a batch of that place stands on its rail.
    pub(super) fn batch(&self, at: usize) -> [f32; 2] {
        let w = self.shop.w * if self.is_tall { 1.0 } else { 0.32 };
        let each = w / BATCHES.len() as f32;
        if self.is_tall {
            return [self.shop.x + each * (at as f32 + 0.5), self.shop.y + RAIL_H * 0.36];
        }
        [self.shop.x + each * (at as f32 + 0.5), self.shop.y + self.shop.h * 0.4]
    }

    /// Where a place of a cut's rail stands, one of so many: chefs to a pot first, stages of the relay beside it.
    pub(super) fn cut(&self, hand: usize, (at, count): (usize, usize)) -> [f32; 2] {
        let [_, y] = self.batch(0);
        let w = self.shop.w * if self.is_tall { 0.5 } else { 0.16 };
        let room = (w - CUT_GAP).max(1.0);
        [self.shop.x + w * hand as f32 + CUT_GAP / 2.0 + room * (at as f32 + 0.5) / count.max(1) as f32, y]
    }

    /// Where today's restaurant takes a purchase in: at its own half's right end.
    pub(super) fn gate(&self) -> [f32; 2] {
        let half = self.halves[0];
        [half.right() - 26.0, half.bottom() - 26.0_f32.min(half.h * 0.2)]
    }

    fn bar(&self, row: usize) -> Area {
        let area = self.rows[row];
        Area::new(area.x, area.y + self.unit * 1.3, area.w, (area.h - self.unit * 1.3).max(4.0))
    }
}

/// The strip in a kitchen that stands for its corridor or its tunnels.
fn inner(parts: &Parts, room: Area) -> (Way, f32) {
    let wide = (parts.wide() * 0.6).within(5.0, 18.0).min(room.h * 0.16);
    let mut way = Way::new();
    let y = room.bottom() - wide * 0.8;
    way.push([room.x + 4.0, y]);
    way.push([room.right() - 4.0, y]);
    (way, wide)
}

fn surfaces(course: &Course, side: &Side) -> (Surface, Surface) {
    let own = if run::has_tunnels(&course.today, side.buy) { LinkClass::NvSwitch } else { LinkClass::Pcie };
    (Surface::of(own), Surface::of(LinkClass::Ethernet))
}

/// How wide a street is drawn: by what it carries, so that a better one is seen.
fn lanes(course: &Course, side: &Side) -> u32 {
    let (cards, gbit) = run::street(&course.today, side.buy);
    match cards * gbit {
        0..=100 => 1,
        101..=400 => 2,
        401..=3_200 => 4,
        _ => 6,
    }
}

fn thick(parts: &Parts, course: &Course, side: &Side) -> f32 {
    parts.wide() * (0.24 + 0.17 * lanes(course, side) as f32)
}

fn backdrop(view: &View<'_>, list: &mut DisplayList, kept: &Kept) {
    let course = &kept.course;
    let parts = Parts::new(view, course);
    stage::room(view, list, view.area(), parts.floor(0).y);
    for (at, side) in course.sides.iter().enumerate() {
        let (own, street) = surfaces(course, side);
        for line in 0..parts.lines(side, at) {
            let way = parts.street(side, at, line);
            draw_way(view, list, &way, street, (lanes(course, side), thick(&parts, course, side)));
        }
        for kitchen in 0..side.lanes.len() {
            let room = parts.kitchen(side, at, kitchen);
            let (fill, edge) =
                if view.is_xray() { (Token::Bench, Token::ChipEdge) } else { (Token::Wall, Token::WallEdge) };
            list.rect(room.x, room.y, room.w, room.h, 4.0, Style::fill(fill).outline(edge, 1.6));
            let (way, wide) = inner(&parts, room);
            draw_way(view, list, &way, own, (4, wide));
        }
        signs(view, list, &parts, course, at);
    }
    rows(view, list, &parts, kept);
    shop::shop(view, list, &parts, (course, kept.rails()));
}

pub(super) fn draw_way(
    view: &View<'_>,
    list: &mut DisplayList,
    way: &Way,
    surface: Surface,
    (lanes, wide): (u32, f32),
) {
    if view.is_xray() {
        ways::wires(list, way, surface, lanes, wide);
    } else {
        ways::way(list, way, surface, lanes, wide);
    }
}

/// Whose half it is, and how its chefs share the work.
fn signs(view: &View<'_>, list: &mut DisplayList, parts: &Parts, course: &Course, at: usize) {
    let (half, side) = (parts.halves[at], &course.sides[at]);
    let style = TextStyle::new(parts.unit, Token::Text).bold().within(half.w);
    let y = half.y + parts.unit * 1.0;
    list.write_with(style, half.x + 2.0, y, |out| {
        if side.buy.is_some() {
            out.push_str("＋ ");
        }
        out.push_str(tr(view.lang, course.today.called(view, side.buy)));
    });
    let size = (parts.unit * 0.92).max(LEAST_TEXT);
    let [tensor, pipeline, data] = [fact::TENSOR, fact::PIPELINE, fact::DATA].map(|at| side.facts[at].into());
    let style = TextStyle::new(size, Token::Text).within(half.w);
    list.write_with(style, half.x + 2.0, y + parts.unit * 1.3, |out| {
        pair::LabPlan { tensor, pipeline, data }.say_into(view.is_xray(), view.lang, out);
    });
    // How many chefs stand behind the one that is drawn, where there is room beside the name.
    if half.w > parts.unit * 22.0 {
        let (kitchens, chefs) = (side.kitchens.into(), side.each.into());
        let style = TextStyle::new(size, Token::Text).end().within(half.w * 0.55);
        list.write_with(style, half.right() - 2.0, y, |out| {
            if side.is_summed_up() {
                let drawn = side.lanes.len() as i64;
                pair::LabEachDrawn { kitchens, chefs, drawn }.say_into(view.is_xray(), view.lang, out);
            } else {
                pair::LabEach { kitchens, chefs }.say_into(view.is_xray(), view.lang, out);
            }
        });
    }
}

/// The two rows' names, and which colour is what.
fn rows(view: &View<'_>, list: &mut DisplayList, parts: &Parts, kept: &Kept) {
    for (row, side) in kept.course.sides.iter().enumerate() {
        let (area, bar) = (parts.rows[row], parts.bar(row));
        let (fill, line) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Card, Token::CardLine) };
        list.rect(bar.x, bar.y, bar.w, bar.h, 2.0, Style::fill(fill).outline(line, 1.2));
        let style = TextStyle::new(parts.unit, Token::Text).bold().within(area.w * 0.6);
        list.say(style, area.x + 2.0, area.y + parts.unit, view.lang, kept.course.today.called(view, side.buy));
    }
    let size = (parts.unit * 0.9).max(LEAST_TEXT);
    let wide = |doing: Doing| text_width(tr(view.lang, called(doing, view.is_xray())), size, false) + size * 1.6;
    let shown = |doing: &Doing| kept.course.sides.iter().any(|side| has(side, *doing));
    let all: f32 = DOINGS.into_iter().filter(shown).map(wide).sum();
    let area = parts.rows[0];
    let start = area.x + text_width(tr(view.lang, key::LAB_NOW), parts.unit, true) + parts.unit * 1.4;
    if start + all + parts.unit * 7.0 > area.right() {
        return;
    }
    let (mut x, y) = (start, area.y + parts.unit);
    for doing in DOINGS.into_iter().filter(shown) {
        let tall = size * 0.72;
        list.rect(x, y - tall, tall, tall, 1.5, Style::fill(fill(doing)).outline(Token::Ink, 0.8));
        list.say(TextStyle::new(size, Token::Text), x + tall + 3.0, y, view.lang, called(doing, view.is_xray()));
        x += wide(doing);
    }
}

/// Whether anything of a kind is in a restaurant's row.
fn has(side: &Side, doing: Doing) -> bool {
    side.lane().iter().any(|part| {
        part.doing == doing
            || (doing == Doing::Inside && part.waits[0] > Time::ZERO)
            || (doing == Doing::Meeting && part.waits[1] > Time::ZERO)
    })
}

fn frame(view: &View<'_>, list: &mut DisplayList, kept: &Kept) {
    let parts = Parts::new(view, &kept.course);
    for (at, side) in kept.course.sides.iter().enumerate() {
        meeting(view, list, &kept.course, (&parts, at));
        rides(view, list, &parts, (side, at));
        for kitchen in 0..side.lanes.len() {
            chef(view, list, &kept.course, (&parts, at, kitchen));
        }
        time(view, list, &parts, (side, at));
    }
    stage::clock(view, list);
}

/// The meeting's slips on the street, from door to door: as many rounds as a ring of the kitchens takes.
fn meeting(view: &View<'_>, list: &mut DisplayList, course: &Course, (parts, at): (&Parts, usize)) {
    let (t, side) = (view.playhead, &course.sides[at]);
    if !side.meets_outside() {
        return;
    }
    let Some(&(start, end)) = side.meetings.first().and_then(|all| all.iter().find(|one| one.0 <= t && t < one.1))
    else {
        return;
    };
    let count = side.lanes.len();
    let rounds = 2 * (count - 1).max(1);
    let through = (t.saturating_sub(start).0 as f64 / end.saturating_sub(start).0.max(1) as f64) as f32;
    let hop = through * rounds as f32;
    let hop = hop - hop.floor();
    let across = parts.across[at].max(1);
    for line in 0..parts.lines(side, at) {
        let way = parts.street(side, at, line);
        ways::glow(list, &way, Surface::Street, thick(parts, course, side), 1.0, view.is_xray());
        let here = across.min(count - line * across);
        let s = (parts.wide() / 30.0).within(0.34, 1.1);
        for door in 0..here {
            let place = (door as f32 + 0.5 + hop) / across as f32;
            let place = if place > 1.0 { place - 1.0 } else { place };
            let spot = way.at(place.within(0.02, 0.98), 0.0);
            if view.is_xray() {
                cast::packet(list, spot, s * 0.8, line * across + door, true);
            } else {
                cast::chit(list, spot, s, line * across + door);
            }
        }
    }
}

/// What the relay hands from kitchen to kitchen: from door to door, and out at one side and in at the other where the next kitchen
/// is in another row.
fn rides(view: &View<'_>, list: &mut DisplayList, parts: &Parts, (side, at): (&Side, usize)) {
    let t = view.playhead;
    let across = parts.across[at].max(1);
    let s = (parts.wide() / 34.0).within(0.3, 0.85);
    for ride in side.rides.iter().filter(|ride| ride.start <= t && t < ride.end) {
        let through =
            (t.saturating_sub(ride.start).0 as f64 / ride.end.saturating_sub(ride.start).0.max(1) as f64) as f32;
        let [from, to] = ride.kitchens.map(|kitchen| ((kitchen % across) as f32 + 0.5) / across as f32);
        let [here, there] = ride.kitchens.map(|kitchen| kitchen / across);
        let (line, place) = if here == there {
            (here, from + (to - from) * through)
        } else if through < 0.5 {
            let edge = if there > here { 1.0 } else { 0.0 };
            (here, from + (edge - from) * through * 2.0)
        } else {
            let edge = if there > here { 0.0 } else { 1.0 };
            (there, edge + (to - edge) * (through * 2.0 - 1.0))
        };
        let lift = if ride.is_back { 0.16 } else { -0.16 } * parts.wide();
        let spot = parts.street(side, at, line).at(place.within(0.02, 0.98), lift);
        if view.is_xray() {
            cast::packet(list, spot, s, ride.bowl, !ride.is_back);
        } else if ride.is_back {
            cast::report(list, spot, s, ride.bowl);
        } else {
            cast::bowl(list, spot, s, ride.bowl);
        }
    }
}

fn does(part: Option<&Part>, t: Time, end: Time) -> cast::Doing {
    let Some(part) = part.filter(|_| t < end) else { return cast::Doing::new(Posture::Done) };
    let progress = (t.saturating_sub(part.start).0 as f64 / part.took().0.max(1) as f64) as f32;
    let (posture, batch) = match part.doing {
        Doing::Forward => (Posture::Stirring, Some(part.bowl)),
        Doing::Backward => (Posture::Reading, Some(part.bowl)),
        Doing::Update => (Posture::Writing, None),
        Doing::Inside | Doing::Meeting => (Posture::Phone, None),
        Doing::Relay => (Posture::Waiting, None),
    };
    cast::Doing { posture, batch, progress }
}

/// A kitchen's first chef, or its chip, and how much of its pass goes into its own way.
fn chef(view: &View<'_>, list: &mut DisplayList, course: &Course, (parts, at, kitchen): (&Parts, usize, usize)) {
    let (t, side) = (view.playhead, &course.sides[at]);
    let room = parts.kitchen(side, at, kitchen);
    let part = side.part(kitchen, t);
    let (way, wide) = inner(parts, room);
    let used = part.map_or(0.0, |part| match part.doing {
        Doing::Inside => 1.0,
        Doing::Meeting if !side.meets_outside() => 1.0,
        _ if part.is_pass() => part.share(0),
        _ => 0.0,
    });
    if used > 0.0 {
        ways::glow(list, &way, surfaces(course, side).0, wide, used, view.is_xray());
    }
    let doing = does(part, t, side.end);
    let high = room.h - wide * 1.7 - 3.0;
    if view.is_xray() {
        let w = (room.w * 0.86).min(high * 1.4);
        let h = (high - 4.0).min(w * 0.8).max(1.0);
        let chip = Area::new(room.cx() - w / 2.0, room.y + (high - h) / 2.0 + 2.0, w, h);
        // The server's first GPU stands for the others.
        cast::chip(list, view.lang, chip, (side.number(kitchen) as usize - 1) * side.each as usize, doing, 6, None);
        let size = (parts.unit * 0.92).max(LEAST_TEXT);
        // As wide as the word is in Japanese.
        if chip.y - room.y > size * 1.6 && room.w - 8.0 > size * 5.2 {
            let style = TextStyle::new(size, Token::Text).within(room.w - 8.0);
            list.write_with(style, room.x + 4.0, room.y + size * 1.3, |out| {
                msg::LabServerXray { n: side.number(kitchen) }.say_into(view.lang, out);
            });
        }
    } else {
        let s = (room.w / BUST[0]).min(high / BUST[1]);
        let foot = room.y + high + 2.0;
        cast::chef_bust(list, room.cx(), foot, s, kitchen, doing);
    }
}

/// Where a restaurant's time has gone so far. What a pass waits inside is the lower part of it.
fn time(view: &View<'_>, list: &mut DisplayList, parts: &Parts, (side, row): (&Side, usize)) {
    let (t, whole) = (view.playhead, view.index.makespan);
    let bar = parts.bar(row);
    let x = |at: Time| bar.x + (at.0 as f64 / whole.0.max(1) as f64) as f32 * bar.w;
    for part in side.lane().iter().take_while(|part| part.start < t) {
        let (left, right) = (x(part.start), x(part.end.min(t)));
        let w = (right - left).max(0.4);
        let (y, h) = if part.doing == Doing::Relay { (bar.y + bar.h * 0.34, bar.h * 0.32) } else { (bar.y, bar.h) };
        let line = if w > 2.5 { 0.7 } else { 0.2 };
        list.rect(left, y, w, h, 0.0, Style::fill(fill(part.doing)).outline(Token::Ink, line));
        let mut foot = bar.bottom();
        for (kind, doing) in [Doing::Inside, Doing::Meeting].into_iter().enumerate() {
            let high = bar.h * part.share(kind);
            if part.is_pass() && high > 0.6 {
                foot -= high;
                list.rect(left, foot, w, high, 0.0, Style::fill(fill(doing)));
            }
        }
    }
    if t >= side.end {
        let style = TextStyle::new(parts.unit, Token::Text).bold().end().within(parts.rows[row].w * 0.4);
        let (right, y) = (parts.rows[row].right() - 2.0, parts.rows[row].y + parts.unit);
        list.write_with(style, right, y, |out| {
            msg::LabRowDone { time: side.end }.say_into(view.lang, out);
        });
    }
}
