//! The packet network against what is known without it: the fluid model, balls in bins, steps by hand, published rates.

use std::collections::BTreeMap;

use kitchen_sim::{self as sim, Limits};
use kitchen_task::{Hop, Kind, Label, LinkCapacity, Route, TaskGraph, Work};
use kitchen_units::{Bytes, Rate, Time};
use proptest::prelude::*;

use super::dcqcn::{Dcqcn, RateControl};
use super::ecn::Ecn;
use super::fabric::{HostId, Node};
use super::fabrics::{Dragonfly, FatTree, Planes, Rails, Ring, Spec};
use super::faults::{Component, Fault, FaultKind};
use super::loss::Loss;
use super::plan::{MTU, OVERHEAD, TrafficClass};
use super::report::{MAX_TRACED_PACKETS, Report};
use super::traffic::{TrafficPattern, random_permutation};
use super::*;

mod any_fabric;
mod faults;
mod flow_control;
mod shares;
mod stalls;
mod topologies;

fn run_of(plan: &Plan) -> Report {
    let report = run(plan).unwrap_or_else(|error| panic!("{error:?}"));
    accounted(plan, &report);
    report
}

/// Every packet arrived or was dropped, every byte arrived once, and what each port sent adds up to what crossed links.
fn accounted(plan: &Plan, report: &Report) {
    assert_eq!(report.sent, report.arrived + report.dropped + report.in_flight);
    if report.unfinished == 0 {
        let again: u32 = report.flows.iter().map(|flow| flow.retransmitted).sum();
        assert_eq!(u64::from(again), report.dropped);
        assert_eq!(report.in_flight, 0);
    }
    let dropped: u64 = report.ports.iter().map(|port| port.drops + port.lost).sum();
    assert_eq!(dropped, report.dropped);
    flows_accounted(plan, report);
    assert_eq!(report.ports.iter().map(|port| port.packets).sum::<u64>(), report.hops);
    let into = |port: u32| report.ports[port as usize].packets - report.ports[port as usize].lost;
    let into: u64 = plan.fabric.hosts.iter().map(|host| into(host.downlink)).sum();
    if report.unfinished == 0 {
        assert_eq!(into, report.arrived);
    }
    pauses_accounted(plan, report);
}

/// Each flow is whole, or one of those that are said not to be.
fn flows_accounted(plan: &Plan, report: &Report) {
    let mut unfinished = 0;
    for (flow, stats) in plan.flows.iter().zip(&report.flows) {
        assert_eq!((flow.bytes, flow.start), (stats.bytes, stats.start));
        if stats.finish == Time::ZERO {
            unfinished += 1;
            continue;
        }
        assert!(stats.finish > flow.start && stats.finish <= report.makespan);
    }
    assert_eq!(unfinished, report.unfinished);
}

/// Pauses are begun and ended in turn.
fn pauses_accounted(plan: &Plan, report: &Report) {
    let pauses: u32 = report.ports.iter().map(|port| port.pauses).sum();
    assert_eq!(report.pauses.len(), (pauses as usize).min(report::MAX_PAUSES));
    let mut ended = vec![Time::ZERO; report.ports.len()];
    for pause in &report.pauses {
        assert!(pause.start <= pause.end && pause.end <= report.makespan);
        if plan.classes.len() < 2 {
            assert!(ended[pause.port as usize] <= pause.start);
        }
        ended[pause.port as usize] = pause.end;
    }
}

fn one_flow(src: HostId, dst: HostId, bytes: Bytes) -> Vec<Flow> {
    vec![Flow { src, dst, bytes, start: Time::ZERO }]
}

/// The same flow alone in the fluid model, over the same links.
fn fluid(plan: &Plan) -> Time {
    let flow = plan.flows[0];
    let path = plan.fabric.paths(flow.src, flow.dst).start;
    let (up, down) = (plan.fabric.hosts[flow.src as usize].uplink, plan.fabric.hosts[flow.dst as usize].downlink);
    let links = [up].into_iter().chain(plan.fabric.path(path).links().iter().copied()).chain([down]);
    let mut graph = TaskGraph::new();
    let route = graph.add_route(Route {
        hops: links.map(|link| Hop { link, share: 1.0 }).collect(),
        latency: plan.fabric.latency(flow.src, flow.dst, path),
        ceiling: None,
        efficiency: f64::from(MTU) / f64::from(MTU + OVERHEAD),
    });
    let work = Work::Transfer { src: flow.src, dst: flow.dst, route, bytes: flow.bytes };
    graph.add(work, Label::new(Kind::SendCopy), &[]);
    let rate = |gbit: u32| LinkCapacity { rate: Rate::gbit_per_s(f64::from(gbit)) };
    let capacities: Vec<LinkCapacity> = plan.fabric.links.iter().map(|link| rate(link.gbit_per_s)).collect();
    sim::makespan(&graph, &capacities, plan.fabric.hosts.len(), Limits::default()).unwrap()
}

