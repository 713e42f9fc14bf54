//! Three devices in a row: two places at which the order is cut, and what each pair of places comes to on the way out.

use kitchen_units::{Bytes, Time};

use super::operators::Graph;
use super::search::Road;

/// Two cuts of the order as a planner sees them, forward only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trio {
    /// What each device computes.
    pub work: [Time; 3],
    /// What is sent from the first device to the second, from the second to the third, and from the first to the third.
    pub bytes: [Bytes; 3],
    /// How long each of these takes alone.
    pub send: [Time; 3],
}

impl Trio {
    /// All that is sent.
    pub fn sent(&self) -> Bytes {
        Bytes(self.bytes.iter().map(|bytes| bytes.0).sum())
    }

    /// The time for one micro-batch of many where sending and computing do not overlap: of the device that has most to do, its work,
    /// what it sends, and what it is sent. With two devices it is [`super::Weighed::pace`].
    pub fn pace(&self) -> Time {
        let ([a, b, c], [ab, bc, ac]) = (self.work, self.send);
        (a + ab + ac).max(b + ab + bc).max(c + bc + ac)
    }

    /// The lightest device's work over the heaviest one's, 0 to 1.
    pub fn balance(&self) -> f64 {
        let [a, b, c] = self.work;
        a.min(b).min(c).0 as f64 / a.max(b).max(c).0.max(1) as f64
    }
}

/// A graph prepared to weigh many pairs of cuts: everything by place in the order.
#[derive(Clone, Debug)]
pub struct Blades {
    /// The work before each place.
    before: Vec<Time>,
    /// Each tensor: who makes it, who uses it, its bytes.
    tensors: Vec<(usize, Vec<usize>, Bytes)>,
    /// The tensors made before each place and used from there on.
    open: Vec<Vec<usize>>,
}

impl Blades {
    /// Of a graph without circles.
    pub fn new(graph: &Graph) -> Blades {
        let (order, ranks) = (graph.order(), graph.ranks());
        let mut before = vec![Time::ZERO];
        for &node in &order {
            let done = before.last().copied().unwrap_or_default();
            before.push(done + graph.dag[node].forward.time);
        }
        let mut open = vec![Vec::new(); before.len()];
        let mut tensors = Vec::with_capacity(graph.tensors.len());
        for (at, tensor) in graph.tensors.iter().enumerate() {
            let users: Vec<usize> = graph.users(at as u32).map(|user| ranks[user.index()]).collect();
            let (from, last) = (ranks[tensor.from.index()], users.iter().copied().max().unwrap_or(0));
            for place in open.iter_mut().take(last + 1).skip(from + 1) {
                place.push(at);
            }
            tensors.push((from, users, tensor.bytes));
        }
        Blades { before, tensors, open }
    }

    /// The work before a place of the order; all of it from the last place on.
    pub fn before(&self, place: usize) -> Time {
        self.before[place.min(self.before.len() - 1)]
    }

    /// Places, the beginning and the end included.
    pub fn places(&self) -> usize {
        self.before.len()
    }

    /// What a single cut at a place lets through.
    pub fn crossing(&self, place: usize) -> Bytes {
        let open = self.open.get(place).map_or(&[][..], Vec::as_slice);
        Bytes(open.iter().map(|&at| self.tensors[at].2.0).sum())
    }

    /// Weighs two cuts, the first before the second; each tensor is sent once to each device that uses it. O(tensors open there).
    pub fn weigh(&self, [first, second]: [usize; 2], road: &Road) -> Trio {
        let [p, q] = [self.before(first), self.before(second)];
        let mut bytes = [Bytes::ZERO; 3];
        for &at in self.open.get(first).into_iter().flatten() {
            let (_, users, size) = &self.tensors[at];
            if users.iter().any(|user| (first..second).contains(user)) {
                bytes[0].0 += size.0;
            }
            if users.iter().any(|&user| user >= second) {
                bytes[2].0 += size.0;
            }
        }
        for &at in self.open.get(second).into_iter().flatten() {
            let (from, _, size) = &self.tensors[at];
            if *from >= first {
                bytes[1].0 += size.0;
            }
        }
        let whole = self.before(self.before.len());
        let work = [p, q.saturating_sub(p), whole.saturating_sub(q)];
        Trio { work, bytes, send: bytes.map(|bytes| road.time(bytes)) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cut, Passes, Road, weigh};
    use super::*;
    use crate::model::LLAMA2_7B;
    use kitchen_units::Rate;

    fn graph() -> Graph {
        let model = crate::Model { layers: 3, seq: 512, ..LLAMA2_7B };
        Graph::of(&model, kitchen_hardware::gpu("h100-sxm").unwrap(), 1).unwrap()
    }

    const ROAD: Road = Road { latency: Time(5_000_000), rate: Rate::gb_per_s(12.5) };

    /// Every pair of places comes to what the cut itself says: its crossings by their ends, its work by its devices.
    #[test]
    fn a_pair_is_weighed_as_its_cut_is() {
        let graph = graph();
        let (blades, order) = (Blades::new(&graph), graph.order());
        assert_eq!(blades.places(), order.len() + 1);
        for second in 2..order.len() {
            for first in 1..second {
                let (trio, cut) = (blades.weigh([first, second], &ROAD), Cut::stages(&graph, &[first, second]));
                let sent = |from: u8, to: u8| {
                    let crossings = cut.crossings(&graph).into_iter();
                    let such = crossings.filter(|crossing| (crossing.from, crossing.to) == (from, to));
                    Bytes(such.map(|crossing| crossing.bytes.0).sum())
                };
                assert_eq!(trio.bytes, [sent(0, 1), sent(1, 2), sent(0, 2)], "{first} {second}");
                let work = |device: u8| -> Time {
                    let own = order.iter().filter(|&&node| cut.device(node) == device);
                    own.fold(Time::ZERO, |sum, &node| sum + graph.dag[node].forward.time)
                };
                assert_eq!(trio.work, [0, 1, 2].map(work), "{first} {second}");
            }
        }
    }

    /// With nothing for the third device it is the pace of two.
    #[test]
    fn two_devices_are_three_of_which_one_rests() {
        let graph = graph();
        let (blades, all) = (Blades::new(&graph), graph.order().len());
        for first in 1..all {
            let two = weigh(&graph, &Cut::prefix(&graph, first), &ROAD, Passes::Forward);
            let three = blades.weigh([first, all], &ROAD);
            assert_eq!((three.pace(), three.sent(), blades.crossing(first)), (two.pace(), two.bytes, two.bytes));
        }
    }
}
