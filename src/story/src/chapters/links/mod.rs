//! Corridor, tunnel or exchange? The same meeting raced on several machines, on one clock.

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
    name: key::CONTENTS_LINKS,
    question: key::CONTENTS_LINKS_QUESTION,
    title: key::LINKS_TITLE,
    hook: key::LINKS_HOOK,
    paragraphs: &[key::LINKS_TEXT_1, key::LINKS_TEXT_2, key::LINKS_TEXT_3, key::LINKS_TEXT_4],
    not_like: &[key::LINKS_NOT_LIKE_1, key::LINKS_NOT_LIKE_2, key::LINKS_NOT_LIKE_3],
    teacher: &[
        key::LINKS_TEACHER_GOAL,
        key::LINKS_TEACHER_QUESTION_1,
        key::LINKS_TEACHER_QUESTION_2,
        key::LINKS_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::bytes as usize, At::chefs as usize, At::op as usize],
    screen_s: 25,
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
    tried: &[&[("chefs", "72")], &[("chefs", "16")]],
};
