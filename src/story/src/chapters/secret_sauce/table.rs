//! The recipe's page with the report beside it: what stands in it, the slope, what is changed, and what stands there next. A step
//! fills each line from left to right.

use kitchen_core::descent::MAX_PARAMETER;
use kitchen_text::{Key, format, key};

use crate::scene::display::{DisplayList, Style, TextStyle};
use crate::scene::geom::Area;
use crate::scene::palette::{Token, hue};
use crate::scene::stage::View;

use super::course::Course;
use super::telling::{PLACES, parameter};

/// The lines of a group: salt, vinegar, sugar of a pot, or the page that mixes.
const LINES: usize = 3;

/// What a column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Now,
    Slope,
    Change,
    Carried,
    Next,
}

impl Column {
    /// Its name in the kitchen and in the x-ray.
    const fn names(self) -> (Key, &'static str) {
        match self {
            Column::Now => (key::SECRET_SAUCE_COLUMN_NOW, "w"),
            Column::Slope => (key::SECRET_SAUCE_COLUMN_SLOPE, "∂L/∂w"),
            Column::Change => (key::SECRET_SAUCE_COLUMN_CHANGE, "× −η"),
            Column::Carried => (key::SECRET_SAUCE_COLUMN_CARRIED, "β Δw"),
            Column::Next => (key::SECRET_SAUCE_COLUMN_NEXT, "w′"),
        }
    }
}

const PLAIN: &[Column] = &[Column::Now, Column::Slope, Column::Change, Column::Next];
const HEAVY: &[Column] = &[Column::Now, Column::Slope, Column::Change, Column::Carried, Column::Next];
/// Nine parameters in three groups: the changes have no room there.
const NARROW: &[Column] = &[Column::Now, Column::Slope];

fn columns(course: &Course) -> &'static [Column] {
    match (course.is_one_layer(), course.params.momentum > 0.0) {
        (true, false) => PLAIN,
        (true, true) => HEAVY,
        (false, _) => NARROW,
    }
}

/// The area of a group.
fn group(course: &Course, area: Area, at: usize) -> Area {
    let groups = course.descent.plan.model.parameters().len() / LINES;
    let w = area.w / groups as f32;
    Area::new(area.x + w * at as f32, area.y, w, area.h)
}

fn size(view: &View<'_>, area: Area) -> f32 {
    (area.h / 4.0 * 0.62).min(view.text_size() * 1.4).max(11.0)
}

/// The right edge of a column in a group; names take the first part.
fn edge(group: Area, columns: usize, at: usize) -> f32 {
    let names = group.w * if columns > 2 { 0.19 } else { 0.45 };
    group.x + names + (group.w - names - group.w * 0.03) * (at + 1) as f32 / columns as f32
}

/// Decimals of a number: fewer where a group has little room.
fn places(group: Area, value: f64) -> u8 {
    match group.w {
        roomy if roomy >= 150.0 => PLACES,
        _ if value.abs() >= 9.95 => 0,
        _ => 1,
    }
}

