//! One recipe for all: chefs around their machine, each with its pot on the counter, a crate on the floor beside it, and the sheet of
//! the bundle in hand; slips carry numbers and are added up while the pot is hot.

use crate::scene::art::props;
use crate::scene::cast;
use crate::scene::display::{DisplayList, Style, TextStyle};
use crate::scene::geom::{Area, Way, Within as _};
use crate::scene::handle::Handle;
use crate::scene::hub::{self, Set};
use crate::scene::index::RunIndex;
use crate::scene::label;
use crate::scene::machine::Machine;
use crate::scene::pages::{self, Entry};
use crate::scene::palette::Token;
use crate::scene::ruler;
use crate::scene::slips;
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::scene::work::Craft;
use crate::show::Show;
use crate::story::ledger::{Ledger, Recipe};

use super::bundles::{Bundles, Stage};
use super::hands;
use kitchen_core::sim::task::{TaskId, Work};
use kitchen_core::units::Time;
use kitchen_text::msg;

/// The part of a chef's cell that its page takes.
const PAGE: f32 = 0.4;
/// Numbers that fit on a page.
const LINES: u32 = 8;
/// Things that look out of a full crate.
const FOOD: usize = 3;

/// Kitchens that are drawn; how many more there are stands at the street's end.
const DRAWN: usize = 4;

pub(super) const PICTURE: Prepare = stage::prepare::<Bundles>;

impl Picture for Bundles {
    fn prepare(show: &Show, runs: &mut [RunIndex]) -> Option<Bundles> {
        prepare(show, runs)
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        let (above, strip) = ruler::split(view);
        backdrop(&above, list);
        hands::draw(view, list, strip);
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        frame(&ruler::split(view).0, list, self);
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        hands::hands(view, self)
    }
}

/// The numbers of the reports, and where their bundles are.
fn prepare(show: &Show, runs: &mut [RunIndex]) -> Option<Bundles> {
    if let (Some(run), Some(of_run)) = (show.runs.first(), runs.first_mut()) {
        of_run.ledger = Ledger::new(run, Recipe::report).ok();
        of_run.nodes = of_run.nodes.min(DRAWN);
    }
    Bundles::new(show)
}

fn set<'a>(view: &View<'a>) -> Option<Set<'a>> {
    let (run, index) = (view.show.runs.first()?, view.index.runs.first()?);
    Some(Set {
        run,
        index,
        machine: Machine::new(run, index, floor(view), PAGE, view.is_xray()),
        xray: view.is_xray(),
        chips: false,
        craft: Some(Craft::Simmer),
    })
}

fn floor(view: &View<'_>) -> Area {
    let header = stage::header_height(view.size);
    let label = view.text_size() * 1.9;
    let below = if view.compact() { 4.0 } else { label };
    Area::new(6.0, header + 2.0, view.size[0] - 12.0, (view.size[1] - header - 2.0 - below).max(1.0))
}

fn backdrop(view: &View<'_>, list: &mut DisplayList) {
    let header = stage::header_height(view.size);
    stage::room(view, list, view.area(), header * 0.98);
    let Some(set) = set(view) else { return };
    hub::backdrop(list, &set);
    others(view, list, &set);
    if let Some(facts) = set.index.first_way {
        label::ways(view, list, &facts);
    }
}

fn frame(view: &View<'_>, list: &mut DisplayList, bundles: &Bundles) {
    if let Some(set) = set(view) {
        for rank in 0..set.machine.gpus {
            beside(view, list, &set, bundles, rank);
        }
        // A slip has the colour of its line on the sheet of its bundle.
        let line = |task: TaskId| {
            let label = set.run.graph.labels[task as usize];
            label.chunk.saturating_sub(bundles.places(u32::from(label.micro_batch)).start)
        };
        hub::frame(view, list, &set, &mut |list, task, at, scale| {
            slips::numbered(list, &set, (task, line(task) as usize), at, scale);
        });
        let t = view.playhead.min(set.index.makespan);
        for task in set.index.transfers_at(set.run, t) {
            let Some(way) = beyond(&set, task) else { continue };
            let at = way.at(set.index.progress(set.run, task, t), 0.0);
            slips::numbered(list, &set, (task, line(task) as usize), at, (set.machine.scale * 0.42).within(0.25, 0.7));
        }
    }
    stage::clock(view, list);
}

