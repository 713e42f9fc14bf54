//! How quantities are written, the same in every language: three significant digits, a no-break space, the unit.
//!
//! Nothing here allocates beyond the buffer it is given, so the frame loop may call it.

use std::fmt::Write as _;

use kitchen_units::{Bytes, Rate, Time};

/// U+00A0, so that a number never leaves its unit at the end of a line.
const GAP: char = '\u{a0}';
/// U+2212, the minus sign.
pub const MINUS: char = '\u{2212}';

/// `1.23 µs`: nanoseconds to seconds; from 10,000 seconds on hours.
pub fn push_time(out: &mut String, time: Time) {
    if time.0 >= HOURS_FROM {
        significant(out, time.0 as f64 / HOUR);
        return unit(out, "h");
    }
    if time == Time::ZERO {
        out.push('0');
        unit(out, "s");
        return;
    }
    scaled(out, time.0 as f64 / 1e3, 1e3, &["ns", "µs", "ms", "s"], false);
}

/// Picoseconds from which on a time is told in hours.
const HOURS_FROM: u64 = 10_000_000_000_000_000;
/// Picoseconds of an hour.
const HOUR: f64 = 3_600e12;

/// `48 MiB`: binary units; trailing zeros go, because sizes are mostly exact.
pub fn push_bytes(out: &mut String, bytes: Bytes) {
    scaled(out, bytes.0 as f64, 1024.0, &["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"], true);
}

/// `80 GB`: decimal units, as data sheets write memory sizes.
pub fn push_bytes_decimal(out: &mut String, bytes: Bytes) {
    scaled(out, bytes.0 as f64, 1e3, &["B", "kB", "MB", "GB", "TB", "PB", "EB"], true);
}

/// `450 GB/s`, `1,800 GB/s`: decimal gigabytes from 1 GB/s up to 10 TB/s, so that rates on one screen compare at a glance.
pub fn push_rate(out: &mut String, rate: Rate) {
    let gb = rate.as_gb_per_s();
    if (1.0..10_000.0).contains(&gb) {
        let from = significant(out, gb);
        trim_zeros(out, from);
        unit(out, "GB/s");
    } else {
        scaled(out, rate.as_bytes_per_s(), 1e3, &["B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"], true);
    }
}

/// `33.9%` for 0.339: one decimal, two below 1 %.
pub fn push_percent(out: &mut String, ratio: f64) {
    let percent = ratio * 100.0;
    let from = push_number(out, percent, if percent.abs() < 0.995 { 2 } else { 1 });
    trim_zeros(out, from);
    out.push('%');
}

/// `989 TFLOP`: a count of floating-point operations.
pub fn push_flops(out: &mut String, flops: f64) {
    scaled(out, flops, 1e3, &["FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP", "ZFLOP", "YFLOP"], true);
}

/// `989 TFLOP/s`.
pub fn push_flop_rate(out: &mut String, flops_per_s: f64) {
    push_flops(out, flops_per_s);
    out.push_str("/s");
}

/// `1,234.5`: `digits` decimals, thousands set off; returns where in `out` it begins.
pub fn push_number(out: &mut String, value: f64, digits: u8) -> usize {
    let from = out.len();
    if !value.is_finite() {
        out.push('–');
        return from;
    }
    // Whole numbers from here on: the standard library's exact decimal expansion of floats is much code for a page to fetch.
    let digits = usize::from(digits).min(DECIMALS.len() - 1);
    let unit = DECIMALS[digits];
    let scaled = (value.abs() * unit as f64 + 0.5) as u64;
    if value < 0.0 && scaled > 0 {
        out.push(MINUS);
    }
    let whole = out.len();
    let _ = write!(out, "{}", scaled / unit);
    group(out, whole);
    if digits > 0 {
        let _ = write!(out, ".{:0digits$}", scaled % unit);
    }
    from
}

/// Puts a comma before every three digits of the whole number that begins at `from`.
fn group(out: &mut String, from: usize) {
    let mut at = out.len();
    while at > from + 3 {
        at -= 3;
        out.insert(at, ',');
    }
}

/// `999`, `2,048`: a whole number of things. A year is no such number: it is said as a word.
pub fn push_int(out: &mut String, value: i64) {
    if value < 0 {
        out.push(MINUS);
    }
    let from = out.len();
    let _ = write!(out, "{}", value.unsigned_abs());
    group(out, from);
}

/// Powers of ten: the most decimals that are written are nine.
const DECIMALS: [u64; 10] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

/// The quantity as a string of its own.
pub fn time(time: Time) -> String {
    let mut out = String::new();
    push_time(&mut out, time);
    out
}

/// See [`push_bytes`].
pub fn bytes(bytes: Bytes) -> String {
    let mut out = String::new();
    push_bytes(&mut out, bytes);
    out
}

/// See [`push_rate`].
pub fn rate(rate: Rate) -> String {
    let mut out = String::new();
    push_rate(&mut out, rate);
    out
}

/// See [`push_percent`].
pub fn percent(ratio: f64) -> String {
    let mut out = String::new();
    push_percent(&mut out, ratio);
    out
}

/// Picks the first unit in which the value, once rounded, has at most three digits before the point.
fn scaled(out: &mut String, value: f64, step: f64, units: &[&str], trim: bool) {
    let mut value = value;
    let mut index = 0;
    // Binary units keep 1,000 to 1,023 in the smaller unit.
    while index + 1 < units.len() && value.abs() >= step - 0.5 {
        value /= step;
        index += 1;
    }
    let from = if index == 0 && value >= 1.0 && trim { push_number(out, value, 0) } else { significant(out, value) };
    if trim {
        trim_zeros(out, from);
    }
    unit(out, units[index]);
}

