//! What if nobody waits? What is said of both halves: dishes and pages by the trace, losses by the pages.

use std::cmp::Ordering;

use kitchen_core::descent::curvature::Curvature;
use kitchen_core::descent::together::{DATASET, OPTIMA, Turn};
use kitchen_core::sim::task::{Kind, Work};
use kitchen_core::units::Time;
use kitchen_text::{Arg, Key, Line, Number, Percent, Words, figure, format, key, msg, pair};

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::gate::{Form, Stretch, Tone};
use crate::story::{Answers, Ask, Case, Figure, Gate, Layered, Meter, Readout, Right, Script, Verdict, rehearse};

use super::course::{Course, Half, Point};
use super::params::{At, Params, Rule};
use super::run::{dish, page, recipe, slow_gpu};

/// Decimals of a height over the least loss.
pub(super) const PLACES: u8 = 3;

/// The rule's name, as the control says it.
pub(super) fn rule(scenario: &Scenario) -> Key {
    scenario.said(At::rule as usize)
}

/// How many times as long the slow kitchen takes for a dish.
pub(super) fn slower(params: Params) -> f64 {
    let of = |at| {
        let [forward, backward, _] = dish(params, at);
        (forward + backward).as_secs()
    };
    of(0) / of(1)
}

/// The number of the slow kitchen below.
fn slow_one(params: Params) -> i64 {
    i64::from(params.kitchens) + 1
}

/// How high each half stands over the least loss, as it is told.
/// The height below beside the one above, as they are written: nothing is higher by what nobody reads.
fn compared(heights: [f64; 2]) -> Ordering {
    let [meet, other] = heights.map(|height| (height * f64::from(10_u32.pow(PLACES.into()))).round());
    other.total_cmp(&meet)
}

fn heights(heights: [f64; 2]) -> [Number; 2] {
    heights.map(|height| Number(height, PLACES))
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(course) = Course::of(show) else { return Vec::new() };
    let dishes = [0, 1].map(|half| course.halves[half].dishes(course.bell));
    vec![
        Line::from(msg::AsyncOpening1 { n: course.params.kitchens.into(), rule: rule(&show.scenario).into() }),
        Line::from(msg::AsyncOpening2 { time: course.bell, meet: dishes[0].into(), other: dishes[1].into() }),
        Line::from(msg::AsyncOpening3 { model: recipe().name.into(), bytes: page() }),
    ]
}

pub(super) fn script(show: &Show) -> Script {
    let Some(course) = Course::of(show) else { return Script::default() };
    let mut teller = Teller::default();
    start(show, &course, &mut teller);
    met(show, &course, &mut teller);
    first(&course, &mut teller);
    race(&course, &mut teller);
    heard(&course, &mut teller);
    end(show, &course, &mut teller);
    teller.meanwhile(heard_so_far(&course));
    teller.finish(show.makespan())
}

fn start(show: &Show, course: &Course, teller: &mut Teller) {
    let params = course.params;
    let (n, rule) = (i64::from(params.kitchens), Words::from(rule(&show.scenario)));
    let xray = Line::from(msg::AsyncXrayStart { n, rule: rule.clone(), bytes: page(), rate: Number(params.rate, 2) });
    let caption = match params.slow {
        Some(_) => Line::from(msg::AsyncBeatStart {
            n,
            rule,
            slow: slow_one(params),
            gpu: slow_gpu(params).into(),
            times: Number(slower(params), 1),
        }),
        None => Line::from(msg::AsyncBeatStartSame { n, rule }),
    };
    teller.must_say("start", Time::ZERO, Layered::of(caption, xray), None);
}

/// What has been heard so far, counted live.
fn heard_so_far(course: &Course) -> pair::AsyncRace {
    pair::AsyncRace { meet: dishes(course.meets()), other: dishes(course.other()) }
}

