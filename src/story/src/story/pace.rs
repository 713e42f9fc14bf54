//! How fast the run is played, moment by moment. Time on the screen follows what happens: a bowl crosses a tunnel in 45 µs of a
//! step of 373 ms, and after it a chef stirs for 80 ms. Where much happens, and under a caption that takes time to read, the run is
//! played slowly; a long wait is cut short. Nothing is moved, stretched or drawn longer than it lasts, and the clock says the scale.
//!
//! The result is one map between the reader's time and the run's, increasing and made of straight pieces. A race has one clock for
//! all its kitchens, so it has one map too.

use crate::show::Show;
use kitchen_core::units::Time;
use kitchen_text::Lang;

/// How a piece of the run is played, against the chapter's steady pace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    #[default]
    Usual,
    /// More slowly, to be seen and read.
    Slow,
    /// Faster: a wait that is cut short.
    Compressed,
}

/// A part of the run with a pace of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    pub start: Time,
    pub end: Time,
    /// When it begins on the screen, and how long it stays there, in milliseconds at the reader's speed 1.
    pub from_ms: f64,
    pub ms: f64,
    pub mark: Mark,
}

impl Piece {
    /// Simulated picoseconds that pass in a millisecond on the screen.
    pub fn ps_per_ms(&self) -> f64 {
        (self.end - self.start).0 as f64 / self.ms
    }
}

/// A stretch in which something travels, with the least time that the eye needs to follow it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    pub start: Time,
    pub end: Time,
    pub ms: f64,
}

kitchen_core::wire::wire!(Moment { start, end, ms });

/// What the pace is made from.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    pub end: Time,
    /// The instants at which something starts or ends, in order, each once, zero and `end` among them.
    pub events: &'a [Time],
    /// When each caption begins, in order, each instant once, and how many milliseconds it takes to read.
    pub captions: &'a [(Time, f64)],
    /// Those of the captions' instants, in order, whose sentences are about what is over.
    pub past: &'a [Time],
    /// In order, apart from each other.
    pub moments: &'a [Moment],
    /// How long the whole should take on the screen, in milliseconds.
    pub wish_ms: f64,
}

/// The longest that nothing starts or ends while the run plays; the rest of such a wait is cut out of the reader's time.
pub const STILL_MS: f64 = 3_500.0;
/// The longest from one caption to the next.
const CAPTION_MS: f64 = 8_000.0;
/// The longest that something is spoken of that is over; a sentence that takes longer to read stands as long as that.
pub const FRESH_MS: f64 = 4_000.0;
/// How many times the wish the whole may take: slowing down what happens, and reading.
const MOMENTS_MOST: f64 = 2.0;
pub const WHOLE_MOST: f64 = 2.5;
/// From these multiples of the steady pace on it is called slow or compressed.
const SLOW_FROM: f64 = 1.0 / 1.5;
const COMPRESSED_FROM: f64 = 1.25;
const ANNOUNCED_MS: f64 = 500.0;

/// What a single transfer takes on the screen at least, what each further start inside one moment adds, and the most.
const TRANSFER_MS: f64 = 700.0;
const TRANSFER_MS_MORE: f64 = 150.0;
const TRANSFER_MS_MOST: f64 = 4_000.0;
/// More moments than these are traffic, which is followed as a whole.
const MOMENTS_COUNT: usize = 256;

/// How long a sentence takes to read, in milliseconds: about 540 characters a minute in Japanese, 1,200 in English (each language's file says
/// its own), and a glance back to the picture.
pub fn reading_ms(text: &str, lang: Lang) -> f64 {
    700.0 + text.chars().count() as f64 / f64::from(lang.reading()) * 1e4
}

/// A part of the run while the pace is being made.
#[derive(Clone, Copy, Debug)]
struct Part {
    start: Time,
    end: Time,
    ms: f64,
    /// The same before anything was slowed down.
    steady_ms: f64,
    /// The moment in which it lies.
    moment: Option<usize>,
}

