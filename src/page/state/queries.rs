//! What may be asked of the state; nothing here changes it.

use kitchen_core::units::Time;
use kitchen_story::chapters;
use kitchen_story::scenario::link::{Address, Look, Theme};
use kitchen_story::story::Layer;
use kitchen_story::story::playhead::Playhead;

use super::{State, Status};
use crate::page::action::Effect;
use crate::page::first::{self, Phase};
use crate::page::next::Next;
use crate::page::question::Question;

impl State {
    pub fn look(&self) -> &Look {
        &self.opened.look
    }

    pub fn layer(&self) -> Layer {
        self.look().layer
    }

    /// The palette's name.
    pub fn theme(&self) -> &'static str {
        match self.look().theme {
            Theme::Projector => "projector",
            Theme::Dark => "dark",
            Theme::Auto if self.system.dark => "dark",
            Theme::Light | Theme::Auto => "light",
        }
    }

    pub fn status(&self) -> Status {
        let Playhead { playing, guided, speed, .. } = self.head;
        Status {
            playing,
            guided,
            speed,
            asking: self.is_asking(),
            held: self.question.held.is_some(),
            next: self.next(),
        }
    }

    /// Whether the question is open and stands at the start: the first press asks it, so that the picture comes before it.
    fn begins_with_question(&self) -> bool {
        self.is_open() && self.gate == Some(Time::ZERO)
    }

    /// Whether the run has come to the open question.
    fn is_asking(&self) -> bool {
        self.gate.is_some_and(|gate| self.head.at() >= gate)
    }

    /// The link to what the controls say, at the moment with which the page opened.
    pub fn asked(&self) -> Address {
        Address { scenario: self.scenario.clone(), ..self.opened.clone() }
    }

    /// The link to this moment.
    pub fn address(&self) -> Address {
        let Some(run) = &self.run else { return self.asked() };
        Address {
            look: self.look().clone(),
            scenario: run.scenario.clone(),
            t: self.head.at(),
            speed: (self.head.speed.factor() * 100.0).round() as u32,
            act: self.opened.act.clone(),
            guide: self.head.guided,
        }
    }

    pub fn is_presenting(&self) -> bool {
        self.presenting.is_some()
    }

    /// Whether something is to be written into the address, or moves.
    pub fn is_restless(&self, seen: bool) -> bool {
        self.unsaved || self.head.playing && seen
    }

    /// Whether the chapter's question waits for its answer.
    pub fn is_open(&self) -> bool {
        self.question.is_open() && !self.numbers && self.asks_here()
    }

    /// Whether the answer is wanted without a guess.
    pub fn is_revealed(&self) -> bool {
        self.question.reveal
    }

    /// Whether the question or its answer stands on the stage.
    pub fn has_card(&self) -> bool {
        let Look { controls, embed, .. } = *self.look();
        let Question { answered, wanted, closed, held, .. } = self.question;
        let asks = if self.is_open() {
            wanted || held.is_some() || self.is_asking() && !self.begins_with_question()
        } else {
            answered && !closed
        };
        asks && controls && !embed && self.run.is_some()
    }

    /// What the one button under the stage does now.
    pub fn next(&self) -> Next {
        let Some(run) = &self.run else { return Next::Wait };
        match self.head {
            _ if self.has_card() && self.is_open() => Next::Show,
            _ if self.has_card() => Next::Seen,
            // The act's run is on its way, and the one before it still on the stage: a press would skip what was never seen.
            _ if self.awaits_act() => Next::Wait,
            head if head.playing => Next::Pause,
            head if head.at() >= self.act_end() && self.after_act().is_some() => self.after_act().unwrap_or_default(),
            head if head.at() >= run.timeline.end => {
                let mut after = chapters::all().skip_while(|chapter| Some(chapter.id) != self.chapter);
                after.nth(1).map_or(Next::Contents, |chapter| Next::Chapter(chapter.id))
            }
            head if head.at() == Time::ZERO && self.begins_with_question() => Next::Ask,
            head if head.at() <= self.act_start() => Next::Begin(self.begin_word()),
            _ => Next::GoOn,
        }
    }

    /// Several kitchens need the whole width; the story goes below them.
    pub fn is_wide(&self) -> bool {
        chapters::of(&self.scenario).is_wide
    }

    /// What the first minute asks for now; none where it is not on the stage.
    pub fn phase(&self) -> Option<Phase> {
        let run = self.run.as_ref().filter(|_| self.chapter.is_none())?;
        Some(first::phase(&run.script, &self.head, self.guess.is_some()))
    }

    /// The chapter where the reader left off, with the query and hash that lead there.
    pub fn left_off(&self) -> Option<(&'static str, String, String)> {
        let (chapter, hash) = self.left_off.as_ref()?;
        let look = Look { scene: Some((*chapter).to_owned()), ..self.look().clone() };
        let kind = chapters::chapter(chapter)?.kind;
        Some((chapter, Address::open(look, kind).encode().0, hash.clone()))
    }

    /// The chapter so many after this one; from the home page the first.
    pub(super) fn neighbour(&self, by: i32) -> Option<Effect> {
        let here = chapters::chapters().position(|chapter| Some(chapter.id) == self.chapter);
        let to = here.map_or(if by > 0 { 0 } else { -1 }, |here| here as i32 + by);
        let chapter = usize::try_from(to).ok().and_then(|to| chapters::chapters().nth(to))?;
        Some(Effect::Open(Some(chapter.id)))
    }

    /// Whether the run is at its end, or there is none.
    pub(super) fn is_over(&self) -> bool {
        self.run.as_ref().is_none_or(|run| self.head.at() >= run.timeline.end)
    }
}
