//! The picture of what a scenario is about: the city at night, the two kitchens of a step, or the two districts.

use kitchen_core::topology::LinkClass;

use crate::scene::display::DisplayList;
use crate::scene::index::Index;
use crate::scene::stage::{self, View};
use crate::show::Show;

use super::night::{self, Night};
use super::step::{self, Steps};
use super::streets;

/// The size of this chapter's words.
pub(super) fn size(view: &View<'_>) -> f32 {
    view.text_size().max(11.0)
}

/// What the picture alone asks of a show.
enum Kept {
    Night(Box<Night>),
    Steps { steps: Steps, ways: Vec<Option<LinkClass>> },
    Streets(Box<streets::scene::Both>),
}

pub(super) fn index(show: &Show, index: &mut Index) {
    if let Some(night) = Night::of(show) {
        index.keep(Kept::Night(Box::new(night)));
    } else if let (Some(steps), Some(run)) = (Steps::of(show), show.runs.first()) {
        index.keep(Kept::Steps { steps, ways: step::scene::neighbours(run) });
    } else if let Some(both) = streets::scene::Both::of(show) {
        index.keep(Kept::Streets(Box::new(both)));
    }
}

pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList) {
    stage::room(view, list, view.area(), stage::header_height(view.size) * 0.98);
    match view.index.own::<Kept>() {
        Some(Kept::Night(night)) => night::scene::backdrop(view, list, night),
        Some(Kept::Steps { steps, ways }) => {
            let rows = step::scene::rows(view);
            rows.iter().enumerate().for_each(|(at, row)| step::scene::backdrop(view, list, steps, ways, at, *row));
        }
        Some(Kept::Streets(both)) => streets::scene::backdrop(view, list, both),
        None => {}
    }
}

pub(super) fn frame(view: &View<'_>, list: &mut DisplayList) {
    match (view.index.own::<Kept>(), view.show.runs.first()) {
        (Some(Kept::Night(night)), _) => night::scene::frame(view, list, night),
        (Some(Kept::Steps { steps, .. }), Some(run)) => {
            let rows = step::scene::rows(view);
            rows.iter().enumerate().for_each(|(at, row)| step::scene::frame(view, list, run, steps, at, *row));
        }
        (Some(Kept::Streets(both)), _) => streets::scene::frame(view, list, both),
        _ => {}
    }
    stage::clock(view, list);
}