impl Part {
    fn len(&self) -> f64 {
        (self.end - self.start).0 as f64
    }
}

/// The map between the reader's time and the run's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pace {
    /// Without gaps from zero to the end; none in an empty run.
    pieces: Vec<Piece>,
}

impl Pace {
    pub fn new(plan: &Plan<'_>) -> Pace {
        if plan.end == Time::ZERO {
            return Pace::default();
        }
        let usual = plan.end.0 as f64 / plan.wish_ms;
        let mut parts = cut(plan, usual);
        follow(&mut parts, plan);
        let bounds = intervals(&parts, plan);
        for interval in &bounds {
            fit(&mut parts[interval.from..interval.to], interval);
        }
        come_to_it(&mut parts);
        for interval in bounds.iter().filter(|interval| interval.is_past) {
            fit(&mut parts[interval.from..interval.to], interval);
        }
        shorten(&mut parts, &bounds, plan.wish_ms * WHOLE_MOST);
        Pace::of(&parts, usual)
    }

    /// As the run would be played if nobody had to read: what travels is slow, long waits are short.
    pub(super) fn unread(plan: &Plan<'_>) -> Pace {
        if plan.end == Time::ZERO {
            return Pace::default();
        }
        let usual = plan.end.0 as f64 / plan.wish_ms;
        let mut parts = cut(plan, usual);
        follow(&mut parts, plan);
        Pace::of(&parts, usual)
    }

    /// The same pace from beginning to end.
    #[cfg(test)]
    pub(super) fn steady(end: Time, ms: f64) -> Pace {
        let whole = Piece { start: Time::ZERO, end, from_ms: 0.0, ms, mark: Mark::Usual };
        Pace { pieces: if end > Time::ZERO { vec![whole] } else { Vec::new() } }
    }

    fn of(parts: &[Part], usual: f64) -> Pace {
        let mut pieces: Vec<Piece> = Vec::with_capacity(parts.len());
        let mut from_ms = 0.0;
        for part in parts {
            let pace = part.len() / part.ms;
            let mark = match pace / usual {
                // What is over before it can be read is not announced.
                _ if part.ms < ANNOUNCED_MS => Mark::Usual,
                slow if slow < SLOW_FROM => Mark::Slow,
                fast if fast > COMPRESSED_FROM => Mark::Compressed,
                _ => Mark::Usual,
            };
            match pieces.last_mut() {
                Some(last) if (last.ps_per_ms() / pace - 1.0).abs() < 1e-9 => {
                    last.end = part.end;
                    last.ms += part.ms;
                }
                _ => pieces.push(Piece { start: part.start, end: part.end, from_ms, ms: part.ms, mark }),
            }
            from_ms += part.ms;
        }
        Pace { pieces }
    }

    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The piece that is played from `at` on; the last one at the end.
    pub fn piece(&self, at: Time) -> Option<&Piece> {
        let next = self.pieces.partition_point(|piece| piece.end <= at);
        self.pieces.get(next).or(self.pieces.last())
    }

    /// How long the whole takes on the screen, in milliseconds.
    pub fn total_ms(&self) -> f64 {
        self.pieces.last().map_or(0.0, |last| last.from_ms + last.ms)
    }

    /// When `at` is on the screen, in milliseconds from the start.
    pub fn screen_ms(&self, at: Time) -> f64 {
        let Some(piece) = self.piece(at) else { return 0.0 };
        piece.from_ms + (at.min(piece.end).saturating_sub(piece.start)).0 as f64 / piece.ps_per_ms()
    }

    /// Where the run is `ms` later than `at`, and what is left over below a picosecond; `carry` was left over before.
    pub fn advance(&self, mut at: Time, mut ms: f64, mut carry: f64) -> (Time, f64) {
        let end = self.pieces.last().map_or(Time::ZERO, |last| last.end);
        let first = self.pieces.partition_point(|piece| piece.end <= at);
        for piece in &self.pieces[first..] {
            let pace = piece.ps_per_ms();
            let ps = ms * pace + carry;
            let room = (piece.end - at).0 as f64;
            if ps < room {
                return (Time(at.0 + ps as u64), ps - ps.floor());
            }
            ms = (ms - (room - carry) / pace).max(0.0);
            carry = 0.0;
            at = piece.end;
        }
        (end, 0.0)
    }
}

