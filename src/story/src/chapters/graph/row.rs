//! The map in a single row, on a wide stage: what thickness means, and under each place of the knife what would cross there.

use crate::scene::display::{DisplayList, Style, TextStyle, text_width};
use crate::scene::geom::Area;
use crate::scene::palette::{Token, hue};
use crate::scene::stage::View;
use kitchen_core::units::Bytes;
use kitchen_text::{Line, Number, format, key, msg, tr};

use super::cards::{COUNT, LAYER_FROM};
use super::map::{HUES, Map};
use super::own::Own;

fn ink(view: &View<'_>) -> Token {
    if view.is_xray() { Token::OnChip } else { Token::OnCloth }
}

/// The board's words, and the chart's paper.
pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, map: &Map, own: &Own) {
    legend(view, list, map);
    signs(view, list, map, own);
    let (fill, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Card, Token::CardLine) };
    let Area { x, y, w, h } = map.chart;
    list.rect(x - 4.0, y, w + 8.0, h, 8.0, Style::fill(fill).outline(edge, 1.6));
    let text = if view.is_xray() { Token::OnChip } else { Token::Text };
    let style = TextStyle::new(map.size, text).bold();
    list.say(style, x + 6.0, y + map.size * 1.35, view.lang, key::GRAPH_CHART);
    bars(view, list, map, own);
}

/// Thick threads and how much they are, at the top left.
fn legend(view: &View<'_>, list: &mut DisplayList, map: &Map) {
    let (size, color) = (map.size, ink(view));
    let (mut x, y) = (map.area.x + 10.0, map.area.y + size * 1.6);
    list.say(TextStyle::new(size, color).bold(), x, y, view.lang, key::GRAPH_LEGEND);
    x += text_width(tr(view.lang, key::GRAPH_LEGEND), size, true) + size;
    let most = 1_u64 << map.scale.max(1).ilog2();
    for bytes in [most / 8, most / 2].map(Bytes) {
        // A square as high as its thread is thick.
        let thick = map.thick(bytes.0);
        let side = thick.min(size * 2.4);
        list.rect(x, y - size * 0.36 - side / 2.0, size * 1.6, side, 1.0, Style::fill(super::map::thread(view, false)));
        x += size * 2.0;
        let style = TextStyle::new(size, color);
        let wide = list.width_of(size, |out| format::push_bytes(out, bytes));
        list.write_with(style, x, y, |out| format::push_bytes(out, bytes));
        x += wide + size * 1.2;
    }
}

/// Which layer is open, and what model it is of.
fn signs(view: &View<'_>, list: &mut DisplayList, map: &Map, own: &Own) {
    let (size, color) = (map.size, ink(view));
    let style = TextStyle::new(size, color).bold();
    let open = i64::from(own.plan.fold.open) + 1;
    let layer = Line::from(msg::GraphSignLayer { n: open, all: i64::from(own.plan.fold.layers) });
    let x = map.cards[LAYER_FROM].x;
    list.write_with(style, x, map.area.bottom() - size * 0.6, |out| layer.say_into(view.lang, out));
    let n = Number(f64::from(own.plan.params.words), 0);
    let model = Line::from(msg::GraphSignModel { model: own.plan.model.name.into(), n });
    let (right, room) = (map.area.right() - size * 0.8, map.area.w * 0.3);
    list.write_with(style.end().within(room), right, map.area.y + size * 1.35, |out| model.say_into(view.lang, out));
}

/// Where the bars stand.
fn floor(map: &Map) -> f32 {
    map.chart.bottom() - map.size * 2.2
}

/// What would cross at each place of the knife, on the scale of the threads.
fn bars(view: &View<'_>, list: &mut DisplayList, map: &Map, own: &Own) {
    let bottom = floor(map);
    let most = bottom - map.chart.y - map.size * 1.6;
    for knife in 1..COUNT {
        let (x, w) = (map.blade(knife), map.gap * 1.5);
        let here = knife == own.plan.here.knife as usize;
        let h = ((own.crossing[knife].0 as f64 / own.scale.max(1) as f64) as f32 * most).max(1.6);
        let fill = super::map::thread(view, here);
        let style = Style::fill(fill).outline(if view.is_xray() { Token::ChipEdge } else { Token::Ink }, 1.0);
        list.rect(x - w / 2.0, bottom - h, w, h, 2.0, style.alpha(if here { 1.0 } else { 0.5 }));
    }
    list.move_to(map.chart.x + 2.0, bottom);
    list.line_to(map.chart.right() - 2.0, bottom);
    list.paint(Style::line(if view.is_xray() { Token::OnChip } else { Token::Ink }, 1.6));
    told(list, map, own, bottom, most);
    balance(view, list, map, own);
}

/// How much it is where the knife is, over all bars.
fn told(list: &mut DisplayList, map: &Map, own: &Own, bottom: f32, most: f32) {
    let knife = own.plan.here.knife as usize;
    let bytes = own.crossing[knife];
    let h = (bytes.0 as f64 / own.scale.max(1) as f64) as f32 * most;
    let (x, side) = (map.blade(knife), map.gap * 0.75 + 6.0);
    let wide = text_width("888.88 MiB", map.size * 1.1, true);
    let style = TextStyle::new(map.size * 1.1, Token::Text).bold();
    let y = (bottom - h - 3.0).max(map.chart.y + map.size * 2.7);
    if x + side + wide < map.chart.right() {
        list.write_on_card(style, x + side, y, |out| format::push_bytes(out, bytes));
    } else {
        list.write_on_card(style.end(), x - side, y, |out| format::push_bytes(out, bytes));
    }
}

/// How the work is divided, under the chart: each chef's part as long as it is.
fn balance(view: &View<'_>, list: &mut DisplayList, map: &Map, own: &Own) {
    let work = own.plan.here.weighed.work.map(|time| time.0 as f64);
    let all = (work[0] + work[1]).max(1.0);
    let label = tr(view.lang, key::GRAPH_CHART_WORK);
    let text = if view.is_xray() { Token::OnChip } else { Token::Text };
    let (size, y) = (map.size, map.chart.bottom() - map.size * 1.7);
    list.write(TextStyle::new(size, text).bold(), map.chart.x + 6.0, y + size * 1.02, format_args!("{label}"));
    let left = map.chart.x + 6.0 + text_width(label, size, true) + size;
    let whole = map.chart.right() - 8.0 - left;
    let mut x = left;
    for (chef, part) in work.into_iter().enumerate() {
        let share = part / all;
        let w = share as f32 * whole;
        list.rect(x, y, w.max(1.0), size * 1.3, 2.0, Style::fill(hue(HUES[chef])).outline(Token::Ink, 1.0));
        if w > size * 5.0 {
            let style = TextStyle::new(size, crate::scene::palette::on_hue(HUES[chef])).bold().middle().within(w - 4.0);
            let told = Line::from(msg::GraphChartShare { chef: chef as i64 + 1, share: kitchen_text::Percent(share) });
            list.write_with(style, x + w / 2.0, y + size, |out| told.say_into(view.lang, out));
        }
        x += w;
    }
}

/// A line from the knife down to what it lets through.
pub(super) fn frame(view: &View<'_>, list: &mut DisplayList, map: &Map, own: &Own) {
    let x = map.blade(own.plan.here.knife as usize);
    list.move_to(x, map.area.bottom() - 4.0);
    list.line_to(x, map.chart.y + map.size * 1.6);
    list.paint(Style::line(super::map::thread(view, true), 2.0).dash(4.0, 4.0));
}
