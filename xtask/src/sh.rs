//! Running commands.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::{env, thread};

/// What went wrong, as a sentence for the terminal.
pub(crate) type Result<T = ()> = std::result::Result<T, String>;

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_path_buf()
}

/// Where Cargo puts what it builds.
pub(crate) fn target_dir() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// A progress line.
pub(crate) fn say(text: &str) {
    println!("==> {text}");
}

/// `program` with `args`, to be run at the root.
pub(crate) fn command(program: impl AsRef<Path>, args: &[&str]) -> Command {
    let mut command = Command::new(program.as_ref());
    command.args(args).current_dir(root());
    command
}

/// The Cargo that runs this task.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = command(env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from), args);
    // Set by the outer `cargo run`; inherited, they would make every inner build differ from one by hand.
    for name in ["CARGO_MANIFEST_DIR", "CARGO_MANIFEST_PATH", "CARGO_PKG_NAME", "CARGO_PKG_VERSION"] {
        command.env_remove(name);
    }
    command
}

/// Runs it to the end with its output on ours.
pub(crate) fn run(command: &mut Command) -> Result {
    let status = command.status().map_err(|fault| format!("cannot start {}: {fault}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", shown(command))) }
}

/// Runs it to the end and gives its standard output.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let output = command.output().map_err(|fault| format!("cannot start {}: {fault}", shown(command)))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("{} failed ({})\n{}", shown(command), output.status, said.trim_end()))
    }
}

/// How many tests a runner said it ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    pub(crate) skipped: u32,
}

impl Totals {
    pub(crate) fn add(&mut self, other: Totals) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }

    /// The totals in a runner's line, if it is a closing one: of cargo test, of Node's runner, or our own.
    pub(crate) fn of_line(line: &str) -> Totals {
        let line = line.trim();
        let mut totals = Totals::default();
        if let Some(rest) = line.strip_prefix("test result: ") {
            let number = |word: &str| number_before(rest, word);
            totals = Totals { passed: number(" passed"), failed: number(" failed"), skipped: number(" ignored") };
        } else if let Some(rest) = line.strip_prefix('ℹ') {
            let number = |word: &str| rest.trim().strip_prefix(word).and_then(|n| n.trim().parse().ok()).unwrap_or(0);
            totals = Totals {
                passed: number("pass "),
                failed: number("fail ") + number("cancelled "),
                skipped: number("skipped "),
            };
        } else if line.starts_with("tidy: ") {
            totals =
                Totals { passed: number_before(line, " passed"), failed: number_before(line, " failed"), skipped: 0 };
        }
        totals
    }
}

/// The whole number that stands before `word` in `text`, else 0.
fn number_before(text: &str, word: &str) -> u32 {
    let Some(end) = text.find(word) else { return 0 };
    let digits = text[..end].rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
    digits.parse().unwrap_or(0)
}

/// Runs it with its output on ours, and adds up the totals that it prints.
pub(crate) fn run_counting(command: &mut Command) -> (Result, Totals) {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(fault) => return (Err(format!("cannot start {}: {fault}", shown(command))), Totals::default()),
    };
    let totals = Mutex::new(Totals::default());
    let pipes: [Option<Box<dyn Read + Send>>; 2] =
        [child.stdout.take().map(|pipe| Box::new(pipe) as _), child.stderr.take().map(|pipe| Box::new(pipe) as _)];
    thread::scope(|scope| {
        for pipe in pipes.into_iter().flatten() {
            let totals = &totals;
            scope.spawn(move || {
                for line in BufReader::new(pipe).split(b'\n') {
                    let Ok(line) = line else { break };
                    let line = String::from_utf8_lossy(&line);
                    println!("{line}");
                    totals.lock().expect("no thread panics").add(Totals::of_line(&line));
                }
            });
        }
    });
    let totals = totals.into_inner().expect("no thread panics");
    match child.wait() {
        Ok(status) if status.success() => (Ok(()), totals),
        Ok(status) => (Err(format!("{} failed ({status})", shown(command))), totals),
        Err(fault) => (Err(format!("{}: {fault}", shown(command))), totals),
    }
}

/// The command as one would type it.
fn shown(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    command.get_args().fold(name, |line, arg| format!("{line} {}", arg.to_string_lossy()))
}

/// The program of that name on PATH.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths).map(|dir| dir.join(name)).find(|path| path.is_file())
}

/// PATH with `dirs` before it.
pub(crate) fn path_with(dirs: &[&Path]) -> Result<OsString> {
    let old = env::var_os("PATH").unwrap_or_default();
    env::join_paths(dirs.iter().map(|dir| dir.to_path_buf()).chain(env::split_paths(&old)))
        .map_err(|fault| format!("PATH: {fault}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, passed: u32, failed: u32, skipped: u32) {
        assert_eq!(Totals::of_line(line), Totals { passed, failed, skipped }, "{line}");
    }

    #[test]
    fn closing_lines_of_the_runners_are_read() {
        check(
            "test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            12,
            0,
            3,
        );
        check("test result: FAILED. 7 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out", 7, 2, 0);
        check("ℹ pass 9", 9, 0, 0);
        check("ℹ fail 1", 0, 1, 0);
        check("ℹ tests 10", 0, 0, 0);
        check("tidy: 8 passed, 1 failed", 8, 1, 0);
        check("test result of nothing", 0, 0, 0);
        check("", 0, 0, 0);
    }
}