#[test]
fn alone_on_a_path_both_models_agree() {
    let check = |spec: LeafSpine, dst: HostId, bytes: Bytes, is_cut_through: bool, most: f64| {
        let mut plan = Plan::new(spec.build().unwrap(), one_flow(0, dst, bytes));
        plan.queueing.is_cut_through = is_cut_through;
        let (packets, fluid) = (run_of(&plan).makespan.as_us(), fluid(&plan).as_us());
        assert!((packets / fluid - 1.0).abs() < most, "{spec:?} {bytes:?}: {packets} µs, fluid {fluid} µs");
    };
    let spec = LeafSpine::new(2, 4, 8);
    let mixed = LeafSpine { host_gbit: 200, spine_gbit: 400, ..spec };
    let narrow = LeafSpine { host_gbit: 400, spine_gbit: 100, ..spec };
    for cut in [false, true] {
        for spec in [spec, mixed, narrow] {
            check(spec, 8, Bytes::mib(1), cut, 0.02);
            check(spec, 8, Bytes::mib(64), cut, 0.001);
            check(spec, 1, Bytes::mib(1), cut, 0.02);
        }
        // A single packet: latencies alone, and the times to send it on each link.
        check(spec, 8, Bytes(1), cut, 0.01);
    }
}

/// ECMP as balls in bins: `E[max]` of eight flows on four paths, over all 4^8 cases.
#[test]
fn the_busiest_path_is_as_balls_in_bins() {
    let fullest = |bins: &[u32]| bins.iter().copied().max().unwrap();
    let mut exact = 0.0;
    for throw in 0..4_u32.pow(8) {
        let mut bins = [0; 4];
        (0..8).for_each(|ball| bins[(throw >> (2 * ball)) as usize % 4] += 1);
        exact += f64::from(fullest(&bins)) / f64::from(4_u32.pow(8));
    }
    let seeds = 20_000;
    let hashed: f64 = (0..seeds)
        .map(|seed| {
            let mut bins = [0; 4];
            (0..8).for_each(|flow| bins[load_balancing::ecmp(seed, flow, 4) as usize] += 1);
            f64::from(fullest(&bins))
        })
        .sum::<f64>()
        / seeds as f64;
    // Three standard errors of a mean of 20,000 throws whose spread is 0.8.
    assert!((hashed - exact).abs() < 0.017, "{hashed} {exact}");
    // And the simulated links carry what the hash says.
    let spec = LeafSpine::new(2, 4, 8);
    for seed in 0..20 {
        let mut plan = Plan::new(spec.build().unwrap(), eight());
        plan.seed = seed;
        let report = run_of(&plan);
        let mut bins = [0_u64; 4];
        for at in 0..8 {
            let path = plan.fabric.paths(0, 8).start + load_balancing::ecmp(seed, at, 4);
            assert_eq!(report.flows[at as usize].path, path);
            bins[load_balancing::ecmp(seed, at, 4) as usize] += report.flows[at as usize].packets as u64;
        }
        let carried: Vec<u64> = plan
            .fabric
            .paths(0, 8)
            .map(|path| report.ports[plan.fabric.path(path).links()[0] as usize].packets)
            .collect();
        assert_eq!(carried, bins);
    }
}

/// Eight flows from one leaf's hosts to the other's.
fn eight() -> Vec<Flow> {
    (0..8).map(|src| Flow { src, dst: src + 8, bytes: Bytes::mib(1), start: Time::ZERO }).collect()
}

