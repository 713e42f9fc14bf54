//! The gallery of collectives: chefs in a row at the telephone exchange, each under a shelf whose places show what is in
//! them and whose numbers went into it. Side by side the shelves are a matrix, so that rings are seen as stairs and an
//! all-to-all as a transposition.

use crate::scene::art::chef::Posture;
use crate::scene::cast;
use crate::scene::display::{DisplayList, Style, TextStyle};
use crate::scene::geom::{Area, Point, Way, Within as _};
use crate::scene::handle::Handle;
use crate::scene::hub;
use crate::scene::index::{RunIndex, line_rate, vertex_load};
use crate::scene::label;
use crate::scene::palette::{Token, hue, on_hue};
use crate::scene::ruler;
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::scene::ways::{self, Surface};
use crate::show::Show;

use super::board::{Board, Cell};
use super::hands;
use super::params::Params;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, TaskId, Work};
use kitchen_core::topology::Vertex;
use kitchen_core::units::{Rate, Time};
use kitchen_text::format;

/// The part of the exchange's height that a crowd of slips uses.
const CROWD: f32 = 0.88;

/// How wide a hand is.
const HAND: f32 = 44.0;

/// The least height of a place whose number can be read.
const READ: f32 = 13.4;

/// A bust in art units.
const BUST: [f32; 2] = [108.0, 200.0];

pub(super) const PICTURE: Prepare = stage::prepare::<Board>;

impl Picture for Board {
    fn prepare(show: &Show, _: &mut [RunIndex]) -> Option<Board> {
        prepare(show)
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        let (above, strip) = ruler::split(view);
        backdrop(&above, list, self);
        hands::draw(view, list, strip);
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        frame(&ruler::split(view).0, list, self);
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        hands::hands(view, self)
    }
}

/// What lies on the shelves.
fn prepare(show: &Show) -> Option<Board> {
    Board::new(show.runs.first()?, Params::of(&show.scenario).op)
}

/// Where everything is.
#[derive(Clone, Copy, Debug)]
struct Layout {
    chefs: usize,
    rows: usize,
    /// The left edge of the first column, and the width of each.
    x: f32,
    pitch: f32,
    /// The tabs over the shelves, the shelves, their places.
    top: f32,
    tab: f32,
    row: f32,
    place_w: f32,
    /// Where the chefs' counters stand, and their scale.
    foot: f32,
    scale: f32,
    exchange: Area,
    /// How wide the hand's lane is.
    lane: f32,
}

impl Layout {
    fn new(view: &View<'_>, board: &Board) -> Layout {
        let (chefs, rows) = (board.ranks().max(1) as usize, board.rows().max(1) as usize);
        let header = stage::header_height(view.size);
        let below = if view.compact() { 4.0 } else { view.text_size() * 2.45 };
        let all = Area::new(4.0, header + 3.0, view.size[0] - 8.0, (view.size[1] - header - 3.0 - below).max(1.0));
        let gutter = if view.compact() { 11.0 } else { view.text_size() * 1.3 };
        // On a narrow stage the hand that follows a place has a lane of its own, left of the letters.
        let lane = if view.compact() && board.ranks() > 4 { HAND } else { 0.0 };
        let room = all.w - 2.0 * gutter - lane;
        let pitch = (room / chefs as f32).min(all.h * 0.62);
        let tab = (all.h * 0.05).within(11.0, 30.0);
        let hub = (all.h * 0.145).within(26.0, 130.0);
        let line = (all.h * 0.07).within(14.0, 56.0);
        let left = all.h - tab - hub - line;
        // A chef is as tall as its column allows; what is left is the shelf's, up to a size at which it is read at once.
        let tall = |share: f32| (pitch * 0.98 / BUST[0] * BUST[1]).min(left * share);
        // On a low stage the figures on the shelves come before the chefs' faces.
        let read = READ.min((left - 46.0) / rows as f32);
        let row = ((left - tall(0.38)) / rows as f32).min(pitch * 0.62).min(all.h * 0.1).max(read);
        let scale = ((left - row * rows as f32 - 4.0) / BUST[1]).min(pitch * 0.98 / BUST[0]).max(0.05);
        let used = row * rows as f32 + 4.0 + scale * BUST[1];
        let spare = (left - used).max(0.0);
        let top = all.y + tab + spare * 0.3;
        let foot = top + used;
        let (w, y) = (pitch * chefs as f32, foot + line + spare * 0.35);
        let x = all.x + gutter + lane + (room - w) / 2.0;
        let exchange = Area::new(x - gutter * 0.5, y, w + gutter, all.bottom() - y);
        let place_w = (pitch * 0.88).min(row * 4.2);
        Layout { chefs, rows, x, pitch, top, tab, row, place_w, foot, scale, exchange, lane }
    }

