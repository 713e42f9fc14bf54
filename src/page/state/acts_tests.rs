//! A chapter in its acts: gone through, gone back, changed by hand.

use super::*;
use crate::page::action::Hand;

/// A chapter as its link without a moment opens it: in its first act.
fn in_acts() -> State {
    arrived("scene=pipeline", "")
}

/// Takes an action, and what comes with a run that it asks for.
fn act(state: &mut State, action: Action) {
    state.reduce(action);
    if !state.run.as_ref().expect("a run").scenario.runs_as(&state.scenario) {
        let run = run(state);
        state.reduce(Action::Load(run));
    }
}

fn act_id(state: &State) -> Option<&'static str> {
    state.act().map(|act| act.id)
}

/// One press of the one button, and whatever it lets play.
fn press(state: &mut State) {
    let is_asked = state.next() == Next::Show;
    act(state, Action::Next);
    if is_asked {
        // The card has the answer.
        act(state, Action::Ask(Ask::Answered));
    }
    play_on(state);
}

/// Presses from a chapter's first act to the door of the next chapter.
fn presses(chapter: &str) -> usize {
    let mut state = arrived(&format!("scene={chapter}"), "");
    state.reduce(Action::Play(Command::Speed(Speed::MAX)));
    assert!(state.is_at_rest(), "{chapter} waits for the first press");
    let mut seen = vec![act_id(&state).expect("an act")];
    for count in 1..=20 {
        if matches!(state.next(), Next::Chapter(_) | Next::Contents) {
            let all: Vec<&str> = state.all_acts().iter().map(|act| act.id).collect();
            assert_eq!(seen, all, "{chapter} shows all of its acts, in order");
            return count;
        }
        press(&mut state);
        if let Some(id) = act_id(&state).filter(|id| seen.last() != Some(id)) {
            seen.push(id);
        }
    }
    panic!("{chapter}: {:?} {seen:?}", state.next());
}

#[test]
fn a_chapter_is_gone_through_by_the_one_button() {
    let counted = chapters::chapters()
        .filter(|chapter| !chapter.acts.is_empty())
        .map(|chapter| (chapter.id, presses(chapter.id)));
    let many: Vec<(&str, usize)> = counted.filter(|&(_, presses)| presses > 10).collect();
    assert_eq!(many, [], "presses");
}

#[test]
fn what_acts_leave_stands_side_by_side() {
    let mut state = in_acts();
    let mut rows = vec![state.tally().len()];
    while !matches!(state.next(), Next::Chapter(_)) {
        press(&mut state);
        rows.push(state.tally().len());
    }
    assert!(rows.is_sorted(), "{rows:?}");
    assert_eq!(rows.last(), Some(&6), "each act leaves a row");
}

#[test]
fn two_acts_of_one_run_leave_each_its_own() {
    let mut state = arrived("scene=too-big", "");
    state.reduce(Action::Play(Command::Speed(Speed::MAX)));
    while state.act_number() < Some(2) {
        press(&mut state);
    }
    let [read, learn] = &state.tally()[..2] else { panic!("{:?}", state.tally()) };
    assert_eq!((read.act, learn.act, read.scenario == learn.scenario), (0, 1, true));
    assert_ne!(read.kept, learn.kept);
}

#[test]
fn a_press_while_the_acts_run_is_on_its_way_skips_nothing() {
    let mut state = in_acts();
    press(&mut state);
    assert!(matches!(state.next(), Next::Act(_)));
    // Its run is with the worker: nothing is loaded yet.
    state.reduce(Action::Next);
    for _ in 0..3 {
        assert_eq!((act_id(&state), state.next()), (Some("cut"), Next::Wait));
        state.reduce(Action::Next);
    }
    let mut given_up = state.clone();
    given_up.reduce(Action::Stop);
    assert_ne!(given_up.next(), Next::Wait);
    let run = run(&state);
    state.reduce(Action::Load(run));
    assert_eq!((act_id(&state), state.next()), (Some("cut"), Next::Pause));
}

