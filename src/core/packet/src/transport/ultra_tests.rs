//! Ultra Ethernet beside its own simulator (uet-htsim), and what is sent again without need.

use kitchen_units::{Bytes, Time};

use super::super::fabric::chips;
use super::super::fabrics::{FatTree, Spec};
use super::super::loss::Loss;
use super::super::report::Report;
use super::super::traffic::TrafficPattern;
use super::super::{Fabric, Flow, LeafSpine, LoadBalancing, Plan, Queueing, run};
use super::{Credit, Preset, Transport, marks, round_trip, timeout};

fn in_vain(report: &Report) -> u32 {
    report.transport.flows.iter().map(|flow| flow.rejected + flow.duplicates).sum()
}

fn timeouts(report: &Report) -> u32 {
    report.transport.flows.iter().map(|flow| flow.timeouts).sum()
}

fn plan(fabric: Fabric, flows: Vec<Flow>, rules: Transport) -> Plan {
    Plan { transport: Some(rules), queueing: Queueing::LOSSY, ..Plan::new(fabric, flows) }
}

/// All to the first host of one switch.
fn crowd(senders: u32, bytes: Bytes, rules: Transport) -> Plan {
    let fabric = LeafSpine::new(1, 1, senders + 1).build().unwrap();
    plan(fabric, TrafficPattern::Incast.flows(senders + 1, bytes), rules)
}

/// A fat tree of 128 hosts at 400 Gbit/s, each sending 8 MiB to the one half the way round. In uet-htsim half of the flows end within
/// 190 µs and all within 198 (`-linkspeed 400000 -hop_latency 0.6 -sender_cc_only`), and nothing is sent again but what was trimmed.
#[test]
fn a_permutation_is_as_fast_as_in_its_own_simulator() {
    let chip = chips().find(|chip| chip.name == "Tomahawk 5").unwrap();
    let spec = Spec::FatTree(FatTree {
        chip,
        pods: 8,
        edges: 4,
        aggregations: 4,
        cores: 4,
        hosts: 4,
        host_gbit: 400,
        gbit: 400,
    });
    for trim in [false, true] {
        let flows = TrafficPattern::Permutation.flows(128, Bytes::mib(8));
        let rules = Transport { trim, ..Preset::UltraSender.config(4096) };
        let mut plan = plan(spec.build().unwrap(), flows, rules);
        plan.load_balancing = LoadBalancing::Ecmp;
        let report = run(&plan).unwrap();
        let [half, all] = [500, 1000].map(|permille| report.completion_time(permille).as_us());
        assert!((180.5..=199.5).contains(&half) && all <= 198.0, "{trim}: {half} {all}");
        assert_eq!((in_vain(&report), timeouts(&report), report.dropped), (0, 0, 0), "{trim}");
    }
}

/// Nothing is lost, so nothing is sent again: fifteen to one door, and sprayed over streets of unequal queues.
#[test]
fn what_is_not_lost_is_not_sent_again() {
    for named in [Preset::UltraCredit, Preset::UltraSender, Preset::Software, Preset::Cubic] {
        let rules = named.config(4096);
        let crowd = crowd(15, Bytes::mib(2), rules);
        let sprayed =
            plan(LeafSpine::new(2, 4, 8).build().unwrap(), TrafficPattern::Permutation.flows(16, Bytes::mib(4)), rules);
        for plan in [crowd, sprayed] {
            let report = run(&plan).unwrap();
            assert_eq!((report.dropped, report.unfinished), (0, 0), "{named:?}");
            assert_eq!(in_vain(&report) + timeouts(&report), 0, "{named:?}");
        }
    }
}

/// Small orders that come into the crowd's queue have measured nothing yet, and wait as long as that queue may take.
#[test]
fn who_has_measured_nothing_is_patient() {
    let rules = Preset::Software.config(4096).with_timeout(Time::from_us(20));
    let mut plan = crowd(9, Bytes::mib(2), rules);
    let order = |at: u64| Flow { src: 9, dst: 0, bytes: Bytes::kib(32), start: Time::from_us(10 * at) };
    plan.flows.extend((1..30).map(order));
    let report = run(&plan).unwrap();
    let small = report.transport.flows.iter().skip(9);
    assert_eq!(small.map(|flow| flow.timeouts + flow.duplicates).sum::<u32>(), 0);
}

