//! Small things that all pictures of the town are made of.

use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle};
use crate::scene::geom::{Area, Point, Within as _};
use crate::scene::palette::{Token, hue, on_hue};

/// The largest size at which so many squares fit into a room, and how many stand side by side then.
pub(super) fn grid(room: Area, count: usize) -> (f32, usize) {
    let mut best = (0.5, 1);
    for columns in 1..=16_usize {
        let rows = usize::div_ceil(count.max(1), columns) as f32;
        let size = (room.w / columns as f32).min(room.h / rows);
        if size > best.0 {
            best = (size, columns);
        }
    }
    best
}

/// A parcel's top, seen from above: its kitchen's colour, and a band where it carries a mark.
pub(super) fn parcel(list: &mut DisplayList, [x, y]: Point, size: f32, from: usize, is_marked: bool) {
    let edge = (size * 0.09).within(0.4, 1.4);
    let inner = size - edge;
    list.rect(x, y, inner, inner, size * 0.12, Style::fill(hue(from)).outline(Token::Ink, edge));
    if size >= 14.5 {
        let style = TextStyle::new(LEAST_TEXT.max(size * 0.62), on_hue(from)).bold().middle();
        list.write(style, x + inner / 2.0, y + inner * 0.5 + size * 0.24, format_args!("{}", from + 1));
    }
    if is_marked {
        list.rect(x, y + inner * 0.7, inner, inner * 0.3, 0.0, Style::fill(Token::Cloth).outline(Token::Ink, edge));
    }
}

/// A light, its middle at `at`: red for a share of the time.
pub(super) fn light(list: &mut DisplayList, at: Point, r: f32, red: f32) {
    list.rect(at[0] - r * 1.35, at[1] - r * 2.6, r * 2.7, r * 5.2, r, Style::fill(Token::Ink));
    list.ellipse(at[0], at[1] - r * 1.15, r, r, Style::fill(Token::SteelDark));
    list.ellipse(at[0], at[1] + r * 1.15, r, r, Style::fill(Token::SteelDark));
    if red > 0.01 {
        list.ellipse(at[0], at[1] - r * 1.15, r, r, Style::fill(Token::Hue1).alpha(red));
    }
    if red < 0.99 {
        list.ellipse(at[0], at[1] + r * 1.15, r, r, Style::fill(Token::Hue7).alpha(1.0 - red));
    }
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
