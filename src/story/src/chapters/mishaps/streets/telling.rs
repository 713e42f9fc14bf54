//! What is said of parcels on streets of which something breaks: everything by the packets' reports.

use kitchen_core::packet::plan::MTU;
use kitchen_core::units::{Bytes, Time};
use kitchen_text::{Arg, Key, Line, Number, Percent, figure, key, msg, pair};

use crate::scenario::Scenario;
use crate::story::facts::Teller;
use crate::story::gate::{Dial, Stretch, Tone, Unit};
use crate::story::{Ask, Case, Figure, Gate, Layered, Readout, Right, Verdict, rehearse};

use super::{BREAKS, Districts, FLAP, GBIT, KNOWN, PARCEL, ROW, SENDING, SHUT, STUCK};
use crate::chapters::mishaps::params::Mishap;

/// When it is told what a flapping street is like: it has come back twice.
pub(in crate::chapters::mishaps) const FLAPPED: Time = Time(BREAKS.0 + 4 * FLAP.0);

/// The door that shuts, and the kitchen that sends to it, as they are said.
fn named(line: Line) -> Line {
    line.int("door", (ROW + SHUT + 1) as i64)
}

pub(in crate::chapters::mishaps) fn opening(districts: &Districts) -> Vec<Line> {
    let town = Line::from(msg::MishapsOpeningStreets { n: ROW as i64, bytes: Bytes(PARCEL) });
    let streets = Line::from(msg::MishapsOpeningChips { streets: ROW as i64, gbit: GBIT.into() });
    vec![
        town,
        breaks(
            districts.mishap,
            [
                key::MISHAPS_OPENING_STREET,
                key::MISHAPS_OPENING_FLAP,
                key::MISHAPS_OPENING_CROSSING,
                key::MISHAPS_OPENING_DOOR,
            ],
        ),
        streets,
    ]
}

/// One of four sentences, with what it asks for.
fn breaks(mishap: Mishap, [street, flap, crossing, door]: [Key; 4]) -> Line {
    let at = |key| Line::new(key).time("at", BREAKS);
    match mishap {
        Mishap::Flap => at(flap).time("flap", FLAP),
        Mishap::Crossing => at(crossing),
        Mishap::Door => named(at(door)).time("stuck", STUCK),
        _ => at(street),
    }
}

