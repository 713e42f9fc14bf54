//! One chef, a spoon and a gauge: at the left the chef with the taste sensor, at the right the map of the loss with the way walked
//! on it and the curve of the losses, below the recipe's page with the report.

use kitchen_core::run::Run;
use kitchen_core::sim::task::Kind;
use kitchen_core::units::Time;
use kitchen_text::{format, key};

use crate::scene::art::chef::Posture;
use crate::scene::cast::{self, Doing};
use crate::scene::display::{DisplayList, Style, TextStyle};
use crate::scene::geom::{Area, Within as _};
use crate::scene::handle::Handle;
use crate::scene::index::RunIndex;
use crate::scene::palette::{Token, hue};
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::show::Show;

use super::course::Course;
use super::held::{self, Places};
use super::map::{self, Map};
use super::run::{LOSS, phases};
use super::table;
use super::telling;

/// What the picture alone asks of a show.
struct Kept {
    course: Course,
    map: Map,
    /// The largest error of the first tasting, in points: the scale of the bars.
    most: f64,
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
        let Parts { gauge, map, strip, .. } = Parts::new(view);
        let places = Places { map, strip, sensor: [gauge.right() - 26.0, gauge.y + 26.0] };
        held::hands(view, &places, &self.course, &self.map)
    }
}

fn prepare(show: &Show) -> Option<Kept> {
    let course = Course::of(show)?;
    let map = Map::new(&course)?;
    let most = (0..telling::guests(&course)).map(|guest| telling::error(&course, 0, guest).abs());
    let most = most.fold(1.0, f64::max);
    Some(Kept { course, map, most })
}

/// The stage's parts.
#[derive(Clone, Copy, Debug)]
struct Parts {
    chef: Area,
    gauge: Area,
    map: Area,
    curve: Area,
    table: Area,
    /// What can be taken in hand; of no height on a small stage.
    strip: Area,
}

impl Parts {
    fn new(view: &View<'_>) -> Parts {
        let [w, h] = view.size;
        let (header, unit) = (stage::header_height(view.size), view.text_size());
        // Above and below the map stand the names of its axes.
        let words = unit * 1.5;
        let least = (unit * 1.7).max(14.5);
        let tall = if h < 440.0 { 0.0 } else { held::height(w) };
        let strip = Area::new(6.0, h - 6.0 - tall, w - 12.0, tall);
        let bottom = h - 6.0 - if tall > 0.0 { tall + 5.0 } else { 0.0 };
        // The map is a square, so that the way down crosses its contours as it does in truth.
        let split = |x: f32, y: f32, w: f32, side: f32| {
            let map = Area::new(x, y + words, side, side.max(1.0));
            (map, Area::new(map.right() + 14.0, map.y, (x + w - map.right() - 14.0).max(1.0), map.h))
        };
        if w < 480.0 && w < h * 1.25 {
            let table = Area::new(6.0, bottom - least * 4.0, w - 12.0, least * 4.0);
            let body = table.y - header - 4.0;
            let side = (body * 0.56 - 2.0 * words).min(w * 0.56);
            let top = body - side - 2.0 * words;
            let (map, curve) = split(8.0, header + top, w - 16.0, side);
            let chef = Area::new(6.0, header, w * 0.36, top);
            let gauge = Area::new(chef.right() + 6.0, header, w - chef.right() - 14.0, top);
            return Parts { chef, gauge, map, curve, table, strip };
        }
        let left = Area::new(8.0, header, w * 0.35, bottom - header);
        let (x, room) = (left.right() + 12.0, bottom - header - 2.0 * words - 4.0);
        let width = w - 8.0 - x;
        let side = (room - least * 4.0).min(width * 0.62);
        let row = ((room - side) / 4.0).min(unit * 3.0);
        let table = Area::new(x, bottom - row * 4.0, width, row * 4.0);
        let (map, curve) = split(x, header + (table.y - header - side - 2.0 * words - 4.0) / 2.0, width, side);
        let gauge = Area::new(left.x, left.y, left.w, (left.h * 0.42).min(left.w * 0.66));
        Parts { chef: Area::new(left.x, gauge.bottom(), left.w, left.h - gauge.h), gauge, map, curve, table, strip }
    }
}

fn backdrop(view: &View<'_>, list: &mut DisplayList, kept: &Kept) {
    let parts = Parts::new(view);
    stage::room(view, list, view.area(), parts.chef.bottom() - parts.chef.h * 0.16);
    sensor(view, list, telling::guests(&kept.course), parts.gauge);
    map::backdrop(view, list, &kept.course, &kept.map, parts.map);
    map::curve_paper(view, list, &kept.course, parts.curve);
    held::backdrop(view, list, parts.strip);
    table::backdrop(view, list, &kept.course, parts.table);
}

