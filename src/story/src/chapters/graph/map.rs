//! The map on the counter: cards in four rows, threads between them as thick as what flows, the knife where the reader put it.

use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Point, Within as _};
use crate::scene::handle::Grip;
use crate::scene::palette::{Token, hue};
use crate::scene::stage::View;
use kitchen_core::units::Bytes;
use kitchen_core::workload::graph::Op;
use kitchen_text::{Arg, Line, Number, format, key, msg, tr};

use super::cards::{CARDS, COUNT, Card, LAYER_FROM, LAYER_TO, PAST};
use super::own::Own;
use super::row;
use super::words;

/// The first card of each row: before the layers, attention, MLP, after the layers; or all in one row, where the stage is wide.
const ROWS: [usize; 5] = [0, LAYER_FROM, LAYER_FROM + 7, LAYER_TO, COUNT];
const ONE_ROW: [usize; 2] = [0, COUNT];
/// Columns of a row: cards differ in width, for some have longer names.
const COLUMNS: f32 = 6.72;
/// From this width on all cards stand in one row, over a chart of what crosses.
const WIDE: f32 = 900.0;

const fn columns(card: usize) -> f32 {
    match CARDS[card] {
        Card::Step(Op::Softmax) => 1.2,
        Card::Step(Op::Scores | Op::Logits) => 1.05,
        Card::Step(Op::Project) => 0.95,
        Card::Step(Op::Qkv | Op::Mix) => 0.9,
        Card::Step(Op::AttentionAdd | Op::MlpAdd) => 0.55,
        _ => 1.0,
    }
}

/// Where everything of the map is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map {
    pub area: Area,
    pub cards: [Area; COUNT],
    pub row: f32,
    pub gap: f32,
    pub size: f32,
    /// Under the only row: what crosses at every cut. Of no height where there are four rows.
    pub chart: Area,
    /// Bytes that are as thick as they come in a single row.
    pub scale: u64,
}

impl Map {
    pub(super) fn new(view: &View<'_>, area: Area, own: &Own) -> Map {
        if area.w >= WIDE {
            return Map::in_a_row(view, area, own);
        }
        let row = area.h / 4.0;
        let unit = area.w / COLUMNS;
        let gap = (unit * 0.16).max(7.0);
        let mut cards = [Area::default(); COUNT];
        for pair in ROWS.windows(2).enumerate() {
            let (at, [first, last]) = (pair.0, [pair.1[0], pair.1[1]]);
            let mut x = area.x + gap;
            for (card, place) in cards.iter_mut().enumerate().take(last).skip(first) {
                let wide = unit * columns(card);
                let tall = (row * if view.is_xray() { 0.58 } else { 0.46 }).max(LEAST_TEXT * 1.25);
                *place = Area::new(x, area.y + row * (at as f32 + 0.48) - tall / 2.0, wide - gap, tall);
                x += wide;
            }
        }
        // The x-ray has more to say on a card.
        let share = if view.is_xray() { 0.2 } else { 0.3 };
        let size = (view.text_size() * 1.05).min(row * share).max(LEAST_TEXT);
        let chart = Area::new(area.x, area.bottom(), area.w, 0.0);
        Map { area, cards, row, gap, size, chart, scale: own.scale }
    }

    /// All cards side by side, and the chart below them.
    fn in_a_row(view: &View<'_>, whole: Area, own: &Own) -> Map {
        let area = Area { h: whole.h * 0.56, ..whole };
        let chart = Area::new(whole.x, area.bottom() + 6.0, whole.w, whole.h - area.h - 6.0);
        let all: f32 = (0..COUNT).map(columns).sum();
        let unit = (area.w - 16.0) / all;
        let gap = unit * 0.3;
        let mut cards = [Area::default(); COUNT];
        let mut x = area.x + 8.0 + gap / 2.0;
        let tall = area.h * 0.34;
        for (card, place) in cards.iter_mut().enumerate() {
            let wide = unit * columns(card);
            *place = Area::new(x, area.y + area.h * 0.62 - tall / 2.0, wide - gap, tall);
            x += wide;
        }
        let size = (view.text_size() * 0.9).max(LEAST_TEXT);
        Map { area, cards, row: area.h, gap, size, chart, scale: own.scale }
    }

