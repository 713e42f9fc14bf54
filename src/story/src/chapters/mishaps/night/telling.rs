//! What is said of the cities: everything by the trace, the closed forms beside it by their own formulas.

use kitchen_core::faults::{Activity, Cluster, Spent, Timeline, checkpoint, spares, timeline};
use kitchen_core::units::Time;
use kitchen_text::{Key, Line, Number, Pair, Percent, figure, key, msg, pair};

use crate::chapters::mishaps::params::Params;
use crate::sentences::Sentence as _;
use crate::story::facts::Teller;
use crate::story::gate::{Form, Stretch, Tone};
use crate::story::live::level;
use crate::story::{Answers, Ask, Case, Figure, Gate, Layered, Meter, Readout, Right, Verdict};

use super::city::{self, EXTREMES, HOUR, MINUTE, SPAN, city, lived, mtbf_s, recipe};
use super::{Life, Night, tenths};

/// Seconds of a day.
const DAY_S: f64 = 86_400.0;
/// How long failures are counted for the question.
pub(in crate::chapters::mishaps) const COUNTED: Time = Time(54 * 24 * HOUR);
/// Days between two stops that can be guessed, but for the first option: that of one kitchen.
pub(in crate::chapters::mishaps) const GUESSES: [(f64, Key); 4] = [
    (30.0, key::MISHAPS_GATE_MONTH),
    (7.0, key::MISHAPS_GATE_WEEK),
    (1.0, key::MISHAPS_GATE_DAY),
    (0.25, key::MISHAPS_GATE_HOURS),
];

/// Days between two failures of one kitchen.
pub(in crate::chapters::mishaps) fn own_days() -> i64 {
    (mtbf_s() as f64 / DAY_S + 0.5) as i64
}

pub(in crate::chapters::mishaps) fn hours(time: Time) -> f64 {
    time.0 as f64 / HOUR as f64
}

pub(in crate::chapters::mishaps) fn minutes(time: Time) -> f64 {
    time.0 as f64 / MINUTE as f64
}

pub(in crate::chapters::mishaps) fn opening(night: &Night) -> Vec<Line> {
    let city = city(night.params, 1);
    let [often, chosen, seldom] = periods(night.params);
    vec![
        Line::from(msg::MishapsOpening1 { n: Number(night.params.kitchens.into(), 0), days: own_days() }),
        Line::from(msg::MishapsOpening2 { often, chosen, seldom }),
        Line::from(msg::MishapsOpening3 { model: recipe().name.into(), time: city.write }),
    ]
}

pub(in crate::chapters::mishaps) fn script(night: &Night, teller: &mut Teller) {
    dusk(night, teller);
    if let Some(first) = night.chosen().closed.first() {
        stop(night, first.at, teller);
    }
    dawn(night, teller);
    teller.meanwhile(many(night));
}

/// The names of the cities in a sentence: how long each cooks between two times of writing, the first two in minutes, the last in hours.
fn periods(params: Params) -> [i64; 3] {
    [EXTREMES[0].into(), params.period.into(), i64::from(EXTREMES[1]) / 60]
}

/// Before anything breaks.
fn dusk(night: &Night, teller: &mut Teller) {
    let params = night.params;
    teller.must_say(
        "start",
        Time::ZERO,
        pair::MishapsStart { n: Number(params.kitchens.into(), 0), days: own_days() },
        None,
    );
    let write = night.chosen().parts.iter().find(|part| part.activity == Activity::Write);
    let undisturbed = night.chosen().closed.first().map_or(SPAN, |closed| closed.at);
    if let Some(write) = write.filter(|write| write.end <= undisturbed) {
        let xray = Line::from(msg::MishapsXrayWrite {
            minutes: params.period.into(),
            model: recipe().name.into(),
            time: write.end - write.start,
        });
        teller.must_say(
            "write",
            write.start,
            Layered::of(
                Line::from(msg::MishapsBeatWrite { minutes: params.period.into(), time: write.end - write.start }),
                xray,
            ),
            None,
        );
    }
}

/// What the city in the middle and the others lost by the first failure.
pub(in crate::chapters::mishaps) fn lost_at(life: &Life, at: Time) -> Time {
    let lost = life.parts.iter().find(|part| part.activity == Activity::Lost && part.end == at);
    lost.map_or(Time::ZERO, |part| part.end - part.start)
}

