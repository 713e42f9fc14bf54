//! Who shares links with whom, and which rates a change changes.
//!
//! Flows on one route always go equally fast, so the unit is the route with its number of flows. After some routes have
//! gained or lost flows, only a region around them is solved again:
//!
//! 1. it holds the changed routes and all routes on their links, but none so slow that the change cannot reach it
//!    (`Sharing::find_floor`);
//! 2. it is solved with what the routes outside leave of the links;
//! 3. on links that were full before and on which a route of the region goes at another rate now, the routes outside join the
//!    region; so they do on links that bound a route of the region while one outside is faster; and it goes on from 2.
//!
//! Then every route outside still has its bottleneck: its ceiling, or a link that was full before and carries the same still.
//! Every route inside has one: its ceiling, a link that is wholly inside, or one on which nobody outside is faster. So the
//! rates are the max-min fair rates of the whole. What has changed in large part is solved as a whole, to be remembered.

use std::cell::Cell;

use kitchen_task::{LinkCapacity, Route, RouteId};
use kitchen_units::Rate;

use crate::net::fold::fold;
use crate::net::maxmin::{self, Solver};
use crate::net::memo::{Memo, Solved};

/// No hop.
const NONE: u32 = u32::MAX;

/// A link is full when this part of it is used: more than rounding, less than anyone would notice.
const FULL: f64 = 1.0 - 1e-9;

/// Rates closer than this, relative to their size, are one rate.
const EQUAL: f64 = 1e-11;

/// Solutions of a growing region before it takes in all that is connected, so that a change costs a few solutions at most.
const PATIENCE: u32 = 4;

/// How often the rate below which nothing changes is raised.
const FLOORS: u32 = 3;

/// The flows of one route, a class of equals: what never changes, and how many there are.
#[derive(Clone, Copy, Debug)]
struct Class {
    hops: (u32, u32),
    ceiling: f64,
    /// The rate that the flows of a route alone on its links have together.
    alone: f64,
    flows: u32,
    /// The flows when it was settled last.
    settled: u32,
    /// In the region of this pass.
    seen: u32,
    /// Of each flow; zero when new.
    rate: f64,
    /// The rate that the region's last solution gives; counts while the route is in the region.
    trial: f64,
    is_changed: bool,
}

/// A route's use of a link, in the list of the link's busy routes.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    link: u32,
    route: RouteId,
    share: f64,
    next: u32,
    prev: u32,
}

impl Class {
    /// Whether its rate cannot change, when none below `floor` does.
    fn keeps(&self, floor: f64) -> bool {
        self.rate < floor && !self.is_changed
    }
}

impl Crossing {
    fn is_shared(&self) -> bool {
        self.next != NONE || self.prev != NONE
    }
}

/// A link and who crosses it.
#[derive(Clone, Copy, Debug)]
struct LinkState {
    capacity: f64,
    /// Its busy crossings.
    first: u32,
    /// The pass in which a route on it changed.
    dirty: u32,
    /// The pass in which all its routes that may change joined the region, and what the others use of it.
    seen: u32,
    kept: f64,
    /// The weight of the flows that have left a dirty link.
    gone: f64,
    /// The solve that was found to leave the routes outside the region as they are, and the fastest of those.
    looked: u32,
    fastest: f64,
    /// The solve that stated this link last, and the link's index in it.
    posed: u32,
    index: u32,
}

/// Busy routes on links, and their rates.
#[derive(Debug)]
pub struct Sharing {
    classes: Vec<Class>,
    hops: Vec<Crossing>,
    states: Vec<LinkState>,
    /// Routes that have gained or lost a flow since the last settling.
    changed: Vec<RouteId>,
    pass: u32,
    posing: u32,
    /// Links that a changed route crosses, and the rate below which nothing changes.
    dirty: Vec<u32>,
    floor: f64,
    region: Vec<RouteId>,
    /// The region by id: the order of discovery depends on history.
    order: Vec<RouteId>,
    solver: Solver,
    walked: Cell<u64>,
    /// The links that were stated to it.
    posed: Vec<u32>,
    /// Busy routes, and the sum of their flows' parts of the fingerprint.
    busy: usize,
    fingerprint: u64,
    memo: Memo,
    /// The rates that the last settling gave.
    news: Vec<(RouteId, f64)>,
}

