//! What is said of jars down the street: every number is the run's, the shelf's or the demand's.

use kitchen_core::text::{Arg, Key, Line, key};
use kitchen_core::units::{Rate, Time};
use kitchen_core::workload::memory::What;
use kitchen_core::workload::pantry::{Away, Demand, Doing, IN_FLIGHT, PIECES, Step, demand};

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::gate::{Stretch, Tone};
use crate::story::sums::adding_up;
use crate::story::{Answers, Ask, Case, Figure, Gate, Meter, Readout, Right, Said, Script, Verdict};

use super::course::{Course, Part, Spent};
use super::params::{KINDS, Params};
use super::run::{CHEFS, ROUNDS, WORDS, with};

/// Decimal gigabytes.
pub(super) fn gb(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}

/// How many times as long a step may be that nobody would notice: below it no jar stops the kitchen.
pub(super) const UNNOTICED: f64 = 1.05;

impl Course {
    fn model(&self) -> &'static str {
        self.step.ask.model.name
    }

    /// Layers of a piece.
    pub(super) fn layers(&self) -> i64 {
        i64::from(self.step.ask.model.layers) / PIECES as i64
    }
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(course) = Course::of(show) else { return Vec::new() };
    let whole = course.fullest(1).1.total().0;
    vec![
        Line::new(key::PANTRY_OPENING_1).text("model", course.model()).int("chefs", CHEFS.into()),
        Line::new(key::PANTRY_OPENING_2).number("gb", gb(whole), 1).number("hbm", gb(course.hbm()), 0),
        Line::new(key::PANTRY_OPENING_3)
            .time("time", course.ends[0])
            .time("whole", course.ends[1])
            .key("what", course.params.away.name),
    ]
}

pub(super) fn script(show: &Show) -> Script {
    let Some(course) = Course::of(show) else { return Script::default() };
    let mut teller = Teller::default();
    start(&course, &mut teller);
    paused(&course, &mut teller);
    passes(&course, &mut teller);
    need(&course, &mut teller);
    ending(&course, show.makespan(), &mut teller);
    teller.finish(show.makespan())
}

fn start(course: &Course, teller: &mut Teller) {
    let told = |key| Line::new(key).text("model", course.model()).int("chefs", CHEFS.into());
    let [caption, xray] = if course.has_away() {
        [key::PANTRY_BEAT_START, key::PANTRY_XRAY_START].map(|key| told(key).key("what", course.params.away.name))
    } else {
        [key::PANTRY_BEAT_START_NOTHING, key::PANTRY_XRAY_START_NOTHING].map(told)
    };
    let xray = xray.int("words", i64::from(WORDS) * i64::from(course.params.texts));
    teller.must("start", Time::ZERO, caption, xray, None);
    if let Some(first) = course.parts[0].first() {
        let told =
            |key| Line::new(key).time("time", first.end).int("layers", course.layers()).int("pieces", PIECES as i64);
        teller.must("first", first.end, told(key::PANTRY_BEAT_FIRST), told(key::PANTRY_XRAY_FIRST), None);
    }
}

/// The first time that the chef stands still.
fn paused(course: &Course, teller: &mut Teller) {
    let Some((from, next)) = course.first_wait() else { return };
    let until = next.start;
    let Some(ride) = course.waited_for(until) else { return };
    let keys = if ride.out {
        [
            key::PANTRY_BEAT_BLOCKED,
            key::PANTRY_BEAT_BLOCKED_DONE,
            key::PANTRY_XRAY_BLOCKED,
            key::PANTRY_XRAY_BLOCKED_DONE,
        ]
    } else {
        [
            key::PANTRY_BEAT_STARVED,
            key::PANTRY_BEAT_STARVED_DONE,
            key::PANTRY_XRAY_STARVED,
            key::PANTRY_XRAY_STARVED_DONE,
        ]
    };
    let now = |key| Line::new(key).key("what", KINDS[ride.kind]);
    let then = |key| now(key).time("time", from).time("wait", until.saturating_sub(from));
    let said = |one: Key, other: Key| Said::from(now(one)).until(until, then(other));
    teller.must("pause", from, said(keys[0], keys[1]), said(keys[2], keys[3]), None);
}

