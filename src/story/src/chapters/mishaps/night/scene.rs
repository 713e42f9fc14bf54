//! The city at night, a window for each kitchen, and beside it the three days of each city as a strip: work, what was undone, and the
//! hours in which nobody worked, with a tick for each checkpoint.

use kitchen_core::faults::Activity;
use kitchen_core::units::Time;
use kitchen_text::{Key, Number, key, msg, pair, tr};

use crate::scene::art::chef::Posture;
use crate::scene::cast::{self, Doing};
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Within as _};
use crate::scene::palette::Token;
use crate::scene::stage::{self, View};

use super::city::{EXTREMES, HOUR, SPAN};
use super::rails::{by_hand, dashed, marks, name_width, named, rail, rail_height};
use super::telling::hours;
use super::{Life, Night, near};
use crate::chapters::mishaps::params::{Params, RESERVES, SIZES};
use crate::chapters::mishaps::scene::size;

pub(in crate::chapters::mishaps) fn backdrop(view: &View<'_>, list: &mut DisplayList, night: &Night) {
    let parts = Parts::new(view);
    town(view, list, night, &parts);
    foot(view, list, &parts);
    if parts.has_rails(view) {
        rail(view, list, parts.rail(view, 0), &SIZES);
        rail(view, list, parts.rail(view, 1), &RESERVES);
        named(view, list, &parts);
    }
    marks(view, list, night, &parts);
    parts.rows.iter().enumerate().for_each(|(at, row)| strip_back(view, list, night, at, *row));
}

pub(in crate::chapters::mishaps) fn frame(view: &View<'_>, list: &mut DisplayList, night: &Night) {
    let parts = Parts::new(view);
    windows(view, list, night, &parts);
    parts.rows.iter().enumerate().for_each(|(at, row)| strip(view, list, night, at, *row));
}

/// The stage's parts: the town with its words below, and a row for each city.
#[derive(Clone, Copy, Debug)]
pub(in crate::chapters::mishaps) struct Parts {
    town: Area,
    rows: [Area; 3],
    /// A line for the signs' words, where the rows have no room for them.
    foot: Option<Area>,
}

impl Parts {
    pub(in crate::chapters::mishaps) fn new(view: &View<'_>) -> Parts {
        let [w, h] = view.size;
        let header = stage::header_height(view.size) + 2.0 + size(view) * 0.3;
        let line = size(view) * 1.3;
        let body = (h - header - 4.0).max(1.0);
        let foot = |width: f32| (!has_words(view, width)).then(|| Area::new(8.0, h - line - 2.0, w - 16.0, line));
        if w < 480.0 && w < h * 1.25 {
            let foot = foot(w - 12.0);
            let body = body - foot.map_or(0.0, |foot| foot.h);
            let town = body * if looks_in(view) { 0.54 } else { 0.38 };
            let row = (body - town) / 3.0;
            let rows = [0.0, 1.0, 2.0].map(|at| Area::new(6.0, header + town + row * at, w - 12.0, row - 2.0));
            return Parts { town: Area::new(6.0, header, w - 12.0, town - 4.0), rows, foot };
        }
        let left = w * 0.36;
        // With chefs beside them the rows are narrower.
        let foot = foot((w - left - 14.0) * 0.8);
        let body = body - foot.map_or(0.0, |foot| foot.h);
        let row = body / 3.0;
        let rows = [0.0, 1.0, 2.0].map(|at| Area::new(left + 4.0, header + row * at, w - left - 14.0, row - 4.0));
        Parts { town: Area::new(8.0, header, left - 14.0, body - 2.0), rows, foot }
    }

    /// Where the windows are; the words stand above and below.
    fn ground(&self, view: &View<'_>) -> Area {
        let whole = self.within(view);
        if looks_in(view) { Area { h: whole.h * 0.5 - 6.0, ..whole } } else { whole }
    }

    /// The windows, and below them the kitchen that is looked into.
    fn within(&self, view: &View<'_>) -> Area {
        let line = size(view) * 1.45;
        let Area { x, y, w, h } = self.town;
        let rails = if self.has_rails(view) { rail_height(view) * 2.0 } else { 0.0 };
        Area::new(x, y + line, w, (h - line * 3.0 - rails).max(16.0))
    }

