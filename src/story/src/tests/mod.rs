//! What holds for every chapter, whoever tells it.

mod acts;
mod contrast;
mod counts;
mod golden;
pub(crate) mod instant;
mod links;
mod params;
mod pictures;
mod raw;
mod runs;
mod slips;
pub(crate) mod telling;
mod walk;

use crate::chapter::Chapter;
use crate::chapters::all;
use crate::chapters::{collectives, data, generations, links as race, pipeline, tensor};
use crate::scenario::{Kind, Range, Scenario};

const PIPELINE: Kind = pipeline::KIND;
const TENSOR: Kind = tensor::KIND;
const DATA: Kind = data::KIND;
const RACE: Kind = race::KIND;
const COLLECTIVES: Kind = collectives::KIND;
const GENERATIONS: Kind = generations::KIND;

/// The default of a chapter and the first of its other settings.
fn tried(chapter: &Chapter, count: usize) -> Vec<Scenario> {
    let set = |settings: &&[(&'static str, &'static str)]| {
        let (scenario, problems) = crate::scenario::raw::parse(chapter.kind, settings.iter().copied());
        assert!(problems.is_empty(), "{}: {settings:?}", chapter.id);
        scenario
    };
    [Scenario::default_for(chapter.kind)].into_iter().chain(chapter.tried.iter().take(count).map(set)).collect()
}

/// Checks every chapter and the first minute, side by side.
fn each_chapter(check: impl Fn(&'static Chapter) + Sync) {
    std::thread::scope(|scope| {
        let check = &check;
        let threads: Vec<_> = all().map(|chapter| (chapter.id, scope.spawn(move || check(chapter)))).collect();
        let faults: Vec<&str> =
            threads.into_iter().filter_map(|(id, thread)| thread.join().err().map(|_| id)).collect();
        assert!(faults.is_empty(), "see above: {faults:?}");
    });
}

/// The value of a parameter as it is written.
fn choice(scenario: &Scenario, id: &str) -> &'static str {
    match scenario.entries().find(|(param, _)| param.id == id).map(|(param, value)| (param.range, value)) {
        Some((Range::Choice(list), value)) => list[value as usize].0,
        other => panic!("{id} is no choice: {other:?}"),
    }
}

/// The value of a parameter: the number itself, or the choice's index; none where the kind has no such parameter.
fn number(scenario: &Scenario, id: &str) -> Option<i64> {
    scenario.kind.position(id).map(|place| scenario.at(place, 0))
}
