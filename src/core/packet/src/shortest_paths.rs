//! All shortest paths between switches that have hosts.

use std::collections::VecDeque;

use super::fabric::{Fabric, Node, Path, PortId, SwitchId};

/// The most paths kept between two switches: a fat tree of 128-port chips has 4,096, of which a NIC uses far fewer.
const MAX_PATHS: usize = 256;

impl Fabric {
    /// The same fabric without some links: what routing converges to after they failed. Unreachable hosts have no
    /// path ([`super::Plan::check`] reports them).
    #[must_use]
    pub fn without(mut self, dead: &[PortId]) -> Fabric {
        self.find_paths(dead);
        self
    }

    /// Computes all paths anew. Paths that share their first link are neighbours.
    pub(super) fn find_paths(&mut self, dead: &[PortId]) {
        let switches = self.buffers.len();
        // By switch: its links to other switches, in the order of their numbers.
        let (mut out, mut into) = (vec![Vec::new(); switches], vec![Vec::new(); switches]);
        for (at, link) in self.links.iter().enumerate() {
            if let (Node::Switch(from), Node::Switch(to)) = (link.from, link.to)
                && !dead.contains(&(at as PortId))
            {
                out[from as usize].push((at as PortId, to));
                into[to as usize].push(from);
            }
        }
        let far: Vec<Vec<u8>> = (0..self.edges).map(|to| distances(&into, to)).collect();
        self.paths.clear();
        self.between.clear();
        let cut = |link: PortId| dead.contains(&link);
        let is_alone: Vec<bool> = (0..self.edges)
            .map(|edge| {
                self.hosts.iter().filter(|host| host.switch == edge).all(|host| cut(host.uplink) || cut(host.downlink))
            })
            .collect();
        for from in 0..self.edges {
            for (to, far) in (0..self.edges).zip(&far) {
                let start = self.paths.len();
                let reaches =
                    usize::from(far[from as usize]) <= Path::MOST && !is_alone[from as usize] && !is_alone[to as usize];
                if reaches {
                    let mut over = Vec::new();
                    descend(&out, far, from, &mut over, &mut self.paths, start);
                }
                self.between.push(start as u32..self.paths.len() as u32);
            }
        }
    }
}

/// Hops from each switch to `to`; 255 where it is unreachable.
fn distances(into: &[Vec<SwitchId>], to: SwitchId) -> Vec<u8> {
    let mut far = vec![u8::MAX; into.len()];
    far[to as usize] = 0;
    let mut next = VecDeque::from([to]);
    while let Some(at) = next.pop_front() {
        for &from in &into[at as usize] {
            if far[from as usize] == u8::MAX && usize::from(far[at as usize]) < Path::MOST {
                far[from as usize] = far[at as usize] + 1;
                next.push_back(from);
            }
        }
    }
    far
}

/// Depth-first search along links that shorten the distance.
fn descend(
    out: &[Vec<(PortId, SwitchId)>],
    far: &[u8],
    at: SwitchId,
    over: &mut Vec<PortId>,
    paths: &mut Vec<Path>,
    start: usize,
) {
    if far[at as usize] == 0 {
        paths.push(Path::new(over));
        return;
    }
    for &(link, next) in &out[at as usize] {
        if far[next as usize] < far[at as usize] && paths.len() - start < MAX_PATHS {
            over.push(link);
            descend(out, far, next, over, paths, start);
            over.pop();
        }
    }
}
