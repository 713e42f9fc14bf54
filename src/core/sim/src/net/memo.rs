//! Solutions of whole networks seen before: a ring's steps put the same flows on the same links thousands of times.

use kitchen_task::RouteId;

use crate::net::fold::mix;

/// How many networks are remembered; the oldest goes first.
const PLACES: usize = 8;

/// Larger networks are not remembered: bounds memory.
const MAX_ROUTES: usize = 1 << 16;

/// A busy route, its flows, and the rate of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved {
    /// The route.
    pub route: RouteId,
    /// Flows on it.
    pub flows: u32,
    /// What each of them gets, bytes a second.
    pub rate: f64,
}

/// A few solutions by fingerprint. A fingerprint finds a candidate; whoever asks compares every route, so that a
/// collision costs time and never truth.
#[derive(Clone, Debug)]
pub struct Memo {
    places: [(u64, Vec<Solved>); PLACES],
    next: usize,
}

impl Default for Memo {
    fn default() -> Memo {
        Memo { places: std::array::from_fn(|_| (0, Vec::new())), next: 0 }
    }
}

impl Memo {
    /// What a flow on `route` adds to the fingerprint of the network it joins (and takes from it when it leaves).
    pub const fn part(route: RouteId) -> u64 {
        // Mixed, so that sums of neighbours do not meet.
        mix(route as u64)
    }

    /// The solution of a network of `routes` busy routes with this fingerprint.
    pub fn find(&self, fingerprint: u64, routes: usize) -> Option<&[Solved]> {
        let of_this = |place: &&(u64, Vec<Solved>)| place.0 == fingerprint && place.1.len() == routes;
        self.places.iter().find(of_this).map(|place| place.1.as_slice())
    }

    /// Remembers a solution.
    pub fn keep(&mut self, fingerprint: u64, solution: impl ExactSizeIterator<Item = Solved>) {
        if solution.len() > MAX_ROUTES {
            return;
        }
        let place = &mut self.places[self.next];
        self.next = (self.next + 1) % PLACES;
        place.0 = fingerprint;
        place.1.clear();
        place.1.extend(solution);
    }
}