    pub(super) fn is_in_a_row(&self) -> bool {
        self.chart.h > 0.0
    }

    fn rows(&self) -> &'static [usize] {
        if self.is_in_a_row() { &ONE_ROW } else { &ROWS }
    }

    /// Which way the knife goes.
    pub(super) fn grip(&self) -> Grip {
        if self.is_in_a_row() { Grip::Across } else { Grip::Carry }
    }

    /// Where the knife is held, before a card.
    pub(super) fn handle(&self, knife: usize) -> Option<Point> {
        (1..COUNT).contains(&knife).then(|| [self.blade(knife), self.head(knife)])
    }

    /// The top of the blade.
    fn head(&self, knife: usize) -> f32 {
        if self.is_in_a_row() { self.area.y + self.row * 0.34 } else { self.top(self.row_of(knife)) + self.row * 0.1 }
    }

    /// The mark of one of the four numbers of words, on a rail: at the top right, or under the model's name.
    pub(super) fn mark(&self, choice: usize) -> Option<Point> {
        let [left, right, y] = if self.is_in_a_row() {
            [self.area.x + self.area.w * 0.47, self.area.x + self.area.w * 0.7, self.area.y + self.size * 1.1]
        } else {
            let last = self.cards[COUNT - 1];
            [last.right() + self.gap * 2.4, self.area.right() - self.gap * 2.0, last.cy() + self.row * 0.34]
        };
        let most = super::params::WORDS.len() - 1;
        (choice <= most).then(|| [left + (right - left) * choice as f32 / most as f32, y])
    }

    fn row_of(&self, card: usize) -> usize {
        let rows = self.rows();
        (0..rows.len() - 1).rev().find(|&row| rows[row] <= card).unwrap_or(0)
    }

    fn top(&self, row: usize) -> f32 {
        self.area.y + self.row * row as f32
    }

    /// How thick so many bytes are: in a single row twice as thick for twice as much; else nothing more up to 1 MiB, and from there
    /// as much for each factor of ten.
    pub(super) fn thick(&self, bytes: u64) -> f32 {
        if self.is_in_a_row() {
            let share = (bytes as f64 / self.scale.max(1) as f64) as f32;
            return (share * self.cards[0].h * 0.86).max(1.4);
        }
        let tens = ((bytes as f64 / (1 << 20) as f64).max(1.0)).log10() as f32;
        1.6 + tens * self.row * 0.054
    }

    /// The knife's line, before a card.
    pub(super) fn blade(&self, knife: usize) -> f32 {
        self.cards[knife].x - self.gap / 2.0
    }
}

/// The colours of threads, and of those that are cut.
pub(super) fn thread(view: &View<'_>, is_cut: bool) -> Token {
    match (is_cut, view.is_xray()) {
        (true, _) => Token::Scarf,
        (_, true) => Token::Hbm,
        _ => Token::WoodDark,
    }
}

/// Whose cards they are.
pub(super) const HUES: [usize; 2] = [3, 5];

fn owner(own: &Own, card: usize) -> usize {
    usize::from(card >= own.plan.here.knife as usize)
}

pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, map: &Map, own: &Own) {
    let (fill, edge) = if view.is_xray() { (Token::Die, Token::ChipEdge) } else { (Token::WoodLight, Token::WoodDark) };
    let board = Area::new(map.area.x - 4.0, map.area.y, map.area.w + 8.0, map.area.h);
    list.rect(board.x, board.y, board.w, board.h, 8.0, Style::fill(fill).outline(edge, 2.4));
    layer(view, list, map);
    threads(view, list, map, own);
    for (at, area) in map.cards.iter().enumerate() {
        face(list, own, at, *area);
    }
    rail(view, list, map);
    if map.is_in_a_row() {
        return row::backdrop(view, list, map, own);
    }
    legend(view, list, map);
    signs(view, list, map, own);
}

