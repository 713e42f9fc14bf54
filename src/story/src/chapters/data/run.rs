//! Data parallelism: every GPU holds the same model and trains it on data of its own; the gradients are summed while the
//! backward pass is still writing them, and each GPU makes the same update.
//!
//! Gradients leave in bundles, as PyTorch's DDP and Megatron send them (arXiv:2006.15704): the backward pass fills them from the
//! last layer to the first, and a bundle's all-reduce starts at a GPU once its last gradient is there and the all-reduce before
//! it has ended, since a communicator's kernels run one after the other. A bell may hold back the first until a part of the pass is
//! done: what others run without overlap is the bell after its last page. What the all-reduces take from the passes (streaming
//! multiprocessors, memory bandwidth) is not counted.

use crate::scenario::Scenario;
use kitchen_core::collective::hierarchical::{Dimension, Inner};
use kitchen_core::collective::{self, Algorithm, Call, Op};
use kitchen_core::sim::task::{GpuId, Kind, Label, TaskGraph, TaskId, Work};
use kitchen_core::topology::{self, ClusterSpec, Router, Topology};
use kitchen_core::units::{Bytes, Time};
use kitchen_core::workload::{Layout, Model, Recompute, cost};
use kitchen_text::Line;

use crate::scenario::Draft;
use crate::sentences::Sentence as _;

use super::params::{MODELS, Params, QUARTERS};

/// Bytes of a gradient value: 16 bits.
const GRADIENT_BYTES: u64 = 2;
/// Sequences in each GPU's batch.
const SEQUENCES: u32 = 1;

/// Parts in the pipeline of several kitchens. With as many as pay, which are fewer the more moves there are, 16 kitchens would be
/// compared with 64 by two differences; and 128 parts in each of 8 chefs' places are more than can be followed.
const SLICES: u32 = 8;

/// What a scenario trains, and how its gradients are bundled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub model: &'static Model,
    /// Tokens in each GPU's batch.
    pub tokens: u64,
    pub bundles: u32,
    /// The page after whose backward pass the bell rings for the first meeting; none where it need not.
    pub bell: Option<u32>,
}

impl Plan {
    pub(crate) fn of(scenario: &Scenario) -> Plan {
        let params = Params::of(scenario);
        let model = params.model;
        // One bundle is full when all is written, and waits for no bell.
        let pages = (params.bell > 0 && params.buckets > 1).then(|| (model.layers * params.bell).div_ceil(QUARTERS));
        Plan {
            model,
            tokens: u64::from(SEQUENCES) * u64::from(model.seq),
            bundles: params.buckets.max(1),
            bell: pages.map(|pages| model.layers.saturating_sub(pages)),
        }
    }

    /// Gradients of one GPU.
    pub(crate) fn gradients(&self) -> Bytes {
        Bytes(GRADIENT_BYTES * self.model.parameters())
    }

    /// Bytes of bundle `index`: equal shares, to the value.
    pub(crate) fn bytes(&self, index: u32) -> Bytes {
        Bytes(GRADIENT_BYTES * (self.first(index + 1) - self.first(index)))
    }

    /// The first value of a bundle, counted in the order in which they are written.
    fn first(&self, index: u32) -> u64 {
        self.model.parameters() * u64::from(index) / u64::from(self.bundles)
    }

    /// The page (layer, from 0) whose backward pass writes the last value of a bundle. What is outside the layers is written
    /// with page 0: the embedding gets gradients from both ends of the model.
    pub(crate) fn last_page(&self, bundle: u32) -> u32 {
        let pages = self.first(bundle + 1).div_ceil(self.model.layer_parameters());
        self.model.layers.saturating_sub(pages.min(u64::from(self.model.layers)) as u32)
    }

    /// The bundle that page `page` fills: the first that is not full before.
    fn filled_by(&self, page: u32) -> u32 {
        (0..self.bundles).find(|&bundle| self.last_page(bundle) <= page).unwrap_or(self.bundles - 1)
    }

