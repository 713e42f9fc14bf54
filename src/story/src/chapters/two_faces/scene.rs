//! Two chefs at equal stations, each with its shelf drawn to scale; the roofline on the board between them.

use crate::scene::art::chef::Posture;
use crate::scene::art::props;
use crate::scene::cast::{self, Doing, STATION_H, STATION_W};
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Within as _};
use crate::scene::handle::Handle;
use crate::scene::index::RunIndex;
use crate::scene::palette::{Token, hue, on_hue};
use crate::scene::rack;
use crate::scene::stage::{self, Picture, Prepare, View};
use crate::show::Show;
use kitchen_core::sim::task::GpuId;
use kitchen_core::units::{Rate, Time};
use kitchen_core::workload::infer::{Phase, Point, clock};
use kitchen_text::{Key, Line, format, key, msg, tr};

use super::params::{GUESTS, Params};
use super::queue;
use super::roof;
use super::run::{Both, PROMPT, WORDS};
use super::sides::{badge, pass_at};

/// What the picture asks of a show, prepared once.
#[derive(Debug)]
pub(super) struct Own {
    pub both: Both,
    /// What is done in each pass, in the kitchen and in the x-ray.
    now: Vec<[Line; 2]>,
    /// The model and the GPU.
    sign: String,
    /// By how many guests there may be: where a word's work lies under the roof; nothing where the shelf does not hold them.
    points: Vec<Option<Point>>,
}

pub(super) const PICTURE: Prepare = stage::prepare::<Own>;

impl Picture for Own {
    fn prepare(show: &Show, _: &mut [RunIndex]) -> Option<Own> {
        prepare(show)
    }

    fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        backdrop(view, list, self);
    }

    fn frame(&self, view: &View<'_>, list: &mut DisplayList) {
        frame(view, list, self);
    }

    fn hands(&self, view: &View<'_>) -> Vec<Handle> {
        let parts = Parts::new(view);
        let mut hands = queue::hands(view, parts.queue, parts.press(view), &self.both);
        hands.extend(queue::point(view, &roof::places(view, parts.board, &self.points), &self.both));
        hands
    }
}

fn prepare(show: &Show) -> Option<Own> {
    let both = Both::of(show)?;
    let now = both.clock.spans.iter().map(|span| now(span.phase)).collect();
    let sign = format!("{} · {}", both.server.ask().shape.model.name, both.gpu.name);
    let points = GUESTS.iter().map(|row| roof::of_guests(Params { guests: row.2, ..both.params })).collect();
    Some(Own { both, now, sign, points })
}

fn now(phase: Phase) -> [Line; 2] {
    match phase {
        Phase::Prefill => [key::TWO_FACES_NOW_PREFILL, key::TWO_FACES_NOW_PREFILL_XRAY].map(Line::new),
        Phase::Decode(n) => {
            let n = i64::from(n) + 2;
            [msg::TwoFacesNowWord { n }.into(), msg::TwoFacesNowWordXray { n }.into()]
        }
        Phase::Forward => [key::TWO_FACES_NOW_FORWARD, key::TWO_FACES_NOW_FORWARD_XRAY].map(Line::new),
        Phase::Backward => [key::TWO_FACES_NOW_BACKWARD, key::TWO_FACES_NOW_BACKWARD_XRAY].map(Line::new),
        Phase::Update => [key::TWO_FACES_NOW_UPDATE, key::TWO_FACES_NOW_UPDATE_XRAY].map(Line::new),
    }
}

/// Where things stand: a side for each chef, the board between or below them.
#[derive(Clone, Copy, Debug)]
struct Parts {
    sides: [Area; 2],
    board: Area,
    /// The guests, under the board.
    queue: Area,
    /// The line under both.
    sign: [f32; 2],
}

