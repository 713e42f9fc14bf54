//! The roofline: on which side of its roof reading an order and saying a word are.

use std::fmt::Write as _;

use kitchen_core::hardware::{Gpu, gpu};
use kitchen_core::workload::infer::{Ask, Pass, Precision, Roofline, Server, shape};
use kitchen_text::{Line, key, msg};

use crate::sheet::{Sheet, number};

const MODEL: &str = "llama3-8b";
const GPU: &str = "h200-sxm";
/// Words of an order, as in the chapter.
const PROMPT: u32 = 512;
const MANY: u32 = 100;

/// The jobs on the sheet, in its order.
pub(crate) struct Jobs {
    pub(crate) gpu: &'static Gpu,
    pub(crate) roof: Roofline,
    /// A word for one guest, a word for many, one order read.
    pub(crate) passes: [Pass; 3],
}

fn server(batch: u32) -> Result<Server, String> {
    let (shape, gpu) = (shape(MODEL).ok_or("no shape")?, gpu(GPU).ok_or("no GPU")?);
    let precision = Precision::BITS_16;
    let ask = Ask { shape, gpu, system: None, precision, batch, prompt: PROMPT, output: 2, tensor: 1 };
    ask.serve_alone().map_err(|fault| format!("{fault:?}"))
}

impl Jobs {
    pub(crate) fn new() -> Result<Jobs, String> {
        let (one, many) = (server(1)?, server(MANY)?);
        let gpu = one.ask().gpu;
        Ok(Jobs { gpu, roof: one.roofline(), passes: [one.decode(0), many.decode(0), one.prefill()] })
    }

    /// The least time that the roof allows, in milliseconds: for the shelf, and for the hand.
    pub(crate) fn least_ms(&self, pass: &Pass) -> [f64; 2] {
        [pass.bytes / self.roof.bandwidth * 1e3, pass.flops / self.roof.peak * 1e3]
    }

    pub(crate) fn waits_for_the_shelf(&self, pass: &Pass) -> bool {
        pass.point().intensity < self.roof.ridge()
    }
}

/// The picture's axes: powers of two of FLOPs a byte, powers of ten of TFLOP/s.
const X: [f64; 2] = [-1.0, 11.0];
const Y: [f64; 2] = [0.0, 3.5];

struct Axes;

impl Axes {
    fn x(intensity: f64) -> f64 {
        80.0 + (intensity.log2() - X[0]) / (X[1] - X[0]) * 590.0
    }

    fn y(tflops: f64) -> f64 {
        280.0 - (tflops.log10() - Y[0]) / (Y[1] - Y[0]) * 260.0
    }
}

fn draw(sheet: &mut Sheet, jobs: &Jobs, names: &[String; 3]) {
    sheet.out.push_str("<svg class=\"roof\" viewBox=\"0 0 700 328\" aria-hidden=\"true\">");
    for power in X[0] as i32..=X[1] as i32 {
        let (at, x) = (2f64.powi(power), Axes::x(2f64.powi(power)));
        let _ = write!(
            sheet.out,
            "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"20\" y2=\"280\"/><text class=\"tick\" x=\"{x:.1}\" y=\"296\">{}</text>",
            number(at, 1)
        );
    }
    for decade in 0..=3 {
        for step in 1..=9 {
            let at = 10f64.powi(decade) * f64::from(step);
            if at > 3000.0 {
                break;
            }
            let y = Axes::y(at);
            let class = if step == 1 { "grid strong" } else { "grid" };
            let _ = write!(sheet.out, "<line class=\"{class}\" x1=\"80\" x2=\"670\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>");
            if step == 1 {
                let _ = write!(sheet.out, "<text class=\"row\" x=\"72\" y=\"{:.1}\">{}</text>", y + 4.0, number(at, 0));
            }
        }
    }
    let (x, y) = (sheet.text("roof-x"), sheet.text("roof-y"));
    let _ = write!(
        sheet.out,
        "<text class=\"axis\" x=\"375\" y=\"320\">{x}</text><text class=\"axis\" transform=\"translate(18 150) rotate(-90)\">{y}</text>"
    );
    if sheet.answers {
        let (roof, tera) = (&jobs.roof, 1e12);
        let from = 1e12 / roof.bandwidth;
        let _ = write!(
            sheet.out,
            "<path class=\"line\" d=\"M{:.1} {:.1}L{:.1} {:.1}L670 {:.1}\"/>",
            Axes::x(from),
            Axes::y(roof.roof(from) / tera),
            Axes::x(roof.ridge()),
            Axes::y(roof.peak / tera),
            Axes::y(roof.peak / tera)
        );
        for (pass, name) in jobs.passes.iter().zip(names) {
            let intensity = pass.point().intensity;
            let (x, y) = (Axes::x(intensity), Axes::y(roof.roof(intensity) / tera));
            // Beside the slope there is room on the right, under the flat below.
            let (dx, dy, class) =
                if jobs.waits_for_the_shelf(pass) { (12.0, 16.0, "left") } else { (0.0, 24.0, "axis") };
            let _ = write!(
                sheet.out,
                "<circle class=\"point\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\"/><text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
                x + dx,
                y + dy
            );
        }
    }
    sheet.raw("</svg>");
}

