//! The first picture of every chapter and the traces of its runs: those that were looked at when they last changed.
//!
//! A chapter's `golden/digests.txt` holds a digest of each. Ten pictures are kept whole, so that a change to what all chapters draw with
//! can be reviewed in a diff.

use std::fs;
use std::path::{Path, PathBuf};

use super::each_chapter;
use super::pictures::draw;
use crate::chapter::Chapter;
use crate::scenario::Scenario;
use crate::scene::palette::Palette;
use crate::scene::svg;
use crate::show;
use crate::story::Layer;
use kitchen_text::Lang;

/// The pictures that are kept whole: the smallest of each kind, from chapters that draw different things.
const KEPT: [(&str, &str); 10] = [
    ("prologue", "kitchen-ja"),
    ("prologue", "xray-en"),
    ("pipeline", "xray-en"),
    ("data", "xray-en"),
    ("async", "xray-en"),
    ("too-big", "kitchen-ja"),
    ("too-big", "xray-en"),
    ("transport", "xray-en"),
    ("pantry", "xray-en"),
    ("lab", "xray-en"),
];

/// A chapter's first picture, as SVG, and its name.
fn pictures(chapter: &Chapter, show: &show::Show) -> [(&'static str, String); 2] {
    let index = chapter.index(show);
    [(Layer::Kitchen, Lang::Ja, "kitchen-ja"), (Layer::XRay, Lang::En, "xray-en")].map(|(layer, lang, name)| {
        let [back, front] = draw(show, &index, 0.0, layer, lang, [680.0, 410.0]);
        (name, svg::write(&[&back, &front], &Palette::LIGHT, 680.0, 410.0, chapter.id))
    })
}

/// FNV-1a.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Where what the chapters' goldens hold is written, beside the program that is tested: `target/golden`.
fn drawn(chapter: &Chapter, name: &str, when: &str) -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let folder = program.ancestors().nth(3).unwrap().join("golden");
    fs::create_dir_all(&folder).unwrap();
    folder.join(format!("{}-{name}-{when}.svg", chapter.id))
}

/// The golden file of a chapter; with `UPDATE_GOLDEN=1` it is what it is now.
fn golden(chapter: &Chapter, file: &str, now: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/chapters").join(chapter.id.replace('-', "_"));
    let path = folder.join("golden").join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(folder.join("golden")).unwrap();
        fs::write(&path, now).unwrap();
    }
    fs::read_to_string(&path).unwrap_or_default()
}

/// A picture as it was is left where it was drawn; one that has changed is written beside it.
fn check_picture(chapter: &Chapter, name: &str, is_golden: bool, svg: &str) {
    let (before, now) = (drawn(chapter, name, "before"), drawn(chapter, name, "now"));
    if is_golden {
        return fs::write(before, svg).unwrap();
    }
    fs::write(&now, svg).unwrap();
    let known = if before.exists() { "" } else { " (run this test on the commit before: it writes it)" };
    panic!(
        "the first picture of {} ({name}) has changed: look at {} and {}{known}, then run with UPDATE_GOLDEN=1",
        chapter.id,
        before.display(),
        now.display(),
    );
}

/// Pictures only of what does not depend on calibrated times, the first instant; times by the digest of each run.
#[test]
fn the_first_pictures_and_the_traces_are_the_golden_ones() {
    each_chapter(|chapter| {
        let show = show::run(&Scenario::default_for(chapter.kind)).unwrap();
        let pictures = pictures(chapter, &show);
        let told = pictures.iter().map(|(name, svg)| format!("{name} {:016x}\n", digest(svg)));
        let traces = show.runs.iter().map(|run| format!("trace {:016x}\n", run.trace.digest()));
        let now: String = told.chain(traces).collect();
        let known = golden(chapter, "digests.txt", &now);
        for ((name, svg), line) in pictures.iter().zip(now.lines()) {
            let is_kept = KEPT.contains(&(chapter.id, name));
            let is_same = !is_kept || golden(chapter, &format!("{name}.svg"), svg) == *svg;
            check_picture(chapter, name, is_same && known.lines().any(|one| one == line), svg);
        }
        let why =
            "its traces have changed: `kitchen train` and `kitchen run --trace` show them; UPDATE_GOLDEN=1 takes them";
        assert!(known == now, "{}: {why}\n{known}now\n{now}", chapter.id);
    });
}

#[test]
fn ten_pictures_are_kept_and_no_more() {
    let chapters = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/chapters");
    let mut found = 0;
    each_file(&chapters, &mut |path| {
        let is_picture = path.extension().is_some_and(|ending| ending == "svg");
        found += u32::from(is_picture);
        assert!(!is_picture || fs::metadata(path).unwrap().len() < 24_000, "{} is too large to review", path.display());
    });
    assert_eq!(found as usize, KEPT.len());
}

fn each_file(folder: &Path, visit: &mut impl FnMut(&Path)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { each_file(&path, visit) } else { visit(&path) }
    }
}
