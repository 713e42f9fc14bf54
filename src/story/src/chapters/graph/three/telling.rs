//! What is said of two knives: by the trace, and beside it what all pairs come to.

use kitchen_core::units::Time;
use kitchen_text::{Arg, Line, Number, Percent, count, figure, key, msg, pair};

use super::{Knives, Pair, place_name};
use crate::chapters::graph::kind::KIND;
use crate::chapters::graph::params::Params;
use crate::chapters::graph::run::work;
use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::{Ask, Case, Dial, Figure, Gate, Readout, Right, Script, Unit, Verdict, rehearse};

pub(in crate::chapters::graph) fn opening(knives: &Knives) -> Vec<Line> {
    vec![
        Line::from(msg::GraphThreeOpening {
            model: knives.model.name.into(),
            cards: count(knives.graph.dag.node_count()),
            words: Number(f64::from(knives.params.words), 0),
        }),
        Line::from(msg::GraphThreeGoal { n: Number(f64::from(knives.pairs), 0) }),
    ]
}

pub(in crate::chapters::graph) fn script(knives: &Knives, show: &Show) -> Script {
    let mut teller = Teller::default();
    let Some(run) = show.runs.first() else { return Script::default() };
    let [a, b] = knives.here.places;
    let told = |xray: bool| [a, b].map(|place| place_name(&knives.model, place, xray).into());
    let ([here, there], [xray_here, xray_there]) = (told(false), told(true));
    let start = crate::story::Layered::of(
        Line::from(msg::GraphBeatThree { a: here, b: there }),
        Line::from(msg::GraphXrayThree { a: xray_here, b: xray_there }),
    );
    teller.must_say("start", Time::ZERO, start, None);
    for chef in 1..3 {
        let [begin, _] = work(run, chef);
        let id = ["second", "third"][chef as usize - 1];
        let (chef, time) = (i64::from(chef) + 1, begin);
        teller.must_say(id, begin, pair::GraphThreeNext { chef, time }, None);
    }
    let [begin, end] = work(run, 2);
    teller.may_say("bound", Time(begin.0 + (end.0 - begin.0) * 6 / 10), bound(knives), None);
    let whole = show.makespan();
    teller.must_say("end", whole, pair::GraphThreeEnd { time: whole, bytes: knives.here.trio.sent() }, None);
    teller.finish(whole)
}

/// This pair beside the best.
fn bound(knives: &Knives) -> kitchen_text::Pair {
    let [first, second, third] = Knives::shares(&knives.here).map(Percent);
    let (pace, best) = (knives.here.trio.pace(), knives.best.trio.pace());
    let n = Number(f64::from(knives.pairs), 0);
    if knives.here.places == knives.best.places {
        pair::GraphThreeBest { first, second, third, pace, n }.into()
    } else {
        pair::GraphThreeBound { first, second, third, pace, best, n }.into()
    }
}

pub(in crate::chapters::graph) fn readout(knives: &Knives) -> Readout {
    Readout::from(vec![pace(knives), sent(knives)])
}

/// Of the chef that has most to do: work, what is sent and what comes.
fn pace(knives: &Knives) -> Figure {
    let Pair { trio, .. } = knives.here;
    let [ab, bc, ac] = trio.send;
    let sends = [ab + ac, ab + bc, bc + ac];
    let (chef, (work, send)) = (0..)
        .zip(trio.work.into_iter().zip(sends))
        .max_by_key(|(_, (work, send))| *work + *send)
        .unwrap_or((0_i64, (Time::ZERO, Time::ZERO)));
    let ms = |time: Time| (time.as_secs() * 1e5).round() / 100.0;
    let (work, send) = (ms(work), ms(send));
    Figure::of(
        trio.pace(),
        figure::GraphThreePace {
            chef: chef + 1,
            work: Number(work, 2),
            send: Number(send, 2),
            pace: Number(work + send, 2),
            n: Number(f64::from(knives.pairs), 0),
            best: knives.best.trio.pace(),
            worst: knives.worst.trio.pace(),
        },
    )
}

/// What crosses, by who sends it to whom.
fn sent(knives: &Knives) -> Figure {
    let [a, b, c] = knives.here.trio.bytes;
    Figure::of(knives.here.trio.sent(), figure::GraphThreeSent { a, b, c, bytes: knives.here.trio.sent() })
}

pub(in crate::chapters::graph) fn gate(knives: Result<Knives, Line>) -> Gate {
    let question =
        knives.map_or_else(|line| line, |one| msg::GraphThreeGate { n: Number(f64::from(one.pairs), 0) }.into());
    Gate { question, at: "second", ask: Ask::Number(Dial { unit: Unit::Times, min: 1.0, max: 100.0 }) }
}

pub(in crate::chapters::graph) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let params = Params::of(scenario);
    let nothing = || Line::new(key::GRAPH_NOTHING);
    let knives = Knives::of(&rehearse(scenario)?).ok_or_else(nothing)?;
    let case = |pair: &Pair| -> Result<Case, Line> {
        let [first, second] = pair.places;
        let show = rehearse(&Params { first, second, ..params }.scenario(KIND))?;
        let [a, b] = pair.places.map(|place| place_name(&knives.model, place, false));
        let name = Line::from(msg::GraphThreeCase { a: a.into(), b: b.into() });
        Case::of(Line::from(msg::Value { value: Arg::Line(Box::new(name)) }), &show).ok_or_else(nothing)
    };
    let [best, worst] = [&knives.best, &knives.worst].map(|pair| pair.trio.pace());
    let ratio = worst.as_secs() / best.as_secs().max(1e-15);
    let reveal = Line::from(msg::GraphThreeVerdict { best, worst, ratio: Number(ratio, 1) });
    Ok(Verdict { right: Right::Number(ratio), reveal, cases: vec![case(&knives.best)?, case(&knives.worst)?] })
}
