//! `cargo xtask tidy`: what the compiler does not check. Each check names every fault it finds, with its place.

mod arrows;
mod nouns;
mod papers;
mod paths;
mod shape;
mod texts;
mod web;

use std::fs;
use std::path::{Path, PathBuf};

use crate::sh::{self, Result, Totals};
use crate::sizes;

/// A source file: its path from the root, with slashes, and its text.
pub(crate) struct Source {
    path: String,
    text: String,
}

impl Source {
    /// The text before the tests; nothing of a file that holds tests alone.
    fn program(&self) -> &str {
        if self.is_test() {
            return "";
        }
        self.text.split("\n#[cfg(test)]\nmod ").next().unwrap_or(&self.text)
    }

    /// Whether it holds tests alone.
    fn is_test(&self) -> bool {
        self.path.ends_with("tests.rs") || self.path.contains("/tests/") || self.path.ends_with("judge.rs")
    }

    fn is_in(&self, folder: &str) -> bool {
        self.path.starts_with(folder)
    }

    fn is_rust(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|ext| ext == "rs")
    }
}

/// A check: what holds, and the faults against it.
type Check = (&'static str, fn(&[Source]) -> Vec<String>);

const CHECKS: &[Check] = &[
    ("arrows between the rooms of a crate never point back", arrows::never_point_back),
    ("the engine's crates depend on those below them, petgraph and serde only", arrows::crates_never_point_back),
    ("every room of a crate has its place among the arrows", arrows::rooms_are_placed),
    ("no chapter names another", arrows::chapters_stand_alone),
    ("no judge asks the telling that it judges", arrows::judges_are_independent),
    ("the page knows chapters by their table alone", arrows::page_asks_the_table),
    ("the view computes no physics", arrows::view_computes_nothing),
    ("files have at most 600 lines", shape::files),
    ("every file of tests is named by its folder's front", shape::tests_are_named),
    ("nothing is left for later", shape::leftovers),
    ("no name falls back on the first of its table", shape::firsts_of_tables),
    ("ARCHITECTURE.md names every room, and nothing that is not there", papers::architecture),
    ("each room's front says what each of its modules is", papers::maps),
    ("licences and papers are there", papers::present),
    ("the README tells speed as the benchmark writes it", papers::performance),
    ("lock files name no download address", papers::locks),
    ("the page asks no other host", web::same_origin),
    ("pictures bound floats without the formatter of floats", web::floats_unwritten),
    ("browser tests wait for states, not for a while", web::tests_wait_for_states),
    ("each chapter can travel apart from the page", web::chapters_are_statics),
    ("each language is written in its own letters", web::letters),
    ("a chapter's texts are said in that chapter alone", texts::of_chapters),
    ("one thing has one noun in each language and layer", nouns::are_one),
    ("how we compute explains each constant that it lists", texts::of_constants),
];

pub(crate) fn run() -> Result {
    count().0
}

pub(crate) fn count() -> (Result, Totals) {
    let sources = match read() {
        Ok(sources) => sources,
        Err(message) => return (Err(message), Totals::default()),
    };
    let mut totals = Totals::default();
    for (name, check) in CHECKS {
        let faults = check(&sources);
        println!("{} {name}", if faults.is_empty() { "ok  " } else { "FAIL" });
        for fault in &faults {
            println!("       {fault}");
        }
        if faults.is_empty() { totals.passed += 1 } else { totals.failed += 1 }
    }
    println!("tidy: {} passed, {} failed", totals.passed, totals.failed);
    let outcome = if totals.failed == 0 { Ok(()) } else { Err(format!("tidy: {} failed", totals.failed)) };
    (outcome, totals)
}

/// Every text file that git knows or would add.
fn read() -> Result<Vec<Source>> {
    let root = sh::root();
    let mut sources = Vec::new();
    for path in walk(&root)? {
        if let Ok(text) = fs::read_to_string(&path) {
            let path = path.strip_prefix(&root).map_err(|fault| fault.to_string())?;
            sources.push(Source { path: path.to_string_lossy().replace('\\', "/"), text });
        }
    }
    Ok(sources)
}

/// The files of the repository, by folder, so that a copy without git is checked as well.
fn walk(root: &Path) -> Result<Vec<PathBuf>> {
    const FOLDERS: &[&str] =
        &["src", "xtask", "tests", "benches", "examples", "assets", "styles", "npm", "python", ".ci"];
    let mut found = Vec::new();
    for folder in FOLDERS.iter().map(|folder| root.join(folder)).filter(|folder| folder.is_dir()) {
        found.extend(sizes::files(&folder)?.into_iter().filter(|path| !path.iter().any(|part| part == "node_modules")));
    }
    let entries = fs::read_dir(root).map_err(|fault| fault.to_string())?;
    found.extend(entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()));
    found.sort();
    Ok(found)
}

#[cfg(test)]
fn source(path: &str, text: &str) -> Source {
    Source { path: path.to_owned(), text: text.to_owned() }
}
