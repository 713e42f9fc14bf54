//! What goes out: nothing raw that a terminal would obey, and nothing lost in silence.

use std::fmt::Write as _;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use kitchen_text::{Lang, Line, msg};

use crate::say::Failure;

/// Exit status of what cannot be understood, or not be said.
pub(crate) const REFUSED: u8 = 2;
/// Exit status where a limit or a goal is not kept.
pub(crate) const MISSED: u8 = 1;
/// Exit status where nobody reads on, as of a program that the closed pipe ends (128 + SIGPIPE).
pub(crate) const UNREAD: u8 = 141;

/// What a command has to say.
#[derive(Debug, Default)]
pub struct Done {
    /// For standard output.
    pub text: String,
    /// For standard error, a sentence each.
    pub notes: Vec<String>,
    /// The exit status.
    pub status: u8,
}

impl From<String> for Done {
    fn from(text: String) -> Done {
        Done { text, ..Done::default() }
    }
}

/// Says what a command has to say, or why it could not do what it was asked to.
pub(crate) fn finish(done: Result<Done, Failure>, lang: Lang) -> ExitCode {
    let done = done.unwrap_or_else(|failure| refusal(failure.say(lang)));
    ExitCode::from(say(&done, lang).max(done.status))
}

/// What is said of what cannot be understood.
pub(crate) fn refusal(sentence: String) -> Done {
    Done { text: String::new(), notes: vec![sentence], status: REFUSED }
}

/// The help, which is the program's own and may be coloured: to standard output where it was asked for, else to standard error.
pub(crate) fn help(text: &str, status: u8, lang: Lang) -> ExitCode {
    if status == 0 {
        return ExitCode::from(told(write(&mut io::stdout().lock(), text), lang));
    }
    // Refused either way.
    let _ = write(&mut io::stderr().lock(), text);
    ExitCode::from(status)
}

/// The exit status that the saying itself comes to.
fn say(done: &Done, lang: Lang) -> u8 {
    let notes: String = done.notes.iter().map(|note| plain(note) + "\n").collect();
    let heard = write(&mut io::stderr().lock(), &notes);
    let unheard = if heard.is_ok() { 0 } else { REFUSED };
    told(write(&mut io::stdout().lock(), &plain(&done.text)), lang).max(unheard)
}

/// The exit status that writing to standard output comes to, with a sentence where that is told nowhere else.
fn told(written: io::Result<()>, lang: Lang) -> u8 {
    match written {
        Ok(()) => 0,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => UNREAD,
        Err(error) => {
            let why = Line::from(msg::ErrOutput { why: error.to_string().into() });
            // Nothing more can be done where this is not heard either.
            let _ = write(&mut io::stderr().lock(), &format!("{}\n", plain(&why.say(lang))));
            REFUSED
        }
    }
}

fn write(to: &mut impl io::Write, text: &str) -> io::Result<()> {
    to.write_all(text.as_bytes()).and_then(|()| to.flush())
}

/// The text with everything that a terminal would obey or that turns the writing round as `\u001b`, as JSON writes it too;
/// the ends of lines stay.
pub(crate) fn plain(text: &str) -> String {
    escaped(text, &|c| c == '\n')
}

/// The same on one line: for a file's name, or a cell.
pub(crate) fn one_line(text: &str) -> String {
    escaped(text, &|_| false)
}

fn escaped(text: &str, stays: &dyn Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if !is_obeyed(c) || stays(c) {
            out.push(c);
        } else {
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        }
    }
    out
}

/// Control characters, the separators that end a line, and the marks that turn the direction of writing (UAX 9).
pub(crate) fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_printed_raw() {
        let check = |text: &str, expected: [&str; 2]| assert_eq!([plain(text), one_line(text)], expected, "{text:?}");
        check("two\nlines, 厨房", ["two\nlines, 厨房", "two\\u000alines, 厨房"]);
        check("\u{1b}[2J\u{7}", ["\\u001b[2J\\u0007"; 2]);
        check("a\u{9b}31mb\u{7f}\r", ["a\\u009b31mb\\u007f\\u000d"; 2]);
        check("abc\u{202e}def", ["abc\\u202edef"; 2]);
    }
}
