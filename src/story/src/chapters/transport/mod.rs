//! Can cleverer couriers beat better roads? Parcels on the streets of `ethernet`, of which some fall: what is sent again under each
//! rule, packet by packet; then several streets for one flow, and many senders at one door.

mod acts;
mod bundle;
mod course;
mod curve;
mod figures;
mod hands;
#[cfg(test)]
mod judge;
mod kind;
mod pace;
pub mod params;
mod road;
mod run;
mod scene;
mod task;
mod telling;
#[cfg(test)]
mod tests;

use crate::chapter::{Chapter, chapter};

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    acts: acts::ACTS,
    ..chapter! {
        TRANSPORT,
        controls: [recovery, loss, paths, company],
        screen_s: 40,
        tried: [
            [("recovery", "selective")],
            [("recovery", "software")],
            [("recovery", "software-each")],
            [("recovery", "tcp")],
            [("recovery", "tcp"), ("company", "credit")],
            [("recovery", "uet")],
            [("recovery", "uet"), ("company", "neighbour")],
            [("recovery", "uet"), ("company", "crowd")],
            [("recovery", "uet"), ("company", "credit")],
            [("company", "neighbour")],
            [("company", "crowd")],
            [("company", "credit")],
            [("company", "neighbour"), ("paths", "256"), ("recovery", "software"), ("loss", "0.0001")],
            [("company", "neighbour"), ("paths", "256"), ("recovery", "selective")],
            [("paths", "16")],
            [("loss", "0.01")],
            [("distance", "10000"), ("size", "32")],
            [("distance", "100"), ("company", "crowd"), ("recovery", "selective")],
        ],
    }
};
