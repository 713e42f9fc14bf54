//! Key bindings: which keys the page handles, and what they mean there.

use kitchen_story::scenario::link::Theme;

use super::action::{Click, Command, Key};
use super::keys::{self, Field, Place, Stroke};
use super::state::State;

/// What keys mean before the page hears them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hears {
    Nothing,
    /// Someone presents.
    Clicks,
    /// One key begins it.
    Start,
}

impl State {
    /// What a stroke means before the page hears it.
    pub fn hears_first(&self, stroke: Stroke<'_>, field: Field) -> Option<Click> {
        let hears = match self.is_presenting() {
            _ if self.share.is_some() || self.look().embed => Hears::Nothing,
            true => Hears::Clicks,
            false if self.letters => Hears::Start,
            false => Hears::Nothing,
        };
        match hears {
            Hears::Clicks => keys::click(stroke, field),
            Hears::Start => keys::starts(stroke, field, self.chapter.is_none()).then_some(Click::Black),
            Hears::Nothing => None,
        }
    }

    /// What a stroke means that nothing on the page has taken.
    pub fn hears(&self, stroke: Stroke<'_>, place: Place) -> Option<Key> {
        let is_home = self.chapter.is_none();
        if self.share.is_some() || is_home && place != Place::Stage {
            return None;
        }
        let is_clicked = self.look().theme == Theme::Projector || self.look().embed;
        // Letters are a chapter's.
        let heard = keys::read(stroke, place, self.letters && !is_home, is_clicked)?;
        // The one button stands under a chapter's stage alone.
        let has_button = !is_home && !self.look().embed;
        Some(match heard {
            Key::Next if !has_button => Key::Play(Command::Toggle),
            heard => heard,
        })
    }
}
