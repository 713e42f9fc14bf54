use super::display::DisplayList;
use super::stage::{self, View};

pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList) {
    stage::room(view, list, view.area(), stage::wall_height(view.area()));
}

pub(super) fn frame(view: &View<'_>, list: &mut DisplayList) {
    stage::clock(view, list);
}
