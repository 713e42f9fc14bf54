//! Compiles the Fluent files of all languages into packs: one for everything around the chapters, one for each chapter.
//! See `src/pack.rs`. A language is a folder of `assets/locales`: see `build/languages.rs`.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)] // a build script reads files and tells cargo so

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};

#[path = "build/languages.rs"]
mod languages;
#[path = "build/messages.rs"]
mod messages;

use languages::{Message, Table};

fn main() {
    let home = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap());
    let root = home.join("../../assets/locales");
    let chapters = home.join("../story/src/chapters");
    println!("cargo::rerun-if-changed={}", root.display());
    // A new chapter has its row there; what else changes in a chapter is no text.
    println!("cargo::rerun-if-changed={}", chapters.join("mod.rs").display());
    println!("cargo::rerun-if-env-changed=CARGO_FEATURE_PACKED_TEXT");
    let langs = languages::ordered(folders(&root)).unwrap_or_else(|fault| panic!("{fault}"));
    let mut tables: Vec<Table> =
        langs.iter().map(|lang| read_language(&root.join(lang), &chapters, &home.join("../.."))).collect();
    languages::compare(&tables[0], &tables[1]).unwrap_or_else(|fault| panic!("{fault}"));
    for (own, lang) in tables.split_off(languages::WHOLE.len()).into_iter().zip(&langs[languages::WHOLE.len()..]) {
        tables.push(languages::completed(lang, own, &tables[1]).unwrap_or_else(|fault| panic!("{fault}")));
    }
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    fs::write(out.join("languages.rs"), named(&langs, &tables)).unwrap();
    fs::write(out.join("locales.rs"), render(&tables, env::var_os("CARGO_FEATURE_PACKED_TEXT").is_some())).unwrap();
    let usual = messages::usual(&root.join("arguments.txt"));
    let keys = tables[0].iter().zip(tables[1].values()).enumerate();
    let messages =
        keys.map(|(key, ((name, ja), en))| messages::Typed::of(key, &name.1, &ja.args, &ja.types, &usual, &en.pieces));
    fs::write(out.join("messages.rs"), messages::render(&messages.collect::<Vec<_>>())).unwrap();
}

/// What a chapter opens beside itself, a folder in its own, with a pack that comes then.
const OPENED: [(&str, &str); 1] = [("lab", "own")];

/// What the page opens beside itself, a folder of its view, with a pack that comes then.
const BESIDE: [&str; 1] = ["share"];

/// The folders in the folder of all texts.
fn folders(root: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(root).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.path().is_dir());
    folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// The languages as `src/lang.rs` takes them: each with its tag and what it calls itself.
fn named(langs: &[String], tables: &[Table]) -> String {
    let name = |table: &Table| table[&(String::new(), "language-name".to_owned())].pieces.clone();
    let one = |(tag, table): (&String, &Table)| {
        let variant = tag[..1].to_uppercase() + &tag[1..];
        format!("{variant} {tag:?} {:?},\n", name(table))
    };
    format!("langs! {{\n{}}}\n", langs.iter().zip(tables).map(one).collect::<String>())
}

/// A file that is named as a chapter's folder, or as a folder in one that is a part by itself, is that one's pack, one named as an example that writes a page of its own
/// is that page's, and one named as a program, with more after a `-` or not, is that program's; the others are the texts of the page around the chapters.
fn read_language(folder: &Path, chapters: &Path, package: &Path) -> Table {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "ftl"))
        .collect();
    files.sort();
    let mut messages = Table::new();
    let mut known = BTreeSet::new();
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let text = fs::read_to_string(&file).unwrap();
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        let page = package.join("examples").join(&stem).with_extension("rs");
        let folder = stem.replace('-', "_");
        let is_part = OPENED.iter().any(|(chapter, part)| *part == stem && chapters.join(chapter).join(part).is_dir());
        let is_part = is_part || BESIDE.contains(&stem.as_str()) && package.join("src/view").join(&stem).is_dir();
        let is_own = chapters.join(folder).is_dir() || is_part || page.is_file();
        let program = stem.split('-').next().unwrap_or(&stem).to_owned();
        let pack = if is_own {
            stem
        } else if package.join("src/bin").join(&program).is_dir() {
            program
        } else {
            String::new()
        };
        let resource = fluent_syntax::parser::parse(text.as_str())
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", file.display()));
        for entry in &resource.body {
            let Entry::Message(message) = entry else { continue };
            let id = message.id.name.to_owned();
            let pattern = message.value.as_ref().unwrap_or_else(|| panic!("{}: {id} has no text", file.display()));
            let mut args = BTreeSet::new();
            let pieces = pieces(pattern, &mut args, &id);
            assert!(known.insert(id.clone()), "{}: {id} is defined twice", file.display());
            let types = types_of(message.comment.as_ref().map_or(&[][..], |comment| &comment.content), &args, &id);
            messages.insert((pack.clone(), id), Message { pieces, args, types });
        }
    }
    messages
}

