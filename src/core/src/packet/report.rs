//! What came of a run.

use crate::parcel::parcel;
use crate::units::{Bytes, Rate, Time};

use super::fabric::PortId;
use super::transport::Notes;

/// Instants of a [`Series`], and the most pauses, couriers and legs that are written down one by one.
pub const BINS: usize = 256;
pub const MAX_PAUSES: usize = 10_000;
pub const MAX_COURIERS: usize = 20_000;

/// A flow that has been carried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    pub start: Time,
    /// When its last byte arrived.
    pub finish: Time,
    pub bytes: Bytes,
    /// The way its first packet took.
    pub way: u32,
    /// Bytes that had arrived when the first of all flows was done.
    pub early: Bytes,
    /// Packets: all that were sent, those sent again, those that came after a later one, those that came with a mark.
    pub packets: u32,
    pub again: u32,
    pub late: u32,
    pub marked: u32,
    /// Notifications that its sender got.
    pub notified: u32,
}

impl Carried {
    /// Payload a second, from its start to its last byte.
    pub fn rate(&self) -> Rate {
        let seconds = self.finish.saturating_sub(self.start).as_secs();
        if seconds > 0.0 { Rate::bytes_per_s(self.bytes.0 as f64 / seconds) } else { Rate::ZERO }
    }
}

/// Totals of a port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PortTotal {
    /// Sent, headers included.
    pub bytes: u64,
    pub packets: u64,
    pub marks: u64,
    pub drops: u64,
    /// Packets of which the header alone found room.
    pub trims: u64,
    /// Lost on the cable.
    pub lost: u64,
    /// The most bytes that waited at once.
    pub longest: u64,
    /// Pauses that it was asked for, and how long it was paused in all.
    pub pauses: u32,
    pub paused: Time,
}

/// A time in which a port was paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    pub port: PortId,
    pub start: Time,
    pub end: Time,
}

/// A time in which a watchdog threw away what a port had to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storm {
    pub port: PortId,
    pub class: u8,
    pub start: Time,
    /// `u64::MAX` where it had not ended.
    pub end: Time,
}

/// A packet that was followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Courier {
    pub flow: u32,
    /// Its place among the flow's packets.
    pub seq: u32,
    /// Its legs among [`Report::legs`] follow each other by `next`, from `first`.
    pub first: u32,
    last: u32,
}

/// A followed packet's way over one link: it came to the queue, left it, was at the far end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    pub courier: u32,
    pub port: PortId,
    pub came: Time,
    pub left: Time,
    pub done: Time,
    /// Whether it carried a mark when it left.
    pub is_marked: bool,
    /// The next leg of the same courier; `u32::MAX` for none.
    pub next: u32,
}

/// A port over time, in steps of one width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The most bytes that waited in each step.
    pub waiting: Vec<u64>,
    /// Bytes that were begun to be sent in each step.
    pub sent: Vec<u64>,
    level: u64,
    at: usize,
}

impl Series {
    fn new() -> Series {
        Series { waiting: vec![0; BINS], sent: vec![0; BINS], level: 0, at: 0 }
    }

    fn note(&mut self, step: usize, level: u64) {
        while self.at < step {
            self.at += 1;
            self.waiting[self.at] = self.level;
        }
        self.level = level;
        self.waiting[step] = self.waiting[step].max(level);
    }

    /// Two steps become one.
    fn fold(&mut self) {
        for at in 0..BINS / 2 {
            self.waiting[at] = self.waiting[2 * at].max(self.waiting[2 * at + 1]);
            self.sent[at] = self.sent[2 * at] + self.sent[2 * at + 1];
        }
        self.waiting[BINS / 2..].fill(0);
        self.sent[BINS / 2..].fill(0);
        self.at /= 2;
        // The half that it was in goes on.
        self.waiting[self.at] = self.waiting[self.at].max(self.level);
    }
}

/// All that a run wrote down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub flows: Vec<Carried>,
    pub ports: Vec<PortTotal>,
    /// By port, where it was asked for; [`BINS`] steps of `step` each.
    pub series: Vec<Series>,
    pub step: Time,
    pub pauses: Vec<Pause>,
    pub couriers: Vec<Courier>,
    pub legs: Vec<Leg>,
    /// When the last byte arrived.
    pub makespan: Time,
    /// Packets sent, arrived, dropped or lost, and under way when the last flow was done: sent is the sum of the others.
    pub sent: u64,
    pub arrived: u64,
    pub dropped: u64,
    pub under_way: u64,
    /// Those of the dropped that a watchdog threw away, and when it did.
    pub watchdog_drops: u64,
    pub storms: Vec<Storm>,
    /// Ports that waited for each other when nothing moved any more, or when a watchdog first struck.
    pub circle: Vec<PortId>,
    /// Flows that did not end: nothing moved any more.
    pub unfinished: usize,
    /// The most packets that the network held at once.
    pub slots: usize,
    /// Links crossed by packets, and events.
    pub hops: u64,
    pub events: u64,
    /// What cards that answer wrote down.
    pub notes: Notes,
}

