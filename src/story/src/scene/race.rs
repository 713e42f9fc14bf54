//! Several machines at the same meeting, one panel each, on one clock.

use super::art::props;
use super::cast;
use super::chips;
use super::display::{DisplayList, Style, TextStyle, text_width};
use super::geom::{Area, Point, Within as _};
use super::handle::{Grip, Handle, Stop, leads};
use super::hub::{self, Set};
use super::machine::{Hub, Machine};
use super::palette::Token;
use super::stage::{self, View};
use crate::scenario::Scenario;
use crate::story::Layer;
use kitchen_core::run::Run;
use kitchen_core::sim::task::TaskId;
use kitchen_core::topology::Part;
use kitchen_core::units::{Rate, Time};
use kitchen_text::{Key, Line, format, key, tr};

/// What a chapter says and draws of its own in each panel.
pub(crate) struct Looks {
    /// The most panels beside one another.
    pub columns: usize,
    /// How many letters a panel's line holds.
    pub letters: f32,
    /// Whether an exchange shows its chips.
    pub chips: bool,
    /// The machine's names, in the panel's text.
    pub names: fn(&View<'_>, &mut DisplayList, &Set<'_>, &Panel),
    /// What lies over the machine.
    pub over: fn(&mut DisplayList, &Set<'_>),
    /// The run of the kitchen in which the reader's own chefs stand.
    pub own: fn(&Scenario) -> Option<usize>,
}

/// The narrowest panel in which a machine's name can be read.
const LEAST_PANEL: f32 = 138.0;
/// Panels narrower than this say one thing a line.
const NARROW: f32 = 290.0;

/// The panels in a grid.
#[derive(Clone, Copy, Debug)]
struct Grid {
    columns: usize,
    rows: usize,
    area: Area,
    gap: f32,
}

impl Grid {
    fn new(view: &View<'_>, most: usize) -> Grid {
        let count = view.show.runs.len().max(1);
        let header = stage::header_height(view.size);
        let pad = if view.compact() { 4.0 } else { 8.0 };
        let area = Area::new(pad, header, view.size[0] - 2.0 * pad, (view.size[1] - header - pad).max(1.0));
        let gap = if view.compact() { 4.0 } else { 8.0 };
        let mut best = Grid { columns: 1, rows: count, area, gap };
        for columns in 2..=count.min(most) {
            let next = Grid { columns, rows: count.div_ceil(columns), area, gap };
            if next.fault(count) < best.fault(count) && next.cell()[0] >= LEAST_PANEL {
                best = next;
            }
        }
        best
    }

    /// Width and height of a panel.
    fn cell(&self) -> [f32; 2] {
        let part = |whole: f32, count: usize| (whole - self.gap * (count as f32 - 1.0)) / count as f32;
        [part(self.area.w, self.columns), part(self.area.h, self.rows)]
    }

    /// How far a panel is from the shape that suits a machine, 16:9, or higher where the text needs more lines; 1 is that.
    fn stretch(&self) -> f32 {
        let [w, h] = self.cell();
        let shape = w / h.max(1.0) / if w < NARROW { 1.5 } else { 1.78 };
        shape.max(1.0 / shape.max(1e-3))
    }

    /// The stretch, and the room that is left empty.
    fn fault(&self, count: usize) -> f32 {
        self.stretch() * (self.columns * self.rows) as f32 / count as f32
    }

    /// Panel `i`, row by row.
    fn panel(&self, i: usize) -> Area {
        let (column, row) = (i % self.columns, i / self.columns);
        let [w, h] = self.cell();
        Area::new(self.area.x + column as f32 * (w + self.gap), self.area.y + row as f32 * (h + self.gap), w, h)
    }
}

/// The parts of a panel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Panel {
    pub text: Area,
    /// Nothing where there is no room for it: names and bars alone are compared then.
    machine: Option<Area>,
    bar: Area,
    /// The text's size.
    pub unit: f32,
    /// Whether the text stands over the machine.
    pub stacked: bool,
    /// On phones and in small frames: how many lines there are, each for one thing. Else two things share a line.
    pub narrow: Option<usize>,
}

