//! The small print in Japanese: where constants come from, and what sources are called where that is no name. Its English is
//! the comment beside the constant, and what the catalogue cites. `cargo xtask tidy` holds the numbers of both together.

const ORIGINS: &str = include_str!("../../assets/locales/ja/origins.txt");
/// The heading of what stands for parts of citations.
const SOURCES: &str = "sources";

/// Where a constant of a file comes from.
pub(super) fn origin(file: &str, name: &str) -> Option<&'static str> {
    entries().find(|(section, known, _)| *section == file && *known == name).map(|(_, _, said)| said)
}

/// A citation with its prose in Japanese; names of papers, files and programs stay. None where all of it is names.
pub(super) fn source(cite: &str) -> Option<String> {
    let parts = entries().filter(|(section, _, _)| *section == SOURCES);
    let said = parts.fold(cite.to_owned(), |said, (_, part, japanese)| said.replace(part, japanese));
    if said == cite { None } else { Some(said) }
}

/// Section, name and text of each line.
fn entries() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let mut section = "";
    ORIGINS.lines().filter_map(move |line| {
        section = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(section);
        let (name, said) = line.split_once(" = ").filter(|_| !line.starts_with('#'))?;
        Some((section, name, said))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_japanese_and_names_stay() {
        let check = |cite: &str, expected: Option<&str>| assert_eq!(source(cite).as_deref(), expected);
        check(
            "arXiv:2205.05198 full-text transcription, Table 3+5",
            Some("arXiv:2205.05198（全文の書き起こし）, Table 3+5"),
        );
        check("as DGX B200", Some("DGX B200と同じ"));
        check("github:aliyun/SimAI", None);
    }

    #[test]
    fn constants_have_an_origin_by_file() {
        let check = |file: &str, expected: bool| assert_eq!(origin(file, "FITTED_ON").is_some(), expected);
        check("collective/nccl/calibration.rs", true);
        check("workload/cost.rs", true);
        check("hardware/efficiency.rs", false);
    }
}