parcel!(Carried { start, finish, bytes, way, early, packets, again, late, marked, notified });
parcel!(PortTotal { bytes, packets, marks, drops, trims, lost, longest, pauses, paused });
parcel!(Pause { port, start, end });
parcel!(Courier { flow, seq, first, last });
parcel!(Leg { courier, port, came, left, done, is_marked, next });
parcel!(Series { waiting, sent, level, at });
parcel!(Storm { port, class, start, end });
parcel!(Report {
    flows,
    ports,
    series,
    step,
    pauses,
    couriers,
    legs,
    makespan,
    sent,
    arrived,
    notes,
    dropped,
    under_way,
    watchdog_drops,
    storms,
    circle,
    unfinished,
    slots,
    hops,
    events
});

impl Report {
    pub(super) fn new(flows: usize, ports: usize, with_series: bool) -> Report {
        Report {
            flows: vec![Carried::default(); flows],
            ports: vec![PortTotal::default(); ports],
            series: if with_series { vec![Series::new(); ports] } else { Vec::new() },
            // Doubled as often as needed.
            step: Time::from_ns(100),
            ..Report::default()
        }
    }

    fn step_of(&mut self, now: u64) -> usize {
        while now / self.step.0 >= BINS as u64 {
            self.step = self.step + self.step;
            self.series.iter_mut().for_each(Series::fold);
        }
        (now / self.step.0) as usize
    }

    /// A port's queue has changed.
    pub(super) fn queue(&mut self, port: u32, waiting: u64, now: u64) {
        if !self.series.is_empty() {
            let step = self.step_of(now);
            self.series[port as usize].note(step, waiting);
        }
    }

    /// A port begins to send.
    pub(super) fn sends(&mut self, port: u32, bytes: u64, now: u64) {
        self.hops += 1;
        if !self.series.is_empty() {
            let step = self.step_of(now);
            self.series[port as usize].sent[step] += bytes;
        }
    }

    pub(super) fn paused(&mut self, port: u32, start: u64, end: u64) {
        let total = &mut self.ports[port as usize];
        total.pauses += 1;
        total.paused += Time(end - start);
        if self.pauses.len() < MAX_PAUSES {
            self.pauses.push(Pause { port, start: Time(start), end: Time(end) });
        }
    }

    /// A packet that is to be followed, where there is room for one more.
    pub(super) fn follow(&mut self, flow: u32, seq: u32) -> u32 {
        if self.couriers.len() >= MAX_COURIERS {
            return u32::MAX;
        }
        self.couriers.push(Courier { flow, seq, first: u32::MAX, last: u32::MAX });
        self.couriers.len() as u32 - 1
    }

    pub(super) fn leg(&mut self, leg: Leg) {
        let number = self.legs.len() as u32;
        let courier = &mut self.couriers[leg.courier as usize];
        let last = courier.last;
        courier.last = number;
        if last == u32::MAX {
            courier.first = number;
        } else {
            self.legs[last as usize].next = number;
        }
        self.legs.push(leg);
    }

    /// A courier's legs in order.
    pub fn legs_of(&self, courier: &Courier) -> impl Iterator<Item = &Leg> {
        std::iter::successors(self.legs.get(courier.first as usize), |leg| self.legs.get(leg.next as usize))
    }

    /// Bytes that waited before a port at about `t`: the most of its step.
    pub fn waiting(&self, port: PortId, t: Time) -> u64 {
        let at = (t.0 / self.step.0.max(1)) as usize;
        self.series.get(port as usize).and_then(|series| series.waiting.get(at)).copied().unwrap_or(0)
    }

    /// Where the series was still being written.
    pub(super) fn close(&mut self) {
        if !self.series.is_empty() {
            let end = self.step_of(self.makespan.0);
            for series in &mut self.series {
                let level = series.level;
                series.note(end.max(series.at), level);
            }
        }
    }

    /// The time within which a share of the flows were done (`permille` of them, rounded up).
    pub fn done_within(&self, permille: u32) -> Time {
        self.done_within_of(|_| true, [permille])[0]
    }

    /// The same of some flows, by their number.
    pub fn done_within_of<const N: usize>(&self, of: impl Fn(usize) -> bool, permille: [u32; N]) -> [Time; N] {
        let some = self.flows.iter().enumerate().filter(|(at, _)| of(*at));
        let mut times: Vec<Time> = some.map(|(_, flow)| flow.finish.saturating_sub(flow.start)).collect();
        crate::order::sort(&mut times);
        permille.map(|permille| {
            let at = (times.len() * permille as usize).div_ceil(1000).max(1) - 1;
            times.get(at).copied().unwrap_or(Time::ZERO)
        })
    }

    /// 64 bits of all totals and times, equal wherever the run was equal (FNV-1a).
    pub fn digest(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut eat = |value: u64| {
            for byte in value.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        for flow in &self.flows {
            let counts = [flow.packets, flow.again, flow.late, flow.marked, flow.notified];
            for count in counts {
                eat(count.into());
            }
            [flow.finish.0, flow.early.0].into_iter().for_each(&mut eat);
        }
        for port in &self.ports {
            let counts =
                [port.bytes, port.marks, port.drops + port.lost, port.longest, port.pauses.into(), port.paused.0];
            counts.into_iter().for_each(&mut eat);
        }
        for leg in &self.legs {
            [leg.came.0, leg.left.0, leg.done.0].into_iter().for_each(&mut eat);
        }
        [self.sent, self.arrived, self.dropped, self.hops].into_iter().for_each(&mut eat);
        hash
    }
}
