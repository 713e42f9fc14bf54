//! PFC, credits and traffic classes: lossless queues, and head-of-line blocking.

use super::*;
use crate::pfc::headroom;
use crate::transport::Recovery;
use crate::watchdog::Watchdog;

/// The least headroom with which an incast loses nothing is at most what is computed, and most of it.
#[test]
fn the_computed_headroom_is_enough_and_hardly_more() {
    let dropped = |room: u64| incast(8, Bytes::mib(2), |plan| plan.queueing.headroom = Some(room)).dropped;
    let spec = LeafSpine::new(1, 1, 9).build().unwrap();
    let computed = headroom(&spec.links[0], &spec.links[0], MTU + OVERHEAD);
    assert_eq!(dropped(computed), 0);
    let (mut less, mut enough) = (0, computed);
    while enough - less > 500 {
        let middle = u64::midpoint(less, enough);
        if dropped(middle) > 0 { less = middle } else { enough = middle }
    }
    assert!(less > 0 && enough as f64 / computed as f64 > 0.75, "{enough} of {computed}");
}

/// SONiC's calculation for a chip with cells of 144 bytes gives the sizes of its table for Spectrum-3 (network_facts.csv n087 to n095) to a
/// kibibyte or two.
#[test]
fn headrooms_as_sonic_computes_them() {
    let check = |gbit: u32, metres: u64, table: i64| {
        let ours = crate::pfc::sonic(gbit, metres) as i64;
        assert!((ours - table).abs() <= 2048, "{gbit}G {metres} m: {ours} {table}");
    };
    check(100, 5, 53_248);
    check(100, 40, 63_488);
    check(100, 300, 137_216);
    check(200, 5, 55_296);
    check(200, 40, 74_752);
    check(200, 300, 223_232);
    check(400, 5, 86_016);
    check(400, 40, 124_928);
    check(400, 300, 420_864);
}

/// Four hosts of one leaf to one of another over four spines: the receiver's leaf asks the spine to pause, that the senders' leaf, that the senders.
#[test]
fn congestion_spreads_upstream() {
    let flow = |src| Flow { src, dst: 8, bytes: Bytes::mib(8), start: Time::ZERO };
    let mut plan = Plan::new(LeafSpine::new(2, 4, 8).build().unwrap(), (0..4).map(flow).collect());
    plan.load_balancing = LoadBalancing::Spray;
    plan.fabric.buffers.fill(4_000_000);
    let report = run_of(&plan);
    assert_eq!(report.dropped, 0);
    let first = |is_it: &dyn Fn(Node, Node) -> bool| {
        let of = |pause: &&report::Pause| {
            let link = plan.fabric.links[pause.port as usize];
            is_it(link.from, link.to)
        };
        report.pauses.iter().filter(of).map(|pause| pause.start).min().expect("a pause")
    };
    let is_spine = |end| matches!(end, Node::Switch(switch) if switch >= 2);
    let from_spine = first(&|from, _| is_spine(from));
    let to_spine = first(&|_, to| is_spine(to));
    let hosts = first(&|from, _| matches!(from, Node::Host(_)));
    assert!(from_spine < to_spine && to_spine < hosts, "{from_spine:?} {to_spine:?} {hosts:?}");
}

/// What the eighth host of the leaf gets to an idle neighbour of the incast's receiver, Gbit/s, and how many flows of the incast were hashed
/// to its spine.
fn victim(seed: u64) -> (f64, usize) {
    let flow = |src: u32| Flow { src, dst: 8, bytes: Bytes::mib(64), start: Time::ZERO };
    let mut flows: Vec<Flow> = (0..7).map(flow).collect();
    flows.push(Flow { src: 7, dst: 9, bytes: Bytes::mib(4), start: Time::from_us(500) });
    let plan = Plan { seed, ..Plan::new(LeafSpine::new(2, 4, 8).build().unwrap(), flows) };
    let report = run_of(&plan);
    assert_eq!(report.dropped, 0);
    let beside = (0..7).filter(|&at| report.flows[at].path == report.flows[7].path).count();
    (report.flows[7].rate().as_bytes_per_s() * 8e-9, beside)
}

