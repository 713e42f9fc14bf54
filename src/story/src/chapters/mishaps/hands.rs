//! What the reader may take in hand: how large the city is, its reserve, the marks of its checkpoints, a stove's flame.

use kitchen_core::units::Time;
use kitchen_text::{Key, Line, Number, Percent, key, msg};

use crate::scene::geom::Area;
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::stage::View;

use super::night::Night;
use super::night::city::{HOUR, SPAN};
use super::night::closing::{self, Closing, HOURS};
use super::night::rails::on_rail;
use super::night::scene::Parts;
use super::params::{At, MINUTES, Mishap, Params, RESERVES, SIZES, place_of};
use super::step::{self, CHEFS, Steps};
use super::streets;

/// A handle that goes along a rail.
fn sliding(
    view: &View<'_>,
    (id, name, place): (&'static str, Key, At),
    (rail, values): (Area, &[u32]),
    text: fn(u32) -> Line,
) -> Handle {
    let value = |at: i64| usize::try_from(at).ok().and_then(|at| values.get(at)).copied();
    let at = |place: i64| {
        value(place)?;
        Some(on_rail(rail, usize::try_from(place).ok()?, values.len()))
    };
    let said = |place: i64| text(value(place).unwrap_or_default());
    Handle::of_param((id, name, Grip::Across), (view, place as usize), at, said)
}

pub(super) fn night(view: &View<'_>, night: &Night) -> Vec<Handle> {
    let parts = Parts::new(view);
    let spent = night.chosen().spent(SPAN);
    let kept = Line::from(msg::MishapsEffectKept { share: Percent(spent.goodput()) });
    let count = night.chosen().closed.len() as i64;
    let hours = |time: Time| Number(super::night::telling::hours(time), 1);
    let kitchens =
        sliding(view, ("kitchens", key::MISHAPS_HANDLE_KITCHENS, At::kitchens), (parts.rail(view, 0), &SIZES), |n| {
            Line::from(msg::MishapsHandleKitchensAt { n: Number(n.into(), 0) })
        });
    let spares =
        sliding(view, ("spares", key::MISHAPS_HANDLE_SPARES, At::spares), (parts.rail(view, 1), &RESERVES), |n| {
            Line::from(msg::MishapsHandleSparesAt { n: n.into() })
        });
    let period =
        sliding(view, ("period", key::MISHAPS_HANDLE_PERIOD, At::period), (parts.marks(view), &MINUTES), |n| {
            Line::from(msg::MishapsHandlePeriodAt { minutes: n.into() })
        });
    let mut all = vec![
        kitchens.with_effect(Line::from(msg::MishapsEffectStops { count })),
        spares.with_effect(Line::from(msg::MishapsEffectWaited { hours: hours(spent.wait) })),
        period.with_effect(kept.clone()),
        when(view, night, &parts).with_effect(kept.clone()),
    ];
    for (at, (kitchen, place)) in parts.pressed(view, night).into_iter().enumerate() {
        all.extend(CLOSE.get(at).map(|id| close(view, night, (id, place), kitchen).with_effect(kept.clone())));
        all.extend(NEAR.get(at).map(|id| near(view, (id, place), kitchen)));
    }
    all
}

/// By place: a kitchen that can be closed, or looked into.
const CLOSE: [&str; 4] = ["close-1", "close-2", "close-3", "close-4"];
const NEAR: [&str; 4] = ["near-1", "near-2", "near-3", "near-4"];
/// When a kitchen closes that is pressed before the run has begun, or at its end.
const USUAL_HOUR: u32 = 12;
/// Hours from one place on the strip to the next.
const HOURS_APART: u32 = 4;

/// A kitchen is named as it is looked at.
fn of_kitchen(view: &View<'_>, kitchen: u32) -> Line {
    let kitchen = i64::from(kitchen) + 1;
    if view.is_xray() {
        msg::MishapsHandleNode { kitchen }.into()
    } else {
        msg::MishapsHandleKitchen { kitchen }.into()
    }
}

/// Pressed, a kitchen closes: at the hour that is shown.
fn close(view: &View<'_>, night: &Night, (id, at): (&'static str, [f32; 2]), kitchen: u32) -> Handle {
    let now = &view.show.scenario;
    let shown = view.playhead.0.div_ceil(HOUR) as u32;
    let hour = if (1..HOURS - 8).contains(&shown) { shown } else { USUAL_HOUR };
    let is_closed = |closing: &&Closing| closing.kitchen == kitchen;
    let own = night.closings.iter().find(is_closed).copied();
    let others: Vec<Closing> = night.closings.iter().filter(|closing| !is_closed(closing)).copied().collect();
    let closing = own.unwrap_or(Closing { hour, kitchen });
    let with: Vec<Closing> = others.iter().copied().chain([closing]).collect();
    let stops = vec![
        Stop { at, text: Line::new(key::MISHAPS_HANDLE_STAYS), leads: leads(closing::write(now, &others)) },
        Stop { at, text: closes_after(closing.hour), leads: leads(closing::write(now, &with)) },
    ];
    let here = usize::from(own.is_some());
    Handle { id, name: of_kitchen(view, kitchen), grip: Grip::Press, stops, here, things: Vec::new(), effect: None }
}

