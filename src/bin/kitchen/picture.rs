//! `kitchen picture`: one moment of a chapter's stage as SVG.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use kitchen_core::units::Time;
use kitchen_story::chapters;
use kitchen_story::scenario::raw;
use kitchen_story::scene::display::DisplayList;
use kitchen_story::scene::palette::Palette;
use kitchen_story::scene::stage::View;
use kitchen_story::scene::svg;
use kitchen_story::show;
use kitchen_story::story::Layer;
use kitchen_story::story::playhead::{Speed, Timeline};
use kitchen_text::{Lang, Line, msg, tr};

use crate::out::Done;
use crate::say::{self, Failure};

#[derive(Args, Debug)]
pub(crate) struct Picture {
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

pub(crate) fn run(args: &Picture, lang: Lang) -> Result<Done, Failure> {
    let chapters = || chapters::chapters().map(|chapter| chapter.id);
    let chapter = chapters::named(&args.chapter).ok_or_else(|| say::unknown("--chapter", &args.chapter, chapters()))?;
    let layer = match args.layer.as_str() {
        "kitchen" => Layer::Kitchen,
        "xray" => Layer::XRay,
        other => return Err(say::unknown("--layer", other, ["kitchen", "xray"].into_iter())),
    };
    let themes = || Palette::ALL.iter().map(|palette| palette.name);
    let palette = Palette::named(&args.theme).ok_or_else(|| say::unknown("--theme", &args.theme, themes()))?;
    let [width, height] = size(&args.size).ok_or_else(|| bad("--size", &args.size, "WxH, 100 .. 8192"))?;
    if !(0.0..=1.0).contains(&args.at) {
        return Err(bad("--at", &args.at.to_string(), "0 .. 1"));
    }
    let pairs = args.changes.iter().map(|change| change.split_once('=').unwrap_or((change, "")));
    let (scenario, problems) = raw::parse(chapter.kind, pairs);
    let notes: Vec<String> = problems.into_iter().map(|problem| Failure::new("--set", problem).say(lang)).collect();
    let show = show::run(&scenario).map_err(|line| Failure::new("--set", line))?;
    let (script, index) = (chapter.script(&show), chapters::of(&show.scenario).index(&show));
    let timeline = Timeline::new(&show, &script, (lang, layer), chapter.screen_s);
    let playhead = Time((show.makespan().0 as f64 * args.at) as u64);
    let view = View {
        show: &show,
        script: &script,
        index: &index,
        playhead,
        per_second: timeline.scale(Speed::NORMAL, playhead),
        mark: timeline.mark(playhead),
        layer,
        lang,
        size: [width, height],
    };
    let (mut back, mut front) = (DisplayList::new(), DisplayList::new());
    view.draw_backdrop(&mut back);
    view.draw_frame(&mut front);
    let svg = svg::write(&[&back, &front], &palette, width, height, tr(lang, chapter.page.title));
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
