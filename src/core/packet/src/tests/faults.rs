//! Faults while packets are in flight.

use std::cell::Cell;

use proptest::test_runner::TestRunner;

use super::*;
use crate::faults::MAX_FAULTS;
use crate::transport::{Recovery, Transport};
use crate::watchdog::Watchdog;

/// Eight flows between two leaves, hashed over four spines of which the first dies after 20 µs.
fn with_a_dead_spine(reroute: Option<Time>) -> (Report, Report, Vec<bool>) {
    let mut plan = Plan::new(LeafSpine::new(2, 4, 8).build().unwrap(), eight());
    (plan.seed, plan.until) = (3, Time::from_us(3_000));
    let whole = run_of(&plan);
    plan.faults = vec![Fault::permanent(FaultKind::Dead(Component::Switch(2)), Time::from_us(20))];
    plan.reroute = reroute;
    let hit = (0..8).map(|flow| load_balancing::ecmp(plan.seed, flow, 4) == 0).collect();
    (whole, run_of(&plan), hit)
}

#[test]
fn a_dead_switch_takes_what_was_hashed_to_it_until_routing_knows() {
    let (whole, outages, hit) = with_a_dead_spine(None);
    assert!(hit.iter().any(|&hit| hit) && !hit.iter().all(|&hit| hit));
    for (at, &hit) in hit.iter().enumerate() {
        let (before, after) = (whole.flows[at], outages.flows[at]);
        // Whoever shares no link with those that were hit does not notice.
        assert_eq!(after.finish == Time::ZERO, hit, "{at}");
        assert!(hit || after.finish == before.finish, "{at}");
    }
    let lost: u64 = outages.ports.iter().map(|port| port.lost).sum();
    assert!(lost > 0 && lost == outages.dropped);
    let (_, healed, hit) = with_a_dead_spine(Some(Time::from_us(50)));
    assert_eq!(healed.unfinished, 0);
    for (flow, hit) in healed.flows.iter().zip(hit) {
        // The packets sent to the dead switch until 70 µs, and those in flight when it died.
        assert_eq!(flow.retransmitted > 0, hit);
        assert!(!hit || flow.finish > Time::from_us(70));
    }
}

/// What a flow loses on a link that is dead for `down` of each `down + up` µs: that share of what it sends.
#[test]
fn a_flapping_link_loses_what_it_is_down_for() {
    let check = |down: u64, up: u64| {
        let mut plan = Plan::new(LeafSpine::new(2, 1, 1).build().unwrap(), one_flow(0, 1, Bytes::mib(256)));
        let part = Component::Cable(plan.fabric.path(plan.fabric.paths(0, 1).start).links()[0]);
        let [down_us, up_us] = [down, up].map(Time::from_us);
        plan.faults =
            vec![Fault::permanent(FaultKind::Flapping { component: part, down: down_us, up: up_us }, Time::ZERO)];
        let report = run_of(&plan);
        let share = report.dropped as f64 / report.sent as f64;
        let expected = down as f64 / (down + up) as f64;
        assert!(report.unfinished == 0 && (share / expected - 1.0).abs() < 0.03, "{down} {up}: {share}");
    };
    check(10, 30);
    check(50, 50);
    check(90, 10);
}

/// Host 8's NIC pauses its leaf from 20 µs on; seven hosts send to it, the eighth to its neighbour over the same spine.
fn stuck(until: Time, watchdog: Option<Watchdog>) -> (Plan, Report) {
    let mut flows: Vec<Flow> =
        (0..7).map(|src| Flow { src, dst: 8, bytes: Bytes::mib(2), start: Time::ZERO }).collect();
    flows.push(Flow { src: 7, dst: 9, bytes: Bytes::mib(1), start: Time::from_us(400) });
    let mut plan = Plan::new(LeafSpine::new(2, 1, 8).build().unwrap(), flows);
    plan.fabric.buffers.fill(4_000_000);
    let link = plan.fabric.hosts[8].downlink;
    let kind = FaultKind::StuckPause { link, class: 0 };
    plan.faults = vec![Fault { kind, from: Time::from_us(20), until }];
    plan.queueing.watchdog = watchdog;
    plan.until = Time::from_us(6_000);
    let report = run_of(&plan);
    (plan, report)
}

