//! The keyboard: which key means what, and where it may be heard.

use kitchen_story::story::playhead::Way;

use super::action::{Click, Command, Hand, Key};

/// A key that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke<'a> {
    /// As browsers name it.
    pub key: &'a str,
    pub shift: bool,
    /// With Control, Alt or Meta, or while a word is being composed: never ours.
    pub chord: bool,
}

/// Where the focus is, as far as keys care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The stage itself: all keys, single letters too.
    Stage,
    /// A button of the play bar or the timeline: everything but letters, space and enter, which press the button.
    Button,
    /// Nothing that needs keys: the space bar is the one button's.
    Page,
    /// A field that uses the keys itself, or outside the stage.
    Elsewhere,
}

/// Which keys the element that has the focus needs itself, as far as a clicker cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    None,
    /// The arrows.
    Slides,
    /// All that can be typed.
    Writes,
}

/// What a stroke means there, if anything. `presenting`: the clicker's keys are heard everywhere on the page.
pub fn read(stroke: Stroke<'_>, place: Place, letters: bool, presenting: bool) -> Option<Key> {
    if stroke.chord {
        return None;
    }
    if place == Place::Page && stroke.key == " " {
        return Some(Key::Next);
    }
    if matches!(place, Place::Elsewhere | Place::Page) {
        let beat = |way| presenting.then_some(Key::Play(Command::Beat(way)));
        return match stroke.key {
            "PageDown" => beat(Way::Forward),
            "PageUp" => beat(Way::Back),
            _ => None,
        };
    }
    let way = if stroke.shift { Command::Beat } else { Command::Step };
    let heard = match stroke.key {
        " " if place == Place::Stage => return Some(Key::Next),
        "ArrowRight" => way(Way::Forward),
        "ArrowLeft" => way(Way::Back),
        "PageDown" => Command::Beat(Way::Forward),
        "PageUp" => Command::Beat(Way::Back),
        "Home" => Command::Restart,
        "End" => Command::End,
        key if place == Place::Stage && letters => return letter(key),
        _ => return None,
    };
    Some(Key::Play(heard))
}

/// What a key means that is pressed with Control or Command.
pub fn undo(key: &str, shift: bool) -> Option<Hand> {
    match key {
        "z" | "Z" if shift => Some(Hand::Redo),
        "z" | "Z" => Some(Hand::Undo),
        "y" | "Y" => Some(Hand::Redo),
        _ => None,
    }
}

/// The keys of one letter, which can be switched off (WCAG 2.1.4). While someone presents, a period is the clicker's black key.
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

/// What a clicker's key means while someone presents: the same wherever the focus is, but in a field that writes or slides
/// only the keys that it does not need itself.
pub fn click(stroke: Stroke<'_>, field: Field) -> Option<Click> {
    if stroke.chord {
        return None;
    }
    Some(match stroke.key {
        "PageDown" => Click::On,
        "PageUp" => Click::Back,
        "Escape" => Click::Leave,
        _ if field == Field::Writes => return None,
        // A clicker's black key is a period, or B.
        "." | "," | "b" | "B" => Click::Black,
        _ if field == Field::Slides => return None,
        "ArrowRight" => Click::On,
        "ArrowLeft" => Click::Back,
        _ => return None,
    })
}

/// Whether a stroke begins presenting: B wherever nothing is typed, and on the home page a clicker's period too.
pub fn starts(stroke: Stroke<'_>, field: Field, home: bool) -> bool {
    !stroke.chord && field != Field::Writes && (matches!(stroke.key, "b" | "B") || home && stroke.key == ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn plain(key: &str) -> Stroke<'_> {
        Stroke { key, shift: false, chord: false }
    }

    fn check(stroke: Stroke<'_>, place: Place, expected: Option<&Key>) {
        assert_eq!(read(stroke, place, true, false).as_ref(), expected, "{stroke:?} on {place:?}");
    }

    #[test]
    fn the_stage_hears_all_a_button_no_letters_and_a_field_nothing() {
        let step = &Key::Play(Command::Step(Way::Forward));
        let beat = &Key::Play(Command::Beat(Way::Forward));
        check(plain("ArrowRight"), Place::Stage, Some(step));
        check(plain("ArrowRight"), Place::Button, Some(step));
        check(plain("ArrowRight"), Place::Elsewhere, None);
        check(Stroke { shift: true, ..plain("ArrowRight") }, Place::Stage, Some(beat));
        check(Stroke { chord: true, ..plain("ArrowRight") }, Place::Stage, None);
        check(plain(" "), Place::Stage, Some(&Key::Next));
        check(plain(" "), Place::Page, Some(&Key::Next));
        check(plain("x"), Place::Page, None);
        check(plain(" "), Place::Button, None);
        check(plain("x"), Place::Stage, Some(&Key::Layer));
        check(plain("x"), Place::Button, None);
        check(plain("z"), Place::Stage, None);
    }

    #[test]
    fn letters_can_be_switched_off_and_a_clicker_is_heard_where_someone_presents() {
        assert_eq!(read(plain("x"), Place::Stage, false, false), None);
        assert_eq!(read(plain("Home"), Place::Stage, false, false), Some(Key::Play(Command::Restart)));
        let back = Some(Key::Play(Command::Beat(Way::Back)));
        assert_eq!(read(plain("PageUp"), Place::Elsewhere, false, true), back);
        assert_eq!(read(plain("PageUp"), Place::Elsewhere, false, false), None);
    }

    fn check_click(key: &str, expected: [Option<Click>; 3]) {
        let heard = [Field::None, Field::Slides, Field::Writes].map(|field| click(plain(key), field));
        assert_eq!(heard, expected, "{key}");
    }

    #[test]
    fn a_clicker_leaves_a_field_the_keys_that_it_needs() {
        check_click("PageDown", [Some(Click::On); 3]);
        check_click("Escape", [Some(Click::Leave); 3]);
        check_click(".", [Some(Click::Black), Some(Click::Black), None]);
        check_click("ArrowLeft", [Some(Click::Back), None, None]);
        check_click("k", [None; 3]);
        assert_eq!(click(Stroke { chord: true, ..plain("PageDown") }, Field::None), None);
    }

    #[test]
    fn presenting_begins_with_b_and_at_home_with_a_period() {
        for (key, field, home, expected) in [
            ("b", Field::None, false, true),
            ("b", Field::Writes, false, false),
            (".", Field::None, true, true),
            (".", Field::None, false, false),
        ] {
            assert_eq!(starts(plain(key), field, home), expected, "{key} {field:?} {home}");
        }
    }
}