impl Sharing {
    /// The routes must have passed [`check`](crate::check()).
    pub fn new(routes: &[Route], links: &[LinkCapacity]) -> Sharing {
        let folded = fold(routes, links);
        let mut hops = Vec::with_capacity(folded.hops.len());
        let mut classes = Vec::with_capacity(routes.len());
        for (id, route) in routes.iter().enumerate() {
            let (begin, end) = (folded.start[id], folded.start[id + 1]);
            let kept = &folded.hops[begin as usize..end as usize];
            let crossing = |&(link, share)| Crossing { link, route: id as RouteId, share, next: NONE, prev: NONE };
            hops.extend(kept.iter().map(crossing));
            classes.push(Class {
                hops: (begin, end),
                ceiling: route.ceiling.map_or(f64::INFINITY, Rate::as_bytes_per_s),
                alone: folded.alone[id],
                flows: 0,
                settled: 0,
                seen: 0,
                rate: 0.0,
                trial: 0.0,
                is_changed: false,
            });
        }
        let state = |link: &LinkCapacity| {
            let capacity = link.rate.as_bytes_per_s();
            LinkState {
                capacity,
                first: NONE,
                dirty: 0,
                seen: 0,
                kept: 0.0,
                gone: 0.0,
                looked: 0,
                fastest: 0.0,
                posed: 0,
                index: 0,
            }
        };
        Sharing {
            classes,
            hops,
            states: links.iter().map(state).collect(),
            changed: Vec::new(),
            pass: 0,
            posing: 0,
            dirty: Vec::new(),
            floor: 0.0,
            region: Vec::new(),
            order: Vec::new(),
            solver: Solver::new(),
            walked: Cell::new(0),
            posed: Vec::new(),
            busy: 0,
            fingerprint: 0,
            memo: Memo::default(),
            news: Vec::new(),
        }
    }

    /// A flow starts on `route`.
    pub fn join(&mut self, route: RouteId) {
        let class = &mut self.classes[route as usize];
        class.flows += 1;
        let is_first = class.flows == 1;
        if is_first {
            class.rate = 0.0;
            self.busy += 1;
            self.occupy(route);
        }
        self.fingerprint = self.fingerprint.wrapping_add(Memo::part(route));
        self.mark_changed(route);
    }

    /// A flow on `route` drains.
    pub fn leave(&mut self, route: RouteId) {
        let class = &mut self.classes[route as usize];
        class.flows -= 1;
        let is_idle = class.flows == 0;
        self.fingerprint = self.fingerprint.wrapping_sub(Memo::part(route));
        self.busy -= usize::from(is_idle);
        if !is_idle || self.vacate(route) {
            self.mark_changed(route);
        }
    }

    /// The rate of each flow on the busy routes whose rate may have changed since the last call.
    pub fn settle(&mut self) -> &[(RouteId, f64)] {
        self.news.clear();
        if self.changed.is_empty() {
            return &self.news;
        }
        // Worth a look when most of the network has changed.
        let is_large = self.busy > 1 && self.changed.len() >= self.busy / 2;
        if !(is_large && self.recall()) {
            self.settle_changed(is_large);
            if is_large && !self.region.is_empty() && self.news.len() == self.busy {
                let solved =
                    |&(route, rate): &(RouteId, f64)| Solved { route, flows: self.classes[route as usize].flows, rate };
                self.memo.keep(self.fingerprint, self.news.iter().map(solved));
            }
        }
        for &route in &self.changed {
            let class = &mut self.classes[route as usize];
            (class.is_changed, class.settled) = (false, class.flows);
        }
        self.changed.clear();
        &self.news
    }

