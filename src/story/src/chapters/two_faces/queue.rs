//! The queue of guests, in rows, and what can be taken in hand: its end, and the GPU.

use kitchen_text::{Line, key, msg};

use super::params::{At, GUESTS};
use super::run::Both;
use crate::scene::display::{DisplayList, Style};
use crate::scene::geom::{Area, Point, Within as _};
use crate::scene::handle::{Grip, Handle};
use crate::scene::palette::{Token, hue};
use crate::scene::stage::View;

/// Guests in a row, and rows.
const COLUMNS: u32 = 64;
const ROWS: u32 = 8;

/// Where the guest of a number stands, from 1.
fn place(area: Area, guest: u32) -> Point {
    let at = guest.max(1) - 1;
    let [w, h] = cell(area);
    [area.x + (at % COLUMNS) as f32 * w + w / 2.0, area.y + (at / COLUMNS) as f32 * h + h / 2.0]
}

fn cell(area: Area) -> [f32; 2] {
    [(area.w - HELD) / COLUMNS as f32, area.h / ROWS as f32]
}

/// Room at the right for the hand at a row's end.
const HELD: f32 = 30.0;

/// The guests who stand there: a head and shoulders each.
pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, area: Area, both: &Both) {
    let [w, h] = cell(area);
    if area.h < 30.0 {
        return;
    }
    let head = (w * 0.36).min(h * 0.26).within(0.8, 7.0);
    for row in 0..ROWS {
        let y = area.y + (row + 1) as f32 * h - 1.0;
        list.move_to(area.x, y);
        list.line_to(area.x + w * COLUMNS as f32, y);
    }
    list.paint(Style::line(if view.is_xray() { Token::ChipEdge } else { Token::WoodDark }, 0.8).alpha(0.5));
    for guest in 1..=both.params.guests.min(COLUMNS * ROWS) {
        let [x, y] = place(area, guest);
        let n = (guest * 5 + guest / 7) as usize % 8;
        let body = Area::new(x - head, y, head * 2.0, (h / 2.0 - 1.5).max(1.0));
        list.rect(body.x, body.y, body.w, body.h, head * 0.6, Style::fill(hue(n)));
        if !view.is_xray() {
            list.ellipse(x, y - head * 0.6, head, head, Style::fill(Token::Cloth).outline(Token::Ink, 0.6));
        }
    }
}

/// The point under the roof, which goes up the slope with the guests.
pub(super) fn point(view: &View<'_>, places: &[Option<Point>], both: &Both) -> Option<Handle> {
    let hand = Handle::of_param(
        ("point", key::TWO_FACES_HAND_POINT, Grip::Across),
        (view, At::guests as usize),
        |value| places.get(usize::try_from(value).ok()?).copied().flatten(),
        |value| {
            let n = GUESTS.get(usize::try_from(value).unwrap_or(0)).map_or(1, |row| row.2);
            Line::from(msg::TwoFacesSideGuests { n: i64::from(n) })
        },
    );
    let hand = match both.per_word() {
        Some(time) => hand.with_effect(Line::from(msg::TwoFacesHandWord { time })),
        None => hand,
    };
    Some(hand).filter(|hand| hand.stops.len() > 1)
}

pub(super) fn hands(view: &View<'_>, area: Area, sign: Point, both: &Both) -> Vec<Handle> {
    let effect = |hand: Handle| match both.per_word() {
        Some(time) => hand.with_effect(Line::from(msg::TwoFacesHandWord { time })),
        None => hand,
    };
    let guests = |value: i64| GUESTS.get(usize::try_from(value).unwrap_or(0)).map_or(1, |row| row.2);
    let queue = Handle::of_param(
        ("guests", key::TWO_FACES_HAND_QUEUE, Grip::Carry),
        (view, At::guests as usize),
        |value| {
            let [x, y] = place(area, guests(value));
            Some([x + 14.0, y])
        },
        |value| Line::from(msg::TwoFacesSideGuests { n: i64::from(guests(value)) }),
    );
    let gpu = Handle::of_param(
        ("gpu", key::TWO_FACES_HAND_GPU, Grip::Press),
        (view, At::gpu as usize),
        |_| Some(sign),
        |value| Line::new(view.show.scenario.set(At::gpu as usize, value).said(At::gpu as usize)),
    );
    vec![effect(queue), effect(gpu)]
}
