//! What programs read: keys of JSON are names of the program's, in whatever language its sentences are.

use std::collections::BTreeSet;
use std::fs;

use kitchen_story::chapters;
use serde_json::Value;

use crate::kitchen::kitchen_with;

/// Every key of a document, with the way to it.
fn keys(value: &Value, way: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                let way = format!("{way}/{key}");
                keys(value, &way, found);
                found.insert(way);
            }
        }
        Value::Array(all) => all.iter().for_each(|value| keys(value, way, found)),
        _ => {}
    }
}

/// The keys are the same in both languages, and are words of letters, digits, `_` and `-`.
fn check(line: &str) {
    let [ja, en] = ["ja", "en"].map(|lang| {
        let words: Vec<&str> = line.split_whitespace().chain(["--lang", lang]).collect();
        let said = kitchen_with(&words);
        let value: Value =
            serde_json::from_str(&said.out).unwrap_or_else(|fault| panic!("{line}: {fault}: {}", said.err));
        let mut found = BTreeSet::new();
        keys(&value, "", &mut found);
        found
    });
    assert!(!en.is_empty(), "{line}");
    assert_eq!(ja, en, "{line}");
    let is_name = |key: &&String| key.chars().all(|c| c.is_ascii_alphanumeric() || "_-/".contains(c));
    assert_eq!(en.iter().find(|key| !is_name(key)), None, "{line}");
}

#[test]
fn keys_are_the_same_in_both_languages() {
    for line in [
        "systems --json",
        "collective --system dgx-h100 --nodes 2 --bytes 16MiB --explain --json",
        "collective --system dgx-h100 --from 8 --to 1KiB --json",
        "train --model mixtral-8x7b --system dgx-h100 --nodes 2 --ep 8 --zero 1 --overlap --explain --json",
        "train --model llama3-8b --system dgx-h100 --nodes 4 --tp 8 --network packet --rule spray --explain --json",
        "plan --model gpt3-6.7b --system dgx-a100 --global-batch 32 --top 3 --json",
        "infer --model llama3-8b --gpu h100 --batch 16 --explain --json",
        "descend --tasters alike --momentum 0.6 --steps 10 --json",
        "descend --recipe two-layer --explain --at 3 --json",
        "descend --check 6.48,3.68,0.33 --json",
        "fabric --rows --json",
        "fabric --flows incast --bytes 1MiB --dcqcn vendor --port 1 --json",
        "fabric --flows incast --bytes 1MiB --transport uet --lossy --trim --json",
        "faults --mtbf rsc-1 --checkpoint 60 --causes --json",
        "digest --json",
    ] {
        check(line);
    }
}

#[test]
fn keys_of_comparisons_are_the_same_in_both_languages() {
    let folder = std::env::temp_dir().join(format!("kitchen-json-keys-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/reference");
    for (what, file, rows) in [
        ("collectives", "nccl_measured.csv", 12),
        ("training", "throughput.csv", 12),
        ("inference", "inference.csv", 12),
        ("memory", "activation_memory.csv", 12),
        ("network", "network_facts.csv", 4),
        ("faults", "network_facts.csv", 12),
        ("experts", "deepep.csv", 3),
        ("schedules", "zero_bubble.csv", 40),
    ] {
        let text = fs::read_to_string(format!("{root}/{file}")).expect("rows");
        let some: Vec<&str> = text.lines().take(rows).collect();
        let path = folder.join(file);
        fs::write(&path, some.join("\n") + "\n").expect("a file");
        check(&format!("validate {what} {} --json", path.display()));
    }
    check(&format!("validate astra {}/tests/native/astra.csv --json", env!("CARGO_MANIFEST_DIR")));
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_scenario_s_kind_is_named_as_its_chapter_too() {
    let folder = std::env::temp_dir().join(format!("kitchen-kinds-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("scenario.json");
    for (chapter, kind) in chapters::chapters().map(|chapter| (chapter.id, chapter.kind.id)).filter(|(a, b)| a != b) {
        let run = |name: &str| {
            fs::write(&file, format!("{{\"kind\": \"{name}\"}}")).expect("a file");
            kitchen_with(&["run", &file.to_string_lossy(), "--json"]).out
        };
        assert_eq!(run(chapter), run(kind));
        let picture = |name: &str| kitchen_with(&["picture", "--chapter", name, "--at", "0.3"]).out;
        assert!(picture(kind).starts_with("<svg") && picture(kind) == picture(chapter), "{kind}");
    }
    // Of two runs on equal machines each says which it is.
    fs::write(&file, "{\"kind\": \"ethernet\"}").expect("a file");
    check(&format!("run {} --json", file.display()));
    let said = kitchen_with(&["run", &file.to_string_lossy(), "--lang", "en"]).out;
    let names: BTreeSet<&str> = said.lines().filter(|line| line.starts_with("which ")).collect();
    assert_eq!(names.len(), 2, "{said}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}
