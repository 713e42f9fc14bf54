//! Tokens handed out and back as libraries for experts do it, rather than as an all-to-all of a collective library: a token crosses
//! to each GPU once, however many of its experts live there, and to each server once over the cards; the GPU beside the card there
//! passes it on, chunk by chunk while the next is on its way (`DeepEP`'s normal kernels, github:deepseek-ai/DeepEP docs/legacy.md;
//! arXiv:2412.19437 section 3.2.2). Where a few tokens have to be quick, each goes straight to each of its experts (its low-latency
//! kernels).
//!
//! What the kernels themselves take (copies, the host, a core that sends for the GPU) is not counted: this is what the links allow.

use kitchen_sim::{self as sim, Limits, SimError};
use kitchen_task::{GpuId, Kind, Label, RouteId, TaskGraph, TaskId, Work};
use kitchen_topology::{Router as Ways, Topology, TopologyError};
use kitchen_units::{Bytes, Time};

use super::Router;

/// Which way tokens go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Out to the experts.
    Dispatch,
    /// Back to where they came from, added up on the way.
    Combine,
}

/// How tokens travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Travel {
    /// Once to each server, and there once to each GPU.
    Forwarded,
    /// To each of its experts, straight.
    Direct,
}

/// What is handed over.
#[derive(Clone, Copy, Debug)]
pub struct Delivery<'a> {
    pub topology: &'a Topology,
    /// Chooses the experts; the first GPU has the first ones. As many as the GPUs divide.
    pub router: &'a Router,
    /// Tokens of each GPU.
    pub tokens: u32,
    /// How many servers a token's experts may be on at most: those of its best (arXiv:2412.19437 section 2.1.2).
    pub servers: u32,
    /// Bytes of a token on its way.
    pub token_bytes: u64,
    pub travel: Travel,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Delivered {
    pub time: Time,
    /// Bytes of a GPU's tokens, each as often as it has servers, its own among them: the mean of all GPUs.
    pub by_server: f64,
    /// Each as often as it has GPUs, its own among them.
    pub by_gpu: f64,
    /// Each as often as it has experts.
    pub by_expert: f64,
}

/// Parts of what goes from a GPU to a server: while one is passed on, the next is on its way.
const CHUNKS: u64 = 16;

/// Why it cannot be simulated.
#[derive(Clone, Debug, PartialEq)]
pub enum DeliveryError {
    Topology(TopologyError),
    Sim(SimError),
}

/// Tokens by where they come from and go to.
struct Counts {
    gpus: usize,
    /// From GPU to GPU, each token once, or as often as it has experts there.
    to_gpu: Vec<u64>,
    /// From GPU to server, each token once.
    to_server: Vec<u64>,
}

