//! The place that the reader allowed to be kept on this device: the one thing that the page ever stores, and only then. A
//! browser that forbids it (a sandboxed frame does) keeps nothing, and the page works as ever.

use web_sys::Storage;

use super::dom::window;

const NAME: &str = "collective-kitchen";

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Whether a place can be kept, and the one that was.
pub fn get() -> (bool, Option<String>) {
    match storage() {
        None => (false, None),
        Some(storage) => (true, storage.get_item(NAME).ok().flatten()),
    }
}

/// Keeps a place; with nothing, forgets whatever was kept.
pub fn put(place: Option<&str>) {
    let Some(storage) = storage() else { return };
    // A full or forbidden store costs the reader the place and nothing else.
    let _ = match place {
        Some(place) => storage.set_item(NAME, place),
        None => storage.remove_item(NAME),
    };
}
