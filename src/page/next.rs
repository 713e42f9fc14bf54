//! The one button under the stage: what it does now. Its words say so.

/// What comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Next {
    /// No run is there yet.
    #[default]
    Wait,
    /// The chapter begins with its question.
    Ask,
    /// The run starts.
    Begin,
    /// It goes on from where it stands.
    GoOn,
    /// It stops where it is.
    Pause,
    /// The open question is answered by the run, without a guess.
    Show,
    /// The answer has been seen, and the run goes on.
    Seen,
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
            Next::Begin => "begin",
            Next::GoOn => "on",
            Next::Pause => "pause",
            Next::Show => "show",
            Next::Seen => "seen",
            Next::Chapter(_) => "chapter",
            Next::Contents => "contents",
        }
    }
}
