//! The host stack with a reliable transport: both ends of all flows at the hosts of a fabric.

use std::collections::{BTreeSet, VecDeque};

use kitchen_units::Time;

use super::super::dcqcn;
use super::super::fabric::HostId;
use super::super::host_stack::{HostStack, NextPacket};
use super::super::load_balancing::{hash, pick};
use super::super::network::Network;
use super::super::outgoing::{ControlMessage, Outgoing};
use super::super::plan::{OVERHEAD, Plan};
use super::super::port::{NONE, Packet};
use super::super::report::Report;
use super::config::Transport;
use super::credit_scheduler::CreditScheduler;
use super::feedback::Feedback;
use super::receiver::{ChunkPacket, Outcome, Receiver};
use super::recent::Recent;
use super::report::{MAX_WINDOW_SAMPLES, TransportStats, WindowSample};
use super::sender::{NEVER, OutPacket, Sender};

/// Packet types; data is 0. Acknowledgement, negative acknowledgement, credit.
pub const ACK: u8 = 1;
pub const NAK: u8 = 2;
pub const CREDIT: u8 = 3;
/// Notification of a trimmed packet.
pub const TRIMMED: u8 = 4;

/// Timers: the retransmission timeout of a flow, the next credit grant of a host.
const TIMEOUT: u8 = 0;
const CREDIT_TURN: u8 = 1;
/// A control message that takes no bandwidth: a CNP.
const MARKED: u8 = 2;

/// A flow with both of its ends.
#[derive(Debug)]
struct Flow {
    sender: Sender,
    receiver: Receiver,
    /// The CPU core of its host that decides for it.
    core: usize,
    /// The path of each entropy value, from 0; empty where the switches choose.
    paths: Vec<u32>,
    /// Whether the retransmission timer is set.
    has_timer: bool,
    has_requested_credit: bool,
    /// Credit granted by the receiver so far, modulo 2^32.
    granted: u32,
    is_done: bool,
    /// Rate control: the line rate in bits per second, its state, the earliest time of the next packet.
    line: f64,
    rate: dcqcn::RateControl,
    next_send: u64,
    next_cnp: u64,
    /// Attempts received and not acknowledged yet; the attempts of each coalesced acknowledgement, by its number.
    pending_acks: Vec<u32>,
    ack_batches: Recent<Vec<u32>>,
    /// Attempts with an ECN-marked packet, for congestion control.
    marked: BTreeSet<u32>,
    /// Payload received and kept; the highest sequence number received.
    received_bytes: u64,
    highest_seq: u32,
    /// Attempts reported as trimmed; the last window sample, and the number of samples.
    trimmed: BTreeSet<u32>,
    last_window: u64,
    window_samples: u32,
}

#[derive(Debug, Default)]
struct Host {
    /// Flows that are not complete, and the next in the round robin.
    flows: Vec<u32>,
    turn: usize,
    /// Feedback to be sent: flow, kind, content.
    feedback_queue: VecDeque<(u32, u8, u32)>,
    /// By core: busy until then, ps.
    cores: Vec<u64>,
    /// How many flows have started here.
    started_flows: usize,
    credit: CreditScheduler,
}

/// Host stacks with a reliable transport.
#[derive(Debug)]
pub(in super::super) struct ReliableStack {
    config: Transport,
    flows: Vec<Flow>,
    hosts: Vec<Host>,
    /// Acknowledgements sent, to trace one of each so many.
    acks_sent: u32,
    /// Of so many drops in the report the chunk is named.
    drops_named: usize,
}

impl ReliableStack {
    pub(in super::super) fn new(plan: &Plan, config: Transport) -> ReliableStack {
        let queue = super::longest_queue(plan);
        let config = Transport { timeout: super::timeout(plan), ..config };
        let cores = config.cores.map_or(1, |cores| usize::from(cores.count.max(1)));
        let hosts = (0..plan.fabric.hosts.len()).map(|_| Host { cores: vec![0; cores], ..Host::default() }).collect();
        let flows = (0..plan.flows.len() as u32).map(|at| flow(plan, &config, queue, at)).collect();
        ReliableStack { config, flows, hosts, acks_sent: 0, drops_named: 0 }
    }

    /// Sets the retransmission timer of a flow, unless it is set.
    fn arm_timeout(&mut self, net: &mut Network<'_>, flow: u32) {
        let one = &mut self.flows[flow as usize];
        let at = one.sender.deadline();
        if !one.has_timer && at != NEVER {
            one.has_timer = true;
            net.set_timer(at.max(net.now), ControlMessage { flow, kind: TIMEOUT, ..ControlMessage::default() });
        }
    }

