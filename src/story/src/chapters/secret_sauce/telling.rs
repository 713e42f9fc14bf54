//! How does the recipe improve? What is said of the way down: every number is the descent's, every instant the trace's.

use kitchen_core::descent::model::{FEATURES, Model};
use kitchen_core::descent::{Batch, Descent, Plan, Step};
use kitchen_core::sim::task::TaskId;
use kitchen_core::units::Time;
use kitchen_text::{Arg, Key, Line, Number, Pair, Percent, count, figure, format, key, msg, pair};

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::{Facts, Teller};
use crate::story::gate::Form;
use crate::story::{Answers, Ask, Case, Figure, Gate, Layered, Meter, Readout, Right, Script, Verdict, rehearse};

use super::course::{Course, Round, length};
use super::kind::KIND;
use super::params::{Params, Start, Tasters};
use super::run::{MOST, NEAR, operations, phases, plan, settled};

/// Digits of a loss: three in all.
pub(super) fn digits(loss: f64) -> u8 {
    if loss >= 9.995 { 1 } else { 2 }
}

/// A loss as it is told.
pub(super) fn loss(loss: f64) -> Number {
    Number(loss, digits(loss))
}

/// Grams, and points for a gram, are told to so many places.
pub(super) const PLACES: u8 = 2;

/// Grams, or points for a gram, as they are told.
pub(super) fn grams(grams: f64) -> Number {
    Number(grams, PLACES)
}

/// Digits of a learning rate: as many as it has.
pub(super) fn rate_places(rate: f64) -> u8 {
    if (rate * 10.0 - (rate * 10.0).round()).abs() < 1e-9 { 1 } else { 2 }
}

/// A learning rate as it is told.
pub(super) fn rate(rate: f64) -> Number {
    Number(rate, rate_places(rate))
}

/// The letter of a guest, from A.
pub(super) fn guest(taster: usize) -> String {
    char::from(b'A' + taster as u8).to_string()
}

/// The name of a parameter.
pub(super) fn parameter(recipe: Model, at: usize) -> Key {
    const POTS: [Key; 3] = [key::SECRET_SAUCE_SALT, key::SECRET_SAUCE_VINEGAR, key::SECRET_SAUCE_SUGAR];
    const MIX: [Key; 3] = [key::SECRET_SAUCE_POT_1, key::SECRET_SAUCE_POT_2, key::SECRET_SAUCE_BASE];
    if recipe == Model::TwoLayer && at >= 6 { MIX[at - 6] } else { POTS[at % 3] }
}

/// The three amounts of the first page: salt, vinegar and sugar.
fn amounts(values: &[f64]) -> [Number; 3] {
    [values[0], values[1], values[2]].map(grams)
}

/// How many of the guests asked found it too strong, and how many too weak.
fn strong_and_weak(course: &Course, step: &Step) -> [usize; 2] {
    let wish = |taster: usize| course.descent.plan.dataset.samples()[taster].target;
    let errors = || step.batch.iter().map(|&taster| step.predictions[taster] - wish(taster));
    [errors().filter(|error| *error > 0.0).count(), errors().filter(|error| *error < 0.0).count()]
}

/// How many products the slope of the first parameter is the sum of.
fn products(course: &Course) -> usize {
    let Some(forward) = course.descent.forward(0) else { return 0 };
    forward.tape.shares(&forward.backward(), forward.parameters[0]).len()
}

/// How often in a row the salt turned round, from the first step on, up to `most`.
pub(super) fn turns(course: &Course, most: usize) -> usize {
    let pairs = course.descent.steps.windows(2).take(most);
    pairs.take_while(|pair| pair[0].update[0] * pair[1].update[0] < 0.0).count()
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(course) = Course::of(show) else { return Vec::new() };
    let steps = &course.descent.steps;
    let (first, last) = (loss(steps[0].loss), loss(steps[steps.len() - 1].loss));
    vec![
        Line::from(msg::SecretSauceOpening1 { n: count(course.descent.plan.model.parameters().len()) }),
        Line::from(msg::SecretSauceOpening2 { first, last, n: count(steps.len() - 1) }),
        Line::from(msg::SecretSauceOpening3 { time: show.makespan() }),
    ]
}

