//! The chapter's numbers; each opens its reason.

use kitchen_core::story::{Figure, Readout};
use kitchen_core::text::{Lang, Line, key, tr};
use yew::prelude::*;

use super::home::how_page;
use crate::web::dom::focus_by_id;

/// The main figure large with its formula filled in, the others in a list. While the question is `open`, those that answer
/// it are covered; `on_show` uncovers them.
pub fn figures(lang: Lang, readout: &Readout, open: bool, on_show: &Callback<MouseEvent>) -> Html {
    let each = |(index, each): (usize, &Figure)| {
        if open && readout.is_answer(index) { covered(lang, each, index == 0) } else { figure(lang, each, index == 0) }
    };
    html! {
        <section class="readout" aria-label={tr(lang, key::SHELL_READOUT)}>
            {for readout.figures.iter().enumerate().map(each)}
            if open && readout.answers != 0 {
                <p class="covered-note">{tr(lang, key::SHELL_COVERED)}{" "}
                    <button type="button" class="text-button" data-testid="predict" onclick={|_| focus_by_id("gate-title")}>{tr(lang, key::SHELL_GATE)}</button>
                    {" · "}<button type="button" class="text-button" data-testid="show" onclick={on_show}>{tr(lang, key::SHELL_COVERED_SHOW)}</button>
                </p>
            }
            {tuner(lang, &readout.tuner)}
        </section>
    }
}

/// A figure's name alone.
fn covered(lang: Lang, figure: &Figure, main: bool) -> Html {
    html! {
        <div class={if main { "figure main covered" } else { "figure covered" }} data-testid="readout">
            <span class="figure-name">{figure.name.say(lang)}</span>
            <span class="figure-value" aria-hidden="true">{"?"}</span>
        </div>
    }
}

fn figure(lang: Lang, figure: &Figure, main: bool) -> Html {
    html! {
        <details class={if main { "figure main" } else { "figure" }} data-testid="readout">
            <summary>
                <span class="figure-pair">
                    <span class="figure-name">{figure.name.say(lang)}</span>
                    <span class="figure-value">{figure.value.say(lang)}</span>
                </span>
                if main { <span class="figure-beside">{figure.filled.say(lang)}</span> }
                <span class="why" aria-hidden="true">{"?"}</span>
                <span class="hidden-visually">{tr(lang, key::SHELL_WHY)}</span>
            </summary>
            <dl>
                <dt>{tr(lang, key::SHELL_FORMULA)}</dt><dd class="formula">{figure.formula.say(lang)}</dd>
                <dt>{tr(lang, key::SHELL_FILLED)}</dt><dd class="formula">{figure.filled.say(lang)}</dd>
                <dt>{tr(lang, key::SHELL_SOURCE)}</dt><dd>{figure.source.say(lang)}{" "}{how_page(lang)}</dd>
            </dl>
        </details>
    }
}

/// What the library's tuner weighs: why this algorithm. It opens on demand, for it may give a prediction away.
fn tuner(lang: Lang, pairs: &[Line]) -> Html {
    if pairs.is_empty() {
        return html! {};
    }
    html! {
        <details class="figure" data-testid="tuner">
            <summary>
                <span class="figure-name">{tr(lang, key::SHELL_TUNER)}</span>
                <span class="why" aria-hidden="true">{"?"}</span>
                <span class="hidden-visually">{tr(lang, key::SHELL_WHY)}</span>
            </summary>
            <ol>{for pairs.iter().map(|pair| html! { <li class="formula">{pair.say(lang)}</li> })}</ol>
            <p>{tr(lang, key::SHELL_TUNER_NOTE)}{" "}{how_page(lang)}</p>
        </details>
    }
}
