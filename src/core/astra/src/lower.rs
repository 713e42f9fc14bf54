//! From a call to a task graph: chunks, their phases, the messages of each.

use std::collections::BTreeMap;
use std::rc::Rc;

use kitchen_collective::Op;
use kitchen_sim::net::admission::Control;
use kitchen_task::{Kind, Label, LinkCapacity, Route, RouteId, TaskGraph, TaskId, Work};
use kitchen_units::{Bytes, Rate, Time};

use crate::links::Links;
use crate::phases::{self, Phase, Queues};
use crate::script::{Pace, Script, share};
use crate::{Algorithm, AstraError, Backend, Call, Dim, LIMIT_TASKS, Machine, Shape};

/// What the engine needs to run a call.
#[derive(Debug)]
pub(super) struct Lowered {
    pub(super) graph: TaskGraph,
    pub(super) links: Vec<LinkCapacity>,
    /// By route, see [`Control`].
    pub(super) controls: Vec<Control>,
    pub(super) semaphores: Vec<u32>,
    pub(super) gates: Vec<u32>,
}

/// The size of a chunk and their number.
///
/// ASTRA-sim does not cut finer than one byte an NPU (but for an all-gather, whose buffer is a shard), rounds the size down and
/// adds chunks of that size until nothing is left.
fn cut(machine: &Machine, call: &Call) -> Result<(u64, u64), AstraError> {
    let (mut bytes, mut chunk) = (call.bytes, call.bytes / call.chunks);
    if call.op != Op::AllGather && chunk < machine.npus() {
        chunk = machine.npus();
        bytes = chunk.saturating_mul(call.chunks);
    }
    if chunk == 0 { Err(AstraError::Empty { bytes, chunks: call.chunks }) } else { Ok((chunk, bytes.div_ceil(chunk))) }
}

/// A phase of a chunk with the queue that it was dealt.
struct Placed {
    phase: Phase,
    queue: u32,
    is_back: bool,
    script: Rc<Script>,
}

/// Lowers `call`.
pub(super) fn lower(machine: &Machine, call: &Call) -> Result<Lowered, AstraError> {
    let sizes = phases::sizes(machine, call);
    let (chunk, count) = cut(machine, call)?;
    let phases = phases::of(call, &sizes, chunk)?;
    let chunks = place(machine, call, &sizes, &phases, count)?;
    let mut entries: BTreeMap<(usize, u32), u64> = BTreeMap::new();
    for placed in chunks.iter().flatten() {
        *entries.entry((placed.phase.dim, placed.queue)).or_default() += 1;
    }
    let room = call.active.div_ceil(u64::from(call.queues));
    // A queue with room for all chunks that ever come needs no semaphore.
    entries.retain(|_, entries| *entries > room);
    let mut lower = Lower {
        machine,
        call,
        links: Links::new(machine),
        graph: TaskGraph::new(),
        controls: Vec::new(),
        gates: Vec::new(),
        room: room as u32,
        semaphores: entries.keys().enumerate().map(|(semaphore, &key)| (key, semaphore as u32)).collect(),
        semaphore_routes: Vec::new(),
    };
    lower.add_semaphores();
    for placed in &chunks {
        lower.chunk(placed, &sizes);
    }
    lower.controls.resize(lower.graph.routes.len(), Control::None);
    let semaphores = vec![lower.room; lower.semaphore_routes.len()];
    Ok(Lowered {
        graph: lower.graph,
        links: lower.links.capacities,
        controls: lower.controls,
        semaphores,
        gates: lower.gates,
    })
}

