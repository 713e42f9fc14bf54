//! The page's logic as plain values: it knows no yew, no browser and no clock, and is tested natively.
//!
//! Architecture Invariant: [`store::Store`] is the one owner of what is shown; actions are the one way to change it.

pub mod action;
pub mod address;
pub mod delay;
pub mod first;
pub mod key_bindings;
pub mod keys;
pub mod pulse;
pub mod question;
pub mod room;
pub mod state;
pub mod store;
pub mod verdict;
pub mod waiting;
pub mod window;