    /// The middle of a chef's column.
    fn cx(&self, rank: usize) -> f32 {
        self.x + (rank as f32 + 0.5) * self.pitch
    }

    fn shelf(&self, rank: usize) -> Area {
        Area::new(self.cx(rank) - self.place_w / 2.0, self.top, self.place_w, self.row * self.rows as f32)
    }

    fn place(&self, rank: usize, row: usize) -> Area {
        let shelf = self.shelf(rank);
        let (gap_x, gap_y) = ((self.place_w * 0.03).min(2.0), (self.row * 0.09).min(4.0));
        Area::new(shelf.x, shelf.y + row as f32 * self.row, shelf.w, self.row).inset(gap_x, gap_y)
    }

    /// How wide a chef's line is.
    fn line_w(&self) -> f32 {
        (self.pitch * 0.34).within(8.0, 46.0)
    }

    /// Where a slip leaves the chef's hands (`out`) or comes into them.
    fn hand(&self, rank: usize, out: bool) -> Point {
        let side = self.line_w() * if out { -0.2 } else { 0.2 };
        [self.cx(rank) + side, self.foot - 16.0 * self.scale]
    }

    fn line(&self, rank: usize) -> Way {
        let mut way = Way::new();
        way.push([self.cx(rank), self.foot - 14.0 * self.scale]);
        way.push([self.cx(rank), self.exchange.y]);
        way
    }

    /// The way of a transfer: along the sender's line, through the exchange, along the receiver's. Each receiver has a
    /// height of its own in the exchange, so that slips to different chefs pass each other.
    fn way(&self, kind: Kind, src: usize, dst: usize, crowd: bool) -> Way {
        let (out, home) = (self.hand(src, true), self.hand(dst, false));
        let board = self.exchange;
        let mut way = Way::new();
        if kind != Kind::SwitchMulticast {
            way.push(out);
        }
        match kind {
            Kind::SwitchReduce => {
                way.push([out[0], board.cy()]);
                way.push([board.cx(), board.cy()]);
                return way;
            }
            Kind::SwitchMulticast => {
                way.push([board.cx(), board.cy()]);
                way.push([home[0], board.cy()]);
            }
            _ => {
                let at = (dst as f32 + 0.5) / self.chefs as f32;
                // Few keep to one half each way, so that a ring's last slip passes all the others on its way back.
                let share = match (crowd, src < dst) {
                    (true, _) => CROWD * (at - 0.5),
                    (_, true) => 0.1 + 0.24 * at,
                    (_, false) => -0.34 + 0.24 * at,
                };
                let y = board.cy() + board.h * share;
                way.push([out[0], y]);
                way.push([home[0], y]);
            }
        }
        way.push(home);
        way
    }

    /// Width and height of a slip on its way, and the width of its tab: together within a column. In a crowd each receiver's
    /// slips pass at a height of their own, and are told by their colours.
    fn slip(&self, crowd: bool) -> [f32; 3] {
        if crowd {
            let h = (self.exchange.h * CROWD / self.chefs as f32).within(4.0, 30.0);
            return [h * 1.8, h, 0.0];
        }
        let h = (self.row * 0.92).within(13.0, self.exchange.h * 0.42).min((self.pitch * 0.42).max(13.0));
        let tab = h * 0.84;
        [(self.pitch * 0.92 - tab).min(h * 1.9), h, tab]
    }
}

/// Beside the first shelf: a place over all, then one for each of its own.
pub(super) fn rows(view: &View<'_>, board: &Board) -> Vec<Point> {
    let layout = Layout::new(view, board);
    // Right of its letters; in its lane, left of them.
    let x = if layout.lane > 0.0 { layout.shelf(0).x - 14.0 - HAND / 2.0 } else { layout.shelf(0).x - 2.0 };
    let x = x.max(20.0);
    let over = [x, layout.top - layout.tab * 0.5];
    std::iter::once(over).chain((0..layout.rows).map(|row| [x, layout.place(0, row).cy()])).collect()
}

