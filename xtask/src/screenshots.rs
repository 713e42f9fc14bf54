//! `cargo xtask screenshots`: pictures to judge the looks by.

use crate::bench::browser_script;
use crate::sh::{self, Result};
use crate::site;

pub(crate) fn run() -> Result {
    site::build()?;
    let out = sh::target_dir().join("screenshots");
    browser_script("screenshots.mjs", &[&out.to_string_lossy()])
}
