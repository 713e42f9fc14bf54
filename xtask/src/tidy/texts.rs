//! Who may say what.

use std::collections::BTreeMap;

use super::Source;

const TEXTS: &str = "assets/locales/en/";
const CHAPTERS: &str = "src/core/src/story/chapters/";
const PROGRAMS: &str = "src/bin/";

/// A chapter's texts travel in a pack of their own, which is there while its page is open: only files named as the chapter, or in
/// a folder of its name, may name them. What others say as well belongs to a file of the page's pack. The same holds for a
/// program's texts, which the page does not have.
pub(super) fn of_chapters(sources: &[Source]) -> Vec<String> {
    let names = [".rs", "/mod.rs"];
    let is_chapter = |stem: &str| {
        let is_there = |path: String| sources.iter().any(|source| source.path == path);
        names.iter().any(|end| is_there(format!("{CHAPTERS}{stem}{end}")))
            || is_there(format!("{PROGRAMS}{stem}/main.rs"))
    };
    let mut owners = BTreeMap::new();
    for source in sources {
        let Some(stem) = source.path.strip_prefix(TEXTS).and_then(|name| name.strip_suffix(".ftl")) else { continue };
        if is_chapter(stem) {
            let ids = source.text.lines().filter_map(|line| line.split_once(" =")).map(|(id, _)| id);
            owners.extend(ids.filter(|id| !id.starts_with(' ')).map(|id| (id.to_uppercase().replace('-', "_"), stem)));
        }
    }
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.is_rust() && source.is_in("src/")) {
        let is_of = |chapter: &str| source.path.trim_end_matches(".rs").split('/').any(|part| part == chapter);
        let lines = source.program().lines().enumerate();
        for (number, line) in lines.filter(|(_, line)| !line.trim_start().starts_with("//")) {
            let words = line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
            for (word, owner) in words.filter_map(|word| Some((word, *owners.get(word)?))) {
                if !is_of(owner) {
                    faults.push(format!("{}:{}: {word} is said by {owner} alone", source.path, number + 1));
                }
            }
        }
    }
    faults
}

const LISTING: &str = "examples/how_we_compute/constants.rs";
const EXPLAINED: &str = "assets/locales/en/how_we_compute.ftl";

/// Each constant that the page "how we compute" lists has a sentence in the reader's language, and no sentence is about a
/// constant that is gone. (That both languages have it, the build script sees to.)
pub(super) fn of_constants(sources: &[Source]) -> Vec<String> {
    let text = |path: &str| sources.iter().find(|source| source.path == path).map_or("", |source| source.text.as_str());
    let listed = text(LISTING).lines().filter_map(|line| line.split_once("include_str!(\"../../")?.1.split_once('"'));
    let mut faults = Vec::new();
    let mut wanted = Vec::new();
    for (path, _) in listed {
        let Some(source) = sources.iter().find(|source| source.path == path) else { continue };
        for line in source.program().lines() {
            let declared = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("const ");
            let Some((name, _)) = declared.and_then(|rest| rest.split_once(": ")) else { continue };
            if name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_') {
                wanted.push((format!("constant-{}", name.to_lowercase().replace('_', "-")), path, name));
            }
        }
    }
    let said: Vec<&str> = text(EXPLAINED).lines().filter_map(|line| Some(line.split_once(" =")?.0)).collect();
    for (id, path, name) in wanted.iter().filter(|(id, _, _)| !said.contains(&id.as_str())) {
        faults.push(format!("{path}: {name} needs a sentence {id} in how_we_compute.ftl, in both languages"));
    }
    for id in said.iter().filter(|id| id.starts_with("constant-")) {
        if wanted.iter().all(|(wanted, _, _)| wanted != id) {
            faults.push(format!("{EXPLAINED}: {id} is about no constant"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn a_chapter_s_words_elsewhere_are_found() {
        let check = |path: &str, text: &str, expected: usize| {
            let sources = [
                source("assets/locales/en/links.ftl", "links-title = Three ways\nlinks-one = a = b\n"),
                source("assets/locales/en/shell.ftl", "shell-name = Kitchen\n"),
                source("src/core/src/story/chapters/links.rs", ""),
                source(path, text),
            ];
            assert_eq!(of_chapters(&sources).len(), expected, "{path} {text}");
        };
        check("src/core/src/scene/links.rs", "tr(lang, key::LINKS_TITLE)", 0);
        check("src/core/src/scene/data.rs", "tr(lang, key::LINKS_TITLE) + key::LINKS_ONE", 2);
        check("src/core/src/scene/links/panel.rs", "tr(lang, key::LINKS_TITLE)", 0);
        check("src/core/src/scene/data.rs", "tr(lang, key::SHELL_NAME) // LINKS_TITLE\n// LINKS_TITLE", 1);
        check("src/core/src/scene/data.rs", "a();\n#[cfg(test)]\nmod tests { key::LINKS_TITLE }", 0);
    }

    #[test]
    fn constants_and_their_sentences_belong_together() {
        let check = |constants: &str, texts: &str, expected: &[&str]| {
            let listing = "include_str!(\"../../src/core/src/a.rs\")";
            let sources = [source(LISTING, listing), source("src/core/src/a.rs", constants), source(EXPLAINED, texts)];
            let faults = of_constants(&sources);
            assert_eq!(faults.len(), expected.len(), "{faults:?}");
            assert!(faults.iter().zip(expected).all(|(fault, part)| fault.contains(part)), "{faults:?}");
        };
        check("pub const LL_128: u8 = 1;\nconst fn us() {}", "constant-ll-128 = one\nhow-value = Value", &[]);
        check("const NEW: u8 = 1;", "", &["NEW needs a sentence constant-new"]);
        check("", "constant-gone = one", &["constant-gone is about no constant"]);
        check("use a;\n#[cfg(test)]\nmod tests {\nconst A: u8 = 1;\n}", "", &[]);
    }
}
