//! Where kitchens and chefs stand. Each stage of the relay is a district of its own kitchens; where a kitchen has several stages, or a
//! stage ends within one, all kitchens are one district.

use super::Town;
use crate::brought::CitySight;
use crate::scene::geom::{Area, Within as _};

/// A chef's place is one wide; so high.
const CELL: f32 = 1.25;
/// Around the chefs of a kitchen, around a kitchen, around a district.
const WALL: f32 = 0.25;
const STREET: f32 = 0.6;
const AVENUE: f32 = 0.05;

/// How much is seen of a kitchen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Near {
    /// Districts alone.
    District,
    Kitchen,
    /// A place for each chef.
    Place,
    /// Chefs at work.
    Chef,
}

/// The city on a stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map {
    /// Districts, and those in a row.
    pub(super) districts: u32,
    across: u32,
    /// Chefs of a kitchen in a row, and kitchens of a district.
    cols: u32,
    rows: u32,
    wide: u32,
    high: u32,
    /// In the city's own measure: a kitchen with its street, a district with its avenue, all.
    kitchen: [f32; 2],
    district: [f32; 2],
    whole: [f32; 2],
    /// CSS pixels of it, and where its left upper corner is.
    pub(super) scale: f32,
    corner: [f32; 2],
    pub(super) room: [f32; 2],
    fit: f32,
    kitchens: u32,
    /// Kitchens of a district, and their chefs.
    of_district: u32,
    each: u32,
    chefs: u32,
}

/// Columns for so many: as near to twice as many as rows as whole rows allow.
fn columns(count: u32) -> u32 {
    let off = |cols: &u32| (*cols as f32 / (count / cols) as f32 / 2.0).ln().abs();
    let whole = (1..=count).filter(|cols| count.is_multiple_of(*cols)).min_by(|a, b| off(a).total_cmp(&off(b)));
    let square = (count as f32 * 2.0).sqrt().ceil() as u32;
    whole.filter(|cols| off(cols) < 1.2).unwrap_or(square).max(1)
}

impl Map {
    /// On a stage of that size.
    pub(super) fn of(town: &Town, size: [f32; 2], sight: CitySight) -> Map {
        let [each, kitchens] = [town.each, town.kitchens()];
        let is_whole = town.of_stage.is_multiple_of(each);
        let districts = if is_whole { town.stages.len() as u32 } else { 1 }.max(1);
        let of_district = kitchens.div_ceil(districts);
        let cols = columns(each);
        let rows = each.div_ceil(cols);
        let kitchen = [cols as f32 + 2.0 * WALL + STREET, rows as f32 * CELL + 2.0 * WALL + STREET];
        let room = size.map(|side| side.max(40.0));
        let mut best = Map {
            districts,
            across: 1,
            cols,
            rows,
            wide: 1,
            high: of_district,
            kitchen,
            district: [1.0; 2],
            whole: [1.0; 2],
            scale: 0.0,
            corner: [0.0; 2],
            room,
            fit: 0.0,
            kitchens,
            of_district,
            each,
            chefs: town.chefs,
        };
        for across in 1..=districts {
            let down = districts.div_ceil(across);
            let cell = [room[0] / across as f32, room[1] / down as f32];
            // As many kitchens in a row as the district's shape asks for.
            let ideal = (of_district as f32 * cell[0] * kitchen[1] / cell[1] / kitchen[0]).sqrt();
            for wide in [ideal.floor(), ideal.ceil()] {
                let wide = (wide as u32).clamp(1, of_district);
                let high = of_district.div_ceil(wide);
                let own = [wide as f32 * kitchen[0], high as f32 * kitchen[1]];
                let avenue = AVENUE * own[0].max(own[1]) + STREET;
                let district = [own[0] + avenue, own[1] + avenue];
                let whole = [district[0] * across as f32, district[1] * down as f32];
                let fit = (room[0] / whole[0]).min(room[1] / whole[1]);
                if best.fit < fit {
                    best = Map { across, wide, high, district, whole, scale: fit, fit, ..best };
                }
            }
        }
        best.seen(sight)
    }

    fn seen(mut self, sight: CitySight) -> Map {
        self.scale = self.fit * sight.zoom.within(1.0, self.most_zoom());
        for axis in 0..2 {
            let (all, room) = (self.whole[axis] * self.scale, self.room[axis]);
            // What is smaller than the stage stands in its middle.
            self.corner[axis] = if all <= room {
                (room - all) / 2.0
            } else {
                (room / 2.0 - sight.center[axis] * all).within(room - all, 0.0)
            };
        }
        self
    }

    /// How near one may come: one kitchen fills the stage, or a chef is as large as chefs are drawn.
    pub(super) fn most_zoom(&self) -> f32 {
        let kitchen = (self.room[0] / self.kitchen[0]).min(self.room[1] / self.kitchen[1]);
        (kitchen.max(120.0) / self.fit).max(1.0)
    }

    pub(super) fn near(&self) -> Near {
        match self.scale {
            scale if scale >= 72.0 => Near::Chef,
            scale if scale >= 10.0 => Near::Place,
            scale if scale * self.kitchen[0] >= 5.0 => Near::Kitchen,
            _ => Near::District,
        }
    }

    fn on_stage(&self, x: f32, y: f32, w: f32, h: f32) -> Area {
        let s = self.scale;
        Area::new(self.corner[0] + x * s, self.corner[1] + y * s, w * s, h * s)
    }

    fn district_corner(&self, district: u32) -> [f32; 2] {
        let (column, line) = (district % self.across, district / self.across);
        let avenue = (self.district[0] - self.wide as f32 * self.kitchen[0]) / 2.0;
        [column as f32 * self.district[0] + avenue, line as f32 * self.district[1] + avenue]
    }

