//! The packet network beside closed forms: balls in bins, go-back-N, selective repeat.

use kitchen_text::{Key, Line, count, key, msg};
use serde_json::Value;

use super::Page;
use super::errors::percent;
use super::plot::{Chart, Group, Known, Point, Quantity};

/// Each law: its name in the figures, its class in the picture, what it is called, what is said of it.
const LAWS: [(&str, &str, Key, Key); 3] = [
    ("bins", "other", key::HOW_LAW_BINS, key::HOW_LAW_BINS_ABOUT),
    ("go-back-n", "assumed", key::HOW_LAW_ALL_AGAIN, key::HOW_LAW_LOSS_ABOUT),
    ("selective", "fitted", key::HOW_LAW_ONE_AGAIN, key::HOW_LAW_LOSS_ABOUT),
];

pub(super) fn write(page: &mut Page, network: &Value) {
    let lines: Vec<&str> = network["laws"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let group = |&(law, class, name, about): &(&str, &'static str, Key, Key)| {
        let point = |line: &&str| {
            let mut cells = line.splitn(4, ' ');
            let mut value = || cells.next()?.parse::<f64>().ok();
            let at = [value()?, value()?];
            (cells.next()? == law).then(|| cells.next().map(|name| Point { name: name.to_owned(), at }))?
        };
        Group {
            class,
            name: page.say(name).to_owned(),
            about: page.say(about).to_owned(),
            known: Known::ClosedForm,
            points: lines.iter().filter_map(point).collect(),
        }
    };
    let groups: Vec<Group> = LAWS.iter().map(group).collect();
    if lines.is_empty() {
        return;
    }
    let off = |point: &Point| (point.at[1] / point.at[0] - 1.0).abs() * 100.0;
    let largest = groups.iter().flat_map(|group| &group.points).map(off).fold(0.0, f64::max);
    let line = Line::from(msg::HowGroupLargest { n: count(lines.len()), largest: percent(&largest.into()).into() });
    let chart = Chart {
        id: "laws",
        told: Line::from(msg::HowLaws { rows: count(lines.len()) }).say(page.lang),
        quantity: Quantity::Share,
        broken: 0.0,
        axes: [key::HOW_LAW_BOOK, key::HOW_PLOT_SIMULATED],
        legend: &[
            ("other", key::HOW_LAW_BINS),
            ("assumed", key::HOW_LAW_ALL_AGAIN),
            ("fitted", key::HOW_LAW_ONE_AGAIN),
        ],
        groups,
    };
    page.folded(page.say(key::HOW_LAWS_TITLE), Some(line), |page| chart.write(page));
}
