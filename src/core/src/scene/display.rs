//! The display list: shapes as data.

/// A colour: a palette's token, resolved by the painter, so that one list serves light, dark and projector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    None,
    Token(super::palette::Token),
    Rgb(u32),
}
