//! How do kitchens keep one recipe? Data parallelism: other ingredients for each, reports that leave in bundles while the stove
//! is hot, an all-reduce with real numbers, then the same edit everywhere.

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::{Event, Facts, Teller, compute_line, transfer_line, while_it_lasts};
use crate::story::ledger::{Ledger, Recipe};
use crate::story::{
    Ask, Case, Dial, Figure, Gate, Meter, Readout, Right, Said, Script, Unit, Verdict, choices, rehearse,
};
use kitchen_core::collective::Algorithm;
use kitchen_core::collective::Op;
use kitchen_core::run::Run;
use kitchen_core::sim::task::Kind;
use kitchen_core::text::{Arg, Key, Line, Number, Reason, count, figure, key, msg};
use kitchen_core::units::{Bytes, Rate, Time};

use super::bundles::{Bundles, Times};
use super::kind::KIND;
use super::params::Params;
use super::run::Plan;

/// The numbers of a run's meetings, if they are small enough for numbers.
pub(super) fn ledger(run: &Run) -> Option<Ledger> {
    Ledger::new(run, Recipe::report).ok()
}

/// What is told of a run.
struct Told<'a> {
    facts: Facts<'a>,
    plan: Plan,
    bundles: Bundles,
    chefs: usize,
    /// Where the time of the chef went that waited longest.
    times: Times,
}