    /// The shares of links looked at so far.
    pub fn work(&self) -> u64 {
        self.walked.get() + self.solver.work()
    }

    /// Counts the looks at the routes of a link.
    fn walk(&self, routes: u64) {
        self.walked.set(self.walked.get() + routes);
    }

    /// What the last [`Sharing::settle`] gave.
    pub fn news(&self) -> &[(RouteId, f64)] {
        &self.news
    }

    fn settle_changed(&mut self, is_large: bool) {
        self.pass += 1;
        self.region.clear();
        self.dirty.clear();
        for i in 0..self.changed.len() {
            let route = self.changed[i];
            let class = self.classes[route as usize];
            if class.flows > 0 && self.is_alone(route) {
                self.settle_alone(route);
            } else {
                self.mark_dirty(class);
            }
        }
        // What has been solved as a whole can be remembered.
        self.floor = if is_large { 0.0 } else { self.find_floor() };
        for i in 0..self.changed.len() {
            let route = self.changed[i];
            if self.classes[route as usize].flows > 0 {
                self.add(route);
            }
        }
        for i in 0..self.dirty.len() {
            self.take_in(self.dirty[i]);
        }
        if !self.region.is_empty() {
            self.solve_region(is_large);
        }
    }

    /// Notes the links of a changed route, and what has left them.
    fn mark_dirty(&mut self, class: Class) {
        let (begin, end) = class.hops;
        for hop in &self.hops[begin as usize..end as usize] {
            let state = &mut self.states[hop.link as usize];
            if state.dirty != self.pass {
                (state.dirty, state.gone) = (self.pass, 0.0);
                self.dirty.push(hop.link);
            }
            state.gone += f64::from(class.settled.saturating_sub(class.flows)) * hop.share;
        }
    }

    /// The rate below which routes that have not changed keep theirs.
    ///
    /// Progressive filling goes on as before until the first dirty link fills on which others flow too; before and after
    /// the change that is no earlier than when all flows that crossed it or cross it share it evenly. Those known to be slower
    /// leave more of it to the rest, so the bound may be raised.
    fn find_floor(&self) -> f64 {
        let mut floor = 0.0;
        for _ in 0..FLOORS {
            let mut least = f64::INFINITY;
            for &link in &self.dirty {
                let state = &self.states[link as usize];
                let (mut left, mut weight, mut concerns) = (state.capacity, state.gone, false);
                let (mut at, mut routes) = (state.first, 0);
                while at != NONE {
                    routes += 1;
                    let hop = &self.hops[at as usize];
                    let class = &self.classes[hop.route as usize];
                    let use_of_rate = f64::from(class.flows.max(class.settled)) * hop.share;
                    if class.keeps(floor) {
                        left -= use_of_rate * class.rate;
                    } else {
                        weight += use_of_rate;
                        concerns |= !class.is_changed;
                    }
                    at = hop.next;
                }
                self.walk(routes);
                if concerns {
                    least = least.min(left / weight);
                }
            }
            if least <= floor * (2.0 - FULL) {
                break;
            }
            floor = least * FULL;
        }
        floor
    }

    /// A route that shares no link needs no solver.
    fn settle_alone(&mut self, route: RouteId) {
        let class = &mut self.classes[route as usize];
        class.seen = self.pass;
        let part = if class.flows == 1 { class.alone } else { class.alone / f64::from(class.flows) };
        class.rate = class.ceiling.min(part);
        self.news.push((route, class.rate));
    }

    /// Takes all rates from an earlier solution of the same network, if there is one.
    fn recall(&mut self) -> bool {
        let Some(all) = self.memo.find(self.fingerprint, self.busy) else { return false };
        // As many routes as are busy, each with as many flows: the same network.
        if all.iter().any(|one| self.classes[one.route as usize].flows != one.flows) {
            return false;
        }
        for one in all {
            self.classes[one.route as usize].rate = one.rate;
            self.news.push((one.route, one.rate));
        }
        true
    }

