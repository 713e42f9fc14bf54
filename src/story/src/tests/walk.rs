//! How long a newcomer takes from the first press to the end of the third chapter, at the player's own pace.

use crate::chapter::Chapter;
use crate::chapters::{all, number};
use crate::scenario::Scenario;
use crate::show;
use crate::story::pace::reading_ms;
use crate::story::playhead::Timeline;
use crate::story::{Ask, Layer};
use kitchen_text::{Lang, tr};

/// How far the walk goes.
const LAST: &str = "secret-sauce";
/// What a reader does before playing goes on: finds the button, decides.
const PRESS_MS: f64 = 1_000.0;
const LIMIT_MS: f64 = 15.0 * 60_000.0;

/// A chapter with all that a newcomer reads on the way: its hook and story, every caption under the run, the last one, the question
/// with its answers, the verdict, and where the kitchen is not like a kitchen. Play is pressed at each beat.
fn walked_ms(chapter: &Chapter, lang: Lang) -> f64 {
    let show = show::run(&Scenario::default_for(chapter.kind)).expect("the scenario runs");
    let script = chapter.script(&show);
    let timeline = Timeline::new(&show, &script, (lang, Layer::Kitchen), chapter.screen_s);
    let read = |text: &str| reading_ms(text, lang);
    let gate = (chapter.gate)(&show.scenario);
    let options = match &gate.ask {
        Ask::Kinds(options) => options.iter().map(|line| read(&line.say(lang))).sum(),
        Ask::Number(_) => 5.0 * PRESS_MS,
    };
    let verdict = (chapter.verdict)(&show.scenario).expect("a verdict");
    let texts = [chapter.page.hook]
        .into_iter()
        .chain(chapter.page.paragraphs.iter().copied())
        .chain(chapter.page.not_like.iter().copied());
    // The first minute has no page of text.
    let texts: f64 = if number(chapter.id) == 0 { 0.0 } else { texts.map(|text| read(tr(lang, text))).sum() };
    let last = script.beats.last().map_or(0.0, |beat| read(&beat.line(Layer::Kitchen).say(lang)));
    let said = [&gate.question, &verdict.reveal].into_iter().map(|line| read(&line.say(lang))).sum::<f64>();
    timeline.pace().total_ms() + script.beats.len() as f64 * PRESS_MS + last + said + options + texts
}

#[test]
fn a_newcomer_comes_to_the_end_of_the_sauce_in_a_quarter_of_an_hour() {
    for lang in Lang::ALL {
        let last = number(LAST);
        let walk = all().filter(|chapter| number(chapter.id) <= last);
        let parts: Vec<(&str, f64)> = walk.map(|chapter| (chapter.id, walked_ms(chapter, lang))).collect();
        let whole: f64 = parts.iter().map(|part| part.1).sum();
        let told: Vec<String> = parts.iter().map(|(id, ms)| format!("{id} {:.0} s", ms / 1e3)).collect();
        println!("{lang:?}: {:.1} minutes: {}", whole / 60_000.0, told.join(", "));
        assert!(parts.first().is_some_and(|first| first.0 == "prologue" && first.1 < 60_000.0), "a minute: {told:?}");
        assert!(parts.last().is_some_and(|part| part.0 == LAST) && whole < LIMIT_MS, "{lang:?}: {told:?}");
    }
}
