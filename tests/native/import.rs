//! `kitchen import`: files that people bring.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::kitchen::{Said, kitchen_with};

/// A folder with these files, and what is said of them.
fn import(name: &str, files: &[(&str, &str)], flags: &[&str]) -> Said {
    let folder: PathBuf = std::env::temp_dir().join(format!("kitchen-import-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut words = vec!["import".to_owned()];
    for (file, text) in files {
        fs::write(folder.join(file), text).expect("a file");
        words.push(folder.join(file).display().to_string());
    }
    words.extend(flags.iter().map(|flag| (*flag).to_owned()));
    let said = kitchen_with(&words.iter().map(String::as_str).collect::<Vec<_>>());
    fs::remove_dir_all(&folder).expect("the folder goes");
    said
}

const MODEL: &str = r#"{"model_type": "mixtral", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4,
    "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 100, "num_local_experts": 4, "num_experts_per_tok": 2}"#;
const LOG: &str = "NCCL version 2.19.3+cuda12.2\na:1:1 [0] NCCL INFO Channel 00/01 :    0   1\n\
    a:1:1 [0] NCCL INFO comm 0x1 rank 0 nranks 2 cudaDev 0 busId 1 - Init COMPLETE\n";

fn trace(rank: u32) -> String {
    let events = r#"{"cat": "kernel", "name": "gemm", "ts": 1, "dur": 4}, {"cat": "kernel", "name": "ncclKernel_AllReduce_a", "ts": 3, "dur": 4}"#;
    format!("{{\"distributedInfo\": {{\"rank\": {rank}}}, \"traceEvents\": [{events}]}}")
}

/// The keys that are promised, and what stands there.
fn check(name: &str, text: &str, expected: &Value) {
    for lang in ["ja", "en"] {
        let said = import(name, &[(name, text)], &["--json", "--lang", lang]);
        assert_eq!(said.status, 0, "{name}: {}", said.err);
        let found: Value = serde_json::from_str(&said.out).expect("JSON");
        for (key, value) in expected.as_object().expect("a table") {
            assert_eq!(&found[key], value, "{name}: {key} in {found}");
        }
        let table = import(name, &[(name, text)], &["--lang", lang]).out;
        assert!(table.lines().any(|line| line.starts_with("kind ")), "{table}");
    }
}

#[test]
fn each_kind_has_its_keys() {
    // By hand: 64 x (4 + 2 x 2) x 16 + 64 x 64 for attention, 64 x 4 for the router, 3 x 64 x 128 an expert, two norms.
    let layer = 64 * 8 * 16 + 64 * 64 + 64 * 4 + 128;
    let (expert, around) = (3 * 64 * 128, 2 * 6400 + 64);
    let (all, active) = (2 * (layer + 4 * expert) + around, 2 * (layer + 2 * expert) + around);
    check(
        "model",
        MODEL,
        &json!({"kind": "model", "layers": 2, "hidden": 64, "heads": 4, "kv_heads": 2, "experts": 4,
            "parameters": all, "active_parameters": active}),
    );
    check(
        "trace",
        &trace(0),
        &json!({"kind": "trace", "ranks": 1, "gpu": null, "steps": 0, "span_us": 6.0, "kernels": 2, "comm_kernels": 1,
            "compute_us": 4.0, "comm_us": 4.0, "overlap_us": 2.0, "exposed_comm_us": 2.0,
            "collectives": [{"name": "all_reduce", "group_size": null, "count": 1, "bytes": null, "time_us": 4.0}]}),
    );
    check(
        "topo",
        "GPU0 X NV4 PIX\nGPU1 NV4 X SYS\n\tGPU0 GPU1",
        &json!({"kind": "topology", "gpus": 2, "nics": 1, "links": 4}),
    );
    check(
        "log",
        LOG,
        &json!({"kind": "nccl_log", "version": "2.19.3+cuda12.2", "ranks": 2, "nodes": 1, "channels": 1, "rings": 1}),
    );
    check(
        "launch",
        "#!/bin/sh\nrun --tensor-model-parallel-size 2 --micro-batch-size 1 --global-batch-size 8 --seq-length 4",
        &json!({"kind": "launch", "model": null, "tp": 2, "pp": 1, "dp": null, "cp": 1, "ep": null, "micro_batch": 1,
            "global_batch": 8, "sequence": 4}),
    );
    check(
        "tests",
        "1024 256 float sum -1 9.5 0.1 0.2 0 9.5 0.1 0.2 0\n",
        &json!({"kind": "nccl_tests", "collective": null}),
    );
}

#[test]
fn traces_are_the_ranks_of_one_run() {
    let said = import("ranks", &[("a", &trace(1)), ("b", &trace(0)), ("c", MODEL)], &["--json"]);
    assert_eq!(said.status, 0, "{}", said.err);
    let found: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!((&found[0]["kind"], &found[1]["kind"]), (&json!("model"), &json!("trace")));
    assert_eq!((&found[1]["ranks"], &found[1]["exposed_comm_us"]), (&json!(2), &json!(4.0)));
    assert_eq!((&found[1]["by_rank"][0]["rank"], &found[1]["by_rank"][1]["rank"]), (&json!(0), &json!(1)));
}

#[test]
fn what_cannot_be_read_is_told_beside_the_rest() {
    let check = |name: &str, text: &str, must_name: &str| {
        for lang in ["ja", "en"] {
            let said = import(name, &[("good", MODEL), (name, text)], &["--lang", lang]);
            assert_eq!(said.status, 2, "{name}");
            assert!(said.out.contains("kind") && said.err.trim_end().lines().count() == 1, "{name}: {}", said.err);
            assert!(said.err.contains(name) && said.err.contains(must_name), "{name}: {}", said.err);
        }
    };
    check("empty", "", "empty");
    check("cut", "{\"model_type\": \"llama\", ", "JSON");
    check("words", "Dear all, here is the file.\n", "kitchen import --help");
    check("type", &MODEL.replace("64", "\"64\""), "hidden_size");
    check("range", &MODEL.replace("100", "-100"), "-100");
    check("missing", &MODEL.replace("vocab", "word"), "vocab_size");
    check("bomb", "<!DOCTYPE a [<!ENTITY b \"&b;&b;\">]><a>&b;</a>", "kitchen import --help");
}
