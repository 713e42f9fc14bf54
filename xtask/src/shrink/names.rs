//! Short names for what the program and its bindings call each other: they carry types and hashes, and every one stands in
//! both files.

use std::collections::BTreeMap;

use super::wasm::Module;
use crate::sh::Result;

/// Beginnings of the exports that the bindings alone call.
const OWN: &[&str] = &["wasm_bindgen__", "__wbg_"];

/// Renames imports and the bindings' own exports in the program and in its bindings, and returns the bindings.
pub(super) fn shorten(program: &mut Module, bindings: &str) -> Result<String> {
    let mut short = BTreeMap::new();
    for (module, name) in program.imports()? {
        add(&mut short, module);
        add(&mut short, name);
    }
    for name in program.exports()?.into_iter().filter(|name| OWN.iter().any(|own| name.starts_with(own))) {
        add(&mut short, name);
    }
    if bindings.split(|c: char| !is_word(c)).any(|word| short.values().any(|short| short == word)) {
        return Err("the bindings use such short names themselves".to_owned());
    }
    program.rename(|name| short.get(name).map_or(name, String::as_str).to_owned())?;
    Ok(replaced(bindings, &short))
}

fn add(short: &mut BTreeMap<String, String>, name: String) {
    let next = format!("${}", base36(short.len()));
    short.entry(name).or_insert(next);
}

pub(super) fn base36(mut number: usize) -> String {
    let mut digits = String::new();
    loop {
        digits.insert(0, char::from(b"0123456789abcdefghijklmnopqrstuvwxyz"[number % 36]));
        number /= 36;
        if number == 0 {
            return digits;
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '/' | '-')
}

/// Replaces whole words; a module's name is one in quotes.
fn replaced(text: &str, short: &BTreeMap<String, String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(from) = rest.find(is_word) {
        out.push_str(&rest[..from]);
        rest = &rest[from..];
        let (word, after) = rest.split_at(rest.find(|c| !is_word(c)).unwrap_or(rest.len()));
        match short.get(word) {
            Some(short) => out.push_str(short),
            // `wasm.name` and the like.
            None => {
                let parts = word.split('.').map(|part| short.get(part).map_or(part, String::as_str));
                out.push_str(&parts.collect::<Vec<_>>().join("."));
            }
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::super::wasm;
    use super::*;

    #[test]
    fn both_sides_agree_on_the_short_names() {
        let mut module = Module::read(&wasm::sample()).expect("a module");
        let bindings = "const imports = { \"./a.js_\": { __wbg_now_1: () => wasm.main(wasm.__wbg_now_10) } };";
        let text = shorten(&mut module, bindings).expect("names");
        let imports = module.imports().expect("imports");
        let (place, name) = &imports[1];
        assert_eq!(
            text,
            format!("const imports = {{ \"{place}\": {{ {name}: () => wasm.main(wasm.__wbg_now_10) }} }};")
        );
        assert!(name.starts_with('$') && name.len() == 2, "{name}");
        assert_eq!(module.exports().expect("exports"), ["main"], "what others call keeps its name");
    }

    #[test]
    fn numbers_have_digits_and_letters() {
        let check = |number: usize, expected: &str| assert_eq!(base36(number), expected);
        check(0, "0");
        check(35, "z");
        check(36, "10");
    }
}
