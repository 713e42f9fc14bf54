//! `kitchen descend`: gradient descent on the small sauce of the core.

mod sheet;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::Args;
use kitchen_core::descent::check::{Checked, Slip, check};
use kitchen_core::descent::model::{Dataset, FEATURES, Model};
use kitchen_core::descent::{Batch, Descent, DescentError, End, Plan, Step};
use kitchen_story::scenario::raw::quote;
use kitchen_text::{Key, Lang, Line, Words, count, key, msg, tr};
use serde::Serialize;

use crate::out::{Done, MISSED};
use crate::say::{self, Failure};
use kitchen_story::sentences::Sentence as _;
use sheet::{Sheet, number};

#[derive(Args, Debug)]
pub(crate) struct Descend {
    #[arg(long, default_value = "one-layer")]
    recipe: String,
    #[arg(long, default_value = "different")]
    tasters: String,
    #[arg(long, allow_hyphen_values = true)]
    start: Option<String>,
    #[arg(long)]
    rate: Option<f64>,
    #[arg(long, default_value_t = 0.0)]
    momentum: f64,
    #[arg(long, default_value = "all")]
    batch: String,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long)]
    steps: Option<u32>,
    #[arg(long)]
    explain: bool,
    #[arg(long, default_value_t = 0)]
    at: usize,
    #[arg(long, allow_hyphen_values = true)]
    check: Option<String>,
    #[arg(long, default_value_t = 0.01)]
    tolerance: f64,
    #[arg(long)]
    json: bool,
}

pub(crate) const BATCHES: [&str; 2] = ["all", "one"];

/// From this share of the start's distance above the least loss on, the loss counts as settled.
const SETTLED: f64 = 0.01;

type Named = BTreeMap<&'static str, f64>;

#[derive(Serialize)]
struct Row {
    step: usize,
    loss: f64,
    /// The tasters of this step, from 1.
    batch: Vec<usize>,
    batch_loss: f64,
    parameters: Named,
    tastes: Vec<f64>,
    gradient: Named,
    carried: Named,
    update: Named,
}

#[derive(Serialize)]
struct Spill {
    step: usize,
    parameter: &'static str,
}

/// What is known of the one-layer recipe without a step.
#[derive(Serialize)]
struct Known {
    settled_step: Option<usize>,
    least_loss: f64,
    best: Named,
    eigenvalues: [f64; 3],
    condition: f64,
    largest_stable_rate: f64,
    largest_rate_for_one: f64,
}

#[derive(Serialize)]
struct Judged {
    parameter: &'static str,
    proposed: f64,
    expected: f64,
    right: bool,
    slip: Option<&'static str>,
}

#[derive(Serialize)]
struct Answer {
    recipe: &'static str,
    tasters: &'static str,
    rate: f64,
    momentum: f64,
    steps: Vec<Row>,
    spilled: Option<Spill>,
    #[serde(flatten)]
    known: Option<Known>,
    digest: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    explained: Option<Sheet>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    checked: Vec<Judged>,
}

pub(crate) fn run(args: &Descend, lang: Lang) -> Result<Done, Failure> {
    let descent = plan(args)?.run().map_err(|error| failure(error, "--start"))?;
    let last = descent.steps.len() - 1;
    let step = descent.steps.get(args.at);
    let step = step.ok_or_else(|| say::out_of_range("--at", args.at.to_string(), format!("0-{last}")))?;
    let checked = match &args.check {
        Some(text) => {
            let proposed = numbers("--check", text)?;
            check(&descent.plan, step, &proposed, args.tolerance).map_err(|error| failure(error, "--check"))?
        }
        None => Vec::new(),
    };
    let explained = if args.explain { sheet::sheet(&descent, args.at) } else { None };
    let status = if checked.iter().all(|one| one.is_right) { 0 } else { MISSED };
    let text = if args.json {
        say::json(&answer(&descent, explained, &checked))
    } else {
        print(&descent, explained.as_ref(), &checked, lang)
    };
    Ok(Done { text, notes: Vec::new(), status })
}

fn plan(args: &Descend) -> Result<Plan, Failure> {
    let known = || Model::ALL.iter().map(|recipe| recipe.id());
    let recipe = Model::from_id(&args.recipe).ok_or_else(|| say::unknown("--recipe", &args.recipe, known()))?;
    let known = || Dataset::ALL.iter().map(|panel| panel.id());
    let panel = Dataset::from_id(&args.tasters).ok_or_else(|| say::unknown("--tasters", &args.tasters, known()))?;
    let batch = match args.batch.as_str() {
        "all" => Batch::All,
        "one" => Batch::One { seed: args.seed },
        other => return Err(say::unknown("--batch", other, BATCHES.into_iter())),
    };
    let usual = Plan::of(recipe, panel);
    Ok(Plan {
        start: args.start.as_ref().map_or(Ok(usual.start.clone()), |text| numbers("--start", text))?,
        rate: args.rate.unwrap_or(usual.rate),
        momentum: args.momentum,
        batch,
        steps: args.steps.unwrap_or(usual.steps),
        ..usual
    })
}

fn numbers(flag: &str, text: &str) -> Result<Vec<f64>, Failure> {
    let numbers = text.split(',').map(|one| one.trim().parse().ok()).collect::<Option<_>>();
    numbers.ok_or_else(|| say::out_of_range(flag, quote(text), "7.5,5,0"))
}

