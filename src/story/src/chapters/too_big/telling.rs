//! A recipe is read, then learnt: what comes onto the shelf, when it is fullest, and what would have to give way.

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::gate::{Form, Stretch, Tone};
use crate::story::sums;
use crate::story::{Ask, Case, Dial, Figure, Gate, Layered, Meter, Readout, Right, Script, Unit, Verdict, rehearse};
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_core::workload::memory::{self, Contents, Doing, MOST_WAYS, MemoryTimeline, Offload, USABLE_MEMORY};
use kitchen_core::workload::{Recompute, Zero};
use kitchen_text::{Line, Number, Pair, Percent, figure, key, msg, pair};

use super::params::Params;
use super::run::Step;

/// Decimal gigabytes.
pub(super) fn gb(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}

/// Decimals that a size is told with: fewer where it is large.
pub(super) fn digits(gb: f64) -> u8 {
    match gb {
        small if small < 9.95 => 2,
        large if large < 999.5 => 1,
        _ => 0,
    }
}

/// A size in gigabytes as it is told.
pub(super) fn told_gb(bytes: u64) -> Number {
    let gb = gb(bytes);
    Number(gb, digits(gb))
}

/// Parts in gigabytes and their sum, in as many decimals as are told of the sum: the largest part takes what rounding leaves.
fn adding_up<const N: usize>(parts: [u64; N]) -> ([Number; N], Number) {
    let whole = gb(parts.iter().sum());
    // A digit more than sizes alone are told with, so that what rounding moves is not seen beside them.
    let shown = if whole < 199.5 { 2 } else { digits(whole).min(1) };
    sums::adding_up(parts.map(gb), shown)
}

impl Step {
    fn model(&self) -> &'static str {
        self.ask().model.name
    }

    fn hbm(&self) -> Number {
        Number(gb(self.gpu().hbm.0), 0)
    }

    fn chefs(&self) -> i64 {
        i64::from(self.ask().ways)
    }

    /// What of a jar is on the first chef's shelf at every change between two instants.
    fn meter(&self, from: Time, to: Time, part: fn(&Contents) -> u64) -> Meter {
        let steps = self.shelf().steps.iter().filter(|step| step.0 >= from && step.0 <= to);
        Meter::Steps(steps.map(|step| (step.0, told_gb(part(&step.1)).into())).collect())
    }
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(step) = Step::of(show) else { return Vec::new() };
    let (model, gpu) = (step.model().into(), step.gpu().name.into());
    let (read, learn) = (told_gb(step.read.1.total().0), told_gb(step.peak.1.total().0));
    vec![
        Line::from(msg::TooBigOpening1 { model, gpu, hbm: step.hbm() }),
        Line::from(msg::TooBigOpening2 { read, learn, ratio: Number(step.times(), 1) }),
        fits_line(&step),
    ]
}

/// What is left of the shelf, or how much too small it is.
fn room(step: &Step) -> Result<Number, Number> {
    let (need, have) = (step.peak.1.total().0, step.gpu().hbm.0);
    if need > have { Err(told_gb(need - have)) } else { Ok(told_gb(have - need)) }
}

/// Whether it fits, with what is left or missing.
fn fits_line(step: &Step) -> Line {
    match room(step) {
        Ok(room) => msg::TooBigOpeningFits { room }.into(),
        Err(over) => msg::TooBigOpeningOver { over }.into(),
    }
}

