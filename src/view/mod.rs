//! The page's components. yew is used here and nowhere else.
//!
//! * `app`: which page is open; `home`, `first`, `chapter`, `embed`, `presenter`: the pages; `header`, `share`, `modal`, `waiting`,
//!   `static_pages`, `icons`: what stands around them;
//! * `player`: the frame loop; `playing`: the run it plays; `stage`, `pictures`: the canvases; `bar`, `foot`, `keys`: play bar, what stands under the stage, keyboard;
//! * `gantt`, `lanes`, `table`, `words`: the timeline and the trace as a table; `beside`: runs beside each other;
//! * `hands`: what is taken in hand on the stage; `tally`, `recall`: what the acts have left;
//! * `reading`, `readout`, `account`, `controls`, `gate`: text, numbers, settings, the question; `own`: what the reader brings; `night`: what
//!   was measured of it; `city`: all of its chefs, `clock`: that of both, `budget`: purchases one after
//!   another.
//!
//! Architecture Invariant: the view computes no physical quantity, and nothing that changes every frame goes through
//! yew's virtual DOM: see [`player`].

#![allow(unreachable_pub, reason = "the modules are private to the page; `pub` is what its other parts may use")]

mod account;
mod app;
mod bar;
mod beside;
mod budget;
mod chapter;
mod city;
mod clock;
mod controls;
mod embed;
mod first;
mod foot;
mod gantt;
mod gate;
mod hands;
mod header;
mod home;
mod icons;
mod keys;
mod lanes;
mod modal;
mod night;
mod own;
mod pictures;
pub mod player;
mod playing;
mod presenter;
mod reading;
mod readout;
mod recall;
mod share;
mod stage;
mod static_pages;
mod table;
mod tally;
mod waiting;
mod words;

pub use share::file as shared_file;

use crate::web::{assets, dom, panic, poster};

/// Starts the page in the element `#app`, in place of the pictures that stood there while it loaded, once what it says and does is
/// here.
pub fn mount() {
    yew::set_custom_panic_hook(Box::new(|info| {
        web_sys::console::error_1(&info.to_string().into());
        panic::show(info);
    }));
    start();
}

fn start() {
    assets::fetch(assets::Goal::asked(), |came| {
        let document = dom::document();
        let root = document.get_element_by_id("app").or_else(|| document.body().map(Into::into));
        match (root, assets::asked()) {
            (Some(root), Some(asked)) if came => {
                poster::keep();
                yew::Renderer::<app::App>::with_root_and_props(root, app::Props { asked }).render();
            }
            // Meanwhile the reader has gone back or forth.
            (Some(_), None) if came => start(),
            _ => dom::say_that_it_did_not_start(),
        }
    });
}
