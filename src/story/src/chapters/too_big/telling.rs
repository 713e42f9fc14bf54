//! A recipe is read, then learnt: what comes onto the shelf, when it is fullest, and what would have to give way.

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::gate::{Stretch, Tone};
use crate::story::sums;
use crate::story::{
    Ask, Case, Dial, Figure, Gate, Layered, Meter, Readout, Right, Said, Script, Unit, Verdict, rehearse,
};
use kitchen_core::text::{Arg, Key, Line, Number, Percent, figure, key, msg};
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_core::workload::memory::{self, Contents, Doing, MOST_WAYS, MemoryTimeline, Offload, USABLE_MEMORY};
use kitchen_core::workload::{Recompute, Zero};

use super::params::Params;
use super::run::{Step, WORDS};

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

fn told_gb(line: Line, name: &'static str, bytes: u64) -> Line {
    let gb = gb(bytes);
    line.number(name, gb, digits(gb))
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

    fn hbm(&self, line: Line) -> Line {
        line.number("hbm", gb(self.gpu().hbm.0), 0)
    }

    fn chefs(&self) -> i64 {
        i64::from(self.ask().ways)
    }

    /// What of a jar is on the first chef's shelf at every change between two instants.
    fn meter(&self, from: Time, to: Time, part: fn(&Contents) -> u64) -> Meter {
        let steps = self.shelf().steps.iter().filter(|step| step.0 >= from && step.0 <= to);
        Meter::Steps(steps.map(|step| (step.0, size(part(&step.1)))).collect())
    }
}

fn size(bytes: u64) -> Arg {
    let gb = gb(bytes);
    Arg::Number(gb, digits(gb))
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(step) = Step::of(show) else { return Vec::new() };
    let line = told_gb(Line::new(key::TOO_BIG_OPENING_2), "read", step.read.1.held().0);
    vec![
        step.hbm(Line::new(key::TOO_BIG_OPENING_1).text("model", step.model()).text("gpu", step.gpu().name)),
        told_gb(line, "learn", step.peak.1.held().0).number("ratio", step.times(), 1),
        fits_line(&step, key::TOO_BIG_OPENING_FITS, key::TOO_BIG_OPENING_OVER),
    ]
}

/// Whether it fits, with what is left or missing.
fn fits_line(step: &Step, fits: Key, over: Key) -> Line {
    let (need, have) = (step.peak.1.total().0, step.gpu().hbm.0);
    if need > have {
        told_gb(Line::new(over), "over", need - have)
    } else {
        told_gb(Line::new(fits), "room", have - need)
    }
}

pub(super) fn script(show: &Show) -> Script {
    let Some(step) = Step::of(show) else { return Script::default() };
    let mut teller = Teller::default();
    let start = |key| step.hbm(Line::new(key).int("chefs", step.chefs()).text("model", step.model()));
    let xray = start(key::TOO_BIG_XRAY_START).text("gpu", step.gpu().name).int("words", i64::from(WORDS));
    let shared = step.ask().zero == Zero::Parameters && step.ask().ways > 1;
    let caption = if shared { key::TOO_BIG_BEAT_START_SHARED } else { key::TOO_BIG_BEAT_START };
    teller.must_say("start", Time::ZERO, Layered::of(start(caption), xray), None);
    let read = |key| told_gb(Line::new(key), "read", step.read.1.held().0).time("time", step.turn);
    teller.must_say("read", step.turn, Layered::of(read(key::TOO_BIG_BEAT_READ), read(key::TOO_BIG_XRAY_READ)), None);
    fetched(&step, &mut teller);
    filled(&step, &mut teller);
    back(&step, &mut teller);
    rewritten(&step, &mut teller);
    let makespan = show.makespan();
    let took = makespan.saturating_sub(step.turn);
    let end = |fits, over| fits_line(&step, fits, over).time("time", took).line("near", near(&step));
    let end = |fits, over, fits_alone| {
        if step.spilled() == Bytes::ZERO {
            fits_line(&step, fits_alone, over).time("time", took)
        } else {
            end(fits, over)
        }
    };
    let caption = end(key::TOO_BIG_BEAT_END_FITS, key::TOO_BIG_BEAT_END_OVER, key::TOO_BIG_BEAT_END_FITS);
    let xray = end(key::TOO_BIG_XRAY_END_FITS, key::TOO_BIG_XRAY_END_OVER, key::TOO_BIG_XRAY_END_FITS);
    teller.must_say("end", makespan, Layered::of(caption, xray), None);
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
    let line = |key| {
        let line = Line::new(key).int("chefs", step.chefs()).int("others", step.chefs() - 1);
        line.number("mb", bytes.0 as f64 / 1e6, 0).time("time", end.saturating_sub(start))
    };
    teller.must_say(
        "fetch",
        end,
        Layered::of(line(key::TOO_BIG_BEAT_FETCH), line(key::TOO_BIG_XRAY_FETCH)),
        Some((0, task)),
    );
    Some(())
}