pub(super) fn script(show: &Show) -> Script {
    let Some(course) = Course::of(show) else { return Script::default() };
    let mut teller = Teller::default();
    first_step(&course, &mut teller);
    later_steps(show, &course, &mut teller);
    ending(&course, show.makespan(), &mut teller);
    teller.finish(show.makespan())
}

/// The parts of a step as tasks: the trace's tasks are in their order, four a step.
const fn task(round: usize, part: usize) -> (usize, TaskId) {
    (0, (round * 4 + part) as TaskId)
}

fn start(course: &Course) -> Line {
    let step = &course.descent.steps[0];
    let [salt, vinegar, sugar] = amounts(&step.parameters);
    match (course.params.recipe(), course.params.tasters) {
        (Model::TwoLayer, _) => Line::from(msg::SecretSauceBeatStartPages { pots: 6, mix: 3 }),
        (_, Tasters::Alike) if course.params.start == Start::Salty => {
            Line::from(msg::SecretSauceBeatStartAlike { salt, vinegar, sugar })
        }
        (_, Tasters::One) => Line::from(msg::SecretSauceBeatStartOne { who: guest(step.batch[0]).into() }),
        _ => Line::from(msg::SecretSauceBeatStart { salt, vinegar, sugar }),
    }
}

/// The four parts of the first step, one by one.
fn first_step(course: &Course, teller: &mut Teller) {
    let (params, plan) = (course.params, &course.descent.plan);
    let (step, round) = (&course.descent.steps[0], course.rounds[0]);
    let kernels: u32 = phases(params).iter().map(|phase| phase.kernels).sum();
    let xray = Line::from(msg::SecretSauceXrayStart {
        rate: rate(plan.rate),
        momentum: Number(plan.momentum, 1),
        kernels: kernels.into(),
    });
    teller.must_say("start", Time::ZERO, Layered::of(start(course), xray), Some(task(0, 0)));
    let [strong, weak] = strong_and_weak(course, step);
    teller.must_say(
        "tasted",
        round.tasted(),
        pair::SecretSauceTasted { strong: count(strong), weak: count(weak) },
        Some(task(0, 1)),
    );
    let batch = loss(step.batch_loss);
    let told: Pair = if step.batch.len() == 1 {
        pair::SecretSauceLossOne { loss: batch }.into()
    } else {
        pair::SecretSauceLoss { loss: batch }.into()
    };
    teller.must_say("loss", round.known(), told, Some(task(0, 2)));
    let n = products(course);
    let back = match params.recipe() {
        Model::OneLayer => Line::from(msg::SecretSauceBeatBack { n: count(n) }),
        Model::TwoLayer => Line::from(msg::SecretSauceBeatBackPages { n: count(n) }),
    };
    let middle = Time(u64::midpoint(round.known().0, round.sheet().0));
    teller.must_say(
        "back",
        middle,
        Layered::of(back, Line::from(msg::SecretSauceXrayBack { n: count(n) })),
        Some(task(0, 2)),
    );
    let sheet = match params.recipe() {
        Model::OneLayer => {
            let [salt, vinegar, sugar] = amounts(&step.gradient);
            Line::from(msg::SecretSauceBeatSheet { salt, vinegar, sugar })
        }
        Model::TwoLayer => {
            Line::from(msg::SecretSauceBeatSheetPages { salt: grams(step.gradient[0]), mix: grams(step.gradient[6]) })
        }
    };
    let xray = Line::from(msg::SecretSauceXraySheet { norm: grams(length(&step.gradient)) });
    teller.must_say("sheet", round.sheet(), Layered::of(sheet, xray), Some(task(0, 3)));
    let once = pair::SecretSauceOnce { n: count(plan.model.parameters().len()) };
    let middle = Time(u64::midpoint(round.sheet().0, round.page().0));
    teller.must_say("once", middle, once, Some(task(0, 3)));
    let [from, to] = [step.parameters[0], step.parameters[0] + step.update[0]].map(grams);
    let edit: Pair = if course.is_by_hand() {
        pair::SecretSauceEditOwn { from, to, report: grams(plan.by_report(step)[0]) }.into()
    } else {
        pair::SecretSauceEdit { rate: rate(plan.rate), from, slope: grams(step.gradient[0]), to }.into()
    };
    teller.must_say("edit", round.page(), edit, Some(task(0, 3)));
}

