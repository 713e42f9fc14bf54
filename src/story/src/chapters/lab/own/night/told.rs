//! A measured run in sentences and as a table: each meeting beside what it should have taken, what was lost most first.

use kitchen_core::collective::Op;
use kitchen_core::order;
use kitchen_core::units::Time;
use kitchen_import::Met;
use kitchen_text::{Key, Lang, Line, Number, Percent, Words, key, msg, tr};

use super::expected::{Answer, Expected, Left};
use super::ranks::Ranks;
use crate::brought::{MeasuredPart, MeasuredRow};
use crate::chapters::lab::own::Own;

/// The most rows.
const MOST_ROWS: usize = 12;

/// A meeting beside what it should have taken.
struct Judged<'a> {
    met: &'a Met,
    expected: Option<Answer>,
    /// Nanoseconds: from when the first one came, more than it should have taken once all were there.
    lost: i64,
}

pub(super) fn run(ranks: &Ranks, own: &Own, expected: &mut Expected, lang: Lang) -> MeasuredPart {
    let mut left = Left::default();
    let judge = |met| {
        let answer = asked(met, ranks).and_then(|(op, size, bytes)| expected.of(own, op, size, bytes, &mut left));
        let should = answer.map_or(met.took(), |answer| (answer.time.0 / 1_000) as i64);
        let lost = met.end().saturating_sub(met.first()).saturating_sub(should);
        Judged { met, expected: answer, lost }
    };
    let mut judged: Vec<Judged<'_>> = ranks.met.iter().map(judge).collect();
    order::sort_by_key(&mut judged, |one| std::cmp::Reverse(one.lost));
    let most = judged.first().map_or(1, |one| one.lost.max(1));
    let mut rows: Vec<MeasuredRow> = judged.iter().take(MOST_ROWS).map(|one| row(one, most, ranks, lang)).collect();
    let mut head = [
        key::OWN_NIGHT_HEAD_MEETING,
        key::OWN_NIGHT_HEAD_BYTES,
        key::OWN_NIGHT_HEAD_LAST,
        key::OWN_NIGHT_HEAD_WAITED,
        // Of one rank it is all the time that it was in the meeting.
        if ranks.all.len() > 1 { key::OWN_NIGHT_HEAD_TOOK } else { key::OWN_NIGHT_HEAD_IN },
        key::OWN_NIGHT_HEAD_SHOULD,
        key::OWN_NIGHT_HEAD_TIMES,
    ]
    .map(|key| tr(lang, key).to_owned())
    .to_vec();
    // What is known of no meeting has no column.
    let unknown = tr(lang, key::OWN_NIGHT_UNKNOWN);
    for at in (1..head.len()).rev() {
        if rows.iter().all(|row| row.cells.get(at).is_some_and(|cell| cell == unknown)) {
            head.remove(at);
            for row in &mut rows {
                row.cells.remove(at);
            }
        }
    }
    MeasuredPart {
        title: tr(lang, key::OWN_NIGHT_TITLE).to_owned(),
        lines: sentences(ranks).iter().map(|line| line.say(lang)).collect(),
        head: if judged.is_empty() { Vec::new() } else { head },
        rows,
        notes: notes(ranks, &judged, own).iter().map(|line| line.say(lang)).collect(),
    }
}

/// What is asked of the simulator: the operation, its ranks and bytes, as far as the trace says them.
fn asked(met: &Met, ranks: &Ranks) -> Option<(Op, u32, u64)> {
    let op = Op::from_id(&met.operation.name)?;
    let size = met.operation.group_size.or(ranks.world)?;
    Some((op, u32::try_from(size).ok()?, met.bytes.filter(|bytes| *bytes > 0)?))
}

fn time(ns: i64) -> Time {
    Time((ns.max(0) as u64).saturating_mul(1_000))
}