#[test]
fn a_stuck_pause_stops_bystanders_unless_a_watchdog_drops_what_is_stuck() {
    let (plan, stopped) = stuck(Time::MAX, None);
    let port = plan.fabric.hosts[8].downlink as usize;
    // No flow completes, and no packet is lost.
    assert_eq!((stopped.unfinished, stopped.dropped), (8, 0));
    // Paused once, to the end of the last thing that happened.
    assert_eq!(stopped.ports[port].pauses, 1);
    assert_eq!(stopped.ports[port].paused, stopped.makespan - Time::from_us(20));
    // The seven do not get through, the bystander does, and the drops are the watchdog's alone.
    let dog = Watchdog { detect: Time::from_us(200), restore: Time::from_us(200), poll: Time::from_us(100) };
    let (_, saved) = stuck(Time::MAX, Some(dog));
    let done: Vec<bool> = saved.flows.iter().map(|flow| flow.finish > Time::ZERO).collect();
    assert_eq!(done, [false, false, false, false, false, false, false, true]);
    assert!(saved.watchdog_drops > 0 && saved.watchdog_drops == saved.dropped);
    let storms: Vec<_> = saved.storms.iter().map(|storm| storm.port as usize).collect();
    assert!(storms.contains(&port), "{storms:?}");
    // It is one storm that does not end, for the pause does not.
    let own: Vec<_> = saved.storms.iter().filter(|storm| storm.port as usize == port).collect();
    assert_eq!((own.len(), own[0].end), (1, Time::MAX));
    // Taken back at 1 ms, all is as if the seven had begun then: seven times 2 MiB, less what was through at 20 µs.
    let (_, later) = stuck(Time::from_us(1_000), None);
    assert_eq!((later.unfinished, later.dropped), (0, 0));
    let wire = f64::from(MTU + OVERHEAD) / f64::from(MTU) * 8.0 / 400e3;
    let bytes = later.flows[..7].iter().map(|flow| flow.bytes.0 as f64).sum::<f64>();
    let (least, most) = (980.0 + bytes * wire, 1_010.0 + bytes * wire);
    let last = later.flows[..7].iter().map(|flow| flow.finish).max().unwrap().as_us();
    assert!(last > least && last < most, "{last} {least}");
}

#[test]
fn faults_that_fit_nothing_are_refused() {
    let check = |kind: FaultKind, from: u64, until: u64, expected: Option<PacketError>| {
        let mut plan = Plan::new(LeafSpine::new(2, 2, 2).build().unwrap(), one_flow(0, 2, Bytes(1)));
        plan.faults = vec![Fault { kind, from: Time(from), until: Time(until) }];
        assert_eq!(plan.check().err(), expected, "{kind:?}");
    };
    let range = |what, value, most| Some(PacketError::Range { what, value, most });
    let flaps = |down, up| FaultKind::Flapping { component: Component::Host(0), down: Time(down), up: Time(up) };
    check(FaultKind::Dead(Component::Switch(3)), 0, 9, None);
    check(FaultKind::Dead(Component::Switch(4)), 0, 9, range("switch", 5, 4));
    check(FaultKind::Dead(Component::Link(u32::MAX)), 0, 9, range("link", 1 << 32, 16));
    check(FaultKind::Dead(Component::Cable(16)), 0, 9, range("link", 17, 16));
    check(FaultKind::Dead(Component::Host(4)), 0, 9, range("host", 5, 4));
    check(FaultKind::StuckPause { link: 0, class: 1 }, 0, 9, range("class", 2, 1));
    check(FaultKind::Lost { flow: 0, seq: 7 }, 0, 9, None);
    check(FaultKind::Lost { flow: 1, seq: 7 }, 0, 9, range("flow", 2, 1));
    check(FaultKind::Dead(Component::Host(0)), 9, 8, Some(PacketError::Fault { at: 0 }));
    check(flaps(0, 1), 0, 9, Some(PacketError::Fault { at: 0 }));
    check(flaps(1, 0), 0, 9, Some(PacketError::Fault { at: 0 }));
    check(flaps(u64::MAX, 1), 0, 9, Some(PacketError::Fault { at: 0 }));
    check(flaps(1, 1), 0, u64::MAX, None);
    let mut plan = Plan::new(LeafSpine::new(2, 2, 2).build().unwrap(), one_flow(0, 2, Bytes(1)));
    plan.faults = vec![Fault::permanent(flaps(1, 1), Time::ZERO); MAX_FAULTS + 1];
    assert_eq!(plan.check().err(), range("faults", MAX_FAULTS as u64 + 1, MAX_FAULTS as u32));
}

