//! One step, told by who does a part in it for the first time.

use crate::scenario::Scenario;
use crate::sentences::Named as _;
use crate::show::Show;
use crate::story::facts::{Event, Facts, Teller, compute_line, egress_nominal, transfer_line, while_it_lasts};
use crate::story::{
    Ask, Case, Dial, Figure, Gate, Layered, Meter, Readout, Right, Said, Script, Unit, Verdict, rehearse,
};
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind};
use kitchen_core::units::{Bytes, Time};
use kitchen_text::{Arg, Line, Number, Percent, figure, key, msg};

use super::run::{self, BOWLS, KITCHENS, Plan, STAGES};

/// What is told of a run.
pub(super) struct Told<'a> {
    pub(super) facts: Facts<'a>,
    pub(super) plan: Plan,
}

impl<'a> Told<'a> {
    pub(super) fn new(show: &'a Show) -> Option<Told<'a>> {
        Some(Told { facts: Facts::new(show.runs.first()?), plan: Plan::new() })
    }

    /// The first task of a kind that a chef computes or sends.
    pub(super) fn first(&self, kind: Kind, gpu: GpuId) -> Option<&Event> {
        self.facts.of(kind).find(|event| event.gpu == gpu)
    }

    /// The transfers of the meeting about a stage's pages.
    pub(super) fn meeting(&self, stage: u32) -> impl Iterator<Item = &Event> {
        let meets = |event: &&Event| matches!(event.label.kind, Kind::SendReduce | Kind::SendCopy);
        self.facts.events.iter().filter(meets).filter(move |event| event.gpu % STAGES == stage)
    }

    /// When chef 1's shelf gets a jar and loses one, with how many it holds then.
    fn jars(&self) -> Vec<(Time, i64)> {
        let passes = self.facts.events.iter().filter(|event| event.gpu == 0);
        let mut changes: Vec<(Time, i64)> = passes
            .filter_map(|event| match event.label.kind {
                Kind::Forward => Some((event.end, 1)),
                Kind::Backward => Some((event.end, -1)),
                _ => None,
            })
            .collect();
        kitchen_core::order::sort(&mut changes);
        let mut held = 0;
        changes
            .iter()
            .map(|&(at, change)| {
                (at, {
                    held += change;
                    held
                })
            })
            .collect()
    }
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(told) = Told::new(show) else { return Vec::new() };
    let (kitchens, chefs) = (i64::from(KITCHENS), i64::from(KITCHENS * STAGES));
    vec![
        Line::from(msg::CastOpening1 { kitchens, chefs }),
        Line::from(msg::CastOpening2 { pages: i64::from(told.plan.model.layers), bowls: i64::from(BOWLS) }),
        Line::from(msg::CastOpening3 { time: show.makespan() }),
    ]
}

pub(super) fn script(show: &Show) -> Script {
    let Some(told) = Told::new(show) else { return Script::default() };
    let mut teller = Teller::default();
    // `None` where a part is missing from the run: what comes before is told all the same.
    let _ = cook(&told, &mut teller).and_then(|()| back(&told, &mut teller)).and_then(|()| meet(&told, &mut teller));
    let caption = Line::from(msg::CastBeatEnd { time: show.makespan(), n: i64::from(KITCHENS * STAGES) });
    let xray = Line::from(msg::XrayEnd { time: show.makespan(), compute: told.facts.compute_time() });
    teller.must_say("end", show.makespan(), Layered::of(caption, xray), None);
    let all = told.facts.run.topology.gpus.len();
    teller.meanwhile(Layered::of(told.facts.now(all), told.facts.now_xray(all)));
    teller.finish(show.makespan())
}

/// From the crate at the back door to the tasting.
fn cook(told: &Told<'_>, teller: &mut Teller) -> Option<()> {
    let facts = &told.facts;
    let caption = Line::from(msg::CastBeatStart { kitchens: KITCHENS.into(), bowls: BOWLS.into() });
    let xray = Line::from(msg::CastXrayStart {
        kitchens: KITCHENS.into(),
        bowls: BOWLS.into(),
        tokens: told.plan.tokens() as i64,
        machine: facts.run.topology.preset().name().into(),
    });
    teller.must_say("start", Time::ZERO, Layered::of(caption, xray), None);

    let first = told.first(Kind::Forward, 0)?;
    let caption = Said::from(Line::from(msg::CastBeatCook { last: i64::from(told.plan.layers[0]) }));
    let caption = caption
        .until(first.end, Line::from(msg::CastBeatCooked { last: i64::from(told.plan.layers[0]), time: first.end }));
    let at = Time(first.start.0 + first.duration().0 / 4);
    teller.must_say(
        "cook",
        at,
        Layered::of(caption, while_it_lasts(first, compute_line(first))),
        Some((0, first.task)),
    );

    let bowl = told.first(Kind::Activation, 0)?;
    let came = Line::from(msg::CastBeatBowlCame { time: bowl.end });
    let caption = Said::from(Line::new(key::CAST_BEAT_BOWL)).until(bowl.end, came);
    teller.must_say("bowl", bowl.middle(), Layered::of(caption, transfer_line(facts, bowl)), Some((0, bowl.task)));

    let taste = told.first(Kind::Forward, 1)?;
    let tasting = taste.end.saturating_sub(told.plan.tasting());
    let jars = told.jars();
    let held = jars.iter().map(|&(at, jars)| (at, Arg::Int(jars))).collect();
    let kept = told.plan.kept(0).0;
    let bytes = jars.iter().map(|&(at, jars)| (at, Arg::Bytes(Bytes(kept * jars as u64)))).collect();
    let caption = Said::from(Line::from(msg::CastBeatShelf { n: Meter::Steps(held) }));
    let xray = Said::from(Line::from(msg::CastXrayShelf { bytes: Meter::Steps(bytes) }));
    teller.must_say("shelf", Time(u64::midpoint(bowl.end.0, tasting.0)), Layered::of(caption, xray), None);

    let tasted = Line::from(msg::CastBeatTasted { time: taste.end });
    let caption = Said::from(Line::new(key::CAST_BEAT_TASTE)).until(taste.end, tasted);
    let xray = while_it_lasts(taste, Line::from(msg::CastXrayTaste { time: told.plan.tasting() }));
    teller.must_say("taste", tasting, Layered::of(caption, xray), Some((0, taste.task)));
    Some(())
}

/// What the tasting taught goes back through the pages.
fn back(told: &Told<'_>, teller: &mut Teller) -> Option<()> {
    let write = told.first(Kind::Backward, 1)?;
    let written = Line::from(msg::CastBeatWritten { time: write.end });
    let caption = Said::from(Line::new(key::CAST_BEAT_REPORT)).until(write.end, written);
    let at = Time(write.start.0 + write.duration().0 / 4);
    teller.must_say(
        "report",
        at,
        Layered::of(caption, while_it_lasts(write, compute_line(write))),
        Some((0, write.task)),
    );

    // Chef 1 has nothing in hand: the reader's answer, on the stage.
    let idle = told.facts.of(Kind::Forward).filter(|event| event.gpu == 0).map(|event| event.end).max()?;
    let next = told.first(Kind::Backward, 0)?;
    let waited = Line::from(msg::CastBeatWaited { from: idle, time: next.start });
    let xray = Said::from(Line::from(msg::CastXrayWait { from: idle }));
    let xray = xray.until(next.start, Line::from(msg::CastXrayWaited { from: idle, time: next.start }));
    let caption = Said::from(Line::from(msg::CastBeatWait { from: idle })).until(next.start, waited);
    teller.may_say("wait", Time(write.end.0 - write.duration().0 / 3), Layered::of(caption, xray), None);

    let handed = told.first(Kind::ActivationGradient, 1)?;
    let came = Line::from(msg::CastBeatBackCame { time: handed.end });
    let caption = Said::from(Line::new(key::CAST_BEAT_BACK)).until(handed.end, came);
    teller.may_say(
        "back",
        handed.middle(),
        Layered::of(caption, transfer_line(&told.facts, handed)),
        Some((0, handed.task)),
    );
    Some(())
}

/// The meetings over the street, and the edit.
fn meet(told: &Told<'_>, teller: &mut Teller) -> Option<()> {
    let slip = told.meeting(STAGES - 1).next()?;
    let end = told.meeting(STAGES - 1).map(|event| event.end).max()?;
    let met = Line::from(msg::CastBeatMet { a: STAGES.into(), b: (2 * STAGES).into(), time: end });
    let caption =
        Said::from(Line::from(msg::CastBeatMeet { a: STAGES.into(), b: (2 * STAGES).into() })).until(end, met);
    let at = Time(slip.start.0 + (slip.duration().0 / 3));
    teller.must_say("meet", at, Layered::of(caption, transfer_line(&told.facts, slip)), Some((0, slip.task)));

    let edit = told.facts.first(Kind::Update)?;
    let caption = Said::from(Line::from(msg::CastBeatEdit { chef: edit.chef() }));
    let caption = caption.until(edit.end, Line::from(msg::CastBeatEdited { chef: edit.chef(), time: edit.end }));
    let at = Time(edit.start.0 + edit.duration().0 / 4);
    teller.must_say("edit", at, Layered::of(caption, while_it_lasts(edit, compute_line(edit))), Some((0, edit.task)));

    let first = told.meeting(0).next()?;
    let end = told.meeting(0).map(|event| event.end).max()?;
    let caption = Said::from(Line::from(msg::CastBeatMeet { a: 1, b: i64::from(STAGES) + 1 }))
        .until(end, Line::from(msg::CastBeatMet { a: 1, b: i64::from(STAGES) + 1, time: end }));
    let middle = Time(u64::midpoint(first.start.0, end.0));
    teller.may_say("meet-1", middle, Layered::of(caption, told.facts.now_xray(4)), None);
    Some(())
}

/// Hundredths of a millisecond: figures are added up in these, so that what is shown adds up too.
fn hundredths(time: Time) -> i64 {
    ((time.0 + 5_000_000) / 10_000_000) as i64
}

fn ms(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

/// Hundredths of a millisecond that chef 1 cooks, writes its report and edits, and the whole step.
fn times(run: &Run) -> [i64; 4] {
    let facts = Facts::new(run);
    let sum = |kind| {
        let own = facts.of(kind).filter(|event| event.gpu == 0);
        hundredths(own.fold(Time::ZERO, |sum, event| sum + event.duration()))
    };
    [sum(Kind::Forward), sum(Kind::Backward), sum(Kind::Update), hundredths(run.trace.makespan)]
}

/// The share of the step in which chef 1 has something in hand.
fn share(run: &Run) -> f64 {
    let [cook, write, edit, step] = times(run);
    (cook + write + edit) as f64 / step.max(1) as f64
}

pub(super) fn readout(show: &Show) -> Readout {
    let Some(told) = Told::new(show) else { return Readout::default() };
    let run = told.facts.run;
    Readout::from(vec![share_figure(run), wait_figure(run), ways_figure(&told), shelf_figure(&told)])
}

fn share_figure(run: &Run) -> Figure {
    let [cook, write, edit, step] = times(run).map(ms);
    Figure::of(
        Percent(share(run)),
        figure::CastShare {
            cook: Number(cook, 2),
            write: Number(write, 2),
            edit: Number(edit, 2),
            step: Number(step, 2),
            value: Percent(share(run)),
        },
    )
    .answering()
}

fn wait_figure(run: &Run) -> Figure {
    let [cook, write, edit, step] = times(run);
    let wait = ms(step - cook - write - edit);
    Figure::told(figure::CastWait {
        step: Number(ms(step), 2),
        busy: Number(ms(cook + write + edit), 2),
        value: Number(wait, 2),
    })
    .answering()
}

/// A chef's own lines against the card that a kitchen has at the street.
fn ways_figure(told: &Told<'_>) -> Figure {
    let run = told.facts.run;
    let (tunnel, street) = (egress_nominal(run, 0), run.topology.nic_rate().0);
    let ratio = tunnel.as_bytes_per_s() / street.as_bytes_per_s().max(1.0);
    Figure::told(figure::CastWays { tunnel, street, ratio: Number(ratio, 1) })
}

fn shelf_figure(told: &Told<'_>) -> Figure {
    let (state, kept) = (told.plan.state(0), told.plan.kept(0));
    let most = told.jars().iter().map(|jars| jars.1).max().unwrap_or(0);
    let gb = |bytes: u64| (bytes / 10_000_000) as f64 / 100.0;
    let (state, jar) = (gb(state.0), gb(kept.0));
    Figure::told(figure::CastShelf {
        state: Number(state, 2),
        n: most,
        jar: Number(jar, 2),
        value: Number(state + most as f64 * jar, 2),
        whole: Number(gb(told.plan.gpu.hbm.0), 0),
    })
}

pub(super) fn gate(_: &Scenario) -> Gate {
    Gate {
        question: Line::new(key::CAST_GATE),
        at: "edit",
        ask: Ask::Number(Dial { unit: Unit::Percent, min: 0.0, max: 100.0 }),
    }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let show = rehearse(scenario)?;
    let Some(two) = show.runs.first() else { return Err(Line::new(key::CAST_NOBODY)) };
    let one = run::draft(&run::one_kitchen())?.simulate()?;
    let reveal = Line::from(msg::CastVerdict {
        share: Percent(share(two)),
        step: two.trace.makespan,
        together: Percent(share(&one)),
        shorter: one.trace.makespan,
    });
    let cases = vec![Case::run(Line::new(key::CAST_CASE_TWO), two), Case::run(Line::new(key::CAST_CASE_ONE), &one)];
    Ok(Verdict { right: Right::Number(share(two) * 100.0), reveal, cases })
}
