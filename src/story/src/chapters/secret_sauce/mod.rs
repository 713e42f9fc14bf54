//! How does the recipe improve? Gradient descent on a small sauce: forward, loss, backward, update, with every number shown.

mod course;
mod hand;
#[cfg(test)]
mod judge;
mod kind;
mod map;
pub mod params;
mod run;
mod scene;
mod table;
mod telling;
#[cfg(test)]
mod tests;

use kitchen_core::text::key;

use crate::chapter::Chapter;

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    id: KIND.scene,
    name: key::CONTENTS_SECRET_SAUCE,
    question: key::CONTENTS_SECRET_SAUCE_QUESTION,
    title: key::SECRET_SAUCE_TITLE,
    hook: key::SECRET_SAUCE_HOOK,
    paragraphs: &[
        key::SECRET_SAUCE_TEXT_1,
        key::SECRET_SAUCE_TEXT_2,
        key::SECRET_SAUCE_TEXT_3,
        key::SECRET_SAUCE_TEXT_4,
    ],
    not_like: &[key::SECRET_SAUCE_NOT_LIKE_1, key::SECRET_SAUCE_NOT_LIKE_2, key::SECRET_SAUCE_NOT_LIKE_3],
    teacher: &[
        key::SECRET_SAUCE_TEACHER_GOAL,
        key::SECRET_SAUCE_TEACHER_QUESTION_1,
        key::SECRET_SAUCE_TEACHER_QUESTION_2,
        key::SECRET_SAUCE_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::rate as usize, At::momentum as usize, At::start as usize, At::tasters as usize],
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
        &[("start", "two-layer")],
        &[("rate", "0.2")],
        &[("tasters", "alike"), ("momentum", "0.6")],
        &[("tasters", "one"), ("rate", "0.05")],
        &[("start", "sweet")],
        &[("start", "near")],
    ],
};
