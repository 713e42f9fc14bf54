//! The project's chores. `cargo xtask` lists them.
//!
//! * `serve`, `site`: the page served and built, `alone` as one file; `texts`, `pictures`, `styles`, `pages`, `signs`, `previews`,
//!   `beside`, `how`: its files; `languages`: those that there are; `split`: the program
//!   in parts; `visit`, `sizes`: what a visit fetches and weighs;
//! * `suite`: everything CI runs; `browser`: the page driven in Chromium; `python`: the Python package; `npm`: the npm package; `release`: what is
//!   published; `tidy`: what the compiler does not check;
//! * `bench`, `speed`, `performance`, `screenshots`: measured and looked at; `tools`, `sh`: tools found or installed, commands run.

mod alone;
mod bench;
mod beside;
mod browser;
mod how;
mod languages;
mod npm;
mod pages;
mod performance;
mod pictures;
mod previews;
mod python;
mod release;
mod screenshots;
mod serve;
mod sh;
mod signs;
mod site;
mod sizes;
mod speed;
mod split;
mod styles;
mod suite;
mod texts;
mod tidy;
mod tools;
mod visit;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  serve [--release] [--port N]  build the page, serve it on 127.0.0.1 (8080), build again when a file changes
  build [--single-file]         release build into dist/, ready for any static host; prints what a visit fetches. And the page as one
                                file, collective-kitchen.html, to open from the disk
  npm                           the npm package into dist/pkg
  release                       what is published, into target/publish: the site, the npm package, a wheel, the command line for Linux,
                                crates, a reference, an SBOM, licences, sums
  test [STEP ...]               everything CI runs, or only the named steps (cargo xtask test --list)
  bench [speed [CASE...]]       benchmarks of the core and the frame time in the browser; or only the simulator's speed,
                                natively and in the browser
  performance [--kept]          the simulator's speed, written into the README; --kept measures nothing anew
  figures [--check]             runs the validations and keeps their figures for the page on how we compute
  tidy                          arrows between layers, sizes of files and functions, what ARCHITECTURE.md says
  screenshots                   pictures of the home page and every chapter into target/screenshots

Needs rustup and Node 20. Other tools are looked up on PATH, else put into a cache
($COLLECTIVE_KITCHEN_CACHE, or collective-kitchen in the user's cache folder).";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        ["serve", flags @ ..] => serve::run(flags),
        ["build"] => site::build(),
        ["build", "--single-file"] => alone::build(),
        ["npm"] => npm::build(),
        ["release"] => release::run(),
        ["test", steps @ ..] => suite::run(steps),
        ["bench"] => bench::run(),
        ["bench", "speed", names @ ..] => speed::run(names),
        ["tidy"] => tidy::run(),
        ["performance", words @ ..] => performance::run(words),
        ["figures", words @ ..] => how::figures(words),
        ["screenshots"] => screenshots::run(),
        other => Err(format!("no such command: {}\n\n{HELP}", other.join(" "))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
