//! The simplest cards: each packet is sent once, its sender is told of a drop one way back later and sends those bytes again. Rates
//! are DCQCN's where the plan has it. Acknowledgements take no room and are not modelled.

use super::dcqcn::Sender;
use super::fabric::HostId;
use super::net::Net;
use super::plan::{OVERHEAD, Plan};
use super::port::Packet;
use super::sender::{Cards, Next};
use super::word::{Outgoing, Word};

/// A flow while it is carried.
#[derive(Clone, Copy, Debug)]
struct Sending {
    left: u64,
    arrived: u64,
    next_send: u64,
    /// The receiver notifies again from then on.
    next_notify: u64,
    seq: u32,
    highest: u32,
    /// The card's line, bits per second.
    line: f64,
    card: Sender,
}

#[derive(Debug)]
pub(super) struct Told {
    flows: Vec<Sending>,
    /// By host: its flows that have something to send, and whose turn it is.
    hosts: Vec<(Vec<u32>, usize)>,
}

impl Told {
    pub(super) fn new(plan: &Plan) -> Told {
        let fabric = &plan.fabric;
        let sending = |flow: &super::Flow| {
            let link = fabric.links[fabric.hosts[flow.src as usize].1 as usize];
            let line = f64::from(link.gbit_per_s) * 1e9;
            Sending {
                left: flow.bytes.0,
                arrived: 0,
                next_send: 0,
                next_notify: 0,
                seq: 0,
                highest: 0,
                line,
                card: Sender::new(line),
            }
        };
        Told { flows: plan.flows.iter().map(sending).collect(), hosts: vec![(Vec::new(), 0); fabric.hosts.len()] }
    }

    fn send(&mut self, net: &mut Net<'_>, flow: u32) -> Outgoing {
        let one = &mut self.flows[flow as usize];
        let payload = one.left.min(u64::from(net.plan.mtu));
        one.left -= payload;
        if let Some(set) = &net.plan.dcqcn {
            one.card.advance(set, one.line, net.now);
            if one.card.rate < one.line {
                let bits = (payload as f64 + f64::from(OVERHEAD)) * 8.0;
                one.next_send = net.now + (bits / one.card.rate * 1e12) as u64;
            }
        }
        let seq = one.seq;
        one.seq += 1;
        Outgoing::data(flow, seq, payload as u16)
    }
}

impl Cards for Told {
    fn begin(&mut self, net: &mut Net<'_>, flow: u32) {
        let src = net.plan.flows[flow as usize].src;
        self.hosts[src as usize].0.push(flow);
        net.ready(src);
    }

    fn next(&mut self, net: &mut Net<'_>, host: HostId) -> Next {
        let count = self.hosts[host as usize].0.len();
        let mut earliest = u64::MAX;
        for step in 0..count {
            let (mine, turn) = &self.hosts[host as usize];
            let mut at = turn + step;
            if at >= count {
                at -= count;
            }
            let flow = mine[at];
            let may = self.flows[flow as usize].next_send;
            if may > net.now {
                earliest = earliest.min(may);
                continue;
            }
            if !net.may_send(host, flow) {
                continue;
            }
            let out = self.send(net, flow);
            let (mine, turn) = &mut self.hosts[host as usize];
            *turn = at + 1;
            if self.flows[flow as usize].left == 0 {
                mine.remove(at);
                *turn = at;
            }
            if *turn >= mine.len() {
                *turn = 0;
            }
            return Next::Send(out);
        }
        if earliest == u64::MAX { Next::Nothing } else { Next::At(earliest) }
    }

    fn arrive(&mut self, net: &mut Net<'_>, packet: &Packet) {
        let (flow, now) = (packet.flow, net.now);
        let (one, told) = (&mut self.flows[flow as usize], &mut net.report.flows[flow as usize]);
        one.arrived += u64::from(packet.payload);
        if packet.seq < one.highest {
            told.late += 1;
        } else {
            one.highest = packet.seq;
        }
        let is_done = one.arrived == told.bytes.0;
        if packet.is_marked {
            told.marked += 1;
            if let Some(set) = &net.plan.dcqcn
                && now >= one.next_notify
            {
                one.next_notify = now + set.notify_every.0;
                net.tell(Word { flow, ..Word::default() }, 0);
            }
        }
        if is_done {
            if net.done == 0 {
                net.early(self.flows.iter().map(|one| one.arrived));
            }
            net.finish(flow);
        }
    }

    fn hear(&mut self, net: &mut Net<'_>, word: Word) {
        net.report.flows[word.flow as usize].notified += 1;
        if let Some(set) = &net.plan.dcqcn {
            let one = &mut self.flows[word.flow as usize];
            one.card.notify(set, one.line, net.now);
        }
    }

    fn arrived(&self) -> u64 {
        self.flows.iter().map(|one| one.arrived).sum()
    }

    fn is_told(&self) -> bool {
        true
    }

    fn lost(&mut self, net: &mut Net<'_>, packet: &Packet) {
        let src = net.plan.flows[packet.flow as usize].src;
        let one = &mut self.flows[packet.flow as usize];
        let was_done = one.left == 0;
        one.left += u64::from(packet.payload);
        net.report.flows[packet.flow as usize].again += 1;
        if was_done {
            self.hosts[src as usize].0.push(packet.flow);
        }
        net.ready(src);
    }
}