/// The first failure, and what follows.
fn stop(night: &Night, at: Time, teller: &mut Teller) {
    let life = night.chosen();
    let Some(closed) = life.closed.first() else { return };
    let kitchen = i64::from(closed.kitchen) + 1;
    teller.must_say("fail", at, pair::MishapsFail { hours: Number(hours(at), 1), kitchen }, None);
    let after = |what: Activity| life.parts.iter().find(|part| part.activity == what && part.start >= at);
    if let Some(found) = after(Activity::Detect) {
        let [a, b, c] = [0, 1, 2].map(|city| Number(minutes(lost_at(&night.cities[city], at)), 0));
        let [often, chosen, seldom] = periods(night.params);
        let half = Time(found.start.0 + (found.end - found.start).0 / 2);
        let lost = Layered::from(pair::MishapsLost { often, chosen, seldom, a, b, c });
        teller.must_say("lost", half, lost.until(found.end, many(night)), None);
    }
    let again =
        life.parts.iter().find(|part| part.start > at && matches!(part.activity, Activity::Work | Activity::Lost));
    if let (Some(again), Some(by)) = (again, closed.by) {
        let told: Pair = if by == closed.kitchen {
            pair::MishapsAgainOwn { hours: Number(hours(again.start - at), 1), kitchen }.into()
        } else {
            let minutes = Number(minutes(again.start - at), 0);
            pair::MishapsAgain { minutes, kitchen, by: i64::from(by) + 1 }.into()
        };
        teller.must_say("again", again.start, told, None);
    }
}

/// How often the city has stopped, and how many of its kitchens are in repair.
fn many(night: &Night) -> Layered {
    let life = night.chosen();
    let count = Meter::come(life.closed.iter().map(|closed| closed.at).collect());
    let dark = level(life.closed.iter().map(|closed| (closed.at, closed.back)));
    pair::MishapsMany { n: Number(night.params.kitchens.into(), 0), count, dark }.into()
}

/// A share in tenths of a percent, as it is told.
fn share(spent: &Spent) -> f64 {
    spent.goodput()
}

/// The rest of the three days.
fn dawn(night: &Night, teller: &mut Teller) {
    let life = night.chosen();
    let part = |tenths: u64| Time(SPAN.0 / 10 * tenths);
    teller.must_say("many", part(4), many(night), None);
    let at = part(6);
    let [often, chosen, seldom] = periods(night.params);
    let [a, b, c] = [0, 1, 2].map(|city| Number(hours(night.cities[city].spent(at).work), 1));
    let books = pair::MishapsBooks { often, chosen, seldom, hours: Number(hours(at), 0), a, b, c };
    teller.must_say("books", at, books, None);
    let reserve = most_dark(life);
    if reserve > 0 {
        let (most, spares) = (reserve as i64, night.params.spares.into());
        let told: Pair = match life.spent(SPAN).wait {
            Time::ZERO => pair::MishapsSpares { most, spares }.into(),
            wait => pair::MishapsSparesOut { most, spares, hours: Number(hours(wait), 1) }.into(),
        };
        let last = life.closed.iter().map(|closed| closed.at).max().unwrap_or(SPAN);
        let wait = life.parts.iter().filter(|part| part.activity == Activity::Wait).map(|part| part.end).max();
        let known = wait.unwrap_or(last).max(last).max(part(7));
        if known < part(9) {
            teller.may_say("spares", known, told, None);
        }
    }
    let city = city(night.params, 1);
    let best = pair::MishapsBest {
        hours: Number(city.mtbf_ps() / HOUR as f64, 1),
        time: city.write,
        best: Number(minutes(checkpoint::best(&city)), 0),
    };
    teller.must_say("best", part(9), best, None);
    // The closed form counts on a reserve that is enough.
    if life.spent(SPAN).wait == Time::ZERO {
        yours(night, teller);
    }
    let [a, b, c] = [0, 1, 2].map(|city| Percent(share(&night.cities[city].spent(SPAN))));
    teller.must_say("end", SPAN, pair::MishapsEnd { often, chosen, seldom, a, b, c }, None);
}

