//! Prints a chapter as a reader meets it: `cargo run -p kitchen-story --example script -- pipeline stages=8 schedule=gpipe`.
//! Without arguments, all open chapters with their defaults.

#![allow(clippy::disallowed_macros)] // it prints

use kitchen_story::chapter::Chapter;
use kitchen_story::chapters::{chapters, number};
use kitchen_story::scenario::{Scenario, raw};
use kitchen_story::show;
use kitchen_story::story::pace::Mark;
use kitchen_story::story::playhead::Timeline;
use kitchen_story::story::{Ask, Layer};
use kitchen_text::{Lang, Line, format, tr};

fn main() {
    let mut args = std::env::args().skip(1);
    let wanted = args.next();
    let settings: Vec<String> = args.collect();
    for chapter in chapters() {
        if wanted.as_deref().is_none_or(|id| id == chapter.id) {
            let pairs = settings.iter().filter_map(|setting| setting.split_once('='));
            let (scenario, problems) = raw::parse(chapter.kind, pairs);
            for line in &problems {
                both("problem:", line);
            }
            print(chapter, &scenario);
        }
    }
}

fn both(prefix: &str, line: &Line) {
    for lang in Lang::ALL {
        println!("{prefix} {}", line.say(lang));
    }
}

fn print(chapter: &Chapter, scenario: &Scenario) {
    println!("\n===== {} {} =====", number(chapter.id), chapter.id);
    for lang in Lang::ALL {
        println!("{}\n{}\n{}", tr(lang, chapter.page.name), tr(lang, chapter.page.title), tr(lang, chapter.page.hook));
    }
    let show = match show::run(scenario) {
        Ok(show) => show,
        Err(line) => return both("cannot run:", &line),
    };
    for line in (chapter.opening)(&show) {
        both("  opening:", &line);
    }
    let script = chapter.script(&show);
    let timeline = Timeline::new(&show, &script, (Lang::Ja, Layer::Kitchen), chapter.screen_s);
    for beat in &script.beats {
        let on_screen = timeline.pace().screen_ms(beat.at) / 1e3;
        println!("  {} [{}] {on_screen:.1} s", format::time(beat.at), beat.id);
        for (prefix, layer) in [("     ", Layer::Kitchen), ("      xray:", Layer::XRay)] {
            both(prefix, &beat.line(layer));
            for (from, line) in beat.said(layer).lines().skip(1) {
                both(&format!("{prefix} from {}", format::time(from)), &line);
            }
        }
    }
    for piece in timeline.pace().pieces().iter().filter(|piece| piece.mark == Mark::Compressed) {
        println!(
            "  cut short: {} to {} in {:.1} s",
            format::time(piece.start),
            format::time(piece.end),
            piece.ms / 1e3
        );
    }
    for figure in (chapter.readout)(&show).figures {
        for lang in Lang::ALL {
            let [name, value, formula, filled, source] =
                [&figure.name, &figure.value, &figure.formula, &figure.filled, &figure.source]
                    .map(|line| line.say(lang));
            println!("  * {name}: {value}\n      {formula}\n      {filled}\n      {source}");
        }
    }
    let gate = (chapter.gate)(scenario);
    both("  ?", &gate.question);
    match &gate.ask {
        Ask::Kinds(options) => options.iter().for_each(|option| both("    -", option)),
        Ask::Number(dial) => println!("    {} to {} {:?}", dial.min, dial.max, dial.unit),
    }
    match (chapter.verdict)(scenario) {
        Ok(verdict) => {
            println!("  right: {:?}", verdict.right);
            both("  !", &verdict.reveal);
            for case in &verdict.cases {
                both(&format!("    {}", format::time(case.end)), &case.name);
            }
        }
        Err(line) => both("  no verdict:", &line),
    }
}
