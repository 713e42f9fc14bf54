//! Both ends of all flows at the hosts of a fabric.

use std::collections::{BTreeSet, VecDeque};

use crate::units::Time;

use super::super::dcqcn;
use super::super::fabric::HostId;
use super::super::net::Net;
use super::super::plan::{OVERHEAD, Plan};
use super::super::port::{NONE, Packet};
use super::super::report::Report;
use super::super::route::{hash, pick};
use super::super::sender::{Cards, Next};
use super::super::word::{Outgoing, Word as Told};
use super::door::Door;
use super::notes::{Allowed, Answered, MAX_ALLOWED};
use super::receiver::{Fate, Piece, Receiver};
use super::rules::Transport;
use super::sender::{NEVER, Out, Sender};
use super::word::Word;

/// What a packet is; data is 0. An acknowledgement, word of something out of order, credit.
pub const ACK: u8 = 1;
pub const NAK: u8 = 2;
pub const CREDIT: u8 = 3;
/// Word of a header that came alone.
pub const TRIMMED: u8 = 4;

/// Times that are asked for.
const TIMEOUT: u8 = 0;
const TURN: u8 = 1;
/// A word that takes no room: a mark, told to the sender.
const MARKED: u8 = 2;

/// A flow with both of its ends.
#[derive(Debug)]
struct Flow {
    sender: Sender,
    receiver: Receiver,
    /// Which of its host's cores decides for it.
    core: usize,
    /// The way of each name, from 0; empty where the switches choose.
    ways: Vec<u32>,
    /// Whether a timeout is waited for.
    is_timed: bool,
    has_knocked: bool,
    is_done: bool,
    /// Rate control: the card's line in bits per second, its state, when the next packet may go.
    line: f64,
    rate: dcqcn::Sender,
    next_send: u64,
    next_notify: u64,
    /// Attempts that are here and not answered for yet; those that one acknowledgement answered for, by its number.
    held: Vec<u32>,
    batches: Vec<Vec<u32>>,
    /// Attempts of which a packet was marked, where the sender wants to know.
    marked: BTreeSet<u32>,
    /// Payload that arrived and was kept; one past the highest number that arrived.
    kept: u64,
    highest: u32,
    /// Attempts whose sender was told of a header; its window as last written down, and how often it was.
    trimmed: BTreeSet<u32>,
    window_told: u64,
    windows_told: u32,
}

#[derive(Debug, Default)]
struct Host {
    /// Flows that are not answered for, and whose turn it is.
    flows: Vec<u32>,
    turn: usize,
    /// Words that wait to be sent: flow, kind, content.
    words: VecDeque<(u32, u8, u32)>,
    /// Until when each core is busy, ps.
    cores: Vec<u64>,
    /// How many flows have begun here.
    begun: usize,
    door: Door,
}

/// Cards that answer for what they send.
#[derive(Debug)]
pub(in super::super) struct Reliable {
    rules: Transport,
    flows: Vec<Flow>,
    hosts: Vec<Host>,
    /// Words said, to follow one of each so many.
    said: u32,
}

impl Reliable {
    pub(in super::super) fn new(plan: &Plan, rules: Transport) -> Reliable {
        let cores = rules.cores.map_or(1, |cores| usize::from(cores.count.max(1)));
        let hosts = (0..plan.fabric.hosts.len()).map(|_| Host { cores: vec![0; cores], ..Host::default() }).collect();
        let flows = (0..plan.flows.len() as u32).map(|at| flow(plan, &rules, at)).collect();
        Reliable { rules, flows, hosts, said: 0 }
    }

    /// Waits for an answer to what is under way, once for each flow.
    fn time(&mut self, net: &mut Net<'_>, flow: u32) {
        let one = &mut self.flows[flow as usize];
        let at = one.sender.deadline();
        if !one.is_timed && at != NEVER {
            one.is_timed = true;
            net.wake(at.max(net.now), Told { flow, kind: TIMEOUT, ..Told::default() });
        }
    }

    fn say(&mut self, net: &mut Net<'_>, flow: u32, word: Word) {
        let (kind, content) = match word {
            Word::Ack { attempt } => (ACK, attempt),
            Word::Nak { whole } => (NAK, whole),
            Word::Credit { bytes } => (CREDIT, bytes),
            Word::Trimmed { attempt } => (TRIMMED, attempt),
        };
        let dst = net.plan.flows[flow as usize].dst;
        self.hosts[dst as usize].words.push_back((flow, kind, content));
        net.ready(dst);
    }

