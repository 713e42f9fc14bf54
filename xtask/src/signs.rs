//! An address of its own for each chapter in each language, `pipeline-ja.html`: a static host sends the same first page whatever a
//! link's query says, so what sees a link before a reader does (a messenger, a search engine) reads the chapter's name and question
//! here. `assets/sign.js` leads on from it, with the moment that stands behind the sign.

use std::path::Path;

use crate::languages::{self, Language};
use crate::pictures::own;
use crate::previews;
use crate::sh::Result;
use crate::site::{read, write};

const SCRIPT: &str = "sign.js";
/// Where the site will stand, with the slash at its end, for addresses in the tags: those who read them want whole ones.
const SITE: &str = "COLLECTIVE_KITCHEN_SITE";

/// Writes the pages; `drawn` is what `pictures::draw` gave.
/// `has_previews`: a picture of each lies in the folder.
pub(crate) fn put(dist: &Path, drawn: &str, has_previews: bool) -> Result {
    let drawn = format!("\n{drawn}");
    let page = read(&dist.join("index.html"))?;
    let site = std::env::var(SITE).ok().filter(|site| site.ends_with('/'));
    let languages = languages::all()?;
    for language in &languages {
        for sign in signs(own(&drawn, language, &languages)?) {
            let text = written(&page, (language, &languages), &sign, (site.as_deref(), has_previews))?;
            write(&dist.join(format!("{}-{}.html", sign.chapter, language.tag)), &text)?;
        }
    }
    write(&dist.join(SCRIPT), &read(&crate::sh::root().join("assets").join(SCRIPT))?)
}

/// What a chapter's sign says, as HTML has it.
#[derive(Debug, PartialEq)]
struct Sign<'a> {
    chapter: &'a str,
    title: &'a str,
    hook: &'a str,
}

/// Those of the chapters among the articles.
fn signs(articles: &str) -> impl Iterator<Item = Sign<'_>> {
    articles.split("<article id=\"").skip(1).filter_map(|article| {
        let (chapter, rest) = article.split_once("\"><h2>")?;
        let (title, rest) = rest.split_once("</h2><p>")?;
        let (hook, _) = rest.split_once("</p>")?;
        Some(Sign { chapter, title, hook })
    })
}

/// The tags of what is shown beside a link: its whole address where that is known.
fn preview(lang: &str, Sign { chapter, title, .. }: &Sign<'_>, site: Option<&str>) -> String {
    let image = format!("{}{}", site.unwrap_or("./"), previews::name(chapter, lang));
    let [width, height] = previews::SIZE;
    format!(
        "<meta property=\"og:image\" content=\"{image}\">\n<meta property=\"og:image:type\" content=\"image/png\">\n\
        <meta property=\"og:image:width\" content=\"{width}\">\n<meta property=\"og:image:height\" content=\"{height}\">\n\
        <meta property=\"og:image:alt\" content=\"{title}\">\n<meta name=\"twitter:image\" content=\"{image}\">\n"
    )
}

/// Where the same chapter is said in another language.
fn hreflang(chapter: &str, Language { tag, .. }: &Language, site: Option<&str>) -> String {
    let site = site.unwrap_or("./");
    format!("<link rel=\"alternate\" hreflang=\"{tag}\" href=\"{site}{chapter}-{tag}.html\">\n")
}

