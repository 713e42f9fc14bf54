//! The chef's shelf to scale, and the pantry's places for the four kinds of jar.

use kitchen_core::workload::memory::Contents;
use kitchen_text::{Key, format, key, tr};

use crate::scene::art::props;
use crate::scene::cast;
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Point, Within as _};
use crate::scene::palette::{Token, hue, on_hue};
use crate::scene::stage::View;

use super::course::held;
use super::telling::gb;

/// The hue of each kind, in the order of [`kitchen_core::workload::memory_pool::Away::KINDS`].
pub(super) const HUES: [usize; 4] = [3, 1, 4, 5];

/// The names of the kinds, in the kitchen and in the x-ray.
pub(super) const NAMES: [[Key; 2]; 4] = [
    [key::PANTRY_KIND_RECIPE, key::PANTRY_KIND_WEIGHTS],
    [key::PANTRY_KIND_REPORT, key::PANTRY_KIND_GRADIENTS],
    [key::PANTRY_KIND_NOTEBOOKS, key::PANTRY_KIND_OPTIMIZER],
    [key::PANTRY_KIND_BOWLS, key::PANTRY_KIND_ACTIVATIONS],
];

/// From the bottom up: what stands still lies lowest.
const PILE: [usize; 4] = [0, 2, 1, 3];

/// A shelf on the stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rack {
    /// The memory, from its bottom to its limit.
    pub area: Area,
    /// How far what is piled higher can be seen.
    pub ceiling: f32,
    pub hbm: u64,
    pub unit: f32,
}

impl Rack {
    fn height(&self, bytes: u64) -> f32 {
        (bytes as f64 / self.hbm.max(1) as f64) as f32 * self.area.h
    }
}

/// What lies on the shelf, and how much that is.
pub(super) fn jars(view: &View<'_>, list: &mut DisplayList, rack: &Rack, contents: &Contents) {
    let Area { x, w, .. } = rack.area.inset(2.5, 0.0);
    let mut y = rack.area.bottom();
    let tools = rack.height(contents.reserved);
    y -= tools;
    list.rect(x, y, w, tools, 1.0, Style::fill(Token::SteelDark).outline(Token::Ink, 0.8));
    for kind in PILE {
        let top = (y - rack.height(held(contents, kind))).max(rack.ceiling);
        let h = y - top;
        if h >= 0.6 {
            block(view, list, Area::new(x, top, w, h), kind);
        }
        y = top;
    }
    let total = contents.total().0;
    if total > rack.hbm {
        // What finds no room is framed.
        let area = Area::new(x - 3.0, y - 1.0, w + 6.0, rack.area.y - y + 1.0);
        list.rect(area.x, area.y, area.w, area.h, 2.0, Style::line(Token::Hue1, 2.6).dash(6.0, 4.0));
    }
    let limit = rack.area;
    let board = if total > rack.hbm { Token::Hue1 } else { Token::WoodLight };
    list.rect(limit.x - 4.0, limit.y - 3.0, limit.w + 8.0, 5.0, 2.0, Style::fill(board).outline(Token::Ink, 1.2));
    let style = TextStyle::new(rack.unit, Token::Text).bold().middle();
    let above = y.min(limit.y) - rack.unit * 0.7;
    list.write_on_card(style, limit.cx(), above, |out| {
        format::push_number(out, gb(total), 1);
        out.push_str(" GB");
    });
}

/// One kind on the shelf: rows of jars in the kitchen, a bar in the x-ray.
fn block(view: &View<'_>, list: &mut DisplayList, area: Area, kind: usize) {
    let n = HUES[kind];
    if view.is_xray() {
        list.rect(area.x, area.y, area.w, area.h, 1.0, Style::fill(hue(n)).outline(Token::Ink, 0.8));
    } else {
        list.rect(area.x, area.y, area.w, area.h, 1.0, Style::fill(hue(n)).alpha(0.5));
        row(list, area, n, 1.0);
        list.rect(area.x, area.y, area.w, area.h, 1.0, Style::line(Token::Ink, 1.0));
    }
    let said = tr(view.lang, NAMES[kind][usize::from(view.is_xray())]);
    let size = (view.text_size() * 0.95).max(LEAST_TEXT);
    let w = text_width(said, size, true);
    if area.h > size * 1.35 && w < area.w - 4.0 {
        let y = area.cy();
        list.rect(area.cx() - w / 2.0 - 3.0, y - size * 0.64, w + 6.0, size * 1.28, 2.0, Style::fill(hue(n)));
        list.write(TextStyle::new(size, on_hue(n)).bold().middle(), area.cx(), y + size * 0.36, format_args!("{said}"));
    }
}

/// A jar whose label has the colour of its kind, its foot there.
pub(super) fn jar(list: &mut DisplayList, [x, y]: Point, s: f32, n: usize) {
    list.art(&props::JAR, x, y, s, cast::pair(n));
    list.rect(x - 5.0 * s, y - 14.4 * s, 10.0 * s, 11.8 * s, 0.0, Style::fill(hue(n)));
}

/// Jars in as many rows as stand in an area, the last of them left out as far as it is not full.
fn row(list: &mut DisplayList, area: Area, n: usize, full: f32) {
    let s = (area.w / 110.0).within(0.4, 1.0).min(area.h / 24.0);
    if s < 0.3 {
        return;
    }
    let (w, h) = (19.0 * s, 25.0 * s);
    let (columns, rows) = (((area.w - 2.0) / w) as usize, (area.h / h) as usize);
    let (columns, rows) = (columns.min(12), rows.min(8));
    let count = (columns as f32 * rows as f32 * full + 0.5) as usize;
    let gap = (area.w - columns as f32 * w) / 2.0;
    for at in 0..count {
        let (column, row) = (at % columns.max(1), at / columns.max(1));
        let x = area.x + gap + (column as f32 + 0.5) * w;
        jar(list, [x, area.bottom() - row as f32 * h - 1.0], s, n);
    }
}

