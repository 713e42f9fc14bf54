//! Bytes of a parameter, and how `ZeRO` shares them out among the GPUs that hold the same model.
//!
//! Source: arXiv:1910.02054 section 5 and figure 1: with `K` bytes of optimizer state a parameter and `d` ways, a GPU holds
//! `(2+2+K)P`, `2P+2P+KP/d`, `2P+(2+K)P/d` or `(2+2+K)P/d`.

use kitchen_units::Bytes;

use crate::layout::Zero;

/// Bytes that each parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerParameter {
    pub weights: u64,
    pub gradients: u64,
    /// Of Adam: the weight in full digits where it is kept, and both moments.
    pub optimizer: u64,
}

impl PerParameter {
    /// Weight and gradient in 16 bits, the weight and both moments in 32: the paper's `K` of 12.
    pub const MIXED: PerParameter = PerParameter { weights: 2, gradients: 2, optimizer: 12 };
    /// The same with moments in 8 bits (arXiv:2110.02861).
    pub const MOMENTS_8: PerParameter = PerParameter { weights: 2, gradients: 2, optimizer: 6 };
    /// All of it in 16 bits, without a copy in full digits.
    pub const ALL_16: PerParameter = PerParameter { weights: 2, gradients: 2, optimizer: 4 };
    /// Gradients summed in 32 bits, as Megatron does with bf16 (its `dist_optimizer.md`).
    pub const GRADIENTS_32: PerParameter = PerParameter { weights: 2, gradients: 4, optimizer: 12 };

    /// All of it.
    pub const fn all(&self) -> u64 {
        self.weights + self.gradients + self.optimizer
    }
}

/// Model state that one GPU holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    pub weights: Bytes,
    pub gradients: Bytes,
    pub optimizer: Bytes,
}

impl State {
    /// Of `parameters` parameters shared by `ways` GPUs; a share is rounded up, as the last GPU's is padded.
    pub fn of(parameters: u64, each: &PerParameter, zero: Zero, ways: u32) -> State {
        let part = |bytes: u64, from: Zero| {
            let ways = if zero >= from { u64::from(ways.max(1)) } else { 1 };
            Bytes(bytes.saturating_mul(parameters.div_ceil(ways)))
        };
        State {
            weights: part(each.weights, Zero::Parameters),
            gradients: part(each.gradients, Zero::Gradients),
            optimizer: part(each.optimizer, Zero::Optimizer),
        }
    }

    /// All of it.
    pub fn total(&self) -> Bytes {
        Bytes(self.weights.0.saturating_add(self.gradients.0).saturating_add(self.optimizer.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// GB of 7.5 billion parameters on 64 GPUs, as the paper prints them.
    fn check(zero: Zero, printed: f64, digits: i32) {
        let state = State::of(7_500_000_000, &PerParameter::MIXED, zero, 64).total().0 as f64 / 1e9;
        assert!((state - printed).abs() <= 0.5 * 10_f64.powi(-digits) + 1e-9, "{zero:?}: {state} against {printed}");
    }

    #[test]
    fn states_are_those_of_the_papers_figure_1() {
        check(Zero::None, 120.0, 0);
        check(Zero::Optimizer, 31.4, 1);
        check(Zero::Gradients, 16.6, 1);
        check(Zero::Parameters, 1.9, 1);
    }

    #[test]
    fn more_ways_and_later_stages_never_need_more() {
        for parameters in [1, 7, 1_000_003, 7_500_000_000] {
            for ways in 1..40 {
                for pair in Zero::ALL.windows(2) {
                    let of = |zero, ways| State::of(parameters, &PerParameter::MIXED, zero, ways).total();
                    assert!(of(pair[1], ways) <= of(pair[0], ways));
                    assert!(of(pair[1], ways + 1) <= of(pair[1], ways));
                }
            }
        }
    }
}
