//! Compiles the Fluent files of both languages into tables. See `src/text/mod.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};

const LANGS: [&str; 2] = ["ja", "en"];

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap()).join("../../assets/locales");
    println!("cargo::rerun-if-changed={}", root.display());
    let tables: Vec<BTreeMap<String, Message>> = LANGS.iter().map(|lang| read_language(&root.join(lang))).collect();
    compare(&tables[0], &tables[1]);
    let out = PathBuf::from(env::var("OUT_DIR").unwrap()).join("locales.rs");
    fs::write(out, render(&tables)).unwrap();
}

struct Message {
    pieces: String,
    args: BTreeSet<String>,
}

fn read_language(folder: &Path) -> BTreeMap<String, Message> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "ftl"))
        .collect();
    files.sort();
    let mut messages = BTreeMap::new();
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let text = fs::read_to_string(&file).unwrap();
        let resource = fluent_syntax::parser::parse(text.as_str())
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", file.display()));
        for entry in &resource.body {
            let Entry::Message(message) = entry else { continue };
            let id = message.id.name.to_owned();
            let pattern = message.value.as_ref().unwrap_or_else(|| panic!("{}: {id} has no text", file.display()));
            let mut args = BTreeSet::new();
            let pieces = pieces(pattern, &mut args, &id);
            let before = messages.insert(id.clone(), Message { pieces, args });
            assert!(before.is_none(), "{}: {id} is defined twice", file.display());
        }
    }
    messages
}

fn compare(ja: &BTreeMap<String, Message>, en: &BTreeMap<String, Message>) {
    let mut faults = String::new();
    for id in ja.keys().chain(en.keys()).collect::<BTreeSet<_>>() {
        match (ja.get(id), en.get(id)) {
            (Some(a), Some(b)) if a.args != b.args => {
                writeln!(faults, "{id}: ja takes {:?}, en takes {:?}", a.args, b.args).unwrap();
            }
            (Some(_), None) => writeln!(faults, "{id}: no English text").unwrap(),
            (None, Some(_)) => writeln!(faults, "{id}: no Japanese text").unwrap(),
            _ => {}
        }
    }
    assert!(faults.is_empty(), "the locale files differ:\n{faults}");
}

// How a message is laid down in one string; `src/text/mod.rs` reads it back. `ARG name END`, and
// `CHOICE name ONE text OTHER text CLOSE` for a choice by number.
const ARG: char = '\u{1}';
const END: char = '\u{2}';
const CHOICE: char = '\u{3}';
const ONE: char = '\u{4}';
const OTHER: char = '\u{5}';
const CLOSE: char = '\u{6}';

fn pieces(pattern: &Pattern<&str>, args: &mut BTreeSet<String>, id: &str) -> String {
    let mut out = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => push_text(value, &mut out, id),
            PatternElement::Placeable { expression: Expression::Inline(InlineExpression::StringLiteral { value }) } => {
                push_text(value, &mut out, id);
            }
            PatternElement::Placeable { expression } => out.push_str(&placeable(expression, args, id)),
        }
    }
    out
}

fn push_text(text: &str, out: &mut String, id: &str) {
    assert!(!text.contains(|c| c <= CLOSE), "{id}: control characters are not text");
    out.push_str(text);
}

fn placeable(expression: &Expression<&str>, args: &mut BTreeSet<String>, id: &str) -> String {
    match expression {
        Expression::Inline(InlineExpression::VariableReference { id: arg }) => {
            args.insert(arg.name.to_owned());
            format!("{ARG}{}{END}", arg.name)
        }
        Expression::Inline(InlineExpression::FunctionReference { arguments: CallArguments { .. }, .. }) => {
            panic!("{id}: functions are not supported; format numbers before they enter a message")
        }
        Expression::Select { selector: InlineExpression::VariableReference { id: arg }, variants } => {
            args.insert(arg.name.to_owned());
            let mut one = None;
            let mut other = None;
            for variant in variants {
                let VariantKey::Identifier { name } = &variant.key else { panic!("{id}: only [one] and [other]") };
                let text = pieces(&variant.value, args, id);
                assert!(!text.contains(CHOICE), "{id}: no choice inside a choice");
                match *name {
                    "one" => one = Some(text),
                    "other" => other = Some(text),
                    _ => panic!("{id}: only [one] and [other]"),
                }
            }
            let other = other.unwrap_or_else(|| panic!("{id}: [other] is missing"));
            format!("{CHOICE}{}{ONE}{}{OTHER}{other}{CLOSE}", arg.name, one.as_ref().unwrap_or(&other))
        }
        _ => panic!("{id}: only {{ $name }}, {{ \"text\" }} and a choice of [one] and [other] are supported"),
    }
}

fn render(tables: &[BTreeMap<String, Message>]) -> String {
    let ids: Vec<&String> = tables[0].keys().collect();
    let mut out = String::from("use super::{Key, Lang};\n");
    writeln!(out, "pub(super) static IDS: &[&str] = &{ids:?};").unwrap();
    for (lang, table) in LANGS.iter().zip(tables) {
        // One string for the language and where each message begins in it: a table of pieces costs three times as much.
        let all: String = table.values().map(|message| message.pieces.as_str()).collect();
        let mut at = 0;
        let mut starts = vec![0];
        starts.extend(table.values().map(|message| {
            at += message.pieces.len();
            at
        }));
        let lang = lang.to_uppercase();
        writeln!(out, "static {lang}: &str = {all:?};\nstatic {lang}_AT: &[u32] = &{starts:?};").unwrap();
    }
    out.push_str(
        "pub(super) fn message(lang: Lang, index: u16) -> &'static str {\n\
        let (all, at) = match lang { Lang::Ja => (JA, JA_AT), Lang::En => (EN, EN_AT) };\n\
        &all[at[index as usize] as usize..at[index as usize + 1] as usize] }\n",
    );
    out.push_str("/// One constant for each message.\npub mod key { use super::Key;\n");
    for (index, id) in ids.iter().enumerate() {
        writeln!(
            out,
            "/// {:?}\npub const {}: Key = Key({index});",
            tables[1][*id].pieces.chars().take(60).collect::<String>(),
            id.to_uppercase().replace('-', "_")
        )
        .unwrap();
    }
    out.push_str("}\n");
    out
}
