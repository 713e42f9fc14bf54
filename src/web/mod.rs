//! Everything that touches the browser, and only here: the frame loop, the address, canvases, the clipboard,
//! what is visible, and the panel shown after a panic.
//!
//! * `assets`, `parts`: the texts and the chapter's part of the program, fetched; `worker`, `worker_client`: the second thread, from
//!   its own side and from the page's;
//! * `frames`, `canvas`, `painter`: frames, canvases, a display list painted; `gallery`: pictures that come into view; `poster`: the one
//!   that stands there before the program; `times`: what
//!   the benchmark reads;
//! * `dom`, `watch`, `media`, `location`, `clipboard`, `files`, `notes`, `keep`, `later`: nodes, events, the system's wishes, the address,
//!   copying, files that are dropped, a second window, the place that is kept where the reader allows it, work for later;
//! * `save`, `offline`: files that are taken away, chapters that are kept for reading without a network;
//! * `sound`: a bell and a knock; `panic`: the panel after a panic.

pub mod assets;
pub mod canvas;
pub mod clipboard;
pub mod dom;
pub mod files;
pub mod frames;
pub mod gallery;
pub mod keep;
pub mod later;
pub mod location;
pub mod media;
pub mod notes;
pub mod offline;
pub mod painter;
pub mod panic;
pub mod parts;
pub mod poster;
pub mod save;
pub mod sound;
pub mod times;
pub mod watch;
pub mod worker;
pub mod worker_client;
