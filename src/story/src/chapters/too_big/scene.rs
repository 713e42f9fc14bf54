//! The shelf to scale beside its chef, or one for each of eight who share; the curve of what was on it; the corridor to the
//! pantry.

use crate::scene::art::chef::Posture;
use crate::scene::art::props;
use crate::scene::cast::{self, BUST, Doing, STATION_H, STATION_W};
use crate::scene::display::{Color, DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Within as _};
use crate::scene::handle::Handle;
use crate::scene::index::RunIndex;
use crate::scene::palette::Token;
use crate::scene::rack;
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::show::Show;
use crate::story::{chef_way, link_name, way_name};
use kitchen_core::sim::task::{Kind, Work};
use kitchen_core::units::Time;
use kitchen_core::workload::memory::{Contents, Doing as Task};
use kitchen_text::{Key, format, key, tr};

use super::held;
use super::pack::{self, LOOKS, PILE};
use super::parts::Parts;
use super::run::Step;
use super::telling::{curve, digits, gb};

/// Columns of the curve.
const COLUMNS: usize = 180;

/// What the picture asks of a show, prepared once.
#[derive(Debug)]
struct Own {
    step: Step,
    /// What was on the first chef's shelf in each part of the run.
    curve: Vec<Contents>,
    /// The model and the GPU.
    sign: String,
    /// When backward ended: from then on notebooks are carried, before that bowls.
    written: Time,
    /// What joins the chefs, in the kitchen and in the x-ray.
    way: [Key; 2],
}

pub(super) const PICTURE: Prepare = stage::prepare::<Own>;

impl Picture for Own {
    fn prepare(show: &Show, _: &mut [RunIndex]) -> Option<Own> {
        prepare(show)
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        backdrop(view, list, self);
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        frame(view, list, self);
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        held::hands(view, &Parts::new(view, &self.step), &self.step)
    }
}

fn prepare(show: &Show) -> Option<Own> {
    let step = Step::with_shelves(show, u32::MAX)?;
    let written = step.learning(Task::Backward).map_or(Time::MAX, |span| span.1);
    let sign = format!("{} · {}", step.ask().model.name, step.gpu().name);
    let curve = curve(step.shelf(), show.makespan(), COLUMNS);
    let class = show.runs.first().and_then(|run| chef_way(run).0);
    Some(Own { step, curve, sign, written, way: [way_name(class), link_name(class)] })
}

fn backdrop(view: &View<'_>, list: &mut DisplayList, own: &Own) {
    let parts = Parts::new(view, &own.step);
    stage::room(view, list, view.area(), parts.floor() - view.size[1] * 0.1);
    for chef in 0..parts.ways {
        rack::frame(view, list, parts.rack(chef).area);
    }
    let style = TextStyle::new(parts.size, Token::Text).bold().within(parts.top.w * 0.55);
    list.write(style, parts.top.x + 2.0, parts.line(), format_args!("{}", own.sign));
    if parts.ways > 1 {
        exchange(view, list, &parts, own);
    }
    pantry(view, list, &parts);
    held::backdrop(view, list, &parts);
    plot(view, list, &parts);
}

/// What joins the chefs: a board along the tops of their shelves.
fn exchange(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own) {
    let area = parts.bar();
    let (fill, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Board, Token::Ink) };
    list.rect(area.x, area.y, area.w, area.h, 4.0, Style::fill(fill).outline(edge, 1.6));
    let style = TextStyle::new(parts.size, Token::OnBoard).bold().middle().within(area.w * 0.4);
    let way = own.way[usize::from(view.is_xray())];
    list.say(style, area.x + area.w * 0.36, area.cy() + parts.size * 0.36, view.lang, way);
}

