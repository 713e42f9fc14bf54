//! Who is who? One training step in two kitchens, in which everyone whom the later chapters draw does its part and is named.

#[cfg(test)]
mod judge;
mod kind;
mod plan;
mod run;
mod scene;
mod tags;
mod telling;
#[cfg(test)]
mod tests;

use kitchen_core::text::key;

use crate::chapter::Chapter;

pub use kind::KIND;

pub static CHAPTER: Chapter = Chapter {
    id: KIND.scene,
    name: key::CONTENTS_CAST,
    question: key::CONTENTS_CAST_QUESTION,
    title: key::CAST_TITLE,
    hook: key::CAST_HOOK,
    paragraphs: &[key::CAST_TEXT_1, key::CAST_TEXT_2, key::CAST_TEXT_3, key::CAST_TEXT_4],
    not_like: &[key::CAST_NOT_LIKE_1, key::CAST_NOT_LIKE_2, key::CAST_NOT_LIKE_3],
    teacher: &[
        key::CAST_TEACHER_GOAL,
        key::CAST_TEACHER_QUESTION_1,
        key::CAST_TEACHER_QUESTION_2,
        key::CAST_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[],
    screen_s: 30,
    opening: telling::opening,
    script: telling::script,
    readout: telling::readout,
    gate: telling::gate,
    verdict: telling::verdict,
    by_hand: None,
    is_wide: true,
    index: scene::index,
    backdrop: scene::backdrop,
    frame: scene::frame,
    #[cfg(test)]
    judge: judge::judge,
    #[cfg(test)]
    tried: &[],
};
