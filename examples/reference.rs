//! Writes the parameters of every chapter in one language as Markdown, from the tables that define them: `reference ja|en`. They are the
//! words of links, of scenario files and of `kitchen run`.

use std::env;
use std::error::Error;
use std::fmt::Write as _;

use kitchen_story::chapters;
use kitchen_story::scenario::{Param, Range};
use kitchen_text::{Lang, tr};

fn main() -> Result<(), Box<dyn Error>> {
    let lang = env::args().nth(1).and_then(|tag| Lang::from_tag(&tag)).ok_or("reference ja|en")?;
    let mut out = String::new();
    for chapter in chapters::chapters() {
        writeln!(out, "## {} (`{}`)\n", tr(lang, chapter.page.title), chapter.id)?;
        if chapter.kind.params.is_empty() {
            continue;
        }
        writeln!(out, "| | | | |\n| --- | --- | --- | --- |")?;
        for param in chapter.kind.params {
            let help = tr(lang, param.help).replace('|', "\\|");
            writeln!(out, "| `{}` | {} | {} | {help} |", param.id, tr(lang, param.name), range(param))?;
        }
        out.push('\n');
    }
    print!("{out}");
    Ok(())
}

/// What it may be, the default in bold.
fn range(param: &Param) -> String {
    match param.range {
        Range::Int { min, max } => format!("{min}–{max}, **{}**", param.default),
        Range::Bytes { min, max } => format!("2ⁿ B, {min}–{max}, **{}**", param.default),
        Range::Choice(all) => {
            let mark = |(at, (id, _)): (usize, &(&str, _))| {
                if at as i64 == param.default { format!("**`{id}`**") } else { format!("`{id}`") }
            };
            all.iter().enumerate().map(mark).collect::<Vec<_>>().join(" ")
        }
    }
}