pub(crate) fn write(sheet: &mut Sheet) -> Result<(), String> {
    let jobs = Jobs::new()?;
    let model = shape(MODEL).ok_or("no shape")?.model;
    let (peak, rate) = (jobs.roof.peak / 1e12, jobs.roof.bandwidth / 1e12);
    sheet.told(&Line::from(msg::WorksheetsRoofLead {
        gpu: jobs.gpu.name.into(),
        peak: number(peak, 0).into(),
        rate: number(rate, 1).into(),
        model: model.name.into(),
        prompt: PROMPT.into(),
    }));
    sheet.head("roof-first");
    sheet
        .told(&Line::from(msg::WorksheetsRoofFirstText { peak: number(peak, 0).into(), rate: number(rate, 1).into() }));
    let ridge = sheet.blank(&number(jobs.roof.ridge(), 0));
    let (formula, unit) = (sheet.text("roof-ridge"), sheet.text("roof-unit"));
    sheet.raw(&format!("<p class=\"formula\">{formula} = {ridge} {unit}</p>"));
    sheet.head("roof-second");
    sheet.paragraph("roof-second-text");
    let names = [
        sheet.say(&Line::from(msg::WorksheetsRoofWord { n: 1 })),
        sheet.say(&Line::from(msg::WorksheetsRoofWord { n: MANY.into() })),
        sheet.say(&Line::from(msg::WorksheetsRoofOrder { n: PROMPT.into() })),
    ];
    let heads = ["roof-job", "roof-flops", "roof-bytes", "roof-intensity", "roof-side", "roof-least"];
    let heads = heads.map(|id| sheet.text(id));
    let rows: Vec<Vec<String>> = jobs
        .passes
        .iter()
        .zip(&names)
        .map(|(pass, name)| {
            let [shelf, hand] = jobs.least_ms(pass);
            let side = sheet.text(if jobs.waits_for_the_shelf(pass) { "roof-shelf" } else { "roof-hand" });
            vec![
                name.clone(),
                number(pass.flops / 1e9, 0),
                number(pass.bytes / 1e9, 1),
                sheet.blank(&number(pass.point().intensity, 1)),
                if sheet.answers { format!("<b class=\"answer\">{side}</b>") } else { side_to_circle(sheet) },
                sheet.blank(&number(shelf.max(hand), 2)),
            ]
        })
        .collect();
    sheet.table("jobs", &heads, &rows);
    sheet.head("roof-third");
    draw(sheet, &jobs, &names);
    let simulated = |pass: &Pass| pass.time();
    let [one, many, order] = &jobs.passes;
    let ratio = |a: &Pass, b: &Pass| number(simulated(b).as_secs() / simulated(a).as_secs(), 2);
    sheet.questions(&[
        (
            Line::from(msg::WorksheetsRoofQuestion1 { n: MANY.into() }),
            Line::from(msg::WorksheetsRoofAnswer1 {
                work: number(many.flops / one.flops, 0).into(),
                bytes: number(many.bytes / one.bytes, 2).into(),
                ratio: ratio(one, many).into(),
            }),
            1,
        ),
        (
            Line::from(msg::WorksheetsRoofQuestion2 { word: simulated(one), order: simulated(order) }),
            Line::from(msg::WorksheetsRoofAnswer2 { least: number(jobs.least_ms(one)[0], 2).into() }),
            1,
        ),
        (Line::new(key::WORKSHEETS_ROOF_QUESTION_3), Line::new(key::WORKSHEETS_ROOF_ANSWER_3), 1),
    ]);
    Ok(())
}

/// Both sides, of which one is to be circled.
fn side_to_circle(sheet: &Sheet) -> String {
    format!("{} · {}", sheet.text("roof-shelf"), sheet.text("roof-hand"))
}
