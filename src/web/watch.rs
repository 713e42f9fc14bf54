//! Events that come from outside the page's own controls, as guards: dropping one takes the listener away.

use std::fmt;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event, EventTarget, IntersectionObserver, IntersectionObserverEntry, ResizeObserver};

use super::dom::{document, window};

/// A listener that lasts as long as this value.
pub struct Listener {
    target: EventTarget,
    name: &'static str,
    /// Before the element at which the event happens.
    first: bool,
    callback: Closure<dyn FnMut(Event)>,
}

impl Listener {
    pub fn new(target: &EventTarget, name: &'static str, on: impl FnMut(Event) + 'static) -> Listener {
        Listener::add(target, name, false, on)
    }

    /// Hears an event before the element at which it happens does.
    pub fn captured(target: &EventTarget, name: &'static str, on: impl FnMut(Event) + 'static) -> Listener {
        Listener::add(target, name, true, on)
    }

    fn add(target: &EventTarget, name: &'static str, first: bool, on: impl FnMut(Event) + 'static) -> Listener {
        let callback: Closure<dyn FnMut(Event)> = Closure::new(on);
        let _ = target.add_event_listener_with_callback_and_bool(name, callback.as_ref().unchecked_ref(), first);
        Listener { target: target.clone(), name, first, callback }
    }

    /// Listens on the window.
    pub fn on_window(name: &'static str, on: impl FnMut(Event) + 'static) -> Listener {
        Listener::new(&window(), name, on)
    }

    /// Listens on the document.
    pub fn on_document(name: &'static str, on: impl FnMut(Event) + 'static) -> Listener {
        Listener::new(&document(), name, on)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let callback = self.callback.as_ref().unchecked_ref();
        let _ = self.target.remove_event_listener_with_callback_and_bool(self.name, callback, self.first);
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Listener").field(&self.name).finish()
    }
}

/// Tells when an element's size changes.
pub struct Resize {
    observer: Option<ResizeObserver>,
    _callback: Closure<dyn FnMut()>,
}

impl Resize {
    pub fn new(element: &Element, on: impl FnMut() + 'static) -> Resize {
        let callback: Closure<dyn FnMut()> = Closure::new(on);
        let observer = ResizeObserver::new(callback.as_ref().unchecked_ref()).ok();
        if let Some(observer) = &observer {
            observer.observe(element);
        }
        Resize { observer, _callback: callback }
    }

    /// Watches one element more.
    pub fn also(&self, element: &Element) {
        if let Some(observer) = &self.observer {
            observer.observe(element);
        }
    }
}

impl Drop for Resize {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}

impl fmt::Debug for Resize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Resize")
    }
}

/// Tells when an element comes into view or leaves it.
pub struct InView {
    observer: Option<IntersectionObserver>,
    _callback: Closure<dyn FnMut(js_sys::Array)>,
}

impl InView {
    pub fn new(element: &Element, mut on: impl FnMut(bool) + 'static) -> InView {
        let callback: Closure<dyn FnMut(js_sys::Array)> = Closure::new(move |entries: js_sys::Array| {
            if let Some(entry) = entries.iter().last() {
                on(entry.unchecked_into::<IntersectionObserverEntry>().is_intersecting());
            }
        });
        let observer = IntersectionObserver::new(callback.as_ref().unchecked_ref()).ok();
        if let Some(observer) = &observer {
            observer.observe(element);
        }
        InView { observer, _callback: callback }
    }
}

impl Drop for InView {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}

impl fmt::Debug for InView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InView")
    }
}

/// Whether the tab is hidden.
pub fn hidden() -> bool {
    document().hidden()
}