impl Parts {
    fn new(view: &View<'_>) -> Parts {
        let [w, h] = view.size;
        let header = stage::header_height(view.size);
        let (unit, gap) = (view.text_size(), 8.0);
        let body = Area::new(gap, header, w - 2.0 * gap, (h - header - 4.0).max(1.0));
        if body.w >= body.h * 1.45 {
            let middle = if body.w < 480.0 { 0.0 } else { body.w * 0.32 };
            let side = (body.w - middle - if middle > 0.0 { 2.0 * gap } else { gap }) / 2.0;
            let board = Area::new(body.cx() - middle / 2.0, body.y + 4.0, middle, body.h - unit * 2.4);
            let sides = [body.x, body.right() - side].map(|x| Area::new(x, body.y, side, body.h));
            let [board, queue] = under(board);
            return Parts { sides, board, queue, sign: [body.cx(), body.bottom() - unit * 0.7] };
        }
        let (side, top) = ((body.w - gap) / 2.0, body.h * 0.6);
        let sides = [body.x, body.right() - side].map(|x| Area::new(x, body.y, side, top));
        let low = body.y + top + gap;
        let board = Area::new(body.x, low, body.w, body.bottom() - low - unit * 1.7);
        let [board, queue] = under(board);
        Parts { sides, board, queue, sign: [body.cx(), body.bottom() - unit * 0.4] }
    }

    /// Where the GPU is pressed: left of its name.
    fn press(&self, view: &View<'_>) -> [f32; 2] {
        let y = self.sign[1] - view.text_size() * 0.36;
        [self.queue.x + 24.0, y.min(view.size[1] - 23.0)]
    }
}

/// The board above, and the queue under it.
fn under(whole: Area) -> [Area; 2] {
    if whole.h < 120.0 {
        return [whole, Area::new(whole.x, whole.bottom(), whole.w, 0.0)];
    }
    let queue = (whole.h * 0.36).min(150.0);
    [
        Area { h: whole.h - queue - 6.0, ..whole },
        Area::new(whole.x + 6.0, whole.bottom() - queue, whole.w - 12.0, queue),
    ]
}

/// One chef's side, from its name down to its meters.
#[derive(Clone, Copy, Debug)]
struct Side {
    area: Area,
    /// What the memory holds of what it can.
    rack: Area,
    /// The station's foot and scale.
    foot: [f32; 2],
    scale: f32,
    strip: Area,
    meters: Area,
    size: f32,
}

impl Side {
    fn new(view: &View<'_>, area: Area) -> Side {
        let size = (view.text_size() * 0.95).max(LEAST_TEXT);
        let meters = Area::new(area.x, area.bottom() - size * 3.0, area.w, size * 3.0);
        let strip = Area::new(area.x, meters.y - size * 1.5, area.w, size * 1.3);
        let top = area.y + size * 3.1;
        let tall = (strip.y - size * 0.5 - top).max(1.0);
        let wide = (area.w * 0.26).within(40.0, tall * 0.5);
        let rack = Area::new(area.x, top, wide, tall);
        let scale = ((area.w - wide - 4.0) / STATION_W).min((tall + size * 1.2) / STATION_H);
        let foot = [area.x + wide + (area.w - wide) / 2.0, rack.bottom()];
        Side { area, rack, foot, scale, strip, meters, size }
    }

    fn text(&self, color: Token) -> TextStyle {
        TextStyle::new(self.size, color)
    }
}

fn backdrop(view: &View<'_>, list: &mut DisplayList, own: &Own) {
    let parts = Parts::new(view);
    let first = Side::new(view, parts.sides[0]);
    stage::room(view, list, view.area(), first.foot[1] - 110.0 * first.scale);
    for (i, area) in parts.sides.into_iter().enumerate() {
        let side = Side::new(view, area);
        name(view, list, &side, i);
        served(view, list, &side, &own.both, i);
        rack(view, list, &side, &own.both);
        let label = meter_labels(view);
        for (row, key) in label.into_iter().enumerate() {
            let y = side.meters.y + side.size * (1.05 + 1.5 * row as f32);
            list.say(side.text(Token::Text).bold(), area.x, y, view.lang, key);
        }
    }
    roof::backdrop(view, list, parts.board, &own.both);
    queue::backdrop(view, list, parts.queue, &own.both);
    let style = first.text(Token::Text).bold().middle().within(view.size[0] * 0.5);
    list.write(style, parts.sign[0], parts.sign[1], format_args!("{}", own.sign));
}

fn meter_labels(view: &View<'_>) -> [Key; 2] {
    if view.is_xray() {
        [key::TWO_FACES_XRAY_HAND, key::TWO_FACES_XRAY_SHELF_RATE]
    } else {
        [key::TWO_FACES_HAND, key::TWO_FACES_SHELF]
    }
}

