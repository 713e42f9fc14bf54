//! Weighted max-min fairness: how fast flows go that share links.
//!
//! # Problem
//! Links `l` have capacities `C[l]`. Classes `i` of `n[i]` equal flows have a rate `r[i]` each, use `a[i][l] > 0` of link
//! `l` for each unit of rate (a share: 1 on a single path, 1/6 on each of six parallel chips), and may have a ceiling
//! `c[i]`. Wanted are the rates that are
//!
//! * feasible: `sum over i of n[i] a[i][l] r[i] <= C[l]` on every link, and `r[i] <= c[i]`;
//! * max-min fair: no rate can grow without another that is no larger having to shrink.
//!
//! They exist, are unique, and are known by this: every flow runs at its ceiling, or crosses a link that is full and on
//! which no flow is faster (its bottleneck).
//!
//! # Method
//! Progressive filling (Bertsekas and Gallager, *Data Networks*, 2nd ed., 1992, section 6.5.2). All rates rise together
//! from zero, at a common level. Link `l` is full when the level reaches `left[l] / weight[l]`: the capacity that flows
//! fixed earlier leave, over the sum of `n a` of the flows not yet fixed. At the lowest such level the flows on the full
//! links are fixed there; flows whose ceiling is lower are fixed at their ceiling before. Removing a flow that was
//! fixed at or below a link's level never lowers that level, so levels only rise from round to round.
//!
//! Links whose levels agree to 1e-12 of themselves fill in the same round: they do in a symmetric network, up to the last
//! bits. So a round is paid for each distinct bottleneck, not for each link.
//!
//! # Complexity
//! O(uses) in all, and one pass over the links' levels and the classes' ceilings for each round. No allocation once warm.
//!
//! # Determinism
//! Only `+ - * /` and comparisons, in an order that the input fixes. The order of classes or links in the input changes a
//! rate in its last bits at most.

/// No link.
pub const NONE: u32 = u32::MAX;

/// Levels this close, relative to their size, are one level.
const TIE: f64 = 1e-12;

/// When less than this part of a link's weight is left, it is summed again: subtraction has eaten its digits.
const WORN: f64 = 1e-6;

/// A problem being built, and the room to solve it in. Clear, add links, add classes, solve.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    capacity: Vec<f64>,
    count: Vec<f64>,
    ceiling: Vec<f64>,
    /// Class `i` uses `uses[use_start[i]..use_start[i + 1]]`.
    use_start: Vec<u32>,
    uses: Vec<(u32, f64)>,

    rate: Vec<f64>,
    /// The link that bounds each class; [`NONE`] where its ceiling does.
    by: Vec<u32>,
    fixed: Vec<bool>,
    /// Link `l` is used by the classes `users[user_start[l]..user_start[l + 1]]`.
    user_start: Vec<u32>,
    users: Vec<u32>,
    left: Vec<f64>,
    weight: Vec<f64>,
    full_weight: Vec<f64>,
    /// Classes on the link that are not fixed yet.
    unfixed: Vec<u32>,
    /// Where each link fills as things stand; infinite when it has no unfixed classes.
    level: Vec<f64>,
    full: Vec<u32>,
    /// The ceilings of classes that are not fixed yet, infinite of others.
    open_ceiling: Vec<f64>,
    /// Shares, levels and ceilings looked at since the solver was made.
    work: u64,
}

impl Solver {
    /// A solver without links or classes.
    pub fn new() -> Solver {
        Solver { use_start: vec![0], ..Solver::default() }
    }

    /// Forgets the problem and keeps the room.
    pub fn clear(&mut self) {
        self.capacity.clear();
        self.count.clear();
        self.ceiling.clear();
        self.uses.clear();
        self.use_start.clear();
        self.use_start.push(0);
    }

    /// Adds a link of `capacity` (finite, above zero) and returns its index.
    pub fn link(&mut self, capacity: f64) -> u32 {
        debug_assert!(capacity > 0.0 && capacity.is_finite());
        self.capacity.push(capacity);
        self.capacity.len() as u32 - 1
    }

    /// Begins a class of `count` equal flows with a `ceiling` (infinite for none) and returns its index. Give its links
    /// with [`Solver::on`] before beginning another.
    pub fn class(&mut self, count: u32, ceiling: f64) -> u32 {
        debug_assert!(count > 0 && ceiling > 0.0);
        self.count.push(f64::from(count));
        self.ceiling.push(ceiling);
        self.use_start.push(self.uses.len() as u32);
        self.count.len() as u32 - 1
    }

    /// The class begun last uses `share` (finite, above zero) of `link` for each unit of its rate. Name a link once.
    pub fn on(&mut self, link: u32, share: f64) {
        debug_assert!(share > 0.0 && share.is_finite());
        self.uses.push((link, share));
        if let Some(end) = self.use_start.last_mut() {
            *end += 1;
        }
    }

    /// What has been looked at since the solver was made.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The rate of one flow of each class, by class. A class without links and without a ceiling has infinite rate.
    pub fn solve(&mut self) -> &[f64] {
        self.prepare();
        self.work += self.uses.len() as u64;
        loop {
            self.work += (self.level.len() + self.open_ceiling.len()) as u64;
            let level = lowest(&self.level);
            if lowest(&self.open_ceiling) <= level {
                // Of flows without a ceiling that share no link, neither is finite.
                if !self.cap(level) {
                    break;
                }
            } else {
                self.fill(level);
            }
        }
        for (rate, fixed) in self.rate.iter_mut().zip(&self.fixed) {
            if !fixed {
                *rate = f64::INFINITY;
            }
        }
        &self.rate
    }

