//! What is said of parcels on streets of which something breaks: everything by the packets' reports.

use kitchen_core::packet::plan::MTU;
use kitchen_core::units::{Bytes, Time};
use kitchen_text::{Arg, Key, Line, Number, Pair, Percent, figure, key, msg, pair};

use crate::scenario::Scenario;
use crate::story::facts::Teller;
use crate::story::gate::{Dial, Form, Stretch, Tone, Unit};
use crate::story::{Ask, Case, Figure, Gate, Meter, Readout, Right, Verdict, rehearse};

use super::{BREAKS, Districts, FLAP, GBIT, KNOWN, PARCEL, ROW, SENDING, SHUT, STUCK};
use crate::chapters::mishaps::params::Mishap;

/// When it is told what a flapping street is like: it has come back twice.
pub(in crate::chapters::mishaps) const FLAPPED: Time = Time(BREAKS.0 + 4 * FLAP.0);

/// The door that shuts, as it is said.
const DOOR: i64 = (ROW + SHUT + 1) as i64;

pub(in crate::chapters::mishaps) fn opening(districts: &Districts) -> Vec<Line> {
    let town = Line::from(msg::MishapsOpeningStreets { n: ROW as i64, bytes: Bytes(PARCEL) });
    let streets = Line::from(msg::MishapsOpeningChips { streets: ROW as i64, gbit: GBIT.into() });
    let breaks = match districts.mishap {
        Mishap::Flap => Line::from(msg::MishapsOpeningFlap { at: BREAKS, flap: FLAP }),
        Mishap::Crossing => Line::from(msg::MishapsOpeningCrossing { at: BREAKS }),
        Mishap::Door => Line::from(msg::MishapsOpeningDoor { at: BREAKS, door: DOOR, stuck: STUCK }),
        _ => Line::from(msg::MishapsOpeningStreet { at: BREAKS }),
    };
    vec![town, breaks, streets]
}

pub(in crate::chapters::mishaps) fn script(districts: &Districts, teller: &mut Teller) {
    let [whole, hurt] = [0, 1].map(|run: usize| districts.of[run].end());
    let (n, bytes) = (ROW as i64, Bytes(PARCEL));
    let start = pair::MishapsSends { n, bytes, gbit: GBIT.into(), mtu: MTU.into() };
    teller.must_say("start", Time::ZERO, start, Some((0, 0)));
    let [a, b] = [0, 1].map(|run: usize| Meter::come(districts.of[run].came.clone()));
    teller.meanwhile(pair::MishapsThere { a, b, all: n });
    let breaks: Pair = match districts.mishap {
        Mishap::Flap => pair::MishapsFlap { at: BREAKS, flap: FLAP, n: districts.road as i64 + 1 }.into(),
        Mishap::Crossing => pair::MishapsCrossing { at: BREAKS }.into(),
        Mishap::Door => pair::MishapsDoor { at: BREAKS, door: DOOR, stuck: STUCK }.into(),
        _ => pair::MishapsStreet { at: BREAKS, n: districts.road as i64 + 1 }.into(),
    };
    teller.must_say("break", BREAKS, breaks, None);
    match districts.mishap {
        Mishap::Door => door(districts, teller),
        Mishap::Flap => {
            teller.must_say("flaps", FLAPPED, pair::MishapsFlaps { known: KNOWN, flap: FLAP }, None);
        }
        mishap => {
            let left = (ROW as f64 * districts.left()) as i64;
            let (time, all) = (BREAKS + KNOWN, ROW as i64);
            let known: Pair = match mishap {
                Mishap::Crossing => pair::MishapsKnownCrossing { time, left, all }.into(),
                _ => pair::MishapsKnown { time, left, all }.into(),
            };
            teller.must_say("known", time, known, None);
        }
    }
    if whole < hurt {
        teller.must_say("whole", whole, pair::MishapsCame { time: whole }, None);
    }
    let [whole, time] = [0, 1].map(|run| districts.told(run));
    let longer = Percent(districts.longer());
    let end: Pair = if districts.mishap == Mishap::Door {
        pair::MishapsEndDoor { time, whole, longer, door: DOOR, stuck: STUCK }.into()
    } else {
        let lost = Number(districts.of[1].lost() as f64, 0);
        pair::MishapsEndStreet { time, whole, longer, lost }.into()
    };
    teller.must_say("end", hurt, end, None);
}

