//! Captions are about now: what a caption speaks of is on the stage at this instant, or was at most four seconds of the screen ago.
//!
//! A sentence that is true for ever after is about the past, and stale soon. Nothing is declared of any sentence; its judge tells it
//! apart: asked of the same words at the end of the run, it says no to "chef 3 stirs" and to "5 of 8 are back", and yes to "chef 3 began
//! at 2 ms". So a text may stand for longer than [`FRESH_MS`] (or than it takes to read, under which the run is played slowly)
//!
//! * while its judge finds it true now, and false later; or
//! * where it counts: a number in it follows the run, and equals the trace's; or
//! * where nothing has started or ended on the stage since it began to stand.
//!
//! And what begins to be said became true no longer ago than that.
//!
//! The seconds are those of the reader's screen: the pace of that chapter's run, in that language and layer, at the usual speed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::world::World;
use super::{Claim, Dice};
use crate::chapter::Chapter;
use crate::scenario::raw::reconcile;
use crate::scenario::{Range, Scenario};
use crate::show;
use crate::story::act::Brief;
use crate::story::pace::reading_ms;
use crate::story::playhead::Timeline;
use crate::story::{Layer, Script};
use crate::tests::tried;
use kitchen_core::topology::ClusterSpec;
use kitchen_core::units::Time;
use kitchen_text::{Lang, Line};

/// How long something may be spoken of that is over, in milliseconds on the screen.
const FRESH_MS: f64 = 4_000.0;
/// An instant falls between two picoseconds, a reading time between two frames.
const SLACK_MS: f64 = 50.0;

/// A run as it is told and played to one reader.
struct Told<'a> {
    world: &'a World<'a>,
    script: &'a Script,
    timeline: Timeline,
    layer: Layer,
    lang: Lang,
    /// What has been asked about its beginning: judges take their time.
    seen: RefCell<BTreeSet<String>>,
}

impl Told<'_> {
    fn at(&self, ms: f64) -> Time {
        self.timeline.pace().advance(Time::ZERO, ms.max(0.0), 0.0).0
    }

    fn ms(&self, t: Time) -> f64 {
        self.timeline.pace().screen_ms(t)
    }

    fn line(&self, t: Time) -> Line {
        self.script.line_at(t, self.layer).expect("something is said at every instant")
    }

    /// Since when the same has been said, found by going back in small steps; not further than `most` milliseconds.
    fn since(&self, ms: f64, text: &str, most: f64) -> f64 {
        let step = most / 16.0;
        let same = |&back: &f64| self.line(self.at(ms - back)).say(self.lang) == text;
        (1..=16).map(|n| f64::from(n) * step).take_while(same).last().unwrap_or(0.0).min(ms)
    }

    fn is_so(&self, line: &Line, t: Time) -> bool {
        Claim { line, world: self.world, t, over: false }.holds() == Some(true)
    }

    /// What is wrong with the caption `ms` milliseconds after the start.
    fn stale(&self, ms: f64) -> Option<String> {
        let t = self.at(ms);
        let line = self.line(t);
        let text = line.say(self.lang);
        let most = FRESH_MS.max(reading_ms(&text, self.lang)) + SLACK_MS;
        let stood = self.since(ms, &text, most);
        if stood < most && self.seen.borrow_mut().insert(text) && self.is_late(&line, ms - stood) {
            return Some(format!("told {:.1} s late and more", FRESH_MS / 1e3));
        }
        if stood < most || self.is_still(self.at(ms - stood), t) {
            return None;
        }
        let is_of_now = self.counts(t) || !self.is_so(&line, self.world.show.makespan());
        if is_of_now && self.is_so(&line, t) {
            return None;
        }
        Some(format!("{:.1} s and more", stood / 1e3))
    }

    /// Whether what begins to be said then was true for longer than may be, of a moment in the run: not from its start on.
    fn is_late(&self, line: &Line, ms: f64) -> bool {
        let before = self.at(ms - FRESH_MS);
        ms > FRESH_MS
            && self.is_so(line, before)
            && !self.is_still(before, self.at(ms))
            && !self.is_so(line, Time::ZERO)
            && self.is_so(line, self.world.show.makespan())
            && !self.counts(self.at(ms))
    }

    /// Whether nothing on the stage has started or ended since.
    fn is_still(&self, since: Time, t: Time) -> bool {
        let events = self.timeline.events();
        events.partition_point(|&at| at <= since) == events.partition_point(|&at| at <= t)
    }

    /// Whether a number in what is said at `t` follows the run.
    fn counts(&self, t: Time) -> bool {
        self.script.said_at(self.script.beat_at(t).expect("a beat"), t, self.layer).counts(t)
    }
}

/// What takes the simulator long without optimisation is told by the same code elsewhere.
const MOST_GPUS: u32 = 300;