/// `list` is the flag that gives the parameters.
fn failure(error: DescentError, list: &str) -> Failure {
    let flag = match error {
        DescentError::Range { what: "parameters", .. } | DescentError::Count { .. } => list.to_owned(),
        DescentError::Range { what, .. } => format!("--{what}"),
    };
    Failure::new(flag, error.line())
}

fn answer(descent: &Descent, explained: Option<Sheet>, checked: &[Checked]) -> Answer {
    let plan = &descent.plan;
    let names = plan.model.parameters();
    let named = |values: &[f64]| names.iter().copied().zip(values.iter().copied()).collect::<Named>();
    let row = |(at, step): (usize, &Step)| Row {
        step: at,
        loss: step.loss,
        batch: step.batch.iter().map(|taster| taster + 1).collect(),
        batch_loss: step.batch_loss,
        parameters: named(&step.parameters),
        tastes: step.predictions.clone(),
        gradient: named(&step.gradient),
        carried: named(&step.carried),
        update: named(&step.update),
    };
    let known = descent.curvature.as_ref().map(|known| Known {
        settled_step: descent.settled(SETTLED),
        least_loss: known.floor,
        best: FEATURES.into_iter().zip(known.best).collect(),
        eigenvalues: known.eigenvalues,
        condition: known.condition(),
        largest_stable_rate: known.largest_stable_rate(plan.momentum),
        largest_rate_for_one: known.largest_rate_for_one(),
    });
    let judged = |(name, one): (&&'static str, &Checked)| Judged {
        parameter: name,
        proposed: one.proposed,
        expected: one.expected,
        right: one.is_right,
        slip: one.slip.map(Slip::id),
    };
    Answer {
        recipe: plan.model.id(),
        tasters: plan.dataset.id(),
        rate: plan.rate,
        momentum: plan.momentum,
        steps: descent.steps.iter().enumerate().map(row).collect(),
        spilled: spilled(descent),
        known,
        digest: format!("{:016x}", descent.digest()),
        explained,
        checked: names.iter().zip(checked).map(judged).collect(),
    }
}

fn spilled(descent: &Descent) -> Option<Spill> {
    match descent.end {
        End::Done => None,
        End::Diverged { step, parameter } => {
            Some(Spill { step, parameter: descent.plan.model.parameters()[parameter] })
        }
    }
}

fn print(descent: &Descent, explained: Option<&Sheet>, checked: &[Checked], lang: Lang) -> String {
    let names = descent.plan.model.parameters();
    let cells = |cells: Vec<String>| cells.iter().map(|cell| say::right(cell, 11)).collect::<String>();
    let mut out = format!("step{}\n", cells(["loss"].iter().chain(names).map(|&name| name.to_owned()).collect()));
    for (at, step) in descent.steps.iter().enumerate() {
        let values = [step.loss].into_iter().chain(step.parameters.iter().copied());
        let _ = writeln!(out, "{at:>4}{}", cells(values.map(number).collect()));
    }
    if let Some(known) = &descent.curvature {
        let settled = descent.settled(SETTLED).map_or_else(|| "-".to_owned(), |step| step.to_string());
        out.push_str(&say::table(&[
            ("settled_step", settled),
            ("least_loss", number(known.floor)),
            ("condition", number(known.condition())),
            ("largest_stable_rate", number(known.largest_stable_rate(descent.plan.momentum))),
            ("largest_rate_for_one", number(known.largest_rate_for_one())),
        ]));
    }
    if let Some(Spill { step, parameter }) = spilled(descent) {
        let line = Line::from(msg::DescendSpilled { step: count(step), name: parameter.into() });
        let _ = writeln!(out, "{}", line.say(lang));
    }
    if let Some(sheet) = explained {
        let parts = [
            (key::DESCEND_FORWARD, &sheet.forward),
            (key::DESCEND_BACKWARD, &sheet.backward),
            (key::DESCEND_UPDATE, &sheet.update),
        ];
        for (title, lines) in parts {
            let _ = writeln!(out, "\n{}\n  {}", tr(lang, title), lines.join("\n  "));
        }
    }
    if !checked.is_empty() {
        out.push('\n');
    }
    for (name, one) in names.iter().zip(checked) {
        let (name, proposed) = (Words::from(*name), Words::from(number(one.proposed)));
        let line = if one.is_right {
            Line::from(msg::DescendRight { name, proposed })
        } else {
            let slip = one.slip.map_or("", |slip| tr(lang, said(slip))).into();
            Line::from(msg::DescendWrong { name, proposed, expected: number(one.expected).into(), slip })
        };
        let _ = writeln!(out, "{}", line.say(lang).trim_end());
    }
    out
}

/// What a slip is called.
fn said(slip: Slip) -> Key {
    match slip {
        Slip::Unmoved => key::DESCEND_UNMOVED,
        Slip::Uphill => key::DESCEND_UPHILL,
        Slip::RateLeftOut => key::DESCEND_RATE_LEFT_OUT,
        Slip::NotAveraged => key::DESCEND_NOT_AVERAGED,
        Slip::HalfSlope => key::DESCEND_HALF_SLOPE,
        Slip::CarriedLeftOut => key::DESCEND_CARRIED_LEFT_OUT,
        Slip::UpdateOnly => key::DESCEND_UPDATE_ONLY,
    }
}
