//! Condenses what `kitchen validate … --json` printed into the few figures that the page "how we compute" shows: `figures
//! NAME=FILE ...` (files with that output). Prints JSON. `cargo xtask figures` keeps it in `assets/figures.json`.

use std::error::Error;
use std::{env, fs};

use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut figures = serde_json::Map::new();
    for word in env::args().skip(1) {
        let (name, file) = word.split_once('=').ok_or(USAGE)?;
        let report: Value = serde_json::from_str(&fs::read_to_string(file)?)?;
        let (_, of) = KINDS.iter().find(|(known, _)| *known == name).ok_or(USAGE)?;
        figures.insert(name.to_owned(), of(&report));
    }
    println!("{}", serde_json::to_string_pretty(&figures)?);
    Ok(())
}

const USAGE: &str = "figures NAME=FILE ..., a name being collectives, training, memory, peaks, schedules, inference, experts, network, astra";

/// What is made of each report.
const KINDS: [(&str, fn(&Value) -> Value); 9] = [
    ("collectives", of_collectives),
    ("training", of_training),
    ("memory", of_memory),
    ("peaks", of_memory),
    ("schedules", of_schedules),
    ("inference", of_inference),
    ("experts", of_experts),
    ("network", of_network),
    ("astra", of_astra),
];

/// Groups of rows, the targets, and each sweep with what it measured and its row that is furthest off.
fn of_collectives(report: &Value) -> Value {
    let of = |id: &Value| rows(report).filter(move |row| row["id"] == *id).collect::<Vec<_>>();
    let sweeps: Vec<Value> = report["sweeps"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|sweep| {
            let rows = of(&sweep["id"]);
            let mut ops: Vec<&str> = rows.iter().filter_map(|row| row["collective"].as_str()).collect();
            ops.sort_unstable();
            ops.dedup();
            let mut line = rounded(sweep);
            line["collectives"] = json!(ops);
            line["worst"] = worst(&rows);
            line["points"] = rows.iter().map(|row| point(row)).collect();
            line
        })
        .collect();
    json!({
        "summary": rounded(&report["summary"]),
        "undoubted": rounded(&report["validation_sources_in_doubt_left_out"]),
        "targets": rounded(&report["targets"]),
        "worst_sweep": rounded(&report["worst_sweep"]),
        "sweeps": sweeps,
        "left_out": report["left_out"],
        "assumed": report["assumed"],
    })
}

fn rows(report: &Value) -> impl Iterator<Item = &Value> {
    report["rows"].as_array().into_iter().flatten()
}

/// A row for the picture, on one line: bytes, measured and simulated microseconds.
fn point(row: &Value) -> Value {
    json!(format!("{} {} {}", row["bytes"], rounded(&row["measured_us"]), rounded(&row["sim_us"])))
}

/// The row that is furthest off among the largest: from 64 MiB on where there are such, else from 1 MiB on, else of all.
fn worst(rows: &[&Value]) -> Value {
    let bytes = |row: &Value| row["bytes"].as_u64().unwrap_or(0);
    let error = |row: &Value| row["error_pct"].as_f64().unwrap_or(0.0);
    let from = [64 << 20, 1 << 20, 0].into_iter().find(|least| rows.iter().any(|row| bytes(row) >= *least));
    let large = rows.iter().filter(|row| bytes(row) >= from.unwrap_or(0));
    let Some(row) = large.max_by(|a, b| error(a).total_cmp(&error(b))) else { return Value::Null };
    json!({ "bytes": row["bytes"], "measured_us": rounded(&row["measured_us"]), "sim_us": rounded(&row["sim_us"]) })
}

/// The sets, each with its rows.
fn of_training(report: &Value) -> Value {
    json!({ "sets": sets(report, &report["sets"], 1.0), "left_out": report["left_out"] })
}

/// The sets, each with those of its rows that are in bytes.
fn of_memory(report: &Value) -> Value {
    json!({ "sets": sets(report, &report["sets"], 0.0) })
}

/// Each set with its rows' points. The values of a row are of its own `unit`, in seconds (`seconds` is one then), or in bytes.
fn sets(report: &Value, sets: &Value, seconds: f64) -> Value {
    let with_points = |set: &Value| {
        let own = rows(report).filter(|row| row["set"] == set["set"]);
        let point = |row: &Value| {
            let unit = match row["unit"].as_str() {
                None => seconds,
                Some("GB") => 1e9,
                Some("GiB") => 1024.0 * 1024.0 * 1024.0,
                // Percent, and numbers of formulas.
                Some(_) => return None,
            };
            let value = |names: [&str; 2]| names.iter().find_map(|name| row[*name].as_f64()).map(|value| value * unit);
            let name = row["id"].as_str().or(row["name"].as_str())?;
            pair(value(["measured_s", "published"])?, value(["simulated_s", "computed"])?, name)
        };
        let points: Vec<Value> = own.filter_map(point).collect();
        let mut set = rounded(set);
        set["points"] = json!(points);
        set
    };
    sets.as_array().into_iter().flatten().map(with_points).collect()
}

/// A row for a picture, on one line: what was measured or published, what was simulated, its name.
fn pair(measured: f64, simulated: f64, name: &str) -> Option<Value> {
    Some(json!(format!("{} {} {name}", digits(measured)?, digits(simulated)?)))
}

