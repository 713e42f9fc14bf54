//! The page's logic as plain values: it knows no yew, no browser and no clock, and is tested natively.
//!
//! Architecture Invariant: [`state::State`] is the one owner of what is shown, and [`state::State::reduce`] alone changes it.

pub mod action;
pub mod address;
pub mod first;
pub mod key_bindings;
pub mod keys;
pub mod question;
pub mod room;
pub mod state;
pub mod verdict;
pub mod waiting;
pub mod window;
