//! Training steps, memory, schedules and answering: the pictures of their rows, and a table of what each set comes to.

use kitchen_text::{Key, Lang, Line, count, key, msg, tr};
use serde_json::Value;

use super::errors::{list, met, percent, text};
use super::plot::{Chart, Group, Known, Point, Quantity};
use super::{Page, escaped};

/// How the axes are called where values were measured, and where they were published as such.
const MEASURED: [Key; 2] = [key::HOW_PLOT_MEASURED, key::HOW_PLOT_SIMULATED];
const PUBLISHED: [Key; 2] = [key::HOW_PLOT_PUBLISHED, key::HOW_PLOT_SIMULATED];

/// Published steps, set by set.
pub(super) fn training(page: &mut Page, training: &Value) {
    let group = |set: &Value| {
        let (name, points) = (text(&set["set"]).to_owned(), Point::all(&set["points"]));
        let is_fitted = name == "(fitted on)";
        let name = if is_fitted { page.say(key::HOW_FITTED).to_owned() } else { name };
        let about =
            Line::from(msg::HowGroupMean { n: count(points.len()), mean: percent(&set["mean_percent"]).into() });
        let (about, class) = (about.say(page.lang), if is_fitted { "fitted" } else { "other" });
        Group { class, name, about, known: Known::Measured, points }
    };
    let groups: Vec<Group> = list(&training["sets"]).map(group).filter(|group| !group.points.is_empty()).collect();
    let rows = rows_of(&groups);
    let told = Line::from(msg::HowPlotTraining { rows: count(rows) }).say(page.lang);
    let legend = [("fitted", key::HOW_FITTED), ("other", key::HOW_NOT_FITTED)];
    Chart { id: "training", told, quantity: Quantity::Time, broken: 2.0, axes: MEASURED, legend: &legend, groups }
        .write(page);
}

/// Sets of memory's rows: as the report names them, how they are drawn, and how the page names them.
const MEMORY: [(&str, &str, Key); 5] = [
    ("measured", "other", key::VALIDATE_MEMORY_MEASURED),
    ("out-of-memory", "assumed", key::HOW_MEMORY_OUT),
    ("activations", "fitted", key::VALIDATE_MEMORY_ACTIVATIONS),
    ("state", "fitted", key::VALIDATE_MEMORY_STATE),
    ("zero", "fitted", key::VALIDATE_MEMORY_ZERO),
];

/// Published formulas' values and measured peaks.
pub(super) fn memory(page: &mut Page, figures: &Value) {
    page.paragraph("h3", key::HOW_MEMORY_SETS);
    page.paragraph("p", key::HOW_MEMORY_TEXT);
    let sets: Vec<&Value> = ["peaks", "memory"].iter().flat_map(|name| list(&figures[*name]["sets"])).collect();
    let known = |set: &Value| MEMORY.iter().find(|(id, ..)| set["set"] == *id);
    let group = |set: &&Value| {
        let (id, class, name) = *known(set)?;
        let known = match id {
            "measured" => Known::Measured,
            "out-of-memory" => Known::Memory,
            _ => Known::Published,
        };
        let mut points = Point::all(&set["points"]);
        for point in &mut points {
            point.name = page.plain(&point.name);
        }
        let about = match known {
            Known::Memory => String::new(),
            _ => largest_of(page, set, &points),
        };
        (!points.is_empty()).then(|| Group { class, name: page.say(name).to_owned(), about, known, points })
    };
    let (formulas, peaks): (Vec<Group>, Vec<Group>) =
        sets.iter().filter_map(group).partition(|group| group.class == "fitted");
    let legend = [("assumed", key::HOW_MEMORY_OUT), ("other", key::VALIDATE_MEMORY_MEASURED)];
    let told = Line::from(msg::HowPlotMemory { rows: count(rows_of(&peaks)) }).say(page.lang);
    memory_chart("peaks", told, &legend, peaks).write(page);
    let n = rows_of(&formulas);
    let told = Line::from(msg::HowPlotFormulas { rows: count(n) }).say(page.lang);
    let legend = [("fitted", key::HOW_MEMORY_FORMULAS)];
    let largest =
        list(&figures["memory"]["sets"]).filter_map(|set| set["largest_percent"].as_f64()).fold(0.0, f64::max);
    let line = Line::from(msg::HowGroupLargest { n: count(n), largest: percent(&largest.into()).into() });
    let chart = memory_chart("formulas", told, &legend, formulas);
    page.folded(page.say(key::HOW_MEMORY_FORMULAS), Some(line), |page| chart.write(page));
    let row = |set: &&Value| {
        let (_, _, name) = known(set)?;
        let cells = ["median_percent", "largest_percent", "limit_percent"].map(|figure| percent(&set[figure]));
        let [median, largest, limit] = cells;
        let name = escaped(page.say(*name));
        Some(vec![name, set["rows"].to_string(), median, largest, limit, met(page, set["met"] == true)])
    };
    let rows: Vec<Vec<String>> = sets.iter().filter_map(row).collect();
    let heads = [key::HOW_SET, key::HOW_ROWS, key::HOW_MEDIAN, key::HOW_WORST, key::HOW_ALLOWED, key::HOW_RESULT];
    let largest = sets.iter().filter_map(|set| set["largest_percent"].as_f64()).fold(0.0, f64::max);
    folded(page, key::HOW_MEMORY_SETS, percent(&largest.into()), &heads, &rows);
}

