//! Numbered things of which the oldest are forgotten when nobody can ask for them any more: what a flow keeps is what is under way.

use std::collections::VecDeque;
use std::ops::{Index, IndexMut};

/// Things numbered from 0 on, without the first of them.
#[derive(Clone, Debug)]
pub(super) struct Recent<T> {
    first: u32,
    kept: VecDeque<T>,
}

impl<T> Recent<T> {
    pub(super) const fn new() -> Recent<T> {
        Recent { first: 0, kept: VecDeque::new() }
    }

    /// The first that is kept.
    pub(super) const fn first(&self) -> u32 {
        self.first
    }

    /// One past the last.
    pub(super) fn end(&self) -> u32 {
        self.first + self.kept.len() as u32
    }

    /// Adds one; its number.
    pub(super) fn push(&mut self, one: T) -> u32 {
        self.kept.push_back(one);
        self.end() - 1
    }

    pub(super) fn get(&self, number: u32) -> Option<&T> {
        self.kept.get(number.checked_sub(self.first)? as usize)
    }

    /// Forgets from the first on as long as that holds.
    pub(super) fn forget_while(&mut self, is_over: impl Fn(u32, &T) -> bool) {
        while self.kept.front().is_some_and(|one| is_over(self.first, one)) {
            self.kept.pop_front();
            self.first += 1;
        }
    }
}

impl<T: Clone + Default> Recent<T> {
    /// The one with that number, with those before it that were not there yet; a forgotten one is not.
    pub(super) fn at(&mut self, number: u32) -> Option<&mut T> {
        let place = number.checked_sub(self.first)? as usize;
        if self.kept.len() <= place {
            self.kept.resize(place + 1, T::default());
        }
        self.kept.get_mut(place)
    }
}

impl<T> Index<u32> for Recent<T> {
    type Output = T;

    fn index(&self, number: u32) -> &T {
        &self.kept[(number - self.first) as usize]
    }
}

impl<T> IndexMut<u32> for Recent<T> {
    fn index_mut(&mut self, number: u32) -> &mut T {
        &mut self.kept[(number - self.first) as usize]
    }
}

/// Which of so many things have happened, most of them in order.
#[derive(Clone, Debug)]
pub(super) struct Happened(Recent<bool>);

impl Happened {
    pub(super) const fn nothing() -> Happened {
        Happened(Recent::new())
    }

    /// All before this one have.
    pub(super) const fn in_order(&self) -> u32 {
        self.0.first()
    }

    pub(super) fn has(&self, number: u32) -> bool {
        number < self.0.first() || self.0.get(number) == Some(&true)
    }

    /// It happens; whether it had before.
    pub(super) fn set(&mut self, number: u32) -> bool {
        let had = self.0.at(number).is_none_or(|one| std::mem::replace(one, true));
        self.0.forget_while(|_, &happened| happened);
        had
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// As a list of all that has happened says, and no more is kept than from the first gap on.
        #[test]
        fn what_happened_is_known_and_order_is_forgotten(numbers in proptest::collection::vec(0_u32..60, 0..200)) {
            let (mut all, mut happened) = (vec![false; 60], Happened::nothing());
            for number in numbers {
                prop_assert_eq!(happened.set(number), std::mem::replace(&mut all[number as usize], true));
                let in_order = all.iter().take_while(|&&one| one).count() as u32;
                prop_assert_eq!(happened.in_order(), in_order);
                for other in 0..60 {
                    prop_assert_eq!(happened.has(other), all[other as usize]);
                }
                let last = all.iter().rposition(|&one| one).map_or(0, |last| last as u32 + 1);
                prop_assert_eq!(happened.0.kept.len() as u32, last - in_order);
            }
        }
    }
}
