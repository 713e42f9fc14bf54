//! Slips of paper with the numbers that they carry.

use super::art::props;
use super::cast;
use super::display::DisplayList;
use super::geom::Point;
use super::hub::Set;
use kitchen_core::sim::task::TaskId;

/// A slip with the first number it carries; a chunk that no page shows is a small slip with its own number.
pub(crate) fn slip(list: &mut DisplayList, set: &Set<'_>, task: TaskId, at: Point, scale: f32) {
    numbered(list, set, (task, set.run.graph.labels[task as usize].chunk as usize), at, scale);
}

/// A slip in the colour of its line.
pub(crate) fn numbered(list: &mut DisplayList, set: &Set<'_>, (task, line): (TaskId, usize), at: Point, scale: f32) {
    let payload = set.index.ledger.as_ref().map_or(&[][..], |ledger| ledger.payload(task));
    match payload.first() {
        Some(&value) if scale > 0.45 => {
            let sign = if value < 0 { "\u{2212}" } else { "" };
            cast::slip(list, at, scale, line, format_args!("{sign}{}", value.unsigned_abs()));
        }
        Some(_) => list.art(&props::CHIT, at[0], at[1], scale, cast::pair(line)),
        None => cast::chit(list, at, scale, line),
    }
}
