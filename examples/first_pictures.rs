//! Draws the first frame of every open chapter, in both languages, into a folder: `first_pictures FOLDER`; and as `act-…`, in both
//! palettes, what stands on the stage when a chapter, or the first page, has just been opened. Prints the ids of the chapters on a line, then for each language a line with its tag and what a reader whose browser runs no scripts sees in
//! it: the contents, and each chapter with its picture. `cargo xtask build` makes pages of it.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use kitchen_core::units::Time;
use kitchen_story::chapter::Chapter;
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::scene::display::DisplayList;
use kitchen_story::scene::palette::Palette;
use kitchen_story::scene::{map, stage, svg};
use kitchen_story::show::{self, Show};
use kitchen_story::story::Layer;
use kitchen_story::story::playhead::{Speed, Timeline};
use kitchen_text::{Lang, Line, key, tr};

/// A chapter's picture in the book, and each of the first minute's on paper.
const SMALL: [f32; 2] = [342.0, 240.0];
const FIRST: [f32; 2] = [640.0, 400.0];
/// The stage of a laptop, and that of a phone, where the same drawing in small could not be read.
const SIZES: [(&str, [f32; 2]); 2] = [("", [960.0, 540.0]), ("-tall", [390.0, 500.0])];
/// The stages on which a chapter opens, inside their edges: of a laptop, and of a phone upright. `assets/start.js` chooses.
const STAGES: [(&str, [f32; 2]); 2] = [("", [1252.0, 634.0]), ("-tall", [370.0, 568.0])];
const HOME_STAGES: [(&str, [f32; 2]); 2] = [("", [1152.0, 516.0]), ("-tall", [362.0, 417.0])];
const PALETTES: [(&str, Palette); 2] = [("", Palette::LIGHT), ("-dark", Palette::DARK)];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("first_pictures FOLDER")?);
    fs::create_dir_all(&folder)?;
    let name = folder.file_name().ok_or("the folder has no name")?.to_string_lossy().into_owned();
    let ids: Vec<&str> = chapters::chapters().map(|chapter| chapter.id).collect();
    let mut page = format!("{}\n", ids.join(" "));
    for lang in Lang::ALL {
        writeln!(page, "{}", lang.tag())?;
        page.push_str(&contents(lang));
        page.push_str(&first_minute(&folder, &name, lang)?);
        for chapter in chapters::chapters() {
            let show = show::run(&Scenario::default_for(chapter.kind)).map_err(|line: Line| line.say(Lang::En))?;
            for (form, size) in SIZES {
                let file = format!("{}-{}{form}.svg", chapter.id, lang.tag());
                write_picture(&folder.join(&file), chapter, &show, (lang, size, Time::ZERO))?;
            }
            let file = format!("{}-small-{}.svg", chapter.id, lang.tag());
            write_picture(&folder.join(&file), chapter, &show, (lang, SMALL, telling(chapter, &show)))?;
            page.push_str(&article(chapter, &show, lang, &format!("{name}/{}-{}", chapter.id, lang.tag())));
        }
    }
    for chapter in chapters::chapters() {
        let opens =
            chapter.acts.first().map_or_else(|| Scenario::default_for(chapter.kind), |act| act.scenario(chapter.kind));
        opening(&folder, chapter, &opens, STAGES)?;
    }
    let first = &chapters::prologue::CHAPTER;
    opening(&folder, first, &Scenario::default_for(first.kind), HOME_STAGES)?;
    for place in 0..map::COUNT {
        let mut list = DisplayList::new();
        map::draw(place, &mut list);
        let svg = svg::write(&[&list], &Palette::LIGHT, map::SIZE[0], map::SIZE[1], "");
        fs::write(folder.join(format!("map-{place}.svg")), svg)?;
    }
    print!("{page}");
    Ok(())
}

/// What stands on the stage when the page has just been opened: until the program has come, this is there.
fn opening(
    folder: &Path,
    chapter: &Chapter,
    scenario: &Scenario,
    sizes: [(&str, [f32; 2]); 2],
) -> Result<(), Box<dyn Error>> {
    let show = show::run(scenario).map_err(|line: Line| line.say(Lang::En))?;
    for (lang, (form, size)) in Lang::ALL.iter().flat_map(|lang| sizes.map(|size| (*lang, size))) {
        for (skin, palette) in PALETTES {
            let file = format!("act-{}-{}{form}{skin}.svg", chapter.id, lang.tag());
            fs::write(folder.join(file), picture(chapter, &show, (lang, size, Time::ZERO), &palette))?;
        }
    }
    Ok(())
}

fn write_picture(
    path: &Path,
    chapter: &Chapter,
    show: &Show,
    about: (Lang, [f32; 2], Time),
) -> Result<(), Box<dyn Error>> {
    Ok(fs::write(path, picture(chapter, show, about, &Palette::LIGHT))?)
}

