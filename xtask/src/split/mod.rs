//! The program in parts: what a page needs without a chapter, and beside it what each chapter alone brings, so that a visit fetches
//! the chapter that it opens and no other.
//!
//! What may go is told by the linker's own relocations (`links`), so that nothing rests on names but the doors: each chapter's
//! `CHAPTER`, the one way from the page into it. The cut (`emit`) is made after wasm-bindgen; functions are found again there by
//! their linker's names. Then `wasm-opt` makes each part small by itself, and what is alike in it is put side by side (`near`), so
//! that it packs well.

mod emit;
mod links;
mod near;
mod program;
mod share;
mod short;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::sh::{self, Result, say};
use crate::{site, sizes, visit};
use emit::Piece;
use links::Links;
use program::Program;
use share::{Door, Part};
use short::Short;

/// A part of the program as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// As other parts call it.
    pub(crate) name: String,
    /// The chapters that need it.
    pub(crate) chapters: Vec<String>,
    pub(crate) file: String,
}

fn fault(fault: impl std::fmt::Display) -> String {
    fault.to_string()
}

/// Cuts the program under `dist`, which the linker wrote to `linked`. Gives the parts in an order in which they can be brought in.
pub(crate) fn fill(dist: &Path, linked: &Path, binaryen: &Path) -> Result<Vec<Code>> {
    say("cutting the program into the page's part and the chapters'");
    let read = |path: &Path| fs::read(path).map_err(|fault| format!("{}: {fault}", path.display()));
    let whole = sizes::files(dist)?.into_iter().find(|path| path.extension().is_some_and(|ext| ext == "wasm"));
    let whole = whole.ok_or("the build has no program")?;
    let (links, bytes) = (links::read(&read(linked)?)?, read(&whole)?);
    let doors = share::doors(&links, visit::FIRST_MINUTE);
    let parts = share::share(&links, &doors);
    let program = program::read(&bytes)?;
    let pieces = pieces(&links, &doors, &parts, &program);
    let short = Short::of(&program);
    let (page, cut) = emit::cut(&program, &pieces, &short)?;
    let script = whole.with_file_name(whole_script(&whole));
    site::write(&script, &short.written(&site::read(&script)?)?)?;
    let shrink = Shrink { optimizer: binaryen.join("wasm-opt"), dir: sh::target_dir().join("parts") };
    fs::create_dir_all(&shrink.dir).map_err(fault)?;
    fs::create_dir_all(dist.join("parts")).map_err(fault)?;
    let mut files = Vec::new();
    for (piece, bytes) in pieces.iter().zip(&cut) {
        let bytes = shrink.shrink(bytes)?;
        let file = format!("parts/{}-{:016x}.wasm", piece.name, site::digest(&bytes));
        fs::write(dist.join(&file), bytes).map_err(fault)?;
        let chapters = piece.chapters.iter().map(|&chapter| doors[chapter].chapter.clone()).collect();
        files.push(Code { name: piece.name.clone(), chapters, file });
    }
    rename(dist, &whole, &shrink.shrink(&page)?)?;
    Ok(files)
}

/// The script that goes with a program: trunk calls it as the program without its ending.
fn whole_script(whole: &Path) -> String {
    let name = whole.file_name().unwrap_or_default().to_string_lossy();
    name.replace("_bg.wasm", ".js")
}

/// Puts the page's part where the whole program was, under a name by what is in it.
fn rename(dist: &Path, whole: &Path, bytes: &[u8]) -> Result {
    let old = whole.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let new = format!("kitchen-{:016x}.wasm", site::digest(bytes));
    fs::write(dist.join(&new), bytes).map_err(fault)?;
    fs::remove_file(whole).map_err(fault)?;
    let page = dist.join("index.html");
    let html = site::read(&page)?;
    if html.matches(&old).count() != 1 {
        return Err(format!("index.html does not name {old} once"));
    }
    site::write(&page, &html.replace(&old, &new))
}

struct Shrink {
    optimizer: PathBuf,
    /// For what is on its way.
    dir: PathBuf,
}

impl Shrink {
    fn shrink(&self, bytes: &[u8]) -> Result<Vec<u8>> {
        let (from, to) = (self.dir.join("part.wasm"), self.dir.join("part-small.wasm"));
        fs::write(&from, bytes).map_err(fault)?;
        let mut command = sh::command(&self.optimizer, &["-Oz", "--low-memory-unused", "--strip-producers", "-o"]);
        sh::run(command.arg(&to).arg(&from))?;
        near::side_by_side(&fs::read(&to).map_err(fault)?)
    }
}

/// The parts as they are in the program: functions by their names, and the data that nobody writes.
fn pieces(links: &Links, doors: &[Door], parts: &[Part], program: &Program<'_>) -> Vec<Piece> {
    let places: BTreeMap<&str, u32> = program.names.iter().map(|(place, name)| (name.as_str(), *place)).collect();
    let data = share::data(links, parts);
    let mut shared = ('a'..='z').map(String::from);
    let mut pieces = Vec::new();
    for (part, data) in parts.iter().zip(data) {
        // What a chapter opens needs all that the chapter does.
        let own: Vec<usize> =
            part.chapters.iter().copied().filter(|&chapter| doors[chapter].within.is_none()).collect();
        let name = match own.as_slice() {
            [] => part.chapters.first().map(|&opened| doors[opened].chapter.clone()).unwrap_or_default(),
            [chapter] => doors[*chapter].chapter.clone(),
            _ => shared.next().unwrap_or_default(),
        };
        let functions = part.things.iter().map(|&thing| &links.things[thing]).filter(|thing| thing.memory.is_none());
        let functions = functions.filter_map(|thing| places.get(thing.name.as_str()).copied());
        // What the script gives comes in by the page, which lends it.
        let functions = functions.filter(|&function| program.body(function).is_some()).collect();
        pieces.push(Piece { name, chapters: part.chapters.clone(), functions, data });
    }
    pieces
}
