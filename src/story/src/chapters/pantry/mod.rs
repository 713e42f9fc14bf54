//! What if the shelf is down the street? A step of learning with some of its jars in a common pantry, beside the same step with
//! everything at hand: how far a jar is hurts only as often as it is asked for.

mod course;
mod hand;
#[cfg(test)]
mod judge;
mod kind;
pub mod params;
mod run;
mod scene;
mod shelf;
mod telling;
#[cfg(test)]
mod tests;

use kitchen_core::text::key;

use crate::chapter::Chapter;

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    id: KIND.scene,
    name: key::CONTENTS_PANTRY,
    question: key::CONTENTS_PANTRY_QUESTION,
    title: key::PANTRY_TITLE,
    hook: key::PANTRY_HOOK,
    paragraphs: &[key::PANTRY_TEXT_1, key::PANTRY_TEXT_2, key::PANTRY_TEXT_3, key::PANTRY_TEXT_4, key::PANTRY_TEXT_5],
    not_like: &[key::PANTRY_NOT_LIKE_1, key::PANTRY_NOT_LIKE_2, key::PANTRY_NOT_LIKE_3],
    teacher: &[
        key::PANTRY_TEACHER_GOAL,
        key::PANTRY_TEACHER_QUESTION_1,
        key::PANTRY_TEACHER_QUESTION_2,
        key::PANTRY_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::away as usize, At::road as usize, At::distance as usize, At::model as usize],
    screen_s: 34,
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
        &[("away", "notebooks")],
        &[("away", "state-added")],
        &[("away", "all"), ("model", "llama2-70b")],
        &[("away", "recipe"), ("distance", "city")],
        &[("away", "nothing"), ("model", "llama2-13b")],
        &[("away", "report"), ("road", "c2c")],
    ],
};