/// From the second tasting on: the numbers follow the run.
fn later_steps(show: &Show, course: &Course, teller: &mut Teller) {
    let steps = &course.descent.steps;
    let Some(second) = course.rounds.get(1) else { return };
    let follow = |at: &dyn Fn(&Round) -> Time, value: &dyn Fn(usize) -> Arg| {
        let known = course.rounds.iter().enumerate().filter(|(_, round)| at(round) < Time::MAX);
        Meter::Steps(known.map(|(step, round)| (at(round), value(step))).collect())
    };
    let now = || pair::SecretSauceAgain {
        step: follow(&Round::known, &|step| Arg::Int(step as i64)),
        loss: follow(&Round::known, &|step| loss(steps[step].loss).into()),
        norm: follow(&Round::sheet, &|step| grams(length(&steps[step].gradient)).into()),
    };
    let again = |teller: &mut Teller, id: &str, at: Time| teller.must_say(id, at, now(), None);
    if let Some(run) = show.runs.first() {
        let facts = Facts::new(run);
        teller.meanwhile(Layered::of(facts.now(1), facts.now_xray(1)).until(course.rounds[0].sheet(), now()));
    }
    if let (Batch::One { .. }, [first, then, ..]) = (course.descent.plan.batch, &steps[..])
        && then.loss > first.loss
    {
        let (from, to, who) = (loss(first.loss), loss(then.loss), guest(first.batch[0]).into());
        teller.must_say("again", second.known(), pair::SecretSauceOne { from, to, who }, Some(task(1, 2)));
        if let Some(fourth) = course.rounds.get(3) {
            again(teller, "on", fourth.known());
        }
        return;
    }
    again(teller, "again", second.known());
    if let Some(rose) = course.rose().filter(|&rose| course.rounds[rose].known() < Time::MAX) {
        let [from, to] = [rose - 1, rose].map(|step| loss(steps[step].loss));
        let told = pair::SecretSauceRose { from, to, step: count(rose) };
        teller.must_say("rose", course.rounds[rose].known(), told, Some(task(rose, 1)));
        if let Some(later) = course.rounds.get(rose + 2) {
            again(teller, "on", later.known());
        }
        return;
    }
    let often = turns(course, 4);
    // The valley: elsewhere a turning is no more than a step somewhat long.
    if let (4, Tasters::Alike, Some(curvature)) = (often, course.params.tasters, &course.descent.curvature) {
        let caption = Line::from(msg::SecretSauceBeatZigzag { n: count(often) });
        let xray = Line::from(msg::SecretSauceXrayZigzag { condition: Number(curvature.condition(), 0) });
        teller.must_say("zigzag", course.rounds[often].page(), Layered::of(caption, xray), Some(task(often, 3)));
        if let Some(later) = course.rounds.get(often + 3) {
            again(teller, "on", later.known());
        }
    } else if let Some(half) = course.settled().map(|settled| settled / 2).filter(|half| *half > 1) {
        // The first that is the report's.
        let [first, later] = [usize::from(course.is_by_hand()), half - 1].map(|step| course.moved(step));
        if later < first {
            let step = count(half);
            let (first, later) = (grams(first), grams(later));
            let caption =
                Line::from(msg::SecretSauceBeatShorter { step, rate: rate(course.params.rate), first, later });
            let [first, later] = [0, half - 1].map(|step| grams(length(&steps[step].gradient)));
            let xray = Line::from(msg::SecretSauceXrayShorter { step, first, later });
            teller.must_say(
                "shorter",
                course.rounds[half - 1].page(),
                Layered::of(caption, xray),
                Some(task(half - 1, 3)),
            );
        }
        if let Some(later) = course.rounds.get(half + 2) {
            again(teller, "on", later.known());
        }
    }
}

