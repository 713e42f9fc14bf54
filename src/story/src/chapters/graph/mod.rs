//! How is one recipe cut into pages for many? The operators of a real model as a map of cards, cut by the reader's knife; what
//! crosses the cut is sent, and then it runs.

mod cards;
mod hands;
#[cfg(test)]
mod judge;
mod kind;
mod map;
mod own;
pub mod params;
mod run;
mod scene;
mod telling;
#[cfg(test)]
mod tests;
mod words;

use kitchen_core::text::key;

use crate::chapter::Chapter;

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    id: KIND.scene,
    name: key::CONTENTS_GRAPH,
    question: key::CONTENTS_GRAPH_QUESTION,
    title: key::GRAPH_TITLE,
    hook: key::GRAPH_HOOK,
    paragraphs: &[key::GRAPH_TEXT_1, key::GRAPH_TEXT_2, key::GRAPH_TEXT_3, key::GRAPH_TEXT_4],
    not_like: &[key::GRAPH_NOT_LIKE_1, key::GRAPH_NOT_LIKE_2, key::GRAPH_NOT_LIKE_3],
    teacher: &[
        key::GRAPH_TEACHER_GOAL,
        key::GRAPH_TEACHER_QUESTION_1,
        key::GRAPH_TEACHER_QUESTION_2,
        key::GRAPH_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::knife as usize, At::link as usize, At::words as usize, At::model as usize],
    screen_s: 30,
    opening: telling::opening,
    script: telling::script,
    readout: telling::readout,
    gate: telling::gate,
    verdict: telling::verdict,
    is_wide: false,
    by_hand: None,
    index: scene::index,
    backdrop: scene::backdrop,
    frame: scene::frame,
    #[cfg(test)]
    judge: judge::judge,
    #[cfg(test)]
    tried: &[
        &[("knife", "15")],
        &[("knife", "5"), ("link", "tunnel"), ("model", "llama3-8b")],
        &[("knife", "12"), ("link", "corridor")],
        &[("knife", "1")],
        &[("knife", "18"), ("words", "2048"), ("model", "llama2-7b")],
    ],
};
