//! Why is answering lighter than learning? The same model on the same kind of GPU: one serves, one learns, on one clock.

#[cfg(test)]
mod judge;
mod kind;
pub mod params;
mod roof;
mod run;
mod scene;
mod sides;
mod telling;
#[cfg(test)]
mod tests;

use kitchen_core::text::key;

use crate::chapter::Chapter;

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    id: KIND.scene,
    name: key::CONTENTS_TWO_FACES,
    question: key::CONTENTS_TWO_FACES_QUESTION,
    title: key::TWO_FACES_TITLE,
    hook: key::TWO_FACES_HOOK,
    paragraphs: &[key::TWO_FACES_TEXT_1, key::TWO_FACES_TEXT_2, key::TWO_FACES_TEXT_3, key::TWO_FACES_TEXT_4],
    not_like: &[key::TWO_FACES_NOT_LIKE_1, key::TWO_FACES_NOT_LIKE_2, key::TWO_FACES_NOT_LIKE_3],
    teacher: &[
        key::TWO_FACES_TEACHER_GOAL,
        key::TWO_FACES_TEACHER_QUESTION_1,
        key::TWO_FACES_TEACHER_QUESTION_2,
        key::TWO_FACES_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::guests as usize, At::gpu as usize, At::model as usize],
    screen_s: 30,
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
    tried: &[&[("guests", "100")], &[("gpu", "h100")], &[("guests", "512"), ("gpu", "a100"), ("model", "gpt3-2.7b")]],
};
