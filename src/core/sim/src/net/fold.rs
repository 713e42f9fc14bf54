//! Links that always carry the same are one link, and a link that one route has to itself is a ceiling of that route.
//!
//! A flow over NVLink switches is spread evenly over all chips, so the 18 links of a GPU fill and empty together. Keeping
//! one of them leaves every rate as it is: the constraint of link `l` is `sum a[i][l] / C[l] * rate <= 1` over the flows
//! `i` that use it, and links with the same users and the same `a / C` have the same constraint.

use kitchen_task::{LinkCapacity, LinkId, Route};

/// What is left of the routes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Folded {
    /// Route `r` keeps the hops `hops[start[r]..start[r + 1]]`: a link that others use too, and the share on it.
    pub start: Vec<u32>,
    /// By route, the links that are left and the load on each for each byte of payload.
    pub hops: Vec<(LinkId, f64)>,
    /// The rate of a flow that has all links of its route to itself; infinite without links.
    pub alone: Vec<f64>,
}

/// Folds `routes`, which have passed [`check`](crate::check()). O(hops + links log links).
pub fn fold(routes: &[Route], links: &[LinkCapacity]) -> Folded {
    let mut merger = Merger { seen: vec![(0, 0); links.len()], pass: 0, hops: Vec::new() };
    let mut signature = vec![0_u64; links.len()];
    let mut users = vec![0_u32; links.len()];
    for (id, route) in (0..).zip(routes) {
        for &(link, share) in merger.merge(route) {
            let l = link as usize;
            signature[l] = mix(signature[l] ^ mix(id) ^ (share / links[l].rate.as_bytes_per_s()).to_bits());
            users[l] += 1;
        }
    }
    let (leader, size) = leaders(&signature, &users);
    // A signature may lie, once in 2^64; then nothing is folded.
    keep(routes, links, &mut merger, &users, &leader, Some(&size))
        .or_else(|| {
            let each: Vec<LinkId> = (0..links.len() as LinkId).collect();
            keep(routes, links, &mut merger, &users, &each, None)
        })
        .unwrap_or_default()
}

/// For each link, the first with its signature and as many users, and how many follow that one.
fn leaders(signature: &[u64], users: &[u32]) -> (Vec<LinkId>, Vec<u32>) {
    let key = |link: LinkId| (signature[link as usize], users[link as usize]);
    let mut order: Vec<LinkId> = (0..signature.len() as LinkId).filter(|&link| users[link as usize] > 0).collect();
    kitchen_units::order::sort_by_key(&mut order, |&link| (key(link), link));
    let mut leader: Vec<LinkId> = (0..signature.len() as LinkId).collect();
    let mut size = vec![0; signature.len()];
    for equal in order.chunk_by(|&a, &b| key(a) == key(b)) {
        for &link in equal {
            leader[link as usize] = equal[0];
        }
        size[equal[0] as usize] = equal.len() as u32;
    }
    (leader, size)
}

/// Keeps the leaders' hops. `None` if a route does not use all that follow a leader (`size` of them), or not equally.
fn keep(
    routes: &[Route],
    links: &[LinkCapacity],
    merger: &mut Merger,
    users: &[u32],
    leader: &[LinkId],
    size: Option<&[u32]>,
) -> Option<Folded> {
    let mut folded = Folded { start: vec![0], ..Folded::default() };
    // By leader: followers met on this route, and the use that they must agree on.
    let mut met = vec![(0_u32, 0.0_f64); links.len()];
    for route in routes {
        let mut alone = f64::INFINITY;
        let hops = merger.merge(route);
        for &(link, share) in hops {
            let capacity = links[link as usize].rate.as_bytes_per_s();
            alone = alone.min(capacity / share);
            let (count, of_first) = &mut met[leader[link as usize] as usize];
            let of_this = share / capacity;
            if *count > 0 && of_first.to_bits() != of_this.to_bits() {
                return None;
            }
            (*count, *of_first) = (*count + 1, of_this);
            if leader[link as usize] == link && users[link as usize] > 1 {
                folded.hops.push((link, share));
            }
        }
        for &(link, _) in hops {
            let first = leader[link as usize] as usize;
            let count = std::mem::take(&mut met[first].0);
            if count > 0 && size.is_some_and(|size| size[first] != count) {
                return None;
            }
        }
        folded.start.push(folded.hops.len() as u32);
        folded.alone.push(alone);
    }
    Some(folded)
}

