//! The size table: what each file weighs, and what a first visit fetches before its first chapter plays.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::sh::Result;
use crate::visit::Visit;

/// What a first visit may fetch, gzip, in bytes (1 kB = 1000 bytes), whichever chapter it opens.
/// `tests/browser/pages/hosting.test.mjs` reads it here.
const LIMIT: usize = 560_000;

struct Row {
    name: String,
    raw: usize,
    gzip: usize,
}

/// Prints the table of everything under `dist`, and what a first visit to each chapter fetches: what is in `page`, and the
/// visit's own. Fails where one weighs more than the limit.
pub(crate) fn check(dist: &Path, page: &[String], visits: &[Visit]) -> Result {
    let mut rows = Vec::new();
    for path in files(dist)? {
        let bytes = fs::read(&path).map_err(|fault| format!("{}: {fault}", path.display()))?;
        let path = path.strip_prefix(dist).map_err(|fault| fault.to_string())?;
        rows.push(Row { name: path.to_string_lossy().replace('\\', "/"), raw: bytes.len(), gzip: gzip(&bytes) });
    }
    let weigh = |counts: &dyn Fn(&String) -> bool| -> usize {
        rows.iter().filter(|row| counts(&row.name)).map(|row| row.gzip).sum()
    };
    let total = |visit: &Visit| weigh(&|name| page.contains(name) || visit.files.contains(name));
    let heaviest = visits.iter().max_by_key(|visit| total(visit)).ok_or("there are no chapters")?;
    let is_first = |name: &String| page.contains(name) || heaviest.files.contains(name);
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by_key(|row| (!is_first(&row.name), std::cmp::Reverse(row.gzip)));
    println!("{:>10}  {:>10}  first visit  file", "raw (B)", "gzip (B)");
    for row in sorted {
        let mark = if is_first(&row.name) { "yes" } else { "" };
        println!("{:>10}  {:>10}  {mark:<11}  {}", row.raw, row.gzip, row.name);
    }
    println!("{:>10}  {:>10}  first visit to (gzip B; own: what no other chapter fetches)", "all", "own");
    for visit in visits {
        let of_others =
            |name: &String| visits.iter().any(|other| other.chapter != visit.chapter && other.files.contains(name));
        let own = weigh(&|name| visit.files.contains(name) && !of_others(name));
        println!("{:>10}  {own:>10}  {} ({})", total(visit), visit.chapter, visit.lang);
    }
    let total = total(heaviest);
    println!(
        "fetched before the first chapter plays: at most {:.1} kB gzip ({}, limit {} kB)",
        total as f64 / 1e3,
        heaviest.chapter,
        LIMIT / 1000
    );
    if total > LIMIT { Err(format!("a first visit fetches {total} bytes, more than {LIMIT}")) } else { Ok(()) }
}

/// Every file under `dir`, in order of name.
pub(crate) fn files(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(dir) = open.pop() {
        let entries = fs::read_dir(&dir).map_err(|fault| format!("{}: {fault}", dir.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

/// The size after gzip at the level static hosts use at least.
pub(crate) fn gzip(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(bytes).and_then(|()| encoder.finish()).map_or(bytes.len(), |packed| packed.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_text_packs_well_and_is_counted_in_bytes() {
        let check = |bytes: &[u8], at_most: usize| assert!(gzip(bytes) <= at_most, "{}", gzip(bytes));
        check(&[b'a'; 10_000], 60);
        check(b"", 20);
        assert!(gzip(b"kitchen") > 7, "a header is part of what is sent");
    }
}
