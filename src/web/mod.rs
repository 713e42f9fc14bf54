//! Everything that touches the browser, and only here: the frame loop, the address, canvases, the clipboard,
//! what is visible, and the panel shown after a panic.

pub mod assets;
pub mod canvas;
pub mod clipboard;
pub mod dom;
pub mod frames;
pub mod gallery;
pub mod keep;
pub mod later;
pub mod location;
pub mod media;
pub mod notes;
pub mod painter;
pub mod panic;
pub mod parts;
pub mod times;
pub mod watch;
pub mod worker;
pub mod worker_client;
