//! The bar of a run that is on its way.

use kitchen_text::{Lang, key, tr};
use web_sys::Element;
use yew::prelude::*;

use crate::page::waiting::Waiting;
use crate::web::dom;

/// What is said of a worker that died.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    None,
    /// A fresh one has begun anew.
    Again,
    /// That one died as well: the reader says what is to be done.
    Over,
}

/// What is said under the stage of a run on its way, its bar, and the way back to the one that stands there.
pub fn progress(
    lang: Lang,
    (is_coming, silence): (bool, Silence),
    bar: Html,
    on_stop: Option<Callback<MouseEvent>>,
) -> Html {
    let stop = |onclick: Callback<MouseEvent>| {
        html! { <button type="button" class="text-button stop" data-testid="stop" {onclick}>{tr(lang, key::WORKER_STOP)}</button> }
    };
    html! {
        <div class="progress">
            <p class="busy" role="status" data-testid="busy">{busy(lang, is_coming, silence)}</p>
            {bar}
            {for on_stop.map(stop)}
        </div>
    }
}

fn busy(lang: Lang, is_coming: bool, silence: Silence) -> &'static str {
    match (is_coming, silence) {
        (false, _) => "",
        (true, Silence::Again) => tr(lang, key::WORKER_AGAIN),
        (true, _) => tr(lang, key::WORKER_BUSY),
    }
}

/// How far it is, as it stands now. `turn` is another for each run, and for each worker that makes it: each has a bar of its own, so
/// that none begins with the share of another. Its words are drawn by the style sheet from what those hear who ask for them; nothing is said by itself.
pub fn bar(lang: Lang, waiting: Waiting, (turn, silence): (u32, Silence), node: &NodeRef) -> Html {
    html! {
        <div key={u64::from(turn) * 4 + silence as u64} ref={node} class="waiting" role="progressbar" aria-label={tr(lang, key::WORKER_LABEL)}
            aria-valuemin="0" aria-valuemax="100" aria-valuenow={waiting.percent().to_string()} aria-valuetext={waiting.say(lang)}
            ~style={at(waiting)}></div>
    }
}

/// That it does not come, where that is so, and what may be done.
pub fn over(lang: Lang, silence: Silence, on_again: &Callback<MouseEvent>, on_here: &Callback<MouseEvent>) -> Html {
    if silence != Silence::Over {
        return html! {};
    }
    html! {
        <div key="over" class="waiting over" role="alert" data-testid="silent">
            <p>{tr(lang, key::WORKER_SILENT)}</p>
            <button type="button" class="button" data-testid="silent-again" onclick={on_again}>{tr(lang, key::WORKER_SILENT_AGAIN)}</button>
            <button type="button" class="button" data-testid="silent-here" onclick={on_here}>{tr(lang, key::WORKER_SILENT_HERE)}</button>
        </div>
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