    fn send_feedback(&mut self, net: &mut Network<'_>, flow: u32, feedback: Feedback) {
        let (kind, content) = match feedback {
            Feedback::Ack { attempt } => (ACK, attempt),
            Feedback::Nak { expected } => (NAK, expected),
            Feedback::Credit { granted } => (CREDIT, granted),
            Feedback::Trimmed { attempt } => (TRIMMED, attempt),
        };
        let dst = net.plan.flows[flow as usize].dst;
        self.hosts[dst as usize].feedback_queue.push_back((flow, kind, content));
        net.ready(dst);
    }

    /// A data packet arrived at its receiver.
    fn receive_data(&mut self, net: &mut Network<'_>, packet: &Packet) {
        let (flow, now) = (packet.flow, net.now);
        let one = &mut self.flows[flow as usize];
        let each = u32::from(self.config.chunk);
        let (attempt, index) = (packet.seq / each, (packet.seq % each) as u16);
        let (chunk, of) = one.sender.chunk_of(attempt);
        let notes = &mut net.report.transport;
        let mut ack_now = !one.receiver.has_no_gap();
        for missed in one.receiver.missing_before(chunk) {
            notes.open_gap(flow, missed, now);
        }
        let (outcome, feedback) = one.receiver.receive(ChunkPacket { attempt, chunk, index, of });
        ack_now |= outcome != Outcome::Accepted || !one.receiver.has_no_gap();
        notes.set_outcome(packet.traced, outcome);
        let stats = &mut notes.flows[flow as usize];
        match outcome {
            Outcome::Accepted => {
                one.received_bytes += u64::from(packet.payload);
                if let Some(gap) = notes.gap_of(flow, chunk) {
                    gap.filled = Time(now);
                }
            }
            Outcome::OutOfOrder => {
                stats.rejected += 1;
                if let Some(gap) = notes.gap_of(flow, one.receiver.in_order()) {
                    gap.rejected += 1;
                }
            }
            _ => stats.duplicates += 1,
        }
        let flow_stats = &mut net.report.flows[flow as usize];
        flow_stats.out_of_order += u32::from(packet.seq < one.highest_seq);
        one.highest_seq = one.highest_seq.max(packet.seq);
        if packet.is_marked {
            net.report.flows[flow as usize].marked += 1;
            if self.config.congestion_control.is_some() {
                one.marked.insert(attempt);
            }
            if let Some(set) = &net.plan.dcqcn
                && now >= one.next_cnp
            {
                one.next_cnp = now + set.cnp_interval.0;
                net.send_control(ControlMessage { flow, kind: MARKED, ..ControlMessage::default() }, 0);
            }
        }
        let is_complete = one.receiver.in_order() >= one.sender.chunks() && !one.is_done;
        one.is_done |= is_complete;
        if let Some(feedback) = feedback {
            one.hold(feedback);
        }
        if let Some(feedback) = feedback.and_then(|feedback| one.coalesce_ack(feedback, ack_now || is_complete)) {
            self.send_feedback(net, flow, feedback);
        }
        self.request_credit(net, flow, 0);
        if is_complete {
            let stats = &mut net.report.transport.flows[flow as usize];
            (stats.last_sent, stats.sent_by_then) = (Time(packet.sent_at), packet.seq + 1);
            if net.done == 0 {
                net.record_first_finish(self.flows.iter().map(|one| one.received_bytes));
            }
            net.finish(flow);
        }
    }

    /// Requests credit: with the first packet for the rest of the flow, and for `more` bytes after trimming.
    fn request_credit(&mut self, net: &mut Network<'_>, flow: u32, more: u64) {
        let one = &mut self.flows[flow as usize];
        let is_first = !std::mem::replace(&mut one.has_requested_credit, true);
        if self.config.credit.is_none() || !is_first && more == 0 {
            return;
        }
        let plan = &net.plan.flows[flow as usize];
        let rest = if is_first { plan.bytes.0.saturating_sub(one.sender.initial_credit()) } else { 0 };
        let credit = &mut self.hosts[plan.dst as usize].credit;
        credit.request(flow, rest + more);
        if !std::mem::replace(&mut credit.is_scheduled, true) {
            net.set_timer(net.now, ControlMessage { flow, kind: CREDIT_TURN, host: plan.dst });
        }
    }

