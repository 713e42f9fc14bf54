//! A cut: which device has which operator, and what must be sent for it.

use kitchen_units::Bytes;
use petgraph::graph::NodeIndex;

use super::operators::Graph;

/// A device for every operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// By node.
    device: Vec<u8>,
}

/// A tensor that one device makes and another uses: a pair of Send and Recv.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Its place in [`Graph::tensors`].
    pub tensor: u32,
    /// Who makes it.
    pub from: u8,
    /// Who uses it.
    pub to: u8,
    /// Its size.
    pub bytes: Bytes,
}

/// Why a cut is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutError {
    /// Not as many devices named as there are operators.
    Unplaced { placed: usize, operators: usize },
    /// A device that there is not.
    Device { device: u8, devices: u8 },
    /// Operators that wait for each other in a circle.
    Circle,
    /// A tensor goes back to a device before: that device's forward pass is not over when the next one's begins, so that neither
    /// has one forward and one backward pass.
    Returns { from: u8, to: u8 },
}

impl Cut {
    /// A cut with a device for each node, from 0.
    ///
    /// # Errors
    /// An operator has no device, or one that there is not; or the graph has a circle.
    pub fn new(graph: &Graph, device: Vec<u8>, devices: u8) -> Result<Cut, CutError> {
        let (placed, operators) = (device.len(), graph.dag.node_count());
        if placed != operators {
            return Err(CutError::Unplaced { placed, operators });
        }
        if let Some(&device) = device.iter().find(|&&device| device >= devices) {
            return Err(CutError::Device { device, devices });
        }
        if graph.order().len() != operators {
            return Err(CutError::Circle);
        }
        Ok(Cut { device })
    }

    /// A cut known to be one: a device for each node.
    pub(super) fn of(device: Vec<u8>) -> Cut {
        Cut { device }
    }

    /// The first so many operators, in the graph's order, on device 0 and the others on device 1.
    pub fn prefix(graph: &Graph, first: usize) -> Cut {
        Cut::stages(graph, &[first])
    }

    /// The graph's order cut at several places, which ascend: a device more after each of them.
    pub fn stages(graph: &Graph, places: &[usize]) -> Cut {
        let mut device = vec![0; graph.dag.node_count()];
        for (rank, node) in graph.order().into_iter().enumerate() {
            device[node.index()] = places.iter().filter(|&&place| place <= rank).count() as u8;
        }
        Cut { device }
    }

    /// Who has an operator.
    pub fn device(&self, node: NodeIndex) -> u8 {
        self.device[node.index()]
    }

    /// Whether each device can do all of its forward pass, and later all of its backward pass, in one go: tensors go to later
    /// devices only, and so gradients to earlier ones only.
    ///
    /// # Errors
    /// The first tensor that does not.
    pub fn check_stages(&self, graph: &Graph) -> Result<(), CutError> {
        let back = self.crossings(graph).into_iter().find(|crossing| crossing.to < crossing.from);
        back.map_or(Ok(()), |Crossing { from, to, .. }| Err(CutError::Returns { from, to }))
    }

    /// What is sent: by the order in which it is made, one for each tensor and destination.
    pub fn crossings(&self, graph: &Graph) -> Vec<Crossing> {
        let ranks = graph.ranks();
        let mut made: Vec<u32> = (0..graph.tensors.len() as u32).collect();
        let tensor = |tensor: u32| &graph.tensors[tensor as usize];
        kitchen_units::order::sort_by_key(&mut made, |&at| (ranks[tensor(at).from.index()], tensor(at).value));
        let mut crossings = Vec::new();
        for at in made {
            let (from, bytes) = (self.device(tensor(at).from), tensor(at).bytes);
            let mut to: Vec<u8> = graph.users(at).map(|user| self.device(user)).filter(|&to| to != from).collect();
            kitchen_units::order::sort(&mut to);
            to.dedup();
            crossings.extend(to.into_iter().map(|to| Crossing { tensor: at, from, to, bytes }));
        }
        crossings
    }

    /// Bytes of all crossings, on the way out.
    pub fn bytes(&self, graph: &Graph) -> Bytes {
        Bytes(self.crossings(graph).iter().map(|crossing| crossing.bytes.0).sum())
    }
}