/// The pantry's building, empty: a roof, a name, and a place for each kind.
pub(super) fn pantry(view: &View<'_>, list: &mut DisplayList, area: Area, away: [bool; 4]) {
    let Area { x, y, w, h } = area;
    let roof = roof(area);
    let (fill, edge, text) = if view.is_xray() {
        (Token::Chip, Token::ChipEdge, Token::OnChip)
    } else {
        (Token::WoodDark, Token::Ink, Token::Text)
    };
    if !view.is_xray() {
        list.move_to(x - w * 0.04, y + roof);
        list.line_to(x + w * 0.5, y);
        list.line_to(x + w * 1.04, y + roof);
        list.close();
        list.paint(Style::fill(Token::Scarf).outline(Token::Ink, 2.0));
    }
    list.rect(x, y + roof, w, h - roof, 2.0, Style::fill(fill).outline(edge, 2.0));
    let size = view.text_size().max(11.0);
    let name = if view.is_xray() { key::PANTRY_POOL } else { key::PANTRY_NAME };
    let said = tr(view.lang, name);
    let style = TextStyle::new(size, if view.is_xray() { text } else { Token::Text }).bold().middle().within(w - 4.0);
    if view.is_xray() {
        list.say(style, x + w / 2.0, y + roof + size * 1.15, view.lang, name);
    } else {
        list.write_on_card(style, x + w / 2.0, y + roof * 0.72, |out| out.push_str(said));
    }
    for (kind, is_away) in away.into_iter().enumerate() {
        let bay = bay(view, area, kind);
        let n = HUES[kind];
        let style = if is_away {
            Style::fill(Token::WoodLight).outline(Token::Ink, 1.2)
        } else {
            Style::fill(fill).outline(Token::Steel, 1.0)
        };
        list.rect(bay.x, bay.y, bay.w, bay.h, 2.0, style);
        let named = tr(view.lang, NAMES[kind][usize::from(view.is_xray())]);
        let color = if is_away { on_hue(n) } else { Token::OnApron };
        let size = (size * 0.92).max(LEAST_TEXT);
        let w = text_width(named, size, true).min(bay.w - 8.0);
        let mark = if is_away { Style::fill(hue(n)) } else { Style::fill(Token::SteelDark) };
        list.rect(bay.x, bay.y, w + 8.0, size * 1.3, 2.0, mark);
        let style = TextStyle::new(size, color).bold().within(bay.w - 6.0);
        list.write(style, bay.x + 4.0, bay.y + size * 0.98, format_args!("{named}"));
    }
}

/// How high the roof is.
fn roof(area: Area) -> f32 {
    (area.h * 0.2).within(14.0, 90.0)
}

/// The place of a kind in the pantry.
fn bay(view: &View<'_>, area: Area, kind: usize) -> Area {
    let size = view.text_size().max(11.0);
    let head = roof(area) + if view.is_xray() { size * 1.5 } else { 4.0 };
    let inner = Area::new(area.x + 5.0, area.y + head, area.w - 10.0, (area.h - head - 4.0).max(4.0));
    let h = inner.h / 4.0;
    Area::new(inner.x, inner.y + h * kind as f32, inner.w, (h - 3.0).max(2.0))
}

/// What lies in the pantry of a kind, as a share of all of it.
pub(super) fn stored(view: &View<'_>, list: &mut DisplayList, area: Area, kind: usize, full: f32) {
    let bay = bay(view, area, kind);
    let size = view.text_size().max(11.0);
    let floor = if bay.h < size * 2.4 {
        // Beside the name.
        let named = tr(view.lang, NAMES[kind][usize::from(view.is_xray())]);
        let left = text_width(named, (size * 0.92).max(LEAST_TEXT), true).min(bay.w * 0.6) + 11.0;
        Area::new(bay.x + left, bay.y + 2.0, (bay.w - left - 3.0).max(2.0), (bay.h - 4.0).max(2.0))
    } else {
        Area::new(bay.x + 3.0, bay.y + size * 1.25, bay.w - 6.0, bay.h - size * 1.25 - 2.0)
    };
    if full <= 0.0 {
        return;
    }
    if view.is_xray() || floor.h < 9.0 {
        list.rect(
            floor.x,
            floor.y,
            floor.w * full,
            floor.h,
            1.0,
            Style::fill(hue(HUES[kind])).outline(Token::Ink, 0.8),
        );
    } else {
        row(list, floor, HUES[kind], full);
    }
}

/// The middle of a kind's place in the pantry.
pub(super) fn bay_centre(view: &View<'_>, area: Area, kind: usize) -> Point {
    let bay = bay(view, area, kind);
    [bay.x + bay.w * 0.78, bay.cy()]
}

impl Rack {
    /// Where a kind stands on a shelf that holds that.
    pub(super) fn place(&self, contents: &Contents, kind: usize) -> Point {
        let mut y = self.area.bottom() - self.height(contents.reserved);
        for below in PILE {
            let h = self.height(held(contents, below));
            if below == kind {
                return [self.area.x + self.area.w * 0.82, (y - h / 2.0).max(self.ceiling)];
            }
            y -= h;
        }
        [self.area.cx(), self.area.y]
    }
}