/// The rail on which the number of words is set.
fn rail(view: &View<'_>, list: &mut DisplayList, map: &Map) {
    let (Some([left, y]), Some([right, _])) = (map.mark(0), map.mark(super::params::WORDS.len() - 1)) else { return };
    let edge = if view.is_xray() { Token::ChipEdge } else { Token::WoodDark };
    list.move_to(left, y);
    list.line_to(right, y);
    list.paint(Style::line(edge, 3.0));
    for choice in 0..super::params::WORDS.len() {
        let Some([x, y]) = map.mark(choice) else { continue };
        let h = 4.0 + choice as f32 * 2.0;
        list.rect(x - 1.5, y - h, 3.0, 2.0 * h, 1.0, Style::fill(edge));
    }
}

/// The ground under the open layer.
fn layer(view: &View<'_>, list: &mut DisplayList, map: &Map) {
    if map.is_in_a_row() {
        let (first, last) = (map.cards[LAYER_FROM], map.cards[LAYER_TO - 1]);
        let (x, y) = (first.x - map.gap / 2.0, map.area.y + map.row * 0.36);
        let color = if view.is_xray() { Token::Chip } else { Token::Wood };
        let style = Style::fill(color).alpha(0.45);
        return list.rect(x, y, last.right() - x + map.gap / 2.0, map.area.bottom() - y - 3.0, 6.0, style);
    }
    let (y, h) = (map.top(1), map.row * 2.0);
    let color = if view.is_xray() { Token::Chip } else { Token::Wood };
    list.rect(map.area.x, y, map.area.w, h - 1.0, 6.0, Style::fill(color).alpha(0.45));
}

fn threads(view: &View<'_>, list: &mut DisplayList, map: &Map, own: &Own) {
    let knife = own.plan.here.knife as usize;
    for card in 1..COUNT {
        let (from, to) = (map.cards[card - 1], map.cards[card]);
        let style = Style::line(thread(view, card == knife), map.thick(own.flows[card]));
        if map.row_of(card) == map.row_of(card - 1) {
            list.move_to(from.right(), from.cy());
            list.line_to(to.x, to.cy());
        } else {
            // Around the corner, down to the next row.
            let y = map.top(map.row_of(card));
            let (right, left) = (from.right() + map.gap * 0.7, map.area.x + map.gap * 0.3);
            list.move_to(from.right(), from.cy());
            list.line_to(right, from.cy());
            list.line_to(right, y);
            list.line_to(left, y);
            list.line_to(left, to.cy());
            list.line_to(to.x, to.cy());
        }
        list.paint(style);
    }
    for (at, &(from, to, side)) in PAST.iter().enumerate() {
        // The values leave the card before, the stream the way to it.
        let is_cut = from < knife + usize::from(side < 0.0) && knife <= to;
        let (a, b) = (map.cards[from], map.cards[to]);
        let y = a.cy() + side * map.row;
        let y = if map.is_in_a_row() { a.cy() + side * map.row * 0.68 } else { y };
        // It branches off before the card that it passes; the values come out of the card before.
        let x = if side < 0.0 { map.cards[from - 1].cx() } else { a.x - map.gap * 0.45 };
        list.move_to(x, a.cy());
        list.line_to(x, y);
        list.line_to(b.cx(), y);
        list.line_to(b.cx(), b.cy());
        list.paint(Style::line(thread(view, is_cut), map.thick(own.past[at])));
    }
}

/// A card, in its chef's colour.
fn face(list: &mut DisplayList, own: &Own, at: usize, area: Area) {
    let n = HUES[owner(own, at)];
    let round = if is_sum(at) { area.h / 2.0 } else { 4.0 };
    list.rect(area.x, area.y, area.w, area.h, round, Style::fill(Token::Cloth).outline(Token::Ink, 1.6));
    if matches!(CARDS[at], Card::Before | Card::After) {
        // A pile of them.
        list.rect(area.x + 2.5, area.y - 3.0, area.w, area.h, round, Style::line(Token::Ink, 1.2));
        list.rect(area.x, area.y, area.w, area.h, round, Style::fill(Token::Cloth).outline(Token::Ink, 1.6));
    }
    if !is_sum(at) {
        list.rect(area.x + 1.0, area.bottom() - 4.0, area.w - 2.0, 3.4, 1.0, Style::fill(hue(n)));
    }
}