    /// What [`Solver::solve`] found last.
    pub fn rates(&self) -> &[f64] {
        &self.rate
    }

    /// By class: the link that bounded it, full and with no faster flow on it, or [`NONE`] if its ceiling did.
    pub fn bounds(&self) -> &[u32] {
        &self.by
    }

    fn prepare(&mut self) {
        let (links, classes) = (self.capacity.len(), self.count.len());
        reset(&mut self.rate, classes, 0.0);
        reset(&mut self.by, classes, NONE);
        reset(&mut self.fixed, classes, false);
        reset(&mut self.weight, links, 0.0);
        reset(&mut self.unfixed, links, 0);
        reset(&mut self.user_start, links + 2, 0);
        reset(&mut self.users, self.uses.len(), 0);
        self.left.clone_from(&self.capacity);
        for class in 0..classes {
            for &(link, share) in &self.uses[uses_of(&self.use_start, class)] {
                let l = link as usize;
                self.weight[l] += self.count[class] * share;
                self.unfixed[l] += 1;
                self.user_start[l + 2] += 1;
            }
        }
        for l in 2..self.user_start.len() {
            self.user_start[l] += self.user_start[l - 1];
        }
        for class in 0..classes {
            for &(link, _) in &self.uses[uses_of(&self.use_start, class)] {
                let place = &mut self.user_start[link as usize + 1];
                self.users[*place as usize] = class as u32;
                *place += 1;
            }
        }
        self.full_weight.clone_from(&self.weight);
        let level_of = |l: usize| if self.unfixed[l] > 0 { self.left[l] / self.weight[l] } else { f64::INFINITY };
        self.level.clear();
        self.level.extend((0..links).map(level_of));
        self.open_ceiling.clone_from(&self.ceiling);
    }

    /// Fixes the flows whose ceiling is no higher than `level` at it. Whether there were any.
    fn cap(&mut self, level: f64) -> bool {
        let mut any = false;
        for class in 0..self.ceiling.len() {
            let ceiling = self.open_ceiling[class];
            if ceiling <= level && ceiling.is_finite() {
                self.fix(class as u32, ceiling, NONE);
                any = true;
            }
        }
        any
    }

    /// Fixes the flows on every link that is full at `level`.
    fn fill(&mut self, level: f64) {
        let limit = level + level * TIE;
        let mut full = std::mem::take(&mut self.full);
        full.clear();
        // Chosen before any is fixed: fixing flows on one moves the levels of the others by rounding.
        full.extend((0..).zip(&self.level).filter(|(_, level)| **level <= limit).map(|(link, _)| link));
        for &link in &full {
            let users = self.user_start[link as usize]..self.user_start[link as usize + 1];
            for place in users {
                self.fix(self.users[place as usize], level, link);
            }
        }
        self.full = full;
    }

    /// Gives `class` its final rate, which link `by` bounds, and takes its flows off their links.
    fn fix(&mut self, class: u32, rate: f64, by: u32) {
        let i = class as usize;
        if std::mem::replace(&mut self.fixed[i], true) {
            return;
        }
        (self.rate[i], self.by[i]) = (rate, by);
        self.open_ceiling[i] = f64::INFINITY;
        for place in uses_of(&self.use_start, i) {
            let (link, share) = self.uses[place];
            let l = link as usize;
            let weight = self.count[i] * share;
            self.left[l] = (self.left[l] - weight * rate).max(0.0);
            self.weight[l] -= weight;
            self.unfixed[l] -= 1;
            if self.unfixed[l] == 0 {
                self.level[l] = f64::INFINITY;
                continue;
            }
            if self.weight[l] < self.full_weight[l] * WORN {
                self.weigh_again(link);
            }
            self.level[l] = self.left[l] / self.weight[l];
        }
    }

    /// Sums the weight of the unfixed flows of `link` afresh.
    fn weigh_again(&mut self, link: u32) {
        let l = link as usize;
        let mut weight = 0.0;
        for &class in &self.users[self.user_start[l] as usize..self.user_start[l + 1] as usize] {
            if !self.fixed[class as usize] {
                let uses = &self.uses[uses_of(&self.use_start, class as usize)];
                let share = uses.iter().find(|(other, _)| *other == link).map_or(0.0, |(_, share)| *share);
                weight += self.count[class as usize] * share;
            }
        }
        self.weight[l] = weight;
        self.full_weight[l] = weight;
    }
}

/// The lowest of all, infinite when there are none.
fn lowest(levels: &[f64]) -> f64 {
    let lower = |a: f64, b: f64| if b < a { b } else { a };
    // Eight at a time: one chain of comparisons would wait for itself.
    let mut lowest = [f64::INFINITY; 8];
    let mut chunks = levels.chunks_exact(8);
    for chunk in &mut chunks {
        for (lowest, &level) in lowest.iter_mut().zip(chunk) {
            *lowest = lower(*lowest, level);
        }
    }
    lowest.iter().chain(chunks.remainder()).fold(f64::INFINITY, |a, &b| lower(a, b))
}

fn uses_of(use_start: &[u32], class: usize) -> std::ops::Range<usize> {
    use_start[class] as usize..use_start[class + 1] as usize
}

fn reset<T: Clone>(column: &mut Vec<T>, len: usize, value: T) {
    column.clear();
    column.resize(len, value);
}

#[cfg(test)]
#[path = "maxmin_tests.rs"]
mod tests;
