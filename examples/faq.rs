//! Writes the questions that newcomers and engineers ask, with their answers, in one language as HTML: `faq ja|en`. The texts are
//! `faq.ftl`; every number in them is computed here. `cargo xtask build` puts it into the page's frame.

#[allow(dead_code, reason = "each page uses its own part of it")]
#[path = "paper/mod.rs"]
mod paper;

use std::env;
use std::error::Error;
use std::fmt::Write as _;

use kitchen_core::collective::Op;
use kitchen_core::hardware::{Gpu, gpu};
use kitchen_core::units::Bytes;
use kitchen_core::workload::{Model, model};
use kitchen_text::{BytesDecimal, Lang, Line, Number, Percent, Words, key, msg, tr};
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

/// The number of a chapter's usual run, by its message's name.
fn usual(chapter: &'static str, name: &str) -> Result<Words, String> {
    figure(Moment::of(chapter, ""), name)
}

/// How many chefs share the pot in the usual run.
fn ways() -> Result<Words, String> {
    let scenario = Moment::of("tensor", "").scenario()?;
    let ways = scenario.entries().find(|(param, _)| param.id == "ways");
    Ok(ways.map_or(String::new(), |(param, value)| param.write(value)).into())
}

/// What is asked.
fn question(id: &str) -> Result<Line, String> {
    Ok(match id {
        "twice" => msg::FaqTwice { ways: ways()? }.into(),
        id => Line::new(named(&format!("faq-{id}"))),
    })
}

/// What is answered, with its numbers.
fn answer(id: &str) -> Result<Line, String> {
    let bubble = |choices| figure(Moment { choices, ..Moment::of("pipeline", "") }, "pipeline-figure-bubble");
    let word = |guests| figure(Moment { choices: guests, ..Moment::of("two-faces", "") }, "two-faces-figure-word");
    Ok(match id {
        "one" => one()?,
        "fit" => fit()?,
        "right" => right()?,
        "learning" => Line::from(msg::FaqLearningAnswer {
            work: usual("two-faces", "two-faces-figure-work")?,
            answers: usual("two-faces", "two-faces-figure-answers")?,
            learns: usual("two-faces", "two-faces-figure-learns")?,
        }),
        "twice" => Line::from(msg::FaqTwiceAnswer {
            ways: ways()?,
            speedup: usual("tensor", "tensor-figure-speedup")?,
            idle: usual("tensor", "tensor-figure-idle")?,
        }),
        "bubble" => Line::from(msg::FaqBubbleAnswer {
            naive_idle: bubble(&[("schedule", "naive")])?,
            gpipe_idle: bubble(&[("schedule", "gpipe")])?,
            more_idle: bubble(&[("schedule", "1f1b"), ("batches", "32")])?,
        }),
        "meeting" => Line::from(msg::FaqMeetingAnswer {
            eight: Number(Op::AllReduce.bus_factor(8), 2),
            thousand: Number(Op::AllReduce.bus_factor(1024), 3),
        }),
        "ways" => Line::from(msg::FaqWaysAnswer { ratio: usual("links", "links-figure-ratio")? }),
        "answering" => Line::from(msg::FaqAnsweringAnswer {
            word_one: word(&[("guests", "1")])?,
            word_many: word(&[("guests", "100")])?,
        }),
        "rate" => Line::from(msg::FaqRateAnswer { limit: usual("secret-sauce", "secret-sauce-figure-limit")? }),
        "waiting" => Line::from(msg::FaqWaitingAnswer { share: usual("cast", "cast-figure-share")? }),
        id => Line::new(named(&format!("faq-{id}-answer"))),
    })
}

fn known(id: &str) -> Result<&'static Model, String> {
    model(id).ok_or_else(|| format!("no model {id}"))
}

fn chip(id: &str) -> Result<&'static Gpu, String> {
    gpu(id).ok_or_else(|| format!("no GPU {id}"))
}

/// Recipe, report and notebooks of a model.
fn state(model: &Model) -> f64 {
    // Bytes a number: as the core's tests hold them (arXiv:1910.02054).
    const STATE: f64 = kitchen_core::workload::memory::STATE_BYTES as f64;
    model.parameters() as f64 * STATE
}

fn decimal(bytes: f64) -> BytesDecimal {
    BytesDecimal(Bytes(bytes as u64))
}

/// Whether one chef is enough.
fn one() -> Result<Line, String> {
    let (large, largest) = (known("llama3-405b")?, chip("b300-sxm")?);
    Ok(Line::from(msg::FaqOneAnswer {
        large: large.name.into(),
        large_state: decimal(state(large)),
        largest: largest.name.into(),
        largest_shelf: decimal(largest.hbm.0 as f64),
        shelves: (state(large) / largest.hbm.0 as f64).ceil() as i64,
    }))
}

/// Whether a small recipe fits on one shelf.
fn fit() -> Result<Line, String> {
    let (small, gpu) = (known("llama2-7b")?, chip("h100-sxm")?);
    Ok(Line::from(msg::FaqFitAnswer {
        small: small.name.into(),
        small_state: decimal(state(small)),
        small_recipe: decimal(2.0 * small.parameters() as f64),
        gpu: gpu.name.into(),
        shelf: decimal(gpu.hbm.0 as f64),
    }))
}

/// How near to measurements the simulation is.
fn right() -> Result<Line, String> {
    let figures: Value = serde_json::from_str(FIGURES).map_err(|fault| fault.to_string())?;
    // Measurements that were not looked at while constants were fitted.
    let errors = &figures["collectives"]["summary"]["validation"]["at_least_1MiB"];
    let told = |name: &str| errors[name].as_f64().ok_or_else(|| format!("figures.json has no {name} of collectives"));
    let median = Percent(told("median_pct")? / 100.0);
    Ok(Line::from(msg::FaqRightAnswer { median, rows: Number(told("rows")?, 0) }))
}

fn write(lang: Lang) -> Result<String, String> {
    let said = |line: Line| escaped(&line.say(lang));
    let mut page = Paper::new(lang);
    page.key("h1", key::FAQ_TITLE);
    page.key("p", key::FAQ_LEAD);
    for (id, chapter, words) in QUESTIONS {
        let _ = writeln!(page.out, "<section class=\"asked\" id=\"{id}\" aria-labelledby=\"{id}-head\">");
        let _ = writeln!(page.out, "<h2 id=\"{id}-head\">{}</h2><p>{}</p>", said(question(id)?), said(answer(id)?));
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
        for lang in Lang::WHOLE {
            let page = write(lang).expect("a page");
            assert_eq!(page.matches("class=\"asked\"").count(), 12);
            assert!(!page.contains("style="), "no inline style");
        }
        // 16 bytes for each of 405 billion numbers, on shelves of 288 GB.
        let line = one().expect("numbers");
        let shelves = line.args.iter().find(|(name, _)| *name == "shelves").map(|(_, value)| value.clone());
        assert_eq!(shelves, Some(kitchen_text::Arg::Int(23)));
    }
}
