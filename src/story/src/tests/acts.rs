//! Every act of every chapter can be played: its settings are valid as they stand, its beats and its hands exist.

use kitchen_text::{Lang, tr};

use crate::chapters;
use crate::scenario::raw;
use crate::scene::handle::{Grip, Handle};
use crate::scene::stage::{Index, View};
use crate::show::{self, Show};
use crate::story::act::{Act, Settings};
use crate::story::pace::Mark;
use crate::story::playhead::Timeline;
use crate::story::{Layer, Script};
use kitchen_core::units::Time;

/// The sizes at which handles are tried: a laptop's stage, the same with all drawers open, a phone's.
const SIZES: [[f32; 2]; 3] = [[1256.0, 638.0], [744.0, 374.0], [390.0, 470.0]];

fn check(what: &str, is_so: bool) {
    assert!(is_so, "{what}");
}

fn acts() -> impl Iterator<Item = (&'static crate::chapter::Chapter, &'static Act)> {
    chapters::all().flat_map(|chapter| chapter.acts.iter().map(move |act| (chapter, act)))
}

#[test]
fn an_act_is_as_its_settings_say() {
    for (chapter, act) in acts() {
        let valid = |settings: Settings| {
            let (_, problems) = raw::parse(chapter.kind, settings.iter().copied());
            check(&format!("{} {}: {problems:?}", chapter.id, act.id), problems.is_empty());
        };
        valid(act.settings);
        let done = act.done(chapter.kind);
        check(&format!("{} {}: what the button does can run", chapter.id, act.id), raw::reconcile(done).1.is_none());
        check(
            &format!("{} {}: what is done by hand waits for it", chapter.id, act.id),
            act.does.is_empty() || act.waits.is_some(),
        );
        for lang in Lang::ALL {
            for key in act.sentence.into_iter().chain([act.button]).chain(act.waits) {
                check(&format!("{} {} says nothing", chapter.id, act.id), !tr(lang, key).is_empty());
            }
        }
    }
    for chapter in chapters::all().filter(|chapter| !chapter.acts.is_empty()) {
        let ids = || chapter.acts.iter().map(|act| act.id);
        check(
            &format!("{}: names of its own for acts", chapter.id),
            ids().all(|id| ids().filter(|other| *other == id).count() == 1),
        );
        check(&format!("{}: three to six acts", chapter.id), (3..=6).contains(&chapter.acts.len()));
        check(&format!("{}: asks once", chapter.id), chapter.acts.iter().filter(|act| act.asks).count() == 1);
    }
}

#[test]
fn the_beats_and_hands_of_an_act_exist() {
    for (chapter, act) in acts() {
        let scenario = act.scenario(chapter.kind);
        if show::is_heavy(&scenario) {
            continue;
        }
        let show = show::run(&scenario).unwrap();
        let script = chapter.script(&show);
        for id in [act.from, act.to].into_iter().flatten() {
            check(&format!("{} {}: beat {id}", chapter.id, act.id), script.beats.iter().any(|beat| beat.id == id));
        }
        let index = chapter.index(&show);
        for (size, layer, lang) in
            SIZES.iter().flat_map(|&size| [(size, Layer::Kitchen, Lang::Ja), (size, Layer::XRay, Lang::En)])
        {
            let hands = hands_at((&show, &index), (layer, lang), size);
            // A stage this low leaves out the strip of rails; the button does what they would.
            for &id in act.hands.iter().filter(|_| size[1] > 400.0) {
                check(
                    &format!("{} {}: {id} is on the stage", chapter.id, act.id),
                    hands.iter().any(|hand| hand.id == id),
                );
            }
            for (at, hand) in hands.iter().enumerate() {
                for other in &hands[..at] {
                    let [[x, y], [a, b]] = [hand, other].map(|hand| hand.stops[hand.here].at);
                    let lies = format!("{} {}: {} {size:?} lies on {}", chapter.id, act.id, hand.id, other.id);
                    check(&lies, (x - a).abs().max((y - b).abs()) >= 40.0);
                }
                sound(&format!("{} {} {} {size:?}", chapter.id, act.id, hand.id), hand, size);
            }
        }
    }
}

/// From a first act's start to its end, and to its second thing said, at most, on the screen in milliseconds.
const FIRST_ACT_MS: [f64; 2] = [24_000.0, 12_000.0];

#[test]
fn a_first_act_is_short() {
    for chapter in chapters::all().filter(|chapter| !chapter.acts.is_empty()) {
        let act = &chapter.acts[0];
        let show = show::run(&act.done(chapter.kind)).unwrap();
        let (mut script, mut untold) = (chapter.script(&show), Timeline::untold(&show, chapter.screen_s));
        if let Some(brief) = act.brief {
            for id in brief.beats {
                let is_there = script.beats.iter().any(|beat| beat.id == *id);
                check(&format!("{} {}: beat {id}", chapter.id, act.id), is_there);
            }
            (script, untold) = brief.of(&script, &untold);
        }
        for voice in [(Lang::Ja, Layer::Kitchen), (Lang::En, Layer::Kitchen)] {
            let told = untold.told(&script, voice);
            let at =
                |id: &str| script.beats.iter().find(|beat| beat.id == id).map(|beat| told.pace().screen_ms(beat.at));
            let start = act.from.and_then(at).unwrap_or(0.0);
            let end = act.to.and_then(at).unwrap_or(told.pace().total_ms());
            let second = script.beats.iter().map(|beat| told.pace().screen_ms(beat.at)).find(|&ms| ms > start).unwrap();
            for (ms, most) in [end - start, second - start].into_iter().zip(FIRST_ACT_MS) {
                check(&format!("{} {} {voice:?}: {ms:.0} ms of {most}", chapter.id, act.id), ms <= most);
            }
        }
    }
}

