//! The numbers beside the picture: formulas filled with the run's own, each with its source.

use kitchen_core::packet::plan::OVERHEAD;
use kitchen_core::packet::transport;
use kitchen_core::packet::transport::config::{CHUNK, Credit, DECISION, cores_needed};
use kitchen_core::packet::transport::tcp;
use kitchen_core::units::{Bytes, Time};
use kitchen_text::{Line, Number, Percent, Reason, count, figure, key, msg};

use crate::show::Show;
use crate::story::{Figure, Readout};

use super::course::Course;
use super::curve;
use super::params::Rule;
use super::run::{CROWD, GBIT, GUEST_BYTES, GUESTS, OURS, PARCEL};

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
    if course.params.has_curve() {
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
    Figure::of(
        Percent(course.share()),
        figure::TransportShare { best: course.at_best(), time: course.makespan, share: Percent(course.share()) },
    )
    .answering()
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
    Figure::of(
        course.finish,
        figure::TransportTime {
            useful,
            vain: in_vain,
            silent,
            way: on_the_way,
            time: course.finish,
            parcels: course.parcels.into(),
            sent: course.answered.sent_by_then.into(),
            each: course.each(),
        },
    )
    .answering()
}

fn flight_figure(course: &Course) -> Figure {
    Figure::told(figure::TransportFlight {
        time: course.round_trip(),
        each: course.each(),
        n: course.in_flight().into(),
        payload: PARCEL.into(),
        wire: (PARCEL + OVERHEAD).into(),
        gbit: GBIT.into(),
    })
}

/// The textbook's share beside the run's.
fn formula_figure(course: &Course) -> Figure {
    let (loss, n) = (course.params.falling(), course.in_flight() + 1);
    let share = Percent(curve::left(course.params.recovery, loss, course.in_flight()));
    let (loss, lost) = (Number(loss, 4), count(course.falls.len()));
    let fell = Percent(course.falls.len() as f64 / f64::from(course.packets.max(1)));
    let reason: Reason = if course.params.recovery == Rule::GoBackN {
        figure::TransportBookAll { loss, n: n.into(), share, lost, fell }.into()
    } else {
        figure::TransportBookOne { loss, share, lost, fell }.into()
    };
    Figure::of(share, reason).answering()
}

/// The longest queue, and how long small orders took.
fn door_figures(show: &Show, course: &Course) -> Option<[Figure; 2]> {
    let report = show.runs.first()?.packets.as_deref()?;
    let port = course.plan.fabric.hosts[CROWD as usize].downlink;
    let longest = Bytes(report.ports[port as usize].max_queue_bytes);
    let is_called = course.params.is_called();
    let queue = Figure::of(longest, figure::TransportQueue { longest, gbit: GBIT.into(), wait: drained(longest) })
        .from(if is_called && course.params.recovery == Rule::Ultra {
            Line::from(msg::TransportFigureQueueSourceUltra { senders: CROWD.into(), window: unasked(course) })
        } else if is_called {
            Line::from(msg::TransportFigureQueueSourceCredit {
                senders: (CROWD + GUESTS).into(),
                first: Bytes(uncalled(course).into()),
                quantum: Bytes(Credit::UCCL.first.into()),
                bound: bound(course),
            })
        } else {
            Line::new(key::TRANSPORT_FIGURE_QUEUE_SOURCE)
        })
        .answering();
    let (half, slow) = (course.guests.get(course.guests.len() / 2)?, course.guests.last()?);
    let best = course.guest_at_best();
    let guests = Figure::of(
        *slow,
        figure::TransportGuest {
            best,
            wait: slow.saturating_sub(best),
            slow: *slow,
            n: GUESTS.into(),
            bytes: Bytes(GUEST_BYTES),
            half: *half,
        },
    )
    .answering();
    Some([queue, guests])
}

/// What a sender may send uncalled under UCCL's credit, bytes: a quantum, and a bundle is never sent in part.
fn uncalled(course: &Course) -> u32 {
    Credit::UCCL.first.max(course.bundle() * PARCEL)
}

/// What can wait before a door that calls in: what each may send uncalled, with its headers.
pub(super) fn bound(course: &Course) -> Bytes {
    let first = uncalled(course);
    Bytes(u64::from(CROWD + GUESTS) * u64::from(first + first.div_ceil(PARCEL) * OVERHEAD))
}

/// How much of the road a core leaves: it decides on a bundle while the one before goes out.
fn pace_figure(course: &Course, each: Time) -> Figure {
    let send = Time(course.each().0 * u64::from(course.bundle()));
    let (longer, share) = (send.max(each), Percent(send.as_secs() / send.max(each).as_secs()));
    let reason: Reason = if course.params.recovery == Rule::Tcp {
        figure::TransportPaceTcp { send, longer, share, each, gbit: tcp::CORE_GBIT as i64 }.into()
    } else {
        figure::TransportPace { send, longer, share, each, n: course.bundle().into() }.into()
    };
    Figure::of(share, reason).answering()
}

/// The pace that the sender's window allows when the run ends.
fn window_figure(course: &Course) -> Option<Figure> {
    let window = Bytes(course.window(course.finish)?);
    let gbit = window.0 as f64 * 8e-9 / course.round_trip().as_secs();
    let is_tcp = course.params.recovery == Rule::Tcp;
    Some(
        Figure::of(window, figure::TransportWindow { window, time: course.round_trip(), gbit: Number(gbit, 1) })
            .from(Line::new(if is_tcp {
                key::TRANSPORT_FIGURE_WINDOW_SOURCE_TCP
            } else {
                key::TRANSPORT_FIGURE_WINDOW_SOURCE_ULTRA
            }))
            .answering(),
    )
}

/// Cores that a card needs where each copies parcels.
fn copies_figure(course: &Course, each: Time) -> Figure {
    Figure::told(figure::TransportCoresTcp {
        each,
        send: course.each(),
        cores: Number(course.cores(), 2),
        value: Number(course.cores(), 2),
    })
    .answering()
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
        is_answer,
        ..Figure::told(figure::TransportCores {
            chunk: Number(chunk, 2),
            packet: Number(packet, 1),
            size: Bytes(CHUNK.into()),
            parcel: Bytes(PARCEL.into()),
            each: DECISION,
            value: Number(chunk, 2),
        })
    }
}

/// What each may send uncalled.
pub(super) fn unasked(course: &Course) -> Bytes {
    let window = transport::window(&course.plan, OURS).min(course.plan.flows[OURS as usize].bytes);
    let first = course.plan.transport.and_then(|rules| rules.credit).map_or(window.0, |credit| credit.first.into());
    window.min(Bytes(first))
}

/// How long a door takes for what waits before it.
pub(super) fn drained(waiting: Bytes) -> Time {
    Time(waiting.0 * 8_000 / u64::from(GBIT))
}
