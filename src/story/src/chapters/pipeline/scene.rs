//! The relay: stages in a line (or folded into rows), bowls handed on, reports handed back.

use std::fmt::Write as _;

use super::lanes::{self, Lanes};
use super::pot;
use super::run;
use super::shelf::{held, out_of_memory, shelf, spilled};

use crate::scene::art::chef::Posture;
use crate::scene::art::props;
use crate::scene::cast::{self, Doing, STATION_H, STATION_W};
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Point, Way, Within as _};
use crate::scene::handle::Handle;
use crate::scene::index::{RunIndex, WayFacts};
use crate::scene::label;
use crate::scene::palette::Token;
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::scene::ways::{self, Surface};
use crate::scene::work;
use crate::sentences::Named as _;
use crate::show::Show;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, TaskId, Work};
use kitchen_core::units::{Rate, Time};
use kitchen_core::workload::Schedule;
use kitchen_text::{Line, format, msg};

/// Room for the ways under a row, in art units.
const WAY_H: f32 = 56.0;
const SIGN_H: f32 = 50.0;

pub(super) const PICTURE: Prepare = stage::prepare::<Relay>;

/// What the stations' signs and shelves say, and when each step ends, lies with the runs; the lanes of the reader's own order here.
struct Relay {
    lanes: Option<Lanes>,
}

impl Picture for Relay {
    fn prepare(show: &Show, runs: &mut [RunIndex]) -> Option<Relay> {
        let plan = run::Plan::of(&show.scenario);
        let (run, of_run) = (show.runs.first()?, runs.first_mut()?);
        of_run.layers = layers(&plan);
        of_run.held_bytes = (0..plan.layout.pipeline).map(|stage| [plan.state(stage).0, plan.bowl(stage).0]).collect();
        of_run.steps = steps(run, of_run.stages.len(), &plan.relays);
        Some(Relay { lanes: Lanes::of(show) })
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        backdrop(view, list);
        if let Some((lanes, area)) = self.lanes(view) {
            lanes::backdrop(view, list, area, lanes);
        }
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        frame(view, list);
        if let Some((lanes, area)) = self.lanes(view) {
            lanes::frame(view, list, area, lanes);
        }
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        let own = self.lanes(view).map(|(lanes, area)| lanes::hands(view, area, lanes));
        pot::hands(view).into_iter().chain(own.unwrap_or_default()).collect()
    }

    fn hand_on(&self, view: &View<'_>, hand: Handle, thing: usize) -> Option<Handle> {
        lanes::hand_on(view, hand, thing)
    }
}

impl Relay {
    fn lanes(&self, view: &View<'_>) -> Option<(&Lanes, Area)> {
        self.lanes.as_ref().zip(lanes::room(view))
    }
}

/// The layers of each stage, first and last, from 1; then those of each stage's next chunk, where there are several.
fn layers(plan: &run::Plan) -> Vec<(u32, u32)> {
    let (cut, stages) = (plan.cut(), plan.layout.pipeline);
    let places = || (0..cut.chunks).flat_map(move |chunk| (0..stages).map(move |stage| (stage, chunk)));
    let mut lengths = vec![0; cut.parts() as usize];
    for (stage, chunk) in places() {
        lengths[cut.part(stage, chunk) as usize] = plan.layers_of(stage, chunk, cut);
    }
    let span = |(stage, chunk)| {
        let part = cut.part(stage, chunk) as usize;
        let before: u32 = lengths[..part].iter().sum();
        (before + 1, before + lengths[part])
    };
    places().map(span).collect()
}

/// The end of each step, where there are several, with its schedule.
fn steps(run: &Run, stages: usize, relays: &[run::Relay]) -> Vec<(Time, Schedule)> {
    if relays.len() < 2 {
        return Vec::new();
    }
    let updates = run.graph.labels.iter().zip(&run.trace.end).filter(|(label, _)| label.kind == Kind::Update);
    let mut ends: Vec<Time> = updates.map(|(_, &end)| end).collect();
    kitchen_core::order::sort(&mut ends);
    let last = ends.chunks(stages.max(1)).filter_map(|step| step.last().copied());
    last.zip(relays.iter().filter_map(|relay| relay.schedule)).collect()
}

