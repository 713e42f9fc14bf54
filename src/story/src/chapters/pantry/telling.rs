//! What is said of jars down the street: every number is the run's, the shelf's or the demand's.

use kitchen_core::units::{Rate, Time};
use kitchen_core::workload::memory::MemoryKind;
use kitchen_core::workload::memory_pool::{Away, Demand, Doing, IN_FLIGHT, PIECES, Step, demand};
use kitchen_text::{Arg, Line, Meter, Number, Pair, Percent, Words, figure, key, msg, pair};

use crate::scenario::Scenario;
use crate::sentences::Sentence as _;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::gate::{Form, Stretch, Tone};
use crate::story::sums::adding_up;
use crate::story::{Answers, Ask, Case, Figure, Gate, Layered, Readout, Right, Script, Verdict};

use super::course::{Course, Part, Spent};
use super::params::{KINDS, Params, Rival};
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

/// What the chef is called that is compared with.
fn other(course: &Course) -> Words {
    Words::from(if course.cooks_again() { key::PANTRY_OTHER_AGAIN } else { key::PANTRY_OTHER_WHOLE })
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(course) = Course::of(show) else { return Vec::new() };
    let whole = course.at_hand();
    vec![
        Line::from(msg::PantryOpening1 { model: course.model().into(), chefs: CHEFS.into() }),
        Line::from(msg::PantryOpening2 { gb: Number(gb(whole), 1), hbm: Number(gb(course.hbm()), 0) }),
        Line::from(msg::PantryOpening3 {
            time: course.ends[0],
            whole: course.ends[1],
            other: other(&course),
            what: course.params.away.name.into(),
        }),
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
    teller.meanwhile(now(&course));
    teller.finish(show.makespan())
}

fn start(course: &Course, teller: &mut Teller) {
    let (model, chefs) = (Words::from(course.model()), i64::from(CHEFS));
    let words = i64::from(WORDS) * i64::from(course.params.texts);
    let start: Pair = if course.has_away() {
        pair::PantryStart { model, chefs, words, other: other(course), what: course.params.away.name.into() }.into()
    } else {
        pair::PantryStartNothing { model, chefs, words }.into()
    };
    teller.must_say("start", Time::ZERO, start, None);
    if let Some(first) = course.parts[0].first() {
        let told = pair::PantryFirst { time: first.end, layers: course.layers(), pieces: PIECES as i64 };
        teller.must_say("first", first.end, told, None);
    }
}

/// How many bowls each chef is done with.
fn now(course: &Course) -> pair::PantryNow {
    let done = |chef: usize| (0..ROUNDS as u16).filter_map(|bowl| course.ended(chef, Doing::Backward, bowl)).collect();
    let [a, b] = [0, 1].map(|chef| Meter::come(done(chef)));
    pair::PantryNow { a, b, n: ROUNDS.into(), other: other(course) }
}

/// The first time that the chef stands still.
fn paused(course: &Course, teller: &mut Teller) {
    let Some((from, next)) = course.first_wait() else { return };
    let until = next.start;
    let Some(ride) = course.waited_for(until) else { return };
    let what = Words::from(KINDS[ride.kind]);
    let (time, wait) = (from, until.saturating_sub(from));
    let told = if ride.out {
        let done = pair::PantryBlockedDone { what: what.clone(), time, wait };
        Layered::from(pair::PantryBlocked { what }).until(until, done)
    } else {
        let done = pair::PantryStarvedDone { what: what.clone(), time, wait };
        Layered::from(pair::PantryStarved { what }).until(until, done)
    };
    teller.must_say("pause", from, told, None);
}

/// The end of the first bowl's forward, of its backward, and what has crossed the street.
fn passes(course: &Course, teller: &mut Teller) {
    let both = |doing: Doing| Some((course.ended(0, doing, 0)?, course.ended(1, doing, 0)?));
    if let Some((time, whole)) = both(Doing::Forward) {
        teller.may_say("turn", time.max(whole), pair::PantryTurn { time, whole, other: other(course) }, None);
    }
    if let Some((time, whole)) = both(Doing::Backward) {
        teller.must_say(
            "back",
            time.max(whole),
            pair::PantryBack { time, whole, rounds: ROUNDS.into(), other: other(course) },
            None,
        );
    }
    if course.has_away()
        && let Some(at) = course.ended(0, Doing::Backward, 1)
    {
        let mut instants: Vec<(Time, Arg)> = std::iter::once(Time::ZERO)
            .chain(course.rides.iter().map(|ride| ride.end))
            .map(|at| (at, Arg::Number(gb(course.crossed(at).0), 1)))
            .collect();
        kitchen_core::order::sort_by_key(&mut instants, |step| step.0);
        instants.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                earlier.1 = later.1.clone();
            }
            same
        });
        teller.may_say("crossed", at, pair::PantryCrossed { gb: Meter::Steps(instants) }, None);
    }
}

