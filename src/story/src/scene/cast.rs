//! Draws the cast: chefs at their stations, chips in the x-ray, bowls, reports, slips, clocks.

use super::art::chef::{self, Posture};
use super::art::props;
use super::display::{Color, DisplayList, LEAST_TEXT, Style, TextStyle, Tints, text_width};
use super::geom::{Area, Point, Within as _};
use super::index::RunIndex;
use super::palette::{Token, hue, hue_line, on_hue};
use super::work::{Bench, Craft};
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, NONE};
use kitchen_core::units::Time;
use kitchen_text::{Key, Lang, format, key, tr};

/// A station's box in art units: the counter's foot in the middle is at (0, 0).
pub(crate) const STATION_W: f32 = 164.0;
pub(crate) const STATION_H: f32 = 210.0;
/// Where the chef's middle is, left of the station's.
const CHEF_X: f32 = -16.0;
const POT_X: f32 = 40.0;
const TOP_Y: f32 = -60.0;
/// Where a chef at its station has its own vessel, and where one behind a narrow counter has it: smaller, before its right arm.
const STATION_BENCH: Bench = Bench { chef: CHEF_X, foot: [POT_X, TOP_Y], scale: 1.0 };
const BUST_BENCH: Bench = Bench { chef: 0.0, foot: [31.0, TOP_Y], scale: 0.8 };

/// A hue for what is in hand, both for fills and lines.
pub(crate) fn pair(n: usize) -> Tints {
    [Color::Token(hue(n)), Color::Token(hue_line(n)), Color::None, Color::None]
}

/// What one chef does at an instant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doing {
    pub posture: Posture,
    /// The micro-batch in hand.
    pub batch: Option<usize>,
    /// How far it has come, 0 to 1.
    pub progress: f32,
}

impl Doing {
    pub(crate) fn new(posture: Posture) -> Doing {
        Doing { posture, batch: None, progress: 0.0 }
    }

    /// What a GPU's chef computes at `t`, if anything.
    pub(crate) fn at_work(run: &Run, index: &RunIndex, gpu: GpuId, t: Time) -> Option<Doing> {
        let task = index.compute_at(run, gpu, t)?;
        let label = run.graph.labels[task as usize];
        let (posture, batch) = (posture_of(label.kind), batch_of(label.micro_batch));
        Some(Doing { posture, batch, progress: index.progress(run, task, t) })
    }
}

/// The posture for a computing task.
fn posture_of(kind: Kind) -> Posture {
    match kind {
        Kind::Forward => Posture::Stirring,
        Kind::Backward | Kind::BackwardInput => Posture::Reading,
        Kind::BackwardWeight | Kind::Update | Kind::Reduce => Posture::Writing,
        _ => Posture::Phone,
    }
}

/// The micro-batch of a label, if it has one.
pub(crate) fn batch_of(micro_batch: u16) -> Option<usize> {
    (micro_batch != NONE).then_some(usize::from(micro_batch))
}

/// A chef's upper body; the counter that hides its lower edge is drawn after it.
fn body(list: &mut DisplayList, rank: usize, doing: Doing) {
    let tints = chef::tints(rank, hue_line(doing.batch.unwrap_or(3)));
    list.art(&chef::TORSO, CHEF_X, 0.0, 1.0, tints);
    list.art(chef::HEADS[rank % 8], CHEF_X, 0.0, 1.0, tints);
    list.art(doing.posture.face(), CHEF_X, 0.0, 1.0, tints);
    list.art(if rank % 3 == 2 { &chef::CAP } else { &chef::TOQUE }, CHEF_X, 0.0, 1.0, tints);
}

/// The part of a station that never changes: the rack behind.
pub(crate) fn station_back(list: &mut DisplayList, x: f32, y: f32, scale: f32) {
    list.art(&props::SHELF, x - 60.0 * scale, y, scale, [Color::None; 4]);
}

/// A chef behind its counter with a pot. The station's foot is at (x, y).
pub(crate) fn chef_at_station(list: &mut DisplayList, x: f32, y: f32, scale: f32, rank: usize, doing: Doing) {
    station(list, [x, y], scale, (rank, doing), None);
}

