//! Copying text, with a way that works where the clipboard is closed to pages (sandboxed frames).

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlInputElement, HtmlTextAreaElement};

use super::dom::{document, window};

/// Copies the text of the field with this id. The field stays selected, so that the reader can copy it by hand
/// where the browser refuses; answers whether the copy was at least begun.
pub fn copy_field(id: &str) -> bool {
    let Some(element) = document().get_element_by_id(id) else { return false };
    let text = if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        input.select();
        input.value()
    } else if let Some(area) = element.dyn_ref::<HtmlTextAreaElement>() {
        area.select();
        area.value()
    } else {
        return false;
    };
    copy(&text)
}

/// Copies a text; answers whether the browser has a clipboard at all.
pub fn copy(text: &str) -> bool {
    // Absent in insecure contexts, where reading it gives undefined.
    let navigator = window().navigator();
    let Ok(clipboard) = js_sys::Reflect::get(&navigator, &"clipboard".into()) else { return false };
    if !clipboard.is_object() {
        return false;
    }
    let promise = navigator.clipboard().write_text(text);
    // A refusal is not worth an error in the console: the text is selected.
    let ignore = Closure::<dyn FnMut(JsValue)>::new(|_| {});
    let _ = promise.catch(&ignore);
    ignore.forget();
    true
}
