//! What came of a run.

use crate::parcel::parcel;
use crate::units::{Bytes, Rate, Time};

use super::fabric::PortId;
use super::transport::TransportReport;

/// Instants of a [`PortSeries`], and the most pauses, couriers and legs that are written down one by one.
pub const BINS: usize = 256;
pub const MAX_PAUSES: usize = 10_000;
pub const MAX_TRACED_PACKETS: usize = 20_000;

/// A flow that has been carried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowStats {
    pub start: Time,
    /// When its last byte arrived.
    pub finish: Time,
    pub bytes: Bytes,
    /// The way its first packet took.
    pub path: u32,
    /// Bytes that had arrived when the first of all flows was done.
    pub bytes_at_first_finish: Bytes,
    /// Packets: all that were sent, those sent again, those that came after a later one, those that came with a mark.
    pub packets: u32,
    pub retransmitted: u32,
    pub out_of_order: u32,
    pub marked: u32,
    /// Notifications that its sender got.
    pub cnps: u32,
}

impl FlowStats {
    /// Payload a second, from its start to its last byte.
    pub fn rate(&self) -> Rate {
        let seconds = self.finish.saturating_sub(self.start).as_secs();
        if seconds > 0.0 { Rate::bytes_per_s(self.bytes.0 as f64 / seconds) } else { Rate::ZERO }
    }
}

/// Totals of a port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PortStats {
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
    pub max_queue_bytes: u64,
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
pub struct PfcStorm {
    pub port: PortId,
    pub class: u8,
    pub start: Time,
    /// `u64::MAX` where it had not ended.
    pub end: Time,
}

/// A packet that was followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TracedPacket {
    pub flow: u32,
    /// Its place among the flow's packets.
    pub seq: u32,
    /// Its legs among [`Report::hop_records`] follow each other by `next`, from `first`.
    pub first: u32,
    last: u32,
}

/// A followed packet's way over one link: it came to the queue, left it, was at the far end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HopRecord {
    pub traced: u32,
    pub port: PortId,
    pub enqueued: Time,
    pub dequeued: Time,
    pub arrived: Time,
    /// Whether it carried a mark when it left.
    pub is_marked: bool,
    /// The next leg of the same courier; `u32::MAX` for none.
    pub next: u32,
}

/// A port over time, in steps of one width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortSeries {
    /// The most bytes that waited in each step.
    pub queued: Vec<u64>,
    /// Bytes that were begun to be sent in each step.
    pub sent: Vec<u64>,
    level: u64,
    at: usize,
}

impl PortSeries {
    fn new() -> PortSeries {
        PortSeries { queued: vec![0; BINS], sent: vec![0; BINS], level: 0, at: 0 }
    }

    fn note(&mut self, step: usize, level: u64) {
        while self.at < step {
            self.at += 1;
            self.queued[self.at] = self.level;
        }
        self.level = level;
        self.queued[step] = self.queued[step].max(level);
    }

    /// Two steps become one.
    fn fold(&mut self) {
        for at in 0..BINS / 2 {
            self.queued[at] = self.queued[2 * at].max(self.queued[2 * at + 1]);
            self.sent[at] = self.sent[2 * at] + self.sent[2 * at + 1];
        }
        self.queued[BINS / 2..].fill(0);
        self.sent[BINS / 2..].fill(0);
        self.at /= 2;
        // The half that it was in goes on.
        self.queued[self.at] = self.queued[self.at].max(self.level);
    }
}

/// All that a run wrote down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub flows: Vec<FlowStats>,
    pub ports: Vec<PortStats>,
    /// By port, where it was asked for; [`BINS`] steps of `step` each.
    pub series: Vec<PortSeries>,
    pub step: Time,
    pub pauses: Vec<Pause>,
    pub traced_packets: Vec<TracedPacket>,
    pub hop_records: Vec<HopRecord>,
    /// When the last byte arrived.
    pub makespan: Time,
    /// Packets sent, arrived, dropped or lost, and under way when the last flow was done: sent is the sum of the others.
    pub sent: u64,
    pub arrived: u64,
    pub dropped: u64,
    pub in_flight: u64,
    /// Those of the dropped that a watchdog threw away, and when it did.
    pub watchdog_drops: u64,
    pub storms: Vec<PfcStorm>,
    /// Ports that waited for each other when nothing moved any more, or when a watchdog first struck.
    pub deadlock: Vec<PortId>,
    /// Flows that did not end: nothing moved any more.
    pub unfinished: usize,
    /// The most packets that the network held at once.
    pub peak_packets: usize,
    /// Links crossed by packets, and events.
    pub hops: u64,
    pub events: u64,
    /// What cards that answer wrote down.
    pub transport: TransportReport,
}

