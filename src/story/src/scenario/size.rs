//! Sizes as people write them: `1GiB`, `64 MiB`, `1.5GB`, `1e9`, `4096`.

use kitchen_core::units::Bytes;

/// The largest size that any input may ask for: 1 EiB.
pub const MAX: u64 = 1 << 60;

const UNITS: [(&str, u64); 14] = [
    ("", 1),
    ("b", 1),
    ("k", 1 << 10),
    ("kib", 1 << 10),
    ("kb", 1_000),
    ("m", 1 << 20),
    ("mib", 1 << 20),
    ("mb", 1_000_000),
    ("g", 1 << 30),
    ("gib", 1 << 30),
    ("gb", 1_000_000_000),
    ("t", 1 << 40),
    ("tib", 1 << 40),
    ("tb", 1_000_000_000_000),
];

/// Reads a size; `None` when it is not one, is negative, or is above [`MAX`]. A bare letter is binary, as in nccl-tests. A part
/// of a byte is dropped.
pub fn parse(text: &str) -> Option<Bytes> {
    let text = text.trim();
    if text.len() > 32 {
        return None;
    }
    // The unit is the letters at the end; the `e` of `1e9` is followed by a digit and stays with the number.
    let unit_at = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    let (number, unit) = text.split_at(unit_at);
    let factor = UNITS.iter().find(|(name, _)| unit.eq_ignore_ascii_case(name))?.1;
    let bytes = decimal(number.trim(), factor)?;
    (bytes <= u128::from(MAX)).then_some(Bytes(bytes as u64))
}

/// A decimal number times `factor`, in whole numbers: the standard library's reading of floats would bring 10 kB of tables
/// into the page.
fn decimal(number: &str, factor: u64) -> Option<u128> {
    let (digits, exponent) = match number.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<u8>().ok()?),
        None => (number, 0),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && part.is_empty() || whole.len() + part.len() > 20 || exponent > 18 {
        return None;
    }
    let mut value = 0_u128;
    for digit in whole.bytes().chain(part.bytes()) {
        value = value * 10 + u128::from(digit.is_ascii_digit().then(|| digit - b'0')?);
    }
    // At most 20 digits, 10^18 and 2^40: some 2^167 in all, so the product is checked.
    let scaled = value.checked_mul(u128::from(factor))?.checked_mul(10_u128.pow(u32::from(exponent)))?;
    Some(scaled / 10_u128.pow(part.len() as u32))
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
        check("0.5k", Some(512));
        check(".5 MiB", Some(1 << 19));
        check("2.5e9", Some(2_500_000_000));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "GiB",
            "-1",
            "1e400",
            "NaN",
            "inf",
            "1 PiBs",
            "99999999999TB",
            "１GiB",
            "1_000",
            ".",
            "1.2.3",
            "+1",
            "1e",
            "1e-3",
        ] {
            check(text, None);
        }
    }
}
