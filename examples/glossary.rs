//! Writes the glossary in one language as HTML: `glossary ja|en`. An entry has both words, a definition (`glossary.ftl`), where it
//! helps a figure that is computed here, the chapters whose texts use it, and a moment of a chapter that shows it. The words that
//! lead there from the chapters are `terms.ftl`. `cargo xtask build` puts it into the page's frame.

#[path = "glossary/figures.rs"]
mod figures;
#[path = "glossary/moments.rs"]
mod moments;
#[allow(dead_code, reason = "each page uses its own part of it")]
#[path = "paper/mod.rs"]
mod paper;
#[cfg(test)]
#[path = "glossary/tests.rs"]
mod tests;

use std::env;
use std::error::Error;
use std::fmt::Write as _;

use kitchen_story::chapter::Chapter;
use kitchen_story::chapters;
use kitchen_story::scenario::link::Parts;
use kitchen_story::story::terms::Terms;
use kitchen_text::pack::Pack;
use kitchen_text::{Key, Lang, Line, Words, key, msg, tr};

use figures::Figures;
use paper::{Paper, escaped, named, short_name};

/// The entries in the order of the page, by group.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "people",
        &["chef", "kitchen", "model", "recipe", "page", "ingredients", "batch", "bowl", "token", "shelf", "kernel"],
    ),
    (
        "step",
        &[
            "step",
            "forward",
            "sensor",
            "backward",
            "report",
            "slope",
            "edit",
            "learning-rate",
            "momentum",
            "descent",
            "sgd",
        ],
    ),
    (
        "split",
        &[
            "pipeline",
            "stage",
            "schedule",
            "bubble",
            "gpipe",
            "1f1b",
            "interleaved",
            "zero-bubble",
            "tensor",
            "partial-sum",
            "data",
            "bucket",
            "overlap",
            "graph",
            "cut",
            "send-recv",
            "async",
            "stale",
            "local-sgd",
            "expert",
            "router",
            "top-k",
            "capacity",
            "dropped",
            "balance",
            "dispatch",
        ],
    ),
    ("memory", &["activation", "notebooks", "precision", "zero", "shard", "recompute", "offload", "pool", "prefetch"]),
    (
        "meetings",
        &[
            "collective",
            "all-reduce",
            "reduce-scatter",
            "all-gather",
            "broadcast",
            "all-to-all",
            "barrier",
            "slip",
            "algorithm",
            "ring",
            "tree",
            "in-network",
        ],
    ),
    (
        "ways",
        &[
            "corridor",
            "tunnel",
            "exchange",
            "railway",
            "street",
            "crossing",
            "card",
            "bandwidth",
            "latency",
            "packet",
            "ack",
            "go-back-n",
            "selective-repeat",
            "two-choices",
            "credit",
            "hash",
            "queue-pair",
            "flowlet",
            "spraying",
            "pfc",
            "ecn",
            "dcqcn",
            "leaf",
            "spine",
            "incast",
            "ets",
            "software",
            "core",
        ],
    ),
    ("answering", &["inference", "guests", "prefill", "decode", "kv-cache"]),
    ("mishaps", &["straggler", "mtbf", "checkpoint", "goodput", "spare"]),
    ("measures", &["clock", "critical-path", "busbw", "flops", "mfu", "roofline"]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let lang = env::args().nth(1).and_then(|tag| Lang::from_tag(&tag)).ok_or("glossary ja|en")?;
    println!("{}", write(lang)?);
    Ok(())
}

fn write(lang: Lang) -> Result<String, String> {
    let mut page = Paper::new(lang);
    page.key("h1", key::GLOSSARY_TITLE);
    page.key("p", key::GLOSSARY_LEAD);
    index(&mut page);
    let figures = Figures::new()?;
    let uses = uses(lang);
    for (group, entries) in GROUPS {
        let id = format!("glossary-group-{group}");
        page.key(&format!("h2 id=\"{group}-group\""), named(&id));
        for entry in *entries {
            write_entry(&mut page, entry, &figures, &uses)?;
        }
    }
    Ok(page.out)
}

