//! The address of the page: what it asks for, and how it is written.

use kitchen_story::brought::OPENED;
use kitchen_story::chapters;
use kitchen_story::scenario::link::{self, Address, Drawer, Drawers, Lanes, Look};
use kitchen_text::{Lang, Line, msg};

/// Asks for the times of each frame; it is no part of how things are shown.
const BENCH: &str = "bench=1";

/// What an address asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    pub address: Address,
    /// One that is open; nothing is the home page.
    pub chapter: Option<&'static str>,
    pub lang: Lang,
    /// What cannot be had.
    pub problems: Vec<Line>,
}

/// Reads a query and a hash. `languages`: those the reader prefers, best first.
pub fn read(query: &str, hash: &str, languages: &[String]) -> Asked {
    // Without a chapter there is no moment of one.
    let hash = if chapter(&link::look(query)).is_some() { hash } else { "" };
    let (mut address, mut problems) = chapters::parse(query, hash);
    let scene = address.look.scene.as_deref();
    let chapter = chapter(&address.look);
    if let (Some(scene), None) = (scene, chapter) {
        problems.push(Line::from(msg::ShellProblemScene { scene: scene.into() }));
    }
    // Links of before, when the timeline always stood there.
    if address.look.lanes == Lanes::Links && address.look.drawers == Drawers::default() {
        address.look.drawers = address.look.drawers.with(Drawer::Timeline, true);
    }
    if hash.trim_start_matches('#').is_empty() {
        open_first_act(&mut address, chapter);
    } else {
        open_act(&mut address, (chapter, hash), &mut problems);
    }
    let lang = lang(&address.look, languages);
    Asked { address, chapter, lang, problems }
}

/// A chapter opens with its first act; in another page with all of it.
pub fn open_first_act(address: &mut Address, chapter: Option<&'static str>) {
    let acts = chapter.and_then(chapters::chapter).map_or(&[][..], |chapter| chapter.acts);
    if let Some(act) = acts.first().filter(|_| !address.look.embed) {
        (address.act, address.guide) = (Some(act.id.to_owned()), false);
        address.scenario = act.scenario(address.scenario.kind);
    }
}

/// The act that a link names, as the act has it or as the link does.
fn open_act(address: &mut Address, (chapter, hash): (Option<&'static str>, &str), problems: &mut Vec<Line>) {
    let Some(id) = address.act.clone() else { return };
    let acts = chapter.and_then(chapters::chapter).map_or(&[][..], |chapter| chapter.acts);
    match acts.iter().find(|act| act.id == id) {
        Some(act) if !link::sets(hash) => address.scenario = act.scenario(address.scenario.kind),
        Some(_) => {}
        None => {
            problems.push(Line::from(msg::ShellProblemAct { act: id.as_str().into() }));
            (address.act, address.guide) = (None, true);
        }
    }
}

/// The chapter that a query leads to; nothing is the home page.
pub fn chapter(look: &Look) -> Option<&'static str> {
    look.scene.as_deref().and_then(chapters::chapter).map(|chapter| chapter.id)
}

/// The language that a query names, or else the reader does: English for readers of none that there is.
pub fn lang(look: &Look, languages: &[String]) -> Lang {
    let known = |tag: &String| Lang::from_tag(tag.split('-').next().unwrap_or_default());
    look.lang.or_else(|| languages.iter().find_map(known)).unwrap_or(Lang::En)
}

/// What is kept where the reader allows a place to be kept, and has not opened a chapter since.
pub const NOWHERE: &str = "home";

/// A place as it is kept on the device: the chapter, and its moment as a link's hash.
pub fn kept(chapter: &str, hash: &str) -> String {
    [chapter, "#", hash].concat()
}

/// Reads a place that was kept; what is none, or of a chapter that is no longer there, is as if nothing had been kept.
pub fn place(text: &str) -> Option<(&'static str, String)> {
    let (scene, hash) = text.split_once('#')?;
    let chapter = chapters::chapter(scene)?.id;
    // Nothing else than a moment comes into the page.
    link::is_moment(chapters::chapter(chapter)?.kind, hash).then(|| (chapter, hash.to_owned()))
}

fn pairs(query: &str) -> impl Iterator<Item = &str> {
    query.trim_start_matches('?').split('&')
}

/// A query without its `?` and the request for times.
pub fn ours(query: &str) -> String {
    pairs(query).filter(|pair| *pair != BENCH).collect::<Vec<_>>().join("&")
}

/// Whether a hash tells of something of the reader's own, which only a part of the program can read.
pub fn is_own(hash: &str) -> bool {
    let own = |pair: &str| pair.split_once('=').is_some_and(|(name, _)| name == OPENED);
    hash.strip_prefix('#').unwrap_or(hash).split('&').any(own)
}

/// Whether a query asks for the times of each frame.
pub fn wants_bench(query: &str) -> bool {
    pairs(query).any(|pair| pair == BENCH)
}

