//! What is printed arrives whole or not in silence, and no terminal obeys any of it.

use std::fs::{File, OpenOptions};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::kitchen::{Said, kitchen_with};

/// A folder of this test run with one file in it.
fn file(folder: &str, name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kitchen-{folder}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

/// Runs a line with these outputs; the exit status, none where a signal ended it, and what it said of a piped error.
fn onto(line: &str, out: impl Into<Stdio>, err: impl Into<Stdio>) -> (Option<i32>, String) {
    let command = &mut Command::new(env!("CARGO_BIN_EXE_kitchen"));
    let command = command.args(line.split_whitespace()).env("LANG", "C").stdout(out).stderr(err);
    let output = command.spawn().and_then(std::process::Child::wait_with_output).expect("kitchen starts");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn full() -> Option<File> {
    OpenOptions::new().write(true).open("/dev/full").inspect_err(|_| println!("skipped: no /dev/full here")).ok()
}

const LINES: [&str; 7] = [
    "systems",
    "systems --json",
    "--help",
    "--version",
    "collective --system dgx-h100 --bytes 1MiB",
    "picture",
    "validate astra tests/native/astra.csv",
];

#[test]
fn a_full_device_is_told() {
    for line in LINES {
        let Some(out) = full() else { return };
        let (status, err) = onto(line, out, Stdio::piped());
        assert_eq!(status, Some(2), "{line}: {err}");
        assert!(err.contains("could not be written"), "{line}: {err}");
    }
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    for line in LINES {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        assert_eq!(onto(line, writer, Stdio::piped()), (Some(141), String::new()), "{line}");
    }
}

#[test]
fn a_fault_that_nobody_hears_is_still_one() {
    let note = "picture --set spoon=1";
    for line in ["dance", "collective --system x", note] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        assert_eq!(onto(line, Stdio::null(), writer).0, Some(2), "{line}");
        let Some(err) = full() else { return };
        assert_eq!(onto(line, Stdio::null(), err).0, Some(2), "{line}");
    }
}

fn check_plain(said: &Said, what: &str) {
    for text in [&said.out, &said.err] {
        let raw = text.chars().find(|&c| (c.is_control() && c != '\n') || c == '\u{202e}');
        assert_eq!(raw, None, "{what}: {text:?}");
    }
}

/// An escape sequence, one of a single character, a bell, and a mark that turns the writing round.
const EVIL: &str = "\u{1b}[2J\u{9b}31m\u{7}\u{202e}";

#[test]
fn no_terminal_obeys_a_cell_a_name_or_a_value() {
    let rows = format!(
        "id,preset,nodes,gpus,collective,bytes,time_us,busbw_GBps,system,forced\n\
         \"a{EVIL}\nb\",dgx-h100,1,8,all_reduce,1073741824,4000,,s{EVIL},\n\
         c,ZZZ{EVIL},1,8,all_reduce,8,1,1,,\n\
         d,dgx-h100,1,8,all_reduce,8,1,1,,{EVIL}\n\
         e,dgx-h100,1,8,dance{EVIL},8,1,1,,\n"
    );
    let path = file("evil", "rows.csv", &rows);
    let path = path.to_string_lossy();
    for flags in [&[][..], &["--json"], &["--rows"], &["--worst", "3"]] {
        let said = kitchen_with(&[&["validate", "collectives", &path], flags].concat());
        assert_eq!(said.status, 0, "{}", said.err);
        assert!(said.out.contains("\\u001b[2J"), "the cell is there, written out: {}", said.out);
        check_plain(&said, "a cell");
    }
    let named = file("evil", &format!("{EVIL}\n.json"), "{");
    check_plain(&kitchen_with(&["run", &named.to_string_lossy()]), "a name");
    let keys = file("evil", "keys.json", "{\"kind\": \"pipeline\", \"st\\u001b[2Jages\\u202e\": \"\\u001b[2J\"}");
    check_plain(&kitchen_with(&["run", &keys.to_string_lossy()]), "a key");
    for args in [
        &["collective", "--system", EVIL][..],
        &[EVIL],
        &[&format!("--{EVIL}")],
        &["--lang", EVIL],
        &["collective", "--system", "dgx-h100", "--bytes", EVIL],
        &["collective", "--system", "dgx-h100", "--bytes", "8", "--missing", EVIL],
        &["picture", "--set", EVIL, "--out", "/dev/null"],
    ] {
        check_plain(&kitchen_with(args), &format!("{args:?}"));
    }
    std::fs::remove_dir_all(named.parent().expect("a folder")).expect("the folder goes");
}

#[test]
fn a_scenario_may_begin_with_a_byte_order_mark_and_names_each_key_once() {
    let run = |name: &str, text: &str| kitchen_with(&["run", &file("keys", name, text).to_string_lossy(), "--json"]);
    let (plain, marked) = (
        run("plain.json", "{\"kind\": \"data\", \"bytes\": \"1MiB\"}"),
        run("marked.json", "\u{feff}{\"kind\": \"data\", \"bytes\": \"1MiB\"}"),
    );
    assert_eq!((marked.status, &marked.out), (0, &plain.out), "{}", marked.err);
    for (twice, key) in [
        ("{\"kind\": \"data\", \"bytes\": \"1MiB\", \"bytes\": \"2MiB\"}", "bytes"),
        ("{\"kind\": \"data\", \"kind\": \"data\"}", "kind"),
    ] {
        let said = run("twice.json", twice);
        assert_eq!(said.status, 2, "{}", said.out);
        assert!(said.err.contains(&format!("“{key}” is written more than once")), "{}", said.err);
    }
    std::fs::remove_dir_all(file("keys", "x", "").parent().expect("a folder")).expect("the folder goes");
}

#[test]
fn a_fault_names_its_flag() {
    let check = |line: &str, flag: &str| {
        let said = kitchen_with(&line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(said.status, 2, "{line}: {}", said.out);
        assert!(said.err.contains(flag), "{line} should name {flag}: {}", said.err);
    };
    let collective = "collective --system dgx-h100 --bytes 1GiB";
    check("--lang fr systems", "--lang");
    check("systems --json=1", "--json");
    check(&format!("{collective} --algorithm bruck"), "--algorithm bruck");
    check(&format!("{collective} --op gather --algorithm in-network"), "--algorithm in-network");
    check(&format!("{collective} --algorithm in-fabric"), "--algorithm in-fabric");
    check(&format!("{collective} --algorithm hierarchical --dimensions 3"), "--dimensions");
    check(&format!("{collective} --op all-to-all-v --skew 9"), "--skew");
    check(
        "collective --system dgx-h100 --nodes 512 --op all-to-all --bytes 1GiB --algorithm bruck",
        "--algorithm bruck",
    );
    let train = "train --model gpt3-175b --system dgx-a100 --nodes 16";
    check(&format!("{train} --tp 3 --pp 2"), "--tp");
    check(&format!("{train} --pp 128 --tp 1"), "--pp");
    check(&format!("{train} --global-batch 7"), "--global-batch");
    check(&format!("{train} --micro-batch 0"), "--micro-batch");
    check(&format!("{train} --seq 0"), "--seq");
    check("picture --at 2", "--at");
    check("picture --size 1x1", "--size");
}
