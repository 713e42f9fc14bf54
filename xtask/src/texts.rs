//! The texts as files beside the program: for each language one for the page and one for each chapter.

use std::path::Path;

use crate::sh::{self, Result, say};

/// A pack of texts as a file.
pub(crate) struct Text {
    pub(crate) lang: String,
    /// A chapter, or `page`.
    pub(crate) pack: String,
    pub(crate) file: String,
}

/// Writes the packs into `dist/text`.
pub(crate) fn fill(dist: &Path) -> Result<Vec<Text>> {
    say("writing the texts");
    let mut command = sh::cargo(&["run", "--quiet", "--locked", "--example", "text_packs", "--"]);
    let files = sh::capture(command.arg(dist.join("text")))?;
    let text = |line: &str| -> Option<Text> {
        let (name, file) = line.split_once('=')?;
        let (lang, pack) = name.split_once('/')?;
        Some(Text { lang: lang.to_owned(), pack: pack.to_owned(), file: file.to_owned() })
    };
    Ok(files.lines().filter_map(text).collect())
}