/// The same; with a work of its own, that work's vessel and tool in place of pot and spoon, and its name on the counter.
pub(super) fn station(
    list: &mut DisplayList,
    foot: Point,
    scale: f32,
    (rank, doing): (usize, Doing),
    own: Option<(Craft, Lang)>,
) {
    list.save();
    list.translate(foot[0], foot[1]);
    list.scale(scale);
    body(list, rank, doing);
    if matches!(doing.posture, Posture::Ready | Posture::Phone | Posture::Stirring | Posture::Done) {
        let number = TextStyle::new(17.0, Token::OnApron).bold().middle().within(22.0);
        list.write(number, CHEF_X, -62.5, format_args!("{}", rank + 1));
    }
    list.art(&props::COUNTER, 0.0, 0.0, 1.0, [Color::None; 4]);
    let cooked = doing.batch.filter(|_| doing.posture == Posture::Stirring);
    match (own, cooked) {
        (Some((work, _)), _) => work.vessel(list, &STATION_BENCH, cooked, doing.progress),
        (None, Some(n)) => {
            list.art(&props::POT, POT_X, TOP_Y, 1.0, pair(n));
            steam(list, [POT_X + 6.0, TOP_Y], n, doing.progress);
        }
        (None, None) => list.art(&props::POT_EMPTY, POT_X, TOP_Y, 1.0, [Color::None; 4]),
    }
    let tints = chef::tints(rank, hue_line(doing.batch.unwrap_or(3)));
    match (own, cooked) {
        (Some((work, _)), Some(n)) => work.arms(list, &STATION_BENCH, tints, (n, doing.progress)),
        _ => list.art(doing.posture.arms(), CHEF_X, 0.0, 1.0, tints),
    }
    if let (Posture::Reading, Some(n)) = (doing.posture, doing.batch) {
        sheet_lines(list, n, doing.progress);
    }
    if doing.posture == Posture::Waiting {
        list.art(&props::WAIT_CLOCK, CHEF_X + 36.0, -176.0, 1.0, [Color::None; 4]);
    }
    if let (Posture::Stirring | Posture::Reading, Some(n)) = (doing.posture, doing.batch) {
        tag(list, scale, 63.0, -78.0, n, doing.posture == Posture::Stirring);
    }
    plate(list, scale, rank, own);
    list.restore();
}

/// Steam over a pot whose foot is there: five puffs a bowl.
pub(super) fn steam(list: &mut DisplayList, [x, y]: Point, n: usize, progress: f32) {
    let rise = progress * 5.0;
    let lift = (rise - rise.floor()) * 6.0;
    list.art(&props::STEAM, x, y - lift, 1.0, pair(n));
}

/// The number of a chef on the counter's door, where no arm hides it, and beside it the name of its work where that can be read.
fn plate(list: &mut DisplayList, scale: f32, rank: usize, own: Option<(Craft, Lang)>) {
    let size = readable(19.0, 27.0, scale);
    if let Some((work, lang)) = own {
        let size = readable(17.0, 22.0, scale);
        let said = |out: &mut String| {
            format::push_int(out, rank as i64 + 1);
            out.push(' ');
            out.push_str(tr(lang, work.name()));
        };
        let w = list.width_of(size, said) + 12.0;
        if w < 140.0 {
            list.rect(-w / 2.0, -38.0, w, 27.0, 4.0, Style::fill(Token::Card).outline(Token::Ink, 1.6));
            let style = TextStyle::new(size, Token::Text).bold().middle().within(w - 8.0);
            return list.write_with(style, 0.0, -24.5 + size * 0.36, said);
        }
    }
    list.rect(-14.0, -38.0, 28.0, 27.0, 4.0, Style::fill(Token::Card).outline(Token::Ink, 1.6));
    let number = TextStyle::new(size, Token::Text).bold().middle().within(25.0);
    list.write(number, 0.0, -24.5 + size * 0.36, format_args!("{}", rank + 1));
}

/// The lines of the report in a chef's hands, as many as it has read, and its number.
fn sheet_lines(list: &mut DisplayList, n: usize, progress: f32) {
    let number = TextStyle::new(17.0, Token::OnCloth).bold().middle();
    list.write(number, CHEF_X + 1.0, -84.0, format_args!("{}", n + 1));
    // Cloth is white in every palette, so lines on it take the fill's hue.
    sheet(list, hue(n), progress);
}

