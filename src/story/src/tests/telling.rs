//! What holds for every open chapter, whatever its parameters.

use proptest::prelude::*;

use super::{DATA, GENERATIONS, PIPELINE, RACE, TENSOR, each_chapter, tried};
use crate::chapter::Chapter;
use crate::chapters::{chapter, chapters};
use crate::scenario::{Range, Scenario};
use crate::show::{self, Show};
use crate::story::gate::judge;
use crate::story::{Answers, Ask, Gate, Right, Script};
use kitchen_core::units::Time;
use kitchen_text::{Key, Lang, Line, key, tr};

/// A sentence that can be read: no missing argument, no placeable left over, no exclamation mark.
fn readable(line: &Line) {
    for lang in Lang::ALL {
        let said = line.say(lang);
        let bad =
            said.is_empty() || said.contains(['{', '}', '!', '！']) || said.contains("NaN") || said.contains("inf ");
        assert!(!bad, "{:?} in {lang:?}: {said}", line.key);
    }
}

fn in_order(show: &Show, script: &Script) {
    let beats = &script.beats;
    assert_eq!(beats.first().map(|beat| beat.at), Some(Time::ZERO), "the first frame has a caption");
    assert_eq!(beats.last().map(|beat| beat.at), Some(show.makespan()), "so has the last");
    assert!(beats.windows(2).all(|pair| pair[0].at < pair[1].at), "one beat at a time");
    for (index, beat) in beats.iter().enumerate() {
        assert!(beats[..index].iter().all(|other| other.id != beat.id), "{} is told twice", beat.id);
        if let Some((run, task)) = beat.focus {
            assert!((task as usize) < show.runs[run].graph.len());
        }
        for said in [&beat.caption, &beat.xray] {
            said.lines().for_each(|(_, line)| readable(&line));
        }
    }
}

/// Everything that a chapter says about one scenario.
fn check(chapter: &Chapter, scenario: &Scenario, beats: std::ops::RangeInclusive<usize>) {
    let show = show::run(scenario).expect("the scenario runs");
    let script = chapter.script(&show);
    in_order(&show, &script);
    assert!(beats.contains(&script.beats.len()), "{}: {} beats", chapter.id, script.beats.len());
    let opening = (chapter.opening)(&show);
    assert!(!opening.is_empty());
    opening.iter().for_each(readable);
    let readout = (chapter.readout)(&show);
    assert!(!readout.figures.is_empty());
    for figure in &readout.figures {
        [&figure.name, &figure.value, &figure.formula, &figure.filled, &figure.source].into_iter().for_each(readable);
    }
    let gate = (chapter.gate)(scenario);
    readable(&gate.question);
    let verdict = (chapter.verdict)(scenario).expect("the gate can be decided");
    match (&gate.ask, verdict.right) {
        (Ask::Kinds(options), Right::Kinds(right)) => {
            options.iter().for_each(readable);
            assert!(options.len() >= 2 && right.bits > 0 && right.bits >> options.len() == 0);
        }
        (Ask::Number(dial), Right::Number(truth)) => {
            assert!(truth.is_finite() && truth >= 0.0, "{}: {truth}", chapter.id);
            let step = dial.step(truth);
            assert!(step > 0 || truth <= dial.at(1), "{}: {truth} is below the scale", chapter.id);
            readable(&judge(dial.unit, dial.at(step), truth));
        }
        other => panic!("{}: the answer is of another kind than the question: {other:?}", chapter.id),
    }
    assert!(verdict.cases.len() >= 2, "{}: two cases beside each other", chapter.id);
    for case in &verdict.cases {
        readable(&case.name);
        let stretches = || case.lanes.iter().flatten();
        assert!(case.end > Time::ZERO && stretches().count() > 0, "{}: something happens", chapter.id);
        assert!(stretches().all(|part| part.start < part.end && part.end <= case.end));
    }
    readable(&verdict.reveal);
}

/// The quantities in a text: numbers with a unit, and percentages.
fn quantities(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | ',' | '%' | '/' | 'µ' | '\u{a0}');
    let words = text.split(|c| !is_part(c)).map(|word| word.trim_matches(['.', ',', '/', '\u{a0}']));
    let is_one = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains(['%', '\u{a0}']);
    words.filter(is_one).map(str::to_owned).collect()
}

