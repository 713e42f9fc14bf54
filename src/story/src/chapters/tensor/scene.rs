//! One pot for several chefs: the product on the board, cut among them by colour; each chef's part of the dish on a page,
//! until the parts have met. Beside them the rack of spices, and the table with the pot.

use crate::scene::art::chef::Posture;
use crate::scene::cast::{self, Doing};
use crate::scene::display::{DisplayList, Style, TextStyle};
use crate::scene::geom::{Area, Point};
use crate::scene::handle::Handle;
use crate::scene::hub::{self, Set};
use crate::scene::index::RunIndex;
use crate::scene::label;
use crate::scene::machine::{Detail, Machine};
use crate::scene::pages::{self, Entry};
use crate::scene::palette::{Token, hue};
use crate::scene::slips;
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::scene::work::Craft;
use crate::show::Show;
use crate::story::ledger::Ledger;

use super::held;
use super::pot::{Matrix, Pot};
use super::run::SIEVE;
use super::spices::{self, Rack};
use crate::sentences::Named as _;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{Kind, TaskGraph, TaskId};
use kitchen_core::units::Time;
use kitchen_text::key;

/// Widths of the board's row of matrices, in cells, gaps and margins included.
const WIDE: f32 = 28.4;
const NARROW: f32 = 15.2;
/// The part of a chef's cell that its page takes: on a narrow board, whose cells are narrow too, and on a wide one.
const PAGE: [f32; 2] = [0.43, 0.36];

pub(super) const PICTURE: Prepare = stage::prepare::<Pot>;

impl Picture for Pot {
    fn prepare(show: &Show, runs: &mut [RunIndex]) -> Option<Pot> {
        prepare(show, runs)
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        backdrop(view, list, self);
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        frame(view, list, self);
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        held::hands(view, Parts::new(view).strip)
    }
}

/// The dish, and the numbers of the meeting that makes it whole.
fn prepare(show: &Show, runs: &mut [RunIndex]) -> Option<Pot> {
    let (run, of_run) = (show.runs.first()?, runs.first_mut()?);
    let dish = Pot::new(run.topology.gpus.len());
    of_run.ledger = Ledger::new(&first_meeting(run), |rank, chunk| dish.slip(rank as usize, chunk)).ok();
    Some(dish)
}

/// A run as far as its first backward pass: the numbers of its forward meeting.
fn first_meeting(run: &Run) -> Run {
    let end = run.graph.labels.iter().position(|label| label.kind == Kind::Backward).unwrap_or(run.graph.len());
    let mut graph = TaskGraph::new();
    graph.routes.clone_from(&run.graph.routes);
    for task in 0..end {
        let (id, work) = (task as TaskId, run.graph.work[task]);
        graph.add_behind(work, run.graph.labels[task], run.graph.deps(id), run.graph.ahead(id));
    }
    Run { graph, ..run.clone() }
}

/// The stage's parts: the board on the wall, the chefs below.
#[derive(Clone, Copy, Debug)]
struct Parts {
    board: Area,
    floor: Area,
    /// The rack and the table, left of the chefs.
    side: Area,
    /// What can be taken in hand; of no height on a small stage.
    strip: Area,
    /// A cell of a matrix.
    cell: [f32; 2],
}

impl Parts {
    fn new(view: &View<'_>) -> Parts {
        let [w, h] = view.size;
        let header = stage::header_height(view.size);
        let wide = w >= 480.0;
        // X A Y | Y B Z beside one another, or Z = Y B alone with A above.
        let columns = if wide { WIDE } else { NARROW };
        let cw = ((w - 24.0) / columns).min(h * 0.075).min(64.0);
        let most = |share: f32| (cw * 0.72).min((h - header) * share / 9.2);
        let ch = most(if wide { 0.3 } else { 0.4 }).max(most(0.4).min(12.0));
        // A board whose numbers cannot be read is left out, for the chefs' sake.
        let shown = ch >= 10.0;
        let board = Area::new(8.0, header, w - 16.0, if shown { ch * 9.4 + 4.0 } else { 0.0 });
        let label = if view.compact() { 4.0 } else { view.text_size() * 1.9 };
        let top = if shown { board.bottom() + 6.0 } else { header + 2.0 };
        let tall = if h < 440.0 { 0.0 } else { held::height(w) };
        let strip = Area::new(6.0, h - label - tall, w - 12.0, tall);
        let tall = (strip.y - top - 4.0).max(1.0);
        let taken = if wide { (w * 0.2).min(tall * 1.1).max(70.0) } else { 62.0 };
        let side = Area::new(6.0, top + 2.0, taken, tall - 4.0);
        let floor = Area::new(side.right() + 6.0, top, w - side.right() - 12.0, tall);
        Parts { board, floor, side, strip, cell: [cw, ch] }
    }

