//! A step that a reader took by hand, beside the step that is right.

use super::{DescentError, Plan, Step};

/// What may have gone wrong with one parameter, recognised by the number that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// The old value.
    Unmoved,
    /// Added the slope, instead of taking it off.
    Uphill,
    /// The slope itself, not times the learning rate.
    RateLeftOut,
    /// The samples' gradients added up, not averaged.
    NotAveraged,
    /// The square's 2 is missing.
    HalfSlope,
    /// The momentum of the step before is missing.
    CarriedLeftOut,
    /// What is to be added, not added.
    UpdateOnly,
}

impl Slip {
    pub const fn id(self) -> &'static str {
        match self {
            Slip::Unmoved => "unmoved",
            Slip::Uphill => "uphill",
            Slip::RateLeftOut => "rate-left-out",
            Slip::NotAveraged => "not-averaged",
            Slip::HalfSlope => "half-slope",
            Slip::CarriedLeftOut => "carried-left-out",
            Slip::UpdateOnly => "update-only",
        }
    }
}

/// One parameter of a step by hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Checked {
    pub proposed: f64,
    pub expected: f64,
    pub is_right: bool,
    /// Where it is wrong in one way that is known.
    pub slip: Option<Slip>,
}

/// The parameters that a reader proposes to have after `step`, one by one. `tolerance` is in the parameters' unit.
///
/// # Errors
/// There are not as many numbers as parameters, one is out of range, or the tolerance is not from 0 to 1.
pub fn check(plan: &Plan, step: &Step, proposed: &[f64], tolerance: f64) -> Result<Vec<Checked>, DescentError> {
    plan.model.check(proposed)?;
    if !(0.0..=1.0).contains(&tolerance) {
        return Err(DescentError::range("tolerance", 0.0, 1.0));
    }
    let near = |a: f64, b: f64| (a - b).abs() <= tolerance;
    let samples = step.batch.len() as f64;
    let one = |(at, &proposed): (usize, &f64)| {
        let (old, carried) = (step.parameters[at], step.carried[at]);
        let pull = plan.rate * step.gradient[at];
        let report = carried - pull;
        let expected = old + report;
        let known = [
            (Slip::Unmoved, old),
            (Slip::Uphill, old + carried + pull),
            (Slip::RateLeftOut, old + carried - step.gradient[at]),
            (Slip::NotAveraged, old + carried - pull * samples),
            (Slip::HalfSlope, old + carried - pull / 2.0),
            (Slip::CarriedLeftOut, old - pull),
            (Slip::UpdateOnly, report),
        ];
        let is_right = near(proposed, expected);
        let mut fitting = known.into_iter().filter(|(_, value)| !is_right && near(proposed, *value));
        // Two that lead to the same number cannot be told apart.
        let slip = fitting.next().filter(|_| fitting.next().is_none()).map(|(slip, _)| slip);
        Checked { proposed, expected, is_right, slip }
    };
    Ok(proposed.iter().enumerate().map(one).collect())
}
