//! The numbers beside the picture: formulas filled with the run's own, each with its source.

use kitchen_core::packet::plan::OVERHEAD;
use kitchen_core::packet::transport::config::{CHUNK, Credit, DECISION, cores_needed};
use kitchen_core::packet::transport::tcp;
use kitchen_core::text::{Key, Line, key};
use kitchen_core::units::{Bytes, Time};

use crate::show::Show;
use crate::story::{Figure, Readout};

use super::course::Course;
use super::curve;
use super::params::Rule;
use super::run::{CROWD, GBIT, GUEST_BYTES, GUESTS, PARCEL};
use super::telling::{drained, unasked};

pub(super) fn readout(show: &Show) -> Readout {
    let Some(course) = Course::of(show) else { return Readout::default() };
    let params = course.params;
    let mut figures = Vec::new();
    if params.company.is_crowd() {
        figures.extend(door_figures(show, &course).into_iter().flatten());
    }
    figures.push(share_figure(&course));
    figures.extend(course.decision().map(|each| pace_figure(&course, each)));
    figures.extend(window_figure(&course));
    if !params.company.is_crowd() {
        figures.push(time_figure(&course));
    }
    figures.push(flight_figure(&course));
    if curve::is_of(&course) {
        figures.push(formula_figure(&course));
    }
    figures.push(match course.decision() {
        Some(each) if params.recovery == Rule::Tcp => copies_figure(&course, each),
        // Where no core decides, it is beside the question how many would have to.
        decision => cores_figure(decision.is_some()),
    });
    Readout::from(figures)
}

fn share_figure(course: &Course) -> Figure {
    Figure {
        name: Line::new(key::TRANSPORT_FIGURE_SHARE),
        value: Line::new(key::VALUE).percent("value", course.share()),
        formula: Line::new(key::TRANSPORT_FIGURE_SHARE_FORMULA),
        filled: Line::new(key::TRANSPORT_FIGURE_SHARE_FILLED)
            .time("best", course.at_best())
            .time("time", course.makespan)
            .percent("share", course.share()),
        source: Line::new(key::TRANSPORT_FIGURE_SHARE_SOURCE),
        is_answer: true,
    }
}

/// Where the reader's flow's time went: its terms add up to its end.
pub(super) fn terms(course: &Course) -> [Time; 4] {
    let each = course.each().0;
    let useful = Time(each * u64::from(course.parcels));
    let sent = u64::from(course.answered.sent_by_then);
    let in_vain = Time(each * sent.saturating_sub(course.parcels.into()));
    // The last packet leaves when it is sent; before it the card was silent for the rest.
    let silent = course.answered.last_sent.saturating_sub(Time(each * sent.saturating_sub(1)));
    let on_the_way = course.finish.saturating_sub(course.answered.last_sent + Time(each));
    [useful, in_vain, silent, on_the_way]
}

fn time_figure(course: &Course) -> Figure {
    let [useful, in_vain, silent, on_the_way] = terms(course);
    Figure {
        name: Line::new(key::TRANSPORT_FIGURE_TIME),
        value: Line::new(key::VALUE).time("value", course.finish),
        formula: Line::new(key::TRANSPORT_FIGURE_TIME_FORMULA),
        filled: Line::new(key::TRANSPORT_FIGURE_TIME_FILLED)
            .time("useful", useful)
            .time("vain", in_vain)
            .time("silent", silent)
            .time("way", on_the_way)
            .time("time", course.finish),
        source: Line::new(key::TRANSPORT_FIGURE_TIME_SOURCE)
            .int("parcels", course.parcels.into())
            .int("sent", course.answered.sent_by_then.into())
            .time("each", course.each()),
        is_answer: true,
    }
}

fn flight_figure(course: &Course) -> Figure {
    Figure {
        name: Line::new(key::TRANSPORT_FIGURE_FLIGHT),
        value: Line::new(key::TRANSPORT_FIGURE_FLIGHT_VALUE).int("n", course.in_flight().into()),
        formula: Line::new(key::TRANSPORT_FIGURE_FLIGHT_FORMULA),
        filled: Line::new(key::TRANSPORT_FIGURE_FLIGHT_FILLED)
            .time("time", course.round_trip())
            .time("each", course.each())
            .int("n", course.in_flight().into()),
        source: Line::new(key::TRANSPORT_FIGURE_FLIGHT_SOURCE)
            .int("payload", PARCEL.into())
            .int("wire", (PARCEL + OVERHEAD).into())
            .int("gbit", GBIT.into()),
        is_answer: false,
    }
}

