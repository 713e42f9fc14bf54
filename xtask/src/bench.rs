//! `cargo xtask bench`: the core's benchmarks, the simulator's speed natively and in the browser, the command line's answers,
//! then the frame time in the browser.

use std::time::{Duration, Instant};

use crate::sh::{self, Result, say};
use crate::{site, speed, tools};

/// What the command line must answer, and within what time (wall clock, process start included).
const ANSWERS: &[(&str, Duration)] = &[
    ("collective --system gb200-nvl72 --op all-reduce --bytes 1GiB", Duration::from_millis(50)),
    ("collective --system dgx-h100 --nodes 9 --op all-reduce --bytes 1GiB", Duration::from_millis(50)),
    ("collective --system dgx-h100 --nodes 128 --op all-reduce --bytes 1GiB", Duration::from_secs(1)),
    // Sums in the switches of twenty racks, in their rounds.
    ("collective --system gb200-nvl72 --nodes 20 --op all-reduce --bytes 16GiB", Duration::from_secs(1)),
    // What NCCL would not choose on 72 GPUs in servers without NVSwitch: many routes meet on host bridges and in meshes.
    ("collective --system dgx-a100 --nodes 9 --algorithm double-binary-tree --bytes 1GiB", Duration::from_millis(50)),
    ("collective --system dgx1-v100 --nodes 9 --algorithm hierarchical --bytes 1GiB", Duration::from_millis(50)),
    ("collective --system dgx1-v100 --nodes 9 --algorithm double-binary-tree --bytes 1GiB", Duration::from_millis(200)),
    ("collective --system pcie-8 --nodes 9 --algorithm double-binary-tree --bytes 1GiB", Duration::from_millis(200)),
    ("collective --system pcie-8 --nodes 9 --algorithm hierarchical --bytes 1GiB", Duration::from_millis(200)),
];

const REPEATS: usize = 9;

pub(crate) fn run() -> Result {
    say("benchmarks of the core");
    sh::run(&mut sh::cargo(&["bench", "--locked", "--package", "kitchen-core"]))?;
    let speed = speed::run(&[]);
    say("answers of the command line (release)");
    let answers = answers();
    site::build()?;
    say("frame time in the browser");
    let frames = browser_script("frames.mjs", &[]);
    speed.and(answers).and(frames)
}

/// Every algorithm on 72 and on 1,024 GPUs is held to the same times.
const ALGORITHMS: &[&str] = &["ring", "tree", "double-binary-tree", "direct", "in-network", "hierarchical"];
const OPS: &[&str] = &["all-reduce", "all-gather", "reduce-scatter", "broadcast", "all-to-all"];
const SIZES: &[(&str, Duration)] =
    &[("gb200-nvl72", Duration::from_millis(50)), ("dgx-h100 --nodes 128", Duration::from_secs(1))];

/// The commands of [`ANSWERS`], then every operation by every algorithm that can carry it out.
fn commands() -> Vec<(String, Duration)> {
    let mut all: Vec<_> = ANSWERS.iter().map(|(line, limit)| ((*line).to_owned(), *limit)).collect();
    for (system, limit) in SIZES {
        for op in OPS {
            // A tree has a root, which shards do not have; all-to-all is direct.
            let can = |algorithm: &&&str| match *op {
                "all-to-all" => **algorithm == "direct",
                "all-gather" | "reduce-scatter" => !algorithm.ends_with("tree"),
                _ => true,
            };
            for algorithm in ALGORITHMS.iter().filter(can) {
                let line = format!("collective --system {system} --op {op} --bytes 1GiB --algorithm {algorithm}");
                all.push((line, *limit));
            }
        }
    }
    all
}

fn answers() -> Result {
    sh::run(&mut sh::cargo(&["build", "--locked", "--quiet", "--release", "--bin", "kitchen"]))?;
    let kitchen = sh::target_dir().join("release/kitchen");
    println!("{:>10}  {:>10}  command", "median ms", "limit ms");
    let mut late = Vec::new();
    for (line, limit) in commands() {
        let words: Vec<&str> = line.split(' ').collect();
        let mut times = Vec::new();
        for _ in 0..REPEATS {
            let start = Instant::now();
            sh::capture(&mut sh::command(&kitchen, &words))?;
            times.push(start.elapsed());
        }
        times.sort();
        let median = times[REPEATS / 2];
        println!("{:>10.1}  {:>10}  kitchen {line}", median.as_secs_f64() * 1e3, limit.as_millis());
        if median > limit {
            late.push(line);
        }
    }
    if late.is_empty() { Ok(()) } else { Err(format!("too slow: {}", late.join("; "))) }
}

/// Runs a script of `tests/browser` against `dist/`.
pub(crate) fn browser_script(name: &str, args: &[&str]) -> Result {
    let browser = tools::chromium()?;
    let dir = tools::browser_packages()?;
    let mut command = sh::command(tools::node()?, &[name]);
    sh::run(command.args(args).current_dir(dir).env("CHROMIUM", browser).env("DIST", site::dist()))
}
