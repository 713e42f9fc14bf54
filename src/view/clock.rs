//! The clock of a stage in a dialog: a slider, the time beside it, and the sentence of the instant, written each frame where they changed.

use std::cell::RefCell;

use kitchen_core::units::Time;
use kitchen_text::format;
use web_sys::{Element, HtmlInputElement};
use yew::NodeRef;

use crate::web::dom;

/// Of the whole, the slider has so many steps.
pub const STEPS: f64 = 1000.0;

/// Where it is written.
#[derive(Default)]
pub struct Clock {
    pub slider: NodeRef,
    pub time: NodeRef,
    pub caption: NodeRef,
    /// The sentence that stands there.
    said: RefCell<String>,
}

impl Clock {
    /// An instant, so far along as the slider shows, and what is said of it.
    pub fn write(&self, at: Time, share: f64, says: String) {
        let (share, time) = (share.clamp(0.0, 1.0), format::time(at));
        if let Some(slider) = self.slider.cast::<HtmlInputElement>() {
            slider.set_value_as_number((share * STEPS).round());
            dom::set_style(&slider, "--at", &dom::css_number(share));
            dom::set_attribute(&slider, "aria-valuetext", &time);
        }
        if let Some(clock) = self.time.cast::<Element>() {
            clock.set_text_content(Some(&time));
        }
        let mut said = self.said.borrow_mut();
        if *said != says {
            if let Some(caption) = self.caption.cast::<Element>() {
                caption.set_text_content(Some(&says));
            }
            *said = says;
        }
    }
}
