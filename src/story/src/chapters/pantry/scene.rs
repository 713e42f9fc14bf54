//! A chef with a shelf, the street, and the pantry at its end. Below, the time of this chef and of one with everything at hand.

use kitchen_core::sim::task::TaskId;
use kitchen_core::units::{Rate, Time};
use kitchen_core::workload::memory_pool::{Away, Doing, PIECES};
use kitchen_text::{Key, format, key, msg, pair, tr};

use crate::scene::art::chef::Posture;
use crate::scene::art::props;
use crate::scene::cast::{self, STATION_H, STATION_W};
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Way, Within as _};
use crate::scene::handle::Handle;
use crate::scene::index::RunIndex;
use crate::scene::palette::{Token, hue};
use crate::scene::rack;
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::scene::ways::{self, Surface};
use crate::show::Show;

use super::course::{Course, Ride};
use super::hands;
use super::run::ROUNDS;
use super::shelf::{self, HUES, Rack};

/// What a chef does with a part of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doings {
    Forward,
    Backward,
    Update,
    Waits,
}

impl Doings {
    const ALL: [Doings; 4] = [Doings::Forward, Doings::Backward, Doings::Update, Doings::Waits];

    fn fill(self) -> Token {
        match self {
            Doings::Forward => hue(2),
            Doings::Backward => hue(6),
            Doings::Update => hue(4),
            Doings::Waits => hue(0),
        }
    }

    fn name(self, xray: bool) -> Key {
        let keys = match self {
            Doings::Forward => [key::PANTRY_NOW_FORWARD, key::PANTRY_NOW_FORWARD_XRAY],
            Doings::Backward => [key::PANTRY_NOW_BACK, key::PANTRY_NOW_BACK_XRAY],
            Doings::Update => [key::PANTRY_NOW_UPDATE, key::PANTRY_NOW_UPDATE_XRAY],
            Doings::Waits => [key::PANTRY_NOW_WAIT, key::PANTRY_NOW_WAIT_XRAY],
        };
        keys[usize::from(xray)]
    }
}

/// What the picture alone asks of a show.
struct Kept {
    course: Course,
    /// By chef: what was done with the time, neighbours of a kind together.
    lanes: [Vec<(Time, Time, Doings)>; 2],
    sign: String,
}

fn lane(course: &Course, chef: usize) -> Vec<(Time, Time, Doings)> {
    let mut lane: Vec<(Time, Time, Doings)> = Vec::new();
    let mut push = |start: Time, end: Time, doing: Doings| match lane.last_mut() {
        Some(last) if last.2 == doing && last.1 == start => last.1 = end,
        _ if start < end => lane.push((start, end, doing)),
        _ => {}
    };
    let mut last = Time::ZERO;
    for part in &course.parts[chef] {
        push(last, part.start, Doings::Waits);
        let doing = match part.doing {
            Doing::Forward => Doings::Forward,
            Doing::Backward => Doings::Backward,
            _ => Doings::Update,
        };
        push(part.start, part.end, doing);
        last = part.end;
    }
    push(last, course.ends[chef], Doings::Waits);
    lane
}

pub(super) const PICTURE: Prepare = stage::prepare::<Kept>;

impl Picture for Kept {
    fn prepare(show: &Show, _: &mut [RunIndex]) -> Option<Kept> {
        prepare(show)
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        backdrop(view, list, self);
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        frame(view, list, self);
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        hands::hands(view, &self.course)
    }
}

fn prepare(show: &Show) -> Option<Kept> {
    let course = Course::of(show)?;
    let lanes = [0, 1].map(|chef| lane(&course, chef));
    let sign = std::format!("{} · {}", course.step.ask.model.name, course.step.ask.system.gpu.name);
    Some(Kept { course, lanes, sign })
}

/// Where things stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    unit: f32,
    top: Area,
    pub(super) rack: Rack,
    pub(super) pantry: Area,
    /// The street's middle, its ends and its width.
    street: [f32; 3],
    wide: f32,
    rows: [Area; 2],
}

