//! Writes the page for those who ask from a terminal, Python, JavaScript or Rust, in one language as HTML: `programmers ja|en`. The texts are
//! `programmers.ftl`; every answer on it is computed here. `cargo xtask build` puts it into the page's frame.
//!
//! `shell`: what a terminal prints; `snippets`: the programs that are shown, and what they print; `engine`: the one in Rust; `paper`: as all such pages.

#[allow(dead_code, reason = "each page uses its own part of it")]
#[path = "paper/mod.rs"]
mod paper;
/// The program in Rust, which is an example of its own.
#[allow(dead_code, reason = "it is begun there, not here")]
mod engine {
    include!("all_reduce.rs");

    pub(super) fn printed() -> Result<String, String> {
        all_reduce()
    }
}
#[path = "programmers/shell.rs"]
mod shell;
#[path = "programmers/snippets.rs"]
mod snippets;
#[cfg(test)]
#[path = "programmers/tests.rs"]
mod tests;

use std::env;
use std::error::Error;
use std::fmt::Write as _;

use kitchen_story::story::Layer;
use kitchen_text::{Key, Lang, key, tr};

use paper::{Moment, Paper, escaped, named, short_name};
use shell::Shell;

/// Where the site will stand, as `cargo xtask build` is told; else the address in the snippets.
const SITE: &str = "COLLECTIVE_KITCHEN_SITE";
const ELSEWHERE: &str = "https://example.org/kitchen/";

/// Every section's id: its headline and its text are called by it.
const SECTIONS: &[&str] = &["command", "python", "npm", "rust", "files"];

/// How each is installed from a copy of the repository.
const INSTALLED: &[(&str, &str)] = &[
    ("command", "cargo install --locked --path . --bin kitchen"),
    ("python", "pip install ./python\npip install './python[widget,pandas]'"),
    ("npm", "cargo xtask npm\nnpm install ./dist/pkg"),
    ("rust", "cargo add --path ../collective-kitchen/src/core"),
];
/// How the program in Rust is run there.
const RUST: &str = "cargo run --example all_reduce";

/// The questions, as they are typed.
const MEETING: &str = "kitchen collective --system dgx-h100 --op all-reduce --bytes 1GiB";
const MEETING_JSON: &str = "kitchen collective --system dgx-h100 --op all-reduce --bytes 1GiB --json";
const STEP: &str = "kitchen train --model llama3-8b --system dgx-h100 --zero 1";
const BUY: &str = "kitchen plan --model llama3-8b --system dgx-a100 --nodes 2 --tokens 1M --purchases";
/// Of the last one's lines so many are the table and what its rows mean.
const BUY_LINES: usize = 12;

/// One for each exit status, with the text on it.
const STATUSES: &[(&str, &str)] =
    &[("well", MEETING), ("missed", "kitchen descend --check 1,1,1"), ("refused", REFUSED)];
const REFUSED: &str = "kitchen train --model llama3-8b --system dgx-h100 --tp 3";

/// Where all commands and flags are told.
const REFERENCE: &[&str] = &["kitchen --help", "kitchen train --help", "kitchen systems"];

/// The files of the section on files: what people bring, and what they take away.
const IMPORT: &str = "kitchen import h100_trace.json.gz";
const OWN: &[&str] = &[
    "kitchen systems --show dgx-h100 > dgx-h100.toml",
    "kitchen systems --schema > system.schema.json",
    "kitchen collective --system mine.toml --bytes 1GiB",
];
const PERFETTO: &str = "kitchen train --model llama3-8b --system mine.toml --zero 1 --trace trace.json";
const ASTRA: &str = "kitchen export astra --system dgx-h100 --nodes 2 --bytes 64MiB --out astra-set";
const MINE: &str = include_str!("programmers/mine.toml");
const FILES: &[(&str, &[u8])] =
    &[("mine.toml", MINE.as_bytes()), ("h100_trace.json.gz", include_bytes!("../tests/native/h100_trace.json.gz"))];

/// The first question on a stage: the same all-reduce, beside the same GPUs with PCIe alone.
const STAGE: Moment = Moment { chapter: "links", choices: &[("field", "two")], beat: "", layer: Layer::Kitchen };

