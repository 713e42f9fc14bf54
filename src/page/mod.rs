//! The page's logic as plain values: it knows no yew, no browser and no clock, and is tested natively.
//!
//! * `state`: what is shown, and the one function that changes it; `action`: what is asked of it and what it asks for; `store`: its
//!   owner; `address`: it as a link; `element`: it as code for a page;
//! * `first`: the first minute; `question`: how far the reader is with a chapter's; `next`: what the
//!   one button under the stage does; `verdict`: an answer on its way to the page;
//! * `keys`, `key_bindings`: which key means what, and where it is heard; `room`: columns and their order; `window`: the part of the
//!   run that the timeline shows;
//! * `waiting`, `pulse`, `delay`: a run in the worker, whether the worker is alive, and what is said of what is late.
//!
//! Architecture Invariant: [`store::Store`] is the one owner of what is shown; actions are the one way to change it.

pub mod action;
pub mod address;
pub mod delay;
pub mod element;
pub mod first;
pub mod key_bindings;
pub mod keys;
pub mod next;
pub mod pulse;
pub mod question;
pub mod room;
pub mod state;
pub mod store;
pub mod verdict;
pub mod waiting;
pub mod window;