/// Beside an open question no two of the numbers are shown that its verdict compares. For chosen scenarios: two equal numbers
/// may be of different things.
fn check_not_given_away(chapter: &Chapter, scenario: &Scenario) {
    let show = show::run(scenario).expect("the scenario runs");
    let (readout, gate) = ((chapter.readout)(&show), (chapter.gate)(scenario));
    let reveal = (chapter.verdict)(scenario).expect("the gate can be decided").reveal;
    let asked: String = std::iter::once(&gate.question).chain(kinds(&gate)).map(|line| line.say(Lang::En)).collect();
    let shown: String = readout
        .figures
        .iter()
        .filter(|figure| !figure.is_answer)
        .flat_map(|figure| [&figure.value, &figure.filled])
        .map(|line| line.say(Lang::En) + "; ")
        .collect();
    let mut told = quantities(&reveal.say(Lang::En));
    told.retain(|number| !quantities(&asked).contains(number) && quantities(&shown).contains(number));
    told.dedup();
    assert!(told.len() < 2, "{}, {scenario:?}: {told:?} are shown beside the question they answer", chapter.id);
}

fn kinds(gate: &Gate) -> &[Line] {
    match &gate.ask {
        Ask::Kinds(options) => options,
        Ask::Number(_) => &[],
    }
}

#[test]
fn nothing_beside_a_question_answers_it() {
    for chapter in chapters() {
        check_not_given_away(chapter, &Scenario::default_for(chapter.kind));
    }
    let tensor = Scenario::default_for(TENSOR);
    for (ways, link) in [("4", "tunnel"), ("8", "corridor"), ("8", "exchange")] {
        check_not_given_away(chapter("tensor").unwrap(), &tensor.with_choice("ways", ways).with_choice("link", link));
    }
    let generations = Scenario::default_for(GENERATIONS);
    for missing in ["chip", "link"] {
        check_not_given_away(chapter("generations").unwrap(), &generations.with_choice("missing", missing));
    }
    let streets = chapter("ethernet").unwrap();
    for load in ["crowd", "classes"] {
        check_not_given_away(streets, &Scenario::default_for(streets.kind).with_choice("load", load));
    }
    check_not_given_away(chapter("links").unwrap(), &Scenario::default_for(RACE).with_choice("op", "all-to-all"));
    check_not_given_away(chapter("data").unwrap(), &Scenario::default_for(DATA).with("chefs", 8));
    check_not_given_away(chapter("pipeline").unwrap(), &Scenario::default_for(PIPELINE).with("stages", 8));
}

/// Figures whose mark depends on the setting though the question is the same, each with its reason.
const MARKED_AT_TIMES: [Key; 4] = [
    // The question is about one learning rate: only a run at that rate answers it.
    key::SECRET_SAUCE_FIGURE_SETTLED,
    key::SECRET_SAUCE_FIGURE_LAST,
    // Cores answer only where they are what holds the card up.
    key::TRANSPORT_FIGURE_CORES,
    // A chef alone waits for nobody.
    key::TENSOR_FIGURE_IDLE,
];

/// A figure that answers a question does so at every setting that asks the same, whatever other figures stand beside it.
#[test]
fn a_mark_stays_with_its_figure() {
    each_chapter(|chapter| {
        let mut marks: Vec<(Key, Key, bool)> = Vec::new();
        for scenario in tried(chapter, usize::MAX) {
            let show = show::run(&scenario).expect("the scenario runs");
            let (readout, asked) = ((chapter.readout)(&show), (chapter.gate)(&scenario).question.key);
            for figure in &readout.figures {
                let (name, mark) = (figure.name.key, figure.is_answer);
                match marks.iter().find(|known| (known.0, known.1) == (asked, name)) {
                    Some(known) => {
                        let is_same = known.2 == mark || MARKED_AT_TIMES.contains(&name);
                        assert!(is_same, "{name:?} beside {asked:?} is marked in some settings only: {scenario:?}");
                    }
                    None => marks.push((asked, name, mark)),
                }
            }
        }
        assert!(!marks.is_empty(), "{}: no figure", chapter.id);
    });
}

