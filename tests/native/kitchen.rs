//! Running the built `kitchen`.

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
    let output = Command::new(env!("CARGO_BIN_EXE_kitchen")).args(args).output().expect("kitchen starts");
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