impl Delivery<'_> {
    /// Simulates one dispatch or combine that all GPUs begin at once.
    ///
    /// # Errors
    /// [`DeliveryError`]: GPUs without a way between them, or more flows than the simulator takes.
    pub fn run(&self, phase: Phase) -> Result<Delivered, DeliveryError> {
        let counts = self.counts();
        let graph = match self.travel {
            Travel::Forwarded => self.forwarded(&counts, phase),
            Travel::Direct => self.direct(&counts, phase),
        };
        let graph = graph.map_err(DeliveryError::Topology)?;
        let links = self.topology.capacities();
        let time = sim::makespan(&graph, &links, counts.gpus, Limits::default()).map_err(DeliveryError::Sim)?;
        let mean = |tokens: u64| tokens as f64 * self.token_bytes as f64 / counts.gpus as f64;
        let wishes = counts.gpus as u64 * u64::from(self.tokens) * self.router.top() as u64;
        Ok(Delivered {
            time,
            by_server: mean(counts.to_server.iter().sum()),
            by_gpu: mean(counts.to_gpu.iter().sum()),
            by_expert: mean(wishes),
        })
    }

    fn per_server(&self) -> usize {
        self.topology.gpus_per_node().max(1) as usize
    }

    fn counts(&self) -> Counts {
        let gpus = self.topology.len() as usize;
        let servers = gpus.div_ceil(self.per_server());
        let each = (self.router.experts() / gpus.max(1)).max(1);
        let mut counts = Counts { gpus, to_gpu: vec![0; gpus * gpus], to_server: vec![0; gpus * servers] };
        let once = self.travel == Travel::Forwarded;
        for gpu in 0..gpus {
            let first = gpu as u64 * u64::from(self.tokens);
            for token in first..first + u64::from(self.tokens) {
                let mut met: Vec<usize> = Vec::with_capacity(self.router.top());
                self.router.choose_within(token, servers, self.servers as usize, |expert| {
                    let to = (expert / each).min(gpus - 1);
                    if !once || !met.contains(&to) {
                        counts.to_gpu[gpu * gpus + to] += 1;
                    }
                    if met.iter().all(|other| other / self.per_server() != to / self.per_server()) {
                        counts.to_server[gpu * servers + to / self.per_server()] += 1;
                    }
                    met.push(to);
                });
            }
        }
        counts
    }

    /// One message for each two GPUs.
    fn direct(&self, counts: &Counts, phase: Phase) -> Result<TaskGraph, TopologyError> {
        let mut post = Post::new(self.topology, counts.gpus);
        for (from, to) in pairs(counts.gpus) {
            let tokens = counts.to_gpu[from * counts.gpus + to];
            let (src, dst) = if phase == Phase::Dispatch { (from, to) } else { (to, from) };
            post.send(src, dst, tokens * self.token_bytes, &[])?;
        }
        Ok(post.graph)
    }

    /// In chunks: inside a server straight, to another by way of the GPU there that has the sender's place.
    fn forwarded(&self, counts: &Counts, phase: Phase) -> Result<TaskGraph, TopologyError> {
        let (gpus, per) = (counts.gpus, self.per_server());
        let servers = gpus.div_ceil(per);
        let mut post = Post::new(self.topology, gpus);
        for chunk in 0..CHUNKS {
            let part = |tokens: u64| {
                let until = |chunk: u64| tokens * self.token_bytes * chunk / CHUNKS;
                until(chunk + 1) - until(chunk)
            };
            for (from, server) in (0..gpus).flat_map(|from| (0..servers).map(move |server| (from, server))) {
                let there = server * per..((server + 1) * per).min(gpus);
                let relay = (server * per + from % per).min(gpus - 1);
                let over = part(counts.to_server[from * servers + server]);
                let is_home = from / per == server;
                let copies = there.map(|to| (to, part(counts.to_gpu[from * gpus + to])));
                match phase {
                    Phase::Dispatch => {
                        let came = if is_home { None } else { post.send(from, relay, over, &[])? };
                        for (to, bytes) in copies {
                            post.send(relay, to, bytes, came.as_slice())?;
                        }
                    }
                    Phase::Combine => {
                        let mut added: Vec<TaskId> = Vec::new();
                        for (to, bytes) in copies {
                            added.extend(post.send(to, relay, bytes, &[])?);
                        }
                        if !is_home {
                            post.send(relay, from, over, &added)?;
                        }
                    }
                }
            }
        }
        Ok(post.graph)
    }
}

fn pairs(gpus: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..gpus).flat_map(move |from| (0..gpus).map(move |to| (from, to)))
}

/// Messages, in one queue for each two GPUs.
struct Post<'a> {
    graph: TaskGraph,
    ways: Ways<'a>,
    gpus: usize,
    /// By sender and receiver: the way, and the last message on it.
    queues: Vec<Option<(RouteId, TaskId)>>,
}

