//! Things on the stage that the reader may take in hand, as data. A handle knows its places: where each lies on the stage, what is
//! said of it, and the scenario to which it leads. The page does the rest for all chapters alike.

use kitchen_text::{Key, Line};

use super::geom;
use super::stage::View;
use crate::scenario::raw::reconcile;
use crate::scenario::{Range, Scenario};

/// Which way a handle goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grip {
    /// Sideways.
    Across,
    /// Up and down.
    Along,
    /// Carried anywhere, and put down at one of its places.
    Carry,
    /// At one of several places, each of which may be pressed at any time.
    Among,
    /// Pressed: it goes to its next place.
    Press,
}

/// A place of a handle.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// On the stage, in CSS pixels.
    pub at: [f32; 2],
    /// The value in words: "4 bowls".
    pub text: Line,
    /// The scenario to which it leads, or why it cannot.
    pub leads: Result<Scenario, Line>,
}

/// Something on the stage that can be taken in hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// Unique in its picture, and stable: used by acts and tests.
    pub id: &'static str,
    /// What it is: "Cuts in the pot".
    pub name: Line,
    pub grip: Grip,
    /// In order: the arrow keys go through them.
    pub stops: Vec<Stop>,
    /// The one at which it is.
    pub here: usize,
    /// Where the things lie of which it may hold any, one at a time; none where it holds one thing alone.
    pub things: Vec<[f32; 2]>,
    /// One consequence of where it is, of the run on the stage: "empty time 43 %".
    pub effect: Option<Line>,
}

/// Places of a whole number, at most: every handle is gone through by keys.
const MOST_STOPS: i64 = 64;

