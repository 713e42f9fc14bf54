//! What is shared and taken away: the door to a part of the program that comes when somebody shares. Nobody calls past it: all that is
//! behind would come with the page.

mod dialog;
mod offline;
mod qr;
mod take;

use std::hint::black_box;

use kitchen_story::scenario::link::Address;
use kitchen_story::show::Show;
use kitchen_story::story::Layer;
use kitchen_text::Lang;
use yew::prelude::*;

use super::player::Handle;
use crate::web::assets;
use crate::web::parts::SHARED;
use crate::web::worker::What;

/// The ways in.
struct Door {
    dialog: fn(Props) -> Html,
    file: Write,
}

/// What makes a file of a show, in a language and a layer.
type Write = fn(What, &Show, (Lang, Layer)) -> Vec<u8>;

static DOOR: Door = Door { dialog: |props| html! { <dialog::Share ..props /> }, file: take::file };

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub player: Handle,
    /// The moment to share.
    pub address: Address,
    pub title: String,
    pub on_close: Callback<()>,
}

/// Whether the dialog is here, with its texts.
pub fn is_here(lang: Lang) -> bool {
    assets::is_opened(SHARED, lang)
}

/// The dialog; it may be asked for once it is here.
pub fn dialog(props: Props) -> Html {
    (black_box(&DOOR).dialog)(props)
}

/// A file of a show, made in the worker once this part is there.
pub fn file(what: What, show: &Show, voice: (Lang, Layer)) -> Vec<u8> {
    (black_box(&DOOR).file)(what, show, voice)
}
