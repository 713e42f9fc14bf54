//! A number beside the picture, with its reason.

use kitchen_core::wire::wire;
use kitchen_text::{Arg, Line, Reason, Shown, msg};

use super::account::Account;

/// A number on the screen with its "why this number".
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub name: Line,
    pub value: Line,
    /// The formula in symbols, the same with the chapter's numbers filled in, and where it comes from.
    pub formula: Line,
    pub filled: Line,
    pub source: Line,
    /// Whether it answers the chapter's question, or helps to: it stays covered while that is open, so that what is shown holds at
    /// most one of the numbers that the verdict compares.
    pub is_answer: bool,
}

/// The readout: the chapter's main figure first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Readout {
    pub figures: Vec<Figure>,
    /// What the library's tuner weighs for the chapter's meeting, the fastest by its own reckoning first.
    pub tuner: Vec<Line>,
    /// Where the time of the runs went, which answers the chapter's question too.
    pub account: Option<Account>,
}

wire!(Figure { name, value, formula, filled, source, is_answer });
wire!(Readout { figures, tuner, account });

impl Figure {
    /// A quantity with its reason.
    pub(crate) fn of(value: impl Into<Arg>, reason: impl Into<Reason>) -> Figure {
        Figure::saying(msg::Value { value: value.into() }, reason)
    }

    /// What is said in place of a bare quantity, with its reason.
    pub(crate) fn saying(value: impl Into<Line>, reason: impl Into<Reason>) -> Figure {
        let Reason { name, formula, filled, source } = reason.into();
        Figure { name, value: value.into(), formula, filled, source, is_answer: false }
    }

    /// A figure that has words of its own for its quantity.
    pub(crate) fn told(figure: impl Into<Shown>) -> Figure {
        let Shown { name, value, formula, filled, source } = figure.into();
        Figure { name, value, formula, filled, source, is_answer: false }
    }

    /// The same, as one that answers the chapter's question.
    #[must_use]
    pub(crate) fn answering(self) -> Figure {
        Figure { is_answer: true, ..self }
    }

    /// The same under another name: of two runs, or of what is only expected.
    #[must_use]
    pub(crate) fn named(self, name: impl Into<Line>) -> Figure {
        Figure { name: name.into(), ..self }
    }

    /// The same from another source.
    #[must_use]
    pub(crate) fn from(self, source: impl Into<Line>) -> Figure {
        Figure { source: source.into(), ..self }
    }
}

impl From<Vec<Figure>> for Readout {
    fn from(figures: Vec<Figure>) -> Readout {
        Readout { figures, tuner: Vec::new(), account: None }
    }
}

impl Readout {
    /// Whether anything of it stays covered while the question is open.
    pub fn has_answers(&self) -> bool {
        self.figures.iter().any(|figure| figure.is_answer)
    }
}