pub(super) fn script(show: &Show) -> Script {
    let Some(step) = Step::of(show) else { return Script::default() };
    let mut teller = Teller::default();
    let (chefs, hbm, model) = (step.chefs(), step.hbm(), step.model().into());
    let caption: Line = if step.ask().zero == Zero::Parameters && step.ask().ways > 1 {
        msg::TooBigBeatStartShared { chefs, hbm, model }.into()
    } else {
        msg::TooBigBeatStart { chefs, hbm, model }.into()
    };
    let (model, gpu) = (step.model().into(), step.gpu().name.into());
    let xray = Line::from(msg::TooBigXrayStart { chefs, hbm, model, gpu, words: i64::from(step.ask().model.seq) });
    teller.must_say("start", Time::ZERO, Layered::of(caption, xray), None);
    let read = told_gb(step.read.1.total().0);
    teller.must_say("read", step.turn, pair::TooBigRead { read, time: step.turn }, None);
    fetched(&step, &mut teller);
    filled(&step, &mut teller);
    back(&step, &mut teller);
    rewritten(&step, &mut teller);
    let makespan = show.makespan();
    let took = makespan.saturating_sub(step.begins());
    let end: Pair = match room(&step) {
        Ok(room) => pair::TooBigEndFits { room, time: took }.into(),
        Err(over) => pair::TooBigEndOver { over, near: near(&step).into() }.into(),
    };
    teller.must_say("end", makespan, end, None);
    let held = step.meter(Time::ZERO, Time::MAX, |contents| contents.total().0);
    teller.meanwhile(pair::TooBigNow { held, hbm: step.hbm() });
    teller.finish(makespan)
}

/// Pages that come from the other chefs.
fn fetched(step: &Step, teller: &mut Teller) -> Option<()> {
    let ask = step.ask();
    if ask.ways < 2 || ask.zero != Zero::Parameters {
        return None;
    }
    // A layer in the middle of forward.
    let middle = step.lesson.blocks / 2;
    let is_one = |&task: &u32| {
        step.lesson.doing[task as usize].1 == middle && step.lesson.trace.start[task as usize] >= step.turn
    };
    let task = step.lesson.tasks(0, Doing::Gather).find(is_one)?;
    let (start, end) = (step.lesson.trace.start[task as usize], step.lesson.trace.end[task as usize]);
    let kitchen_core::sim::task::Work::Transfer { bytes, .. } = step.lesson.graph.work[task as usize] else {
        return None;
    };
    let (chefs, mb) = (step.chefs(), Number(bytes.0 as f64 / 1e6, 0));
    let told = pair::TooBigFetch { chefs, others: chefs - 1, mb, time: end.saturating_sub(start) };
    teller.must_say("fetch", end, told, Some((0, task)));
    Some(())
}

/// The notebooks, the moment when no room is left, and the bowls.
fn filled(step: &Step, teller: &mut Teller) -> Option<()> {
    let (ask, shelf) = (step.ask(), step.shelf());
    let forward = step.learning(Doing::Forward)?;
    if ask.offload.optimizer() {
        let at = Time(forward.0.0 + (forward.1.0 - forward.0.0) / 3);
        teller.must_say("away", at, pair::TooBigAway { gb: told_gb(ask.state().optimizer.0) }, None);
    } else if let Some(opened) = step.learning(Doing::Open) {
        let books = shelf.at(opened.1).optimizer;
        let ratio = Number(books as f64 / shelf.at(opened.1).weights.max(1) as f64, 1);
        let told = pair::TooBigOpen { bytes: ask.each.optimizer as i64, gb: told_gb(books), ratio };
        teller.may_say("open", opened.1, told, None);
    }
    if let Some(time) = step.over {
        let hbm = step.hbm();
        let told: Pair = if time == Time::ZERO {
            pair::TooBigOverAtOnce { hbm }.into()
        } else {
            pair::TooBigOver { hbm, time }.into()
        };
        teller.must_say("over", time.max(Time(step.turn.0 / 2)), told, None);
    }
    let (time, gb) = (forward.1, told_gb(shelf.at(forward.1).activations));
    let told: Pair = match (ask.offload.activations(), ask.layers_redone()) {
        (true, _) => pair::TooBigBowlsAway { gb, time }.into(),
        (_, 0) => pair::TooBigBowls { gb, time }.into(),
        (_, layers) => pair::TooBigBowlsRedone { gb, layers: layers.into(), time }.into(),
    };
    teller.must_say("bowls", time, told, None);
    Some(())
}

