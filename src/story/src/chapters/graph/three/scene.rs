//! The whole recipe as long as its work, with what each place lets through over it, two knives, three chefs, and how the pair of
//! places does beside the best and the worst of all.

use kitchen_core::sim::task::Work;
use kitchen_core::units::Time;
use kitchen_text::{Key, Line, Number, Percent, format, key, msg, tr};

use super::{Knives, before, place_name, places};
use crate::chapters::graph::params::{At, Params};
use crate::chapters::graph::run::work;
use crate::scene::art::chef::Posture;
use crate::scene::cast::{self, Doing};
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Point, Way};
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::palette::{Token, hue, on_hue};
use crate::scene::stage::{self, View};
use crate::scene::ways::{self, Surface};
use crate::show::Show;

/// Whose part it is.
const HUES: [usize; 3] = [3, 5, 2];

/// What the picture asks of a show, prepared once.
#[derive(Debug)]
pub(in crate::chapters::graph) struct Own {
    pub(in crate::chapters::graph) knives: Knives,
    /// When each chef is at work.
    work: [[Time; 2]; 3],
    /// Bytes that are as high as they come.
    scale: u64,
}

pub(in crate::chapters::graph) fn prepare(show: &Show) -> Option<Own> {
    let (knives, run) = (Knives::of(show)?, show.runs.first()?);
    let scale = (1..knives.blades.places()).map(|place| knives.blades.crossing(place).0).max().unwrap_or(1);
    Some(Own { knives, work: [0, 1, 2].map(|chef| work(run, chef)), scale })
}

/// Where everything is.
#[derive(Clone, Copy, Debug)]
struct Parts {
    chart: Area,
    /// The chefs' parts of the work, under the chart.
    band: Area,
    chefs: Area,
    bars: Area,
    size: f32,
}

/// A handle's disc.
const DISC: f32 = 44.0;

impl Parts {
    fn new(view: &View<'_>) -> Parts {
        let [w, h] = view.size;
        let size = (view.text_size() * 0.9).max(LEAST_TEXT);
        let header = stage::header_height(view.size) + 2.0;
        let body = Area::new(10.0, header, w - 20.0, (h - header - 4.0).max(40.0));
        let is_wide = w > h * 1.1;
        let top = body.h * if is_wide { 0.56 } else { 0.5 };
        let band = size * 1.7;
        let chart = Area::new(body.x, body.y, body.w, (top - band - DISC).max(20.0));
        let band = Area::new(body.x, chart.bottom(), body.w, band);
        // The second knife is held below the band.
        let y = body.y + top + 2.0;
        let rest = (body.bottom() - y).max(10.0);
        let (chefs, bars) = if is_wide {
            let left = body.w * 0.62;
            (Area::new(body.x, y, left, rest), Area::new(body.x + left + 10.0, y, body.w - left - 10.0, rest))
        } else {
            let tall = rest * 0.54;
            (Area::new(body.x, y, body.w, tall), Area::new(body.x, y + tall + 2.0, body.w, rest - tall - 2.0))
        };
        Parts { chart, band, chefs, bars, size }
    }

    /// Where on the recipe so many operators end.
    fn x(&self, own: &Own, operators: usize) -> f32 {
        let blades = &own.knives.blades;
        let all = blades.before(blades.places()).0.max(1) as f64;
        let part = (blades.before(operators).0 as f64 / all) as f32;
        self.chart.x + 6.0 + (self.chart.w - 12.0) * part
    }

    /// Where a knife is held: the first above, the second below.
    fn grip(&self, own: &Own, (knife, place): (usize, u32)) -> Point {
        let y = if knife == 0 { self.chart.y + DISC * 0.5 } else { self.band.bottom() + DISC * 0.5 };
        [self.x(own, before(&own.knives.model, place)), y]
    }
}

