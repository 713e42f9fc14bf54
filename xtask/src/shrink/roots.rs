//! What a chapter gives the core through tables, by the names of modules and functions: found in the linked program, and held
//! against the sources, so that none is lost on the way.

use std::collections::BTreeMap;
use std::path::Path;

use crate::sh::Result;
use crate::site::read;
use crate::sizes;

/// What a chapter puts into tables: module and function, and whether every chapter must; the others must where the sources
/// have them ([`declared`]). Where the compiler finds two of these equal it makes one of them, under one name, and the other
/// chapter would miss it: that is an error here.
pub(super) const ROOTS: &[(&str, &str, bool)] = &[
    ("kitchen_core::story::chapters", "opening", true),
    ("kitchen_core::story::chapters", "script", true),
    ("kitchen_core::story::chapters", "readout", true),
    ("kitchen_core::story::chapters", "gate", true),
    ("kitchen_core::story::chapters", "verdict", true),
    ("kitchen_core::scenario::run", "prepare", true),
    ("kitchen_core::scene", "backdrop", true),
    ("kitchen_core::scene", "frame", true),
    ("kitchen_core::scene", "index", false),
    ("kitchen_core::scene", "names", false),
    ("kitchen_core::scene", "over", false),
];

/// What comes when a reader asks for it, as a chapter that no visit begins with: module, name, and the functions that it puts into
/// tables.
pub(super) const ON_REQUEST: &[(&str, &str, &[&str])] =
    &[("kitchen_core::scene::gantt", "network", &["bar", "chart", "tell"])];

/// A chapter, with its functions that are in tables.
pub(super) struct Chapter {
    pub(super) id: String,
    pub(super) roots: Vec<usize>,
    pub(super) on_request: bool,
}

/// The functions of [`ROOTS`] that the sources under `root` have, with their modules: `kitchen_core::scene::links::names`.
/// The names are kept for what stands in tables, so each must be found there.
pub(super) fn declared(root: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut modules: Vec<&str> = ROOTS.iter().map(|root| root.0).collect();
    modules.dedup();
    for module in modules {
        let folder = root.join("src/core/src").join(module.trim_start_matches("kitchen_core::").replace("::", "/"));
        for path in sizes::files(&folder)? {
            let inside = path.strip_prefix(&folder).unwrap_or(&path).with_extension("");
            let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
            let chapter = match parts.as_slice() {
                [chapter] => chapter,
                [chapter, file] if file == "mod" => chapter,
                _ => continue,
            };
            let text = read(&path)?;
            let own = text.split("#[cfg(test)]").next().unwrap_or_default().lines().filter_map(function_of);
            let roots = own.filter(|own| ROOTS.iter().any(|root| (root.0, root.1) == (module, own)));
            found.extend(roots.map(|own| format!("{module}::{chapter}::{own}")));
        }
    }
    Ok(found)
}

/// The name of the function that a line of a module declares.
fn function_of(line: &str) -> Option<&str> {
    let line = ["pub(super) ", "pub(crate) ", "pub "].iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
    line.strip_prefix("fn ")?.split(['(', '<']).next()
}

/// The functions in tables that are a chapter's own.
///
/// # Errors
/// None is there, or one that a chapter must bring is not; `declared` names what the sources have.
pub(super) fn chapters<'a>(
    in_tables: impl Iterator<Item = (usize, &'a str)>,
    declared: &[String],
) -> Result<Vec<Chapter>> {
    let mut found: BTreeMap<&str, Vec<(&str, &str, usize)>> = BTreeMap::new();
    let mut asked: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (function, name) in in_tables {
        let Some((path, own)) = plain(name).rsplit_once("::") else { continue };
        let Some((module, chapter)) = path.rsplit_once("::") else { continue };
        if let Some((module, own, _)) = ROOTS.iter().find(|root| (root.0, root.1) == (module, own)) {
            found.entry(chapter).or_default().push((module, own, function));
        } else if ON_REQUEST.iter().any(|asked| (asked.0, asked.1) == (module, chapter) && asked.2.contains(&own)) {
            asked.entry(chapter).or_default().push(function);
        }
    }
    found.retain(|_, roots| roots.iter().any(|root| root.0 == ROOTS[0].0));
    if found.is_empty() {
        return Err("the program has no chapters: are its functions' names still there?".to_owned());
    }
    for chapter in found.keys().copied().chain(declared.iter().filter_map(|name| chapter_of(name))) {
        let roots = found.get(chapter).map_or(&[][..], Vec::as_slice);
        for (module, own, always) in ROOTS {
            let name = format!("{module}::{chapter}::{own}");
            let is_there = roots.iter().any(|root| (root.0, root.1) == (*module, *own));
            if !is_there && (*always || declared.contains(&name)) {
                let told = "is in no table under its own name: it may equal another chapter's; write the shared code as a function \
                    of neither, and let this one differ or call it";
                return Err(format!("{name} {told}"));
            }
        }
    }
    for (module, name, owns) in ON_REQUEST.iter().filter(|_| !declared.is_empty()) {
        if asked.get(name).map_or(0, Vec::len) != owns.len() {
            return Err(format!(
                "{module}::{name} has not all of {owns:?} in tables: the compiler saw through their index"
            ));
        }
    }
    let found = found.into_iter().map(|(id, roots)| (id, roots.into_iter().map(|root| root.2).collect(), false));
    let all = found.chain(asked.into_iter().map(|(id, roots)| (id, roots, true)));
    Ok(all.map(|(id, roots, on_request)| Chapter { id: id.replace('_', "-"), roots, on_request }).collect())
}

