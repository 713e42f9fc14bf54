//! The pages beside the program that programs under `examples/` write: how we compute, the glossary, the teacher's page and its
//! worksheets, questions and answers, the pages for writers and for programmers.

use std::path::Path;
use std::process::Command;

use crate::languages::{self, Language};
use crate::pictures::{framed, put_style};
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
    ("programmers", "programmers"),
];

/// A page in one language, without its frame.
#[derive(Debug)]
struct Body {
    name: &'static str,
    lang: Language,
    text: String,
}

/// All pages, without their frames.
#[derive(Debug)]
pub(crate) struct Bodies(Vec<Body>);

/// Writes what stands in the pages; `cargo` runs the programs that know it.
pub(crate) fn bodies(cargo: impl Fn(&[&str]) -> Command) -> Result<Bodies> {
    let mut bodies = Vec::new();
    for &(name, program) in PAGES {
        for lang in languages::whole()? {
            let mut command = cargo(&["run", "--quiet", "--locked", "--example", program, "--", &lang.tag]);
            bodies.push(Body { name, lang, text: sh::capture(&mut command)? });
        }
    }
    Ok(Bodies(bodies))
}

/// Writes the pages, in the languages in which they are written, in the frame of the first page.
pub(crate) fn put(dist: &Path, bodies: &Bodies) -> Result {
    let page = read(&dist.join("index.html"))?;
    put_style(dist)?;
    let languages = languages::whole()?;
    for Body { name, lang, text } in &bodies.0 {
        write(&dist.join(format!("{name}-{}.html", lang.tag)), &whole(&page, name, (lang, &languages), text)?)?;
    }
    Ok(())
}

/// The page with its frame, which is named after the first headline and leads to the same page in the other languages.
fn whole(page: &str, name: &str, (lang, languages): (&Language, &[Language]), body: &str) -> Result<String> {
    let title = body.split_once("<h1>").and_then(|(_, rest)| rest.split_once("</h1>")).map(|(title, _)| title);
    let title = title.ok_or_else(|| format!("the page {name} has no headline"))?;
    let way = |Language { tag, name: own, .. }: &Language| {
        format!("<a href=\"{name}-{tag}.html\" lang=\"{tag}\" hreflang=\"{tag}\">{own}</a>")
    };
    let ways: Vec<String> = languages.iter().filter(|other| *other != lang).map(way).collect();
    let turn = format!("<nav class=\"turn\" aria-label=\"Languages\">{}</nav>", ways.join(" "));
    let body = format!("{turn}\n<main class=\"how-page {name}-page\" id=\"main\">\n{body}</main>");
    framed(page, &lang.tag, title, &body)
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
    let (all, own) = (languages::all()?, languages::whole()?);
    let named = PAGES.iter().flat_map(|(name, _)| own.iter().map(move |lang| format!("{name}-{}.html", lang.tag)));
    for name in named.chain(all.iter().map(Language::reading)) {
        write(&dist.join(name), &waiting)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "<html lang=\"ja\"><head>\n<title>K</title>\n</head><body><header class=\"h\">K</header></body></html>";

    fn put_in_frame(body: &str) -> Result<String> {
        let languages = [("ja", "日本語"), ("en", "English")].map(|(tag, name)| languages::named(tag, name, tag));
        whole(PAGE, "glossary", (&languages[1], &languages), body)
    }

    fn check(body: &str, holds: &[&str]) {
        let text = put_in_frame(body).expect("a page");
        for part in holds {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("<script") && !text.contains("style="), "{text}");
    }

    #[test]
    fn a_page_is_named_after_its_headline_and_leads_to_its_other_languages() {
        check(
            "<h1>Words</h1>",
            &["<title>Words — K", "<html lang=\"en\">", "href=\"glossary-ja.html\"", "how-page glossary-page"],
        );
        assert!(put_in_frame("<p>no headline</p>").is_err());
    }
}
