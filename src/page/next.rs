//! The one button under the stage: what it does now. Its words say so.

use kitchen_text::Key;

/// What comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Next {
    /// No run is there yet.
    #[default]
    Wait,
    /// The chapter begins with its question.
    Ask,
    /// The run starts: by the act's own words, where it has some.
    Begin(Option<Key>),
    /// It goes on from where it stands.
    GoOn,
    /// It stops where it is.
    Pause,
    /// The open question is answered by the run, without a guess.
    Show,
    /// The answer has been seen, and the run goes on.
    Seen,
    /// The act is over: the next one, by the words of its button.
    Act(Key),
    /// The run is over: the chapter after this one.
    Chapter(&'static str),
    /// The book is over: its contents.
    Contents,
}

impl Next {
    /// Its name, for style sheets and tests.
    pub const fn name(self) -> &'static str {
        match self {
            Next::Wait => "wait",
            Next::Ask => "ask",
            Next::Begin(_) => "begin",
            Next::GoOn => "on",
            Next::Pause => "pause",
            Next::Show => "show",
            Next::Seen => "seen",
            Next::Act(_) => "act",
            Next::Chapter(_) => "chapter",
            Next::Contents => "contents",
        }
    }
}
