//! Who may say what.

use std::collections::BTreeMap;

use super::Source;

const TEXTS: &str = "assets/locales/en/";
const CHAPTERS: &str = "src/story/src/chapters/";
const PROGRAMS: &str = "src/bin/";

/// A chapter's texts travel in a pack of their own, which is there while its page is open: only files named as the chapter, or in
/// a folder of its name, may name them. What others say as well belongs to a file of the page's pack. The same holds for a
/// program's texts, which the page does not have.
pub(super) fn of_chapters(sources: &[Source]) -> Vec<String> {
    let is_chapter = |stem: &str| {
        let is_there = |path: String| sources.iter().any(|source| source.path == path);
        is_there(format!("{CHAPTERS}{}/mod.rs", stem.replace('-', "_")))
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
        let is_of = |chapter: &str| {
            source.path.trim_end_matches(".rs").split('/').any(|part| part.replace('_', "-") == chapter)
        };
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
/// Where constants come from, in Japanese; in English it is their comment.
const ORIGINS: &str = "assets/locales/ja/origins.txt";

/// A constant of a listed file, and what its comment says.
struct Listed<'a> {
    path: &'a str,
    name: &'a str,
    comment: String,
}

impl Listed<'_> {
    /// What its sentence is called.
    fn id(&self) -> String {
        format!("constant-{}", self.name.to_lowercase().replace('_', "-"))
    }
}

/// Each constant that the page "how we compute" lists has a sentence in the reader's language, and no sentence is about a
/// constant that is gone. (That both languages have it, the build script sees to.) The Japanese of where it comes from says
/// every number, sweep and file that the comment does.
pub(super) fn of_constants(sources: &[Source]) -> Vec<String> {
    let text = |path: &str| sources.iter().find(|source| source.path == path).map_or("", |source| source.text.as_str());
    let listed = text(LISTING).lines().filter_map(|line| line.split_once("include_str!(\"../../")?.1.split_once('"'));
    let mut faults = Vec::new();
    let mut wanted = Vec::new();
    for (path, _) in listed {
        wanted.extend(sources.iter().filter(|source| source.path == path).flat_map(constants));
    }
    let said: Vec<&str> = text(EXPLAINED).lines().filter_map(|line| Some(line.split_once(" =")?.0)).collect();
    let origins = origins(text(ORIGINS));
    for one in &wanted {
        let Listed { path, name, comment } = one;
        let id = one.id();
        if !said.contains(&id.as_str()) {
            faults.push(format!("{path}: {name} needs a sentence {id} in how_we_compute.ftl, in both languages"));
        }
        let own = origins.iter().find(|(file, known, _)| is_of(path, file) && known == name);
        let Some((_, _, origin)) = own else {
            faults.push(format!("{ORIGINS}: {name} of {path} is missing; its comment says: {comment}"));
            continue;
        };
        let known = facts(origin);
        let lacks: Vec<&str> = facts(comment).into_iter().filter(|fact| !known.contains(fact)).collect();
        if !lacks.is_empty() {
            faults.push(format!("{ORIGINS}: {name} lacks {}; its comment in {path}: {comment}", lacks.join(", ")));
        }
    }
    for id in said.iter().filter(|id| id.starts_with("constant-")) {
        if wanted.iter().all(|one| one.id() != *id) {
            faults.push(format!("{EXPLAINED}: {id} is about no constant"));
        }
    }
    for (file, name, _) in &origins {
        if !wanted.iter().any(|one| is_of(one.path, file) && one.name == *name) {
            faults.push(format!("{ORIGINS}: {name} is no constant of {file}"));
        }
    }
    faults
}

/// Whether a path is that of a file which is called by its room and its place in it: `collective/nccl/calibration.rs`.
fn is_of(path: &str, file: &str) -> bool {
    path.replace("/src/", "/").ends_with(file)
}

