//! What the reader does, and what is shown then.

use kitchen_story::scenario::Range;
use kitchen_story::scenario::link::{Drawer, Drawers, Lanes};
use kitchen_story::show;
use kitchen_story::story::playhead::Timeline;
use kitchen_text::key;

use super::*;
use crate::page::keys::{Field, Place, Stroke};
use crate::page::next::Next;
use crate::page::{address, first};

#[path = "state/acts_tests.rs"]
mod acts;

/// The page of an address, with its run where it has one.
fn at(query: &str, hash: &str) -> State {
    // A link without a hash opens the first act; these tests are of all that the controls say.
    arrived(query, if hash.is_empty() { "v=1" } else { hash })
}

fn arrived(query: &str, hash: &str) -> State {
    let mut state = State::new();
    state.reduce(Action::Arrive(address::read(query, hash, &["en".to_owned()])));
    if state.chapter.is_some() {
        state.reduce(Action::Load(run(&state)));
    }
    state
}

/// The home page with its first minute on the stage.
fn home() -> State {
    let mut state = at("", "");
    state.reduce(Action::Load(run(&state)));
    state
}

/// Lets frames pass until play stops by itself.
fn play_on(state: &mut State) {
    // Two minutes: no run takes longer on the screen.
    for frame in 0..6_000 {
        if !state.head.playing {
            return;
        }
        state.reduce(Action::Tick { now_s: f64::from(frame) / 50.0, elapsed_ms: 20.0, seen: true });
    }
    panic!("it plays for ever");
}

/// The run of a state's scenario.
fn run(state: &State) -> Run {
    let chapter = chapters::of(&state.scenario);
    let show = show::run(&state.scenario).expect("a run");
    let script = chapter.script(&show);
    let timeline = Timeline::untold(&show, chapter.screen_s);
    let left = state.left_by(&show);
    Run::new(state.scenario.clone(), script, timeline, left, state.voice())
}

/// What the controls say after a change.
fn set(hash: &str) -> Action {
    Action::Set(address::read("scene=pipeline", hash, &[]).address.scenario)
}

fn end(state: &State) -> Time {
    state.run.as_ref().expect("a run").timeline.end
}

/// The address that the page has after some seconds, as far as it writes one.
fn written(state: &mut State) -> Option<(String, String)> {
    let effects = state.reduce(Action::Tick { now_s: state.saved_at_s + 1.0, elapsed_ms: 16.0, seen: true });
    effects.into_iter().find_map(|effect| match effect {
        Effect::Write { push: false, query, hash } => Some((query, hash)),
        _ => None,
    })
}

/// After these actions on a chapter's page, what the page shows is as expected.
#[allow(clippy::needless_pass_by_value, reason = "what is expected is written where it is")]
fn check<T: PartialEq + std::fmt::Debug>(actions: Vec<Action>, shown: impl Fn(&State) -> T, expected: T) {
    let mut state = at("scene=pipeline", "");
    for action in actions {
        state.reduce(action);
    }
    assert_eq!(shown(&state), expected);
}

#[test]
fn a_link_is_shown_and_written_back() {
    let (query, hash) = ("scene=pipeline&lang=ja&layer=xray&lanes=links", "v=1&kind=pipeline");
    let mut state = at(query, &format!("{hash}&t=1000000&speed=200&guide=0"));
    assert_eq!((state.lang, state.layer(), state.look().lanes), (Lang::Ja, Layer::XRay, Lanes::Links));
    assert_eq!((state.head.at(), state.status().guided, state.head.speed.factor()), (Time(1_000_000), false, 2.0));
    let (again, there) = written(&mut state).expect("a new page writes its address");
    // The timeline was always there when links of this kind were written.
    assert_eq!(again, format!("{query}&open=timeline"));
    assert!(there.starts_with(hash) && there.ends_with("&t=1000000&speed=200&guide=0"), "{there}");
    assert_eq!(written(&mut state), None, "nothing has changed since");
}