/// The pantry, and, for one chef, the corridor there.
fn pantry(view: &View<'_>, list: &mut DisplayList, parts: &Parts) {
    let name = pantry_name(view);
    let house = parts.house(text_width(name, parts.size, true));
    if parts.ways == 1 {
        let area = parts.pantry();
        let y = area.bottom() - parts.size * 1.2;
        let wide = (house.x - area.x).max(1.0);
        let style = Style::fill(Token::Sand).outline(Token::Ink, 1.2);
        list.rect(area.x, y - parts.size * 0.55, wide, parts.size * 1.1, 2.0, style);
        list.move_to(area.x + 3.0, y);
        list.line_to(house.x - 3.0, y);
        list.paint(Style::line(Token::SandLine, 1.6).dash(8.0, 7.0));
    }
    let (fill, edge, text) = if view.is_xray() {
        (Token::Chip, Token::ChipEdge, Token::OnChip)
    } else {
        (Token::WoodDark, Token::Ink, Token::OnCloth)
    };
    list.rect(house.x, house.y, house.w, house.h, 3.0, Style::fill(fill).outline(edge, 1.6));
    let style = TextStyle::new(parts.size, text).bold().within(house.w - 4.0);
    if parts.ways > 1 {
        return list.write(style, house.x + 8.0, house.cy() + parts.size * 0.36, format_args!("{name}"));
    }
    if !view.is_xray() {
        // A roof.
        list.move_to(house.x - 6.0, house.y);
        list.line_to(house.cx(), house.y - parts.size * 1.1);
        list.line_to(house.right() + 4.0, house.y);
        list.close();
        list.paint(Style::fill(Token::Scarf).outline(Token::Ink, 1.6));
    }
    list.write(style.middle(), house.cx(), house.bottom() - parts.size * 0.4, format_args!("{name}"));
}

fn pantry_name(view: &View<'_>) -> &'static str {
    tr(view.lang, if view.is_xray() { key::TOO_BIG_PANTRY_XRAY } else { key::TOO_BIG_PANTRY })
}

/// The board of the curve, with the limit as a line.
fn plot(view: &View<'_>, list: &mut DisplayList, parts: &Parts) {
    let Some(area) = plot_area(parts) else { return };
    let (fill, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Card, Token::CardLine) };
    list.rect(parts.curve.x, parts.curve.y, parts.curve.w, parts.curve.h, 4.0, Style::fill(fill).outline(edge, 1.6));
    legend(view, list, parts, area);
    let y = area.bottom() - area.h / CURVE_OVER;
    list.move_to(area.x, y);
    list.line_to(area.right(), y);
    list.paint(Style::line(Token::Hue1, 1.6).dash(5.0, 4.0));
}

/// Over the curve: what it is, where there is room, and which colour is which jar.
fn legend(view: &View<'_>, list: &mut DisplayList, parts: &Parts, area: Area) {
    let (xray, size) = (view.is_xray(), parts.size);
    let text = if xray { Token::OnChip } else { Token::Text };
    let name = |part: usize| tr(view.lang, LOOKS[part].names[usize::from(xray)]);
    let wide = |part: usize| text_width(name(part), size, false) + size * 1.5;
    let y = parts.curve.y + size * 1.15;
    let title = tr(view.lang, if xray { key::TOO_BIG_CURVE_XRAY } else { key::TOO_BIG_CURVE });
    let all: f32 = (0..LOOKS.len()).map(wide).sum();
    let mut x = area.x;
    let first = text_width(title, size, true) + size;
    if first + all < area.w {
        list.write(TextStyle::new(size, text).bold(), x, y, format_args!("{title}"));
        x += first;
    }
    for (part, look) in LOOKS.iter().enumerate() {
        if x + wide(part) > area.right() {
            break;
        }
        let square = size * 0.7;
        let edge = if xray { Token::OnChip } else { Token::Ink };
        list.rect(x, y - square, square, square, 1.5, Style::fill(look.fill).outline(edge, 0.8));
        list.write(TextStyle::new(size, text), x + square + 3.0, y, format_args!("{}", name(part)));
        x += wide(part);
    }
}

/// How many times the memory the curve's board is high.
const CURVE_OVER: f32 = 1.45;

