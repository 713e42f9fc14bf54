//! The picture of all measured rows: simulated against measured time on log axes. It needs no script: a sweep is named where
//! the pointer, the finger or the focus is, a row by its title, and the tables below say the same in words.

use std::fmt::Write as _;

use kitchen_core::text::{Line, format, key};
use kitchen_core::units::{Bytes, Time};
use serde_json::Value;

use super::{Page, escaped};

/// Width and height, and what the axes' words need on the left, above and below.
const SIZE: [f64; 2] = [480.0, 470.0];
const LEFT: f64 = 86.0;
const TOP: f64 = 44.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 56.0;

/// A sweep's rows: bytes, measured and simulated microseconds.
struct Sweep<'a> {
    of: &'a Value,
    rows: Vec<(u64, [f64; 2])>,
}

pub(super) fn write(page: &mut Page, collectives: &Value) {
    let sweeps: Vec<Sweep<'_>> = collectives["sweeps"].as_array().into_iter().flatten().map(read).collect();
    let all = || sweeps.iter().flat_map(|sweep| &sweep.rows).flat_map(|(_, times)| times).copied();
    let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(1.0, f64::max));
    let axis = Axis { low: low.log10().floor(), high: high.log10().ceil() };
    let rows: usize = sweeps.iter().map(|sweep| sweep.rows.len()).sum();
    if rows == 0 {
        return;
    }
    let bytes = || sweeps.iter().flat_map(|sweep| &sweep.rows).map(|(bytes, _)| Bytes(*bytes));
    let (least, most) = (bytes().min().unwrap_or_default(), bytes().max().unwrap_or_default());
    let told = Line::new(key::HOW_PLOT).count("rows", rows).count("sweeps", sweeps.len());
    let told = told.bytes("least", least).bytes("most", most).say(page.lang);
    let [width, height] = SIZE;
    let mut out = format!(
        "<figure class=\"plot\"><svg viewBox=\"0 0 {width} {height}\" role=\"group\" aria-labelledby=\"plot-title\">\n"
    );
    axis.write(page, &mut out);
    // Those that constants were fitted on first, so that the others lie above them.
    for group in ["fitted", "assumed", "other"] {
        for sweep in sweeps.iter().filter(|sweep| group_of(sweep.of) == group) {
            sweep.write(page, &axis, group, &mut out);
        }
    }
    let legend = [("other", key::HOW_NOT_FITTED), ("fitted", key::HOW_FITTED), ("assumed", key::HOW_ASSUMED)]
        .map(|(group, name)| format!("<span class=\"{group}\">{}</span>", escaped(page.say(name))));
    let _ = writeln!(
        out,
        "</svg><figcaption><span id=\"plot-title\">{}</span><span class=\"legend\">{}</span></figcaption></figure>",
        escaped(&told),
        legend.concat()
    );
    page.out.push_str(&out);
}

fn group_of(sweep: &Value) -> &'static str {
    match (sweep["assumed"] == true, sweep["fitted_on"] == true) {
        (true, _) => "assumed",
        (_, true) => "fitted",
        _ => "other",
    }
}

fn read(sweep: &Value) -> Sweep<'_> {
    let row = |row: &Value| {
        let mut cells = row.as_str()?.split(' ');
        let bytes = cells.next()?.parse().ok()?;
        let mut time = || cells.next()?.parse::<f64>().ok().filter(|us| *us > 0.0);
        Some((bytes, [time()?, time()?]))
    };
    Sweep { of: sweep, rows: sweep["points"].as_array().into_iter().flatten().filter_map(row).collect() }
}