    /// Solves the region, grown as far as it must be, or at once to `all` that is connected.
    fn solve_region(&mut self, all: bool) {
        let (mut round, mut at) = (0, 0);
        loop {
            round += 1;
            if all || round > PATIENCE {
                self.grow(&mut at);
            }
            if !self.pose() {
                continue; // Links outside were full: their routes have joined.
            }
            self.solver.solve();
            for (&route, &rate) in self.order.iter().zip(self.solver.rates()) {
                self.classes[route as usize].trial = rate;
            }
            if !self.overflow() {
                break;
            }
        }
        for &route in &self.order {
            let class = &mut self.classes[route as usize];
            class.rate = class.trial;
            self.news.push((route, class.rate));
        }
    }

    /// Takes in the routes on all links of the region, from place `at` of it on.
    fn grow(&mut self, at: &mut usize) {
        while let Some(&route) = self.region.get(*at) {
            *at += 1;
            let (begin, end) = self.classes[route as usize].hops;
            for h in begin..end {
                let hop = self.hops[h as usize];
                if hop.is_shared() {
                    self.take_in(hop.link);
                }
            }
        }
    }

    /// States the region to the solver, in order of id. False if it has had to grow instead.
    #[expect(clippy::disallowed_methods, reason = "at every change of rates: in place, without asking for memory")]
    fn pose(&mut self) -> bool {
        self.posing += 1;
        self.solver.clear();
        self.posed.clear();
        self.order.clone_from(&self.region);
        self.order.sort_unstable();
        let mut has_grown = false;
        for i in 0..self.order.len() {
            let class = self.classes[self.order[i] as usize];
            let (begin, end) = class.hops;
            for h in begin..end {
                let Crossing { link, .. } = self.hops[h as usize];
                let state = self.states[link as usize];
                if !self.hops[h as usize].is_shared() || state.posed == self.posing {
                    continue;
                }
                let mut left = state.capacity;
                if state.seen == self.pass {
                    left = (left - state.kept).max(state.capacity * (1.0 - FULL));
                } else {
                    let pass = self.pass;
                    left -= self.load(link, |class| if class.seen == pass { 0.0 } else { class.rate });
                    if left <= state.capacity * (1.0 - FULL) {
                        self.take_in(link);
                        has_grown = true;
                        continue;
                    }
                }
                let index = self.solver.link(left);
                self.posed.push(link);
                let state = &mut self.states[link as usize];
                (state.posed, state.index) = (self.posing, index);
            }
            // Links that it has to itself bound it as when it is alone.
            self.solver.class(class.flows, class.ceiling.min(class.alone / f64::from(class.flows)));
            for hop in &self.hops[begin as usize..end as usize] {
                if hop.is_shared() {
                    self.solver.on(self.states[hop.link as usize].index, hop.share);
                }
            }
        }
        !has_grown
    }

    /// Takes in the routes outside whom the trial concerns. Whether there were any.
    fn overflow(&mut self) -> bool {
        let before = self.region.len();
        for i in 0..before {
            let (begin, end) = self.classes[self.region[i] as usize].hops;
            for h in begin..end {
                let hop = self.hops[h as usize];
                let state = self.states[hop.link as usize];
                if state.seen != self.pass && state.looked != self.posing && hop.is_shared() {
                    self.look(hop.link);
                }
            }
        }
        for i in 0..self.order.len() {
            let by = self.solver.bounds()[i];
            if by != maxmin::NONE {
                let link = self.posed[by as usize];
                let state = self.states[link as usize];
                let rate = self.classes[self.order[i] as usize].trial;
                if state.seen != self.pass && state.fastest > rate * (1.0 + EQUAL) {
                    self.take_in(link);
                }
            }
        }
        self.region.len() > before
    }

