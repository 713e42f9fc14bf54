//! Can ordinary streets carry this? What is said of both runs, by the packets' reports.

use kitchen_core::oracle::bins;
use kitchen_core::packet::Plan;
use kitchen_core::packet::plan::{MTU, OVERHEAD, Queueing};
use kitchen_core::packet::watchdog::Watchdog;
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_core::workload::{Layout, Model, Recompute, cost, model::LLAMA3_8B};
use kitchen_text::{Key, Line, Number, Pair, Percent, Reason, Words, count, figure, key, msg, pair};

use crate::scenario::Scenario;
use crate::scenario::presets::DGX_H100_ONE;
use crate::scene::packets::Town;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::gate::{Form, Stretch, Tone};
use crate::story::{Ask, Case, Dial, Figure, Gate, Layered, Meter, Readout, Right, Script, Unit, Verdict, rehearse};

use super::course::{Course, crowd, victim};
use super::looks;
use super::params::{At, Choice, Load, Params, Zoom};
use super::run::{CARD_GBIT, DISTRICTS, ROW, STREET_GBIT, STREETS, WEIGHT, chip, parcel, plan};

/// From this many times as long on, a run is said to be slower.
const SLOWER: f64 = 1.1;

/// Two runs that end within this share of each other are said to end alike.
const ALIKE: f64 = 0.02;

/// A switch of 64 ports at 400 Gbit/s, US dollars, as one cluster's account of August 2024 has it: a third party's InfiniBand, 36,000; the
/// maker's own is about 50,000 (docs.google.com/spreadsheets/d/1Ft3RbeZ-w43kYSiLfYc1vxO41mK5lmJpcPC9GOYHAWc).
const SWITCH_DOLLARS: f64 = 36_000.0;
const SWITCH_PORTS: f64 = 64.0;
/// A cable at 400 Gbit/s with what it is plugged in by at both ends: the same account's 2,621,440 dollars for 1,024 GPUs with two cables each.
const CABLE_DOLLARS: f64 = 2_621_440.0 / 2_048.0;

/// The name of how streets are chosen, as the control says it.
pub(super) fn choice(scenario: &Scenario) -> Key {
    scenario.said(At::choice as usize)
}

/// A kitchen's number as it is said, from 1.
fn house(house: u32) -> i64 {
    i64::from(house) + 1
}

/// So many at one door, and one more, which goes elsewhere or is in a hurry: kitchens as they are said.
struct Sides {
    n: i64,
    door: i64,
    one: i64,
    other: i64,
}

/// Nobody where eight send to eight doors.
fn sides(params: Params) -> Option<Sides> {
    let (senders, door) = crowd();
    let (one, other) = victim(params)?;
    Some(Sides { n: count(senders.len()), door: house(door), one: house(one), other: house(other) })
}

/// When that one's parcel came, in both runs.
fn came(course: &Course) -> Option<[Time; 2]> {
    let (one, _) = victim(course.params)?;
    Some([0, 1].map(|run: usize| course.towns[run].came[one as usize]))
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(course) = Course::of(show) else { return Vec::new() };
    let (params, bytes) = (course.params, parcel(course.params));
    let [told, ends] = match sides(params).zip(came(&course)) {
        None => [
            Line::from(msg::EthernetOpeningParcels {
                n: ROW.into(),
                streets: STREETS.into(),
                bytes,
                choice: choice(&show.scenario).into(),
            }),
            Line::from(msg::EthernetOpeningTimes { a: course.towns[0].end(), b: course.towns[1].end() }),
        ],
        Some((Sides { n, door, one, other }, [a, b])) => {
            if params.load == Load::Classes {
                [
                    Line::from(msg::EthernetOpeningClasses { n, door, one, bytes }),
                    Line::from(msg::EthernetOpeningWaitsClasses { one, a, b }),
                ]
            } else {
                let crowd = Line::from(msg::EthernetOpeningCrowd { n, door, one, other, bytes });
                let waits = if is_railway(params) {
                    Line::from(msg::EthernetOpeningWaitsRailway { one, a, b })
                } else {
                    Line::from(msg::EthernetOpeningWaits { one, a, b })
                };
                [crowd, waits]
            }
        }
    };
    let town = Line::from(msg::EthernetOpeningTown {
        chip: chip(params.choice).name.into(),
        card: CARD_GBIT.into(),
        street: STREET_GBIT.into(),
        streets: STREETS.into(),
    });
    vec![told, ends, town]
}

