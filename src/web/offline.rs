//! Chapters that are kept for reading without a network, by a service worker (`assets/offline.js`): it is there once the reader has asked
//! for it, and goes with what it keeps.

use std::fmt;

use js_sys::{Array, Promise, Reflect};
use kitchen_text::Lang;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration};

use super::dom::window;
use super::watch::Listener;

/// The script, beside the page.
const SCRIPT: &str = "offline.js";
/// What messages begin with.
const MARK: &str = "kitchen";

/// What the worker says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    /// The chapters that are kept.
    pub chapters: Vec<String>,
    pub bytes: u64,
    /// Whether what was asked for last could not be done.
    pub failed: bool,
}

/// The way to the worker, and what hears it.
pub struct Offline {
    container: ServiceWorkerContainer,
    _heard: Listener,
}

impl fmt::Debug for Offline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Offline")
    }
}

impl Offline {
    /// Nothing where the browser keeps nothing: in a frame without an origin, or without https. `on` hears what is kept.
    pub fn new(on: impl Fn(Kept) + 'static) -> Option<Offline> {
        if window().origin() == "null" {
            return None;
        }
        let container = Reflect::get(&window().navigator(), &"serviceWorker".into()).ok()?;
        let container: ServiceWorkerContainer = container.is_object().then(|| container.unchecked_into())?;
        let heard = Listener::new(&container, "message", move |event| {
            let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
            if let Some(kept) = read(&event.data()) {
                on(kept);
            }
        });
        Some(Offline { container, _heard: heard })
    }

    /// Asks what is kept; where there is no worker nobody answers.
    pub fn ask(&self) {
        let answer = |registration: JsValue| {
            let worker =
                registration.dyn_ref::<ServiceWorkerRegistration>().and_then(ServiceWorkerRegistration::active);
            if let Some(worker) = worker.filter(|worker| worker.script_url().ends_with(SCRIPT)) {
                say(&worker, "ask", ("", ""));
            }
        };
        then(&self.container.get_registration(), answer, |_| {});
    }

    /// Keeps a chapter and the home page. `failed` hears where there is no worker to be had.
    pub fn keep(&self, (chapter, lang): (String, Lang), failed: impl FnOnce() + 'static) {
        let container = self.container.clone();
        let began = move |_: JsValue| {
            let Ok(ready) = container.ready() else { return };
            let asked = move |registration: JsValue| {
                let registration = registration.dyn_ref::<ServiceWorkerRegistration>();
                if let Some(worker) = registration.and_then(ServiceWorkerRegistration::active) {
                    say(&worker, "keep", (&chapter, lang.tag()));
                }
            };
            then(&ready, asked, |_| {});
        };
        then(&self.container.register(SCRIPT), began, move |_| failed());
    }

    /// Removes all of it, and the worker.
    pub fn remove(&self) {
        let answer = |registration: JsValue| {
            let worker =
                registration.dyn_ref::<ServiceWorkerRegistration>().and_then(ServiceWorkerRegistration::active);
            if let Some(worker) = worker {
                say(&worker, "remove", ("", ""));
            }
        };
        then(&self.container.get_registration(), answer, |_| {});
    }
}

fn say(worker: &ServiceWorker, what: &str, (chapter, lang): (&str, &str)) {
    // A worker that has gone keeps nothing any more.
    let _ = worker.post_message(&Array::of4(&MARK.into(), &what.into(), &chapter.into(), &lang.into()));
}

/// Reads `[mark, chapters, bytes, failed]`.
fn read(data: &JsValue) -> Option<Kept> {
    let data = Array::from(data.is_array().then_some(data)?);
    data.get(0).as_string().filter(|mark| mark == MARK)?;
    let chapters = data.get(1).as_string()?;
    Some(Kept {
        chapters: chapters.split(',').filter(|chapter| !chapter.is_empty()).map(str::to_owned).collect(),
        bytes: data.get(2).as_f64()? as u64,
        failed: data.get(3).is_truthy(),
    })
}

/// Does one or the other once a promise is kept or not.
fn then(promise: &Promise, kept: impl FnOnce(JsValue) + 'static, broken: impl FnOnce(JsValue) + 'static) {
    let (kept, broken) = (Closure::once(kept), Closure::once(broken));
    let _ = promise.then2(&kept, &broken);
    kept.forget();
    broken.forget();
}
