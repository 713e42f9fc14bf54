//! Who may know whom.

use super::{Source, paths};

type Layers = &'static [&'static [&'static str]];

/// Each crate's folder, and its layers from the ground up: each may name itself and those before it. A file counts to the
/// longest entry that its path starts with. Between crates it is the compiler that looks: see [`crates_never_point_back`].
const CRATES: [(&str, Layers); 3] =
    [("src/core/collective/src/", COLLECTIVE), ("src/story/src/", STORY), ("src/", PAGE)];

/// The engine's crates from the ground up, `src/core/` and their folder: each may depend on those before it.
const ENGINE: &[&str] = &[
    "units",
    "descent",
    "hardware",
    "topology",
    "task",
    "trace",
    "sim",
    "packet",
    "collective",
    "astra",
    "machines",
    "analysis",
    "workload",
    "faults",
    "oracle",
    "export",
];

/// What the engine may have from outside.
const OUTSIDE: &[&str] = &["petgraph", "serde"];

/// With the names that the crate's root hands on from each.
const COLLECTIVE: Layers = &[
    &["op", "error", "plan", "check", "parts", "Op", "Algorithm", "CollectiveError", "Skew", "Split"],
    &["plans", "nccl/calibration", "calibration"],
    &["nccl", "Choice", "choose", "communicator", "tuner"],
    &["lowering", "Call", "append"],
    &["measure", "fastest", "Launch", "Measured", "measure_group"],
];

const STORY: Layers = &[
    &["sentences"],
    &["scenario", "famous", "validated", "bills"],
    &["show"],
    &["story"],
    &["scene", "brought"],
    &["chapter", "taken"],
    &["staged"],
    &["chapters"],
];

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

/// The compiler refuses what a crate's manifest does not name; so its manifest names what is below it alone.
pub(super) fn crates_never_point_back(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources {
        let Some(inside) = source.path.strip_prefix("src/core/").and_then(|path| path.strip_suffix("Cargo.toml"))
        else {
            continue;
        };
        let room = inside.trim_end_matches('/');
        let below = match ENGINE.iter().position(|name| *name == room) {
            Some(at) => &ENGINE[..at],
            // The crate that hands them all on.
            None if room.is_empty() => ENGINE,
            None => {
                faults.push(format!("{}: {room} has no place among the engine's crates", source.path));
                continue;
            }
        };
        let section = source.text.split("\n[dependencies]\n").nth(1).unwrap_or("").split("\n[").next().unwrap_or("");
        for name in section.lines().filter_map(|line| line.split(['=', '.', ' ']).next()) {
            let is_below = name.strip_prefix("kitchen-").is_some_and(|name| below.contains(&name));
            if !is_below && !OUTSIDE.contains(&name) && !name.is_empty() && !name.starts_with('#') {
                faults.push(format!("{} may not name {name}", source.path));
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

/// Who judges a sentence by what made it finds it true, whatever it says. A chapter taken in as a whole brings its telling along.
pub(super) fn judges_are_independent(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.path.ends_with("/judge.rs")) {
        let Some((chapter, _)) = source.path.strip_prefix(CHAPTERS).and_then(|inside| inside.split_once('/')) else {
            continue;
        };
        let folder = format!("chapters/{}", source.path[CHAPTERS.len()..].trim_end_matches("/judge.rs"));
        let named = paths::of_any(source, "src/story/src/").unwrap_or_else(|fault| {
            faults.push(fault);
            Vec::new()
        });
        for named in named {
            let own = named.inside().filter(|path| is_under(path, &format!("chapters/{chapter}")));
            let is_fault = |path: &String| path.split('/').any(|step| step == "telling") || is_under(&folder, path);
            if let Some(path) = own.filter(is_fault) {
                faults.push(format!("{}:{}: a judge may not name {path}", source.path, named.line));
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

/// What a chapter can do stands in its `CHAPTER`. The first minute, which the home page plays, is no chapter of the map.
pub(super) fn page_asks_the_table(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    let is_chapter = |name: &str| name != "prologue" && sources.iter().any(|s| s.is_in(&format!("{CHAPTERS}{name}/")));
    let is_page = |source: &&Source| matches!(placed(source), Some(("src/", ..)));
    for source in sources.iter().filter(is_page) {
        for named in named(source, "src/", &mut faults) {
            let Some(path) = named.outside("kitchen_story") else { continue };
            if path.strip_prefix("chapters/").and_then(|inside| inside.split('/').next()).is_some_and(is_chapter) {
                faults.push(format!("{}:{}: the page names {path}", source.path, named.line));
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
        check("src/core/collective/src/plans/ring.rs", "use crate::plan::Plan;\nuse crate::Op;", 0);
        check("src/core/collective/src/nccl/choose.rs", "use crate::plans::ring;", 0);
        check("src/core/collective/src/plans/ring.rs", "use crate::nccl::communicator::Communicator;", 1);
        check("src/core/collective/src/plans/ring.rs", "use crate::communicator::Communicator;", 1);
        check("src/core/collective/src/nccl/cost.rs", "use crate::lowering::compile::compile;", 1);
        check("src/story/src/show.rs", "use crate::scenario::Draft;", 0);
        check("src/story/src/show.rs", "use crate::chapter::Chapter;", 1);
        check("src/story/src/show.rs", "fn f() -> crate::chapter::Chapter {}", 1);
        check("src/story/src/show.rs", "use crate::{chapter::Chapter, scene, scenario};", 2);
        check("src/story/src/show.rs", "// crate::scene\n#[cfg(test)]\nmod tests { use crate::scene; }", 0);
        // Over lines, by another way, and between rooms that once stood side by side or nowhere.
        check("src/story/src/scenario/kind.rs", "use crate::{\n    scene::hub,\n    scenario::Draft,\n};", 1);
        check("src/story/src/scenario/kind.rs", "use super::super::scene::hub;", 1);
        check("src/story/src/scenario/kind.rs", "use super::super as root;\nfn f() { root::scene::hub() }", 1);
        check("src/story/src/sentences/mod.rs", "use crate::scenario;", 1);
        check("src/story/src/story/mod.rs", "use crate::scenario;", 0);
        check("src/story/src/story/mod.rs", "use crate::scene::display;", 1);
    }

    #[test]
    fn a_crate_that_depends_on_one_above_it_is_found() {
        let check = |path: &str, lines: &str, expected: usize| {
            let manifest = format!("[package]\n\n[dependencies]\n{lines}\n\n[dev-dependencies]\nproptest = \"1\"\n");
            assert_eq!(crates_never_point_back(&[source(path, &manifest)]).len(), expected, "{path} {lines}");
        };
        check("src/core/sim/Cargo.toml", "kitchen-trace.workspace = true\nserde = \"1\"\npetgraph.workspace = true", 0);
        check("src/core/sim/Cargo.toml", "kitchen-sim.workspace = true", 1);
        check("src/core/sim/Cargo.toml", "kitchen-collective = { path = \"../collective\" }", 1);
        check("src/core/sim/Cargo.toml", "web-sys = \"0.3\"", 1);
        check("src/core/cellar/Cargo.toml", "", 1);
        check("src/core/Cargo.toml", "kitchen-units.workspace = true\nkitchen-export.workspace = true", 0);
        check("src/core/Cargo.toml", "kitchen-story.workspace = true", 1);
        check("src/story/Cargo.toml", "web-sys = \"0.3\"", 0);
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
    fn a_judge_that_asks_the_telling_is_found() {
        let check_in = |folder: &str, text: &str, expected: usize| {
            let path = format!("src/story/src/chapters/{folder}/judge.rs");
            let faults = judges_are_independent(&[source(&path, text)]);
            assert_eq!(faults.len(), expected, "{text}: {faults:?}");
        };
        let check = |text: &str, expected: usize| check_in("data", text, expected);
        check("use super::telling::ledger;", 1);
        check("use super::{\n    params,\n    telling::{ledger, pot},\n};", 2);
        check("use super::telling as t;\nfn f() -> i64 { t::ledger() }", 2);
        check("fn f() -> bool { **said == super::telling::machine(run) }", 1);
        check("fn f() { assert_eq!(super::telling::pot(), 1); }", 1);
        check("use crate::chapters::data::telling;", 1);
        check("use crate::chapters::data;\nfn f() { data::telling::pot() }", 2);
        check("use super::*;\nfn f() { telling::pot() }", 1);
        check("use super::{*, params::Params};", 1);
        check("use super::params::Params;\nuse crate::tests::telling::tell;\nuse super::run::plan;", 0);
        check_in("mishaps/night", "use super::telling::hours;", 1);
        check_in("mishaps/night", "use super::*;", 1);
        check_in("mishaps/night", "use super::super::*;", 1);
        check_in("mishaps/night", "use super::super::telling::opening;", 1);
        check_in("mishaps", "use super::{night, step};\nfn f() { night::judge::judge() }", 0);
        assert!(
            judges_are_independent(&[source("src/story/src/chapters/data/scene.rs", "use super::telling;")]).is_empty()
        );
    }

    #[test]
    fn a_page_that_names_a_chapter_is_found() {
        let check = |path: &str, text: &str, expected: usize| {
            let chapters = ["pipeline", "prologue"].map(|name| source(&format!("{CHAPTERS}{name}/mod.rs"), ""));
            let sources: Vec<Source> = chapters.into_iter().chain([source(path, text)]).collect();
            assert_eq!(page_asks_the_table(&sources).len(), expected, "{path} {text}");
        };
        check("src/view/turn.rs", "use kitchen_story::chapters::pipeline::turn::{self as game, Choice};", 2);
        check("src/page/state.rs", "use kitchen_story::chapters;\nfn f() { chapters::pipeline::KIND }", 1);
        check("src/view/home.rs", "use kitchen_story::chapters::{self, map, prologue};\nfn f() { chapters::all() }", 0);
        check("src/bin/kitchen/main.rs", "use kitchen_story::chapters::pipeline;", 0);
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
            let packages = ["Cargo.toml", "src/core/collective/Cargo.toml"].map(|path| source(path, ""));
            let sources: Vec<Source> = packages.into_iter().chain([source(path, "")]).collect();
            assert_eq!(rooms_are_placed(&sources).len(), expected, "{path}");
        };
        check("src/core/collective/src/plans/ring.rs", 0);
        check("src/core/collective/src/cellar/wine.rs", 1);
        check("src/core/collective/src/lib.rs", 0);
        check("src/core/collective/build/messages.rs", 0);
        check("src/core/collective/benches/wine.rs", 0);
        check("src/view/stage.rs", 0);
        check("src/cellar.rs", 1);
        check("src/bin/kitchen/main.rs", 0);
    }
}