/// Where the stations stand.
#[derive(Clone, Copy, Debug)]
struct Plan {
    count: usize,
    columns: usize,
    rows: usize,
    scale: f32,
    cell: [f32; 2],
    floor: Area,
    /// Signs hang over the stations: only where there is one row.
    signs: bool,
}

impl Plan {
    fn new(view: &View<'_>, count: usize) -> Plan {
        let header = stage::header_height(view.size);
        let [w, h] = view.size;
        // The pot has a column of its own, or a band.
        let (left, top) = match pot::room(view) {
            Some(room) if pot::is_column(view) => (room.right(), header),
            Some(room) => (0.0, room.bottom()),
            None => (0.0, header),
        };
        let label = lanes::label_height(view);
        let taken = lanes::room(view).map_or(0.0, |lanes| lanes.h + 6.0);
        let floor = Area::new(left, top, w - left, (h - top - label - taken).max(1.0));
        let count = count.max(1);
        let mut best = Plan { count, columns: count, rows: 1, scale: 0.0, cell: [floor.w, 1.0], floor, signs: false };
        for rows in 1..=count {
            let columns = count.div_ceil(rows);
            if rows > 1 && columns == count.div_ceil(rows - 1) {
                continue;
            }
            // A folded line needs a margin for the bend.
            let margin = if rows > 1 { 30.0 } else { 6.0 };
            let cell = [floor.w / columns as f32, floor.h / rows as f32];
            let wide = (floor.w - 2.0) / (columns as f32 * (STATION_W + 4.0) + 2.0 * margin);
            let scale = wide.min(cell[1] / (STATION_H + WAY_H));
            // A relay is told best in one line, as long as its chefs are large enough.
            let straight = if best.rows == 1 && best.scale > 0.7 { 1.5 } else { 1.0 };
            if scale > best.scale * straight {
                let signs = rows == 1 && floor.h > scale * (STATION_H + WAY_H + SIGN_H);
                best = Plan { columns, rows, scale, cell, signs, ..best };
            }
        }
        best
    }

    fn of(view: &View<'_>) -> Plan {
        Plan::new(view, view.index.runs.first().map_or(1, |run| run.stages.len()))
    }

    /// The foot of station `i`; every other row runs backwards, so that neighbours stay neighbours.
    fn foot(&self, i: usize) -> Point {
        let (row, mut column) = (i / self.columns, i % self.columns);
        if row % 2 == 1 {
            column = self.columns - 1 - column;
        }
        let margin = if self.rows > 1 { 24.0 * self.scale } else { 0.0 };
        let w = (self.floor.w - 2.0 * margin) / self.columns as f32;
        let x = self.floor.x + margin + (column as f32 + 0.5) * w;
        let free = (self.cell[1] - (STATION_H + WAY_H) * self.scale).max(0.0);
        // One row stands low, under its signs; several share the height.
        let low = if self.rows == 1 { 0.62 } else { 0.35 };
        let y = self.floor.y + row as f32 * self.cell[1] + free * low + STATION_H * self.scale;
        [x, y]
    }

    fn bends_after(&self, i: usize) -> bool {
        i / self.columns != (i + 1) / self.columns
    }

    /// The way from station `i` to the next.
    fn way(&self, i: usize, surface: Surface) -> Way {
        let (a, b) = (self.foot(i), self.foot(i + 1));
        let s = self.scale;
        let mut way = Way::new();
        if self.bends_after(i) {
            let side = if (i / self.columns).is_multiple_of(2) { 1.0 } else { -1.0 };
            let (from, to) = ([a[0] + side * 68.0 * s, a[1] - 24.0 * s], [b[0] + side * 68.0 * s, b[1] - 30.0 * s]);
            let reach = side * 40.0 * s;
            way.curve(from, [from[0] + reach, from[1]], [to[0] + reach, to[1]], to);
            return way;
        }
        let side = (b[0] - a[0]).signum();
        if surface == Surface::Tunnel {
            let (from, to) = ([a[0] + side * 40.0 * s, a[1] - 6.0 * s], [b[0] - side * 40.0 * s, b[1] - 6.0 * s]);
            let dip = 52.0 * s;
            way.curve(from, [from[0] + side * 8.0 * s, from[1] + dip], [to[0] - side * 8.0 * s, to[1] + dip], to);
        } else {
            let (ax, bx, y) = (a[0] + side * 30.0 * s, b[0] - side * 30.0 * s, a[1] + 30.0 * s);
            for point in [[ax, a[1] - 6.0 * s], [ax, y], [bx, y], [bx, b[1] - 6.0 * s]] {
                way.push(point);
            }
        }
        way
    }

