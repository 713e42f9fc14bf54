//! Prints the digests of every chapter's default run, one chapter a line: what `tests/web.rs` compares with.

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
}
