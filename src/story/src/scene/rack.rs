//! A chef's shelf without its jars: sides, and a board at each quarter of the memory. In the x-ray it is the HBM.

use super::display::{DisplayList, Style};
use super::geom::Area;
use super::palette::Token;
use super::stage::View;

/// Draws the shelf over all of `area`.
pub(crate) fn frame(view: &View<'_>, list: &mut DisplayList, area: Area) {
    let Area { x, y, w, h } = area;
    let (fill, line, edge) = if view.is_xray() {
        (Token::Chip, Token::HbmEmpty, Token::ChipEdge)
    } else {
        (Token::Wood, Token::WoodDark, Token::Ink)
    };
    list.rect(x, y, w, h, 3.0, Style::fill(fill).outline(edge, 2.0));
    for quarter in 1..4 {
        let board = y + h * quarter as f32 / 4.0;
        list.move_to(x + 2.0, board);
        list.line_to(x + w - 2.0, board);
    }
    list.paint(Style::line(line, 1.6));
}
