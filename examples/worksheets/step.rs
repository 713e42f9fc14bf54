//! One step of gradient descent by hand, on the small sauce of the chapter.

use kitchen_core::descent::model::{BIAS, Dataset, FEATURES, Model};
use kitchen_core::descent::{Descent, Plan};
use kitchen_text::{Lang, Line, count, key, msg};

use crate::sheet::{Sheet, number};
use kitchen_story::sentences::Sentence as _;

/// The chapter's usual run at a learning rate.
pub(crate) fn descent(rate: f64) -> Result<Descent, String> {
    let plan = Plan { rate, ..Plan::of(Model::OneLayer, Dataset::Different) };
    plan.run().map_err(|fault| fault.line().say(Lang::En))
}

/// A taster's row: taste, error, error squared, and error times each sense.
pub(crate) fn row(descent: &Descent, taster: usize) -> [f64; 6] {
    let own = &descent.plan.dataset.samples()[taster];
    let taste = descent.steps[0].predictions[taster];
    let error = taste - own.target;
    let [salt, vinegar, sugar] = own.inputs.map(|sense| error * sense);
    [taste, error, error * error, salt, vinegar, sugar]
}

pub(crate) fn write(sheet: &mut Sheet) -> Result<(), String> {
    let descent = descent(Plan::of(Model::OneLayer, Dataset::Different).rate)?;
    let doubled = self::descent(2.0 * descent.plan.rate)?;
    let tasters = descent.plan.dataset.samples();
    let (n, first, next) = (tasters.len(), &descent.steps[0], &descent.steps[1]);
    let [salt, vinegar, sugar] = [0, 1, 2].map(|at| number(first.parameters[at], 2));
    sheet.told(&Line::from(msg::WorksheetsStepLead {
        n: count(n),
        base: number(BIAS, 0).into(),
        salt: salt.into(),
        vinegar: vinegar.into(),
        sugar: sugar.into(),
    }));
    sheet.rules(&["step-rule-1", "step-rule-2"]);
    sheet.head("step-forward");
    let names = FEATURES.map(|name| sheet.text(&format!("step-{name}")));
    let mut heads = vec![sheet.text("step-guest")];
    heads.extend(names.clone());
    heads.extend(["wish", "taste", "error", "squared"].map(|id| sheet.text(&format!("step-{id}"))));
    heads.extend(names.clone().map(|name| format!("{}<br>× {name}", sheet.text("step-error"))));
    let mut rows = Vec::new();
    let mut sums = [0.0; 6];
    for (at, taster) in tasters.iter().enumerate() {
        let own = row(&descent, at);
        let mut cells = vec![(at + 1).to_string()];
        cells.extend(taster.inputs.map(|sense| number(sense, 0)));
        cells.push(number(taster.target, 1));
        for (sum, value) in sums.iter_mut().zip(own) {
            *sum += value;
        }
        // The first row shows how.
        cells.extend(own.map(|value| if at == 0 { number(value, 2) } else { sheet.blank(&number(value, 2)) }));
        rows.push(cells);
    }
    let mut last = vec![sheet.text("step-sum")];
    last.extend(["", "", "", "", "", ""].map(str::to_owned));
    last.extend(sums[2..].iter().map(|sum| sheet.blank(&number(*sum, 2))));
    rows.push(last);
    sheet.table("tasters", &heads, &rows);
    sheet.head("step-update");
    let rate = number(descent.plan.rate, 2);
    sheet.told(&Line::from(msg::WorksheetsStepUpdateText { n: count(n), rate: rate.as_str().into() }));
    let heads = ["step-ingredient", "step-now", "step-sum", "step-slope", "step-change", "step-next"];
    let heads = heads.map(|id| sheet.text(id));
    let rows: Vec<Vec<String>> = (0..FEATURES.len())
        .map(|at| {
            let blank = |value: f64| sheet.blank(&number(value, 2));
            vec![
                names[at].clone(),
                number(first.parameters[at], 2),
                blank(sums[3 + at]),
                blank(first.gradient[at]),
                blank(first.update[at]),
                blank(next.parameters[at]),
            ]
        })
        .collect();
    sheet.table("change", &heads, &rows);
    let losses = |descent: &Descent| {
        let shown = descent.steps.iter().take(5).map(|step| number(step.loss, 1));
        shown.collect::<Vec<_>>().join(" → ")
    };
    sheet.questions(&[
        (
            Line::from(msg::WorksheetsStepQuestion1 { n: count(n) }),
            Line::from(msg::WorksheetsStepAnswer1 {
                sum: number(sums[2], 2).into(),
                n: count(n),
                loss: number(first.loss, 2).into(),
            }),
            1,
        ),
        (
            Line::new(key::WORKSHEETS_STEP_QUESTION_2),
            Line::from(msg::WorksheetsStepAnswer2 {
                before: number(first.loss, 1).into(),
                after: number(next.loss, 1).into(),
            }),
            1,
        ),
        (
            Line::from(msg::WorksheetsStepQuestion3 { rate: number(doubled.plan.rate, 2).into() }),
            Line::from(msg::WorksheetsStepAnswer3 {
                rate: rate.into(),
                losses: losses(&descent).into(),
                rate2: number(doubled.plan.rate, 2).into(),
                losses2: losses(&doubled).into(),
            }),
            2,
        ),
    ]);
    Ok(())
}
