//! The report on ASTRA-sim's results as text, in the reader's language.

use kitchen_text::{Key, Lang, Line, Number, Words, count, key, msg, tr};

use super::report::{Count, GOALS, Goal, Kind, Outcome, Report};
use super::rows::Row;
use super::why::{self, whole};
use crate::say::{left, right};

/// Rows told one by one, of those that differ.
const LIMIT_TOLD: usize = 50;
/// What is counted of a kind of rows, and its columns.
const COUNTED: [(Key, usize); 4] =
    [(key::VALIDATE_ROWS, 7), (key::VALIDATE_WITHIN, 9), (key::VALIDATE_EXACT, 9), (key::VALIDATE_WORST, 9)];

impl Report {
    /// Errors per topology, collective and algorithm, whether the goals hold, and the rows that differ.
    pub(super) fn table(&self, every: bool, lang: Lang) -> String {
        let mut out = Vec::new();
        if every {
            out.extend(self.outcomes.iter().map(|outcome| told(outcome).say(lang)));
            out.push(String::new());
        }
        self.errors(&mut out, lang);
        out.extend(GOALS.iter().zip(self.all()).map(|(goal, count)| judged(goal, count).say(lang)));
        let differing = |outcome: &Outcome| {
            let (told, why) = (told(outcome).into(), why::differs(&outcome.measured).into());
            Line::from(msg::ValidateToldWhy { told, why }).say(lang)
        };
        out.extend(self.off().take(LIMIT_TOLD).map(differing));
        out.extend(more(self.off().count()).map(|n| Line::from(msg::ValidateMoreOff { n }).say(lang)));
        out.extend(self.bad.iter().take(LIMIT_TOLD).map(|(at, why)| super::super::bad_line(*at, why).say(lang)));
        out.extend(more(self.bad.len()).map(|n| Line::from(msg::ValidateMoreBad { n }).say(lang)));
        out.push(String::new());
        out.join("\n")
    }

    fn errors(&self, out: &mut Vec<String>, lang: Lang) {
        let groups = self.groups();
        let width = |of: fn(&Kind<'_>) -> usize| groups.keys().map(of).max().unwrap_or(0).max(10) + 2;
        let widths = [width(|kind| kind.0.len()), width(|kind| kind.1.len()), width(|kind| kind.2.len())];
        let start =
            |kind: Kind<'_>| [left(kind.0, widths[0]), left(kind.1, widths[1]), left(kind.2, widths[2])].concat();
        let head = |goal: &Goal| {
            let line = Line::from(msg::ValidateWithinOf { name: goal.name.into(), percent: Number(goal.percent, 0) });
            right(&line.say(lang), COUNTED.iter().map(|column| column.1).sum())
        };
        out.push(format!("{}{}  {}", start(("", "", "")), head(&GOALS[0]), head(&GOALS[1])));
        let heads: String = COUNTED.iter().map(|(head, width)| right(tr(lang, *head), *width)).collect();
        let kind =
            (tr(lang, key::VALIDATE_TOPOLOGY), tr(lang, key::VALIDATE_COLLECTIVE), tr(lang, key::VALIDATE_ALGORITHM));
        out.push(format!("{}{heads}  {heads}", start(kind)));
        for (kind, [one, more]) in &groups {
            out.push(format!("{}{}  {}", start(*kind), cells(*one, lang), cells(*more, lang)));
        }
        let [one, more] = self.all();
        let all = start((tr(lang, key::VALIDATE_ALL), "", ""));
        out.push(format!("{all}{}  {}", cells(one, lang), cells(more, lang)));
    }
}

/// How many are left that are not told one by one.
fn more(all: usize) -> Option<i64> {
    all.checked_sub(LIMIT_TOLD).filter(|&left| left > 0).map(count)
}

fn cells(count: Count, lang: Lang) -> String {
    let worst = if count.worst.is_finite() {
        format!("{:.2}", count.worst)
    } else {
        tr(lang, key::VALIDATE_REFUSED).to_owned()
    };
    let counted = [count.rows.to_string(), count.within.to_string(), count.exact.to_string(), worst];
    let said = |(place, said): (usize, &String)| {
        right(if count.rows == 0 && place > 0 { "-" } else { said }, COUNTED[place].1)
    };
    counted.iter().enumerate().map(said).collect()
}

fn judged(goal: &Goal, counted: Count) -> Line {
    let verdict = if counted.holds(goal) { key::VALIDATE_HOLDS } else { key::VALIDATE_HOLDS_NOT };
    Line::from(msg::ValidateGoal {
        name: goal.name.into(),
        share: Number(counted.share(), 2),
        n: count(counted.rows),
        percent: Number(goal.percent, 0),
        least: Number(goal.share * 100.0, 0),
        verdict: verdict.into(),
    })
}

/// One row, with both times.
fn told(outcome: &Outcome) -> Line {
    let Row { line, topology, collective, algorithm, call, time_ns, .. } = &outcome.row;
    let here = match (&outcome.measured, outcome.error()) {
        (Ok(measured), Some(error)) => Line::from(msg::ValidateHere {
            ns: whole(measured.time.0 / 1_000),
            error: Words::from(format!("{error:+.2}")),
        }),
        _ => Line::new(key::VALIDATE_REFUSED_HERE),
    };
    let what = [topology, *collective, algorithm].join(" ");
    Line::from(msg::ValidateRow {
        line: whole(*line),
        what: what.into(),
        chunks: whole(call.chunks),
        ns: whole(*time_ns),
        here: here.into(),
    })
}
