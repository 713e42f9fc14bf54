//! One's own machine in a file: TOML, or JSON where it begins with a brace. Hostile until read.

use std::ffi::OsStr;
use std::path::Path;

use kitchen_core::units::Bytes;
use kitchen_machines::{Document, Expected, Problem, Value, Wrong};
use kitchen_text::{Line, Words, count, key, msg};

use crate::out::one_line;
use crate::say::{self, Failure};

/// The largest file: every preset has less than a hundredth of it.
const LIMIT_BYTES: u64 = 1 << 18;

/// Whether that is a file's name rather than a preset's.
pub(crate) fn is_file(name: &str) -> bool {
    let ending = Path::new(name).extension();
    let is_known = |ending: &OsStr| ending.eq_ignore_ascii_case("toml") || ending.eq_ignore_ascii_case("json");
    name.contains(['/', '\\']) || ending.is_some_and(is_known)
}

/// The machine that the file describes.
///
/// # Errors
/// A sentence about the file.
pub(crate) fn read(path: &Path) -> Result<Document, Failure> {
    let bytes = say::file(path, LIMIT_BYTES, Line::from(msg::CliFileLarge { max: Bytes(LIMIT_BYTES) }))?;
    parse(&bytes).map_err(|line| Failure::new(path.display().to_string(), line))
}

fn parse(bytes: &[u8]) -> Result<Document, Line> {
    let text = str::from_utf8(bytes).map_err(|error| unreadable("UTF-8", &error.to_string()))?;
    // Some editors put a byte-order mark first.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let value: Value = if text.trim_start().starts_with('{') {
        serde_json::from_str(text).map_err(|error| unreadable("JSON", &error.to_string()))?
    } else {
        toml::from_str(text).map_err(|error| unreadable("TOML", &placed(&error, text)))?
    };
    kitchen_machines::read(&value).map_err(|wrong| line(&wrong))
}

fn unreadable(kind: &'static str, why: &str) -> Line {
    Line::from(msg::MachineUnreadable { kind: Words::from(kind), why: one_line(why).into() })
}

/// The parser's reason, with the line.
fn placed(error: &toml::de::Error, text: &str) -> String {
    let start = error.span().map_or(0, |span| span.start);
    let before = text.as_bytes().iter().take(start).filter(|byte| **byte == b'\n').count();
    format!("{} at line {}", error.message(), before + 1)
}

/// What is wrong, as a sentence.
fn line(wrong: &Wrong) -> Line {
    let key = || Words::from(one_line(&wrong.at));
    let list = |known: &[&str]| Words::from(known.join(", "));
    let quoted = |text: &str| Words::from(one_line(text));
    match &wrong.problem {
        Problem::Unknown { nearest: Some(near), .. } => {
            msg::MachineUnknownNear { key: key(), near: (*near).into() }.into()
        }
        Problem::Unknown { nearest: None, known } => msg::MachineUnknown { key: key(), list: list(known) }.into(),
        Problem::Missing => msg::MachineMissing { key: key() }.into(),
        Problem::Type { expected } => match expected {
            Expected::Text => msg::MachineText { key: key() }.into(),
            Expected::Flag => msg::MachineFlag { key: key() }.into(),
            Expected::Whole => msg::MachineWhole { key: key() }.into(),
            Expected::Number => msg::MachineNumber { key: key() }.into(),
            Expected::List => msg::MachineList { key: key() }.into(),
            Expected::Table if wrong.at.is_empty() => Line::new(key::MACHINE_DOCUMENT),
            Expected::Table => msg::MachineTable { key: key() }.into(),
        },
        Problem::Range { value, least, most } => {
            msg::MachineRange { key: key(), value: quoted(value), least: quoted(least), most: quoted(most) }.into()
        }
        Problem::Choice { value, known } => {
            msg::MachineChoice { key: key(), value: quoted(value), list: list(known) }.into()
        }
        Problem::Length { least, most } => {
            msg::MachineLength { key: key(), least: count(*least), most: count(*most) }.into()
        }
        Problem::Square { side } => msg::MachineSquare { key: key(), count: count(*side) }.into(),
        Problem::Uneven { .. } => msg::MachineUneven { key: key() }.into(),
        Problem::Above { other } => msg::MachineAbove { key: key(), with: (*other).into() }.into(),
        Problem::Divides { other } => msg::MachineDivides { key: key(), with: (*other).into() }.into(),
        Problem::Product { other, most } => {
            msg::MachineProduct { key: key(), with: (*other).into(), most: i64::from(*most) }.into()
        }
        Problem::Needs { other } => msg::MachineNeeds { key: key(), with: (*other).into() }.into(),
        Problem::NotWith { other } => msg::MachineNotWith { key: key(), with: (*other).into() }.into(),
        Problem::NoSuchGpu { value, nearest: Some(near) } => {
            msg::MachineNoGpuNear { key: key(), value: quoted(value), near: (*near).into() }.into()
        }
        Problem::NoSuchGpu { value, nearest: None } => msg::MachineNoGpu { key: key(), value: quoted(value) }.into(),
    }
}

