//! Pictures of simulated against measured figures. They need no script: a group of rows is named where the pointer, the finger or
//! the focus is, a row where the pointer or the finger is, and the tables below say the same in words.

use std::fmt::Write as _;

use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_text::{Key, Line, Words, count, format, key, msg};
use serde_json::Value;

use super::{Page, escaped};

/// Width and height, and what the axes' words need on the left, above and below.
const SIZE: [f64; 2] = [480.0, 488.0];
const LEFT: f64 = 86.0;
const TOP: f64 = 62.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 56.0;
/// Where the names above begin, and their lines.
const NAME_X: f64 = 12.0;
const NAME_Y: [f64; 3] = [18.0, 35.0, 52.0];
/// As many letters as fit into a line of names; letters of Japanese are twice as wide.
const NAME_WIDTH: usize = 64;

/// What both axes measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Quantity {
    /// Seconds, on log axes.
    Time,
    /// Bytes, on log axes.
    Bytes,
    /// Bytes a second, on log axes.
    Rate,
    /// A share of one, on linear axes.
    Share,
}

/// A picture: each point of a group has a measured (or published) and a simulated value.
pub(super) struct Chart<'a> {
    /// Unlike that of every other picture of the page.
    pub(super) id: &'a str,
    /// What a point is, under the picture.
    pub(super) told: String,
    pub(super) quantity: Quantity,
    /// The broken lines are where one value is so many times the other; none on linear axes.
    pub(super) broken: f64,
    /// Names of the axes: across, and up.
    pub(super) axes: [Key; 2],
    /// Classes of groups, in the order in which they are drawn over each other, with their names.
    pub(super) legend: &'a [(&'a str, Key)],
    pub(super) groups: Vec<Group>,
}

/// Rows that belong together.
pub(super) struct Group {
    pub(super) class: &'static str,
    /// Two lines: what it is, and what is said of it while none of its rows is touched.
    pub(super) name: String,
    pub(super) about: String,
    pub(super) known: Known,
    pub(super) points: Vec<Point>,
}

/// Where the value comes from beside which the simulated one stands.
#[derive(Clone, Copy)]
pub(super) enum Known {
    Measured,
    Published,
    /// All the memory there is, of a run that needed more.
    Memory,
    ClosedForm,
}

impl Known {
    /// Both values in a sentence.
    fn say(self, [known, simulated]: [String; 2]) -> Line {
        let (measured, simulated) = (known.into(), simulated.into());
        match self {
            Known::Measured => msg::HowPointMeasured { measured, simulated }.into(),
            Known::Published => msg::HowPointPublished { measured, simulated }.into(),
            Known::Memory => msg::HowPointOut { measured, simulated }.into(),
            Known::ClosedForm => msg::HowLawRow { measured, simulated }.into(),
        }
    }
}

pub(super) struct Point {
    pub(super) name: String,
    /// Measured and simulated, in seconds, bytes, bytes a second, or as a share.
    pub(super) at: [f64; 2],
}

impl Point {
    /// Of a line of the figures: both values, and the row's name.
    pub(super) fn read(line: &Value) -> Option<Point> {
        let mut cells = line.as_str()?.splitn(3, ' ');
        let mut value = || cells.next()?.parse::<f64>().ok().filter(|value| value.is_finite() && *value > 0.0);
        let at = [value()?, value()?];
        Some(Point { name: cells.next()?.to_owned(), at })
    }

    pub(super) fn all(lines: &Value) -> Vec<Point> {
        lines.as_array().into_iter().flatten().filter_map(Point::read).collect()
    }
}

/// The sweeps of collectives.
pub(super) fn collectives(page: &mut Page, collectives: &Value) {
    let sweeps: Vec<&Value> = collectives["sweeps"].as_array().into_iter().flatten().collect();
    let groups: Vec<Group> = sweeps.iter().map(|sweep| sweep_group(page, sweep)).collect();
    let bytes = || sweeps.iter().flat_map(|sweep| sweep["points"].as_array().into_iter().flatten()).filter_map(size);
    let rows = groups.iter().map(|group| group.points.len()).sum();
    let told = Line::from(msg::HowPlot {
        rows: count(rows),
        sweeps: count(groups.len()),
        least: bytes().min().unwrap_or_default(),
        most: bytes().max().unwrap_or_default(),
    });
    let told = told.say(page.lang);
    Chart {
        id: "collectives",
        told,
        quantity: Quantity::Time,
        broken: 2.0,
        axes: [key::HOW_PLOT_MEASURED, key::HOW_PLOT_SIMULATED],
        // Those that constants were fitted on first, so that the others lie above them.
        legend: &[("fitted", key::HOW_FITTED), ("assumed", key::HOW_ASSUMED), ("other", key::HOW_NOT_FITTED)],
        groups,
    }
    .write(page);
}

