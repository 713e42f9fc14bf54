//! What a cluster has to do without: switch chips, links, tunnels and cards that are broken or were never there.

use super::error::TopologyError;

/// The most parts that one cluster may miss: more is another machine.
pub const MAX_MISSING: usize = 32;

/// A part of a cluster. All numbers count from 0; a GPU's, a chip's and a card's inside its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A switch chip with all its links: the chips of the boards, board after board, then those of the second level.
    Chip { node: u32, chip: u32 },
    /// `lanes` of the links between a GPU and a switch chip; `chip` as above.
    Link { node: u32, gpu: u32, chip: u32, lanes: u32 },
    /// `lanes` of the links between two GPUs.
    Tunnel { node: u32, a: u32, b: u32, lanes: u32 },
    /// A network card.
    Card { node: u32, card: u32 },
}

impl Part {
    /// The node that it belongs to.
    pub const fn node(self) -> u32 {
        match self {
            Part::Chip { node, .. } | Part::Link { node, .. } | Part::Tunnel { node, .. } | Part::Card { node, .. } => {
                node
            }
        }
    }

    /// Reads a part: `chip:NODE.CHIP`, `link:NODE.GPU-CHIP`, `tunnel:NODE.GPU-GPU` or `card:NODE.CARD`. One link goes
    /// missing, or as many as `xLINKS` at the end says (`link:0.5-2x3`).
    ///
    /// # Example
    /// ```
    /// use kitchen_topology::Part;
    /// assert_eq!(Part::parse("chip:0.3"), Some(Part::Chip { node: 0, chip: 3 }));
    /// assert_eq!(Part::parse("link:1.5-2x3"), Some(Part::Link { node: 1, gpu: 5, chip: 2, lanes: 3 }));
    /// assert_eq!(Part::parse("link:5"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Part> {
        let (kind, rest) = text.split_once(':')?;
        let (node, rest) = rest.split_once('.')?;
        let node = number(node)?;
        let pair = || {
            let (ends, lanes) = rest.split_once('x').unwrap_or((rest, "1"));
            let (a, b) = ends.split_once('-')?;
            Some((number(a)?, number(b)?, number(lanes).filter(|&lanes| lanes > 0)?))
        };
        match kind {
            "chip" => Some(Part::Chip { node, chip: number(rest)? }),
            "card" => Some(Part::Card { node, card: number(rest)? }),
            "link" => pair().map(|(gpu, chip, lanes)| Part::Link { node, gpu, chip, lanes }),
            "tunnel" => pair().map(|(a, b, lanes)| Part::Tunnel { node, a, b, lanes }),
            _ => None,
        }
    }

    /// As [`Part::parse`] reads it.
    pub fn write(self) -> String {
        let times = |lanes: u32| if lanes == 1 { String::new() } else { format!("x{lanes}") };
        match self {
            Part::Chip { node, chip } => format!("chip:{node}.{chip}"),
            Part::Link { node, gpu, chip, lanes } => format!("link:{node}.{gpu}-{chip}{}", times(lanes)),
            Part::Tunnel { node, a, b, lanes } => format!("tunnel:{node}.{a}-{b}{}", times(lanes)),
            Part::Card { node, card } => format!("card:{node}.{card}"),
        }
    }
}

/// Digits alone: no sign, no blank.
fn number(text: &str) -> Option<u32> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// The parts that a cluster misses, at most [`MAX_MISSING`] of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Missing {
    parts: [Part; MAX_MISSING],
    count: usize,
}

impl Missing {
    /// Nothing is missing.
    pub const NONE: Missing = Missing { parts: [Part::Chip { node: 0, chip: 0 }; MAX_MISSING], count: 0 };

    /// Just that part.
    pub const fn one(part: Part) -> Missing {
        let mut missing = Missing::NONE;
        missing.parts[0] = part;
        missing.count = 1;
        missing
    }

    /// These parts, in this order. Links named twice are missing twice.
    ///
    /// # Errors
    /// [`TopologyError::TooManyMissing`].
    pub fn of(parts: &[Part]) -> Result<Missing, TopologyError> {
        let mut missing = Missing { count: parts.len(), ..Missing::NONE };
        match missing.parts.get_mut(..parts.len()) {
            Some(places) => places.copy_from_slice(parts),
            None => return Err(TopologyError::TooManyMissing { most: MAX_MISSING as u32 }),
        }
        Ok(missing)
    }

    /// Them all.
    pub fn parts(&self) -> &[Part] {
        &self.parts[..self.count]
    }