/// The way back, on which the report grows and the bowls go, and the sums with the others.
fn back(step: &Step, teller: &mut Teller) -> Option<()> {
    let (from, to) = step.learning(Doing::Backward)?;
    let report = |contents: &Contents| contents.gradients;
    let bowls = |contents: &Contents| contents.activations;
    let during = pair::TooBigBack { report: step.meter(from, to, report), bowls: step.meter(from, to, bowls) };
    let after = pair::TooBigBackDone { report: told_gb(step.shelf().at(to).gradients), time: to };
    let at = Time(from.0 + (to.0 - from.0) * 2 / 5);
    teller.must_say("back", at, Layered::from(during).until(to, after), None);
    let (time, chefs) = (step.learning(Doing::Sum)?.0, step.chefs());
    let told: Pair = match step.ask().zero {
        Zero::None => pair::TooBigSum { time, chefs }.into(),
        _ => pair::TooBigSumShared { time, chefs }.into(),
    };
    teller.may_say("sum", time, told, None);
    Some(())
}

/// The pencil, and the fullest moment there was.
fn rewritten(step: &Step, teller: &mut Teller) -> Option<()> {
    let update = step.learning(Doing::Update)?;
    let ask = step.ask();
    let at = |part: u64| Time(update.0.0 + (update.1.0 - update.0.0) * part / 10);
    let time = update.1.saturating_sub(update.0);
    if ask.offload.optimizer() {
        let gb = told_gb(ask.state().optimizer.0);
        let told = Layered::from(pair::TooBigCarry { gb }).until(update.1, pair::TooBigCarryDone { gb, time });
        teller.may_say("carry", at(2), told, None);
    } else {
        let now = Pair::plain(key::TOO_BIG_BEAT_UPDATE, key::TOO_BIG_XRAY_UPDATE);
        let told = Layered::from(now).until(update.1, pair::TooBigUpdateDone { time });
        teller.may_say("update", at(1), told, None);
    }
    let (time, full) = step.peak;
    let ([recipe, notebooks, report, bowls, rest], all) =
        adding_up([full.weights, full.optimizer, full.gradients, full.activations, full.buffers + full.reserved]);
    teller.must_say("peak", time, pair::TooBigPeak { time, all, recipe, notebooks, report, bowls, rest }, None);
    Some(())
}

/// Up to two ways out of a shelf that is too small.
pub(super) fn near(step: &Step) -> Line {
    let mut ways = memory::nearest(step.ask()).into_iter().map(|ask| -> Line {
        let redone = ask.recompute == Recompute::Full && step.ask().recompute != Recompute::Full;
        let how = match (redone, ask.offload) {
            (false, Offload::Nothing) => None,
            (true, Offload::Nothing) => Some(key::TOO_BIG_NEAR_REDONE),
            (false, Offload::Optimizer) => Some(key::TOO_BIG_NEAR_NOTEBOOKS),
            (true, Offload::Optimizer) => Some(key::TOO_BIG_NEAR_NOTEBOOKS_REDONE),
            (false, Offload::Activations) => Some(key::TOO_BIG_NEAR_BOWLS),
            (true, Offload::Activations) => Some(key::TOO_BIG_NEAR_BOWLS_REDONE),
            (false, Offload::Both) => Some(key::TOO_BIG_NEAR_BOTH),
            (true, Offload::Both) => Some(key::TOO_BIG_NEAR_BOTH_REDONE),
        };
        let (chefs, stage) = (i64::from(ask.ways), i64::from(ask.zero.stage()));
        match how {
            how if chefs == 1 => msg::TooBigNearAlone { how: how.unwrap_or(key::TOO_BIG_NEAR_PLAIN).into() }.into(),
            None => msg::TooBigNearShared { chefs, stage }.into(),
            Some(how) => msg::TooBigNearSharedHow { chefs, stage, how: how.into() }.into(),
        }
    });
    match (ways.next(), ways.next_back()) {
        (Some(first), Some(second)) => Line::from(msg::TooBigNearTwo { first: first.into(), second: second.into() }),
        (Some(only), None) => only,
        _ => Line::from(msg::TooBigNearNone { most: i64::from(MOST_WAYS) }),
    }
}

pub(super) fn readout(show: &Show) -> Readout {
    let Some(step) = Step::of(show) else { return Readout::default() };
    let mut figures = vec![peak(&step), state(&step), largest(&step), bowls(&step), time(&step, show.makespan())];
    if step.spilled() > Bytes::ZERO {
        figures.push(Figure {
            name: Line::new(key::TOO_BIG_FIGURE_NEAR),
            value: near(&step),
            formula: Line::new(key::TOO_BIG_FIGURE_NEAR_FORMULA),
            filled: fits_line(&step),
            source: Line::new(key::TOO_BIG_FIGURE_NEAR_SOURCE),
            is_answer: true,
        });
    }
    if step.ask().offload != Offload::Nothing {
        figures.extend(carried(&step));
    }
    Readout::from(figures)
}