fn memory_chart<'a>(id: &'a str, told: String, legend: &'a [(&'a str, Key)], groups: Vec<Group>) -> Chart<'a> {
    Chart { id, told, quantity: Quantity::Bytes, broken: 1.15, axes: PUBLISHED, legend, groups }
}

/// How many rows a set has, and how far off the furthest is.
fn largest_of(page: &Page, set: &Value, points: &[Point]) -> String {
    let (n, largest) = (count(points.len()), percent(&set["largest_percent"]).into());
    Line::from(msg::HowGroupLargest { n, largest }).say(page.lang)
}

fn rows_of(groups: &[Group]) -> usize {
    groups.iter().map(|group| group.points.len()).sum()
}

/// Published bubbles.
pub(super) fn schedules(page: &mut Page, schedules: &Value) {
    page.paragraph("h3", key::HOW_SCHEDULES);
    page.paragraph("p", key::HOW_SCHEDULES_TEXT);
    let is_near = |set: &Value| set["schedule"] == "interleaved";
    let group = |set: &Value| {
        let points = Point::all(&set["points"]);
        let (n, largest) = (count(points.len()), text(&set["largest_points"]).into());
        let about = Line::from(msg::HowGroupPoints { n, largest }).say(page.lang);
        let class = if is_near(set) { "fitted" } else { "other" };
        let name = text(&set["schedule"]).to_uppercase();
        Group { class, name, about, known: Known::Published, points }
    };
    let groups: Vec<Group> = list(&schedules["sets"]).map(group).collect();
    let rows = rows_of(&groups);
    let told = Line::from(msg::HowPlotSchedules { rows: count(rows) }).say(page.lang);
    let legend = [("fitted", key::HOW_SCHEDULES_NEAR_OF), ("other", key::HOW_SCHEDULES_EXACT_OF)];
    Chart { id: "schedules", told, quantity: Quantity::Share, broken: 1.0, axes: PUBLISHED, legend: &legend, groups }
        .write(page);
    let row = |set: &Value| {
        let points = Line::from(msg::HowPointsOf { n: text(&set["largest_points"]).into() }).say(page.lang);
        let limit = escaped(page.say(if is_near(set) { key::HOW_SCHEDULES_NEAR } else { key::HOW_SCHEDULES_EXACT }));
        let name = escaped(&text(&set["schedule"]).to_uppercase());
        vec![name, set["rows"].to_string(), escaped(&points), limit, met(page, set["met"] == set["rows"])]
    };
    let rows: Vec<Vec<String>> = list(&schedules["sets"]).map(row).collect();
    let heads = [key::HOW_SCHEDULE, key::HOW_ROWS, key::HOW_POINTS, key::HOW_ALLOWED, key::HOW_RESULT];
    let largest = rows.iter().map(|cells| cells[2].as_str()).max().unwrap_or("–").to_owned();
    folded(page, key::HOW_SCHEDULES, largest, &heads, &rows);
}

/// Sets of answering's rows: as the report names them, and how they are drawn and named.
const ANSWERS: [(&str, &str, Key); 4] = [
    ("held-back", "other", key::HOW_INFERENCE_HELD_BACK),
    ("first-half", "fitted", key::HOW_INFERENCE_FIRST_HALF),
    ("not-judged", "assumed", key::HOW_INFERENCE_NOT_JUDGED),
    ("in-doubt", "assumed", key::HOW_INFERENCE_NOT_JUDGED),
];
/// What the report calls its lines.
const NAMES: [Key; 5] = [
    key::VALIDATE_INFERENCE_JUDGED,
    key::VALIDATE_INFERENCE_FIRST_HALF,
    key::VALIDATE_INFERENCE_HELD_BACK,
    key::VALIDATE_INFERENCE_NOT_JUDGED,
    key::VALIDATE_INFERENCE_IN_DOUBT,
];

