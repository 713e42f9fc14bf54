//! Where the two kitchens stand, and the ways in and between them.

use super::run::STAGES;
use crate::scene::display::{DisplayList, Style};
use crate::scene::geom::{Area, Point, Way, Within as _};
use crate::scene::palette::Token;
use crate::scene::stage::{self, View};
use kitchen_core::sim::task::GpuId;

/// A kitchen in units of the art: its middle, at the chefs' feet, is at (0, 0).
const WIDTH: f32 = 500.0;
const ABOVE: f32 = 216.0;
const BELOW: f32 = 108.0;
/// Where the chefs stand, and where the corridor runs.
const FEET: [f32; STAGES as usize] = [-106.0, 96.0];
const CORRIDOR: f32 = 90.0;

/// Whose units a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    First,
    Second,
    /// The crossing is at (0, 0).
    Street,
}

/// The picture's plan: side by side with the street between them, or one below the other with the street at the right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) scale: f32,
    pub(super) rooms: [Area; 2],
    /// What is free of the header.
    top: f32,
    pub(super) is_stacked: bool,
    crossing: Point,
}

impl Plan {
    pub(super) fn new(view: &View<'_>) -> Plan {
        let [w, h] = view.size;
        let top = stage::header_height(view.size);
        let tags = view.text_size().within(11.0, 30.0) * 2.6;
        let fit = |room: Area, top: f32| {
            let high = (room.bottom() - top - tags).max(room.h * 0.62);
            (room.w / WIDTH).min(high / (ABOVE + BELOW))
        };
        let gap = (w * 0.13).within(64.0, 260.0);
        let wide = (w - gap) / 2.0;
        let beside = [Area::new(0.0, 0.0, wide, h), Area::new(w - wide, 0.0, wide, h)];
        let lane = (w * 0.13).within(44.0, 110.0);
        let half = (h - top) / 2.0;
        let stacked = [Area::new(0.0, 0.0, w - lane, top + half), Area::new(0.0, top + half, w - lane, half)];
        let (one, other) = (fit(beside[0], top), fit(stacked[1], top + half));
        let is_stacked = other > one;
        let (rooms, scale) = if is_stacked { (stacked, other) } else { (beside, one) };
        let mut plan = Plan { scale, rooms, top, is_stacked, crossing: [0.0; 2] };
        plan.crossing = if is_stacked {
            [w - lane / 2.0, f32::midpoint(plan.corridor(0), plan.corridor(1))]
        } else {
            [w / 2.0, plan.corridor(0)]
        };
        plan
    }

    /// The kitchen beside the street at its right is the mirror image of the one at its left.
    pub(super) fn side(&self, room: usize) -> f32 {
        if room == 1 && !self.is_stacked { -1.0 } else { 1.0 }
    }

    fn origin(&self, room: usize) -> Point {
        let area = self.rooms[room];
        let free = area.bottom() - area.y.max(self.top) - (ABOVE + BELOW) * self.scale;
        // What is left over is the wall's, for the tags, and some of it the floor's.
        [area.cx(), area.bottom() - BELOW * self.scale - (free * 0.26).max(0.0)]
    }

    /// A place on the stage.
    pub(super) fn at(&self, room: Room, [x, y]: Point) -> Point {
        let (origin, side) = match room {
            Room::First => (self.origin(0), self.side(0)),
            Room::Second => (self.origin(1), self.side(1)),
            Room::Street => (self.crossing, 1.0),
        };
        [origin[0] + side * x * self.scale, origin[1] + y * self.scale]
    }

    /// The same for what hangs between the walls: across in five-hundredths of the room, however large the art is.
    pub(super) fn over(&self, room: Room, [x, y]: Point) -> Point {
        let wide = if room == Room::Street { 1.0 } else { self.rooms[0].w / (WIDTH * self.scale) };
        self.at(room, [x * wide, y])
    }

    /// Above what nothing hangs.
    pub(super) fn ceiling(&self, room: Room) -> f32 {
        self.rooms[usize::from(room == Room::Second)].y.max(self.top)
    }

    pub(super) fn room(room: usize) -> Room {
        if room == 0 { Room::First } else { Room::Second }
    }

    /// Where a chef stands.
    pub(super) fn foot(&self, gpu: GpuId) -> Point {
        let (room, stage) = (gpu / STAGES, gpu % STAGES);
        self.at(Plan::room(room as usize), [FEET[stage as usize], 0.0])
    }

    fn corridor(&self, room: usize) -> f32 {
        self.origin(room)[1] + CORRIDOR * self.scale
    }

    /// Where a kitchen's corridor meets the street.
    pub(super) fn door(&self, room: usize) -> Point {
        let area = self.rooms[room];
        [if self.side(room) > 0.0 { area.right() } else { area.x }, self.corridor(room)]
    }

    pub(super) fn crossing(&self) -> Point {
        self.crossing
    }

    /// The tunnel from the first chef of a kitchen to the second.
    pub(super) fn tunnel(&self, room: usize) -> Way {
        let s = self.scale;
        let (a, b) = (self.foot(room as GpuId * STAGES), self.foot(room as GpuId * STAGES + 1));
        let side = self.side(room);
        let (from, to) = ([a[0] + side * 40.0 * s, a[1] - 6.0 * s], [b[0] - side * 40.0 * s, b[1] - 6.0 * s]);
        let (dip, lean) = (52.0 * s, side * 8.0 * s);
        let mut way = Way::new();
        way.curve(from, [from[0] + lean, from[1] + dip], [to[0] - lean, to[1] + dip], to);
        way
    }

    /// The corridor from a chef to the kitchen's door.
    pub(super) fn way_out(&self, gpu: GpuId) -> Way {
        let (foot, room) = (self.foot(gpu), (gpu / STAGES) as usize);
        let x = foot[0] - self.side(room) * 56.0 * self.scale;
        let mut way = Way::new();
        for point in [[x, foot[1] - 6.0 * self.scale], [x, self.corridor(room)], self.door(room)] {
            way.push(point);
        }
        way
    }

    /// The street from the first kitchen's door to the second's.
    pub(super) fn street(&self) -> Way {
        let (from, to) = (self.door(0), self.door(1));
        let mut way = Way::new();
        way.push(from);
        if self.is_stacked {
            way.push([self.crossing[0], from[1]]);
            way.push([self.crossing[0], to[1]]);
        }
        way.push(to);
        way
    }

    /// The whole way of a slip from a chef to the other who has the same pages.
    pub(super) fn between(&self, from: GpuId, to: GpuId) -> Way {
        let (out, mut home, mut street) = (self.way_out(from), self.way_out(to), self.street());
        home.reverse();
        if from > to {
            street.reverse();
        }
        let mut way = Way::new();
        for part in [&out, &street, &home] {
            part.points().iter().for_each(|&point| way.push(point));
        }
        way
    }

    /// The width of corridor and street.
    pub(super) fn road(&self) -> f32 {
        24.0 * self.scale
    }

    /// Draws each kitchen's wall and floor.
    pub(super) fn walls(&self, view: &View<'_>, list: &mut DisplayList) {
        for room in 0..2 {
            let area = self.rooms[room];
            stage::room(view, list, area, self.origin(room)[1] - 112.0 * self.scale - area.y);
            list.rect(area.x, area.y, area.w, area.h, 0.0, Style::line(Token::WallEdge, 4.0));
        }
    }
}
