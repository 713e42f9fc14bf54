//! Alpha-beta costs of each collective algorithm on an idle network: what the tuner ranks by, and what the simulation is
//! held against.
//!
//! Notation: n ranks in D domains of m; S bytes; a hop costs alpha (latency) + bytes / beta (rate). In a pipeline of K
//! slices, T = first slice all the way + (K - 1) x the time on the slowest line: latency is paid once, slices follow each
//! other.

use kitchen_units::{Bytes, Time};

use crate::nccl::calibration as cal;
use crate::nccl::communicator::Communicator;
use crate::nccl::grid::{dimensions, inside};
use crate::nccl::launch::{launch, peers, sync};
use crate::nccl::nvls;
use crate::nccl::protocol::Protocol;
use crate::nccl::shares::shares;
use crate::plans::hierarchical::Inner;
use crate::plans::in_fabric::{Across, Inside, Servers};
use crate::plans::rounds::powers;
use crate::plans::{bruck, pat};
use crate::{Algorithm, Choice, Op};

/// Seconds and bytes per second of one hop of each kind.
struct Hops {
    /// Inside a domain: latency, a GPU's rate.
    alpha: f64,
    beta: f64,
    /// Between domains: latency, the rate of all cards of a domain.
    alpha_x: f64,
    beta_x: f64,
}

/// The time of `op` of that communicator on an idle cluster, launch included.
///
/// # Literature
/// R. Thakur, R. Rabenseifner, W. Gropp (2005) for the ring and the trees; the in-network form is two hops.
pub fn estimate(comm: &Communicator, op: Op, choice: &Choice, bytes: Bytes) -> Time {
    let size = op.payload(bytes).0 as f64;
    let n = f64::from(comm.ranks);
    if comm.ranks < 2 {
        return launch(comm);
    }
    let trees = matches!(choice.algorithm, Algorithm::Tree | Algorithm::DoubleBinaryTree);
    let share = shares(comm, op, choice, Bytes(size as u64));
    // Rings and trees use all lanes of a mesh, messages between two GPUs only those of the pair.
    let everywhere = trees || choice.algorithm == Algorithm::Ring;
    let polled = if everywhere && choice.protocol == Protocol::Ll && comm.domains.len() > 1 {
        cal::LL_ACROSS
    } else {
        f64::INFINITY
    };
    let hops = Hops {
        alpha: (comm.inside_latency + choice.protocol.step(comm.inside)).as_secs(),
        beta: share.inside * if everywhere { comm.inside_rate } else { comm.pair_rate },
        alpha_x: (comm.across_latency
            + choice.protocol.step(comm.across)
            + nvls::messages(comm, choice, Bytes(size as u64)).0)
            .as_secs(),
        beta_x: (comm.across_rate * share.across).min(polled),
    };
    let seconds = match choice.algorithm {
        Algorithm::Ring => ring(comm, op, &hops, choice.slices, size),
        Algorithm::Tree => trees_cost(comm, op, &hops, choice.slices, size, 1.0),
        Algorithm::DoubleBinaryTree => trees_cost(comm, op, &hops, choice.slices, size, 2.0),
        Algorithm::Direct | Algorithm::Auto => direct(comm, op, &hops, n, size),
        Algorithm::Hierarchical if comm.unequal(op).is_some() => {
            comm.unequal(op).map_or(f64::INFINITY, |servers| fabric(comm, &servers, op, &hops, choice, size))
        }
        Algorithm::Hierarchical
            if !(comm.dims.is_empty() && comm.is_even())
                || op.is_exchange()
                || matches!(op, Op::Gather | Op::Scatter) =>
        {
            grid(comm, op, &hops, choice, size)
        }
        Algorithm::InFabric => {
            comm.servers().map_or(f64::INFINITY, |servers| fabric(comm, &servers, op, &hops, choice, size))
        }
        Algorithm::InNetwork | Algorithm::Hierarchical => meetings(comm, op, &hops, choice, size),
        Algorithm::HalvingDoubling | Algorithm::Bruck | Algorithm::Pairwise | Algorithm::Binomial | Algorithm::Pat => {
            rounds(comm, op, choice.algorithm, &hops, size)
        }
    };
    launch(comm) + sync(comm, choice, Bytes(size as u64)) + peers(op, comm) + Time::from_secs_f64(seconds)
}

