//! The share dialog: the link to this moment, the code that puts it on a page, and what can be taken away.

use kitchen_story::scenario::link::{Address, Look, Parts, Theme};
use kitchen_text::{Key, Lang, key, tr};
use web_sys::{HtmlDialogElement, HtmlInputElement};
use yew::prelude::*;

use super::offline::Offline;
use super::take::Take;
use super::{Props, qr};
use crate::page::element::{self, NARROW, escaped};
use crate::view::modal;
use crate::web::{clipboard, location};

pub enum Message {
    /// What the embedded page shall look like.
    Frame(Frame),
    /// Whether a copy was begun.
    Copied(bool),
}

/// The dialog, a modal once it is rendered: the browser keeps the focus inside and gives it back.
#[derive(Default)]
pub struct Share {
    frame: Frame,
    copied: Option<bool>,
    dialog: NodeRef,
}

impl Component for Share {
    type Message = Message;
    type Properties = Props;

    fn create(_ctx: &Context<Share>) -> Share {
        Share::default()
    }

    fn update(&mut self, _ctx: &Context<Share>, message: Message) -> bool {
        match message {
            Message::Frame(frame) => (self.frame, self.copied) = (frame, None),
            Message::Copied(done) => self.copied = Some(done),
        }
        true
    }

    fn view(&self, ctx: &Context<Share>) -> Html {
        let Props { lang, address, title, on_close, .. } = ctx.props();
        let lang = *lang;
        let close = {
            let dialog = self.dialog.clone();
            Callback::from(move |_: MouseEvent| {
                if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                    dialog.close();
                }
            })
        };
        let copy = |id: &'static str| {
            let onclick = ctx.link().callback(move |_: MouseEvent| Message::Copied(clipboard::copy_field(id)));
            html! { <button type="button" class="button" {onclick}>{tr(lang, key::SHARE_COPY)}</button> }
        };
        let field = |id: &'static str, name: Key, code: String| {
            html! {
                <>
                    <label for={id}>{tr(lang, name)}</label>
                    <div class="row"><textarea {id} readonly=true rows="3" data-testid={id} value={code} />{copy(id)}</div>
                </>
            }
        };
        let tag = element::code(&location::href(), address, (lang, title), (self.frame.parts, self.frame.tall));
        let said: Option<Key> = self.copied.map(|done| if done { key::SHARE_COPIED } else { key::SHARE_COPY_BY_HAND });
        html! {
            <dialog class="dialog share" ref={self.dialog.clone()} aria-labelledby="share-title" onclose={on_close.reform(|_: Event| ())}>
                <h2 id="share-title">{tr(lang, key::SHARE_TITLE)}</h2>
                <div class="share-halves">
                    <div>
                        <label for="share-link">{tr(lang, key::SHARE_LINK)}</label>
                        <div class="row"><input id="share-link" readonly=true data-testid="share-link" value={passed_on(address, lang)} />{copy("share-link")}</div>
                        {code(lang, address)}
                    </div>
                    <div>
                        <h3>{tr(lang, key::SHARE_EMBED)}</h3>
                        {self.frame(ctx)}
                        {for tag.map(|code| field("share-element", key::SHARE_ELEMENT, code))}
                        {field("share-embed", key::SHARE_IFRAME, iframe(address, lang, title, self.frame))}
                        <p role="status">{said.map_or("", |said| tr(lang, said))}</p>
                        if address.look.scene.is_some() { <Take ..ctx.props().clone() /> }
                        <Offline {lang} chapter={address.look.scene.clone()} />
                    </div>
                </div>
                <button type="button" class="button close" data-testid="share-close" onclick={close}>{tr(lang, key::SHELL_CLOSE)}</button>
            </dialog>
        }
    }

    fn rendered(&mut self, _ctx: &Context<Share>, first: bool) {
        if first {
            modal::open(&self.dialog);
        }
    }
}

impl Share {
    /// The choices of what is around the embedded stage, and of its form.
    fn frame(&self, ctx: &Context<Share>) -> Html {
        let (lang, frame) = (ctx.props().lang, self.frame);
        let check = |test: &'static str, name: Key, checked: bool, with: fn(&mut Frame, bool)| {
            let onchange = ctx.link().callback(move |event: Event| {
                let mut frame = frame;
                with(&mut frame, event.target_unchecked_into::<HtmlInputElement>().checked());
                Message::Frame(frame)
            });
            html! {
                <label class="check"><input type="checkbox" data-testid={test} {checked} {onchange} /><span>{tr(lang, name)}</span></label>
            }
        };
        html! {
            <fieldset class="frame-choices">
                <legend class="hidden-visually">{tr(lang, key::SHARE_PARTS)}</legend>
                {check("frame-switch", key::SHARE_SWITCH, frame.parts.switch, |frame, on| frame.parts.switch = on)}
                {check("frame-controls", key::SHARE_CONTROLS, frame.parts.controls, |frame, on| frame.parts.controls = on)}
                {check("frame-gantt", key::SHARE_GANTT, frame.parts.gantt, |frame, on| frame.parts.gantt = on)}
                {check("frame-tall", key::SHARE_TALL, frame.tall, |frame, on| frame.tall = on)}
            </fieldset>
        }
    }
}

/// The link to a moment for those who pass it on.
pub(super) fn passed_on(address: &Address, lang: Lang) -> String {
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
            <svg viewBox={box_of} role="img" aria-label={tr(lang, key::SHARE_QR)} data-testid="share-qr"><path d={path} /></svg>
            <figcaption>{tr(lang, key::SHARE_SCAN)}</figcaption>
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

/// The code for a page: as wide as its column, so that in a narrow one it takes the tall form by itself. Attributes alone say so, for a
/// host may forbid styles in a page's text. Popups are for the link to the chapter alone.
fn iframe(address: &Address, lang: Lang, title: &str, frame: Frame) -> String {
    let look = Look { lang: Some(lang), ..address.look.embedded(frame.parts) };
    let embedded = Address { look, ..address.clone() };
    let (width, height) = frame.size();
    format!(
        r#"<iframe src="{}" title="{}" width="{width}" height="{height}" frameborder="0" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe>"#,
        escaped(&location::moment(&embedded)),
        escaped(title)
    )
}
