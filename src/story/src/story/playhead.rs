//! Where in the run the reader is. A plain value: the view says how many milliseconds have passed, and every question
//! ("what is the next event?") is answered from a [`Timeline`] prepared once for each show.

use std::rc::Rc;

use super::pace::{self, Mark, Moment, Pace, Plan, reading_ms};
use super::{Layer, Script};
use crate::show::Show;
use kitchen_core::units::Time;
use kitchen_core::wire::Wire;
use kitchen_text::Lang;

/// The moments of a show that the playhead stops at, and how fast it goes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    /// The end of the last run.
    pub end: Time,
    /// Every instant at which a task starts or ends, each once, in order; zero and `end` are among them.
    events: Rc<[Time]>,
    /// In which something travels.
    moments: Rc<[Moment]>,
    /// The beats' instants, in order, each once.
    beats: Vec<Time>,
    /// When each caption begins, in order, each instant once, and how many milliseconds it takes to read.
    captions: Vec<(Time, f64)>,
    screen_s: u8,
    pace: Pace,
}

/// What crosses is the run; its captions and its pace are of the reader's language and layer, see [`Timeline::told`].
impl Wire for Timeline {
    fn put(&self, out: &mut Vec<u8>) {
        (self.end, self.screen_s).put(out);
        self.events.to_vec().put(out);
        self.moments.to_vec().put(out);
    }

    fn take(from: &mut &[u8]) -> Option<Timeline> {
        let ((end, screen_s), events, moments) = <((Time, u8), Vec<Time>, Vec<Moment>)>::take(from)?;
        Some(Timeline { end, screen_s, events: events.into(), moments: moments.into(), ..Timeline::default() })
    }
}

impl Timeline {
    /// `voice`: the language and the layer in which the captions are read. `screen_s`: how long the whole run takes on the screen at
    /// normal speed, in seconds, but for what has to be slowed down or cut short.
    pub fn new(show: &Show, script: &Script, voice: (Lang, Layer), screen_s: u8) -> Timeline {
        Timeline::untold(show, screen_s).told(script, voice)
    }

    /// The run alone, before it is told in any language.
    pub fn untold(show: &Show, screen_s: u8) -> Timeline {
        let mut events = vec![Time::ZERO];
        for run in &show.runs {
            events.extend(run.trace.start.iter().chain(&run.trace.end).copied().filter(|&t| t != Time::MAX));
            if let Some(report) = &run.packets {
                // Packet by packet there is more to step to than whole flows.
                events.extend(
                    report.traced_packets.iter().filter_map(|one| report.hops_of(one).last()).map(|leg| leg.arrived),
                );
                events.extend(report.transport.drops.iter().map(|fall| fall.at));
            }
        }
        Timeline::from_parts(show.makespan(), events, pace::moments(show), screen_s)
    }

    fn from_parts(end: Time, mut events: Vec<Time>, moments: Vec<Moment>, screen_s: u8) -> Timeline {
        events.retain(|&t| t < end);
        events.extend([Time::ZERO, end]);
        kitchen_core::order::sort(&mut events);
        events.dedup();
        let (events, moments) = (events.into(), moments.into());
        Timeline {
            end,
            events,
            moments,
            beats: Vec::new(),
            captions: Vec::new(),
            screen_s: screen_s.max(1),
            pace: Pace::default(),
        }
    }

    /// The same run on the screen for so many seconds, not told yet.
    #[must_use]
    pub fn within(&self, screen_s: u8) -> Timeline {
        Timeline { screen_s: screen_s.max(1), ..self.clone() }
    }

