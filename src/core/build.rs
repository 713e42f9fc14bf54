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
                writeln!(faults, "{id}: ja takes {:?}, en takes {:?}", a.args, b.args).unwrap()
            }
            (Some(_), None) => writeln!(faults, "{id}: no English text").unwrap(),
            (None, Some(_)) => writeln!(faults, "{id}: no Japanese text").unwrap(),
            _ => {}
        }
    }
    assert!(faults.is_empty(), "the locale files differ:\n{faults}");
}

fn pieces(pattern: &Pattern<&str>, args: &mut BTreeSet<String>, id: &str) -> String {
    let mut text = String::new();
    let mut out = String::from("&[");
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => text.push_str(value),
            PatternElement::Placeable { expression: Expression::Inline(InlineExpression::StringLiteral { value }) } => {
                text.push_str(value)
            }
            PatternElement::Placeable { expression } => {
                flush(&mut text, &mut out);
                out.push_str(&placeable(expression, args, id));
            }
        }
    }
    flush(&mut text, &mut out);
    out.push(']');
    out
}

fn flush(text: &mut String, out: &mut String) {
    if !text.is_empty() {
        write!(out, "T({text:?}),").unwrap();
        text.clear();
    }
}

fn placeable(expression: &Expression<&str>, args: &mut BTreeSet<String>, id: &str) -> String {
    match expression {
        Expression::Inline(InlineExpression::VariableReference { id: arg }) => {
            args.insert(arg.name.to_owned());
            format!("A({:?}),", arg.name)
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
                match *name {
                    "one" => one = Some(pieces(&variant.value, args, id)),
                    "other" => other = Some(pieces(&variant.value, args, id)),
                    _ => panic!("{id}: only [one] and [other]"),
                }
            }
            let other = other.unwrap_or_else(|| panic!("{id}: [other] is missing"));
            format!("P({:?},{},{}),", arg.name, one.unwrap_or_else(|| other.clone()), other)
        }
        _ => panic!("{id}: only {{ $name }}, {{ \"text\" }} and a choice of [one] and [other] are supported"),
    }
}

fn render(tables: &[BTreeMap<String, Message>]) -> String {
    let ids: Vec<&String> = tables[0].keys().collect();
    let mut out = String::from("use super::{Key, Lang, Piece::{self, Arg as A, Plural as P, Text as T}};\n");
    writeln!(out, "pub(super) static IDS: &[&str] = &{ids:?};").unwrap();
    for (lang, table) in LANGS.iter().zip(tables) {
        writeln!(out, "static {}: &[&[Piece]] = &[", lang.to_uppercase()).unwrap();
        for message in table.values() {
            writeln!(out, "{},", message.pieces).unwrap();
        }
        out.push_str("];\n");
    }
    out.push_str("pub(super) fn message(lang: Lang, index: u16) -> &'static [Piece] { match lang { Lang::Ja => JA[index as usize], Lang::En => EN[index as usize] } }\n");
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
