//! Prints a chapter as a reader meets it: `cargo run -p kitchen-core --example script -- pipeline stages=8 schedule=gpipe`.
//! Without arguments, all open chapters with their defaults.

use kitchen_core::scenario::{self, Scenario};
use kitchen_core::story::{self, Chapter};
use kitchen_core::text::{Lang, Line, format, tr};

fn main() {
    let mut args = std::env::args().skip(1);
    let wanted = args.next();
    let settings: Vec<String> = args.collect();
    for chapter in story::chapters() {
        if wanted.as_deref().is_none_or(|id| id == chapter.id) {
            let mut scenario = Scenario::default_for(chapter.kind);
            for setting in &settings {
                let Some((id, value)) = setting.split_once('=') else { continue };
                scenario = match value.parse() {
                    Ok(number) if scenario.get_choice(id).is_empty() => scenario.with(id, number),
                    _ => scenario.with_choice(id, value),
                };
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
    println!("\n===== {} {} =====", chapter.number, chapter.id);
    for lang in Lang::ALL {
        println!("{}\n{}\n{}", tr(lang, chapter.name), tr(lang, chapter.title), tr(lang, chapter.hook));
    }
    let show = match scenario::run(scenario) {
        Ok(show) => show,
        Err(line) => return both("cannot run:", &line),
    };
    for line in (chapter.opening)(&show) {
        both("  opening:", &line);
    }
    for beat in (chapter.script)(&show).beats {
        println!("  {} [{}]", format::time(beat.at), beat.id);
        both("     ", &beat.caption);
        both("      xray:", &beat.xray);
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
    for (index, option) in gate.options.iter().enumerate() {
        both(&format!("    {index}"), option);
    }
    match (chapter.verdict)(scenario) {
        Ok(verdict) => {
            println!(
                "  right: {:?}",
                (0..gate.options.len()).filter(|&option| verdict.right.holds(option)).collect::<Vec<_>>()
            );
            both("  !", &verdict.reveal);
        }
        Err(line) => both("  no verdict:", &line),
    }
}
