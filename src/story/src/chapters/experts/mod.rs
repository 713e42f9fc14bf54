//! What if each bowl picks its own specialist? A layer with experts on eight GPUs: tokens choose, are handed out, cooked and
//! handed back; and all wait for the expert that too many asked for, there and on the reports' way back.

mod hand;
#[cfg(test)]
mod judge;
mod kind;
mod moments;
mod own;
pub mod params;
mod pile;
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
    name: key::CONTENTS_EXPERTS,
    question: key::CONTENTS_EXPERTS_QUESTION,
    title: key::EXPERTS_TITLE,
    hook: key::EXPERTS_HOOK,
    paragraphs: &[key::EXPERTS_TEXT_1, key::EXPERTS_TEXT_2, key::EXPERTS_TEXT_3, key::EXPERTS_TEXT_4],
    not_like: &[key::EXPERTS_NOT_LIKE_1, key::EXPERTS_NOT_LIKE_2, key::EXPERTS_NOT_LIKE_3],
    teacher: &[
        key::EXPERTS_TEACHER_GOAL,
        key::EXPERTS_TEACHER_QUESTION_1,
        key::EXPERTS_TEACHER_QUESTION_2,
        key::EXPERTS_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::favourite as usize, At::room as usize, At::corrected as usize, At::place as usize],
    screen_s: 40,
    opening: telling::opening,
    script: telling::script,
    readout: telling::readout,
    gate: telling::gate,
    verdict: telling::verdict,
    by_hand: Some(hand::BY_HAND),
    is_wide: false,
    index: scene::index,
    backdrop: scene::backdrop,
    frame: scene::frame,
    #[cfg(test)]
    judge: judge::judge,
    #[cfg(test)]
    tried: &[
        &[("favourite", "4")],
        &[("room", "100"), ("favourite", "4")],
        &[("place", "street"), ("favourite", "2")],
        &[("place", "corridor"), ("corrected", "200")],
        &[("favourite", "1"), ("model", "gpt-oss-20b")],
    ],
};
