//! The loss over two of the parameters as a map: the lower, the lighter; the way walked so far lies on it.

use kitchen_core::descent::model::Model;
use kitchen_core::descent::surface::Surface;
use kitchen_text::{format, key, tr};

use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Point, Within as _};
use crate::scene::palette::Token;
use crate::scene::stage::View;

use super::course::Course;
use super::own;
use super::params::{Start, Tasters};
use super::run::MOST;

/// Columns and rows of the grid.
const SIZE: [usize; 2] = [97, 61];

/// The heights of the contours, as shares of the height of the start over the least of the map.
const HEIGHTS: [f64; 8] = [2.4, 1.6, 1.0, 0.65, 0.4, 0.2, 0.07, 0.01];

/// A contour: for each row of the grid from the lowest y on, how far the ground below its height reaches, as shares of the width.
/// Over two parameters that enter every taste as a sum the loss is convex, so each row has one such stretch.
#[derive(Clone, Debug, Default)]
struct Contour {
    rows: Vec<(f32, [f32; 2])>,
}

/// The map of a course.
#[derive(Clone, Debug)]
pub(super) struct Map {
    /// The parameters along x and y.
    pub(super) axes: [usize; 2],
    window: [[f64; 2]; 2],
    /// One sheet for the whole course, or, where the other parameters change its shape, one for each step.
    sheets: Vec<Vec<Contour>>,
}

impl Map {
    pub(super) fn new(course: &Course) -> Option<Map> {
        let (plan, steps) = (&course.descent.plan, &course.descent.steps);
        let axes = if plan.model == Model::OneLayer { [0, 2] } else { [6, 7] };
        let window = window(course, axes);
        // The vinegar moves the whole map up or down and leaves its shape: it stands at its best.
        let still = course.descent.curvature.as_ref().map(|curvature| curvature.best.to_vec());
        let grounds: Vec<Vec<f64>> = match still {
            Some(best) => vec![best],
            None => steps.iter().map(|step| step.parameters.clone()).collect(),
        };
        let sheet = |ground: &Vec<f64>| {
            let surface = Surface::of(plan.model, plan.dataset, ground, axes, window, SIZE).ok()?;
            let least = surface.loss.iter().copied().fold(f64::MAX, f64::min);
            let mut start = ground.clone();
            for axis in axes {
                start[axis] = steps[0].parameters[axis];
            }
            let high = plan.model.loss(&start, plan.dataset) - least;
            Some(HEIGHTS.iter().map(|share| contour(&surface, least + share * high)).collect())
        };
        let sheets: Option<Vec<Vec<Contour>>> = grounds.iter().map(sheet).collect();
        Some(Map { axes, window, sheets: sheets? })
    }

    /// Whether the map is another after each step.
    pub(super) fn changes(&self) -> bool {
        self.sheets.len() > 1
    }

    pub(super) fn place(&self, area: Area, parameters: [f64; 2]) -> Point {
        let share = |axis: usize| {
            let [low, high] = self.window[axis];
            // Far outside is far enough: nothing is painted there.
            (((parameters[axis] - low) / (high - low)) as f32).within(-4.0, 5.0)
        };
        [area.x + share(0) * area.w, area.bottom() - share(1) * area.h]
    }

    /// The ground: each contour filled over the higher ones.
    pub(super) fn ground(&self, list: &mut DisplayList, area: Area, xray: bool, step: usize) {
        let base = if xray { Token::Die } else { Token::Wood };
        list.rect(area.x, area.y, area.w, area.h, 4.0, Style::fill(base));
        let light = if xray { Token::Hbm } else { Token::Cloth };
        let Some(sheet) = self.sheets.get(step.min(self.sheets.len() - 1)) else { return };
        for contour in sheet {
            let [first, .., last] = &contour.rows[..] else { continue };
            let y = |share: f32| area.bottom() - share * area.h;
            list.move_to(area.x + first.1[0] * area.w, y(first.0));
            for (share, [left, _]) in &contour.rows {
                list.line_to(area.x + left * area.w, y(*share));
            }
            list.line_to(area.x + last.1[1] * area.w, y(last.0));
            for (share, [_, right]) in contour.rows.iter().rev() {
                list.line_to(area.x + right * area.w, y(*share));
            }
            list.close();
            list.paint(Style::fill(light).alpha(0.16));
            list.repaint_last(Style::line(if xray { Token::HbmEmpty } else { Token::WoodDark }, 1.0));
        }
    }
}

