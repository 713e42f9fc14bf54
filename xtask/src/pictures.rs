//! The first picture of every chapter, for readers whose browser runs no scripts and for the moment before the program
//! has come.

use std::path::Path;

use crate::sh::{self, Result, say};
use crate::site::{read, write};

const MARKER: &str = "<!-- first-pictures -->";

/// Writes the pictures into `dist/pictures` and the text about them into the page.
pub(crate) fn fill(dist: &Path) -> Result {
    let page = dist.join("index.html");
    let text = read(&page)?;
    if !text.contains(MARKER) {
        return Err(format!("index.html has no {MARKER}"));
    }
    if !sh::root().join("examples/first_pictures.rs").is_file() {
        return Ok(());
    }
    say("drawing the first pictures");
    let folder = dist.join("pictures");
    let mut draw = sh::cargo(&["run", "--quiet", "--locked", "--example", "first_pictures", "--"]);
    let fragment = sh::capture(draw.arg(&folder))?;
    write(&page, &text.replace(MARKER, fragment.trim_end()))
}