    /// A packet of data is at its receiver.
    fn take(&mut self, net: &mut Net<'_>, packet: &Packet) {
        let (flow, now) = (packet.flow, net.now);
        if packet.payload == 0 {
            return self.header(net, packet);
        }
        let one = &mut self.flows[flow as usize];
        let each = u32::from(self.rules.chunk);
        let (attempt, index) = (packet.seq / each, (packet.seq % each) as u16);
        let (chunk, of) = one.sender.chunk_of(attempt);
        let notes = &mut net.report.notes;
        let mut is_urgent = !one.receiver.is_without_gap();
        for missed in one.receiver.missed(chunk) {
            notes.miss(flow, missed, now);
        }
        let (fate, word) = one.receiver.receive(Piece { attempt, chunk, index, of });
        is_urgent |= fate != Fate::Taken || !one.receiver.is_without_gap();
        notes.fate(packet.courier, fate);
        let answered = &mut notes.flows[flow as usize];
        match fate {
            Fate::Taken => {
                one.kept += u64::from(packet.payload);
                if let Some(gap) = notes.open(flow, chunk) {
                    gap.mended = Time(now);
                }
            }
            Fate::Refused => {
                answered.refused += 1;
                if let Some(gap) = notes.open(flow, one.receiver.whole()) {
                    gap.refused += 1;
                }
            }
            _ => answered.twice += 1,
        }
        let told = &mut net.report.flows[flow as usize];
        told.late += u32::from(packet.seq < one.highest);
        one.highest = one.highest.max(packet.seq);
        if packet.is_marked {
            net.report.flows[flow as usize].marked += 1;
            if self.rules.growth.is_some() {
                one.marked.insert(attempt);
            }
            if let Some(set) = &net.plan.dcqcn
                && now >= one.next_notify
            {
                one.next_notify = now + set.notify_every.0;
                net.tell(Told { flow, kind: MARKED, ..Told::default() }, 0);
            }
        }
        let is_whole = one.receiver.whole() >= one.sender.chunks() && !one.is_done;
        one.is_done |= is_whole;
        if let Some(word) = word.and_then(|word| one.answer(word, is_urgent || is_whole)) {
            self.say(net, flow, word);
        }
        self.knock(net, flow, 0);
        if is_whole {
            let answered = &mut net.report.notes.flows[flow as usize];
            (answered.last_sent, answered.sent_by_then) = (Time(packet.sent_at), packet.seq + 1);
            if net.done == 0 {
                net.early(self.flows.iter().map(|one| one.kept));
            }
            net.finish(flow);
        }
    }

    /// A flow's first packet asks to be let in for what its sender may not send unasked; `more` bytes are asked for anew.
    fn knock(&mut self, net: &mut Net<'_>, flow: u32, more: u64) {
        let one = &mut self.flows[flow as usize];
        let is_first = !std::mem::replace(&mut one.has_knocked, true);
        if self.rules.credit.is_none() || !is_first && more == 0 {
            return;
        }
        let plan = &net.plan.flows[flow as usize];
        let rest = if is_first { plan.bytes.0.saturating_sub(one.sender.unasked()) } else { 0 };
        let door = &mut self.hosts[plan.dst as usize].door;
        door.knock(flow, rest + more);
        if !std::mem::replace(&mut door.is_open, true) {
            net.wake(net.now, Told { flow, kind: TURN, a: plan.dst, b: 0 });
        }
    }

    /// The header of a packet came alone: its sender is told at once, and where receivers let in, it is counted anew.
    fn header(&mut self, net: &mut Net<'_>, packet: &Packet) {
        let flow = packet.flow;
        let one = &mut self.flows[flow as usize];
        let attempt = packet.seq / u32::from(self.rules.chunk);
        let (chunk, _) = one.sender.chunk_of(attempt);
        net.report.notes.fate(packet.courier, Fate::Trimmed);
        net.report.notes.flows[flow as usize].trimmed += 1;
        let (mut word, mut more) = (Word::Ack { attempt }, 0);
        if !one.receiver.has(chunk) {
            if !one.trimmed.insert(attempt) {
                return;
            }
            (word, more) = (Word::Trimmed { attempt }, one.sender.payload(chunk));
        }
        if let Some(word) = one.answer(word, true) {
            self.say(net, flow, word);
        }
        self.knock(net, flow, more);
    }

    /// Writes down a flow's window, where it has changed by much; where it was cut, what it was before.
    fn note_window(&mut self, net: &mut Net<'_>, flow: u32, before: u64) {
        if self.rules.growth.is_none() || !net.plan.log.series {
            return;
        }
        let one = &mut self.flows[flow as usize];
        let (now, told) = (one.sender.window(), one.window_told);
        let is_cut = before > now && (before - now) * 16 >= before;
        if one.windows_told >= MAX_ALLOWED || !is_cut && now.abs_diff(told) * 16 < told.max(1) {
            return;
        }
        let mut push = |bytes| net.report.notes.windows.push(Allowed { flow, at: Time(net.now), bytes });
        if is_cut {
            push(before);
        }
        push(now);
        one.window_told = now;
        one.windows_told += 1;
    }

