//! One chef's shelf, to scale: the boards, the jars on them, and what is piled over the top.

use crate::scene::art::props;
use crate::scene::cast;
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Within as _};
use crate::scene::palette::{Token, hue, on_hue};
use crate::scene::stage::View;
use kitchen_core::workload::memory::{Contents, PerParameter};
use kitchen_text::{Key, key, tr};

/// A kind of jar: what colour it has, what is written on it, and its names.
pub(super) struct Look {
    pub fill: Token,
    pub text: Token,
    pub names: [Key; 2],
}

/// In the order of the contents' parts.
pub(super) static LOOKS: [Look; 6] = [
    Look { fill: Token::Apron, text: Token::OnApron, names: [key::TOO_BIG_PART_RECIPE, key::TOO_BIG_PART_WEIGHTS] },
    Look { fill: hue(4), text: on_hue(4), names: [key::TOO_BIG_PART_NOTEBOOKS, key::TOO_BIG_PART_OPTIMIZER] },
    Look { fill: hue(1), text: on_hue(1), names: [key::TOO_BIG_PART_REPORT, key::TOO_BIG_PART_GRADIENTS] },
    Look { fill: hue(5), text: on_hue(5), names: [key::TOO_BIG_PART_BOWLS, key::TOO_BIG_PART_ACTIVATIONS] },
    Look { fill: hue(6), text: on_hue(6), names: [key::TOO_BIG_PART_LOAN, key::TOO_BIG_PART_BUFFERS] },
    Look { fill: Token::SteelDark, text: Token::OnApron, names: [key::TOO_BIG_PART_TOOLS, key::TOO_BIG_PART_RESERVED] },
];

/// From the bottom up: what stands still lies lowest, what comes and goes lies on top.
pub(super) const PILE: [usize; 6] = [5, 0, 1, 2, 3, 4];

/// A shelf on the stage: the frame that the memory fills, and the free height over it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rack {
    /// The memory, from its bottom to its limit.
    pub area: Area,
    /// How far what is piled higher can be seen.
    pub ceiling: f32,
    /// Bytes that fill it.
    pub hbm: u64,
}

impl Rack {
    /// The height of so many bytes.
    pub(super) fn height(&self, bytes: u64) -> f32 {
        (bytes as f64 / self.hbm.max(1) as f64) as f32 * self.area.h
    }

    /// Where each part lies now, from the bottom up, as far as it can be seen: its top, its height, and which.
    pub(super) fn piled(&self, contents: &Contents) -> [(f32, f32, usize); 6] {
        let parts = contents.parts();
        let mut y = self.area.bottom();
        PILE.map(|part| {
            let top = (y - self.height(parts[part])).max(self.ceiling);
            let one = (top, y - top, part);
            y = top;
            one
        })
    }
}

/// The jars on a shelf, and how it bears them.
pub(super) fn jars(view: &View<'_>, list: &mut DisplayList, rack: &Rack, contents: &Contents, each: &PerParameter) {
    let Area { x, w, .. } = rack.area.inset(2.5, 0.0);
    for (top, h, part) in rack.piled(contents) {
        if h < 0.4 {
            continue;
        }
        let look = &LOOKS[part];
        let area = Area::new(x, top, w, h);
        match (view.is_xray(), part) {
            (false, 0) => book(list, area, look.fill),
            (_, 1) => notebooks(list, area, look.fill, each),
            (false, 2) => sheets(list, area, look.fill),
            (false, 3) => bowls(list, area, look.fill),
            _ => list.rect(x, top, w, h, 1.5, Style::fill(look.fill).outline(Token::Ink, 0.8)),
        }
        if part == 4 {
            // Not its own: a dashed edge.
            list.rect(
                x + 1.0,
                top + 1.0,
                w - 2.0,
                (h - 2.0).max(0.5),
                1.0,
                Style::line(Token::Cloth, 1.2).dash(3.0, 2.0),
            );
        }
        name(view, list, area, look, limit_at(rack, contents));
    }
    limit(view, list, rack, contents);
}

/// A jar's name on it, where that can be read: not where the board at the limit crosses it, from `[top, bottom]`.
fn name(view: &View<'_>, list: &mut DisplayList, area: Area, look: &Look, [top, bottom]: [f32; 2]) {
    let said = tr(view.lang, look.names[usize::from(view.is_xray())]);
    let size = (view.text_size() * 0.95).max(LEAST_TEXT);
    if area.h <= size * 1.3 || text_width(said, LEAST_TEXT, true) > area.w - 4.0 {
        return;
    }
    let style = TextStyle::new(size, look.text).bold().middle().within(area.w - 4.0);
    let (w, half) = (text_width(said, size, true).min(area.w - 4.0), size * 0.7);
    let [under, over] = [bottom + half, top - half];
    let is_crossed = area.cy() + half > top && area.cy() - half < bottom;
    let y = match () {
        () if !is_crossed => area.cy(),
        () if under + half <= area.bottom() => under,
        () if over - half >= area.y => over,
        () => return,
    };
    list.rect(area.cx() - w / 2.0 - 2.0, y - size * 0.62, w + 4.0, size * 1.24, 2.0, Style::fill(look.fill));
    list.write(style, area.cx(), y + size * 0.36, format_args!("{said}"));
}