parcel!(FlowStats {
    start,
    finish,
    bytes,
    path,
    bytes_at_first_finish,
    packets,
    retransmitted,
    out_of_order,
    marked,
    cnps
});
parcel!(PortStats { bytes, packets, marks, drops, trims, lost, max_queue_bytes, pauses, paused });
parcel!(Pause { port, start, end });
parcel!(TracedPacket { flow, seq, first, last });
parcel!(HopRecord { traced, port, enqueued, dequeued, arrived, is_marked, next });
parcel!(PortSeries { queued, sent, level, at });
parcel!(PfcStorm { port, class, start, end });
parcel!(Report {
    flows,
    ports,
    series,
    step,
    pauses,
    traced_packets,
    hop_records,
    makespan,
    sent,
    arrived,
    transport,
    dropped,
    in_flight,
    watchdog_drops,
    storms,
    deadlock,
    unfinished,
    peak_packets,
    hops,
    events
});

impl Report {
    pub(super) fn new(flows: usize, ports: usize, with_series: bool) -> Report {
        Report {
            flows: vec![FlowStats::default(); flows],
            ports: vec![PortStats::default(); ports],
            series: if with_series { vec![PortSeries::new(); ports] } else { Vec::new() },
            // Doubled as often as needed.
            step: Time::from_ns(100),
            ..Report::default()
        }
    }

    fn step_of(&mut self, now: u64) -> usize {
        while now / self.step.0 >= BINS as u64 {
            self.step = self.step + self.step;
            self.series.iter_mut().for_each(PortSeries::fold);
        }
        (now / self.step.0) as usize
    }

    /// A port's queue has changed.
    pub(super) fn queue(&mut self, port: u32, queued: u64, now: u64) {
        if !self.series.is_empty() {
            let step = self.step_of(now);
            self.series[port as usize].note(step, queued);
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
        if self.traced_packets.len() >= MAX_TRACED_PACKETS {
            return u32::MAX;
        }
        self.traced_packets.push(TracedPacket { flow, seq, first: u32::MAX, last: u32::MAX });
        self.traced_packets.len() as u32 - 1
    }

    pub(super) fn record_hop(&mut self, hop: HopRecord) {
        let number = self.hop_records.len() as u32;
        let traced = &mut self.traced_packets[hop.traced as usize];
        let last = traced.last;
        traced.last = number;
        if last == u32::MAX {
            traced.first = number;
        } else {
            self.hop_records[last as usize].next = number;
        }
        self.hop_records.push(hop);
    }

    /// A courier's legs in order.
    pub fn hops_of(&self, traced: &TracedPacket) -> impl Iterator<Item = &HopRecord> {
        std::iter::successors(self.hop_records.get(traced.first as usize), |hop| {
            self.hop_records.get(hop.next as usize)
        })
    }

    /// Bytes that waited before a port at about `t`: the most of its step.
    pub fn queued_at(&self, port: PortId, t: Time) -> u64 {
        let at = (t.0 / self.step.0.max(1)) as usize;
        self.series.get(port as usize).and_then(|series| series.queued.get(at)).copied().unwrap_or(0)
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
    pub fn completion_time(&self, permille: u32) -> Time {
        self.completion_times(|_| true, [permille])[0]
    }

    /// The same of some flows, by their number.
    pub fn completion_times<const N: usize>(&self, of: impl Fn(usize) -> bool, permille: [u32; N]) -> [Time; N] {
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
            let counts = [flow.packets, flow.retransmitted, flow.out_of_order, flow.marked, flow.cnps];
            for count in counts {
                eat(count.into());
            }
            [flow.finish.0, flow.bytes_at_first_finish.0].into_iter().for_each(&mut eat);
        }
        for port in &self.ports {
            let counts = [
                port.bytes,
                port.marks,
                port.drops + port.lost,
                port.max_queue_bytes,
                port.pauses.into(),
                port.paused.0,
            ];
            counts.into_iter().for_each(&mut eat);
        }
        for hop in &self.hop_records {
            [hop.enqueued.0, hop.dequeued.0, hop.arrived.0].into_iter().for_each(&mut eat);
        }
        [self.sent, self.arrived, self.dropped, self.hops].into_iter().for_each(&mut eat);
        hash
    }
}
