//! The acts of a chapter: which is shown, how one goes to the next, what each left, and what the reader's hand changed in it.

use std::rc::Rc;

use kitchen_core::units::Time;
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::show::Show;
use kitchen_story::story::Layer;
use kitchen_story::story::act::{Act, Kept};
use kitchen_story::story::judged::{Judged, Left};
use kitchen_text::{Key, Line};

use super::State;
use crate::page::action::{Effect, Hand, Voice};
use crate::page::next::Next;
use crate::page::question::Question;

/// Rows of the tally, at most: as many as can be compared at a glance.
const MOST_ROWS: usize = 6;
/// Steps by keys within so many seconds of each other are one.
const ONE_STEP_S: f64 = 1.0;
/// Changes by hand that can be taken back.
const MOST_UNDONE: usize = 100;

/// What a run left.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub act: usize,
    pub scenario: Scenario,
    pub kept: Kept,
    /// How it did, where the act sets a task.
    pub judged: Option<Judged>,
    /// The run has been seen to its end.
    pub is_saved: bool,
}

impl Row {
    fn new(act: usize, scenario: Scenario, Left { kept, judged }: Left, is_saved: bool) -> Row {
        Row { act, scenario, kept, judged, is_saved }
    }

    /// What a task costs so; of runs that do not do it, and where there is none, nothing is known.
    fn cost(&self) -> Option<f64> {
        self.judged.as_ref().map(|judged| judged.cost).filter(|cost| cost.is_finite())
    }
}

/// What stands under the stage in place of the run's own sentences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Under<'a> {
    /// What the act is about.
    Act(Key),
    /// How the run did what the act asks for.
    Judged(&'a Line),
}

/// A change by hand that can be taken back.
#[derive(Clone, Debug, PartialEq)]
struct Change {
    before: Scenario,
    /// By keys, at a handle, at that second.
    by_keys: Option<(&'static str, f64)>,
}

/// Where in its acts a chapter is.
#[derive(Clone, Debug, Default)]
pub(super) struct Acts {
    /// The one that is shown; none: whatever the controls say.
    pub now: Option<usize>,
    /// What was left so far.
    tally: Vec<Row>,
    undo: Vec<Change>,
    redo: Vec<Scenario>,
    /// Something was changed in this act.
    is_touched: bool,
    /// The next run starts where the act does.
    is_fresh: bool,
    /// And plays.
    begins: bool,
}

impl State {
    /// The chapter's acts.
    pub fn all_acts(&self) -> &'static [Act] {
        self.chapter.and_then(chapters::chapter).map_or(&[], |chapter| chapter.acts)
    }