fn sheet(list: &mut DisplayList, read: Token, progress: f32) {
    for row in 0..3 {
        let y = -78.0 + row as f32 * 5.5;
        let part = (progress * 3.0 - row as f32).within(0.0, 1.0);
        list.move_to(CHEF_X - 12.0, y);
        list.line_to(CHEF_X + 14.0, y - 1.0);
        list.paint(Style::line(Token::ClothShade, 2.4));
        if part > 0.0 {
            list.move_to(CHEF_X - 12.0, y);
            list.line_to(CHEF_X - 12.0 + 26.0 * part, y - part);
            list.paint(Style::line(read, 2.4));
        }
    }
}

/// The number of what is being cooked (filled) or read (outlined) beside the pot.
fn tag(list: &mut DisplayList, scale: f32, x: f32, y: f32, n: usize, filled: bool) {
    let (style, color) = if filled {
        (Style::fill(hue(n)).outline(Token::Ink, 1.8), on_hue(n))
    } else {
        (Style::fill(Token::Card).outline(hue_line(n), 3.0), Token::Text)
    };
    let w = if n < 9 { 24.0 } else { 34.0 };
    list.rect(x - w / 2.0, y - 11.0, w, 22.0, 6.0, style);
    let size = readable(15.0, 21.0, scale);
    let number = TextStyle::new(size, color).bold().middle().within(w - 3.0);
    list.write(number, x, y + size * 0.36, format_args!("{}", n + 1));
}

/// A size in art units that is readable on a phone, as far as there is room.
fn readable(usual: f32, most: f32, scale: f32) -> f32 {
    (LEAST_TEXT / scale.max(0.1)).within(usual, most)
}

/// A bust's box in art units: the middle of its counter's foot is at (0, 0), its waiting clock at the top.
pub(crate) const BUST: [f32; 2] = [104.0, 185.0];

/// A chef without a pot, as far as the waist behind a narrow counter whose foot is at (x, y): for many chefs.
pub(crate) fn chef_bust(list: &mut DisplayList, x: f32, y: f32, scale: f32, rank: usize, doing: Doing) {
    bust(list, [x, y], scale, (rank, doing), None);
}

/// The foot of a bust's own vessel, and the vessel's scale, where the bust's foot is at (x, y).
pub(crate) fn own_vessel(x: f32, y: f32, scale: f32) -> (Point, f32) {
    let [dx, dy] = BUST_BENCH.foot;
    ([x + dx * scale, y + (dy + 18.0) * scale], BUST_BENCH.scale * scale)
}

/// The same; with a work of its own, that work's vessel on the counter, and its tool in hand.
pub(super) fn bust(list: &mut DisplayList, foot: Point, scale: f32, (rank, doing): (usize, Doing), own: Option<Craft>) {
    list.save();
    list.translate(foot[0], foot[1]);
    list.scale(scale);
    list.translate(0.0, 18.0);
    list.save();
    list.translate(-CHEF_X, 0.0);
    body(list, rank, doing);
    list.restore();
    list.art(&props::COUNTER_SMALL, 0.0, 0.0, 1.0, [Color::None; 4]);
    let tints = chef::tints(rank, hue_line(doing.batch.unwrap_or(3)));
    // A chef alone at its work does it in its own colour.
    let cooked = (doing.posture == Posture::Stirring).then_some(doing.batch.unwrap_or(rank));
    if let Some(work) = own {
        work.vessel(list, &BUST_BENCH, cooked, doing.progress);
    }
    match (own, cooked) {
        (Some(work), Some(n)) => work.arms(list, &BUST_BENCH, tints, (n, doing.progress)),
        _ => list.art(doing.posture.arms(), 0.0, 0.0, 1.0, tints),
    }
    // On a phone the number fills the counter.
    let size = readable(22.0, 41.0, scale);
    let number = TextStyle::new(size, Token::OnCloth).bold().middle().within(70.0);
    list.write(number, 0.0, -34.5 + size * 0.36, format_args!("{}", rank + 1));
    if doing.posture == Posture::Reading {
        list.save();
        list.translate(-CHEF_X, 0.0);
        sheet(list, doing.batch.map_or(Token::ClothLine, hue), doing.progress);
        list.restore();
    }
    if doing.posture == Posture::Waiting {
        list.art(&props::WAIT_CLOCK, 36.0, -178.0, 1.3, [Color::None; 4]);
    }
    list.restore();
}

