//! `cargo xtask test`: everything CI runs, with the time of each step and the totals of all runners.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::sh::{self, Result, Totals, say};
use crate::{alone, browser, how, npm, python, tidy, tools};

const WASM: &str = "wasm32-unknown-unknown";

type Outcome = (Result, Totals);

struct Step {
    name: &'static str,
    about: &'static str,
    run: fn() -> Outcome,
}

/// In the order in which they run: what fails quickly comes first.
const STEPS: &[Step] = &[
    Step { name: "format", about: "cargo fmt --check", run: format },
    Step { name: "tidy", about: "arrows, sizes, ARCHITECTURE.md, texts", run: || tidy::count() },
    Step { name: "clippy", about: "no warning, native and wasm", run: clippy },
    Step { name: "docs", about: "the core's documentation, without a warning", run: docs },
    Step { name: "native", about: "tests of the core, the command line and the chores", run: native },
    Step { name: "validate", about: "measured runs, memory and schedules against the simulator", run: validate },
    Step { name: "web", about: "the core in the browser: the same digests", run: web },
    Step { name: "build", about: "release build and its size", run: || (alone::build(), Totals::default()) },
    Step { name: "npm", about: "the npm package, installed as a reader would", run: npm::run },
    Step { name: "python", about: "the Python package, installed as a reader would, and its widget", run: python::run },
    Step { name: "browser", about: "the page, driven in Chromium", run: browser::run },
];

pub(crate) fn run(words: &[&str]) -> Result {
    if words == ["--list"] {
        for step in STEPS {
            println!("{:<10}{}", step.name, step.about);
        }
        return Ok(());
    }
    if let Some(unknown) = words.iter().find(|word| STEPS.iter().all(|step| step.name != **word)) {
        return Err(format!("no such step: {unknown}; cargo xtask test --list names them"));
    }
    tools::wasm_target()?;
    tools::crates()?;
    let mut totals = Totals::default();
    let mut rows: Vec<(&str, Duration, Result)> = Vec::new();
    for step in STEPS.iter().filter(|step| words.is_empty() || words.contains(&step.name)) {
        say(&format!("{}: {}", step.name, step.about));
        let start = Instant::now();
        let (outcome, counted) = (step.run)();
        totals.add(counted);
        if let Err(message) = &outcome {
            eprintln!("{message}");
        }
        rows.push((step.name, start.elapsed(), outcome));
    }
    println!();
    for (name, time, outcome) in &rows {
        println!("{name:<10}{:>7.1} s  {}", time.as_secs_f64(), if outcome.is_ok() { "ok" } else { "FAILED" });
    }
    let time: Duration = rows.iter().map(|row| row.1).sum();
    println!("{:<10}{:>7.1} s", "in all", time.as_secs_f64());
    println!("{} passed, {} failed, {} skipped", totals.passed, totals.failed, totals.skipped);
    let failed: Vec<&str> = rows.iter().filter(|row| row.2.is_err()).map(|row| row.0).collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

fn uncounted(commands: &mut [Command]) -> Outcome {
    let failed = commands.iter_mut().filter_map(|command| sh::run(command).err()).reduce(|a, b| format!("{a}\n{b}"));
    (failed.map_or(Ok(()), Err), Totals::default())
}

fn format() -> Outcome {
    uncounted(&mut [sh::cargo(&["fmt", "--all", "--check"])])
}

fn clippy() -> Outcome {
    let deny = ["--", "-D", "warnings"];
    let mut native = sh::cargo(&["clippy", "--locked", "--quiet", "--workspace", "--all-targets"]);
    native.args(deny);
    let mut wasm = sh::cargo(&["clippy", "--locked", "--quiet", "--target", WASM, "--lib", "--test", "web"]);
    wasm.args(["--bin", "collective-kitchen", "--bin", "kitchen"]).args(deny);
    let mut packed = sh::cargo(&["clippy", "--locked", "--quiet", "--target", WASM, "--features", "packed-text"]);
    packed.args(["--bin", "collective-kitchen"]).args(deny);
    let mut npm = sh::cargo(&["clippy", "--locked", "--quiet", "--target", WASM, "--package", "kitchen-npm"]);
    npm.args(deny);
    uncounted(&mut [native, wasm, packed, npm])
}

fn docs() -> Outcome {
    let crates = ["--workspace", "--exclude", "collective-kitchen", "--exclude", "xtask"];
    let mut command = sh::cargo(&["doc", "--locked", "--quiet", "--no-deps"]);
    command.args(crates);
    command.env("RUSTDOCFLAGS", "-D warnings");
    uncounted(&mut [command])
}

fn native() -> Outcome {
    sh::run_counting(&mut sh::cargo(&["test", "--locked", "--quiet", "--workspace", "--no-fail-fast"]))
}

/// The figures on "how we compute", among them the measured collectives, memory and schedules within their limits.
fn validate() -> Outcome {
    let outcome = how::figures(&["--check"]);
    let totals = Totals { passed: u32::from(outcome.is_ok()), failed: u32::from(outcome.is_err()), skipped: 0 };
    (outcome, totals)
}

fn web() -> Outcome {
    let ready = || -> Result<Command> {
        let runner = tools::wasm_bindgen()?.join("wasm-bindgen-test-runner");
        let driver = tools::chromedriver()?;
        let digests = sh::capture(&mut sh::cargo(&["run", "--quiet", "--locked", "--example", "digests"]))?;
        let mut command = sh::cargo(&["test", "--locked", "--target", WASM, "--test", "web"]);
        command
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner)
            .env("CHROMEDRIVER", driver)
            .env("KITCHEN_DIGESTS", digests.trim_end().replace('\n', ";"))
            .env("WASM_BINDGEN_TEST_TIMEOUT", "300");
        Ok(command)
    };
    match ready() {
        Ok(mut command) => sh::run_counting(&mut command),
        Err(message) => (Err(message), Totals::default()),
    }
}
