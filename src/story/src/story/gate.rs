//! The question before the reveal: what is asked, how a guess is judged, and the cases that the reveal runs beside each other.

use kitchen_core::run::Run;

use crate::show::Show;
use kitchen_core::sim::task::{Kind, Work};
use kitchen_core::units::Time;
use kitchen_text::{Arg, Line, Number, Words, msg};

/// A question asked before the reveal.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    pub question: Line,
    /// The beat at which it is asked; at the start where the script has none of that name.
    pub at: &'static str,
    pub ask: Ask,
}

/// What kind of guess is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// One of several kinds.
    Kinds(Vec<Line>),
    /// A number, dragged or typed.
    Number(Dial),
}

/// The numbers that can be guessed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dial {
    pub unit: Unit,
    pub min: f64,
    pub max: f64,
}

/// What a guessed number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// So many times; its scale is logarithmic, for twice as long is as far from "the same" as half as long.
    Times,
    /// Percent of a whole.
    Percent,
}

/// The steps of a dial's slider.
pub const DIAL_STEPS: u32 = 240;

impl Dial {
    /// The number at a step of the slider, in as many digits as a guess has.
    pub fn at(self, step: u32) -> f64 {
        let share = f64::from(step.min(DIAL_STEPS)) / f64::from(DIAL_STEPS);
        rounded(match self.unit {
            Unit::Percent => self.min + (self.max - self.min) * share,
            // By halving: a power of a float is not the same on every platform.
            Unit::Times => {
                let (mut low, mut high, mut part) = (self.min, self.max, share);
                for _ in 0..24 {
                    let middle = (low * high).sqrt();
                    part *= 2.0;
                    if part >= 1.0 {
                        low = middle;
                        part -= 1.0;
                    } else {
                        high = middle;
                    }
                }
                if step >= DIAL_STEPS { self.max } else { low }
            }
        })
    }

    /// The step nearest to a number.
    pub fn step(self, number: f64) -> u32 {
        let far = |step: &u32| match self.unit {
            Unit::Percent => (self.at(*step) - number).abs(),
            Unit::Times => apart(self.at(*step), number),
        };
        (0..=DIAL_STEPS).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0)
    }

    /// A typed number, made one that can be guessed; none where it is no number.
    pub fn read(self, typed: f64) -> Option<f64> {
        typed.is_finite().then(|| typed.max(self.min).min(self.max))
    }
}

/// Two digits below ten, whole numbers from there on.
fn rounded(number: f64) -> f64 {
    let unit = if number < 1.0 {
        100.0
    } else if number < 10.0 {
        10.0
    } else {
        1.0
    };
    (number * unit).round() / unit
}

/// How many times as large the larger of two numbers is.
fn apart(a: f64, b: f64) -> f64 {
    let (a, b) = (a.max(1e-12), b.max(1e-12));
    if a > b { a / b } else { b / a }
}

/// The options of a [`Gate`] that count as right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers {
    /// Option `i` is bit `i`.
    pub bits: u32,
}

/// How much farther off than the best a guess may be that still counts as right: no reader could tell the two apart.
const AS_GOOD: f64 = 1.02;

impl Answers {
    /// The option with the least number, and every other within 2 % of it; the numbers are times, or how far guesses are off.
    pub(crate) fn least(numbers: &[f64]) -> Answers {
        let least = numbers.iter().fold(f64::MAX, |least, &number| least.min(number));
        let right = (0..).zip(numbers).filter(|&(_, &number)| number <= least * AS_GOOD);
        Answers { bits: right.fold(0, |bits, (option, _): (u32, _)| bits | 1 << option) }
    }

    pub fn holds(self, option: usize) -> bool {
        self.bits >> option & 1 == 1
    }

    /// Whether more than one option is right.
    pub fn is_tie(self) -> bool {
        self.bits.count_ones() > 1
    }
}

/// What the simulator found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Right {
    Kinds(Answers),
    Number(f64),
}

/// How far a guessed number is from the simulator's, in words. A percentage is off by points, anything else by a factor.
pub fn judge(unit: Unit, guess: f64, truth: f64) -> Line {
    let near = match unit {
        Unit::Percent => apart(guess, truth) <= AS_GOOD || (guess - truth).abs() < 0.5,
        Unit::Times => apart(guess, truth) <= AS_GOOD,
    };
    let [said, run] = [guess, truth].map(|value| Words::from(number(unit, value)));
    let low = guess < truth;
    match unit {
        _ if near => msg::ShellGateHit { guess: said, truth: run }.into(),
        Unit::Percent => {
            let off = Number((guess - truth).abs(), 1);
            if low {
                msg::ShellGatePointsLow { guess: said, truth: run, off }.into()
            } else {
                msg::ShellGatePointsHigh { guess: said, truth: run, off }.into()
            }
        }
        Unit::Times => {
            let off = Number(apart(guess, truth), 1);
            if low {
                msg::ShellGateLow { guess: said, truth: run, off }.into()
            } else {
                msg::ShellGateHigh { guess: said, truth: run, off }.into()
            }
        }
    }
}

/// A number with its unit.
pub fn number(unit: Unit, value: f64) -> Line {
    match unit {
        Unit::Percent => Line::from(msg::Value { value: Arg::Percent(value / 100.0) }),
        Unit::Times => Line::from(msg::ShellGateTimes { value: Number(value, digits(value)) }),
    }
}

