//! Why is one chef not enough? The shelf of a chef who reads a recipe, and then learns it.

#[cfg(test)]
mod judge;
mod kind;
mod pack;
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
    name: key::CONTENTS_TOO_BIG,
    question: key::CONTENTS_TOO_BIG_QUESTION,
    title: key::TOO_BIG_TITLE,
    hook: key::TOO_BIG_HOOK,
    paragraphs: &[key::TOO_BIG_TEXT_1, key::TOO_BIG_TEXT_2, key::TOO_BIG_TEXT_3, key::TOO_BIG_TEXT_4],
    not_like: &[key::TOO_BIG_NOT_LIKE_1, key::TOO_BIG_NOT_LIKE_2, key::TOO_BIG_NOT_LIKE_3],
    teacher: &[
        key::TOO_BIG_TEACHER_GOAL,
        key::TOO_BIG_TEACHER_QUESTION_1,
        key::TOO_BIG_TEACHER_QUESTION_2,
        key::TOO_BIG_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::model as usize, At::gpu as usize, At::sharing as usize, At::relief as usize],
    screen_s: 34,
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
        &[("sharing", "zero-3")],
        &[("relief", "notebooks")],
        &[("sharing", "zero-1"), ("relief", "bowls")],
        &[("model", "megatron-1t"), ("gpu", "p100")],
        &[("model", "gpt3-1.3b"), ("relief", "both")],
    ],
};
