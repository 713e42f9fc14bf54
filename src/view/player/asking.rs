//! The chapter's question, as far as the player knows of it: when it is asked, and who hears first of going on.

use kitchen_core::units::Time;
use kitchen_story::story::playhead::Way;
use yew::Callback;

use super::{Command, Handle};

impl Handle {
    /// When the chapter's open question is asked; none where it is not, or not any more.
    pub fn set_gate(&self, gate: Option<Time>) {
        self.player.borrow_mut().gate = gate;
        self.wake();
    }

    /// Who is told of going on while a question or its answer stands on the stage.
    pub fn set_card(&self, card: Option<Callback<()>>) {
        self.player.borrow_mut().card = card;
    }

    /// Goes on as someone who presents does: from a question to its answer, from there back to the stage, then from beat to beat.
    /// Says whether there was something to go on to.
    pub fn go_on(&self) -> bool {
        let (card, at_end) = {
            let player = self.player.borrow();
            let end = player.playing.as_ref().map_or(Time::ZERO, |playing| playing.timeline.end);
            (player.card.clone(), player.head.at() >= end)
        };
        match card {
            Some(card) => card.emit(()),
            None if at_end => return false,
            None => self.act(Command::Beat(Way::Forward)),
        }
        true
    }

    /// The address belongs to another page from now on, which may take its time to come: what still plays no longer writes
    /// it.
    pub fn leave_address(&self) {
        self.player.borrow_mut().left = true;
    }

    /// The address belongs to what is played, from now on.
    pub fn take_address(&self) {
        self.player.borrow_mut().left = false;
    }

    /// Whether the address belongs to a page that has not come yet.
    pub fn has_left_address(&self) -> bool {
        self.player.borrow().left
    }
}