fn peak(step: &Step) -> Figure {
    let (when, full) = step.peak;
    let ([recipe, notebooks, report, bowls, loan, tools], all) = adding_up(full.parts());
    Figure::saying(
        msg::TooBigGb { gb: all },
        figure::TooBigPeak {
            recipe,
            notebooks,
            report,
            bowls,
            loan,
            tools,
            all,
            time: when,
            share: Percent(1.0 - USABLE_MEMORY),
        },
    )
    .answering()
}

/// What each number of the recipe takes, and what is shared out.
fn state(step: &Step) -> Figure {
    let ask = step.ask();
    let state = ask.state();
    let [w, g, o] = [ask.each.weights, ask.each.gradients, ask.each.optimizer].map(|bytes| bytes as i64);
    let formula = match ask.zero {
        Zero::None => msg::TooBigFormulaZero0 { w, g, o }.into(),
        Zero::Optimizer => msg::TooBigFormulaZero1 { w, g, o }.into(),
        Zero::Gradients => msg::TooBigFormulaZero2 { w, g, o }.into(),
        Zero::Parameters => msg::TooBigFormulaZero3 { w, g, o }.into(),
    };
    let ([weights, gradients, optimizer], all) = adding_up([state.weights.0, state.gradients.0, state.optimizer.0]);
    let parameters = ask.parameters();
    Figure {
        name: Line::new(key::TOO_BIG_FIGURE_STATE),
        value: msg::TooBigGb { gb: told_gb(state.total().0) }.into(),
        formula,
        filled: msg::TooBigFigureStateFilled { weights, gradients, optimizer, all }.into(),
        source: Line::from(msg::TooBigFigureStateSource {
            billions: Number(parameters as f64 / 1e9, 2),
            chefs: step.chefs(),
        }),
        is_answer: true,
    }
}

/// How large a recipe one shelf can hold to read, and to learn, were there nothing else on it.
fn largest(step: &Step) -> Figure {
    let ask = step.ask();
    let room = ask.gpu().hbm.0 - ask.reserved().0;
    let billions = |bytes: u64| gb(room) / bytes as f64;
    let (read, learn) = (billions(ask.each.weights), billions(ask.each.all()));
    Figure::told(figure::TooBigLargest {
        read: Number(read, 1),
        learn: Number(learn, 1),
        room: told_gb(room),
        w: ask.each.weights as i64,
        all: ask.each.all() as i64,
    })
    .answering()
}

/// What forward keeps by the published formula.
fn bowls(step: &Step) -> Figure {
    let ask = step.ask();
    let redone = ask.layers_redone();
    let kept = [Recompute::Selective, Recompute::Full].map(|how| ask.layer_kept(how));
    let layers = u64::from(ask.model.layers - redone) * kept[0];
    let inputs = u64::from(redone) * kept[1];
    let around = [
        memory::activations::head_bytes(&ask.model, ask.sequences) as u64,
        if ask.model.gated { 0 } else { memory::activations::embedding_bytes(&ask.model, ask.sequences, 1) as u64 },
    ];
    let ([whole, inputs, around], all) = adding_up([layers, inputs, around.iter().sum()]);
    Figure::saying(
        msg::TooBigGb { gb: all },
        figure::TooBigBowls {
            layers: i64::from(ask.model.layers - redone),
            whole,
            redone: i64::from(redone),
            inputs,
            around,
            all,
            texts: i64::from(ask.sequences),
            words: i64::from(ask.model.seq),
            hidden: i64::from(ask.model.hidden),
        },
    )
    .answering()
}

