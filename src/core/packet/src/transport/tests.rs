use kitchen_units::{Bytes, Time};
use proptest::prelude::*;

use super::super::fabric::Node;
use super::super::loss::Loss;
use super::super::plan::OVERHEAD;
use super::super::report::Report;
use super::super::{Flow, LeafSpine, LoadBalancing, Plan, Queueing, run};
use super::config::{CHUNK, Credit, DECISION, Recovery, Reordering, Transport, cores_needed};
use super::receiver::Receiver;
use super::sender::{OutPacket, Sender};
use super::{CongestionControl, Outcome, Preset, TcpVariant, round_trip, tcp};

/// Flows over four paths with cables of `metres`, some of whose packets are lost.
fn plan(rules: Transport, flows: &[(u32, u32, u64)], metres: u64, loss: f64) -> Plan {
    let mut fabric = LeafSpine::new(2, 4, 8).build().unwrap();
    let between = |end: Node| matches!(end, Node::Switch(_));
    let mut losses = Vec::new();
    for (at, link) in (0..).zip(&mut fabric.links) {
        if between(link.from) && between(link.to) {
            link.latency += Time::from_ns(5 * metres / 2);
            if link.from == Node::Switch(0) {
                losses.push(Loss { link: Some(at), ..Loss::random(loss) });
            }
        }
    }
    let flow = |&(src, dst, bytes): &(u32, u32, u64)| Flow { src, dst, bytes: Bytes(bytes), start: Time::ZERO };
    let mut plan = Plan::new(fabric, flows.iter().map(flow).collect());
    plan.mtu = 1024;
    plan.queueing = Queueing::LOSSY;
    plan.transport = Some(rules);
    plan.losses = losses;
    plan
}

fn go(plan: &Plan) -> Report {
    let report = run(plan).unwrap();
    assert_eq!(report.unfinished, 0);
    assert_eq!(report.sent, report.arrived + report.dropped + report.in_flight);
    report
}

/// The share of the wire that flow 0 had for its payload packets.
fn share(plan: &Plan, report: &Report) -> f64 {
    let each = u64::from(plan.mtu + OVERHEAD) * 8_000 / 400;
    let packets = report.flows[0].bytes.0.div_ceil(plan.mtu.into());
    (each * packets) as f64 / (report.flows[0].finish - round_trip(plan, 0)).0 as f64
}

/// Of a long flow, some of whose packets and answers are lost, no more is kept than its window holds.
#[test]
fn what_is_acknowledged_is_forgotten() {
    for recovery in [Recovery::GoBackN, Recovery::Selective] {
        let (rules, window) = (Transport::nic(recovery), 256_u32);
        let rules = Transport { window: Some(u64::from(window) * 1024), ..rules };
        let (mut sender, mut now, mut most, mut sent) = (sender(&rules, 100_000 * 1024), 0, 0, 0_u32);
        let mut receiver = Receiver::new(recovery, sender.chunks());
        let mut on_the_way = std::collections::VecDeque::new();
        while !sender.is_done() {
            now += 1_000_000;
            assert!(sent < 300_000, "{recovery:?}: it never ends");
            if sender.next_send_time() <= now {
                on_the_way.extend(sender.next_packet(now, &mut 0, 7));
                sent += 1;
            } else if on_the_way.is_empty() {
                now = now.max(sender.deadline());
                sender.on_timeout(now);
            }
            if on_the_way.len() < 100 && sender.next_send_time() <= now {
                continue;
            }
            let Some(OutPacket { packet, .. }) = on_the_way.pop_front() else { continue };
            if sent % 97 != 0 {
                let (_, feedback) = receiver.receive(packet);
                let is_lost = sent % 89 == 0;
                if let Some(feedback) = feedback.filter(|_| !is_lost) {
                    sender.on_feedback(now, feedback);
                }
            }
            receiver.forget_before(sender.release(packet.attempt));
            most = most.max(sender.kept());
        }
        assert!(most <= 2 * window, "{recovery:?}: {most}");
    }
}

