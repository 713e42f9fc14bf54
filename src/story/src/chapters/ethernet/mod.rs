//! Can ordinary streets carry this? Parcels between two rows of kitchens, packet by packet, by a hash and sprayed; and a crowd at one
//! door, whose jam spreads backwards.

mod acts;
mod city;
mod course;
mod crossing;
mod draws;
mod hands;
#[cfg(test)]
mod judge;
mod kept;
mod kind;
mod looks;
pub mod params;
mod parts;
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
        ETHERNET,
        controls: [load, choice, draw, zoom],
        screen_s: 40,
        tried: [
            [("load", "crowd"), ("choice", "spray")],
            [("draw", "2")],
            [("pairs", "16"), ("draw", "1")],
            [("choice", "railway")],
            [("load", "crowd")],
            [("choice", "flowlet"), ("pairs", "4")],
            [("zoom", "draws"), ("draw", "100")],
            [("zoom", "towns"), ("draw", "3")],
            [("zoom", "draws"), ("draw", "2"), ("closed", "2")],
            [("zoom", "draws"), ("choice", "flowlet")],
            [("zoom", "crossing")],
            [("zoom", "city")],
            [("load", "classes")],
            [("load", "classes"), ("choice", "spray"), ("zoom", "crossing")],
            [("zoom", "crossing"), ("load", "crowd"), ("choice", "railway")],
        ],
    }
};