#[test]
fn wishes_are_seen_and_kept_in_the_address() {
    let layer = |state: &State| state.layer();
    check(vec![Action::Wish(Wish::Layer(Layer::XRay))], layer, Layer::XRay);
    check(vec![Action::Key(Key::Layer)], layer, Layer::XRay);
    check(vec![Action::Key(Key::Layer), Action::Key(Key::Layer)], layer, Layer::Kitchen);
    check(vec![Action::Key(Key::Projector)], State::theme, "projector");
    check(vec![Action::Wish(Wish::Share)], |state| state.share.clone(), Some(at("scene=pipeline", "").address()));
    let mut state = at("scene=pipeline", "");
    state.reduce(Action::Wish(Wish::Lang(Lang::Ja)));
    assert_eq!(written(&mut state).map(|(query, _)| query), Some("scene=pipeline&lang=ja".to_owned()));
}

#[test]
fn another_language_takes_another_time_to_read() {
    let mut state = at("scene=pipeline&lang=en", "");
    let before = Rc::clone(&state.run.as_ref().expect("a run").timeline);
    state.reduce(Action::Wish(Wish::Theme(Theme::Dark)));
    assert!(Rc::ptr_eq(&before, &state.run.as_ref().expect("a run").timeline));
    state.reduce(Action::Wish(Wish::Lang(Lang::Ja)));
    assert_ne!(*before, *state.run.as_ref().expect("a run").timeline);
}

#[test]
fn the_play_bar_moves_the_playhead() {
    let head = |state: &State| (state.head.at() == end(state), state.head.at() == Time::ZERO, state.head.playing);
    let passed = |command| vec![Action::Ask(Ask::Show), Action::Play(command)];
    check(passed(Command::End), head, (true, false, false));
    check([passed(Command::End), passed(Command::Restart)].concat(), head, (false, true, false));
    check(passed(Command::Scrub(SCRUBBER_STEPS)), head, (true, false, false));
    check(vec![Action::Play(Command::Toggle)], head, (false, true, true));
    check(vec![Action::Play(Command::Faster)], |state| state.status().speed, Speed::NORMAL.faster());
    check(vec![Action::Key(Key::Guide)], |state| state.status().guided, false);
    let mut state = at("scene=pipeline", "");
    assert_eq!(state.reduce(Action::Play(Command::Step(Way::Forward))), [Effect::Draw], "a step is seen at once");
    assert_eq!(state.reduce(Action::Play(Command::Scrub(7))), []);
}

#[test]
fn frames_play_the_run_up_to_the_question() {
    let mut state = at("scene=pipeline", "v=1&guide=0");
    let gate = state.gate.expect("an open question");
    state.reduce(Action::Play(Command::Seek(Time(1))));
    let version = state.version;
    state.reduce(Action::Play(Command::Seek(gate.saturating_sub(Time(1)))));
    assert_eq!(state.version, version, "nothing around the stage has changed");
    state.reduce(Action::Play(Command::Toggle));
    state.reduce(Action::Tick { now_s: 9.0, elapsed_ms: 16.0, seen: false });
    assert!(state.head.at() < gate, "nobody sees it");
    state.reduce(Action::Tick { now_s: 9.1, elapsed_ms: 16.0, seen: true });
    assert_eq!((state.head.at(), state.head.playing, state.status().asking), (gate, false, true));
    assert!(state.has_card() && state.version > version);
}

#[test]
fn with_less_motion_stills_follow_each_other() {
    let mut state = at("scene=pipeline", "v=1&guide=0");
    state.reduce(Action::System(System { still: true, ..state.system }));
    state.reduce(Action::Play(Command::Toggle));
    for (now_s, moved) in [(10.0, false), (13.9, false), (60.0, true)] {
        state.reduce(Action::Tick { now_s, elapsed_ms: 16.0, seen: true });
        assert_eq!(state.head.at() > Time::ZERO, moved, "at {now_s} s");
    }
    // With the guide on, play is a step.
    let mut state = at("scene=pipeline", "");
    state.reduce(Action::System(System { still: true, ..state.system }));
    state.reduce(Action::Play(Command::Toggle));
    assert!(state.head.at() > Time::ZERO && !state.head.playing);
}

