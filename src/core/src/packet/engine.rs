//! The run: events are taken in order and given to the network or to the cards.

use crate::share::{Share, Strides, Watcher};
use crate::units::Time;

use super::broken::Broken;
use super::error::PacketError;
use super::events::Events;
use super::fabric::{End, HostId, PortId};
use super::loss::Lossy;
use super::lossless::headroom;
use super::net::{
    BEGIN, BLOCK, CREDIT, DELIVER, FREE, HEAR, LOOK, LOST, Led, Net, PAUSE, POLL, RESUME, SHIFT, STICK, WAKE,
};
use super::plan::{OVERHEAD, Plan};
use super::port::{Ends, NONE, Pace, Pool, Port, Queue, Rest, Slab, Wire};
use super::random::Draws;
use super::report::Report;
use super::route::{Rule, ecmp, hash, pick};
use super::sender::{Cards, Next};
use super::told::Told;
use super::transport::Reliable;

/// Events from one share that is told to the next: some hundredths of a second.
const STRIDE: u64 = 1 << 16;
/// And so many for each flow, since all are asked what has arrived.
const STRIDE_PER_FLOW: u64 = 8;

pub(super) struct Engine<'p> {
    net: Net<'p>,
    cards: Box<dyn Cards>,
}

impl<'p> Engine<'p> {
    pub(super) fn new(plan: &'p Plan) -> Engine<'p> {
        let cards = cards(plan);
        let mut net = net(plan, cards.is_told());
        net.expect_faults();
        Engine { net, cards }
    }

    pub(super) fn run(mut self, watcher: &mut Watcher<'_>) -> Result<Report, PacketError> {
        let (flows, most) = (self.net.plan.flows.len(), self.net.plan.most_events);
        let all = self.net.plan.flows.iter().map(|flow| flow.bytes.0).fold(0, u64::saturating_add);
        let mut strides = Strides::new(STRIDE.max(STRIDE_PER_FLOW * flows as u64), most);
        while self.net.done < flows {
            let Some((now, event)) = self.net.events.pop() else { break };
            if now > self.net.plan.until.0 {
                break;
            }
            self.net.now = now;
            self.net.report.events += 1;
            self.net.look_ahead();
            if strides.is_passed(self.net.report.events) {
                strides = strides.next().ok_or(PacketError::Events { most })?;
                // Parts of what is sent again as a whole may be kept twice.
                watcher(Share::new(self.cards.arrived().min(all.saturating_sub(1)), all));
            }
            self.take(event);
            while let Some(host) = self.net.kicked.pop() {
                self.send_from(host);
            }
        }
        watcher(Share::WHOLE);
        Ok(self.end())
    }

    fn take(&mut self, event: u32) {
        let (net, cards) = (&mut self.net, &mut self.cards);
        let of = event & ((1 << SHIFT) - 1);
        match event >> SHIFT {
            LOOK => {
                if net.ends[of as usize].sending_switch().is_some() {
                    return net.send_on(of);
                }
                let port = &mut net.ports[of as usize];
                if port.look_at == net.now {
                    port.look_at = u64::MAX;
                }
                net.go_on(of);
            }
            DELIVER => {
                if let Some(packet) = net.deliver(of) {
                    cards.arrive(net, &packet);
                }
            }
            BEGIN => cards.begin(net, of),
            HEAR => {
                let word = net.take_word(of);
                cards.hear(net, word);
            }
            WAKE => {
                let word = net.take_word(of);
                cards.wake(net, word);
            }
            LOST => {
                let packet = net.slab.remove(of);
                net.fallen -= 1;
                cards.lost(net, &packet);
            }
            PAUSE => net.pause(of),
            RESUME => net.resume(of),
            CREDIT => net.credit(of),
            POLL => net.poll(),
            STICK => net.stick(of, true),
            FREE => net.stick(of, false),
            _ => unreachable!("an event of no kind"),
        }
    }

    /// A host's card sends what it wants to, where its link is free.
    fn send_from(&mut self, host: HostId) {
        let (net, cards) = (&mut self.net, &mut self.cards);
        let port = net.plan.fabric.hosts[host as usize].1;
        if net.wires[port as usize].free_at > net.now {
            return;
        }
        match cards.next(net, host) {
            Next::Send(out) => net.inject(host, out),
            Next::At(at) => look_at(net, port, at),
            Next::Nothing => {}
        }
    }

    /// Until nothing happens any more; then all room and all credits have come back, unless ports wait for each other.
    #[cfg(test)]
    pub(super) fn run_out(mut self) {
        let mut events = 0;
        while let Some((now, event)) = self.net.events.pop() {
            events += 1;
            if events > self.net.plan.most_events {
                return;
            }
            self.net.now = now;
            self.take(event);
            while let Some(host) = self.net.kicked.pop() {
                self.send_from(host);
            }
        }
        let net = &self.net;
        let links = net.plan.fabric.links.len();
        if !net.circle().is_empty() {
            return;
        }
        assert_eq!(net.slab.live, 0);
        assert!(net.pools.iter().all(|pool| pool.used == 0));
        for (at, queue) in net.queues.iter().enumerate() {
            assert_eq!(
                (queue.waiting, queue.held, queue.over, queue.has_asked, queue.is_paused),
                (0, 0, 0, false, false)
            );
            let to = net.ends[at / (net.queues.len() / links)].to_switch();
            let credits = net.plan.queueing.credits.map_or(0, |room| (room / BLOCK) as u32);
            assert_eq!(net.rests[at].credits, if to.is_some() { credits } else { 0 });
        }
    }

    fn end(mut self) -> Report {
        let net = &mut self.net;
        net.report.makespan = Time(net.now);
        net.report.unfinished = net.plan.flows.len() - net.done;
        if net.report.unfinished > 0 && net.report.circle.is_empty() {
            net.report.circle = net.circle();
        }
        for at in 0..net.queues.len() {
            if net.queues[at].is_paused {
                net.report.paused((at / net.classes.len()) as u32, net.rests[at].paused_at, net.now);
            }
        }
        for (total, wire) in net.report.ports.iter_mut().zip(&net.wires) {
            (total.bytes, total.packets, total.longest) = (wire.bytes, wire.packets, wire.longest);
        }
        net.report.under_way = u64::from(net.slab.live - net.fallen);
        net.report.slots = net.slab.most();
        net.report.close();
        self.cards.close(&mut net.report);
        self.net.report
    }
}

fn look_at(net: &mut Net<'_>, port: PortId, at: u64) {
    let this = &mut net.ports[port as usize];
    if at < this.look_at {
        this.look_at = at;
        net.events.push(at, LOOK << SHIFT | port);
    }
}

fn net(plan: &Plan, is_told: bool) -> Net<'_> {
    let fabric = &plan.fabric;
    let classes = plan.all_classes();
    let mut events = Events::new();
    let mut pools: Vec<Pool> = fabric.buffers.iter().map(|&shared| Pool { shared, used: 0 }).collect();
    let links = fabric.links.len();
    let mut rests = vec![Rest::NEW; links * classes.len()];
    let (mut ends, mut paces) = (Vec::with_capacity(links), Vec::new());
    for (at, link) in fabric.links.iter().enumerate() {
        let pace = Pace::of(link, plan.mtu + OVERHEAD, plan.queueing.is_cut_through, |delay| events.lane(delay));
        // Links of a kind are laid together, and there are few kinds.
        let known = paces.iter().rev().take(8).position(|&known| known == pace);
        let row = known.map_or(paces.len(), |back| paces.len() - 1 - back);
        if known.is_none() {
            paces.push(pace);
        }
        ends.push(Ends::new(link, row as u32));
        let End::Switch(switch) = link.to else { continue };
        for (class, rest) in classes.iter().zip(&mut rests[at * classes.len()..]) {
            if let Some(room) = plan.queueing.credits {
                rest.credits = (room / BLOCK) as u32;
            } else if class.is_lossless {
                // The way back is as the way there, built in pairs.
                let room = headroom(link, link, plan.mtu + OVERHEAD);
                rest.headroom = plan.queueing.headroom.unwrap_or(room).min(u32::MAX.into()) as u32;
                let pool = &mut pools[switch as usize];
                pool.shared = pool.shared.saturating_sub(rest.headroom.into());
            }
        }
    }
    let mut report = Report::new(plan.flows.len(), links, plan.log.series);
    let mut led = Vec::with_capacity(plan.flows.len());
    for (at, flow) in plan.flows.iter().enumerate() {
        let ways = fabric.ways(flow.src, flow.dst);
        let (first, count) = (ways.start, ways.end - ways.start);
        let way = match plan.rule {
            Rule::Spray => pick(hash(plan.seed, at as u32), count),
            _ => ecmp(plan.seed, at as u32, count),
        };
        let told = &mut report.flows[at];
        (told.start, told.bytes, told.way) = (flow.start, flow.bytes, NONE);
        events.push(flow.start.0, BEGIN << SHIFT | at as u32);
        let back = fabric.latency(flow.dst, flow.src, fabric.ways(flow.dst, flow.src).start).0;
        let forth = fabric.latency(flow.src, flow.dst, first).0;
        led.push(Led { first, count, inner: fabric.inner(first, count), way, chose_at: u64::MAX, back, forth });
    }
    let mut losses: Vec<Option<Lossy>> = Vec::new();
    for loss in &plan.losses {
        losses.resize(links, None);
        let all = 0..links as u32;
        for port in all.filter(|&port| loss.link.is_none_or(|link| link == port)) {
            losses[port as usize] = Some(Lossy::new(*loss, plan.seed, port));
        }
    }
    let is_kept = plan.transport.is_some() || plan.log.courier_bytes > 0 || plan.rule == Rule::Adaptive;
    Net {
        plan,
        now: 0,
        report,
        done: 0,
        events,
        ends,
        wires: vec![Wire::default(); links],
        ports: vec![Port::NEW; links],
        paces,
        queues: vec![Queue::EMPTY; links * classes.len()],
        rests,
        classes,
        pools,
        slab: Slab::new(is_kept),
        led,
        words: Vec::new(),
        free_words: Vec::new(),
        kicked: Vec::new(),
        draws: Draws::new(plan.seed),
        // Hosts that send together are not all followed at the same packet.
        to_courier: (0..fabric.hosts.len() as u64).map(|host| plan.log.courier_bytes / 8 * (host % 8)).collect(),
        may_lose: !plan.losses.is_empty() || !plan.faults.is_empty(),
        losses,
        broken: Broken::new(plan),
        is_told,
        is_watched: false,
        idle_polls: 0,
        fallen: 0,
    }
}

/// The cards that a plan asks for.
fn cards(plan: &Plan) -> Box<dyn Cards> {
    match plan.transport {
        Some(rules) => Box::new(Reliable::new(plan, rules)),
        None => Box::new(Told::new(plan)),
    }
}
