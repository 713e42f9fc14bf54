//! The bar of a run that is on its way.

use kitchen_core::text::{Lang, key, tr};
use web_sys::Element;
use yew::prelude::*;

use crate::page::waiting::Waiting;
use crate::web::dom;

/// How far it is, as it stands now. `turn` counts the runs: each has a bar of its own, so that none begins with the share of
/// another. Its words are drawn by the style sheet from what those hear who ask for them; nothing is said by itself.
pub fn bar(lang: Lang, waiting: Waiting, turn: u32, node: &NodeRef) -> Html {
    html! {
        <div key={turn.to_string()} ref={node} class="waiting" role="progressbar" aria-label={tr(lang, key::WORKER_LABEL)}
            aria-valuemin="0" aria-valuemax="100" aria-valuenow={waiting.percent().to_string()} aria-valuetext={waiting.say(lang)}
            ~style={at(waiting)}></div>
    }
}

/// Moves the bar between two drawings of the page: a share costs three attributes, and not the page.
pub fn advance(lang: Lang, waiting: Waiting, node: &NodeRef) {
    let Some(bar) = node.cast::<Element>() else { return };
    dom::set_attribute(&bar, "aria-valuenow", &waiting.percent().to_string());
    dom::set_attribute(&bar, "aria-valuetext", &waiting.say(lang));
    dom::set_style(&bar, "--at", &dom::css_number(waiting.part()));
}

fn at(waiting: Waiting) -> String {
    format!("--at:{}", dom::css_number(waiting.part()))
}