/// The notebooks, the moment when no room is left, and the bowls.
fn filled(step: &Step, teller: &mut Teller) -> Option<()> {
    let (ask, shelf) = (step.ask(), step.shelf());
    let forward = step.learning(Doing::Forward)?;
    if ask.offload.optimizer() {
        let line = |key| told_gb(Line::new(key), "gb", ask.state().optimizer.0);
        let at = Time(forward.0.0 + (forward.1.0 - forward.0.0) / 3);
        teller.must_say("away", at, Layered::of(line(key::TOO_BIG_BEAT_AWAY), line(key::TOO_BIG_XRAY_AWAY)), None);
    } else if let Some(opened) = step.learning(Doing::Open) {
        let books = shelf.at(opened.1).optimizer;
        let line = |key| {
            let line = Line::new(key).int("bytes", ask.each.optimizer as i64);
            told_gb(line, "gb", books).number("ratio", books as f64 / shelf.at(opened.1).weights.max(1) as f64, 1)
        };
        teller.may_say("open", opened.1, Layered::of(line(key::TOO_BIG_BEAT_OPEN), line(key::TOO_BIG_XRAY_OPEN)), None);
    }
    if let Some(over) = step.over {
        let at_once = over == Time::ZERO;
        let line = |key| {
            let line = step.hbm(Line::new(key));
            if at_once { line } else { line.time("time", over) }
        };
        let at = over.max(Time(step.turn.0 / 2));
        let [caption, xray] = if at_once {
            [key::TOO_BIG_BEAT_OVER_AT_ONCE, key::TOO_BIG_XRAY_OVER_AT_ONCE]
        } else {
            [key::TOO_BIG_BEAT_OVER, key::TOO_BIG_XRAY_OVER]
        };
        teller.must_say("over", at, Layered::of(line(caption), line(xray)), None);
    }
    let kept = shelf.at(forward.1).activations;
    let [caption, xray] = match (ask.offload.activations(), ask.layers_redone()) {
        (true, _) => [key::TOO_BIG_BEAT_BOWLS_AWAY, key::TOO_BIG_XRAY_BOWLS_AWAY],
        (_, 0) => [key::TOO_BIG_BEAT_BOWLS, key::TOO_BIG_XRAY_BOWLS],
        _ => [key::TOO_BIG_BEAT_BOWLS_REDONE, key::TOO_BIG_XRAY_BOWLS_REDONE],
    };
    let line = |key| {
        let line = told_gb(Line::new(key), "gb", kept).time("time", forward.1);
        if ask.layers_redone() > 0 && !ask.offload.activations() {
            line.int("layers", i64::from(ask.layers_redone()))
        } else {
            line
        }
    };
    teller.must_say("bowls", forward.1, Layered::of(line(caption), line(xray)), None);
    Some(())
}

