//! What the browser says of a key, as the page's logic reads it.

use web_sys::{Element, KeyboardEvent};

use crate::page::keys::{Field, Place, Stroke};
use crate::web::dom;

/// A key that was pressed; `key` is the event's own.
pub fn stroke<'a>(event: &KeyboardEvent, key: &'a str) -> Stroke<'a> {
    let chord = event.ctrl_key() || event.alt_key() || event.meta_key() || event.is_composing();
    Stroke { key, shift: event.shift_key(), chord }
}

/// The place of the element that has the focus.
pub fn place(focused: Option<&Element>) -> Place {
    let Some(focused) = focused else { return Place::Elsewhere };
    if focused.id() == "stage" {
        return Place::Stage;
    }
    let in_bar = focused.closest("#bar").ok().flatten().is_some();
    if in_bar && focused.tag_name() == "BUTTON" { Place::Button } else { Place::Elsewhere }
}

/// What the element that has the focus needs.
pub fn field() -> Field {
    let Some(element) = dom::focused() else { return Field::None };
    let kind = element.get_attribute("type").unwrap_or_default();
    match (element.tag_name().as_str(), kind.as_str()) {
        ("INPUT", "range" | "radio") => Field::Slides,
        ("INPUT", "checkbox") => Field::None,
        ("INPUT" | "SELECT" | "TEXTAREA", _) => Field::Writes,
        _ => Field::None,
    }
}
