//! The pages beside the program that programs under `examples/` write: how we compute, the glossary, the teacher's page and its
//! worksheets, questions and answers, the page for writers.

use std::path::Path;
use std::process::Command;

use crate::pictures::{READING, framed, put_style};
use crate::sh::{self, Result};
use crate::site::{read, write};

/// The page's file without its language, and the program that writes what stands in it.
const PAGES: &[(&str, &str)] = &[
    ("how", "how_we_compute"),
    ("glossary", "glossary"),
    ("teachers", "teachers"),
    ("worksheets", "worksheets"),
    ("faq", "faq"),
    ("writers", "writers"),
];

/// Each language, and how the other one calls itself.
const LANGS: [(&str, &str, &str); 2] = [("ja", "en", "English"), ("en", "ja", "日本語")];

/// A page in one language, without its frame.
#[derive(Debug)]
struct Body {
    name: &'static str,
    lang: usize,
    text: String,
}

/// All pages, without their frames.
#[derive(Debug)]
pub(crate) struct Bodies(Vec<Body>);

/// Writes what stands in the pages; `cargo` runs the programs that know it.
pub(crate) fn bodies(cargo: impl Fn(&[&str]) -> Command) -> Result<Bodies> {
    let mut bodies = Vec::new();
    for &(name, program) in PAGES {
        for (lang, (tag, ..)) in LANGS.into_iter().enumerate() {
            let mut command = cargo(&["run", "--quiet", "--locked", "--example", program, "--", tag]);
            bodies.push(Body { name, lang, text: sh::capture(&mut command)? });
        }
    }
    Ok(Bodies(bodies))
}

/// Writes the pages in both languages in the frame of the first page.
pub(crate) fn put(dist: &Path, bodies: &Bodies) -> Result {
    let page = read(&dist.join("index.html"))?;
    put_style(dist)?;
    for Body { name, lang, text } in &bodies.0 {
        let (lang, other, own) = LANGS[*lang];
        write(&dist.join(format!("{name}-{lang}.html")), &whole(&page, name, [lang, other, own], text)?)?;
    }
    Ok(())
}

/// The page with its frame, which is named after the first headline and leads to the same page in the `other` language.
fn whole(page: &str, name: &str, [lang, other, own]: [&str; 3], body: &str) -> Result<String> {
    let title = body.split_once("<h1>").and_then(|(_, rest)| rest.split_once("</h1>")).map(|(title, _)| title);
    let title = title.ok_or_else(|| format!("the page {name} has no headline"))?;
    let turn = format!(
        "<nav class=\"turn\" aria-label=\"Languages\"><a href=\"{name}-{other}.html\" lang=\"{other}\" hreflang=\"{other}\">{own}</a></nav>"
    );
    let body = format!("{turn}\n<main class=\"how-page {name}-page\" id=\"main\">\n{body}</main>");
    framed(page, lang, title, &body)
}

/// Stands in for the pages while `cargo xtask serve` has them written: it asks again by itself.
pub(crate) fn put_waiting(dist: &Path) -> Result {
    let page = read(&dist.join("index.html"))?;
    let said = "<p lang=\"ja\">このページを書いています。できあがると、ここに出ます。</p>\n\
        <p lang=\"en\">This page is being written. It will appear here.</p>";
    let waiting = framed(&page, "ja", "", &format!("<main class=\"first-pictures\">\n{said}\n</main>"))?.replacen(
        "</head>",
        "<meta http-equiv=\"refresh\" content=\"2\">\n</head>",
        1,
    );
    put_style(dist)?;
    let named = PAGES.iter().flat_map(|(name, _)| LANGS.map(|(lang, ..)| format!("{name}-{lang}.html")));
    for name in named.chain(READING.map(|(_, file, _)| file.to_owned())) {
        write(&dist.join(name), &waiting)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "<html lang=\"ja\"><head>\n<title>K</title>\n</head><body><header class=\"h\">K</header></body></html>";

    fn check(body: &str, holds: &[&str]) {
        let text = whole(PAGE, "glossary", ["en", "ja", "日本語"], body).expect("a page");
        for part in holds {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("<script") && !text.contains("style="), "{text}");
    }

    #[test]
    fn a_page_is_named_after_its_headline_and_leads_to_its_other_language() {
        check(
            "<h1>Words</h1>",
            &["<title>Words — K", "<html lang=\"en\">", "href=\"glossary-ja.html\"", "how-page glossary-page"],
        );
        assert!(whole(PAGE, "glossary", ["en", "ja", "日本語"], "<p>no headline</p>").is_err());
    }
}
