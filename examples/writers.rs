//! Writes the page for those who put a chapter into an article, a book or slides, in one language as HTML: `writers ja|en`. The texts are
//! `writers.ftl`; every example on it is alive, and is the code that stands above it. `cargo xtask build` puts it into the page's frame.

#[allow(dead_code, reason = "each page uses its own part of it")]
#[path = "paper/mod.rs"]
mod paper;

use std::env;
use std::error::Error;
use std::fmt::Write as _;

use kitchen_story::scenario::link::Parts;
use kitchen_text::{Key, Lang, key, tr};

use paper::{Moment, Paper, escaped, named, short_name};

/// Where the site will stand, as `cargo xtask build` is told; else an example of an address.
const SITE: &str = "COLLECTIVE_KITCHEN_SITE";
const ELSEWHERE: &str = "https://example.org/kitchen/";

/// The chapter and the act of the examples.
const CHAPTER: &str = "pipeline";
const ACT: &str = "cut";

/// What the element takes, as `assets/embed.js` has it: each with a text of its own.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("chapter", "pipeline, data, lab …"),
    ("act", "cut …"),
    // The languages stand beside it.
    ("lang", ""),
    ("layer", "kitchen, xray"),
    ("theme", "auto, light, dark"),
    ("moment", "v=1&kind=…"),
    ("controls", ""),
    ("timeline", ""),
    ("plain", ""),
];

/// What it does when it is asked to, and what it tells.
const METHODS: &[(&str, &str)] =
    &[("play", "play()"), ("pause", "pause()"), ("seek", "seek(share)"), ("set", "set({ … })")];
const EVENTS: &[(&str, &str)] = &[
    ("ready", "{ chapters }"),
    ("state", "{ chapter, act, lang, layer, query, hash, time, end, playing, caption }"),
    ("time", "{ time, end }"),
    ("act", "{ act }"),
    ("answered", "{ }"),
    ("error", "{ said }"),
];

