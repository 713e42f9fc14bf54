//! The frame loop: one `requestAnimationFrame` callback, asked for only while there is something to draw.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::dom::window;

type Callback = Closure<dyn FnMut(f64)>;

/// Calls a function once for each frame that was asked for.
#[derive(Clone)]
pub struct Frames {
    inner: Rc<Inner>,
}

struct Inner {
    callback: RefCell<Option<Callback>>,
    /// The pending request, 0 if none.
    pending: Cell<i32>,
}

impl Frames {
    /// `draw` gets the frame's time in seconds and answers whether it wants the next frame too.
    pub fn new(mut draw: impl FnMut(f64) -> bool + 'static) -> Frames {
        let inner = Rc::new(Inner { callback: RefCell::new(None), pending: Cell::new(0) });
        let weak = Rc::downgrade(&inner);
        let callback = Closure::new(move |now_ms: f64| {
            let Some(inner) = weak.upgrade() else { return };
            inner.pending.set(0);
            if draw(now_ms / 1e3) {
                inner.request();
            }
        });
        *inner.callback.borrow_mut() = Some(callback);
        Frames { inner }
    }

    /// Asks for one frame, unless one is already on its way.
    pub fn request(&self) {
        self.inner.request();
    }
}

impl Inner {
    fn request(&self) {
        if self.pending.get() != 0 {
            return;
        }
        if let Some(callback) = self.callback.borrow().as_ref()
            && let Ok(id) = window().request_animation_frame(callback.as_ref().unchecked_ref())
        {
            self.pending.set(id);
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if self.pending.get() != 0 {
            let _ = window().cancel_animation_frame(self.pending.get());
        }
    }
}

impl fmt::Debug for Frames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frames").field("pending", &self.inner.pending.get()).finish()
    }
}
