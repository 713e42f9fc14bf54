//! Who may say what.

use std::collections::BTreeMap;

use super::Source;

const TEXTS: &str = "assets/locales/en/";
const CHAPTERS: &str = "src/core/src/story/chapters/";

/// A chapter's texts travel in a pack of their own, which is there while its page is open: only files named as the chapter, or in
/// a folder of its name, may name them. What others say as well belongs to a file of the page's pack.
pub(super) fn of_chapters(sources: &[Source]) -> Vec<String> {
    let names = [".rs", "/mod.rs"];
    let is_chapter = |stem: &str| {
        names.iter().any(|end| sources.iter().any(|source| source.path == format!("{CHAPTERS}{stem}{end}")))
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
                    faults.push(format!("{}:{}: {word} is said in the chapter {owner} alone", source.path, number + 1));
                }
            }
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
}
