//! The share dialog: the link to this moment, and the code that puts it on a page.

use kitchen_core::scenario::link::{Address, Look, Theme};
use kitchen_core::text::{Key, Lang, key, tr};
use web_sys::HtmlDialogElement;
use yew::prelude::*;

use super::qr;
use crate::web::{clipboard, location};

/// What the dialog shows, and whom it tells.
pub struct Props<'a> {
    pub lang: Lang,
    /// The moment to share.
    pub address: &'a Address,
    pub title: &'a str,
    pub dialog: &'a NodeRef,
    /// Whether the last copy was begun.
    pub copied: Option<bool>,
    pub on_copy: &'a Callback<bool>,
    pub on_close: &'a Callback<()>,
}

/// The dialog; [`open`] makes it a modal once it is rendered, and the browser keeps the focus inside and gives it back.
pub fn share(props: &Props<'_>) -> Html {
    let Props { lang, address, title, dialog, copied, on_copy, on_close } = *props;
    let close = {
        let dialog = dialog.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                dialog.close();
            }
        })
    };
    let copy = |id: &'static str| {
        let onclick = on_copy.reform(move |_: MouseEvent| clipboard::copy_field(id));
        html! { <button type="button" class="button" {onclick}>{tr(lang, key::SHELL_COPY)}</button> }
    };
    let said: Option<Key> = copied.map(|done| if done { key::SHELL_COPIED } else { key::SHELL_COPY_BY_HAND });
    html! {
        <dialog class="dialog" ref={dialog.clone()} aria-labelledby="share-title" onclose={on_close.reform(|_: Event| ())}>
            <h2 id="share-title">{tr(lang, key::SHELL_SHARE_TITLE)}</h2>
            <label for="share-link">{tr(lang, key::SHELL_SHARE_LINK)}</label>
            <div class="row"><input id="share-link" readonly=true data-testid="share-link" value={link(address)} />{copy("share-link")}</div>
            <label for="share-embed">{tr(lang, key::SHELL_SHARE_EMBED)}</label>
            <div class="row"><textarea id="share-embed" readonly=true rows="4" data-testid="share-embed" value={iframe(address, title)} />{copy("share-embed")}</div>
            {code(lang, address)}
            <p role="status">{said.map_or("", |said| tr(lang, said))}</p>
            <button type="button" class="button close" data-testid="share-close" onclick={close}>{tr(lang, key::SHELL_CLOSE)}</button>
        </dialog>
    }
}

/// Makes the dialog a modal, unless it is one; without `showModal` it is still an open dialog.
pub fn open(dialog: &NodeRef) {
    if let Some(dialog) = dialog.cast::<HtmlDialogElement>().filter(|dialog| !dialog.open())
        && dialog.show_modal().is_err()
    {
        dialog.set_open(true);
    }
}

/// The full address of a moment.
pub fn link(address: &Address) -> String {
    let (query, hash) = address.encode();
    format!("{}?{query}#{hash}", location::base())
}

/// The link as a QR code, for a class's phones: in the colours that each phone prefers.
fn code(lang: Lang, address: &Address) -> Html {
    let plain = Address { look: Look { theme: Theme::Auto, ..address.look.clone() }, ..address.clone() };
    let Some((path, side)) = qr::path(&link(&plain)) else { return html! {} };
    // Four modules of quiet around it.
    let box_of = format!("-4 -4 {0} {0}", side + 8);
    html! {
        <figure class="qr">
            <svg viewBox={box_of} role="img" aria-label={tr(lang, key::SHELL_SHARE_QR)} data-testid="share-qr"><path d={path} /></svg>
            <figcaption>{tr(lang, key::SHELL_SHARE_SCAN)}</figcaption>
        </figure>
    }
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
