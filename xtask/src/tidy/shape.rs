//! Sizes, and nothing left for later.

use super::Source;

const FILE_LINES: usize = 600;

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
