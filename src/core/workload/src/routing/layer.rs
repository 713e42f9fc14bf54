//! Layers with experts on several GPUs as a task graph: every GPU works through its own tokens, hands them to the GPUs whose
//! experts they ask for, works through those that came, and hands them back. Nobody goes on before all of its tokens are back.
//! The gradients go the same ways the other way round: that of the combine is handed out like a dispatch, that of the dispatch handed
//! back like a combine (github:deepseek-ai/DeepEP README.md, `combine_backward` and `dispatch_backward`).

use kitchen_collective::{self as collective, Algorithm, Call, CollectiveError, Op, Split};
use kitchen_hardware::Gpu;
use kitchen_task::{GpuId, Kind, Label, TaskGraph, TaskId, Work};
use kitchen_topology::{Router as Ways, Topology};
use kitchen_units::{Bytes, Time};

use super::counts::Routing;
use crate::cost::{self, Seconds};
use crate::layout::Layout;
use crate::model::{LayerKind, Model};

/// The parts of a layer, as the steps of its labels: layer `n` has steps `2 n` and `2 n + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Attention, the router, and what stands around them; then the tokens are handed out (the dispatch).
    Own,
    /// The experts; then the tokens are handed back (the combine).
    Experts,
}

impl Part {
    /// The step of this part's labels in layer `layer`.
    pub const fn step(self, layer: usize) -> u16 {
        2 * layer as u16 + matches!(self, Part::Experts) as u16
    }

    /// The same on the way back through so many layers, which comes after: the experts' gradients first, handed out before they are
    /// computed, then those of the own part, handed back before.
    pub const fn step_back(self, layer: usize, layers: usize) -> u16 {
        (2 * layers + 2 * (layers - 1 - layer)) as u16 + matches!(self, Part::Own) as u16
    }
}

/// Bytes of one value that is handed over: 16 bits.
const VALUE: u64 = 2;

/// GPUs that share out the experts of some layers.
#[derive(Clone, Copy, Debug)]
pub struct Party<'a> {
    pub model: &'a Model,
    pub topology: &'a Topology,
    /// One for each layer, for as many GPUs as the topology has.
    pub layers: &'a [Routing],
}