    const fn layout() -> Layout {
        Layout { micro_batch: SEQUENCES, global_batch: SEQUENCES, recompute: Recompute::Selective, ..Layout::ONE }
    }
}

/// The model whose gradients come nearest to `bytes`, as the index of the choice: what links of before gave by itself.
pub(super) fn model_of(bytes: Bytes) -> usize {
    let off = |model: &Model| {
        let own = GRADIENT_BYTES * model.parameters();
        own.max(bytes.0) as f64 / own.min(bytes.0).max(1) as f64
    };
    (0..MODELS.len()).min_by(|&a, &b| off(MODELS[a].2).total_cmp(&off(MODELS[b].2))).unwrap_or(0)
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    Ok(vec![draft(scenario)?])
}

/// The machine.
fn cluster(scenario: &Scenario) -> ClusterSpec {
    let params = Params::of(scenario);
    let gpus = (params.kitchens == 1).then_some(params.chefs);
    ClusterSpec { gpus, ..ClusterSpec::new(params.system, params.kitchens) }
}

/// How the chefs of several kitchens meet: inside as the algorithm says, and beyond, number by number, one delegate of each on
/// double binary trees. What has trees or switches of its own goes so by itself.
fn across(params: &Params) -> (Algorithm, Vec<Dimension>) {
    let inner = match params.algorithm {
        Algorithm::Ring => Inner::Ring,
        Algorithm::Direct => Inner::Direct,
        _ => return (params.algorithm, Vec::new()),
    };
    if params.kitchens == 1 {
        return (params.algorithm, Vec::new());
    }
    let dims = [Dimension::new(params.system.gpus_per_node, inner), Dimension::new(params.kitchens, Inner::Trees)];
    (Algorithm::Hierarchical, dims.to_vec())
}

pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    vec![cluster(scenario)]
}

fn draft(scenario: &Scenario) -> Result<Draft, Line> {
    let spec = cluster(scenario);
    let topology = topology::build(&spec).map_err(|error| error.line())?;
    let group: Vec<GpuId> = (0..topology.len()).collect();
    let plan = Plan::of(scenario);
    let (algorithm, dims) = across(&Params::of(scenario));
    let mut step = Step { graph: TaskGraph::new(), topology: &topology, group: &group, plan, algorithm, dims: &dims };
    let (written, rung) = step.passes();
    let summed = step.meetings(&written, &rung)?;
    let duration = Time::from_secs_f64(cost::update_seconds(spec.system.gpu, plan.model.parameters() as f64));
    for (&gpu, &done) in group.iter().zip(&summed) {
        step.graph.add(Work::Compute { gpu, duration }, Label::new(Kind::Update), &[done]);
    }
    let graph = step.graph;
    Ok(Draft::new(topology, graph))
}

/// A step's task graph while it is written.
struct Step<'a> {
    graph: TaskGraph,
    topology: &'a Topology,
    group: &'a [GpuId],
    plan: Plan,
    algorithm: Algorithm,
    /// Kitchens and what joins them, where the algorithm does not find them by itself.
    dims: &'a [Dimension],
}