impl Parts {
    pub(super) fn new(view: &View<'_>, course: &Course) -> Parts {
        let [w, h] = view.size;
        let unit = view.text_size().max(11.0);
        let header = stage::header_height(view.size) + 2.0;
        let body = Area::new(8.0, header, w - 16.0, (h - header - 4.0).max(1.0));
        let bar = (body.h * 0.06).within(7.0, 34.0);
        let row = unit * 1.4 + bar;
        let low = row * 2.0 + 4.0;
        let top = Area::new(body.x, body.y, body.w, (body.h - low - 4.0).max(40.0));
        let rows = [0.0, 1.0].map(|at| Area::new(body.x, body.bottom() - low + (row + 3.0) * at, body.w, row));
        let roof = top.y + unit * 4.9;
        let floor = top.bottom() - unit * 1.5;
        let over = course.fullest(0).1.total().0 > course.hbm();
        let tall = (floor - roof).max(20.0);
        let high = if over { tall * 0.66 } else { tall };
        let rack_x = top.x + top.w * 0.24;
        let rack_w = (top.w * 0.14).within(44.0, 190.0);
        let area = Area::new(rack_x, floor - high, rack_w, high);
        let rack = Rack { area, ceiling: roof, hbm: course.hbm(), unit };
        let pantry_w = (top.w * 0.27).within(84.0, 420.0);
        let pantry =
            Area::new(top.right() - pantry_w - top.w * 0.012, top.y + unit * 1.6, pantry_w, floor - top.y - unit * 1.6);
        let carried = course.street().as_gb_per_s();
        let share = match carried {
            narrow if narrow < 20.0 => 0.5,
            low if low < 40.0 => 0.7,
            usual if usual < 80.0 => 0.85,
            wide if wide < 200.0 => 1.0,
            _ => 1.25,
        };
        let wide = ((tall * 0.2).within(18.0, 74.0)) * share;
        let street =
            [top.y + (floor - top.y) * 0.62, rack.area.right() + 6.0 + wide / 2.0, pantry.x - 3.0 - wide / 2.0];
        Parts { unit, top, rack, pantry, street, wide, rows }
    }

    /// Where the street's length is set: a stone for each distance, at the street's near side.
    pub(super) fn stone(&self, at: usize) -> [f32; 2] {
        let [y, from, to] = self.street;
        [from + (to - from) * (0.1 + 0.266 * at as f32), y + self.wide * 0.42]
    }

    fn way(&self) -> Way {
        let [y, from, to] = self.street;
        let mut way = Way::new();
        way.push([from, y]);
        way.push([to, y]);
        way
    }

    /// Where a row's time is drawn.
    fn bar(&self, row: usize) -> Area {
        let area = self.rows[row];
        Area::new(area.x, area.y + self.unit * 1.35, area.w, (area.h - self.unit * 1.35).max(4.0))
    }
}

fn surface(course: &Course) -> Surface {
    Surface::of(course.step.ask.pool.class)
}

fn backdrop(view: &View<'_>, list: &mut DisplayList, kept: &Kept) {
    let course = &kept.course;
    let parts = Parts::new(view, course);
    stage::room(view, list, view.area(), parts.street[0] - parts.wide);
    rack::frame(view, list, parts.rack.area);
    let way = parts.way();
    if view.is_xray() {
        ways::wires(list, &way, surface(course), 8, parts.wide);
    } else {
        ways::way(list, &way, surface(course), 8, parts.wide);
    }
    if course.step.ask.pool.adds {
        crossing(view, list, &parts);
    }
    shelf::pantry(view, list, parts.pantry, Away::KINDS.map(|kind| course.away().holds(kind)));
    let style = TextStyle::new(parts.unit, Token::Text).bold().within(parts.top.w * 0.5);
    list.write(style, parts.top.x + 2.0, parts.top.y + parts.unit, format_args!("{}", kept.sign));
    signs(view, list, &parts, course);
    rows(view, list, &parts, course);
    milestones(view, list, &parts);
}