impl Party<'_> {
    /// Bytes of a token on its way.
    pub fn token_bytes(&self) -> u64 {
        VALUE * u64::from(self.model.hidden)
    }

    /// One forward pass. Tokens are handed out and back by an all-to-all with unequal messages; what computing and sending take
    /// from each other, and the host's time, are not counted.
    ///
    /// A label's micro-batch is the GPU whose experts it is about; an own part has none.
    ///
    /// # Errors
    /// Those of [`collective::append`].
    pub fn graph(&self) -> Result<TaskGraph, CollectiveError> {
        Ok(self.forward()?.0)
    }

    /// The forward pass and, once a GPU's tokens are back from the last layer, the gradients' way through all layers.
    ///
    /// # Errors
    /// Those of [`collective::append`].
    pub fn there_and_back(&self) -> Result<TaskGraph, CollectiveError> {
        let (mut graph, mut done) = self.forward()?;
        let gpu = self.topology.preset().gpu;
        let ways = Ways::new(self.topology);
        for (layer, routing) in self.layers.iter().enumerate().rev() {
            let [experts_step, own] = [Part::Experts, Part::Own].map(|part| part.step_back(layer, self.layers.len()));
            let out = Way { outwards: true, step: experts_step, kind: Kind::ActivationGradient };
            let came = self.exchange(&mut graph, &ways, (routing, out), &done)?;
            let run_experts = |(rank, &came): (usize, &TaskId)| {
                let seconds = cost::own_experts(gpu, self.model, &routing.loads(rank)).backward;
                let label = Label::new(Kind::Backward).step(experts_step).micro_batch(rank as u16);
                let work = Work::Compute { gpu: rank as GpuId, duration: Time::from_secs_f64(seconds) };
                graph.add(work, label, &[came])
            };
            let computed: Vec<TaskId> = came.iter().enumerate().map(run_experts).collect();
            let back = Way { outwards: false, step: own, kind: Kind::ActivationGradient };
            let came = self.exchange(&mut graph, &ways, (routing, back), &computed)?;
            let seconds = own_part(gpu, self.model, routing).backward;
            let add = |(rank, &came): (usize, &TaskId)| {
                let work = Work::Compute { gpu: rank as GpuId, duration: Time::from_secs_f64(seconds) };
                graph.add(work, Label::new(Kind::Backward).step(own), &[came])
            };
            done = came.iter().enumerate().map(add).collect();
        }
        Ok(graph)
    }

    /// The forward pass, and what ends it on each GPU.
    fn forward(&self) -> Result<(TaskGraph, Vec<TaskId>), CollectiveError> {
        let gpu = self.topology.preset().gpu;
        let group: Vec<GpuId> = (0..self.topology.len()).collect();
        let ways = Ways::new(self.topology);
        let mut graph = TaskGraph::new();
        let mut done: Vec<TaskId> = Vec::new();
        for (layer, routing) in self.layers.iter().enumerate() {
            let own = Time::from_secs_f64(own_part(gpu, self.model, routing).forward);
            let label = Label::new(Kind::Forward).step(Part::Own.step(layer));
            let add = |&gpu: &GpuId| {
                let before = done.get(gpu as usize).map_or(&[][..], std::slice::from_ref);
                graph.add(Work::Compute { gpu, duration: own }, label, before)
            };
            let asked: Vec<TaskId> = group.iter().map(add).collect();
            let [out, back] = [Part::Own, Part::Experts].map(|part| Way {
                outwards: part == Part::Own,
                step: part.step(layer),
                kind: Kind::Activation,
            });
            let came = self.exchange(&mut graph, &ways, (routing, out), &asked)?;
            let run_experts = |&rank: &GpuId| {
                let seconds = cost::own_experts(gpu, self.model, &routing.loads(rank as usize)).forward;
                let label = Label::new(Kind::Forward).step(Part::Experts.step(layer)).micro_batch(rank as u16);
                let duration = Time::from_secs_f64(seconds);
                graph.add(Work::Compute { gpu: rank, duration }, label, &[came[rank as usize]])
            };
            let computed: Vec<TaskId> = group.iter().map(run_experts).collect();
            done = self.exchange(&mut graph, &ways, (routing, back), &computed)?;
        }
        Ok((graph, done))
    }

    /// Tokens, or their gradients, on their way to experts, or back.
    fn exchange(
        &self,
        graph: &mut TaskGraph,
        ways: &Ways<'_>,
        (routing, way): (&Routing, Way),
        after: &[TaskId],
    ) -> Result<Vec<TaskId>, CollectiveError> {
        let group: Vec<GpuId> = (0..self.topology.len()).collect();
        let n = group.len();
        let pair = |from: usize, to: usize| if way.outwards { routing.sent(from, to) } else { routing.sent(to, from) };
        let sizes: Vec<u64> = (0..n * n).map(|at| pair(at / n, at % n) * self.token_bytes()).collect();
        let split = Split::Table(&sizes);
        let largest = sizes.chunks(n).map(|row| row.iter().sum()).max().unwrap_or(0);
        let call = Call { split, ..Call::new(Op::AllToAllV, Algorithm::Direct, Bytes(largest), &group) };
        let after: Vec<Vec<TaskId>> = after.iter().map(|&task| vec![task]).collect();
        let first = graph.len();
        let ended = collective::append(graph, ways, self.topology, &call, &after)?;
        for task in first..graph.len() {
            if let Work::Transfer { src, dst, .. } = graph.work[task] {
                let specialist = if way.outwards { dst } else { src };
                let label = &mut graph.labels[task];
                label.kind = way.kind;
                *label = label.step(way.step).micro_batch(specialist as u16);
            }
        }
        Ok(ended)
    }
}

/// An all-to-all of a layer: to the experts or from them, and how its transfers are labelled.
#[derive(Clone, Copy, Debug)]
struct Way {
    outwards: bool,
    step: u16,
    kind: Kind,
}

/// Seconds of a GPU's own part of a layer: everything but its experts.
pub fn own_part(gpu: &Gpu, model: &Model, routing: &Routing) -> Seconds {
    let ways = routing.gpus as u32;
    let layout = Layout { expert: ways, data: ways, global_batch: ways, ..Layout::ONE };
    let model = Model { seq: routing.tokens, ..*model };
    let parts = cost::parts(gpu, &model, &layout, LayerKind { sparse: true, windowed: false });
    let beside = cost::beside_experts(gpu, &model, &layout);
    Seconds {
        forward: parts.scores.forward + parts.mixing.forward + beside.forward,
        backward: parts.scores.backward + parts.mixing.backward + beside.backward,
    }
}

#[cfg(test)]
mod tests {
    use kitchen_sim as sim;
    use kitchen_topology::{self as topology, ClusterSpec};

    use super::super::{Capacity, Router, SHAPES, route};
    use super::*;

    fn routings(model: &Model, percent: u32, capacity: Option<Capacity>) -> Vec<Routing> {
        let experts = model.experts.unwrap();
        let router = |seed| {
            let even = Router::even(experts.count, experts.top, seed);
            even.with_favourite(2, percent, 0..32768)
        };
        [1, 2].map(|seed| route(&router(seed), 8, 4096, capacity)).to_vec()
    }

