//! Balls in bins: how unevenly draws that know nothing of one another fall. What a hash does with flows and equal ways.

/// The chance that all of `balls` fall into one of `bins`: `bins / bins^balls`.
pub fn all_in_one(balls: u32, bins: u32) -> f64 {
    (1..balls).fold(1.0, |chance, _| chance / f64::from(bins.max(1)))
}

/// How many balls lie in the fullest bin on average: `E[max] = Σ P(max > m)` over `m` from 0, where `P(max ≤ m)` is found bin by
/// bin: of what is left, a bin gets a binomial share of at most `m`.
///
/// # Complexity
/// O(bins × balls² × the spread of the maximum).
pub fn fullest(balls: u32, bins: u32) -> f64 {
    let (balls, bins) = (balls as usize, bins.max(1) as usize);
    // Below an equal share, somebody always has more.
    let least = balls.div_ceil(bins);
    let mut mean = least as f64;
    for most in least..balls {
        let above = 1.0 - none_above(balls, bins, most);
        if above < 1e-9 {
            break;
        }
        mean += above;
    }
    mean
}

/// The chance that no bin gets more than `most`.
fn none_above(balls: usize, bins: usize, most: usize) -> f64 {
    // By how many are left: the chance that the bins before got no more than that each.
    let mut left = vec![0.0; balls + 1];
    left[balls] = 1.0;
    for bin in 0..bins {
        let mut next = vec![0.0; balls + 1];
        let share = 1.0 / (bins - bin) as f64;
        for (n, &chance) in left.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            if bin + 1 == bins {
                if n <= most {
                    next[0] += chance;
                }
                continue;
            }
            // C(n, k) share^k (1 - share)^(n - k), from one k to the next.
            let mut part = (0..n).fold(chance, |part, _| part * (1.0 - share));
            for k in 0..=n.min(most) {
                next[n - k] += part;
                part *= (n - k) as f64 / (k + 1) as f64 * share / (1.0 - share);
            }
        }
        left = next;
    }
    left[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All throws, one by one.
    fn check(balls: u32, bins: u32) {
        let throws = bins.pow(balls);
        let (mut sum, mut one) = (0_u64, 0_u64);
        for throw in 0..throws {
            let mut held = vec![0_u32; bins as usize];
            (0..balls).fold(throw, |rest, _| {
                held[(rest % bins) as usize] += 1;
                rest / bins
            });
            let most = held.iter().copied().max().unwrap_or(0);
            sum += u64::from(most);
            one += u64::from(most == balls);
        }
        let [mean, chance] = [sum, one].map(|count| count as f64 / f64::from(throws));
        assert!((fullest(balls, bins) - mean).abs() < 1e-8, "{balls} in {bins}: {} {mean}", fullest(balls, bins));
        assert!((all_in_one(balls, bins) - chance).abs() < 1e-12, "{balls} in {bins}");
    }

    #[test]
    fn balls_fall_as_counted() {
        for (balls, bins) in [(1, 4), (8, 4), (6, 3), (10, 2), (5, 1), (4, 5)] {
            check(balls, bins);
        }
        // Many balls even out.
        assert!((1.0..1.1).contains(&(fullest(512, 4) / 128.0)));
    }
}