impl Panel {
    fn new(area: Area, letters: f32) -> Panel {
        if area.w < NARROW || area.h < 84.0 {
            return Panel::narrow(area);
        }
        // Names stand over the machine where the panel is tall, at its left where it is wide.
        let stacked = area.w < (area.h * 2.4).max(660.0);
        let text_w = area.w * if stacked { 0.94 } else { 0.3 };
        let unit = (area.h * if stacked { 0.1 } else { 0.132 })
            .min(text_w / if stacked { letters } else { letters * 11.6 / 28.0 })
            .within(12.0, 30.0);
        let bar_h = unit * 1.35;
        let pad = unit * 0.5;
        let inner = area.inset(pad, pad * 0.7);
        let bar = Area::new(inner.x, inner.bottom() - bar_h, inner.w, bar_h);
        let h = (bar.y - inner.y - pad * 0.6).max(1.0);
        let empty = Panel { text: inner, machine: None, bar, unit, stacked, narrow: None };
        if stacked {
            let text = Area::new(inner.x, inner.y, inner.w, unit * 2.75);
            let machine = Area::new(inner.x, text.bottom(), inner.w, (h - text.h).max(1.0));
            return Panel { text, machine: Some(machine), ..empty };
        }
        let text = Area::new(inner.x, inner.y, text_w, h);
        let machine = Area::new(inner.x + text_w + pad, inner.y, (inner.w - text_w - pad).max(1.0), h);
        Panel { text, machine: Some(machine), ..empty }
    }

    /// Names over the machine, the machine as far as there is room, the bar; in the lowest, name and bar in one line.
    fn narrow(area: Area) -> Panel {
        let unit = 12.0;
        let inner = area.inset(4.0, (area.h * 0.04).within(1.0, 3.0));
        let empty = Panel { text: inner, machine: None, bar: inner, unit, stacked: true, narrow: Some(1) };
        if area.h < 38.0 {
            let text = Area::new(inner.x, inner.cy() - unit * 0.72, inner.w * 0.64, unit);
            let bar = Area::new(text.right() + 4.0, inner.y, inner.w - text.w - 4.0, inner.h);
            return Panel { text, bar, ..empty };
        }
        let lines = match area.h {
            h if h >= 132.0 => 3,
            h if h >= 84.0 => 2,
            _ => 1,
        };
        let bar_h = unit * 1.35;
        let bar = Area::new(inner.x, inner.bottom() - bar_h, inner.w, bar_h);
        let text = Area::new(inner.x, inner.y, inner.w, unit * (0.35 + 1.15 * lines as f32));
        let machine = Area::new(inner.x, text.bottom(), inner.w, bar.y - text.bottom() - 2.0);
        Panel { text, bar, machine: Some(machine).filter(|machine| machine.h >= 22.0), narrow: Some(lines), ..empty }
    }

    /// The baseline of a line of the text, from 0.
    pub(crate) fn line(&self, n: usize) -> f32 {
        self.text.y + self.unit * (1.05 + n as f32 * if self.narrow.is_some() { 1.15 } else { 1.3 })
    }
}

fn set<'a>(view: &View<'a>, i: usize, panel: &Panel, chips: bool) -> Option<Set<'a>> {
    let (run, index) = (view.show.runs.get(i)?, view.index.runs.get(i)?);
    Some(Set {
        run,
        index,
        machine: Machine::new(run, index, panel.machine.unwrap_or_default(), 0.0, view.is_xray()),
        xray: view.is_xray(),
        chips,
        craft: None,
    })
}

/// A place on the machine of run `i`; beside the names where the machine is too small to be touched.
pub(crate) fn place(view: &View<'_>, looks: &Looks, i: usize, at: impl Fn(&Set<'_>) -> Point) -> Option<Point> {
    let panel = Panel::new(Grid::new(view, looks.columns).panel(i), looks.letters);
    if panel.narrow.is_some() || panel.machine.is_none() {
        return Some([panel.text.right() - 20.0, panel.text.y + 22.0]);
    }
    Some(at(&set(view, i, &panel, looks.chips)?))
}

