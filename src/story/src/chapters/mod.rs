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

use kitchen_core::text::{Key, Line};

use crate::chapter::Chapter;
use crate::scenario::link::{self, Address};
use crate::scenario::{Kind, Scenario};

/// A chapter of the book, open or planned.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Stable: it is used in links.
    pub id: &'static str,
    pub name: Key,
    /// The chapter's one question.
    pub question: Key,
    /// What it is made of, where it can be read already.
    pub chapter: Option<&'static Chapter>,
}

const fn open(chapter: &'static Chapter) -> Entry {
    Entry { id: chapter.id, name: chapter.name, question: chapter.question, chapter: Some(chapter) }
}

/// The book, in its order.
static BOOK: [Entry; 18] = [
    open(&cast::CHAPTER),
    open(&two_faces::CHAPTER),
    open(&secret_sauce::CHAPTER),
    open(&too_big::CHAPTER),
    open(&graph::CHAPTER),
    open(&pipeline::CHAPTER),
    open(&tensor::CHAPTER),
    open(&data::CHAPTER),
    open(&r#async::CHAPTER),
    open(&collectives::CHAPTER),
    open(&links::CHAPTER),
    open(&generations::CHAPTER),
    open(&experts::CHAPTER),
    open(&ethernet::CHAPTER),
    open(&transport::CHAPTER),
    open(&pantry::CHAPTER),
    open(&mishaps::CHAPTER),
    open(&lab::CHAPTER),
];

/// All chapters in order, open or planned.
pub fn contents() -> &'static [Entry] {
    &BOOK
}

/// The chapters that are open, in order.
pub fn chapters() -> impl Iterator<Item = &'static Chapter> + Clone {
    BOOK.iter().filter_map(|entry| entry.chapter)
}

/// The first minute, which the home page plays; then the chapters that are open, in order.
pub fn all() -> impl Iterator<Item = &'static Chapter> + Clone {
    std::iter::once(&prologue::CHAPTER).chain(chapters())
}

/// The open chapter with that id, or the first minute.
pub fn chapter(id: &str) -> Option<&'static Chapter> {
    all().find(|chapter| chapter.id == id)
}

/// A chapter's number in the book, from 1; 0 for none.
pub fn number(id: &str) -> usize {
    BOOK.iter().position(|entry| entry.id == id).map_or(0, |at| at + 1)
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

    fn check(id: &str, number_expected: usize, is_open: bool) {
        assert_eq!((number(id), chapter(id).is_some()), (number_expected, is_open), "{id}");
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