fn plot_area(parts: &Parts) -> Option<Area> {
    let Area { x, y, w, h } = parts.curve;
    let head = parts.size * 1.5;
    (h > head + 18.0).then(|| Area::new(x + 6.0, y + head, w - 12.0, h - head - 4.0))
}

fn frame(view: &View<'_>, list: &mut DisplayList, own: &Own) {
    let parts = Parts::new(view, &own.step);
    for chef in 0..parts.ways {
        let contents = own.step.shelves[chef].at(view.playhead);
        station(view, list, &parts, own, chef, &contents);
        pack::jars(view, list, &parts.rack(chef), &contents, &own.step.ask().each);
    }
    travels(view, list, &parts, own);
    for chef in 0..parts.ways {
        held(list, &parts, own, chef, &own.step.shelves[chef].at(view.playhead));
    }
    if parts.ways == 1 {
        labels(view, list, &parts, own);
        then(view, list, &parts, own);
    }
    curve_so_far(view, list, &parts, own);
    now(view, list, &parts, own);
    stage::clock(view, list);
}

/// What a chef is at: the work, its page, and how far it has come.
fn doing(view: &View<'_>, own: &Own, gpu: u32) -> Option<(Task, usize, f32)> {
    let run = view.show.runs.first()?;
    let index = view.index.runs.first()?;
    let task = index.compute_at(run, gpu, view.playhead)?;
    let &(work, page) = own.step.lesson.doing.get(task as usize)?;
    Some((work, usize::from(page), index.progress(run, task, view.playhead)))
}

fn now(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own) {
    let keys: [Key; 2] = match doing(view, own, 0).map(|(task, ..)| task) {
        _ if view.playhead >= view.index.makespan => [key::TOO_BIG_NOW_DONE, key::TOO_BIG_NOW_DONE_XRAY],
        Some(Task::Read) => [key::TOO_BIG_NOW_READ, key::TOO_BIG_NOW_READ_XRAY],
        Some(Task::Open) => [key::TOO_BIG_NOW_OPEN, key::TOO_BIG_NOW_OPEN_XRAY],
        Some(Task::Forward) => [key::TOO_BIG_NOW_FORWARD, key::TOO_BIG_NOW_FORWARD_XRAY],
        Some(Task::Backward) => [key::TOO_BIG_NOW_BACK, key::TOO_BIG_NOW_BACK_XRAY],
        Some(_) => [key::TOO_BIG_NOW_UPDATE, key::TOO_BIG_NOW_UPDATE_XRAY],
        None => [key::TOO_BIG_NOW_WAIT, key::TOO_BIG_NOW_WAIT_XRAY],
    };
    let style = TextStyle::new(parts.size, Token::Text).bold().end().within(parts.top.w * 0.4);
    let said = tr(view.lang, keys[usize::from(view.is_xray())]);
    list.write_on_card(style, parts.top.right() - 4.0, parts.line(), |out| out.push_str(said));
}

/// A chef at work, or at a loss before a shelf that holds too much.
fn station(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own, chef: usize, contents: &Contents) {
    let task = doing(view, own, chef as u32);
    let posture = match task.map(|(task, ..)| task) {
        _ if !contents.fit(own.step.gpu()) && !view.is_xray() => Posture::Overflowing,
        _ if view.playhead >= view.index.makespan => Posture::Done,
        Some(Task::Read | Task::Forward) => Posture::Stirring,
        Some(Task::Backward) => Posture::Reading,
        Some(_) => Posture::Writing,
        None => Posture::Waiting,
    };
    let page = task.map_or(0, |(_, page, _)| page);
    let batch = matches!(posture, Posture::Stirring | Posture::Reading).then_some(page);
    let doing = Doing { posture, batch, progress: task.map_or(0.0, |(.., progress)| progress) };
    let lit = ((contents.total().0 * 6) / parts.hbm.max(1)).min(6) as usize;
    if parts.ways == 1 {
        let w = parts.station_w();
        let s = ((w - 8.0) / STATION_W).min((parts.floor() - parts.top.y - parts.size * 1.6) / STATION_H);
        let (x, y) = (parts.top.x + w / 2.0 - 2.0, parts.floor());
        if view.is_xray() {
            let area = Area::new(x - 72.0 * s, y - 158.0 * s, 144.0 * s, 150.0 * s);
            cast::chip(list, view.lang, area, chef, doing, lit, None);
        } else {
            cast::chef_at_station(list, x, y, s, chef, doing);
        }
        return;
    }
    let (column, s) = (parts.column(chef), parts.bust());
    if view.is_xray() {
        let h = (BUST[1] * s * 0.7).max(14.0);
        let w = (column.w * 0.8).min(h * 1.4);
        let area = Area::new(column.cx() - w / 2.0, parts.top.bottom() - h - 2.0, w, h);
        cast::chip(list, view.lang, area, chef, doing, lit, None);
    } else {
        cast::chef_bust(list, column.cx(), parts.top.bottom() - 2.0, s, chef, doing);
    }
}