/// The end of the first bowl's forward, of its backward, and what has crossed the street.
fn passes(course: &Course, teller: &mut Teller) {
    let both = |doing: Doing| Some((course.ended(0, doing, 0)?, course.ended(1, doing, 0)?));
    if let Some((own, whole)) = both(Doing::Forward) {
        let told = |key| Line::new(key).time("time", own).time("whole", whole);
        teller.tell("turn", own.max(whole), told(key::PANTRY_BEAT_TURN), told(key::PANTRY_XRAY_TURN), None);
    }
    if let Some((own, whole)) = both(Doing::Backward) {
        let told = |key| Line::new(key).time("time", own).time("whole", whole);
        let keys = [key::PANTRY_BEAT_BACK, key::PANTRY_XRAY_BACK];
        teller.must(
            "back",
            own.max(whole),
            told(keys[0]).int("rounds", ROUNDS.into()),
            told(keys[1]).int("rounds", ROUNDS.into()),
            None,
        );
    }
    if course.has_away()
        && let Some(at) = course.ended(0, Doing::Backward, 1)
    {
        let instants: Vec<(Time, Arg)> = std::iter::once(Time::ZERO)
            .chain(course.rides.iter().map(|ride| ride.end))
            .map(|at| (at, Arg::Number(gb(course.crossed(at).0), 1)))
            .collect();
        let mut instants = instants;
        kitchen_core::order::sort_by_key(&mut instants, |step| step.0);
        instants.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                earlier.1 = later.1.clone();
            }
            same
        });
        let told = |key| Said::from(Line::new(key)).meter("gb", Meter::Steps(instants.clone()));
        teller.tell("crossed", at, told(key::PANTRY_BEAT_CROSSED), told(key::PANTRY_XRAY_CROSSED), None);
    }
}

/// What the busiest kind needs of the street.
fn need(course: &Course, teller: &mut Teller) {
    let Some(what) = course.busiest() else { return };
    let Some(at) = course.ended(0, Doing::Forward, 1) else { return };
    let demand = demand(&course.step.ask, what);
    let kind = KINDS[super::course::place(what)];
    let road = course.street();
    if what == What::Optimizer {
        let told = |key| Line::new(key).key("what", kind).number("gb", gb(demand.bytes_in.0), 1);
        teller.must("need", at, told(key::PANTRY_BEAT_ONCE), told(key::PANTRY_XRAY_ONCE), None);
        return;
    }
    let most = if demand.forward.as_bytes_per_s() > demand.backward.as_bytes_per_s() {
        demand.forward
    } else {
        demand.backward
    };
    let told = |key| Line::new(key).key("what", kind).rate("need", most).rate("road", road);
    let keys = if most.as_bytes_per_s() > road.as_bytes_per_s() {
        [key::PANTRY_BEAT_NEED_MORE, key::PANTRY_XRAY_NEED_MORE]
    } else {
        [key::PANTRY_BEAT_NEED_LESS, key::PANTRY_XRAY_NEED_LESS]
    };
    teller.must("need", at, told(keys[0]), told(keys[1]), None);
}