fn picture(chapter: &Chapter, show: &Show, (lang, size, at): (Lang, [f32; 2], Time), palette: &Palette) -> String {
    let script = chapter.script(show);
    let index = chapters::of(&show.scenario).index(show);
    let timeline = Timeline::new(show, &script, (lang, Layer::Kitchen), chapter.screen_s);
    let view = stage::View {
        show,
        script: &script,
        index: &index,
        playhead: at,
        per_second: timeline.scale(Speed::default(), at),
        mark: timeline.mark(at),
        layer: Layer::Kitchen,
        lang,
        size,
    };
    let (mut backdrop, mut frame) = (DisplayList::new(), DisplayList::new());
    view.draw_backdrop(&mut backdrop);
    view.draw_frame(&mut frame);
    svg::write(&[&backdrop, &frame], palette, size[0], size[1], tr(lang, chapter.page.title))
}

/// The moment of a chapter's small picture: that of its question, which nothing before it answers.
fn telling(chapter: &Chapter, show: &Show) -> Time {
    let (script, gate) = (chapter.script(show), (chapter.gate)(&show.scenario));
    script.beats.iter().find(|beat| beat.id == gate.at).map_or(Time::ZERO, |beat| beat.at)
}

/// The first minute on paper: the end of each of its acts, and what is said there.
fn first_minute(folder: &Path, name: &str, lang: Lang) -> Result<String, Box<dyn Error>> {
    let chapter = &chapters::prologue::CHAPTER;
    let show = show::run(&Scenario::default_for(chapter.kind)).map_err(|line: Line| line.say(Lang::En))?;
    let mut out = format!("<article id=\"{}\"><h2>{}</h2>", chapter.id, escaped(tr(lang, chapter.page.title)));
    for (act, beat) in chapter.script(&show).beats.iter().enumerate().skip(1) {
        let file = format!("first-{act}-{}.svg", lang.tag());
        let [width, height] = FIRST;
        write_picture(&folder.join(&file), chapter, &show, (lang, FIRST, beat.at))?;
        let said = escaped(&beat.line(Layer::Kitchen).say(lang));
        write!(
            out,
            "<figure><img src=\"{name}/{file}\" width=\"{width}\" height=\"{height}\" alt=\"\"><figcaption>{said}</figcaption></figure>"
        )?;
    }
    out.push_str("</article>\n");
    Ok(out)
}

/// What the page is, and the way to each chapter on it.
fn contents(lang: Lang) -> String {
    let say = |key| escaped(tr(lang, key));
    let mut out = format!("<h1>{}</h1>\n<p>{}</p>\n", say(key::HOME_TITLE), say(key::HOME_LEAD));
    let _ = writeln!(out, "<nav aria-label=\"{}\"><ol class=\"sections\">", say(key::HOME_CONTENTS_TITLE));
    for chapter in chapters::chapters() {
        let _ = writeln!(out, "<li><a href=\"#{}\">{}</a></li>", chapter.id, say(chapter.page.name));
    }
    let leaves = [
        ("glossary", key::SHELL_GLOSSARY),
        ("faq", key::SHELL_FAQ),
        ("teachers", key::SHELL_TEACHERS),
        ("how", key::SHELL_HOW_PAGE),
    ];
    let leaf = |(page, name)| format!("<li><a href=\"{page}-{}.html\">{}</a></li>", lang.tag(), say(name));
    let (name, leaves) = (say(key::SHELL_LEAVES), leaves.map(leaf).concat());
    let _ = writeln!(out, "</ol></nav>\n<nav aria-label=\"{name}\"><ul class=\"leaves\">{leaves}</ul></nav>");
    out
}

/// A chapter on paper: its title, its picture, and the sentences that teach without a click.
fn article(chapter: &Chapter, show: &Show, lang: Lang, picture: &str) -> String {
    let mut out = String::new();
    let opening: Vec<String> = (chapter.opening)(show).iter().map(|line| escaped(&line.say(lang))).collect();
    let [(_, [width, height]), (tall, [tall_width, tall_height])] = SIZES;
    let _ = writeln!(
        out,
        "<article id=\"{}\"><h2>{}</h2><p>{}</p><figure><picture>\
         <source media=\"(max-width: 599px)\" srcset=\"{picture}{tall}.svg\" width=\"{tall_width}\" height=\"{tall_height}\">\
         <img src=\"{picture}.svg\" width=\"{width}\" height=\"{height}\" alt=\"{}\"></picture><figcaption>{}",
        chapter.id,
        escaped(tr(lang, chapter.page.title)),
        escaped(tr(lang, chapter.page.hook)),
        opening.join(" "),
        opening.first().map_or("", String::as_str),
    );
    for sentence in opening.iter().skip(1) {
        let _ = writeln!(out, "<p>{sentence}</p>");
    }
    out.push_str("</figcaption></figure>");
    for paragraph in chapter.page.paragraphs {
        let _ = writeln!(out, "<p>{}</p>", escaped(tr(lang, *paragraph)));
    }
    out.push_str("</article>\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