fn ending(course: &Course, makespan: Time, teller: &mut Teller) {
    let (params, steps) = (course.params, &course.descent.steps);
    let xray = Line::from(msg::SecretSauceXrayEnd { time: makespan, n: count(steps.len() - 1) });
    if let Some((step, at)) = course.spilled() {
        let (what, grams) = (parameter(params.recipe(), at).into(), Number(steps[step].parameters[at], 1));
        let step = count(step);
        let told = if let Some(limit) = limit(course) {
            let limit = Number(limit, 3);
            Layered::from(pair::SecretSauceSpilled { step, what, grams, rate: rate(params.rate), limit })
        } else {
            Layered::of(Line::from(msg::SecretSauceBeatSpilledPages { step, what, grams }), xray)
        };
        return teller.must_say("spilled", makespan, told, None);
    }
    let (Some(settled), Some(curvature)) = (course.settled(), &course.descent.curvature) else {
        let (first, last) = (loss(steps[0].loss), loss(steps[steps.len() - 1].loss));
        let n = count(steps.len() - 1);
        let caption = if params.tasters == Tasters::One {
            Line::from(msg::SecretSauceBeatUnsettledOne { n, first, last })
        } else {
            Line::from(msg::SecretSauceBeatUnsettled { n, first, last })
        };
        return teller.must_say("end", makespan, Layered::of(caption, xray), None);
    };
    let told = pair::SecretSauceSettled {
        step: count(settled),
        loss: Number(steps[settled].loss, PLACES),
        floor: Number(curvature.floor, PLACES),
    };
    teller.must_say("settled", course.rounds[settled].known(), told, Some(task(settled, 1)));
    let caption = if params.tasters == Tasters::Alike {
        Line::from(msg::SecretSauceBeatValley { condition: Number(curvature.condition(), 0) })
    } else {
        Line::from(msg::SecretSauceBeatFloor { floor: Number(curvature.floor, PLACES) })
    };
    teller.must_say("end", makespan, Layered::of(caption, xray), None);
}

/// The learning rate from which steps diverge, where it is known: one page, and all tasters asked.
fn limit(course: &Course) -> Option<f64> {
    let curvature = course.descent.curvature.as_ref().filter(|_| course.descent.plan.batch == Batch::All)?;
    Some(curvature.largest_stable_rate(course.params.momentum))
}

/// All steps of the same run at another learning rate.
fn whole_at(scenario: &Scenario, rate: f64) -> Option<Descent> {
    Plan { rate, ..plan(scenario) }.run().ok()
}

pub(super) fn readout(show: &Show) -> Readout {
    let Some(course) = Course::of(show) else { return Readout::default() };
    let came_down = settled_figure(&course).unwrap_or_else(|| last_figure(&course));
    // Only a run at the rate that the question is about answers it.
    let is_asked = (course.params.rate - ASKED[2]).abs() < 1e-9;
    let mut figures = vec![Figure { is_answer: is_asked, ..came_down }, loss_figure(&course)];
    figures.extend(slope_figure(&course));
    if !course.is_by_hand() {
        figures.push(step_figure(&course));
    }
    figures.extend(limit_figure(&course));
    figures.push(time_figure(&course));
    Readout::from(figures)
}

fn settled_figure(course: &Course) -> Option<Figure> {
    let (settled, curvature) = (course.settled()?, course.descent.curvature.as_ref()?);
    let steps = &course.descent.steps;
    let (first, floor) = (steps[0].loss, curvature.floor);
    Some(Figure::told(figure::SecretSauceSettled {
        n: count(settled),
        loss: Number(steps[settled].loss, 3),
        floor: Number(floor, 3),
        first: Number(first, 3),
        bound: Number(floor + NEAR * (first - floor), 3),
    }))
}

