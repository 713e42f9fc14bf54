//! How many chefs' shelves a model takes to learn: bytes a number of the recipe, shared out or not.

use std::fmt::Write as _;

use kitchen_core::hardware::gpu;
use kitchen_core::workload::infer::{Lesson, learn, shape};
use kitchen_core::workload::{Model, Recompute, model};
use kitchen_text::{Lang, Line, key, msg};

use crate::sheet::{Sheet, number};

const MODEL: &str = "llama2-7b";
const LARGE: &str = "llama2-70b";
const GPU: &str = "h100-sxm";
/// Chefs of one kitchen, who share out.
pub(crate) const CHEFS: u32 = 8;
/// How far the drawn shelf reaches, in GB.
const AXIS_GB: f64 = 120.0;

/// Bytes that one number of the recipe takes on the shelf of one who learns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bytes {
    pub(crate) recipe: f64,
    pub(crate) report: f64,
    pub(crate) notebooks: f64,
}

impl Bytes {
    /// As the core counts them for a step of learning.
    pub(crate) fn counted() -> Result<Bytes, String> {
        let (shape, gpu) = (shape("llama3-8b").ok_or("no shape")?, gpu(GPU).ok_or("no GPU")?);
        let lesson = Lesson { shape, gpu, system: None, sequences: 1, tensor: 1, recompute: Recompute::Selective };
        let held = learn(&lesson).map_err(|fault| format!("{fault:?}"))?.contents;
        let each = |bytes: u64| (bytes as f64 / shape.parameters() as f64).round();
        Ok(Bytes { recipe: each(held.weights.0), report: each(held.gradients.0), notebooks: each(held.optimizer.0) })
    }

    pub(crate) fn all(self) -> f64 {
        self.recipe + self.report + self.notebooks
    }

    /// What one of `chefs` keeps for a number at a stage of ZeRO (arXiv:1910.02054, figure 1): stage 1 shares out the
    /// notebooks, 2 the report, 3 the recipe too; 0 nothing.
    pub(crate) fn shared(self, stage: usize, chefs: u32) -> [f64; 3] {
        let part = |bytes: f64, from: usize| if stage >= from { bytes / f64::from(chefs) } else { bytes };
        [part(self.recipe, 3), part(self.report, 2), part(self.notebooks, 1)]
    }
}

/// GB (10⁹ bytes) of so many bytes for each of a model's numbers.
pub(crate) fn gb(model: &Model, bytes: f64) -> f64 {
    model.parameters() as f64 * bytes / 1e9
}

/// The shelves on which a model's state fits if it is shared out evenly: nothing else is counted.
pub(crate) fn shelves(model: &Model, bytes: Bytes, shelf_gb: f64) -> u32 {
    (gb(model, bytes.all()) / shelf_gb).ceil() as u32
}

/// The shelves to be drawn, one for each stage.
fn draw(sheet: &mut Sheet, model: &Model, bytes: Bytes, shelf_gb: f64) {
    let (left, top, wide, high, gap) = (92.0, 24.0, 580.0, 26.0, 9.0);
    let x = |gb: f64| left + wide * gb / AXIS_GB;
    let height = top + 4.0 * (high + gap) + 4.0;
    let _ = write!(sheet.out, "<svg class=\"shelves\" viewBox=\"0 0 700 {height:.0}\" aria-hidden=\"true\">");
    for tick in 0..=6 {
        let at = f64::from(tick) * 20.0;
        let _ = write!(
            sheet.out,
            "<line class=\"grid\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{top}\" y2=\"{height:.0}\"/><text class=\"tick\" x=\"{0:.1}\" y=\"16\">{1}{2}</text>",
            x(at),
            number(at, 0),
            if tick == 6 { " GB" } else { "" }
        );
    }
    for stage in 0..4 {
        let y = top + gap / 2.0 + stage as f64 * (high + gap);
        let name = if stage == 0 { sheet.text("shelves-plain") } else { format!("ZeRO-{stage}") };
        let _ = write!(sheet.out, "<text class=\"row\" x=\"{}\" y=\"{:.1}\">{name}</text>", left - 8.0, y + 18.0);
        let _ =
            write!(sheet.out, "<rect class=\"cell\" x=\"{left}\" y=\"{y:.1}\" width=\"{wide}\" height=\"{high}\"/>");
        if sheet.answers {
            let mut from = 0.0;
            for (part, class) in bytes.shared(stage, CHEFS).into_iter().zip(["recipe", "report", "notebooks"]) {
                let own = gb(model, part);
                let _ = write!(
                    sheet.out,
                    "<rect class=\"part {class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{}\"/>",
                    x(from),
                    y + 3.0,
                    wide * own / AXIS_GB,
                    high - 6.0
                );
                from += own;
            }
            let _ = write!(
                sheet.out,
                "<text class=\"total\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x(from) + 6.0,
                y + 18.0,
                number(from, 1)
            );
        }
    }
    let _ = write!(
        sheet.out,
        "<line class=\"limit\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{1}\" y2=\"{height:.0}\"/>",
        x(shelf_gb),
        top - 4.0
    );
    sheet.raw("</svg>");
}