/// Three significant digits, all of them before the point from 100.
fn significant(out: &mut String, value: f64) -> usize {
    let size = value.abs();
    let digits = if size >= 99.95 {
        0
    } else if size >= 9.995 {
        1
    } else {
        2
    };
    push_number(out, value, digits)
}

/// Drops zeros after the decimal point of the number that begins at `from`.
fn trim_zeros(out: &mut String, from: usize) {
    if out[from..].contains('.') {
        let end = out.trim_end_matches('0').trim_end_matches('.').len();
        out.truncate(end);
    }
}

fn unit(out: &mut String, unit: &str) {
    out.push(GAP);
    out.push_str(unit);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(write: impl FnOnce(&mut String), expected: &str) {
        let mut out = String::from("=");
        write(&mut out);
        assert_eq!(out.replace(GAP, " ").replace(MINUS, "-"), format!("={expected}"));
    }

    #[test]
    fn times_pick_the_unit_with_three_digits() {
        check(|out| push_time(out, Time::ZERO), "0 s");
        check(|out| push_time(out, Time(1)), "0.00 ns");
        check(|out| push_time(out, Time(500)), "0.50 ns");
        check(|out| push_time(out, Time::from_ns(999)), "999 ns");
        check(|out| push_time(out, Time(999_600)), "1.00 µs");
        check(|out| push_time(out, Time::from_us(42)), "42.0 µs");
        check(|out| push_time(out, Time::from_us(3_934)), "3.93 ms");
        check(|out| push_time(out, Time::from_us(99_960)), "100 ms");
        check(|out| push_time(out, Time::from_us(1_500_000)), "1.50 s");
        check(|out| push_time(out, Time::from_us(4_321_000_000)), "4,321 s");
        check(|out| push_time(out, Time::from_us(9_999_000_000)), "9,999 s");
        check(|out| push_time(out, Time::from_us(10_800_000_000)), "3.00 h");
        check(|out| push_time(out, Time::from_us(259_200_000_000)), "72.0 h");
        check(|out| push_time(out, Time::MAX), "5,124 h");
    }

    #[test]
    fn bytes_are_binary_and_lose_their_zeros() {
        check(|out| push_bytes(out, Bytes(0)), "0 B");
        check(|out| push_bytes(out, Bytes(7)), "7 B");
        check(|out| push_bytes(out, Bytes(1_000)), "1,000 B");
        check(|out| push_bytes(out, Bytes::kib(1)), "1 KiB");
        check(|out| push_bytes(out, Bytes::mib(48)), "48 MiB");
        check(|out| push_bytes(out, Bytes::mib(1_536)), "1.5 GiB");
        check(|out| push_bytes(out, Bytes::gib(100)), "100 GiB");
        check(|out| push_bytes(out, Bytes(u64::MAX)), "16 EiB");
    }

    #[test]
    fn bytes_can_be_decimal() {
        check(|out| push_bytes_decimal(out, Bytes(80_000_000_000)), "80 GB");
        check(|out| push_bytes_decimal(out, Bytes(999_999)), "1 MB");
    }

    #[test]
    fn rates_stay_in_gigabytes() {
        check(|out| push_rate(out, Rate::gb_per_s(450.0)), "450 GB/s");
        check(|out| push_rate(out, Rate::gb_per_s(23.94)), "23.9 GB/s");
        check(|out| push_rate(out, Rate::gb_per_s(1_800.0)), "1,800 GB/s");
        check(|out| push_rate(out, Rate::gb_per_s(0.5)), "500 MB/s");
        check(|out| push_rate(out, Rate::gb_per_s(12_500.0)), "12.5 TB/s");
        check(|out| push_rate(out, Rate::ZERO), "0 B/s");
    }

    #[test]
    fn percents_take_a_ratio() {
        check(|out| push_percent(out, 0.339_12), "33.9%");
        check(|out| push_percent(out, 1.0), "100%");
        check(|out| push_percent(out, 0.001_5), "0.15%");
        check(|out| push_percent(out, -0.25), "-25%");
        check(|out| push_percent(out, -0.000_001), "0%");
    }

    #[test]
    fn numbers_group_thousands_and_survive_nonsense() {
        check(|out| _ = push_number(out, 1_234_567.891, 1), "1,234,567.9");
        check(|out| _ = push_number(out, -999.0, 0), "-999");
        check(|out| _ = push_number(out, -1_000.0, 0), "-1,000");
        check(|out| _ = push_number(out, f64::NAN, 3), "–");
        check(|out| _ = push_number(out, f64::INFINITY, 3), "–");
        check(|out| _ = push_number(out, 1e300, 0), "18,446,744,073,709,551,615");
        check(|out| _ = push_number(out, 0.000_4, 3), "0.000");
        check(|out| _ = push_number(out, -0.000_4, 3), "0.000");
        check(|out| _ = push_number(out, 2.05, 2), "2.05");
        check(|out| _ = push_number(out, 1.0, 200), "1.000000000");
    }

    #[test]
    fn whole_numbers_are_grouped() {
        for (value, expected) in [(0, "0"), (999, "999"), (1_000, "1,000"), (10_000, "10,000"), (-16_384, "-16,384")] {
            check(|out| push_int(out, value), expected);
        }
        check(|out| push_int(out, i64::MIN), "-9,223,372,036,854,775,808");
    }

    #[test]
    fn flops_go_up_to_a_training_run() {
        check(|out| push_flop_rate(out, 989.4e12), "989 TFLOP/s");
        check(|out| push_flops(out, 3.14e23), "314 ZFLOP");
    }
}
