//! Sizes, and nothing left for later.

use super::Source;

const FILE_LINES: usize = 600;

fn is_written_by_hand(source: &Source) -> bool {
    let ends = [".rs", ".mjs", ".js", ".css", ".html", ".ftl", ".py"];
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

/// A file of tests that the front of its folder does not name is never compiled, and passes for ever.
pub(super) fn tests_are_named(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for front in sources.iter().filter(|source| source.is_in("tests/") && source.path.ends_with("/main.rs")) {
        let folder = front.path.trim_end_matches("main.rs");
        for source in sources.iter().filter(|source| source.is_rust() && source.path != front.path) {
            let Some(rest) = source.path.strip_prefix(folder) else { continue };
            let name = rest.split('/').next().unwrap_or(rest).trim_end_matches(".rs");
            let is_named = front.text.lines().any(|line| {
                line.trim()
                    .trim_start_matches("pub ")
                    .strip_prefix("mod ")
                    .is_some_and(|of| of.trim_end_matches(';') == name)
            });
            if !is_named {
                faults.push(format!("{}: {} has no `mod {name};`", source.path, front.path));
            }
        }
    }
    faults
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

/// What is looked up by name and not found is a mistake: who takes the first of the table instead never hears of it.
pub(super) fn firsts_of_tables(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.is_rust()) {
        for (number, line) in source.program().lines().enumerate() {
            let instead = ["unwrap_or(", "map_or("].iter().flat_map(|call| line.split(call).skip(1));
            let is_first = |rest: &str| {
                let rest = rest.trim_start_matches(['&', '*']);
                let end = rest.find(|c: char| !(c.is_alphanumeric() || "_:()".contains(c))).unwrap_or(rest.len());
                end > 0 && rest[end..].starts_with("[0]")
            };
            if instead.into_iter().any(is_first) {
                faults.push(format!(
                    "{}:{}: takes the first of a table for what is not in it",
                    source.path,
                    number + 1
                ));
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
    fn long_files_and_leftovers_are_found() {
        let check = |text: &str, long: usize, left: usize| {
            let sources = [source("src/a.rs", text)];
            assert_eq!((files(&sources).len(), leftovers(&sources).len()), (long, left));
        };
        check("fn a() {}\n", 0, 0);
        check(&"//\n".repeat(601), 1, 0);
        check(concat!("// TO", "DO later"), 0, 1);
    }

    #[test]
    fn a_file_of_tests_that_nobody_names_is_found() {
        let check = |front: &str, path: &str, expected: usize| {
            let sources = [source("tests/native/main.rs", front), source(path, "")];
            assert_eq!(tests_are_named(&sources).len(), expected, "{front} {path}");
        };
        check("mod plan;\n", "tests/native/plan.rs", 0);
        check("mod planner;\n", "tests/native/plan.rs", 1);
        check("// mod plan;\n", "tests/native/plan.rs", 1);
        check("mod plan;\n", "tests/native/plan/costs.rs", 0);
        check("mod plan;\n", "tests/native/data.csv", 0);
        check("", "tests/web.rs", 0);
    }

    #[test]
    fn a_first_of_a_table_for_a_name_is_found() {
        let check = |text: &str, expected: usize| {
            assert_eq!(firsts_of_tables(&[source("src/a.rs", text)]).len(), expected, "{text}");
        };
        check(concat!("model(id).unwrap_", "or(&kitchen_core::workload::MODELS[0])"), 1);
        check(concat!("system(id).unwrap_", "or(&systems()[0])"), 1);
        check(concat!("shape(id).map_", "or(MODELS[0], |shape| shape.model)"), 1);
        check("model(id).unwrap_or(&GPT3_175B)", 0);
        check("back.get(page).unwrap_or(&forward[count - 1])", 0);
    }
}
