//! Whatever fabric, transport and buffers are asked for: a run ends, every packet is accounted for, and what is refused has its reason.

use proptest::test_runner::RngSeed;

use super::*;
use crate::fabric::chips;
use crate::fabrics::{Dragonfly, FatTree, Planes, Rails, Ring, Spec};
use crate::loss::Loss;
use crate::transport::Preset;

/// Events of one run: a fraction of a second.
const MOST_EVENTS: u64 = 400_000;

/// A few of everything, small enough for hundreds of runs; some cannot be built.
fn any_spec() -> impl Strategy<Value = Spec> {
    let rate = || prop_oneof![8 => Just(100_u32), 8 => Just(400), 1 => Just(7)];
    (0..6_u32, prop_oneof![1 => Just(0_u32), 12 => 1..4_u32], 1..4_u32, 1..4_u32, 1..4_u32, rate(), rate()).prop_map(
        |(kind, leaves, spines, hosts, groups, host_gbit, gbit)| {
            let chip = chips().next().unwrap();
            let plain = LeafSpine { chip, leaves, spines, hosts_per_leaf: hosts, host_gbit, spine_gbit: gbit };
            match kind {
                0 => Spec::LeafSpine(plain),
                1 => Spec::Rails(Rails { groups, servers: hosts, rails: leaves, switches: plain }),
                2 => {
                    let tree = FatTree {
                        chip,
                        pods: groups,
                        edges: leaves,
                        aggregations: spines,
                        cores: 1,
                        hosts,
                        host_gbit,
                        gbit,
                    };
                    Spec::FatTree(tree)
                }
                3 => Spec::Dragonfly(Dragonfly { chip, groups, routers: leaves, hosts, global: spines, gbit }),
                4 => Spec::Planes(Planes { planes: groups, plane: plain }),
                _ => Spec::Ring(Ring { chip, switches: leaves, hosts, gbit }),
            }
        },
    )
}

/// How switches queue, and the room of each, from less than a packet on.
fn any_queueing() -> impl Strategy<Value = (Queueing, u64)> {
    let queueing = prop_oneof![Just(Queueing::LOSSLESS), Just(Queueing::LOSSY), Just(Queueing::CREDITS)];
    let room = prop_oneof![1 => 100_u64..20_000, 2 => 20_000_u64..2_000_000, 2 => Just(165_000_000_u64)];
    (queueing, room, any::<bool>()).prop_map(|(queueing, room, has_watchdog)| {
        let watchdog = queueing.watchdog.filter(|_| has_watchdog);
        (Queueing { watchdog, ..queueing }, room)
    })
}

/// The preset's number among all, or none; whether switches trim.
fn any_transport() -> impl Strategy<Value = Option<transport::Transport>> {
    (0..=Preset::ALL.len(), prop::bool::weighted(0.3)).prop_map(|(at, trim)| {
        let named = Preset::ALL.get(at)?;
        Some(transport::Transport { trim, ..named.config(4096) })
    })
}

fn pattern(at: u32, hosts: u32, bytes: Bytes) -> Vec<Flow> {
    let mut flows = TrafficPattern::ALL[at as usize % 4].flows(hosts, bytes);
    // As a file of flows may have them: some later, some to where they are.
    if at >= 4 {
        for (number, flow) in (0..).zip(&mut flows) {
            flow.start = Time::from_us(7 * (number % 5));
        }
    }
    flows
}

proptest! {
    // The same 900 in every run: one of some thousands takes minutes.
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(2026), ..ProptestConfig::with_cases(900) })]

    #[test]
    fn every_run_ends_and_every_refusal_has_its_reason(
        spec in any_spec(),
        (queueing, room) in any_queueing(),
        transport in any_transport(),
        traffic in 0..8_u32,
        bytes in prop_oneof![1_u64..5_000, 5_000_u64..150_000],
        loss in prop_oneof![4 => Just(0.0), 1 => Just(0.01), 1 => Just(0.5)],
        down in prop::collection::vec(0..64_u32, 0..3),
        rule in 0..LoadBalancing::ALL.len(),
        seed in any::<u64>(),
    ) {
        let fabric = match spec.build() {
            Ok(fabric) => fabric,
            // What cannot be built says which number it is.
            Err(PacketError::Range { what, value, most }) => {
                prop_assert!(!what.is_empty() && !(1..=u64::from(most)).contains(&value));
                return Ok(());
            }
            Err(error) => {
                prop_assert!(matches!(error, PacketError::Rate { .. } | PacketError::Chip { .. }), "{:?}", error);
                return Ok(());
            }
        };
        let links = fabric.links.len() as u32;
        let down: Vec<u32> = down.into_iter().filter(|&link| link < links).collect();
        let mut fabric = fabric.without(&down);
        fabric.buffers.fill(room);
        let flows = pattern(traffic, fabric.hosts.len() as u32, Bytes(bytes));
        let mut plan = Plan::new(fabric, flows);
        (plan.queueing, plan.transport, plan.seed) = (queueing, transport, seed);
        plan.load_balancing = LoadBalancing::ALL[rule];
        plan.max_events = MOST_EVENTS;
        if loss > 0.0 {
            plan.losses = vec![Loss::random(loss)];
        }
        if let Err(error) = plan.check() {
            let is_told = match error {
                PacketError::Buffer { room, least, .. } => room < least,
                PacketError::Apart { src, dst } => src != dst,
                PacketError::TrimsNothing => transport.is_some_and(|rules| rules.trim) && queueing != Queueing::LOSSY,
                PacketError::Range { what, value, .. } => what == "flows" && value == 0,
                _ => false,
            };
            prop_assert!(is_told, "{:?}", error);
            prop_assert_eq!(run(&plan), Err(error));
            return Ok(());
        }
        let report = match run(&plan) {
            Ok(report) => report,
            // Most packets are lost, switches hold one or two, or ports that pause each other wait for a watchdog of 200 ms while all
            // timers go on: that takes more than it may.
            Err(error) => {
                let is_hard = loss > 0.1 || room < 50_000 || queueing.is_lossless && room < 1_000_000;
                prop_assert!(is_hard && error == PacketError::Events { most: MOST_EVENTS }, "{:?}", error);
                return Ok(());
            }
        };
        prop_assert_eq!(report.sent, report.arrived + report.dropped + report.in_flight);
        let lost: u64 = report.ports.iter().map(|port| port.drops + port.lost).sum();
        prop_assert_eq!(lost, report.dropped);
        let has_ended = report.flows.iter().filter(|flow| flow.finish > Time::ZERO).count();
        prop_assert_eq!(has_ended + report.unfinished, plan.flows.len());
        prop_assert!(report.unfinished == 0 || report.is_stalled || !report.deadlock.is_empty(), "{:?}", report.unfinished);
    }
}