impl Step<'_> {
    /// Forward and backward passes of all GPUs, layer by layer; returns, for each bundle and rank, the task that fills
    /// it, and for each rank the one after which the bell rings, where it does.
    ///
    /// A forward task's step is its page; the vocabulary and the loss are one page more. A backward task's micro-batch is the
    /// bundle that it fills.
    fn passes(&mut self) -> (Vec<Vec<TaskId>>, Vec<TaskId>) {
        let (plan, layout) = (self.plan, Plan::layout());
        let gpu = self.topology.spec.system.gpu;
        let (layer, head) = (cost::layer(gpu, plan.model, &layout), cost::head(gpu, plan.model, &layout));
        let time = Time::from_secs_f64;
        let pages = plan.model.layers as u16;
        let forward = (0..pages).map(|page| (Kind::Forward, page, time(layer.forward)));
        let backward = (0..pages).rev().map(|page| (Kind::Backward, page, time(layer.backward)));
        let loss = [(Kind::Forward, pages, time(head.forward)), (Kind::Backward, pages, time(head.backward))];
        let work: Vec<(Kind, u16, Time)> = forward.chain(loss).chain(backward).collect();
        let mut written = vec![Vec::with_capacity(self.group.len()); plan.bundles as usize];
        let mut rung = Vec::new();
        for &gpu in self.group {
            let mut last: Option<TaskId> = None;
            for &(kind, page, duration) in &work {
                let label = Label::new(kind).step(page);
                let label = match kind {
                    Kind::Backward => label.micro_batch(plan.filled_by(u32::from(page)) as u16),
                    _ => label,
                };
                let task = self.graph.add(Work::Compute { gpu, duration }, label, last.as_slice());
                last = Some(task);
                if kind == Kind::Backward && page < pages {
                    let full = (0..plan.bundles).filter(|&bundle| plan.last_page(bundle) == u32::from(page));
                    full.for_each(|bundle| written[bundle as usize].push(task));
                    if plan.bell == Some(u32::from(page)) {
                        rung.push(task);
                    }
                }
            }
        }
        (written, rung)
    }

    /// One all-reduce for each bundle; returns, for each rank, the task that ends with the last one. A move's micro-batch is its
    /// bundle, and its chunks are counted through all of them: each has places of its own on the report.
    fn meetings(&mut self, written: &[Vec<TaskId>], rung: &[TaskId]) -> Result<Vec<TaskId>, Line> {
        let router = Router::new(self.topology);
        let mut before: Vec<TaskId> = Vec::new();
        let mut places = 0;
        for (bundle, written) in (0..).zip(written) {
            let bytes = self.plan.bytes(bundle);
            let slices = if self.topology.nodes > 1 { SLICES } else { 0 };
            let call = Call { dims: self.dims, slices, ..Call::new(Op::AllReduce, self.algorithm, bytes, self.group) };
            let after: Vec<Vec<TaskId>> = (0..self.group.len())
                .map(|rank| {
                    [written.get(rank), before.get(rank), rung.get(rank)].into_iter().flatten().copied().collect()
                })
                .collect();
            let first = self.graph.len();
            before = collective::append(&mut self.graph, &router, self.topology, &call, &after)
                .map_err(|error| error.line())?;
            let mut taken = 0;
            for label in &mut self.graph.labels[first..] {
                if label.kind.is_transfer() {
                    taken = taken.max(label.chunk + label.chunks);
                    label.chunk += places;
                    label.micro_batch = bundle as u16;
                }
            }
            places += taken;
        }
        Ok(before)
    }
}

#[cfg(test)]
mod tests {
    use super::super::kind::KIND;
    use super::*;
    use kitchen_core::run::Run;

    fn run(scenario: &Scenario) -> Run {
        draft(scenario).unwrap().simulate().unwrap()
    }

    fn usual() -> Scenario {
        Scenario::default_for(KIND)
    }

    /// When a kind of task is first started and last ended in a bundle (`None`: in any).
    fn span(run: &Run, bundle: Option<u16>, is: fn(Kind) -> bool) -> (Time, Time) {
        let tasks = (0..run.graph.len()).filter(|&task| {
            let label = run.graph.labels[task];
            is(label.kind) && bundle.is_none_or(|bundle| label.micro_batch == bundle)
        });
        tasks.fold((Time::MAX, Time::ZERO), |(start, end), task| {
            (start.min(run.trace.start[task]), end.max(run.trace.end[task]))
        })
    }

    /// The time of a step in so many bundles against the same in one.
    fn check(system: &str, bundles: i64, low: f64, high: f64) {
        let time =
            |bundles| run(&usual().with_choice("system", system).with("buckets", bundles)).trace.makespan.as_secs();
        let ratio = time(bundles) / time(1);
        assert!((low..high).contains(&ratio), "{system}, {bundles} bundles: {ratio}");
    }