#[cfg(test)]
mod tests {
    use kitchen_core::topology;
    use kitchen_machines::{Machine, write};
    use kitchen_text::{Key, Lang};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_preset_is_itself_in_both_formats() {
        for system in topology::all_systems() {
            let document = write(system);
            for text in [toml::to_string(&document).expect("TOML"), say::json(&document)] {
                let read =
                    parse(text.as_bytes()).unwrap_or_else(|line| panic!("{}: {}", system.id, line.say(Lang::En)));
                assert_eq!(read.machine, Machine::Nodes(system), "{}", system.id);
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said_in_both_languages() {
        let h100 = toml::to_string(&write(topology::find_system("dgx-h100").expect("a preset"))).expect("TOML");
        let check = |from: &str, to: &str, expected: Key, must_name: &str| {
            assert!(h100.contains(from), "{from}");
            let line = parse(h100.replacen(from, to, 1).as_bytes()).expect_err("a fault");
            assert_eq!(line.key, expected, "{}", line.say(Lang::En));
            assert!(Lang::ALL.iter().all(|lang| line.say(*lang).contains(must_name)), "{}", line.say(Lang::En));
        };
        check("nics_per_node = 8", "nic_per_node = 8", key::MACHINE_UNKNOWN_NEAR, "nics_per_node");
        check("nics_per_node = 8", "colour = 8", key::MACHINE_UNKNOWN, "gbit_per_nic");
        check("nics_per_node = 8\n", "", key::MACHINE_MISSING, "network.nics_per_node");
        check("nics_per_node = 8", "nics_per_node = -8", key::MACHINE_RANGE, "4096");
        check("nics_per_node = 8", "nics_per_node = \"8\"", key::MACHINE_WHOLE, "nics_per_node");
        check("memory_gb = 80.0", "memory_gb = nan", key::MACHINE_RANGE, "gpu.memory_gb");
        check("memory_gb = 80.0", "memory_gb = 1e300", key::MACHINE_RANGE, "1000000");
        check("memory_gb = 80.0", "memory_gb = 1979-05-27", key::MACHINE_NUMBER, "gpu.memory_gb");
        check("base = \"h100-sxm\"", "base = \"h100-smx\"", key::MACHINE_NO_GPU_NEAR, "h100-sxm");
        check("adds = false", "adds = 0", key::MACHINE_FLAG, "network.adds");
        check("kind = \"switched\"", "kind = \"wireless\"", key::MACHINE_CHOICE, "mesh");
        check("kind = \"switched\"", "kind = \"mesh\"", key::MACHINE_MISSING, "links.mesh");
        check("name = ", "name = \"a\"\nname = ", key::MACHINE_UNREADABLE, "TOML");
        assert_eq!(parse(b"{").expect_err("a fault").key, key::MACHINE_UNREADABLE);
        assert_eq!(parse(b"{\"name\": 1, \"name\": 2}").expect_err("a fault").key, key::MACHINE_UNREADABLE);
        assert_eq!(parse(b"\xff").expect_err("a fault").key, key::MACHINE_UNREADABLE);
        assert_eq!(parse(b"").expect_err("a fault").key, key::MACHINE_MISSING);
        assert_eq!(parse("[".repeat(100_000).as_bytes()).expect_err("a fault").key, key::MACHINE_UNREADABLE);
        assert_eq!(
            parse(format!("{{\"a\":{}", "[".repeat(100_000)).as_bytes()).expect_err("a fault").key,
            key::MACHINE_UNREADABLE
        );
    }

    proptest! {
        /// No bytes make it panic, and what it refuses it refuses on one line.
        #[test]
        fn hostile_files_are_refused_in_words(bytes in proptest::collection::vec(any::<u8>(), 0..200), rest in "[ -~\n]{0,80}") {
            for text in [bytes, format!("name = \"a\"\n{rest}").into_bytes(), format!("{{\"name\":{rest}}}").into_bytes()] {
                if let Err(line) = parse(&text) {
                    prop_assert!(Lang::ALL.iter().all(|lang| !line.say(*lang).contains('\n')));
                }
            }
        }
    }
}