/// What a page and a frame say to each other, as `assets/frame.js` has it.
const ASKED: &[(&str, &str)] = &[
    ("play", "{ kitchen: 1, type: \"play\" }"),
    ("pause", "{ kitchen: 1, type: \"pause\" }"),
    ("seek", "{ kitchen: 1, type: \"seek\", share: 0.5 }"),
    ("set", "{ kitchen: 1, type: \"set\", act: \"cut\", lang: \"en\" }"),
    ("state", "{ kitchen: 1, type: \"state\" }"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let lang = env::args().nth(1).and_then(|tag| Lang::from_tag(&tag)).ok_or("writers ja|en")?;
    let site = env::var(SITE).ok().filter(|site| site.ends_with('/'));
    println!("{}", write(lang, site.as_deref().unwrap_or(ELSEWHERE))?);
    Ok(())
}

/// The element, from a site that lies there.
fn element(lang: Lang, site: &str, name: &str) -> String {
    let tag = lang.tag();
    format!(
        "<script src=\"{site}embed.js\" async></script>\n<collective-kitchen chapter=\"{CHAPTER}\" act=\"{ACT}\" lang=\"{tag}\">\n  \
         <a href=\"{site}{CHAPTER}-{tag}.html\">{name}</a>\n</collective-kitchen>"
    )
}

/// A frame with a chapter.
fn frame(address: &str, name: &str) -> String {
    format!(
        "<iframe src=\"{address}\" title=\"{name}\" width=\"100%\" height=\"640\" frameborder=\"0\"\n  \
         sandbox=\"allow-scripts allow-popups allow-popups-to-escape-sandbox\" loading=\"lazy\"></iframe>"
    )
}

fn write(lang: Lang, site: &str) -> Result<String, String> {
    let mut page = Paper::new(lang);
    let name = escaped(short_name(lang, paper::chapter(CHAPTER)?));
    let moment = Moment::of(CHAPTER, "").address(lang, Some(Parts::default()))?;
    let embedded = escaped(&moment);
    page.key("h1", key::WRITERS_TITLE);
    page.key("p", key::WRITERS_LEAD);
    contents(&mut page);

    section(&mut page, "element");
    code(&mut page, &element(lang, site, &name));
    page.key("p", key::WRITERS_ALIVE);
    page.raw(&element(lang, "", &name));
    page.key("h3", key::WRITERS_ATTRIBUTES);
    let tags = Lang::ALL.map(Lang::tag).join(", ");
    let attributes = ATTRIBUTES.iter().map(|&(name, written)| (name, if name == "lang" { &tags } else { written }));
    table(&mut page, "attribute", &attributes.collect::<Vec<_>>());
    page.key("h3", key::WRITERS_METHODS);
    table(&mut page, "method", METHODS);
    page.key("h3", key::WRITERS_EVENTS);
    table(&mut page, "event", EVENTS);
    page.key("p", key::WRITERS_STEER);
    code(&mut page, STEER);

    section(&mut page, "iframe");
    code(&mut page, &frame(&embedded.replacen("./", site, 1), &name));
    page.key("p", key::WRITERS_ALIVE);
    page.raw(&frame(&embedded, &name));

    section(&mut page, "messages");
    table(&mut page, "message", ASKED);
    page.key("p", key::WRITERS_MESSAGES_BACK);
    code(&mut page, MESSAGES);

    section(&mut page, "mdbook");
    code(&mut page, &format!("# {}\n\n{}\n", name, element(lang, site, &name)));
    section(&mut page, "reveal");
    code(&mut page, &reveal(lang, site, &name));
    page.key("p", key::WRITERS_REVEAL_STEER);
    code(&mut page, REVEAL);

    section(&mut page, "bare");
    code(&mut page, &picture(lang, site, &name));
    page.key("p", key::WRITERS_ALIVE);
    page.raw(&picture(lang, "", &name));
    section(&mut page, "hosts");
    code(&mut page, &format!("Content-Security-Policy: script-src {site}embed.js; frame-src {site}"));
    Ok(page.out)
}

/// Plays to the middle of the run, and says what is told there.
const STEER: &str = "const kitchen = document.querySelector(\"collective-kitchen\");
kitchen.addEventListener(\"ready\", () => kitchen.seek(0.5));
kitchen.addEventListener(\"state\", ({ detail }) => console.log(detail.caption));
kitchen.addEventListener(\"answered\", () => kitchen.play());
kitchen.act = \"halves\";";

const MESSAGES: &str = "const frame = document.querySelector(\"iframe\");
frame.contentWindow.postMessage({ kitchen: 1, type: \"seek\", share: 0.5 }, \"*\");
addEventListener(\"message\", ({ source, data }) => {
  if (source === frame.contentWindow && data?.kitchen === 1) console.log(data.type, data);
});";

const REVEAL: &str = "Reveal.on(\"slidechanged\", ({ previousSlide, currentSlide }) => {
  previousSlide?.querySelector(\"collective-kitchen\")?.pause();
  currentSlide.querySelector(\"collective-kitchen\")?.play();
});";

/// A slide with the element on it.
fn reveal(lang: Lang, site: &str, name: &str) -> String {
    let tag = lang.tag();
    format!(
        "<script src=\"{site}embed.js\" async></script>\n…\n<section>\n  <h3>{name}</h3>\n  <collective-kitchen chapter=\"{CHAPTER}\" act=\"{ACT}\" \
         lang=\"{tag}\" plain></collective-kitchen>\n</section>"
    )
}

/// A picture that leads to the chapter.
fn picture(lang: Lang, site: &str, name: &str) -> String {
    let tag = lang.tag();
    format!(
        "<a href=\"{site}{CHAPTER}-{tag}.html\">\n  <img src=\"{site}pictures/act-{CHAPTER}-{tag}.svg\" alt=\"{name}\" width=\"100%\" loading=\"lazy\">\n</a>"
    )
}

/// Every section's id: its headline and its text are called by it.
const SECTIONS: &[&str] = &["element", "iframe", "messages", "mdbook", "reveal", "bare", "hosts"];

fn contents(page: &mut Paper) {
    let lang = page.lang;
    let _ =
        writeln!(page.out, "<nav aria-label=\"{}\"><ol class=\"sections\">", escaped(tr(lang, key::WRITERS_CONTENTS)));
    for id in SECTIONS {
        let _ = writeln!(page.out, "<li><a href=\"#{id}\">{}</a></li>", escaped(page.named(&format!("writers-{id}"))));
    }
    page.raw("</ol></nav>");
}

fn section(page: &mut Paper, id: &str) {
    page.key(&format!("h2 id=\"{id}\""), named(&format!("writers-{id}")));
    page.key("p", named(&format!("writers-{id}-text")));
}

fn code(page: &mut Paper, text: &str) {
    let _ = writeln!(page.out, "<pre tabindex=\"0\"><code>{}</code></pre>", escaped(text));
}

/// What is written, and what it does: by texts that are named after it.
fn table(page: &mut Paper, what: &str, rows: &[(&str, &str)]) {
    let lang = page.lang;
    let heads = [named(&format!("writers-{what}")), key::WRITERS_DOES];
    let heads = heads.map(|head: Key| escaped(tr(lang, head)));
    let _ = writeln!(
        page.out,
        "<table class=\"cards\"><thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead><tbody>",
        heads[0], heads[1]
    );
    for (name, written) in rows {
        let says = escaped(page.named(&format!("writers-{what}-{name}")));
        // A method or a message is called as it is written; what else is written stands beside its name.
        let is_whole = written.starts_with(name) || written.contains("kitchen:");
        let beside = if written.is_empty() { String::new() } else { format!(" <small>{}</small>", escaped(written)) };
        let written = if is_whole {
            format!("<code>{}</code>", escaped(written))
        } else {
            format!("<code>{name}</code>{beside}")
        };
        let _ = writeln!(
            page.out,
            "<tr><th scope=\"row\" data-head=\"{}\"><div>{written}</div></th><td data-head=\"{}\"><div>{says}</div></td></tr>",
            heads[0], heads[1]
        );
    }
    page.raw("</tbody></table>");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the scripts beside the program say of themselves.
    const EMBED: &str = include_str!("../assets/embed.js");
    const FRAME: &str = include_str!("../assets/frame.js");

    #[test]
    fn all_that_the_element_takes_does_and_tells_is_on_the_page() {
        let head: String = EMBED.lines().take_while(|line| line.starts_with("//")).collect();
        for (name, _) in ATTRIBUTES.iter().chain(METHODS).chain(EVENTS) {
            assert!(head.contains(name), "{name} is not in the element's own words");
        }
        for (name, written) in ASKED {
            assert!(FRAME.contains(name) && written.contains(name), "{name}");
        }
        let words =
            EMBED.split_once("const WORDS = [").and_then(|(_, rest)| rest.split_once(']')).map(|(list, _)| list);
        for word in words.unwrap_or_default().split(", ").map(|word| word.trim_matches('"')) {
            assert!(ATTRIBUTES.iter().any(|(name, _)| *name == word), "{word} is told nowhere");
        }
    }

    #[test]
    fn the_page_is_written_in_both_languages_and_its_examples_are_alive() {
        for lang in Lang::WHOLE {
            let page = write(lang, ELSEWHERE).expect("a page");
            let check = |part: &str, times: usize| assert_eq!(page.matches(part).count(), times, "{part}");
            check("<collective-kitchen ", 1);
            check("<script src=\"embed.js\" async>", 1);
            check("<iframe src=\"./?scene=", 1);
            check("<h2 id=", SECTIONS.len());
            check("style=", 0);
        }
    }
}