#[test]
fn an_act_is_in_the_link_and_one_can_go_back() {
    let mut state = in_acts();
    press(&mut state);
    press(&mut state);
    assert_eq!(act_id(&state), Some("cut"));
    let (query, hash) = state.address().encode();
    let again = arrived(&query, &hash);
    assert_eq!((act_id(&again), again.head.at(), &again.scenario), (Some("cut"), state.head.at(), &state.scenario));
    // A link to an act alone is the act as it begins.
    assert_eq!(arrived("scene=pipeline", "v=1&act=sooner").scenario, {
        let sooner = state.all_acts().iter().find(|act| act.id == "sooner").expect("the act");
        sooner.scenario(state.scenario.kind)
    });
    act(&mut state, Action::Back);
    assert_eq!((act_id(&state), state.is_at_rest()), (Some("cut"), true));
    act(&mut state, Action::Back);
    assert_eq!(act_id(&state), Some("one-pot"));
    let unknown = address::read("scene=pipeline", "v=1&act=dessert", &[]);
    assert_eq!((unknown.address.act, unknown.problems.len()), (None, 1));
}

#[test]
fn the_button_lends_its_hand_where_the_reader_has_none() {
    let mut state = arrived("scene=pipeline", "v=1&act=turn");
    let before = state.scenario.clone();
    press(&mut state);
    assert_ne!(state.scenario, before);
    assert_eq!((state.is_at_rest(), state.can_undo()), (false, true));
    act(&mut state, Action::Hand(Hand::Undo));
    assert_eq!((&state.scenario, state.can_undo(), state.can_redo()), (&before, false, true));
    act(&mut state, Action::Hand(Hand::Redo));
    assert_ne!(state.scenario, before);
    // A hand of one's own stays.
    let mut state = arrived("scene=pipeline", "v=1&act=turn");
    let mine = address::read("scene=pipeline", "v=1&act=turn&pot=cut&batches=6&schedule=1f1b", &[]).address.scenario;
    act(&mut state, Action::Set(mine.clone()));
    act(&mut state, Action::Hand(Hand::Moved { before, by_keys: None }));
    press(&mut state);
    assert_eq!(state.scenario, mine);
}

#[test]
fn steps_by_keys_in_a_row_are_taken_back_at_once() {
    let mut state = arrived("scene=pipeline", "v=1&act=turn");
    let before = state.scenario.clone();
    for (second, batches) in [(0.0, 6), (0.4, 4), (5.0, 3)] {
        let now = state.scenario.clone();
        let hash = format!("v=1&act=turn&pot=cut&batches={batches}&schedule=1f1b");
        act(&mut state, Action::Set(address::read("scene=pipeline", &hash, &[]).address.scenario));
        act(&mut state, Action::Hand(Hand::Moved { before: now, by_keys: Some(("batches", second)) }));
    }
    act(&mut state, Action::Hand(Hand::Undo));
    act(&mut state, Action::Hand(Hand::Undo));
    assert_eq!((&state.scenario, state.can_undo()), (&before, false));
}

#[test]
fn what_is_only_passed_through_by_hand_is_not_kept() {
    let mut state = arrived("scene=pipeline", "v=1&act=turn");
    let turn = state.act_number().expect("an act");
    for batches in [6, 4, 3] {
        let before = state.scenario.clone();
        let hash = format!("v=1&act=turn&pot=cut&batches={batches}&schedule=1f1b");
        act(&mut state, Action::Set(address::read("scene=pipeline", &hash, &[]).address.scenario));
        act(&mut state, Action::Hand(Hand::Moved { before, by_keys: None }));
    }
    let rows =
        |state: &State| state.tally().iter().filter(|row| row.act == turn).map(|row| row.is_saved).collect::<Vec<_>>();
    assert_eq!(rows(&state), [false]);
    press(&mut state);
    assert_eq!(rows(&state), [true]);
}