    fn width(&self, surface: Surface) -> f32 {
        self.scale * if surface == Surface::Tunnel { 19.0 } else { 25.0 }
    }
}

fn facts(run: &RunIndex, i: usize) -> Option<WayFacts> {
    run.stage_ways.get(i).copied().flatten()
}

fn surface(run: &RunIndex, i: usize) -> Surface {
    facts(run, i).map_or(Surface::Tunnel, |facts| Surface::of(facts.class))
}

fn backdrop(view: &View<'_>, list: &mut DisplayList) {
    let plan = Plan::of(view);
    let area = view.area();
    // The wall ends behind the chefs' shoulders.
    let wall = if plan.rows == 1 { plan.foot(0)[1] - 112.0 * plan.scale } else { stage::header_height(view.size) };
    stage::room(view, list, area, wall);
    pot::draw(view, list);
    let Some(run) = view.index.runs.first() else { return };
    for i in 0..plan.count.saturating_sub(1) {
        let (surface, lanes) = (surface(run, i), facts(run, i).map_or(1, |facts| facts.lanes));
        let way = plan.way(i, surface);
        if view.is_xray() {
            ways::wires(list, &way, surface, lanes, plan.width(surface));
        } else if ways::is_shared(surface) {
            ways::bed(list, &way, plan.width(surface));
        } else {
            ways::way(list, &way, surface, lanes, plan.width(surface));
        }
        if facts(run, i).is_some_and(|facts| facts.exchange) && surface == Surface::Tunnel {
            exchange(view, list, &plan, &way, run.chips, plan.bends_after(i));
        }
    }
    if !view.is_xray() {
        shared_corridor(list, &plan, run);
    }
    for i in 0..plan.count {
        let [x, y] = plan.foot(i);
        if !view.is_xray() {
            cast::station_back(list, x, y, plan.scale);
        }
        if plan.signs {
            sign(view, list, &plan, run, i);
        }
    }
    if let Some(facts) = facts(run, 0) {
        let beside = if has_steps(view) { card_width(view) } else { 0.0 };
        label::ways_beside(view, list, &facts, Some(view.show.runs[0].topology.preset().name()), beside);
    }
}

/// One corridor for all: the beds of its stretches lie there already; joins them and paves the whole.
fn shared_corridor(list: &mut DisplayList, plan: &Plan, run: &RunIndex) {
    let last = plan.count.saturating_sub(1);
    let is_shared = |i: usize| i < last && ways::is_shared(surface(run, i));
    let join = |i: usize| {
        let (before, after) = (plan.way(i - 1, surface(run, i - 1)), plan.way(i, surface(run, i)));
        let mut way = Way::new();
        if let (Some(&[.., to, _]), [_, from, ..]) = (before.points().last_chunk::<2>(), after.points()) {
            way.push(to);
            way.push(*from);
        }
        way
    };
    let joined = |i: &usize| is_shared(i - 1) && is_shared(*i) && !plan.bends_after(i - 1) && !plan.bends_after(*i);
    for i in (1..last).filter(joined) {
        ways::bed(list, &join(i), plan.width(surface(run, i)));
    }
    for i in (0..last).filter(|&i| is_shared(i)) {
        ways::pave(list, &plan.way(i, surface(run, i)), surface(run, i), plan.width(surface(run, i)));
    }
    for i in (1..last).filter(joined) {
        ways::pave(list, &join(i), surface(run, i), plan.width(surface(run, i)));
    }
}