/// The most of each on a first page of the reader's own.
const OWN_REACH: [f64; 3] = [10.0, 1.0, 10.0];

/// What the map shows: for one page the same whatever the learning rate, wide enough for the start and what lies as far beyond the
/// lowest point; for two pages the way itself.
fn window(course: &Course, axes: [usize; 2]) -> [[f64; 2]; 2] {
    let steps = &course.descent.steps;
    if let Some(curvature) = &course.descent.curvature {
        // Wide enough for every first page that may be put down, so that the map stays the same.
        let far = |axis: usize| {
            let own = (OWN_REACH[axis] - curvature.best[axis]).abs().max(curvature.best[axis].abs());
            (steps[0].parameters[axis] - curvature.best[axis]).abs().max(own)
        };
        let reach = far(axes[0]).max(far(axes[1])) * 1.1;
        return axes.map(|axis| [curvature.best[axis] - reach, curvature.best[axis] + reach]);
    }
    axes.map(|axis| {
        let along = || steps.iter().map(|step| f64::from((step.parameters[axis] as f32).within(-20.0, 20.0)));
        let (low, high) = (along().fold(f64::MAX, f64::min), along().fold(f64::MIN, f64::max));
        let room = (high - low).max(2.0) * 0.25;
        [low - room, high + room]
    })
}

/// Where each row of a surface lies below a height.
fn contour(surface: &Surface, height: f64) -> Contour {
    let [columns, rows] = surface.size;
    let mut contour = Contour::default();
    for row in 0..rows {
        let below = |column: &usize| surface.at(*column, row) <= height;
        let (Some(first), Some(last)) = ((0..columns).find(below), (0..columns).rev().find(below)) else { continue };
        // Between two columns the height is met where a straight line meets it.
        let meet = |inside: usize, outside: Option<usize>| {
            let Some(outside) = outside.filter(|at| *at < columns) else { return inside as f64 };
            let (low, high) = (surface.at(inside, row), surface.at(outside, row));
            let part = (height - low) / (high - low).max(1e-12);
            inside as f64 + (outside as f64 - inside as f64) * f64::from((part as f32).within(0.0, 1.0))
        };
        let share = |at: f64| (at / (columns - 1) as f64) as f32;
        let reach = [share(meet(first, first.checked_sub(1))), share(meet(last, Some(last + 1)))];
        contour.rows.push((row as f32 / (rows - 1) as f32, reach));
    }
    round_off(&mut contour.rows, 1.0);
    contour.rows.reverse();
    round_off(&mut contour.rows, 0.0);
    contour.rows.reverse();
    contour
}

/// Rounds the end of a contour between its last row and the next, which it does not reach: the square of its width falls evenly
/// there. `border` is the edge of the map, where it is cut.
fn round_off(rows: &mut Vec<(f32, [f32; 2])>, border: f32) {
    let [.., (y_before, before), (y_last, last)] = rows[..] else { return };
    let (wide, narrow) = (before[1] - before[0], last[1] - last[0]);
    let fall = wide * wide - narrow * narrow;
    if (y_last - border).abs() < 1e-6 || fall <= 0.0 || last[0] <= 0.0 || last[1] >= 1.0 {
        return;
    }
    let rest = (narrow * narrow / fall).min(1.0);
    let slide = ((last[0] + last[1]) - (before[0] + before[1])) / 2.0;
    for part in [0.4_f32, 0.7, 0.9, 1.0] {
        let (middle, half) =
            (f32::midpoint(last[0], last[1]) + slide * rest * part, narrow / 2.0 * (1.0 - part).sqrt());
        rows.push((y_last + (y_last - y_before) * rest * part, [middle - half, middle + half]));
    }
}

