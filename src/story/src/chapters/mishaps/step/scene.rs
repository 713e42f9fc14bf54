//! A step of two kitchens: two rows of eight chefs over the ways between them.

use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, Work};
use kitchen_core::topology::LinkClass;
use kitchen_text::{Line, key, msg};

use crate::scene::art::chef::Posture;
use crate::scene::art::props;
use crate::scene::cast::{self, Doing};
use crate::scene::display::{DisplayList, Style, TextStyle};
use crate::scene::geom::{Area, Way, Within as _};
use crate::scene::index::{RunIndex, way_between};
use crate::scene::palette::Token;
use crate::scene::stage::{self, View};
use crate::scene::ways::{self, Surface};

use super::{CHEFS, Steps};
use crate::chapters::mishaps::params::Mishap;
use crate::chapters::mishaps::scene::size;

/// The slowest link on the way from each chef of both kitchens to the next of its ring.
pub(in crate::chapters::mishaps) fn neighbours(run: &Run) -> Vec<Option<LinkClass>> {
    let next = |gpu: GpuId| gpu / CHEFS * CHEFS + (gpu + 1) % CHEFS;
    (0..2 * CHEFS).map(|gpu| way_between(run, gpu, next(gpu)).map(|way| way.class)).collect()
}

/// The two kitchens' rows.
pub(in crate::chapters::mishaps) fn rows(view: &View<'_>) -> [Area; 2] {
    let [w, h] = view.size;
    let header = stage::header_height(view.size) + 2.0 + size(view) * 0.25;
    let row = (h - header - 4.0) / 2.0;
    [0.0, 1.0].map(|at| Area::new(8.0, header + row * at, w - 16.0, row - 6.0))
}

/// A chef's place in a kitchen's row, over the way.
fn cell(view: &View<'_>, row: Area, at: usize) -> Area {
    let words = size(view) * 1.6;
    let each = row.w / CHEFS as f32;
    Area::new(row.x + each * at as f32, row.y + words, each, (row.h - words - lane(row)).max(4.0))
}

/// How high the low stove's knob stands for a pace: beside the chef, from the foot of its cell up.
pub(in crate::chapters::mishaps) fn knob(view: &View<'_>, slow: GpuId, pace: u32) -> [f32; 2] {
    let [_, row] = rows(view);
    let cell = cell(view, row, slow.saturating_sub(CHEFS) as usize);
    let part = (pace as f32 - 40.0) / 55.0;
    [cell.x + cell.w * 0.86, cell.bottom() - cell.h * (0.08 + 0.8 * part)]
}

/// Where each of the lower kitchen's stoves is pressed: on the way at its chef's feet, where the flames are not in the way; by turns
/// a little higher, so that a finger tells them apart.
pub(in crate::chapters::mishaps) fn stove(view: &View<'_>, at: usize) -> [f32; 2] {
    let [_, row] = rows(view);
    let lift = if row.w / (CHEFS as f32) < 60.0 && at % 2 == 1 { 24.0 } else { 0.0 };
    [cell(view, row, at).cx(), road_y(row) - lift]
}

/// The low stove's flame as a scale at which its knob hangs: full at the top.
fn flame(view: &View<'_>, list: &mut DisplayList, steps: &Steps) {
    let ([x, low], [_, high]) = (knob(view, steps.slow, 40), knob(view, steps.slow, 95));
    let [_, now] = knob(view, steps.slow, steps.pace);
    list.rect(x - 3.0, high, 6.0, low - high, 3.0, Style::fill(Token::Card).outline(Token::Ink, 1.0));
    list.rect(x - 3.0, now, 6.0, low - now, 3.0, Style::fill(Token::Hue6).outline(Token::Ink, 1.0));
}

/// A chip in its cell, at the foot.
fn chip(cell: Area) -> Area {
    let h = cell.h.min(cell.w * 0.72);
    Area::new(cell.x + cell.w * 0.06, cell.bottom() - h - 2.0, cell.w * 0.88, h)
}

/// The height of the way under a row.
fn lane(row: Area) -> f32 {
    (row.h * 0.2).within(12.0, 60.0)
}

fn road_y(row: Area) -> f32 {
    row.bottom() - lane(row) * 0.5
}

