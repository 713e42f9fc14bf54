//! The page's side of the worker: requests go out, answers come back to whoever asked. Where no worker can be had (an
//! old browser, a page that forbids it), the answer is none, and the page computes it itself.
//!
//! A worker lives as long as there is something to do for it: its memory ends with it.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use kitchen_core::progress::Progress;
use kitchen_core::wire;
use kitchen_story::scenario::link::Address;
use kitchen_story::staged::Part;
use kitchen_text::Line;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, MessageEvent, Url, Worker};

use super::later::after_ms;
use super::watch::Listener;
use super::worker::{Answer, What};
use super::{assets, dom, parts};
use crate::page::pulse::{Found, LOOK_MS, Pulse, Stage};
use crate::page::verdict::Said;
use crate::page::waiting::PARTS;

/// Tasks in a scenario's graphs from which on it is the worker's: what is made of as many takes a page about a frame.
pub const HEAVY_TASKS: usize = 6_000;

/// How long a worker waits for the next request.
const IDLE_MS: u32 = 4_000;

/// What comes of a request for a show.
#[derive(Debug)]
pub enum Came {
    Part(Part),
    /// The scenario cannot run.
    Refused(Line),
    /// The worker is dead, and a fresh one begins anew.
    Again,
    /// That one is dead as well, and nothing more comes.
    Silent,
    /// There is no worker, or no more of it.
    Nothing,
}

enum Reply {
    /// Called once.
    Once(Box<dyn FnOnce(Option<Said>)>),
    /// Called for each part, or each answer of a race.
    Show(Rc<dyn Fn(Came)>),
}

struct Request {
    id: u32,
    /// Whether its parts come in a moment: a race's answers take their time, as a verdict does.
    is_brief: bool,
    message: JsValue,
    is_sent: bool,
    reply: Reply,
}

#[derive(Default)]
struct State {
    open: Option<Open>,
    has_started: bool,
    has_failed: bool,
    /// Those without their last answer.
    requests: Vec<Request>,
    /// Counts the requests.
    last: u32,
    pulse: Pulse,
    /// The next look at the worker is on its way.
    is_watched: bool,
}

/// The worker's client; clones are the same client.
#[derive(Clone, Default)]
pub struct WorkerClient(Rc<RefCell<State>>);

struct Open {
    worker: Worker,
    _listeners: [Listener; 2],
}

impl Drop for Open {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl PartialEq for WorkerClient {
    fn eq(&self, other: &WorkerClient) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for WorkerClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkerClient").finish_non_exhaustive()
    }
}

impl State {
    /// Lets go of the worker, and starts another when somebody asks again.
    fn close(&mut self) {
        self.open = None;
        self.has_started = false;
        self.pulse.heard(Stage::Starting);
        for request in &mut self.requests {
            request.is_sent = false;
        }
    }

    /// The worker has said something.
    fn hear(&mut self, is_share: bool) {
        let judges = self.requests.iter().any(|request| !request.is_brief);
        self.pulse.heard(match (judges, is_share) {
            (true, _) => Stage::Judging,
            (false, true) => Stage::Simulating,
            (false, false) => Stage::AtOnce,
        });
    }

    fn send(&mut self) {
        let Some(open) = self.open.as_ref().filter(|_| self.has_started) else { return };
        for request in self.requests.iter_mut().filter(|request| !request.is_sent) {
            request.is_sent = true;
            let _ = open.worker.post_message(&request.message);
        }
    }
}

impl WorkerClient {
    /// Asks for a verdict in the address's language. `reply` is called once, later, or at once with none.
    pub fn judge(&self, address: &Address, reply: impl FnOnce(Option<Said>) + 'static) {
        self.request(What::Verdict, address, Reply::Once(Box::new(reply)));
    }

    /// Asks for a show, or for the answers to what the reader brought, instead of those that have been asked for and not come yet.
    /// `reply` is called for each part, later, or at once with nothing. Each answer is a run; after the last comes nothing.
    pub fn stage(&self, what: What, address: &Address, reply: impl Fn(Came) + 'static) {
        self.dismiss();
        self.request(what, address, Reply::Show(Rc::new(reply)));
    }

    /// The show that has been asked for is not wanted any more.
    pub fn dismiss(&self) {
        let mut state = self.0.borrow_mut();
        let all = state.requests.len();
        state.requests.retain(|request| matches!(request.reply, Reply::Once(_)));
        if state.requests.len() < all {
            // It may be in the middle of it, and hears nothing until it is done.
            state.close();
        }
        let again = !state.requests.is_empty();
        drop(state);
        if again {
            self.open();
        }
    }

    fn request(&self, what: What, address: &Address, reply: Reply) {
        let (query, hash) = address.encode();
        let mut state = self.0.borrow_mut();
        state.last = state.last.wrapping_add(1);
        let id = state.last;
        let message = Array::of4(&id.into(), &(what as u8).into(), &query.into(), &hash.into());
        let scene = address.look.scene.as_deref();
        message.push(&parts::sent(scene.unwrap_or_default()));
        message.push(&parts::sent(parts::OPENED));
        let speaks = [What::Verdict, What::Spans, What::Trace].contains(&what);
        let texts = address
            .look
            .lang
            .filter(|_| speaks)
            .map(|lang| assets::packs(scene).map(|pack| JsValue::from(pack.text(lang))).collect::<Array>());
        message.push(&texts.into());
        if speaks {
            message.push(&parts::sent(parts::SHARED));
        }
        let is_brief = what == What::Show;
        state.requests.push(Request { id, is_brief, message: message.into(), is_sent: false, reply });
        drop(state);
        self.open();
    }