/// The kitchen's word, which may be missing, and the real one.
fn heads(lang: Lang, entry: &str) -> (&'static str, &'static str) {
    let name = tr(lang, named(&format!("glossary-{entry}-name")));
    name.split_once(" | ").unwrap_or(("", name))
}

/// The way to each entry, by group.
fn index(page: &mut Paper) {
    let (lang, name) = (page.lang, escaped(tr(page.lang, key::GLOSSARY_INDEX)));
    let _ = writeln!(page.out, "<nav class=\"term-index\" aria-label=\"{name}\">");
    for (group, entries) in GROUPS {
        let title = escaped(page.named(&format!("glossary-group-{group}")));
        let _ = write!(page.out, "<div><p><a href=\"#{group}-group\">{title}</a></p><ul>");
        for entry in *entries {
            let (_, real) = heads(lang, entry);
            let _ = write!(page.out, "<li><a href=\"#{entry}\">{}</a></li>", escaped(real));
        }
        page.raw("</ul></div>");
    }
    page.raw("</nav>");
}

/// Each open chapter with the entries that its texts name.
fn uses(lang: Lang) -> Vec<(&'static Chapter, Vec<&'static str>)> {
    let of = |chapter: &'static Chapter| {
        let text = Pack::of_chapter(chapter.id).and_then(|pack| pack.text(lang)).unwrap_or_default();
        (chapter, Terms::named(lang, text))
    };
    chapters::chapters().map(of).collect()
}

fn write_entry(
    page: &mut Paper,
    entry: &str,
    figures: &Figures,
    uses: &[(&'static Chapter, Vec<&'static str>)],
) -> Result<(), String> {
    let lang = page.lang;
    let (kitchen, real) = heads(lang, entry);
    let kitchen = if kitchen.is_empty() {
        String::new()
    } else {
        format!("<span class=\"term-kitchen\">{}</span> ", escaped(kitchen))
    };
    let _ = writeln!(
        page.out,
        "<section class=\"entry\" id=\"{entry}\" aria-labelledby=\"{entry}-head\"><h3 id=\"{entry}-head\">{kitchen}<span class=\"term-real\">{}</span></h3><div>",
        escaped(real)
    );
    page.said("p", page.named(&format!("glossary-{entry}")));
    if let Some((line, filled)) = figures.of(lang, entry) {
        let filled = filled.map_or(String::new(), |line| format!(" <small>{}</small>", escaped(&line.say(lang))));
        let _ = writeln!(page.out, "<p class=\"term-figure\">{}{filled}</p>", escaped(&line.say(lang)));
    }
    chapters_of(page, entry, uses);
    if let Some(moment) = moments::of(entry) {
        let chapter = paper::chapter(moment.chapter)?;
        let name = Line::from(msg::GlossarySee { chapter: Words::from(short_name(lang, chapter)) });
        let parts = Parts { switch: true, controls: false, gantt: false };
        let _ = writeln!(
            page.out,
            "<details class=\"term-moment\"><summary>{}</summary><iframe src=\"{}\" title=\"{}\" loading=\"lazy\"></iframe></details>",
            escaped(&name.say(lang)),
            escaped(&moment.address(lang, Some(parts))?),
            escaped(real)
        );
    }
    page.raw("</div></section>");
    Ok(())
}

/// The chapters that use an entry.
fn chapters_of(page: &mut Paper, entry: &str, uses: &[(&'static Chapter, Vec<&'static str>)]) {
    let lang = page.lang;
    let using: Vec<&Chapter> =
        uses.iter().filter(|(_, entries)| entries.contains(&entry)).map(|(chapter, _)| *chapter).collect();
    if using.is_empty() {
        return;
    }
    let say = |key: Key| escaped(tr(lang, key));
    let links = if using.len() == uses.len() {
        say(key::GLOSSARY_EVERYWHERE)
    } else {
        let link = |chapter: &&Chapter| {
            let name = escaped(short_name(lang, chapter));
            format!("<a href=\"./?scene={}&amp;lang={}\">{name}</a>", chapter.id, lang.tag())
        };
        using.iter().map(link).collect::<Vec<_>>().join(lang.comma())
    };
    let _ = writeln!(page.out, "<p class=\"term-chapters\">{}{}{links}</p>", say(key::GLOSSARY_CHAPTERS), lang.gap());
}