/// Whether the town above sends by rail, on credits.
fn is_railway(params: Params) -> bool {
    params.choice == Choice::Railway
}

pub(super) fn script(show: &Show) -> Script {
    let Some(course) = Course::of(show) else { return Script::default() };
    let mut teller = Teller::default();
    match course.params.load {
        Load::Parcels if course.params.zoom == Zoom::Draws => looks::alone(show, &course, &mut teller),
        Load::Parcels => match &course.railway {
            Some(railway) => looks::towns(show, &course, railway, &mut teller),
            None => parcels(show, &course, &mut teller),
        },
        Load::Crowd => jam(show, &course, &mut teller),
        Load::Classes => classes(show, &course, &mut teller),
    }
    let [a, b] = [0, 1].map(|town: usize| Meter::come(course.towns[town].came.clone()));
    teller.meanwhile(pair::EthernetNow { a, b, all: count(course.towns[0].came.len()) });
    teller.finish(show.makespan())
}

pub(super) fn start_xray(params: Params) -> Line {
    let chip = Words::from(chip(params.choice).name);
    let [card, street, streets, mtu] = [CARD_GBIT, STREET_GBIT, STREETS, MTU].map(i64::from);
    match Queueing::CREDITS.credits {
        Some(room) if is_railway(params) => {
            msg::EthernetXrayStartRailway { chip, card, street, streets, mtu, room: Bytes(room) }.into()
        }
        _ => msg::EthernetXrayStart { chip, card, street, streets, mtu }.into(),
    }
}

fn parcels(show: &Show, course: &Course, teller: &mut Teller) {
    let (params, [first, second]) = (course.params, &course.towns);
    let caption = Line::from(msg::EthernetBeatStart { n: ROW.into(), streets: STREETS.into(), bytes: parcel(params) });
    teller.must_say("start", Time::ZERO, Layered::of(caption, start_xray(params)), Some((0, 0)));
    let (used, times) = (count(first.used()), Number(course.crowding(0), 2));
    let (streets, flows) = (i64::from(STREETS), i64::from(params.flows() * ROW));
    let chosen: Pair = match params.choice {
        Choice::Hash | Choice::Parts => pair::EthernetHash { used, times, streets, flows }.into(),
        Choice::Flowlet => pair::EthernetFlowlet { used, times, streets, flows }.into(),
        _ => pair::EthernetEven { used, times, streets, flows }.into(),
    };
    teller.may_say("chosen", Time(second.end().0 / 5), chosen, None);
    queue(course, teller);
    let rest = first.end().saturating_sub(second.end());
    if rest > Time::ZERO {
        let at = second.end();
        let below = pair::EthernetBelow { time: at, all: ROW.into(), n: Meter::come(first.came.clone()) };
        teller.must_say("even", at, below, None);
        stop(first, teller);
        let behind = pair::EthernetBehind { share: Percent(1.0 / course.crowding(0)), ratio: Meter::Times(at) };
        teller.may_say("behind", at + Time(rest.0 / 2), behind, None);
    }
    let makespan = show.makespan();
    let (a, b, ratio) = (first.end(), second.end(), Number(course.ratio(), 2));
    let caption = if course.ratio() >= SLOWER {
        Line::from(msg::EthernetBeatEnd { a, b, ratio })
    } else {
        Line::from(msg::EthernetBeatEndAlike { a, b, ratio })
    };
    let ends = Layered::of(caption, Line::from(msg::EthernetXrayEnd { a, b, ratio }));
    let Some([above, below]) = &course.city else {
        return teller.must_say("end", makespan, ends, None);
    };
    let end = a.max(b);
    if end < makespan {
        teller.must_say("end", end, ends, None);
    }
    let (a, district) = above.last();
    let (n, districts) = (count(above.came.len()), i64::from(DISTRICTS));
    let city = pair::EthernetCity { n, districts, k: house(district), a, b: below.last().0 };
    teller.must_say("city", makespan, city, None);
}

