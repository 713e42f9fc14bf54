//! A table of nccl-tests beside the simulated one, and what NCCL's log says beside what the tuner here chooses.

use kitchen_core::collective::Op;
use kitchen_core::order;
use kitchen_core::units::Time;
use kitchen_import::{Measured as Row, NcclLog, NcclTests};
use kitchen_text::{Lang, Line, Number, Words, key, msg, tr};

use super::expected::{Answer, Expected, Left};
use crate::brought::{MeasuredPart, MeasuredRow};
use crate::chapters::lab::own::Own;

/// The sizes for which the tuner is asked beside a log, bytes.
const SIZES: [u64; 6] = [1 << 10, 1 << 15, 1 << 20, 1 << 24, 1 << 28, 1 << 30];

/// What a file is.
pub(super) fn read(table: &NcclTests, told: Option<(Op, u32)>) -> Line {
    let name = told.map_or("?", |(op, _)| op.id());
    Line::from(msg::OwnNightTests { name: name.into(), count: table.rows.len() as i64 })
}

pub(super) fn read_log(log: &NcclLog) -> Line {
    let version = log.version.as_deref().unwrap_or("?");
    Line::from(msg::OwnNightLog { version: crate::scenario::raw::quote(version).into(), count: log.ranks as i64 })
}

/// The operation of a table, and its ranks: as it says, else as its two bandwidths tell, which differ by a factor of both; the rest as the
/// restaurant has it.
pub(super) fn of(table: &NcclTests, own: &Own) -> Option<(Op, u32)> {
    let ranks = table.ranks.and_then(|ranks| u32::try_from(ranks).ok());
    let said = table.collective.as_deref().and_then(Op::from_id);
    let largest = table.rows.iter().max_by_key(|row| row.bytes).filter(|row| row.algbw > 0.0)?;
    let factor = largest.busbw / largest.algbw;
    // 2 (n - 1) / n of an all-reduce.
    let of_factor = (factor > 1.05 && factor < 2.0).then(|| (2.0 / (2.0 - factor)).round() as u32);
    let op = said.or(of_factor.map(|_| Op::AllReduce))?;
    let ranks = ranks.or(of_factor.filter(|_| op == Op::AllReduce)).unwrap_or_else(|| own.chefs());
    (ranks > 1).then_some((op, ranks))
}

/// The rows that can be compared, in the order of their sizes, each with what is expected.
pub(super) fn compared(table: &NcclTests, own: &Own, expected: &mut Expected) -> Vec<(Row, Answer)> {
    let Some((op, ranks)) = of(table, own) else { return Vec::new() };
    let mut rows: Vec<Row> = table.rows.iter().filter(|row| row.bytes > 0 && row.time_us > 0.0).copied().collect();
    order::sort_by_key(&mut rows, |row| row.bytes);
    rows.dedup_by_key(|row| row.bytes);
    let mut left = Left::default();
    let ask = |row: Row| expected.of(own, op, ranks, row.bytes, &mut left).map(|answer| (row, answer));
    rows.into_iter().filter_map(ask).collect()
}

fn times((row, answer): &(Row, Answer)) -> f64 {
    row.time_us / answer.time.as_us().max(1e-6)
}