/// Decimals that a number of times is told with: none where it is whole.
fn digits(value: f64) -> u8 {
    match value {
        whole if (whole - whole.round()).abs() < 1e-9 => 0,
        small if small < 10.0 => 2,
        _ => 1,
    }
}

/// The simulator's answer to a [`Gate`]: what is right, the sentence with the computed numbers, and what was run for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    pub right: Right,
    pub reveal: Line,
    /// To be run beside each other, on one clock.
    pub cases: Vec<Case>,
}

/// What someone does in a part of a case, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Forward,
    Backward,
    Other,
    Sending,
}

/// A part of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub start: Time,
    pub end: Time,
    pub tone: Tone,
}

/// What of a run is shown beside a verdict.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Form {
    /// Who is first done.
    #[default]
    Race,
    /// What became of one and the same time.
    Same,
    /// A number after each equal part of it: each so many times the least of all.
    Curve(Vec<f64>),
}

/// One of the runs behind a verdict, small enough to be shown beside another.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub name: Line,
    pub end: Time,
    /// One for each GPU; a single one for a run of many.
    pub lanes: Vec<Vec<Stretch>>,
    pub form: Form,
}

/// A run of more GPUs than these is one lane.
const LANES_MOST: usize = 8;
/// Pauses shorter than this part of the run are not shown.
const FINEST: u64 = 400;

impl Case {
    /// A chapter's show of a single run.
    pub fn of(name: Line, show: &Show) -> Option<Case> {
        show.runs.first().map(|run| Case::run(name, run))
    }

    pub fn run(name: Line, run: &Run) -> Case {
        let end = run.trace.makespan;
        let gpus = run.topology.gpus.len();
        let mut lanes: Vec<Vec<Stretch>> = vec![Vec::new(); if gpus > LANES_MOST { 1 } else { gpus.max(1) }];
        let mut tasks: Vec<(Time, Time, usize)> = (0..run.graph.len())
            .map(|task| (run.trace.start[task], run.trace.end[task], task))
            .filter(|&(start, end, _)| start < end && end != Time::MAX)
            .collect();
        kitchen_core::order::sort(&mut tasks);
        for (start, end_of, task) in tasks {
            let (gpu, tone) = match run.graph.work[task] {
                Work::Compute { gpu, .. } => (gpu, tone(run.graph.labels[task].kind)),
                Work::Transfer { src, .. } => (src, Tone::Sending),
                Work::Delay { .. } | Work::Join => continue,
            };
            let at = if lanes.len() == 1 { 0 } else { gpu as usize };
            let Some(lane) = lanes.get_mut(at) else { continue };
            match lane.last_mut() {
                Some(last) if last.tone == tone && start.0 <= last.end.0 + end.0 / FINEST => {
                    last.end = last.end.max(end_of);
                }
                _ => lane.push(Stretch { start, end: end_of, tone }),
            }
        }
        // A chef who computes is shown computing: what is sent meanwhile lies behind.
        for lane in &mut lanes {
            kitchen_core::order::sort_by_key(lane, |stretch| stretch.tone != Tone::Sending);
        }
        Case { name, end, lanes, form: Form::Race }
    }
}

fn tone(kind: Kind) -> Tone {
    match kind {
        Kind::Forward => Tone::Forward,
        Kind::Backward | Kind::BackwardInput | Kind::BackwardWeight => Tone::Backward,
        _ => Tone::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kitchen_text::Lang;

    const TIMES: Dial = Dial { unit: Unit::Times, min: 1.0, max: 1000.0 };
    const PERCENT: Dial = Dial { unit: Unit::Percent, min: 0.0, max: 100.0 };

    #[test]
    fn a_dial_goes_evenly_from_end_to_end() {
        for dial in [TIMES, PERCENT, Dial { min: 0.1, max: 16.0, ..TIMES }] {
            assert_eq!((dial.at(0), dial.at(DIAL_STEPS)), (dial.min, dial.max));
            for step in 1..=DIAL_STEPS {
                assert!(dial.at(step) >= dial.at(step - 1));
                assert_eq!(dial.at(dial.step(dial.at(step))).to_bits(), dial.at(step).to_bits());
            }
        }
        assert_eq!((TIMES.at(DIAL_STEPS / 3), TIMES.at(DIAL_STEPS / 3 * 2)), (10.0, 100.0));
    }

    #[test]
    fn what_is_typed_becomes_a_guess() {
        assert_eq!(TIMES.read(0.0), Some(1.0));
        assert_eq!(TIMES.read(1e9), Some(1000.0));
        assert_eq!((TIMES.read(f64::NAN), TIMES.read(f64::INFINITY)), (None, None));
    }

    #[test]
    fn a_guess_is_judged_in_words() {
        let check = |unit, guess, truth, expected: &str| {
            assert_eq!(judge(unit, guess, truth).say(Lang::En), expected);
        };
        check(Unit::Times, 10.0, 10.1, "Your guess: 10 times. The run: 10.1 times. You were within 2 %.");
        check(Unit::Times, 5.0, 10.0, "Your guess: 5 times. The run: 10 times. Too low by a factor of 2.0.");
        check(Unit::Times, 30.0, 10.0, "Your guess: 30 times. The run: 10 times. Too high by a factor of 3.0.");
        check(Unit::Percent, 20.0, 22.5, "Your guess: 20%. The run: 22.5%. 2.5 points too low.");
        check(Unit::Percent, 0.0, 0.3, "Your guess: 0%. The run: 0.3%. You were within 2 %.");
    }
}