    /// A word is back at the sender.
    fn heard(&mut self, net: &mut Net<'_>, packet: &Packet) {
        let (flow, now) = (packet.flow, net.now);
        let one = &mut self.flows[flow as usize];
        let word = match packet.kind {
            ACK => Word::Ack { attempt: packet.seq },
            NAK => Word::Nak { whole: packet.seq },
            TRIMMED => Word::Trimmed { attempt: packet.seq },
            _ => Word::Credit { bytes: packet.seq },
        };
        net.report.notes.fate(packet.courier, Fate::Taken);
        let before = one.sender.window();
        match word {
            Word::Ack { attempt } if one.sender.coalesced() > 1 => {
                for attempt in std::mem::take(&mut one.batches[attempt as usize]) {
                    one.sender.hear(now, Word::Ack { attempt });
                }
            }
            Word::Ack { attempt } if one.marked.remove(&attempt) => {
                one.sender.mark();
                one.sender.hear(now, word);
            }
            word => one.sender.hear(now, word),
        }
        self.note_window(net, flow, before);
        let one = &mut self.flows[flow as usize];
        // A card takes what is out of order for a sign of congestion (ConWeave, SIGCOMM 2023, section 2).
        if let (Word::Nak { .. }, Some(set)) = (word, &net.plan.dcqcn) {
            one.rate.notify(set, one.line, now);
        }
        let src = net.plan.flows[flow as usize].src;
        if one.sender.is_done() {
            let host = &mut self.hosts[src as usize];
            host.flows.retain(|&other| other != flow);
            host.turn = 0;
        }
        self.time(net, flow);
        net.ready(src);
    }

    fn send(&mut self, net: &mut Net<'_>, host: HostId, flow: u32) -> Option<Outgoing> {
        let one = &mut self.flows[flow as usize];
        let core = &mut self.hosts[host as usize].cores[one.core];
        let draw = hash(net.plan.seed ^ net.now, flow);
        let out = one.sender.take(net.now, core, draw)?;
        if let Some(set) = &net.plan.dcqcn {
            one.rate.advance(set, one.line, net.now);
            if one.rate.rate < one.line {
                let bits = (f64::from(out.payload) + f64::from(OVERHEAD)) * 8.0;
                one.next_send = net.now + (bits / one.rate.rate * 1e12) as u64;
            }
        }
        // Each chunk that is sent again because it was missed is followed.
        let notes = &mut net.report.notes;
        let gap =
            if out.is_again { notes.open(flow, out.piece.chunk).filter(|gap| gap.again == Time::MAX) } else { None };
        let is_followed = gap.is_some_and(|gap| {
            gap.again = Time(net.now);
            true
        });
        let answered = &mut notes.flows[flow as usize];
        answered.most_under_way = answered.most_under_way.max(one.sender.under_way());
        let seq = out.piece.attempt * u32::from(self.rules.chunk) + u32::from(out.piece.index);
        let way = one.ways.get(usize::from(out.path)).copied().unwrap_or(NONE);
        let Out { piece, is_again, payload, .. } = out;
        let data = Outgoing::data(flow, seq, payload as u16);
        Some(Outgoing { about: piece.chunk, is_again, is_followed, way, ..data })
    }
}

impl Flow {
    /// What is said at once, of what there is to say: acknowledgements wait for others unless it is urgent.
    fn answer(&mut self, word: Word, is_urgent: bool) -> Option<Word> {
        let (Word::Ack { attempt }, most @ 2..) = (word, self.sender.coalesced()) else { return Some(word) };
        self.held.push(attempt);
        if !is_urgent && self.held.len() < most {
            return None;
        }
        self.batches.push(std::mem::take(&mut self.held));
        Some(Word::Ack { attempt: self.batches.len() as u32 - 1 })
    }
}