/// The types in a message's comment: `# $gb number, $what words`. Other comments are for readers.
fn types_of(comment: &[&str], args: &BTreeSet<String>, id: &str) -> BTreeMap<String, String> {
    let lines = comment.iter().filter(|line| line.starts_with('$'));
    let pairs = lines.flat_map(|line| line.split(',')).map(|pair| {
        let (name, given) =
            pair.trim().trim_start_matches('$').split_once(' ').unwrap_or_else(|| panic!("{id}: {pair}"));
        assert!(args.contains(name), "{id}: a type for ${name}, which it does not take");
        (name.to_owned(), given.to_owned())
    });
    pairs.collect()
}

// How a message is laid down in one string; `src/lib.rs` reads it back. `ARG name END`, and
// `CHOICE name ONE text OTHER text CLOSE` for a choice by number.
const ARG: char = '\u{1}';
const END: char = '\u{2}';
const CHOICE: char = '\u{3}';
const ONE: char = '\u{4}';
const OTHER: char = '\u{5}';
const CLOSE: char = '\u{6}';
/// Between the messages of a pack.
const NEXT: char = '\u{7}';

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
    assert!(!text.contains(|c| c <= NEXT), "{id}: control characters are not text");
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

/// A pack as it travels: the fingerprint of all keys, then its messages in the order of their keys.
fn packed<'a>(fingerprint: &str, messages: impl Iterator<Item = &'a Message>) -> String {
    messages.fold(fingerprint.to_owned(), |mut all, message| {
        all.push(NEXT);
        all.push_str(&message.pieces);
        all
    })
}

/// FNV-1a over what a key's number stands for: a pack made for other keys must not be read.
fn fingerprint(table: &Table) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for ((pack, id), message) in table {
        for byte in format!("{pack}/{id}/{:?}", message.args).bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

fn render(tables: &[Table], is_packed: bool) -> String {
    let keys: Vec<&(String, String)> = tables[0].keys().collect();
    let packs: Vec<&String> = keys.iter().map(|key| &key.0).collect::<BTreeSet<_>>().into_iter().collect();
    let firsts: Vec<usize> = packs.iter().map(|pack| keys.iter().position(|key| key.0 == **pack).unwrap()).collect();
    let fingerprint = fingerprint(&tables[0]);
    let mut out = String::from("use super::Key;\n");
    writeln!(out, "pub(super) const PACKS: usize = {};", packs.len()).unwrap();
    writeln!(
        out,
        "/// Each pack's name; that of the page has none.\npub(super) static NAMES: [&str; PACKS] = {packs:?};"
    )
    .unwrap();
    writeln!(out, "/// The number of each pack's first key.\npub(super) static FIRSTS: [u16; PACKS] = {firsts:?};")
        .unwrap();
    writeln!(out, "pub(super) const FINGERPRINT: &str = {fingerprint:?};").unwrap();
    let args: BTreeSet<&String> = tables[0].values().flat_map(|message| &message.args).collect();
    let args = Vec::from_iter(args);
    writeln!(out, "/// The names of the arguments of all messages.\npub(super) static ARGS: &[&str] = &{args:?};")
        .unwrap();
    if !is_packed {
        let ids: Vec<&String> = keys.iter().map(|key| &key.1).collect();
        writeln!(out, "pub(super) static IDS: &[&str] = &{ids:?};").unwrap();
        let all: Vec<Vec<String>> = tables
            .iter()
            .map(|table| {
                let of = |pack: &&String| {
                    packed(&fingerprint, table.iter().filter(|(key, _)| key.0 == **pack).map(|row| row.1))
                };
                packs.iter().map(of).collect()
            })
            .collect();
        writeln!(
            out,
            "/// The packs of each language.\npub(super) static TEXTS: [[&str; PACKS]; {}] = {all:?};",
            tables.len()
        )
        .unwrap();
    }
    out.push_str("/// One constant for each message.\npub mod key { use super::Key;\n");
    for (index, key) in keys.iter().enumerate() {
        writeln!(
            out,
            "/// {:?}\npub const {}: Key = Key({index});",
            tables[1][*key].pieces.chars().take(60).collect::<String>(),
            key.1.to_uppercase().replace('-', "_")
        )
        .unwrap();
    }
    out.push_str("}\n");
    out
}
