//! The roofline on the board: what hand and shelf allow at most, and where each chef's work lies under it.

use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle};
use crate::scene::geom::{Area, Within as _};
use crate::scene::palette::Token;
use crate::scene::stage::View;
use kitchen_core::units::Rate;
use kitchen_core::workload::infer::{Point, clock};
use kitchen_text::{format, key, tr};

use super::params::Params;
use super::run::Both;
use super::sides::{badge, pass_at};

/// Both ends of the axes, powers of ten: FLOPs for each byte, and FLOP/s.
const X: [f64; 2] = [-1.0, 4.0];
const Y: [f64; 2] = [11.3, 16.0];
/// Too small a board says nothing.
const LEAST: [f32; 2] = [130.0, 80.0];

/// The plot inside the board.
#[derive(Clone, Copy)]
struct Plot {
    area: Area,
    size: f32,
}

impl Plot {
    fn new(view: &View<'_>, board: Area) -> Option<Plot> {
        let size = (view.text_size() * 0.88).max(LEAST_TEXT);
        let area = Area::new(board.x + size * 0.8, board.y + size * 1.9, board.w - size * 1.6, board.h - size * 5.0);
        (board.w >= LEAST[0] && board.h >= LEAST[1]).then_some(Plot { area, size })
    }

    fn place(&self, point: Point) -> [f32; 2] {
        let part = |value: f64, [low, high]: [f64; 2]| {
            (((value.max(1e-9).log10() - low) / (high - low)) as f32).within(0.0, 1.0)
        };
        let Area { x, w, h, .. } = self.area;
        [x + part(point.intensity, X) * w, self.area.bottom() - part(point.attained, Y) * h]
    }
}

/// Where a word of so many guests lies under the roof: the last of their passes.
pub(super) fn of_guests(params: Params) -> Option<Point> {
    let both = Both::plan(params).ok()?;
    let last = both.clock.spans.iter().rfind(|span| span.gpu == clock::ANSWERS)?;
    Some(last.part.point())
}

/// The same on the board; nothing where that is too small.
pub(super) fn places(view: &View<'_>, board: Area, points: &[Option<Point>]) -> Vec<Option<[f32; 2]>> {
    let Some(plot) = Plot::new(view, board) else { return Vec::new() };
    points.iter().map(|point| point.map(|point| plot.place(point))).collect()
}

pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, board: Area, both: &Both) {
    let Some(plot) = Plot::new(view, board) else { return };
    let xray = view.is_xray();
    let (fill, edge, panel, text) = if xray {
        (Token::Chip, Token::ChipEdge, Token::Die, Token::OnChip)
    } else {
        (Token::Board, Token::WoodDark, Token::BoardPanel, Token::OnBoard)
    };
    list.rect(board.x, board.y, board.w, board.h, 6.0, Style::fill(fill).outline(edge, if xray { 1.6 } else { 4.0 }));
    let roof = both.server.roofline();
    let at = |intensity: f64, attained: f64| plot.place(Point { intensity, attained });
    let (left, right) = (10_f64.powi(X[0] as i32), 10_f64.powi(X[1] as i32));
    let corners = [at(left, roof.roof(left)), at(roof.ridge(), roof.peak), at(right, roof.peak)];
    // What lies under the roof can be reached.
    let floor = plot.area.bottom();
    list.move_to(corners[0][0], floor);
    for [x, y] in corners {
        list.line_to(x, y);
    }
    list.line_to(corners[2][0], floor);
    list.close();
    list.paint(Style::fill(panel));
    for decade in X[0] as i32..=X[1] as i32 {
        let [x, _] = at(10_f64.powi(decade), 1.0);
        list.move_to(x, plot.area.y);
        list.line_to(x, floor);
    }
    list.paint(Style::line(text, 0.6).alpha(0.25));
    list.move_to(corners[0][0], corners[0][1]);
    list.line_to(corners[1][0], corners[1][1]);
    list.line_to(corners[2][0], corners[2][1]);
    list.paint(Style::line(Token::SocketLit, 2.6));
    words(view, list, board, &plot, both, text);
}

fn words(view: &View<'_>, list: &mut DisplayList, board: Area, plot: &Plot, both: &Both, color: Token) {
    let (size, lang, xray) = (plot.size, view.lang, view.is_xray());
    let style = TextStyle::new(size, color);
    let roof = both.server.roofline();
    let top = |intensity: f64| plot.place(Point { intensity, attained: roof.roof(intensity) })[1];
    let Area { x, w, .. } = plot.area;
    let keys = if xray {
        [key::TWO_FACES_ROOF_X_XRAY, key::TWO_FACES_ROOF_Y_XRAY]
    } else {
        [key::TWO_FACES_ROOF_X, key::TWO_FACES_ROOF_Y]
    };
    list.say(style.within(w), x, board.y + size * 1.35, lang, keys[1]);
    list.say(style.end().within(w), x + w, board.bottom() - size * 0.6, lang, keys[0]);
    for decade in 0..4 {
        let [tick, _] = plot.place(Point { intensity: 10_f64.powi(decade), attained: 1.0 });
        let tens = 10_f64.powi(decade);
        list.write_with(style.middle(), tick, plot.area.bottom() + size * 1.3, |out| {
            format::push_number(out, tens, 0);
        });
    }
    let bold = style.bold();
    list.write_with(bold.end().within(w * 0.6), x + w, top(1e4) - size * 0.45, |out| {
        if xray {
            format::push_flop_rate(out, roof.peak);
        } else {
            out.push_str(tr(lang, key::TWO_FACES_ROOF_HAND));
        }
    });
    // Over the slope, where there is nothing.
    list.write_with(bold.within(w * 0.4), x + 2.0, top(8.0) - size * 0.2, |out| {
        if xray {
            format::push_rate(out, Rate::bytes_per_s(roof.bandwidth));
        } else {
            out.push_str(tr(lang, key::TWO_FACES_ROOF_SHELF));
        }
    });
}

/// Where each chef's pass lies, and, small, where those before it lay.
pub(super) fn frame(view: &View<'_>, list: &mut DisplayList, board: Area, both: &Both) {
    let Some(plot) = Plot::new(view, board) else { return };
    let r = (plot.size * 0.72).min(18.0);
    for (i, gpu) in [clock::ANSWERS, clock::LEARNS].into_iter().enumerate() {
        let now = pass_at(both, gpu, view.playhead).map(|(task, _)| task);
        let spans = both.clock.spans.iter().enumerate().filter(|(_, span)| span.gpu == gpu);
        let last = spans.clone().next_back().map_or(0, |(task, _)| task);
        for (_, span) in spans.filter(|&(task, _)| task < now.unwrap_or(last)) {
            let [x, y] = plot.place(span.part.point());
            list.ellipse(x, y, r * 0.42, r * 0.42, Style::fill(Token::OnBoard).outline(Token::Ink, 1.0));
        }
        let [x, y] = plot.place(both.clock.spans[now.unwrap_or(last)].part.point());
        // The number beside its point: one over the roof's slope, the other under it, so that neither hides the other.
        let side = [-1.15, 1.15][i] * r;
        list.move_to(x, y);
        list.line_to(x + side, y + side);
        list.paint(Style::line(Token::OnBoard, 1.6));
        list.ellipse(x, y, r * 0.42, r * 0.42, Style::fill(Token::SocketLit).outline(Token::Ink, 1.0));
        badge(list, [x + side, y + side], r, i);
    }
}
