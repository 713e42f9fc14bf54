//! `cargo xtask bench speed`: how fast the simulator is, natively and in the browser, case by case.
//!
//! Seconds are those of one core: of some runs the one that was on the processor for the shortest time counts, so that other
//! work on the machine does not (where the system does not tell, the wall clock). The records go to `target/bench/speed.jsonl`, one in JSON a line:
//! `{"name", "ranks", "where": "native" | "browser", "seconds", "limit_seconds" | null, "peak_mib" | null, "result"}`.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use crate::sh::{self, Result, say};
use crate::{site, tools};

/// How much longer the browser may take.
const BROWSER: f64 = 3.0;

/// Memory that the large cases may take, natively.
const MEMORY_MIB: f64 = 1024.0;

struct Case {
    name: String,
    ranks: u32,
    /// Native seconds, where there is a limit.
    limit: Option<f64>,
}

/// Measures the cases of those names, or all; only all are written down.
pub(crate) fn run(names: &[&str]) -> Result {
    say("speed of the simulator, native");
    sh::run(&mut sh::cargo(&["build", "--locked", "--quiet", "--release", "--example", "speed"]))?;
    let program = sh::target_dir().join("release/examples/speed");
    let listed = sh::capture(&mut sh::command(&program, &["list"]))?;
    let wanted = |case: &Case| names.is_empty() || names.contains(&case.name.as_str());
    let cases: Vec<Case> = listed.lines().filter_map(case).filter(wanted).collect();
    if cases.is_empty() {
        return Err(format!("no case is called {}", names.join(" or ")));
    }
    let mut native = Vec::new();
    for Case { name, ranks, .. } in &cases {
        native.push(sh::capture(&mut sh::command(&program, &[name, &ranks.to_string()]))?);
    }
    say("speed of the simulator, in the browser");
    let browser = browser(&cases)?;
    let mut records = String::new();
    let mut late = Vec::new();
    println!(
        "{:<24} {:>7}  {:>12}  {:>9}  {:>8}  {:>12}  {:>6}  a second, native and in the browser",
        "case", "ranks", "native s", "limit s", "MiB", "browser s", "ratio"
    );
    for ((case, native), browser) in cases.iter().zip(&native).zip(browser.lines()) {
        let seconds = number(native, "seconds").ok_or("a record without seconds")?;
        let there = number(browser, "seconds").ok_or("a record without seconds")?;
        let (peak, ratio) = (number(native, "peak_mib").unwrap_or(0.0), there / seconds);
        let limit = case.limit.map_or("-".to_owned(), |limit| format!("{limit}"));
        let Case { name, ranks, .. } = case;
        let rates = rates(name, number(native, "result").unwrap_or(0.0), [seconds, there]);
        println!(
            "{name:<24} {ranks:>7}  {seconds:>12.6}  {limit:>9}  {peak:>8.1}  {there:>12.6}  {ratio:>6.2}  {rates}"
        );
        if let Some(limit) = case.limit {
            // The same limits, three times as long in the browser.
            let faults =
                [(seconds > limit, "native"), (there > BROWSER * limit, "browser"), (peak > MEMORY_MIB, "memory")];
            late.extend(faults.iter().filter(|fault| fault.0).map(|fault| format!("{name} {ranks} ({})", fault.1)));
        }
        if number(native, "result") != number(browser, "result") {
            late.push(format!("{name} {ranks} (another result in the browser)"));
        }
        records.push_str(&with_limit(native, case.limit));
        records.push_str(&with_limit(browser, case.limit.map(|limit| BROWSER * limit)));
    }
    if names.is_empty() {
        let file = sh::target_dir().join("bench/speed.jsonl");
        fs::create_dir_all(sh::target_dir().join("bench")).map_err(|fault| format!("{}: {fault}", file.display()))?;
        site::write(&file, &records)?;
    }
    if late.is_empty() { Ok(()) } else { Err(format!("over the limit: {}", late.join("; "))) }
}

