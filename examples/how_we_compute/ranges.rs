//! What was published of networks, row by row: the range as a bar, the simulated value as a point, both over the published value.

use std::fmt::Write as _;

use kitchen_text::{Line, count, key, msg};
use serde_json::Value;

use super::{Page, escaped, plot};

const WIDTH: f64 = 480.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 20.0;
/// Where the rows begin, below the names; how far apart they are; what the axis needs below.
const TOP: f64 = 70.0;
const ROW: f64 = 14.0;
const BOTTOM: f64 = 54.0;
/// The axis goes from one over this to this; what is further off stands at its end.
const MOST: f64 = 4.0;
const TICKS: [(f64, &str); 5] = [(0.25, "¼"), (0.5, "½"), (1.0, "1"), (2.0, "2"), (4.0, "4")];

struct Row<'a> {
    id: &'a str,
    what: &'a str,
    unit: &'a str,
    published: f64,
    range: [f64; 2],
    simulated: f64,
    is_inside: bool,
}

fn read(row: &Value) -> Option<Row<'_>> {
    let number = |name: &str| row[name].as_f64().filter(|value| value.is_finite());
    Some(Row {
        id: row["id"].as_str()?,
        what: row["what"].as_str()?,
        unit: row["unit"].as_str().unwrap_or_default(),
        published: number("published").filter(|value| *value > 0.0)?,
        range: [number("low")?, number("high")?],
        simulated: number("simulated")?,
        is_inside: row["inside"] == true,
    })
}

pub(super) fn write(page: &mut Page, network: &Value) {
    let rows: Vec<Row<'_>> = network["rows"].as_array().into_iter().flatten().filter_map(read).collect();
    if rows.is_empty() {
        return;
    }
    let height = TOP + ROW * rows.len() as f64 + BOTTOM;
    let inside = rows.iter().filter(|row| row.is_inside).count();
    let told = Line::from(msg::HowRanges { rows: count(rows.len()), inside: count(inside) }).say(page.lang);
    let mut out = format!(
        "<figure class=\"plot ranges\"><svg viewBox=\"0 0 {WIDTH} {height}\" role=\"group\" aria-labelledby=\"plot-network\">\n"
    );
    let end = height - BOTTOM;
    for (value, said) in TICKS {
        let (x, class, below) = (x(value), if value == 1.0 { "equal" } else { "grid" }, end + 20.0);
        let _ = writeln!(out, "<path class=\"{class}\" d=\"M{x:.1} {:.1}V{end:.1}\"/>", TOP - 8.0);
        let _ = writeln!(out, "<text class=\"tick below\" x=\"{x:.1}\" y=\"{below:.1}\">{said}</text>");
    }
    for (place, row) in rows.iter().enumerate() {
        row.write(page, TOP + ROW * (place as f64 + 0.5), &mut out);
    }
    let (right, bottom, name) = (WIDTH - RIGHT, height - 8.0, escaped(page.say(key::HOW_RANGES_AXIS)));
    let _ = writeln!(out, "<text class=\"axis end\" x=\"{right}\" y=\"{bottom:.1}\">{name}</text>");
    plot::close(page, "network", &told, &[("outside", key::HOW_OUTSIDE), ("inside", key::HOW_INSIDE)], &mut out);
    page.out.push_str(&out);
    table(page, &rows);
}

fn x(share: f64) -> f64 {
    let at = f64::midpoint(share.clamp(1.0 / MOST, MOST).log2() / MOST.log2(), 1.0);
    LEFT + at * (WIDTH - LEFT - RIGHT)
}

impl Row<'_> {
    fn write(&self, page: &Page, y: f64, out: &mut String) {
        let over = |value: f64| x(value / self.published);
        let ([from, to], at) = (self.range.map(over), over(self.simulated));
        let class = if self.is_inside { "inside" } else { "outside" };
        let (what, said) = (page.plain(self.what), self.said(page));
        let label = escaped(&format!("{}: {what}. {said}", self.id));
        let (top, wide, tick) = (y - 4.0, (to - from).max(1.5), y + 5.0);
        let _ = writeln!(out, "<g class=\"sweep {class}\" tabindex=\"0\" role=\"img\" aria-label=\"{label}\">");
        let (row_top, row_wide) = (y - ROW / 2.0, WIDTH - RIGHT);
        let _ =
            writeln!(out, "<rect class=\"touch\" x=\"0\" y=\"{row_top:.1}\" width=\"{row_wide}\" height=\"{ROW}\"/>");
        let _ =
            writeln!(out, "<rect class=\"reach\" x=\"{from:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"8\"/>");
        let _ = writeln!(out, "<text class=\"tick beside\" x=\"{}\" y=\"{tick:.1}\">{}</text>", LEFT - 8.0, self.id);
        if self.is_inside {
            let _ = writeln!(out, "<circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
        } else {
            let (left, right, above, below) = (at - 5.0, at + 5.0, y - 5.0, y + 5.0);
            let _ = writeln!(
                out,
                "<path class=\"cross\" d=\"M{left:.1} {above:.1}L{right:.1} {below:.1}M{left:.1} {below:.1}L{right:.1} {above:.1}\"/>"
            );
        }
        plot::words(&[(0, &plot::fitting(&what)), (1, &said)], "name", out);
        out.push_str("</g>\n");
    }

    /// Its numbers, with their unit.
    fn said(&self, page: &Page) -> String {
        let [low, high] = self.range.map(plain);
        let line = Line::from(msg::HowRangesRow {
            low: low.into(),
            high: high.into(),
            unit: self.unit.into(),
            published: plain(self.published).into(),
            simulated: plain(self.simulated).into(),
        });
        line.say(page.lang)
    }
}

/// At most four digits that say something.
fn plain(value: f64) -> String {
    let digits = if value.abs() >= 1000.0 {
        0
    } else if value.abs() >= 10.0 {
        1
    } else {
        3
    };
    let said = format!("{value:.digits$}");
    if said.contains('.') { said.trim_end_matches('0').trim_end_matches('.').to_owned() } else { said }
}

fn table(page: &mut Page, rows: &[Row<'_>]) {
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let (class, verdict) = if row.is_inside { ("met", key::HOW_INSIDE) } else { ("missed", key::HOW_OUTSIDE) };
            let [low, high] = row.range.map(plain);
            let range = super::range([low, high]).say(page.lang);
            let unit = format!(" {}", row.unit);
            vec![
                format!("{} <small>{}</small>", escaped(row.id), page.cited(row.what)),
                escaped(&(plain(row.published) + &unit)),
                escaped(&range),
                escaped(&(plain(row.simulated) + &unit)),
                format!("<span class=\"{class}\">{}</span>", escaped(page.say(verdict))),
            ]
        })
        .collect();
    let heads =
        [key::HOW_WHAT, key::HOW_PLOT_PUBLISHED, key::HOW_RANGES_RANGE, key::HOW_PLOT_SIMULATED, key::HOW_RESULT];
    let inside = rows.iter().filter(|row| row.is_inside).count();
    let line = Line::from(msg::HowFoldRanges { n: count(rows.len()), inside: count(inside) });
    page.folded(page.say(key::HOW_RANGES_TABLE), Some(line), |page| {
        page.table(page.say(key::HOW_RANGES_TABLE), &heads, &cells);
    });
}
