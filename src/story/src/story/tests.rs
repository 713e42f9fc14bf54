//! What holds for every open chapter, whatever its parameters.

use proptest::prelude::*;

use super::chapters::{data, tensor};
use super::gate::judge;
use super::numbers::Board;
use super::{Answers, Ask, Chapter, Gate, Right, Script, chapter, chapters};
use crate::scenario::raw::reconcile;
use crate::scenario::{self, Kind, Range, Scenario};
use crate::show::Show;
use kitchen_core::collective::Op;
use kitchen_core::text::{Key, Lang, Line, tr};
use kitchen_core::units::Time;

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
    let show = scenario::run(scenario).expect("the scenario runs");
    let script = (chapter.script)(&show);
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
    let show = scenario::run(scenario).expect("the scenario runs");
    let (readout, gate) = ((chapter.readout)(&show), (chapter.gate)(scenario));
    let reveal = (chapter.verdict)(scenario).expect("the gate can be decided").reveal;
    let asked: String = std::iter::once(&gate.question).chain(kinds(&gate)).map(|line| line.say(Lang::En)).collect();
    let shown: String = readout
        .figures
        .iter()
        .enumerate()
        .filter(|&(index, _)| !readout.is_answer(index))
        .flat_map(|(_, figure)| [&figure.value, &figure.filled])
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
    let tensor = Scenario::default_for(Kind::Tensor);
    for (ways, link) in [("4", "tunnel"), ("8", "corridor"), ("8", "exchange")] {
        check_not_given_away(chapter("tensor").unwrap(), &tensor.with_choice("ways", ways).with_choice("link", link));
    }
    let generations = Scenario::default_for(Kind::Generations);
    for missing in ["chip", "link"] {
        check_not_given_away(chapter("generations").unwrap(), &generations.with_choice("missing", missing));
    }
    check_not_given_away(chapter("links").unwrap(), &Scenario::default_for(Kind::Race).with_choice("op", "all-to-all"));
    check_not_given_away(chapter("data").unwrap(), &Scenario::default_for(Kind::Data).with("chefs", 8));
    check_not_given_away(chapter("pipeline").unwrap(), &Scenario::default_for(Kind::Pipeline).with("stages", 8));
}

#[test]
fn every_chapter_tells_its_default_run() {
    for chapter in chapters() {
        check(chapter, &Scenario::default_for(chapter.kind), 6..=14);
    }
}

