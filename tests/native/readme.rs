//! What README.md shows is what the command line prints. `UPDATE_README=1 cargo test --test native readme` writes it anew.

use std::{env, fs};

use crate::kitchen::kitchen;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");

/// The text with the output of each `$ kitchen` line as it is now.
fn with_outputs(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(args) = line.strip_prefix("    $ kitchen ") else { continue };
        while lines.next_if(|line| line.starts_with("    ") && !line.starts_with("    $ ")).is_some() {}
        let said = kitchen(args);
        assert_eq!(said.status, 0, "{args}: {}", said.err);
        for line in said.out.lines() {
            out.push_str(format!("    {line}").trim_end());
            out.push('\n');
        }
    }
    out
}

#[test]
fn examples_show_what_is_printed() {
    let text = fs::read_to_string(README).expect("README.md");
    let now = with_outputs(&text);
    if env::var_os("UPDATE_README").is_some() {
        fs::write(README, now).expect("README.md");
    } else {
        let changed = text.lines().zip(now.lines()).find(|(old, new)| old != new);
        assert!(text == now, "README.md is behind, first at {changed:?}; UPDATE_README=1 writes it anew");
    }
}
