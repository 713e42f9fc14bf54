//! Papers, manifests and lock files.

use std::collections::BTreeSet;

use super::Source;
use crate::performance;

fn text<'a>(sources: &'a [Source], path: &str) -> Option<&'a str> {
    sources.iter().find(|source| source.path == path).map(|source| source.text.as_str())
}

/// The rooms by the file that fronts each: its documentation is the map of what lies in it. `ARCHITECTURE.md` tells of the rooms
/// alone.
fn fronts(sources: &[Source]) -> impl Iterator<Item = &Source> {
    const ROOMS: &[&str] = &[
        "src/story/src/story/mod.rs",
        "src/story/src/scene/mod.rs",
        "src/story/src/scenario/mod.rs",
        "src/page/mod.rs",
        "src/view/mod.rs",
        "src/web/mod.rs",
        "src/bin/kitchen/main.rs",
        "xtask/src/main.rs",
    ];
    let is_front = |path: &str| ROOMS.contains(&path) || (path.starts_with("src/") && path.ends_with("lib.rs"));
    sources.iter().filter(move |source| is_front(&source.path))
}

/// Each front says of each module that it declares what it is.
pub(super) fn maps(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for front in fronts(sources) {
        let map: String = front.text.lines().filter_map(|line| line.strip_prefix("//!")).collect();
        let named: BTreeSet<&str> =
            map.split('`').skip(1).step_by(2).map(|name| name.trim_start_matches("mod@")).collect();
        let declared = front.program().lines().filter(|line| !line.starts_with(' ')).filter_map(|line| {
            let (before, name) = line.strip_suffix(';')?.rsplit_once("mod ")?;
            (before.is_empty() || before.starts_with("pub")).then(|| name.trim_start_matches("r#"))
        });
        let untold = declared.filter(|name| !named.contains(name) && !name.ends_with("tests"));
        faults.extend(untold.map(|name| format!("{}: its map does not name `{name}`", front.path)));
    }
    faults
}

/// What `ARCHITECTURE.md` names is there.
pub(super) fn architecture(sources: &[Source]) -> Vec<String> {
    let Some(paper) = text(sources, "ARCHITECTURE.md") else { return vec!["there is no ARCHITECTURE.md".to_owned()] };
    let named: BTreeSet<&str> = paper.split('`').skip(1).step_by(2).collect();
    let exists = |name: &str| {
        let folder = format!("{name}/");
        sources.iter().any(|source| source.path == name || source.path.starts_with(&folder))
    };
    let is_path = |name: &&&str| name.contains('/') && !name.contains(['*', ' ', ':', '<']);
    let paths = named.iter().filter(is_path).filter(|name| !exists(name.trim_end_matches('/')));
    let mut faults: Vec<String> =
        paths.map(|name| format!("ARCHITECTURE.md names {name}, which is not there")).collect();
    let rooms = fronts(sources).filter_map(|front| front.path.rsplit_once('/')).map(|(folder, _)| folder);
    let rooms: BTreeSet<&str> = rooms.map(|folder| folder.trim_end_matches("/src")).collect();
    let is_named = |room: &str| named.iter().any(|name| room.starts_with(name.trim_end_matches('/')));
    let untold = rooms.into_iter().filter(|room| !room.is_empty() && *room != "src" && !is_named(room));
    faults.extend(untold.map(|room| format!("ARCHITECTURE.md does not name {room}")));
    faults
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
    fn the_paper_names_every_room_and_nothing_that_is_gone() {
        let check = |paper: &str, expected: usize| {
            let land = ["src/core/src/lib.rs", "src/core/src/run.rs", "src/page/mod.rs"].map(|path| source(path, ""));
            let mut sources = vec![source("ARCHITECTURE.md", paper)];
            sources.extend(land);
            let faults = architecture(&sources);
            assert_eq!(faults.len(), expected, "{faults:?}");
        };
        check("`src/core/` and `src/page/mod.rs`", 1);
        check("`src/core/` and `src/page/`", 0);
        check("`src/core/`", 1);
        check("`src/core/`, `src/page/`, `src/core/src/gone.rs`", 1);
        check("`src/core/`, `src/page/`, `CHAPTER`, `any/<name>`", 0);
    }

    #[test]
    fn a_module_that_its_room_does_not_tell_of_is_found() {
        let check = |front: &str, expected: usize| {
            let faults = maps(&[source("src/page/mod.rs", front)]);
            assert_eq!(faults.len(), expected, "{faults:?}");
        };
        check("//! `keys`: the keyboard.\n\npub mod keys;\n", 0);
        check("//! `keys`: the keyboard.\n\npub mod keys;\nmod state;\npub(crate) mod first;\n", 2);
        check("//! Nothing.\n\n#[cfg(test)]\nmod state_tests;\nuse keys;\n", 0);
        check("//! `async`: no waiting.\n\npub mod r#async;\n", 0);
    }
}
