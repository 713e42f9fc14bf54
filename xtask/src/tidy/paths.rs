//! The paths that a Rust file names, read by a parser: whatever stands in braces, over several lines, behind `super`, `self` or
//! another name is found where it lies.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::Source;

/// A path from the root of a crate, with its line. The root is `crate`, or the name of another crate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Named {
    pub(super) line: usize,
    pub(super) path: Vec<String>,
}

impl Named {
    /// The path inside its own crate, as `a/b/c`.
    pub(super) fn inside(&self) -> Option<String> {
        self.outside("crate")
    }

    /// The path inside the crate with that name.
    pub(super) fn outside(&self, name: &str) -> Option<String> {
        let (first, rest) = self.path.split_first()?;
        (first == name).then(|| rest.join("/"))
    }
}

/// What the program of a file names: neither its tests, nor what `pub(in ...)` says, nor comments. `home` is the folder of its crate.
pub(super) fn of(source: &Source, home: &str) -> Result<Vec<Named>, String> {
    if source.is_test() { Ok(Vec::new()) } else { of_any(source, home) }
}

/// The same of a file that may hold tests alone.
pub(super) fn of_any(source: &Source, home: &str) -> Result<Vec<Named>, String> {
    let file = syn::parse_file(&source.text).map_err(|fault| format!("{}: {fault}", source.path))?;
    let mut reader = Reader { module: module(&source.path, home), names: Vec::new(), found: Vec::new() };
    reader.items(&file.items);
    reader.found.sort();
    reader.found.dedup();
    Ok(reader.found)
}

/// The module that a file is.
fn module(path: &str, home: &str) -> Vec<String> {
    let inside = path.strip_prefix(home).unwrap_or(path).trim_end_matches(".rs");
    let mut module: Vec<String> = inside.split('/').map(str::to_owned).collect();
    let is_own = |name: &String| ["mod", "lib", "main"].contains(&name.as_str());
    if module.last().is_some_and(is_own) {
        module.pop();
    }
    module
}

struct Reader {
    module: Vec<String>,
    /// What each name of a module stands for, the innermost module last.
    names: Vec<BTreeMap<String, Vec<String>>>,
    found: Vec<Named>,
}

