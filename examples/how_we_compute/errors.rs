//! How far the simulation is from what was measured: targets, groups, each sweep, training steps, and ASTRA-sim's results.

use kitchen_core::units::{Bytes, Time};
use kitchen_text::{Key, Lang, Line, Words, count, format, key, msg, tr};
use serde_json::{Value, json};

use super::{Page, blind, code, ends, escaped, laws, range, ranges, steps};

/// Sizes as the report names them, and as the page does.
const SIZES: [(&str, Key); 3] =
    [("at_least_64MiB", key::HOW_LARGEST), ("at_least_1MiB", key::HOW_LARGE), ("below_1MiB", key::HOW_SMALL)];
/// Groups of rows, in the order in which they are told.
const GROUPS: [(&str, Key); 3] =
    [("validation", key::HOW_NOT_FITTED), ("fitted_on", key::HOW_FITTED), ("assumed", key::HOW_ASSUMED)];

/// What rows did not say and was taken as usual; the report says it in English.
const ASSUMED: [Key; 3] = [key::VALIDATE_USUAL_CARDS, key::VALIDATE_USUAL_NETWORK, key::VALIDATE_USUAL_NODES];

pub(super) fn write(page: &mut Page, figures: &Value) {
    page.section("errors", key::HOW_ERRORS);
    let dated = Line::from(msg::HowErrorsText { date: Words::from(figures["date"].as_str().unwrap_or("–")) });
    page.line("p", &dated);
    page.paragraph("h3", key::HOW_COLLECTIVES);
    let collectives = &figures["collectives"];
    targets(page, collectives);
    groups(page, collectives);
    sweeps(page, collectives);
    asides(page, collectives);
    page.paragraph("h3", key::HOW_TRAINING);
    training(page, &figures["training"]);
    steps::memory(page, figures);
    steps::schedules(page, &figures["schedules"]);
    steps::inference(page, &figures["inference"]);
    blind::write(page);
    steps::experts(page, &figures["experts"]);
    page.paragraph("h3", key::HOW_PACKETS);
    page.line("p", &Line::from(msg::HowPacketsText { n: figures["network"]["left_out"].as_i64().unwrap_or(0) }));
    ranges::write(page, &figures["network"]);
    laws::write(page, &figures["network"]);
    page.paragraph("h3", key::HOW_ASTRA);
    astra(page, &figures["astra"]);
}

pub(super) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("–")
}

pub(super) fn percent(value: &Value) -> String {
    value.as_f64().map_or_else(|| "–".to_owned(), |value| format!("{value:.1}\u{a0}%"))
}

/// What the project asks of itself, and whether it holds. A system's rows may hide a sweep, so the worst stands there, too.
fn targets(page: &mut Page, collectives: &Value) {
    page.paragraph("p", key::HOW_TARGETS_TEXT);
    let mut rows = Vec::new();
    for target in list(&collectives["targets"]) {
        let size = SIZES.iter().find(|(id, _)| target["rows"] == *id).map_or(key::HOW_ROWS, |(_, name)| *name);
        let size = Words::from(size);
        let what = match (target["system"].as_str(), text(&target["of"])) {
            (Some(_), _) => Line::from(msg::HowTargetWorst { size }),
            (None, "median") => Line::from(msg::HowTargetMedian { size }),
            (None, _) => Line::from(msg::HowTargetP90 { size }),
        };
        let what = what.say(page.lang);
        let system = target["system"].as_str().map_or(String::new(), |name| named(page, name, &target["row_count"]));
        rows.push(vec![
            escaped(&what),
            percent(&target["at_most_pct"]),
            percent(&target["found_pct"]) + &system,
            met(page, target["met"] == true),
        ]);
    }
    let sweep = &collectives["worst_sweep"];
    if let Some(name) = sweep["name"].as_str() {
        let what = Line::from(msg::HowWorstSweep { size: key::HOW_LARGEST.into() }).say(page.lang);
        let found = percent(&sweep["median_pct"]) + &named(page, name, &sweep["rows"]);
        rows.push(vec![escaped(&what), "–".to_owned(), found, "–".to_owned()]);
    }
    let heads = [key::HOW_TARGET, key::HOW_AT_MOST, key::HOW_FOUND, key::HOW_RESULT];
    page.table_like("slim", page.say(key::HOW_TARGETS), &heads, &rows);
}

/// Which rows a figure is of, and how many.
fn named(page: &Page, name: &str, rows: &Value) -> String {
    let rows = Line::from(msg::HowRowsCounted { n: rows.as_i64().unwrap_or(0) });
    format!(" <small>{}, {}</small>", code(name), escaped(&rows.say(page.lang)))
}

pub(super) fn met(page: &Page, is_met: bool) -> String {
    let (class, said) = if is_met { ("met", key::HOW_MET) } else { ("missed", key::HOW_MISSED) };
    format!("<span class=\"{class}\">{}</span>", escaped(page.say(said)))
}