    fn inside(&self, view: &View<'_>) -> Area {
        let whole = self.within(view);
        Area::new(whole.x, whole.y + whole.h * 0.5 + 4.0, whole.w, whole.h * 0.5 - 4.0)
    }

    /// Kitchens far enough from each other to be pressed, from 0, each with its window.
    pub(in crate::chapters::mishaps) fn pressed(&self, view: &View<'_>, night: &Night) -> Vec<(u32, [f32; 2])> {
        let ground = self.ground(view);
        let (grid, _) = grid(night, ground);
        let mut all: Vec<(u32, [f32; 2])> = Vec::new();
        for [fx, fy] in [[0.12, 0.3], [0.37, 0.72], [0.63, 0.3], [0.88, 0.72]] {
            let [x, y] = [ground.x + ground.w * fx, ground.y + ground.h * fy];
            let away = |&kitchen: &u32| {
                let place = grid.place(kitchen);
                ((place.cx() - x).powi(2) + (place.cy() - y).powi(2)) as u32
            };
            let is_free = |kitchen: &u32| {
                let place = grid.place(*kitchen);
                all.iter().all(|(_, other)| crate::scene::geom::distance(*other, [place.cx(), place.cy()]) >= APART)
            };
            if let Some(kitchen) = (0..night.params.kitchens).filter(is_free).min_by_key(away) {
                let place = grid.place(kitchen);
                all.push((kitchen, [place.cx(), place.cy()]));
            }
        }
        all
    }

    /// Where on the middle city's strip an hour lies; before its beginning where there is none.
    pub(in crate::chapters::mishaps) fn hour(&self, view: &View<'_>, hour: u32) -> [f32; 2] {
        let strip = Strip::new(view, self.rows[1]);
        let y = strip.bar.cy();
        [strip.x(Time(u64::from(hour) * HOUR)), y]
    }

    /// Whether there is room for rails below the town's words.
    fn has_rails(&self, view: &View<'_>) -> bool {
        self.town.h - size(view) * 4.35 - rail_height(view) * 2.0 >= 24.0
    }

    /// The row of the city in the middle, and where the town begins.
    pub(super) fn middle(&self) -> Area {
        self.rows[1]
    }

    pub(super) fn left(&self) -> f32 {
        self.town.x
    }

    /// Below the town: how large it is, and its reserve. Where there is no room they lie over its windows, and are not drawn.
    pub(in crate::chapters::mishaps) fn rail(&self, view: &View<'_>, at: usize) -> Area {
        let (h, Area { x, y, w, h: all }) = (rail_height(view), self.town);
        if self.has_rails(view) {
            // Before it stands its name.
            let name = name_width(view);
            return Area::new(x + name, y + all - h * (2 - at) as f32, w - name, h);
        }
        let ground = self.ground(view);
        Area::new(x, ground.y + ground.h * 0.5 * at as f32, w, ground.h * 0.5)
    }

    /// In the row in the middle: how often all write.
    pub(in crate::chapters::mishaps) fn marks(&self, view: &View<'_>) -> Area {
        let strip = Strip::new(view, self.rows[1]);
        let bar = strip.bar;
        if view.compact() {
            return Area::new(bar.x + bar.w * 0.25, bar.cy() - 12.0, bar.w * 0.7, 30.0);
        }
        // Between the row's name and what it has kept.
        Area::new(bar.x + bar.w * 0.36, self.rows[1].y, bar.w * 0.29, 30.0)
    }
}

/// Two discs do not cover each other.
const APART: f32 = 46.0;

/// Whether the reader looks into one of the kitchens.
fn looks_in(view: &View<'_>) -> bool {
    Params::of(&view.show.scenario).near > 0
}

/// The grid of a town: columns, the side of a cell, and where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    columns: u32,
    cell: f32,
    x: f32,
    y: f32,
}

