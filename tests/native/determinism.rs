//! The same scenario gives the same trace, every time.

use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::show;

#[test]
fn running_twice_gives_the_same_digest() {
    let check = |scenario: &Scenario| {
        let digests = || -> Vec<u64> {
            let show = show::run(scenario).unwrap_or_else(|line| panic!("{line:?}"));
            show.runs.iter().map(|run| run.trace.digest()).collect()
        };
        assert_eq!(digests(), digests());
    };
    for chapter in chapters::chapters() {
        check(&Scenario::default_for(chapter.kind));
    }
}
