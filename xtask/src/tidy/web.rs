//! What the page asks for and what it says.

use super::Source;

/// Names that look like addresses but are never fetched.
const NAMESPACES: &[&str] = &["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"];

pub(super) fn same_origin(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    let is_page = |source: &Source| {
        source.path == "index.html"
            || source.is_in("styles/")
            || source.path == "assets/start.js"
            || source.is_in("src/web/")
    };
    for source in sources.iter().filter(|source| is_page(source)) {
        for (number, line) in source.text.lines().enumerate() {
            let line = NAMESPACES.iter().fold(line.to_owned(), |line, name| line.replace(name, ""));
            let is_comment = line.trim_start().starts_with("//");
            if !is_comment && ["http://", "https://", "url(//", "=\"//"].iter().any(|start| line.contains(start)) {
                faults.push(format!("{}:{}: {}", source.path, number + 1, line.trim()));
            }
        }
    }
    faults
}

/// `clamp` of floats may panic and then writes them: the formatter that this needs would travel with the page.
pub(super) fn floats_unwritten(sources: &[Source]) -> Vec<String> {
    let is_float =
        |rest: &str| rest.as_bytes().windows(3).any(|w| w[0].is_ascii_digit() && w[1] == b'.' && w[2].is_ascii_digit());
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.is_in("src/story/src/scene/") && source.is_rust()) {
        for (number, line) in source.program().lines().enumerate() {
            if line.split_once(".clamp(").is_some_and(|(_, rest)| is_float(rest)) {
                faults.push(format!("{}:{}: `within` bounds floats: {}", source.path, number + 1, line.trim()));
            }
        }
    }
    faults
}

/// A test that waits for a while waits too long on a fast machine and too little on a slow one: it asks until what it waits for is so
/// (`eventually` and `until` of the kit), or that nothing changes (`stays`).
pub(super) fn tests_wait_for_states(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.is_in("tests/browser/")) {
        let is_test = source.path.ends_with(".test.mjs");
        // What is measured has a length; nothing else has.
        let measures = ["awake.test.mjs", "quick.test.mjs"].iter().any(|name| source.path.ends_with(name));
        for (number, line) in source.text.lines().enumerate() {
            let waits = line.contains("waitForTimeout(")
                || (is_test && !measures && line.contains("measuring("))
                || (is_test && line.contains("await new Promise") && line.contains("setTimeout"));
            if waits {
                faults.push(format!("{}:{}: waits for a while: {}", source.path, number + 1, line.trim()));
            }
        }
    }
    faults
}

/// The released page is cut where it goes into a chapter, and the linker keeps a name for statics alone.
pub(super) fn chapters_are_statics(sources: &[Source]) -> Vec<String> {
    let of_chapters = sources.iter().filter(|source| source.is_in("src/story/src/chapters/") && source.is_rust());
    let constant = of_chapters.filter(|source| source.text.contains("pub const CHAPTER: Chapter"));
    constant.map(|source| format!("{}: CHAPTER is a static, so that its part can travel alone", source.path)).collect()
}

/// Japanese letters have no place in the English texts, but for the language's own name.
pub(super) fn letters(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.is_in("assets/locales/en/")) {
        for (number, line) in source.text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            if line.replace("日本語", "").chars().any(is_japanese) {
                faults.push(format!("{}:{}: Japanese in an English text: {line}", source.path, number + 1));
            }
        }
    }
    let ja: Vec<&Source> = sources.iter().filter(|source| source.is_in("assets/locales/ja/")).collect();
    for source in ja {
        let (said, japanese) = source
            .text
            .lines()
            .filter(|line| line.contains(" = "))
            .fold((0, 0), |(all, own), line| (all + 1, own + usize::from(line.chars().any(is_japanese))));
        // Names, formulas and symbols stay as they are; a file of them alone would be one left in English.
        if said >= 10 && japanese * 2 < said {
            faults.push(format!("{}: {japanese} of {said} texts are Japanese", source.path));
        }
    }
    faults
}

fn is_japanese(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn an_address_of_another_host_is_found() {
        let check = |path: &str, text: &str, expected: usize| {
            assert_eq!(same_origin(&[source(path, text)]).len(), expected, "{text}");
        };
        check("index.html", r#"<link href="styles/base.css"><svg xmlns="http://www.w3.org/2000/svg">"#, 0);
        check("index.html", r#"<script src="https://example.org/a.js">"#, 1);
        check("styles/base.css", "src: url(//example.org/a.woff2)", 1);
        check("README.md", "https://example.org", 0);
    }

    #[test]
    fn a_float_that_could_be_written_is_found() {
        let check = |text: &str, expected: usize| {
            assert_eq!(floats_unwritten(&[source("src/story/src/scene/hub.rs", text)]).len(), expected, "{text}");
        };
        check("let x = (y * 2.0).clamp(1, 8);", 0);
        check("let x = y.clamp(1.0, z);", 1);
        check("let x = y.within(1.0, 2.0);", 0);
    }

    #[test]
    fn a_test_that_waits_for_a_while_is_found() {
        let check = |path: &str, text: &str, expected: usize| {
            assert_eq!(tests_wait_for_states(&[source(path, text)]).len(), expected, "{path}: {text}");
        };
        check("tests/browser/pages/walk.test.mjs", "await page.waitForTimeout(300);", 1);
        check("tests/browser/kit.mjs", "await page.waitForTimeout(300);", 1);
        check("tests/browser/pages/walk.test.mjs", "await new Promise((done) => setTimeout(done, 300));", 1);
        check("tests/browser/pages/walk.test.mjs", "await measuring(300);", 1);
        check("tests/browser/pages/awake.test.mjs", "await measuring(300);", 0);
        check("tests/browser/pages/walk.test.mjs", "await eventually(() => done, \"done\");", 0);
    }

    #[test]
    fn a_chapter_that_cannot_be_cut_off_is_found() {
        let check = |text: &str, expected: usize| {
            let path = "src/story/src/chapters/cast/mod.rs";
            assert_eq!(chapters_are_statics(&[source(path, text)]).len(), expected, "{text}");
        };
        check("pub static CHAPTER: Chapter = Chapter {", 0);
        check("pub const CHAPTER: Chapter = Chapter {", 1);
        check("pub const CHAPTER: &str = KIND.scene;", 0);
    }

    #[test]
    fn a_text_in_the_wrong_language_is_found() {
        let check = |path: &str, text: &str, expected: usize| {
            assert_eq!(letters(&[source(path, text)]).len(), expected, "{text}");
        };
        check("assets/locales/en/a.ftl", "a = The kitchen\nja = 日本語", 0);
        check("assets/locales/en/a.ftl", "a = 厨房", 1);
        check("assets/locales/ja/a.ftl", &"a = kitchen\n".repeat(10), 1);
        check("assets/locales/ja/a.ftl", &"a = 厨房\n".repeat(10), 0);
    }
}
