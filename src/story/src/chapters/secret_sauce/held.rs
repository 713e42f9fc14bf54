//! What the reader may take in hand: the ball on its first page, the first step's length, what carries on, and who tastes.

use kitchen_text::{Key, Line, Number, key, msg, tr};

use super::course::Course;
use super::kind::KIND;
use super::map::Map;
use super::own;
use super::params::{At, MOMENTA, Params, RATES, Start, TASTERS};
use super::telling::{digits, rate};
use crate::scenario::Scenario;
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Point};
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::palette::Token;
use crate::scene::stage::View;

/// Grams between two places of the ball, and the most.
const GRAMS: i64 = 2;
const MOST_GRAMS: i64 = 10;

/// A stage so narrow has the titles over the rails.
const NARROW: f32 = 520.0;

/// How high the strip with the rails is on a stage so wide.
pub(super) fn height(wide: f32) -> f32 {
    if wide < NARROW { 64.0 } else { 48.0 }
}

/// The two rails: the part of the strip that each has, and its titles.
const RAILS: [([f32; 2], [Key; 2]); 2] = [
    ([0.0, 0.55], [key::SECRET_SAUCE_RAIL_RATE, key::SECRET_SAUCE_RAIL_RATE_XRAY]),
    ([0.58, 1.0], [key::SECRET_SAUCE_RAIL_MOMENTUM, key::SECRET_SAUCE_RAIL_MOMENTUM_XRAY]),
];

fn size(view: &View<'_>) -> f32 {
    (view.text_size() * 0.9).max(LEAST_TEXT)
}

/// A place on a rail, by its share of the whole.
fn on_rail(view: &View<'_>, strip: Area, rail: usize, share: f32) -> Point {
    let ([from, to], titles) = RAILS[rail];
    let is_narrow = strip.w < NARROW;
    let said = tr(view.lang, titles[usize::from(view.is_xray())]);
    let title = if is_narrow { 0.0 } else { text_width(said, size(view), true) };
    let y = if is_narrow { strip.bottom() - 24.0 } else { strip.cy() };
    let left = strip.x + from * strip.w + title + 34.0;
    let right = (strip.x + to * strip.w - 26.0).max(left + 40.0);
    [left + (right - left) * share, y]
}

/// A learning rate lies as far along as the step is long.
fn of_rate(choice: usize) -> Option<f32> {
    RATES.get(choice).map(|row| (row.2 / RATES[RATES.len() - 1].2) as f32)
}

fn of_momentum(choice: usize) -> Option<f32> {
    MOMENTA.get(choice).map(|row| (row.2 / MOMENTA[MOMENTA.len() - 1].2) as f32)
}

/// The strip, its rails and their marks.
pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, strip: Area) {
    if strip.h <= 0.0 {
        return;
    }
    let (fill, edge, text) = if view.is_xray() {
        (Token::Chip, Token::ChipEdge, Token::OnChip)
    } else {
        (Token::WoodLight, Token::WoodDark, Token::OnCloth)
    };
    list.rect(strip.x, strip.y, strip.w, strip.h, 6.0, Style::fill(fill).outline(edge, 1.6));
    for (rail, ([from, _], titles)) in RAILS.into_iter().enumerate() {
        let style = TextStyle::new(size(view), text).bold();
        let x = strip.x + from * strip.w + 8.0;
        let y = if strip.w < NARROW { strip.y + style.size * 1.1 } else { strip.cy() + style.size * 0.36 };
        list.say(style, x, y, view.lang, titles[usize::from(view.is_xray())]);
        let ([left, y], [right, _]) = (on_rail(view, strip, rail, 0.0), on_rail(view, strip, rail, 1.0));
        list.move_to(left, y);
        list.line_to(right, y);
        list.paint(Style::line(text, 3.0));
        let share = [of_rate, of_momentum][rail];
        for share in (0..RATES.len().max(MOMENTA.len())).filter_map(share) {
            let ([x, y], h) = (on_rail(view, strip, rail, share), 5.0 + share * 9.0);
            list.rect(x - 2.0, y - h, 4.0, 2.0 * h, 1.0, Style::fill(text));
        }
    }
}

