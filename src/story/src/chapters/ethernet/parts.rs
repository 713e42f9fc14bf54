//! Where the things of a town lie: houses, crossings, streets, doors.

use std::ops::Deref;

use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle};
use crate::scene::geom::{Area, Point};
use crate::scene::packets::{Layout, Margins};
use crate::scene::palette::{Token, hue, on_hue};
use crate::scene::stage::{self, View};

use super::kept::Both;
use super::params::Zoom;
use super::run::{ROW, STREETS};

/// The part of the first crossing in which its queues are told.
pub(super) const COUNTED: f32 = 0.27;

/// A town's parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub(super) layout: Layout,
    /// The houses' columns, left and right.
    left: Area,
    right: Area,
}

/// What every town has.
impl Deref for Parts {
    type Target = Layout;

    fn deref(&self) -> &Layout {
        &self.layout
    }
}

impl Parts {
    pub(super) fn new(view: &View<'_>, both: &Both, run: usize) -> Parts {
        let words = view.text_size().max(11.0) * if view.compact() { 1.05 } else { 1.0 };
        let side = if view.compact() { 3.0 } else { 8.0 };
        let margins = Margins { top: stage::header_height(view.size), side, title: words * 1.5, foot: side * 0.7 };
        let [title, body] = if both.params.zoom == Zoom::Draws {
            return Parts::alone(view, margins, words);
        } else if both.railway.is_some() {
            thirds(margins, view.size, run)
        } else {
            margins.halves(view.size, run)
        };
        let side = if view.compact() { body.w * 0.18 } else { (body.h * 0.72).min(body.w * 0.19) };
        let left = Area::new(body.x, body.y, side, body.h);
        let right = Area::new(body.right() - side, body.y, side, body.h);
        let inner = body.w - 2.0 * side;
        let near = Area::new(left.right() + inner * 0.03, body.y, inner * 0.28, body.h);
        let far = Area::new(right.x - inner * 0.03 - inner * 0.2, body.y, inner * 0.2, body.h);
        let gap = far.x - near.right();
        let middle = [near.right() + gap * 0.36, gap * 0.28];
        let layout = Layout { title, body, near, far, middle, lanes: STREETS as usize, words };
        Parts { layout, left, right }
    }

    /// One town that leaves room for what is told of draws: it stands at the right, on small stages below.
    fn alone(view: &View<'_>, margins: Margins, words: f32) -> Parts {
        let [w, h] = view.size;
        let [w, h] = if view.compact() { [w, h - margins.top - h * 0.26] } else { [w * 0.76, h - margins.top - 4.0] };
        let title = Area::new(margins.side, margins.top, w - 2.0 * margins.side, margins.title);
        let body = Area::new(title.x, title.bottom(), title.w, (h - margins.title - margins.foot).max(1.0));
        let side = (body.h * 0.5).min(body.w * 0.14);
        let left = Area::new(body.x, body.y, side, body.h);
        let right = Area::new(body.right() - side, body.y, side, body.h);
        let inner = body.w - 2.0 * side;
        let near = Area::new(left.right() + inner * 0.02, body.y, inner * 0.17, body.h);
        let far = Area::new(right.x - inner * 0.02 - inner * 0.1, body.y, inner * 0.1, body.h);
        let gap = far.x - near.right();
        let middle = [near.right() + gap * 0.42, gap * 0.16];
        let layout = Layout { title, body, near, far, middle, lanes: STREETS as usize, words };
        Parts { layout, left, right }
    }

    /// Where a kitchen's parcel is put into a street: each kitchen has a column of its own.
    pub(super) fn slot(&self, kitchen: usize, street: usize) -> Point {
        let [from, to] = self.slots();
        let each = (to - from) / ROW as f32;
        [from + each * (kitchen as f32 + 0.5), self.y(street)]
    }

    /// From where to where those columns go: past the lights, and short of the bar at the end.
    fn slots(&self) -> [f32; 2] {
        let gap = self.far.x - self.near.right();
        [self.near.right() + gap * 0.03, self.far.x - gap * 0.11]
    }

