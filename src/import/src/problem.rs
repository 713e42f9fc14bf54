//! What can be wrong with a file.

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// There is nothing in it.
    Empty,
    /// It is none of the kinds that are known.
    Unknown,
    /// It is larger than this, or becomes so when it is unpacked.
    Large { most: u64 },
    /// The packed file ends early or is damaged.
    Packed,
    /// It is no text in UTF-8.
    NotText,
    /// It is not of the form that it begins as, with the parser's reason.
    Form { form: &'static str, why: String },
    /// It is nested more deeply than this.
    Deep { most: u32 },
    /// There is more in it of something than this.
    Many { what: &'static str, most: u64 },
    /// A field is needed.
    Missing { at: &'static str },
    /// A field is something else than a whole number, a list and so on.
    Type { at: String, expected: &'static str },
    /// A field is outside its range.
    Range { at: String, value: String, least: u64, most: u64 },
    /// It has the form, but nothing in it that is looked for.
    Nothing { what: &'static str },
}
