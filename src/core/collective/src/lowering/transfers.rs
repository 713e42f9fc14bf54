//! The transfers of a plan's moves.

use std::collections::{BTreeMap, BTreeSet};

use kitchen_task::{Kind, Label, Route, RouteId, TaskGraph, TaskId, Work};
use kitchen_units::Bytes;

use crate::error::CollectiveError;
use crate::lowering::connections::{Connections, Slot};
use crate::lowering::lay::Lay;
use crate::lowering::path::{self, Path};
use crate::lowering::racks;
use crate::nccl::count;
use crate::parts::Parts;
use crate::plan::{Action, Move, Place, Plan};

impl Lay<'_, '_> {
    /// Adds the plan's moves after the launches; returns each rank's end.
    pub(crate) fn run(
        &self,
        graph: &mut TaskGraph,
        plan: &Plan,
        parts: &Parts,
        started: &[TaskId],
    ) -> Result<Vec<TaskId>, CollectiveError> {
        let mut bundles: BTreeMap<Path, [RouteId; 2]> = BTreeMap::new();
        let mut tasks: Vec<TaskId> = Vec::with_capacity(plan.moves.len());
        let mut connections = Connections::new(plan, self.apart);
        let mut joins = Joins::default();
        // What the last move waits for: the tasks of its messages, and the same with a join for many.
        let (mut waits, mut whole, mut short) = (None, Vec::new(), Vec::new());
        let mut deps: Vec<TaskId> = Vec::new();
        // A message of parts here and there is one transfer; where they are few, one a part, to be seen on their way.
        let together = plan.moves.len() as u64 > count::APART;
        for (index, moved) in plan.moves.iter().enumerate() {
            let leader = plan.leader(index);
            if together && leader < index {
                tasks.push(tasks[leader]);
                continue;
            }
            if waits.replace(plan.waits(index)) != Some(plan.waits(index)) {
                whole.clear();
                whole.extend(plan.deps(index).iter().flat_map(|&dep| &tasks[plan.message(dep as usize)]));
                whole.dedup();
                short.clone_from(&whole);
                joins.shorten(graph, &mut short);
            }
            deps.clone_from(&short);
            let same = |&dep: &u32| {
                let before = &plan.moves[dep as usize];
                (before.from, before.to) == (moved.from, moved.to)
            };
            let follows = self.pipelined && plan.deps(index).iter().any(same);
            let known = connections.find(moved);
            // Often the data keeps the order by itself.
            let ahead = connections.ahead(moved, known).filter(|last| whole.binary_search(last).is_err());
            // Both ends must have been launched before anything crosses a connection.
            if known.is_none() || plan.deps(index).is_empty() {
                deps.extend(ranks(moved).map(|rank| started[rank as usize]));
            }
            let at = if let Some(at) = known {
                at
            } else {
                let pair = match connections.sibling(moved).filter(|_| !self.stands) {
                    Some(pair) => pair,
                    None => self.pair(graph, &mut bundles, self.path(moved))?,
                };
                connections.add(moved, pair)
            };
            let carried = if together { plan.message(index) } else { index..index + 1 };
            let bytes = Bytes(plan.moves[carried].iter().map(|moved| parts.of_move(moved).0).sum());
            let bytes = if self.stands { racks::share(self.comm, path::of_domains(moved), bytes) } else { bytes };
            let (src, dst) = self.ends(moved);
            let route = connections.slots[at].routes[usize::from(follows)];
            let work = Work::Transfer { src, dst, route, bytes };
            let task = graph.add_behind(work, label(moved), &deps, ahead);
            connections.slots[at].last = task;
            tasks.push(task);
        }
        let mut ends: Vec<BTreeSet<TaskId>> = started.iter().map(|&task| BTreeSet::from([task])).collect();
        // A collective has ended at a rank when the last move on each of its connections has.
        for Slot { from, to, last, .. } in connections.slots {
            for place in [from, to] {
                if let Place::Rank(rank) = place {
                    ends[rank as usize].insert(last);
                }
            }
        }
        let join = |ends: BTreeSet<TaskId>| {
            let ends: Vec<TaskId> = ends.into_iter().collect();
            graph.add(Work::Join, Label::new(Kind::Join), &ends)
        };
        Ok(ends.into_iter().map(join).collect())
    }

    /// The routes of a new connection, for a first slice and for those behind it. A path of its own is asked for once; only
    /// bundles are looked up.
    fn pair(
        &self,
        graph: &mut TaskGraph,
        bundles: &mut BTreeMap<Path, [RouteId; 2]>,
        path: Path,
    ) -> Result<[RouteId; 2], CollectiveError> {
        let is_shared = matches!(path, Path::Bundle(..));
        if let Some(&pair) = bundles.get(&path).filter(|_| is_shared) {
            return Ok(pair);
        }
        let first = self.route(path)?;
        let next = self.pipelined.then(|| Route { latency: self.gap(path), ..first.clone() });
        let first = graph.add_route(first);
        let pair = [first, next.map_or(first, |next| graph.add_route(next))];
        if is_shared {
            bundles.insert(path, pair);
        }
        Ok(pair)
    }
}

fn ranks(moved: &Move) -> impl Iterator<Item = u32> {
    [moved.from, moved.to].into_iter().filter_map(|place| match place {
        Place::Rank(rank) => Some(rank),
        Place::Switch(_) => None,
    })
}

fn label(moved: &Move) -> Label {
    let kind = match (moved.from, moved.to, moved.action) {
        (_, Place::Switch(_), _) => Kind::SwitchReduce,
        (Place::Switch(_), _, _) => Kind::SwitchMulticast,
        (_, _, Action::Reduce) => Kind::SendReduce,
        (_, _, Action::Copy) => Kind::SendCopy,
    };
    Label::new(kind).step(moved.step).chunks(moved.chunk, moved.chunks).channel(moved.channel)
}

/// Many moves wait for the same many: they share one join.
#[derive(Default)]
struct Joins {
    last: Vec<TaskId>,
    join: TaskId,
}

impl Joins {
    fn shorten(&mut self, graph: &mut TaskGraph, deps: &mut Vec<TaskId>) {
        const FEW: usize = 3;
        if deps.len() <= FEW {
            return;
        }
        if *deps != self.last {
            self.join = graph.add(Work::Join, Label::new(Kind::Join), deps);
            self.last.clone_from(deps);
        }
        deps.clear();
        deps.push(self.join);
    }
}
