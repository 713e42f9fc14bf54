//! What each act costs between a hand's move and the next run on the stage, and where: `cargo run --release -p kitchen-story --example
//! act_times -- transport`. Without a chapter, all. Milliseconds, the quickest of three; settings after the chapter replace the act's own.

#![allow(clippy::disallowed_macros, clippy::disallowed_types)] // it prints, and looks at the clock

use std::time::Instant;

use kitchen_core::wire;
use kitchen_story::chapter::Chapter;
use kitchen_story::chapters::chapters;
use kitchen_story::scenario::{Draft, Scenario, raw};
use kitchen_story::show::Show;
use kitchen_story::staged::Staged;

const TRIES: usize = 3;

fn main() {
    let mut args = std::env::args().skip(1);
    let wanted = args.next();
    let settings: Vec<String> = args.collect();
    println!("{:<24}{:>9}{:>10}{:>9}{:>9}{:>10}{:>14}", "", "plan", "simulate", "pack", "tell", "bytes", "makespan_us");
    for chapter in chapters().filter(|chapter| wanted.as_deref().is_none_or(|id| id == chapter.id)) {
        for act in chapter.acts {
            let own = act.settings.iter().chain(act.does).copied();
            let given = settings.iter().filter_map(|setting| setting.split_once('='));
            let scenario = raw::parse(chapter.kind, given.chain(own)).0;
            print(chapter, act.id, &scenario);
        }
    }
}

/// Milliseconds since.
fn ms(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1e3
}

fn print(chapter: &Chapter, act: &str, scenario: &Scenario) {
    let mut best = [f64::INFINITY; 4];
    let (mut bytes, mut makespan) = (0, 0.0);
    for _ in 0..TRIES {
        let begun = Instant::now();
        let Ok(drafts) = (scenario.kind.prepare)(scenario) else { return println!("{act}: cannot be planned") };
        let planned = ms(begun);
        let begun = Instant::now();
        let Ok(runs) = drafts.into_iter().map(Draft::simulate).collect() else { return println!("{act}: cannot run") };
        let simulated = ms(begun);
        let show = Show { scenario: scenario.clone(), runs };
        makespan = show.makespan().as_us();
        let begun = Instant::now();
        bytes = show.runs.iter().map(|run| wire::pack(&run.trace).len() + wire::pack(&run.packets).len()).sum();
        let packed = ms(begun);
        let begun = Instant::now();
        drop(Staged::new(chapter, show));
        for (best, now) in best.iter_mut().zip([planned, simulated, packed, ms(begun)]) {
            *best = best.min(now);
        }
    }
    let [planned, simulated, packed, told] = best;
    let name = format!("{} {act}", chapter.id);
    println!("{name:<24}{planned:>9.1}{simulated:>10.1}{packed:>9.1}{told:>9.1}{bytes:>10}{makespan:>14.1}");
}
