//! The address: its query says how things are shown, its hash says which moment.

use wasm_bindgen::JsValue;

use super::dom::window;

/// Asks for the times of each frame; it is no part of how things are shown.
const BENCH: &str = "bench=1";

/// The query with its `?`, or nothing; without the request for times.
pub fn query() -> String {
    let query = window().location().search().unwrap_or_default();
    let pairs = query.trim_start_matches('?').split('&').filter(|pair| *pair != BENCH);
    pairs.collect::<Vec<_>>().join("&")
}

/// Whether the times of each frame are asked for.
pub fn wants_bench() -> bool {
    let query = window().location().search().unwrap_or_default();
    query.trim_start_matches('?').split('&').any(|pair| pair == BENCH)
}

/// The hash with its `#`, or nothing.
pub fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// The address of this page without query and hash.
pub fn base() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// Rewrites the query and the hash (both without their mark) without a new entry in the history. A browser that refuses (some sandboxes do, and all do
/// when called too often) costs the reader nothing but the address.
pub fn replace(query: &str, hash: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&join(query, hash)));
    }
}

/// Goes to another query and hash (both without their mark), with a new entry in the history.
pub fn push(query: &str, hash: &str) {
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&join(query, hash)));
    }
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

fn join(query: &str, hash: &str) -> String {
    let mut address = base();
    for (mark, part) in [('?', query), ('#', hash)] {
        if !part.is_empty() {
            address.push(mark);
            address.push_str(part);
        }
    }
    address
}