    /// A district, its avenue not counted.
    pub(super) fn district(&self, district: u32) -> Area {
        let [x, y] = self.district_corner(district);
        self.on_stage(x, y, self.wide as f32 * self.kitchen[0], self.high as f32 * self.kitchen[1])
    }

    /// The kitchens of a district.
    pub(super) fn kitchens_of(&self, district: u32) -> std::ops::Range<u32> {
        let first = district * self.of_district;
        first..(first + self.of_district).min(self.kitchens)
    }

    /// The rows of a district's kitchens: a whole block, and what is left in a last row.
    pub(super) fn blocks(&self, district: u32) -> [Area; 2] {
        let count = self.kitchens_of(district).len() as u32;
        let [x, y] = self.district_corner(district);
        let (whole, left) = (count / self.wide, count % self.wide);
        let [kw, kh] = self.kitchen;
        [
            self.on_stage(x, y, self.wide as f32 * kw, whole as f32 * kh),
            self.on_stage(x, y + whole as f32 * kh, left as f32 * kw, if left > 0 { kh } else { 0.0 }),
        ]
    }

    /// How many lines of streets cross a district: beside one another, and one above the other.
    pub(super) fn streets(&self) -> [u32; 2] {
        [self.wide, self.high]
    }

    /// A kitchen with its street, CSS pixels.
    pub(super) fn pitch(&self) -> [f32; 2] {
        self.kitchen.map(|side| side * self.scale)
    }

    pub(super) fn street(&self) -> f32 {
        STREET * self.scale
    }

    /// A kitchen's walls.
    pub(super) fn walls(&self, kitchen: u32) -> Area {
        let district = (kitchen / self.of_district).min(self.districts - 1);
        let within = kitchen - district * self.of_district;
        let [x, y] = self.district_corner(district);
        let (column, line) = (within % self.wide, within / self.wide);
        let [kw, kh] = self.kitchen;
        let half = STREET / 2.0;
        self.on_stage(x + column as f32 * kw + half, y + line as f32 * kh + half, kw - STREET, kh - STREET)
    }

    /// A chef's place.
    pub(super) fn cell(&self, chef: u32) -> Area {
        let walls = self.walls(chef / self.each);
        let at = chef % self.each;
        let (s, wall) = (self.scale, WALL * self.scale);
        let (column, line) = (at % self.cols, at / self.cols);
        Area::new(walls.x + wall + column as f32 * s, walls.y + wall + line as f32 * CELL * s, s, CELL * s)
    }

    pub(super) fn is_seen(&self, area: &Area) -> bool {
        area.right() >= 0.0 && area.bottom() >= 0.0 && area.x <= self.room[0] && area.y <= self.room[1]
    }

    /// The kitchens of a district that are on the stage, row by row.
    pub(super) fn seen_kitchens(&self, district: u32) -> impl Iterator<Item = u32> {
        let area = self.district(district);
        let all = self.kitchens_of(district);
        let [kw, kh] = self.pitch();
        let part = |from: f32, to: f32, pitch: f32, most: u32| {
            let first = (from / pitch).floor().within(0.0, most as f32) as u32;
            first..(to / pitch).ceil().within(first as f32, most as f32) as u32
        };
        let columns = part(-area.x, self.room[0] - area.x, kw, self.wide);
        let lines = part(-area.y, self.room[1] - area.y, kh, self.high);
        let (wide, first) = (self.wide, all.start);
        lines
            .flat_map(move |line| columns.clone().map(move |column| first + line * wide + column))
            .filter(move |kitchen| all.contains(kitchen))
    }

    /// The chef at a place, or who stands nearest in its kitchen.
    pub(super) fn chef_at(&self, [x, y]: [f32; 2]) -> Option<u32> {
        if y > self.room[1] {
            return None;
        }
        let (px, py) = ((x - self.corner[0]) / self.scale, (y - self.corner[1]) / self.scale);
        if px < 0.0 || py < 0.0 || px >= self.whole[0] || py >= self.whole[1] {
            return None;
        }
        let (column, line) = ((px / self.district[0]) as u32, (py / self.district[1]) as u32);
        let district = line * self.across + column;
        if district >= self.districts {
            return None;
        }
        let [dx, dy] = self.district_corner(district);
        let [kw, kh] = self.kitchen;
        let at = |value: f32, pitch: f32, most: u32| ((value / pitch).max(0.0) as u32).min(most.saturating_sub(1));
        let (kx, ky) = (at(px - dx, kw, self.wide), at(py - dy, kh, self.high));
        let kitchen = self.kitchens_of(district).start + ky * self.wide + kx;
        if !self.kitchens_of(district).contains(&kitchen) {
            return None;
        }
        let (left, top) = (dx + kx as f32 * kw + STREET / 2.0 + WALL, dy + ky as f32 * kh + STREET / 2.0 + WALL);
        let (cx, cy) = (at(px - left, 1.0, self.cols), at(py - top, CELL, self.rows));
        let chef = kitchen * self.each + (cy * self.cols + cx).min(self.each - 1);
        (chef < self.chefs).then_some(chef)
    }

    /// Where a chef stands, as parts of the whole city.
    pub(super) fn share_of(&self, chef: u32) -> [f32; 2] {
        let cell = self.cell(chef.min(self.chefs.saturating_sub(1)));
        let part = |at: f32, axis: usize| (at - self.corner[axis]) / (self.whole[axis] * self.scale);
        [part(cell.cx(), 0), part(cell.cy(), 1)]
    }
}