    /// A link that routes outside use too: takes them in if it was full before and the trial changes what the region uses of
    /// it; else notes the fastest.
    fn look(&mut self, link: u32) {
        let (mut load, mut fastest, mut is_changed) = (0.0, 0.0_f64, false);
        let (mut at, mut routes) = (self.states[link as usize].first, 0);
        while at != NONE {
            routes += 1;
            let hop = self.hops[at as usize];
            let class = &self.classes[hop.route as usize];
            load += f64::from(class.flows) * hop.share * class.rate;
            if class.seen == self.pass {
                is_changed |= (class.trial - class.rate).abs() > class.rate * EQUAL;
            } else {
                fastest = fastest.max(class.rate);
            }
            at = hop.next;
        }
        self.walk(routes);
        let state = &mut self.states[link as usize];
        (state.looked, state.fastest) = (self.posing, fastest);
        if is_changed && load >= state.capacity * FULL {
            self.take_in(link);
        }
    }

    /// What the busy routes on `link` use of it at these rates.
    fn load(&self, link: u32, rate_of: impl Fn(&Class) -> f64) -> f64 {
        let mut load = 0.0;
        let (mut at, mut routes) = (self.states[link as usize].first, 0);
        while at != NONE {
            routes += 1;
            let hop = self.hops[at as usize];
            let class = &self.classes[hop.route as usize];
            load += f64::from(class.flows) * hop.share * rate_of(class);
            at = hop.next;
        }
        self.walk(routes);
        load
    }

    /// Puts the busy routes on `link` that may change into the region.
    fn take_in(&mut self, link: u32) {
        let state = &mut self.states[link as usize];
        if state.seen == self.pass {
            return;
        }
        state.seen = self.pass;
        let (mut kept, mut routes) = (0.0, 0);
        let mut at = state.first;
        while at != NONE {
            routes += 1;
            let hop = self.hops[at as usize];
            let class = &self.classes[hop.route as usize];
            if class.keeps(self.floor) {
                kept += f64::from(class.flows) * hop.share * class.rate;
            } else {
                self.add(hop.route);
            }
            at = hop.next;
        }
        self.walk(routes);
        self.states[link as usize].kept = kept;
    }

    fn add(&mut self, route: RouteId) {
        let class = &mut self.classes[route as usize];
        if class.seen != self.pass {
            class.seen = self.pass;
            self.region.push(route);
        }
    }

    fn mark_changed(&mut self, route: RouteId) {
        if !std::mem::replace(&mut self.classes[route as usize].is_changed, true) {
            self.changed.push(route);
        }
    }

    /// Puts the hops of a route that has got its first flow into the lists of their links.
    fn occupy(&mut self, route: RouteId) {
        let (begin, end) = self.classes[route as usize].hops;
        for h in begin..end {
            let hop = &mut self.hops[h as usize];
            let first = std::mem::replace(&mut self.states[hop.link as usize].first, h);
            hop.next = first;
            hop.prev = NONE;
            if first != NONE {
                self.hops[first as usize].prev = h;
            }
        }
    }

    /// Takes the hops of a route that has lost its last flow out of the lists of their links. Whether others were there.
    fn vacate(&mut self, route: RouteId) -> bool {
        let (begin, end) = self.classes[route as usize].hops;
        let mut others = false;
        for h in begin..end {
            let Crossing { link, next, prev, .. } = self.hops[h as usize];
            if prev == NONE {
                self.states[link as usize].first = next;
            } else {
                self.hops[prev as usize].next = next;
            }
            if next != NONE {
                self.hops[next as usize].prev = prev;
            }
            others |= next != NONE || prev != NONE;
        }
        others
    }

    /// Whether no other route is busy on the links of `route`, which is.
    fn is_alone(&self, route: RouteId) -> bool {
        let (begin, end) = self.classes[route as usize].hops;
        self.hops[begin as usize..end as usize].iter().all(|hop| !hop.is_shared())
    }
}

#[cfg(test)]
#[path = "sharing_tests.rs"]
mod tests;
