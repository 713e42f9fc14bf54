//! What the reader asked of the system: languages, colours, motion, width.

use super::dom::window;
use crate::page::action::System;
use crate::page::room::Room;

fn matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// What the reader asked of the system's colours and motion.
pub fn system() -> System {
    System { dark: matches("(prefers-color-scheme: dark)"), still: prefers_reduced_motion() }
}

/// The system asks for less motion.
pub fn prefers_reduced_motion() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

/// The languages the reader prefers, best first.
pub fn languages() -> Vec<String> {
    window().navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
}

/// The window has little height.
pub fn is_low() -> bool {
    matches("(max-height: 779px)")
}

/// The size of the page's letters, a root em, in CSS pixels.
pub fn rem_px() -> f64 {
    let window = window();
    let root = window.document().and_then(|document| document.document_element());
    let style = root.and_then(|root| window.get_computed_style(&root).ok().flatten());
    let size = style.and_then(|style| style.get_property_value("font-size").ok()).unwrap_or_default();
    // Whole pixels are enough, and floats need not be read.
    let whole = size.split(['.', 'p']).next().and_then(|whole| whole.parse::<u32>().ok());
    f64::from(whole.unwrap_or(16).max(1))
}

/// The room that the window has, in root ems: what fits depends on the reader's letters as much as on the window.
pub fn room() -> Room {
    let window = window();
    let px = |value: Result<wasm_bindgen::JsValue, _>| value.ok().and_then(|value| value.as_f64()).unwrap_or_default();
    let rem = rem_px();
    Room::of([px(window.inner_width()) / rem, px(window.inner_height()) / rem])
}
