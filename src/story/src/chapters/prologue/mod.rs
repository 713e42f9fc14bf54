//! The first minute: one dish, cooked by one chef, by two, and by two who share it in bowls. It stands before the book and has
//! no number there; the home page plays it.

#[cfg(test)]
mod judge;
mod kind;
mod run;
mod scene;
mod telling;
#[cfg(test)]
mod tests;

use kitchen_core::text::key;

use crate::chapter::Chapter;

pub use kind::KIND;

pub static CHAPTER: Chapter = Chapter {
    id: KIND.scene,
    name: key::PROLOGUE_TITLE,
    question: key::PROLOGUE_GATE,
    title: key::PROLOGUE_TITLE,
    hook: key::PROLOGUE_HOOK,
    paragraphs: &[key::PROLOGUE_TEXT],
    not_like: &[key::PROLOGUE_NOT_LIKE],
    teacher: &[key::PROLOGUE_TEACHER_GOAL, key::PROLOGUE_TEACHER_QUESTION, key::PROLOGUE_TEACHER_TIME],
    kind: KIND,
    controls: &[],
    screen_s: 10,
    opening: telling::opening,
    script: telling::script,
    readout: telling::readout,
    gate: |_| telling::gate(),
    verdict: |_| telling::verdict(),
    by_hand: None,
    is_wide: false,
    index: scene::index,
    backdrop: scene::backdrop,
    frame: scene::frame,
    #[cfg(test)]
    judge: judge::judge,
    #[cfg(test)]
    tried: &[],
};
