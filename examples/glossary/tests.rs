//! What the glossary must hold: an entry for every term of the page, in both languages, and moments that exist.

use kitchen_story::chapters;
use kitchen_story::story::roles;
use kitchen_story::story::terms::Terms;
use kitchen_text::{Arg, Key, Lang, Line, key, tr};

use super::*;
use crate::paper::Moment;

/// Words on the timeline, in its legends and in the table of tasks.
const LANES: &[Key] = &[
    key::SHELL_GANTT,
    key::SHELL_GANTT_OF_GPUS,
    key::SHELL_GANTT_FORWARD,
    key::SHELL_GANTT_BACKWARD,
    key::SHELL_GANTT_BACKWARD_INPUT,
    key::SHELL_GANTT_BACKWARD_WEIGHT,
    key::SHELL_GANTT_UPDATE,
    key::SHELL_GANTT_TO_BE_ADDED,
    key::SHELL_GANTT_TO_BE_COPIED,
    key::SHELL_GANTT_CRITICAL,
    key::SHELL_GANTT_KITCHEN,
    key::SHELL_GANTT_NODE,
    key::SHELL_GANTT_NVSWITCHES,
    key::SHELL_TABLE_MICRO_BATCH,
    key::SHELL_TABLE_CHUNK,
    key::SHELL_TABLE_BUNDLE,
    key::SHELL_TASK_FORWARD,
    key::SHELL_TASK_BACKWARD,
    key::SHELL_TASK_UPDATE,
    key::SHELL_TASK_ACTIVATION,
    key::SHELL_TASK_ACTIVATION_GRADIENT,
    key::SHELL_TASK_SEND_REDUCE,
    key::SHELL_TASK_RUN,
    key::LINK_NVLINK,
    key::LINK_NVSWITCH,
    key::LINK_PCIE,
    key::LINK_INFINIBAND,
    key::LINK_ETHERNET,
    key::WHAT_ACTIVATION,
    key::WHAT_PARTIAL_SUM,
];

/// Words of a label that are no terms: names, units, and what needs no explanation.
const EVERYDAY: &[&str] = &["Adam", "NCCL", "GB", "MB", "ms"];

/// The words of a label that are terms by their letters: katakana, and Latin letters in a Japanese label.
fn terms_of(label: &str) -> Vec<String> {
    let kind = |letter: char| match letter {
        'ァ'..='ヺ' | 'ー' => 2,
        _ => u8::from(letter.is_ascii_alphanumeric() || letter == '-'),
    };
    let mut words: Vec<(u8, String)> = Vec::new();
    let mut last = 0;
    for letter in label.chars() {
        let kind = kind(letter);
        match words.last_mut().filter(|_| kind == last) {
            Some((_, word)) if kind > 0 => word.push(letter),
            _ if kind > 0 => words.push((kind, letter.to_string())),
            _ => {}
        }
        last = kind;
    }
    let is_term = |(kind, word): &(u8, String)| {
        let letters = word.chars().filter(|letter| !letter.is_ascii_digit() && *letter != '-').count();
        (*kind == 2 || letters >= 2) && !EVERYDAY.contains(&word.as_str())
    };
    words.into_iter().filter(is_term).map(|(_, word)| word).collect()
}

/// A label without what is filled into it.
fn bare(line: &Line) -> Line {
    let mut bare = line.clone();
    bare.args.iter_mut().for_each(|(_, value)| *value = Arg::Text(String::new()));
    bare
}

/// A label of its own, whatever it takes.
fn label(key: Key) -> Line {
    const FILLED: [&str; 3] = ["n", "first", "last"];
    let mut label = Line::new(key);
    label.args = FILLED.map(|name| (name, Arg::Text(String::new()))).to_vec();
    label
}

/// Every term of the labels has an entry: a word of the list that it is, or is a part of.
fn check(labels: impl Iterator<Item = Line>) {
    let listed = tr(Lang::Ja, key::TERMS_WORDS);
    let lacks = |line: Line| {
        let said = line.say(Lang::Ja);
        let unknown: Vec<String> = terms_of(&said).into_iter().filter(|term| !listed.contains(term)).collect();
        (!unknown.is_empty()).then(|| format!("{:?} ({said}): {}", line.key, unknown.join(", ")))
    };
    let lacking: Vec<String> = labels.filter_map(lacks).collect();
    assert!(lacking.is_empty(), "the glossary (terms.ftl) has no entry for\n{}", lacking.join("\n"));
}

#[test]
fn terms_are_told_by_their_letters() {
    let check = |label: &str, expected: &[&str]| assert_eq!(terms_of(label), expected);
    check("手が空いていた割合（バブル）", &["バブル"]);
    check("NVLinkの片道 ÷ 8人のall-reduce", &["NVLink", "all-reduce"]);
    check("一歩の時間 S ÷ t", &[]);
}

#[test]
fn every_entry_is_in_one_group_and_has_words_that_lead_to_it() {
    let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, entries)| *entries).copied().collect();
    for lang in Lang::WHOLE {
        let terms = Terms::new(lang);
        let mut known: Vec<&str> = terms.entries().collect();
        let mut sorted = grouped.clone();
        known.sort_unstable();
        sorted.sort_unstable();
        assert_eq!(known, sorted);
    }
    assert!(moments::entries().all(|entry| grouped.contains(&entry)));
}

#[test]
fn the_cast_the_chapters_and_the_lanes_are_in_it() {
    check(roles().iter().flat_map(|role| [role.kitchen, role.cluster]).map(label));
    check(LANES.iter().copied().map(label));
    check(chapters::chapters().map(|chapter| label(chapter.page.name)));
}

#[test]
fn the_controls_and_numbers_of_every_chapter_are_in_it() {
    let labels = |chapter: &'static Chapter| {
        let controls = chapter.controls.iter().map(|place| label(chapter.kind.params[*place].name));
        let readout = (chapter.readout)(&Moment::of(chapter.id, "").show().expect("a run"));
        controls.chain(readout.figures.into_iter().map(|figure| bare(&figure.name))).collect::<Vec<_>>()
    };
    check(chapters::chapters().flat_map(labels));
}

#[test]
fn it_is_written_in_both_languages_with_figures_and_moments_that_exist() {
    for lang in Lang::WHOLE {
        let page = write(lang).expect("a page");
        assert_eq!(page.matches("<section class=\"entry\"").count(), Terms::new(lang).entries().count());
        assert_eq!(page.matches("<iframe").count(), moments::entries().count());
        assert!(page.matches("class=\"term-figure\"").count() > 20, "figures");
    }
}
