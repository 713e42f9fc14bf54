//! The router of a layer: scores of every expert for a token, and the experts that the token goes through.
//!
//! A real router's scores are learnt. Here each is an affinity, drawn anew for every token and expert, evenly between 0 and 1,
//! and what all tokens like of an expert, added; a token goes through the experts with the highest scores (arXiv:2101.03961
//! section 2.1, arXiv:2401.04088 section 2.1). Everything is in whole numbers: the same choices on every machine.

use std::ops::Range;

use kitchen_units::order;

/// A score of one.
pub const ONE: i32 = 1 << 16;
/// What a batch moves an expert's bias by, 0.001 of the affinities' range (arXiv:2412.19437 section 4.2).
pub const BIAS_STEP: i32 = ONE / 1000;
/// Experts that a token goes through at most.
const MOST: usize = 8;
/// Tokens of each batch that the bias is set by.
const WATCHED: u64 = 128;
/// Where the tokens of those batches begin: far behind those that are served.
const WATCHED_FROM: u64 = 1 << 40;

/// The router of one layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Router {
    top: usize,
    seed: u64,
    /// What is added to each expert's affinities: what all tokens like of it, and its bias.
    added: Vec<i32>,
}

/// The highest scores of a token with their experts, in order.
type Best = [(i32, usize); MOST];

impl Router {
    /// A router to which all experts are alike.
    ///
    /// # Arguments
    /// * `experts`: at least one.
    /// * `top`: experts that a token goes through: from one to all of them, at most eight.
    pub fn even(experts: u32, top: u32, seed: u64) -> Router {
        let count = experts.max(1) as usize;
        Router { top: (top.max(1) as usize).min(count).min(MOST), seed, added: vec![0; count] }
    }

    /// How many experts there are.
    pub fn experts(&self) -> usize {
        self.added.len()
    }

    /// Experts that a token goes through.
    pub fn top(&self) -> usize {
        self.top
    }

    /// Makes one expert liked, so that `percent` hundredths of its even share of `tokens` come to it; as many as there are
    /// tokens where that asks for more.
    ///
    /// # Complexity
    /// O(tokens × experts).
    #[must_use]
    pub fn with_favourite(mut self, favourite: usize, percent: u32, tokens: Range<u64>) -> Router {
        let experts = self.experts();
        if percent <= 100 || favourite >= experts || self.top >= experts || tokens.is_empty() {
            return self;
        }
        let count = tokens.end - tokens.start;
        let even = (count * self.top as u64) as f64 / experts as f64;
        let wanted = ((even * f64::from(percent) / 100.0) as u64).min(count).max(1);
        // What each token would have to like of it for choosing it.
        let needed = |token| self.best(token, Some(favourite))[self.top - 1].0 + 1 - self.score(token, favourite);
        let mut needed: Vec<i32> = tokens.map(needed).collect();
        let nth = wanted as usize - 1;
        order::select(&mut needed, nth);
        self.added[favourite] += needed[nth].max(0);
        self
    }

    /// After so many batches of which each lowered the bias of experts above the mean by [`BIAS_STEP`] and raised that of the
    /// others (arXiv:2408.15664 algorithm 1; arXiv:2412.19437 section 2.1.2).
    ///
    /// # Complexity
    /// O(128 × batches × experts).
    #[must_use]
    pub fn balanced_over(mut self, batches: u32) -> Router {
        let experts = self.experts();
        let mut counts = vec![0_u64; experts];
        for batch in 0..u64::from(batches) {
            counts.fill(0);
            let first = WATCHED_FROM + batch * WATCHED;
            for token in first..first + WATCHED {
                self.choose(token, |expert| counts[expert] += 1);
            }
            let all = WATCHED * self.top as u64;
            for (added, &count) in self.added.iter_mut().zip(&counts) {
                *added += if count * experts as u64 > all { -BIAS_STEP } else { BIAS_STEP };
            }
        }
        self
    }