/// The switchboard in the middle of a way: one box in the kitchen, its chips in the x-ray.
fn exchange(view: &View<'_>, list: &mut DisplayList, plan: &Plan, way: &Way, chips: usize, bend: bool) {
    let s = plan.scale;
    let [x, y] = way.at(0.5, 0.0);
    let x = x.within(18.0 * s + 1.0, view.size[0] - 18.0 * s - 1.0);
    if view.is_xray() {
        let shown = chips.clamp(1, 8);
        let size = (44.0 / shown as f32).min(11.0) * s;
        for chip in 0..shown {
            let off = (chip as f32 - (shown as f32 - 1.0) / 2.0) * size * 1.2;
            let style = Style::fill(Token::Chip).outline(Token::ChipEdge, 1.0);
            // Across the way, which runs down at a bend.
            let (cx, cy, w, h) = if bend { (x, y + off, 22.0 * s, size) } else { (x + off, y, size, 22.0 * s) };
            list.rect(cx - w / 2.0, cy - h / 2.0, w, h, 2.0, style);
        }
        return;
    }
    let (w, h) = (34.0 * s, 30.0 * s);
    list.rect(x - w / 2.0, y - h / 2.0, w, h, 5.0 * s, Style::fill(Token::Board).outline(Token::Ink, 2.2 * s));
    list.rect(x - w * 0.38, y - h * 0.36, w * 0.76, h * 0.72, 3.0 * s, Style::fill(Token::BoardPanel));
}

fn sign(view: &View<'_>, list: &mut DisplayList, plan: &Plan, run: &RunIndex, i: usize) {
    let [x, y] = plan.foot(i);
    let unit = view.text_size();
    let w = (plan.cell[0] * 0.86).min(STATION_W * plan.scale);
    let two_lines = run.layers.get(i).is_some();
    let h = unit * if two_lines { 2.9 } else { 1.7 };
    let top = (y - (STATION_H + 6.0) * plan.scale - h).max(plan.floor.y);
    list.rect(x - w / 2.0, top, w, h, 6.0, Style::fill(Token::Card).outline(Token::CardLine, 1.6));
    let title = TextStyle::new(unit * 1.05, Token::Text).bold().middle().within(w - 10.0);
    let stage = Line::from(msg::SceneStage { n: i as i64 + 1 });
    list.write_with(title, x, top + unit * 1.25, |out| stage.say_into(view.lang, out));
    if let Some(&(first, last)) = run.layers.get(i) {
        let (first, last) = (i64::from(first), i64::from(last));
        let layers = if view.is_xray() {
            Line::from(msg::PipelineStageLayers { first, last })
        } else {
            Line::from(msg::SceneLayers { first, last })
        };
        let style = TextStyle::new(unit * 0.95, Token::TextSoft).middle().within(w - 10.0);
        let mut said = layers.say(view.lang);
        if let Some(&(from, to)) = run.layers.get(plan.count + i) {
            let _ = write!(said, " · {from}–{to}");
        }
        if text_width(&said, LEAST_TEXT, false) > w - 10.0 {
            said = format!("{first}–{last}");
            if let Some(&(from, to)) = run.layers.get(plan.count + i) {
                let _ = write!(said, "·{from}–{to}");
            }
        }
        if text_width(&said, LEAST_TEXT, false) > w - 10.0 {
            // The second stretch is as long as the first, a line further on.
            said = format!("{first}–{last} +");
        }
        list.write(style, x, top + unit * 2.45, format_args!("{said}"));
    }
}

fn frame(view: &View<'_>, list: &mut DisplayList) {
    let (Some(run), Some(index)) = (view.show.runs.first(), view.index.runs.first()) else { return };
    let plan = Plan::of(view);
    let t = view.playhead;
    for i in 0..plan.count.saturating_sub(1) {
        link(view, list, &plan, (run, index), i);
    }
    for task in index.transfers_at(run, t) {
        traveller(view, list, &plan, (run, index), task);
    }
    for i in 0..plan.count {
        station(view, list, &plan, (run, index), i);
    }
    step_card(view, list, index);
    stage::clock(view, list);
}

/// Whether there are several steps.
pub(super) fn has_steps(view: &View<'_>) -> bool {
    view.index.runs.first().is_some_and(|run| !run.steps.is_empty())
}

fn card_size(view: &View<'_>) -> f32 {
    (view.text_size() * 1.1).max(12.0)
}