    /// The same run with its captions in another language or layer: they take other times to read.
    #[must_use]
    pub fn told(&self, script: &Script, (lang, layer): (Lang, Layer)) -> Timeline {
        let mut beats: Vec<Time> = script.beats.iter().map(|beat| beat.at).filter(|&at| at <= self.end).collect();
        kitchen_core::order::sort(&mut beats);
        beats.dedup();
        let (captions, past) = captions(script, (lang, layer), self.end);
        let pace = Pace::new(&Plan {
            end: self.end,
            events: &self.events,
            captions: &captions,
            past: &past,
            moments: &self.moments,
            wish_ms: f64::from(self.screen_s) * 1e3,
        });
        Timeline { beats, captions, pace, ..self.clone() }
    }

    /// Every instant at which something starts or ends, in order.
    #[cfg(test)]
    pub(crate) fn events(&self) -> &[Time] {
        &self.events
    }

    /// The run's pace if nobody had to read.
    pub(super) fn unread(&self) -> Pace {
        let wish_ms = f64::from(self.screen_s) * 1e3;
        Pace::unread(&Plan {
            end: self.end,
            events: &self.events,
            captions: &[],
            past: &[],
            moments: &self.moments,
            wish_ms,
        })
    }

    /// Ends the script's sentences when they are stale.
    pub(crate) fn settle(&self, script: &mut Script) {
        script.settle(&self.unread(), self.end);
    }

    pub fn pace(&self) -> &Pace {
        &self.pace
    }

    /// "1 s here is so much there" at `speed`, when the run is at `at`.
    pub fn scale(&self, speed: Speed, at: Time) -> Time {
        Time((self.pace.piece(at).map_or(0.0, super::pace::Piece::ps_per_ms) * 1e3 * speed.factor() + 0.5) as u64)
    }

    /// Whether the run is slowed down or cut short at `at`.
    pub fn mark(&self, at: Time) -> Mark {
        self.pace.piece(at).map_or(Mark::Usual, |piece| piece.mark)
    }

    /// How long what is said at `at`, and until the next beat, takes to read, in milliseconds.
    pub fn reading_ms(&self, at: Time) -> f64 {
        let next = after(&self.beats, at).unwrap_or(Time::MAX);
        let before = self.captions.partition_point(|caption| caption.0 <= at).saturating_sub(1);
        self.captions[before..].iter().take_while(|caption| caption.0 < next).map(|caption| caption.1).sum()
    }

    /// How long all captions take to read, but for the last, under which the run stands still.
    #[cfg(test)]
    pub(super) fn captions_ms(&self) -> f64 {
        self.captions.iter().filter(|caption| caption.0 < self.end).map(|caption| caption.1).sum()
    }

    /// The next beat after `at`, and how many milliseconds of playing at normal speed it is away.
    pub fn next_beat(&self, at: Time) -> Option<(Time, f64)> {
        let next = after(&self.beats, at)?;
        Some((next, self.pace.screen_ms(next) - self.pace.screen_ms(at)))
    }
}

/// When each sentence begins, and its reading time; and which of them are about what is over. A beat may say several, one after the
/// other; numbers that count up and down in a sentence are not read each time.
fn captions(script: &Script, (lang, layer): (Lang, Layer), end: Time) -> (Vec<(Time, f64)>, Vec<Time>) {
    let mut captions: Vec<(Time, f64)> = Vec::new();
    let mut past: Vec<Time> = Vec::new();
    let mut text = String::new();
    for beat in 0..script.beats.len() {
        for (from, line, is_past) in script.lines(beat, layer) {
            if from <= end {
                text.clear();
                line.say_into(lang, &mut text);
                captions.push((from, reading_ms(&text, lang)));
                past.extend(is_past.then_some(from));
            }
        }
    }
    kitchen_core::order::sort_by_key(&mut captions, |caption| caption.0);
    captions.dedup_by_key(|caption| caption.0);
    kitchen_core::order::sort(&mut past);
    (captions, past)
}

/// A playing speed on a logarithmic scale: four steps an octave around the chapter's normal speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Speed(i8);

impl Speed {
    pub const MIN: Speed = Speed(-24);
    pub const NORMAL: Speed = Speed(0);
    pub const MAX: Speed = Speed(24);