/// Deals queues and trees to all phases of all chunks, in ASTRA-sim's order, and counts the tasks that they will take.
fn place(
    machine: &Machine,
    call: &Call,
    sizes: &[u32],
    phases: &[Phase],
    count: u64,
) -> Result<Vec<Vec<Placed>>, AstraError> {
    let too_large = |tasks| AstraError::TooLarge { tasks, limit: LIMIT_TASKS };
    // Before any script is written, which may be long, and whose messages weigh as much as four tasks each.
    let messages = |phase: &Phase| messages(phase.op, call.algorithms.at(phase.dim), sizes[phase.dim]);
    let ahead = phases.iter().map(messages).sum::<u64>().saturating_mul(4).max(wired(machine, call));
    if ahead > LIMIT_TASKS {
        return Err(too_large(ahead));
    }
    let mut queues = vec![Queues::new(call.queues); sizes.len()];
    let mut turns = vec![0_u32; sizes.len()];
    let mut scripts: BTreeMap<(Op, usize, u32), Rc<Script>> = BTreeMap::new();
    let mut tasks = 0_u64;
    let mut chunks = Vec::new();
    for _ in 0..count {
        let mut placed = Vec::new();
        for &phase in phases {
            let (queue, is_back) = queues[phase.dim].next(phase.line);
            let (n, algorithm) = (sizes[phase.dim], call.algorithms.at(phase.dim));
            let wait_on = if algorithm == Algorithm::DoubleBinaryTree { turns[phase.dim] % 2 } else { 0 };
            turns[phase.dim] += 1;
            let key = (phase.op, phase.dim, wait_on);
            let script = match scripts.get(&key) {
                Some(script) => Rc::clone(script),
                None => Rc::new(Script::new(phase.op, algorithm, n, wait_on)?),
            };
            scripts.entry(key).or_insert_with(|| Rc::clone(&script));
            // A message is sent and taken, at a gate also noted, granted and let pass; a rank begins, ends, and may queue.
            let each = if algorithm == Algorithm::Direct { 5 } else { 2 };
            tasks += machine.npus() / u64::from(n) * (each * script.messages.len() as u64 + 4 * u64::from(n));
            if tasks > LIMIT_TASKS {
                return Err(too_large(tasks));
            }
            // Trees and halving have no direction.
            let is_back = is_back && matches!(algorithm, Algorithm::Ring | Algorithm::Direct);
            placed.push(Placed { phase, queue, is_back, script });
        }
        chunks.push(placed);
    }
    Ok(chunks)
}

/// The messages of a phase within a group of `n`.
fn messages(op: Op, algorithm: Algorithm, n: u32) -> u64 {
    let n = u64::from(n);
    match (algorithm, op) {
        (Algorithm::Ring, Op::AllToAll) => n * n * (n - 1) / 2,
        (Algorithm::Ring | Algorithm::Direct, Op::AllReduce) => 2 * n * (n - 1),
        (Algorithm::Ring | Algorithm::Direct, _) => n * (n - 1),
        (Algorithm::HalvingDoubling | Algorithm::DoubleBinaryTree, _) => 2 * n * u64::from(n.ilog2()),
    }
}

/// The links and hops that take memory of their own, from above: those of shared links.
fn wired(machine: &Machine, call: &Call) -> u64 {
    let dims = if machine.backend == Backend::Aware { machine.dims.as_slice() } else { &[] };
    let of = |dim: &Dim| {
        let n = u64::from(dim.npus);
        match (dim.shape, call.algorithms.at(0)) {
            (Shape::Ring, Algorithm::Direct) => n * n * n / 4,
            (Shape::Switch, _) | (Shape::Ring, Algorithm::Ring) => 2 * n,
            (Shape::FullyConnected | Shape::Ring, _) => n * n,
        }
    };
    dims.iter().map(of).sum()
}

struct Lower<'a> {
    machine: &'a Machine,
    call: &'a Call,
    links: Links<'a>,
    graph: TaskGraph,
    controls: Vec<Control>,
    gates: Vec<u32>,
    room: u32,
    /// Queues that need a semaphore, by (dimension, queue); each NPU has one of its own.
    semaphores: BTreeMap<(usize, u32), u32>,
    /// The routes into and out of each semaphore.
    semaphore_routes: Vec<(RouteId, RouteId)>,
}