fn closes_after(hour: u32) -> Line {
    msg::MishapsHandleCloses { hour: hour.into() }.into()
}

/// When the first of those that are closed by hand closes. Where there is none, the first that could be.
fn when(view: &View<'_>, night: &Night, parts: &Parts) -> Handle {
    let now = &view.show.scenario;
    let first = night.closings.first().copied();
    let rest: Vec<Closing> = night.closings.iter().skip(1).copied().collect();
    let kitchen = first.map_or_else(|| parts.pressed(view, night).first().map_or(0, |one| one.0), |one| one.kitchen);
    let mut hours: Vec<u32> = (0..HOURS).step_by(HOURS_APART as usize).collect();
    // One that was pressed at another hour has its place, too.
    if let Some(hour) = first.map(|closing| closing.hour) {
        let place = hours.partition_point(|&other| other < hour);
        if hours.get(place) != Some(&hour) {
            hours.insert(place, hour);
        }
    }
    let stop = |&hour: &u32| {
        let own = (hour > 0).then_some(Closing { hour, kitchen });
        let all: Vec<Closing> = own.into_iter().chain(rest.iter().copied()).collect();
        let text = if hour > 0 { closes_after(hour) } else { Line::new(key::MISHAPS_HANDLE_STAYS) };
        Stop { at: parts.hour(view, hour), text, leads: leads(closing::write(now, &all)) }
    };
    let stops: Vec<Stop> = hours.iter().map(stop).collect();
    let here = hours.iter().position(|&hour| hour == first.map_or(0, |closing| closing.hour)).unwrap_or(0);
    Handle {
        id: "when",
        name: of_kitchen(view, kitchen),
        grip: Grip::Across,
        stops,
        here,
        things: Vec::new(),
        effect: None,
    }
}

/// Pressed, a kitchen is looked into.
fn near(view: &View<'_>, (id, at): (&'static str, [f32; 2]), kitchen: u32) -> Handle {
    let now = &view.show.scenario;
    let is_near = Params::of(now).near == kitchen + 1;
    let to = |near: u32| leads(now.set(At::near as usize, near.into()));
    let stops = vec![
        Stop { at, text: Line::new(key::MISHAPS_HANDLE_FAR), leads: to(0) },
        Stop { at, text: Line::new(key::MISHAPS_HANDLE_NEAR), leads: to(kitchen + 1) },
    ];
    let here = usize::from(is_near);
    Handle { id, name: of_kitchen(view, kitchen), grip: Grip::Press, stops, here, things: Vec::new(), effect: None }
}

/// By chef of the lower kitchen: its stove.
const STOVES: [&str; CHEFS as usize] =
    ["stove-9", "stove-10", "stove-11", "stove-12", "stove-13", "stove-14", "stove-15", "stove-16"];
/// What a stove that is pressed burns at, in percent, then at each press more.
const PACES: [u32; 6] = [90, 80, 70, 60, 50, 40];

/// Pressed, a stove burns low; pressed again, lower.
fn stove(view: &View<'_>, steps: &Steps, at: usize) -> Handle {
    let (now, chef) = (&view.show.scenario, CHEFS + at as u32 + 1);
    let place = step::scene::stove(view, at);
    let low = |pace: u32| Stop {
        at: place,
        text: Line::from(msg::MishapsHandleStoveAt { pace: Percent(f64::from(pace) / 100.0) }),
        leads: leads(now.set(At::slow as usize, chef.into()).set(At::pace as usize, pace.into())),
    };
    let is_low = steps.slow + 1 == chef;
    let full = Stop { leads: Ok(now.clone()), ..low(100) };
    let stops = if is_low { PACES.map(low).to_vec() } else { vec![full, low(80)] };
    let nearest = |&at: &usize| PACES[at].abs_diff(steps.pace);
    let here = if is_low { (0..PACES.len()).min_by_key(nearest).unwrap_or(0) } else { 0 };
    let name = Line::from(msg::MishapsHandleStove { chef: chef.into() });
    Handle { id: STOVES[at], name, grip: Grip::Press, stops, here, things: Vec::new(), effect: None }
}

