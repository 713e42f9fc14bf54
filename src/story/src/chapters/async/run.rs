//! Kitchens that wait for all after each dish, and beside them, on the same clock and the same street, as many that wait by another
//! rule. Nothing else differs: where the others leave their reports with a keeper and take the page as it is, these have a keeper as
//! well; where the others go on by their own pages and average at times, these average after each dish. A server of one GPU each; the times are those of a published model, computed as everywhere here.
//!
//! How far a kitchen may be ahead of the slowest is a dependency between tasks (stale synchronous parallel: Ho et al., "More
//! effective distributed ML via a stale synchronous parallel parameter server", NIPS 2013); local steps with averages between
//! them are local SGD (Stich, "Local SGD converges fast and communicates little", ICLR 2019).

use kitchen_core::collective::{self, Algorithm, Call, Op};
use kitchen_core::hardware::Gpu;
use kitchen_core::sim::task::{GpuId, Kind, Label, TaskGraph, TaskId, Work};
use kitchen_core::topology::{self, ClusterSpec, Router, Technology, Topology, Transport};
use kitchen_core::trace::Trace;
use kitchen_core::units::{Bytes, Time};
use kitchen_core::workload::{Layout, Model, Recompute, cost, model::GPT3_1_3B};
use kitchen_text::Line;

use crate::scenario::presets::DGX_H100_ONE;
use crate::scenario::{Draft, Scenario};
use crate::sentences::Sentence as _;

use super::params::{Params, Rule};

/// Dishes of each kitchen that meets.
pub(super) const ROUNDS: u16 = 24;
/// The most dishes of a kitchen that does not, for each of those.
const MOST: u16 = 8;
/// Sequences tasted for each dish.
const SEQUENCES: u32 = 4;
/// Bytes of a weight, and of a gradient: 16 bits.
const VALUE_BYTES: u64 = 2;

/// The recipe whose pages travel.
pub(super) fn recipe() -> &'static Model {
    &GPT3_1_3B
}

/// A page, or a report, of all parameters.
pub(super) fn page() -> Bytes {
    Bytes(VALUE_BYTES * recipe().parameters())
}

/// What kitchen `at` of a half cooks on.
fn gpu(params: Params, at: u32) -> &'static Gpu {
    match params.slow {
        Some(system) if at == 0 => system.gpu,
        _ => DGX_H100_ONE.gpu,
    }
}

/// How long a kitchen takes for one dish there and back, and for following a report on its own page.
pub(super) fn dish(params: Params, at: u32) -> [Time; 3] {
    let layout =
        Layout { micro_batch: SEQUENCES, global_batch: SEQUENCES, recompute: Recompute::Selective, ..Layout::ONE };
    let (gpu, model) = (gpu(params, at), recipe());
    let (layer, head) = (cost::layer(gpu, model, &layout), cost::head(gpu, model, &layout));
    let layers = f64::from(model.layers);
    let update = cost::update_seconds(gpu, model.parameters() as f64);
    [layers * layer.forward + head.forward, layers * layer.backward + head.backward, update].map(Time::from_secs_f64)
}

/// The name of the slow kitchen's GPU.
pub(super) fn slow_gpu(params: Params) -> &'static str {
    gpu(params, 0).name
}

/// The number of a half's keeper, where the rule has one: after all kitchens, that of those who wait for all first.
pub(super) fn keeper(params: Params, half: u32) -> Option<GpuId> {
    matches!(params.rule, Rule::Stale(_)).then_some(2 * params.kitchens + half)
}

/// Servers of one GPU and one card each, at one street.
fn cluster(params: Params) -> ClusterSpec {
    let street = DGX_H100_ONE.default_fabric.over(Technology::Ethernet, Transport::Rdma);
    let nodes = 2 * (params.kitchens + u32::from(keeper(params, 0).is_some()));
    ClusterSpec { fabric: street, ..ClusterSpec::new(&DGX_H100_ONE, nodes) }
}

pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    vec![cluster(Params::of(scenario))]
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    let params = Params::of(scenario);
    let topology = topology::build(&cluster(params)).map_err(|error| error.line())?;
    // As much as could ever be done, to see what is done until the bell.
    let plenty = Chains { meet: true, tasks: vec![usize::MAX; params.kitchens as usize], dishes: ROUNDS * MOST };
    let (graph, ends) = plan(params, &topology, &plenty)?;
    let trial = Draft::new(topology, graph).simulate()?;
    let bell = ends.bell.iter().map(|&task| trial.trace.end[task as usize]).max().unwrap_or_default();
    let begun = |chain: &Vec<TaskId>| chain.iter().filter(|&&task| trial.trace.start[task as usize] < bell).count();
    let tasks = ends.chains.iter().map(begun).collect();
    let dishes = match params.rule {
        Rule::Stale(_) => ROUNDS * MOST,
        Rule::Local(period) => met_before(&ends.averages, &trial.trace, bell) * period,
    };
    let topology = trial.topology;
    let (graph, _) = plan(params, &topology, &Chains { meet: false, tasks, dishes })?;
    Ok(vec![Draft::new(topology, graph)])
}

