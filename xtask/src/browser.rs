//! The page, driven in Chromium: what is timed first and alone, then the rest, and once more what failed among others.

use std::fs;
use std::path::{Path, PathBuf};

use crate::sh::{self, Result, Totals, say};
use crate::{alone, site, sizes, tools};

/// What is measured in time runs before the others and alone, so that a slow or shared machine is only as slow as it is.
const TIMED: &[&str] = &["awake.test.mjs", "quick.test.mjs"];

/// More files than this do not fail by chance: they are not asked again.
const CHANCES: usize = 3;

/// Test files, those that are timed first.
fn in_order(files: Vec<PathBuf>) -> [Vec<PathBuf>; 2] {
    let is_timed = |path: &PathBuf| TIMED.iter().any(|name| path.ends_with(name));
    let (mut timed, others): (Vec<_>, Vec<_>) =
        files.into_iter().filter(|path| path.to_string_lossy().ends_with(".test.mjs")).partition(is_timed);
    timed.sort();
    [timed, others]
}

/// Node's test runner on the page's tests.
struct Runner {
    node: PathBuf,
    chromium: PathBuf,
    dir: PathBuf,
    /// Where the reporter `failed.mjs` writes.
    failed: PathBuf,
}

impl Runner {
    fn run(&self, at_once: usize, files: &[PathBuf]) -> (Result, Totals) {
        let at_once = format!("--test-concurrency={at_once}");
        let mut command = sh::command(&self.node, &["--test", &at_once]);
        command.args(["--test-reporter=spec", "--test-reporter-destination=stdout"]);
        command.args(["--test-reporter=./failed.mjs", "--test-reporter-destination"]).arg(&self.failed);
        command.args(files).current_dir(&self.dir).env("CHROMIUM", &self.chromium).env("DIST", site::dist());
        command.env("KITCHEN", sh::target_dir().join("debug/kitchen"));
        sh::run_counting(&mut command)
    }

    /// Runs the files; the few in which a test failed run once more, alone. What passes only then is named: it waits too little, or
    /// the page is not always right, and either is to be mended.
    fn ask(&self, at_once: usize, files: &[PathBuf]) -> (Result, Totals) {
        let _ = fs::remove_file(&self.failed);
        let (outcome, mut totals) = self.run(at_once, files);
        let failed = listed(&fs::read_to_string(&self.failed).unwrap_or_default(), files);
        if outcome.is_ok() || failed.is_empty() || failed.len() > CHANCES {
            return (outcome, totals);
        }
        say("once more, alone: what failed");
        let (outcome, again) = self.run(1, &failed);
        if outcome.is_ok() {
            let names: Vec<_> = failed.iter().filter_map(|file| file.file_name()).map(Path::new).collect();
            println!("SHAKY: {} test(s) failed at first and passed alone, in {names:?}", totals.failed);
        }
        totals.passed += totals.failed.saturating_sub(again.failed);
        totals.failed = again.failed;
        (outcome, totals)
    }
}

/// The files that a list of one a line names; whatever else it says is passed over.
fn listed(list: &str, files: &[PathBuf]) -> Vec<PathBuf> {
    files.iter().filter(|file| list.lines().any(|line| Path::new(line) == file.as_path())).cloned().collect()
}

pub(crate) fn run() -> (Result, Totals) {
    let ready = || -> Result<(Runner, [Vec<PathBuf>; 2])> {
        let chromium = tools::chromium()?;
        let dir = tools::browser_packages()?;
        if !site::dist().join("index.html").is_file() {
            alone::build()?;
        }
        // What the page writes is compared with what the command line does.
        sh::run(&mut sh::cargo(&["build", "--quiet", "--locked", "--bin", "kitchen"]))?;
        let files = in_order(sizes::files(&dir.join("pages"))?);
        let failed = sh::root().join("target/browser-failed.txt");
        Ok((Runner { node: tools::node()?, chromium, dir, failed }, files))
    };
    let (runner, [timed, others]) = match ready() {
        Ok(ready) => ready,
        Err(message) => return (Err(message), Totals::default()),
    };
    let mut totals = Totals::default();
    let mut failed = Vec::new();
    // Both, whatever the first says.
    for (at_once, files) in [(1, timed), (2, others)] {
        let (outcome, counted) = runner.ask(at_once, &files);
        totals.add(counted);
        failed.extend(outcome.err());
    }
    (if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }, totals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timed_files_come_first_and_none_is_lost() {
        let paths = |names: &[&str]| names.iter().map(|name| PathBuf::from("pages").join(name)).collect::<Vec<_>>();
        let check = |files: &[&str], timed: &[&str], others: &[&str]| {
            assert_eq!(in_order(paths(files)), [paths(timed), paths(others)], "{files:?}");
        };
        check(
            &["quick.test.mjs", "access.test.mjs", "awake.test.mjs", "walk.test.mjs", "notes.txt"],
            &["awake.test.mjs", "quick.test.mjs"],
            &["access.test.mjs", "walk.test.mjs"],
        );
        check(&["not-awake.test.mjs"], &[], &["not-awake.test.mjs"]);
    }

    #[test]
    fn timed_files_are_there() {
        let files = sizes::files(&sh::root().join("tests/browser/pages")).expect("a folder");
        assert_eq!(in_order(files)[0].len(), TIMED.len());
    }

    #[test]
    fn only_files_that_were_run_are_asked_again() {
        let files = ["a.test.mjs", "b.test.mjs"].map(PathBuf::from);
        let check = |list: &str, expected: &[usize]| {
            let expected: Vec<PathBuf> = expected.iter().map(|at| files[*at].clone()).collect();
            assert_eq!(listed(list, &files), expected, "{list:?}");
        };
        check("", &[]);
        check("b.test.mjs\n", &[1]);
        check("c.test.mjs\n/etc/passwd\nb.test.mjs\na.test.mjs\na.test.mjs\n", &[0, 1]);
    }
}
