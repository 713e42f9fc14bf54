//! The events of a trace one by one, whatever pieces the text comes in: no more is held than one event and what stands around the
//! list of them.

use crate::problem::Problem;
use crate::tree::{self, Tree};

/// The longest event, and the longest text around the events, bytes.
const MOST_EVENT: usize = 16 << 20;
const MOST_HEADER: usize = 3 << 20;
/// The deepest nesting.
const MOST_DEEP: u32 = 64;

/// What ends or changes a string, and what opens or closes outside of strings.
const OF_STRINGS: [bool; 256] = marks(b"\"\\");
const OF_NESTING: [bool; 256] = marks(b"\"{}[]");

const fn marks(all: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut at = 0;
    while at < all.len() {
        table[all[at] as usize] = true;
        at += 1;
    }
    table
}

/// Where the reader is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// Before, between and behind what is in the document's own table.
    #[default]
    Around,
    /// In the list of events, between two.
    Between,
    /// In an event.
    Event,
    /// Behind the document.
    Behind,
}

/// Takes a text apart.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    place: Place,
    /// Open brackets; those of the document and of the list of events included.
    depth: u32,
    is_string: bool,
    is_escaped: bool,
    /// Whether the document is the list itself.
    is_bare: bool,
    /// What stands around the events.
    header: Vec<u8>,
    /// The part of an event that came with earlier pieces.
    begun: Vec<u8>,
}

impl Splitter {
    /// Takes the next piece, and gives on each event that is whole.
    pub(super) fn feed(
        &mut self,
        bytes: &[u8],
        give: &mut dyn FnMut(&[u8]) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        // Where the event that is being read starts in this piece.
        let (mut start, mut at) = (0, 0);
        while at < bytes.len() {
            if self.place == Place::Event {
                // Most of a trace is within events, and most of that is of no matter here.
                at += self.idle(&bytes[at..]);
                let Some(byte) = bytes.get(at).copied() else { break };
                if self.nest(byte)? && self.depth == self.outside() {
                    let part = &bytes[start..=at];
                    if self.begun.is_empty() {
                        give(part)?;
                    } else {
                        self.begun.extend_from_slice(part);
                        give(&self.begun)?;
                        self.begun.clear();
                    }
                    self.place = Place::Between;
                }
            } else {
                if self.place == Place::Between && bytes[at] == b'{' {
                    start = at;
                }
                self.step(bytes[at])?;
            }
            at += 1;
        }
        if self.place == Place::Event {
            self.begun.extend_from_slice(&bytes[start..]);
            if self.begun.len() > MOST_EVENT {
                return Err(Problem::Large { most: MOST_EVENT as u64 });
            }
        }
        Ok(())
    }

    /// How many bytes come that neither open nor close anything.
    fn idle(&self, bytes: &[u8]) -> usize {
        if self.is_escaped {
            return 0;
        }
        let table = if self.is_string { &OF_STRINGS } else { &OF_NESTING };
        bytes.iter().position(|byte| table[*byte as usize]).unwrap_or(bytes.len())
    }

    /// Takes a byte outside of events.
    fn step(&mut self, byte: u8) -> Result<(), Problem> {
        match (self.place, byte) {
            (Place::Between, b'{') => {
                self.depth += 1;
                self.place = Place::Event;
            }
            (Place::Between, b']') => {
                self.depth -= 1;
                self.place = if self.is_bare { Place::Behind } else { Place::Around };
                if !self.is_bare {
                    self.header.push(byte);
                }
            }
            (Place::Between, b',' | b' ' | b'\n' | b'\r' | b'\t') => {}
            (Place::Between, _) => return Err(broken("something else than an event among the events")),
            (Place::Around, _) => self.around(byte)?,
            (Place::Behind, _) if !byte.is_ascii_whitespace() => return Err(broken("something behind the end")),
            (Place::Behind | Place::Event, _) => {}
        }
        Ok(())
    }

    /// The depth between two events.
    fn outside(&self) -> u32 {
        if self.is_bare { 1 } else { 2 }
    }

    /// Follows strings and brackets; whether a bracket closed.
    fn nest(&mut self, byte: u8) -> Result<bool, Problem> {
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' if self.is_string => self.is_escaped = true,
            b'"' => self.is_string = !self.is_string,
            b'{' | b'[' if !self.is_string => {
                self.depth += 1;
                if self.depth > MOST_DEEP {
                    return Err(Problem::Deep { most: MOST_DEEP });
                }
            }
            b'}' | b']' if !self.is_string => {
                self.depth = self.depth.checked_sub(1).ok_or_else(|| broken("a bracket too many"))?;
                return Ok(true);
            }
            _ => {}
        }
        Ok(false)
    }

    fn around(&mut self, byte: u8) -> Result<(), Problem> {
        if self.depth == 0 {
            match byte {
                b'[' => (self.is_bare, self.place) = (true, Place::Between),
                b'{' => self.header.push(byte),
                // A byte-order mark.
                0xef | 0xbb | 0xbf => return Ok(()),
                byte if byte.is_ascii_whitespace() => return Ok(()),
                _ => return Err(broken("it begins with no bracket")),
            }
            self.depth = 1;
            return Ok(());
        }
        let is_list = byte == b'[' && self.depth == 1 && !self.is_string && self.is_named();
        let is_closed = self.nest(byte)?;
        // Blanks between things may be many.
        if !byte.is_ascii_whitespace() || self.is_string {
            self.header.push(byte);
        }
        if self.header.len() > MOST_HEADER {
            return Err(Problem::Large { most: MOST_HEADER as u64 });
        }
        if is_list {
            self.place = Place::Between;
        } else if is_closed && self.depth == 0 {
            self.place = Place::Behind;
        }
        Ok(())
    }

    /// Whether what came last is the name of the events' list.
    fn is_named(&self) -> bool {
        self.header.ends_with(b"\"traceEvents\":")
    }

    /// What stands around the events.
    pub(super) fn finish(&mut self) -> Result<Tree, Problem> {
        // A list may lack its last bracket: its writer was stopped (Chrome's format allows it).
        let is_whole = self.place == Place::Behind || (self.is_bare && self.place == Place::Between);
        if !is_whole {
            return Err(broken("it ends early"));
        }
        if self.is_bare {
            return Ok(Tree::Table(Vec::new()));
        }
        tree::json(&String::from_utf8_lossy(&self.header))
    }
}

fn broken(why: &str) -> Problem {
    Problem::Form { form: "JSON", why: why.to_owned() }
}