/// How many averages were there before the bell.
fn met_before(averages: &[Vec<TaskId>], trace: &Trace, bell: Time) -> u16 {
    let done = |average: &&Vec<TaskId>| average.iter().all(|&task| trace.end[task as usize] <= bell);
    averages.iter().take_while(done).count() as u16
}

/// How much the second half does.
struct Chains {
    /// Whether local steps go on to their average whatever `dishes` says.
    meet: bool,
    /// The most tasks of each kitchen's chain.
    tasks: Vec<usize>,
    /// Dishes up to which local pages are averaged, or the most there are.
    dishes: u16,
}

/// Tasks by which a plan is measured.
struct Ends {
    /// The last ones of the kitchens that wait for all.
    bell: Vec<TaskId>,
    /// Each kitchen's own, in order.
    chains: Vec<Vec<TaskId>>,
    /// The ends of each average.
    averages: Vec<Vec<TaskId>>,
}

fn plan(params: Params, topology: &Topology, chains: &Chains) -> Result<(TaskGraph, Ends), Line> {
    let mut plan = Plan { params, topology, router: Router::new(topology), graph: TaskGraph::new(), chains };
    let all = Chains { meet: true, tasks: vec![usize::MAX; params.kitchens as usize], dishes: ROUNDS };
    let (bell, chains, averages) = match params.rule {
        Rule::Stale(bound) => {
            let waiting = plan.stale((0, Some(0)), &all)?;
            let last = waiting.iter().filter_map(|chain| chain.last().copied()).collect();
            (last, plan.stale((1, bound), plan.chains)?, Vec::new())
        }
        Rule::Local(period) => {
            let last = plan.meeting()?;
            let (chains, averages) = plan.local(period)?;
            (last, chains, averages)
        }
    };
    Ok((plan.graph, Ends { bell, chains, averages }))
}

struct Plan<'a> {
    params: Params,
    topology: &'a Topology,
    router: Router<'a>,
    graph: TaskGraph,
    chains: &'a Chains,
}