/// A chunk of 32 KiB with credit for 16 KiB runs into debt, and waits until that is paid: the queue holds what was sent before any
/// credit, a chunk for each sender, and what a grant brings too early.
#[test]
fn credit_smaller_than_a_chunk_is_kept() {
    let rules = Transport { credit: Some(Credit::UCCL), ..Transport::software(1, 4096) };
    let report = run(&crowd(8, Bytes::mib(2), rules)).unwrap();
    let longest = report.ports.iter().map(|port| port.max_queue_bytes).max().unwrap();
    let chunk = 8 * (4096 + 82);
    assert!(longest <= 8 * chunk * 3 / 2, "{longest}");
    assert_eq!((report.unfinished, in_vain(&report), timeouts(&report)), (0, 0, 0));
}

/// By hand: the timer is 15 µs and six times what the windows of fifteen senders take, or half of a small buffer; marks begin at a
/// fifth of a bandwidth-delay product.
#[test]
fn the_timer_outlasts_the_longest_queue() {
    let mut plan = crowd(15, Bytes::gib(1), Preset::UltraSender.config(4096));
    let product = round_trip(&plan, 0).as_secs() * 400e9 / 8.0;
    let expected = 15.0 + 6.0 * 15.0 * 1.5 * product * (4096.0 + 82.0) / 4096.0 / 50e3;
    let found = timeout(&plan).as_us();
    assert!((found / expected - 1.0).abs() < 0.01, "{found} {expected}");
    let ecn = marks(&plan).unwrap();
    assert!((ecn.kmin as f64 / product - 0.2).abs() < 0.001 && (ecn.kmax as f64 / product - 0.8).abs() < 0.001);
    plan.fabric.buffers.fill(1 << 20);
    assert_eq!(timeout(&plan), Time::from_us(15) + Time((1 << 19) * 8_000 / 400 * 6));
    plan.transport = plan.transport.map(|rules| rules.with_timeout(Time::from_us(70)));
    assert_eq!(timeout(&plan), Time::from_us(70));
}

/// A credit that is lost costs nothing but the wait for the next one: of a thousand, one in a hundred is, and acknowledgements with it.
#[test]
fn a_lost_credit_is_made_good_by_the_next() {
    let run_of = |loss: f64, seed: u64| {
        let mut plan = crowd(1, Bytes::mib(16), Preset::UltraCredit.config(4096));
        plan.losses = vec![Loss { link: Some(plan.fabric.hosts[0].uplink), ..Loss::random(loss) }];
        plan.seed = seed;
        run(&plan).unwrap()
    };
    let whole = run_of(0.0, 1).makespan.as_us();
    for seed in 1..=8 {
        let report = run_of(0.01, seed);
        // The last ones have no next: one timeout, and that is 21 us.
        assert!(report.dropped > 30 && timeouts(&report) <= 1, "{seed}: {} {}", report.dropped, timeouts(&report));
        assert!(report.makespan.as_us() <= 1.1 * whole, "{seed}: {:?} {whole}", report.makespan);
    }
}

/// Ten times the loss is never faster, over the mean of eight seeds, but for a hundredth of noise.
#[test]
fn more_loss_is_not_faster() {
    for named in [Preset::UltraCredit, Preset::UltraSender] {
        let mut before = 0.0;
        for loss in [0.0, 1e-5, 1e-4, 1e-3, 1e-2] {
            let run_of = |seed: u64| {
                let flows = TrafficPattern::Permutation.flows(16, Bytes::mib(4));
                let mut plan = plan(LeafSpine::new(2, 4, 8).build().unwrap(), flows, named.config(4096));
                plan.losses = vec![Loss::random(loss)];
                plan.seed = seed;
                run(&plan).unwrap().makespan.as_us()
            };
            let mean = (1..=8).map(run_of).sum::<f64>() / 8.0;
            println!("{named:?} {loss}: {mean} us");
            assert!(mean >= 0.99 * before, "{named:?}, loss {loss}: {mean} us, with less {before}");
            before = mean;
        }
    }
}
