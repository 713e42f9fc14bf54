//! Files that the reader drops or chooses, as bytes.

use std::rc::Rc;

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::{Blob, File};

/// No file of which more than this is asked for is read; what is longer is cut, and whoever reads it says that it is too long.
const MOST_BYTES: f64 = 4_194_304.0;

/// Who is handed what was in a file.
pub type Then = Rc<dyn Fn(Vec<u8>)>;

/// Hands on what is in a file, later; nothing where the browser cannot read it.
pub fn bytes(file: &File, then: Then) {
    let blob: &Blob = file;
    let Ok(head) = blob.slice_with_f64_and_f64(0.0, MOST_BYTES) else { return then(Vec::new()) };
    let failed = Rc::clone(&then);
    let came = Closure::once(move |buffer: JsValue| then(Uint8Array::new(&buffer).to_vec()));
    let refused = Closure::once(move |_: JsValue| failed(Vec::new()));
    let _ = head.array_buffer().then2(&came, &refused);
    // One of them is called, once, after this has returned.
    came.forget();
    refused.forget();
}
