//! Where in the run the reader is. A plain value: the view says how many milliseconds have passed, and every question
//! ("what is the next event?") is answered from a [`Timeline`] prepared once for each show.

use super::Script;
use super::slow_motion::{self, SlowMotion};
use crate::show::Show;
use crate::units::Time;

/// The moments of a show that the playhead stops at, and its normal speed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    /// The end of the last run.
    pub end: Time,
    /// Every instant at which a task starts or ends, each once, in order; zero and `end` are among them.
    events: Vec<Time>,
    /// The beats' instants, in order.
    beats: Vec<Time>,
    screen_s: u8,
    /// Moments too short to see at normal speed, in order, apart from each other.
    slow: Vec<SlowMotion>,
}

impl Timeline {
    /// `screen_s`: how long the whole run takes on the screen at normal speed, in seconds.
    pub fn new(show: &Show, script: &Script, screen_s: u8) -> Timeline {
        let mut events = vec![Time::ZERO];
        for run in &show.runs {
            events.extend(run.trace.start.iter().chain(&run.trace.end).copied().filter(|&t| t != Time::MAX));
        }
        let beats = script.beats.iter().map(|beat| beat.at).collect();
        let mut timeline = Timeline::from_parts(show.makespan(), events, beats, screen_s);
        timeline.slow = slow_motion::find(show, timeline.ps_per_ms());
        timeline
    }

    fn from_parts(end: Time, mut events: Vec<Time>, mut beats: Vec<Time>, screen_s: u8) -> Timeline {
        events.retain(|&t| t < end);
        events.extend([Time::ZERO, end]);
        crate::order::sort(&mut events);
        events.dedup();
        beats.retain(|&t| t <= end);
        crate::order::sort(&mut beats);
        beats.dedup();
        Timeline { end, events, beats, screen_s: screen_s.max(1), slow: Vec::new() }
    }

    /// Simulated picoseconds that pass in one millisecond at normal speed.
    fn ps_per_ms(&self) -> f64 {
        self.end.0 as f64 / (f64::from(self.screen_s) * 1e3)
    }

    /// "1 s here is so much there" at `speed`, when the run is at `at`.
    pub fn scale(&self, speed: Speed, at: Time) -> Time {
        Time((self.pace(at).0 * 1e3 * speed.factor() + 0.5) as u64)
    }

    /// Simulated picoseconds a millisecond at `at`, and until when it stays so.
    fn pace(&self, at: Time) -> (f64, Time) {
        let next = self.slow.partition_point(|slow| slow.end <= at);
        match self.slow.get(next) {
            Some(slow) if slow.start <= at => (slow.ps_per_ms, slow.end),
            Some(slow) => (self.ps_per_ms(), slow.start),
            None => (self.ps_per_ms(), self.end),
        }
    }

    /// Where the run is `ms` later than `at` at normal speed, and what is left over below a picosecond.
    fn advance(&self, mut at: Time, mut ms: f64, carry: f64) -> (Time, f64) {
        let mut carry = carry;
        while at < self.end {
            let (pace, until) = self.pace(at);
            let ps = ms * pace + carry;
            let room = (until - at).0 as f64;
            if ps < room {
                return (Time(at.0 + ps as u64), ps - ps.floor());
            }
            ms -= (room - carry) / pace;
            carry = 0.0;
            at = until;
        }
        (self.end, 0.0)
    }
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
        let (mut to, carry) = timeline.advance(from, ms, self.carry);
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
    use crate::text::{Line, key};
    use proptest::prelude::*;

    fn script(beats: &[(&str, u64)]) -> Script {
        let line = Line::new(key::CHEF_NUMBER).int("n", 1);
        let beat = |&(id, at): &(&str, u64)| Beat {
            id: id.to_owned(),
            at: Time(at),
            caption: line.clone(),
            xray: line.clone(),
            focus: None,
        };
        Script { beats: beats.iter().map(beat).collect() }
    }

    fn timeline(script: &Script, events: &[u64], end: u64) -> Timeline {
        let beats = script.beats.iter().map(|beat| beat.at).collect();
        Timeline::from_parts(Time(end), events.iter().map(|&t| Time(t)).collect(), beats, 20)
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
    fn slow_motion_slows_only_its_moment() {
        let slow = |ms: f64, from: u64, expected: u64| {
            let mut timeline = timeline(&script(&[("start", 0)]), &[], 20_000_000);
            // From 1 µs to 1.1 µs a millisecond of the reader is 0.1 ns instead of 1 ns.
            timeline.slow = vec![SlowMotion { start: Time(1_000_000), end: Time(1_100_000), ps_per_ms: 100.0 }];
            let mut playhead = Playhead::default();
            playhead.seek(&timeline, Time(from));
            playhead.play(&timeline);
            playhead.tick(&timeline, ms);
            assert_eq!(playhead.at(), Time(expected));
        };
        slow(100.0, 0, 100_000);
        slow(100.0, 950_000, 1_005_000);
        slow(100.0, 1_000_000, 1_010_000);
        slow(100.0, 1_095_000, 1_150_000);
        slow(100.0, 1_100_000, 1_200_000);
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
