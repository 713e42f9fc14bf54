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
        "training": rounded(&read(training)?["sets"]),
        "astra": of_astra(&read(astra)?),
    });
    println!("{}", serde_json::to_string_pretty(&figures)?);
    Ok(())
}

/// Rows that constants were fitted on, and those whose wiring is only assumed, stand apart in the report.
fn of_collectives(report: &Value) -> Value {
    json!({ "summary": rounded(&report["summary"]), "sweeps": rounded(&report["sweeps"]) })
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