/// The run cut where the pace may change, each part as long as it takes at the steady pace, but waits at most [`STILL_MS`].
fn cut(plan: &Plan<'_>, usual: f64) -> Vec<Part> {
    let is_still = |pair: &&[Time]| (pair[1] - pair[0]).0 as f64 > STILL_MS * usual;
    let still: Vec<(Time, Time)> = plan.events.windows(2).filter(is_still).map(|pair| (pair[0], pair[1])).collect();
    let mut cuts: Vec<Time> = vec![Time::ZERO, plan.end];
    cuts.extend(plan.captions.iter().map(|&(at, _)| at));
    cuts.extend(still.iter().flat_map(|&(start, end)| [start, end]));
    cuts.extend(plan.moments.iter().flat_map(|moment| [moment.start, moment.end]));
    cuts.retain(|&at| at <= plan.end);
    kitchen_core::order::sort(&mut cuts);
    cuts.dedup();
    let part = |pair: &[Time]| {
        let (start, end) = (pair[0], pair[1]);
        let len = (end - start).0 as f64;
        let wait = still.get(still.partition_point(|wait| wait.1 <= start)).filter(|wait| wait.0 <= start);
        let ms = wait.map_or(len / usual, |wait| len / (wait.1 - wait.0).0 as f64 * STILL_MS);
        let moment = plan.moments.partition_point(|moment| moment.end <= start);
        let moment = plan.moments.get(moment).is_some_and(|moment| moment.start <= start).then_some(moment);
        Part { start, end, ms, steady_ms: ms, moment }
    };
    cuts.windows(2).map(part).collect()
}

/// Gives what travels the time that the eye needs; where that is much in all, each gets less.
fn follow(parts: &mut [Part], plan: &Plan<'_>) {
    let wanted = |part: &Part| {
        let moment = &plan.moments[part.moment?];
        let ms = part.len() / (moment.end - moment.start).0 as f64 * moment.ms;
        (ms > part.ms).then_some(ms - part.ms)
    };
    let more: f64 = parts.iter().filter_map(wanted).sum();
    let room = (plan.wish_ms * MOMENTS_MOST - total(parts)).max(0.0);
    let share = if more > room { room / more } else { 1.0 };
    for part in parts {
        part.ms += wanted(part).unwrap_or(0.0) * share;
    }
}

/// The parts that a caption stands over.
struct Interval {
    from: usize,
    to: usize,
    read_ms: f64,
    /// Whether it is about what is over.
    is_past: bool,
}

/// Which parts each caption stands over, and its reading time. What comes before the first caption has nothing to read.
fn intervals(parts: &[Part], plan: &Plan<'_>) -> Vec<Interval> {
    let place = |at: Time| parts.partition_point(|part| part.start < at);
    let mut bounds = Vec::with_capacity(plan.captions.len() + 1);
    let first = plan.captions.first().map_or(parts.len(), |&(at, _)| place(at));
    bounds.push(Interval { from: 0, to: first, read_ms: 0.0, is_past: false });
    for (index, &(at, read_ms)) in plan.captions.iter().enumerate() {
        let to = plan.captions.get(index + 1).map_or(parts.len(), |&(next, _)| place(next));
        let is_past = plan.past.binary_search(&at).is_ok();
        bounds.push(Interval { from: place(at), to, read_ms, is_past });
    }
    bounds.retain(|interval| interval.from < interval.to);
    bounds
}