fn groups(page: &mut Page, collectives: &Value) {
    let mut all: Vec<(&Value, Key)> =
        GROUPS.iter().map(|(group, name)| (&collectives["summary"][*group], *name)).collect();
    all.insert(1, (&collectives["undoubted"], key::HOW_UNDOUBTED));
    let (mut rows, mut medians) = (Vec::new(), Vec::new());
    for (group, name) in all {
        for (size, words) in SIZES {
            let of = &group[size];
            if !of.is_null() {
                medians.extend(of["median_pct"].as_f64());
                let name = Line::from(msg::HowGroupOf { group: name.into(), size: words.into() });
                rows.push(vec![
                    escaped(&name.say(page.lang)),
                    of["rows"].to_string(),
                    percent(&of["median_pct"]),
                    percent(&of["p90_pct"]),
                ]);
            }
        }
    }
    let heads = [key::HOW_ROWS_OF, key::HOW_ROWS, key::HOW_MEDIAN, key::HOW_P90];
    let said = Line::from(msg::HowFoldRange {
        n: count(rows.len()),
        what: key::HOW_MEDIAN.into(),
        range: range(ends(medians.into_iter(), |median| percent(&json!(median)))).into(),
    });
    let caption = page.say(key::HOW_GROUPS);
    page.folded(caption, Some(said), |page| page.table_like("slim", caption, &heads, &rows));
}

/// Each sweep: first those that miss what is asked of each, then the others by group.
fn sweeps(page: &mut Page, collectives: &Value) {
    let each = list(&collectives["targets"]).find(|target| target["system"].is_string());
    let limit = each.and_then(|target| target["at_most_pct"].as_f64()).unwrap_or(f64::INFINITY);
    let is_missed = |sweep: &&Value| sweep["at_least_64MiB"]["median_pct"].as_f64().is_some_and(|found| found > limit);
    let of = |group: &str, sweep: &Value| match group {
        "validation" => sweep["fitted_on"] == false && sweep["assumed"] == false,
        other => sweep[other] == true,
    };
    let all: Vec<&Value> = list(&collectives["sweeps"]).collect();
    let missed: Vec<&Value> = all.iter().copied().filter(is_missed).collect();
    let counted = msg::HowMissedText {
        missed: count(missed.len()),
        all: count(all.len()),
        limit: format!("{limit}\u{a0}%").into(),
    };
    page.line("p", &counted.into());
    for (group, name) in GROUPS {
        let own: Vec<&Value> = missed.iter().copied().filter(|sweep| of(group, sweep)).collect();
        if !own.is_empty() {
            let caption = Line::from(msg::HowBeyondLimit { group: name.into() }).say(page.lang);
            page.folded(&caption, Some(medians(&own)), |page| table_of_sweeps(page, &caption, &own));
        }
    }
    for (group, name) in GROUPS {
        let own: Vec<&Value> = all.iter().copied().filter(|sweep| of(group, sweep) && !is_missed(sweep)).collect();
        let caption = Line::from(msg::HowWithinLimit { group: name.into() }).say(page.lang);
        if !own.is_empty() {
            page.folded(&caption, Some(medians(&own)), |page| table_of_sweeps(page, &caption, &own));
        }
    }
}

/// How many sweeps, and from where to where their medians go.
fn medians(sweeps: &[&Value]) -> Line {
    let medians = sweeps.iter().filter_map(|sweep| sweep["at_least_64MiB"]["median_pct"].as_f64());
    let range = range(ends(medians, |median| percent(&json!(median)))).into();
    Line::from(msg::HowFoldSweeps { n: count(sweeps.len()), range })
}

fn table_of_sweeps(page: &mut Page, caption: &str, sweeps: &[&Value]) {
    let row = |sweep: &&Value| {
        let cell = |(size, _): (&str, Key)| {
            let of = &sweep[size];
            let rows = Line::from(msg::HowRowsCounted { n: of["rows"].as_i64().unwrap_or(0) }).say(page.lang);
            if of.is_null() {
                return "–".to_owned();
            }
            let (median, p90) = (percent(&of["median_pct"]), percent(&of["p90_pct"]));
            format!("{median} / {p90} <small>{}</small>", escaped(&rows))
        };
        let (nodes, gpus) = (&sweep["nodes"], &sweep["gpus"]);
        let ops: Vec<&str> = list(&sweep["collectives"]).map(text).collect();
        let what = Line::from(msg::HowSweepOf {
            op: Words::from(ops.join(", ")),
            system: text(&sweep["preset"]).into(),
            nodes: nodes.as_i64().unwrap_or(0),
            gpus: gpus.as_i64().unwrap_or(0),
        });
        let name = format!("{} <small>{}</small>", code(text(&sweep["id"])), escaped(&what.say(page.lang)));
        let mut cells = vec![name];
        cells.extend(SIZES.map(cell));
        cells.push(worst(page, &sweep["worst"]));
        cells
    };
    let rows: Vec<Vec<String>> = sweeps.iter().map(row).collect();
    let heads = [key::HOW_SWEEP, key::HOW_LARGEST_ERROR, key::HOW_LARGE_ERROR, key::HOW_SMALL_ERROR, key::HOW_FURTHEST];
    page.table(caption, &heads, &rows);
}

