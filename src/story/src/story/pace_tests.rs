//! What holds for every pace, and what the six chapters come to.

use proptest::prelude::*;

use super::*;
use crate::chapters::all;
use crate::scenario::Scenario;
use crate::show;
use crate::story::Layer;
use crate::story::playhead::Timeline;

const MS: u64 = 1_000_000_000;

fn sorted(times: impl IntoIterator<Item = u64>, end: u64) -> Vec<Time> {
    let mut times: Vec<Time> = times.into_iter().chain([0, end]).filter(|&t| t <= end).map(Time).collect();
    kitchen_core::order::sort(&mut times);
    times.dedup();
    times
}

/// A run of 20 ms that wishes for 20 s: the pieces as (start, end, ms, mark), times in ms.
fn check(events: &[u64], captions: &[(u64, f64)], moments: &[(u64, u64, f64)], expected: &[(u64, u64, u64, Mark)]) {
    let end = 20 * MS;
    let events = sorted(events.iter().map(|&ms| ms * MS), end);
    let captions: Vec<(Time, f64)> = captions.iter().map(|&(ms, read)| (Time(ms * MS), read)).collect();
    let moment = |&(start, end, ms): &(u64, u64, f64)| Moment { start: Time(start * MS), end: Time(end * MS), ms };
    let moments: Vec<Moment> = moments.iter().map(moment).collect();
    let plan =
        Plan { end: Time(end), events: &events, captions: &captions, past: &[], moments: &moments, wish_ms: 20_000.0 };
    let pace = Pace::new(&plan);
    let pieces = pace.pieces().iter();
    let told: Vec<_> =
        pieces.map(|piece| (piece.start.0 / MS, piece.end.0 / MS, piece.ms.round() as u64, piece.mark)).collect();
    assert_eq!(told, expected);
}

#[test]
fn a_run_in_which_something_always_happens_is_steady() {
    let all: Vec<u64> = (0..20).collect();
    let captions: Vec<(u64, f64)> = (0..4).map(|n| (n * 5, 2_000.0)).collect();
    check(&all, &captions, &[], &[(0, 20, 20_000, Mark::Usual)]);
}

#[test]
fn a_wait_is_cut_short_and_says_so() {
    let events: Vec<u64> = (0..=10).collect();
    let captions = [(0, 0.0), (5, 0.0), (10, 0.0)];
    check(&events, &captions, &[], &[(0, 10, 10_000, Mark::Usual), (10, 20, 3_500, Mark::Compressed)]);
}

#[test]
fn a_caption_stays_until_it_is_read() {
    let all: Vec<u64> = (0..20).collect();
    let captions = [(0, 0.0), (5, 0.0), (10, 4_000.0), (11, 0.0), (15, 0.0)];
    let slow = (10, 11, 4_000, Mark::Slow);
    check(&all, &captions, &[], &[(0, 10, 10_000, Mark::Usual), slow, (11, 20, 9_000, Mark::Usual)]);
}

#[test]
fn what_travels_is_followed() {
    let all: Vec<u64> = (0..20).collect();
    let captions: Vec<(u64, f64)> = (0..4).map(|n| (n * 5, 0.0)).collect();
    let slow = (6, 7, 3_000, Mark::Slow);
    check(&all, &captions, &[(6, 7, 3_000.0)], &[(0, 6, 6_000, Mark::Usual), slow, (7, 20, 13_000, Mark::Usual)]);
}

#[test]
fn much_between_two_captions_is_shortened() {
    let all: Vec<u64> = (0..20).collect();
    check(&all, &[(0, 0.0)], &[], &[(0, 20, 8_000, Mark::Compressed)]);
}

#[test]
fn longer_sentences_take_longer() {
    for lang in Lang::ALL {
        assert!(reading_ms("1234", lang) < reading_ms("12345", lang));
    }
    assert!(reading_ms("シェフ", Lang::Ja) > reading_ms("abc", Lang::En));
}

#[test]
fn what_overlaps_is_one_moment() {
    let check = |spans: &[(u64, u64)], expected: &[(u64, u64, u32)]| {
        let spans: Vec<_> = spans.iter().map(|&(start, end)| (Time(start), Time(end))).collect();
        let merged: Vec<_> = merge(&spans).iter().map(|&(start, end, starts)| (start.0, end.0, starts)).collect();
        assert_eq!(merged, expected);
    };
    check(&[], &[]);
    check(&[(0, 5), (10, 15)], &[(0, 5, 1), (10, 15, 1)]);
    check(&[(0, 5), (0, 7), (3, 4), (7, 9)], &[(0, 9, 3)]);
}

