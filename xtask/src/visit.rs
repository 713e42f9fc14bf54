//! What a visit fetches: the page names it where `assets/start.js` looks for it, and the size table counts it.

use std::path::Path;

use crate::sh::Result;
use crate::site::{read, write};
use crate::texts::Text;

/// The script that starts the program, as the page names it.
const START: &str = "<script src=\"./start.js\"";

/// The files of a visit, by where it leads.
pub(crate) struct Visit {
    pub(crate) chapter: String,
    pub(crate) lang: String,
    /// Beside those that the page names itself.
    pub(crate) files: Vec<String>,
}

/// Names the texts in the page, and the starting script by what is in it, so that no cache mixes two versions.
pub(crate) fn fill(dist: &Path, texts: &[Text]) -> Result {
    let page = dist.join("index.html");
    let html = read(&page)?;
    if html.matches(START).count() != 1 {
        return Err(format!("index.html has no single {START}"));
    }
    let start = read(&dist.join("start.js"))?;
    let name = format!("start-{:016x}.js", digest(start.as_bytes()));
    std::fs::rename(dist.join("start.js"), dist.join(&name)).map_err(|fault| format!("start.js: {fault}"))?;
    let texts: Vec<String> = texts.iter().map(|text| format!("{}/{}={}", text.lang, text.pack, text.file)).collect();
    let named = format!("<script src=\"./{name}\" data-texts=\"{}\"", texts.join(" "));
    write(&page, &html.replace(START, &named))
}

/// FNV-1a.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// What the home page tells before any chapter.
const FIRST_MINUTE: &str = "prologue";

/// Each visit that there is: by the home page to a chapter, in a language.
pub(crate) fn all(texts: &[Text]) -> Vec<Visit> {
    let mut visits = Vec::new();
    for page in texts.iter().filter(|text| text.pack == "page") {
        let own = || texts.iter().filter(|text| text.lang == page.lang);
        let home: Vec<String> = own()
            .filter(|text| ["page", FIRST_MINUTE].contains(&text.pack.as_str()))
            .map(|text| text.file.clone())
            .collect();
        for text in own().filter(|text| !["page", FIRST_MINUTE].contains(&text.pack.as_str())) {
            let files = home.iter().chain([&text.file]).cloned().collect();
            visits.push(Visit { chapter: text.pack.clone(), lang: page.lang.clone(), files });
        }
    }
    visits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_fetches_its_own_language_and_chapter() {
        let text = |lang: &str, pack: &str| Text {
            lang: lang.to_owned(),
            pack: pack.to_owned(),
            file: format!("{lang}-{pack}.js"),
        };
        let texts = [
            text("ja", "page"),
            text("ja", "prologue"),
            text("ja", "a"),
            text("ja", "b"),
            text("en", "page"),
            text("en", "a"),
        ];
        let visits = all(&texts);
        let check = |at: usize, expected: &[&str]| assert_eq!(visits[at].files, expected);
        check(0, &["ja-page.js", "ja-prologue.js", "ja-a.js"]);
        check(1, &["ja-page.js", "ja-prologue.js", "ja-b.js"]);
        check(2, &["en-page.js", "en-a.js"]);
        assert_eq!(visits.len(), 3);
    }
}
