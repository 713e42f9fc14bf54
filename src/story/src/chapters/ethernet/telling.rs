//! Can ordinary streets carry this? What is said of both runs, by the packets' reports.

use kitchen_core::oracle::bins;
use kitchen_core::packet::Plan;
use kitchen_core::packet::plan::{MTU, OVERHEAD, Queueing};
use kitchen_core::packet::watchdog::Watchdog;
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_core::workload::{Layout, Model, Recompute, cost, model::LLAMA3_8B};
use kitchen_text::{Key, Line, Number, Percent, Reason, count, figure, key, msg};

use crate::scenario::presets::DGX_H100_ONE;
use crate::scenario::{Range, Scenario};
use crate::scene::packets::Town;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::gate::{Stretch, Tone};
use crate::story::{
    Ask, Case, Dial, Figure, Gate, Layered, Meter, Readout, Right, Said, Script, Unit, Verdict, rehearse,
};

use super::course::{Course, crowd, victim};
use super::params::{At, Choice, Load, PARAMS, Params, Zoom};
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
    let place = At::choice as usize;
    match PARAMS[place].range {
        Range::Choice(list) => list[scenario.at(place, 0).max(0) as usize % list.len()].1,
        _ => PARAMS[place].name,
    }
}

/// A kitchen's number as it is said, from 1.
fn house(line: Line, name: &'static str, house: u32) -> Line {
    line.int(name, i64::from(house) + 1)
}

/// Seven at one door, and one elsewhere.
fn sides(line: Line, params: Params) -> Line {
    let (senders, door) = crowd();
    let Some((one, other)) = victim(params) else { return line };
    let line = house(house(house(line, "door", door), "one", one), "other", other);
    line.count("n", senders.len()).bytes("bytes", parcel(params))
}

/// Seven at one door, and one more there that is in a hurry.
fn hurry(line: Line, params: Params) -> Line {
    let (senders, door) = crowd();
    let Some((one, _)) = victim(params) else { return line };
    house(house(line, "door", door), "one", one).count("n", senders.len())
}

/// Eight at eight doors.
fn row(line: Line, params: Params) -> Line {
    line.int("n", ROW.into()).int("streets", STREETS.into()).bytes("bytes", parcel(params))
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(course) = Course::of(show) else { return Vec::new() };
    let ends = |line: Line| line.time("a", course.towns[0].end()).time("b", course.towns[1].end());
    let chip = chip(course.params.choice).name;
    let town = Line::new(key::ETHERNET_OPENING_TOWN).text("chip", chip).int("card", CARD_GBIT.into());
    let town = town.int("street", STREET_GBIT.into()).int("streets", STREETS.into());
    match course.params.load {
        Load::Parcels => vec![
            row(Line::new(key::ETHERNET_OPENING_PARCELS), course.params).key("choice", choice(&show.scenario)),
            ends(Line::new(key::ETHERNET_OPENING_TIMES)),
            town,
        ],
        Load::Crowd => vec![
            sides(Line::new(key::ETHERNET_OPENING_CROWD), course.params),
            waits(
                Line::new(if is_railway(course.params) {
                    key::ETHERNET_OPENING_WAITS_RAILWAY
                } else {
                    key::ETHERNET_OPENING_WAITS
                }),
                &course,
            ),
            town,
        ],
        Load::Classes => vec![
            hurry(Line::new(key::ETHERNET_OPENING_CLASSES), course.params).bytes("bytes", parcel(course.params)),
            waits(Line::new(key::ETHERNET_OPENING_WAITS_CLASSES), &course),
            town,
        ],
    }
}

/// Whether the town above sends by rail, on credits.
fn is_railway(params: Params) -> bool {
    params.choice == Choice::Railway
}

/// When the parcel that goes elsewhere came, in both runs.
fn waits(line: Line, course: &Course) -> Line {
    let Some((one, _)) = victim(course.params) else { return line };
    let [a, b] = [0, 1].map(|run: usize| course.towns[run].came[one as usize]);
    house(line, "one", one).time("a", a).time("b", b)
}

