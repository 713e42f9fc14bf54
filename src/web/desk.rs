//! The page's side of the worker: requests go out, answers come back to whoever asked. Where no worker can be had (an
//! old browser, a page that forbids it), the answer is none, and the page computes it itself.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use js_sys::Array;
use kitchen_core::scenario::link::Address;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, MessageEvent, Url, Worker};

use super::watch::Listener;
use super::worker::What;
use super::{dom, needs};

/// Tasks in a scenario's graphs from which on it is the worker's: simulating as many takes a page about two frames.
pub const HEAVY_TASKS: usize = 30_000;

type Reply = Box<dyn FnOnce(Option<JsValue>)>;

#[derive(Default)]
struct Waiting {
    replies: Vec<(u32, Reply)>,
    /// Requests for a worker that is still starting.
    unsent: Vec<JsValue>,
    has_started: bool,
    has_failed: bool,
}

/// The desk; clones are the same desk.
#[derive(Clone, Default)]
pub struct Desk {
    open: Rc<RefCell<Option<Open>>>,
    waiting: Rc<RefCell<Waiting>>,
    last: Rc<RefCell<u32>>,
}

struct Open {
    worker: Worker,
    _listeners: [Listener; 2],
}

impl PartialEq for Desk {
    fn eq(&self, other: &Desk) -> bool {
        Rc::ptr_eq(&self.waiting, &other.waiting)
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

impl Desk {
    /// Asks the worker, starting it the first time. `reply` is called once, later, or at once with none.
    pub fn ask(&self, what: What, address: &Address, reply: impl FnOnce(Option<JsValue>) + 'static) {
        if self.open.borrow().is_none() && !self.waiting.borrow().has_failed {
            let open = self.start();
            self.waiting.borrow_mut().has_failed = open.is_none();
            *self.open.borrow_mut() = open;
        }
        if self.waiting.borrow().has_failed {
            return reply(None);
        }
        let id = self.last.replace_with(|last| last.wrapping_add(1));
        let (query, hash) = address.encode();
        let chapter = address.look.scene.as_deref();
        let parts = needs::parts(chapter).unwrap_or_default();
        let request = Array::of5(&id.into(), &(what as u8).into(), &query.into(), &hash.into(), &parts);
        if let (What::Verdict, Some(lang)) = (what, address.look.lang) {
            let packs = needs::packs(chapter);
            request.push(&packs.map(|pack| JsValue::from(pack.text(lang))).collect::<Array>());
        }
        let mut waiting = self.waiting.borrow_mut();
        waiting.replies.push((id, Box::new(reply)));
        if waiting.has_started {
            if let Some(open) = &*self.open.borrow() {
                let _ = open.worker.post_message(&request);
            }
        } else {
            waiting.unsent.push(request.into());
        }
    }

    /// A worker of a classic script that loads the page's own, already compiled program: this works from any origin, and
    /// from none.
    fn start(&self) -> Option<Open> {
        let script = dom::document().query_selector("script[src$='.js']").ok()??;
        let script = script.dyn_into::<web_sys::HtmlScriptElement>().ok()?.src();
        // A browser's own form of an address: an apostrophe is the one character of it that could end the text.
        let script = script.replace('\'', "%27");
        let source = format!(
            "importScripts('{script}');onmessage=(e)=>{{onmessage=null;wasm_bindgen({{module_or_path:e.data}})}};"
        );
        let kind = BlobPropertyBag::new();
        kind.set_type("text/javascript");
        let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&source.into()), &kind).ok()?;
        let url = Url::create_object_url_with_blob(&blob).ok()?;
        let worker = Worker::new(&url).ok()?;
        let answers = Listener::new(&worker, "message", {
            let desk = self.clone();
            move |event| {
                if let Some(event) = event.dyn_ref::<MessageEvent>() {
                    desk.receive(&event.data());
                }
            }
        });
        let failure = Listener::new(&worker, "error", {
            let desk = self.clone();
            move |_| desk.fail()
        });
        worker.post_message(&wasm_bindgen::module()).ok()?;
        Some(Open { worker, _listeners: [answers, failure] })
    }

    fn receive(&self, message: &JsValue) {
        if message.is_null() {
            let mut waiting = self.waiting.borrow_mut();
            waiting.has_started = true;
            if let Some(open) = &*self.open.borrow() {
                for request in waiting.unsent.drain(..) {
                    let _ = open.worker.post_message(&request);
                }
            }
            return;
        }
        let answer = Array::from(message);
        let id = answer.get(0).as_f64().map(|id| id as u32);
        let found = {
            let mut waiting = self.waiting.borrow_mut();
            let at = waiting.replies.iter().position(|(known, _)| Some(*known) == id);
            at.map(|at| waiting.replies.swap_remove(at).1)
        };
        if let Some(reply) = found {
            let payload = answer.get(1);
            reply((!payload.is_null()).then_some(payload));
        }
    }

    fn fail(&self) {
        let replies = {
            let mut waiting = self.waiting.borrow_mut();
            waiting.has_failed = true;
            waiting.unsent.clear();
            std::mem::take(&mut waiting.replies)
        };
        for (_, reply) in replies {
            reply(None);
        }
    }
}
