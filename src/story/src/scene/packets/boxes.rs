//! Parcels as boxes: on their way, piled up beside who sends or gets them, standing before a gate.

use crate::scene::art::props;
use crate::scene::cast;
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle};
use crate::scene::geom::{Area, Point, Within as _};
use crate::scene::palette::{Token, hue, on_hue};
use crate::scene::stage::View;

/// The largest boxes with which so many have room in an area.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Boxes {
    area: Area,
    pub size: f32,
    /// How many stand side by side, and one over the other.
    columns: usize,
    rows: usize,
}

impl Boxes {
    pub(crate) fn new(area: Area, most: usize) -> Boxes {
        let (mut size, mut best) = (0.5, 1);
        for columns in 1..=16_usize {
            let rows = usize::div_ceil(most.max(1), columns) as f32;
            let own = (area.w / columns as f32).min(area.h / rows);
            if own > size {
                (size, best) = (own, columns);
            }
        }
        Boxes { area, size, columns: best, rows: usize::div_ceil(most, best).max(1) }
    }

    /// The corner of a box of a pile: row by row, from the ground up.
    pub(crate) fn piled(&self, at: usize) -> Point {
        let (row, column) = (at / self.columns, at % self.columns);
        [self.area.x + self.size * column as f32, self.area.bottom() - self.size * (row as f32 + 1.0)]
    }

    /// The corner of a box of a queue: column by column, from the gate at the right.
    pub(crate) fn queued(&self, at: usize) -> Point {
        let (column, row) = (at / self.rows, at % self.rows);
        let top = self.area.cy() - self.size * self.rows as f32 / 2.0;
        [self.area.right() - self.size * (column as f32 + 1.0), top + self.size * row as f32]
    }
}

/// A box from above; says how wide its edge is.
pub(crate) fn boxed(list: &mut DisplayList, [x, y]: Point, size: f32, fill: Token) -> f32 {
    let edge = (size * 0.09).within(0.4, 1.4);
    list.rect(x, y, size - edge, size - edge, size * 0.12, Style::fill(fill).outline(Token::Ink, edge));
    edge
}

/// A followed packet as a box: in its kitchen's colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parcel {
    pub from: usize,
    /// Whether the kitchen's number stands on it, where it can be read.
    pub is_numbered: bool,
    /// Whether it has the band of a mark.
    pub is_marked: bool,
}

impl Parcel {
    /// Without number and mark.
    pub(crate) fn plain(from: usize) -> Parcel {
        Parcel { from, is_numbered: false, is_marked: false }
    }

    pub(crate) fn draw(self, list: &mut DisplayList, [x, y]: Point, size: f32) {
        let edge = boxed(list, [x, y], size, hue(self.from));
        let inner = size - edge;
        if self.is_numbered && size >= 14.5 {
            let style = TextStyle::new(LEAST_TEXT.max(size * 0.62), on_hue(self.from)).bold().middle();
            list.write(style, x + inner / 2.0, y + inner * 0.5 + size * 0.24, format_args!("{}", self.from + 1));
        }
        if self.is_marked {
            list.rect(x, y + inner * 0.7, inner, inner * 0.3, 0.0, Style::fill(Token::Cloth).outline(Token::Ink, edge));
        }
    }
}

/// A parcel on its way: a scooter, in the x-ray the packet itself.
pub(crate) fn rider(view: &View<'_>, list: &mut DisplayList, at: Point, scale: f32, parcel: Parcel) {
    if view.is_xray() {
        let size = 20.0 * scale;
        return parcel.draw(list, [at[0] - size / 2.0, at[1] - size / 2.0], size);
    }
    scooter(list, at, scale, parcel.from);
    if parcel.is_marked {
        let [x, y] = [at[0] - 15.0 * scale, at[1] - 15.0 * scale];
        list.rect(x, y, 12.0 * scale, 4.0 * scale, 0.0, Style::fill(Token::Accent));
    }
}

pub(crate) fn scooter(list: &mut DisplayList, at: Point, scale: f32, n: usize) {
    list.art(&props::SCOOTER, at[0], at[1] - 4.0 * scale, scale * 0.8, cast::pair(n));
}
