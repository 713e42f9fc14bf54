//! How far a long command has come, on standard error: at once where a terminal reads, now and then where not.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use kitchen_text::{Lang, Line, count, msg};

/// What is over sooner says nothing: to a terminal, and elsewhere.
const QUIET: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(10)];
/// A terminal's line is written again so often.
const AGAIN: Duration = Duration::from_millis(200);

/// What is counted.
enum Of {
    /// Of so many.
    Rows(usize),
    /// Hundredths of one long run.
    Whole,
    /// Hundredths of the one run, of many, that is on its way: from 1 on.
    Collective(usize),
}

/// What is done of all.
pub(crate) struct Progress {
    lang: Lang,
    of: Of,
    /// Nothing where there is no clock to be had: programs in WebAssembly are told otherwise how far it is.
    begun: Option<Instant>,
    /// When to speak next, since the beginning.
    next: Duration,
    is_terminal: bool,
    has_spoken: bool,
}

impl Progress {
    pub(crate) fn new(rows: usize, lang: Lang) -> Progress {
        Progress::some(Of::Rows(rows), lang)
    }

    /// Hundredths of one long run.
    pub(crate) fn of_whole(lang: Lang) -> Progress {
        Progress::some(Of::Whole, lang)
    }

    /// Hundredths of one run after another.
    pub(crate) fn of_collectives(lang: Lang) -> Progress {
        Progress::some(Of::Collective(1), lang)
    }

    fn some(of: Of, lang: Lang) -> Progress {
        let is_terminal = std::io::stderr().is_terminal();
        Progress {
            lang,
            of,
            begun: (!cfg!(target_family = "wasm")).then(Instant::now),
            next: QUIET[usize::from(!is_terminal)],
            is_terminal,
            has_spoken: false,
        }
    }

    /// So many hundredths of this collective have arrived.
    pub(crate) fn at_collective(&mut self, which: usize, done: usize) {
        self.of = Of::Collective(which);
        self.at(done);
    }

    /// So many rows, or hundredths, are done.
    pub(crate) fn at(&mut self, done: usize) {
        let Some(elapsed) = self.begun.map(|begun| begun.elapsed()).filter(|elapsed| *elapsed >= self.next) else {
            return;
        };
        self.has_spoken = true;
        let line = match self.of {
            Of::Rows(rows) => Line::from(msg::ValidateProgress { done: count(done), rows: count(rows) }),
            Of::Whole => Line::from(msg::CliProgress { hundredths: count(done) }),
            Of::Collective(which) => {
                Line::from(msg::CliProgressPackets { which: count(which), hundredths: count(done) })
            }
        };
        let said = line.say(self.lang);
        // Nothing is lost where this is not heard.
        let mut err = std::io::stderr().lock();
        let _ = if self.is_terminal { write!(err, "\r\x1b[K{said}") } else { writeln!(err, "{said}") };
        let _ = err.flush();
        self.next = if self.is_terminal { elapsed + AGAIN } else { elapsed * 2 };
    }
}

impl Drop for Progress {
    /// A terminal's line goes when the answer comes.
    fn drop(&mut self) {
        if self.is_terminal && self.has_spoken {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}
