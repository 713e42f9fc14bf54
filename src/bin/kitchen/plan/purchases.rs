//! `kitchen plan … --purchases`: what to buy first.

use std::fmt::Write as _;

use kitchen_core::topology::ClusterSpec;
use kitchen_core::workload::Trained;
use kitchen_core::workload::planner::{Limits, PlanError, Wish};
use kitchen_core::workload::purchases::{Bought, Missing, Outcome, Purchase, compared};
use kitchen_story::sentences::Sentence as _;
use kitchen_text::{Key, Lang, Line, Number, Words, count, key, msg, tr};
use serde::Serialize;

use super::bills::Bills;
use super::ways;
use crate::progress::Progress;
use crate::say::{self, Failure, left, right, round};
use crate::validate::training::{Near, nearest};

/// Validated runs that a purchase is told beside.
const RUNS: usize = 5;

#[derive(Serialize)]
struct Answer {
    model: &'static str,
    parameters: u64,
    seq: u32,
    global_batch: u32,
    tokens_per_step: u64,
    now: Side,
    purchases: Vec<Row>,
}

/// A cluster and the best step on it.
#[derive(Serialize)]
struct Side {
    cluster: String,
    gpu: &'static str,
    gpus: u32,
    global_batch: u32,
    plan: String,
    iteration_time_s: f64,
    tokens_per_s: f64,
    mfu: f64,
    compute_fraction: f64,
    exposed_comm_fraction: f64,
    bubble_fraction: f64,
    /// Of the validated runs nearest to it.
    error: Option<Errors>,
}

/// How far the simulation is off for the runs nearest to a step: the same GPU, models of the nearest sizes.
#[derive(Clone, Serialize)]
struct Errors {
    least_percent: f64,
    most_percent: f64,
    runs: Vec<String>,
}

#[derive(Serialize)]
struct Row {
    purchase: &'static str,
    before: Option<Side>,
    after: Option<Side>,
    /// Tokens a second, after over before.
    gain: Option<f64>,
    is_proven: Option<bool>,
    /// From and to, as they were given or published.
    price: Option<[f64; 2]>,
    /// What the servers draw with it.
    power_w: Option<[f64; 2]>,
    price_per_percent: Option<[f64; 2]>,
    /// Of the training that was asked about, before and after.
    #[serde(skip_serializing_if = "Option::is_none")]
    days: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    price_per_day: Option<[f64; 2]>,
    /// Of that training after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    energy_mwh: Option<[f64; 2]>,
    sources: Vec<String>,
    /// Why there is no step with it.
    why: Option<String>,
}

/// How the answer is written.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub json: bool,
    pub csv: bool,
}