pub(in crate::chapters::mishaps) fn script(districts: &Districts, teller: &mut Teller) {
    let [whole, hurt] = [0, 1].map(|run: usize| districts.of[run].end());
    let start = |key| Line::new(key).int("n", ROW as i64).bytes("bytes", Bytes(PARCEL));
    let xray = start(key::MISHAPS_XRAY_SENDS).int("gbit", GBIT.into()).int("mtu", MTU.into());
    teller.must_say("start", Time::ZERO, Layered::of(start(key::MISHAPS_BEAT_SENDS), xray), Some((0, 0)));
    let caption = breaks(
        districts.mishap,
        [key::MISHAPS_BEAT_STREET, key::MISHAPS_BEAT_FLAP, key::MISHAPS_BEAT_CROSSING, key::MISHAPS_BEAT_DOOR],
    );
    let xray = breaks(
        districts.mishap,
        [key::MISHAPS_XRAY_STREET, key::MISHAPS_XRAY_FLAP, key::MISHAPS_XRAY_CROSSING, key::MISHAPS_XRAY_DOOR],
    );
    teller.must_say("break", BREAKS, Layered::of(caption, xray), None);
    match districts.mishap {
        Mishap::Door => door(districts, teller),
        Mishap::Flap => {
            teller.must_say("flaps", FLAPPED, pair::MishapsFlaps { known: KNOWN, flap: FLAP }, None);
        }
        mishap => {
            let left = (ROW as f64 * districts.left()) as i64;
            let at = BREAKS + KNOWN;
            let told = |key| Line::new(key).time("time", at).int("left", left).int("all", ROW as i64);
            let keys = match mishap {
                Mishap::Crossing => [key::MISHAPS_BEAT_KNOWN_CROSSING, key::MISHAPS_XRAY_KNOWN_CROSSING],
                _ => [key::MISHAPS_BEAT_KNOWN, key::MISHAPS_XRAY_KNOWN],
            };
            teller.must_say("known", at, Layered::of(told(keys[0]), told(keys[1])), None);
        }
    }
    let told = |key| Line::new(key).time("time", whole);
    if whole < hurt {
        teller.must_say("whole", whole, Layered::of(told(key::MISHAPS_BEAT_CAME), told(key::MISHAPS_XRAY_CAME)), None);
    }
    let end = |key| {
        let line = Line::new(key).time("time", districts.told(1)).time("whole", districts.told(0));
        line.percent("longer", districts.longer())
    };
    if districts.mishap == Mishap::Door {
        let [caption, xray] = [key::MISHAPS_BEAT_END_DOOR, key::MISHAPS_XRAY_END_DOOR].map(|key| named(end(key)));
        teller.must_say("end", hurt, Layered::of(caption, xray.time("stuck", STUCK)), None);
        return;
    }
    let lost = i64::try_from(districts.of[1].lost()).unwrap_or(i64::MAX);
    let told = |key| end(key).number("lost", lost as f64, 0);
    teller.must_say(
        "end",
        hurt,
        Layered::of(told(key::MISHAPS_BEAT_END_STREET), told(key::MISHAPS_XRAY_END_STREET)),
        None,
    );
}

/// How a shut door stops those who do not go there.
fn door(districts: &Districts, teller: &mut Teller) {
    if let Some((at, kitchen)) = districts.of[1].first_stop() {
        let told = |key| {
            let line = named(Line::new(key)).time("time", at);
            line.int("kitchen", kitchen as i64 + 1).int("other", (ROW + kitchen + 1) as i64)
        };
        teller.must_say("stood", at, Layered::of(told(key::MISHAPS_BEAT_STOOD), told(key::MISHAPS_XRAY_STOOD)), None);
    }
    let told = |key| named(Line::new(key)).time("time", BREAKS + STUCK);
    teller.must_say(
        "open",
        BREAKS + STUCK,
        Layered::of(told(key::MISHAPS_BEAT_OPEN), told(key::MISHAPS_XRAY_OPEN)),
        None,
    );
}

pub(in crate::chapters::mishaps) fn readout(districts: &Districts) -> Readout {
    let mut figures = vec![longer(districts), sum(districts)];
    if districts.mishap != Mishap::Door {
        figures.push(lost(districts));
    }
    Readout::from(figures)
}

/// How much later the parcels were there.
fn longer(districts: &Districts) -> Figure {
    let [whole, hurt] = [0, 1].map(|run| districts.told(run));
    Figure {
        name: Line::new(key::MISHAPS_FIGURE_LATER),
        value: Line::from(msg::Value { value: Arg::Percent(districts.longer()) }),
        formula: Line::new(key::MISHAPS_FIGURE_LATER_FORMULA),
        filled: Line::from(msg::MishapsFigureLongerFilled { hurt, whole, value: Percent(districts.longer()) }),
        source: match districts.mishap {
            Mishap::Door => named(Line::new(key::MISHAPS_FIGURE_LATER_SOURCE_DOOR)),
            _ => Line::new(key::MISHAPS_FIGURE_LATER_SOURCE),
        },
        is_answer: true,
    }
}

/// A time in tenths of a microsecond.
fn tenths(time: Time) -> f64 {
    (time.as_us() * 10.0).round()
}