/// The stones at which the street's length is set.
fn milestones(view: &View<'_>, list: &mut DisplayList, parts: &Parts) {
    let r = (parts.unit * 0.3).within(3.0, 7.0);
    let (fill, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Cloth, Token::Ink) };
    for at in 0..4 {
        let [x, y] = parts.stone(at);
        list.rect(x - r, y - r * 1.3, 2.0 * r, 2.6 * r, r, Style::fill(fill).outline(edge, 1.2));
    }
}

/// Half way down the street: where the reports of all are added.
fn crossing(view: &View<'_>, list: &mut DisplayList, parts: &Parts) {
    let [y, from, to] = parts.street;
    let x = f32::midpoint(from, to);
    let r = parts.wide * 0.62;
    let (fill, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Board, Token::Ink) };
    list.rect(x - r, y - r, 2.0 * r, 2.0 * r, r * 0.2, Style::fill(fill).outline(edge, 1.8));
    let text = if view.is_xray() { Token::OnChip } else { Token::OnBoard };
    let style = TextStyle::new((r * 1.5).max(LEAST_TEXT), text).bold().middle();
    list.write(style, x, y + r * 0.52, format_args!("+"));
}

/// What the street carries and how far it is; whose it is.
fn signs(view: &View<'_>, list: &mut DisplayList, parts: &Parts, course: &Course) {
    let [y, from, to] = parts.street;
    let (x, room) = (f32::midpoint(from, to), parts.pantry.x - parts.rack.area.right() - 8.0);
    let size = (parts.unit * 0.95).max(LEAST_TEXT);
    let style = TextStyle::new(size, Token::Text).bold().middle().within(room);
    let below = y + parts.wide * 0.64 + size * 1.9;
    let pool = course.step.ask.pool;
    // In a narrow street the numbers alone.
    let is_narrow = room < size * 11.5;
    list.write_with(style, x, below, |out| {
        if is_narrow {
            format::push_rate(out, course.street());
        } else {
            msg::PantryRoad { rate: course.street() }.say_into(view.lang, out);
        }
    });
    let style = TextStyle::new(size, Token::Text).middle().within(room);
    list.write_with(style, x, below + size * 1.35, |out| {
        if is_narrow {
            format::push_time(out, pool.round_trip);
        } else {
            msg::PantryFar { time: pool.round_trip }.say_into(view.lang, out);
        }
    });
    if below + size * 3.0 < parts.rack.area.bottom() && room > size * 13.0 {
        list.say(style, x, below + size * 2.7, view.lang, key::PANTRY_EACH);
    }
    let name = if view.is_xray() { key::PANTRY_HBM } else { key::PANTRY_SHELF };
    let style = TextStyle::new(size, Token::Text).middle().within(parts.rack.area.w * 1.5);
    list.write_with(style, parts.rack.area.cx(), parts.rack.area.bottom() + size * 1.25, |out| {
        out.push_str(tr(view.lang, name));
        out.push(' ');
        format::push_number(out, super::telling::gb(course.hbm()), 0);
        out.push_str(" GB");
    });
}

/// The two rows' names and papers, and which colour is what.
fn rows(view: &View<'_>, list: &mut DisplayList, parts: &Parts, course: &Course) {
    let names = if view.is_xray() {
        [key::PANTRY_ROW_AWAY_XRAY, key::PANTRY_ROW_WHOLE_XRAY]
    } else {
        [key::PANTRY_ROW_AWAY, key::PANTRY_ROW_WHOLE]
    };
    let names = if course.cooks_again() { [names[0], key::PANTRY_ROW_AGAIN] } else { names };
    for (row, name) in names.into_iter().enumerate() {
        let (area, bar) = (parts.rows[row], parts.bar(row));
        let (fill, line) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Card, Token::CardLine) };
        list.rect(bar.x, bar.y, bar.w, bar.h, 2.0, Style::fill(fill).outline(line, 1.2));
        let style = TextStyle::new(parts.unit, Token::Text).bold().within(area.w * 0.6);
        list.say(style, area.x + 2.0, area.y + parts.unit * 1.02, view.lang, name);
    }
    // Which colour is what stands over the second row, where there is room beside its name.
    let size = (parts.unit * 0.92).max(LEAST_TEXT);
    let wide = |doing: Doings| text_width(tr(view.lang, doing.name(view.is_xray())), size, false) + size * 1.7;
    let all: f32 = Doings::ALL.into_iter().map(wide).sum();
    let area = parts.rows[0];
    let name = text_width(tr(view.lang, names[0]), parts.unit, true);
    let done = parts.unit * 6.5;
    if name + all + done + 16.0 > area.w {
        return;
    }
    let mut x = area.x + name + parts.unit * 1.5;
    let y = area.y + parts.unit;
    for doing in Doings::ALL {
        let side = size * 0.72;
        list.rect(x, y - side, side, side, 1.5, Style::fill(doing.fill()).outline(Token::Ink, 0.8));
        list.say(TextStyle::new(size, Token::Text), x + side + 3.0, y, view.lang, doing.name(view.is_xray()));
        x += wide(doing);
    }
}

