//! Captions are true at every instant at which they stand: sentences met at random instants are judged against the trace.
//!
//! Each message that a beat may say has a judge: a function of the sentence's arguments, the raw spans and the instant, which
//! shares nothing with the code that made the sentence ([`World`] searches by brute force). A message without a judge fails.
//! A chapter's judges are in its folder, those that several chapters say in `common`. Each chapter is met at 200
//! instants a layer and language, at its default and at the values of its controls. `KITCHEN_SEED` chooses other instants.

pub(crate) mod common;
pub(crate) mod now;
pub(crate) mod reports;
pub(crate) mod world;

use std::collections::BTreeMap;

use crate::chapter::Chapter;
use crate::chapters;
use crate::scenario::raw::reconcile;
use crate::scenario::{Range, Scenario};
use crate::show::{self, Show};
use crate::story::act::Brief;
use crate::story::playhead::Timeline;
use crate::story::{Layer, Script};
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_text::{Arg, Key, Lang, Line};
use world::World;

/// A sentence with what it speaks of.
#[derive(Clone, Copy)]
pub(crate) struct Claim<'a> {
    pub(crate) line: &'a Line,
    pub(crate) world: &'a World<'a>,
    pub(crate) t: Time,
    /// Told of what has ended: judged as it was just before then, rates as they were on the whole.
    pub(crate) over: bool,
}

impl<'a> Claim<'a> {
    pub(crate) fn arg(&self, name: &str) -> &'a Arg {
        let arg = self.line.args.iter().find(|(known, _)| *known == name).map(|(_, arg)| arg);
        arg.unwrap_or_else(|| panic!("{:?} has no {name}", self.line.key))
    }

    pub(crate) fn int(&self, name: &str) -> i64 {
        let Arg::Int(value) = self.arg(name) else { panic!("{name} is no whole number") };
        *value
    }

    /// A number counted from 1, as an index; one that is nobody's where it is counted from 0.
    pub(crate) fn index(&self, name: &str) -> usize {
        usize::try_from(self.int(name) - 1).unwrap_or(999)
    }

    pub(crate) fn count(&self, name: &str) -> usize {
        usize::try_from(self.int(name)).expect("a count")
    }

    pub(crate) fn time(&self, name: &str) -> Time {
        let Arg::Time(value) = self.arg(name) else { panic!("{name} is no time") };
        *value
    }

    pub(crate) fn bytes(&self, name: &str) -> Bytes {
        let Arg::Bytes(value) = self.arg(name) else { panic!("{name} is no size") };
        *value
    }

    pub(crate) fn rate(&self, name: &str) -> Rate {
        let Arg::Rate(value) = self.arg(name) else { panic!("{name} is no rate") };
        *value
    }

    pub(crate) fn percent(&self, name: &str) -> f64 {
        let Arg::Percent(value) = self.arg(name) else { panic!("{name} is no share") };
        *value
    }

    pub(crate) fn number(&self, name: &str) -> f64 {
        let Arg::Number(value, _) = self.arg(name) else { panic!("{name} is no number") };
        *value
    }

    pub(crate) fn text(&self, name: &str) -> &'a str {
        let Arg::Text(value) = self.arg(name) else { panic!("{name} is no text") };
        value
    }

    pub(crate) fn key(&self, name: &str) -> Key {
        let Arg::Key(value) = self.arg(name) else { panic!("{name} is no message") };
        *value
    }

    /// A sentence inside this one.
    pub(crate) fn part(&self, name: &str) -> Claim<'a> {
        let Arg::Line(line) = self.arg(name) else { panic!("{name} is no sentence") };
        Claim { line, ..*self }
    }

    /// Of what ended at `end`, as it was until then.
    pub(crate) fn ended(self, end: Time) -> Claim<'a> {
        Claim { t: Time(end.0 - 1), over: true, ..self }
    }

    /// A place's letter as a row.
    pub(crate) fn row(&self, name: &str) -> u32 {
        u32::from(self.text(name).as_bytes()[0] - b'A')
    }

    /// Whether it is so; `None` where no judge knows the message.
    pub(crate) fn holds(self) -> Option<bool> {
        let own = chapters::of(&self.world.show.scenario).judge;
        common::judge(self).or_else(|| own(self))
    }
}

