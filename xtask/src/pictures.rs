//! The first picture of every chapter: on pages of their own for readers whose browser runs no scripts, and for the moment
//! before the program has come.

use std::path::Path;
use std::process::Command;

use crate::languages::{self, Language, USUAL};
use crate::sh::{self, Result};
use crate::site::{read, write};

const MARKER: &str = "<!-- first-pictures -->";
/// The style of the pages beside the program.
const STYLE: &str = "styles/how.css";

/// Draws the pictures into `folder`; gives the chapters' names in a line, then in each language its tag in a line and the
/// articles. `cargo` runs the program that knows them.
pub(crate) fn draw(folder: &Path, cargo: impl Fn(&[&str]) -> Command) -> Result<String> {
    sh::capture(cargo(&["run", "--quiet", "--locked", "--example", "first_pictures", "--"]).arg(folder))
}

/// Writes the pages about the pictures, which lie in `dist/pictures`, and tells the first page of both, once.
pub(crate) fn put(dist: &Path, drawn: &str) -> Result {
    let page = dist.join("index.html");
    let text = read(&page)?;
    let (chapters, articles) = drawn.split_once('\n').ok_or("there are no first pictures")?;
    put_style(dist)?;
    let languages = languages::all()?;
    for language in &languages {
        write(&dist.join(language.reading()), &reading(&text, (language, &languages), articles)?)?;
    }
    if text.contains("<div data-first=") {
        return Ok(());
    }
    if !text.contains(MARKER) {
        return Err(format!("index.html has no {MARKER}"));
    }
    let turn = format!(
        "<noscript><meta http-equiv=\"refresh\" content=\"0;url={}\"></noscript>\n</head>",
        languages[0].reading()
    );
    let text = text.replacen("</head>", &turn, 1);
    let drawn = format!("\n{articles}");
    let title = |language: &Language| {
        let articles = own(&drawn, language, &languages)?;
        Ok(format!(" data-{}=\"{}\"", language.tag, between(articles, "<h1>", "</h1>")?))
    };
    let titles: Vec<String> = languages.iter().map(title).collect::<Result<_>>()?;
    write(&page, &text.replace(MARKER, &format!("<div data-first=\"{chapters}\"{}></div>", titles.concat())))
}

/// The page's head, header and word to those without scripts, around the articles in one language.
fn reading(page: &str, (language, languages): (&Language, &[Language]), drawn: &str) -> Result<String> {
    let drawn = format!("\n{drawn}");
    let articles = own(&drawn, language, languages)?;
    let others = languages.iter().filter(|other| *other != language);
    // No static file reads where a link leads: the contents offer every chapter in every language, first of all.
    let titles: Vec<_> = others.flat_map(|other| titles(&drawn, other, languages)).collect();
    let articles: String = articles.lines().flat_map(|line| [paired(line, &titles), "\n".to_owned()]).collect();
    let word = between(page, "<noscript><p", "</noscript>")?;
    let word = format!("{word}<");
    let said = |tag: &str| between(&word, &format!("<span lang=\"{tag}\">"), "</span>");
    let word = said(&language.tag).or_else(|_| said(USUAL))?;
    let body = format!(
        "<main class=\"how-page reading-page\" id=\"main\">\n<p class=\"start-problem\">{word}</p>\n{LED}\n{}</main>",
        turned(&articles, language, languages)
    );
    framed(page, &language.tag, "", &format!("{}\n{body}", tongues(language, languages)))
}

/// What is drawn in one language.
pub(crate) fn own<'a>(drawn: &'a str, language: &Language, languages: &[Language]) -> Result<&'a str> {
    let tag = &language.tag;
    let (_, rest) =
        drawn.split_once(&format!("\n{tag}\n")).ok_or_else(|| format!("there are no first pictures in {tag}"))?;
    let ends = languages.iter().filter_map(|other| rest.find(&format!("\n{}\n", other.tag)));
    Ok(ends.min().map_or(rest, |end| &rest[..=end]))
}

/// What is said to readers whom a link led here that asks for a chapter.
const LED: &str = "<p class=\"led\"><span lang=\"ja\">章へのリンクから来た方は、目次からその章へ。</span> <span lang=\"en\">If a link to a chapter led you here, choose the chapter from the contents.</span></p>";

/// A row of the contents: the chapter's id and its title.
fn row(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("<li><a href=\"#")?.strip_suffix("</a></li>")?.split_once("\">")
}

/// The chapters as a language calls them, each with the link to it.
fn titles(drawn: &str, language: &Language, languages: &[Language]) -> Vec<(String, String)> {
    let (tag, file) = (&language.tag, language.reading());
    let lines = drawn.lines().skip_while(|line| line != tag).skip(1);
    let own = lines.take_while(|line| languages.iter().all(|other| *line != other.tag));
    let link = |(id, title): (&str, &str)| {
        (id.to_owned(), format!("<a href=\"{file}#{id}\" lang=\"{tag}\" hreflang=\"{tag}\">{title}</a>"))
    };
    own.filter_map(row).map(link).collect()
}

/// A row of the contents with the chapter in the other languages beside it; any other line as it is.
fn paired(line: &str, titles: &[(String, String)]) -> String {
    let Some((id, _)) = row(line) else { return line.to_owned() };
    let others: String = titles.iter().filter(|(of, _)| of == id).map(|(_, link)| format!(" · {link}")).collect();
    line.replacen("</a></li>", &format!("</a>{others}</li>"), 1)
}

