//! The exponential function in additions and multiplications alone: equal to the last bit on every machine.

/// e to the power of `x`, to about 15 digits: the argument is halved until a Taylor series of twelve terms is enough, and the
/// result squared as often. Above 700 it is as at 700, below -700 it is 0.
pub fn exp(x: f64) -> f64 {
    if x < -700.0 || x.is_nan() {
        return 0.0;
    }
    if x < 0.0 {
        return 1.0 / exp(-x);
    }
    let mut part = if x > 700.0 { 700.0 } else { x };
    let mut halved = 0;
    while part > 0.125 {
        part /= 2.0;
        halved += 1;
    }
    // e^x - 1, so that squaring keeps the small part's digits: (1 + m)² - 1 = m (m + 2).
    let mut minus_one = 0.0;
    for n in (1..=12_u32).rev() {
        minus_one = part / f64::from(n) * (1.0 + minus_one);
    }
    for _ in 0..halved {
        minus_one *= minus_one + 2.0;
    }
    1.0 + minus_one
}

/// e to the power of `x`, less 1, with all digits where `x` is small.
pub fn exp_minus_one(x: f64) -> f64 {
    if !(-0.125..=0.125).contains(&x) {
        return exp(x) - 1.0;
    }
    (1..=12_u32).rev().fold(0.0, |sum, n| x / f64::from(n) * (1.0 + sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_platforms_to_twelve_digits() {
        for step in -400..=400_i32 {
            let x = f64::from(step) * 0.37;
            let off = (exp(x) / x.exp() - 1.0).abs();
            assert!(off < 1e-12 * (1.0 + x.abs()), "{x}: {off}");
            let small = f64::from(step) * 3e-4;
            let expected = small.exp_m1();
            assert!((exp_minus_one(small) - expected).abs() <= 1e-14 * expected.abs().max(1e-300), "{small}");
        }
        assert_eq!((exp(0.0), exp(-1e9), exp(f64::NAN)), (1.0, 0.0, 0.0));
        assert!(exp(1e9).is_finite());
    }
}
