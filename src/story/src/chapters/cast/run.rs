//! One training step of a small GPT in two servers: each cuts the model into two stages and trains it on data of its own; the
//! gradients of a stage are summed between the servers, and every GPU makes its update.

use kitchen_core::collective::{self, Algorithm, Call, Op};
use kitchen_core::hardware::Gpu;
use kitchen_core::sim::task::{Kind, Label, TaskGraph, TaskId, Work};
use kitchen_core::topology::{self, ClusterSpec, Layout as Wiring, Router, System, Technology, Transport};
use kitchen_core::units::{Bytes, Time};
use kitchen_core::workload::pipeline::{Boundary, Line as Stages, Stage, append};
use kitchen_core::workload::{Layout, Model, Recompute, cost, memory, model::GPT3_350M};
use kitchen_text::Line;

use crate::scenario::presets::part_of_dgx_h100;
use crate::scenario::{Draft, Scenario};
use crate::sentences::Sentence as _;

/// Servers, and the stages of the model in each: a GPU for each stage.
pub(super) const KITCHENS: u32 = 2;
pub(super) const STAGES: u32 = 2;
/// Micro-batches in each server, and sequences in each.
pub(super) const BOWLS: u32 = 2;
const SEQUENCES: u32 = 4;
/// Bytes of a gradient value: 16 bits.
const GRADIENT_BYTES: u64 = 2;

/// DGX H100 of which two GPUs take part, and of which all four do.
static PAIR: System = part_of_dgx_h100(STAGES);
static FOUR: System = part_of_dgx_h100(KITCHENS * STAGES);

/// What is trained, and how it is cut.
pub(super) struct Plan {
    pub(super) model: &'static Model,
    pub(super) layout: Layout,
    /// Layers of each stage.
    pub(super) layers: Vec<u32>,
    pub(super) gpu: &'static Gpu,
}

impl Plan {
    pub(super) fn new() -> Plan {
        let model = &GPT3_350M;
        let layout = Layout {
            data: KITCHENS,
            pipeline: STAGES,
            micro_batch: SEQUENCES,
            global_batch: KITCHENS * BOWLS * SEQUENCES,
            recompute: Recompute::Selective,
            ..Layout::ONE
        };
        Plan { model, layout, layers: cost::balanced_layers(PAIR.gpu, model, &layout), gpu: PAIR.gpu }
    }

    fn parameters(&self, stage: u32) -> u64 {
        memory::parameters_of(self.model, &self.layout, stage, self.layers[stage as usize])
    }

    /// What a stage's GPU brings to the all-reduce.
    pub(super) fn gradients(&self, stage: u32) -> Bytes {
        Bytes(GRADIENT_BYTES * self.parameters(stage))
    }

    /// Weights, gradients and optimizer state of a stage.
    pub(super) fn state(&self, stage: u32) -> Bytes {
        Bytes(memory::STATE_BYTES * self.parameters(stage))
    }

    /// Activations that a stage keeps of one micro-batch between its passes.
    pub(super) fn kept(&self, stage: u32) -> Bytes {
        let layer = memory::layer_activation_bytes(self.model, &self.layout);
        Bytes((layer * f64::from(self.layers[stage as usize])) as u64)
    }

    /// Tokens of a micro-batch.
    pub(super) fn tokens(&self) -> u64 {
        u64::from(SEQUENCES) * u64::from(self.model.seq)
    }

    /// The vocabulary projection and the loss: at the end of the last stage's forward pass, at the start of its backward pass.
    pub(super) fn head(&self, kind: Kind) -> Time {
        let head = cost::head(self.gpu, self.model, &self.layout);
        Time::from_secs_f64(if kind == Kind::Forward { head.forward } else { head.backward })
    }

    /// The end of the last stage's forward pass.
    pub(super) fn tasting(&self) -> Time {
        self.head(Kind::Forward)
    }

    fn stage(&self, stage: u32, gpu: u32) -> Stage {
        let layer = cost::layer(self.gpu, self.model, &self.layout);
        let head = cost::head(self.gpu, self.model, &self.layout);
        let count = f64::from(self.layers[stage as usize]);
        let last = if stage + 1 == STAGES { 1.0 } else { 0.0 };
        let forward = Time::from_secs_f64(count * layer.forward + last * head.forward);
        let backward = Time::from_secs_f64(count * layer.backward + last * head.backward);
        // Edits come after the meeting, not after the last pass.
        Stage::whole(gpu, forward, backward, None)
    }
}