/// The address of a moment for those who pass it on: by the chapter's sign (`xtask/src/signs.rs`), which says in its head what the chapter
/// asks; without a chapter the address itself.
pub fn passed_on(href: &str, chapter: Option<&str>, lang: Lang, (query, hash): (&str, &str)) -> String {
    let Some(chapter) = chapter else { return join(href, query, hash) };
    let folder = folder(href);
    let is_said = |pair: &&str| ["scene=", "lang="].iter().any(|own| pair.starts_with(own));
    let kept: Vec<&str> = query.split('&').filter(|pair| !pair.is_empty() && !is_said(pair)).collect();
    join(&format!("{folder}{chapter}-{}.html", lang.tag()), &kept.join("&"), hash)
}

/// The folder in which a page lies, with its slash.
pub fn folder(href: &str) -> &str {
    let page = href.split(['?', '#']).next().unwrap_or_default();
    page.rfind('/').map_or("", |end| &page[..=end])
}

/// An address from another, whose own query and hash are dropped, with this query and hash (both without their mark).
pub fn join(href: &str, query: &str, hash: &str) -> String {
    let mut address = href.split(['?', '#']).next().unwrap_or_default().to_owned();
    for (mark, part) in [('?', query), ('#', hash)] {
        if !part.is_empty() {
            address.push(mark);
            address.push_str(part);
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, languages: &[&str], expected: (Option<&str>, Lang, usize)) {
        let languages: Vec<String> = languages.iter().map(|&tag| tag.to_owned()).collect();
        let asked = read(query, "", &languages);
        assert_eq!((asked.chapter, asked.lang, asked.problems.len()), expected, "{query} {languages:?}");
    }

    #[test]
    fn an_address_says_the_chapter_and_the_language_or_the_reader_does() {
        check("", &["fr-FR", "ja-JP", "en"], (None, Lang::Ja, 0));
        check("", &["fr"], (None, Lang::En, 0));
        check("", &["fr", "es-MX", "ja"], (None, Lang::Es, 0));
        check("scene=data&lang=es", &["ja"], (Some("data"), Lang::Es, 0));
        check("scene=data&lang=en", &["ja"], (Some("data"), Lang::En, 0));
        check("?scene=nowhere", &["ja"], (None, Lang::Ja, 1));
        check("scene=data&utm_source=x", &[], (Some("data"), Lang::En, 0));
    }

    #[test]
    fn who_passes_a_moment_on_gives_the_chapter_s_sign() {
        let check = |chapter: Option<&str>, query: &str, expected: &str| {
            let given = passed_on("https://a.example/b/index.html?x#y", chapter, Lang::Ja, (query, "v=1"));
            assert_eq!(given, expected);
        };
        check(Some("data"), "scene=data&lang=ja", "https://a.example/b/data-ja.html#v=1");
        check(Some("data"), "scene=data&lang=ja&layer=xray", "https://a.example/b/data-ja.html?layer=xray#v=1");
        check(None, "lang=ja", "https://a.example/b/index.html?lang=ja#v=1");
    }

    #[test]
    fn what_was_read_is_written_back() {
        let asked = read("?scene=links&layer=xray", "#v=1&chefs=16&t=5", &[]);
        let (query, hash) = asked.address.encode();
        let again = read(&query, &hash, &[]);
        assert_eq!(again, asked);
        assert_eq!(join("https://a.example/b/?c#d", &query, &hash), format!("https://a.example/b/?{query}#{hash}"));
        assert_eq!(join("https://a.example/b/?c#d", "", ""), "https://a.example/b/");
    }

    #[test]
    fn a_place_is_a_moment_of_an_open_chapter() {
        let check = |text: &str, expected: Option<(&'static str, &str)>| {
            assert_eq!(place(text), expected.map(|(chapter, hash)| (chapter, hash.to_owned())), "{text}");
        };
        let asked = read("?scene=links", "#v=1&chefs=16&t=5&speed=200&guide=0", &[]);
        let written = asked.address.encode().1;
        check(&kept("links", &written), Some(("links", &written)));
        check("links#", Some(("links", "")));
        check("links", None);
        check("dessert#v=1", None);
        for wrong in
            ["v=2", "kind=pipeline", "chefs=7000000", "chefs=x", "t=-1", "t=1e9", "speed=0", "guide=2", "x=1", "made=a"]
        {
            check(&kept("links", wrong), None);
        }
        check(&kept("links", &"t=1&".repeat(600)), None);
    }

    #[test]
    fn without_a_chapter_there_is_no_moment() {
        let check = |query: &str, hash: &str, expected: usize| {
            assert_eq!(read(query, hash, &[]).problems.len(), expected, "{query} {hash}");
        };
        check("lang=ja", "#v=1&kind=links&chefs=7000000", 0);
        check("scene=links", "#v=1&kind=links&chefs=7000000", 1);
    }

    #[test]
    fn the_request_for_times_is_no_part_of_the_address() {
        assert_eq!(ours("?scene=data&bench=1&lang=ja"), "scene=data&lang=ja");
        assert!(wants_bench("?scene=data&bench=1") && !wants_bench("?bench=10"));
    }
}
