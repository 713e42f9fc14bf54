//! The picture as plain data: a display list made from (show, script, playhead, layer, language), painted by a canvas
//! or written as SVG.
//!
//! * `display`: the list of shapes; `svg`: the list as a file; `palette`, `geom`: colours, boxes and ways; `art`: the drawings;
//! * `stage`: a picture as backdrop and frame; `handle`: what of it can be taken in hand; `index`: what a frame asks of a trace, prepared once;
//! * `work`: a chef's own work in a line;
//! * `machine`: where the chefs of a machine stand; `hub`, `cast`, `ways`, `chips`, `rack`, `label`, `slips`, `pages`: its parts
//!   drawn; `race`: several machines on one clock; `ruler`: rails under a picture;
//!   `packets`: streets and what goes through them; `map`: the book's map;
//! * `gantt`: the timeline.
//!
//! Architecture Invariant: scene knows no yew and no browser; the same list is painted, exported and tested.

pub mod art;
pub(crate) mod cast;
pub(crate) mod chips;
pub mod display;
pub mod gantt;
pub mod geom;
pub mod handle;
pub(crate) mod hub;
pub mod index;
pub(crate) mod label;
pub(crate) mod machine;
pub mod map;
pub(crate) mod packets;
pub(crate) mod pages;
pub mod palette;
pub(crate) mod race;
pub(crate) mod rack;
pub(crate) mod ruler;
pub(crate) mod slips;
pub mod stage;
pub mod svg;
pub(crate) mod ways;
pub(crate) mod work;
