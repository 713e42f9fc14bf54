//! Packet runs that pause, drop, mark, draw, lose and run on credits: their digests are the same natively and in a browser.

use kitchen_core::packet::dcqcn::Dcqcn;
use kitchen_core::packet::ecn::Ecn;
use kitchen_core::packet::fabrics::{Dragonfly, FatTree, Rails, Spec};
use kitchen_core::packet::loss::Loss;
use kitchen_core::packet::traffic::{TrafficPattern, random_permutation};
use kitchen_core::packet::{LeafSpine, LoadBalancing, Log, PacketError, Plan, Queueing, run};
use kitchen_core::units::Bytes;

/// The name of a run and its digest, a run a line.
pub(crate) fn lines() -> Result<Vec<String>, PacketError> {
    let kib = Bytes::kib;
    let specs = [
        ("packets-pauses", Spec::LeafSpine(LeafSpine::new(2, 4, 8)), Queueing::LOSSLESS, LoadBalancing::Ecmp),
        ("packets-drops", Spec::Rails(Rails::new(2, 4, 2, 4)), Queueing::LOSSY, LoadBalancing::Flowlet),
        ("packets-spread", Spec::FatTree(FatTree::of(4, 400)), Queueing::LOSSLESS, LoadBalancing::Spray),
        ("packets-credits", Spec::Dragonfly(Dragonfly::of(1, 3, 400)), Queueing::CREDITS, LoadBalancing::Adaptive),
    ];
    let mut lines = Vec::new();
    for (name, spec, queueing, rule) in specs {
        let fabric = spec.build()?;
        let hosts = fabric.hosts.len() as u32;
        let mut flows = TrafficPattern::AllToAll.flows(hosts, kib(96));
        flows.extend(random_permutation(hosts, kib(512), 5));
        let mut plan = Plan { load_balancing: rule, queueing, ..Plan::new(fabric, flows) };
        plan.fabric.buffers.fill(4_000_000);
        plan.queueing.ecn = Some(Ecn { kmin: 20_000, kmax: 200_000, pmax: 0.2 });
        plan.dcqcn = Some(Dcqcn::vendor(400));
        plan.losses = vec![Loss { burst: 2.0, ..Loss::random(0.001) }];
        plan.log = Log { series: true, trace_every: 65_536 };
        lines.push(format!("{name} {:016x}", run(&plan)?.digest()));
    }
    Ok(lines)
}