/// The textbook's share beside the run's.
fn formula_figure(course: &Course) -> Figure {
    let (loss, n) = (course.params.falling(), course.in_flight() + 1);
    let is_all = course.params.recovery == Rule::GoBackN;
    let share = curve::left(course.params.recovery, loss, course.in_flight());
    let pick = |all: Key, one: Key| if is_all { all } else { one };
    let filled = Line::new(pick(key::TRANSPORT_FIGURE_BOOK_FILLED_ALL, key::TRANSPORT_FIGURE_BOOK_FILLED_ONE))
        .number("loss", loss, 4)
        .percent("share", share);
    Figure {
        name: Line::new(key::TRANSPORT_FIGURE_BOOK),
        value: Line::new(key::VALUE).percent("value", share),
        formula: Line::new(pick(key::TRANSPORT_FIGURE_BOOK_FORMULA_ALL, key::TRANSPORT_FIGURE_BOOK_FORMULA_ONE)),
        filled: if is_all { filled.int("n", n.into()) } else { filled },
        source: Line::new(key::TRANSPORT_FIGURE_BOOK_SOURCE)
            .count("lost", course.falls.len())
            .percent("fell", course.falls.len() as f64 / f64::from(course.packets.max(1))),
        is_answer: true,
    }
}

/// The longest queue, and how long small orders took.
fn door_figures(show: &Show, course: &Course) -> Option<[Figure; 2]> {
    let report = show.runs.first()?.packets.as_deref()?;
    let port = course.plan.fabric.hosts[CROWD as usize].downlink;
    let longest = Bytes(report.ports[port as usize].max_queue_bytes);
    let is_called = course.params.is_called();
    let queue = Figure {
        name: Line::new(key::TRANSPORT_FIGURE_QUEUE),
        value: Line::new(key::VALUE).bytes("value", longest),
        formula: Line::new(key::TRANSPORT_FIGURE_QUEUE_FORMULA),
        filled: Line::new(key::TRANSPORT_FIGURE_QUEUE_FILLED)
            .bytes("longest", longest)
            .int("gbit", GBIT.into())
            .time("wait", drained(longest)),
        source: if is_called && course.params.recovery == Rule::Ultra {
            Line::new(key::TRANSPORT_FIGURE_QUEUE_SOURCE_ULTRA)
                .int("senders", CROWD.into())
                .bytes("window", unasked(course))
        } else if is_called {
            Line::new(key::TRANSPORT_FIGURE_QUEUE_SOURCE_CREDIT)
                .int("senders", (CROWD + 1).into())
                .bytes("first", Bytes(Credit::UCCL.first.into()))
                .bytes("bound", bound())
        } else {
            Line::new(key::TRANSPORT_FIGURE_QUEUE_SOURCE)
        },
        is_answer: true,
    };
    let (half, slow) = (course.guests.get(course.guests.len() / 2)?, course.guests.last()?);
    let best = course.guest_at_best();
    let guests = Figure {
        name: Line::new(key::TRANSPORT_FIGURE_GUEST),
        value: Line::new(key::VALUE).time("value", *slow),
        formula: Line::new(key::TRANSPORT_FIGURE_GUEST_FORMULA),
        filled: Line::new(key::TRANSPORT_FIGURE_GUEST_FILLED)
            .time("best", best)
            .time("wait", slow.saturating_sub(best))
            .time("slow", *slow),
        source: Line::new(key::TRANSPORT_FIGURE_GUEST_SOURCE)
            .int("n", GUESTS.into())
            .bytes("bytes", Bytes(GUEST_BYTES))
            .time("half", *half),
        is_answer: true,
    };
    Some([queue, guests])
}

/// What can wait before a door that calls in: what each may send uncalled, with its headers.
pub(super) fn bound() -> Bytes {
    let first = Credit::UCCL.first;
    Bytes(u64::from(CROWD + 1) * u64::from(first + first.div_ceil(PARCEL) * OVERHEAD))
}