/// Two servers of two GPUs, each GPU with its card; all cards at one Ethernet switch.
pub(super) fn two_kitchens() -> ClusterSpec {
    let street = PAIR.default_fabric.over(Technology::Ethernet, Transport::Rdma).laid_out(Wiring::LeafSpine);
    ClusterSpec { fabric: street, ..ClusterSpec::new(&PAIR, KITCHENS) }
}

/// The same GPUs in one server.
pub(super) fn one_kitchen() -> ClusterSpec {
    ClusterSpec::new(&FOUR, 1)
}

pub(super) fn prepare(_: &Scenario) -> Result<Vec<Draft>, Line> {
    Ok(vec![draft(&two_kitchens())?])
}

/// The step on a machine of four GPUs: 1 and 2 hold the model, 3 and 4 hold it again.
pub(super) fn draft(cluster: &ClusterSpec) -> Result<Draft, Line> {
    let plan = Plan::new();
    let topology = topology::build(cluster).map_err(|error| error.line())?;
    let router = Router::new(&topology);
    let mut graph = TaskGraph::new();
    let mut written: Vec<TaskId> = Vec::new();
    for kitchen in 0..KITCHENS {
        let gpus = [kitchen * STAGES, kitchen * STAGES + 1];
        let mut way = |src, dst| router.route(src, dst).map(|route| graph.add_route(route));
        let forward = way(gpus[0], gpus[1]).map_err(|error| error.line())?;
        let backward = way(gpus[1], gpus[0]).map_err(|error| error.line())?;
        let relay = plan.layout.schedule.plan(STAGES, BOWLS).map_err(|error| error.line())?;
        let line = Stages {
            stages: &[plan.stage(0, gpus[0]), plan.stage(1, gpus[1])],
            boundaries: &[Boundary { forward, backward }],
            bytes: cost::boundary_bytes(plan.model, &plan.layout),
            plan: &relay,
            first: kitchen * BOWLS,
            after: &[],
        };
        written.extend(append(&mut graph, &line));
    }
    for stage in 0..STAGES {
        let group = [stage, stage + STAGES];
        let call = Call::new(Op::AllReduce, Algorithm::Ring, plan.gradients(stage), &group);
        let after = group.map(|gpu| vec![written[gpu as usize]]);
        let summed = collective::append(&mut graph, &router, &topology, &call, &after).map_err(|error| error.line())?;
        let duration = Time::from_secs_f64(cost::update_seconds(plan.gpu, plan.parameters(stage) as f64));
        for (&gpu, &done) in group.iter().zip(&summed) {
            let label = Label::new(Kind::Update).step(stage as u16);
            graph.add(Work::Compute { gpu, duration }, label, &[done]);
        }
    }
    drop(router);
    Ok(Draft::new(topology, graph))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kitchen_core::run::Run;
    use kitchen_core::topology::LinkClass;

    fn run(cluster: &ClusterSpec) -> Run {
        draft(cluster).unwrap().simulate().unwrap()
    }

    /// The kinds of link that transfers of a kind cross.
    fn crossed(run: &Run, is: fn(Kind) -> bool) -> Vec<LinkClass> {
        let mut classes: Vec<LinkClass> = Vec::new();
        for (work, label) in run.graph.work.iter().zip(&run.graph.labels) {
            let Work::Transfer { route, .. } = *work else { continue };
            if is(label.kind) {
                let hops = &run.graph.routes[route as usize].hops;
                classes.extend(hops.iter().filter_map(|hop| run.topology.link(hop.link)).map(|link| link.class));
            }
        }
        classes.sort_by_key(|class| class.slowness());
        classes.dedup();
        classes
    }

    #[test]
    fn everyone_goes_the_way_that_the_picture_draws() {
        let run = run(&two_kitchens());
        let handed = |kind| matches!(kind, Kind::Activation | Kind::ActivationGradient);
        assert_eq!(crossed(&run, handed), [LinkClass::NvSwitch]);
        let met = |kind| matches!(kind, Kind::SendReduce | Kind::SendCopy);
        assert_eq!(crossed(&run, met), [LinkClass::Pcie, LinkClass::Ethernet]);
        assert_eq!(crossed(&self::run(&one_kitchen()), met), [LinkClass::NvSwitch]);
    }
}
