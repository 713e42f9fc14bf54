//! The chapter's question, and its judging by runs of both cases.

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::{Ask, Case, Dial, Gate, Right, Unit, Verdict, rehearse};
use kitchen_core::workload::schedule::Schedule;
use kitchen_text::{Line, Percent, key, msg};

use super::kind::KIND;
use super::params::{Order, Params};
use super::run::{Plan, is_even};
use super::shape::{bubble, is_plain};

/// The number of bowls that the gate asks about: twice as many, or half where twice is too many (in whole groups, where bowls
/// go in groups).
fn other_bowls(scenario: &Scenario) -> (u32, u32) {
    let params = Params::of(scenario);
    let m = params.batches;
    let twice = Params::of(&Params { batches: m * 2, ..params }.scenario(KIND)).batches;
    let half = match params.schedule {
        Order::Of(Schedule::Interleaved(_)) => (m / 2 / params.stages).max(1) * params.stages,
        Order::Of(Schedule::DualPipe) => (m / 4 * 2).max(2 * params.stages),
        _ => (m / 2).max(1),
    };
    let goes = twice == m * 2 && is_even(Params { batches: twice, ..params });
    (m, if goes { twice } else { half })
}

/// Whether the run is the reader's own order.
fn is_own(scenario: &Scenario) -> bool {
    Plan::of(scenario).relays.iter().any(|relay| relay.schedule.is_none())
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let (m, n) = other_bowls(scenario);
    let (bowls, other) = (i64::from(m), i64::from(n));
    let question = match () {
        () if is_own(scenario) => Line::from(msg::PipelineGateOwn { m: bowls }),
        () if n > m => Line::from(msg::PipelineGateMore { m: bowls, n: other }),
        () => Line::from(msg::PipelineGateFewer { m: bowls, n: other }),
    };
    let at = match Params::of(scenario).schedule {
        // Before the last of them.
        Order::InTurn => "one-for-one",
        Order::Of(schedule) if is_plain(schedule) => "wait",
        Order::Of(_) | Order::Own => "turn",
    };
    Gate { question, at, ask: Ask::Number(Dial { unit: Unit::Percent, min: 0.0, max: 100.0 }) }
}

/// The same with the last step alone: what the question is about.
fn last_step(scenario: &Scenario) -> Params {
    let params = Params::of(scenario);
    let schedule = match params.schedule {
        Order::InTurn | Order::Own => Order::Of(Schedule::OneFOneB),
        order @ Order::Of(_) => order,
    };
    Params { schedule, ..params }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    if is_own(scenario) {
        return own_verdict(scenario);
    }
    let (m, n) = other_bowls(scenario);
    let run = |batches: u32| rehearse(&Params { batches, ..last_step(scenario) }.scenario(KIND));
    let shows = [run(m)?, run(n)?];
    let [before, after] = [0, 1].map(|at: usize| Percent(bubble(&shows[at])));
    let [m, n] = [m, n].map(i64::from);
    let reveal = if Params::of(scenario).schedule == Order::Of(Schedule::Naive) {
        Line::from(msg::PipelineVerdictNaive { m, n, before, after })
    } else {
        Line::from(msg::PipelineVerdict { m, n, before, after })
    };
    let case = |(n, show): (i64, &Show)| Case::of(Line::from(msg::PipelineCase { n }), show);
    let cases = [m, n].into_iter().zip(&shows).filter_map(case).collect();
    Ok(Verdict { right: Right::Number(after.0 * 100.0), reveal, cases })
}

/// One's own order beside 1F1B's.
fn own_verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let (own, other) = (rehearse(scenario)?, rehearse(&last_step(scenario).scenario(KIND))?);
    let reveal = Line::from(msg::PipelineVerdictOwn { own: Percent(bubble(&own)), other: Percent(bubble(&other)) });
    let cases = [Case::of(Line::new(key::SCHEDULE_OWN), &own), Case::of(Line::new(key::SCHEDULE_1F1B), &other)];
    let cases = cases.into_iter().flatten().collect();
    Ok(Verdict { right: Right::Number(bubble(&other) * 100.0), reveal, cases })
}
