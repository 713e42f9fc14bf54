//! The step that the reader takes by hand: from the report and the learning rate to the next amounts.

use kitchen_core::descent::check::{Checked, Slip, check};
use kitchen_core::descent::recipe::Recipe;
use kitchen_core::descent::{DescentError, Step};
use kitchen_core::units::Time;
use kitchen_text::{Key, Line, key};

use crate::sentences::Sentence as _;
use crate::show::Show;
use crate::story::hand::{Amount, ByHand, Hand, Tried, Words};

use super::course::Course;
use super::telling::{PLACES, digits, parameter, rate_places};

pub(super) const BY_HAND: ByHand = ByHand {
    words: Words {
        open: key::SHELL_HAND,
        check: key::SHELL_HAND_CHECK,
        number: key::SHELL_HAND_NUMBER,
        go: Some(key::SHELL_HAND_POUR),
    },
    ask,
    check: judge,
};

/// How far off an amount may be, in grams: as much as two places of what is shown leave open, and a little more.
const TOLERANCE: f64 = 0.02;

/// The report to go by at an instant: the one being made or followed then; the last that is followed where none is.
fn round(course: &Course, t: Time) -> Option<usize> {
    (0..=course.round(t)).rev().find(|&round| course.rounds[round].page() < Time::MAX)
}

/// The parameters that are asked for: all of one page, of two the one that mixes.
fn asked(course: &Course) -> std::ops::Range<usize> {
    if course.is_one_layer() { 0..3 } else { 6..9 }
}

fn unit(recipe: Recipe) -> Key {
    if recipe == Recipe::OneLayer { key::SECRET_SAUCE_HAND_GRAMS } else { key::SECRET_SAUCE_HAND_POINTS }
}

fn ask(show: &Show, t: Time) -> Option<Hand> {
    let course = Course::of(show)?;
    let round = round(&course, t)?;
    let (plan, step) = (&course.descent.plan, &course.descent.steps[round]);
    let heavy = plan.momentum > 0.0;
    let amount = |at: usize| {
        let key = if heavy { key::SECRET_SAUCE_HAND_KNOWN_CARRIED } else { key::SECRET_SAUCE_HAND_KNOWN };
        let known = Line::new(key).number("now", step.parameters[at], PLACES);
        let known = known.number("slope", step.gradient[at], PLACES);
        Amount {
            name: Line::new(parameter(plan.recipe, at)),
            known: if heavy { known.number("carried", step.carried[at], PLACES) } else { known },
            now: step.parameters[at],
            unit: Line::new(unit(plan.recipe)),
        }
    };
    let first = asked(&course).start;
    let rate = |line: Line| line.number("rate", plan.rate, rate_places(plan.rate));
    let way = if heavy { key::SECRET_SAUCE_HAND_HINT_CARRIED } else { key::SECRET_SAUCE_HAND_HINT_RATE };
    let written = if heavy { key::SECRET_SAUCE_HAND_HINT_FILLED_CARRIED } else { key::SECRET_SAUCE_HAND_HINT_FILLED };
    let filled = rate(Line::new(written))
        .key("what", parameter(plan.recipe, first))
        .number("now", step.parameters[first], PLACES)
        .number("slope", step.gradient[first], PLACES);
    let filled = if heavy { filled.number("carried", step.carried[first], PLACES) } else { filled };
    Some(Hand {
        at: course.rounds[round].sheet(),
        task: rate(Line::new(key::SECRET_SAUCE_HAND_TASK)).count("report", round + 1),
        amounts: asked(&course).map(amount).collect(),
        hints: vec![Line::new(key::SECRET_SAUCE_HAND_HINT_SIGN), rate(Line::new(way)), filled],
    })
}

fn judge(show: &Show, t: Time, proposed: &[f64]) -> Result<Tried, Line> {
    let nothing = || Line::new(key::SECRET_SAUCE_HAND_NONE);
    let course = Course::of(show).ok_or_else(nothing)?;
    let round = round(&course, t).ok_or_else(nothing)?;
    let (plan, step) = (&course.descent.plan, &course.descent.steps[round]);
    let asked = asked(&course);
    if proposed.len() != asked.len() {
        return Err(DescentError::Count { parameters: asked.len() }.line());
    }
    // What is not asked for takes its step.
    let mut whole: Vec<f64> = step.parameters.iter().zip(&step.update).map(|(value, update)| value + update).collect();
    whole[asked.clone()].copy_from_slice(proposed);
    let checked = check(plan, step, &whole, TOLERANCE).map_err(|error| error.line())?;
    let amounts: Vec<(bool, Line)> = asked
        .map(|at| {
            (checked[at].is_right, said(plan.rate, step, at, &checked[at]).key("what", parameter(plan.recipe, at)))
        })
        .collect();
    let (before, after) = (step.loss, plan.recipe.loss(&whole, plan.panel));
    let is_taken = amounts.iter().all(|(is_right, _)| *is_right);
    let key = if is_taken { key::SECRET_SAUCE_HAND_TAKEN } else { key::SECRET_SAUCE_HAND_TASTED };
    let outcome = Line::new(key).number("before", before, digits(before)).number("after", after, digits(after));
    Ok(Tried { amounts, outcome })
}

/// What is said of one amount.
fn said(rate: f64, step: &Step, at: usize, checked: &Checked) -> Line {
    let moved = checked.proposed - step.parameters[at];
    let slope = |key| Line::new(key).number("slope", step.gradient[at], PLACES);
    let rated = |key| Line::new(key).number("rate", rate, rate_places(rate));
    match checked.slip {
        _ if checked.is_right => Line::new(key::SECRET_SAUCE_HAND_RIGHT).number("to", checked.expected, PLACES),
        Some(Slip::Unmoved) => slope(key::SECRET_SAUCE_HAND_UNMOVED),
        Some(Slip::Uphill) => slope(key::SECRET_SAUCE_HAND_UPHILL),
        Some(Slip::RateLeftOut) => rated(key::SECRET_SAUCE_HAND_RATE),
        Some(Slip::NotAveraged) => Line::new(key::SECRET_SAUCE_HAND_AVERAGED),
        Some(Slip::HalfSlope) => Line::new(key::SECRET_SAUCE_HAND_HALF),
        Some(Slip::CarriedLeftOut) => {
            Line::new(key::SECRET_SAUCE_HAND_CARRIED).number("carried", step.carried[at], PLACES)
        }
        Some(Slip::UpdateOnly) => Line::new(key::SECRET_SAUCE_HAND_UPDATE_ONLY),
        // Against the whole update: with momentum the slope alone does not say which way.
        None if moved * step.update[at] < 0.0 && step.carried[at] == 0.0 => slope(key::SECRET_SAUCE_HAND_UPHILL),
        None if moved * step.update[at] < 0.0 => Line::new(key::SECRET_SAUCE_HAND_AWAY),
        None if moved.abs() > step.update[at].abs() => rated(key::SECRET_SAUCE_HAND_FAR),
        None => rated(key::SECRET_SAUCE_HAND_SHORT),
    }
}