/// The place of the shelves that the reader follows.
fn followed(view: &View<'_>) -> Option<usize> {
    (Params::of(&view.show.scenario).follow as usize).checked_sub(1)
}

fn parts<'a>(view: &View<'a>) -> Option<(&'a Run, &'a RunIndex)> {
    Some((view.show.runs.first()?, view.index.runs.first()?))
}

fn backdrop(view: &View<'_>, list: &mut DisplayList, board: &Board) {
    let Some((run, index)) = parts(view) else { return };
    let layout = Layout::new(view, board);
    stage::room(view, list, view.area(), layout.top + layout.row * layout.rows as f32 + layout.scale * 60.0);
    shelves(view, list, &layout);
    let (width, lanes) = (layout.line_w(), index.lanes_to_exchange);
    for rank in 0..layout.chefs {
        if view.is_xray() {
            ways::wires(list, &layout.line(rank), Surface::Tunnel, lanes, width);
        } else {
            ways::way(list, &layout.line(rank), Surface::Tunnel, lanes, width);
        }
    }
    exchange(view, list, run, layout.exchange);
    if let Some(facts) = index.first_way {
        label::ways(view, list, &facts);
    }
}

/// The shelves with the letters of their places; over each the chef's number in the colour of its numbers.
fn shelves(view: &View<'_>, list: &mut DisplayList, layout: &Layout) {
    let (wood, back, edge) = if view.is_xray() {
        (Token::Chip, Token::ChipEdge, Token::ChipEdge)
    } else {
        (Token::WoodLight, Token::Wood, Token::Ink)
    };
    for rank in 0..layout.chefs {
        let shelf = layout.shelf(rank);
        let pad = (layout.place_w * 0.04).within(1.2, 4.0);
        let frame = Area::new(shelf.x - pad, shelf.y - pad, shelf.w + 2.0 * pad, shelf.h + 2.0 * pad);
        list.rect(frame.x, frame.y, frame.w, frame.h, 3.0, Style::fill(wood).outline(edge, 1.6));
        for row in 0..layout.rows {
            let place = layout.place(rank, row);
            list.rect(place.x, place.y, place.w, place.h, 2.0, Style::fill(back).alpha(0.55));
        }
        let tab = Area::new(shelf.cx() - layout.tab * 0.8, frame.y - layout.tab + 1.0, layout.tab * 1.6, layout.tab);
        list.rect(tab.x, tab.y, tab.w, tab.h, 3.0, Style::fill(hue(rank)).outline(edge, 1.4));
        let number = TextStyle::new(tab.h * 0.86, on_hue(rank)).bold().middle();
        let shown = if view.is_xray() { rank } else { rank + 1 };
        list.write(number, tab.cx(), tab.cy() + tab.h * 0.31, format_args!("{shown}"));
    }
    let size = (layout.row * 0.7).within(8.0, 22.0).min(layout.x * 0.95);
    for row in 0..layout.rows {
        let letter = TextStyle::new(size, Token::TextSoft).bold().middle();
        let x = layout.shelf(0).x - (layout.place_w * 0.05).max(2.0) - size * 0.6;
        list.write(letter, x, layout.place(0, row).cy() + size * 0.36, format_args!("{}", letter_of(row)));
    }
}

/// A place's name.
pub(super) fn letter_of(row: usize) -> char {
    (b'A' + row.min(25) as u8) as char
}

fn exchange(view: &View<'_>, list: &mut DisplayList, run: &Run, board: Area) {
    if view.is_xray() {
        list.rect(board.x, board.y, board.w, board.h, 5.0, Style::fill(Token::Bench).outline(Token::TunnelText, 1.6));
        let chips = run.topology.graph.node_weights().filter(|v| matches!(v, Vertex::NvSwitch { .. })).count().max(1);
        let (step, h) = (board.w / chips as f32, board.h * 0.74);
        for chip in 0..chips {
            let x = board.x + (chip as f32 + 0.09) * step;
            let style = Style::fill(Token::Chip).outline(Token::ChipEdge, 1.2);
            list.rect(x, board.cy() - h / 2.0, step * 0.82, h, 3.0, style);
        }
        return;
    }
    let (radius, inset) = ((board.h * 0.16).min(12.0), (board.h * 0.12).min(9.0));
    list.rect(board.x, board.y, board.w, board.h, radius, Style::fill(Token::Board).outline(Token::Ink, 2.2));
    let panel = board.inset(inset, inset);
    list.rect(panel.x, panel.y, panel.w, panel.h, radius * 0.6, Style::fill(Token::BoardPanel));
}