fn frame(view: &View<'_>, list: &mut DisplayList, kept: &Kept) {
    let parts = Parts::new(view);
    if let Some(run) = view.show.runs.first() {
        chef(view, list, kept, run, parts.chef);
        reading(view, list, kept, parts.gauge);
        map::frame(view, list, &kept.course, &kept.map, parts.map);
        map::curve(view, list, &kept.course, parts.curve);
        table::frame(view, list, &kept.course, parts.table);
    }
    stage::clock(view, list);
}

/// The chef at the pot, with the spoon while it tastes, the sheet while it goes back, the pencil while it changes the page.
fn chef(view: &View<'_>, list: &mut DisplayList, kept: &Kept, run: &Run, area: Area) {
    let t = view.playhead;
    let index = &view.index.runs[0];
    let doing = index.compute_at(run, 0, t).and_then(|task| {
        let label = run.graph.labels[task as usize];
        let doing = Doing::at_work(run, index, 0, t)?;
        // While the sensor makes one number of six, the spoon rests.
        let rests = label.kind == Kind::Forward && label.step == LOSS;
        Some(if rests && !view.is_xray() { Doing { posture: Posture::Ready, ..doing } } else { doing })
    });
    // Glad only of a sauce that has come down.
    let rest = Doing::new(if kept.course.settled().is_some() { Posture::Done } else { Posture::Waiting });
    let doing = doing.unwrap_or(rest);
    if view.is_xray() {
        let kernels = (area.h * 0.24).within(24.0, 90.0);
        let h = (area.h - kernels - 6.0).min(area.w * 0.66);
        let chip = Area::new(area.x, area.y + (area.h - kernels - h) / 2.0, area.w, h);
        cast::chip(list, view.lang, chip, 0, doing, 1, None);
        return strip(view, list, kept, Area::new(area.x, area.bottom() - kernels, area.w, kernels));
    }
    let scale = (area.w / cast::STATION_W).min(area.h / cast::STATION_H);
    cast::station_back(list, area.cx(), area.bottom(), scale);
    cast::chef_at_station(list, area.cx(), area.bottom(), scale, 0, doing);
}

/// The kernels of a step, each as long as the other: filled as they run.
fn strip(view: &View<'_>, list: &mut DisplayList, kept: &Kept, area: Area) {
    let (t, course) = (view.playhead, &kept.course);
    let round = course.rounds[course.round(t)];
    let phases = phases(course.params);
    let all: u32 = phases.iter().map(|phase| phase.kernels).sum();
    let size = view.text_size().max(11.0).min(area.h * 0.46);
    let (w, h) = (area.w / all as f32, area.h - size * 1.5);
    let mut at = 0;
    for (part, phase) in phases.iter().enumerate() {
        let done = round.done(part, t) * phase.kernels as f32;
        for kernel in 0..phase.kernels {
            let x = area.x + w * at as f32;
            list.rect(x + 1.0, area.y, w - 2.0, h, 2.0, Style::fill(Token::Chip).outline(Token::ChipEdge, 1.0));
            let share = (done - kernel as f32).within(0.0, 1.0);
            list.rect(x + 1.0, area.y, (w - 2.0) * share, h, 2.0, Style::fill(Token::TunnelEdge));
            let letter = ["F", "L", "B", "U"][part];
            let style = TextStyle::new((h * 0.66).min(w * 0.7).min(size * 1.2), Token::OnChip).bold().middle();
            list.write(style, x + w / 2.0, area.y + h / 2.0 + style.size * 0.36, format_args!("{letter}"));
            at += 1;
        }
    }
    let each = Time((round.tasted() - round.start()).0 / u64::from(phases[0].kernels));
    let style = TextStyle::new(size, Token::Text).within(area.w);
    list.write_with(style, area.x, area.bottom() - size * 0.2, |out| {
        out.push_str("1 kernel ≈ ");
        format::push_time(out, each);
    });
}

/// The middle of the dial and its radius: the number and its name stand below.
fn dial(view: &View<'_>, area: Area) -> (f32, f32, f32) {
    let low = area.bottom() - view.text_size().max(11.0) * 3.9;
    let r = (area.w * 0.205).min((low - area.y) * 0.84).max(8.0);
    (area.x + area.w * 0.26, low - (low - area.y - r * 1.1).max(0.0) * 0.4, r)
}

/// A point of the dial: `share` 0 is at the left, 1 at the right.
fn on_dial((cx, cy, r): (f32, f32, f32), share: f32, part: f32) -> [f32; 2] {
    let turns = f64::from(share) / 2.0;
    let (sin, cos) = (cast::wave(turns) as f32, cast::wave(turns + 0.25) as f32);
    [cx - cos * r * part, cy - sin * r * part]
}