    /// The nearest speed that exists.
    pub fn from_step(step: i64) -> Speed {
        Speed(step.clamp(i64::from(Speed::MIN.0), i64::from(Speed::MAX.0)) as i8)
    }

    /// The nearest to so many percent of the normal one.
    pub fn from_percent(percent: u32) -> Speed {
        let target = f64::from(percent) / 100.0;
        (Speed::MIN.0..=Speed::MAX.0)
            .map(Speed)
            .min_by(|a, b| (a.factor() / target - 1.0).abs().total_cmp(&(b.factor() / target - 1.0).abs()))
            .unwrap_or_default()
    }

    pub fn step(self) -> i8 {
        self.0
    }

    #[must_use]
    pub fn faster(self) -> Speed {
        Speed::from_step(i64::from(self.0) + 1)
    }

    #[must_use]
    pub fn slower(self) -> Speed {
        Speed::from_step(i64::from(self.0) - 1)
    }

    /// How many times the normal speed, from 1/64 to 64. Written out, because `powf` differs between platforms.
    pub fn factor(self) -> f64 {
        // 2^(1/4), 2^(2/4), 2^(3/4)
        const QUARTERS: [f64; 4] = [1.0, 1.189_207_115_002_721, std::f64::consts::SQRT_2, 1.681_792_830_507_429];
        let octave = self.0.div_euclid(4);
        let power = f64::from(1_u32 << octave.unsigned_abs());
        QUARTERS[self.0.rem_euclid(4) as usize] * if octave < 0 { 1.0 / power } else { power }
    }
}

/// Which way a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    Back,
    Forward,
}

/// What a tick did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tick {
    /// Whether the picture changes.
    pub moved: bool,
    /// Whether play stopped in this tick, at a beat ("guide me") or at the end.
    pub stopped: bool,
}

/// The reader's place in a run. It is never past the end of its timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playhead {
    at: Time,
    /// What a tick left over, below a picosecond.
    carry: f64,
    pub playing: bool,
    pub speed: Speed,
    /// Pauses at every beat.
    pub guided: bool,
}

/// Paused at zero, guided.
impl Default for Playhead {
    fn default() -> Playhead {
        Playhead { at: Time::ZERO, carry: 0.0, playing: false, speed: Speed::NORMAL, guided: true }
    }
}

/// A longer gap between two frames is a page that was hidden: play goes on where the reader left.
const LONGEST_TICK_MS: f64 = 250.0;

impl Playhead {
    pub fn at(&self) -> Time {
        self.at
    }

    /// Goes to `at`, or to the end where that is earlier. Whether it plays stays as it is.
    pub fn seek(&mut self, timeline: &Timeline, at: Time) {
        self.at = at.min(timeline.end);
        self.carry = 0.0;
    }

    /// Plays; from the end it starts again.
    pub fn play(&mut self, timeline: &Timeline) {
        if self.at >= timeline.end {
            self.seek(timeline, Time::ZERO);
        }
        self.playing = timeline.end > Time::ZERO;
    }

    pub fn pause(&mut self) {
        self.playing = false;
    }

    pub fn toggle(&mut self, timeline: &Timeline) {
        if self.playing {
            self.pause();
        } else {
            self.play(timeline);
        }
    }

    /// Back to the first frame, paused.
    pub fn restart(&mut self, timeline: &Timeline) {
        self.playing = false;
        self.seek(timeline, Time::ZERO);
    }