    /// With so many thousandths of the affinities' range added to what all tokens like of an expert: a bias set by hand.
    #[must_use]
    pub fn with_bias(mut self, expert: usize, thousandths: i32) -> Router {
        if let Some(added) = self.added.get_mut(expert) {
            *added += thousandths.clamp(-1000, 1000) * ONE / 1000;
        }
        self
    }

    /// How much more all tokens like of an expert than of the others on average, in thousandths of the affinities' range.
    pub fn lead(&self, expert: usize) -> i32 {
        let own = self.added.get(expert).copied().unwrap_or_default();
        let others = self.added.iter().sum::<i32>() - own;
        let mean = others / (self.experts() as i32 - 1).max(1);
        ((i64::from(own - mean) * 1000 + i64::from(ONE) / 2) / i64::from(ONE)) as i32
    }

    /// Names the experts of a token, the highest score first; of equal scores the earlier expert's.
    pub fn choose(&self, token: u64, mut visit: impl FnMut(usize)) {
        let best = self.best(token, None);
        best[..self.top].iter().for_each(|&(_, expert)| visit(expert));
    }

    /// [`Router::choose`] among the experts of `most` of so many equal parts: those whose best scores are the highest, of equal ones
    /// the earlier (arXiv:2412.19437 section 2.1.2 with one expert a part; as `DeepEP`'s tests draw).
    ///
    /// # Complexity
    /// O(experts + parts²).
    pub fn choose_within(&self, token: u64, parts: usize, most: usize, visit: impl FnMut(usize)) {
        if parts <= most.max(1) || parts > self.experts() {
            return self.choose(token, visit);
        }
        let each = self.experts().div_ceil(parts);
        let mut highest = vec![i32::MIN; parts];
        for expert in 0..self.experts() {
            let part = &mut highest[expert / each];
            *part = (*part).max(self.score(token, expert));
        }
        let before = |a: usize, b: usize| highest[a] > highest[b] || (highest[a] == highest[b] && a < b);
        let is_open: Vec<bool> =
            (0..parts).map(|part| (0..parts).filter(|&other| before(other, part)).count() < most.max(1)).collect();
        let best = self.best_of(token, |expert| is_open[expert / each]);
        let found = best[..self.top].iter().filter(|&&(_, expert)| expert != usize::MAX);
        found.map(|&(_, expert)| expert).for_each(visit);
    }

    fn score(&self, token: u64, expert: usize) -> i32 {
        let four = affinities(self.seed, token, expert / 4);
        affinity(four >> (16 * (expert % 4))) + self.added[expert]
    }

    /// The highest scores of a token, one expert's left out.
    fn best(&self, token: u64, without: Option<usize>) -> Best {
        self.best_of(token, |expert| without != Some(expert))
    }

    /// The highest scores of a token among some experts.
    fn best_of(&self, token: u64, is_open: impl Fn(usize) -> bool) -> Best {
        let mut best: Best = [(i32::MIN, usize::MAX); MOST];
        let mut four = 0;
        for (expert, added) in self.added.iter().enumerate() {
            four = if expert % 4 == 0 { affinities(self.seed, token, expert / 4) } else { four >> 16 };
            let score = affinity(four) + added;
            if score <= best[self.top - 1].0 || !is_open(expert) {
                continue;
            }
            let mut at = self.top - 1;
            while at > 0 && best[at - 1].0 < score {
                best[at] = best[at - 1];
                at -= 1;
            }
            best[at] = (score, expert);
        }
        best
    }
}

/// From 0 to just below [`ONE`].
fn affinity(four: u64) -> i32 {
    (four & 0xffff) as i32
}