    fn is_wide(view: &View<'_>) -> bool {
        view.size[0] >= 480.0
    }
}

fn set<'a>(view: &View<'a>) -> Option<Set<'a>> {
    let (run, index) = (view.show.runs.first()?, view.index.runs.first()?);
    let page = PAGE[usize::from(Parts::is_wide(view))];
    let machine = Machine::new(run, index, Parts::new(view).floor, page, view.is_xray());
    Some(Set { run, index, machine, xray: view.is_xray(), chips: false, craft: Some(Craft::Season) })
}

/// When the products of the forward pass are there, by page, when what lies between them is done, and when their sum is there.
#[derive(Clone, Copy, Debug)]
struct Moments {
    columns: [Time; 2],
    sieve: [Time; 2],
    rows: Time,
    sum: Time,
}

fn moments(set: &Set<'_>) -> Moments {
    let (labels, trace) = (&set.run.graph.labels, &set.run.trace);
    let tasks = set.index.read(set.run).computes(0);
    let page = |n: u16| {
        tasks
            .iter()
            .copied()
            .find(|&task| labels[task as usize].kind == Kind::Forward && labels[task as usize].step == n)
    };
    let span = |n: u16| page(n).map_or([Time::ZERO; 2], |task| [trace.start[task as usize], trace.end[task as usize]]);
    let [_, rows] = span(1);
    let backward = tasks.iter().find(|&&task| labels[task as usize].kind == Kind::Backward);
    let agreed = set.index.ledger.as_ref().and_then(Ledger::agreed);
    let sum = agreed.or(backward.map(|&task| trace.start[task as usize])).unwrap_or(rows);
    Moments { columns: span(0), sieve: span(SIEVE), rows, sum: sum.max(rows) }
}

fn backdrop(view: &View<'_>, list: &mut DisplayList, pot: &Pot) {
    let parts = Parts::new(view);
    stage::room(view, list, view.area(), parts.board.bottom() + 2.0);
    let (fill, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Board, Token::WoodDark) };
    let Area { x, y, w, h } = parts.board;
    let Some(set) = set(view) else { return };
    if h > 0.0 {
        list.rect(x, y, w, h, 6.0, Style::fill(fill).outline(edge, if view.is_xray() { 1.6 } else { 4.0 }));
        given(view, list, &parts, pot);
    }
    hub::backdrop(list, &set);
    rack(view, &set).backdrop(view, list);
    if parts.strip.h > 0.0 {
        held::backdrop(view, list, parts.strip);
    }
    if let Some(facts) = set.index.first_way {
        label::ways_beside(view, list, &facts, Some(set.run.topology.preset().name()), 0.0);
    }
}

/// Where a matrix stands on the board, by its letter.
fn place(view: &View<'_>, parts: &Parts, letter: char, rows: usize) -> (f32, f32) {
    let [cw, ch] = parts.cell;
    let wide = Parts::is_wide(view);
    let total = if wide { WIDE } else { NARROW };
    let left = parts.board.x + (parts.board.w - total * cw) / 2.0 + 0.5 * cw;
    let columns = match (letter, wide) {
        ('X', _) | ('A' | 'Y', false) => 0.0,
        ('A', true) => 3.9,
        ('Y', true) => 3.9 + 8.9,
        ('B', true) => 12.8 + 9.3,
        ('Z', true) => 22.1 + 3.1,
        ('B', false) => 9.0,
        _ => 12.2,
    };
    // Narrow boards stack A over Y; the rest is centred.
    let y = match (letter, wide) {
        ('A', false) => parts.board.y + ch * 1.3,
        ('Y', false) => parts.board.y + ch * 6.4,
        _ => parts.board.y + ch * 0.9 + (8.3 - rows as f32) * ch / 2.0,
    };
    (left + columns * cw, y)
}