/// The reader's own chefs, carried together from kitchen to kitchen: each knows what it was left for. `home` and `left` are the places
/// of the parameters that say where they stand and what they left, counted from 1; `said` names a kitchen, `effect` says what theirs does.
pub(crate) fn carried(
    view: &View<'_>,
    looks: &Looks,
    name: Key,
    [home, left]: [usize; 2],
    said: impl Fn(usize) -> Line,
    effect: impl Fn(usize) -> Line,
) -> Option<Handle> {
    let now = &view.show.scenario;
    let own = (looks.own)(now).filter(|own| *own < view.show.runs.len())?;
    let stop = |kitchen: usize| {
        let at = place(view, looks, kitchen, |set| {
            let machine = &set.machine;
            [machine.band(machine.kitchens - 1).right() - 26.0, machine.board(0).cy()]
        })?;
        let moved = || now.set(left, own as i64 + 1).set(home, kitchen as i64 + 1);
        let leads = if kitchen == own { Ok(now.clone()) } else { leads(moved()) };
        Some(Stop { at, text: said(kitchen), leads })
    };
    let stops: Vec<Stop> = (0..view.show.runs.len()).filter_map(stop).collect();
    Some(Handle {
        id: "home",
        name: Line::new(name),
        grip: Grip::Carry,
        here: own.min(stops.len().checked_sub(1)?),
        stops,
        things: Vec::new(),
        effect: Some(effect(own)),
    })
}

/// What stands still.
pub(crate) fn backdrop(view: &View<'_>, list: &mut DisplayList, looks: &Looks) {
    let area = view.area();
    let (page, card, line) = if view.is_xray() {
        (Token::Bench, Token::Card, Token::CardLine)
    } else {
        (Token::Wall, Token::Floor, Token::TextSoft)
    };
    list.rect(0.0, 0.0, area.w, area.h, 0.0, Style::fill(page));
    let grid = Grid::new(view, looks.columns);
    for i in 0..view.show.runs.len() {
        let at = grid.panel(i);
        let panel = Panel::new(at, looks.letters);
        let radius = (at.h * 0.08).min(12.0);
        list.rect(at.x, at.y, at.w, at.h, radius, Style::fill(card));
        let strip = if panel.stacked {
            Area::new(at.x, at.y, at.w, panel.text.bottom() - at.y)
        } else {
            Area::new(at.x, at.y, panel.text.right() - at.x + panel.unit * 0.1, at.h)
        };
        list.save();
        list.clip(at.x, at.y, at.w, at.h, radius);
        if !view.is_xray() {
            floor(list, at, if panel.stacked { 0.0 } else { strip.w });
            list.rect(strip.x, strip.y, strip.w, strip.h, 0.0, Style::fill(Token::Card));
        }
        list.rect(at.x, panel.bar.y - panel.unit * 0.35, at.w, at.h, 0.0, Style::fill(Token::Card));
        list.restore();
        let Some(set) = set(view, i, &panel, looks.chips) else { continue };
        let frame = Style::line(line, 1.8);
        let announced = set.run.topology.preset().is_announced();
        list.rect(at.x, at.y, at.w, at.h, radius, if announced { frame.dash(7.0, 6.0) } else { frame });
        (looks.names)(view, list, &set, &panel);
        if panel.machine.is_some() {
            hub::backdrop(list, &set);
            (looks.over)(list, &set);
        }
        list.rect(panel.bar.x, panel.bar.y, panel.bar.w, panel.bar.h, panel.bar.h * 0.3, Style::fill(Token::Track));
    }
}

/// Square tiles: rooms seen from farther away.
fn floor(list: &mut DisplayList, at: Area, from: f32) {
    let tile = (at.h / 5.0).within(14.0, 40.0);
    let (columns, rows) = (((at.w - from) / tile) as i32 + 1, (at.h / tile) as i32 + 1);
    for row in 0..rows {
        for column in 0..columns {
            if (row + column) % 2 == 0 {
                list.rect(
                    at.x + from + column as f32 * tile,
                    at.y + row as f32 * tile,
                    tile,
                    tile,
                    0.0,
                    Style::fill(Token::FloorTile),
                );
            }
        }
    }
}

