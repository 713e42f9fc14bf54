//! Work for a moment in which nothing else is waiting.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;

use super::dom::window;

/// Calls a function after at least so many milliseconds, in a task of its own.
pub fn after_ms(ms: u32, work: impl FnOnce() + 'static) {
    let callback = Closure::once_into_js(work);
    let ms = i32::try_from(ms).unwrap_or(i32::MAX);
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(callback.unchecked_ref(), ms);
}