impl<'a> Told<'a> {
    fn new(show: &'a Show) -> Option<Told<'a>> {
        let run = show.runs.first()?;
        let bundles = Bundles::new(show)?;
        let times = bundles.times(bundles.last());
        let (plan, chefs) = (Plan::of(&show.scenario), run.topology.gpus.len());
        Some(Told { facts: Facts::new(run), plan, bundles, chefs, times })
    }

    fn pages(&self) -> i64 {
        i64::from(self.plan.model.layers)
    }

    fn busbw(&self) -> Rate {
        let factor = Op::AllReduce.bus_factor(self.chefs as u32);
        Rate::bytes_per_s(self.plan.gradients().0 as f64 / self.times.meetings.as_secs().max(1e-12) * factor)
    }

    /// The page that chef 1 has in hand in a pass, at every instant. What is behind the last page counts as the last.
    fn page(&self, kind: Kind) -> Meter {
        let of_chef = self.facts.of(kind).filter(|event| event.gpu == 0);
        let page = |event: &Event| (i64::from(event.label.step) + 1).min(self.pages());
        Meter::Steps(of_chef.map(|event| (event.start, Arg::Int(page(event)))).collect())
    }

    /// When each bundle has been agreed on by all.
    fn agreed(&self) -> Vec<Time> {
        (0..self.bundles.count()).map(|bundle| self.bundles.agreed(bundle)).collect()
    }
}

/// Hundredths of a millisecond: figures are added up in these, so that what is shown adds up too.
fn hundredths(time: Time) -> i64 {
    ((time.0 + 5_000_000) / 10_000_000) as i64
}

/// A line's number of milliseconds.
fn ms(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(told) = Told::new(show) else { return Vec::new() };
    let (bundles, bytes) = (told.bundles.count(), told.plan.gradients());
    let leaves = if bundles > 1 {
        msg::DataOpening2 { bundles: bundles.into(), bytes }.into()
    } else {
        msg::DataOpening2One { bytes }.into()
    };
    vec![
        Line::from(msg::DataOpening1 { n: count(told.chefs), pages: told.pages(), tokens: told.plan.tokens as i64 }),
        leaves,
        Line::from(msg::DataOpening3 {
            total: Number(ms(hundredths(told.times.meetings)), 2),
            wait: Number(ms(hundredths(told.times.wait)), 2),
        }),
    ]
}

pub(super) fn script(show: &Show) -> Script {
    let Some(told) = Told::new(show) else { return Script::default() };
    let ledger = ledger(told.facts.run);
    let mut teller = Teller::default();
    cook(&told, &mut teller);
    leave(&told, &mut teller);
    if let Some(ledger) = &ledger {
        sums(&told.facts, ledger, &mut teller);
    }
    overlap(&told, &mut teller);
    close(show, &told, ledger.as_ref(), &mut teller);
    teller.finish(show.makespan())
}

/// Other ingredients, the same recipe, from the first page to the tasting.
fn cook(told: &Told<'_>, teller: &mut Teller) {
    let (facts, pages, tokens) = (&told.facts, told.pages(), told.plan.tokens as i64);
    let caption = Line::from(msg::DataBeatStart { n: count(told.chefs), pages, tokens });
    let xray = Line::from(msg::DataXrayStart { last: count(told.chefs), tokens });
    teller.must("start", Time::ZERO, caption, xray, None);
    let tasting = |event: &&Event| event.gpu == 0 && i64::from(event.label.step) == pages;
    let Some(taste) = facts.of(Kind::Forward).find(tasting) else { return };
    let cooked = Line::from(msg::DataBeatCooked { pages, time: taste.start });
    let caption =
        Said::from(Line::new(key::DATA_BEAT_COOK).int("pages", pages)).meter("page", told.page(Kind::Forward));
    let xray = Line::new(key::DATA_XRAY_PAGE).key("what", key::WHAT_FORWARD).int("pages", pages);
    let xray = Said::from(xray).meter("page", told.page(Kind::Forward));
    let at = Time(taste.start.0 / 3);
    teller.tell(
        "cook",
        at,
        caption.until(taste.start, cooked),
        xray.until(taste.start, done(key::WHAT_FORWARD, taste.start)),
        None,
    );
    let tasted = Line::from(msg::DataBeatTasted { time: taste.end });
    let caption = Said::from(Line::new(key::DATA_BEAT_TASTE)).until(taste.end, tasted);
    let xray = while_it_lasts(taste, Line::from(msg::DataXrayTaste { time: taste.duration() }));
    teller.must("taste", taste.start, caption, xray, Some((0, taste.task)));
    let Some(first) = facts.first(Kind::Backward) else { return };
    let off = told.bundles.stove_off(0);
    let written = Line::from(msg::DataBeatWritten { time: off });
    let caption = Said::from(Line::new(key::DATA_BEAT_REPORT)).meter("page", told.page(Kind::Backward));
    let xray = Line::new(key::DATA_XRAY_PAGE).key("what", key::WHAT_BACKWARD).int("pages", pages);
    let xray = Said::from(xray).meter("page", told.page(Kind::Backward));
    teller.must(
        "report",
        first.start,
        caption.until(off, written),
        xray.until(off, done(key::WHAT_BACKWARD, off)),
        None,
    );
}

/// "backward: done at 39.6 ms".
fn done(what: Key, at: Time) -> Line {
    let pass = Line::from(msg::DataXrayPass { what: what.into() });
    Line::from(msg::XrayDone { what: pass.into(), time: at })
}

/// The first bundle is full and leaves.
fn leave(told: &Told<'_>, teller: &mut Teller) {
    let (at, count, bytes) = (told.bundles.leaves(0), told.bundles.count(), told.plan.bytes(0));
    let xray = Line::from(msg::DataXrayBundle { bundles: count.into(), bytes, time: at });
    let caption = Line::new(if count > 1 { key::DATA_BEAT_BUNDLE } else { key::DATA_BEAT_BUNDLE_ONE });
    let mut caption = caption.bytes("bytes", bytes).time("time", at);
    if count > 1 {
        caption = caption.int("bundles", count.into()).int("page", i64::from(told.plan.last_page(0)) + 1);
    }
    teller.must("bundle", at, caption, xray, None);
}

/// The first slip, the first sum, the first number that has everyone in it, the first copy: all with the numbers themselves.
fn sums(facts: &Facts<'_>, ledger: &Ledger, teller: &mut Teller) {
    let first = facts.events.iter().find(|event| !ledger.payload(event.task).is_empty());
    if let Some(first) = first {
        let to_switch = first.label.kind == Kind::SwitchReduce;
        let with = |line: Line| {
            line.int("from", first.chef())
                .int("place", place(first.label.chunk))
                .int("value", ledger.payload(first.task)[0])
        };
        let mut caption = with(Line::new(if to_switch { key::DATA_BEAT_SLIP_SWITCH } else { key::DATA_BEAT_SLIP }));
        if !to_switch {
            caption = caption.int("to", first.receiver());
        }
        let after = with(Line::new(key::DATA_BEAT_SLIP_CAME)).time("time", first.end);
        let xray = transfer_line(facts, first);
        teller.must("slip", first.middle(), Said::from(caption).until(first.end, after), xray, Some((0, first.task)));
    }
    if let Some(added) = facts.of(Kind::SendReduce).min_by_key(|event| (event.end, event.task)) {
        let (got, chunk) = (ledger.payload(added.task)[0], added.label.chunk);
        let now = ledger.value_at(added.end, added.to, chunk);
        let caption = Line::from(msg::DataBeatAdd {
            time: added.end,
            to: added.receiver(),
            place: place(chunk),
            own: now - got,
            got,
            sum: now,
        });
        // Two slips that arrive together would make a sum of three.
        if ledger.voices_at(added.end, added.to, chunk) == 2 {
            let xray = transfer_line(facts, added);
            teller.must("add", added.end, caption, xray, Some((0, added.task)));
        }
    }
    if let Some(out) = facts.first(Kind::SwitchMulticast) {
        let caption = Line::from(msg::DataBeatSwitchAdd {
            time: out.start,
            n: i64::from(ledger.ranks()),
            place: place(out.label.chunk),
            sum: ledger.payload(out.task)[0],
        });
        let xray = transfer_line(facts, out);
        teller.must("switch-add", out.middle(), caption, xray, Some((0, out.task)));
    }
    if let Some((rank, chunk, at)) = ledger.first_whole() {
        let with = |line: Line| line.time("time", at).int("place", place(chunk)).int("chef", i64::from(rank) + 1);
        let caption = with(Line::new(key::DATA_BEAT_WHOLE))
            .int("n", i64::from(ledger.ranks()))
            .int("sum", ledger.value_at(at, rank, chunk));
        teller.must("whole", at, caption, with(Line::new(key::DATA_XRAY_WHOLE)), None);
    }
    if let Some(copy) = facts.first(Kind::SendCopy) {
        let with = |key| {
            let line = Line::new(key).int("to", copy.receiver()).int("place", place(copy.label.chunk));
            line.int("sum", ledger.payload(copy.task)[0])
        };
        let caption = Said::from(with(key::DATA_BEAT_COPY).int("from", copy.chef()));
        let caption = caption.until(copy.end, with(key::DATA_BEAT_COPIED).time("time", copy.end));
        let xray = transfer_line(facts, copy);
        teller.must("copy", copy.middle(), caption, xray, Some((0, copy.task)));
    }
}

/// A chunk's number on its bundle's sheet, from 1. What is told of are chunks of the first bundle.
fn place(chunk: u32) -> i64 {
    i64::from(chunk) + 1
}

/// Half way: bundles at the meeting while pages are written. Then the stove is off, and what is left is waited for.
fn overlap(told: &Told<'_>, teller: &mut Teller) {
    let (bundles, off) = (&told.bundles, told.bundles.stove_off(0));
    let (count, at) = (bundles.count(), bundles.leaves(bundles.count() / 2));
    if count > 1 && at < off {
        let with = |key| {
            let line = Said::from(Line::new(key).int("bundles", count.into()));
            line.meter("page", told.page(Kind::Backward)).come("done", told.agreed())
        };
        let caption = with(key::DATA_BEAT_OVERLAP).until(off, Line::from(msg::DataBeatWritten { time: off }));
        let xray = with(key::DATA_XRAY_OVERLAP).until(off, done(key::WHAT_BACKWARD, off));
        teller.tell("overlap", at, caption, xray, None);
    }
    if count > 1 {
        let with = |key| Said::from(Line::new(key).time("time", off)).to_come("left", told.agreed());
        teller.must("stove-off", off, with(key::DATA_BEAT_STOVE_OFF), with(key::DATA_XRAY_STOVE_OFF), None);
    }
}

/// Everyone holds the same; the edit; the end.
fn close(show: &Show, told: &Told<'_>, ledger: Option<&Ledger>, teller: &mut Teller) {
    let end = show.makespan();
    let [total, wait] = [told.times.meetings, told.times.wait].map(|time| ms(hundredths(time)));
    let with = |key, at: Time| Line::new(key).number("total", total, 2).number("wait", wait, 2).time("time", at);
    if let Some(agreed) = ledger.and_then(Ledger::agreed).filter(|&agreed| agreed < end) {
        let caption = with(key::DATA_BEAT_AGREED, agreed).count("n", told.chefs);
        let xray = with(key::DATA_XRAY_AGREED, agreed).rate("busbw", told.busbw());
        teller.must("agreed", agreed, caption, xray, None);
    }
    if let (Some(update), Some(ledger)) = (told.facts.first(Kind::Update), ledger) {
        let at = Time(update.start.0 + update.duration().0 / 4);
        let xray = while_it_lasts(update, compute_line(update));
        teller.must("update", at, edit_line(ledger, told), xray, Some((0, update.task)));
    }
    let caption = Line::from(msg::DataBeatEnd {
        n: count(told.chefs),
        tokens: told.plan.tokens as i64 * told.chefs as i64,
        wait: Number(wait, 2),
        time: end,
    });
    let xray = Line::from(msg::DataXrayEnd { time: end, wait: Number(wait, 2), busbw: told.busbw() });
    teller.must("end", end, caption, xray, None);
}

/// "Amount 1 goes from 5.00 g to 4.53 g": what every chef writes, from the sum that every chef holds. The sheet before them is
/// the last bundle's.
fn edit_line(ledger: &Ledger, told: &Told<'_>) -> Line {
    let (ranks, chunk) = (ledger.ranks(), told.bundles.places(told.bundles.count() - 1).start);
    let sum = ledger.total(chunk);
    let grams = |hundredths: i64| hundredths as f64 / 100.0;
    Line::from(msg::DataBeatUpdate {
        sum,
        n: i64::from(ranks),
        mean: Number(sum as f64 / f64::from(ranks.max(1)), 2),
        before: Number(grams(Recipe::DATA.before(chunk)), 2),
        after: Number(grams(Recipe::DATA.after(chunk, sum, ranks)), 2),
    })
}

/// How much each chef must send at least, as a multiple of the report, by the algorithm.
fn sent_share(algorithm: Algorithm, n: f64) -> f64 {
    match algorithm {
        Algorithm::InNetwork => 1.0,
        Algorithm::DoubleBinaryTree => 2.0,
        _ => 2.0 * (n - 1.0) / n,
    }
}

pub(super) fn readout(show: &Show) -> Readout {
    let Some(told) = Told::new(show) else { return Readout::default() };
    let algorithm = Params::of(&show.scenario).algorithm;
    let figures = vec![step_figure(&told), wait_figure(&told), busbw_figure(&told), sent_figure(&told, algorithm)];
    let tuner = choices::weighed(&told.facts.run.topology, Op::AllReduce, told.plan.bytes(0));
    Readout { figures, tuner }
}

fn step_figure(told: &Told<'_>) -> Figure {
    let Times { forward, backward, wait, update, .. } = told.times;
    let parts = [forward, backward, wait, update].map(hundredths);
    let [forward, backward, wait, update] = parts.map(ms);
    let value = ms(parts.iter().sum());
    Figure::saying(
        msg::DataValueMs { value: Number(value, 2) },
        figure::DataStep {
            forward: Number(forward, 2),
            backward: Number(backward, 2),
            wait: Number(wait, 2),
            update: Number(update, 2),
            value: Number(value, 2),
        },
    )
}

fn wait_figure(told: &Told<'_>) -> Figure {
    let (total, wait) = (hundredths(told.times.meetings), hundredths(told.times.wait));
    Figure::saying(
        msg::DataValueMs { value: Number(ms(wait), 2) },
        figure::DataWait {
            total: Number(ms(total), 2),
            hidden: Number(ms(total - wait), 2),
            value: Number(ms(wait), 2),
        },
    )
    .answering()
}

fn busbw_figure(told: &Told<'_>) -> Figure {
    Figure::of(
        told.busbw(),
        figure::DataBusbw {
            bytes: told.plan.gradients(),
            time: Number(ms(hundredths(told.times.meetings)), 2),
            n: count(told.chefs),
            value: told.busbw(),
        },
    )
}

fn sent_figure(told: &Told<'_>, algorithm: Algorithm) -> Figure {
    let mut sent = vec![0_u64; told.chefs];
    let leaving = |e: &&Event| e.label.kind.is_transfer() && e.label.kind != Kind::SwitchMulticast;
    for event in told.facts.events.iter().filter(leaving) {
        sent[event.gpu as usize] += event.bytes.0;
    }
    let most = Bytes(sent.into_iter().max().unwrap_or(0));
    let bytes = told.plan.gradients();
    let ideal = Bytes((bytes.0 as f64 * sent_share(algorithm, told.chefs as f64)) as u64);
    let reason: Reason = match algorithm {
        Algorithm::InNetwork => figure::DataSentSwitch { bytes, value: ideal }.into(),
        Algorithm::DoubleBinaryTree => figure::DataSentTree { bytes, value: ideal }.into(),
        _ => figure::DataSent { n: count(told.chefs), bytes, value: ideal }.into(),
    };
    Figure::of(most, reason)
}

/// The bundles that the gate asks about: all in one, or, where it is so already, eight.
fn other_bundles(scenario: &Scenario) -> (u32, u32) {
    let n = Params::of(scenario).buckets;
    (n, if n > 1 { 1 } else { 8 })
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let (n, m) = other_bundles(scenario);
    Gate {
        question: Line::new(if n > 1 { key::DATA_GATE } else { key::DATA_GATE_SPLIT })
            .int("n", i64::from(n))
            .int("m", i64::from(m)),
        at: "report",
        ask: Ask::Number(Dial { unit: Unit::Times, min: 0.1, max: 10.0 }),
    }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let (n, m) = other_bundles(scenario);
    let run = |buckets: u32| rehearse(&Params { buckets, ..Params::of(scenario) }.scenario(KIND));
    let (now, other) = (run(n)?, run(m)?);
    let (before, after) = (now.makespan(), other.makespan());
    let ratio = after.as_secs() / before.as_secs().max(1e-12);
    let reveal =
        Line::from(msg::DataVerdict { n: i64::from(n), m: i64::from(m), before, after, ratio: Number(ratio, 2) });
    let case = |buckets: u32, show: &Show| Case::of(Line::from(msg::DataCase { n: i64::from(buckets) }), show);
    let cases = [case(n, &now), case(m, &other)].into_iter().flatten().collect();
    Ok(Verdict { right: Right::Number(ratio), reveal, cases })
}