/// Gives what a caption stands over at least the time to read it, and at most [`CAPTION_MS`], or [`FRESH_MS`] where it is about what
/// is over: where too much travels there, it is first slowed down less.
fn fit(parts: &mut [Part], &Interval { read_ms, is_past, .. }: &Interval) {
    let (ms, most_ms) = (total(parts), read_ms.max(if is_past { FRESH_MS } else { CAPTION_MS }));
    if ms > most_ms {
        let steady: f64 = parts.iter().map(|part| part.steady_ms).sum();
        let keep = if ms > steady { ((most_ms - steady) / (ms - steady)).max(0.0) } else { 1.0 };
        for part in &mut *parts {
            part.ms = part.steady_ms + (part.ms - part.steady_ms) * keep;
        }
    }
    let ms = total(parts);
    stretch(parts, ms.max(read_ms).min(most_ms) / ms);
}

/// A caption may begin in the middle of what travels; the way there is then slow too, or the eye would miss it.
fn come_to_it(parts: &mut [Part]) {
    for index in (1..parts.len()).rev() {
        let (before, after) = (parts[index - 1], parts[index]);
        if before.moment.is_some() && before.moment == after.moment {
            let ms = before.len() / after.len() * after.ms / 2.0;
            parts[index - 1].ms = before.ms.max(ms.min(STILL_MS));
        }
    }
}

/// Takes what is not needed for reading out of a run that would take longer than `most_ms`.
fn shorten(parts: &mut [Part], bounds: &[Interval], most_ms: f64) {
    let spare = |parts: &[Part], read_ms: f64| (total(parts) - read_ms).max(0.0);
    let whole = total(parts);
    let all: f64 = bounds.iter().map(|one| spare(&parts[one.from..one.to], one.read_ms)).sum();
    if whole <= most_ms || all <= 0.0 {
        return;
    }
    let keep = (1.0 - (whole - most_ms) / all).max(0.0);
    for &Interval { from, to, read_ms, .. } in bounds {
        let (ms, spare) = (total(&parts[from..to]), spare(&parts[from..to], read_ms));
        // A stretch without a caption keeps a moment of its own.
        stretch(&mut parts[from..to], ((ms - spare * (1.0 - keep)) / ms).max(1e-3));
    }
}

fn total(parts: &[Part]) -> f64 {
    parts.iter().map(|part| part.ms).sum()
}

fn stretch(parts: &mut [Part], factor: f64) {
    for part in parts {
        part.ms *= factor;
    }
}

/// The moments of `show` in which bytes travel, in order, apart from each other. None for a race, where they are everywhere.
pub fn moments(show: &Show) -> Vec<Moment> {
    let [run] = show.runs.as_slice() else { return Vec::new() };
    let mut spans: Vec<(Time, Time)> = (0..run.graph.len())
        .filter(|&task| run.graph.labels[task].kind.is_transfer())
        .map(|task| (run.trace.start[task], run.trace.end[task]))
        .filter(|&(start, end)| start < end && end != Time::MAX)
        .collect();
    kitchen_core::order::sort(&mut spans);
    let moment = |(start, end, starts): (Time, Time, u32)| {
        let ms = (TRANSFER_MS + TRANSFER_MS_MORE * f64::from(starts - 1)).min(TRANSFER_MS_MOST);
        Moment { start, end, ms }
    };
    let moments: Vec<Moment> = merge(&spans).into_iter().map(moment).collect();
    if moments.len() > MOMENTS_COUNT { Vec::new() } else { moments }
}

/// Spans that touch or overlap become one, with the number of different starts in it.
fn merge(spans: &[(Time, Time)]) -> Vec<(Time, Time, u32)> {
    let mut merged: Vec<(Time, Time, u32)> = Vec::new();
    let mut latest = Time::MAX;
    for &(start, end) in spans {
        match merged.last_mut() {
            Some(last) if start <= last.1 => {
                last.1 = last.1.max(end);
                last.2 += u32::from(start != latest);
            }
            _ => merged.push((start, end, 1)),
        }
        latest = start;
    }
    merged
}

#[cfg(test)]
#[path = "pace_tests.rs"]
mod tests;
