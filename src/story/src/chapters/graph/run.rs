//! One pass out through all operators of a model, cut in two between a pair of H100.
//!
//! Operators are costed one by one, as a framework runs them that fuses nothing; weights and tensors are in 16 bits.

use kitchen_core::hardware::Gpu;
use kitchen_core::run::Run;
use kitchen_core::topology::{self, ClusterSpec, Layout, Router, Technology, Topology, Transport};
use kitchen_core::workload::Model;
use kitchen_core::workload::graph::{Crossing, Cut, Graph, Passes, Placed, Road, Weighed, best, place, weigh};
use kitchen_text::Line;

use crate::scenario::presets::{DGX_H100_ONE, DGX_H100_OVER_PCIE, HGX_H100_4};
use crate::scenario::{Draft, Scenario};
use crate::sentences::Sentence as _;
use crate::show::Show;

use super::cards::{Fold, WORST};
use super::params::{Link, Params};
use super::three::{self, Knives};

/// Gbit/s of the card that joins two servers.
const STREET_GBIT: u32 = 100;

/// A cut of the plan's graph.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Cards before the knife.
    pub knife: u32,
    pub cut: Cut,
    pub weighed: Weighed,
    pub crossings: Vec<Crossing>,
}

/// What a scenario runs, and the best of all cuts beside it.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub params: Params,
    /// With the sequence that was asked for.
    pub model: Model,
    pub gpu: &'static Gpu,
    pub graph: Graph,
    pub fold: Fold,
    pub road: Road,
    pub here: Place,
    /// The cut that the engine's search finds: the quickest pace when many bowls follow.
    pub good: Place,
}

impl Plan {
    pub(super) fn new(params: Params) -> Result<Plan, Line> {
        Plan::on(params, &build(params)?)
    }

    /// Of a show of two chefs.
    pub(super) fn of(show: &Show) -> Option<Plan> {
        if three::is_three(&show.scenario) {
            return None;
        }
        Plan::on(Params::of(&show.scenario), &show.runs.first()?.topology).ok()
    }

    fn on(params: Params, topology: &Topology) -> Result<Plan, Line> {
        let model = Model { seq: params.words, ..*params.model };
        let gpu = topology.preset().gpu;
        let graph = Graph::of(&model, gpu, 1).map_err(|error| error.line())?;
        let route = Router::new(topology).route(0, 1).map_err(|error| error.line())?;
        let road = Road::of(topology, &route);
        let found = best(&graph, &road, Passes::Forward);
        let order = graph.order();
        let operators = found
            .as_ref()
            .map_or(order.len() / 2, |(cut, _)| order.iter().filter(|&&node| cut.device(node) == 0).count());
        let fold = Fold::around(model.layers, operators);
        let place = |knife: u32| {
            let cut = Cut::prefix(&graph, fold.before(knife));
            let (weighed, crossings) = (weigh(&graph, &cut, &road, Passes::Forward), cut.crossings(&graph));
            Place { knife, cut, weighed, crossings }
        };
        let (here, good) = (place(params.knife), place(fold.knife(operators).unwrap_or(WORST)));
        Ok(Plan { params, model, gpu, graph, fold, road, here, good })
    }

    /// What the question compares the knife's place with: the best place, or from there the worst.
    pub(super) fn other(&self) -> u32 {
        if self.here.knife == self.good.knife { WORST } else { self.good.knife }
    }

    /// The tasks of the run, with what each of them is.
    pub(super) fn placed(&self, topology: &Topology) -> Result<Placed, Line> {
        place(&self.graph, &self.here.cut, &Router::new(topology), &[0, 1], Passes::Forward)
            .map_err(|error| error.line())
    }
}

/// Two GPUs of a server, or of two; three where a second knife cuts.
fn cluster(params: Params) -> ClusterSpec {
    let chefs = 2 + u32::from(params.second > 0);
    let inside = |system| ClusterSpec { gpus: Some(chefs), ..ClusterSpec::new(system, 1) };
    match params.link {
        Link::Corridor => inside(&DGX_H100_OVER_PCIE),
        Link::Tunnel => inside(&HGX_H100_4),
        Link::Street => {
            let fabric = DGX_H100_ONE.default_fabric.over(Technology::Ethernet, Transport::Rdma);
            let fabric = fabric.laid_out(Layout::LeafSpine).with_nics(1, STREET_GBIT);
            ClusterSpec { fabric, ..ClusterSpec::new(&DGX_H100_ONE, chefs) }
        }
    }
}

pub(super) fn build(params: Params) -> Result<Topology, Line> {
    topology::build(&cluster(params)).map_err(|error| error.line())
}

pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    vec![cluster(Params::of(scenario))]
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    let params = Params::of(scenario);
    let topology = build(params)?;
    if three::is_three(scenario) {
        let graph = Knives::on(params, &topology)?.placed(&topology)?.tasks;
        return Ok(vec![Draft::new(topology, graph)]);
    }
    let graph = Plan::on(params, &topology)?.placed(&topology)?.tasks;
    Ok(vec![Draft::new(topology, graph)])
}

/// When each chef is at work: from its first card to its last.
pub(super) fn work(run: &Run, chef: u32) -> [kitchen_core::units::Time; 2] {
    use kitchen_core::sim::task::Work;
    use kitchen_core::units::Time;
    let own = |task: &usize| matches!(run.graph.work[*task], Work::Compute { gpu, .. } if gpu == chef);
    let own = || (0..run.graph.len()).filter(own);
    [
        own().map(|task| run.trace.start[task]).min().unwrap_or(Time::ZERO),
        own().map(|task| run.trace.end[task]).max().unwrap_or(Time::ZERO),
    ]
}
