//! Adds a collective to a task graph: its launches, and its moves as transfers.

use kitchen_sim::SimError;
use kitchen_task::{GpuId, Kind, Label, TaskGraph, TaskId, Work};
use kitchen_topology::{Router, Topology};
use kitchen_units::{Bytes, Time};

use crate::error::CollectiveError;
use crate::lowering::bundled::{self, Alike, Bundles};
use crate::lowering::compile::compile;
use crate::lowering::lay::{Lay, weigh};
use crate::nccl::choice::cut_as;
use crate::nccl::communicator::Communicator;
use crate::nccl::launch::{launch, peers};
use crate::nccl::{choose, count, nvls};
use crate::parts::{Parts, Split};
use crate::plans::hierarchical::{self, Dimension};
use crate::{Algorithm, Choice, Op};

/// One collective on a group of GPUs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Call<'a> {
    /// What is done.
    pub op: Op,
    /// By what.
    pub algorithm: Algorithm,
    /// The largest buffer that a rank holds, see [`Op`].
    pub bytes: Bytes,
    /// The GPUs in the order of their ranks; rank 0 is the root.
    pub group: &'a [GpuId],
    /// The sizes of the messages of an all-to-all-v; no other operation looks at it.
    pub split: Split<'a>,
    /// The grid that [`Algorithm::Hierarchical`] takes the group for, nearest dimension first; empty for servers and what
    /// joins them. No other algorithm looks at it.
    pub dims: &'a [Dimension],
    /// The most parts that a rank's share is cut into for the pipeline; 0 for as many as pay.
    pub slices: u32,
}

