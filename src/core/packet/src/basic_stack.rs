//! The simplest host stack: each packet is sent once, its sender learns of a drop after the latency of the reverse path and sends those
//! bytes again. Rates are DCQCN's where the plan has it. Acknowledgements take no bandwidth and are not modelled.

use super::dcqcn::RateControl;
use super::fabric::HostId;
use super::host_stack::{HostStack, NextPacket};
use super::network::Network;
use super::outgoing::{ControlMessage, Outgoing};
use super::plan::{OVERHEAD, Plan};
use super::port::Packet;

/// The state of a flow at both of its ends.
#[derive(Clone, Copy, Debug)]
struct FlowState {
    /// Bytes not sent yet.
    left: u64,
    /// Bytes received.
    arrived: u64,
    next_send: u64,
    /// Before then the receiver sends no further congestion notification packet (CNP), ps.
    next_cnp: u64,
    seq: u32,
    highest_seq: u32,
    /// The line rate of the sender's NIC, bits per second.
    line_rate: f64,
    rate_control: RateControl,
}

#[derive(Debug)]
pub(super) struct BasicStack {
    flows: Vec<FlowState>,
    hosts: Vec<SendingHost>,
}

/// A host's flows that have something to send, served round robin.
#[derive(Clone, Debug, Default)]
struct SendingHost {
    flows: Vec<u32>,
    /// The place of the flow that is served next.
    turn: usize,
}

impl BasicStack {
    pub(super) fn new(plan: &Plan) -> BasicStack {
        let fabric = &plan.fabric;
        let state = |flow: &super::Flow| {
            let link = fabric.links[fabric.hosts[flow.src as usize].uplink as usize];
            let line_rate = f64::from(link.gbit_per_s) * 1e9;
            FlowState {
                left: flow.bytes.0,
                arrived: 0,
                next_send: 0,
                next_cnp: 0,
                seq: 0,
                highest_seq: 0,
                line_rate,
                rate_control: RateControl::new(line_rate),
            }
        };
        BasicStack {
            flows: plan.flows.iter().map(state).collect(),
            hosts: vec![SendingHost::default(); fabric.hosts.len()],
        }
    }

    fn send(&mut self, net: &mut Network<'_>, flow: u32) -> Outgoing {
        let one = &mut self.flows[flow as usize];
        let payload = one.left.min(u64::from(net.plan.mtu));
        one.left -= payload;
        if let Some(set) = &net.plan.dcqcn {
            one.rate_control.advance(set, one.line_rate, net.now);
            if one.rate_control.rate < one.line_rate {
                let bits = (payload as f64 + f64::from(OVERHEAD)) * 8.0;
                one.next_send = net.now + (bits / one.rate_control.rate * 1e12) as u64;
            }
        }
        let seq = one.seq;
        one.seq += 1;
        Outgoing::data(flow, seq, payload as u16)
    }
}

impl HostStack for BasicStack {
    fn start_flow(&mut self, net: &mut Network<'_>, flow: u32) {
        let src = net.plan.flows[flow as usize].src;
        self.hosts[src as usize].flows.push(flow);
        net.ready(src);
    }

    fn next_packet(&mut self, net: &mut Network<'_>, host: HostId) -> NextPacket {
        let count = self.hosts[host as usize].flows.len();
        let mut earliest = u64::MAX;
        for step in 0..count {
            let sending = &self.hosts[host as usize];
            let mut at = sending.turn + step;
            if at >= count {
                at -= count;
            }
            let flow = sending.flows[at];
            let next_send = self.flows[flow as usize].next_send;
            if next_send > net.now {
                earliest = earliest.min(next_send);
                continue;
            }
            if !net.may_send(host, flow) {
                continue;
            }
            let out = self.send(net, flow);
            let sending = &mut self.hosts[host as usize];
            sending.turn = at + 1;
            if self.flows[flow as usize].left == 0 {
                sending.flows.remove(at);
                sending.turn = at;
            }
            if sending.turn >= sending.flows.len() {
                sending.turn = 0;
            }
            return NextPacket::Send(out);
        }
        if earliest == u64::MAX { NextPacket::Idle } else { NextPacket::At(earliest) }
    }

    fn receive(&mut self, net: &mut Network<'_>, packet: &Packet) {
        let (flow, now) = (packet.flow, net.now);
        let (one, stats) = (&mut self.flows[flow as usize], &mut net.report.flows[flow as usize]);
        one.arrived += u64::from(packet.payload);
        if packet.seq < one.highest_seq {
            stats.out_of_order += 1;
        } else {
            one.highest_seq = packet.seq;
        }
        let is_done = one.arrived == stats.bytes.0;
        if packet.is_marked {
            stats.marked += 1;
            if let Some(set) = &net.plan.dcqcn
                && now >= one.next_cnp
            {
                one.next_cnp = now + set.cnp_interval.0;
                net.send_control(ControlMessage { flow, ..ControlMessage::default() }, 0);
            }
        }
        if is_done {
            if net.done == 0 {
                net.record_first_finish(self.flows.iter().map(|one| one.arrived));
            }
            net.finish(flow);
        }
    }

    fn on_control(&mut self, net: &mut Network<'_>, message: ControlMessage) {
        net.report.flows[message.flow as usize].cnps += 1;
        if let Some(set) = &net.plan.dcqcn {
            let one = &mut self.flows[message.flow as usize];
            one.rate_control.on_cnp(set, one.line_rate, net.now);
        }
    }

    fn received_bytes(&self) -> u64 {
        self.flows.iter().map(|one| one.arrived).sum()
    }

    fn learns_of_drops(&self) -> bool {
        true
    }

    fn on_drop(&mut self, net: &mut Network<'_>, packet: &Packet) {
        let src = net.plan.flows[packet.flow as usize].src;
        let one = &mut self.flows[packet.flow as usize];
        let was_done = one.left == 0;
        one.left += u64::from(packet.payload);
        net.report.flows[packet.flow as usize].retransmitted += 1;
        if was_done {
            self.hosts[src as usize].flows.push(packet.flow);
        }
        net.ready(src);
    }
}