/// What is known from the start: the ingredients X, and the recipe A and B, shared out by colour.
fn given(view: &View<'_>, list: &mut DisplayList, parts: &Parts, pot: &Pot) {
    let owner = |spice: usize| pot.shares.iter().position(|share| share.spices.contains(&spice)).unwrap_or(0);
    if Parts::is_wide(view) {
        matrix(list, parts, place(view, parts, 'X', pot.x.rows), &pot.x, &|_, _| None);
        name(list, parts, place(view, parts, 'X', pot.x.rows), "X");
    }
    matrix(list, parts, place(view, parts, 'A', pot.a.rows), &pot.a, &|_, column| Some(owner(column)));
    name(list, parts, place(view, parts, 'A', pot.a.rows), "A");
    matrix(list, parts, place(view, parts, 'B', pot.b.rows), &pot.b, &|row, _| Some(owner(row)));
    name(list, parts, place(view, parts, 'B', pot.b.rows), "B");
    name(list, parts, place(view, parts, 'Y', pot.y.rows), "Y = max(0, X · A)");
    name(list, parts, place(view, parts, 'Z', pot.z.rows), "Z");
    let [cw, ch] = parts.cell;
    let sign = TextStyle::new(ch * 0.95, Token::OnBoard).bold().middle();
    let middle = parts.board.y + ch * 0.9 + 4.5 * ch;
    if Parts::is_wide(view) {
        for (letter, text) in [('A', "·"), ('Y', "="), ('B', "·"), ('Z', "=")] {
            let x = place(view, parts, letter, 2).0 - cw * 0.5;
            list.write(sign, x, middle, format_args!("{text}"));
        }
    } else {
        for (letter, text) in [('B', "·"), ('Z', "=")] {
            let x = place(view, parts, letter, 2).0 - cw * 0.5;
            list.write(sign, x, middle, format_args!("{text}"));
        }
    }
}

/// A matrix's letter, over its first column.
fn name(list: &mut DisplayList, parts: &Parts, (x, y): (f32, f32), letter: &str) {
    let [_, ch] = parts.cell;
    list.write(TextStyle::new(ch * 0.9, Token::OnBoard).bold(), x, y - ch * 0.16, format_args!("{letter}"));
}

/// The entries of a matrix; `owner` gives the chef whose colour an entry has.
fn matrix(
    list: &mut DisplayList,
    parts: &Parts,
    (x, y): (f32, f32),
    matrix: &Matrix,
    owner: &dyn Fn(usize, usize) -> Option<usize>,
) {
    for row in 0..matrix.rows {
        for column in 0..matrix.cols {
            entry(list, parts, (x, y), (row, column), owner(row, column), Some(matrix.get(row, column)));
        }
    }
}

/// One entry: a small card in its chef's colour, blank until it is known.
fn entry(
    list: &mut DisplayList,
    parts: &Parts,
    (x, y): (f32, f32),
    (row, column): (usize, usize),
    owner: Option<usize>,
    value: Option<i64>,
) {
    let [cw, ch] = parts.cell;
    let at = Area::new(x + column as f32 * cw + 0.6, y + row as f32 * ch + 0.6, cw - 1.2, ch - 1.2);
    let Some(value) = value else {
        let edge = owner.map_or(Token::OnBoard, hue);
        list.rect(at.x, at.y, at.w, at.h, 2.0, Style::line(edge, 1.1).alpha(0.75));
        return;
    };
    list.rect(at.x, at.y, at.w, at.h, 2.0, Style::fill(Token::Cloth));
    if let Some(n) = owner {
        list.rect(at.x, at.y, at.w, at.h, 2.0, Style::fill(hue(n)).alpha(0.4));
        list.rect(at.x, at.bottom() - at.h * 0.14, at.w, at.h * 0.14, 0.5, Style::fill(hue(n)));
    }
    let style = TextStyle::new((ch * 0.86).min(cw * 0.6), Token::OnCloth).middle().within(at.w * 0.94);
    pages::number(list, style, at.cx(), at.cy() + style.size * 0.34, value, 0);
}

