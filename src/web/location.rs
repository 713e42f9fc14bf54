//! The address: its query says how things are shown, its hash says which moment.

use kitchen_story::scenario::link::{self, Address, Look};
use kitchen_text::Lang;
use wasm_bindgen::JsValue;

use super::dom::window;
use super::media;
use crate::page::address;

/// The chapter and the language that the address asks for.
pub fn heading() -> (Option<&'static str>, Lang) {
    let look = look();
    (address::chapter(&look), address::lang(&look, &media::languages()))
}

/// How the address wants things shown.
pub fn look() -> Look {
    link::look(&query())
}

/// The query without its `?` and the request for times.
pub fn query() -> String {
    address::ours(&window().location().search().unwrap_or_default())
}

/// Whether the times of each frame are asked for.
pub fn wants_bench() -> bool {
    address::wants_bench(&window().location().search().unwrap_or_default())
}

/// The hash with its `#`, or nothing.
pub fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// The whole address of this page.
pub fn href() -> String {
    window().location().href().unwrap_or_default()
}

/// The whole address of this page with another query and hash (both without their mark).
pub fn link(query: &str, hash: &str) -> String {
    address::join(&href(), query, hash)
}

/// The full address of a moment.
pub fn moment(address: &Address) -> String {
    let (query, hash) = address.encode();
    link(&query, &hash)
}

/// The address of a moment of a chapter for those who pass it on.
pub fn passed_on(chapter: Option<&str>, lang: Lang, moment: (&str, &str)) -> String {
    address::passed_on(&href(), chapter, lang, moment)
}

/// Rewrites the query and the hash (both without their mark) without a new entry in the history. A browser that refuses (some sandboxes do, and all do
/// when called too often) costs the reader nothing but the address.
pub fn replace(query: &str, hash: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&link(query, hash)));
    }
}

/// Goes to another query and hash (both without their mark), with a new entry in the history.
pub fn push(query: &str, hash: &str) {
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&link(query, hash)));
    }
}

/// Opens the same address anew.
pub fn reload() {
    let _ = window().location().reload();
}

/// Whether this is a frame without an origin: its sandbox may forbid it to open tabs, and then links do nothing.
pub fn has_no_origin() -> bool {
    window().origin() == "null"
}

/// Opens an address in a tab of its own, which cannot reach back; answers whether the browser let it.
pub fn open_apart(address: &str) -> bool {
    let Ok(Some(tab)) = window().open_with_url_and_target(address, "_blank") else { return false };
    let _ = tab.set_opener(&JsValue::NULL);
    true
}
