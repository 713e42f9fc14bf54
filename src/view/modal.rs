//! Dialogs over the page.

use web_sys::HtmlDialogElement;
use yew::NodeRef;

/// Makes a dialog a modal, unless it is one; without `showModal` it is still an open dialog.
pub fn open(dialog: &NodeRef) {
    if let Some(dialog) = dialog.cast::<HtmlDialogElement>().filter(|dialog| !dialog.open())
        && dialog.show_modal().is_err()
    {
        dialog.set_open(true);
    }
}
