//! Two rows of kitchens at one street: above those that wait for all, below those that follow the other rule, each with the recipe's
//! keeper where the rule has one. Under each chef lies the page that it cooks by. At the side, how high each half's page stands over the best, by
//! the clock and by dishes.

use kitchen_core::descent::together::{Parameters, Turn};
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, Work};
use kitchen_core::units::Time;
use kitchen_text::{Key, format, key, tr};

use crate::scene::art::chef::Posture;
use crate::scene::art::props;
use crate::scene::cast::{self, Doing};
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Way, Within as _};
use crate::scene::handle::Handle;
use crate::scene::index::RunIndex;
use crate::scene::palette::{Token, hue};
use crate::scene::ruler;
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::scene::ways::{self, Surface};
use crate::show::Show;

use super::course::{Course, Half};
use super::hands;
use super::run::keeper;
use super::telling::{rule, slower};

/// Heights over the best that the curves show, in points squared: a log scale from the one to the other.
const HEIGHTS: [f64; 2] = [0.003, 80.0];
/// Grams at the top of a page's bars.
const GRAMS: f64 = 8.0;

/// A change of a half's shared page, where its curve has it.
#[derive(Clone, Copy, Debug)]
struct Spot {
    at: Time,
    dishes: u32,
    /// From the bottom, 0 to 1.
    height: f32,
}

/// What the picture alone asks of a show.
struct Kept {
    course: Course,
    curves: [Vec<Spot>; 2],
    /// By kitchen of both halves, then their keepers: its page from an instant on.
    pages: Vec<Vec<(Time, Parameters)>>,
    /// The dishes at the right end of the axis.
    most: u32,
    /// How high the first kitchens' flames are, the others' being 1: as fast as they cook.
    flame: f32,
}

/// `log2` by its exponent and three terms of a series: a pixel's worth of it.
fn log2(value: f64) -> f64 {
    let bits = value.max(1e-12).to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as f64 - 1023.0;
    let mantissa = f64::from_bits(bits & 0x000f_ffff_ffff_ffff | 0x3ff0_0000_0000_0000);
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    exponent + z * (2.0 + z * z * (2.0 / 3.0 + z * z * 0.4)) * std::f64::consts::LOG2_E
}

fn height(above: f64) -> f32 {
    let [low, high] = HEIGHTS.map(log2);
    ((log2(above.max(HEIGHTS[0])) - low) / (high - low)).min(1.02) as f32
}

pub(super) const PICTURE: Prepare = stage::prepare::<Kept>;

impl Picture for Kept {
    fn prepare(show: &Show, _: &mut [RunIndex]) -> Option<Kept> {
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
        hands::hands(view, &self.course)
    }
}

fn prepare(show: &Show) -> Option<Kept> {
    let course = Course::of(show)?;
    let floor = course.meets().together.plan.floor();
    let spots = |half: &Half| -> Vec<Spot> {
        let start = Spot { at: Time::ZERO, dishes: 0, height: height(half.above(Time::ZERO)) };
        let each = half.points().map(|point| Spot {
            at: point.at,
            dishes: point.mark.batches,
            height: height(point.mark.loss - floor),
        });
        std::iter::once(start).chain(each).collect()
    };
    let curves = [spots(course.meets()), spots(course.other())];
    let most = curves.iter().flatten().map(|spot| spot.dishes).max().unwrap_or(1).max(1);
    let (pages, flame) = (pages(&course), 1.0 / slower(course.params) as f32);
    Some(Kept { course, curves, pages, most, flame })
}

/// Whose page was which, when.
fn pages(course: &Course) -> Vec<Vec<(Time, Parameters)>> {
    let count = course.params.kitchens as usize;
    let start = vec![(Time::ZERO, Parameters::of(course.meets().together.plan.start))];
    let mut pages = vec![start; 2 * count + 2];
    for (place, half) in course.halves.iter().enumerate() {
        for ((at, turn), mark) in half.times.iter().zip(&half.turns).zip(&half.together.marks) {
            let own = |kitchen: usize| place * count + kitchen;
            match *turn {
                Turn::Pull(kitchen) | Turn::Step(kitchen) => pages[own(kitchen)].push((*at, mark.parameters)),
                Turn::Push(_) => pages[2 * count + place].push((*at, mark.parameters)),
                Turn::AllReduce | Turn::Average => {
                    (0..count).for_each(|kitchen| pages[own(kitchen)].push((*at, mark.parameters)));
                }
                Turn::Compute(_) => {}
            }
        }
    }
    pages
}

