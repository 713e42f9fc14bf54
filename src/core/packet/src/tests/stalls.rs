//! Runs that cannot end are refused, or end and say that they got nowhere.

use super::*;
use crate::loss::Loss;
use crate::transport::{Preset, Recovery, Transport};

fn incast(transport: Option<Transport>) -> Plan {
    let fabric = LeafSpine::new(1, 1, 8).build().unwrap();
    let flows = (1..8).map(|src| Flow { src, dst: 0, bytes: Bytes::kib(256), start: Time::ZERO }).collect();
    Plan { transport, ..Plan::new(fabric, flows) }
}

/// Every packet is lost for ever: senders ask in vain until it is clear.
#[test]
fn a_run_that_gets_nowhere_ends() {
    let mut rules: Vec<_> = Preset::ALL.into_iter().map(|named| Some(named.config(4096))).collect();
    rules.push(None);
    for transport in rules {
        let mut plan = incast(transport);
        plan.queueing = Queueing::LOSSY;
        let down = plan.fabric.hosts[0].downlink;
        plan.losses = vec![Loss { link: Some(down), ..Loss::random(1.0) }];
        let report = run(&plan).unwrap();
        assert!(report.is_stalled && report.unfinished == 7, "{transport:?}");
        assert_eq!(report.sent, report.arrived + report.dropped + report.in_flight, "{transport:?}");
    }
}

/// The incast of the hang: trimming beside pauses, with no room left for headers. And a buffer that no packet fits into.
#[test]
fn what_can_never_work_is_refused() {
    for named in [Preset::Selective, Preset::UltraCredit, Preset::UltraSender] {
        let rules = Transport { trim: true, ..named.config(4096) };
        let mut plan = incast(Some(rules));
        plan.fabric.buffers.fill(1 << 20);
        assert_eq!(plan.check(), Err(PacketError::TrimsNothing), "{named:?}");
        plan.queueing = Queueing::CREDITS;
        assert_eq!(plan.check(), Err(PacketError::TrimsNothing), "{named:?}");
        plan.queueing = Queueing::LOSSY;
        assert_eq!(plan.check(), Ok(()), "{named:?}");
        plan.fabric.buffers[0] = 4177;
        assert_eq!(plan.check(), Err(PacketError::Buffer { switch: 0, room: 4177, least: 4178 }), "{named:?}");
    }
}

/// By hand: 2 GiB are 524,288 packets of 4 KiB, each over two links of a switch, each sent and received.
#[test]
fn work_is_known_before_it_starts() {
    let mut plan = incast(Some(Transport::nic(Recovery::Selective)));
    plan.flows.iter_mut().for_each(|flow| flow.bytes = Bytes::gib(2));
    (plan.max_events, plan.queueing) = (7 * 524_288 * 4, Queueing::LOSSY);
    assert_eq!(plan.check(), Ok(()));
    plan.max_events -= 1;
    assert_eq!(plan.check(), Err(PacketError::Work { least: 14_680_064, most: 14_680_063 }));
}
