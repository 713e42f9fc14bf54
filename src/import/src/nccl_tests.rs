//! The output of nccl-tests and rccl-tests, of any version: the table of sizes, times and bandwidths, wherever in a text it stands.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::problem::Problem;

/// The most rows.
const MOST_ROWS: usize = 100_000;

/// What a run measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NcclTests {
    /// `all_reduce`, as in the program's name; nothing where the text does not say it.
    pub collective: Option<String>,
    /// As far as the list of devices goes.
    pub ranks: Option<u64>,
    pub nodes: Option<u64>,
    pub gpu: Option<String>,
    /// Out of place.
    pub rows: Vec<Measured>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measured {
    pub bytes: u64,
    pub time_us: f64,
    #[serde(rename = "algbw_GBps")]
    pub algbw: f64,
    #[serde(rename = "busbw_GBps")]
    pub busbw: f64,
}

pub(crate) fn is(text: &str) -> bool {
    // A table whose head is cut off still has rows that nothing else has.
    let is_digit = |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let is_long = |line: &str| is_digit(line) && line.split_whitespace().nth(6).is_some() && row(line).is_some();
    text.lines().any(is_long) || (text.contains("busbw") && text.lines().any(|line| row(line).is_some()))
}

/// What the text says.
pub(crate) fn read(text: &str) -> Result<NcclTests, Problem> {
    let mut rows = Vec::new();
    let (mut ranks, mut hosts, mut gpu) = (BTreeSet::new(), BTreeSet::new(), None);
    for line in text.lines() {
        if let Some(one) = row(line) {
            if rows.len() >= MOST_ROWS {
                return Err(Problem::Many { what: "rows", most: MOST_ROWS as u64 });
            }
            rows.push(one);
        } else if let Some((rank, host, device)) = rank(line) {
            ranks.insert(rank);
            hosts.insert(host);
            gpu.get_or_insert(device);
        }
    }
    if rows.is_empty() {
        return Err(Problem::Nothing { what: "busbw" });
    }
    let some = |many: usize| (many > 0).then_some(many as u64);
    Ok(NcclTests { collective: collective(text), ranks: some(ranks.len()), nodes: some(hosts.len()), gpu, rows })
}

/// A row: size, count, type, perhaps the sum and the root, then time, both bandwidths and errors, once or twice; or, retyped, the
/// size, the time and both bandwidths alone.
fn row(line: &str) -> Option<Measured> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let bytes: u64 = words.first()?.parse().ok()?;
    let at = if words.len() == 4 {
        1
    } else {
        words.get(1)?.parse::<u64>().ok()?;
        let is_name = |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic());
        // The type, and what is added how.
        words.get(2).filter(|word| is_name(word))?;
        let at = if words.get(3).is_some_and(is_name) { 4 } else { 3 };
        // Without a root there are four columns a time, or three and an in-place half.
        let is_root = |word: &&str| word.parse::<i32>().is_ok() && !(words.len() - at).is_multiple_of(4);
        if words.get(at).is_some_and(is_root) { at + 1 } else { at }
    };
    let number = |at: usize| words.get(at)?.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    Some(Measured { bytes, time_us: number(at)?, algbw: number(at + 1)?, busbw: number(at + 2)? })
}

/// `#  Rank  0 Group  0 Pid 33 on  host device  0 [0x27] NVIDIA A100`: the rank, the host and the device.
fn rank(line: &str) -> Option<(u64, String, String)> {
    let (before, behind) = line.trim_start().strip_prefix('#')?.split_once(" on ")?;
    let rank = before.trim_start().strip_prefix("Rank")?.split_whitespace().next()?.parse().ok()?;
    let host = behind.split_whitespace().next()?.to_owned();
    let device = behind.split_once(']')?.1.trim().chars().take(64).collect();
    Some((rank, host, device))
}

/// The name before `_perf`.
fn collective(text: &str) -> Option<String> {
    let (before, _) = text.split_once("_perf")?;
    let start = before.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
    let name = &before[start..];
    (!name.is_empty() && name.len() <= 32).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_all_versions_are_read() {
        let check = |line: &str, expected: Option<(u64, f64, f64, f64)>| {
            let found = row(line).map(|row| (row.bytes, row.time_us, row.algbw, row.busbw));
            assert_eq!(found, expected, "{line}");
        };
        let usual = Some((1024, 58.2, 0.02, 0.03));
        check("  1024  256  float  sum  -1  58.20  0.02  0.03  0  57.6  0.02  0.03  0", usual);
        check("  1024  256  float  sum  58.20  0.02  0.03  5e-07  58.00  0.02  0.03  7e-07", usual);
        check("  1024  256  float  58.20  0.02  0.03  N/A  58.00  0.02  0.03  N/A", usual);
        check("  1024  256  float  none  -1  58  0.02  0.03  0  57  0.02  0.03  N/A", Some((1024, 58.0, 0.02, 0.03)));
        check("1024 58.20 0.02 0.03", usual);
        check("# size count type redop root time", None);
        check("1024 words of no table", None);
        check("1024 256 float sum -1 inf 0.02 0.03 0", None);
    }

    #[test]
    fn a_run_is_read() {
        let text = "$ ./build/all_reduce_perf -b 8\n#  Rank  0 Group  0 Pid 1 on  a device  0 [0x27] NVIDIA A100\n\
            #  Rank  1 Group  0 Pid 2 on  b device  0 [0x27] NVIDIA A100\n# size count busbw\n 8 2 float sum -1 9.5 0.1 0.2 0\n";
        assert!(is(text));
        let found = read(text).expect("a run");
        assert_eq!((found.collective.as_deref(), found.ranks, found.nodes), (Some("all_reduce"), Some(2), Some(2)));
        assert_eq!((found.gpu.as_deref(), found.rows.len()), (Some("NVIDIA A100"), 1));
    }
}