fn frame(view: &View<'_>, list: &mut DisplayList, board: &Board) {
    if let Some((run, index)) = parts(view) {
        let layout = Layout::new(view, board);
        let t = view.playhead.min(index.makespan);
        let mut loads = std::mem::take(&mut list.scratch);
        index.loads(run, t, &mut loads);
        lights(view, list, run, &layout, &loads);
        for rank in 0..layout.chefs {
            for row in 0..layout.rows {
                let (area, cell) = (layout.place(rank, row), board.cell(t, rank as GpuId, row as u32));
                place(view, list, board, area, &cell);
                if followed(view) == Some(row) && cell.share.iter().any(|&share| share > 0.0) {
                    list.rect(area.x, area.y, area.w, area.h, 2.0, Style::line(Token::Accent, 3.4));
                }
            }
        }
        let busy = busy(run, index, t);
        for rank in 0..layout.chefs {
            figure(view, list, run, index, &layout, rank, t, busy >> rank & 1 == 1);
        }
        for rank in 0..layout.chefs {
            pile(view, list, board.passing(t, rank as GpuId), &layout, rank);
        }
        travellers(view, list, (run, index, board), &layout, t);
        if view.is_xray() {
            for rank in 0..layout.chefs {
                line_facts(list, run, &layout, &loads, rank);
            }
        }
        list.scratch = loads;
    }
    stage::clock(view, list);
}

/// The glow of each line, and the sockets at its end.
fn lights(view: &View<'_>, list: &mut DisplayList, run: &Run, layout: &Layout, loads: &[f32]) {
    for rank in 0..layout.chefs {
        let Some(&vertex) = run.topology.gpus.get(rank) else { continue };
        let [out, home] = [true, false].map(|out| vertex_load(run, loads, vertex, out));
        ways::glow(list, &layout.line(rank), Surface::Tunnel, layout.line_w(), out.max(home), view.is_xray());
        if view.is_xray() {
            continue;
        }
        let r = (layout.exchange.h * 0.06).within(2.0, 6.0);
        for (side, load) in [(-1.5, out), (1.5, home)] {
            let token = if load > 0.002 { Token::SocketLit } else { Token::Socket };
            let (x, y) = (layout.cx(rank) + side * r, layout.exchange.y + layout.exchange.h * 0.13 + r * 0.4);
            list.ellipse(x, y, r, r, Style::fill(token).outline(Token::Ink, (r * 0.25).min(1.4)));
        }
    }
}

/// Paper with a number: its background tells whose numbers are in it.
fn paper(list: &mut DisplayList, xray: bool, sums: bool, chefs: usize, area: Area, cell: &Cell, style: TextStyle) {
    let base = if xray { Token::Die } else { Token::Cloth };
    list.rect(area.x, area.y, area.w, area.h, 2.0, Style::fill(base));
    // White figures on the dark paper, ink on the white one.
    let alpha = 0.4;
    let step = area.w / chefs.max(1) as f32;
    for (chef, &share) in cell.share.iter().enumerate().take(chefs) {
        if share > 0.0 {
            let h = area.h * share.min(1.0);
            let (x, w) = if sums { (area.x + chef as f32 * step, step) } else { (area.x, area.w) };
            list.rect(x, area.bottom() - h, w, h, 0.0, Style::fill(hue(chef)).alpha(alpha));
        }
    }
    if cell.filled {
        let (x, y) = (area.cx(), area.cy() + style.size * 0.36);
        list.write(style.middle().within(area.w * 0.94), x, y, format_args!("{}", cell.value));
    }
}

fn number(xray: bool, area: Area) -> TextStyle {
    TextStyle::new((area.h * 0.86).min(area.w * 0.5), if xray { Token::OnChip } else { Token::OnCloth })
}