pub(in crate::chapters::mishaps) fn backdrop(
    view: &View<'_>,
    list: &mut DisplayList,
    steps: &Steps,
    ways: &[Option<LinkClass>],
    half: usize,
    row: Area,
) {
    if half == 1 {
        // The one that the mishap is about.
        let cell = cell(view, row, steps.slow.saturating_sub(CHEFS) as usize);
        let place = if view.is_xray() { chip(cell).inset(-2.0, -3.0) } else { cell.inset(1.0, -1.0) };
        list.rect(place.x, place.y, place.w, place.h, 6.0, Style::fill(Token::Accent).alpha(0.16));
        list.rect(place.x, place.y, place.w, place.h, 6.0, Style::line(Token::Accent, 1.6));
    }
    if half == 1 && steps.mishap == Mishap::Stove {
        flame(view, list, steps);
    }
    let y = road_y(row);
    let width = lane(row) * 0.42;
    let surface = |at: usize| {
        let class = ways.get(half * CHEFS as usize + at).copied().flatten();
        Surface::of(class.unwrap_or(LinkClass::NvSwitch))
    };
    let last = CHEFS as usize - 1;
    let mut from = 0;
    while from < last {
        let surface_here = surface(from);
        let to = (from + 1..last).find(|&at| surface(at) != surface_here).unwrap_or(last);
        let mut way = Way::new();
        way.push([cell(view, row, from).cx(), y]);
        way.push([cell(view, row, to).cx(), y]);
        from = to;
        let surface = surface_here;
        let narrow = if surface == Surface::Corridor { 0.55 } else { 1.0 };
        if view.is_xray() {
            ways::wires(list, &way, surface, 2, width * narrow);
        } else {
            ways::way(list, &way, surface, 2, width * narrow);
        }
    }
    let unit = size(view);
    let line = match (half, steps.mishap, view.is_xray()) {
        (0, _, false) => Line::new(key::MISHAPS_HALF_WHOLE),
        (0, _, true) => Line::new(key::MISHAPS_HALF_WHOLE_XRAY),
        (_, Mishap::Tunnel, false) => Line::from(msg::MishapsHalfTunnel { slow: i64::from(steps.slow) + 1 }),
        (_, Mishap::Tunnel, true) => Line::from(msg::MishapsHalfTunnelXray { slow: i64::from(steps.slow) + 1 }),
        (_, _, false) => Line::from(msg::MishapsHalfStove { slow: i64::from(steps.slow) + 1 }),
        (_, _, true) => Line::from(msg::MishapsHalfStoveXray { slow: i64::from(steps.slow) + 1 }),
    };
    let style = TextStyle::new(unit, Token::Text).bold().within(row.w * 0.68);
    list.write_with(style, row.x, row.y + unit * 1.1, |out| line.say_into(view.lang, out));
}

fn doing(view: &View<'_>, run: &Run, index: &RunIndex, gpu: GpuId) -> Doing {
    let t = view.playhead;
    if let Some(doing) = Doing::at_work(run, index, gpu, t) {
        return doing;
    }
    let mut moving = index.transfers_at(run, t);
    let is_own = moving.any(
        |task| matches!(run.graph.work[task as usize], Work::Transfer { src, dst, .. } if src == gpu || dst == gpu),
    );
    Doing::new(match () {
        () if is_own => Posture::Phone,
        () if t >= index.last_end(gpu) => Posture::Done,
        () => Posture::Waiting,
    })
}

/// A kitchen's chefs, and the slips between them.
pub(in crate::chapters::mishaps) fn frame(
    view: &View<'_>,
    list: &mut DisplayList,
    run: &Run,
    steps: &Steps,
    half: usize,
    row: Area,
) {
    let (index, t) = (&view.index.runs[0], view.playhead);
    let first = half * CHEFS as usize;
    for at in 0..CHEFS as usize {
        let (rank, cell) = (first + at, cell(view, row, at));
        let doing = doing(view, run, index, rank as GpuId);
        if view.is_xray() {
            cast::chip(list, view.lang, chip(cell), rank, doing, 1, None);
        } else {
            let scale = ((cell.w - 2.0) / cast::BUST[0]).min((cell.h - 1.0) / cast::BUST[1]);
            cast::chef_bust(list, cell.cx(), cell.bottom(), scale, rank, doing);
        }
    }
    let y = road_y(row);
    let scale = (lane(row) / 30.0).within(0.4, 1.2);
    // Of a meeting's many parts one is drawn between each two.
    let mut seen = [false; CHEFS as usize];
    for task in index.transfers_at(run, t) {
        let Work::Transfer { src, dst, .. } = run.graph.work[task as usize] else { continue };
        let (from, to) = ((src as usize).wrapping_sub(first), (dst as usize).wrapping_sub(first));
        if from >= CHEFS as usize || to >= CHEFS as usize || std::mem::replace(&mut seen[from], true) {
            continue;
        }
        let part = index.progress(run, task, t);
        let (a, b) = (cell(view, row, from).cx(), cell(view, row, to).cx());
        let place = [a + (b - a) * part, y];
        let kind = run.graph.labels[task as usize].kind;
        if view.is_xray() {
            cast::packet(list, place, scale * 0.7, from, kind == Kind::SendCopy);
        } else {
            list.art(&props::CHIT, place[0], place[1], scale, cast::pair(from));
        }
    }
    let end = steps.halves[half].end;
    if t >= end {
        let unit = size(view);
        let style = TextStyle::new(unit, Token::Text).bold().end().within(row.w * 0.3);
        list.write_with(style, row.right(), row.y + unit * 1.1, |out| {
            msg::MishapsHalfDone { time: end }.say_into(view.lang, out);
        });
    }
}