#[test]
fn the_question_stands_on_the_stage_until_its_answer_was_seen() {
    let card = |state: &State| (state.has_card(), state.is_open(), state.is_revealed());
    let ask = |asks: &[Ask]| asks.iter().map(|&ask| Action::Ask(ask)).collect::<Vec<_>>();
    check(vec![], card, (false, true, false));
    check(ask(&[Ask::Now]), card, (true, true, false));
    check(ask(&[Ask::Now, Ask::GoOn]), card, (true, true, true));
    check(ask(&[Ask::Now, Ask::Answered]), card, (true, false, false));
    check(ask(&[Ask::Now, Ask::Answered, Ask::GoOn]), card, (false, false, false));
    check(ask(&[Ask::Show]), card, (false, false, false));
    let mut state = at("scene=pipeline", "");
    state.reduce(Action::Ask(Ask::Answered));
    state.reduce(set("v=1&stages=8"));
    assert!(state.is_open(), "another scenario is another question");
    assert!(!at("scene=pipeline&embed=1&controls=1", "").is_open(), "an embedded page asks nothing");
}

#[test]
fn a_changed_scenario_keeps_the_beat_and_one_that_cannot_run_leaves_the_last() {
    let mut state = at("scene=pipeline", "");
    state.reduce(Action::Play(Command::Beat(Way::Forward)));
    let beat = |state: &State| {
        let run = state.run.as_ref().expect("a run");
        run.script.beat_at(state.head.at()).map(|index| run.script.beats[index].id.clone())
    };
    let before = beat(&state);
    state.reduce(set("v=1&stages=8"));
    state.reduce(Action::Load(run(&state)));
    assert_eq!(beat(&state), before);
    let played = state.scenario.clone();
    state.reduce(set("v=1&stages=2"));
    state.reduce(Action::Refuse(Line::new(kitchen_text::key::SHELL_PROBLEM)));
    assert_eq!(state.scenario, played);
    check_clash(&state, Some(("stages", false)));
    state.reduce(set("v=1&stages=2"));
    state.reduce(Action::Stop);
    assert_eq!(state.scenario, played, "what is not waited for leaves the last, too");
}

#[test]
fn the_first_minute_takes_three_presses_and_a_guess() {
    let mut state = home();
    let mut phases = Vec::new();
    let acts = [First::Press, First::Guess(0), First::Press];
    for act in acts {
        phases.push(state.phase().expect("a phase"));
        state.reduce(Action::First(act));
        assert!(state.head.playing, "{act:?} lets it begin");
        phases.push(state.phase().expect("a phase"));
        play_on(&mut state);
    }
    phases.push(state.phase().expect("a phase"));
    assert_eq!(phases, [Phase::Alone, Phase::Alone, Phase::Ask, Phase::Two, Phase::Bowls, Phase::Bowls, Phase::Doors]);
    assert_eq!((state.guess, state.head.at()), (Some(0), end(&state)));
    state.reduce(Action::First(First::Again));
    assert_eq!((state.phase(), state.guess, state.head.at()), (Some(Phase::Alone), None, Time::ZERO));
    assert_eq!(at("scene=prologue", "").phase(), None, "a chapter's page has a bar for it");
}

#[test]
fn the_first_minute_pauses_takes_one_answer_and_knows_stills() {
    let mut state = home();
    state.reduce(Action::First(First::Guess(1)));
    assert_eq!((state.guess, state.head.playing), (None, false), "nothing was asked yet");
    state.reduce(Action::First(First::Press));
    state.reduce(Action::Tick { now_s: 1.0, elapsed_ms: 200.0, seen: true });
    state.reduce(Action::First(First::Press));
    let run = state.run.as_ref().expect("a run");
    assert!(!state.head.playing && first::is_inside(&run.script, state.head.at()));
    state.reduce(Action::First(First::Press));
    play_on(&mut state);
    for guess in [2, 0] {
        state.reduce(Action::First(First::Guess(guess)));
    }
    assert_eq!(state.guess, Some(2), "an answer is given once");
    let mut still = home();
    still.reduce(Action::System(System { still: true, ..still.system }));
    for act in [First::Press, First::Guess(0), First::Press] {
        still.reduce(Action::First(act));
        assert!(!still.head.playing, "a press is a step to the next still");
    }
    assert_eq!(still.phase(), Some(Phase::Doors));
}

#[test]
fn the_home_page_hears_its_stage_and_writes_no_moment() {
    let plain = |key| Stroke { key, shift: false, chord: false };
    let mut state = home();
    assert_eq!(state.hears(plain(" "), Place::Stage), Some(Key::Play(Command::Toggle)));
    assert_eq!(state.hears(plain("ArrowRight"), Place::Elsewhere), None, "the page scrolls");
    state.reduce(Action::Key(Key::Play(Command::Toggle)));
    assert_eq!(written(&mut state), None);
    assert_eq!(at("", "v=1&guide=0&t=5").head, Playhead::default());
}

