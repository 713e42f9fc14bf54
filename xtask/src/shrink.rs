//! Makes what a visit fetches smaller without changing what it does.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::sh::Result;
use crate::site::{read, write};
use crate::sizes;

/// Shrinks the program, its bindings, the styles and the page under `dist`.
pub(crate) fn run(dist: &Path) -> Result {
    let files = sizes::files(dist)?;
    let ending = |end: &'static str| files.iter().filter(move |path| path.to_string_lossy().ends_with(end));
    for text in ending(".css").chain(ending("index.html")) {
        write(text, &without_comments(&read(text)?))?;
    }
    for bindings in ending(".js") {
        let text = read(bindings)?;
        let hashes = hashes(&text);
        let short = |bytes: &mut [u8]| renumber(bytes, &hashes);
        let mut bytes = without_comments(&text).into_bytes();
        short(&mut bytes);
        write(bindings, &String::from_utf8_lossy(&bytes))?;
        for program in ending(".wasm") {
            let mut bytes = fs::read(program).map_err(|fault| format!("{}: {fault}", program.display()))?;
            short(&mut bytes);
            fs::write(program, bytes).map_err(|fault| format!("{}: {fault}", program.display()))?;
        }
    }
    Ok(())
}

/// The hashes of 16 hexadecimal digits that end the names shared by the program and its bindings.
fn hashes(text: &str) -> Vec<String> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let words = text.split(|c: char| !c.is_ascii() || !is_word(c as u8));
    let found: BTreeSet<String> = words
        .filter(|word| word.starts_with("__wb") || word.starts_with("wasm_bindgen_"))
        .filter_map(|word| word.len().checked_sub(16).map(|at| word.split_at(at)))
        .filter(|(head, hash)| head.ends_with(['_', 'h']) && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .map(|(_, hash)| hash.to_owned())
        .collect();
    found.into_iter().collect()
}

/// Replaces each hash by its number, written as long: random digits do not compress, and every name carries 16 of them.
fn renumber(bytes: &mut [u8], hashes: &[String]) {
    let mut at = 0;
    while at + 16 <= bytes.len() {
        let known = std::str::from_utf8(&bytes[at..at + 16])
            .ok()
            .and_then(|text| hashes.binary_search_by(|hash| hash.as_str().cmp(text)).ok());
        match known {
            Some(number) => {
                bytes[at..at + 16].copy_from_slice(format!("{number:016x}").as_bytes());
                at += 16;
            }
            None => at += 1,
        }
    }
}

/// Drops comments that stand on lines of their own, indentation and empty lines. None of these files holds text over several lines.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_open = false;
    for line in text.lines().map(str::trim) {
        if is_open || line.starts_with("/*") {
            is_open = !line.ends_with("*/");
        } else if !line.is_empty() && !line.starts_with("//") {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hashes_of_shared_names_are_renumbered() {
        let text = "wasm.__wbg_open_97b77227d0599549; wasm_bindgen__invoke__h0123456789abcdef(0x97b77227d0599549)";
        let hashes = hashes(text);
        assert_eq!(hashes, ["0123456789abcdef", "97b77227d0599549"]);
        let mut bytes = text.as_bytes().to_vec();
        renumber(&mut bytes, &hashes);
        let text = String::from_utf8(bytes).expect("text");
        assert!(text.contains("__wbg_open_0000000000000001") && text.contains("__h0000000000000000"), "{text}");
    }

    #[test]
    fn comments_on_their_own_lines_go() {
        let check = |text: &str, expected: &str| assert_eq!(without_comments(text), expected);
        check("/** one */\n  a();\n\n  // two\n/**\n * three\n */\nb('/*');\n", "a();\nb('/*');\n");
        check("a { color: red; } /* kept */\n", "a { color: red; } /* kept */\n");
    }
}