impl<'a> Post<'a> {
    fn new(topology: &'a Topology, gpus: usize) -> Post<'a> {
        Post { graph: TaskGraph::new(), ways: Ways::new(topology), gpus, queues: vec![None; gpus * gpus] }
    }

    /// The message, unless there is nothing to send or nowhere to go.
    fn send(&mut self, src: usize, dst: usize, bytes: u64, after: &[TaskId]) -> Result<Option<TaskId>, TopologyError> {
        if src == dst || bytes == 0 {
            return Ok(None);
        }
        let (from, to) = (src as GpuId, dst as GpuId);
        let queue = self.queues[src * self.gpus + dst];
        let route = match queue {
            Some((route, _)) => route,
            None => self.graph.add_route(self.ways.route(from, to)?),
        };
        let work = Work::Transfer { src: from, dst: to, route, bytes: Bytes(bytes) };
        let task = self.graph.add_behind(work, Label::new(Kind::Activation), after, queue.map(|(_, last)| last));
        self.queues[src * self.gpus + dst] = Some((route, task));
        Ok(Some(task))
    }
}

#[cfg(test)]
mod tests {
    use kitchen_topology::{self as topology, ClusterSpec};

    use super::*;

    fn delivered(nodes: u32, servers: u32, travel: Travel, phase: Phase) -> Delivered {
        let spec = ClusterSpec::new(topology::find_system("hgx-h800").unwrap(), nodes);
        let topology = topology::build(&spec).unwrap();
        let router = Router::even(256, 8, 1);
        let delivery =
            Delivery { topology: &topology, router: &router, tokens: 256, servers, token_bytes: 7392, travel };
        delivery.run(phase).unwrap()
    }

    /// How often a token crosses to a server and to a GPU, by the hypergeometric chance that a part has none of its experts:
    /// `parts × (1 - C(n - n/parts, top) / C(n, top))`.
    fn check(nodes: u32) {
        let found = delivered(nodes, nodes, Travel::Forwarded, Phase::Dispatch);
        let parts = |parts: f64| {
            let none: f64 = (0..8).map(|i| (256.0 - 256.0 / parts - f64::from(i)) / (256.0 - f64::from(i))).product();
            parts * (1.0 - none)
        };
        for (found, expected) in [
            (found.by_server, parts(f64::from(nodes))),
            (found.by_gpu, parts(f64::from(8 * nodes))),
            (found.by_expert, 8.0),
        ] {
            let each = found / 256.0 / 7392.0;
            assert!((each / expected - 1.0).abs() < 0.02, "{nodes}: {each} {expected}");
        }
    }

    #[test]
    fn tokens_cross_as_often_as_chance_says() {
        check(1);
        check(2);
        check(4);
    }

    #[test]
    fn the_way_back_is_the_way_out() {
        for nodes in [1, 2] {
            let [out, back] =
                [Phase::Dispatch, Phase::Combine].map(|phase| delivered(nodes, nodes, Travel::Forwarded, phase));
            let ratio = back.time.as_secs() / out.time.as_secs();
            assert!((0.9..1.1).contains(&ratio), "{nodes}: {ratio}");
        }
    }

    /// No link carries more than it can: what stays in its server is not on it.
    #[test]
    fn links_are_the_limit() {
        let found = delivered(1, 1, Travel::Forwarded, Phase::Dispatch);
        let wire = found.by_gpu * 7.0 / 8.0 / found.time.as_secs() / 1e9;
        assert!((100.0..165.0).contains(&wire), "{wire} GB/s over NVLink");
        // Two servers: one of two ways of a token is over a card of 48.5 GB/s.
        let found = delivered(2, 2, Travel::Forwarded, Phase::Dispatch);
        let wire = found.by_server / 2.0 / found.time.as_secs() / 1e9;
        assert!((10.0..48.5).contains(&wire), "{wire} GB/s over a card");
    }

    #[test]
    fn few_servers_mean_few_crossings() {
        let [all, two] = [4, 2].map(|servers| delivered(4, servers, Travel::Forwarded, Phase::Dispatch).by_server);
        assert!(two < 0.6 * all && two <= 2.0 * 256.0 * 7392.0, "{two} {all}");
        let straight = delivered(2, 2, Travel::Direct, Phase::Dispatch);
        let passed_on = delivered(2, 2, Travel::Forwarded, Phase::Dispatch);
        assert!(straight.time > passed_on.time, "{} {}", straight.time.0, passed_on.time.0);
    }
}