/// The sheet on the wall, its axes and, where it stays, its ground. `area` is that of the map itself, its words are around it.
pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, course: &Course, map: &Map, area: Area) {
    if !map.changes() {
        map.ground(list, area, view.is_xray(), 0);
    }
    let size = (view.text_size() * 0.92).max(11.0);
    let style = TextStyle::new(size, Token::Text).within(area.w * 0.9);
    let name = |axis: usize| tr(view.lang, super::telling::parameter(course.params.recipe(), map.axes[axis]));
    let unit = if course.is_one_layer() { " (g)" } else { "" };
    list.write(style.end(), area.right(), area.bottom() + size * 1.05, format_args!("{}{unit} →", name(0)));
    list.write(style, area.x, area.y - size * 0.3, format_args!("↑ {}{unit}", name(1)));
    let is_moved = course.params.tasters == Tasters::Alike && course.params.start == Start::Salty;
    let note = match (map.changes(), is_moved) {
        (true, _) => key::SECRET_SAUCE_MAP_CHANGES,
        (false, true) => key::SECRET_SAUCE_MAP_START,
        (false, false) => key::SECRET_SAUCE_MAP,
    };
    // Where there is no room for it, the first caption has said it.
    if text_width(tr(view.lang, note), LEAST_TEXT, false) <= area.w * 0.6 {
        let soft = TextStyle::new(11.0_f32.max(size * 0.9), Token::TextSoft).end().within(area.w * 0.62);
        list.say(soft, area.right(), area.y - size * 0.3, view.lang, note);
    }
}

/// The way walked so far, and where the report says to go next.
pub(super) fn frame(view: &View<'_>, list: &mut DisplayList, course: &Course, map: &Map, area: Area) {
    let (t, steps) = (view.playhead, &course.descent.steps);
    let (updates, round) = (course.updates(t), course.round(t));
    if map.changes() {
        map.ground(list, area, view.is_xray(), updates);
    }
    let at = |step: usize| map.place(area, map.axes.map(|axis| steps[step].parameters[axis]));
    let unit = (area.w.min(area.h) / 150.0).within(0.7, 2.6);
    list.save();
    list.clip(area.x, area.y, area.w, area.h, 4.0);
    let now = at(updates);
    // While the page is changed, the way grows.
    let done = course.rounds.get(round).filter(|_| round == updates).map_or(0.0, |round| round.done(3, t));
    let next = (updates + 1 < steps.len()).then(|| at(updates + 1));
    let here = next.map_or(now, |next| [now[0] + (next[0] - now[0]) * done, now[1] + (next[1] - now[1]) * done]);
    let [x, y] = at(0);
    list.move_to(x, y);
    for step in 1..=updates {
        let [x, y] = at(step);
        list.line_to(x, y);
    }
    list.line_to(here[0], here[1]);
    list.paint(Style::line(Token::Ink, 4.4 * unit));
    list.repaint_last(Style::line(Token::Hue2, 2.2 * unit));
    // Not at the very instant of the report: there the reader may be asked for the step.
    let is_written = course.rounds.get(round).is_some_and(|round| round.sheet() < t && t < round.page());
    if let Some(next) = next.filter(|_| is_written && round == updates) {
        list.move_to(here[0], here[1]);
        list.line_to(next[0], next[1]);
        list.paint(Style::line(Token::Ink, 2.4 * unit).dash(5.0 * unit, 4.0 * unit));
    }
    for step in 0..=updates {
        let [x, y] = at(step);
        let r = 2.6 * unit;
        list.ellipse(x, y, r, r, Style::fill(Token::Cloth).outline(Token::Ink, 1.2));
    }
    let r = 5.4 * unit;
    list.ellipse(here[0], here[1], r, r, Style::fill(Token::Scarf).outline(Token::Ink, 2.0));
    by_hand(view, list, (course, map, area), unit);
    list.restore();
}