/// The victim of a 7:1 incast gets 30 to 100 of its 400 Gbit/s where it shares a spine with it (MRC and SRv6, arXiv:2605.04333, sec.
/// 5.3.8, PFC alone), and all of it where it does not.
#[test]
fn a_victim_flow_is_blocked_head_of_line() {
    let mut beside = Vec::new();
    for seed in 0..12 {
        match victim(seed) {
            (gbit, 0) => assert!((370.0..400.0).contains(&gbit), "{seed}: {gbit} Gbit/s alone"),
            (gbit, _) => beside.push(gbit),
        }
    }
    beside.sort_by(f64::total_cmp);
    let median = beside[beside.len() / 2];
    assert!((30.0..100.0).contains(&median) && beside[beside.len() - 1] < 200.0, "{beside:?}");
}

const SHORT: Watchdog = Watchdog { detect: Time::from_us(200), restore: Time::from_us(200), poll: Time::from_us(200) };

/// Each host of a ring to the third switch on. Buffers are small.
fn ring(change: impl FnOnce(&mut Plan)) -> Plan {
    let (switches, hosts) = (4, 2);
    let all = switches * hosts;
    let flow = |src| Flow { src, dst: (src + 3 * hosts) % all, bytes: Bytes::kib(512), start: Time::ZERO };
    let mut plan = Plan::new(Ring::new(switches, hosts, 100).build().unwrap(), (0..all).map(flow).collect());
    plan.fabric.buffers.fill(600_000);
    // What a switch throws away is sent again and again, so a thousandth of the usual times, and an end.
    plan.until = Time::from_us(10_000);
    plan.queueing.watchdog = Some(SHORT);
    change(&mut plan);
    plan
}

/// A ring whose links are asked for 96 of 100 Gbit/s: eight hosts at 16 Gbit/s, each to the third switch on, with NICs that go back to
/// what was lost. From 50 to 150 µs a port of the ring is asked to pause.
fn light_ring(is_stopped: bool, watchdog: Option<Watchdog>) -> Plan {
    ring(|plan| {
        for host in 0..8 {
            plan.fabric.links[plan.fabric.hosts[host].uplink as usize].gbit_per_s = 16;
            plan.flows[host].bytes = Bytes::mib(2);
        }
        plan.transport = Some(Transport { window: Some(65_536), ..Transport::nic(Recovery::GoBackN) });
        let links = plan.fabric.links.len() as u32;
        let link = (0..links).find(|&at| plan.fabric.back(at).is_none()).expect("one path");
        let kind = FaultKind::StuckPause { link, class: 0 };
        let stop = Fault { kind, from: Time::from_us(50), until: Time::from_us(150) };
        plan.faults = if is_stopped { vec![stop] } else { Vec::new() };
        plan.queueing.watchdog = watchdog;
        plan.until = Time::from_us(2_000_000);
    })
}

/// What a watchdog is for: a short stop closes a circle, which stays when its cause has gone. With SONiC's own times the watchdog drops what
/// stands in the circle and what comes to it until no pause has been asked for 200 ms; then every flow sends it again, and is done.
#[test]
fn a_deadlock_outlives_its_cause_and_the_watchdog_ends_it() {
    let run = |is_stopped, dog| run(&light_ring(is_stopped, dog)).unwrap_or_else(|error| panic!("{error:?}"));
    let whole = run(false, None);
    assert_eq!((whole.unfinished, whole.dropped, whole.deadlock.len()), (0, 0, 0));
    let stuck = run(true, None);
    assert_eq!((stuck.unfinished, stuck.dropped, stuck.deadlock.len()), (8, 0, 4));
    // Deadlock: packets in flight stay there until the end, long after the stop.
    assert!(stuck.in_flight > 0 && stuck.makespan > Time::from_us(1_000));
    let dog = Watchdog::SONIC;
    let freed = run(true, Some(dog));
    assert_eq!((freed.unfinished, freed.deadlock.len()), (0, 4));
    assert!(freed.watchdog_drops > 0 && freed.dropped == freed.watchdog_drops);
    // The second poll is the first at which the pauses are old enough; the fourth, at which their end is.
    for storm in &freed.storms {
        assert_eq!((storm.start, storm.end), (dog.poll + dog.poll, dog.poll + dog.poll + dog.poll + dog.poll));
        assert_eq!(freed.storms.iter().filter(|other| other.port == storm.port).count(), 1);
    }
    // Those that were stopped by it begin again then, and need no longer than all of it took.
    let restored = freed.storms[0].end;
    for flow in &freed.flows {
        assert!(flow.finish > restored && flow.finish < restored + whole.makespan + Time::from_us(1_000));
    }
}

