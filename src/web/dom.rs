//! Writing to single nodes of the document, around yew's virtual DOM: what changes every frame goes this way.

use kitchen_text::Lang;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, FocusOptions, HtmlElement, Window};

/// The window.
///
/// # Panics
/// Outside a browser's window, where the page does not run.
pub fn window() -> Window {
    web_sys::window().expect("a browser window")
}

/// The window's document.
///
/// # Panics
/// Outside a browser's window, where the page does not run.
pub fn document() -> Document {
    window().document().expect("a document")
}

/// Sets an element's text if it differs from what was last written, which `cache` remembers.
pub fn set_text(element: &Element, cache: &mut String, text: &str) {
    if cache != text {
        element.set_text_content(Some(text));
        cache.clear();
        cache.push_str(text);
    }
}

/// Sets an attribute; the browser refuses only malformed names, which are constants here.
pub fn set_attribute(element: &Element, name: &str, value: &str) {
    let _ = element.set_attribute(name, value);
}

/// Sets one property of an element's inline style.
pub fn set_style(element: &Element, name: &str, value: &str) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        let _ = element.style().set_property(name, value);
    }
}

/// Writes a number for CSS with four decimals. The standard formatter of floats would cost a first visit 7 kB.
pub fn css_number(value: f64) -> String {
    let parts = (value * 1e4).round() as i64;
    let sign = if parts < 0 { "-" } else { "" };
    format!("{sign}{}.{:04}", parts.unsigned_abs() / 10_000, parts.unsigned_abs() % 10_000)
}

/// The same in CSS pixels.
pub fn css_px(value: f32) -> String {
    css_number(value.into()) + "px"
}

/// Whether what has the focus is inside the element with that id.
pub fn is_focused_inside(id: &str) -> bool {
    document().get_element_by_id(id).is_some_and(|element| focused().is_some_and(|it| element.contains(Some(&it))))
}

/// Writes the page's language, direction and theme where CSS and screen readers look for them.
pub fn describe_page(lang: Lang, theme: &str, embedded: bool, title: &str) {
    let document = document();
    if let Some(root) = document.document_element() {
        set_attribute(&root, "lang", lang.tag());
        set_attribute(&root, "dir", lang.direction());
        set_attribute(&root, "data-theme", theme);
        root.toggle_attribute_with_force("data-embed", embedded).ok();
    }
    document.set_title(title);
}

/// Tells the style sheets that someone presents, and whether the screen is black.
pub fn describe_presenting(presenting: bool, black: bool) {
    if let Some(root) = document().document_element() {
        root.toggle_attribute_with_force("data-present", presenting).ok();
        root.toggle_attribute_with_force("data-black", presenting && black).ok();
    }
}

/// The language that the page speaks now.
pub fn language() -> Lang {
    let tag = document().document_element().and_then(|root| root.get_attribute("lang"));
    tag.and_then(|tag| Lang::from_tag(&tag)).unwrap_or_default()
}

/// Shows the sentence, in Japanese and English, that `index.html` holds for a page that has no texts of its own yet.
pub fn say_that_it_did_not_start() {
    if let Some(element) = document().get_element_by_id("start-problem") {
        let _ = element.remove_attribute("hidden");
        set_attribute(&element, "data-told", "");
    }
}

/// The element that has the focus, if it is one of the page's controls and not the body.
pub fn focused() -> Option<Element> {
    document().active_element().filter(|element| element.tag_name() != "BODY")
}

/// Asks to print what the page is on paper.
pub fn print() {
    if let Some(window) = web_sys::window() {
        let _ = window.print();
    }
}

/// Moves the focus to the element with this id, and it into view.
pub fn focus_by_id(id: &str) {
    if let Some(element) = document().get_element_by_id(id).and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Moves the focus to the page's main part as it was opened: its top stays in view.
pub fn focus_main() {
    if let Some(main) = document().get_element_by_id("main") {
        focus(&main);
    }
}

/// Moves the focus to an element, or to the one that has taken its place and its id, without scrolling to it.
pub fn focus(element: &Element) {
    let heir = || document().get_element_by_id(&element.id());
    let here = if element.is_connected() { Some(element.clone()) } else { heir() };
    if let Some(element) = here.as_ref().and_then(|element| element.dyn_ref::<HtmlElement>()) {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = element.focus_with_options(&options);
    }
}

/// Takes the focus from an element.
pub fn let_go(element: Option<&Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_ref::<HtmlElement>()) {
        let _ = element.blur();
    }
}

/// Scrolls the page to its top, as a new page would start.
pub fn scroll_to_top() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// The number of seconds since the page was opened, from the browser's monotonic clock.
pub fn seconds() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now() / 1e3)
}

/// Says to whoever watches the page (tests, embedding pages) that its first picture is there.
pub fn set_ready() {
    if let Some(body) = document().body() {
        set_attribute(&body, "data-ready", "true");
    }
}
