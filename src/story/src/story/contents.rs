//! The table of contents: every planned chapter in order, open or not.

use kitchen_core::text::Key;
#[allow(clippy::wildcard_imports)] // the tables below are nothing but keys
use kitchen_core::text::key::*;

/// A planned chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Stable: it is used in links.
    pub id: &'static str,
    /// From 1.
    pub number: u8,
    pub name: Key,
    /// The chapter's one question.
    pub question: Key,
}

impl Entry {
    /// Whether the chapter can be read already.
    pub fn is_open(&self) -> bool {
        super::chapter(self.id).is_some()
    }
}

const fn entry(number: u8, id: &'static str, name: Key, question: Key) -> Entry {
    Entry { id, number, name, question }
}

static CONTENTS: [Entry; 17] = [
    entry(1, "cast", CONTENTS_CAST, CONTENTS_CAST_QUESTION),
    entry(2, "two-faces", CONTENTS_TWO_FACES, CONTENTS_TWO_FACES_QUESTION),
    entry(3, "secret-sauce", CONTENTS_SECRET_SAUCE, CONTENTS_SECRET_SAUCE_QUESTION),
    entry(4, "too-big", CONTENTS_TOO_BIG, CONTENTS_TOO_BIG_QUESTION),
    entry(5, "pipeline", CONTENTS_PIPELINE, CONTENTS_PIPELINE_QUESTION),
    entry(6, "tensor", CONTENTS_TENSOR, CONTENTS_TENSOR_QUESTION),
    entry(7, "data", CONTENTS_DATA, CONTENTS_DATA_QUESTION),
    entry(8, "async", CONTENTS_ASYNC, CONTENTS_ASYNC_QUESTION),
    entry(9, "collectives", CONTENTS_COLLECTIVES, CONTENTS_COLLECTIVES_QUESTION),
    entry(10, "graph", CONTENTS_GRAPH, CONTENTS_GRAPH_QUESTION),
    entry(11, "links", CONTENTS_LINKS, CONTENTS_LINKS_QUESTION),
    entry(12, "generations", CONTENTS_GENERATIONS, CONTENTS_GENERATIONS_QUESTION),
    entry(13, "ethernet", CONTENTS_ETHERNET, CONTENTS_ETHERNET_QUESTION),
    entry(14, "transport", CONTENTS_TRANSPORT, CONTENTS_TRANSPORT_QUESTION),
    entry(15, "pantry", CONTENTS_PANTRY, CONTENTS_PANTRY_QUESTION),
    entry(16, "mishaps", CONTENTS_MISHAPS, CONTENTS_MISHAPS_QUESTION),
    entry(17, "lab", CONTENTS_LAB, CONTENTS_LAB_QUESTION),
];

/// All planned chapters in order.
pub fn contents() -> &'static [Entry] {
    &CONTENTS
}

/// One row of the cast: what it is in the kitchen, in the cluster, and in one sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Role {
    pub kitchen: Key,
    pub cluster: Key,
    pub note: Key,
}

const fn role(kitchen: Key, cluster: Key, note: Key) -> Role {
    Role { kitchen, cluster, note }
}

static CAST: [Role; 14] = [
    role(CAST_CHEF, CAST_CHEF_IS, CAST_CHEF_NOTE),
    role(CAST_KITCHEN, CAST_KITCHEN_IS, CAST_KITCHEN_NOTE),
    role(CAST_RECIPE, CAST_RECIPE_IS, CAST_RECIPE_NOTE),
    role(CAST_INGREDIENTS, CAST_INGREDIENTS_IS, CAST_INGREDIENTS_NOTE),
    role(CAST_SHELF, CAST_SHELF_IS, CAST_SHELF_NOTE),
    role(CAST_BOWL, CAST_BOWL_IS, CAST_BOWL_NOTE),
    role(CAST_SENSOR, CAST_SENSOR_IS, CAST_SENSOR_NOTE),
    role(CAST_REPORT, CAST_REPORT_IS, CAST_REPORT_NOTE),
    role(CAST_EDIT, CAST_EDIT_IS, CAST_EDIT_NOTE),
    role(CAST_MEETING, CAST_MEETING_IS, CAST_MEETING_NOTE),
    role(CAST_CORRIDOR, CAST_CORRIDOR_IS, CAST_CORRIDOR_NOTE),
    role(CAST_TUNNEL, CAST_TUNNEL_IS, CAST_TUNNEL_NOTE),
    role(CAST_EXCHANGE, CAST_EXCHANGE_IS, CAST_EXCHANGE_NOTE),
    role(CAST_STREET, CAST_STREET_IS, CAST_STREET_NOTE),
];

/// Who is who in the chapters that are open.
pub fn cast() -> &'static [Role] {
    &CAST
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::story::{chapter, chapters};

    fn check(id: &str, expected: Option<u8>) {
        assert_eq!(contents().iter().find(|entry| entry.id == id).map(|entry| entry.number), expected);
    }

    #[test]
    fn chapters_are_numbered_in_order() {
        check("cast", Some(1));
        check("pipeline", Some(5));
        check("links", Some(11));
        check("lab", Some(17));
        check("dessert", None);
        assert!(contents().iter().enumerate().all(|(at, entry)| entry.number as usize == at + 1));
    }

    #[test]
    fn an_open_chapter_stands_under_its_own_name() {
        for open in chapters() {
            let entry =
                contents().iter().find(|entry| entry.id == open.id).expect("an open chapter is in the contents");
            assert_eq!((entry.number, entry.name), (open.number, open.name));
            assert!(entry.is_open());
            assert_eq!(chapter(open.id).map(|found| found.number), Some(open.number));
        }
        assert!(chapter("lab").is_none());
    }
}