/// Eight hosts on two leaves send to eight on two others over four spines, all 400G: hashed, rates are a whole, a half or a third
/// of the line's; sprayed, 385 to 395 Gbit/s (network_facts.csv n005 and n006, MRC and SRv6, arXiv:2605.04333).
#[test]
fn a_permutation_gets_a_half_or_a_third_hashed_and_all_of_it_sprayed() {
    let spec = LeafSpine::new(4, 4, 4);
    let flows: Vec<Flow> =
        (0..8).map(|src| Flow { src, dst: src + 8, bytes: Bytes::mib(32), start: Time::ZERO }).collect();
    let mut plan = Plan::new(spec.build().unwrap(), flows);
    let mut seen = [0; 5];
    for seed in 0..12 {
        plan.seed = seed;
        let report = run_of(&plan);
        let done = report.flows.iter().map(|flow| flow.finish).min().unwrap();
        for (at, flow) in report.flows.iter().enumerate() {
            let goodput = flow.bytes_at_first_finish.0 as f64 * 8.0 / (done.0 as f64 / 1e3);
            let line = 400.0 * f64::from(MTU) / f64::from(MTU + OVERHEAD);
            // How many of the same leaf were hashed to the same spine.
            let leaf = at / 4 * 4;
            let shared = report.flows[leaf..leaf + 4].iter().filter(|other| other.path == flow.path).count();
            seen[shared] += 1;
            // The first microseconds are latency.
            assert!(
                (goodput / line * shared as f64 - 1.0).abs() < 0.06,
                "{seed} {at}: {goodput} Gbit/s, {shared} share"
            );
        }
    }
    assert!(seen[1] > 0 && seen[2] > 0 && seen[3] > 0, "{seen:?}");
    for rule in [LoadBalancing::Spray, LoadBalancing::Adaptive] {
        plan.load_balancing = rule;
        for flow in &run_of(&plan).flows {
            let gbit = flow.rate().as_bytes_per_s() * 8e-9;
            assert!((385.0..395.0).contains(&gbit), "{rule:?}: {gbit}");
        }
    }
}

#[test]
fn dcqcn_steps_are_those_by_hand() {
    let set = Dcqcn {
        g: 0.25,
        fast_recoveries: 2,
        additive_increase: 8.0,
        hyper_increase: 16.0,
        min_rate: 1.0,
        clamps_target: true,
        ..Dcqcn::vendor(400)
    };
    let us = |us: u64| us * 1_000_000;
    let mut sender = RateControl::new(256.0);
    let check = |sender: &RateControl, rate: f64, target: f64, alpha: f64| {
        assert_eq!((sender.rate, sender.target, sender.alpha), (rate, target, alpha));
    };
    // Alpha is 1 at first: the first mark halves. 256 x (1 - 1/2).
    sender.on_cnp(&set, 256.0, us(10));
    check(&sender, 128.0, 256.0, 1.0);
    // Within 4 µs there is no further decrease; alpha decays by a quarter each µs: 0.75.
    sender.on_cnp(&set, 256.0, us(11));
    check(&sender, 128.0, 256.0, 0.75);
    // After 4 µs alpha is 0.75^4; then the rate is cut by half of it, and a quarter of what is missing comes back to alpha.
    sender.on_cnp(&set, 256.0, us(14));
    let alpha: f64 = 0.75 * 0.75 * 0.75 * 0.75;
    check(&sender, 128.0 * (1.0 - alpha / 2.0), 128.0, 0.75 * alpha + 0.25);
    // Halfway back twice, then the target rises by 8, then by 16 each time.
    let rate = sender.rate;
    let by_hand = [(128.0, 1), (128.0, 2), (136.0, 3), (152.0, 4), (168.0, 5)];
    let mut rate = rate;
    for (target, increases) in by_hand {
        sender.advance(&set, 256.0, us(14 + 300 * increases));
        rate = f64::midpoint(rate, target);
        assert_eq!((sender.rate, sender.target), (rate, target));
    }
    // A sender that keeps its target is back at half of it after a burst of cuts, however deep.
    let keeps = Dcqcn { clamps_target: false, fast_recoveries: 1, ..set };
    let mut deep = RateControl::new(256.0);
    (0..3).for_each(|at| deep.on_cnp(&keeps, 256.0, us(10 + 4 * at)));
    assert!(deep.rate < 100.0 && deep.target == 256.0);
    let cut = deep.rate;
    deep.advance(&keeps, 256.0, us(18 + 300));
    assert_eq!(deep.rate, f64::midpoint(cut, 256.0));
    // Never above the line, never below the least.
    sender.advance(&set, 256.0, us(1_000_000));
    assert_eq!(sender.rate, 256.0);
    (0..200).for_each(|at| sender.on_cnp(&set, 256.0, us(2_000_000 + 4 * at)));
    assert_eq!(sender.rate, 1.0);
}

