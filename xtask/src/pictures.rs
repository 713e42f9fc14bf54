//! The first picture of every chapter: on a page of their own for readers whose browser runs no scripts, and for the moment
//! before the program has come.

use std::path::Path;
use std::process::Command;

use crate::sh::{self, Result};
use crate::site::{read, write};

const MARKER: &str = "<!-- first-pictures -->";
/// The page for readers whose browser runs no scripts; the others need not fetch it.
pub(crate) const READING: &str = "reading.html";

/// Draws the pictures into `folder`; gives the chapters' names in a line, then the articles about them. `cargo` runs the
/// program that knows them.
pub(crate) fn draw(folder: &Path, cargo: impl Fn(&[&str]) -> Command) -> Result<String> {
    sh::capture(cargo(&["run", "--quiet", "--locked", "--example", "first_pictures", "--"]).arg(folder))
}

/// Writes the page about the pictures, which lie in `dist/pictures`, and tells the first page of both, once.
pub(crate) fn put(dist: &Path, drawn: &str) -> Result {
    let page = dist.join("index.html");
    let text = read(&page)?;
    let (chapters, articles) = drawn.split_once('\n').ok_or("there are no first pictures")?;
    write(&dist.join(READING), &reading(&text, articles)?)?;
    if text.contains("<div data-first=") {
        return Ok(());
    }
    if !text.contains(MARKER) {
        return Err(format!("index.html has no {MARKER}"));
    }
    let turn = format!("<noscript><meta http-equiv=\"refresh\" content=\"0;url={READING}\"></noscript>\n</head>");
    let text = text.replacen("</head>", &turn, 1);
    write(&page, &text.replace(MARKER, &format!("<div data-first=\"{chapters}\"></div>")))
}

/// The page's head, header and word to those without scripts, around the articles.
fn reading(page: &str, articles: &str) -> Result<String> {
    let word = between(page, "<noscript><p", "</noscript>")?;
    framed(page, &format!("<p{word}\n<main class=\"first-pictures\">\n{articles}</main>"))
}

/// A page without scripts: the head and the header of the first page around a body of its own.
pub(crate) fn framed(page: &str, body: &str) -> Result<String> {
    let head = between(page, "", "</head>")?;
    let styles: Vec<&str> =
        head.lines().filter(|line| !line.contains("preload") && !line.contains("refresh")).collect();
    let header = between(page, "<header", "</header>")?;
    Ok(format!(
        "{}\n</head>\n<body>\n<div class=\"first\">\n<header{header}</header>\n{body}\n</div>\n</body>\n</html>\n",
        styles.join("\n")
    ))
}

fn between<'a>(text: &'a str, from: &str, to: &str) -> Result<&'a str> {
    let found = text.split_once(from).and_then(|(_, rest)| rest.split_once(to));
    found.map(|(inside, _)| inside).ok_or_else(|| format!("index.html has nothing between {from} and {to}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_without_scripts_asks_for_none() {
        let page = "<html><head>\n<link rel=\"stylesheet\" href=\"a.css\">\n<link rel=\"preload\" href=\"a.wasm\">\n</head>\
            <body><header class=\"h\">K</header><noscript><p>no</p></noscript><script src=\"a.js\"></script></body></html>";
        let text = reading(page, "<article></article>").expect("a page");
        for part in ["a.css", "<header class=\"h\">K</header>", "<p>no</p>", "<article></article>"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("a.wasm") && !text.contains("<script"), "{text}");
    }
}
