//! The chapter's numbers; each opens its reason.

use kitchen_story::story::{Beside, Figure, Layer, Readout};
use kitchen_text::{Lang, Line, key, tr};
use yew::prelude::*;

use super::account;
use super::home::how_page;

/// The main figure large with its formula filled in, what was measured `beside` it, and the
/// others in a list. While the question is `open`, those that answer it are covered; the first of `on` brings the question, the second uncovers them.
pub fn figures(
    (lang, layer): (Lang, Layer),
    readout: &Readout,
    beside: &[Beside],
    open: bool,
    (on_ask, on_show): (&Callback<MouseEvent>, &Callback<MouseEvent>),
) -> Html {
    let is_covered = open && readout.has_answers();
    let figures = || readout.figures.iter().zip(0..).map(|(each, at)| one(lang, each, at == 0, open));
    html! {
        <section id="readout" class="readout" tabindex="-1" aria-label={tr(lang, key::SHELL_READOUT)}>
            {for figures().take(1)}
            {if is_covered { html! {} } else { measured(lang, beside) }}
            if let Some(account) = readout.account.as_ref().filter(|_| !open) { {account::account(lang, layer, account)} }
            {for figures().skip(1)}
            if is_covered {
                <p class="covered-note">{tr(lang, key::SHELL_COVERED)}{" "}
                    <button type="button" class="text-button" data-testid="predict" onclick={on_ask}>{tr(lang, key::SHELL_GATE)}</button>
                    {" · "}<button type="button" class="text-button" data-testid="show" onclick={on_show}>{tr(lang, key::SHELL_COVERED_SHOW)}</button>
                </p>
            }
            {tuner(lang, &readout.tuner)}
        </section>
    }
}

/// What somebody measured of the same, with the document.
fn measured(lang: Lang, beside: &[Beside]) -> Html {
    let each = |one: &Beside| {
        html! {
            <p>
                {for one.machine.as_ref().map(|name| html! { <b>{name.say(lang)}</b> })}
                {one.told.say(lang)}<small lang="en">{one.source.clone()}</small>
            </p>
        }
    };
    if beside.is_empty() {
        return html! {};
    }
    html! { <div class="measured" data-testid="measured">{for beside.iter().map(each)}</div> }
}

fn one(lang: Lang, each: &Figure, main: bool, open: bool) -> Html {
    if open && each.is_answer { covered(lang, each, main) } else { figure(lang, each, main) }
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
                if main { <span class="figure-beside">{terms(&figure.filled.say(lang))}</span> }
                <span class="why" aria-hidden="true">{"?"}</span>
                <span class="hidden-visually">{tr(lang, key::SHELL_WHY)}</span>
            </summary>
            <dl>
                <dt>{tr(lang, key::SHELL_FORMULA)}</dt><dd class="formula">{terms(&figure.formula.say(lang))}</dd>
                <dt>{tr(lang, key::SHELL_FILLED)}</dt><dd class="formula">{terms(&figure.filled.say(lang))}</dd>
                <dt>{tr(lang, key::SHELL_SOURCE)}</dt><dd>{figure.source.say(lang)}{" "}{how_page(lang)}</dd>
            </dl>
        </details>
    }
}

/// A formula, broken before its signs where it does not fit into a line: a term and its sign stay together.
fn terms(formula: &str) -> Html {
    const SIGNS: [&str; 5] = ["=", "+", "−", "×", "÷"];
    let mut terms: Vec<String> = Vec::new();
    for word in formula.split(' ') {
        match terms.last_mut() {
            Some(term) if !SIGNS.contains(&word) => *term = [term.as_str(), " ", word].concat(),
            _ => terms.push(word.to_owned()),
        }
    }
    html! { {for terms.into_iter().map(|term| html! { <><span class="term">{term}</span>{" "}</> })} }
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
