//! The chapter's numbers; each opens its reason.

use kitchen_core::story::{Figure, Readout};
use kitchen_core::text::{Lang, key, tr};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub readout: Rc<Readout>,
}

/// The main figure large with its formula filled in, the others in a list.
#[component]
pub fn Figures(props: &Props) -> Html {
    let Props { lang, readout } = props;
    html! {
        <section class="readout" aria-label={tr(*lang, key::SHELL_READOUT)}>
            {for readout.figures.iter().enumerate().map(|(index, each)| figure(*lang, each, index == 0))}
        </section>
    }
}

fn figure(lang: Lang, figure: &Figure, main: bool) -> Html {
    html! {
        <details class={classes!("figure", main.then_some("main"))} data-testid="readout">
            <summary>
                <span class="figure-name">{figure.name.say(lang)}</span>
                <span class="figure-value">{figure.value.say(lang)}</span>
                if main { <span class="figure-beside">{figure.filled.say(lang)}</span> }
                <span class="why" aria-hidden="true">{"?"}</span>
                <span class="hidden-visually">{tr(lang, key::SHELL_WHY)}</span>
            </summary>
            <dl>
                <dt>{tr(lang, key::SHELL_FORMULA)}</dt><dd class="formula">{figure.formula.say(lang)}</dd>
                <dt>{tr(lang, key::SHELL_FILLED)}</dt><dd class="formula">{figure.filled.say(lang)}</dd>
                <dt>{tr(lang, key::SHELL_SOURCE)}</dt><dd>{figure.source.say(lang)}</dd>
            </dl>
        </details>
    }
}
