//! `cargo xtask bench`: the core's benchmarks, then the frame time in the browser.

use crate::sh::{self, Result, say};
use crate::{site, tools};

pub(crate) fn run() -> Result {
    say("benchmarks of the core");
    sh::run(&mut sh::cargo(&["bench", "--locked", "--workspace"]))?;
    site::build()?;
    say("frame time in the browser");
    browser_script("frames.mjs", &[])
}

/// Runs a script of `tests/browser` against `dist/`.
pub(crate) fn browser_script(name: &str, args: &[&str]) -> Result {
    let browser = tools::chromium()?;
    let dir = tools::browser_packages()?;
    let mut command = sh::command(tools::node()?, &[name]);
    sh::run(command.args(args).current_dir(dir).env("CHROMIUM", browser).env("DIST", site::dist()))
}