/// Who this is: the number under which the board and the timeline know it, and what it does.
fn name(view: &View<'_>, list: &mut DisplayList, side: &Side, i: usize) {
    let keys = if view.is_xray() {
        [key::TWO_FACES_SIDE_INFERENCE, key::TWO_FACES_SIDE_TRAINING]
    } else {
        [key::TWO_FACES_SIDE_ANSWERS, key::TWO_FACES_SIDE_LEARNS]
    };
    let r = side.size * 0.72;
    let (x, y) = (side.area.x + r + 1.0, side.area.y + r + 2.0);
    badge(list, [x, y], r, i);
    let style = side.text(Token::Text).bold();
    list.say(style, x + r + 5.0, y + side.size * 0.36, view.lang, keys[i]);
}

/// How many are answered, and how much there is to learn from.
fn served(view: &View<'_>, list: &mut DisplayList, side: &Side, both: &Both, i: usize) {
    let n = i64::from(if i == 0 { both.params.guests } else { both.params.text });
    let say = |out: &mut String| match (i, view.is_xray()) {
        (0, false) => msg::TwoFacesSideGuests { n }.say_into(view.lang, out),
        (0, true) => msg::TwoFacesSideBatch { n }.say_into(view.lang, out),
        (_, false) => msg::TwoFacesSideText { n }.say_into(view.lang, out),
        (_, true) => msg::TwoFacesSideTokens { n }.say_into(view.lang, out),
    };
    let style = side.text(Token::Text).end().within(side.area.w * 0.45);
    let (x, y) = (side.area.right() - 3.0, side.area.y + side.size * 2.65);
    list.write_with(style, x, y, say);
}

/// How high so many bytes stand on a side's rack: as high as the memory, or as what is piled beyond it.
fn pixels(side: &Side, both: &Both, bytes: u64) -> f32 {
    let most = both.gpu.hbm.0.max(both.learned.contents.total().0).max(1);
    (bytes as f64 / most as f64) as f32 * side.rack.h
}

/// The memory, empty.
fn rack(view: &View<'_>, list: &mut DisplayList, side: &Side, both: &Both) {
    let tall = pixels(side, both, both.gpu.hbm.0);
    rack::frame(view, list, Area { y: side.rack.bottom() - tall, h: tall, ..side.rack });
}

fn frame(view: &View<'_>, list: &mut DisplayList, own: &Own) {
    let parts = Parts::new(view);
    for (i, area) in parts.sides.into_iter().enumerate() {
        let side = Side::new(view, area);
        chef(view, list, &side, own, i);
        shelf(view, list, &side, own, i);
        strip(view, list, &side, own, i);
        fetch(view, list, &side, own, i);
        meters(view, list, &side, own, i);
    }
    roof::frame(view, list, parts.board, &own.both);
    stage::clock(view, list);
}

fn gpu(i: usize) -> GpuId {
    [clock::ANSWERS, clock::LEARNS][i]
}

/// The chef, or its chip, and what it is at.
fn chef(view: &View<'_>, list: &mut DisplayList, side: &Side, own: &Own, i: usize) {
    let pass = pass_at(&own.both, gpu(i), view.playhead);
    let doing = pass.map_or(Doing::new(Posture::Done), |(task, progress)| {
        let (posture, batch) = match own.both.clock.spans[task].phase {
            Phase::Prefill | Phase::Forward => (Posture::Stirring, Some(0)),
            Phase::Decode(n) => (Posture::Stirring, Some(n as usize + 1)),
            Phase::Backward => (Posture::Reading, Some(0)),
            Phase::Update => (Posture::Writing, None),
        };
        Doing { posture, batch, progress }
    });
    let [x, y] = side.foot;
    let s = side.scale;
    if view.is_xray() {
        let area = Area::new(x - 72.0 * s, y - 158.0 * s, 144.0 * s, 150.0 * s);
        let (held, whole) = (own.both.clock.contents(gpu(i), view.playhead).total().0, own.both.gpu.hbm.0);
        cast::chip(list, view.lang, area, i, doing, (held * 6).div_ceil(whole.max(1)) as usize, None);
    } else {
        cast::chef_at_station(list, x, y, s, i, doing);
    }
    let key = usize::from(view.is_xray());
    let style = side.text(Token::Text).end().within(side.area.w * 0.56);
    let (x, y) = (side.area.right(), side.area.y + side.size * 1.08 + 2.0);
    match pass {
        Some((task, _)) => list.write_on_card(style, x - 3.0, y, |out| own.now[task][key].say_into(view.lang, out)),
        None => list.write_on_card(style, x - 3.0, y, |out| out.push_str(tr(view.lang, key::TWO_FACES_NOW_DONE))),
    }
}