/// The loss after the last step.
fn last_figure(course: &Course) -> Figure {
    let steps = &course.descent.steps;
    let mut figure = loss_figure_of(course, steps.len() - 1);
    figure.name = Line::from(msg::SecretSauceFigureLast { n: count(steps.len() - 1) });
    figure
}

fn loss_figure(course: &Course) -> Figure {
    loss_figure_of(course, 0)
}

/// A loss as the mean of its squares, with as many places as it takes to add up.
fn loss_figure_of(course: &Course, at: usize) -> Figure {
    let step = &course.descent.steps[at];
    let tasters = course.descent.plan.dataset.samples();
    let places = if at == 0 && course.is_one_layer() { 1 } else { 3 };
    let mut sum = String::new();
    for (taste, taster) in step.predictions.iter().zip(tasters) {
        if !sum.is_empty() {
            sum.push_str(" + ");
        }
        let error = taste - taster.target;
        if error < 0.0 {
            sum.push('(');
        }
        format::push_number(&mut sum, error, places);
        sum.push_str(if error < 0.0 { ")²" } else { "²" });
    }
    let loss = loss(step.loss);
    Figure::of(loss, figure::SecretSauceLoss { sum: sum.into(), loss, n: count(tasters.len()) })
}

/// The slope of salt on the first report, as the sum of what comes back from each guest who tastes salt.
fn slope_figure(course: &Course) -> Option<Figure> {
    let step = course.descent.steps.first().filter(|_| course.is_one_layer())?;
    let tasters = course.descent.plan.dataset.samples();
    let mut sum = String::new();
    for &taster in step.batch.iter().filter(|&&taster| tasters[taster].inputs[0] > 0.0) {
        if !sum.is_empty() {
            sum.push_str(" + ");
        }
        let error = step.predictions[taster] - tasters[taster].target;
        if error < 0.0 {
            sum.push('(');
        }
        format::push_number(&mut sum, error, 1);
        if error < 0.0 {
            sum.push(')');
        }
        sum.push_str(" × ");
        format::push_number(&mut sum, tasters[taster].inputs[0], 0);
    }
    Some(Figure::of(
        Number(step.gradient[0], PLACES),
        figure::SecretSauceSlope {
            n: count(step.batch.len()),
            sum: sum.into(),
            slope: Number(step.gradient[0], PLACES),
        },
    ))
}

fn step_figure(course: &Course) -> Figure {
    let step = &course.descent.steps[0];
    let to = step.parameters[0] + step.update[0];
    Figure::told(figure::SecretSauceStep {
        from: Number(step.parameters[0], 3),
        rate: rate(course.params.rate),
        slope: Number(step.gradient[0], 3),
        to: Number(to, 3),
        salt: Number(to, PLACES),
    })
    .answering()
}

fn limit_figure(course: &Course) -> Option<Figure> {
    let (limit, curvature) = (limit(course)?, course.descent.curvature.as_ref()?);
    Some(
        Figure::of(
            Number(limit, 3),
            figure::SecretSauceLimit {
                momentum: Number(course.params.momentum, 1),
                steepest: Number(curvature.eigenvalues[FEATURES.len() - 1], PLACES),
                limit: Number(limit, 3),
            },
        )
        .answering(),
    )
}

/// How long a step takes on the GPU, and how little of that is arithmetic.
fn time_figure(course: &Course) -> Figure {
    let kernels: u32 = phases(course.params).iter().map(|phase| phase.kernels).sum();
    let round = course.rounds[0];
    let whole = round.page().saturating_sub(round.start());
    Figure::of(
        whole,
        figure::SecretSauceTime {
            n: kernels.into(),
            each: Time(whole.0 / u64::from(kernels.max(1))),
            time: whole,
            operations: Number(operations(course.params), 0),
        },
    )
}

/// The learning rates that the question compares; the last is the one asked about.
pub(super) const ASKED: [f64; 3] = [0.05, 0.1, 0.2];