fn card_width(view: &View<'_>) -> f32 {
    (card_size(view) * if view.compact() { 14.0 } else { 17.0 }).min(view.size[0] * 0.6)
}

/// Which step it is, and by which schedule, where there are several.
fn step_card(view: &View<'_>, list: &mut DisplayList, index: &RunIndex) {
    let now = index.steps.iter().position(|&(end, _)| view.playhead < end).unwrap_or(index.steps.len().max(1) - 1);
    let Some(&(_, schedule)) = index.steps.get(now) else { return };
    let name = super::params::name(schedule);
    let size = card_size(view);
    let w = card_width(view);
    let (x, y) = (view.size[0] - w / 2.0 - 8.0, view.size[1] - size * if view.compact() { 1.0 } else { 1.1 });
    list.rect(x - w / 2.0, y - size, w, size * 1.7, size * 0.4, Style::fill(Token::Accent));
    let style = TextStyle::new(size, Token::OnAccent).bold().middle().within(w - size);
    list.write_with(style, x, y + size * 0.2, |out| {
        msg::PipelineStageStep { n: now as i64 + 1, schedule: name.into() }.say_into(view.lang, out);
    });
}

/// The stage whose GPU this is.
fn stage_of(index: &RunIndex, gpu: GpuId) -> Option<usize> {
    index.stages.iter().position(|&stage| stage == gpu)
}

/// The glow of a way, and in the x-ray its use in figures; on an exchange the sockets of the flow.
fn link(view: &View<'_>, list: &mut DisplayList, plan: &Plan, (run, index): (&Run, &RunIndex), i: usize) {
    let (a, b) = (index.stages[i], index.stages[i + 1]);
    let mut rates = [0.0_f64; 2];
    let mut waiting = 0;
    for task in index.transfers_at(run, view.playhead) {
        if let Work::Transfer { src, dst, .. } = run.graph.work[task as usize] {
            if (src, dst) != (a, b) && (src, dst) != (b, a) {
                continue;
            }
            rates[usize::from(src == b)] += index.read(run).rate(task, view.playhead);
            waiting += index.read(run).remaining(task, view.playhead).0;
        }
    }
    let Some(facts) = facts(index, i) else { return };
    let surface = Surface::of(facts.class);
    let way = plan.way(i, surface);
    let used = (rates[0].max(rates[1]) / (facts.gb_per_s * 1e9)) as f32;
    ways::glow(list, &way, surface, plan.width(surface), used.min(1.0), view.is_xray());
    let s = plan.scale;
    if !view.is_xray() {
        if facts.exchange && surface == Surface::Tunnel {
            let [x, y] = way.at(0.5, 0.0);
            for (socket, &rate) in rates.iter().enumerate() {
                let token = if rate > 0.0 { Token::SocketLit } else { Token::Socket };
                let cx = x + (socket as f32 - 0.5) * 13.0 * s;
                list.ellipse(cx, y, 4.4 * s, 4.4 * s, Style::fill(token).outline(Token::Ink, 1.4 * s));
            }
        }
        return;
    }
    if rates[0].max(rates[1]) <= 0.0 {
        return;
    }
    let unit = (view.text_size() * 0.9).max(11.0);
    let bend = plan.bends_after(i);
    let [x, y] = way.at(0.5, 0.0);
    // Beside the packet: above the way on small stages, below it where there is room.
    let (x, y) = match (bend, view.compact()) {
        (true, _) => (x, y + unit * 2.4),
        (false, true) => (x, y - unit * 2.6),
        (false, false) => (x, y + (WAY_H - 26.0) * s),
    };
    let style = TextStyle::new(unit, surface.text()).bold().middle().within(plan.cell[0] * 0.8);
    let w = unit * 9.2;
    let y = y.min(view.size[1] - unit * if view.compact() { 1.7 } else { 3.6 });
    let x = x.within(w / 2.0 + 2.0, view.size[0] - w / 2.0 - 2.0);
    list.rect(x - w / 2.0, y - unit * 1.05, w, unit * 2.6, 4.0, Style::fill(Token::Card).alpha(0.94));
    list.write_with(style, x, y, |out| {
        format::push_rate(out, Rate::bytes_per_s(rates[0].max(rates[1])));
        out.push_str(" · ");
        format::push_percent(out, f64::from(used.min(1.0)));
    });
    let style = TextStyle::new((unit * 0.88).max(11.0), Token::TextSoft).middle().within(w);
    list.write_with(style, x, y + unit * 1.2, |out| format::push_bytes(out, kitchen_core::units::Bytes(waiting)));
}