fn written(
    page: &str,
    (language, languages): (&Language, &[Language]),
    sign: &Sign<'_>,
    (site, has_preview): (Option<&str>, bool),
) -> Result<String> {
    let Sign { chapter, title, hook } = sign;
    let icon = page.lines().find(|line| line.starts_with("<link rel=\"icon\"")).ok_or("index.html names no icon")?;
    let (lang, locale) = (language.tag.as_str(), &language.locale);
    let others = || languages.iter().filter(|other| *other != language);
    let alternate =
        |other: &Language| format!("<meta property=\"og:locale:alternate\" content=\"{}\">\n", other.locale);
    let others: String = others().map(alternate).chain(others().map(|other| hreflang(chapter, other, site))).collect();
    let place = site.map_or_else(String::new, |site| {
        format!("<link rel=\"canonical\" href=\"{site}{chapter}-{lang}.html\">\n<meta property=\"og:url\" content=\"{site}{chapter}-{lang}.html\">\n")
    });
    let (card, image) =
        if has_preview { ("summary_large_image", preview(lang, sign, site)) } else { ("summary", String::new()) };
    Ok(format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
        <title>{title} — Collective Kitchen</title>\n<meta name=\"description\" content=\"{hook}\">\n{place}\
        <meta property=\"og:type\" content=\"article\">\n<meta property=\"og:site_name\" content=\"Collective Kitchen\">\n\
        <meta property=\"og:title\" content=\"{title}\">\n<meta property=\"og:description\" content=\"{hook}\">\n\
        <meta property=\"og:locale\" content=\"{locale}\">\n{others}\
        {image}<meta name=\"twitter:card\" content=\"{card}\">\n<meta name=\"twitter:title\" content=\"{title}\">\n\
        <meta name=\"twitter:description\" content=\"{hook}\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
        <meta name=\"referrer\" content=\"no-referrer\">\n{icon}\n<script src=\"./{SCRIPT}\" defer></script>\n</head>\n\
        <body>\n<h1><a id=\"way\" href=\"./?scene={chapter}&amp;lang={lang}\">{title}</a></h1>\n<p>{hook}</p>\n\
        <img src=\"pictures/{chapter}-{lang}.svg\" width=\"960\" height=\"540\" alt=\"\">\n</body>\n</html>\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<head>\n<link rel=\"icon\" href=\"data:,\">\n</head>";

    fn check(article: &str, site: (Option<&str>, bool), holds: &[&str], lacks: &[&str]) {
        let sign = signs(article).next().expect("a sign");
        let languages =
            ["ja", "en", "es"].map(|tag| languages::named(tag, tag, &format!("{tag}_{}", tag.to_uppercase())));
        let page = written(PAGE, (&languages[1], &languages), &sign, site).expect("a page");
        for part in holds {
            assert!(page.contains(part), "{part}: {page}");
        }
        for part in lacks {
            assert!(!page.contains(part), "{part}: {page}");
        }
    }

    #[test]
    fn a_sign_names_its_chapter_and_leads_to_it() {
        let article = "<article id=\"a-b\"><h2>First &amp; last</h2><p>Why?</p><figure>";
        let own = [
            "og:title\" content=\"First &amp; last\"",
            "og:description\" content=\"Why?\"",
            "?scene=a-b&amp;lang=en",
            "og:locale\" content=\"en_EN\"",
            "alternate\" content=\"ja_JA\"",
            "alternate\" content=\"es_ES\"",
            "<link rel=\"alternate\" hreflang=\"es\" href=\"./a-b-es.html\">",
        ];
        let usual = "twitter:card\" content=\"summary\"";
        check(article, (None, false), &[&own[..], &[usual]].concat(), &["canonical", "og:url", "og:image"]);
        let large = "twitter:card\" content=\"summary_large_image\"";
        let near = ["og:image\" content=\"./pictures/a-b-preview-en.png\"", "og:image:width\" content=\"1200\"", large];
        check(article, (None, true), &near, &[usual]);
        let site = Some("https://kitchen.example/");
        let whole = [
            "og:url\" content=\"https://kitchen.example/a-b-en.html\"",
            "og:image\" content=\"https://kitchen.example/pictures/a-b-preview-en.png\"",
            "twitter:image\" content=\"https://kitchen.example/pictures/a-b-preview-en.png\"",
        ];
        check(article, (site, true), &whole, &[]);
        assert_eq!(signs("<article id=\"x\"><p>no headline</p>").next(), None);
    }
}
