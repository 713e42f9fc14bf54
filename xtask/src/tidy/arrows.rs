//! Who may know whom.

use super::Source;

type Layers = &'static [&'static [&'static str]];

/// Each crate's folder, and its layers from the ground up: each may name itself and those before it. A file counts to the
/// longest entry that its path starts with.
const CRATES: [(&str, Layers); 2] = [("src/core/src/", ENGINE), ("src/story/src/", STORY)];

const ENGINE: Layers = &[
    &["units"],
    &["order"],
    &["parcel"],
    &["text"],
    &["descent"],
    &["hardware"],
    &["topology"],
    &["task"],
    &["trace"],
    &["sim"],
    &["packet"],
    &[
        "collective/op",
        "collective/error",
        "collective/plan",
        "collective/check",
        "collective/parts",
        // Their names, as the module above hands them on.
        "collective/Op",
        "collective/Algorithm",
        "collective/CollectiveError",
        "collective/Skew",
        "collective/Split",
    ],
    &["collective/plans", "collective/nccl/calibration"],
    &["collective/nccl", "collective/Choice"],
    &["collective/lowering"],
    &["collective"],
    &["peer"],
    &["analysis"],
    &["workload", "oracle"],
    &["run"],
    &["export"],
];

const STORY: Layers = &[&["scenario"], &["show"], &["story"], &["scene"], &["chapter"], &["staged"], &["chapters"]];

/// Layers that compute physics; the view must not name them, but for what tells tasks and systems apart.
const PHYSICS: &[&str] = &["sim", "workload", "collective", "hardware", "oracle", "topology", "peer", "descent"];
const NAMES_ONLY: &[&str] = &["sim::task::", "topology::system(", "kitchen_core::topology;"];

pub(super) fn never_point_back(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.is_rust()) {
        let inside = CRATES.iter().find_map(|(home, layers)| Some((source.path.strip_prefix(home)?, *layers)));
        let Some((inside, layers)) = inside else { continue };
        let Some(from) = layer(layers, inside.trim_end_matches(".rs").trim_end_matches("/mod")) else { continue };
        for (number, path) in paths(source.program()) {
            if let Some(to) = layer(layers, &path)
                && to > from
            {
                faults.push(format!(
                    "{}:{number}: {} may not name {}",
                    source.path,
                    layers[from].join(" and "),
                    layers[to].join(" and ")
                ));
            }
        }
    }
    faults
}

const CHAPTERS: &str = "src/story/src/chapters/";

/// What several chapters draw or tell with is a shared room, not another chapter's own.
pub(super) fn chapters_stand_alone(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.is_rust()) {
        let Some((chapter, _)) = source.path.strip_prefix(CHAPTERS).and_then(|inside| inside.split_once('/')) else {
            continue;
        };
        for (number, path) in paths(source.program()) {
            let other = path.strip_prefix("chapters/").and_then(|inside| inside.split('/').next());
            if other.is_some_and(|other| other != chapter) {
                faults.push(format!("{}:{number}: {chapter} may not name {path}", source.path));
            }
        }
    }
    faults
}

/// The index of the layer that a path from the crate's root lies in.
fn layer(layers: Layers, path: &str) -> Option<usize> {
    let fits = |name: &str| path == name || path.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
    let named = layers.iter().enumerate().flat_map(|(index, names)| names.iter().map(move |name| (index, *name)));
    named.filter(|(_, name)| fits(name)).max_by_key(|(_, name)| name.len()).map(|(index, _)| index)
}

/// The paths that follow `crate::`, as `a/b/c`, with their line; lists in braces are told apart.
fn paths(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
        for rest in line.split("crate::").skip(1) {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(rest.len());
            let base = rest[..end].trim_end_matches(':').replace("::", "/");
            match rest[end..].strip_prefix('{').and_then(|list| list.split_once('}')) {
                Some((list, _)) => {
                    let join = |item: &str| {
                        let item = item.trim().replace("::", "/");
                        if base.is_empty() { item } else { format!("{base}/{item}") }
                    };
                    found.extend(list.split(',').filter(|item| !item.trim().is_empty()).map(|i| (number + 1, join(i))));
                }
                None => found.push((number + 1, base)),
            }
        }
    }
    found
}

pub(super) fn view_computes_nothing(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    let is_page = |source: &&Source| source.is_in("src/view/") || source.is_in("src/page/");
    for source in sources.iter().filter(is_page).filter(|source| source.is_rust()) {
        for (number, line) in source.program().lines().enumerate() {
            let line = NAMES_ONLY.iter().fold(line.to_owned(), |line, name| line.replace(name, ""));
            for layer in PHYSICS {
                let names = [format!("kitchen_core::{layer}"), format!("{{{layer}::"), format!(" {layer}::")];
                if names.iter().any(|name| line.contains(name.as_str())) && !line.trim_start().starts_with("//") {
                    faults.push(format!("{}:{}: the view names {layer}", source.path, number + 1));
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
    fn an_arrow_back_is_found() {
        let check = |path: &str, text: &str, expected: usize| {
            let faults = never_point_back(&[source(path, text)]);
            assert_eq!(faults.len(), expected, "{faults:?}");
        };
        check("src/core/src/sim/engine.rs", "use crate::units::Time;\nuse crate::trace::Trace;", 0);
        check("src/core/src/sim/engine.rs", "use crate::export::csv;", 1);
        check("src/core/src/trace/mod.rs", "use crate::task::TaskId;", 0);
        check("src/core/src/topology/mod.rs", "use crate::task::TaskId;", 1);
        check("src/core/src/collective/nccl/choose.rs", "use crate::oracle::textbook;", 1);
        check("src/core/src/collective/plans/ring.rs", "use crate::collective::nccl::communicator::Communicator;", 1);
        check("src/core/src/collective/nccl/cost.rs", "use crate::collective::lowering::compile::compile;", 1);
        check("src/core/src/trace/mod.rs", "use crate::sim::engine::run;", 1);
        check("src/core/src/trace/mod.rs", "fn f() -> crate::run::Run {}", 1);
        check("src/core/src/units.rs", "use crate::{text::Key, run, workload::Step};", 3);
        check("src/core/src/units.rs", "// crate::run\n#[cfg(test)]\nmod tests { use crate::run; }", 0);
        check("src/story/src/story/mod.rs", "use crate::scenario;", 0);
        check("src/story/src/story/mod.rs", "use crate::scene::display;", 1);
    }

    #[test]
    fn a_chapter_that_names_another_is_found() {
        let check = |path: &str, text: &str, expected: usize| {
            assert_eq!(chapters_stand_alone(&[source(path, text)]).len(), expected, "{path} {text}");
        };
        check("src/story/src/chapters/data/scene.rs", "use crate::chapters::tensor::pot;", 1);
        check("src/story/src/chapters/data/scene.rs", "use crate::chapters::data::run;\nuse crate::scene::hub;", 0);
        check("src/story/src/chapters/mod.rs", "use crate::chapters::tensor;", 0);
    }

    #[test]
    fn physics_in_the_view_is_found() {
        let check = |text: &str, expected: usize| {
            assert_eq!(view_computes_nothing(&[source("src/view/stage.rs", text)]).len(), expected);
        };
        check("use kitchen_core::sim::run;", 1);
        check("use kitchen_core::{scene, sim::Options};", 1);
        check("use kitchen_core::{scene::stage, story, text};", 0);
    }
}