fn sender(rules: &Transport, bytes: u64) -> Sender {
    Sender::new(rules, bytes, 1024, 1 << 20, Time::from_us(5), Time::from_us(5), 0)
}

/// Without loss every transport sends at the rate of the wire.
#[test]
fn without_loss_the_wire_is_full() {
    for rules in [
        Transport::nic(Recovery::GoBackN),
        Transport::nic(Recovery::Selective),
        Transport::software(1, 1024),
        Transport { cores: None, ..Transport::software(256, 1024) },
        Preset::UltraCredit.config(1024),
        Preset::UltraSender.config(1024),
    ] {
        let plan = plan(rules, &[(0, 8, 32 << 20)], 100, 0.0);
        let report = go(&plan);
        let share = share(&plan, &report);
        assert!((share - 1.0).abs() < 0.02, "{rules:?}: {share}");
        assert_eq!(u64::from(report.flows[0].packets), (32 << 20) / 1024);
    }
}

/// An incast of eight: with credit the queue holds what the senders may send without credit, and little more.
#[test]
fn credit_bounds_the_queue() {
    let flows: Vec<(u32, u32, u64)> = (1..9).map(|src| (src, 0, 4 << 20)).collect();
    let longest = |credit| {
        let rules = Transport { credit, ..Transport::nic(Recovery::Selective) };
        let mut plan = plan(rules, &flows, 100, 0.0);
        plan.fabric = LeafSpine::new(1, 1, 9).build().unwrap();
        plan.losses.clear();
        let report = go(&plan);
        let port = plan.fabric.hosts[0].downlink as usize;
        (report.ports[port].max_queue_bytes, report.makespan)
    };
    let (without, with) = (longest(None), longest(Some(Credit::UCCL)));
    let bound = 8 * u64::from(Credit::UCCL.first + 32 * OVERHEAD);
    assert!(with.0 <= bound && without.0 > 4 * bound, "{without:?} {with:?} {bound}");
    assert!(with.1.0 < without.1.0 * 102 / 100, "{without:?} {with:?}");
}

/// With one decision a chunk one core saturates the NIC; one decision a packet needs many cores.
#[test]
fn a_decision_a_chunk_takes_one_core() {
    let wire = |payload: u32| u64::from(payload + payload.div_ceil(1024) * OVERHEAD);
    assert!((0.9..=1.0).contains(&cores_needed(400, wire(CHUNK), DECISION)));
    let needed = cores_needed(400, wire(1024), DECISION);
    for (chunk, cores) in [(1, 8_u8), (1, 30), (32, 1)] {
        let rules = Transport {
            chunk,
            cores: Some(super::Cores { count: cores, each: DECISION }),
            ..Transport::software(1, 1024)
        };
        let flows: Vec<(u32, u32, u64)> = (0..cores).map(|_| (0, 8, 4 << 20)).collect();
        let plan = plan(rules, &flows, 100, 0.0);
        let report = go(&plan);
        let rate = f64::from(cores) * f64::from(4_u32 << 20) / report.makespan.as_secs() / 50e9 * 1106.0 / 1024.0;
        let expected = if chunk == 1 { f64::from(cores) / needed } else { 1.0 };
        assert!((rate / expected.min(1.0) - 1.0).abs() < 0.15, "{chunk} {cores}: {rate} of {expected}");
    }
}

/// The kernel's TCP carries what one core does.
#[test]
fn the_kernel_s_core_is_the_limit_of_tcp() {
    for named in [Preset::Cubic, Preset::Reno] {
        let plan = plan(named.config(1024), &[(0, 8, 64 << 20)], 100, 0.0);
        let report = go(&plan);
        let gbit = report.flows[0].rate().as_bytes_per_s() * 8e-9;
        assert!((gbit / tcp::CORE_GBIT as f64 - 1.0).abs() < 0.05, "{named:?}: {gbit}");
    }
}