/// The way back, on which the report grows and the bowls go, and the sums with the others.
fn back(step: &Step, teller: &mut Teller) -> Option<()> {
    let (from, to) = step.learning(Doing::Backward)?;
    let report = |contents: &Contents| contents.gradients;
    let bowls = |contents: &Contents| contents.activations;
    let during = |key| {
        let said = Said::from(Line::new(key)).meter("report", step.meter(from, to, report));
        said.meter("bowls", step.meter(from, to, bowls))
    };
    let after = |key| told_gb(Line::new(key), "report", step.shelf().at(to).gradients).time("time", to);
    let said = |now, then| during(now).until(to, after(then));
    let at = Time(from.0 + (to.0 - from.0) * 2 / 5);
    let caption = said(key::TOO_BIG_BEAT_BACK, key::TOO_BIG_BEAT_BACK_DONE);
    teller.must_say("back", at, Layered::of(caption, said(key::TOO_BIG_XRAY_BACK, key::TOO_BIG_XRAY_BACK_DONE)), None);
    let sums = step.learning(Doing::Sum)?;
    let line = |key| Line::new(key).time("time", sums.0).int("chefs", step.chefs());
    let [caption, xray] = match step.ask().zero {
        Zero::None => [key::TOO_BIG_BEAT_SUM, key::TOO_BIG_XRAY_SUM],
        _ => [key::TOO_BIG_BEAT_SUM_SHARED, key::TOO_BIG_XRAY_SUM_SHARED],
    };
    let at = Time(from.0 + (to.0 - from.0) * 7 / 10);
    teller.may_say("sum", at, Layered::of(line(caption), line(xray)), None);
    Some(())
}

/// The pencil, and the fullest moment there was.
fn rewritten(step: &Step, teller: &mut Teller) -> Option<()> {
    let update = step.learning(Doing::Update)?;
    let ask = step.ask();
    let at = |part: u64| Time(update.0.0 + (update.1.0 - update.0.0) * part / 10);
    let took = |line: Line| line.time("time", update.1.saturating_sub(update.0));
    if ask.offload.optimizer() {
        let line = |key| told_gb(Line::new(key), "gb", ask.state().optimizer.0);
        let said = |now, then| Said::from(line(now)).until(update.1, took(line(then)));
        let caption = said(key::TOO_BIG_BEAT_CARRY, key::TOO_BIG_BEAT_CARRY_DONE);
        teller.may_say(
            "carry",
            at(2),
            Layered::of(caption, said(key::TOO_BIG_XRAY_CARRY, key::TOO_BIG_XRAY_CARRY_DONE)),
            None,
        );
    } else {
        let said = |now, then| Said::from(Line::new(now)).until(update.1, took(Line::new(then)));
        let caption = said(key::TOO_BIG_BEAT_UPDATE, key::TOO_BIG_BEAT_UPDATE_DONE);
        teller.may_say(
            "update",
            at(1),
            Layered::of(caption, said(key::TOO_BIG_XRAY_UPDATE, key::TOO_BIG_XRAY_UPDATE_DONE)),
            None,
        );
    }
    let (time, full) = step.peak;
    let ([recipe, notebooks, report, bowls, rest], all) =
        adding_up([full.weights, full.optimizer, full.gradients, full.activations, full.buffers + full.reserved]);
    let line = |key| {
        let line = Line::new(key).time("time", time).arg("all", all.into()).arg("recipe", recipe.into());
        let line = line.arg("notebooks", notebooks.into()).arg("report", report.into());
        line.arg("bowls", bowls.into()).arg("rest", rest.into())
    };
    let at = at(6).max(time);
    teller.must_say("peak", at, Layered::of(line(key::TOO_BIG_BEAT_PEAK), line(key::TOO_BIG_XRAY_PEAK)), None);
    Some(())
}