/// The cases in Chromium, each a record a line. The program is built for speed, where the page's is built to be small.
fn browser(cases: &[Case]) -> Result<String> {
    tools::wasm_target()?;
    let (bindgen, optimizer) = (tools::wasm_bindgen()?, tools::binaryen()?);
    let target = "wasm32-unknown-unknown";
    let build = ["build", "--locked", "--quiet", "--profile", PROFILE, "--target", target, "--example", "speed"];
    sh::run(&mut sh::cargo(&build))?;
    let dir = sh::target_dir().join("bench/browser");
    let program = sh::target_dir().join(target).join(PROFILE).join("examples/speed.wasm");
    let mut bind = sh::command(bindgen.join("wasm-bindgen"), &["--target", "web", "--no-typescript", "--out-dir"]);
    sh::run(bind.arg(&dir).arg(&program))?;
    let bound = dir.join("speed_bg.wasm");
    let mut optimize = sh::command(optimizer.join("wasm-opt"), &["-O3", "-o"]);
    sh::run(optimize.arg(&bound).arg(&bound))?;
    let packages = tools::browser_packages()?;
    let mut script = sh::command(tools::node()?, &["speed.mjs"]);
    script.current_dir(packages).env("CHROMIUM", tools::chromium()?).env("DIST", &dir);
    let mut child = script
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|fault| format!("cannot start node: {fault}"))?;
    let lines: String = cases.iter().map(|case| format!("{} {}\n", case.name, case.ranks)).collect();
    if let Some(mut input) = child.stdin.take() {
        input.write_all(lines.as_bytes()).map_err(|fault| format!("speed.mjs: {fault}"))?;
    }
    let output = child.wait_with_output().map_err(|fault| format!("speed.mjs: {fault}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() && said.lines().count() == cases.len() {
        Ok(said)
    } else {
        Err(format!("speed.mjs measured {} of {} cases", said.lines().count(), cases.len()))
    }
}

/// What is done a second natively and in the browser, where the case counts that: links crossed by packets, in millions.
fn rates(name: &str, result: f64, seconds: [f64; 2]) -> String {
    if name != "packets" {
        return String::new();
    }
    let [native, browser] = seconds.map(|seconds| result / seconds * 1e-6);
    format!("{native:.1} and {browser:.1} million hops")
}

/// How the browser's program is built.
const PROFILE: &str = "release";

/// `NAME RANKS LIMIT`; 0 for no limit.
fn case(line: &str) -> Option<Case> {
    let mut words = line.split(' ');
    let (name, ranks, limit) = (words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some(Case { name: name.to_owned(), ranks, limit: (limit > 0.0).then_some(limit) })
}

/// The number under `key` in a flat record.
fn number(record: &str, key: &str) -> Option<f64> {
    let (_, rest) = record.split_once(&format!("\"{key}\":"))?;
    rest.split([',', '}']).next()?.trim().parse().ok()
}

/// The record with its limit, as a line.
fn with_limit(record: &str, limit: Option<f64>) -> String {
    let limit = limit.map_or("null".to_owned(), |limit| limit.to_string());
    format!("{},\"limit_seconds\":{limit}}}\n", record.trim().trim_end_matches('}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_records() {
        let check = |record: &str, key: &str, expected| assert_eq!(number(record, key), expected);
        check(r#"{"name":"ring","ranks":8,"seconds":0.5}"#, "seconds", Some(0.5));
        check(r#"{"seconds":1e-6,"peak_mib":null}"#, "seconds", Some(1e-6));
        check(r#"{"seconds":1e-6,"peak_mib":null}"#, "peak_mib", None);
    }

    #[test]
    fn hops_are_told_by_the_second() {
        let check = |name: &str, expected: &str| assert_eq!(rates(name, 6e6, [1.0, 2.0]), expected);
        check("packets", "6.0 and 3.0 million hops");
        check("ring", "");
    }

    #[test]
    fn a_limit_is_the_last_field() {
        assert_eq!(with_limit("{\"ranks\":8}\n", Some(1.5)), "{\"ranks\":8,\"limit_seconds\":1.5}\n");
        assert_eq!(with_limit("{\"ranks\":8}", None), "{\"ranks\":8,\"limit_seconds\":null}\n");
    }
}
