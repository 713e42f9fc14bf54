//! Numbers in sentences read right where they are one, none or many, at the extremes of every control: "1 chefs" and 「12つ」 are
//! found in what is really said, not in the messages. What is kept in the tally is short.

use std::collections::BTreeMap;

use super::each_chapter;
use super::instant::now::settings;
use crate::chapter::Chapter;
use crate::show::{self, Show};
use crate::story::{Ask, Layer};
use kitchen_core::units::Time;
use kitchen_text::{Lang, Line};

/// Words that end in s after a "1" and are no plurals: units, verbs.
const SINGULAR: [&str; 11] = ["class", "s", "ms", "µs", "ns", "is", "was", "has", "less", "this", "across"];
/// What has a number as its name, and signs before a number that is no count.
const NAMED: [&str; 12] =
    ["chef", "chefs", "kitchen", "bowl", "pot", "gpu", "node", "page", "report", "+", "×", "first"];
/// Instants of a run at which its sentences are read.
const INSTANTS: u64 = 24;
/// The most characters of a value in the tally.
const fn most(lang: Lang) -> usize {
    match lang {
        Lang::Ja => 10,
        _ => 14,
    }
}

/// What is wrong with the counts in a text.
fn wrong(text: &str, lang: Lang) -> Option<&'static str> {
    let is_long = |run: &str| run.len() > 4;
    if text.split(|c: char| !c.is_ascii_digit()).any(is_long) && !text.contains('.') {
        return Some("has a number without commas");
    }
    match lang {
        // Spanish says one of many by the same letter.
        Lang::En | Lang::Es => {
            let words: Vec<&str> = std::iter::once("").chain(text.split([' ', '\u{a0}'])).collect();
            let bare = |word: &'_ str| word.trim_matches(['(', ')', ',', '.', ':', ';']).to_owned();
            let is_plural = |word: &str| word.ends_with('s') && !SINGULAR.contains(&word);
            // A name's number, or a term's.
            let is_name = |word: &str| NAMED.contains(&bare(word).to_lowercase().as_str());
            let is_wrong = |three: &[&str]| {
                !is_name(three[0]) && three[1].trim_start_matches('(') == "1" && is_plural(&bare(three[2]))
            };
            words.windows(3).any(is_wrong).then_some("says one of many")
        }
        // つ counts from one to nine.
        Lang::Ja => {
            let before = text.match_indices('つ').map(|(at, _)| &text[..at]);
            let number = |text: &str| {
                let start = text.trim_end_matches(|c: char| c.is_ascii_digit() || c == ',').len();
                text[start..].replace(',', "").parse::<u64>().ok()
            };
            before.filter_map(number).any(|n| !(1..10).contains(&n)).then_some("counts with つ")
        }
    }
}

/// Everything that a chapter says of a run.
fn said(chapter: &Chapter, show: &Show) -> Vec<Line> {
    let mut all = (chapter.opening)(show);
    let script = chapter.script(show);
    for layer in [Layer::Kitchen, Layer::XRay] {
        let at = |n: u64| Time((u128::from(show.makespan().0) * u128::from(n) / u128::from(INSTANTS)) as u64);
        let beats = script.beats.iter().map(|beat| beat.at);
        all.extend((0..=INSTANTS).map(at).chain(beats).filter_map(|t| script.line_at(t, layer)));
        all.extend(script.beats.iter().flat_map(|beat| beat.said(layer).lines()).map(|(_, line)| line));
    }
    for figure in (chapter.readout)(show).figures {
        all.extend([figure.name, figure.value, figure.formula, figure.filled, figure.source]);
    }
    let gate = (chapter.gate)(&show.scenario);
    all.push(gate.question);
    if let Ask::Kinds(kinds) = gate.ask {
        all.extend(kinds);
    }
    all
}

fn check(chapter: &Chapter) {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for scenario in settings(chapter) {
        let Ok(show) = show::run(&scenario) else { continue };
        for lang in Lang::ALL {
            for line in said(chapter, &show) {
                let text = line.say(lang);
                if let Some(wrong) = wrong(&text, lang) {
                    found.entry(format!("{:?} in {lang:?} {wrong}", line.key)).or_insert(text);
                }
            }
            for kept in chapter.acts.iter().filter_map(|act| (act.keep?)(&show)) {
                let text = kept.value.say(lang);
                if text.chars().count() > most(lang) {
                    found.entry(format!("{:?} in {lang:?} is too long for the tally", kept.value.key)).or_insert(text);
                }
            }
        }
    }
    let all: String = found.iter().map(|(what, text)| format!("\n  {what}: {text}")).collect();
    assert!(found.is_empty(), "{}: {} do not read right{all}", chapter.id, found.len());
}

#[test]
fn counts_read_right_at_the_extremes() {
    each_chapter(check);
}

#[test]
fn what_reads_wrong_is_found() {
    let is = |text: &str, lang: Lang, expected: bool| assert_eq!(wrong(text, lang).is_some(), expected, "{text}");
    is("1 chefs", Lang::En, true);
    is("of 1 others in", Lang::En, true);
    is("1\u{a0}ms, 1 chef, 11 chefs, 1 is", Lang::En, false);
    is("16384 parcels", Lang::En, true);
    is("16,384 parcels", Lang::En, false);
    is("厨房0つ", Lang::Ja, true);
    is("厨房1,024つ", Lang::Ja, true);
    is("厨房3つ、一つずつ", Lang::Ja, false);
}