    /// How large a parcel is there.
    pub(super) fn slot_size(&self) -> f32 {
        let [from, to] = self.slots();
        ((to - from) / ROW as f32 * 0.72).min(self.lane() * 0.3)
    }

    /// The bar at a street's far end.
    pub(super) fn bar(&self, street: usize) -> Point {
        let gap = self.far.x - self.near.right();
        [self.far.x - gap * 0.055, self.y(street)]
    }

    /// The crossing in the middle of a street.
    pub(super) fn spine(&self, street: usize) -> Area {
        let h = self.lane() * 0.72;
        Area::new(self.middle[0], self.y(street) - h / 2.0, self.middle[1], h)
    }

    /// The cell of a house: 0 to 7 at the left, 8 to 15 at the right; two in a row, the outer ones first.
    pub(super) fn house(&self, house: usize) -> Area {
        let (side, at) = if house < ROW as usize { (self.left, house) } else { (self.right, house - ROW as usize) };
        let (row, column) = (at / 2, at % 2);
        let (w, h) = (side.w / 2.0, side.h / 4.0);
        Area::new(side.x + w * column as f32, side.y + h * row as f32, w, h)
    }

    /// Where a house's own lane runs: both of a row lie in one alley at its foot, one beside the other.
    pub(super) fn alley_y(&self, house: usize) -> f32 {
        let cell = self.house(house);
        cell.bottom() - cell.h * if house.is_multiple_of(2) { 0.13 } else { 0.05 }
    }

    /// From a house's foot to its crossing, or from the far crossing to a door.
    pub(super) fn alley(&self, house: usize) -> [Point; 2] {
        let (x, y) = (self.house(house).cx(), self.alley_y(house));
        if house < ROW as usize { [[x, y], [self.near.x, y]] } else { [[self.far.right(), y], [x, y]] }
    }

    /// Where the queue before a leg is drawn, its head at the right.
    pub(super) fn queue(&self, leg: usize, street: usize, door: usize) -> Area {
        match leg {
            1 => {
                // At the left stands how much it is.
                let x = self.near.x + self.near.w * COUNTED;
                let y = self.y(street) - self.lane() / 2.0;
                Area::new(x, y, self.near.w * (1.0 - COUNTED), self.lane())
            }
            2 => self.spine(street),
            _ => self.door_queue(door),
        }
        .inset(3.0, 2.0)
    }

    /// The queue before a door: the two of a row share its height where both have one.
    pub(super) fn door_queue(&self, house: usize) -> Area {
        let cell = self.house(house);
        Area::new(self.far.x, cell.y, self.far.w, cell.h)
    }
}

/// The title and the body of one of three towns.
fn thirds(margins: Margins, [w, h]: [f32; 2], run: usize) -> [Area; 2] {
    let each = (h - margins.top - 4.0) / 3.0;
    let title = Area::new(margins.side, margins.top + each * run as f32, w - 2.0 * margins.side, margins.title);
    [title, Area::new(title.x, title.bottom(), title.w, (each - margins.title - margins.foot).max(1.0))]
}

/// A number on a plate, where there is no room for a face.
pub(super) fn plate(list: &mut DisplayList, area: Area, number: usize, hued: Option<usize>, is_xray: bool) {
    let (fill, text) = match hued {
        _ if is_xray => (Token::Chip, Token::OnChip),
        Some(n) => (hue(n), on_hue(n)),
        None => (Token::Cloth, Token::OnCloth),
    };
    let edge = if is_xray { Token::ChipEdge } else { Token::Ink };
    list.rect(area.x, area.y, area.w, area.h, area.h * 0.2, Style::fill(fill).outline(edge, 1.0));
    let style = TextStyle::new(LEAST_TEXT.max(area.h * 0.62), text).bold().middle().within(area.w + 1.0);
    list.write(style, area.cx(), area.cy() + style.size * 0.36, format_args!("{number}"));
}