/// A bowl or a report on its way.
fn traveller(view: &View<'_>, list: &mut DisplayList, plan: &Plan, (run, index): (&Run, &RunIndex), task: TaskId) {
    let Work::Transfer { src, dst, .. } = run.graph.work[task as usize] else { return };
    let (Some(from), Some(to)) = (stage_of(index, src), stage_of(index, dst)) else { return };
    let forward = run.graph.labels[task as usize].kind == Kind::Activation;
    let down = from < to;
    let (low, high) = (from.min(to), from.max(to));
    if high - low != 1 {
        return round_trip(view, list, plan, (run, index), (task, from, to));
    }
    let surface = surface(index, low);
    let mut way = plan.way(low, surface);
    if !down {
        way.reverse();
    }
    let part = index.progress(run, task, view.playhead);
    // The counter hides the ends of the way; let things be seen from the first moment to the last.
    let at = way.at(0.14 + 0.72 * part, 5.0 * plan.scale);
    let n = cast::batch_of(run.graph.labels[task as usize].micro_batch).unwrap_or(0);
    let s = plan.scale;
    if view.is_xray() {
        cast::packet(list, at, s.max(0.6), n, forward);
        return;
    }
    if surface == Surface::Corridor || surface == Surface::Rails || surface == Surface::Street {
        let art = if surface == Surface::Street { &props::SCOOTER } else { &props::CART };
        list.art(art, at[0], at[1] + 4.0 * s, s * 0.9, cast::pair(n));
        let on = [at[0], at[1] - 11.0 * s];
        if forward {
            cast::bowl(list, on, s * 0.9, n);
        } else {
            cast::report(list, [on[0], on[1] - 4.0 * s], s * 0.8, n);
        }
        return;
    }
    if forward { cast::bowl(list, at, s, n) } else { cast::report(list, at, s, n) }
}

/// A bowl on its way from the end of the line to its begin, or its report back: behind the chefs, over their heads.
fn round_trip(
    view: &View<'_>,
    list: &mut DisplayList,
    plan: &Plan,
    (run, index): (&Run, &RunIndex),
    (task, from, to): (TaskId, usize, usize),
) {
    let (a, b, s) = (plan.foot(from), plan.foot(to), plan.scale);
    let over = a[1].min(b[1]) - 176.0 * s;
    let mut way = Way::new();
    for point in [[a[0], a[1] - 70.0 * s], [a[0], over], [b[0], over], [b[0], b[1] - 70.0 * s]] {
        way.push(point);
    }
    let [x, y] = way.at(index.progress(run, task, view.playhead), 0.0);
    let at = [x.within(12.0 * s, view.size[0] - 12.0 * s), y.max(stage::header_height(view.size) + 14.0 * s)];
    let label = run.graph.labels[task as usize];
    let n = cast::batch_of(label.micro_batch).unwrap_or(0);
    let forward = label.kind == Kind::Activation;
    match (view.is_xray(), forward) {
        (true, _) => cast::packet(list, at, s.max(0.6), n, forward),
        (false, true) => cast::bowl(list, at, s, n),
        (false, false) => cast::report(list, at, s, n),
    }
}

/// What the chef of a stage does at `t`.
fn doing(run: &Run, index: &RunIndex, gpu: GpuId, t: Time) -> Doing {
    if let Some(doing) = Doing::at_work(run, index, gpu, t) {
        return doing;
    }
    if t >= index.last_end(gpu) {
        return Doing::new(Posture::Done);
    }
    let on_phone = index.transfers_at(run, t).any(
        |task| matches!(run.graph.work[task as usize], Work::Transfer { src, dst, .. } if src == gpu || dst == gpu),
    );
    match (t < index.first_start(gpu), on_phone) {
        (_, true) => Doing::new(Posture::Phone),
        (true, false) if t == Time::ZERO => Doing::new(Posture::Ready),
        _ => Doing::new(Posture::Waiting),
    }
}