    #[test]
    fn bundles_share_all_gradients() {
        for bundles in 1..=16 {
            let plan = Plan::of(&usual().with("buckets", bundles));
            let all: u64 = (0..plan.bundles).map(|bundle| plan.bytes(bundle).0).sum();
            assert_eq!(Bytes(all), plan.gradients());
            let pages: Vec<u32> = (0..plan.bundles).map(|bundle| plan.last_page(bundle)).collect();
            assert!(pages.windows(2).all(|pair| pair[0] >= pair[1]) && pages.last() == Some(&0), "{pages:?}");
        }
    }

    #[test]
    fn meetings_wait_for_their_bundle_and_for_one_another() {
        let run = run(&usual());
        let plan = Plan::of(&usual());
        let mut before = Time::ZERO;
        for bundle in 0..plan.bundles {
            let (start, end) = span(&run, Some(bundle as u16), Kind::is_transfer);
            let wrote = |task: &usize| {
                let label = run.graph.labels[*task];
                label.kind == Kind::Backward && u32::from(label.step) == plan.last_page(bundle)
            };
            let filled = (0..run.graph.len()).filter(wrote).map(|task| run.trace.end[task]).max().unwrap();
            assert!(start >= filled && start >= before, "bundle {bundle}");
            before = end;
        }
        let (first, stove_off) =
            (span(&run, Some(0), Kind::is_transfer).0, span(&run, None, |kind| kind == Kind::Backward).1);
        assert!(first < stove_off, "the first meeting is held while the stove is hot");
        assert!(span(&run, None, |kind| kind == Kind::Update).0 >= before);
    }

    /// The first meeting begins once so many quarters of the pages are written, and not before its bundle is full.
    fn check_bell(bell: &str, quarters: u32) {
        let scenario = usual().with_choice("bell", bell);
        let (run, plan) = (run(&scenario), Plan::of(&scenario));
        let done = |pages: u32| {
            let page = plan.model.layers.saturating_sub(pages);
            let wrote = |task: &usize| {
                let label = run.graph.labels[*task];
                label.kind == Kind::Backward && u32::from(label.step) == page
            };
            (0..run.graph.len()).filter(wrote).map(|task| run.trace.end[task]).max().unwrap()
        };
        let full = plan.model.layers - plan.last_page(0);
        let expected = done(full.max(plan.model.layers * quarters / 4));
        assert_eq!(span(&run, None, |kind| kind == Kind::Launch).0, expected, "{bell}");
    }

    #[test]
    fn no_meeting_before_the_bell() {
        for (bell, quarters) in [("0", 0), ("1", 1), ("2", 2), ("3", 3), ("4", 4)] {
            check_bell(bell, quarters);
        }
        let times = ["0", "1", "2", "3", "4"].map(|bell| run(&usual().with_choice("bell", bell)).trace.makespan);
        assert!(times.windows(2).all(|pair| pair[0] <= pair[1]) && times[0] < times[4], "{times:?}");
        // One bundle is full when all is written: the bell changes nothing.
        let one = |bell| run(&usual().with("buckets", 1).with_choice("bell", bell)).trace.makespan;
        assert_eq!(one("0"), one("4"));
    }

    #[test]
    fn meeting_while_cooking_pays() {
        check("dgx-h100", 8, 0.7, 0.95);
        check("dgx-a100", 8, 0.7, 0.97);
        check("pcie-8", 8, 0.5, 0.95);
    }

    #[test]
    fn old_sizes_find_the_nearest_model() {
        let id = |bytes: u64| MODELS[model_of(Bytes(bytes))].0;
        assert_eq!(
            [id(1), id(1 << 20), id(1 << 30), id(16 << 30)],
            ["gpt3-350m", "gpt3-350m", "gpt3-760m", "gpt3-1.3b"]
        );
    }
}
