//! Parts that add up to their sum as they are written.

use kitchen_text::Number;

/// Parts and their sum, rounded to `digits` decimals (at most six): the largest part takes what rounding leaves, so that whoever adds
/// up what is written finds the sum.
pub(crate) fn adding_up<const N: usize>(mut parts: [f64; N], digits: u8) -> ([Number; N], Number) {
    let sum = add_up(&mut parts, digits);
    (parts.map(|part| Number(part, digits)), Number(sum, digits))
}

fn add_up(parts: &mut [f64], digits: u8) -> f64 {
    let unit = (0..digits.min(6)).fold(1.0, |unit, _| unit * 10.0);
    let sum = (parts.iter().sum::<f64>() * unit).round();
    let largest = (0..parts.len()).max_by(|&a, &b| parts[a].total_cmp(&parts[b]));
    for part in &mut *parts {
        *part = (*part * unit).round();
    }
    if let Some(largest) = largest {
        parts[largest] += sum - parts.iter().sum::<f64>();
    }
    for part in parts {
        *part /= unit;
    }
    sum / unit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const N: usize>(parts: [f64; N], digits: u8, expected: ([f64; N], f64)) {
        let (told, sum) = adding_up(parts, digits);
        assert_eq!((told.map(|part| part.0), sum.0), expected, "{parts:?} to {digits} digits");
    }

    #[test]
    fn the_largest_takes_what_rounding_leaves() {
        check([], 2, ([], 0.0));
        check([1.0, 2.0], 0, ([1.0, 2.0], 3.0));
        check([0.4, 0.4, 0.7], 0, ([0.0, 0.0, 2.0], 2.0));
        check([0.125, 10.126, 0.004], 2, ([0.13, 10.13, 0.0], 10.26));
        check([0.5, 0.5], 0, ([1.0, 0.0], 1.0));
    }
}
