//! How did the tunnels grow? The same meeting on a system of each generation of NVLink, on one clock.

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
    name: key::CONTENTS_GENERATIONS,
    question: key::CONTENTS_GENERATIONS_QUESTION,
    title: key::GENERATIONS_TITLE,
    hook: key::GENERATIONS_HOOK,
    paragraphs: &[key::GENERATIONS_TEXT_1, key::GENERATIONS_TEXT_2, key::GENERATIONS_TEXT_3, key::GENERATIONS_TEXT_4],
    not_like: &[key::GENERATIONS_NOT_LIKE_1, key::GENERATIONS_NOT_LIKE_2, key::GENERATIONS_NOT_LIKE_3],
    teacher: &[
        key::GENERATIONS_TEACHER_GOAL,
        key::GENERATIONS_TEACHER_QUESTION_1,
        key::GENERATIONS_TEACHER_QUESTION_2,
        key::GENERATIONS_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::missing as usize, At::op as usize, At::bytes as usize],
    screen_s: 30,
    opening: telling::opening,
    script: telling::script,
    readout: telling::readout,
    gate: telling::gate,
    verdict: telling::verdict,
    by_hand: None,
    is_wide: true,
    index: |_, _| {},
    backdrop: scene::backdrop,
    frame: scene::frame,
    #[cfg(test)]
    judge: judge::judge,
    #[cfg(test)]
    tried: &[&[("missing", "link")], &[("missing", "chip")]],
};