fn ending(course: &Course, makespan: Time, teller: &mut Teller) {
    let [own, whole] = course.ends;
    if whole < own {
        let told = |key| Line::new(key).time("time", whole).percent("share", course.done(0, whole));
        teller.must("whole", whole, told(key::PANTRY_BEAT_WHOLE), told(key::PANTRY_XRAY_WHOLE), None);
    }
    if let Some(update) = course.parts[0].iter().find(|part| part.doing == Doing::Update) {
        let from = course.ended(0, Doing::Backward, ROUNDS as u16 - 1).unwrap_or(update.start);
        let told = |key| Line::new(key).time("time", from).number("gb", gb(course.step.ask.at_hand().optimizer), 1);
        let [caption, xray] = if course.away().optimizer {
            [key::PANTRY_BEAT_UPDATE_AWAY, key::PANTRY_XRAY_UPDATE_AWAY]
        } else {
            [key::PANTRY_BEAT_UPDATE, key::PANTRY_XRAY_UPDATE]
        };
        teller.tell("update", update.start, told(caption), told(xray), None);
    }
    let [(_, full), (_, at_hand)] = [course.fullest(0), course.fullest(1)];
    let hbm = gb(course.hbm());
    let end = |line: Line| {
        let line = line.time("time", own).time("whole", whole).number("times", course.times(), 2);
        line.number("gb", gb(full.total().0), 1).number("all", gb(at_hand.total().0), 1).number("hbm", hbm, 0)
    };
    let keys = if full.total().0 > course.hbm() {
        [key::PANTRY_BEAT_END_OVER, key::PANTRY_XRAY_END_OVER]
    } else {
        [key::PANTRY_BEAT_END, key::PANTRY_XRAY_END]
    };
    teller.must("end", makespan, end(Line::new(keys[0])), end(Line::new(keys[1])), None);
}

pub(super) fn readout(show: &Show) -> Readout {
    let Some(course) = Course::of(show) else { return Readout::default() };
    let mut figures = vec![step(&course, 0)];
    if course.has_away() {
        figures.push(step(&course, 1));
    }
    let first_asked = figures.len();
    figures.extend((0..4).map(|kind| asked(&course, kind)));
    let shown = figures.len();
    figures.push(street(&course));
    figures.push(shelf(&course));
    // How long the steps take, and what is asked for, answer the question.
    let answers = (1 << shown) - 1;
    debug_assert!(first_asked < shown);
    Readout { figures, tuner: Vec::new(), answers }
}

/// Where a chef's step went.
fn step(course: &Course, chef: usize) -> Figure {
    let Spent { forward, backward, update, wait, rest } = course.spent(chef);
    let ms = |time: Time| time.0 as f64 / 1e9;
    let ([forward, backward, update, wait, rest], all) = adding_up([forward, backward, update, wait, rest].map(ms), 1);
    Figure {
        name: Line::new(if chef == 0 { key::PANTRY_FIGURE_STEP } else { key::PANTRY_FIGURE_WHOLE }),
        value: Line::new(key::VALUE).time("value", course.ends[chef]),
        formula: Line::new(key::PANTRY_FIGURE_STEP_FORMULA),
        filled: Line::new(key::PANTRY_FIGURE_STEP_FILLED)
            .number("forward", forward, 1)
            .number("backward", backward, 1)
            .number("wait", wait, 1)
            .number("update", update, 1)
            .number("rest", rest, 1)
            .number("all", all, 1),
        source: Line::new(key::PANTRY_FIGURE_STEP_SOURCE).number("times", course.times(), 2),
    }
}

/// What a kind of jar asks of the street.
fn asked(course: &Course, kind: usize) -> Figure {
    let what = Away::KINDS[kind];
    let Demand { times, bytes_in, bytes_out, forward, backward } = demand(&course.step.ask, what);
    let ([brought, taken], all) = adding_up([gb(bytes_in.0), gb(bytes_out.0)], 1);
    Figure {
        name: Line::new(key::PANTRY_FIGURE_ASKED).key("what", KINDS[kind]),
        value: Line::new(key::PANTRY_FIGURE_ASKED_VALUE).number("gb", all, 1),
        formula: Line::new(key::PANTRY_FIGURE_ASKED_FORMULA),
        filled: Line::new(key::PANTRY_FIGURE_ASKED_FILLED)
            .number("in", brought, 1)
            .number("out", taken, 1)
            .number("all", all, 1),
        source: Line::new(key::PANTRY_FIGURE_ASKED_SOURCE)
            .int("times", times.into())
            .number("forward", forward.as_gb_per_s(), 1)
            .number("backward", backward.as_gb_per_s(), 1)
            .number("road", course.street().as_gb_per_s(), 1),
    }
}

