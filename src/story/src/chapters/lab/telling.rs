//! What is said of the two restaurants: every number is a span's, the search's, or a data sheet's.

use kitchen_core::units::Time;
use kitchen_core::workload::planner::{self, Doing};
use kitchen_core::workload::{Recompute, train};
use kitchen_text::{Key, Line, Number, Pair, Percent, Words, figure, key, msg, pair};

use crate::scenario::Scenario;
use crate::sentences::Sentence as _;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::gate::{Form, Stretch, Tone};
use crate::story::sums::adding_up;
use crate::story::{Answers, Ask, Case, Figure, Gate, Layered, Meter, Readout, Right, Script, Verdict};

use super::account;
use super::course::{Course, Side};
use super::params::Buy;
use super::run::{self, fact};
use super::today::{CHEFS, Today};

/// From this share of cooking on, faster ways are said to help little.
pub(super) const COOKS: f64 = 0.6;

/// What a chef waits for, by name: at a meeting it matters whether it is held on the street.
pub(super) fn waited(side: &Side, doing: Doing) -> Key {
    match doing {
        Doing::Inside => key::LAB_WAIT_INSIDE,
        Doing::Meeting if side.meets_outside() => key::LAB_WAIT_STREET,
        Doing::Meeting => key::LAB_WAIT_MEETING,
        _ => key::LAB_WAIT_RELAY,
    }
}

/// The same in the x-ray.
fn waited_xray(doing: Doing) -> Key {
    match doing {
        Doing::Inside => key::LAB_DOES_INSIDE_XRAY,
        Doing::Meeting => key::LAB_DOES_MEETING_XRAY,
        _ => key::LAB_DOES_RELAY_XRAY,
    }
}

fn chefs(today: &Today, buy: Option<Buy>) -> i64 {
    i64::from(today.kitchens(buy) * today.chefs_each())
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(course) = Course::of(show) else { return Vec::new() };
    let today = &course.today;
    vec![
        Line::from(msg::LabOpening1 {
            model: today.recipe().name.into(),
            kitchens: today.kitchens(None).into(),
            chefs: chefs(today, None),
            lot: lot(today).into(),
        }),
        Line::from(msg::LabOpening2 { buy: today.name(today.params.buy).into() }),
        Line::from(msg::LabOpening3 {
            now: course.sides[0].end,
            then: course.sides[1].end,
            times: Number(course.times(), 2),
        }),
    ]
}

/// Today's ways.
fn lot(today: &Today) -> Key {
    let params = today.params;
    if today.own.is_some() {
        return key::LAB_LOT_OWN;
    }
    match (params.lot.tunnels, params.lot.street) {
        (false, 0) => key::LOT_NARROW,
        (true, 0) => key::LOT_TUNNEL,
        (false, _) => key::LOT_STREET,
        _ => key::LOT_BOTH,
    }
}

pub(super) fn script(show: &Show) -> Script {
    let Some(course) = Course::of(show) else { return Script::default() };
    let mut teller = Teller::default();
    teller.must_say("start", Time::ZERO, start(&course.today), None);
    passes(&course, &mut teller);
    for (side, id) in course.sides.iter().zip(["wait", "wait-then"]) {
        waits(side, id, &mut teller);
    }
    ending(&course, show.makespan(), &mut teller);
    let [a, b] = [0, 1].map(|side: usize| Meter::Share(course.sides[side].end));
    teller.meanwhile(pair::LabNow { a, b });
    teller.finish(show.makespan())
}

/// Who learns what, and where.
fn start(today: &Today) -> Pair {
    let (kitchens, chefs) = (today.kitchens(None).into(), chefs(today, None));
    let (model, [buy, bought]) = (today.recipe().name.into(), today.bought_names().map(Words::from));
    let gpu = run::ground(today, None).system.gpu.name.into();
    match today.own {
        Some(own) => {
            let (cards, gbit) = own.cards;
            pair::LabOwnStart { model, kitchens, chefs, gpu, cards: cards.into(), gbit: gbit.into(), buy, bought }
                .into()
        }
        None => pair::LabStart { model, kitchens, chefs, gpu, lot: lot(today).into(), buy, bought }.into(),
    }
}

/// The first forward pass and the last backward one, in both.
fn passes(course: &Course, teller: &mut Teller) {
    let both = |doing, bowl| [0, 1].map(|side| course.sides[side].ended(doing, bowl));
    let [now, then] = both(Doing::Forward, Some(0));
    teller.may_say("first", now.max(then), pair::LabFirst { now, then }, None);
    let [now, then] = both(Doing::Backward, None);
    teller.may_say("stoves", now.max(then), pair::LabStoves { now, then }, None);
}