/// A chef's head and shoulders alone, as high as `h`, its middle at x and its hat's top at y: a sign for a chef.
pub(crate) fn portrait(list: &mut DisplayList, [x, y]: Point, h: f32, rank: usize) {
    let scale = h / 112.0;
    list.save();
    list.clip(x - h, y, 2.0 * h, h, 0.0);
    list.translate(x, y + 171.0 * scale);
    list.scale(scale);
    list.translate(-CHEF_X, 18.0);
    body(list, rank, Doing::new(Posture::Ready));
    list.restore();
}

/// A hat: busy ones are white, idle ones grey, done ones green.
pub(crate) fn hat(list: &mut DisplayList, x: f32, y: f32, scale: f32, rank: usize, posture: Posture) {
    let cloth = match posture {
        Posture::Waiting | Posture::Ready => Token::ClothShade,
        Posture::Done => Token::Hue7,
        _ => Token::Cloth,
    };
    list.art(&chef::HAT, x, y, scale, chef::tints(rank, cloth));
}

/// A bowl with number and pattern; `scale` 1 is 40 pixels wide.
pub(crate) fn bowl(list: &mut DisplayList, at: Point, scale: f32, n: usize) {
    list.art(&props::BOWL, at[0], at[1], scale, pair(n));
    list.art(props::pattern(n), at[0], at[1], scale, pair(n));
    // The pattern leaves the number a place of its own, also where it is set larger to be read.
    let size = (12.0 * scale).max(LEAST_TEXT);
    let width = if n < 9 { 0.56 } else { 0.78 };
    list.ellipse(at[0], at[1] + 9.5 * scale - size * 0.36, width * size, 0.56 * size, Style::fill(Token::Cloth));
    let number = TextStyle::new(12.0 * scale, Token::OnCloth).bold().middle();
    list.write(number, at[0], at[1] + 9.5 * scale, format_args!("{}", n + 1));
}

/// A jar with what is kept of a bowl, its foot at (x, y).
pub(crate) fn jar(list: &mut DisplayList, x: f32, y: f32, s: f32, n: usize) {
    list.art(&props::JAR, x, y, s, pair(n));
    let signs = if n < 9 { "0" } else { "00" };
    if s <= 0.82 || text_width(signs, LEAST_TEXT, false) > 9.0 * s {
        // Smaller jars are told by colour alone: no label.
        list.rect(x - 5.0 * s, y - 14.4 * s, 10.0 * s, 11.8 * s, 0.0, Style::fill(hue(n)));
    } else {
        let style = TextStyle::new(11.0 * s, Token::OnCloth).bold().middle().within(9.0 * s);
        list.write(style, x, y - 4.2 * s, format_args!("{}", n + 1));
    }
}

/// A report on its way, with its micro-batch's number.
pub(crate) fn report(list: &mut DisplayList, at: Point, scale: f32, n: usize) {
    list.art(&props::REPORT, at[0], at[1], scale, pair(n));
    let number = TextStyle::new(14.0 * scale, Token::OnCloth).bold().middle();
    list.write(number, at[0] + 1.5 * scale, at[1] + 4.0 * scale, format_args!("{}", n + 1));
}

/// A slip with a text of its own; `n` gives the coloured edge.
pub(crate) fn slip(list: &mut DisplayList, at: Point, scale: f32, n: usize, text: std::fmt::Arguments<'_>) {
    list.art(&props::SLIP, at[0], at[1], scale, pair(n));
    let style = TextStyle::new(15.0 * scale, Token::OnCloth).bold().middle().within(33.0 * scale);
    list.write(style, at[0] + 4.0 * scale, at[1] + 5.3 * scale, text);
}