/// How long the step took, from its forward pass on: notebooks are laid out once, and not for each step.
fn time(step: &Step, makespan: Time) -> Figure {
    let trace = &step.lesson.trace;
    let worked = |doing: Doing| {
        let spans = step.lesson.tasks(0, doing).filter(|&task| trace.start[task as usize] >= step.turn);
        spans.fold(0, |sum, task| sum + (trace.end[task as usize] - trace.start[task as usize]).0)
    };
    let parts = [Doing::Forward, Doing::Backward, Doing::Update].map(worked);
    let all = makespan.saturating_sub(step.begins()).0;
    let rest = all.saturating_sub(parts.iter().sum());
    // Picoseconds as if they were bytes: milliseconds have as many digits as gigabytes.
    let ([forward, back, update, rest], sum) = adding_up([parts[0], parts[1], parts[2], rest]);
    Figure::of(Time(all), figure::TooBigTime { forward, back, update, rest, all: sum })
}

/// What crossed the corridor to the pantry and back, and how fast.
fn carried(step: &Step) -> Option<Figure> {
    let trace = &step.lesson.trace;
    let moved = |doing: Doing| {
        step.lesson.tasks(0, doing).fold((0, Time::ZERO), |(bytes, time), task| {
            let own = match step.lesson.graph.work[task as usize] {
                kitchen_core::sim::task::Work::Transfer { bytes, .. } => bytes.0,
                _ => 0,
            };
            (bytes + own, time + (trace.end[task as usize] - trace.start[task as usize]))
        })
    };
    let (bytes, time) = moved(Doing::Load);
    let rate = Rate::bytes_per_s(bytes as f64 / time.as_secs().max(1e-15));
    (bytes > 0).then(|| {
        Figure::saying(msg::TooBigGb { gb: told_gb(bytes) }, figure::TooBigCarried { gb: told_gb(bytes), time, rate })
            .answering()
    })
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let params = Params::of(scenario);
    let recipe = params.digits.weights * super::run::ask(params).parameters();
    let question = msg::TooBigGate { gb: told_gb(recipe) }.into();
    Gate { question, at: "read", ask: Ask::Number(Dial { unit: Unit::Times, min: 0.5, max: 100.0 }) }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let show = rehearse(scenario)?;
    let step = Step::of(&show).ok_or_else(|| Line::new(key::TOO_BIG_NOBODY))?;
    let [read, learn] = [step.read.1, step.peak.1].map(|held| told_gb(held.total().0));
    let reveal = msg::TooBigVerdict { read, learn, ratio: Number(step.times(), 2) }.into();
    let cases = vec![
        case(&step, msg::TooBigCaseRead { gb: read }.into(), true),
        case(&step, msg::TooBigCaseLearn { gb: learn }.into(), false),
    ];
    Ok(Verdict { right: Right::Number(step.times()), reveal, cases })
}

/// Reading or learning of the first chef, each on a clock of its own.
fn case(step: &Step, name: Line, reads: bool) -> Case {
    let trace = &step.lesson.trace;
    let kinds: &[(Doing, Tone)] = if reads {
        &[(Doing::Read, Tone::Forward)]
    } else {
        &[
            (Doing::Open, Tone::Other),
            (Doing::Forward, Tone::Forward),
            (Doing::Backward, Tone::Backward),
            (Doing::Update, Tone::Other),
        ]
    };
    let from = if reads { Time::ZERO } else { step.turn };
    let mut lane: Vec<Stretch> = Vec::new();
    for &(doing, tone) in kinds {
        for task in step.lesson.tasks(0, doing) {
            let (start, end) = (trace.start[task as usize] - from, trace.end[task as usize] - from);
            match lane.last_mut() {
                Some(last) if last.tone == tone && last.end >= start => last.end = end,
                _ if start < end => lane.push(Stretch { start, end, tone }),
                _ => {}
            }
        }
    }
    let end = lane.iter().map(|stretch| stretch.end).max().unwrap_or(Time::ZERO);
    Case { name, end, lanes: vec![lane], form: Form::Race }
}

/// The shelf of a chef, for the picture's curve: the fullest of each of so many equal parts of the run.
pub(super) fn curve(shelf: &MemoryTimeline, makespan: Time, columns: usize) -> Vec<Contents> {
    let edge = |column: usize| Time((u128::from(makespan.0) * column as u128 / columns.max(1) as u128) as u64);
    let end = |column: usize| Time(edge(column + 1).0.max(edge(column).0 + 1));
    (0..columns).map(|column| shelf.peak(edge(column), end(column)).1).collect()
}