/// What the playhead decides.
pub(crate) fn frame(view: &View<'_>, list: &mut DisplayList, looks: &Looks) {
    let grid = Grid::new(view, looks.columns);
    let own = (looks.own)(&view.show.scenario);
    let told = view.script.beat_at(view.playhead).map(|beat| view.script.beats[beat].at);
    // In the end what is told is of the reader's own kitchen.
    let told = told.filter(|at| own.is_none() || *at < view.show.makespan());
    for i in 0..view.show.runs.len() {
        let at = grid.panel(i);
        let panel = Panel::new(at, looks.letters);
        let Some(set) = set(view, i, &panel, looks.chips) else { continue };
        if panel.machine.is_some() {
            hub::frame(view, list, &set, &mut |list, task, at, scale| slip(list, &set, task, at, scale));
        }
        bar(view, list, set.run, &panel);
        if own == Some(i) {
            mine(list, at);
        }
        // The one that has just finished: the caption speaks of it.
        if told == Some(set.run.trace.makespan) {
            list.rect(at.x, at.y, at.w, at.h, (at.h * 0.08).min(12.0), Style::line(Token::Accent, 4.0));
        }
        if set.machine.hub == Hub::Corridor {
            sharing(view, list, &set, &panel);
        }
    }
    stage::clock(view, list);
}

/// The frame of the kitchen in which the reader's own chefs stand, in the colour of what the reader does.
fn mine(list: &mut DisplayList, at: Area) {
    let radius = (at.h * 0.08).min(12.0);
    list.rect(at.x, at.y, at.w, at.h, radius, Style::fill(Token::Accent).alpha(0.07));
    list.rect(at.x, at.y, at.w, at.h, radius, Style::line(Token::Accent, 4.0).dash(12.0, 6.0));
}

