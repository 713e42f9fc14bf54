//! The npm package: built into `dist/pkg`, packed and installed as a reader would, and tried in Node; in Chromium `tests/browser` tries it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::sh::{self, Result, Totals, say};
use crate::{site, sizes, tools};

/// What is written by hand.
const SCRIPTS: &[&str] = &["index.js", "in-place.js", "worker.js"];
const PROGRAM: &str = "wasm32-unknown-unknown/wasm/core.wasm";
/// The most bytes that the program may have, packed.
const MOST_GZIP: usize = 1_700_000;

/// Where the package is put together.
fn folder() -> PathBuf {
    site::dist().join("pkg")
}

pub(crate) fn build() -> Result {
    tools::wasm_target()?;
    let (bindgen, binaryen) = (tools::wasm_bindgen()?, tools::binaryen()?);
    say("building the npm package");
    let mut cargo = sh::cargo(&["build", "--locked", "--quiet", "--profile", "wasm", "--package", "kitchen-npm"]);
    sh::run(cargo.args(["--target", "wasm32-unknown-unknown"]).env("CARGO_INCREMENTAL", "0"))?;
    let folder = folder();
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|fault| format!("{}: {fault}", folder.display()))?;
    let program = sh::target_dir().join(PROGRAM);
    let mut bound =
        sh::command(bindgen.join("wasm-bindgen"), &["--target", "web", "--no-typescript", "--out-name", "core"]);
    sh::run(bound.arg("--out-dir").arg(&folder).arg(&program))?;
    let bound = folder.join("core_bg.wasm");
    let flags = [
        "-Oz",
        "--enable-bulk-memory",
        "--enable-sign-ext",
        "--enable-mutable-globals",
        "--enable-nontrapping-float-to-int",
        "--enable-reference-types",
        "--enable-multivalue",
        "--strip-debug",
        "--strip-producers",
        "-o",
    ];
    sh::run(sh::command(binaryen.join("wasm-opt"), &flags).arg(&bound).arg(&bound))?;
    for name in SCRIPTS {
        copy(&sh::root().join("npm/js").join(name), &folder.join(name))?;
    }
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&sh::root().join(name), &folder.join(name))?;
    }
    copy(&sh::root().join("npm/README.md"), &folder.join("README.md"))?;
    site::write(&folder.join("package.json"), &papers()?)?;
    sh::run(sh::command(tools::node()?, &["npm/js/types.mjs"]).arg(&folder))?;
    let bytes = fs::read(&bound).map_err(|fault| format!("{}: {fault}", bound.display()))?;
    let packed = sizes::gzip(&bytes);
    println!("npm package: the program has {:.0} kB gzip (limit {} kB)", packed as f64 / 1e3, MOST_GZIP / 1_000);
    if packed > MOST_GZIP { Err("the npm package is too large".to_owned()) } else { Ok(()) }
}

/// The package as one file, into a folder.
pub(crate) fn pack(into: &Path) -> Result {
    sh::run(sh::command("npm", &["pack", "--silent", "--pack-destination"]).arg(into).current_dir(folder()))
}

fn copy(from: &Path, to: &Path) -> Result {
    fs::copy(from, to).map(|_| ()).map_err(|fault| format!("{}: {fault}", from.display()))
}

/// What npm is told of it.
fn papers() -> Result<String> {
    let manifest = site::read(&sh::root().join("Cargo.toml"))?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    let version = version.ok_or("Cargo.toml tells no version")?;
    Ok(format!(
        r#"{{
  "name": "collective-kitchen",
  "version": "{version}",
  "description": "How long distributed training takes: the simulator of Collective Kitchen, in Node and in browsers",
  "license": "MIT OR Apache-2.0",
  "type": "module",
  "engines": {{ "node": ">=20" }},
  "exports": {{ ".": {{ "types": "./index.d.ts", "default": "./index.js" }}, "./schemas/*": "./schemas/*", "./package.json": "./package.json" }},
  "types": "./index.d.ts",
  "sideEffects": false,
  "files": ["*.js", "*.wasm", "*.d.ts", "schemas", "LICENSE-MIT", "LICENSE-APACHE"]
}}
"#
    ))
}

/// Builds it, and tries it.
pub(crate) fn run() -> (Result, Totals) {
    let ready = || -> Result<_> {
        build()?;
        sh::run(&mut sh::cargo(&["build", "--locked", "--quiet", "--bin", "kitchen"]))?;
        tools::node()
    };
    let node = match ready() {
        Ok(ready) => ready,
        Err(message) => return (Err(message), Totals::default()),
    };
    let mut tests = sh::command(node, &["--test", "--test-reporter=spec", "npm/tests/answers.test.mjs"]);
    tests.env("PKG", folder()).env("KITCHEN", sh::target_dir().join("debug/kitchen"));
    sh::run_counting(&mut tests)
}
