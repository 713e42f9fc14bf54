//! Running the built `kitchen`.

use std::ffi::OsString;
use std::process::Command;

use serde_json::Value;

/// What it said: exit status, standard output, standard error.
pub(crate) struct Said {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn kitchen(line: &str) -> Said {
    kitchen_with(&line.split_whitespace().collect::<Vec<_>>())
}

pub(crate) fn kitchen_with(args: &[&str]) -> Said {
    run(&args.iter().map(OsString::from).collect::<Vec<_>>())
}

/// With arguments that need not be text, where the system has such.
pub(crate) fn kitchen_with_bytes(args: &[&[u8]]) -> Said {
    #[cfg(unix)]
    let text = |bytes: &&[u8]| std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec());
    #[cfg(not(unix))]
    let text = |bytes: &&[u8]| OsString::from(String::from_utf8_lossy(bytes).into_owned());
    run(&args.iter().map(text).collect::<Vec<_>>())
}

fn run(args: &[OsString]) -> Said {
    // In the reader's language only where a test asks for one.
    let command = &mut Command::new(env!("CARGO_BIN_EXE_kitchen"));
    let output = command.args(args).env("LANG", "C").output().expect("kitchen starts");
    Said {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The JSON that a successful run prints.
pub(crate) fn json(line: &str) -> Value {
    let said = kitchen(line);
    assert_eq!(said.status, 0, "{line}\n{}", said.err);
    serde_json::from_str(&said.out).unwrap_or_else(|fault| panic!("{line}: {fault}\n{}", said.out))
}

/// A field that must be a number.
pub(crate) fn number(value: &Value, field: &str) -> f64 {
    value[field].as_f64().unwrap_or_else(|| panic!("no number {field} in {value}"))
}
