//! What earlier acts left, where a link opened a later one: their runs are made after the page has what it shows, a step at a time.

use kitchen_story::chapter::Chapter;
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::show;
use kitchen_story::staged::Making;
use kitchen_story::story::act::Act;

use super::player::Handle;
use crate::page::action::Action;
use crate::web::dom;
use crate::web::later::after_ms;
use crate::web::worker_client::HEAVY_TASKS;

/// Milliseconds of rest before each: what the reader does comes first.
const REST_MS: u32 = 120;
/// Seconds of a task after which the next step waits.
const STEPS_S: f64 = 0.008;

/// One that is being made.
struct Earlier {
    chapter: &'static Chapter,
    number: usize,
    act: &'static Act,
    scenario: Scenario,
    making: Making,
    /// The page's count: on another page it is not wanted any more.
    page: u32,
}

/// Makes the rows that are missing, one after the other. What belongs to a worker is left out.
pub fn earlier(player: &Handle) {
    let Some(next) = next(player) else { return };
    let player = player.clone();
    after_ms(REST_MS, move || go_on(&player, next));
}

fn next(player: &Handle) -> Option<Earlier> {
    let state = player.state();
    let chapter = state.chapter.and_then(chapters::chapter)?;
    let (number, scenario) = state.unknown_act(|scenario| !show::is_heavy(scenario))?;
    let act = chapter.acts.get(number)?;
    let making = Making::new(&scenario).ok().filter(|making| making.tasks() < HEAVY_TASKS)?;
    Some(Earlier { chapter, number, act, scenario, making, page: state.pages })
}

fn go_on(player: &Handle, mut earlier: Earlier) {
    let start_s = dom::seconds();
    while player.state().pages == earlier.page {
        match earlier.making.step(earlier.chapter) {
            Ok(Some(staged)) => {
                if let Some(left) = earlier.act.left(&staged.show) {
                    player.dispatch(Action::Recall(earlier.number, earlier.scenario, left));
                    self::earlier(player);
                }
                return;
            }
            Ok(None) => {}
            Err(_) => return,
        }
        if dom::seconds() > start_s + STEPS_S {
            let player = player.clone();
            return after_ms(0, move || go_on(&player, earlier));
        }
    }
}
