//! The web page around `kitchen-core`: its logic as plain values (`page`), what is seen (`view`), what touches the browser
//! (`web`), and what scripts may call (`api`). All but the first exists for wasm alone; the command line is a binary of its
//! own, in `src/bin/kitchen`.
//!
//! Architecture Invariant: no physical quantity is computed here; each number comes from the core.

#[cfg(target_arch = "wasm32")]
pub mod api;
pub mod page;
#[cfg(target_arch = "wasm32")]
pub mod view;
#[cfg(target_arch = "wasm32")]
pub mod web;
