//! Can ordinary streets carry this? Parcels between two rows of kitchens, packet by packet, by a hash and sprayed; and a crowd at one
//! door, whose jam spreads backwards.

mod bits;
mod city;
mod course;
mod crossing;
mod hand;
#[cfg(test)]
mod judge;
mod kept;
mod kind;
pub mod params;
mod parts;
mod ride;
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
    name: key::CONTENTS_ETHERNET,
    question: key::CONTENTS_ETHERNET_QUESTION,
    title: key::ETHERNET_TITLE,
    hook: key::ETHERNET_HOOK,
    paragraphs: &[
        key::ETHERNET_TEXT_1,
        key::ETHERNET_TEXT_2,
        key::ETHERNET_TEXT_3,
        key::ETHERNET_TEXT_4,
        key::ETHERNET_TEXT_5,
    ],
    not_like: &[key::ETHERNET_NOT_LIKE_1, key::ETHERNET_NOT_LIKE_2, key::ETHERNET_NOT_LIKE_3],
    teacher: &[
        key::ETHERNET_TEACHER_GOAL,
        key::ETHERNET_TEACHER_QUESTION_1,
        key::ETHERNET_TEACHER_QUESTION_2,
        key::ETHERNET_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::load as usize, At::choice as usize, At::draw as usize, At::zoom as usize],
    screen_s: 40,
    opening: telling::opening,
    script: telling::script,
    readout: telling::readout,
    gate: telling::gate,
    verdict: telling::verdict,
    by_hand: Some(hand::BY_HAND),
    is_wide: false,
    index: kept::index,
    backdrop: scene::backdrop,
    frame: scene::frame,
    #[cfg(test)]
    judge: judge::judge,
    #[cfg(test)]
    tried: &[
        &[("load", "crowd"), ("choice", "spray")],
        &[("draw", "2")],
        &[("pairs", "16"), ("draw", "1")],
        &[("choice", "railway")],
        &[("load", "crowd")],
        &[("choice", "flowlet"), ("pairs", "4")],
        &[("zoom", "crossing")],
        &[("zoom", "city")],
        &[("load", "classes")],
        &[("load", "classes"), ("choice", "spray"), ("zoom", "crossing")],
        &[("zoom", "crossing"), ("load", "crowd"), ("choice", "railway")],
    ],
};