/// The size of a sweep's row, which is the first of its three numbers.
fn size(row: &Value) -> Option<Bytes> {
    Some(Bytes(row.as_str()?.split(' ').next()?.parse().ok()?))
}

fn sweep_group(page: &Page, sweep: &Value) -> Group {
    let text = |field: &str| sweep[field].as_str().unwrap_or_default().to_owned();
    let number = |field: &str| sweep[field].as_i64().unwrap_or(0);
    let ops: Vec<&str> = sweep["collectives"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let name = Line::from(msg::HowSweepOf {
        op: Words::from(ops.join(", ")),
        system: text("preset").into(),
        nodes: number("nodes"),
        gpus: number("gpus"),
    })
    .say(page.lang);
    let row = |row: &Value| {
        let mut times = row.as_str()?.split(' ').skip(1);
        let mut time = || times.next()?.parse::<f64>().ok().filter(|us| *us > 0.0).map(|us| us / 1e6);
        Some(Point { name: format::bytes(size(row)?), at: [time()?, time()?] })
    };
    let class = match (sweep["assumed"] == true, sweep["fitted_on"] == true) {
        (true, _) => "assumed",
        (_, true) => "fitted",
        _ => "other",
    };
    let points = sweep["points"].as_array().into_iter().flatten().filter_map(row).collect();
    Group { class, name, about: text("id"), known: Known::Measured, points }
}

impl Chart<'_> {
    /// Writes the picture; nothing where it has no point.
    pub(super) fn write(&self, page: &mut Page) {
        let Some(axis) = Axis::of(self) else { return };
        let ([width, height], id) = (SIZE, self.id);
        let mut out = format!(
            "<figure class=\"plot\"><svg viewBox=\"0 0 {width} {height}\" role=\"group\" aria-labelledby=\"plot-{id}\">\n"
        );
        axis.write(page, self, &mut out);
        for (class, _) in self.legend {
            for group in self.groups.iter().filter(|group| group.class == *class) {
                self.group(page, group, &axis, &mut out);
            }
        }
        close(page, self.id, &self.told, self.legend, &mut out);
        page.out.push_str(&out);
    }

    fn group(&self, page: &Page, group: &Group, axis: &Axis, out: &mut String) {
        let (class, name, about) = (group.class, fitting(&group.name), fitting(&group.about));
        let label = escaped(&format!("{}, {}", group.name, group.about));
        let _ = writeln!(out, "<g class=\"sweep {class}\" tabindex=\"0\" role=\"img\" aria-label=\"{label}\">");
        for point in &group.points {
            let said = group.known.say(point.at.map(|value| self.quantity.say(value)));
            let (x, y) = (axis.x(point.at[0]), axis.y(point.at[1]));
            let _ = writeln!(out, "<g class=\"run\"><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>");
            words(&[(1, &fitting(&point.name)), (2, &said.say(page.lang))], "row", out);
            out.push_str("</g>\n");
        }
        words(&[(0, &name)], "name", out);
        words(&[(1, &about)], "about", out);
        out.push_str("</g>\n");
    }
}

/// Lines of names above a picture.
pub(super) fn words(lines: &[(usize, &str)], class: &str, out: &mut String) {
    for (line, said) in lines {
        let (y, said) = (NAME_Y[*line], escaped(said));
        let _ = write!(out, "<text class=\"{class}\" x=\"{NAME_X}\" y=\"{y}\">{said}</text>");
    }
}

/// The end of a picture, with what it shows under it.
pub(super) fn close(page: &Page, id: &str, told: &str, legend: &[(&str, Key)], out: &mut String) {
    let span = |(class, name): &(&str, Key)| format!("<span class=\"{class}\">{}</span>", escaped(page.say(*name)));
    let (told, legend) = (escaped(told), legend.iter().rev().map(span).collect::<String>());
    let _ = writeln!(
        out,
        "</svg><figcaption><span id=\"plot-{id}\">{told}</span><span class=\"legend\">{legend}</span></figcaption></figure>"
    );
}