impl Grid {
    /// As many cells as there are kitchens, those in reserve included, as large as there is room.
    fn new(ground: Area, count: u32) -> Grid {
        let inner = ground.inset(4.0, 4.0);
        let mut cell = (inner.w * inner.h / count.max(1) as f32).sqrt();
        let fits = |cell: f32| ((inner.w / cell) as u32).max(1) * ((inner.h / cell) as u32).max(1) >= count;
        while cell > 1.0 && !fits(cell) {
            cell *= 0.99;
        }
        let columns = ((inner.w / cell) as u32).max(1);
        let rows = count.div_ceil(columns);
        let (x, y) = (inner.cx() - columns as f32 * cell / 2.0, inner.cy() - rows as f32 * cell / 2.0);
        Grid { columns, cell, x, y }
    }

    pub(super) fn place(&self, kitchen: u32) -> Area {
        let (column, row) = (kitchen % self.columns, kitchen / self.columns);
        let gap = self.cell * 0.14;
        let (x, y) = (self.x + column as f32 * self.cell, self.y + row as f32 * self.cell);
        Area::new(x + gap, y + gap, self.cell - 2.0 * gap, self.cell - 2.0 * gap)
    }
}

fn grid(night: &Night, ground: Area) -> (Grid, u32) {
    let count = night.params.kitchens + night.params.spares;
    (Grid::new(ground, count), count)
}

/// The town from above with every window as it is when all is well: those that work are lit, those in reserve are not.
fn town(view: &View<'_>, list: &mut DisplayList, night: &Night, parts: &Parts) {
    let ground = parts.ground(view);
    let (fill, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::ApronShade, Token::Ink) };
    list.rect(ground.x, ground.y, ground.w, ground.h, 5.0, Style::fill(fill).outline(edge, 1.6));
    let (grid, count) = grid(night, ground);
    for lit in [true, false] {
        for kitchen in (0..count).filter(|&kitchen| (kitchen < night.params.kitchens) == lit) {
            block(list, grid.place(kitchen));
        }
        list.paint(Style::fill(window(view, if lit { House::Lit } else { House::Reserve })));
    }
    let style = TextStyle::new(size(view), Token::Text).bold().within(parts.town.w);
    let n = Number(night.params.kitchens.into(), 0);
    let whole = |out: &mut String| pair::MishapsCity { n }.say_into(view.is_xray(), view.lang, out);
    let short = |out: &mut String| msg::MishapsCityShort { n }.say_into(view.lang, out);
    either(list, style, [parts.town.x, parts.town.y + size(view)], whole, short);
}

/// Writes the first of two wordings where it fits at a size that can be read, else the second, which is shorter.
fn either(
    list: &mut DisplayList,
    style: TextStyle,
    [x, y]: [f32; 2],
    whole: impl Fn(&mut String),
    short: impl Fn(&mut String),
) {
    let fits = list.width_of(LEAST_TEXT, &whole) <= style.max_width;
    list.write_with(style, x, y, |out| if fits { whole(out) } else { short(out) });
}

fn block(list: &mut DisplayList, Area { x, y, w, h }: Area) {
    list.move_to(x, y);
    list.line_to(x + w, y);
    list.line_to(x + w, y + h);
    list.line_to(x, y + h);
    list.close();
}

/// How a kitchen looks from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum House {
    Lit,
    Reserve,
    Dark,
}

fn window(view: &View<'_>, house: House) -> Token {
    match (house, view.is_xray()) {
        (House::Lit, false) => Token::Hue2,
        (House::Lit, true) => Token::Hbm,
        (House::Reserve, false) => Token::SteelDark,
        (House::Reserve, true) => Token::HbmEmpty,
        (House::Dark, _) => Token::Hue1,
    }
}