/// A sign at the reader's own kitchen: beside the machine's title, where there is room.
pub(crate) fn sign(
    view: &View<'_>,
    looks: &Looks,
    list: &mut DisplayList,
    (set, panel): (&Set<'_>, &Panel),
    title: f32,
) {
    let own = (looks.own)(&view.show.scenario).and_then(|own| view.show.runs.get(own));
    if !own.is_some_and(|run| std::ptr::eq(run, set.run)) {
        return;
    }
    let name = match view.layer {
        Layer::Kitchen => key::SCENE_OWN,
        Layer::XRay => key::SCENE_OWN_XRAY,
    };
    let (text, size) = (tr(view.lang, name), panel.unit * 0.86);
    let (w, h) = (text_width(text, size, true) + size, size * 1.45);
    let (x, baseline) = (panel.text.x + title + panel.unit * 0.7, panel.line(0));
    // What shares a corridor is counted at the line's end; a narrow panel's hand lies there.
    if x + w > panel.text.x + panel.text.w * if panel.narrow.is_some() { 0.7 } else { 0.62 } {
        return;
    }
    list.rect(x, baseline - size * 1.08, w, h, h * 0.5, Style::fill(Token::Accent));
    list.say(TextStyle::new(size, Token::OnAccent).bold(), x + size * 0.5, baseline, view.lang, name);
}

/// How many carts are on the fullest stretch of a corridor, where there is more than one: beside the panel's title.
fn sharing(view: &View<'_>, list: &mut DisplayList, set: &Set<'_>, panel: &Panel) {
    use std::fmt::Write as _;
    let count = set.index.sharing(view.playhead);
    if count < 2 || !panel.stacked || panel.narrow.is_some() {
        return;
    }
    let key = if set.xray { key::SCENE_SHARED_FLOWS } else { key::SCENE_SHARED_CARTS };
    let style = TextStyle::new(panel.unit * 0.95, Token::Accent).bold().end().within(panel.text.w * 0.6);
    list.write_with(style, panel.text.right(), panel.text.y + panel.unit * 1.05, |out| {
        out.push_str(tr(view.lang, key));
        let _ = write!(out, " {count}");
    });
}

fn slip(list: &mut DisplayList, set: &Set<'_>, task: TaskId, at: Point, scale: f32) {
    let n = set.run.graph.labels[task as usize].chunk as usize;
    // Numbers where they are few; slices of parts, and slips in a mesh, are told by colour.
    if set.index.parts > 9 || set.machine.kitchens > 1 || set.machine.hub == Hub::Tunnels {
        list.art(&props::CHIT, at[0], at[1], scale.min(0.8), cast::pair(n));
    } else {
        cast::chit(list, at, scale, n);
    }
}

/// How far a run has come in time, what is left, and at the end its time and bus bandwidth.
fn bar(view: &View<'_>, list: &mut DisplayList, run: &Run, panel: &Panel) {
    let Area { x, y, w, h } = panel.bar;
    let (t, end) = (view.playhead, run.trace.makespan);
    let part = if end == Time::ZERO { 1.0 } else { (t.0 as f64 / end.0 as f64).min(1.0) as f32 };
    let done = t >= end;
    let radius = h * 0.3;
    let run_w = (w * part).max(radius * 2.0);
    if part > 0.0 {
        let color = if done { Token::Good } else { Token::Accent };
        list.rect(x, y, run_w, h, radius, Style::fill(color));
    }
    let size = h.min(panel.unit * 1.35) * 0.68;
    let baseline = y + h * 0.5 + size * 0.36;
    let (pad, narrow) = (panel.unit * if panel.narrow.is_some() { 0.4 } else { 0.65 }, panel.narrow.is_some());
    if done {
        let bold = TextStyle::new(size, Token::OnAccent).bold();
        let (shown, from) = (w > 100.0, list.text.len());
        list.write_with(bold.within(if shown { w * 0.62 } else { w - pad }), x + pad, baseline, |out| {
            if !narrow {
                out.push_str(tr(view.lang, key::SCENE_DONE_AT));
                out.push(' ');
            }
            format::push_time(out, end);
        });
        if shown {
            // What the time leaves; estimated high, so that the two keep apart.
            let said = text_width(&list.text[from..], size, true);
            let rate = bold.end().within(w - 2.0 * pad - said - 2.0);
            list.write_with(rate, x + w - pad, baseline, |out| {
                out.push_str(if w < 160.0 { "" } else { "busbw " });
                format::push_rate(out, busbw(view, run));
            });
        }
        return;
    }
    // How long each will take is what the race is to show: nothing of it before it starts.
    if t == Time::ZERO {
        return;
    }
    // Beside the bar's end where there is room, inside it otherwise.
    let inside = part > 0.45;
    let color = if inside { Token::OnAccent } else { Token::Text };
    let style = TextStyle::new(size, color).bold().within(w * if narrow { 0.54 } else { 0.44 });
    let (style, at) = if inside { (style.end(), x + run_w - pad) } else { (style, x + run_w + pad) };
    list.write_with(style, at, baseline, |out| {
        // Rounded down, in whole numbers as the caption's.
        let passed = u128::from(t.0) * 1000 / u128::from(end.0.max(1));
        format::push_percent(out, passed as f64 / 1000.0);
        if !narrow {
            out.push_str(" · ");
            out.push_str(tr(view.lang, key::SCENE_TO_GO));
            out.push(' ');
            format::push_time(out, end.saturating_sub(t));
        }
    });
}

/// The raced operation's bus bandwidth, as nccl-tests defines it.
fn busbw(view: &View<'_>, run: &Run) -> Rate {
    let scenario = &view.show.scenario;
    (scenario.kind.meeting)(scenario)
        .map_or(Rate::ZERO, |meeting| meeting.op.busbw(run.topology.len(), meeting.bytes, run.trace.makespan))
}

/// A closed tunnel, or a line that has lost a lane.
pub(crate) fn missing(list: &mut DisplayList, set: &Set<'_>) {
    let machine = &set.machine;
    let r = (machine.hub_h * 0.1).within(3.5, 9.0);
    for part in set.run.topology.spec.missing.parts() {
        match *part {
            Part::Tunnel { a, b, .. } => {
                let way = machine.tunnel(a as usize, b as usize);
                if !set.index.tunnels.iter().any(|&(from, to, _)| (from, to) == (a, b)) {
                    way.trace(list, 0.0);
                    list.paint(Style::line(Token::TunnelEdge, 1.6).dash(4.0, 5.0));
                }
                chips::cross(list, way.at(0.5, 0.0), r);
            }
            Part::Link { gpu, .. } => chips::cross(list, machine.line(gpu as usize).at(0.5, 0.0), r),
            _ => {}
        }
    }
}