/// The row that is furthest off: its size, measured and simulated time.
fn worst(page: &Page, row: &Value) -> String {
    let number = |name: &str| row[name].as_f64();
    let (Some(bytes), Some(measured), Some(simulated)) =
        (row["bytes"].as_u64(), number("measured_us"), number("sim_us"))
    else {
        return "–".to_owned();
    };
    let time = |us: f64| format::time(Time::from_secs_f64(us / 1e6));
    let said = Line::from(msg::HowFurthestRow {
        bytes: format::bytes(Bytes(bytes)).into(),
        measured: time(measured).into(),
        simulated: time(simulated).into(),
    });
    escaped(&said.say(page.lang))
}

/// Rows that could not be simulated, and what rows did not say.
fn asides(page: &mut Page, collectives: &Value) {
    let names = |page: &Page, sweeps: &mut dyn Iterator<Item = &str>| {
        sweeps.map(code).collect::<Vec<_>>().join(page.say(key::HOW_COMMA))
    };
    let mut rows = Vec::new();
    for (why, of) in collectives["left_out"].as_object().into_iter().flatten() {
        let names = names(page, &mut of.as_object().into_iter().flatten().map(|(name, _)| name.as_str()));
        rows.push(vec![
            escaped(page.say(key::HOW_LEFT_OUT)),
            format!("<span lang=\"en\">{}</span>", escaped(why)),
            names,
        ]);
    }
    for (what, of) in collectives["assumed"].as_object().into_iter().flatten() {
        let names = names(page, &mut list(of).map(text));
        let said = ASSUMED.iter().find(|key| tr(Lang::En, **key) == what).map(|key| escaped(page.say(*key)));
        let what = said.unwrap_or_else(|| format!("<span lang=\"en\">{}</span>", escaped(what)));
        rows.push(vec![escaped(page.say(key::HOW_TAKEN)), what, names]);
    }
    if !rows.is_empty() {
        page.table(page.say(key::HOW_ASIDES), &[key::HOW_KIND, key::HOW_WHAT, key::HOW_SWEEP], &rows);
    }
}

fn training(page: &mut Page, training: &Value) {
    page.line("p", &Line::from(msg::HowTrainingText { n: training["left_out"].as_i64().unwrap_or(0) }));
    steps::training(page, training);
    // The whole first, then what was fitted on, then set by set.
    let mut sets: Vec<&Value> = list(&training["sets"]).collect();
    sets.sort_by_key(|set| match text(&set["set"]) {
        "all" => 0,
        "(fitted on)" => 1,
        _ => 2,
    });
    let row = |set: &&Value| {
        let sources: Vec<&str> = list(&set["sources"]).map(text).collect();
        let name = match text(&set["set"]) {
            "all" => escaped(page.say(key::HOW_ALL)),
            name => {
                let name = if name == "(fitted on)" { escaped(page.say(key::HOW_FITTED)) } else { code(name) };
                format!("{name} <small>{}</small>", page.cited(&sources.join("; ")))
            }
        };
        let mut cells = vec![name, set["rows"].to_string()];
        let figures = ["median_percent", "p90_percent", "mean_percent", "constant_rate_mean_percent"];
        cells.extend(figures.map(|figure| percent(&set[figure])));
        cells
    };
    let rows: Vec<Vec<String>> = sets.iter().map(row).collect();
    let heads = [key::HOW_SET, key::HOW_ROWS, key::HOW_MEDIAN, key::HOW_P90, key::HOW_MEAN, key::HOW_CONSTANT_RATE];
    let all = sets.first().map_or(&Value::Null, |set| &set["median_percent"]);
    let inside = Line::from(msg::HowFoldSets { n: count(rows.len()), median: percent(all).into() });
    let caption = page.say(key::HOW_SETS);
    page.folded(caption, Some(inside), |page| page.table(caption, &heads, &rows));
}

fn astra(page: &mut Page, astra: &Value) {
    page.paragraph("p", key::HOW_ASTRA_TEXT);
    let row = |(name, of): (Key, &Value)| {
        let number = |field: &str| of[field].as_f64().unwrap_or(0.0);
        let share = 100.0 * number("within") / number("rows").max(1.0);
        let said = Line::from(msg::HowWithinOf { within: number("within") as i64 });
        vec![
            escaped(page.say(name)),
            of["rows"].to_string(),
            percent(&of["limit_percent"]),
            percent(&of["least_percent"]),
            format!("{share:.2}\u{a0}% <small>{}</small>", escaped(&said.say(page.lang))),
            percent(&of["worst_percent"]),
            met(page, share >= number("least_percent")),
        ]
    };
    let rows = [(key::HOW_ONE_CHUNK, &astra["one_chunk"]), (key::HOW_MORE_CHUNKS, &astra["more_chunks"])].map(row);
    let heads = [
        key::HOW_ROWS_OF,
        key::HOW_ROWS,
        key::HOW_ALLOWED,
        key::HOW_LEAST,
        key::HOW_WITHIN,
        key::HOW_WORST,
        key::HOW_RESULT,
    ];
    page.table(page.say(key::HOW_ASTRA), &heads, &rows);
}
