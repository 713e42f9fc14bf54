//! The first minute on the home page: what the reader is asked for at each moment of its three acts. Play stops at the end of
//! each by itself, because each ends at a beat.

use kitchen_core::units::Time;
use kitchen_story::story::Script;
use kitchen_story::story::playhead::Playhead;

/// What the reader does there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Lets the act begin; once it plays, pauses it.
    Press,
    /// Answers, by an option's number.
    Guess(usize),
    /// From the start.
    Again,
}

/// What stands under the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// One chef: before the first press, and while it cooks.
    Alone,
    /// The question.
    Ask,
    /// Two chefs, one dish.
    Two,
    /// Bowls: before the press, and while they go round.
    Bowls,
    /// The doors.
    Doors,
}

/// The phase of a moment; `guessed`: the question has its answer.
pub fn phase(script: &Script, head: &Playhead, guessed: bool) -> Phase {
    let at = head.at();
    let beat = script.beat_at(at).unwrap_or_default();
    let is_just_there = script.beats.get(beat).is_some_and(|beat| beat.at == at);
    match beat {
        0 => Phase::Alone,
        1 if is_just_there && !guessed && !head.playing => Phase::Ask,
        1 => Phase::Two,
        2 => Phase::Bowls,
        _ => Phase::Doors,
    }
}

/// Whether an act has begun and not ended.
pub fn is_inside(script: &Script, at: Time) -> bool {
    script.beats.iter().all(|beat| beat.at != at)
}