/// The parts of what the memory holds, as they are piled up: a colour, what is written on it, and its names.
const PILE: [(Token, Token, [Key; 2]); 5] = [
    (Token::Apron, Token::OnApron, [key::TWO_FACES_PART_RECIPE, key::TWO_FACES_PART_WEIGHTS]),
    (hue(6), on_hue(6), [key::TWO_FACES_PART_KEYS, key::TWO_FACES_PART_KV]),
    (hue(1), on_hue(1), [key::TWO_FACES_PART_REPORT, key::TWO_FACES_PART_GRADIENTS]),
    (hue(4), on_hue(4), [key::TWO_FACES_PART_NOTEBOOKS, key::TWO_FACES_PART_OPTIMIZER]),
    (hue(5), on_hue(5), [key::TWO_FACES_PART_BOWLS, key::TWO_FACES_PART_ACTIVATIONS]),
];

/// What the memory holds now, to scale, and how much of how much that is.
fn shelf(view: &View<'_>, list: &mut DisplayList, side: &Side, own: &Own, i: usize) {
    let contents = own.both.clock.contents(gpu(i), view.playhead);
    let Area { x, w, .. } = side.rack.inset(2.0, 0.0);
    let mut y = side.rack.bottom() - 1.0;
    // The notebooks lie lowest but for the recipe: what comes and goes lies on top.
    for part in [0, 3, 1, 2, 4] {
        let (fill, text, names) = PILE[part];
        let h = pixels(side, &own.both, contents.parts()[part].0);
        if h <= 0.0 {
            continue;
        }
        y -= h;
        list.rect(x, y, w, h, 1.5, Style::fill(fill).outline(Token::Ink, 0.8));
        let (said, size) = (tr(view.lang, names[usize::from(view.is_xray())]), side.size);
        if h > size * 1.25 && text_width(said, LEAST_TEXT, true) <= w - 2.0 {
            let style = TextStyle::new(size, text).bold().middle().within(w - 2.0);
            list.write(style, x + w / 2.0, y + h / 2.0 + size * 0.36, format_args!("{said}"));
        }
    }
    let (held, whole) = (contents.total().0, own.both.gpu.hbm.0);
    let over = held > whole;
    if over {
        let top = side.rack.bottom() - pixels(side, &own.both, whole);
        list.rect(x - 3.0, y - 1.0, w + 6.0, top - y + 1.0, 3.0, Style::line(Token::Hue1, 3.0).dash(6.0, 4.0));
    }
    let color = if over { Token::Accent } else { Token::Text };
    let style = side.text(color).bold().within(side.area.w * 0.6);
    let tenths = (held + 50_000_000) / 100_000_000;
    list.write_on_card(style, side.area.x + 3.0, side.area.y + side.size * 2.65, |out| {
        format::push_number(out, tenths as f64 / 10.0, 1);
        out.push_str(" / ");
        format::push_bytes_decimal(out, own.both.gpu.hbm);
    });
}

/// On the left a jar for each word whose keys and values are kept, on the right the report, sheet by sheet.
fn strip(view: &View<'_>, list: &mut DisplayList, side: &Side, own: &Own, i: usize) {
    let contents = own.both.clock.contents(gpu(i), view.playhead);
    let Area { x, y, w, h } = side.strip;
    list.rect(x, y + h, w, 2.4, 1.0, Style::fill(if view.is_xray() { Token::ChipEdge } else { Token::WoodDark }));
    let slots = WORDS as usize;
    let full = if i == 0 {
        let a_word = own.both.server.contents(1, 1).kv_cache.0.max(1);
        (contents.kv_cache.0 as f64 / a_word as f64 - f64::from(PROMPT)).max(0.0) as f32
    } else {
        let most = own.both.learned.contents.gradients.0.max(1);
        (contents.gradients.0 as f64 / most as f64) as f32 * slots as f32
    };
    let step = w / slots as f32;
    let s = (step / 15.0).min(h / 19.0);
    for slot in 0..slots {
        let part = (full - slot as f32).within(0.0, 1.0);
        let middle = x + (slot as f32 + 0.5) * step;
        if view.is_xray() {
            let color = if i == 0 { hue(6) } else { hue(1) };
            let cell = Area::new(middle - 5.0 * s, y + h - 15.0 * s, 10.0 * s, 14.0 * s);
            list.rect(cell.x, cell.y, cell.w, cell.h, 1.0, Style::fill(Token::HbmEmpty));
            list.rect(cell.x, cell.bottom() - cell.h * part, cell.w, cell.h * part, 1.0, Style::fill(color));
        } else if part >= 1.0 && i == 0 {
            list.art(&props::JAR, middle, y + h, s, cast::pair(slot + 1));
        } else if part >= 1.0 {
            list.art(&props::REPORT, middle, y + h - 10.0 * s, s * 0.52, cast::pair(1));
        } else {
            list.ellipse(middle, y + h - 3.0, 1.6, 1.6, Style::fill(Token::WoodDark));
        }
    }
}

