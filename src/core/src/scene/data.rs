//! One recipe for all: chefs around their machine, each with a page of numbers; slips carry numbers and are added up.

use super::art::props;
use super::cast;
use super::display::DisplayList;
use super::geom::{Area, Point};
use super::hub::{self, Set};
use super::index::{Index, RunIndex};
use super::machine::Machine;
use super::pages::{self, Entry};
use super::pipeline;
use super::stage::{self, View};
use crate::show::Show;
use crate::sim::task::TaskId;
use crate::story::numbers::{Ledger, Recipe};

/// The part of a chef's cell that its page takes.
const PAGE: f32 = 0.4;
/// Numbers that fit on a page.
const LINES: usize = 8;

/// The numbers of the reports.
pub(super) fn index(show: &Show, index: &mut Index) {
    if let (Some(run), Some(of_run)) = (show.runs.first(), index.runs.first_mut()) {
        of_run.ledger = Ledger::new(run, Recipe::report).ok();
    }
}

fn set<'a>(view: &View<'a>) -> Option<Set<'a>> {
    let (run, index) = (view.show.runs.first()?, view.index.runs.first()?);
    Some(Set {
        run,
        index,
        machine: Machine::new(run, index, floor(view), PAGE, view.is_xray()),
        xray: view.is_xray(),
        chips: false,
    })
}

fn floor(view: &View<'_>) -> Area {
    let header = stage::header_height(view.size);
    let label = view.text_size() * 1.9;
    let below = if view.compact() { 4.0 } else { label };
    Area::new(6.0, header + 2.0, view.size[0] - 12.0, (view.size[1] - header - 2.0 - below).max(1.0))
}

pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList) {
    let header = stage::header_height(view.size);
    stage::room(view, list, view.area(), header * 0.98);
    let Some(set) = set(view) else { return };
    hub::backdrop(list, &set);
    if let Some(facts) = set.index.first_way {
        pipeline::label(view, list, &facts);
    }
}

pub(super) fn frame(view: &View<'_>, list: &mut DisplayList) {
    if let Some(set) = set(view) {
        hub::frame(view, list, &set, &mut |list, task, at, scale| slip(list, &set, task, at, scale));
        for rank in 0..set.machine.gpus {
            page(view, list, &set, rank);
        }
    }
    stage::clock(view, list);
}

/// A slip with the first number it carries; a chunk that no page shows is a small slip with its own number.
pub(super) fn slip(list: &mut DisplayList, set: &Set<'_>, task: TaskId, at: Point, scale: f32) {
    let chunk = set.run.graph.labels[task as usize].chunk as usize;
    let payload = set.index.ledger.as_ref().map_or(&[][..], |ledger| ledger.payload(task));
    match payload.first() {
        Some(&value) if scale > 0.45 => {
            let sign = if value < 0 { "\u{2212}" } else { "" };
            cast::slip(list, at, scale, chunk, format_args!("{sign}{}", value.unsigned_abs()));
        }
        Some(_) => list.art(&props::CHIT, at[0], at[1], scale, cast::pair(chunk)),
        None => cast::chit(list, at, scale, chunk),
    }
}

fn page(view: &View<'_>, list: &mut DisplayList, set: &Set<'_>, rank: usize) {
    let RunIndex { ledger: Some(ledger), .. } = set.index else { return };
    let area = set.machine.page(rank);
    let (t, gpu) = (view.playhead, rank as u32);
    let lines = (ledger.chunks() as usize).min(LINES);
    let updated = t >= set.index.last_end(gpu) && whole(ledger, t, gpu);
    pages::page(list, area, set.xray, lines, updated, &mut |i| entry(ledger, t, gpu, i as u32, updated));
}

/// Whether a chef holds everyone's sum in every place.
fn whole(ledger: &Ledger, t: crate::units::Time, gpu: u32) -> bool {
    (0..ledger.chunks()).all(|chunk| ledger.voices_at(t, gpu, chunk) == ledger.ranks())
}

fn entry(ledger: &Ledger, t: crate::units::Time, gpu: u32, chunk: u32, updated: bool) -> Entry {
    let share = ledger.voices_at(t, gpu, chunk) as f32 / ledger.ranks().max(1) as f32;
    if updated {
        let value = Recipe::DATA.after(chunk, ledger.value_at(t, gpu, chunk), ledger.ranks());
        return Entry { value, digits: 2, share, blank: false, place: [0; 2] };
    }
    Entry { value: ledger.value_at(t, gpu, chunk), digits: 0, share, blank: false, place: [0; 2] }
}