/// The stage's parts: both rows, and both curves.
#[derive(Clone, Copy, Debug)]
struct Parts {
    rows: [Area; 2],
    by_time: Area,
    by_dishes: Area,
}

impl Parts {
    fn new(view: &View<'_>) -> Parts {
        let [w, h] = view.size;
        let (header, words) = (stage::header_height(view.size), view.text_size().max(11.0) * 1.5);
        let body = h - header - 6.0;
        if w < 480.0 && w < h * 1.25 {
            let row = body * 0.32;
            let rows = [0.0, 1.0].map(|at| Area::new(6.0, header + row * at, w - 12.0, row - 4.0));
            let y = header + row * 2.0 + words;
            let curve = |at: f32| {
                let each = (w - 12.0) / 2.0;
                Area::new(6.0 + each * at + 4.0, y, each - 8.0, (h - 6.0 - words - y).max(1.0))
            };
            return Parts { rows, by_time: curve(0.0), by_dishes: curve(1.0) };
        }
        let left = w * 0.6;
        let row = body / 2.0;
        let rows = [0.0, 1.0].map(|at| Area::new(8.0, header + row * at, left - 16.0, row - 4.0));
        let curve = |at: f32| {
            let y = header + row * at + words;
            Area::new(left + 4.0, y, w - left - 14.0, (row - 2.0 * words - 4.0).max(1.0))
        };
        Parts { rows, by_time: curve(0.0), by_dishes: curve(1.0) }
    }
}

/// The parts of a row.
#[derive(Clone, Copy, Debug)]
struct Row {
    area: Area,
    words: f32,
    cells: usize,
    street: f32,
    page: f32,
}

impl Row {
    fn new(view: &View<'_>, area: Area, cells: usize) -> Row {
        let words = view.text_size().max(11.0) * 1.5;
        let street = (area.h * 0.1).within(6.0, 26.0);
        Row { area, words, cells: cells.max(1), street, page: (area.h * 0.17).within(9.0, 56.0) }
    }

    fn cell(&self, at: usize) -> Area {
        let w = self.area.w / self.cells as f32;
        let bottom = self.area.bottom() - self.street - self.page - 4.0;
        let y = self.area.y + self.words;
        Area::new(self.area.x + w * at as f32, y, w, (bottom - y).max(1.0))
    }

    /// The sheet under a chef.
    fn sheet(&self, at: usize) -> Area {
        let cell = self.cell(at);
        let w = (cell.w * 0.7).min(self.page * 2.0);
        Area::new(cell.cx() - w / 2.0, cell.bottom() + 1.0, w, self.page)
    }

    fn road(&self) -> Way {
        let mut way = Way::new();
        let y = self.area.bottom() - self.street * 0.55;
        way.push([self.area.x + 2.0, y]);
        way.push([self.area.right() - 2.0, y]);
        way
    }
}

/// How many stand in a row, and whether its last is the keeper.
fn cells(kept: &Kept, half: usize) -> (usize, bool) {
    let has_keeper = keeper(kept.course.params, half as u32).is_some();
    (kept.course.params.kitchens as usize + usize::from(has_keeper), has_keeper)
}

fn rows(view: &View<'_>, kept: &Kept, parts: &Parts) -> [Row; 2] {
    // As many places above as below: the same kitchens stand over one another.
    let most = cells(kept, 1).0;
    parts.rows.map(|area| Row::new(view, area, most))
}

fn backdrop(view: &View<'_>, list: &mut DisplayList, kept: &Kept) {
    let parts = Parts::new(view);
    stage::room(view, list, view.area(), stage::header_height(view.size) * 0.98);
    let names = [key::ASYNC_MEETS, rule(&view.show.scenario)];
    for (half, row) in rows(view, kept, &parts).iter().enumerate() {
        let road = row.road();
        let width = row.street * 0.7;
        if view.is_xray() {
            ways::wires(list, &road, Surface::Street, 1, width);
        } else {
            ways::way(list, &road, Surface::Street, 1, width);
        }
        let size = view.text_size().max(11.0);
        mark(list, half, row.area.x + size * 0.5, row.area.y + row.words * 0.5, size * 0.42);
        let share = if has_legend(view, row, names) { NAMES } else { 0.62 };
        let style = TextStyle::new(size, Token::Text).bold().within(row.area.w * share);
        list.say(style, row.area.x + size * 1.3, row.area.y + size * 1.1, view.lang, names[half]);
        if names_keeper(view, kept, half, row) {
            let cell = row.cell(cells(kept, half).0 - 1);
            let style = TextStyle::new(size * 0.92, Token::Text).middle().within(cell.w);
            list.say(style, cell.cx(), cell.y + size * 0.9, view.lang, key::ASYNC_KEEPER);
        }
    }
    let row = rows(view, kept, &parts)[0];
    if has_legend(view, &row, names) {
        legend(view, list, &row);
    }
    paper(view, list, parts.by_time, [key::ASYNC_CURVE, key::ASYNC_CURVE_TIME]);
    paper(view, list, parts.by_dishes, [key::ASYNC_CURVE, key::ASYNC_CURVE_DISHES]);
}

