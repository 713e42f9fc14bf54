//! Can cleverer couriers beat better roads? Parcels on the streets of `ethernet`, of which some fall: what is sent again under each
//! rule, packet by packet; then several streets for one flow, and many senders at one door.

mod course;
mod curve;
mod figures;
mod hand;
#[cfg(test)]
mod judge;
mod kind;
mod pace;
pub mod params;
mod road;
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
    name: key::CONTENTS_TRANSPORT,
    question: key::CONTENTS_TRANSPORT_QUESTION,
    title: key::TRANSPORT_TITLE,
    hook: key::TRANSPORT_HOOK,
    paragraphs: &[
        key::TRANSPORT_TEXT_1,
        key::TRANSPORT_TEXT_2,
        key::TRANSPORT_TEXT_3,
        key::TRANSPORT_TEXT_PACE,
        key::TRANSPORT_TEXT_4,
    ],
    not_like: &[key::TRANSPORT_NOT_LIKE_1, key::TRANSPORT_NOT_LIKE_2, key::TRANSPORT_NOT_LIKE_3],
    teacher: &[
        key::TRANSPORT_TEACHER_GOAL,
        key::TRANSPORT_TEACHER_QUESTION_1,
        key::TRANSPORT_TEACHER_QUESTION_2,
        key::TRANSPORT_TEACHER_TIME,
    ],
    kind: KIND,
    controls: &[At::recovery as usize, At::loss as usize, At::paths as usize, At::company as usize],
    screen_s: 40,
    opening: telling::opening,
    script: telling::script,
    readout: figures::readout,
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
        &[("recovery", "selective")],
        &[("recovery", "software")],
        &[("recovery", "software-each")],
        &[("recovery", "tcp")],
        &[("recovery", "tcp"), ("company", "credit")],
        &[("recovery", "uet")],
        &[("recovery", "uet"), ("company", "neighbour")],
        &[("recovery", "uet"), ("company", "crowd")],
        &[("recovery", "uet"), ("company", "credit")],
        &[("company", "neighbour")],
        &[("company", "crowd")],
        &[("company", "credit")],
        &[("company", "neighbour"), ("paths", "256"), ("recovery", "software"), ("loss", "0.0001")],
        &[("company", "neighbour"), ("paths", "256"), ("recovery", "selective")],
        &[("paths", "16")],
        &[("loss", "0.01")],
    ],
};