/// When all reports of the first dish were in, and who waited for them.
fn met(show: &Show, course: &Course, teller: &mut Teller) {
    // A keeper hears one report after another.
    let all = course.params.kitchens as usize;
    let first = course.meets().points().find(|point| point.mark.batches as usize >= all);
    let (Some(run), Some(point)) = (show.runs.first(), first) else { return };
    let kitchens = course.params.kitchens;
    let mut ends: Vec<Time> = Vec::new();
    for (task, (work, label)) in run.graph.work.iter().zip(&run.graph.labels).enumerate() {
        let own = matches!(*work, Work::Compute { gpu, .. } if gpu < kitchens);
        if own && label.kind == Kind::Backward && label.micro_batch == 0 {
            ends.extend(run.trace.end.get(task));
        }
    }
    let (first, last) = (ends.iter().min().copied(), ends.iter().max().copied());
    let wait = last.unwrap_or_default().saturating_sub(first.unwrap_or_default());
    let time = point.at;
    let told: Layered = match wait {
        Time::ZERO => pair::AsyncMetSame { time }.into(),
        wait => pair::AsyncMet { time, wait }.into(),
    };
    // Where all wait for all below too, this is what happens there.
    if course.params.rule == Rule::Stale(Some(0)) {
        teller.must_say("met", time, told, None);
    } else {
        teller.may_say("met", time, told, None);
    }
}

/// The first report that was followed without a meeting, or the first average.
fn first(course: &Course, teller: &mut Teller) {
    let (half, params) = (course.other(), course.params);
    // There nobody goes on without the others: a page that is mended report by report is no news.
    if params.rule == Rule::Stale(Some(0)) {
        return;
    }
    let points: Vec<Point> = half.points().collect();
    let Some(first) = points.first() else { return };
    let kitchen = |turn: Turn| match turn {
        Turn::Push(at) => i64::from(half.first) + at as i64 + 1,
        _ => 0,
    };
    if let Rule::Local(period) = params.rule {
        let told = pair::AsyncAverage { k: period.into(), time: first.at };
        teller.must_say("first", first.at, told, None);
        return;
    }
    let told = pair::AsyncFirst { kitchen: kitchen(first.turn), time: first.at };
    teller.must_say("first", first.at, told, None);
    // The oldest page that a report spoke of in the first part of the time.
    let early = points.iter().filter(|point| point.at.0 <= course.bell.0 / 4);
    let oldest = early.reduce(|a, b| if b.mark.staleness > a.mark.staleness { b } else { a });
    if let Some(oldest) = oldest.filter(|oldest| oldest.mark.staleness > 0) {
        let (kitchen, time) = (kitchen(oldest.turn), oldest.at);
        let told = pair::AsyncStale { kitchen, time, behind: oldest.mark.staleness.into() };
        teller.must_say("stale", time, told, None);
    }
}

/// A half's dishes so far, counted live.
fn dishes(half: &Half) -> Meter {
    let first = (Time::ZERO, Arg::Int(0));
    let each = half.points().map(|point| (point.at, Arg::Int(point.mark.batches.into())));
    Meter::Steps(std::iter::once(first).chain(each).collect())
}

/// How high each stands over the least loss at instants of the way.
fn race(course: &Course, teller: &mut Teller) {
    let part = |tenths: u64| Time(course.bell.0 / 10 * tenths);
    teller.must_say("race", part(3), heard_so_far(course), None);
    for (id, tenths) in [("early", 4), ("middle", 6), ("late", 8)] {
        let time = part(tenths);
        let above = [0, 1].map(|half| course.halves[half].above(time));
        let [meet, other] = heights(above);
        let caption = match compared(above) {
            Ordering::Less => Line::from(msg::AsyncBeatAhead { time, meet, other }),
            Ordering::Equal => Line::from(msg::AsyncBeatAlike { time, meet }),
            Ordering::Greater => Line::from(msg::AsyncBeatBehind { time, meet, other }),
        };
        let xray = Line::from(msg::AsyncXrayHeights { time, meet, other });
        teller.must_say(id, time, Layered::of(caption, xray), None);
    }
}