#[test]
fn a_cable_has_two_directions() {
    for spec in [LeafSpine::new(2, 3, 4).build().unwrap(), FatTree::of(4, 400).build().unwrap()] {
        for link in 0..spec.links.len() as u32 {
            let back = spec.back(link).unwrap();
            assert_eq!((spec.back(back), spec.links[back as usize].from), (Some(link), spec.links[link as usize].to));
        }
    }
    // The ring's links are unidirectional, those of its hosts are not.
    let ring = Ring::new(4, 1, 100).build().unwrap();
    assert_eq!((0..12).filter(|&link| ring.back(link).is_none()).count(), 4);
}

/// On random networks of which a switch's port is asked to pause for long: a strike comes at a poll, ends at a later one after the pause has, and
/// the next of the same queue comes after it; nothing else is dropped where nothing else drops. How many strikes there were.
fn strikes(mut plan: Plan, (port, from, long): (u32, u64, u64)) -> Result<usize, TestCaseError> {
    let dog = Watchdog { detect: Time::from_us(100), restore: Time::from_us(150), poll: Time::from_us(50) };
    plan.queueing.watchdog = Some(dog);
    let links = (0..).zip(&plan.fabric.links);
    let ports: Vec<u32> = links.filter(|(_, link)| matches!(link.from, Node::Switch(_))).map(|(at, _)| at).collect();
    let kind = FaultKind::StuckPause { link: ports[port as usize % ports.len()], class: 0 };
    plan.faults = vec![Fault { kind, from: Time::from_us(from), until: Time::from_us(from + long) }];
    plan.until = Time::from_us(2_000);
    let report = run_of(&plan);
    let mut ends = BTreeMap::new();
    for storm in &report.storms {
        prop_assert!(storm.start.0.is_multiple_of(dog.poll.0));
        let before = ends.insert((storm.port, storm.class), storm.end).unwrap_or(Time::ZERO);
        prop_assert!(before < storm.start, "{storm:?}");
        let is_over = storm.end >= storm.start + dog.restore && storm.end.0.is_multiple_of(dog.poll.0);
        prop_assert!(storm.end == Time::MAX || is_over);
    }
    prop_assert!(report.watchdog_drops == 0 || !report.storms.is_empty());
    let is_lossless = plan.all_classes().iter().all(|class| class.is_lossless);
    if is_lossless && plan.queueing.is_lossless && plan.losses.is_empty() {
        prop_assert_eq!(report.dropped, report.watchdog_drops);
    }
    Ok(report.storms.len())
}

#[test]
fn strikes_of_a_watchdog_come_in_pairs() {
    let plans = any_plan().prop_filter("two hosts", |plan| plan.check().is_ok());
    let pauses = (any::<u32>(), 0_u64..50, 50_u64..900);
    let struck = Cell::new(0);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(500));
    let outcome = runner.run(&(plans, pauses), |(plan, pause)| {
        struck.set(struck.get() + usize::from(strikes(plan, pause)? > 0));
        Ok(())
    });
    outcome.unwrap_or_else(|fault| panic!("{fault}"));
    // A property of strikes says nothing of networks that saw none. In three rounds 154, 141 and 138 of 500 saw one.
    assert!(struck.get() >= 100, "a strike in {} networks of 500", struck.get());
}

/// One packet is lost, once, whoever resends it; the rest comes as before.
#[test]
fn a_packet_that_is_taken_off_the_road_is_lost_once() {
    let check = |recovery: Option<Recovery>, from_us: u64, lost: u64| {
        let mut plan = Plan::new(LeafSpine::new(2, 4, 1).build().unwrap(), one_flow(0, 1, Bytes::mib(1)));
        plan.transport = recovery.map(Transport::nic);
        let whole = run(&plan).unwrap();
        let fault = Fault::permanent(FaultKind::Lost { flow: 0, seq: 17 }, Time::from_us(from_us));
        plan.faults = vec![fault];
        let report = run(&plan).unwrap();
        assert_eq!((report.unfinished, report.dropped), (0, lost), "{recovery:?}");
        let drops: Vec<u32> = report.transport.drops.iter().map(|drop| drop.chunk).collect();
        // Only a transport writes down which.
        assert_eq!(drops, vec![17; if recovery.is_some() { lost as usize } else { 0 }], "{recovery:?}");
        assert_eq!(report.flows[0].finish > whole.flows[0].finish, lost > 0, "{recovery:?}");
    };
    check(Some(Recovery::GoBackN), 0, 1);
    check(Some(Recovery::Selective), 0, 1);
    check(None, 0, 1);
    // It was over the link before that.
    check(Some(Recovery::GoBackN), 1_000, 0);
}
