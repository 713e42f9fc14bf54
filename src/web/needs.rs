//! The texts that a page says, and where they are. A released page fetches them beside the program, with the help of
//! `assets/start.js`; a page that is being worked on has everything compiled in.

use js_sys::{Array, Function, Reflect};
use kitchen_core::text::Lang;
use kitchen_core::text::pack::Pack;
use kitchen_story::chapters::prologue;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::dom;
use crate::page::address::Asked;

/// Whose texts the home page says.
const FIRST_MINUTE: &str = prologue::KIND.scene;

/// What a chapter's page, or without a chapter the home page, says comes from these.
pub fn packs(chapter: Option<&str>) -> impl Iterator<Item = Pack> {
    [Some(Pack::PAGE), Pack::of_chapter(chapter.unwrap_or(FIRST_MINUTE))].into_iter().flatten()
}

/// What a reader is on the way to.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub lang: Lang,
    /// Nothing is the home page.
    pub chapter: Option<&'static str>,
}

impl Goal {
    /// The page that an address asks for.
    pub fn of(asked: &Asked) -> Goal {
        Goal { lang: asked.lang, chapter: asked.chapter }
    }

    /// Whether all that a page says is here.
    pub fn is_here(&self) -> bool {
        packs(self.chapter).all(|pack| pack.text(self.lang).is_some())
    }
}

/// Fetches what a page needs. `then` is called once, with whether it is here now: at once where it was, else later.
pub fn fetch(goal: Goal, then: impl FnOnce(bool) + 'static) {
    if goal.is_here() {
        return then(true);
    }
    let Goal { lang, chapter } = goal;
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
    let _ = get.call2(&JsValue::NULL, &names, &came);
}