pub(in crate::chapters::graph) fn hands(view: &View<'_>, own: &Own) -> Vec<Handle> {
    let parts = Parts::new(view);
    let (now, knives) = (&view.show.scenario, &own.knives);
    let [first, second] = knives.here.places;
    let hand = |(knife, id, name): (usize, &'static str, Key), (from, to): (u32, u32), set: At| {
        let stop = |place: u32| Stop {
            at: parts.grip(own, (knife, place)),
            text: place_name(&knives.model, place, view.is_xray()),
            leads: leads(now.set(set as usize, place.into())),
        };
        let here = ([first, second][knife] - from) as usize;
        let stops = (from..=to).map(stop).collect();
        let effect = Some(Line::from(msg::GraphHandPace { time: knives.here.trio.pace() }));
        Handle { id, name: Line::new(name), grip: Grip::Across, stops, here, things: Vec::new(), effect }
    };
    let most = places(&knives.model);
    let mut all = Vec::new();
    // A knife between two neighbours has nowhere to go.
    if second > 2 {
        all.push(hand((0, "first", key::GRAPH_HAND_FIRST), (1, second - 1), At::first));
    }
    if first + 1 < most {
        all.push(hand((1, "second", key::GRAPH_HAND_SECOND), (first + 1, most), At::second));
    }
    all
}

pub(in crate::chapters::graph) fn backdrop(view: &View<'_>, list: &mut DisplayList, own: &Own) {
    let header = stage::header_height(view.size);
    stage::room(view, list, view.area(), header + (view.size[1] - header) * 0.72);
    let parts = Parts::new(view);
    let (fill, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Card, Token::CardLine) };
    let Area { x, y, w, h } = parts.chart;
    list.rect(x, y, w, h + parts.band.h, 8.0, Style::fill(fill).outline(edge, 1.6));
    skyline(view, list, &parts, own);
    shares(view, list, &parts, own);
    roads(view, list, &parts, own);
    paces(view, list, &parts, own);
}

fn ink(view: &View<'_>) -> Token {
    if view.is_xray() { Token::OnChip } else { Token::Text }
}

/// What a knife at each operator would let through.
fn skyline(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own) {
    let (bottom, most) = (parts.chart.bottom(), parts.chart.h - DISC - parts.size * 2.4);
    let blades = &own.knives.blades;
    for place in 1..blades.places() - 1 {
        let x = parts.x(own, place);
        let high = (blades.crossing(place).0 as f64 / own.scale.max(1) as f64) as f32 * most;
        list.move_to(x, bottom);
        list.line_to(x, bottom - high.max(1.0));
    }
    let token = if view.is_xray() { Token::Hbm } else { Token::WoodDark };
    list.paint(Style::line(token, 1.6));
    let style = TextStyle::new(parts.size, ink(view)).bold().within(parts.chart.w * 0.4);
    list.say(style.end(), parts.chart.right() - 6.0, parts.chart.y + parts.size * 1.3, view.lang, key::GRAPH_CHART);
}

/// Each chef's part, as long as its work.
fn shares(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own) {
    let ends = own.knives.here.places.map(|place| parts.x(own, before(&own.knives.model, place)));
    let edges = [parts.x(own, 0), ends[0], ends[1], parts.x(own, own.knives.blades.places())];
    let (size, Area { y, h, .. }) = (parts.size, parts.band);
    for (chef, share) in Knives::shares(&own.knives.here).into_iter().enumerate() {
        let (x, w) = (edges[chef], edges[chef + 1] - edges[chef]);
        list.rect(x, y, w.max(1.0), h, 2.0, Style::fill(hue(HUES[chef])).outline(Token::Ink, 1.0));
        let (n, share) = (chef as i64 + 1, Percent(share));
        let told: Line = if view.is_xray() {
            msg::GraphThreeShareXray { chef: n, share }.into()
        } else {
            msg::GraphChartShare { chef: n, share }.into()
        };
        if text_width(&told.say(view.lang), LEAST_TEXT, true) < w - 4.0 {
            let style = TextStyle::new(size, on_hue(HUES[chef])).bold().middle().within(w - 4.0);
            list.write_with(style, x + w / 2.0, y + h * 0.72, |out| told.say_into(view.lang, out));
        }
    }
}

/// Where a chef's foot is.
fn foot(parts: &Parts, chef: usize) -> Point {
    let each = parts.chefs.w / 3.0;
    [parts.chefs.x + each * (chef as f32 + 0.5), parts.chefs.bottom() - 2.0]
}