    /// Lets `elapsed_ms` of the reader's time pass.
    pub fn tick(&mut self, timeline: &Timeline, elapsed_ms: f64) -> Tick {
        if !self.playing || elapsed_ms.is_nan() || elapsed_ms <= 0.0 {
            return Tick::default();
        }
        let from = self.at;
        let ms = elapsed_ms.min(LONGEST_TICK_MS) * self.speed.factor();
        let (mut to, carry) = timeline.pace.advance(from, ms, self.carry);
        let mut stopped = to >= timeline.end;
        if self.guided {
            let beat = after(&timeline.beats, from).filter(|&beat| beat <= to);
            if let Some(beat) = beat {
                to = beat;
                stopped = true;
            }
        }
        self.at = to;
        self.carry = if stopped { 0.0 } else { carry };
        self.playing = !stopped;
        Tick { moved: to != from, stopped }
    }

    /// To the neighbouring event of the trace, paused.
    pub fn step_event(&mut self, timeline: &Timeline, way: Way) {
        self.step(timeline, &timeline.events, way);
    }

    /// To the neighbouring beat, paused; past the last beat to the end.
    pub fn step_beat(&mut self, timeline: &Timeline, way: Way) {
        self.step(timeline, &timeline.beats, way);
    }

    fn step(&mut self, timeline: &Timeline, moments: &[Time], way: Way) {
        let to = match way {
            Way::Forward => after(moments, self.at).unwrap_or(timeline.end),
            Way::Back => before(moments, self.at).unwrap_or(Time::ZERO),
        };
        self.playing = false;
        self.seek(timeline, to);
    }

    /// The playhead for a changed run: at the same beat where the new script has it, as far on the way to the next beat;
    /// else at the same share of the run.
    #[must_use]
    pub fn carried(self, old: (&Script, &Timeline), new: (&Script, &Timeline)) -> Playhead {
        let (old_script, old_timeline) = old;
        let (new_script, new_timeline) = new;
        let same = old_script.beat_at(self.at).and_then(|index| {
            let beat = new_script.beats.iter().position(|beat| beat.id == old_script.beats[index].id)?;
            Some((gap(old_script, old_timeline, index), gap(new_script, new_timeline, beat)))
        });
        let (from, to) = same.unwrap_or(((Time::ZERO, old_timeline.end), (Time::ZERO, new_timeline.end)));
        let share = if from.1 > from.0 { (self.at.0 - from.0.0) as f64 / (from.1 - from.0).0 as f64 } else { 0.0 };
        let at = Time(to.0.0 + (to.1.saturating_sub(to.0).0 as f64 * share.clamp(0.0, 1.0)) as u64);
        let mut moved = self;
        moved.seek(new_timeline, at);
        moved.playing = self.playing && moved.at < new_timeline.end;
        moved
    }
}

/// From a beat to the next one, or to the end.
fn gap(script: &Script, timeline: &Timeline, beat: usize) -> (Time, Time) {
    let next = script.beats.get(beat + 1).map_or(timeline.end, |next| next.at);
    (script.beats[beat].at, next)
}

/// The first of sorted `moments` later than `t`.
fn after(moments: &[Time], t: Time) -> Option<Time> {
    moments.get(moments.partition_point(|&m| m <= t)).copied()
}

