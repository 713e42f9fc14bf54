//! Sizes as people write them: `1GiB`, `64 MiB`, `1.5GB`, `1e9`, `4096`.

use crate::units::Bytes;

/// The largest size that any input may ask for: 1 EiB.
pub const MAX: u64 = 1 << 60;

const UNITS: [(&str, f64); 14] = [
    ("", 1.0),
    ("b", 1.0),
    ("k", 1024.0),
    ("kib", 1024.0),
    ("kb", 1e3),
    ("m", 1_048_576.0),
    ("mib", 1_048_576.0),
    ("mb", 1e6),
    ("g", 1_073_741_824.0),
    ("gib", 1_073_741_824.0),
    ("gb", 1e9),
    ("t", 1_099_511_627_776.0),
    ("tib", 1_099_511_627_776.0),
    ("tb", 1e12),
];

/// Reads a size; `None` when it is not one, is negative, or is above [`MAX`]. A bare letter is binary, as in nccl-tests.
pub fn parse(text: &str) -> Option<Bytes> {
    let text = text.trim();
    if text.len() > 32 {
        return None;
    }
    // The unit is the letters at the end; the `e` of `1e9` is followed by a digit and stays with the number.
    let unit_at = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    let (number, unit) = text.split_at(unit_at);
    let factor = UNITS.iter().find(|(name, _)| unit.eq_ignore_ascii_case(name))?.1;
    if let (Ok(whole), true) = (number.trim().parse::<u64>(), factor == 1.0) {
        return (whole <= MAX).then_some(Bytes(whole));
    }
    let value = number.trim().parse::<f64>().ok()? * factor;
    (value.is_finite() && (0.0..=MAX as f64).contains(&value)).then_some(Bytes(value as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<u64>) {
        assert_eq!(parse(text).map(|bytes| bytes.0), expected, "{text}");
    }

    #[test]
    fn sizes_take_binary_and_decimal_units() {
        check("1GiB", Some(1 << 30));
        check("64 MiB", Some(64 << 20));
        check("8K", Some(8 << 10));
        check("1.5gb", Some(1_500_000_000));
        check("1e9", Some(1_000_000_000));
        check("4096", Some(4096));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "GiB", "-1", "1e400", "NaN", "inf", "1 PiBs", "99999999999TB", "１GiB", "1_000"] {
            check(text, None);
        }
    }
}