/// As much of a name as fits into a line.
pub(super) fn fitting(name: &str) -> String {
    let mut left = NAME_WIDTH;
    let mut out = String::new();
    for letter in name.chars() {
        let wide = if letter.is_ascii() { 1 } else { 2 };
        if wide > left {
            out.push('…');
            break;
        }
        left -= wide;
        out.push(letter);
    }
    out
}

impl Quantity {
    fn say(self, value: f64) -> String {
        match self {
            Quantity::Time => format::time(Time::from_secs_f64(value)),
            Quantity::Bytes => {
                let mut out = String::new();
                format::push_bytes_decimal(&mut out, Bytes(value as u64));
                out
            }
            Quantity::Rate => format::rate(Rate::bytes_per_s(value)),
            Quantity::Share => format!("{:.2}\u{a0}%", 100.0 * value),
        }
    }
}

/// Both axes: from one value to another, and where their lines are.
struct Axis {
    is_log: bool,
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

impl Axis {
    fn of(chart: &Chart<'_>) -> Option<Axis> {
        let all = || chart.groups.iter().flat_map(|group| &group.points).flat_map(|point| point.at);
        let (least, most) = (all().reduce(f64::min)?, all().reduce(f64::max)?);
        if chart.quantity == Quantity::Share {
            let high = (most * 10.0).ceil();
            let ticks = (0..=high as i32).map(|tenth| f64::from(tenth) / 10.0).collect();
            return Some(Axis { is_log: false, low: 0.0, high: high / 10.0, ticks });
        }
        let (first, last) = (least.log10().floor() as i32, most.log10().ceil() as i32);
        let few = most / least < 200.0;
        let parts: &[f64] = if few { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let ticks: Vec<f64> =
            (first..=last).flat_map(|power| parts.iter().map(move |part| part * 10_f64.powi(power))).collect();
        let low = ticks.iter().copied().filter(|tick| *tick <= least).fold(10_f64.powi(first), f64::max);
        let high = ticks.iter().copied().filter(|tick| *tick >= most).fold(10_f64.powi(last), f64::min);
        let ticks = ticks.into_iter().filter(|tick| (low..=high).contains(tick)).collect();
        Some(Axis { is_log: true, low, high, ticks })
    }

    fn share(&self, value: f64) -> f64 {
        if self.is_log {
            (value / self.low).log10() / (self.high / self.low).log10()
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + self.share(value) * (SIZE[0] - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        SIZE[1] - BOTTOM - self.share(value) * (SIZE[1] - TOP - BOTTOM)
    }

    /// The lines of the grid, where both are equal, and where one is so many times the other; the axes' names.
    fn write(&self, page: &Page, chart: &Chart<'_>, out: &mut String) {
        let (low, high) = (self.low, self.high);
        let mut line = |class: &str, a: [f64; 2], b: [f64; 2]| {
            let ([x1, y1], [x2, y2]) = ([self.x(a[0]), self.y(a[1])], [self.x(b[0]), self.y(b[1])]);
            let _ = writeln!(out, "<path class=\"{class}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>");
        };
        for &tick in &self.ticks {
            line("grid", [tick, low], [tick, high]);
            line("grid", [low, tick], [high, tick]);
        }
        if self.is_log {
            let times = chart.broken;
            line("twice", [low, times * low], [high / times, high]);
            line("twice", [times * low, low], [high, high / times]);
        }
        line("equal", [low, low], [high, high]);
        for &tick in &self.ticks {
            let said = escaped(&chart.quantity.say(tick).replace(".00", "").replace(".0", ""));
            let (x, y, below, beside) = (self.x(tick), self.y(tick) + 5.0, SIZE[1] - BOTTOM + 20.0, LEFT - 7.0);
            // The last one ends where the picture does.
            let (x, place) = if tick == high { (x + RIGHT - 4.0, "last") } else { (x, "below") };
            let _ = writeln!(out, "<text class=\"tick {place}\" x=\"{x:.1}\" y=\"{below}\">{said}</text>");
            let _ = writeln!(out, "<text class=\"tick beside\" x=\"{beside}\" y=\"{y:.1}\">{said}</text>");
        }
        let [across, up] = chart.axes.map(|name| escaped(page.say(name)));
        let (right, bottom, middle) = (SIZE[0] - RIGHT, SIZE[1] - 8.0, (TOP + SIZE[1] - BOTTOM) / 2.0);
        let _ = writeln!(out, "<text class=\"axis end\" x=\"{right}\" y=\"{bottom}\">{across}</text>");
        let _ = writeln!(out, "<text class=\"axis\" transform=\"translate(16 {middle:.0}) rotate(-90)\">{up}</text>");
    }
}
