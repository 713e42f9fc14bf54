//! A struct for each message that takes arguments, so that one which is missing, or of another type, does not compile; and one
//! for each pair of messages that say the same thing in the two layers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// What the locale files call a type, and what it is in Rust.
const TYPES: &[(&str, &str)] = &[
    ("int", "i64"),
    ("words", "Words"),
    ("time", "Time"),
    ("bytes", "Bytes"),
    ("bytes-decimal", "BytesDecimal"),
    ("rate", "Rate"),
    ("percent", "Percent"),
    ("number", "Number"),
    ("flops", "Flops"),
    ("flop-rate", "FlopRate"),
    // Any quantity: for words that stand around a value of whatever kind.
    ("quantity", "Arg"),
    // A quantity that follows the run.
    ("live", "Meter"),
];

/// The type that each argument's name usually has: `time time`, a line each.
pub(crate) fn usual(file: &Path) -> BTreeMap<String, String> {
    println!("cargo::rerun-if-changed={}", file.display());
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, kind) = line.split_once(' ').unwrap_or_else(|| panic!("{}: {line}", file.display()));
            (name.to_owned(), kind.to_owned())
        })
        .collect()
}

/// A message with the Rust type of each argument.
pub(crate) struct Typed {
    key: usize,
    id: String,
    args: BTreeMap<String, &'static str>,
    english: String,
}

impl Typed {
    pub(crate) fn of(
        key: usize,
        id: &str,
        args: &BTreeSet<String>,
        own: &BTreeMap<String, String>,
        usual: &BTreeMap<String, String>,
        english: &str,
    ) -> Typed {
        let typed = args.iter().map(|arg| {
            let kind = own.get(arg).or_else(|| usual.get(arg));
            let kind = kind.unwrap_or_else(|| panic!("{id}: ${arg} has no type in arguments.txt or above the message"));
            let known = TYPES.iter().find(|(name, _)| name == kind);
            (arg.clone(), known.unwrap_or_else(|| panic!("{id}: ${arg} has an unknown type, {kind}")).1)
        });
        Typed { key, id: id.to_owned(), args: typed.collect(), english: first_words(english) }
    }

    /// The id of the pair that this message is the x-ray's half of, and the kitchen's half.
    fn halves(&self) -> Option<(String, String)> {
        if let Some(plain) = self.id.strip_suffix("-xray") {
            return Some((plain.to_owned(), plain.to_owned()));
        }
        let (chapter, rest) = self.id.split_once("-xray-")?;
        Some((format!("{chapter}-{rest}"), format!("{chapter}-beat-{rest}")))
    }
}

fn first_words(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_control() { '_' } else { c }).take(100);
    // As prose: brackets would be links, and angles HTML.
    plain.fold(String::new(), |mut words, c| {
        if "[]<>`*_".contains(c) {
            words.push('\\');
        }
        words.push(c);
        words
    })
}

/// `pantry-beat-start` is `PantryBeatStart`.
fn struct_name(id: &str) -> String {
    let words = id.split('-').map(|word| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
    });
    words.collect()
}

/// An argument's name as a field.
fn field(arg: &str) -> String {
    let name = arg.replace('-', "_");
    if ["in", "type", "where", "for", "as", "if", "move", "loop"].contains(&name.as_str()) {
        format!("r#{name}")
    } else {
        name
    }
}

fn fields(args: &BTreeMap<String, &'static str>) -> String {
    args.iter().fold(String::new(), |mut all, (arg, kind)| {
        write!(all, "{} {arg:?} {kind}, ", field(arg)).unwrap();
        all
    })
}

/// The two modules: the messages, and the pairs.
pub(crate) fn render(messages: &[Typed]) -> String {
    let mut out = String::from("/// A struct for each message that takes arguments.\npub mod msg {\nuse super::*;\n");
    for message in messages.iter().filter(|message| !message.args.is_empty()) {
        let Typed { key, id, args, english } = message;
        writeln!(out, "message! {{ {english:?} {} {key} {{ {} }} }}", struct_name(id), fields(args)).unwrap();
    }
    out.push_str("}\n/// A struct for each pair of messages that say the same in the kitchen and in the x-ray, with the arguments of both.\n");
    out.push_str("pub mod pair {\nuse super::*;\n");
    let known: BTreeMap<&str, &Typed> = messages.iter().map(|message| (message.id.as_str(), message)).collect();
    for xray in messages {
        let Some((name, plain)) = xray.halves() else { continue };
        let Some(plain) = known.get(plain.as_str()) else { continue };
        let both = plain.args.keys().chain(xray.args.keys()).collect::<BTreeSet<_>>();
        let differs = |arg: &&String| plain.args.get(*arg).zip(xray.args.get(*arg)).is_some_and(|(a, b)| a != b);
        // What takes an argument of two types is no pair: its halves are said one by one.
        if both.is_empty() || both.iter().any(differs) {
            continue;
        }
        let all = plain.args.iter().chain(&xray.args).map(|(arg, kind)| (arg.clone(), *kind)).collect();
        let names =
            |message: &Typed| message.args.keys().map(|arg| format!("{} {arg:?}, ", field(arg))).collect::<String>();
        writeln!(
            out,
            "pair! {{ {:?} {} {{ {} }} {} {{ {} }} {} {{ {} }} }}",
            plain.english,
            struct_name(&name),
            fields(&all),
            plain.key,
            names(plain),
            xray.key,
            names(xray)
        )
        .unwrap();
    }
    out.push_str("}\n");
    out.push_str(&figures(&known));
    out.push_str(&chapters(&known));
    out
}