/// Which windows are not as when all is well, and what the city in the middle does.
fn windows(view: &View<'_>, list: &mut DisplayList, night: &Night, parts: &Parts) {
    let (t, life) = (view.playhead, night.chosen());
    let ground = parts.ground(view);
    let (grid, count) = grid(night, ground);
    // Who moved in from the reserve works; who was repaired is in reserve.
    for closed in life.closed.iter().filter(|closed| closed.at <= t) {
        let house = if t < closed.back { House::Dark } else { House::Reserve };
        block(list, grid.place(closed.kitchen));
        list.paint(Style::fill(window(view, house)));
        if let Some(by) = closed.by.filter(|_| is_in(life, closed.at, t)) {
            block(list, grid.place(by));
            list.paint(Style::fill(window(view, House::Lit)));
        }
    }
    let what = now(life, t);
    if matches!(what, Some(Activity::Detect | Activity::Wait | Activity::Restart)) {
        // The fires are out: nobody cooks.
        let veil = if view.is_xray() { Token::Chip } else { Token::ApronShade };
        list.rect(ground.x, ground.y, ground.w, ground.h, 5.0, Style::fill(veil).alpha(0.62));
    }
    for closed in life.dark(t) {
        let Area { x, y, w, h } = grid.place(closed.kitchen).inset(-grid.cell * 0.1, -grid.cell * 0.1);
        let wide = (grid.cell * 0.22).within(1.4, 5.0);
        list.rect(x, y, w, h, 1.0, Style::fill(Token::Hue1).outline(Token::Cloth, wide * 0.7));
    }
    by_hand(list, night, &grid, t);
    if looks_in(view) {
        let window = grid.place(night.params.near.saturating_sub(1).min(count.saturating_sub(1)));
        near::draw(view, list, night, (parts.inside(view), window));
    }
    let (x, y, unit) = (parts.town.x, parts.within(view).bottom(), size(view));
    let style = TextStyle::new(unit, Token::Text).bold().within(parts.town.w);
    let whole = |out: &mut String| out.push_str(tr(view.lang, state(what, view.is_xray())));
    let short = |out: &mut String| out.push_str(tr(view.lang, state_in_short(what, view.is_xray())));
    either(list, style, [x, y + unit * 1.2], whole, short);
    let (dark, ready) = (life.dark(t).count() as i64, ready(night, t));
    let style = TextStyle::new(unit, Token::Text).within(parts.town.w);
    let whole = |out: &mut String| msg::MishapsDark { dark, ready }.say_into(view.lang, out);
    let short = |out: &mut String| msg::MishapsDarkShort { dark, ready }.say_into(view.lang, out);
    either(list, style, [x, y + unit * 2.6], whole, short);
}

/// Whether the reserve for a kitchen that closed at `at` has moved in at `t`: with the restart.
pub(super) fn is_in(life: &Life, at: Time, t: Time) -> bool {
    let restart = life.parts.iter().find(|part| part.start >= at && part.activity == Activity::Restart);
    restart.is_some_and(|part| part.start <= t)
}

/// How many are ready at `t`.
fn ready(night: &Night, t: Time) -> i64 {
    let life = night.chosen();
    let taken = life.closed.iter().filter(|closed| closed.by.is_some() && is_in(life, closed.at, t)).count() as i64;
    let back = life.closed.iter().filter(|closed| closed.back <= t && closed.back < SPAN).count() as i64;
    i64::from(night.params.spares) - taken + back
}

/// What a city does at `t`; nothing when the days are over. What will be lost is work until then.
pub(super) fn now(life: &Life, t: Time) -> Option<Activity> {
    let part = life.part(t).filter(|_| t < SPAN)?;
    Some(if part.activity == Activity::Lost { Activity::Work } else { part.activity })
}

pub(super) fn state(what: Option<Activity>, xray: bool) -> Key {
    match (what, xray) {
        (None, _) => key::MISHAPS_NOW_OVER,
        (Some(Activity::Work | Activity::Lost), false) => key::MISHAPS_NOW_WORK,
        (Some(Activity::Write), false) => key::MISHAPS_NOW_WRITE,
        (Some(Activity::Detect), false) => key::MISHAPS_NOW_DETECT,
        (Some(Activity::Wait), false) => key::MISHAPS_NOW_WAIT,
        (Some(Activity::Restart), false) => key::MISHAPS_NOW_RESTART,
        (Some(Activity::Work | Activity::Lost), true) => key::MISHAPS_NOW_WORK_XRAY,
        (Some(Activity::Write), true) => key::MISHAPS_NOW_WRITE_XRAY,
        (Some(Activity::Detect), true) => key::MISHAPS_NOW_DETECT_XRAY,
        (Some(Activity::Wait), true) => key::MISHAPS_NOW_WAIT_XRAY,
        (Some(Activity::Restart), true) => key::MISHAPS_NOW_RESTART_XRAY,
    }
}