fn frame(view: &View<'_>, list: &mut DisplayList, kept: &Kept) {
    let parts = Parts::new(view, &kept.course);
    chef(view, list, kept, &parts);
    let contents = kept.course.shelves[0].at(view.playhead);
    shelf::jars(view, list, &parts.rack, &contents);
    for kind in 0..4 {
        shelf::stored(view, list, parts.pantry, kind, kept.course.full(kind, view.playhead));
    }
    carts(view, list, kept, &parts);
    for row in 0..2 {
        time(view, list, kept, &parts, row);
    }
    stage::clock(view, list);
}

/// The chef with the pantry, or its chip, and what it is at.
fn chef(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let (t, course) = (view.playhead, &kept.course);
    let part = course.part(0, t);
    let (posture, doing) = match part.map(|part| part.doing) {
        _ if t >= course.ends[0] => (Posture::Done, None),
        Some(Doing::Forward) => (Posture::Stirring, Some(Doings::Forward)),
        Some(Doing::Backward) => (Posture::Reading, Some(Doings::Backward)),
        Some(_) => (Posture::Writing, Some(Doings::Update)),
        None => (Posture::Waiting, Some(Doings::Waits)),
    };
    let progress = part.map_or(0.0, |part| {
        let whole = part.end.saturating_sub(part.start).0.max(1);
        (t.saturating_sub(part.start).0 as f64 / whole as f64) as f32
    });
    let batch = part.map(|part| usize::from(part.round)).filter(|_| doing != Some(Doings::Update));
    let does = cast::Doing { posture, batch, progress };
    let room = Area::new(parts.top.x, parts.top.y + parts.unit * 3.4, parts.rack.area.x - parts.top.x - 8.0, 0.0);
    let floor = parts.rack.area.bottom() + parts.unit * 0.3;
    if view.is_xray() {
        let w = room.w * 0.92;
        let h = (w * 0.8).min(floor - room.y);
        let lit = ((course.shelves[0].at(t).total().0 * 6) / course.hbm().max(1)).min(6) as usize;
        cast::chip(list, view.lang, Area::new(room.x + 2.0, floor - h, w, h), 0, does, lit, None);
    } else {
        let s = (room.w / STATION_W).min((floor - room.y) / STATION_H);
        cast::chef_at_station(list, room.x + room.w / 2.0, floor, s, 0, does);
    }
    let style = TextStyle::new(parts.unit, Token::Text).bold().within(parts.pantry.x - parts.top.x - 6.0);
    let y = parts.top.y + parts.unit * 2.5;
    list.write_with(style, parts.top.x + 2.0, y, |out| match (doing, part) {
        (None, _) => out.push_str(tr(view.lang, key::PANTRY_NOW_DONE)),
        (Some(doing), Some(part)) if doing != Doings::Update => {
            out.push_str(tr(view.lang, doing.name(view.is_xray())));
            let place = pair::PantryNowPlace {
                round: i64::from(part.round) + 1,
                rounds: ROUNDS.into(),
                piece: i64::from(part.piece) + 1,
                pieces: PIECES as i64,
            };
            place.say_into(view.is_xray(), view.lang, out);
        }
        (Some(doing), _) => out.push_str(tr(view.lang, doing.name(view.is_xray()))),
    });
}

