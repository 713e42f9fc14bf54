//! The one pot that is cut into bowls, the row of hats that says how many chefs stand in the line, and the hands on both.

use kitchen_text::{Line, Percent, key, msg};

use super::lanes;
use super::params::{At, Order, Params, Pot};
use super::run;
use super::shape::bubble;
use crate::scene::art::chef::Posture;
use crate::scene::cast;
use crate::scene::display::{DisplayList, Style, TextStyle};
use crate::scene::geom::Area;
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::palette::{Token, hue, on_hue};
use crate::scene::stage::{self, View};

/// Cuts that the hand on the pot can make: finer ones lie too close to each other.
const CUTS: [i64; 7] = [1, 2, 3, 4, 6, 8, 12];
/// Chefs in the line, at most and at least.
const CHEFS: std::ops::RangeInclusive<i64> = 2..=8;

/// The column of the stage that the pot takes, or the band of a narrow one; nothing where no pot is cut.
pub(super) fn room(view: &View<'_>) -> Option<Area> {
    if Params::of(&view.show.scenario).pot != Pot::Cut {
        return None;
    }
    let header = stage::header_height(view.size);
    let [w, h] = view.size;
    Some(if is_column(view) {
        Area::new(0.0, header, w * 0.235, h - header)
    } else {
        Area::new(0.0, header, w, (h * 0.3).min(128.0))
    })
}

/// Whether the pot stands left of the line; else over it.
pub(super) fn is_column(view: &View<'_>) -> bool {
    view.size[0] >= 760.0 && view.size[1] >= 380.0
}

/// What the pot holds: its inside.
fn inside(view: &View<'_>, room: Area) -> Area {
    if is_column(view) {
        let w = room.w - 84.0;
        Area::new(room.x + 46.0, room.y + 74.0, w, (w * 0.46).min(room.h * 0.3))
    } else {
        Area::new(room.x + 40.0, room.y + 40.0, room.w * 0.52, room.h - 58.0)
    }
}

/// Where the hats hang: the middle of the first, and the step to the next.
fn hats(view: &View<'_>, room: Area) -> ([f32; 2], f32) {
    let pot = inside(view, room);
    if is_column(view) {
        let step = (room.w - 60.0) / 7.0;
        ([room.x + 34.0, (pot.bottom() + 150.0).min(room.bottom() - 60.0)], step)
    } else {
        let left = pot.right() + 44.0;
        ([left, pot.cy() + 16.0], ((room.right() - left - 22.0) / 7.0).max(8.0))
    }
}

fn hat_at(view: &View<'_>, room: Area, chefs: i64) -> [f32; 2] {
    let ([x, y], step) = hats(view, room);
    [x + step * (chefs - 1) as f32, y]
}

/// The pot with its bowls, and the hats.
pub(super) fn draw(view: &View<'_>, list: &mut DisplayList) {
    let Some(room) = room(view) else { return };
    let Params { batches, stages, .. } = Params::of(&view.show.scenario);
    let pot = inside(view, room);
    let steel = Style::fill(Token::Steel).outline(Token::Ink, 2.5);
    for x in [pot.x - 26.0, pot.right() + 6.0] {
        list.rect(x, pot.y + 8.0, 20.0, 12.0, 6.0, Style::fill(Token::Ink));
    }
    list.rect(pot.x - 8.0, pot.y - 6.0, pot.w + 16.0, pot.h + 16.0, 10.0, steel);
    let count = batches.max(1) as usize;
    let w = pot.w / count as f32;
    for bowl in 0..count {
        let x = pot.x + w * bowl as f32;
        list.rect(x, pot.y, w, pot.h, 0.0, Style::fill(hue(bowl)).outline(Token::Ink, 1.5));
        if w >= 15.0 {
            let size = (w * 0.5).min(pot.h * 0.42).clamp(11.0, 26.0);
            let style = TextStyle::new(size, on_hue(bowl)).bold().middle().within(w - 2.0);
            list.write(style, x + w / 2.0, pot.cy() + size * 0.36, format_args!("{}", bowl + 1));
        }
    }
    list.rect(pot.x - 14.0, pot.y - 12.0, pot.w + 28.0, 10.0, 5.0, steel);
    let size = view.text_size();
    let said = Line::from(msg::PipelinePotDishes { n: i64::from(run::dishes(&view.show.scenario)) });
    let style = TextStyle::new(size.max(12.0), Token::Text).middle().within(pot.w + 40.0);
    if is_column(view) {
        list.write_with(style, pot.cx(), pot.bottom() + 14.0 + size * 1.2, |out| said.say_into(view.lang, out));
    }
    row_of_hats(view, list, room, i64::from(stages));
}