pub(super) fn table(table: &NcclTests, own: &Own, expected: &mut Expected, lang: Lang) -> MeasuredPart {
    let title = tr(lang, key::OWN_NIGHT_TESTS_TITLE).to_owned();
    let Some((op, ranks)) = of(table, own) else {
        return MeasuredPart {
            title,
            lines: vec![tr(lang, key::OWN_NIGHT_WHICH).to_owned()],
            ..MeasuredPart::default()
        };
    };
    let mut all = compared(table, own, expected);
    let name = own.system.id;
    let Some(worst) = all.iter().max_by(|a, b| times(a).total_cmp(&times(b))).copied() else {
        let line = Line::from(msg::OwnNightNoneSimulated { name: name.into(), count: ranks.into() });
        return MeasuredPart { title, lines: vec![line.say(lang)], ..MeasuredPart::default() };
    };
    let mut apart: Vec<u64> = all.iter().map(|one| ((times(one) - 1.0).abs() * 1e6) as u64).collect();
    order::sort(&mut apart);
    let lines = [
        Line::from(msg::OwnNightTestsSum {
            op: op.id().into(),
            count: ranks.into(),
            rows: all.len() as i64,
            name: name.into(),
            off: Number(apart[apart.len() / 2] as f64 / 1e4, 1),
        }),
        Line::from(msg::OwnNightTestsWorst { bytes: super::bytes(worst.0.bytes), times: Number(times(&worst), 2) }),
    ];
    order::sort_by(&mut all, |a, b| times(b).total_cmp(&times(a)));
    let longest = times(&worst).max(1e-9);
    let row = |one: &(Row, Answer)| {
        let (row, answer) = one;
        let rate = |rate: f64| Line::from(msg::OwnNightRate { rate: Number(rate, 2) }).say(lang);
        let should = op.busbw(ranks, super::bytes(row.bytes), answer.time).as_gb_per_s();
        let time = |time: Time| Line::from(msg::OwnTime { time }).say(lang);
        let cells = vec![
            Line::from(msg::OwnNightBytes { bytes: super::bytes(row.bytes) }).say(lang),
            time(Time((row.time_us * 1e6) as u64)),
            time(answer.time),
            rate(row.busbw),
            rate(should),
            Line::from(msg::OwnTimes { times: Number(times(one), 2) }).say(lang),
        ];
        MeasuredRow { cells, share: times(one) / longest, span: None }
    };
    let heads = [
        key::OWN_NIGHT_HEAD_BYTES,
        key::OWN_NIGHT_HEAD_MEASURED,
        key::OWN_NIGHT_HEAD_SHOULD,
        key::OWN_NIGHT_HEAD_BUS,
        key::OWN_NIGHT_HEAD_BUS_SHOULD,
        key::OWN_NIGHT_HEAD_TIMES,
    ];
    MeasuredPart {
        title,
        lines: lines.iter().map(|line| line.say(lang)).collect(),
        head: heads.map(|key| tr(lang, key).to_owned()).to_vec(),
        rows: all.iter().take(12).map(row).collect(),
        notes: Vec::new(),
    }
}

pub(super) fn log(log: &NcclLog, own: &Own, expected: &mut Expected, lang: Lang) -> MeasuredPart {
    let ranks = u32::try_from(log.ranks).unwrap_or(u32::MAX);
    let said = |value: Option<u64>| value.map_or_else(|| Words::from("?"), |value| Words::from(value.to_string()));
    let lines = [
        Line::from(msg::OwnNightLogSum {
            count: log.ranks as i64,
            nodes: said(log.nodes),
            channels: said(log.channels),
            rings: log.rings as i64,
            distinct: log.distinct_rings as i64,
            network: log
                .network
                .as_deref()
                .map_or_else(|| Words::from("?"), |name| crate::scenario::raw::quote(name).into()),
        }),
        Line::from(msg::OwnNightLogHere { name: own.system.id.into(), count: ranks.into() }),
    ];
    let mut left = Left::default();
    let mut row = |size: u64| {
        let answer = expected.of(own, Op::AllReduce, ranks, size, &mut left)?;
        let cells = vec![
            Line::from(msg::OwnNightBytes { bytes: super::bytes(size) }).say(lang),
            answer.algorithm.to_owned(),
            answer.protocol.to_owned(),
            Line::from(msg::OwnTime { time: answer.time }).say(lang),
        ];
        Some(MeasuredRow { cells, share: 0.0, span: None })
    };
    let rows: Vec<MeasuredRow> = SIZES.into_iter().filter_map(&mut row).collect();
    let heads = [
        key::OWN_NIGHT_HEAD_BYTES,
        key::OWN_NIGHT_HEAD_ALGORITHM,
        key::OWN_NIGHT_HEAD_PROTOCOL,
        key::OWN_NIGHT_HEAD_SHOULD,
    ];
    MeasuredPart {
        title: tr(lang, key::OWN_NIGHT_LOG_TITLE).to_owned(),
        lines: lines.iter().map(|line| line.say(lang)).collect(),
        head: if rows.is_empty() { Vec::new() } else { heads.map(|key| tr(lang, key).to_owned()).to_vec() },
        rows,
        notes: Vec::new(),
    }
}
