//! The share dialog: the link to this moment, and the code that puts it on a page.

use kitchen_story::scenario::link::{Address, Look, Parts, Theme};
use kitchen_text::{Key, Lang, key, tr};
use web_sys::{HtmlDialogElement, HtmlInputElement};
use yew::prelude::*;

use super::qr;
use crate::page::element::{self, NARROW, escaped};
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
    pub frame: Frame,
    pub on_frame: &'a Callback<Frame>,
    pub on_copy: &'a Callback<bool>,
    pub on_close: &'a Callback<()>,
}

/// The dialog; [`open`] makes it a modal once it is rendered, and the browser keeps the focus inside and gives it back.
pub fn share(props: &Props<'_>) -> Html {
    let Props { lang, address, title, dialog, copied, on_copy, on_close, .. } = *props;
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
    let field = |id: &'static str, name: Key, code: String| {
        html! {
            <>
                <label for={id}>{tr(lang, name)}</label>
                <div class="row"><textarea {id} readonly=true rows="4" data-testid={id} value={code} />{copy(id)}</div>
            </>
        }
    };
    let tag = element::code(&location::href(), address, (lang, title), (props.frame.parts, props.frame.tall));
    let said: Option<Key> = copied.map(|done| if done { key::SHELL_COPIED } else { key::SHELL_COPY_BY_HAND });
    html! {
        <dialog class="dialog share" ref={dialog.clone()} aria-labelledby="share-title" onclose={on_close.reform(|_: Event| ())}>
            <h2 id="share-title">{tr(lang, key::SHELL_SHARE_TITLE)}</h2>
            <div class="share-halves">
                <div>
                    <label for="share-link">{tr(lang, key::SHELL_SHARE_LINK)}</label>
                    <div class="row"><input id="share-link" readonly=true data-testid="share-link" value={passed_on(address, lang)} />{copy("share-link")}</div>
                    {code(lang, address)}
                </div>
                <div>
                    <h3>{tr(lang, key::SHELL_SHARE_EMBED)}</h3>
                    {frame(props)}
                    {for tag.map(|code| field("share-element", key::SHELL_SHARE_ELEMENT, code))}
                    {field("share-embed", key::SHELL_SHARE_IFRAME, iframe(address, lang, title, props.frame))}
                </div>
            </div>
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
    location::link(&query, &hash)
}

/// The same for those who pass it on.
fn passed_on(address: &Address, lang: Lang) -> String {
    let (query, hash) = address.encode();
    location::passed_on(address.look.scene.as_deref(), lang, (&query, &hash))
}

/// The link as a QR code, for a class's phones: in the colours that each phone prefers.
fn code(lang: Lang, address: &Address) -> Html {
    let plain = Address { look: Look { theme: Theme::Auto, ..address.look.clone() }, ..address.clone() };
    let Some((path, side)) = qr::path(&passed_on(&plain, lang)) else { return html! {} };
    // Four modules of quiet around it.
    let box_of = format!("-4 -4 {0} {0}", side + 8);
    html! {
        <figure class="qr">
            <svg viewBox={box_of} role="img" aria-label={tr(lang, key::SHELL_SHARE_QR)} data-testid="share-qr"><path d={path} /></svg>
            <figcaption>{tr(lang, key::SHELL_SHARE_SCAN)}</figcaption>
        </figure>
    }
}

/// How the embedded page shall look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    pub parts: Parts,
    /// For a narrow column.
    pub tall: bool,
}

impl Frame {
    /// Width as it is written, and height in CSS pixels: of the stage with its title and play bar, and of what else is shown.
    fn size(self) -> (String, u32) {
        let Frame { parts: Parts { controls, gantt, .. }, tall } = self;
        // Wide, the controls stand beside the stage.
        let (width, stage, beside) = if tall { (NARROW.to_string(), 640, 320) } else { ("100%".to_owned(), 640, 0) };
        let height = stage + if controls { beside } else { 0 } + if gantt { 200 } else { 0 };
        (width, height)
    }
}

/// The choices of what is around the embedded stage, and of its form.
fn frame(props: &Props<'_>) -> Html {
    let &Props { lang, frame, on_frame, .. } = props;
    let check = |test: &'static str, name: Key, checked: bool, with: fn(&mut Frame, bool)| {
        let onchange = on_frame.reform(move |event: Event| {
            let mut frame = frame;
            with(&mut frame, event.target_unchecked_into::<HtmlInputElement>().checked());
            frame
        });
        html! {
            <label class="check"><input type="checkbox" data-testid={test} {checked} {onchange} /><span>{tr(lang, name)}</span></label>
        }
    };
    html! {
        <fieldset class="frame-choices">
            <legend class="hidden-visually">{tr(lang, key::SHELL_EMBED_PARTS)}</legend>
            {check("frame-switch", key::SHELL_EMBED_SWITCH, frame.parts.switch, |frame, on| frame.parts.switch = on)}
            {check("frame-controls", key::SHELL_EMBED_CONTROLS, frame.parts.controls, |frame, on| frame.parts.controls = on)}
            {check("frame-gantt", key::SHELL_EMBED_GANTT, frame.parts.gantt, |frame, on| frame.parts.gantt = on)}
            {check("frame-tall", key::SHELL_EMBED_TALL, frame.tall, |frame, on| frame.tall = on)}
        </fieldset>
    }
}

/// The code for a page: as wide as its column, so that in a narrow one it takes the tall form by itself. Attributes alone say so, for a
/// host may forbid styles in a page's text. Popups are for the link to the chapter alone.
fn iframe(address: &Address, lang: Lang, title: &str, frame: Frame) -> String {
    let look = Look { lang: Some(lang), ..address.look.embedded(frame.parts) };
    let embedded = Address { look, ..address.clone() };
    let (width, height) = frame.size();
    format!(
        r#"<iframe src="{}" title="{}" width="{width}" height="{height}" frameborder="0" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe>"#,
        escaped(&link(&embedded)),
        escaped(title)
    )
}