/// A ring is a cycle: its step takes the mean of all hops, or the slowest link's time for one part, whichever is more.
fn ring(comm: &Communicator, op: Op, hops: &Hops, slices: u32, size: f64) -> f64 {
    let (n, d) = (f64::from(comm.ranks), comm.domains.len() as f64);
    let crossing = if d > 1.0 { d } else { 0.0 };
    let mean = |part: f64| {
        let (near, far) = (hops.alpha + part / hops.beta, hops.alpha_x + part / hops.beta_x);
        ((n - crossing) * near + if crossing > 0.0 { crossing * far } else { 0.0 }) / n
    };
    let widest = |part: f64| (part / hops.beta).max(part / hops.beta_x);
    match op {
        Op::AllReduce | Op::Barrier => 2.0 * (n - 1.0) * mean(size / n).max(widest(size / n)),
        Op::Broadcast | Op::Reduce => {
            let k = f64::from(slices);
            (n - 1.0) * mean(size / k) + (k - 1.0) * widest(size / k)
        }
        // All shards but those of the root's domain pass its way out, one after the other.
        Op::Gather | Op::Scatter if crossing > 0.0 => {
            let m = n / d;
            m * (hops.alpha + size / n / hops.beta) + (n - m) * (hops.alpha_x + size / n / hops.beta_x)
        }
        _ => (n - 1.0) * mean(size / n).max(widest(size / n)),
    }
}

/// One or two trees: chains of m - 1 inside domains, log2 D across; single ranks stand in a tree of depth log2 n.
fn trees_cost(comm: &Communicator, op: Op, hops: &Hops, slices: u32, size: f64, count: f64) -> f64 {
    let d = comm.domains.len();
    let places = comm.trees.first().map_or(0, Vec::len) as u32;
    let chain = (comm.ranks / places.max(1)).saturating_sub(1);
    let levels = depth(places);
    let (alpha_l, beta_l) = if d == 1 { (hops.alpha, hops.beta) } else { (hops.alpha_x, hops.beta_x) };
    let k = f64::from(slices);
    let part = size / count / k;
    let both = if matches!(op, Op::AllReduce | Op::Barrier) { 2.0 } else { 1.0 };
    // Both trees pass the same chain; each sends up once and down once (a node of a binary tree twice).
    let chain_hop = hops.alpha + count * part / hops.beta;
    let pair = places <= 2;
    // Two children share their parent's line.
    let level_hop = alpha_l + if pair { 1.0 } else { 2.0 } * part / beta_l;
    let level_load = count * if pair { 1.0 } else { 1.0 + both / 2.0 };
    let mut slowest = level_load * part / beta_l;
    if chain > 0 {
        slowest = slowest.max(both * count * part / hops.beta);
    }
    both * (f64::from(chain) * chain_hop + f64::from(levels) * level_hop) + (k - 1.0) * slowest
}

/// Everyone to everyone at once: one hop, or two for an all-reduce.
fn direct(comm: &Communicator, op: Op, hops: &Hops, n: f64, size: f64) -> f64 {
    let m = f64::from(comm.members());
    let crosses = comm.domains.len() > 1;
    let alpha = if crosses { hops.alpha_x } else { hops.alpha };
    let card = hops.beta_x / m;
    let scatter = alpha + ((m - 1.0) / n * size / hops.beta).max(if crosses { (n - m) / n * size / card } else { 0.0 });
    match op {
        Op::AllReduce | Op::Barrier => 2.0 * scatter,
        Op::Broadcast | Op::Reduce => {
            alpha + ((m - 1.0) * size / hops.beta).max(if crosses { (n - m) * size / card } else { 0.0 })
        }
        Op::Gather | Op::Scatter => {
            alpha + ((m - 1.0) / n * size / hops.beta).max(if crosses { (n - m) / n * size / card } else { 0.0 })
        }
        Op::SendRecv => alpha + (size / hops.beta).max(if crosses { size / card } else { 0.0 }),
        _ => scatter,
    }
}

