//! Data parallelism: every GPU holds the same model; their gradients are summed, and each makes the same update.

use crate::collective::{self, Algorithm, Call, Op};
use crate::scenario::params::Scenario;
use crate::sim::task::{GpuId, Kind, Label, TaskGraph, Work};
use crate::text::Line;
use crate::topology::{self, ClusterSpec, Router};
use crate::units::Time;
use crate::workload::cost;

use super::{Draft, system};

/// Bytes of a gradient value: 16 bits.
const GRADIENT_BYTES: u64 = 2;

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    Ok(vec![draft(scenario)?])
}

fn draft(scenario: &Scenario) -> Result<Draft, Line> {
    let chefs = scenario.get_int("chefs") as u32;
    let bytes = scenario.get_bytes("bytes");
    let spec = ClusterSpec { gpus: Some(chefs), ..ClusterSpec::new(system(scenario.get_choice("system")), 1) };
    let topology = topology::build(&spec).map_err(|error| error.line())?;
    let mut graph = TaskGraph::new();
    let group: Vec<GpuId> = (0..chefs).collect();
    let algorithm = Algorithm::from_id(scenario.get_choice("algorithm")).unwrap_or_default();
    let call = Call::new(Op::AllReduce, algorithm, bytes, &group);
    let router = Router::new(&topology);
    let summed = collective::append(&mut graph, &router, &topology, &call, &[]).map_err(|error| error.line())?;
    let parameters = (bytes.0 / GRADIENT_BYTES) as f64;
    let duration = Time::from_secs_f64(cost::update_seconds(spec.system.gpu, parameters));
    for (&gpu, &done) in group.iter().zip(&summed) {
        graph.add(Work::Compute { gpu, duration }, Label::new(Kind::Update), &[done]);
    }
    drop(router);
    Ok(Draft { topology, graph })
}
