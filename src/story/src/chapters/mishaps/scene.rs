//! The picture of what a scenario is about: the city at night, the two kitchens of a step, or the two districts.

use kitchen_core::topology::LinkClass;

use crate::scene::display::DisplayList;
use crate::scene::handle::Handle;
use crate::scene::index::RunIndex;
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::show::Show;

use super::hands;
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

pub(super) const PICTURE: Prepare = stage::prepare::<Kept>;

impl Picture for Kept {
    fn prepare(show: &Show, _: &mut [RunIndex]) -> Option<Kept> {
        prepare(show)
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        backdrop(view, list, self);
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        frame(view, list, self);
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        match self {
            Kept::Night(night) => hands::night(view, night),
            Kept::Steps { steps, .. } => hands::step(view, steps),
            Kept::Streets(_) => hands::streets(view),
        }
    }
}

fn prepare(show: &Show) -> Option<Kept> {
    if let Some(night) = Night::of(show) {
        return Some(Kept::Night(Box::new(night)));
    }
    if let (Some(steps), Some(run)) = (Steps::of(show), show.runs.first()) {
        return Some(Kept::Steps { steps, ways: step::scene::neighbours(run) });
    }
    streets::scene::Both::of(show).map(|both| Kept::Streets(Box::new(both)))
}

fn backdrop(view: &View<'_>, list: &mut DisplayList, kept: &Kept) {
    stage::room(view, list, view.area(), stage::header_height(view.size) * 0.98);
    match kept {
        Kept::Night(night) => night::scene::backdrop(view, list, night),
        Kept::Steps { steps, ways } => {
            let rows = step::scene::rows(view);
            rows.iter().enumerate().for_each(|(at, row)| step::scene::backdrop(view, list, steps, ways, at, *row));
        }
        Kept::Streets(both) => streets::scene::backdrop(view, list, both),
    }
}

fn frame(view: &View<'_>, list: &mut DisplayList, kept: &Kept) {
    match (kept, view.show.runs.first()) {
        (Kept::Night(night), _) => night::scene::frame(view, list, night),
        (Kept::Steps { steps, .. }, Some(run)) => {
            let rows = step::scene::rows(view);
            rows.iter().enumerate().for_each(|(at, row)| step::scene::frame(view, list, run, steps, at, *row));
        }
        (Kept::Streets(both), _) => streets::scene::frame(view, list, both),
        (Kept::Steps { .. }, None) => {}
    }
    stage::clock(view, list);
}
