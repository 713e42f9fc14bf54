//! The texts as files beside the program: for each language one for the page and one for each chapter.

use std::path::Path;

use crate::sh::{self, Result, say};
use crate::site::{read, write};

const PROGRAM: &str = "<script data-wasm=";

/// Writes the packs into `dist/text`, names them in the page where `assets/start.js` looks for them, and returns the names of
/// those that a visit fetches before its first chapter plays: one language, the page, and the heaviest chapter.
pub(crate) fn fill(dist: &Path) -> Result<Vec<String>> {
    let page = dist.join("index.html");
    let html = read(&page)?;
    if html.matches(PROGRAM).count() != 1 {
        return Err(format!("index.html has no single {PROGRAM}"));
    }
    say("writing the texts");
    let mut command = sh::cargo(&["run", "--quiet", "--locked", "--example", "text_packs", "--"]);
    let files = sh::capture(command.arg(dist.join("text")))?;
    let files: Vec<&str> = files.lines().collect();
    write(&page, &html.replace(PROGRAM, &format!("<script data-texts=\"{}\" data-wasm=", files.join(" "))))?;
    first(dist, &files)
}

fn first(dist: &Path, files: &[&str]) -> Result<Vec<String>> {
    let mut best = (0, Vec::new());
    for lang in ["ja/", "en/"] {
        let mut page = (0, Vec::new());
        let mut chapter = (0, Vec::new());
        for (name, file) in files.iter().filter_map(|line| line.split_once('=')) {
            let Some(pack) = name.strip_prefix(lang) else { continue };
            let size = read(&dist.join(file))?.len();
            let place = if pack == "page" { &mut page } else { &mut chapter };
            if size > place.0 {
                *place = (size, vec![file.to_owned()]);
            }
        }
        let both = (page.0 + chapter.0, [page.1, chapter.1].concat());
        best = best.max(both);
    }
    if best.1.len() == 2 { Ok(best.1) } else { Err("there are no texts for a first visit".to_owned()) }
}
