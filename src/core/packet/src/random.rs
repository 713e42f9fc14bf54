//! Counter-based random numbers, equal on every machine.

/// SplitMix64's mixing of a counter (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
pub(super) const fn mix(counter: u64) -> u64 {
    let mut z = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A number below `n`, from 64 random bits; `n` from 1.
pub(super) const fn below(bits: u64, n: u32) -> u32 {
    (((bits >> 32) * n as u64) >> 32) as u32
}

/// A stream of random numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct RandomStream {
    seed: u64,
    drawn: u64,
}

impl RandomStream {
    pub(super) const fn new(seed: u64) -> RandomStream {
        RandomStream { seed: mix(seed ^ 0x5bd1_e995), drawn: 0 }
    }

    pub(super) fn next(&mut self) -> u64 {
        self.drawn += 1;
        mix(self.seed.wrapping_add(self.drawn))
    }

    /// From 0 to below 1.
    pub(super) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
