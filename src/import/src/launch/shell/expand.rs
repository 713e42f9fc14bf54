//! Variables put in: `$NAME`, `${NAME:-value}`, `${LIST[@]}`, `$((sum))`.

use std::collections::BTreeMap;

use super::OUTSIDE;
use super::arithmetic;
use crate::problem::Problem;

/// The longest value, and the length of all that is put in, bytes: values of values double with every line otherwise.
const MOST_LONG: usize = 1 << 17;
const MOST_ALL: usize = 32 << 20;
/// Defaults within defaults.
const MOST_DEEP: u32 = 16;

#[derive(Debug, Default)]
pub(super) struct Variables {
    all: BTreeMap<String, String>,
    written: usize,
}

impl Variables {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.all.get(name).map(String::as_str)
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &String> {
        self.all.values()
    }

    pub(super) fn set(&mut self, name: &str, value: String) -> Result<(), Problem> {
        if value.len() > MOST_LONG {
            return Err(Problem::Many { what: "bytes", most: MOST_LONG as u64 });
        }
        self.all.insert(name.to_owned(), value);
        Ok(())
    }

    /// The text with its variables put in and its quotes taken off; what only a run knows becomes a mark.
    pub(super) fn expand(&mut self, text: &str) -> Result<String, Problem> {
        self.expanded(text, 0)
    }

    fn expanded(&mut self, text: &str, depth: u32) -> Result<String, Problem> {
        if depth > MOST_DEEP {
            return Err(Problem::Deep { most: MOST_DEEP });
        }
        let (mut out, mut rest, mut is_literal) = (String::new(), text, false);
        while let Some(c) = rest.chars().next() {
            let behind = &rest[c.len_utf8()..];
            rest = match c {
                '\'' => {
                    is_literal = !is_literal;
                    behind
                }
                _ if is_literal => {
                    out.push(c);
                    behind
                }
                '"' => behind,
                '\\' => {
                    let next = behind.chars().next();
                    out.extend(next);
                    &behind[next.map_or(0, char::len_utf8)..]
                }
                '`' => {
                    out.push(OUTSIDE);
                    behind.split_once('`').map_or("", |(_, after)| after)
                }
                '$' => self.reference(behind, &mut out, depth)?,
                _ => {
                    out.push(c);
                    behind
                }
            };
            if out.len() > MOST_LONG {
                return Err(Problem::Many { what: "bytes", most: MOST_LONG as u64 });
            }
        }
        self.written += out.len();
        if self.written > MOST_ALL {
            return Err(Problem::Many { what: "bytes", most: MOST_ALL as u64 });
        }
        Ok(out)
    }

    /// What stands behind a dollar is put in; what is left of the text.
    fn reference<'a>(&mut self, behind: &'a str, out: &mut String, depth: u32) -> Result<&'a str, Problem> {
        if let Some(sum) = behind.strip_prefix("((") {
            let (inside, after) = closed(sum, '(', ')');
            let sum = self.expanded(inside, depth + 1)?;
            match arithmetic::value(&sum, &|name| self.get(name).and_then(|value| value.trim().parse().ok())) {
                Some(value) => out.push_str(&value.to_string()),
                None => out.push(OUTSIDE),
            }
            return Ok(after.strip_prefix(')').unwrap_or(after));
        }
        if let Some(command) = behind.strip_prefix('(') {
            out.push(OUTSIDE);
            return Ok(closed(command, '(', ')').1);
        }
        if let Some(braced) = behind.strip_prefix('{') {
            let (inside, after) = closed(braced, '{', '}');
            let value = self.braced(inside, depth)?;
            out.push_str(&value);
            return Ok(after);
        }
        let end = behind.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(behind.len());
        let end = if behind.starts_with(|c: char| c.is_ascii_digit()) { 1 } else { end };
        match behind.get(..end).unwrap_or_default() {
            "" => out.push('$'),
            name => match self.get(name) {
                Some(value) => out.push_str(value),
                None => out.push(OUTSIDE),
            },
        }
        Ok(behind.get(end..).unwrap_or_default())
    }

    /// `NAME`, `NAME:-value`, `NAME-value`, `NAME:=value`, `LIST[@]`.
    fn braced(&mut self, inside: &str, depth: u32) -> Result<String, Problem> {
        let end = inside.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(inside.len());
        let (name, rest) = inside.split_at(end);
        let known = self.get(name).map(str::to_owned);
        let otherwise = [":-", ":=", "-", "="].iter().find_map(|mark| rest.strip_prefix(mark));
        match (known, otherwise) {
            (Some(value), Some(_)) if !value.is_empty() => Ok(value),
            (_, Some(otherwise)) => self.expanded(otherwise, depth + 1),
            (Some(value), None) => Ok(value),
            (None, None) => Ok(OUTSIDE.to_string()),
        }
    }
}

/// The text up to the bracket that closes, and what follows it.
fn closed(text: &str, open: char, close: char) -> (&str, &str) {
    let mut depth = 1_u32;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return (&text[..at], &text[at + c.len_utf8()..]);
            }
        }
    }
    (text, "")
}
