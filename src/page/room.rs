//! The room that a chapter has on the screen: how many columns, and in which order. The page's parts stand in the
//! document as they stand before the eye, so that reading aloud and Tab follow the picture.

/// How a chapter's page is laid out; `styles/stage.css` has the measures of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// One narrow column: phones upright.
    Column,
    /// One narrow column of little height: small laptops enlarged.
    Slot,
    /// Little height: phones sideways, enlarged laptops. Stage and player beside each other.
    Low,
    /// One wide column: tablets upright.
    Page,
    /// The stage with the numbers beside it, the story below.
    Desk,
    /// Story, stage and numbers beside each other.
    Study,
}

impl Room {
    /// The room of a window of that width and height in root ems.
    pub fn of([width, height]: [f64; 2]) -> Room {
        if height < 40.0 && width >= 36.0 && width > height * 1.15 {
            Room::Low
        } else if height < 30.0 && width > height * 1.15 {
            Room::Slot
        } else if width >= 72.0 {
            Room::Study
        } else if width >= 60.0 {
            Room::Desk
        } else if width >= 37.5 {
            Room::Page
        } else {
            Room::Column
        }
    }

    /// As the style sheet knows it.
    pub const fn name(self) -> &'static str {
        match self {
            Room::Column => "column",
            Room::Slot => "column slot",
            Room::Low => "low",
            Room::Page => "page",
            Room::Desk => "desk",
            Room::Study => "study",
        }
    }

    /// Whether the numbers have a column of their own beside the stage.
    pub const fn has_side(self) -> bool {
        matches!(self, Room::Desk | Room::Study)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(size: [f64; 2], expected: Room) {
        assert_eq!(Room::of(size), expected, "{size:?}");
    }

    #[test]
    fn a_window_has_the_room_that_its_letters_leave() {
        check([22.5, 46.0], Room::Column);
        check([30.0, 24.0], Room::Slot);
        check([46.0, 22.5], Room::Low);
        check([48.0, 64.0], Room::Page);
        check([64.0, 48.0], Room::Desk);
        check([120.0, 67.5], Room::Study);
        // 1280 x 720 at 200 %.
        check([40.0, 22.5], Room::Low);
    }
}