/// Whether a change by hand leaves a row before its run was seen to its end.
fn check_in_hand(scene: &str, [before, after]: [&str; 2], expected: bool) {
    let mut state = arrived(scene, before);
    let old = state.scenario.clone();
    act(&mut state, Action::Set(address::read(scene, after, &[]).address.scenario));
    act(&mut state, Action::Hand(Hand::Moved { before: old, by_keys: None }));
    let row = |state: &State| state.tally().iter().any(|row| state.is_in_hand(row));
    assert_eq!(row(&state), expected, "{scene}");
    let over = end(&state);
    act(&mut state, Action::Play(Command::Seek(over)));
    assert!(row(&state), "{scene}: seen to its end");
}

#[test]
fn days_are_counted_once_they_were_lived() {
    let night = "v=1&act=turn&kitchens=2048&spares=4&period=";
    let [before, after] = [120, 20].map(|period| format!("{night}{period}"));
    check_in_hand("scene=mishaps", [&before, &after], false);
    let pot = "v=1&act=turn&pot=cut&schedule=1f1b&batches=";
    let [before, after] = [8, 4].map(|batches| format!("{pot}{batches}"));
    check_in_hand("scene=pipeline", [&before, &after], true);
}

/// Tries a pantry in the last act, and sees its run to the end.
fn try_away(state: &mut State, away: &str) {
    let before = state.scenario.clone();
    let hash = format!("v=1&act=turn&model=llama2-13b&rival=again&away={away}");
    act(state, Action::Set(address::read("scene=pantry", &hash, &[]).address.scenario));
    act(state, Action::Hand(Hand::Moved { before, by_keys: None }));
    let over = end(state);
    act(state, Action::Play(Command::Seek(over)));
}

/// Whether the try in hand does the task, and the best so far is the one in hand; judged, with a bound.
fn check_try(state: &mut State, away: &str, (does, is_best): (bool, bool)) {
    try_away(state, away);
    assert!(matches!(state.under(), Some(Under::Judged(_))), "{away}: {:?}", state.under());
    let row = state.tally().iter().find(|row| state.is_in_hand(row)).expect("a row");
    assert_eq!(row.judged.as_ref().map(|judged| judged.is_met), Some(does), "{away}");
    assert_eq!(state.best().is_some_and(|best| state.is_in_hand(best)), is_best, "{away}");
    assert!(state.bound().is_some(), "{away}");
}

#[test]
fn of_tries_the_best_stays() {
    let mut state = arrived("scene=pantry", "v=1&act=turn");
    assert!(matches!(state.under(), Some(Under::Act(_))));
    assert_eq!((state.best(), state.bound()), (None, None));
    // What does not fit is no best, whatever its time.
    check_try(&mut state, "report", (false, false));
    assert_eq!(state.best(), None);
    check_try(&mut state, "notebooks-bowls", (false, true));
    check_try(&mut state, "all", (false, false));
    check_try(&mut state, "state", (true, true));
    let best = state.best().cloned();
    for away in ["recipe-bowls", "report-bowls", "all-but-recipe", "all-but-report", "all-but-notebooks", "recipe"] {
        check_try(&mut state, away, (false, false));
        assert_eq!(state.best().map(|row| &row.kept), best.as_ref().map(|row| &row.kept), "{away}: it stays");
    }
}

/// Of an act that is a part of its run, first its own ends are gone to, then the run's.
#[test]
fn home_and_end_are_the_act_s_first() {
    let mut state = at("scene=cast", "v=1&act=step");
    state.reduce(Action::Ask(Ask::Show));
    let (from, to) = (state.act_start(), state.act_end());
    assert!(Time::ZERO < from && from < to && to < end(&state), "{from:?} {to:?}");
    let mut check = |command, expected| {
        state.reduce(Action::Play(command));
        assert_eq!(state.head.at(), expected, "{command:?}");
    };
    check(Command::End, to);
    check(Command::Restart, from);
    check(Command::Restart, Time::ZERO);
    check(Command::End, to);
    let whole = state.run.as_ref().expect("a run").timeline.end;
    state.reduce(Action::Play(Command::End));
    assert_eq!(state.head.at(), whole);
}