#[test]
fn marks_follow_the_ramp() {
    let check = |waiting, expected: f64| {
        assert!((Ecn::simai(400).mark_probability(waiting) - expected).abs() < 1e-12, "{waiting}");
    };
    check(0, 0.0);
    check(800_000, 0.0);
    check(2_000_000, 0.1);
    check(3_199_999, 0.2 * 2_399_999.0 / 2_400_000.0);
    check(3_200_000, 1.0);
    assert_eq!(Ecn::simai(100), Ecn { kmin: 200_000, kmax: 800_000, pmax: 0.2 });
}

fn incast(senders: u32, bytes: Bytes, change: impl FnOnce(&mut Plan)) -> Report {
    let spec = LeafSpine::new(1, 1, senders + 1);
    let mut plan = Plan::new(spec.build().unwrap(), TrafficPattern::Incast.flows(senders + 1, bytes));
    // A small switch, so that it is full soon.
    plan.fabric.buffers.fill(4_000_000);
    change(&mut plan);
    run_of(&plan)
}

/// Pauses keep every packet where the headroom is as computed; without headroom packets are lost; so they are without pauses.
#[test]
fn an_incast_is_lossless_with_its_headroom_only() {
    let kept = incast(8, Bytes::mib(4), |_| ());
    assert_eq!(kept.dropped, 0);
    assert!(kept.pauses.len() > 8, "{}", kept.pauses.len());
    // The receiver's link is never idle: eight times 4 MiB at its rate.
    let least = 8.0 * 4.0 * 1_048_576.0 * 8.0 / 400e3 * f64::from(MTU + OVERHEAD) / f64::from(MTU);
    assert!((kept.makespan.as_us() / least - 1.0).abs() < 0.01, "{} {least}", kept.makespan.as_us());
    let each = kept.flows.iter().map(|flow| flow.rate().as_gb_per_s()).fold(f64::MAX, f64::min);
    assert!((each * 8.0 / (50.0 * 4096.0 / 4178.0) - 1.0).abs() < 0.02, "{each}");
    for loss_process in [
        incast(8, Bytes::mib(4), |plan| plan.queueing.headroom = Some(20_000)),
        incast(8, Bytes::mib(4), |plan| plan.queueing = Queueing::LOSSY),
    ] {
        assert!(loss_process.dropped > 0);
    }
}

/// With marks and rate control the queue settles on the ramp, and two flows come to equal shares of the whole link: the paper's
/// constants at 40 Gbit/s, with the ramp of microsoft's ns3-rdma (40 kB to 1 MB, all marked at its end).
#[test]
fn dcqcn_holds_the_queue_on_the_ramp() {
    let spec = LeafSpine { host_gbit: 40, ..LeafSpine::new(1, 1, 3) };
    let mut plan = Plan::new(spec.build().unwrap(), TrafficPattern::Incast.flows(3, Bytes::mib(256)));
    plan.queueing.ecn = Some(Ecn { kmin: 40_000, kmax: 1_000_000, pmax: 1.0 });
    plan.dcqcn = Some(Dcqcn::paper());
    plan.log.series = true;
    let report = run_of(&plan);
    let port = plan.fabric.hosts[0].downlink as usize;
    let last = (report.makespan.0 / report.step.0) as usize;
    let settled = &report.series[port].queued[last / 4..last * 3 / 4];
    let mean = settled.iter().sum::<u64>() / settled.len() as u64;
    assert!((40_000..1_000_000).contains(&mean), "{mean}: {settled:?}");
    assert_eq!((report.dropped, report.pauses.len()), (0, 0));
    let [a, b] = [0, 1].map(|at: usize| report.flows[at].rate().as_bytes_per_s() * 8e-9);
    // Half of 40 Gbit/s less headers each.
    assert!((a / b - 1.0).abs() < 0.08 && (18.5..20.7).contains(&a), "{a} {b}");
}