/// The longest queue above while the town below is still at work, where more than a piece of a parcel waits.
fn queue(course: &Course, teller: &mut Teller) {
    let first = &course.towns[0];
    let at = Time(course.towns[1].end().0 / 5 * 3);
    let bytes = first.waiting(at);
    if bytes < super::run::PIECE {
        return;
    }
    let has_empty = first.used() < STREETS as usize;
    let caption = if has_empty {
        Line::from(msg::EthernetBeatQueueEmpty { time: at, bytes, empty: count(STREETS as usize - first.used()) })
    } else {
        Line::from(msg::EthernetBeatQueue { time: at, bytes })
    };
    teller.may_say("queue", at, Layered::of(caption, Line::from(msg::EthernetXrayQueue { bytes, time: at })), None);
}

/// The first kitchen above that was told to stop.
fn stop(town: &Town, teller: &mut Teller) {
    let Some((port, start)) = town.first_pause(|port| town.place(port) == Some(2)) else { return };
    let Some(sender) = (0..ROW).find(|&sender| town.houses[sender as usize][0] == port) else { return };
    teller.may_say("stop", start, pair::EthernetStop { time: start, k: house(sender) }, None);
}

/// How the jam went backwards.
fn jam(show: &Show, course: &Course, teller: &mut Teller) {
    let (params, [first, second]) = (course.params, &course.towns);
    let Some((Sides { n, door, one, other }, [above, below])) = sides(params).zip(came(course)) else { return };
    let bytes = parcel(params);
    let start = if is_railway(params) {
        Line::from(msg::EthernetBeatCrowdRailway { n, door, one, other, bytes })
    } else {
        Line::from(msg::EthernetBeatCrowd { n, door, one, other, bytes })
    };
    teller.must_say("start", Time::ZERO, Layered::of(start, start_xray(params)), Some((0, 0)));
    let pause = |place| Some(first.first_pause(|port| first.place(port) == Some(place))?.1);
    if let Some(time) = pause(1) {
        teller.may_say("back-2", time, pair::EthernetBack1 { time }, None);
    }
    if let Some(time) = pause(0) {
        teller.may_say("back-1", time, pair::EthernetBack2 { time }, None);
    }
    if let Some(time) = pause(2) {
        teller.may_say("back-0", time, pair::EthernetBack3 { time }, None);
    }
    if below < above {
        let both = pair::EthernetPassedBoth { one, other, time: below, later: above };
        let passed = Layered::from(pair::EthernetPassed { one, other, time: below }).until(above, both);
        teller.must_say("passed", below, passed, None);
    }
    late(params, above, teller);
    let (a, b) = (first.end(), second.end());
    let caption = if times(b, a) >= SLOWER {
        Line::from(msg::EthernetBeatCrowdEndSlow { a, b, door })
    } else {
        Line::from(msg::EthernetBeatCrowdEnd { a, b, door })
    };
    // Which packets are marked is drawn for the city as a whole, so it may take a little longer than its first district alone.
    let xray = Line::from(msg::EthernetXrayCrowdEnd { a, b, door });
    teller.must_say("end", show.makespan(), Layered::of(caption, xray), None);
}

/// How long the parcel that goes elsewhere took, next to a road of its own.
fn late(params: Params, above: Time, teller: &mut Teller) {
    let (Some(Sides { one, other, .. }), Some(alone)) = (sides(params), alone(params)) else { return };
    let told = pair::EthernetLate { one, other, time: above, alone, times: Number(times(above, alone), 1) };
    if params.load == Load::Crowd {
        teller.must_say("late", above, told, None);
    } else {
        teller.may_say("late", above, told, None);
    }
}

/// One door, and what a queue of its own is worth to the parcel that is in a hurry.
fn classes(show: &Show, course: &Course, teller: &mut Teller) {
    let (params, [first, second]) = (course.params, &course.towns);
    let Some((Sides { n, door, one, other }, [above, below])) = sides(params).zip(came(course)) else { return };
    let w = i64::from(WEIGHT);
    let start = pair::EthernetClasses { n, door, one, bytes: parcel(params), w };
    teller.must_say("start", Time::ZERO, start, Some((0, 0)));
    teller.may_say("share", Time(below.0 / 3), pair::EthernetClassesShare { n, one, w }, None);
    if below < above {
        let both = Layered::of(
            Line::from(msg::EthernetBeatClassesPassedBoth { one, time: below, later: above }),
            Line::from(msg::EthernetXrayPassedBoth { one, other, time: below, later: above }),
        );
        let passed = Layered::from(pair::EthernetClassesPassed { one, time: below }).until(above, both);
        teller.must_say("passed", below, passed, None);
    }
    late(params, above, teller);
    let caption = if (times(first.end(), second.end()) - 1.0).abs() < ALIKE {
        Line::from(msg::EthernetBeatClassesEnd { a: first.end(), b: second.end() })
    } else {
        Line::from(msg::EthernetBeatClassesEnds { a: first.end(), b: second.end() })
    };
    teller.must_say(
        "end",
        show.makespan(),
        Layered::of(caption, Line::from(msg::EthernetXrayClassesEnd { a: first.end(), b: second.end() })),
        None,
    );
}

