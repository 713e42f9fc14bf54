//! Where two crossings and the streets between them lie, a lane each; two such towns stand one above the other.

use crate::scene::display::{DisplayList, Style};
use crate::scene::geom::{Area, Point, Way, Within as _};
use crate::scene::palette::Token;
use crate::scene::stage::View;
use crate::scene::ways::{self, Surface};

/// What is left free around and above a town.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Margins {
    pub top: f32,
    pub side: f32,
    pub title: f32,
    pub foot: f32,
}

/// A town's parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub title: Area,
    /// All below the title.
    pub body: Area,
    /// The crossings: before the kitchens, and before the doors.
    pub near: Area,
    pub far: Area,
    /// Where a crossing in the middle of a street begins, and how wide it is.
    pub middle: [f32; 2],
    pub lanes: usize,
    /// The height of a line of words.
    pub words: f32,
}

impl Margins {
    /// The title and the body of one of two towns.
    pub(crate) fn halves(self, [w, h]: [f32; 2], run: usize) -> [Area; 2] {
        let each = (h - self.top - 4.0) / 2.0;
        let title = Area::new(self.side, self.top + each * run as f32, w - 2.0 * self.side, self.title);
        [title, Area::new(title.x, title.bottom(), title.w, (each - self.title - self.foot).max(1.0))]
    }
}

impl Layout {
    /// A lane's height.
    pub(crate) fn lane(&self) -> f32 {
        self.body.h / self.lanes as f32
    }

    /// The middle of a lane.
    pub(crate) fn y(&self, lane: usize) -> f32 {
        self.body.y + self.lane() * (lane as f32 + 0.5)
    }

    /// A half of a street: into it, or out of it.
    pub(crate) fn half(&self, street: usize, out: bool) -> [Point; 2] {
        let [x, w] = self.middle;
        let ends = if out { [x + w, self.far.x] } else { [self.near.right(), x] };
        ends.map(|x| [x, self.y(street)])
    }
}

/// An empty road.
pub(crate) fn road(view: &View<'_>, list: &mut DisplayList, way: &Way, surface: Surface, width: f32) {
    if view.is_xray() {
        ways::wires(list, way, surface, 1, width);
    } else {
        ways::way(list, way, surface, 1, width);
    }
}

/// A crossing seen from above, wide enough for its queues: paved, with a line before each of so many gates; in the x-ray a switch chip.
pub(crate) fn paved(view: &View<'_>, list: &mut DisplayList, area: Area, gates: usize) {
    let r = (area.h * 0.06).within(3.0, 10.0);
    if view.is_xray() {
        return list.rect(area.x, area.y, area.w, area.h, r, Style::fill(Token::Chip).outline(Token::ChipEdge, 1.6));
    }
    list.rect(area.x, area.y, area.w, area.h, r, Style::fill(Token::Slate).outline(Token::Ink, 2.0));
    if gates == 0 {
        return;
    }
    let lane = area.h / gates as f32;
    for at in 1..gates {
        let y = area.y + lane * at as f32;
        list.move_to(area.x + area.w * 0.1, y);
        list.line_to(area.right() - 2.0, y);
    }
    list.paint(Style::line(Token::SlateLine, 1.2).alpha(0.55));
    for at in 0..gates {
        let y = area.y + lane * (at as f32 + 0.5);
        list.move_to(area.right() - 2.5, y - lane * 0.3);
        list.line_to(area.right() - 2.5, y + lane * 0.3);
    }
    list.paint(Style::line(Token::SlateLine, 2.4));
}