/// How much is held of how much, over the shelf.
fn held(list: &mut DisplayList, parts: &Parts, own: &Own, chef: usize, contents: &Contents) {
    let rack = parts.rack(chef);
    let total = gb(contents.total().0);
    let over = !contents.fit(own.step.gpu());
    let color = if over { Token::Accent } else { Token::Text };
    let several = parts.ways > 1;
    let room = if several { parts.column(chef).w - 2.0 } else { rack.area.w + parts.size * 4.0 };
    let style = TextStyle::new(parts.size, color).bold().middle().within(room);
    let pile = rack.piled(contents)[5].0.min(rack.area.y);
    let y = (pile - parts.size * 0.75).max(rack.ceiling - parts.size * 0.3);
    let shown = if several { 0 } else { digits(total).min(1) };
    let number = TextStyle { color: Color::Token(color), ..style };
    list.write_on_card(number, rack.area.cx(), y, |out| {
        format::push_number(out, total, shown);
        if !several {
            out.push_str(" / ");
            format::push_bytes_decimal(out, own.step.gpu().hbm);
        }
    });
}

/// Beside the only chef's shelf: what each jar is and how large.
fn labels(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own) {
    let rack = parts.rack(0);
    let contents = own.step.shelf().at(view.playhead);
    let sizes = contents.parts();
    let left = rack.area.right() + 10.0;
    let room = parts.top.right() - left - 4.0;
    let lowest = parts.pantry().y - parts.size * 0.2;
    // From the bottom up, each beside its jar, or above the one below where there is no room.
    let mut next = lowest - parts.size * 0.2;
    for (top, h, part) in rack.piled(&contents) {
        if sizes[part] == 0 {
            continue;
        }
        let look = &LOOKS[part];
        let middle = top + h / 2.0;
        let y = (middle + parts.size * 0.36).min(next);
        next = y - parts.size * 1.3;
        if next < rack.ceiling - parts.size * 2.0 {
            break;
        }
        list.move_to(rack.area.right() + 1.0, middle);
        list.line_to(left - 1.0, y - parts.size * 0.36);
        list.paint(Style::line(Token::Ink, 1.0));
        let square = parts.size * 0.7;
        list.rect(left, y - square, square, square, 1.5, Style::fill(look.fill).outline(Token::Ink, 1.0));
        let size = gb(sizes[part]);
        let name = tr(view.lang, look.names[usize::from(view.is_xray())]);
        let style = TextStyle::new(parts.size, Token::Text).within(room - square - 5.0);
        list.write_on_card(style, left + square + 5.0, y, |out| {
            out.push_str(name);
            out.push(' ');
            format::push_number(out, size, digits(size));
            out.push_str("\u{a0}GB");
        });
    }
}