    /// A trimmed packet arrived: its sender is notified at once, and new credit is requested.
    fn receive_header(&mut self, net: &mut Network<'_>, packet: &Packet) {
        let flow = packet.flow;
        let one = &mut self.flows[flow as usize];
        let attempt = packet.seq / u32::from(self.config.chunk);
        let (chunk, _) = one.sender.chunk_of(attempt);
        net.report.transport.set_outcome(packet.traced, Outcome::Trimmed);
        net.report.transport.flows[flow as usize].trimmed += 1;
        let (mut feedback, mut more) = (Feedback::Ack { attempt }, 0);
        if !one.receiver.has_chunk(chunk) {
            if !one.trimmed.insert(attempt) {
                return;
            }
            (feedback, more) = (Feedback::Trimmed { attempt }, one.sender.payload(chunk));
        }
        one.hold(feedback);
        if let Some(feedback) = one.coalesce_ack(feedback, true) {
            self.send_feedback(net, flow, feedback);
        }
        self.request_credit(net, flow, more);
    }

    /// Records a flow's window where it has changed by much, and its value before a reduction.
    fn note_window(&mut self, net: &mut Network<'_>, flow: u32, before: u64) {
        if self.config.congestion_control.is_none() || !net.plan.log.series {
            return;
        }
        let one = &mut self.flows[flow as usize];
        let (now, last) = (one.sender.window(), one.last_window);
        let is_excluded = before > now && (before - now) * 16 >= before;
        if one.window_samples >= MAX_WINDOW_SAMPLES || !is_excluded && now.abs_diff(last) * 16 < last.max(1) {
            return;
        }
        let mut push = |bytes| net.report.transport.windows.push(WindowSample { flow, at: Time(net.now), bytes });
        if is_excluded {
            push(before);
        }
        push(now);
        one.last_window = now;
        one.window_samples += 1;
    }

    /// Feedback arrived at the sender.
    fn receive_feedback(&mut self, net: &mut Network<'_>, packet: &Packet) {
        let (flow, now) = (packet.flow, net.now);
        let one = &mut self.flows[flow as usize];
        let feedback = match packet.kind {
            ACK => Feedback::Ack { attempt: packet.seq },
            NAK => Feedback::Nak { expected: packet.seq },
            TRIMMED => Feedback::Trimmed { attempt: packet.seq },
            _ => Feedback::Credit { granted: packet.seq },
        };
        net.report.transport.set_outcome(packet.traced, Outcome::Accepted);
        let before = one.sender.window();
        let answered = one.answered(packet.kind, packet.seq);
        match feedback {
            Feedback::Ack { .. } if one.sender.chunks_per_ack() > 1 => {
                for &attempt in &answered {
                    one.sender.on_feedback(now, Feedback::Ack { attempt });
                }
            }
            Feedback::Ack { attempt } if one.marked.remove(&attempt) => {
                one.sender.note_ecn_mark();
                one.sender.on_feedback(now, feedback);
            }
            feedback => one.sender.on_feedback(now, feedback),
        }
        self.note_window(net, flow, before);
        let one = &mut self.flows[flow as usize];
        for attempt in answered {
            one.release(attempt);
        }
        // A NIC takes out-of-order packets for a congestion signal (ConWeave, SIGCOMM 2023, section 2).
        if let (Feedback::Nak { .. }, Some(set)) = (feedback, &net.plan.dcqcn) {
            one.rate.on_cnp(set, one.line, now);
        }
        let src = net.plan.flows[flow as usize].src;
        if one.sender.is_done() {
            let host = &mut self.hosts[src as usize];
            host.flows.retain(|&other| other != flow);
            host.turn = 0;
        }
        self.arm_timeout(net, flow);
        net.ready(src);
    }

    /// Names the chunks of the packets that were dropped since the last time.
    fn name_drops(&mut self, report: &mut Report) {
        let each = u32::from(self.config.chunk);
        let drops = &mut report.transport.drops;
        let new = std::mem::replace(&mut self.drops_named, drops.len());
        for drop in drops[new..].iter_mut().filter(|drop| !drop.is_reverse) {
            // Recorded by its sequence number until here.
            drop.chunk = self.flows[drop.flow as usize].sender.chunk_of(drop.chunk / each).0;
        }
    }