/// Rounds in which each rank sends one message, as far as a distance that doubles or (pairwise) grows by one. One that
/// leaves the domain has a GPU's own share of the cards.
fn rounds(comm: &Communicator, op: Op, algorithm: Algorithm, hops: &Hops, size: f64) -> f64 {
    let (n, m) = (comm.ranks, comm.members());
    // Partners whose numbers differ in one bit stay in a domain up to its size; round the circle some leave at any distance.
    let swaps = matches!(algorithm, Algorithm::HalvingDoubling | Algorithm::Binomial)
        || algorithm == Algorithm::Pairwise && n.is_power_of_two();
    let round = |distance: u32, parts: u32| {
        let part = size * f64::from(parts) / f64::from(n);
        if comm.domains.len() > 1 && (distance >= m || !swaps) {
            hops.alpha_x + part * f64::from(m) / hops.beta_x
        } else {
            hops.alpha + part / hops.beta
        }
    };
    let twice = if matches!(op, Op::AllReduce | Op::Barrier) { 2.0 } else { 1.0 };
    let sum = |parts: &dyn Fn(u32) -> u32| powers(n).map(|distance| round(distance, parts(distance))).sum::<f64>();
    match algorithm {
        Algorithm::Pairwise => (1..n).map(|distance| round(distance, 1)).sum(),
        Algorithm::Pat => sum(&|distance| pat::parts(n, distance)),
        Algorithm::Bruck if matches!(op, Op::AllToAll | Op::AllToAllV) => sum(&|distance| bruck::parts(n, distance)),
        Algorithm::Bruck => sum(&|distance| distance.min(n - distance)),
        Algorithm::Binomial if matches!(op, Op::Gather | Op::Scatter) => sum(&|distance| distance.min(n - distance)),
        Algorithm::Binomial => twice * sum(&|_| n),
        _ => {
            // The largest parts stay near.
            let pairs = 1 << n.ilog2();
            let near = |distance: u32| (u64::from(pairs / 2 / distance) * u64::from(n) / u64::from(pairs)) as u32;
            let all: f64 = powers(pairs).map(|distance| round(distance, near(distance))).sum();
            twice * if pairs == n { all } else { all + round(1, n) }
        }
    }
}

/// Meetings inside domains, by the switch or by everyone, and rails between them.
fn meetings(comm: &Communicator, op: Op, hops: &Hops, choice: &Choice, size: f64) -> f64 {
    let (m, d) = (f64::from(comm.members()), comm.domains.len() as f64);
    let sharded = matches!(op, Op::AllGather | Op::ReduceScatter);
    let single = comm.domains.len() == 1;
    let k = match (sharded, single) {
        (true, true) => f64::from(choice.slices.min(comm.ranks)),
        (true, false) => d,
        _ => f64::from(choice.slices),
    };
    let part = size / k;
    // A slice's reduce-scatter (or all-gather) inside: time to pass, and the busiest line's time.
    let step = nvls::step(comm, choice, Bytes(size as u64)).as_secs();
    let wire = comm.inside_latency.as_secs() / 2.0 + step;
    let copied = nvls::copied(comm, op, choice);
    let (pass, load) = match inside(comm, choice.algorithm) {
        Inner::Switch => {
            let rate = comm.inside_rate * comm.in_network.unwrap_or(1.0);
            let owners = if sharded { m } else { m * nvls::heads(comm) };
            let owner = if single && !sharded { part } else { part / owners };
            let passed = part / rate.min(copied) + owner / rate;
            (2.0 * wire + passed, (part + if single { 0.0 } else { owner }) / rate)
        }
        Inner::Direct => (hops.alpha + part * (m - 1.0) / m / hops.beta, part * (m - 1.0) / m / hops.beta),
        Inner::Ring | Inner::HalvingDoubling | Inner::Trees => {
            let each = hops.alpha + part / m / hops.beta;
            ((m - 1.0) * each, (m - 1.0) * each)
        }
    };
    if single && choice.algorithm == Algorithm::InNetwork {
        return pass + (k - 1.0) * (step + load);
    }
    let twice = if sharded || op == Op::Broadcast || op == Op::Reduce { 1.0 } else { 2.0 };
    // A switch's line carries what goes up to add and, later, what goes up to copy; both directions run at once.
    let load = if inside(comm, choice.algorithm) == Inner::Switch { load } else { twice * load };
    if single {
        // A rooted meeting still has two halves: the root's own scatter or gather, and the other.
        let halves = if sharded { 1.0 } else { 2.0 };
        return halves * pass + (k - 1.0) * load;
    }
    if sharded {
        let round = hops.alpha_x + part / hops.beta_x;
        // A reduce-scatter's rails can start only when their block is summed inside.
        return if op == Op::ReduceScatter { d * load + (d - 1.0) * round } else { pass + (d - 1.0) * round.max(load) };
    }
    let switch = inside(comm, choice.algorithm) == Inner::Switch;
    let beta_x = hops.beta_x * if switch { nvls::heads(comm) } else { 1.0 };
    let hop = hops.alpha_x + part / beta_x;
    let across = (if d > 2.0 { 2.0 } else { 1.0 }) * part / beta_x;
    let levels = f64::from(depth(comm.domains.len() as u32));
    let next = (k - 1.0) * load.max(across);
    if !switch {
        return twice * (pass + levels * hop) + next;
    }
    // Each tree's slices have lines of their own.
    let lines = (nvls::lines(comm, choice.algorithm) as f64).min(k);
    twice * (pass + levels * hop) + next.max((k / lines - 1.0) * (step + load.max(part / copied)))
}

