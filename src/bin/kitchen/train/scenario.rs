//! A training step as a file: every flag that says what is simulated, under its own name. The flags' declaration is the
//! format's, so whatever `kitchen train` can be asked stands in a file, too. Hostile until read.
//!
//! `{"kind": "train", "version": 1, "model": "llama3-8b", "system": "dgx-h100", "tp": 8, "overlap": true}`

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

use clap::{Arg, Args as _, Command};
use kitchen_story::scenario::raw::quote;
use kitchen_text::{Line, Words, key, msg};
use serde::Serialize;
use serde_json::Value;

use super::Train;
use crate::flag_word;
use crate::out::one_line;
use crate::run::Entries;
use crate::say::{self, Failure};

/// What the file says that it is, and the version of the format: raised when a flag changes its meaning.
const KIND: &str = "train";
const VERSION: u64 = 1;
/// The most bytes of a file.
const LIMIT_BYTES: u64 = 1 << 16;
/// Flags about what is done with the answer, which no file says.
pub(crate) const OUTPUT: [&str; 9] =
    ["scenario", "save", "trace", "explain", "json", "configs", "shard", "jobs", "out"];
/// Three ways to say one thing: one of them on the line replaces another in the file.
pub(crate) const SHAPES: [&str; 3] = ["model", "config", "shape"];

/// The words that were typed, with those of the file that `--scenario` names before them; what is typed replaces what the file says.
///
/// # Errors
/// A sentence about the file.
pub(crate) fn expanded(words: Vec<OsString>, at: usize) -> Result<Vec<OsString>, Failure> {
    if words.get(at).is_none_or(|word| word != KIND) {
        return Ok(words);
    }
    let texts: Vec<&str> = words.iter().map(|word| word.to_str().unwrap_or_default()).collect();
    let given = texts.iter().enumerate().find_map(|(at, word)| match word.strip_prefix("--scenario") {
        Some("") => words.get(at + 1).cloned(),
        Some(rest) => rest.strip_prefix('=').map(OsString::from),
        None => None,
    });
    let Some(file) = given else { return Ok(words) };
    let path = Path::new(&file);
    let bytes = say::file(path, LIMIT_BYTES, Line::new(key::ERR_FILE_LONG))?;
    let own = read(&bytes).map_err(|line| Failure::new(path.display().to_string(), line))?;
    let typed: Vec<&str> = texts
        .iter()
        .filter_map(|word| word.strip_prefix("--")?.split('=').next())
        .filter(|name| !name.is_empty())
        .collect();
    let is_typed = |name: &str| {
        let alike: &[&str] = if SHAPES.contains(&name) { &SHAPES } else { &[name] };
        typed.iter().any(|typed| alike.contains(typed))
    };
    let kept = own.into_iter().filter(|(name, _)| !is_typed(name)).map(|(_, word)| OsString::from(word));
    let mut all = words[..=at].to_vec();
    all.extend(kept);
    all.extend_from_slice(&words[at + 1..]);
    Ok(all)
}

/// Flags by name, each as a word of a command line.
fn read(bytes: &[u8]) -> Result<Vec<(String, String)>, Line> {
    let unlike = |why: &str| Line::from(msg::CliTrainJson { why: one_line(why).into() });
    let text = str::from_utf8(bytes).map_err(|error| unlike(&error.to_string()))?;
    // Some editors put a byte-order mark first.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Entries(entries) = serde_json::from_str(text).map_err(|error| unlike(&error.to_string()))?;
    let mut seen = BTreeSet::new();
    if let Some((twice, _)) = entries.iter().find(|(name, _)| !seen.insert(name)) {
        return Err(Line::from(msg::ErrFileTwice { key: quote(twice).into() }));
    }
    let of = |name: &str| entries.iter().find(|(known, _)| known == name).map(|(_, value)| value);
    if of("kind").and_then(Value::as_str) != Some(KIND) {
        return Err(Line::new(key::CLI_TRAIN_KIND));
    }
    if of("version").and_then(Value::as_u64) != Some(VERSION) {
        return Err(Line::from(msg::CliTrainVersion { version: VERSION as i64 }));
    }
    let flags = flags();
    let rest = entries.iter().filter(|(name, _)| name != "kind" && name != "version");
    let words = rest.map(|(name, value)| Ok(word(&flags, name, value)?.map(|word| (name.clone(), word))));
    words.filter_map(Result::transpose).collect()
}

/// The flags that a file may say.
fn flags() -> Vec<Arg> {
    let command = Train::augment_args(Command::new(KIND));
    command.get_arguments().filter(|arg| arg.get_long().is_some_and(|name| !OUTPUT.contains(&name))).cloned().collect()
}

/// A flag as it would be typed; none where it is off.
fn word(flags: &[Arg], name: &str, value: &Value) -> Result<Option<String>, Line> {
    let Some(flag) = flag_word::named(flags, name) else {
        let list: Vec<&str> = flags.iter().filter_map(Arg::get_long).collect();
        return Err(Line::from(msg::CliTrainKey { key: quote(name).into(), list: Words::from(list.join(", ")) }));
    };
    flag_word::word(flag, name, value)
}