#[test]
fn a_clicker_plays_the_first_minute_before_the_book() {
    let mut state = home();
    let first = chapters::chapters().next().expect("a chapter").id;
    for act in 0..3 {
        assert_eq!(state.reduce(Action::Click(Click::On)), [], "act {act} begins");
        assert_eq!(state.reduce(Action::Click(Click::On)), [Effect::Draw], "act {act} is cut short");
    }
    assert_eq!(state.reduce(Action::Click(Click::On)), [Effect::Open(Some(first))]);
    assert_eq!(state.reduce(Action::Click(Click::Back)), [Effect::Draw]);
}

#[test]
fn a_place_is_kept_where_the_reader_allows_it_and_nowhere_else() {
    let keep = |effects: &[Effect]| {
        effects.iter().find_map(|effect| if let Effect::Keep(place) = effect { Some(place.clone()) } else { None })
    };
    let tick = |state: &mut State| {
        state.reduce(Action::Play(Command::Step(Way::Forward)));
        state.reduce(Action::Tick { now_s: state.saved_at_s + 1.0, elapsed_ms: 16.0, seen: true })
    };
    let mut state = at("scene=pipeline&lang=ja", "");
    for can in [false, true] {
        state.reduce(Action::Kept(can, None));
        assert_eq!((state.keeps, keep(&tick(&mut state))), (can.then_some(false), None));
    }
    assert_eq!(keep(&state.reduce(Action::Keep(true))), Some(Some("home".to_owned())));
    let place = keep(&tick(&mut state)).flatten().expect("a place");
    assert!(place.starts_with("pipeline#v=1&kind=pipeline") && place.contains("&t="), "{place}");
    let kept = state.left_off().expect("a way on");
    assert_eq!((kept.0, kept.1.as_str()), ("pipeline", "scene=pipeline&lang=ja"));
    // The next visit.
    let mut next = at("lang=en", "");
    next.reduce(Action::Kept(true, Some(place)));
    let (chapter, query, hash) = next.left_off().expect("a way on");
    assert_eq!((chapter, query.as_str(), hash), ("pipeline", "scene=pipeline&lang=en", kept.2));
    assert_eq!(keep(&next.reduce(Action::Keep(false))), Some(None));
    assert_eq!((next.left_off(), next.keeps), (None, Some(false)));
    // What somebody else may have put there.
    for foreign in ["home", "", "#", "nowhere#v=1", "pipeline#v=1&stages=99", "pipeline#v=1&t=<script>"] {
        next.reduce(Action::Kept(true, Some(foreign.to_owned())));
        assert_eq!((next.left_off(), next.keeps), (None, Some(true)), "{foreign}");
    }
}

#[test]
fn a_clicker_goes_from_the_home_page_to_the_end_of_the_book() {
    let first = chapters::chapters().next().expect("a chapter").id;
    let mut state = at("", "");
    assert_eq!(state.reduce(Action::Click(Click::On)), [Effect::Open(Some(first))]);
    assert_eq!(state.reduce(Action::Click(Click::Back)), []);
    state.reduce(Action::Open(Some(first)));
    state.reduce(Action::Load(run(&state)));
    state.reduce(Action::Play(Command::Speed(Speed::MAX)));
    let next = [Effect::Open(Some(chapters::chapters().nth(1).expect("two chapters").id))];
    for click in 0.. {
        assert!(click < 60, "{:?}", state.next());
        let effects = state.reduce(Action::Click(Click::On));
        if effects == next {
            break;
        }
        if !state.run.as_ref().expect("a run").scenario.runs_as(&state.scenario) {
            let run = run(&state);
            state.reduce(Action::Load(run));
        }
        if state.is_revealed() {
            state.reduce(Action::Ask(Ask::Answered));
        }
        play_on(&mut state);
    }
    // Back to the act's start, and to the act before it.
    let last = state.act_number();
    state.reduce(Action::Play(Command::Seek(Time::ZERO)));
    state.reduce(Action::Click(Click::Back));
    assert_eq!(state.act_number().map(|act| act + 1), last);
}

