//! What a page needs beside the program: the texts that it says, and a chapter's part of the program. A released page fetches them
//! with the help of `assets/start.js`; a page that is being worked on has everything compiled in.

use js_sys::{Array, Function, Reflect};
use kitchen_story::chapters::prologue;
use kitchen_text::Lang;
use kitchen_text::pack::Pack;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::{dom, location, media, parts};
use crate::page::address::{self, Asked};

/// Whose texts the home page says.
const FIRST_MINUTE: &str = prologue::KIND.scene;

/// What stands before a chapter's name where its part of the program is asked for.
const CODE: &str = "code";

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
    /// The page that the address asks for; known without the chapter that it leads to.
    pub fn asked() -> Goal {
        let (chapter, lang) = location::heading();
        Goal { lang, chapter }
    }

    /// Whether all that a page says and does is here.
    pub fn is_here(&self) -> bool {
        self.missing_part().is_none() && packs(self.chapter).all(|pack| pack.text(self.lang).is_some())
    }

    /// The chapter whose part of the program is still to come. The home page needs none.
    fn missing_part(&self) -> Option<&'static str> {
        self.chapter.filter(|chapter| !parts::are_here(chapter))
    }
}

/// What the address asks for, once all of it is here; the address may have changed since it was fetched. There is no other way to
/// read it: a moment's parameters are the chapter's own to judge.
pub fn asked() -> Option<Asked> {
    Goal::asked().is_here().then(|| address::read(&location::query(), &location::hash(), &media::languages()))
}

/// Whether what a chapter opens beside itself is here, with its texts.
fn is_opened(id: &str, lang: Lang) -> bool {
    parts::are_here(id) && Pack::of_chapter(id).is_none_or(|pack| pack.text(lang).is_some())
}

/// Fetches what a chapter opens beside itself: a part of the program by that name, and its texts. `then` is called once, with whether
/// it is here now.
pub fn fetch_opened(id: &'static str, lang: Lang, then: impl FnOnce(bool) + 'static) {
    if is_opened(id, lang) {
        return then(true);
    }
    let Some(get) = getter() else { return then(false) };
    let pack = Pack::of_chapter(id);
    let names = Array::new();
    for name in pack.map(|pack| format!("{}/{}", lang.tag(), pack.name())).into_iter().chain([format!("{CODE}/{id}")]) {
        names.push(&name.into());
    }
    let came = Closure::once_into_js(move |things: JsValue| {
        let things = if things.is_object() { Array::from(&things) } else { Array::new() };
        let last = things.length().saturating_sub(1);
        let is_said = pack.is_none_or(|pack| things.get(0).as_string().is_some_and(|text| pack.accept(lang, text)));
        then(is_said && (parts::are_here(id) || parts::accept(id, &things.get(last))));
    });
    let _ = get.call2(&JsValue::NULL, &names, &came);
}

/// What fetches, of `assets/start.js`.
fn getter() -> Option<Function> {
    Reflect::get(&dom::window(), &"kitchenGet".into()).ok().and_then(|get| get.dyn_into().ok())
}

/// Fetches what a page needs. `then` is called once, with whether it is here now: at once where it was, else later.
pub fn fetch(goal: Goal, then: impl FnOnce(bool) + 'static) {
    if goal.is_here() {
        return then(true);
    }
    let Goal { lang, chapter } = goal;
    let Some(get) = getter() else { return then(false) };
    let missing: Vec<Pack> = packs(chapter).filter(|pack| pack.text(lang).is_none()).collect();
    let part = goal.missing_part();
    // The part comes last.
    let names: Array = missing.iter().map(|pack| JsValue::from(format!("{}/{}", lang.tag(), pack.name()))).collect();
    if let Some(chapter) = part {
        names.push(&format!("{CODE}/{chapter}").into());
    }
    let came = Closure::once_into_js(move |things: JsValue| {
        let came = things.is_object();
        let things = if came { Array::from(&things) } else { Array::new() };
        let last = missing.len() as u32;
        let mut pairs = (0..).zip(missing);
        let accepted =
            pairs.all(|(index, pack)| things.get(index).as_string().is_some_and(|text| pack.accept(lang, text)));
        let joined = part.is_none_or(|chapter| parts::accept(chapter, &things.get(last)));
        then(came && accepted && joined);
    });
    let _ = get.call2(&JsValue::NULL, &names, &came);
}