/// The paper, the names of lines and columns.
pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, course: &Course, area: Area) {
    let xray = view.is_xray();
    let (paper, ink, text) =
        if xray { (Token::Chip, Token::ChipEdge, Token::OnChip) } else { (Token::Cloth, Token::Ink, Token::OnCloth) };
    list.rect(area.x, area.y, area.w, area.h, 5.0, Style::fill(paper).outline(ink, 1.8));
    let (size, row) = (size(view, area), area.h / 4.0);
    let columns = columns(course);
    for at in 0..course.descent.plan.model.parameters().len() {
        let own = group(course, area, at / LINES);
        let line = at % LINES;
        let y = own.y + row * (line + 1) as f32;
        list.rect(own.x + 4.0, y + row * 0.12, size * 0.32, row * 0.76, 1.5, Style::fill(hue(at)));
        let style = TextStyle::new(size, text).within(own.w * if columns.len() > 2 { 0.18 } else { 0.47 } - 9.0);
        let name = parameter(course.descent.plan.model, at);
        list.say(style, own.x + 4.0 + size * 0.64, y + row * 0.5 + size * 0.36, view.lang, name);
        if line > 0 {
            continue;
        }
        let head = area.y + row * 0.5 + size * 0.36;
        if columns.len() == 2 {
            const GROUPS: [Key; 3] =
                [key::SECRET_SAUCE_GROUP_1, key::SECRET_SAUCE_GROUP_2, key::SECRET_SAUCE_GROUP_MIX];
            let style = TextStyle::new(size, text).bold().within(own.w - 16.0);
            list.say(style, own.x + 8.0, head, view.lang, GROUPS[at / LINES]);
            continue;
        }
        for (at, column) in columns.iter().enumerate() {
            let (left, right) = (
                if at == 0 { own.x + own.w * 0.12 } else { edge(own, columns.len(), at - 1) },
                edge(own, columns.len(), at),
            );
            let style = TextStyle::new(size, text).bold().end().within(right - left - 4.0);
            let (kitchen, symbol) = column.names();
            if xray {
                list.write(style, right, head, format_args!("{symbol}"));
            } else {
                list.say(style, right, head, view.lang, kitchen);
            }
        }
    }
    let y = area.y + row;
    list.move_to(area.x + 4.0, y);
    list.line_to(area.right() - 4.0, y);
    list.paint(Style::line(if xray { Token::HbmEmpty } else { Token::ClothLine }, 1.2));
}

/// The numbers, as far as the step has come.
pub(super) fn frame(view: &View<'_>, list: &mut DisplayList, course: &Course, area: Area) {
    let t = view.playhead;
    let (updates, at) = (course.updates(t), course.round(t));
    let step = &course.descent.steps[updates];
    // After the last update nothing is written any more.
    let round = course.rounds.get(at).filter(|_| at == updates);
    let part = |part: usize| round.map_or(0.0, |round| round.done(part, t));
    let (back, edit) = (part(2), part(3));
    let text = if view.is_xray() { Token::OnChip } else { Token::OnCloth };
    let (size, row) = (size(view, area), area.h / 4.0);
    let columns = columns(course);
    let count = step.parameters.len();
    for at in 0..count {
        let own = group(course, area, at / LINES);
        let y = own.y + row * (at % LINES + 1) as f32 + row * 0.5 + size * 0.36;
        // Backward comes to the last page first.
        let is_known = back * count as f32 >= (count - at) as f32;
        let is_written = edit * count as f32 >= (at + 1) as f32;
        for (place, column) in columns.iter().enumerate() {
            let (value, is_there) = match column {
                Column::Now => (step.parameters[at], true),
                Column::Slope => (step.gradient[at], is_known),
                // A step by hand is none of the report's.
                Column::Change if course.is_by_hand() && updates == 0 => (step.update[at], edit > 0.0),
                Column::Change => (-course.params.rate * step.gradient[at], edit > 0.0),
                Column::Carried => (step.carried[at], edit > 0.0),
                Column::Next => (step.parameters[at] + step.update[at], is_written),
            };
            if !is_there {
                continue;
            }
            let right = edge(own, columns.len(), place);
            let left = if place == 0 {
                own.x + own.w * if columns.len() > 2 { 0.16 } else { 0.45 }
            } else {
                edge(own, columns.len(), place - 1)
            };
            let style = TextStyle::new(size, text).end().within(right - left - 3.0);
            let is_over = *column == Column::Now && value.abs() > MAX_PARAMETER;
            let style = if is_over { TextStyle::new(size, Token::OnAccent).end().bold() } else { style };
            if is_over {
                list.rect(right - size * 3.5, y - size, size * 3.7, size * 1.3, 3.0, Style::fill(Token::Accent));
            }
            let style = if *column == Column::Next || columns.len() == 2 && place == 0 { style.bold() } else { style };
            let is_signed = !matches!(column, Column::Now | Column::Next);
            list.write_with(style, right, y, |out| {
                if is_signed && value > 0.0 {
                    out.push('+');
                }
                format::push_number(out, value, places(own, value));
            });
            if *column == Column::Now && is_written {
                // The pencil strikes out what stood there.
                list.move_to(right - (right - left) * 0.62, y - size * 0.3);
                list.line_to(right + 1.0, y - size * 0.3);
                list.paint(Style::line(if view.is_xray() { Token::Hue2 } else { Token::Line1 }, 1.6));
            }
        }
    }
}