/// The longest wait of a restaurant's busiest chef, where it is worth a word.
fn waits(side: &Side, id: &str, teller: &mut Teller) {
    let Some(part) = side.longest_wait().filter(|part| part.took().0 > side.end.0 / 40) else { return };
    let (kitchen, time, wait) = (side.number(side.busiest), part.start, part.took());
    // What is waited for has a name in each layer.
    let [what, unit] = [waited(side, part.doing), waited_xray(part.doing)].map(Words::from);
    let (now, then) = if side.buy.is_none() {
        (
            Layered::of(
                Line::from(msg::LabBeatWait { kitchen, what: what.clone() }),
                Line::from(msg::LabXrayWait { kitchen, what: unit.clone() }),
            ),
            Layered::of(
                Line::from(msg::LabBeatWaited { kitchen, what, time, wait }),
                Line::from(msg::LabXrayWaited { kitchen, what: unit, time, wait }),
            ),
        )
    } else {
        (
            Layered::of(
                Line::from(msg::LabBeatWaitThen { kitchen, what: what.clone() }),
                Line::from(msg::LabXrayWaitThen { kitchen, what: unit.clone() }),
            ),
            Layered::of(
                Line::from(msg::LabBeatWaitedThen { kitchen, what, time, wait }),
                Line::from(msg::LabXrayWaitedThen { kitchen, what: unit, time, wait }),
            ),
        )
    };
    teller.must_say(id, time, now.until(part.end, then), None);
}

fn ending(course: &Course, makespan: Time, teller: &mut Teller) {
    let [now, then] = [0, 1].map(|side| course.sides[side].end);
    let [buy, bought] = course.today.bought_names().map(Words::from);
    if now < then {
        teller.must_say("done", now, pair::LabDone { time: now, buy: buy.clone(), bought: bought.clone() }, None);
    } else if then < now {
        teller.must_say("done", then, pair::LabDoneThen { time: then, buy: buy.clone(), bought: bought.clone() }, None);
    }
    let spent = course.sides[0].spent();
    let share = Percent(spent.cooking.0 as f64 / now.0.max(1) as f64);
    let times = Number(course.times(), 2);
    // What is neither cooked nor rewritten is waited.
    let waited = spent.inside + spent.meeting + spent.relay;
    let rest = Percent(waited.0 as f64 / now.0.max(1) as f64);
    let end: Pair = if share.0 >= COOKS {
        pair::LabEndCooks { now, then, buy, bought, times, share, rest }.into()
    } else {
        pair::LabEnd { now, then, buy, bought, times, share }.into()
    };
    teller.must_say("end", makespan, end, None);
}

pub(super) fn readout(show: &Show) -> Readout {
    let Some(course) = Course::of(show) else { return Readout::default() };
    let mut figures: Vec<Figure> = course.sides.iter().map(step).collect();
    figures.extend(course.sides.iter().map(|side| busy(&course, side)));
    figures.extend(course.sides.iter().map(planned));
    figures.extend(course.sides.iter().map(|side| shelf(&course, side)));
    if course.today.own.is_none() {
        figures.push(prices());
    }
    Readout { account: Some(account::of(&course)), ..Readout::from(figures) }
}

/// Where a step of the busiest chef went.
fn step(side: &Side) -> Figure {
    let ms = |time: Time| time.0 as f64 / 1e9;
    let ([cooking, inside, meeting, relay, update], all) = adding_up(side.spent().all().map(ms), 1);
    Figure::of(
        side.end,
        figure::LabStep {
            cooking,
            inside,
            meeting,
            relay,
            update,
            all,
            side: side.name.into(),
            kitchen: side.number(side.busiest),
        },
    )
    .answering()
}

/// Model FLOPs over the data sheet's peak.
fn busy(course: &Course, side: &Side) -> Figure {
    let (today, buy) = (&course.today, side.buy);
    let flops = today.recipe().step_flops(u64::from(today.texts()));
    let peak = run::ground(today, buy).system.gpu.peak_flops;
    let chefs = chefs(today, buy);
    let share = flops / (chefs as f64 * peak * side.end.as_secs().max(1e-12));
    Figure::told(figure::LabMfu {
        flops: Number(flops / 1e15, 2),
        chefs,
        peak: Number(peak / 1e15, 4),
        seconds: Number(side.end.as_secs(), 3),
        share: Percent(share),
        side: side.name.into(),
        texts: today.texts().into(),
        words: today.words().into(),
    })
    .answering()
}

/// The plan that the search found.
fn planned(side: &Side) -> Figure {
    let fact = |at: usize| i64::from(side.facts[at]);
    let again = [key::LAB_AGAIN_NONE, key::LAB_AGAIN_SOME, key::LAB_AGAIN_ALL];
    let again = again[(side.facts[fact::RECOMPUTE] as usize).min(Recompute::ALL.len() - 1)].into();
    let (fit, simulated, zero, texts) = (fact(fact::FIT), fact(fact::SIMULATED), fact(fact::ZERO), fact(fact::BOWL));
    let source = if fit == 0 {
        Line::from(msg::LabFigurePlanPublished { zero, texts, again })
    } else if side.facts[fact::PROVEN] == 1 {
        Line::from(msg::LabFigurePlanProven { fit, simulated, zero, texts, again })
    } else {
        Line::from(msg::LabFigurePlanCut { fit, simulated, zero, texts, again })
    };
    Figure::told(figure::LabPlan {
        tensor: fact(fact::TENSOR),
        pipeline: fact(fact::PIPELINE),
        data: fact(fact::DATA),
        chefs: fact(fact::TENSOR) * fact(fact::PIPELINE) * fact(fact::DATA),
        side: side.name.into(),
    })
    .from(source)
}