/// The file that asks for the same.
pub(super) fn written(asked: &Train) -> String {
    #[derive(Serialize)]
    struct File<'a> {
        kind: &'static str,
        version: u64,
        #[serde(flatten)]
        asked: &'a Train,
    }
    say::json(&File { kind: KIND, version: VERSION, asked })
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;

    use clap::{ArgAction, FromArgMatches as _};
    use kitchen_text::{Key, Lang};
    use proptest::prelude::*;

    use super::*;

    fn parsed(words: impl Iterator<Item = String>) -> Train {
        let all = std::iter::once(KIND.to_owned()).chain(words);
        let matches = Train::augment_args(Command::new(KIND)).try_get_matches_from(all).expect("flags");
        Train::from_arg_matches(&matches).expect("flags")
    }

    fn check(text: &str, expected: Result<&[&str], Key>) {
        let read = read(text.as_bytes());
        let words: Result<Vec<&str>, Key> = match &read {
            Ok(words) => Ok(words.iter().map(|(_, word)| word.as_str()).collect()),
            Err(line) => Err(line.key),
        };
        assert_eq!(words, expected.map(<[&str]>::to_vec), "{text}");
        if let Err(line) = read {
            assert!(Lang::ALL.iter().all(|lang| line.say(*lang).len() > 10 && line.say(*lang).len() < 1000), "{text}");
        }
    }

    #[test]
    fn a_file_says_flags() {
        // As it was called before.
        check("{\"kind\": \"train\", \"version\": 1, \"draw\": 7}", Ok(&["--draw=7"]));
        let with = |rest: &str| format!("{{\"kind\": \"train\", \"version\": 1{rest}}}");
        check(&with(""), Ok(&[]));
        check(&with(", \"tp\": 8, \"overlap\": true, \"eager\": false"), Ok(&["--tp=8", "--overlap"]));
        check(&with(", \"model\": \"--json\""), Ok(&["--model=--json"]));
        check(&format!("\u{feff}{}", with("")), Ok(&[]));
        for (rest, why) in [
            (", \"tpp\": 8", key::CLI_TRAIN_KEY),
            (", \"json\": true", key::CLI_TRAIN_KEY),
            (", \"scenario\": \"a.json\"", key::CLI_TRAIN_KEY),
            (", \"tp\": \"8\"", key::CLI_TRAIN_NUMBER),
            (", \"tp\": 8.5", key::CLI_TRAIN_NUMBER),
            (", \"tp\": -1", key::CLI_TRAIN_NUMBER),
            (", \"tp\": 4294967296", key::CLI_TRAIN_NUMBER),
            (", \"tp\": null", key::CLI_TRAIN_NUMBER),
            (", \"overlap\": 1", key::CLI_TRAIN_SWITCH),
            (", \"model\": 7", key::CLI_TRAIN_TEXT),
            (", \"model\": [\"a\"]", key::CLI_TRAIN_TEXT),
            (", \"model\": \"\\u0000\"", key::CLI_TRAIN_TEXT),
            (", \"tp\": 1, \"tp\": 2", key::ERR_FILE_TWICE),
        ] {
            check(&with(rest), Err(why));
        }
        check(&with(&format!(", \"model\": \"{}\"", "a".repeat(2000))), Err(key::CLI_TRAIN_TEXT));
        for text in ["", "[]", "7", "{", &"[".repeat(10_000)] {
            check(text, Err(key::CLI_TRAIN_JSON));
        }
        check("{}", Err(key::CLI_TRAIN_KIND));
        check("{\"kind\": \"pipeline\", \"version\": 1}", Err(key::CLI_TRAIN_KIND));
        for version in ["0", "2", "\"1\"", "1.5"] {
            check(&format!("{{\"kind\": \"train\", \"version\": {version}}}"), Err(key::CLI_TRAIN_VERSION));
        }
    }

    proptest! {
        /// Whatever can be asked comes back from its file as it was.
        #[test]
        fn what_is_written_is_read(
            numbers in proptest::collection::vec(any::<u32>(), 14),
            texts in proptest::collection::vec("[ -~あ-ん]{1,20}", 8),
            switches in proptest::collection::vec(any::<bool>(), 8),
        ) {
            let (mut numbers, mut texts, mut switches) = (numbers.into_iter().cycle(), texts.into_iter().cycle(), switches.into_iter().cycle());
            let words: Vec<String> = flags().iter().filter_map(|flag| {
                let name = flag.get_long()?;
                if matches!(flag.get_action(), ArgAction::SetTrue) {
                    switches.next()?.then(|| format!("--{name}"))
                } else if flag.get_value_parser().type_id() == TypeId::of::<u32>() {
                    Some(format!("--{name}={}", numbers.next()?))
                } else {
                    Some(format!("--{name}={}", texts.next()?))
                }
            }).collect();
            let asked = parsed(words.into_iter());
            let text = written(&asked);
            let again = parsed(read(text.as_bytes()).expect("a file").into_iter().map(|(_, word)| word));
            prop_assert_eq!(written(&again), text);
            prop_assert_eq!(format!("{again:?}"), format!("{asked:?}"));
        }

        /// No bytes make it panic, and what it refuses it refuses in words.
        #[test]
        fn hostile_files_are_refused_in_words(bytes in proptest::collection::vec(any::<u8>(), 0..200), rest in "[ -~]{0,60}") {
            for text in [bytes, format!("{{\"kind\":\"train\",\"version\":1,{rest}}}").into_bytes()] {
                if let Err(line) = read(&text) {
                    prop_assert!(Lang::ALL.iter().all(|lang| !line.say(*lang).contains('\n')));
                }
            }
        }
    }
}