#[test]
fn traced_packets_have_records_from_host_to_host() {
    let spec = LeafSpine::new(2, 4, 8);
    let mut plan = Plan::new(spec.build().unwrap(), eight());
    plan.log = Log { series: true, trace_every: 65_536 };
    let report = run_of(&plan);
    assert_eq!(report.traced_packets.len(), 8 * 16);
    for traced in &report.traced_packets {
        let hop_records: Vec<_> = report.hops_of(traced).collect();
        assert_eq!(hop_records.len(), 4);
        let flow = plan.flows[traced.flow as usize];
        assert_eq!(plan.fabric.links[hop_records[0].port as usize].from, Node::Host(flow.src));
        assert_eq!(plan.fabric.links[hop_records[3].port as usize].to, Node::Host(flow.dst));
        for pair in hop_records.windows(2) {
            assert_eq!(pair[0].arrived, pair[1].enqueued);
            assert!(pair[1].enqueued <= pair[1].dequeued && pair[1].dequeued < pair[1].arrived);
            let [to, from] =
                [plan.fabric.links[pair[0].port as usize].to, plan.fabric.links[pair[1].port as usize].from];
            assert_eq!(to, from);
        }
    }
    // What the series say was sent is what was sent.
    for (port, series) in report.series.iter().enumerate() {
        assert_eq!(series.sent.iter().sum::<u64>(), report.ports[port].bytes);
        assert_eq!(series.queued.iter().copied().max().unwrap_or(0), report.ports[port].max_queue_bytes);
        assert_eq!(series.queued.last(), Some(&0));
    }
    plan.log.trace_every = 1;
    plan.flows.iter_mut().for_each(|flow| flow.bytes = Bytes::mib(16));
    assert_eq!(run_of(&plan).traced_packets.len(), MAX_TRACED_PACKETS);
}

#[test]
fn what_cannot_be_run_is_an_error() {
    let check = |spec: LeafSpine, expected: Option<PacketError>| assert_eq!(spec.check().err(), expected);
    let spec = LeafSpine::new(2, 4, 8);
    check(spec, None);
    check(LeafSpine { leaves: 0, ..spec }, Some(PacketError::Range { what: "leaves", value: 0, most: 256 }));
    check(LeafSpine { spines: 257, ..spec }, Some(PacketError::Range { what: "spines", value: 257, most: 256 }));
    check(LeafSpine { leaves: 256, ..spec }, Some(PacketError::Range { what: "hosts", value: 2048, most: 1024 }));
    check(LeafSpine { host_gbit: 7, ..spec }, Some(PacketError::Rate { asked: 7 }));
    check(LeafSpine { hosts_per_leaf: 125, ..spec }, Some(PacketError::Chip { chip: "Tomahawk 5", asked: 51_600 }));
    let mut plan = Plan::new(spec.build().unwrap(), one_flow(0, 0, Bytes(1)));
    let mut check = |change: &dyn Fn(&mut Plan), expected: PacketError| {
        change(&mut plan);
        assert_eq!(run(&plan).err(), Some(expected));
    };
    check(&|_| (), PacketError::Itself { host: 0 });
    check(&|plan| plan.flows[0].dst = 16, PacketError::Range { what: "host", value: 17, most: 16 });
    check(
        &|plan| plan.flows[0] = Flow { dst: 1, bytes: Bytes(0), ..plan.flows[0] },
        PacketError::Range { what: "bytes", value: 0, most: u32::MAX },
    );
    check(&|plan| plan.mtu = 64, PacketError::Mtu { asked: 64 });
    check(
        &|plan| {
            plan.mtu = MTU;
            plan.flows[0].bytes = Bytes::gib(1);
            plan.max_events = 1_000;
        },
        PacketError::Work { least: 1 << 20, most: 1_000 },
    );
}

/// The same on every machine: the digest of a run that draws, marks, pauses and cuts.
#[test]
fn a_run_is_the_same_everywhere() {
    let spec = LeafSpine::new(4, 2, 4);
    let mut plan = Plan::new(spec.build().unwrap(), TrafficPattern::AllToAll.flows(16, Bytes::kib(256)));
    plan.fabric.buffers.fill(2_000_000);
    plan.queueing.ecn = Some(Ecn { kmin: 20_000, kmax: 200_000, pmax: 0.2 });
    plan.dcqcn = Some(Dcqcn::vendor(400));
    plan.log = Log { series: true, trace_every: 16_384 };
    let report = run_of(&plan);
    assert!(report.flows.iter().any(|flow| flow.cnps > 0));
    assert_eq!(run_of(&plan), report);
    assert_eq!(format!("{:016x}", report.digest()), "2bb9ee5388a5ccd7");
}