fn times(a: Time, b: Time) -> f64 {
    a.as_secs() / b.as_secs().max(1e-12)
}

/// When the parcel that goes elsewhere comes where nobody else sends.
pub(super) fn alone(params: Params) -> Option<Time> {
    let (one, _) = victim(params)?;
    let whole = plan(params, 0).ok()?;
    let flows = whole.flows.iter().copied().filter(|flow| flow.src == one).collect();
    let report = kitchen_core::packet::run(&Plan { flows, ..whole }).ok()?;
    Some(report.makespan)
}

pub(super) fn readout(show: &Show) -> Readout {
    let Some(course) = Course::of(show) else { return Readout::default() };
    let mut figures = vec![time(&course, 0), time(&course, 1)];
    match course.params.load {
        Load::Parcels => {
            figures.extend(draws(&course));
            figures.extend(step(&course));
        }
        Load::Crowd => {
            figures.extend(bystander(&course));
            figures.extend(watchdog(&course));
        }
        Load::Classes => {
            figures.extend(bystander(&course));
            figures.extend(share(&course));
        }
    }
    figures.push(fair(course.params));
    figures.push(price(&course));
    Readout::from(figures)
}

/// A run's time: what its narrowest place sent, a packet's way, and what that place had nothing to do.
fn time(course: &Course, run: usize) -> Figure {
    let town = &course.towns[run];
    let parts = town.parts();
    // In hundredths of a microsecond, so that they add up as written: what rounding leaves goes to the last.
    let cents = |time: Time| (time.as_us() * 100.0).round();
    let [all, sending, way] = [town.end(), parts.sending, parts.way].map(cents);
    // What rounding takes too much, the way gives back.
    let way = way.min(all - sending);
    let idle = all - sending - way;
    let us = |cents: f64| cents / 100.0;
    Figure::of(
        town.end(),
        figure::EthernetTime {
            sending: Number(us(sending), 2),
            way: Number(us(way), 2),
            idle: Number(us(idle), 2),
            all: Number(us(all), 2),
            mb: Number(parts.bytes as f64 / 1e6, 2),
            rate: Number(parts.gb_per_s, 0),
            payload: MTU.into(),
            header: OVERHEAD.into(),
            packets: town.report.sent.try_into().unwrap_or(i64::MAX),
        },
    )
    .named(Line::new(if run == 0 { key::ETHERNET_FIGURE_TIME } else { key::ETHERNET_FIGURE_BELOW }))
    .answering()
}

/// How the fullest street is on average over all draws, and how rare a draw is that puts all into one.
fn draws(course: &Course) -> Option<Figure> {
    let params = course.params;
    if !params.choice.is_drawn() {
        return None;
    }
    let flows = params.flows() * ROW;
    let mean = bins::fullest(flows, STREETS);
    let equal = f64::from(flows) / f64::from(STREETS);
    let (mean, times) = (Number(mean, 2), Number(mean / equal, 2));
    let (balls, streets) = (i64::from(flows), i64::from(STREETS));
    let reason: Reason = if params.flows() == 1 {
        let odds = Number(1.0 / bins::all_in_one(flows, STREETS), 0);
        figure::EthernetDraw { mean, flows: balls, streets, times, odds }.into()
    } else {
        figure::EthernetDrawMany { mean, flows: balls, streets, times }.into()
    };
    Some(Figure::saying(msg::EthernetFigureTimes { value: times }, reason))
}

/// The recipe whose step is told of, and the sequences that a kitchen cooks in it.
fn recipe() -> &'static Model {
    &LLAMA3_8B
}
const SEQUENCES: u32 = 2;