/// Whether there is room for the keeper's name over its head.
fn names_keeper(view: &View<'_>, kept: &Kept, half: usize, row: &Row) -> bool {
    let (count, has_keeper) = cells(kept, half);
    let cell = row.cell(count - 1);
    let fits = text_width(tr(view.lang, key::ASYNC_KEEPER), LEAST_TEXT, false) < cell.w;
    has_keeper && fits && cell.h > view.text_size().max(11.0) * 5.0
}

/// The part of a row that its name may take beside the legend.
const NAMES: f32 = 0.42;
/// What the bars of a page are.
const BARS: [Key; 3] = [key::ASYNC_SALT, key::ASYNC_VINEGAR, key::ASYNC_SUGAR];

/// How wide a bar's name is with its sign.
fn bar_width(view: &View<'_>, name: Key) -> f32 {
    let size = (view.text_size() * 0.92).max(11.0);
    text_width(tr(view.lang, name), size, false) + size * 1.7
}

/// Whether the legend has room beside the rows' names.
fn has_legend(view: &View<'_>, row: &Row, names: [Key; 2]) -> bool {
    let whole = BARS.iter().fold(0.0, |sum, &name| sum + bar_width(view, name));
    let fits = |name: &Key| text_width(tr(view.lang, *name), LEAST_TEXT, true) < row.area.w * NAMES;
    whole < row.area.w * 0.36 && names.iter().all(fits)
}

/// The bars' names beside the first row's.
fn legend(view: &View<'_>, list: &mut DisplayList, row: &Row) {
    let size = (view.text_size() * 0.92).max(11.0);
    let (mut x, y) = (row.area.x + row.area.w * 0.45, row.area.y + view.text_size().max(11.0) * 1.1);
    for (at, name) in BARS.into_iter().enumerate() {
        list.rect(x, y - size * 0.8, size * 0.8, size * 0.8, 1.0, Style::fill(hue(at)).outline(Token::Ink, 1.0));
        list.say(TextStyle::new(size, Token::Text), x + size * 1.05, y, view.lang, name);
        x += bar_width(view, name);
    }
}

/// The sign of a half: a square for those who meet, a circle for the others.
fn mark(list: &mut DisplayList, half: usize, x: f32, y: f32, r: f32) {
    let style = Style::fill(line_of(half)).outline(Token::Ink, 1.2);
    if half == 0 {
        list.rect(x - r, y - r, 2.0 * r, 2.0 * r, 0.5, style);
    } else {
        list.ellipse(x, y, r, r, style);
    }
}

const fn line_of(half: usize) -> Token {
    if half == 0 { Token::Hue4 } else { Token::Hue1 }
}

/// A curve's paper, with a line for each power of ten.
fn paper(view: &View<'_>, list: &mut DisplayList, area: Area, [name, axis]: [Key; 2]) {
    let xray = view.is_xray();
    let (fill, edge, line) = if xray {
        (Token::Chip, Token::ChipEdge, Token::HbmEmpty)
    } else {
        (Token::Card, Token::CardLine, Token::Track)
    };
    list.rect(area.x, area.y, area.w, area.h, 4.0, Style::fill(fill).outline(edge, 1.2));
    let size = (view.text_size() * 0.92).max(11.0);
    for (tens, words) in [(10.0, "10"), (1.0, "1"), (0.1, "0.1"), (0.01, "0.01")] {
        let y = area.bottom() - height(tens) * area.h;
        list.move_to(area.x + 1.0, y);
        list.line_to(area.right() - 1.0, y);
        list.paint(Style::line(line, 1.2));
        if area.h > size * 7.0 {
            let style = TextStyle::new(size * 0.92, if xray { Token::OnChipSoft } else { Token::TextSoft }).end();
            list.write(style, area.right() - 3.0, y - 2.0, format_args!("{words}"));
        }
    }
    let style = TextStyle::new(size, Token::Text).within(area.w);
    list.say(style, area.x, area.y - size * 0.35, view.lang, name);
    list.say(style.end(), area.right(), area.bottom() + size * 1.05, view.lang, axis);
}

