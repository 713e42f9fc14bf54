use kitchen_packet::transport::Preset;
use kitchen_packet::{LoadBalancing, PacketError, Queueing};
use kitchen_topology::{self as topology, ClusterSpec};
use kitchen_units::progress::Progress;

use super::packet_network::{Cabling, PacketNetwork};
use super::{TrainError, over_packets, train};
use crate::{Layout, model};

/// Few packets: enough for rates.
const FEW: PacketNetwork = PacketNetwork { hops: 400_000, ..PacketNetwork::HASHED };

/// A step of Llama 3 8B on so many DGX H100, eight tensor ranks a server: its time over the fluid network's, and each collective's.
fn check(nodes: u32, network: &PacketNetwork) -> (f64, Vec<f64>) {
    let spec = ClusterSpec::new(topology::system("dgx-h100").unwrap(), nodes);
    let layout = Layout { tensor: 8, data: nodes, global_batch: 4 * nodes, ..Layout::ONE };
    let model = model("llama3-8b").unwrap();
    let fluid = train(model, &spec, &layout).unwrap().iteration;
    let mut heard = Vec::new();
    let watcher = &mut |which, done| heard.push((which, done));
    let (step, lane, told) = over_packets(model, &spec, &layout, network, watcher).unwrap();
    let ends = heard.iter().filter(|(_, done)| *done == Progress::DONE).map(|(which, _)| *which);
    assert!(ends.eq(1..=told.len()), "each run is heard, to its end: {heard:?}");
    assert_eq!(lane.whole, step.iteration);
    let sum: u64 = lane.parts.iter().map(|part| part.1.0).sum::<u64>() + lane.bubble.0;
    assert_eq!(sum, lane.whole.0);
    let times = told.iter().map(|one| one.packets[1].as_secs() / one.fluid[1].as_secs()).collect();
    (step.iteration.as_secs() / fluid.as_secs(), times)
}

/// Alone on their ways, without loss, packets take what the fluid network says, to 2 %.
#[test]
fn alone_on_the_way_packets_take_what_the_fluid_network_says() {
    for (nodes, wires) in [(2, Cabling::Rails), (4, Cabling::Rails), (4, Cabling::Racks)] {
        let (step, each) = check(nodes, &PacketNetwork { wires, rule: LoadBalancing::Spray, ..FEW });
        assert!(!each.is_empty(), "{nodes}");
        assert!(each.iter().all(|times| (times - 1.0).abs() < 0.02), "{nodes} {wires:?}: {each:?}");
        assert!((step - 1.0).abs() < 0.02, "{nodes} {wires:?}: {step}");
    }
}

/// Hashed, flows collide on links, and the step waits for the slowest; many pairs, spraying and adaptive ways bring it back.
#[test]
fn hashes_that_meet_hold_up_the_step() {
    let racks = PacketNetwork { wires: Cabling::Racks, spines: Some(16), seed: 2, ..FEW };
    let (hashed, each) = check(8, &racks);
    assert!(each.iter().all(|&times| times > 1.3) && hashed > 1.0, "{hashed} {each:?}");
    let (many, _) = check(8, &PacketNetwork { pairs: 16, ..racks });
    let (sprayed, _) = check(8, &PacketNetwork { rule: LoadBalancing::Spray, ..racks });
    let software = Some(kitchen_packet::Transport { cores: None, ..Preset::Software.config(4096) });
    let (named, _) = check(8, &PacketNetwork { transport: software, queueing: Queueing::LOSSY, ..racks });
    assert!(hashed > many && many > sprayed && hashed > named, "{hashed} {many} {sprayed} {named}");
}

#[test]
fn what_packets_cannot_carry_is_said() {
    let spec = ClusterSpec::new(topology::system("dgx-h100").unwrap(), 256);
    let layout = Layout { tensor: 8, data: 256, global_batch: 1024, ..Layout::ONE };
    let refused = over_packets(model("llama3-8b").unwrap(), &spec, &layout, &FEW, &mut |_, _| {});
    assert!(matches!(refused, Err(TrainError::Packets(PacketError::Range { .. }))), "{refused:?}");
}