/// How many kitchens there are beside those that are drawn.
fn others(view: &View<'_>, list: &mut DisplayList, set: &Set<'_>) {
    let n = i64::from(set.run.topology.nodes) - set.machine.kitchens as i64;
    if n < 1 {
        return;
    }
    let size = (view.text_size() * 0.86).within(12.5, 22.0);
    let style = TextStyle::new(size, Token::Text).bold().end().within(view.size[0] * 0.5);
    let at = [view.size[0] - 14.0, set.machine.street_y() + size * 0.36];
    list.write_on_card(style, at[0], at[1], |out| msg::DataOthers { n }.say_into(view.lang, out));
}

/// The way of a slip between a chef who is drawn and a kitchen that is not: to the street's end, or from there.
fn beyond(set: &Set<'_>, task: TaskId) -> Option<Way> {
    let Work::Transfer { src, dst, .. } = set.run.graph.work[task as usize] else { return None };
    let machine = &set.machine;
    let [from, to] = [src, dst].map(|gpu| (gpu as usize) < machine.gpus);
    let rank = if from { src } else { dst } as usize;
    if from == to {
        return None;
    }
    let (hand, door) = (machine.hand(rank), machine.door(machine.node_of(rank)));
    let y = machine.board(machine.node_of(rank)).cy();
    let mut way = Way::new();
    let end = *machine.road().points().last()?;
    for point in [hand, [hand[0], y], [door[0], y], [door[0], machine.street_y()], end] {
        way.push(point);
    }
    if to {
        way.reverse();
    }
    Some(way)
}

/// What stands beside a chef, from the top: the bundles, the sheet of the one in hand (before there is one, the crate on the floor).
struct Column {
    marks: Area,
    sheet: Area,
}

impl Column {
    fn new(set: &Set<'_>, rank: usize, lines: u32) -> Option<Column> {
        let cell = set.machine.page(rank);
        if cell.w < 16.0 || cell.h < 30.0 {
            return None;
        }
        let mark = (cell.w * 0.17).within(7.0, 26.0);
        let gap = (cell.w * 0.04).within(2.0, 6.0);
        // Many numbers may reach below the counter's foot.
        let readable = cell.y + mark + 2.0 * gap + 15.2 * lines as f32 + 12.0;
        let foot = set.machine.chef(rank)[1].max(readable).min(cell.bottom() - 3.0);
        let row = (cell.w * 0.36).min(44.0);
        let room = foot - cell.y - mark - 2.0 * gap;
        let tall = room.min(row * lines as f32 + 10.0).max(12.0);
        let top = foot - tall;
        Some(Column {
            marks: Area::new(cell.x + 1.0, top - gap - mark, cell.w - 2.0, mark),
            sheet: Area::new(cell.x, top, cell.w, tall),
        })
    }
}

fn beside(view: &View<'_>, list: &mut DisplayList, set: &Set<'_>, bundles: &Bundles, rank: usize) {
    let RunIndex { ledger: Some(ledger), .. } = set.index else { return };
    let (t, gpu) = (view.playhead.min(set.index.makespan), rank as u32);
    let shown = bundles.shown(t, gpu);
    let places = bundles.places(shown);
    let lines = (places.end - places.start).min(LINES);
    let Some(column) = Column::new(set, rank, lines) else { return };
    let tasted = bundles.tasted(gpu);
    if t < tasted {
        // The crate empties as the pages are cooked.
        let left = FOOD - (t.0 * FOOD as u64 / tasted.0.max(1)) as usize;
        return batch(list, column.sheet, set.xray, (rank, left), bundles.tokens());
    }
    marks(list, column.marks, set.xray, bundles, (t, gpu));
    let written = bundles.stage(t, gpu, shown) != Stage::Unwritten;
    let updated = t >= set.index.last_end(gpu) && shown + 1 == bundles.count();
    let mut at = |i: usize| Entry { blank: !written, ..entry(ledger, t, gpu, places.start + i as u32, updated) };
    pages::page(list, column.sheet, set.xray, lines as usize, updated, &mut at);
}

