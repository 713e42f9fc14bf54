//! A cut graph as tasks: each operator on its device, a Send and a Recv wherever a tensor crosses.

use kitchen_task::{GpuId, Kind, Label, RouteId, TaskGraph, TaskId, Work};
use kitchen_topology::{Router, TopologyError};
use petgraph::Direction;
use petgraph::graph::NodeIndex;

use super::cut::{Crossing, Cut};
use super::operators::Graph;

/// Which passes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// Out alone.
    Forward,
    /// Out and back.
    Both,
}

/// What a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// An operator at work.
    Compute { node: NodeIndex, back: bool },
    /// The tensor (on the way back its gradient) of a crossing leaves and travels.
    Send { crossing: u32, back: bool },
    /// It is there, for all that use it.
    Recv { crossing: u32, back: bool },
}

/// A cut graph, ready to be simulated.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The tasks.
    pub tasks: TaskGraph,
    /// By task.
    pub steps: Vec<Step>,
    /// What is sent, as [`Cut::crossings`] lists it.
    pub crossings: Vec<Crossing>,
}

/// Lays the operators of a cut on GPUs: device `i` is `gpus[i]`, and works through its operators in the graph's order, one after
/// the other, as a framework hands them to a stream. A tensor leaves as soon as it is made; what is on the same road at once shares
/// it.
///
/// # Errors
/// Two of the GPUs have no way between them.
///
/// # Panics
/// Where the cut names a device for which there is no GPU: a bug of the caller.
pub fn place(
    graph: &Graph,
    cut: &Cut,
    router: &Router<'_>,
    gpus: &[GpuId],
    passes: Passes,
) -> Result<Placed, TopologyError> {
    let crossings = cut.crossings(graph);
    let mut build = Build {
        last: vec![None; gpus.len()],
        arrived: vec![[None; 2]; crossings.len()],
        routes: Vec::new(),
        placed: Placed { tasks: TaskGraph::new(), steps: Vec::new(), crossings },
        cut,
        router,
        gpus,
    };
    let order = graph.order();
    for &node in &order {
        build.forward(graph, node)?;
    }
    if passes == Passes::Both {
        for &node in order.iter().rev() {
            build.backward(graph, node, &order)?;
        }
    }
    Ok(build.placed)
}

struct Build<'a> {
    placed: Placed,
    /// By device: its task before.
    last: Vec<Option<TaskId>>,
    /// By crossing: what brings the tensor, and what brings its gradient back.
    arrived: Vec<[Option<TaskId>; 2]>,
    routes: Vec<((u8, u8), RouteId)>,
    cut: &'a Cut,
    router: &'a Router<'a>,
    gpus: &'a [GpuId],
}

impl Build<'_> {
    fn add(&mut self, step: Step, work: Work, label: Label, deps: &[TaskId]) -> TaskId {
        self.placed.steps.push(step);
        self.placed.tasks.add(work, label, deps)
    }

    /// The crossings that fit, by their places.
    fn such(&self, fits: impl Fn(&Crossing) -> bool) -> Vec<usize> {
        (0..self.placed.crossings.len()).filter(|&at| fits(&self.placed.crossings[at])).collect()
    }

    fn forward(&mut self, graph: &Graph, node: NodeIndex) -> Result<(), TopologyError> {
        let device = self.cut.device(node);
        let uses =
            |tensor: u32| graph.dag.edges_directed(node, Direction::Incoming).any(|edge| *edge.weight() == tensor);
        let needed = self.such(|crossing| crossing.to == device && uses(crossing.tensor));
        let brought = needed.into_iter().filter_map(|at| self.arrived[at][0]);
        let deps: Vec<TaskId> = self.last[usize::from(device)].into_iter().chain(brought).collect();
        let work = Work::Compute { gpu: self.gpus[usize::from(device)], duration: graph.dag[node].forward.time };
        let task = self.add(Step::Compute { node, back: false }, work, Label::new(Kind::Forward), &deps);
        self.last[usize::from(device)] = Some(task);
        for at in self.such(|crossing| graph.tensors[crossing.tensor as usize].from == node) {
            self.send(at, false, task)?;
        }
        Ok(())
    }

    fn backward(&mut self, graph: &Graph, node: NodeIndex, order: &[NodeIndex]) -> Result<(), TopologyError> {
        let device = self.cut.device(node);
        let duration = graph.dag[node].backward.time;
        if duration.0 == 0 {
            return Ok(());
        }
        let made = self.such(|crossing| graph.tensors[crossing.tensor as usize].from == node);
        let brought = made.into_iter().filter_map(|at| self.arrived[at][1]);
        let deps: Vec<TaskId> = self.last[usize::from(device)].into_iter().chain(brought).collect();
        let work = Work::Compute { gpu: self.gpus[usize::from(device)], duration };
        let task = self.add(Step::Compute { node, back: true }, work, Label::new(Kind::Backward), &deps);
        self.last[usize::from(device)] = Some(task);
        // The gradients of all that use a tensor here are summed here: it leaves after the last of them, the first in the order.
        let last_here = |tensor: u32| {
            let is_user =
                |user: &&NodeIndex| self.cut.device(**user) == device && graph.users(tensor).any(|u| u == **user);
            order.iter().find(is_user) == Some(&node)
        };
        let done = self.such(|crossing| {
            crossing.to == device
                && graph.tensors[crossing.tensor as usize].value.learns()
                && last_here(crossing.tensor)
        });
        for at in done {
            self.send(at, true, task)?;
        }
        Ok(())
    }

    /// A crossing's pair, after the task that made what is sent.
    fn send(&mut self, at: usize, back: bool, after: TaskId) -> Result<(), TopologyError> {
        let Crossing { from, to, bytes, .. } = self.placed.crossings[at];
        let (from, to) = if back { (to, from) } else { (from, to) };
        let (src, dst) = (self.gpus[usize::from(from)], self.gpus[usize::from(to)]);
        let route = match self.routes.iter().find(|(ends, _)| *ends == (from, to)) {
            Some(&(_, route)) => route,
            None => {
                let route = self.placed.tasks.add_route(self.router.route(src, dst)?);
                self.routes.push(((from, to), route));
                route
            }
        };
        let kind = if back { Kind::ActivationGradient } else { Kind::Activation };
        let (crossing, label) = (at as u32, Label::new(kind).chunks(at as u32, 1));
        let work = Work::Transfer { src, dst, route, bytes };
        let sent = self.add(Step::Send { crossing, back }, work, label, &[after]);
        let there = self.add(Step::Recv { crossing, back }, Work::Join, Label::new(Kind::Join), &[sent]);
        self.arrived[at][usize::from(back)] = Some(there);
        Ok(())
    }
}