fn sentences(ranks: &Ranks) -> Vec<Line> {
    let went = ranks.went();
    let [cook, wait, meet, idle] = [went.cooking, went.waiting, went.meeting, went.idle].map(Percent);
    let (count, time_all) = (ranks.all.len() as i64, ranks.whole());
    let mut lines = Vec::new();
    if let [one] = ranks.all.as_slice() {
        let rank = one.number as i64;
        // What of a meeting was waiting is not known of one rank.
        lines.push(Line::from(msg::OwnNightOne { chef: rank + 1, rank, time: time_all, cook, meet, idle }));
        lines.push(Line::new(key::OWN_NIGHT_ONE_ONLY));
        return lines;
    }
    lines.push(Line::from(msg::OwnNightSum { count, time: time_all, cook, wait, meet, idle }));
    if let Some((place, times, of, waited)) = ranks.latest() {
        let rank = ranks.all[place].number as i64;
        lines.push(Line::from(msg::OwnNightLatest {
            chef: rank + 1,
            rank,
            times: times as i64,
            of: of as i64,
            time: time(waited),
        }));
    }
    lines
}

fn notes(ranks: &Ranks, judged: &[Judged<'_>], own: &Own) -> Vec<Line> {
    let mut notes = Vec::new();
    if judged.len() > MOST_ROWS {
        notes.push(Line::from(msg::OwnNightMore { count: (judged.len() - MOST_ROWS) as i64 }));
    }
    if judged.iter().any(|one| one.expected.is_some()) {
        notes.push(Line::from(msg::OwnNightAssumed { name: own.system.id.into() }));
    }
    if !judged.is_empty() && judged.iter().all(|one| one.met.bytes.is_none_or(|bytes| bytes == 0)) {
        notes.push(Line::new(key::OWN_NIGHT_NO_BYTES));
    }
    if ranks.apart > 0 {
        notes.push(Line::from(msg::OwnNightApart { time: time(ranks.apart as i64) }));
    }
    if ranks.alone > 0 {
        notes.push(Line::from(msg::OwnNightAlone { count: ranks.alone as i64 }));
    }
    notes
}

fn row(judged: &Judged<'_>, most: i64, ranks: &Ranks, lang: Lang) -> MeasuredRow {
    let Judged { met, expected, lost } = judged;
    let say = |line: Line| line.say(lang);
    let none = |key: Key| tr(lang, key).to_owned();
    let size = met.operation.group_size.or(ranks.world).unwrap_or(met.there.len() as u64);
    let (first, end) = (met.first(), met.end());
    let (last, came) = met.last();
    let who = ranks.all.get(last as usize).map_or(0, |rank| rank.number as i64);
    let unknown = || none(key::OWN_NIGHT_UNKNOWN);
    let cells = vec![
        say(Line::from(msg::OwnNightMeeting {
            name: Words::from(&met.operation.name),
            turn: i64::from(met.turn) + 1,
            count: size as i64,
        })),
        met.bytes
            .filter(|bytes| *bytes > 0)
            .map_or_else(unknown, |bytes| say(Line::from(msg::OwnNightBytes { bytes: super::bytes(bytes) }))),
        if met.is_shared() { say(Line::from(msg::OwnNightWho { chef: who + 1, rank: who })) } else { unknown() },
        if met.is_shared() { say(Line::from(msg::OwnTime { time: time(came - first) })) } else { unknown() },
        say(Line::from(msg::OwnTime { time: time(met.took()) })),
        expected.map_or_else(unknown, |answer| {
            say(Line::from(msg::OwnNightShould {
                time: answer.time,
                name: answer.algorithm.into(),
                protocol: answer.protocol.into(),
            }))
        }),
        expected.map_or_else(unknown, |answer| {
            let times = Number(time(met.took()).0 as f64 / answer.time.0.max(1) as f64, 2);
            say(Line::from(msg::OwnTimes { times }))
        }),
    ];
    let share = ((*lost).max(0) as f64 / most as f64).min(1.0);
    MeasuredRow { cells, share, span: Some([time(first), time(end)]) }
}