/// Servers meet inside, and each head sends its part up to the network's switches once and gets the sum once; or heads meet
/// on trees.
fn fabric(comm: &Communicator, servers: &Servers<'_>, op: Op, hops: &Hops, choice: &Choice, size: f64) -> f64 {
    let (m, heads) = (f64::from(comm.members()), servers.heads.first().map_or(1, Vec::len) as f64);
    let domains = comm.domains.len() as f64;
    let sharded = matches!(op, Op::AllGather | Op::ReduceScatter);
    let k = if sharded { domains } else { f64::from(choice.slices) };
    let part = size / k;
    // One way inside: time to pass, and the busiest line's time.
    let (pass, load) = match servers.inside {
        _ if m < 2.0 => (0.0, 0.0),
        Inside::Switch => {
            let step = nvls::step(comm, choice, Bytes(size as u64)).as_secs();
            let (wire, rate) =
                (comm.inside_latency.as_secs() + 2.0 * step, comm.inside_rate * comm.in_network.unwrap_or(1.0));
            let each = part * (1.0 + 1.0 / heads) / rate;
            (wire + each, step + each)
        }
        Inside::Direct => {
            let each = part * (m - 1.0) / heads / hops.beta;
            (hops.alpha + each, each)
        }
        Inside::Chain(_) => ((m - 1.0) * (hops.alpha + part / heads / hops.beta), part / hops.beta),
    };
    let card = part / hops.beta_x;
    // Shards of one rank go up, those of all come down, or the other way round.
    let less = if sharded { card / domains } else { card };
    let ways = match op {
        Op::AllReduce | Op::Barrier => 2.0,
        _ => 1.0,
    };
    // A switch's lines carry sums there and results back at once; others carry both.
    let busy = if let Inside::Switch = servers.inside { load } else { ways * load };
    if servers.across == Across::Trees {
        let levels = f64::from(depth(comm.domains.len() as u32));
        let across = (if domains > 2.0 { 2.0 } else { 1.0 }) * card;
        return ways * (pass + levels * (hops.alpha_x + card)) + (k - 1.0) * busy.max(across);
    }
    ways * pass + 2.0 * hops.alpha_x + card + less + (k - 1.0) * busy.max(card)
}

/// Meetings dimension by dimension: a slice passes all of them, and the others follow at the pace of the lines that carry
/// most. A dimension that leaves the domain has a GPU's own share of the cards.
fn grid(comm: &Communicator, op: Op, hops: &Hops, choice: &Choice, size: f64) -> f64 {
    let dims = dimensions(comm, choice.algorithm);
    let delivers = op.is_exchange() || matches!(op, Op::Gather | Op::Scatter);
    let sharded = matches!(op, Op::AllGather | Op::ReduceScatter);
    let k = if delivers || sharded { 1.0 } else { f64::from(choice.slices) };
    let (mut pass, mut met) = (0.0, 1.0);
    // What all dimensions put on the same lines, there and back.
    let mut load = [0.0; 2];
    for dim in &dims {
        let s = f64::from(dim.size);
        let leaves = comm.domains.len() > 1 && met * s > f64::from(comm.members());
        let (alpha, beta) =
            if leaves { (hops.alpha_x, hops.beta_x / f64::from(comm.members())) } else { (hops.alpha, hops.beta) };
        // What all exchange keeps its size on its way; what one sends or gets is on all rails beyond, and a sum is cut in each
        // dimension, but for that of the trees.
        let part = size / k / if op.is_exchange() || (sharded && met > 1.0) { 1.0 } else { met };
        let levels = f64::from(depth(dim.size));
        let (latencies, share) = match dim.inner {
            _ if delivers => (1.0, (s - 1.0) / s),
            Inner::Trees if !sharded => (levels, if s > 2.0 { 2.0 } else { s - 1.0 }),
            Inner::Direct | Inner::Switch => (1.0, (s - 1.0) / s),
            Inner::Ring | Inner::Trees => (s - 1.0, (s - 1.0) / s),
            Inner::HalvingDoubling => (levels, (s - 1.0) / s),
        };
        pass += latencies * alpha + share * part / beta;
        // Trees take turns, so that their lines carry there what they carry back.
        let turns = if dim.inner == Inner::Trees { 1.0 } else { 2.0 };
        load[usize::from(leaves)] += turns * share * part / beta;
        met *= s;
    }
    if delivers || sharded {
        return pass;
    }
    2.0 * pass + (k - 1.0) * load[0].max(load[1])
}

/// Levels of a binary tree over `n`: log2 n rounded up.
pub fn depth(n: u32) -> u32 {
    n.max(1).next_power_of_two().trailing_zeros()
}