/// A place of a shelf: empty, on the way, or as promised (a green frame and a tick).
fn place(view: &View<'_>, list: &mut DisplayList, board: &Board, area: Area, cell: &Cell) {
    let xray = view.is_xray();
    let edge = if xray { Token::OnChipSoft } else { Token::Ink };
    if cell.share.iter().all(|&share| share == 0.0) {
        if cell.promised {
            list.rect(area.x, area.y, area.w, area.h, 2.0, Style::line(edge, 1.0).dash(3.0, 3.0));
        }
        return;
    }
    let style = number(xray, area);
    let style = if cell.whole { style.bold() } else { style };
    paper(list, xray, board.sums(), board.ranks() as usize, area, cell, style);
    let (token, width) = match (cell.whole, cell.promised) {
        (true, _) => (Token::Good, (area.h * 0.13).within(1.8, 4.0)),
        (_, true) => (edge, 1.2),
        _ => (Token::ClothLine, 0.6),
    };
    list.rect(area.x, area.y, area.w, area.h, 2.0, Style::line(token, width));
    if cell.whole && area.w > 34.0 {
        let (x, y, u) = (area.right() - area.h * 0.5, area.cy(), area.h * 0.16);
        list.move_to(x - u, y);
        list.line_to(x - u * 0.2, y + u);
        list.line_to(x + u * 1.4, y - u * 1.2);
        list.paint(Style::line(if xray { Token::OnChip } else { Token::OnCloth }, (area.h * 0.1).within(1.4, 3.0)));
    }
}

/// Who sends or receives at `t`, a bit a chef.
fn busy(run: &Run, index: &RunIndex, t: Time) -> u64 {
    let mut busy = 0;
    for task in index.transfers_at(run, t) {
        if let Work::Transfer { src, dst, .. } = run.graph.work[task as usize] {
            busy |= 1 << (src & 63) | 1 << (dst & 63);
        }
    }
    busy
}

/// The slips on their way.
fn travellers(
    view: &View<'_>,
    list: &mut DisplayList,
    (run, index, board): (&Run, &RunIndex, &Board),
    layout: &Layout,
    t: Time,
) {
    let count = index.transfers_at(run, t).count();
    let crowd = count > 3 * layout.chefs;
    let kind_of = |task: TaskId| run.graph.labels[task as usize].kind;
    if index.transfers_at(run, t).any(|task| kind_of(task) == Kind::SwitchReduce) {
        let board = layout.exchange;
        hub::adder(list, Area::new(board.x, board.y - board.h * 0.5, board.w, board.h));
    }
    // In a crowd, the slip that the caption speaks of is read.
    let told = view.script.beat_at(t).and_then(|beat| view.script.beats[beat].focus).map(|(_, task)| task);
    let mut pairs = [0_u8; 256];
    let mut read = None;
    for task in index.transfers_at(run, t) {
        let Work::Transfer { src, dst, .. } = run.graph.work[task as usize] else { continue };
        let kind = kind_of(task);
        let (src, dst) = (src as usize, dst as usize);
        if src >= layout.chefs || dst >= layout.chefs {
            continue;
        }
        let slot = (src * 8 + dst) % 64 + 64 * usize::from(kind == Kind::SwitchMulticast);
        let before = pairs[slot];
        pairs[slot] = before.saturating_add(1);
        // A pipeline's slips of one pair go one behind the other; more than three would hide them.
        if before < 3 {
            let way = layout.way(kind, src, dst, crowd);
            let part = (index.progress(run, task, t) - 0.12 * f32::from(before)).max(0.0);
            if crowd && told == Some(task) {
                read = Some(way.at(part, 0.0));
            }
            slip(view, list, (run, board), layout, task, way.at(part, 0.0), crowd);
        }
    }
    if let (Some(at), Some(task)) = (read, told) {
        slip(view, list, (run, board), layout, task, at, false);
    }
}

/// A slip with the letter of its place.
fn slip(
    view: &View<'_>,
    list: &mut DisplayList,
    (run, board): (&Run, &Board),
    layout: &Layout,
    task: TaskId,
    at: Point,
    crowd: bool,
) {
    let label = run.graph.labels[task as usize];
    let Some((value, who, places)) = board.slip(task, label) else { return };
    let Work::Transfer { dst, .. } = run.graph.work[task as usize] else { return };
    let row = board.row_of(dst, label.chunk) as usize;
    let is_followed = followed(view) == Some(row);
    let crowd = crowd && !is_followed;
    // The tab with the letter of its place hangs at the left.
    let [w, h, tab] = layout.slip(crowd);
    let area = Area::new(at[0] - (w - tab) / 2.0, at[1] - h / 2.0, w, h);
    let cell = Board::marked(value, who);
    let xray = view.is_xray();
    let edge = if xray { Token::OnChip } else { Token::Ink };
    // Several places in one message: a pile.
    for under in (1..places.min(4)).rev() {
        let by = under as f32 * h * 0.16;
        let style = Style::fill(if xray { Token::Die } else { Token::Cloth }).outline(edge, 1.2);
        list.rect(area.x + by, area.y - by, w, h, 2.0, style);
    }
    paper(list, xray, board.sums(), layout.chefs, area, &cell, number(xray, area).bold());
    let (edge, width) = if is_followed { (Token::Accent, 3.4) } else { (edge, if h < 8.0 { 0.8 } else { 1.4 }) };
    list.rect(area.x, area.y, w, h, 2.0, Style::line(edge, width));
    if crowd {
        return;
    }
    let letter = letter_of(row);
    list.rect(area.x - tab, area.y, tab, h, 2.0, Style::fill(Token::Card).outline(Token::TextSoft, 1.4));
    let style = TextStyle::new(h * 0.78, Token::Text).bold().middle();
    list.write(style, area.x - tab / 2.0, area.cy() + h * 0.28, format_args!("{letter}"));
}