fn frame(view: &View<'_>, list: &mut DisplayList, kept: &Kept) {
    let parts = Parts::new(view);
    if let Some(run) = view.show.runs.first() {
        for (half, row) in rows(view, kept, &parts).iter().enumerate() {
            people(view, list, kept, run, half, row);
            travellers(view, list, kept, run, half, row);
        }
        let bell = kept.course.bell.0.max(1) as f32;
        let most = kept.most as f32;
        curve(view, list, kept, parts.by_time, &|spot| spot.at.0 as f32 / bell);
        curve(view, list, kept, parts.by_dishes, &|spot| spot.dishes as f32 / most);
    }
    stage::clock(view, list);
}

/// What a kitchen does at the playhead.
fn doing(view: &View<'_>, run: &Run, index: &RunIndex, gpu: GpuId) -> Doing {
    let t = view.playhead;
    if let Some(doing) = Doing::at_work(run, index, gpu, t) {
        // Dishes are counted past the bowls' colours: the chef's own stays.
        return Doing { batch: doing.batch.map(|dish| dish % 8), ..doing };
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

/// The chefs of a half with their pages, and how many dishes the recipe has heard of.
fn people(view: &View<'_>, list: &mut DisplayList, kept: &Kept, run: &Run, half: usize, row: &Row) {
    let index = &view.index.runs[0];
    let kitchens = kept.course.params.kitchens as usize;
    let (count, has_keeper) = cells(kept, half);
    let named = names_keeper(view, kept, half, row);
    for at in 0..count {
        let is_keeper = has_keeper && at + 1 == count;
        let rank = if is_keeper { 2 * kitchens + half } else { half * kitchens + at };
        let doing = doing(view, run, index, rank as GpuId);
        // Between two reports the keeper has its pencil ready.
        let rests = is_keeper && doing.posture == Posture::Waiting;
        let doing = if rests { Doing::new(Posture::Ready) } else { doing };
        let cell = row.cell(at);
        if view.is_xray() {
            let over = if is_keeper && named { view.text_size().max(11.0) * 1.1 } else { 0.0 };
            let h = (cell.h - over).min(cell.w * 0.72);
            let chip = Area::new(cell.x + cell.w * 0.06, cell.bottom() - h - 2.0, cell.w * 0.88, h);
            cast::chip(list, view.lang, chip, rank, doing, 1, None);
        } else {
            // The keeper's name stands over its head.
            let over = if is_keeper && named { view.text_size().max(11.0) * 1.1 } else { 0.0 };
            let scale = ((cell.w - 2.0) / cast::BUST[0]).min((cell.h - over - 1.0) / cast::BUST[1]);
            cast::chef_bust(list, cell.cx(), cell.bottom(), scale, rank, doing);
        }
        sheet(view, list, kept, rank, row.sheet(at));
        if !view.is_xray() && !is_keeper && matches!(doing.posture, Posture::Stirring | Posture::Reading) {
            flame(list, row.sheet(at), if at == 0 { kept.flame } else { 1.0 });
        }
    }
    let curve = &kept.curves[half];
    let known = curve.partition_point(|spot| spot.at <= view.playhead);
    let dishes = curve[known.saturating_sub(1)].dishes;
    let size = view.text_size().max(11.0);
    let style = TextStyle::new(size * 1.1, Token::Text).bold().end();
    list.write_with(style, row.area.right() - 2.0, row.area.y + size * 1.1, |out| {
        format::push_number(out, f64::from(dishes), 0);
        out.push(' ');
        out.push_str(tr(view.lang, key::ASYNC_DISHES));
    });
}

/// The flame under a hot pot, beside the page: as high as the kitchen is fast.
fn flame(list: &mut DisplayList, sheet: Area, part: f32) {
    let h = sheet.h * 0.9 * part;
    let (x, y) = (sheet.x - sheet.h * 0.5, sheet.bottom());
    list.move_to(x, y);
    list.curve_to([x - h * 0.6, y - h * 0.05], [x - h * 0.3, y - h * 0.5], [x, y - h]);
    list.curve_to([x + h * 0.3, y - h * 0.5], [x + h * 0.6, y - h * 0.05], [x, y]);
    list.close();
    list.paint(Style::fill(Token::Hue6).outline(Token::Ink, 1.4));
}

/// The page that somebody goes by: a bar for each ingredient.
fn sheet(view: &View<'_>, list: &mut DisplayList, kept: &Kept, rank: usize, area: Area) {
    let pages = &kept.pages[rank];
    let known = pages.partition_point(|(at, _)| *at <= view.playhead);
    let grams = pages[known.saturating_sub(1)].1.values();
    let (fill, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Cloth, Token::Ink) };
    list.rect(area.x, area.y, area.w, area.h, 2.0, Style::fill(fill).outline(edge, 1.2));
    let step = (area.w - 4.0) / 3.0;
    for (at, gram) in grams.into_iter().enumerate() {
        let h = ((gram / GRAMS) as f32).within(0.0, 1.0) * (area.h - 3.0);
        let x = area.x + 2.0 + step * at as f32;
        list.rect(x + step * 0.12, area.bottom() - 1.5 - h, step * 0.76, h, 0.5, Style::fill(hue(at)));
    }
}

/// Reports and pages on the street.
fn travellers(view: &View<'_>, list: &mut DisplayList, kept: &Kept, run: &Run, half: usize, row: &Row) {
    let (index, t) = (&view.index.runs[0], view.playhead);
    let kitchens = kept.course.params.kitchens as usize;
    let first = half * kitchens;
    let y = row.area.bottom() - row.street * 0.55;
    let scale = (row.street / 24.0).within(0.35, 1.1);
    // Of a meeting's many parts one is drawn between each two.
    let mut seen = [false; 32];
    for task in index.transfers_at(run, t) {
        let Work::Transfer { src, dst, .. } = run.graph.work[task as usize] else { continue };
        let keeper = keeper(kept.course.params, half as u32);
        let cell = |gpu: GpuId| match gpu as usize {
            _ if Some(gpu) == keeper => Some(kitchens),
            at => at.checked_sub(first).filter(|&at| at < kitchens),
        };
        let (Some(from), Some(to)) = (cell(src), cell(dst)) else { continue };
        let label = run.graph.labels[task as usize];
        let is_whole = from == kitchens || to == kitchens;
        if !is_whole && std::mem::replace(&mut seen[from % 32], true) {
            continue;
        }
        let part = index.progress(run, task, t);
        let (a, b) = (row.cell(from).cx(), row.cell(to).cx());
        let lane = if b > a { -0.16 } else { 0.2 } * row.street;
        let place = [a + (b - a) * part, y + lane];
        let n = usize::from(label.micro_batch % 8);
        match (view.is_xray(), label.kind) {
            (true, kind) => cast::packet(list, place, scale * 0.8, n, kind == Kind::SendCopy),
            (false, Kind::SendReduce) if is_whole => list.art(&props::REPORT, place[0], place[1], scale, cast::pair(n)),
            (false, Kind::SendCopy) if is_whole => list.art(&props::SLIP, place[0], place[1], scale, cast::pair(n)),
            _ => list.art(&props::CHIT, place[0], place[1], scale, cast::pair(n)),
        }
    }
}

/// Both halves' heights so far.
fn curve(view: &View<'_>, list: &mut DisplayList, kept: &Kept, area: Area, across: &dyn Fn(&Spot) -> f32) {
    list.save();
    list.clip(area.x, area.y, area.w, area.h, 4.0);
    let width = (area.h / 70.0).within(1.8, 4.5);
    // At the right stand the powers of ten.
    let size = (view.text_size() * 0.92).max(11.0);
    let wide = area.w - if area.h > size * 7.0 { size * 2.6 } else { width * 2.0 };
    for (half, spots) in kept.curves.iter().enumerate() {
        let known = spots.partition_point(|spot| spot.at <= view.playhead);
        let mut last = [area.x, area.y];
        for (at, spot) in spots[..known].iter().enumerate() {
            let place = [area.x + across(spot) * wide, area.bottom() - spot.height * area.h];
            if at == 0 {
                list.move_to(place[0], place[1]);
            } else {
                list.line_to(place[0], place[1]);
            }
            last = place;
        }
        list.paint(Style::line(line_of(half), width));
        mark(list, half, last[0], last[1], width * 1.5);
    }
    list.restore();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_are_logarithms() {
        for value in [0.003, 0.0123, 0.5, 1.0, 2.0, 44.4] {
            assert!((log2(value) - f64::log2(value)).abs() < 2e-3, "{value}");
        }
        assert!(height(0.0).abs() < 1e-3 && (height(80.0) - 1.0).abs() < 1e-3);
    }
}