/// What is written on a card.
fn name(view: &View<'_>, list: &mut DisplayList, map: &Map, own: &Own, at: usize) {
    let area = map.cards[at];
    let small = (map.size * 0.78).max(LEAST_TEXT);
    let fits = |text: &str| !text.is_empty() && text_width(text, small, false) <= area.w - 4.0;
    let room = ((area.h - 3.0 - map.size * 1.1) / (small * 1.12)).max(0.0) as usize;
    let [work, bytes, shape] = &own.details[at];
    let is_told = view.is_xray() && !is_sum(at);
    let first = if fits(work) { work } else { bytes };
    let details =
        [(first, 1), (shape, 2)].map(|(text, line)| if is_told && line <= room && fits(text) { text } else { "" });
    let lines = details.iter().filter(|text| !text.is_empty()).count();
    let style = TextStyle::new(map.size, Token::OnCloth).bold().middle().within(area.w);
    let y = area.cy() - 1.5 + map.size * 0.36 - small * 0.56 * lines as f32;
    match CARDS[at] {
        Card::Step(op) => list.say(style, area.cx(), y, view.lang, words::card(op, view.is_xray())),
        Card::Before => list.write_with(style, area.cx(), y, |out| own.piles[0].say_into(view.lang, out)),
        Card::After => list.write_with(style, area.cx(), y, |out| own.piles[1].say_into(view.lang, out)),
    }
    let style = TextStyle::new(small, Token::OnCloth).middle();
    for (line, text) in details.iter().filter(|text| !text.is_empty()).enumerate() {
        list.write(style, area.cx(), y + small * 1.12 * (line + 1) as f32, format_args!("{text}"));
    }
}

fn is_sum(at: usize) -> bool {
    matches!(CARDS[at], Card::Step(Op::AttentionAdd | Op::MlpAdd))
}

/// What thickness means: threads with their bytes, as many as there is room for.
fn legend(view: &View<'_>, list: &mut DisplayList, map: &Map) {
    let color = if view.is_xray() { Token::OnChip } else { Token::OnCloth };
    let left = map.cards[2].right() + map.gap * 2.2;
    let room = map.area.right() - left - map.gap;
    let size = (map.size * 0.85).max(LEAST_TEXT);
    let samples = [Bytes::mib(1), Bytes::gib(10), Bytes::mib(100)];
    let count = if room < size * 20.0 { 2 } else { 3 };
    let each = room / count as f32;
    let stroke = (each * 0.26).min(map.row * 0.5);
    let titled = map.row > size * 3.6 && text_width(tr(view.lang, key::GRAPH_LEGEND), size, false) <= room;
    let y = map.cards[0].cy() + if titled { size * 0.7 } else { 0.0 };
    for (at, bytes) in samples.into_iter().take(count).enumerate() {
        // The middle one comes last in the list, for it is left out first.
        let place = if count == 3 { [0, 2, 1][at] } else { at };
        let (x, thick) = (left + each * place as f32, map.thick(bytes.0));
        list.move_to(x + thick / 2.0, y);
        list.line_to(x + stroke, y);
        list.paint(Style::line(thread(view, false), thick));
        let from = x + stroke + thick / 2.0 + 4.0;
        let style = TextStyle::new(size, color).within(x + each - from - 2.0);
        list.write_with(style, from, y + size * 0.36, |out| format::push_bytes(out, bytes));
    }
    if titled {
        list.say(TextStyle::new(size, color).within(room), left, y - size * 1.6, view.lang, key::GRAPH_LEGEND);
    }
}