/// The shelf as it was at its fullest while reading, once that is over.
fn then(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own) {
    let Some(rack) = parts.then().filter(|_| view.playhead >= own.step.turn) else { return };
    let contents = own.step.read.1;
    rack::frame(view, list, rack.area);
    pack::jars(view, list, &rack, &contents, &own.step.ask().each);
    let total = gb(contents.total().0);
    let name = tr(view.lang, if view.is_xray() { key::TOO_BIG_THEN_XRAY } else { key::TOO_BIG_THEN });
    let style = TextStyle::new(parts.size, Token::Text).bold().middle();
    let top = rack.piled(&contents)[5].0.min(rack.area.y) - parts.size * 0.75;
    list.write_on_card(style.within(rack.area.w + parts.size * 2.0), rack.area.cx(), top, |out| {
        out.push_str(name);
        out.push(' ');
        format::push_number(out, total, digits(total).min(1));
        out.push_str("\u{a0}GB");
    });
}

/// Sheets on their way between chefs, and jars between the shelf and the pantry: as many as flow, as far as they have come.
fn travels(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own) {
    let (Some(run), Some(index)) = (view.show.runs.first(), view.index.runs.first()) else { return };
    for task in index.read(run).transfers_at(view.playhead) {
        let Work::Transfer { dst, .. } = run.graph.work[task as usize] else { continue };
        let progress = index.progress(run, task, view.playhead);
        let kind = run.graph.labels[task as usize].kind;
        match kind {
            Kind::SendCopy | Kind::SendReduce => between(view, list, parts, own, dst as usize, kind, progress),
            Kind::Store | Kind::Load => haul(view, list, parts, own, task, progress),
            _ => {}
        }
    }
}

/// What reaches a chef from all others: down its own side of the shelf, while its own share goes up the other.
fn between(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own, chef: usize, kind: Kind, progress: f32) {
    let (rack, bar) = (parts.rack(chef), parts.bar());
    let top = rack.piled(&own.step.shelves[chef].at(view.playhead))[5].0.min(rack.area.bottom() - 12.0);
    let s = (rack.area.w / 90.0).within(0.28, 0.8);
    let report = kind == Kind::SendReduce;
    for lane in 0..2 {
        let x = rack.area.cx() + if lane == 0 { -0.26 } else { 0.26 } * rack.area.w;
        for sheet in 0..2 {
            let mut part = progress * 2.0 + sheet as f32 * 0.5;
            part -= part.floor();
            let way = if lane == 0 { 1.0 - part } else { part };
            let y = bar.bottom() + (top - bar.bottom()) * way;
            if view.is_xray() {
                let r = 6.0 * s + 1.5;
                let fill = LOOKS[if report { 2 } else { 0 }].fill;
                list.rect(x - r, y - r, 2.0 * r, 2.0 * r, 2.0, Style::fill(fill).outline(Token::OnChip, 1.0));
            } else {
                list.art(&props::REPORT, x, y, s, cast::pair(if report { 1 } else { 3 }));
            }
        }
    }
}

/// A jar on the corridor.
fn haul(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own, task: u32, progress: f32) {
    let away = run_kind(view, task) == Some(Kind::Store);
    let books = view.playhead >= own.written;
    let look = &LOOKS[if books { 1 } else { 3 }];
    let part = if away { progress } else { 1.0 - progress };
    if parts.ways > 1 {
        // Each chef has a corridor of its own, at the side of the shelf.
        let Work::Transfer { dst, .. } = own.step.lesson.graph.work[task as usize] else { return };
        let rack = parts.rack(dst as usize).area;
        let (x, w) = (rack.right() + 2.0, (parts.column(0).w - rack.w) / 2.0 - 3.0);
        list.rect(x, rack.y, w, rack.h, 2.0, Style::fill(Token::Sand).outline(Token::Ink, 0.8));
        let y = rack.bottom() - 8.0 - (rack.h - 16.0) * part;
        list.rect(x + 1.0, y - 5.0, (w - 2.0).max(2.0), 10.0, 2.0, Style::fill(look.fill).outline(Token::Ink, 1.0));
        return;
    }
    let area = parts.pantry();
    let door = parts.house(text_width(pantry_name(view), parts.size, true)).x;
    let x = area.x + 8.0 + (door - area.x - 16.0).max(0.0) * part;
    let y = area.bottom() - parts.size * 1.2 + if away { -parts.size * 0.2 } else { parts.size * 0.2 };
    if view.is_xray() {
        let r = parts.size * 0.4;
        list.rect(x - r, y - r, 2.0 * r, 2.0 * r, 2.0, Style::fill(look.fill).outline(Token::Ink, 1.0));
    } else {
        let s = (parts.size / 22.0).within(0.4, 1.1);
        list.art(&props::CART, x, y, s, cast::pair(4));
        list.rect(x - 9.0 * s, y - 20.0 * s, 18.0 * s, 16.0 * s, 2.0, Style::fill(look.fill).outline(Token::Ink, 1.0));
    }
}