#[test]
fn nothing_beside_a_question_answers_it_at_any_setting() {
    each_chapter(|chapter| {
        for scenario in tried(chapter, usize::MAX) {
            check_not_given_away(chapter, &scenario);
        }
    });
}

#[test]
fn every_chapter_tells_its_default_run() {
    for chapter in chapters() {
        check(chapter, &Scenario::default_for(chapter.kind), 6..=14);
    }
    let first_minute = &crate::chapters::prologue::CHAPTER;
    check(first_minute, &Scenario::default_for(first_minute.kind), 4..=4);
}

#[test]
fn every_chapter_has_all_its_parts() {
    for chapter in chapters() {
        let controls = chapter.controls.len();
        assert!(
            controls == 0 || (2..=4).contains(&controls),
            "{}: two to four controls, or nothing to change",
            chapter.id
        );
        assert!(
            chapter.controls.iter().all(|&place| place < chapter.kind.params.len()),
            "{}: known controls",
            chapter.id
        );
        assert_eq!(chapter.page.not_like.len(), 3);
        assert_eq!(chapter.page.teacher.len(), 4, "{}: goal, two questions, timing", chapter.id);
        assert!((20..=40).contains(&chapter.screen_s));
        let fixed = [chapter.page.name, chapter.page.title, chapter.page.hook];
        let all = fixed.iter().chain(chapter.page.paragraphs).chain(chapter.page.not_like).chain(chapter.page.teacher);
        for &key in all {
            written(key);
        }
        for lang in Lang::ALL {
            let sentences = tr(lang, chapter.page.hook).matches(['。', '.']).count();
            assert_eq!(sentences, 2, "{}: the hook has two sentences", chapter.id);
        }
    }
}

fn written(key: Key) {
    for lang in Lang::ALL {
        assert!(!tr(lang, key).is_empty(), "{key:?} in {lang:?}");
    }
}

/// Any valid scenario of a chapter: every parameter at one of its values, sizes and counts kept small enough to run often.
pub(crate) fn scenario(id: &'static str) -> impl Strategy<Value = Scenario> {
    let kind = chapter(id).expect("an open chapter").kind;
    let values: Vec<BoxedStrategy<i64>> = kind
        .params
        .iter()
        .map(|param| match param.range {
            Range::Int { min, max } => (min..=max).boxed(),
            Range::Bytes { min, max } => (min.ilog2()..=max.ilog2()).prop_map(|log| 1_i64 << log).boxed(),
            Range::Choice(list) => (0..list.len() as i64).boxed(),
        })
        .collect();
    let all = move |values: Vec<i64>| {
        values.into_iter().enumerate().fold(Scenario::default_for(kind), |all, (place, value)| all.set(place, value))
    };
    values.prop_map(all)
}

pub(crate) fn tell(id: &'static str, scenario: &Scenario) {
    check(chapter(id).expect("an open chapter"), scenario, 2..=16);
}

/// All scenarios of a kind that its choices allow, other parameters at their defaults.
pub(crate) fn all_choices(start: Scenario) -> Vec<Scenario> {
    let mut out = vec![start];
    for param in out[0].kind.params {
        let Range::Choice(list) = param.range else { continue };
        out = out.iter().flat_map(|s| (0..list.len() as i64).map(|index| s.with(param.id, index))).collect();
    }
    out
}

#[test]
fn options_that_nobody_could_tell_apart_are_right_together() {
    fn check(times: &[f64], right: &[usize]) {
        let answers = Answers::least(times);
        let found: Vec<usize> = (0..times.len()).filter(|&option| answers.holds(option)).collect();
        assert_eq!((found.as_slice(), answers.is_tie()), (right, right.len() > 1), "{times:?}");
    }
    check(&[3.0, 1.0, 2.0], &[1]);
    check(&[1.015, 1.0, 1.03], &[0, 1]);
    check(&[0.0, 0.0, 1.0], &[0, 1]);
}