/// A route's hops with each link once.
struct Merger {
    /// By link: the pass that saw it last, and its place in `hops`.
    seen: Vec<(u32, u32)>,
    pass: u32,
    hops: Vec<(LinkId, f64)>,
}

impl Merger {
    fn merge(&mut self, route: &Route) -> &[(LinkId, f64)] {
        self.pass += 1;
        self.hops.clear();
        for hop in &route.hops {
            let load = route.load(hop);
            let (pass, place) = &mut self.seen[hop.link as usize];
            if *pass == self.pass {
                self.hops[*place as usize].1 += load;
            } else {
                (*pass, *place) = (self.pass, self.hops.len() as u32);
                self.hops.push((hop.link, load));
            }
        }
        &self.hops
    }
}

/// `SplitMix64`'s finalizer (Steele, Lea, Flood 2014).
pub(crate) const fn mix(value: u64) -> u64 {
    let z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use kitchen_task::Hop;
    use kitchen_units::Rate;

    use super::*;

    /// Routes as (link, share) over links of these capacities; the hops each keeps, and its rate alone.
    fn check(capacities: &[f64], routes: &[&[(u32, f64)]], expected: &[(&[(u32, f64)], f64)]) {
        let links: Vec<_> = capacities.iter().map(|&c| LinkCapacity { rate: Rate::bytes_per_s(c) }).collect();
        let route = |hops: &&[(u32, f64)]| Route {
            hops: hops.iter().map(|&(link, share)| Hop { link, share }).collect(),
            ..Route::default()
        };
        let folded = fold(&routes.iter().map(route).collect::<Vec<_>>(), &links);
        for (r, &(hops, alone)) in expected.iter().enumerate() {
            assert_eq!(&folded.hops[folded.start[r] as usize..folded.start[r + 1] as usize], hops, "route {r}");
            assert!((folded.alone[r] - alone).abs() < 1e-9 || folded.alone[r].total_cmp(&alone).is_eq());
        }
    }

    #[test]
    fn links_that_all_flows_use_alike_are_kept_once() {
        let spread = [(0, 0.5), (1, 0.5)];
        check(&[10.0, 10.0], &[&spread, &spread], &[(&[(0, 0.5)], 20.0), (&[(0, 0.5)], 20.0)]);
    }

    #[test]
    fn a_link_that_one_flow_does_not_use_is_kept() {
        let both = [(0, 0.5), (1, 0.5)];
        check(&[10.0, 10.0], &[&both, &both, &[(0, 1.0)]], &[(&both, 20.0), (&both, 20.0), (&[(0, 1.0)], 10.0)]);
    }

    #[test]
    fn links_used_in_different_parts_of_their_capacity_are_kept() {
        let uneven = [(0, 0.5), (1, 0.5)];
        check(&[10.0, 5.0], &[&uneven, &uneven], &[(&uneven, 10.0), (&uneven, 10.0)]);
        // Twice the share of twice the capacity is the same part.
        let even = [(0, 0.25), (1, 0.5)];
        check(&[5.0, 10.0], &[&even, &even], &[(&[(0, 0.25)], 20.0), (&[(0, 0.25)], 20.0)]);
    }

    #[test]
    fn a_private_link_only_bounds_its_route() {
        check(
            &[10.0, 4.0],
            &[&[(0, 1.0), (1, 1.0)], &[(0, 1.0)], &[]],
            &[(&[(0, 1.0)], 4.0), (&[(0, 1.0)], 10.0), (&[], f64::INFINITY)],
        );
    }

    #[test]
    fn a_link_named_twice_is_one_hop() {
        check(&[10.0], &[&[(0, 0.5), (0, 0.5)], &[(0, 1.0)]], &[(&[(0, 1.0)], 10.0), (&[(0, 1.0)], 10.0)]);
    }
}
