//! `cargo xtask build`: the page as a folder for any static host, at any path.

use std::fs;
use std::path::{Path, PathBuf};

use crate::sh::{self, Result, say};
use crate::{pages, pictures, previews, signs, sizes, split, styles, texts, tools, visit};

/// Where the page ends up.
pub(crate) fn dist() -> PathBuf {
    sh::root().join("dist")
}

/// The texts come as files of their own.
const BUILD: &[&str] = &["build", "--release", "--features", "packed-text", "--public-url", "./", "--dist", "dist"];

/// The program as the linker writes it, under the target folder.
const LINKED: &str = "wasm32-unknown-unknown/wasm/collective-kitchen.wasm";

pub(crate) fn build() -> Result {
    tools::wasm_target()?;
    tools::crates()?;
    let bindgen = tools::wasm_bindgen()?;
    let binaryen = tools::binaryen()?;
    let trunk = tools::trunk()?;
    say("building the page for release");
    let mut command = sh::command(trunk.join("trunk"), BUILD);
    command
        .env("PATH", sh::path_with(&[&bindgen])?)
        .env("TRUNK_SKIP_VERSION_CHECK", "true")
        // Built in steps it could not be optimised as a whole, whatever the developer's shell asks for.
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("NO_COLOR");
    sh::run(&mut command)?;
    let dist = dist();
    let parts = split::fill(&dist, &sh::target_dir().join(LINKED), &binaryen)?;
    programs_as_scripts(&dist)?;
    let texts = texts::fill(&dist)?;
    visit::fill(&dist, &texts, &parts)?;
    styles::tidy(&dist)?;
    say("drawing the first pictures");
    let drawn = pictures::draw(&dist.join("pictures"), sh::cargo)?;
    pictures::put(&dist, &drawn)?;
    let has_previews = previews::put(&dist.join("pictures"))?;
    signs::put(&dist, &drawn, has_previews)?;
    say("writing the pages beside the program");
    pages::put(&dist, &pages::bodies(sh::cargo)?)?;
    let mut named = named_in(&read(&dist.join("index.html"))?);
    named.push("index.html".to_owned());
    sizes::check(&dist, &named, &visit::all(&texts, &parts))
}

/// Writes the program once more as a script, for pages that may not fetch (see `assets/start.js`).
fn programs_as_scripts(dist: &Path) -> Result {
    for path in sizes::files(dist)? {
        if path.extension().is_some_and(|ext| ext == "wasm") {
            let bytes = fs::read(&path).map_err(|fault| format!("{}: {fault}", path.display()))?;
            let script = format!("globalThis.kitchenProgram=\"{}\";\n", base64(&bytes));
            write(&path.with_extension("wasm.js"), &script)?;
        }
    }
    Ok(())
}

/// The files that the page names where a browser with scripts fetches them: outside `<noscript>`, not lazily, and not what it only links to.
fn named_in(page: &str) -> Vec<String> {
    let mut rest = page;
    let mut open = String::new();
    while let Some((before, after)) = rest.split_once("<noscript>") {
        open.push_str(before);
        rest = after.split_once("</noscript>").map_or("", |(_, after)| after);
    }
    open.push_str(rest);
    let mut names = Vec::new();
    for tag in open.split('<').filter(|tag| !tag.contains("loading=\"lazy\"") && !tag.starts_with("a ")) {
        for attribute in ["href=\"", "src=\"", "data-wasm=\"", "data-program=\""] {
            let value = tag.split_once(attribute).and_then(|(_, rest)| rest.split_once('"'));
            names.extend(value.map(|(value, _)| value.trim_start_matches("./").to_owned()));
        }
    }
    names
}

/// FNV-1a: what names a file by what is in it.
pub(crate) fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * place) & 63) as usize];
            out.push(if place <= chunk.len() { digit as char } else { '=' });
        }
    }
    out
}

pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|fault| format!("{}: {fault}", path.display()))
}

/// Writes the file in one go: who reads it meanwhile gets the old one or the new one.
pub(crate) fn write(path: &Path, text: &str) -> Result {
    let part = path.with_added_extension("part");
    let wrote = fs::write(&part, text).and_then(|()| fs::rename(&part, path));
    wrote.map_err(|fault| format!("{}: {fault}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        let check = |text: &str, expected: &str| assert_eq!(base64(text.as_bytes()), expected);
        check("", "");
        check("f", "Zg==");
        check("fo", "Zm8=");
        check("foo", "Zm9v");
        check("foobar", "Zm9vYmFy");
    }

    #[test]
    fn only_what_a_visit_fetches_is_counted() {
        let check = |page: &str, expected: &[&str]| assert_eq!(named_in(page), expected);
        check(r#"<link rel="stylesheet" href="./main-1.css"><script src="./a.js"></script>"#, &["main-1.css", "a.js"]);
        check(r#"<noscript><img src="p.svg"></noscript><script data-wasm="./a.wasm">"#, &["a.wasm"]);
        check(r#"<script src="./s.js" async data-program="./a.js" data-wasm="./a.wasm">"#, &["s.js", "a.wasm", "a.js"]);
        check(r#"<img src="p.svg" loading="lazy"><a href="reading.html">"#, &[]);
    }
}
