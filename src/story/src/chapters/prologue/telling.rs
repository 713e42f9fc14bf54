//! Five sentences: what is done in the first two acts, and what came of each act at its end.

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::{Facts, Teller, compute_line, while_it_lasts};
use crate::story::{Answers, Ask, Case, Figure, Gate, Layered, Readout, Right, Script, Verdict};
use kitchen_core::run::Run;
use kitchen_core::sim::task::{Kind, Work};
use kitchen_core::units::Time;
use kitchen_text::{Key, Line, Number, Pair, Percent, figure, key, msg, pair};

use super::run::{self, ACTS, Act, BOWLS, CHEFS, Plan, SEQUENCES};

/// How long each act took.
fn times(run: &Run) -> [Time; 3] {
    run::spans(run).map(|(from, to)| to.saturating_sub(from))
}

/// The share of an act's time, all chefs' together, in which no hand stirs.
fn idle(run: &Run, act: usize) -> f64 {
    let (from, to) = run::spans(run)[act];
    let busy = |task: &usize| matches!(run.graph.work[*task], Work::Compute { .. }) && run.trace.start[*task] >= from;
    let passes = (0..run.graph.len()).filter(busy).filter(|&task| run.trace.end[task] <= to);
    let stirred: u64 = passes.map(|task| run.trace.end[task].saturating_sub(run.trace.start[task]).0).sum();
    1.0 - stirred as f64 / ((to.saturating_sub(from).0 * u64::from(ACTS[act].chefs)).max(1) as f64)
}

/// Milliseconds as they are written.
fn tenths(time: Time) -> f64 {
    (time.as_secs() * 1e4).round() / 10.0
}

/// How many times as fast as alone, from the times as they are written.
fn gain(alone: Time, now: Time) -> f64 {
    tenths(alone) / tenths(now).max(0.1)
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(run) = show.runs.first() else { return Vec::new() };
    let [one, two, bowls] = times(run);
    vec![
        Line::from(msg::PrologueBeatCooked { time: one }),
        Line::from(msg::PrologueBeatSame { time: two }),
        Pair::from(end(run, one, bowls)).kitchen,
    ]
}

fn end(run: &Run, alone: Time, now: Time) -> pair::PrologueEnd {
    pair::PrologueEnd { bowls: BOWLS.into(), time: now, gain: Number(gain(alone, now), 1), idle: Percent(idle(run, 2)) }
}

pub(super) fn script(show: &Show) -> Script {
    let Some(run) = show.runs.first() else { return Script::default() };
    let facts = Facts::new(run);
    let Some(first) = facts.first(Kind::Forward) else { return Script::default() };
    let ([(_, cooked), (_, same), _], [one, two, bowls]) = (run::spans(run), times(run));
    let model = Plan::new().model;
    let mut teller = Teller::default();
    let xray = while_it_lasts(first, compute_line(first));
    teller.must_say("one", Time::ZERO, Layered::of(Line::new(key::PROLOGUE_BEAT_ONE), xray), Some((0, first.task)));
    let xray = Line::from(msg::PrologueXrayCooked {
        layers: model.layers.into(),
        sequences: SEQUENCES.into(),
        tokens: model.seq.into(),
        time: one,
    });
    // Where the next sentence came at once, the race would stand still until it is read.
    let told = Layered::of(Line::from(msg::PrologueBeatCooked { time: one }), xray);
    let shared = Layered::of(Line::new(key::PROLOGUE_BEAT_TWO), Line::new(key::PROLOGUE_XRAY_TWO));
    teller.must_say("cooked", cooked, told.until(cooked + Time(two.0 / 8), shared), None);
    teller.must_say("same", same, pair::PrologueSame { time: two }, None);
    teller.must_say("end", show.makespan(), end(run, one, bowls), None);
    teller.meanwhile(Layered::of(facts.now(2), facts.now_xray(2)));
    teller.finish(show.makespan())
}

pub(super) fn readout(show: &Show) -> Readout {
    let Some(run) = show.runs.first() else { return Readout::default() };
    let [one, _, bowls] = times(run);
    let figures = vec![
        Figure::saying(
            msg::ShellGateTimes { value: Number(gain(one, bowls), 2) },
            figure::PrologueGain {
                one: Number(tenths(one), 1),
                now: Number(tenths(bowls), 1),
                gain: Number(gain(one, bowls), 2),
            },
        )
        .answering(),
    ];
    Readout::from(figures)
}

/// How many times as fast two chefs are, by the answers.
const TIMES: [f64; 3] = [2.0, 1.5, 1.0];

pub(super) fn gate(_: &Scenario) -> Gate {
    let options = [key::PROLOGUE_GATE_TWICE, key::PROLOGUE_GATE_LITTLE, key::PROLOGUE_GATE_SAME];
    Gate { question: Line::new(key::PROLOGUE_GATE), at: "cooked", ask: Ask::Kinds(options.map(Line::new).to_vec()) }
}

pub(super) fn verdict(_: &Scenario) -> Result<Verdict, Line> {
    let cook = |act: Act| run::draft(&[act])?.simulate();
    let (one, two) = (cook(ACTS[0])?, cook(ACTS[1])?);
    let (alone, both) = (one.trace.makespan, two.trace.makespan);
    let times = alone.0 as f64 / both.0.max(1) as f64;
    let case = |key: Key, run: &Run| Case::run(Line::new(key), run);
    Ok(Verdict {
        right: Right::Kinds(Answers::least(&TIMES.map(|guess| (guess - times).abs()))),
        reveal: Line::from(msg::PrologueVerdict { chefs: CHEFS.into(), one: alone, two: both }),
        cases: vec![case(key::PROLOGUE_CASE_ONE, &one), case(key::PROLOGUE_CASE_TWO, &two)],
    })
}
