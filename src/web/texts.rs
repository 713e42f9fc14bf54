//! The texts that a visit reads. A released page fetches them beside the program, with the help of `assets/start.js`; a
//! page that is being worked on has them compiled in.

use js_sys::{Array, Function, Reflect};
use kitchen_core::text::Lang;
use kitchen_core::text::pack::Pack;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::dom;

/// What a chapter's page, or without a chapter the home page, says comes from these.
pub fn needed(chapter: Option<&str>) -> impl Iterator<Item = Pack> {
    [Some(Pack::PAGE), chapter.and_then(Pack::of_chapter)].into_iter().flatten()
}

/// Whether all that a page says is here.
pub fn are_here(lang: Lang, chapter: Option<&str>) -> bool {
    needed(chapter).all(|pack| pack.text(lang).is_some())
}

/// Fetches what a page says. `then` is called once, with whether it is here now: at once where it was, else later.
pub fn fetch(lang: Lang, chapter: Option<&str>, then: impl FnOnce(bool) + 'static) {
    if are_here(lang, chapter) {
        return then(true);
    }
    let Some(get) = Reflect::get(&dom::window(), &"kitchenText".into()).ok().and_then(|get| get.dyn_into().ok()) else {
        return then(false);
    };
    let get: Function = get;
    let missing: Vec<Pack> = needed(chapter).filter(|pack| pack.text(lang).is_none()).collect();
    let names: Array = missing.iter().map(|pack| JsValue::from(format!("{}/{}", lang.tag(), pack.name()))).collect();
    let came = Closure::once_into_js(move |texts: JsValue| {
        let texts = if texts.is_object() { Array::from(&texts) } else { Array::new() };
        let mut pairs = (0..).zip(missing);
        then(pairs.all(|(index, pack)| texts.get(index).as_string().is_some_and(|text| pack.accept(lang, text))));
    });
    let _ = get.call2(&JsValue::NULL, &names, &came);
}
