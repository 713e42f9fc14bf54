//! What the first act of each chapter says, and when it stands on the screen: `cargo run -p kitchen-story --example first_acts -- graph en 1`.

#![allow(clippy::disallowed_macros)] // it prints

use kitchen_story::chapters::chapters;
use kitchen_story::show;
use kitchen_story::story::Layer;
use kitchen_story::story::playhead::Timeline;
use kitchen_text::{Lang, Line};

fn main() {
    let mut args = std::env::args().skip(1);
    let wanted = args.next().unwrap_or("all".into());
    let lang = if args.next().as_deref() == Some("en") { Lang::En } else { Lang::Ja };
    let count: usize = args.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    for chapter in chapters().filter(|chapter| wanted == "all" || chapter.id == wanted) {
        for act in chapter.acts.iter().take(count) {
            let scenario = act.done(chapter.kind);
            let Ok(show) = show::run(&scenario) else { continue };
            let (mut script, mut untold) = (chapter.script(&show), Timeline::untold(&show, chapter.screen_s));
            if let Some(brief) = act.brief {
                (script, untold) = brief.of(&script, &untold);
            }
            let timeline = untold.told(&script, (lang, Layer::Kitchen));
            let at =
                |id: Option<&str>| id.and_then(|id| script.beats.iter().find(|beat| beat.id == id)).map(|beat| beat.at);
            let (from, to) = (at(act.from).unwrap_or_default(), at(act.to).unwrap_or(show.makespan()));
            let begin = timeline.pace().screen_ms(from);
            let ms = |at| (timeline.pace().screen_ms(at) - begin) / 1e3;
            println!(
                "\n== {} {} ({} s): {:.1} s; {}",
                chapter.id,
                act.id,
                chapter.screen_s,
                ms(to),
                Line::new(act.sentence[0]).say(lang)
            );
            for beat in script.beats.iter().filter(|beat| beat.at >= from && beat.at <= to) {
                println!("  {:>5.1} [{}] {}", ms(beat.at), beat.id, beat.line(Layer::Kitchen).say(lang));
            }
        }
    }
}
