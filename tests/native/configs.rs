//! `kitchen train --configs` and `kitchen plan --configs`: files of configurations, answered line by line.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::kitchen::{Said, json, kitchen_with, number};

/// A folder of a test's own, with a file of configurations.
fn folder(name: &str, configs: &str) -> (PathBuf, String) {
    let folder = std::env::temp_dir().join(format!("kitchen-configs-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("configs");
    fs::write(&file, configs).expect("a file");
    (folder, file.display().to_string())
}

fn train(configs: &str, rest: &str) -> Said {
    let words = ["train", "--lang", "en", "--system", "dgx-h100", "--configs", configs];
    kitchen_with(&words.into_iter().chain(rest.split_whitespace()).collect::<Vec<_>>())
}

/// The cells of a table, by the names in its head.
fn cells(out: &str, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(out.as_bytes());
    let at = reader.headers().expect("a head").iter().position(|head| head == name).expect("a column");
    reader.records().map(|row| row.expect("a row")[at].to_owned()).collect()
}

const TABLE: &str = "model,tp,overlap,global-batch\n\
    llama3-8b,8,,16\n\
    llama3-8b,3,,16\n\
    soup,8,,16\n\
    llama3-8b,2,true,\n\
    llama3-8b,many,,16\n\
    llama3-8b,4\n\
    llama3-8b,4,,16\n";

#[test]
fn each_line_has_its_answer_or_its_reason() {
    let (folder, file) = folder("lines", TABLE);
    let said = train(&file, "");
    assert_eq!(said.status, 1, "{}", said.err);
    assert!(said.err.contains("4 lines have no answer"), "{}", said.err);
    assert_eq!(cells(&said.out, "line"), ["2", "3", "4", "5", "6", "7", "8"]);
    assert_eq!(cells(&said.out, "tp"), ["8", "", "", "2", "", "", "4"]);
    let reasons = cells(&said.out, "error");
    for (at, part) in [(0, ""), (1, "--tp"), (2, "--model"), (3, ""), (4, "“tp”"), (5, "2 values"), (6, "")] {
        assert!(reasons[at].contains(part) && reasons[at].is_empty() == part.is_empty(), "{at}: {}", reasons[at]);
    }
    let one = json("train --system dgx-h100 --model llama3-8b --tp 8 --global-batch 16 --json");
    assert_eq!(cells(&said.out, "iteration_time_s")[0], one["iteration_time_s"].to_string());
    for jobs in ["--jobs 1", "--jobs 7"] {
        assert_eq!(train(&file, jobs).out, said.out, "the same whoever works on it");
    }
    let japanese = kitchen_with(&["train", "--lang", "ja", "--system", "dgx-h100", "--configs", &file]);
    assert_eq!(cells(&japanese.out, "mfu"), cells(&said.out, "mfu"));
    assert!(cells(&japanese.out, "error")[5].contains("個"), "{}", japanese.out);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn an_object_a_line_asks_and_answers_the_same() {
    let lines = "{\"model\": \"llama3-8b\", \"tp\": 8, \"global-batch\": 16}\n\
        {\"model\": \"llama3-8b\", \"tp\": 8, \"global-batch\": 16, \"pp\": \"2\"}\n\
        {\"shape\": \"4,1024,8,128,1024\", \"nodes\": 2}\n";
    let (folder, file) = folder("objects", lines);
    let said = train(&file, "--json --model gpt3-6.7b");
    let rows: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((rows.len(), said.status), (3, 1), "{}", said.out);
    let one = json("train --system dgx-h100 --model llama3-8b --tp 8 --global-batch 16 --json");
    assert!(one.as_object().expect("an object").iter().all(|(name, value)| rows[0][name] == *value), "{}", said.out);
    assert!(rows[1]["error"].as_str().is_some_and(|why| why.contains("pp")) && rows[1]["mfu"].is_null(), "{}", rows[1]);
    // A line's own shape goes before the one that was typed for all.
    assert!(!rows[2]["error"].to_string().contains("--config"), "{}", rows[2]);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn shards_share_the_lines_out() {
    let (folder, file) = folder("shards", TABLE);
    let whole = cells(&train(&file, "").out, "digest");
    let parts: Vec<Vec<String>> =
        (1..=3).map(|own| cells(&train(&file, &format!("--shard {own}/3")).out, "digest")).collect();
    assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2, 2]);
    for (at, digest) in whole.iter().enumerate() {
        assert_eq!(&parts[at % 3][at / 3], digest);
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn what_was_stopped_goes_on() {
    for form in ["", "--json"] {
        let (folder, file) = folder(&format!("stopped{form}"), TABLE);
        let out = folder.join("answers");
        let asked = format!("{form} --out {}", out.display());
        let first = train(&file, &asked);
        assert_eq!((first.status, first.out.as_str()), (1, ""), "{}", first.err);
        let whole = fs::read_to_string(&out).expect("answers");
        assert_eq!(whole, train(&file, form).out);
        // Stopped in the middle of a row, and before the first.
        for kept in [whole.len() / 2, whole.len() - 1, 3, 0] {
            fs::write(&out, &whole[..kept]).expect("a file");
            train(&file, &asked);
            assert_eq!(fs::read_to_string(&out).expect("answers"), whole, "from {kept} on");
        }
        let again = train(&file, &asked);
        assert!(again.err.contains("7 had answers already"), "{}", again.err);
        // Another question is asked anew.
        train(&file, &format!("{asked} --nodes 2"));
        assert!(fs::read_to_string(&out).expect("answers").len() > whole.len());
        fs::write(&out, "my own notes\n").expect("a file");
        let refused = train(&file, &asked);
        assert!(refused.status == 2 && refused.err.contains("something else"), "{}", refused.err);
        assert_eq!(fs::read_to_string(&out).expect("notes"), "my own notes\n");
        fs::remove_dir_all(&folder).expect("the folder goes");
    }
}

#[test]
fn plans_are_asked_line_by_line() {
    let (folder, file) = folder("plans", "model,nodes\nllama3-8b,1\nsoup,1\n");
    let plan = |rest: &str| {
        let words = ["plan", "--lang", "en", "--configs", &file, "--system", "dgx-h100", "--global-batch", "32"];
        kitchen_with(&words.into_iter().chain(rest.split_whitespace()).collect::<Vec<_>>())
    };
    let said = plan("");
    let one = json("plan --model llama3-8b --system dgx-h100 --global-batch 32 --json");
    assert_eq!(cells(&said.out, "iteration_time_s"), [one["plans"][0]["iteration_time_s"].to_string(), String::new()]);
    assert_eq!(cells(&said.out, "flags")[0], one["plans"][0]["flags"].as_str().expect("flags"));
    let rows = plan("--json").out;
    let row: Value = serde_json::from_str(rows.lines().next().expect("a line")).expect("JSON");
    assert!(number(&row, "line") == 2.0 && row["plans"] == one["plans"], "{row}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn what_cannot_be_asked_is_refused_in_a_sentence() {
    let (folder, file) = folder("refused", "model,tp\nllama3-8b,8\n");
    let check = |rest: &str, part: &str| {
        for lang in ["ja", "en"] {
            let words = ["--lang", lang, "train", "--system", "dgx-h100"];
            let said = kitchen_with(&words.into_iter().chain(rest.split_whitespace()).collect::<Vec<_>>());
            assert!(said.status == 2 && said.out.is_empty() && said.err.contains(part), "{rest}: {}", said.err);
            assert_eq!(said.err.trim_end().lines().count(), 1, "{rest}: {}", said.err);
        }
    };
    let with = |rest: &str| format!("--configs {file} {rest}");
    for shard in ["0/2", "3/2", "1", "1/0", "x/y", "1/4294967296"] {
        check(&with(&format!("--shard {shard}")), "--shard");
    }
    check(&with("--jobs 0"), "1-256");
    check(&with("--explain"), "--explain");
    check(&with("--trace t.json"), "--trace");
    check(&with("--taste 3"), "--taste");
    check(&with("--tp many"), "--tp");
    check(&with(&format!("--out {}", folder.display())), &folder.display().to_string());
    check("--model llama3-8b --shard 1/2", "--shard");
    check("--model llama3-8b --out answers.csv", "--out");
    check("--model llama3-8b --jobs 2", "--jobs");
    check("--configs /dev/zero", "/dev/zero");
    check("--configs", "--configs");
    for text in ["", "tp\n", "taste\n1\n", "tp,tp\n1,1\n"] {
        fs::write(&file, text).expect("a file");
        check(&with(""), &file);
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}