fn any_spec() -> impl Strategy<Value = Spec> {
    let counts = (1_u32..4, 1_u32..4, 1_u32..4, prop::sample::select(vec![100_u32, 200, 400]));
    (0_usize..6, counts).prop_map(|(kind, (a, b, c, gbit))| {
        let plain = LeafSpine { host_gbit: gbit, ..LeafSpine::new(a, b, c + 1) };
        match kind {
            0 => Spec::LeafSpine(plain),
            1 => Spec::Rails(Rails { groups: a, servers: c, rails: b + 1, switches: plain }),
            2 => Spec::FatTree(FatTree {
                pods: a + 1,
                edges: b,
                aggregations: c,
                cores: a,
                hosts: c,
                ..FatTree::of(4, gbit)
            }),
            3 => Spec::Dragonfly(Dragonfly { groups: a, routers: b + 1, global: c, ..Dragonfly::of(c, 2, gbit) }),
            4 => Spec::Planes(Planes { planes: 2, plane: plain }),
            _ => Spec::Ring(Ring::new(a + 2, b, gbit)),
        }
    })
}

/// How a network queues: pauses, drops, credits, or classes of both kinds.
fn queued(plan: &mut Plan, kind: usize, buffer: u64) {
    // Lossless switches need their headrooms.
    plan.fabric.buffers.fill(if kind == 1 { buffer } else { 12_000_000 + buffer });
    plan.queueing = [Queueing::LOSSLESS, Queueing::LOSSY, Queueing::CREDITS, Queueing::LOSSLESS][kind];
    plan.queueing.watchdog = None;
    if kind == 3 {
        let class = |is_lossless, alpha_shift, weight| TrafficClass { is_lossless, alpha_shift, weight };
        plan.classes = vec![class(true, 3, 2), class(false, 0, 1), class(true, 3, 0)];
        plan.class_of = (0..plan.flows.len()).map(|at| (at % 3) as u8).collect();
    }
}

/// None for most networks, else some that end; those that name nothing are refused.
fn any_faults() -> impl Strategy<Value = (Vec<Fault>, Option<u64>)> {
    let part = (0_usize..4, 0_u32..24)
        .prop_map(|(kind, at)| [Component::Link, Component::Cable, Component::Switch, Component::Host][kind](at));
    let fault = (0_usize..4, part, 0_u64..100, 1_u64..300, 1_u64..40, 1_u64..40).prop_map(
        |(kind, part, from, long, down, up)| {
            let (Component::Link(at) | Component::Cable(at) | Component::Switch(at) | Component::Host(at)) = part;
            let kind = match kind {
                0 => FaultKind::Dead(part),
                1 => FaultKind::Flapping { component: part, down: Time::from_us(down), up: Time::from_us(up) },
                2 => FaultKind::StuckPause { link: at, class: 0 },
                _ => FaultKind::Lost { flow: at % 8, seq: up as u32 },
            };
            Fault { kind, from: Time::from_us(from), until: Time::from_us(from + long) }
        },
    );
    (prop::bool::weighted(0.3), prop::collection::vec(fault, 1..4), prop::option::of(0_u64..100))
        .prop_map(|(is_broken, faults, reroute)| (if is_broken { faults } else { Vec::new() }, reroute))
}

