//! The size table: what each file weighs, and what a first visit fetches before its first chapter plays.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::sh::Result;

/// What a first visit may fetch, gzip, in bytes (1 kB = 1000 bytes).
pub(crate) const LIMIT: usize = 350_000;

struct Row {
    path: PathBuf,
    raw: usize,
    gzip: usize,
    is_first: bool,
}

/// Prints the table of everything under `dist`; fails where a first visit weighs more than [`LIMIT`].
pub(crate) fn check(dist: &Path, is_first: impl Fn(&Path) -> bool) -> Result {
    let mut rows = Vec::new();
    for path in files(dist)? {
        let bytes = fs::read(&path).map_err(|fault| format!("{}: {fault}", path.display()))?;
        let path = path.strip_prefix(dist).map_err(|fault| fault.to_string())?.to_path_buf();
        let is_first = is_first(&path);
        rows.push(Row { raw: bytes.len(), gzip: gzip(&bytes), is_first, path });
    }
    rows.sort_by_key(|row| (!row.is_first, std::cmp::Reverse(row.gzip)));
    println!("{:>10}  {:>10}  first visit  file", "raw (B)", "gzip (B)");
    for row in &rows {
        let mark = if row.is_first { "yes" } else { "" };
        println!("{:>10}  {:>10}  {mark:<11}  {}", row.raw, row.gzip, row.path.display());
    }
    let total: usize = rows.iter().filter(|row| row.is_first).map(|row| row.gzip).sum();
    println!("fetched before the first chapter plays: {:.1} kB gzip (limit {} kB)", total as f64 / 1e3, LIMIT / 1000);
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
fn gzip(bytes: &[u8]) -> usize {
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
