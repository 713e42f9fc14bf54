//! The share dialog: the link to this moment, and the code that puts it on a page.

use kitchen_core::scenario::link::{Address, Look};
use kitchen_core::text::{Key, Lang, key, tr};
use web_sys::HtmlDialogElement;
use yew::prelude::*;

use crate::web::{clipboard, location};

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    /// The moment to share.
    pub address: Address,
    pub title: AttrValue,
    pub on_close: Callback<()>,
}

/// Opens as a modal when it is rendered; the browser keeps the focus inside and gives it back.
#[component]
pub fn Share(props: &Props) -> Html {
    let Props { lang, address, title, on_close } = props;
    let lang = *lang;
    let dialog = use_node_ref();
    let copied = use_state(|| None::<bool>);
    {
        let dialog = dialog.clone();
        use_effect_with((), move |()| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                // Without `showModal` it is still an open dialog.
                if dialog.show_modal().is_err() {
                    dialog.set_open(true);
                }
            }
        });
    }
    let close = {
        let dialog = dialog.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                dialog.close();
            }
        })
    };
    let copy = |id: &'static str| {
        let copied = copied.clone();
        let onclick = Callback::from(move |_: MouseEvent| copied.set(Some(clipboard::copy_field(id))));
        html! { <button type="button" class="button" data-testid={format!("copy-{id}")} {onclick}>{tr(lang, key::SHELL_COPY)}</button> }
    };
    let said: Option<Key> = copied.map(|done| if done { key::SHELL_COPIED } else { key::SHELL_COPY_BY_HAND });
    html! {
        <dialog class="dialog" ref={dialog} aria-labelledby="share-title" onclose={on_close.reform(|_: Event| ())}>
            <h2 id="share-title">{tr(lang, key::SHELL_SHARE_TITLE)}</h2>
            <label for="share-link">{tr(lang, key::SHELL_SHARE_LINK)}</label>
            <div class="row"><input id="share-link" readonly=true data-testid="share-link" value={link(address)} />{copy("share-link")}</div>
            <label for="share-embed">{tr(lang, key::SHELL_SHARE_EMBED)}</label>
            <div class="row"><textarea id="share-embed" readonly=true rows="4" data-testid="share-embed" value={iframe(address, title)} />{copy("share-embed")}</div>
            <p role="status">{said.map_or("", |said| tr(lang, said))}</p>
            <button type="button" class="button close" data-testid="share-close" onclick={close}>{tr(lang, key::SHELL_CLOSE)}</button>
        </dialog>
    }
}

/// The full address of a moment.
pub fn link(address: &Address) -> String {
    let (query, hash) = address.encode();
    format!("{}?{query}#{hash}", location::base())
}

fn iframe(address: &Address, title: &str) -> String {
    let embedded = Address { look: Look { embed: true, ..address.look.clone() }, ..address.clone() };
    let escape = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!(
        r#"<iframe src="{}" title="{}" width="960" height="640" style="border:0;width:100%;max-width:960px;aspect-ratio:3/2;height:auto" sandbox="allow-scripts" loading="lazy"></iframe>"#,
        escape(&link(&embedded)),
        escape(title)
    )
}