impl Plan<'_> {
    /// Forward and backward pass of one dish.
    fn cook(&mut self, gpu: GpuId, dish: u16, after: &[TaskId]) -> [TaskId; 2] {
        let [forward, backward, _] = self::dish(self.params, gpu % self.params.kitchens);
        let mut pass = |kind, duration, after: &[TaskId]| {
            self.graph.add(Work::Compute { gpu, duration }, Label::new(kind).micro_batch(dish), after)
        };
        let there = pass(Kind::Forward, forward, after);
        [there, pass(Kind::Backward, backward, &[there])]
    }

    fn update(&mut self, gpu: GpuId, dish: u16, after: &[TaskId]) -> TaskId {
        let [.., duration] = self::dish(self.params, gpu % self.params.kitchens);
        self.graph.add(Work::Compute { gpu, duration }, Label::new(Kind::Update).micro_batch(dish), after)
    }

    /// All-reduce of the kitchens from `first` on; returns, for each, the task that ends with it.
    fn all_reduce(&mut self, first: GpuId, dish: u16, after: &[TaskId]) -> Result<Vec<TaskId>, Line> {
        let group: Vec<GpuId> = (first..first + self.params.kitchens).collect();
        let call = Call::new(Op::AllReduce, Algorithm::Ring, page(), &group);
        let after: Vec<Vec<TaskId>> = after.iter().map(|&task| vec![task]).collect();
        let from = self.graph.len();
        let done = collective::append(&mut self.graph, &self.router, self.topology, &call, &after)
            .map_err(|error| error.line())?;
        for label in &mut self.graph.labels[from..] {
            label.micro_batch = dish;
        }
        Ok(done)
    }

    /// The half that averages after each dish; returns what ends with its last.
    fn meeting(&mut self) -> Result<Vec<TaskId>, Line> {
        let mut ready: Vec<Vec<TaskId>> = vec![Vec::new(); self.params.kitchens as usize];
        for dish in 0..ROUNDS {
            let cooked: Vec<TaskId> = (0..).zip(&ready).map(|(gpu, after)| self.cook(gpu, dish, after)[1]).collect();
            let summed = self.all_reduce(0, dish, &cooked)?;
            ready = (0..).zip(summed).map(|(gpu, task)| vec![self.update(gpu, dish, &[task])]).collect();
        }
        Ok(ready.into_iter().flatten().collect())
    }

    /// A half that leaves its reports with its keeper, by its bound.
    fn stale(&mut self, (half, bound): (u32, Option<u16>), until: &Chains) -> Result<Vec<Vec<TaskId>>, Line> {
        let count = self.params.kitchens;
        let (first, keeper) = (half * count, 2 * count + half);
        let mut ways = Vec::new();
        for gpu in first..first + count {
            let there = self.router.route(gpu, keeper).map_err(|error| error.line())?;
            let back = self.router.route(keeper, gpu).map_err(|error| error.line())?;
            ways.push([self.graph.add_route(there), self.graph.add_route(back)]);
        }
        let [.., duration] = dish(self.params, 1);
        let mut chains: Vec<Vec<TaskId>> = vec![Vec::new(); count as usize];
        // By dish, then kitchen: when its report was followed.
        let mut heard: Vec<Vec<Option<TaskId>>> = Vec::new();
        for dish in 0..until.dishes {
            let before = bound.and_then(|bound| heard.get(usize::from(dish).checked_sub(1 + usize::from(bound))?));
            let waits: Vec<TaskId> = before.into_iter().flatten().filter_map(|task| *task).collect();
            let mut row = vec![None; count as usize];
            for (at, gpu) in (first..first + count).enumerate() {
                let room = |chain: &Vec<TaskId>| chain.len() < until.tasks[at];
                let own = &mut chains[at];
                // The page is copied when it may be.
                if dish > 0 && room(own) {
                    let mut after: Vec<TaskId> = own.last().copied().into_iter().collect();
                    after.extend(&waits);
                    let work = Work::Transfer { src: keeper, dst: gpu, route: ways[at][1], bytes: page() };
                    own.push(self.graph.add(work, Label::new(Kind::SendCopy).micro_batch(dish), &after));
                }
                let [forward, backward, _] = self::dish(self.params, at as u32);
                let works = [
                    (Kind::Forward, Work::Compute { gpu, duration: forward }),
                    (Kind::Backward, Work::Compute { gpu, duration: backward }),
                    (Kind::SendReduce, Work::Transfer { src: gpu, dst: keeper, route: ways[at][0], bytes: page() }),
                    (Kind::Update, Work::Compute { gpu: keeper, duration }),
                ];
                for (kind, work) in works {
                    if !room(own) {
                        break;
                    }
                    let after: Vec<TaskId> = own.last().copied().into_iter().collect();
                    let label = Label::new(kind).micro_batch(dish);
                    // Whose report the keeper follows.
                    let label = if kind == Kind::Update { label.step(at as u16) } else { label };
                    let task = self.graph.add(work, label, &after);
                    own.push(task);
                    if kind == Kind::Update {
                        row[at] = Some(task);
                    }
                }
            }
            heard.push(row);
        }
        Ok(chains)
    }

    /// The half whose pages are averaged after every `period` dishes.
    fn local(&mut self, period: u16) -> Result<(Vec<Vec<TaskId>>, Vec<Vec<TaskId>>), Line> {
        let (count, first) = (self.params.kitchens, self.params.kitchens);
        let mut chains: Vec<Vec<TaskId>> = vec![Vec::new(); count as usize];
        let mut ready: Vec<Vec<TaskId>> = vec![Vec::new(); count as usize];
        let mut averages = Vec::new();
        let rounds = ROUNDS * MOST / 4 / period;
        for round in 0..rounds {
            for dish in round * period..(round + 1) * period {
                for (at, gpu) in (first..first + count).enumerate() {
                    // A dish is cooked and followed, or not begun.
                    if chains[at].len() >= self.chains.tasks[at] {
                        continue;
                    }
                    let [there, back] = self.cook(gpu, dish, &ready[at]);
                    let update = self.update(gpu, dish, &[back]);
                    chains[at].extend([there, back, update]);
                    ready[at] = vec![update];
                }
            }
            if !self.chains.meet && (round + 1) * period > self.chains.dishes {
                break;
            }
            let ends: Vec<TaskId> = ready.iter().filter_map(|ends| ends.first().copied()).collect();
            let done = self.all_reduce(first, (round + 1) * period - 1, &ends)?;
            averages.push(done.clone());
            ready = done.into_iter().map(|task| vec![task]).collect();
        }
        Ok((chains, averages))
    }
}
