//! `kitchen picture`: one moment of a chapter's stage as SVG.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use kitchen_core::units::Time;
use kitchen_story::chapter::Chapter;
use kitchen_story::scenario::link::{self, Theme};
use kitchen_story::scenario::{Scenario, raw};
use kitchen_story::scene::palette::Palette;
use kitchen_story::scene::stage::View;
use kitchen_story::story::Layer;
use kitchen_story::story::playhead::{Speed, Timeline};
use kitchen_story::{chapters, show, taken};
use kitchen_text::{Lang, Line, msg, tr};

use crate::out::Done;
use crate::say::{self, Failure};

#[derive(Args, Debug)]
pub(crate) struct Picture {
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["chapter", "at", "layer", "changes"])]
    link: Option<String>,
    #[arg(long, default_value = "pipeline")]
    chapter: String,
    #[arg(long, default_value_t = 0.5)]
    at: f64,
    #[arg(long, default_value = "kitchen")]
    layer: String,
    #[arg(long, default_value = "light")]
    theme: String,
    #[arg(long, value_name = "WxH", default_value = "1280x800")]
    size: String,
    #[arg(long = "set", value_name = "NAME=VALUE")]
    changes: Vec<String>,
    #[arg(short, long, value_name = "OUT.svg")]
    out: Option<PathBuf>,
}

/// Which moment of what, and how it is looked at.
struct Moment {
    chapter: &'static Chapter,
    scenario: Scenario,
    at: At,
    layer: Layer,
    lang: Lang,
    theme: String,
    /// What was wrong with the settings.
    problems: Vec<Line>,
}

/// Where in the run.
enum At {
    Share(f64),
    Time(Time),
}

fn known() -> impl Iterator<Item = &'static str> {
    chapters::chapters().map(|chapter| chapter.id)
}

/// By the flags.
fn flagged(args: &Picture, lang: Lang) -> Result<Moment, Failure> {
    let chapter = chapters::named(&args.chapter).ok_or_else(|| say::unknown("--chapter", &args.chapter, known()))?;
    let layer = match args.layer.as_str() {
        "kitchen" => Layer::Kitchen,
        "xray" => Layer::XRay,
        other => return Err(say::unknown("--layer", other, ["kitchen", "xray"].into_iter())),
    };
    if !(0.0..=1.0).contains(&args.at) {
        return Err(bad("--at", &args.at.to_string(), "0 .. 1"));
    }
    let pairs = args.changes.iter().map(|change| change.split_once('=').unwrap_or((change, "")));
    let (scenario, problems) = raw::parse(chapter.kind, pairs);
    Ok(Moment { chapter, scenario, at: At::Share(args.at), layer, lang, theme: args.theme.clone(), problems })
}

/// As a link of the page has it: what `Share` gives there.
fn linked(link: &str, args: &Picture, lang: Lang) -> Result<Moment, Failure> {
    let (page, hash) = link.split_once('#').unwrap_or((link, ""));
    let (page, query) = page.split_once('?').unwrap_or((page, ""));
    // A link that is passed on names the chapter and the language in its file: `pipeline-en.html`.
    let sign = page.rsplit('/').next().and_then(|file| file.strip_suffix(".html")?.rsplit_once('-'));
    let query = match sign.filter(|_| !query.contains("scene=")) {
        Some((chapter, tag)) => format!("scene={chapter}&lang={tag}&{query}"),
        None => query.to_owned(),
    };
    let (mut address, problems) = chapters::parse(&query, hash);
    let scene = address.look.scene.as_deref().unwrap_or_default();
    let chapter = chapters::chapter(scene).ok_or_else(|| say::unknown("--link", scene, known()))?;
    // A link to an act alone leaves the settings to the act.
    let act = chapter.acts.iter().find(|act| address.act.as_deref() == Some(act.id) && !link::sets(hash));
    address.scenario = act.map_or(address.scenario, |act| act.scenario(chapter.kind));
    let theme = match address.look.theme {
        Theme::Auto => args.theme.clone(),
        theme => link::name_of(&link::THEMES, theme).to_owned(),
    };
    let (layer, lang) = (address.look.layer, address.look.lang.unwrap_or(lang));
    Ok(Moment { chapter, scenario: address.scenario, at: At::Time(address.t), layer, lang, theme, problems })
}

pub(crate) fn run(args: &Picture, lang: Lang) -> Result<Done, Failure> {
    let asked = match &args.link {
        Some(link) => linked(link, args, lang)?,
        None => flagged(args, lang)?,
    };
    let Moment { chapter, scenario, at, layer, lang: said, theme, problems } = asked;
    let themes = || Palette::ALL.iter().map(|palette| palette.name);
    let palette = Palette::named(&theme).ok_or_else(|| say::unknown("--theme", &theme, themes()))?;
    let [width, height] = size(&args.size).ok_or_else(|| bad("--size", &args.size, "WxH, 100 .. 8192"))?;
    let flag = if args.link.is_some() { "--link" } else { "--set" };
    let notes: Vec<String> = problems.into_iter().map(|problem| Failure::new(flag, problem).say(lang)).collect();
    let show = show::run(&scenario).map_err(|line| Failure::new(flag, line))?;
    let (script, index) = (chapter.script(&show), chapters::of(&show.scenario).index(&show));
    let timeline = Timeline::new(&show, &script, (said, layer), chapter.screen_s);
    let playhead = match at {
        At::Share(share) => Time((show.makespan().0 as f64 * share) as u64),
        At::Time(time) => time.min(timeline.end),
    };
    let view = View {
        show: &show,
        script: &script,
        index: &index,
        playhead,
        per_second: timeline.scale(Speed::NORMAL, playhead),
        mark: timeline.mark(playhead),
        layer,
        lang: said,
        size: [width, height],
    };
    let svg = taken::picture(&view, &palette, tr(said, chapter.page.title));
    let Some(path) = &args.out else { return Ok(Done { text: svg, notes, status: 0 }) };
    fs::write(path, svg).map_err(|error| {
        Failure::new(path.display().to_string(), Line::from(msg::ErrFileWrite { why: error.to_string().into() }))
    })?;
    Ok(Done { notes, ..Done::default() })
}

fn size(text: &str) -> Option<[f32; 2]> {
    let (width, height) = text.split_once('x')?;
    let side = |text: &str| text.parse::<u16>().ok().filter(|side| (100..=8192).contains(side)).map(f32::from);
    Some([side(width)?, side(height)?])
}

fn bad(flag: &str, value: &str, range: &str) -> Failure {
    say::out_of_range(flag, raw::quote(value), range)
}
