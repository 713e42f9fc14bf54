//! Draws the first frame of every open chapter, in every language, into a folder: `first_pictures FOLDER`; and as `act-…`, in both
//! palettes, what stands on the stage when a chapter, or the first page, has just been opened; as `…-preview-…`, what is shown beside a
//! link to a chapter. Prints the ids of the chapters on a line, then for each language a line with its tag and what a reader whose browser runs no scripts sees in
//! it: the contents, and each chapter with its picture. `cargo xtask build` makes pages of it.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use kitchen_core::units::Time;
use kitchen_story::chapter::Chapter;
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::scene::display::{DisplayList, Style, TextStyle, text_width};
use kitchen_story::scene::palette::{Palette, Token};
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
/// What is shown beside a link: the usual size, the stage's on it, and how much larger than on a screen that is drawn, since a reader sees
/// it as small as a stamp.
const PREVIEW: [f32; 2] = [1200.0, 630.0];
const PREVIEW_STAGE: [f32; 2] = [900.0, 330.0];
const LARGER: f32 = PREVIEW[0] / PREVIEW_STAGE[0];
/// Of its run, where something is under way in every chapter.
const UNDER_WAY: f64 = 0.42;
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
        for lang in Lang::ALL {
            let file = format!("{}-preview-{}.svg", chapter.id, lang.tag());
            fs::write(folder.join(file), preview(chapter, &opens, lang)?)?;
        }
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
    let title = tr(lang, chapter.page.title);
    let [backdrop, frame] = layers(chapter, show, (lang, size, at));
    svg::write(&[&backdrop, &frame], palette, size[0], size[1], title)
}

/// What stands still on the stage, and what moves.
fn layers(chapter: &Chapter, show: &Show, (lang, size, at): (Lang, [f32; 2], Time)) -> [DisplayList; 2] {
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
    [backdrop, frame]
}

/// A chapter in a messenger: its first act under way, its title, and its question.
fn preview(chapter: &Chapter, opens: &Scenario, lang: Lang) -> Result<String, Box<dyn Error>> {
    let show = show::run(opens).map_err(|line: Line| line.say(Lang::En))?;
    let at = Time((show.makespan().0 as f64 * UNDER_WAY) as u64);
    let [backdrop, frame] = layers(chapter, &show, (lang, PREVIEW_STAGE, at));
    let asks = chapter.acts.iter().find(|act| act.asks).map(|act| act.scenario(chapter.kind));
    let question = (chapter.gate)(asks.as_ref().unwrap_or(opens)).question.say(lang);
    let (name, mut words) = (tr(lang, chapter.page.title), DisplayList::new());
    let foot = PREVIEW_STAGE[1] * LARGER;
    words.rect(0.0, foot, PREVIEW[0], PREVIEW[1] - foot, 0.0, Style::fill(Token::Card));
    words.rect(0.0, foot, PREVIEW[0], 4.0, 0.0, Style::fill(Token::Ink));
    let title = TextStyle::new(44.0, Token::Accent).bold().within(PREVIEW[0] - 96.0);
    words.write(title, 48.0, foot + 62.0, format_args!("{name}"));
    let (size, lines) = fitted(&question, PREVIEW[0] - 96.0);
    for (line, text) in lines.iter().enumerate() {
        let y = foot + 70.0 + size * 1.3 * (line + 1) as f32;
        words.write(TextStyle::new(size, Token::Text).bold(), 48.0, y, format_args!("{text}"));
    }
    let [width, height] = PREVIEW_STAGE;
    let stage = svg::write(&[&backdrop, &frame], &Palette::LIGHT, width, height, name);
    let inside = stage.split_once("</title>\n").and_then(|(_, rest)| rest.rsplit_once("</svg>"));
    let (stage, _) = inside.ok_or("a drawing without a title")?;
    let whole = svg::write(&[&words], &Palette::LIGHT, PREVIEW[0], PREVIEW[1], name);
    Ok(whole.replacen("</title>\n", &format!("</title>\n<g transform=\"scale({LARGER})\">\n{stage}</g>\n"), 1))
}

/// A text on two lines at most, about as long as each other: as large as that can be, and where it breaks.
fn fitted(text: &str, room: f32) -> (f32, Vec<String>) {
    let is_short = |size: f32, room: f32| broken(text, size, room).len() <= 2;
    let size = [36.0, 33.0, 30.0, 27.0, 24.0].into_iter().find(|size| is_short(*size, room)).unwrap_or(21.0);
    let narrow = (10..=20).map(|part| room * part as f32 / 20.0).find(|room| is_short(size, *room));
    (size, broken(text, size, narrow.unwrap_or(room)))
}

/// A text in lines: broken between words, in Japanese where a phrase is likely to end.
fn broken(text: &str, size: f32, room: f32) -> Vec<String> {
    let (mut lines, mut line, mut piece) = (Vec::new(), String::new(), String::new());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        piece.push(letter);
        if letters.peek().is_some_and(|next| !may_break(letter, *next)) {
            continue;
        }
        if !line.is_empty() && text_width(&format!("{line}{}", piece.trim_end()), size, true) > room {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        line.push_str(&std::mem::take(&mut piece));
    }
    lines.push(line);
    lines
}

/// After a space, after what closes, and after hiragana before anything else that begins a word.
fn may_break(letter: char, next: char) -> bool {
    let is_hiragana = |letter: char| ('ぁ'..='ん').contains(&letter);
    let opens = next.is_alphanumeric() || matches!(next, '「' | '（');
    letter == ' ' || (is_hiragana(letter) || "、。」）".contains(letter)) && opens && !is_hiragana(next)
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
    let leaf = |(page, name)| format!("<li><a href=\"{page}-{}.html\">{}</a></li>", lang.whole().tag(), say(name));
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
