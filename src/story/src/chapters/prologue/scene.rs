//! The kitchen of the first minute: one chef in the middle, then two with a tunnel between them; under them a tally on which
//! each act leaves a bar, full where a chef stirs and empty where it waits.

use crate::scene::art::chef::Posture;
use crate::scene::cast::{self, Doing, STATION_H, STATION_W};
use crate::scene::display::{DisplayList, Style, TextStyle};
use crate::scene::geom::{Area, Way};
use crate::scene::index::RunIndex;
use crate::scene::palette::{Token, hue};
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::scene::ways::{self, Surface};
use crate::show::Show;
use kitchen_core::run::Run;
use kitchen_core::sim::task::Work;
use kitchen_core::units::Time;
use kitchen_text::format;

use super::run::{self, ACTS, Act, CHEFS, Plan};

/// What the picture asks of the show.
struct Own {
    spans: [(Time, Time); 3],
    /// Layers of each chef's part of the book, in each act.
    layers: [Vec<u32>; 3],
}

pub(super) const PICTURE: Prepare = stage::prepare::<Own>;

impl Picture for Own {
    fn prepare(show: &Show, _: &mut [RunIndex]) -> Option<Own> {
        prepare(show)
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        backdrop(view, list);
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        frame(view, list, self);
    }
}

fn prepare(show: &Show) -> Option<Own> {
    let run = show.runs.first()?;
    let plan = Plan::new();
    Some(Own { spans: run::spans(run), layers: ACTS.map(|act| plan.layers(act)) })
}

/// The act of an instant: at its very end it is still that act.
fn act_at(own: &Own, t: Time) -> usize {
    own.spans.iter().position(|&(_, end)| t <= end).unwrap_or(2)
}

/// Where things stand.
struct Place {
    scale: f32,
    foot: f32,
    tally: Area,
}

/// How high the tally is in each act, in lanes.
const HIGH: [f32; 3] = [2.1, 5.4, 8.7];
/// Room for the tunnel under the counters, in art units.
const WAY_H: f32 = 46.0;

impl Place {
    /// Alone a chef has the whole room; for two it is the same from their first act on.
    fn of(view: &View<'_>, act: usize) -> Place {
        let [w, h] = view.size;
        let (header, lane) = (stage::header_height(view.size), lane(view));
        let side = (w * 0.03).max(8.0);
        let tally = |act: usize| {
            let high = lane * HIGH[act];
            Area::new(side, h - high - side * 0.6, (w - 2.0 * side).max(1.0), high)
        };
        let (chefs, under) = if act == 0 { (1.0, 14.0) } else { (2.0, WAY_H) };
        let room = (tally(if act == 0 { 0 } else { 2 }).y - header).max(1.0);
        let scale = (w / (chefs * (STATION_W + 45.0))).min(room / (STATION_H + under + 8.0)).min(2.4);
        let free = (room - scale * (STATION_H + under)).max(0.0);
        Place { scale, foot: header + free * 0.5 + scale * STATION_H, tally: tally(act) }
    }

    /// The middle of a chef's station: alone in the middle, two apart.
    fn x(&self, view: &View<'_>, act: Act, chef: u32) -> f32 {
        let middle = view.size[0] / 2.0;
        let apart = (STATION_W + 60.0) * self.scale;
        if act.chefs == 1 { middle } else { middle + (chef as f32 - 0.5) * apart }
    }

    fn way(&self, view: &View<'_>, act: Act) -> Way {
        let s = self.scale;
        let (a, b) = (self.x(view, act, 0) + 40.0 * s, self.x(view, act, 1) - 40.0 * s);
        let mut way = Way::new();
        let (y, dip) = (self.foot - 6.0 * s, 52.0 * s);
        way.curve([a, y], [a + 8.0 * s, y + dip], [b - 8.0 * s, y + dip], [b, y]);
        way
    }
}

/// The height of a lane of the tally.
fn lane(view: &View<'_>) -> f32 {
    (view.text_size() * 0.9).max(11.0)
}