/// Splitmix64: small, and the same everywhere.
struct Dice(u64);

impl Dice {
    fn new(salt: &str) -> Dice {
        let seed = std::env::var("KITCHEN_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_261_122_u64);
        Dice(salt.bytes().fold(seed, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte))))
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end.max(1)
    }

    /// A random instant: anywhere in the run, anywhere in a beat (short ones as often as long ones), where a task starts or
    /// ends, or at a beat itself.
    fn instant(&mut self, show: &Show, script: &Script) -> Time {
        let end = show.makespan();
        let beat = self.below(script.beats.len() as u64) as usize;
        let from = script.beats[beat].at;
        match self.below(8) {
            0..=2 => Time(self.below(end.0 + 1)),
            3..=5 => {
                let to = script.beats.get(beat + 1).map_or(end, |next| next.at);
                Time(from.0 + self.below(to.0 - from.0))
            }
            6 => {
                let run = &show.runs[self.below(show.runs.len() as u64) as usize];
                let task = self.below(run.graph.len() as u64) as usize;
                let edges = [run.trace.start[task], run.trace.end[task], Time(run.trace.end[task].0.saturating_sub(1))];
                edges[self.below(3) as usize].min(end)
            }
            _ => from,
        }
    }
}

/// The runs of digits of a text, signs and separators inside them included.
pub(crate) fn digits(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let runs = text.split(|c| !is_part(c)).map(|run| run.trim_matches(['.', ',']));
    let mut all: Vec<String> =
        runs.filter(|run| run.contains(|c: char| c.is_ascii_digit())).map(str::to_owned).collect();
    all.sort();
    all.dedup();
    all
}

/// Both languages say the same numbers, and all that the arguments hold. One thing may be said without its number.
fn same_numbers(line: &Line) -> Result<(), String> {
    let said = Lang::ALL.map(|lang| {
        let mut numbers = digits(&line.say(lang));
        numbers.retain(|number| number != "1");
        numbers
    });
    if said[0] != said[1] {
        return Err(format!("numbers differ: {said:?}"));
    }
    for (name, arg) in &line.args {
        let alone = Line::from(kitchen_text::msg::Value { value: arg.clone() });
        let of_lang = |lang: Lang| if matches!(arg, Arg::Key(_)) { Vec::new() } else { digits(&alone.say(lang)) };
        let missing = of_lang(Lang::En).into_iter().find(|number| number != "1" && !said[1].contains(number));
        if let Some(missing) = missing {
            return Err(format!("{name} holds {missing}, which is not said"));
        }
    }
    Ok(())
}

/// The sentences found false among those met: how often each message at each beat, with one instant of it.
#[derive(Default)]
struct Found {
    met: usize,
    wrong: usize,
    kinds: BTreeMap<String, (usize, String)>,
}

impl Found {
    fn note(&mut self, kind: String, example: impl FnOnce() -> String) {
        self.wrong += 1;
        self.kinds.entry(kind).or_insert_with(|| (0, example())).0 += 1;
    }
}

