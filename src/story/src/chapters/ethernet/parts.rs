//! Where the things of a town lie: houses, crossings, streets, doors.

use crate::scene::geom::{Area, Point};
use crate::scene::stage::{self, View};

use super::ride::Ride;
use super::run::{ROW, STREETS};

/// The part of the first crossing in which its queues are told.
pub(super) const COUNTED: f32 = 0.27;

/// A town's parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub(super) title: Area,
    /// All below the title.
    pub(super) body: Area,
    /// The crossings: before the kitchens, in each street, before the doors.
    pub(super) near: Area,
    pub(super) far: Area,
    pub(super) middle: [f32; 2],
    /// The houses' columns, left and right.
    pub(super) left: Area,
    pub(super) right: Area,
    pub(super) words: f32,
}

impl Parts {
    pub(super) fn new(view: &View<'_>, run: usize) -> Parts {
        let [w, h] = view.size;
        let header = stage::header_height(view.size);
        let each = (h - header - 4.0) / 2.0;
        let words = view.text_size().max(11.0) * if view.compact() { 1.05 } else { 1.0 };
        let pad = if view.compact() { 3.0 } else { 8.0 };
        let y = header + each * run as f32;
        let title = Area::new(pad, y, w - 2.0 * pad, words * 1.5);
        let body = Area::new(pad, title.bottom(), w - 2.0 * pad, (each - title.h - pad * 0.7).max(1.0));
        let side = if view.compact() { body.w * 0.18 } else { (body.h * 0.72).min(body.w * 0.19) };
        let left = Area::new(body.x, body.y, side, body.h);
        let right = Area::new(body.right() - side, body.y, side, body.h);
        let inner = body.w - 2.0 * side;
        let near = Area::new(left.right() + inner * 0.03, body.y, inner * 0.28, body.h);
        let far = Area::new(right.x - inner * 0.03 - inner * 0.2, body.y, inner * 0.2, body.h);
        let gap = far.x - near.right();
        let middle = [near.right() + gap * 0.36, gap * 0.28];
        Parts { title, body, near, far, middle, left, right, words }
    }

    /// A lane's height: a fourth of the town.
    pub(super) fn lane(&self) -> f32 {
        self.near.h / STREETS as f32
    }

    pub(super) fn street_y(&self, street: usize) -> f32 {
        self.near.y + self.lane() * (street as f32 + 0.5)
    }

    /// The crossing in the middle of a street.
    pub(super) fn spine(&self, street: usize) -> Area {
        let h = self.lane() * 0.72;
        Area::new(self.middle[0], self.street_y(street) - h / 2.0, self.middle[1], h)
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

    /// A half of a street: into it, or out of it.
    pub(super) fn half(&self, street: usize, out: bool) -> [Point; 2] {
        let (y, spine) = (self.street_y(street), self.spine(street));
        if out { [[spine.right(), y], [self.far.x, y]] } else { [[self.near.right(), y], [spine.x, y]] }
    }

    /// Where the queue before a leg is drawn, its head at the right.
    pub(super) fn queue(&self, leg: usize, ride: &Ride) -> Area {
        match leg {
            1 => {
                // At the left stands how much it is.
                let x = self.near.x + self.near.w * COUNTED;
                let y = self.street_y(ride.street) - self.lane() / 2.0;
                Area::new(x, y, self.near.w * (1.0 - COUNTED), self.lane())
            }
            2 => self.spine(ride.street),
            _ => self.door_queue(ride.to as usize),
        }
        .inset(3.0, 2.0)
    }

    /// The queue before a door: the two of a row share its height where both have one.
    pub(super) fn door_queue(&self, house: usize) -> Area {
        let cell = self.house(house);
        Area::new(self.far.x, cell.y, self.far.w, cell.h)
    }
}