/// The same in a word, for a phone.
fn state_in_short(what: Option<Activity>, xray: bool) -> Key {
    match (what, xray) {
        (Some(Activity::Write), false) => key::MISHAPS_NOW_WRITE_SHORT,
        (Some(Activity::Detect), false) => key::MISHAPS_NOW_DETECT_SHORT,
        (Some(Activity::Wait), _) => key::MISHAPS_NOW_WAIT_SHORT,
        (Some(Activity::Restart), false) => key::MISHAPS_NOW_RESTART_SHORT,
        (Some(Activity::Write), true) => key::MISHAPS_NOW_WRITE_XRAY_SHORT,
        (Some(Activity::Detect), true) => key::MISHAPS_NOW_DETECT_XRAY_SHORT,
        (Some(Activity::Restart), true) => key::MISHAPS_NOW_RESTART_XRAY_SHORT,
        _ => state(what, xray),
    }
}

/// The parts of a city's row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strip {
    area: Area,
    /// Where its chef stands, where there is room.
    chef: Option<Area>,
    /// The strip itself, and the ticks of checkpoints over it.
    pub(super) bar: Area,
    ticks: f32,
    pub(super) unit: f32,
}

impl Strip {
    pub(super) fn new(view: &View<'_>, area: Area) -> Strip {
        let unit = size(view);
        let has_chef = area.w > 260.0 && area.h > unit * 6.0;
        let chef = has_chef.then(|| {
            let h = area.h - unit * 0.4;
            Area::new(area.x, area.y + unit * 0.2, (h * cast::BUST[0] / cast::BUST[1]).min(area.w * 0.2), h)
        });
        let left = chef.map_or(area.x, |chef| chef.right() + unit * 0.6);
        let words = unit * 1.5;
        let inner = (area.h - 2.0 * words).max(6.0);
        let ticks = (inner * 0.24).within(2.0, 16.0);
        let tall = (inner - ticks).within(4.0, 64.0);
        let bar = Area::new(left, area.y + words + ticks, area.right() - left, tall);
        Strip { area, chef, bar, ticks, unit }
    }

    fn x(&self, t: Time) -> f32 {
        self.bar.x + (t.0 as f64 / SPAN.0 as f64) as f32 * self.bar.w
    }
}

fn minutes_of(night: &Night, at: usize) -> u32 {
    [EXTREMES[0], night.params.period, EXTREMES[1]][at]
}

/// A row's name and the three days, empty.
fn strip_back(view: &View<'_>, list: &mut DisplayList, night: &Night, at: usize, area: Area) {
    let strip = Strip::new(view, area);
    let bar = strip.bar;
    let (fill, line) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Card, Token::CardLine) };
    list.rect(bar.x, bar.y, bar.w, bar.h, 2.0, Style::fill(fill).outline(line, 1.2));
    let style = TextStyle::new(strip.unit, Token::Text).bold().within(bar.w * 0.55);
    let minutes = i64::from(minutes_of(night, at));
    let is_xray = view.is_xray();
    let whole = |out: &mut String| {
        if minutes > 120 && !is_xray {
            msg::MishapsRowHours { hours: minutes / 60 }.say_into(view.lang, out);
        } else {
            pair::MishapsRow { minutes }.say_into(is_xray, view.lang, out);
        }
    };
    let short = |out: &mut String| {
        if is_xray {
            msg::MishapsRowXrayShort { minutes }.say_into(view.lang, out);
        } else {
            whole(out);
        }
    };
    either(list, style, [bar.x, area.y + strip.unit], whole, short);
}

