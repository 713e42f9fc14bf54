//! `kitchen validate`: its reports in both languages, and which system and which sweep are the worst.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::kitchen::kitchen_with;

const COLUMNS: &str = "id,system,preset,nodes,gpus,collective,bytes,time_us,busbw_GBps\n";
/// Sweep, system, and by how much the simulation is above what was measured, in percent.
const ROWS: [(&str, &str, f64); 6] =
    [("a1", "A", 1.0), ("a1", "A", 2.0), ("a1", "A", 3.0), ("a2", "A", 28.0), ("b1", "B", 10.0), ("b1", "B", 12.0)];

fn file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("kitchen-validate-{}-{name}.csv", std::process::id()));
    fs::write(&path, text).expect("a file");
    path
}

/// What `validate` prints of a file in a language.
fn said(what: &str, path: &Path, lang: &str, more: &[&str]) -> String {
    let said = kitchen_with(&[&["validate", what, &path.to_string_lossy(), "--lang", lang], more].concat());
    assert_eq!((said.status, said.err.as_str()), (0, ""), "{what}: {}", said.out);
    said.out
}

fn json(what: &str, path: &Path, lang: &str) -> Value {
    serde_json::from_str(&said(what, path, lang, &["--json"])).expect("JSON")
}

/// [`ROWS`] of 64 MiB and more on eight H100, with these measured times, and a row that makes no sense.
fn sweeps(times: impl Iterator<Item = f64>) -> String {
    let mut text = COLUMNS.to_owned();
    for ((place, (id, system, _)), time) in ROWS.iter().enumerate().zip(times) {
        let _ = writeln!(text, "{id},{system},dgx-h100,1,8,all_reduce,{},{time},", 64_u64 << (20 + place));
    }
    text + "c1,C,dgx-h100,0,8,all_reduce,8,1,\n"
}

#[test]
fn the_worst_system_and_the_worst_sweep_are_told_in_both_languages() {
    let path = file("plain", &sweeps(std::iter::repeat_n(1.0, ROWS.len())));
    let found = json("collectives", &path, "en");
    let simulated = found["rows"].as_array().expect("rows").iter().filter_map(|row| row["sim_us"].as_f64());
    let times = simulated.zip(ROWS).map(|(time, (_, _, percent))| time / (1.0 + percent / 100.0));
    fs::write(&path, sweeps(times)).expect("a file");
    let check = |lang: &str, must_say: &[&str]| {
        // The system's target holds, although one sweep is beyond it.
        let text = said("collectives", &path, lang, &["--strict", "--worst", "1"]);
        for part in must_say {
            assert!(text.contains(part), "{part} in\n{text}");
        }
    };
    check(
        "en",
        &[
            "target: worst system's median, >= 64 MiB (B, 2 rows): 11.0 %, at most 25 %: met",
            "beside it: worst sweep's median, >= 64 MiB (a2, 1 row): 28.0 %",
            "line 8 left out: nodes \"0\" is not understood",
        ],
    );
    check(
        "ja",
        &[
            "目標：いちばん悪いシステムの中央値、64 MiB以上（B、2行）：11.0 %、上限 25 %：達成",
            "参考：いちばん悪い測定の中央値、64 MiB以上（a2、1行）：28.0 %",
            "8行目は除いた：nodesの「0」が読めない",
        ],
    );
    let found = json("collectives", &path, "ja");
    assert_eq!(found, json("collectives", &path, "en"));
    let worst = |of: &str| (found[of]["name"].as_str(), found[of]["rows"].as_u64());
    assert_eq!((worst("worst_system"), worst("worst_sweep")), ((Some("B"), Some(2)), (Some("a2"), Some(1))));
    fs::remove_file(path).expect("the file goes");
}

/// No line of the Japanese report is one of the English, but those of names and figures alone; other programs read the same.
#[test]
fn every_report_follows_the_language() {
    let check = |what: &str, text: &str| {
        let path = file(what, text);
        let (ja, en) = (said(what, &path, "ja", &["--rows"]), said(what, &path, "en", &["--rows"]));
        let is_word = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
        let words = |line: &str| line.split(' ').filter(is_word).count();
        let shared: Vec<&str> = en.lines().filter(|line| ja.lines().any(|other| other == *line)).collect();
        assert!(shared.iter().all(|line| words(line) < 3), "{what}: {shared:#?}");
        assert_eq!(ja.lines().count(), en.lines().count(), "{what}");
        assert_eq!(json(what, &path, "ja"), json(what, &path, "en"), "{what}");
        fs::remove_file(path).expect("the file goes");
    };
    check("collectives", &sweeps(std::iter::repeat_n(1000.0, ROWS.len())));
    check("astra", include_str!("astra.csv"));
    let columns = "id,gpu,gpus,inter_link,layers,hidden,heads,seq,vocab,tp,pp,dp,cp,ep,interleave,microbatch,global_batch,\
        recompute,zero_stage,seq_parallel,iteration_time_s";
    check("training", &format!("{columns}\na-1,A100,8,,24,2048,16,2048,51200,1,1,8,1,1,1,4,512,none,0,no,10\n"));
}
