//! Short names for what the program and its script call in each other: their own end in digits of a hash, which no packing makes smaller.

use std::collections::BTreeMap;

use wasmparser::Export;

use super::program::Program;
use crate::sh::Result;

/// How the program calls the script beside it, and how it does from here on.
const SCRIPT: (&str, &str) = ("./collective-kitchen_bg.js", "$");
/// How a function of the program begins that has no name of its own for the script.
const MANGLED: &str = "_ZN";

/// The names that are made short, each with the short one.
#[derive(Debug, Default)]
pub(super) struct Short {
    names: BTreeMap<String, String>,
}

impl Short {
    /// For all that a program imports, and what it exports under a compiler's name.
    pub(super) fn of(program: &Program<'_>) -> Short {
        let exports = program.exports.iter().map(|export: &Export<'_>| export.name);
        let long =
            program.imports.iter().map(|import| import.name).chain(exports.filter(|name| name.starts_with(MANGLED)));
        let mut names = BTreeMap::new();
        for name in long {
            let next = format!("${:x}", names.len());
            names.entry(name.to_owned()).or_insert(next);
        }
        Short { names }
    }

    pub(super) fn name<'a>(&'a self, name: &'a str) -> &'a str {
        self.names.get(name).map_or(name, String::as_str)
    }

    /// A module's name where the program brings something in.
    #[expect(clippy::unused_self, reason = "names of modules and of what is in them go together")]
    pub(super) fn module<'a>(&self, module: &'a str) -> &'a str {
        if module == SCRIPT.0 { SCRIPT.1 } else { module }
    }

    /// The script with the short names.
    ///
    /// # Errors
    /// A sentence, where it does not know the program.
    pub(super) fn written(&self, script: &str) -> Result<String> {
        let mut out = String::with_capacity(script.len());
        let mut found = 0;
        let mut rest = script;
        while let Some(start) = rest.find(is_of_name) {
            out.push_str(&rest[..start]);
            let word = &rest[start..];
            let end = word.find(|letter| !is_of_name(letter)).unwrap_or(word.len());
            found += usize::from(self.names.contains_key(&word[..end]));
            out.push_str(self.name(&word[..end]));
            rest = &word[end..];
        }
        out.push_str(rest);
        let module = format!("\"{}\"", SCRIPT.0);
        if found < self.names.len() || out.matches(&module).count() != 1 {
            return Err(format!("the script beside the program names {found} of its {} functions", self.names.len()));
        }
        Ok(out.replace(&module, &format!("\"{}\"", SCRIPT.1)))
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_$".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &[&str], script: &str, expected: Option<&str>) {
        let names = names.iter().zip(0..).map(|(name, at)| ((*name).to_owned(), format!("${at}"))).collect();
        assert_eq!(Short { names }.written(script).ok().as_deref(), expected);
    }

    #[test]
    fn whole_names_become_short_and_nothing_else() {
        let names = ["__wbg_a_12", "_ZN1bE"];
        check(
            &names,
            "{ __wbg_a_12: function() {}, \"./collective-kitchen_bg.js\": x, __wbg_a_123: 0 }; wasm._ZN1bE(`${y}`)",
            Some("{ $0: function() {}, \"$\": x, __wbg_a_123: 0 }; wasm.$1(`${y}`)"),
        );
        check(&names, "__wbg_a_12: 0, \"./collective-kitchen_bg.js\": x", None);
        check(&names, "__wbg_a_12: _ZN1bE", None);
    }
}
