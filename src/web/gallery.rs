//! Pictures that are no part of the program, fetched when they come into view and shown one after the other: a browser lays a drawing
//! out and paints it on the page's thread, and some twenty at once would hold it up.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry};

use super::dom;
use super::frames::Frames;
use super::watch::Listener;

/// Where a picture says what it is a picture of, until that is fetched.
const PLANNED: &str = "data-src";

/// The pictures of a page.
pub struct Gallery {
    observer: Option<IntersectionObserver>,
    /// Owns the list of those that wait.
    _hall: Rc<Hall>,
    _callback: Closure<dyn FnMut(js_sys::Array)>,
}

struct Hall {
    waiting: RefCell<VecDeque<Element>>,
    /// The picture that is being fetched, with what hears that it is there, or is not to be had.
    coming: RefCell<Option<[Listener; 2]>>,
    is_busy: Cell<bool>,
    /// The frame that shows a picture, after which the next one is fetched.
    frames: Frames,
}

impl Gallery {
    pub fn new() -> Gallery {
        let hall = Rc::new_cyclic(|hall: &std::rc::Weak<Hall>| {
            let hall = hall.clone();
            let frames = Frames::new(move |_| {
                if let Some(hall) = hall.upgrade() {
                    hall.is_busy.set(false);
                    hall.fetch();
                }
                false
            });
            Hall { waiting: RefCell::default(), coming: RefCell::default(), is_busy: Cell::new(false), frames }
        });
        let callback: Closure<dyn FnMut(js_sys::Array)> = Closure::new({
            let hall = Rc::clone(&hall);
            move |entries: js_sys::Array| {
                let entries = entries.iter().map(JsCast::unchecked_into::<IntersectionObserverEntry>);
                hall.waiting.borrow_mut().extend(
                    entries.filter(web_sys::IntersectionObserverEntry::is_intersecting).map(|entry| entry.target()),
                );
                hall.fetch();
            }
        });
        let observer = IntersectionObserver::new(callback.as_ref().unchecked_ref()).ok();
        Gallery { observer, _hall: hall, _callback: callback }
    }

    /// Shows the pictures inside an element as they come into view; those that are shown already stay as they are.
    pub fn hang(&self, inside: &Element) {
        let Ok(pictures) = inside.query_selector_all(&["img[", PLANNED, "]"].concat()) else { return };
        for at in 0..pictures.length() {
            let Some(picture) = pictures.item(at).and_then(|picture| picture.dyn_into::<Element>().ok()) else {
                continue;
            };
            match &self.observer {
                Some(_) if is_shown(&picture) => {}
                // Told anew whether it is in view.
                Some(observer) => {
                    observer.unobserve(&picture);
                    observer.observe(&picture);
                }
                None => show(&picture),
            }
        }
    }
}

impl Hall {
    /// Fetches the next picture, unless one is on its way.
    fn fetch(self: &Rc<Hall>) {
        if self.is_busy.get() {
            return;
        }
        while let Some(picture) = self.waiting.borrow_mut().pop_front() {
            if is_shown(&picture) || !picture.is_connected() {
                continue;
            }
            self.is_busy.set(true);
            let listeners = ["load", "error"].map(|name| {
                let hall = Rc::downgrade(self);
                Listener::new(&picture, name, move |_| {
                    if let Some(hall) = hall.upgrade() {
                        hall.frames.request();
                    }
                })
            });
            *self.coming.borrow_mut() = Some(listeners);
            show(&picture);
            return;
        }
        *self.coming.borrow_mut() = None;
    }
}

fn is_shown(picture: &Element) -> bool {
    picture.get_attribute("src") == picture.get_attribute(PLANNED)
}

fn show(picture: &Element) {
    if let Some(planned) = picture.get_attribute(PLANNED) {
        dom::set_attribute(picture, "src", &planned);
    }
}

impl Drop for Gallery {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}

impl fmt::Debug for Gallery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Gallery")
    }
}
