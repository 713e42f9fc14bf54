//! The keyboard: which key means what, and where it may be heard.

use kitchen_story::story::playhead::Way;
use web_sys::{Element, KeyboardEvent};

use super::player::Command;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Key {
    Play(Command),
    /// Kitchen to x-ray and back.
    Layer,
    Guide,
    /// The link to this moment, with its QR code.
    Share,
    /// The projector's palette and back.
    Projector,
}

/// Where the focus is, as far as keys care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The stage itself: all keys, single letters too.
    Stage,
    /// A button of the play bar or the timeline: everything but letters, space and enter, which press the button.
    Button,
    /// A field that uses the keys itself, or outside the stage.
    Elsewhere,
}

/// The place of the element that has the focus.
pub fn place(focused: Option<&Element>) -> Place {
    let Some(focused) = focused else { return Place::Elsewhere };
    if focused.id() == "stage" {
        return Place::Stage;
    }
    let in_bar = focused.closest("#bar").ok().flatten().is_some();
    if in_bar && focused.tag_name() == "BUTTON" { Place::Button } else { Place::Elsewhere }
}

/// What the event means there, if anything. `presenting`: the clicker's keys are heard everywhere on the page.
pub fn read(event: &KeyboardEvent, place: Place, letters: bool, presenting: bool) -> Option<Key> {
    if event.ctrl_key() || event.alt_key() || event.meta_key() || event.is_composing() {
        return None;
    }
    let key = event.key();
    if place == Place::Elsewhere {
        let beat = |way| presenting.then_some(Key::Play(Command::Beat(way)));
        return match key.as_str() {
            "PageDown" => beat(Way::Forward),
            "PageUp" => beat(Way::Back),
            _ => None,
        };
    }
    let way = if event.shift_key() { Command::Beat } else { Command::Step };
    let heard = match key.as_str() {
        " " if place == Place::Stage => Command::Toggle,
        "ArrowRight" => way(Way::Forward),
        "ArrowLeft" => way(Way::Back),
        "PageDown" => Command::Beat(Way::Forward),
        "PageUp" => Command::Beat(Way::Back),
        "Home" => Command::Restart,
        "End" => Command::End,
        _ if place == Place::Stage && letters => return letter(&key),
        _ => return None,
    };
    Some(Key::Play(heard))
}

/// The keys of one letter, which can be switched off (WCAG 2.1.4). A clicker's "black screen" key is a period.
fn letter(key: &str) -> Option<Key> {
    Some(match key {
        "." | ">" => Key::Play(Command::Beat(Way::Forward)),
        "," | "<" => Key::Play(Command::Beat(Way::Back)),
        "k" | "K" => Key::Play(Command::Toggle),
        "+" => Key::Play(Command::Faster),
        "-" => Key::Play(Command::Slower),
        "x" | "X" => Key::Layer,
        "m" | "M" => Key::Guide,
        "p" | "P" => Key::Projector,
        "q" | "Q" => Key::Share,
        _ => return None,
    })
}