/// How many GPUs a scenario's machines have in all.
fn gpus(scenario: &Scenario) -> u32 {
    let of = |spec: &ClusterSpec| spec.gpus.unwrap_or(spec.nodes.saturating_mul(spec.system.gpus_per_node));
    (scenario.kind.clusters)(scenario).iter().map(of).fold(0, u32::saturating_add)
}

/// The settings of which every caption is to be about now: of the acts and what their buttons do, the default and the tried ones,
/// and each parameter at its least and its most (each of its choices), one at a time.
pub(crate) fn settings(chapter: &Chapter) -> Vec<Scenario> {
    let kind = chapter.kind;
    let usual = Scenario::default_for(kind);
    let mut all = tried(chapter, usize::MAX);
    all.extend(chapter.acts.iter().flat_map(|act| [act.scenario(kind), act.done(kind)]));
    for (place, param) in kind.params.iter().enumerate() {
        let ends: Vec<i64> = match param.range {
            Range::Choice(list) => (0..list.len() as i64).collect(),
            Range::Int { min, max } => vec![min, max],
            Range::Bytes { min, max } => vec![min as i64, max as i64],
        };
        all.extend(ends.into_iter().map(|value| usual.set(place, value)));
    }
    let mut seen = BTreeSet::new();
    all.retain(|scenario| {
        let is_new = seen.insert(scenario.entries().map(|(_, value)| value).collect::<Vec<_>>());
        is_new && reconcile(scenario.clone()).1.is_none() && gpus(scenario) <= MOST_GPUS
    });
    all
}

/// What acts tell in brief, as it starts and as the button does it by hand.
pub(crate) fn in_brief(chapter: &Chapter) -> Vec<(Scenario, Option<Brief>)> {
    let briefs = chapter.acts.iter().filter(|act| act.brief.is_some());
    let mut all: Vec<(Scenario, Option<Brief>)> = briefs
        .flat_map(|act| [act.scenario(chapter.kind), act.done(chapter.kind)].map(|one| (one, act.brief)))
        .collect();
    all.dedup();
    all
}

/// A chapter's stale captions by message: how often met, and one of them.
fn stale(chapter: &Chapter) -> (usize, BTreeMap<String, (usize, String)>) {
    let (mut met, mut found) = (0, BTreeMap::new());
    let whole = settings(chapter).into_iter().map(|scenario| (scenario, None));
    for (scenario, brief) in whole.chain(in_brief(chapter)) {
        let Ok(show) = show::run(&scenario) else { continue };
        let (mut script, mut untold) = (chapter.script(&show), Timeline::untold(&show, chapter.screen_s));
        if let Some(brief) = brief {
            (script, untold) = brief.of(&script, &untold);
        }
        let world = World::new(&show);
        for (layer, lang) in
            [Layer::Kitchen, Layer::XRay].into_iter().flat_map(|layer| Lang::ALL.map(|lang| (layer, lang)))
        {
            let timeline = untold.told(&script, (lang, layer));
            let told = Told { world: &world, script: &script, timeline, layer, lang, seen: RefCell::default() };
            let whole = told.timeline.pace().total_ms();
            let mut dice = Dice::new(&format!("now {} {layer:?} {lang:?} {scenario:?}", chapter.id));
            for _ in 0..40 {
                let ms = dice.below(whole as u64) as f64;
                met += 1;
                if let Some(wrong) = told.stale(ms) {
                    let t = told.at(ms);
                    let beat = &script.beats[script.beat_at(t).expect("a beat")];
                    let line = told.line(t);
                    let changed: Vec<String> = scenario
                        .entries()
                        .zip(Scenario::default_for(chapter.kind).entries())
                        .filter(|(a, b)| a.1 != b.1)
                        .map(|((param, value), _)| format!("{}={value}", param.id))
                        .collect();
                    let example = format!(
                        "{wrong} at {:.1} of {:.1} s, said since {:.1} {:?}: {} ({})",
                        ms / 1e3,
                        whole / 1e3,
                        told.ms(beat.at) / 1e3,
                        layer,
                        line.say(lang),
                        changed.join("&")
                    );
                    found.entry(format!("{}, {:?}", beat.id, line.key)).or_insert((0, example)).0 += 1;
                }
            }
        }
    }
    (met, found)
}

fn check(chapter: &Chapter) {
    let (met, found) = stale(chapter);
    let count: usize = found.values().map(|(count, _)| count).sum();
    let kinds: String =
        found.iter().map(|(kind, (count, example))| format!("\n  {count} times {kind}: {example}")).collect();
    assert!(found.is_empty(), "{}: {count} of {met} captions are stale{kinds}", chapter.id);
}

#[test]
fn what_is_said_is_about_now() {
    crate::tests::each_chapter(check);
}