/// What each chapter's page says, by the names of its messages: `x-title`, `x-hook`, `x-text-1`, `x-not-like-1`, `x-teacher-goal` and
/// so on, and how the contents call it. What has a hook is a chapter.
fn chapters(known: &BTreeMap<&str, &Typed>) -> String {
    let mut out = String::from("/// What the page of each chapter says.\npub mod chapter {\nuse super::{Key, Page};\n");
    for id in known.keys().filter_map(|id| id.strip_suffix("-hook")) {
        let one = |names: &[String]| {
            let found = names.iter().find_map(|name| known.get(name.as_str()));
            format!("Key({})", found.unwrap_or_else(|| panic!("{id}: no message is called {}", names.join(" or "))).key)
        };
        // Numbered, or the only one of its kind.
        let all = |part: &str| {
            let numbered = (1..).map_while(|n| known.get(format!("{id}-{part}-{n}").as_str()));
            let keys = known.get(format!("{id}-{part}").as_str()).into_iter().chain(numbered);
            keys.map(|message| format!("Key({}), ", message.key)).collect::<String>()
        };
        writeln!(
            out,
            "pub const {}: Page = Page {{ name: {}, question: {}, title: {}, hook: {}, paragraphs: &[{}], not_like: &[{}], teacher: &[{}, {}{}] }};",
            id.to_uppercase().replace('-', "_"),
            one(&[format!("contents-{id}"), format!("{id}-title")]),
            one(&[format!("contents-{id}-question"), format!("{id}-gate")]),
            one(&[format!("{id}-title")]),
            one(&[format!("{id}-hook")]),
            all("text"),
            all("not-like"),
            one(&[format!("{id}-teacher-goal")]),
            all("teacher-question"),
            one(&[format!("{id}-teacher-time")]),
        )
        .unwrap();
    }
    out.push_str("}\n");
    out
}

/// The five sentences of a figure, in the order in which they are told, and what each adds to the figure's own id.
const PARTS: [(&str, &str); 5] =
    [("name", ""), ("value", "-value"), ("formula", "-formula"), ("filled", "-filled"), ("source", "-source")];

/// A struct for each figure: its name is message `x`, the rest `x-formula`, `x-filled`, `x-source`, and `x-value` where its quantity
/// has words of its own. A variant `x-y` takes what it does not say itself from `x`; what has no source comes from the trace.
fn figures(known: &BTreeMap<&str, &Typed>) -> String {
    let mut out = String::from(
        "/// A struct for each figure, with the arguments of all that is said of it.\npub mod figure {\nuse super::*;\n",
    );
    let stems = known.keys().flat_map(|id| PARTS[1..].iter().filter_map(|(_, suffix)| id.strip_suffix(suffix)));
    for id in stems.filter(|id| id.contains("-figure-")).collect::<BTreeSet<_>>() {
        let said = |part: &str| {
            let own = std::iter::successors(Some(id), |id| id.rsplit_once('-').map(|(shorter, _)| shorter));
            let mut own = own.take_while(|id| id.contains("-figure-"));
            own.find_map(|id| known.get(format!("{id}{part}").as_str()).copied())
        };
        let parts = PARTS.map(|(part, suffix)| {
            let usual = if part == "source" { known.get("source-trace").copied() } else { None };
            (part, said(suffix).or(usual))
        });
        if parts.iter().any(|(part, told)| told.is_none() && *part != "value") {
            continue;
        }
        let parts: Vec<(&str, &Typed)> = parts.into_iter().filter_map(|(part, told)| Some((part, told?))).collect();
        let mut all = BTreeMap::new();
        for (arg, kind) in parts.iter().flat_map(|(_, told)| &told.args) {
            let before = all.insert(arg.clone(), *kind);
            assert!(before.is_none_or(|before| before == *kind), "{id}: ${arg} is of two types");
        }
        let target = if parts.len() == PARTS.len() { "Shown" } else { "Reason" };
        let name = struct_name(&id.replacen("-figure-", "-", 1));
        write!(out, "figure! {{ {:?} {target} {name} {{ {} }}", parts[0].1.english, fields(&all)).unwrap();
        for (part, told) in parts {
            write!(out, " {part} {} {{ {} }}", told.key, names(told)).unwrap();
        }
        out.push_str(" }\n");
    }
    out.push_str("}\n");
    out
}

/// A message's arguments: the field of each, and its name.
fn names(message: &Typed) -> String {
    message.args.keys().map(|arg| format!("{} {arg:?}, ", field(arg))).collect()
}
