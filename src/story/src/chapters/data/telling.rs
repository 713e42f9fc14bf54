//! How do kitchens keep one recipe? Data parallelism: other ingredients for each, reports that leave in bundles while the stove
//! is hot, an all-reduce with real numbers, then the same edit everywhere.

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::{Event, Facts, Teller, compute_line, transfer_line, while_it_lasts};
use crate::story::ledger::{Ledger, Recipe};
use crate::story::{
    Ask, Case, Dial, Figure, Gate, Layered, Meter, Readout, Right, Said, Script, Unit, Verdict, choices, rehearse,
};
use kitchen_core::collective::Algorithm;
use kitchen_core::collective::{Op, double_binary_tree};
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind};
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_text::{Arg, Key, Line, Number, Reason, count, figure, key, msg, pair};

use super::bundles::{Bundles, Times};
use super::kind::KIND;
use super::params::Params;
use super::run::Plan;

/// The numbers of a run's meetings, if they are small enough for numbers.
pub(super) fn ledger(run: &Run) -> Option<Ledger> {
    Ledger::new(run, Recipe::report).ok()
}

/// What is told of a run.
struct Course<'a> {
    facts: Facts<'a>,
    plan: Plan,
    bundles: Bundles,
    chefs: usize,
    /// Where the time of the chef went that waited longest.
    times: Times,
}

