//! Counter-based random numbers, equal on every machine.

/// A stream of 64 random bits each: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone, Copy, Debug)]
pub(super) struct RandomStream(u64);

impl RandomStream {
    pub(super) const fn new(seed: u64) -> RandomStream {
        RandomStream(seed ^ 0x6d69_7368_6170_7321)
    }

    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to below 1.
    const fn uniform(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Exponentially distributed with mean 1, by comparisons alone: a logarithm's last bits differ between platforms (von
    /// Neumann, "Various techniques used in connection with random digits", 1951). Uniform draws are taken as long as each is below
    /// the one before; the first draw of a descending run of odd length is the result, and each run of even length adds 1.
    pub(super) fn exponential(&mut self) -> f64 {
        // A run of even length has probability 1/e: as many in a row as here never come.
        for whole in 0..1_000_u32 {
            let first = self.uniform();
            let (mut last, mut is_odd) = (first, true);
            loop {
                let next = self.uniform();
                if next >= last {
                    break;
                }
                (last, is_odd) = (next, !is_odd);
            }
            if is_odd {
                return f64::from(whole) + first;
            }
        }
        1_000.0
    }
}

/// A number below `n`, from 64 random bits; `n` from 1.
pub(super) const fn below(bits: u64, n: u32) -> u32 {
    (((bits >> 32) * n as u64) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of many draws above `x` is e^-x.
    fn check(x: f64) {
        let mut random = RandomStream::new(7);
        let many = 200_000;
        let above = (0..many).filter(|_| random.exponential() > x).count() as f64 / f64::from(many);
        let expected = (-x).exp();
        let deviation = (expected * (1.0 - expected) / f64::from(many)).sqrt();
        assert!((above - expected).abs() < 4.0 * deviation, "{x}: {above} {expected}");
    }

    #[test]
    fn draws_are_exponential() {
        [0.05, 0.5, 1.0, 1.7, 3.0, 6.0].into_iter().for_each(check);
    }

    #[test]
    fn draws_below_a_number_are_even() {
        let mut random = RandomStream::new(3);
        let mut counts = [0_u32; 7];
        (0..70_000).for_each(|_| counts[below(random.next(), 7) as usize] += 1);
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 400), "{counts:?}");
    }
}
