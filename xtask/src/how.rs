//! The validated figures of the page "how we compute" (`cargo xtask figures`).

use std::fs;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::sh::{self, Result, say};
use crate::site::write;

/// What is validated: its name in the figures, the subcommand, the file with the measured rows, and the limits that must hold.
const VALIDATED: [(&str, &str, &str, &[&str]); 9] = [
    ("collectives", "collectives", "nccl_measured.csv", &["--max-median", "20"]),
    ("training", "training", "throughput.csv", &[]),
    ("memory", "memory", "activation_memory.csv", &["--strict"]),
    ("peaks", "memory", "throughput.csv", &["--strict"]),
    ("schedules", "schedules", "zero_bubble.csv", &["--strict"]),
    ("inference", "inference", "inference.csv", &[]),
    ("experts", "experts", "deepep.csv", &[]),
    ("network", "network", "network_facts.csv", &[]),
    ("astra", "astra", "astra_reference.csv", &[]),
];
const FIGURES: &str = "assets/figures.json";

/// Runs the validations and writes their figures where the page takes them from; with `--check` only compares, and holds them to their
/// limits.
pub(crate) fn figures(words: &[&str]) -> Result {
    let is_check = match words {
        [] => false,
        ["--check"] => true,
        _ => return Err("figures takes --check or nothing".to_owned()),
    };
    let figures = computed(is_check)?;
    let path = sh::root().join(FIGURES);
    let undated = |text: &str| text.lines().filter(|line| !line.contains("\"date\"")).collect::<Vec<_>>().join("\n");
    let known = fs::read_to_string(&path).unwrap_or_default();
    if undated(&known) == undated(&figures) {
        return Ok(());
    }
    if is_check {
        Err(format!("{FIGURES} is not what the program computes now: run cargo xtask figures"))
    } else {
        write(&path, &figures)
    }
}

fn computed(is_check: bool) -> Result<String> {
    let folder = sh::target_dir().join("figures");
    fs::create_dir_all(&folder).map_err(|fault| format!("{}: {fault}", folder.display()))?;
    sh::run(&mut sh::cargo(&["build", "--locked", "--quiet", "--release", "--bin", "kitchen"]))?;
    let kitchen = sh::target_dir().join("release/kitchen");
    let validated = &|(name, what, file, limits): (&str, &str, &str, &[&str])| -> Result<String> {
        let rows = format!("assets/reference/{file}");
        let mut command = sh::command(&kitchen, &["validate", what, &rows, "--json"]);
        let said = command.args(limits).current_dir(sh::root()).output();
        let said = said.map_err(|fault| format!("kitchen: {fault}"))?;
        // Without limits of its own the exit code says what the report says anyway.
        if is_check && !limits.is_empty() && !said.status.success() {
            return Err(format!("kitchen validate {what} {rows}: {}", String::from_utf8_lossy(&said.stderr)));
        }
        let path = folder.join(format!("{name}.json"));
        fs::write(&path, said.stdout).map_err(|fault| format!("{}: {fault}", path.display()))?;
        Ok(format!("{name}={}", path.display()))
    };
    say("kitchen validate … --json, all beside each other");
    let files: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = VALIDATED.into_iter().map(|row| scope.spawn(move || validated(row))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err("a validation panicked".to_owned())))
            .collect::<Result<_>>()
    })?;
    let mut condense = sh::cargo(&["run", "--quiet", "--locked", "--example", "figures", "--"]);
    let text = sh::capture(condense.args(&files))?;
    Ok(text.replacen('{', &format!("{{\n  \"date\": \"{}\",", today()), 1))
}

/// The date of today in UTC, as ISO 8601 writes it. Days to a civil date as in Howard Hinnant's `chrono`-compatible
/// algorithms (public domain).
fn today() -> String {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs() / 86_400);
    date(days)
}

fn date(days: u64) -> String {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + u64::from(month <= 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        let check = |days: u64, expected: &str| assert_eq!(date(days), expected);
        check(0, "1970-01-01");
        check(11_016, "2000-02-29");
        check(20_778, "2026-11-21");
    }
}