fn any_plan() -> impl Strategy<Value = Plan> {
    let switches = (any::<bool>(), any::<bool>(), any::<bool>(), 0_usize..4, 0_u32..4, any_faults());
    let flows = prop::collection::vec((any::<u32>(), any::<u32>(), 1_u64..400_000, 0_u64..20), 1..16);
    (any_spec(), switches, flows, any::<u64>(), 0_usize..4, 60_000_u64..3_000_000).prop_map(
        |(spec, (cut, marks, control, kind, loss, (faults, reroute)), flows, seed, rule, buffer)| {
            let planes = if let Spec::Planes(planes) = spec { planes.planes } else { 1 };
            let hosts = spec.hosts() / planes;
            let flows = flows.into_iter().map(|(src, by, bytes, start)| {
                let (src, by, plane) = (src % hosts, 1 + by % (hosts - 1).max(1), src % planes * hosts);
                let (src, dst) = (plane + src, plane + (src + by) % hosts);
                Flow { src, dst, bytes: Bytes(bytes), start: Time::from_us(start) }
            });
            let mut plan = Plan::new(spec.build().unwrap(), flows.collect());
            queued(&mut plan, kind, buffer);
            plan.load_balancing = LoadBalancing::ALL[rule];
            plan.seed = seed;
            plan.queueing.is_cut_through |= cut;
            plan.queueing.ecn = marks.then_some(Ecn { kmin: 10_000, kmax: 100_000, pmax: 0.5 });
            plan.dcqcn = control.then(|| Dcqcn::vendor(100));
            if loss == 0 {
                plan.losses = vec![Loss { burst: 3.0, ..Loss::random(0.01) }];
            }
            plan.faults = faults
                .into_iter()
                .filter(|fault| fault.check(&plan.fabric, [plan.classes.len(), plan.flows.len()], 0).is_ok())
                .collect();
            plan.reroute = reroute.map(Time::from_us);
            plan.log.trace_every = 1;
            plan.until = Time::from_us(5_000);
            plan.max_events = 20_000_000;
            plan
        },
    )
}

/// Packets of one flow over one path arrive in order.
fn in_order(plan: &Plan, report: &Report) {
    let mut last: BTreeMap<(u32, Vec<u32>), (u64, u64)> = BTreeMap::new();
    for traced in &report.traced_packets {
        let hop_records: Vec<_> = report.hops_of(traced).collect();
        let Node::Host(_) = plan.fabric.links[hop_records[hop_records.len() - 1].port as usize].to else { continue };
        let path = hop_records.iter().map(|hop| hop.port).collect();
        let (sent, came) = (hop_records[0].dequeued.0, hop_records[hop_records.len() - 1].arrived.0);
        let before = last.entry((traced.flow, path)).or_insert((sent, came));
        assert!(sent >= before.0 && came >= before.1, "{traced:?}");
        *before = (sent, came);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// On thousands of networks; dev builds stop at a sum below nothing, so no queue, room or credit is negative.
    #[test]
    fn no_packet_is_unaccounted(plan in any_plan().prop_filter("two hosts", |plan| plan.check().is_ok())) {
        let report = run_of(&plan);
        let lossless = |class: u8| plan.all_classes()[usize::from(class)].is_lossless || plan.queueing.credits.is_some();
        let is_all_lossless = (0..plan.flows.len() as u32).all(|flow| lossless(plan.class_of(flow)));
        if is_all_lossless {
            prop_assert_eq!(report.ports.iter().map(|port| port.drops).sum::<u64>(), 0);
        }
        for (flow, stats) in (0..).zip(&report.flows) {
            if lossless(plan.class_of(flow)) && plan.losses.is_empty() && plan.faults.is_empty() {
                prop_assert_eq!(stats.retransmitted, 0);
            }
        }
        let sticks = plan.faults.iter().any(|fault| matches!(fault.kind, FaultKind::StuckPause { .. }));
        let asks = plan.queueing.credits.is_none() && (plan.queueing.is_lossless || !plan.classes.is_empty());
        if !asks && !sticks {
            prop_assert_eq!(report.pauses.len(), 0);
        }
        // Only a ring closes a circle.
        if report.unfinished > 0 && report.makespan < Time::from_us(4_000) {
            prop_assert!(!report.deadlock.is_empty());
        }
        // A single path keeps the order.
        if plan.load_balancing == LoadBalancing::Ecmp && report.dropped == 0 {
            prop_assert!(report.flows.iter().all(|flow| flow.out_of_order == 0));
        }
        in_order(&plan, &report);
        engine::Engine::new(&plan).run_out();
    }

    #[test]
    fn a_seed_makes_a_run(plan in any_plan().prop_filter("two hosts", |plan| plan.check().is_ok()), other in any::<u64>()) {
        prop_assert_eq!(run(&plan), run(&plan));
        let _ = run(&Plan { seed: other, ..plan });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_drawn_permutation_is_one(hosts in 2_u32..40, seed in any::<u64>()) {
        let flows = random_permutation(hosts, Bytes(1), seed);
        let mut to: Vec<u32> = flows.iter().map(|flow| flow.dst).collect();
        to.sort_unstable();
        prop_assert_eq!(to, (0..hosts).collect::<Vec<_>>());
        prop_assert!(flows.iter().all(|flow| flow.src != flow.dst));
    }
}
