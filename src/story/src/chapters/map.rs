//! The map of the book, from one chef to the city: where each chapter lives, and what it adds to the kitchen.

use kitchen_text::Key;
#[allow(clippy::wildcard_imports)] // the table below is nothing but keys
use kitchen_text::key::*;

/// A part of the map.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub name: Key,
    /// The chapters that live there, by id, each with what it adds.
    pub chapters: &'static [(&'static str, Key)],
}

/// From the smallest to the largest.
pub static PLACES: [Place; 5] = [
    Place {
        name: MAP_CHEF,
        chapters: &[
            ("cast", MAP_ADDS_CAST),
            ("two-faces", MAP_ADDS_TWO_FACES),
            ("secret-sauce", MAP_ADDS_SECRET_SAUCE),
            ("too-big", MAP_ADDS_TOO_BIG),
        ],
    },
    Place {
        name: MAP_KITCHEN,
        chapters: &[("graph", MAP_ADDS_GRAPH), ("pipeline", MAP_ADDS_PIPELINE), ("tensor", MAP_ADDS_TENSOR)],
    },
    Place {
        name: MAP_KITCHENS,
        chapters: &[("data", MAP_ADDS_DATA), ("async", MAP_ADDS_ASYNC), ("collectives", MAP_ADDS_COLLECTIVES)],
    },
    Place {
        name: MAP_WAYS,
        chapters: &[("links", MAP_ADDS_LINKS), ("generations", MAP_ADDS_GENERATIONS), ("experts", MAP_ADDS_EXPERTS)],
    },
    Place {
        name: MAP_CITY,
        chapters: &[
            ("ethernet", MAP_ADDS_ETHERNET),
            ("transport", MAP_ADDS_TRANSPORT),
            ("pantry", MAP_ADDS_PANTRY),
            ("mishaps", MAP_ADDS_MISHAPS),
            ("lab", MAP_ADDS_LAB),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::super::chapters;
    use super::*;

    #[test]
    fn every_chapter_lives_in_one_place_in_the_book_s_order() {
        let known: Vec<&str> = chapters().map(|chapter| chapter.id).collect();
        let living: Vec<&str> = PLACES.iter().flat_map(|place| place.chapters.iter().map(|(id, _)| *id)).collect();
        assert_eq!(living, known);
    }
}