/// How much of the road a core leaves: it decides on a bundle while the one before goes out.
fn pace_figure(course: &Course, each: Time) -> Figure {
    let send = Time(course.each().0 * u64::from(course.bundle()));
    let share = send.as_secs() / send.max(each).as_secs();
    let is_copied = course.params.recovery == Rule::Tcp;
    let pick = |copied: Key, decided: Key| if is_copied { copied } else { decided };
    let source = Line::new(pick(key::TRANSPORT_FIGURE_PACE_SOURCE_TCP, key::TRANSPORT_FIGURE_PACE_SOURCE));
    let source = source.time("each", each);
    Figure {
        name: Line::new(key::TRANSPORT_FIGURE_PACE),
        value: Line::new(key::VALUE).percent("value", share),
        formula: Line::new(pick(key::TRANSPORT_FIGURE_PACE_FORMULA_TCP, key::TRANSPORT_FIGURE_PACE_FORMULA)),
        filled: Line::new(key::TRANSPORT_FIGURE_PACE_FILLED)
            .time("send", send)
            .time("longer", send.max(each))
            .percent("share", share),
        source: if is_copied {
            source.int("gbit", tcp::CORE_GBIT as i64)
        } else {
            source.int("n", course.bundle().into())
        },
        is_answer: true,
    }
}

/// The pace that the sender's window allows when the run ends.
fn window_figure(course: &Course) -> Option<Figure> {
    let window = Bytes(course.window(course.finish)?);
    let gbit = window.0 as f64 * 8e-9 / course.round_trip().as_secs();
    let is_tcp = course.params.recovery == Rule::Tcp;
    Some(Figure {
        name: Line::new(key::TRANSPORT_FIGURE_WINDOW),
        value: Line::new(key::VALUE).bytes("value", window),
        formula: Line::new(key::TRANSPORT_FIGURE_WINDOW_FORMULA),
        filled: Line::new(key::TRANSPORT_FIGURE_WINDOW_FILLED)
            .bytes("window", window)
            .time("time", course.round_trip())
            .number("gbit", gbit, 1),
        source: Line::new(if is_tcp {
            key::TRANSPORT_FIGURE_WINDOW_SOURCE_TCP
        } else {
            key::TRANSPORT_FIGURE_WINDOW_SOURCE_ULTRA
        }),
        is_answer: true,
    })
}

/// Cores that a card needs where each copies parcels.
fn copies_figure(course: &Course, each: Time) -> Figure {
    Figure {
        name: Line::new(key::TRANSPORT_FIGURE_CORES),
        value: Line::new(key::TRANSPORT_FIGURE_CORES_VALUE).number("value", course.cores(), 2),
        formula: Line::new(key::TRANSPORT_FIGURE_CORES_FORMULA_TCP),
        filled: Line::new(key::TRANSPORT_FIGURE_CORES_FILLED_TCP)
            .time("each", each)
            .time("send", course.each())
            .number("cores", course.cores(), 2),
        source: Line::new(key::TRANSPORT_FIGURE_CORES_SOURCE_TCP),
        is_answer: true,
    }
}

/// Cores that a card needs where software decides: for each chunk, and for each packet.
pub(super) fn cores() -> [f64; 2] {
    let packets = CHUNK.div_ceil(PARCEL);
    let chunk = u64::from(CHUNK + packets * OVERHEAD);
    [cores_needed(GBIT, chunk, DECISION), cores_needed(GBIT, u64::from(PARCEL + OVERHEAD), DECISION)]
}

fn cores_figure(is_answer: bool) -> Figure {
    let [chunk, packet] = cores();
    Figure {
        name: Line::new(key::TRANSPORT_FIGURE_CORES),
        value: Line::new(key::TRANSPORT_FIGURE_CORES_VALUE).number("value", chunk, 2),
        formula: Line::new(key::TRANSPORT_FIGURE_CORES_FORMULA),
        filled: Line::new(key::TRANSPORT_FIGURE_CORES_FILLED)
            .number("chunk", chunk, 2)
            .number("packet", packet, 1)
            .bytes("size", Bytes(CHUNK.into()))
            .bytes("parcel", Bytes(PARCEL.into()))
            .time("each", DECISION),
        source: Line::new(key::TRANSPORT_FIGURE_CORES_SOURCE),
        is_answer,
    }
}