/// How near to the best a period of one's own is that counts as found: half a percentage point of all time.
const NEAR: f64 = 0.005;

/// How the reader's period does in the long run, beside the best.
fn yours(night: &Night, teller: &mut Teller) {
    let city = city(night.params, 1);
    let best = Cluster { period: checkpoint::best(&city), ..city };
    let off = checkpoint::goodput(&best) - checkpoint::goodput(&city);
    let (minutes, share) = (night.params.period.into(), Percent(checkpoint::goodput(&city)));
    let is_found = off <= NEAR;
    let off = Percent(off.max(0.0));
    let told: Pair = match () {
        () if is_found => pair::MishapsFound { minutes, share, off }.into(),
        () if city.period < best.period => pair::MishapsTooOften { minutes, share, off }.into(),
        () => pair::MishapsTooSeldom { minutes, share, off }.into(),
    };
    teller.may_say("yours", Time(SPAN.0 / 100 * 95), told, None);
}

/// The most kitchens that were dark at once.
pub(in crate::chapters::mishaps) fn most_dark(life: &Life) -> usize {
    life.closed.iter().map(|closed| life.dark(closed.at).count()).max().unwrap_or(0)
}

pub(in crate::chapters::mishaps) fn readout(night: &Night) -> Readout {
    Readout::from(vec![
        hours_of(night, 1),
        hours_of(night, 0),
        hours_of(night, 2),
        between(night),
        best(night),
        expected(night),
        reserve(night),
        expected_hours(night),
    ])
}

/// Where a city's hours went: they add up to all of them.
fn hours_of(night: &Night, at: usize) -> Figure {
    let spent = night.cities[at].spent(SPAN);
    let [work, write, lost, stopped] = tenths([spent.work, spent.write, spent.lost, spent.stopped()], HOUR);
    let minutes = [EXTREMES[0], night.params.period, EXTREMES[1]][at];
    Figure::told(figure::MishapsHours {
        work: Number(work, 1),
        write: Number(write, 1),
        lost: Number(lost, 1),
        stopped: Number(stopped, 1),
        all: Number(hours(SPAN), 0),
        minutes: i64::from(minutes).into(),
        count: night.cities[at].closed.len() as i64,
        value: Percent(spent.goodput()),
    })
    // Its source counts the failures, which is what the question asks.
    .answering()
}

/// How often the city stops.
fn between(night: &Night) -> Figure {
    let city = city(night.params, 1);
    let hours_between = city.mtbf_ps() / HOUR as f64;
    Figure::saying(
        msg::MishapsFigureEveryHours { value: Number(hours_between, 1) },
        figure::MishapsBetween {
            own: Number((mtbf_s() / 3_600) as f64, 0),
            n: Number(city.servers.into(), 0),
            value: Number(hours_between, 1),
        },
    )
    .answering()
}

/// The best time between two checkpoints.
fn best(night: &Night) -> Figure {
    let city = city(night.params, 1);
    Figure::saying(
        msg::MishapsFigureMinutes { value: Number(minutes(checkpoint::best(&city)), 1) },
        figure::MishapsBest {
            write: Number(minutes(city.write), 2),
            between: Number(city.mtbf_ps() / MINUTE as f64, 0),
            young: Number(minutes(checkpoint::young(&city)), 1),
            daly: Number(minutes(checkpoint::daly(&city)), 1),
        },
    )
    .answering()
}

/// What the closed form expects of the city in the middle.
fn expected(night: &Night) -> Figure {
    let city = city(night.params, 1);
    let all = [city.period, city.write, city.restart, city.detect];
    let [period, write, restart, detect] = all.map(minutes);
    let expected = checkpoint::goodput(&city);
    Figure::saying(
        msg::MishapsFigureHoursValue { value: Percent(expected) },
        figure::MishapsExpected {
            period: Number(period, 0),
            write: Number(write, 2),
            restart: Number(restart, 2),
            detect: Number(detect, 0),
            value: Percent(expected),
            got: Percent(night.chosen().spent(SPAN).goodput()),
            empty: Percent(spares::no_spare_probability(&city)),
        },
    )
}

