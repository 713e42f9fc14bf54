//! Files that the reader takes away, and pictures that are drawn for them.

use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, Element, HtmlCanvasElement, HtmlElement, HtmlImageElement, Url};

use super::canvas;
use super::dom::{document, set_attribute, window};
use super::later::after_ms;

/// Long enough for a browser that asks where to put the file.
const HELD_MS: u32 = 60_000;

/// Who is handed a picture; nothing where it could not be drawn.
pub type Then = Rc<dyn Fn(Option<Blob>)>;

/// Whether a file can be saved: a frame without an origin may not, and does not say so.
pub fn is_allowed() -> bool {
    window().origin() != "null" || window().location().protocol().is_ok_and(|protocol| protocol == "file:")
}

/// Saves bytes as a file of that name and kind.
pub fn bytes(name: &str, kind: &str, bytes: &[u8]) {
    let bag = BlobPropertyBag::new();
    bag.set_type(kind);
    let parts = Array::of1(&Uint8Array::from(bytes));
    if let Ok(file) = Blob::new_with_u8_array_sequence_and_options(&parts, &bag) {
        blob(name, &file);
    }
}

/// Saves a blob as a file of that name.
pub fn blob(name: &str, blob: &Blob) {
    let Ok(url) = Url::create_object_url_with_blob(blob) else { return };
    if let Some(link) = made::<HtmlElement>("a") {
        set_attribute(&link, "href", &url);
        set_attribute(&link, "download", name);
        link.click();
    }
    after_ms(HELD_MS, move || {
        let _ = Url::revoke_object_url(&url);
    });
}

/// Draws an SVG document in so many pixels, later.
pub fn png(svg: &str, size: [u32; 2], then: Then) {
    let Some(image) = made::<HtmlImageElement>("img") else { return then(None) };
    // An address that holds the picture itself: a host's policy allows no other.
    let text = String::from(js_sys::encode_uri_component(svg));
    image.set_src(&["data:image/svg+xml;charset=utf-8,", &text].concat());
    let failed = Rc::clone(&then);
    let ready = image.clone();
    let came = Closure::once(move |_: JsValue| draw(&ready, size, then));
    let refused = Closure::once(move |_: JsValue| failed(None));
    let _ = image.decode().then2(&came, &refused);
    // One of them is called, once, after this has returned.
    came.forget();
    refused.forget();
}

fn draw(image: &HtmlImageElement, [width, height]: [u32; 2], then: Then) {
    let Some(sheet) = made::<HtmlCanvasElement>("canvas") else { return then(None) };
    sheet.set_width(width);
    sheet.set_height(height);
    let drawn = canvas::context(&sheet).and_then(|context| {
        let (width, height) = (f64::from(width), f64::from(height));
        context.draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, width, height).ok()
    });
    if drawn.is_none() {
        return then(None);
    }
    let failed = Rc::clone(&then);
    let came = Closure::once(move |blob: JsValue| then(blob.dyn_into().ok()));
    match sheet.to_blob(came.as_ref().unchecked_ref()) {
        Ok(()) => came.forget(),
        Err(_) => failed(None),
    }
}

fn made<T: JsCast>(name: &str) -> Option<T> {
    document().create_element(name).ok().and_then(|element: Element| element.dyn_into().ok())
}
