//! The help of every command in both languages, its examples, and one sentence for whatever is wrong, in the language asked
//! for.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::kitchen::{Said, kitchen, kitchen_with, kitchen_with_bytes};

const COMMANDS: [&str; 22] = [
    "",
    "systems",
    "collective",
    "train",
    "infer",
    "run",
    "descend",
    "fabric",
    "faults",
    "picture",
    "digest",
    "import",
    "validate",
    "validate collectives",
    "validate training",
    "validate inference",
    "validate memory",
    "validate network",
    "validate faults",
    "validate astra",
    "validate experts",
    "validate schedules",
];

fn is_japanese(text: &str) -> bool {
    text.chars().any(|c| ('\u{3040}'..='\u{30ff}').contains(&c))
}

/// What the help of each command gives as examples, without `kitchen`.
fn examples() -> BTreeSet<String> {
    let helps = COMMANDS.iter().map(|command| kitchen(&format!("{command} --help --lang en")).out);
    let lines: Vec<String> = helps.flat_map(|help| help.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    lines.iter().filter_map(|line| line.strip_prefix("  kitchen ").map(str::to_owned)).collect()
}

#[test]
fn every_command_explains_itself_in_both_languages() {
    for command in COMMANDS {
        let check = |line: &str, own: bool| {
            let said = kitchen(line);
            assert_eq!((said.status, said.err.as_str()), (0, ""), "{line}");
            assert_eq!(is_japanese(&said.out), own, "{line}: {}", said.out);
            assert!(!said.out.contains("[default") || !own, "{line}: {}", said.out);
            said.out
        };
        let ja = check(&format!("{command} --lang ja --help"), true);
        let en = check(&format!("{command} --help --lang=en"), false);
        assert_eq!(ja, check(&format!("--lang ja help {command}"), true));
        assert_eq!(en.matches("  --").count(), ja.matches("  --").count(), "{command}");
        assert!(en.contains("Examples:\n  kitchen ") && ja.contains("例:\n  kitchen "), "{command}");
    }
}

#[test]
fn the_examples_run() {
    let folder = folder("examples");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let measured = "id,preset,nodes,gpus,collective,bytes,time_us,busbw_GBps\n\
        a,dgx-h100,1,8,all_reduce,1073741824,4000,470\n";
    let columns = "id,gpu,gpus,inter_link,layers,hidden,heads,seq,vocab,tp,pp,dp,cp,ep,interleave,microbatch,global_batch,\
        recompute,zero_stage,seq_parallel,iteration_time_s";
    let published = format!("{columns}\na-1,A100,8,,24,2048,16,2048,51200,1,1,8,1,1,1,4,512,none,0,no,10\n");
    fs::write(folder.join("nccl_measured.csv"), measured).expect("a file");
    fs::write(folder.join("throughput.csv"), published).expect("a file");
    fs::copy(root.join("examples/systems/torus.toml"), folder.join("torus.toml")).expect("a file");
    fs::write(folder.join("scenario.json"), "{\"kind\": \"pipeline\", \"stages\": 4}").expect("a file");
    let step = "{\"kind\": \"train\", \"version\": 1, \"model\": \"llama3-8b\", \"system\": \"dgx-h100\"}";
    fs::write(folder.join("step.json"), step).expect("a file");
    fs::write(folder.join("configs.csv"), "model,nodes\nllama3-8b,1\nllama3-8b,2\n").expect("a file");
    for file in ["inference.csv", "activation_memory.csv", "zero_bubble.csv"] {
        fs::copy(root.join("assets/reference").join(file), folder.join(file)).expect("a file");
    }
    let fact =
        "id,what,condition,value,unit,low,high,source,verified\nn138,per sender,lossless,9,GB/s,8.5,9.4,docs,source\n";
    fs::write(folder.join("network_facts.csv"), fact).expect("a file");
    let all = fs::read_to_string(root.join("assets/reference/deepep.csv")).expect("the rows");
    let two: Vec<&str> = all.lines().take(2).collect();
    fs::write(folder.join("deepep.csv"), two.join("\n") + "\n").expect("a file");
    fs::copy(root.join("tests/native/astra.csv"), folder.join("astra_reference.csv")).expect("a file");
    let config = "{\"model_type\": \"llama\", \"num_hidden_layers\": 2, \"hidden_size\": 64, \"num_attention_heads\": 4, \
        \"intermediate_size\": 128, \"vocab_size\": 100}";
    fs::write(folder.join("config.json"), config).expect("a file");
    let trace = "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"a\", \"ts\": 1, \"dur\": 2}]}";
    fs::write(folder.join("rank0.json"), trace).expect("a file");
    fs::write(folder.join("rank1.json"), trace).expect("a file");
    let examples = examples();
    assert!(examples.len() > 8, "{examples:?}");
    for example in examples {
        // Names of files are those of the folder.
        let has_ending = |word: &str| [".csv", ".json", ".svg", ".toml", "-set"].iter().any(|end| word.ends_with(end));
        let word =
            |word: &str| if has_ending(word) { folder.join(word).display().to_string() } else { word.to_owned() };
        let words: Vec<String> = example.split(' ').map(word).collect();
        let said = kitchen_with(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(said.status, 0, "{example}: {}", said.err);
        assert!(!said.out.is_empty() || example.contains("--out"), "{example}");
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

/// One sentence on one line in the language asked for, exit status 2, nothing on standard output.
fn is_told(said: &Said, about: &str, japanese: bool) {
    assert_eq!((said.status, said.out.as_str()), (2, ""), "{about}: {}", said.err);
    let line = said.err.trim_end();
    assert!(!line.is_empty() && !line.contains('\n') && !line.contains("panicked"), "{about}: {line}");
    assert_eq!(is_japanese(line), japanese, "{about}: {line}");
}

#[test]
fn whatever_is_wrong_is_told_in_a_sentence() {
    let check = |line: &str, must_name: &str| {
        for lang in ["ja", "en"] {
            let said = kitchen(&format!("{line} --lang {lang}"));
            is_told(&said, line, lang == "ja");
            assert!(said.err.contains(must_name), "{line} should name {must_name}: {}", said.err);
        }
    };
    check("collective --bytes 1GiB", "--system");
    check("collective --system dgx-h100", "--bytes");
    check("collective --system dgx-h100 --bytes -5", "-5");
    check("collective --system dgx-h100 --bytes 18446744073709551616", "18446744073709551616");
    check("collective --system dgx-h100 --bytes NaN", "NaN");
    check("collective --system dgx-h100 --bytes 1GiB --nodes -1", "-1");
    check("collective --system dgx-h100 --bytes 1GiB --nodes 4294967296", "4294967296");
    check("collective --system dgx-h100 --bytes 1GiB --gpus 1.5", "1.5");
    check("collective --system dgx-h100 --bytes 1GiB --bytes 2GiB", "--bytes");
    check("collective --system dgx-h100 --bytes 1GiB --skew 2", "all-to-all-v");
    check("collective --system dgx-h100 --bytes 1GiB --op all-to-all-v --skew -1", "-1");
    check("collective --system dgx-h100 --bytes 1GiB --dimensions 8", "hierarchical");
    check("collective --sistem dgx-h100", "--system");
    check("collective dgx-h100 --system dgx-h100", "dgx-h100");
    check("train --model gpt3-175b --system dgx-h100 --tp many", "many");
    check("descend --recipe soup", "--recipe");
    check("descend --tasters none", "--tasters");
    check("descend --batch two", "--batch");
    check("descend --rate 0", "--rate");
    check("descend --rate NaN", "--rate");
    check("descend --momentum 1", "--momentum");
    check("descend --steps 1001", "--steps");
    check("descend --start 1,2", "--start");
    check("descend --start -99,0,0", "--start");
    check("descend --check salt", "--check");
    check("descend --check 1,2,3 --tolerance 2", "--tolerance");
    check("descend --at 21", "--at");
    check("picture --at 2", "--at");
    check("picture --at NaN", "--at");
    check("picture --size 0x0", "--size");
    check("picture --chapter soup", "soup");
    check("systems --wide", "--wide");
    check("run no-such.json", "no-such.json");
    for what in ["collectives", "training", "inference", "memory", "astra"] {
        check(&format!("validate {what} no-such.csv"), "no-such.csv");
    }
    check("validate collectives x.csv --max-median -1", "-1");
    check("validate collectives x.csv --worst -1", "-1");
    check("validate measured", "training");
}

#[test]
fn hostile_files_are_told_in_a_sentence() {
    let folder = folder("hostile");
    let file = |name: &str, bytes: &[u8]| {
        fs::write(folder.join(name), bytes).expect("a file");
        folder.join(name).display().to_string()
    };
    let files = [
        file("empty", b""),
        file("columns", b"a,b,c\n1,2,3\n"),
        file("bytes", b"id,gpu\n\xff\xfe,1\n"),
        folder.display().to_string(),
    ];
    // What has no end must not be read to it.
    let endless = Path::new("/dev/zero").exists().then(|| "/dev/zero".to_owned());
    for file in files.iter().chain(&endless) {
        for verb in [
            &["run"][..],
            &["validate", "collectives"],
            &["validate", "training"],
            &["validate", "inference"],
            &["validate", "memory"],
            &["validate", "astra"],
        ] {
            for lang in ["ja", "en"] {
                let words = [verb, &[file, "--lang", lang]].concat();
                is_told(&kitchen_with(&words), &words.join(" "), lang == "ja");
            }
        }
    }
    let said = kitchen_with_bytes(&[b"collective", b"--system", b"\xff\xfe"]);
    if cfg!(unix) {
        is_told(&said, "bytes that are no text", false);
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
}

fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("kitchen-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for files");
    folder
}
