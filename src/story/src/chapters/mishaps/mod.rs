//! What if something breaks? A step in which one chef's stove burns low or its tunnel has fallen, beside the same step where all is
//! well; parcels on streets of which one falls or flaps, a crossing dies or a door stays shut; and three days of a city of kitchens,
//! three times, which differ in how often all write down where they are.

mod city;
mod district;
mod hand;
#[cfg(test)]
mod judge;
mod kind;
mod kitchens;
mod night;
pub mod params;
mod run;
mod scene;
mod step;
#[cfg(test)]
mod street_judge;
mod street_telling;
mod streets;
mod telling;
#[cfg(test)]
mod tests;

use kitchen_core::text::key;

use crate::chapter::Chapter;

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    id: KIND.scene,
    name: key::CONTENTS_MISHAPS,
    question: key::CONTENTS_MISHAPS_QUESTION,
    title: key::MISHAPS_TITLE,
    hook: key::MISHAPS_HOOK,
    paragraphs: &[
        key::MISHAPS_TEXT_1,
        key::MISHAPS_TEXT_2,
        key::MISHAPS_TEXT_3,
        key::MISHAPS_TEXT_4,
        key::MISHAPS_TEXT_5,
    ],
    not_like: &[key::MISHAPS_NOT_LIKE_1, key::MISHAPS_NOT_LIKE_2, key::MISHAPS_NOT_LIKE_3],
    teacher: &[
        key::MISHAPS_TEACHER_GOAL,
        key::MISHAPS_TEACHER_QUESTION_1,
        key::MISHAPS_TEACHER_QUESTION_2,
        key::MISHAPS_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::mishap as usize, At::kitchens as usize, At::period as usize, At::spares as usize],
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
        &[("mishap", "stove")],
        &[("mishap", "tunnel")],
        &[("mishap", "door")],
        &[("mishap", "crossing")],
        &[("mishap", "street")],
        &[("mishap", "flap")],
        &[("kitchens", "2048"), ("spares", "0")],
        &[("kitchens", "64"), ("period", "120")],
        &[("period", "10"), ("spares", "4")],
    ],
};