fn text(ident: &proc_macro2::Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

fn is_for_tests(attrs: &[syn::Attribute]) -> bool {
    attrs
        .iter()
        .any(|attr| attr.path().is_ident("cfg") && attr.parse_args::<syn::Ident>().is_ok_and(|cfg| cfg == "test"))
}

fn attrs(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

impl Reader {
    /// The items of a module: first what its `use`s bring in, for the paths that begin with those names.
    fn items(&mut self, items: &[syn::Item]) {
        self.names.push(BTreeMap::new());
        let own = || items.iter().filter(|item| !is_for_tests(attrs(item)));
        for item in own() {
            if let syn::Item::Use(item) = item {
                self.used(&item.tree, &mut Vec::new());
            }
        }
        for item in own() {
            self.visit_item(item);
        }
        self.names.pop();
    }

    fn used(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        let line = tree.span().start().line;
        match tree {
            syn::UseTree::Path(path) => {
                before.push(text(&path.ident));
                self.used(&path.tree, before);
                before.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.used(item, before)),
            syn::UseTree::Glob(_) => {
                self.name(line, before);
            }
            syn::UseTree::Name(name) => self.bring(line, before, &text(&name.ident), None),
            syn::UseTree::Rename(name) => self.bring(line, before, &text(&name.ident), Some(text(&name.rename))),
        }
    }

    fn bring(&mut self, line: usize, before: &[String], name: &str, rename: Option<String>) {
        let mut path = before.to_vec();
        if name != "self" || path.is_empty() {
            path.push(name.to_owned());
        }
        let known = rename.or_else(|| path.last().cloned());
        if let (Some(full), Some(known)) = (self.name(line, &path), known)
            && let Some(names) = self.names.last_mut()
        {
            names.insert(known, full);
        }
    }

    /// Takes note of a path, and tells where it leads.
    fn name(&mut self, line: usize, path: &[String]) -> Option<Vec<String>> {
        let full = self.resolve(path)?;
        self.found.push(Named { line, path: full.clone() });
        Some(full)
    }

    fn resolve(&self, path: &[String]) -> Option<Vec<String>> {
        let first = path.first()?;
        let of = |base: &[String], rest: &[String]| {
            let mut full = vec!["crate".to_owned()];
            full.extend(base.iter().chain(rest).cloned());
            full
        };
        match first.as_str() {
            "crate" => Some(of(&[], &path[1..])),
            "self" => Some(self.up(0, &path[1..])),
            "super" => {
                let steps = path.iter().take_while(|step| *step == "super").count();
                Some(self.up(steps, &path[steps..]))
            }
            _ => match self.names.iter().rev().find_map(|names| names.get(first)) {
                Some(known) => Some(known.iter().chain(&path[1..]).cloned().collect()),
                None => Some(path.to_vec()),
            },
        }
    }

    fn up(&self, steps: usize, rest: &[String]) -> Vec<String> {
        let base = &self.module[..self.module.len().saturating_sub(steps)];
        std::iter::once("crate".to_owned()).chain(base.iter().chain(rest).cloned()).collect()
    }

    /// Paths in what is handed to a macro, as far as its tokens tell.
    fn tokens(&mut self, tokens: TokenStream, before: &[String]) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is =
            |at: usize, what: char| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == what);
        let (mut at, mut path) = (0, before.to_vec());
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Ident(ident) => {
                    path.push(text(ident));
                    if is(at + 1, ':') && is(at + 2, ':') {
                        at += 3;
                        continue;
                    }
                    if path.len() > 1 {
                        self.name(ident.span().start().line, &path);
                    }
                }
                TokenTree::Group(group) => {
                    let is_list = path.len() > before.len() && group.delimiter() == Delimiter::Brace;
                    let inside = if is_list { path.clone() } else { Vec::new() };
                    self.tokens(group.stream(), &inside);
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            path = before.to_vec();
            at += 1;
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if let Some((_, items)) = &item.content {
            self.module.push(text(&item.ident));
            self.items(items);
            self.module.pop();
        }
    }

    /// Those of a module were read before all else; those inside a function name what they name.
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.used(&item.tree, &mut Vec::new());
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            let names: Vec<String> = path.segments.iter().map(|segment| text(&segment.ident)).collect();
            self.name(path.span().start().line, &names);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        visit::visit_macro(self, called);
        self.tokens(called.tokens.clone(), &[]);
    }

    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    /// What a file of that path names.
    fn check(path: &str, text: &str, expected: &[&str]) {
        let found = of(&source(path, text), "src/story/src/").unwrap();
        let found: Vec<String> = found.iter().map(|named| named.path.join("/")).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn paths_are_found_wherever_they_stand() {
        let file = "src/story/src/sim/net/fluid.rs";
        check(file, "use crate::{\n    export::csv,\n    run\n};", &["crate/export/csv", "crate/run"]);
        check(file, "use super::super::engine;", &["crate/sim/engine"]);
        check(file, "use super::{*, packet};", &["crate/sim/net", "crate/sim/net/packet"]);
        check(
            file,
            "use self::a::b as c;\nfn f() { c::d() }",
            &["crate/sim/net/fluid/a/b", "crate/sim/net/fluid/a/b/d"],
        );
        check(file, "fn f(x: crate::run::Run) {}", &["crate/run/Run"]);
        check(file, "mod a { use super::super::x; }", &["crate/sim/net/x"]);
        check(file, "fn f() { vec![crate::run::go(), 1]; }", &["crate/run/go"]);
        check(file, "m! { use crate::{run, text::Key}; }", &["crate/run", "crate/text/Key"]);
        check(file, "macro_rules! m { () => { $crate::run::go() } }", &["crate/run/go"]);
        check(file, "pub(in crate::sim) fn f() {}\n/// [crate::run]\nfn g() {}", &[]);
        check(file, "#[cfg(test)]\nmod tests { use crate::run; }\n#[cfg(test)]\nuse crate::run;", &[]);
        check("src/story/src/sim/mod.rs", "use super::run;\nuse self::a::b;", &["crate/run", "crate/sim/a/b"]);
        check("src/story/src/sim/tests.rs", "use crate::run;", &[]);
        check(
            "src/story/src/lib.rs",
            "pub use self::run::go;\nuse kitchen_core::sim;",
            &["crate/run/go", "kitchen_core/sim"],
        );
    }

    #[test]
    fn a_file_that_cannot_be_read_is_a_fault() {
        assert!(of(&source("src/story/src/a.rs", "fn ("), "src/story/src/").is_err());
    }
}
