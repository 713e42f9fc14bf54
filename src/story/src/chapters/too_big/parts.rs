//! Where things stand before the shelf.

use crate::scene::cast::BUST;
use crate::scene::display::LEAST_TEXT;
use crate::scene::geom::{Area, Within as _};
use crate::scene::stage::{self, View};

use super::pack::Rack;
use super::run::Step;

/// A stage so narrow has the rails' titles over them.
pub(super) const NARROW: f32 = 520.0;

/// Where things stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub(super) size: f32,
    /// Shelves and chefs.
    pub(super) top: Area,
    /// The rails along the floor; of no height on a small stage.
    pub(super) foot: Area,
    /// The curve; of no height where there is no room for it.
    pub(super) curve: Area,
    pub(super) ways: usize,
    pub(super) hbm: u64,
    /// The height of the memory in that of its place: less where something is piled above.
    pub(super) tall: f32,
}

impl Parts {
    pub(super) fn new(view: &View<'_>, step: &Step) -> Parts {
        let [w, h] = view.size;
        let header = stage::header_height(view.size);
        let size = (view.text_size() * 0.95).max(LEAST_TEXT);
        let body = Area::new(8.0, header, w - 16.0, (h - header - 4.0).max(1.0));
        let low = if body.h < 200.0 { 0.0 } else { (body.h * 0.25).within(0.0, 150.0) };
        let top = Area::new(body.x, body.y, body.w, body.h - low);
        let foot = match h {
            low if low < 440.0 => 0.0,
            _ if w < NARROW => 64.0,
            _ => 48.0,
        };
        let curve = Area::new(body.x, top.bottom() + 2.0, body.w, (low - 2.0).max(0.0));
        let ask = step.ask();
        let tall = if step.over.is_some() { 0.66 } else { 0.94 };
        let foot = Area::new(body.x, top.bottom() - foot, body.w, foot);
        let top = Area { h: top.h - foot.h, ..top };
        Parts { foot, size, top, curve, ways: ask.ways as usize, hbm: step.gpu().hbm.0, tall }
    }

    /// The column of each chef.
    pub(super) fn column(&self, chef: usize) -> Area {
        let w = self.top.w / self.ways as f32;
        Area::new(self.top.x + w * chef as f32, self.top.y, w, self.top.h)
    }

    /// The line under the header, with the sign and what is being done.
    pub(super) fn line(&self) -> f32 {
        self.top.y + self.size * 1.05
    }

    pub(super) fn rack(&self, chef: usize) -> Rack {
        let column = self.column(chef);
        let roof = self.top.y + self.size * if self.ways > 1 { 4.4 } else { 2.0 };
        let floor = self.floor();
        let h = (floor - roof - self.size * 1.4).max(20.0);
        let tall = h * self.tall;
        let ceiling = floor - h;
        let (x, w) = if self.ways > 1 {
            let w = (column.w * 0.66).min(150.0);
            (column.cx() - w / 2.0, w)
        } else {
            let w = (self.top.w * 0.24).within(60.0, 420.0);
            (self.top.x + self.station_w(), w)
        };
        Rack { area: Area::new(x, floor - tall, w, tall), ceiling, hbm: self.hbm }
    }

    /// How wide the place of the only chef is.
    pub(super) fn station_w(&self) -> f32 {
        (self.top.w * 0.32).min(self.top.h * 0.95)
    }

    /// Where shelves stand.
    pub(super) fn floor(&self) -> f32 {
        self.top.bottom() - if self.ways > 1 { self.bust() * BUST[1] + 4.0 } else { 6.0 }
    }

    /// The scale of a bust under its shelf.
    pub(super) fn bust(&self) -> f32 {
        ((self.top.w / self.ways as f32 - 2.0) / BUST[0]).min(self.top.h * 0.34 / BUST[1])
    }

    /// Beside the labels of the only chef's shelf: where the shelf is shown as it was while reading. None where there is no room.
    pub(super) fn then(&self) -> Option<Rack> {
        let rack = self.rack(0);
        let x = rack.area.right() + 12.0 + self.size * 10.5;
        let room = self.top.right() - x - self.size * 7.0;
        if self.ways > 1 || room < self.size * 8.0 {
            return None;
        }
        let w = room.min(rack.area.w * 0.8);
        Some(Rack { area: Area { x: x + (room - w) / 2.0, w, ..rack.area }, ..rack })
    }

    /// The corridor to the pantry, under the labels of the only chef's shelf.
    pub(super) fn pantry(&self) -> Area {
        let rack = self.rack(0).area;
        let x = rack.right() + 8.0;
        Area::new(x, rack.bottom() - self.size * 3.4, self.top.right() - x, self.size * 3.4)
    }

    /// The pantry itself: at the corridor's end, or, where several share, at the right end of what joins them.
    pub(super) fn house(&self, name: f32) -> Area {
        if self.ways > 1 {
            let bar = self.bar();
            let w = (name + HELD * 2.0 + 16.0).min(bar.w * 0.42);
            return Area::new(bar.right() - w, bar.y - self.size * 0.3, w, bar.h + self.size * 0.6);
        }
        let area = self.pantry();
        let (w, h) = ((name + self.size).max(HELD + 8.0), (self.size * 3.4).max(HELD * 2.3));
        Area::new(area.right() - w, area.bottom() - h, w, h)
    }

    /// What joins the chefs who share: a board along the tops of their shelves.
    pub(super) fn bar(&self) -> Area {
        Area::new(self.top.x + 2.0, self.top.y + self.size * 1.7, self.top.w - 4.0, self.size * 1.4)
    }
}

/// As wide as a hand is.
const HELD: f32 = 46.0;
