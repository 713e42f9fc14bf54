//! A measured run on a stage of its own: its chefs at their stations, and a lane for each.

use kitchen_core::units::Time;
use kitchen_text::{Key, format, key, tr};

use super::ranks::{Rank, Ranks, Span, Spans};
use crate::brought::Look;
use crate::scene::art::chef::Posture;
use crate::scene::cast::{self, Doing};
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Within as _};
use crate::scene::palette::{Token, hue, hue_line};
use crate::story::Layer;

/// More chefs than this stand in lanes alone.
const MOST_CHEFS: usize = 16;
/// A chef's place is at least so wide.
const LEAST_WIDE: f32 = 72.0;
/// The part of a second on the screen over which is said what a chef does: kernels are too short to be seen one by one.
const GLANCE: u64 = 8;
const HEAD: f32 = 10.0;
const GAP: f32 = 12.0;
/// Below the lanes: times, and what the colours mean.
const FOOT: f32 = 44.0;

/// Where everything stands.
struct Places {
    columns: usize,
    cell: [f32; 2],
    scale: f32,
    lanes: Area,
    lane: f32,
}

impl Places {
    fn of(ranks: &Ranks, width: f32) -> Places {
        let count = ranks.all.len().max(1);
        let drawn = if count > MOST_CHEFS { 0 } else { count };
        let fit = ((width / LEAST_WIDE) as usize).max(1);
        // Rows of equal length.
        let rows = drawn.div_ceil(fit);
        let columns = drawn.div_ceil(rows.max(1)).max(1);
        let wide = width / columns as f32;
        let scale = (wide / (cast::STATION_W * 1.06)).min(0.62);
        let tall = cast::STATION_H * scale + 6.0;
        let lane = (240.0 / count as f32).within(7.0, 22.0);
        let label = if width < 480.0 { 34.0 } else { 62.0 };
        let top = HEAD + rows as f32 * tall + GAP;
        let lanes = Area::new(label, top, (width - label - 8.0).max(20.0), lane * count as f32);
        Places { columns, cell: [wide, tall], scale, lanes, lane }
    }

    fn has_chefs(ranks: &Ranks) -> bool {
        ranks.all.len() <= MOST_CHEFS
    }
}

pub(super) fn height(ranks: &Ranks, width: f32) -> f32 {
    let places = Places::of(ranks, width);
    places.lanes.bottom() + FOOT
}

/// The horizontal place of an instant in the lanes.
fn x_of(look: &Look, lanes: &Area, at: u64) -> f32 {
    let [from, to] = look.window;
    let whole = to.0.saturating_sub(from.0).max(1) as f64;
    lanes.x + ((at.saturating_sub(from.0)) as f64 / whole) as f32 * lanes.w
}

/// The instant at a place in the lanes, or just beside them.
pub(super) fn instant(ranks: &Ranks, look: &Look, [x, y]: [f32; 2]) -> Option<Time> {
    let lanes = Places::of(ranks, look.size[0]).lanes;
    if !(lanes.y - GAP..=lanes.bottom() + GAP).contains(&y) {
        return None;
    }
    let [from, to] = look.window;
    let share = ((x - lanes.x) / lanes.w).within(0.0, 1.0);
    Some(Time(from.0 + (f64::from(share) * to.0.saturating_sub(from.0) as f64) as u64))
}

pub(super) fn backdrop(ranks: &Ranks, look: &Look, list: &mut DisplayList) {
    let places = Places::of(ranks, look.size[0]);
    let lanes = &places.lanes;
    let [w, _] = look.size;
    let is_xray = look.layer == Layer::XRay;
    let floor = lanes.y - GAP / 2.0;
    list.rect(0.0, 0.0, w, floor, 6.0, Style::fill(if is_xray { Token::Bench } else { Token::Floor }));
    for (n, rank) in ranks.all.iter().enumerate() {
        let y = lanes.y + n as f32 * places.lane;
        let row = Area::new(lanes.x, y + 1.0, lanes.w, places.lane - 2.0);
        list.rect(row.x, row.y, row.w, row.h, 2.0, Style::fill(Token::Track));
        let pieces = |spans: &Spans, part: [f32; 2], style: Style, list: &mut DisplayList| {
            bars(look, &row, (spans, part), style, list);
        };
        pieces(&rank.meets, [0.0, 1.0], Style::fill(Token::Tunnel), list);
        pieces(&rank.waits, [0.0, 1.0], Style::fill(Token::Card).outline(Token::Accent, 1.0), list);
        pieces(&rank.cooks, [0.0, 0.62], Style::fill(hue(1)), list);
        let size = (places.lane * 0.82).within(LEAST_TEXT, 13.0);
        // Lanes that are too low for words have every other number, or fewer.
        let every = (LEAST_TEXT / places.lane).ceil() as usize;
        if n.is_multiple_of(every.max(1)) {
            let style = TextStyle::new(size, Token::Text).end().within(lanes.x - 6.0);
            list.write(style, lanes.x - 6.0, y + places.lane / 2.0 + size * 0.36, format_args!("{}", number(rank)));
        }
    }
    axis(look, lanes, list);
    legend(ranks, look, lanes, list);
}

/// As chefs and GPUs are counted, from one.
fn number(rank: &Rank) -> u64 {
    rank.number + 1
}

