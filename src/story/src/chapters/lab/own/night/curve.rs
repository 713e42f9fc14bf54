//! A table of nccl-tests over the simulated one: bandwidth by size, both on scales of tens.

use kitchen_import::NcclTests;
use kitchen_text::{format, key, tr};

use super::expected::Expected;
use super::picture::CURVES;
use super::tables;
use crate::brought::Look;
use crate::chapters::lab::own::Own;
use crate::scene::display::{DisplayList, Style, TextStyle, text_width};
use crate::scene::geom::Area;
use crate::scene::palette::Token;

/// Room left of the curves and below them.
const LEFT: f32 = 62.0;
const BELOW: f32 = 46.0;

/// Draws both curves. Answers whether there are any.
pub(super) fn draw(table: &NcclTests, own: &Own, expected: &mut Expected, look: &Look, list: &mut DisplayList) -> bool {
    let Some((op, ranks)) = tables::of(table, own) else { return false };
    let rows = tables::compared(table, own, expected);
    let curve = |of: &dyn Fn(&(kitchen_import::Measured, super::expected::Answer)) -> f64| -> Vec<[f64; 2]> {
        rows.iter().map(|one| [one.0.bytes as f64, of(one)]).filter(|[_, rate]| *rate > 0.0).collect()
    };
    let bus = |us: f64, bytes: u64| bytes as f64 / us.max(1e-6) / 1e3 * op.bus_factor(ranks);
    let measured = curve(&|(row, _)| bus(row.time_us, row.bytes));
    let simulated = curve(&|(row, answer)| bus(answer.time.as_us(), row.bytes));
    let all = || measured.iter().chain(&simulated);
    let ends = |of: fn(&[f64; 2]) -> f64| {
        let least = all().map(of).fold(f64::MAX, f64::min);
        [least, all().map(of).fold(least, f64::max)]
    };
    if measured.len() < 2 || simulated.len() < 2 {
        return false;
    }
    let (sizes, rates) = (ends(|point| point[0]), ends(|point| point[1]));
    let [w, h] = look.size;
    let area = Area::new(LEFT, 12.0, w - LEFT - 14.0, h - BELOW - 12.0);
    list.rect(area.x, area.y, area.w, area.h, 4.0, Style::fill(Token::Track).alpha(0.5));
    let place = |[size, rate]: [f64; 2]| {
        let share = |value: f64, [least, most]: [f64; 2]| {
            let whole = (most / least).log10();
            if whole > 0.0 { ((value / least).log10() / whole) as f32 } else { 0.5 }
        };
        [area.x + share(size, sizes) * area.w, area.bottom() - 8.0 - share(rate, rates) * (area.h - 16.0)]
    };
    let style = TextStyle::new(12.0, Token::TextSoft);
    for rate in tens(rates) {
        let [_, y] = place([sizes[0], rate]);
        list.move_to(area.x, y);
        list.line_to(area.right(), y);
        list.write_with(style.end(), area.x - 6.0, y + 4.0, |out| {
            format::push_number(out, rate, (-rate.log10()).round().clamp(0.0, 6.0) as u8);
        });
    }
    list.paint(Style::line(Token::CardLine, 1.0));
    list.write(style, 4.0, 10.0, format_args!("GB/s"));
    for (size, at) in [(sizes[0], style), (sizes[1], style.end())] {
        let [x, _] = place([size, rates[0]]);
        list.write_with(at, x, area.bottom() + 15.0, |out| format::push_bytes(out, super::bytes(size as u64)));
    }
    for (points, (token, dash)) in [(&simulated, (CURVES[1], 5.0)), (&measured, (CURVES[0], 0.0))] {
        for (n, point) in points.iter().enumerate() {
            let [x, y] = place(*point);
            if n == 0 { list.move_to(x, y) } else { list.line_to(x, y) }
        }
        let line = Style::line(token, 2.4);
        list.paint(if dash > 0.0 { line.dash(dash, dash) } else { line });
        if dash == 0.0 {
            for point in points {
                let [x, y] = place(*point);
                list.ellipse(x, y, 3.0, 3.0, Style::fill(token));
            }
        }
    }
    let mut x = area.x;
    for (token, name) in [(CURVES[0], key::OWN_NIGHT_CURVE_MEASURED), (CURVES[1], key::OWN_NIGHT_CURVE_SIMULATED)] {
        let word = tr(look.lang, name);
        list.rect(x, area.bottom() + 27.0, 14.0, 4.0, 0.0, Style::fill(token));
        list.write(TextStyle::new(12.0, Token::Text), x + 19.0, area.bottom() + 34.0, format_args!("{word}"));
        x += 19.0 + text_width(word, 12.0, false) + 18.0;
    }
    true
}

/// The powers of ten within a range.
fn tens([least, most]: [f64; 2]) -> impl Iterator<Item = f64> {
    (-6..=6).map(|power| 10_f64.powi(power)).filter(move |value| (least..=most).contains(value))
}