/// Up to two ways out of a shelf that is too small.
pub(super) fn near(step: &Step) -> Line {
    let mut ways = memory::nearest(step.ask()).into_iter().map(|ask| {
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
        let line = match (ask.ways, how) {
            (1, _) => Line::new(key::TOO_BIG_NEAR_ALONE),
            (_, None) => Line::new(key::TOO_BIG_NEAR_SHARED),
            _ => Line::new(key::TOO_BIG_NEAR_SHARED_HOW),
        };
        let line = if ask.ways == 1 {
            line
        } else {
            line.int("chefs", i64::from(ask.ways)).int("stage", i64::from(ask.zero.stage()))
        };
        match how {
            Some(how) => line.key("how", how),
            None if ask.ways == 1 => line.key("how", key::TOO_BIG_NEAR_PLAIN),
            None => line,
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
            filled: fits_line(&step, key::TOO_BIG_OPENING_FITS, key::TOO_BIG_OPENING_OVER),
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
    let all = state.total().0;
    let formula = match ask.zero {
        Zero::None => key::TOO_BIG_FORMULA_ZERO_0,
        Zero::Optimizer => key::TOO_BIG_FORMULA_ZERO_1,
        Zero::Gradients => key::TOO_BIG_FORMULA_ZERO_2,
        Zero::Parameters => key::TOO_BIG_FORMULA_ZERO_3,
    };
    let ([weights, gradients, optimizer], sum) = adding_up([state.weights.0, state.gradients.0, state.optimizer.0]);
    let parameters = ask.parameters();
    Figure {
        name: Line::new(key::TOO_BIG_FIGURE_STATE),
        value: told_gb(Line::new(key::TOO_BIG_GB), "gb", all),
        formula: Line::new(formula)
            .int("w", ask.each.weights as i64)
            .int("g", ask.each.gradients as i64)
            .int("o", ask.each.optimizer as i64),
        filled: Line::new(key::TOO_BIG_FIGURE_STATE_FILLED)
            .arg("weights", weights.into())
            .arg("gradients", gradients.into())
            .arg("optimizer", optimizer.into())
            .arg("all", sum.into()),
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
        room: Number(gb(room), digits(gb(room))),
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
            words: i64::from(WORDS),
            hidden: i64::from(ask.model.hidden),
        },
    )
    .answering()
}

/// How long the step took, from laying out the notebooks on.
fn time(step: &Step, makespan: Time) -> Figure {
    let trace = &step.lesson.trace;
    let worked = |doing: Doing| {
        let spans = step.lesson.tasks(0, doing).filter(|&task| trace.start[task as usize] >= step.turn);
        spans.fold(0, |sum, task| sum + (trace.end[task as usize] - trace.start[task as usize]).0)
    };
    let parts = [Doing::Open, Doing::Forward, Doing::Backward, Doing::Update].map(worked);
    let all = makespan.saturating_sub(step.turn).0;
    let rest = all.saturating_sub(parts.iter().sum());
    // Picoseconds as if they were bytes: milliseconds have as many digits as gigabytes.
    let ([open, forward, back, update, rest], sum) = adding_up([parts[0], parts[1], parts[2], parts[3], rest]);
    Figure::of(Time(all), figure::TooBigTime { open, forward, back, update, rest, all: sum })
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
        Figure::saying(
            told_gb(Line::new(key::TOO_BIG_GB), "gb", bytes),
            figure::TooBigCarried { gb: Number(gb(bytes), digits(gb(bytes))), time, rate },
        )
        .answering()
    })
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let params = Params::of(scenario);
    let recipe = params.digits.weights * super::run::ask(params).parameters();
    let question = told_gb(Line::new(key::TOO_BIG_GATE), "gb", recipe);
    Gate { question, at: "read", ask: Ask::Number(Dial { unit: Unit::Times, min: 0.5, max: 100.0 }) }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let show = rehearse(scenario)?;
    let step = Step::of(&show).ok_or_else(|| Line::new(key::TOO_BIG_NOBODY))?;
    let line = told_gb(Line::new(key::TOO_BIG_VERDICT), "read", step.read.1.held().0);
    let reveal = told_gb(line, "learn", step.peak.1.held().0).number("ratio", step.times(), 2);
    let read = told_gb(Line::new(key::TOO_BIG_CASE_READ), "gb", step.read.1.held().0);
    let learn = told_gb(Line::new(key::TOO_BIG_CASE_LEARN), "gb", step.peak.1.held().0);
    let cases = vec![case(&step, read, true), case(&step, learn, false)];
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
    Case { name, end, lanes: vec![lane] }
}

/// The shelf of a chef, for the picture's curve: the fullest of each of so many equal parts of the run.
pub(super) fn curve(shelf: &MemoryTimeline, makespan: Time, columns: usize) -> Vec<Contents> {
    let edge = |column: usize| Time((u128::from(makespan.0) * column as u128 / columns.max(1) as u128) as u64);
    let end = |column: usize| Time(edge(column + 1).0.max(edge(column).0 + 1));
    (0..columns).map(|column| shelf.peak(edge(column), end(column)).1).collect()
}