impl<'a> Call<'a> {
    /// A call whose parts are all equal.
    pub const fn new(op: Op, algorithm: Algorithm, bytes: Bytes, group: &'a [GpuId]) -> Call<'a> {
        Call { op, algorithm, bytes, group, split: Split::Even, dims: &[], slices: 0 }
    }
}

/// [`super::compile::LIMIT_MOVES`] of an exchange that a hierarchy hands on part by part, each of which meets all others: 270 ranks; and 512 where
/// the cluster is regular, so that most ways are found to be equal.
const LIMIT_DELIVERED: [u64; 2] = [150_000, 600_000];

/// Adds a collective to `graph`: it starts at each rank once that rank's tasks in `after` have ended.
///
/// # Arguments
/// * `after`: one list a rank of the group, or none at all.
///
/// # Returns
/// One task a rank that ends when the collective has ended there.
///
/// # Errors
/// [`CollectiveError`] for a bad group, an operation that the algorithm cannot carry out on this topology, or a plan
/// beyond [`super::compile::LIMIT_MOVES`].
pub fn append(
    graph: &mut TaskGraph,
    router: &Router<'_>,
    topology: &Topology,
    call: &Call<'_>,
    after: &[Vec<TaskId>],
) -> Result<Vec<TaskId>, CollectiveError> {
    let comm = Communicator::of(topology, router, call.group)?.on_grid(call.dims)?;
    let mut choice = choose::choose(&comm, call.op, call.algorithm, call.bytes)?;
    if call.slices > 0 {
        choice.slices = choice.slices.min(call.slices);
    }
    append_choice(graph, router, topology, &comm, call, &choice, Time::ZERO, after)
}

/// [`append`] with the choice made, and with what the host adds to the launch.
#[allow(clippy::too_many_arguments)] // the inner door of `append` and `measure`
pub(crate) fn append_choice(
    graph: &mut TaskGraph,
    router: &Router<'_>,
    topology: &Topology,
    comm: &Communicator,
    call: &Call<'_>,
    choice: &Choice,
    host: Time,
    after: &[Vec<TaskId>],
) -> Result<Vec<TaskId>, CollectiveError> {
    let alike = if after.is_empty() { Alike::Classes } else { Alike::Domains };
    let bundles = match choice.algorithm {
        Algorithm::Direct => Bundles::of(comm, router, call.op, call.group, (count::APART, alike)),
        _ => None,
    };
    if let Some(bundles) = &bundles {
        let (moves, limit) = (bundles.transfers(call.op), bundled::MOST_BUNDLES);
        if moves > limit {
            return Err(CollectiveError::TooLarge { moves, limit });
        }
        let (hops, limit) = (bundles.hops(), bundled::MOST_HOPS);
        if hops > limit {
            return Err(SimError::TooMuchMemory { limit_mib: (limit * bundled::BYTES_A_HOP) >> 20 }.into());
        }
    }
    if choice.algorithm == Algorithm::Hierarchical && call.op.is_exchange() {
        let whole = Bundles::of(comm, router, Op::AllToAll, call.group, (0, Alike::Classes));
        let moves = count::moves(comm, call.op, choice);
        let limit = LIMIT_DELIVERED[usize::from(whole.is_some_and(|whole| whole.is_regular()))];
        if moves > limit {
            return Err(CollectiveError::TooLarge { moves, limit });
        }
    }
    append_in(graph, router, topology, comm, call, choice, host, after, bundles.as_ref())
}

/// [`append_choice`] with the messages in bundles, or each by itself.
#[allow(clippy::too_many_arguments)]
pub(crate) fn append_in(
    graph: &mut TaskGraph,
    router: &Router<'_>,
    topology: &Topology,
    comm: &Communicator,
    call: &Call<'_>,
    choice: &Choice,
    host: Time,
    after: &[Vec<TaskId>],
    bundles: Option<&Bundles>,
) -> Result<Vec<TaskId>, CollectiveError> {
    let stands = count::stands(comm, call.op, choice, count::apart(comm, call.op, choice));
    let plan = if bundles.is_some() || stands { None } else { Some(compile(comm, call.op, choice)?) };
    let mut lay = Lay::new(router, topology, comm, call.group, call.op, choice, call.op.payload(call.bytes));
    let duration = started_after(&lay, call, host);
    let started: Vec<TaskId> = call
        .group
        .iter()
        .enumerate()
        .map(|(rank, &gpu)| {
            let before: &[TaskId] = after.get(rank).map_or(&[], Vec::as_slice);
            graph.add(Work::Delay { gpu, duration }, Label::new(Kind::Launch), before)
        })
        .collect();
    if let Some(bundles) = bundles {
        let fit = |route, crosses: bool| {
            let medium = if crosses { comm.across } else { comm.inside };
            weigh(route, choice.protocol.step(medium), if crosses { lay.shares.across } else { lay.shares.inside })
        };
        return Ok(bundles.append(graph, router, call.op, call.op.payload(call.bytes), &started, fit));
    }
    let Some(plan) = plan else {
        lay.stands = true;
        return append_together(graph, &lay, (call.op, choice, call.bytes), &started);
    };
    let bytes = call.op.payload(call.bytes);
    let parts = match nvls::rounds(comm, call.op, choice, bytes) {
        Some(rounds) => Parts::in_rounds(&plan, choice.slices, rounds, bytes),
        None => Parts::of(&plan, call.bytes, &call.split)?.cut_as(cut_as(call.op, choice, bytes)),
    };
    lay.run(graph, &plan, &parts, &started)
}

/// What passes before a rank's kernel moves anything.
pub(crate) fn started_after(lay: &Lay<'_, '_>, call: &Call<'_>, host: Time) -> Time {
    launch(lay.comm) + lay.sync + peers(call.op, lay.comm) + host
}

/// Adds the transfers of all domains after the launches of all ranks; returns each rank's end.
///
/// # Errors
/// What the router says.
fn append_together(
    graph: &mut TaskGraph,
    lay: &Lay<'_, '_>,
    (op, choice, bytes): (Op, &Choice, Bytes),
    started: &[TaskId],
) -> Result<Vec<TaskId>, CollectiveError> {
    let domains = &lay.comm.domains;
    let plan = hierarchical::stands(op, domains.len() as u32, choice.slices);
    let bytes = op.payload(bytes);
    let parts = match nvls::rounds(lay.comm, op, choice, bytes) {
        Some(rounds) => Parts::in_rounds(&plan, choice.slices, rounds, bytes),
        None => Parts::Equal { chunks: plan.chunks, bytes: bytes.0 },
    };
    let launched: Vec<TaskId> = domains
        .iter()
        .map(|domain| {
            let launches: Vec<TaskId> = domain.iter().map(|&rank| started[rank as usize]).collect();
            graph.add(Work::Join, Label::new(Kind::Join), &launches)
        })
        .collect();
    let ended = lay.run(graph, &plan, &parts, &launched)?;
    let mut ends = vec![0; started.len()];
    for (domain, &end) in domains.iter().zip(&ended) {
        for &rank in domain {
            ends[rank as usize] = end;
        }
    }
    Ok(ends)
}
