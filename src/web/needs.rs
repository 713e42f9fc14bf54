//! What a page needs before it is shown, and where it is: texts, and the parts of the program that its chapter alone uses, or
//! that come on request. A released page fetches them beside the program, with the help of `assets/start.js`; a page that is being worked on has
//! everything compiled in.

use js_sys::{Array, Function, Reflect};
use kitchen_core::scenario::link::Lanes;
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

/// The part of the program that the timeline's lanes of links are.
const NETWORK: &str = "network";

/// What a reader is on the way to.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub lang: Lang,
    /// Nothing is the home page.
    pub chapter: Option<&'static str>,
    pub lanes: Lanes,
}

impl Goal {
    fn on_request(&self) -> Option<&'static str> {
        (self.lanes == Lanes::Links && self.chapter.is_some()).then_some(NETWORK)
    }

    /// Whether all that a page says and does is here.
    pub fn is_here(&self) -> bool {
        packs(self.chapter).all(|pack| pack.text(self.lang).is_some())
            && parts(self.chapter).is_some()
            && self.on_request().is_none_or(|part| parts(Some(part)).is_some())
    }
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

/// Fetches what a page needs. `then` is called once, with whether it is here now: at once where it was, else later.
pub fn fetch(goal: Goal, then: impl FnOnce(bool) + 'static) {
    if goal.is_here() {
        return then(true);
    }
    let Goal { lang, chapter, .. } = goal;
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
    let parts: Array = [Some(played(chapter)), goal.on_request()].into_iter().flatten().map(JsValue::from).collect();
    let _ = get.call3(&JsValue::NULL, &names, &parts, &came);
}
