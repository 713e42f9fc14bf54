//! Which meetings are there? Every operation by every algorithm that carries it out, with what is on each shelf.

mod board;
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
    name: key::CONTENTS_COLLECTIVES,
    question: key::CONTENTS_COLLECTIVES_QUESTION,
    title: key::COLLECTIVES_TITLE,
    hook: key::COLLECTIVES_HOOK,
    paragraphs: &[key::COLLECTIVES_TEXT_1, key::COLLECTIVES_TEXT_2, key::COLLECTIVES_TEXT_3, key::COLLECTIVES_TEXT_4],
    not_like: &[key::COLLECTIVES_NOT_LIKE_1, key::COLLECTIVES_NOT_LIKE_2, key::COLLECTIVES_NOT_LIKE_3],
    teacher: &[
        key::COLLECTIVES_TEACHER_GOAL,
        key::COLLECTIVES_TEACHER_QUESTION_1,
        key::COLLECTIVES_TEACHER_QUESTION_2,
        key::COLLECTIVES_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::op as usize, At::algorithm as usize, At::chefs as usize, At::bytes as usize],
    screen_s: 25,
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
        &[("op", "all-to-all"), ("algorithm", "direct")],
        &[("op", "barrier"), ("algorithm", "tree")],
        &[("algorithm", "in-network")],
        &[("op", "broadcast"), ("algorithm", "tree"), ("chefs", "5")],
        &[("op", "send-recv"), ("algorithm", "direct"), ("chefs", "2")],
    ],
};