/// The languages, at the very top.
fn tongues(own: &Language, languages: &[Language]) -> String {
    let link = |language: &Language| {
        if language == own { format!("<b lang=\"{}\">{}</b>", own.tag, own.name) } else { way(language, "") }
    };
    let links: Vec<String> = languages.iter().map(link).collect();
    format!("<nav class=\"tongues\" aria-label=\"Languages\">{}</nav>", links.join(" "))
}

/// The way to the pictures in a language, by its name; `place` is a hash or nothing.
fn way(language: &Language, place: &str) -> String {
    let (tag, file, name) = (&language.tag, language.reading(), &language.name);
    format!("<a href=\"{file}{place}\" lang=\"{tag}\" hreflang=\"{tag}\">{name}</a>")
}

/// Each chapter with the way to itself in the other languages.
fn turned(articles: &str, own: &Language, languages: &[Language]) -> String {
    let mut out = String::new();
    for (index, part) in articles.split("<article id=\"").enumerate() {
        if index == 0 {
            out.push_str(part);
            continue;
        }
        let id = part.split('"').next().unwrap_or_default();
        let others = languages.iter().filter(|other| *other != own);
        let links: Vec<String> = others.map(|other| way(other, &format!("#{id}"))).collect();
        let other = format!("<p class=\"other\">{}</p></article>", links.join(" "));
        out.push_str("<article id=\"");
        out.push_str(&part.replacen("</article>", &other, 1));
    }
    out
}

/// Puts the style of the pages beside the program there.
pub(crate) fn put_style(dist: &Path) -> Result {
    write(&dist.join("how.css"), &read(&sh::root().join(STYLE))?)
}

/// A page without scripts: the head and the header of the first page around a body of its own.
pub(crate) fn framed(page: &str, lang: &str, title: &str, body: &str) -> Result<String> {
    let head = between(page, "", "</head>")?.replacen("<html lang=\"ja\">", &format!("<html lang=\"{lang}\">"), 1);
    let head = if title.is_empty() { head } else { head.replacen("<title>", &format!("<title>{title} — "), 1) };
    let is_theirs = |line: &&str| ["preload", "refresh", "<script"].iter().all(|own| !line.contains(own));
    let styles: Vec<&str> = head.lines().filter(is_theirs).collect();
    let header = between(page, "<header", "</header>")?;
    Ok(format!(
        "{}\n<link rel=\"stylesheet\" href=\"./how.css\">\n</head>\n<body>\n<div class=\"first\">\n<header{header}</header>\n{body}\n</div>\n</body>\n</html>\n",
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

    const PAGE: &str = "<html lang=\"ja\"><head>\n<title>K</title>\n<link rel=\"stylesheet\" href=\"a.css\">\n<link rel=\"preload\" href=\"a.wasm\">\n<script src=\"a.js\"></script>\n</head>\
        <body><header class=\"h\">K</header><noscript><p class=\"s\"><span lang=\"ja\">否</span> <span lang=\"en\">no</span></p></noscript></body></html>";
    const DRAWN: &str = "ja\n<h1>甲</h1>\n<li><a href=\"#a\">甲の章</a></li>\n<article id=\"a\">一</article>\n\
        en\n<h1>A</h1>\n<li><a href=\"#a\">First</a></li>\n<article id=\"a\">one</article>\n\
        es\n<h1>A</h1>\n<li><a href=\"#a\">Primero</a></li>\n<article id=\"a\">uno</article>\n";

    fn languages() -> [Language; 3] {
        [("ja", "日本語"), ("en", "English"), ("es", "Español")].map(|(tag, name)| languages::named(tag, name, tag))
    }

    fn read_in(tag: &str, drawn: &str) -> Result<String> {
        let languages = languages();
        let language = languages.iter().find(|language| language.tag == tag).expect("a language");
        reading(PAGE, (language, &languages), drawn)
    }

    fn check(lang: &str, holds: &[&str], lacks: &[&str]) {
        let text = read_in(lang, DRAWN).expect("a page");
        for part in holds.iter().chain(&["a.css", "<header class=\"h\">K</header>", "./how.css"]) {
            assert!(text.contains(part), "{part}: {text}");
        }
        for part in lacks.iter().chain(&["a.wasm", "<script", "<style", "style="]) {
            assert!(!text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn the_contents_lead_to_every_chapter_in_every_language() {
        let there = "<a href=\"reading-es.html#a\" lang=\"es\" hreflang=\"es\">Primero</a></li>";
        let ja =
            "<li><a href=\"#a\">甲の章</a> · <a href=\"reading-en.html#a\" lang=\"en\" hreflang=\"en\">First</a> · ";
        let en = "<li><a href=\"#a\">First</a> · <a href=\"reading.html#a\" lang=\"ja\" hreflang=\"ja\">甲の章</a> · ";
        let (ja, en) = (&[ja, there].concat(), &[en, there].concat());
        check("ja", &[ja, LED], &[en]);
        check("en", &[en, LED], &[ja]);
    }

    #[test]
    fn each_language_has_a_page_without_scripts_that_leads_to_the_others() {
        let (ja, en) = (
            ["<html lang=\"ja\">", "否", "一", "reading-en.html#a"],
            ["<html lang=\"en\">", "no", "one", "reading.html#a"],
        );
        check("ja", &ja, &["one", "no</p>"]);
        check("en", &en, &["一", "否"]);
        // What the first page says to readers without scripts stands there in Japanese and English alone.
        check("es", &["<html lang=\"es\">", "no", "uno", "reading.html#a", "reading-en.html#a"], &["一", "否", "one<"]);
        assert!(read_in("es", "ja\n<h1>甲</h1>\n").is_err());
    }
}