fn station(view: &View<'_>, list: &mut DisplayList, plan: &Plan, (run, index): (&Run, &RunIndex), i: usize) {
    let gpu = index.stages[i];
    let [x, y] = plan.foot(i);
    let (s, t) = (plan.scale, view.playhead);
    let doing = doing(run, index, gpu, t);
    let held = held(run, index, gpu, t);
    if view.is_xray() {
        let area = Area::new(x - 72.0 * s, y - 150.0 * s, 144.0 * s, 150.0 * s);
        let whole = run.topology.preset().gpu.hbm.0;
        let gb = |bytes: u64| (bytes + 500_000_000) / 1_000_000_000;
        let used = index.held_bytes.get(i).map(|[state, batch]| state + batch * held.count as u64);
        // The stacks fill with all that is held, not with activations alone.
        let lit = used.map_or(held.count, |used| (used * 6).div_ceil(whole.max(1)) as usize);
        cast::chip(list, view.lang, area, i, doing, lit, used.map(|used| [gb(used), gb(whole)]));
        if let Some(over) = used.and_then(|used| used.checked_sub(whole)).filter(|&over| over > 0) {
            // Too much by less than half a gigabyte is too much.
            out_of_memory(view, list, area, gb(over).max(1));
        }
        queue_in_xray(view, list, area, run, index, gpu);
        return;
    }
    let places = index.held_bytes.get(i).map_or(usize::MAX, |[state, bowl]| {
        (run.topology.preset().gpu.hbm.0.saturating_sub(*state) / (*bowl).max(1)) as usize
    });
    shelf(list, [x - 60.0 * s, y], s, &held, places);
    work::chef_at_work(list, [x, y], s, (i, doing), (work::Craft::of(i, plan.count), view.lang));
    spilled(view, list, [x, y], s, &held, places);
    queue(view, list, [x, y], s, run, index, gpu);
}

/// Tasks that are ready and wait for the chef, next first; the chef's own first forwards wait outside as ingredients.
fn waiting<'a>(run: &'a Run, index: &'a RunIndex, gpu: GpuId, t: Time) -> impl Iterator<Item = (Kind, usize)> + 'a {
    index.read(run).computes(gpu).iter().filter_map(move |&task| {
        let (ready, start) = (run.trace.ready[task as usize], run.trace.start[task as usize]);
        let label = run.graph.labels[task as usize];
        let n = cast::batch_of(label.micro_batch)?;
        (ready <= t && t < start && ready > Time::ZERO).then_some((label.kind, n))
    })
}

/// Bowls and reports that have arrived and wait their turn on the counter's front edge.
fn queue(view: &View<'_>, list: &mut DisplayList, foot: Point, s: f32, run: &Run, index: &RunIndex, gpu: GpuId) {
    let mut count = 0;
    for (kind, n) in waiting(run, index, gpu, view.playhead) {
        if count < 3 {
            let at = [foot[0] + (-58.0 + count as f32 * 23.0) * s, foot[1] - 62.0 * s];
            if kind == Kind::Forward {
                cast::bowl(list, at, s * 0.55, n);
            } else {
                cast::report(list, [at[0], at[1] - 4.0 * s], s * 0.62, n);
            }
        }
        count += 1;
    }
    if count > 3 {
        let style = TextStyle::new(13.0 * s, Token::OnCloth).bold();
        list.write(style, foot[0] + 12.0 * s, foot[1] - 44.0 * s, format_args!("+{}", count - 3));
    }
}

fn queue_in_xray(view: &View<'_>, list: &mut DisplayList, chip: Area, run: &Run, index: &RunIndex, gpu: GpuId) {
    let size = (chip.w / 7.0).max(10.0);
    for (count, (kind, n)) in waiting(run, index, gpu, view.playhead).take(4).enumerate() {
        let at = [chip.x + size * (0.7 + count as f32 * 1.15), chip.y - size * 0.5];
        cast::packet(list, at, size / 26.0, n, kind == Kind::Forward);
    }
}