/// A small slip, with its number where that can be read, and smaller where not.
pub(crate) fn chit(list: &mut DisplayList, at: Point, scale: f32, n: usize) {
    let size = scale * if n < 9 { 15.0 } else { 12.0 };
    if n > 98 || size < LEAST_TEXT {
        return list.art(&props::CHIT, at[0], at[1], scale.min(0.6), pair(n));
    }
    list.art(&props::CHIT, at[0], at[1], scale, pair(n));
    let style = TextStyle::new(size, Token::OnCloth).bold().middle().within(13.0 * scale);
    list.write(style, at[0] + 3.0 * scale, at[1] + size * 0.36, format_args!("{}", n + 1));
}

/// A micro-batch in the x-ray: a packet with its number; forward filled, backward outlined.
pub(crate) fn packet(list: &mut DisplayList, at: Point, scale: f32, n: usize, filled: bool) {
    let (w, h) = (26.0 * scale, 20.0 * scale);
    let (style, color) = if filled {
        (Style::fill(hue(n)).outline(Token::Ink, 1.6), on_hue(n))
    } else {
        (Style::fill(Token::Card).outline(hue_line(n), 2.6), Token::Text)
    };
    list.rect(at[0] - w / 2.0, at[1] - h / 2.0, w, h, 4.0 * scale, style);
    let number = TextStyle::new(13.0 * scale, color).bold().middle().within(w * 0.85);
    list.write(number, at[0], at[1] + 4.6 * scale, format_args!("{}", n + 1));
}

/// A GPU in the x-ray: package, HBM stacks (`held` of them lit), die with what runs on it; `memory` is what the HBM holds
/// and what it can hold, in GB.
pub(crate) fn chip(
    list: &mut DisplayList,
    lang: Lang,
    area: Area,
    rank: usize,
    doing: Doing,
    held: usize,
    memory: Option<[u64; 2]>,
) {
    let Area { x, y, w, h } = area;
    let unit = (w / 10.0).min(h / 7.0);
    list.rect(x, y, w, h, unit * 0.7, Style::fill(Token::Chip).outline(Token::ChipEdge, 1.6));
    if unit < 7.0 && memory.is_none() {
        return small_chip(list, area, rank, doing);
    }
    let (stacks, label) = (3, unit * 1.7);
    let column = (unit * 1.15).min(w * 0.14);
    let gap = unit * 0.35;
    let tall = (h - label - gap * (stacks as f32 + 1.0)) / stacks as f32;
    for side in 0..2 {
        for stack in 0..stacks {
            let lit = (stacks - 1 - stack) * 2 + side < held;
            let sx = if side == 0 { x + gap * 1.4 } else { x + w - gap * 1.4 - column };
            let sy = y + gap + stack as f32 * (tall + gap);
            let token = if lit { Token::Hbm } else { Token::HbmEmpty };
            list.rect(sx, sy, column, tall, unit * 0.18, Style::fill(token));
        }
    }
    let die = Area::new(x + column + gap * 3.0, y + gap, w - 2.0 * (column + gap * 3.0), h - label - gap * 2.0);
    die_face(list, lang, die, unit, doing);
    let name = TextStyle::new((unit * 1.25).max(LEAST_TEXT), Token::OnChip).middle().within(w - unit);
    let baseline = y + h - unit * 0.55;
    match memory {
        Some([used, whole]) if w - unit > 8.4 * LEAST_TEXT => {
            list.write(name, x + w / 2.0, baseline, format_args!("GPU {} · {used}/{whole} GB", rank + 1));
        }
        _ => list.write(name, x + w / 2.0, baseline, format_args!("GPU {}", rank + 1)),
    }
}

/// Too small for words: the number, on a die in the hue of what it computes (filled forward, outlined backward), lit while it
/// sends or receives, green when it is done.
fn small_chip(list: &mut DisplayList, area: Area, rank: usize, doing: Doing) {
    let die = area.inset(area.w * 0.17, area.h * 0.14);
    let n = doing.batch.unwrap_or(0);
    let (fill, text) = match doing.posture {
        Posture::Stirring => (hue(n), on_hue(n)),
        Posture::Waiting | Posture::Ready | Posture::Reading => (Token::Die, Token::OnChip),
        Posture::Done => (Token::Good, Token::OnAccent),
        _ => (Token::Hbm, Token::OnCloth),
    };
    for x in [area.x + area.w * 0.04, area.right() - area.w * 0.13] {
        list.rect(x, die.y, area.w * 0.09, die.h, 1.0, Style::fill(Token::HbmEmpty));
    }
    let style = Style::fill(fill);
    let style = if doing.posture == Posture::Reading { style.outline(hue(n), 2.4) } else { style };
    list.rect(die.x, die.y, die.w, die.h, 2.0, style);
    let size = (die.h * 0.8).min(die.w * 0.8).min(20.0);
    let style = TextStyle::new(size, text).bold().middle().within(die.w * 0.94);
    list.write(style, die.cx(), die.cy() + size * 0.36, format_args!("{}", rank + 1));
}