/// What is on the street: the way out runs along the near side, the way back along the far one.
fn carts(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts) {
    let (t, course) = (view.playhead, &kept.course);
    let way = parts.way();
    let (Some(run), Some(index)) = (view.show.runs.first(), view.index.runs.first()) else { return };
    let used = |out: bool| -> f64 {
        let rides = course.rides.iter().filter(|ride| ride.out == out && ride.start <= t && t < ride.end);
        rides.map(|ride| index.read(run).rate(ride.task, t)).sum()
    };
    let rates = [true, false].map(used);
    let carried = course.street().as_bytes_per_s().max(1.0);
    let most = (rates[0].max(rates[1]) / carried) as f32;
    ways::glow(list, &way, surface(course), parts.wide, most.within(0.0, 1.0), view.is_xray());
    let progress = |task: TaskId| index.progress(run, task, t);
    for ride in course.rides.iter().filter(|ride| ride.start <= t && t < ride.end) {
        cart(view, list, parts, &way, ride, progress(ride.task));
    }
    let size = (parts.unit * 0.95).max(LEAST_TEXT);
    let [y, from, to] = parts.street;
    for (at, (rate, arrow)) in rates.into_iter().zip(["→", "←"]).enumerate() {
        if rate <= 0.0 {
            continue;
        }
        let style = TextStyle::new(size, Token::Text).bold().middle().within(to - from);
        let line = y - parts.wide / 2.0 - size * (0.7 + 1.6 * (1 - at) as f32);
        list.write_on_card(style, f32::midpoint(from, to), line, |out| {
            out.push_str(arrow);
            out.push(' ');
            format::push_rate(out, Rate::bytes_per_s(rate));
        });
    }
}

fn cart(view: &View<'_>, list: &mut DisplayList, parts: &Parts, way: &Way, ride: &Ride, progress: f32) {
    let side = parts.wide * 0.24;
    // A cart is on the street with all of its bed.
    let place = if ride.out { way.at(0.05 + progress * 0.9, side) } else { way.at(0.95 - progress * 0.9, -side) };
    let n = HUES[ride.kind];
    let s = (parts.wide / 36.0).within(0.5, 1.8);
    if view.is_xray() {
        let (w, h) = (30.0 * s, 13.0 * s);
        list.rect(place[0] - w / 2.0, place[1] - h / 2.0, w, h, 2.0, Style::fill(hue(n)).outline(Token::Ink, 1.2));
        return;
    }
    for at in 0..3 {
        shelf::jar(list, [place[0] + (at as f32 - 1.0) * 12.5 * s, place[1] - 5.0 * s], s * 0.95, n);
    }
    list.art(&props::CART, place[0], place[1], s, cast::pair(n));
}

/// A chef's time so far.
fn time(view: &View<'_>, list: &mut DisplayList, kept: &Kept, parts: &Parts, row: usize) {
    let (t, end) = (view.playhead, view.index.makespan);
    let bar = parts.bar(row);
    let x = |at: Time| bar.x + (at.0 as f64 / end.0.max(1) as f64) as f32 * bar.w;
    for &(from, to, doing) in kept.lanes[row].iter().take_while(|part| part.0 < t) {
        let (left, right) = (x(from), x(to.min(t)));
        let (y, h) = if doing == Doings::Waits { (bar.y + bar.h * 0.32, bar.h * 0.36) } else { (bar.y, bar.h) };
        list.rect(left, y, (right - left).max(0.4), h, 0.0, Style::fill(doing.fill()).outline(Token::Ink, 0.7));
    }
    let own = kept.course.ends[row];
    if t >= own {
        let style = TextStyle::new(parts.unit, Token::Text).bold().end().within(parts.rows[row].w * 0.4);
        list.write_with(style, parts.rows[row].right() - 2.0, parts.rows[row].y + parts.unit * 1.02, |out| {
            msg::PantryRowDone { time: own }.say_into(view.lang, out);
        });
    }
}