pub(crate) fn write(sheet: &mut Sheet) -> Result<(), String> {
    let (model, large, gpu) = (
        model(MODEL).ok_or("no model")?,
        kitchen_core::workload::model(LARGE).ok_or("no model")?,
        gpu(GPU).ok_or("no GPU")?,
    );
    let (bytes, shelf) = (Bytes::counted()?, gpu.hbm.0 as f64 / 1e9);
    // Counted in thousands of millions, or as Japanese does in hundreds of millions.
    let (unit, digits) = if sheet.lang == Lang::Ja { (1e8, 1) } else { (1e9, 2) };
    let billions = |model: &Model| number(model.parameters() as f64 / unit, digits);
    sheet.told(&Line::from(msg::WorksheetsShelvesLead {
        model: model.name.into(),
        n: billions(model).into(),
        gpu: gpu.name.into(),
        shelf: number(shelf, 0).into(),
    }));
    sheet.head("shelves-first");
    let heads = ["shelves-what", "shelves-bytes", "shelves-gb"].map(|id| sheet.text(id));
    let row = |sheet: &Sheet, id: &str, each: f64, shown: bool| {
        let own = number(gb(model, each), 1);
        vec![sheet.text(id), number(each, 0), if shown { own } else { sheet.blank(&own) }]
    };
    let rows = vec![
        row(sheet, "shelves-recipe", bytes.recipe, true),
        row(sheet, "shelves-report", bytes.report, false),
        row(sheet, "shelves-notebooks", bytes.notebooks, false),
        {
            let (all, own) = (number(bytes.all(), 0), number(gb(model, bytes.all()), 1));
            vec![sheet.text("shelves-all"), sheet.blank(&all), sheet.blank(&own)]
        },
    ];
    sheet.table("parts", &heads, &rows);
    sheet.head("shelves-second");
    sheet.told(&Line::from(msg::WorksheetsShelvesSecondText { chefs: CHEFS.into() }));
    let heads =
        ["shelves-stage", "shelves-shared", "shelves-each", "shelves-chef", "shelves-fits"].map(|id| sheet.text(id));
    let rows: Vec<Vec<String>> = (0..4)
        .map(|stage| {
            let name = if stage == 0 { sheet.text("shelves-plain") } else { format!("ZeRO-{stage}") };
            let each: f64 = bytes.shared(stage, CHEFS).iter().sum();
            let own = gb(model, each);
            let fits = sheet.text(if own <= shelf { "shelves-yes" } else { "shelves-no" });
            let sum = bytes.shared(stage, CHEFS).map(|part| number(part, 2)).join(" + ");
            let shown = format!("{sum} = {}", number(each, 2));
            let (each, own) = (sheet.blank(&shown), sheet.blank(&number(own, 1)));
            let fits = if sheet.answers { format!("<b class=\"answer\">{fits}</b>") } else { sheet.blank("") };
            vec![name, sheet.text(&format!("shelves-shared-{stage}")), each, own, fits]
        })
        .collect();
    sheet.table("stages", &heads, &rows);
    sheet.head("shelves-third");
    sheet.told(&Line::from(msg::WorksheetsShelvesThirdText { shelf: number(shelf, 0).into() }));
    draw(sheet, model, bytes, shelf);
    let answering = gb(model, bytes.recipe);
    sheet.questions(&[
        (
            Line::new(key::WORKSHEETS_SHELVES_QUESTION_1),
            Line::from(msg::WorksheetsShelvesAnswer1 {
                answering: number(answering, 1).into(),
                learning: number(gb(model, bytes.all()), 1).into(),
                ratio: number(bytes.all() / bytes.recipe, 1).into(),
            }),
            1,
        ),
        (
            Line::from(msg::WorksheetsShelvesQuestion2 { model: large.name.into(), n: billions(large).into() }),
            Line::from(msg::WorksheetsShelvesAnswer2 {
                all: number(gb(large, bytes.all()), 0).into(),
                shelf: number(shelf, 0).into(),
                shelves: shelves(large, bytes, shelf).into(),
            }),
            1,
        ),
        (Line::new(key::WORKSHEETS_SHELVES_QUESTION_3), Line::new(key::WORKSHEETS_SHELVES_ANSWER_3), 1),
    ]);
    Ok(())
}