fn main() -> Result<(), Box<dyn Error>> {
    let lang = env::args().nth(1).and_then(|tag| Lang::from_tag(&tag)).ok_or("programmers ja|en")?;
    let site = env::var(SITE).ok().filter(|site| site.ends_with('/'));
    println!("{}", write(lang, site.as_deref().unwrap_or(ELSEWHERE))?);
    Ok(())
}

fn write(lang: Lang, site: &str) -> Result<String, String> {
    let mut page = Paper::new(lang);
    let shell = Shell::with(lang, FILES)?;
    page.key("h1", key::PROGRAMMERS_TITLE);
    prose(&mut page, "lead");
    contents(&mut page);
    command(&mut page, &shell)?;
    python(&mut page, site)?;
    npm(&mut page, site)?;

    section(&mut page, "rust");
    code(&mut page, installed("rust"));
    code(&mut page, snippets::RUST);
    code(&mut page, &format!("{}\n{}", prompted(RUST), engine::printed()?));
    prose(&mut page, "rust-docs");

    files(&mut page, &shell)?;
    Ok(page.out)
}

fn command(page: &mut Paper, shell: &Shell) -> Result<(), String> {
    section(page, "command");
    code(page, installed("command"));
    headed(page, "meeting");
    terminal(page, shell, MEETING)?;
    prose(page, "alive");
    let stage = stage(page.lang)?;
    page.raw(&stage);
    headed(page, "step");
    terminal(page, shell, STEP)?;
    headed(page, "buy");
    let text = answered(shell, BUY, 0)?;
    let table: Vec<&str> = text.lines().take(BUY_LINES).collect();
    code(page, &format!("{}\n{}\n…", prompted(BUY), table.join("\n")));
    prose(page, "buy-rest");
    headed(page, "json");
    terminal(page, shell, MEETING_JSON)?;
    headed(page, "status");
    let mut rows = Vec::new();
    for (id, line) in STATUSES {
        let status = shell.run(line)?.status;
        rows.push([
            format!("{status}"),
            page.named(&format!("programmers-status-{id}")).to_owned(),
            (*line).to_owned(),
        ]);
    }
    table_of(page, ["status-head", "status-means", "status-example"].map(text_of), &rows);
    code(page, &format!("{}\n{}", prompted(REFUSED), answered(shell, REFUSED, 2)?));
    headed(page, "reference");
    code(page, &prompted(&REFERENCE.join("\n")));
    Ok(())
}

fn python(page: &mut Paper, site: &str) -> Result<(), String> {
    section(page, "python");
    code(page, installed("python"));
    headed(page, "python-ask");
    code(page, snippets::PYTHON_ASK);
    code(page, &format!("$ python ask.py\n{}", snippets::printed(snippets::PYTHON_ASK, page.lang)?));
    prose(page, "python-refused");
    headed(page, "python-frames");
    code(page, snippets::PYTHON_FRAMES);
    headed(page, "python-sweep");
    code(page, snippets::PYTHON_PROCESSES);
    prose(page, "python-dask");
    code(page, &part(snippets::PYTHON_DASK, "    with Client(", "    best ="));
    headed(page, "python-widget");
    code(page, &snippets::PYTHON_WIDGET.replace(ELSEWHERE, site));
    prose(page, "python-page");
    Ok(())
}

fn npm(page: &mut Paper, site: &str) -> Result<(), String> {
    section(page, "npm");
    code(page, installed("npm"));
    headed(page, "npm-ask");
    code(page, snippets::NPM_ASK);
    code(page, &format!("$ node ask.js\n{}", snippets::printed(snippets::NPM_ASK, page.lang)?));
    headed(page, "npm-long");
    code(page, snippets::NPM_LONG);
    headed(page, "npm-mount");
    code(page, &snippets::NPM_MOUNT.replace(ELSEWHERE, site));
    let link = escaped(page.named("programmers-npm-writers"));
    let link = format!("<p><a href=\"writers-{}.html#element\">{link}</a></p>", page.lang.tag());
    page.raw(&link);
    Ok(())
}

fn files(page: &mut Paper, shell: &Shell) -> Result<(), String> {
    section(page, "files");
    headed(page, "import");
    terminal(page, shell, IMPORT)?;
    headed(page, "own");
    code(page, MINE);
    for line in OWN {
        terminal(page, shell, line)?;
    }
    headed(page, "perfetto");
    terminal(page, shell, PERFETTO)?;
    headed(page, "astra");
    terminal(page, shell, ASTRA)
}

