//! Two layers with experts on eight H100, there and back: what every token asks for is drawn, the rest is simulated.

use kitchen_core::sim::task::TaskGraph;
use kitchen_core::topology::{self, ClusterSpec, DGX_H100, Layout, Technology, Topology, Transport};
use kitchen_core::workload::Model;
use kitchen_core::workload::routing::{Capacity, Party, Router, Routing, route};
use kitchen_text::Line;

use crate::scenario::presets::{DGX_H100_HALF, DGX_H100_OVER_PCIE};
use crate::scenario::{Draft, Scenario};
use crate::sentences::Sentence as _;
use crate::show::Show;

use super::params::{Params, Place};
use super::points;

/// GPUs that share the experts.
pub(super) const CHEFS: usize = 8;
/// Layers that are shown.
pub(super) const PAGES: usize = 2;
/// Tokens of each GPU: one sequence.
pub(super) const WORDS: u32 = 4096;
/// Tokens by which it is found how much the favourite must be liked: a quarter of all, which is exact to a percent.
const LIKED_BY: u64 = 8192;
/// The GPU of each layer's favourite: another in each, since each layer has a router of its own.
pub(super) const FAVOURED: [usize; PAGES] = [2, 5];

/// What the router chooses in each layer, and what is made of it.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub params: Params,
    pub model: &'static Model,
    pub pages: Vec<Routing>,
}

impl Plan {
    pub(super) fn new(params: Params) -> Plan {
        let model = params.model;
        let pages = (0..PAGES).map(|page| choose(model, params, page)).collect();
        Plan { params, model, pages }
    }

    /// With the points that the reader took from the favourites.
    fn made(scenario: &Scenario) -> Plan {
        let params = Params::of(scenario);
        let Some(points) = points::read(scenario) else { return Plan::new(params) };
        let model = params.model;
        let page = |(page, taken): (usize, u16)| {
            let router = router(model, params, page).with_bias(liked(model, page), -i32::from(taken));
            route(&router, CHEFS, WORDS, capacity(params))
        };
        Plan { params, model, pages: points.into_iter().enumerate().map(page).collect() }
    }

    pub(super) fn of(show: &Show) -> Plan {
        Plan::made(&show.scenario)
    }

    /// Bytes of a token on its way.
    pub(super) fn token_bytes(&self) -> u64 {
        2 * u64::from(self.model.hidden)
    }
}

/// What all tokens of a layer choose.
pub(super) fn choose(model: &Model, params: Params, page: usize) -> Routing {
    route(&router(model, params, page), CHEFS, WORDS, capacity(params))
}

fn capacity(params: Params) -> Option<Capacity> {
    params.room.map(|percent| Capacity { percent })
}

/// The router of a layer.
pub(super) fn router(model: &Model, params: Params, page: usize) -> Router {
    let (count, top) = model.experts.map_or((1, 1), |experts| (experts.count, experts.top));
    Router::even(count, top, page as u64 + 1)
        .with_favourite(liked(model, page), params.favourite, 0..LIKED_BY)
        .balanced_over(params.corrected)
}

/// The expert that is made a layer's favourite.
pub(super) fn liked(model: &Model, page: usize) -> usize {
    let per = model.experts.map_or(1, |experts| experts.count as usize) / CHEFS;
    FAVOURED[page % PAGES] * per + per / 2
}

fn cluster(params: Params) -> ClusterSpec {
    match params.place {
        Place::Exchange => ClusterSpec::new(&DGX_H100, 1),
        Place::Corridor => ClusterSpec::new(&DGX_H100_OVER_PCIE, 1),
        Place::Street => {
            let fabric = DGX_H100_HALF.default_fabric.over(Technology::Ethernet, Transport::Rdma);
            ClusterSpec { fabric: fabric.laid_out(Layout::LeafSpine), ..ClusterSpec::new(&DGX_H100_HALF, 2) }
        }
    }
}

pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    vec![cluster(Params::of(scenario))]
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    draft(&Plan::made(scenario)).map(|(topology, graph)| vec![Draft::new(topology, graph)])
}

/// The machine, and what happens on it.
pub(super) fn draft(plan: &Plan) -> Result<(Topology, TaskGraph), Line> {
    let topology: Topology = topology::build(&cluster(plan.params)).map_err(|error| error.line())?;
    let party = Party { model: plan.model, topology: &topology, layers: &plan.pages };
    let graph = party.there_and_back().map_err(|error| error.line())?;
    Ok((topology, graph))
}