/// In how many steps each of [`ASKED`] comes down, whatever the reader's own rate is.
fn asked(scenario: &Scenario) -> [Option<usize>; 3] {
    ASKED.map(|rate| settled(&whole_at(scenario, rate)?))
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let [Some(slow), Some(fast), _] = asked(scenario) else {
        let question = Line::from(msg::SecretSauceGateBest { n: MOST.into() });
        return Gate { question, at: "again", ask: Ask::Kinds(ASKED.map(at_rate).to_vec()) };
    };
    let about = |n: usize| Line::from(msg::SecretSauceGateAbout { n: count(n) });
    let mut options: Vec<Line> = guesses(fast).map(about).to_vec();
    options.push(Line::new(key::SECRET_SAUCE_GATE_NEVER));
    Gate {
        question: Line::from(msg::SecretSauceGate { slow: count(slow), fast: count(fast) }),
        at: "settled",
        ask: Ask::Kinds(options),
    }
}

/// What a run at a learning rate is called.
fn at_rate(asked: f64) -> Line {
    Line::from(msg::SecretSauceGateRate { rate: rate(asked) })
}

/// What a run at a learning rate came to: its last loss, after how many steps.
fn ended(course: &Course, asked: f64) -> Line {
    let steps = &course.descent.steps;
    let (n, last) = (count(steps.len() - 1), loss(steps.last().map_or(0.0, |step| step.loss)));
    if course.spilled().is_some() {
        return msg::SecretSauceCaseSpilled { rate: rate(asked), n, loss: last }.into();
    }
    msg::SecretSauceCase { rate: rate(asked), n, loss: last }.into()
}

/// Half as many steps, as many, and twice as many.
fn guesses(fast: usize) -> [usize; 3] {
    [fast.div_ceil(2), fast, 2 * fast]
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let shows = ASKED.map(|rate| rehearse(&Params { rate, ..Params::of(scenario) }.scenario(KIND)));
    let mut cases = Vec::new();
    let mut wild = None;
    for (show, rate) in shows.into_iter().zip(ASKED) {
        let show = show?;
        wild = Course::of(&show);
        let name = wild.as_ref().map_or_else(|| at_rate(rate), |course| ended(course, rate));
        let losses = wild.iter().flat_map(|course| &course.descent.steps).map(|step| step.loss).collect();
        cases.extend(Case::of(name, &show).map(|case| Case { form: Form::Curve(losses), ..case }));
    }
    let [Some(_), Some(fast), found] = asked(scenario) else {
        // All of them as far as they go, none ended where it has come down.
        let whole = |rate: f64| whole_at(scenario, rate);
        let last = |rate: f64| whole(rate).and_then(|whole| Some(whole.steps.last()?.loss)).unwrap_or(f64::MAX);
        let lasts = ASKED.map(last);
        let [slow, fast, faster] = lasts.map(loss);
        let reveal = Line::from(msg::SecretSauceVerdictBest { slow, fast, faster });
        return Ok(Verdict { right: Right::Kinds(Answers::least(&lasts)), reveal, cases });
    };
    let wild = wild.and_then(|course| limit(&course).filter(|_| course.spilled().is_some()));
    let (right, reveal) = match (found, wild) {
        (Some(found), _) => {
            let far = guesses(fast).map(|n| (n as f64 / found as f64).max(found as f64 / n as f64));
            (Answers::least(&far), Line::from(msg::SecretSauceVerdictSteps { n: count(found) }))
        }
        (None, Some(limit)) => {
            let share = Percent(ASKED[1] / limit);
            (Answers { bits: 1 << 3 }, Line::from(msg::SecretSauceVerdict { limit: Number(limit, 3), share }))
        }
        _ => (Answers { bits: 1 << 3 }, Line::from(msg::SecretSauceVerdictNot { n: MOST.into() })),
    };
    Ok(Verdict { right: Right::Kinds(right), reveal, cases })
}

/// How many guests there are.
pub(super) fn guests(course: &Course) -> usize {
    course.descent.plan.dataset.samples().len()
}

/// How much too strong a guest finds the sauce at a step, in points; too weak below zero.
pub(super) fn error(course: &Course, step: usize, guest: usize) -> f64 {
    course.descent.steps[step].predictions[guest] - course.descent.plan.dataset.samples()[guest].target
}