/// What the busiest kind needs of the street.
fn need(course: &Course, teller: &mut Teller) {
    let Some(busiest) = course.busiest() else { return };
    let Some(at) = course.ended(0, Doing::Forward, 1) else { return };
    let demand = demand(&course.step.ask, busiest);
    let what = Words::from(KINDS[super::course::place(busiest)]);
    let road = course.street();
    if busiest == MemoryKind::Optimizer {
        teller.must_say("need", at, pair::PantryOnce { what, gb: Number(gb(demand.bytes_in.0), 1) }, None);
        return;
    }
    let need = if demand.forward.as_bytes_per_s() > demand.backward.as_bytes_per_s() {
        demand.forward
    } else {
        demand.backward
    };
    let told: Pair = if need.as_bytes_per_s() > road.as_bytes_per_s() {
        pair::PantryNeedMore { what, need, road }.into()
    } else {
        pair::PantryNeedLess { what, need, road }.into()
    };
    teller.must_say("need", at, told, None);
}

fn ending(course: &Course, makespan: Time, teller: &mut Teller) {
    let [time, whole] = course.ends;
    if whole < time {
        let share = Percent(course.done(0, whole));
        teller.must_say("whole", whole, pair::PantryWhole { time: whole, share, other: other(course) }, None);
    }
    if let Some(update) = course.parts[0].iter().find(|part| part.doing == Doing::Update) {
        let time = course.ended(0, Doing::Backward, ROUNDS as u16 - 1).unwrap_or(update.start);
        let gb = Number(gb(course.step.ask.at_hand().optimizer), 1);
        let told: Pair = if course.away().optimizer {
            pair::PantryUpdateAway { time, gb }.into()
        } else {
            pair::PantryUpdate { time, gb }.into()
        };
        teller.may_say("update", update.start, told, None);
    }
    let [(_, full), (_, at_hand)] = [course.fullest(0), course.fullest(1)];
    let (times, hbm) = (Number(course.times(), 2), Number(gb(course.hbm()), 0));
    let is_over = full.total().0 > course.hbm();
    let (gb, all) = (Number(gb(full.total().0), 1), Number(gb(at_hand.total().0), 1));
    let other = other(course);
    let told: Pair = if is_over {
        pair::PantryEndOver { time, whole, times, gb, all, hbm, other }.into()
    } else {
        pair::PantryEnd { time, whole, times, gb, all, hbm, other }.into()
    };
    teller.must_say("end", makespan, told, None);
}

pub(super) fn readout(show: &Show) -> Readout {
    let Some(course) = Course::of(show) else { return Readout::default() };
    let mut figures = vec![step(&course, 0)];
    if course.has_away() {
        figures.push(step(&course, 1));
    }
    figures.extend((0..4).map(|kind| asked(&course, kind)));
    figures.push(street(&course));
    figures.push(shelf(&course));
    Readout::from(figures)
}

/// Where a chef's step went.
fn step(course: &Course, chef: usize) -> Figure {
    let Spent { forward, backward, update, wait, rest } = course.spent(chef);
    let ms = |time: Time| time.0 as f64 / 1e9;
    let ([forward, backward, update, wait, rest], all) = adding_up([forward, backward, update, wait, rest].map(ms), 1);
    Figure::of(
        course.ends[chef],
        figure::PantryStep { forward, backward, wait, update, rest, all, times: Number(course.times(), 2) },
    )
    .named(Line::new(match (chef, course.cooks_again()) {
        (0, _) => key::PANTRY_FIGURE_STEP,
        (_, false) => key::PANTRY_FIGURE_WHOLE,
        (_, true) => key::PANTRY_FIGURE_AGAIN,
    }))
    .answering()
}