/// The constants of a file with their comments.
fn constants(source: &Source) -> Vec<Listed<'_>> {
    let mut found = Vec::new();
    let mut comment = Vec::new();
    for line in source.program().lines() {
        if let Some(said) = line.strip_prefix("///") {
            comment.push(said.trim());
            continue;
        }
        let declared = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("const ");
        if let Some((name, _)) = declared.and_then(|rest| rest.split_once(": "))
            && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        {
            found.push(Listed { path: &source.path, name, comment: comment.join(" ") });
        }
        comment.clear();
    }
    found
}

/// File, constant and text of each line under the heading of a file.
fn origins(text: &str) -> Vec<(&str, &str, &str)> {
    let mut file = "";
    let mut found = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            file = name;
        } else if let Some((name, said)) = line.split_once(" = ").filter(|_| file.contains(".rs")) {
            found.push((file, name, said));
        }
    }
    found
}

/// Numbers, and names with an underscore or a dot inside, as those of sweeps and files are.
fn facts(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "_./".contains(c)));
    let words = words.map(|word| word.trim_matches(['.', '/']));
    words.filter(|word| word.contains(|c: char| c.is_ascii_digit() || c == '_' || c == '.')).collect()
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
                source("src/story/src/chapters/links/mod.rs", ""),
                source(path, text),
            ];
            assert_eq!(of_chapters(&sources).len(), expected, "{path} {text}");
        };
        check("src/story/src/chapters/links/mod.rs", "tr(lang, key::LINKS_TITLE)", 0);
        check("src/story/src/scene/data.rs", "tr(lang, key::LINKS_TITLE) + key::LINKS_ONE", 2);
        check("src/story/src/chapters/links/panel.rs", "tr(lang, key::LINKS_TITLE)", 0);
        check("src/story/src/scene/data.rs", "tr(lang, key::SHELL_NAME) // LINKS_TITLE\n// LINKS_TITLE", 1);
        check("src/story/src/scene/data.rs", "a();\n#[cfg(test)]\nmod tests { key::LINKS_TITLE }", 0);
    }

    /// The faults of one file of constants with these sentences, and these lines about where they come from.
    fn check_constants(constants: &str, texts: &str, origins: &str, expected: &[&str]) {
        let listing = "include_str!(\"../../src/core/room/src/a.rs\")";
        let origins = format!("[room/a.rs]\n{origins}\n[sources]\nas it is = そのまま");
        let sources = [
            source(LISTING, listing),
            source("src/core/room/src/a.rs", constants),
            source(EXPLAINED, texts),
            source(ORIGINS, &origins),
        ];
        let faults = of_constants(&sources);
        assert_eq!(faults.len(), expected.len(), "{faults:?}");
        assert!(faults.iter().zip(expected).all(|(fault, part)| fault.contains(part)), "{faults:?}");
    }

    #[test]
    fn constants_and_their_sentences_belong_together() {
        let check = check_constants;
        check("pub const LL_128: u8 = 1;\nconst fn us() {}", "constant-ll-128 = a\nhow-value = b", "LL_128 = 値", &[]);
        check("const NEW: u8 = 1;", "", "NEW = 値", &["NEW needs a sentence constant-new"]);
        check("", "constant-gone = one", "", &["constant-gone is about no constant"]);
        check("use a;\n#[cfg(test)]\nmod tests {\nconst A: u8 = 1;\n}", "", "", &[]);
    }

    #[test]
    fn the_japanese_of_a_comment_says_its_facts() {
        let check = |comment: &str, origins: &str, expected: &[&str]| {
            check_constants(&format!("/// {comment}\nconst A: u8 = 1;"), "constant-a = one", origins, expected);
        };
        check(
            "Fitted on `ab_1` at 8 bytes, 6.6-6.8 us (tuning.cc).",
            "A = tuning.cc の6.6〜6.8 µs。ab_1 の8バイト",
            &[],
        );
        check("Fitted on ab_1 and ab_2.", "A = ab_1 に合わせた", &["A lacks ab_2"]);
        check("Plain words.", "", &["A of src/core/room/src/a.rs is missing"]);
        check("Plain words.", "A = 値\nB = 値", &["B is no constant"]);
    }
}