fn run_kind(view: &View<'_>, task: u32) -> Option<Kind> {
    view.show.runs.first()?.graph.labels.get(task as usize).map(|label| label.kind)
}

/// What was on the first chef's shelf so far, jar upon jar.
fn curve_so_far(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own) {
    let Some(area) = plot_area(parts) else { return };
    let makespan = view.index.makespan.0.max(1);
    let share = (view.playhead.0 as f64 / makespan as f64).min(1.0) as f32;
    let whole = (share * COLUMNS as f32) as usize;
    let most = own.step.gpu().hbm.0 as f64 * f64::from(CURVE_OVER);
    let x = |column: usize| area.x + area.w * column as f32 / COLUMNS as f32;
    let now = area.x + area.w * share;
    let last = own.step.shelf().at(view.playhead);
    let mut below = 0;
    let level = |contents: &Contents, order: usize| -> f32 {
        let bytes: u64 = PILE[..order].iter().map(|&part| contents.parts()[part]).sum();
        area.bottom() - ((bytes as f64 / most) as f32).min(1.0) * area.h
    };
    for order in 1..=PILE.len() {
        let look = &LOOKS[PILE[order - 1]];
        let columns = own.curve.iter().take(whole);
        if columns.clone().all(|one| one.parts()[PILE[order - 1]] == 0) && last.parts()[PILE[order - 1]] == 0 {
            continue;
        }
        list.move_to(area.x, level(own.curve.first().unwrap_or(&last), below));
        for (column, contents) in columns.clone().enumerate() {
            list.line_to(x(column), level(contents, order));
            list.line_to(x(column + 1).min(now), level(contents, order));
        }
        list.line_to(now, level(&last, order));
        list.line_to(now, level(&last, below));
        for (column, contents) in own.curve.iter().take(whole).enumerate().rev() {
            list.line_to(x(column + 1).min(now), level(contents, below));
            list.line_to(x(column), level(contents, below));
        }
        list.close();
        list.paint(Style::fill(look.fill));
        below = order;
    }
    if view.playhead > own.step.turn {
        // Where reading ends and learning begins.
        let turn = area.x + area.w * (own.step.turn.0 as f64 / makespan as f64) as f32;
        list.move_to(turn, area.y);
        list.line_to(turn, area.bottom());
        list.paint(Style::line(if view.is_xray() { Token::OnChip } else { Token::Ink }, 1.2).dash(2.0, 3.0));
        let name = tr(view.lang, if view.is_xray() { key::TOO_BIG_LEARN_XRAY } else { key::TOO_BIG_LEARN });
        let style = TextStyle::new(parts.size, Token::Text).within(area.right() - turn - 8.0);
        if area.right() - turn > text_width(name, LEAST_TEXT, false) + 12.0 {
            list.write_on_card(style, turn + 5.0, area.y + parts.size * 0.9, |out| out.push_str(name));
        }
    }
    list.move_to(now, area.y);
    list.line_to(now, area.bottom());
    list.paint(Style::line(if view.is_xray() { Token::OnChip } else { Token::Ink }, 1.6));
    let y = area.bottom() - area.h / CURVE_OVER;
    let style = TextStyle::new(parts.size, Token::Text).end();
    list.write_on_card(style, area.right() - 3.0, y + parts.size * 0.36, |out| {
        format::push_bytes_decimal(out, own.step.gpu().hbm);
    });
}
