//! The Python package: installed into an environment of its own by the command that its README names, and tried there.

use std::fs;
use std::path::{Path, PathBuf};

use crate::sh::{self, Result, Totals, say};
use crate::{alone, site, tools};

/// The environment, kept from run to run.
fn environment(python: &Path) -> Result<PathBuf> {
    let dir = sh::target_dir().join("python");
    if !dir.join("bin/pip").exists() {
        sh::run(sh::command(python, &["-m", "venv"]).arg(&dir))?;
    }
    Ok(dir)
}

/// Installs the package with all that its tests need. Without optimisation, so that what `cargo test` has built serves here as well.
fn install(environment: &Path) -> Result {
    say("installing the package");
    let mut pip = sh::command(environment.join("bin/pip"), &["install", "--quiet", "--disable-pip-version-check"]);
    pip.args(["--upgrade-strategy", "only-if-needed", "./python[test]"]).current_dir(sh::root());
    pip.env("MATURIN_PEP517_ARGS", "--profile dev --strip").env("CARGO_TARGET_DIR", sh::target_dir());
    sh::run(&mut pip)
}

/// The wheel, as it is published, into a folder.
pub(crate) fn wheel(into: &Path, epoch: &str) -> Result {
    say("building the wheel");
    let environment = environment(&tools::python()?)?;
    let mut pip = sh::command(environment.join("bin/pip"), &["wheel", "--quiet", "--disable-pip-version-check"]);
    pip.args(["--no-deps", "--wheel-dir"]).arg(into).arg("./python").current_dir(sh::root());
    sh::run(pip.env("CARGO_TARGET_DIR", sh::target_dir()).env("SOURCE_DATE_EPOCH", epoch))
}

pub(crate) fn run() -> (Result, Totals) {
    let ready = || -> Result<_> {
        let environment = environment(&tools::python()?)?;
        sh::run(&mut sh::cargo(&["build", "--locked", "--quiet", "--bin", "kitchen"]))?;
        install(&environment)?;
        let (chromium, packages) = (tools::chromium()?, tools::browser_packages()?);
        if !site::dist().join("collective-kitchen.html").is_file() {
            alone::build()?;
        }
        Ok((environment, chromium, packages))
    };
    let (environment, chromium, packages) = match ready() {
        Ok(ready) => ready,
        Err(message) => return (Err(message), Totals::default()),
    };
    // The tests' own folder, in which the package's sources are not to be found in place of the installed.
    let mut tests = sh::command(environment.join("bin/python"), &["-m", "tests"]);
    tests.current_dir(sh::root().join("python"));
    tests.env("KITCHEN", sh::target_dir().join("debug/kitchen")).env("DIST", site::dist());
    tests.env("CHROMIUM", chromium).env("PLAYWRIGHT", packages.join("node_modules/playwright-core"));
    let outcome = sh::run_counting(&mut tests);
    let _ = fs::remove_dir_all(sh::root().join("python/tests/__pycache__"));
    outcome
}
