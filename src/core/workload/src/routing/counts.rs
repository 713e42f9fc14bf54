//! What a router's choices come to: tokens from each GPU to each expert, those that found no room, and how uneven it is.

use super::router::Router;

/// The most tokens that an expert takes from each GPU, in hundredths of an even share (the capacity factor: arXiv:2101.03961
/// section 2.2, arXiv:2006.16668 section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    pub percent: u32,
}

impl Capacity {
    /// Tokens that one expert takes from one GPU: `percent / 100 × tokens × top / experts`, rounded up.
    pub fn tokens(self, tokens: u32, router: &Router) -> u32 {
        let even = u64::from(tokens) * router.top() as u64 * u64::from(self.percent);
        even.div_ceil(100 * router.experts() as u64).min(u64::from(u32::MAX)) as u32
    }
}

/// The tokens of one layer by where they come from and go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Routing {
    /// GPUs, each with `experts / gpus` experts, the first GPU the first ones.
    pub gpus: usize,
    pub experts: usize,
    /// Experts that a token asks for.
    pub top: usize,
    /// Tokens of each GPU.
    pub tokens: u32,
    /// Tokens of GPU `g` that ask for expert `e`, and those of them that it takes, at `g × experts + e`.
    wished: Vec<u32>,
    served: Vec<u32>,
    /// Tokens that no expert took.
    pub unserved_tokens: u32,
}

/// Lets every token of `gpus` GPUs choose. With a capacity an expert takes tokens in their order until it has no room left; what
/// comes later passes it by.
///
/// # Arguments
/// * `gpus`: a divisor of the router's experts; their greatest common divisor is taken otherwise.
/// * `tokens`: those of each GPU.
pub fn route(router: &Router, gpus: usize, tokens: u32, capacity: Option<Capacity>) -> Routing {
    let experts = router.experts();
    let gpus = (1..=gpus.max(1).min(experts)).rev().find(|&gpus| experts.is_multiple_of(gpus)).unwrap_or(1);
    let room = capacity.map_or(u32::MAX, |capacity| capacity.tokens(tokens, router));
    let mut routing = Routing {
        gpus,
        experts,
        top: router.top(),
        tokens,
        wished: vec![0; gpus * experts],
        served: vec![0; gpus * experts],
        unserved_tokens: 0,
    };
    for gpu in 0..gpus {
        let row = gpu * experts..(gpu + 1) * experts;
        let (wished, served) = (&mut routing.wished[row.clone()], &mut routing.served[row]);
        let first = gpu as u64 * u64::from(tokens);
        for token in first..first + u64::from(tokens) {
            let mut taken = 0;
            router.choose(token, |expert| {
                wished[expert] += 1;
                if served[expert] < room {
                    served[expert] += 1;
                    taken += 1;
                }
            });
            routing.unserved_tokens += u32::from(taken == 0);
        }
    }
    routing
}

impl Routing {
    /// Experts of one GPU.
    pub fn per_gpu(&self) -> usize {
        self.experts / self.gpus
    }

    fn column(&self, table: &[u32], expert: usize) -> u64 {
        (0..self.gpus).map(|gpu| u64::from(table[gpu * self.experts + expert])).sum()
    }

    /// Tokens that ask for an expert.
    pub fn wishes(&self, expert: usize) -> u64 {
        self.column(&self.wished, expert)
    }

    /// Tokens that it takes.
    pub fn takes(&self, expert: usize) -> u64 {
        self.column(&self.served, expert)
    }

    /// Tokens that one GPU hands to another's experts, or keeps for its own.
    pub fn sent(&self, from: usize, to: usize) -> u64 {
        let first = from * self.experts + to * self.per_gpu();
        self.served[first..first + self.per_gpu()].iter().map(|&count| u64::from(count)).sum()
    }

    /// Tokens that each of a GPU's experts takes.
    pub fn loads(&self, gpu: usize) -> Vec<f64> {
        (gpu * self.per_gpu()..(gpu + 1) * self.per_gpu()).map(|expert| self.takes(expert) as f64).collect()
    }

    /// Tokens that all experts of a GPU take.
    pub fn load(&self, gpu: usize) -> u64 {
        (0..self.gpus).map(|from| self.sent(from, gpu)).sum()
    }

    /// All wishes of all tokens: `gpus × tokens × top`.
    pub fn all_wishes(&self) -> u64 {
        self.gpus as u64 * u64::from(self.tokens) * self.top as u64
    }

    /// Wishes that no room was left for.
    pub fn passed_by(&self) -> u64 {
        self.all_wishes() - self.served.iter().map(|&count| u64::from(count)).sum::<u64>()
    }

