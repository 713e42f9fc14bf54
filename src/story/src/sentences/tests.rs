//! Every kind of error has its sentence in every language, with its values in it.

use kitchen_core::collective::{Algorithm, CollectiveError, Op};
use kitchen_core::descent::DescentError;
use kitchen_core::faults::FaultError;
use kitchen_core::packet::PacketError;
use kitchen_core::sim::SimError;
use kitchen_core::topology::{TopologyError, Vertex};
use kitchen_core::units::Bytes;
use kitchen_core::workload::graph::CutError;
use kitchen_core::workload::planner::PlanError;
use kitchen_core::workload::schedule::ScheduleError;
use kitchen_core::workload::{LayoutError, TrainError};
use kitchen_text::Lang;

use super::{Sentence, vertex};

/// `values` are read in every language.
fn check(error: &dyn Sentence, values: &[&str]) {
    for lang in Lang::ALL {
        let said = error.line().say(lang);
        assert!(!said.is_empty() && !said.contains(['?', '{']), "{said}");
        assert!(values.iter().all(|value| said.contains(value)), "{values:?} in {said}");
    }
}

#[test]
fn clusters() {
    check(&TopologyError::Nodes { asked: 0, most: 2052 }, &["0", "2,052"]);
    check(&TopologyError::Gpus { asked: 17, most: 16 }, &["17", "16"]);
    check(&TopologyError::Nics { asked: u32::MAX, most: 32 }, &["4,294,967,295", "32"]);
    check(&TopologyError::PortRate { asked: 401 }, &["401"]);
    check(&TopologyError::NoSharp, &["SHARP"]);
    check(&TopologyError::TooManyMissing { most: 64 }, &["64"]);
    check(&TopologyError::NoSuchPart { part: "chip:0.4".to_owned() }, &["chip:0.4"]);
    check(&TopologyError::NoSuchGpu { gpu: 8, count: 7 }, &["8", "7"]);
    check(&TopologyError::NoRoute { src: 3, dst: 5 }, &["3", "5"]);
    check(&TopologyError::NoSwitch { gpu: 3 }, &["3"]);
    let unknown = TopologyError::UnknownSystem { id: "dgx-9".into() };
    check(&unknown, &["dgx-9"]);
    assert_eq!(
        unknown.line().say(Lang::En),
        "There is no system “dgx-9”. Choose one of pcie-8, dgx1-p100, dgx1-v100, dgx2, dgx-a100, dgx-h100, dgx-h200, \
         dgx-b200, gb200-nvl72, gb300-nvl72, vr-nvl72."
    );
    assert_eq!(vertex(&Vertex::Gpu { rank: 0, node: 0, index: 0 }).say(Lang::En), "GPU 0");
    assert_eq!(vertex(&Vertex::NvSwitch { node: 0, chip: 0 }).say(Lang::En), "NVSwitch 1");
}

#[test]
fn runs() {
    check(&SimError::TooManyTasks { tasks: 12, limit: 11 }, &["12", "11"]);
    check(&SimError::TooManyEvents { limit: 11 }, &["11"]);
    check(&SimError::TooMuchWork { limit: 11 }, &["11"]);
    check(&SimError::TooMuchMemory { limit_mib: 11 }, &["11"]);
    check(&SimError::TooLong { task: 11 }, &["11"]);
    check(&SimError::DependencyOrder { task: 11, dep: 12 }, &["11", "12"]);
    check(&SimError::NoSuchGpu { task: 11, gpu: 12 }, &["11", "12"]);
    check(&SimError::NoSuchRoute { task: 11, route: 12 }, &["11", "12"]);
    check(&SimError::NoSuchLink { route: 11, link: 12 }, &["11", "12"]);
    check(&SimError::BadShare { route: 11, link: 12 }, &["11", "12"]);
    check(&SimError::NoRate { route: 11 }, &["11"]);
}