impl<'a> Course<'a> {
    fn new(show: &'a Show) -> Option<Course<'a>> {
        let run = show.runs.first()?;
        let bundles = Bundles::new(show)?;
        let times = bundles.times(bundles.last());
        let (plan, chefs) = (Plan::of(&show.scenario), run.topology.gpus.len());
        Some(Course { facts: Facts::new(run), plan, bundles, chefs, times })
    }

    /// In which kitchen a chef stands, from 1.
    fn kitchen(&self, gpu: GpuId) -> i64 {
        i64::from(gpu / self.facts.run.topology.gpus_per_node().max(1)) + 1
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

    /// The pass that chef 1 is in, in the x-ray.
    fn at_work(&self, kind: Kind, what: Key) -> Line {
        msg::DataXrayPage { what: what.into(), page: self.page(kind), pages: self.pages() }.into()
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
    let Some(told) = Course::new(show) else { return Vec::new() };
    let (bundles, bytes) = (told.bundles.count(), told.plan.gradients());
    let leaves = if told.bundles.is_held() {
        msg::DataOpening2Bell { bundles: bundles.into(), bytes }.into()
    } else if bundles > 1 {
        msg::DataOpening2 { bundles: bundles.into(), bytes }.into()
    } else {
        msg::DataOpening2One { bytes }.into()
    };
    vec![
        Line::from(msg::DataOpening1 { n: count(told.chefs), pages: told.pages(), tokens: told.plan.tokens as i64 }),
        leaves,
        Line::from(msg::DataOpening3 { total: told.times.meetings, wait: told.times.wait }),
    ]
}

pub(super) fn script(show: &Show) -> Script {
    let Some(told) = Course::new(show) else { return Script::default() };
    let ledger = ledger(told.facts.run);
    let mut teller = Teller::default();
    cook(&told, &mut teller);
    leave(&told, &mut teller);
    if let Some(ledger) = &ledger {
        sums(&told, ledger, &mut teller);
    }
    delegate(&told, &mut teller);
    overlap(&told, &mut teller);
    close(show, &told, ledger.as_ref(), &mut teller);
    let cooking = Layered::of(told.facts.now(told.chefs), told.facts.now_xray(told.chefs));
    let back = told.facts.first(Kind::Backward).map_or(Time::MAX, |event| event.start);
    teller.meanwhile(cooking.until(back, going_on(&told)));
    teller.finish(show.makespan())
}

/// Other ingredients, the same recipe, from the first page to the tasting.
fn cook(told: &Course<'_>, teller: &mut Teller) {
    let (facts, pages, n) = (&told.facts, told.pages(), count(told.chefs));
    teller.must_say("start", Time::ZERO, pair::DataStart { n, last: n, pages, tokens: told.plan.tokens as i64 }, None);
    let tasting = |event: &&Event| event.gpu == 0 && i64::from(event.label.step) == pages;
    let Some(taste) = facts.of(Kind::Forward).find(tasting) else { return };
    let cooked =
        Layered::of(Line::from(msg::DataBeatCooked { pages, time: taste.start }), done(key::WHAT_FORWARD, taste.start));
    let cooking = Line::from(msg::DataBeatCook { page: told.page(Kind::Forward), pages });
    let now = Layered::of(cooking, told.at_work(Kind::Forward, key::WHAT_FORWARD));
    teller.may_say("cook", Time(taste.start.0 / 3), now.until(taste.start, cooked), None);
    let tasted = Line::from(msg::DataBeatTasted { time: taste.end });
    let caption = Said::from(key::DATA_BEAT_TASTE).until(taste.end, tasted);
    let xray = while_it_lasts(taste, Line::from(msg::DataXrayTaste { time: taste.duration() }));
    teller.must_say("taste", taste.start, Layered::of(caption, xray), Some((0, taste.task)));
    let Some(first) = facts.first(Kind::Backward) else { return };
    let time = told.bundles.stove_off(0);
    let written = Layered::of(Line::from(msg::DataBeatWritten { time }), done(key::WHAT_BACKWARD, time));
    let writing = Line::from(msg::DataBeatReport { page: told.page(Kind::Backward) });
    let now = Layered::of(writing, told.at_work(Kind::Backward, key::WHAT_BACKWARD));
    teller.must_say("report", first.start, now.until(time, written), None);
}

/// "backward: done at 39.6 ms".
fn done(what: Key, at: Time) -> Line {
    let pass = Line::from(msg::DataXrayPass { what: what.into() });
    Line::from(msg::XrayDone { what: pass.into(), time: at })
}

/// The first bundle is full and leaves.
fn leave(told: &Course<'_>, teller: &mut Teller) {
    let (time, bundles, bytes) = (told.bundles.leaves(0), i64::from(told.bundles.count()), told.plan.bytes(0));
    if told.bundles.is_held() {
        let rang = Layered::of(
            Line::from(msg::DataBeatBundleBell { bundles, bytes, time }),
            Line::from(msg::DataXrayBundleBell { bundles, bytes, time }),
        );
        return teller.must_say("bundle", time, rang, None);
    }
    let caption: Line = if bundles > 1 {
        msg::DataBeatBundle { bundles, page: i64::from(told.plan.last_page(0)) + 1, bytes, time }.into()
    } else {
        msg::DataBeatBundleOne { bytes, time }.into()
    };
    let xray = Line::from(msg::DataXrayBundle { bundles, bytes, time });
    teller.must_say("bundle", time, Layered::of(caption, xray), None);
}

/// Bundles at the meeting while pages are written; then the stove is off, and what is left is waited for.
fn going_on(told: &Course<'_>) -> Layered {
    let (bundles, off) = (i64::from(told.bundles.count()), told.bundles.stove_off(0));
    let now = pair::DataOverlap { bundles, page: told.page(Kind::Backward), done: Meter::come(told.agreed()) };
    let waiting = pair::DataStoveOff { time: off, left: Meter::to_come(told.agreed()) };
    Layered::from(now).until(off, waiting)
}

/// The first slip, the first sum, the first number that has everyone in it, the first copy: all with the numbers themselves.
fn sums(told: &Course<'_>, ledger: &Ledger, teller: &mut Teller) {
    let facts = &told.facts;
    if let Some(first) = facts.events.iter().find(|event| !ledger.payload(event.task).is_empty()) {
        let (from, to) = (first.chef(), first.receiver());
        let (place, value) = (place(first.label.chunk), ledger.payload(first.task)[0]);
        let caption: Line = if first.label.kind == Kind::SwitchReduce {
            msg::DataBeatSlipSwitch { from, place, value }.into()
        } else {
            msg::DataBeatSlip { from, to, place, value }.into()
        };
        let came = Line::from(msg::DataBeatSlipCame { from, place, value, time: first.end });
        let said = Layered::of(Said::from(caption).until(first.end, came), transfer_line(facts, first));
        teller.must_say("slip", first.middle(), said, Some((0, first.task)));
    }
    if let Some(added) = facts.of(Kind::SendReduce).min_by_key(|event| (event.end, event.task)) {
        let (got, chunk) = (ledger.payload(added.task)[0], added.label.chunk);
        let sum = ledger.value_at(added.end, added.to, chunk);
        let (time, to, place) = (added.end, added.receiver(), place(chunk));
        let caption = Line::from(msg::DataBeatAdd { time, to, place, own: sum - got, got, sum });
        // Two slips that arrive together would make a sum of three.
        if ledger.voices_at(added.end, added.to, chunk) == 2 {
            let said = Layered::of(caption, transfer_line(facts, added));
            teller.must_say("add", added.end, said, Some((0, added.task)));
        }
    }
    if let Some(out) = facts.first(Kind::SwitchMulticast) {
        let caption = Line::from(msg::DataBeatSwitchAdd {
            time: out.start,
            n: i64::from(ledger.ranks()),
            place: place(out.label.chunk),
            sum: ledger.payload(out.task)[0],
        });
        let said = Layered::of(caption, transfer_line(facts, out));
        teller.must_say("switch-add", out.middle(), said, Some((0, out.task)));
    }
    if let Some((rank, chunk, time)) = ledger.first_whole() {
        let (chef, n, sum) = (i64::from(rank) + 1, i64::from(ledger.ranks()), ledger.value_at(time, rank, chunk));
        let said = pair::DataWhole { chef, n, place: place(chunk), sum, time };
        teller.must_say("whole", time, said, None);
    }
    if let Some(copy) = facts.first(Kind::SendCopy) {
        let (from, to) = (copy.chef(), copy.receiver());
        let (place, sum) = (place(copy.label.chunk), ledger.payload(copy.task)[0]);
        let copied = Line::from(msg::DataBeatCopied { to, place, sum, time: copy.end });
        let caption = Said::from(Line::from(msg::DataBeatCopy { from, to, place, sum })).until(copy.end, copied);
        let said = Layered::of(caption, transfer_line(facts, copy));
        teller.must_say("copy", copy.middle(), said, Some((0, copy.task)));
    }
}

/// The first sum that leaves its kitchen, with the chef who carries it for all of them.
fn delegate(told: &Course<'_>, teller: &mut Teller) {
    let leaves =
        |event: &&Event| event.label.kind == Kind::SendReduce && told.kitchen(event.gpu) != told.kitchen(event.to);
    let Some(first) = told.facts.events.iter().find(leaves) else { return };
    let (from, to, place) = (first.chef(), first.receiver(), place(first.label.chunk));
    let [home, other] = [first.gpu, first.to].map(|gpu| told.kitchen(gpu));
    let came = Line::from(msg::DataBeatDelegateCame { place, home, other, to, time: first.end });
    let caption = Said::from(Line::from(msg::DataBeatDelegate { place, home, other, from, to })).until(first.end, came);
    let said = Layered::of(caption, transfer_line(&told.facts, first));
    teller.must_say("delegate", first.middle(), said, Some((0, first.task)));
}

/// A chunk's number on its bundle's sheet, from 1. What is told of are chunks of the first bundle.
fn place(chunk: u32) -> i64 {
    i64::from(chunk) + 1
}

/// Half way: bundles at the meeting while pages are written. Then the stove is off, and what is left is waited for.
fn overlap(told: &Course<'_>, teller: &mut Teller) {
    let time = told.bundles.stove_off(0);
    let (bundles, at) = (i64::from(told.bundles.count()), told.bundles.leaves(told.bundles.count() / 2));
    if bundles < 2 {
        return;
    }
    if at < time {
        teller.may_say("overlap", at, going_on(told), None);
    }
    teller.must_say("stove-off", time, pair::DataStoveOff { time, left: Meter::to_come(told.agreed()) }, None);
}

/// Everyone holds the same; the edit; the end.
fn close(show: &Show, told: &Course<'_>, ledger: Option<&Ledger>, teller: &mut Teller) {
    let end = show.makespan();
    let Times { meetings: total, wait, .. } = told.times;
    let (n, busbw) = (count(told.chefs), told.busbw());
    if let Some(time) = ledger.and_then(Ledger::agreed).filter(|&agreed| agreed < end) {
        teller.must_say("agreed", time, pair::DataAgreed { n, total, wait, time, busbw }, None);
    }
    if let (Some(update), Some(ledger)) = (told.facts.first(Kind::Update), ledger) {
        let at = Time(update.start.0 + update.duration().0 / 4);
        let edit = Layered::of(edit_line(ledger, told), while_it_lasts(update, compute_line(update)));
        teller.must_say("update", at, edit, Some((0, update.task)));
    }
    let tokens = told.plan.tokens as i64 * n;
    teller.must_say("end", end, pair::DataEnd { n, tokens, wait, time: end, busbw }, None);
}

/// "Amount 1 goes from 5.00 g to 4.53 g": what every chef writes, from the sum that every chef holds. The sheet before them is
/// the last bundle's.
fn edit_line(ledger: &Ledger, told: &Course<'_>) -> Line {
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

/// The same of several kitchens, for the busiest delegate: inside its kitchen, and beyond, where each of two trees carries a half, once
/// over each of a delegate's ways in it.
fn sent_shares(algorithm: Algorithm, per: u32, kitchens: u32) -> [f64; 2] {
    let pair = double_binary_tree::pair(&(0..kitchens).map(|kitchen| vec![kitchen]).collect::<Vec<_>>());
    let ways = |kitchen: u32| {
        let ends = pair.iter().flat_map(|tree| &tree.up).flat_map(|&(child, parent)| [child, parent]);
        ends.filter(|end| *end == kitchen).count()
    };
    let (n, trees) = (f64::from(per.max(1)), (0..kitchens).map(ways).max().unwrap_or(0) as f64 / 2.0);
    match algorithm {
        // The sum goes back into the switch, which hands it out.
        Algorithm::InNetwork => [1.0 + 1.0 / n, trees / n],
        // A delegate is the first of its kitchen's chain, for the whole report.
        Algorithm::DoubleBinaryTree => [1.0, trees],
        _ => [2.0 * (n - 1.0) / n, trees / n],
    }
}

pub(super) fn readout(show: &Show) -> Readout {
    let Some(told) = Course::new(show) else { return Readout::default() };
    let algorithm = Params::of(&show.scenario).algorithm;
    let figures = vec![step_figure(&told), wait_figure(&told), busbw_figure(&told), sent_figure(&told, algorithm)];
    let tuner = choices::weighed(&told.facts.run.topology, Op::AllReduce, told.plan.bytes(0));
    Readout { tuner, ..Readout::from(figures) }
}

fn step_figure(told: &Course<'_>) -> Figure {
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

fn wait_figure(told: &Course<'_>) -> Figure {
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

fn busbw_figure(told: &Course<'_>) -> Figure {
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

fn sent_figure(told: &Course<'_>, algorithm: Algorithm) -> Figure {
    let mut sent = vec![0_u64; told.chefs];
    let leaving = |e: &&Event| e.label.kind.is_transfer() && e.label.kind != Kind::SwitchMulticast;
    for event in told.facts.events.iter().filter(leaving) {
        sent[event.gpu as usize] += event.bytes.0;
    }
    let most = Bytes(sent.into_iter().max().unwrap_or(0));
    let bytes = told.plan.gradients();
    let topology = &told.facts.run.topology;
    if topology.nodes > 1 {
        let [inside, outside] = sent_shares(algorithm, topology.gpus_per_node(), topology.nodes);
        let value = Bytes((bytes.0 as f64 * (inside + outside)) as u64);
        let [inside, outside] = [inside, outside].map(|share| Number(share, 3));
        return Figure::of(most, figure::DataSentKitchens { inside, outside, bytes, value });
    }
    let ideal = Bytes((bytes.0 as f64 * sent_share(algorithm, told.chefs as f64)) as u64);
    let reason: Reason = match algorithm {
        Algorithm::InNetwork => figure::DataSentSwitch { bytes, value: ideal }.into(),
        Algorithm::DoubleBinaryTree => figure::DataSentTree { bytes, value: ideal }.into(),
        _ => figure::DataSent { n: count(told.chefs), bytes, value: ideal }.into(),
    };
    Figure::of(most, reason)
}

/// The bundles that the gate asks about, beside all in one: as many as now, or, where it is one now, eight.
fn asked_bundles(scenario: &Scenario) -> u32 {
    let n = Params::of(scenario).buckets;
    if n > 1 { n } else { 8 }
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let m = i64::from(asked_bundles(scenario));
    let Params { buckets, bell, .. } = Params::of(scenario);
    let is_cut = buckets > 1;
    Gate {
        question: match (is_cut, bell) {
            (true, 0) => msg::DataGate { m }.into(),
            (true, _) => msg::DataGateBell { m }.into(),
            (false, _) => msg::DataGateSplit { m }.into(),
        },
        at: "report",
        ask: Ask::Number(Dial { unit: Unit::Times, min: 0.1, max: 10.0 }),
    }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let (n, m) = (1, asked_bundles(scenario));
    let asked = Params::of(scenario);
    // One bundle waits for no bell: neither do those that it is compared with.
    let bell = if asked.buckets > 1 { asked.bell } else { 0 };
    let run = |buckets: u32| rehearse(&Params { buckets, bell, ..asked }.scenario(KIND));
    let (now, other) = (run(n)?, run(m)?);
    let (before, after) = (now.makespan(), other.makespan());
    let ratio = after.as_secs() / before.as_secs().max(1e-12);
    let (m_told, ratio_told) = (i64::from(m), Number(ratio, 2));
    let reveal = if bell > 0 {
        Line::from(msg::DataVerdictBell { m: m_told, before, after, ratio: ratio_told })
    } else {
        Line::from(msg::DataVerdict { m: m_told, before, after, ratio: ratio_told })
    };
    let case = |buckets: u32, show: &Show| Case::of(Line::from(msg::DataCase { n: i64::from(buckets) }), show);
    let cases = [case(n, &now), case(m, &other)].into_iter().flatten().collect();
    Ok(Verdict { right: Right::Number(ratio), reveal, cases })
}