#[allow(clippy::too_many_arguments)] // one chef, at one moment
fn figure(
    view: &View<'_>,
    list: &mut DisplayList,
    run: &Run,
    index: &RunIndex,
    layout: &Layout,
    rank: usize,
    t: Time,
    sends: bool,
) {
    let doing = hub::doing(run, index, rank as GpuId, t, sends);
    let (x, y, s) = (layout.cx(rank), layout.foot, layout.scale);
    if view.is_xray() {
        let area = chip_area(layout, rank);
        let held = if doing.posture == Posture::Done { 6 } else { 3 };
        cast::chip(list, view.lang, area, rank, doing, held, None);
    } else {
        cast::chef_bust(list, x, y - 13.0 * s, s, rank, doing);
    }
}

/// Slips for others on a chef's counter.
fn pile(view: &View<'_>, list: &mut DisplayList, count: usize, layout: &Layout, rank: usize) {
    if count == 0 {
        return;
    }
    let xray = view.is_xray();
    let (paper, edge) = if xray { (Token::Die, Token::OnChip) } else { (Token::Cloth, Token::Ink) };
    let h = (layout.scale * 30.0).within(11.0, 40.0);
    let area = Area::new(layout.cx(rank) + layout.scale * 18.0, layout.foot - layout.scale * 60.0 - h, h * 1.5, h);
    for under in (0..count.min(3)).rev() {
        let by = under as f32 * h * 0.14;
        let style = Style::fill(paper).outline(edge, 1.2);
        list.rect(area.x + by, area.y - by, area.w, area.h, 2.0, style);
    }
    let style = number(xray, area).bold().middle().within(area.w * 0.94);
    list.write(style, area.cx(), area.cy() + style.size * 0.36, format_args!("+{count}"));
}

/// A GPU in the x-ray, at the end of its line.
fn chip_area(layout: &Layout, rank: usize) -> Area {
    let s = layout.scale;
    Area::new(layout.cx(rank) - 50.0 * s, layout.foot - 118.0 * s, 100.0 * s, 104.0 * s)
}

/// The rate and the use of a GPU's line, over the GPU, where no slip passes.
fn line_facts(list: &mut DisplayList, run: &Run, layout: &Layout, loads: &[f32], rank: usize) {
    let Some(&vertex) = run.topology.gpus.get(rank) else { return };
    let nominal = line_rate(run, vertex);
    let load = [true, false].map(|out| vertex_load(run, loads, vertex, out)).into_iter().fold(0.0, f32::max);
    let free = chip_area(layout, rank).y - layout.shelf(rank).bottom() - 4.0;
    let size = (free / 2.4).within(11.0, 18.0);
    if load < 0.004 || free < size * 1.2 {
        return;
    }
    let (x, room) = (layout.cx(rank), layout.pitch - 4.0);
    let two = free > size * 2.2;
    let y = layout.shelf(rank).bottom() + 4.0 + (free - if two { size * 1.1 } else { 0.0 }) / 2.0 + size * 0.36;
    let rate = TextStyle::new(size, Token::Text).bold().middle().within(room);
    list.write_with(rate, x, y, |out| format::push_rate(out, Rate::bytes_per_s(nominal * f64::from(load))));
    if two {
        let share = TextStyle::new((size * 0.92).max(11.0), Token::TextSoft).middle().within(room);
        list.write_with(share, x, y + size * 1.1, |out| {
            format::push_percent(out, (f64::from(load) * 100.0).round() / 100.0);
        });
    }
}
