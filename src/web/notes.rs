//! A second window for whoever presents. It is an empty page of this origin, written to node by node: no script and no style sheet
//! of its own, so that the strictest policy allows it. It closes with its guard, and with the page.

use std::fmt;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Document, HtmlElement, KeyboardEvent};

use super::dom;
use super::watch::Listener;

/// How a line of the notes is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Timer,
    Title,
    Name,
    Said,
    Small,
}

/// The open window.
pub struct Window {
    page: web_sys::Window,
    timer: i32,
    _write: Closure<dyn FnMut()>,
    _listeners: [Listener; 2],
}

/// Milliseconds between two looks at what is to be said.
const EVERY_MS: i32 = 250;

/// Opens the window. `tell` gives its lines; keys that are pressed in it are heard here. None where the browser forbids it.
pub fn open(
    title: &str,
    tell: impl Fn() -> Vec<(Kind, String)> + 'static,
    mut on_key: impl FnMut(KeyboardEvent) + 'static,
) -> Option<Window> {
    let window = dom::window();
    let opened =
        window.open_with_url_and_target_and_features("", "kitchen-notes", "popup,width=720,height=640").ok()??;
    let document = opened.document()?;
    document.set_title(title);
    let body = document.body()?;
    for (name, value) in [
        ("margin", "24px"),
        ("background", "#26221f"),
        ("color", "#f7efe2"),
        ("font", "20px/1.5 system-ui, sans-serif"),
    ] {
        let _ = body.style().set_property(name, value);
    }
    let mut last = Vec::new();
    let write = Closure::<dyn FnMut()>::new(move || {
        let lines = tell();
        if lines != last {
            write(&document, &body, &lines);
            last = lines;
        }
    });
    let timer =
        window.set_interval_with_callback_and_timeout_and_arguments_0(write.as_ref().unchecked_ref(), EVERY_MS).ok()?;
    let keys = Listener::captured(&opened, "keydown", move |event| {
        // Of another window, so it is no `KeyboardEvent` of this one.
        on_key(event.unchecked_into());
    });
    let closing = opened.clone();
    let end = Listener::on_window("pagehide", move |_| _ = closing.close());
    Some(Window { page: opened, timer, _write: write, _listeners: [keys, end] })
}

/// Writes the lines anew.
fn write(document: &Document, body: &HtmlElement, lines: &[(Kind, String)]) {
    body.set_text_content(None);
    for (kind, text) in lines {
        let (tag, styles): (&str, &[(&str, &str)]) = match kind {
            Kind::Timer => ("p", &[("font-size", "28px"), ("font-weight", "700"), ("margin", "0")]),
            Kind::Title => ("h1", &[("font-size", "22px"), ("margin", "0 0 12px")]),
            Kind::Name => ("h2", &[("font-size", "16px"), ("margin", "16px 0 2px"), ("color", "#e58a5c")]),
            Kind::Said => ("p", &[("font-size", "26px"), ("margin", "0")]),
            Kind::Small => ("p", &[("font-size", "16px"), ("margin", "2px 0"), ("color", "#cfc3b4")]),
        };
        let Some(node) = document.create_element(tag).ok() else { continue };
        node.set_text_content(Some(text));
        // Of another window, so it is no `HtmlElement` of this one.
        let node: HtmlElement = node.unchecked_into();
        for (name, value) in styles {
            let _ = node.style().set_property(name, value);
        }
        let _ = body.append_child(&node);
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        dom::window().clear_interval_with_handle(self.timer);
        let _ = self.page.close();
    }
}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("notes::Window").finish_non_exhaustive()
    }
}