impl Sweep<'_> {
    fn write(&self, page: &Page, axis: &Axis, group: &str, out: &mut String) {
        let text = |field: &str| self.of[field].as_str().unwrap_or_default();
        let number = |field: &str| self.of[field].as_i64().unwrap_or(0);
        let ops: Vec<&str> =
            self.of["collectives"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let what = Line::new(key::HOW_SWEEP_OF)
            .text("op", ops.join(", "))
            .text("system", text("preset"))
            .int("nodes", number("nodes"))
            .int("gpus", number("gpus"))
            .say(page.lang);
        let (id, what) = (escaped(text("id")), escaped(&what));
        let _ = writeln!(out, "<g class=\"sweep {group}\" tabindex=\"0\" role=\"img\" aria-label=\"{what}, {id}\">");
        for (bytes, [measured, simulated]) in &self.rows {
            let time = |us: &f64| format::time(Time::from_secs_f64(us / 1e6));
            let said = Line::new(key::HOW_FURTHEST_ROW)
                .text("bytes", format::bytes(Bytes(*bytes)))
                .text("measured", time(measured))
                .text("simulated", time(simulated))
                .say(page.lang);
            let (x, y) = (axis.x(*measured), axis.y(*simulated));
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"><title>{what}, {}</title></circle>",
                escaped(&said)
            );
        }
        let _ = writeln!(
            out,
            "<text class=\"name\" x=\"{LEFT}\" y=\"18\">{what}<tspan x=\"{LEFT}\" dy=\"17\">{id}</tspan></text></g>"
        );
    }
}

/// Both axes, from one power of ten of a microsecond to another.
struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    fn share(&self, us: f64) -> f64 {
        (us.log10() - self.low) / (self.high - self.low)
    }

    fn x(&self, us: f64) -> f64 {
        LEFT + self.share(us) * (SIZE[0] - LEFT - RIGHT)
    }

    fn y(&self, us: f64) -> f64 {
        SIZE[1] - BOTTOM - self.share(us) * (SIZE[1] - TOP - BOTTOM)
    }

    /// Lines at powers of ten, where both are equal, and where one is twice the other; the axes' names.
    fn write(&self, page: &Page, out: &mut String) {
        let (low, high) = (10_f64.powf(self.low), 10_f64.powf(self.high));
        let mut line = |class: &str, a: [f64; 2], b: [f64; 2]| {
            let ([x1, y1], [x2, y2]) = ([self.x(a[0]), self.y(a[1])], [self.x(b[0]), self.y(b[1])]);
            let _ = writeln!(out, "<path class=\"{class}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>");
        };
        let decades: Vec<f64> = (self.low as i32..=self.high as i32).map(|power| 10_f64.powi(power)).collect();
        for &us in &decades {
            line("grid", [us, low], [us, high]);
            line("grid", [low, us], [high, us]);
        }
        line("twice", [low, 2.0 * low], [high / 2.0, high]);
        line("twice", [2.0 * low, low], [high, high / 2.0]);
        line("equal", [low, low], [high, high]);
        for us in decades {
            let said = escaped(&format::time(Time::from_secs_f64(us / 1e6)).replace(".00", "").replace(".0", ""));
            let (x, y, below, beside) = (self.x(us), self.y(us) + 5.0, SIZE[1] - BOTTOM + 20.0, LEFT - 7.0);
            let _ = writeln!(out, "<text class=\"tick below\" x=\"{x:.1}\" y=\"{below}\">{said}</text>");
            let _ = writeln!(out, "<text class=\"tick beside\" x=\"{beside}\" y=\"{y:.1}\">{said}</text>");
        }
        let (measured, simulated) =
            (escaped(page.say(key::HOW_PLOT_MEASURED)), escaped(page.say(key::HOW_PLOT_SIMULATED)));
        let (right, bottom, middle) = (SIZE[0] - RIGHT, SIZE[1] - 8.0, (TOP + SIZE[1] - BOTTOM) / 2.0);
        let _ = writeln!(out, "<text class=\"axis end\" x=\"{right}\" y=\"{bottom}\">{measured}</text>");
        let _ = writeln!(
            out,
            "<text class=\"axis\" transform=\"translate(16 {middle:.0}) rotate(-90)\">{simulated}</text>"
        );
    }
}
