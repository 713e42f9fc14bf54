//! Who may know whom.

use super::{Source, paths};

type Layers = &'static [&'static [&'static str]];

/// Each crate's folder, and its layers from the ground up: each may name itself and those before it. A file counts to the
/// longest entry that its path starts with.
const CRATES: [(&str, Layers); 3] = [("src/core/src/", ENGINE), ("src/story/src/", STORY), ("src/", PAGE)];

const ENGINE: Layers = &[
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
    &["astra"],
    &["analysis"],
    &["workload"],
    &["faults"],
    &["oracle"],
    &["run"],
    &["export"],
];

const STORY: Layers =
    &[&["sentences"], &["scenario"], &["show"], &["story"], &["scene"], &["chapter"], &["staged"], &["chapters"]];

/// The root package: `page` is plain values, `web` the browser, `view` what yew draws; `api` is the handle that the view gives to scripts.
const PAGE: Layers = &[&["page"], &["web"], &["view", "api"]];

/// What the view may name of the engine: texts and quantities, a run with its tasks, and how values cross from thread to thread. All
/// else computes physics.
const VIEWS: &[&str] = &["units", "run", "sim/task", "task", "topology/system", "order", "wire", "progress"];

/// The crate that a file belongs to: the longest of the folders that it lies in.
fn home(path: &str) -> Option<(&'static str, Layers)> {
    let is_program = !path.starts_with("src/bin/") && path != "src/main.rs";
    let homes = CRATES.into_iter().filter(|(home, _)| is_program && path.starts_with(home));
    homes.max_by_key(|(home, _)| home.len())
}

/// A Rust file of one of the crates: its folder, its layers, and its own path without the ending.
fn placed(source: &Source) -> Option<(&'static str, Layers, &str)> {
    let (home, layers) = home(&source.path).filter(|_| source.is_rust())?;
    let inside = source.path.strip_prefix(home)?.trim_end_matches(".rs").trim_end_matches("/mod");
    Some((home, layers, inside))
}

/// What a file names, or why it cannot be told.
fn named(source: &Source, home: &str, faults: &mut Vec<String>) -> Vec<paths::Named> {
    paths::of(source, home).unwrap_or_else(|fault| {
        faults.push(fault);
        Vec::new()
    })
}

pub(super) fn never_point_back(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources {
        let Some((home, layers, inside)) = placed(source) else { continue };
        let Some(from) = layer(layers, inside) else { continue };
        for named in named(source, home, &mut faults) {
            if let Some(path) = named.inside()
                && let Some(to) = layer(layers, &path).filter(|to| *to > from)
            {
                let [from, to] = [from, to].map(|at| layers[at].join(" and "));
                faults.push(format!("{}:{}: {from} may not name {to} ({path})", source.path, named.line));
            }
        }
    }
    faults
}

/// A room that no arrow speaks of would be free to name all, and be named by all.
pub(super) fn rooms_are_placed(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    let packages: Vec<&str> = sources.iter().filter_map(|source| source.path.strip_suffix("Cargo.toml")).collect();
    for source in sources.iter().filter(|source| !source.is_test()) {
        let Some((home, layers, inside)) = placed(source) else { continue };
        // What lies in a package of its own, or beside a package's program.
        let package = packages.iter().filter(|package| source.path.starts_with(**package)).max_by_key(|p| p.len());
        if package.is_some_and(|package| format!("{package}src/") != home) {
            continue;
        }
        let room = inside.split('/').next().unwrap_or(inside);
        let is_known = layers.iter().flat_map(|names| names.iter()).any(|name| name.split('/').next() == Some(room));
        if !is_known && !["lib", "main"].contains(&room) {
            faults.push(format!("{}: {room} is in no layer", source.path));
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
        for named in named(source, "src/story/src/", &mut faults) {
            let Some(path) = named.inside() else { continue };
            let other = path.strip_prefix("chapters").map(|inside| inside.trim_start_matches('/').split('/').next());
            if other.flatten().is_some_and(|other| other != chapter) {
                faults.push(format!("{}:{}: {chapter} may not name {path}", source.path, named.line));
            }
        }
    }
    faults
}

/// The index of the layer that a path from the crate's root lies in.
fn layer(layers: Layers, path: &str) -> Option<usize> {
    let named = layers.iter().enumerate().flat_map(|(index, names)| names.iter().map(move |name| (index, *name)));
    named.filter(|(_, name)| is_under(path, name)).max_by_key(|(_, name)| name.len()).map(|(index, _)| index)
}

fn is_under(path: &str, name: &str) -> bool {
    path == name || path.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'))
}

pub(super) fn view_computes_nothing(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    let is_page = |source: &&Source| source.is_in("src/view/") || source.is_in("src/page/");
    for source in sources.iter().filter(is_page).filter(|source| source.is_rust()) {
        for named in named(source, "src/", &mut faults) {
            let Some(path) = named.outside("kitchen_core").filter(|path| !path.is_empty()) else { continue };
            if !VIEWS.iter().any(|name| is_under(&path, name) || is_under(name, &path)) {
                faults.push(format!("{}:{}: the view names {path}", source.path, named.line));
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
        check("src/core/src/task.rs", "use crate::{sim::Record, run, workload::Step};", 3);
        check("src/core/src/task.rs", "// crate::run\n#[cfg(test)]\nmod tests { use crate::run; }", 0);
        // Over lines, by another way, and between rooms that once stood side by side or nowhere.
        check("src/core/src/sim/engine.rs", "use crate::{\n    export::csv,\n    units::Time,\n};", 1);
        check("src/core/src/sim/engine.rs", "use super::super::export::csv;", 1);
        check("src/core/src/sim/engine.rs", "use super::super as root;\nfn f() { root::export::csv() }", 1);
        check("src/core/src/task.rs", "use crate::faults::days;", 1);
        check("src/core/src/workload/pipeline.rs", "use crate::oracle::pipeline;", 1);
        check("src/story/src/story/mod.rs", "use crate::scenario;", 0);
        check("src/story/src/story/mod.rs", "use crate::scene::display;", 1);
    }

    #[test]
    fn a_chapter_that_names_another_is_found() {
        let check = |path: &str, text: &str, expected: usize| {
            assert_eq!(chapters_stand_alone(&[source(path, text)]).len(), expected, "{path} {text}");
        };
        check("src/story/src/chapters/data/scene.rs", "use crate::chapters::tensor::pot;", 1);
        check("src/story/src/chapters/data/scene.rs", "use super::super::tensor::pot;", 1);
        check("src/story/src/chapters/data/scene.rs", "use super::super::{data, tensor::pot};", 1);
        check("src/story/src/chapters/data/scene.rs", "use super::run;\nuse super::super::data::kind;", 0);
        check("src/story/src/chapters/data/scene.rs", "use crate::chapters::data::run;\nuse crate::scene::hub;", 0);
        check("src/story/src/chapters/mod.rs", "use crate::chapters::tensor;", 0);
    }

    #[test]
    fn physics_in_the_view_is_found() {
        let check = |text: &str, expected: usize| {
            assert_eq!(view_computes_nothing(&[source("src/view/stage.rs", text)]).len(), expected);
        };
        check("use kitchen_core::sim::run;", 1);
        check("use kitchen_core::{units, sim::Options};", 1);
        check("use kitchen_core::packet::Plan;", 1);
        check("use kitchen_core::{\n    packet::{self, Plan}\n};", 2);
        check("use kitchen_core as core;\nfn f() { core::packet::run() }", 1);
        check("use kitchen_core::topology;\nfn f() { topology::build() }", 1);
        check(
            "use kitchen_core::{units, sim::task::TaskId};\nuse kitchen_text::Key;\nuse kitchen_story::scene::stage;",
            0,
        );
    }

    #[test]
    fn a_room_without_a_place_is_found() {
        let check = |path: &str, expected: usize| {
            let packages = ["Cargo.toml", "src/core/Cargo.toml"].map(|path| source(path, ""));
            let sources: Vec<Source> = packages.into_iter().chain([source(path, "")]).collect();
            assert_eq!(rooms_are_placed(&sources).len(), expected, "{path}");
        };
        check("src/core/src/faults/days.rs", 0);
        check("src/core/src/cellar/wine.rs", 1);
        check("src/core/src/lib.rs", 0);
        check("src/core/build/messages.rs", 0);
        check("src/core/benches/wine.rs", 0);
        check("src/view/stage.rs", 0);
        check("src/cellar.rs", 1);
        check("src/bin/kitchen/main.rs", 0);
    }
}