fn scale(parts: &Parts) -> f32 {
    let room = (parts.chefs.h - parts.size * 1.6).max(10.0);
    (room / cast::BUST[1]).min(parts.chefs.w * 0.16 / cast::BUST[0])
}

fn road(parts: &Parts, at: usize) -> [Point; 2] {
    let half = cast::BUST[0] * scale(parts) * 0.6;
    let y = parts.chefs.bottom() - cast::BUST[1] * scale(parts) * 0.3;
    [[foot(parts, at)[0] + half, y], [foot(parts, at + 1)[0] - half, y]]
}

fn roads(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own) {
    let first = view.index.runs.first().and_then(|run| run.first_way);
    let (surface, lanes) = first.map_or((Surface::Street, 1), |facts| (Surface::of(facts.class), facts.lanes));
    let wide = (parts.chefs.h * 0.16).min(26.0);
    for (at, bytes) in own.knives.roads().into_iter().enumerate() {
        let [a, b] = road(parts, at);
        let mut way = Way::new();
        way.push(a);
        way.push(b);
        if view.is_xray() {
            ways::wires(list, &way, surface, lanes, wide);
        } else {
            ways::way(list, &way, surface, lanes, wide);
        }
        let style = TextStyle::new(parts.size, Token::Text).bold().middle().within(b[0] - a[0]);
        let (x, y) = (f32::midpoint(a[0], b[0]), a[1] - wide * 0.5 - parts.size * 0.6);
        list.write_on_card(style, x, y, |out| format::push_bytes(out, bytes));
    }
}

/// This pair, the best and the worst, each as long as its pace.
fn paces(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own) {
    let Knives { here, best, worst, pairs, .. } = &own.knives;
    let (bars, size) = (parts.bars, parts.size);
    let (fill, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Card, Token::CardLine) };
    list.rect(bars.x, bars.y, bars.w, bars.h, 8.0, Style::fill(fill).outline(edge, 1.6));
    let n = Number(f64::from(*pairs), 0);
    let title: Line =
        if view.is_xray() { msg::GraphThreeBarsXray { n }.into() } else { msg::GraphThreeBars { n }.into() };
    let style = TextStyle::new(size, ink(view)).bold().within(bars.w - 12.0);
    list.write_with(style, bars.x + 6.0, bars.y + size * 1.3, |out| title.say_into(view.lang, out));
    let rows = [
        (key::GRAPH_THREE_WORST, worst, Token::SteelDark),
        (key::GRAPH_THREE_YOURS, here, Token::Accent),
        (key::GRAPH_THREE_LEAST, best, Token::Hue3),
    ];
    let most = worst.trio.pace().0.max(1) as f64;
    let (top, each) = (bars.y + size * 1.8, (bars.h - size * 2.0) / 3.0);
    let name = rows.iter().map(|row| text_width(tr(view.lang, row.0), size, false)).fold(0.0, f32::max);
    let value = text_width("888.88 ms", size, true);
    let room = (bars.w - name - value - 26.0).max(4.0);
    for (at, (key, pair, token)) in rows.into_iter().enumerate() {
        let y = top + each * (at as f32 + 0.5);
        list.say(TextStyle::new(size, ink(view)), bars.x + 6.0, y + size * 0.36, view.lang, key);
        let (x, w) = (bars.x + 12.0 + name, (pair.trio.pace().0 as f64 / most) as f32 * room);
        let tall = (each * 0.6).min(size * 1.5);
        list.rect(x, y - tall / 2.0, w.max(2.0), tall, 2.0, Style::fill(token).outline(Token::Ink, 1.0));
        let style = TextStyle::new(size, ink(view)).bold();
        list.write_with(style, x + w + 6.0, y + size * 0.36, |out| format::push_time(out, pair.trio.pace()));
    }
}

pub(in crate::chapters::graph) fn frame(view: &View<'_>, list: &mut DisplayList, own: &Own) {
    let parts = Parts::new(view);
    done(view, list, &parts, own);
    for chef in 0..3 {
        at_work(view, list, &parts, own, chef);
    }
    sends(view, list, &parts);
    for knife in 0..2 {
        blade(list, &parts, own, knife);
    }
    stage::clock(view, list);
}