/// A flow before it begins.
fn flow(plan: &Plan, rules: &Transport, at: u32) -> Flow {
    let (fabric, flow) = (&plan.fabric, &plan.flows[at as usize]);
    let link = fabric.links[fabric.hosts[flow.src as usize].1 as usize];
    let line = f64::from(link.gbit_per_s) * 1e9;
    let count = fabric.ways(flow.src, flow.dst).len() as u32;
    let name = |path: u32| pick(hash(plan.seed ^ 0x6e61_6d65, at.wrapping_mul(256).wrapping_add(path)), count);
    let ways = if rules.paths > 1 { (0..u32::from(rules.paths)).map(name).collect() } else { Vec::new() };
    let sender = Sender::new(rules, flow.bytes.0, plan.mtu, super::window(plan, at).0, flow.start.0);
    Flow {
        receiver: Receiver::new(rules.recovery, sender.chunks()),
        sender,
        core: 0,
        ways,
        is_timed: false,
        has_knocked: false,
        is_done: false,
        line,
        rate: dcqcn::Sender::new(line),
        next_send: 0,
        next_notify: 0,
        held: Vec::new(),
        batches: Vec::new(),
        marked: BTreeSet::new(),
        kept: 0,
        highest: 0,
        trimmed: BTreeSet::new(),
        window_told: 0,
        windows_told: 0,
    }
}

impl Cards for Reliable {
    fn begin(&mut self, net: &mut Net<'_>, flow: u32) {
        if net.report.notes.flows.is_empty() {
            let answered = |one: &Flow| Answered { chunks: one.sender.chunks(), ..Answered::default() };
            net.report.notes.flows = self.flows.iter().map(answered).collect();
        }
        let src = net.plan.flows[flow as usize].src;
        let host = &mut self.hosts[src as usize];
        self.flows[flow as usize].core = host.begun % host.cores.len();
        host.begun += 1;
        host.flows.push(flow);
        self.note_window(net, flow, 0);
        net.ready(src);
    }

    fn next(&mut self, net: &mut Net<'_>, host: HostId) -> Next {
        let this = &mut self.hosts[host as usize];
        if let Some(&(flow, kind, seq)) = this.words.front() {
            if !net.may_send(host, flow) {
                return Next::Nothing;
            }
            this.words.pop_front();
            let every = net.plan.log.courier_bytes / u64::from(net.plan.mtu.max(1));
            let is_followed = every > 0 && (kind != ACK || u64::from(self.said) % every == 0);
            self.said += u32::from(kind == ACK);
            return Next::Send(Outgoing { kind, is_back: true, is_followed, ..Outgoing::data(flow, seq, 0) });
        }
        let count = this.flows.len();
        let mut earliest = NEVER;
        for step in 0..count {
            let this = &self.hosts[host as usize];
            let at = (this.turn + step) % count;
            let flow = this.flows[at];
            let one = &self.flows[flow as usize];
            let may = one.sender.may().max(one.next_send);
            if may > net.now {
                earliest = earliest.min(may);
                continue;
            }
            if !net.may_send(host, flow) {
                continue;
            }
            self.hosts[host as usize].turn = at + 1;
            let Some(out) = self.send(net, host, flow) else { continue };
            self.time(net, flow);
            return Next::Send(out);
        }
        if earliest == NEVER { Next::Nothing } else { Next::At(earliest) }
    }

    fn arrive(&mut self, net: &mut Net<'_>, packet: &Packet) {
        if packet.is_back { self.heard(net, packet) } else { self.take(net, packet) }
    }

    fn hear(&mut self, net: &mut Net<'_>, word: Told) {
        net.report.flows[word.flow as usize].notified += 1;
        if let Some(set) = &net.plan.dcqcn {
            let one = &mut self.flows[word.flow as usize];
            one.rate.notify(set, one.line, net.now);
        }
    }

    fn arrived(&self) -> u64 {
        self.flows.iter().map(|one| one.kept).sum()
    }

    fn close(&mut self, report: &mut Report) {
        let each = u32::from(self.rules.chunk);
        for fall in report.notes.falls.iter_mut().filter(|fall| !fall.is_back) {
            // Noted by its packet's number until here.
            fall.chunk = self.flows[fall.flow as usize].sender.chunk_of(fall.chunk / each).0;
        }
    }

    fn wake(&mut self, net: &mut Net<'_>, word: Told) {
        if word.kind == TURN {
            let Some(credit) = self.rules.credit else { return };
            let Some((flow, bytes)) = self.hosts[word.a as usize].door.next(credit) else { return };
            self.say(net, flow, Word::Credit { bytes });
            let packets = bytes.div_ceil(net.plan.mtu.max(1));
            let link = net.plan.fabric.links[net.plan.fabric.hosts[word.a as usize].2 as usize];
            return net.wake(net.now + link.sending(bytes + packets * OVERHEAD), word);
        }
        let one = &mut self.flows[word.flow as usize];
        one.is_timed = false;
        if one.sender.deadline() <= net.now {
            let before = one.sender.window();
            one.sender.expire(net.now);
            self.note_window(net, word.flow, before);
            net.report.notes.flows[word.flow as usize].timeouts += 1;
            let src = net.plan.flows[word.flow as usize].src;
            net.ready(src);
        }
        self.time(net, word.flow);
    }
}
