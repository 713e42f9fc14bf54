//! Draws the first frame of every open chapter, in both languages, into a folder: `first_pictures FOLDER`. Prints the ids of
//! the chapters on a line, then for each language a line with its tag and what a reader whose browser runs no scripts sees in
//! it: the contents, and each chapter with its picture. `cargo xtask build` makes pages of it.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use kitchen_core::text::{Lang, Line, key, tr};
use kitchen_core::units::Time;
use kitchen_story::chapter::Chapter;
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::scene::display::DisplayList;
use kitchen_story::scene::palette::Palette;
use kitchen_story::scene::{stage, svg};
use kitchen_story::show::{self, Show};
use kitchen_story::story::Layer;
use kitchen_story::story::playhead::{Speed, Timeline};

/// The stage of a laptop, and that of a phone, where the same drawing in small could not be read.
const SIZES: [(&str, [f32; 2]); 2] = [("", [960.0, 540.0]), ("-tall", [390.0, 500.0])];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("first_pictures FOLDER")?);
    fs::create_dir_all(&folder)?;
    let name = folder.file_name().ok_or("the folder has no name")?.to_string_lossy().into_owned();
    let ids: Vec<&str> = chapters::chapters().map(|chapter| chapter.id).collect();
    let mut page = format!("{}\n", ids.join(" "));
    for lang in Lang::ALL {
        writeln!(page, "{}", lang.tag())?;
        page.push_str(&contents(lang));
        for chapter in chapters::chapters() {
            let show = show::run(&Scenario::default_for(chapter.kind)).map_err(|line: Line| line.say(Lang::En))?;
            for (form, size) in SIZES {
                let file = format!("{}-{}{form}.svg", chapter.id, lang.tag());
                write_picture(&folder.join(&file), chapter, &show, lang, size)?;
            }
            page.push_str(&article(chapter, &show, lang, &format!("{name}/{}-{}", chapter.id, lang.tag())));
        }
    }
    print!("{page}");
    Ok(())
}

fn write_picture(
    path: &Path,
    chapter: &Chapter,
    show: &Show,
    lang: Lang,
    size: [f32; 2],
) -> Result<(), Box<dyn Error>> {
    let script = (chapter.script)(show);
    let index = chapters::of(&show.scenario).index(show);
    let timeline = Timeline::new(show, &script, (lang, Layer::Kitchen), chapter.screen_s);
    let view = stage::View {
        show,
        script: &script,
        index: &index,
        playhead: Time::ZERO,
        per_second: timeline.scale(Speed::default(), Time::ZERO),
        mark: timeline.mark(Time::ZERO),
        layer: Layer::Kitchen,
        lang,
        size,
    };
    let (mut backdrop, mut frame) = (DisplayList::new(), DisplayList::new());
    chapters::of(&view.show.scenario).draw_backdrop(&view, &mut backdrop);
    chapters::of(&view.show.scenario).draw_frame(&view, &mut frame);
    let palette = Palette::named("light").ok_or("no light palette")?;
    fs::write(path, svg::write(&[&backdrop, &frame], &palette, size[0], size[1], tr(lang, chapter.title)))?;
    Ok(())
}

/// What the page is, and the way to each chapter on it.
fn contents(lang: Lang) -> String {
    let say = |key| escaped(tr(lang, key));
    let mut out = format!("<h1>{}</h1>\n<p>{}</p>\n", say(key::HOME_TITLE), say(key::HOME_LEAD));
    let _ = writeln!(out, "<nav aria-label=\"{}\"><ol class=\"sections\">", say(key::HOME_CONTENTS_TITLE));
    for chapter in chapters::chapters() {
        let _ = writeln!(out, "<li><a href=\"#{}\">{}</a></li>", chapter.id, say(chapter.name));
    }
    let leaves = [("glossary", key::SHELL_GLOSSARY), ("how", key::SHELL_HOW_PAGE)];
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
        escaped(tr(lang, chapter.title)),
        escaped(tr(lang, chapter.hook)),
        opening.join(" "),
        opening.first().map_or("", String::as_str),
    );
    for sentence in opening.iter().skip(1) {
        let _ = writeln!(out, "<p>{sentence}</p>");
    }
    out.push_str("</figcaption></figure>");
    for paragraph in chapter.paragraphs {
        let _ = writeln!(out, "<p>{}</p>", escaped(tr(lang, *paragraph)));
    }
    out.push_str("</article>\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