/// How a shut door stops those who do not go there.
fn door(districts: &Districts, teller: &mut Teller) {
    if let Some((at, kitchen)) = districts.of[1].first_stop() {
        let (kitchen, other) = (kitchen as i64 + 1, (ROW + kitchen + 1) as i64);
        teller.must_say("stood", at, pair::MishapsStood { door: DOOR, time: at, kitchen, other }, None);
    }
    let time = BREAKS + STUCK;
    teller.must_say("open", time, pair::MishapsOpen { door: DOOR, time }, None);
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
            Mishap::Door => Line::from(msg::MishapsFigureLaterSourceDoor { door: DOOR }),
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
    let us = |tenths: f64| Number(tenths / 10.0, 1);
    let [whole, all] = [0, 1].map(|run| tenths(districts.told(run)));
    let is_door = districts.mishap == Mishap::Door;
    let (before, over, source) = if is_door {
        let stood = tenths(districts.of[1].report.ports[districts.of[1].houses[0][0] as usize].paused);
        (whole, stood, Line::from(msg::MishapsFigureBelowSourceDoor { stuck: STUCK }))
    } else {
        let rest = tenths(SENDING) - tenths(BREAKS);
        let added = (rest / districts.left()).round();
        let (sending, rest, left, over) = (us(tenths(SENDING)), us(rest), Percent(districts.left()), us(added));
        let source = if districts.mishap == Mishap::Flap {
            Line::from(msg::MishapsFigureBelowSourceFlap { sending, rest, left, over })
        } else {
            Line::from(msg::MishapsFigureBelowSource { sending, rest, left, over })
        };
        (tenths(BREAKS), added, source)
    };
    let other = all - before - over;
    let [a, b, c, all] = [before, over, other.abs(), all].map(us);
    Figure {
        name: Line::new(if is_door { key::MISHAPS_FIGURE_BELOW_DOOR } else { key::MISHAPS_FIGURE_BELOW }),
        value: Line::from(msg::Value { value: Arg::Time(districts.told(1)) }),
        formula: Line::new(if is_door {
            key::MISHAPS_FIGURE_BELOW_FORMULA_DOOR
        } else {
            key::MISHAPS_FIGURE_BELOW_FORMULA
        }),
        filled: if other < 0.0 {
            Line::from(msg::MishapsFigureBelowFilledLess { a, b, c, all })
        } else {
            Line::from(msg::MishapsFigureBelowFilled { a, b, c, all })
        },
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
    let question = match mishap {
        Mishap::Flap => Line::from(msg::MishapsGateFlap { at: BREAKS, flap: FLAP }),
        Mishap::Crossing => Line::from(msg::MishapsGateCrossing { at: BREAKS }),
        Mishap::Door => Line::from(msg::MishapsGateDoor { at: BREAKS, door: DOOR, stuck: STUCK }),
        _ => Line::from(msg::MishapsGateStreet { at: BREAKS }),
    };
    Gate { question, at: "start", ask: Ask::Number(Dial { unit: Unit::Percent, min: 0.0, max: 200.0 }) }
}

pub(in crate::chapters::mishaps) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let show = rehearse(scenario)?;
    let districts = Districts::of(&show).ok_or_else(|| Line::new(key::MISHAPS_NOTHING))?;
    let [whole, hurt] = [0, 1].map(|run| districts.told(run));
    let reveal = if districts.mishap == Mishap::Door {
        Line::from(msg::MishapsVerdictDoor { hurt, whole })
    } else {
        Line::from(msg::MishapsVerdictStreet { hurt, whole })
    };
    let names = [key::MISHAPS_CASE_UPPER, key::MISHAPS_CASE_LOWER];
    let case = |(run, name): (usize, Key)| {
        let district = &districts.of[run];
        let lane = |&end: &Time| vec![Stretch { start: Time::ZERO, end, tone: Tone::Forward }];
        Case {
            name: Line::new(name),
            end: district.end(),
            lanes: district.came.iter().map(lane).collect(),
            form: Form::Race,
        }
    };
    let cases = (0..).zip(names).map(case).collect();
    Ok(Verdict { right: Right::Number(districts.longer() * 100.0), reveal, cases })
}