#[test]
fn packets() {
    check(&PacketError::Range { what: "leaves", value: 257, most: 256 }, &["leaves", "257", "256"]);
    check(&PacketError::Rate { asked: 7 }, &["7"]);
    check(&PacketError::Chip { chip: "Tomahawk 5", asked: 51_600 }, &["Tomahawk 5", "51,600"]);
    check(&PacketError::Mtu { asked: 64 }, &["mtu", "64", "256", "9,000"]);
    check(&PacketError::Work { least: 3_000_000, most: 2_000_000 }, &["3", "2"]);
    check(&PacketError::TrimsNothing, &["--lossy"]);
    check(&PacketError::Buffer { switch: 3, room: 500, least: 5_000 }, &["3", "500", "5"]);
    check(&PacketError::Itself { host: 3 }, &["3"]);
    check(&PacketError::Apart { src: 3, dst: 5 }, &["3", "5"]);
    check(&PacketError::Fault { at: 0 }, &["1"]);
    check(&PacketError::Events { most: 2_000_000 }, &["2"]);
    check(&PacketError::Unfinished { flows: 3 }, &["3"]);
    check(&PacketError::Adds, &[]);
}

#[test]
fn collectives() {
    check(&CollectiveError::NoRanks, &[]);
    check(&CollectiveError::BadGroup { gpu: 3 }, &["3"]);
    check(&CollectiveError::Unsupported { op: Op::AllGather, algorithm: Algorithm::Tree }, &[]);
    check(&CollectiveError::TooLarge { moves: 12, limit: 11 }, &["12", "11"]);
    check(&CollectiveError::NoInNetwork, &[]);
    check(&CollectiveError::NoInFabric, &[]);
    check(&CollectiveError::Uneven, &[]);
    check(&CollectiveError::Split { ranks: 3 }, &["3"]);
    check(&CollectiveError::Grid { ranks: 3 }, &["3"]);
    check(&CollectiveError::Size, &[]);
    check(&CollectiveError::Topology(TopologyError::NoSwitch { gpu: 3 }), &["3"]);
    check(&CollectiveError::Sim(SimError::NoRate { route: 3 }), &["3"]);
}

#[test]
fn steps() {
    check(&LayoutError::Count { what: "data", value: 0, max: 8 }, &["data", "0", "8"]);
    check(&LayoutError::Gpus { gpus: 7, tensor: 2, pipeline: 3 }, &["7", "2", "3"]);
    check(&LayoutError::Tensor { ways: 7, what: "heads", value: 96 }, &["7", "heads", "96"]);
    check(&LayoutError::Divide { what: "context", ways: 7, of: "sequence", value: 96 }, &["7", "sequence", "96"]);
    check(&LayoutError::NoExperts { ways: 7 }, &["7"]);
    check(&LayoutError::Stages { stages: 97, layers: 96 }, &["97", "96"]);
    check(&LayoutError::Batch { global: 1536, data: 8, micro: 5 }, &["1,536", "8", "5"]);
    let groups = ScheduleError::EqualGroups { stages: 4, micro_batches: 9, nearest: 10 };
    check(&groups, &["4", "9", "10"]);
    check(&ScheduleError::Folded { stages: 4, micro_batches: 7 }, &["4", "7", "8"]);
    check(&ScheduleError::Chunks { chunks: 65 }, &["65", "64"]);
    check(&ScheduleError::BothEnds { stages: 4, micro_batches: 7 }, &["4", "7", "8"]);
    check(&TrainError::Layout(LayoutError::Schedule(groups)), &["4", "9", "10"]);
    check(&TrainError::Packets(PacketError::Rate { asked: 7 }), &["7"]);
    check(&PlanError::NoLayout { gpus: 7, batch: 5 }, &["7", "5"]);
    check(&PlanError::NothingFits { least: Bytes(90_000_000_000), have: Bytes(80_000_000_000) }, &["90", "80"]);
    check(&CutError::Unplaced { placed: 3, operators: 30 }, &["3", "30"]);
    check(&CutError::Device { device: 2, devices: 2 }, &["3", "2"]);
    check(&CutError::Circle, &[]);
    check(&CutError::Returns { from: 1, to: 0 }, &["2", "1"]);
}

#[test]
fn days_and_descent() {
    check(&FaultError::Range { what: "servers", value: 0, most: 16 }, &["servers", "0", "16"]);
    check(&FaultError::ZeroInterval, &[]);
    check(&FaultError::Events, &["4"]);
    check(&DescentError::Range { what: "rate", low: 0.001, high: 1.0, decimals: 3 }, &["rate", "0.001", "1.000"]);
    check(&DescentError::Count { parameters: 3 }, &["3"]);
}