/// The recipe: a book that lies on its back cover, its pages to be seen.
fn book(list: &mut DisplayList, area: Area, fill: Token) {
    list.rect(area.x, area.y, area.w, area.h, 2.0, Style::fill(fill).outline(Token::Ink, 1.0));
    if area.h > 9.0 {
        let pages = Area::new(area.x + area.w * 0.14, area.y + 2.5, area.w * 0.86 - 1.0, area.h - 5.0);
        list.rect(pages.x, pages.y, pages.w, pages.h, 1.0, Style::fill(Token::Cloth));
        let lines = ((pages.h / 3.0) as usize).min(24);
        for line in 1..lines {
            let y = pages.y + pages.h * line as f32 / lines as f32;
            list.move_to(pages.x + 1.0, y);
            list.line_to(pages.right() - 1.0, y);
        }
        list.paint(Style::line(Token::ClothLine, 0.7));
    }
}

/// The notebooks side by side, each as wide as its digits: the clean copy, and both averages.
fn notebooks(list: &mut DisplayList, area: Area, fill: Token, each: &PerParameter) {
    // The copy in full digits is what both averages leave.
    let average = match each.optimizer {
        12 => 4.0,
        6 => 1.0,
        _ => 2.0,
    };
    let whole = each.optimizer as f32;
    let mut x = area.x;
    for bytes in [whole - 2.0 * average, average, average] {
        let w = area.w * bytes / whole;
        if w > 0.5 {
            list.rect(x, area.y, w, area.h, 2.0, Style::fill(fill).outline(Token::Ink, 1.0));
            if area.h > 12.0 && w > 9.0 {
                let spine = (w * 0.2).min(5.0);
                list.rect(x + 1.0, area.y + 1.0, spine, area.h - 2.0, 1.0, Style::fill(Token::Ink).alpha(0.35));
            }
        }
        x += w;
    }
}

/// The report: a pile of sheets.
fn sheets(list: &mut DisplayList, area: Area, fill: Token) {
    list.rect(area.x, area.y, area.w, area.h, 1.0, Style::fill(fill).outline(Token::Ink, 1.0));
    let count = ((area.h / 5.0) as usize).min(24);
    for sheet in 1..count {
        let y = area.y + area.h * sheet as f32 / count as f32;
        list.move_to(area.x + 2.0, y);
        list.line_to(area.right() - if sheet % 2 == 0 { 2.0 } else { 5.0 }, y);
    }
    if count > 1 {
        list.paint(Style::line(Token::Ink, 0.7));
    }
}

/// Bowls in rows, as many as stand in so much room.
fn bowls(list: &mut DisplayList, area: Area, fill: Token) {
    list.rect(area.x, area.y, area.w, area.h, 1.0, Style::fill(fill).alpha(0.45));
    list.rect(area.x, area.y, area.w, area.h, 1.0, Style::line(Token::Ink, 0.8));
    let s = (area.w / 150.0).within(0.16, 0.42);
    let (w, h) = (42.0 * s, 24.0 * s);
    let (columns, rows) = (((area.w - 2.0) / w) as usize, (area.h / h) as usize);
    for row in 0..rows.min(12) {
        for column in 0..columns.min(9) {
            let x = area.x + area.w / 2.0 + (column as f32 - (columns.min(9) as f32 - 1.0) / 2.0) * w;
            let y = area.bottom() - (row as f32 + 0.5) * h;
            list.art(&props::BOWL, x, y, s, cast::pair(5));
        }
    }
}

/// From where to where the board at the limit lies.
fn limit_at(rack: &Rack, contents: &Contents) -> [f32; 2] {
    [rack.area.y - 6.0, rack.area.y + sag(rack, contents) * 0.8 + 4.0]
}

/// How far the board at the limit hangs through, at its ends' pull.
fn sag(rack: &Rack, contents: &Contents) -> f32 {
    let over = contents.total().0.saturating_sub(rack.hbm) as f64 / rack.hbm.max(1) as f64;
    if over > 0.0 { ((over * 0.5) as f32).within(0.05, 0.3) * rack.area.w.min(60.0) } else { 0.0 }
}

/// The board at the limit: straight while what lies on the shelf finds room, bent and broken once it does not.
fn limit(view: &View<'_>, list: &mut DisplayList, rack: &Rack, contents: &Contents) {
    let Area { x, y, w, .. } = rack.area;
    let total = contents.total().0;
    if total <= rack.hbm {
        list.rect(x - 4.0, y - 3.0, w + 8.0, 5.0, 2.0, Style::fill(edge(view)).outline(Token::Ink, 1.2));
        return;
    }
    let sag = sag(rack, contents);
    // The posts lean out, the board hangs through.
    list.move_to(x - 6.0, y - 3.0);
    list.curve_to([x + w * 0.3, y + sag], [x + w * 0.7, y + sag], [x + w + 6.0, y - 3.0]);
    list.paint(Style::line(Token::Ink, 7.0));
    list.repaint_last(Style::line(edge(view), 4.4));
    let top = rack.piled(contents)[5].0;
    let area = Area::new(x - 4.0, top - 2.0, w + 8.0, y - top + 2.0);
    list.rect(area.x, area.y, area.w, area.h, 3.0, Style::line(Token::Hue1, 3.0).dash(6.0, 4.0));
    if top <= rack.ceiling + 0.5 {
        // It goes on above: a torn edge.
        for tooth in 0..6 {
            let left = area.x + area.w * tooth as f32 / 6.0;
            list.move_to(left, top + 1.0);
            list.line_to(left + area.w / 12.0, top - 6.0);
            list.line_to(left + area.w / 6.0, top + 1.0);
        }
        list.paint(Style::line(Token::Hue1, 2.4));
    }
}

fn edge(view: &View<'_>) -> Token {
    if view.is_xray() { Token::Hbm } else { Token::WoodLight }
}