    fn send(&mut self, net: &mut Network<'_>, host: HostId, flow: u32) -> Option<Outgoing> {
        let one = &mut self.flows[flow as usize];
        let core = &mut self.hosts[host as usize].cores[one.core];
        let draw = hash(net.plan.seed ^ net.now, flow);
        let out = one.sender.next_packet(net.now, core, draw)?;
        if let Some(set) = &net.plan.dcqcn {
            one.rate.advance(set, one.line, net.now);
            if one.rate.rate < one.line {
                let bits = (f64::from(out.payload) + f64::from(OVERHEAD)) * 8.0;
                one.next_send = net.now + (bits / one.rate.rate * 1e12) as u64;
            }
        }
        // The first retransmission of a missing chunk is always traced.
        let notes = &mut net.report.transport;
        let gap = if out.is_retransmission {
            notes.gap_of(flow, out.packet.chunk).filter(|gap| gap.resent == Time::MAX)
        } else {
            None
        };
        let is_traced = gap.is_some_and(|gap| {
            gap.resent = Time(net.now);
            true
        });
        let stats = &mut notes.flows[flow as usize];
        stats.max_in_flight = stats.max_in_flight.max(one.sender.bytes_in_flight());
        let seq = out.packet.attempt * u32::from(self.config.chunk) + u32::from(out.packet.index);
        let path = one.paths.get(usize::from(out.entropy)).copied().unwrap_or(NONE);
        let OutPacket { packet, is_retransmission, payload, .. } = out;
        let data = Outgoing::data(flow, seq, payload as u16);
        Some(Outgoing { content: packet.chunk, is_retransmission, is_traced, path, ..data })
    }
}

impl Flow {
    /// The feedback to send now: acknowledgements are held back for coalescing, unless `ack_now`.
    fn coalesce_ack(&mut self, feedback: Feedback, ack_now: bool) -> Option<Feedback> {
        let (Feedback::Ack { attempt }, most @ 2..) = (feedback, self.sender.chunks_per_ack()) else {
            return Some(feedback);
        };
        self.pending_acks.push(attempt);
        if !ack_now && self.pending_acks.len() < most {
            return None;
        }
        let batch = self.ack_batches.push(std::mem::take(&mut self.pending_acks));
        Some(Feedback::Ack { attempt: batch })
    }

    /// The attempts that an answer is about, which has come or was lost; it is asked for once.
    fn answered(&mut self, kind: u8, content: u32) -> Vec<u32> {
        match kind {
            ACK if self.sender.chunks_per_ack() > 1 => {
                let batch = std::mem::take(&mut self.ack_batches[content]);
                self.ack_batches.forget_while(|_, batch| batch.is_empty());
                batch
            }
            ACK | TRIMMED => vec![content],
            _ => Vec::new(),
        }
    }

    /// An answer to an attempt is made.
    fn hold(&mut self, feedback: Feedback) {
        if let Feedback::Ack { attempt } | Feedback::Trimmed { attempt } = feedback {
            self.sender.hold(attempt);
        }
    }

    /// A packet of an attempt, or an answer to one, is no longer on its way.
    fn release(&mut self, attempt: u32) {
        let before = self.sender.release(attempt);
        self.receiver.forget_before(before);
        for known in [&mut self.marked, &mut self.trimmed] {
            while known.first().is_some_and(|&first| first < before) {
                known.pop_first();
            }
        }
    }
}

/// The state of a flow before its start.
fn flow(plan: &Plan, config: &Transport, queue: Time, at: u32) -> Flow {
    let (fabric, flow) = (&plan.fabric, &plan.flows[at as usize]);
    let link = fabric.links[fabric.hosts[flow.src as usize].uplink as usize];
    let line = f64::from(link.gbit_per_s) * 1e9;
    let count = fabric.paths(flow.src, flow.dst).len() as u32;
    let hashed_path = |path: u32| pick(hash(plan.seed ^ 0x6e61_6d65, at.wrapping_mul(256).wrapping_add(path)), count);
    let paths = if config.entropy_values > 1 {
        (0..u32::from(config.entropy_values)).map(hashed_path).collect()
    } else {
        Vec::new()
    };
    let sender = Sender::new(
        config,
        flow.bytes.0,
        plan.mtu,
        super::window(plan, at).0,
        super::round_trip(plan, at),
        queue,
        flow.start.0,
    );
    Flow {
        receiver: Receiver::new(config.recovery, sender.chunks()),
        sender,
        core: 0,
        paths,
        has_timer: false,
        has_requested_credit: false,
        granted: 0,
        is_done: false,
        line,
        rate: dcqcn::RateControl::new(line),
        next_send: 0,
        next_cnp: 0,
        pending_acks: Vec::new(),
        ack_batches: Recent::new(),
        marked: BTreeSet::new(),
        received_bytes: 0,
        highest_seq: 0,
        trimmed: BTreeSet::new(),
        last_window: 0,
        window_samples: 0,
    }
}

