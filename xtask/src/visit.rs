//! What a visit fetches: the page names it where `assets/start.js` looks for it, and the size table counts it.

use std::collections::BTreeMap;
use std::path::Path;

use crate::languages::USUAL;
use crate::sh::Result;
use crate::site::{digest, read, write};
use crate::split::Code;
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

/// Names the texts and the program's parts in the page, and the starting script by what is in it, so that no cache mixes two versions.
pub(crate) fn fill(dist: &Path, texts: &[Text], parts: &[Code]) -> Result {
    let pages = ["page", FIRST_MINUTE];
    let is_apart = |chapter: &str| parts.iter().any(|part| part.name == chapter);
    if let Some(text) = texts.iter().find(|text| !pages.contains(&text.pack.as_str()) && !is_apart(&text.pack)) {
        return Err(format!("{} has no part of the program of its own: is its CHAPTER a static?", text.pack));
    }
    let page = dist.join("index.html");
    let html = read(&page)?;
    if html.matches(START).count() != 1 {
        return Err(format!("index.html has no single {START}"));
    }
    let start = read(&dist.join("start.js"))?;
    let name = format!("start-{:016x}.js", digest(start.as_bytes()));
    std::fs::rename(dist.join("start.js"), dist.join(&name)).map_err(|fault| format!("start.js: {fault}"))?;
    let texts: Vec<String> = texts.iter().map(|text| format!("{}/{}={}", text.lang, text.pack, text.file)).collect();
    let (texts, parts) = (texts.join(" "), named(parts));
    let named = format!("<script src=\"./{name}\" data-texts=\"{texts}\" data-parts=\"{parts}\"");
    write(&page, &html.replace(START, &named))
}

/// For each chapter its parts of the program, each with its name, in the order in which they are brought in.
fn named(parts: &[Code]) -> String {
    let mut of: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for part in parts {
        for chapter in &part.chapters {
            of.entry(chapter).or_default().push(format!("{}:{}", part.name, part.file));
        }
    }
    let named: Vec<String> = of.iter().map(|(chapter, parts)| format!("{chapter}={}", parts.join(","))).collect();
    named.join(" ")
}

/// What the home page tells before any chapter.
pub(crate) const FIRST_MINUTE: &str = "prologue";

/// What no visit fetches before it is opened: the reader's own restaurant in the lab, and what shares a moment.
const OPENED: [&str; 2] = ["own", "share"];

/// Each visit that there is: by the home page to a chapter, in a language.
pub(crate) fn all(texts: &[Text], parts: &[Code]) -> Vec<Visit> {
    let mut visits = Vec::new();
    for page in texts.iter().filter(|text| text.pack == "page") {
        let has = |pack: &str| texts.iter().any(|text| text.lang == page.lang && text.pack == pack);
        // What a language does not say itself comes in English.
        let is_said = |text: &&Text| text.lang == page.lang || text.lang == USUAL && !has(&text.pack);
        let own = || texts.iter().filter(is_said);
        let home: Vec<String> = own()
            .filter(|text| ["page", FIRST_MINUTE].contains(&text.pack.as_str()))
            .map(|text| text.file.clone())
            .collect();
        for text in own().filter(|text| !["page", FIRST_MINUTE].iter().chain(&OPENED).any(|pack| *pack == text.pack)) {
            let code = parts.iter().filter(|part| part.chapters.contains(&text.pack)).map(|part| &part.file);
            let files = home.iter().chain([&text.file]).chain(code).cloned().collect();
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
            text("es", "page"),
        ];
        let code = |name: &str, chapters: &[&str]| Code {
            name: name.to_owned(),
            chapters: chapters.iter().map(|&chapter| chapter.to_owned()).collect(),
            file: format!("{name}.wasm"),
        };
        let parts = [code("both", &["a", "b"]), code("a", &["a"])];
        let visits = all(&texts, &parts);
        let check = |at: usize, expected: &[&str]| assert_eq!(visits[at].files, expected);
        check(0, &["ja-page.js", "ja-prologue.js", "ja-a.js", "both.wasm", "a.wasm"]);
        check(1, &["ja-page.js", "ja-prologue.js", "ja-b.js", "both.wasm"]);
        check(2, &["en-page.js", "en-a.js", "both.wasm", "a.wasm"]);
        check(3, &["es-page.js", "en-a.js", "both.wasm", "a.wasm"]);
        assert_eq!(visits.len(), 4);
        assert_eq!(named(&parts), "a=both:both.wasm,a:a.wasm b=both:both.wasm");
    }
}