/// Hats that stand shoulder to shoulder.
fn hat_scale(step: f32) -> f32 {
    (step / 27.0).min(1.3)
}

fn row_of_hats(view: &View<'_>, list: &mut DisplayList, room: Area, chefs: i64) {
    let (_, step) = hats(view, room);
    let scale = hat_scale(step);
    let last = hat_at(view, room, *CHEFS.end());
    let first = hat_at(view, room, 1);
    list.move_to(first[0], first[1] + 24.0 * scale);
    list.line_to(last[0], last[1] + 24.0 * scale);
    list.paint(Style::line(Token::CardLine, 3.0));
    for n in 1..=*CHEFS.end() {
        let [x, y] = hat_at(view, room, n);
        if n <= chefs {
            cast::hat(list, x, y, scale, n as usize - 1, Posture::Ready);
        } else {
            list.ellipse(x, y + 24.0 * scale, 4.0, 4.0, Style::fill(Token::Card).outline(Token::CardLine, 1.5));
        }
    }
}

/// Cut the pot; take a chef into the line, or out of it.
pub(super) fn hands(view: &View<'_>) -> Vec<Handle> {
    let Some(room) = room(view) else { return Vec::new() };
    let pot = inside(view, room);
    let now = Params::of(&view.show.scenario);
    let cut = |bowls: i64| {
        let is_one = CUTS.contains(&bowls) || bowls == i64::from(now.batches);
        is_one.then(|| [pot.x + pot.w / bowls.max(1) as f32, pot.y - 30.0])
    };
    let dishes = i64::from(run::dishes(&view.show.scenario));
    let bowls = |n: i64| Line::from(msg::PipelineHandBowls { n, dishes: dishes / n.max(1) });
    let idle = || Line::from(msg::PipelineHandIdle { idle: Percent(bubble(view.show)) });
    let chefs = |n: i64| {
        CHEFS.contains(&n).then(|| {
            let [x, y] = hat_at(view, room, n);
            [x, y + 24.0 * hat_scale(hats(view, room).1) + 22.0]
        })
    };
    let people = |n: i64| Line::from(msg::PipelineHandChefs { n });
    let batches =
        Handle::of_param(("batches", key::PIPELINE_HAND_CUT, Grip::Across), (view, At::batches as usize), cut, bowls);
    let stages =
        Handle::of_param(("stages", key::PIPELINE_HAND_LINE, Grip::Across), (view, At::stages as usize), chefs, people);
    let batches = with_own_order(view, batches, At::batches, |n| cut(n).is_some());
    let stages = with_own_order(view, stages, At::stages, |n| chefs(n).is_some());
    vec![batches.with_effect(idle()), stages.with_effect(idle())]
}

/// With an order of the reader's own, another number of bowls or chefs takes that order along.
fn with_own_order(view: &View<'_>, hand: Handle, at: At, is_place: impl Fn(i64) -> bool) -> Handle {
    let (now, at) = (&view.show.scenario, at as usize);
    if Params::of(now).schedule != Order::Own {
        return hand;
    }
    let places = (1..=64).filter(|&value| now.set(at, value).at(at, 0) == value && is_place(value));
    let to = |value: i64| leads(lanes::rebuilt(now, now.set(at, value)));
    let stops = hand.stops.into_iter().zip(places);
    let stops = stops.map(|(stop, value)| Stop { leads: to(value), ..stop }).collect();
    Handle { stops, ..hand }
}