/// Slips that are drawn in one frame: each pair of eight chefs has at most three, and more are not drawn.
const SLIPS: usize = 64;

fn frame(view: &View<'_>, list: &mut DisplayList, pot: &Pot) {
    if let Some(set) = set(view) {
        let moments = moments(&set);
        products(view, list, pot, moments);
        // Slips come last: nothing covers what moves.
        let mut slips: [Option<(TaskId, Point, f32)>; SLIPS] = [None; SLIPS];
        let mut count = 0;
        hub::frame(view, list, &set, &mut |_, task, at, scale| {
            if let Some(slot) = slips.get_mut(count) {
                *slot = Some((task, at, scale));
            }
            count += 1;
        });
        let mut whole = 0;
        for rank in 0..set.machine.gpus {
            page(view, list, &set, pot, moments, rank);
            whole |= usize::from(own_pot(view, list, &set, pot, moments, rank)) << rank;
        }
        rack(view, &set).pot(view, list, whole, view.playhead >= moments.sum);
        if set.xray {
            the_output(view, list, moments);
        }
        stage::clock(view, list);
        for (task, at, scale) in slips.into_iter().flatten() {
            slips::slip(list, &set, task, at, scale);
        }
        return;
    }
    stage::clock(view, list);
}

fn part_of([start, end]: [Time; 2], t: Time) -> f64 {
    let span = end.saturating_sub(start).0.max(1);
    (t.saturating_sub(start).0 as f64 / span as f64).min(1.0)
}

/// Y column by column as it is made and then sieved, Z once the parts have met.
fn products(view: &View<'_>, list: &mut DisplayList, pot: &Pot, moments: Moments) {
    let parts = Parts::new(view);
    if parts.board.h == 0.0 {
        return;
    }
    let t = view.playhead;
    let at = place(view, &parts, 'Y', pot.y.rows);
    let (made, sieved) = (part_of(moments.columns, t), part_of(moments.sieve, t));
    for (chef, share) in pot.shares.iter().enumerate() {
        let columns = share.spices.len() as f64;
        let (shown, through) = ((made * columns).floor() as usize, (sieved * columns).floor() as usize);
        for (i, column) in share.spices.clone().enumerate() {
            let of = if i < through { &pot.y } else { &pot.raw };
            for row in 0..pot.y.rows {
                let value = (i < shown).then(|| of.get(row, column));
                entry(list, &parts, at, (row, column), Some(chef), value);
                if value.is_some_and(|value| value < 0) {
                    // What the sieve will hold back.
                    let [cw, ch] = parts.cell;
                    let (x, y) = (at.0 + column as f32 * cw + 1.6, at.1 + row as f32 * ch + 1.6);
                    list.rect(x, y, cw - 3.2, ch - 3.2, 2.0, Style::line(Token::Hue1, 2.0).dash(4.0, 3.0));
                }
            }
        }
        if sieved > 0.0 && sieved < 1.0 {
            let x = at.0 + (share.spices.start as f32 + (sieved * columns) as f32) * parts.cell[0];
            sieve(list, [x, at.1], parts.cell, pot.y.rows);
        }
    }
    let at = place(view, &parts, 'Z', pot.z.rows);
    for row in 0..pot.z.rows {
        for column in 0..pot.z.cols {
            let value = (t >= moments.sum).then(|| pot.z.get(row, column));
            entry(list, &parts, at, (row, column), None, value);
        }
    }
}

/// The sieve on its way over a chef's columns: a frame with meshes.
fn sieve(list: &mut DisplayList, [x, y]: Point, [cw, ch]: [f32; 2], rows: usize) {
    let (w, h) = ((cw * 0.24).max(5.0), ch * rows as f32 + ch * 0.5);
    let top = y - ch * 0.25;
    list.rect(x - w / 2.0, top, w, h, w * 0.4, Style::fill(Token::SteelLight).outline(Token::Ink, 1.6));
    let meshes = 4 * rows;
    for mesh in 1..meshes {
        let y = top + h * mesh as f32 / meshes as f32;
        list.move_to(x - w * 0.42, y);
        list.line_to(x + w * 0.42, y);
    }
    list.paint(Style::line(Token::SteelDark, 1.0));
}

