//! What is said of the two steps, everything by the trace.

use kitchen_core::units::Time;
use kitchen_text::{Line, Number, Pair, Percent, figure, key, msg, pair};

use crate::chapters::mishaps::night::tenths;
use crate::chapters::mishaps::params::{Mishap, Params};
use crate::scenario::Scenario;
use crate::story::facts::Teller;
use crate::story::gate::{Dial, Form, Stretch, Tone, Unit};
use crate::story::{Ask, Case, Figure, Gate, Readout, Right, Verdict, rehearse};

use super::{CHEFS, Steps, recipe, report};

pub(in crate::chapters::mishaps) fn opening(params: Params) -> Vec<Line> {
    vec![
        Line::from(msg::MishapsOpeningStep { slow: params.slow.into() }),
        Line::from(msg::MishapsOpeningRecipe { model: recipe().name.into(), bytes: report() }),
    ]
}

/// Both kitchens' steps.
pub(in crate::chapters::mishaps) fn script(steps: &Steps, teller: &mut Teller) {
    let [whole, hurt] = steps.halves;
    let slow = i64::from(steps.slow) + 1;
    let start: Pair = match steps.mishap {
        Mishap::Tunnel => pair::MishapsTunnel { slow }.into(),
        _ => pair::MishapsStove { slow, pace: Percent(f64::from(steps.pace) / 100.0) }.into(),
    };
    teller.must_say("start", Time::ZERO, start, None);
    teller.must_say("ready", whole.ready[1], pair::MishapsReady { time: whole.ready[1] }, None);
    teller.must_say("whole", whole.end, pair::MishapsWhole { time: whole.end }, None);
    if hurt.wait > Time::ZERO {
        teller.must_say("late", hurt.ready[1], pair::MishapsLate { slow, time: hurt.ready[1], wait: hurt.wait }, None);
    } else {
        let half = Time(hurt.ready[1].0 + hurt.meeting.0 / 2);
        teller.must_say("narrow", half, pair::MishapsNarrow { slow }, None);
    }
    teller.must_say(
        "end",
        hurt.end,
        pair::MishapsLonger { time: hurt.end, whole: whole.end, longer: Percent(steps.longer()) },
        None,
    );
}

pub(in crate::chapters::mishaps) fn readout(steps: &Steps) -> Readout {
    Readout::from(vec![longer(steps), sum(steps, 1), sum(steps, 0)])
}

/// How much longer the step is.
fn longer(steps: &Steps) -> Figure {
    let [whole, hurt] = steps.halves;
    Figure::of(
        Percent(steps.longer()),
        figure::MishapsLonger {
            hurt: hurt.end,
            whole: whole.end,
            value: Percent(steps.longer()),
            model: recipe().name.into(),
        },
    )
    .answering()
}

/// A step's time as its first chef spends it.
fn sum(steps: &Steps, at: usize) -> Figure {
    let half = steps.halves[at];
    let parts = tenths([half.forward, half.backward, half.wait, half.meeting, half.update], 1_000_000_000);
    let [forward, backward, wait, meeting, update] = parts;
    let chef = steps.usual(at);
    Figure::of(
        half.end,
        figure::MishapsSum {
            forward: Number(forward, 1),
            backward: Number(backward, 1),
            wait: Number(wait, 1),
            meeting: Number(meeting, 1),
            update: Number(update, 1),
            all: Number(parts.iter().sum(), 1),
            chef: i64::from(chef) + 1,
        },
    )
    .answering()
}

pub(in crate::chapters::mishaps) fn gate(params: Params) -> Gate {
    let slow = i64::from(params.slow);
    match params.mishap {
        Mishap::Stove => {
            let question = Line::from(msg::MishapsGateStove { slow, pace: Percent(f64::from(params.pace) / 100.0) });
            Gate { question, at: "start", ask: Ask::Number(Dial { unit: Unit::Percent, min: 0.0, max: 200.0 }) }
        }
        _ => {
            let question = Line::from(msg::MishapsGateTunnel { slow });
            Gate { question, at: "start", ask: Ask::Number(Dial { unit: Unit::Percent, min: 0.0, max: 200.0 }) }
        }
    }
}

pub(in crate::chapters::mishaps) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let show = rehearse(scenario)?;
    let steps = Steps::of(&show).ok_or_else(|| Line::new(key::MISHAPS_NOTHING))?;
    let [whole, hurt] = steps.halves;
    let reveal = Line::from(msg::MishapsVerdictStep { hurt: hurt.end, whole: whole.end });
    let run = show.runs.first().ok_or_else(|| Line::new(key::MISHAPS_NOTHING))?;
    let names = [key::MISHAPS_CASE_WHOLE, key::MISHAPS_CASE_HURT];
    let cases = [0, CHEFS].into_iter().zip(names).map(|(first, name)| half_case(run, first, Line::new(name))).collect();
    Ok(Verdict { right: Right::Number(steps.longer() * 100.0), reveal, cases })
}

/// What a kitchen's chefs compute.
fn half_case(run: &kitchen_core::run::Run, first: u32, name: Line) -> Case {
    use kitchen_core::sim::task::{Kind, Work};
    let mut lanes: Vec<Vec<Stretch>> = vec![Vec::new(); CHEFS as usize];
    let mut last = Time::ZERO;
    for (task, (work, label)) in run.graph.work.iter().zip(&run.graph.labels).enumerate() {
        let (Some(&start), Some(&end)) = (run.trace.start.get(task), run.trace.end.get(task)) else { continue };
        let Work::Compute { gpu, .. } = *work else { continue };
        let tone = match label.kind {
            Kind::Forward => Tone::Forward,
            Kind::Backward => Tone::Backward,
            Kind::Update => Tone::Other,
            _ => continue,
        };
        if let Some(lane) = gpu.checked_sub(first).and_then(|at| lanes.get_mut(at as usize))
            && start < end
        {
            lane.push(Stretch { start, end, tone });
            last = last.max(end);
        }
    }
    Case { name, end: last, lanes, form: Form::Race }
}
