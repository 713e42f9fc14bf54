//! Files that the reader drops or chooses, as bytes.

use std::rc::Rc;

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::{Blob, File};

/// So many bytes are handed on at a time: what is done with them, also where they are packed, takes a page less than a frame.
const PIECE: [f64; 2] = [131_072.0, 16_384.0];

/// Who is handed the pieces of a file, the last of which is empty. Answers whether more is wanted.
pub type Then = Rc<dyn Fn(Vec<u8>) -> bool>;

/// Hands on what is in a file piece by piece, later, each when the one before has been taken. Where the browser cannot read it, what
/// came so far was all.
pub fn pieces(file: &File, then: Then) {
    let blob: &Blob = file;
    let is_packed = file.name().to_ascii_lowercase().ends_with("gz");
    next(blob.clone(), (0.0, PIECE[usize::from(is_packed)]), then);
}

fn next(blob: Blob, (from, long): (f64, f64), then: Then) {
    let slice = blob.slice_with_f64_and_f64(from, from + long);
    let Some(slice) = slice.ok().filter(|_| from < blob.size()) else {
        then(Vec::new());
        return;
    };
    let failed = Rc::clone(&then);
    let came = Closure::once(move |buffer: JsValue| {
        let bytes = Uint8Array::new(&buffer).to_vec();
        if bytes.is_empty() || then(bytes) {
            next(blob, (from + long, long), then);
        } else {
            then(Vec::new());
        }
    });
    let refused = Closure::once(move |_: JsValue| {
        failed(Vec::new());
    });
    let _ = slice.array_buffer().then2(&came, &refused);
    // One of them is called, once, after this has returned.
    came.forget();
    refused.forget();
}