pub(super) fn script(show: &Show) -> Script {
    let Some(course) = Course::of(show) else { return Script::default() };
    let mut teller = Teller::default();
    match course.params.load {
        Load::Parcels => parcels(show, &course, &mut teller),
        Load::Crowd => jam(show, &course, &mut teller),
        Load::Classes => classes(show, &course, &mut teller),
    }
    teller.finish(show.makespan())
}

fn start_xray(params: Params) -> Line {
    let line = match Queueing::CREDITS.credits {
        Some(room) if is_railway(params) => Line::new(key::ETHERNET_XRAY_START_RAILWAY).bytes("room", Bytes(room)),
        _ => Line::new(key::ETHERNET_XRAY_START),
    };
    line.text("chip", chip(params.choice).name)
        .int("card", CARD_GBIT.into())
        .int("street", STREET_GBIT.into())
        .int("streets", STREETS.into())
        .int("mtu", MTU.into())
}

fn parcels(show: &Show, course: &Course, teller: &mut Teller) {
    let (params, [first, second]) = (course.params, &course.towns);
    let caption = row(Line::new(key::ETHERNET_BEAT_START), params);
    teller.must_say("start", Time::ZERO, Layered::of(caption, start_xray(params)), Some((0, 0)));
    let keys = match params.choice {
        Choice::Hash | Choice::Parts => [key::ETHERNET_BEAT_HASH, key::ETHERNET_XRAY_HASH],
        Choice::Flowlet => [key::ETHERNET_BEAT_FLOWLET, key::ETHERNET_XRAY_FLOWLET],
        _ => [key::ETHERNET_BEAT_EVEN, key::ETHERNET_XRAY_EVEN],
    };
    let [caption, xray] =
        keys.map(|key| Line::new(key).count("used", first.used()).number("times", course.crowding(0), 2));
    let xray = xray.int("streets", STREETS.into()).int("flows", i64::from(params.flows() * ROW));
    teller.may_say("chosen", Time(second.end().0 / 5), Layered::of(caption, xray), None);
    queue(course, teller);
    let rest = first.end().saturating_sub(second.end());
    if rest > Time::ZERO {
        let at = second.end();
        let told =
            |key| Said::from(Line::new(key).time("time", at).int("all", ROW.into())).come("n", first.came.clone());
        teller.must_say("even", at, Layered::of(told(key::ETHERNET_BEAT_BELOW), told(key::ETHERNET_XRAY_BELOW)), None);
        stop(first, at + Time(rest.0 / 5), teller);
        let told = |key| {
            let line = Line::new(key).percent("share", 1.0 / course.crowding(0));
            Said::from(line).meter("ratio", Meter::Times(at))
        };
        teller.may_say(
            "behind",
            at + Time(rest.0 / 2),
            Layered::of(told(key::ETHERNET_BEAT_BEHIND), told(key::ETHERNET_XRAY_BEHIND)),
            None,
        );
    }
    let makespan = show.makespan();
    let is_slower = course.ratio() >= SLOWER;
    let ends = |key| {
        let line = Line::new(key).time("a", first.end()).time("b", second.end());
        line.number("ratio", course.ratio(), 2)
    };
    let caption = ends(if is_slower { key::ETHERNET_BEAT_END } else { key::ETHERNET_BEAT_END_ALIKE });
    let xray = ends(key::ETHERNET_XRAY_END);
    let Some([above, below]) = &course.city else {
        return teller.must_say("end", makespan, Layered::of(caption, xray), None);
    };
    let end = first.end().max(second.end());
    if end < makespan {
        teller.must_say("end", end, Layered::of(caption, xray), None);
    }
    let (a, district) = above.last();
    let told = |key| {
        let line = Line::new(key).count("n", above.came.len()).int("districts", DISTRICTS.into());
        house(line.time("a", a).time("b", below.last().0), "k", district)
    };
    teller.must_say("city", makespan, Layered::of(told(key::ETHERNET_BEAT_CITY), told(key::ETHERNET_XRAY_CITY)), None);
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

/// The first kitchen above that was told to stop: told at `at`, or then, where that is later.
fn stop(town: &Town, at: Time, teller: &mut Teller) {
    let Some((port, start)) = town.first_pause(|port| town.place(port) == Some(2)) else { return };
    let Some(sender) = (0..ROW).find(|&sender| town.houses[sender as usize][0] == port) else { return };
    let told = |key| house(Line::new(key).time("time", start), "k", sender);
    teller.may_say(
        "stop",
        at.max(start),
        Layered::of(told(key::ETHERNET_BEAT_STOP), told(key::ETHERNET_XRAY_STOP)),
        None,
    );
}

/// How the jam went backwards.
fn jam(show: &Show, course: &Course, teller: &mut Teller) {
    let (params, [first, second]) = (course.params, &course.towns);
    let start = if is_railway(params) { key::ETHERNET_BEAT_CROWD_RAILWAY } else { key::ETHERNET_BEAT_CROWD };
    teller.must_say(
        "start",
        Time::ZERO,
        Layered::of(sides(Line::new(start), params), start_xray(params)),
        Some((0, 0)),
    );
    let steps = [
        ("back-2", 1, [key::ETHERNET_BEAT_BACK_1, key::ETHERNET_XRAY_BACK_1]),
        ("back-1", 0, [key::ETHERNET_BEAT_BACK_2, key::ETHERNET_XRAY_BACK_2]),
        ("back-0", 2, [key::ETHERNET_BEAT_BACK_3, key::ETHERNET_XRAY_BACK_3]),
    ];
    for (id, place, keys) in steps {
        let Some((_, at)) = first.first_pause(|port| first.place(port) == Some(place)) else { continue };
        let [caption, xray] = keys.map(|key| Line::new(key).time("time", at));
        teller.may_say(id, at, Layered::of(caption, xray), None);
    }
    let Some((one, other)) = victim(params) else { return };
    let [above, below] = [first, second].map(|town| town.came[one as usize]);
    let names = |key| house(house(Line::new(key), "one", one), "other", other);
    if below < above {
        let now = |key| names(key).time("time", below);
        let keys = [
            [key::ETHERNET_BEAT_PASSED, key::ETHERNET_BEAT_PASSED_BOTH],
            [key::ETHERNET_XRAY_PASSED, key::ETHERNET_XRAY_PASSED_BOTH],
        ];
        let [caption, xray] =
            keys.map(|[during, after]| Said::from(now(during)).until(above, now(after).time("later", above)));
        teller.must_say("passed", below, Layered::of(caption, xray), None);
    }
    if let Some(alone) = alone(params) {
        let told = |line: Line| line.time("time", above).time("alone", alone).number("times", times(above, alone), 1);
        let caption = told(house(Line::new(key::ETHERNET_BEAT_LATE), "one", one));
        teller.must_say("late", above, Layered::of(caption, told(names(key::ETHERNET_XRAY_LATE))), None);
    }
    let (_, door) = crowd();
    let ends = |key| house(Line::new(key).time("a", first.end()).time("b", second.end()), "door", door);
    let is_slower = times(second.end(), first.end()) >= SLOWER;
    let caption = ends(if is_slower { key::ETHERNET_BEAT_CROWD_END_SLOW } else { key::ETHERNET_BEAT_CROWD_END });
    // Which packets are marked is drawn for the city as a whole, so it may take a little longer than its first district alone.
    teller.must_say("end", show.makespan(), Layered::of(caption, ends(key::ETHERNET_XRAY_CROWD_END)), None);
}

/// One door, and what a queue of its own is worth to the parcel that is in a hurry.
fn classes(show: &Show, course: &Course, teller: &mut Teller) {
    let (params, [first, second]) = (course.params, &course.towns);
    let Some((one, other)) = victim(params) else { return };
    let weights = |line: Line| line.int("w", WEIGHT.into());
    let start = hurry(Line::new(key::ETHERNET_BEAT_CLASSES), params).bytes("bytes", parcel(params));
    let (senders, door) = crowd();
    let xray = house(Line::new(key::ETHERNET_XRAY_CLASSES), "door", door).count("n", senders.len());
    teller.must_say("start", Time::ZERO, Layered::of(start, weights(xray)), Some((0, 0)));
    let [above, below] = [first, second].map(|town| town.came[one as usize]);
    let told = |key| house(Line::new(key), "one", one).count("n", senders.len());
    let caption = told(key::ETHERNET_BEAT_CLASSES_SHARE);
    teller.may_say(
        "share",
        Time(below.0 / 3),
        Layered::of(caption, weights(told(key::ETHERNET_XRAY_CLASSES_SHARE))),
        None,
    );
    let named = |key| house(Line::new(key), "one", one);
    if below < above {
        let caption = Said::from(named(key::ETHERNET_BEAT_CLASSES_PASSED).time("time", below))
            .until(above, named(key::ETHERNET_BEAT_CLASSES_PASSED_BOTH).time("time", below).time("later", above));
        let both = house(named(key::ETHERNET_XRAY_PASSED_BOTH), "other", other).time("time", below);
        let xray = Said::from(named(key::ETHERNET_XRAY_CLASSES_PASSED).time("time", below))
            .until(above, both.time("later", above));
        teller.must_say("passed", below, Layered::of(caption, xray), None);
    }
    if let Some(alone) = alone(params) {
        let told = |line: Line| line.time("time", above).time("alone", alone).number("times", times(above, alone), 1);
        let xray = told(house(named(key::ETHERNET_XRAY_LATE), "other", other));
        teller.may_say("late", above, Layered::of(told(named(key::ETHERNET_BEAT_LATE)), xray), None);
    }
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
    let [a, b] = [0, 1].map(|run: usize| course.towns[run].came[one as usize]);
    let [times, other] = [a, b].map(|came| Number(times(came, alone), 1));
    let house = i64::from(one) + 1;
    let reason: Reason = if is_railway(course.params) {
        figure::EthernetVictimRailway { one: house, a, b, alone, times, other }.into()
    } else {
        let stood = course.towns[0].stood(one);
        figure::EthernetVictim { one: house, a, b, alone, times, other, stood }.into()
    };
    Some(Figure::saying(msg::EthernetFigureTimes { value: times }, reason).answering())
}

/// What share of the door the parcel that is in a hurry had below, with a class of its own.
fn share(course: &Course) -> Option<Figure> {
    let (one, _) = victim(course.params)?;
    let (alone, below) = (alone(course.params)?, course.towns[1].came[one as usize]);
    Some(
        Figure::saying(
            msg::EthernetFigureShare { value: Percent(times(alone, below)) },
            figure::EthernetEts {
                alone,
                b: below,
                share: Percent(times(alone, below)),
                one: i64::from(one) + 1,
                w: WEIGHT.into(),
            },
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
    let question = match params.load {
        Load::Parcels => row(Line::new(key::ETHERNET_GATE), params).key("choice", choice(scenario)),
        Load::Crowd if is_railway(params) => sides(Line::new(key::ETHERNET_GATE_CROWD_RAILWAY), params),
        Load::Crowd => sides(Line::new(key::ETHERNET_GATE_CROWD), params),
        Load::Classes => hurry(Line::new(key::ETHERNET_GATE_CLASSES), params),
    };
    Gate { question, at: "start", ask: Ask::Number(Dial { unit: Unit::Times, min: 0.5, max: 16.0 }) }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    // The district alone is asked about.
    let show = rehearse(&scenario.set(At::zoom as usize, Zoom::District as i64))?;
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
        let case = |name: Line, town: &Town| Case { name, end: town.end(), lanes: lanes(town, 0..ROW) };
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
    let case = |name: Key, end: Time| Case { name: Line::new(name), end, lanes: lane(end) };
    if course.params.load == Load::Classes {
        let own = second.came[one as usize];
        let reveal = house(Line::new(key::ETHERNET_VERDICT_CLASSES), "one", one).time("a", came).time("b", own).number(
            "times",
            times(came, own),
            1,
        );
        let cases = vec![case(key::ETHERNET_ONE_QUEUE, came), case(key::ETHERNET_OWN_QUEUE, own)];
        return Ok(Verdict { right: Right::Number(times(came, own)), reveal, cases });
    }
    let alone = alone(course.params).ok_or_else(nothing)?;
    let reveal = house(Line::new(key::ETHERNET_VERDICT_CROWD), "one", one).time("a", came).time("alone", alone).number(
        "times",
        times(came, alone),
        1,
    );
    let cases = vec![case(key::ETHERNET_CASE_CROWD, came), case(key::ETHERNET_CASE_ALONE, alone)];
    Ok(Verdict { right: Right::Number(times(came, alone)), reveal, cases })
}
