//! What the browser says of a key, as the page's logic reads it.

use web_sys::{Element, KeyboardEvent};

use crate::page::action::Hand;
use crate::page::keys::{self, Field, Place, Stroke};
use crate::web::dom;

/// A key that was pressed; `key` is the event's own.
pub fn stroke<'a>(event: &KeyboardEvent, key: &'a str) -> Stroke<'a> {
    let chord = event.ctrl_key() || event.alt_key() || event.meta_key() || event.is_composing();
    Stroke { key, shift: event.shift_key(), chord }
}

/// The place of the element that has the focus; `by_pointer`: it was pressed with a mouse or a finger, and no key since.
pub fn place(focused: Option<&Element>, by_pointer: bool) -> Place {
    let Some(focused) = focused else { return Place::Page };
    if focused.id() == "stage" {
        return Place::Stage;
    }
    let is = |selector: &str| focused.matches(selector).unwrap_or(false);
    match () {
        // The range of a handle needs the arrows alone; a question that was answered, its options, and a button that was only clicked
        // need nothing.
        () if is("[data-hand]:is(input), main, #gate-question, .gate.answered button[aria-disabled]") => Place::Page,
        () if by_pointer && is("button") => Place::Page,
        () if is("#bar button") => Place::Button,
        () => Place::Elsewhere,
    }
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

/// What a key takes back, or does again, where nothing is typed.
pub fn undo(event: &KeyboardEvent) -> Option<Hand> {
    let is_held = (event.ctrl_key() || event.meta_key()) && !event.alt_key() && !event.is_composing();
    keys::undo(&event.key(), event.shift_key()).filter(|_| is_held && field() != Field::Writes)
}
