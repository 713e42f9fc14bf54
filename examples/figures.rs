//! Condenses what `kitchen validate … --json` printed into the few figures that the page "how we compute" shows: `figures
//! COLLECTIVES TRAINING ASTRA` (files with that output). Prints JSON. `cargo xtask figures` keeps it in `assets/figures.json`.

use std::error::Error;
use std::{env, fs};

use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = env::args().skip(1).collect();
    let [collectives, training, astra] = files.as_slice() else {
        return Err("figures COLLECTIVES TRAINING ASTRA".into());
    };
    let read = |file: &str| -> Result<Value, Box<dyn Error>> { Ok(serde_json::from_str(&fs::read_to_string(file)?)?) };
    let figures = json!({
        "collectives": of_collectives(&read(collectives)?),
        "training": of_training(&read(training)?),
        "astra": of_astra(&read(astra)?),
    });
    println!("{}", serde_json::to_string_pretty(&figures)?);
    Ok(())
}

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

fn of_training(report: &Value) -> Value {
    json!({ "sets": rounded(&report["sets"]), "left_out": report["left_out"] })
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