/// Whose reports were heard how often.
fn heard(course: &Course, teller: &mut Teller) {
    let params = course.params;
    let at = Time(course.bell.0 / 10 * 7);
    let heard = course.other().heard(at);
    let all: u32 = heard.iter().sum();
    if params.slow.is_none() || !matches!(params.rule, Rule::Stale(_)) || all == 0 {
        return;
    }
    let told = pair::AsyncHeard {
        slow: slow_one(params),
        time: at,
        all: all.into(),
        heard: heard[0].into(),
        share: Percent(f64::from(heard[0]) / f64::from(all)),
        equal: Percent(1.0 / f64::from(params.kitchens)),
    };
    teller.must_say("heard", at, told, None);
}

fn end(show: &Show, course: &Course, teller: &mut Teller) {
    let time = course.bell;
    let [a, b] = [0, 1].map(|half| i64::from(course.halves[half].dishes(time)));
    let [meet, other] = heights(course.late());
    let caption = match compared(course.late()) {
        Ordering::Greater => Line::from(msg::AsyncBeatEndFar { time, a, b, meet, other }),
        _ => Line::from(msg::AsyncBeatEnd { time, a, b, meet, other }),
    };
    if let Some(at) = spilled(course) {
        teller.must_say("spilled", at, pair::AsyncSpilled { time: at }, None);
    }
    let xray = Line::from(msg::AsyncXrayEnd { time, a, b, meet, other });
    teller.must_say("end", show.makespan(), Layered::of(caption, xray), None);
}

/// When the other half's pot no longer held the page.
fn spilled(course: &Course) -> Option<Time> {
    course.other().together.diverged.and_then(|turn| course.other().times.get(turn).copied())
}

pub(super) fn readout(show: &Show) -> Readout {
    let Some(course) = Course::of(show) else { return Readout::default() };
    let mut figures = vec![throughput(&course), late(&course)];
    figures.extend(resting(&course));
    figures.extend(limit(&course));
    figures.push(street(&course));
    figures.push(slow(&course));
    Readout::from(figures)
}

fn throughput(course: &Course) -> Figure {
    let dishes = [0, 1].map(|half| course.halves[half].dishes(course.bell));
    let ratio = f64::from(dishes[1]) / f64::from(dishes[0].max(1));
    Figure::saying(
        msg::AsyncFigureTimes { value: Number(ratio, 2) },
        figure::AsyncDishes {
            meet: dishes[0].into(),
            other: dishes[1].into(),
            ratio: Number(ratio, 2),
            time: course.bell,
        },
    )
}

fn late(course: &Course) -> Figure {
    let late = course.late();
    Figure::of(
        Number(late[1], PLACES),
        figure::AsyncLate {
            meet: Number(late[0], PLACES),
            other: Number(late[1], PLACES),
            floor: Number(course.meets().together.plan.floor(), 2),
        },
    )
    .answering()
}

/// Where a pot comes to rest that hears its kitchens as often as this one did: shown for the salt.
fn resting(course: &Course) -> Option<Figure> {
    if !matches!(course.params.rule, Rule::Stale(_)) {
        return None;
    }
    let heard = course.other().heard(course.bell);
    let (all, plan) = (heard.iter().sum::<u32>(), course.other().together.plan);
    let weights: Vec<f64> = heard.iter().map(|&own| f64::from(own)).collect();
    let mut sum = String::new();
    for (own, liked) in heard.iter().zip(&OPTIMA) {
        if !sum.is_empty() {
            sum.push_str(" + ");
        }
        format::push_number(&mut sum, f64::from(*own), 0);
        sum.push_str(" × ");
        format::push_number(&mut sum, liked[0], 1);
    }
    let salt = plan.resting(&weights)[0];
    Some(
        Figure::saying(
            msg::AsyncFigureGrams { value: Number(salt, 2) },
            figure::AsyncRest {
                sum: sum.into(),
                all: all.into(),
                salt: Number(salt, 2),
                best: Number(plan.best()[0], 2),
            },
        )
        .answering(),
    )
}

