//! The panel after a panic: what happened, and the way out. Plain DOM, since the app that would render it is gone.

use std::panic::PanicHookInfo;

use kitchen_text::{Lang, key, tr};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::Element;

use super::{clipboard, dom, location};

const PANEL_ID: &str = "panic";

/// To be called from the panic hook. Must not panic itself, and stays quiet after the first panic.
pub fn show(info: &PanicHookInfo<'_>) {
    let document = dom::document();
    if document.get_element_by_id(PANEL_ID).is_some() {
        return;
    }
    let lang = dom::language();
    let details =
        format!("Collective Kitchen {}\n?{}{}\n{info}", env!("CARGO_PKG_VERSION"), location::query(), location::hash());
    if tr(lang, key::SHELL_PANIC_TITLE).is_empty() {
        // The panel would be empty, and lie over that sentence.
        return dom::say_that_it_did_not_start();
    }
    let _ = build(lang, details);
}

fn build(lang: Lang, details: String) -> Option<()> {
    let panel = element("div", "panic", "")?;
    panel.set_id(PANEL_ID);
    dom::set_attribute(&panel, "role", "alert");
    dom::set_attribute(&panel, "data-testid", "panic");
    let (title, text) =
        (element("h2", "", tr(lang, key::SHELL_PANIC_TITLE))?, element("p", "", tr(lang, key::SHELL_PANIC_TEXT))?);
    panel.append_child(&title).ok()?;
    panel.append_child(&text).ok()?;
    let reload = element("a", "button primary", tr(lang, key::SHELL_PANIC_RELOAD))?;
    // Without the hash: the state in it may be what broke the page.
    dom::set_attribute(&reload, "href", &location::link(&location::query(), ""));
    let copy = element("button", "button", tr(lang, key::SHELL_PANIC_COPY))?;
    let pre = element("pre", "", &details)?;
    let callback = Closure::<dyn FnMut()>::new(move || {
        clipboard::copy(&details);
    });
    copy.add_event_listener_with_callback("click", callback.as_ref().unchecked_ref()).ok()?;
    callback.forget();
    let row = element("p", "row", "")?;
    row.append_child(&reload).ok()?;
    row.append_child(&copy).ok()?;
    panel.append_child(&row).ok()?;
    panel.append_child(&pre).ok()?;
    dom::document().body()?.append_child(&panel).ok()?;
    Some(())
}

fn element(tag: &str, class: &str, text: &str) -> Option<Element> {
    let element = dom::document().create_element(tag).ok()?;
    element.set_class_name(class);
    if !text.is_empty() {
        element.set_text_content(Some(text));
    }
    Some(element)
}