/// A city's days so far.
fn strip(view: &View<'_>, list: &mut DisplayList, night: &Night, at: usize, area: Area) {
    let (t, life, strip) = (view.playhead, &night.cities[at], Strip::new(view, area));
    list.save();
    list.clip(strip.bar.x, strip.area.y, strip.bar.w, strip.area.h, 0.0);
    worked(list, life, &strip, t);
    undone(list, life, &strip, t);
    checkpoints(list, life, &strip, t);
    list.restore();
    if at == 1 {
        // Where the reader closes one.
        for closing in &night.closings {
            let x = strip.x(closing.at());
            dashed(list, [x, strip.bar.y - strip.ticks], [x, strip.bar.bottom()]);
            list.paint(Style::line(Token::Accent, 2.4));
        }
    }
    let x = strip.x(t);
    list.rect(x - 0.75, strip.bar.y - 2.0, 1.5, strip.bar.h + 4.0, 0.0, Style::fill(Token::Accent));
    let spent = life.spent(t);
    let style = TextStyle::new(strip.unit, Token::Text).bold().end().within(strip.bar.w * 0.45);
    list.write_with(style, strip.bar.right(), area.y + strip.unit, |out| {
        pair::MishapsRowKept { hours: Number(hours(spent.work), 1) }.say_into(view.is_xray(), view.lang, out);
    });
    legend(view, list, &strip, [hours(spent.write), hours(spent.lost), hours(spent.stopped())]);
    if let Some(chef) = strip.chef {
        let what = now(life, t);
        let posture = match what {
            Some(Activity::Work | Activity::Lost) => Posture::Stirring,
            Some(Activity::Write) => Posture::Writing,
            Some(Activity::Restart) => Posture::Ready,
            Some(_) => Posture::Waiting,
            None => Posture::Done,
        };
        let doing = Doing { batch: Some([0, 3, 4][at]), ..Doing::new(posture) };
        if view.is_xray() {
            let h = chef.w * 0.72;
            let chip = Area::new(chef.x, chef.cy() - h / 2.0, chef.w, h);
            cast::chip(list, view.lang, chip, at, doing, 1, None);
        } else {
            let scale = (chef.w / cast::BUST[0]).min(chef.h / cast::BUST[1]);
            cast::chef_bust(list, chef.cx(), chef.bottom(), scale, at, doing);
        }
    }
}

/// Work so far: one bar over what was done without a stop. What failures undid is painted over it.
fn worked(list: &mut DisplayList, life: &Life, strip: &Strip, t: Time) {
    let mut from: Option<Time> = None;
    for part in life.parts.iter().take_while(|part| part.start < t) {
        match part.activity {
            Activity::Work | Activity::Write | Activity::Lost => {
                from.get_or_insert(part.start);
            }
            Activity::Detect | Activity::Wait | Activity::Restart => {
                if let Some(from) = from.take() {
                    bar(list, strip, from, part.start, Token::Hue3);
                }
            }
        }
    }
    if let Some(from) = from {
        bar(list, strip, from, t.min(SPAN), Token::Hue3);
    }
}

fn bar(list: &mut DisplayList, strip: &Strip, from: Time, to: Time, token: Token) {
    let (a, b) = (strip.x(from), strip.x(to));
    list.rect(a, strip.bar.y, (b - a).max(0.6), strip.bar.h, 0.0, Style::fill(token));
}

/// What was lost: hatched. Where nobody worked, a low line.
fn undone(list: &mut DisplayList, life: &Life, strip: &Strip, t: Time) {
    let bottom = strip.bar.bottom();
    for part in life.parts.iter().take_while(|part| part.start < t) {
        let (a, b) = (strip.x(part.start), strip.x(part.end.min(t)));
        match part.activity {
            Activity::Lost if part.end <= t => {
                list.rect(a, strip.bar.y, (b - a).max(1.0), strip.bar.h, 0.0, Style::fill(Token::Cloth));
                list.rect(a, strip.bar.y, (b - a).max(1.0), strip.bar.h, 0.0, Style::fill(Token::Hue1).alpha(0.35));
                let step = 5.0;
                let mut x = a - strip.bar.h;
                list.save();
                list.clip(a, strip.bar.y, (b - a).max(1.0), strip.bar.h, 0.0);
                while x < b {
                    list.move_to(x, bottom);
                    list.line_to(x + strip.bar.h, strip.bar.y);
                    x += step;
                }
                list.paint(Style::line(Token::Hue1, 1.5));
                list.restore();
            }
            Activity::Detect | Activity::Wait | Activity::Restart => {
                let h = strip.bar.h * 0.24;
                list.rect(a, bottom - h, (b - a).max(0.8), h, 0.0, Style::fill(Token::SteelDark));
            }
            _ => {}
        }
    }
}

