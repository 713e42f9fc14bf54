//! How does a relay keep all chefs busy? Pipeline parallelism: bubbles, schedules, handovers.

mod asking;
mod beats;
mod fold;
#[cfg(test)]
mod judge;
mod kind;
mod made;
mod moments;
pub mod params;
mod run;
mod scene;
mod shelf;
mod telling;
#[cfg(test)]
mod tests;
pub mod turn;

use kitchen_core::text::key;

use crate::chapter::Chapter;

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    id: KIND.scene,
    name: key::CONTENTS_PIPELINE,
    question: key::CONTENTS_PIPELINE_QUESTION,
    title: key::PIPELINE_TITLE,
    hook: key::PIPELINE_HOOK,
    paragraphs: &[key::PIPELINE_TEXT_1, key::PIPELINE_TEXT_2, key::PIPELINE_TEXT_3, key::PIPELINE_TEXT_4],
    not_like: &[key::PIPELINE_NOT_LIKE_1, key::PIPELINE_NOT_LIKE_2, key::PIPELINE_NOT_LIKE_3],
    teacher: &[
        key::PIPELINE_TEACHER_GOAL,
        key::PIPELINE_TEACHER_QUESTION_1,
        key::PIPELINE_TEACHER_QUESTION_2,
        key::PIPELINE_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::batches as usize, At::stages as usize, At::schedule as usize, At::link as usize],
    screen_s: 40,
    opening: telling::opening,
    script: beats::script,
    readout: telling::readout,
    gate: asking::gate,
    verdict: asking::verdict,
    by_hand: None,
    is_wide: false,
    index: scene::index,
    backdrop: scene::backdrop,
    frame: scene::frame,
    #[cfg(test)]
    judge: judge::judge,
    #[cfg(test)]
    tried: &[
        &[("stages", "8")],
        &[("link", "pcie")],
        &[("stages", "2"), ("link", "infiniband")],
        &[("stages", "8"), ("link", "infiniband")],
        &[("schedule", "zb-h1")],
        &[("schedule", "interleaved")],
        &[("schedule", "zb-h2"), ("link", "pcie")],
        &[("schedule", "1f1b-split"), ("stages", "8")],
        &[("schedule", "zb-v")],
        &[("schedule", "dualpipe")],
        &[("schedule", "zb-v"), ("stages", "8"), ("batches", "16")],
        &[("schedule", "dualpipe"), ("stages", "6"), ("batches", "16"), ("link", "infiniband")],
    ],
};