impl HostStack for ReliableStack {
    fn start_flow(&mut self, net: &mut Network<'_>, flow: u32) {
        if net.report.transport.flows.is_empty() {
            let stats = |one: &Flow| TransportStats { chunks: one.sender.chunks(), ..TransportStats::default() };
            net.report.transport.flows = self.flows.iter().map(stats).collect();
        }
        let src = net.plan.flows[flow as usize].src;
        let host = &mut self.hosts[src as usize];
        self.flows[flow as usize].core = host.started_flows % host.cores.len();
        host.started_flows += 1;
        host.flows.push(flow);
        self.note_window(net, flow, 0);
        net.ready(src);
    }

    fn next_packet(&mut self, net: &mut Network<'_>, host: HostId) -> NextPacket {
        let this = &mut self.hosts[host as usize];
        if let Some(&(flow, kind, seq)) = this.feedback_queue.front() {
            if !net.may_send(host, flow) {
                return NextPacket::Idle;
            }
            this.feedback_queue.pop_front();
            let every = net.plan.log.trace_every / u64::from(net.plan.mtu.max(1));
            let is_traced = every > 0 && (kind != ACK || u64::from(self.acks_sent) % every == 0);
            self.acks_sent += u32::from(kind == ACK);
            return NextPacket::Send(Outgoing { kind, is_reverse: true, is_traced, ..Outgoing::data(flow, seq, 0) });
        }
        let count = this.flows.len();
        let mut earliest = NEVER;
        for step in 0..count {
            let this = &self.hosts[host as usize];
            let at = (this.turn + step) % count;
            let flow = this.flows[at];
            let one = &self.flows[flow as usize];
            let may = one.sender.next_send_time().max(one.next_send);
            if may > net.now {
                earliest = earliest.min(may);
                continue;
            }
            if !net.may_send(host, flow) {
                continue;
            }
            self.hosts[host as usize].turn = at + 1;
            let Some(out) = self.send(net, host, flow) else { continue };
            self.arm_timeout(net, flow);
            return NextPacket::Send(out);
        }
        if earliest == NEVER { NextPacket::Idle } else { NextPacket::At(earliest) }
    }

    fn receive(&mut self, net: &mut Network<'_>, packet: &Packet) {
        if packet.is_reverse {
            return self.receive_feedback(net, packet);
        }
        if packet.payload == 0 {
            self.receive_header(net, packet);
        } else {
            self.receive_data(net, packet);
        }
        self.flows[packet.flow as usize].release(packet.seq / u32::from(self.config.chunk));
    }

    fn forget(&mut self, report: &mut Report, packet: &Packet) {
        self.name_drops(report);
        let one = &mut self.flows[packet.flow as usize];
        if packet.is_reverse {
            for attempt in one.answered(packet.kind, packet.seq) {
                one.release(attempt);
            }
        } else {
            one.release(packet.seq / u32::from(self.config.chunk));
        }
    }

    fn on_control(&mut self, net: &mut Network<'_>, message: ControlMessage) {
        net.report.flows[message.flow as usize].cnps += 1;
        if let Some(set) = &net.plan.dcqcn {
            let one = &mut self.flows[message.flow as usize];
            one.rate.on_cnp(set, one.line, net.now);
        }
    }

    fn received_bytes(&self) -> u64 {
        self.flows.iter().map(|one| one.received_bytes).sum()
    }

    /// Whole chunks alone: a packet of a chunk that is sent again and again may arrive each time.
    fn progress(&self) -> u64 {
        self.flows.iter().map(|one| u64::from(one.receiver.completed())).sum()
    }

    fn finish_report(&mut self, report: &mut Report) {
        self.name_drops(report);
    }

    fn on_timer(&mut self, net: &mut Network<'_>, message: ControlMessage) {
        if message.kind == CREDIT_TURN {
            let Some(credit) = self.config.credit else { return };
            let Some((flow, bytes)) = self.hosts[message.host as usize].credit.next(credit) else { return };
            let one = &mut self.flows[flow as usize];
            one.granted = one.granted.wrapping_add(bytes);
            let granted = one.granted;
            self.send_feedback(net, flow, Feedback::Credit { granted });
            let packets = bytes.div_ceil(net.plan.mtu.max(1));
            let link = net.plan.fabric.links[net.plan.fabric.hosts[message.host as usize].downlink as usize];
            return net.set_timer(net.now + link.sending(bytes + packets * OVERHEAD), message);
        }
        let one = &mut self.flows[message.flow as usize];
        one.has_timer = false;
        if one.sender.deadline() <= net.now {
            let before = one.sender.window();
            one.sender.on_timeout(net.now);
            self.note_window(net, message.flow, before);
            net.report.transport.flows[message.flow as usize].timeouts += 1;
            let src = net.plan.flows[message.flow as usize].src;
            net.ready(src);
        }
        self.arm_timeout(net, message.flow);
    }
}
