//! The result of a run.

use kitchen_units::wire::wire;
use kitchen_units::{Bytes, Rate, Time};

use super::fabric::PortId;
use super::transport::TransportReport;

/// Steps of a [`PortSeries`], and the most pauses and traced packets that are recorded one by one.
pub const BINS: usize = 256;
pub const MAX_PAUSES: usize = 10_000;
pub const MAX_TRACED_PACKETS: usize = 20_000;

/// The statistics of a flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowStats {
    pub start: Time,
    /// The time at which its last byte arrived.
    pub finish: Time,
    pub bytes: Bytes,
    /// The path of its first packet.
    pub path: u32,
    /// Bytes received when the first of all flows completed.
    pub bytes_at_first_finish: Bytes,
    /// Packets: sent, retransmitted, received out of order, received with an ECN mark.
    pub packets: u32,
    pub retransmitted: u32,
    pub out_of_order: u32,
    pub marked: u32,
    /// Congestion notification packets that its sender received.
    pub cnps: u32,
}

impl FlowStats {
    /// Its goodput, from its start to its last byte.
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
    /// Packets trimmed to their header.
    pub trims: u64,
    /// Lost on the cable.
    pub lost: u64,
    /// The longest queue, in bytes.
    pub max_queue_bytes: u64,
    /// PFC pauses, and the time paused in all.
    pub pauses: u32,
    pub paused: Time,
}

/// A PFC pause of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    pub port: PortId,
    pub start: Time,
    pub end: Time,
}

/// An interval in which the PFC watchdog dropped the packets of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PfcStorm {
    pub port: PortId,
    pub class: u8,
    pub start: Time,
    /// `u64::MAX` where it had not ended.
    pub end: Time,
}

/// A traced packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TracedPacket {
    pub flow: u32,
    /// Its sequence number in the flow.
    pub seq: u32,
    /// Its first record among [`Report::hop_records`]; the others follow by `next`.
    pub first: u32,
    last: u32,
}

/// One hop of a traced packet: when it joined the egress queue, left it, and arrived at the far end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HopRecord {
    pub traced: u32,
    pub port: PortId,
    pub enqueued: Time,
    pub dequeued: Time,
    pub arrived: Time,
    /// Whether it carried an ECN mark when it left the queue.
    pub is_marked: bool,
    /// The next hop of the same packet; `u32::MAX` for none.
    pub next: u32,
}

/// The queue and throughput of a port over time, in steps of one width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortSeries {
    /// The longest queue in each step, in bytes.
    pub queued: Vec<u64>,
    /// Bytes whose transmission began in each step.
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

    /// Merges each two steps into one.
    fn fold(&mut self) {
        for at in 0..BINS / 2 {
            self.queued[at] = self.queued[2 * at].max(self.queued[2 * at + 1]);
            self.sent[at] = self.sent[2 * at] + self.sent[2 * at + 1];
        }
        self.queued[BINS / 2..].fill(0);
        self.sent[BINS / 2..].fill(0);
        self.at /= 2;
        // The current step goes on.
        self.queued[self.at] = self.queued[self.at].max(self.level);
    }
}

/// All that a run recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub flows: Vec<FlowStats>,
    pub ports: Vec<PortStats>,
    /// By port, where the log asks for it; [`BINS`] steps of `step` each.
    pub series: Vec<PortSeries>,
    pub step: Time,
    pub pauses: Vec<Pause>,
    pub traced_packets: Vec<TracedPacket>,
    pub hop_records: Vec<HopRecord>,
    /// When the last byte arrived.
    pub makespan: Time,
    /// Packets sent, arrived, dropped or lost, and in flight when the last flow completed: sent is the sum of the others.
    pub sent: u64,
    pub arrived: u64,
    pub dropped: u64,
    pub in_flight: u64,
    /// The packets among them that the watchdog dropped, and when.
    pub watchdog_drops: u64,
    pub storms: Vec<PfcStorm>,
    /// The ports of the deadlock at the end of the run, or at the watchdog's first intervention.
    pub deadlock: Vec<PortId>,
    /// Flows that did not complete.
    pub unfinished: usize,
    /// Whether the run was ended because nothing new arrived any more, however often it was sent.
    pub is_stalled: bool,
    /// The largest number of packets in the network at once.
    pub peak_packets: usize,
    /// Links crossed by packets, and events.
    pub hops: u64,
    pub events: u64,
    /// What a modelled transport recorded.
    pub transport: TransportReport,
}

wire!(FlowStats {
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
wire!(PortStats { bytes, packets, marks, drops, trims, lost, max_queue_bytes, pauses, paused });
wire!(Pause { port, start, end });
wire!(TracedPacket { flow, seq, first, last });
wire!(HopRecord { traced, port, enqueued, dequeued, arrived, is_marked, next });
wire!(PortSeries { queued, sent, level, at });
wire!(PfcStorm { port, class, start, end });
wire!(Report {
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
    is_stalled,
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
            // The initial width, doubled as often as needed.
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

    /// The row of a new traced packet, `u32::MAX` where there are too many.
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

    /// The hops of a traced packet, in order.
    pub fn hops_of(&self, traced: &TracedPacket) -> impl Iterator<Item = &HopRecord> {
        std::iter::successors(self.hop_records.get(traced.first as usize), |hop| {
            self.hop_records.get(hop.next as usize)
        })
    }

    /// The queue of a port at about `t`, in bytes: the longest of that step.
    pub fn queued_at(&self, port: PortId, t: Time) -> u64 {
        let at = (t.0 / self.step.0.max(1)) as usize;
        self.series.get(port as usize).and_then(|series| series.queued.get(at)).copied().unwrap_or(0)
    }

    /// Completes the series up to the end of the run.
    pub(super) fn close(&mut self) {
        if !self.series.is_empty() {
            let end = self.step_of(self.makespan.0);
            for series in &mut self.series {
                let level = series.level;
                series.note(end.max(series.at), level);
            }
        }
    }

    /// The flow completion time within which `permille` of the flows completed (rounded up).
    pub fn completion_time(&self, permille: u32) -> Time {
        self.completion_times(|_| true, [permille])[0]
    }

    /// The same of a subset of the flows, by number.
    pub fn completion_times<const N: usize>(&self, of: impl Fn(usize) -> bool, permille: [u32; N]) -> [Time; N] {
        let some = self.flows.iter().enumerate().filter(|(at, _)| of(*at));
        let mut times: Vec<Time> = some.map(|(_, flow)| flow.finish.saturating_sub(flow.start)).collect();
        kitchen_units::order::sort(&mut times);
        permille.map(|permille| {
            let at = (times.len() * permille as usize).div_ceil(1000).max(1) - 1;
            times.get(at).copied().unwrap_or(Time::ZERO)
        })
    }

    /// A hash of all totals and times, equal wherever the run was equal (FNV-1a).
    pub fn digest(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut hash_in = |value: u64| {
            for byte in value.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        for flow in &self.flows {
            let counts = [flow.packets, flow.retransmitted, flow.out_of_order, flow.marked, flow.cnps];
            for count in counts {
                hash_in(count.into());
            }
            [flow.finish.0, flow.bytes_at_first_finish.0].into_iter().for_each(&mut hash_in);
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
            counts.into_iter().for_each(&mut hash_in);
        }
        for hop in &self.hop_records {
            [hop.enqueued.0, hop.dequeued.0, hop.arrived.0].into_iter().for_each(&mut hash_in);
        }
        [self.sent, self.arrived, self.dropped, self.hops].into_iter().for_each(&mut hash_in);
        hash
    }
}