fn backdrop(view: &View<'_>, list: &mut DisplayList) {
    let plan = Place::of(view, 2);
    stage::room(view, list, view.area(), plan.foot - 112.0 * plan.scale);
}

fn frame(view: &View<'_>, list: &mut DisplayList, own: &Own) {
    let (Some(run), Some(index)) = (view.show.runs.first(), view.index.runs.first()) else { return };
    let now = act_at(own, view.playhead);
    let plan = Place::of(view, now);
    let act = ACTS[now];
    if act.chefs > 1 {
        tunnel(view, list, &plan, (run, index), act);
    }
    for chef in 0..act.chefs {
        station(view, list, &plan, (run, index, own), now, chef);
    }
    if view.playhead > Time::ZERO {
        tally(view, list, &plan, (run, index, own));
    }
    // Each act has a clock of its own.
    let playhead = view.playhead.saturating_sub(own.spans[now].0);
    stage::clock(&View { playhead, ..*view }, list);
}

/// The tunnel, and the bowl in it.
fn tunnel(view: &View<'_>, list: &mut DisplayList, plan: &Place, (run, index): (&Run, &RunIndex), act: Act) {
    let Some(facts) = index.first_way else { return };
    let (way, surface, s) = (plan.way(view, act), Surface::of(facts.class), plan.scale);
    let width = 19.0 * s;
    if view.is_xray() {
        ways::wires(list, &way, surface, facts.lanes, width);
    } else {
        ways::way(list, &way, surface, facts.lanes, width);
    }
    for task in index.transfers_at(run, view.playhead) {
        let rate = index.read(run).rate(task, view.playhead);
        ways::glow(list, &way, surface, width, (rate / (facts.gb_per_s * 1e9)) as f32, view.is_xray());
        let at = way.at(0.16 + 0.68 * index.progress(run, task, view.playhead), 5.0 * s);
        let n = cast::batch_of(run.graph.labels[task as usize].micro_batch).unwrap_or(0);
        if view.is_xray() {
            cast::packet(list, at, s.max(0.6), n, true);
        } else {
            cast::bowl(list, at, s * if act.bowls > 1 { 1.15 } else { 1.6 }, n);
        }
    }
}

/// What a chef does: who has nothing in hand before the dish is served waits.
fn doing(view: &View<'_>, (run, index, own): (&Run, &RunIndex, &Own), act: usize, chef: u32) -> Doing {
    let t = view.playhead;
    let (begin, end) = own.spans[act];
    if t == Time::ZERO && begin == t {
        return Doing::new(Posture::Ready);
    }
    let posture = if t >= end { Posture::Done } else { Posture::Waiting };
    let at_work = Doing::at_work(run, index, chef, t).filter(|_| t < end);
    at_work.unwrap_or(Doing::new(posture))
}

fn station(
    view: &View<'_>,
    list: &mut DisplayList,
    plan: &Place,
    (run, index, own): (&Run, &RunIndex, &Own),
    act: usize,
    chef: u32,
) {
    let (x, y, s) = (plan.x(view, ACTS[act], chef), plan.foot, plan.scale);
    let doing = doing(view, (run, index, own), act, chef);
    if view.is_xray() {
        let area = Area::new(x - 76.0 * s, y - 160.0 * s, 152.0 * s, 160.0 * s);
        return cast::chip(list, view.lang, area, chef as usize, doing, 0, None);
    }
    cast::station_back(list, x, y, s);
    let pages = own.layers[act].get(chef as usize).copied().unwrap_or(0);
    book(list, x - 60.0 * s, y - 61.0 * s, s, pages as f32);
    cast::chef_at_station(list, x, y, s, chef as usize, doing);
}