    /// The act that is shown.
    pub fn act(&self) -> Option<&'static Act> {
        self.all_acts().get(self.acts.now?)
    }

    /// Which it is.
    pub fn act_number(&self) -> Option<usize> {
        self.acts.now
    }

    /// What the runs so far have left; that of an open question is not told.
    pub fn tally(&self) -> &[Row] {
        &self.acts.tally
    }

    /// Whether the row is what is in hand now.
    pub fn is_in_hand(&self, row: &Row) -> bool {
        Some(row.act) == self.acts.now && row.scenario == self.scenario
    }

    pub fn can_undo(&self) -> bool {
        !self.acts.undo.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.acts.redo.is_empty()
    }

    /// Whether the act stands at its start, and its sentence holds.
    pub fn is_at_rest(&self) -> bool {
        self.act().is_some() && self.run.is_some() && !self.head.playing && self.head.at() <= self.act_start()
    }

    /// Until the act starts its own sentence holds; once it is over, where it sets a task, what is said of the run.
    pub fn under(&self) -> Option<Under<'_>> {
        if self.is_at_rest() {
            return self.act().map(|act| Under::Act(act.sentence(self.layer())));
        }
        let run = self.run.as_ref().filter(|_| !self.head.playing && self.head.at() >= self.act_end())?;
        let judged = self.left(&run.left).filter(|_| run.scenario == self.scenario)?.judged.as_ref()?;
        Some(Under::Judged(if self.layer() == Layer::XRay { &judged.said.xray } else { &judged.said.kitchen }))
    }

    /// What the act that is shown has of those.
    fn left<'a>(&self, left: &'a [(usize, Left)]) -> Option<&'a Left> {
        left.iter().find(|(act, _)| Some(*act) == self.acts.now).map(|(_, left)| left)
    }

    /// The row of the act that is shown which does its task best, of those that have been seen to their end.
    pub fn best(&self) -> Option<&Row> {
        let tries = self.tally().iter().filter(|row| Some(row.act) == self.acts.now && row.is_saved);
        let costs = tries.filter_map(|row| Some((row, row.cost()?)));
        costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(row, _)| row)
    }

    /// What nothing does better than, or what is asked for, in the act that is shown; once something was tried.
    pub fn bound(&self) -> Option<&Kept> {
        let mut tries = self.tally().iter().filter(|row| Some(row.act) == self.acts.now);
        tries.find_map(|row| row.judged.as_ref()?.bound.as_ref())
    }

    /// What the button says that begins the act as it stands.
    pub fn begin_word(&self) -> Option<Key> {
        self.act().map(|act| act.waits.unwrap_or(act.button))
    }

    fn beat(&self, id: Option<&'static str>) -> Option<Time> {
        let (id, run) = id.zip(self.run.as_ref())?;
        run.script.beats.iter().find(|beat| beat.id == id).map(|beat| beat.at)
    }

    pub(super) fn act_start(&self) -> Time {
        self.act().and_then(|act| self.beat(act.from)).unwrap_or(Time::ZERO)
    }

    /// Where the act ends: the run may go on.
    pub(super) fn act_end(&self) -> Time {
        let end = self.run.as_ref().map_or(Time::ZERO, |run| run.timeline.end);
        self.act().and_then(|act| self.beat(act.to)).unwrap_or(end)
    }

    /// The chapter's question belongs to one of its acts.
    pub(super) fn asks_here(&self) -> bool {
        self.act().is_none_or(|act| act.asks)
    }

    /// What comes after the act's end.
    pub(super) fn after_act(&self) -> Option<Next> {
        let next = self.acts.now? + 1;
        self.all_acts().get(next).map(|act| Next::Act(act.button))
    }

    /// Takes over from an address which act it is.
    pub(super) fn arrive_act(&mut self, id: Option<&str>, is_same_chapter: bool) {
        let tally = if is_same_chapter { std::mem::take(&mut self.acts.tally) } else { Vec::new() };
        let now = id.and_then(|id| self.all_acts().iter().position(|act| act.id == id));
        self.acts = Acts { now, tally, ..Acts::default() };
    }

    /// To another act; answers whether there is one. It plays at once where nothing is to be done in it before.
    pub(super) fn go_to_act(&mut self, number: usize, plays: bool, effects: &mut Vec<Effect>) -> bool {
        let (Some(act), Some(chapter)) = (self.all_acts().get(number), self.chapter.and_then(chapters::chapter)) else {
            return false;
        };
        self.enter(number, act.scenario(chapter.kind));
        self.acts.begins = plays && act.waits.is_none();
        self.settle();
        let (query, hash) = self.address().encode();
        effects.push(Effect::Write { push: true, query, hash });
        true
    }

    fn enter(&mut self, number: usize, scenario: Scenario) {
        let tally = std::mem::take(&mut self.acts.tally);
        self.acts = Acts { now: Some(number), tally, is_fresh: true, ..Acts::default() };
        (self.question, self.clash) = (Question::default(), None);
        self.head.pause();
        self.opened.act = self.act().map(|act| act.id.to_owned());
        self.opened.t = Time::ZERO;
        self.scenario = scenario;
        self.unsaved = true;
    }

    /// How a run is told now.
    pub fn voice(&self) -> Voice {
        (self.lang, self.layer(), self.act().and_then(|act| act.brief))
    }

    /// Tells the run on the stage as it is to be told now.
    pub(super) fn retell(&mut self) {
        let voice = self.voice();
        if let Some(run) = &mut self.run {
            run.tell(voice);
        }
    }

    /// Starts at once where the run that is wanted is on the stage already.
    fn settle(&mut self) {
        let is_here = self.run.as_ref().is_some_and(|run| run.scenario.runs_as(&self.scenario));
        if is_here {
            self.retell();
            self.start_fresh();
        }
    }

    /// Whether the run that the act begins with is not there yet.
    pub(super) fn awaits_act(&self) -> bool {
        self.acts.is_fresh && self.run.is_some()
    }

    /// The run that the act would begin with does not come: what is on the stage stays.
    pub(super) fn forget_fresh(&mut self) {
        (self.acts.is_fresh, self.acts.begins) = (false, false);
    }

    /// The run is there: from the act's start.
    pub(super) fn start_fresh(&mut self) {
        if !std::mem::take(&mut self.acts.is_fresh) {
            return;
        }
        let start = self.act_start();
        let Some(run) = &self.run else { return };
        let timeline = Rc::clone(&run.timeline);
        self.head.seek(&timeline, start);
        if std::mem::take(&mut self.acts.begins) {
            // A question that stands at the start has waited for nothing else.
            let asks_first = self.gate_at() == Some(Time::ZERO);
            self.question.wanted |= asks_first;
            if !asks_first {
                self.head.play(&timeline);
            }
        }
    }

    /// The button is pressed in an act that stands at its start. Where it asks for a hand and none came, the button lends its own: answers
    /// whether it did, and plays once that run is there.
    pub(super) fn lend_hand(&mut self) -> bool {
        let (Some(act), Some(chapter)) = (self.act(), self.chapter.and_then(chapters::chapter)) else { return false };
        if act.does.is_empty() || self.acts.is_touched {
            return false;
        }
        let done = act.done(chapter.kind);
        if done == self.scenario {
            return false;
        }
        self.acts.undo.push(Change { before: self.scenario.clone(), by_keys: None });
        (self.acts.is_touched, self.acts.is_fresh, self.acts.begins) = (true, true, true);
        self.scenario = done;
        self.settle();
        true
    }

    pub(super) fn hand(&mut self, hand: Hand, effects: &mut Vec<Effect>) {
        match hand {
            Hand::Moved { before, by_keys } => {
                let goes_on = |last: &Change| match (last.by_keys, by_keys) {
                    (Some((hand, then_s)), Some((id, now_s))) => hand == id && now_s - then_s < ONE_STEP_S,
                    _ => false,
                };
                let acts = &mut self.acts;
                acts.is_touched = true;
                acts.redo.clear();
                let has_room = acts.undo.len() < MOST_UNDONE;
                match acts.undo.last_mut() {
                    Some(last) if goes_on(last) => last.by_keys = by_keys,
                    _ if has_room => acts.undo.push(Change { before, by_keys }),
                    _ => {}
                }
            }
            Hand::Undo => {
                if let Some(change) = self.acts.undo.pop() {
                    let now = std::mem::replace(&mut self.scenario, change.before);
                    self.acts.redo.push(now);
                }
            }
            Hand::Redo => {
                if let Some(scenario) = self.acts.redo.pop() {
                    let before = std::mem::replace(&mut self.scenario, scenario);
                    self.acts.undo.push(Change { before, by_keys: None });
                }
            }
            Hand::AsItWas => {
                if let Some(first) = self.acts.undo.first().map(|change| change.before.clone()) {
                    let before = std::mem::replace(&mut self.scenario, first);
                    self.acts.undo = vec![Change { before, by_keys: None }];
                    effects.push(Effect::Focus("stage"));
                }
            }
        }
        self.unsaved = true;
    }

    /// Keeps what the run on the stage leaves: while it is in hand, and for good once it has been seen to its end.
    pub(super) fn keep_row(&mut self) {
        let Some((now, run)) = self.acts.now.zip(self.run.as_ref()) else { return };
        let left = self.left(&run.left).filter(|_| run.scenario == self.scenario);
        let Some(left) = left.cloned() else { return };
        let (is_over, is_open) = (self.head.at() >= self.act_end(), self.is_open());
        let is_lived = self.act().is_some_and(|act| act.is_lived);
        let is_shown = is_over || self.acts.is_touched && !is_open && !is_lived;
        let rows = &mut self.acts.tally;
        // What was only passed through by hand is gone.
        rows.retain(|row| row.is_saved || row.act == now && row.scenario == run.scenario);
        if !is_shown {
            rows.retain(|row| row.is_saved);
            return;
        }
        // What only looks at the same run in another way leaves no row of its own.
        let is_same = |row: &&mut Row| row.act == now && (row.scenario == run.scenario || row.kept == left.kept);
        match rows.iter_mut().find(is_same) {
            Some(row) => {
                row.is_saved |= is_over;
                row.scenario.clone_from(&run.scenario);
            }
            None => rows.push(Row::new(now, run.scenario.clone(), left, is_over)),
        }
        kitchen_core::order::sort_by_key(rows, |row| row.act);
        let has_bound = rows.iter().any(|row| row.judged.as_ref().is_some_and(|judged| judged.bound.is_some()));
        if rows.len() + usize::from(has_bound) > MOST_ROWS {
            make_room(rows, &run.scenario);
        }
    }

    /// What that run leaves in the act that is shown, and in those that show another part of it.
    pub fn left_by(&self, show: &Show) -> Vec<(usize, Left)> {
        let Some(chapter) = self.chapter.and_then(chapters::chapter) else { return Vec::new() };
        let shows = |number, act: &Act| Some(number) == self.acts.now || act.scenario(chapter.kind) == show.scenario;
        let left = |(number, act): (usize, &Act)| shows(number, act).then(|| Some((number, act.left(show)?)))?;
        chapter.acts.iter().enumerate().filter_map(left).collect()
    }

    /// Takes over what an act leaves that the reader has not played: a link may open a later one.
    pub(super) fn recall(&mut self, act: usize, scenario: Scenario, left: Left) {
        if !self.acts.tally.iter().any(|row| row.act == act) {
            self.acts.tally.push(Row::new(act, scenario, left, true));
            kitchen_core::order::sort_by_key(&mut self.acts.tally, |row| row.act);
        }
    }

    /// The first earlier act of which nothing is known, though it leaves something; of those whose scenario may be run here.
    pub fn unknown_act(&self, may: impl Fn(&Scenario) -> bool) -> Option<(usize, Scenario)> {
        let chapter = self.chapter.and_then(chapters::chapter)?;
        let known = |number: usize| self.acts.tally.iter().any(|row| row.act == number);
        let unknown = |(number, act): &(usize, &Act)| act.keep.is_some() && !known(*number);
        let shown = |(number, act): (usize, &Act)| {
            (number, if act.waits.is_some() { act.done(chapter.kind) } else { act.scenario(chapter.kind) })
        };
        let before = self.all_acts().iter().enumerate().take(self.acts.now?);
        before.filter(unknown).map(shown).find(|(_, scenario)| may(scenario))
    }

    /// To the act before, or to this one's start.
    pub(super) fn back(&mut self, effects: &mut Vec<Effect>) -> bool {
        let Some(now) = self.acts.now else { return false };
        if self.head.at() > self.act_start() {
            self.head.pause();
            let start = self.act_start();
            if let Some(run) = &self.run {
                let timeline = Rc::clone(&run.timeline);
                self.head.seek(&timeline, start);
            }
            (self.unsaved, self.question.wanted) = (true, false);
            effects.push(Effect::Draw);
            return true;
        }
        now > 0 && self.go_to_act(now - 1, false, effects)
    }
}

/// Of the act with most tries the worst gives way, and never the one in hand; where each act has one row, the first act's does.
fn make_room(rows: &mut Vec<Row>, in_hand: &Scenario) {
    let count = |act: usize| rows.iter().filter(|row| row.act == act).count();
    let fullest = rows
        .iter()
        .map(|row| row.act)
        .fold((0, 0), |most, act| if count(act) > most.1 { (act, count(act)) } else { most });
    // A task says itself what is worse.
    let cost = |at: &usize| match &rows[*at] {
        Row { judged: Some(judged), .. } => judged.cost,
        row => row.kept.size.unwrap_or(f64::MAX),
    };
    let tries = (0..rows.len()).filter(|&at| rows[at].act == fullest.0 && rows[at].scenario != *in_hand);
    let worst = tries.max_by(|a, b| cost(a).total_cmp(&cost(b)));
    rows.remove(worst.unwrap_or(0));
}