pub(super) fn step(view: &View<'_>, steps: &Steps) -> Vec<Handle> {
    if steps.mishap != Mishap::Stove {
        return Vec::new();
    }
    let at = |pace: i64| {
        (pace % 10 == 0).then(|| step::scene::knob(view, steps.slow, u32::try_from(pace).unwrap_or_default()))
    };
    let text = |pace: i64| Line::from(msg::MishapsHandleStoveAt { pace: Percent(pace as f64 / 100.0) });
    let knob = Handle {
        name: Line::from(msg::MishapsHandleStove { chef: i64::from(steps.slow) + 1 }),
        ..Handle::of_param(("stove", key::MISHAPS_HANDLE_FLAME, Grip::Along), (view, At::pace as usize), at, text)
    };
    let all = std::iter::once(knob).chain((0..CHEFS as usize).map(|at| stove(view, steps, at)));
    all.map(|hand| hand.with_effect(Line::from(msg::MishapsEffectLonger { longer: Percent(steps.longer()) }))).collect()
}

/// Pressed, a thing breaks that was whole; one that is broken gives its place to the street that comes and goes.
pub(super) fn streets(view: &View<'_>) -> Vec<Handle> {
    let now = &view.show.scenario;
    let params = Params::of(now);
    let told = params.mishap;
    let to = |mishap: Mishap| leads(now.set(At::mishap as usize, place_of(mishap)));
    let hand = |(id, mishap, at): (&'static str, Mishap, [f32; 2])| {
        let is_broken = told == mishap;
        let other = if mishap == Mishap::Flap { Mishap::Street } else { Mishap::Flap };
        let (name, breaks) = match mishap {
            Mishap::Flap => (key::MISHAPS_HANDLE_FLAP, key::MISHAPS_HANDLE_FLAPS),
            Mishap::Crossing => (key::MISHAPS_HANDLE_CROSSING, key::MISHAPS_HANDLE_BROKEN),
            _ => (key::MISHAPS_HANDLE_DOOR, key::MISHAPS_HANDLE_SHUT),
        };
        let whole = if is_broken { to(other) } else { Ok(now.clone()) };
        let stops = vec![
            Stop { at, text: Line::new(key::MISHAPS_HANDLE_WHOLE), leads: whole },
            Stop { at, text: Line::new(breaks), leads: to(mishap) },
        ];
        let here = usize::from(is_broken);
        Handle { id, name: Line::new(name), grip: Grip::Press, stops, here, things: Vec::new(), effect: None }
    };
    let breakable = streets::scene::breakable(view, streets::road(params));
    std::iter::once(roads(view, params)).chain(breakable.into_iter().map(hand)).collect()
}

/// Whichever of the streets is pressed falls; one that comes and goes is another then. While all stand, what breaks them lies beside.
fn roads(view: &View<'_>, params: Params) -> Handle {
    let now = &view.show.scenario;
    let (places, beside) = streets::scene::roads(view);
    let is_fallen = matches!(params.mishap, Mishap::Street | Mishap::Flap);
    let falls = if is_fallen { now.clone() } else { now.set(At::mishap as usize, place_of(Mishap::Street)) };
    let stop = |(lane, at): (usize, [f32; 2])| Stop {
        at,
        text: msg::MishapsHandleRoadAt { n: lane as i64 + 1 }.into(),
        leads: leads(falls.set(At::road as usize, lane as i64 + 1)),
    };
    // Upwards is up.
    let mut stops: Vec<Stop> = places.into_iter().enumerate().map(stop).rev().collect();
    let here = if is_fallen { places.len() - 1 - streets::road(params) } else { stops.len() };
    if !is_fallen {
        let text = Line::new(key::MISHAPS_HANDLE_WHOLE);
        stops.push(Stop { at: beside, text, leads: Ok(now.clone()) });
    }
    let name = Line::new(key::MISHAPS_HANDLE_ROAD);
    Handle { id: "street", name, grip: Grip::Among, stops, here, things: Vec::new(), effect: None }
}
