//! Plan your own restaurant: a step of learning in today's restaurant beside the same step after one purchase, each laid out in the
//! fastest way that the search found. What shortens the step is what its critical path waits for.

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
    name: key::CONTENTS_LAB,
    question: key::CONTENTS_LAB_QUESTION,
    title: key::LAB_TITLE,
    hook: key::LAB_HOOK,
    paragraphs: &[key::LAB_TEXT_1, key::LAB_TEXT_2, key::LAB_TEXT_3, key::LAB_TEXT_4, key::LAB_TEXT_5],
    not_like: &[key::LAB_NOT_LIKE_1, key::LAB_NOT_LIKE_2, key::LAB_NOT_LIKE_3],
    teacher: &[key::LAB_TEACHER_GOAL, key::LAB_TEACHER_QUESTION_1, key::LAB_TEACHER_QUESTION_2, key::LAB_TEACHER_TIME],
    kind: KIND,
    controls: &[At::buy as usize, At::lot as usize, At::model as usize, At::kitchens as usize],
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
        &[("buy", "street")],
        &[("buy", "kitchens")],
        &[("lot", "both"), ("model", "llama3-70b"), ("kitchens", "4")],
        &[("buy", "shelf"), ("lot", "tunnel"), ("kitchens", "2")],
        &[("buy", "tunnel"), ("model", "llama2-13b")],
    ],
};
