//! The times of each frame, for the benchmark in tests/browser: `window.__frames = { build: [ms], paint: [ms] }`.

use js_sys::{Array, Object, Reflect};

use super::dom::window;

/// Two lists that grow on the window.
#[derive(Debug)]
pub struct Times {
    build: Array,
    paint: Array,
}

impl Times {
    /// Puts the empty lists on the window.
    pub fn publish() -> Times {
        let times = Times { build: Array::new(), paint: Array::new() };
        let object = Object::new();
        let _ = Reflect::set(&object, &"build".into(), &times.build);
        let _ = Reflect::set(&object, &"paint".into(), &times.paint);
        let _ = Reflect::set(&window(), &"__frames".into(), &object);
        times
    }

    pub fn push(&self, build_ms: f64, paint_ms: f64) {
        self.build.push(&build_ms.into());
        self.paint.push(&paint_ms.into());
    }
}