/// How far each chef's part is done.
fn done(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own) {
    let ends = own.knives.here.places.map(|place| parts.x(own, before(&own.knives.model, place)));
    let edges = [parts.x(own, 0), ends[0], ends[1], parts.x(own, own.knives.blades.places())];
    for (chef, [start, end]) in own.work.into_iter().enumerate() {
        let part = view.playhead.saturating_sub(start).0 as f64 / end.saturating_sub(start).0.max(1) as f64;
        let w = (edges[chef + 1] - edges[chef]) * (part.min(1.0) as f32);
        if w > 0.5 {
            let Area { y, h, .. } = parts.band;
            list.rect(edges[chef], y + h - 5.0, w, 5.0, 0.0, Style::fill(Token::Ink));
        }
    }
}

fn at_work(view: &View<'_>, list: &mut DisplayList, parts: &Parts, own: &Own, chef: usize) {
    let (t, [start, end]) = (view.playhead, own.work[chef]);
    let doing = match () {
        () if t < start => Doing::new(Posture::Waiting),
        () if t < end => {
            let progress = t.saturating_sub(start).0 as f64 / end.saturating_sub(start).0.max(1) as f64;
            Doing { posture: Posture::Stirring, batch: Some(0), progress: progress as f32 }
        }
        () => Doing::new(Posture::Done),
    };
    let ([x, y], s) = (foot(parts, chef), scale(parts));
    if view.is_xray() {
        let [w, h] = [100.0, 120.0];
        cast::chip(list, view.lang, Area::new(x - w / 2.0 * s, y - (h + 12.0) * s, w * s, h * s), chef, doing, 3, None);
    } else {
        cast::chef_bust(list, x, y, s, chef, doing);
    }
}

/// What is on the roads.
fn sends(view: &View<'_>, list: &mut DisplayList, parts: &Parts) {
    let Some((run, index)) = view.show.runs.first().zip(view.index.runs.first()) else { return };
    for task in index.transfers_at(run, view.playhead) {
        let Work::Transfer { src, dst, .. } = run.graph.work[task as usize] else { continue };
        let part = index.progress(run, task, view.playhead);
        for at in src.min(dst)..src.max(dst).min(2) {
            let [a, b] = road(parts, at as usize);
            cast::packet(list, [a[0] + (b[0] - a[0]) * part, a[1]], 0.9, src as usize, true);
        }
    }
}

/// A blade from its grip through the skyline, and what it lets through.
fn blade(list: &mut DisplayList, parts: &Parts, own: &Own, knife: usize) {
    let place = own.knives.here.places[knife];
    let [x, grip] = parts.grip(own, (knife, place));
    let (top, bottom) = (parts.chart.y + 6.0, parts.band.bottom());
    let [from, to] = if knife == 0 { [grip, bottom] } else { [top + DISC, grip] };
    list.move_to(x, from);
    list.line_to(x, to);
    list.paint(Style::line(Token::Scarf, 3.0));
    let bytes = own.knives.blades.crossing(before(&own.knives.model, place));
    let style = TextStyle::new(parts.size, Token::Accent).bold();
    let wide = text_width("888.88 MiB", parts.size, true);
    // Beside its grip, where no disc is; each knife's on its own height.
    let y = parts.chart.y + DISC + parts.size * (1.1 + 1.3 * knife as f32);
    if x + wide + 8.0 < parts.chart.right() {
        list.write_on_card(style, x + 6.0, y, |out| format::push_bytes(out, bytes));
    } else {
        list.write_on_card(style.end(), x - 6.0, y, |out| format::push_bytes(out, bytes));
    }
}

/// For the tally: where the two knives are, in few words.
pub(in crate::chapters::graph) fn in_short(params: Params) -> Line {
    let layer = |place: u32| i64::from(place.saturating_sub(1) / 3) + 1;
    msg::GraphThreeKept { a: layer(params.first), b: layer(params.second) }.into()
}