/// The step that the reader takes by hand: dashed, with the loss where it leads to.
fn by_hand(view: &View<'_>, list: &mut DisplayList, (course, map, area): (&Course, &Map, Area), unit: f32) {
    let Some(([_, mine, _], first)) = own::losses(course).zip(course.descent.steps.first()) else { return };
    let Some(to) = &course.descent.plan.first else { return };
    let [a, b] = [&first.parameters, to].map(|page| map.place(area, map.axes.map(|axis| page[axis])));
    list.move_to(a[0], a[1]);
    list.line_to(b[0], b[1]);
    list.paint(Style::line(Token::Accent, 2.6 * unit).dash(6.0 * unit, 4.0 * unit));
    let r = 4.0 * unit;
    list.ellipse(b[0], b[1], r, r, Style::fill(Token::Cloth).outline(Token::Accent, 2.4));
    let style = TextStyle::new(view.text_size().max(LEAST_TEXT), Token::Accent).bold().middle();
    // Above the hand's disc, or below it at the map's top.
    let y = if b[1] - 34.0 > area.y { b[1] - 28.0 } else { b[1] + 40.0 };
    list.write_on_card(style, b[0], y, |out| {
        format::push_number(out, mine, super::telling::digits(mine));
    });
}

/// Losses of the tastings so far. The horizon is that of the longest run, so that runs compare.
pub(super) fn curve(view: &View<'_>, list: &mut DisplayList, course: &Course, area: Area) {
    let (known, steps) = (course.known(view.playhead), &course.descent.steps);
    let top = steps[0].loss * 1.25;
    let place = |step: usize| {
        let share = ((steps[step].loss / top) as f32).within(-0.2, 1.6);
        let x = area.x + area.w * (step as f32 + 1.0) / (MOST as f32 + 2.0);
        [x, area.bottom() - 2.0 - share * (area.h - 4.0)]
    };
    if known == 0 {
        return;
    }
    list.save();
    list.clip(area.x, area.y, area.w, area.h, 2.0);
    let [x, y] = place(0);
    list.move_to(x, y);
    for step in 1..known {
        let [x, y] = place(step);
        list.line_to(x, y);
    }
    list.paint(Style::line(if view.is_xray() { Token::Hbm } else { Token::Line1 }, (area.h / 90.0).within(2.0, 5.0)));
    let r = (area.h / 36.0).within(2.2, 5.0);
    for step in 0..known {
        let [x, y] = place(step);
        list.ellipse(x, y, r, r, Style::fill(Token::Scarf).outline(Token::Ink, 1.0));
    }
    list.restore();
}

/// The curve's paper, and the least loss there is as a dashed line.
pub(super) fn curve_paper(view: &View<'_>, list: &mut DisplayList, course: &Course, area: Area) {
    let (paper, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Card, Token::CardLine) };
    list.rect(area.x, area.y, area.w, area.h, 4.0, Style::fill(paper).outline(edge, 1.2));
    let size = (view.text_size() * 0.92).max(11.0);
    let style = TextStyle::new(size, Token::Text);
    list.say(style.within(area.w), area.x, area.y - size * 0.3, view.lang, key::SECRET_SAUCE_CURVE);
    list.say(
        style.end().within(area.w),
        area.right(),
        area.bottom() + size * 1.05,
        view.lang,
        key::SECRET_SAUCE_CURVE_STEPS,
    );
    if let Some(curvature) = &course.descent.curvature {
        let share = (curvature.floor / (course.descent.steps[0].loss * 1.25)) as f32;
        let y = area.bottom() - 2.0 - share * (area.h - 4.0);
        list.move_to(area.x + 2.0, y);
        list.line_to(area.right() - 2.0, y);
        list.paint(Style::line(Token::Good, 1.4).dash(4.0, 3.0));
    }
}
