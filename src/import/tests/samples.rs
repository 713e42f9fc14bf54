//! Real files beside the checkout, where they are, against facts that other programs computed.

use std::fs;
use std::path::PathBuf;

use kitchen_import::{Found, read};

/// The folder of the samples, or nothing with a line that says so.
fn samples() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/samples");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there is no {}", folder.display());
    None
}

/// The rows of a file of facts, each as a function from a column's name to what stands there.
fn facts(name: &str) -> Vec<csv::StringRecord> {
    let Some(folder) = samples() else { return Vec::new() };
    let mut reader = csv::Reader::from_path(folder.join(name)).expect("facts");
    let header = reader.headers().expect("a header").clone();
    let mut rows = vec![header];
    rows.extend(reader.records().map(|row| row.expect("a row")));
    rows
}

fn cell<'a>(header: &csv::StringRecord, row: &'a csv::StringRecord, name: &str) -> &'a str {
    let at = header.iter().position(|column| column == name).unwrap_or_else(|| panic!("no column {name}"));
    row.get(at).unwrap_or_default()
}

fn bytes(folder: &str, name: &str) -> Vec<u8> {
    fs::read(samples().expect("samples").join(folder).join(name)).expect("a sample")
}

#[test]
fn models_are_as_counted_apart() {
    let all = facts("facts_models.csv");
    let Some((header, rows)) = all.split_first() else { return };
    for row in rows {
        let name = cell(header, row, "file");
        let Ok(Found::Model(model)) = read(&bytes("hf_config", name)) else {
            panic!("{name}: {:?}", read(&bytes("hf_config", name)))
        };
        let check = |column: &str, found: u64| {
            let expected = cell(header, row, column);
            let expected = if expected.is_empty() { "0" } else { expected };
            assert_eq!(found.to_string(), expected, "{name}: {column}");
        };
        check("layers", model.layers);
        check("hidden", model.hidden);
        check("heads", model.heads);
        check("kv_heads", model.kv_heads);
        check("experts", model.experts);
        check("topk", model.experts_per_token);
        check("vocab", model.vocabulary);
        check("params", model.parameters);
        let embedding = model.vocabulary * model.hidden;
        let active = match name {
            // The card counts what a token meets without the embedding.
            "gpt_oss_20b.json" => model.active_parameters - embedding,
            _ => model.active_parameters,
        };
        check("active", active);
    }
}

#[test]
fn traces_are_as_counted_apart() {
    let all = facts("facts_traces.csv");
    let Some((header, rows)) = all.split_first() else { return };
    for row in rows {
        let name = cell(header, row, "file");
        let Ok(Found::Trace(trace)) = read(&bytes("traces", name)) else {
            panic!("{name}: {:?}", read(&bytes("traces", name)))
        };
        let check = |column: &str, found: String| {
            let expected = cell(header, row, column);
            assert!(expected == found, "{name}: {column} is {found}, not {expected}");
        };
        let or = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
        check("rank", or(trace.rank));
        check("world_size", or(trace.world_size));
        check("gpu", trace.gpu.clone().unwrap_or_default());
        check("events", trace.events.to_string());
        check("steps", trace.steps.to_string());
        check("kernels", trace.kernels.to_string());
        check("comm_kernels", trace.comm_kernels.to_string());
        // The facts were added up in floating point, where a time of today has a nanosecond's step: 425 kernels come to 10 ns.
        let near = |column: &str, found: f64| {
            let expected: f64 = cell(header, row, column).parse().expect("a number");
            assert!((expected - found).abs() < 0.0105, "{name}: {column} is {found}, not {expected}");
        };
        near("span_us", trace.span_us);
        near("kernel_us", trace.kernel_us);
        near("memop_us", trace.memory_us);
        near("comm_union_us", trace.comm_us);
        near("compute_union_us", trace.compute_us);
        near("overlap_us", trace.overlap_us);
        near("exposed_comm_us", trace.exposed_comm_us);
        let told = trace.collectives.iter().map(|call| {
            let group = call.group_size.map_or("?".to_owned(), |size| size.to_string());
            let (count, bytes, us) = (call.count, call.bytes.unwrap_or(0), call.time_us);
            format!("{}@{group}:n={count},bytes={bytes},us={us:.3}", call.name)
        });
        check("collectives", told.collect::<Vec<_>>().join(";"));
    }
}