/// One mark for each bundle: low while it is written, higher when it is full, highest at the meeting, and green afterwards.
fn marks(list: &mut DisplayList, area: Area, xray: bool, bundles: &Bundles, (t, gpu): (Time, u32)) {
    let count = bundles.count();
    let step = area.w / count as f32;
    let w = (step - (step * 0.2).min(2.5)).min(area.h * 1.5);
    for bundle in 0..count {
        let stage = bundles.stage(t, gpu, bundle);
        let (edge, text) = if xray { (Token::ChipEdge, Token::OnChip) } else { (Token::Ink, Token::OnCloth) };
        let (part, fill, text) = match stage {
            Stage::Unwritten => (0.3, if xray { Token::HbmEmpty } else { Token::ClothShade }, text),
            Stage::Full => (0.74, if xray { Token::Chip } else { Token::Cloth }, text),
            Stage::Meeting => (1.0, if xray { Token::Hbm } else { Token::SocketLit }, Token::OnCloth),
            Stage::Agreed => (0.74, Token::Good, Token::OnAccent),
        };
        let h = area.h * part;
        let x = area.x + step * (bundle as f32 + 0.5) - w / 2.0;
        let width = (w * 0.1).within(0.6, 1.6);
        list.rect(x, area.bottom() - h, w, h, (w * 0.15).min(3.0), Style::fill(fill).outline(edge, width));
        let size = (area.h * 0.62).min(w * 0.86);
        if stage != Stage::Unwritten && size >= 11.0 {
            let style = TextStyle::new(size, text).bold().middle().within(w);
            list.write(style, x + w / 2.0, area.bottom() - area.h * 0.37 + size * 0.36, format_args!("{}", bundle + 1));
        }
    }
}

/// A chef's own ingredients: its crate with what is left in it; in the x-ray the batch in memory. With its tokens where they
/// can be read.
fn batch(list: &mut DisplayList, area: Area, xray: bool, (rank, left): (usize, usize), tokens: u64) {
    let scale = (area.w / 52.0).min(area.h / 36.0);
    let (x, foot) = (area.cx(), area.bottom() - 2.0);
    let face = Area::new(x - 22.0 * scale, foot - 18.0 * scale, 44.0 * scale, 17.0 * scale);
    if xray {
        list.rect(face.x, face.y, face.w, face.h, 3.0, Style::fill(Token::Chip).outline(Token::ChipEdge, 1.4));
        let w = (face.w - 4.0) / FOOD as f32;
        for i in 0..FOOD {
            let token = if i < left { Token::Hbm } else { Token::HbmEmpty };
            list.rect(face.x + 3.0 + w * i as f32, face.y - 7.0 * scale, w - 2.0, 6.0 * scale, 1.0, Style::fill(token));
        }
    } else {
        for food in FOOD - left..FOOD {
            let at = [x + (food as f32 - 1.0) * 14.0 * scale, foot - 21.0 * scale];
            list.art(&props::CRATE_FOOD, at[0], at[1], scale, cast::pair(rank + food * 3));
        }
        list.art(&props::CRATE, x, foot, scale, cast::pair(rank));
        list.rect(
            face.x + 8.0 * scale,
            face.y + 2.5 * scale,
            28.0 * scale,
            12.0 * scale,
            2.0,
            Style::fill(Token::Cloth),
        );
    }
    let size = (10.5 * scale).min(40.0);
    if size >= 11.0 {
        let color = if xray { Token::OnChip } else { Token::OnCloth };
        let style = TextStyle::new(size, color).bold().middle().within(26.0 * scale);
        list.write(style, x, face.cy() + size * 0.36, format_args!("{tokens}"));
    }
}

fn entry(ledger: &Ledger, t: Time, gpu: u32, chunk: u32, updated: bool) -> Entry {
    let share = ledger.voices_at(t, gpu, chunk) as f32 / ledger.ranks().max(1) as f32;
    let value = ledger.value_at(t, gpu, chunk);
    if updated {
        let value = Recipe::DATA.after(chunk, value, ledger.ranks());
        return Entry { value, digits: 2, share, blank: false, place: [0; 2] };
    }
    Entry { value, digits: 0, share, blank: false, place: [0; 2] }
}
