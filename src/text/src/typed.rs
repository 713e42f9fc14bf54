//! Messages as structs: what a message takes is a field, so that one which is missing, or of another type, does not compile.
//!
//! The build script writes them from the Fluent files. A type is that which `assets/locales/arguments.txt` gives to the
//! argument's name, or the one in the comment above the Japanese message: `# $gb number, $what words`.

use super::{Key, Line};

/// What is said of one thing in each layer: in the kitchen and in the x-ray.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub kitchen: Line,
    pub xray: Line,
}

impl Pair {
    /// Two messages that take no arguments.
    pub const fn plain(kitchen: Key, xray: Key) -> Pair {
        Pair { kitchen: Line::new(kitchen), xray: Line::new(xray) }
    }
}

macro_rules! message {
    ($doc:literal $name:ident $key:literal { $($field:ident $arg:literal $kind:ty,)* }) => {
        #[doc = $doc]
        pub struct $name {
            $(pub $field: $kind,)*
        }

        impl $name {
            pub const KEY: Key = Key($key);

            /// Appends the sentence to `out`, without a [`Line`] in between: for frames, which allocate nothing.
            pub fn say_into(self, lang: Lang, out: &mut String) {
                say_with(lang, Self::KEY, &[$(($arg, self.$field.into()),)*], out);
            }
        }

        impl From<$name> for Line {
            fn from(message: $name) -> Line {
                Line { key: $name::KEY, args: vec![$(($arg, message.$field.into()),)*] }
            }
        }

        impl From<$name> for Words {
            fn from(message: $name) -> Words {
                Words::Line(Box::new(message.into()))
            }
        }
    };
}

macro_rules! pair {
    (
        $doc:literal $name:ident { $($field:ident $every:literal $kind:ty,)* }
        $kitchen:literal { $($told:ident $arg:literal,)* } $xray:literal { $($shown:ident $other:literal,)* }
    ) => {
        #[doc = $doc]
        #[derive(Clone)]
        pub struct $name {
            $(pub $field: $kind,)*
        }

        impl $name {
            pub const KITCHEN: Key = Key($kitchen);
            pub const XRAY: Key = Key($xray);

            /// Appends one of the two sentences to `out`: for frames, which allocate nothing.
            pub fn say_into(self, is_xray: bool, lang: Lang, out: &mut String) {
                if is_xray {
                    say_with(lang, Self::XRAY, &[$(($other, self.$shown.into()),)*], out);
                } else {
                    say_with(lang, Self::KITCHEN, &[$(($arg, self.$told.into()),)*], out);
                }
            }
        }

        impl From<$name> for Pair {
            fn from(message: $name) -> Pair {
                Pair {
                    kitchen: Line { key: $name::KITCHEN, args: vec![$(($arg, message.$told.clone().into()),)*] },
                    xray: Line { key: $name::XRAY, args: vec![$(($other, message.$shown.clone().into()),)*] },
                }
            }
        }
    };
}

/// Why a number is what it is: its name, the formula in symbols, the same with numbers filled in, and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub name: Line,
    pub formula: Line,
    pub filled: Line,
    pub source: Line,
}

/// A number with the words around it, and why it is what it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    pub name: Line,
    pub value: Line,
    pub formula: Line,
    pub filled: Line,
    pub source: Line,
}

/// What a chapter's page says around the picture.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The short name ("工程のリレー — パイプライン並列").
    pub name: Key,
    /// The chapter's one question.
    pub question: Key,
    /// The headline over the story text.
    pub title: Key,
    /// Two sentences for the home page and the first screen.
    pub hook: Key,
    /// The story's paragraphs.
    pub paragraphs: &'static [Key],
    /// Where the metaphor breaks.
    pub not_like: &'static [Key],
    /// Goal, two questions, timing.
    pub teacher: &'static [Key],
}

macro_rules! figure {
    (
        $doc:literal $target:ident $name:ident { $($field:ident $every:literal $kind:ty,)* }
        $($part:ident $key:literal { $($told:ident $arg:literal,)* })*
    ) => {
        #[doc = $doc]
        pub struct $name {
            $(pub $field: $kind,)*
        }

        impl From<$name> for $target {
            fn from(figure: $name) -> $target {
                let $name { $($field,)* } = figure;
                $target { $($part: Line { key: Key($key), args: vec![$(($arg, $told.clone().into()),)*] },)* }
            }
        }
    };
}

// What follows is written by a program, one macro call a line: nobody prints these structs, and each is used once at most.
#[allow(missing_debug_implementations, clippy::pedantic)]
mod written {
    use crate::{
        Arg, BytesDecimal, FlopRate, Flops, Key, Lang, Line, Meter, Number, Page, Pair, Percent, Reason, Shown, Words,
        say_with,
    };
    use kitchen_units::{Bytes, Rate, Time};

    include!(concat!(env!("OUT_DIR"), "/messages.rs"));
}

pub use written::{chapter, figure, msg, pair};