#[test]
fn every_chapter_has_all_its_parts() {
    for chapter in chapters() {
        assert!((2..=4).contains(&chapter.controls.len()), "{}: two to four controls", chapter.id);
        assert!(chapter.controls.iter().all(|id| chapter.kind.param(id).is_some()), "{}: known controls", chapter.id);
        assert_eq!(chapter.not_like.len(), 3);
        assert_eq!(chapter.teacher.len(), 4, "{}: goal, two questions, timing", chapter.id);
        assert!((20..=40).contains(&chapter.screen_s));
        let fixed = [chapter.name, chapter.title, chapter.hook];
        let all = fixed.iter().chain(chapter.paragraphs).chain(chapter.not_like).chain(chapter.teacher);
        for &key in all {
            written(key);
        }
        for lang in Lang::ALL {
            let sentences = tr(lang, chapter.hook).matches(['。', '.']).count();
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
fn scenario(id: &'static str) -> impl Strategy<Value = Scenario> {
    let kind = chapter(id).expect("an open chapter").kind;
    let values: Vec<BoxedStrategy<i64>> = kind
        .params()
        .iter()
        .map(|param| match param.range {
            Range::Int { min, max } => (min..=max).boxed(),
            Range::Bytes { min, max } => (min.ilog2()..=max.ilog2()).prop_map(|log| 1_i64 << log).boxed(),
            Range::Choice(list) => (0..list.len() as i64).boxed(),
        })
        .collect();
    values.prop_map(move |values| Scenario { kind, values })
}

fn tell(id: &'static str, scenario: &Scenario) {
    check(chapter(id).expect("an open chapter"), scenario, 2..=16);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_relay_can_be_told_for_any_parameters(scenario in scenario("pipeline")) {
        tell("pipeline", &scenario);
    }

    #[test]
    fn the_pot_can_be_told_for_any_parameters(scenario in scenario("tensor")) {
        tell("tensor", &scenario);
    }

    #[test]
    fn the_meeting_can_be_told_for_any_parameters(scenario in scenario("data")) {
        // Only NVSwitch 3 and later add; where they cannot, the scenario says so instead of running.
        prop_assume!(scenario::run(&scenario).is_ok());
        prop_assume!((chapter("data").unwrap().verdict)(&scenario).is_ok());
        tell("data", &scenario);
    }
}

/// All scenarios of a kind that its choices allow, other parameters at their defaults.
fn all_choices(start: Scenario) -> Vec<Scenario> {
    let mut out = vec![start];
    for param in out[0].kind.params() {
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

#[test]
fn every_pot_ends_as_the_one_cooked_alone() {
    for scenario in all_choices(Scenario::default_for(Kind::Tensor)) {
        let show = scenario::run(&scenario).expect("the pot is cooked");
        let run = &show.runs[0];
        let pot = tensor::pot(run);
        let Some(ledger) = tensor::ledger(run) else {
            assert_eq!(scenario.get_int("ways"), 1, "only one chef needs no meeting");
            continue;
        };
        let agreed = ledger.agreed().unwrap_or_else(|| panic!("all plates say the same in the end: {scenario:?}"));
        for chunk in 0..ledger.chunks() {
            let entry = pot.z.entries()[chunk as usize % pot.z.entries().len()];
            for rank in 0..ledger.ranks() {
                assert_eq!(ledger.value_at(agreed, rank, chunk), entry, "{scenario:?}");
            }
        }
    }
}

#[test]
fn every_meeting_ends_with_one_recipe() {
    let mut held = 0;
    for chefs in 2..=8 {
        let usual = Scenario::default_for(Kind::Data).with("chefs", chefs).with("buckets", 2);
        // The model sets how much is carried, not how.
        let small = |scenario: &Scenario| scenario.get_choice("model") == "gpt3-350m";
        for scenario in all_choices(usual).into_iter().filter(small) {
            let Ok(show) = scenario::run(&scenario) else { continue };
            let ledger = data::ledger(&show.runs[0]).expect("small enough for numbers");
            let agreed = ledger.agreed().expect("all agree in the end");
            for chunk in 0..ledger.chunks() {
                let sum = ledger.total(chunk);
                assert!((0..ledger.ranks()).all(|rank| ledger.value_at(agreed, rank, chunk) == sum), "{scenario:?}");
            }
            held += 1;
        }
    }
    assert!(held > 100, "only {held} of the meetings can be held");
}

/// Every operation by every way, for some numbers of chefs and sizes: told, and kept.
#[test]
fn every_meeting_of_the_gallery_can_be_told() {
    for (chefs, bytes) in [(8, 1 << 30), (7, 64 << 20), (2, 1 << 10)] {
        let usual = Scenario::default_for(Kind::Collectives).with("chefs", chefs).with("bytes", bytes);
        for scenario in all_choices(usual).into_iter().filter(|scenario| reconcile(scenario.clone()).1.is_none()) {
            tell("collectives", &scenario);
            let show = scenario::run(&scenario).expect("the scenario runs");
            let op = Op::from_id(scenario.get_choice("op")).expect("an operation");
            let board = Board::new(&show.runs[0], op).expect("small enough for numbers");
            let places = |t: Time| {
                let places =
                    (0..board.ranks() * board.rows()).map(|i| board.cell(t, i / board.rows(), i % board.rows()));
                places.filter(|place| place.promised).collect::<Vec<_>>()
            };
            assert!(places(show.makespan()).iter().all(|place| place.whole), "{scenario:?}");
            assert!(places(Time::ZERO).iter().any(|place| !place.whole), "{scenario:?}");
        }
    }
}

#[test]
fn every_year_can_be_told() {
    let usual = Scenario::default_for(Kind::Generations);
    for (size, op, missing) in [
        (10, "all-reduce", "nothing"),
        (34, "all-gather", "chip"),
        (30, "reduce-scatter", "link"),
        (20, "broadcast", "chip"),
    ] {
        let scenario = usual.with("bytes", 1 << size).with_choice("op", op).with_choice("missing", missing);
        tell("generations", &scenario);
    }
}

#[test]
fn every_race_can_be_told() {
    for start in [10, 20, 30, 34].map(|log| Scenario::default_for(Kind::Race).with("bytes", 1 << log)) {
        for scenario in all_choices(start) {
            // 72 chefs take the simulator seconds without optimisation; the same code tells 16.
            if scenario.get_int("chefs") < 72 {
                tell("links", &scenario);
            }
        }
    }
}