/// Published times of prefill and decode.
pub(super) fn inference(page: &mut Page, inference: &Value) {
    page.paragraph("h3", key::HOW_INFERENCE);
    page.paragraph("p", key::HOW_INFERENCE_TEXT);
    let group = |group: &Value| {
        let (_, class, about) = *ANSWERS.iter().find(|(id, ..)| group["set"] == *id)?;
        let (name, about) = (text(&group["name"]).to_owned(), page.say(about).to_owned());
        let mut points = Point::all(&group["points"]);
        for point in &mut points {
            point.name = page.plain(&point.name);
        }
        Some(Group { class, name, about, known: Known::Measured, points })
    };
    let groups: Vec<Group> = list(&inference["groups"]).filter_map(group).collect();
    let rows = rows_of(&groups);
    let told = Line::from(msg::HowPlotInference { rows: count(rows) }).say(page.lang);
    let legend = [ANSWERS[2], ANSWERS[1], ANSWERS[0]].map(|(_, class, name)| (class, name));
    Chart { id: "inference", told, quantity: Quantity::Time, broken: 2.0, axes: MEASURED, legend: &legend, groups }
        .write(page);
    let row = |set: &Value| {
        let name = NAMES.iter().find(|name| tr(Lang::En, **name) == text(&set["name"])).map(|name| page.say(*name));
        let name = escaped(name.unwrap_or_else(|| text(&set["name"])));
        vec![name, set["rows"].to_string(), percent(&set["median_percent"]), percent(&set["p90_percent"])]
    };
    let rows: Vec<Vec<String>> = list(&inference["sets"]).map(row).collect();
    let heads = [key::HOW_SET, key::HOW_ROWS, key::HOW_MEDIAN, key::HOW_P90];
    let held_back = rows.get(2).and_then(|cells| cells.last()).cloned().unwrap_or_default();
    let line = Line::from(msg::HowFoldHeldBack { n: count(rows.len()), p90: held_back.into() });
    page.folded(page.say(key::HOW_SETS), Some(line), |page| page.table(page.say(key::HOW_INFERENCE), &heads, &rows));
}

/// Sets of experts' rows: as the report names them, how they are drawn, how they are named, and why they are off.
const EXPERTS: [(&str, &str, Key, Key); 3] = [
    ("forwarded", "other", key::VALIDATE_EXPERTS_FORWARDED, key::VALIDATE_EXPERTS_WHY_FORWARDED),
    ("hosted", "fitted", key::VALIDATE_EXPERTS_HOSTED, key::VALIDATE_EXPERTS_WHY_HOSTED),
    ("low-latency", "assumed", key::VALIDATE_EXPERTS_LOW_LATENCY, key::VALIDATE_EXPERTS_WHY_LOW_LATENCY),
];

/// Published bandwidths of tokens on their way to experts and back.
pub(super) fn experts(page: &mut Page, experts: &Value) {
    page.paragraph("h3", key::HOW_EXPERTS);
    let known = |set: &Value| EXPERTS.into_iter().find(|(id, ..)| set["set"] == *id);
    let group = |set: &Value| {
        let (_, class, name, _) = known(set)?;
        let points = Point::all(&set["points"]);
        let about = largest_of(page, set, &points);
        Some(Group { class, name: page.say(name).to_owned(), about, known: Known::Published, points })
    };
    let groups: Vec<Group> = list(&experts["sets"]).filter_map(group).collect();
    let told_rows = count(rows_of(&groups));
    let told = Line::from(msg::HowPlotExperts { rows: told_rows }).say(page.lang);
    let legend = EXPERTS.map(|(_, class, name, _)| (class, name));
    let legend = [legend[2], legend[1], legend[0]];
    let chart =
        Chart { id: "experts", told, quantity: Quantity::Rate, broken: 1.5, axes: PUBLISHED, legend: &legend, groups };
    let row = |set: &Value| {
        let (_, _, name, why) = known(set)?;
        let name = escaped(page.say(name));
        let figures = ["median_percent", "p90_percent", "largest_percent"].map(|figure| percent(&set[figure]));
        let [median, p90, largest] = figures;
        Some(vec![name, set["rows"].to_string(), median, p90, largest, escaped(page.say(why))])
    };
    let rows: Vec<Vec<String>> = list(&experts["sets"]).filter_map(row).collect();
    let heads = [key::HOW_SET, key::HOW_ROWS, key::HOW_MEDIAN, key::HOW_P90, key::HOW_WORST, key::HOW_WHY];
    let median = percent(&list(&experts["sets"]).next().unwrap_or(&Value::Null)["median_percent"]);
    let line = Line::from(msg::HowFoldExperts { n: told_rows, median: median.into() });
    let text = Line::from(msg::HowExpertsText { n: experts["left_out"].as_i64().unwrap_or(0) });
    page.folded(page.say(key::HOW_SETS), Some(line), |page| {
        page.line("p", &text);
        chart.write(page);
        page.table_like("cards said", page.say(key::HOW_EXPERTS), &heads, &rows);
    });
}

/// A table of sets, folded under how many there are and the largest error.
fn folded(page: &mut Page, name: Key, largest: String, heads: &[Key], rows: &[Vec<String>]) {
    let line = Line::from(msg::HowFoldLargest { n: count(rows.len()), largest: largest.into() });
    page.folded(page.say(key::HOW_SETS), Some(line), |page| page.table(page.say(name), heads, rows));
}