/// A ring that is asked for six times what it carries closes its circle again after each strike.
#[test]
fn a_deadlock_of_overload_comes_back_whatever_the_watchdog_does() {
    let stuck = run_of(&ring(|plan| plan.queueing.watchdog = None));
    assert!(stuck.unfinished > 0 && stuck.in_flight > 0);
    assert_eq!(stuck.deadlock.len(), 4);
    let fabric = ring(|_| ()).fabric;
    for (at, &port) in stuck.deadlock.iter().enumerate() {
        let next = stuck.deadlock[(at + 1) % 4];
        assert_eq!(fabric.links[port as usize].to, fabric.links[next as usize].from);
    }
    // It strikes all of the circle, what was stuck is sent again, and the circle closes anew.
    let freed = run_of(&ring(|_| ()));
    assert_eq!(freed.deadlock.len(), 4);
    assert!(freed.watchdog_drops > 0 && freed.dropped == freed.watchdog_drops);
    assert!(
        freed.storms.len() > 8
            && stuck.deadlock.iter().all(|port| freed.storms.iter().any(|storm| storm.port == *port))
    );
    // Nothing moves in the circle again and again, but never for long.
    assert!(freed.hops > 2 * stuck.hops, "{} {}", freed.hops, stuck.hops);
    for port in &stuck.deadlock {
        let of = |report: &Report| report.pauses.iter().filter(|pause| pause.port == *port).count();
        assert!(
            of(&freed) > of(&stuck) && freed.storms.iter().any(|storm| storm.port == *port && storm.end.0 != u64::MAX)
        );
    }
    let dog = SHORT;
    assert_eq!(Watchdog::SONIC.detect.as_us(), 1_000.0 * dog.detect.as_us());
    let first = freed.storms[0].start;
    // Found at the first poll after it has been paused for long enough.
    assert!(first > dog.detect && first <= dog.detect + dog.poll + dog.poll, "{first:?}");
    for storm in freed.storms.iter().filter(|storm| storm.end.0 != u64::MAX) {
        assert!(storm.end >= storm.start + dog.restore);
    }
}

/// Without anybody asking anybody to wait there is no circle: packets are dropped at once.
#[test]
fn where_packets_are_dropped_there_is_no_deadlock() {
    let loss_process = run_of(&ring(|plan| plan.queueing = Queueing::LOSSY));
    assert_eq!((loss_process.unfinished, loss_process.deadlock.len()), (0, 0));
}