/// The chapter whose opening is declared: one that is open.
fn chapter_of(name: &str) -> Option<&str> {
    let (module, own, _) = ROOTS[0];
    name.strip_prefix(module)?.strip_prefix("::")?.strip_suffix(own)?.strip_suffix("::")
}

/// A function's name without the hash that the compiler adds.
fn plain(name: &str) -> &str {
    match name.rsplit_once("::h") {
        Some((before, hash)) if hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) => before,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is in tables, what the sources declare, and what is said of the one that is missing.
    fn check_refused(in_tables: &[String], declared: &[&str], said: &str) {
        let declared: Vec<String> = declared.iter().map(|name| (*name).to_owned()).collect();
        match chapters((0..).zip(in_tables.iter().map(String::as_str)), &declared).err() {
            Some(fault) => assert!(!said.is_empty() && fault.contains(said), "{fault}"),
            None => assert_eq!(said, "", "nothing is said"),
        }
    }

    #[test]
    fn a_chapter_without_a_function_of_its_own_name_is_refused() {
        let all: Vec<String> =
            ROOTS.iter().filter(|root| root.2).map(|root| format!("{}::a::{}", root.0, root.1)).collect();
        check_refused(&all, &[], "");
        let asked = |own: &str| format!("{}::{}::{own}", ON_REQUEST[0].0, ON_REQUEST[0].1);
        check_refused(
            &[&all[..], &[asked("chart")]].concat(),
            &["kitchen_core::story::chapters::a::opening"],
            "network",
        );
        let all: Vec<String> = all.into_iter().chain(ON_REQUEST[0].2.iter().map(|own| asked(own))).collect();
        check_refused(&["kitchen_core::story::chapters::a::script".to_owned()], &[], "::a::opening");
        check_refused(&[], &[], "no chapters");
        // What only some chapters have, must be there where the sources have it.
        for own in ["index", "names", "over"] {
            let name = format!("kitchen_core::scene::a::{own}");
            check_refused(&all, &[&name], &name);
            check_refused(&[&all[..], std::slice::from_ref(&name)].concat(), &[&name], "");
        }
        check_refused(&all, &["kitchen_core::scene::chef::index"], "");
        // A chapter of which nothing is left under its name.
        check_refused(&all, &["kitchen_core::story::chapters::b::opening"], "::b::opening");
    }

    #[test]
    fn the_sources_say_what_chapters_bring() {
        let found = declared(&crate::sh::root()).expect("sources");
        let check = |name: &str, is_there: bool| assert_eq!(found.iter().any(|one| one == name), is_there, "{name}");
        for chapter in ["pipeline", "tensor", "data", "collectives", "links", "generations"] {
            for (module, own, _) in ROOTS.iter().filter(|root| root.2) {
                check(&format!("{module}::{chapter}::{own}"), true);
            }
        }
        check("kitchen_core::scene::pipeline::index", true);
        check("kitchen_core::scene::links::names", true);
        check("kitchen_core::scene::generations::over", true);
        check("kitchen_core::scene::links::over", false);
        check("kitchen_core::scene::links::index", false);
    }

    #[test]
    fn a_line_declares_a_function() {
        let check = |line: &str, expected: Option<&str>| assert_eq!(function_of(line), expected);
        check("pub(super) fn index(show: &Show) {", Some("index"));
        check("fn over<T>(list: &T) {", Some("over"));
        check("    fn names(&self) {", None);
        check("const NAMES: u8 = 1;", None);
    }

    #[test]
    fn names_lose_their_hash_and_nothing_else() {
        let check = |name: &str, expected: &str| assert_eq!(plain(name), expected);
        check("a::b::h0123456789abcdef", "a::b");
        check("a::b", "a::b");
        check("a::h012", "a::h012");
        check("a::hours_of_kitchen_0", "a::hours_of_kitchen_0");
    }
}
