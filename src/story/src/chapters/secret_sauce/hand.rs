//! The step that the reader takes by hand: from the report and the learning rate to the next amounts.

use kitchen_core::descent::check::{Checked, Slip, check};
use kitchen_core::descent::model::Model;
use kitchen_core::descent::{DescentError, Plan, Step};
use kitchen_core::units::Time;
use kitchen_text::{Key, Line, count, key, msg};

use crate::sentences::Sentence as _;
use crate::show::Show;
use crate::story::hand::{Amount, Amounts, Hand, Tried, Words};

use super::course::Course;
use super::telling::{grams, loss, parameter, rate};

pub(super) const BY_HAND: Amounts = Amounts {
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

fn unit(recipe: Model) -> Key {
    if recipe == Model::OneLayer { key::SECRET_SAUCE_HAND_GRAMS } else { key::SECRET_SAUCE_HAND_POINTS }
}

fn ask(show: &Show, t: Time) -> Option<Hand> {
    let course = Course::of(show)?;
    let round = round(&course, t)?;
    let (plan, step) = (&course.descent.plan, &course.descent.steps[round]);
    let heavy = plan.momentum > 0.0;
    let amount = |at: usize| {
        let [now, slope, carried] = [step.parameters[at], step.gradient[at], step.carried[at]].map(grams);
        Amount {
            name: Line::new(parameter(plan.model, at)),
            known: if heavy {
                Line::from(msg::SecretSauceHandKnownCarried { now, slope, carried })
            } else {
                Line::from(msg::SecretSauceHandKnown { now, slope })
            },
            now: step.parameters[at],
            unit: Line::new(unit(plan.model)),
        }
    };
    let first = asked(&course).start;
    let (rate, what) = (rate(plan.rate), parameter(plan.model, first).into());
    let [now, slope, carried] = [step.parameters[first], step.gradient[first], step.carried[first]].map(grams);
    let [way, filled]: [Line; 2] = if heavy {
        [
            msg::SecretSauceHandHintCarried { rate }.into(),
            msg::SecretSauceHandHintFilledCarried { rate, what, now, slope, carried }.into(),
        ]
    } else {
        [msg::SecretSauceHandHintRate { rate }.into(), msg::SecretSauceHandHintFilled { rate, what, now, slope }.into()]
    };
    Some(Hand {
        at: course.rounds[round].sheet(),
        task: Line::from(msg::SecretSauceHandTask { rate, report: count(round + 1) }),
        amounts: asked(&course).map(amount).collect(),
        hints: vec![Line::new(key::SECRET_SAUCE_HAND_HINT_SIGN), way, filled],
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
    let amounts: Vec<(bool, Line)> =
        asked.map(|at| (checked[at].is_right, said(plan, step, at, &checked[at]))).collect();
    let [before, after] = [step.loss, plan.model.loss(&whole, plan.dataset)].map(loss);
    let outcome = if amounts.iter().all(|(is_right, _)| *is_right) {
        Line::from(msg::SecretSauceHandTaken { before, after })
    } else {
        Line::from(msg::SecretSauceHandTasted { before, after })
    };
    Ok(Tried { amounts, outcome })
}

/// What is said of one amount.
fn said(plan: &Plan, step: &Step, at: usize, checked: &Checked) -> Line {
    let moved = checked.proposed - step.parameters[at];
    let what = parameter(plan.model, at).into();
    let (rate, slope) = (rate(plan.rate), grams(step.gradient[at]));
    match checked.slip {
        _ if checked.is_right => msg::SecretSauceHandRight { what, to: grams(checked.expected) }.into(),
        Some(Slip::Unmoved) => msg::SecretSauceHandUnmoved { what, slope }.into(),
        Some(Slip::Uphill) => msg::SecretSauceHandUphill { what, slope }.into(),
        Some(Slip::RateLeftOut) => msg::SecretSauceHandRate { what, rate }.into(),
        Some(Slip::NotAveraged) => msg::SecretSauceHandAveraged { what }.into(),
        Some(Slip::HalfSlope) => msg::SecretSauceHandHalf { what }.into(),
        Some(Slip::CarriedLeftOut) => msg::SecretSauceHandCarried { what, carried: grams(step.carried[at]) }.into(),
        Some(Slip::UpdateOnly) => msg::SecretSauceHandUpdateOnly { what }.into(),
        // Against the whole update: with momentum the slope alone does not say which way.
        None if moved * step.update[at] < 0.0 && step.carried[at] == 0.0 => {
            msg::SecretSauceHandUphill { what, slope }.into()
        }
        None if moved * step.update[at] < 0.0 => msg::SecretSauceHandAway { what }.into(),
        None if moved.abs() > step.update[at].abs() => msg::SecretSauceHandFar { what, rate }.into(),
        None => msg::SecretSauceHandShort { what, rate }.into(),
    }
}