/// Where each of the hands is: on the map, on the strip, on the sensor.
pub(super) struct Places {
    pub map: Area,
    pub strip: Area,
    pub sensor: Point,
}

pub(super) fn hands(view: &View<'_>, places: &Places, course: &Course, map: &Map) -> Vec<Handle> {
    let outcome = outcome(course);
    let momentum = Handle::of_param(
        ("momentum", key::SECRET_SAUCE_GRIP_MOMENTUM, Grip::Across),
        (view, At::momentum as usize),
        |choice| Some(on_rail(view, places.strip, 1, of_momentum(usize::try_from(choice).ok()?)?)),
        |choice| {
            let at = usize::try_from(choice).unwrap_or(0).min(MOMENTA.len() - 1);
            Line::from(msg::SecretSauceGripValue { value: Number(MOMENTA[at].2, 1) })
        },
    );
    let tasters = Handle::of_param(
        ("tasters", key::SECRET_SAUCE_GRIP_TASTERS, Grip::Press),
        (view, At::tasters as usize),
        |_| Some(places.sensor),
        |choice| Line::new(TASTERS[usize::try_from(choice).unwrap_or(0).min(TASTERS.len() - 1)].1),
    );
    let length = length(view, places.strip);
    let all = [ball(&view.show.scenario, places.map, course, map), length, momentum, tasters];
    let all = all.map(|hand| hand.with_effect(outcome.clone())).into_iter();
    let own = [salt(view, places.map, course, map), step(view, places.map, course, map)];
    all.chain(own.into_iter().flatten()).filter(|hand| hand.stops.len() > 1).collect()
}

/// In how many steps it comes down, as it is now.
fn outcome(course: &Course) -> Line {
    let last = course.descent.steps.last().map_or(0.0, |step| step.loss);
    match (course.settled(), course.spilled()) {
        (Some(n), _) => msg::SecretSauceKeptSteps { n: kitchen_text::count(n) }.into(),
        (None, Some(_)) => Line::new(key::SECRET_SAUCE_KEPT_SPILLED),
        (None, None) => msg::SecretSauceKeptLoss { loss: Number(last, digits(last)) }.into(),
    }
}

/// The step's length.
fn length(view: &View<'_>, strip: Area) -> Handle {
    Handle::of_param(
        ("rate", key::SECRET_SAUCE_GRIP_RATE, Grip::Across),
        (view, At::rate as usize),
        |choice| Some(on_rail(view, strip, 0, of_rate(usize::try_from(choice).ok()?)?)),
        |choice| {
            let at = usize::try_from(choice).unwrap_or(0).min(RATES.len() - 1);
            Line::from(msg::SecretSauceGateRate { rate: rate(RATES[at].2) })
        },
    )
}

/// The most grams that a spoon is turned to.
const MOST_SALT: u32 = 12;

/// The spoon of salt, turned by hand before any report: what the sensor would show.
fn salt(view: &View<'_>, area: Area, course: &Course, map: &Map) -> Option<Handle> {
    if !course.is_one_layer() {
        return None;
    }
    let (params, first) = (course.params, course.descent.steps.first()?);
    let [now, sugar] = map.axes.map(|axis| first.parameters[axis]);
    let mut hand = Handle {
        id: "salt",
        name: Line::new(key::SECRET_SAUCE_SALT),
        grip: Grip::Across,
        stops: Vec::new(),
        here: 0,
        things: Vec::new(),
        effect: Some(msg::SecretSauceGripSensor { loss: Number(first.loss, digits(first.loss)) }.into()),
    };
    for grams in 0..=MOST_SALT {
        let at = map.place(area, [f64::from(grams), sugar]);
        if !(area.x..=area.right()).contains(&at[0]) || !(0.0..=view.size[1]).contains(&at[1]) {
            continue;
        }
        if (f64::from(grams) - now).abs() < 0.5 {
            hand.here = hand.stops.len();
        }
        let next = Params { start: Start::Own, salt: grams, sugar: (sugar + 0.5) as u32, ..params };
        let text = Line::from(msg::SecretSauceGripSalt { salt: Number(f64::from(grams), 0) });
        hand.stops.push(Stop { at, text, leads: leads(next.scenario(KIND)) });
    }
    Some(hand)
}