/// The spans that the window shows, as bars; what is nearer than a pixel is one.
fn bars(look: &Look, row: &Area, (spans, [top, bottom]): (&Spans, [f32; 2]), style: Style, list: &mut DisplayList) {
    let [from, to] = look.window;
    let (y, h) = (row.y + row.h * top, row.h * (bottom - top));
    let first = spans.all.partition_point(|[_, end]| *end <= from.0);
    let seen = spans.all[first..].iter().take_while(|[start, _]| *start < to.0);
    let mut pending: Option<[f32; 2]> = None;
    let mut bar = |[left, right]: [f32; 2]| {
        list.rect(left, y, (right - left).max(0.75), h, 1.0, style);
    };
    for [start, end] in seen {
        let (left, right) = (x_of(look, row, (*start).max(from.0)), x_of(look, row, (*end).min(to.0)));
        match &mut pending {
            Some([_, last]) if left - *last < 0.75 => *last = last.max(right),
            _ => {
                if let Some(done) = pending.replace([left, right]) {
                    bar(done);
                }
            }
        }
    }
    if let Some(done) = pending {
        bar(done);
    }
}

fn axis(look: &Look, lanes: &Area, list: &mut DisplayList) {
    let y = lanes.bottom() + 14.0;
    let style = TextStyle::new(12.0, Token::TextSoft);
    let [from, to] = look.window;
    list.write_with(style, lanes.x, y, |out| format::push_time(out, from));
    list.write_with(style.end(), lanes.right(), y, |out| format::push_time(out, to));
}

fn legend(ranks: &Ranks, look: &Look, lanes: &Area, list: &mut DisplayList) {
    let is_xray = look.layer == Layer::XRay;
    let either = |kitchen: Key, xray: Key| tr(look.lang, if is_xray { xray } else { kitchen });
    let mut marks = vec![
        (Style::fill(hue(1)), either(key::OWN_NIGHT_COOKING, key::OWN_NIGHT_KERNELS)),
        (Style::fill(Token::Tunnel), either(key::OWN_NIGHT_MEETING_MARK, key::OWN_NIGHT_COLLECTIVES)),
    ];
    if ranks.all.len() > 1 {
        let waits = Style::fill(Token::Card).outline(Token::Accent, 1.0);
        marks.insert(1, (waits, either(key::OWN_NIGHT_WAITING, key::OWN_NIGHT_STRAGGLER)));
    }
    let (mut x, y) = (lanes.x, lanes.bottom() + 34.0);
    for (style, word) in marks {
        list.rect(x, y - 9.0, 14.0, 10.0, 2.0, style);
        let text = TextStyle::new(12.0, Token::Text);
        list.write(text, x + 19.0, y, format_args!("{word}"));
        x += 19.0 + text_width(word, 12.0, false) + 16.0;
    }
}

/// What a chef does, as it looks over a glance that begins then.
fn doing(rank: &Rank, look: &Look) -> Doing {
    let glance = (look.per_second.0 / GLANCE).max(1);
    let start = look.at.0.saturating_sub(glance / 2);
    let span: Span = [start, start.saturating_add(glance)];
    let [cooks, waits, meets] = [&rank.cooks, &rank.waits, &rank.meets].map(|spans| spans.within(span));
    if waits > glance / 2 && cooks < glance / 4 {
        return Doing::new(Posture::Waiting);
    }
    if cooks > 0 && cooks * 4 >= meets {
        // Once around in so many glances.
        let progress = (look.at.0 % (glance * 6)) as f32 / (glance * 6) as f32;
        return Doing { posture: Posture::Stirring, batch: Some(1), progress };
    }
    Doing::new(if meets > 0 { Posture::Phone } else { Posture::Ready })
}

pub(super) fn frame(ranks: &Ranks, look: &Look, list: &mut DisplayList) {
    let places = Places::of(ranks, look.size[0]);
    if Places::has_chefs(ranks) {
        for (n, rank) in ranks.all.iter().enumerate() {
            let (column, line) = (n % places.columns, n / places.columns);
            let [wide, tall] = places.cell;
            let (x, y) = ((column as f32 + 0.5) * wide, HEAD + (line as f32 + 1.0) * tall - 6.0);
            let (doing, who) = (doing(rank, look), rank.number as usize);
            if look.layer == Layer::XRay {
                let area = Area::new(x - wide * 0.44, y - tall * 0.78, wide * 0.88, tall * 0.72);
                cast::chip(list, look.lang, area, who, doing, 0, None);
            } else {
                cast::chef_at_station(list, x, y, places.scale, who, doing);
            }
        }
    }
    let lanes = &places.lanes;
    let [from, to] = look.window;
    if (from.0..=to.0).contains(&look.at.0) {
        let x = x_of(look, lanes, look.at.0);
        list.move_to(x, lanes.y - 4.0);
        list.line_to(x, lanes.bottom() + 2.0);
        list.paint(Style::line(Token::Accent, 2.0));
        list.ellipse(x, lanes.y - 4.0, 4.0, 4.0, Style::fill(Token::Accent));
    }
    let style = TextStyle::new(12.0, Token::Accent).bold().middle();
    // Between the window's two ends.
    let room = (lanes.w * 0.3).min(110.0);
    let x = x_of(look, lanes, look.at.0).within(lanes.x + room, lanes.right() - room);
    list.write_with(style, x, lanes.bottom() + 14.0, |out| format::push_time(out, look.at));
}

/// The colour of a measured curve, and of the simulated one.
pub(super) const CURVES: [Token; 2] = [hue_line(0), hue_line(3)];

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// How a chef stands.
    pub(in super::super) fn posture(rank: &Rank, look: &Look) -> Posture {
        doing(rank, look).posture
    }
}
