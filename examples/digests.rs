//! Prints the digests of every chapter's default run, one chapter a line, and of the usual descent of each recipe, and of packet runs: what
//! `tests/web.rs` compares with.

use kitchen_core::descent::Plan;
use kitchen_core::descent::model::{Dataset, Model};
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::sentences::Sentence as _;
use kitchen_story::show;
use kitchen_text::Lang;

#[path = "../tests/witness/mod.rs"]
mod witness;

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
    for recipe in Model::ALL {
        match Plan::of(recipe, Dataset::Different).run() {
            Ok(descent) => println!("{} {:016x}", recipe.id(), descent.digest()),
            Err(error) => eprintln!("{}: {}", recipe.id(), error.line().say(Lang::En)),
        }
    }
    match witness::lines() {
        Ok(lines) => lines.iter().for_each(|line| println!("{line}")),
        Err(error) => eprintln!("packets: {}", error.line().say(Lang::En)),
    }
}
