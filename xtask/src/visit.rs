//! What a visit fetches: the page names it where `assets/start.js` looks for it, and the size table counts it.

use std::collections::BTreeMap;
use std::path::Path;

use crate::sh::Result;
use crate::shrink::Part;
use crate::site::{read, write};
use crate::texts::Text;

const PROGRAM: &str = "<script data-wasm=";

/// The files of a visit, by where it leads.
pub(crate) struct Visit {
    pub(crate) chapter: String,
    pub(crate) lang: String,
    /// Beside those that the page names itself.
    pub(crate) files: Vec<String>,
}

/// Names the texts and the program's parts in the page.
pub(crate) fn fill(dist: &Path, texts: &[Text], parts: &[Part]) -> Result {
    let page = dist.join("index.html");
    let html = read(&page)?;
    if html.matches(PROGRAM).count() != 1 {
        return Err(format!("index.html has no single {PROGRAM}"));
    }
    let texts: Vec<String> = texts.iter().map(|text| format!("{}/{}={}", text.lang, text.pack, text.file)).collect();
    let parts: Vec<String> =
        of_chapters(parts).into_iter().map(|(chapter, files)| format!("{chapter}={}", files.join(","))).collect();
    let named = format!("<script data-texts=\"{}\" data-parts=\"{}\" data-wasm=", texts.join(" "), parts.join(" "));
    write(&page, &html.replace(PROGRAM, &named))
}

/// The parts of each chapter, in the order in which they are put together.
fn of_chapters(parts: &[Part]) -> BTreeMap<&str, Vec<&str>> {
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for part in parts {
        for chapter in &part.chapters {
            found.entry(chapter).or_default().push(&part.file);
        }
    }
    found
}

/// Each visit that there is: to a chapter in a language.
pub(crate) fn all(texts: &[Text], parts: &[Part]) -> Vec<Visit> {
    let parts = of_chapters(parts);
    let mut visits = Vec::new();
    for page in texts.iter().filter(|text| text.pack == "page") {
        for text in texts.iter().filter(|text| text.pack != "page" && text.lang == page.lang) {
            let mut files = vec![page.file.clone(), text.file.clone()];
            files.extend(parts.get(text.pack.as_str()).into_iter().flatten().map(|&file| file.to_owned()));
            visits.push(Visit { chapter: text.pack.clone(), lang: page.lang.clone(), files });
        }
    }
    visits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_fetches_its_own_language_and_its_chapter_s_parts() {
        let text = |lang: &str, pack: &str| Text {
            lang: lang.to_owned(),
            pack: pack.to_owned(),
            file: format!("{lang}-{pack}.js"),
        };
        let part = |chapters: &[&str], file: &str| Part {
            chapters: chapters.iter().map(|&chapter| chapter.to_owned()).collect(),
            file: file.to_owned(),
        };
        let texts = [text("ja", "page"), text("ja", "a"), text("ja", "b"), text("en", "page"), text("en", "a")];
        let parts = [part(&["a", "b"], "ab.wasm"), part(&["a"], "a.wasm")];
        let visits = all(&texts, &parts);
        let check = |at: usize, expected: &[&str]| assert_eq!(visits[at].files, expected);
        check(0, &["ja-page.js", "ja-a.js", "ab.wasm", "a.wasm"]);
        check(1, &["ja-page.js", "ja-b.js", "ab.wasm"]);
        check(2, &["en-page.js", "en-a.js", "ab.wasm", "a.wasm"]);
        assert_eq!(visits.len(), 3);
    }
}