/// The part of the recipe that a chef has on its shelf, as thick as it has pages.
fn book(list: &mut DisplayList, x: f32, y: f32, s: f32, pages: f32) {
    let (w, h) = (pages * 1.15 * s, 27.0 * s);
    list.rect(x - w / 2.0, y - h, w, h, 1.5 * s, Style::fill(Token::Cloth).outline(Token::Ink, 1.4 * s));
    for cover in [x - w / 2.0 - 1.5 * s, x + w / 2.0 - 1.5 * s] {
        list.rect(cover, y - h - 1.5 * s, 3.0 * s, h + 1.5 * s, 1.0 * s, Style::fill(Token::Accent));
    }
}

/// A bar for each act as far as it has come, all on one scale; the end of the first is a mark for the others.
fn tally(view: &View<'_>, list: &mut DisplayList, plan: &Place, of: (&Run, &RunIndex, &Own)) {
    let (run, index, own) = of;
    let (lane, Area { x, y, w, h }) = (lane(view), plan.tally);
    list.rect(x, y, w, h, lane * 0.5, Style::fill(Token::Card).outline(Token::CardLine, 1.6));
    let (left, right) = (x + lane * 3.2, x + w - lane * 5.4);
    let longest = own.spans.iter().map(|(from, to)| to.saturating_sub(*from).0).max().unwrap_or(1).max(1);
    let place = |ps: u64| left + (right - left) * (ps as f64 / longest as f64) as f32;
    let mut top = y + lane * 0.55;
    for (act, &(begin, end)) in ACTS.iter().zip(&own.spans) {
        let rows = act.chefs as f32;
        if view.playhead <= begin && begin > Time::ZERO {
            break;
        }
        let shown = view.playhead.min(end).saturating_sub(begin);
        for chef in 0..act.chefs {
            let y = top + chef as f32 * lane * 1.25;
            who(view, list, [left - lane * 2.4, y + lane], lane, chef as usize);
            list.rect(left, y, place(shown.0) - left, lane, 2.0, Style::line(Token::SteelDark, 1.2).dash(3.0, 3.0));
            for &task in index.read(run).computes(chef) {
                let (from, to) = (run.trace.start[task as usize], run.trace.end[task as usize].min(view.playhead));
                if from < begin
                    || from >= end
                    || to <= from
                    || !matches!(run.graph.work[task as usize], Work::Compute { .. })
                {
                    continue;
                }
                let n = cast::batch_of(run.graph.labels[task as usize].micro_batch).unwrap_or(0);
                let (from, to) = (place((from - begin).0), place((to - begin).0));
                list.rect(from, y, to - from, lane, 2.0, Style::fill(hue(n)).outline(Token::Ink, 1.2));
            }
        }
        if view.playhead >= end {
            let style = TextStyle::new(lane * 1.05, Token::Text).bold().within(lane * 5.2);
            let middle = top + (rows * 1.25 - 0.25) * lane / 2.0;
            list.write_with(style, right + lane * 0.5, middle + lane * 0.38, |out| {
                format::push_time(out, end.saturating_sub(begin));
            });
        }
        top += (rows * 1.25 + 0.8) * lane;
    }
    let (_, alone) = own.spans[0];
    if view.playhead >= alone {
        let mark = place(alone.0);
        list.move_to(mark, y + lane * 0.4);
        list.line_to(mark, y + h - lane * 0.4);
        list.paint(Style::line(Token::Accent, 2.0).dash(4.0, 3.0));
    }
}

/// Whose lane it is.
fn who(view: &View<'_>, list: &mut DisplayList, [x, y]: [f32; 2], lane: f32, chef: usize) {
    if view.is_xray() {
        list.rect(x - lane * 0.4, y - lane, lane, lane, 2.0, Style::fill(Token::Chip).outline(Token::ChipEdge, 1.0));
    } else {
        cast::hat(list, x, y - lane * 0.34, lane / 33.0, chef, Posture::Stirring);
    }
    let style = TextStyle::new(lane, Token::Text).bold().middle();
    list.write(style, x + lane * 1.5, y - lane * 0.14, format_args!("{}", chef + 1));
}

const _: () = assert!(CHEFS == 2, "the tunnel joins two");