/// Searches, and writes what was found.
pub(super) fn told(
    (wish, limits): (&Wish<'_>, Limits),
    bills: &Bills,
    form: Form,
    wrong: &dyn Fn(&PlanError, &Wish<'_>) -> Failure,
    lang: Lang,
) -> Result<String, Failure> {
    let (mut progress, mut searched) = (Progress::new(Purchase::ALL.len(), lang), Vec::new());
    let mut watch = |what: Purchase, _: usize, _: usize| {
        if !searched.contains(&what) {
            searched.push(what);
        }
        progress.at(searched.len() - 1);
    };
    let (now, outcomes) = compared(wish, limits, &mut watch).map_err(|error| wrong(&error, wish))?;
    let Some(best) = now.best.first() else { return Ok(String::new()) };
    let mut known: Vec<(&'static str, Option<Errors>)> = Vec::new();
    let mut side = |spec: &ClusterSpec, step: &Trained| side(wish, spec, step, &mut known);
    let answer = Answer {
        model: wish.model.id,
        parameters: wish.model.parameters(),
        seq: wish.model.seq,
        global_batch: wish.global_batch,
        tokens_per_step: u64::from(wish.global_batch) * u64::from(wish.model.seq),
        now: side(&wish.spec, best),
        purchases: outcomes.iter().map(|outcome| row(wish, outcome, bills, &mut side, lang)).collect(),
    };
    Ok(match form {
        Form { json: true, .. } => say::json(&answer),
        Form { csv: true, .. } => csv(&answer),
        _ => table(&answer, lang),
    })
}

fn side(wish: &Wish<'_>, spec: &ClusterSpec, step: &Trained, known: &mut Vec<(&'static str, Option<Errors>)>) -> Side {
    let gpu = spec.system.gpu.id;
    let error = match known.iter().find(|one| one.0 == gpu) {
        Some((_, error)) => error.clone(),
        None => {
            let error = errors(&nearest(wish.model, gpu, RUNS));
            known.push((gpu, error.clone()));
            error
        }
    };
    let seconds = step.iteration.as_secs();
    let tokens = f64::from(step.layout.global_batch) * f64::from(wish.model.seq);
    Side {
        cluster: format!("{} x {} {}G", spec.nodes, spec.system.id, spec.fabric.gbit_per_nic),
        gpu,
        gpus: step.gpus,
        global_batch: step.layout.global_batch,
        plan: ways(step),
        iteration_time_s: round(seconds, 6),
        tokens_per_s: round(tokens / seconds, 1),
        mfu: round(step.mfu, 5),
        compute_fraction: round(step.compute_fraction, 6),
        exposed_comm_fraction: round(step.exposed_comm_fraction, 6),
        bubble_fraction: round(step.bubble_fraction, 6),
        error,
    }
}

fn errors(near: &[Near]) -> Option<Errors> {
    let errors = || near.iter().map(|one| one.error_percent);
    let runs = near.iter().map(|one| one.id.clone()).collect();
    (!near.is_empty()).then(|| Errors {
        least_percent: errors().fold(f64::MAX, f64::min),
        most_percent: errors().fold(f64::MIN, f64::max),
        runs,
    })
}

fn row(
    wish: &Wish<'_>,
    outcome: &Outcome,
    bills: &Bills,
    side: &mut dyn FnMut(&ClusterSpec, &Trained) -> Side,
    lang: Lang,
) -> Row {
    let (what, bought, why): (Purchase, Option<&Bought>, Option<String>) = match outcome {
        Outcome::Bought(bought) => (bought.what, Some(&**bought), None),
        Outcome::Missing(what, missing) => (*what, None, Some(tr(lang, reason(*missing)).to_owned())),
        Outcome::Unplanned(what, error) => (*what, None, Some(error.line().say(lang))),
    };
    let gain = bought.map(Bought::gain);
    let billed = bought.map(|bought| {
        let steps = [bought.before, bought.after].map(|step| step.iteration.as_secs());
        let tokens = f64::from(wish.global_batch) * f64::from(wish.model.seq);
        bills.billed(what.id(), [&wish.spec, &bought.spec], tokens, steps)
    });
    let bill = billed.as_ref().map(|billed| billed.bill);
    let is_whole = bills.tokens().is_some();
    let of = |range: Option<[f64; 2]>, decimals: i32| range.map(|range| range.map(|end| round(end, decimals)));
    let whole = bill.filter(|_| is_whole);
    Row {
        purchase: what.id(),
        before: bought.map(|bought| side(&wish.spec, &bought.before)),
        after: bought.map(|bought| side(&bought.spec, &bought.after)),
        gain: gain.map(|gain| round(gain, 4)),
        is_proven: bought.map(|bought| bought.is_proven),
        price: bill.and_then(|bill| bill.price),
        power_w: bill.and_then(|bill| bill.power),
        price_per_percent: of(bill.and_then(|bill| bill.per_percent), 2),
        days: whole.map(|bill| bill.days.map(|days| round(days, 3))),
        price_per_day: of(whole.and_then(|bill| bill.per_day), 2),
        energy_mwh: of(whole.and_then(|bill| bill.energy_mwh), 3),
        sources: billed.map(|billed| billed.sources).unwrap_or_default(),
        why,
    }
}

fn reason(missing: Missing) -> Key {
    match missing {
        Missing::OneNode => key::PLAN_MISSING_ONE_NODE,
        Missing::FastestCards => key::PLAN_MISSING_FASTEST,
        Missing::HasNvlink => key::PLAN_MISSING_NVLINK,
        Missing::NoSuchSystem => key::PLAN_MISSING_SYSTEM,
        Missing::InPart => key::PLAN_MISSING_PART,
        Missing::NoPlainPlan => key::PLAN_MISSING_PLAIN,
    }
}

fn name(purchase: &str) -> Key {
    match purchase {
        "network" => key::PLAN_BUY_NETWORK,
        "nvlink" => key::PLAN_BUY_NVLINK,
        "gpus" => key::PLAN_BUY_GPUS,
        "memory" => key::PLAN_BUY_MEMORY,
        "nodes" => key::PLAN_BUY_NODES,
        _ => key::PLAN_BUY_PLAN,
    }
}

fn range(range: Option<[f64; 2]>) -> String {
    match range {
        Some([low, high]) if low == high => format!("{low:.0}"),
        Some([low, high]) => format!("{low:.0}-{high:.0}"),
        None => "-".to_owned(),
    }
}

/// From and to of an error, with signs.
fn spread(error: Option<&Errors>) -> String {
    error.map_or_else(|| "-".to_owned(), |one| format!("{:+.1}..{:+.1}", one.least_percent, one.most_percent))
}

fn table(answer: &Answer, lang: Lang) -> String {
    let mut out = String::new();
    let heads: [(&str, usize); 7] = [
        ("gain", 7),
        ("before_s", 10),
        ("after_s", 10),
        ("tokens/s", 10),
        ("error_%", 13),
        ("price/%", 18),
        ("kW", 12),
    ];
    let line: String = heads.iter().map(|(head, width)| right(head, *width)).collect();
    let _ = writeln!(out, "{}{line}  cluster, plan", left("", 9));
    for row in &answer.purchases {
        let (Some(before), Some(after), Some(gain)) = (&row.before, &row.after, row.gain) else { continue };
        let cells = [
            format!("x{gain:.3}"),
            format!("{:.3}", before.iteration_time_s),
            format!("{:.3}", after.iteration_time_s),
            format!("{:.0}", after.tokens_per_s),
            spread(after.error.as_ref()),
            range(row.price_per_percent),
            range(row.power_w.map(|power| power.map(|watts| watts / 1e3))),
        ];
        let line: String = cells.iter().zip(heads).map(|(cell, (_, width))| right(cell, width)).collect();
        let flag = if row.is_proven == Some(false) { " ~" } else { "" };
        let _ = writeln!(out, "{}{line}  {}, {}{flag}", left(row.purchase, 9), after.cluster, after.plan);
    }
    for row in &answer.purchases {
        let said = tr(lang, name(row.purchase));
        let why = row.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
        let _ = writeln!(out, "{}{said}{why}", left(row.purchase, 9));
    }
    for row in &answer.purchases {
        let Some([before, after]) = row.days else { continue };
        let line = msg::PlanBill {
            before: Number(before, 1),
            after: Number(after, 1),
            price: range(row.price_per_day).into(),
            energy: range(row.energy_mwh).into(),
        };
        let _ = writeln!(out, "{}{}", left(row.purchase, 9), Line::from(line).say(lang));
    }
    let mut sources: Vec<&str> = answer.purchases.iter().flat_map(|row| &row.sources).map(String::as_str).collect();
    sources.sort_unstable();
    sources.dedup();
    let now = &answer.now;
    let line = msg::PlanNow {
        cluster: Words::from(&now.cluster),
        plan: Words::from(&now.plan),
        tokens: count(answer.tokens_per_step as usize),
        compute: Number(now.compute_fraction * 100.0, 1),
        exposed: Number(now.exposed_comm_fraction * 100.0, 1),
        bubble: Number(now.bubble_fraction * 100.0, 1),
    };
    let _ = writeln!(out, "{}", Line::from(line).say(lang));
    let sides = std::iter::once(now).chain(answer.purchases.iter().filter_map(|row| row.after.as_ref()));
    let mut seen: Vec<&str> = Vec::new();
    for side in sides {
        if seen.contains(&side.gpu) {
            continue;
        }
        seen.push(side.gpu);
        let gpu = Words::from(side.gpu);
        let line = match &side.error {
            Some(error) => msg::PlanErrors {
                gpu,
                least: Number(error.least_percent, 1),
                most: Number(error.most_percent, 1),
                runs: Words::from(error.runs.join(", ")),
            }
            .into(),
            None => msg::PlanErrorsNone { gpu }.into(),
        };
        let _ = writeln!(out, "{}", Line::say(&line, lang));
    }
    let _ = writeln!(out, "{}", tr(lang, key::PLAN_PRICES));
    if !sources.is_empty() {
        let _ = writeln!(out, "{}", Line::from(msg::PlanPricesFrom { list: sources.join("; ").into() }).say(lang));
    }
    out
}

fn csv(answer: &Answer) -> String {
    let mut out = String::from(
        "purchase,gain,is_proven,global_batch,before_cluster,before_plan,before_s,before_tokens_per_s,after_cluster,after_plan,\
         after_s,after_tokens_per_s,error_least_percent,error_most_percent,error_runs,price_low,price_high,power_low_w,power_high_w,\
         price_per_percent_low,price_per_percent_high,days_before,days_after,price_per_day_low,price_per_day_high,\
         energy_low_mwh,energy_high_mwh,sources,why\n",
    );
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let text = |value: Option<String>| value.unwrap_or_default();
    for row in &answer.purchases {
        let mut cells = vec![row.purchase.to_owned()];
        cells.push(text(row.gain.map(|gain| gain.to_string())));
        cells.push(text(row.is_proven.map(|is_proven| is_proven.to_string())));
        cells.push(answer.global_batch.to_string());
        for side in [&row.before, &row.after] {
            cells.push(text(side.as_ref().map(|side| quoted(&side.cluster))));
            cells.push(text(side.as_ref().map(|side| quoted(&side.plan))));
            cells.push(text(side.as_ref().map(|side| side.iteration_time_s.to_string())));
            cells.push(text(side.as_ref().map(|side| side.tokens_per_s.to_string())));
        }
        let error = row.after.as_ref().and_then(|side| side.error.as_ref());
        cells.push(text(error.map(|error| error.least_percent.to_string())));
        cells.push(text(error.map(|error| error.most_percent.to_string())));
        cells.push(text(error.map(|error| quoted(&error.runs.join(" ")))));
        for range in [row.price, row.power_w, row.price_per_percent, row.days, row.price_per_day, row.energy_mwh] {
            cells.extend([0, 1].map(|end| text(range.map(|range| range[end].to_string()))));
        }
        cells.push(quoted(&row.sources.join("; ")));
        cells.push(text(row.why.as_ref().map(|why| quoted(why))));
        out += &(cells.join(",") + "\n");
    }
    out
}