/// The first step, taken by hand: the tip of an arrow from the first page.
fn step(view: &View<'_>, area: Area, course: &Course, map: &Map) -> Option<Handle> {
    if !course.is_one_layer() {
        return None;
    }
    let scenario = &view.show.scenario;
    let own = own::read(scenario);
    let from = map.axes.map(|axis| course.descent.steps.first().map_or(0.0, |step| step.parameters[axis]));
    let none = Stop {
        at: map.place(area, from),
        text: Line::new(key::SECRET_SAUCE_GRIP_NO_STEP),
        leads: leads(own::write(scenario, None)),
    };
    let mut hand = Handle {
        id: "step",
        name: Line::new(key::SECRET_SAUCE_GRIP_STEP),
        grip: Grip::Carry,
        stops: vec![none],
        here: 0,
        things: Vec::new(),
        effect: None,
    };
    let grid = (0..=MOST_GRAMS).step_by(GRAMS as usize);
    let mut all: Vec<[u32; 2]> =
        grid.clone().flat_map(|salt| grid.clone().map(move |sugar| [salt as u32, sugar as u32])).collect();
    all.extend(own.filter(|own| !all.contains(own)));
    for to in all {
        let there = to.map(f64::from);
        let at = map.place(area, there);
        let is_inside = at[0] >= area.x && at[0] <= area.right() && at[1] >= area.y && at[1] <= area.bottom();
        let is_from = (there[0] - from[0]).abs() + (there[1] - from[1]).abs() < 0.3;
        if !is_inside || is_from {
            continue;
        }
        if own == Some(to) {
            hand.here = hand.stops.len();
        }
        let text = Line::from(msg::SecretSauceGripGrid { salt: Number(there[0], 1), sugar: Number(there[1], 1) });
        hand.stops.push(Stop { at, text, leads: leads(own::write(scenario, Some(to))) });
    }
    let told = own::losses(course);
    let effect = told.map(|[before, mine, report]| {
        let [before, mine, report] = [before, mine, report].map(|loss| Number(loss, digits(loss)));
        Line::from(msg::SecretSauceGripStepped { before, mine, report })
    });
    Some(Handle { effect, ..hand })
}

/// The ball on its first page: where it is, and whole grams of salt and sugar around it.
fn ball(now: &Scenario, area: Area, course: &Course, map: &Map) -> Handle {
    let params = course.params;
    let name = Line::new(key::SECRET_SAUCE_GRIP_BALL);
    let mut hand =
        Handle { id: "ball", name, grip: Grip::Carry, stops: Vec::new(), here: 0, things: Vec::new(), effect: None };
    if !course.is_one_layer() {
        return hand;
    }
    let scenario = now;
    let now = map.axes.map(|axis| course.descent.steps[0].parameters[axis]);
    let text = |[salt, sugar]: [f64; 2]| {
        Line::from(msg::SecretSauceGripGrid { salt: Number(salt, 1), sugar: Number(sugar, 1) })
    };
    hand.stops.push(Stop { at: map.place(area, now), text: text(now), leads: Ok(scenario.clone()) });
    for salt in (0..=MOST_GRAMS).step_by(GRAMS as usize) {
        for sugar in (0..=MOST_GRAMS).step_by(GRAMS as usize) {
            let there = [salt as f64, sugar as f64];
            let at = map.place(area, there);
            let is_inside = at[0] >= area.x && at[0] <= area.right() && at[1] >= area.y && at[1] <= area.bottom();
            let is_now = (there[0] - now[0]).abs() + (there[1] - now[1]).abs() < 0.3;
            if is_inside && !is_now {
                let next = Params { start: Start::Own, salt: salt as u32, sugar: sugar as u32, ..params };
                hand.stops.push(Stop { at, text: text(there), leads: leads(next.scenario(KIND)) });
            }
        }
    }
    hand
}