#[test]
fn the_one_button_goes_from_the_first_press_to_the_next_chapter() {
    let [first, second] = [0, 1].map(|at| chapters::chapters().nth(at).expect("two chapters").id);
    let mut state = State::new();
    state.reduce(Action::Arrive(address::read(&format!("scene={first}"), "v=1", &[])));
    assert_eq!((state.next(), state.reduce(Action::Next)), (Next::Wait, vec![]));
    state.reduce(Action::Load(run(&state)));
    assert_eq!(state.next(), Next::Begin(None));
    state.reduce(Action::Next);
    assert_eq!((state.next(), state.head.playing), (Next::Pause, true));
    state.reduce(Action::Play(Command::Seek(Time(1))));
    state.reduce(Action::Next);
    assert_eq!((state.next(), state.head.playing), (Next::GoOn, false));
    // Whatever leads past the question comes to it.
    state.reduce(Action::Play(Command::End));
    assert_eq!(state.next(), Next::Show);
    state.reduce(Action::Next);
    assert!(state.is_revealed(), "the run answers");
    state.reduce(Action::Ask(Ask::Answered));
    assert_eq!(state.next(), Next::Seen);
    state.reduce(Action::Next);
    assert_eq!((state.next(), state.head.playing), (Next::Pause, true), "after the answer it goes on");
    state.reduce(Action::Play(Command::End));
    assert_eq!(state.next(), Next::Chapter(second));
    assert_eq!(state.reduce(Action::Next), [Effect::Open(Some(second))]);
    let last = chapters::chapters().last().expect("a chapter").id;
    let mut state = at(&format!("scene={last}"), "");
    state.reduce(Action::Ask(Ask::Show));
    state.reduce(Action::Play(Command::End));
    assert_eq!((state.next(), state.reduce(Action::Next)), (Next::Contents, vec![Effect::Open(None)]));
}

#[test]
fn a_question_at_the_start_waits_for_the_first_press() {
    let mut state = at("scene=links", "");
    assert_eq!((state.gate, state.has_card(), state.next()), (Some(Time::ZERO), false, Next::Ask));
    state.reduce(Action::Next);
    assert_eq!((state.has_card(), state.next()), (true, Next::Show));
    // Whatever else would begin the run asks as well.
    for command in [Command::Toggle, Command::End] {
        let mut state = at("scene=links", "");
        state.reduce(Action::Play(command));
        assert_eq!((state.has_card(), state.status().held, state.head.at()), (true, true, Time::ZERO), "{command:?}");
    }
}

#[test]
fn drawers_stay_open_from_chapter_to_chapter() {
    let mut state = at("scene=pipeline", "");
    state.reduce(Action::Wish(Wish::Drawer(Drawer::Numbers, true)));
    state.reduce(Action::Open(Some("data")));
    assert!(state.look().drawers.holds(Drawer::Numbers) && !state.look().drawers.holds(Drawer::Read));
    state.reduce(Action::Wish(Wish::Drawer(Drawer::Numbers, false)));
    assert_eq!(state.look().drawers, Drawers::default());
}

#[test]
fn presenting_brings_the_projectors_palette_and_gives_the_readers_back() {
    let presents = |state: &State| (state.is_presenting(), state.black, state.theme());
    let click = |clicks: &[Click]| clicks.iter().map(|&click| Action::Click(click)).collect::<Vec<_>>();
    check(click(&[Click::Black]), presents, (true, false, "projector"));
    check(click(&[Click::Black, Click::Black]), presents, (true, true, "projector"));
    check(click(&[Click::Black, Click::Black, Click::On]), presents, (true, false, "projector"));
    check(click(&[Click::Black, Click::Leave]), presents, (false, false, "light"));
}

#[test]
fn keys_are_heard_where_they_mean_something() {
    let plain = |key| Stroke { key, shift: false, chord: false };
    let (mut state, home) = (at("scene=pipeline", ""), at("", ""));
    assert_eq!(state.hears(plain("x"), Place::Stage), Some(Key::Layer));
    assert_eq!(home.hears(plain("x"), Place::Stage), None);
    assert_eq!(
        (state.hears_first(plain("."), Field::None), home.hears_first(plain("."), Field::None)),
        (None, Some(Click::Black))
    );
    state.reduce(Action::Wish(Wish::Share));
    assert_eq!((state.hears(plain("x"), Place::Stage), state.hears_first(plain("b"), Field::None)), (None, None));
}