/// Meets a scenario, told in brief or whole, at `count` instants in both layers and languages.
fn meet(chapter: &Chapter, (scenario, brief): (&Scenario, Option<Brief>), count: usize, found: &mut Found) {
    // What cannot be held says so instead of running.
    let Ok(show) = show::run(scenario) else { return };
    let mut script = chapter.script(&show);
    if let Some(brief) = brief {
        script = brief.of(&script, &Timeline::untold(&show, chapter.screen_s)).0;
    }
    let world = World::new(&show);
    for layer in [Layer::Kitchen, Layer::XRay] {
        for lang in Lang::ALL {
            let mut dice = Dice::new(&format!("{} {layer:?} {lang:?} {scenario:?}", chapter.id));
            for _ in 0..count {
                let t = dice.instant(&show, &script);
                let line = script.line_at(t, layer).expect("something is said at every instant");
                let claim = Claim { line: &line, world: &world, t, over: false };
                let beat = &script.beats[script.beat_at(t).expect("a beat")].id;
                let wrong = match claim.holds() {
                    None => Some("has no judge".to_owned()),
                    Some(false) => Some("is not so".to_owned()),
                    Some(true) => same_numbers(&line).err(),
                };
                found.met += 1;
                if let Some(wrong) = wrong {
                    let time = kitchen_text::format::time(t);
                    let values: Vec<i64> = scenario.entries().map(|entry| entry.1).collect();
                    let example = || format!("{time} {layer:?}: {} ({:?})", line.say(lang), values);
                    found.note(format!("{beat}, {:?} {wrong}", line.key), example);
                }
            }
        }
    }
}

/// Each control at each of its values (some of those of a wide range), one at a time; where a parameter follows the others,
/// each that is offered beside the values of the first; and all at which a chapter's pictures are tried. What takes the simulator
/// long without optimisation is told by the same code elsewhere, and left out.
fn scenarios(chapter: &Chapter) -> Vec<Scenario> {
    let kind = chapter.kind;
    let usual = Scenario::default_for(kind);
    let values = |place: usize| -> Vec<i64> {
        match kind.params[place].range {
            Range::Choice(list) => (0..list.len() as i64).collect(),
            Range::Int { min, max } => (min..=max).step_by(((max - min) as usize / 4).max(1)).collect(),
            Range::Bytes { min, max } => vec![min as i64, (min as f64 * max as f64).sqrt() as i64, max as i64],
        }
    };
    let one = |place: usize| values(place).into_iter().map(move |value| (place, value));
    let mut all: Vec<Scenario> =
        chapter.controls.iter().flat_map(|&place| one(place)).map(|(place, value)| usual.set(place, value)).collect();
    if let (Some(follower), Some(&first)) = (kind.follower, chapter.controls.first()) {
        for value in values(first) {
            all.extend(values(follower).into_iter().map(|way| usual.set(first, value).set(follower, way)));
        }
        all.retain(|scenario| reconcile(scenario.clone()).1.is_none());
    }
    all.extend(super::tried(chapter, usize::MAX).into_iter().skip(1));
    let gpus = |scenario: &Scenario| -> u32 {
        (kind.clusters)(scenario).iter().map(|spec| spec.gpus.unwrap_or(spec.nodes * spec.system.gpus_per_node)).sum()
    };
    all.into_iter().filter(|scenario| *scenario != usual && gpus(scenario) < 300).collect()
}

/// Every sentence met is true, at 200 instants of the default and at some of others in each layer and language.
fn check(chapter: &Chapter) {
    let mut found = Found::default();
    meet(chapter, (&Scenario::default_for(chapter.kind), None), 200, &mut found);
    let (met, wrong) = (found.met, found.wrong);
    for scenario in scenarios(chapter) {
        meet(chapter, (&scenario, None), 25, &mut found);
    }
    for (scenario, brief) in now::in_brief(chapter) {
        meet(chapter, (&scenario, brief), 50, &mut found);
    }
    let kinds: String =
        found.kinds.iter().map(|(kind, (count, example))| format!("\n{count} times {kind}: {example}")).collect();
    let (id, all) = (chapter.id, (found.wrong, found.met));
    assert!(found.wrong == 0, "{id}: {wrong} of {met} are wrong at the default, {} of {} in all{kinds}", all.0, all.1);
}

#[test]
fn what_is_said_is_true_at_every_instant() {
    super::each_chapter(check);
}