/// Reno's rate where each packet is lost with chance `p`, bits a second: `√(3 ÷ 2p)` segments a round trip (Mathis et al., CCR 1997).
/// `rtt` in seconds.
fn mathis(p: f64, mtu: u32, rtt: f64) -> f64 {
    (1.5 / p).sqrt() * f64::from(mtu) * 8.0 / rtt
}

/// Reno at a chance of loss, against the square-root law; CUBIC, which is as fast as Reno there (RFC 9438, 4.3), beside it.
#[test]
fn reno_s_rate_is_the_square_root_s() {
    for loss in [1e-3, 4e-3] {
        let [reno, cubic] = [Preset::Reno, Preset::Cubic].map(|named| {
            let plan = plan(Transport { cores: None, ..named.config(1024) }, &[(0, 8, 64 << 20)], 2000, loss);
            let report = go(&plan);
            let book = mathis(loss, 1024, round_trip(&plan, 0).as_secs());
            report.flows[0].rate().as_bytes_per_s() * 8.0 / book
        });
        assert!((0.8..=1.2).contains(&reno), "{loss}: {reno}");
        assert!((0.8..=1.6).contains(&cubic), "{loss}: {cubic}");
    }
}

/// An incast of eight under Ultra Ethernet's credit: the queue is at most the windows that the senders may send without credit.
#[test]
fn ultra_ethernet_s_credit_bounds_the_queue_by_the_windows() {
    let flows: Vec<(u32, u32, u64)> = (1..9).map(|src| (src, 0, 4 << 20)).collect();
    let mut plan = plan(Preset::UltraCredit.config(1024), &flows, 100, 0.0);
    plan.fabric = LeafSpine::new(1, 1, 9).build().unwrap();
    plan.losses.clear();
    let report = go(&plan);
    let window = round_trip(&plan, 0).0 as f64 * 400e9 / 8.0 * 1.5e-12;
    let longest = report.ports[plan.fabric.hosts[0].downlink as usize].max_queue_bytes as f64;
    assert!(longest < 8.0 * (window + 32.0 * 1106.0) * 1106.0 / 1024.0, "{longest} {window}");
    assert_eq!(report.dropped, 0);
}

