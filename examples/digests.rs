//! Prints the digests of every chapter's default run, one chapter a line, and of the usual descent of each recipe: what
//! `tests/web.rs` compares with.

use kitchen_core::descent::Plan;
use kitchen_core::descent::recipe::{Panel, Recipe};
use kitchen_core::text::Lang;
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::show;

fn main() {
    for chapter in chapters::chapters() {
        match show::run(&Scenario::default_for(chapter.kind)) {
            Ok(show) => {
                let digests: String = show.runs.iter().map(|run| format!(" {:016x}", run.trace.digest())).collect();
                println!("{}{digests}", chapter.id);
            }
            Err(line) => eprintln!("{}: {}", chapter.id, line.say(Lang::En)),
        }
    }
    for recipe in Recipe::ALL {
        match Plan::of(recipe, Panel::Different).run() {
            Ok(descent) => println!("{} {:016x}", recipe.id(), descent.digest()),
            Err(error) => eprintln!("{}: {}", recipe.id(), error.line().say(Lang::En)),
        }
    }
}
