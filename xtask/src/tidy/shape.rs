//! Sizes, and nothing left for later.

use super::Source;

const FILE_LINES: usize = 600;
const FUNCTION_LINES: usize = 90;

fn is_written_by_hand(source: &Source) -> bool {
    let ends = [".rs", ".mjs", ".js", ".css", ".html", ".ftl"];
    ends.iter().any(|end| source.path.ends_with(end))
}

pub(super) fn files(sources: &[Source]) -> Vec<String> {
    sources
        .iter()
        .filter(|source| is_written_by_hand(source))
        .map(|source| (source, source.text.lines().count()))
        .filter(|(_, lines)| *lines > FILE_LINES)
        .map(|(source, lines)| format!("{}: {lines} lines", source.path))
        .collect()
}

pub(super) fn functions(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.is_rust()) {
        for (name, number, lines) in functions_of(&source.text) {
            if lines > FUNCTION_LINES {
                faults.push(format!("{}:{number}: fn {name} has {lines} lines", source.path));
            }
        }
    }
    faults
}

/// Each function's name, first line and number of lines. Formatted code ends a function with a brace at its own depth.
fn functions_of(text: &str) -> Vec<(&str, usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let depth = line.len() - code.len();
        let is_head =
            ["fn ", "pub fn ", "const fn ", "pub const fn ", "async fn "].iter().any(|head| code.starts_with(head))
                || code
                    .strip_prefix("pub(")
                    .and_then(|rest| rest.split_once(") "))
                    .is_some_and(|(_, rest)| rest.starts_with("fn "));
        if !is_head || code.ends_with(';') || code.ends_with('}') {
            continue;
        }
        let end = lines[at + 1..]
            .iter()
            .position(|line| line.len() > depth && line.trim() == "}" && line.len() - line.trim_start().len() == depth);
        let name = code.split("fn ").nth(1).and_then(|rest| rest.split(['(', '<']).next()).unwrap_or("");
        if let Some(end) = end {
            found.push((name, at + 1, end + 2));
        }
    }
    found
}

pub(super) fn leftovers(sources: &[Source]) -> Vec<String> {
    // Written apart, so that this file does not name them itself.
    let words = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("unimple", "mented!"),
        concat!("to", "do!("),
        concat!("db", "g!("),
    ];
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| is_written_by_hand(source)) {
        for (number, line) in source.text.lines().enumerate() {
            faults.extend(
                words
                    .iter()
                    .filter(|word| line.contains(**word))
                    .map(|word| format!("{}:{}: {word}", source.path, number + 1)),
            );
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn functions_are_measured_from_head_to_brace() {
        let text = "impl A {\n    pub fn short(&self) -> u8 {\n        if x {\n        }\n        1\n    }\n\n    fn one() {}\n}\n\npub(crate) fn long() {\n    a();\n}\n";
        assert_eq!(functions_of(text), [("short", 2, 5), ("long", 11, 3)]);
    }

    #[test]
    fn long_files_and_leftovers_are_found() {
        let check = |text: &str, long: usize, left: usize| {
            let sources = [source("src/a.rs", text)];
            assert_eq!((files(&sources).len(), leftovers(&sources).len()), (long, left));
        };
        check("fn a() {}\n", 0, 0);
        check(&"//\n".repeat(601), 1, 0);
        check(concat!("// TO", "DO later"), 0, 1);
    }
}