    /// Those of them that one GPU's tokens had.
    pub fn passed_by_of(&self, gpu: usize) -> u64 {
        let taken: u64 = (0..self.gpus).map(|to| self.sent(gpu, to)).sum();
        u64::from(self.tokens) * self.top as u64 - taken
    }

    /// The expert that most tokens ask for.
    pub fn favourite(&self) -> usize {
        first_of_most((0..self.experts).map(|expert| self.wishes(expert)))
    }

    /// The GPU whose experts take most.
    pub fn busiest(&self) -> usize {
        first_of_most((0..self.gpus).map(|gpu| self.load(gpu)))
    }

    /// What an expert is asked for over the mean of all.
    pub fn popularity(&self, expert: usize) -> f64 {
        self.wishes(expert) as f64 * self.experts as f64 / (self.all_wishes() as f64).max(1.0)
    }

    /// The load of the busiest GPU over the mean: what papers call the load imbalance.
    pub fn imbalance(&self) -> f64 {
        let taken = self.all_wishes() - self.passed_by();
        self.load(self.busiest()) as f64 * self.gpus as f64 / (taken as f64).max(1.0)
    }
}

fn first_of_most(numbers: impl Iterator<Item = u64>) -> usize {
    let mut most = (0, 0);
    for (at, number) in numbers.enumerate() {
        if at == 0 || number > most.1 {
            most = (at, number);
        }
    }
    most.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The favourite's popularity in hundredths, the imbalance, and the share of wishes passed by.
    fn check(percent: u32, capacity: Option<u32>, [popular, uneven, passed]: [f64; 3]) {
        let router = Router::even(8, 2, 1).with_favourite(2, percent, 0..32768);
        let routing = route(&router, 8, 4096, capacity.map(|percent| Capacity { percent }));
        let found = [
            routing.popularity(routing.favourite()),
            routing.imbalance(),
            routing.passed_by() as f64 / routing.all_wishes() as f64,
        ];
        for (found, expected) in found.into_iter().zip([popular, uneven, passed]) {
            assert!((found - expected).abs() < 0.03, "{percent} {capacity:?}: {found} {expected}");
        }
    }

    #[test]
    fn a_capacity_evens_the_loads_and_passes_tokens_by() {
        check(100, None, [1.0, 1.0, 0.0]);
        check(300, None, [3.0, 3.0, 0.0]);
        check(100, Some(100), [1.0, 1.0, 0.01]);
        // The favourite takes one share of three; the others have 5/7 each and pass nobody by.
        check(300, Some(100), [3.0, 8.0 / 6.0, 0.25]);
        check(300, Some(200), [3.0, 16.0 / 7.0, 0.125]);
        check(400, None, [4.0, 4.0, 0.0]);
    }

    #[test]
    fn a_favourite_among_many_counts_for_less() {
        let router = Router::even(32, 4, 1).with_favourite(9, 300, 0..32768);
        let routing = route(&router, 8, 4096, None);
        assert_eq!((routing.favourite(), routing.busiest()), (9, 2));
        assert!((routing.popularity(9) - 3.0).abs() < 0.01);
        // Three shares of its own, and three times 29/31 of its neighbours'.
        assert!((routing.imbalance() - (3.0 + 3.0 * 29.0 / 31.0) / 4.0).abs() < 0.03, "{}", routing.imbalance());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn no_wish_is_lost(
            experts in 1u32..33, top in 1u32..6, gpus in 1usize..12, tokens in 0u32..200, percent in 0u32..900,
            capacity in proptest::option::of(0u32..300), seed in any::<u64>(),
        ) {
            let router = Router::even(experts, top, seed).with_favourite(0, percent, 0..200);
            let routing = route(&router, gpus, tokens, capacity.map(|percent| Capacity { percent }));
            prop_assert_eq!(routing.experts % routing.gpus, 0);
            let asked: u64 = (0..routing.experts).map(|expert| routing.wishes(expert)).sum();
            prop_assert_eq!(asked, routing.all_wishes());
            let taken: u64 = (0..routing.gpus).map(|gpu| routing.load(gpu)).sum();
            prop_assert_eq!(taken + routing.passed_by(), asked);
            let passed: u64 = (0..routing.gpus).map(|gpu| routing.passed_by_of(gpu)).sum();
            prop_assert_eq!(passed, routing.passed_by());
            prop_assert!(u64::from(routing.unserved_tokens) * routing.top as u64 <= passed);
            for gpu in 0..routing.gpus {
                let sum: f64 = routing.loads(gpu).iter().sum();
                prop_assert_eq!(sum as u64, routing.load(gpu));
            }
        }
    }
}
