//! One H100 and one H200, predicted before anybody measured: each prediction beside what came of it.

use kitchen_text::{Key, Line, count, key, msg};

use super::Page;
use super::errors::percent;
use super::plot::{Chart, Group, Known, Point, Quantity};

/// The predictions, with what was measured.
const ROWS: &str = include_str!("../../assets/reference/gpu_blind.csv");

/// What is drawn: rows of that kind and way, their class, and what they are called.
const GROUPS: [(&str, &str, &str, Key); 4] = [
    ("prefill", "compiled", "fitted", key::HOW_BLIND_PREFILL),
    ("decode", "graph", "fitted", key::HOW_BLIND_DECODE),
    ("train-step", "eager", "assumed", key::HOW_BLIND_EAGER),
    ("train-step", "compiled", "other", key::HOW_BLIND_COMPILED),
];

pub(super) fn write(page: &mut Page) {
    page.paragraph("h3", key::HOW_BLIND);
    page.paragraph("p", key::HOW_BLIND_TEXT);
    let groups: Vec<Group> = GROUPS
        .iter()
        .map(|&(what, how, class, name)| {
            let points: Vec<Point> = ROWS.lines().filter_map(|line| point(line, what, how)).collect();
            let mut errors: Vec<f64> = points
                .iter()
                .map(|Point { at: [measured, predicted], .. }| (predicted / measured - 1.0).abs())
                .collect();
            errors.sort_by(f64::total_cmp);
            let median = errors.get(errors.len() / 2).map_or(0.0, |error| error * 100.0);
            let about =
                Line::from(msg::HowBlindMedian { n: count(points.len()), median: percent(&median.into()).into() });
            Group {
                class,
                name: page.say(name).to_owned(),
                about: about.say(page.lang),
                known: Known::Measured,
                points,
            }
        })
        .collect();
    let rows = groups.iter().map(|group| group.points.len()).sum();
    let told = Line::from(msg::HowPlotBlind { rows: count(rows) }).say(page.lang);
    let legend =
        [("fitted", key::HOW_BLIND_ANSWERS), ("assumed", key::HOW_BLIND_EAGER), ("other", key::HOW_BLIND_COMPILED)];
    let axes = [key::HOW_PLOT_MEASURED, key::HOW_PLOT_PREDICTED];
    Chart { id: "blind", told, quantity: Quantity::Time, broken: 2.0, axes, legend: &legend, groups }.write(page);
}

/// A row of that kind and way, its times in seconds.
fn point(line: &str, what: &str, how: &str) -> Option<Point> {
    let cells: Vec<&str> = line.split(',').collect();
    let [gpu, kind, setting, way, unit, predicted, measured, ..] = cells.as_slice() else { return None };
    let seconds = |text: &str| Some(text.parse::<f64>().ok()? / 1e3);
    (*kind == what && *way == how && *unit == "ms").then_some(())?;
    Some(Point { name: format!("{gpu} {setting}"), at: [seconds(measured)?, seconds(predicted)?] })
}