/// The four promises of a pace.
fn keeps_its_promises(pace: &Pace, plan: &Plan<'_>) {
    let pieces = pace.pieces();
    assert_eq!((pieces[0].start, pieces[pieces.len() - 1].end), (Time::ZERO, plan.end));
    assert!(pieces.windows(2).all(|pair| pair[0].end == pair[1].start), "without gaps");
    assert!(pieces.iter().all(|piece| piece.start < piece.end && piece.ms > 0.0), "always forwards");
    let read: f64 = plan.captions.iter().filter(|caption| caption.0 < plan.end).map(|caption| caption.1).sum();
    let most = (plan.wish_ms * WHOLE_MOST).max(read);
    assert!(pace.total_ms() <= most * 1.001 + 1.0, "{} ms of at most {most} ms", pace.total_ms());
    let next = |index: usize| plan.captions.get(index + 1).map_or(plan.end, |caption| caption.0);
    for (index, &(at, read_ms)) in plan.captions.iter().enumerate().filter(|(_, caption)| caption.0 < plan.end) {
        let ms = pace.screen_ms(next(index)) - pace.screen_ms(at);
        assert!(ms >= read_ms * 0.999 - 1e-6, "caption {index} stays {ms} ms of {read_ms} ms");
    }
    let mut changes: Vec<Time> = plan.events.iter().copied().chain(plan.captions.iter().map(|c| c.0)).collect();
    kitchen_core::order::sort(&mut changes);
    for pair in changes.windows(2) {
        let caption = plan.captions.partition_point(|caption| caption.0 <= pair[0]).checked_sub(1);
        let read_ms = caption.map_or(0.0, |index| plan.captions[index].1);
        let ms = pace.screen_ms(pair[1]) - pace.screen_ms(pair[0]);
        assert!(ms <= read_ms.max(4_000.0) * 1.001, "nothing happens for {ms} ms, reading takes {read_ms} ms");
    }
}

proptest! {
    #[test]
    fn every_pace_keeps_its_promises(
        end in prop_oneof![1_u64..100, 1_u64..u64::MAX / 4],
        events in prop::collection::vec(0.0_f64..1.0, 0..40),
        captions in prop::collection::vec((0.0_f64..1.0, 500.0_f64..9_000.0), 0..16),
        cuts in prop::collection::vec(0.0_f64..1.0, 0..12),
        wish_s in 20_u32..40,
        ticks in prop::collection::vec(1.0_f64..3_000.0, 1..12),
    ) {
        let at = |share: f64| ((end as f64 * share) as u64).min(end);
        // What travels starts and ends with an event.
        let events = sorted(events.iter().chain(&cuts).map(|&share| at(share)), end);
        let mut captions: Vec<(Time, f64)> = captions.iter().map(|&(share, ms)| (Time(at(share)), ms)).collect();
        kitchen_core::order::sort_by_key(&mut captions, |caption| caption.0);
        captions.dedup_by_key(|caption| caption.0);
        let bounds = sorted(cuts.iter().map(|&share| at(share)), end);
        let pairs = bounds.chunks_exact(2);
        let moments: Vec<Moment> =
            pairs.map(|pair| Moment { start: pair[0], end: pair[1], ms: TRANSFER_MS }).collect();
        let wish_ms = f64::from(wish_s) * 1e3;
        let plan = Plan { end: Time(end), events: &events, captions: &captions, past: &[], moments: &moments, wish_ms };
        let pace = Pace::new(&plan);
        keeps_its_promises(&pace, &plan);
        // Any number of small steps comes to where the map says.
        let (mut now, mut carry, mut ms) = (Time::ZERO, 0.0, 0.0);
        for tick in ticks {
            (now, carry) = pace.advance(now, tick, carry);
            ms += tick;
            let told = pace.screen_ms(now).min(pace.total_ms());
            let slack = 2.0 / pace.pieces().iter().map(Piece::ps_per_ms).fold(f64::MAX, f64::min) + ms * 1e-6;
            prop_assert!((told - ms.min(pace.total_ms())).abs() <= slack, "{told} ms after {ms} ms, give or take {slack}");
        }
    }
}

#[test]
fn the_chapters_are_played_in_their_time() {
    for chapter in all() {
        let show = show::run(&Scenario::default_for(chapter.kind)).expect("the scenario runs");
        let script = chapter.script(&show);
        for (lang, layer) in Lang::ALL.into_iter().flat_map(|l| [Layer::Kitchen, Layer::XRay].map(|layer| (l, layer))) {
            let timeline = Timeline::new(&show, &script, (lang, layer), chapter.screen_s);
            let (ms, wish) = (timeline.pace().total_ms(), f64::from(chapter.screen_s) * 1e3);
            let read = timeline.captions_ms();
            let what = format!("{} in {lang:?}, {layer:?}: {ms} ms on the screen, {read} ms to read", chapter.id);
            assert!((wish * 0.5..=(wish * WHOLE_MOST).max(read) * 1.001).contains(&ms), "{what}");
            assert!(read <= wish * 3.5, "{what}: too much to read");
        }
    }
}
