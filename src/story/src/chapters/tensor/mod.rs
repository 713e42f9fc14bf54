//! How do chefs share one pot? Tensor parallelism: a product split by columns, then by rows, and the sums that must meet.

#[cfg(test)]
mod judge;
mod kind;
pub mod params;
mod pot;
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
    name: key::CONTENTS_TENSOR,
    question: key::CONTENTS_TENSOR_QUESTION,
    title: key::TENSOR_TITLE,
    hook: key::TENSOR_HOOK,
    paragraphs: &[key::TENSOR_TEXT_1, key::TENSOR_TEXT_2, key::TENSOR_TEXT_3, key::TENSOR_TEXT_4],
    not_like: &[key::TENSOR_NOT_LIKE_1, key::TENSOR_NOT_LIKE_2, key::TENSOR_NOT_LIKE_3],
    teacher: &[
        key::TENSOR_TEACHER_GOAL,
        key::TENSOR_TEACHER_QUESTION_1,
        key::TENSOR_TEACHER_QUESTION_2,
        key::TENSOR_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::ways as usize, At::link as usize, At::hidden as usize],
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
    tried: &[
        &[("ways", "8")],
        &[("ways", "8"), ("link", "exchange")],
        &[("ways", "4"), ("link", "tunnel")],
        &[("ways", "1"), ("link", "tunnel")],
    ],
};