/// The last of sorted `moments` earlier than `t`.
fn before(moments: &[Time], t: Time) -> Option<Time> {
    moments[..moments.partition_point(|&m| m < t)].last().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::story::Beat;
    use kitchen_text::{Line, msg};
    use proptest::prelude::*;

    fn script(beats: &[(&str, u64)]) -> Script {
        let line = Line::from(msg::ChefNumber { n: 1 });
        let beat = |&(id, at): &(&str, u64)| Beat {
            id: id.to_owned(),
            at: Time(at),
            caption: line.clone().into(),
            xray: line.clone().into(),
            focus: None,
        };
        Script { beats: beats.iter().map(beat).collect(), ..Script::default() }
    }

    fn timeline(script: &Script, events: &[u64], end: u64) -> Timeline {
        let mut timeline = Timeline::from_parts(Time(end), events.iter().map(|&t| Time(t)).collect(), Vec::new(), 20);
        // The pace has tests of its own; here it is steady.
        timeline.beats = script.beats.iter().map(|beat| beat.at).filter(|at| at.0 <= end).collect();
        timeline.pace = Pace::steady(Time(end), 20_000.0);
        timeline
    }

    const BEATS: &[(&str, u64)] = &[("start", 0), ("meet", 4_000_000), ("end", 20_000_000)];

    fn check(act: impl FnOnce(&mut Playhead, &Timeline), expected: (u64, bool)) {
        let timeline = timeline(&script(BEATS), &[3_000_000, 9_000_000, 9_000_000], 20_000_000);
        let mut playhead = Playhead::default();
        act(&mut playhead, &timeline);
        assert_eq!((playhead.at().0, playhead.playing), expected);
    }

    #[test]
    fn the_whole_run_takes_the_chapters_seconds() {
        // 20 µs in 20 s: a millisecond of the reader is a nanosecond of the run.
        check(|p, t| _ = (p.play(t), p.tick(t, 100.0)), (100_000, true));
        check(|p, t| _ = (p.speed = Speed::from_step(4), p.play(t), p.tick(t, 100.0)), (200_000, true));
        check(|p, t| _ = (p.speed = Speed::from_step(-4), p.play(t), p.tick(t, 100.0)), (50_000, true));
        check(|p, t| _ = (p.play(t), p.tick(t, 1e9)), (250_000, true));
        check(|p, t| _ = p.tick(t, 100.0), (0, false));
    }

    #[test]
    fn guided_play_pauses_on_the_beat_and_goes_on_from_it() {
        check(|p, t| _ = (p.seek(t, Time(3_999_999)), p.play(t), p.tick(t, 16.0)), (4_000_000, false));
        check(|p, t| _ = (p.seek(t, Time(4_000_000)), p.play(t), p.tick(t, 16.0)), (4_016_000, true));
        let unguided = |p: &mut Playhead, t: &Timeline| {
            p.guided = false;
            p.seek(t, Time(3_999_999));
            p.play(t);
            p.tick(t, 16.0);
        };
        check(unguided, (4_015_999, true));
    }

    #[test]
    fn play_stops_at_the_end_and_starts_again_from_it() {
        check(|p, t| _ = (p.seek(t, Time(19_999_999)), p.play(t), p.tick(t, 16.0)), (20_000_000, false));
        check(|p, t| _ = (p.seek(t, Time(20_000_000)), p.play(t)), (0, true));
        check(|p, t| p.seek(t, Time::MAX), (20_000_000, false));
    }

    #[test]
    fn steps_go_to_the_neighbour() {
        check(|p, t| p.step_event(t, Way::Forward), (3_000_000, false));
        check(|p, t| _ = (p.seek(t, Time(3_000_000)), p.step_event(t, Way::Forward)), (9_000_000, false));
        check(|p, t| _ = (p.seek(t, Time(3_500_000)), p.step_event(t, Way::Back)), (3_000_000, false));
        check(|p, t| p.step_event(t, Way::Back), (0, false));
        check(|p, t| p.step_beat(t, Way::Forward), (4_000_000, false));
        check(|p, t| _ = (p.seek(t, Time(20_000_000)), p.step_beat(t, Way::Back)), (4_000_000, false));
    }

    #[test]
    fn an_empty_run_cannot_be_played() {
        let mut playhead = Playhead::default();
        let timeline = Timeline::default();
        playhead.play(&timeline);
        playhead.step_event(&timeline, Way::Forward);
        assert_eq!((playhead.at(), playhead.playing), (Time::ZERO, false));
    }

    #[test]
    fn a_changed_run_keeps_the_beat() {
        let old = script(BEATS);
        let old_timeline = timeline(&old, &[], 20_000_000);
        let moved = |at: u64, beats: &[(&str, u64)], end: u64| {
            let mut playhead = Playhead::default();
            playhead.seek(&old_timeline, Time(at));
            let new = script(beats);
            playhead.carried((&old, &old_timeline), (&new, &timeline(&new, &[], end))).at().0
        };
        assert_eq!(moved(4_000_000, &[("start", 0), ("meet", 70), ("end", 100)], 100), 70);
        assert_eq!(moved(12_000_000, &[("start", 0), ("meet", 70), ("end", 100)], 100), 85);
        assert_eq!(moved(4_000_000, &[("start", 0), ("end", 100)], 100), 20);
        assert_eq!(moved(4_000_000, &[], 0), 0);
    }

    #[derive(Clone, Debug)]
    enum Act {
        Tick(f64),
        Toggle,
        Seek(u64),
        Event(bool),
        Beat(bool),
        Speed(i64),
        Guide(bool),
        Restart,
    }

    fn act() -> impl Strategy<Value = Act> {
        prop_oneof![
            any::<f64>().prop_map(Act::Tick),
            (0.0..500.0).prop_map(Act::Tick),
            Just(Act::Toggle),
            any::<u64>().prop_map(Act::Seek),
            any::<bool>().prop_map(Act::Event),
            any::<bool>().prop_map(Act::Beat),
            any::<i64>().prop_map(Act::Speed),
            any::<bool>().prop_map(Act::Guide),
            Just(Act::Restart),
        ]
    }

    fn way(forward: bool) -> Way {
        if forward { Way::Forward } else { Way::Back }
    }

    proptest! {
        #[test]
        fn whatever_is_pressed_the_playhead_stays_inside(
            acts in prop::collection::vec(act(), 0..60),
            events in prop::collection::vec(any::<u64>(), 0..20),
            end in any::<u64>(),
        ) {
            let timeline = timeline(&script(BEATS), &events, end);
            let mut playhead = Playhead::default();
            for act in acts {
                let before = playhead;
                match act {
                    Act::Tick(ms) => {
                        let tick = playhead.tick(&timeline, ms);
                        prop_assert!(playhead.at() >= before.at());
                        prop_assert_eq!(tick.moved, playhead.at() != before.at());
                        prop_assert_eq!(tick.stopped, before.playing && !playhead.playing);
                        if playhead.guided && before.playing {
                            let jumped = timeline.beats.iter().any(|&b| before.at() < b && b < playhead.at());
                            prop_assert!(!jumped, "a guided tick never passes a beat");
                        }
                    }
                    Act::Toggle => playhead.toggle(&timeline),
                    Act::Seek(at) => playhead.seek(&timeline, Time(at)),
                    Act::Event(forward) => playhead.step_event(&timeline, way(forward)),
                    Act::Beat(forward) => playhead.step_beat(&timeline, way(forward)),
                    Act::Speed(step) => playhead.speed = Speed::from_step(step),
                    Act::Guide(on) => playhead.guided = on,
                    Act::Restart => playhead.restart(&timeline),
                }
                prop_assert!(playhead.at() <= timeline.end);
                prop_assert!(playhead.carry >= 0.0 && playhead.carry < 1.0);
            }
        }

        #[test]
        fn stepping_forward_then_back_returns(events in prop::collection::vec(1u64..1_000, 1..20), from in 0usize..20) {
            let timeline = timeline(&Script::default(), &events, 1_000);
            let from = timeline.events[from % timeline.events.len()];
            let mut playhead = Playhead::default();
            playhead.seek(&timeline, from);
            playhead.step_event(&timeline, Way::Forward);
            if playhead.at() > from {
                playhead.step_event(&timeline, Way::Back);
            }
            prop_assert_eq!(playhead.at(), from);
        }

        #[test]
        fn speeds_are_a_quarter_octave_apart(step in -24i64..24) {
            let ratio = Speed::from_step(step + 1).factor() / Speed::from_step(step).factor();
            prop_assert!((ratio - 1.189_207_115_002_721).abs() < 1e-12);
        }
    }
}
