//! Makes what a visit fetches smaller without changing what it does.

mod code;
mod names;
mod order;
mod roots;
mod split;
mod wasm;

use std::fs;
use std::path::Path;

use crate::sh::{self, Result, say};
use crate::site::{read, write};
use crate::sizes;
use wasm::Module;

/// A part of the program in a file of its own, and the chapters that need it.
pub(crate) struct Part {
    pub(crate) chapters: Vec<String>,
    pub(crate) file: String,
}

/// Shrinks the program, its bindings, the styles and the page under `dist`, and cuts the program into parts: returned are
/// those that come with chapters, in the order in which they are put together. `wasm_opt` is that program.
pub(crate) fn run(dist: &Path, wasm_opt: &Path) -> Result<Vec<Part>> {
    let files = sizes::files(dist)?;
    let ending = |end: &'static str| files.iter().filter(move |path| path.to_string_lossy().ends_with(end));
    for text in ending(".css").chain(ending("index.html")) {
        write(text, &without_comments(&read(text)?))?;
    }
    one_style(dist)?;
    let mut parts = Vec::new();
    for program in ending("_bg.wasm") {
        let bindings = program.to_string_lossy().replace("_bg.wasm", ".js");
        let bindings = Path::new(&bindings);
        let mut module = Module::read(&fs::read(program).map_err(|fault| format!("{}: {fault}", program.display()))?)?;
        write(bindings, &names::shorten(&mut module, &without_comments(&read(bindings)?))?)?;
        say("cutting the program into parts");
        for part in split::split(&mut module, &roots::declared(&sh::root())?)? {
            let file = dist.join("part.wasm");
            tidied(&part.module, &file, wasm_opt)?;
            let bytes = fs::read(&file).map_err(|fault| format!("{}: {fault}", file.display()))?;
            // A changed part gets another name, so that no cache mixes two versions.
            let kind = if part.chapters.len() == 1 { &part.chapters[0] } else { "shared" };
            let name = format!("{kind}-{:016x}.wasm", digest(&bytes));
            fs::rename(&file, dist.join(&name)).map_err(|fault| format!("{name}: {fault}"))?;
            parts.push(Part { chapters: part.chapters, file: name });
        }
        tidied(&module, program, wasm_opt)?;
    }
    Ok(parts)
}

/// FNV-1a.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Writes a part of the program without what nothing there refers to, in the order in which it packs best.
fn tidied(module: &Module, file: &Path, wasm_opt: &Path) -> Result {
    let fault = |fault| format!("{}: {fault}", file.display());
    fs::write(file, module.write()).map_err(fault)?;
    let mut command = sh::command(wasm_opt, &["--remove-unused-module-elements", "--strip-debug"]);
    sh::run(command.arg(file).arg("-o").arg(file))?;
    put_in_order(&mut Module::read(&fs::read(file).map_err(fault)?)?, file, wasm_opt)
}

/// Makes one style sheet of all that the page names, in its order: they pack better together, and are one request.
fn one_style(dist: &Path) -> Result {
    const LINK: &str = "<link rel=\"stylesheet\" href=\"./";
    let path = dist.join("index.html");
    let page = read(&path)?;
    let names: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(LINK)?.split('"').next()).collect();
    let Some((first, others)) = names.split_first() else { return Err("index.html names no style sheets".to_owned()) };
    let mut all = read(&dist.join(first))?;
    for name in others {
        all.push_str(&read(&dist.join(name))?);
        fs::remove_file(dist.join(name)).map_err(|fault| format!("{name}: {fault}"))?;
    }
    write(&dist.join(first), &all)?;
    let is_other = |line: &str| line.starts_with(LINK) && others.iter().any(|name| line.contains(name));
    write(&path, &page.lines().filter(|line| !is_other(line)).flat_map(|line| [line, "\n"]).collect::<String>())
}

/// Writes the program with its functions in the order in which they pack best. wasm-opt moves them, by names that say the
/// order and that it drops at the end.
fn put_in_order(module: &mut Module, program: &Path, wasm_opt: &Path) -> Result {
    say("putting functions that resemble each other side by side");
    let imported = module.imports()?.len();
    let order = order::by_likeness(&module.bodies()?);
    let mut names = vec![String::new(); imported + order.len()];
    for (index, name) in names.iter_mut().enumerate().take(imported) {
        *name = format!("import{index:06}");
    }
    for (place, index) in order.iter().enumerate() {
        names[imported + index] = format!("own{place:06}");
    }
    module.name_functions(&names);
    fs::write(program, module.write()).map_err(|fault| format!("{}: {fault}", program.display()))?;
    let mut command = sh::command(wasm_opt, &["--reorder-functions-by-name"]);
    sh::run(command.args(["--strip-debug", "--strip-producers"]).arg(program).arg("-o").arg(program))
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
    fn comments_on_their_own_lines_go() {
        let check = |text: &str, expected: &str| assert_eq!(without_comments(text), expected);
        check("/** one */\n  a();\n\n  // two\n/**\n * three\n */\nb('/*');\n", "a();\nb('/*');\n");
        check("a { color: red; } /* kept */\n", "a { color: red; } /* kept */\n");
    }
}