/// The stage, with its controls.
fn stage(lang: Lang) -> Result<String, String> {
    let address = STAGE.address(lang, None)?;
    let hash = address.split_once('#').map_or("", |(_, hash)| hash);
    let (chapter, tag, name) = (STAGE.chapter, lang.tag(), short_name(lang, paper::chapter(STAGE.chapter)?));
    Ok(format!(
        "<script src=\"embed.js\" async></script>\n<collective-kitchen chapter=\"{chapter}\" lang=\"{tag}\" moment=\"{}\" controls>\n  \
         <a href=\"{}\">{}</a>\n</collective-kitchen>",
        escaped(hash),
        escaped(&address),
        escaped(name)
    ))
}

fn installed(what: &str) -> &'static str {
    INSTALLED.iter().find(|(id, _)| *id == what).map_or("", |(_, lines)| lines)
}

/// The text of that name.
fn text_of(id: &str) -> Key {
    named(&format!("programmers-{id}"))
}

fn contents(page: &mut Paper) {
    let lang = page.lang;
    let label = escaped(tr(lang, key::PROGRAMMERS_CONTENTS));
    let _ = writeln!(page.out, "<nav aria-label=\"{label}\"><ol class=\"sections\">");
    for id in SECTIONS {
        let _ = writeln!(page.out, "<li><a href=\"#{id}\">{}</a></li>", escaped(tr(lang, text_of(id))));
    }
    page.raw("</ol></nav>");
}

fn section(page: &mut Paper, id: &str) {
    page.key(&format!("h2 id=\"{id}\""), text_of(id));
    prose(page, &format!("{id}-text"));
}

fn headed(page: &mut Paper, id: &str) {
    page.key("h3", text_of(id));
    prose(page, &format!("{id}-text"));
}

/// A paragraph; what stands between backticks is code.
fn prose(page: &mut Paper, id: &str) {
    let text = marked(tr(page.lang, text_of(id)));
    let _ = writeln!(page.out, "<p>{text}</p>");
}

fn marked(text: &str) -> String {
    let parts = escaped(text);
    let parts = parts.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() }).collect()
}

fn code(page: &mut Paper, text: &str) {
    let _ = writeln!(page.out, "<pre tabindex=\"0\"><code>{}</code></pre>", escaped(text.trim_end()));
}

/// Lines as they are typed.
fn prompted(lines: &str) -> String {
    let lines: Vec<String> = lines.lines().map(|line| format!("$ {line}")).collect();
    lines.join("\n")
}

/// A line, and what the terminal says then.
fn terminal(page: &mut Paper, shell: &Shell, line: &str) -> Result<(), String> {
    code(page, &format!("{}\n{}", prompted(line), answered(shell, line, 0)?));
    Ok(())
}

/// What the terminal says to a line that ends with that exit status: the sentences first, as it shows them first.
fn answered(shell: &Shell, line: &str, status: u8) -> Result<String, String> {
    let done = shell.run(line)?;
    let notes: String = done.notes.iter().map(|note| format!("{note}\n")).collect();
    if done.status == status { Ok(notes + &done.text) } else { Err(format!("{line}: {} {notes}", done.status)) }
}

/// Lines of a snippet, from one that begins so to before one that begins so.
fn part(snippet: &str, from: &str, to: &str) -> String {
    let lines = snippet.lines().skip_while(|line| !line.starts_with(from)).take_while(|line| !line.starts_with(to));
    lines.map(|line| line.strip_prefix("    ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// A table whose first and last columns are code.
fn table_of(page: &mut Paper, heads: [Key; 3], rows: &[[String; 3]]) {
    let heads = heads.map(|head| escaped(tr(page.lang, head)));
    let head: String = heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>")).collect();
    let _ = writeln!(page.out, "<table class=\"cards\"><thead><tr>{head}</tr></thead><tbody>");
    for [first, says, line] in rows {
        let cells = [format!("<code>{first}</code>"), marked(says), format!("<code>{}</code>", escaped(line))];
        page.out.push_str("<tr>");
        for (place, (cell, head)) in cells.iter().zip(&heads).enumerate() {
            let (tag, scope) = if place == 0 { ("th", " scope=\"row\"") } else { ("td", "") };
            let _ = write!(page.out, "<{tag}{scope} data-head=\"{head}\"><div>{cell}</div></{tag}>");
        }
        page.raw("</tr>");
    }
    page.raw("</tbody></table>");
}