    /// What goes out with the tokens goes out with the gradients, and the same comes back; the compute of the way back is longer.
    #[test]
    fn gradients_go_the_same_ways() {
        let topology = topology::build(&ClusterSpec::new(topology::system("dgx-h100").unwrap(), 1)).unwrap();
        for model in SHAPES {
            let layers = routings(model, 300, None);
            let party = Party { model, topology: &topology, layers: &layers };
            let graph = party.there_and_back().unwrap();
            let bytes = |step: u16, kind: Kind| -> u64 {
                let of = |task: usize| match graph.work[task] {
                    Work::Transfer { bytes, .. } => bytes.0,
                    _ => 0,
                };
                let is = |&task: &usize| graph.labels[task].step == step && graph.labels[task].kind == kind;
                (0..graph.len()).filter(is).map(of).sum()
            };
            let longest = |step: u16| {
                let of = |task: usize| match graph.work[task] {
                    Work::Compute { duration, .. } if graph.labels[task].step == step => duration,
                    _ => Time::ZERO,
                };
                (0..graph.len()).map(of).max().unwrap()
            };
            for layer in 0..2 {
                let (own, experts) = (Part::Own, Part::Experts);
                let (there, back) = (own.step(layer), experts.step_back(layer, 2));
                assert_eq!(bytes(there, Kind::Activation), bytes(back, Kind::ActivationGradient));
                let ratio = longest(back).as_secs() / longest(experts.step(layer)).as_secs();
                assert!((1.7..2.3).contains(&ratio), "{} experts: {ratio}", model.id);
                let ratio = longest(own.step_back(layer, 2)).as_secs() / longest(there).as_secs();
                assert!((1.5..2.8).contains(&ratio), "{} own: {ratio}", model.id);
            }
            let options = sim::Options::default();
            let run = |graph: &TaskGraph| sim::run(graph, &topology.capacities(), 8, &options).unwrap().makespan;
            let (whole, forward) = (run(&graph), run(&party.graph().unwrap()));
            assert!(forward.0 * 2 < whole.0 && whole.0 < forward.0 * 4, "{}", model.id);
        }
    }

    fn seconds(model: &Model, percent: u32, capacity: Option<Capacity>) -> f64 {
        let topology = topology::build(&ClusterSpec::new(topology::system("dgx-h100").unwrap(), 1)).unwrap();
        let layers = routings(model, percent, capacity);
        let graph = Party { model, topology: &topology, layers: &layers }.graph().unwrap();
        let options = sim::Options::default();
        sim::run(&graph, &topology.capacities(), 8, &options).unwrap().makespan.as_secs()
    }

    #[test]
    fn every_token_on_its_way_is_a_byte_of_the_graph() {
        let topology = topology::build(&ClusterSpec::new(topology::system("dgx-h100").unwrap(), 1)).unwrap();
        for model in SHAPES {
            let layers = routings(model, 300, Some(Capacity { percent: 125 }));
            let party = Party { model, topology: &topology, layers: &layers };
            let graph = party.graph().unwrap();
            for (layer, routing) in layers.iter().enumerate() {
                for part in [Part::Own, Part::Experts] {
                    let mut found = [[0_u64; 8]; 8];
                    for task in 0..graph.len() {
                        let label = graph.labels[task];
                        if let Work::Transfer { src, dst, bytes, .. } = graph.work[task]
                            && label.step == part.step(layer)
                        {
                            let specialist = if part == Part::Own { dst } else { src };
                            assert_eq!(u32::from(label.micro_batch), specialist);
                            found[src as usize][dst as usize] += bytes.0;
                        }
                    }
                    for (src, row) in found.into_iter().enumerate() {
                        for (dst, bytes) in row.into_iter().enumerate().filter(|&(dst, _)| dst != src) {
                            let (from, to) = if part == Part::Own { (src, dst) } else { (dst, src) };
                            assert_eq!(bytes, routing.sent(from, to) * party.token_bytes());
                        }
                    }
                }
            }
        }
    }

    /// How much longer two layers take with a favourite asked for so many hundredths of its even share.
    fn check(model: &Model, percent: u32, capacity: Option<u32>, low: f64, high: f64) {
        let capacity = capacity.map(|percent| Capacity { percent });
        let ratio = seconds(model, percent, capacity) / seconds(model, 100, capacity);
        assert!((low..high).contains(&ratio), "{} {percent} {capacity:?}: {ratio}", model.id);
    }

    #[test]
    fn one_favourite_stops_all_the_others() {
        let [mixtral, many] = SHAPES;
        check(mixtral, 300, None, 2.0, 3.0);
        check(mixtral, 400, None, 2.6, 4.0);
        check(mixtral, 300, Some(100), 0.9, 1.1);
        // Among four a GPU a favourite counts for less.
        check(many, 300, None, 1.0, 1.5);
    }
}