#[test]
fn links_on_credits_lose_nothing_and_know_no_pause() {
    let report = incast(8, Bytes::mib(4), |plan| plan.queueing = Queueing::CREDITS);
    assert_eq!((report.dropped, report.pauses.len(), report.unfinished), (0, 0, 0));
    let least = 8.0 * 4.0 * 1_048_576.0 * 8.0 / 400e3 * f64::from(MTU + OVERHEAD) / f64::from(MTU);
    assert!((report.makespan.as_us() / least - 1.0).abs() < 0.01);
    // Queues are bounded by the credits of eight links.
    let longest = report.ports.iter().map(|port| port.max_queue_bytes).max().unwrap();
    assert!(longest <= 8 * Queueing::CREDITS.credits.unwrap(), "{longest}");
    // One flow alone still gets the whole link, unless the room is less than what a round trip takes.
    let alone = |room: u64| {
        let mut plan = Plan::new(LeafSpine::new(2, 1, 1).build().unwrap(), one_flow(0, 1, Bytes::mib(16)));
        plan.queueing = Queueing { credits: Some(room), is_cut_through: false, ..Queueing::CREDITS };
        run_of(&plan).flows[0].rate().as_bytes_per_s() * 8e-9
    };
    assert!(alone(131_072) > 385.0);
    // Eight packets for each round trip, or four.
    let (eight, four) = (alone(8 * 66 * 64), alone(4 * 66 * 64));
    assert!(eight < 250.0 && (eight / four - 2.0).abs() < 0.1, "{eight} {four}");
    // The circle is one of credits, too.
    let stuck = run_of(&ring(|plan| plan.queueing = Queueing::CREDITS));
    assert_eq!((stuck.unfinished > 0, stuck.deadlock.len()), (true, 4));
}

/// Bytes of two flows to one host when the first of them completes, one in each class.
fn classes(weights: [u16; 2]) -> [f64; 2] {
    let mut plan = Plan::new(LeafSpine::new(1, 1, 3).build().unwrap(), TrafficPattern::Incast.flows(3, Bytes::mib(16)));
    plan.classes = weights.map(|weight| TrafficClass { is_lossless: true, alpha_shift: 3, weight }).to_vec();
    plan.class_of = vec![0, 1];
    let report = run_of(&plan);
    assert_eq!(report.dropped, 0);
    [0, 1].map(|at| report.flows[at].bytes_at_first_finish.0 as f64 / f64::from(1 << 24))
}

#[test]
fn classes_share_by_weight_and_strict_ones_go_first() {
    let check = |weights, expected: [f64; 2]| {
        let got = classes(weights);
        for (got, expected) in got.into_iter().zip(expected) {
            assert!((got - expected).abs() < 0.03, "{weights:?}: {got}");
        }
    };
    check([1, 1], [1.0, 1.0]);
    check([3, 1], [1.0, 1.0 / 3.0]);
    check([1, 2], [0.5, 1.0]);
    check([0, 1], [1.0, 0.0]);
    check([1, 0], [0.0, 1.0]);
}

/// Congestion in one class does not block another (no head-of-line blocking across classes).
#[test]
fn a_class_of_its_own_saves_the_victim_flow() {
    let flow = |src: u32| Flow { src, dst: 8, bytes: Bytes::mib(16), start: Time::ZERO };
    let mut flows: Vec<Flow> = (0..7).map(flow).collect();
    flows.push(Flow { src: 7, dst: 9, bytes: Bytes::mib(4), start: Time::from_us(200) });
    let mut plan = Plan::new(LeafSpine::new(2, 1, 8).build().unwrap(), flows);
    let gbit = |plan: &Plan| run_of(plan).flows[7].rate().as_bytes_per_s() * 8e-9;
    let held_up = gbit(&plan);
    plan.classes = vec![TrafficClass { is_lossless: true, alpha_shift: 3, weight: 1 }; 2];
    plan.class_of = vec![0, 0, 0, 0, 0, 0, 0, 1];
    let saved = gbit(&plan);
    assert!(held_up < 70.0 && saved > 190.0, "{held_up} {saved}");
}

#[test]
fn losses_are_counted_without_a_signal() {
    let mut plan = Plan::new(LeafSpine::new(2, 2, 2).build().unwrap(), one_flow(0, 2, Bytes::mib(64)));
    plan.losses = vec![Loss::random(0.01)];
    let report = run_of(&plan);
    let lost: u64 = report.ports.iter().map(|port| port.lost).sum();
    assert_eq!(lost, report.dropped);
    // One in a hundred on each of four links.
    assert!((lost as f64 / report.hops as f64 / 0.01 - 1.0).abs() < 0.05, "{lost} of {}", report.hops);
}