    /// Whether nothing is missing.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether node `node` has all its parts.
    pub fn spares(&self, node: u32) -> bool {
        self.parts().iter().all(|part| part.node() != node)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{ClusterSpec, Router, Spread, Topology, Vertex, build, find_system, rings, system};

    fn without(id: &str, nodes: u32, parts: &str) -> Result<Topology, TopologyError> {
        let parts: Vec<Part> = parts.split_whitespace().map(|part| Part::parse(part).unwrap()).collect();
        let missing = Missing::of(&parts)?;
        build(&ClusterSpec { missing, ..ClusterSpec::new(find_system(id).unwrap(), nodes) })
    }

    #[test]
    fn parts_are_read_as_they_are_written() {
        fn check(text: &str, good: bool) {
            assert_eq!(Part::parse(text).map(Part::write).as_deref(), good.then_some(text), "{text}");
        }
        for good in ["chip:0.3", "link:0.5-2", "link:12.7-0x4", "tunnel:0.0-3x2", "card:1.15"] {
            check(good, true);
        }
        for bad in [
            "",
            "chip",
            "chip:3",
            "chip:0.",
            "chip:-1.0",
            "link:0.5",
            "link:0.5-2x0",
            "link:0.5-2x",
            "spoon:0.1",
            "card:0.1-2",
            "chip:0.99999999999",
        ] {
            check(bad, false);
        }
    }

    #[test]
    fn what_is_not_there_cannot_be_missing() {
        fn check(id: &str, parts: &str, expected: Option<&str>) {
            let error = without(id, 1, parts).map(|_| ()).err();
            let named = expected.map(|part| TopologyError::NoSuchPart { part: part.to_owned() });
            assert_eq!(error, named, "{id} without {parts}");
        }
        check("dgx-h100", "chip:0.3 link:0.5-2x4 card:0.7", None);
        check("dgx-h100", "chip:0.4", Some("chip:0.4"));
        check("dgx-h100", "chip:1.0", Some("chip:1.0"));
        check("dgx-h100", "link:0.5-2x3 link:0.5-2x2", Some("link:0.5-2x2"));
        check("dgx-h100", "link:0.8-0", Some("link:0.8-0"));
        check("dgx-h100", "tunnel:0.0-1", Some("tunnel:0.0-1"));
        check("dgx-h100", "card:0.8", Some("card:0.8"));
        check("dgx1-v100", "tunnel:0.0-3x2", None);
        check("dgx1-v100", "tunnel:0.0-5", Some("tunnel:0.0-5"));
        check("dgx2", "chip:0.11", None);
        check("dgx-h100-nvlink", "chip:0.163", None);
        check("dgx-h100-nvlink", "chip:0.164", Some("chip:0.164"));
        let many = vec![Part::Chip { node: 0, chip: 0 }; MAX_MISSING + 1];
        assert_eq!(Missing::of(&many), Err(TopologyError::TooManyMissing { most: 32 }));
    }

    /// No route crosses what is missing, and each is one whole flow.
    fn check_routes(topology: &Topology) {
        let router = Router::new(topology);
        for a in 0..topology.len() {
            for b in (0..topology.len()).filter(|&b| b != a) {
                for spread in [Spread::Nearest, Spread::AllRails] {
                    let route = router.route_with(a, b, spread).unwrap();
                    let mut arrives = 0.0;
                    for hop in &route.hops {
                        assert!(topology.link(hop.link).unwrap().lanes > 0, "{a} -> {b} crosses a missing link");
                        let (_, to) = topology.ends(hop.link).unwrap();
                        arrives += if matches!(to, Vertex::Gpu { rank, .. } if rank == b) { hop.share } else { 0.0 };
                    }
                    assert!((arrives - 1.0).abs() < 1e-9, "{a} -> {b}: {arrives} arrives");
                }
            }
        }
    }

    #[test]
    fn routes_keep_clear_of_what_is_missing() {
        for (id, nodes, parts) in [
            ("dgx-h100", 2, "chip:0.3 link:1.2-0x5 card:0.4 card:1.0"),
            ("dgx-h100", 1, "chip:0.0 chip:0.1 chip:0.2 chip:0.3"),
            ("dgx1-v100", 2, "tunnel:0.0-3x2 tunnel:1.1-2x2 card:1.3"),
            ("dgx2", 1, "chip:0.2 link:0.9-7"),
        ] {
            check_routes(&without(id, nodes, parts).unwrap());
        }
    }

    #[test]
    fn rings_of_several_meshes_use_what_all_of_them_have() {
        let topology = without("dgx1-v100", 2, "tunnel:1.0-3").unwrap();
        let nodes = [(0..8).collect::<Vec<u32>>(), (8..16).collect()];
        let found = rings::common(&topology, &nodes);
        assert_eq!(found.len(), 4, "{found:?}");
        assert_eq!(rings::common(&topology, &nodes[..1]).len(), 6);
    }

    /// 72 links lead out of a DGX H100, half of what its GPUs have; the switches above have no port left over.
    #[test]
    fn boards_are_joined_by_half_of_their_links() {
        let topology = without("dgx-h100-nvlink", 1, "").unwrap();
        let lanes = |chip: u32| {
            let edges = topology.graph.edges(topology.chip(0, chip).unwrap());
            edges.fold([0, 0], |[down, up], edge| match topology.graph[petgraph::visit::EdgeRef::target(&edge)] {
                Vertex::Gpu { .. } => [down + edge.weight().lanes, up],
                _ => [down, up + edge.weight().lanes],
            })
        };
        let board: Vec<[u32; 2]> = (0..4).map(lanes).collect();
        assert_eq!(board, [[40, 20], [40, 20], [32, 16], [32, 16]]);
        assert!((128..164).all(|chip| lanes(chip) == [0, 64]));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Whatever single parts are missing, every pair still meets or is told so.
        #[test]
        fn routes_keep_clear_of_any_part(chip in 0..4_u32, gpu in 0..8_u32, lanes in 1..5_u32, both: bool) {
            let mut parts = vec![Part::Link { node: 0, gpu, chip, lanes: lanes.min([5, 5, 4, 4][chip as usize]) }];
            if both {
                parts.push(Part::Chip { node: 0, chip: 3 - chip });
            }
            let missing = Missing::of(&parts).unwrap();
            let topology = build(&ClusterSpec { missing, ..ClusterSpec::new(system("dgx-h100").unwrap(), 1) }).unwrap();
            check_routes(&topology);
        }
    }
}
