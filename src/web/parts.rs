//! The parts of the program that come with the chapters: the released page is cut into them (`xtask/src/split`), so that a visit
//! fetches the chapter that it opens. Nothing of a chapter may be called before its parts are here.
//!
//! A page that is being worked on is in one piece.

use std::cell::RefCell;

use js_sys::WebAssembly::{Instance, Module};
use js_sys::{Array, Object, Reflect};
use kitchen_story::chapters::prologue;
use wasm_bindgen::{JsCast, JsValue};

/// What a chapter opens beside itself: a part by this name, with texts of its own.
pub const OPENED: &str = kitchen_story::brought::OPENED;

/// What shares a moment, and makes what is taken away of it.
pub const SHARED: &str = kitchen_story::taken::PART;

/// What the parts call the page's own part.
const PAGE: &str = "page";

#[derive(Default)]
struct Here {
    /// What each part gives to the others, by its name.
    given: Option<Object>,
    /// The chapters that can be opened, with their parts as they came.
    chapters: Vec<(String, JsValue)>,
}

thread_local! {
    /// Of this thread: the worker's program has parts of its own.
    static HERE: RefCell<Here> = RefCell::default();
}

/// Whether a chapter's code may be called. The first minute is the home page's own.
pub fn are_here(chapter: &str) -> bool {
    let needs_none = !cfg!(feature = "packed-text") || chapter == prologue::KIND.scene;
    needs_none || HERE.with_borrow(|here| here.chapters.iter().any(|(known, _)| known == chapter))
}

/// Brings in a chapter's parts, `[[name, module], …]`, those that others need first. Gives whether the chapter can be opened now.
pub fn accept(chapter: &str, parts: &JsValue) -> bool {
    if are_here(chapter) {
        return true;
    }
    HERE.with_borrow_mut(|here| {
        let given = here.given.get_or_insert_with(|| {
            let given = Object::new();
            let _ = Reflect::set(&given, &PAGE.into(), &wasm_bindgen::exports());
            given
        });
        let all = parts.dyn_ref::<Array>().is_some_and(|parts| parts.iter().all(|part| join(given, &part).is_some()));
        if all {
            here.chapters.push((chapter.to_owned(), parts.clone()));
        }
        all
    })
}

/// Makes a part run, unless it does: chapters share some.
fn join(given: &Object, part: &JsValue) -> Option<()> {
    let part = part.dyn_ref::<Array>()?;
    let name = part.get(0);
    if Reflect::has(given, &name).ok()? {
        return Some(());
    }
    let instance = Instance::new(part.get(1).dyn_ref::<Module>()?, given).ok()?;
    Reflect::set(given, &name, &instance.exports()).ok().map(|_| ())
}

/// A chapter's parts, to be handed to another thread.
pub fn sent(chapter: &str) -> JsValue {
    let parts = |here: &Here| here.chapters.iter().find(|(known, _)| known == chapter).map(|(_, parts)| parts.clone());
    HERE.with_borrow(parts).unwrap_or_default()
}
