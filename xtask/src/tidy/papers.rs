//! Papers, manifests and lock files.

use std::collections::BTreeSet;

use super::Source;
use crate::performance;

fn text<'a>(sources: &'a [Source], path: &str) -> Option<&'a str> {
    sources.iter().find(|source| source.path == path).map(|source| source.text.as_str())
}

/// The folders whose modules ARCHITECTURE.md must name: what lies in them, folder or file.
const MAPPED: &[&str] = &["src/core/src/", "src/story/src/", "src/bin/", "src/", "xtask/src/"];

pub(super) fn architecture(sources: &[Source]) -> Vec<String> {
    let Some(paper) = text(sources, "ARCHITECTURE.md") else { return vec!["there is no ARCHITECTURE.md".to_owned()] };
    let named: BTreeSet<&str> = paper.split('`').skip(1).step_by(2).filter(|word| word.contains('/')).collect();
    let exists =
        |name: &str| sources.iter().any(|source| source.path == name || source.path.starts_with(&format!("{name}/")));
    let mut faults: Vec<String> = named
        .iter()
        .filter(|name| !name.contains(['*', ' ', ':']) && name.contains('/') && !exists(name.trim_end_matches('/')))
        .map(|name| format!("ARCHITECTURE.md names {name}, which is not there"))
        .collect();
    for module in modules(sources) {
        if !named.iter().any(|name| name.trim_end_matches('/') == module) {
            faults.push(format!("ARCHITECTURE.md does not name {module}"));
        }
    }
    faults
}

fn modules(sources: &[Source]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for source in sources.iter().filter(|source| source.is_rust()) {
        let Some(folder) = MAPPED.iter().find(|folder| source.is_in(folder)) else { continue };
        let head = source.path[folder.len()..].split('/').next().unwrap_or_default();
        if !["mod.rs", "lib.rs", "main.rs", "core", "story", "text"].contains(&head) {
            found.insert(format!("{folder}{head}"));
        }
    }
    found
}

pub(super) fn core_dependencies(sources: &[Source]) -> Vec<String> {
    const ALLOWED: &[&str] = &["kitchen-units", "petgraph", "serde"];
    let Some(manifest) = text(sources, "src/core/Cargo.toml") else { return vec!["no src/core/Cargo.toml".to_owned()] };
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or("").split("\n[").next().unwrap_or("");
    section
        .lines()
        .filter_map(|line| line.split(['=', '.', ' ']).next())
        .filter(|name| !name.is_empty() && !name.starts_with('#') && !ALLOWED.contains(name))
        .map(|name| format!("src/core/Cargo.toml: {name}"))
        .collect()
}

pub(super) fn present(sources: &[Source]) -> Vec<String> {
    let papers = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "Cargo.lock",
    ];
    papers
        .iter()
        .filter(|paper| text(sources, paper).is_none_or(|text| text.trim().is_empty()))
        .map(|paper| format!("{paper} is missing or empty"))
        .collect()
}

pub(super) fn performance(sources: &[Source]) -> Vec<String> {
    performance::faults(text(sources, "README.md").unwrap_or_default())
}

pub(super) fn locks(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    let packages = text(sources, "tests/browser/package-lock.json").unwrap_or("");
    if packages.contains("\"resolved\"") {
        faults.push("tests/browser/package-lock.json: `resolved` names a host".to_owned());
    }
    let crates = text(sources, "Cargo.lock").unwrap_or("");
    let usual = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
    faults.extend(
        crates
            .lines()
            .filter(|line| line.starts_with("source = ") && *line != usual)
            .map(|line| format!("Cargo.lock: {line}")),
    );
    faults
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn the_map_and_the_land_must_agree() {
        let land =
            [source("src/core/src/sim/mod.rs", ""), source("src/core/src/run.rs", ""), source("src/main.rs", "")];
        let check = |paper: &str, expected: usize| {
            let mut sources = vec![source("ARCHITECTURE.md", paper)];
            sources.extend(land.iter().map(|file| source(&file.path, "")));
            let faults = architecture(&sources);
            assert_eq!(faults.len(), expected, "{faults:?}");
        };
        check("`src/core/src/sim/` and `src/core/src/run.rs`", 0);
        check("`src/core/src/sim/`", 1);
        check("`src/core/src/sim/`, `src/core/src/run.rs`, `src/core/src/gone.rs`", 1);
    }

    #[test]
    fn a_dependency_of_the_core_is_found() {
        let check = |lines: &str, expected: usize| {
            let manifest = format!("[package]\n\n[dependencies]\n{lines}\n\n[dev-dependencies]\nproptest = \"1\"\n");
            assert_eq!(core_dependencies(&[source("src/core/Cargo.toml", &manifest)]).len(), expected);
        };
        check("serde = \"1\"\npetgraph.workspace = true", 0);
        check("serde = \"1\"\nweb-sys = \"0.3\"", 1);
    }
}