impl Lower<'_> {
    fn add_semaphores(&mut self) {
        for semaphore in 0..self.semaphores.len() as u32 * self.machine.npus() as u32 {
            let routes = (self.control(Control::Acquire(semaphore)), self.control(Control::Release(semaphore)));
            self.semaphore_routes.push(routes);
        }
    }

    /// A route that stands for `control`; its ceiling has the engine hand its transfers to the network.
    fn control(&mut self, control: Control) -> RouteId {
        let route = Route { ceiling: Some(Rate::bytes_per_s(1.0)), ..Route::default() };
        let id = self.graph.add_route(route);
        self.controls.resize(id as usize, Control::None);
        self.controls.push(control);
        id
    }

    fn wait_on(&mut self, npu: u32, route: RouteId, deps: &[TaskId]) -> TaskId {
        let work = Work::Transfer { src: npu, dst: npu, route, bytes: Bytes(1) };
        self.graph.add(work, Label::new(Kind::Join), deps)
    }

    fn delay(&mut self, gpu: u32, duration: Time, kind: Kind, deps: &[TaskId]) -> TaskId {
        self.graph.add(Work::Delay { gpu, duration }, Label::new(kind), deps)
    }

    /// All phases of a chunk, at every NPU each after the last.
    fn chunk(&mut self, phases: &[Placed], sizes: &[u32]) {
        let npus = self.machine.npus() as u32;
        let mut ended: Vec<Option<TaskId>> = vec![None; npus as usize];
        for placed in phases {
            let semaphore = self.semaphores.get(&(placed.phase.dim, placed.queue)).map(|semaphore| semaphore * npus);
            let mut entered = ended.clone();
            for npu in 0..npus {
                if let Some(semaphore) = semaphore {
                    let (enter, _) = self.semaphore_routes[(semaphore + npu) as usize];
                    let before: Vec<TaskId> = ended[npu as usize].into_iter().collect();
                    entered[npu as usize] = Some(self.wait_on(npu, enter, &before));
                }
            }
            let n = sizes[placed.phase.dim];
            let stride: u32 = sizes[..placed.phase.dim].iter().product();
            for group in 0..npus / n {
                let first = group / stride * stride * n + group % stride;
                // The other way round is the same ring with its members mirrored.
                let place = |rank: u32| if placed.is_back { (n - rank) % n } else { rank };
                let members: Vec<u32> = (0..n).map(|rank| first + place(rank) * stride).collect();
                self.meet(placed, &members, &entered, &mut ended);
            }
            if let Some(semaphore) = semaphore {
                for npu in 0..npus {
                    let (_, leave) = self.semaphore_routes[(semaphore + npu) as usize];
                    let after: Vec<TaskId> = ended[npu as usize].into_iter().collect();
                    self.wait_on(npu, leave, &after);
                }
            }
        }
    }

    /// One phase among the members of a group.
    fn meet(&mut self, placed: &Placed, members: &[u32], entered: &[Option<TaskId>], ended: &mut [Option<TaskId>]) {
        let script = &*placed.script;
        let endpoint = self.machine.endpoint;
        let entry = |rank: u32| entered[members[rank as usize] as usize];
        let mut sends_first = vec![script.pace != Pace::Tree; members.len()];
        for message in script.messages.iter().filter(|message| message.after.is_empty()) {
            sends_first[message.from as usize] = true;
        }
        // When a rank is ready to send what it has, or to take what comes.
        let mut begun: Vec<Option<TaskId>> = Vec::with_capacity(members.len());
        for rank in 0..script.ranks {
            let before: Vec<TaskId> = entry(rank).into_iter().collect();
            let sends = sends_first[rank as usize];
            let npu = members[rank as usize];
            begun.push(if sends { Some(self.delay(npu, endpoint, Kind::Launch, &before)) } else { entry(rank) });
        }
        let gates = self.gates(script, members, &begun);
        let total = total(&placed.phase, self.call.algorithms.at(placed.phase.dim), script.ranks);
        let mut taken: Vec<TaskId> = Vec::with_capacity(script.messages.len());
        let mut last = begun.clone();
        let mut ends: Vec<Vec<TaskId>> = vec![Vec::new(); members.len()];
        let mut seconds = vec![0_usize; members.len()];
        let mut deps: Vec<TaskId> = Vec::new();
        for message in &script.messages {
            let (from, to) = (message.from as usize, message.to as usize);
            let (src, dst) = (members[from], members[to]);
            let second = if message.is_second {
                seconds[from] += 1;
                Some(seconds[from] - 1)
            } else {
                None
            };
            let pass = |rank: usize| second.map(|at| gates[rank].passes[at]);
            deps.clear();
            deps.extend(message.after.iter().map(|&before| taken[before as usize]));
            deps.extend(pass(from));
            if deps.is_empty() {
                deps.extend(begun[from]);
            }
            let route = self.links.route(&mut self.graph, src, dst);
            let work = Work::Transfer { src, dst, route, bytes: Bytes(script.bytes(message, total)) };
            let sent = self.graph.add(work, Label::new(Kind::SendCopy), &deps);
            deps.clear();
            deps.push(sent);
            // The receiver looks for it once it has sent its own, and in wait_on once it has taken the one before.
            deps.extend(match script.pace {
                Pace::InTurn => last[to],
                Pace::AtOnce => pass(to).or(begun[to]),
                Pace::Tree => entry(message.to),
            });
            if let Some(gate) = gates.get(to).filter(|_| second.is_none()) {
                self.wait_on(dst, gate.note, &deps);
            }
            let duration = endpoint + sum(share(total, message.summed, script.parts), self.machine.memory);
            let kind = if message.summed > 0 { Kind::Reduce } else { Kind::Launch };
            let received = self.delay(dst, duration, kind, &deps);
            if let Some(gate) = gates.get(to) {
                self.wait_on(dst, gate.grant, &[received]);
            }
            taken.push(received);
            last[to] = Some(received);
            if script.pace == Pace::AtOnce {
                ends[to].push(received);
            }
        }
        for (rank, &npu) in members.iter().enumerate() {
            ended[npu as usize] = match ends[rank].as_slice() {
                [] => last[rank],
                ends => Some(self.graph.add(Work::Join, Label::new(Kind::Join), ends)),
            };
        }
    }

    /// The gates of a direct all-reduce, one a rank; of anything else none.
    ///
    /// ASTRA-sim begins the second half once so many messages have come as there are others, and then sends one for each that
    /// has been summed: it looks when a sum is done, not whose sum it is.
    fn gates(&mut self, script: &Script, members: &[u32], begun: &[Option<TaskId>]) -> Vec<Gate> {
        if !script.messages.iter().any(|message| message.is_second) {
            return Vec::new();
        }
        let others = script.ranks - 1;
        let mut gates = Vec::with_capacity(members.len());
        for (rank, &npu) in members.iter().enumerate() {
            let id = self.gates.len() as u32;
            self.gates.push(others);
            let (note, grant) = (self.control(Control::Notify(id)), self.control(Control::Grant(id)));
            let pass = self.control(Control::Pass(id));
            let before: Vec<TaskId> = begun[rank].into_iter().collect();
            let passes = (0..others).map(|_| self.wait_on(npu, pass, &before)).collect();
            gates.push(Gate { note, grant, passes });
        }
        gates
    }
}

/// A gate's routes, and the transfers that wait to pass it.
struct Gate {
    note: RouteId,
    grant: RouteId,
    passes: Vec<TaskId>,
}

/// The bytes that the parts of a script make up.
fn total(phase: &Phase, algorithm: Algorithm, ranks: u32) -> u128 {
    let shards = match phase.op {
        _ if algorithm == Algorithm::DoubleBinaryTree => 1,
        Op::AllGather | Op::AllToAll => ranks,
        _ => 1,
    };
    u128::from(phase.bytes) * u128::from(shards)
}

/// What adding `bytes` takes: two reads and a write, each in whole nanoseconds.
fn sum(bytes: u64, memory: Rate) -> Time {
    Time::from_ns(((bytes as f64 / memory.as_bytes_per_s() * 1e9) as u64).saturating_mul(3))
}
