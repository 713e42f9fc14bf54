//! The chapters: a folder each, and the one table that lists them.

pub mod r#async;
pub mod cast;
pub mod collectives;
pub mod data;
pub mod ethernet;
pub mod experts;
pub mod generations;
pub mod graph;
pub mod lab;
pub mod links;
pub mod map;
pub mod mishaps;
pub mod pantry;
pub mod pipeline;
pub mod prologue;
pub mod secret_sauce;
pub mod tensor;
pub mod too_big;
pub mod transport;
pub mod two_faces;

use kitchen_text::Line;

use crate::chapter::Chapter;
use crate::scenario::link::{self, Address};
use crate::scenario::{Kind, Scenario};

/// The book, in its order.
static BOOK: [&Chapter; 18] = [
    &cast::CHAPTER,
    &two_faces::CHAPTER,
    &secret_sauce::CHAPTER,
    &too_big::CHAPTER,
    &graph::CHAPTER,
    &pipeline::CHAPTER,
    &tensor::CHAPTER,
    &data::CHAPTER,
    &r#async::CHAPTER,
    &collectives::CHAPTER,
    &links::CHAPTER,
    &generations::CHAPTER,
    &experts::CHAPTER,
    &ethernet::CHAPTER,
    &transport::CHAPTER,
    &pantry::CHAPTER,
    &mishaps::CHAPTER,
    &lab::CHAPTER,
];

/// All chapters in order.
pub fn chapters() -> impl Iterator<Item = &'static Chapter> + Clone {
    BOOK.iter().copied()
}

/// The first minute, which the home page plays; then the chapters in order.
pub fn all() -> impl Iterator<Item = &'static Chapter> + Clone {
    std::iter::once(&prologue::CHAPTER).chain(chapters())
}

/// The chapter with that id, or the first minute.
pub fn chapter(id: &str) -> Option<&'static Chapter> {
    all().find(|chapter| chapter.id == id)
}

/// The chapter with that id, or that shows scenarios of the kind with that id.
pub fn named(id: &str) -> Option<&'static Chapter> {
    chapter(id).or_else(|| all().find(|chapter| chapter.kind.id == id))
}

/// A chapter's number in the book, from 1; 0 for none.
pub fn number(id: &str) -> usize {
    BOOK.iter().position(|chapter| chapter.id == id).map_or(0, |at| at + 1)
}

/// The kinds of scenario that there are.
pub fn kinds() -> impl Iterator<Item = Kind> + Clone {
    all().map(|chapter| chapter.kind)
}

/// The kind with that id in links and scenario files.
pub fn kind(id: &str) -> Option<Kind> {
    kinds().find(|kind| kind.id == id)
}

/// The chapter that shows a scenario.
pub fn of(scenario: &Scenario) -> &'static Chapter {
    chapter(scenario.kind.scene).unwrap_or(&pipeline::CHAPTER)
}

/// The kind of scenario where a link names none.
pub static USUAL: Kind = pipeline::CHAPTER.kind;

/// Reads a link: see [`link::parse`].
pub fn parse(query: &str, hash: &str) -> (Address, Vec<Line>) {
    link::parse(&kinds().collect::<Vec<_>>(), USUAL, query, hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(id: &str, number_expected: usize, is_known: bool) {
        assert_eq!((number(id), chapter(id).is_some()), (number_expected, is_known), "{id}");
    }

    #[test]
    fn chapters_are_numbered_in_order() {
        check("cast", 1, true);
        check("graph", 5, true);
        check("pipeline", 6, true);
        check("links", 11, true);
        check("experts", 13, true);
        check("lab", 18, true);
        check("dessert", 0, false);
        check("prologue", 0, true);
    }

    #[test]
    fn a_chapter_shows_its_own_kind() {
        for chapter in all() {
            assert_eq!((chapter.id, kind(chapter.kind.id)), (chapter.kind.scene, Some(chapter.kind)));
            assert_eq!(of(&Scenario::default_for(chapter.kind)).id, chapter.id);
        }
    }
}