/// The lower district's time by its parts. What is left over is told as such, so that they add up as they are written.
fn sum(districts: &Districts) -> Figure {
    let us = |tenths: f64| tenths / 10.0;
    let [whole, all] = [0, 1].map(|run| tenths(districts.told(run)));
    let is_door = districts.mishap == Mishap::Door;
    let (before, over, source) = if is_door {
        let stood = tenths(districts.of[1].report.ports[districts.of[1].houses[0][0] as usize].paused);
        (whole, stood, Line::from(msg::MishapsFigureBelowSourceDoor { stuck: STUCK }))
    } else {
        let rest = tenths(SENDING) - tenths(BREAKS);
        let over = (rest / districts.left()).round();
        let source = Line::new(if districts.mishap == Mishap::Flap {
            key::MISHAPS_FIGURE_BELOW_SOURCE_FLAP
        } else {
            key::MISHAPS_FIGURE_BELOW_SOURCE
        });
        let source = source.number("sending", us(tenths(SENDING)), 1).number("rest", us(rest), 1);
        (tenths(BREAKS), over, source.percent("left", districts.left()).number("over", us(over), 1))
    };
    let other = all - before - over;
    let filled = if other < 0.0 { key::MISHAPS_FIGURE_BELOW_FILLED_LESS } else { key::MISHAPS_FIGURE_BELOW_FILLED };
    Figure {
        name: Line::new(if is_door { key::MISHAPS_FIGURE_BELOW_DOOR } else { key::MISHAPS_FIGURE_BELOW }),
        value: Line::from(msg::Value { value: Arg::Time(districts.told(1)) }),
        formula: Line::new(if is_door {
            key::MISHAPS_FIGURE_BELOW_FORMULA_DOOR
        } else {
            key::MISHAPS_FIGURE_BELOW_FORMULA
        }),
        filled: Line::new(filled)
            .number("a", us(before), 1)
            .number("b", us(over), 1)
            .number("c", us(other.abs()), 1)
            .number("all", us(all), 1),
        source,
        is_answer: true,
    }
}

/// Packets that were lost and sent again.
fn lost(districts: &Districts) -> Figure {
    let (report, lost) = (&districts.of[1].report, districts.of[1].lost());
    Figure::of(
        Number(lost as f64, 0),
        figure::MishapsLost {
            sent: Number(report.sent as f64, 0),
            arrived: Number(report.arrived as f64, 0),
            lost: Number(lost as f64, 0),
            known: KNOWN,
            bytes: Bytes(MTU.into()),
        },
    )
    .answering()
}

pub(in crate::chapters::mishaps) fn gate(mishap: Mishap) -> Gate {
    let question = breaks(
        mishap,
        [key::MISHAPS_GATE_STREET, key::MISHAPS_GATE_FLAP, key::MISHAPS_GATE_CROSSING, key::MISHAPS_GATE_DOOR],
    );
    Gate { question, at: "start", ask: Ask::Number(Dial { unit: Unit::Percent, min: 0.0, max: 200.0 }) }
}

pub(in crate::chapters::mishaps) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let show = rehearse(scenario)?;
    let districts = Districts::of(&show).ok_or_else(|| Line::new(key::MISHAPS_NOTHING))?;
    let is_door = districts.mishap == Mishap::Door;
    let reveal = Line::new(if is_door { key::MISHAPS_VERDICT_DOOR } else { key::MISHAPS_VERDICT_STREET });
    let reveal = reveal.time("hurt", districts.told(1)).time("whole", districts.told(0));
    let names = [key::MISHAPS_CASE_UPPER, key::MISHAPS_CASE_LOWER];
    let case = |(run, name): (usize, Key)| {
        let district = &districts.of[run];
        let lane = |&end: &Time| vec![Stretch { start: Time::ZERO, end, tone: Tone::Forward }];
        Case { name: Line::new(name), end: district.end(), lanes: district.came.iter().map(lane).collect() }
    };
    let cases = (0..).zip(names).map(case).collect();
    Ok(Verdict { right: Right::Number(districts.longer() * 100.0), reveal, cases })
}
