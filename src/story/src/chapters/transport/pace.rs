//! Who sets the pace: the desk where a core copies each parcel, and what may be on the road over time.

use kitchen_core::units::{Bytes, Time};
use kitchen_text::{format, key};

use crate::scene::display::{DisplayList, Style, TextStyle};
use crate::scene::geom::{Area, Within as _};
use crate::scene::palette::{Token, hue, hue_line};
use crate::scene::stage::View;

use super::course::Course;
use super::params::{Company, Rule};
use super::road::{Parts, parcel};

/// The hue of a core's time, as in the lane, and of a window.
const CORE: usize = 2;
const WINDOW: usize = 3;

/// The desk between the sender and the road: there TCP's core makes a second of each parcel, other software decides on it.
pub(super) fn desk(view: &View<'_>, list: &mut DisplayList, course: &Course, parts: &Parts) {
    let is_copied = course.params.recovery == Rule::Tcp;
    let is_decided = course.params.recovery.is_software();
    let Some(each) = course.decision().filter(|_| is_copied || is_decided) else { return };
    // In company there is no room for it beside the chef: the lane below tells of the core.
    if parts.company != Company::Alone {
        return;
    }
    let (chef, size) = (parts.figure(0), view.text_size().max(11.0));
    let (left, right) = (chef.right() + 2.0, parts.crossing(0)[0] - parts.street * 0.8);
    let w = (right - left).within(22.0, size * 8.0);
    let h = (w * 0.5).within(12.0, size * 3.0);
    let top = chef.cy() + parts.street * 0.75;
    list.rect(left, top, w, h, 3.0, Style::fill(Token::Card).outline(Token::Ink, 1.4));
    let r = (h * 0.3).min(w * 0.13);
    let y = top + h / 2.0;
    let [from, to] = [left + w * 0.22, left + w * 0.78];
    parcel(list, [from, y], r, hue(WINDOW));
    parcel(list, [to, y], r, hue(CORE));
    list.move_to(from + r * 1.4, y);
    list.line_to(to - r * 1.8, y);
    list.paint(Style::line(Token::Ink, 1.8));
    list.move_to(to - r * 2.4, y - r * 0.6);
    list.line_to(to - r * 1.6, y);
    list.line_to(to - r * 2.4, y + r * 0.6);
    list.paint(Style::line(Token::Ink, 1.8));
    let style = TextStyle::new(size, Token::Text).within((size * 9.0).max(w));
    list.write_with(style, left, top + h + size * 1.1, |out| {
        let does = if is_copied { key::TRANSPORT_COPIES } else { key::TRANSPORT_CORE_DECIDES };
        out.push_str(kitchen_text::tr(view.lang, does));
        out.push(' ');
        format::push_time(out, each);
    });
}

/// The plot: its paper, and what goes out in a round trip.
pub(super) fn paper(view: &View<'_>, list: &mut DisplayList, course: &Course, parts: &Parts) {
    if parts.graph.h <= 0.0 {
        return;
    }
    let plot = plot(parts);
    list.rect(plot.x, plot.y, plot.w, plot.h, 3.0, Style::fill(Token::Card).outline(Token::Ink, 1.2));
    let size = view.text_size().max(11.0);
    let style = TextStyle::new(size, Token::TextSoft).end().within(plot.w * 0.5);
    let is_far = course.round() > most(course);
    let name = if view.is_xray() { key::TRANSPORT_WINDOW_BDP } else { key::TRANSPORT_WINDOW_ROUND };
    list.write_with(style, plot.right(), plot.y - size * 0.4, |out| {
        // A line that would stand above the plot.
        out.push_str(if is_far { "↑ " } else { "╌ " });
        out.push_str(kitchen_text::tr(view.lang, name));
        out.push(' ');
        format::push_bytes_decimal(out, Bytes(course.round()));
    });
    if !is_far {
        let round = high(course, plot, course.round());
        list.move_to(plot.x, round);
        list.line_to(plot.right(), round);
        list.paint(Style::line(Token::TextSoft, 1.2));
    }
}

fn plot(parts: &Parts) -> Area {
    let over = parts.words * 0.95;
    Area::new(parts.graph.x, parts.graph.y + over, parts.graph.w, (parts.graph.h - over - 4.0).max(4.0))
}

/// What the plot is high enough for.
fn most(course: &Course) -> u64 {
    course.windows.iter().map(|window| window.bytes).max().unwrap_or(0) * 9 / 8
}

/// Where a window of so many bytes stands.
fn high(course: &Course, plot: Area, bytes: u64) -> f32 {
    let share = bytes as f64 / most(course).max(1) as f64;
    plot.bottom() - 1.0 - (plot.h - 2.0) * share as f32
}

/// The window until now.
pub(super) fn curve(view: &View<'_>, list: &mut DisplayList, course: &Course, parts: &Parts) {
    if parts.graph.h <= 0.0 {
        return;
    }
    let (plot, t) = (plot(parts), view.playhead);
    let whole = course.makespan.0.max(1) as f64;
    let across = |time: Time| plot.x + plot.w * (time.min(t).0 as f64 / whole) as f32;
    let mut last = None;
    for window in course.windows.iter().take_while(|window| window.at <= t) {
        let (x, y) = (across(window.at), high(course, plot, window.bytes));
        match last {
            None => list.move_to(x, y),
            Some(before) => {
                list.line_to(x, before);
                list.line_to(x, y);
            }
        }
        last = Some(y);
    }
    let Some(y) = last else { return };
    list.line_to(across(t), y);
    list.paint(Style::line(hue_line(WINDOW), 2.4));
    let size = view.text_size().max(11.0);
    let style = TextStyle::new(size, Token::Text).bold().within(plot.w * 0.6);
    let name = if view.is_xray() { key::TRANSPORT_WINDOW_XRAY } else { key::TRANSPORT_WINDOW };
    list.write_with(style, plot.x, plot.y - size * 0.4, |out| {
        out.push_str(kitchen_text::tr(view.lang, name));
        out.push(' ');
        format::push_bytes_decimal(out, Bytes(course.window(t).unwrap_or(0)));
    });
}
