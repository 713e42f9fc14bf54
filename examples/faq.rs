//! Writes the questions that newcomers and engineers ask, with their answers, in one language as HTML: `faq ja|en`. The texts are
//! `faq.ftl`; every number in them is computed here. `cargo xtask build` puts it into the page's frame.

#[allow(dead_code, reason = "each page uses its own part of it")]
#[path = "paper/mod.rs"]
mod paper;

use std::env;
use std::error::Error;
use std::fmt::Write as _;

use kitchen_core::collective::Op;
use kitchen_core::hardware::gpu;
use kitchen_core::units::Bytes;
use kitchen_core::workload::{Model, model};
use kitchen_text::{Arg, Lang, Line, key, tr};
use serde_json::Value;

use paper::{Moment, Paper, escaped, figure, named, short_name};

const FIGURES: &str = include_str!("../assets/figures.json");

/// A question, the chapter that shows its answer, and the words of the glossary that it leads to.
const QUESTIONS: &[(&str, &str, &[&str])] = &[
    ("one", "pipeline", &["chef", "shelf", "pipeline"]),
    ("learning", "two-faces", &["backward", "notebooks", "inference"]),
    ("fit", "two-faces", &["shelf", "zero", "offload"]),
    ("twice", "tensor", &["tensor", "partial-sum", "overlap"]),
    ("bubble", "pipeline", &["bubble", "1f1b", "zero-bubble"]),
    ("meeting", "collectives", &["all-reduce", "ring", "busbw"]),
    ("ways", "links", &["corridor", "tunnel", "exchange"]),
    ("answering", "two-faces", &["decode", "guests", "roofline"]),
    ("rate", "secret-sauce", &["learning-rate", "slope", "momentum"]),
    ("waiting", "cast", &["step", "collective", "mfu"]),
    ("right", "", &[]),
    ("class", "", &[]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let lang = env::args().nth(1).and_then(|tag| Lang::from_tag(&tag)).ok_or("faq ja|en")?;
    println!("{}", write(lang)?);
    Ok(())
}

/// The numbers of the answers, by the names that the texts call them by.
fn bag() -> Result<Vec<(&'static str, Arg)>, String> {
    // Bytes of recipe, report and notebooks a number: as the core's tests hold them (arXiv:1910.02054).
    const STATE: f64 = kitchen_core::workload::memory::STATE_BYTES as f64;
    let known = |id: &str| model(id).ok_or_else(|| format!("no model {id}"));
    let (small, large) = (known("llama2-7b")?, known("llama3-405b")?);
    let chip = |id: &str| gpu(id).ok_or_else(|| format!("no GPU {id}"));
    let (h100, b300) = (chip("h100-sxm")?, chip("b300-sxm")?);
    let state = |model: &Model| model.parameters() as f64 * STATE;
    let decimal = |bytes: f64| Arg::BytesDecimal(Bytes(bytes as u64));
    let shelves = (state(large) / b300.hbm.0 as f64).ceil();
    let usual = |chapter: &'static str, name: &str| figure(Moment::of(chapter, ""), name);
    let guests = |n| Moment { choices: n, ..Moment::of("two-faces", "") };
    let relay = |schedule| Moment { choices: schedule, ..Moment::of("pipeline", "") };
    let scenario = Moment::of("tensor", "").scenario()?;
    let ways = scenario
        .entries()
        .find(|(param, _)| param.id == "ways")
        .map_or(String::new(), |(param, value)| param.write(value));
    let figures: Value = serde_json::from_str(FIGURES).map_err(|fault| fault.to_string())?;
    // Measurements that were not looked at while constants were fitted.
    let errors = &figures["collectives"]["summary"]["validation"]["at_least_1MiB"];
    let told = |name: &str| errors[name].as_f64().ok_or_else(|| format!("figures.json has no {name} of collectives"));
    let (median, rows) = (told("median_pct")?, told("rows")?);
    Ok(vec![
        ("large", Arg::Text(large.name.to_owned())),
        ("large_state", decimal(state(large))),
        ("largest", Arg::Text(b300.name.to_owned())),
        ("largest_shelf", decimal(b300.hbm.0 as f64)),
        ("shelves", Arg::Int(shelves as i64)),
        ("small", Arg::Text(small.name.to_owned())),
        ("small_state", decimal(state(small))),
        ("small_recipe", decimal(2.0 * small.parameters() as f64)),
        ("gpu", Arg::Text(h100.name.to_owned())),
        ("shelf", decimal(h100.hbm.0 as f64)),
        ("work", usual("two-faces", "two-faces-figure-work")?),
        ("answers", usual("two-faces", "two-faces-figure-answers")?),
        ("learns", usual("two-faces", "two-faces-figure-learns")?),
        ("ways", Arg::Text(ways)),
        ("speedup", usual("tensor", "tensor-figure-speedup")?),
        ("idle", usual("tensor", "tensor-figure-idle")?),
        ("naive_idle", figure(relay(&[("schedule", "naive")]), "pipeline-figure-bubble")?),
        ("gpipe_idle", figure(relay(&[("schedule", "gpipe")]), "pipeline-figure-bubble")?),
        ("more_idle", figure(relay(&[("schedule", "1f1b"), ("batches", "32")]), "pipeline-figure-bubble")?),
        ("eight", Arg::Number(Op::AllReduce.bus_factor(8), 2)),
        ("thousand", Arg::Number(Op::AllReduce.bus_factor(1024), 3)),
        ("ratio", usual("links", "links-figure-ratio")?),
        ("word_one", figure(guests(&[("guests", "1")]), "two-faces-figure-word")?),
        ("word_many", figure(guests(&[("guests", "100")]), "two-faces-figure-word")?),
        ("limit", usual("secret-sauce", "secret-sauce-figure-limit")?),
        ("share", usual("cast", "cast-figure-share")?),
        ("median", Arg::Percent(median / 100.0)),
        ("rows", Arg::Number(rows, 0)),
    ])
}

fn write(lang: Lang) -> Result<String, String> {
    let bag = bag()?;
    let said = |id: &str| escaped(&Line { key: named(id), args: bag.clone() }.say(lang));
    let mut page = Paper::new(lang);
    page.key("h1", key::FAQ_TITLE);
    page.key("p", key::FAQ_LEAD);
    for (id, chapter, words) in QUESTIONS {
        let _ = writeln!(page.out, "<section class=\"asked\" id=\"{id}\" aria-labelledby=\"{id}-head\">");
        let _ = writeln!(
            page.out,
            "<h2 id=\"{id}-head\">{}</h2><p>{}</p>",
            said(&format!("faq-{id}")),
            said(&format!("faq-{id}-answer"))
        );
        let mut links = Vec::new();
        if !chapter.is_empty() {
            let name = escaped(short_name(lang, paper::chapter(chapter)?));
            links.push(format!("<a class=\"show\" href=\"./?scene={chapter}&amp;lang={}\">▶ {name}</a>", lang.tag()));
        }
        for word in *words {
            let name = tr(lang, named(&format!("glossary-{word}-name"))).split(" | ").last().unwrap_or_default();
            links.push(format!("<a href=\"glossary-{}.html#{word}\">{}</a>", lang.tag(), escaped(name)));
        }
        if *id == "right" {
            links.push(format!("<a href=\"how-{}.html\">{}</a>", lang.tag(), escaped(tr(lang, key::SHELL_HOW_LEAF))));
        }
        if *id == "class" {
            links.push(format!(
                "<a href=\"teachers-{}.html\">{}</a>",
                lang.tag(),
                escaped(tr(lang, key::SHELL_TEACHERS))
            ));
        }
        let _ = writeln!(page.out, "<p class=\"shows\">{}</p></section>", links.join(" "));
    }
    Ok(page.out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_questions_are_answered_in_both_languages_with_computed_numbers() {
        for lang in Lang::ALL {
            let page = write(lang).expect("a page");
            assert_eq!(page.matches("class=\"asked\"").count(), 12);
            assert!(!page.contains("style="), "no inline style");
        }
        // 16 bytes for each of 405 billion numbers, on shelves of 288 GB.
        let bag = bag().expect("numbers");
        let shelves = bag.iter().find(|(name, _)| *name == "shelves").map(|(_, value)| value.clone());
        assert_eq!(shelves, Some(Arg::Int(23)));
    }
}