/// Which layer is open, and what model it is of; in few words where there is little room.
fn signs(view: &View<'_>, list: &mut DisplayList, map: &Map, own: &Own) {
    let color = if view.is_xray() { Token::OnChip } else { Token::OnCloth };
    let size = (map.size * 0.95).max(LEAST_TEXT);
    let open = i64::from(own.plan.fold.open) + 1;
    let (model, words) = (own.plan.model.name, f64::from(own.plan.params.words));
    let layer = Line::from(msg::GraphSignLayer { n: open, all: i64::from(own.plan.fold.layers) });
    let both = Line::from(msg::GraphSignModel { model: model.into(), n: Number(words, 0) });
    let signs = [
        (LAYER_TO - 1, layer, Line::from(msg::GraphLayer { n: open })),
        (COUNT - 1, both, Line::from(msg::Value { value: Arg::Text(model.into()) })),
    ];
    for (card, long, short) in signs {
        let left = map.cards[card].right() + map.gap * 1.8;
        let room = map.area.right() - left - map.gap;
        let fits = text_width(&long.say(view.lang), size, true) <= room;
        let style = TextStyle::new(size, color).bold().within(room);
        let line = if fits { long } else { short };
        list.write_with(style, left, map.cards[card].cy() + size * 0.36, |out| line.say_into(view.lang, out));
    }
}

/// How far each card is, and the knife.
pub(super) fn frame(view: &View<'_>, list: &mut DisplayList, map: &Map, own: &Own) {
    for at in 0..COUNT {
        progress(view, list, map, own, at);
        name(view, list, map, own, at);
    }
    if map.is_in_a_row() {
        row::frame(view, list, map, own);
    }
    knife(list, map, own);
}

/// A card is coloured as far as it is done, and framed while it is worked on.
fn progress(view: &View<'_>, list: &mut DisplayList, map: &Map, own: &Own, at: usize) {
    let (area, [start, end], t) = (map.cards[at], own.times[at], view.playhead);
    if t < start || t.0 == 0 {
        return;
    }
    let part = (t.saturating_sub(start).0 as f64 / end.saturating_sub(start).0.max(1) as f64).min(1.0) as f32;
    let round = if is_sum(at) { area.h / 2.0 } else { 4.0 };
    let wide = if is_sum(at) { area.w } else { (area.w * part).max(4.0) };
    list.rect(area.x, area.y, wide, area.h, round, Style::fill(hue(HUES[owner(own, at)])).alpha(0.34));
    if part < 1.0 {
        let (x, y, w, h) = (area.x - 1.5, area.y - 1.5, area.w + 3.0, area.h + 3.0);
        list.rect(x, y, w, h, round + 1.0, Style::line(Token::Accent, 3.0));
    }
}

/// How far from the blade a hand reaches.
const HELD: f32 = 26.0;

/// The blade across all threads that it cuts, and how much that is.
fn knife(list: &mut DisplayList, map: &Map, own: &Own) {
    let knife = own.plan.here.knife as usize;
    let x = map.blade(knife);
    let (head, foot) = (map.head(knife), map.top(map.row_of(knife)) + map.row * 0.96);
    let half = (map.gap * 0.3).within(2.2, 6.0);
    list.move_to(x - half, head);
    list.line_to(x + half, head);
    list.line_to(x + half, foot - half * 2.0);
    list.line_to(x - half, foot);
    list.close();
    list.paint(Style::fill(Token::SteelLight).outline(Token::Ink, 1.4));
    let grip = if map.is_in_a_row() { 30.0 } else { map.row * 0.3 };
    list.rect(x - half * 1.25, head - grip, half * 2.5, grip, half, Style::fill(Token::Scarf).outline(Token::Ink, 1.4));
    // Beside the grip, where it hides nothing.
    if !map.is_in_a_row() && map.row > map.size * 3.2 {
        let bytes = own.plan.here.weighed.bytes;
        let right = x + HELD;
        let style = TextStyle::new(map.size, Token::Accent).bold();
        let wide = text_width("888.88 MiB", map.size, true);
        let (style, at) = if right + wide > map.area.right() { (style.end(), x - HELD) } else { (style, right) };
        list.write_on_card(style, at, head - map.size * 0.3, |out| format::push_bytes(out, bytes));
    }
}