/// A tick for each checkpoint that was finished.
fn checkpoints(list: &mut DisplayList, life: &Life, strip: &Strip, t: Time) {
    let (top, bottom) = (strip.bar.y - strip.ticks + 1.0, strip.bar.y - 1.5);
    let mut any = false;
    for part in life.parts.iter().take_while(|part| part.end <= t).filter(|part| part.activity == Activity::Write) {
        let x = strip.x(part.end);
        list.move_to(x, top);
        list.line_to(x, bottom);
        any = true;
    }
    if any {
        list.paint(Style::line(Token::Line4, 0.9));
    }
}

/// The signs of what is not lasting work, and their words.
const SIGNS: [(Token, Key); 3] = [
    (Token::Line4, key::MISHAPS_LEGEND_WRITE),
    (Token::Hue1, key::MISHAPS_LEGEND_LOST),
    (Token::SteelDark, key::MISHAPS_LEGEND_STOPPED),
];

/// Whether a row has room for the signs' words; else they are said once, at the foot.
fn has_words(view: &View<'_>, width: f32) -> bool {
    let size = size(view).max(LEAST_TEXT);
    let room = width / SIGNS.len() as f32 - size * 1.3;
    SIGNS.iter().all(|(_, word)| text_width(tr(view.lang, *word), size, false) + size * 3.4 < room)
}

/// A sign of `at` with its foot at (x, y).
fn sign(list: &mut DisplayList, at: usize, [x, y]: [f32; 2], size: f32) {
    let token = SIGNS[at].0;
    match at {
        0 => {
            list.move_to(x + size / 2.0, y - size);
            list.line_to(x + size / 2.0, y);
            list.paint(Style::line(token, 2.0));
        }
        1 => list.rect(x, y - size, size, size, 0.0, Style::fill(Token::Cloth).outline(token, 2.0)),
        _ => list.rect(x, y - size * 0.45, size, size * 0.45, 0.0, Style::fill(token)),
    }
}

/// The hours that are not lasting work, each with its sign.
fn legend(view: &View<'_>, list: &mut DisplayList, strip: &Strip, all: [f64; 3]) {
    let y = strip.bar.bottom() + strip.unit * 1.15;
    let each = strip.bar.w / 3.0;
    let is_told = Parts::new(view).foot.is_none();
    for (at, value) in all.into_iter().enumerate() {
        let (x, size) = (strip.bar.x + each * at as f32, strip.unit * 0.7);
        sign(list, at, [x, y], size);
        let style = TextStyle::new((strip.unit * 0.92).max(LEAST_TEXT), Token::Text).within(each - size * 1.6);
        list.write_with(style, x + size * 1.5, y, |out| {
            if is_told {
                out.push_str(tr(view.lang, SIGNS[at].1));
                out.push(' ');
            }
            msg::MishapsLegendHours { hours: Number(value, 1) }.say_into(view.lang, out);
        });
    }
}

/// The signs' words, once for all rows.
fn foot(view: &View<'_>, list: &mut DisplayList, parts: &Parts) {
    let Some(foot) = parts.foot else { return };
    let (unit, each) = (size(view), foot.w / SIGNS.len() as f32);
    for (at, (_, word)) in SIGNS.iter().enumerate() {
        let (x, y) = (foot.x + each * at as f32, foot.bottom() - unit * 0.25);
        sign(list, at, [x, y], unit * 0.7);
        let style = TextStyle::new((unit * 0.92).max(LEAST_TEXT), Token::Text).within(each - unit);
        list.say(style, x + unit, y, view.lang, *word);
    }
}