/// Four digits that say something.
fn digits(value: f64) -> Option<f64> {
    format!("{value:.3e}").parse().ok()
}

/// What rows have in common, in the order in which it is first said.
fn grouped(report: &Value, of: impl Fn(&Value) -> String) -> Vec<(String, Vec<&Value>)> {
    let mut groups: Vec<(String, Vec<&Value>)> = Vec::new();
    for row in rows(report) {
        let name = of(row);
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((name, vec![row])),
        }
    }
    groups
}

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_default()
}

/// Schedule by schedule: how many rows, how many are as near as they must be, the largest difference in points, and the rows.
fn of_schedules(report: &Value) -> Value {
    let set = |(schedule, rows): (String, Vec<&Value>)| {
        let off = rows.iter().filter_map(|row| row["off"].as_f64()).fold(0.0, |most: f64, off| most.max(off.abs()));
        let point = |row: &&Value| pair(row["published"].as_f64()?, row["simulated"].as_f64()?, text(row, "name"));
        let points: Vec<Value> = rows.iter().filter_map(point).collect();
        let met = rows.iter().filter(|row| row["met"] == true).count();
        json!({ "schedule": schedule, "rows": rows.len(), "met": met, "largest_points": format!("{:.2}", 100.0 * off), "points": points })
    };
    let sets: Vec<Value> = grouped(report, |row| text(row, "schedule").to_owned()).into_iter().map(set).collect();
    json!({ "sets": sets })
}

/// The sets, and the rows by set, engine and GPU.
fn of_inference(report: &Value) -> Value {
    let named = |row: &Value| [text(row, "set"), text(row, "engine"), text(row, "gpu")].join("|");
    let group = |(_, rows): (String, Vec<&Value>)| {
        let of = |row: &&Value| {
            let name = format!("{}, {}", text(row, "id"), text(row, "kind"));
            pair(row["measured_ms"].as_f64()? / 1e3, row["simulated_ms"].as_f64()? / 1e3, &name)
        };
        let points: Vec<Value> = rows.iter().filter_map(of).collect();
        let name = [text(rows[0], "engine"), text(rows[0], "gpu")].join(", ");
        json!({ "set": rows[0]["set"], "name": name, "points": points })
    };
    let groups: Vec<Value> = grouped(report, named).into_iter().map(group).collect();
    json!({ "sets": rounded(&report["sets"]), "groups": groups })
}

/// The sets, each with its rows in bytes a second, and the targets.
fn of_experts(report: &Value) -> Value {
    let with_points = |set: &Value| {
        let own = rows(report).filter(|row| row["set"] == set["set"]);
        let bytes = |row: &Value, name: &str| row[name].as_f64().map(|rate| rate * 1e9);
        let point = |row: &Value| pair(bytes(row, "published")?, bytes(row, "simulated")?, text(row, "name"));
        let points: Vec<Value> = own.filter_map(point).collect();
        let mut kept = rounded(set);
        kept["points"] = json!(points);
        if let Some(kept) = kept.as_object_mut() {
            // Said by the page itself, in its reader's language.
            kept.remove("name");
            kept.remove("why");
        }
        kept
    };
    let sets: Vec<Value> = report["sets"].as_array().into_iter().flatten().map(with_points).collect();
    let left_out: usize = report["left_out"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| one["rows"].as_array().map(Vec::len))
        .sum();
    json!({ "sets": sets, "targets": rounded(&report["targets"]), "left_out": left_out })
}

/// Each row with its range.
fn of_network(report: &Value) -> Value {
    let row = |row: &Value| {
        let kept = ["id", "what", "unit", "published", "low", "high", "simulated", "inside"];
        kept.into_iter().map(|name| (name.to_owned(), row[name].clone())).collect::<serde_json::Map<_, _>>()
    };
    let rows: Vec<Value> = rows(report).map(|one| Value::Object(row(one))).collect();
    let digits = |value: &Value| value.as_f64().map_or(0.0, |value| (value * 1e4).round() / 1e4);
    let law = |law: &Value| {
        let [name, of] = ["name", "law"].map(|name| law[name].as_str().unwrap_or_default());
        format!("{} {} {of} {name}", digits(&law["book"]), digits(&law["simulated"]))
    };
    let laws: Vec<String> = report["laws"].as_array().into_iter().flatten().map(law).collect();
    json!({ "rows": rows, "left_out": report["left_out"], "laws": laws })
}

fn of_astra(report: &Value) -> Value {
    json!({
        "one_chunk": rounded(&report["one_chunk"]),
        "more_chunks": rounded(&report["more_chunks"]),
        "off": report["off"].as_array().map_or(0, Vec::len),
        "left_out": report["left_out"].as_array().map_or(0, Vec::len),
        "holds": report["holds"],
    })
}

/// One decimal is what a reader can use of an error.
fn rounded(value: &Value) -> Value {
    match value {
        Value::Array(all) => all.iter().map(rounded).collect(),
        Value::Object(all) => all.iter().map(|(name, value)| (name.clone(), rounded(value))).collect(),
        Value::Number(number) if number.is_f64() => json!((number.as_f64().unwrap_or(0.0) * 10.0).round() / 10.0),
        other => other.clone(),
    }
}
