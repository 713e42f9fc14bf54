//! The numbers that chefs hold: one page beside each, a line for each number, and how many chefs' reports are in it.

use super::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use super::geom::Area;
use super::palette::{Token, hue};

/// One line of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub value: i64,
    /// Decimal places of `value`.
    pub digits: u8,
    /// The part of all chefs whose reports are in it, 0 to 1.
    pub share: f32,
    /// Nothing to show yet.
    pub blank: bool,
    /// The row and the column, from 1, of a matrix entry; zeros for none.
    pub place: [u8; 2],
}

/// Draws a page in `area` with `count` entries; `done` gives it a green edge.
pub(crate) fn page(
    list: &mut DisplayList,
    area: Area,
    xray: bool,
    count: usize,
    done: bool,
    entry: &mut dyn FnMut(usize) -> Entry,
) {
    if area.w < 16.0 || area.h < 16.0 || count == 0 {
        return;
    }
    let pad = (area.w * 0.05).min(5.0);
    let most = area.w * 0.36;
    let row = ((area.h - 2.0 * pad - 4.0) / count as f32).min(most).max(4.0);
    let h = row * count as f32 + 2.0 * pad;
    let top = area.y + (area.h - h) / 2.0;
    let (paper, edge, text) =
        if xray { (Token::Chip, Token::ChipEdge, Token::OnChip) } else { (Token::Cloth, Token::Ink, Token::OnCloth) };
    let style = Style::fill(paper).outline(if done { Token::Good } else { edge }, if done { 3.0 } else { 1.8 });
    list.rect(area.x + 1.0, top, area.w - 2.0, h, 4.0, style);
    for i in 0..count {
        let y = top + pad + row * i as f32;
        line(list, Area::new(area.x + 1.0 + pad, y, area.w - 2.0 - 2.0 * pad, row), i, entry(i), xray, text);
    }
}

fn line(list: &mut DisplayList, area: Area, i: usize, entry: Entry, xray: bool, text: Token) {
    let bar = Area::new(area.x, area.y + area.h * 0.08, area.w, area.h * 0.84);
    list.rect(
        bar.x,
        bar.y,
        bar.w,
        bar.h,
        2.0,
        Style::fill(if xray { Token::Die } else { Token::ClothShade }).alpha(0.55),
    );
    if entry.share > 0.0 && !entry.blank {
        let alpha = 0.4;
        list.rect(bar.x, bar.y, bar.w * entry.share.min(1.0), bar.h, 2.0, Style::fill(hue(i)).alpha(alpha));
    }
    list.rect(bar.x, bar.y, (bar.w * 0.09).min(5.0), bar.h, 1.5, Style::fill(hue(i)));
    // A place's name stands at the left where a number of three signs has room beside it.
    let size = (area.h * 0.5).min(area.w * 0.2).max(11.0);
    let (from, to) = (area.w * 0.13 + text_width("z22", size, false) + size * 0.3, area.w * 0.93);
    let named = entry.place[0] > 0 && to - from > text_width("\u{2212}10", LEAST_TEXT, true);
    let room = if named { to - from } else { area.w * 0.82 };
    let style = TextStyle::new((area.h * 0.74).min(area.w * 0.34), text).end().within(room);
    let style = if entry.share >= 0.999 { style.bold() } else { style };
    let (x, y) = (area.right() - area.w * 0.07, area.y + area.h * 0.5 + style.size * 0.36);
    if !entry.blank {
        number(list, style, x, y, entry.value, entry.digits);
    }
    if named {
        let soft = TextStyle::new(size, text);
        list.write(soft, area.x + area.w * 0.13, y, format_args!("z{}{}", entry.place[0], entry.place[1]));
    }
}

/// A whole number, or an amount in grams with `digits` decimals; with a real minus sign.
pub(crate) fn number(list: &mut DisplayList, style: TextStyle, x: f32, y: f32, value: i64, digits: u8) {
    let sign = if value < 0 { "\u{2212}" } else { "" };
    let size = value.unsigned_abs();
    let unit = 10_u64.pow(u32::from(digits.min(9)));
    if digits == 0 {
        list.write(style, x, y, format_args!("{sign}{size}"));
    } else {
        list.write(
            style,
            x,
            y,
            format_args!("{sign}{}.{:0w$}\u{a0}g", size / unit, size % unit, w = usize::from(digits)),
        );
    }
}