/// What the fullest shelf holds.
fn shelf(course: &Course, side: &Side) -> Figure {
    let gb = |at: usize| f64::from(side.facts[at]) / 1e3;
    let ([state, bowls], all) = adding_up([gb(fact::STATE), gb(fact::ACTIVATIONS)], 1);
    let hbm = run::ground(&course.today, side.buy).system.gpu.hbm;
    Figure::told(figure::LabShelf {
        state,
        bowls,
        all,
        side: side.name.into(),
        gb: all,
        hbm: Number(hbm.0 as f64 / 1e9, 0),
    })
}

/// US dollars of a server of eight H100 with eight 400G cards, and of switches and cables for one of its GPUs in a cluster of 512
/// (a spreadsheet of H100 clusters' costs, August 2024: `assets/reference/network_facts.csv`, n238 and n239).
const KITCHEN_USD: f64 = 310_000.0;
const STREET_USD: i32 = 1_882;

/// What is known of prices.
fn prices() -> Figure {
    let street = Number(f64::from(STREET_USD) * f64::from(CHEFS), 0);
    let kitchen = Number(KITCHEN_USD, 0);
    Figure::told(figure::LabPrice { kitchen, street, each: STREET_USD.into(), chefs: CHEFS.into() })
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let today = Today::of(scenario);
    let question = Line::from(msg::LabGate { model: today.recipe().name.into(), lot: lot(&today).into() });
    let options = today.offers().into_iter().map(|buy| Line::new(today.name(buy))).collect();
    Gate { question, at: "start", ask: Ask::Kinds(options) }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let today = &Today::of(scenario);
    let offers = today.offers();
    let now = case(today, None)?;
    let cases = offers.iter().map(|&buy| case(today, Some(buy))).collect::<Result<Vec<Case>, Line>>()?;
    let times: Vec<f64> = cases.iter().map(|case| case.end.0 as f64).collect();
    let right = Answers::least(&times);
    // Zero for what cannot be bought, which the sentence leaves out.
    let with =
        |buy: Buy| offers.iter().zip(&cases).find(|(offer, _)| **offer == buy).map_or(Time::ZERO, |case| case.1.end);
    let [street, tunnel, chef] = [Buy::Street, Buy::Tunnel, Buy::Chef].map(with);
    let [shelf, kitchens] = [Buy::Shelf, Buy::Kitchens].map(with);
    let reveal = if offers.contains(&Buy::Tunnel) {
        Line::from(msg::LabVerdict { now: now.end, street, tunnel, chef, shelf, kitchens })
    } else {
        Line::from(msg::LabVerdictTunnels { now: now.end, street, chef, shelf, kitchens })
    };
    let cases = std::iter::once(now).chain(cases).collect();
    Ok(Verdict { right: Right::Kinds(right), reveal, cases })
}

/// What the stage does that works the longest, the first of equal ones.
fn busiest(traced: &train::Traced, stages: u32) -> Vec<planner::Stretch> {
    let works = |one: &planner::Stretch| match one.doing {
        Doing::Forward | Doing::Backward => (one.end - one.start).saturating_sub(one.inside + one.meeting),
        Doing::Update => one.end - one.start,
        _ => Time::ZERO,
    };
    let mut best = (0, Vec::new());
    for stage in 0..stages {
        let lane = planner::stretches(traced, stage);
        let working = lane.iter().map(|one| works(one).0).sum();
        if working > best.0 {
            best = (working, lane);
        }
    }
    best.1
}

/// A restaurant's step, as its busiest stage went.
fn case(today: &Today, buy: Option<Buy>) -> Result<Case, Line> {
    let planned = run::plan(today, buy)?;
    let layout = &planned.step.layout;
    let traced = run::site(today, buy)?.traced(&today.recipe(), layout).map_err(|error| error.line())?;
    let lane = busiest(&traced, layout.pipeline).into_iter().map(|one| {
        let tone = match one.doing {
            Doing::Forward => Tone::Forward,
            Doing::Backward => Tone::Backward,
            Doing::Update => Tone::Other,
            _ => Tone::Sending,
        };
        Stretch { start: one.start, end: one.end, tone }
    });
    // Pauses of the relay are left empty, as in every race.
    let is_shown = |part: &Stretch| part.start < part.end;
    let lane = lane.filter(is_shown).collect();
    let name = buy.map_or(key::LAB_NOW, |buy| today.name(buy));
    Ok(Case {
        name: Line::from(msg::LabCase { side: name.into() }),
        end: planned.step.iteration,
        lanes: vec![lane],
        form: Form::Race,
    })
}