/// How much of a step is the network's where the kitchens share one recipe (ZeRO-3): its pages are gathered for the way there and for the
/// way back, and the reports handed out, each (n - 1) / n of them over each card, at the rate that the parcels had above.
fn step(course: &Course) -> Option<Figure> {
    let model = recipe();
    let layout = Layout { micro_batch: SEQUENCES, global_batch: SEQUENCES, recompute: Recompute::Full, ..Layout::ONE };
    let gpu = DGX_H100_ONE.gpu;
    let (layer, head) = (cost::layer(gpu, model, &layout), cost::head(gpu, model, &layout));
    let layers = f64::from(model.layers);
    let n = f64::from(ROW);
    let update = cost::update_seconds(gpu, model.parameters() as f64 / n);
    let cook = layers * (layer.forward + layer.backward) + head.forward + head.backward + update;
    // Two bytes a parameter, three times.
    let bytes = 3.0 * 2.0 * model.parameters() as f64 * (n - 1.0) / n;
    let end = course.towns[0].end().as_secs();
    if end <= 0.0 {
        return None;
    }
    let rate = parcel(course.params).0 as f64 / end;
    let whole = |seconds: f64| (seconds * 1e3).round();
    let (net, cook) = (whole(bytes / rate), whole(cook));
    Some(
        Figure::saying(
            msg::EthernetFigureShare { value: Percent(net / (net + cook)) },
            figure::EthernetStep {
                net: Number(net, 0),
                cook: Number(cook, 0),
                share: Percent(net / (net + cook)),
                model: model.name.into(),
                n: ROW.into(),
                sequences: SEQUENCES.into(),
                words: model.seq.into(),
                gb: Number(bytes / 1e9, 1),
                rate: Rate::bytes_per_s(rate),
            },
        )
        .answering(),
    )
}

/// What one street costs, of ports and cables, and what stands empty while the parcels pass.
fn price(course: &Course) -> Figure {
    // A port at each end of each of its two cables.
    let [ports, cables] = [4.0, 2.0];
    let port = SWITCH_DOLLARS / SWITCH_PORTS;
    let street = ports * port + cables * CABLE_DOLLARS;
    Figure::saying(
        msg::EthernetFigureDollars { value: Number(street, 0) },
        figure::EthernetPrice {
            port: Number(port, 1),
            cable: Number(CABLE_DOLLARS, 0),
            street: Number(street, 0),
            switch: Number(SWITCH_DOLLARS, 0),
            streets: STREETS.into(),
            all: Number(street * f64::from(STREETS), 0),
            used: count(course.towns[0].used()),
        },
    )
}

/// The longest stop above, against what a watchdog takes for stuck.
fn watchdog(course: &Course) -> Option<Figure> {
    let longest = course.towns[0].report.pauses.iter().map(|pause| pause.end.saturating_sub(pause.start)).max()?;
    let limit = Watchdog::SONIC.detect;
    let reason: Reason = if longest < limit {
        figure::EthernetWatchdog { longest, limit }.into()
    } else {
        figure::EthernetWatchdogOver { longest, limit }.into()
    };
    Some(Figure::of(longest, reason))
}

/// How much longer the parcel that goes elsewhere took for the crowd, above and below.
fn bystander(course: &Course) -> Option<Figure> {
    let (one, _) = victim(course.params)?;
    let alone = alone(course.params)?;
    let [a, b] = came(course)?;
    let [times, other] = [a, b].map(|came| Number(times(came, alone), 1));
    let stood = course.towns[0].stood(one);
    let one = house(one);
    let reason: Reason = if is_railway(course.params) {
        figure::EthernetVictimRailway { one, a, b, alone, times, other }.into()
    } else {
        figure::EthernetVictim { one, a, b, alone, times, other, stood }.into()
    };
    Some(Figure::saying(msg::EthernetFigureTimes { value: times }, reason).answering())
}

/// What share of the door the parcel that is in a hurry had below, with a class of its own.
fn share(course: &Course) -> Option<Figure> {
    let Sides { one, .. } = sides(course.params)?;
    let (alone, [_, below]) = (alone(course.params)?, came(course)?);
    Some(
        Figure::saying(
            msg::EthernetFigureShare { value: Percent(times(alone, below)) },
            figure::EthernetEts { alone, b: below, share: Percent(times(alone, below)), one, w: WEIGHT.into() },
        )
        .answering(),
    )
}

