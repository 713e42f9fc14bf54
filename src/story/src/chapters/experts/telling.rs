//! Which bowl goes to which specialist, and who waits for whom.

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::{Event, Facts, Teller, transfer_line, way_name};
use crate::story::sums;
use crate::story::{Ask, Case, Dial, Figure, Gate, Layered, Readout, Right, Said, Script, Unit, Verdict, rehearse};
use kitchen_core::run::Run;
use kitchen_core::sim::task::Kind;
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_core::workload::routing::{Part, Routing};
use kitchen_text::{Arg, FlopRate, Line, Number, Percent, count, figure, key, msg, pair};

use super::kind::KIND;
use super::moments::{Back, Moments, backs, pages};
use super::params::Params;
use super::run::{CHEFS, Plan, WORDS, choose};

/// What is asked where nobody is a favourite: three times the even share.
const ASKED: u32 = 300;

/// What is told of a run.
struct Told<'a> {
    facts: Facts<'a>,
    plan: Plan,
    pages: Vec<Moments>,
    /// The way back, the last page first.
    backs: Vec<Back>,
}

impl<'a> Told<'a> {
    fn new(show: &'a Show) -> Option<Told<'a>> {
        let run = show.runs.first()?;
        Some(Told { facts: Facts::new(run), plan: Plan::of(show), pages: pages(run), backs: backs(run) })
    }

    /// A page with what is chosen on it.
    fn page(&self, page: usize) -> Option<(&Moments, &Routing)> {
        self.pages.get(page).zip(self.plan.pages.get(page))
    }

    /// The bowls that a chef's specialists are handed, or hand back: the transfers of one pair.
    fn carried(&self, (page, part): (usize, Part), from: usize, to: usize) -> impl Iterator<Item = &Event> {
        let fits = move |event: &&Event| {
            event.label.step == part.step(page) && event.gpu as usize == from && event.to as usize == to
        };
        self.facts.of(Kind::Activation).filter(fits)
    }

    /// The task of a chef's specialists.
    fn cooking(&self, page: usize, chef: usize) -> Option<&Event> {
        let step = Part::Experts.step(page);
        self.facts.of(Kind::Forward).find(|event| event.label.step == step && event.gpu as usize == chef)
    }
}

/// The share of all chefs' time on a page in which no hand moved.
fn idle(page: &Moments) -> f64 {
    let busy = |span: &[Time; 2]| span[1].saturating_sub(span[0]).as_secs();
    let hands: f64 = page.own.iter().chain(&page.cook).map(busy).sum();
    (1.0 - hands / (CHEFS as f64 * page.time().as_secs()).max(1e-15)).max(0.0)
}

/// The share of all chefs' time on the first page in which no hand moved.
pub(super) fn idle_share(show: &Show) -> Option<f64> {
    pages(show.runs.first()?).first().map(idle)
}

/// Whether all waited for one on a page, there: not for a moment as short as any.
fn has_waited(page: &Moments) -> bool {
    let [begun, cooked] = page.cook[page.slow];
    cooked.saturating_sub(page.others_done()).0 * 20 >= cooked.saturating_sub(begun).0
}

fn number(chef: usize) -> i64 {
    chef as i64 + 1
}

/// What was asked of a page's favourite.
struct Asked {
    chef: i64,
    wishes: Number,
    times: Number,
}

fn asked(routing: &Routing) -> Asked {
    let favourite = routing.favourite();
    Asked {
        chef: number(favourite / routing.per_gpu()),
        wishes: Number(routing.wishes(favourite) as f64, 0),
        times: Number(routing.popularity(favourite), 2),
    }
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(told) = Told::new(show) else { return Vec::new() };
    let Some((page, routing)) = told.page(0) else { return Vec::new() };
    let Asked { chef, wishes, times } = asked(routing);
    vec![
        Line::from(msg::ExpertsOpening1 {
            n: count(CHEFS),
            experts: count(routing.experts),
            words: Number(f64::from(WORDS), 0),
            top: count(routing.top),
            model: told.plan.model.name.into(),
        }),
        Line::from(msg::ExpertsOpening2 { chef, asked: wishes, times }),
        Line::from(msg::ExpertsOpening3 { time: page.time(), share: Percent(idle(page)) }),
    ]
}

pub(super) fn script(show: &Show) -> Script {
    let Some(told) = Told::new(show) else { return Script::default() };
    let mut teller = Teller::default();
    choosing(&told, &mut teller);
    hand_out(&told, &mut teller);
    cook(&told, 0, &mut teller);
    slowest(&told, &mut teller);
    hand_back(&told, &mut teller);
    next_page(&told, &mut teller);
    turn_back(&told, &mut teller);
    let makespan = show.makespan();
    let caption = match told.pages.as_slice() {
        [first, second, ..] if !has_waited(first) || !has_waited(second) => Line::from(msg::ExpertsBeatEndEven {
            time: makespan,
            there: second.done,
            back: makespan.saturating_sub(second.done),
        }),
        [first, second, ..] => Line::from(msg::ExpertsBeatEnd {
            time: makespan,
            there: second.done,
            back: makespan.saturating_sub(second.done),
            first: number(first.slow),
            second: number(second.slow),
        }),
        _ => Line::from(msg::Value { value: Arg::Time(makespan) }),
    };
    let xray = Line::from(msg::XrayEnd { time: makespan, compute: told.facts.compute_time() });
    teller.must_say("end", makespan, Layered::of(caption, xray), None);
    teller.meanwhile(Layered::of(told.facts.now(CHEFS), told.facts.now_xray(CHEFS)));
    teller.finish(makespan)
}

/// Everyone at its own part, then every word's choice.
fn choosing(told: &Told<'_>, teller: &mut Teller) -> Option<()> {
    let (page, routing) = told.page(0)?;
    let start = pair::ExpertsStart {
        n: count(CHEFS),
        experts: count(routing.experts),
        words: Number(f64::from(WORDS), 0),
        top: count(routing.top),
        model: told.plan.model.name.into(),
        gpu: told.facts.run.topology.preset().gpu.name.into(),
    };
    teller.must_say("start", Time::ZERO, start, None);
    let params = told.plan.params;
    if params.corrected > 0 {
        let before = choose(told.plan.model, Params { corrected: 0, ..params }, 0);
        let favourite = before.favourite();
        let at = Time(page.asked.0 / 2);
        teller.must_say(
            "corrected",
            at,
            pair::ExpertsCorrected {
                batches: i64::from(params.corrected),
                before: Number(before.popularity(favourite), 2),
                after: Number(routing.popularity(favourite), 2),
            },
            None,
        );
    }
    let Asked { chef, wishes, times } = asked(routing);
    let all = Number(routing.all_wishes() as f64, 0);
    let said = pair::ExpertsAsked { chef, asked: wishes, times, all };
    teller.must_say("asked", page.asked, said, None);
    Some(())
}

/// Bowls that no specialist had room for, and one delivery to the busiest.
fn hand_out(told: &Told<'_>, teller: &mut Teller) -> Option<()> {
    let (page, routing) = told.page(0)?;
    let from = (0..CHEFS).find(|&chef| chef != page.slow)?;
    let event = told.carried((0, Part::Own), from, page.slow).next()?;
    let caption = Said::from(Line::from(msg::ExpertsBeatSent {
        from: number(from),
        bowls: Number(routing.sent(from, page.slow) as f64, 0),
        way: way_name(told.facts.way(event)).into(),
        to: number(page.slow),
    }))
    .until(
        event.end,
        Line::from(msg::ExpertsBeatCame {
            from: number(from),
            bowls: Number(routing.sent(from, page.slow) as f64, 0),
            time: event.end,
            to: number(page.slow),
        }),
    );
    teller.must_say(
        "sent",
        event.middle(),
        Layered::of(caption, transfer_line(&told.facts, event)),
        Some((0, event.task)),
    );
    if routing.passed_by() > 0 {
        let [begun, _] = page.cook[page.slow];
        let at = Time(event.middle().0.midpoint(begun.0).max(event.middle().0 + 1));
        teller.must_say(
            "passed",
            at,
            pair::ExpertsPassed {
                all: Number(routing.all_wishes() as f64, 0),
                passed: Number(routing.passed_by() as f64, 0),
                share: Percent(routing.passed_by() as f64 / routing.all_wishes() as f64),
            },
            None,
        );
    }
    Some(())
}

/// The first to be done, and the wait for the last.
fn cook(told: &Told<'_>, at: usize, teller: &mut Teller) -> Option<()> {
    let (page, routing) = told.page(at)?;
    let ([begun, cooked], [_, quick]) = (page.cook[page.slow], page.cook[page.quick]);
    let event = told.cooking(at, page.slow)?;
    if at == 0 && page.quick != page.slow {
        let part = quick.saturating_sub(begun).0 as f64 / cooked.saturating_sub(begun).0.max(1) as f64;
        let left = (routing.load(page.slow) as f64 * (1.0 - part)).round();
        let (caption, xray) = (
            Line::from(msg::ExpertsBeatFirst {
                time: quick,
                quick: number(page.quick),
                bowls: Number(routing.load(page.quick) as f64, 0),
                slow: number(page.slow),
                left: Number(left, 0),
            }),
            Line::from(msg::ExpertsXrayFirst {
                time: quick,
                quick: number(page.quick),
                bowls: Number(routing.load(page.quick) as f64, 0),
                slow: number(page.slow),
                left: Number(left, 0),
            }),
        );
        teller.may_say("first", quick, Layered::of(caption, xray), Some((0, event.task)));
    }
    let others = page.others_done();
    let wait = cooked.saturating_sub(others);
    if !has_waited(page) {
        return None;
    }
    let (slow, n) = (number(page.slow), count(CHEFS - 1));
    let waited = pair::ExpertsWaited { slow, n, time: wait };
    let told = Layered::from(pair::ExpertsWait { slow, n }).until(cooked, waited);
    let middle = Time(others.0 + wait.0 / 2);
    let focus = Some((0, event.task));
    if at == 0 {
        teller.must_say("wait", middle, told, focus);
    } else {
        teller.may_say("wait-again", middle, told, focus);
    }
    Some(())
}

/// The slowest specialist beside the quickest.
fn slowest(told: &Told<'_>, teller: &mut Teller) -> Option<()> {
    let (page, routing) = told.page(0)?;
    let [slow, quick] = [page.slow, page.quick].map(|chef| told.cooking(0, chef));
    let (slow, quick) = slow.zip(quick)?;
    teller.must_say(
        "slowest",
        slow.end,
        pair::ExpertsSlowest {
            slow: number(page.slow),
            bowls: Number(routing.load(page.slow) as f64, 0),
            time: slow.duration(),
            quick: number(page.quick),
            few: Number(routing.load(page.quick) as f64, 0),
            short: quick.duration(),
        },
        None,
    );
    Some(())
}

/// The last delivery back, and the end of the page.
fn hand_back(told: &Told<'_>, teller: &mut Teller) -> Option<()> {
    let (page, routing) = told.page(0)?;
    let home = (0..CHEFS).filter(|&chef| chef != page.slow);
    let events = home.flat_map(|chef| told.carried((0, Part::Experts), page.slow, chef));
    if let Some(event) = events.max_by_key(|event| (event.end, event.task)) {
        let home = event.to as usize;
        let caption = Said::from(Line::from(msg::ExpertsBeatBack {
            from: number(page.slow),
            bowls: Number(routing.sent(home, page.slow) as f64, 0),
            to: number(home),
        }))
        .until(
            event.end,
            Line::from(msg::ExpertsBeatBackDone {
                bowls: Number(routing.sent(home, page.slow) as f64, 0),
                time: event.end,
                from: number(page.slow),
                to: number(home),
            }),
        );
        teller.may_say(
            "back",
            event.middle(),
            Layered::of(caption, transfer_line(&told.facts, event)),
            Some((0, event.task)),
        );
    }
    let said = pair::ExpertsPage { time: page.time(), share: Percent(idle(page)) };
    teller.must_say("page", page.done, said, None);
    Some(())
}

/// The next page has a favourite of its own.
fn next_page(told: &Told<'_>, teller: &mut Teller) -> Option<()> {
    let (page, routing) = told.page(1)?;
    let Asked { chef, wishes, times } = asked(routing);
    let said = pair::ExpertsOther { chef, asked: wishes, times };
    teller.must_say("other", page.asked, said, None);
    cook(told, 1, teller)
}

/// The reports go the same way, and all wait for the same one again.
fn turn_back(told: &Told<'_>, teller: &mut Teller) -> Option<()> {
    let back = told.backs.first()?;
    let (page, _) = told.page(back.page)?;
    teller.must_say("turn", back.start, pair::ExpertsTurn { time: back.start }, None);
    let [begun, cooked] = back.cook[back.slow];
    let others = back.others_done();
    let wait = cooked.saturating_sub(others);
    if wait.0 * 20 < cooked.saturating_sub(begun).0 {
        return None;
    }
    let there = page.cook[page.slow][1].saturating_sub(page.others_done());
    let (slow, n) = (number(back.slow), count(CHEFS - 1));
    let done = pair::ExpertsBackWaited { slow, n, time: wait, there };
    let told = Layered::from(pair::ExpertsBackWait { slow, n }).until(cooked, done);
    teller.may_say("wait-back", Time(others.0 + wait.0 / 2), told, None);
    Some(())
}

pub(super) fn readout(show: &Show) -> Readout {
    let figures = Told::new(show).and_then(|told| figures(&told, show.makespan())).unwrap_or_default();
    Readout::from(figures)
}

/// Parts of a time and their sum in hundredths of a millisecond, as written.
fn adding_up<const N: usize>(parts: [Time; N]) -> ([Number; N], Number) {
    sums::adding_up(parts.map(|part| part.as_secs() * 1e3), 2)
}

fn figures(told: &Told<'_>, makespan: Time) -> Option<Vec<Figure>> {
    let (page, routing) = told.page(0)?;
    let mut figures = vec![page_figure(page)];
    let times: Vec<Time> = told.pages.iter().map(Moments::time).collect();
    let way_back = told.backs.iter().fold(Time::ZERO, |sum, back| sum + back.time());
    if let [first, second] = times[..] {
        let ([first, second, back], all) = adding_up([first, second, way_back]);
        figures.push(Figure::of(makespan, figure::ExpertsRun { first, second, back, all }));
    }
    figures.push(back_figure(&told.backs, way_back));
    figures.push(popularity_figure(routing));
    figures.push(load_figure(page, routing));
    figures.push(rate_figure(told, page, routing)?);
    figures.push(way_figure(told, page, routing));
    if routing.passed_by() > 0 {
        figures.push(Figure::of(
            Percent(routing.passed_by() as f64 / routing.all_wishes() as f64),
            figure::ExpertsPassed {
                passed: Number(routing.passed_by() as f64, 0),
                all: Number(routing.all_wishes() as f64, 0),
                unseasoned: Number(f64::from(routing.unserved_tokens), 0),
            },
        ));
    }
    Some(figures)
}

fn page_figure(page: &Moments) -> Figure {
    let ([own, out, slowest, back], all) = adding_up(page.parts());
    Figure::of(page.time(), figure::ExpertsPage { own, out, slowest, back, all })
}

/// The way back in its parts, those of both pages together.
fn back_figure(backs: &[Back], time: Time) -> Figure {
    let parts = backs.iter().fold([Time::ZERO; 4], |mut sums, back| {
        sums.iter_mut().zip(back.parts()).for_each(|(sum, part)| *sum += part);
        sums
    });
    let ([out, slowest, back, own], all) = adding_up(parts);
    Figure::of(time, figure::ExpertsBack { out, slowest, back, own, all })
}

fn popularity_figure(routing: &Routing) -> Figure {
    let favourite = routing.favourite();
    Figure::saying(
        msg::ExpertsFigureTimes { times: Number(routing.popularity(favourite), 2) },
        figure::ExpertsPopularity {
            times: Number(routing.popularity(favourite), 2),
            asked: Number(routing.wishes(favourite) as f64, 0),
            all: Number(routing.all_wishes() as f64, 0),
            experts: count(routing.experts),
            top: count(routing.top),
        },
    )
}

fn load_figure(page: &Moments, routing: &Routing) -> Figure {
    let mean = (routing.all_wishes() - routing.passed_by()) as f64 / CHEFS as f64;
    Figure::saying(
        msg::ExpertsFigureTimes { times: Number(routing.imbalance(), 2) },
        figure::ExpertsLoad {
            times: Number(routing.imbalance(), 2),
            most: Number(routing.load(routing.busiest()) as f64, 0),
            mean: Number(mean, 0),
            share: Percent(idle(page)),
        },
    )
}

/// How fast the slowest specialist works.
fn rate_figure(told: &Told<'_>, page: &Moments, routing: &Routing) -> Option<Figure> {
    let experts = told.plan.model.experts?;
    let cooking = told.cooking(0, page.slow)?;
    let load = routing.load(page.slow) as f64;
    // Three matrices, a product and a sum for each weight.
    let flops = load * 6.0 * f64::from(told.plan.model.hidden) * f64::from(experts.width);
    let rate = flops / cooking.duration().as_secs().max(1e-15);
    Some(Figure::of(
        FlopRate(rate),
        figure::ExpertsRate {
            bowls: Number(load, 0),
            hidden: Number(f64::from(told.plan.model.hidden), 0),
            width: Number(f64::from(experts.width), 0),
            time: cooking.duration(),
            rate: FlopRate(rate),
            chef: number(page.slow).into(),
        },
    ))
}

/// What comes to the slowest specialist over its way.
fn way_figure(told: &Told<'_>, page: &Moments, routing: &Routing) -> Figure {
    let came = (0..CHEFS).filter(|&from| from != page.slow).map(|from| routing.sent(from, page.slow)).sum::<u64>();
    let bytes = Bytes(came * told.plan.token_bytes());
    let events = (0..CHEFS).flat_map(|from| told.carried((0, Part::Own), from, page.slow));
    let (start, end) =
        events.fold((Time::MAX, Time::ZERO), |(start, end), event| (start.min(event.start), end.max(event.end)));
    let seconds = end.saturating_sub(start).as_secs();
    let rate = Rate::bytes_per_s(bytes.0 as f64 / seconds.max(1e-15));
    Figure::of(
        bytes,
        figure::ExpertsWay {
            bowls: Number(came as f64, 0),
            hidden: Number(f64::from(told.plan.model.hidden), 0),
            bytes,
            chef: number(page.slow).into(),
            time: end.saturating_sub(start),
            rate,
        },
    )
}

/// The two runs that the question compares: the one with a favourite, and the same without.
pub(super) fn compared(params: Params) -> [Params; 2] {
    let favourite = if params.favourite > 100 { params.favourite } else { ASKED };
    [Params { favourite, ..params }, Params { favourite: 100, corrected: 0, ..params }]
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let [with, _] = compared(Params::of(scenario));
    let routing = choose(with.model, with, 0);
    let question = Line::from(msg::ExpertsGate { times: Number(routing.popularity(routing.favourite()), 2) });
    Gate { question, at: "asked", ask: Ask::Number(Dial { unit: Unit::Times, min: 0.5, max: 8.0 }) }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let [with, without] = compared(Params::of(scenario)).map(|params| params.scenario(KIND));
    let (with, without) = (rehearse(&with)?, rehearse(&without)?);
    let (long, short) = (with.makespan(), without.makespan());
    let times = long.as_secs() / short.as_secs().max(1e-15);
    let reveal = Line::from(msg::ExpertsVerdict { short, long, times: Number(times, 2) });
    let case = |key, show: &Show| show.runs.first().map(|run: &Run| Case::run(Line::new(key), run));
    let cases = [case(key::EXPERTS_CASE_EVEN, &without), case(key::EXPERTS_CASE_FAVOURITE, &with)];
    Ok(Verdict { right: Right::Number(times), reveal, cases: cases.into_iter().flatten().collect() })
}