    /// Sends what has not been sent, by a worker that is started where there is none.
    fn open(&self) {
        let wants = {
            let state = self.0.borrow();
            state.open.is_none() && !state.has_failed
        };
        if wants {
            let open = self.start();
            let mut state = self.0.borrow_mut();
            state.has_failed = open.is_none();
            state.open = open;
        }
        if self.0.borrow().has_failed {
            self.fail();
        } else {
            let mut state = self.0.borrow_mut();
            state.send();
            if state.has_started {
                state.hear(false);
            }
            drop(state);
            self.watch();
        }
    }

    /// Looks at the worker from time to time, as long as something is asked of it.
    fn watch(&self) {
        if std::mem::replace(&mut self.0.borrow_mut().is_watched, true) {
            return;
        }
        let client = self.clone();
        after_ms(LOOK_MS, move || {
            let found = {
                let mut state = client.0.borrow_mut();
                state.is_watched = false;
                if state.requests.is_empty() {
                    return;
                }
                state.pulse.look()
            };
            match found {
                Found::Alive => {}
                Found::Dead => client.replace(),
                Found::DeadAgain => client.give_up(Came::Silent),
            }
            if !client.0.borrow().requests.is_empty() {
                client.watch();
            }
        });
    }

    /// A fresh worker takes the place of a dead one.
    fn replace(&self) {
        let told: Vec<_> = {
            let mut state = self.0.borrow_mut();
            state.close();
            let shows = state.requests.iter().filter_map(|request| match &request.reply {
                Reply::Show(reply) => Some(Rc::clone(reply)),
                Reply::Once(_) => None,
            });
            shows.collect()
        };
        self.open();
        for reply in told {
            reply(Came::Again);
        }
    }

    /// A worker of a classic script that loads the page's own, already compiled program: this works from any origin, and
    /// from none.
    fn start(&self) -> Option<Open> {
        let script = dom::document().get_element_by_id("program")?;
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
            let client = self.clone();
            move |event| {
                if let Some(event) = event.dyn_ref::<MessageEvent>() {
                    client.receive(&event.data());
                }
            }
        });
        let failure = Listener::new(&worker, "error", {
            let client = self.clone();
            move |_| {
                let found = client.0.borrow_mut().pulse.died();
                if found == Found::Dead { client.replace() } else { client.fail() }
            }
        });
        worker.post_message(&wasm_bindgen::module()).ok()?;
        Some(Open { worker, _listeners: [answers, failure] })
    }

    fn receive(&self, message: &JsValue) {
        if message.is_null() {
            let mut state = self.0.borrow_mut();
            state.has_started = true;
            state.send();
            return state.hear(false);
        }
        let message = Array::from(message);
        let number = |index: u32| message.get(index).as_f64().unwrap_or_default() as u32;
        let (id, kind) = (number(0), number(1));
        let is_last = ![Answer::Progress as u32, Answer::Run as u32, Answer::Told as u32].contains(&kind);
        let reply = {
            let mut state = self.0.borrow_mut();
            state.hear(kind == Answer::Progress as u32 && number(3) < PARTS);
            if is_last {
                state.pulse.done();
            }
            let Some(at) = state.requests.iter().position(|request| request.id == id) else { return };
            match (&state.requests[at].reply, is_last) {
                (Reply::Show(reply), false) => Reply::Show(Rc::clone(reply)),
                _ => state.requests.swap_remove(at).reply,
            }
        };
        let bytes = message.get(2).dyn_into::<Uint8Array>().map(|bytes| bytes.to_vec()).unwrap_or_default();
        match reply {
            Reply::Once(reply) => reply(wire::unpack(&bytes)),
            Reply::Show(reply) => {
                reply(match kind {
                    kind if kind == Answer::Progress as u32 => {
                        Came::Part(Part::Progress(Progress::new(number(3).into(), PARTS.into())))
                    }
                    kind if kind == Answer::Run as u32 => {
                        Came::Part(Part::Run { bytes, done: number(3), all: number(4) })
                    }
                    kind if kind == Answer::Told as u32 => Came::Part(Part::Told(bytes)),
                    kind if kind == Answer::Network as u32 => Came::Part(Part::Network(bytes)),
                    _ => wire::unpack(&bytes).map_or(Came::Nothing, Came::Refused),
                });
            }
        }
        if is_last {
            self.rest();
        }
    }

    /// Ends the worker, unless something is asked of it before long.
    fn rest(&self) {
        let (client, last) = (self.clone(), self.0.borrow().last);
        after_ms(IDLE_MS, move || {
            let mut state = client.0.borrow_mut();
            if state.last == last && state.requests.is_empty() {
                state.close();
            }
        });
    }

    /// There is no worker to be had, now and later.
    fn fail(&self) {
        self.0.borrow_mut().has_failed = true;
        self.give_up(Came::Nothing);
    }

    /// Nothing comes of what was asked; shows are told why.
    fn give_up(&self, why: Came) {
        let requests = {
            let mut state = self.0.borrow_mut();
            state.close();
            std::mem::take(&mut state.requests)
        };
        let mut why = Some(why);
        for request in requests {
            match request.reply {
                Reply::Once(reply) => reply(None),
                // There is one at a time.
                Reply::Show(reply) => reply(why.take().unwrap_or(Came::Nothing)),
            }
        }
    }
}
