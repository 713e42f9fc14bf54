//! One style sheet of several, and files without their comments: both cost nothing to maintain.

use std::fs;
use std::path::Path;

use crate::sh::Result;
use crate::site::{read, write};
use crate::sizes;

/// Joins the style sheets under `dist`, and drops comments from them, from the scripts and from the page.
pub(crate) fn tidy(dist: &Path) -> Result {
    let files = sizes::files(dist)?;
    let is_text = |name: &str| [".css", ".js", "index.html"].iter().any(|end| name.ends_with(end));
    for text in files.iter().filter(|path| is_text(&path.to_string_lossy())) {
        write(text, &without_comments(&read(text)?))?;
    }
    join(dist)
}

/// Makes one style sheet of all that the page names, in its order: they pack better together, and are one request.
fn join(dist: &Path) -> Result {
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