impl Handle {
    /// A handle that changes one parameter, by its place in the table. `at` and `text`: where a value lies and what is said of it; a value
    /// without a place on the stage is left out.
    pub fn of_param(
        (id, name, grip): (&'static str, Key, Grip),
        (view, place): (&View<'_>, usize),
        at: impl Fn(i64) -> Option<[f32; 2]>,
        text: impl Fn(i64) -> Line,
    ) -> Handle {
        let now = &view.show.scenario;
        let is_at = now.at(place, 0);
        let (mut stops, mut here) = (Vec::new(), 0);
        for value in values(now, place) {
            let Some(at) = at(value) else { continue };
            if value == is_at {
                here = stops.len();
            }
            stops.push(Stop { at, text: text(value), leads: leads(now.set(place, value)) });
        }
        Handle { id, name: Line::new(name), grip, stops, here, things: Vec::new(), effect: None }
    }

    /// The same with a consequence.
    #[must_use]
    pub fn with_effect(self, effect: Line) -> Handle {
        Handle { effect: Some(effect), ..self }
    }

    /// The thing nearest to a point.
    pub fn thing_at(&self, point: [f32; 2]) -> Option<usize> {
        let away = |thing: &usize| geom::distance(self.things[*thing], point);
        (0..self.things.len()).min_by(|a, b| away(a).total_cmp(&away(b)))
    }

    /// The thing that lies next to the one that it holds, or to where it lies, in that direction.
    pub fn thing_beside(&self, held: Option<usize>, is_after: bool) -> Option<usize> {
        let at = self.stops.get(self.here)?.at;
        let from = held.and_then(|thing| self.things.get(thing)).copied().unwrap_or(at);
        let away = |thing: &usize| (self.things[*thing][0] - from[0]) * if is_after { 1.0 } else { -1.0 };
        // Half a pixel: one that it lies on is not beside it.
        let beside = (0..self.things.len()).filter(|thing| away(thing) > 0.5);
        beside.min_by(|a, b| away(a).total_cmp(&away(b)))
    }

    /// The place nearest to a point, by the handle's own way.
    pub fn nearest(&self, [x, y]: [f32; 2]) -> usize {
        let away = |stop: &Stop| match self.grip {
            Grip::Across => (stop.at[0] - x).abs(),
            Grip::Along => (stop.at[1] - y).abs(),
            Grip::Carry | Grip::Among | Grip::Press => geom::distance(stop.at, [x, y]),
        };
        let at = |a: &usize, b: &usize| away(&self.stops[*a]).total_cmp(&away(&self.stops[*b]));
        (0..self.stops.len()).min_by(at).unwrap_or(0)
    }
}

impl Handle {
    /// Where the handle is drawn while a hand wishes it there: on its own way, never beyond its places.
    pub fn grip_at(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let bounds = |axis: usize| {
            let all = self.stops.iter().map(|stop| stop.at[axis]);
            all.fold((f32::MAX, f32::MIN), |(least, most), v| (least.min(v), most.max(v)))
        };
        let within = |v: f32, (least, most): (f32, f32)| if least > most { v } else { v.max(least).min(most) };
        let rests = self.stops.get(self.nearest([x, y])).map_or([x, y], |stop| stop.at);
        match self.grip {
            Grip::Across => [within(x, bounds(0)), rests[1]],
            Grip::Along => [rests[0], within(y, bounds(1))],
            Grip::Carry | Grip::Among => [x, y],
            Grip::Press => rests,
        }
    }
}

/// How far apart the middles of two handles are at least, along one axis, in CSS pixels: no disc covers another's middle.
const APART: f32 = 40.0;
/// By how much a handle is tried farther from its thing, and how often.
const NUDGE: f32 = 6.0;
const MOST_NUDGES: u8 = 12;

/// Moves a handle that lies on one before it beside it, with all of its places: on a small stage things lie closer than fingers are wide.
pub(super) fn apart(handles: &mut [Handle], size: [f32; 2]) {
    for at in 1..handles.len() {
        let (before, rest) = handles.split_at_mut(at);
        let Some(handle) = rest.first_mut() else { return };
        let Some(by) = nudges(handle.grip).find(|by| fits(handle, *by, before, size)) else { continue };
        for stop in &mut handle.stops {
            stop.at = [stop.at[0] + by[0], stop.at[1] + by[1]];
        }
    }
}

/// Where else it may lie, the nearest first: beside its way rather than along it.
fn nudges(grip: Grip) -> impl Iterator<Item = [f32; 2]> {
    (0..=MOST_NUDGES).flat_map(move |step| {
        let d = NUDGE * f32::from(step);
        let (beside, along) = ([[d, 0.0], [-d, 0.0]], [[0.0, d], [0.0, -d]]);
        let first_two = if grip == Grip::Across { [along, beside] } else { [beside, along] };
        first_two.into_iter().flatten().chain([[d, d], [-d, d], [d, -d], [-d, -d]])
    })
}

/// Whether a handle that is moved so lies on the stage, and on no other.
fn fits(handle: &Handle, [dx, dy]: [f32; 2], others: &[Handle], [w, h]: [f32; 2]) -> bool {
    let is_on = |[x, y]: [f32; 2]| (0.0..=w).contains(&x) && (0.0..=h).contains(&y);
    let lies = |other: &Handle| other.stops.get(other.here).map(|stop| stop.at);
    let Some([x, y]) = lies(handle).map(|[x, y]| [x + dx, y + dy]) else { return true };
    handle.stops.iter().all(|stop| is_on([stop.at[0] + dx, stop.at[1] + dy]))
        && others.iter().filter_map(lies).all(|[a, b]| (a - x).abs().max((b - y).abs()) >= APART)
}

/// Where a change leads: to a scenario that can run as it is.
///
/// # Errors
/// The sentence that says why it cannot run.
pub fn leads(asked: Scenario) -> Result<Scenario, Line> {
    match reconcile(asked) {
        (scenario, None) => Ok(scenario),
        (_, Some(line)) => Err(line),
    }
}

/// What a parameter may be, in order.
fn values(scenario: &Scenario, place: usize) -> Vec<i64> {
    match scenario.kind.params.get(place).map(|param| param.range) {
        Some(Range::Int { min, max }) => (min..=max.min(min + MOST_STOPS - 1)).collect(),
        Some(Range::Bytes { min, max }) => (min.ilog2()..=max.ilog2()).map(|power| 1_i64 << power).collect(),
        Some(Range::Choice(list)) => (0..list.len() as i64).collect(),
        None => Vec::new(),
    }
}