/// The room of the bars, and the height of their zero.
fn bars(view: &View<'_>, area: Area) -> Area {
    let size = view.text_size().max(11.0);
    let x = area.x + area.w * 0.54;
    Area::new(x, area.y + size * 1.7, area.right() - x - 4.0, (area.h - size * 4.5).max(8.0))
}

/// The taste sensor: a dial for the loss, and a bar for each guest.
fn sensor(view: &View<'_>, list: &mut DisplayList, guests: usize, area: Area) {
    let xray = view.is_xray();
    let (paper, edge, text) =
        if xray { (Token::Chip, Token::ChipEdge, Token::OnChip) } else { (Token::Card, Token::Ink, Token::Text) };
    list.rect(area.x, area.y + 1.0, area.w, area.h - 4.0, 8.0, Style::fill(paper).outline(edge, 1.8));
    let at = dial(view, area);
    for (from, to, token) in [(0.0, 0.3, Token::Hue3), (0.3, 0.65, Token::Hue2), (0.65, 1.0, Token::Hue1)] {
        for step in 0..=8 {
            let [x, y] = on_dial(at, from + (to - from) * step as f32 / 8.0, 1.0);
            if step == 0 { list.move_to(x, y) } else { list.line_to(x, y) }
        }
        list.paint(Style::line(token, (at.2 * 0.2).max(4.0)));
    }
    let size = view.text_size().max(11.0);
    let bars = bars(view, area);
    let style = TextStyle::new(size, text).within(bars.w);
    list.say(style, bars.x, area.y + size * 1.25, view.lang, key::SECRET_SAUCE_STRONG);
    list.say(style, bars.x, area.bottom() - size * 0.75, view.lang, key::SECRET_SAUCE_WEAK);
    list.move_to(bars.x, bars.cy());
    list.line_to(bars.right(), bars.cy());
    list.paint(Style::line(text, 1.4));
    let w = bars.w / guests as f32;
    for guest in 0..guests {
        let style = TextStyle::new(size * 0.9, text).middle().within(w);
        let letter = char::from(b'A' + guest as u8);
        list.write(style, bars.x + w * (guest as f32 + 0.5), bars.bottom() + size, format_args!("{letter}"));
    }
    let style = TextStyle::new(size, text).middle().within(area.w * 0.46);
    list.say(style, at.0, area.bottom() - size * 0.75, view.lang, key::SECRET_SAUCE_LOSS);
}

/// What the sensor says now.
fn reading(view: &View<'_>, list: &mut DisplayList, kept: &Kept, area: Area) {
    let (t, course) = (view.playhead, &kept.course);
    let steps = &course.descent.steps;
    let text = if view.is_xray() { Token::OnChip } else { Token::Text };
    let known = course.known(t);
    let at = dial(view, area);
    let share = |step: usize| ((steps[step].loss / (steps[0].loss * 1.25)) as f32).within(0.0, 1.0);
    // The needle is on its way while the six become one number.
    let round = course.round(t);
    let moving = if round == known { course.rounds[round].done(1, t) } else { 0.0 };
    let from = known.checked_sub(1).map_or(0.0, share);
    let to = if moving > 0.0 { share(round) } else { from };
    if known > 0 || moving > 0.0 {
        let [x, y] = on_dial(at, from + (to - from) * moving, 0.82);
        list.move_to(at.0, at.1);
        list.line_to(x, y);
        list.paint(Style::line(text, (at.2 * 0.08).max(2.2)));
    }
    list.ellipse(at.0, at.1, at.2 * 0.09, at.2 * 0.09, Style::fill(text));
    let size = view.text_size().max(11.0);
    let number = TextStyle::new((size * 1.7).min(area.h * 0.26), text).bold().middle().within(area.w * 0.46);
    if let Some(last) = known.checked_sub(1) {
        let loss = steps[last].loss;
        let y = area.bottom() - size * 1.95;
        list.write_with(number, at.0, y, |out| {
            format::push_number(out, loss, telling::digits(loss));
        });
    }
    let bars = bars(view, area);
    let count = telling::guests(course);
    let (w, tasted) = (bars.w / count as f32, course.rounds[round].done(0, t));
    for guest in 0..count {
        let error = (telling::error(course, round, guest) / kept.most) as f32;
        let h = error.within(-1.0, 1.0) * tasted * bars.h / 2.0;
        let (x, y) = (bars.x + w * guest as f32 + w * 0.16, if h > 0.0 { bars.cy() - h } else { bars.cy() });
        let asked = steps[round].batch.contains(&guest);
        let token = if error > 0.0 { Token::Hue1 } else { hue(3) };
        let style = if asked { Style::fill(token).outline(Token::Ink, 1.2) } else { Style::line(token, 1.4) };
        list.rect(x, y, w * 0.68, h.abs().max(1.0), 1.5, style);
    }
}