/// A chef's part of the dish, entry by entry, as the trace adds the others' to it.
fn page(view: &View<'_>, list: &mut DisplayList, set: &Set<'_>, pot: &Pot, moments: Moments, rank: usize) {
    let t = view.playhead;
    let lines = pot.z.entries().len();
    let blank = t < moments.rows;
    let area = set.machine.page(rank);
    pages::page(list, area, set.xray, lines, t >= moments.sum, &mut |i| match &set.index.ledger {
        Some(ledger) => {
            let chunk = i as u32 % ledger.chunks().max(1);
            let share = ledger.voices_at(t, rank as u32, chunk) as f32 / ledger.ranks().max(1) as f32;
            // More entries than chunks: the entry moves with the chunk it is in.
            let value = if share >= 0.999 {
                pot.z.entries()[i]
            } else if (i as u32) < ledger.chunks() {
                ledger.value_at(t, rank as u32, chunk)
            } else {
                pot.shares[rank].partial.entries()[i]
            };
            Entry { value, digits: 0, share, blank, place: matrix_place(pot, i) }
        }
        None => Entry { value: pot.z.entries()[i], digits: 0, share: 1.0, blank, place: matrix_place(pot, i) },
    });
}

/// The row and the column of the dish's entry `i`, from 1.
fn matrix_place(pot: &Pot, i: usize) -> [u8; 2] {
    [(i / pot.z.cols + 1) as u8, (i % pot.z.cols + 1) as u8]
}

fn rack(view: &View<'_>, set: &Set<'_>) -> Rack {
    let title = if Parts::is_wide(view) { (view.text_size() * 1.4).max(19.0) } else { 0.0 };
    Rack::new(Parts::new(view).side, set.machine.gpus, title)
}

/// A chef's own pot with what is in it, the jar that it seasons from, and its letters; whether it has the whole dish.
fn own_pot(view: &View<'_>, list: &mut DisplayList, set: &Set<'_>, pot: &Pot, moments: Moments, rank: usize) -> bool {
    let (t, chefs) = (view.playhead, set.machine.gpus);
    let work = Doing::at_work(set.run, set.index, rank as u32, t).filter(|work| work.posture == Posture::Stirring);
    let is_sieve = (moments.sieve[0]..moments.sieve[1]).contains(&t);
    if let Some(work) = work.filter(|_| !is_sieve) {
        rack(view, set).taken(view, list, rank, work.progress);
    }
    let lines = pot.z.entries().len() as u32;
    let share = |ledger: &Ledger| {
        let chunks = ledger.chunks().max(1);
        let voices: u32 = (0..lines).map(|i| ledger.voices_at(t, rank as u32, i % chunks)).sum();
        voices as f32 / (lines * ledger.ranks().max(1)) as f32
    };
    let share = if t < moments.rows { 0.0 } else { set.index.ledger.as_ref().map_or(1.0, share) };
    if set.machine.detail == Detail::Bust && !set.xray {
        let ([x, y], s) = (set.machine.chef(rank), set.machine.scale);
        if share > 0.0 && work.is_none() {
            spices::level(list, cast::own_vessel(x, y, s), (rank, chefs), share);
        }
        spices::counter(list, [x, y], s, (rank, chefs));
    }
    share >= 0.999
}

/// What the pot is in the x-ray: the layer's output, of which each GPU has one in its memory, a partial sum at first.
fn the_output(view: &View<'_>, list: &mut DisplayList, moments: Moments) {
    let whole = view.playhead >= moments.sum;
    let key = match (whole, view.playhead >= moments.rows) {
        (true, _) => key::TENSOR_XRAY_POT_WHOLE,
        (_, true) => key::TENSOR_XRAY_POT_PARTIAL,
        _ => key::TENSOR_XRAY_POT_EMPTY,
    };
    // On the board, under the ingredients: around the hub it would lie in the slips' way.
    let parts = Parts::new(view);
    let [_, ch] = parts.cell;
    if parts.board.h == 0.0 {
        return;
    }
    let (x, y) = if Parts::is_wide(view) {
        (place(view, &parts, 'X', 2).0, parts.board.bottom() - ch * 0.8)
    } else {
        (place(view, &parts, 'A', 3).0, parts.board.y + ch * 5.25)
    };
    let room = place(view, &parts, 'B', 8).0 - x - parts.cell[0];
    let color = if whole { Token::SocketLit } else { Token::OnBoard };
    list.say(TextStyle::new((ch * 0.95).max(11.0), color).bold().within(room), x, y, view.lang, key);
}