/// Oversubscription: what the cards may send over what the streets carry.
fn fair(params: Params) -> Figure {
    let [cards, streets] = [ROW * CARD_GBIT, STREETS * STREET_GBIT];
    Figure::saying(
        msg::EthernetFigureTimes { value: Number(f64::from(cards) / f64::from(streets), 2) },
        figure::EthernetFair {
            n: ROW.into(),
            card: CARD_GBIT.into(),
            streets: STREETS.into(),
            street: STREET_GBIT.into(),
            ratio: Number(f64::from(cards) / f64::from(streets), 2),
            chip: chip(params.choice).name.into(),
        },
    )
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let params = Params::of(scenario);
    let question = match sides(params) {
        None if matches!(params.zoom, Zoom::Draws | Zoom::Towns) => Line::from(msg::EthernetGateTowns {
            n: ROW.into(),
            streets: STREETS.into(),
            choice: choice(scenario).into(),
        }),
        None => {
            Line::from(msg::EthernetGate { n: ROW.into(), streets: STREETS.into(), choice: choice(scenario).into() })
        }
        Some(Sides { n, door, one, .. }) if params.load == Load::Classes => {
            Line::from(msg::EthernetGateClasses { n, door, one })
        }
        Some(Sides { n, door, one, other }) if is_railway(params) => {
            Line::from(msg::EthernetGateCrowdRailway { n, door, one, other })
        }
        Some(Sides { n, door, one, other }) => Line::from(msg::EthernetGateCrowd { n, door, one, other }),
    };
    Gate { question, at: "start", ask: Ask::Number(Dial { unit: Unit::Times, min: 0.5, max: 16.0 }) }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    // The district alone is asked about.
    let near = Params { zoom: Zoom::District, ..Params::of(scenario) }.scenario(scenario.kind);
    let show = rehearse(&near.making(scenario.made.clone()))?;
    let nothing = || Line::new(key::ETHERNET_NOTHING);
    let course = Course::of(&show).ok_or_else(nothing)?;
    let [first, second] = &course.towns;
    let lanes = |town: &Town, houses: std::ops::Range<u32>| -> Vec<Vec<Stretch>> {
        let lane = |house| vec![Stretch { start: Time::ZERO, end: town.came[house as usize], tone: Tone::Other }];
        houses.map(lane).collect()
    };
    if course.params.load == Load::Parcels {
        let reveal = Line::from(msg::EthernetVerdict {
            a: first.end(),
            b: second.end(),
            ratio: Number(course.ratio(), 2),
            used: count(first.used()),
        });
        let case =
            |name: Line, town: &Town| Case { name, end: town.end(), lanes: lanes(town, 0..ROW), form: Form::Race };
        let names = [Line::new(choice(scenario)), Line::new(key::CHOICE_SPRAY)];
        let [a, b] = names;
        return Ok(Verdict {
            right: Right::Number(course.ratio()),
            reveal,
            cases: vec![case(a, first), case(b, second)],
        });
    }
    let (one, _) = victim(course.params).ok_or_else(nothing)?;
    let came = first.came[one as usize];
    let lane = |end| vec![vec![Stretch { start: Time::ZERO, end, tone: Tone::Other }]];
    let case = |name: Key, end: Time| Case { name: Line::new(name), end, lanes: lane(end), form: Form::Race };
    if course.params.load == Load::Classes {
        let own = second.came[one as usize];
        let ratio = Number(times(came, own), 1);
        let reveal = Line::from(msg::EthernetVerdictClasses { one: house(one), a: came, b: own, times: ratio });
        let cases = vec![case(key::ETHERNET_ONE_QUEUE, came), case(key::ETHERNET_OWN_QUEUE, own)];
        return Ok(Verdict { right: Right::Number(times(came, own)), reveal, cases });
    }
    let alone = alone(course.params).ok_or_else(nothing)?;
    let ratio = Number(times(came, alone), 1);
    let reveal = Line::from(msg::EthernetVerdictCrowd { one: house(one), a: came, alone, times: ratio });
    let cases = vec![case(key::ETHERNET_CASE_CROWD, came), case(key::ETHERNET_CASE_ALONE, alone)];
    Ok(Verdict { right: Right::Number(times(came, alone)), reveal, cases })
}
