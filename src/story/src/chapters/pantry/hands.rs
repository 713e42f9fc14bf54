//! What the reader may take in hand: a kind of jar to the pantry or back to the shelf, and how far the pantry is.

use kitchen_core::workload::memory::Contents;
use kitchen_core::workload::memory_pool::Away;
use kitchen_text::{Line, Number, key, msg};

use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::stage::View;

use super::course::{Course, held};
use super::params::{At, KINDS, place_of};
use super::scene::Parts;
use super::shelf::bay_centre;
use super::telling::gb;

/// By kind, in the order of [`Away::KINDS`].
const JARS: [&str; 4] = ["recipe", "report", "notebooks", "bowls"];

pub(super) fn hands(view: &View<'_>, course: &Course) -> Vec<Handle> {
    let parts = Parts::new(view, course);
    let mut hands: Vec<Handle> = (0..JARS.len()).map(|kind| jar(view, course, &parts, kind)).collect();
    let at = |place: i64| usize::try_from(place).ok().map(|at| parts.stone(at));
    let names = [key::DISTANCE_BOARD, key::DISTANCE_STREET, key::DISTANCE_TOWN, key::DISTANCE_CITY];
    let text = |place: i64| Line::new(names[usize::try_from(place).unwrap_or(0).min(3)]);
    let road =
        Handle::of_param(("street", key::PANTRY_HANDLE_STREET, Grip::Across), (view, At::distance as usize), at, text);
    hands.push(road.with_effect(Line::from(msg::PantryEffectStep { time: course.ends[0] })));
    hands
}

/// What the shelf holds with a kind on it, beside those that are.
fn here(course: &Course, kind: usize) -> Contents {
    let away = |at: usize| at != kind && course.away().holds(Away::KINDS[at]);
    let mut all = course.step.ask.at_hand();
    let parts = [&mut all.weights, &mut all.gradients, &mut all.optimizer, &mut all.activations];
    parts.into_iter().enumerate().filter(|(at, _)| away(*at)).for_each(|(_, part)| *part = 0);
    all
}

/// What would lie in the pantry with a kind there, or here.
fn with(away: Away, kind: usize, is_away: bool) -> Away {
    let is = |at: usize| if at == kind { is_away } else { away.holds(Away::KINDS[at]) };
    Away { weights: is(0), gradients: is(1), optimizer: is(2), activations: is(3) }
}

fn jar(view: &View<'_>, course: &Course, parts: &Parts, kind: usize) -> Handle {
    let is_away = course.away().holds(Away::KINDS[kind]);
    let size = gb(held(&course.step.ask.at_hand(), kind));
    let stop = |goes: bool| {
        let (at, name) = if goes {
            (bay_centre(view, parts.pantry, kind), key::PANTRY_HANDLE_AWAY)
        } else {
            (parts.rack.place(&here(course, kind), kind), key::PANTRY_HANDLE_HERE)
        };
        let now = &view.show.scenario;
        let asked = match place_of(with(course.away(), kind, goes)) {
            Some(place) if goes != is_away => now.set(At::away as usize, place as i64),
            _ => now.clone(),
        };
        Stop { at, text: Line::new(name), leads: leads(asked) }
    };
    Handle {
        id: JARS[kind],
        name: Line::from(msg::PantryHandleJar { what: KINDS[kind].into(), gb: Number(size, 1) }),
        grip: Grip::Carry,
        stops: vec![stop(false), stop(true)],
        here: usize::from(is_away),
        things: Vec::new(),
        effect: Some(Line::from(msg::PantryEffectStep { time: course.ends[0] })),
    }
}