#[test]
fn a_page_that_is_being_left_no_longer_writes_the_address() {
    let mut state = at("scene=pipeline", "");
    state.reduce(Action::Leave);
    state.reduce(Action::Play(Command::End));
    assert_eq!(written(&mut state), None);
    let effects = state.reduce(Action::Open(None));
    let write = Effect::Write { push: true, query: String::new(), hash: String::new() };
    assert_eq!(effects, [write, Effect::Top, Effect::FocusThen("main")]);
    assert_eq!((state.chapter, state.run.is_none(), state.head.at()), (None, true, Time::ZERO));
}

/// Whatever leads past an open question's moment comes to the question, which says what waits; then what waited is shown.
fn check_held(chapter: &str, state: &State, action: Action, later: Option<Time>) {
    let mut state = state.clone();
    let gate = state.gate.expect("an open question");
    let said = format!("{chapter}: {action:?}");
    state.reduce(action);
    let shown = (state.head.at(), state.head.playing, state.has_card(), state.is_open(), state.status().held);
    assert_eq!(shown, (gate, false, true, true, true), "{said}");
    state.reduce(Action::Ask(Ask::Show));
    assert!(!state.has_card() && !state.is_revealed() && !state.status().held, "{said}: shown without a guess");
    match later {
        Some(later) => assert_eq!(state.head.at(), later, "{said}"),
        None => assert!(state.head.at() > gate || state.head.playing, "{said}"),
    }
}

#[test]
fn nothing_later_than_an_open_question_is_shown_in_any_chapter() {
    for chapter in chapters::chapters() {
        let id = chapter.id;
        let state = at(&format!("scene={id}&lang=en"), "v=1&guide=0");
        let (gate, end) = (state.gate.expect("a question"), end(&state));
        assert!(gate < end, "{id}: the run goes on after its question");
        let seek = |at: Time| Action::Play(Command::Seek(at));
        for at in [Time(gate.0 + 1), Time(gate.0 + (end.0 - gate.0) / 2), end] {
            check_held(id, &state, seek(at), Some(at));
        }
        for steps in [SCRUBBER_STEPS, SCRUBBER_STEPS - 1] {
            check_held(id, &state, Action::Play(Command::Scrub(steps)), None);
        }
        check_held(id, &state, Action::Play(Command::End), Some(end));
        let mut there = state.clone();
        there.reduce(seek(gate));
        if there.next() == Next::Ask {
            there.reduce(Action::Next);
        }
        assert!(there.has_card() && !there.status().held, "{id}: it is asked at its moment");
        for still in [false, true] {
            there.reduce(Action::System(System { still, ..there.system }));
            for command in [Command::Toggle, Command::Step(Way::Forward), Command::Beat(Way::Forward)] {
                check_held(id, &there, Action::Play(command), None);
                check_held(id, &there, Action::Key(Key::Play(command)), None);
            }
        }
        // In order, too: from the beginning by beats, by steps, and playing.
        for way in [Command::Beat(Way::Forward), Command::Step(Way::Forward), Command::Toggle] {
            let mut state = state.clone();
            for frame in 0..2_000 {
                state.reduce(Action::Play(way));
                let tick = Action::Tick { now_s: f64::from(frame), elapsed_ms: 700.0, seen: true };
                state.reduce(tick);
                assert!(state.head.at() <= gate && state.is_open(), "{id}: {way:?}");
                if state.status().held {
                    break;
                }
            }
            assert!(state.has_card(), "{id}: {way:?} comes to the question");
        }
    }
}

#[test]
fn a_link_shows_its_moment_and_a_page_within_another_asks_nothing() {
    for chapter in chapters::chapters() {
        let id = chapter.id;
        let gate = at(&format!("scene={id}"), "").gate.expect("a question");
        for (query, later, asks) in
            [("", 0, true), ("", 1, false), ("&embed=1", 1, false), ("&embed=1&controls=1", 1, false)]
        {
            let moment = Time(gate.0 + later);
            let state = at(&format!("scene={id}{query}"), &format!("v=1&t={}", moment.0));
            assert_eq!(
                (state.head.at(), state.has_card() || state.next() == Next::Ask, state.is_open()),
                (moment, asks, asks),
                "{id}{query} {later}"
            );
        }
    }
}

