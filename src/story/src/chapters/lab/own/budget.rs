//! One purchase after another under a budget: of what is sold today the one that is fastest, or fastest for its price, then the same
//! question asked of the restaurant that has it. Neither order is always the better one, so both are tried.

use kitchen_text::{Lang, Line, Number, key, msg, tr};

use super::bills::{Bills, written};
use super::sheet;
use crate::brought::{Budgeted, Left, Order};
use crate::chapters::lab::race::Row as Raced;
use crate::chapters::lab::today::Today;
use crate::scenario::Scenario;

/// A purchase that makes a step no more than so many times as fast is none.
const WORTH: f64 = 1.01;
/// US dollars.
const BUDGETS: std::ops::RangeInclusive<f64> = 1.0..=1e12;

/// The budget that was written, US dollars.
pub(super) fn read(text: &str) -> Option<f64> {
    let plain: String = text.trim().chars().filter(|c| !matches!(c, ',' | '_' | ' ')).collect();
    let is_number = !plain.is_empty() && plain.bytes().all(|byte| byte.is_ascii_digit());
    plain.parse::<f64>().ok().filter(|dollars| is_number && BUDGETS.contains(dollars))
}

/// What is bought next with so much left: of all whose price is known and not above it, what is free first, then what has the most speed
/// for its price (the logarithm of the gain for each dollar, so that two purchases together count as the product of their gains) or is the
/// fastest. A range counts with its upper end, so that the budget holds.
pub(super) fn next(scenario: &Scenario, answers: &[Vec<u8>], left: &Left<'_>) -> Option<Budgeted> {
    let Left { dollars, order, typed, lang } = *left;
    let rows = sheet::raced(answers);
    let today = rows.first().filter(|row| row.is_today())?;
    let bills = Bills::of(scenario, today, typed, lang);
    let mut best: Option<(f64, &Raced, [f64; 2])> = None;
    for row in rows.iter().filter(|row| !row.is_today() && !row.is_by_rule(scenario)) {
        let gain = row.before.0 as f64 / row.step.0.max(1) as f64;
        let Some(price) = bills.price(row).filter(|price| price[1] <= dollars && gain >= WORTH) else { continue };
        let worth = match order {
            _ if price[1] <= 0.0 => f64::INFINITY,
            Order::ForPrice => gain.ln() / price[1],
            Order::Fastest => gain,
        };
        if best.is_none_or(|(known, ..)| known < worth) {
            best = Some((worth, row, price));
        }
    }
    let (_, row, price) = best?;
    let after = Today::of(scenario).bought(row.buy()?)?;
    Some(Budgeted {
        price: price[1],
        step: [today.step, row.step],
        cells: vec![
            tr(lang, row.name(scenario)).to_owned(),
            written(price, 0),
            sheet::stands(row),
            Line::from(msg::OwnBudgetSteps { before: today.step, time: row.step }).say(lang),
            Line::from(msg::OwnTimes { times: Number(today.step.0 as f64 / row.step.0.max(1) as f64, 2) }).say(lang),
            sheet::plan(today).say(lang),
            sheet::plan(row).say(lang),
        ],
        next: after.scenario(scenario.kind),
    })
}

/// The heads of the table.
pub(super) fn heads(lang: Lang) -> Vec<String> {
    [
        key::OWN_HEAD_WHAT,
        key::OWN_HEAD_PRICE,
        key::OWN_HEAD_THEN,
        key::OWN_HEAD_STEP,
        key::OWN_HEAD_TIMES,
        key::OWN_BUDGET_HEAD_BEFORE,
        key::OWN_BUDGET_HEAD_AFTER,
    ]
    .map(|key| tr(lang, key).to_owned())
    .to_vec()
}

/// What all of them come to; whether more may come.
pub(super) fn sum(all: &[Budgeted], budget: f64, is_done: bool, lang: Lang) -> String {
    let spent: f64 = all.iter().map(|one| one.price).sum();
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        return if is_done { tr(lang, key::OWN_BUDGET_NOTHING).to_owned() } else { String::new() };
    };
    let (before, after) = (first.step[0], last.step[1]);
    let line = msg::OwnBudgetSum {
        count: all.len() as i64,
        spent: Number(spent, 0),
        budget: Number(budget, 0),
        before,
        time: after,
        times: Number(before.0 as f64 / after.0.max(1) as f64, 2),
    };
    let mut said = Line::from(line).say(lang);
    if is_done {
        said.push_str(tr(lang, key::OWN_BUDGET_DONE));
    }
    said
}
