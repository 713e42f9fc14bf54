//! `kitchen picture`: one moment of a chapter's stage as SVG.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use kitchen_core::scenario::{self, raw};
use kitchen_core::scene::display::DisplayList;
use kitchen_core::scene::index::Index;
use kitchen_core::scene::palette::Palette;
use kitchen_core::scene::stage::{self, View};
use kitchen_core::scene::svg;
use kitchen_core::story::{self, Layer};
use kitchen_core::text::{Lang, Line, key, tr};
use kitchen_core::units::Time;

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

pub(crate) fn run(args: &Picture, lang: Lang) -> Result<String, Failure> {
    let chapters = || story::chapters().iter().map(|chapter| chapter.id);
    let chapter = story::chapter(&args.chapter).ok_or_else(|| say::unknown("--chapter", &args.chapter, chapters()))?;
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
    for problem in problems {
        eprintln!("--set: {}", problem.say(lang));
    }
    let show = scenario::run(&scenario).map_err(|line| Failure::new("picture", line))?;
    let (script, index) = ((chapter.script)(&show), Index::new(&show));
    let view = View {
        show: &show,
        script: &script,
        index: &index,
        playhead: Time((show.makespan().0 as f64 * args.at) as u64),
        per_second: Time(show.makespan().0 / u64::from(chapter.screen_s.max(1))),
        layer,
        lang,
        size: [width, height],
    };
    let (mut back, mut front) = (DisplayList::new(), DisplayList::new());
    stage::backdrop(&view, &mut back);
    stage::frame(&view, &mut front);
    let svg = svg::write(&[&back, &front], &palette, width, height, tr(lang, chapter.title));
    match &args.out {
        None => Ok(svg),
        Some(path) => fs::write(path, svg).map(|()| String::new()).map_err(|error| {
            Failure::new(path.display().to_string(), Line::new(key::ERR_FILE_WRITE).text("why", error.to_string()))
        }),
    }
}

fn size(text: &str) -> Option<[f32; 2]> {
    let (width, height) = text.split_once('x')?;
    let side = |text: &str| text.parse::<u16>().ok().filter(|side| (100..=8192).contains(side)).map(f32::from);
    Some([side(width)?, side(height)?])
}

fn bad(flag: &str, value: &str, range: &str) -> Failure {
    Failure::new(flag, Line::new(key::ERR_FLAG_RANGE).text("value", raw::quote(value)).text("range", range))
}
