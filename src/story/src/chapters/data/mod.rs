//! How do kitchens keep one recipe? Data parallelism: other ingredients for each, reports that leave in bundles while the stove

mod bundles;
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
    name: key::CONTENTS_DATA,
    question: key::CONTENTS_DATA_QUESTION,
    title: key::DATA_TITLE,
    hook: key::DATA_HOOK,
    paragraphs: &[key::DATA_TEXT_1, key::DATA_TEXT_2, key::DATA_TEXT_3, key::DATA_TEXT_4],
    not_like: &[key::DATA_NOT_LIKE_1, key::DATA_NOT_LIKE_2, key::DATA_NOT_LIKE_3],
    teacher: &[
        key::DATA_TEACHER_GOAL,
        key::DATA_TEACHER_QUESTION_1,
        key::DATA_TEACHER_QUESTION_2,
        key::DATA_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::buckets as usize, At::chefs as usize, At::algorithm as usize, At::system as usize],
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
    tried: &[&[("chefs", "8"), ("system", "dgx1-v100")], &[("chefs", "5"), ("system", "pcie-8")], &[("chefs", "2")]],
};
