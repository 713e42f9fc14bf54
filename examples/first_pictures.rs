//! Draws the first frame of every open chapter, in both languages, into a folder: `first_pictures FOLDER`. Prints the ids of
//! the chapters on a line, then the piece of HTML that shows the pictures to readers whose browser runs no scripts.
//! `cargo xtask build` makes a page of it.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use kitchen_core::scenario::{self, Scenario};
use kitchen_core::scene::display::DisplayList;
use kitchen_core::scene::index::Index;
use kitchen_core::scene::palette::Palette;
use kitchen_core::scene::{stage, svg};
use kitchen_core::show::Show;
use kitchen_core::story::playhead::{Speed, Timeline};
use kitchen_core::story::{self, Chapter, Layer};
use kitchen_core::text::{Lang, Line, tr};
use kitchen_core::units::Time;

/// The stage of a laptop.
const SIZE: [f32; 2] = [960.0, 540.0];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("first_pictures FOLDER")?);
    fs::create_dir_all(&folder)?;
    let name = folder.file_name().ok_or("the folder has no name")?.to_string_lossy().into_owned();
    let ids: Vec<&str> = story::chapters().iter().map(|chapter| chapter.id).collect();
    let mut page = format!("{}\n", ids.join(" "));
    for lang in Lang::ALL {
        writeln!(page, "<section lang=\"{}\">", lang.tag())?;
        for chapter in story::chapters() {
            let show = scenario::run(&Scenario::default_for(chapter.kind)).map_err(|line: Line| line.say(Lang::En))?;
            let file = format!("{}-{}.svg", chapter.id, lang.tag());
            write_picture(&folder.join(&file), chapter, &show, lang)?;
            page.push_str(&article(chapter, &show, lang, &format!("{name}/{file}")));
        }
        page.push_str("</section>\n");
    }
    println!("{page}");
    Ok(())
}

fn write_picture(path: &Path, chapter: &Chapter, show: &Show, lang: Lang) -> Result<(), Box<dyn Error>> {
    let script = (chapter.script)(show);
    let index = Index::new(show);
    let timeline = Timeline::new(show, &script, chapter.screen_s);
    let view = stage::View {
        show,
        script: &script,
        index: &index,
        playhead: Time::ZERO,
        per_second: timeline.scale(Speed::default(), Time::ZERO),
        layer: Layer::Kitchen,
        lang,
        size: SIZE,
    };
    let (mut backdrop, mut frame) = (DisplayList::new(), DisplayList::new());
    stage::backdrop(&view, &mut backdrop);
    stage::frame(&view, &mut frame);
    let palette = Palette::named("light").ok_or("no light palette")?;
    fs::write(path, svg::write(&[&backdrop, &frame], &palette, SIZE[0], SIZE[1], tr(lang, chapter.title)))?;
    Ok(())
}

/// A chapter on paper: its title, its picture, and the sentences that teach without a click.
fn article(chapter: &Chapter, show: &Show, lang: Lang, picture: &str) -> String {
    let mut out = String::new();
    let opening: Vec<String> = (chapter.opening)(show).iter().map(|line| escaped(&line.say(lang))).collect();
    let [width, height] = SIZE;
    let _ = writeln!(
        out,
        "<article><h2>{}</h2><p>{}</p><figure><img src=\"{picture}\" width=\"{width}\" height=\"{height}\" alt=\"{}\"><figcaption>",
        escaped(tr(lang, chapter.title)),
        escaped(tr(lang, chapter.hook)),
        opening.first().map_or("", String::as_str)
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
