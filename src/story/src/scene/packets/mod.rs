//! The stage on which packets are shown one by one: where streets and doors are in a network of two crossings, where a followed
//! packet is at a time, which gates are told to wait, what stands in a queue. What a chapter adds is its own: who sends, what is
//! counted, what breaks.

mod boxes;
mod layout;
mod lights;
mod tour;
mod town;

pub(crate) use boxes::{Boxes, Parcel, boxed, rider, scooter};
pub(crate) use layout::{Layout, Margins, paved, road};
pub(crate) use lights::light;
pub(crate) use tour::{LEGS, Place, Tour};
pub(crate) use town::{Kept, Town, streets, used};