#[test]
fn another_scenario_asks_anew_before_it_shows_the_end() {
    let mut state = at("scene=pipeline", "");
    state.reduce(Action::Ask(Ask::Answered));
    state.reduce(Action::Play(Command::End));
    assert_eq!((state.head.at(), state.status().held), (end(&state), false), "after an answer all is shown");
    state.reduce(set("v=1&stages=8"));
    assert!(!state.has_card(), "nothing is asked of a run that is still to come");
    state.reduce(Action::Load(run(&state)));
    assert_eq!((Some(state.head.at()), state.has_card(), state.status().held), (state.gate, true, true));
    state.reduce(Action::Ask(Ask::Show));
    assert_eq!(state.head.at(), end(&state), "back to the beat at which the reader was");
    // What is refused leaves the run that is there, with its question.
    let mut state = at("scene=pipeline", "");
    state.reduce(Action::Ask(Ask::Answered));
    state.reduce(Action::Play(Command::End));
    state.reduce(set("v=1&stages=2"));
    state.reduce(Action::Refuse(Line::new(kitchen_text::key::SHELL_PROBLEM)));
    assert!(state.gate.is_none_or(|gate| state.head.at() <= gate));
}

/// What a control answers: its parameter, and whether what was there before can be had back.
fn check_clash(state: &State, expected: Option<(&str, bool)>) {
    let said = |clash: &Clash| {
        let lines = [Lang::En, Lang::Ja].map(|lang| clash.line.say(lang));
        assert!(lines.iter().all(|line| line.chars().count() > 10), "{lines:?}");
        (state.scenario.kind.params[clash.place].id, clash.before.is_some())
    };
    assert_eq!(state.clash.as_ref().map(said), expected);
    assert!(state.problems.is_empty(), "no link is to blame: {:?}", state.problems);
}

#[test]
fn what_does_not_go_together_is_answered_at_the_control() {
    let mut state = at("scene=collectives", "v=1&op=all-reduce&algorithm=ring");
    check_clash(&state, None);
    let before = state.scenario.clone();
    let place = before.kind.position("op").expect("an operation");
    let Range::Choice(ops) = before.kind.params[place].range else { panic!("a choice") };
    let op = ops.iter().position(|(id, _)| *id == "all-to-all").expect("an all-to-all") as i64;
    state.reduce(Action::Set(before.set(place, op)));
    check_clash(&state, Some(("op", true)));
    assert_eq!(state.scenario, reconcile(state.scenario.clone()).0, "the nearest that can run is chosen");
    assert_ne!(state.scenario, before);
    let back = state.clash.clone().and_then(|clash| clash.before).expect("the way back");
    state.reduce(Action::Set(back));
    assert_eq!(state.scenario, before);
    check_clash(&state, None);
    state.reduce(Action::Set(before.set(place, op)));
    state.reduce(Action::Arrive(address::read("scene=collectives", "", &[])));
    check_clash(&state, None);
}

#[test]
fn a_run_that_a_control_asked_for_and_is_refused_is_answered_there() {
    let mut state = at("scene=pipeline", "");
    let before = state.scenario.clone();
    state.reduce(set("v=1&stages=8"));
    state.reduce(Action::Refuse(Line::new(key::SHELL_PROBLEM_TEXTS)));
    check_clash(&state, Some(("stages", false)));
    assert_eq!(state.scenario, before, "what is on the stage stays");
    // Without a run on the stage it was the link.
    let mut state = State::new();
    state.reduce(Action::Arrive(address::read("scene=pipeline", "", &[])));
    state.reduce(Action::Refuse(Line::new(key::SHELL_PROBLEM_TEXTS)));
    assert_eq!((state.problems.len(), state.clash), (1, None));
}

#[test]
fn what_the_system_asks_for_is_seen_when_it_changes() {
    let mut state = at("scene=pipeline", "");
    let version = state.version;
    state.reduce(Action::System(state.system));
    assert_eq!((state.version, state.theme()), (version, "light"));
    state.reduce(Action::System(System { dark: true, ..state.system }));
    assert_eq!((state.version, state.theme()), (version + 1, "dark"));
}
