//! The timeline under the stage.

use kitchen_core::story::Layer;
use kitchen_core::text::{Lang, key, tr};
use yew::prelude::*;

use super::player::Handle;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub layer: Layer,
    pub player: Handle,
}

#[component]
pub fn Gantt(props: &Props) -> Html {
    html! { <section class="gantt" data-testid="gantt" aria-label={tr(props.lang, key::SHELL_GANTT)}></section> }
}