/// Letters that two lines of the sentence hold beside the buttons, in Japanese and in others.
const MOST_LETTERS: [usize; 2] = [66, 130];

#[test]
fn a_task_is_judged_and_its_start_does_not_do_it() {
    let mut met = 0;
    for (chapter, act) in acts() {
        let Some(judge) = act.judge else { continue };
        for (is_done, scenario) in [(false, act.scenario(chapter.kind)), (true, act.done(chapter.kind))] {
            let judged = judge(&show::run(&scenario).unwrap()).unwrap();
            let what = format!("{} {} {is_done}", chapter.id, act.id);
            check(&format!("{what}: the start is no answer"), is_done || !judged.is_met);
            check(&format!("{what}: what is met does"), !judged.is_met || judged.cost.is_finite());
            check(&format!("{what}: a bound or a goal is said"), judged.bound.is_some());
            for lang in Lang::ALL {
                let most = MOST_LETTERS[usize::from(lang != Lang::Ja)];
                let texts = act.sentence.map(|key| tr(lang, key).to_owned()).into_iter();
                for said in texts.chain([judged.said.kitchen.say(lang), judged.said.xray.say(lang)]) {
                    check(&format!("{what}: two lines: {said}"), said.chars().count() <= most);
                }
            }
        }
        met += 1;
    }
    check("six chapters and more set a task", met >= 6);
}

/// What can be taken in hand at a run's start.
fn hands_at((show, index): (&Show, &Index), (layer, lang): (Layer, Lang), size: [f32; 2]) -> Vec<Handle> {
    let (script, still) = (Script::default(), Time::ZERO);
    let (playhead, per_second, mark) = (still, still, Mark::Usual);
    View { show, script: &script, index, playhead, per_second, mark, layer, lang, size }.hands(&[])
}

/// A handle is where it says, and all of its places can be told apart and lie on the stage.
fn sound(what: &str, hand: &Handle, size: [f32; 2]) {
    check(&format!("{what}: has places"), hand.stops.len() >= 2 && hand.here < hand.stops.len());
    for (at, stop) in hand.stops.iter().enumerate() {
        let [x, y] = stop.at;
        check(&format!("{what}: place {at} at {x} {y}"), (0.0..=size[0]).contains(&x) && (0.0..=size[1]).contains(&y));
        if hand.grip != Grip::Press {
            check(&format!("{what}: place {at} is found by its point"), hand.nearest(stop.at) == at);
        }
        if let Ok(scenario) = &stop.leads {
            check(&format!("{what}: place {at} leads to what can run"), raw::reconcile(scenario.clone()).1.is_none());
        }
    }
    check(&format!("{what}: is at a place it may be at"), hand.stops[hand.here].leads.is_ok());
}

/// The chapters whose hands are all at the same time on the stage of an act.
const MANY_HANDED: [&str; 5] = ["mishaps", "graph", "secret-sauce", "pipeline", "too-big"];
/// A finger's breadth.
const APART: f32 = 44.0;

#[test]
fn no_hand_covers_another() {
    let mut close = Vec::new();
    for (chapter, act) in acts().filter(|(chapter, _)| MANY_HANDED.contains(&chapter.id)) {
        let show = show::run(&act.scenario(chapter.kind)).unwrap();
        let index = chapter.index(&show);
        for size in SIZES.into_iter().chain([[360.0, 440.0]]) {
            let mut hands = hands_at((&show, &index), (Layer::Kitchen, Lang::En), size);
            hands.retain(|hand| act.hands.contains(&hand.id));
            for (at, hand) in hands.iter().enumerate() {
                let a = hand.stops[hand.here].at;
                for other in &hands[at + 1..] {
                    let away = crate::scene::geom::distance(a, other.stops[other.here].at);
                    if away < APART {
                        close.push(format!("{} {} {size:?}: {} {} {away}", chapter.id, act.id, hand.id, other.id));
                    }
                }
            }
        }
    }
    assert!(close.is_empty(), "{close:#?}");
}

#[test]
fn a_handle_says_the_value_that_the_run_has() {
    let says = |scene: &str, hash: &str, id: &str, expected: &str| {
        let scenario = chapters::parse(&format!("?scene={scene}"), hash).0.scenario;
        let chapter = chapters::of(&scenario);
        let show = show::run(&scenario).unwrap();
        let index = chapter.index(&show);
        let hands = hands_at((&show, &index), (Layer::Kitchen, Lang::En), SIZES[0]);
        let hand = hands.into_iter().find(|hand| hand.id == id).unwrap();
        assert_eq!(hand.stops[hand.here].text.say(Lang::En).replace('\u{a0}', " "), expected, "{scene} {hash}");
        assert_eq!(hand.stops[hand.here].leads.as_ref(), Ok(&scenario), "{scene} {hash}");
    };
    says("links", "#v=1&bytes=67108864", "size", "64 MiB");
    // Between two stops: it stands at one of them, and says what is.
    says("links", "#v=1&bytes=8388608", "size", "8 MiB");
    says("collectives", "#v=1&bytes=2097152", "size", "2 MiB");
    says("pipeline", "#v=1&pot=cut&batches=24", "batches", "24 bowls of 2");
}