/// The learning rate that kitchens can bear which are all as fast and never wait.
fn limit(course: &Course) -> Option<Figure> {
    let (params, plan) = (course.params, course.meets().together.plan);
    // It holds for these alone.
    if params.slow.is_some() || params.rule != Rule::Stale(None) {
        return None;
    }
    let limit = plan.largest_stable_rate(params.kitchens - 1);
    let steepest = Curvature::of(DATASET).eigenvalues[2];
    Some(Figure::of(
        Number(limit, 3),
        figure::AsyncLimit {
            n: params.kitchens.into(),
            odd: i64::from(2 * params.kitchens - 1),
            steepest: Number(steepest, 2),
            limit: Number(limit, 3),
            d: i64::from(params.kitchens) - 1,
            meeting: Number(2.0 / steepest, 3),
        },
    ))
}

/// What a dish costs on the street.
fn street(course: &Course) -> Figure {
    let each = [0, 1].map(|half: usize| {
        let half = &course.halves[half];
        half.bytes.0 as f64 / f64::from(half.dishes(course.bell).max(1)) / 1e9
    });
    let n = f64::from(course.params.kitchens);
    Figure::told(figure::AsyncStreet {
        n: course.params.kitchens.into(),
        page: Number(page().0 as f64 / 1e9, 2),
        meet: Number(2.0 * (n - 1.0) / n * page().0 as f64 / 1e9, 2),
        above: Number(each[0], 2),
        other: Number(each[1], 2),
        value: Number(each[1], 1),
    })
}

/// How much longer the slow kitchen takes.
fn slow(course: &Course) -> Figure {
    let [own, usual] = [0, 1].map(|at| {
        let [forward, backward, _] = dish(course.params, at);
        forward + backward
    });
    Figure::of(
        own,
        figure::AsyncSlow {
            own,
            usual,
            times: Number(slower(course.params), 2),
            gpu: slow_gpu(course.params).into(),
            model: recipe().name.into(),
        },
    )
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    Gate {
        question: Line::from(msg::AsyncGate { rule: rule(scenario).into() }),
        at: "race",
        ask: Ask::Kinds(vec![Line::new(key::ASYNC_GATE_MEET), Line::new(key::ASYNC_GATE_OTHER)]),
    }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let show = rehearse(scenario)?;
    let course = Course::of(&show).ok_or_else(|| Line::new(key::ASYNC_NOTHING))?;
    let late = course.late();
    let [a, b] = [0, 1].map(|half| i64::from(course.halves[half].dishes(course.bell)));
    let [meet, other] = heights(late);
    let reveal = Line::from(msg::AsyncVerdict { a, b, meet, other });
    let names = [Line::new(key::ASYNC_GATE_MEET), Line::new(key::ASYNC_GATE_OTHER)];
    let cases = [0, 1].into_iter().zip(names).map(|(half, name)| case(&show, &course, half, name)).collect();
    Ok(Verdict { right: Right::Kinds(Answers::least(&late)), reveal, cases })
}

/// The kitchens of a half until the bell.
fn case(show: &Show, course: &Course, half: usize, name: Line) -> Case {
    let (first, count) = (course.halves[half].first, course.params.kitchens);
    let mut lanes: Vec<Vec<Stretch>> = vec![Vec::new(); count as usize];
    for run in &show.runs {
        for (task, (work, label)) in run.graph.work.iter().zip(&run.graph.labels).enumerate() {
            let Work::Compute { gpu, .. } = *work else { continue };
            let (Some(&start), Some(&end)) = (run.trace.start.get(task), run.trace.end.get(task)) else { continue };
            let lane = gpu.checked_sub(first).and_then(|at| lanes.get_mut(at as usize));
            let (Some(lane), true) = (lane, start < end.min(course.bell)) else { continue };
            let tone = match label.kind {
                Kind::Forward => Tone::Forward,
                Kind::Backward => Tone::Backward,
                _ => Tone::Other,
            };
            lane.push(Stretch { start, end: end.min(course.bell), tone });
        }
    }
    Case { name, end: course.bell, lanes, form: Form::Race }
}