/// One acknowledgement for eight packets: an eighth of the acknowledgements, and the same time.
#[test]
fn coalesced_acknowledgements_are_fewer() {
    let run = |ack_coalescing| {
        let rules = Transport { ack_coalescing, ..Transport::nic(Recovery::Selective) };
        let report = go(&plan(rules, &[(0, 8, 8 << 20)], 100, 0.0));
        (report.sent - u64::from(report.flows[0].packets), report.makespan)
    };
    let (one, eight) = (run(1), run(8));
    assert_eq!((one.0, eight.0), (8192, 1024));
    assert!(eight.1.0 <= one.1.0 * 101 / 100, "{one:?} {eight:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Whatever is lost, the application gets each byte once and in order; equal runs are equal.
    #[test]
    fn all_arrives_in_order(
        loss in prop_oneof![Just(0.0), Just(1e-3), Just(0.03), Just(0.2)],
        burst in 1_u32..20,
        recovery in 0..2_usize,
        paths in prop_oneof![Just(1_u16), Just(2), Just(16), Just(256)],
        chunk in 1_u16..9,
        credit in any::<bool>(),
        ack_coalescing in 1_u16..9,
        congestion_control in prop_oneof![Just(None), Just(Some(CongestionControl::Nscc)), Just(Some(CongestionControl::Tcp(TcpVariant::Cubic))), Just(Some(CongestionControl::Tcp(TcpVariant::Reno)))],
        seed in any::<u64>(),
        bytes in prop::collection::vec(1_u64..200_000, 1..6),
    ) {
        let rules = Transport {
            entropy_values: paths,
            chunk,
            reordering: Reordering::Chunks(if paths > 1 { 32 } else { 1 }),
            credit: credit.then_some(Credit::UCCL),
            ack_coalescing,
            congestion_control,
            ..Transport::nic(Recovery::ALL[recovery])
        };
        let flows: Vec<(u32, u32, u64)> = (0..).zip(&bytes).map(|(at, &bytes)| (at, 8 + at % 2, bytes)).collect();
        let mut plan = plan(rules, &flows, 100, loss);
        plan.losses.iter_mut().for_each(|loss| loss.burst = f64::from(burst));
        plan.seed = seed;
        plan.load_balancing = LoadBalancing::Ecmp;
        plan.log.trace_every = 1;
        let report = go(&plan);
        for (flow, stats) in report.transport.flows.iter().zip(&report.flows) {
            // Every packet sent was accepted, rejected, a duplicate, lost, or is still in flight.
            prop_assert!(stats.packets >= stats.bytes.0.div_ceil(1024) as u32 + flow.rejected + flow.duplicates);
            prop_assert!(stats.finish > Time::ZERO);
        }
        // What was kept of each flow is its bytes, once.
        let kept: u64 = report.transport.traced.iter().filter(|followed| followed.delivers_data()).count() as u64;
        if recovery == 1 || chunk == 1 {
            let needed: u64 = bytes.iter().map(|bytes| bytes.div_ceil(1024)).sum();
            if chunk == 1 {
                prop_assert_eq!(kept, needed);
            }
            prop_assert!(kept >= needed);
        }
        prop_assert!(report.transport.drops.len() as u64 <= report.dropped);
        prop_assert_eq!(&run(&plan).unwrap(), &report);
        prop_assert!(report.transport.traced.iter().all(|followed| followed.outcome != Outcome::OutOfOrder || recovery == 0));
    }
}

/// An incast at a switch with a small buffer, `bytes` from each sender.
fn incast(rules: Transport, senders: u32, bytes: u64, room: u64) -> Plan {
    let flows: Vec<(u32, u32, u64)> = (1..=senders).map(|src| (src, 0, bytes)).collect();
    let mut plan = plan(rules, &flows, 100, 0.0);
    plan.fabric = LeafSpine::new(1, 1, senders + 1).build().unwrap();
    plan.fabric.buffers.fill(room);
    plan.losses.clear();
    plan
}

/// Packets without buffer are trimmed, reported and retransmitted: no drop, and no retransmission timeout.
#[test]
fn trimming_drops_nothing_silently() {
    for named in [Preset::UltraSender, Preset::UltraCredit, Preset::Selective] {
        let trim = Transport { trim: true, ..named.config(4096) };
        let mut plan = incast(trim, 15, 4 << 20, 1 << 20);
        plan.mtu = 4096;
        let report = go(&plan);
        let trims: u64 = report.ports.iter().map(|port| port.trims).sum();
        let headers: u64 = report.transport.flows.iter().map(|flow| u64::from(flow.trimmed)).sum();
        assert!(trims > 0 && report.dropped == 0, "{named:?}: {trims} {}", report.dropped);
        // Each header that switches forwarded has arrived, or is in flight at the end.
        assert!(headers <= trims && trims <= headers + report.in_flight, "{named:?}: {trims} {headers}");
        assert_eq!(report.transport.flows.iter().map(|flow| flow.timeouts).sum::<u32>(), 0, "{named:?}");
        let rest = Transport { trim: false, ..trim };
        let without = go(&Plan { transport: Some(rest), ..plan.clone() });
        assert!(report.makespan <= without.makespan, "{named:?}: {:?} {:?}", report.makespan, without.makespan);
    }
}

/// A header overtakes the queue: its sender learns of the loss in a round trip, whatever the queue.
#[test]
fn a_header_does_not_wait() {
    let rules = Transport { trim: true, window: Some(64 << 20), ..Preset::Selective.config(1024) };
    let mut plan = incast(rules, 8, 1 << 20, 4 << 20);
    plan.log.trace_every = 1;
    let report = go(&plan);
    let mut slowest = 0;
    for (traced, followed) in report.traced_packets.iter().zip(&report.transport.traced) {
        if followed.outcome == Outcome::Trimmed {
            let last = report.hops_of(traced).last().unwrap();
            slowest = slowest.max((last.dequeued - last.enqueued).0);
        }
    }
    // At the receiver's egress queue, 2 MiB, a packet waits 40 µs.
    let queue = report.ports[plan.fabric.hosts[0].downlink as usize].max_queue_bytes * 20;
    assert!(slowest > 0 && slowest < 5_000_000 && queue > 30_000_000, "{slowest} {queue}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// With trimming, losses of any kind and little room: every packet is accounted for, every byte arrives once, the same from one seed.
    #[test]
    fn trimmed_packets_are_accounted_for(
        loss in prop_oneof![Just(0.0), Just(1e-2), Just(0.1)],
        room in 20_000_u64..400_000,
        paths in prop_oneof![Just(1_u16), Just(16), Just(128)],
        chunk in 1_u16..5,
        credit in prop_oneof![Just(None), Just(Some(Credit::UCCL)), Just(Some(Credit::ULTRA))],
        congestion_control in prop_oneof![Just(None), Just(Some(CongestionControl::Nscc)), Just(Some(CongestionControl::Tcp(TcpVariant::Cubic)))],
        ack_coalescing in 1_u16..5,
        seed in any::<u64>(),
        bytes in prop::collection::vec(1_u64..300_000, 2..8),
    ) {
        let nic = Transport::nic(Recovery::Selective);
        let rules = Transport { entropy_values: paths, chunk, reordering: Reordering::Chunks(32), credit, congestion_control, ack_coalescing, trim: true, ..nic };
        let flows: Vec<(u32, u32, u64)> = (0..).zip(&bytes).map(|(at, &bytes)| (at, 8, bytes)).collect();
        let mut plan = plan(rules, &flows, 100, loss);
        plan.fabric.buffers.fill(room);
        plan.seed = seed;
        plan.log.trace_every = 1;
        plan.queueing.ecn = Some(super::super::ecn::Ecn::simai(400));
        let report = go(&plan);
        let lost: u64 = report.ports.iter().map(|port| port.drops + port.lost).sum();
        prop_assert_eq!(lost, report.dropped);
        let trims: u64 = report.ports.iter().map(|port| port.trims).sum();
        let headers: u64 = report.transport.flows.iter().map(|flow| u64::from(flow.trimmed)).sum();
        // A header may be lost on a cable, or find no room in its turn; both are counted.
        prop_assert!(headers <= trims && trims <= headers + report.dropped + report.in_flight);
        let kept = report.transport.traced.iter().filter(|followed| followed.delivers_data()).count() as u64;
        let needed: u64 = bytes.iter().map(|bytes| bytes.div_ceil(1024)).sum();
        prop_assert!(kept == needed || chunk > 1 && kept > needed);
        // Headers and payload have a class each: in each, what came to a port first leaves first.
        for (of, class) in [(Outcome::Accepted, "data"), (Outcome::Trimmed, "headers")] {
            let mut hop_records: Vec<_> = report.traced_packets.iter().zip(&report.transport.traced)
                .filter(|(_, followed)| followed.kind == 0 && followed.outcome == of)
                .filter_map(|(traced, _)| report.hops_of(traced).last())
                .collect();
            hop_records.sort_by_key(|hop| (hop.port, hop.enqueued, hop.dequeued));
            let is_in_order = hop_records.windows(2).all(|pair| pair[0].port != pair[1].port || pair[0].dequeued <= pair[1].dequeued);
            prop_assert!(is_in_order, "{}", class);
        }
        prop_assert_eq!(&run(&plan).unwrap(), &report);
        super::super::engine::Engine::new(&plan).run_out();
    }
}
