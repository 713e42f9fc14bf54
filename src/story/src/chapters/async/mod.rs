//! What if nobody waits? Kitchens that meet after each dish beside kitchens that do not: their time from one trace, and the recipe
//! that comes of the order in which pages and reports went to and fro there.

mod course;
#[cfg(test)]
mod judge;
mod kind;
pub mod params;
mod run;
mod scene;
mod telling;
#[cfg(test)]
mod tests;

use kitchen_core::text::key;

use crate::chapter::Chapter;

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    id: KIND.scene,
    name: key::CONTENTS_ASYNC,
    question: key::CONTENTS_ASYNC_QUESTION,
    title: key::ASYNC_TITLE,
    hook: key::ASYNC_HOOK,
    paragraphs: &[key::ASYNC_TEXT_1, key::ASYNC_TEXT_2, key::ASYNC_TEXT_3, key::ASYNC_TEXT_4],
    not_like: &[key::ASYNC_NOT_LIKE_1, key::ASYNC_NOT_LIKE_2, key::ASYNC_NOT_LIKE_3],
    teacher: &[
        key::ASYNC_TEACHER_GOAL,
        key::ASYNC_TEACHER_QUESTION_1,
        key::ASYNC_TEACHER_QUESTION_2,
        key::ASYNC_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::rule as usize, At::kitchens as usize, At::slow as usize, At::rate as usize],
    screen_s: 40,
    opening: telling::opening,
    script: telling::script,
    readout: telling::readout,
    gate: telling::gate,
    verdict: telling::verdict,
    by_hand: None,
    is_wide: false,
    index: scene::index,
    backdrop: scene::backdrop,
    frame: scene::frame,
    #[cfg(test)]
    judge: judge::judge,
    #[cfg(test)]
    tried: &[
        &[("rule", "local-4")],
        &[("kitchens", "8"), ("slow", "v100")],
        &[("rule", "stale-1"), ("kitchens", "2"), ("slow", "same")],
        &[("rule", "stale-0"), ("rate", "0.14")],
        &[("rule", "local-12"), ("slow", "same"), ("rate", "0.05")],
    ],
};
