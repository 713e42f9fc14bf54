//! What a page needs before it is shown, and where it is: texts, and the parts of the program that its chapter alone uses. A
//! released page fetches them beside the program, with the help of `assets/start.js`; a page that is being worked on has
//! everything compiled in.

use js_sys::{Array, Function, Reflect};
use kitchen_core::story;
use kitchen_core::text::Lang;
use kitchen_core::text::pack::Pack;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::dom;

/// What a chapter's page, or without a chapter the home page, says comes from these.
pub fn packs(chapter: Option<&str>) -> impl Iterator<Item = Pack> {
    [Some(Pack::PAGE), chapter.and_then(Pack::of_chapter)].into_iter().flatten()
}

/// The compiled parts of the program that a chapter's page needs, if they have been put in.
pub fn parts(chapter: Option<&str>) -> Option<Array> {
    let all = Reflect::get(&dom::window(), &"kitchenParts".into()).ok()?;
    Reflect::get(&all, &played(chapter).into()).ok()?.dyn_into().ok()
}

/// The chapter that is simulated: the home page's picture is of the first.
fn played(chapter: Option<&str>) -> &str {
    chapter.unwrap_or_else(|| story::chapters().first().map_or("", |first| first.id))
}

/// Whether all that a page says and does is here.
pub fn are_here(lang: Lang, chapter: Option<&str>) -> bool {
    packs(chapter).all(|pack| pack.text(lang).is_some()) && parts(chapter).is_some()
}

/// Fetches what a page needs. `then` is called once, with whether it is here now: at once where it was, else later.
pub fn fetch(lang: Lang, chapter: Option<&str>, then: impl FnOnce(bool) + 'static) {
    if are_here(lang, chapter) {
        return then(true);
    }
    let Some(get) = Reflect::get(&dom::window(), &"kitchenGet".into()).ok().and_then(|get| get.dyn_into().ok()) else {
        return then(false);
    };
    let get: Function = get;
    let missing: Vec<Pack> = packs(chapter).filter(|pack| pack.text(lang).is_none()).collect();
    let names: Array = missing.iter().map(|pack| JsValue::from(format!("{}/{}", lang.tag(), pack.name()))).collect();
    let came = Closure::once_into_js(move |texts: JsValue| {
        let came = texts.is_object();
        let texts = if came { Array::from(&texts) } else { Array::new() };
        let mut pairs = (0..).zip(missing);
        let accepted =
            pairs.all(|(index, pack)| texts.get(index).as_string().is_some_and(|text| pack.accept(lang, text)));
        then(came && accepted);
    });
    let _ = get.call3(&JsValue::NULL, &names, &played(chapter).into(), &came);
}