/// Bytes that pass while one sheet goes all the way, and how many are on it at once.
const A_WAY: f64 = 10e9;
const SHEETS: usize = 4;

/// Sheets between shelf and hand: as many as the memory hands out (or takes in), on both sides in one measure.
fn fetch(view: &View<'_>, list: &mut DisplayList, side: &Side, own: &Own, i: usize) {
    let Some((task, progress)) = pass_at(&own.both, gpu(i), view.playhead) else { return };
    if view.playhead == Time::ZERO {
        return;
    }
    let span = &own.both.clock.spans[task];
    let moved = span.part.bytes * f64::from(progress) / A_WAY;
    let [x, y] = side.foot;
    let s = side.scale;
    // Over the counter's top, below the face; in the x-ray as far as the chip's edge.
    let from = [side.rack.right() - 4.0, y - 74.0 * s];
    let to = if view.is_xray() { [x - 64.0 * s, y - 74.0 * s] } else { [x + 22.0 * s, y - 80.0 * s] };
    for sheet in 0..SHEETS {
        let way = moved + sheet as f64 / SHEETS as f64;
        let mut part = (way - way.floor()) as f32;
        // Reports go to the shelf; the pencil takes pages out and puts them back.
        let back = match span.phase {
            Phase::Backward => true,
            Phase::Update => sheet % 2 == 1,
            _ => false,
        };
        if back {
            part = 1.0 - part;
        }
        let lift = part * (1.0 - part) * 4.0 * 9.0 * s;
        let at = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part - lift];
        if view.is_xray() {
            let r = 4.0 * s.max(0.6);
            list.rect(
                at[0] - r,
                at[1] - r,
                2.0 * r,
                2.0 * r,
                2.0,
                Style::fill(Token::Hbm).outline(Token::ChipEdge, 1.0),
            );
        } else {
            let n = if back { 1 } else { 3 };
            list.art(&props::REPORT, at[0], at[1], 0.55 * s.max(0.6), cast::pair(n));
        }
    }
}

/// How much of what hand and shelf can do is in use.
fn meters(view: &View<'_>, list: &mut DisplayList, side: &Side, own: &Own, i: usize) {
    let roof = own.both.server.roofline();
    let part = pass_at(&own.both, gpu(i), view.playhead).map(|(task, _)| own.both.clock.spans[task].part);
    let rates = part.map_or([0.0; 2], |part| [part.flops, part.bytes].map(|all| all / part.time.as_secs().max(1e-15)));
    let most = [roof.peak, roof.bandwidth];
    let label = meter_labels(view).map(|key| text_width(tr(view.lang, key), side.size, true));
    let left = label[0].max(label[1]) + 6.0;
    let room = side.size * if view.is_xray() { 7.4 } else { 4.0 };
    for row in 0..2 {
        let share = (rates[row] / most[row]) as f32;
        let y = side.meters.y + side.size * 1.5 * row as f32;
        let bar = Area::new(side.area.x + left, y + side.size * 0.15, side.area.w - left - room, side.size * 1.05);
        list.rect(bar.x, bar.y, bar.w, bar.h, 3.0, Style::fill(Token::Track).outline(Token::CardLine, 1.0));
        let fill = if row == 0 { Token::Scarf } else { hue(3) };
        list.rect(bar.x, bar.y, (bar.w * share.within(0.0, 1.0)).max(0.5), bar.h, 3.0, Style::fill(fill));
        let style = side.text(Token::Text).bold().end().within(room - 3.0);
        let (x, y) = (side.area.right() - 2.0, y + side.size * 1.05);
        list.write_on_card(style, x, y, |out| match (view.is_xray(), row) {
            (false, _) => format::push_percent(out, f64::from(share)),
            (true, 0) => format::push_flop_rate(out, rates[0]),
            (true, _) => format::push_rate(out, Rate::bytes_per_s(rates[1])),
        });
    }
}
