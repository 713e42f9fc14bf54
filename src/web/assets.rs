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
    /// Whether the moment is one of the reader's own, which another part of the program reads.
    pub is_own: bool,
}

impl Goal {
    /// The page that the address asks for; known without the chapter that it leads to.
    pub fn asked() -> Goal {
        let (chapter, lang) = location::heading();
        Goal { lang, chapter, is_own: address::is_own(&location::hash()) }
    }

    /// Whether all that a page says and does is here.
    pub fn is_here(&self) -> bool {
        self.missing_parts().next().is_none() && packs(self.chapter).all(|pack| pack.text(self.lang).is_some())
    }

    /// Whose parts of the program are still to come. The home page needs none.
    fn missing_parts(&self) -> impl Iterator<Item = &'static str> {
        let opened = self.is_own.then_some(parts::OPENED);
        self.chapter.into_iter().chain(opened).filter(|name| !parts::are_here(name))
    }
}

/// What the address asks for, once all of it is here; the address may have changed since it was fetched. There is no other way to
/// read it: a moment's parameters are the chapter's own to judge.
pub fn asked() -> Option<Asked> {
    Goal::asked().is_here().then(|| address::read(&location::query(), &location::hash(), &media::languages()))
}

/// Whether what is opened beside a page is here, with its texts.
pub fn is_opened(name: &'static str, lang: Lang) -> bool {
    missing(lang, opened(name)).next().is_none() && parts::are_here(name)
}

/// Fetches what is opened beside a page, with its texts. `then` is called once, with whether it is here now.
pub fn fetch_opened(name: &'static str, lang: Lang, then: impl FnOnce(bool) + 'static) {
    let part = Some(name).filter(|name| !parts::are_here(name));
    bring(lang, missing(lang, opened(name)).collect(), part.into_iter().collect(), Box::new(then));
}

/// The texts of what is opened beside a page.
pub fn opened(name: &str) -> impl Iterator<Item = Pack> + use<> {
    Pack::of_chapter(name).into_iter()
}

fn missing(lang: Lang, packs: impl Iterator<Item = Pack>) -> impl Iterator<Item = Pack> {
    packs.filter(move |pack| pack.text(lang).is_none())
}

/// Fetches what a page needs. `then` is called once, with whether it is here now: at once where it was, else later.
pub fn fetch(goal: Goal, then: impl FnOnce(bool) + 'static) {
    let Goal { lang, chapter, .. } = goal;
    bring(lang, missing(lang, packs(chapter)).collect(), goal.missing_parts().collect(), Box::new(then));
}

fn bring(lang: Lang, packs: Vec<Pack>, code: Vec<&'static str>, then: Box<dyn FnOnce(bool)>) {
    if packs.is_empty() && code.is_empty() {
        return then(true);
    }
    let get: Option<Function> =
        Reflect::get(&dom::window(), &"kitchenGet".into()).ok().and_then(|get| get.dyn_into().ok());
    let Some(get) = get else { return then(false) };
    // The parts come last.
    let names: Array = packs.iter().map(|pack| JsValue::from(format!("{}/{}", lang.tag(), pack.name()))).collect();
    for name in &code {
        names.push(&format!("{CODE}/{name}").into());
    }
    let came = Closure::once_into_js(move |things: JsValue| {
        let came = things.is_object();
        let things = if came { Array::from(&things) } else { Array::new() };
        let mut things = things.iter();
        let mut next = || things.next().unwrap_or_default();
        let accepted = packs.iter().all(|pack| next().as_string().is_some_and(|text| pack.accept(lang, text)));
        then(came && accepted && code.iter().all(|name| parts::accept(name, &next())));
    });
    let _ = get.call2(&JsValue::NULL, &names, &came);
}
