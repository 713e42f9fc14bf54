//! The report on collectives as text, in the reader's language.

use kitchen_text::{Key, Lang, Line, Number, Words, count, key, msg, tr};

use super::report::{Class, Group, Judged, Outcome, Report, Spread, Spreads};
use crate::say::{left, right};

/// Columns of a sweep's name and its preset, and of a class of rows.
const WIDTHS: [usize; 3] = [42, 14, 20];

impl Report {
    /// Every row where asked for, the `worst` rows that no constant was fitted on, the sweeps, the totals, the targets, and
    /// what was left out.
    pub(crate) fn table(&self, rows: bool, worst: usize, lang: Lang) -> String {
        let mut out = Vec::new();
        if rows {
            table_of_rows(&mut out, self.outcomes.iter(), lang);
        }
        if worst > 0 {
            let mut sorted: Vec<&Outcome> = self.outcomes.iter().filter(|one| one.group != Group::Fitted).collect();
            sorted.sort_by(|a, b| b.error.total_cmp(&a.error));
            table_of_rows(&mut out, sorted.into_iter().take(worst), lang);
        }
        self.errors(&mut out, lang);
        out.extend(self.judge().iter().map(|judged| told(judged).say(lang)));
        out.extend(self.worst_sweep().map(|worst| {
            let line = Line::from(msg::ValidateWorstSweep {
                size: Class::Huge.name().into(),
                name: worst.name.into(),
                n: count(worst.spread.rows),
                found: Number(worst.spread.median, 1),
            });
            line.say(lang)
        }));
        self.asides(&mut out, lang);
        out.push(String::new());
        out.join("\n")
    }

    /// Each sweep, and each group of rows.
    fn errors(&self, out: &mut Vec<String>, lang: Lang) {
        out.push(tr(lang, key::VALIDATE_ERRORS).to_owned());
        let [wide, narrow, cell] = WIDTHS;
        let heads = Class::ALL.map(|class| right(tr(lang, class.name()), cell));
        let (sweep, preset) = (tr(lang, key::VALIDATE_SWEEP), tr(lang, key::VALIDATE_PRESET));
        out.push(format!("{} {} {}", left(sweep, wide), left(preset, narrow), heads.join("  ")));
        let mut line = |name: &str, preset: &str, spreads: &Spreads| {
            out.push(format!("{} {} {}", left(name, wide), left(preset, narrow), spreads.map(figures).join("  ")));
        };
        for (first, spreads) in self.sweeps() {
            let marked = match first.group {
                Group::Fitted => Line::from(msg::ValidateIsFitted { name: Words::from(&first.row.id) }).say(lang),
                Group::Assumed => Line::from(msg::ValidateIsAssumed { name: Words::from(&first.row.id) }).say(lang),
                Group::Validation => first.row.id.clone(),
            };
            line(&marked, first.preset, &spreads);
        }
        for group in Group::ALL {
            line(tr(lang, group.name()), "", &self.spreads(|one| one.group == group));
        }
        line(tr(lang, key::VALIDATE_ALL), "", &self.spreads(|_| true));
        line(tr(lang, key::VALIDATE_UNDOUBTED), "", &self.undoubted());
    }

    /// What was left out, and what was assumed.
    fn asides(&self, out: &mut Vec<String>, lang: Lang) {
        let comma = tr(lang, key::VALIDATE_COMMA);
        for (why, sweeps) in self.refused.values() {
            let names: Vec<&str> = sweeps.keys().map(String::as_str).collect();
            let line = Line::from(msg::ValidateLeftOut {
                why: why.clone().into(),
                n: count(sweeps.values().sum()),
                names: names.join(comma).into(),
            });
            out.push(line.say(lang));
        }
        for (what, sweeps) in &self.assumed {
            let names: Vec<&str> = sweeps.iter().map(String::as_str).collect();
            out.push(
                Line::from(msg::ValidateTaken { what: Words::from(*what), names: names.join(comma).into() }).say(lang),
            );
        }
        out.extend(self.bad.iter().map(|(at, why)| super::bad_line(*at, why).say(lang)));
    }
}

/// A target with its verdict.
fn told(judged: &Judged) -> Line {
    let verdict = if judged.is_met() { key::VALIDATE_MET } else { key::VALIDATE_MISSED };
    Line::from(msg::ValidateTarget {
        what: judged.what().into(),
        found: Number(judged.found, 1),
        limit: Number(judged.limit, 0),
        verdict: verdict.into(),
    })
}

/// Rows, median and 90th percentile of a class.
fn figures(spread: Option<Spread>) -> String {
    let said = spread.map(|spread| format!("{:>4} {:>7.1} {:>7.1}", spread.rows, spread.median, spread.p90));
    right(said.as_deref().unwrap_or("-"), WIDTHS[2])
}

fn table_of_rows<'a>(out: &mut Vec<String>, rows: impl Iterator<Item = &'a Outcome>, lang: Lang) {
    const COLUMNS: [(Key, usize); 5] = [
        (key::VALIDATE_BYTES, 14),
        (key::VALIDATE_MEASURED, 13),
        (key::VALIDATE_SIMULATED, 13),
        (key::VALIDATE_ERROR, 9),
        (key::VALIDATE_HOW, 5),
    ];
    let heads: String = COLUMNS.iter().map(|(head, width)| right(tr(lang, *head), *width)).collect();
    out.push(format!("{} {heads}", left(tr(lang, key::VALIDATE_SWEEP), 32)));
    for one in rows {
        let (bytes, measured, simulated) = (one.row.bytes, one.row.time_us, one.sim_us);
        let error = 100.0 * (simulated - measured) / measured;
        let how = [one.row.op.id(), one.algorithm, one.protocol].join(" ");
        let id = left(&one.row.id, 32);
        out.push(format!("{id} {bytes:>14} {measured:>12.2} {simulated:>12.2} {error:>+7.1}%  {how}"));
    }
    out.push(String::new());
}