fn die_face(list: &mut DisplayList, lang: Lang, die: Area, unit: f32, doing: Doing) {
    let text = |color: Token| TextStyle::new(unit * 1.9, color).bold().middle().within(die.w * 0.9);
    let (cx, baseline) = (die.cx(), die.cy() + unit * 0.65);
    let radius = unit * 0.35;
    let n = doing.batch.unwrap_or(0);
    let letter = match doing.posture {
        Posture::Stirring => Some(("F", true)),
        Posture::Reading => Some(("B", false)),
        // Of a bowl: the weights' part of its backward pass.
        Posture::Writing if doing.batch.is_some() => Some(("W", false)),
        Posture::Writing => Some(("+", false)),
        _ => None,
    };
    let Some((letter, filled)) = letter else {
        list.rect(die.x, die.y, die.w, die.h, radius, Style::fill(Token::Die).outline(Token::HbmEmpty, 1.4));
        list.say(text(Token::OnChipSoft), cx, baseline, lang, state_name(doing.posture));
        return;
    };
    if filled {
        list.rect(die.x, die.y, die.w, die.h, radius, Style::fill(hue(n)).outline(Token::ChipEdge, 1.4));
    } else {
        list.rect(die.x, die.y, die.w, die.h, radius, Style::fill(Token::Die));
        let inset = unit * 0.18;
        list.rect(
            die.x + inset,
            die.y + inset,
            die.w - inset * 2.0,
            die.h - inset * 2.0,
            radius,
            Style::line(hue(n), unit * 0.34),
        );
    }
    let color = if filled { on_hue(n) } else { Token::OnChip };
    match doing.batch {
        Some(n) => list.write(text(color), cx, baseline, format_args!("{letter}{}", n + 1)),
        None => list.write(text(color), cx, baseline, format_args!("{letter}")),
    }
}

fn state_name(posture: Posture) -> Key {
    match posture {
        Posture::Phone => key::SCENE_STATE_COMM,
        Posture::Done => key::SCENE_STATE_DONE,
        _ => key::SCENE_STATE_WAIT,
    }
}

/// The sine of so many turns by Bhaskara's rational approximation (7th century): off by 0.002 at most, and 8 kB smaller than
/// the exact one, which is all that a clock's hand asks for.
pub(crate) fn wave(turns: f64) -> f64 {
    let halves = (turns - turns.floor()) * 2.0;
    let (part, sign) = if halves < 1.0 { (halves, 1.0) } else { (halves - 1.0, -1.0) };
    let hill = part * (1.0 - part);
    sign * 16.0 * hill / (5.0 - 4.0 * hill)
}

/// A clock whose short hand goes round once in the whole show, and its long hand ten times.
pub(crate) fn clock(list: &mut DisplayList, cx: f32, cy: f32, radius: f32, t: Time, whole: Time) {
    let scale = radius / 26.0;
    list.art(&props::CLOCK, cx, cy, scale, [Color::None; 4]);
    let part = if whole == Time::ZERO { 0.0 } else { t.0 as f64 / whole.0 as f64 };
    let mut hand = |turns: f64, length: f32, width: f32| {
        let (sin, cos) = (wave(turns), wave(turns + 0.25));
        list.move_to(cx, cy);
        list.line_to(cx + sin as f32 * length * radius, cy - cos as f32 * length * radius);
        list.paint(Style::line(Token::OnCloth, width * scale));
    };
    hand(part, 0.42, 3.4);
    hand(part * 10.0, 0.6, 2.2);
}