/// What the street carries.
fn street(course: &Course) -> Figure {
    let pool = course.step.ask.pool;
    let far = IN_FLIGHT.0 as f64 / pool.round_trip.as_secs().max(1e-12);
    Figure {
        name: Line::new(key::PANTRY_FIGURE_STREET),
        value: Line::new(key::VALUE).rate("value", course.street()),
        formula: Line::new(key::PANTRY_FIGURE_STREET_FORMULA),
        filled: Line::new(key::PANTRY_FIGURE_STREET_FILLED)
            .rate("rate", pool.rate)
            .bytes("bytes", IN_FLIGHT)
            .time("time", pool.round_trip)
            .rate("far", Rate::bytes_per_s(far)),
        source: Line::new(key::PANTRY_FIGURE_STREET_SOURCE),
    }
}

/// What is on the shelf at its fullest.
fn shelf(course: &Course) -> Figure {
    let (at, full) = course.fullest(0);
    let parts = [full.weights, full.optimizer, full.gradients, full.activations, full.reserved].map(gb);
    let ([recipe, notebooks, report, bowls, tools], all) = adding_up(parts, 1);
    Figure {
        name: Line::new(key::PANTRY_FIGURE_SHELF),
        value: Line::new(key::PANTRY_FIGURE_SHELF_VALUE).number("gb", all, 1).number("hbm", gb(course.hbm()), 0),
        formula: Line::new(key::PANTRY_FIGURE_SHELF_FORMULA),
        filled: Line::new(key::PANTRY_FIGURE_SHELF_FILLED)
            .number("recipe", recipe, 1)
            .number("notebooks", notebooks, 1)
            .number("report", report, 1)
            .number("bowls", bowls, 1)
            .number("tools", tools, 1)
            .number("all", all, 1),
        source: Line::new(key::PANTRY_FIGURE_SHELF_SOURCE).time("time", at).number(
            "all",
            gb(course.fullest(1).1.total().0),
            1,
        ),
    }
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let params = Params::of(scenario);
    let question = Line::new(key::PANTRY_GATE).text("model", super::run::ask(params).model.name);
    let mut options: Vec<Line> = KINDS.into_iter().map(Line::new).collect();
    options.push(Line::new(key::PANTRY_GATE_NONE));
    Gate { question, at: "first", ask: Ask::Kinds(options) }
}

/// The steps with one kind away each, in the order of the kinds.
pub(super) fn each(params: Params) -> Result<Vec<Course>, Line> {
    let run = |what| Ok(Course::told(params, Step::run(&with(params, Away::only(what)))?));
    Away::KINDS.into_iter().map(run).collect()
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let each = each(Params::of(scenario))?;
    let times: Vec<f64> = each.iter().map(Course::times).collect();
    let worst = times.iter().fold(0.0_f64, |worst, &times| worst.max(times));
    let right = if worst < UNNOTICED {
        Answers { bits: 1 << KINDS.len() }
    } else {
        Answers::least(&times.iter().map(|times| 1.0 / times).collect::<Vec<_>>())
    };
    let mut reveal = Line::new(key::PANTRY_VERDICT).time("whole", each[0].ends[1]);
    for (name, course) in ["recipe", "report", "notebooks", "bowls"].into_iter().zip(&each) {
        reveal = reveal.time(name, course.ends[0]);
    }
    let mut cases = vec![case(Line::new(key::PANTRY_CASE_WHOLE), &each[0], 1)];
    for (kind, course) in each.iter().enumerate() {
        cases.push(case(Line::new(key::PANTRY_CASE_AWAY).key("what", KINDS[kind]), course, 0));
    }
    Ok(Verdict { right: Right::Kinds(right), reveal, cases })
}

fn case(name: Line, course: &Course, chef: usize) -> Case {
    let tone = |part: &Part| match part.doing {
        Doing::Forward => Tone::Forward,
        Doing::Backward => Tone::Backward,
        _ => Tone::Other,
    };
    let mut lane: Vec<Stretch> = Vec::new();
    for part in &course.parts[chef] {
        match lane.last_mut() {
            Some(last) if last.tone == tone(part) && last.end == part.start => last.end = part.end,
            _ if part.start < part.end => lane.push(Stretch { start: part.start, end: part.end, tone: tone(part) }),
            _ => {}
        }
    }
    Case { name, end: course.ends[chef], lanes: vec![lane] }
}