/// What a kind of jar asks of the street.
fn asked(course: &Course, kind: usize) -> Figure {
    let what = Away::KINDS[kind];
    let Demand { times, bytes_in, bytes_out, forward, backward } = demand(&course.step.ask, what);
    let ([brought, taken], all) = adding_up([gb(bytes_in.0), gb(bytes_out.0)], 1);
    Figure::told(figure::PantryAsked {
        r#in: brought,
        out: taken,
        all,
        what: KINDS[kind].into(),
        times: times.into(),
        forward: Number(forward.as_gb_per_s(), 1),
        backward: Number(backward.as_gb_per_s(), 1),
        road: Number(course.street().as_gb_per_s(), 1),
        gb: all,
    })
    .answering()
}

/// What the street carries.
fn street(course: &Course) -> Figure {
    let pool = course.step.ask.pool;
    let far = IN_FLIGHT.0 as f64 / pool.round_trip.as_secs().max(1e-12);
    Figure::of(
        course.street(),
        figure::PantryStreet { rate: pool.rate, bytes: IN_FLIGHT, time: pool.round_trip, far: Rate::bytes_per_s(far) },
    )
}

/// What is on the shelf at its fullest.
fn shelf(course: &Course) -> Figure {
    let (at, full) = course.fullest(0);
    let parts = [full.weights, full.optimizer, full.gradients, full.activations, full.reserved].map(gb);
    let ([recipe, notebooks, report, bowls, tools], all) = adding_up(parts, 1);
    Figure::told(figure::PantryShelf {
        recipe,
        notebooks,
        report,
        bowls,
        tools,
        all,
        time: at,
        whole: Number(gb(course.at_hand()), 1),
        gb: all,
        hbm: Number(gb(course.hbm()), 0),
    })
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let params = Params::of(scenario);
    let question = Line::from(msg::PantryGate { model: super::run::ask(params).model.name.into() });
    let mut options: Vec<Line> = KINDS.into_iter().map(Line::new).collect();
    options.push(Line::new(key::PANTRY_GATE_NONE));
    Gate { question, at: "first", ask: Ask::Kinds(options) }
}

/// The steps with one kind away each, in the order of the kinds.
pub(super) fn each(params: Params) -> Result<Vec<Course>, Line> {
    let run =
        |what| Ok(Course::told(params, Step::run(&with(params, Away::only(what))).map_err(|error| error.line())?));
    Away::KINDS.into_iter().map(run).collect()
}

/// The step of the chef who sends nothing away and cooks again.
pub(super) fn again(params: Params) -> Result<Course, Line> {
    let params = Params { rival: Rival::Again, ..params };
    let (topology, mut step) =
        super::again::plan(params, &with(params, Away::NOTHING)).map_err(|error| error.line())?;
    step.trace = run(&step, &topology)?;
    Ok(Course::told(params, step))
}

/// The trace of a step that was planned.
fn run(step: &Step, topology: &kitchen_core::topology::Topology) -> Result<kitchen_core::trace::Trace, Line> {
    let options = kitchen_core::sim::Options { record: kitchen_core::sim::Record::Spans, ..Default::default() };
    let gpus = topology.len() as usize;
    kitchen_core::sim::run(&step.graph, &topology.capacities(), gpus, &options).map_err(|error| error.line())
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
    let [recipe, report, notebooks, bowls] = [0, 1, 2, 3].map(|kind: usize| each[kind].ends[0]);
    let cooked = again(Params::of(scenario))?;
    let again = cooked.ends[1];
    let reveal = Line::from(msg::PantryVerdict { whole: each[0].ends[1], again, recipe, report, notebooks, bowls });
    let mut cases = vec![case(Line::new(key::PANTRY_CASE_WHOLE), &each[0], 1)];
    cases.push(case(Line::new(key::PANTRY_OTHER_AGAIN), &cooked, 1));
    for (kind, course) in each.iter().enumerate() {
        cases.push(case(Line::from(msg::PantryCaseAway { what: KINDS[kind].into() }), course, 0));
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
    Case { name, end: course.ends[chef], lanes: vec![lane], form: Form::Race }
}