#[cfg(test)]
mod tests {
    use super::super::kind::KIND;
    use super::super::{CHAPTER, telling};
    use super::*;
    use crate::scenario::Scenario;
    use crate::scene::art::props;
    use crate::scene::display::{Item, PathOp};
    use crate::show;
    use crate::story::Layer;
    use crate::story::pace::Mark;
    use kitchen_text::Lang;

    /// Left, top, right, bottom of what an item paints, where that can be said.
    fn extent(list: &DisplayList, item: &Item) -> Option<[f32; 4]> {
        match *item {
            Item::Rect { x, y, w, h, .. } => Some([x, y, x + w, y + h]),
            Item::Ellipse { cx, cy, rx, ry, .. } => Some([cx - rx, cy - ry, cx + rx, cy + ry]),
            Item::Art { art, x, y, scale, .. } => {
                let [l, t, r, b] = art.bounds.map(|side| side * scale);
                Some([x + l, y + t, x + r, y + b])
            }
            Item::Path { start, end, .. } => {
                let mut all = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
                for op in list.steps(start, end) {
                    let points: Vec<f32> = match op {
                        PathOp::Move(p) | PathOp::Line(p) => p.to_vec(),
                        PathOp::Curve(c) => c.to_vec(),
                        PathOp::Close => Vec::new(),
                    };
                    for point in points.chunks(2) {
                        all = [all[0].min(point[0]), all[1].min(point[1]), all[2].max(point[0]), all[3].max(point[1])];
                    }
                }
                Some(all)
            }
            _ => None,
        }
    }

    /// At the beat of the slip, nothing but other slips is painted over it.
    fn check(ways: &str, link: &str, layer: Layer, size: [f32; 2]) {
        let scenario = Scenario::default_for(KIND).with_choice("ways", ways).with_choice("link", link);
        let show = show::run(&scenario).unwrap();
        let script = telling::script(&show);
        let playhead = script.beats.iter().find(|beat| beat.id == "slip").expect("a slip is told").at;
        let index = CHAPTER.index(&show);
        let (script, per_second, lang) = (&script, Time::from_us(50), Lang::Ja);
        let (show, index, mark) = (&show, &index, Mark::Slow);
        let view = View { show, script, index, playhead, per_second, mark, layer, lang, size };
        let mut list = DisplayList::new();
        view.draw_frame(&mut list);
        let is_slip =
            |item: &Item| matches!(item, Item::Art { art, .. } if art.id == props::SLIP.id || art.id == props::CHIT.id);
        let first = list.items.iter().position(is_slip).expect("a slip is drawn");
        let slips: Vec<[f32; 4]> =
            list.items.iter().filter(|item| is_slip(item)).filter_map(|item| extent(&list, item)).collect();
        for item in list.items[first..].iter().filter(|item| !is_slip(item)) {
            let Some(over) = extent(&list, item) else { continue };
            let covers =
                |slip: &[f32; 4]| over[0] < slip[2] && over[2] > slip[0] && over[1] < slip[3] && over[3] > slip[1];
            assert!(!slips.iter().any(covers), "{ways} {link} {layer:?} {size:?}: {item:?} covers a slip");
        }
    }

    #[test]
    fn nothing_covers_the_slip_at_its_beat() {
        for (ways, link) in [
            ("2", "corridor"),
            ("2", "tunnel"),
            ("2", "exchange"),
            ("4", "corridor"),
            ("8", "tunnel"),
            ("8", "exchange"),
        ] {
            for layer in [Layer::Kitchen, Layer::XRay] {
                for size in [[351.0, 442.0], [680.0, 410.0], [1120.0, 640.0]] {
                    check(ways, link, layer, size);
                }
            }
        }
    }
}