/// Where the closed form expects the hours to go, part by part, and what many more days of failures came to.
fn expected_hours(night: &Night) -> Figure {
    let city = city(night.params, 1);
    let shares = checkpoint::shares(&city);
    let parts = [shares.work, shares.write, shares.lost, shares.stopped()];
    let [work, write, lost, stopped] = tenths(parts.map(|share| Time((share * SPAN.0 as f64) as u64)), HOUR);
    let counted = lived(night.params, 1, COUNTED).map_or(0.0, |days| days.spent(COUNTED).goodput());
    Figure {
        name: Line::new(key::MISHAPS_FIGURE_FORESEEN),
        value: Line::from(msg::MishapsFigureHoursValue { value: Percent(shares.work) }),
        formula: Line::new(key::MISHAPS_FIGURE_HOURS_FORMULA),
        filled: Line::from(msg::MishapsFigureHoursFilled {
            work: Number(work, 1),
            write: Number(write, 1),
            lost: Number(lost, 1),
            stopped: Number(stopped, 1),
            all: Number(hours(SPAN), 0),
        }),
        source: Line::from(msg::MishapsFigureForeseenSource {
            days: (COUNTED.0 / (24 * HOUR)) as i64,
            got: Percent(counted),
        }),
        is_answer: true,
    }
}

/// How many are in repair.
fn reserve(night: &Night) -> Figure {
    let city = city(night.params, 1);
    let mean = city.repair.0 as f64 / city.mtbf_ps();
    Figure::of(
        Number(mean, 1),
        figure::MishapsRepair {
            repair: Number(hours(city.repair), 0),
            between: Number(city.mtbf_ps() / HOUR as f64, 1),
            value: Number(mean, 1),
            most: most_dark(night.chosen()) as i64,
            spares: city.spares.into(),
        },
    )
    .answering()
}

pub(in crate::chapters::mishaps) fn gate(params: Params) -> Gate {
    let days = own_days();
    let own = Line::from(msg::MishapsGateOwn { days });
    let options = std::iter::once(own).chain(GUESSES.map(|(_, key)| Line::new(key))).collect();
    let question = Line::from(msg::MishapsGate { days, n: Number(params.kitchens.into(), 0) });
    Gate { question, at: "start", ask: Ask::Kinds(options) }
}

pub(in crate::chapters::mishaps) fn verdict(params: Params) -> Result<Verdict, Line> {
    let lived = lived(params, 1, COUNTED)?;
    let alone = Cluster { servers: 1, ..city(params, 1) };
    let one = timeline::simulate(&alone, COUNTED, city::SEED).map_err(|error| error.line())?;
    let count = lived.failures.len();
    let every = COUNTED.0 as f64 / HOUR as f64 / count.max(1) as f64;
    let reveal = Line::from(msg::MishapsVerdict {
        days: (COUNTED.0 / (24 * HOUR)) as i64,
        count: count as i64,
        hours: Number(every, 1),
        expected: Number(city(params, 1).mtbf_ps() / HOUR as f64, 1),
        one: one.failures.len() as i64,
    });
    let truth = every / 24.0;
    let guesses = std::iter::once(mtbf_s() as f64 / DAY_S).chain(GUESSES.iter().map(|guess| guess.0));
    let off: Vec<f64> = guesses.map(|guess| if guess > truth { guess / truth } else { truth / guess }).collect();
    let cases = vec![
        case(Line::new(key::MISHAPS_CASE_ONE), &one),
        case(Line::from(msg::MishapsCaseCity { n: Number(params.kitchens.into(), 0) }), &lived),
    ];
    Ok(Verdict { right: Right::Kinds(Answers::least(&off)), reveal, cases })
}

/// Days as one lane: work, what was lost, and gaps where nobody works.
fn case(name: Line, days: &Timeline) -> Case {
    let mut lane: Vec<Stretch> = Vec::new();
    for part in &days.intervals {
        let tone = match part.activity {
            Activity::Work | Activity::Write => Tone::Forward,
            Activity::Lost => Tone::Backward,
            Activity::Detect | Activity::Wait | Activity::Restart => continue,
        };
        match lane.last_mut().filter(|last| last.tone == tone && last.end == part.start) {
            Some(last) => last.end = part.end,
            None => lane.push(Stretch { start: part.start, end: part.end, tone }),
        }
    }
    Case { name, end: COUNTED, lanes: vec![lane], form: Form::Same }
}