/// The affinities of a token for four experts, 16 bits each (splitmix64's output function: G. Steele, D. Lea, C. Flood, Fast
/// splittable pseudorandom number generators, OOPSLA 2014).
fn affinities(seed: u64, token: u64, group: usize) -> u64 {
    let mut z = seed
        .wrapping_mul(0xd134_2543_de82_ef95)
        .wrapping_add(token.wrapping_mul(0x2545_f491_4f6c_dd1d))
        .wrapping_add((group as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn counts(router: &Router, tokens: Range<u64>) -> Vec<u64> {
        let mut counts = vec![0; router.experts()];
        tokens.for_each(|token| router.choose(token, |expert| counts[expert] += 1));
        counts
    }

    /// The favourite's share over the even one, in hundredths, over those tokens and over as many others.
    fn check(experts: u32, top: u32, percent: u32, expected: u64) {
        let router = Router::even(experts, top, 7).with_favourite(1, percent, 0..8192);
        let of = |tokens: Range<u64>| 100 * counts(&router, tokens)[1] * u64::from(experts) / (8192 * u64::from(top));
        assert!(of(0..8192).abs_diff(expected) <= 1, "{experts} {top} {percent}: {}", of(0..8192));
        assert!(of(8192..16384).abs_diff(expected) <= 1 + expected / 10, "{}", of(8192..16384));
    }

    #[test]
    fn a_favourite_gets_the_share_that_is_asked_for() {
        check(8, 2, 200, 200);
        check(8, 2, 300, 300);
        check(8, 2, 400, 400);
        check(8, 2, 900, 400);
        check(32, 4, 300, 300);
        check(8, 1, 200, 200);
    }

    #[test]
    fn affinities_are_spread_evenly() {
        let router = Router::even(8, 2, 1);
        for expert in 0..8 {
            let mut tenths = [0_u32; 10];
            for token in 0..10_000 {
                tenths[(router.score(token, expert) * 10 / ONE) as usize] += 1;
            }
            assert!(tenths.iter().all(|&count| (880..1120).contains(&count)), "{expert}: {tenths:?}");
        }
    }

    #[test]
    fn batches_that_are_watched_bring_balance_back() {
        let favoured = Router::even(8, 2, 1).with_favourite(2, 300, 0..8192);
        let share = |batches: u32| counts(&favoured.clone().balanced_over(batches), 0..8192)[2] as f64 / 2048.0;
        let shares = [0, 100, 200, 400].map(share);
        assert!(shares.windows(2).all(|pair| pair[1] < pair[0]), "{shares:?}");
        assert!((shares[3] - 1.0).abs() < 0.15, "{shares:?}");
    }

    /// By brute force: the parts of what is chosen are at most so many, and nothing better was left in them.
    #[test]
    fn parts_limit_what_is_chosen() {
        let router = Router::even(64, 8, 3);
        for token in 0..200 {
            let chosen = |most| {
                let mut chosen = Vec::new();
                router.choose_within(token, 8, most, |expert| chosen.push(expert));
                chosen
            };
            for most in 1..9 {
                let found = chosen(most);
                let mut parts: Vec<usize> = found.iter().map(|expert| expert / 8).collect();
                parts.sort_unstable();
                parts.dedup();
                assert!(found.len() == 8 && parts.len() <= most, "{token} {most}: {found:?}");
                let worst = found.iter().map(|&expert| router.score(token, expert)).min().unwrap();
                let left = (0..64).filter(|expert| parts.contains(&(expert / 8)) && !found.contains(expert));
                assert!(left.map(|expert| router.score(token, expert)).all(|score| score <= worst), "{token} {most}");
                // The best of all is in the best part.
                assert_eq!(found[0], chosen(8)[0], "{token} {most}");
            }
            let mut free = Vec::new();
            router.choose(token, |expert| free.push(expert));
            assert_eq!(chosen(8), free);
        }
    }

    proptest! {
        #[test]
        fn every_token_has_as_many_experts_as_asked_for(
            experts in 1u32..40, top in 1u32..12, seed in any::<u64>(), percent in 0u32..2000, batches in 0u32..4,
        ) {
            let router = Router::even(experts, top, seed).with_favourite(0, percent, 0..64).balanced_over(batches);
            for token in 0..64 {
                let mut chosen = Vec::new();
                router.choose(token, |expert| chosen.push(expert));
                prop_assert_eq!(chosen.len(), router.top());
                chosen.sort_unstable();
                chosen.dedup();
                prop_assert_eq!(chosen.len(), router.top());
                prop_assert!(chosen.iter().all(|&expert| expert < experts as usize));
            }
        }
    }
}
