//! The task graph seen forwards: who waits for whom. Also petgraph's view of the graph.

use kitchen_task::{TaskGraph, TaskId};
use petgraph::Direction;
use petgraph::visit::{
    GraphBase, GraphRef, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, VisitMap, Visitable,
};

/// For each task, the tasks that wait for it, in increasing order (a dependency named twice appears twice).
#[derive(Clone, Debug)]
pub struct Successors {
    /// Task `t`'s successors are `tasks[start[t]..start[t + 1]]`.
    start: Vec<u32>,
    tasks: Vec<TaskId>,
}

impl Successors {
    /// O(tasks + dependencies). The graph must have passed [`check`](crate::check()).
    pub fn of(graph: &TaskGraph) -> Successors {
        Successors::list(graph.len(), &|task| graph.deps(task))
    }

    /// For each task, those that are next behind it in a queue ([`TaskGraph::add_behind`]), if there is any queue.
    pub fn behind(graph: &TaskGraph) -> Option<Successors> {
        let ahead: Vec<Option<TaskId>> = (0..graph.len() as TaskId).map(|task| graph.ahead(task)).collect();
        graph.has_queues().then(|| Successors::list(graph.len(), &|task| ahead[task as usize].as_slice()))
    }

    fn list<'a>(tasks: usize, before: &dyn Fn(TaskId) -> &'a [TaskId]) -> Successors {
        let mut start = vec![0_u32; tasks + 2];
        for task in 0..tasks as TaskId {
            for &dep in before(task) {
                start[dep as usize + 2] += 1;
            }
        }
        for t in 2..start.len() {
            start[t] += start[t - 1];
        }
        // `start[t + 1]` is where the next successor of `t` goes, and so ends as the end of `t`'s part.
        let mut list = vec![0; start[tasks + 1] as usize];
        for task in 0..tasks as TaskId {
            for &dep in before(task) {
                let place = &mut start[dep as usize + 1];
                list[*place as usize] = task;
                *place += 1;
            }
        }
        start.pop();
        Successors { start, tasks: list }
    }

    /// The tasks that wait for `task`.
    pub fn get(&self, task: TaskId) -> &[TaskId] {
        let t = task as usize;
        &self.tasks[self.start[t] as usize..self.start[t + 1] as usize]
    }
}

/// A task graph as petgraph's algorithms take it: nodes are tasks, edges lead from a task to those that wait for it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The tasks.
    pub graph: &'a TaskGraph,
    /// Who waits for each.
    pub successors: &'a Successors,
}

impl GraphBase for View<'_> {
    type NodeId = TaskId;
    type EdgeId = (TaskId, TaskId);
}

impl GraphRef for View<'_> {}

impl<'a> IntoNeighbors for View<'a> {
    type Neighbors = std::iter::Copied<std::slice::Iter<'a, TaskId>>;
    fn neighbors(self, task: TaskId) -> Self::Neighbors {
        self.successors.get(task).iter().copied()
    }
}

impl<'a> IntoNeighborsDirected for View<'a> {
    type NeighborsDirected = std::iter::Copied<std::slice::Iter<'a, TaskId>>;
    fn neighbors_directed(self, task: TaskId, direction: Direction) -> Self::NeighborsDirected {
        match direction {
            Direction::Outgoing => self.successors.get(task).iter().copied(),
            Direction::Incoming => self.graph.deps(task).iter().copied(),
        }
    }
}

impl IntoNodeIdentifiers for View<'_> {
    type NodeIdentifiers = std::ops::Range<TaskId>;
    fn node_identifiers(self) -> Self::NodeIdentifiers {
        0..self.graph.len() as TaskId
    }
}

/// Which tasks a walk has been to.
#[derive(Clone, Debug, Default)]
pub struct Visited(Vec<bool>);

impl VisitMap<TaskId> for Visited {
    fn visit(&mut self, task: TaskId) -> bool {
        !std::mem::replace(&mut self.0[task as usize], true)
    }

    fn is_visited(&self, task: &TaskId) -> bool {
        self.0[*task as usize]
    }

    fn unvisit(&mut self, task: TaskId) -> bool {
        std::mem::replace(&mut self.0[task as usize], false)
    }
}

impl Visitable for View<'_> {
    type Map = Visited;

    fn visit_map(&self) -> Visited {
        Visited(vec![false; self.graph.len()])
    }

    fn reset_map(&self, map: &mut Visited) {
        map.0.clear();
        map.0.resize(self.graph.len(), false);
    }
}
